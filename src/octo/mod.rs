//! The Octo Runtime NDJSON protocol.
// Generated comparisons show the schema's constants as it writes them; a message moves as one, without a box per event.
#![allow(clippy::bool_comparison, clippy::comparison_to_empty, clippy::large_enum_variant)]

mod access;
mod build;
mod canonical;
pub mod lint;
mod rules;

include!(concat!(env!("OUT_DIR"), "/octo.rs"));
