//! The AG-UI protocol.

include!(concat!(env!("OUT_DIR"), "/ag_ui.rs"));
