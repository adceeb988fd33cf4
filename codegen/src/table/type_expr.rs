//! Type expressions: `nonempty`, `Identity`, `[Message]`, `{uint}`, `'text'`.
//! Takes the text of an expression, gives its tree; which names exist is a later question.

use std::fmt;
use std::ops::RangeInclusive;

use crate::document::{Read, Value};
use crate::CodegenError;

/// What a member may hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TypeExpr {
    /// One of the words of the format.
    Word(Word),
    /// A `[type.Name]` of the file.
    Name(String),
    /// A list, every element of one type.
    List(Box<TypeExpr>),
    /// An object with free names, every value of one type.
    Map(Box<TypeExpr>),
    /// Exactly this string.
    Constant(String),
}

/// A type that the format itself knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    String,
    Nonempty,
    Boolean,
    Int,
    Uint,
    SafeInt,
    SafeUint,
    Number,
    Number0,
    Timestamp,
    Uri,
    Pointer,
    Any,
    Object,
}

/// 2^53 − 1: up to here every reader of JSON takes an integer exactly.
pub(super) const SAFE: i64 = 9_007_199_254_740_991;

/// More lists in lists than any protocol has; it keeps the reader from running out of stack.
const MAX_DEPTH: usize = 16;

pub(super) const WORDS: [(&str, Word); 14] = [
    ("string", Word::String),
    ("nonempty", Word::Nonempty),
    ("boolean", Word::Boolean),
    ("int", Word::Int),
    ("uint", Word::Uint),
    ("safe-int", Word::SafeInt),
    ("safe-uint", Word::SafeUint),
    ("number", Word::Number),
    ("number0", Word::Number0),
    ("timestamp", Word::Timestamp),
    ("uri", Word::Uri),
    ("pointer", Word::Pointer),
    ("any", Word::Any),
    ("object", Word::Object),
];

impl Word {
    /// The JSON type of every value, `None` when any will do. Integers count as numbers here:
    /// a reader cannot tell `1.0` from `1`.
    pub(super) fn json_type(self) -> Option<&'static str> {
        Some(match self {
            Word::Boolean => "boolean",
            Word::Int | Word::Uint | Word::SafeInt | Word::SafeUint => "number",
            Word::Number | Word::Number0 => "number",
            Word::Object => "object",
            Word::Any => return None,
            Word::String | Word::Nonempty | Word::Timestamp | Word::Uri | Word::Pointer => "string",
        })
    }

    /// The numbers among which a bound can lie, where the word itself sets a limit.
    pub(super) fn range(self) -> Option<RangeInclusive<f64>> {
        let safe = SAFE as f64;
        match self {
            Word::Uint | Word::Number0 => Some(0.0..=f64::INFINITY),
            Word::SafeInt => Some(-safe..=safe),
            Word::SafeUint => Some(0.0..=safe),
            _ => None,
        }
    }

    pub(super) fn is_integer(self) -> bool {
        matches!(self, Word::Int | Word::Uint | Word::SafeInt | Word::SafeUint)
    }
}

impl TypeExpr {
    /// Reads one expression; the error says what is wrong with the text.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let malformed = |why: &str| Err(format!("malformed type expression `{text}`: {why}"));
        if text.chars().take_while(|c| "[{".contains(*c)).count() > MAX_DEPTH {
            return malformed("nested too deeply");
        }
        if let Some(inner) = text.strip_prefix('[') {
            return match inner.strip_suffix(']') {
                Some(inner) => Ok(TypeExpr::List(Box::new(Self::parse_inner(inner)?))),
                None => malformed("`[` without `]`"),
            };
        }
        if let Some(inner) = text.strip_prefix('{') {
            return match inner.strip_suffix('}') {
                Some(inner) => Ok(TypeExpr::Map(Box::new(Self::parse_inner(inner)?))),
                None => malformed("`{` without `}`"),
            };
        }
        if let Some(inner) = text.strip_prefix('\'') {
            return match inner.strip_suffix('\'') {
                Some(inner) if !inner.contains('\'') => Ok(TypeExpr::Constant(inner.to_owned())),
                _ => malformed("a constant stands between two `'`"),
            };
        }
        if let Some((_, word)) = WORDS.iter().find(|(name, _)| *name == text) {
            return Ok(TypeExpr::Word(*word));
        }
        if is_type_name(text) {
            return Ok(TypeExpr::Name(text.to_owned()));
        }
        let words: Vec<&str> = WORDS.iter().map(|(name, _)| *name).collect();
        malformed(&format!("expected `[T]`, `{{T}}`, `'text'`, the name of a type, or one of {}", words.join(", ")))
    }

    /// A constant is a member without a value to keep, so there is nothing a list of them would hold.
    fn parse_inner(text: &str) -> Result<Self, String> {
        match Self::parse(text)? {
            TypeExpr::Constant(text) => Err(format!("the constant '{text}' can only be a member")),
            inner => Ok(inner),
        }
    }

    /// The innermost name, if the expression ends in one.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            TypeExpr::Name(name) => Some(name),
            TypeExpr::List(inner) | TypeExpr::Map(inner) => inner.name(),
            TypeExpr::Word(_) | TypeExpr::Constant(_) => None,
        }
    }
}

/// Whether a text can be the Rust name of a type.
pub(super) fn is_type_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase()) && text.chars().all(|c| c.is_ascii_alphanumeric())
}

impl fmt::Display for TypeExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeExpr::Word(word) => {
                let found = WORDS.iter().find(|(_, known)| known == word);
                f.write_str(found.map_or("", |(name, _)| name))
            }
            TypeExpr::Name(name) => f.write_str(name),
            TypeExpr::List(inner) => write!(f, "[{inner}]"),
            TypeExpr::Map(inner) => write!(f, "{{{inner}}}"),
            TypeExpr::Constant(text) => write!(f, "'{text}'"),
        }
    }
}

impl Read for TypeExpr {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        let text = String::read(value)?;
        TypeExpr::parse(&text).map_err(|message| value.error(message))
    }
}
