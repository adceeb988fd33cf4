//! The compatibility table's types, and the table itself.

use super::Shim;
use crate::wire::object::Key;
use crate::Revision;

include!(concat!(env!("OUT_DIR"), "/ag_ui_compatibility.rs"));

/// Where something may be retired in one type of message.
pub(crate) struct Root {
    /// If none of them stands in the text, nothing is retired in it, whatever message it is.
    pub(super) words: &'static [&'static str],
    pub(super) place: &'static Place,
}

/// What may stand in one place.
pub(super) struct Place {
    /// The elements of a list.
    pub(super) elements: Option<&'static Place>,
    /// The member that tells objects apart; none if they are of one kind.
    pub(super) tag: Option<Key>,
    /// The objects in which something may be retired, sorted by tag.
    pub(super) objects: &'static [Arm],
}

/// An object in a place.
pub(super) struct Arm {
    pub(super) value: &'static str,
    /// The object as a whole is retired.
    pub(super) retired: Option<Retired>,
    pub(super) members: &'static [&'static Member],
    /// From which revision on a null below may be read as absent.
    pub(super) nulls: Option<Revision>,
    /// Tags of retired parts that may stand below, as they stand in the text.
    pub(super) parts: &'static [&'static str],
}

#[derive(Clone, Copy)]
pub(super) enum Retired {
    Event(&'static Rename),
    Part(&'static Part),
}

/// A member of an object.
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) null: Option<Null>,
    pub(super) below: Option<&'static Place>,
}

/// A member's null is read as absent, in revisions that have no null there.
#[derive(Clone, Copy)]
pub(super) struct Null {
    pub(super) shim: &'static Shim,
    pub(super) from: Revision,
}

/// An event name that was retired.
pub(super) struct Rename {
    pub(super) shim: &'static Shim,
    pub(super) becomes: &'static str,
    /// Members that the old event lacked.
    pub(super) set: &'static [(&'static str, &'static str)],
    /// The identifier that it lacked.
    pub(super) mint: Option<Mint>,
    /// Members that the new event has no place for.
    pub(super) drop: &'static [&'static str],
}

pub(super) struct Mint {
    pub(super) member: &'static str,
    pub(super) track: &'static str,
    pub(super) does: Does,
}

/// What an event does to the series of events that share an identifier.
#[derive(Clone, Copy)]
pub(super) enum Does {
    Open,
    Use,
    Close,
}

/// A content part that was retired.
pub(super) struct Part {
    pub(super) shim: &'static Shim,
    /// Members that have to be there, as text.
    pub(super) needs: &'static [&'static str],
    /// The member whose beginning tells what it becomes.
    pub(super) by: &'static str,
    pub(super) prefixes: &'static [(&'static str, &'static str)],
    pub(super) otherwise: &'static str,
    pub(super) sources: &'static [PartSource],
    /// Members that stand elsewhere in the new part: as a key of another member.
    pub(super) moves: &'static [(&'static str, &'static str, &'static str)],
    pub(super) drop: &'static [&'static str],
}

/// A member that the new part's source is made of.
pub(super) struct PartSource {
    pub(super) member: &'static str,
    pub(super) tag: &'static str,
    /// Members that go along.
    pub(super) copy: &'static [&'static str],
}
