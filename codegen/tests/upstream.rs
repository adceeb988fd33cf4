//! The publisher's schema has prose that ours has not: `description` and `tsType` everywhere, in other
//! words. It gives the same Rust but for the comments.

use agentwire_codegen::{from_schema, Input};
use serde_json::{json, Map, Value};

const SCHEMA: &str = include_str!("../../schema/octo/protocol.schema.json");
const BINDINGS: &str = include_str!("../../schema/octo/bindings.toml");

fn rust(schema: &Value) -> String {
    let text = schema.to_string();
    let input = |file, text| Input { file, text };
    let generated = from_schema(input("schema.json", &text), input("bindings.toml", BINDINGS));
    generated.unwrap_or_else(|error| panic!("{error}")).rust
}

/// Puts a publisher's prose at every schema, and at those that have a description another one.
fn with_prose(schema: &mut Value, count: &mut usize) {
    let Value::Object(keywords) = schema else { return };
    *count += 1;
    keywords.insert("description".into(), json!(format!("Prose no. {count}, with `code`, \"quotes\" and\n[brackets].")));
    keywords.insert("tsType".into(), json!("Record<string, unknown>"));
    let each = |schemas: &mut Map<String, Value>, count: &mut usize| schemas.values_mut().for_each(|schema| with_prose(schema, count));
    for (keyword, value) in keywords.iter_mut() {
        match (keyword.as_str(), value) {
            ("properties" | "definitions", Value::Object(schemas)) => each(schemas, count),
            ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => schemas.iter_mut().for_each(|schema| with_prose(schema, count)),
            ("items" | "contains" | "not" | "if" | "then" | "else" | "propertyNames" | "additionalProperties", schema) => {
                with_prose(schema, count);
            }
            _ => {}
        }
    }
}

/// The code alone, with the breaks of lines where there were comments taken out.
fn without_comments(rust: &str) -> String {
    rust.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_publishers_prose_changes_nothing_but_comments() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let mut prose = schema.clone();
    let mut count = 0;
    with_prose(&mut prose, &mut count);
    assert!(count > 1000, "{count} schemas have prose");
    let (ours, theirs) = (rust(&schema), rust(&prose));
    assert_ne!(ours, theirs, "the prose is in the comments");
    let (ours, theirs) = (without_comments(&ours), without_comments(&theirs));
    let apart = ours.bytes().zip(theirs.bytes()).position(|(a, b)| a != b).unwrap_or(ours.len().min(theirs.len()));
    let near = |text: &str| text.get(apart.saturating_sub(200)..(apart + 200).min(text.len())).unwrap_or_default().to_owned();
    assert!(ours == theirs, "the code differs:\n{}\n--\n{}", near(&ours), near(&theirs));
}

#[test]
fn without_any_prose_the_code_is_the_same_too() {
    fn strip(schema: &mut Value) {
        match schema {
            Value::Object(keywords) => {
                keywords.retain(|keyword, value| keyword != "description" || !value.is_string());
                keywords.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let mut bare = schema.clone();
    strip(&mut bare);
    assert!(without_comments(&rust(&schema)) == without_comments(&rust(&bare)));
}
