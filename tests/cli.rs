//! The command line: what it prints, what it makes of lines of every kind, how it ends.
#![cfg(all(feature = "cli", feature = "octo", feature = "ahp", feature = "ag-ui"))]

mod support;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use serde_json::{json, Value};

/// What a run left behind.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    /// The lines of the output as JSON.
    fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("a line of the output is JSON")).collect()
    }
}

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_agentwire"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// Runs the binary in the repository's folder.
fn agentwire(args: &[&str], input: &[u8]) -> Ran {
    let mut child = start(args);
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    // The run may end before it has read everything.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the run ends");
    feeder.join().expect("the feeder ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

const STEP: &str = r#"{"type":"STEP_STARTED","stepName":"s"}"#;

// ---- check --------------------------------------------------------------------------------------

#[test]
fn example_sessions_are_valid_and_come_back_equal() {
    for (protocol, file, messages) in [("octo", "octo-session", 73), ("ahp", "ahp-session", 64), ("ag-ui", "ag-ui-run", 92)] {
        let file = format!("examples/data/{file}.ndjson");
        let ran = agentwire(&["check", protocol, &file], b"");
        assert_eq!(ran.code, Some(0), "{}", ran.out);
        assert_eq!(ran.out.lines().filter(|line| line.contains(": valid ")).count(), messages);
        assert_eq!(ran.err, format!("{messages} messages: {messages} valid, 0 invalid\n"));

        let ran = agentwire(&["recode", protocol, &file], b"");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        let (came, went) = (ran.json(), support::lines(&file));
        assert_eq!(came.len(), messages);
        for (came, went) in came.iter().zip(&went) {
            assert!(support::equal(came, went), "{went}\ncame back as\n{came}");
        }
    }
}

#[test]
fn json_is_one_line_of_fixed_shape_a_message() {
    let message = concat!(
        r#"{"type":"tool.after","id":"e1","source":"urn:x","time":"2026-03-04T05:06:07Z","harness":{"name":"h","version":"1"},"#,
        r#""call":{"id":"c1"},"tool":{"name":"Bash","input":{},"origin":"native"},"path":"native","outcome":"ok","#,
        r#""execution":{"status":"executed"},"items":[],"error":{"class":"x","message":"m"}}"#
    );
    let ran = agentwire(&["check", "ahp", "--json"], format!("\n\n{message}\n").as_bytes());
    assert_eq!(
        ran.out,
        concat!(
            r#"{"line":3,"valid":false,"type":"tool.after","errors":[{"path":"/error","rule":"forbidden","#,
            r#""message":"the member `error` is not allowed unless `outcome` is `error`","offset":270}],"notes":[]}"#,
            "\n"
        )
    );
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));

    let ran = agentwire(&["check", "ag-ui/Event", "--json", "-"], STEP.as_bytes());
    assert_eq!(ran.out, "{\"line\":1,\"valid\":true,\"type\":\"STEP_STARTED\",\"errors\":[],\"notes\":[]}\n");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn the_type_is_the_messages_own_tag() {
    let cases = [
        ("ag-ui", r#"{"stepName":"s","type":"STEP_STARTED"}"#, json!("STEP_STARTED")),
        ("ag-ui", r#"{"type":"STEP_STARTED","more":1}"#, json!("STEP_STARTED")),
        ("ag-ui", r#"{"\u0074ype":"ST\u0045P_STARTED","stepName":"s"}"#, json!("STEP_STARTED")),
        ("ag-ui", r#"{"type":"SOMETHING_NEW"}"#, json!("SOMETHING_NEW")),
        ("ag-ui", r#"{"type":7}"#, Value::Null),
        ("ag-ui", r#"{"stepName":"s"}"#, Value::Null),
        ("ag-ui", "[]", Value::Null),
        // What is malformed has nothing that could be read, be it before the fault.
        ("ag-ui", r#"{"type":"STEP_STARTED","stepName":"#, Value::Null),
        ("ag-ui", r#"{"type":"STEP_STARTED","type":"STEP_STARTED"}"#, Value::Null),
        ("ag-ui/Message", r#"{"role":"user"}"#, json!("user")),
        ("ahp", r#"{"type":"tool.after"}"#, json!("tool.after")),
        ("octo", r#"{"kind":"control"}"#, json!("control")),
        ("octo/HostControl", r#"{"type":"evidence"}"#, json!("evidence")),
        // Without a tag it is the type that was asked for.
        ("octo/KernelLookupKey", "{}", json!("KernelLookupKey")),
        ("octo/KernelLookupKey", "[]", json!("KernelLookupKey")),
        ("octo/KernelLookupKey", "{", Value::Null),
    ];
    for (ty, message, tag) in cases {
        let ran = agentwire(&["check", ty, "--json"], message.as_bytes());
        assert_eq!(ran.json()[0]["type"], tag, "{ty} {message}");
    }
}

#[test]
fn lines_of_every_kind_get_their_verdict_and_the_run_goes_on() {
    // What stands in a line, and the rule that it breaks; blank lines get no verdict.
    let lines: [(&[u8], Option<&str>); 16] = [
        (STEP.as_bytes(), Some("")),
        (b"", None),
        (b"\r", None),
        (b" \t \r", None),
        (b"{\"type\":\"STEP_STARTED\",\"stepName\":\"s\"}\r", Some("")),
        (b"{\"type\":\r\"STEP_STARTED\",\r\"stepName\":\"s\"}\r\r", Some("")),
        (b"\xef\xbb\xbf{\"type\":\"STEP_STARTED\",\"stepName\":\"s\"}", Some("malformed")),
        (b"\xef\xbb\xbf", Some("malformed")),
        (b"{\"type\":\"STEP_STARTED\",\"stepName\":\"\xc3\"}", Some("malformed")),
        (b"\xff\xfe{", Some("malformed")),
        (b"\0", Some("malformed")),
        (b"{\"type\":\"STEP_STARTED\",", Some("malformed")),
        (b"\"stepName\":\"s\"}", Some("malformed")),
        (b"{\"type\":\"STEP_STARTED\",\"stepName\":\"0123456789\"}", Some("")),
        (b"{\"type\":\"STEP_STARTED\",\"stepName\":\"0123456789a\"}", Some("line-limit")),
        (b"{\"type\":\"STEP_STARTED\",\"stepName\":\"s\"", Some("malformed")),
    ];
    let input = lines.map(|(line, _)| line).join(&b'\n');
    let expected: Vec<(u64, &str)> = (1..).zip(lines).filter_map(|(number, (_, rule))| Some((number, rule?))).collect();
    let ran = agentwire(&["check", "ag-ui", "--json", "--max-line", "47"], &input);
    let reports = ran.json();
    let found: Vec<(u64, &str)> =
        reports.iter().map(|report| (report["line"].as_u64().unwrap_or(0), report["errors"][0]["rule"].as_str().unwrap_or(""))).collect();
    assert_eq!(found, expected);
    assert!(reports.iter().all(|report| report["valid"] == report["errors"].as_array().is_some_and(Vec::is_empty)), "{}", ran.out);
    assert_eq!(ran.code, Some(1));
}

#[test]
fn an_oversized_line_is_skipped_without_being_kept() {
    let mut input = vec![b'x'; 20 << 20];
    input.extend_from_slice(format!("\n{STEP}").as_bytes());
    let ran = agentwire(&["check", "ag-ui", "--json", "--max-line", "1000"], &input);
    assert_eq!(
        ran.out,
        concat!(
            r#"{"line":1,"valid":false,"type":null,"errors":[{"path":"","rule":"line-limit","#,
            r#""message":"oversized: longer than 1000 bytes"}],"notes":[]}"#,
            "\n",
            r#"{"line":2,"valid":true,"type":"STEP_STARTED","errors":[],"notes":[]}"#,
            "\n"
        )
    );
}

#[test]
fn text_names_file_and_line_and_hides_control_characters() {
    let input = format!("{STEP}\n\n{{\"type\":\"\\u001b[2J\"}}\n{{\"type\":\"STEP_STARTED\",\"stepName\":\"s\",\"\\u0007\":1}}\n");
    let ran = agentwire(&["check", "ag-ui", "--tolerant"], input.as_bytes());
    let starts = [
        "-:1: valid STEP_STARTED",
        "-:3: valid \\u{1b}[2J",
        "    note: the tag `type` is `\\u{1b}[2J`",
        "-:4: valid STEP_STARTED",
        "    note: /\\u{7}: the member `\\u{7}` is not known",
    ];
    assert_eq!(ran.out.lines().count(), starts.len(), "{}", ran.out);
    for (line, start) in ran.out.lines().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    let ran = agentwire(&["check", "ag-ui"], b"{\"type\":\"STEP_STARTED\",\"stepName\":5}");
    assert_eq!(ran.out, "-:1: invalid STEP_STARTED\n    /stepName: expected a string, found a number `5` [type] at byte 34\n");
    assert_eq!(ran.err, "1 message: 0 valid, 1 invalid\n");
}

#[test]
fn with_several_files_each_line_names_its_own() {
    let files = ["examples/data/octo-session.ndjson", "-"];
    let ran = agentwire(&["check", "octo", "--json", files[0], files[1]], b"{}");
    let reports = ran.json();
    assert_eq!(reports.len(), 74);
    assert!(reports[..73].iter().all(|report| report["file"] == files[0]), "{}", ran.out);
    assert_eq!((&reports[73]["file"], &reports[73]["line"]), (&json!("-"), &json!(1)));
    let ran = agentwire(&["check", "octo", "--json", files[0]], b"");
    assert!(ran.json().iter().all(|report| report.get("file").is_none()), "{}", ran.out);
}

#[test]
fn options_change_the_verdict_as_they_say() {
    let unknown = r#"{"type":"SOMETHING_NEW","x":1}"#;
    let null = r#"{"type":"STEP_STARTED","stepName":"s","timestamp":null}"#;
    let raw = r#"{"type":"STEP_STARTED","stepName":"s","rawEvent":null}"#;
    let member = r#"{"type":"STEP_STARTED","stepName":"s","x":1}"#;
    // Message, options, verdict, and of each note the path and what it says was done.
    type Case<'a> = (&'a str, &'a [&'a str], bool, &'a [(&'a str, &'a str)]);
    let cases: [Case<'_>; 10] = [
        (unknown, &[], false, &[]),
        (unknown, &["--tolerant"], true, &[("", "unknown_event")]),
        (member, &[], false, &[]),
        (member, &["--tolerant"], true, &[("/x", "unknown_member")]),
        (null, &["--tolerant"], false, &[]),
        (null, &["--tolerant", "--null-as-absent"], true, &[("/timestamp", "null_as_absent")]),
        (raw, &[], true, &[]),
        (raw, &["--revision", "draft"], true, &[]),
        (raw, &["--revision", "1.0"], false, &[]),
        (raw, &["--revision=1.0", "--tolerant"], true, &[("/rawEvent", "shim")]),
    ];
    for (message, options, valid, notes) in cases {
        let args = [&["check", "ag-ui", "--json"], options].concat();
        let ran = agentwire(&args, message.as_bytes());
        let [report] = &ran.json()[..] else { panic!("{message} {options:?}: {}", ran.out) };
        assert_eq!(report["valid"], valid, "{message} {options:?}: {report}");
        assert_eq!(ran.code, Some(i32::from(!valid)));
        let found: Vec<_> = report["notes"].as_array().into_iter().flatten().map(|note| (&note["path"], &note["what"])).collect();
        let notes: Vec<_> = notes.iter().map(|(path, what)| (json!(path), json!(what))).collect();
        assert_eq!(found, notes.iter().map(|(path, what)| (path, what)).collect::<Vec<_>>(), "{message} {options:?}");
    }
}

#[test]
fn lints_are_notes_and_change_no_verdict() {
    let message = concat!(
        r#"{"type":"model.switch.after","id":"e1","parentEventId":"e1","source":"urn:x","time":"2026-03-04T05:06:07Z","#,
        r#""harness":{"name":"h","version":"1"},"previous":{"id":"a","provider":"p"},"current":{"id":"b","provider":"p"},"reason":"r"}"#
    );
    for options in [&["--json"][..], &["--json", "--tolerant"]] {
        let ran = agentwire(&[&["check", "ahp"], options].concat(), message.as_bytes());
        let note = r#"{"path":"/parentEventId","what":"lint","message":"an event is not its own parent [lint-self-parent]"}"#;
        let report = format!(r#"{{"line":1,"valid":true,"type":"model.switch.after","errors":[],"notes":[{note}]}}"#);
        assert_eq!((ran.out.trim_end(), ran.code), (report.as_str(), Some(0)));
    }
    let ran = agentwire(&["check", "ahp"], message.as_bytes());
    assert_eq!(ran.out, "-:1: valid model.switch.after\n    lint: /parentEventId: an event is not its own parent [lint-self-parent]\n");
}

#[test]
fn a_capture_of_server_sent_events_gives_the_verdicts_of_its_messages() {
    let (capture, plain) = ("examples/data/ag-ui-run.sse", "examples/data/ag-ui-run.ndjson");
    let ran = agentwire(&["check", "ag-ui", "--sse", capture], b"");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), "92 messages: 92 valid, 0 invalid\n"), "{}", ran.out);
    assert_eq!(agentwire(&["recode", "ag-ui", "--sse", capture], b"").out, agentwire(&["recode", "ag-ui", plain], b"").out);

    let torn = concat!(
        ": hi\n\ndata: {\"type\":\"STEP_STARTED\",\r\ndata: \"stepName\":\"s\",\ndata: \"rawEvent\":[1,\ndata:2]}\n\n",
        "data: {}\n\nid: 7\n\ndata: {"
    );
    let ran = agentwire(&["check", "ag-ui", "--sse", "--json"], torn.as_bytes());
    let found: Vec<_> = ran.json().iter().map(|report| (report["line"].clone(), report["valid"].clone())).collect();
    assert_eq!(found, [(json!(3), json!(true)), (json!(8), json!(false)), (json!(12), json!(false))]);
    let limited = agentwire(&["check", "ag-ui", "--sse", "--json", "--max-line", "10"], torn.as_bytes()).json();
    assert_eq!((limited.len(), &limited[0]["line"], &limited[0]["errors"][0]["rule"]), (3, &json!(3), &json!("line-limit")));
    let ran = agentwire(&["recode", "ag-ui", "--sse"], torn.as_bytes());
    assert_eq!(ran.out, "{\"type\":\"STEP_STARTED\",\"rawEvent\":[1, 2],\"stepName\":\"s\"}\n");
    assert_eq!(ran.code, Some(1));
}

/// Feeds cases of one protocol, one process a type, and compares verdicts and paths with the files.
fn corpus(protocol: &str, files: &[&str], at_least: usize) {
    let mut by_type = BTreeMap::<String, Vec<Value>>::new();
    for file in files {
        for case in support::lines(&format!("tests/corpus/{file}.ndjson")) {
            by_type.entry(case["type"].as_str().expect("type").to_owned()).or_default().push(case);
        }
    }
    let mut judged = 0;
    for (ty, cases) in by_type {
        // What has a line feed within is no line, and what is blank is no message.
        let lines = |case: &Value| case["input"].as_str().expect("input").trim_end_matches('\n').to_owned();
        let cases: Vec<&Value> = cases.iter().filter(|case| !lines(case).contains('\n') && !lines(case).trim().is_empty()).collect();
        let input: String = cases.iter().map(|case| lines(case) + "\n").collect();
        let ran = agentwire(&["check", &format!("{protocol}/{ty}"), "--json"], input.as_bytes());
        let reports = ran.json();
        assert_eq!(reports.len(), cases.len(), "{protocol}/{ty}");
        for ((report, case), number) in reports.iter().zip(&cases).zip(1..) {
            assert_eq!(report["line"], number);
            if let Some(valid) = case["valid"].as_bool() {
                assert_eq!(report["valid"], valid, "{} {}: {report}", case["id"], case["input"]);
            }
            for error in report["errors"].as_array().into_iter().flatten() {
                let (path, expected) = (error["path"].as_str().unwrap_or("?"), case["path"].as_str().unwrap_or(""));
                assert!(support::below(path, expected), "{} {}: {report}", case["id"], case["input"]);
            }
        }
        judged += cases.len();
    }
    assert!(judged >= at_least, "{judged} cases");
}

#[test]
fn octo_cases_fed_as_lines_have_the_right_verdict() {
    corpus("octo", &["octo", "octo-neighbours"], 7000);
}

#[test]
fn ahp_cases_fed_as_lines_have_the_right_verdict() {
    corpus("ahp", &["ahp", "ahp-neighbours"], 2100);
}

#[test]
fn ag_ui_cases_fed_as_lines_have_the_right_verdict() {
    corpus("ag-ui", &["ag-ui", "ag-ui-neighbours"], 3200);
}

// ---- recode, hash, types, schema ------------------------------------------------------------------

#[test]
fn recode_writes_one_line_a_valid_message_and_errors_elsewhere() {
    let raw = "{\"stepName\":\"\\r\",\"type\":\"STEP_STARTED\",\r\"rawEvent\":{\r\"b\" : 1.0,\r\n\"a\":null}}";
    let input = format!("{STEP}\n{}\r\n{{\"type\":\"STEP_STARTED\"}}\n\n{{\n", raw.replace('\n', ""));
    let ran = agentwire(&["recode", "ag-ui"], input.as_bytes());
    assert_eq!(
        ran.out,
        format!("{STEP}\n{}\n", r#"{"type":"STEP_STARTED","rawEvent":{ "b" : 1.0, "a":null},"stepName":"\r"}"#),
        "members in the protocol's order, opaque text as it came but for its line breaks"
    );
    assert!(!ran.out.contains('\r'));
    let errors = ["-:3: invalid STEP_STARTED", "    the member `stepName` is missing [required]", "-:5: invalid -", "    expected "];
    assert_eq!(ran.err.lines().count(), errors.len(), "{}", ran.err);
    for (line, start) in ran.err.lines().zip(errors) {
        assert!(line.starts_with(start), "{line}");
    }
    assert_eq!(ran.code, Some(1));
}

#[test]
fn hash_prints_the_context_hash_of_each_envelope() {
    let examples = support::lines("tests/corpus/octo-canonical.ndjson");
    let (input, hashes): (Vec<&str>, Vec<&str>) = examples
        .iter()
        .filter(|example| example["input"].as_str().is_some_and(|input| input.contains("octo.context-envelope/v3")))
        .map(|example| (example["input"].as_str().expect("input"), example["hash"].as_str().expect("hash")))
        .unzip();
    assert!(input.len() >= 4);
    let ran = agentwire(&["hash"], input.join("\n").as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(ran.out.lines().collect::<Vec<_>>(), hashes);

    let ran = agentwire(&["hash", "-"], format!("{{}}\n\n{}\n", input[0]).as_bytes());
    assert_eq!((ran.code, ran.out.trim_end()), (Some(1), hashes[0]));
    assert!(ran.err.starts_with("-:1: invalid ContextEnvelope\n    the member `"), "{}", ran.err);
}

#[test]
fn types_lists_what_check_takes() {
    let all = agentwire(&["types"], b"");
    let mut joined = String::new();
    for (protocol, default, at_least) in [("octo", "HostFrame", 109), ("ahp", "Event", 20), ("ag-ui", "Event", 30)] {
        let ran = agentwire(&["types", protocol], b"");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        let lines: Vec<&str> = ran.out.lines().collect();
        assert!(lines.len() >= at_least, "{protocol} has {} types", lines.len());
        assert!(protocol != "octo" || lines.len() == 109);
        assert!(lines.iter().all(|line| line.starts_with(&format!("{protocol}/"))), "{}", ran.out);
        assert!(lines.contains(&format!("{protocol}/{default}").as_str()));
        for line in [lines.first(), lines.last()].into_iter().flatten() {
            assert_eq!(agentwire(&["check", line], b"").code, Some(0), "{line}");
        }
        joined += &ran.out;
    }
    assert_eq!((all.code, all.out), (Some(0), joined));
}

#[test]
fn schema_prints_a_json_schema() {
    for (protocol, definition) in [("octo", "HostFrame"), ("ahp", "Harness"), ("ag-ui", "Message")] {
        let ran = agentwire(&["schema", protocol], b"");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        let schema: Value = serde_json::from_str(&ran.out).expect("the schema is JSON");
        let definitions = ["definitions", "$defs"].iter().find_map(|name| schema[name].as_object()).expect("definitions");
        assert!(definitions.contains_key(definition), "{protocol}");
        assert!(schema["$schema"].is_string());
        assert!(ran.out.ends_with("}\n"));
    }
}

// ---- how a run ends -------------------------------------------------------------------------------

#[test]
fn exit_codes_tell_valid_invalid_and_unusable() {
    let good = "examples/data/ag-ui-run.ndjson";
    let cases: [(&[&str], &str, i32); 27] = [
        (&["check", "ag-ui"], "", 0),
        (&["check", "ag-ui"], STEP, 0),
        (&["check", "ag-ui", "-"], STEP, 0),
        (&["check", "ag-ui"], "{}", 1),
        (&["check", "ag-ui", good, "-"], "{}", 1),
        (&["check", "ag-ui", "no-such-file"], "", 2),
        (&["check", "ag-ui", "no-such-file", "-"], "{}", 2),
        (&["check", "ag-ui", "src"], "", 2),
        (&["check"], "", 2),
        (&["check", "no-such-protocol"], "", 2),
        (&["check", "ag-ui/NoSuchType"], "", 2),
        (&["check", "ag-ui/"], "", 2),
        (&["check", "ag-ui/Event/Event"], "", 2),
        (&["check", "AG-UI"], "", 2),
        (&["check", "ag-ui", "--no-such-option"], "", 2),
        (&["check", "ag-ui", "--null-as-absent"], "", 2),
        (&["check", "ag-ui", "--revision", "2"], "", 2),
        (&["check", "ag-ui", "--max-line", "0"], "", 2),
        (&["recode", "ag-ui"], STEP, 0),
        (&["recode", "ag-ui"], "{}", 1),
        (&["recode", "ag-ui", "no-such-file"], "", 2),
        (&["hash", "no-such-file"], "", 2),
        (&["types", "no-such-protocol"], "", 2),
        (&["schema"], "", 2),
        (&["schema", "ag-ui/Event"], "", 2),
        (&["--help"], "", 0),
        (&[], "", 2),
    ];
    for (args, input, code) in cases {
        let ran = agentwire(args, input.as_bytes());
        assert_eq!(ran.code, Some(code), "{args:?}: {}{}", ran.out, ran.err);
        assert!(code != 2 || !ran.err.is_empty(), "{args:?} says why");
    }
}

#[test]
fn a_file_that_cannot_be_read_does_not_keep_the_others_from_being_judged() {
    let ran = agentwire(&["check", "ag-ui", "--json", "no-such-file", "-"], STEP.as_bytes());
    assert_eq!((ran.code, ran.json().len()), (Some(2), 1));
    assert!(ran.err.contains("no-such-file"), "{}", ran.err);
}

#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    for (args, line, code) in [
        (&["check", "ag-ui"][..], STEP, 0),
        (&["check", "ag-ui", "--json"], STEP, 0),
        (&["check", "ag-ui", "--json"], "{}", 1),
        (&["recode", "ag-ui"], STEP, 0),
        (&["schema", "octo"], "", 0),
    ] {
        let mut child = start(args);
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("piped");
        while !line.is_empty() && writeln!(stdin, "{line}").is_ok() {}
        drop(stdin);
        let mut err = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut err).expect("readable");
        let status = child.wait().expect("the run ends");
        assert_eq!((status.code(), err.as_str()), (Some(code), ""), "{args:?}");
    }
}

#[test]
fn answers_come_before_more_is_read() {
    let mut child = start(&["check", "ag-ui", "--json"]);
    let mut stdin = child.stdin.take().expect("piped");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    for number in 1..=3 {
        // The next line has begun, and its end is still to come.
        let begun = if number == 1 { "" } else { &STEP[..5] };
        write!(stdin, "{}\n{}", STEP.strip_prefix(begun).expect("a part of it"), &STEP[..5]).expect("taken");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("answered");
        assert!(answer.starts_with(&format!("{{\"line\":{number},\"valid\":true")), "{answer}");
    }
    drop(stdin);
    assert_eq!(child.wait().expect("the run ends").code(), Some(1), "the last line is torn");
}
