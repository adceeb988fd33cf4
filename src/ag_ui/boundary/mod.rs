//! The compatibility boundary: retired shapes that old producers still send are read as what replaced them.
//!
//! The rows are those of `schema/ag-ui/compatibility.toml`, made into statics (`rows`). They are applied to
//! the text, before anything else looks at it and by the tolerant decoder only: a walk to the places where
//! something may be retired (`walk`, `part`) collects edits, and the decoder reads the edited text like any
//! other. A text in which nothing can be retired is not walked, and a malformed one is left as it is: the
//! decoder has more to say about it.

mod part;
mod rows;
mod walk;

use std::fmt;

use super::{Event, MessageId};
use crate::codec::{tolerant, utf8, Source};
use crate::error::DecodeError;
use crate::{Tolerance, Tolerant};
use rows::Does;
pub(super) use rows::{EVENT, RUN_AGENT_INPUT};

/// One shape that the protocol has retired and the boundary still reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shim {
    /// Name of the row in the compatibility table, which the notes on its use mention.
    pub id: &'static str,
    /// What was retired.
    pub doc: &'static str,
    /// The day (`2027-08-24`) from which producers may no longer count on it, if one is set.
    pub expires: Option<&'static str>,
}

/// AG-UI's compatibility boundary over one stream of events (section 9 of the protocol's facts: retired
/// shapes), with the tolerant decoder behind it.
///
/// [`Event::decode_tolerant`](crate::Wire::decode_tolerant) has a boundary of its own for each event. That
/// does for all shapes but one: the retired `THINKING_*` events had no identifiers, and those that replaced
/// them share one from start to end. A `Boundary` remembers which is open.
///
/// ```
/// use agentwire::ag_ui::{Body, Boundary};
/// use agentwire::Tolerance;
///
/// let mut boundary = Boundary::new();
/// let mut decode = |text: &str| boundary.decode(text.as_bytes(), Tolerance::default());
/// decode(r#"{"type":"THINKING_TEXT_MESSAGE_START"}"#)?;
/// let piece = decode(r#"{"type":"THINKING_TEXT_MESSAGE_CONTENT","delta":"hm"}"#)?;
/// assert_eq!(piece.notes[0].path, "/type");
/// let Some(Body::ReasoningMessageContent(piece)) = piece.known().map(|event| event.body) else { panic!() };
/// assert_eq!(piece.message_id.as_str(), "thinking-1");
/// # Ok::<(), agentwire::DecodeError>(())
/// ```
#[derive(Debug, Default)]
pub struct Boundary {
    series: Series,
}

impl Boundary {
    /// Every retired shape that is still read.
    pub const SHIMS: &'static [Shim] = rows::SHIMS;

    /// A boundary at the beginning of a stream, which counts its identifiers: `thinking-1`, `thinking-2`.
    ///
    /// They are unique in the stream. Where the messages of several streams meet, as on one thread,
    /// [`Boundary::with_ids`] takes a source of better ones.
    pub fn new() -> Self {
        Self::default()
    }

    /// A boundary at the beginning of a stream, which asks `ids` for each identifier that a retired event lacks.
    pub fn with_ids(ids: impl FnMut() -> MessageId + Send + 'static) -> Self {
        Self { series: Series { ids: Ids::Source(Box::new(ids)), open: Vec::new() } }
    }

    /// Decodes the stream's next event as [`Wire::decode_tolerant_with`](crate::Wire::decode_tolerant_with) does;
    /// each retired shape is noted as [`NoteKind::Shim`](crate::NoteKind::Shim), at the value that was replaced or removed.
    ///
    /// # Errors
    /// As [`Wire::decode`](crate::Wire::decode): the boundary never mends a malformed value.
    pub fn decode(&mut self, bytes: &[u8], tolerance: Tolerance) -> Result<Tolerant<Event>, DecodeError> {
        let text = utf8(bytes)?;
        tolerant(&Source { original: text, edited: EVENT.edit(text, tolerance, &mut self.series) }, tolerance)
    }
}

// ---- identifiers ------------------------------------------------------------------------------

/// Identifiers for events that had none: which are open, and where the next comes from.
#[derive(Debug, Default)]
struct Series {
    /// The open identifier of each track.
    open: Vec<(&'static str, MessageId)>,
    ids: Ids,
}

enum Ids {
    /// How many there were.
    Counted(u64),
    Source(Box<dyn FnMut() -> MessageId + Send>),
}

impl Default for Ids {
    fn default() -> Self {
        Self::Counted(0)
    }
}

impl fmt::Debug for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counted(count) => f.debug_tuple("Counted").field(count).finish(),
            Self::Source(_) => f.write_str("Source(..)"),
        }
    }
}

impl Series {
    /// The identifier of an event, and whether an event before it had it.
    fn take(&mut self, track: &'static str, does: Does) -> (MessageId, bool) {
        let open = self.open.iter().position(|(known, _)| *known == track).map(|index| self.open.swap_remove(index).1);
        let (id, known) = match (does, open) {
            (Does::Use | Does::Close, Some(id)) => (id, true),
            _ => (self.mint(), false),
        };
        if !matches!(does, Does::Close) {
            self.open.push((track, id.clone()));
        }
        (id, known)
    }

    fn mint(&mut self) -> MessageId {
        match &mut self.ids {
            Ids::Source(source) => source(),
            Ids::Counted(count) => {
                *count += 1;
                MessageId::new(format!("thinking-{count}"))
            }
        }
    }
}
