//! Lines of NDJSON.

use super::{Found, Place, Step};

/// Where in the lines the bytes so far have led; the buffer holds the beginning of the line.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    /// Number of the line that is being read.
    line: u64,
    /// That line was refused, and its rest goes nowhere.
    skipping: bool,
}

impl Machine {
    pub(super) fn new() -> Self {
        Self { line: 1, skipping: false }
    }

    pub(super) fn step(&mut self, limit: usize, buffer: &mut Vec<u8>, piece: &[u8]) -> Step {
        let mut used = 0;
        while used < piece.len() {
            let rest = &piece[used..];
            if self.skipping {
                let Some(end) = memchr::memchr(b'\n', rest) else { break };
                used += end + 1;
                self.skipping = false;
                self.line += 1;
                continue;
            }
            let line = self.line;
            // A line within the limit has its LF no later than this: behind `limit` bytes and a CR.
            let window = &rest[..rest.len().min(limit.saturating_add(2) - buffer.len())];
            let Some(end) = memchr::memchr(b'\n', window) else {
                // A CR may yet turn out to belong to the line's end.
                let content = buffer.len() + window.len() - usize::from(window.ends_with(b"\r"));
                if content > limit {
                    self.skipping = true;
                    return Step { used: used + window.len(), found: Some(Found { line, place: Place::TooLong }) };
                }
                buffer.extend_from_slice(window);
                break;
            };
            let place = if buffer.is_empty() {
                let content = without_cr(&window[..end]);
                place_of(content, limit, Place::Piece(used..used + content.len()))
            } else {
                buffer.extend_from_slice(&window[..end]);
                buffer.truncate(without_cr(buffer).len());
                place_of(buffer, limit, Place::Buffer)
            };
            used += end + 1;
            self.line += 1;
            match place {
                None => buffer.clear(),
                Some(place) => return Step { used, found: Some(Found { line, place }) },
            }
        }
        Step { used: piece.len(), found: None }
    }

    /// The last line, if its end is missing.
    pub(super) fn end(&self, limit: usize, buffer: &[u8]) -> Option<Found> {
        if self.skipping {
            return None;
        }
        place_of(buffer, limit, Place::Buffer).map(|place| Found { line: self.line, place })
    }
}

/// The content of a line that ended with LF.
fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// `place` for a line that is a frame, `None` for one of blanks.
fn place_of(content: &[u8], limit: usize, place: Place) -> Option<Place> {
    if content.len() > limit {
        Some(Place::TooLong)
    } else if content.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')) {
        None
    } else {
        Some(place)
    }
}
