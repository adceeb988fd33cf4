//! Compatibility tables: what the repository's becomes, what is said of a broken one.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use agentwire_codegen::table::{compatibility, read, Table};
use agentwire_codegen::CodegenError;

fn schema(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema").join(file)).unwrap()
}

fn ag_ui() -> Table {
    read("events.toml", &schema("ag-ui/events.toml")).unwrap_or_else(|error| panic!("{error}"))
}

fn broken(table: &Table, text: &str, claim: &str) -> CodegenError {
    match compatibility(table, "c.toml", text) {
        Ok(_) => panic!("taken: {claim}"),
        Err(error) => error,
    }
}

#[test]
fn the_table_of_this_repository_is_fine() {
    let made = compatibility(&ag_ui(), "schema/ag-ui/compatibility.toml", &schema("ag-ui/compatibility.toml"));
    insta::assert_snapshot!(made.unwrap_or_else(|error| panic!("{error}")).rust);
}

/// Each case replaces one text of the repository's table by another. The snapshot shows the error with the line it points to.
#[test]
fn errors_say_what_is_wrong_and_where() {
    const CASES: &[(&str, &str, &str)] = &[
        ("another protocol", r#"protocol = "ag-ui""#, r#"protocol = "ahp""#),
        ("an unknown key", "drop    = [\"title\"]", "drops   = [\"title\"]"),
        ("an id twice", "B1-thinking-end", "B1-thinking-start"),
        ("a time beside the day", "expires = 2027-08-24", "expires = 2027-08-24T00:00:00"),
        ("a word the series does not know", r#"does = "use""#, r#"does = "keep""#),
        ("an unknown event", r#"becomes = "REASONING_END""#, r#"becomes = "REASONING_STOP""#),
        ("an event that is not retired", r#"was     = "THINKING_END""#, r#"was     = "REASONING_END""#),
        ("a retired event twice", r#"was     = "THINKING_END""#, r#"was     = "THINKING_START""#),
        (
            "a member that is not the new event's",
            r#"member = "messageId", track = "span", does = "close""#,
            r#"member = "spanId", track = "span", does = "close""#,
        ),
        (
            "an identifier that is none",
            r#"member = "messageId", track = "span", does = "close""#,
            r#"member = "timestamp", track = "span", does = "close""#,
        ),
        ("a value that the member does not take", r#"role = "reasoning""#, r#"role = "assistant""#),
        ("a member set and minted", r#"set     = { role = "reasoning" }"#, r#"set     = { role = "reasoning", messageId = "m" }"#),
        ("a lost member that is not lost", r#"drop    = ["title"]"#, r#"drop    = ["timestamp"]"#),
        ("an event of a null that is unknown", r#"event = "TOOL_CALL_CHUNK""#, r#"event = "TOOL_CALL_PIECE""#),
        ("a member of a null that is unknown", r#"event = "*", member = "rawEvent""#, r#"event = "*", member = "raw""#),
        ("a member that is required", r#"event = "RUN_FINISHED", member = "outcome""#, r#"event = "RUN_FINISHED", member = "runId""#),
        ("a member twice", r#"event = "TOOL_CALL_CHUNK", member"#, r#"event = "TOOL_CALL_START", member"#),
        ("a type that is unknown", r#"type = "Tool", member"#, r#"type = "Toool", member"#),
        ("a type that is no object", r#"type = "Tool", member"#, r#"type = "Content", member"#),
        ("a member of a type that is unknown", r#"member = "parameters""#, r#"member = "params""#),
        (
            "a type that does not stand there",
            r#"type = "ImagePart", member = "metadata", within = ["MESSAGES_SNAPSHOT.messages", "RUN_STARTED.input.messages"]"#,
            r#"type = "ImagePart", member = "metadata", within = ["RUN_STARTED.input.tools"]"#,
        ),
        (
            "a place without a member",
            r#"member = "payload", within = ["RUN_STARTED.input"]"#,
            r#"member = "payload", within = ["RUN_STARTED"]"#,
        ),
        (
            "a place that leads through a union",
            r#"member = "payload", within = ["RUN_STARTED.input"]"#,
            r#"member = "payload", within = ["RUN_STARTED.input.messages.content"]"#,
        ),
        (
            "a place for an event's member",
            r#"{ event = "RUN_FINISHED", member = "result" }"#,
            r#"{ event = "RUN_FINISHED", member = "result", within = ["RUN_STARTED.input"] }"#,
        ),
        ("neither event nor type", r#"[{ event = "*", member = "rawEvent" }]"#, r#"[{ member = "rawEvent" }]"#),
        ("a part that is not retired", r#"was     = "binary""#, r#"was     = "image""#),
        ("a part type that is unknown", r#"otherwise = "DocumentPart""#, r#"otherwise = "FilePart""#),
        ("parts of two unions", r#"otherwise = "DocumentPart""#, r#"otherwise = "DataSource""#),
        ("a part that may lack what tells its type", r#"needs   = ["mimeType"]"#, r#"needs   = []"#),
        ("a part without a source", r#"otherwise = "DocumentPart""#, r#"otherwise = "TextPart""#),
        ("a source that is none", r#"type = "UrlSource", copy"#, r#"type = "Context", copy"#),
        ("a source without what goes along", r#"type = "UrlSource", copy = ["mimeType"]"#, r#"type = "UrlSource", copy = ["filename"]"#),
        ("a place for a moved member that is none", r#"filename = "metadata.filename""#, r#"filename = "filename""#),
        ("a moved member that the part does not have", r#"filename = "metadata.filename""#, r#"filename = "meta.filename""#),
        (
            "a part that does not stand there",
            r#"within  = ["MESSAGES_SNAPSHOT.messages", "RUN_STARTED.input.messages"]"#,
            r#"within  = ["RUN_STARTED.input.tools"]"#,
        ),
    ];
    let (table, good) = (ag_ui(), schema("ag-ui/compatibility.toml"));
    let mut shown = String::new();
    for (claim, from, to) in CASES {
        assert!(good.contains(from), "{claim}: the table has no `{from}`");
        let text = good.replacen(from, to, 1);
        let error = broken(&table, &text, claim);
        let (line, column) = error.position.expect(claim);
        let line = text.lines().nth(line - 1).unwrap_or_default();
        writeln!(shown, "{claim}\n  {error}\n  | {line}").unwrap();
        writeln!(shown, "  | {:>column$}\n", "^").unwrap();
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn no_piece_of_a_table_makes_the_reader_panic() {
    let (table, good) = (ag_ui(), schema("ag-ui/compatibility.toml"));
    let lines: Vec<&str> = good.lines().collect();
    for missing in 0..lines.len() {
        let rest = [&lines[..missing], &lines[missing + 1..]].concat();
        let _ = compatibility(&table, "gap.toml", &rest.join("\n"));
        let _ = compatibility(&table, "piece.toml", &lines[..missing].join("\n"));
    }
}
