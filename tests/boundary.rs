//! AG-UI's compatibility boundary: what the corpus of single events cannot say about it.

mod support;

use std::collections::BTreeSet;

use agentwire::ag_ui::{Body, Boundary, Event, MessageId, RunAgentInput};
use agentwire::{NoteKind, Received, Revision, Tolerance, Tolerant, Wire};

fn v1_0() -> Tolerance {
    Tolerance::default().with_revision(Revision::V1_0)
}

/// Decodes an event that has to be known; gives what it is written back as.
fn recoded(tolerant: &Tolerant<Event>) -> String {
    match &tolerant.message {
        Received::Known(event) => event.encode().expect("what was decoded can be encoded"),
        Received::Unknown(text) => panic!("set aside: {text}"),
    }
}

fn notes(tolerant: &Tolerant<Event>) -> Vec<String> {
    tolerant.notes.iter().map(|note| format!("{} {}", note.path, note.kind.as_str())).collect()
}

fn once(text: &str, tolerance: Tolerance) -> Tolerant<Event> {
    Event::decode_tolerant_with(text.as_bytes(), tolerance).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The identifiers that a stream of retired events is given.
fn ids(boundary: &mut Boundary, types: &[&str]) -> Vec<String> {
    let decoded = types.iter().map(|name| {
        let event = format!(r#"{{"type":"THINKING_{name}","delta":"x"}}"#);
        let event = boundary.decode(event.as_bytes(), Tolerance::default()).expect("a retired event").known().expect("a known event");
        match event.body {
            Body::ReasoningStart(it) => it.message_id,
            Body::ReasoningEnd(it) => it.message_id,
            Body::ReasoningMessageStart(it) => it.message_id,
            Body::ReasoningMessageContent(it) => it.message_id,
            Body::ReasoningMessageEnd(it) => it.message_id,
            other => panic!("{other:?}"),
        }
    });
    decoded.map(|id| id.as_str().to_owned()).collect()
}

const SPAN: &[&str] = &["START", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "END"];

#[test]
fn the_events_of_one_span_and_of_one_message_share_an_identifier() {
    let mut boundary = Boundary::new();
    assert_eq!(ids(&mut boundary, SPAN), ["thinking-1", "thinking-2", "thinking-2", "thinking-2", "thinking-2", "thinking-1"]);
    assert_eq!(ids(&mut boundary, SPAN), ["thinking-3", "thinking-4", "thinking-4", "thinking-4", "thinking-4", "thinking-3"]);
}

#[test]
fn an_event_without_an_opener_gets_an_identifier_and_a_note_that_says_so() {
    let mut boundary = Boundary::new();
    let text = br#"{"type":"THINKING_TEXT_MESSAGE_END"}"#;
    let end = boundary.decode(text, Tolerance::default()).expect("a retired event");
    assert!(end.notes[0].message.contains("`thinking-1`, which nothing opened"), "{}", end.notes[0]);
    let message = ["TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "TEXT_MESSAGE_CONTENT"];
    assert_eq!(ids(&mut boundary, &message), ["thinking-2", "thinking-2", "thinking-2", "thinking-3"]);
    assert_eq!(
        ids(&mut boundary, &["END", "START", "START", "END", "END"]),
        ["thinking-4", "thinking-5", "thinking-6", "thinking-6", "thinking-7"]
    );
}

#[test]
fn identifiers_come_from_the_callers_source() {
    let mut left = vec![r"b\", "a\"\u{1}"];
    let mut boundary = Boundary::with_ids(move || MessageId::new(left.pop().expect("no more than two")));
    assert_eq!(ids(&mut boundary, &["START", "TEXT_MESSAGE_START", "END"]), ["a\"\u{1}", r"b\", "a\"\u{1}"]);
}

#[test]
fn a_malformed_event_spends_no_identifier() {
    let mut boundary = Boundary::new();
    for torn in [r#"{"type":"THINKING_START""#, r#"{"type":"THINKING_START","a":1,"a":2}"#, r#"{"type":"THINKING_START"} x"#] {
        assert!(boundary.decode(torn.as_bytes(), Tolerance::default()).is_err(), "{torn}");
    }
    let ids = ids(&mut boundary, &["START"]);
    assert!(ids == ["thinking-1"] || ids == ["thinking-2"], "{ids:?}");
}

#[test]
fn a_boundary_reads_other_events_as_the_tolerant_decoder_does() {
    let mut boundary = Boundary::new();
    for event in support::lines("examples/data/ag-ui-run.ndjson") {
        let text = event.to_string();
        let tolerant = boundary.decode(text.as_bytes(), Tolerance::default()).expect("an event of the example");
        assert_eq!(tolerant, once(&text, Tolerance::default()));
        assert_eq!(tolerant.notes, []);
    }
}

#[test]
fn what_a_retired_event_should_not_have_is_replaced_with_a_note() {
    let text = r#"{"role":"assistant","messageId":"mine","type":"THINKING_TEXT_MESSAGE_START"}"#;
    let tolerant = once(text, Tolerance::default());
    assert_eq!(notes(&tolerant), ["/role shim", "/messageId shim", "/type shim"]);
    assert_eq!(recoded(&tolerant), r#"{"type":"REASONING_MESSAGE_START","role":"reasoning","messageId":"thinking-1"}"#);
}

#[test]
fn the_strict_decoder_knows_no_retired_shape() {
    for text in [
        r#"{"type":"THINKING_START"}"#,
        r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":null}"#,
        r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"binary","mimeType":"image/png","data":"d"}]}]}"#,
    ] {
        assert!(Event::decode(text.as_bytes()).is_err(), "{text}");
        assert_eq!(once(text, Tolerance::default()).notes[0].kind, NoteKind::Shim, "{text}");
    }
}

/// Every order of the members, every subset of the nulls, with and without blanks: what is removed takes the right comma along.
#[test]
fn removed_members_leave_a_well_formed_object() {
    let members = [r#""threadId":"t""#, r#""runId":"r""#, r#""type":"RUN_FINISHED""#];
    let nulls = [r#""result":null"#, r#""outcome" : null"#, r#""rawEvent":  null"#];
    for chosen in 0..8_usize {
        let mut all: Vec<&str> = members.to_vec();
        all.extend((0..3).filter(|bit| chosen & (1 << bit) != 0).map(|bit| nulls[bit]));
        for order in 0..all.len() {
            for twist in 0..2 {
                let mut order_of: Vec<&str> = all.clone();
                order_of.rotate_left(order);
                if twist == 1 {
                    // Nulls between the others.
                    let (null, rest): (Vec<&str>, Vec<&str>) = order_of.iter().partition(|member| member.ends_with("null"));
                    order_of = rest.iter().copied().zip(null.iter().copied()).flat_map(|(a, b)| [a, b]).collect();
                    order_of.extend(rest.iter().skip(null.len()));
                    order_of.extend(null.iter().skip(rest.len()));
                }
                for text in [format!("{{{}}}", order_of.join(",")), format!("\n{{ {} }}\t", order_of.join(" ,\r\n "))] {
                    let tolerant = once(&text, v1_0());
                    assert_eq!(tolerant.notes.len(), chosen.count_ones() as usize, "{text}");
                    assert_eq!(recoded(&tolerant), r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#, "{text}");
                }
            }
        }
    }
}

#[test]
fn opaque_json_beside_an_edit_stays_to_the_byte() {
    let raw = r#"{ "b" : 1.50, "a":[null , 1e2 ],"\u0061\/":"\u00e9" }"#;
    let metadata = r#"{"k" :  null}"#;
    for text in [
        format!(r#"{{"rawEvent": {raw} ,"type":"THINKING_START", "metadata":{metadata} }}"#),
        format!(r#"{{"type":"RUN_FINISHED","outcome":null,"threadId":"t","runId":"r","metadata":{metadata},"rawEvent":{raw}}}"#),
    ] {
        let event = once(&text, Tolerance::default()).known().expect("a known event");
        assert_eq!(event.envelope.raw_event.as_ref().map(|json| json.as_str()), Some(raw));
        assert_eq!(event.envelope.metadata.as_ref().map(|json| json.as_str()), Some(metadata));
    }
}

#[test]
fn an_edit_hides_no_malformed_text() {
    let part = |part: &str| {
        format!(r#"{{"type":"MESSAGES_SNAPSHOT","messages":[{{"id":"u","role":"user","content":[{{"type":"binary",{part}}}]}}]}}"#)
    };
    for text in [
        r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":null,"outcome":null}"#.to_owned(),
        r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":null,"outc\u006fme":{"type":"success"}}"#.to_owned(),
        r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":null,"x":"\ud800"}"#.to_owned(),
        r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":null,}"#.to_owned(),
        r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":null}}"#.to_owned(),
        r#"{"type":"THINKING_START","type":"THINKING_END"}"#.to_owned(),
        r#"{"type":"THINKING_START","title":"a","title":"b"}"#.to_owned(),
        part(r#""mimeType":"image/png","data":"a","data":"b""#),
        part(r#""mimeType":"image/png","data":"a","url":[1,]"#),
        part(r#""mimeType":"image/png","data":"a","id":"1","id":"2""#),
    ] {
        let error = Event::decode_tolerant_with(text.as_bytes(), v1_0()).expect_err(&text);
        assert_eq!(error.violations().as_slice()[0].rule, "malformed", "{text}");
    }
}

#[test]
fn errors_point_into_the_text_as_it_came() {
    for (text, path, at) in [
        (r#"{"type":"THINKING_START","title":"x","timestamp":"12"}"#, "/timestamp", r#""12""#),
        (r#"{"rawEvent":null,"type":"RUN_FINISHED","result":null,"threadId":7,"runId":"r"}"#, "/threadId", "7"),
        (r#"{"outcome":null,"type":"RUN_FINISHED","threadId":"t","runId":"r","timestamp":9007199254740992}"#, "/timestamp", "9007"),
        (
            r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"binary","mimeType":"a","data":42}]}]}"#,
            "/messages/0/content/0/data",
            "42",
        ),
        (r#"{"outcome":null,"type":"RUN_FINISHED","threadId":"t","runId":"r"} x"#, "", "x"),
    ] {
        let error = Event::decode_tolerant_with(text.as_bytes(), v1_0()).expect_err(text);
        let first = &error.violations().as_slice()[0];
        assert_eq!(first.path, path, "{error}");
        assert!(text[first.offset.expect("an offset")..].starts_with(at), "{error}");
    }
}

/// Parts of a user message, before and after.
#[test]
fn what_stands_beside_a_binary_part_goes_along_or_is_noted() {
    let null_as_absent = Tolerance::null_as_absent();
    let source = r#""source":{"type":"data","value":"d","mimeType":"a\/b"}"#;
    for (old, tolerance, new, expected) in [
        // A member of its own joins what moves beside it.
        (r#""filename":"f","metadata":{"k":1}"#, Tolerance::default(), r#","metadata":{"filename":"f","k":1}"#, vec![]),
        (r#""metadata":{ },"filename":"f""#, Tolerance::default(), r#","metadata":{"filename":"f" }"#, vec![]),
        (r#""filename":"f","metadata":{"filename":"g"}"#, Tolerance::default(), r#","metadata":{"filename":"g"}"#, vec!["/filename shim"]),
        (r#""metadata":[1],"filename":"f""#, Tolerance::default(), r#","metadata":[1]"#, vec!["/filename shim"]),
        // Where null is no value, it is absent.
        (r#""metadata":null"#, Tolerance::default(), r#","metadata":null"#, vec![]),
        (r#""metadata":null,"filename":"f""#, v1_0(), r#","metadata":{"filename":"f"}"#, vec!["/metadata shim"]),
        (
            r#""url":null,"filename":null,"id":null"#,
            null_as_absent,
            "",
            vec!["/url null_as_absent", "/filename null_as_absent", "/id null_as_absent"],
        ),
        (r#""filename":"""#, Tolerance::default(), "", vec![]),
    ] {
        let head = r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":["#;
        let tolerant = once(&format!(r#"{head}{{"type":"binary","mimeType":"a\/b","data":"d",{old}}}]}}]}}"#), tolerance);
        let mut all = vec!["/messages/0/content/0 shim".to_owned()];
        all.extend(expected.iter().map(|note: &&str| format!("/messages/0/content/0{note}")));
        assert_eq!(notes(&tolerant), all, "{old}");
        let expected = format!(r#"{head}{{"type":"document",{source}{new}}}]}}]}}"#);
        let expected = Event::decode(expected.as_bytes()).expect("a part of today");
        assert_eq!(tolerant.known(), Some(expected), "{old}");
    }
}

#[test]
fn a_tag_is_the_same_however_it_is_spelled_and_wherever_it_stands() {
    for text in [
        r#"{"type":"THINKING_\u0045ND"}"#,
        r#"{ "\u0074ype" : "\u0054HINKING_END" }"#,
        r#"{"metadata":{},"type":"THINKING_END"}"#,
        r#"{"metadata":{},"type":"\u0054\u0048INKING_END"}"#,
        r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"content":[{"mimeType":"","data":"d","type":"bin\u0061ry"}],"role":"\u0075ser","id":"u"}]}"#,
        r#"{"messages":[{"content":[{"mimeType":"","data":"d","type":"binary"}],"role":"user","id":"u"}],"type":"MESSAGES_SNAPSHOT"}"#,
        r#"{"runId":"r","threadId":"t","\u006futcome":null,"type":"RUN_FINISHED"}"#,
    ] {
        assert_eq!(once(text, Tolerance::default()).notes[0].kind, NoteKind::Shim, "{text}");
    }
}

#[test]
fn a_message_that_is_set_aside_keeps_its_text_and_no_shim_is_noted() {
    let text = r#"{"type":"REASONING_ENCRYPTED_VALUE","rawEvent":null,"subtype":"step","entityId":"e","encryptedValue":"v"}"#;
    let tolerant = once(text, v1_0());
    assert_eq!(notes(&tolerant), [" unknown_value"]);
    assert!(matches!(&tolerant.message, Received::Unknown(kept) if kept.as_str() == text));
}

#[test]
fn a_shim_within_a_value_that_is_removed_is_not_noted() {
    let text = r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"image","metadata":null,"source":{"type":"s3"}}]}]}"#;
    assert_eq!(notes(&once(text, v1_0())), ["/messages/0/content/0 unknown_variant"]);
}

#[test]
fn a_null_that_is_no_value_of_revision_1_0_is_fatal_there_unless_a_row_reads_it_as_absent() {
    let parts =
        r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u","role":"user","content":[{"type":"text","text":"x","metadata":null}]}]}"#;
    let result = r#"{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"image","source":{"type":"url","value":"u"},"metadata":null}]}"#;
    for (text, path) in [(parts, "/messages/0/content/0/metadata"), (result, "/content/0/metadata")] {
        assert_eq!(once(text, Tolerance::default()).notes, []);
        let error = Event::decode_tolerant_with(text.as_bytes(), v1_0()).expect_err(text);
        assert_eq!(error.path(), path);
    }
    let input = r#"{"threadId":"t","runId":"r","messages":[],"forwardedProps":null}"#;
    let error = RunAgentInput::decode_tolerant_with(input.as_bytes(), v1_0()).expect_err("a request by itself has no such row");
    assert_eq!(error.path(), "/forwardedProps");
}

#[test]
fn every_row_of_the_table_is_used_by_the_corpus() {
    let mut used = BTreeSet::new();
    for case in support::lines("tests/corpus/ag-ui-tolerant.ndjson") {
        let input = case["input"].as_str().expect("input").as_bytes();
        let notes = match case["type"].as_str() {
            Some("RunAgentInput") => RunAgentInput::decode_tolerant_with(input, v1_0()).map(|it| it.notes),
            Some("Event") => Event::decode_tolerant_with(input, v1_0()).map(|it| it.notes),
            _ => continue,
        };
        for note in notes.unwrap_or_default().into_iter().filter(|note| note.kind == NoteKind::Shim) {
            let id = note.message.rsplit_once('(').and_then(|(_, id)| id.strip_suffix(')'));
            used.insert(id.expect("a note on a shim ends with the row").to_owned());
        }
    }
    let rows: BTreeSet<String> = Boundary::SHIMS.iter().map(|shim| shim.id.to_owned()).collect();
    assert_eq!(used, rows);
}

#[test]
fn the_tolerant_decoder_takes_what_the_strict_one_takes_and_has_nothing_to_note() {
    let mut count = 0;
    for case in support::lines("tests/corpus/ag-ui-neighbours.ndjson") {
        let (name, input) = (case["type"].as_str().expect("type"), case["input"].as_str().expect("input"));
        if name != "Event" {
            continue;
        }
        count += 1;
        let tolerant = Event::decode_tolerant(input.as_bytes());
        match (Event::decode(input.as_bytes()), tolerant) {
            (Ok(event), Ok(tolerant)) => {
                assert_eq!(tolerant.notes, [], "{input}");
                assert_eq!(tolerant.known(), Some(event), "{input}");
            }
            (Err(_), Ok(tolerant)) => assert!(!tolerant.notes.is_empty(), "{input}"),
            (Ok(_), Err(error)) => panic!("{input}: {error}"),
            (Err(_), Err(_)) => {}
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn a_cut_event_is_fatal_wherever_it_is_cut() {
    let text = r#"{"type":"RUN_STARTED","rawEvent":null,"threadId":"t","runId":"r","input":{"state":null,"threadId":"t","runId":"r","messages":[{"id":"u","role":"user","content":[{"type":"binary","mimeType":"image/png","data":"d","filename":"f"},{"type":"image","source":{"type":"url","value":"u"},"metadata":null}]}],"tools":[{"name":"n","description":"d","parameters":null}]}}"#;
    assert_eq!(once(text, v1_0()).notes.len(), 5);
    for end in 0..text.len() {
        let error = Event::decode_tolerant_with(&text.as_bytes()[..end], v1_0()).expect_err(&text[..end]);
        assert_eq!(error.violations().as_slice()[0].rule, "malformed");
    }
}
