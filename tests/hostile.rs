//! Hostile input: no panic, no stack overflow, bounded errors, work that grows as the input does.
//!
//! Every text goes through every way in: strict and tolerant, both with null as absent, for each root. What
//! is accepted has to be written and read again. Nothing here measures time; that the tests end is one of
//! their claims, the others are about allocations and about the length of what is said.
#![cfg(all(feature = "octo", feature = "ahp", feature = "ag-ui"))]

mod support;

use std::fmt::Write as _;

use agentwire::catalog::Type;
use agentwire::{ag_ui, ahp, octo, DecodeError, DecodeErrorKind, Json, Raw, Revision, Tolerance, Wire, MAX_DEPTH, MAX_VIOLATIONS};
use fastrand::Rng;

/// The root types, and some whose members are of every kind.
const ROOTS: &[(&str, &str)] = &[
    ("octo", "HostFrame"),
    ("octo", "CanonicalEvent"),
    ("octo", "InvokeInputWire"),
    ("octo", "ContextEnvelope"),
    ("octo", "McpServers"),
    ("ahp", "Event"),
    ("ag-ui", "Event"),
    ("ag-ui", "RunAgentInput"),
];

fn roots() -> impl Iterator<Item = &'static Type> {
    ROOTS.iter().map(|(protocol, name)| support::find(protocol, name))
}

/// The example messages, with their type.
fn samples() -> Vec<(&'static Type, String)> {
    let files = [
        ("octo", "HostFrame", "octo-session"),
        ("octo", "InvokeRequestWire", "octo-invoke"),
        ("octo", "ContextEnvelope", "octo-contexts"),
        ("ahp", "Event", "ahp-session"),
        ("ag-ui", "Event", "ag-ui-run"),
    ];
    let mut samples = Vec::new();
    for (protocol, name, file) in files {
        let path = format!("{}/examples/data/{file}.ndjson", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        samples.extend(text.lines().map(|line| (support::find(protocol, name), line.to_owned())));
    }
    samples
}

/// Runs on a small stack, as a server's threads may have it.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(test).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Reads `bytes` in every way as a `ty`; gives the strict verdict.
fn survive(ty: &Type, bytes: &[u8]) -> Result<String, DecodeError> {
    for tolerance in [Tolerance::default(), Tolerance::null_as_absent()] {
        match ty.check_tolerant(bytes, tolerance, Revision::V1_0) {
            Ok(remarks) => assert!(remarks.notes.len() <= 256),
            Err(error) => is_bounded(&error, bytes),
        }
    }
    let recoded = ty.recode(bytes);
    match &recoded {
        Ok(text) => assert_eq!(ty.recode(text.as_bytes()).as_ref(), Ok(text), "what is written is read as the same"),
        Err(error) => is_bounded(error, bytes),
    }
    recoded
}

/// An error says what is wrong and where, and is not much longer than what it is about.
fn is_bounded(error: &DecodeError, bytes: &[u8]) {
    let violations = error.violations().as_slice();
    assert!((1..=MAX_VIOLATIONS).contains(&violations.len()));
    for violation in violations {
        assert!(!violation.message.is_empty() && violation.message.len() < 1000, "{}", violation.message);
        assert!(violation.path.is_empty() || violation.path.starts_with('/'), "{}", violation.path);
        assert!(violation.offset.is_none_or(|offset| offset <= bytes.len()));
    }
    // At most one path is longer than the room that all of them have.
    let most = (1 << 17) + 2 * bytes.len();
    assert!(error.to_string().len() <= most, "{} bytes of error for {} of input", error.to_string().len(), bytes.len());
}

/// Reads in every way as each root.
fn survive_as_any_root(bytes: &[u8]) {
    for ty in roots() {
        let _ = survive(ty, bytes);
    }
    let _ = std::str::from_utf8(bytes).map(|text| Json::parse(text).map(|json| json.canonical()));
    let _ = Raw::<ahp::Event>::new(bytes);
    let _ = Raw::<ag_ui::Event>::peek(bytes);
}

// ---- nesting ------------------------------------------------------------------------------------

/// A value that nests `levels` deep; each container is opened and closed as `open` says, innermost first.
fn nested(levels: usize, open: &[(&str, &str)]) -> String {
    let mut text = String::new();
    (0..levels).rev().for_each(|level| text.push_str(open[level % open.len()].0));
    text.push('0');
    (0..levels).for_each(|level| text.push_str(open[level % open.len()].1));
    text
}

const ARRAYS: &[(&str, &str)] = &[("[", "]")];
const OBJECTS: &[(&str, &str)] = &[("{\"a\":", "}")];
const MIXED: &[(&str, &str)] = &[("[1,{\"b\":2,\"a\":", "}]"), ("{\"\\u0061\":", ",\"b\":[]}"), (" [ ", " , null ] ")];
/// Levels of one round of `MIXED`.
const MIXED_LEVELS: usize = 4;

/// Where a value may stand: what is before it, what is behind it, and the levels around it.
const PLACES: &[(&str, &str, &str, &str, usize)] = &[
    ("ag-ui", "Event", r#"{"type":"CUSTOM","name":"n","value":"#, "}", 1),
    ("ag-ui", "Event", r#"{"value":"#, r#","type":"CUSTOM","name":"n"}"#, 1),
    (
        "ag-ui",
        "Event",
        r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m","role":"activity","activityType":"t","content":{"x":"#,
        "}}]}",
        4,
    ),
    ("octo", "ChannelMessagePart", r#"{"type":"t","unknown":"#, "}", 1),
    (
        "ahp",
        "Event",
        r#"{"type":"model.switch.after","id":"e","source":"urn:x","time":"2026-03-04T05:06:07Z","harness":{"name":"h","version":"1"},
           "previous":{"id":"a","provider":"p"},"current":{"id":"b","provider":"p"},"reason":"r","native":"#,
        "}",
        1,
    ),
];

#[test]
fn opaque_members_nest_up_to_the_limit_and_no_deeper() {
    on_a_small_stack(|| {
        let limit = MAX_DEPTH as usize;
        assert_eq!(limit, 128);
        for (protocol, name, before, behind, around) in PLACES {
            let ty = support::find(protocol, name);
            for open in [ARRAYS, OBJECTS] {
                let text = format!("{before}{}{behind}", nested(limit - around, open));
                assert!(survive(ty, text.as_bytes()).is_ok(), "{name} {:.60} takes {limit} levels", text);
                let text = format!("{before}{}{behind}", nested(limit - around + 1, open));
                let error = survive(ty, text.as_bytes()).expect_err("one level more");
                assert_eq!(error.kind(), DecodeErrorKind::TooDeep);
                assert_eq!(error.violations().as_slice()[0].message, "the text nests deeper than 128 levels");
            }
        }
        assert!(Json::parse(&nested(limit, ARRAYS)).is_ok_and(|json| json.canonical().len() == 2 * limit + 1));
        assert!(Json::parse(&nested(limit / MIXED_LEVELS * 3, MIXED)).is_ok());
        assert!(Json::parse(&nested(limit / MIXED_LEVELS * 3 + 1, MIXED)).is_err_and(|error| error.kind() == DecodeErrorKind::TooDeep));
    });
}

#[test]
fn a_hundred_thousand_levels_are_refused_as_too_deep_wherever_they_stand() {
    on_a_small_stack(|| {
        const LEVELS: usize = 100_000;
        for open in [ARRAYS, OBJECTS, MIXED] {
            let whole = nested(LEVELS, open);
            let torn = &whole[..whole.len() / 2];
            // Where anything may stand, where something else should, and where nothing should.
            let mut texts = vec![whole.clone(), torn.to_owned(), format!("[{whole},{whole}]")];
            for member in ["type", "kind", "payload", "items", "messages", "name", "harness", "unknown", "x-vendor"] {
                texts.push(format!(r#"{{"{member}":{whole}}}"#));
                texts.push(format!(r#"{{"type":"CUSTOM","kind":"canonical","x":{{"{member}":{torn}"#));
                texts.push(format!(r#"{{"x":[{{"{member}":{whole}}}],"type":"tool.after","kind":"control"}}"#));
            }
            for text in texts {
                for ty in roots() {
                    let error = survive(ty, text.as_bytes()).expect_err("too deep");
                    // A tag or a root of another JSON type is looked at first.
                    let expected = [DecodeErrorKind::TooDeep, DecodeErrorKind::MissingTag];
                    assert!(expected.contains(&error.kind()), "{}: {error:.200}", ty.name());
                }
            }
            for (protocol, name, before, behind, _) in PLACES {
                let error = survive(support::find(protocol, name), format!("{before}{whole}{behind}").as_bytes()).expect_err("too deep");
                assert_eq!(error.kind(), DecodeErrorKind::TooDeep, "{name}");
            }
        }
    });
}

#[test]
fn every_example_is_read_and_written_on_a_small_stack() {
    on_a_small_stack(|| {
        for (ty, line) in samples() {
            assert!(survive(ty, line.as_bytes()).is_ok(), "{line}");
        }
    });
}

#[test]
fn values_built_deeper_than_any_text_do_not_overflow_either() {
    on_a_small_stack(|| {
        let mut deep = serde_json::Value::Null;
        for _ in 0..MAX_DEPTH + 100 {
            deep = serde_json::Value::Array(vec![deep]);
        }
        assert!(Json::try_from(deep.clone()).is_err());
        let event = serde_json::json!({ "type": "CUSTOM", "name": "n", "value": deep });
        assert!(serde_json::from_value::<ag_ui::Event>(event).is_err());
    });
}

// ---- size ---------------------------------------------------------------------------------------

const MEGABYTE: usize = 1 << 20;

#[test]
fn strings_of_a_megabyte_are_read_anywhere_and_never_repeated_in_full() {
    let frames = [
        ("ag-ui", "Event", r#"{"type":"@"}"#),
        ("ag-ui", "Event", r#"{"@":1,"type":"CUSTOM"}"#),
        ("ag-ui", "Event", r#"{"type":"RUN_STARTED","threadId":"@","runId":"r"}"#),
        ("ag-ui", "JsonPatchOperation", r#"{"op":"remove","path":"/@"}"#),
        ("octo", "HostFrame", r#"{"kind":"control","protocol_mode":"@"}"#),
        ("octo", "McpServers", r#"{"@":{"type":"streamable_http","url":"http://h/","headers":{"a b":""}}}"#),
        ("octo", "McpServers", r#"{"s":{"type":"streamable_http","url":"http://h/","headers":{"@":""}}}"#),
        ("octo", "ContextItem", r#"{"namespace":"a.b","name":"@","payload":{}}"#),
        ("octo", "ContextItem", r#"{"namespace":"@","name":"n","payload":{}}"#),
        ("ahp", "Harness", r#"{"name":"h","version":"1","@":[]}"#),
        ("ahp", "TextPart", r#"{"kind":"text","id":"p","category":"c","selection":"body","text":"{@}"}"#),
        ("ahp", "ToolOutcome", "\"@\""),
    ];
    for text in ["x".repeat(MEGABYTE), "é😀".repeat(MEGABYTE / 6), "\\u0061\\ud83d\\ude00\\\"".repeat(MEGABYTE / 20)] {
        for (protocol, name, frame) in frames {
            let _ = survive(support::find(protocol, name), frame.replace('@', &text).as_bytes());
        }
        let valid = frames[2].2.replace('@', &text);
        assert!(ag_ui::Event::decode(valid.as_bytes()).is_ok());
    }
}

#[test]
fn formats_of_a_megabyte_are_read_or_refused() {
    let url = r#"{"s":{"type":"streamable_http","url":"@"}}"#;
    let texts = [
        ("octo", "McpServers", url, "http://".to_owned(), "xn--a."),
        ("octo", "McpServers", url, "http://xn--".to_owned(), "a"),
        ("octo", "McpServers", url, "http://".to_owned(), "É%c3%89"),
        ("octo", "McpServers", url, "http://[".to_owned(), ":0"),
        ("octo", "McpServers", url, "http://".to_owned(), "0."),
        ("octo", "McpServers", url, "${".to_owned(), "A${"),
        ("ahp", "HttpConnection", r#"{"transport":"http","url":"@"}"#, "https://".to_owned(), "%41@"),
        ("ahp", "StdioConnection", r#"{"transport":"stdio","command":"c","args":["@"],"cwd":"/"}"#, "--header=".to_owned(), "token="),
        (
            "ahp",
            "AttachmentPart",
            r#"{"kind":"attachment","id":"p","category":"c","mediaType":"@","selection":"omit"}"#,
            "a/".to_owned(),
            "json+",
        ),
        ("octo", "FailureEnvelope", r#"{"occurredAt":"@"}"#, "2026-03-04T05:06:07.".to_owned(), "0"),
        ("ag-ui", "JsonPatchOperation", r#"{"op":"remove","path":"@"}"#, String::new(), "/~0~1"),
    ];
    for (protocol, name, frame, start, unit) in texts {
        let text = frame.replace('@', &(start + &unit.repeat(MEGABYTE / unit.len())));
        let _ = survive(support::find(protocol, name), text.as_bytes());
    }
}

#[test]
fn numbers_of_a_megabyte_are_read_or_refused_by_their_value() {
    let zeros = "0".repeat(MEGABYTE);
    let numbers = [
        ("1".repeat(MEGABYTE), None),
        (format!("0.{zeros}1"), Some(false)),
        (format!("1.{zeros}"), Some(true)),
        (format!("1{zeros}e-{MEGABYTE}"), None),
        (format!("0.{zeros}1e{}", MEGABYTE + 1), Some(true)),
        (format!("1e{zeros}"), Some(true)),
        (format!("1e-{zeros}9"), Some(false)),
        (format!("1E+{}", "9".repeat(MEGABYTE)), None),
    ];
    for (number, verdict) in numbers {
        let text = format!(r#"{{"id":"a","number":{number}}}"#);
        let read = survive(support::find("ahp", "Attempt"), text.as_bytes());
        if let Some(valid) = verdict {
            assert_eq!(read.is_ok(), valid, "{:.80}", number);
        }
        let _ = octo::RequestId::decode(number.as_bytes());
    }
}

/// `count` members with different names.
fn members(count: usize, name: impl Fn(usize) -> String, value: &str) -> String {
    let mut text = String::new();
    for index in 0..count {
        let _ = write!(text, "{}\"{}\":{value}", if index > 0 { "," } else { "" }, name(index));
    }
    text
}

#[test]
fn a_million_members_are_kept_and_one_twice_is_found() {
    const MILLION: usize = 1_000_000;
    let million = members(MILLION, |index| index.to_string(), "0");
    let custom = |members: &str| ag_ui::Event::decode(format!(r#"{{"type":"CUSTOM","name":"n","value":{{{members}}}}}"#).as_bytes());
    assert!(custom(&million).is_ok());
    let error = custom(&format!("{million},\"77\":1")).expect_err("a repeated name");
    assert_eq!(error.violations().as_slice()[0].message, "the member name `77` is repeated in one object");
    let part = octo::ChannelMessagePart::decode(format!("{{\"type\":\"t\",{million}}}").as_bytes()).expect("valid");
    assert_eq!(part.extra.len(), MILLION);
}

#[test]
fn names_that_are_hard_to_tell_apart_cost_no_more() {
    // Of one length; they begin, end and have in their middle the same.
    let alike = |index: usize| format!("a{:06}m{:06}z", index % 1000, index / 1000);
    const COUNT: usize = 200_000;
    let many = members(COUNT, alike, "0");
    let twice = format!("{many},\"{}\":0", alike(COUNT / 2));
    for (open, close) in [("{\"type\":\"RAW\",\"event\":{", "}}"), ("{\"type\":\"RAW\",\"event\":[{", "}]}")] {
        assert!(ag_ui::Event::decode(format!("{open}{many}{close}").as_bytes()).is_ok());
        let error = ag_ui::Event::decode(format!("{open}{twice}{close}").as_bytes()).expect_err("a repeated name");
        assert_eq!(error.kind(), DecodeErrorKind::Syntax);
    }
    // A map of typed values, and closed objects, which count what they do not list.
    assert!(ahp::Session::decode(format!(r#"{{"id":"s","counters":{{{many}}}}}"#).as_bytes()).is_ok());
    let servers = members(COUNT, alike, "{\"type\":1}");
    for (name, text) in [("KernelLookupKey", format!("{{{many}}}")), ("McpServers", format!("{{{servers}}}"))] {
        let error = survive(support::find("octo", name), text.as_bytes()).expect_err("invalid");
        assert_eq!(error.violations().as_slice().len(), MAX_VIOLATIONS);
        assert!(error.violations().omitted() >= COUNT - MAX_VIOLATIONS);
    }
}

#[test]
fn ten_million_bytes_are_read_or_refused() {
    const SIZE: usize = 10_000_000;
    let repeat = |unit: &str, size: usize| unit.repeat(size / unit.len());
    let list = |unit: &str| repeat(&format!("{unit},"), SIZE / 4).trim_end_matches(',').to_owned();
    let valid = [
        format!(r#"{{"type":"RAW","event":[{}0]}}"#, repeat("0,", SIZE)),
        format!(r#"{{"type":"RAW","event":"{}"}}"#, repeat("x", SIZE)),
        format!(r#"{{"type":"RAW","event":{}0}}"#, repeat(" ", SIZE)),
        format!(r#"{{"type":"RAW","event":[{}]}}"#, list(r#"{"a":[null,"b"]}"#)),
        format!(r#"{{"type":"MESSAGES_SNAPSHOT","messages":[{}]}}"#, list(r#"{"id":"m","role":"user","content":""}"#)),
        format!(r#"{{"type":"STATE_DELTA","delta":[{}]}}"#, list(r#"{"op":"remove","path":"/a"}"#)),
    ];
    for text in &valid {
        let event = ag_ui::Event::decode(text.as_bytes()).unwrap_or_else(|error| panic!("{:.100}: {error}", text));
        assert!(event.encode().is_ok_and(|back| back.len() <= text.len()));
    }
    let invalid = [
        repeat("[", SIZE),
        repeat("{\"a\":", SIZE),
        repeat("\"", SIZE),
        repeat("\\", SIZE),
        repeat(" ", SIZE),
        repeat("\u{0}", SIZE),
        repeat("é", SIZE),
        format!("\"{}", repeat("\\u0061", SIZE)),
        format!("[{}", list("1e400")),
        format!(r#"{{"type":"RUN_STARTED","threadId":[{}]}}"#, list("\"\"")),
        format!(r#"{{"type":"MESSAGES_SNAPSHOT","messages":[{}]}}"#, list("{}")),
        format!(r#"{{"type":"MESSAGES_SNAPSHOT","messages":[{}]}}"#, list(r#"{"role":"user","id":0,"x":""}"#)),
        format!(r#"{{"type":"STATE_DELTA","delta":[{}]}}"#, list(r#"{"path":"~","op":"remove","x":[]}"#)),
    ];
    for text in &invalid {
        is_bounded(&ag_ui::Event::decode(text.as_bytes()).expect_err("invalid"), text.as_bytes());
    }
}

#[test]
fn thousands_of_secrets_are_not_looked_for_in_megabytes_of_text_each() {
    let variables =
        |count: usize| (0..count).map(|index| format!(r#"{{"key":"K{index}","value":"secret-{index:08}"}}"#)).collect::<Vec<_>>().join(",");
    let servers = (0..32).map(|server| {
        let env = members(100, |index| format!("E{index}"), &format!("\"{server:010}\""));
        format!(r#""s{server}":{{"type":"stdio","command":"c","env":{{{env}}}}}"#)
    });
    let context = format!(
        r#"{{"schema":"octo.context-envelope/v3","items":[
            {{"namespace":"octo.execution","name":"mcp","payload":{{"mcpServers":{{{}}}}}}},
            {{"namespace":"octo.execution","name":"envs","payload":{{"env_variables":[{}]}}}}]}}"#,
        servers.collect::<Vec<_>>().join(","),
        variables(50),
    );
    let input = format!(
        r#"{{"contexts":{context},"prompt":"{}","inputs":[{{"type":"text","text":"{}"}}]}}"#,
        "secret-".repeat(MEGABYTE),
        "0".repeat(8 * MEGABYTE)
    );
    let ty = support::find("octo", "InvokeInputWire");
    ty.check(input.as_bytes(), Revision::Draft).unwrap_or_else(|error| panic!("{error:.1000}"));
}

// ---- growth -------------------------------------------------------------------------------------

/// Bytes allocated while `text` is read strictly and tolerantly, and written if it is valid.
fn allocated(ty: &Type, text: &str) -> u64 {
    let info = allocation_counter::measure(|| {
        let _ = ty.recode(text.as_bytes());
        let _ = ty.check_tolerant(text.as_bytes(), Tolerance::null_as_absent(), Revision::Draft);
    });
    info.bytes_total
}

#[test]
fn allocations_grow_as_the_input_does() {
    type Shape = (&'static str, &'static str, fn(usize) -> String);
    let shapes: &[Shape] = &[
        // Faults, broken rules and notes below a long name, and very many of them.
        ("octo", "McpServers", |n| {
            format!(r#"{{"{}":{{"type":"stdio","command":0,"args":[{}]}}}}"#, "n".repeat(n), vec!["0"; n / 8].join(","))
        }),
        ("octo", "McpServers", |n| {
            format!(
                r#"{{"{}":{{"type":"stdio","command":"","toolTimeoutMs":0,"env":{{{}}}}}}}"#,
                "n".repeat(n),
                members(n / 16, |i| format!("{i}"), "\"\"")
            )
        }),
        ("octo", "McpServers", |n| {
            format!(r#"{{"{}":{{"type":"stdio","command":"c",{}}}}}"#, "n".repeat(n), members(n / 16, |i| format!("x{i}"), "0"))
        }),
        ("octo", "McpServers", |n| format!("{{{}}}", members(n / 32, |i| format!("s{i}"), r#"{"type":"stdio"}"#))),
        ("octo", "ChannelMessagePart", |n| format!("{{\"type\":\"t\",{}}}", members(n / 16, |i| format!("x{i}"), "[]"))),
        ("octo", "ContextReferencesPayload", |n| format!(r#"{{"entries":[{}]}}"#, vec![r#"{"resource_ref":"r"}"#; n / 32].join(","))),
        ("ag-ui", "Event", |n| {
            format!(r#"{{"type":"STATE_DELTA","delta":[{}]}}"#, vec![r#"{"op":"remove","path":"/a","x":null}"#; n / 40].join(","))
        }),
        ("ag-ui", "Event", |n| {
            format!(
                r#"{{"type":"MESSAGES_SNAPSHOT","messages":[{}]}}"#,
                vec![r#"{"role":"user","content":null,"id":"m"}"#; n / 40].join(",")
            )
        }),
        ("ag-ui", "RunAgentInput", |n| {
            format!(
                r#"{{"threadId":"t","runId":"r","messages":[{}],"tools":[],"context":[]}}"#,
                vec![r#"{"role":"unheard"}"#; n / 20].join(",")
            )
        }),
        ("ahp", "Session", |n| format!(r#"{{"id":"s","counters":{{{}}}}}"#, members(n / 16, |i| format!("c{i}"), "-1"))),
        ("ahp", "Manifest", |n| {
            format!(r#"{{"events":[{}]}}"#, vec![r#"{"event":"tool.after","modes":["observe","observe"]}"#; n / 50].join(","))
        }),
    ];
    for (protocol, name, shape) in shapes {
        let ty = support::find(protocol, name);
        let (small, large) = (shape(40_000), shape(160_000));
        let growth = allocated(ty, &large) as f64 / allocated(ty, &small) as f64;
        let input = large.len() as f64 / small.len() as f64;
        assert!(growth < 1.6 * input, "{name} {:.60}: {growth} times the bytes for {input} times the input", small);
        let per_byte = allocated(ty, &large) as f64 / large.len() as f64;
        assert!(per_byte < 100.0, "{name} {:.60}: {per_byte} bytes for each of the input", small);
    }
}

// ---- noise --------------------------------------------------------------------------------------

#[test]
fn an_unpaired_surrogate_is_refused_in_every_string_and_name() {
    for (ty, line) in samples().into_iter().step_by(3) {
        let quotes: Vec<usize> = line.match_indices('"').map(|(at, _)| at).collect();
        for (index, &at) in quotes.iter().enumerate() {
            // A quote that is escaped ends no string.
            if line[..at].ends_with('\\') {
                continue;
            }
            let surrogate = ["\\ud800", "\\udfff", "\\udc00\\ud800", "\\uD83D\\u0041"][index % 4];
            // Behind an opening quote or before a closing one: within a string both.
            let spoiled = if index % 2 == 0 {
                format!("{}{surrogate}{}", &line[..=at], &line[at + 1..])
            } else {
                format!("{}{surrogate}{}", &line[..at], &line[at..])
            };
            if let Ok(output) = ty.recode(spoiled.as_bytes()) {
                panic!("accepted {spoiled} as {output}");
            }
        }
    }
}

#[test]
fn a_text_cut_at_any_byte_is_malformed() {
    for (ty, line) in samples() {
        for cut in 0..line.len() {
            let error = ty.recode(&line.as_bytes()[..cut]).expect_err("torn");
            assert_eq!(error.kind(), DecodeErrorKind::Syntax, "{error}");
            assert!(error.violations().as_slice()[0].offset.is_some_and(|offset| offset <= cut));
        }
        let cut = line.len() / 2;
        survive_as_any_root(&line.as_bytes()[..cut]);
    }
}

#[test]
fn a_flipped_bit_is_refused_or_read_as_what_it_says() {
    let mut rng = Rng::with_seed(7);
    for (ty, line) in samples() {
        let mut bytes = line.into_bytes();
        for at in (0..bytes.len()).filter(|at| at % 3 == 0) {
            let bit = 1 << rng.u8(..8);
            bytes[at] ^= bit;
            let _ = if rng.u8(..8) == 0 { survive(ty, &bytes) } else { ty.recode(&bytes) };
            bytes[at] ^= bit;
        }
    }
}

#[test]
fn random_bytes_and_random_tokens_are_refused_or_read() {
    const TOKENS: &[&str] = &[
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "null",
        "true",
        "false",
        "0",
        "-",
        "1e400",
        "1.5",
        "\"type\":",
        "\"kind\":",
        "\"a\":1",
        "\"CUSTOM\"",
        "\"tool.after\"",
        "\"value\":",
        "\"payload\":",
        "\"items\":[",
        "\\ud800",
        "\u{feff}",
        " ",
        "\n",
        "é",
        "\"\\u0000\"",
        "\"octo.execution\"",
    ];
    let mut rng = Rng::with_seed(11);
    for _ in 0..4000 {
        let bytes: Vec<u8> = (0..rng.usize(..80)).map(|_| rng.u8(..)).collect();
        survive_as_any_root(&bytes);
        let tokens: String = (0..rng.usize(..30)).filter_map(|_| rng.choice(TOKENS)).copied().collect();
        survive_as_any_root(tokens.as_bytes());
    }
}
