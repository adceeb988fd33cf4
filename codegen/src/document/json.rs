//! JSON written as TOML, for the places where a format lets JSON Schema through.
//! There is no `null` in it; dates and non-finite numbers are refused.

use serde_json::{Map, Number, Value as JsonValue};
use toml::de::DeValue;

use super::{Read, Value};
use crate::CodegenError;

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Json(pub(crate) JsonValue);

impl Read for Json {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        Ok(Json(match value.node() {
            DeValue::String(text) => text.as_ref().into(),
            DeValue::Boolean(truth) => (*truth).into(),
            DeValue::Integer(_) | DeValue::Float(_) => Number::read(value)?.into(),
            DeValue::Datetime(_) => return Err(value.error("JSON has no dates; write a string")),
            DeValue::Array(_) => {
                let items: Vec<Json> = Vec::read(value)?;
                items.into_iter().map(|item| item.0).collect()
            }
            DeValue::Table(_) => {
                let mut members = Map::new();
                for (key, _, below) in value.entries()? {
                    members.insert(key.to_owned(), Json::read(&below)?.0);
                }
                members.into()
            }
        }))
    }
}

impl Read for Number {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        let number = match value.node() {
            DeValue::Integer(number) => {
                let (digits, radix) = (number.as_str(), number.radix());
                let signed = i64::from_str_radix(digits, radix).ok().map(Number::from);
                signed.or_else(|| u64::from_str_radix(digits, radix).ok().map(Number::from))
            }
            DeValue::Float(number) => number.as_str().parse().ok().and_then(Number::from_f64),
            _ => return Err(value.mismatch("a number")),
        };
        number.ok_or_else(|| value.error("JSON has no such number, or it needs more than 64 bits"))
    }
}
