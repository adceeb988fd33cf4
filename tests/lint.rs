//! Findings beyond the rules: each is shown by a message that has it, and not by its neighbours.

mod support;

use std::collections::BTreeSet;

use agentwire::{ahp, octo, Finding, Wire};
use serde_json::{json, Value};

/// A message, changed in some places, and what is found in it: path and rule.
struct Case {
    claim: &'static str,
    base: Base,
    changes: Vec<(&'static str, Value)>,
    found: Vec<(&'static str, &'static str)>,
}

#[derive(Clone, Copy)]
enum Base {
    ToolAfter,
    BatchAfter,
    SessionStart,
    TurnStart,
    Progress,
    Request,
    Input,
    Plan,
    Frame,
}

fn hit<const N: usize, const M: usize>(
    claim: &'static str,
    base: Base,
    changes: [(&'static str, Value); N],
    found: [(&'static str, &'static str); M],
) -> Case {
    Case { claim, base, changes: changes.into(), found: found.into() }
}

fn fine<const N: usize>(claim: &'static str, base: Base, changes: [(&'static str, Value); N]) -> Case {
    hit(claim, base, changes, [])
}

fn message(base: Base) -> Value {
    let text = |id: &str| json!({ "id": id, "kind": "text", "mediaType": "text/plain", "selection": "body", "text": "fine" });
    let said = |id: &str, role: &str| json!({ "id": id, "role": role, "parts": [text(&format!("{id}.p"))] });
    let tool = json!({ "name": "Bash", "input": {}, "origin": "native" });
    let event = |kind: &str, body: Value| {
        let mut event = json!({
            "type": kind, "id": "e1", "source": "urn:example:harness:1", "time": "2026-03-04T05:06:07Z",
            "harness": { "name": "demo", "version": "1.0" }, "session": { "id": "s1" },
        });
        for (name, value) in body.as_object().unwrap() {
            event[name] = value.clone();
        }
        event
    };
    let batch = json!({ "id": "b1", "callIds": ["c1", "c2"] });
    let context = |items: Value| json!({ "schema": "octo.context-envelope/v3", "items": items });
    match base {
        Base::ToolAfter => event(
            "tool.after",
            json!({
                "call": { "id": "c1" }, "tool": tool, "path": "native", "outcome": "ok", "execution": { "status": "executed" },
                "items": [said("m1", "tool"), said("m2", "tool")], "batch": batch,
            }),
        ),
        Base::BatchAfter => event(
            "tool.batch.after",
            json!({ "batch": { "id": "b1" }, "calls": [
                { "call": { "id": "c1" }, "tool": tool, "path": "native", "outcome": "ok", "execution": { "status": "executed" }, "batch": batch },
                { "call": { "id": "c2" }, "tool": tool, "path": "native", "outcome": "error", "execution": { "status": "executed" } },
            ] }),
        ),
        Base::SessionStart => event(
            "session.start",
            json!({
                "trigger": "startup", "permissionMode": "ask", "items": [],
                "manifest": {
                    "events": [{ "event": "session.start", "modes": ["observe"] }, { "event": "session.end", "modes": ["observe"] }],
                    "gaps": [], "transports": [], "authentication": [], "toolPaths": [], "contentCategories": [],
                    "limits": { "minTimeoutMs": 5, "maxTimeoutMs": 5 }, "managedPolicy": { "scopes": [], "disableable": true },
                    "correlationIdentityFields": [],
                },
            }),
        ),
        Base::TurnStart => event("turn.start", json!({ "turn": { "id": "t1" }, "trigger": "user", "items": [said("m1", "user")] })),
        Base::Progress => event(
            "turn.progress",
            json!({ "turn": { "id": "t1" }, "item": { "id": "i1" }, "delta": said("m1", "assistant"), "final": false }),
        ),
        Base::Request => json!({
            "invocationId": "i", "agentSessionId": "s", "runId": "r", "prompt": "p", "modelInput": "go", "workdir": "/w",
            "controlInstructions": "", "context": context(json!([])), "approvalMode": "ask", "agentConfig": {}, "protocolVersion": 2,
            "agentSource": "provisioned",
        }),
        Base::Input => json!({ "inputs": [{ "type": "text", "text": "go" }], "contexts": context(json!([])) }),
        Base::Plan => json!({
            "adapter_type": "codex", "workdir": "/w", "approval_mode": "ask", "agent_source": "provisioned",
        }),
        Base::Frame => json!({
            "run_id": "r", "invocation_id": "i", "stream_id": "st", "agent_session_id": "s", "session_generation": 1, "seq": 1,
            "protocol_mode": "canonical", "protocol": "octo/2", "kind": "canonical",
            "event": { "protocolVersion": 2, "type": "session.update", "payload": {} },
        }),
    }
}

/// Sets the member or element that a pointer names; the last step may be new.
fn set(message: &mut Value, pointer: &str, value: Value) {
    let (above, last) = pointer.rsplit_once('/').unwrap();
    match message.pointer_mut(above) {
        Some(Value::Object(members)) => drop(members.insert(last.to_owned(), value)),
        Some(Value::Array(list)) => match last.parse::<usize>() {
            Ok(index) => list[index] = value,
            Err(_) => list.push(value),
        },
        _ => panic!("no {above} in the message"),
    }
}

/// The findings, which a valid message has.
fn lint(base: Base, text: &str) -> Vec<Finding> {
    fn of<T: Wire>(text: &str) -> Vec<Finding> {
        T::decode(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}")).lint()
    }
    match base {
        Base::Request => of::<octo::InvokeRequestWire>(text),
        Base::Input => of::<octo::InvokeInputWire>(text),
        Base::Plan => of::<octo::ResolvedExecutionPlan>(text),
        Base::Frame => of::<octo::HostFrame>(text),
        _ => of::<ahp::Event>(text),
    }
}

fn connection(connection: Value) -> Value {
    let mcp = json!({ "server": { "id": "srv" }, "toolName": "t", "provenance": "runtime", "connection": connection });
    json!({ "name": "t", "input": {}, "origin": "mcp", "mcp": mcp })
}

fn http(url: &str) -> Value {
    connection(json!({ "transport": "http", "url": url }))
}

fn stdio(args: &[&str]) -> Value {
    connection(json!({ "transport": "stdio", "command": "srv", "args": args, "cwd": "/w" }))
}

fn skipped(reason: &str) -> Value {
    json!({ "status": "skipped", "reason": reason })
}

fn ahp_cases() -> Vec<Case> {
    use Base::*;
    let error = || json!({ "class": "E", "message": "m" });
    let reason = [("/execution/reason", "lint-execution-reason")];
    let url = "/tool/mcp/connection/url";
    let origin = [("/resumedFrom/id", "lint-resumed-identity")];
    vec![
        fine("a plain completion", ToolAfter, []),
        fine("a plain batch", BatchAfter, []),
        fine("a plain session", SessionStart, []),
        fine("a plain turn", TurnStart, []),
        // 1
        hit("userinfo", ToolAfter, [("/tool", http("https://user:pw@host/"))], [(url, "lint-mcp-userinfo")]),
        hit("a user alone", ToolAfter, [("/tool", http("https://user@host/"))], [(url, "lint-mcp-userinfo")]),
        fine("an @ behind the authority", ToolAfter, [("/tool", http("https://host/@scope/pkg?mail=a@b"))]),
        hit("a token in the query", ToolAfter, [("/tool", http("https://host/?a=1&access_token=abc"))], [(url, "lint-mcp-credentials")]),
        hit("a key in the query", ToolAfter, [("/tool", http("https://host/?apiKey=abc#x"))], [(url, "lint-mcp-credentials")]),
        fine("a placeholder in the query", ToolAfter, [("/tool", http("https://host/?token=%7BTOKEN%7D"))]),
        fine("a word that only sounds alike", ToolAfter, [("/tool", http("https://host/?maxTokens=8&monkey=1&empty_token="))]),
        hit(
            "an option and its value in one",
            ToolAfter,
            [("/tool", stdio(&["--api-key=abc"]))],
            [("/tool/mcp/connection/args/0", "lint-mcp-credentials")],
        ),
        hit(
            "an option, then its value",
            ToolAfter,
            [("/tool", stdio(&["-v", "--token", "abc"]))],
            [("/tool/mcp/connection/args/2", "lint-mcp-credentials")],
        ),
        hit("a variable", ToolAfter, [("/tool", stdio(&["GITHUB_TOKEN=abc"]))], [("/tool/mcp/connection/args/0", "lint-mcp-credentials")]),
        hit(
            "a header",
            ToolAfter,
            [("/tool", stdio(&["--header", "Authorization: Bearer abc"]))],
            [("/tool/mcp/connection/args/1", "lint-mcp-credentials")],
        ),
        hit(
            "a URL with a password",
            ToolAfter,
            [("/tool", stdio(&["postgres://u:p@host/db"]))],
            [("/tool/mcp/connection/args/0", "lint-mcp-credentials")],
        ),
        fine(
            "arguments without credentials",
            ToolAfter,
            [(
                "/tool",
                stdio(&[
                    "--token-file=/run/t",
                    "--max-tokens",
                    "8",
                    "--token",
                    "--quiet",
                    "API_KEY=$KEY",
                    "Authorization: Bearer ${T}",
                    "--password=none",
                    "@scope/server",
                ]),
            )],
        ),
        hit(
            "credentials in an extension's address",
            ToolAfter,
            [("/tool", connection(json!({ "transport": "_ws", "addressForm": "url", "address": "ws://u:p@host/?secret=s" })))],
            [("/tool/mcp/connection/address", "lint-mcp-userinfo"), ("/tool/mcp/connection/address", "lint-mcp-credentials")],
        ),
        // 2
        hit(
            "a member and a gap for it",
            ToolAfter,
            [(
                "/tool",
                connection(
                    json!({ "transport": "sse", "url": "http://h/", "gaps": [{ "path": "other", "reason": "r" }, { "path": "url", "reason": "r" }] }),
                ),
            )],
            [("/tool/mcp/connection/gaps/1/path", "lint-gap-beside-value")],
        ),
        fine(
            "a gap in place of each member",
            ToolAfter,
            [(
                "/tool",
                connection(
                    json!({ "transport": "stdio", "args": [], "gaps": [{ "path": "command", "reason": "r" }, { "path": "cwd", "reason": "r" }] }),
                ),
            )],
        ),
        // 3
        hit("its own parent", TurnStart, [("/parentEventId", json!("e1"))], [("/parentEventId", "lint-self-parent")]),
        fine("another parent", TurnStart, [("/parentEventId", json!("e0"))]),
        // 4
        hit("a batch without the call", ToolAfter, [("/call/id", json!("c3"))], [("/batch/callIds", "lint-batch-without-call")]),
        fine("no batch", ToolAfter, [("/call/id", json!("c3")), ("/batch", json!({ "id": "b1", "callIds": ["c3"] }))]),
        // 5
        hit(
            "a call twice",
            BatchAfter,
            [("/calls/1/call/id", json!("c1")), ("/calls/0/batch/callIds", json!(["c1"]))],
            [("/calls/1/call/id", "lint-batch-repeated-call")],
        ),
        hit("another batch", BatchAfter, [("/calls/0/batch/id", json!("b2"))], [("/calls/0/batch/id", "lint-batch-id")]),
        hit("other members", BatchAfter, [("/calls/0/batch/callIds", json!(["c1"]))], [("/calls/0/batch/callIds", "lint-batch-members")]),
        hit(
            "members without the call",
            BatchAfter,
            [("/calls/0/batch/callIds", json!(["c2"]))],
            [("/calls/0/batch/callIds", "lint-batch-members"), ("/calls/0/batch/callIds", "lint-batch-without-call")],
        ),
        fine("members in another order", BatchAfter, [("/calls/0/batch/callIds", json!(["c2", "c1"]))]),
        // 6
        hit("an output", ToolAfter, [("/output", json!("done"))], [("/output", "lint-output")]),
        hit(
            "an output beside an error",
            ToolAfter,
            [("/output", json!(null)), ("/outcome", json!("error")), ("/error", error())],
            [("/output", "lint-output")],
        ),
        hit(
            "a provider's message",
            ToolAfter,
            [("/items/0/parts/0/text", json!(r#" {"role":"tool","content":"x"}"#))],
            [("/items/0/parts/0/text", "lint-native-json")],
        ),
        hit(
            "a provider's messages",
            ToolAfter,
            [("/items/0/parts/0/text", json!(r#"[{"a":1},{"role":"model","parts":[]}]"#))],
            [("/items/0/parts/0/text", "lint-native-json")],
        ),
        fine("JSON of the tool's own", ToolAfter, [("/items/0/parts/0/text", json!(r#"{"role":"admin","name":"x"}"#))]),
        fine("text that only begins like JSON", ToolAfter, [("/items/0/parts/0/text", json!(r#"{"role":"tool","content":"#))]),
        fine("messages beside an error", ToolAfter, [("/outcome", json!("error")), ("/error", error())]),
        // 7
        hit("ok, yet cancelled", ToolAfter, [("/execution", skipped("cancelled"))], reason),
        hit("ok, yet other", ToolAfter, [("/execution", skipped("other"))], reason),
        hit("ok, yet refused", ToolAfter, [("/execution", skipped("policy"))], reason),
        hit(
            "error, yet skipped",
            ToolAfter,
            [("/execution", skipped("timeout")), ("/outcome", json!("error")), ("/error", error())],
            reason,
        ),
        hit("cancelled by a timeout", ToolAfter, [("/execution", skipped("timeout")), ("/outcome", json!("cancelled"))], reason),
        hit("cancelled, yet supplied", ToolAfter, [("/execution", skipped("supplied_result")), ("/outcome", json!("cancelled"))], reason),
        hit("cancelled by policy", ToolAfter, [("/execution", skipped("policy")), ("/outcome", json!("cancelled"))], reason),
        hit("timed out by cancelling", ToolAfter, [("/execution", skipped("cancelled")), ("/outcome", json!("timeout"))], reason),
        hit("in a batch", BatchAfter, [("/calls/1/execution", skipped("other"))], [("/calls/1/execution/reason", "lint-execution-reason")]),
        fine("supplied", ToolAfter, [("/execution", skipped("supplied_result"))]),
        fine(
            "a supplied error",
            ToolAfter,
            [("/execution", skipped("supplied_result")), ("/outcome", json!("error")), ("/error", error())],
        ),
        fine("cancelled", ToolAfter, [("/execution", skipped("cancelled")), ("/outcome", json!("cancelled"))]),
        fine("cancelled for another reason", ToolAfter, [("/execution", skipped("other")), ("/outcome", json!("cancelled"))]),
        fine("timed out", ToolAfter, [("/execution", skipped("timeout")), ("/outcome", json!("timeout"))]),
        fine("refused", ToolAfter, [("/execution", skipped("policy")), ("/outcome", json!("denied"))]),
        fine("timed out while it ran", ToolAfter, [("/outcome", json!("timeout"))]),
        // 8
        hit(
            "one part under two messages",
            ToolAfter,
            [("/items/1/parts/0/id", json!("m1.p"))],
            [("/items/1/parts/0/id", "lint-part-in-two-messages")],
        ),
        hit(
            "one message with two roles",
            ToolAfter,
            [("/items/1/id", json!("m1")), ("/items/1/role", json!("user"))],
            [("/items/1/role", "lint-message-role")],
        ),
        fine("one message twice", ToolAfter, [("/items/1/id", json!("m1")), ("/items/1/parts/0/id", json!("m1.p"))]),
        // 9
        hit(
            "reasoning of a tool",
            ToolAfter,
            [("/items/0/parts/0/category", json!("reasoning"))],
            [("/items/0/parts/0/category", "lint-reasoning-role")],
        ),
        fine("reasoning of the assistant", Progress, [("/delta/parts/0/category", json!("reasoning"))]),
        fine("another category", ToolAfter, [("/items/0/parts/0/category", json!("tool-output"))]),
        // 10
        hit("resumed as another", SessionStart, [("/trigger", json!("resume")), ("/resumedFrom", json!({ "id": "s0" }))], origin),
        hit("forked into itself", SessionStart, [("/trigger", json!("fork")), ("/resumedFrom", json!({ "id": "s1" }))], origin),
        hit("cleared into itself", SessionStart, [("/trigger", json!("clear")), ("/resumedFrom", json!({ "id": "s1" }))], origin),
        fine("resumed", SessionStart, [("/trigger", json!("resume")), ("/resumedFrom", json!({ "id": "s1" }))]),
        fine("resumed without an origin", SessionStart, [("/trigger", json!("resume"))]),
        fine("forked", SessionStart, [("/trigger", json!("fork")), ("/resumedFrom", json!({ "id": "s0" }))]),
        fine("compacted", SessionStart, [("/trigger", json!("compact")), ("/resumedFrom", json!({ "id": "s0" }))]),
        // 11
        hit("of the event", TurnStart, [("/synthesized", json!(false))], [("/synthesized", "lint-synthesized-false")]),
        hit(
            "of identities and content",
            ToolAfter,
            [
                ("/session/synthesized", json!(false)),
                ("/turn", json!({ "id": "t", "synthesized": false })),
                ("/call/synthesized", json!(false)),
                ("/items/0/synthesized", json!(false)),
                ("/items/0/parts/0/synthesized", json!(false)),
                ("/batch/synthesized", json!(false)),
            ],
            [
                ("/session/synthesized", "lint-synthesized-false"),
                ("/turn/synthesized", "lint-synthesized-false"),
                ("/call/synthesized", "lint-synthesized-false"),
                ("/items/0/synthesized", "lint-synthesized-false"),
                ("/items/0/parts/0/synthesized", "lint-synthesized-false"),
                ("/batch/synthesized", "lint-synthesized-false"),
            ],
        ),
        fine("true, and where it is not known", TurnStart, [("/synthesized", json!(true)), ("/native", json!({ "synthesized": false }))]),
        // 12
        hit(
            "an event twice",
            SessionStart,
            [("/manifest/events/1/event", json!("session.start"))],
            [("/manifest/events/1/event", "lint-manifest-repeated-event")],
        ),
        hit(
            "no timeout fits",
            SessionStart,
            [("/manifest/limits/minTimeoutMs", json!(6))],
            [("/manifest/limits/minTimeoutMs", "lint-manifest-timeouts")],
        ),
        fine("one limit alone", SessionStart, [("/manifest/limits", json!({ "minTimeoutMs": 6 }))]),
        // 13
        hit(
            "a blank harness",
            TurnStart,
            [("/harness", json!({ "name": " ", "version": "\t\n" }))],
            [("/harness/name", "lint-blank"), ("/harness/version", "lint-blank")],
        ),
        hit("a blank mode", SessionStart, [("/permissionMode", json!(" "))], [("/permissionMode", "lint-blank")]),
        hit("a blank path", ToolAfter, [("/path", json!(" "))], [("/path", "lint-blank")]),
        hit("a blank path in a batch", BatchAfter, [("/calls/1/path", json!("\u{a0}"))], [("/calls/1/path", "lint-blank")]),
        fine(
            "a blank path where it means something else",
            TurnStart,
            [("/gaps", json!([{ "path": " ", "reason": " " }])), ("/path", json!(" "))],
        ),
    ]
}

fn octo_cases() -> Vec<Case> {
    use Base::*;
    let image = || json!({ "type": "image", "mimeType": "image/png", "data": "AAAA", "byteSize": 3, "sha256": "0".repeat(64) });
    let fallback = [("/freshFallbackModelInput", "lint-fresh-fallback")];
    let payload = |kind: &str, payload: Value| json!({ "protocolVersion": 2, "type": kind, "payload": payload });
    let asked = |kind: &str, more: Value| {
        let mut asked = json!({
            "executionInstanceId": "x", "interactionId": "i", "kind": kind, "expiresAt": "2026-03-04T05:06:07Z", "request": {},
        });
        for (name, value) in more.as_object().unwrap() {
            asked[name] = value.clone();
        }
        payload("interaction.requested", asked)
    };
    let approval = |kind: &str| {
        json!({ "request": {
            "schema": "octo.approval-request/v1", "policy": { "mode": "ask", "hash": format!("sha256:{}", "0".repeat(64)) },
            "operation": { "kind": kind, "summary": "s" }, "requestedPermissions": [], "allowedOutcomes": ["accepted"], "grantScope": "request",
        } })
    };
    let questions = |ids: [&str; 2]| {
        let list: Vec<Value> = ids.iter().map(|id| json!({ "id": id, "title": "t", "options": null, "allowCustom": true })).collect();
        json!({ "delivery": "async", "request": { "schema": "octo.question-request/v1", "messageId": "m", "questions": list } })
    };
    let failed = |params: Value| {
        payload(
            "run.failed",
            json!({ "failure": {
                "schemaVersion": 1, "code": "OH-RUN-0001", "reasonCode": "r", "category": "c", "stage": "s", "messageKey": "k", "params": params,
                "retryable": false, "action": { "type": "retry", "labelKey": "l" }, "diagnosticId": format!("diag_{}", "0".repeat(32)),
                "source": { "component": "octo-runtime" }, "occurredAt": "2026-03-04T05:06:07Z",
            } }),
        )
    };
    let item = |namespace: &str, name: &str, payload: Value| json!({ "namespace": namespace, "name": name, "payload": payload });
    let envs = |value: &str| item("octo.execution", "envs", json!({ "env_variables": [{ "key": "TOKEN", "value": value }] }));
    let mcp = |server: Value| item("octo.execution", "mcp", json!({ "mcpServers": { "s": server } }));
    let leak = "lint-secret-in-input";
    vec![
        fine("a plain request", Request, []),
        fine("a plain input", Input, []),
        fine("a plain plan", Plan, []),
        fine("a plain frame", Frame, []),
        hit(
            "fresh, with a session",
            Request,
            [("/continuityMode", json!("fresh")), ("/providerSession", json!({ "sessionId": "p" }))],
            [("/providerSession", "lint-fresh-session")],
        ),
        hit(
            "a fresh input, with a session",
            Input,
            [("/continuityMode", json!("fresh")), ("/providerSession", json!({ "sessionId": "p" }))],
            [("/providerSession", "lint-fresh-session")],
        ),
        fine("continued", Request, [("/continuityMode", json!("continue")), ("/providerSession", json!({ "sessionId": "p" }))]),
        hit("fresh, with a fallback", Request, [("/continuityMode", json!("fresh")), ("/freshFallbackModelInput", json!("x"))], fallback),
        hit(
            "fresh, with every fallback",
            Input,
            [
                ("/continuityMode", json!("fresh")),
                ("/freshFallbackModelInputParts", json!([{ "type": "text", "text": "x" }])),
                ("/freshFallbackImagesUnavailable", json!(false)),
            ],
            [("/freshFallbackModelInputParts", "lint-fresh-fallback"), ("/freshFallbackImagesUnavailable", "lint-fresh-fallback")],
        ),
        hit(
            "a fallback that is ruled out",
            Request,
            [("/providerSession", json!({ "sessionId": "p", "requireResume": true })), ("/freshFallbackModelInput", json!("x"))],
            fallback,
        ),
        fine(
            "a fallback",
            Request,
            [("/providerSession", json!({ "sessionId": "p", "requireResume": false })), ("/freshFallbackModelInput", json!("x"))],
        ),
        hit(
            "images that are unavailable",
            Request,
            [
                ("/freshFallbackImagesUnavailable", json!(true)),
                ("/freshFallbackModelInputParts", json!([{ "type": "text", "text": "x" }, image()])),
            ],
            [("/freshFallbackModelInputParts/1", "lint-fallback-images")],
        ),
        fine(
            "images that are available",
            Request,
            [("/freshFallbackImagesUnavailable", json!(false)), ("/freshFallbackModelInputParts", json!([image()]))],
        ),
        fine(
            "images of the turn itself",
            Request,
            [("/freshFallbackImagesUnavailable", json!(true)), ("/modelInputParts", json!([image()]))],
        ),
        hit(
            "started afresh all the same",
            Frame,
            [(
                "/event/payload",
                json!({ "providerSession": { "sessionId": "p", "requireResume": true, "resumeOutcome": "fresh_fallback" } }),
            )],
            [("/event/payload/providerSession/resumeOutcome", "lint-resume-required")],
        ),
        fine(
            "resumed as required",
            Frame,
            [("/event/payload", json!({ "providerSession": { "sessionId": "p", "requireResume": true, "resumeOutcome": "resumed" } }))],
        ),
        hit(
            "a caller's instructions",
            Input,
            [("/contexts/items/-", item("octo.control", "instructions", json!({ "entries": [{ "text": "t" }] })))],
            [("/contexts/items/0", "lint-caller-instructions")],
        ),
        fine("the core's instructions", Request, [("/context/items/-", item("octo.control", "instructions", json!({ "entries": [] })))]),
        hit(
            "a variable in the input",
            Request,
            [("/context/items/-", envs("s3cr3t-v")), ("/modelInput", json!("use s3cr3t-v")), ("/prompt", json!("s3cr3t-v"))],
            [("/prompt", leak), ("/modelInput", leak)],
        ),
        hit(
            "an override in the input",
            Request,
            [
                ("/executionEnvOverrides", json!({ "env_variables": [{ "key": "K", "value": "s3cr3t-v" }] })),
                ("/modelInputParts", json!([{ "type": "text", "text": "x" }, { "type": "text", "text": "s3cr3t-v" }])),
            ],
            [("/modelInputParts/1/text", leak)],
        ),
        hit(
            "a header in the input",
            Input,
            [
                ("/contexts/items/-", mcp(json!({ "type": "streamable_http", "url": "https://h/", "headers": { "X-Key": "s3cr3t-v" } }))),
                ("/inputs/0/text", json!("s3cr3t-v")),
            ],
            [("/inputs/0/text", leak)],
        ),
        hit(
            "a server's variable in the input",
            Input,
            [
                ("/contexts/items/-", mcp(json!({ "type": "stdio", "command": "c", "env": { "K": "s3cr3t-v" } }))),
                ("/prompt", json!("s3cr3t-v")),
            ],
            [("/prompt", leak)],
        ),
        fine("a short value in the input", Request, [("/context/items/-", envs("main")), ("/modelInput", json!("merge into main"))]),
        fine("a value that stays where it is", Request, [("/context/items/-", envs("s3cr3t-v"))]),
        hit(
            "an approval of permissions",
            Frame,
            [("/event", asked("approval", approval("permission_grant")))],
            [("/event/payload/request/operation/kind", "lint-permission-approval")],
        ),
        fine("an approval of a command", Frame, [("/event", asked("approval", approval("command_execution")))]),
        hit(
            "questions out of place",
            Frame,
            [("/event", asked("question", questions(["q:0", "q:2"])))],
            [("/event/payload/request/questions/1/id", "lint-question-position")],
        ),
        fine("questions in place", Frame, [("/event", asked("question", questions(["q:0", "q:1"])))]),
        fine(
            "a question that waits, in a form of its own",
            Frame,
            [("/event", asked("question", json!({ "request": { "questions": [] } })))],
        ),
        fine("a payload that is none of its type", Frame, [("/event", payload("interaction.requested", json!({})))]),
        hit(
            "what stays out of failures",
            Frame,
            [(
                "/event",
                failed(
                    json!({ "a": "/home/me/x", "b": "C:\\x", "c": "https://h/", "d": "me@host", "e": "one\ntwo", "f": "\\\\srv\\x", "g~": "~/x/y" }),
                ),
            )],
            [
                ("/event/payload/failure/params/a", "lint-failure-params"),
                ("/event/payload/failure/params/b", "lint-failure-params"),
                ("/event/payload/failure/params/c", "lint-failure-params"),
                ("/event/payload/failure/params/d", "lint-failure-params"),
                ("/event/payload/failure/params/e", "lint-failure-params"),
                ("/event/payload/failure/params/f", "lint-failure-params"),
                ("/event/payload/failure/params/g~0", "lint-failure-params"),
            ],
        ),
        fine(
            "what may be in failures",
            Frame,
            [("/event", failed(json!({ "a": "gpt-5/mini", "b": 3, "c": true, "d": "/", "e": "50 %", "f": "@" })))],
        ),
        hit("no workspace, and no preset", Plan, [("/workspace", json!({ "mode": "none" }))], [("/workspace", "lint-workspace-owner")]),
        fine(
            "no workspace for a preset",
            Plan,
            [
                ("/workspace", json!({ "mode": "none" })),
                ("/agent_source", json!("preset")),
                ("/adapter_type", json!("openclaw")),
                ("/provider_agent_id", json!("a")),
            ],
        ),
        fine("a random workspace", Plan, [("/workspace", json!({ "mode": "random" }))]),
    ]
}

/// Runs the cases; gives the rules that were found.
fn run(cases: &[Case]) -> BTreeSet<&'static str> {
    let mut hit = BTreeSet::new();
    for case in cases {
        let mut input = message(case.base);
        for (pointer, value) in &case.changes {
            set(&mut input, pointer, value.clone());
        }
        let findings = lint(case.base, &input.to_string());
        let mut found: Vec<(&str, &str)> = findings.iter().map(|finding| (finding.path.as_str(), finding.rule)).collect();
        let mut expected = case.found.clone();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{}: {findings:#?}", case.claim);
        hit.extend(expected.iter().map(|(_, rule)| *rule));
    }
    hit
}

/// The rules that a module's documentation lists.
fn documented(module: &str) -> BTreeSet<&str> {
    module.lines().filter_map(|line| line.strip_prefix("//! | `")?.split('`').next()).filter(|rule| rule.starts_with("lint-")).collect()
}

#[test]
fn every_finding_of_ahp_is_shown_and_its_neighbours_are_not() {
    let mut hit = run(&ahp_cases());
    hit.insert("lint-intercept-id"); // see below
    assert_eq!(hit, documented(include_str!("../src/ahp/lint/mod.rs")));
}

#[test]
fn every_finding_of_octo_is_shown_and_its_neighbours_are_not() {
    assert_eq!(run(&octo_cases()), documented(include_str!("../src/octo/lint.rs")));
}

#[test]
fn a_request_to_intercept_has_the_id_of_its_event() {
    let event = ahp::Event::decode(message(Base::TurnStart).to_string().as_bytes()).unwrap();
    assert_eq!(ahp::lint_intercept_id("e1", &event), None);
    let finding = ahp::lint_intercept_id("e2", &event).unwrap();
    assert_eq!((finding.path.as_str(), finding.rule), ("/id", "lint-intercept-id"));
}

#[test]
fn a_finding_does_not_repeat_a_credential() {
    for case in ahp_cases().iter().chain(&octo_cases()) {
        let mut input = message(case.base);
        for (pointer, value) in &case.changes {
            set(&mut input, pointer, value.clone());
        }
        for finding in lint(case.base, &input.to_string()) {
            assert!(!finding.message.contains("abc") && !finding.message.contains("s3cr3t-v"), "{finding}");
        }
    }
}

#[test]
fn good_sessions_give_no_findings() {
    fn all<T: Wire>(file: &str) {
        for line in support::lines(file) {
            let message = T::decode(line.to_string().as_bytes()).unwrap();
            assert_eq!(message.lint(), [], "{line}");
        }
    }
    all::<ahp::Event>("examples/data/ahp-session.ndjson");
    all::<octo::HostFrame>("examples/data/octo-session.ndjson");
    all::<octo::InvokeRequestWire>("examples/data/octo-invoke.ndjson");
    all::<octo::ContextEnvelope>("examples/data/octo-contexts.ndjson");
    all::<agentwire::ag_ui::Event>("examples/data/ag-ui-run.ndjson");
}

#[test]
fn what_is_found_is_a_note_of_the_catalog_and_no_error() {
    let mut input = message(Base::ToolAfter);
    set(&mut input, "/output", json!(1));
    set(&mut input, "/session/synthesized", json!(false));
    let (bytes, ty) = (input.to_string().into_bytes(), support::find("ahp", "Event"));
    let strict = ty.check(&bytes, agentwire::Revision::Draft).unwrap();
    let tolerant = ty.check_tolerant(&bytes, agentwire::Tolerance::default(), agentwire::Revision::Draft).unwrap();
    for remarks in [strict, tolerant] {
        let notes: Vec<(&str, &str)> = remarks.notes.iter().map(|note| (note.path.as_str(), note.kind.as_str())).collect();
        assert_eq!(notes, [("/output", "lint-output"), ("/session/synthesized", "lint-synthesized-false")]);
    }
    let many: Vec<Value> = (0..300).map(|id| json!({ "id": id.to_string(), "role": "user", "parts": [], "synthesized": false })).collect();
    set(&mut input, "/items", json!(many));
    let remarks = ty.check(input.to_string().as_bytes(), agentwire::Revision::Draft).unwrap();
    assert_eq!((remarks.notes.len(), remarks.notes_omitted), (256, 46));
}
