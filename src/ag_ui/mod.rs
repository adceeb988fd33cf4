//! The AG-UI protocol.

mod access;
mod boundary;
mod build;
mod metadata;

pub use boundary::{Boundary, Shim};
pub use metadata::merge_metadata;

include!(concat!(env!("OUT_DIR"), "/ag_ui.rs"));
