//! The Octo Runtime NDJSON protocol.

mod access;
mod build;
mod canonical;
pub mod lint;
mod rules;

include!(concat!(env!("OUT_DIR"), "/octo.rs"));
