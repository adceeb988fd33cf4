//! Objects: how a member list is read, guarded and written, once for all types.
//!
//! The generator prints a struct and, with [`object!`], its members' names and presence; the slots
//! below give each kind of presence its meaning.

use super::json::{Extra, Unknown};
use super::parser::{quoted, Aside, Fail, Parser, Read};
use super::value::{Codec, Presence};
use super::writer::Writer;
use crate::error::NoteKind;

/// A member's name as it stands in the text: quotes and colon included, `"name":`.
pub(crate) type Key = &'static str;

/// The name within a [`Key`].
pub(crate) fn name_of(key: Key) -> &'static str {
    &key[1..key.len() - 2]
}

/// Names that the protocol had once, each with what to use instead.
pub(crate) type Removed = &'static [(&'static str, &'static str)];

/// What a message about an unknown name adds, if the protocol had that name once.
#[cold]
pub(crate) fn instead(removed: Removed, name: &str) -> String {
    let known = removed.iter().find(|(gone, _)| *gone == name);
    known.map_or_else(String::new, |(_, instead)| format!("; it was removed from the protocol: use {instead}"))
}

/// The members of an object: constants first, then those that a struct has, in schema order.
pub(crate) struct Members {
    pub(crate) keys: &'static [Key],
    /// The first of them, which always have one value.
    pub(crate) constants: &'static [Constant],
    /// Bit per member that has to be there.
    pub(crate) required: u64,
    /// Whether unknown members are kept.
    pub(crate) open: bool,
    /// Members that the object had once.
    pub(crate) removed: Removed,
}

impl Members {
    /// `required` says of each member behind the constants whether it has to be there.
    pub(crate) const fn new(keys: &'static [Key], constants: &'static [Constant], required: &[bool], open: bool, removed: Removed) -> Self {
        Self { keys, constants, required: bits(constants.len(), required), open, removed }
    }
}

/// A struct that is an object on the wire, or the members of one beside an envelope.
pub(crate) trait Object: Sized {
    /// What is known of the members, whatever their types.
    const MEMBERS: &'static Members;
    /// One slot per member, filled while the object is read.
    type Slots: Default + ReadMember;

    /// Makes the value, if every slot has what it needs.
    fn finish(slots: Self::Slots, extra: Extra) -> Option<Self>;
    /// Writes the members, without unknown ones.
    fn write_members(&self, w: &mut Writer<'_>);
    /// The unknown members that were kept.
    fn extra(&self) -> Option<&Extra> {
        None
    }
    /// Bit per member that is there.
    fn present(&self) -> u64;
}

/// How far the reading of one object's members has come.
pub(crate) struct State {
    /// Where the object begins.
    start: usize,
    /// Bit per member that was met.
    seen: u64,
    /// Member that is expected next: producers write them in a steady order.
    next: usize,
    pub(crate) outcome: Outcome,
    /// What the first member was about that was not recognised.
    reason: Option<Box<Aside>>,
}

/// The worst that happened to an object's members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Fine,
    Unrecognised,
    Broken,
}

impl State {
    #[inline]
    pub(crate) fn new(start: usize) -> Self {
        Self { start, seen: 0, next: 0, outcome: Outcome::Fine, reason: None }
    }

    /// Takes note of how the reading of a member went.
    #[inline]
    pub(crate) fn went(&mut self, result: Read<()>, p: &mut Parser<'_>) -> Read<()> {
        match result {
            Ok(()) => Ok(()),
            Err(Fail::Syntax) => Err(Fail::Syntax),
            Err(Fail::Shape) => {
                self.outcome = Outcome::Broken;
                Ok(())
            }
            Err(Fail::Unrecognised) => {
                self.outcome = self.outcome.max(Outcome::Unrecognised);
                // Members behind it may be removed from lists of their own, each for its own reason.
                let reason = p.take_unrecognised();
                self.reason = self.reason.take().or(reason);
                Ok(())
            }
        }
    }

    /// Why the object as a whole was not read.
    #[cold]
    pub(crate) fn fail(self, p: &mut Parser<'_>) -> Fail {
        if self.outcome == Outcome::Unrecognised {
            p.put_back(self.reason)
        } else {
            Fail::Shape
        }
    }

    /// Why the event was not read, of which these are the two parts.
    #[cold]
    fn fail_both(envelope: Self, body: Self, p: &mut Parser<'_>) -> Fail {
        Self { outcome: envelope.outcome.max(body.outcome), reason: envelope.reason.or(body.reason), ..body }.fail(p)
    }

    /// The member that the cursor stands at, if it is written plainly and comes in the usual order.
    /// Those that `hidden` marks are not there.
    #[inline(always)]
    fn expected(&self, keys: &[Key], hidden: u64, p: &mut Parser<'_>) -> Option<usize> {
        const AHEAD: usize = 4;
        let mut index = self.next;
        while index < keys.len().min(self.next + AHEAD) {
            if hidden & (1 << index) == 0 && p.eat_key(keys[index]) {
                return Some(index);
            }
            index += 1;
        }
        None
    }

    /// The member called `name`.
    #[inline]
    fn named(&self, keys: &[Key], name: &str) -> Option<usize> {
        keys.iter().position(|key| key.len() == name.len() + 3 && name_of(key) == name)
    }

    /// Marks a member as met; a second time is an error.
    #[inline(always)]
    fn meet(&mut self, index: usize, keys: &[Key], at: usize, p: &mut Parser<'_>) -> Read<()> {
        let bit = 1 << index;
        if self.seen & bit != 0 {
            return p.repeated(at, name_of(keys[index]));
        }
        self.seen |= bit;
        self.next = index + 1;
        Ok(())
    }

    /// Reports each member that has to be there and is not.
    #[inline]
    fn demand(&mut self, members: &Members, p: &mut Parser<'_>) {
        let missing = members.required & !self.seen;
        if missing != 0 {
            self.missing(missing, members.keys, p);
        }
    }

    #[cold]
    fn missing(&mut self, missing: u64, keys: &[Key], p: &mut Parser<'_>) {
        self.outcome = Outcome::Broken;
        for (index, key) in keys.iter().enumerate() {
            if missing & (1 << index) != 0 {
                p.fault(self.start, "required", format!("the member `{}` is missing", name_of(key)));
            }
        }
    }
}

/// Where the members of an object go while it is read.
///
/// The walk over an object sees it behind a pointer: it is compiled once, not for each of some hundred types.
pub(crate) trait ReadMember {
    /// Reads the value of the member `index`, which is no constant.
    fn read_member(&mut self, index: usize, p: &mut Parser<'_>) -> Read<()>;
}

/// Members that are looked for, and where their values go.
pub(crate) type Wanted<'m> = (&'m Members, &'m mut dyn ReadMember);

/// Reads the value of a member, constant or not.
#[inline(always)]
fn read_value((members, slots): &mut Wanted<'_>, index: usize, p: &mut Parser<'_>) -> Read<()> {
    match members.constants.get(index) {
        Some(constant) => constant.read(p),
        None => slots.read_member(index, p),
    }
}

/// Reads the members of the object at the cursor: all that have to be there are, and are readable.
pub(crate) fn read_members(p: &mut Parser<'_>, mut wanted: Wanted<'_>) -> Read<Extra> {
    if p.peek()? != b'{' {
        return p.mismatch("an object");
    }
    let members = wanted.0;
    let keys = members.keys;
    let mut state = State::new(p.pos());
    let mut unknown = Unknown::new(p);
    p.enter()?;
    let mut first = true;
    while p.another(b'}', first)? {
        first = false;
        let at = p.pos();
        let index = match state.expected(keys, 0, p) {
            Some(index) => index,
            None => {
                let name = p.member_name()?;
                match state.named(keys, &name) {
                    Some(index) => index,
                    None => {
                        if !unknown.read(p, at, name, (members.open, members.removed))? {
                            state.outcome = Outcome::Broken;
                        }
                        continue;
                    }
                }
            }
        };
        state.meet(index, keys, at, p)?;
        let read = read_value(&mut wanted, index, p);
        state.went(read, p)?;
    }
    let extra = unknown.close(p);
    state.demand(members, p);
    match state.outcome {
        Outcome::Fine => Ok(extra),
        _ => Err(state.fail(p)),
    }
}

/// Reads an object of which `T` knows all members.
pub(crate) fn read_object<T: Object>(p: &mut Parser<'_>) -> Read<T> {
    let mut slots = T::Slots::default();
    let extra = read_members(p, (T::MEMBERS, &mut slots))?;
    T::finish(slots, extra).ok_or(Fail::Shape)
}

/// Reads an event: one object whose members belong to an envelope `E`, to a body `B` or are the tag.
///
/// `hidden` marks the members of the envelope that this event does not have, or that its body declares
/// too: such a member belongs to the body, whatever stands before it.
///
/// `event` puts the parts together here, where they are made: events are large, and each hand-over copies one.
pub(crate) fn read_event<E: Object, B: Object, T>(p: &mut Parser<'_>, tag: Key, hidden: u64, event: impl FnOnce(E, B) -> T) -> Read<T> {
    let mut slots = B::Slots::default();
    let envelope = read_envelope(p, tag, hidden, (B::MEMBERS, &mut slots))?;
    B::finish(slots, Extra::new()).map(|body| event(envelope, body)).ok_or(Fail::Shape)
}

/// Reads an event's envelope, and the members of its body, whichever it is.
fn read_envelope<E: Object>(p: &mut Parser<'_>, tag: Key, hidden: u64, body: Wanted<'_>) -> Read<E> {
    let mut slots = E::Slots::default();
    let extra = read_event_members(p, tag, (E::MEMBERS, &mut slots), hidden, body)?;
    E::finish(slots, extra).ok_or(Fail::Shape)
}

/// Reads the members of the event at the cursor, each for the envelope or the body.
fn read_event_members(
    p: &mut Parser<'_>,
    tag: Key,
    mut envelope_wanted: Wanted<'_>,
    hidden: u64,
    mut body_wanted: Wanted<'_>,
) -> Read<Extra> {
    let (envelope_members, body_members) = (envelope_wanted.0, body_wanted.0);
    let (envelope_keys, body_keys) = (envelope_members.keys, body_members.keys);
    p.peek()?;
    let start = p.pos();
    let (mut envelope, mut body) = (State::new(start), State::new(start));
    let mut unknown = Unknown::new(p);
    let (mut tag_met, mut in_body) = (false, false);
    p.enter()?;
    let mut first = true;
    while p.another(b'}', first)? {
        first = false;
        let at = p.pos();
        let expected = if !tag_met && p.eat_key(tag) {
            Some(Place::Tag)
        } else if in_body {
            // Members of the same part mostly stand together.
            let found = body.expected(body_keys, 0, p).map(Place::Body);
            found.or_else(|| envelope.expected(envelope_keys, hidden, p).map(Place::Envelope))
        } else {
            let found = envelope.expected(envelope_keys, hidden, p).map(Place::Envelope);
            found.or_else(|| body.expected(body_keys, 0, p).map(Place::Body))
        };
        let place = if let Some(place) = expected {
            place
        } else {
            let name = p.member_name()?;
            if let Some(index) = body.named(body_keys, &name) {
                Place::Body(index)
            } else if let Some(index) = envelope.named(envelope_keys, &name).filter(|index| hidden & (1 << index) == 0) {
                Place::Envelope(index)
            } else if name == name_of(tag) {
                Place::Tag
            } else {
                if !unknown.read(p, at, name, (envelope_members.open, envelope_members.removed))? {
                    body.outcome = Outcome::Broken;
                }
                continue;
            }
        };
        match place {
            Place::Tag if tag_met => return p.repeated(at, name_of(tag)),
            Place::Tag => {
                tag_met = true;
                // Who chose this event has read the tag.
                p.skip()?;
            }
            Place::Body(index) => {
                in_body = true;
                body.meet(index, body_keys, at, p)?;
                let read = read_value(&mut body_wanted, index, p);
                body.went(read, p)?;
            }
            Place::Envelope(index) => {
                in_body = false;
                envelope.meet(index, envelope_keys, at, p)?;
                let read = read_value(&mut envelope_wanted, index, p);
                envelope.went(read, p)?;
            }
        }
    }
    let extra = unknown.close(p);
    envelope.demand(envelope_members, p);
    body.demand(body_members, p);
    match envelope.outcome.max(body.outcome) {
        Outcome::Fine => Ok(extra),
        _ => Err(State::fail_both(envelope, body, p)),
    }
}

/// Which list a member of an event stands in.
enum Place {
    Tag,
    Body(usize),
    Envelope(usize),
}

/// A bit per member, of which the first `constants` are always there and the others where `set` says so.
pub(crate) const fn bits(constants: usize, set: &[bool]) -> u64 {
    let mut bits = (1 << constants) - 1;
    let mut index = 0;
    while index < set.len() {
        bits |= (set[index] as u64) << (constants + index);
        index += 1;
    }
    bits
}

/// The members of an envelope that an event does not have, or that its body declares too: a bit each.
pub(crate) const fn hidden(envelope: &Members, body: &Members, not_here: &[Key]) -> u64 {
    mask(envelope.keys, body.keys) | mask(envelope.keys, not_here)
}

/// The bits of `names` among `keys`.
const fn mask(keys: &[Key], names: &[Key]) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < names.len() {
        let mut index = 0;
        while index < keys.len() {
            if same(keys[index].as_bytes(), names[at].as_bytes()) {
                bits |= 1 << index;
            }
            index += 1;
        }
        at += 1;
    }
    bits
}

pub(crate) const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

pub(crate) fn write_object<T: Object>(value: &T, w: &mut Writer<'_>) {
    w.begin_object();
    value.write_members(w);
    write_extra(value.extra(), w);
    w.end_object();
}

pub(crate) fn write_extra(extra: Option<&Extra>, w: &mut Writer<'_>) {
    for (name, json) in extra.into_iter().flat_map(Extra::members) {
        w.kept_name(name);
        json.write(w);
    }
}

// ---- presence ---------------------------------------------------------------------------------

// What each kind of presence is while the object is read.

/// A member that has to be there.
pub(crate) struct Required<T>(pub(crate) Option<T>);
/// A member that may be absent, and is never null.
pub(crate) struct Optional<T>(pub(crate) Option<T>);
/// A member that has to be there and may be null.
pub(crate) struct Nullable<T>(pub(crate) Option<Option<T>>);
/// A member that may be absent, and may be null.
pub(crate) struct Tristate<T>(pub(crate) Presence<T>);

impl<T> Default for Required<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Default for Optional<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Default for Nullable<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Default for Tristate<T> {
    fn default() -> Self {
        Self(Presence::Absent)
    }
}

impl<T: Codec> Required<T> {
    #[inline]
    pub(crate) fn read(&mut self, p: &mut Parser<'_>) -> Read<()> {
        self.0 = Some(T::read(p)?);
        Ok(())
    }
}

impl<T: Codec> Optional<T> {
    #[inline]
    pub(crate) fn read(&mut self, p: &mut Parser<'_>) -> Read<()> {
        if p.peek()? == b'n' && p.mode.null_as_absent {
            return null_as_absent(p);
        }
        let start = p.pos();
        match T::read(p) {
            Ok(value) => {
                self.0 = Some(value);
                Ok(())
            }
            Err(fail) => unread(p, start, fail),
        }
    }
}

/// What comes of a member that may be absent and was not read: nothing, if it was not recognised.
#[cold]
fn unread(p: &mut Parser<'_>, start: usize, fail: Fail) -> Read<()> {
    match fail {
        Fail::Unrecognised => {
            p.removed(start);
            Ok(())
        }
        other => Err(other),
    }
}

#[cold]
fn null_as_absent(p: &mut Parser<'_>) -> Read<()> {
    let start = p.pos();
    p.word("null")?;
    p.set_aside(start, NoteKind::NullAsAbsent, "null in an optional member; read as absent".to_owned());
    Ok(())
}

impl<T: Codec> Nullable<T> {
    pub(crate) fn read(&mut self, p: &mut Parser<'_>) -> Read<()> {
        self.0 = Some(if p.peek()? == b'n' {
            p.word("null")?;
            None
        } else {
            Some(T::read(p)?)
        });
        Ok(())
    }
}

impl<T: Codec> Tristate<T> {
    pub(crate) fn read(&mut self, p: &mut Parser<'_>) -> Read<()> {
        if p.peek()? == b'n' {
            p.word("null")?;
            self.0 = Presence::Null;
            return Ok(());
        }
        let start = p.pos();
        match T::read(p) {
            Ok(value) => {
                self.0 = Presence::Value(value);
                Ok(())
            }
            Err(fail) => unread(p, start, fail),
        }
    }
}

/// A value that a member always has: written by the encoder, required by the decoder, not a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Constant {
    Text(&'static str),
    Number(i64),
    True,
}

impl Constant {
    /// Reads the member's value, which has to be this one.
    pub(crate) fn read(self, p: &mut Parser<'_>) -> Read<()> {
        let byte = p.peek()?;
        let start = p.pos();
        let same = match self {
            Self::Text(text) if byte == b'"' => p.string()? == text,
            Self::Number(number) if byte == b'-' || byte.is_ascii_digit() => p.number()?.parse() == Ok(number as f64),
            Self::True if byte == b't' || byte == b'f' => p.boolean()?,
            _ => {
                p.skip()?;
                false
            }
        };
        if same {
            return Ok(());
        }
        let found = quoted(&p.text()[start..p.pos()]);
        let expected = match self {
            Self::Text(text) => format!("{text:?}"),
            Self::Number(number) => number.to_string(),
            Self::True => "true".to_owned(),
        };
        p.fault(start, "const", format!("expected {expected}, found {found}"));
        Err(Fail::Shape)
    }

    pub(crate) fn write(self, w: &mut Writer<'_>) {
        match self {
            Self::Text(text) => w.string(text),
            Self::Number(number) => number.write(w),
            Self::True => w.raw("true"),
        }
    }
}

pub(crate) fn write_optional<T: Codec>(key: Key, member: &Option<T>, w: &mut Writer<'_>) {
    if let Some(value) = member {
        w.key(key);
        value.write(w);
    }
}

pub(crate) fn write_nullable<T: Codec>(key: Key, member: &Option<T>, w: &mut Writer<'_>) {
    w.key(key);
    match member {
        Some(value) => value.write(w),
        None => w.raw("null"),
    }
}

pub(crate) fn write_tristate<T: Codec>(key: Key, member: &Presence<T>, w: &mut Writer<'_>) {
    match member {
        Presence::Absent => {}
        Presence::Null => {
            w.key(key);
            w.raw("null");
        }
        Presence::Value(value) => {
            w.key(key);
            value.write(w);
        }
    }
}

/// Makes a struct an object on the wire, from its members' names and presence.
///
/// ```text
/// object! { Name by NameBuilder closed ["schema" = Text("a/v1")] {
///     1 required id: String = "id";
///     2 optional names: Vec<String> = "names" as list;
///     3 nullable note: String = "note";
///     4 tristate thread_id: String = "thread_id";
/// } }
/// ```
/// A member is known by its number among all of the object's, constants first.
/// `as` is for the builder, see [`builder!`](super::builder::builder).
/// An `open` object keeps its unknown members in the field `extra`, a `part` in its envelope's. Behind the
/// constants there may stand members that the object had once: `removed ["note" = "`remark`"]`.
/// `object! { Name by NameBuilder retired [table] closed …` looks for retired shapes by that table.
macro_rules! object {
    ($name:ident by $builder:ident retired [$retired:path] $($members:tt)*) => {
        $crate::wire::object::object! { @ [$retired] $name $builder $($members)* }
    };
    (@ [$($retired:path)?] $name:ident $builder:ident $($members:tt)*) => {
        $crate::wire::object::members! { $name by $builder $($members)* }

        $crate::wire::serde::impl_serde!($name);

        impl $crate::wire::value::Codec for $name {
            fn read(p: &mut $crate::wire::parser::Parser<'_>) -> $crate::wire::parser::Read<Self> {
                $crate::wire::object::read_object(p)
            }

            fn write(&self, w: &mut $crate::wire::writer::Writer<'_>) {
                $crate::wire::object::write_object(self, w);
            }

            $(fn edit(text: &str, tolerance: $crate::Tolerance) -> Option<$crate::wire::edit::Edited> {
                $retired.edit_alone(text, tolerance)
            })?
        }
    };
    ($name:ident by $builder:ident $($members:tt)*) => {
        $crate::wire::object::object! { @ [] $name $builder $($members)* }
    };
}

/// The part of [`object!`] that an event's envelope and body have too: members, but no braces of their own.
macro_rules! members {
    ($name:ident by $builder:ident $openness:ident [$($constant_key:literal = $constant:ident $(($value:literal))?),*]
        $(removed [$($gone:literal = $instead:literal),*])? {
        $($index:literal $presence:ident $field:ident: $type:ty = $key:literal $(as $how:ident)?;)*
    }) => {
        #[cfg(feature = "builders")]
        $crate::wire::builder::builder! {
            $name by $builder $openness { $($presence $field: $type $(as $how)?;)* }
        }

        const _: () = {
            use $crate::wire::check::Step;
            use $crate::wire::json::Extra;
            use $crate::wire::node::{Node, NodeRef};
            use $crate::wire::object::{self, Members, Object, ReadMember};
            use $crate::wire::parser::{Parser, Read};
            use $crate::wire::writer::Writer;

            #[derive(Default)]
            pub(crate) struct Slots { $(pub(crate) $field: object::slot!($presence $type),)* }

            impl ReadMember for Slots {
                fn read_member(&mut self, index: usize, p: &mut Parser<'_>) -> Read<()> {
                    match index {
                        $($index => self.$field.read(p),)*
                        // The walk asks for none but those that it was told of.
                        _ => p.skip(),
                    }
                }
            }

            impl Object for $name {
                const MEMBERS: &'static Members = &Members::new(
                    &[$(concat!("\"", $constant_key, "\":"),)* $(concat!("\"", $key, "\":"),)*],
                    &[$(object::Constant::$constant $(($value))?),*],
                    &[$(object::is_required!($presence)),*],
                    object::openness!($openness),
                    &[$($(($gone, $instead)),*)?],
                );
                type Slots = Slots;

                #[inline]
                #[allow(unused_variables, irrefutable_let_patterns)]
                fn finish(slots: Slots, extra: Extra) -> Option<Self> {
                    let Slots { $($field: object::full!($presence $field)),* } = slots else { return None };
                    Some(object::construct!($openness $name extra { $($field,)* }))
                }

                #[allow(unused_variables)]
                fn write_members(&self, w: &mut Writer<'_>) {
                    $(
                        w.key(concat!("\"", $constant_key, "\":"));
                        object::Constant::$constant $(($value))? .write(w);
                    )*
                    $(object::write_member!($presence concat!("\"", $key, "\":"), &self.$field, w);)*
                }

                object::extra!($openness);

                fn present(&self) -> u64 {
                    object::bits(Self::MEMBERS.constants.len(), &[$(object::is_present!($presence self.$field)),*])
                }
            }

            impl Node for $name {
                #[allow(unused_variables)]
                fn each<'p>(&'p self, visit: &mut dyn FnMut(Step<'p>, NodeRef<'p>)) {
                    $($crate::wire::node::visit_member!($presence $key, &self.$field, visit);)*
                }
            }
        };
    };
}

macro_rules! is_present {
    (optional $field:expr) => {
        $field.is_some()
    };
    (tristate $field:expr) => {
        !$field.is_absent()
    };
    ($always:ident $field:expr) => {
        true
    };
}

macro_rules! is_required {
    (optional) => {
        false
    };
    (tristate) => {
        false
    };
    ($always:ident) => {
        true
    };
}

macro_rules! slot {
    (required $type:ty) => { $crate::wire::object::Required<$type> };
    (optional $type:ty) => { $crate::wire::object::Optional<$type> };
    (nullable $type:ty) => { $crate::wire::object::Nullable<$type> };
    (tristate $type:ty) => { $crate::wire::object::Tristate<$type> };
}

/// The pattern of a slot that has what it needs, and binds the member.
macro_rules! full {
    (required $field:ident) => {
        $crate::wire::object::Required(Some($field))
    };
    (optional $field:ident) => {
        $crate::wire::object::Optional($field)
    };
    (nullable $field:ident) => {
        $crate::wire::object::Nullable(Some($field))
    };
    (tristate $field:ident) => {
        $crate::wire::object::Tristate($field)
    };
}

macro_rules! openness {
    (open) => {
        true
    };
    (closed) => {
        false
    };
    (part) => {
        false
    };
}

macro_rules! construct {
    (open $name:ident $extra:ident { $($fields:tt)* }) => { $name { $($fields)* extra: $extra } };
    ($closed:ident $name:ident $extra:ident { $($fields:tt)* }) => { $name { $($fields)* } };
}

macro_rules! extra {
    (open) => {
        fn extra(&self) -> Option<&Extra> {
            Some(&self.extra)
        }
    };
    ($closed:ident) => {};
}

macro_rules! write_member {
    (required $key:expr, $field:expr, $w:ident) => {{
        $w.key($key);
        $crate::wire::value::Codec::write($field, $w);
    }};
    (optional $key:expr, $field:expr, $w:ident) => {
        $crate::wire::object::write_optional($key, $field, $w)
    };
    (nullable $key:expr, $field:expr, $w:ident) => {
        $crate::wire::object::write_nullable($key, $field, $w)
    };
    (tristate $key:expr, $field:expr, $w:ident) => {
        $crate::wire::object::write_tristate($key, $field, $w)
    };
}

pub(crate) use {construct, extra, full, is_present, is_required, members, object, openness, slot, write_member};
