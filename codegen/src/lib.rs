//! From JSON Schema and event tables to the Rust types of agentwire: text in, text out.

mod error;
pub mod table;

pub use error::CodegenError;
