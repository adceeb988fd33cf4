//! The one writer: compact JSON straight into the caller's buffer.

use std::fmt;
use std::io::Write as _;

use super::scan::plain_until;

/// Writes compact JSON at the end of a buffer.
pub struct Writer<'w> {
    out: &'w mut Vec<u8>,
}

impl<'w> Writer<'w> {
    pub(crate) fn new(out: &'w mut Vec<u8>) -> Self {
        Self { out }
    }

    #[inline]
    pub(crate) fn raw(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    pub(crate) fn display(&mut self, value: &dyn fmt::Display) {
        // Writing into a vector cannot fail.
        let _ = write!(self.out, "{value}");
    }

    #[inline]
    pub(crate) fn string(&mut self, text: &str) {
        self.out.push(b'"');
        let bytes = text.as_bytes();
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
        self.out.push(b'{');
    }

    #[inline]
    pub(crate) fn end_object(&mut self) {
        self.out.push(b'}');
    }

    pub(crate) fn begin_array(&mut self) {
        self.out.push(b'[');
    }

    pub(crate) fn end_array(&mut self) {
        self.out.push(b']');
    }

    #[inline]
    fn comma(&mut self) {
        // Directly behind `{` only: no value ends with that byte.
        if self.out.last() != Some(&b'{') {
            self.out.push(b',');
        }
    }

    /// Begins a member by its name as it stands in the text, quotes and colon included.
    #[inline]
    pub(crate) fn key(&mut self, key: &'static str) {
        self.comma();
        self.raw(key);
    }

    /// Begins a member by its name.
    pub(crate) fn name(&mut self, name: &str) {
        self.comma();
        self.string(name);
        self.out.push(b':');
    }
}
