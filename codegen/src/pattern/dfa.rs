//! The smallest automaton that looks for a pattern.
//!
//! Takes the graph of a pattern; gives the table of states and bytes. Of each set of places that a
//! text may lead to there is a state; then states that no text tells apart become one.

use std::collections::BTreeMap;

use super::nfa::{Nfa, Node};
use super::Table;

/// How many places all sets may have together: the sets of some short patterns are many and large.
const PLACES: usize = 50_000;

const TOO_MANY: &str = "the pattern has too many states";

/// States by number, with the next state for each class of bytes.
struct Dfa {
    next: Vec<Vec<usize>>,
    ends: Vec<bool>,
}

impl Dfa {
    const FOUND: usize = 0;
    const START: usize = 1;
}

/// The table of `nfa`, if its states have numbers that are bytes.
pub(super) fn table(nfa: &Nfa) -> Result<Table, String> {
    let firsts = firsts(nfa);
    let dfa = determinise(nfa, &firsts)?;
    let blocks = blocks(&dfa)?;

    // The states' numbers do not depend on how the automaton was made: they are in the order in which
    // bytes lead to them.
    let mut states = vec![Dfa::START];
    let mut rows: Vec<Vec<u8>> = Vec::new();
    let mut ends = Vec::new();
    while rows.len() < states.len() {
        let state = states[rows.len()];
        let mut row = Vec::new();
        for &next in &dfa.next[state] {
            if blocks[next] == blocks[Dfa::FOUND] {
                row.push(Table::FOUND);
            } else if dfa.next[next].iter().all(|after| blocks[*after] == blocks[next]) {
                row.push(Table::DEAD);
            } else {
                let number = states.iter().position(|known| blocks[*known] == blocks[next]).unwrap_or(states.len());
                if number == states.len() {
                    states.push(next);
                }
                if number >= usize::from(Table::DEAD) {
                    return Err(TOO_MANY.to_owned());
                }
                row.push(number as u8);
            }
        }
        ends.push(u8::from(dfa.ends[state]));
        rows.push(row);
    }

    // Bytes that every state treats alike share a class.
    let mut classes = vec![0_u8; 256];
    let mut columns: Vec<Vec<u8>> = Vec::new();
    for (number, &first) in firsts.iter().enumerate() {
        let mut column = Vec::new();
        for row in &rows {
            column.push(row[number]);
        }
        let class = columns.iter().position(|known| *known == column).unwrap_or(columns.len());
        if class == columns.len() {
            columns.push(column);
        }
        classes[first..].fill(class as u8);
    }
    let mut next = Vec::new();
    for state in 0..rows.len() {
        for column in &columns {
            next.push(column[state]);
        }
    }
    Ok(Table { classes, width: columns.len(), next, ends })
}

/// The bytes that the graph may treat otherwise than the byte before.
fn firsts(nfa: &Nfa) -> Vec<usize> {
    let mut begins = [false; 257];
    begins[0] = true;
    for node in &nfa.nodes {
        if let Node::Byte(low, high, _) = node {
            begins[usize::from(*low)] = true;
            begins[usize::from(*high) + 1] = true;
        }
    }
    (0..256).filter(|byte| begins[*byte]).collect()
}

/// An automaton of the sets of places.
fn determinise(nfa: &Nfa, firsts: &[usize]) -> Result<Dfa, String> {
    // Where the text starts is a state of its own: `^` holds there and nowhere else.
    let mut sets = vec![vec![Nfa::FOUND], reach(nfa, vec![nfa.start], true, false)];
    let mut index = BTreeMap::from([(vec![Nfa::FOUND], Dfa::FOUND)]);
    let mut dfa = Dfa { next: Vec::new(), ends: Vec::new() };
    let mut places = 0;
    while dfa.next.len() < sets.len() {
        let state = dfa.next.len();
        let set = sets[state].clone();
        places += set.len() + 1;
        if places > PLACES {
            return Err(TOO_MANY.to_owned());
        }
        let mut row = Vec::new();
        for &byte in firsts {
            // The pattern may begin anywhere.
            let mut after = vec![nfa.start];
            for &place in &set {
                match nfa.nodes[place] {
                    Node::Found => after.push(place),
                    Node::Byte(low, high, next) if usize::from(low) <= byte && byte <= usize::from(high) => after.push(next),
                    _ => {}
                }
            }
            let after = reach(nfa, after, false, false);
            let fresh = sets.len();
            let number = *index.entry(after.clone()).or_insert(fresh);
            if number == fresh {
                sets.push(after);
            }
            row.push(number);
        }
        dfa.next.push(row);
        dfa.ends.push(reach(nfa, set, state == Dfa::START, true) == [Nfa::FOUND]);
    }
    Ok(dfa)
}

/// The places that wait for a byte or for the end of the text, when the text led to `places`; only
/// the place where the pattern is found if that is among them.
fn reach(nfa: &Nfa, mut places: Vec<usize>, at_start: bool, at_end: bool) -> Vec<usize> {
    let mut seen = vec![false; nfa.nodes.len()];
    let mut waiting = Vec::new();
    while let Some(place) = places.pop() {
        if seen[place] {
            continue;
        }
        seen[place] = true;
        match &nfa.nodes[place] {
            Node::Found => return vec![place],
            Node::All(all) => places.extend(all),
            Node::Start(next) if at_start => places.push(*next),
            Node::End(next) if at_end => places.push(*next),
            Node::Start(_) => {}
            Node::End(_) | Node::Byte(..) => waiting.insert(waiting.partition_point(|known| *known < place), place),
        }
    }
    waiting
}

/// For each state the number of its block, where states of one block are those that no text tells
/// apart. Blocks are split as long as one byte leads from one block to several, or until there are too
/// many: each of them is a state of the table, except for two.
fn blocks(dfa: &Dfa) -> Result<Vec<usize>, String> {
    let mut blocks: Vec<usize> = dfa.ends.iter().map(|ends| usize::from(*ends)).collect();
    let mut count = 0;
    loop {
        let mut index = BTreeMap::new();
        let mut finer = Vec::new();
        for (state, row) in dfa.next.iter().enumerate() {
            let mut key = vec![blocks[state]];
            for &next in row {
                key.push(blocks[next]);
            }
            let fresh = index.len();
            finer.push(*index.entry(key).or_insert(fresh));
        }
        blocks = finer;
        if index.len() == count {
            return Ok(blocks);
        }
        if index.len() > usize::from(Table::DEAD) + 2 {
            return Err(TOO_MANY.to_owned());
        }
        count = index.len();
    }
}
