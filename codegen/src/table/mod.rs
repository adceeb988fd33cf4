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
mod json;
mod kind;
mod lower;
mod member;
mod model;
mod rule;
mod source;
mod type_expr;

pub use compatibility::{compatibility, Compatibility};
pub use lower::lower;
pub use model::Table;

use schemars::gen::SchemaSettings;

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

/// The JSON Schema of the format, for editors that complete and check a table.
pub fn format_schema() -> String {
    // TOML has no `null`, so an optional key is one that may be left out.
    let settings = SchemaSettings::draft07().with(|settings| settings.option_add_null_type = false);
    let schema = settings.into_generator().into_root_schema_for::<format::File>();
    let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    text.push('\n');
    text
}
