//! Tag dispatch: tag first, tag anywhere, and an error of its own for each way a tag can be wrong.

mod support;

use agentwire::DecodeErrorKind::{self, MissingTag, Shape, Syntax, UnknownTag};
use agentwire::{ag_ui, ahp, octo, DecodeError, Raw, Wire};
use serde_json::Value;

/// One valid message of each kind of union, by protocol and type.
const UNIONS: &[(&str, &str, &str)] = &[
    (
        "octo",
        "HostControl",
        r#"{"type":"evidence","name":"execution","payload":{"actmode":{"requested":"plan","effective":null,"status":"unknown"}}}"#,
    ),
    ("octo", "HostControl", r#"{"type":"evidence","name":"session","payload":{"any":[1.0]}}"#),
    ("octo", "HostControl", r#"{"type":"gap","requested_after_seq":0,"oldest_seq":1,"latest_seq":2}"#),
    ("octo", "ModelInputPart", r#"{"type":"text","text":"x"}"#),
    ("octo", "McpServer", r#"{"type":"streamable_http","url":"https://h/"}"#),
    ("octo", "ActivitySubject", r#"{"type":"run"}"#),
    ("octo", "ActivitySubject", r#"{"type":"tool","id":"t"}"#),
    ("octo", "ContextWorkspacePayload", r#"{"mode":"fixed","path":"/p"}"#),
    ("octo", "ContextItem", r#"{"namespace":"octo.execution","name":"actmode","payload":{"mode":"plan"}}"#),
    ("octo", "ContextItem", r#"{"namespace":"extra.team","name":"note","data_format":"text","payload":{"text":"t"}}"#),
    ("octo", "CanonicalEvent", r#"{"protocolVersion":2,"type":"model_step.started","payload":{"stepId":"s"}}"#),
    ("ag-ui", "Event", r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":""}"#),
    ("ag-ui", "Message", r#"{"role":"user","id":"m","content":[]}"#),
];

/// Every rotation of the members, so that each tag stands first, last and between.
fn rotations(text: &str) -> Vec<String> {
    let Ok(Value::Object(members)) = serde_json::from_str(text) else { panic!("{text} is an object") };
    let members: Vec<String> = members.iter().map(|(name, value)| format!("{}:{value}", Value::from(name.as_str()))).collect();
    (0..members.len())
        .map(|by| {
            let mut turned = members.clone();
            turned.rotate_left(by);
            format!("{{{}}}", turned.join(","))
        })
        .collect()
}

#[test]
fn tag_may_stand_anywhere_in_the_object() {
    for (protocol, ty, text) in UNIONS {
        for turned in rotations(text) {
            let back = support::find(protocol, ty).recode(turned.as_bytes()).unwrap_or_else(|error| panic!("{turned}: {error}"));
            let [back, text]: [Value; 2] = [&back, *text].map(|text| serde_json::from_str(text).expect("JSON"));
            assert!(support::equal(&back, &text), "{turned}");
        }
    }
}

#[test]
fn tag_may_stand_anywhere_in_every_example_message() {
    for (protocol, ty, file) in [("octo", "HostFrame", "octo-session"), ("ahp", "Event", "ahp-session"), ("ag-ui", "Event", "ag-ui-run")] {
        for message in support::lines(&format!("examples/data/{file}.ndjson")) {
            for turned in rotations(&message.to_string()) {
                let back = support::find(protocol, ty).recode(turned.as_bytes()).unwrap_or_else(|error| panic!("{turned}: {error}"));
                assert!(support::equal(&serde_json::from_str(&back).expect("JSON"), &message), "{turned}");
            }
        }
    }
}

/// What is wrong with a tag, and the error that says so: kind, path, part of the message.
type Wrong = (&'static str, DecodeErrorKind, &'static str, &'static str);

const WRONG_AG_UI: &[Wrong] = &[
    (r#"{"messageId":"m"}"#, MissingTag, "", "the tag `type` is missing"),
    (r#"{"type":"NO_SUCH","messageId":"m"}"#, UnknownTag, "/type", "`NO_SUCH`"),
    (r#"{"type":7,"messageId":"m"}"#, Shape, "/type", "expected a string, found a number `7`"),
    (r#"{"type":null}"#, Shape, "/type", "found null"),
    (r#"{"type":"TEXT_MESSAGE_END","messageId":"m","type":"TEXT_MESSAGE_END"}"#, Syntax, "/type", "repeated"),
    (r#"{"type":"TEXT_MESSAGE_END","\u0074ype":"RUN_ERROR","messageId":"m"}"#, Syntax, "/type", "repeated"),
    (r#"{"type":"TEXT_MESSAGE_END","messageId":1}"#, Shape, "/messageId", "expected a string"),
    (r#"{"messageId":[],"type":"TEXT_MESSAGE_END"}"#, Shape, "/messageId", "found an array"),
    (r#"["type","TEXT_MESSAGE_END"]"#, Shape, "", "expected an object"),
    (r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":2}}"#, Shape, "/outcome/type", "expected a string"),
    (r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"x"}}"#, UnknownTag, "/outcome/type", "`success`"),
];

const WRONG_OCTO_CONTROL: &[Wrong] = &[
    (r#"{"name":"execution","payload":{}}"#, MissingTag, "", "the tag `type` is missing"),
    (r#"{"type":"evidence","payload":{}}"#, MissingTag, "", "the tag `name` is missing"),
    (r#"{"type":"evidence","name":"other","payload":{}}"#, UnknownTag, "/name", "`execution`, `session`"),
    (r#"{"type":"other","name":"execution"}"#, UnknownTag, "/type", "`other`"),
    (r#"{"type":"evidence","name":1,"payload":{}}"#, Shape, "/name", "expected a string"),
    (r#"{"type":"state","state":"running","name":"session"}"#, Shape, "/name", "does not belong here"),
];

fn each_says<T: std::fmt::Debug>(cases: &[Wrong], decode: fn(&[u8]) -> Result<T, DecodeError>) {
    for (text, kind, path, part) in cases {
        let error = decode(text.as_bytes()).expect_err(text);
        assert_eq!((error.kind(), error.path()), (*kind, *path), "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn each_way_a_tag_is_wrong_has_its_own_error() {
    each_says(WRONG_AG_UI, ag_ui::Event::decode);
    each_says(WRONG_OCTO_CONTROL, octo::HostControl::decode);
}

#[test]
fn raw_reads_the_tag_and_forwards_the_text() {
    for event in support::lines("examples/data/ahp-session.ndjson") {
        let text = format!(" {event} ");
        let raw = Raw::<ahp::Event>::new(text.as_bytes()).expect("valid").into_owned();
        assert_eq!((Some(raw.tag()), raw.as_str()), (event["type"].as_str(), text.as_str()));
        assert_eq!(Raw::<ahp::Event>::peek(text.as_bytes()).as_deref(), event["type"].as_str());
        assert_eq!(raw.get::<String>("id").expect("a string").as_deref(), event["id"].as_str());
        assert_eq!(raw.decode().expect("valid").event_type(), raw.tag());
    }
    let late = format!(r#"{{"pad":"{}é","type":"tool.after"}}"#, "x".repeat(5000));
    assert_eq!(Raw::<ahp::Event>::peek(late.as_bytes()).as_deref(), Some("tool.after"));
    assert_eq!(Raw::<ahp::Event>::new(br#"{"type":"tool.error"}"#).unwrap_err().kind(), UnknownTag);
    assert_eq!(Raw::<ahp::Event>::new(br#"{"type":"tool.after","a":1,"a":2}"#).unwrap_err().kind(), Syntax);
}
