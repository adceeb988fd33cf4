//! Formats: strings of a grammar, kept as they came.

pub(crate) mod http_url;
mod pointer;
mod timestamp;
mod uri;

pub use pointer::Pointer;
pub use timestamp::Timestamp;
pub use uri::Uri;

/// A text that does not follow its format's grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    expected: &'static str,
    found: String,
}

impl std::fmt::Display for FormatError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl std::error::Error for FormatError {}

/// Makes a tuple struct of one string a domain type over the original text.
macro_rules! format_type {
    ($name:ident, $expected:literal, $follows:path) => {
        impl $name {
            /// Takes a text that follows the grammar, and keeps it as it is.
            ///
            /// # Errors
            /// [`FormatError`](crate::FormatError) for any other text.
            pub fn parse(text: impl Into<String>) -> Result<Self, crate::FormatError> {
                let text = text.into();
                if $follows(&text) {
                    return Ok(Self(text));
                }
                Err(crate::FormatError { expected: $expected, found: crate::wire::parser::quoted(&text) })
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::str::FromStr for $name {
            type Err = crate::FormatError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::parse(text)
            }
        }

        impl TryFrom<&str> for $name {
            type Error = crate::FormatError;

            fn try_from(text: &str) -> Result<Self, Self::Error> {
                Self::parse(text)
            }
        }

        impl TryFrom<String> for $name {
            type Error = crate::FormatError;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                Self::parse(text)
            }
        }

        impl crate::wire::value::Check for $name {}

        impl crate::wire::node::Node for $name {}

        impl crate::wire::value::Codec for $name {
            fn read(p: &mut crate::wire::parser::Parser<'_>) -> crate::wire::parser::Read<Self> {
                p.peek()?;
                let start = p.pos();
                let text = crate::wire::value::read_str(p)?;
                if $follows(&text) {
                    return Ok(Self(text.into_owned()));
                }
                let found = crate::wire::parser::quoted(&text);
                p.fault(start, "format", format!("expected {}, found {found}", $expected));
                Err(crate::wire::parser::Fail::Shape)
            }

            fn write(&self, w: &mut crate::wire::writer::Writer<'_>) {
                w.string(&self.0);
            }
        }

        crate::wire::serde::impl_serde!($name);
    };
}
pub(crate) use format_type;
