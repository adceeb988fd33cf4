//! Framing: where one message ends and the next begins.
//!
//! Two framings carry the protocols: NDJSON, one message a line, carries all three; server-sent events
//! carry AG-UI. [`Reader`] cuts bytes into frames as they come in, [`Frames`] does it for a whole input,
//! [`Framing::write`] frames a message. None of them looks into a message: a frame is bytes for
//! [`Wire::decode`], which refuses bad UTF-8, a byte order mark and torn JSON with an error of that
//! frame only.
//!
//! With feature `tokio`, `Codec` does both for `tokio_util::codec`.
//!
//! Every reader has a limit on the bytes of one frame, so that a peer who never ends one cannot fill
//! the memory.

use std::fmt;
use std::io::{self, BufRead};
use std::ops::Range;

use crate::{Violations, Wire};

mod ndjson;
mod sse;
#[cfg(feature = "tokio")]
mod tokio;

#[cfg(feature = "tokio")]
pub use tokio::{Codec, CodecError};

/// A limit for the bytes of one frame where the caller has no better one: 16 MiB.
pub const DEFAULT_LIMIT: usize = 16 << 20;

/// How messages are told apart in a stream of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Framing {
    /// One message a line. LF or CRLF ends a line; a CR elsewhere is a blank of JSON. Lines of nothing
    /// but blanks are skipped.
    Ndjson,
    /// Server-sent events, as the HTML standard reads `text/event-stream`: the data of one event is one
    /// message. LF, CRLF or CR ends a line, `data` lines of one event are joined with LF, every other
    /// field and every comment is skipped, and so is a byte order mark that opens the stream. Unlike
    /// there, an event that the stream ends in is still read.
    Sse,
}

impl Framing {
    /// Checks a message, encodes it and puts it as one frame at the end of `out`, which is left as it was
    /// on an error.
    ///
    /// A frame never has a line break in it: where opaque JSON brought one as a blank, a space is written.
    ///
    /// # Errors
    /// As [`Wire::encode`].
    ///
    /// ```
    /// # #[cfg(feature = "ag-ui")] {
    /// use agentwire::framing::Framing;
    /// use agentwire::{ag_ui::Event, Wire};
    ///
    /// let event = Event::decode(b"{\"type\":\"CUSTOM\",\"name\":\"n\",\"value\":[1,\n2]}")?;
    /// let mut out = Vec::new();
    /// Framing::Sse.write(&event, &mut out)?;
    /// assert_eq!(out, b"data: {\"type\":\"CUSTOM\",\"name\":\"n\",\"value\":[1, 2]}\n\n");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write<T: Wire>(self, message: &T, out: &mut Vec<u8>) -> Result<(), Violations> {
        let start = out.len();
        self.open(out);
        let written = message.encode_into(out);
        match written {
            Ok(()) => self.close(start, out),
            Err(_) => out.truncate(start),
        }
        written
    }

    /// Puts a JSON text that is already encoded as one frame at the end of `out`.
    ///
    /// Line breaks become spaces as in [`Framing::write`]. The text is not looked at otherwise.
    ///
    /// ```
    /// use agentwire::framing::Framing;
    ///
    /// let mut out = Vec::new();
    /// Framing::Ndjson.write_text("{\r\n}", &mut out);
    /// assert_eq!(out, b"{  }\n");
    /// ```
    pub fn write_text(self, json: &str, out: &mut Vec<u8>) {
        let start = out.len();
        self.open(out);
        out.extend_from_slice(json.as_bytes());
        self.close(start, out);
    }

    fn open(self, out: &mut Vec<u8>) {
        if self == Self::Sse {
            out.extend_from_slice(b"data: ");
        }
    }

    fn close(self, start: usize, out: &mut Vec<u8>) {
        let mut from = start;
        while let Some(at) = memchr::memchr2(b'\r', b'\n', &out[from..]) {
            // In a JSON text a raw line break stands between tokens only: strings have theirs escaped.
            out[from + at] = b' ';
            from += at + 1;
        }
        out.extend_from_slice(match self {
            Self::Ndjson => b"\n",
            Self::Sse => b"\n\n",
        });
    }
}

/// The bytes of one message, as they stood in the input.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frame<'a> {
    /// What is to be decoded: the line without its end, or the joined data of the event.
    pub bytes: &'a [u8],
    /// Number of the line on which the message begins, from 1; for an event that is its first `data` line.
    pub line: u64,
}

impl fmt::Debug for Frame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame").field("bytes", &String::from_utf8_lossy(self.bytes)).field("line", &self.line).finish()
    }
}

/// A frame has more bytes than the reader's limit; what it holds is skipped, and the next one can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FrameTooLong {
    /// Number of the line on which the frame begins, as in [`Frame::line`].
    pub line: u64,
    /// The most bytes that a frame may have.
    pub limit: usize,
}

impl fmt::Display for FrameTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: the frame has more than {} bytes", self.line, self.limit)
    }
}

impl std::error::Error for FrameTooLong {}

/// Cuts a stream of bytes into frames, whatever pieces the bytes come in.
///
/// A frame that lies whole in a piece is handed out from there; otherwise the pieces are gathered in one
/// buffer, which never holds more than one frame within the limit. Every byte is looked at once.
///
/// ```
/// use agentwire::framing::{Framing, Reader};
///
/// let mut reader = Reader::new(Framing::Sse, 1024);
/// let mut seen = Vec::new();
/// for mut piece in [&b": hello\ndata: [1,"[..], b"\ndata: 2]\r", b"\n\r\ndata: 3"] {
///     while let Some(frame) = reader.next_frame(&mut piece) {
///         let frame = frame?;
///         seen.push((frame.line, frame.bytes.to_vec()));
///     }
/// }
/// if let Some(frame) = reader.finish() {
///     let frame = frame?;
///     seen.push((frame.line, frame.bytes.to_vec()));
/// }
/// assert_eq!(seen, [(2, b"[1,\n2]".to_vec()), (5, b"3".to_vec())]);
/// # Ok::<(), agentwire::framing::FrameTooLong>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader {
    limit: usize,
    machine: Machine,
    buffer: Vec<u8>,
    /// The buffer holds a frame that was handed out.
    spent: bool,
}

#[derive(Clone, Debug)]
enum Machine {
    Ndjson(ndjson::Machine),
    Sse(sse::Machine),
}

impl Machine {
    fn new(framing: Framing) -> Self {
        match framing {
            Framing::Ndjson => Self::Ndjson(ndjson::Machine::new()),
            Framing::Sse => Self::Sse(sse::Machine::new()),
        }
    }
}

/// What a look at a piece gave.
struct Step {
    /// How many bytes of the piece are done with.
    used: usize,
    /// What they complete; `None` if all are used and complete nothing.
    found: Option<Found>,
}

/// The end of a frame, or of what is bearable of it.
struct Found {
    line: u64,
    place: Place,
}

enum Place {
    /// The frame is this part of the piece.
    Piece(Range<usize>),
    /// The frame is what the buffer holds.
    Buffer,
    /// The frame has more bytes than the limit.
    TooLong,
}

impl Reader {
    /// A reader at the beginning of a stream, for frames of at most `limit` bytes.
    ///
    /// The line end of NDJSON and the field names of server-sent events do not count.
    pub fn new(framing: Framing, limit: usize) -> Self {
        Self { limit, machine: Machine::new(framing), buffer: Vec::new(), spent: false }
    }

    /// The framing that is read.
    pub fn framing(&self) -> Framing {
        match self.machine {
            Machine::Ndjson(_) => Framing::Ndjson,
            Machine::Sse(_) => Framing::Sse,
        }
    }

    /// Takes bytes off the front of `piece` up to the end of a frame, and gives that frame.
    ///
    /// `None` means that all of the piece was taken and that the next one is needed. A piece may begin
    /// and end anywhere: inside a character, or between a CR and its LF.
    ///
    /// # Errors
    /// [`FrameTooLong`] as soon as the frame exceeds the limit. What follows is read as ever.
    pub fn next_frame<'a, 'p: 'a>(&'a mut self, piece: &mut &'p [u8]) -> Option<Result<Frame<'a>, FrameTooLong>> {
        let bytes = *piece;
        let step = self.step(bytes);
        *piece = &bytes[step.used..];
        Some(self.give(step.found?, bytes))
    }

    /// Ends the stream, and gives the last frame if its end is missing.
    ///
    /// The reader is at the beginning of a new stream then.
    ///
    /// # Errors
    /// [`FrameTooLong`] if that frame exceeds the limit and has not been reported.
    pub fn finish(&mut self) -> Option<Result<Frame<'_>, FrameTooLong>> {
        let found = self.end()?;
        Some(self.give(found, &[]))
    }

    fn step(&mut self, piece: &[u8]) -> Step {
        self.clear_spent();
        let step = match &mut self.machine {
            Machine::Ndjson(machine) => machine.step(self.limit, &mut self.buffer, piece),
            Machine::Sse(machine) => machine.step(self.limit, &mut self.buffer, piece),
        };
        self.spent = step.found.is_some();
        step
    }

    fn end(&mut self) -> Option<Found> {
        self.clear_spent();
        let found = match &mut self.machine {
            Machine::Ndjson(machine) => machine.end(self.limit, &self.buffer),
            Machine::Sse(machine) => machine.end(self.limit, &mut self.buffer),
        };
        self.machine = Machine::new(self.framing());
        self.spent = true;
        found
    }

    fn clear_spent(&mut self) {
        if std::mem::take(&mut self.spent) {
            self.buffer.clear();
        }
    }

    fn give<'a>(&'a self, Found { line, place }: Found, piece: &'a [u8]) -> Result<Frame<'a>, FrameTooLong> {
        match place {
            Place::Piece(range) => Ok(Frame { bytes: &piece[range], line }),
            Place::Buffer => Ok(Frame { bytes: &self.buffer, line }),
            Place::TooLong => Err(FrameTooLong { line, limit: self.limit }),
        }
    }
}

/// The frames of an input, one after the other.
///
/// ```
/// use agentwire::framing::{Frames, Framing, ReadError};
///
/// let input: &[u8] = b"{}\r\n\n[\"too long\"]\n[]";
/// let mut frames = Frames::new(Framing::Ndjson, 8, input);
/// let mut seen = Vec::new();
/// while let Some(frame) = frames.next_frame() {
///     match frame {
///         Ok(frame) => seen.push(format!("{} {}", frame.line, String::from_utf8_lossy(frame.bytes))),
///         Err(ReadError::TooLong(error)) => seen.push(error.to_string()),
///         Err(error) => return Err(error),
///     }
/// }
/// assert_eq!(seen, ["1 {}", "line 3: the frame has more than 8 bytes", "4 []"]);
/// # Ok::<(), ReadError>(())
/// ```
#[derive(Debug)]
pub struct Frames<R> {
    input: R,
    reader: Reader,
    ended: bool,
}

impl<R: BufRead> Frames<R> {
    /// The frames of `input`, each of at most `limit` bytes.
    pub fn new(framing: Framing, limit: usize, input: R) -> Self {
        Self { input, reader: Reader::new(framing, limit), ended: false }
    }

    /// The next frame; `None` after the last one. Nothing is read ahead of a frame's end but what `input`
    /// itself buffers, so that a frame is given as soon as it is there.
    ///
    /// # Errors
    /// [`ReadError::TooLong`] for a frame that exceeds the limit, after which the next one can be read;
    /// [`ReadError::Io`] if the input fails, after which there are no more.
    pub fn next_frame(&mut self) -> Option<Result<Frame<'_>, ReadError>> {
        let found = loop {
            if self.ended {
                return None;
            }
            let piece = match self.input.fill_buf() {
                Ok(piece) => piece,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(ReadError::Io(error)));
                }
            };
            if piece.is_empty() {
                self.ended = true;
                break self.reader.end()?;
            }
            let Step { used, mut found } = self.reader.step(piece);
            if let Some(Found { place: place @ Place::Piece(_), .. }) = &mut found {
                // The piece cannot be lent out and given back to the input at once.
                if let Place::Piece(range) = std::mem::replace(place, Place::Buffer) {
                    self.reader.buffer.extend_from_slice(&piece[range]);
                }
            }
            self.input.consume(used);
            if let Some(found) = found {
                break found;
            }
        };
        Some(self.reader.give(found, &[]).map_err(ReadError::TooLong))
    }

    /// The input, at the first byte after the last frame that was given.
    pub fn into_inner(self) -> R {
        self.input
    }
}

/// Why [`Frames`] gave no frame.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// A frame exceeds the limit.
    TooLong(FrameTooLong),
    /// The input failed.
    Io(io::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::TooLong(_) => None,
            Self::Io(error) => error.source(),
        }
    }
}

impl From<FrameTooLong> for ReadError {
    fn from(error: FrameTooLong) -> Self {
        Self::TooLong(error)
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
