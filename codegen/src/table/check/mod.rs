//! Checks: takes a table, gives the first thing in it that cannot be meant, with its place.
//! Each check relies on the ones before it: names first, what they stand for after that.

mod condition;
mod constraints;
mod members;
mod mentions;
mod names;
mod removed;
mod rules;
mod unions;

use crate::document::dotted;
use crate::table::model::{Kind, Shape, Table};
use crate::CodegenError;

pub(super) fn run(table: &Table) -> Result<(), CodegenError> {
    names::run(table)?;
    constraints::run(table)?;
    members::run(table)?;
    unions::run(table)?;
    rules::run(table)?;
    removed::run(table)
}

/// Every object that the table declares, the envelope first.
fn shapes(table: &Table) -> Vec<Shape<'_>> {
    let envelope = table.envelope_shape().into_iter();
    let events = table.file.event.iter();
    let events = events.map(|(name, event)| table.event_shape(name, event));
    let types = table.types.iter().filter_map(|r#type| match &r#type.kind {
        Kind::Object(object) => Some(object.shape(&r#type.name)),
        _ => None,
    });
    envelope.chain(events).chain(types).collect()
}

/// The error about the value at `offset`, called `key` and then `rest`.
fn error<T>(table: &Table, offset: usize, (key, rest): (&[&str], &[&str]), message: impl Into<String>) -> Result<T, CodegenError> {
    let key = dotted(&[key, rest].concat());
    Err(table.source.error(offset, key, message))
}
