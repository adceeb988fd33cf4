//! Questions about an event or a value that would otherwise take a match.
//!
//! The accessors of [`Event`] ask the event's members by name, so they know the members of every event,
//! of one that the table gets later too.

use std::borrow::Cow;

use super::{
    Attempt, Completeness, Error, Event, Execution, Identity, Message, Part, Session, SkipReason, Tool, ToolOutcome, Turn, Usage, UsageKind,
};
use crate::wire::node::{downcast, member, Node};

/// An identity, whichever of the protocol's types holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IdentityRef<'a> {
    /// The id, unique within the source of its event.
    pub id: &'a str,
    /// Whether the harness made the id up.
    pub synthesized: bool,
}

impl<'a> From<&'a Identity> for IdentityRef<'a> {
    fn from(identity: &'a Identity) -> Self {
        Self { id: &identity.id, synthesized: identity.synthesized == Some(true) }
    }
}

impl<'a> From<&'a Turn> for IdentityRef<'a> {
    fn from(turn: &'a Turn) -> Self {
        Self { id: &turn.id, synthesized: turn.synthesized == Some(true) }
    }
}

impl Event {
    /// The member `name` of the body, if it is there and of that type.
    fn own<T: Node>(&self, name: &str) -> Option<&T> {
        member(&self.body, name).and_then(downcast)
    }

    /// The call that a tool event is about. `tool.batch.after` is about several: they are in its `calls`.
    ///
    /// ```
    /// # use agentwire::{ahp, Wire};
    /// # let line = br#"{"type":"tool.before","id":"e1","source":"urn:example:h","time":"2026-03-04T05:06:07Z",
    /// #   "harness":{"name":"h","version":"1"},"session":{"id":"s1"},"turn":{"id":"t1","synthesized":true},
    /// #   "call":{"id":"c1"},"tool":{"name":"Bash","input":{},"origin":"native"},"path":"native"}"#;
    /// let event = ahp::Event::decode(line)?;
    /// assert_eq!(event.call().map(|call| call.id.as_str()), Some("c1"));
    /// assert_eq!(event.tool().map(|tool| tool.name.as_str()), Some("Bash"));
    /// assert_eq!(event.session().map(|session| session.id.as_str()), Some("s1"));
    /// assert!(event.turn().is_some_and(|turn| turn.id == "t1" && turn.synthesized));
    /// assert!(event.outcome().is_none() && event.execution().is_none());
    /// # Ok::<(), agentwire::DecodeError>(())
    /// ```
    pub fn call(&self) -> Option<&Identity> {
        self.own("call")
    }

    /// The tool that a tool event is about.
    pub fn tool(&self) -> Option<&Tool> {
        self.own("tool")
    }

    /// The session that the event belongs to: every event may name one, some have to.
    pub fn session(&self) -> Option<&Session> {
        self.own("session").or(self.envelope.session.as_ref())
    }

    /// The turn that the event is about or belongs to.
    pub fn turn(&self) -> Option<IdentityRef<'_>> {
        let own = self.own::<Identity>("turn").map(IdentityRef::from);
        own.or(self.envelope.turn.as_ref().map(IdentityRef::from))
    }

    /// The attempt at a model request that the event is about.
    pub fn attempt(&self) -> Option<&Attempt> {
        self.own("attempt")
    }

    /// How the tool call resolved (`tool.after`). The outcomes of sessions and turns are of other types.
    pub fn outcome(&self) -> Option<ToolOutcome> {
        self.own("outcome").copied()
    }

    /// Whether what the event tells of ran: the tool call, the model request, the compaction.
    pub fn execution(&self) -> Option<&Execution> {
        self.own("execution")
    }

    /// What went wrong, where the event tells it.
    pub fn error(&self) -> Option<&Error> {
        self.own("error")
    }

    /// What an attempt or a turn used, where the event tells it.
    ///
    /// ```
    /// # use agentwire::{ahp, Wire};
    /// let lines = std::fs::read_to_string("examples/data/ahp-session.ndjson")?;
    /// let mut tokens = 0;
    /// for line in lines.lines() {
    ///     let event = ahp::Event::decode(line.as_bytes())?;
    ///     tokens += event.usage().filter(|usage| usage.is_countable()).and_then(|usage| usage.output_tokens).unwrap_or(0);
    /// }
    /// assert!(tokens > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn usage(&self) -> Option<&Usage> {
        self.own("usage")
    }
}

impl Execution {
    /// Whether it ran.
    ///
    /// ```
    /// use agentwire::ahp::{Execution, SkipReason};
    ///
    /// assert!(Execution::executed().is_executed());
    /// assert!(Execution::supplied().is_supplied());
    /// assert!(!Execution::skipped(SkipReason::Policy).is_supplied());
    /// ```
    pub fn is_executed(&self) -> bool {
        matches!(self, Self::Executed)
    }

    /// Whether it did not run because its result was supplied.
    pub fn is_supplied(&self) -> bool {
        matches!(self, Self::Skipped(skipped) if skipped.reason == SkipReason::SuppliedResult)
    }
}

impl Usage {
    /// Whether this counts towards a sum: a complete amount. A total holds amounts that were told before,
    /// and from what is incomplete no sum follows; see also "Usage" among the protocol's rules across messages.
    ///
    /// A receiver still has to count each attempt once: a redelivered event tells nothing new.
    pub fn is_countable(&self) -> bool {
        self.kind == UsageKind::Amount && self.completeness == Completeness::Complete
    }
}

impl Part {
    /// The part's id.
    pub fn id(&self) -> &str {
        match self {
            Self::Text(part) => &part.id,
            Self::Attachment(part) => &part.id,
        }
    }

    /// What the part is, such as `reasoning`: free text.
    pub fn category(&self) -> Option<&str> {
        match self {
            Self::Text(part) => part.category.as_deref(),
            Self::Attachment(part) => part.category.as_deref(),
        }
    }

    /// The text, if this is text and it is here.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(part) => part.text.as_deref(),
            Self::Attachment(_) => None,
        }
    }
}

impl Message {
    /// The text of all parts that have one, in their order, whatever their category.
    ///
    /// ```
    /// use agentwire::ahp::{Message, Part, Role};
    ///
    /// let mut message = Message::text("m1", Role::User, "Mend ");
    /// message.parts.push(Part::text("p2", "the test."));
    /// assert_eq!(message.to_text(), "Mend the test.");
    /// ```
    pub fn to_text(&self) -> Cow<'_, str> {
        let mut texts = self.parts.iter().filter_map(Part::as_text);
        match (texts.next(), texts.next()) {
            (None, _) => "".into(),
            (Some(only), None) => only.into(),
            (Some(first), Some(second)) => [first, second].into_iter().chain(texts).collect::<String>().into(),
        }
    }
}
