//! The order of members means nothing: a message reads the same with its members sorted or turned round.

mod support;

use serde_json::Value;

/// The value's text, the members of every object sorted by name, or in the opposite order.
fn write(value: &Value, backwards: bool, out: &mut String) {
    match value {
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by_key(|(name, _)| *name);
            if backwards {
                sorted.reverse();
            }
            out.push('{');
            for (index, (name, value)) in sorted.into_iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                write(value, backwards, out);
            }
            out.push('}');
        }
        Value::Array(list) => {
            out.push('[');
            for (index, value) in list.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                write(value, backwards, out);
            }
            out.push(']');
        }
        other => out.push_str(&other.to_string()),
    }
}

#[test]
fn a_message_reads_the_same_in_every_order_of_its_members() {
    for protocol in ["ahp", "ag-ui", "octo"] {
        let mut count = 0;
        for case in support::lines(&format!("tests/corpus/{protocol}-neighbours.ndjson")) {
            let (id, input) = (case["id"].as_str().expect("id"), case["input"].as_str().expect("input"));
            // `serde_json` reads fewer levels than agentwire.
            let Ok(value) = serde_json::from_str::<Value>(input) else { continue };
            let ty = support::find(protocol, case["type"].as_str().expect("type"));
            let Ok(expected) = ty.recode(input.as_bytes()) else { continue };
            for backwards in [false, true] {
                let mut text = String::new();
                write(&value, backwards, &mut text);
                let found = ty.recode(text.as_bytes()).unwrap_or_else(|error| panic!("{protocol} {id}: {error}\n{text}"));
                let [expected, found] = [&expected, &found].map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
                assert!(support::equal(&expected, &found), "{protocol} {id}: {found}\n{text}");
                count += 1;
            }
        }
        assert!(count > 1000, "{count} messages of {protocol}");
    }
}
