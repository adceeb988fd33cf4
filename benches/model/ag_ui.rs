//! AG-UI by hand.

use std::borrow::Cow;
use std::fmt;

use serde::de::{value::SeqAccessDeserializer, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{unknown, Opaque};

#[derive(Deserialize)]
struct Tag<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
}

/// Reads one event.
pub(crate) fn decode(bytes: &[u8]) -> serde_json::Result<Event> {
    let tag: Tag<'_> = serde_json::from_slice(bytes)?;
    Ok(match &*tag.kind {
        "RUN_STARTED" => Event::RunStarted(serde_json::from_slice(bytes)?),
        "RUN_FINISHED" => Event::RunFinished(serde_json::from_slice(bytes)?),
        "TEXT_MESSAGE_START" => Event::TextMessageStart(serde_json::from_slice(bytes)?),
        "TEXT_MESSAGE_CONTENT" => Event::TextMessageContent(serde_json::from_slice(bytes)?),
        "TEXT_MESSAGE_END" => Event::TextMessageEnd(serde_json::from_slice(bytes)?),
        "TOOL_CALL_START" => Event::ToolCallStart(serde_json::from_slice(bytes)?),
        "TOOL_CALL_ARGS" => Event::ToolCallArgs(serde_json::from_slice(bytes)?),
        "TOOL_CALL_END" => Event::ToolCallEnd(serde_json::from_slice(bytes)?),
        "TOOL_CALL_RESULT" => Event::ToolCallResult(serde_json::from_slice(bytes)?),
        "STATE_SNAPSHOT" => Event::StateSnapshot(serde_json::from_slice(bytes)?),
        "STATE_DELTA" => Event::StateDelta(serde_json::from_slice(bytes)?),
        "MESSAGES_SNAPSHOT" => Event::MessagesSnapshot(serde_json::from_slice(bytes)?),
        other => return unknown(other),
    })
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(clippy::large_enum_variant)]
pub(crate) enum Event {
    RunStarted(RunStarted),
    RunFinished(RunFinished),
    TextMessageStart(TextMessageStart),
    TextMessageContent(TextMessageContent),
    TextMessageEnd(TextMessageEnd),
    ToolCallStart(ToolCallStart),
    ToolCallArgs(ToolCallArgs),
    ToolCallEnd(ToolCallEnd),
    ToolCallResult(ToolCallResult),
    StateSnapshot(StateSnapshot),
    StateDelta(StateDelta),
    MessagesSnapshot(MessagesSnapshot),
}

/// An event: its own members behind those that all events have. `flatten` would buffer.
macro_rules! event {
    ($name:ident { $($members:tt)* }) => {
        #[derive(Deserialize, Serialize)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct $name {
            #[serde(skip_serializing_if = "Option::is_none")]
            timestamp: Option<i64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            raw_event: Option<Opaque>,
            #[serde(skip_serializing_if = "Option::is_none")]
            metadata: Option<Opaque>,
            #[serde(skip_serializing_if = "Option::is_none")]
            subagent_run_id: Option<String>,
            $($members)*
        }
    };
}

event! { RunStarted {
    thread_id: String,
    run_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    protocol_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_run_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<Opaque>,
} }

event! { RunFinished {
    thread_id: String,
    run_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Opaque>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<Vec<TokenUsage>>,
} }

event! { TextMessageStart {
    message_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<Role>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
} }

event! { TextMessageContent {
    message_id: String,
    delta: String,
} }

event! { TextMessageEnd {
    message_id: String,
} }

event! { ToolCallStart {
    tool_call_id: String,
    tool_call_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_message_id: Option<String>,
} }

event! { ToolCallArgs {
    tool_call_id: String,
    delta: String,
} }

event! { ToolCallEnd {
    tool_call_id: String,
} }

event! { ToolCallResult {
    message_id: String,
    tool_call_id: String,
    content: Content,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<Role>,
} }

event! { StateSnapshot {
    snapshot: Opaque,
} }

event! { StateDelta {
    delta: Vec<PatchOperation>,
} }

event! { MessagesSnapshot {
    messages: Vec<Message>,
} }

/// How a run ended, as one struct for all three arms.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    #[serde(rename = "type")]
    kind: OutcomeKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pending_tool_call_ids: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupts: Option<Vec<Interrupt>>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum OutcomeKind {
    Success,
    Interrupt,
    Cancelled,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Interrupt {
    id: String,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_schema: Option<Opaque>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Opaque>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subagent_run_id: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct TokenUsage {
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cached_input_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_write_input_tokens: Option<u64>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    Developer,
    System,
    Assistant,
    User,
    Tool,
    Activity,
    Reasoning,
}

/// A message of any role, as one struct: opaque members forbid `#[serde(tag)]`.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    id: String,
    role: Role,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<Content>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_calls: Option<Vec<ToolCall>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    activity_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encrypted_value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Opaque>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subagent_run_id: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolCall {
    id: String,
    #[serde(rename = "type")]
    kind: ToolCallKind,
    function: FunctionCall,
    #[serde(skip_serializing_if = "Option::is_none")]
    encrypted_value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Opaque>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum ToolCallKind {
    Function,
}

#[derive(Deserialize, Serialize)]
struct FunctionCall {
    name: String,
    arguments: String,
}

/// Text or a list of parts: by JSON type, without `untagged`'s buffer.
#[derive(Serialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ContentVisitor;

        impl<'de> Visitor<'de> for ContentVisitor {
            type Value = Content;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or an array")
            }

            fn visit_str<E>(self, text: &str) -> Result<Content, E> {
                Ok(Content::Text(text.to_owned()))
            }

            fn visit_string<E>(self, text: String) -> Result<Content, E> {
                Ok(Content::Text(text))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, parts: A) -> Result<Content, A::Error> {
                Deserialize::deserialize(SeqAccessDeserializer::new(parts)).map(Content::Parts)
            }
        }

        deserializer.deserialize_any(ContentVisitor)
    }
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct ContentPart {
    #[serde(rename = "type")]
    kind: PartKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<PartSource>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Opaque>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum PartKind {
    Text,
    Image,
    Audio,
    Video,
    Document,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct PartSource {
    #[serde(rename = "type")]
    kind: SourceKind,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum SourceKind {
    Data,
    Url,
    File,
}

#[derive(Deserialize, Serialize)]
struct PatchOperation {
    op: Operation,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Opaque>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Operation {
    Add,
    Remove,
    Replace,
    Move,
    Copy,
    Test,
}
