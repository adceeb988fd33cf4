//! The AHP protocol.

mod access;
mod build;

pub use access::IdentityRef;

include!(concat!(env!("OUT_DIR"), "/ahp.rs"));
