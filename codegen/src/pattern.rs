//! Patterns as tables: a regular expression becomes a byte automaton at build time.
//!
//! Takes an ECMAScript pattern as the schemas use them. Gives a matcher for this generator and the
//! table of the same automaton for the generated code, which runs it in one pass over the bytes.

use std::collections::BTreeMap;

use regex_automata::dfa::dense::{Builder, Config, DFA};
use regex_automata::dfa::{Automaton, StartKind};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::Anchored;

/// A pattern that was understood.
pub(crate) struct Matcher {
    dfa: DFA<Vec<u32>>,
    start: StateID,
}

impl Matcher {
    /// Takes `pattern`, or says why not.
    pub(crate) fn new(pattern: &str) -> Result<Self, String> {
        let rust = translate(pattern)?;
        let config = Config::new().minimize(true).start_kind(StartKind::Unanchored);
        let dfa = Builder::new().configure(config).build(&rust).map_err(|error| reason(&error))?;
        let start = dfa.start_state(&start::Config::new().anchored(Anchored::No)).map_err(|error| reason(&error))?;
        Ok(Self { dfa, start })
    }

    /// Whether the pattern is found in `text`.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let mut state = self.start;
        for &byte in text.as_bytes() {
            state = self.dfa.next_state(state, byte);
            if self.dfa.is_match_state(state) {
                return true;
            }
        }
        self.dfa.is_match_state(self.dfa.next_eoi_state(state))
    }

    /// The automaton as three byte strings.
    pub(crate) fn table(&self) -> Result<Table, String> {
        let mut states: Vec<StateID> = vec![self.start];
        let mut index: BTreeMap<StateID, usize> = BTreeMap::from([(self.start, 0)]);
        let mut rows: Vec<Vec<u8>> = Vec::new();
        let mut ends = Vec::new();
        while let Some(&state) = states.get(rows.len()) {
            let mut row = Vec::with_capacity(256);
            for byte in 0..=255 {
                let next = self.dfa.next_state(state, byte);
                row.push(if self.dfa.is_match_state(next) {
                    Table::FOUND
                } else if self.dfa.is_dead_state(next) {
                    Table::DEAD
                } else {
                    let fresh = states.len();
                    let number = *index.entry(next).or_insert(fresh);
                    if number == fresh {
                        states.push(next);
                    }
                    u8::try_from(number).ok().filter(|number| *number < Table::DEAD).ok_or("the pattern has too many states")?
                });
            }
            ends.push(u8::from(self.dfa.is_match_state(self.dfa.next_eoi_state(state))));
            rows.push(row);
        }
        // Bytes that every state treats alike share a class.
        let mut classes = vec![0_u8; 256];
        let mut columns: Vec<Vec<u8>> = Vec::new();
        for byte in 0..256 {
            let column: Vec<u8> = rows.iter().map(|row| row[byte]).collect();
            let class = columns.iter().position(|known| *known == column).unwrap_or(columns.len());
            if class == columns.len() {
                columns.push(column);
            }
            classes[byte] = class as u8;
        }
        let next = (0..rows.len()).flat_map(|state| columns.iter().map(move |column| column[state])).collect();
        Ok(Table { classes, width: columns.len(), next, ends })
    }
}

/// What lies at the bottom of an error: the last line of the engine's explanation.
fn reason(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => reason(source),
        None => {
            let text = error.to_string();
            text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
        }
    }
}

/// An automaton for the generated code.
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
}

/// The pattern in the words of Rust's engine. They share what the schemas use; what they do not
/// share is refused.
fn translate(pattern: &str) -> Result<String, String> {
    let mut rust = String::from("(?-m)");
    let mut characters = pattern.chars();
    let mut in_class = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('v') => rust.push_str("\\x0B"),
                Some('/') => rust.push('/'),
                Some('-') => rust.push_str("\\-"),
                Some(
                    escape @ ('u' | 'x' | 't' | 'n' | 'r' | 'f' | '.' | '$' | '{' | '}' | '+' | '*' | '?' | '(' | ')' | '[' | ']' | '^'
                    | '|' | '\\'),
                ) => {
                    rust.extend(['\\', escape]);
                }
                other => return Err(format!("the escape {other:?} is not known")),
            },
            '[' if in_class => rust.push_str("\\["),
            '[' => {
                in_class = true;
                rust.push('[');
            }
            ']' => {
                in_class = false;
                rust.push(']');
            }
            '.' if !in_class => rust.push_str("[^\\n\\r\\u2028\\u2029]"),
            '$' if !in_class => rust.push_str("\\z"),
            '^' if !in_class => rust.push_str("\\A"),
            '&' | '~' if in_class => rust.extend(['\\', character]),
            other => rust.push(other),
        }
    }
    Ok(rust)
}
