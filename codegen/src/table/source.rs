//! Takes a table's text and byte offsets in it, gives errors with line and column.
//! Relies on nothing but the text: every stage of the reader makes its errors here.

use crate::CodegenError;

/// The text a table was read from, kept so that a later check can still point into it.
#[derive(Clone, Debug)]
pub(super) struct Source {
    file: String,
    text: String,
}

impl Source {
    pub(super) fn new(file: &str, text: &str) -> Self {
        Source { file: file.to_owned(), text: text.to_owned() }
    }

    /// An error about the value that starts at the byte `offset` and is called `at`.
    pub(super) fn error(&self, offset: usize, at: impl Into<String>, message: impl Into<String>) -> CodegenError {
        CodegenError {
            stage: "table",
            file: self.file.clone(),
            position: Some(self.position(offset)),
            at: at.into(),
            message: message.into(),
        }
    }

    /// What the TOML parser or serde has to say, in our own form.
    pub(super) fn toml_error(&self, mut error: toml::de::Error) -> CodegenError {
        let mut message = error.message().trim_end_matches('.').replace('\n', ", ");
        let span = error.span().unwrap_or(0..0);
        if message == "duplicate key" {
            let key = self.text.get(span.clone()).unwrap_or_default();
            message = format!("duplicate key `{key}`");
        }
        // Without the input, `Display` names the keys that lead to the value; there is no other way to ask.
        error.set_input(None);
        let shown = error.to_string();
        let at =
            shown.lines().last().and_then(|line| line.strip_prefix("in `")).and_then(|line| line.strip_suffix('`')).unwrap_or("(file)");
        self.error(span.start, at, message)
    }

    /// Line and column of a byte offset, both from 1, the column in characters.
    fn position(&self, offset: usize) -> (usize, usize) {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[..end];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        (line, column)
    }
}

/// A dotted key as one would write it in the file: `event."tool.after".required`.
pub(super) fn dotted(parts: &[&str]) -> String {
    let quoted = parts.iter().map(|part| {
        let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if !part.is_empty() && part.chars().all(bare) {
            (*part).to_owned()
        } else {
            format!("{part:?}")
        }
    });
    quoted.collect::<Vec<_>>().join(".")
}
