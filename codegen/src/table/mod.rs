//! Event tables: takes one TOML file, gives the JSON Schema that it stands for.
//!
//! ```text
//! text ─ format ─> File ─ kind, model ─> Table ─ check ─> Table ─ lower ─> JSON Schema
//! ```
//!
//! [`read`] goes as far as the checked [`Table`], in which every name is known to mean something;
//! [`lower`] does the rest. The format itself is described in `schema/README.md`.

mod check;
mod compatibility;
mod format;
#[cfg(feature = "format-schema")]
mod format_schema;
mod kind;
mod lower;
mod member;
mod model;
mod rule;
mod type_expr;

pub use compatibility::{compatibility, Compatibility};
#[cfg(feature = "format-schema")]
pub use format_schema::format_schema;
pub use lower::lower;
pub use model::Table;

use crate::document::{self, Source};
use crate::CodegenError;

const STAGE: &str = "table";

/// Reads and checks an event table; `file` is only a name for the errors.
pub fn read(file: &str, text: &str) -> Result<Table, CodegenError> {
    let source = Source::new(STAGE, file, text);
    let parsed = document::read(&source, text)?;
    let table = Table::new(source, parsed)?;
    check::run(&table)?;
    Ok(table)
}
