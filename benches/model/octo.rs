//! Octo by hand: the host's frames with the payloads that the samples hold, and the request to run.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::Number;

use super::{unknown, Opaque};

#[derive(Deserialize)]
struct Kind<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Type<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
}

/// Reads one frame.
pub(crate) fn decode(bytes: &[u8]) -> serde_json::Result<Frame> {
    let tag: Kind<'_> = serde_json::from_slice(bytes)?;
    Ok(match &*tag.kind {
        "native" => Frame::Native(serde_json::from_slice(bytes)?),
        "canonical" => Frame::Canonical(serde_json::from_slice(bytes)?),
        "control" => Frame::Control(serde_json::from_slice(bytes)?),
        other => return unknown(other),
    })
}

/// Reads one request to run.
pub(crate) fn decode_invoke(bytes: &[u8]) -> serde_json::Result<InvokeRequest> {
    serde_json::from_slice(bytes)
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(clippy::large_enum_variant)]
pub(crate) enum Frame {
    Native(NativeFrame),
    Canonical(CanonicalFrame),
    Control(ControlFrame),
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum ProtocolMode {
    Native,
    Canonical,
}

#[derive(Deserialize, Serialize)]
pub(crate) struct NativeFrame {
    run_id: String,
    invocation_id: String,
    stream_id: String,
    agent_session_id: String,
    session_generation: u64,
    seq: u64,
    protocol_mode: ProtocolMode,
    protocol: String,
    #[serde(rename = "messageKind")]
    message_kind: MessageKind,
    payload: Opaque,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum MessageKind {
    Response,
    Notification,
    Request,
    Message,
}

#[derive(Deserialize, Serialize)]
pub(crate) struct CanonicalFrame {
    run_id: String,
    invocation_id: String,
    stream_id: String,
    agent_session_id: String,
    session_generation: u64,
    seq: u64,
    protocol_mode: ProtocolMode,
    protocol: String,
    event: CanonicalEvent,
}

#[derive(Deserialize, Serialize)]
pub(crate) struct ControlFrame {
    run_id: String,
    invocation_id: String,
    stream_id: String,
    agent_session_id: String,
    session_generation: u64,
    seq: u64,
    protocol_mode: ProtocolMode,
    protocol: String,
    control: Control,
}

/// A canonical event: its payload is read as what its type says.
#[derive(Serialize)]
struct CanonicalEvent {
    #[serde(rename = "protocolVersion")]
    protocol_version: u32,
    #[serde(rename = "type")]
    kind: EventType,
    payload: Payload,
}

impl<'de> Deserialize<'de> for CanonicalEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Parts<'a> {
            #[serde(rename = "protocolVersion")]
            protocol_version: u32,
            #[serde(rename = "type")]
            kind: EventType,
            #[serde(borrow)]
            payload: &'a RawValue,
        }

        let Parts { protocol_version, kind, payload } = Parts::deserialize(deserializer)?;
        let text = payload.get();
        let payload = match kind {
            EventType::ToolCallCreate => serde_json::from_str(text).map(Payload::ToolCallCreate),
            EventType::ToolCallUpdate => serde_json::from_str(text).map(Payload::ToolCallUpdate),
            EventType::InteractionRequested => serde_json::from_str(text).map(Payload::InteractionRequested),
            _ => serde_json::from_str(text).map(Payload::Open),
        };
        Ok(Self { protocol_version, kind, payload: payload.map_err(serde::de::Error::custom)? })
    }
}

#[derive(Deserialize, Serialize)]
enum EventType {
    #[serde(rename = "session.update")]
    SessionUpdate,
    #[serde(rename = "execution.update")]
    ExecutionUpdate,
    #[serde(rename = "usage.update")]
    UsageUpdate,
    #[serde(rename = "message.create")]
    MessageCreate,
    #[serde(rename = "message.delta")]
    MessageDelta,
    #[serde(rename = "message.update")]
    MessageUpdate,
    #[serde(rename = "tool_call.create")]
    ToolCallCreate,
    #[serde(rename = "tool_call.update")]
    ToolCallUpdate,
    #[serde(rename = "interaction.requested")]
    InteractionRequested,
    #[serde(rename = "run.queued")]
    RunQueued,
    #[serde(rename = "run.started")]
    RunStarted,
    #[serde(rename = "run.completed")]
    RunCompleted,
    #[serde(rename = "run.failed")]
    RunFailed,
    #[serde(rename = "run.cancelled")]
    RunCancelled,
}

#[derive(Serialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant)]
enum Payload {
    ToolCallCreate(ToolCallCreate),
    ToolCallUpdate(ToolCallUpdate),
    InteractionRequested(InteractionRequested),
    Open(OpenPayload),
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct OpenPayload {
    #[serde(skip_serializing_if = "Option::is_none")]
    delivery: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    questions: Option<Vec<Question>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_session: Option<ProviderSession>,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel: Option<Channel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exposure: Option<Exposure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provenance: Option<Provenance>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
}

#[derive(Deserialize, Serialize)]
struct Question {
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Vec<String>>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Channel {
    Analysis,
    Commentary,
    Final,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Exposure {
    PublicReasoning,
    PublicSummary,
    PublicPlan,
    PrivateReasoning,
    Unknown,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Provenance {
    provider: String,
    native_event: String,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct ProviderSession {
    session_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    resumable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    require_resume: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resume_outcome: Option<ResumeOutcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resume_fallback: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    context_input_variant: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum ResumeOutcome {
    New,
    Resumed,
    FreshFallback,
    Compacted,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Failure {
    schema_version: u32,
    code: String,
    reason_code: String,
    category: String,
    stage: String,
    message_key: String,
    params: BTreeMap<String, Opaque>,
    retryable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_ms: Option<u64>,
    action: FailureAction,
    diagnostic_id: String,
    source: FailureSource,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<FailureCause>,
    occurred_at: String,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct FailureAction {
    #[serde(rename = "type")]
    kind: String,
    label_key: String,
}

#[derive(Deserialize, Serialize)]
struct FailureSource {
    component: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    adapter: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct FailureCause {
    reason_code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    http_status: Option<u64>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolCallCreate {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    step_id: Option<String>,
    name: String,
    args: Opaque,
    status: String,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolCallUpdate {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    step_id: Option<String>,
    status: FinishStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Opaque>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Opaque>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_code: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration_ms: Option<u64>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum FinishStatus {
    Completed,
    Failed,
    Cancelled,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct InteractionRequested {
    #[serde(skip_serializing_if = "Option::is_none")]
    delivery: Option<String>,
    execution_instance_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<String>,
    interaction_id: String,
    kind: InteractionKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_required: Option<bool>,
    request: Opaque,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum InteractionKind {
    Approval,
    Question,
    Elicitation,
}

/// A control: its members are read as what its type says.
#[derive(Serialize)]
#[allow(clippy::large_enum_variant)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Control {
    Evidence(Evidence),
    State(State),
    Error(ErrorControl),
    Interaction(Interaction),
    Gap(Gap),
}

impl<'de> Deserialize<'de> for Control {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <&RawValue>::deserialize(deserializer)?.get();
        let control = serde_json::from_str(text).and_then(|tag: Type<'_>| match &*tag.kind {
            "evidence" => serde_json::from_str(text).map(Self::Evidence),
            "state" => serde_json::from_str(text).map(Self::State),
            "error" => serde_json::from_str(text).map(Self::Error),
            "interaction" => serde_json::from_str(text).map(Self::Interaction),
            "gap" => serde_json::from_str(text).map(Self::Gap),
            other => unknown(other),
        });
        control.map_err(serde::de::Error::custom)
    }
}

#[derive(Deserialize, Serialize)]
struct Evidence {
    name: String,
    payload: Opaque,
}

#[derive(Deserialize, Serialize)]
struct State {
    state: RunState,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum RunState {
    Running,
    Completed,
    Failed,
    Cancelled,
    Lost,
}

#[derive(Deserialize, Serialize)]
struct ErrorControl {
    code: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Interaction {
    request_id: Opaque,
    status: InteractionStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_required: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<u64>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum InteractionStatus {
    Pending,
    Resolved,
    Expired,
    Invalidated,
}

#[derive(Deserialize, Serialize)]
struct Gap {
    requested_after_seq: u64,
    oldest_seq: u64,
    latest_seq: u64,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvokeRequest {
    #[serde(skip_serializing_if = "Option::is_none")]
    execution_env_overrides: Option<Envs>,
    invocation_id: String,
    agent_session_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_name: Option<String>,
    run_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_generation: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_epoch: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    continuity_mode: Option<ContinuityMode>,
    prompt: String,
    model_input: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_input_parts: Option<Vec<InputPart>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fresh_fallback_model_input_parts: Option<Vec<InputPart>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fresh_fallback_images_unavailable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fresh_fallback_model_input: Option<String>,
    workdir: String,
    control_instructions: String,
    context: Context,
    #[serde(skip_serializing_if = "Option::is_none")]
    run_metadata: Option<Opaque>,
    approval_mode: ApprovalMode,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_session: Option<ProviderSession>,
    #[serde(skip_serializing_if = "Option::is_none")]
    runtime_limits: Option<RuntimeLimits>,
    agent_config: AgentConfig,
    protocol_version: u32,
    agent_source: AgentSource,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum ContinuityMode {
    Continue,
    Fresh,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum ApprovalMode {
    Ask,
    Assisted,
    FullAccess,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum AgentSource {
    Preset,
    Provisioned,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct InputPart {
    #[serde(rename = "type")]
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct RuntimeLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    first_frame_timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_idle_timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_idle_warning_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_idle_policy: Option<Enforcement>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_wall_timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run_timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cancel_grace_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enforcement: Option<Enforcement>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Enforcement {
    Enforce,
    Observe,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct AgentConfig {
    #[serde(skip_serializing_if = "Option::is_none")]
    workdir: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sandbox: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_agent_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout_seconds: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    openclaw_config_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    openclaw_state_dir: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_options: Option<Opaque>,
}

#[derive(Deserialize, Serialize)]
struct Context {
    schema: String,
    items: Vec<ContextItem>,
}

/// An item of context: its payload is read as what its namespace and name say.
#[derive(Serialize)]
struct ContextItem {
    namespace: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    guidance: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_format: Option<String>,
    payload: ContextPayload,
}

impl<'de> Deserialize<'de> for ContextItem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Parts<'a> {
            namespace: String,
            name: String,
            guidance: Option<String>,
            data_format: Option<String>,
            #[serde(borrow)]
            payload: &'a RawValue,
        }

        let Parts { namespace, name, guidance, data_format, payload } = Parts::deserialize(deserializer)?;
        let text = payload.get();
        let payload = match (&*namespace, &*name) {
            ("octo.execution", "actmode") => serde_json::from_str(text).map(ContextPayload::Actmode),
            ("octo.execution", "model") => serde_json::from_str(text).map(ContextPayload::Model),
            ("octo.execution", "adapter") => serde_json::from_str(text).map(ContextPayload::Adapter),
            ("octo.execution", "workspace") => serde_json::from_str(text).map(ContextPayload::Workspace),
            ("octo.execution", "limits") => serde_json::from_str(text).map(ContextPayload::Limits),
            ("octo.security", "approval_policy") => serde_json::from_str(text).map(ContextPayload::ApprovalPolicy),
            ("octo.content", "inline") => serde_json::from_str(text).map(ContextPayload::Inline),
            ("octo.control", "instructions") => serde_json::from_str(text).map(ContextPayload::Instructions),
            ("octo.execution", "envs") => serde_json::from_str(text).map(ContextPayload::Envs),
            ("octo.execution", "mcp") => serde_json::from_str(text).map(ContextPayload::Mcp),
            _ => serde_json::from_str(text).map(ContextPayload::Other),
        };
        let payload = payload.map_err(serde::de::Error::custom)?;
        Ok(Self { namespace, name, guidance, data_format, payload })
    }
}

#[derive(Serialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant)]
enum ContextPayload {
    Actmode(Actmode),
    Model(Model),
    Adapter(Adapter),
    Workspace(Workspace),
    Limits(ContextLimits),
    ApprovalPolicy(ApprovalPolicy),
    Inline(Inline),
    Instructions(Instructions),
    Envs(Envs),
    Mcp(Mcp),
    Other(Opaque),
}

#[derive(Deserialize, Serialize)]
struct Actmode {
    mode: ActMode,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum ActMode {
    Default,
    Plan,
}

#[derive(Deserialize, Serialize)]
struct Model {
    #[serde(skip_serializing_if = "Option::is_none")]
    selection: Option<ModelSelection>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<Reasoning>,
}

#[derive(Deserialize, Serialize)]
struct ModelSelection {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    use_provider_default: Option<bool>,
}

#[derive(Deserialize, Serialize)]
struct Reasoning {
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    use_provider_default: Option<bool>,
}

#[derive(Deserialize, Serialize)]
struct Adapter {
    #[serde(rename = "type")]
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_agent_id: Option<String>,
}

#[derive(Deserialize, Serialize)]
struct Workspace {
    mode: WorkspaceMode,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum WorkspaceMode {
    Fixed,
    Random,
    None,
}

#[derive(Deserialize, Serialize)]
struct ContextLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    first_frame_timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_idle_timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_idle_warning_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_idle_policy: Option<Enforcement>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_wall_timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run_timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cancel_grace_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enforcement: Option<Enforcement>,
}

#[derive(Deserialize, Serialize)]
struct ApprovalPolicy {
    mode: ApprovalMode,
}

#[derive(Deserialize, Serialize)]
struct Inline {
    entries: Vec<InlineEntry>,
}

#[derive(Deserialize, Serialize)]
struct InlineEntry {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource_ref: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Opaque>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
}

#[derive(Deserialize, Serialize)]
struct Instructions {
    entries: Vec<Instruction>,
}

#[derive(Deserialize, Serialize)]
struct Instruction {
    text: String,
}

#[derive(Deserialize, Serialize)]
struct Envs {
    env_variables: Vec<EnvVariable>,
}

#[derive(Deserialize, Serialize)]
struct EnvVariable {
    key: String,
    value: String,
}

#[derive(Deserialize, Serialize)]
struct Mcp {
    #[serde(rename = "mcpServers")]
    servers: BTreeMap<String, McpServer>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct McpServer {
    #[serde(rename = "type")]
    kind: McpKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    env: Option<BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cwd: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    headers: Option<BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    required: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    startup_timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_timeout_ms: Option<u64>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum McpKind {
    Stdio,
    StreamableHttp,
}
