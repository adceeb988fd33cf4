//! What earlier drafts of AHP had is refused with a word on what to use instead.

mod support;

use agentwire::{ahp, DecodeErrorKind, Wire};
use serde_json::{json, Value};

fn event(change: impl FnOnce(&mut Value)) -> String {
    let part = json!({ "id": "p1", "kind": "attachment", "mediaType": "image/png", "selection": "body", "body": { "ref": "r" } });
    let mut event = json!({
        "type": "tool.after", "id": "e1", "source": "urn:example:harness:1", "time": "2026-03-04T05:06:07Z",
        "harness": { "name": "demo", "version": "1.0" }, "call": { "id": "c1" }, "path": "native",
        "tool": { "name": "Bash", "input": {}, "origin": "native" }, "outcome": "error", "execution": { "status": "executed" },
        "error": { "class": "E", "message": "m" }, "items": [{ "id": "m1", "role": "tool", "parts": [part] }],
    });
    change(&mut event);
    event.to_string()
}

#[test]
fn a_removed_event_names_its_successor() {
    assert!(ahp::Event::decode(event(|_| ()).as_bytes()).is_ok());
    let removed = [
        ("tool.error", "`tool.after` with the outcome `error`"),
        ("prompt.submitted", "`turn.start`"),
        ("agent.stop", "`turn.finish.before` or `turn.end`"),
        ("notification", "`user.attention`"),
        ("permission.request", "`tool.permission.request`"),
        ("compact.pre", "`context.compact.before`"),
        ("compact.post", "`context.compact.after`"),
        ("file.edited", "`file.changed`, or `fileChanges` of `tool.after`"),
        ("other", "the event that fits, with the rest in `native`"),
    ];
    for (name, instead) in removed {
        let text = event(|event| event["type"] = name.into());
        let error = ahp::Event::decode(text.as_bytes()).unwrap_err();
        assert_eq!((error.kind(), error.path()), (DecodeErrorKind::UnknownTag, "/type"));
        assert!(error.to_string().contains(&format!("; it was removed from the protocol: use {instead} [unknown-tag]")), "{error}");
        // A tolerant receiver sets the event aside, with the same advice.
        let tolerant = ahp::Event::decode_tolerant(text.as_bytes()).unwrap();
        assert!(tolerant.notes[0].message.contains(&format!("use {instead}; ")), "{:?}", tolerant.notes);
        let raw = agentwire::Raw::<ahp::Event>::new(text.as_bytes()).unwrap_err();
        assert!(raw.to_string().contains(instead), "{raw}");
    }
}

#[test]
fn a_removed_member_or_value_names_its_successor() {
    type Change = fn(&mut Value);
    let removed: [(&str, &str, Change); 9] = [
        ("/tool/callId", "`call.id` of the event", |event| event["tool"]["callId"] = "c1".into()),
        ("/tool/output", "messages in `items` of `tool.after`", |event| event["tool"]["output"] = "x".into()),
        ("/tool/error", "`error` of `tool.after`", |event| event["tool"]["error"] = json!({})),
        ("/error/category", "`class`", |event| event["error"]["category"] = "c".into()),
        ("/items/0/parts/0/kind", "the kind `text` or `attachment` with a `category`", |event| {
            event["items"][0]["parts"][0]["kind"] = "message".into();
        }),
        ("/items/0/parts/0/kind", "the kind `text` or `attachment` with a `category`", |event| {
            event["items"][0]["parts"][0]["kind"] = "tool_result".into();
        }),
        ("/items/0/parts/0/body/size", "the receipt of the upload, which tells the size", |event| {
            event["items"][0]["parts"][0]["body"]["size"] = 1.into();
        }),
        ("/items/0/parts/0/body/sha256", "the receipt of the upload, which tells the hash", |event| {
            event["items"][0]["parts"][0]["body"]["sha256"] = "0".into();
        }),
        // Not one of those.
        ("/tool/result", "", |event| event["tool"]["result"] = "x".into()),
    ];
    for (path, instead, change) in removed {
        let text = event(change);
        let error = ahp::Event::decode(text.as_bytes()).unwrap_err();
        let advice = error.to_string().split_once("; it was removed from the protocol: use ").map(|(_, rest)| rest.to_owned());
        assert_eq!(error.path(), path);
        assert_eq!(advice.and_then(|rest| Some(rest.split_once(" [")?.0.to_owned())).unwrap_or_default(), instead, "{error}");
    }
}

/// The table of removed names is one that the tests above go through.
#[test]
fn every_removed_name_is_tested() {
    let ahp = agentwire::catalog::PROTOCOLS.iter().find(|protocol| protocol.name == "ahp").unwrap();
    let schema: Value = serde_json::from_str(ahp.schema).unwrap();
    let definitions = schema["definitions"].as_object().unwrap().values();
    let removed = definitions.filter_map(|definition| definition["x-agentwire-removed"].as_object()).map(serde_json::Map::len);
    assert_eq!(removed.sum::<usize>(), 9 + 8);
}
