//! Event tables: takes one TOML file, gives the JSON Schema that it stands for.
//!
//! ```text
//! text ─ format (serde) ─> File ─ kind, model ─> Table ─ check ─> Table ─ lower ─> JSON Schema
//! ```
//!
//! [`read`] goes as far as the checked [`Table`], in which every name is known to mean something;
//! [`lower`] does the rest. The format itself is described in `schema/README.md`.

mod at;
mod check;
mod compatibility;
mod format;
#[cfg(feature = "format-schema")]
mod format_schema;
mod json;
mod kind;
mod lower;
mod member;
mod model;
mod rule;
mod source;
mod type_expr;

pub use compatibility::{compatibility, Compatibility};
#[cfg(feature = "format-schema")]
pub use format_schema::format_schema;
pub use lower::lower;
pub use model::Table;

use crate::CodegenError;
use source::Source;

/// Reads and checks an event table; `file` is only a name for the errors.
pub fn read(file: &str, text: &str) -> Result<Table, CodegenError> {
    let source = Source::new(file, text);
    let parsed = toml::de::DeTable::parse(text)
        .and_then(|root| serde::Deserialize::deserialize(toml::Deserializer::from(root)))
        .map_err(|error| source.toml_error(error))?;
    let table = Table::new(source, parsed)?;
    check::run(&table)?;
    Ok(table)
}
