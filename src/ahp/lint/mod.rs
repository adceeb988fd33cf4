//! What the protocol's prose asks beyond its schema, as far as one message shows it.
//!
//! [`Wire::lint`](crate::Wire::lint) of an event looks for all of these:
//!
//! | rule | finding |
//! | --- | --- |
//! | `lint-mcp-userinfo` | the URL of an MCP server has userinfo (`user:password@`): descriptors carry no credentials |
//! | `lint-mcp-credentials` | an argument, a URL's query or an address of an MCP server looks like a credential (by its name; placeholders such as `$TOKEN` pass) |
//! | `lint-gap-beside-value` | a gap says that a member of a connection is unavailable, and the member is there |
//! | `lint-self-parent` | `parentEventId` is the event's own `id` |
//! | `lint-batch-without-call` | `callIds` of a batch lacks the call that it stands beside |
//! | `lint-batch-repeated-call` | `tool.batch.after` has one call twice |
//! | `lint-batch-id` | a call of `tool.batch.after` names another batch |
//! | `lint-batch-members` | `callIds` of such a call are not the calls of the event |
//! | `lint-output` | a member `output` on the event: results are messages in `items` |
//! | `lint-native-json` | a text part holds a provider's own message as JSON (an object, or a list of objects, with `role` and `content`, `parts` or `tool_calls`) |
//! | `lint-execution-reason` | a skip reason that does not go with the outcome |
//! | `lint-part-in-two-messages` | one part id under two messages of the event |
//! | `lint-message-role` | one message id with two roles in the event |
//! | `lint-reasoning-role` | a part of category `reasoning` in a message that is not the assistant's |
//! | `lint-resumed-identity` | `resume` of a session under another id, or `clear` or `fork` under the same |
//! | `lint-synthesized-false` | `synthesized: false`: the marker is `true` or absent |
//! | `lint-manifest-repeated-event` | the manifest names an event twice |
//! | `lint-manifest-timeouts` | `minTimeoutMs` above `maxTimeoutMs` |
//! | `lint-blank` | the harness's name or version, `permissionMode` or `path` is blank |
//! | `lint-intercept-id` | the `id` of a `hooks/intercept` request is not its event's; see [`lint_intercept_id`], as an event alone does not show it |
//!
//! No single message shows whether a call ran, whether content is complete, whether an upload exists or is
//! authorized, and whether a manifest tells the truth. A `source` is a URI and so never blank.

mod credentials;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::{
    Batch, BatchCall, Body, Event, Execution, ExtensionConnection, Harness, HttpConnection, Identity, Manifest, Message, Role,
    SessionStart, SessionTrigger, SkipReason, StdioConnection, TextPart, ToolAfter, ToolBatchAfter, ToolOutcome,
};
use crate::lint::{Finding, Linter};
use crate::wire::check::Step;
use crate::wire::node::{downcast, member, Typed};
use crate::wire::parser::quoted;
use crate::JsonObject;

/// Compares the `id` of a `hooks/intercept` request with the event it carries: they are the same.
///
/// The path of the finding is one in the request. An `id` that is no string cannot be the event's.
///
/// ```
/// # use agentwire::{ahp, Wire};
/// # let event = ahp::Event::decode(br#"{"type":"model.switch.after","id":"e1","source":"urn:example:h","time":"2026-03-04T05:06:07Z",
/// #   "harness":{"name":"h","version":"1"},"previous":{"id":"a","provider":"p"},"current":{"id":"b","provider":"p"},"reason":"r"}"#)?;
/// assert_eq!(ahp::lint_intercept_id("e1", &event), None);
/// assert_eq!(ahp::lint_intercept_id("7", &event).unwrap().rule, "lint-intercept-id");
/// # Ok::<(), agentwire::DecodeError>(())
/// ```
pub fn lint_intercept_id(request_id: &str, event: &Event) -> Option<Finding> {
    let mut at = Linter::default();
    if request_id != event.envelope.id {
        let message = format!("the request's `id` is {}, its event's is {}", quoted(request_id), quoted(&event.envelope.id));
        at.found_at([Step::Member("id")], "lint-intercept-id", message);
    }
    at.findings().pop()
}

/// Looks at one value of a message. What it finds depends on the value's type, not on the event it is in.
pub(crate) fn look<'p>(step: Step<'p>, value: Typed<'p>, at: &mut Linter<'p>) {
    if let (Step::Member("synthesized"), Some(false)) = (step, value.get()) {
        at.found("lint-synthesized-false", "the marker is true or absent");
    }
    if let Some(event) = value.get::<Event>() {
        lineage(event, at);
        own_call(&event.body, at);
        content_identity(event, at);
    } else if let Some(session) = value.get::<SessionStart>() {
        session_start(session, at);
    } else if let Some(after) = value.get::<ToolAfter>() {
        execution_reason(after.outcome, &after.execution, at);
    } else if let Some(batch) = value.get::<ToolBatchAfter>() {
        members_of_batch(batch, at);
    } else if let Some(call) = value.get::<BatchCall>() {
        execution_reason(call.outcome, &call.execution, at);
        not_blank("path", &call.path, at);
        call_in_batch(&call.call, call.batch.as_ref(), at);
    } else if let Some(harness) = value.get::<Harness>() {
        not_blank("name", &harness.name, at);
        not_blank("version", &harness.version, at);
    } else if let Some(manifest) = value.get::<Manifest>() {
        coverage(manifest, at);
    } else if let Some(message) = value.get::<Message>() {
        reasoning(message, at);
    } else if let Some(part) = value.get::<TextPart>() {
        native_json(part, at);
    } else {
        connection(value, at);
    }
}

// ---- the event --------------------------------------------------------------------------------

fn lineage(event: &Event, at: &mut Linter<'_>) {
    let envelope = &event.envelope;
    if envelope.parent_event_id.as_ref() == Some(&envelope.id) {
        at.found_at([Step::Member("parentEventId")], "lint-self-parent", "an event is not its own parent");
    }
    if envelope.extra.get("output").is_some() {
        at.found_at([Step::Member("output")], "lint-output", "there is no `output`: results are messages in `items`");
    }
}

/// The call of an event, where it has one, with its path and its batch.
fn own_call<'p>(body: &'p Body, at: &mut Linter<'p>) {
    let Some(call) = member(body, "call").and_then(downcast::<Identity>) else { return };
    if let Some(path) = member(body, "path").and_then(downcast::<String>) {
        not_blank("path", path, at);
    }
    call_in_batch(call, member(body, "batch").and_then(downcast::<Batch>), at);
}

fn call_in_batch(call: &Identity, batch: Option<&Batch>, at: &mut Linter<'_>) {
    if batch.is_some_and(|batch| !batch.call_ids.contains(&call.id)) {
        let message = format!("the batch lacks the call {} itself", quoted(&call.id));
        at.found_at([Step::Member("batch"), Step::Member("callIds")], "lint-batch-without-call", message);
    }
}

fn session_start(event: &SessionStart, at: &mut Linter<'_>) {
    not_blank("permissionMode", &event.permission_mode, at);
    let Some(origin) = &event.resumed_from else { return };
    let same = origin.id == event.session.id;
    let message = match event.trigger {
        SessionTrigger::Resume if !same => "a resumed session keeps its id",
        SessionTrigger::Clear | SessionTrigger::Fork if same => "a session made by `clear` or `fork` has an id of its own",
        _ => return,
    };
    at.found_at([Step::Member("resumedFrom"), Step::Member("id")], "lint-resumed-identity", message);
}

fn execution_reason(outcome: ToolOutcome, execution: &Execution, at: &mut Linter<'_>) {
    let Execution::Skipped(skipped) = execution else { return };
    let expected = match (outcome, skipped.reason) {
        (ToolOutcome::Denied, _) => return,
        (ToolOutcome::Ok | ToolOutcome::Error, SkipReason::SuppliedResult) => return,
        (ToolOutcome::Cancelled, SkipReason::Cancelled | SkipReason::Other) => return,
        (ToolOutcome::Timeout, SkipReason::Timeout | SkipReason::Other) => return,
        (_, SkipReason::Policy) => "`policy` goes with the outcome `denied`".to_owned(),
        (ToolOutcome::Ok | ToolOutcome::Error, _) => {
            format!("a call that did not run has the outcome `{outcome}` only if its result was supplied")
        }
        (ToolOutcome::Cancelled | ToolOutcome::Timeout, reason) => {
            format!("the reason `{reason}` does not lead to the outcome `{outcome}`")
        }
    };
    at.found_at([Step::Member("execution"), Step::Member("reason")], "lint-execution-reason", expected);
}

fn members_of_batch(event: &ToolBatchAfter, at: &mut Linter<'_>) {
    let calls: HashSet<&str> = event.calls.iter().map(|call| call.call.id.as_str()).collect();
    let mut seen = HashSet::new();
    for (index, call) in event.calls.iter().enumerate() {
        let here = [Step::Member("calls"), Step::Element(index)];
        if !seen.insert(call.call.id.as_str()) {
            let message = format!("the call {} stands here twice", quoted(&call.call.id));
            at.found_at([here[0], here[1], Step::Member("call"), Step::Member("id")], "lint-batch-repeated-call", message);
        }
        let Some(batch) = &call.batch else { continue };
        if batch.id != event.batch.id {
            let message = format!("the call is one of the batch {}, the event is about {}", quoted(&batch.id), quoted(&event.batch.id));
            at.found_at([here[0], here[1], Step::Member("batch"), Step::Member("id")], "lint-batch-id", message);
        }
        if batch.call_ids.iter().map(String::as_str).collect::<HashSet<_>>() != calls {
            let steps = [here[0], here[1], Step::Member("batch"), Step::Member("callIds")];
            at.found_at(steps, "lint-batch-members", "these are not the calls of the event");
        }
    }
}

fn coverage(manifest: &Manifest, at: &mut Linter<'_>) {
    let mut seen = HashSet::new();
    for (index, entry) in manifest.events.iter().enumerate() {
        if !seen.insert(entry.event) {
            let steps = [Step::Member("events"), Step::Element(index), Step::Member("event")];
            at.found_at(steps, "lint-manifest-repeated-event", format!("`{}` has an entry before", entry.event));
        }
    }
    if let (Some(min), Some(max)) = (manifest.limits.min_timeout_ms, manifest.limits.max_timeout_ms) {
        if min > max {
            let steps = [Step::Member("limits"), Step::Member("minTimeoutMs")];
            at.found_at(steps, "lint-manifest-timeouts", format!("{min} is more than `maxTimeoutMs`, which is {max}"));
        }
    }
}

fn not_blank(name: &'static str, text: &str, at: &mut Linter<'_>) {
    if text.chars().all(char::is_whitespace) {
        at.found_at([Step::Member(name)], "lint-blank", format!("`{name}` is blank"));
    }
}

// ---- content ----------------------------------------------------------------------------------

/// A message keeps its role and a part its message, among all the messages of one event.
fn content_identity<'p>(event: &'p Event, at: &mut Linter<'p>) {
    let mut roles: HashMap<&str, Role> = HashMap::new();
    let mut owners: HashMap<&str, &str> = HashMap::new();
    at.walk(Step::Here, event, &mut |_, value, at| {
        let Some(message) = value.get::<Message>() else { return };
        let role = *roles.entry(&message.id).or_insert(message.role);
        if role != message.role {
            let text = format!("the message {} was of the role `{role}` before", quoted(&message.id));
            at.found_at([Step::Member("role")], "lint-message-role", text);
        }
        for (index, part) in message.parts.iter().enumerate() {
            match owners.entry(part.id()) {
                Entry::Vacant(free) => drop(free.insert(&message.id)),
                Entry::Occupied(taken) if *taken.get() == message.id => {}
                Entry::Occupied(taken) => {
                    let text = format!("the part {} belongs to the message {}", quoted(part.id()), quoted(taken.get()));
                    let steps = [Step::Member("parts"), Step::Element(index), Step::Member("id")];
                    at.found_at(steps, "lint-part-in-two-messages", text);
                }
            }
        }
    });
}

fn reasoning(message: &Message, at: &mut Linter<'_>) {
    if message.role == Role::Assistant {
        return;
    }
    for (index, part) in message.parts.iter().enumerate() {
        if part.category() == Some("reasoning") {
            let text = format!("reasoning is the assistant's, this message is of the role `{}`", message.role);
            at.found_at([Step::Member("parts"), Step::Element(index), Step::Member("category")], "lint-reasoning-role", text);
        }
    }
}

fn native_json(part: &TextPart, at: &mut Linter<'_>) {
    let Some(text) = &part.text else { return };
    let messages = match text.trim_start().as_bytes().first() {
        Some(b'{') => JsonObject::parse(text).map(|object| vec![object]),
        Some(b'[') => crate::codec::read_text::<Vec<JsonObject>>(text),
        _ => return,
    };
    let native = |object: &JsonObject| {
        let has = |name| object.get(name).is_some();
        has("role") && (has("content") || has("parts") || has("tool_calls"))
    };
    if messages.is_ok_and(|messages| messages.iter().any(native)) {
        at.found_at([Step::Member("text")], "lint-native-json", "a provider's own message; its content belongs into messages and parts");
    }
}

// ---- MCP connections --------------------------------------------------------------------------

fn connection<'p>(value: Typed<'p>, at: &mut Linter<'p>) {
    if let Some(http) = value.get::<HttpConnection>() {
        if let Some(url) = &http.url {
            no_credentials_in_url("url", url.as_str(), at);
        }
    } else if let Some(stdio) = value.get::<StdioConnection>() {
        for (index, why) in credentials::in_arguments(stdio.args.as_deref().unwrap_or_default()) {
            at.found_at([Step::Member("args"), Step::Element(index)], "lint-mcp-credentials", why);
        }
    } else if let Some(extension) = value.get::<ExtensionConnection>() {
        if let Some(address) = &extension.address {
            no_credentials_in_url("address", address, at);
        }
    } else {
        return;
    }
    let Some(gaps) = member(value.node, "gaps").and_then(downcast::<Vec<super::ConnectionGap>>) else { return };
    for (index, gap) in gaps.iter().enumerate() {
        if member(value.node, &gap.path).is_some() {
            let steps = [Step::Member("gaps"), Step::Element(index), Step::Member("path")];
            at.found_at(steps, "lint-gap-beside-value", format!("`{}` is there, so it is not missing", gap.path));
        }
    }
}

fn no_credentials_in_url(name: &'static str, url: &str, at: &mut Linter<'_>) {
    if credentials::has_userinfo(url) {
        at.found_at([Step::Member(name)], "lint-mcp-userinfo", "a descriptor carries no credentials, and this URL has userinfo");
    }
    if let Some(parameter) = credentials::in_query(url) {
        let message = format!("a descriptor carries no credentials, and the parameter {} looks like one", quoted(parameter));
        at.found_at([Step::Member(name)], "lint-mcp-credentials", message);
    }
}
