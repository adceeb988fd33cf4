//! What the protocol's prose asks beyond its schema, as far as one message shows it.
//!
//! [`Wire::lint`](crate::Wire::lint) of any message looks for all of these, wherever in it they stand:
//!
//! | rule | finding |
//! | --- | --- |
//! | `lint-fresh-session` | `continuityMode` is `fresh`, and there is a `providerSession` |
//! | `lint-fresh-fallback` | a `freshFallback…` member where no resume can fail over to a fresh session: `continuityMode` is `fresh`, or the session has `requireResume` |
//! | `lint-fallback-images` | `freshFallbackImagesUnavailable`, and `freshFallbackModelInputParts` has images |
//! | `lint-resume-required` | a session with `requireResume` was started afresh (`resumeOutcome` is `fresh_fallback`) |
//! | `lint-caller-instructions` | a caller submits `octo.control` instructions (`contexts` of `InvokeInputWire`) |
//! | `lint-secret-in-input` | the value of an environment variable or MCP header, of 8 characters at least, stands in the prompt or in the model's input |
//! | `lint-permission-approval` | an approval of `permission_grant`: approvals for permissions do not exist yet |
//! | `lint-question-position` | the id of a question is not its position in the interaction |
//! | `lint-failure-params` | a parameter of a failure looks like a path, an address or the output of a program |
//! | `lint-workspace-owner` | the workspace mode `none` for an agent that is no preset: with `none` the preset agent owns the workspace |
//!
//! The prose's other duties show in no single message: what is injected, displayed, stored, logged, replayed,
//! retried or delivered, and when; who was authorized to write it; which failure codes the catalogue has;
//! what a URL template resolves to; whether a window or a snapshot is current; whether questions are still
//! open. That `requestedPermissions` is empty the schema says itself.

use super::{
    AgentSource, ApprovalRequest, CanonicalEvent, CanonicalEventType, CanonicalEventWire, ContextEnvelope, ContextItem,
    ContextWorkspacePayload, ContinuityMode, FailureEnvelope, InteractionKind, InteractionRequestedPayload, InvokeInputWire,
    InvokeRequestWire, McpServer, ModelInputPart, OperationKind, ProviderSession, QuestionRequest, ResolvedExecutionPlan, ResumeOutcome,
    Scalar,
};
use crate::codec::read_text;
use crate::lint::{lint, Linter};
use crate::wire::check::Step;
use crate::wire::node::Typed;

/// Looks at one value of a message. What it finds depends on the value's type, not on the message it is in.
pub(crate) fn look<'p>(value: Typed<'p>, at: &mut Linter<'p>) {
    if let Some(request) = value.get::<InvokeRequestWire>() {
        invocation(&Invocation::of_request(request), at);
    } else if let Some(input) = value.get::<InvokeInputWire>() {
        invocation(&Invocation::of_input(input), at);
        caller_instructions(&input.contexts, at);
    } else if let Some(session) = value.get::<ProviderSession>() {
        if session.require_resume == Some(true) && session.resume_outcome == Some(ResumeOutcome::FreshFallback) {
            let message = "the session had to be resumed or the run refused, and it was started afresh";
            at.found_at([Step::Member("resumeOutcome")], "lint-resume-required", message);
        }
    } else if let Some(event) = value.get::<CanonicalEventWire>() {
        open_payload(event, at);
    } else if let Some(interaction) = value.get::<InteractionRequestedPayload>() {
        request(interaction, at);
    } else if let Some(approval) = value.get::<ApprovalRequest>() {
        if approval.operation.kind == OperationKind::PermissionGrant {
            let steps = [Step::Member("operation"), Step::Member("kind")];
            at.found_at(steps, "lint-permission-approval", "approvals for permissions do not exist yet");
        }
    } else if let Some(questions) = value.get::<QuestionRequest>() {
        for (index, question) in questions.questions.iter().enumerate() {
            if question.id != format!("q:{index}") {
                let steps = [Step::Member("questions"), Step::Element(index), Step::Member("id")];
                let message = format!("a question's id is its position, `q:{index}`, found `{}`", question.id);
                at.found_at(steps, "lint-question-position", message);
            }
        }
    } else if let Some(failure) = value.get::<FailureEnvelope>() {
        failure_params(failure, at);
    } else if let Some(plan) = value.get::<ResolvedExecutionPlan>() {
        if plan.agent_source != AgentSource::Preset && matches!(plan.workspace, Some(ContextWorkspacePayload::None)) {
            let message = "with `none` the preset agent owns the workspace, and this agent is no preset";
            at.found_at([Step::Member("workspace")], "lint-workspace-owner", message);
        }
    }
}

// ---- events -----------------------------------------------------------------------------------

/// An event's open payload is looked at as what its type makes it.
fn open_payload<'p>(event: &'p CanonicalEventWire, at: &mut Linter<'p>) {
    if event.type_ != CanonicalEventType::InteractionRequested {
        return;
    }
    // A payload that is none is the business of whoever asks for the typed view.
    if let Ok(CanonicalEvent::InteractionRequested(interaction)) = event.typed() {
        at.within(Step::Member("payload"), lint(&interaction));
    }
}

/// What is asked for, which its kind and delivery make one of the request types.
fn request(interaction: &InteractionRequestedPayload, at: &mut Linter<'_>) {
    let text = interaction.request.as_str();
    let findings = match interaction.kind {
        InteractionKind::Approval => read_text::<ApprovalRequest>(text).map(|request| lint(&request)),
        InteractionKind::Question if interaction.delivery.is_some() => read_text::<QuestionRequest>(text).map(|request| lint(&request)),
        _ => return,
    };
    at.within(Step::Member("request"), findings.unwrap_or_default());
}

fn failure_params<'p>(failure: &'p FailureEnvelope, at: &mut Linter<'p>) {
    for (name, value) in failure.params.iter() {
        let Scalar::Text(text) = value else { continue };
        let drive =
            text.as_bytes().get(1..3).is_some_and(|rest| rest == b":\\") && text.starts_with(|first: char| first.is_ascii_alphabetic());
        let what = if text.contains('\n') {
            "the output of a program"
        } else if text.contains("://") || text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty()) {
            "an address or account"
        } else if drive || text.starts_with("\\\\") || text.strip_prefix(['/', '~']).is_some_and(|rest| rest.contains('/')) {
            "a path"
        } else {
            continue;
        };
        let message = format!("this looks like {what}, which stays out of failures");
        at.found_at([Step::Member("params"), Step::Member(name)], "lint-failure-params", message);
    }
}

// ---- invocations ------------------------------------------------------------------------------

/// What the two forms of an invocation have in common.
struct Invocation<'p> {
    fresh: bool,
    session: Option<&'p ProviderSession>,
    fallback_parts: Option<&'p [ModelInputPart]>,
    images_unavailable: Option<bool>,
    /// Texts that the user or the model sees, each by its member.
    texts: Vec<(&'static str, &'p str)>,
    /// Lists of parts, each by its member.
    parts: Vec<(&'static str, &'p [ModelInputPart])>,
    /// Values that neither of them may see.
    secrets: Vec<&'p str>,
}

impl<'p> Invocation<'p> {
    fn of_request(request: &'p InvokeRequestWire) -> Self {
        let fallback = &request.fresh_fallback_model_input_parts;
        let mut secrets = secrets(&request.context);
        let overrides = request.execution_env_overrides.iter().flat_map(|envs| &envs.env_variables);
        secrets.extend(overrides.map(|variable| variable.value.as_str()).filter(is_telling));
        let texts = [
            ("prompt", Some(&request.prompt)),
            ("modelInput", Some(&request.model_input)),
            ("freshFallbackModelInput", request.fresh_fallback_model_input.as_ref()),
            ("controlInstructions", Some(&request.control_instructions)),
        ];
        Self {
            fresh: request.continuity_mode == Some(ContinuityMode::Fresh),
            session: request.provider_session.as_ref(),
            fallback_parts: fallback.as_deref(),
            images_unavailable: request.fresh_fallback_images_unavailable,
            texts: given(texts),
            parts: given_parts([("modelInputParts", request.model_input_parts.as_deref()), (FALLBACK_PARTS, fallback.as_deref())]),
            secrets,
        }
    }

    fn of_input(input: &'p InvokeInputWire) -> Self {
        let fallback = input.fresh_fallback_model_input_parts.as_ref().map(|parts| &parts.0[..]);
        let texts = [
            ("prompt", input.prompt.as_ref()),
            ("modelInput", input.model_input.as_ref()),
            ("freshFallbackModelInput", input.fresh_fallback_model_input.as_ref()),
            ("controlInstructions", input.control_instructions.as_ref()),
        ];
        Self {
            fresh: input.continuity_mode == Some(ContinuityMode::Fresh),
            session: input.provider_session.as_ref(),
            fallback_parts: fallback,
            images_unavailable: input.fresh_fallback_images_unavailable,
            texts: given(texts),
            parts: given_parts([("inputs", Some(&input.inputs.0[..])), (FALLBACK_PARTS, fallback)]),
            secrets: secrets(&input.contexts),
        }
    }
}

const FALLBACK_PARTS: &str = "freshFallbackModelInputParts";

fn given<'p>(texts: [(&'static str, Option<&'p String>); 4]) -> Vec<(&'static str, &'p str)> {
    texts.into_iter().filter_map(|(name, text)| Some((name, text?.as_str()))).collect()
}

fn given_parts<'p>(lists: [(&'static str, Option<&'p [ModelInputPart]>); 2]) -> Vec<(&'static str, &'p [ModelInputPart])> {
    lists.into_iter().filter_map(|(name, parts)| Some((name, parts?))).collect()
}

fn invocation<'p>(invocation: &Invocation<'p>, at: &mut Linter<'p>) {
    if invocation.fresh && invocation.session.is_some() {
        at.found_at([Step::Member("providerSession")], "lint-fresh-session", "a fresh invocation carries no provider session");
    }
    let required = invocation.session.is_some_and(|session| session.require_resume == Some(true));
    if invocation.fresh || required {
        let why = if invocation.fresh { "a fresh invocation resumes nothing" } else { "`requireResume` rules a fresh session out" };
        let fallback = [
            ("freshFallbackModelInput", invocation.texts.iter().any(|(name, _)| *name == "freshFallbackModelInput")),
            (FALLBACK_PARTS, invocation.fallback_parts.is_some()),
            ("freshFallbackImagesUnavailable", invocation.images_unavailable.is_some()),
        ];
        for (name, _) in fallback.into_iter().filter(|(_, given)| *given) {
            let message = format!("this is for a resume that failed, and {why}");
            at.found_at([Step::Member(name)], "lint-fresh-fallback", message);
        }
    }
    if invocation.images_unavailable == Some(true) {
        for (index, part) in invocation.fallback_parts.unwrap_or_default().iter().enumerate() {
            if matches!(part, ModelInputPart::Image(_)) {
                let steps = [Step::Member(FALLBACK_PARTS), Step::Element(index)];
                at.found_at(steps, "lint-fallback-images", "`freshFallbackImagesUnavailable` says that there are no images");
            }
        }
    }
    leaks(invocation, at);
}

/// A secret value in what the user or the model sees. The message does not repeat it.
fn leaks<'p>(invocation: &Invocation<'p>, at: &mut Linter<'p>) {
    const RULE: &str = "lint-secret-in-input";
    const MESSAGE: &str = "the value of an environment variable or an MCP header stands in this text";
    // Bytes that are searched at most, all secrets together: a message can hold thousands of secrets and
    // megabytes of text, and a warning is not worth their product.
    let mut left: usize = 1 << 30;
    let mut leaks = |text: &str| {
        invocation.secrets.iter().any(|secret| {
            left = left.saturating_sub(text.len());
            left > 0 && text.contains(secret)
        })
    };
    for &(name, text) in &invocation.texts {
        if leaks(text) {
            at.found_at([Step::Member(name)], RULE, MESSAGE);
        }
    }
    for &(name, parts) in &invocation.parts {
        for (index, part) in parts.iter().enumerate() {
            if matches!(part, ModelInputPart::Text(part) if leaks(&part.text)) {
                at.found_at([Step::Member(name), Step::Element(index), Step::Member("text")], RULE, MESSAGE);
            }
        }
    }
}

/// Shorter values are too likely to stand in a text by chance.
fn is_telling(secret: &&str) -> bool {
    secret.chars().count() >= 8
}

/// The values of environment variables and MCP headers.
fn secrets(context: &ContextEnvelope) -> Vec<&str> {
    let mut secrets: Vec<&str> = Vec::new();
    for item in &context.items {
        match item {
            ContextItem::Envs(envs) => secrets.extend(envs.env_variables.iter().map(|variable| variable.value.as_str())),
            ContextItem::Mcp(mcp) => {
                for (_, server) in mcp.mcp_servers.0.iter() {
                    let values = match server {
                        McpServer::Stdio(server) => server.env.as_ref(),
                        McpServer::StreamableHttp(server) => server.headers.as_ref(),
                    };
                    secrets.extend(values.into_iter().flat_map(|values| values.iter()).map(|(_, value)| value.as_str()));
                }
            }
            _ => {}
        }
    }
    secrets.retain(is_telling);
    secrets
}

fn caller_instructions<'p>(contexts: &'p ContextEnvelope, at: &mut Linter<'p>) {
    for (index, item) in contexts.items.iter().enumerate() {
        if matches!(item, ContextItem::Instructions(_)) {
            let steps = [Step::Member("contexts"), Step::Member("items"), Step::Element(index)];
            at.found_at(steps, "lint-caller-instructions", "callers do not submit `octo.control` instructions");
        }
    }
}
