//! The AG-UI protocol.

mod access;
mod boundary;
mod build;

pub use boundary::{Boundary, Shim};

include!(concat!(env!("OUT_DIR"), "/ag_ui.rs"));
