//! The schemas that the codec prints, and walks over them.

use std::collections::BTreeMap;

use agentwire::catalog::Protocol;
use serde_json::{json, Map, Value};

/// Keywords whose value is a schema.
pub(crate) const ONE: &[&str] = &["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
/// Keywords whose value is a list of schemas.
pub(crate) const MANY: &[&str] = &["allOf", "anyOf", "oneOf"];
/// Keywords whose value is a map of schemas.
pub(crate) const NAMED: &[&str] = &["definitions", "properties"];

/// The schema of a protocol; Octo's has a definition for the typed view `CanonicalEvent` as well.
pub(crate) fn of(protocol: &Protocol) -> Value {
    let mut schema: Value = serde_json::from_str(protocol.schema).expect("the schema is JSON");
    if protocol.name == "octo" {
        schema["definitions"]["CanonicalEvent"] = canonical_event();
    }
    schema
}

/// A canonical event whose payload is of the type that the bindings give to its event type.
fn canonical_event() -> Value {
    let bindings = include_str!("../../schema/octo/bindings.toml");
    let rows = bindings.split_once("[canonical]").expect("the bindings have a table of events").1;
    let arms: Vec<Value> = rows
        .lines()
        .filter_map(|row| row.split_once('='))
        .map(|(event, payload)| {
            let [event, payload] = [event, payload].map(|word| word.trim().trim_matches('"'));
            json!({ "properties": { "type": { "const": event }, "payload": { "$ref": format!("#/definitions/{payload}") } } })
        })
        .collect();
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["protocolVersion", "type", "payload"],
        "properties": { "protocolVersion": { "const": 2 }, "type": { "type": "string" }, "payload": {} },
        "oneOf": arms,
    })
}

/// The schema objects of a document.
pub(crate) type Object = Map<String, Value>;

/// Shows every schema object below `schema` to `visit`, with its JSON pointer.
pub(crate) fn walk<'a>(schema: &'a Value, at: &str, visit: &mut impl FnMut(&str, &'a Object)) {
    let Value::Object(object) = schema else { return };
    visit(at, object);
    for (keyword, value) in object {
        let at = format!("{at}/{keyword}");
        match value {
            Value::Object(named) if NAMED.contains(&keyword.as_str()) => {
                for (name, schema) in named {
                    walk(schema, &format!("{at}/{}", escaped(name)), visit);
                }
            }
            Value::Array(list) if MANY.contains(&keyword.as_str()) => {
                for (index, schema) in list.iter().enumerate() {
                    walk(schema, &format!("{at}/{index}"), visit);
                }
            }
            _ if ONE.contains(&keyword.as_str()) => walk(value, &at, visit),
            _ => {}
        }
    }
}

/// A member name as a token of a JSON pointer.
pub(crate) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The definition that a `$ref` names.
pub(crate) fn target(reference: &str) -> &str {
    reference.strip_prefix("#/definitions/").expect("every reference is to a definition")
}

/// The definitions, each behind those that it refers to; none refers to itself.
pub(crate) fn in_order(schema: &Value) -> Vec<String> {
    let definitions = schema["definitions"].as_object().expect("the schema has definitions");
    let mut references: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, definition) in definitions {
        let list = references.entry(name).or_default();
        walk(definition, "", &mut |_, object| list.extend(object.get("$ref").and_then(Value::as_str).map(target)));
    }
    let mut order: Vec<String> = Vec::new();
    while order.len() < references.len() {
        let ready = |name: &str| {
            !order.iter().any(|done| done == name) && references[name].iter().all(|used| order.iter().any(|done| done == used))
        };
        let next: Vec<String> = references.keys().filter(|name| ready(name)).map(|name| (*name).to_owned()).collect();
        assert!(!next.is_empty(), "definitions refer to each other in a circle");
        order.extend(next);
    }
    order
}
