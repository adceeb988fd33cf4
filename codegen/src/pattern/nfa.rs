//! A pattern as a graph of bytes, which may be in many places at once.
//!
//! Takes the tree of a pattern; gives its nodes. Code points become their UTF-8 bytes here.

use super::parse::Tree;

/// A place in the graph.
pub(super) enum Node {
    /// The pattern was found.
    Found,
    /// A byte from the first to the second leads on.
    Byte(u8, u8, usize),
    /// Every one of these places.
    All(Vec<usize>),
    /// Leads on at the start of the text.
    Start(usize),
    /// Leads on at its end.
    End(usize),
}

/// The graph of a pattern.
pub(super) struct Nfa {
    pub(super) nodes: Vec<Node>,
    pub(super) start: usize,
}

/// How many nodes a pattern may have: repetitions of repetitions multiply.
const NODES: usize = 20_000;

/// Code points of one length in UTF-8: first, last, bytes after the leading one, and its mark. The
/// surrogates between them have no encoding.
const LENGTHS: [(u32, u32, u32, u32); 5] =
    [(0, 0x7F, 0, 0), (0x80, 0x7FF, 1, 0xC0), (0x800, 0xD7FF, 2, 0xE0), (0xE000, 0xFFFF, 2, 0xE0), (0x1_0000, 0x10_FFFF, 3, 0xF0)];

impl Nfa {
    /// The place of `Node::Found`.
    pub(super) const FOUND: usize = 0;

    /// The graph of `tree`, if it is not too large.
    pub(super) fn new(tree: &Tree) -> Result<Self, String> {
        let mut nfa = Self { nodes: vec![Node::Found], start: 0 };
        nfa.start = nfa.tree(tree, Self::FOUND)?;
        Ok(nfa)
    }

    fn push(&mut self, node: Node) -> Result<usize, String> {
        if self.nodes.len() >= NODES {
            return Err("the pattern is too large; its repetitions multiply".to_owned());
        }
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    /// Where `tree` begins if `next` follows it. A sequence adds a node even if it is empty, so that
    /// the limit is on the work, too.
    fn tree(&mut self, tree: &Tree, next: usize) -> Result<usize, String> {
        match tree {
            Tree::Set(ranges) => self.set(ranges, next),
            Tree::Start => self.push(Node::Start(next)),
            Tree::End => self.push(Node::End(next)),
            Tree::Sequence(parts) => {
                let mut entry = self.push(Node::All(vec![next]))?;
                for part in parts.iter().rev() {
                    entry = self.tree(part, entry)?;
                }
                Ok(entry)
            }
            Tree::Choice(arms) => {
                let mut entries = Vec::new();
                for arm in arms {
                    entries.push(self.tree(arm, next)?);
                }
                self.push(Node::All(entries))
            }
            Tree::Repeat(part, min, max) => {
                let mut entry = next;
                match max {
                    Some(max) => {
                        // Each copy may be the last, and leads to `next` itself: few nodes are reached at once.
                        for _ in *min..*max {
                            let copy = self.tree(part, entry)?;
                            entry = self.push(Node::All(vec![copy, next]))?;
                        }
                    }
                    None => {
                        entry = self.push(Node::All(Vec::new()))?;
                        let copy = self.tree(part, entry)?;
                        self.nodes[entry] = Node::All(vec![copy, next]);
                    }
                }
                for _ in 0..*min {
                    entry = self.tree(part, entry)?;
                }
                Ok(entry)
            }
        }
    }

    fn set(&mut self, ranges: &[(u32, u32)], next: usize) -> Result<usize, String> {
        let first = self.nodes.len();
        let mut entries = Vec::new();
        for &(low, high) in ranges {
            for &(floor, ceiling, more, mark) in &LENGTHS {
                let mut spans = Vec::new();
                if low <= ceiling && high >= floor {
                    split(low.max(floor), high.min(ceiling), more, &mut spans);
                }
                for (low, high) in spans {
                    let mut entry = next;
                    for place in 0..more {
                        let byte = |code: u32| 0x80 | (code >> (6 * place) & 0x3F) as u8;
                        entry = self.byte(first, byte(low), byte(high), entry)?;
                    }
                    let byte = |code: u32| (mark | code >> (6 * more)) as u8;
                    entries.push(self.byte(first, byte(low), byte(high), entry)?);
                }
            }
        }
        self.push(Node::All(entries))
    }

    /// A node for a byte, of which there is one among those from `first` on: characters share their
    /// last bytes.
    fn byte(&mut self, first: usize, low: u8, high: u8, next: usize) -> Result<usize, String> {
        for (at, node) in self.nodes.iter().enumerate().skip(first) {
            if matches!(node, Node::Byte(l, h, n) if (*l, *h, *n) == (low, high, next)) {
                return Ok(at);
            }
        }
        self.push(Node::Byte(low, high, next))
    }
}

/// Splits a range of code points until each byte of a code point has a range of its own, whatever the
/// other bytes are: unless all before it are the same, a byte runs through all its values.
fn split(low: u32, high: u32, more: u32, spans: &mut Vec<(u32, u32)>) {
    for places in 1..=more {
        let mask = (1 << (6 * places)) - 1;
        if low & !mask == high & !mask {
            continue;
        }
        let cut = if low & mask != 0 {
            low | mask
        } else if high & mask != mask {
            (high & !mask) - 1
        } else {
            continue;
        };
        split(low, cut, more, spans);
        split(cut + 1, high, more, spans);
        return;
    }
    spans.push((low, high));
}
