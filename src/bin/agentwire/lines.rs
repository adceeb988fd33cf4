//! Lines out of chunks of bytes: wherever the chunks are cut, and never more than one line kept.

/// One line of the input, without its end.
pub(crate) struct Line<'a> {
    /// Counted from 1; blank lines count.
    pub(crate) number: u64,
    pub(crate) text: Result<&'a [u8], TooLong>,
}

/// A line is longer than the limit, and was not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

/// Cuts bytes into lines. LF and CRLF end a line; what follows the last one is a line too.
pub(crate) struct Lines {
    limit: usize,
    number: u64,
    /// The beginning of a line whose end has not come.
    begun: Vec<u8>,
    too_long: bool,
}

impl Lines {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, number: 0, begun: Vec::new(), too_long: false }
    }

    /// Takes the next bytes; gives every line that they complete to `each`, and stops at its first error.
    pub(crate) fn push<E>(&mut self, mut chunk: &[u8], each: &mut impl FnMut(Line<'_>) -> Result<(), E>) -> Result<(), E> {
        while let Some(end) = chunk.iter().position(|byte| *byte == b'\n') {
            let (head, rest) = (&chunk[..end], &chunk[end + 1..]);
            chunk = rest;
            if self.begun.is_empty() && !self.too_long {
                self.give(head, each)?;
            } else {
                self.keep(head);
                self.give_begun(each)?;
            }
        }
        self.keep(chunk);
        Ok(())
    }

    /// The input has ended: gives what it left of a line.
    pub(crate) fn finish<E>(mut self, each: &mut impl FnMut(Line<'_>) -> Result<(), E>) -> Result<(), E> {
        if self.begun.is_empty() && !self.too_long {
            return Ok(());
        }
        self.give_begun(each)
    }

    fn keep(&mut self, bytes: &[u8]) {
        // One byte more than the limit may be the CR of a line that is not too long.
        if self.too_long || bytes.len() > self.limit.saturating_add(1).saturating_sub(self.begun.len()) {
            self.too_long = true;
            self.begun = Vec::new();
        } else {
            self.begun.extend_from_slice(bytes);
        }
    }

    fn give_begun<E>(&mut self, each: &mut impl FnMut(Line<'_>) -> Result<(), E>) -> Result<(), E> {
        if std::mem::take(&mut self.too_long) {
            self.number += 1;
            return each(Line { number: self.number, text: Err(TooLong) });
        }
        let mut line = std::mem::take(&mut self.begun);
        let given = self.give(&line, each);
        line.clear();
        self.begun = line;
        given
    }

    fn give<E>(&mut self, line: &[u8], each: &mut impl FnMut(Line<'_>) -> Result<(), E>) -> Result<(), E> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        self.number += 1;
        each(Line { number: self.number, text: if line.len() > self.limit { Err(TooLong) } else { Ok(line) } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(limit: usize, input: &[u8], cut: usize) -> Vec<(u64, Option<String>)> {
        let mut found = Vec::new();
        let mut each = |line: Line<'_>| -> Result<(), ()> {
            found.push((line.number, line.text.ok().map(|text| String::from_utf8_lossy(text).into_owned())));
            Ok(())
        };
        let mut lines = Lines::new(limit);
        for chunk in input.chunks(cut) {
            lines.push(chunk, &mut each).expect("no error");
        }
        lines.finish(&mut each).expect("no error");
        found
    }

    #[test]
    fn lines_are_the_same_wherever_the_chunks_are_cut() {
        let cases: [(&[u8], &[Option<&str>]); 9] = [
            (b"", &[]),
            (b"\n", &[Some("")]),
            (b"a\nbc", &[Some("a"), Some("bc")]),
            (b"a\r\n\r\nb\n", &[Some("a"), Some(""), Some("b")]),
            (b"a\rb\n\r", &[Some("a\rb"), Some("")]),
            (b"1234\n1234\r\n1234", &[Some("1234"), Some("1234"), Some("1234")]),
            (b"12345\n1\n12345\r\n1", &[None, Some("1"), None, Some("1")]),
            (b"1234\r\r\n1234567890\n\n1234567890", &[None, None, Some(""), None]),
            (b"1234\r", &[Some("1234")]),
        ];
        for (input, expected) in cases {
            let expected: Vec<_> = (1..).zip(expected.iter().map(|text| text.map(str::to_owned))).collect();
            for cut in 1..=input.len().max(1) {
                assert_eq!(lines(4, input, cut), expected, "{:?} in chunks of {cut}", String::from_utf8_lossy(input));
            }
        }
    }
}
