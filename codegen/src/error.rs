//! What the generator says when its input cannot be turned into Rust.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::value::RawValue;

use crate::Input;

/// An input that the generator cannot take, with the place in the input file that is to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodegenError {
    /// Stage that refused it: the name of the module under `codegen/src`.
    pub stage: &'static str,
    /// Input file, as the caller named it.
    pub file: String,
    /// Line and column in the file, both from 1, in characters; `None` where the place is not one of the file.
    pub position: Option<(usize, usize)>,
    /// JSON pointer (for a schema) or dotted key (for a table) of the offending value.
    pub at: String,
    /// What is wrong, in one sentence without a final stop.
    pub message: String,
}

impl CodegenError {
    /// The error with the line and column of its JSON pointer, if it is about `input`.
    pub(crate) fn located(mut self, input: Input<'_>) -> Self {
        if let (Some(pointer), None, true) = (self.at.strip_prefix('#'), self.position, self.file == input.file) {
            self.position = Some(line_and_column(input.text, offset(input.text, pointer)));
        }
        self
    }
}

/// Where the value at a JSON pointer begins, or the nearest one around it that is there.
fn offset(text: &str, pointer: &str) -> usize {
    let mut value = text;
    for token in pointer.split('/').skip(1) {
        let name = token.replace("~1", "/").replace("~0", "~");
        let members = serde_json::from_str::<BTreeMap<String, &RawValue>>(value);
        let elements = serde_json::from_str::<Vec<&RawValue>>(value);
        let below = match (members, elements) {
            (Ok(members), _) => members.get(&name).copied(),
            (_, Ok(elements)) => name.parse::<usize>().ok().and_then(|index| elements.get(index).copied()),
            _ => None,
        };
        match below {
            Some(below) => value = below.get(),
            None => break,
        }
    }
    // Each value is a part of the text.
    (value.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// Line and column of an offset, both from 1, in characters.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

impl fmt::Display for CodegenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some((line, column)) = self.position {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}: ", self.stage)?;
        if !self.at.is_empty() {
            write!(f, "{}: ", self.at)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for CodegenError {}
