//! TOML documents: takes a text, gives the plain structs of a format, in which each value knows its place.
//!
//! [`read`] parses; a type says by [`Read`] what it is read from, and [`document_table!`] declares a table: a struct
//! whose fields are its keys. serde's derives would do the same with an instance of each type for each kind of
//! `toml`'s deserializers, which made half of this crate's machine code, and every user's first build compiles it.

mod at;
mod json;
mod source;

use serde_json::Number;
use toml::de::{DeTable, DeValue};
use toml::Spanned;

use crate::CodegenError;
pub(crate) use at::{At, Entries};
pub(crate) use json::Json;
pub(crate) use source::{dotted, Source};

/// Reads the document `text` of `source` as a `T`.
pub(crate) fn read<T: Read>(source: &Source, text: &str) -> Result<T, CodegenError> {
    let root = DeTable::parse(text).map_err(|error| source.syntax_error(&error))?;
    let offset = root.span().start;
    T::read(&Value { node: &DeValue::Table(root.into_inner()), offset, key: None, above: None, source })
}

/// What can be read from a value of a document.
pub(crate) trait Read: Sized {
    /// Takes the value, or says what is wrong with it.
    fn read(value: &Value<'_>) -> Result<Self, CodegenError>;

    /// What stands for a key that is left out, if it may be.
    fn absent() -> Option<Self> {
        None
    }
}

/// A value of a document, with its place.
pub(crate) struct Value<'a> {
    node: &'a DeValue<'a>,
    offset: usize,
    key: Option<&'a str>,
    above: Option<&'a Value<'a>>,
    source: &'a Source,
}

impl<'a> Value<'a> {
    pub(crate) fn node(&self) -> &'a DeValue<'a> {
        self.node
    }

    /// The byte offset at which the value starts.
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    /// An error about the value.
    pub(crate) fn error(&self, message: impl Into<String>) -> CodegenError {
        self.error_at(self.offset, message)
    }

    fn error_at(&self, offset: usize, message: impl Into<String>) -> CodegenError {
        let mut keys = Vec::new();
        let mut place = Some(self);
        while let Some(value) = place {
            keys.extend(value.key);
            place = value.above;
        }
        keys.reverse();
        let at = if keys.is_empty() { "(file)".to_owned() } else { dotted(&keys) };
        self.source.error(offset, at, message)
    }

    /// The error that the value is not `expected`.
    pub(crate) fn mismatch(&self, expected: &str) -> CodegenError {
        let found = match self.node {
            DeValue::String(text) => format!("the string {text:?}"),
            DeValue::Integer(number) => format!("the number {number}"),
            DeValue::Float(number) => format!("the number {number}"),
            DeValue::Boolean(truth) => format!("{truth}"),
            DeValue::Datetime(time) => format!("the time {time}"),
            DeValue::Array(_) => "a list".to_owned(),
            DeValue::Table(_) => "a table".to_owned(),
        };
        self.error(format!("expected {expected}, found {found}"))
    }

    fn below<'b>(&'b self, key: Option<&'b str>, value: &'b Spanned<DeValue<'a>>) -> Value<'b> {
        Value { node: value.get_ref(), offset: value.span().start, key, above: Some(self), source: self.source }
    }

    /// The entries of a table, each with its key and the key's offset, in the order of the file.
    pub(crate) fn entries(&self) -> Result<Vec<(&str, usize, Value<'_>)>, CodegenError> {
        let DeValue::Table(table) = self.node else {
            return Err(self.mismatch("a table"));
        };
        Ok(table.iter().map(|(key, value)| (key.get_ref().as_ref(), key.span().start, self.below(Some(key.get_ref()), value))).collect())
    }

    /// The values of the keys `names`, to be taken in that order; another key in the table is an error.
    pub(crate) fn keys(&self, names: &'static [&'static str]) -> Result<Keys<'_>, CodegenError> {
        let mut values: Vec<Option<Value<'_>>> = names.iter().map(|_| None).collect();
        for (key, offset, value) in self.entries()? {
            let Some(index) = names.iter().position(|name| *name == key) else {
                return Err(self.error_at(offset, format!("unknown key `{key}`, expected one of `{}`", names.join("`, `"))));
            };
            values[index] = Some(value);
        }
        Ok(Keys { table: self, rest: names.iter().zip(values).collect::<Vec<_>>().into_iter() })
    }
}

/// The keys of a table that are not taken yet.
pub(crate) struct Keys<'a> {
    table: &'a Value<'a>,
    rest: std::vec::IntoIter<(&'static &'static str, Option<Value<'a>>)>,
}

impl Keys<'_> {
    /// The next key's value, or what stands for it if it is left out.
    pub(crate) fn take<T: Read>(&mut self) -> Result<T, CodegenError> {
        match self.rest.next() {
            Some((_, Some(value))) => T::read(&value),
            Some((key, None)) => T::absent().ok_or_else(|| self.table.error(format!("the key `{key}` is missing"))),
            None => Err(self.table.error("there are no more keys")),
        }
    }

    /// The next key's value, or its type's default if it is left out.
    pub(crate) fn take_or_default<T: Read + Default>(&mut self) -> Result<T, CodegenError> {
        match self.rest.next() {
            Some((_, Some(value))) => T::read(&value),
            _ => Ok(T::default()),
        }
    }
}

/// Declares a table of a format: a struct whose fields are its keys, and nothing else may stand there.
///
/// ```text
/// document_table! {
///     /// One event.
///     pub(crate) struct Event {
///         /// What the event tells.
///         pub(crate) doc: Option<String>,
///         /// Members that the event must have.
///         pub(crate) required: Entries<Member> = default,
///     }
/// }
/// ```
/// A key may be left out if its type is an `Option`, or where `= default` says that the type's default stands for it.
macro_rules! document_table {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident {
        $($(#[$key_attribute:meta])* $key_visibility:vis $key:ident: $type:ty $(= $default:ident)?,)*
    }) => {
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "format-schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
        $(#[$attribute])*
        $visibility struct $name {
            $($(#[$key_attribute])* $(#[cfg_attr(feature = "format-schema", schemars($default))])? $key_visibility $key: $type,)*
        }

        impl $crate::document::Read for $name {
            fn read(value: &$crate::document::Value<'_>) -> Result<Self, $crate::CodegenError> {
                const KEYS: &[&str] = &[$($crate::document::key_of(stringify!($key))),*];
                let mut keys = value.keys(KEYS)?;
                Ok($name { $($key: $crate::document::document_table!(@ keys $($default)?)),* })
            }
        }
    };
    (@ $keys:ident) => {
        $keys.take()?
    };
    (@ $keys:ident default) => {
        $keys.take_or_default()?
    };
}
pub(crate) use document_table;

/// The key that a field is read from: a field named `r#type` is read from `type`.
pub(crate) const fn key_of(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [b'r', b'#', ..] => field.split_at(2).1,
        _ => field,
    }
}

impl Read for String {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        match value.node {
            DeValue::String(text) => Ok(text.as_ref().to_owned()),
            _ => Err(value.mismatch("a string")),
        }
    }
}

impl Read for bool {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        match value.node {
            DeValue::Boolean(truth) => Ok(*truth),
            _ => Err(value.mismatch("true or false")),
        }
    }
}

impl Read for u64 {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        Number::read(value)?.as_u64().ok_or_else(|| value.mismatch("a number without sign and fraction"))
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        T::read(value).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        let DeValue::Array(items) = value.node else {
            return Err(value.mismatch("a list"));
        };
        let mut list = Vec::new();
        for item in items.iter() {
            list.push(T::read(&value.below(None, item))?);
        }
        Ok(list)
    }
}
