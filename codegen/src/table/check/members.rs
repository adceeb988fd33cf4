//! Members of one object: each declared once, under a name that is free; values of one set likewise.

use heck::{ToPascalCase, ToSnakeCase};

use super::{error, shapes};
use crate::document::{At, Entries};
use crate::table::format::Event;
use crate::table::lower::TAG;
use crate::table::member::Member;
use crate::table::model::{Kind, Shape, Table};
use crate::CodegenError;

pub(super) fn run(table: &Table) -> Result<(), CodegenError> {
    if let Some(envelope) = &table.file.envelope {
        tag_is_free(table, &["envelope"], &envelope.required, &envelope.optional)?;
    }
    for (name, event) in table.file.event.iter() {
        let key = ["event", name.as_str()];
        tag_is_free(table, &key, &event.required, &event.optional)?;
        overrides(table, &key, event)?;
    }
    for shape in shapes(table) {
        fields(table, &shape)?;
    }
    for r#type in &table.types {
        if let Kind::Values(values) = &r#type.kind {
            let names: Vec<_> = values.0.iter().map(|(value, _)| value).collect();
            let key = ["type", r#type.name.as_str(), "values"];
            apart(table, &key, &names, |value| value.to_pascal_case())?;
        }
    }
    Ok(())
}

fn tag_is_free(table: &Table, key: &[&str], required: &Entries<Member>, optional: &Entries<Member>) -> Result<(), CodegenError> {
    for (part, members) in [("required", required), ("optional", optional)] {
        if let Some((name, _)) = members.iter().find(|(name, _)| name.value == TAG) {
            let message = "every event has this member, it tells the events apart";
            return error(table, name.offset, (key, &[part, name]), message);
        }
    }
    Ok(())
}

/// What an event changes about the envelope: there is something to change, and it is changed once.
fn overrides(table: &Table, key: &[&str], event: &Event) -> Result<(), CodegenError> {
    let envelope = table.envelope_shape();
    let inherited = |name: &str| envelope.as_ref().is_some_and(|it| it.field(name).is_some());
    let own = |name: &str| event.required.get(name).or(event.optional.get(name)).is_some();
    let narrow = event.narrow.iter().map(|(name, _)| ("narrow", name));
    let without = event.without.iter().map(|name| ("without", name));
    let mut seen = Vec::new();
    for (part, name) in narrow.chain(without) {
        let message = if !inherited(name) {
            "the envelope has no such member"
        } else if own(name) {
            "the event declares this member itself"
        } else if seen.contains(&name.as_str()) {
            "this member was named before"
        } else {
            seen.push(name);
            continue;
        };
        return error(table, name.offset, (key, &[part, name]), message);
    }
    Ok(())
}

fn fields(table: &Table, shape: &Shape<'_>) -> Result<(), CodegenError> {
    let names: Vec<_> = shape.fields.iter().map(|field| field.name).collect();
    apart(table, &shape.key, &names, |name| name.to_snake_case())?;
    for name in shape.forbid {
        let message = if shape.field(name).is_some() {
            "this member is declared"
        } else if !shape.open {
            "a closed object has no other members anyway"
        } else {
            continue;
        };
        return error(table, name.offset, (&shape.key, &["forbid", name]), message);
    }
    Ok(())
}

/// No name twice, neither on the wire nor in Rust.
fn apart(table: &Table, key: &[&str], names: &[&At<String>], rust: impl Fn(&str) -> String) -> Result<(), CodegenError> {
    for (index, name) in names.iter().enumerate() {
        let earlier = names[..index].iter().find(|earlier| rust(earlier) == rust(name));
        let message = match earlier {
            Some(earlier) if earlier.value == name.value => {
                format!("`{}` stands here twice", name.value)
            }
            Some(earlier) => format!("`{}` and `{}` have the same Rust name", earlier.value, name.value),
            None => continue,
        };
        return error(table, name.offset, (key, &[]), message);
    }
    Ok(())
}
