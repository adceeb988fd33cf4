//! The AHP protocol.

include!(concat!(env!("OUT_DIR"), "/ahp.rs"));

impl crate::catalog::Lint for Event {}
