//! The runtime under the generated types: one reader, one writer, one checker.

#[cfg(feature = "builders")]
pub(crate) mod builder;
pub(crate) mod check;
pub(crate) mod edit;
pub(crate) mod integer;
pub(crate) mod json;
pub(crate) mod name;
pub(crate) mod node;
pub(crate) mod object;
pub(crate) mod parser;
pub(crate) mod pattern;
pub(crate) mod pointer;
pub(crate) mod scan;
pub(crate) mod serde;
pub(crate) mod there;
pub(crate) mod union;
pub(crate) mod value;
pub(crate) mod writer;
