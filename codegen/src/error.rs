//! What the generator says when its input cannot be turned into Rust.

use std::fmt;

/// An input that the generator cannot take, with the place in the input file that is to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodegenError {
    /// Stage that refused it: the name of the module under `codegen/src`.
    pub stage: &'static str,
    /// Input file, as the caller named it.
    pub file: String,
    /// Line and column in the file, both from 1, in characters; `None` where the JSON pointer says it better.
    pub position: Option<(usize, usize)>,
    /// JSON pointer (for a schema) or dotted key (for a table) of the offending value.
    pub at: String,
    /// What is wrong, in one sentence without a final stop.
    pub message: String,
}

impl fmt::Display for CodegenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some((line, column)) = self.position {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}: {}: {}", self.stage, self.at, self.message)
    }
}

impl std::error::Error for CodegenError {}
