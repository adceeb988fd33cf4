//! The one writer: compact JSON straight into the caller's buffer.

use std::io::Write as _;

use serde_json::Number;

use super::name::Name;
use super::scan::plain_until;
use crate::canonical::{Measure, LONGEST_NUMBER};

/// Writes compact JSON at the end of a buffer.
pub struct Writer<'w> {
    out: &'w mut Vec<u8>,
    /// Where the size is all that is wanted, which is not worth writing: nothing is written then.
    tally: Option<Tally>,
}

/// At most so much has been written.
#[derive(Default)]
struct Tally {
    size: Measure,
    open: u32,
}

/// At most so much canonical text is what `write` writes: found in a fraction of the time that writing takes.
pub(crate) fn at_most(write: impl FnOnce(&mut Writer<'_>)) -> Measure {
    let mut nothing = Vec::new();
    let mut w = Writer { out: &mut nothing, tally: Some(Tally::default()) };
    write(&mut w);
    w.tally.map(|tally| tally.size).unwrap_or_default()
}

impl<'w> Writer<'w> {
    pub(crate) fn new(out: &'w mut Vec<u8>) -> Self {
        Self { out, tally: None }
    }

    /// Whether bytes are only counted; counts so many.
    #[inline(always)]
    fn counts(&mut self, bytes: usize) -> bool {
        match &mut self.tally {
            None => false,
            Some(tally) => {
                tally.size.bytes += bytes;
                true
            }
        }
    }

    #[inline]
    pub(crate) fn raw(&mut self, text: &str) {
        if !self.counts(text.len()) {
            self.out.extend_from_slice(text.as_bytes());
        }
    }

    /// Writes what is one JSON value already.
    #[inline]
    pub(crate) fn json(&mut self, text: &str) {
        match &mut self.tally {
            None => self.out.extend_from_slice(text.as_bytes()),
            Some(tally) => {
                let inner = crate::canonical::bound(text.as_bytes());
                tally.size.bytes += inner.bytes;
                tally.size.depth = tally.size.depth.max(tally.open + inner.depth);
            }
        }
    }

    pub(crate) fn number(&mut self, value: &Number) {
        if self.counts(LONGEST_NUMBER) {
            return;
        }
        if let Some(value) = value.as_u64() {
            return self.out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
        }
        // Writing into a vector cannot fail.
        let _ = write!(self.out, "{value}");
    }

    #[inline]
    pub(crate) fn string(&mut self, text: &str) {
        self.utf8(text.as_bytes());
    }

    /// Writes a string; the bytes are its UTF-8.
    #[inline]
    fn utf8(&mut self, bytes: &[u8]) {
        const LONGEST_ESCAPE: usize = 6;
        if self.counts(bytes.len() * LONGEST_ESCAPE + 2) {
            return;
        }
        self.out.push(b'"');
        let mut from = 0;
        loop {
            let stop = plain_until(bytes, from);
            self.out.extend_from_slice(&bytes[from..stop]);
            match bytes.get(stop) {
                None => break,
                Some(&byte) => self.escape(byte),
            }
            from = stop + 1;
        }
        self.out.push(b'"');
    }

    fn escape(&mut self, byte: u8) {
        let short = match byte {
            b'"' => b'"',
            b'\\' => b'\\',
            0x08 => b'b',
            0x0c => b'f',
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            _ => {
                let _ = write!(self.out, "\\u{byte:04x}");
                return;
            }
        };
        self.out.extend_from_slice(&[b'\\', short]);
    }

    #[inline]
    pub(crate) fn begin_object(&mut self) {
        self.begin(b'{');
    }

    #[inline]
    pub(crate) fn end_object(&mut self) {
        self.end(b'}');
    }

    #[inline]
    pub(crate) fn begin_array(&mut self) {
        self.begin(b'[');
    }

    #[inline]
    pub(crate) fn end_array(&mut self) {
        self.end(b']');
    }

    #[inline]
    fn begin(&mut self, bracket: u8) {
        match &mut self.tally {
            None => self.out.push(bracket),
            Some(tally) => {
                tally.open += 1;
                tally.size.bytes += 1;
                tally.size.depth = tally.size.depth.max(tally.open);
            }
        }
    }

    #[inline]
    fn end(&mut self, bracket: u8) {
        match &mut self.tally {
            None => self.out.push(bracket),
            Some(tally) => {
                tally.open -= 1;
                tally.size.bytes += 1;
            }
        }
    }

    #[inline(always)]
    fn comma(&mut self) {
        // Directly behind `{` only: no value ends with that byte.
        if self.out.last() != Some(&b'{') {
            self.out.push(b',');
        }
    }

    /// Begins a member by its name as it stands in the text, quotes and colon included.
    #[inline]
    pub(crate) fn key(&mut self, key: &'static str) {
        if self.counts(key.len() + 1) {
            return;
        }
        self.comma();
        self.out.extend_from_slice(key.as_bytes());
    }

    /// Begins a member by its name.
    pub(crate) fn name(&mut self, name: &str) {
        self.name_utf8(name.as_bytes());
    }

    /// Begins a member by its name as a map keeps it.
    pub(crate) fn kept_name(&mut self, name: &Name) {
        self.name_utf8(name.as_bytes());
    }

    fn name_utf8(&mut self, name: &[u8]) {
        if self.tally.is_none() {
            self.comma();
        }
        self.utf8(name);
        // The comma counts where nothing is written.
        self.raw(if self.tally.is_none() { ":" } else { ",:" });
    }
}
