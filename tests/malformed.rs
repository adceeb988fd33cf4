//! A malformed text is explained at the place where it breaks off.
#![cfg(feature = "ag-ui")]

mod support;

use agentwire::Revision;

#[test]
fn malformed_texts_say_what_was_expected_and_where() {
    let cases = [
        ("\u{feff}{}", 0, "expected a value, found a byte order mark"),
        ("{\"type\":\"STEP_STARTED\" \"stepName\":1}", 23, "expected `,` or `}`, found '\"'"),
        ("{\"type\":\"STEP_STARTED\",\"stepName\":nil}", 34, "expected null, found 'n'"),
        ("{\"type\":\"STEP_STARTED\",\"stepName\":\"s\"} {}", 39, "there is more text after the value"),
        ("{\"type\":\"STEP_STARTED\"} {}", 24, "there is more text after the value"),
        ("[1 2]", 3, "expected `,` or `]`, found '2'"),
        ("", 0, "expected a value, the text ends"),
    ];
    for (text, offset, message) in cases {
        let error = support::find("ag-ui", "Event").check(text.as_bytes(), Revision::Draft).expect_err(text);
        let [violation] = error.violations().as_slice() else { panic!("{text}: {error}") };
        assert_eq!((violation.rule, violation.offset, violation.message.as_str()), ("malformed", Some(offset), message), "{text}");
    }
}
