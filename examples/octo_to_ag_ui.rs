//! An adapter between two protocols: an Octo run stream in, AG-UI events out.
//!
//! ```sh
//! cargo run --example octo_to_ag_ui -- examples/data/octo-session.ndjson
//! ```
//! Reads one host frame a line; prints one AG-UI event a line. A line that is no valid frame, or whose
//! payload is not its event's, is reported with line and path, and the adapter goes on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

use agentwire::ag_ui::{
    ActivitySnapshot, Event, MessageId, Raw, ReasoningMessageContent, ReasoningMessageEnd, ReasoningMessageStart, RunError, RunFinished,
    RunFinishedOutcome, StepFinished, StepStarted,
};
use agentwire::framing::{Frames, Framing, DEFAULT_LIMIT};
use agentwire::octo::{CanonicalEvent, CanonicalEventPayload, HostFrame, MessageChannel, MessageExposure, ToolCallUpdatePayload};
use agentwire::{Json, JsonObject, Wire};
use serde::Serialize;

type Problem = Box<dyn std::error::Error>;

/// What the AG-UI consumer holds open.
#[derive(Default)]
pub(crate) struct Bridge {
    run: Option<String>,
    ended: BTreeSet<String>,
    /// Open messages; true for reasoning.
    messages: BTreeMap<String, bool>,
    steps: BTreeSet<String>,
    activities: BTreeMap<String, String>,
}

impl Bridge {
    /// The AG-UI events that one frame stands for.
    pub(crate) fn frame(&mut self, frame: &HostFrame) -> Result<Vec<Event>, Problem> {
        let mut events = Vec::new();
        let run = frame.run_id();
        if self.ended.contains(run) {
            return Ok(events);
        }
        if self.run.as_deref() != Some(run) {
            if self.run.is_some() {
                self.close(&mut events);
                events.push(Event::run_error("the stream went on to another run"));
            }
            self.run = Some(run.to_owned());
            events.push(Event::run_started(frame.agent_session_id(), run));
        }
        match frame {
            HostFrame::Native(native) => {
                let raw = Raw::builder().event(native.payload.clone()).source(native.protocol.as_str()).build();
                events.push(raw.into());
            }
            HostFrame::Canonical(canonical) => self.event(frame, canonical.event.typed()?, &mut events)?,
            HostFrame::Control(_) => {}
        }
        Ok(events)
    }

    fn event(&mut self, frame: &HostFrame, event: CanonicalEvent, out: &mut Vec<Event>) -> Result<(), Problem> {
        match event {
            CanonicalEvent::ModelStepStarted(step) => {
                if self.steps.insert(step.step_id.clone()) {
                    out.push(StepStarted::builder().step_name(step.step_id).build().into());
                }
            }
            CanonicalEvent::ModelStepFinished(step) => {
                if self.steps.remove(&step.step_id) {
                    out.push(StepFinished::builder().step_name(step.step_id).build().into());
                }
            }
            CanonicalEvent::MessageCreate(message) | CanonicalEvent::MessageDelta(message) => self.message(&message, false, out),
            CanonicalEvent::MessageUpdate(message) => self.message(&message, true, out),
            CanonicalEvent::ToolCallCreate(call) => {
                out.push(Event::tool_call_start(call.id.as_str(), call.name));
                out.push(Event::tool_call_args(call.id.as_str(), call.args.as_str()));
                out.push(Event::tool_call_end(call.id));
            }
            CanonicalEvent::ToolCallUpdate(call) => {
                out.push(Event::tool_call_result(format!("{}.result", call.id), call.id.as_str(), result_text(&call)));
            }
            CanonicalEvent::ActivityStarted(activity) => {
                self.activities.insert(activity.activity_id.clone(), activity.kind.to_string());
                out.push(snapshot(&activity.activity_id, activity.kind.as_str(), &activity)?);
            }
            CanonicalEvent::ActivityUpdated(activity) => {
                if let Some(kind) = self.activities.get(&activity.activity_id) {
                    out.push(snapshot(&activity.activity_id, kind, &activity)?);
                }
            }
            CanonicalEvent::ActivityFinished(activity) => {
                if let Some(kind) = self.activities.remove(&activity.activity_id) {
                    out.push(snapshot(&activity.activity_id, &kind, &activity)?);
                }
            }
            CanonicalEvent::PlanUpdated(plan) => out.push(snapshot(&plan.plan_id, "PLAN", &plan)?),
            CanonicalEvent::RunNotice(notice) => out.push(Event::custom("octo.run.notice", Json::from_serialize(&notice)?)),
            CanonicalEvent::InteractionRequested(asked) => {
                out.push(Event::custom("octo.interaction.requested", Json::from_serialize(&asked)?));
            }
            CanonicalEvent::InteractionResolved(resolved) => {
                out.push(Event::custom("octo.interaction.resolved", Json::from_serialize(&resolved)?));
            }
            CanonicalEvent::RunCompleted(_) => self.end(frame, None, out),
            CanonicalEvent::RunCancelled(_) => self.end(frame, Some(RunFinishedOutcome::Cancelled), out),
            CanonicalEvent::RunFailed(failed) => {
                self.close(out);
                self.ended.extend(self.run.take());
                let code = failed.failure.map(|failure| failure.code);
                let message = failed.reason.or(failed.message).unwrap_or_else(|| "the run failed".to_owned());
                out.push(RunError::builder().message(message).code(code).build().into());
            }
            // What AG-UI has no event for.
            CanonicalEvent::SessionUpdate(_)
            | CanonicalEvent::ExecutionUpdate(_)
            | CanonicalEvent::UsageUpdate(_)
            | CanonicalEvent::ToolCallDelta(_)
            | CanonicalEvent::ToolCallProgress(_)
            | CanonicalEvent::RunQueued(_)
            | CanonicalEvent::RunStarted(_) => {}
        }
        Ok(())
    }

    /// A message begins, goes on or, with `last`, ends. Private reasoning is not passed on.
    fn message(&mut self, message: &CanonicalEventPayload, last: bool, out: &mut Vec<Event>) {
        let Some(id) = message.message_id.as_deref() else { return };
        let reasoning = message.channel == Some(MessageChannel::Analysis);
        let public = matches!(
            message.exposure,
            Some(MessageExposure::PublicReasoning | MessageExposure::PublicSummary | MessageExposure::PublicPlan)
        );
        let open = self.messages.get(id).copied();
        if reasoning && !public && open.is_none() {
            return;
        }
        let reasoning = open.unwrap_or_else(|| {
            // The update of a message that was not streamed brings its whole text.
            out.push(if reasoning { ReasoningMessageStart::builder().message_id(id).build().into() } else { Event::text_start(id) });
            self.messages.insert(id.to_owned(), reasoning);
            reasoning
        });
        let repeats = last && open.is_some();
        // An update repeats the text that was streamed.
        if let Some(text) = message.text.as_deref().filter(|text| !(text.is_empty() || repeats)) {
            out.push(if reasoning {
                ReasoningMessageContent::builder().message_id(id).delta(text).build().into()
            } else {
                Event::text_delta(id, text)
            });
        }
        if last {
            self.messages.remove(id);
            out.push(message_end(id, reasoning));
        }
    }

    fn end(&mut self, frame: &HostFrame, outcome: Option<RunFinishedOutcome>, out: &mut Vec<Event>) {
        self.close(out);
        self.ended.extend(self.run.take());
        let finished = RunFinished::builder().thread_id(frame.agent_session_id()).run_id(frame.run_id()).outcome(outcome);
        out.push(finished.build().into());
    }

    /// Ends what is open, as AG-UI asks before a run's end.
    fn close(&mut self, out: &mut Vec<Event>) {
        out.extend(std::mem::take(&mut self.messages).into_iter().map(|(id, reasoning)| message_end(&id, reasoning)));
        out.extend(std::mem::take(&mut self.steps).into_iter().map(|step| StepFinished::builder().step_name(step).build().into()));
        self.activities.clear();
    }
}

fn message_end(id: &str, reasoning: bool) -> Event {
    if reasoning {
        ReasoningMessageEnd::builder().message_id(id).build().into()
    } else {
        Event::text_end(id)
    }
}

fn snapshot<T: Serialize>(id: &str, kind: &str, content: &T) -> Result<Event, serde_json::Error> {
    let content = JsonObject::from_serialize(content)?;
    Ok(ActivitySnapshot::builder().message_id(MessageId::new(id)).activity_type(kind).content(content).build().into())
}

fn result_text(call: &ToolCallUpdatePayload) -> String {
    // A result that is a text stands for itself, any other for its JSON.
    let output = call.output.as_ref().map(|output| output.deserialize().unwrap_or_else(|_| output.to_string()));
    let text = output.or(call.error.as_ref().map(ToString::to_string));
    text.unwrap_or_else(|| call.status.to_string())
}

/// Adapts a whole stream. Gives how many lines were wrong.
pub(crate) fn adapt(bridge: &mut Bridge, input: impl BufRead, mut out: impl Write, mut log: impl Write) -> io::Result<usize> {
    let mut wrong = 0;
    let mut frames = Frames::new(Framing::Ndjson, DEFAULT_LIMIT, input);
    while let Some(line) = frames.next_frame() {
        let line = line.map_err(io::Error::other)?;
        let events = HostFrame::decode(line.bytes).map_err(Problem::from).and_then(|frame| bridge.frame(&frame));
        match events {
            Ok(events) => {
                for event in events {
                    let mut text = Vec::new();
                    Framing::Ndjson.write(&event, &mut text).map_err(io::Error::other)?;
                    out.write_all(&text)?;
                }
            }
            Err(problem) => {
                wrong += 1;
                writeln!(log, "line {}: {problem}", line.line)?;
            }
        }
    }
    Ok(wrong)
}

#[allow(dead_code)]
fn main() -> ExitCode {
    let adapted = || -> io::Result<usize> {
        let input: Box<dyn BufRead> = match std::env::args().nth(1) {
            Some(file) => Box::new(BufReader::new(File::open(file)?)),
            None => Box::new(io::stdin().lock()),
        };
        adapt(&mut Bridge::default(), input, io::stdout().lock(), io::stderr())
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
