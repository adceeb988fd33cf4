//! The codec and a JSON Schema validator give the same verdict, on what a generator makes of the schemas.
//!
//! The judge is the `jsonschema` crate on the schema that the codec prints. `AGENTWIRE_CASES` sets the
//! number of cases a type, `AGENTWIRE_SEED` another sequence of them.
#![cfg(all(feature = "octo", feature = "ahp", feature = "ag-ui"))]

mod compare;
mod coverage;
mod format;
mod generate;
mod malform;
mod mutate;
mod oracle;
mod run;
mod schema;
mod shrink;
mod spell;
#[path = "../support/mod.rs"]
mod support;
mod words;
mod x_octo;

use agentwire::catalog::{Protocol, PROTOCOLS};
use agentwire::{ag_ui, ahp, octo, DecodeErrorKind, Revision, Wire};
use fastrand::Rng;
use serde_json::{json, Value};

use oracle::Oracle;
use run::Run;

/// Cases a type, unless the environment says otherwise.
const CASES: u64 = 200;
const SEED: u64 = 20_260_304;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

fn protocol(name: &str) -> &'static Protocol {
    PROTOCOLS.iter().find(|protocol| protocol.name == name).expect("the protocol is built")
}

/// Runs the cases of every type of a protocol, and sees to it that they met everything in its schema.
fn agree(name: &str) {
    let protocol = protocol(name);
    let (schema, cases) = (schema::of(protocol), setting("AGENTWIRE_CASES", CASES));
    let oracle = Oracle::new(&schema);
    let mut run = Run::new(protocol, &schema, &oracle, setting("AGENTWIRE_SEED", SEED));
    run.all(cases);
    let wrong = run.disagreements();
    assert!(wrong.is_empty(), "disagreements in {name}:\n{}", wrong.join("\n"));
    let ([invalid, valid], [rules, keywords]) = (run.totals(), oracle.coverage.size());
    println!("{name}: {valid} valid and {invalid} invalid cases; {rules} rules both ways, {keywords} keywords broken");
    if cases >= CASES {
        let poor: Vec<String> = run.poor(cases);
        assert!(poor.is_empty(), "too few cases in {name}:\n{}", poor.join("\n"));
        let missing = oracle.coverage.missing();
        assert!(missing.is_empty(), "the cases of {name} did not meet\n{}", missing.join("\n"));
    }
}

#[test]
fn octo_has_the_verdicts_of_its_schema() {
    agree("octo");
}

#[test]
fn ahp_has_the_verdicts_of_its_schema() {
    agree("ahp");
}

#[test]
fn ag_ui_has_the_verdicts_of_its_schema() {
    agree("ag-ui");
}

#[test]
fn the_corpus_has_the_verdicts_of_the_schemas() {
    for protocol in PROTOCOLS {
        let schema = schema::of(protocol);
        let (oracle, mut compared) = (Oracle::new(&schema), 0);
        for (ty, case) in run::corpus(protocol) {
            let text = case["input"].as_str().expect("an input");
            let malformed = ty.check(text.as_bytes(), Revision::Draft).is_err_and(|error| error.kind() == DecodeErrorKind::Syntax);
            let Ok(value) = serde_json::from_str::<Value>(text) else {
                assert!(malformed, "{text}");
                continue;
            };
            // What the ground rules refuse the judge does not see, and serde_json reads a name of its own as
            // something else.
            if !malformed && !text.contains("$serde_json::private") {
                let (_, says) = compare::Judge { oracle: &oracle, ty, definition: ty.name() }.compare(text, &value);
                assert_eq!(says, None, "{} {}: {text}", ty.name(), case["id"]);
                compared += 1;
            }
        }
        assert!(compared > 1000, "{} has {compared} cases", protocol.name);
    }
}

/// Decodes what is valid, encodes it and decodes that: the values are equal.
fn comes_back_equal<T: Wire + PartialEq + std::fmt::Debug>(protocol: &str, name: &str) {
    let mut compared = 0;
    for (ty, case) in run::corpus(self::protocol(protocol)) {
        let text = case["input"].as_str().expect("an input");
        if ty.name() != name || case["valid"] != true {
            continue;
        }
        let value = T::decode(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
        let encoded = value.encode().unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(T::decode(encoded.as_bytes()).as_ref(), Ok(&value), "{text}");
        compared += 1;
    }
    assert!(compared > 0, "{protocol}/{name} has no valid case");
}

#[test]
fn decoding_what_was_encoded_gives_an_equal_value() {
    comes_back_equal::<octo::HostFrame>("octo", "HostFrame");
    comes_back_equal::<octo::CanonicalEventWire>("octo", "CanonicalEventWire");
    comes_back_equal::<octo::ContextEnvelope>("octo", "ContextEnvelope");
    comes_back_equal::<octo::InvokeInputWire>("octo", "InvokeInputWire");
    comes_back_equal::<octo::InvokeRequestWire>("octo", "InvokeRequestWire");
    comes_back_equal::<ahp::Event>("ahp", "Event");
    comes_back_equal::<ag_ui::Event>("ag-ui", "Event");
    comes_back_equal::<ag_ui::Message>("ag-ui", "Message");
    comes_back_equal::<ag_ui::RunAgentInput>("ag-ui", "RunAgentInput");
    comes_back_equal::<ag_ui::AgentCapabilities>("ag-ui", "AgentCapabilities");
}

#[test]
fn every_spelling_is_one_of_the_same_value() {
    let mut rng = Rng::with_seed(SEED);
    for (_, case) in PROTOCOLS.iter().flat_map(run::corpus).filter(|(_, case)| case["valid"] == true).step_by(7) {
        let value: Value = serde_json::from_str(case["input"].as_str().expect("an input")).expect("JSON");
        let text = spell::Spelling::any(&mut rng).write(&value);
        let back: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(support::equal(&back, &value), "{text}");
    }
}

#[test]
fn opaque_text_in_any_spelling_comes_back_to_the_byte() {
    let mut rng = Rng::with_seed(SEED);
    for (_, case) in PROTOCOLS.iter().flat_map(run::corpus).filter(|(_, case)| case["valid"] == true).step_by(11) {
        let value: Value = serde_json::from_str(case["input"].as_str().expect("an input")).expect("JSON");
        let spelled = spell::Spelling::any(&mut rng).write(&value);
        let opaque = spelled.trim();
        let event = format!(r#"{{"type":"RAW","event": {opaque} }}"#);
        let back = ag_ui::Event::decode(event.as_bytes()).map(|event| event.encode().expect("valid"));
        assert_eq!(back, Ok(format!(r#"{{"type":"RAW","event":{opaque}}}"#)));
    }
}

#[test]
fn a_failure_shrinks_to_what_it_needs() {
    let value = json!({ "a": [1, { "b": "text", "c": null }, "rest"], "d": { "e": 2.5 }, "f": "more" });
    let small = shrink::shrink(&value, |value| value.pointer("/a/1/b").or(value.pointer("/a/0/b")).is_some_and(Value::is_string));
    assert_eq!(small, json!({ "a": [{ "b": "" }] }));
}
