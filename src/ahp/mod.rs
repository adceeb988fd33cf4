//! The AHP protocol.

mod access;
mod build;
pub mod lint;

pub use access::IdentityRef;
pub use lint::lint_intercept_id;

include!(concat!(env!("OUT_DIR"), "/ahp.rs"));
