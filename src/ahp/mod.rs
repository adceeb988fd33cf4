//! The AHP protocol.
// Generated comparisons show the schema's constants as it writes them; a message moves as one, without a box per event.
#![allow(clippy::bool_comparison, clippy::comparison_to_empty, clippy::large_enum_variant)]

mod access;
mod build;
pub mod lint;

pub use access::IdentityRef;
pub use lint::lint_intercept_id;

include!(concat!(env!("OUT_DIR"), "/ahp.rs"));
