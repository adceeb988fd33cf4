//! The one reader: a cursor over JSON text that typed values pull from.
//!
//! It records faults with the byte offset alone; the JSON pointers are worked out from the offsets
//! afterwards ([`super::pointer`]), so that a valid message pays nothing for them. After a fault of
//! shape the value is skipped and reading goes on: a message gets all its faults at once.

use std::borrow::Cow;
use std::collections::HashSet;
use std::convert::Infallible;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher, RandomState};

use super::scan::{plain_until, room_for_string};
use crate::error::{NoteKind, MAX_VIOLATIONS};

/// Levels of nesting that are read: an object or array at this depth is still taken, one more is refused.
pub const MAX_DEPTH: u32 = 128;

/// How many notes one tolerant decode keeps; what comes after is counted.
pub(crate) const MAX_NOTES: usize = 256;

/// Why a value was not read. What is wrong is in the parser's faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fail {
    /// The text is malformed: nothing after this can be read.
    Syntax,
    /// The value has the wrong shape; the cursor stands behind it.
    Shape,
    /// Tolerant decoding met a tag or value it does not know; the cursor stands behind the value,
    /// and whoever can do without it removes it.
    Unrecognised,
}

pub(crate) type Read<T> = Result<T, Fail>;

/// Stands for the value of a read that always fails, whatever value was asked for.
pub(crate) fn never<T>(value: Infallible) -> T {
    match value {}
}

/// A fault, placed by offset.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) offset: usize,
    pub(crate) rule: &'static str,
    pub(crate) message: String,
}

/// Something set aside, placed by offset.
#[derive(Clone, Debug)]
pub(crate) struct Aside {
    pub(crate) offset: usize,
    /// Where the value ends.
    pub(crate) end: usize,
    pub(crate) kind: NoteKind,
    pub(crate) message: String,
    /// Where the reason stands, if that is further within.
    pub(crate) cause: Option<usize>,
}

/// How forgiving the reader is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mode {
    /// Set unknown material aside instead of refusing it.
    pub(crate) tolerant: bool,
    /// Read null in an optional member as absent.
    pub(crate) null_as_absent: bool,
}

/// JSON types as the first byte of a value tells them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
}

impl Kind {
    fn article(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

pub struct Parser<'a> {
    text: &'a str,
    pos: usize,
    depth: u32,
    pub(crate) mode: Mode,
    pub(crate) faults: Vec<Fault>,
    pub(crate) faults_omitted: usize,
    pub(crate) asides: Vec<Aside>,
    pub(crate) asides_omitted: usize,
    /// What the last `Fail::Unrecognised` was about.
    unrecognised: Option<Box<Aside>>,
    pub(crate) too_deep: bool,
    /// Names of the objects that are open, innermost last; see [`Names`].
    names: Stack<'a>,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str, mode: Mode) -> Self {
        Self {
            text,
            pos: 0,
            depth: 0,
            mode,
            faults: Vec::new(),
            faults_omitted: 0,
            asides: Vec::new(),
            asides_omitted: 0,
            unrecognised: None,
            too_deep: false,
            names: Stack::default(),
        }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    pub(crate) fn pos(&self) -> usize {
        self.pos
    }

    /// Goes back to a place in the container that is being read.
    pub(crate) fn rewind(&mut self, pos: usize) {
        self.pos = pos;
    }

    /// Runs `look` and comes back to where the cursor was, for reading the value with more knowledge.
    #[inline]
    pub(crate) fn look_ahead<T>(&mut self, look: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let (pos, depth, names) = (self.pos, self.depth, self.names.len);
        let seen = look(self);
        if !matches!(seen, Err(Fail::Syntax)) {
            self.pos = pos;
            self.depth = depth;
            self.names.truncate(names);
        }
        seen
    }

    #[inline(always)]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.pos).copied()
    }

    // ---- faults -------------------------------------------------------------------------------

    #[cold]
    pub(crate) fn fault(&mut self, offset: usize, rule: &'static str, message: String) {
        if self.faults.len() < MAX_VIOLATIONS {
            self.faults.push(Fault { offset, rule, message });
        } else {
            self.faults_omitted += 1;
        }
    }

    #[cold]
    pub(crate) fn set_aside(&mut self, offset: usize, kind: NoteKind, message: String) {
        if self.asides.len() < MAX_NOTES {
            self.asides.push(Aside { offset, end: self.pos, kind, message, cause: None });
        } else {
            self.asides_omitted += 1;
        }
    }

    /// Records that the text is malformed. It replaces what was found before: a malformed text has
    /// no shape to speak of.
    #[cold]
    pub(crate) fn malformed<T>(&mut self, offset: usize, message: impl Into<String>) -> Read<T> {
        self.faults.clear();
        self.faults_omitted = 0;
        self.faults.push(Fault { offset, rule: "malformed", message: message.into() });
        Err(Fail::Syntax)
    }

    #[cold]
    fn unexpected<T>(&mut self, expected: &str) -> Read<T> {
        self.unexpected_text(expected).map(never)
    }

    fn unexpected_text(&mut self, expected: &str) -> Read<Infallible> {
        let found = match self.text[self.pos..].chars().next() {
            None => "the text ends".to_owned(),
            Some('\u{feff}') => "found a byte order mark".to_owned(),
            Some(other) => format!("found {other:?}"),
        };
        self.malformed(self.pos, format!("expected {expected}, {found}"))
    }

    /// The value at the cursor has the wrong type: records it, and skips the value.
    #[cold]
    pub(crate) fn mismatch<T>(&mut self, expected: &str) -> Read<T> {
        self.mismatched(expected).map(never)
    }

    fn mismatched(&mut self, expected: &str) -> Read<Infallible> {
        let kind = self.kind()?;
        let start = self.pos;
        self.skip()?;
        let found = match kind {
            Kind::Number | Kind::Boolean => format!("{} {}", kind.article(), quoted(&self.text[start..self.pos])),
            _ => kind.article().to_owned(),
        };
        self.fault(start, "type", format!("expected {expected}, found {found}"));
        Err(Fail::Shape)
    }

    /// The value from `start` on was read and means nothing that this crate knows.
    #[cold]
    pub(crate) fn unknown<T>(&mut self, start: usize, rule: &'static str, message: String) -> Read<T> {
        Err(self.unknown_value(start, rule, message))
    }

    fn unknown_value(&mut self, start: usize, rule: &'static str, message: String) -> Fail {
        if !self.mode.tolerant {
            self.fault(start, rule, message);
            return Fail::Shape;
        }
        let kind = if rule == "unknown-tag" { NoteKind::UnknownVariant } else { NoteKind::UnknownValue };
        self.unrecognised = Some(Box::new(Aside { offset: start, end: self.pos, kind, message, cause: None }));
        Fail::Unrecognised
    }

    /// Somebody can do without the unrecognised value: the note says that what begins at `offset` was removed.
    /// What had been set aside within it went with it and is not noted.
    #[cold]
    pub(crate) fn removed(&mut self, offset: usize) {
        while self.asides.last().is_some_and(|inner| inner.offset > offset) {
            self.asides.pop();
        }
        if let Some(aside) = self.unrecognised.take() {
            self.set_aside(offset, aside.kind, format!("{}; removed", aside.message));
            if let Some(last) = self.asides.last_mut().filter(|last| last.offset == offset) {
                last.cause = Some(aside.offset).filter(|cause| *cause != offset);
            }
        }
    }

    pub(crate) fn take_unrecognised(&mut self) -> Option<Box<Aside>> {
        self.unrecognised.take()
    }

    /// Puts the reason back for whoever is asked next to do without the value.
    #[cold]
    pub(crate) fn put_back(&mut self, reason: Option<Box<Aside>>) -> Fail {
        self.unrecognised = reason;
        Fail::Unrecognised
    }

    // ---- tokens -------------------------------------------------------------------------------

    /// First byte of the next token; the cursor moves to it.
    #[inline(always)]
    pub(crate) fn peek(&mut self) -> Read<u8> {
        loop {
            match self.byte() {
                Some(b' ' | b'\n' | b'\t' | b'\r') => self.pos += 1,
                Some(byte) => return Ok(byte),
                None => return self.unexpected("a value"),
            }
        }
    }

    /// JSON type of the next value; the cursor moves to its first byte.
    #[inline]
    pub(crate) fn kind(&mut self) -> Read<Kind> {
        Ok(match self.peek()? {
            b'"' => Kind::String,
            b'{' => Kind::Object,
            b'[' => Kind::Array,
            b'-' | b'0'..=b'9' => Kind::Number,
            b't' | b'f' => Kind::Boolean,
            b'n' => Kind::Null,
            _ => return self.unexpected("a value"),
        })
    }

    /// The value, if it was read and is all there is. Where it is malformed, what follows the fault is not more text.
    #[inline]
    pub(crate) fn finish<T>(&mut self, value: Read<T>) -> Read<T> {
        if !matches!(value, Err(Fail::Syntax)) {
            self.end()?;
        }
        value
    }

    pub(crate) fn end(&mut self) -> Read<()> {
        while let Some(byte) = self.byte() {
            if !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                return self.malformed(self.pos, "there is more text after the value");
            }
            self.pos += 1;
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn word(&mut self, word: &'static str) -> Read<()> {
        if self.text.as_bytes()[self.pos..].starts_with(word.as_bytes()) {
            self.pos += word.len();
            Ok(())
        } else {
            self.no_word(word).map(never)
        }
    }

    #[cold]
    fn no_word(&mut self, word: &str) -> Read<Infallible> {
        let found: String = self.text[self.pos..].chars().take_while(|letter| letter.is_alphanumeric()).take(41).collect();
        self.malformed(self.pos, format!("expected `{word}`, found {}", quoted(&found)))
    }

    /// Reads the string at the cursor, which stands at its opening quote.
    #[inline]
    pub(crate) fn string(&mut self) -> Read<Cow<'a, str>> {
        let start = self.pos + 1;
        let stop = plain_until(self.text.as_bytes(), start);
        if self.text.as_bytes().get(stop) == Some(&b'"') {
            self.pos = stop + 1;
            return Ok(Cow::Borrowed(&self.text[start..stop]));
        }
        self.escaped_string(start, stop).map(Cow::Owned)
    }

    fn escaped_string(&mut self, start: usize, first: usize) -> Read<String> {
        let bytes = self.text.as_bytes();
        // Unescaped, the string is no longer than it is here.
        let mut out = String::with_capacity(room_for_string(bytes, start, first));
        let mut from = start;
        let mut stop = first;
        loop {
            out.push_str(&self.text[from..stop]);
            self.pos = stop;
            match bytes.get(stop) {
                Some(b'"') => {
                    self.pos = stop + 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                Some(_) => return self.malformed(stop, "a control character in a string has to be escaped"),
                None => return self.unexpected("the end of a string"),
            }
            from = self.pos;
            stop = plain_until(bytes, from);
        }
    }

    /// Reads one escape; the cursor stands at the backslash.
    fn escape(&mut self) -> Read<char> {
        let start = self.pos;
        self.pos += 2;
        Ok(match self.text.as_bytes().get(start + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let unit = self.hex4(start)?;
                let code = match unit {
                    0xd800..=0xdbff => {
                        if !self.text.as_bytes()[self.pos..].starts_with(b"\\u") {
                            return self.malformed(start, "an unpaired surrogate in a string");
                        }
                        self.pos += 2;
                        let low = self.hex4(start)?;
                        if !(0xdc00..=0xdfff).contains(&low) {
                            return self.malformed(start, "an unpaired surrogate in a string");
                        }
                        0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
                    }
                    other => other,
                };
                match char::from_u32(code) {
                    Some(character) => character,
                    None => return self.malformed(start, "an unpaired surrogate in a string"),
                }
            }
            _ => return self.malformed(start, "an unknown escape in a string"),
        })
    }

    fn hex4(&mut self, escape: usize) -> Read<u32> {
        let digits = self.text.as_bytes().get(self.pos..self.pos + 4);
        let mut unit = 0;
        for &digit in digits.unwrap_or(b"!") {
            match char::from(digit).to_digit(16) {
                Some(value) => unit = unit * 16 + value,
                None => return self.malformed(escape, "\\u needs four hexadecimal digits"),
            }
        }
        self.pos += 4;
        Ok(unit)
    }

    /// Reads the number at the cursor if it is nothing but digits, few enough for any integer type of 64
    /// bits; else leaves it.
    #[inline]
    pub(crate) fn plain_integer(&mut self) -> Option<u64> {
        const FEW: usize = 18;
        let ahead = self.text.as_bytes().get(self.pos..)?;
        let mut value = 0;
        let mut at = 0;
        while let Some(digit @ b'0'..=b'9') = ahead.get(at) {
            value = value * 10 + u64::from(digit - b'0');
            at += 1;
            if at > FEW {
                return None;
            }
        }
        let more = matches!(ahead.get(at), Some(b'.' | b'e' | b'E'));
        if at == 0 || more || (at > 1 && ahead[0] == b'0') {
            return None;
        }
        self.pos += at;
        Some(value)
    }

    /// Reads the number at the cursor and gives its text. Refuses what no double can hold.
    #[inline]
    pub(crate) fn number(&mut self) -> Read<&'a str> {
        let bytes = self.text.as_bytes();
        let start = self.pos;
        let mut at = start + usize::from(bytes[start] == b'-');
        let digits = at;
        while matches!(bytes.get(at), Some(b'0'..=b'9')) {
            at += 1;
        }
        if at == digits || (bytes[digits] == b'0' && at > digits + 1) {
            return self.malformed(start, "a number has a part without digits or a leading zero");
        }
        let plain = at - digits;
        if bytes.get(at) == Some(&b'.') {
            at = self.digits(start, at + 1)?;
        }
        if matches!(bytes.get(at), Some(b'e' | b'E')) {
            at += 1;
            at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
            at = self.digits(start, at)?;
        } else if plain <= 308 {
            self.pos = at;
            return Ok(&self.text[start..at]);
        }
        let text = &self.text[start..at];
        if text.parse::<f64>().is_ok_and(f64::is_finite) {
            self.pos = at;
            return Ok(text);
        }
        self.malformed(start, "a number is beyond the range of a double")
    }

    fn digits(&mut self, start: usize, from: usize) -> Read<usize> {
        let bytes = self.text.as_bytes();
        let mut at = from;
        while matches!(bytes.get(at), Some(b'0'..=b'9')) {
            at += 1;
        }
        if at == from {
            return self.malformed(start, "a number has a part without digits or a leading zero");
        }
        Ok(at)
    }

    pub(crate) fn boolean(&mut self) -> Read<bool> {
        if self.byte() == Some(b't') {
            self.word("true").map(|()| true)
        } else {
            self.word("false").map(|()| false)
        }
    }

    // ---- containers ---------------------------------------------------------------------------

    /// Goes into the object or array at the cursor.
    #[inline]
    pub(crate) fn enter(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.too_deep = true;
            return self.malformed(self.pos, format!("the text nests deeper than {MAX_DEPTH} levels"));
        }
        self.pos += 1;
        Ok(())
    }

    #[inline]
    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Whether another element follows in the container that `close` ends. Eats the comma, or the
    /// closing byte and the level with it.
    #[inline(always)]
    pub(crate) fn another(&mut self, close: u8, first: bool) -> Read<bool> {
        // Compact text, as programs write it, needs no more than this.
        let bytes = self.text.as_bytes();
        match bytes.get(self.pos) {
            Some(b',') if !first && bytes.get(self.pos + 1).is_some_and(|next| *next > b' ' && *next != close) => {
                self.pos += 1;
                Ok(true)
            }
            Some(byte) if *byte == close => {
                self.pos += 1;
                self.leave();
                Ok(false)
            }
            Some(b'"' | b'{') if first => Ok(true),
            _ => self.another_of_any_text(close, first),
        }
    }

    #[inline(never)]
    fn another_of_any_text(&mut self, close: u8, first: bool) -> Read<bool> {
        let byte = self.peek()?;
        if byte == close {
            self.pos += 1;
            self.leave();
            return Ok(false);
        }
        if first {
            return Ok(true);
        }
        if byte != b',' {
            return self.unexpected(if close == b'}' { "`,` or `}`" } else { "`,` or `]`" });
        }
        self.pos += 1;
        if self.peek()? == close {
            return self.unexpected("an element after the comma");
        }
        Ok(true)
    }

    /// Walks over the array at the cursor, and hands each element to `element`.
    pub(crate) fn elements(&mut self, element: &mut dyn FnMut(&mut Self) -> Read<()>) -> Read<()> {
        if self.peek()? != b'[' {
            return self.mismatch("an array");
        }
        self.enter()?;
        let (mut first, mut broken) = (true, false);
        while self.another(b']', first)? {
            first = false;
            self.peek()?;
            let start = self.pos;
            let read = element(self);
            self.without(start, read, &mut broken)?;
        }
        if broken {
            return Err(Fail::Shape);
        }
        Ok(())
    }

    /// Walks over the object at the cursor, whose names are data, and hands each member to `entry`.
    pub(crate) fn entries(&mut self, entry: &mut dyn FnMut(Cow<'a, str>, &mut Self) -> Read<()>) -> Read<()> {
        if self.peek()? != b'{' {
            return self.mismatch("an object");
        }
        self.enter()?;
        let mut names = Names::new(self);
        let (mut first, mut broken) = (true, false);
        while self.another(b'}', first)? {
            first = false;
            let at = self.pos;
            let name = self.member_name()?;
            names.add(self, at, &name)?;
            self.peek()?;
            let start = self.pos;
            let read = entry(name, self);
            self.without(start, read, &mut broken)?;
        }
        names.close(self);
        if broken {
            return Err(Fail::Shape);
        }
        Ok(())
    }

    /// Takes note of how the reading of an element went, which began at `start`: a list can do without one.
    #[inline]
    fn without(&mut self, start: usize, read: Read<()>, broken: &mut bool) -> Read<()> {
        match read {
            Ok(()) => {}
            Err(Fail::Unrecognised) => self.removed(start),
            Err(Fail::Shape) => *broken = true,
            Err(Fail::Syntax) => return Err(Fail::Syntax),
        }
        Ok(())
    }

    /// If the member at the cursor is written as `key` (quotes and colon included), eats it.
    #[inline(always)]
    pub(crate) fn eat_key(&mut self, key: &str) -> bool {
        let (key, ahead) = (key.as_bytes(), &self.text.as_bytes()[self.pos..]);
        // The first byte of the name and the quote behind it tell most names apart without a comparison.
        let likely = ahead.get(1) == key.get(1) && ahead.get(key.len().wrapping_sub(2)) == Some(&b'"');
        let found = likely && ahead.starts_with(key);
        if found {
            self.pos += key.len();
        }
        found
    }

    /// Reads a member name and its colon; the cursor stands at the name.
    #[inline(always)]
    pub(crate) fn member_name(&mut self) -> Read<Cow<'a, str>> {
        if self.peek()? != b'"' {
            return self.unexpected("a member name");
        }
        let name = self.string()?;
        if self.byte() == Some(b':') {
            self.pos += 1;
            return Ok(name);
        }
        if self.peek()? != b':' {
            return self.unexpected("`:`");
        }
        self.pos += 1;
        Ok(name)
    }

    /// Walks over the value at the cursor, checking all that makes a text malformed.
    pub(crate) fn skip(&mut self) -> Read<()> {
        match self.peek()? {
            b'"' => self.skip_string(),
            b'{' => self.skip_object(),
            b'[' => self.skip_array(),
            b'-' | b'0'..=b'9' => match self.plain_integer() {
                Some(_) => Ok(()),
                None => self.number().map(drop),
            },
            b't' | b'f' => self.boolean().map(drop),
            b'n' => self.word("null"),
            _ => self.unexpected("a value"),
        }
    }

    #[inline]
    fn skip_string(&mut self) -> Read<()> {
        let mut at = self.pos + 1;
        loop {
            at = plain_until(self.text.as_bytes(), at);
            match self.text.as_bytes().get(at) {
                Some(b'"') => {
                    self.pos = at + 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.pos = at;
                    self.escape()?;
                    at = self.pos;
                }
                Some(_) => return self.malformed(at, "a control character in a string has to be escaped"),
                None => {
                    self.pos = at;
                    return self.unexpected("the end of a string");
                }
            }
        }
    }

    fn skip_array(&mut self) -> Read<()> {
        self.enter()?;
        let mut first = true;
        while self.another(b']', first)? {
            first = false;
            self.skip()?;
        }
        Ok(())
    }

    fn skip_object(&mut self) -> Read<()> {
        self.enter()?;
        let mut names = Names::new(self);
        let mut first = true;
        while self.another(b'}', first)? {
            first = false;
            let at = self.pos;
            let name = self.member_name()?;
            names.add(self, at, &name)?;
            self.skip()?;
        }
        names.close(self);
        Ok(())
    }

    #[cold]
    pub(crate) fn repeated<T>(&mut self, at: usize, name: &str) -> Read<T> {
        self.malformed(at, format!("the member name {} is repeated in one object", quoted(name)))
    }
}

/// Member names of the objects that are open, innermost last: the first few in place, so that most
/// messages are read without an allocation for them.
#[derive(Default)]
struct Stack<'a> {
    few: [&'a str; FEW_NAMES],
    more: Vec<&'a str>,
    len: usize,
}

/// How many names a [`Stack`] has in place.
const FEW_NAMES: usize = 16;

impl<'a> Stack<'a> {
    #[inline]
    fn push(&mut self, name: &'a str) {
        match self.few.get_mut(self.len) {
            Some(place) => *place = name,
            None => self.more.push(name),
        }
        self.len += 1;
    }

    #[inline]
    fn truncate(&mut self, len: usize) {
        self.len = len;
        if !self.more.is_empty() {
            self.more.truncate(len.saturating_sub(FEW_NAMES));
        }
    }

    /// The names from the one at `base` on.
    fn above(&self, base: usize) -> impl Iterator<Item = &'a str> + '_ {
        let few = self.few.get(base..self.len.min(FEW_NAMES)).unwrap_or_default();
        few.iter().chain(self.more.iter().skip(base.saturating_sub(FEW_NAMES))).copied()
    }
}

/// The member names met in one object, to find a repetition in constant time a name.
///
/// Names are kept on the parser's stack; a small filter spares most comparisons, and an object of
/// many names moves to a hash set, so that a hostile object costs no more than its length.
pub(crate) struct Names<'a> {
    base: usize,
    filter: u64,
    many: Option<Box<Many<'a>>>,
}

impl<'a> Names<'a> {
    const FEW: usize = 32;

    #[inline]
    pub(crate) fn new(p: &Parser<'a>) -> Self {
        Self { base: p.names.len, filter: 0, many: None }
    }

    // A name that borrows from the text is kept as it is: its lifetime is what the reference to the `Cow` carries.
    #[allow(clippy::ptr_arg)]
    #[inline(always)]
    pub(crate) fn add(&mut self, p: &mut Parser<'a>, at: usize, name: &Cow<'a, str>) -> Read<()> {
        let Cow::Borrowed(plain) = *name else { return self.add_to_many(p, at, name) };
        let bit = 1 << (Self::hash(plain.as_bytes()) & 63);
        if self.many.is_some() || p.names.len - self.base == Self::FEW {
            return self.add_to_many(p, at, name);
        }
        if self.filter & bit != 0 && p.names.above(self.base).any(|known| known == plain) {
            return p.repeated(at, plain);
        }
        self.filter |= bit;
        p.names.push(plain);
        Ok(())
    }

    /// Adds a name that has no place on the stack: it is written with escapes, or one of many.
    #[allow(clippy::ptr_arg)]
    fn add_to_many(&mut self, p: &mut Parser<'a>, at: usize, name: &Cow<'a, str>) -> Read<()> {
        let many = self.many.get_or_insert_with(|| Box::new(Many::of(p.names.above(self.base))));
        let new = match name {
            Cow::Borrowed(plain) => many.add(plain),
            Cow::Owned(written_with_escapes) => many.add_escaped(written_with_escapes),
        };
        if !new {
            return p.repeated(at, name);
        }
        Ok(())
    }

    #[inline]
    fn hash(name: &[u8]) -> u64 {
        let edge = |byte: Option<&u8>| u64::from(byte.copied().unwrap_or(0));
        let middle = edge(name.get(name.len() / 2));
        (edge(name.first()) * 31 + edge(name.last()) * 7 + middle * 3 + name.len() as u64 * 11).wrapping_mul(0x9e37_79b9) >> 7
    }

    #[inline]
    pub(crate) fn close(self, p: &mut Parser<'a>) {
        p.names.truncate(self.base);
    }
}

/// Names as a hash set. The hash is keyed, since the names are the sender's choice, and kept, since a set that grows
/// asks for it again.
#[derive(Default)]
struct Many<'a> {
    keys: RandomState,
    plain: HashSet<Hashed<'a>, BuildHasherDefault<Kept>>,
    /// Names that do not stand in the text as they are; there are hardly ever any.
    escaped: HashSet<String>,
}

#[derive(PartialEq, Eq)]
struct Hashed<'a> {
    hash: u64,
    name: &'a str,
}

impl Hash for Hashed<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// Gives back the hash that a [`Hashed`] keeps.
#[derive(Default)]
struct Kept(u64);

impl Hasher for Kept {
    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl<'a> Many<'a> {
    fn of(names: impl Iterator<Item = &'a str>) -> Self {
        let mut many = Self::default();
        many.plain.reserve(2 * Names::FEW);
        for name in names {
            many.add(name);
        }
        many
    }

    fn hashed<'n>(&self, name: &'n str) -> Hashed<'n> {
        let mut hasher = self.keys.build_hasher();
        hasher.write(name.as_bytes());
        Hashed { hash: hasher.finish(), name }
    }

    /// Whether the name is new.
    fn add(&mut self, name: &'a str) -> bool {
        let hashed = self.hashed(name);
        self.plain.insert(hashed) && (self.escaped.is_empty() || !self.escaped.contains(name))
    }

    /// Whether the name is new.
    fn add_escaped(&mut self, name: &str) -> bool {
        !self.plain.contains(&self.hashed(name)) && self.escaped.insert(name.to_owned())
    }
}

/// A short quotation of untrusted text for a message: at most 40 characters.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        None => format!("`{}`", text.escape_debug()),
        Some((cut, _)) => format!("`{}…`", text[..cut].escape_debug()),
    }
}
