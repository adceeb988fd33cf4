//! The official Rust SDK of the Agent Hooks Protocol as a line filter: one event a line in, one answer a
//! line out. The argument says which part of it answers.
//!
//! * `codec`: the generated structural codec, `parse_event` and `encode_event`;
//! * `receiver`: what a server of the SDK hands to an observer, after the codec and the bundled schema;
//! * `agentwire`: not a peer. The codec under test, built with the `serde_json` features that the SDK
//!   turns on for the whole program, `arbitrary_precision` and `preserve_order`.

use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, Mutex};

use agenthooksprotocol::generated::{encode_event, parse_event, DiagnosticSeverity, ParseResult};
use agenthooksprotocol::server::{Authenticator, HandlerSet, Principal, Server};
use agenthooksprotocol::transport::Request;
use agentwire::{ag_ui, ahp, Wire};
use serde_json::{json, Value};

/// Text that was written after reading a line and whether there were warnings, or why the line was refused.
type Answer = Result<(String, bool), String>;

fn main() -> io::Result<()> {
    let part = std::env::args().nth(1).unwrap_or_default();
    let mut receiver = Receiver::new();
    let mut answer: Box<dyn FnMut(&str) -> Answer> = match part.as_str() {
        "codec" => Box::new(codec),
        "receiver" => Box::new(move |line| receiver.answer(line)),
        "agentwire-ahp" => Box::new(recode::<ahp::Event>),
        "agentwire-ag-ui" => Box::new(recode::<ag_ui::Event>),
        _ => {
            eprintln!("usage: interop-ahp codec|receiver|agentwire-ahp|agentwire-ag-ui < events.ndjson");
            std::process::exit(2);
        }
    };
    std::panic::set_hook(Box::new(|_| {}));
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer = match catch_unwind(AssertUnwindSafe(|| answer(&line))) {
            Ok(Ok((text, warned))) => json!({"accepted": true, "warned": warned, "text": text}),
            Ok(Err(why)) => json!({"accepted": false, "why": why}),
            Err(_) => json!({"accepted": false, "panicked": true, "why": "panicked"}),
        };
        writeln!(out, "{answer}")?;
    }
    out.flush()
}

/// The structural codec; what it does not know it keeps, with a warning.
fn codec(line: &str) -> Answer {
    match parse_event(line) {
        ParseResult::Success { value, diagnostics, .. } => {
            let warned = diagnostics.iter().any(|diagnostic| diagnostic.severity == DiagnosticSeverity::Warning);
            encode_event(&value).map(|text| (text, warned)).map_err(|error| error.to_string())
        }
        ParseResult::Failure { diagnostics, .. } => {
            Err(diagnostics.iter().map(|diagnostic| format!("{}: {}", diagnostic.path, diagnostic.message)).collect::<Vec<_>>().join("; "))
        }
    }
}

/// A server of the SDK with one observer, which writes down every event that reaches it.
struct Receiver {
    server: Server<Anyone>,
    seen: Arc<Mutex<Option<Value>>>,
}

struct Anyone;

impl Authenticator for Anyone {
    fn authenticate(&self, _: Option<&str>) -> Result<Principal, String> {
        Ok(Principal { subject: "anyone".to_owned() })
    }
}

impl Receiver {
    fn new() -> Self {
        let seen = Arc::new(Mutex::new(None));
        let mut handlers = HandlerSet::default();
        let slot = Arc::clone(&seen);
        handlers.observe.any = Some(Arc::new(move |_, notification| {
            let slot = Arc::clone(&slot);
            Box::pin(async move {
                let notification = serde_json::to_value(notification).map_err(|error| error.to_string())?;
                *slot.lock().map_err(|error| error.to_string())? = Some(notification["params"]["event"].clone());
                Ok(())
            })
        }));
        Self { server: Server { handlers, authenticator: Anyone, max_body_bytes: usize::MAX }, seen }
    }

    /// Sends the line as a notification. The protocol has a server refuse one in silence, so that an event is
    /// accepted if the observer sees it.
    fn answer(&mut self, line: &str) -> Answer {
        let request = Request {
            method: "POST".to_owned(),
            uri: "/".to_owned(),
            headers: [("content-type".to_owned(), "application/json".to_owned())].into(),
            body: format!(r#"{{"jsonrpc":"2.0","method":"hooks/observe","params":{{"protocolVersion":"draft","event":{line}}}}}"#).into(),
        };
        let response = pollster::block_on(self.server.handle(request));
        match self.seen.lock().map_err(|error| error.to_string())?.take() {
            Some(event) => Ok((event.to_string(), false)),
            None => Err(format!("the notification did not reach the observer (status {})", response.status)),
        }
    }
}

fn recode<T: Wire>(line: &str) -> Answer {
    let value = T::decode(line.as_bytes()).map_err(|error| error.to_string())?;
    value.encode().map(|text| (text, false)).map_err(|error| error.to_string())
}
