//! Objects: takes a shape, gives `properties`, `required`, `additionalProperties` and the rules.

use serde_json::{json, Map, Value};

use super::rules::{self, none_of};
use super::{set, types, TAG};
use crate::table::model::Shape;

pub(super) fn object(shape: &Shape<'_>) -> Map<String, Value> {
    let mut required = Vec::new();
    let mut properties = Map::new();
    if let Some(event) = shape.event {
        required.push(TAG);
        set(&mut properties, TAG, json!({ "const": event }));
    }
    for field in &shape.fields {
        if field.required {
            required.push(field.name);
        }
        set(&mut properties, field.name, types::member(field.member));
    }

    let mut all_of = Vec::new();
    if !shape.forbid.is_empty() {
        all_of.push(json!({ "not": none_of(shape.forbid) }));
    }
    all_of.extend(shape.rules.iter().map(|rule| rules::rule(rule)));

    let mut schema = Map::new();
    set(&mut schema, "type", "object");
    if !shape.open {
        set(&mut schema, "additionalProperties", false);
    }
    if !required.is_empty() {
        set(&mut schema, "required", required);
    }
    set(&mut schema, "properties", properties);
    if !all_of.is_empty() {
        set(&mut schema, "allOf", all_of);
    }
    schema
}
