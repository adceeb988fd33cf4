//! Rules: takes one rule, gives one entry of `allOf`.
//!
//! A condition is lowered in one of two readings. *Strict*: the value's members named must be there,
//! which is what `when` and `$contains` ask for. *Lenient*: members that are absent are no matter,
//! as in `expect`. `$not` turns one into the other, so that a value without the member fits neither
//! "is skipped" nor "is not skipped" in `when`, and both in `expect`.

use serde_json::{json, Map, Value};

use super::{describe, set};
use crate::document::{At, Entries};
use crate::table::rule::{Condition, Outcome, Rule, Test};

pub(super) fn rule(rule: &Rule) -> Value {
    let mut entry = Map::new();
    describe(&mut entry, &rule.doc);
    if let Some(schema) = &rule.schema {
        let keywords = schema.iter().map(|(key, value)| (key.value.clone(), value.0.clone()));
        entry.extend(keywords);
        return entry.into();
    }
    let then = outcome(&rule.require, &rule.forbid, &rule.expect);
    let premise = premise(rule);
    if premise.is_empty() {
        entry.extend(then);
        return entry.into();
    }
    set(&mut entry, "if", premise);
    if !then.is_empty() {
        set(&mut entry, "then", then);
    }
    if let Some(At { value, .. }) = &rule.otherwise {
        let Outcome { require, forbid, expect } = value;
        set(&mut entry, "else", outcome(require, forbid, expect));
    }
    entry.into()
}

/// When the rule applies; empty if always.
fn premise(rule: &Rule) -> Map<String, Value> {
    let when = rule.when.iter().map(|(name, _)| name.as_str());
    let present = rule.present.iter().map(|name| name.as_str());
    let present = present.filter(|name| rule.when.get(name).is_none());
    let required: Vec<&str> = when.chain(present).collect();
    let mut schema = Map::new();
    if !required.is_empty() {
        set(&mut schema, "required", required);
    }
    if !rule.when.is_empty() {
        set(&mut schema, "properties", properties(&rule.when, Reading::Strict));
    }
    if !rule.absent.is_empty() {
        set(&mut schema, "not", none_of(&rule.absent));
    }
    schema
}

fn outcome(require: &[At<String>], forbid: &[At<String>], expect: &Entries<At<Condition>>) -> Map<String, Value> {
    let mut schema = Map::new();
    if !require.is_empty() {
        let names: Vec<&str> = require.iter().map(|name| name.as_str()).collect();
        set(&mut schema, "required", names);
    }
    if !expect.is_empty() {
        set(&mut schema, "properties", properties(expect, Reading::Lenient));
    }
    if !forbid.is_empty() {
        set(&mut schema, "not", none_of(forbid));
    }
    schema
}

/// What stands below `not` for members that must be absent, every one of them.
pub(super) fn none_of(names: &[At<String>]) -> Value {
    let mut each: Vec<Value> = names.iter().map(|name| json!({ "required": [name.value] })).collect();
    match each.pop() {
        Some(only) if each.is_empty() => only,
        last => {
            each.extend(last);
            json!({ "anyOf": each })
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Strict,
    Lenient,
}

fn properties(conditions: &Entries<At<Condition>>, reading: Reading) -> Map<String, Value> {
    let lowered = conditions.iter().map(|(name, test)| (name.value.clone(), condition(test, reading)));
    lowered.collect()
}

fn condition(it: &Condition, reading: Reading) -> Value {
    match it {
        Condition::Is(constant) => json!({ "const": constant }),
        Condition::OneOf(constants) => {
            let constants: Vec<&Value> = constants.iter().map(|constant| &constant.0).collect();
            json!({ "enum": constants })
        }
        Condition::Each(tests) => each(tests, reading).into(),
    }
}

fn each(tests: &[(At<String>, Test)], reading: Reading) -> Map<String, Value> {
    let mut required = Vec::new();
    let mut properties = Map::new();
    let mut keywords = Map::new();
    for (name, test) in tests {
        let keyword = name.trim_start_matches('$');
        match test {
            Test::Member(test) => {
                required.push(name.as_str());
                set(&mut properties, name, condition(test, reading));
            }
            Test::Nested(test) => {
                let reading = match (keyword, reading) {
                    ("contains", _) | ("not", Reading::Lenient) => Reading::Strict,
                    ("not", Reading::Strict) => Reading::Lenient,
                    _ => reading,
                };
                set(&mut keywords, keyword, condition(test, reading));
            }
            Test::Keyword(value) => set(&mut keywords, keyword, value.0.clone()),
        }
    }
    let mut schema = Map::new();
    if reading == Reading::Strict && !required.is_empty() {
        set(&mut schema, "required", required);
    }
    if !properties.is_empty() {
        set(&mut schema, "properties", properties);
    }
    schema.extend(keywords);
    schema
}
