//! The AHP protocol.

include!(concat!(env!("OUT_DIR"), "/ahp.rs"));
