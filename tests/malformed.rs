//! A malformed text is explained at the place where it breaks off.
#![cfg(feature = "ag-ui")]

mod support;

use agentwire::{ag_ui, Revision, Tolerance};

#[test]
fn malformed_texts_say_what_was_expected_and_where() {
    let cases = [
        ("\u{feff}{}", 0, "expected a value, found a byte order mark"),
        ("{\"type\":\"STEP_STARTED\" \"stepName\":1}", 23, "expected `,` or `}`, found '\"'"),
        ("{\"type\":\"STEP_STARTED\",\"stepName\":nil}", 34, "expected `null`, found `nil`"),
        ("{\"type\":\"STEP_STARTED\",\"stepName\":\"s\"} {}", 39, "there is more text after the value"),
        ("{\"type\":\"STEP_STARTED\"} {}", 24, "there is more text after the value"),
        ("not json", 0, "expected `null`, found `not`"),
        ("{\"a\":t", 5, "expected `true`, found `t`"),
        ("{a:1}", 1, "expected a member name, found 'a'"),
        ("[1,]", 3, "expected an element after the comma, found ']'"),
        (
            "{\"type\":\"STEP_STARTED\",\"type\":\"STEP_STARTED\",\"stepName\":\"s\"}",
            23,
            "the member name `type` is repeated in one object",
        ),
        ("[1 2]", 3, "expected `,` or `]`, found '2'"),
        ("", 0, "expected a value, the text ends"),
    ];
    let event = support::find("ag-ui", "Event");
    for (text, offset, message) in cases {
        let error = event.check(text.as_bytes(), Revision::Draft).expect_err(text);
        let [violation] = error.violations().as_slice() else { panic!("{text}: {error}") };
        assert_eq!((violation.rule, violation.offset, violation.message.as_str()), ("malformed", Some(offset), message), "{text}");
        // Nobody is tolerant of a malformed text.
        let tolerant = event.check_tolerant(text.as_bytes(), Tolerance::default(), Revision::Draft).expect_err(text);
        assert_eq!(tolerant, error, "{text}");
        let boundary = ag_ui::Boundary::new().decode(text.as_bytes(), Tolerance::default()).expect_err(text);
        assert_eq!(boundary.violations(), error.violations(), "{text}");
    }
}
