//! The feature `schemars`: a service can publish the schema that the codec enforces.
#![cfg(feature = "schemars")]

mod support;

use serde_json::{json, Value};

#[derive(schemars::JsonSchema)]
#[allow(dead_code)]
struct Service {
    accepts: Vec<agentwire::ahp::Event>,
    streams: agentwire::ag_ui::Event,
    starts_with: agentwire::ag_ui::RunAgentInput,
    frames: Option<agentwire::octo::HostFrame>,
    typed: Option<agentwire::octo::CanonicalEvent>,
}

fn first_line(file: &str) -> Value {
    support::lines(file).swap_remove(0)
}

#[test]
fn published_schema_takes_and_refuses_what_the_codec_does() {
    let schema = serde_json::to_value(schemars::schema_for!(Service)).expect("a schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is valid");
    let ahp = first_line("examples/data/ahp-session.ndjson");
    let run = first_line("examples/data/ag-ui-run.ndjson");
    let frame = first_line("examples/data/octo-session.ndjson");
    let input = json!({ "threadId": "t", "runId": "r", "messages": [] });
    let service = json!({ "accepts": [ahp], "streams": run, "starts_with": input, "frames": frame });
    assert!(validator.is_valid(&service), "{:?}", validator.iter_errors(&service).map(|error| error.to_string()).collect::<Vec<_>>());
    for (pointer, broken) in [
        ("/accepts/0/id", json!(1)),
        ("/streams/type", json!("NO_SUCH")),
        ("/starts_with/messages", json!({})),
        ("/frames/kind", json!("x")),
    ] {
        let mut other = service.clone();
        *other.pointer_mut(pointer).expect(pointer) = broken;
        assert!(!validator.is_valid(&other), "{pointer}");
    }
}
