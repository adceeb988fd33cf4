//! The Octo Runtime NDJSON protocol.

mod rules;

include!(concat!(env!("OUT_DIR"), "/octo.rs"));
