//! The AG-UI protocol.

mod access;
mod build;

include!(concat!(env!("OUT_DIR"), "/ag_ui.rs"));
