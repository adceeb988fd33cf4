//! The `x-octo-*` keywords over plain JSON values, written from the protocol's prose alone.

use std::collections::BTreeSet;

use serde_json::Value;

/// The keywords; `x-octo-unicode-scalar-strings` is about texts that a [`Value`] cannot hold.
pub(crate) const KEYWORDS: &[&str] = &[
    "x-octo-unique-type-keys",
    "x-octo-max-json-bytes",
    "x-octo-max-json-depth",
    "x-octo-max-utf16-length",
    "x-octo-http-url",
    "x-octo-unique-header-names",
    "x-octo-unique-resource-refs",
    "x-octo-unique-env-keys",
    "x-octo-matching-trigger-fields",
    "x-octo-runtime-selection-invariants",
];

/// Whether `value` keeps the rule; what has another shape keeps it.
pub(crate) fn holds(keyword: &str, limit: &Value, value: &Value) -> bool {
    let limit = limit.as_u64().unwrap_or(0);
    match keyword {
        "x-octo-unique-type-keys" => distinct(value["items"].as_array(), |item| (item["namespace"].as_str(), item["name"].as_str())),
        "x-octo-max-json-bytes" => bytes(value) <= limit,
        "x-octo-max-json-depth" => levels(value) <= limit,
        "x-octo-max-utf16-length" => value.as_str().is_none_or(|text| text.encode_utf16().count() as u64 <= limit),
        "x-octo-http-url" => value
            .as_str()
            .is_none_or(|text| url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())),
        "x-octo-unique-header-names" => {
            let mut seen = BTreeSet::new();
            value.as_object().is_none_or(|headers| headers.keys().all(|name| seen.insert(name.to_ascii_lowercase())))
        }
        "x-octo-unique-resource-refs" => distinct(value["entries"].as_array(), |entry| entry["resource_ref"].as_str()),
        "x-octo-unique-env-keys" => distinct(value["env_variables"].as_array(), |variable| variable["key"].as_str()),
        "x-octo-matching-trigger-fields" => {
            let fact = &value["trigger_fact"];
            fact["message_id"] == value["trigger_message_id"]
                && fact.get("message_seq").map(Value::as_f64) == value.get("trigger_seq").map(Value::as_f64)
        }
        "x-octo-runtime-selection-invariants" => {
            let candidates = &value["authorized_candidates"];
            let chosen = value["selection_mode"] != "explicit" || candidates[0]["runtime_id"] == value["explicit_runtime_id"];
            chosen && distinct(candidates.as_array(), |candidate| candidate["runtime_id"].as_str())
        }
        other => panic!("the oracle does not know {other}"),
    }
}

/// Makes an instance keep the rules that chance alone hardly keeps.
pub(crate) fn settle(keyword: &str, value: &mut Value) {
    let Value::Object(members) = value else { return };
    match keyword {
        "x-octo-unique-type-keys" => unique(members.get_mut("items"), |item| format!("{:?} {:?}", item.get("namespace"), item.get("name"))),
        "x-octo-unique-resource-refs" => unique(members.get_mut("entries"), |entry| format!("{:?}", entry.get("resource_ref"))),
        "x-octo-unique-env-keys" => unique(members.get_mut("env_variables"), |variable| format!("{:?}", variable.get("key"))),
        "x-octo-matching-trigger-fields" => {
            let (id, sequence) = (members.get("trigger_message_id").cloned(), members.get("trigger_seq").cloned());
            let Some(Value::Object(fact)) = members.get_mut("trigger_fact") else { return };
            fact.remove("message_seq");
            fact.extend(sequence.map(|sequence| ("message_seq".to_owned(), sequence)));
            fact.extend(id.map(|id| ("message_id".to_owned(), id)));
        }
        "x-octo-runtime-selection-invariants" => {
            unique(members.get_mut("authorized_candidates"), |candidate| format!("{:?}", candidate.get("runtime_id")));
            let first = members.get("authorized_candidates").and_then(|list| list.get(0)?.get("runtime_id")).cloned();
            if members.get("selection_mode").is_some_and(|mode| mode == "explicit") {
                members.extend(first.map(|first| ("explicit_runtime_id".to_owned(), first)));
            }
        }
        _ => {}
    }
}

/// Makes an instance break a rule about what is equal, and no other one.
pub(crate) fn upset(keyword: &str, value: &mut Value) {
    let Value::Object(members) = value else { return };
    let explicit = members.get("selection_mode").is_some_and(|mode| mode == "explicit");
    let mut repeat = |list: &str, change: &dyn Fn(&mut Value)| {
        if let Some(Value::Array(list)) = members.get_mut(list) {
            let mut copy = list.first().cloned().unwrap_or_default();
            change(&mut copy);
            list.push(copy);
        }
    };
    match keyword {
        "x-octo-unique-type-keys" => repeat("items", &|_| {}),
        // Elements that are equal altogether break `uniqueItems` as well.
        "x-octo-unique-resource-refs" => repeat("entries", &|entry| entry["params"] = serde_json::json!({ "other": true })),
        "x-octo-unique-env-keys" => repeat("env_variables", &|variable| variable["value"] = "another".into()),
        "x-octo-unique-header-names" => {
            let swapped = |name: &String| {
                name.chars().map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }).collect()
            };
            let other: Option<(String, Value)> = members.iter().map(|(name, value)| (swapped(name), value.clone())).next();
            members.extend(other);
        }
        "x-octo-matching-trigger-fields" => drop(members.insert("trigger_message_id".to_owned(), "another".into())),
        "x-octo-runtime-selection-invariants" if explicit => drop(members.insert("explicit_runtime_id".to_owned(), "another".into())),
        "x-octo-runtime-selection-invariants" => repeat("authorized_candidates", &|_| {}),
        _ => {}
    }
}

/// Leaves the first element of each key.
fn unique(list: Option<&mut Value>, key: impl Fn(&Value) -> String) {
    let mut seen = BTreeSet::new();
    if let Some(Value::Array(list)) = list {
        list.retain(|element| seen.insert(key(element)));
    }
}

fn distinct<'a, K: Ord>(list: Option<&'a Vec<Value>>, key: impl Fn(&'a Value) -> K) -> bool {
    let mut seen = BTreeSet::new();
    list.is_none_or(|list| list.iter().all(|element| seen.insert(key(element))))
}

/// Levels below the value.
fn levels(value: &Value) -> u64 {
    match value {
        Value::Array(list) => list.iter().map(|value| levels(value) + 1).max().unwrap_or(0),
        Value::Object(members) => members.values().map(|value| levels(value) + 1).max().unwrap_or(0),
        _ => 0,
    }
}

/// Length in UTF-8 of what `JSON.stringify` writes for the value.
pub(crate) fn bytes(value: &Value) -> u64 {
    match value {
        Value::Null | Value::Bool(true) => 4,
        Value::Bool(false) => 5,
        Value::Number(number) => ecmascript(number.as_f64().expect("a number is a double")).len() as u64,
        Value::String(text) => quoted(text),
        // As many commas as elements but one, and two brackets.
        Value::Array(list) => 1 + list.iter().map(|value| bytes(value) + 1).sum::<u64>().max(1),
        Value::Object(members) => 1 + members.iter().map(|(name, value)| quoted(name) + bytes(value) + 2).sum::<u64>().max(1),
    }
}

fn quoted(text: &str) -> u64 {
    let size = |character| match character {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        '\0'..='\u{1f}' => 6,
        other => other.len_utf8() as u64,
    };
    text.chars().map(size).sum::<u64>() + 2
}

/// A double as ECMAScript's Number-to-String writes it.
fn ecmascript(double: f64) -> String {
    if double == 0.0 {
        return "0".to_owned();
    }
    if double < 0.0 {
        return format!("-{}", ecmascript(-double));
    }
    // Rust's shortest digits are ECMAScript's; only where the point stands differs.
    let scientific = format!("{double:e}");
    let (mantissa, exponent) = scientific.split_once('e').expect("the notation has an exponent");
    let digits = mantissa.replace('.', "");
    let (count, exponent) = (digits.len() as i32, exponent.parse::<i32>().expect("an exponent"));
    match exponent {
        0..=20 if count <= exponent + 1 => format!("{digits}{}", "0".repeat((exponent + 1 - count) as usize)),
        0..=20 => format!("{}.{}", &digits[..=exponent as usize], &digits[exponent as usize + 1..]),
        -6..=-1 => format!("0.{}{digits}", "0".repeat((-exponent - 1) as usize)),
        _ => format!("{mantissa}e{}{exponent}", if exponent > 0 { "+" } else { "" }),
    }
}
