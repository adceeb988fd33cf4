//! Opaque JSON is kept to the byte, and walked once before it is kept.

mod support;

use agentwire::{ag_ui, ahp, octo, DecodeErrorKind, Json, JsonObject, Wire};

const TEXTS: &[&str] = &[
    "null",
    "true",
    "-0",
    "1.0",
    "1e2",
    "1E+2",
    "100e-2",
    "18446744073709551617",
    "-18446744073709551617",
    "0.1000000000000000055511151231257827",
    r#""\u0061\/\ud83d\ude00""#,
    "[]",
    "{}",
    r#"{"b":1,"a":{"2":null,"10":[ 1 , 2.50 ]},"__proto__":{}}"#,
    "[[[[[[[[[[]]]]]]]]]]",
    "\t[ null ]",
];

#[test]
fn opaque_text_comes_back_to_the_byte() {
    for text in TEXTS {
        let kept = text.trim();
        let event = ag_ui::Event::decode(format!(r#"{{"type":"CUSTOM","name":"n","value":{text} }}"#).as_bytes()).expect(text);
        assert_eq!(event.encode().expect("valid"), format!(r#"{{"type":"CUSTOM","name":"n","value":{kept}}}"#));
        let ag_ui::Body::Custom(custom) = event.body else { panic!("not a custom event") };
        assert_eq!(custom.value.as_str(), kept);
        // Unknown members of an open object, in their order, behind the known ones.
        let part = format!(r#"{{"z":{text},"type":"t","a":{text}}}"#);
        let part = octo::ChannelMessagePart::decode(part.as_bytes()).expect(text);
        assert_eq!(part.encode().expect("valid"), format!(r#"{{"type":"t","z":{kept},"a":{kept}}}"#));
    }
}

#[test]
fn what_is_malformed_is_refused_wherever_nobody_looks() {
    let broken = [
        r#"{"a":1,"a":2}"#,
        r#"{"a":1,"\u0061":2}"#,
        r#"[{"x":{"k":0,"k":0}}]"#,
        r#""\ud800""#,
        r#""\udc00\ud800""#,
        r#"{"\ud800":1}"#,
        "1e400",
        "-1e400",
        "01",
        "1.",
        ".5",
        "+1",
        "nul",
        "'a'",
        "[1,]",
        "{\"a\":1,}",
        "\"a\u{1}\"",
        "\"\\x\"",
        "\"\\u00g0\"",
        "[",
        "",
    ];
    for text in broken {
        assert_eq!(Json::parse(text).expect_err(text).kind(), DecodeErrorKind::Syntax, "{text}");
        for around in [r#"{"type":"CUSTOM","name":"n","value":VALUE}"#, r#"{"type":"RUN_ERROR","message":"m","metadata":{"k":VALUE}}"#] {
            let message = around.replace("VALUE", text);
            assert_eq!(ag_ui::Event::decode(message.as_bytes()).expect_err(&message).kind(), DecodeErrorKind::Syntax, "{message}");
        }
    }
}

#[test]
fn unknown_members_of_every_open_type_survive() {
    let first = support::lines("examples/data/ahp-session.ndjson").swap_remove(0);
    let text = first.to_string();
    let extended = format!("{{\"x-first\":[null,1.50],{},\"x-last\":{{\"k\":1e2}}}}", &text[1..text.len() - 1]);
    let event = ahp::Event::decode(extended.as_bytes()).expect("events are open");
    let names: Vec<&str> = event.envelope.extra.keys().collect();
    assert_eq!(names, ["x-first", "x-last"]);
    assert!(event.encode().expect("valid").ends_with(r#","x-first":[null,1.50],"x-last":{"k":1e2}}"#));
}

#[test]
fn known_name_cannot_hide_among_unknown_members() {
    let mut part = octo::ChannelMessagePart::decode(br#"{"type":"t"}"#).expect("valid");
    part.extra.insert("type", Json::null());
    let violations = part.check().expect_err("the member would stand there twice");
    assert_eq!(violations.as_slice()[0].path, "/type");
}

#[test]
fn members_of_an_object_are_read_without_decoding_it() {
    let object = JsonObject::parse(r#"{"b":1.0,"a":{"c":null},"\u0064":"x"}"#).expect("an object");
    assert_eq!(object.get("a").map(|json| json.to_string()), Some(r#"{"c":null}"#.into()));
    assert_eq!(object.get("d").map(|json| json.to_string()), Some(r#""x""#.into()));
    assert_eq!(object.get("e"), None);
    assert_eq!(object.members().keys().collect::<Vec<_>>(), ["b", "a", "d"]);
}

#[test]
fn a_repeated_name_is_found_among_any_number_of_names_however_it_is_written() {
    for before in [0, 1, 31, 32, 33, 100] {
        let others: String = (0..before).map(|index| format!(r#""n{index}":0,"#)).collect();
        for (first, second) in [("a", "a"), ("a", r"\u0061"), (r"\u0061", "a"), (r"\u0061", r"\u0061")] {
            for text in [format!(r#"{{"{first}":1,{others}"{second}":2}}"#), format!(r#"{{{others}"{first}":1,"{second}":2}}"#)] {
                let error = Json::parse(&text).expect_err(&text);
                assert_eq!(error.kind(), DecodeErrorKind::Syntax, "{text}");
                assert!(error.to_string().contains("repeated") || error.to_string().contains("twice"), "{error}");
            }
            let once = format!(r#"{{"{first}":1,{others}"b":2}}"#);
            assert!(Json::parse(&once).is_ok(), "{once}");
        }
    }
}

#[test]
fn an_object_is_one_of_the_values_of_json() {
    let object = JsonObject::parse(r#"{ "a": 1.0 }"#).expect("an object");
    assert_eq!(JsonObject::try_from(Json::from(object.clone())), Ok(object));
    let plain = [Json::from("a"), Json::from(true), Json::from(-1), Json::from(u64::MAX), Json::null()];
    assert_eq!(plain.each_ref().map(Json::as_str), ["\"a\"", "true", "-1", "18446744073709551615", "null"]);
    for other in plain {
        assert_eq!(JsonObject::try_from(other).map_err(|error| error.kind()), Err(DecodeErrorKind::Shape));
    }
}
