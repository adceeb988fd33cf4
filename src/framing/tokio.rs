//! The framings as a codec of `tokio_util`.

use std::borrow::Borrow;
use std::fmt;
use std::io;
use std::marker::PhantomData;

use tokio_util::bytes::{Buf, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

use super::{Frame, FrameTooLong, Framing, Reader};
use crate::{DecodeError, Tolerance, Tolerant, Violations, Wire};

/// Messages of type `T` in and of type `W` out over an async byte stream, for
/// `tokio_util::codec::{FramedRead, FramedWrite, Framed}`.
///
/// An item is `Result<T, CodecError>`: a message that is refused is an item, because for `tokio_util` an
/// error of the stream itself is its end. After `Err` the next message can be read. Only the transport's
/// own failures are errors of the stream.
///
/// The two types differ where the two directions of a protocol do, as with Octo's frames and control
/// messages. What is sent may be a `W`, a `&W` or anything else that lends one.
///
/// ```
/// # #[cfg(feature = "ag-ui")] {
/// use agentwire::ag_ui::Event;
/// use agentwire::framing::{Codec, Framing, DEFAULT_LIMIT};
/// use tokio_util::bytes::BytesMut;
/// use tokio_util::codec::{Decoder, Encoder};
///
/// // What `FramedRead::new(body, codec)` does with the bytes as they arrive.
/// let mut codec = Codec::<Event>::new(Framing::Sse, DEFAULT_LIMIT);
/// let mut arrived = BytesMut::from(&b"data: {\"type\":\"STEP_STARTED\",\"stepName\":\"s\"}\n\ndata: {}\n\ndata"[..]);
/// let event = codec.decode(&mut arrived)?.expect("a whole event")?;
/// let error = codec.decode(&mut arrived)?.expect("a whole event").expect_err("it has no type");
/// assert!(error.to_string().starts_with("line 3: the tag `type` is missing"));
/// assert!(codec.decode(&mut arrived)?.is_none());
///
/// let mut out = BytesMut::new();
/// codec.encode(&event, &mut out)?;
/// assert_eq!(&out[..], b"data: {\"type\":\"STEP_STARTED\",\"stepName\":\"s\"}\n\n");
/// # }
/// # Ok::<(), agentwire::framing::CodecError>(())
/// ```
pub struct Codec<T, W = T> {
    reader: Reader,
    decode: Decode<T>,
    /// `encode_into` writes to a vector, and tokio's buffer is none.
    encoded: Vec<u8>,
    writes: PhantomData<fn(W)>,
}

/// How a frame becomes a message.
struct Decode<T> {
    tolerance: Tolerance,
    decode: fn(&[u8], Tolerance) -> Result<T, DecodeError>,
}

impl<T> Decode<T> {
    fn message(&self, frame: Result<Frame<'_>, FrameTooLong>) -> Result<T, CodecError> {
        let Frame { bytes, line } = frame.map_err(CodecError::TooLong)?;
        (self.decode)(bytes, self.tolerance).map_err(|error| CodecError::Decode { line, error })
    }
}

impl<T: Wire, W> Codec<T, W> {
    /// A codec that decodes strictly, from frames of at most `limit` bytes.
    pub fn new(framing: Framing, limit: usize) -> Self {
        Self::with(framing, limit, Decode { tolerance: Tolerance::default(), decode: |bytes, _| T::decode(bytes) })
    }
}

impl<T: Wire, W> Codec<Tolerant<T>, W> {
    /// A codec that decodes as [`Wire::decode_tolerant_with`] does, from frames of at most `limit` bytes.
    pub fn tolerant(framing: Framing, limit: usize, tolerance: Tolerance) -> Self {
        Self::with(framing, limit, Decode { tolerance, decode: T::decode_tolerant_with })
    }
}

impl<T, W> Codec<T, W> {
    fn with(framing: Framing, limit: usize, decode: Decode<T>) -> Self {
        Self { reader: Reader::new(framing, limit), decode, encoded: Vec::new(), writes: PhantomData }
    }
}

impl<T, W> fmt::Debug for Codec<T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Codec").field("reader", &self.reader).finish_non_exhaustive()
    }
}

impl<T, W> Decoder for Codec<T, W> {
    type Item = Result<T, CodecError>;
    type Error = CodecError;

    fn decode(&mut self, arrived: &mut BytesMut) -> Result<Option<Self::Item>, CodecError> {
        let mut rest = &arrived[..];
        let message = self.reader.next_frame(&mut rest).map(|frame| self.decode.message(frame));
        let used = arrived.len() - rest.len();
        arrived.advance(used);
        Ok(message)
    }

    fn decode_eof(&mut self, arrived: &mut BytesMut) -> Result<Option<Self::Item>, CodecError> {
        match self.decode(arrived)? {
            Some(message) => Ok(Some(message)),
            None => Ok(self.reader.finish().map(|frame| self.decode.message(frame))),
        }
    }
}

impl<T, W: Wire, B: Borrow<W>> Encoder<B> for Codec<T, W> {
    type Error = CodecError;

    fn encode(&mut self, message: B, out: &mut BytesMut) -> Result<(), CodecError> {
        self.encoded.clear();
        self.reader.framing().write(message.borrow(), &mut self.encoded).map_err(CodecError::Invalid)?;
        out.extend_from_slice(&self.encoded);
        Ok(())
    }
}

/// Why a [`Codec`] gave no message, or took none.
#[derive(Debug)]
#[non_exhaustive]
pub enum CodecError {
    /// A frame exceeds the limit. The next one can be read.
    TooLong(FrameTooLong),
    /// A frame is no valid message. The next one can be read.
    Decode {
        /// Number of the line on which the frame begins, as in [`Frame::line`].
        line: u64,
        /// What is wrong with it.
        error: DecodeError,
    },
    /// The message that was to be written is not valid. Nothing of it was written.
    Invalid(Violations),
    /// The transport failed.
    Io(io::Error),
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(error) => error.fmt(f),
            Self::Decode { line, error } => write!(f, "line {line}: {error}"),
            Self::Invalid(violations) => violations.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CodecError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::TooLong(_) | Self::Invalid(_) => None,
            Self::Decode { error, .. } => error.source(),
            Self::Io(error) => error.source(),
        }
    }
}

impl From<io::Error> for CodecError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
