//! Checking typed values: every broken rule, with the path to the value that breaks it.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Bound, RangeBounds};

use serde_json::Number;

use super::json::{Extra, Json};
use super::object::{name_of, Key, Object};
use super::parser::quoted;
use super::there::{self, Scalar, There, Whole};
use super::value::{Check, Codec, Map, Presence};
use super::writer::{at_most, Writer};
use crate::canonical::Measure;
use crate::error::{DecodeError, Violation, Violations, MAX_PATH_BYTES, MAX_VIOLATIONS};
use crate::Revision;

/// One step of a path.
#[derive(Clone, Copy, Debug)]
pub enum Step<'p> {
    /// The value at the current path itself.
    Here,
    Member(&'p str),
    Element(usize),
}

impl<'p> From<&'p str> for Step<'p> {
    fn from(name: &'p str) -> Self {
        Self::Member(name)
    }
}

impl From<usize> for Step<'_> {
    fn from(index: usize) -> Self {
        Self::Element(index)
    }
}

/// What says where a value is: a member's name, an element's index, or a step. It costs nothing to leave unused.
pub(crate) trait ToStep<'p>: Into<Step<'p>> + Copy {}

impl<'p, T: Into<Step<'p>> + Copy> ToStep<'p> for T {}

/// Adds one step to a JSON pointer.
pub(crate) fn push_step(path: &mut String, step: Step<'_>) {
    use fmt::Write as _;

    if matches!(step, Step::Here) {
        return;
    }
    path.push('/');
    // Writing into a string cannot fail.
    let _ = match step {
        Step::Here => Ok(()),
        Step::Element(index) => write!(path, "{index}"),
        Step::Member(name) if !name.contains(['~', '/']) => write!(path, "{name}"),
        Step::Member(name) => write!(path, "{}", name.replace('~', "~0").replace('/', "~1")),
    };
}

/// Collects broken rules; knows the path of the value that is being checked.
///
/// A value is checked once for a verdict. Only if a rule is broken it is checked again, this time with a
/// path and messages: a valid value pays for neither.
pub struct Checker<'p> {
    /// Whether this is the second time.
    recording: bool,
    broken: bool,
    path: Vec<Step<'p>>,
    found: Vec<Violation>,
    /// Length of the paths in `found`.
    path_bytes: usize,
    omitted: usize,
    revision: Revision,
    /// Why the rules being checked hold.
    reason: Reason,
}

/// Checks a value in one revision.
pub(crate) fn check(value: &dyn Check, revision: Revision) -> Result<(), Violations> {
    let mut verdict = Checker::new(revision, false);
    value.check(&mut verdict);
    if verdict.broken {
        return Err(violations(value, revision));
    }
    Ok(())
}

/// What is wrong with a value that is known to break a rule.
#[cold]
fn violations(value: &dyn Check, revision: Revision) -> Violations {
    let mut checker = Checker::new(revision, true);
    value.check(&mut checker);
    Violations::new(checker.found, checker.omitted)
}

impl<'p> Checker<'p> {
    fn new(revision: Revision, recording: bool) -> Self {
        Self { recording, broken: false, path: Vec::new(), found: Vec::new(), path_bytes: 0, omitted: 0, revision, reason: Reason::Always }
    }

    // ---- where ------------------------------------------------------------------------------

    #[inline]
    pub(crate) fn enter(&mut self, step: impl ToStep<'p>) {
        if self.recording {
            self.push(step.into());
        }
    }

    #[cold]
    fn push(&mut self, step: Step<'p>) {
        self.path.push(step);
    }

    #[inline]
    pub(crate) fn leave(&mut self) {
        if self.recording {
            self.pop();
        }
    }

    #[cold]
    fn pop(&mut self) {
        self.path.pop();
    }

    /// What is checked below `step`.
    #[inline]
    pub(crate) fn within(&mut self, step: impl ToStep<'p>, check: impl FnOnce(&mut Self)) {
        self.enter(step);
        check(self);
        self.leave();
    }

    /// The rules that the member's own type has.
    #[inline]
    pub(crate) fn member<T: Check>(&mut self, step: impl ToStep<'p>, value: &'p T) {
        if value.is_there() {
            self.within(step, |at| value.check(at));
        }
    }

    /// What is checked of a member, if it is there.
    #[inline]
    pub(crate) fn some<V: There<'p>>(&mut self, step: impl ToStep<'p>, value: V, check: impl FnOnce(&mut Self, &'p V::Value)) {
        if let Some(value) = value.there() {
            self.within(step, |at| check(at, value));
        }
    }

    /// What is checked of each element of a list or each value of a map.
    #[inline]
    pub(crate) fn each<V>(&mut self, step: impl ToStep<'p>, list: V, mut check: impl FnMut(&mut Self, &'p <V::Value as Elements>::Element))
    where
        V: There<'p>,
        V::Value: Elements,
    {
        self.some(step, list, |at, list| list.for_each(|step, element| at.within(step, |at| check(at, element))));
    }

    // ---- when -------------------------------------------------------------------------------

    /// Rules that hold under a condition, which `words` tell.
    #[inline]
    pub(crate) fn when(&mut self, holds: bool, words: &'static str, check: impl FnOnce(&mut Self)) -> Otherwise<'_, 'p> {
        if holds {
            self.because(Reason::When(words), check);
        }
        Otherwise { at: self, holds, words }
    }

    /// Rules that hold unless a condition does, which `words` tell.
    #[inline]
    pub(crate) fn unless(&mut self, holds: bool, words: &'static str, check: impl FnOnce(&mut Self)) {
        if !holds {
            self.because(Reason::Unless(words), check);
        }
    }

    fn because(&mut self, reason: Reason, check: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.reason, reason);
        check(self);
        self.reason = outer;
    }

    // ---- what -------------------------------------------------------------------------------

    /// The value at the current path breaks `rule`.
    #[cold]
    pub(crate) fn broken(&mut self, rule: &'static str, message: impl Into<String>) {
        self.broken = true;
        if !self.recording {
            return;
        }
        if self.is_full() {
            self.omitted += 1;
            return;
        }
        let mut path = String::new();
        for &step in &self.path {
            push_step(&mut path, step);
        }
        self.keep(Violation { path, rule, message: message.into(), offset: None });
    }

    /// Whether no more violations are listed: what comes now is counted only.
    fn is_full(&self) -> bool {
        self.found.len() == MAX_VIOLATIONS || self.path_bytes > MAX_PATH_BYTES
    }

    fn keep(&mut self, violation: Violation) {
        self.path_bytes += violation.path.len();
        self.found.push(violation);
    }

    #[cold]
    pub(crate) fn broken_at(&mut self, step: impl ToStep<'p>, rule: &'static str, message: impl Into<String>) {
        self.enter(step);
        self.broken(rule, message);
        self.leave();
    }

    /// The value is not what `rule` asks for.
    #[cold]
    fn unexpected(&mut self, step: Step<'p>, rule: &'static str, expected: &dyn fmt::Display, found: &dyn fmt::Display) {
        let message = if self.recording { format!("expected {expected}{}, found {found}", self.reason) } else { String::new() };
        self.broken_at(step, rule, message);
    }

    /// A condition of the schema that is no single keyword's.
    #[inline]
    pub(crate) fn demand(&mut self, step: impl ToStep<'p>, holds: bool, rule: &'static str, message: &'static str) {
        if !holds {
            self.demanded(step.into(), rule, message);
        }
    }

    #[cold]
    fn demanded(&mut self, step: Step<'p>, rule: &'static str, message: &'static str) {
        let message = format!("{message}{}", self.reason.behind());
        self.broken_at(step, rule, message);
    }

    /// The member `name` has to be there.
    #[inline]
    pub(crate) fn require(&mut self, name: &'static str, present: bool) {
        if !present {
            self.missing(name);
        }
    }

    #[cold]
    fn missing(&mut self, name: &'static str) {
        let why = self.reason.to_string();
        let required = if why.is_empty() { "" } else { "; it is required" };
        self.broken("required", format!("the member `{name}` is missing{required}{why}"));
    }

    /// The member `name` must not be there, not even as null.
    #[inline]
    pub(crate) fn forbid(&mut self, name: &'p str, present: bool) {
        if present {
            self.forbidden(name);
        }
    }

    #[cold]
    fn forbidden(&mut self, name: &'p str) {
        let message = format!("the member `{name}` is not allowed{}", self.reason.or("here"));
        self.broken_at(name, "forbidden", message);
    }

    /// The object has no other members than these.
    pub(crate) fn only<T: Object>(&mut self, object: &'p T, names: &[&str]) {
        let present = object.present();
        for (index, key) in T::MEMBERS.keys.iter().enumerate() {
            if present & (1 << index) != 0 && !names.contains(&name_of(key)) {
                self.forbid(name_of(key), true);
            }
        }
    }

    /// One of these members is there, and no other of them.
    pub(crate) fn exactly_one(&mut self, members: &[(&'static str, bool)]) {
        let found = members.iter().filter(|(_, present)| *present).map(|(name, _)| *name);
        if found.clone().count() != 1 {
            let found = Some(listed(found, " and ")).filter(|found| !found.is_empty()).unwrap_or("none".to_owned());
            let expected = format!("exactly one of {}", listed(members.iter().map(|(name, _)| *name), ", "));
            self.unexpected(Step::Here, "oneOf", &expected, &found);
        }
    }

    /// A value of a few constants only.
    #[inline]
    pub(crate) fn one_of<'v, V, C>(&mut self, step: impl ToStep<'p>, value: V, allowed: &[C])
    where
        V: There<'v>,
        V::Value: PartialEq<C> + Scalar,
        C: Scalar,
    {
        if let Some(value) = value.there().filter(|value| !allowed.iter().any(|constant| **value == *constant)) {
            self.not_one_of(step.into(), &value.words(), &mut allowed.iter().map(Scalar::words));
        }
    }

    #[cold]
    fn not_one_of<'w>(&mut self, step: Step<'p>, found: &str, allowed: &mut dyn Iterator<Item = Cow<'w, str>>) {
        let words: Vec<_> = allowed.collect();
        let list = listed(words.iter().map(|words| &**words), ", ");
        match words.len() {
            1 => self.unexpected(step, "const", &list, &quoted(found)),
            _ => self.unexpected(step, "enum", &format_args!("one of {list}"), &quoted(found)),
        }
    }

    /// Looks at a string.
    #[inline]
    pub(crate) fn text<'c, V>(&'c mut self, step: impl ToStep<'p>, value: V) -> Text<'c, 'p>
    where
        V: There<'p>,
        V::Value: there::Text,
    {
        Text { at: self, step: step.into(), value: value.there().map(there::Text::text) }
    }

    #[cold]
    fn no_match(&mut self, step: Step<'p>, value: &str, pattern: &'static str) {
        // The text may be a secret or long; its length has to do.
        let found = format!("{} characters that do not", value.chars().count());
        self.unexpected(step, "pattern", &format_args!("text that matches `{pattern}`"), &found);
    }

    /// The bounds of an integer.
    #[inline]
    pub(crate) fn integer<'v, V>(&mut self, step: impl ToStep<'p>, value: V, bounds: impl RangeBounds<i128>)
    where
        V: There<'v>,
        V::Value: Whole,
    {
        let Some(value) = value.there() else { return };
        match (bounds.start_bound(), bounds.end_bound()) {
            (Bound::Included(min), _) if value.cmp_i128(*min).is_lt() => {
                self.unexpected(step.into(), "minimum", &format_args!("at least {min}"), value);
            }
            (_, Bound::Included(max)) if value.cmp_i128(*max).is_gt() => {
                self.unexpected(step.into(), "maximum", &format_args!("at most {max}"), value);
            }
            _ => {}
        }
    }

    /// The bounds of a number.
    #[inline]
    pub(crate) fn number<'v, V: There<'v, Value = Number>>(&mut self, step: impl ToStep<'p>, value: V, bounds: impl RangeBounds<f64>) {
        let Some(value) = value.there() else { return };
        let double = value.as_f64().unwrap_or(f64::NAN);
        match (bounds.start_bound(), bounds.end_bound()) {
            (Bound::Included(min), _) if double < *min => self.unexpected(step.into(), "minimum", &format_args!("at least {min}"), value),
            (Bound::Excluded(min), _) if double <= *min => self.unexpected(step.into(), "minimum", &format_args!("more than {min}"), value),
            (_, Bound::Included(max)) if double > *max => self.unexpected(step.into(), "maximum", &format_args!("at most {max}"), value),
            _ => {}
        }
    }

    /// How many elements a list has.
    #[inline]
    pub(crate) fn items<T: 'p, V: There<'p, Value = Vec<T>>>(&mut self, step: impl ToStep<'p>, list: V, bounds: impl RangeBounds<usize>) {
        if let Some(list) = list.there() {
            self.count(step.into(), list.len(), bounds, ("minItems", "maxItems"), ["element", "elements"]);
        }
    }

    /// How many members a map has.
    #[inline]
    pub(crate) fn properties<T: 'p, V>(&mut self, step: impl ToStep<'p>, map: V, bounds: impl RangeBounds<usize>)
    where
        V: There<'p, Value = Map<T>>,
    {
        if let Some(map) = map.there() {
            self.count(step.into(), map.len(), bounds, ("minProperties", "maxProperties"), ["member", "members"]);
        }
    }

    /// How many members an object has.
    pub(crate) fn members<T: Object>(&mut self, object: &T, bounds: impl RangeBounds<usize>) {
        let count = object.present().count_ones() as usize + object.extra().map_or(0, Extra::len);
        self.count(Step::Here, count, bounds, ("minProperties", "maxProperties"), ["member", "members"]);
    }

    #[inline]
    fn count(
        &mut self,
        step: Step<'p>,
        count: usize,
        bounds: impl RangeBounds<usize>,
        rules: (&'static str, &'static str),
        what: [&str; 2],
    ) {
        match (bounds.start_bound(), bounds.end_bound()) {
            (Bound::Included(&min), _) if count < min => self.miscounted(step, rules.0, ("at least ", min), what, count),
            (_, Bound::Included(&max)) if count > max => self.miscounted(step, rules.1, ("at most ", max), what, count),
            _ => {}
        }
    }

    #[cold]
    fn miscounted(&mut self, step: Step<'p>, rule: &'static str, (bound, limit): (&str, usize), what: [&str; 2], count: usize) {
        let noun = what[usize::from(limit != 1)];
        match limit {
            0 => self.unexpected(step, rule, &format_args!("no {noun}"), &count),
            _ => self.unexpected(step, rule, &format_args!("{bound}{limit} {noun}"), &count),
        }
    }

    /// No two elements are equal as JSON values.
    pub(crate) fn unique<T, V>(&mut self, step: impl ToStep<'p>, list: V)
    where
        T: Codec + PartialEq + 'p,
        V: There<'p, Value = Vec<T>>,
    {
        if let Some(index) = list.there().and_then(|list| first_repeated(list)) {
            self.within(step, |at| at.broken_at(index, "uniqueItems", "the element stands in the list before"));
        }
    }

    /// No two elements of the list at `name` have the same key.
    pub(crate) fn unique_keys<K: Hash + Eq>(
        &mut self,
        name: &'static str,
        keys: impl IntoIterator<Item = K>,
        rule: &'static str,
        what: &'static str,
    ) {
        if let Some(index) = repeated_key(keys) {
            self.within(name, |at| at.broken_at(index, rule, format!("{what} is that of an earlier element")));
        }
    }

    /// Every member name has to match.
    pub(crate) fn names<T: 'p, V>(&mut self, step: impl ToStep<'p>, map: V, matches: fn(&str) -> bool, pattern: &'static str)
    where
        V: There<'p, Value = Map<T>>,
    {
        self.some(step, map, |at, map| {
            for name in map.keys().filter(|name| !matches(name)) {
                at.broken("propertyNames", format!("the member name {} does not match `{pattern}`", quoted(name)));
            }
        });
    }

    /// Opaque JSON that has to be a `T`.
    pub(crate) fn opaque<T: crate::codec::Message>(&mut self, step: impl ToStep<'p>, json: &str) {
        if let Err(error) = crate::codec::decode_text::<T>(json, self.revision) {
            self.broken_in(step.into(), &error);
        }
    }

    /// Takes over what is broken in opaque JSON.
    #[cold]
    fn broken_in(&mut self, step: Step<'p>, error: &DecodeError) {
        self.broken = true;
        if !self.recording {
            return;
        }
        let violations = error.violations();
        self.omitted += violations.omitted();
        if self.is_full() {
            self.omitted += violations.as_slice().len();
            return;
        }
        let mut prefix = String::new();
        self.enter(step);
        for &step in &self.path {
            push_step(&mut prefix, step);
        }
        self.leave();
        for violation in violations {
            if self.is_full() {
                self.omitted += 1;
                continue;
            }
            let path = format!("{prefix}{}", violation.path);
            self.keep(Violation { path, offset: None, ..violation.clone() });
        }
    }

    /// A narrower rule closes the object: it has no members that its type does not know.
    pub(crate) fn no_extra(&mut self, extra: &'p Extra) {
        for (name, _) in extra.iter() {
            self.broken_at(name, "unknown-member", format!("the member {} does not belong here", quoted(name)));
        }
    }

    /// Unknown members cannot have a known member's name: there would be two of it.
    pub(crate) fn unknown_members<T: Object>(&mut self, object: &'p T) {
        if let Some(extra) = object.extra().filter(|extra| !extra.is_empty()) {
            self.not_among(extra, &[T::MEMBERS.keys]);
        }
    }

    fn not_among(&mut self, extra: &'p Extra, keys: &[&[Key]]) {
        // The first letter tells most names from all the keys.
        let bit = |name: &[u8]| 1u64 << (name.first().copied().unwrap_or(0) & 63);
        let keys = keys.iter().copied().flatten().map(|key| name_of(key));
        let letters = keys.clone().fold(0, |letters, key| letters | bit(key.as_bytes()));
        for (name, _) in extra.members().filter(|(name, _)| letters & bit(name.as_bytes()) != 0) {
            if keys.clone().any(|key| key.as_bytes() == name.as_bytes()) {
                let name = name.as_str();
                self.broken_at(name, "malformed", format!("`{name}` is a known member and cannot be an unknown one as well"));
            }
        }
    }

    /// The envelope leaves to the body what the body declares, and what the event does not have.
    pub(crate) fn envelope<E: Object>(&mut self, envelope: &'p E, not_here: u64, body: &'static [Key]) {
        let set = envelope.present() & not_here;
        for (index, key) in E::MEMBERS.keys.iter().enumerate() {
            if set & (1 << index) != 0 {
                let name = name_of(key);
                let why = if body.contains(key) { "belongs to this event's body" } else { "does not belong to this event" };
                self.broken_at(name, "forbidden", format!("the envelope's `{name}` {why}"));
            }
        }
        if let Some(extra) = envelope.extra().filter(|extra| !extra.is_empty()) {
            self.not_among(extra, &[E::MEMBERS.keys, body, &["\"type\":"]]);
        }
    }

    /// A member of any JSON that held null before revision 1.0 only.
    #[inline]
    pub(crate) fn null_until_1_0<'v>(&mut self, step: impl ToStep<'p>, value: impl There<'v, Value = Json>) {
        if self.revision == Revision::V1_0 && value.there().is_some_and(Json::is_null) {
            self.broken_at(step, "null", "null is not allowed here since revision 1.0; leave the member out");
        }
    }

    /// Budgets on the canonical text of the value: bytes and levels.
    pub(crate) fn budget<T: Codec>(&mut self, value: &T, bytes: Option<usize>, depth: Option<u32>) {
        let within = |size: Measure| bytes.is_none_or(|most| size.bytes <= most) && depth.is_none_or(|most| size.depth <= most);
        if within(at_most(|w| value.write(w))) {
            return;
        }
        let mut text = Vec::new();
        value.write(&mut Writer::new(&mut text));
        if within(crate::canonical::bound(&text)) {
            return;
        }
        let measure = crate::canonical::measure(&text);
        if let Some(most) = bytes.filter(|most| measure.bytes > *most) {
            let found = measure.bytes;
            self.broken("x-octo-max-json-bytes", format!("expected at most {most} bytes of canonical JSON, found {found}"));
        }
        if let Some(most) = depth.filter(|most| measure.depth > *most) {
            let found = measure.depth;
            self.broken("x-octo-max-json-depth", format!("expected at most {most} levels below the value, found {found}"));
        }
    }
}

/// The rules that hold where those of [`Checker::when`] do not.
pub(crate) struct Otherwise<'c, 'p> {
    at: &'c mut Checker<'p>,
    holds: bool,
    words: &'static str,
}

impl<'p> Otherwise<'_, 'p> {
    /// Rules that hold if the condition does not.
    #[inline]
    pub(crate) fn otherwise(self, check: impl FnOnce(&mut Checker<'p>)) {
        self.at.unless(self.holds, self.words, check);
    }
}

/// Why a rule holds.
#[derive(Clone, Copy, Debug)]
enum Reason {
    Always,
    When(&'static str),
    Unless(&'static str),
}

impl Reason {
    /// The reason behind a whole sentence.
    fn behind(self) -> String {
        match self {
            Self::Always => String::new(),
            _ => format!("; this is asked{self}"),
        }
    }

    /// The reason, or another word where there is none.
    fn or(self, word: &str) -> String {
        match self {
            Self::Always => format!(" {word}"),
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always => Ok(()),
            Self::When(words) => write!(f, " when {words}"),
            Self::Unless(words) => write!(f, " unless {words}"),
        }
    }
}

fn listed<'n>(names: impl Iterator<Item = &'n str>, separator: &str) -> String {
    names.map(quoted).collect::<Vec<_>>().join(separator)
}

/// A list or a map, whose elements are checked one by one.
pub(crate) trait Elements {
    type Element;

    fn for_each<'e>(&'e self, check: impl FnMut(Step<'e>, &'e Self::Element));
}

impl<T> Elements for Vec<T> {
    type Element = T;

    #[inline]
    fn for_each<'e>(&'e self, mut check: impl FnMut(Step<'e>, &'e T)) {
        self.iter().enumerate().for_each(|(index, element)| check(Step::Element(index), element));
    }
}

impl<T> Elements for Map<T> {
    type Element = T;

    #[inline]
    fn for_each<'e>(&'e self, mut check: impl FnMut(Step<'e>, &'e T)) {
        self.iter().for_each(|(name, element)| check(Step::Member(name), element));
    }
}

/// Index of the first key that equals an earlier one.
fn repeated_key<K: Hash + Eq>(keys: impl IntoIterator<Item = K>) -> Option<usize> {
    // As many as a list of context items may have: each is compared with those before it, without an allocation,
    // and only if a quick look says that one may be equal.
    const FEW: usize = 32;
    let mut few: [Option<K>; FEW] = [const { None }; FEW];
    let mut filter = 0_u64;
    let mut many = HashSet::new();
    for (index, key) in keys.into_iter().enumerate() {
        let mut look = Look::default();
        key.hash(&mut look);
        let bit = 1 << (look.finish() & 63);
        let earlier = few.iter().take(index).flatten();
        if (filter & bit != 0 && earlier.clone().any(|known| *known == key)) || many.contains(&key) {
            return Some(index);
        }
        filter |= bit;
        match few.get_mut(index) {
            Some(place) => *place = Some(key),
            None => drop(many.insert(key)),
        }
    }
    None
}

/// A quick look at a key, for a filter. Who knows it can make all keys look alike, which costs a comparison with
/// each of a few.
#[derive(Default)]
struct Look(u64);

impl Hasher for Look {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        // Names that differ mostly do at their ends.
        let (front, back) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>());
        let word = |chunk: Option<&[u8; 8]>| {
            chunk.map_or_else(|| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)), |chunk| u64::from_le_bytes(*chunk))
        };
        for part in [word(front), word(back), bytes.len() as u64] {
            self.0 = (self.0.rotate_left(23) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn finish(&self) -> u64 {
        self.0 >> 58
    }
}

/// Index of the first element that equals an earlier one as a JSON value.
pub(crate) fn first_repeated<T: Codec + PartialEq>(list: &[T]) -> Option<usize> {
    const FEW: usize = 8;
    if list.len() <= FEW {
        if let Some(index) = (1..list.len()).find(|&index| list[..index].contains(&list[index])) {
            return Some(index);
        }
    }
    if list.len() < 2 {
        return None;
    }
    let mut seen = HashSet::new();
    list.iter().position(|value| {
        let mut text = Vec::new();
        value.write(&mut Writer::new(&mut text));
        !seen.insert(crate::canonical::canonical(&text))
    })
}

/// A string that is looked at, if it is there; see [`Checker::text`].
pub(crate) struct Text<'c, 'p> {
    at: &'c mut Checker<'p>,
    step: Step<'p>,
    value: Option<&'p str>,
}

impl Text<'_, '_> {
    /// Length in code points.
    #[inline]
    pub(crate) fn chars(self, bounds: impl RangeBounds<usize>) -> Self {
        if let Some(value) = self.value {
            let bytes = value.len();
            // A code point takes one to four bytes, so most lengths need no counting.
            let surely = match (bounds.start_bound(), bounds.end_bound()) {
                (Bound::Included(min), _) if bytes + 3 < min * 4 => false,
                (_, Bound::Included(max)) => bytes <= *max,
                _ => true,
            };
            if !surely {
                let count = value.chars().count();
                self.at.count(self.step, count, bounds, ("minLength", "maxLength"), ["character", "characters"]);
            }
        }
        self
    }

    /// A pattern that is found in the string.
    #[inline]
    pub(crate) fn matches(self, matches: fn(&str) -> bool, pattern: &'static str) -> Self {
        if let Some(value) = self.value.filter(|value| !matches(value)) {
            self.at.no_match(self.step, value, pattern);
        }
        self
    }

    /// Length in UTF-16 code units.
    pub(crate) fn utf16(self, max: usize) -> Self {
        if let Some(value) = self.value.filter(|value| value.len() > max) {
            let count = value.encode_utf16().count();
            if count > max {
                self.at.unexpected(self.step, "x-octo-max-utf16-length", &format_args!("at most {max} UTF-16 code units"), &count);
            }
        }
        self
    }
}

impl<T: Check> Check for Option<T> {
    #[inline]
    fn check<'p>(&'p self, at: &mut Checker<'p>) {
        if let Some(value) = self {
            value.check(at);
        }
    }

    #[inline]
    fn is_there(&self) -> bool {
        self.is_some()
    }
}

impl<T: Check> Check for Presence<T> {
    fn check<'p>(&'p self, at: &mut Checker<'p>) {
        if let Presence::Value(value) = self {
            value.check(at);
        }
    }

    fn is_there(&self) -> bool {
        self.value().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::repeated_key;

    #[test]
    fn a_repeated_key_is_found_wherever_it_stands_however_alike_the_keys_look() {
        // The quick look sees the first and the last eight bytes: all of these look alike.
        let alike = |index: usize| format!("the same {index:04} at both ends");
        for count in [1, 2, 31, 32, 33, 64, 100] {
            for name in [alike as fn(usize) -> String, |index| index.to_string()] {
                let mut keys: Vec<(&str, String)> = (0..count).map(|index| ("ns", name(index))).collect();
                assert_eq!(repeated_key(&keys), None, "{count}");
                for earlier in [0, count / 2, count - 1] {
                    keys.push(keys[earlier].clone());
                    assert_eq!(repeated_key(&keys), Some(count), "{count}, {earlier}");
                    keys.pop();
                }
            }
        }
    }
}
