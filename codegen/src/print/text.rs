//! Lines and comments.

use std::fmt::Write as _;

use crate::code::WIDTH;

/// Longest line of documentation, in characters.
const DOC_WIDTH: usize = 100;

/// Lines of short entries behind four blanks, as many as fit on each.
pub(super) fn filled(out: &mut String, entries: impl Iterator<Item = String>) {
    let mut line = String::new();
    for entry in entries {
        if !line.is_empty() && line.chars().count() + entry.chars().count() > WIDTH - 4 {
            let _ = writeln!(out, "   {line}");
            line.clear();
        }
        line.push(' ');
        line.push_str(&entry);
    }
    if !line.is_empty() {
        let _ = writeln!(out, "   {line}");
    }
}

/// A macro call with entries: on one line if it fits, else the entries on lines of their own.
pub(super) fn block(out: &mut String, head: &str, entries: &[String]) {
    let line = format!("{head} {{ {} }} }}", entries.join(" ").trim_end_matches(','));
    match entries {
        [] => drop(writeln!(out, "{head} {{}} }}")),
        _ if line.chars().count() <= WIDTH => drop(writeln!(out, "{line}")),
        _ => {
            let _ = writeln!(out, "{head} {{");
            filled(out, entries.iter().cloned());
            out.push_str("} }\n");
        }
    }
}

/// A paragraph as documentation.
pub(super) fn docs(out: &mut String, indent: &str, doc: &str) {
    for line in doc_lines(doc) {
        let _ = writeln!(out, "{indent}///{line}");
    }
}

/// A paragraph as lines of documentation, each with its leading blank.
pub(crate) fn doc_lines(doc: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in doc.split_whitespace() {
        // Within backticks a backslash is one.
        let word = if word.contains('`') { word.to_owned() } else { word.replace('[', "\\[").replace(']', "\\]").replace('<', "\\<") };
        match lines.last_mut() {
            Some(line) if line.is_empty() || line.chars().count() + word.chars().count() < DOC_WIDTH => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(format!(" {word}")),
        }
    }
    lines
}
