//! Names of types: well formed, defined where they are used, used where they are defined.

use std::collections::HashSet;

use crate::table::lower::rust_name;
use crate::table::model::{Kind, Table};
use crate::table::type_expr::is_type_name;

use super::error;
use super::mentions::{mentions, Mention};
use crate::CodegenError;

pub(super) fn run(table: &Table) -> Result<(), CodegenError> {
    well_formed(table)?;
    let mentions = mentions(table);
    if let Some(unknown) = mentions.iter().find(|it| table.find(it.name).is_none()) {
        let message = format!("unknown type `{}`", unknown.name);
        return error(table, unknown.offset, (&unknown.key, &[]), message);
    }
    endless_aliases(table)?;
    unused(table, &mentions)
}

/// Names become Rust types, given or made from the name on the wire.
fn well_formed(table: &Table) -> Result<(), CodegenError> {
    if table.file.event.is_empty() {
        return error(table, 0, (&["event"], &[]), "a table has one event at least");
    }
    for (wire, event) in table.file.event.iter() {
        let rust = rust_name(wire, event);
        let offset = event.name.as_ref().map_or(wire.offset, |name| name.offset);
        if !is_type_name(&rust) {
            let message = format!("`{rust}` is no Rust name of a type; give one as `name`");
            return error(table, offset, (&["event", wire], &[]), message);
        }
    }
    for r#type in &table.types {
        let name = &r#type.name;
        if !is_type_name(name) {
            let message = "the name of a type is in PascalCase, letters and digits";
            return error(table, name.offset, (&["type", name], &[]), message);
        }
    }
    Ok(())
}

/// An alias has no Rust type of its own, so one that comes back to itself would have none at all.
fn endless_aliases(table: &Table) -> Result<(), CodegenError> {
    for r#type in &table.types {
        let mut seen = HashSet::new();
        let mut next = Some(r#type);
        while let Some(current) = next {
            let Kind::Alias { member, .. } = &current.kind else {
                break;
            };
            if !seen.insert(current.name.as_str()) {
                let (name, offset) = (&current.name, member.expr.offset);
                let message = format!("`{}` is defined by itself", name.value);
                return error(table, offset, (&["type", name, "is"], &[]), message);
            }
            next = member.expr.name().and_then(|name| table.find(name));
        }
    }
    Ok(())
}

fn unused(table: &Table, mentions: &[Mention<'_>]) -> Result<(), CodegenError> {
    let mut reached: HashSet<&str> = HashSet::new();
    let mut users = vec![None];
    while let Some(user) = users.pop() {
        for mention in mentions.iter().filter(|mention| mention.user == user) {
            if reached.insert(mention.name) {
                users.push(Some(mention.name));
            }
        }
    }
    let unused = table.types.iter().find(|it| !reached.contains(it.name.as_str()));
    match unused {
        None => Ok(()),
        Some(r#type) => {
            let name = &r#type.name;
            let message = "no event uses this type, and it is not among the `roots`";
            error(table, name.offset, (&["type", name], &[]), message)
        }
    }
}
