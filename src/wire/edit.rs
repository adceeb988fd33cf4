//! A text with some of it replaced, which remembers where its bytes came from.
//!
//! A decoder reads the new text; whoever sent the old one is told about that. Only a protocol with a
//! compatibility boundary makes one.
#![cfg_attr(not(feature = "ag-ui"), allow(dead_code))]

use std::ops::Range;

use super::parser::{Aside, MAX_NOTES};
use crate::error::NoteKind;

/// A text made from another one.
#[derive(Debug)]
pub struct Edited {
    text: String,
    /// In the order of the text.
    pieces: Vec<Piece>,
    /// What was replaced or removed, by offset in the original, and in its order.
    pub(crate) asides: Vec<Aside>,
    pub(crate) asides_omitted: usize,
}

/// A stretch of the new text.
#[derive(Debug)]
struct Piece {
    /// Where it begins in the new text.
    at: usize,
    /// Where it comes from in the original.
    from: usize,
    /// Whether it was kept as it was; otherwise it stands for what is at `from`.
    kept: bool,
}

impl Edited {
    /// The new text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The offset in the original that an offset in the new text stands for.
    pub(crate) fn origin(&self, offset: usize) -> usize {
        let behind = self.pieces.partition_point(|piece| piece.at <= offset);
        match self.pieces[..behind].last() {
            Some(piece) if piece.kept => piece.from + (offset - piece.at),
            Some(piece) => piece.from,
            None => offset,
        }
    }
}

/// Edits of a text while they are collected.
#[derive(Debug)]
pub(crate) struct Edits<'a> {
    original: &'a str,
    list: Vec<Edit>,
    asides: Vec<Aside>,
    asides_omitted: usize,
}

#[derive(Debug)]
struct Edit {
    span: Range<usize>,
    by: Vec<Chunk>,
}

/// A stretch of what replaces a part of a text.
#[derive(Debug)]
pub(crate) enum Chunk {
    New(String),
    /// Taken over from the original.
    Kept(Range<usize>),
}

impl<'a> Edits<'a> {
    pub(crate) fn new(original: &'a str) -> Self {
        Self { original, list: Vec::new(), asides: Vec::new(), asides_omitted: 0 }
    }

    /// Replaces a span, which overlaps no other edit's.
    pub(crate) fn replace(&mut self, span: Range<usize>, by: Vec<Chunk>) {
        self.list.push(Edit { span, by });
    }

    /// Notes what was done about the value at `span`.
    pub(crate) fn note(&mut self, span: Range<usize>, kind: NoteKind, message: String) {
        if self.asides.len() < MAX_NOTES {
            self.asides.push(Aside { offset: span.start, end: span.end, kind, message, cause: None });
        } else {
            self.asides_omitted += 1;
        }
    }

    /// The new text; none if nothing was done.
    pub(crate) fn finish(mut self) -> Option<Edited> {
        if self.asides.is_empty() && self.list.is_empty() {
            return None;
        }
        self.list.sort_by_key(|edit| edit.span.start);
        self.asides.sort_by_key(|aside| aside.offset);
        let mut made = Edited {
            text: String::with_capacity(self.original.len() + 64),
            pieces: Vec::with_capacity(2 * self.list.len() + 1),
            asides: self.asides,
            asides_omitted: self.asides_omitted,
        };
        let mut done = 0;
        for Edit { span, by } in self.list {
            made.keep(self.original, done..span.start);
            for chunk in by {
                match chunk {
                    Chunk::Kept(range) => made.keep(self.original, range),
                    Chunk::New(text) => {
                        made.pieces.push(Piece { at: made.text.len(), from: span.start, kept: false });
                        made.text.push_str(&text);
                    }
                }
            }
            done = span.end;
        }
        made.keep(self.original, done..self.original.len());
        Some(made)
    }
}

impl Edited {
    fn keep(&mut self, original: &str, range: Range<usize>) {
        self.pieces.push(Piece { at: self.text.len(), from: range.start, kept: true });
        self.text.push_str(&original[range]);
    }
}

#[cfg(test)]
mod tests {
    use super::{Chunk, Edits};

    #[test]
    fn every_byte_that_was_kept_knows_its_origin() {
        let original = "0123456789";
        let mut edits = Edits::new(original);
        edits.replace(7..8, Vec::new());
        edits.replace(2..5, vec![Chunk::New("ab".into()), Chunk::Kept(3..4), Chunk::New("c".into())]);
        let edited = edits.finish().expect("something was done");
        assert_eq!(edited.text(), "01ab3c5689");
        let origins: Vec<usize> = (0..=edited.text().len()).map(|offset| edited.origin(offset)).collect();
        assert_eq!(origins, [0, 1, 2, 2, 3, 2, 5, 6, 8, 9, 10]);
    }
}
