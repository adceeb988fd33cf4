//! Server-sent events, as the HTML standard reads them ("Interpreting an event stream").

use super::{Found, Place, Step};

const BOM: &[u8; 3] = b"\xef\xbb\xbf";
const DATA: &[u8; 4] = b"data";

/// Where in the stream the bytes so far have led; the buffer holds the event's data.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    /// Number of the line that is being read.
    line: u64,
    at: At,
    /// The last line ended with CR: an LF that comes first is part of that end.
    after_cr: bool,
    /// Line of the event's first `data`.
    begun: Option<u64>,
    /// The event was refused, and its rest goes nowhere.
    skipping: bool,
}

/// Where in a line.
#[derive(Clone, Copy, Debug)]
enum At {
    /// At the start of the stream, this far in a byte order mark.
    Start(usize),
    /// In the field's name, which so far is this much of `data`.
    Name(usize),
    /// Behind the colon of `data`, where one space is dropped.
    Colon,
    /// In the value of `data`.
    Value,
    /// In what is ignored to the line's end.
    Ignored,
}

impl Machine {
    pub(super) fn new() -> Self {
        Self { line: 1, at: At::Start(0), after_cr: false, begun: None, skipping: false }
    }

    pub(super) fn step(&mut self, limit: usize, buffer: &mut Vec<u8>, piece: &[u8]) -> Step {
        let mut used = 0;
        while let Some(&byte) = piece.get(used) {
            if std::mem::take(&mut self.after_cr) && byte == b'\n' {
                used += 1;
                continue;
            }
            let rest = &piece[used..];
            let (taken, found) = match self.at {
                At::Start(matched) if byte == BOM[matched] => {
                    self.at = if matched + 1 == BOM.len() { At::Name(0) } else { At::Start(matched + 1) };
                    (1, None)
                }
                At::Start(matched) => {
                    self.at = if matched == 0 { At::Name(0) } else { At::Ignored };
                    (0, None)
                }
                At::Name(0) if is_line_end(byte) => {
                    self.end_line(byte);
                    (1, self.end_event())
                }
                At::Name(matched) if DATA.get(matched) == Some(&byte) => {
                    self.at = At::Name(matched + 1);
                    (1, None)
                }
                At::Name(4) if byte == b':' => {
                    self.at = At::Colon;
                    (1, self.begin_data(limit, buffer))
                }
                At::Name(4) if is_line_end(byte) => {
                    self.at = At::Ignored;
                    (0, self.begin_data(limit, buffer))
                }
                At::Name(_) => {
                    self.at = At::Ignored;
                    (0, None)
                }
                At::Colon => {
                    self.at = At::Value;
                    (usize::from(byte == b' '), None)
                }
                At::Value => {
                    let room = limit - buffer.len();
                    let window = &rest[..rest.len().min(room.saturating_add(1))];
                    let end = memchr::memchr2(b'\r', b'\n', window);
                    let value = &window[..end.unwrap_or(window.len())];
                    if value.len() > room {
                        (value.len(), self.refuse())
                    } else {
                        buffer.extend_from_slice(value);
                        if end.is_some() {
                            self.at = At::Ignored;
                        }
                        (value.len(), None)
                    }
                }
                At::Ignored => match memchr::memchr2(b'\r', b'\n', rest) {
                    Some(end) => {
                        self.end_line(rest[end]);
                        (end + 1, None)
                    }
                    None => (rest.len(), None),
                },
            };
            used += taken;
            if found.is_some() {
                return Step { used, found };
            }
        }
        Step { used, found: None }
    }

    /// The event that the stream ends in, if it has data.
    pub(super) fn end(&mut self, limit: usize, buffer: &mut Vec<u8>) -> Option<Found> {
        if let At::Name(4) = self.at {
            if let Some(refused) = self.begin_data(limit, buffer) {
                return Some(refused);
            }
        }
        self.end_event()
    }

    /// Takes note of a `data` field, whose value is to come.
    fn begin_data(&mut self, limit: usize, buffer: &mut Vec<u8>) -> Option<Found> {
        if self.skipping {
            self.at = At::Ignored;
        } else if self.begun.is_none() {
            self.begun = Some(self.line);
        } else if buffer.len() < limit {
            buffer.push(b'\n');
        } else {
            return self.refuse();
        }
        None
    }

    fn end_line(&mut self, end: u8) {
        self.line += 1;
        self.after_cr = end == b'\r';
        self.at = At::Name(0);
    }

    fn end_event(&mut self) -> Option<Found> {
        self.skipping = false;
        self.begun.take().map(|line| Found { line, place: Place::Buffer })
    }

    fn refuse(&mut self) -> Option<Found> {
        self.skipping = true;
        self.at = At::Ignored;
        self.begun.take().map(|line| Found { line, place: Place::TooLong })
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}
