//! Running a pattern that was compiled to a byte automaton at build time.

/// A deterministic automaton over bytes; the first state is where it starts.
pub(crate) struct Automaton {
    /// Class of each byte.
    pub(crate) classes: &'static [u8; 256],
    /// Number of classes.
    pub(crate) width: usize,
    /// Next state by state and class; 254: the pattern cannot be found any more, 255: it was found.
    pub(crate) next: &'static [u8],
    /// 1 for each state in which the text may end.
    pub(crate) ends: &'static [u8],
}

impl Automaton {
    /// Whether the pattern is found in `text`: one step a byte.
    pub(crate) fn finds(&self, text: &str) -> bool {
        let mut state = 0;
        for &byte in text.as_bytes() {
            match self.next[usize::from(state) * self.width + usize::from(self.classes[usize::from(byte)])] {
                255 => return true,
                254 => return false,
                next => state = next,
            }
        }
        self.ends[usize::from(state)] == 1
    }
}
