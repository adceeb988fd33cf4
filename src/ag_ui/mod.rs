//! The AG-UI protocol.
// Generated comparisons show the schema's constants as it writes them; a message moves as one, without a box per event.
#![allow(clippy::bool_comparison, clippy::comparison_to_empty, clippy::large_enum_variant)]

mod access;
mod boundary;
mod build;
mod metadata;
#[cfg(feature = "patch")]
mod patch;

pub use boundary::{Boundary, Shim};
pub use metadata::merge_metadata;
#[cfg(feature = "patch")]
pub use patch::{apply_patch, PatchError, PatchErrorKind, MAX_COPIED};

include!(concat!(env!("OUT_DIR"), "/ag_ui.rs"));
