//! What is said about one message, as a line of JSON and as text for people.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use agentwire::catalog::{Remarks, Type};
use agentwire::framing::FrameTooLong;
use agentwire::{DecodeError, DecodeErrorKind, Note, NoteKind, Violation};
use serde::Serialize;

use crate::input::Message;

/// What to call a well-formed message: its own tag, or the name of its type where messages have none.
pub(crate) fn label<'a>(ty: &Type, text: &'a [u8]) -> Option<Cow<'a, str>> {
    if ty.tag_member().is_some() {
        ty.tag(text)
    } else {
        Some(ty.name().into())
    }
}

/// The verdict on one message.
#[derive(Debug, Serialize)]
pub(crate) struct Report<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    pub(crate) valid: bool,
    /// The message's own tag; the type's name where messages have none; null if it cannot be read.
    #[serde(rename = "type")]
    ty: Option<Cow<'a, str>>,
    errors: Vec<Problem>,
    #[serde(skip_serializing_if = "is_zero")]
    errors_omitted: usize,
    notes: Vec<Remark>,
    #[serde(skip_serializing_if = "is_zero")]
    notes_omitted: usize,
}

#[derive(Debug, Serialize)]
struct Problem {
    path: String,
    rule: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Remark {
    path: String,
    what: &'static str,
    message: String,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl<'a> Report<'a> {
    /// Judges a message: `label` reads its tag, `judge` decodes and checks it.
    pub(crate) fn new(
        message: &Message<'a>,
        label: impl FnOnce(&'a [u8]) -> Option<Cow<'a, str>>,
        judge: impl FnOnce(&[u8]) -> Result<Remarks, DecodeError>,
    ) -> Self {
        let mut report = Self {
            file: Some(message.file),
            line: match message.frame {
                Ok(frame) => frame.line,
                Err(too_long) => too_long.line,
            },
            valid: false,
            ty: None,
            errors: Vec::new(),
            errors_omitted: 0,
            notes: Vec::new(),
            notes_omitted: 0,
        };
        let text = match message.frame {
            Ok(frame) => frame.bytes,
            Err(FrameTooLong { limit, .. }) => {
                let message = format!("oversized: longer than {limit} bytes");
                report.errors.push(Problem { path: String::new(), rule: "line-limit", message, offset: None });
                return report;
            }
        };
        let verdict = judge(text);
        let malformed = |error: &DecodeError| matches!(error.kind(), DecodeErrorKind::Syntax | DecodeErrorKind::TooDeep);
        if !verdict.as_ref().is_err_and(malformed) {
            report.ty = label(text);
        }
        match verdict {
            Ok(remarks) => {
                report.valid = true;
                report.notes = remarks.notes.into_iter().map(Remark::from).collect();
                report.notes_omitted = remarks.notes_omitted;
            }
            Err(error) => {
                report.errors = error.violations().iter().map(Problem::from).collect();
                report.errors_omitted = error.violations().omitted();
            }
        }
        report
    }

    /// Leaves out the file, where there is only one.
    pub(crate) fn without_file(self) -> Self {
        Self { file: None, ..self }
    }

    /// Writes the report as one line of JSON.
    pub(crate) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        out.write_all(b"\n")
    }
}

impl From<&Violation> for Problem {
    fn from(violation: &Violation) -> Self {
        let Violation { path, rule, message, offset, .. } = violation;
        Self { path: path.clone(), rule, message: message.clone(), offset: *offset }
    }
}

impl From<Note> for Remark {
    fn from(note: Note) -> Self {
        match note.kind {
            // The rule goes with the message, as in errors shown as text.
            NoteKind::Lint(rule) => Self { path: note.path, what: "lint", message: format!("{} [{rule}]", note.message) },
            kind => Self { path: note.path, what: kind.as_str(), message: note.message },
        }
    }
}

impl fmt::Display for Report<'_> {
    /// `file:line: valid TYPE`, then errors and notes, one a line, each line with its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.valid { "valid" } else { "invalid" };
        writeln!(f, "{}:{}: {verdict} {}", Plain(self.file.unwrap_or("-")), self.line, Plain(self.ty.as_deref().unwrap_or("-")))?;
        for Problem { path, rule, message, offset } in &self.errors {
            write!(f, "    {}{} [{rule}]", At(path), Plain(message))?;
            match offset {
                Some(offset) => writeln!(f, " at byte {offset}"),
                None => writeln!(f),
            }?;
        }
        if self.errors_omitted > 0 {
            writeln!(f, "    and {} more", self.errors_omitted)?;
        }
        for Remark { path, what, message } in &self.notes {
            match *what {
                "lint" => writeln!(f, "    lint: {}{}", At(path), Plain(message)),
                _ => writeln!(f, "    note: {}{} [{what}]", At(path), Plain(message)),
            }?;
        }
        if self.notes_omitted > 0 {
            writeln!(f, "    note: and {} more", self.notes_omitted)?;
        }
        Ok(())
    }
}

/// A pointer before its message; nothing for the message as a whole.
struct At<'a>(&'a str);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => Ok(()),
            path => write!(f, "{}: ", Plain(path)),
        }
    }
}

/// Text from outside, without what would command a terminal or break a line.
struct Plain<'a>(&'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| {
            if character.is_control() {
                write!(f, "{}", character.escape_default())
            } else {
                write!(f, "{character}")
            }
        })
    }
}
