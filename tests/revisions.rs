//! The two revisions of AG-UI part on null in optional members of any JSON: the draft takes it for a value,
//! 1.0 refuses it. These are the twelve positions, and what looks like one and is none.

use agentwire::{ag_ui, catalog, DecodeErrorKind, Revision, Wire};

/// Type, message with `@` where null goes, path. One line a position (the part's metadata are five).
const POSITIONS: &[(&str, &str, &str)] = &[
    ("Event", r#"{"type":"STEP_STARTED","stepName":"s","rawEvent":@}"#, "/rawEvent"),
    ("Event", r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","result":@}"#, "/result"),
    ("Event", r#"{"type":"SUBAGENT_FINISHED","subagentRunId":"s","result":@}"#, "/result"),
    ("ResumeEntry", r#"{"interruptId":"i","status":"resolved","payload":@}"#, "/payload"),
    ("ContentPart", r#"{"type":"text","text":"x","metadata":@}"#, "/metadata"),
    ("ContentPart", r#"{"type":"image","source":{"type":"url","value":"u"},"metadata":@}"#, "/metadata"),
    ("ContentPart", r#"{"type":"audio","source":{"type":"url","value":"u"},"metadata":@}"#, "/metadata"),
    ("ContentPart", r#"{"type":"video","source":{"type":"url","value":"u"},"metadata":@}"#, "/metadata"),
    ("ContentPart", r#"{"type":"document","source":{"type":"url","value":"u"},"metadata":@}"#, "/metadata"),
    ("Tool", r#"{"name":"n","description":"d","parameters":@}"#, "/parameters"),
    ("RunAgentInput", r#"{"threadId":"t","runId":"r","messages":[],"state":@}"#, "/state"),
    ("RunAgentInput", r#"{"threadId":"t","runId":"r","messages":[],"forwardedProps":@}"#, "/forwardedProps"),
];

/// Values that both revisions take in every position: only null itself is at issue.
const VALUES: &[&str] = &["{}", "[]", "[null]", r#"{"a":null}"#, "0", "-0", "1.50", "false", r#""""#, r#""null""#];

fn check(name: &str, text: &str, revision: Revision) -> Result<(), String> {
    let ty = catalog::find("ag-ui").and_then(|protocol| protocol.find(name)).expect("a type of AG-UI");
    ty.check(text.as_bytes(), revision).map(drop).map_err(|error| {
        assert_eq!((error.kind(), error.violations().as_slice().len()), (DecodeErrorKind::Invariant, 1), "{text}: {error}");
        error.path().to_owned()
    })
}

#[test]
fn the_draft_takes_null_in_all_twelve_positions_and_writes_it_back() {
    assert_eq!(POSITIONS.len(), 12);
    for (name, text, _) in POSITIONS {
        let text = text.replace('@', "null");
        assert_eq!(check(name, &text, Revision::Draft), Ok(()), "{text}");
        let ty = catalog::find("ag-ui").and_then(|protocol| protocol.find(name)).expect("a type of AG-UI");
        let back = ty.recode(text.as_bytes()).expect("a valid message");
        assert!(back.contains(":null"), "{text}: {back}");
    }
}

#[test]
fn revision_1_0_refuses_null_in_all_twelve_positions_with_its_path() {
    for (name, text, path) in POSITIONS {
        assert_eq!(check(name, &text.replace('@', "null"), Revision::V1_0), Err((*path).to_owned()), "{text}");
    }
}

#[test]
fn both_revisions_take_anything_else_there_and_absence() {
    for (name, text, path) in POSITIONS {
        let member = format!(r#","{}":@"#, &path[1..]);
        let without = text.replace(&member, "");
        assert!(without.len() < text.len());
        let texts = VALUES.iter().map(|value| text.replace('@', value)).chain([without]);
        for text in texts {
            for revision in [Revision::Draft, Revision::V1_0] {
                assert_eq!(check(name, &text, revision), Ok(()), "{text}");
            }
        }
    }
}

#[test]
fn raw_event_is_a_position_of_every_event() {
    let mut events = 0;
    let session = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/ag-ui-run.ndjson")).expect("the example");
    let mut seen = std::collections::BTreeSet::new();
    for line in session.lines() {
        let mut event = ag_ui::Event::decode(line.as_bytes()).expect("a valid event");
        if !seen.insert(event.event_type()) {
            continue;
        }
        events += 1;
        event.envelope.raw_event = Some(agentwire::Json::null());
        assert_eq!(event.check_revision(Revision::Draft), Ok(()));
        let violations = event.check_revision(Revision::V1_0).expect_err(line);
        assert_eq!(violations.iter().map(|violation| violation.path.as_str()).collect::<Vec<_>>(), ["/rawEvent"], "{line}");
    }
    assert_eq!(events, ag_ui::Event::TYPES.len());
}

#[test]
fn null_is_a_value_of_required_members_of_any_json_in_both_revisions() {
    // With the member, and what is refused without it.
    for (text, without) in [
        (r#"{"type":"STATE_SNAPSHOT","snapshot":null}"#, Some(r#"{"type":"STATE_SNAPSHOT"}"#)),
        (r#"{"type":"RAW","event":null}"#, Some(r#"{"type":"RAW"}"#)),
        (r#"{"type":"CUSTOM","name":"n","value":null}"#, Some(r#"{"type":"CUSTOM","name":"n"}"#)),
        (
            r#"{"type":"STATE_DELTA","delta":[{"op":"add","path":"/a","value":null}]}"#,
            Some(r#"{"type":"STATE_DELTA","delta":[{"op":"add","path":"/a"}]}"#),
        ),
        (
            r#"{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/a","value":null}]}"#,
            Some(r#"{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/a"}]}"#),
        ),
        (
            r#"{"type":"STATE_DELTA","delta":[{"op":"test","path":"/a","value":null}]}"#,
            Some(r#"{"type":"STATE_DELTA","delta":[{"op":"test","path":"/a"}]}"#),
        ),
        // Under a key of an open object it is data.
        (r#"{"type":"STEP_STARTED","metadata":{"k":null},"stepName":"s"}"#, None),
        (r#"{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/a","x":null}]}"#, None),
    ] {
        for revision in [Revision::Draft, Revision::V1_0] {
            assert_eq!(check("Event", text, revision), Ok(()), "{text}");
        }
        let back = ag_ui::Event::decode(text.as_bytes()).expect("a valid event").encode().expect("a valid event");
        assert_eq!(back, text);
        let error = without.map(|without| ag_ui::Event::decode(without.as_bytes()).expect_err("a member is missing"));
        assert!(error.is_none_or(|error| error.violations().iter().all(|violation| violation.rule == "required")), "{text}");
    }
}

#[test]
fn both_revisions_refuse_null_in_every_other_optional_member() {
    for (text, path) in [
        (r#"{"type":"STEP_STARTED","stepName":"s","timestamp":null}"#, "/timestamp"),
        (r#"{"type":"STEP_STARTED","stepName":"s","metadata":null}"#, "/metadata"),
        (r#"{"type":"STEP_STARTED","stepName":"s","subagentRunId":null}"#, "/subagentRunId"),
        (r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":null}"#, "/outcome"),
        (r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","usage":null}"#, "/usage"),
        (
            r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"r","responseSchema":null}]}}"#,
            "/outcome/interrupts/0/responseSchema",
        ),
    ] {
        for revision in [Revision::Draft, Revision::V1_0] {
            let ty = catalog::find("ag-ui").and_then(|protocol| protocol.find("Event")).expect("the event type");
            let error = ty.check(text.as_bytes(), revision).expect_err(text);
            assert_eq!((error.path(), error.kind()), (path, DecodeErrorKind::Shape), "{text}");
        }
    }
}
