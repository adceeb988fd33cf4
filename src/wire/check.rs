//! Checking typed values: every broken rule, with the path to the value that breaks it.

use std::collections::HashSet;
use std::fmt;

use serde_json::Number;

use super::json::Extra;
use super::object::{name_of, Key, Object};
use super::parser::quoted;
use super::value::{Check, Codec, Presence};
use super::writer::Writer;
use crate::error::{Violation, Violations, MAX_VIOLATIONS};
use crate::{Integer, Revision};

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
pub struct Checker<'p> {
    path: Vec<Step<'p>>,
    found: Vec<Violation>,
    omitted: usize,
    revision: Revision,
}

impl<'p> Checker<'p> {
    pub(crate) fn new(revision: Revision) -> Self {
        Self { path: Vec::new(), found: Vec::new(), omitted: 0, revision }
    }

    pub(crate) fn finish(self) -> Result<(), Violations> {
        if self.found.is_empty() {
            return Ok(());
        }
        Err(Violations::new(self.found, self.omitted))
    }

    // ---- where ------------------------------------------------------------------------------

    #[inline]
    pub(crate) fn enter(&mut self, step: impl Into<Step<'p>>) {
        self.path.push(step.into());
    }

    #[inline]
    pub(crate) fn leave(&mut self) {
        self.path.pop();
    }

    /// Checks a value within this one.
    #[inline]
    pub(crate) fn member<T: Check>(&mut self, step: impl Into<Step<'p>>, value: &'p T) {
        self.enter(step);
        value.check(self);
        self.leave();
    }

    // ---- what -------------------------------------------------------------------------------

    /// The value at the current path breaks `rule`.
    #[cold]
    pub(crate) fn broken(&mut self, rule: &'static str, message: impl Into<String>) {
        if self.found.len() == MAX_VIOLATIONS {
            self.omitted += 1;
            return;
        }
        let mut path = String::new();
        for &step in &self.path {
            push_step(&mut path, step);
        }
        self.found.push(Violation { path, rule, message: message.into(), offset: None });
    }

    #[cold]
    pub(crate) fn broken_at(&mut self, step: impl Into<Step<'p>>, rule: &'static str, message: impl Into<String>) {
        self.enter(step);
        self.broken(rule, message);
        self.leave();
    }

    /// A condition of the schema that is no single keyword's.
    #[inline]
    pub(crate) fn demand(&mut self, holds: bool, rule: &'static str, message: &'static str) {
        if !holds {
            self.broken(rule, message);
        }
    }

    /// The member `name` has to be there.
    #[inline]
    pub(crate) fn require(&mut self, name: &'static str, present: bool, why: &'static str) {
        if !present {
            self.broken("required", format!("the member `{name}` is missing{why}"));
        }
    }

    /// The member `name` must not be there, not even as null.
    #[inline]
    pub(crate) fn forbid(&mut self, name: &'static str, present: bool, why: &'static str) {
        if present {
            self.broken_at(name, "forbidden", format!("the member `{name}` must not be there{why}"));
        }
    }

    /// A member of one of these values only.
    #[inline]
    pub(crate) fn expect<const N: usize>(&mut self, steps: [Step<'p>; N], holds: bool, expected: &'static str, why: &'static str) {
        if !holds {
            self.path.extend(steps);
            self.broken("const", format!("expected {expected}{why}"));
            self.path.truncate(self.path.len() - N);
        }
    }

    /// Looks at a string.
    #[inline]
    pub(crate) fn text<'c>(&'c mut self, step: impl Into<Step<'p>>, value: &'p str) -> Text<'c, 'p> {
        Text { at: self, step: step.into(), value }
    }

    /// The bounds of an integer.
    #[inline]
    pub(crate) fn integer(&mut self, step: impl Into<Step<'p>>, value: impl Into<i128>, min: i128, max: i128) {
        let value = value.into();
        if value < min {
            self.broken_at(step, "minimum", format!("expected at least {min}, found {value}"));
        } else if value > max {
            self.broken_at(step, "maximum", format!("expected at most {max}, found {value}"));
        }
    }

    /// The bounds of an integer that may be beyond 64 bits.
    #[inline]
    pub(crate) fn big_integer(&mut self, step: impl Into<Step<'p>>, value: &Integer, min: Option<i128>, max: Option<i128>) {
        if min.is_some_and(|min| value.cmp_i128(min).is_lt()) {
            self.broken_at(step, "minimum", format!("expected at least {}, found {value}", min.unwrap_or_default()));
        } else if max.is_some_and(|max| value.cmp_i128(max).is_gt()) {
            self.broken_at(step, "maximum", format!("expected at most {}, found {value}", max.unwrap_or_default()));
        }
    }

    /// The bounds of a number; `above` is a bound that is itself out of range.
    #[inline]
    pub(crate) fn number(&mut self, step: impl Into<Step<'p>>, value: &Number, min: Option<f64>, max: Option<f64>, above: Option<f64>) {
        let double = value.as_f64().unwrap_or(f64::NAN);
        if min.is_some_and(|min| double < min) {
            self.broken_at(step, "minimum", format!("expected at least {}, found {value}", min.unwrap_or_default()));
        } else if max.is_some_and(|max| double > max) {
            self.broken_at(step, "maximum", format!("expected at most {}, found {value}", max.unwrap_or_default()));
        } else if above.is_some_and(|above| double <= above) {
            self.broken_at(step, "minimum", format!("expected more than {}, found {value}", above.unwrap_or_default()));
        }
    }

    /// How many elements a list has.
    #[inline]
    pub(crate) fn items(&mut self, step: impl Into<Step<'p>>, count: usize, min: usize, max: usize) {
        self.count(step, count, min, max, ("minItems", "maxItems"), "elements");
    }

    /// How many members an object has.
    #[inline]
    pub(crate) fn properties(&mut self, step: impl Into<Step<'p>>, count: usize, min: usize, max: usize) {
        self.count(step, count, min, max, ("minProperties", "maxProperties"), "members");
    }

    #[inline]
    fn count(&mut self, step: impl Into<Step<'p>>, count: usize, min: usize, max: usize, rules: (&'static str, &'static str), what: &str) {
        if count < min {
            self.broken_at(step, rules.0, format!("expected at least {min} {what}, found {count}"));
        } else if count > max {
            self.broken_at(step, rules.1, format!("expected at most {max} {what}, found {count}"));
        }
    }

    /// No two elements are equal as JSON values.
    pub(crate) fn unique<T: Codec + PartialEq>(&mut self, step: impl Into<Step<'p>>, list: &[T]) {
        if let Some(index) = first_repeated(list) {
            self.enter(step);
            self.broken_at(index, "uniqueItems", "the element stands in the list before");
            self.leave();
        }
    }

    /// No two elements of the list at `name` have the same key.
    pub(crate) fn unique_keys<K: std::hash::Hash + Eq>(
        &mut self,
        name: &'static str,
        keys: impl IntoIterator<Item = K>,
        rule: &'static str,
        what: &'static str,
    ) {
        let mut seen = HashSet::new();
        let repeated = keys.into_iter().position(|key| !seen.insert(key));
        if let Some(index) = repeated {
            self.enter(name);
            self.broken_at(index, rule, format!("{what} is that of an earlier element"));
            self.leave();
        }
    }

    /// Every member name has to match.
    pub(crate) fn names<'n>(
        &mut self,
        step: impl Into<Step<'p>>,
        names: impl Iterator<Item = &'n str>,
        matches: fn(&str) -> bool,
        pattern: &'static str,
    ) {
        self.enter(step);
        for name in names {
            if !matches(name) {
                self.broken("propertyNames", format!("the member name {} does not match `{pattern}`", quoted(name)));
            }
        }
        self.leave();
    }

    /// Opaque JSON that has to be a `T`.
    pub(crate) fn opaque<T: crate::codec::Message>(&mut self, step: impl Into<Step<'p>>, json: &str) {
        let Err(error) = crate::codec::decode_text::<T>(json, self.revision) else { return };
        let mut prefix = String::new();
        self.enter(step);
        for &step in &self.path {
            push_step(&mut prefix, step);
        }
        self.leave();
        for violation in error.violations() {
            if self.found.len() == MAX_VIOLATIONS {
                self.omitted += 1;
                continue;
            }
            let path = format!("{prefix}{}", violation.path);
            self.found.push(Violation { path, offset: None, ..violation.clone() });
        }
    }

    /// A narrower rule closes the object: it has no members that its type does not know.
    pub(crate) fn no_extra(&mut self, extra: &'p Extra) {
        for (name, _) in extra.iter() {
            self.broken_at(name, "unknown-member", format!("the member {} does not belong here", quoted(name)));
        }
    }

    /// Unknown members cannot have a known member's name: there would be two of it.
    pub(crate) fn unknown_members(&mut self, extra: &'p Extra, keys: &[Key]) {
        for (name, _) in extra.iter() {
            if keys.iter().any(|key| name_of(key) == name) {
                self.broken_at(name, "malformed", format!("`{name}` is a known member and cannot be an unknown one as well"));
            }
        }
    }

    /// The envelope leaves to the body what the body declares, and what the event does not have.
    pub(crate) fn envelope<E: Object>(&mut self, envelope: &'p E, not_here: u64, body: &'static [Key]) {
        let set = envelope.present() & not_here;
        for (index, key) in E::KEYS.iter().enumerate() {
            if set & (1 << index) != 0 {
                let name = name_of(key);
                let why = if body.contains(key) { "belongs to this event's body" } else { "does not belong to this event" };
                self.broken_at(name, "forbidden", format!("the envelope's `{name}` {why}"));
            }
        }
        if let Some(extra) = envelope.extra().filter(|extra| !extra.is_empty()) {
            self.unknown_members(extra, E::KEYS);
            self.unknown_members(extra, body);
            self.unknown_members(extra, &["\"type\":"]);
        }
    }

    /// A member of any JSON that held null before revision 1.0 only.
    #[inline]
    pub(crate) fn null_until_1_0(&mut self, step: impl Into<Step<'p>>, null: bool) {
        if null && self.revision == Revision::V1_0 {
            self.broken_at(step, "null", "null is not allowed here since revision 1.0; leave the member out");
        }
    }

    /// Budgets on the canonical text of the value: bytes and levels.
    pub(crate) fn budget<T: Codec>(&mut self, value: &T, bytes: Option<usize>, depth: Option<u32>) {
        let mut text = Vec::new();
        value.write(&mut Writer::new(&mut text));
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

/// A string that is looked at; see [`Checker::text`].
pub(crate) struct Text<'c, 'p> {
    at: &'c mut Checker<'p>,
    step: Step<'p>,
    value: &'p str,
}

impl Text<'_, '_> {
    /// Length in code points.
    #[inline]
    pub(crate) fn chars(self, min: usize, max: usize) -> Self {
        let bytes = self.value.len();
        // A code point takes one to four bytes, so most lengths need no counting.
        if bytes > max || bytes + 3 < min * 4 {
            return self.count_chars(min, max);
        }
        self
    }

    fn count_chars(self, min: usize, max: usize) -> Self {
        let count = self.value.chars().count();
        if count < min {
            let message = format!("expected at least {min} {}, found {count}", characters(min));
            self.at.broken_at(self.step, "minLength", message);
        } else if count > max {
            let message = format!("expected at most {max} {}, found {count}", characters(max));
            self.at.broken_at(self.step, "maxLength", message);
        }
        self
    }

    /// A pattern that is found in the string.
    #[inline]
    pub(crate) fn matches(self, matches: fn(&str) -> bool, pattern: &'static str) -> Self {
        if !matches(self.value) {
            let message = format!("the text of {} characters does not match `{pattern}`", self.value.chars().count());
            self.at.broken_at(self.step, "pattern", message);
        }
        self
    }

    /// Length in UTF-16 code units.
    pub(crate) fn utf16(self, max: usize) -> Self {
        if self.value.len() > max {
            let count = self.value.encode_utf16().count();
            if count > max {
                let message = format!("expected at most {max} UTF-16 code units, found {count}");
                self.at.broken_at(self.step, "x-octo-max-utf16-length", message);
            }
        }
        self
    }
}

fn characters(count: usize) -> &'static str {
    if count == 1 {
        "character"
    } else {
        "characters"
    }
}

impl<T: Check> Check for Option<T> {
    #[inline]
    fn check<'p>(&'p self, at: &mut Checker<'p>) {
        if let Some(value) = self {
            value.check(at);
        }
    }
}

impl<T: Check> Check for Presence<T> {
    fn check<'p>(&'p self, at: &mut Checker<'p>) {
        if let Presence::Value(value) = self {
            value.check(at);
        }
    }
}
