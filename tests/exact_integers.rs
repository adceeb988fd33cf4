//! An integer keeps its value in every spelling; only a fraction that no double holds is rounded away.

use agentwire::{ag_ui, ahp, Wire};

/// A member and a message with a `#` in the place of its number.
type Place = (&'static str, &'static str);

/// Decodes the message with a number and gives the number as it is written back, or the broken rule.
fn recode<T: Wire>((member, message): Place, number: &str) -> Result<String, &'static str> {
    let text = message.replace('#', number);
    let event = T::decode(text.as_bytes()).map_err(|error| error.violations().as_slice()[0].rule)?;
    let text = event.encode().expect("what was decoded is valid");
    let (_, value) = text.split_once(&format!("\"{member}\":")).expect("the member");
    Ok(value[..value.find([',', '}']).expect("an end")].to_owned())
}

const COUNT: Place = (
    "continuationCount",
    r##"{"type":"turn.end","id":"e1","source":"urn:x","time":"2026-03-04T05:06:07Z","harness":{"name":"h","version":"1"},"turn":{"id":"t"},"outcome":"completed","items":[],"continuationCount":#}"##,
);
const STATUS: Place = (
    "status",
    r##"{"type":"turn.end","id":"e1","source":"urn:x","time":"2026-03-04T05:06:07Z","harness":{"name":"h","version":"1"},"turn":{"id":"t"},"outcome":"failed","items":[],"continuationCount":0,"error":{"class":"c","message":"m","status":#}}"##,
);
const TIMESTAMP: Place = ("timestamp", r##"{"type":"STEP_STARTED","stepName":"s","timestamp":#}"##);

#[test]
fn an_integer_keeps_its_value_in_every_spelling() {
    let cases = [
        (COUNT, "0", "0"),
        (COUNT, "-0", "0"),
        (COUNT, "-0.00e7", "0"),
        (COUNT, "0e99999999999999999999", "0"),
        (COUNT, "1.50e1", "15"),
        (COUNT, "1200e-2", "12"),
        (COUNT, "0.00000000000000000000000000001e30", "10"),
        (COUNT, "9007199254740993.0", "9007199254740993"),
        (COUNT, "18446744073709551615.000", "18446744073709551615"),
        (COUNT, "1.8446744073709551615e19", "18446744073709551615"),
        (STATUS, "-9223372036854775808.0", "-9223372036854775808"),
        (STATUS, "-503e0", "-503"),
        (TIMESTAMP, "9007199254740991.0", "9007199254740991"),
        (TIMESTAMP, "-9007199254740991e0", "-9007199254740991"),
    ];
    for (message, number, expected) in cases {
        let result = if message == TIMESTAMP { recode::<ag_ui::Event>(message, number) } else { recode::<ahp::Event>(message, number) };
        assert_eq!(result.as_deref(), Ok(expected), "{number}");
    }
}

#[test]
fn a_fraction_counts_if_a_double_can_hold_it() {
    for number in ["0.5", "123e-3", "4503599627370495.5", "-0.1"] {
        assert_eq!(recode::<ahp::Event>(COUNT, number), Err("type"), "{number}");
        assert_eq!(recode::<ahp::Event>(STATUS, number), Err("type"), "{number}");
        assert_eq!(recode::<ag_ui::Event>(TIMESTAMP, number), Err("type"), "{number}");
    }
    for (number, rounded) in
        [("1.00000000000000000001", "1"), ("9007199254740990.9", "9007199254740991"), ("-1e-400", "0"), ("1e-99999999999999999999", "0")]
    {
        assert_eq!(recode::<ahp::Event>(COUNT, number).as_deref(), Ok(rounded), "{number}");
        assert_eq!(recode::<ahp::Event>(STATUS, number).as_deref(), Ok(rounded), "{number}");
        assert_eq!(recode::<ag_ui::Event>(TIMESTAMP, number).as_deref(), Ok(rounded), "{number}");
    }
}

#[test]
fn a_bound_is_exact_in_every_spelling() {
    let cases = [
        (COUNT, "-1.0", "minimum"),
        (COUNT, "-1e40", "minimum"),
        (COUNT, "18446744073709551616.0", "maximum"),
        (COUNT, "1e40", "maximum"),
        (TIMESTAMP, "9007199254740992.0", "maximum"),
        (TIMESTAMP, "-9007199254740992e0", "minimum"),
        (TIMESTAMP, "1e30", "maximum"),
    ];
    for (message, number, rule) in cases {
        let result = if message == TIMESTAMP { recode::<ag_ui::Event>(message, number) } else { recode::<ahp::Event>(message, number) };
        assert_eq!(result, Err(rule), "{number}");
    }
}
