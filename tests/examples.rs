//! The adapters under `examples/` turn their input into valid events, and go on after wrong input.

mod support;

use std::io::BufReader;

use agentwire::{ag_ui, ahp, Counter, Timestamp, Uri, Wire};

#[allow(dead_code)]
#[path = "../examples/claude_code_hooks.rs"]
mod claude_code_hooks;
#[allow(dead_code)]
#[path = "../examples/octo_to_ag_ui.rs"]
mod octo_to_ag_ui;
#[allow(dead_code)]
#[path = "../examples/openai_stream_to_ag_ui.rs"]
mod openai_stream_to_ag_ui;

fn file(name: &str) -> BufReader<std::fs::File> {
    let path = format!("{}/examples/data/{name}", env!("CARGO_MANIFEST_DIR"));
    BufReader::new(std::fs::File::open(&path).unwrap_or_else(|error| panic!("{path}: {error}")))
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("adapters write UTF-8")
}

fn noon() -> Timestamp {
    Timestamp::parse("2026-03-04T12:00:00Z").expect("a date-time")
}

#[test]
fn hook_payloads_become_ahp_events() {
    let source = Uri::parse("urn:agentwire:example:claude-code").expect("a URI");
    let mut adapter = claude_code_hooks::Adapter::new(source, Counter::new("evt-"), noon);
    let (mut out, mut log) = (Vec::new(), Vec::new());
    let wrong = claude_code_hooks::run(&mut adapter, file("claude-code-hooks.ndjson"), &mut out, &mut log).expect("the input is read");
    let out = text(out);
    for line in out.lines() {
        let event = ahp::Event::decode(line.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(event.lint(), [], "{line}");
    }
    assert_eq!(wrong, 3, "one wrong type, one wrong value, one torn line");
    insta::assert_snapshot!("claude_code_hooks", format!("{out}-- log\n{}", text(log)));
}

#[test]
fn chat_completions_stream_becomes_a_run() {
    let (mut out, mut log) = (Vec::new(), Vec::new());
    let mut run = openai_stream_to_ag_ui::Run::new("thread-1", "run-1");
    let wrong = openai_stream_to_ag_ui::adapt(&mut run, file("openai-stream.sse"), &mut out, &mut log).expect("the input is read");
    let out = text(out);
    for data in out.lines().filter_map(|line| line.strip_prefix("data: ")) {
        ag_ui::Event::decode(data.as_bytes()).unwrap_or_else(|error| panic!("{data}: {error}"));
    }
    assert_eq!(wrong, 2, "one wrong type, one call without a beginning");
    insta::assert_snapshot!("openai_stream_to_ag_ui", format!("{out}-- log\n{}", text(log)));
}

#[test]
fn stream_that_breaks_off_ends_in_an_error() {
    let whole = std::fs::read_to_string(format!("{}/examples/data/openai-stream.sse", env!("CARGO_MANIFEST_DIR"))).expect("the input");
    let torn = &whole.as_bytes()[..whole.len() / 2];
    let (mut out, mut log) = (Vec::new(), Vec::new());
    let mut run = openai_stream_to_ag_ui::Run::new("thread-1", "run-1");
    openai_stream_to_ag_ui::adapt(&mut run, torn, &mut out, &mut log).expect("the input is read");
    assert!(text(out).trim_end().lines().last().is_some_and(|last| last.contains("RUN_ERROR")));
}

#[test]
fn octo_stream_becomes_ag_ui_events() {
    let (mut out, mut log) = (Vec::new(), Vec::new());
    let mut bridge = octo_to_ag_ui::Bridge::default();
    let wrong = octo_to_ag_ui::adapt(&mut bridge, file("octo-session.ndjson"), &mut out, &mut log).expect("the input is read");
    assert_eq!((wrong, text(log).as_str()), (0, ""));
    let out = text(out);
    for line in out.lines() {
        ag_ui::Event::decode(line.as_bytes()).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    insta::assert_snapshot!("octo_to_ag_ui", out);
    let (mut out, mut log) = (Vec::new(), Vec::new());
    let broken: &[u8] = b"{\"kind\":\"native\"\n\n{\"kind\":\"canonical\",\"seq\":0}\n";
    let wrong = octo_to_ag_ui::adapt(&mut bridge, broken, &mut out, &mut log).expect("the input is read");
    let log = text(log);
    assert_eq!((wrong, log.starts_with("line 1: "), log.contains("\nline 3: canonical: ")), (2, true, true), "{log}");
}
