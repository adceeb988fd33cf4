//! The hand-written contender: what a careful author writes with serde for one of these protocols.
//!
//! Each `decode` reads the tag with a small struct, then derives the right struct from the same bytes.
//! Types are faithful to every member of the events that the samples hold (`Option` that is left out when
//! absent, opaque JSON as `Box<RawValue>`), small unions are flat structs rather than `#[serde(tag)]`
//! (which buffers), and nothing is checked: no bounds, no patterns, no rule between members, unknown
//! members are dropped.

pub(crate) mod ag_ui;
pub(crate) mod ahp;
pub(crate) mod octo;

use serde_json::value::RawValue;

/// JSON that the model does not look into.
pub(crate) type Opaque = Box<RawValue>;

/// What an unmodelled event ends as: the samples have none.
fn unknown<T>(tag: &str) -> serde_json::Result<T> {
    Err(serde::de::Error::custom(format!("unknown tag {tag}")))
}
