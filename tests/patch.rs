//! Applying JSON Patch: the examples of RFC 6902, what its text adds to them, and the bounds.
#![cfg(feature = "patch")]

use agentwire::ag_ui::{apply_patch, Body, Event, JsonPatchOperation, PatchErrorKind};
use agentwire::{Json, Wire, MAX_DEPTH};
use serde_json::Value;

fn json(text: &str) -> Json {
    Json::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The operations of a patch, read as they come in an event.
fn patch(text: &str) -> Vec<JsonPatchOperation> {
    let event = format!(r#"{{"type":"STATE_DELTA","delta":{text}}}"#);
    match Event::decode(event.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}")).body {
        Body::StateDelta(change) => change.delta,
        other => panic!("{other:?}"),
    }
}

fn value(json: &Json) -> Value {
    json.deserialize().expect("a shallow value")
}

/// What a patch makes of a state.
fn applied(claim: &str, state: &str, operations: &str, expected: &str) {
    let made = apply_patch(&json(state), &patch(operations)).unwrap_or_else(|error| panic!("{claim}: {error}"));
    assert_eq!(value(&made), value(&json(expected)), "{claim}");
}

/// Which operation of a patch fails, and why.
fn failed(claim: &str, state: &str, operations: &str, operation: usize, kind: PatchErrorKind) {
    let state = json(state);
    let before = state.clone();
    let error = apply_patch(&state, &patch(operations)).expect_err(claim);
    assert_eq!((error.operation(), error.kind()), (operation, kind), "{claim}: {error}");
    assert_eq!(state, before, "{claim}");
}

#[test]
fn the_examples_of_the_rfc_apply() {
    for (claim, state, operations, expected) in [
        (
            "A.1 adding an object member",
            r#"{"foo":"bar"}"#,
            r#"[{"op":"add","path":"/baz","value":"qux"}]"#,
            r#"{"baz":"qux","foo":"bar"}"#,
        ),
        (
            "A.2 adding an array element",
            r#"{"foo":["bar","baz"]}"#,
            r#"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
            r#"{"foo":["bar","qux","baz"]}"#,
        ),
        ("A.3 removing an object member", r#"{"baz":"qux","foo":"bar"}"#, r#"[{"op":"remove","path":"/baz"}]"#, r#"{"foo":"bar"}"#),
        (
            "A.4 removing an array element",
            r#"{"foo":["bar","qux","baz"]}"#,
            r#"[{"op":"remove","path":"/foo/1"}]"#,
            r#"{"foo":["bar","baz"]}"#,
        ),
        (
            "A.5 replacing a value",
            r#"{"baz":"qux","foo":"bar"}"#,
            r#"[{"op":"replace","path":"/baz","value":"boo"}]"#,
            r#"{"baz":"boo","foo":"bar"}"#,
        ),
        (
            "A.6 moving a value",
            r#"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
            r#"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
            r#"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#,
        ),
        (
            "A.7 moving an array element",
            r#"{"foo":["all","grass","cows","eat"]}"#,
            r#"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
            r#"{"foo":["all","cows","eat","grass"]}"#,
        ),
        (
            "A.8 testing a value: success",
            r#"{"baz":"qux","foo":["a",2,"c"]}"#,
            r#"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
            r#"{"baz":"qux","foo":["a",2,"c"]}"#,
        ),
        (
            "A.10 adding a nested member object",
            r#"{"foo":"bar"}"#,
            r#"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
            r#"{"foo":"bar","child":{"grandchild":{}}}"#,
        ),
        (
            "A.11 ignoring unrecognized elements",
            r#"{"foo":"bar"}"#,
            r#"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#,
            r#"{"foo":"bar","baz":"qux"}"#,
        ),
        ("A.14 escape ordering", r#"{"/":9,"~1":10}"#, r#"[{"op":"test","path":"/~01","value":10}]"#, r#"{"/":9,"~1":10}"#),
        (
            "A.16 adding an array value",
            r#"{"foo":["bar"]}"#,
            r#"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
            r#"{"foo":["bar",["abc","def"]]}"#,
        ),
    ] {
        applied(claim, state, operations, expected);
    }
}

#[test]
fn the_failures_of_the_rfc_fail() {
    use PatchErrorKind::{NoSuchPath, TestFailed};

    failed("A.9 testing a value: error", r#"{"baz":"qux"}"#, r#"[{"op":"test","path":"/baz","value":"bar"}]"#, 0, TestFailed);
    failed("A.12 adding to a nonexistent target", r#"{"foo":"bar"}"#, r#"[{"op":"add","path":"/baz/bat","value":"qux"}]"#, 0, NoSuchPath);
    failed("A.15 comparing strings and numbers", r#"{"/":9,"~1":10}"#, r#"[{"op":"test","path":"/~01","value":"10"}]"#, 0, TestFailed);
    // A.13: a document with two `op` members is no patch at all.
    assert!(JsonPatchOperation::decode(br#"{"op":"add","path":"/baz","value":"qux","op":"remove"}"#).is_err());
}

#[test]
fn what_the_rfc_says_beside_its_examples_holds() {
    for (claim, state, operations, expected) in [
        ("4.1 add replaces a member that is there", r#"{"a":1}"#, r#"[{"op":"add","path":"/a","value":null}]"#, r#"{"a":null}"#),
        ("4.1 add at the root replaces the document", "[1]", r#"[{"op":"add","path":"","value":{"a":1}}]"#, r#"{"a":1}"#),
        ("4.1 add at the length appends", "[1]", r#"[{"op":"add","path":"/1","value":2}]"#, "[1,2]"),
        ("4.1 add takes `-` for a name in an object", "{}", r#"[{"op":"add","path":"/-","value":2}]"#, r#"{"-":2}"#),
        ("4.3 replace at the root", "{}", r#"[{"op":"replace","path":"","value":7}]"#, "7"),
        ("4.4 move replaces what is there", r#"{"a":1,"b":2}"#, r#"[{"op":"move","from":"/a","path":"/b"}]"#, r#"{"b":1}"#),
        ("4.4 move onto itself changes nothing", r#"{"a":1}"#, r#"[{"op":"move","from":"/a","path":"/a"}]"#, r#"{"a":1}"#),
        (
            "4.4 a name that begins like another is no child of it",
            r#"{"a":1}"#,
            r#"[{"op":"move","from":"/a","path":"/ab"}]"#,
            r#"{"ab":1}"#,
        ),
        ("4.5 copy", r#"{"a":[1]}"#, r#"[{"op":"copy","from":"/a","path":"/a/-"}]"#, r#"{"a":[1,[1]]}"#),
        (
            "4.6 numbers are equal by value",
            r#"{"a":[1.0,100,-0]}"#,
            r#"[{"op":"test","path":"/a","value":[1,1e2,0]}]"#,
            r#"{"a":[1.0,100,-0.0]}"#,
        ),
        (
            "4.6 objects are equal in any order",
            r#"{"a":{"x":1,"y":[{}]}}"#,
            r#"[{"op":"test","path":"/a","value":{"y":[{}],"x":1}}]"#,
            r#"{"a":{"x":1,"y":[{}]}}"#,
        ),
        ("the empty name is one", r#"{"":1}"#, r#"[{"op":"replace","path":"/","value":2}]"#, r#"{"":2}"#),
        (
            "escapes stand for their characters",
            r#"{"a/b":1,"m~n":2}"#,
            r#"[{"op":"remove","path":"/a~1b"},{"op":"remove","path":"/m~0n"}]"#,
            "{}",
        ),
        (
            "operations see what those before them did",
            "{}",
            r#"[{"op":"add","path":"/a","value":[]},{"op":"add","path":"/a/-","value":1},{"op":"move","from":"/a/0","path":"/b"}]"#,
            r#"{"a":[],"b":1}"#,
        ),
    ] {
        applied(claim, state, operations, expected);
    }
}

#[test]
fn an_operation_that_fails_is_named_and_undoes_those_before_it() {
    use PatchErrorKind::{IntoItself, NoSuchFrom, NoSuchPath, TestFailed};

    let change = r#"{"op":"replace","path":"/a","value":[9]}"#;
    for (claim, operation, kind) in [
        ("remove of nothing", r#"{"op":"remove","path":"/b"}"#, NoSuchPath),
        ("remove of the root", r#"{"op":"remove","path":""}"#, NoSuchPath),
        ("remove behind the end", r#"{"op":"remove","path":"/a/-"}"#, NoSuchPath),
        ("replace of nothing", r#"{"op":"replace","path":"/b","value":1}"#, NoSuchPath),
        ("add below a scalar", r#"{"op":"add","path":"/a/0/x","value":1}"#, NoSuchPath),
        ("add beyond the end", r#"{"op":"add","path":"/a/2","value":1}"#, NoSuchPath),
        ("an index with a leading zero", r#"{"op":"add","path":"/a/00","value":1}"#, NoSuchPath),
        ("an index that is no number", r#"{"op":"add","path":"/a/x","value":1}"#, NoSuchPath),
        ("a negative index", r#"{"op":"test","path":"/a/-1","value":1}"#, NoSuchPath),
        ("an index beyond any list", r#"{"op":"remove","path":"/a/99999999999999999999999"}"#, NoSuchPath),
        ("test of nothing, for null", r#"{"op":"test","path":"/b","value":null}"#, NoSuchPath),
        ("test of another type", r#"{"op":"test","path":"/a/0","value":"9"}"#, TestFailed),
        ("test of another number", r#"{"op":"test","path":"/a/0","value":9.5}"#, TestFailed),
        ("move from nothing", r#"{"op":"move","from":"/b","path":"/c"}"#, NoSuchFrom),
        ("move from nothing to itself", r#"{"op":"move","from":"/b","path":"/b"}"#, NoSuchFrom),
        ("move into its own child", r#"{"op":"move","from":"/a","path":"/a/0"}"#, IntoItself),
        ("move of everything into itself", r#"{"op":"move","from":"","path":"/a"}"#, IntoItself),
        ("move to nowhere", r#"{"op":"move","from":"/a","path":"/b/c"}"#, NoSuchPath),
        ("copy from nothing", r#"{"op":"copy","from":"/b","path":"/a/0"}"#, NoSuchFrom),
        ("copy to nowhere", r#"{"op":"copy","from":"/a","path":"/b/c"}"#, NoSuchPath),
    ] {
        failed(claim, r#"{"a":[1]}"#, &format!("[{change},{operation},{change}]"), 1, kind);
    }
}

#[test]
fn a_patch_that_changes_nothing_gives_the_state_to_the_byte() {
    let state = json(r#"{ "b" : 1.0, "a":[ 1e2, 123456789012345678901234567890 ] }"#);
    for operations in ["[]", r#"[{"op":"test","path":"/a/0","value":100}]"#, r#"[{"op":"move","from":"/a","path":"/a"}]"#] {
        assert_eq!(apply_patch(&state, &patch(operations)), Ok(state.clone()), "{operations}");
    }
}

#[test]
fn integers_of_64_bits_and_doubles_come_through_exactly() {
    let state = json(r#"{"a":18446744073709551615,"b":-9223372036854775808,"c":0.1,"d":5e-324,"e":1.7976931348623157e308}"#);
    let made = apply_patch(&state, &patch(r#"[{"op":"add","path":"/f","value":9007199254740993}]"#)).expect("it applies");
    for (name, text) in [("a", "18446744073709551615"), ("b", "-9223372036854775808"), ("c", "0.1"), ("f", "9007199254740993")] {
        assert_eq!(made.as_object().and_then(|object| object.get(name)), Some(json(text)), "{name}");
    }
    let double = |name: &str| made.as_object().and_then(|object| object.get(name)).and_then(|it| it.as_str().parse::<f64>().ok());
    assert_eq!((double("d"), double("e")), (Some(5e-324), Some(f64::MAX)));
    // 2^53 and its neighbour are two numbers.
    let big = json("9007199254740993");
    failed("2^53 + 1", big.as_str(), r#"[{"op":"test","path":"","value":9007199254740992.0}]"#, 0, PatchErrorKind::TestFailed);
}

#[test]
fn nesting_is_bounded_and_what_is_within_the_bound_applies() {
    let nested = |levels: u32| json(&format!("{}{}", "[".repeat(levels as usize), "]".repeat(levels as usize)));
    let add = |path: String, value: Json| {
        let operation = format!(r#"{{"op":"add","path":"{path}","value":{value}}}"#);
        vec![JsonPatchOperation::decode(operation.as_bytes()).unwrap_or_else(|error| panic!("{error}"))]
    };
    // The operation itself is a level around its value, so neither half may be at the limit alone.
    let half = MAX_DEPTH / 2;
    let into = |levels: u32| "/0".repeat(levels as usize - 1) + "/-";
    let deepest = apply_patch(&nested(half), &add(into(half), nested(MAX_DEPTH - half))).expect("it fits");
    assert_eq!(deepest.as_str().matches('[').count(), MAX_DEPTH as usize);
    let error = apply_patch(&nested(half + 1), &add(into(half + 1), nested(MAX_DEPTH - half))).expect_err("too deep");
    assert_eq!((error.operation(), error.kind()), (0, PatchErrorKind::TooDeep));
    let copies: Vec<String> = (0..MAX_DEPTH).map(|_| r#"{"op":"copy","from":"","path":"/0"}"#.to_owned()).collect();
    let error = apply_patch(&nested(1), &patch(&format!(r#"[{{"op":"add","path":"/-","value":0}},{}]"#, copies.join(","))))
        .expect_err("too deep or too large");
    assert!(matches!(error.kind(), PatchErrorKind::TooDeep | PatchErrorKind::TooLarge), "{error}");
}

#[test]
fn copies_are_bounded() {
    let copies: Vec<String> = (0..64).map(|number| format!(r#"{{"op":"copy","from":"/0","path":"/0/x{number}"}}"#)).collect();
    let error = apply_patch(&json(r#"[{"k":"0123456789"}]"#), &patch(&format!("[{}]", copies.join(",")))).expect_err("doubled 64 times");
    assert_eq!(error.kind(), PatchErrorKind::TooLarge);
    assert!(error.to_string().starts_with("operation "), "{error}");
}
