//! What a schema does not say but its Rust types need: names of inline types, and the payload table.
//!
//! Takes the text of a bindings file; gives both tables, each entry with its place, so that an entry
//! that is wrong or of no use is reported where it stands.

use std::collections::BTreeMap;

use crate::document::{self, document_table, Entries, Source};
use crate::CodegenError;

/// The bindings file of a schema; see `schema/octo/bindings.toml`.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    source: Source,
    /// Rust names of inline types, by JSON pointer.
    pub(crate) names: BTreeMap<String, String>,
    /// Payload definition of each canonical event type.
    pub(crate) canonical: BTreeMap<String, String>,
    /// Where each entry stands in the file, by its key.
    places: BTreeMap<String, usize>,
}

document_table! {
    /// The file as it is written.
    struct File {
        names: Entries<String> = default,
        canonical: Entries<String> = default,
    }
}

impl Bindings {
    /// Reads `text`, which messages call `file`.
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, CodegenError> {
        let source = Source::new("bindings", file, text);
        let read: File = document::read(&source, text)?;
        let mut bindings = Self { source, ..Self::default() };
        for (key, name) in read.names.0 {
            bindings.places.insert(key.value.clone(), key.offset);
            if !name.starts_with(|first: char| first.is_ascii_uppercase()) || syn::parse_str::<syn::Ident>(&name).is_err() {
                return Err(bindings.error(&key, &format!("`{name}` is not the name of a type")));
            }
            bindings.names.insert(key.value, name);
        }
        for (key, payload) in read.canonical.0 {
            bindings.places.insert(key.value.clone(), key.offset);
            bindings.canonical.insert(key.value, payload);
        }
        Ok(bindings)
    }

    /// An error of the entry `key`.
    pub(crate) fn error(&self, key: &str, message: &str) -> CodegenError {
        let place = self.places.get(key).copied();
        self.source.error(place.unwrap_or_default(), key, message)
    }
}
