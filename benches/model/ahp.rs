//! AHP by hand.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Number;

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
        "tool.before" => Event::ToolBefore(serde_json::from_slice(bytes)?),
        "tool.after" => Event::ToolAfter(serde_json::from_slice(bytes)?),
        "turn.start" => Event::TurnStart(serde_json::from_slice(bytes)?),
        "turn.progress" => Event::TurnProgress(serde_json::from_slice(bytes)?),
        "model.request.before" => Event::ModelRequestBefore(serde_json::from_slice(bytes)?),
        "model.response.after" => Event::ModelResponseAfter(serde_json::from_slice(bytes)?),
        "context.compact.after" => Event::ContextCompactAfter(serde_json::from_slice(bytes)?),
        other => return unknown(other),
    })
}

#[derive(Serialize)]
#[serde(tag = "type")]
#[allow(clippy::large_enum_variant)]
pub(crate) enum Event {
    #[serde(rename = "tool.before")]
    ToolBefore(ToolBefore),
    #[serde(rename = "tool.after")]
    ToolAfter(ToolAfter),
    #[serde(rename = "turn.start")]
    TurnStart(TurnStart),
    #[serde(rename = "turn.progress")]
    TurnProgress(TurnProgress),
    #[serde(rename = "model.request.before")]
    ModelRequestBefore(ModelRequestBefore),
    #[serde(rename = "model.response.after")]
    ModelResponseAfter(ModelResponseAfter),
    #[serde(rename = "context.compact.after")]
    ContextCompactAfter(ContextCompactAfter),
}

/// An event: its own members behind those that all events have. `flatten` would buffer.
macro_rules! event {
    ($name:ident { $($members:tt)* }) => {
        #[derive(Deserialize, Serialize)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct $name {
            id: String,
            source: String,
            time: String,
            harness: Harness,
            #[serde(skip_serializing_if = "Option::is_none")]
            session: Option<Session>,
            #[serde(skip_serializing_if = "Option::is_none")]
            turn: Option<Identity>,
            #[serde(skip_serializing_if = "Option::is_none")]
            parent_event_id: Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            gaps: Option<Vec<Gap>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            native: Option<Opaque>,
            #[serde(skip_serializing_if = "Option::is_none")]
            extensions: Option<BTreeMap<String, Opaque>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            synthesized: Option<bool>,
            $($members)*
        }
    };
}

event! { ToolBefore {
    call: Identity,
    tool: Tool,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    batch: Option<Batch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Vec<Part>>,
} }

event! { ToolAfter {
    call: Identity,
    tool: Tool,
    path: String,
    outcome: ToolOutcome,
    execution: Execution,
    items: Vec<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    batch: Option<Batch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Error>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration_ms: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_changes: Option<Vec<FileChange>>,
} }

event! { TurnStart {
    trigger: TurnTrigger,
    items: Vec<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded_from: Option<String>,
} }

event! { TurnProgress {
    item: Identity,
    delta: Message,
    #[serde(rename = "final")]
    is_final: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Vec<Part>>,
} }

event! { ModelRequestBefore {
    model: Model,
    attempt: Attempt,
    params: Opaque,
    items: Vec<Message>,
} }

event! { ModelResponseAfter {
    model: Model,
    attempt: Attempt,
    execution: Execution,
    items: Vec<Message>,
    finish_reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<Usage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    latency_ms: Option<Number>,
} }

event! { ContextCompactAfter {
    summary: Vec<Part>,
    removed: Vec<RemovedItem>,
    execution: Execution,
    #[serde(skip_serializing_if = "Option::is_none")]
    token_counts: Option<TokenCounts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Vec<Message>>,
} }

#[derive(Deserialize, Serialize)]
struct Harness {
    name: String,
    version: String,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Session {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cwd: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    workspace_roots: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<Agent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counters: Option<BTreeMap<String, u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    synthesized: Option<bool>,
}

#[derive(Deserialize, Serialize)]
struct Agent {
    id: String,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
}

#[derive(Deserialize, Serialize)]
struct Identity {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    synthesized: Option<bool>,
}

#[derive(Deserialize, Serialize)]
struct Gap {
    path: String,
    reason: String,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum TurnTrigger {
    User,
    Continuation,
    Hook,
    External,
}

#[derive(Deserialize, Serialize)]
struct Model {
    id: String,
    provider: String,
}

#[derive(Deserialize, Serialize)]
struct Attempt {
    id: String,
    number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    synthesized: Option<bool>,
}

#[derive(Deserialize, Serialize)]
struct Tool {
    name: String,
    input: Opaque,
    origin: ToolOrigin,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mcp: Option<Mcp>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum ToolOrigin {
    Native,
    Mcp,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Mcp {
    server: McpServer,
    tool_name: String,
    provenance: McpProvenance,
    connection: Connection,
}

#[derive(Deserialize, Serialize)]
struct McpServer {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum McpProvenance {
    Runtime,
    Inferred,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Connection {
    transport: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cwd: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address_form: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gaps: Option<Vec<Gap>>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Batch {
    id: String,
    call_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    synthesized: Option<bool>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum ToolOutcome {
    Ok,
    Error,
    Denied,
    Cancelled,
    Timeout,
}

#[derive(Deserialize, Serialize)]
struct Execution {
    status: ExecutionStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<SkipReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum ExecutionStatus {
    Executed,
    Skipped,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum SkipReason {
    SuppliedResult,
    Policy,
    Cancelled,
    Timeout,
    Other,
}

#[derive(Deserialize, Serialize)]
struct Error {
    class: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Opaque>,
    #[serde(skip_serializing_if = "Option::is_none")]
    native: Option<Opaque>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct FileChange {
    path: String,
    change: ChangeKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Part>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum ChangeKind {
    Created,
    Modified,
    Deleted,
    Moved,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Usage {
    kind: UsageKind,
    scope: UsageScope,
    completeness: Completeness,
    provenance: UsageProvenance,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_read_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_write_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Cost>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum UsageKind {
    Amount,
    Total,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum UsageScope {
    Attempt,
    Turn,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Completeness {
    Complete,
    Partial,
    Unknown,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum UsageProvenance {
    Provider,
    Estimate,
    Mixed,
}

#[derive(Deserialize, Serialize)]
struct Cost {
    amount: Number,
    currency: String,
    basis: CostBasis,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum CostBasis {
    Billed,
    Reported,
    Estimated,
}

#[derive(Deserialize, Serialize)]
struct TokenCounts {
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<u64>,
}

#[derive(Deserialize, Serialize)]
struct RemovedItem {
    id: String,
}

#[derive(Deserialize, Serialize)]
struct Message {
    id: String,
    role: Role,
    parts: Vec<Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    synthesized: Option<bool>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Role {
    System,
    Developer,
    User,
    Assistant,
    Tool,
}

/// Text or attachment, as one struct.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Part {
    id: String,
    kind: PartKind,
    media_type: String,
    selection: Selection,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<ContentReference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<PartGap>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    synthesized: Option<bool>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum PartKind {
    Text,
    Attachment,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Selection {
    Body,
    Metadata,
    Omit,
}

#[derive(Deserialize, Serialize)]
struct ContentReference {
    #[serde(rename = "ref")]
    reference: String,
}

#[derive(Deserialize, Serialize)]
struct PartGap {
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}
