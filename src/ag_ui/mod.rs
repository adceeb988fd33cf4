//! AG-UI: the events of a run that an agent sends to a user interface, 31 of them, and what goes the other way.
//!
//! An [`Event`] is an [`Envelope`], which all events have, and a [`Body`], which is one of the 31. The most common
//! events have constructors; the others are built as bodies, and `into()` makes events of them.
//!
//! | type | what it is |
//! | --- | --- |
//! | [`Event`] | one event of a run |
//! | [`RunAgentInput`] | what a run is started with |
//! | [`Message`] | one message of a conversation, by role |
//! | [`AgentCapabilities`] | what an agent says it can do |
//! | [`Boundary`] | reads the events of old producers, across a stream |
//!
//! ```
//! use agentwire::ag_ui::{Event, StepStarted};
//! use agentwire::framing::{Frames, Framing};
//! use agentwire::Wire;
//!
//! let events = [
//!     Event::run_started("thread-1", "run-1"),
//!     StepStarted::builder().step_name("greet").build().into(),
//!     Event::text_start("msg-1"),
//!     Event::text_delta("msg-1", "Hello"),
//!     Event::text_end("msg-1"),
//!     Event::run_finished("thread-1", "run-1"),
//! ];
//! let mut stream = Vec::new();
//! for event in &events {
//!     Framing::Sse.write(event, &mut stream)?;
//! }
//!
//! let mut frames = Frames::new(Framing::Sse, 1 << 20, &stream[..]);
//! let mut read = Vec::new();
//! while let Some(frame) = frames.next_frame() {
//!     read.push(Event::decode(frame?.bytes)?);
//! }
//! assert_eq!(read, events);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
