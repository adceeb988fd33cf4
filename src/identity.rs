//! Ids for adapters: where new ones come from, and ids for what has none of its own.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

/// Where the ids of events come from.
///
/// Any closure that gives a text is one, so a program can bring its own:
///
/// ```
/// use agentwire::IdSource;
///
/// fn adapter(ids: &mut impl IdSource) -> String {
///     ids.next_id()
/// }
/// let mut fixed = ["a", "b"].into_iter();
/// assert_eq!(adapter(&mut || fixed.next().unwrap_or_default().to_owned()), "a");
/// ```
pub trait IdSource {
    /// An id that this source has not given before.
    fn next_id(&mut self) -> String;
}

impl<F: FnMut() -> String> IdSource for F {
    fn next_id(&mut self) -> String {
        self()
    }
}

/// Ids that count from 1 behind a prefix: for tests, and for sources that are new in each run.
///
/// ```
/// use agentwire::{Counter, IdSource};
///
/// let mut ids = Counter::new("evt-");
/// assert_eq!([ids.next_id(), ids.next_id()], ["evt-1", "evt-2"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Counter {
    prefix: String,
    last: u64,
}

impl Counter {
    /// Counts behind this prefix.
    pub fn new(prefix: impl Into<String>) -> Self {
        Self { prefix: prefix.into(), last: 0 }
    }
}

impl IdSource for Counter {
    fn next_id(&mut self) -> String {
        self.last += 1;
        format!("{}{}", self.prefix, self.last)
    }
}

/// Random UUIDs of version 7, which sort by the time they were made (feature `ids`).
#[cfg(feature = "ids")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Uuids;

#[cfg(feature = "ids")]
impl IdSource for Uuids {
    fn next_id(&mut self) -> String {
        uuid::Uuid::now_v7().to_string()
    }
}

/// An id that an adapter made up, because the entity has none where it comes from.
///
/// The protocols that tell such ids from native ones have conversions that set their marker.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SynthesizedId(String);

impl SynthesizedId {
    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SynthesizedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Ids for entities that have none of their own, each stable for the life of its entity.
///
/// An entity is known by a key in the harness's own terms: what tells it from its like there. The first
/// question for a key makes an id up, every later one gives the same.
///
/// ```
/// use agentwire::{Counter, Identities};
///
/// let (mut turns, mut ids) = (Identities::new(), Counter::new("turn-"));
/// // This harness numbers the turns of a session, and no two sessions run at once.
/// assert_eq!(turns.get(("session-a", 0), &mut ids).as_str(), "turn-1");
/// assert_eq!(turns.get(("session-a", 1), &mut ids).as_str(), "turn-2");
/// assert_eq!(turns.get(("session-a", 0), &mut ids).as_str(), "turn-1");
///
/// // The session is over; an entity with the same key is another one.
/// turns.forget(&("session-a", 0));
/// assert_eq!(turns.get(("session-a", 0), &mut ids).as_str(), "turn-3");
/// ```
#[derive(Clone, Debug)]
pub struct Identities<K>(HashMap<K, SynthesizedId>);

impl<K: Hash + Eq> Identities<K> {
    /// No entity is known yet.
    pub fn new() -> Self {
        Self(HashMap::new())
    }

    /// The id of the entity that `key` stands for; taken from `source` if it has none yet.
    pub fn get(&mut self, key: K, source: &mut (impl IdSource + ?Sized)) -> &SynthesizedId {
        self.0.entry(key).or_insert_with(|| SynthesizedId(source.next_id()))
    }

    /// The life of the entity is over. Gives the id that it had.
    pub fn forget(&mut self, key: &K) -> Option<SynthesizedId> {
        self.0.remove(key)
    }

    /// How many entities have an id.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no entity has an id.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: Hash + Eq> Default for Identities<K> {
    fn default() -> Self {
        Self::new()
    }
}
