//! Removed names: each of something that is there, was really removed, and has something in its place.

use super::{error, unions};
use crate::document::{At, Entries};
use crate::table::model::{Kind, Table};
use crate::CodegenError;

pub(super) fn run(table: &Table) -> Result<(), CodegenError> {
    let removed = &table.file.removed;
    let events: Vec<&str> = table.file.event.iter().map(|(name, _)| name.as_str()).collect();
    names(table, &["removed", "event"], &removed.event, &events)?;
    for (name, gone) in removed.r#type.iter() {
        let key = ["removed", "type", name.as_str()];
        let known = match table.find(name).map(|found| &found.kind) {
            Some(Kind::Object(object)) if object.open => return refuse(table, &key, name, "an open object keeps every member"),
            Some(Kind::Object(object)) => object.shape(name).fields.iter().map(|field| field.name.as_str()).collect(),
            Some(Kind::Union { tag, arms }) => unions::values(table, tag, arms),
            Some(_) => return refuse(table, &key, name, "only objects and unions with a tag have names to remove"),
            None => return refuse(table, &key, name, &format!("unknown type `{}`", name.value)),
        };
        names(table, &key, gone, &known)?;
    }
    Ok(())
}

fn names(table: &Table, key: &[&str], removed: &Entries<String>, known: &[&str]) -> Result<(), CodegenError> {
    for (name, instead) in removed.iter() {
        let key = [key, &[name.as_str()]].concat();
        if known.contains(&name.as_str()) {
            return refuse(table, &key, name, "this name is not removed, it stands in the table");
        }
        if instead.trim().is_empty() {
            return refuse(table, &key, name, "say what to use instead");
        }
    }
    Ok(())
}

fn refuse<T>(table: &Table, key: &[&str], name: &At<String>, message: &str) -> Result<T, CodegenError> {
    error(table, name.offset, (key, &[]), message)
}
