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
        match Exact::of(text) {
            Exact::Fraction => None,
            Exact::Integer(value) => match (u64::try_from(value), i64::try_from(value)) {
                (Ok(value), _) => Some(value.into()),
                (_, Ok(value)) => Some(value.into()),
                _ => number_of(text).map(Self),
            },
            Exact::Beyond => number_of(text).map(Self),
        }
    }
}

/// The value of a JSON number as an integer, found in its digits: a double would make `9007199254740992` of
/// `9007199254740993.0`. What has a fraction is the double that JSON's numbers are, so that a fraction too small
/// for one, as in `1.00000000000000000001`, does not count.
pub(crate) enum Exact {
    /// An integer.
    Integer(i128),
    /// An integer of more than 128 bits.
    Beyond,
    /// Not an integer.
    Fraction,
}

impl Exact {
    /// Reads the text of a JSON number.
    pub(crate) fn of(text: &str) -> Self {
        let (sign, text) = text.strip_prefix('-').map_or((1, text), |text| (-1, text));
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        let whole_digits = if fraction.is_empty() { whole.trim_end_matches('0') } else { whole };
        let digits = whole_digits.len() + fraction.len();
        if digits == 0 {
            return Self::Integer(0);
        }
        // An exponent beyond 64 bits makes a fraction of anything, or more than a double, which the parser has refused.
        let exponent = exponent.parse().unwrap_or(if exponent.starts_with('-') { i64::MIN } else { i64::MAX });
        let point = exponent.saturating_add(whole.len() as i64);
        if point < digits as i64 {
            return match text.parse::<f64>() {
                Ok(double) if double.fract() == 0.0 => Self::Integer(sign * double as i128),
                _ => Self::Fraction,
            };
        }
        // After the last digit there are zeros up to the point; a value that is not zero has soon grown out of 128 bits.
        let zeros = (digits as i64..point).map(|_| b'0');
        let mut value = 0_i128;
        for digit in whole_digits.bytes().chain(fraction.bytes()).chain(zeros) {
            match value.checked_mul(10).and_then(|value| value.checked_add(sign * i128::from(digit - b'0'))) {
                Some(next) => value = next,
                None => return Self::Beyond,
            }
        }
        Self::Integer(value)
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
        p.peek()?;
        if let Some(value) = p.plain_integer() {
            return Ok(value.into());
        }
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
        w.number(&self.0);
    }
}

super::serde::impl_serde!(Integer);
