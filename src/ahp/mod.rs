//! The Agent Hooks Protocol (AHP), execution binding: what a harness tells of the sessions, turns, calls and requests
//! of an agent, as 19 events.
//!
//! An [`Event`] is an [`Envelope`], which all events have, and a [`Body`], which is one of the 19. A body alone is
//! no message: it is built, then put into an event.
//!
//! ```
//! use agentwire::{ahp, JsonObject, Number, Timestamp, Uri, Wire};
//!
//! let envelope = ahp::Envelope::builder()
//!     .id("evt-1")
//!     .source(Uri::parse("urn:example:harness:1")?)
//!     .time(Timestamp::now())
//!     .harness(ahp::Harness::new("demo", "1.0"))
//!     .session(ahp::Session::new("session-1"))
//!     .build();
//! let after = ahp::ToolAfter::builder()
//!     .call(ahp::Identity::new("call-1"))
//!     .tool(ahp::Tool::native("Bash", JsonObject::from_iter([("command", "ls")])))
//!     .path("native")
//!     .outcome(ahp::ToolOutcome::Ok)
//!     .execution(ahp::Execution::executed())
//!     .items([ahp::Message::text("msg-1", ahp::Role::Tool, "a.txt")])
//!     .duration_ms(Number::from_f64(12.5))
//!     .build();
//! let text = ahp::Event::new(envelope, after).encode()?;
//!
//! let event = ahp::Event::decode(text.as_bytes())?;
//! assert_eq!(event.event_type(), "tool.after");
//! let ahp::Body::ToolAfter(after) = &event.body else { unreachable!() };
//! assert!(after.execution.is_executed());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An id that the harness does not have is made up with [`Identities`](crate::Identities), and marked so.
// Generated comparisons show the schema's constants as it writes them; a message moves as one, without a box per event.
#![allow(clippy::bool_comparison, clippy::comparison_to_empty, clippy::large_enum_variant)]

mod access;
mod build;
pub mod lint;

pub use access::IdentityRef;
pub use lint::lint_intercept_id;

include!(concat!(env!("OUT_DIR"), "/ahp.rs"));
