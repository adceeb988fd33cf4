//! The Octo Runtime NDJSON protocol: what an agent runtime and its host say to each other, one message a line.
//!
//! Every definition of the schema is a type with the methods of [`Wire`](crate::Wire). The ones to begin with:
//!
//! | type | what it is |
//! | --- | --- |
//! | [`HostFrame`] | one frame of a run: native, canonical or control |
//! | [`CanonicalEvent`] | one of 24 canonical events with its payload as a type of its own: to match on and to build with |
//! | [`CanonicalEventWire`] | the same with an open payload, as a frame carries it; [`typed`](CanonicalEventWire::typed) turns it into the former |
//! | [`HostControl`] | one control message |
//! | [`InvokeRequestWire`], [`ContextEnvelope`] | what a run is asked to do, and the context it gets |
//!
//! ```
//! use agentwire::{octo, Wire};
//!
//! // Not every event fits in a frame (see `try_from`), so the conversion may fail.
//! let event = octo::CanonicalEventWire::try_from(octo::CanonicalEvent::text_delta("msg-1", "Hel"))?;
//! let frame = octo::CanonicalHostFrame::builder()
//!     .run_id("run-1")
//!     .invocation_id("inv-1")
//!     .stream_id("str-1")
//!     .agent_session_id("as-1")
//!     .session_generation(1)
//!     .seq(1)
//!     .protocol("octo.canonical/v2")
//!     .event(event)
//!     .build();
//! let text = octo::HostFrame::from(frame).encode()?;
//!
//! let frame = octo::HostFrame::decode(text.as_bytes())?;
//! let event = frame.event().expect("a canonical frame has one").typed()?;
//! assert_eq!(event, octo::CanonicalEvent::text_delta("msg-1", "Hel"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
// Generated comparisons show the schema's constants as it writes them; a message moves as one, without a box per event.
#![allow(clippy::bool_comparison, clippy::comparison_to_empty, clippy::large_enum_variant)]

mod access;
mod build;
mod canonical;
pub mod lint;
mod rules;

include!(concat!(env!("OUT_DIR"), "/octo.rs"));
