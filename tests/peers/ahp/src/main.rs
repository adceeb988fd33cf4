//! Time to decode AHP events: the official SDK beside agentwire.
//!
//! The SDK turns on `arbitrary_precision` and `preserve_order` of `serde_json` for the whole program;
//! agentwire's time without them is that of `cargo bench --bench ratios`.

#[path = "../../turns.rs"]
mod turns;

use std::hint::black_box;

use agenthooksprotocol::generated::{encode_event, parse_event, ParseResult};
use agentwire::{ahp, Wire};

const SAMPLE: &str = include_str!("../../../../benches/data/ahp.ndjson");

fn main() {
    turns::print(
        SAMPLE,
        100,
        vec![
            ("official SDK 0.10.1, decode", Box::new(|line| drop(black_box(parse(line))))),
            ("official SDK 0.10.1, decode and encode", Box::new(|line| drop(black_box(parse(line).map(|event| encode_event(&event)))))),
            (
                "agentwire, decode and encode",
                Box::new(|line| drop(black_box(ahp::Event::decode(line.as_bytes()).map(|event| event.encode())))),
            ),
            ("agentwire, decode", Box::new(|line| drop(black_box(ahp::Event::decode(line.as_bytes()))))),
        ],
    );
}

fn parse(line: &str) -> Option<agenthooksprotocol::generated::Event> {
    match parse_event(line) {
        ParseResult::Success { value, .. } => Some(value),
        ParseResult::Failure { .. } => panic!("the SDK refuses a sample"),
    }
}
