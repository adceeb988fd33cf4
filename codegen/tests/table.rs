//! Event tables: what a good one is lowered to, what is said of a broken one.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[cfg(feature = "format-schema")]
use agentwire_codegen::table::format_schema;
use agentwire_codegen::table::{lower, read};
use agentwire_codegen::CodegenError;
use serde_json::Value;

const GOOD: &str = include_str!("table/good.toml");
const BROKEN: &str = include_str!("table/broken.txt");
const HEAD: &str = "protocol = 'p'\nid = 'urn:p'\ntitle = 'P'\n";

fn read_and_lower(file: &str, text: &str) -> Result<Value, CodegenError> {
    lower(&read(file, text)?)
}

fn schema_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema")
}

#[test]
fn everything_has_its_place_in_the_schema() {
    let schema = read_and_lower("good.toml", GOOD).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&schema).unwrap());
}

/// The snapshot shows each error with the line it points to.
#[test]
fn errors_say_what_is_wrong_and_where() {
    let mut shown = String::new();
    for case in BROKEN.split("\n### ").skip(1) {
        let (claim, body) = case.split_once('\n').unwrap_or((case, ""));
        let text = format!("{HEAD}{body}");
        let error = read_and_lower("t.toml", &text).expect_err(claim);
        let (line, column) = error.position.expect(claim);
        let line = text.lines().nth(line - 1).unwrap_or_default();
        writeln!(shown, "{claim}\n  {error}\n  | {line}").unwrap();
        writeln!(shown, "  | {:>column$}\n", "^").unwrap();
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn no_piece_of_a_table_makes_the_reader_panic() {
    for (end, _) in GOOD.char_indices() {
        let _ = read_and_lower("piece.toml", &GOOD[..end]);
    }
    let lines: Vec<&str> = GOOD.lines().collect();
    for missing in 0..lines.len() {
        let rest = [&lines[..missing], &lines[missing + 1..]].concat();
        let _ = read_and_lower("gap.toml", &rest.join("\n"));
    }
}

#[test]
fn the_tables_of_this_repository_are_fine() {
    for protocol in ["ahp", "ag-ui"] {
        let path = schema_dir().join(protocol).join("events.toml");
        let text = fs::read_to_string(&path).unwrap();
        let table = read(&path.to_string_lossy(), &text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(table.protocol(), protocol);
        lower(&table).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Editors read the file, so it is kept; the types of the reader are what it is made of.
#[cfg(feature = "format-schema")]
#[test]
fn the_schema_of_the_format_is_current() {
    let path = schema_dir().join("event-table.schema.json");
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, format_schema()).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == format_schema(), "{} is out of date: run this test with UPDATE=1", path.display());
}
