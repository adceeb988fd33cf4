//! What a schema does not say but its Rust types need: names of inline types, and the payload table.
//!
//! Takes the text of a bindings file; gives both tables, each entry with its place, so that an entry
//! that is wrong or of no use is reported where it stands.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::error::line_and_column;
use crate::CodegenError;

const STAGE: &str = "bindings";

/// The bindings file of a schema; see `schema/octo/bindings.toml`.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    file: String,
    /// Rust names of inline types, by JSON pointer.
    pub(crate) names: BTreeMap<String, String>,
    /// Payload definition of each canonical event type.
    pub(crate) canonical: BTreeMap<String, String>,
    /// Line and column of each entry, by its key.
    places: BTreeMap<String, (usize, usize)>,
}

/// The file as it is written.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct File {
    names: BTreeMap<Spanned<String>, String>,
    canonical: BTreeMap<Spanned<String>, String>,
}

impl Bindings {
    /// Reads `text`, which messages call `file`.
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, CodegenError> {
        let read: File = toml::from_str(text).map_err(|error: toml::de::Error| CodegenError {
            stage: STAGE,
            file: file.to_owned(),
            position: error.span().map(|span| line_and_column(text, span.start)),
            at: String::new(),
            message: error.message().to_owned(),
        })?;
        let mut bindings = Self { file: file.to_owned(), ..Self::default() };
        for (key, name) in read.names {
            bindings.add(text, &key);
            if !name.starts_with(|first: char| first.is_ascii_uppercase()) || syn::parse_str::<syn::Ident>(&name).is_err() {
                return Err(bindings.error(key.get_ref(), &format!("`{name}` is not the name of a type")));
            }
            bindings.names.insert(key.into_inner(), name);
        }
        for (key, payload) in read.canonical {
            bindings.add(text, &key);
            bindings.canonical.insert(key.into_inner(), payload);
        }
        Ok(bindings)
    }

    fn add(&mut self, text: &str, key: &Spanned<String>) {
        self.places.insert(key.get_ref().clone(), line_and_column(text, key.span().start));
    }

    /// An error of the entry `key`.
    pub(crate) fn error(&self, key: &str, message: &str) -> CodegenError {
        let position = self.places.get(key).copied();
        CodegenError { stage: STAGE, file: self.file.clone(), position, at: key.to_owned(), message: message.to_owned() }
    }
}
