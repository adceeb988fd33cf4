//! What a tolerant decoder does with every row of the processing model: the corpus says for each input
//! what is fatal, what is set aside with which note, and what is left.

mod support;

use std::collections::BTreeMap;

use agentwire::{ag_ui, Received, Revision, Tolerance, Wire};
use serde_json::Value;

const CORPUS: &str = "tests/corpus/ag-ui-tolerant.ndjson";

/// The rows that have a test here, each with the number of its cases.
const ROWS: &[(&str, usize)] = &[
    ("D1", 12),
    ("D2", 10),
    ("D3", 27),
    ("D4", 42),
    ("D5", 6),
    ("D6", 15),
    ("D7", 9),
    ("D8", 6),
    ("D9", 12),
    ("D10", 8),
    ("B1", 14),
    ("B2", 22),
    ("B3", 50),
    ("B4", 5),
    ("null_as_absent", 26),
];

/// What decoding a case gave, in the corpus' terms.
struct Outcome {
    /// Path of every fault, if it is fatal.
    fatal: Option<Vec<String>>,
    notes: Vec<(String, &'static str)>,
    output: Option<String>,
    /// The text of a message that was set aside.
    unknown: Option<String>,
}

fn decode<T: Wire>(input: &str, tolerance: Tolerance) -> Outcome {
    match T::decode_tolerant_with(input.as_bytes(), tolerance) {
        Err(error) => Outcome {
            fatal: Some(error.violations().iter().map(|violation| violation.path.clone()).collect()),
            notes: Vec::new(),
            output: None,
            unknown: None,
        },
        Ok(tolerant) => {
            assert_eq!(tolerant.notes_omitted, 0);
            let notes = tolerant.notes.iter().map(|note| (note.path.clone(), note.kind.as_str())).collect();
            let (output, unknown) = match tolerant.message {
                Received::Known(value) => (Some(value.encode().expect("what was decoded can be encoded")), None),
                Received::Unknown(text) => (None, Some(text.as_str().to_owned())),
            };
            Outcome { fatal: None, notes, output, unknown }
        }
    }
}

fn tolerance(options: &Value) -> Tolerance {
    let mut tolerance = Tolerance::default();
    for (name, value) in options.as_object().expect("options") {
        match (name.as_str(), value) {
            ("null_as_absent", Value::Bool(on)) => tolerance.null_as_absent = *on,
            ("revision", Value::String(revision)) if revision == "1.0" => tolerance.revision = Revision::V1_0,
            other => panic!("no such option: {other:?}"),
        }
    }
    tolerance
}

/// What is wrong with a case.
fn judge(case: &Value) -> Option<String> {
    let text = |name: &str| case[name].as_str();
    let input = text("input").expect("input");
    let tolerance = tolerance(&case["options"]);
    let outcome = match text("type").expect("type") {
        "Event" => decode::<ag_ui::Event>(input, tolerance),
        "RunAgentInput" => decode::<ag_ui::RunAgentInput>(input, tolerance),
        "Message" => decode::<ag_ui::Message>(input, tolerance),
        "AgentCapabilities" => decode::<ag_ui::AgentCapabilities>(input, tolerance),
        other => panic!("no such type: {other}"),
    };
    let expected_path = text("path").unwrap_or_default();
    match (&outcome.fatal, case["fatal"] == true) {
        (None, false) => {}
        (Some(paths), true) => {
            let astray = paths.iter().find(|path| !support::below(path, expected_path));
            return astray.map(|path| format!("path {path:?}, expected {expected_path:?}"));
        }
        (Some(paths), false) => return Some(format!("fatal at {paths:?}")),
        (None, true) => return Some(format!("taken, with {:?}", outcome.notes)),
    }
    let list = case["notes"].as_array().expect("notes");
    let expected: Vec<(&str, &str)> =
        list.iter().map(|note| (note["path"].as_str().expect("path"), note["what"].as_str().expect("what"))).collect();
    let notes: Vec<(&str, &str)> = outcome.notes.iter().map(|(path, what)| (path.as_str(), *what)).collect();
    if notes != expected {
        return Some(format!("notes {notes:?}, expected {expected:?}"));
    }
    match (&outcome.output, text("output")) {
        (Some(output), Some(expected)) => {
            // Identifiers are minted by a counter unless a caller says otherwise.
            let expected = expected.replace("<minted>", "thinking-1");
            let values: [Value; 2] = [output, &expected].map(|text| serde_json::from_str(text).expect("valid JSON"));
            (!support::equal(&values[0], &values[1])).then(|| format!("came back as {output}"))
        }
        (None, None) => (outcome.unknown.as_deref() != Some(input)).then(|| format!("set aside as {:?}", outcome.unknown)),
        (output, _) => Some(format!("came back as {output:?}")),
    }
}

/// Every case of a row gets its verdict, its notes in their order, and its output.
fn right(row: &str) {
    let cases: Vec<Value> = support::lines(CORPUS).into_iter().filter(|case| case["row"] == row).collect();
    let count = ROWS.iter().find(|(name, _)| *name == row).map(|(_, count)| *count);
    assert_eq!(Some(cases.len()), count, "cases of row {row}");
    let wrong: Vec<String> =
        cases.iter().filter_map(|case| Some(format!("{} {}\n    {}", case["id"], case["input"], judge(case)?))).collect();
    assert!(wrong.is_empty(), "{} of {} cases are wrong:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn d1_what_is_not_one_json_object_is_fatal() {
    right("D1");
}

#[test]
fn d2_an_unknown_event_is_set_aside_with_its_text() {
    right("D2");
}

#[test]
fn d3_an_unknown_member_of_a_closed_object_is_removed_at_any_depth() {
    right("D3");
}

#[test]
fn d4_a_malformed_known_value_is_fatal() {
    right("D4");
}

#[test]
fn d5_an_unknown_variant_in_an_optional_member_leaves_it_absent() {
    right("D5");
}

#[test]
fn d6_an_unknown_variant_in_a_list_is_removed_from_it() {
    right("D6");
}

#[test]
fn d7_an_open_object_keeps_its_unknown_members_without_a_note() {
    right("D7");
}

#[test]
fn d8_an_unknown_variant_in_a_required_member_takes_the_value_around_it_along() {
    right("D8");
}

#[test]
fn d9_an_unknown_value_of_a_closed_set_goes_as_an_unknown_variant_does() {
    right("D9");
}

#[test]
fn d10_an_event_without_a_type_that_is_a_string_is_fatal() {
    right("D10");
}

#[test]
fn b1_a_thinking_event_is_read_as_a_reasoning_event() {
    right("B1");
}

#[test]
fn b2_a_binary_part_is_read_as_a_part_of_its_medium() {
    right("B2");
}

#[test]
fn b3_a_listed_null_is_read_as_absent_in_its_revisions() {
    right("B3");
}

#[test]
fn b4_a_null_state_is_read_as_absent_in_revision_1_0() {
    right("B4");
}

#[test]
fn null_in_an_optional_member_is_read_as_absent_where_the_caller_asks() {
    right("null_as_absent");
}

#[test]
fn every_case_of_the_corpus_stands_in_a_row_with_a_test() {
    let mut counts = BTreeMap::new();
    for case in support::lines(CORPUS) {
        *counts.entry(case["row"].as_str().expect("row").to_owned()).or_insert(0) += 1;
    }
    let tested: BTreeMap<String, usize> = ROWS.iter().map(|(row, count)| ((*row).to_owned(), *count)).collect();
    assert_eq!(counts, tested);
}

/// Found with a required value set aside before a list that loses elements: the list's reason replaced the event's.
#[test]
fn an_event_is_set_aside_for_its_own_reason_whatever_its_lists_lose() {
    let event = support::lines("examples/data/ahp-session.ndjson").into_iter().find(|event| event["type"] == "tool.after");
    let mut event = event.expect("a tool.after event");
    event["outcome"] = "evaporated".into();
    event["items"][0]["role"] = "critic".into();
    let tolerant = agentwire::ahp::Event::decode_tolerant(event.to_string().as_bytes()).expect("tolerable");
    let notes: Vec<String> = tolerant.notes.iter().map(ToString::to_string).collect();
    assert!(matches!(tolerant.message, Received::Unknown(_)));
    assert!(matches!(&notes[..], [note] if note.contains("evaporated") && note.ends_with("[unknown_value]")), "{notes:?}");
}

#[test]
fn what_a_removed_value_lost_before_is_not_noted_as_well() {
    let part = r#"{"x":1,"type":"image","metadata":{},"source":{"type":"s3"},"y":2}"#;
    let event = format!(r#"{{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","z":3,"content":[{part}]}}"#);
    let outcome = decode::<ag_ui::Event>(&event, Tolerance::default());
    let paths: Vec<&str> = outcome.notes.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["/z", "/content/0"]);
}

#[test]
fn notes_beyond_the_limit_are_counted() {
    let members: String = (0..300).map(|number| format!(r#","x{number}":{number}"#)).collect();
    let event = format!(r#"{{"type":"STEP_STARTED","stepName":"s"{members}}}"#);
    let tolerant = ag_ui::Event::decode_tolerant(event.as_bytes()).expect("tolerable");
    assert_eq!((tolerant.notes.len(), tolerant.notes_omitted), (256, 44));
}

#[test]
fn a_note_says_where_its_reason_stands_if_that_is_further_within() {
    let event = |more: &str| {
        let text = format!(r#"{{"type":"RUN_FINISHED","threadId":"t","runId":"r",{more}}}"#);
        ag_ui::Event::decode_tolerant(text.as_bytes()).expect(more)
    };
    let taken = event(r#""outcome":{"type":"interrupt","interrupts":[{"id":"a","reason":"b"}]},"usage":[{"new":1}]"#);
    let lost = event(r#""outcome":{"type":"paused"}"#);
    assert_eq!((taken.notes[0].path.as_str(), lost.notes[0].path.as_str()), ("/usage/0/new", "/outcome"));
    assert!(lost.notes[0].to_string().starts_with("/outcome: `/outcome/type`: the tag `type` is `paused`"), "{}", lost.notes[0]);
    let unknown = ag_ui::Event::decode_tolerant(br#"{"type":"NEW_EVENT"}"#).expect("it is set aside");
    assert!(unknown.notes[0].to_string().starts_with("the tag `type` is `NEW_EVENT`"), "{}", unknown.notes[0]);
}
