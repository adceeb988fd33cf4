//! Rules between the members of an object, and the conditions they are made of.
//! Takes the tables under `rules`, gives plain data; what the names mean is checked later.

use serde_json::Value as JsonValue;
use toml::de::DeValue;

use crate::document::{document_table, At, Entries, Json, Read, Value};
use crate::CodegenError;

document_table! {
    /// One rule: what must hold, and when.
    pub(super) struct Rule {
        /// The rule applies if every member named is present and fits its condition.
        pub(super) when: Entries<At<Condition>> = default,
        /// The rule applies if these members are present.
        pub(super) present: Vec<At<String>> = default,
        /// The rule applies if these members are absent.
        pub(super) absent: Vec<At<String>> = default,
        /// Members that must be present.
        pub(super) require: Vec<At<String>> = default,
        /// Members that must not be present, not even as `null`.
        pub(super) forbid: Vec<At<String>> = default,
        /// Conditions that hold for members that are present.
        pub(super) expect: Entries<At<Condition>> = default,
        /// What holds when the rule does not apply.
        pub(super) otherwise: Option<At<Outcome>>,
        /// A JSON Schema that the object must satisfy, for what the other keys cannot say.
        pub(super) schema: Option<At<Entries<Json>>>,
        /// Why, in one sentence; it ends up in the generated code.
        pub(super) doc: Option<String>,
    }
}

document_table! {
    /// What must hold, without the when.
    pub(super) struct Outcome {
        /// Members that must be present.
        pub(super) require: Vec<At<String>> = default,
        /// Members that must not be present, not even as `null`.
        pub(super) forbid: Vec<At<String>> = default,
        /// Conditions that hold for members that are present.
        pub(super) expect: Entries<At<Condition>> = default,
    }
}

/// What a value is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    /// It is this constant.
    Is(JsonValue),
    /// It is one of these constants.
    OneOf(Vec<At<Json>>),
    /// It satisfies each of these.
    Each(Vec<(At<String>, Test)>),
}

/// One entry of a table of conditions.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    /// `name`: the condition on the value's member of that name.
    Member(At<Condition>),
    /// `$items`, `$contains` or `$not`: the keyword's own condition.
    Nested(At<Condition>),
    /// `$keyword`: its value in JSON Schema, as it is.
    Keyword(At<Json>),
}

/// The keywords below which conditions go on.
pub(super) const NESTING: [&str; 3] = ["$items", "$contains", "$not"];

impl Read for Condition {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        Ok(match value.node() {
            DeValue::Datetime(_) => return Err(value.mismatch("a constant, a list of constants or a table of conditions")),
            DeValue::Array(_) => Condition::OneOf(Vec::read(value)?),
            DeValue::Table(_) => {
                let mut tests = Vec::new();
                for (key, offset, below) in value.entries()? {
                    let test = if NESTING.contains(&key) {
                        Test::Nested(At::read(&below)?)
                    } else if key.starts_with('$') {
                        Test::Keyword(At::read(&below)?)
                    } else {
                        Test::Member(At::read(&below)?)
                    };
                    tests.push((At { value: key.to_owned(), offset }, test));
                }
                Condition::Each(tests)
            }
            _ => Condition::Is(Json::read(value)?.0),
        })
    }
}
