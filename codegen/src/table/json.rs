//! JSON written as TOML, for the places where the format lets JSON Schema through.
//! There is no `null` in it; dates and non-finite numbers are refused.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Json(pub(super) Value);

fn json(value: toml::Value) -> Result<Value, &'static str> {
    Ok(match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Boolean(truth) => Value::Bool(truth),
        toml::Value::Float(number) => match serde_json::Number::from_f64(number) {
            Some(number) => Value::Number(number),
            None => return Err("JSON has no such number"),
        },
        toml::Value::Datetime(_) => return Err("JSON has no dates; write a string"),
        toml::Value::Array(items) => Value::Array(items.into_iter().map(json).collect::<Result<_, _>>()?),
        toml::Value::Table(members) => {
            let members = members.into_iter().map(|(name, value)| Ok((name, json(value)?)));
            Value::Object(members.collect::<Result<_, _>>()?)
        }
    })
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = toml::Value::deserialize(deserializer)?;
        json(value).map(Json).map_err(D::Error::custom)
    }
}
