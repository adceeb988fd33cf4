//! Errors that point: every failure names the JSON pointer, the rule and what was found.

use std::fmt;

/// How many violations one decode or check reports; what comes after is counted, not kept.
pub const MAX_VIOLATIONS: usize = 64;

/// How many bytes the paths of one error take together: the one that goes beyond is the last that is listed,
/// so that a long member name above many faults is not repeated for each.
pub(crate) const MAX_PATH_BYTES: usize = 1 << 16;

/// One broken rule, with the place where it is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// RFC 6901 JSON pointer to the value at fault; empty for the message as a whole.
    pub path: String,
    /// Name of the broken rule: the JSON Schema keyword where there is one (`minLength`, `required`,
    /// `x-octo-max-json-bytes`), else a word of this crate (`malformed`, `unknown-tag`, `forbidden`).
    pub rule: &'static str,
    /// What is wrong and what was found, in one sentence without a final stop.
    pub message: String,
    /// Byte offset of the value at fault in the input; `None` when a typed value was checked.
    pub offset: Option<usize>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(f, "{} [{}]", self.message, self.rule),
            path => write!(f, "{path}: {} [{}]", self.message, self.rule),
        }?;
        match self.offset {
            Some(offset) => write!(f, " at byte {offset}"),
            None => Ok(()),
        }
    }
}

/// Every broken rule of one value: at least one, at most [`MAX_VIOLATIONS`], fewer where paths are very long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violations {
    list: Vec<Violation>,
    omitted: usize,
}

impl Violations {
    pub(crate) fn new(list: Vec<Violation>, omitted: usize) -> Self {
        Self { list, omitted }
    }

    fn forget_offsets(&mut self) {
        self.list.iter_mut().for_each(|violation| violation.offset = None);
    }

    /// The violations in the order in which the value is read.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.list.iter()
    }

    /// The violations as a slice.
    pub fn as_slice(&self) -> &[Violation] {
        &self.list
    }

    /// How many more were found than are listed.
    pub fn omitted(&self) -> usize {
        self.omitted
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.list.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            violation.fmt(f)?;
        }
        match self.omitted {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for Violations {}

/// Whose fault a failed decode is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The bytes are not one JSON text: bad UTF-8, bad grammar, a repeated member name, an unpaired
    /// surrogate, a number beyond a double.
    Syntax,
    /// The text nests deeper than [`MAX_DEPTH`](crate::MAX_DEPTH) levels.
    TooDeep,
    /// A value has the wrong JSON type, a member is missing or is not known.
    Shape,
    /// A union's tag is missing.
    MissingTag,
    /// A union's tag names no variant.
    UnknownTag,
    /// The shape is right, and a rule of the protocol is broken.
    Invariant,
}

/// Why bytes could not be decoded: at least one [`Violation`], in the order of the input.
///
/// The error is one pointer wide, so that `Result<T, DecodeError>` stays small.
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeError(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: DecodeErrorKind,
    event: Option<String>,
    violations: Violations,
}

impl DecodeError {
    pub(crate) fn new(kind: DecodeErrorKind, event: Option<String>, violations: Violations) -> Self {
        Self(Box::new(Inner { kind, event, violations }))
    }

    /// The same, of a text that its reader has never seen: places in it mean nothing.
    pub(crate) fn without_offsets(mut self) -> Self {
        self.0.violations.forget_offsets();
        self
    }

    /// Whose fault it is; with several violations, that of the first.
    pub fn kind(&self) -> DecodeErrorKind {
        self.0.kind
    }

    /// JSON pointer of the first violation.
    pub fn path(&self) -> &str {
        self.violations().as_slice().first().map_or("", |first| first.path.as_str())
    }

    /// The tag of the message, known or not, where the bytes have one that can be read.
    pub fn event(&self) -> Option<&str> {
        self.0.event.as_deref()
    }

    /// Every violation found.
    pub fn violations(&self) -> &Violations {
        &self.0.violations
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, event, violations } = &*self.0;
        f.debug_struct("DecodeError").field("kind", kind).field("event", event).field("violations", violations).finish()
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(event) = self.event() {
            write!(f, "{event}: ")?;
        }
        self.violations().fmt(f)
    }
}

impl std::error::Error for DecodeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0.violations)
    }
}

/// What a tolerant decoder did with something it set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteKind {
    /// A member that a closed object does not have was removed. An open object keeps its unknown members, in its field
    /// `extra`, without a note.
    UnknownMember,
    /// The message has a tag that this crate does not know; it is kept as text.
    UnknownEvent,
    /// A value outside a closed set of strings; the member, list element or message that needs it was set aside.
    UnknownValue,
    /// A union variant that this crate does not know; handled like an unknown value.
    UnknownVariant,
    /// A null in an optional member was read as absent, as the caller asked.
    NullAsAbsent,
    /// A retired spelling was read as what replaced it.
    Shim,
    /// Nothing was set aside: the message shows what the protocol advises against
    /// ([`Wire::lint`](crate::Wire::lint)), by the name of this rule.
    Lint(&'static str),
}

impl NoteKind {
    /// The word that the command line prints.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UnknownMember => "unknown_member",
            Self::UnknownEvent => "unknown_event",
            Self::UnknownValue => "unknown_value",
            Self::UnknownVariant => "unknown_variant",
            Self::NullAsAbsent => "null_as_absent",
            Self::Shim => "shim",
            Self::Lint(rule) => rule,
        }
    }
}

/// One thing that tolerant decoding set aside, or that the protocol advises against.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// JSON pointer to it.
    pub path: String,
    /// What was done with it.
    pub kind: NoteKind,
    /// The same in one sentence.
    pub message: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(f, "{} [{}]", self.message, self.kind.as_str()),
            path => write!(f, "{path}: {} [{}]", self.message, self.kind.as_str()),
        }
    }
}
