//! What is different between two JSON values.

use serde::Deserialize;
use serde_json::{Number, Value};

/// One difference between a value and what became of it. The path is a JSON pointer.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A member is new.
    Added(String, Value),
    /// A member, or an element of a list, is gone.
    Removed(String),
    /// A number has another value.
    Number(String),
    /// A value has another type, or is another string or boolean.
    Value(String),
}

/// Reads a JSON text of any depth.
///
/// # Errors
/// What `serde_json` cannot read: malformed text, an unpaired surrogate, a number beyond a double.
pub fn parse(text: &str) -> serde_json::Result<Value> {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let value = Value::deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// Every change from `before` to `after`. The order of members and the spelling of numbers do not count.
pub fn changes(before: &Value, after: &Value) -> Vec<Change> {
    let mut found = Vec::new();
    compare("", before, after, &mut found);
    found
}

fn compare(path: &str, before: &Value, after: &Value, found: &mut Vec<Change>) {
    match (before, after) {
        (Value::Object(a), Value::Object(b)) => {
            for (name, value) in a {
                let path = format!("{path}/{}", escaped(name));
                match b.get(name) {
                    Some(other) => compare(&path, value, other, found),
                    None => found.push(Change::Removed(path)),
                }
            }
            let new = b.iter().filter(|(name, _)| !a.contains_key(*name));
            found.extend(new.map(|(name, value)| Change::Added(format!("{path}/{}", escaped(name)), value.clone())));
        }
        (Value::Array(a), Value::Array(b)) => {
            for (index, value) in a.iter().enumerate() {
                let path = format!("{path}/{index}");
                match b.get(index) {
                    Some(other) => compare(&path, value, other, found),
                    None => found.push(Change::Removed(path)),
                }
            }
            found.extend(b.iter().enumerate().skip(a.len()).map(|(index, value)| Change::Added(format!("{path}/{index}"), value.clone())));
        }
        (Value::Number(a), Value::Number(b)) if !same(a, b) => found.push(Change::Number(path.to_owned())),
        (Value::Number(_), Value::Number(_)) => {}
        _ if before != after => found.push(Change::Value(path.to_owned())),
        _ => {}
    }
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Whether two numbers have one value: exactly within 64 bits, as doubles beyond.
fn same(a: &Number, b: &Number) -> bool {
    let exact = |number: &Number| number.as_u64().map(i128::from).or(number.as_i64().map(i128::from));
    match (exact(a), exact(b)) {
        (Some(a), Some(b)) => a == b,
        _ => a.as_f64() == b.as_f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_change_is_found_wherever_it_is() {
        let before = json!({"kept": [1, 1.0, null], "gone": 1, "a/b": {"text": "x"}, "number": 9007199254740993_u64, "list": [1, 2]});
        let after = json!({"number": 9007199254740992_u64, "kept": [1.0, 1, null], "a/b": {"text": null}, "list": [1], "new": []});
        let mut expected = vec![
            Change::Removed("/gone".to_owned()),
            Change::Value("/a~1b/text".to_owned()),
            Change::Number("/number".to_owned()),
            Change::Removed("/list/1".to_owned()),
            Change::Added("/new".to_owned(), json!([])),
        ];
        let mut found = changes(&before, &after);
        let by_text = |a: &Change, b: &Change| format!("{a:?}").cmp(&format!("{b:?}"));
        expected.sort_by(by_text);
        found.sort_by(by_text);
        assert_eq!(found, expected);
    }
}
