//! An adapter: the hook payloads of a coding agent (Claude Code) in, AHP events out.
//!
//! ```sh
//! cargo run --example claude_code_hooks -- examples/data/claude-code-hooks.ndjson
//! ```
//! Reads one JSON object a line, one per hook call, from a file or standard input; prints one event a line.
//! A line that is no such object is reported with its number, and the adapter goes on.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

use agentwire::ahp::{
    CompactTrigger, Connection, ConnectionGap, ContextCompactBefore, Envelope, Event, EventEntry, EventName, Execution,
    ExtensionConnection, Harness, Identity, Limits, ManagedPolicy, Manifest, Mcp, McpProvenance, McpServer, Message, Mode, Role, Session,
    SessionEnd, SessionOutcome, SessionStart, SessionTrigger, TextPart, Tool, ToolAfter, ToolBefore, ToolOrigin, ToolOutcome, Transport,
    Turn, TurnFinishBefore, TurnOutcome, TurnStart, TurnTrigger,
};
use agentwire::{Counter, IdSource, Identities, Json, JsonObject, Timestamp, Uri, Wire};
use serde::Deserialize;

/// What a hook is given: the members that this adapter reads, of all hooks.
#[derive(Deserialize)]
struct Hook {
    hook_event_name: String,
    session_id: String,
    cwd: Option<String>,
    permission_mode: Option<String>,
    prompt: Option<String>,
    tool_name: Option<String>,
    tool_input: Option<JsonObject>,
    tool_use_id: Option<String>,
    tool_response: Option<Json>,
    source: Option<String>,
    reason: Option<String>,
    trigger: Option<String>,
    custom_instructions: Option<String>,
    stop_hook_active: Option<bool>,
}

/// The adapter's memory between two hook calls.
pub(crate) struct Adapter<I> {
    ids: I,
    clock: fn() -> Timestamp,
    source: Uri,
    /// Turns have no id of their own: a turn is known by its session and number.
    turns: Identities<(String, u64)>,
    turn: u64,
    /// A call without an id is known by its session, tool and input.
    calls: Identities<(String, String, String)>,
    /// The session before this one, for those that come out of it.
    previous: Option<String>,
}

type Problem = Box<dyn std::error::Error>;

impl<I: IdSource> Adapter<I> {
    /// An adapter whose events have ids and times from these.
    pub(crate) fn new(source: Uri, ids: I, clock: fn() -> Timestamp) -> Self {
        Self { ids, clock, source, turns: Identities::new(), turn: 0, calls: Identities::new(), previous: None }
    }

    /// The event that one hook call stands for; none for a hook that the protocol has no event for.
    pub(crate) fn adapt(&mut self, line: &str) -> Result<Option<Event>, Problem> {
        let hook: Hook = serde_json::from_str(line)?;
        let mut envelope = Envelope::builder()
            .id(self.ids.next_id())
            .source(self.source.clone())
            .time((self.clock)())
            .harness(Harness::builder().name("claude-code").version("unknown").build())
            .native(Json::parse(line)?)
            .build();
        let event = match hook.hook_event_name.as_str() {
            "SessionStart" => Event::new(envelope, self.session_start(&hook)?),
            "SessionEnd" => Event::new(envelope, self.session_end(&hook)),
            "UserPromptSubmit" => {
                envelope.session = Some(session(&hook));
                Event::new(envelope, self.turn_start(&hook)?)
            }
            "Stop" => {
                envelope.session = Some(session(&hook));
                Event::new(envelope, self.turn_finish(&hook))
            }
            "PreToolUse" => {
                (envelope.session, envelope.turn) = (Some(session(&hook)), Some(self.turn_of(&hook)));
                let (call, tool, path) = self.call(&hook)?;
                Event::new(envelope, ToolBefore::builder().call(call).tool(tool).path(path).build())
            }
            "PostToolUse" => {
                (envelope.session, envelope.turn) = (Some(session(&hook)), Some(self.turn_of(&hook)));
                let (call, tool, path) = self.call(&hook)?;
                let response = hook.tool_response.as_ref().ok_or("PostToolUse has no tool_response")?;
                let result = Message::text(self.ids.next_id(), Role::Tool, response.to_string());
                let after = ToolAfter::builder().call(call).tool(tool).path(path).outcome(ToolOutcome::Ok).execution(Execution::executed());
                Event::new(envelope, after.items([result]).build())
            }
            "PreCompact" => {
                (envelope.session, envelope.turn) = (Some(session(&hook)), Some(self.turn_of(&hook)));
                Event::new(envelope, self.compaction(&hook)?)
            }
            _ => return Ok(None),
        };
        event.check()?;
        Ok(Some(event))
    }

    fn session_start(&mut self, hook: &Hook) -> Result<SessionStart, Problem> {
        let trigger: SessionTrigger = hook.source.as_deref().unwrap_or("startup").parse()?;
        let origin = match self.previous.replace(hook.session_id.clone()) {
            Some(previous) => Identity::new(previous),
            // Cleared out of a session that this adapter has not seen.
            None => Identity::builder().id(format!("before-{}", hook.session_id)).synthesized(true).build(),
        };
        self.turn = 0;
        let start = SessionStart::builder()
            .session(session(hook))
            .trigger(trigger)
            .permission_mode(hook.permission_mode.as_deref().unwrap_or("default"))
            .manifest(manifest())
            .items([])
            .resumed_from(matches!(trigger, SessionTrigger::Clear | SessionTrigger::Fork).then_some(origin));
        Ok(start.build())
    }

    fn session_end(&mut self, hook: &Hook) -> SessionEnd {
        let reason = hook.reason.as_deref().filter(|reason| !reason.is_empty()).unwrap_or("unknown");
        SessionEnd::builder().session(session(hook)).outcome(SessionOutcome::Completed).reason(reason).build()
    }

    fn turn_start(&mut self, hook: &Hook) -> Result<TurnStart, Problem> {
        self.turn += 1;
        let prompt = hook.prompt.as_deref().ok_or("UserPromptSubmit has no prompt")?;
        let message = Message::text(self.ids.next_id(), Role::User, prompt);
        Ok(TurnStart::builder().turn(self.current_turn(hook)).trigger(TurnTrigger::User).items([message]).build())
    }

    fn turn_finish(&mut self, hook: &Hook) -> TurnFinishBefore {
        let continued = hook.stop_hook_active.unwrap_or(false);
        TurnFinishBefore::builder()
            .turn(self.current_turn(hook))
            .outcome(TurnOutcome::Completed)
            .continuation_count(u64::from(continued))
            .items([])
            .build()
    }

    fn compaction(&mut self, hook: &Hook) -> Result<ContextCompactBefore, Problem> {
        let trigger: CompactTrigger = hook.trigger.as_deref().ok_or("PreCompact has no trigger")?.parse()?;
        let instructions = hook.custom_instructions.as_deref().filter(|text| !text.is_empty());
        let part = instructions.map(|text| [TextPart::new(self.ids.next_id(), text)]);
        Ok(ContextCompactBefore::builder().trigger(trigger).items([]).instructions(part).build())
    }

    fn current_turn(&mut self, hook: &Hook) -> Identity {
        self.turns.get((hook.session_id.clone(), self.turn), &mut self.ids).into()
    }

    fn turn_of(&mut self, hook: &Hook) -> Turn {
        self.turns.get((hook.session_id.clone(), self.turn), &mut self.ids).into()
    }

    /// The call, its tool and the path that it takes: the same before and after.
    fn call(&mut self, hook: &Hook) -> Result<(Identity, Tool, &'static str), Problem> {
        let name = hook.tool_name.as_deref().ok_or_else(|| format!("{} has no tool_name", hook.hook_event_name))?;
        let input = hook.tool_input.clone().ok_or_else(|| format!("{} has no tool_input", hook.hook_event_name))?;
        let call = match &hook.tool_use_id {
            Some(id) => Identity::new(id),
            None => self.calls.get((hook.session_id.clone(), name.to_owned(), input.to_string()), &mut self.ids).into(),
        };
        // Tools of MCP servers are called mcp__server__tool.
        let Some((server, tool_name)) = name.strip_prefix("mcp__").and_then(|rest| rest.split_once("__")) else {
            return Ok((call, Tool::native(name, input), "native"));
        };
        let gap = |path: &str| ConnectionGap::builder().path(path).reason("hooks do not tell how a server is reached").build();
        let connection = ExtensionConnection::builder().transport("_unknown").gaps([gap("addressForm"), gap("address")]).build();
        let mcp = Mcp::builder()
            .server(McpServer::builder().id(server).build())
            .tool_name(tool_name)
            .provenance(McpProvenance::Inferred)
            .connection(Connection::Extension(connection))
            .build();
        Ok((call, Tool::builder().name(name).input(input).origin(ToolOrigin::Mcp).mcp(mcp).build(), "mcp"))
    }
}

fn session(hook: &Hook) -> Session {
    Session::builder().id(&hook.session_id).cwd(hook.cwd.clone()).build()
}

/// What this adapter covers: it watches, and it does not answer.
fn manifest() -> Manifest {
    let observed = [
        EventName::SessionStart,
        EventName::SessionEnd,
        EventName::TurnStart,
        EventName::TurnFinishBefore,
        EventName::ToolBefore,
        EventName::ToolAfter,
        EventName::ContextCompactBefore,
    ];
    let strings = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    Manifest::builder()
        .events(observed.map(|event| EventEntry::builder().event(event).modes([Mode::Observe]).build()))
        .gaps([])
        .transports([Transport::Stdio])
        .authentication([])
        .tool_paths(strings(&["native", "mcp"]))
        .content_categories(strings(&["text"]))
        .limits(Limits::default())
        .managed_policy(ManagedPolicy::builder().scopes([]).disableable(true).build())
        .correlation_identity_fields(strings(&["session.id", "call.id"]))
        .build()
}

/// Adapts every line of `input`. Gives how many were wrong.
pub(crate) fn run<I: IdSource>(
    adapter: &mut Adapter<I>,
    input: impl BufRead,
    mut out: impl Write,
    mut log: impl Write,
) -> io::Result<usize> {
    let mut wrong = 0;
    for (index, line) in input.lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        match adapter.adapt(&line) {
            Ok(Some(event)) => match event.encode() {
                Ok(text) => writeln!(out, "{text}")?,
                Err(violations) => writeln!(log, "line {}: {violations}", index + 1)?,
            },
            Ok(None) => {}
            Err(problem) => {
                wrong += 1;
                writeln!(log, "line {}: {problem}", index + 1)?;
            }
        }
    }
    Ok(wrong)
}

#[allow(dead_code)]
fn main() -> ExitCode {
    let adapted = || -> Result<usize, Problem> {
        let source = Uri::parse("urn:agentwire:example:claude-code")?;
        let mut adapter = Adapter::new(source, Counter::new("evt-"), Timestamp::now);
        let input: Box<dyn BufRead> = match std::env::args().nth(1) {
            Some(file) => Box::new(BufReader::new(File::open(file)?)),
            None => Box::new(io::stdin().lock()),
        };
        Ok(run(&mut adapter, input, io::stdout().lock(), io::stderr())?)
    };
    match adapted() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}
