//! Takes a checked table, gives the JSON Schema (draft-07) that it stands for, in the table's order.
//! What JSON Schema cannot say goes into `x-agentwire-…` annotations, which a validator skips:
//!
//! | annotation | on | says |
//! | --- | --- | --- |
//! | `part` | the envelope | a part of messages, not a message |
//! | `tag` | `Event`, events, unions | the member that tells the arms apart |
//! | `envelope` | `Event` | the definition of the envelope |
//! | `body` | events | the members that belong to the event's own struct |
//! | `values` | sets of strings | the doc of each string |
//! | `identifier` | identifiers | an opaque string with a Rust type of its own |
//! | `null-until` | aliases of `any` | the revision from which on `null` is refused |
//! | `removed` | `Event`, objects, unions | events, members and tags that were there once, and what to use instead |

mod object;
mod rules;
mod types;

use heck::ToPascalCase;
use serde_json::{json, Map, Value};

use super::format::Event;
use super::model::{Shape, Table};
use crate::document::{dotted, Entries};
use crate::CodegenError;

/// The member that tells events apart, in every protocol.
pub(super) const TAG: &str = "type";

/// Lowers a table to one schema document, whose definitions are the messages.
pub fn lower(table: &Table) -> Result<Value, CodegenError> {
    let file = &table.file;
    let mut definitions = Definitions { table, schemas: Map::new() };
    if let Some(shape) = table.envelope_shape() {
        let schema = envelope(table, &shape);
        definitions.schemas.insert("Envelope".to_owned(), schema);
    }
    definitions.events()?;
    for r#type in &table.types {
        let key = ["type", r#type.name.as_str()];
        let mut schema = types::definition(r#type);
        annotate_removed(&mut schema, file.removed.r#type.get(&r#type.name));
        definitions.add(&r#type.name, r#type.name.offset, &key, schema)?;
    }

    let mut schema = Map::new();
    set(&mut schema, "$schema", "http://json-schema.org/draft-07/schema#");
    set(&mut schema, "$id", file.id.as_str());
    set(&mut schema, "title", file.title.as_str());
    describe(&mut schema, &file.doc);
    set(&mut schema, "definitions", definitions.schemas);
    Ok(schema.into())
}

fn envelope(table: &Table, shape: &Shape<'_>) -> Value {
    let doc = table.file.envelope.as_ref().and_then(|it| it.doc.clone());
    let mut schema = Map::new();
    describe(&mut schema, &doc);
    schema.extend(object::object(shape));
    set(&mut schema, "x-agentwire-part", true);
    schema.into()
}

/// The definitions so far. A Rust name is given out once: the back end makes a type of each.
struct Definitions<'a> {
    table: &'a Table,
    schemas: Map<String, Value>,
}

/// Names of the types that every protocol module has of its own.
const RESERVED: [&str; 3] = ["Event", "Envelope", "Body"];

impl Definitions<'_> {
    /// `Event`, then every event. Its place is taken before the arms are known.
    fn events(&mut self) -> Result<(), CodegenError> {
        let table = self.table;
        self.schemas.insert("Event".to_owned(), Value::Null);
        let mut arms = Vec::new();
        for (name, event) in table.file.event.iter() {
            let rust = rust_name(name, event);
            let offset = event.name.as_ref().map_or(name.offset, |name| name.offset);
            let schema = event_schema(&table.event_shape(name, event), event);
            self.add(&rust, offset, &["event", name], schema)?;
            arms.push(reference(&rust));
        }
        let mut schema = Map::new();
        describe(&mut schema, &table.file.doc);
        set(&mut schema, "oneOf", arms);
        if table.file.envelope.is_some() {
            set(&mut schema, "x-agentwire-envelope", "Envelope");
        }
        set(&mut schema, "x-agentwire-tag", TAG);
        let mut schema = schema.into();
        annotate_removed(&mut schema, Some(&table.file.removed.event));
        self.schemas.insert("Event".to_owned(), schema);
        Ok(())
    }

    fn add(&mut self, name: &str, offset: usize, key: &[&str], schema: Value) -> Result<(), CodegenError> {
        let error = |message: String| Err(self.table.source.error(offset, dotted(key), message));
        if RESERVED.contains(&name) {
            return error(format!("the Rust name `{name}` is the module's own"));
        }
        if self.schemas.contains_key(name) {
            return error(format!("the Rust name `{name}` is taken"));
        }
        self.schemas.insert(name.to_owned(), schema);
        Ok(())
    }
}

/// The event's Rust name: the one it is given, or the wire name in PascalCase.
pub(super) fn rust_name(wire: &str, event: &Event) -> String {
    match &event.name {
        Some(name) => name.value.clone(),
        None => wire.to_pascal_case(),
    }
}

fn event_schema(shape: &Shape<'_>, event: &Event) -> Value {
    let own = shape.fields.iter().filter(|field| field.own);
    let body: Vec<&str> = own.map(|field| field.name.as_str()).collect();
    let mut schema = Map::new();
    describe(&mut schema, &event.doc);
    schema.extend(object::object(shape));
    set(&mut schema, "x-agentwire-body", body);
    set(&mut schema, "x-agentwire-tag", TAG);
    schema.into()
}

fn annotate_removed(schema: &mut Value, removed: Option<&Entries<String>>) {
    if let Some(removed) = removed.filter(|removed| !removed.is_empty()) {
        let names: Map<String, Value> = removed.iter().map(|(name, instead)| (name.value.clone(), instead.as_str().into())).collect();
        schema["x-agentwire-removed"] = names.into();
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{name}") })
}

fn set(schema: &mut Map<String, Value>, keyword: &str, value: impl Into<Value>) {
    schema.insert(keyword.to_owned(), value.into());
}

fn describe(schema: &mut Map<String, Value>, doc: &Option<String>) {
    if let Some(doc) = doc {
        set(schema, "description", doc.as_str());
    }
}
