//! The Octo Runtime NDJSON protocol.

mod canonical;
mod rules;

include!(concat!(env!("OUT_DIR"), "/octo.rs"));
