//! Canonical text and hashes equal the worked examples, which an ECMAScript engine computed.
#![cfg(feature = "octo")]

mod support;

use agentwire::octo::ContextEnvelope;
use agentwire::{Json, Wire};

#[test]
fn canonical_text_and_hash_equal_every_worked_example() {
    let examples = support::lines("tests/corpus/octo-canonical.ndjson");
    assert_eq!(examples.len(), 14);
    for example in &examples {
        let (input, canonical) = (example["input"].as_str().expect("input"), example["canonical"].as_str().expect("canonical"));
        let json = Json::parse(input).expect("well-formed");
        assert_eq!(json.canonical(), canonical, "example {}", example["n"]);
        if let Ok(envelope) = ContextEnvelope::decode(input.as_bytes()) {
            assert_eq!(envelope.canonical_json().as_deref(), Ok(canonical), "example {}", example["n"]);
            assert_eq!(envelope.context_hash().as_deref().ok(), example["hash"].as_str(), "example {}", example["n"]);
        } else {
            assert!(![1, 12, 13, 14].contains(&example["n"].as_u64().unwrap_or(0)), "example {} is an envelope", example["n"]);
        }
    }
}
