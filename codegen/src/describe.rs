//! Conditions in words, for the messages of the rules they stand in.

use serde_json::Value;

use crate::source::{keywords, reference};

/// What `schema` asks, as the rest of a sentence: "`kind` is `approval`".
pub(crate) fn describe(schema: &Value) -> String {
    let mut parts = Vec::new();
    if let Some(name) = reference(schema) {
        parts.push(format!("it is a {name}"));
    }
    for (keyword, value) in keywords(schema) {
        match keyword.as_str() {
            "properties" => {
                for (name, property) in keywords(value) {
                    parts.push(member(name, property));
                }
            }
            "required" => {
                let tested = keywords(&schema["properties"]);
                for name in value.as_array().into_iter().flatten().filter_map(Value::as_str) {
                    if !tested.contains_key(name) {
                        parts.push(format!("`{name}` is there"));
                    }
                }
            }
            "const" | "enum" | "pattern" | "minimum" | "maximum" | "minItems" | "maxItems" | "items" | "contains" | "x-octo-http-url" => {
                parts.push(value_words(keyword, value));
            }
            "not" => parts.push(format!("not ({})", describe(value))),
            "anyOf" | "oneOf" => parts.push(either(value)),
            "allOf" => parts.extend(value.as_array().into_iter().flatten().map(describe)),
            _ => {}
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" and ")
}

/// What `schema` asks of a value, behind "expected": "one of `a`, `b`".
pub(crate) fn wanted(schema: &Value) -> String {
    let words = describe(schema);
    words.strip_prefix("is ").map_or_else(|| format!("a value that fits: {words}"), str::to_owned)
}

fn member(name: &str, property: &Value) -> String {
    let inner = keywords(&property["properties"]);
    if !inner.is_empty() {
        // `execution.status` is `skipped`: one condition on a member of the member.
        return inner.iter().map(|(below, property)| member(&format!("{name}.{below}"), property)).collect::<Vec<_>>().join(" and ");
    }
    match describe(property).as_str() {
        "" => format!("`{name}` is there"),
        words if words.starts_with("not (") => format!("`{name}` is {words}"),
        words if words.starts_with("an element") => format!("`{name}` has {words}"),
        words => format!("`{name}` {words}"),
    }
}

fn value_words(keyword: &str, value: &Value) -> String {
    match keyword {
        "const" => format!("is {}", constant(value)),
        "enum" => format!("is one of {}", value.as_array().into_iter().flatten().map(constant).collect::<Vec<_>>().join(", ")),
        "pattern" => format!("matches `{}`", value.as_str().unwrap_or_default().escape_debug()),
        "minimum" => format!("is at least {value}"),
        "maximum" => format!("is at most {value}"),
        "minItems" => format!("has at least {value} elements"),
        "maxItems" if value == 0 => "is empty".to_owned(),
        "maxItems" => format!("has at most {value} elements"),
        "items" => format!("elements of which each {}", describe(value)),
        "x-octo-http-url" => "is an absolute http or https URL".to_owned(),
        _ => format!("an element that {}", describe(value)),
    }
}

fn either(arms: &Value) -> String {
    format!("({})", arms.as_array().into_iter().flatten().map(describe).collect::<Vec<_>>().join("; or "))
}

/// A constant as messages show it.
pub(crate) fn constant(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{text}`"),
        other => other.to_string(),
    }
}

/// A Rust string literal of `text`.
pub(crate) fn quote(text: &str) -> String {
    format!("{text:?}")
}

/// A Rust string literal of a message.
pub(crate) fn rust_string(text: &str) -> String {
    quote(text)
}
