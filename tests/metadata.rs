//! Merging metadata: what each write does to what was there.

use agentwire::ag_ui::merge_metadata;
use agentwire::JsonObject;

fn object(text: &str) -> JsonObject {
    JsonObject::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn keys_are_written_one_by_one_and_the_last_write_wins() {
    for (claim, old, new, merged) in [
        ("a new key comes last", r#"{"a":1}"#, r#"{"b":2}"#, r#"{"a":1,"b":2}"#),
        ("a known key keeps its place", r#"{"a":1,"b":2,"c":3}"#, r#"{"c":4,"a":5}"#, r#"{"a":5,"b":2,"c":4}"#),
        ("an object is replaced whole", r#"{"a":{"x":1,"y":2}}"#, r#"{"a":{"x":3}}"#, r#"{"a":{"x":3}}"#),
        ("a list is replaced whole", r#"{"a":[1,2]}"#, r#"{"a":[3]}"#, r#"{"a":[3]}"#),
        ("null is a value", r#"{"a":1}"#, r#"{"a":null,"b":null}"#, r#"{"a":null,"b":null}"#),
        ("null is overwritten", r#"{"a":null}"#, r#"{"a":false}"#, r#"{"a":false}"#),
        ("the text of values is kept", r#"{"a":  1.50}"#, r#"{"b":[ 1e2 , "\u00e9" ]}"#, r#"{"a":1.50,"b":[ 1e2 , "\u00e9" ]}"#),
        ("a key is the same however it is spelled", r#"{"a":1,"b":2}"#, r#"{"\u0061":3}"#, r#"{"a":3,"b":2}"#),
        ("the empty key is one", r#"{"":1}"#, r#"{"":2}"#, r#"{"":2}"#),
        ("the protocol's own key is one like any other", r#"{"ag-ui":{"x":1}}"#, r#"{"ag-ui":{"y":2}}"#, r#"{"ag-ui":{"y":2}}"#),
        ("keys that look alike to JavaScript are two", r#"{"1":1,"01":1}"#, r#"{"01":2,"__proto__":3}"#, r#"{"1":1,"01":2,"__proto__":3}"#),
        ("nothing is changed by nothing", r#"{ "a" : 1 }"#, r#"{ }"#, r#"{ "a" : 1 }"#),
        ("the empty object takes everything", "{}", r#"{"a":{}}"#, r#"{"a":{}}"#),
    ] {
        let mut into = object(old);
        into.merge(&object(new));
        assert_eq!(into.as_str(), merged, "{claim}");
        // What was made can be read again.
        assert_eq!(object(merged), into, "{claim}");
        let mut held = Some(object(old));
        merge_metadata(&mut held, Some(&object(new)));
        assert_eq!(held, Some(into), "{claim}");
    }
}

#[test]
fn an_absent_metadata_changes_nothing_and_neither_does_an_empty_one() {
    let old = Some(object(r#"{"a":1}"#));
    for (into, from) in [(None, None), (None, Some(object("{}"))), (old.clone(), None), (old, Some(object(" {\n} ")))] {
        let mut merged = into.clone();
        merge_metadata(&mut merged, from.as_ref());
        assert_eq!(merged, into);
    }
    let mut merged = None;
    merge_metadata(&mut merged, Some(&object(r#"{"a" : null}"#)));
    assert_eq!(merged, Some(object(r#"{"a" : null}"#)));
}

#[test]
fn merging_is_linear_in_the_two_texts() {
    let text = |range: std::ops::Range<u32>| {
        let members: Vec<String> = range.map(|number| format!(r#""key{number}":{number}"#)).collect();
        object(&format!("{{{}}}", members.join(",")))
    };
    // Quadratic work would be hundreds of millions of comparisons here.
    let mut into = text(0..20_000);
    into.merge(&text(10_000..30_000));
    assert_eq!(into.members().len(), 30_000);
    assert_eq!(into, text(0..30_000));
}
