//! JSON that the protocol does not look into, kept as the text it came in.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::Serialize;

use super::object::Removed;
use super::parser::{Kind, Names, Parser, Read};
use super::value::{Check, Codec, Map};
use super::writer::Writer;
use crate::error::DecodeError;

/// Any JSON value, kept as text: member order, number spelling, blanks and null survive.
///
/// The text is known to be one well-formed JSON value: no repeated member name, no unpaired
/// surrogate, no number beyond a double, at most [`MAX_DEPTH`](crate::MAX_DEPTH) levels. Two values are equal when their
/// texts are.
///
/// ```
/// use agentwire::Json;
///
/// let json = Json::parse(r#"{"b": 1.0, "a": null}"#)?;
/// assert_eq!(json.as_str(), r#"{"b": 1.0, "a": null}"#);
/// assert!(Json::parse(r#"{"a":1,"\u0061":2}"#).is_err());
/// # Ok::<(), agentwire::DecodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Json(Box<str>);

impl Json {
    /// The JSON value `null`.
    pub fn null() -> Self {
        Self("null".into())
    }

    /// Takes a text that is one JSON value; blanks around it are dropped.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Syntax`](crate::DecodeErrorKind::Syntax) or `TooDeep`, with the byte offset.
    pub fn parse(text: &str) -> Result<Self, DecodeError> {
        crate::codec::read_text(text)
    }

    /// Keeps what `value` serializes to.
    ///
    /// # Errors
    /// What serde reports, and text that is not fit to be kept (see [`Json::parse`]).
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        let text = serde_json::to_string(value)?;
        Self::parse(&text).map_err(serde::ser::Error::custom)
    }

    /// Reads the text into any type of serde's.
    ///
    /// # Errors
    /// What serde reports: the text is JSON but need not be a `T`.
    pub fn deserialize<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.0)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The value's canonical text: members sorted (array indices by number, then by UTF-16 code units),
    /// numbers and strings as ECMAScript's `JSON.stringify` writes them, no blanks.
    pub fn canonical(&self) -> String {
        crate::canonical::canonical(self.0.as_bytes())
    }

    /// Whether the value is null.
    pub fn is_null(&self) -> bool {
        &*self.0 == "null"
    }

    /// The value as an object, if it is one.
    pub fn as_object(&self) -> Option<JsonObject> {
        (self.kind() == Kind::Object).then(|| JsonObject(self.clone()))
    }

    pub(crate) fn kind(&self) -> Kind {
        match self.0.as_bytes().first() {
            Some(b'"') => Kind::String,
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b't' | b'f') => Kind::Boolean,
            Some(b'n') => Kind::Null,
            _ => Kind::Number,
        }
    }

    /// The text with nothing but what it needs: for building from parts that are known to be JSON.
    pub(crate) fn trusted(text: String) -> Self {
        Self(text.into())
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::str::FromStr for Json {
    type Err = DecodeError;

    fn from_str(text: &str) -> Result<Self, DecodeError> {
        Self::parse(text)
    }
}

impl TryFrom<serde_json::Value> for Json {
    type Error = serde_json::Error;

    /// Fails only for a value that nests too deep.
    fn try_from(value: serde_json::Value) -> Result<Self, Self::Error> {
        Self::from_serialize(&value)
    }
}

macro_rules! from_plain {
    ($($type:ty),*) => {
        $(impl From<$type> for Json {
            fn from(value: $type) -> Self {
                let mut text = Vec::new();
                value.write(&mut Writer::new(&mut text));
                // The writer puts out UTF-8 only.
                Self::trusted(String::from_utf8(text).unwrap_or_default())
            }
        })*
    };
}
from_plain!(bool, u64, i64, serde_json::Number, String);

impl From<i32> for Json {
    fn from(value: i32) -> Self {
        i64::from(value).into()
    }
}

impl From<&str> for Json {
    /// The JSON string with this text; for JSON text see [`Json::parse`].
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl Check for Json {}

impl Codec for Json {
    #[inline]
    fn read(p: &mut Parser<'_>) -> Read<Self> {
        p.peek()?;
        let start = p.pos();
        p.skip()?;
        Ok(Self(p.text()[start..p.pos()].into()))
    }

    #[inline]
    fn write(&self, w: &mut Writer<'_>) {
        w.json(&self.0);
    }
}

/// Any JSON object, kept as text like [`Json`].
///
/// ```
/// use agentwire::JsonObject;
///
/// let object = JsonObject::parse(r#"{"path":"a.txt","limit":1e2}"#)?;
/// assert_eq!(object.get("limit").unwrap().as_str(), "1e2");
/// # Ok::<(), agentwire::DecodeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct JsonObject(Json);

impl JsonObject {
    /// The object without members.
    pub fn empty() -> Self {
        Self(Json("{}".into()))
    }

    /// Takes a text that is one JSON object.
    ///
    /// # Errors
    /// As [`Json::parse`], and [`DecodeErrorKind::Shape`](crate::DecodeErrorKind::Shape) for another JSON type.
    pub fn parse(text: &str) -> Result<Self, DecodeError> {
        crate::codec::read_text(text)
    }

    /// Keeps what `value` serializes to, which has to be an object.
    ///
    /// # Errors
    /// As [`Json::from_serialize`].
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        let text = serde_json::to_string(value)?;
        Self::parse(&text).map_err(serde::ser::Error::custom)
    }

    /// Reads the text into any type of serde's.
    ///
    /// # Errors
    /// What serde reports: the text is an object but need not be a `T`.
    pub fn deserialize<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        self.0.deserialize()
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The object as any JSON value.
    pub fn as_json(&self) -> &Json {
        &self.0
    }

    /// The member `name`. Reads the text up to it.
    pub fn get(&self, name: &str) -> Option<Json> {
        let mut p = Parser::new(self.as_str(), Default::default());
        // The text was read before, so nothing can fail.
        p.enter().ok()?;
        let mut first = true;
        while p.another(b'}', first).ok()? {
            first = false;
            if p.member_name().ok()? == name {
                return Json::read(&mut p).ok();
            }
            p.skip().ok()?;
        }
        None
    }

    /// Takes the members of `other` over, key by key: a member that is there gets the new value in its old
    /// place, the others come last. Values are replaced whole, null like any other, and their text is kept.
    ///
    /// ```
    /// use agentwire::JsonObject;
    ///
    /// let mut object = JsonObject::parse(r#"{"a":{"deep":1},"b":[1.0]}"#)?;
    /// object.merge(&JsonObject::parse(r#"{"c":null,"a":{"else":2}}"#)?);
    /// assert_eq!(object.as_str(), r#"{"a":{"else":2},"b":[1.0],"c":null}"#);
    /// # Ok::<(), agentwire::DecodeError>(())
    /// ```
    pub fn merge(&mut self, other: &Self) {
        let new = other.members();
        if !new.is_empty() {
            *self = self.members().into_iter().chain(new).collect();
        }
    }

    /// All members, in their order. Reads the whole text.
    pub fn members(&self) -> Map<Json> {
        let mut p = Parser::new(self.as_str(), Default::default());
        Map::read(&mut p).unwrap_or_default()
    }
}

/// ```
/// use agentwire::{Json, JsonObject};
///
/// let object = JsonObject::from_iter([("command", Json::from("ls")), ("timeout", 30.into())]);
/// assert_eq!(object.as_str(), r#"{"command":"ls","timeout":30}"#);
/// ```
impl<N: Into<String>, V: Into<Json>> FromIterator<(N, V)> for JsonObject {
    /// Collects members; of a repeated name the last value stays, in the place of the first.
    fn from_iter<I: IntoIterator<Item = (N, V)>>(members: I) -> Self {
        let mut text = Vec::new();
        let members: Map<Json> = members.into_iter().map(|(name, value)| (name, value.into())).collect();
        members.write(&mut Writer::new(&mut text));
        Self(Json::trusted(String::from_utf8(text).unwrap_or_default()))
    }
}

impl Default for JsonObject {
    /// [`JsonObject::empty`].
    fn default() -> Self {
        Self::empty()
    }
}

impl TryFrom<Json> for JsonObject {
    type Error = DecodeError;

    /// Fails for another JSON type.
    fn try_from(json: Json) -> Result<Self, DecodeError> {
        match json.kind() {
            Kind::Object => Ok(Self(json)),
            // For the error.
            _ => Self::parse(json.as_str()),
        }
    }
}

impl TryFrom<serde_json::Value> for JsonObject {
    type Error = serde_json::Error;

    /// Fails for another JSON type, and for a value that nests too deep.
    ///
    /// ```
    /// use agentwire::JsonObject;
    /// use serde_json::json;
    ///
    /// let object = JsonObject::try_from(json!({ "command": "ls" }))?;
    /// assert_eq!(object.as_str(), r#"{"command":"ls"}"#);
    /// assert!(JsonObject::try_from(json!(["ls"])).is_err());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    fn try_from(value: serde_json::Value) -> Result<Self, Self::Error> {
        Self::from_serialize(&value)
    }
}

impl From<JsonObject> for Json {
    fn from(object: JsonObject) -> Self {
        object.0
    }
}

impl fmt::Debug for JsonObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for JsonObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::str::FromStr for JsonObject {
    type Err = DecodeError;

    fn from_str(text: &str) -> Result<Self, DecodeError> {
        Self::parse(text)
    }
}

impl Check for JsonObject {}

impl Codec for JsonObject {
    #[inline]
    fn read(p: &mut Parser<'_>) -> Read<Self> {
        if p.peek()? != b'{' {
            return p.mismatch("an object");
        }
        Json::read(p).map(Self)
    }

    #[inline]
    fn write(&self, w: &mut Writer<'_>) {
        self.0.write(w);
    }
}

/// The members of an open object that its type does not know, in the order in which they came.
/// They are written back after the known ones.
pub type Extra = Map<Json>;

/// Unknown members of an object while it is read: kept, removed or refused.
pub(crate) struct Unknown<'a> {
    names: Names<'a>,
    pub(crate) extra: Extra,
}

impl<'a> Unknown<'a> {
    pub(crate) fn new(p: &Parser<'a>) -> Self {
        Self { names: Names::new(p), extra: Extra::new() }
    }

    /// Reads the value of the member `name`, whose name began at `at`. Tells whether it is fine to go on.
    pub(crate) fn read(
        &mut self,
        p: &mut Parser<'a>,
        at: usize,
        name: std::borrow::Cow<'a, str>,
        (open, removed): (bool, Removed),
    ) -> Read<bool> {
        use super::object::instead;
        use super::parser::quoted;
        use crate::error::NoteKind;

        self.names.add(p, at, &name)?;
        p.peek()?;
        let start = p.pos();
        if open {
            let value = Json::read(p)?;
            self.extra.push_new(name, value);
            return Ok(true);
        }
        p.skip()?;
        if p.mode.tolerant {
            p.set_aside(
                start,
                NoteKind::UnknownMember,
                format!("the member {} is not known{}; removed", quoted(&name), instead(removed, &name)),
            );
            return Ok(true);
        }
        p.fault(start, "unknown-member", format!("the member {} does not belong here{}", quoted(&name), instead(removed, &name)));
        Ok(false)
    }

    pub(crate) fn close(self, p: &mut Parser<'a>) -> Extra {
        self.names.close(p);
        self.extra
    }
}

super::serde::impl_serde!(Json);
super::serde::impl_serde!(JsonObject);
