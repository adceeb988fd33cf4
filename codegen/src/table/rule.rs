//! Rules between the members of an object, and the conditions they are made of.
//! Takes the tables under `rules`, gives plain data; what the names mean is checked later.

use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::at::{At, Entries};
use super::json::Json;

/// One rule: what must hold, and when.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[cfg_attr(feature = "format-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    /// The rule applies if every member named is present and fits its condition.
    #[serde(default)]
    pub(super) when: Entries<At<Condition>>,
    /// The rule applies if these members are present.
    #[serde(default)]
    pub(super) present: Vec<At<String>>,
    /// The rule applies if these members are absent.
    #[serde(default)]
    pub(super) absent: Vec<At<String>>,
    /// Members that must be present.
    #[serde(default)]
    pub(super) require: Vec<At<String>>,
    /// Members that must not be present, not even as `null`.
    #[serde(default)]
    pub(super) forbid: Vec<At<String>>,
    /// Conditions that hold for members that are present.
    #[serde(default)]
    pub(super) expect: Entries<At<Condition>>,
    /// What holds when the rule does not apply.
    pub(super) otherwise: Option<At<Outcome>>,
    /// A JSON Schema that the object must satisfy, for what the other keys cannot say.
    pub(super) schema: Option<At<Entries<Json>>>,
    /// Why, in one sentence; it ends up in the generated code.
    pub(super) doc: Option<String>,
}

/// What must hold, without the when.
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize)]
#[cfg_attr(feature = "format-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Outcome {
    /// Members that must be present.
    #[serde(default)]
    pub(super) require: Vec<At<String>>,
    /// Members that must not be present, not even as `null`.
    #[serde(default)]
    pub(super) forbid: Vec<At<String>>,
    /// Conditions that hold for members that are present.
    #[serde(default)]
    pub(super) expect: Entries<At<Condition>>,
}

/// What a value is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    /// It is this constant.
    Is(Value),
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

impl<'de> Deserialize<'de> for Condition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyForm;

        impl<'de> Visitor<'de> for AnyForm {
            type Value = Condition;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a constant, a list of constants or a table of conditions")
            }

            fn visit_bool<E>(self, truth: bool) -> Result<Condition, E> {
                Ok(Condition::Is(truth.into()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Condition, E> {
                Ok(Condition::Is(number.into()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Condition, E> {
                Ok(Condition::Is(number.into()))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Condition, E> {
                let number = serde_json::Number::from_f64(number);
                let number = number.ok_or_else(|| E::custom("JSON has no such number"))?;
                Ok(Condition::Is(number.into()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Condition, E> {
                Ok(Condition::Is(text.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Condition, A::Error> {
                let list = Vec::deserialize(SeqAccessDeserializer::new(list))?;
                Ok(Condition::OneOf(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Condition, A::Error> {
                let mut tests = Vec::new();
                while let Some(key) = map.next_key::<At<String>>()? {
                    let test = if NESTING.contains(&key.as_str()) {
                        Test::Nested(map.next_value()?)
                    } else if key.starts_with('$') {
                        Test::Keyword(map.next_value()?)
                    } else {
                        Test::Member(map.next_value()?)
                    };
                    tests.push((key, test));
                }
                Ok(Condition::Each(tests))
            }
        }

        deserializer.deserialize_any(AnyForm)
    }
}
