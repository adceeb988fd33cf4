//! Other people's code: the types in derived structs, behind `flatten`, in untagged enums, from a
//! `serde_json::Value` and through a format that is not JSON.

mod support;

use agentwire::{ag_ui, ahp, octo, Json, JsonObject, Presence, Wire};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};

/// Every message of the example data, with what it is.
fn examples() -> impl Iterator<Item = (&'static str, Value)> {
    [("octo-session", "octo"), ("octo-invoke", "invoke"), ("octo-contexts", "context"), ("ahp-session", "ahp"), ("ag-ui-run", "ag-ui")]
        .into_iter()
        .flat_map(|(file, kind)| support::lines(&format!("examples/data/{file}.ndjson")).into_iter().map(move |line| (kind, line)))
}

/// What a test claims of messages of any type.
trait Claim {
    fn holds<T: Wire + Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(message: &Value);
}

fn for_every_example<C: Claim>() {
    let mut count = 0;
    for (kind, message) in examples() {
        match kind {
            "octo" => C::holds::<octo::HostFrame>(&message),
            "invoke" => C::holds::<octo::InvokeRequestWire>(&message),
            "context" => C::holds::<octo::ContextEnvelope>(&message),
            "ahp" => C::holds::<ahp::Event>(&message),
            _ => C::holds::<ag_ui::Event>(&message),
        }
        count += 1;
    }
    assert!(count > 100, "the examples ran: {count}");
}

#[test]
fn value_of_a_message_is_the_value_of_its_text() {
    struct SameValue;
    impl Claim for SameValue {
        fn holds<T: Wire + Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(message: &Value) {
            let decoded = T::decode(message.to_string().as_bytes()).expect("valid");
            let value = serde_json::to_value(&decoded).expect("JSON");
            assert_eq!(value, serde_json::from_str::<Value>(&decoded.encode().expect("valid")).expect("JSON"));
            assert!(support::equal(&value, message), "{message}");
            assert_eq!(serde_json::from_value::<T>(value).expect("of its shape"), decoded);
        }
    }
    for_every_example::<SameValue>();
}

#[test]
fn messages_travel_in_a_format_that_is_not_json() {
    struct Through;
    impl Claim for Through {
        fn holds<T: Wire + Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(message: &Value) {
            let decoded = serde_json::from_value::<T>(message.clone()).expect("of its shape");
            let bytes = rmp_serde::to_vec_named(&decoded).expect("MessagePack");
            assert_eq!(rmp_serde::from_slice::<T>(&bytes).expect("the same message"), decoded);
            // Nothing but plain maps, lists and scalars: who does not know the type reads the same value.
            assert_eq!(rmp_serde::from_slice::<Value>(&bytes).expect("plain"), serde_json::to_value(&decoded).expect("JSON"));
        }
    }
    for_every_example::<Through>();
}

// ---- in types of other people -----------------------------------------------------------------

/// A record of a log: an event as a member, and one that may be missing.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Record {
    received: u64,
    event: ahp::Event,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<ag_ui::Event>,
}

/// A row of a table: the event's members and the row's own in one object.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    #[serde(rename = "rowId")]
    row: u64,
    #[serde(flatten)]
    event: ag_ui::Event,
}

/// Whatever comes over a line that several protocols share.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Octo(Box<octo::HostFrame>),
    Ahp(Box<ahp::Event>),
    AgUi(Box<ag_ui::Event>),
    Other(Value),
}

/// A request that is told apart by a tag of its own, beside an event's members.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[allow(clippy::large_enum_variant)]
#[serde(tag = "request", rename_all = "camelCase")]
enum Request {
    Observe { event: ahp::Event },
    Say(ag_ui::UserMessage),
}

fn passes<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str) -> T {
    let value: T = serde_json::from_str(text).expect(text);
    assert_eq!(serde_json::to_value(&value).expect("JSON"), serde_json::from_str::<Value>(text).expect("JSON"));
    let bytes = rmp_serde::to_vec_named(&value).expect("MessagePack");
    assert_eq!(rmp_serde::from_slice::<T>(&bytes).expect("the same value"), value);
    value
}

#[test]
fn message_is_a_member_of_a_derived_struct() {
    let event = support::lines("examples/data/ahp-session.ndjson").swap_remove(0);
    let alone: Record = passes(&json!({ "received": 5, "event": event }).to_string());
    assert_eq!((alone.event.event_type(), alone.answer), ("session.start", None));
    let both: Record = passes(&json!({ "received": 5, "event": event, "answer": { "type": "STEP_STARTED", "stepName": "" } }).to_string());
    assert_eq!(both.answer.map(|answer| answer.event_type()), Some("STEP_STARTED"));
}

#[test]
fn message_is_flattened_beside_members_of_others() {
    let row: Row = passes(r#"{"rowId":7,"type":"TOOL_CALL_ARGS","timestamp":1772600000000,"toolCallId":"c","delta":"{"}"#);
    assert_eq!((row.row, row.event.envelope.timestamp), (7, Some(1_772_600_000_000)));
    // A closed object stays closed: what is nobody's member is refused, not lost.
    let error = serde_json::from_str::<Row>(r#"{"rowId":7,"type":"STEP_STARTED","stepName":"s","row":7}"#).expect_err("unknown member");
    assert!(error.to_string().contains("`row`"), "{error}");
}

#[test]
fn message_is_chosen_from_an_untagged_enum() {
    let of = |message: &Value| passes::<Line>(&message.to_string());
    for frame in support::lines("examples/data/octo-session.ndjson") {
        assert!(matches!(of(&frame), Line::Octo(_)), "{frame}");
    }
    for event in support::lines("examples/data/ahp-session.ndjson") {
        assert!(matches!(of(&event), Line::Ahp(_)), "{event}");
    }
    for event in support::lines("examples/data/ag-ui-run.ndjson") {
        assert!(matches!(of(&event), Line::AgUi(_)), "{event}");
    }
    assert!(matches!(of(&json!({ "type": "STEP_STARTED" })), Line::Other(_)), "the event lacks its step");
}

#[test]
fn message_is_the_content_of_a_tagged_enum() {
    let event = support::lines("examples/data/ahp-session.ndjson").swap_remove(1);
    assert!(matches!(passes(&json!({ "request": "observe", "event": event }).to_string()), Request::Observe { .. }));
    let Request::Say(said) = passes(r#"{"request":"say","role":"user","id":"m","content":"Hello"}"#) else { panic!("a message") };
    assert_eq!(said.content, ag_ui::Content::from("Hello".to_owned()));
}

// ---- what has to survive ----------------------------------------------------------------------

#[test]
fn absent_null_and_value_stay_three_things() {
    const SCOPE: &str = r#""tenant_id":"t","endpoint_id":"e","channel":"c","account_id":null,"bot_id":"b","conversation_id":"v""#;
    for (member, presence) in
        [("", Presence::Absent), (r#","thread_id":null"#, Presence::Null), (r#","thread_id":"x""#, Presence::from("x"))]
    {
        let scope: octo::ChannelScope = passes(&format!("{{{SCOPE}{member}}}"));
        assert_eq!((scope.account_id, scope.thread_id), (None, presence));
    }
    let without = SCOPE.replace(r#""account_id":null,"#, "");
    let missing = serde_json::from_str::<octo::ChannelScope>(&format!("{{{without}}}"));
    assert!(missing.expect_err("null is not absence").to_string().contains("`account_id`"));
    let null = serde_json::from_value::<ag_ui::Event>(json!({ "type": "TEXT_MESSAGE_START", "messageId": "m", "name": null }));
    assert!(null.expect_err("absence is not null").to_string().contains("/name"));
    for result in [r#","result":null"#, r#","result":[]"#, ""] {
        passes::<ag_ui::Event>(&format!(r#"{{"type":"RUN_FINISHED","threadId":"t","runId":"r"{result}}}"#));
    }
}

#[test]
fn unknown_members_stay_in_their_order() {
    let text = r#"{"type":"t","z":{"y":1,"x":[null]},"a":"b","m":0}"#;
    let part: octo::ChannelMessagePart = passes(text);
    assert_eq!(part.extra.keys().collect::<Vec<_>>(), ["z", "a", "m"]);
    assert_eq!(serde_json::to_string(&part).expect("JSON"), text);
    let bytes = rmp_serde::to_vec_named(&part).expect("MessagePack");
    let back: octo::ChannelMessagePart = rmp_serde::from_slice(&bytes).expect("the same part");
    assert_eq!(back.encode().expect("valid"), text);
}

#[test]
fn opaque_json_keeps_its_order_and_values() {
    let text = r#"{"b":1,"a":{"10":null,"2":[true,"\u00e9"]},"__proto__":{},"c":18446744073709551615,"d":-0.5}"#;
    let plain = text.replace(r"\u00e9", "é");
    let object: JsonObject = serde_json::from_str(text).expect("an object");
    let bytes = rmp_serde::to_vec_named(&object).expect("MessagePack");
    for object in [object, rmp_serde::from_slice(&bytes).expect("the same object")] {
        assert_eq!(object.as_str(), plain);
        assert_eq!(serde_json::to_string(&object).expect("JSON"), plain);
    }
    // Spelling is not part of serde's model: the value survives, its text is normalised.
    let spelled: Json = serde_json::from_str("[ 1.0, 1e2, 0.10 ]").expect("JSON");
    assert_eq!(spelled.as_str(), "[1.0,100.0,0.1]");
}

#[test]
fn serde_asks_for_the_shape_and_not_for_the_rules() {
    let negative = json!({ "type": "RUN_ERROR", "message": "m", "timestamp": 9_007_199_254_740_992_u64 });
    let event: ag_ui::Event = serde_json::from_value(negative).expect("of its shape");
    assert!(event.check().is_err(), "the timestamp is beyond 2^53-1");
    assert!(serde_json::to_value(&event).is_ok());
    let shape = serde_json::from_value::<ag_ui::Event>(json!({ "type": "RUN_ERROR", "message": 5 })).expect_err("no text");
    assert!(shape.to_string().contains("/message"), "{shape}");
}

#[test]
fn an_error_names_no_byte_of_a_text_that_the_caller_never_had() {
    let error = serde_json::from_str::<agentwire::JsonObject>("\n  [1]").expect_err("a list");
    assert_eq!(error.to_string(), "expected an object, found an array [type]");
}
