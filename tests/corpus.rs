//! Inputs with known verdicts: the codec agrees on the verdict, the path and the text that comes back.

mod support;

use serde_json::Value;

/// Runs every case of a corpus file; gives what is wrong, one line a case.
fn run(protocol: &str, file: &str) -> (usize, Vec<String>) {
    let cases = support::lines(file);
    let mut wrong = Vec::new();
    for case in &cases {
        let text = |name: &str| case[name].as_str();
        let (id, input) = (text("id").expect("id"), text("input").expect("input"));
        let ty = support::find(protocol, text("type").expect("type"));
        let result = ty.recode(input.as_bytes());
        let says = match (&result, case["valid"].as_bool()) {
            (Ok(_), Some(false)) => Some("accepted".to_owned()),
            (Err(error), Some(true)) => Some(format!("refused: {error}")),
            (Err(error), _) => {
                let astray = |expected: &str| {
                    error.violations().iter().find(|violation| !support::below(&violation.path, expected)).map(|v| v.path.clone())
                };
                text("path").and_then(|expected| Some(format!("path {:?}, expected {expected:?}: {error}", astray(expected)?)))
            }
            (Ok(output), _) => {
                let expected = text("reencode").unwrap_or(input);
                let values: [Value; 2] = [output, expected].map(|text| serde_json::from_str(text).expect("valid JSON"));
                (!support::equal(&values[0], &values[1])).then(|| format!("came back as {output}"))
            }
        };
        wrong.extend(says.map(|says| {
            format!(
                "{id} {} {} {:.300}\n    {says:.400}",
                case["type"],
                case.get("rule").or(case.get("why")).unwrap_or(&Value::Null),
                input
            )
        }));
    }
    (cases.len(), wrong)
}

fn all_right(protocol: &str, file: &str, at_least: usize) {
    let (count, wrong) = run(protocol, file);
    assert!(count >= at_least, "{file} holds {count} cases");
    assert!(
        wrong.is_empty(),
        "{} of {count} cases are wrong:\n{}",
        wrong.len(),
        wrong.iter().take(40).cloned().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn octo_cases_from_bug_reports_have_the_right_verdict() {
    all_right("octo", "tests/corpus/octo.ndjson", 46);
}

#[test]
fn ahp_cases_from_bug_reports_have_the_right_verdict() {
    all_right("ahp", "tests/corpus/ahp.ndjson", 63);
}

#[test]
fn ag_ui_cases_from_bug_reports_have_the_right_verdict() {
    all_right("ag-ui", "tests/corpus/ag-ui.ndjson", 63);
}

#[test]
fn octo_neighbours_of_every_rule_have_the_right_verdict() {
    all_right("octo", "tests/corpus/octo-neighbours.ndjson", 7000);
}

#[test]
fn ahp_neighbours_of_every_rule_have_the_right_verdict() {
    all_right("ahp", "tests/corpus/ahp-neighbours.ndjson", 250);
}

#[test]
fn ag_ui_neighbours_of_every_rule_have_the_right_verdict() {
    all_right("ag-ui", "tests/corpus/ag-ui-neighbours.ndjson", 3000);
}
