//! The two traits that every wire type has, and the values that the Rust standard library brings.

use std::borrow::Cow;
use std::str::FromStr;

use serde_json::Number;

use super::check::Checker;
use super::edit::Edited;
use super::integer::Exact;
use super::name::Name;
use super::object::Key;
use super::parser::{quoted, Fail, Kind, Parser, Read};
use super::writer::Writer;
use crate::Tolerance;

/// A value that can be read from and written as JSON.
pub trait Codec: Sized {
    /// The tag that tells which event or variant a message is, if the type has one.
    const TAG_KEY: Option<Key> = None;

    /// Reads the value at the cursor. A fault leaves the cursor behind the value.
    fn read(p: &mut Parser<'_>) -> Read<Self>;
    /// Writes the value as compact JSON.
    fn write(&self, w: &mut Writer<'_>);

    /// The text of a message with retired shapes replaced, for a tolerant decoder; `None` where there are none.
    fn edit(text: &str, tolerance: Tolerance) -> Option<Edited> {
        let _ = (text, tolerance);
        None
    }
}

/// A message type whose variants are told apart by a tag.
pub trait Tagged: Codec {
    /// The tag's name, as it stands in the text.
    const TAG: Key;
    /// The values that the tag may have.
    const TAGS: &'static [&'static str];
    /// Values that it had once, each with what to use instead.
    const REMOVED: &'static [(&'static str, &'static str)] = &[];
}

/// A value that may break rules its Rust type cannot express.
pub trait Check {
    /// Reports every broken rule.
    fn check<'p>(&'p self, at: &mut Checker<'p>) {
        let _ = at;
    }

    /// Whether there is a value to check: an absent member has none.
    fn is_there(&self) -> bool {
        true
    }
}

/// The body of an event: its members' rules, and those that tie them to the envelope `E`.
pub(crate) trait CheckEvent<E> {
    /// Reports every broken rule.
    fn check_event<'p>(&'p self, envelope: &'p E, at: &mut Checker<'p>) {
        let _ = (envelope, at);
    }
}

impl Check for String {}
impl Check for bool {}
impl Check for u64 {}
impl Check for i64 {}
impl Check for Number {}

/// Reads a string without keeping it, for whoever needs only a look.
#[inline]
pub(crate) fn read_str<'a>(p: &mut Parser<'a>) -> Read<Cow<'a, str>> {
    if p.peek()? == b'"' {
        p.string()
    } else {
        p.mismatch("a string")
    }
}

impl Codec for String {
    #[inline]
    fn read(p: &mut Parser<'_>) -> Read<Self> {
        Ok(read_str(p)?.into_owned())
    }

    #[inline]
    fn write(&self, w: &mut Writer<'_>) {
        w.string(self);
    }
}

impl Codec for bool {
    fn read(p: &mut Parser<'_>) -> Read<Self> {
        match p.kind()? {
            Kind::Boolean => p.boolean(),
            _ => p.mismatch("a boolean"),
        }
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.raw(if *self { "true" } else { "false" });
    }
}

/// Reads the number at the cursor as an integer of 64 bits. Any spelling of an integral value is one: `1.0`, `1e2`, `-0`.
fn integer<T: FromStr + TryFrom<i128>>(p: &mut Parser<'_>, range: &str) -> Read<T> {
    p.peek()?;
    if let Some(value) = p.plain_integer() {
        if let Ok(value) = T::try_from(i128::from(value)) {
            return Ok(value);
        }
    }
    odd_integer(p, range)
}

/// An integer that is not just a few digits.
#[inline(never)]
fn odd_integer<T: FromStr + TryFrom<i128>>(p: &mut Parser<'_>, range: &str) -> Read<T> {
    if p.kind()? != Kind::Number {
        return p.mismatch("an integer");
    }
    let start = p.pos();
    let text = p.number()?;
    if let Ok(value) = text.parse() {
        return Ok(value);
    }
    let exact = Exact::of(text);
    if let Exact::Integer(value) = exact {
        if let Ok(value) = T::try_from(value) {
            return Ok(value);
        }
    }
    let (rule, wanted) = match exact {
        Exact::Fraction => ("type", String::new()),
        _ if text.starts_with('-') => ("minimum", format!(" {range}")),
        _ => ("maximum", format!(" {range}")),
    };
    p.fault(start, rule, format!("expected an integer{wanted}, found {}", quoted(text)));
    Err(Fail::Shape)
}

impl Codec for u64 {
    #[inline]
    fn read(p: &mut Parser<'_>) -> Read<Self> {
        integer(p, "from 0 to 2^64-1")
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.raw(itoa::Buffer::new().format(*self));
    }
}

impl Codec for i64 {
    #[inline]
    fn read(p: &mut Parser<'_>) -> Read<Self> {
        integer(p, "from -2^63 to 2^63-1")
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.raw(itoa::Buffer::new().format(*self));
    }
}

/// The number of a JSON number text: an exact integer where it fits 64 bits, else the nearest double.
pub(crate) fn number_of(text: &str) -> Option<Number> {
    let integral = !text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
    if integral && text != "-0" {
        if let Ok(value) = text.parse::<u64>() {
            return Some(value.into());
        }
        if let Ok(value) = text.parse::<i64>() {
            return Some(value.into());
        }
    }
    Number::from_f64(text.parse().ok()?)
}

impl Codec for Number {
    fn read(p: &mut Parser<'_>) -> Read<Self> {
        p.peek()?;
        if let Some(value) = p.plain_integer() {
            return Ok(value.into());
        }
        if p.kind()? != Kind::Number {
            return p.mismatch("a number");
        }
        let start = p.pos();
        let text = p.number()?;
        match number_of(text) {
            Some(number) => Ok(number),
            None => p.malformed(start, "a number is beyond the range of a double"),
        }
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.number(self);
    }
}

impl<T: Codec> Codec for Box<T> {
    fn read(p: &mut Parser<'_>) -> Read<Self> {
        T::read(p).map(Box::new)
    }

    fn write(&self, w: &mut Writer<'_>) {
        (**self).write(w);
    }
}

impl<T: Check> Check for Box<T> {
    fn check<'p>(&'p self, at: &mut Checker<'p>) {
        (**self).check(at);
    }
}

impl<T: Codec> Codec for Vec<T> {
    fn read(p: &mut Parser<'_>) -> Read<Self> {
        let mut list = Vec::new();
        p.elements(&mut |p| {
            list.push(T::read(p)?);
            Ok(())
        })?;
        Ok(list)
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.begin_array();
        for (index, value) in self.iter().enumerate() {
            if index > 0 {
                w.raw(",");
            }
            value.write(w);
        }
        w.end_array();
    }
}

impl<T: Check> Check for Vec<T> {
    fn check<'p>(&'p self, at: &mut Checker<'p>) {
        for (index, value) in self.iter().enumerate() {
            at.member(index, value);
        }
    }
}

/// An object whose member names are data: values of one type by name, in the order in which they came.
///
/// ```
/// use agentwire::Map;
///
/// let counters = Map::from([("turns", 2), ("toolCalls", 14)]);
/// assert_eq!(counters.get("turns"), Some(&2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Map<T>(Vec<(Name, T)>);

impl<T> Map<T> {
    /// An empty map.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of the member `name`.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| known.as_bytes() == name.as_bytes()).map(|(_, value)| value)
    }

    /// Sets the member `name`, in its old place if it has one, and gives the value it had.
    pub fn insert(&mut self, name: impl Into<String>, value: T) -> Option<T> {
        let name = Name::from(name.into());
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => Some(std::mem::replace(old, value)),
            None => {
                self.0.push((name, value));
                None
            }
        }
    }

    /// Takes the member `name` out.
    pub fn remove(&mut self, name: &str) -> Option<T> {
        let index = self.0.iter().position(|(known, _)| known.as_bytes() == name.as_bytes())?;
        Some(self.0.remove(index).1)
    }

    /// The members in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The member names in their order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The members with their names as they are kept.
    #[inline]
    pub(crate) fn members(&self) -> impl Iterator<Item = (&Name, &T)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    /// Adds a member whose name is known to be new.
    #[inline]
    pub(crate) fn push_new(&mut self, name: Cow<'_, str>, value: T) {
        if self.0.is_empty() {
            // Room for what most objects have, without growing; 512 bytes at most.
            self.0.reserve((512 / std::mem::size_of::<(Name, T)>()).clamp(1, 8));
        }
        self.0.push((name.into(), value));
    }
}

impl<T> Default for Map<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<N: Into<String>, T> FromIterator<(N, T)> for Map<T> {
    /// Collects members; of a repeated name the last value stays, in the place of the first.
    fn from_iter<I: IntoIterator<Item = (N, T)>>(members: I) -> Self {
        let mut index = std::collections::HashMap::new();
        let mut list: Vec<(Name, T)> = Vec::new();
        for (name, value) in members {
            let name = name.into();
            match index.get(&name) {
                Some(&at) => {
                    let entry: &mut (Name, T) = &mut list[at];
                    entry.1 = value;
                }
                None => {
                    index.insert(name.clone(), list.len());
                    list.push((name.into(), value));
                }
            }
        }
        Self(list)
    }
}

impl<T> IntoIterator for Map<T> {
    type Item = (String, T);
    type IntoIter = std::vec::IntoIter<(String, T)>;

    /// The members in their order.
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().map(|(name, value)| (name.into(), value)).collect::<Vec<_>>().into_iter()
    }
}

impl<N: Into<String>, T, const LEN: usize> From<[(N, T); LEN]> for Map<T> {
    /// Collects members; of a repeated name the last value stays, in the place of the first.
    fn from(members: [(N, T); LEN]) -> Self {
        members.into_iter().collect()
    }
}

impl<T: Codec> Codec for Map<T> {
    fn read(p: &mut Parser<'_>) -> Read<Self> {
        let mut map = Map::new();
        p.entries(&mut |name, p| {
            map.push_new(name, T::read(p)?);
            Ok(())
        })?;
        Ok(map)
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.begin_object();
        for (name, value) in self.members() {
            w.kept_name(name);
            value.write(w);
        }
        w.end_object();
    }
}

impl<T: Check> Check for Map<T> {
    fn check<'p>(&'p self, at: &mut Checker<'p>) {
        for (name, value) in self.iter() {
            at.member(name, value);
        }
    }
}

/// An optional member that may also be null: three states that mean three things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Presence<T> {
    /// The member is not there.
    #[default]
    Absent,
    /// The member is there, and null.
    Null,
    /// The member is there with a value.
    Value(T),
}

impl<T> Presence<T> {
    /// Whether the member is not there.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether the member is there and null.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value, if there is one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }
}

impl<T> From<T> for Presence<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl From<&str> for Presence<String> {
    fn from(text: &str) -> Self {
        Self::Value(text.to_owned())
    }
}

/// The constant `true`: the only value of a member whose presence is the message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct True;

impl Check for True {}

impl Codec for True {
    fn read(p: &mut Parser<'_>) -> Read<Self> {
        p.peek()?;
        let start = p.pos();
        if bool::read(p)? {
            return Ok(True);
        }
        p.fault(start, "const", "expected true, found false".to_owned());
        Err(Fail::Shape)
    }

    fn write(&self, w: &mut Writer<'_>) {
        w.raw("true");
    }
}

/// Makes a tuple struct of one field a value of its own on the wire.
macro_rules! newtype {
    ($name:ident($inner:ty)) => {
        impl $crate::wire::value::Codec for $name {
            fn read(p: &mut $crate::wire::parser::Parser<'_>) -> $crate::wire::parser::Read<Self> {
                <$inner as $crate::wire::value::Codec>::read(p).map(Self)
            }

            fn write(&self, w: &mut $crate::wire::writer::Writer<'_>) {
                $crate::wire::value::Codec::write(&self.0, w);
            }
        }

        $crate::wire::serde::impl_serde!($name);

        impl $crate::wire::node::Node for $name {
            fn each<'p>(&'p self, visit: &mut dyn FnMut($crate::wire::check::Step<'p>, $crate::wire::node::NodeRef<'p>)) {
                visit($crate::wire::check::Step::Here, &self.0);
            }
        }

        impl From<$inner> for $name {
            fn from(inner: $inner) -> Self {
                Self(inner)
            }
        }

        impl std::ops::Deref for $name {
            type Target = $inner;

            fn deref(&self) -> &$inner {
                &self.0
            }
        }
    };
}

/// Makes a tuple struct of one string an identifier: opaque text that is never parsed.
macro_rules! identifier {
    ($name:ident) => {
        impl $name {
            /// The identifier with this text, which may be anything.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl $crate::wire::value::Check for $name {}

        impl $crate::wire::node::Node for $name {}

        impl $crate::wire::value::Codec for $name {
            fn read(p: &mut $crate::wire::parser::Parser<'_>) -> $crate::wire::parser::Read<Self> {
                <String as $crate::wire::value::Codec>::read(p).map(Self)
            }

            fn write(&self, w: &mut $crate::wire::writer::Writer<'_>) {
                w.string(&self.0);
            }
        }

        $crate::wire::serde::impl_serde!($name);
    };
}

pub(crate) use {identifier, newtype};
