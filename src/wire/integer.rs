//! Integers that a schema gives no upper bound.

use std::cmp::Ordering;
use std::fmt;

use super::parser::{quoted, Fail, Kind, Parser, Read};
use super::value::{number_of, Check, Codec};
use super::writer::Writer;
use crate::Number;

/// An integer without an upper bound: exact within 64 bits, beyond them the double that JSON's numbers are.
///
/// ```
/// use agentwire::Integer;
///
/// assert_eq!(Integer::from(7_u64).as_u64(), Some(7));
/// assert_eq!(Integer::from(-1_i64).as_u64(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Integer(Number);

impl Integer {
    /// The value, if it is one of `u64`.
    pub fn as_u64(&self) -> Option<u64> {
        self.0.as_u64()
    }

    /// The value, if it is one of `i64`.
    pub fn as_i64(&self) -> Option<i64> {
        self.0.as_i64()
    }

    /// The nearest double.
    pub fn as_f64(&self) -> f64 {
        self.0.as_f64().unwrap_or_default()
    }

    pub(crate) fn cmp_i128(&self, other: i128) -> Ordering {
        match self.as_u64().map(i128::from).or(self.as_i64().map(i128::from)) {
            Some(exact) => exact.cmp(&other),
            None => self.as_f64().total_cmp(&(other as f64)),
        }
    }

    /// The integer of a JSON number's text, if its value is integral.
    fn of(text: &str) -> Option<Self> {
        let number = number_of(text)?;
        if number.is_u64() || number.is_i64() {
            return Some(Self(number));
        }
        let double = number.as_f64()?;
        if double.fract() != 0.0 {
            return None;
        }
        // Integral doubles of 64 bits have one form, so that equal values are equal.
        Some(if (0.0..18_446_744_073_709_551_616.0).contains(&double) {
            Self((double as u64).into())
        } else if (-9_223_372_036_854_775_808.0..0.0).contains(&double) {
            Self((double as i64).into())
        } else {
            Self(number)
        })
    }
}

impl From<u64> for Integer {
    fn from(value: u64) -> Self {
        Self(value.into())
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Self {
        Self(value.into())
    }
}

impl From<u32> for Integer {
    fn from(value: u32) -> Self {
        Self(value.into())
    }
}

impl From<i32> for Integer {
    fn from(value: i32) -> Self {
        Self(value.into())
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Check for Integer {}

impl Codec for Integer {
    fn read(p: &mut Parser<'_>) -> Read<Self> {
        if p.kind()? != Kind::Number {
            return p.mismatch("an integer");
        }
        let start = p.pos();
        let text = p.number()?;
        match Self::of(text) {
            Some(integer) => Ok(integer),
            None => {
                p.fault(start, "type", format!("expected an integer, found {}", quoted(text)));
                Err(Fail::Shape)
            }
        }
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.display(&self.0);
    }
}

super::serde::impl_serde!(Integer);
