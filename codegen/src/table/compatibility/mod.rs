//! Compatibility tables: takes one TOML file beside a checked event table, gives the Rust table that a
//! tolerant decoder applies before it reads a message.
//!
//! ```text
//! text ─ format ─> File ─ rows ─> Rows, every name known ─ places ─> Place trees ─ print ─> Rust
//! ```

mod format;
mod places;
mod print;
mod rows;

use super::model::{Kind, Table};
use super::type_expr::TypeExpr;
use super::STAGE;
use crate::document::{self, Source};
use crate::CodegenError;

/// What a compatibility table is made into.
#[derive(Clone, Debug)]
pub struct Compatibility {
    /// The Rust table.
    pub rust: String,
    /// The message types in which something may be retired, each with the name of its part of the table.
    pub(crate) roots: Vec<(String, String)>,
}

/// Reads a compatibility table against the event table of the same protocol; `file` is only a name for the errors.
///
/// # Errors
/// [`CodegenError`] with file, line and column of the event, type or member that is not known.
pub fn compatibility(table: &Table, file: &str, text: &str) -> Result<Compatibility, CodegenError> {
    let source = Source::new(STAGE, file, text);
    let parsed: format::File = document::read(&source, text)?;
    let rows = rows::check(table, &source, &parsed)?;
    let roots = places::find(table, &source, &rows)?;
    let named = roots.iter().map(|root| (root.r#type.clone(), root.constant())).collect();
    Ok(Compatibility { rust: print::module(file, &rows, &roots), roots: named })
}

/// The expression behind a name that is only another name for it.
fn followed<'a>(table: &'a Table, mut expr: &'a TypeExpr) -> &'a TypeExpr {
    while let TypeExpr::Name(name) = expr {
        match table.find(name).map(|found| &found.kind) {
            Some(Kind::Alias { member, .. }) => expr = &member.expr,
            _ => break,
        }
    }
    expr
}
