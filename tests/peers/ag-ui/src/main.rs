//! Time to decode AG-UI events: the Rust SDK beside agentwire.

#[path = "../../turns.rs"]
mod turns;

use std::hint::black_box;
use std::io;

use ag_ui::client::transport::decode_events;
use agentwire::Wire;
use futures_util::{stream, StreamExt};

const SAMPLE: &str = include_str!("../../../../benches/data/agui.ndjson");

fn main() {
    turns::print(
        SAMPLE,
        100,
        vec![
            ("ag-ui 0.5.0-alpha.3, the types alone", Box::new(|line| drop(black_box(types(line))))),
            ("ag-ui 0.5.0-alpha.3, the client, which enforces the schema", Box::new(|line| drop(black_box(client(line))))),
            ("agentwire, decode", Box::new(|line| drop(black_box(agentwire::ag_ui::Event::decode(line.as_bytes()))))),
        ],
    );
}

fn types(line: &str) -> ag_ui::Event {
    serde_json::from_str(line).expect("the SDK takes the sample")
}

fn client(line: &str) -> ag_ui::Event {
    let body = stream::iter([Ok::<_, io::Error>(format!("data: {line}\n\n"))]);
    let event = pollster::block_on(std::pin::pin!(decode_events(body)).next());
    event.expect("the client knows the sample").expect("the client takes the sample")
}
