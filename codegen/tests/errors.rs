//! Broken schemas and bindings: what is said of each, and where it points.

use std::fmt::Write as _;

use agentwire_codegen::{from_schema, Input};

const BROKEN: &str = include_str!("errors/broken.txt");

/// The snapshot shows each error with the line it points to.
#[test]
fn errors_say_what_is_wrong_and_where() {
    let mut shown = String::new();
    for case in BROKEN.split("\n### ").skip(1) {
        let (claim, body) = case.split_once('\n').unwrap_or((case, ""));
        let (schema, bindings) = body.split_once("\n---\n").unwrap_or((body, ""));
        let input = |file, text| Input { file, text };
        let error = from_schema(input("s.json", schema), input("b.toml", bindings)).expect_err(claim);
        let text = if error.file == "s.json" { schema } else { bindings };
        let (line, column) = error.position.expect(claim);
        let line = text.lines().nth(line - 1).unwrap_or_default();
        writeln!(shown, "{claim}\n  {error}\n  | {line}\n  | {:>column$}\n", "^").expect("a string takes everything");
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn no_piece_of_a_schema_makes_the_generator_panic() {
    for case in BROKEN.split("\n### ").skip(1) {
        let lines: Vec<&str> = case.lines().skip(1).take_while(|line| *line != "---").collect();
        for missing in 0..lines.len() {
            let rest = [&lines[..missing], &lines[missing + 1..]].concat().join("\n");
            let _ = from_schema(Input { file: "s.json", text: &rest }, Input { file: "b.toml", text: "" });
        }
    }
}
