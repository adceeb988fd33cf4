//! What a schema does not say but its Rust types need: names of inline types, and the payload table.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::CodegenError;

/// The bindings file of a schema; see `schema/octo/bindings.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Bindings {
    /// Rust names of inline types, by JSON pointer.
    pub(crate) names: BTreeMap<String, String>,
    /// Payload definition of each canonical event type.
    pub(crate) canonical: BTreeMap<String, String>,
}

impl Bindings {
    /// Reads `text`, which messages call `file`.
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, CodegenError> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let position = error.span().map(|span| {
                let before = text.get(..span.start).unwrap_or_default();
                let line = before.rsplit('\n').next().unwrap_or_default();
                (before.matches('\n').count() + 1, line.chars().count() + 1)
            });
            CodegenError { stage: "bindings", file: file.to_owned(), position, at: "".into(), message: error.message().to_owned() }
        })
    }
}
