//! Types and type expressions: takes a definition or a member, gives its schema.

use serde_json::{json, Map, Value};

use super::{describe, object, reference, set};
use crate::document::At;
use crate::table::format::Values;
use crate::table::member::{Constraints, Member};
use crate::table::model::{Definition, Kind};
use crate::table::type_expr::{TypeExpr, Word, SAFE};

pub(super) fn definition(definition: &Definition) -> Value {
    let mut schema = Map::new();
    describe(&mut schema, &definition.doc);
    match &definition.kind {
        Kind::Object(object) => schema.extend(object::object(&object.shape(&definition.name))),
        Kind::Values(values) => schema.extend(string_enum(values)),
        Kind::Union { tag, arms } => {
            let arms: Vec<Value> = arms.iter().map(|arm| reference(arm)).collect();
            set(&mut schema, "oneOf", arms);
            set(&mut schema, "x-agentwire-tag", tag.as_str());
        }
        Kind::OneOf(arms) => {
            let arms = arms.iter().map(|arm| Value::from(expression(arm)));
            set(&mut schema, "oneOf", arms.collect::<Vec<_>>());
        }
        Kind::Alias { member, null_until } => {
            schema.extend(constrained(member));
            if let Some(revision) = null_until {
                set(&mut schema, "x-agentwire-null-until", revision.as_str());
            }
        }
        Kind::Identifier => {
            set(&mut schema, "type", "string");
            set(&mut schema, "x-agentwire-identifier", true);
        }
    }
    schema.into()
}

pub(super) fn member(member: &Member) -> Value {
    let mut schema = Map::new();
    describe(&mut schema, &member.doc);
    schema.extend(constrained(member));
    schema.into()
}

fn string_enum(values: &Values) -> Map<String, Value> {
    let strings: Vec<&str> = values.0.iter().map(|(value, _)| value.as_str()).collect();
    let docs = values.0.iter().filter_map(|(value, doc)| {
        let doc = doc.clone()?;
        Some((value.value.clone(), Value::from(doc)))
    });
    let docs: Map<String, Value> = docs.collect();
    let mut schema = Map::new();
    set(&mut schema, "type", "string");
    set(&mut schema, "enum", strings);
    if !docs.is_empty() {
        set(&mut schema, "x-agentwire-values", docs);
    }
    schema
}

fn constrained(member: &Member) -> Map<String, Value> {
    fn put<T: Clone + Into<Value>>(schema: &mut Map<String, Value>, keyword: &str, given: &Option<At<T>>) {
        if let Some(given) = given {
            set(schema, keyword, given.value.clone());
        }
    }
    let Constraints { pattern, min, max, min_chars, max_chars, min_items, max_items, unique, keys } = &member.constraints;
    let mut schema = expression(&member.expr);
    put(&mut schema, "pattern", pattern);
    put(&mut schema, "minimum", min);
    put(&mut schema, "maximum", max);
    put(&mut schema, "minLength", min_chars);
    put(&mut schema, "maxLength", max_chars);
    put(&mut schema, "minItems", min_items);
    put(&mut schema, "maxItems", max_items);
    put(&mut schema, "uniqueItems", unique);
    if let Some(keys) = keys {
        set(&mut schema, "propertyNames", json!({ "pattern": keys.value }));
    }
    schema
}

fn expression(expr: &TypeExpr) -> Map<String, Value> {
    let schema = match expr {
        TypeExpr::Word(word) => self::word(*word),
        TypeExpr::Name(name) => reference(name),
        TypeExpr::List(inner) => json!({ "type": "array", "items": expression(inner) }),
        TypeExpr::Map(inner) => {
            json!({ "type": "object", "additionalProperties": expression(inner) })
        }
        TypeExpr::Constant(text) => json!({ "const": text }),
    };
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

fn word(word: Word) -> Value {
    match word {
        Word::String => json!({ "type": "string" }),
        Word::Nonempty => json!({ "type": "string", "minLength": 1 }),
        Word::Boolean => json!({ "type": "boolean" }),
        Word::Int => json!({ "type": "integer" }),
        Word::Uint => json!({ "type": "integer", "minimum": 0 }),
        Word::SafeInt => json!({ "type": "integer", "minimum": -SAFE, "maximum": SAFE }),
        Word::SafeUint => json!({ "type": "integer", "minimum": 0, "maximum": SAFE }),
        Word::Number => json!({ "type": "number" }),
        Word::Number0 => json!({ "type": "number", "minimum": 0 }),
        Word::Timestamp => json!({ "type": "string", "format": "date-time" }),
        Word::Uri => json!({ "type": "string", "format": "uri" }),
        Word::Pointer => json!({ "type": "string", "format": "json-pointer" }),
        Word::Any => json!({}),
        Word::Object => json!({ "type": "object" }),
    }
}
