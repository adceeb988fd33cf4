//! Constructors for what adapters make all the time, and for which a builder would be much ado.

use super::{
    Attempt, Error, Execution, Harness, Identity, Message, Part, Role, Selection, Session, SkipReason, Skipped, TextPart, Tool, ToolOrigin,
    Turn,
};
use crate::identity::SynthesizedId;
use crate::{Extra, JsonObject};

impl Identity {
    /// An id that the harness has itself. One that an adapter made up comes from a [`SynthesizedId`].
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), synthesized: None }
    }
}

impl Session {
    /// An id that the harness has itself. One that an adapter made up comes from a [`SynthesizedId`].
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            cwd: None,
            workspace_roots: None,
            model: None,
            agent: None,
            counters: None,
            synthesized: None,
            extra: Extra::new(),
        }
    }
}

impl Harness {
    /// A harness of this name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into() }
    }
}

impl Turn {
    /// An id that the harness has itself. One that an adapter made up comes from a [`SynthesizedId`].
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), synthesized: None, extra: Extra::new() }
    }
}

/// The marker is set.
///
/// ```
/// use agentwire::{ahp, Counter, Identities};
///
/// let (mut calls, mut ids) = (Identities::new(), Counter::new("call-"));
/// let call = ahp::Identity::from(calls.get("third Bash of turn 2", &mut ids));
/// assert_eq!(call, ahp::Identity { id: "call-1".into(), synthesized: Some(true) });
/// ```
impl From<&SynthesizedId> for Identity {
    fn from(id: &SynthesizedId) -> Self {
        Self { synthesized: Some(true), ..Self::new(id.as_str()) }
    }
}

/// The marker is set.
impl From<&SynthesizedId> for Turn {
    fn from(id: &SynthesizedId) -> Self {
        Self { synthesized: Some(true), ..Self::new(id.as_str()) }
    }
}

/// The marker is set.
impl From<&SynthesizedId> for Session {
    fn from(id: &SynthesizedId) -> Self {
        Self { synthesized: Some(true), ..Self::new(id.as_str()) }
    }
}

impl Attempt {
    /// The attempt with this number, counted from 1, under an id that was made up.
    pub fn synthesized(id: &SynthesizedId, number: u64) -> Self {
        Self { id: id.as_str().to_owned(), number, synthesized: Some(true) }
    }
}

impl Execution {
    /// It ran.
    pub const fn executed() -> Self {
        Self::Executed
    }

    /// It did not run: its result was supplied instead.
    pub const fn supplied() -> Self {
        Self::skipped(SkipReason::SuppliedResult)
    }

    /// It did not run, for this reason.
    pub const fn skipped(reason: SkipReason) -> Self {
        Self::Skipped(Skipped { reason, detail: None })
    }
}

impl Error {
    /// An error of this class, in these words.
    pub fn new(class: impl Into<String>, message: impl Into<String>) -> Self {
        Self { class: class.into(), message: message.into(), code: None, status: None, native: None }
    }
}

impl Tool {
    /// A tool of the harness's own.
    pub fn native(name: impl Into<String>, input: JsonObject) -> Self {
        Self { name: name.into(), input, origin: ToolOrigin::Native, kind: None, mcp: None }
    }
}

impl Part {
    /// Plain text in place.
    ///
    /// ```
    /// use agentwire::{ahp, Wire};
    ///
    /// let text = r#"{"kind":"text","mediaType":"text/plain","id":"p1","selection":"body","text":"Done."}"#;
    /// assert_eq!(ahp::Part::text("p1", "Done.").encode()?, text);
    /// # Ok::<(), agentwire::Violations>(())
    /// ```
    pub fn text(id: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Text(TextPart::new(id, text))
    }
}

impl TextPart {
    /// Plain text in place.
    pub fn new(id: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            selection: Selection::Body,
            category: None,
            text: Some(text.into()),
            gap: None,
            size: None,
            sha256: None,
            synthesized: None,
        }
    }
}

impl Message {
    /// A message of one text part.
    ///
    /// The part's id is made of the message's, and marked as made up: texts seldom have an id of their own.
    pub fn text(id: impl Into<String>, role: Role, text: impl Into<String>) -> Self {
        let id = id.into();
        let part = TextPart { synthesized: Some(true), ..TextPart::new(format!("{id}.text"), text) };
        Self { parts: vec![Part::Text(part)], id, role, synthesized: None }
    }
}
