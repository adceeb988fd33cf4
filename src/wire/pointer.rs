//! From byte offsets to JSON pointers and back, over text that was read before.

use super::check::{push_step, Step};
use super::parser::{Kind, Parser, Read};
use crate::error::MAX_PATH_BYTES;

/// The JSON pointers of the values that begin at `offsets` (or contain them, where none begins there).
///
/// One walk over the text for all of them. The text may be malformed behind the last offset. `None` stands for
/// what has no more room beside the paths before it in the text ([`MAX_PATH_BYTES`]).
pub(crate) fn pointers(text: &str, offsets: &[usize]) -> Vec<Option<String>> {
    let mut wanted: Vec<(usize, usize)> = offsets.iter().copied().zip(0..).collect();
    wanted.sort_unstable();
    let mut found = vec![None; offsets.len()];
    let p = Parser::new(text, Default::default());
    let mut walk = Walk { p, wanted: &wanted, found: &mut found, bytes: 0, path: String::new() };
    // A fault ends the walk; what was wanted behind it has the path where the fault is.
    let _ = walk.value();
    // What is behind the value is about the text as a whole: the path is empty again.
    walk.take_up_to(usize::MAX);
    found
}

struct Walk<'a, 'w> {
    p: Parser<'a>,
    /// What is still wanted, by offset.
    wanted: &'w [(usize, usize)],
    found: &'w mut Vec<Option<String>>,
    /// Length of the paths in `found`.
    bytes: usize,
    path: String,
}

impl Walk<'_, '_> {
    fn value(&mut self) -> Read<()> {
        let walked = self.inner();
        if walked.is_err() {
            // The text is malformed here: what is still wanted is about this place.
            self.take_up_to(usize::MAX);
        }
        walked
    }

    fn inner(&mut self) -> Read<()> {
        let kind = self.p.kind()?;
        self.take_up_to(self.p.pos());
        match kind {
            Kind::Object => {
                self.p.enter()?;
                let mut first = true;
                while !self.wanted.is_empty() && self.p.another(b'}', first)? {
                    first = false;
                    let name = self.p.member_name()?;
                    self.step(Step::Member(&name))?;
                }
            }
            Kind::Array => {
                self.p.enter()?;
                let mut index = 0;
                while !self.wanted.is_empty() && self.p.another(b']', index == 0)? {
                    self.step(Step::Element(index))?;
                    index += 1;
                }
            }
            _ => self.p.skip()?,
        }
        // Offsets within, where no value begins, are this value's.
        self.take_up_to(self.p.pos().saturating_sub(1));
        Ok(())
    }

    fn step(&mut self, step: Step<'_>) -> Read<()> {
        let length = self.path.len();
        push_step(&mut self.path, step);
        let result = self.value();
        self.path.truncate(length);
        result
    }

    fn take_up_to(&mut self, offset: usize) {
        while let Some(&(wanted, index)) = self.wanted.first().filter(|(wanted, _)| *wanted <= offset) {
            let _ = wanted;
            if self.bytes <= MAX_PATH_BYTES {
                self.bytes += self.path.len();
                self.found[index] = Some(self.path.clone());
            }
            self.wanted = &self.wanted[1..];
        }
    }
}

/// The byte offset of the value at each JSON pointer; for a pointer to nothing, that of the closest
/// value around it.
pub(crate) fn offsets(text: &str, pointers: &[&str]) -> Vec<usize> {
    pointers.iter().map(|pointer| offset(text, pointer)).collect()
}

fn offset(text: &str, pointer: &str) -> usize {
    let mut p = Parser::new(text, Default::default());
    let mut at = 0;
    for token in pointer.split('/').skip(1) {
        match descend(&mut p, token) {
            Ok(true) => at = p.pos(),
            _ => return at,
        }
    }
    if pointer.is_empty() {
        let _ = p.peek();
        at = p.pos();
    }
    at
}

/// Goes to the member or element `token` of the value at the cursor.
fn descend(p: &mut Parser<'_>, token: &str) -> Read<bool> {
    let kind = p.kind()?;
    let name = token.replace("~1", "/").replace("~0", "~");
    if !matches!(kind, Kind::Object | Kind::Array) {
        return Ok(false);
    }
    p.enter()?;
    let close = if kind == Kind::Object { b'}' } else { b']' };
    let mut index = 0;
    while p.another(close, index == 0)? {
        let here = if kind == Kind::Object { p.member_name()? == name } else { index.to_string() == name };
        if here {
            p.peek()?;
            return Ok(true);
        }
        p.skip()?;
        index += 1;
    }
    Ok(false)
}
