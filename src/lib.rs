#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
// The runtime is one for all protocols; a build with fewer of them uses a part of it. What is dead shows in the whole.
#![cfg_attr(not(all(feature = "octo", feature = "ahp", feature = "ag-ui")), allow(dead_code, unused_imports, unused_macros))]

#[cfg(feature = "ag-ui")]
pub mod ag_ui;
#[cfg(feature = "ahp")]
pub mod ahp;
#[cfg(feature = "builders")]
pub mod builders;
mod canonical;
pub mod catalog;
mod codec;
mod error;
mod format;
pub mod framing;
mod identity;
mod lint;
#[cfg(feature = "octo")]
pub mod octo;
mod raw;
#[cfg(feature = "schemars")]
mod schema;
mod wire;

pub use codec::{Received, Tolerance, Tolerant, Wire};
pub use error::{DecodeError, DecodeErrorKind, Note, NoteKind, Violation, Violations, MAX_VIOLATIONS};
pub use format::{FormatError, Pointer, Timestamp, Uri};
#[cfg(feature = "ids")]
pub use identity::Uuids;
pub use identity::{Counter, IdSource, Identities, SynthesizedId};
pub use lint::Finding;
pub use raw::Raw;
pub use serde_json::Number;
pub use wire::integer::Integer;
pub use wire::json::{Extra, Json, JsonObject};
pub use wire::parser::MAX_DEPTH;
pub use wire::union::UnknownValue;
pub use wire::value::{Map, Presence, True};

/// Revision of a protocol, where two differ in what they allow; the older one is the lesser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Revision {
    /// The draft: optional members of any JSON may hold null.
    #[default]
    Draft,
    /// Revision 1.0 of AG-UI: they may not.
    V1_0,
}
