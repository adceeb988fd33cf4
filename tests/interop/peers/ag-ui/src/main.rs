//! The Rust SDK of AG-UI as a line filter: one event a line in, one answer a line out. The argument says
//! which part of it answers.
//!
//! * `types`: the event types with serde, as `SseFrame::into_event` reads them;
//! * `client`: the client's pipeline, which removes what it does not know and enforces the 1.0 schema.
//!
//! Both write with `SseFormatter`, as a server of the SDK does.

use std::io::{self, BufRead, Write};

use ag_ui::client::transport::{decode_events, SseFrame};
use ag_ui::{Event, SseFormatter};
use futures_util::{stream, StreamExt};
use serde_json::json;

fn main() -> io::Result<()> {
    let part = std::env::args().nth(1).unwrap_or_default();
    let read: fn(&str) -> Result<Event, String> = match part.as_str() {
        "types" => types,
        "client" => client,
        _ => {
            eprintln!("usage: interop-ag-ui types|client < events.ndjson");
            std::process::exit(2);
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let answer = match read(&line?).and_then(|event| write(&event)) {
            Ok(text) => json!({"accepted": true, "text": text}),
            Err(why) => json!({"accepted": false, "why": why}),
        };
        writeln!(out, "{answer}")?;
    }
    out.flush()
}

fn types(line: &str) -> Result<Event, String> {
    SseFrame { data: line.to_owned(), ..SseFrame::default() }.into_event().map_err(|error| error.to_string())
}

fn client(line: &str) -> Result<Event, String> {
    let body = stream::iter([Ok::<_, io::Error>(format!("data: {line}\n\n"))]);
    match pollster::block_on(std::pin::pin!(decode_events(body)).next()) {
        Some(event) => event.map_err(|error| error.to_string()),
        None => Err("dropped: not an event that the client knows".to_owned()),
    }
}

/// The data of the frame that a server would send.
fn write(event: &Event) -> Result<String, String> {
    let frame = SseFormatter::new().encode_to_string(event).map_err(|error| error.to_string())?;
    let data = frame.strip_prefix("data: ").and_then(|data| data.strip_suffix("\n\n"));
    data.map(str::to_owned).ok_or_else(|| format!("not a frame: {frame:?}"))
}
