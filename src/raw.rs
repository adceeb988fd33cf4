//! Messages that are passed on: seen to be JSON with a known tag, and read no further.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use crate::codec::{decode_text, malformed, utf8, Message};
use crate::error::DecodeError;
use crate::wire::object::name_of;
use crate::wire::parser::{Parser, Read};
use crate::wire::union::find_tags;
use crate::wire::value::Tagged;
use crate::{Revision, Wire};

/// One message of type `T` as text: known to be well-formed JSON with a tag that `T` knows, not decoded.
///
/// For routers and logs, which must not pay for a full decode and must forward the text unchanged.
///
/// ```
/// use agentwire::{ahp, Raw};
///
/// let bytes = br#"{"type":"tool.before","id":"evt-1","path":"native","call":{"id":"c1"}}"#;
/// let raw = Raw::<ahp::Event>::new(bytes)?;
/// assert_eq!(raw.tag(), "tool.before");
/// assert_eq!(raw.get::<String>("path")?.as_deref(), Some("native"));
/// assert_eq!(raw.as_str().as_bytes(), bytes);
/// assert!(raw.decode().is_err(), "the event lacks members, which only decoding finds");
/// # Ok::<(), agentwire::DecodeError>(())
/// ```
pub struct Raw<'a, T> {
    text: Cow<'a, str>,
    tag: &'static str,
    of: PhantomData<fn() -> T>,
}

impl<'a, T: Tagged + Message> Raw<'a, T> {
    /// Takes the bytes of one message.
    ///
    /// # Errors
    /// `Syntax` or `TooDeep` if they are not one JSON text, `Shape` if that is no object or its tag no
    /// string, `MissingTag`, and `UnknownTag` for a tag that `T` does not know.
    pub fn new(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let text = utf8(bytes)?;
        let mut p = Parser::new(text, Default::default());
        match seen::<T>(&mut p) {
            Ok(tag) => Ok(Self { text: Cow::Borrowed(text), tag, of: PhantomData }),
            Err(_) => Err(malformed(&mut p, Some(T::TAG))),
        }
    }

    /// Looks for the tag at the beginning of a message and reads no further: not even whether the rest is
    /// JSON. `None` if no tag is found.
    ///
    /// Where the tag comes first, as this crate writes it, the cost does not depend on the message's length.
    ///
    /// ```
    /// use agentwire::{ag_ui, Raw};
    ///
    /// let tag = Raw::<ag_ui::Event>::peek(br#"{"type":"STATE_SNAPSHOT","snapshot":{ and much more"#);
    /// assert_eq!(tag.as_deref(), Some("STATE_SNAPSHOT"));
    /// ```
    pub fn peek(bytes: &[u8]) -> Option<Cow<'_, str>> {
        const FIRST: usize = 384;
        let mut length = FIRST;
        loop {
            let part = &bytes[..bytes.len().min(length)];
            // A part may end within a character.
            let text = match simdutf8::compat::from_utf8(part) {
                Ok(text) => text,
                Err(error) => std::str::from_utf8(&part[..error.valid_up_to()]).unwrap_or_default(),
            };
            let mut p = Parser::new(text, Default::default());
            if let Ok(tags) = find_tags(&mut p, [T::TAG]) {
                if let Some(tag) = tags.into_first() {
                    return Some(tag);
                }
            }
            if length >= bytes.len() {
                return None;
            }
            length *= 8;
        }
    }

    /// Keeps the text beyond the life of the bytes.
    pub fn into_owned(self) -> Raw<'static, T> {
        Raw { text: Cow::Owned(self.text.into_owned()), tag: self.tag, of: PhantomData }
    }

    /// The message's tag.
    pub fn tag(&self) -> &'static str {
        self.tag
    }

    /// The text, as it came.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Reads one member of the message; the text is read up to it.
    ///
    /// # Errors
    /// As [`Wire::decode`](crate::Wire::decode), if the member is there and not a valid `U`. Paths begin at the member.
    pub fn get<U: Wire>(&self, member: &str) -> Result<Option<U>, DecodeError> {
        let mut p = Parser::new(&self.text, Default::default());
        match locate(&mut p, member) {
            Ok(Some((start, end))) => U::decode(self.text[start..end].as_bytes()).map(Some),
            // The text was read before, so that nothing else can happen.
            _ => Ok(None),
        }
    }

    /// Decodes the message: its shape and every rule.
    ///
    /// # Errors
    /// As [`Wire::decode`](crate::Wire::decode).
    pub fn decode(&self) -> Result<T, DecodeError> {
        decode_text(&self.text, Revision::Draft)
    }
}

/// Reads the tag, then walks over the message.
fn seen<T: Tagged>(p: &mut Parser<'_>) -> Read<&'static str> {
    let tags = find_tags(p, [T::TAG])?;
    let known = tags.values()[0].and_then(|tag| T::TAGS.iter().find(|known| **known == tag));
    match known {
        Some(tag) => {
            p.skip()?;
            p.end()?;
            Ok(tag)
        }
        None => tags.no_variant(p, [T::TAGS], T::REMOVED),
    }
}

/// Where the value of `member` stands.
fn locate(p: &mut Parser<'_>, member: &str) -> Read<Option<(usize, usize)>> {
    p.peek()?;
    p.enter()?;
    let mut first = true;
    while p.another(b'}', first)? {
        first = false;
        let found = p.member_name()? == member;
        p.peek()?;
        let start = p.pos();
        p.skip()?;
        if found {
            return Ok(Some((start, p.pos())));
        }
    }
    Ok(None)
}

impl<T> Clone for Raw<'_, T> {
    fn clone(&self) -> Self {
        Self { text: self.text.clone(), tag: self.tag, of: PhantomData }
    }
}

impl<T> fmt::Display for Raw<'_, T> {
    /// The text, as it came.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<T: Tagged> fmt::Debug for Raw<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Raw").field(name_of(T::TAG), &self.tag).field("bytes", &self.text.len()).finish()
    }
}
