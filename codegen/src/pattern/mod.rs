//! Patterns as tables: a regular expression becomes a byte automaton at build time.
//!
//! Takes an ECMAScript pattern as the schemas use them, read as in Unicode mode (`parse`). Gives the
//! table of the smallest automaton that looks for it (`nfa`, `dfa`); this generator runs it, and so
//! does the generated code, in one pass over the bytes. The build of every user compiles these files:
//! they are small and plain on purpose.

mod dfa;
mod nfa;
mod parse;
#[cfg(test)]
mod tests;

/// An automaton for the generated code; the first state is where it starts.
pub(crate) struct Table {
    /// Class of each byte.
    pub(crate) classes: Vec<u8>,
    /// Number of classes.
    pub(crate) width: usize,
    /// Next state, by state and class.
    pub(crate) next: Vec<u8>,
    /// 1 for each state in which the text may end.
    pub(crate) ends: Vec<u8>,
}

impl Table {
    /// In place of a next state: the pattern was found.
    const FOUND: u8 = 255;
    /// In place of a next state: it cannot be found any more.
    const DEAD: u8 = 254;

    /// Takes `pattern`, or says why not.
    pub(crate) fn new(pattern: &str) -> Result<Self, String> {
        dfa::table(&nfa::Nfa::new(&parse::parse(pattern)?)?)
    }

    /// Whether the pattern is found in `text`.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let mut state = 0;
        for &byte in text.as_bytes() {
            match self.next[usize::from(state) * self.width + usize::from(self.classes[usize::from(byte)])] {
                Self::FOUND => return true,
                Self::DEAD => return false,
                next => state = next,
            }
        }
        self.ends[usize::from(state)] == 1
    }
}
