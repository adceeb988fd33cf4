//! Takes a document's text and byte offsets in it, gives errors with line and column.
//! Relies on nothing but the text: every stage that reads a document makes its errors here.

use crate::error::line_and_column;
use crate::CodegenError;

/// The text a document was read from, kept so that a later check can still point into it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    stage: &'static str,
    file: String,
    text: String,
}

impl Source {
    /// `file` is only a name for the errors, `stage` the module that takes the document.
    pub(crate) fn new(stage: &'static str, file: &str, text: &str) -> Self {
        Source { stage, file: file.to_owned(), text: text.to_owned() }
    }

    /// An error about the value that starts at the byte `offset` and is called `at`.
    pub(crate) fn error(&self, offset: usize, at: impl Into<String>, message: impl Into<String>) -> CodegenError {
        CodegenError {
            stage: self.stage,
            file: self.file.clone(),
            position: Some(line_and_column(&self.text, offset)),
            at: at.into(),
            message: message.into(),
        }
    }

    /// What the TOML parser has to say, in our own form.
    pub(super) fn syntax_error(&self, error: &toml::de::Error) -> CodegenError {
        let mut message = error.message().trim_end_matches('.').replace('\n', ", ");
        let span = error.span().unwrap_or(0..0);
        if message == "duplicate key" {
            let key = self.text.get(span.clone()).unwrap_or_default();
            message = format!("duplicate key `{key}`");
        }
        self.error(span.start, "(file)", message)
    }
}

/// A dotted key as one would write it in the file: `event."tool.after".required`.
pub(crate) fn dotted(parts: &[&str]) -> String {
    let mut key = String::new();
    for part in parts {
        if !key.is_empty() {
            key.push('.');
        }
        let bare = !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        if bare {
            key.push_str(part);
        } else {
            key.push_str(&format!("{part:?}"));
        }
    }
    key
}
