//! Constructors for what adapters make all the time, and for which a builder would be much ado. What they leave out stays absent.

use std::time::{SystemTime, UNIX_EPOCH};

use super::{
    AssistantMessage, Body, Content, Custom, Envelope, Event, Message, MessageId, RunError, RunFinished, RunId, RunStarted, StateSnapshot,
    TextMessageContent, TextMessageEnd, TextMessageStart, ThreadId, ToolCallArgs, ToolCallEnd, ToolCallId, ToolCallResult, ToolCallStart,
    UserMessage,
};
use crate::Json;

impl<B: Into<Body>> From<B> for Event {
    /// The event with nothing in its envelope.
    fn from(body: B) -> Self {
        Self { envelope: Envelope::default(), body: body.into() }
    }
}

/// The texts of a message and of a call, in one run:
///
/// ```
/// use agentwire::{ag_ui::Event, Wire};
///
/// let run = [
///     Event::run_started("thread", "run"),
///     Event::text_start("m1"),
///     Event::text_delta("m1", "I look."),
///     Event::text_end("m1"),
///     Event::tool_call_start("c1", "grep"),
///     Event::tool_call_args("c1", r#"{"pattern":"fn"}"#),
///     Event::tool_call_end("c1"),
///     Event::tool_call_result("m2", "c1", "src/lib.rs"),
///     Event::run_finished("thread", "run"),
/// ];
/// assert_eq!(run[2].encode()?, r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"I look."}"#);
/// assert!(run.iter().all(|event| event.check().is_ok()));
/// # Ok::<(), agentwire::Violations>(())
/// ```
impl Event {
    /// `RUN_STARTED`.
    pub fn run_started(thread_id: impl Into<ThreadId>, run_id: impl Into<RunId>) -> Self {
        RunStarted { thread_id: thread_id.into(), run_id: run_id.into(), protocol_version: None, parent_run_id: None, input: None }.into()
    }

    /// `RUN_FINISHED`.
    pub fn run_finished(thread_id: impl Into<ThreadId>, run_id: impl Into<RunId>) -> Self {
        RunFinished { thread_id: thread_id.into(), run_id: run_id.into(), result: None, outcome: None, usage: None }.into()
    }

    /// `RUN_ERROR`.
    pub fn run_error(message: impl Into<String>) -> Self {
        RunError { message: message.into(), code: None, usage: None }.into()
    }

    /// `TEXT_MESSAGE_START`: a message begins, by default the assistant's.
    pub fn text_start(message_id: impl Into<MessageId>) -> Self {
        TextMessageStart { message_id: message_id.into(), role: None, name: None }.into()
    }

    /// `TEXT_MESSAGE_CONTENT`: the next piece of a message's text.
    pub fn text_delta(message_id: impl Into<MessageId>, delta: impl Into<String>) -> Self {
        TextMessageContent { message_id: message_id.into(), delta: delta.into() }.into()
    }

    /// `TEXT_MESSAGE_END`.
    pub fn text_end(message_id: impl Into<MessageId>) -> Self {
        TextMessageEnd { message_id: message_id.into() }.into()
    }

    /// `TOOL_CALL_START`.
    pub fn tool_call_start(tool_call_id: impl Into<ToolCallId>, name: impl Into<String>) -> Self {
        ToolCallStart { tool_call_id: tool_call_id.into(), tool_call_name: name.into(), parent_message_id: None }.into()
    }

    /// `TOOL_CALL_ARGS`: the next piece of the arguments' JSON text.
    pub fn tool_call_args(tool_call_id: impl Into<ToolCallId>, delta: impl Into<String>) -> Self {
        ToolCallArgs { tool_call_id: tool_call_id.into(), delta: delta.into() }.into()
    }

    /// `TOOL_CALL_END`: the arguments are complete.
    pub fn tool_call_end(tool_call_id: impl Into<ToolCallId>) -> Self {
        ToolCallEnd { tool_call_id: tool_call_id.into() }.into()
    }

    /// `TOOL_CALL_RESULT`: what the call gave, as a message of its own.
    pub fn tool_call_result(message_id: impl Into<MessageId>, tool_call_id: impl Into<ToolCallId>, content: impl Into<Content>) -> Self {
        ToolCallResult { message_id: message_id.into(), tool_call_id: tool_call_id.into(), content: content.into(), role: None }.into()
    }

    /// `STATE_SNAPSHOT`.
    pub fn state_snapshot(snapshot: Json) -> Self {
        StateSnapshot { snapshot }.into()
    }

    /// `CUSTOM`: an event of the application's own.
    pub fn custom(name: impl Into<String>, value: Json) -> Self {
        Custom { name: name.into(), value }.into()
    }

    /// The event with the time at which it happened, in milliseconds since 1970.
    ///
    /// ```
    /// use agentwire::ag_ui::Event;
    ///
    /// let event = Event::text_end("m1").at(std::time::UNIX_EPOCH + std::time::Duration::from_millis(5));
    /// assert_eq!(event.envelope.timestamp, Some(5));
    /// ```
    #[must_use]
    pub fn at(mut self, time: SystemTime) -> Self {
        let millis = match time.duration_since(UNIX_EPOCH) {
            Ok(since) => i64::try_from(since.as_millis()),
            Err(before) => i64::try_from(before.duration().as_millis()).map(|millis| -millis),
        };
        self.envelope.timestamp = millis.ok();
        self
    }
}

impl Message {
    /// What the user says.
    ///
    /// ```
    /// use agentwire::{ag_ui::Message, Wire};
    ///
    /// assert_eq!(Message::user("m1", "Hello").encode()?, r#"{"role":"user","id":"m1","content":"Hello"}"#);
    /// # Ok::<(), agentwire::Violations>(())
    /// ```
    pub fn user(id: impl Into<MessageId>, content: impl Into<Content>) -> Self {
        Self::User(UserMessage {
            id: id.into(),
            content: content.into(),
            name: None,
            encrypted_value: None,
            metadata: None,
            subagent_run_id: None,
        })
    }

    /// What the assistant says.
    pub fn assistant(id: impl Into<MessageId>, text: impl Into<String>) -> Self {
        Self::Assistant(AssistantMessage {
            id: id.into(),
            content: Some(text.into()),
            tool_calls: None,
            name: None,
            encrypted_value: None,
            metadata: None,
            subagent_run_id: None,
        })
    }
}
