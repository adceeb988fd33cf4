//! An adapter: a chat-completions stream in, a complete AG-UI run out, both as server-sent events.
//!
//! ```sh
//! cargo run --example openai_stream_to_ag_ui -- examples/data/openai-stream.sse
//! ```
//! Takes a capture of `chat.completion.chunk` objects with text and tool-call deltas. A chunk that cannot be
//! read is reported with its line, and the adapter goes on; a stream that breaks off ends in `RUN_ERROR`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

use agentwire::ag_ui::{Event, RunFinished, TokenUsage, ToolCallStart};
use agentwire::framing::{Frames, Framing, DEFAULT_LIMIT};
use serde::Deserialize;

#[derive(Deserialize)]
struct Chunk {
    id: String,
    model: Option<String>,
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    delta: Delta,
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct Delta {
    content: Option<String>,
    #[serde(default)]
    tool_calls: Vec<ToolCallDelta>,
}

#[derive(Deserialize)]
struct ToolCallDelta {
    index: usize,
    id: Option<String>,
    function: Option<FunctionDelta>,
}

#[derive(Deserialize)]
struct FunctionDelta {
    name: Option<String>,
    arguments: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: u64,
    completion_tokens: u64,
    total_tokens: u64,
}

/// What is open in the run.
pub(crate) struct Run {
    thread: String,
    run: String,
    message: Option<String>,
    /// Id of the tool call at each index of the stream.
    calls: BTreeMap<usize, String>,
    finished: bool,
    usage: Option<TokenUsage>,
}

impl Run {
    /// A run on a thread.
    pub(crate) fn new(thread: &str, run: &str) -> Self {
        Self { thread: thread.into(), run: run.into(), message: None, calls: BTreeMap::new(), finished: false, usage: None }
    }

    /// The events that one chunk stands for.
    pub(crate) fn chunk(&mut self, data: &[u8]) -> Result<Vec<Event>, Box<dyn std::error::Error>> {
        let chunk: Chunk = serde_json::from_slice(data)?;
        let mut events = Vec::new();
        if let Some(usage) = chunk.usage {
            self.usage = Some(
                TokenUsage::builder()
                    .model(chunk.model)
                    .input_tokens(usage.prompt_tokens)
                    .output_tokens(usage.completion_tokens)
                    .total_tokens(usage.total_tokens)
                    .build(),
            );
        }
        for choice in chunk.choices {
            if let Some(text) = choice.delta.content.filter(|text| !text.is_empty()) {
                let message = self.message.get_or_insert_with(|| {
                    events.push(Event::text_start(chunk.id.as_str()));
                    chunk.id.clone()
                });
                events.push(Event::text_delta(message.as_str(), text));
            }
            for call in choice.delta.tool_calls {
                self.tool_call(call, &mut events)?;
            }
            if choice.finish_reason.is_some() {
                self.finished = true;
                self.close(&mut events);
            }
        }
        Ok(events)
    }

    fn tool_call(&mut self, call: ToolCallDelta, events: &mut Vec<Event>) -> Result<(), String> {
        let function = call.function.unwrap_or(FunctionDelta { name: None, arguments: None });
        if let (Some(id), Some(name)) = (call.id, function.name) {
            let start = ToolCallStart::builder().tool_call_id(id.as_str()).tool_call_name(name);
            events.push(start.parent_message_id(self.message.as_deref()).build().into());
            self.calls.insert(call.index, id);
        }
        let id = self.calls.get(&call.index).ok_or_else(|| format!("tool call {} has no beginning", call.index))?;
        if let Some(arguments) = function.arguments.filter(|text| !text.is_empty()) {
            events.push(Event::tool_call_args(id.as_str(), arguments));
        }
        Ok(())
    }

    /// Ends what is open.
    fn close(&mut self, events: &mut Vec<Event>) {
        events.extend(self.message.take().map(|id| Event::text_end(id.as_str())));
        events.extend(std::mem::take(&mut self.calls).into_values().map(|id| Event::tool_call_end(id.as_str())));
    }

    /// The end of the run: an error if the stream broke off.
    fn end(&mut self) -> Event {
        if !self.finished {
            return Event::run_error("the model's stream ended before its answer did");
        }
        let finished = RunFinished::builder().thread_id(self.thread.as_str()).run_id(self.run.as_str());
        finished.usage(self.usage.take().map(|usage| [usage])).build().into()
    }
}

/// Adapts a whole stream. Gives how many chunks were wrong.
pub(crate) fn adapt(run: &mut Run, input: impl BufRead, mut out: impl Write, mut log: impl Write) -> io::Result<usize> {
    let mut wrong = 0;
    let mut put = |event: &Event| -> io::Result<()> {
        let mut frame = Vec::new();
        Framing::Sse.write(event, &mut frame).map_err(io::Error::other)?;
        out.write_all(&frame)
    };
    put(&Event::run_started(run.thread.as_str(), run.run.as_str()))?;
    let mut frames = Frames::new(Framing::Sse, DEFAULT_LIMIT, input);
    while let Some(frame) = frames.next_frame() {
        let frame = frame.map_err(io::Error::other)?;
        if frame.bytes == b"[DONE]" {
            break;
        }
        match run.chunk(frame.bytes) {
            Ok(events) => events.iter().try_for_each(&mut put)?,
            Err(problem) => {
                wrong += 1;
                writeln!(log, "line {}: {problem}", frame.line)?;
            }
        }
    }
    put(&run.end())?;
    Ok(wrong)
}

#[allow(dead_code)]
fn main() -> ExitCode {
    let adapted = || -> io::Result<usize> {
        let input: Box<dyn BufRead> = match std::env::args().nth(1) {
            Some(file) => Box::new(BufReader::new(File::open(file)?)),
            None => Box::new(io::stdin().lock()),
        };
        adapt(&mut Run::new("thread-1", "run-1"), input, io::stdout().lock(), io::stderr())
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
