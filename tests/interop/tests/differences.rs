//! Where the schema, agentwire and a peer part: each line of `differences.ndjson` has its verdicts, and the
//! tables in `docs/interoperability.md` are those lines.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use agentwire::Revision;
use agentwire_interop::{changes, parse, repository, Answer, Peer, PEERS};
use serde::Deserialize;

/// One input on which they part.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Difference {
    /// Name of the peer.
    peer: String,
    /// The message.
    input: String,
    /// What the table shows in place of a long message.
    #[serde(default)]
    shown: Option<String>,
    schema: Schema,
    agentwire: Verdict,
    /// What the peer does.
    verdict: Verdict,
    /// What the peer writes after reading the message, where that is short and always the same.
    #[serde(default)]
    writes: Option<String>,
    why: String,
}

/// What the schema says to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Schema {
    Valid,
    Invalid,
    /// Valid in AG-UI's draft, invalid in revision 1.0.
    Draft,
    /// The schema does not speak of it: the text is no JSON value, or not exactly one, or of another schema.
    Outside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Accepts,
    /// Accepts, with a warning.
    Warns,
    /// Accepts, and writes something else.
    Changes,
    Refuses,
    Panics,
}

fn differences() -> Vec<Difference> {
    let text = fs::read_to_string(repository("tests/interop/differences.ndjson")).expect("the differences are there");
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

fn verdict(input: &str, answer: &Answer) -> Verdict {
    match answer {
        Answer { panicked: true, .. } => Verdict::Panics,
        Answer { accepted: false, .. } => Verdict::Refuses,
        Answer { warned: true, .. } => Verdict::Warns,
        _ => match (parse(input), parse(&answer.text)) {
            (Ok(input), Ok(written)) if changes(&input, &written).is_empty() => Verdict::Accepts,
            // A text without a value cannot be compared with another.
            (Err(_), Err(_)) => Verdict::Accepts,
            _ => Verdict::Changes,
        },
    }
}

#[test]
fn every_recorded_difference_is_one() {
    let differences = differences();
    let mut wrong = Vec::new();
    for peer in &PEERS {
        let rows: Vec<&Difference> = differences.iter().filter(|row| row.peer == peer.name).collect();
        assert!(rows.len() >= 10, "{} has {} rows", peer.name, rows.len());
        let schema = jsonschema::options().should_validate_formats(true).build(&peer.protocol.schema()).expect("the schema is one");
        let codec = peer.protocol.codec();
        let answers = peer.ask(rows.iter().map(|row| row.input.as_str()));
        for (row, answer) in rows.iter().zip(answers) {
            let mut expect = |what: &str, expected: &dyn std::fmt::Debug, found: &dyn std::fmt::Debug| {
                let [expected, found] = [format!("{expected:?}"), format!("{found:?}")];
                if expected != found {
                    wrong.push(format!("{}: {what} is {found}, not {expected}: {:.300}", row.peer, row.input));
                }
            };
            let valid = parse(&row.input).is_ok_and(|value| schema.is_valid(&value));
            if row.schema != Schema::Outside {
                expect("valid by the schema", &(row.schema != Schema::Invalid), &valid);
            }
            let ours = codec.recode(row.input.as_bytes());
            let found = ours
                .as_ref()
                .map_or(Verdict::Refuses, |text| verdict(&row.input, &Answer { accepted: true, text: text.clone(), ..Answer::default() }));
            expect("agentwire's verdict", &row.agentwire, &found);
            if row.schema == Schema::Draft {
                expect("valid in revision 1.0", &false, &codec.check(row.input.as_bytes(), Revision::V1_0).is_ok());
            }
            expect("the peer's verdict", &row.verdict, &verdict(&row.input, &answer));
            if let Some(writes) = &row.writes {
                expect("what the peer writes", writes, &answer.text);
            }
        }
    }
    println!("{} differences, as recorded", differences.len());
    assert!(wrong.is_empty(), "{} are not as recorded:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_difference_is_recorded_once_and_is_a_difference() {
    let mut seen = BTreeSet::new();
    for row in differences() {
        assert!(Peer::find(&row.peer).is_some(), "{} is not a peer", row.peer);
        assert!(seen.insert((row.peer.clone(), row.input.clone())), "twice: {row:?}");
        let agreed = match row.schema {
            Schema::Valid => row.agentwire == Verdict::Accepts && row.verdict == Verdict::Accepts,
            Schema::Invalid => row.agentwire == Verdict::Refuses && row.verdict == Verdict::Refuses,
            Schema::Draft | Schema::Outside => row.agentwire == row.verdict,
        };
        assert!(!agreed, "all say the same: {row:?}");
    }
}

/// The table of one peer's differences, in Markdown.
fn table(peer: &Peer) -> String {
    let cell = |text: &str| text.replace('|', "\\|");
    let mut out = String::from("| Input | Schema | agentwire | Peer | Why |\n|---|---|---|---|---|\n");
    for row in differences().iter().filter(|row| row.peer == peer.name) {
        let input = row.shown.clone().unwrap_or_else(|| format!("`{}`", row.input));
        let schema = match row.schema {
            Schema::Valid => "valid",
            Schema::Invalid => "invalid",
            Schema::Draft => "draft: valid, 1.0: invalid",
            Schema::Outside => "does not say",
        };
        let says = |verdict: Verdict| match verdict {
            Verdict::Accepts => "accepts",
            Verdict::Warns => "accepts with a warning",
            Verdict::Changes => "accepts",
            Verdict::Refuses => "refuses",
            Verdict::Panics => "panics",
        };
        let mut answer = says(row.verdict).to_owned();
        match &row.writes {
            Some(text) => write!(answer, ", writes `{text}`").expect("a string takes everything"),
            None if row.verdict == Verdict::Changes => answer.push_str(", writes something else"),
            None => {}
        }
        let columns = [&input, schema, says(row.agentwire), &answer, &row.why].map(cell);
        writeln!(out, "| {} |", columns.join(" | ")).expect("a string takes everything");
    }
    out
}

/// Run with `UPDATE_DOCS=1` to write the tables.
#[test]
fn the_tables_in_the_docs_are_the_recorded_differences() {
    let path = repository("docs/interoperability.md");
    let found = fs::read_to_string(&path).expect("the docs are there");
    let mut expected = found.clone();
    for peer in &PEERS {
        let begin = format!("<!-- differences of {} -->\n", peer.name);
        let from = expected.find(&begin).unwrap_or_else(|| panic!("no place for the table of {}", peer.name)) + begin.len();
        let to = from + expected[from..].find("<!-- end -->").unwrap_or_else(|| panic!("no end of the table of {}", peer.name));
        expected.replace_range(from..to, &table(peer));
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, expected).expect("the docs can be written");
    } else {
        assert!(found == expected, "docs/interoperability.md is out of date: run with UPDATE_DOCS=1");
    }
}
