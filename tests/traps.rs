//! Traps that codecs derived with serde, or lenient by habit, fall into. Each has a name, an input and the right
//! verdict, which has to come out by every road: decoding, serde from text, serde from a value, and serde inside a
//! user's own types, where what is left over is buffered and positions are lost.

use agentwire::ag_ui::{Event, Message, RunAgentInput};
use agentwire::{Revision, Wire};
use serde::Deserialize;
use serde_json::Value;

/// What a road made of an input: the event as it is written back, or the error.
type Verdict = Result<String, String>;

fn checked(event: Event) -> Verdict {
    // Serde gives the shape; the rules are checked apart.
    event.encode().map_err(|violations| violations.to_string())
}

fn by_decode(text: &str) -> Verdict {
    checked(Event::decode(text.as_bytes()).map_err(|error| error.to_string())?)
}

fn by_text(text: &str) -> Verdict {
    checked(serde_json::from_str(text).map_err(|error| error.to_string())?)
}

fn by_value(text: &str) -> Verdict {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    checked(serde_json::from_value(value).map_err(|error| error.to_string())?)
}

/// A user's log line, with the event's members beside its own.
#[derive(Deserialize)]
struct Line {
    seq: u64,
    #[serde(flatten)]
    event: Event,
}

fn by_flatten(text: &str) -> Verdict {
    let line = text.replacen('{', r#"{"seq":7,"#, 1);
    let line: Line = serde_json::from_str(&line).map_err(|error| error.to_string())?;
    assert_eq!(line.seq, 7);
    checked(line.event)
}

/// A user's choice between an event and something else.
#[derive(Deserialize)]
#[serde(untagged)]
enum Either {
    Event(Box<Event>),
    Number(#[allow(dead_code)] u64),
}

fn by_untagged(text: &str) -> Verdict {
    match serde_json::from_str(text).map_err(|error| error.to_string())? {
        Either::Event(event) => checked(*event),
        Either::Number(_) => Err("a number".to_owned()),
    }
}

/// A user's own tag around the event, which buffers its content.
#[derive(Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "lowercase")]
enum Wrapped {
    Event(Vec<Event>),
}

fn by_content(text: &str) -> Verdict {
    let text = format!(r#"{{"data":[{text}],"kind":"event"}}"#);
    let Wrapped::Event(mut events) = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    checked(events.pop().ok_or("no event")?)
}

/// One way into the codec: its name, and what it says of a text.
type Road = (&'static str, fn(&str) -> Verdict);

const ROADS: &[Road] = &[
    ("decode", by_decode),
    ("from_str", by_text),
    ("from_value", by_value),
    ("flatten", by_flatten),
    ("untagged", by_untagged),
    ("content", by_content),
];

/// All roads refuse; wherever the error's text gets through, it names the path.
fn refused(trap: &str, text: &str, path: &str) {
    for (road, go) in ROADS {
        // Nothing can be flattened into an object but an object.
        if *road == "flatten" && !text.starts_with('{') {
            continue;
        }
        match go(text) {
            Ok(taken) => panic!("{trap}, by {road}: {text} is taken as {taken}"),
            // An untagged enum of serde's drops the reasons of its arms.
            Err(_) if *road == "untagged" => {}
            Err(error) => assert!(error.contains(path), "{trap}, by {road}: {error} does not name {path}"),
        }
    }
}

/// All roads take the input and write the same back.
fn taken(trap: &str, text: &str, back: &str) {
    for (road, go) in ROADS {
        assert_eq!(go(text).as_deref(), Ok(back), "{trap}, by {road}: {text}");
    }
}

fn finished(members: &str) -> String {
    format!(r#"{{"type":"RUN_FINISHED","threadId":"t","runId":"r",{members}}}"#)
}

fn messages(message: &str) -> String {
    format!(r#"{{"type":"MESSAGES_SNAPSHOT","messages":[{message}]}}"#)
}

fn user(content: &str) -> String {
    messages(&format!(r#"{{"role":"user","id":"u","content":{content}}}"#))
}

fn call(function: &str) -> String {
    messages(&format!(r#"{{"id":"a","role":"assistant","toolCalls":[{{"id":"c","type":"function","function":{function}}}]}}"#))
}

fn input(members: &str) -> String {
    format!(r#"{{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{{"threadId":"t","runId":"r","messages":[],{members}}}}}"#)
}

fn delta(operation: &str) -> String {
    format!(r#"{{"type":"STATE_DELTA","delta":[{operation}]}}"#)
}

#[test]
fn a_number_picks_no_variant() {
    for (text, path) in [
        (r#"{"type":1,"stepName":"s"}"#.to_owned(), "/type"),
        (r#"{"type":"TEXT_MESSAGE_START","messageId":"m","role":1}"#.to_owned(), "/role"),
        (r#"{"type":"REASONING_ENCRYPTED_VALUE","subtype":0,"entityId":"e","encryptedValue":"v"}"#.to_owned(), "/subtype"),
        (messages(r#"{"id":"u","role":1,"content":"x"}"#), "/messages/0/role"),
        (finished(r#""outcome":{"type":2}"#), "/outcome/type"),
        (delta(r#"{"op":1,"path":"/a"}"#), "/delta/0/op"),
        (user(r#"[{"type":0,"text":"x"}]"#), "/messages/0/content/0/type"),
        (user(r#"[{"type":"image","source":{"type":1,"value":"u"}}]"#), "/messages/0/content/0/source/type"),
        (input(r#""resume":[{"interruptId":"i","status":0}]"#), "/input/resume/0/status"),
    ] {
        refused("a number for an enum's variant", &text, path);
    }
}

#[test]
fn an_array_is_no_struct() {
    for (text, path) in [
        (r#"["STEP_STARTED","s"]"#.to_owned(), ""),
        (input(r#""context":[["d","v"]]"#), "/input/context/0"),
        (input(r#""tools":[["n","d"]]"#), "/input/tools/0"),
        (input(r#""resume":[["i","resolved"]]"#), "/input/resume/0"),
        (finished(r#""usage":[[]]"#), "/usage/0"),
        (finished(r#""outcome":["success"]"#), "/outcome"),
        (finished(r#""outcome":{"type":"interrupt","interrupts":[["i","r"]]}"#), "/outcome/interrupts/0"),
        (call(r#"["f","{}"]"#), "/messages/0/toolCalls/0/function"),
        (messages(r#"["u","user","x"]"#), "/messages/0"),
        (user(r#"[["text","x"]]"#), "/messages/0/content/0"),
        (delta(r#"["remove","/a"]"#), "/delta/0"),
        (r#"{"type":"STEP_STARTED","stepName":"s","metadata":[]}"#.to_owned(), "/metadata"),
    ] {
        refused("a positional array for a struct", &text, path);
    }
}

#[test]
fn an_object_is_no_unit_variant() {
    for (text, path) in [
        (r#"{"type":{"STEP_STARTED":null},"stepName":"s"}"#.to_owned(), "/type"),
        (r#"{"type":"TEXT_MESSAGE_START","messageId":"m","role":{"assistant":null}}"#.to_owned(), "/role"),
        (messages(r#"{"id":"a","role":{"assistant":null}}"#), "/messages/0/role"),
        (r#"{"type":"REASONING_ENCRYPTED_VALUE","subtype":{"message":null},"entityId":"e","encryptedValue":"v"}"#.to_owned(), "/subtype"),
        (input(r#""resume":[{"interruptId":"i","status":{"resolved":null}}]"#), "/input/resume/0/status"),
        (r#"{"STEP_STARTED":{"stepName":"s"}}"#.to_owned(), "type"),
    ] {
        refused(r#"{"assistant":null} for a unit variant"#, &text, path);
    }
}

#[test]
fn an_integer_is_one_however_it_is_spelled() {
    for (spelled, plain) in [
        ("1.0", "1"),
        ("1e3", "1000"),
        ("1E+3", "1000"),
        ("120e-1", "12"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("0e5", "0"),
        ("-1.50e1", "-15"),
        ("9007199254740991.0", "9007199254740991"),
        ("-9007199254740991", "-9007199254740991"),
    ] {
        let event = |number: &str| format!(r#"{{"type":"STEP_STARTED","timestamp":{number},"stepName":"s"}}"#);
        taken("an odd spelling of an integer", &event(spelled), &event(plain));
    }
    taken(
        "an odd spelling of a count",
        &finished(r#""usage":[{"inputTokens":1e3,"outputTokens":-0,"totalTokens":1.0}]"#),
        &finished(r#""usage":[{"inputTokens":1000,"outputTokens":0,"totalTokens":1}]"#),
    );
}

#[test]
fn integers_end_at_2_53() {
    let stamp = |number: &str| format!(r#"{{"type":"STEP_STARTED","timestamp":{number},"stepName":"s"}}"#);
    for number in
        ["9007199254740992", "-9007199254740992", "9007199254740992.0", "9.007199254740993e15", "9223372036854775808", "1e19", "1e308"]
    {
        refused("an integer beyond 2^53 - 1", &stamp(number), "/timestamp");
    }
    for number in ["1.5", "0.1", "-0.5", "1e-1"] {
        refused("a fraction", &stamp(number), "/timestamp");
    }
    for number in ["-1", "9007199254740992", "0.5"] {
        refused("a count out of range", &finished(&format!(r#""usage":[{{"inputTokens":{number}}}]"#)), "/usage/0/inputTokens");
    }
}

#[test]
fn nothing_is_coerced() {
    for (text, path) in [
        (r#"{"type":"STEP_STARTED","stepName":7}"#.to_owned(), "/stepName"),
        (r#"{"type":"STEP_STARTED","stepName":"s","timestamp":"17"}"#.to_owned(), "/timestamp"),
        (r#"{"type":"STEP_STARTED","stepName":"s","timestamp":true}"#.to_owned(), "/timestamp"),
        (r#"{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"A","content":{},"replace":0}"#.to_owned(), "/replace"),
        (r#"{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"A","content":{},"replace":"false"}"#.to_owned(), "/replace"),
        (r#"{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"A","content":"{}"}"#.to_owned(), "/content"),
        (finished(r#""usage":{}"#), "/usage"),
        (finished(r#""outcome":"success""#), "/outcome"),
        (call(r#"{"name":"f","arguments":{}}"#), "/messages/0/toolCalls/0/function/arguments"),
    ] {
        refused("a value of another type", &text, path);
    }
}

#[test]
fn null_is_no_absence() {
    for (text, path) in [
        (r#"{"type":"STEP_STARTED","stepName":"s","timestamp":null}"#.to_owned(), "/timestamp"),
        (r#"{"type":"STEP_STARTED","stepName":"s","metadata":null}"#.to_owned(), "/metadata"),
        (r#"{"type":"STEP_STARTED","stepName":"s","subagentRunId":null}"#.to_owned(), "/subagentRunId"),
        (r#"{"type":"TEXT_MESSAGE_START","messageId":"m","role":null}"#.to_owned(), "/role"),
        (r#"{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"f","parentMessageId":null}"#.to_owned(), "/parentMessageId"),
        (finished(r#""outcome":null"#), "/outcome"),
        (finished(r#""usage":[{"inputTokens":null}]"#), "/usage/0/inputTokens"),
        (input(r#""tools":null"#), "/input/tools"),
        (user(r#"[{"type":"text","text":"x","id":null}]"#), "/messages/0/content/0/id"),
    ] {
        refused("null for an absent member", &text, path);
    }
    // And where null is a value, absence is none.
    taken("null as a required value", r#"{"type":"CUSTOM","name":"n","value":null}"#, r#"{"type":"CUSTOM","name":"n","value":null}"#);
    refused("an absent required value of any JSON", r#"{"type":"CUSTOM","name":"n"}"#, "value");
    let kept = r#"{"type":"STEP_STARTED","rawEvent":null,"metadata":{"k":null},"stepName":"s"}"#;
    taken("null in an optional member of any JSON, and below an open key", kept, kept);
}

#[test]
fn an_unknown_member_is_noticed_with_its_path() {
    for (text, path) in [
        (r#"{"type":"STEP_STARTED","stepName":"s","x":1}"#.to_owned(), "/x"),
        (r#"{"type":"STEP_STARTED","stepName":"s","step_name":"s"}"#.to_owned(), "/step_name"),
        (r#"{"type":"RUN_STARTED","threadId":"t","runId":"r","subagentRunId":"s"}"#.to_owned(), "/subagentRunId"),
        (finished(r#""outcome":{"type":"success","interrupts":[]}"#), "/outcome/interrupts"),
        (call(r#"{"name":"f","arguments":"","parsed":{}}"#), "/messages/0/toolCalls/0/function/parsed"),
        (user(r#"[{"type":"image","source":{"type":"url","value":"u","ttl":3}}]"#), "/messages/0/content/0/source/ttl"),
        (input(r#""metadata":{}"#), "/input/metadata"),
    ] {
        refused("an unknown member, which flatten would let through", &text, path);
    }
    let kept = delta(r#"{"op":"add","path":"/a","value":1,"x":{"y":null}}"#);
    taken("an unknown member of an open object", &kept, &kept);
}

#[test]
fn text_or_list_keeps_the_reason() {
    for (text, path) in [
        (user("7"), "/messages/0/content"),
        (user("null"), "/messages/0/content"),
        (user(r#"{"type":"text","text":"x"}"#), "/messages/0/content"),
        (user(r#"[{"type":"text"}]"#), "/messages/0/content/0: the member `text` is missing"),
        (user(r#"[{"type":"text","text":1}]"#), "/messages/0/content/0/text: expected a string, found a number"),
        (user(r#"[{"type":"image","source":{"type":"s3","value":"v"}}]"#), "/messages/0/content/0/source/type: the tag `type` is `s3`"),
        (
            r#"{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"chart"}]}"#.to_owned(),
            "/content/0/type: the tag `type` is `chart`",
        ),
    ] {
        refused("an error within an untagged text or list", &text, path);
    }
    for content in [r#""""#, "[]", r#"[{"type":"text","text":""}]"#] {
        taken("an empty content", &user(content), &user(content));
    }
}

#[test]
fn a_pointer_is_more_than_a_string() {
    for pointer in ["items/0", "a", "/~2", "/~", "/a~", "#/a", "\\n", " /a"] {
        refused("a text that is no pointer", &delta(&format!(r#"{{"op":"remove","path":"{pointer}"}}"#)), "/delta/0/path");
        let operation = format!(r#"{{"op":"move","from":"{pointer}","path":"/a"}}"#);
        refused("a text that is no pointer", &delta(&operation), "/delta/0/from");
    }
    for pointer in ["", "/", "//", "/a~1b", "/m~0n", "/items/-", "/a\\n", "/~01", "/é"] {
        let event = delta(&format!(r#"{{"op":"remove","path":"{pointer}"}}"#));
        taken("an odd pointer", &event, &event);
    }
}

#[test]
fn a_constant_is_asked_for() {
    for (text, path) in [
        (r#"{"type":"REASONING_MESSAGE_START","messageId":"m"}"#.to_owned(), "role"),
        (r#"{"type":"REASONING_MESSAGE_START","messageId":"m","role":"assistant"}"#.to_owned(), "/role"),
        (r#"{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":"","role":"user"}"#.to_owned(), "/role"),
        (
            messages(r#"{"id":"a","role":"assistant","toolCalls":[{"id":"c","function":{"name":"f","arguments":""}}]}"#),
            "/messages/0/toolCalls/0: the member `type`",
        ),
        (
            messages(r#"{"id":"a","role":"assistant","toolCalls":[{"id":"c","type":"custom","function":{"name":"f","arguments":""}}]}"#),
            "/messages/0/toolCalls/0/type",
        ),
        (r#"{"type":"SUBAGENT_STARTED","name":"n"}"#.to_owned(), "subagentRunId"),
    ] {
        refused("a missing or wrong constant, which a default would mend", &text, path);
    }
}

#[test]
fn the_tag_may_stand_anywhere_and_identifiers_may_be_empty() {
    let back = r#"{"type":"TEXT_MESSAGE_CHUNK","metadata":{"type":"x"},"messageId":"","delta":""}"#;
    for text in [
        r#"{"delta":"","messageId":"","metadata":{"type":"x"},"type":"TEXT_MESSAGE_CHUNK"}"#,
        r#"{"messageId":"","type":"TEXT_MESSAGE_CHUNK","delta":"","metadata":{"type":"x"}}"#,
        r#"{ "\u0074ype" : "TEXT_MESSAGE\u005fCHUNK" , "messageId" : "" , "delta" : "" , "metadata" : {"type":"x"} }"#,
    ] {
        taken("a tag that is not the first member", text, back);
    }
}

#[test]
fn the_traps_hold_for_messages_that_are_no_events() {
    for (text, path) in [
        (r#"{"id":"u","role":1,"content":"x"}"#, "/role"),
        (r#"["u","user","x"]"#, ""),
        (r#"{"id":"a","role":{"assistant":null}}"#, "/role"),
    ] {
        assert_eq!(Message::decode(text.as_bytes()).expect_err(text).path(), path);
        assert!(serde_json::from_str::<Message>(text).is_err_and(|error| error.to_string().contains(path)), "{text}");
        let value: Value = serde_json::from_str(text).expect("JSON");
        assert!(serde_json::from_value::<Message>(value).is_err(), "{text}");
    }
    // Where a null is read as absent by parsers of requests, it is a value to us, and 1.0 refuses it.
    let input = RunAgentInput::decode(br#"{"threadId":"t","runId":"r","messages":[],"state":null}"#).expect("the draft's");
    assert!(input.state.as_ref().is_some_and(|state| state.is_null()));
    assert_eq!(input.check_revision(Revision::V1_0).expect_err("1.0").as_slice()[0].path, "/state");
}
