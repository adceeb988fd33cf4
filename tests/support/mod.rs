//! What the tests share.
#![allow(dead_code, unreachable_pub)]

use agentwire::catalog::{Type, PROTOCOLS};
use serde_json::Value;

/// The message type `name` of `protocol`.
pub fn find(protocol: &str, name: &str) -> &'static Type {
    let protocol = PROTOCOLS.iter().find(|known| known.name == protocol).expect("the protocol is built");
    protocol.find(name).unwrap_or_else(|| panic!("{} has no type {name}", protocol.name))
}

/// The lines of a file of the repository, read as JSON.
pub fn lines(file: &str) -> Vec<Value> {
    let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| serde_json::from_str(line).expect("a corpus line is JSON")).collect()
}

/// Whether two JSON values are equal: members, null, numbers by value.
pub fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let exact = |number: &serde_json::Number| number.as_u64().map(i128::from).or(number.as_i64().map(i128::from));
            match (exact(a), exact(b)) {
                (Some(a), Some(b)) => a == b,
                _ => a.as_f64() == b.as_f64(),
            }
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| equal(a, b))),
        _ => a == b,
    }
}

/// Whether `path` is `ancestor` or lies below it.
pub fn below(path: &str, ancestor: &str) -> bool {
    path.strip_prefix(ancestor).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
