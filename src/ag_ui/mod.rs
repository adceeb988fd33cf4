//! The AG-UI protocol.

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
