//! Questions about an event that would otherwise take a match.
//!
//! They ask the event's members by name, so they know the members of every event, of one that the table
//! gets later too.

use super::{Event, MessageId, SubagentRunId, ToolCallId};
use crate::wire::node::{downcast, member, Node};

impl Event {
    /// The member `name` of the body, if it is there and of that type.
    fn own<T: Node>(&self, name: &str) -> Option<&T> {
        member(&self.body, name).and_then(downcast)
    }

    /// The message that the event is about. A chunk may leave it out, and mean the message before.
    ///
    /// ```
    /// use agentwire::ag_ui::Event;
    ///
    /// assert_eq!(Event::text_delta("m1", "Hel").message_id().map(|id| id.as_str()), Some("m1"));
    /// assert_eq!(Event::tool_call_args("c1", "{").tool_call_id().map(|id| id.as_str()), Some("c1"));
    /// assert!(Event::tool_call_args("c1", "{").subagent_run_id().is_none());
    /// ```
    pub fn message_id(&self) -> Option<&MessageId> {
        self.own("messageId")
    }

    /// The tool call that the event is about. A chunk may leave it out, and mean the call before.
    pub fn tool_call_id(&self) -> Option<&ToolCallId> {
        self.own("toolCallId")
    }

    /// The run of a subagent that the event is about or comes from; none for the agent itself.
    pub fn subagent_run_id(&self) -> Option<&SubagentRunId> {
        self.own("subagentRunId").or(self.envelope.subagent_run_id.as_ref())
    }
}
