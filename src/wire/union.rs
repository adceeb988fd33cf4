//! Unions: read the tags, then the value as what they name, once.

use std::borrow::Cow;
use std::convert::Infallible;

use super::object::{instead, name_of, read_members, Constant, Key, Members, ReadMember, Removed, Required};
use super::parser::{never, quoted, Fail, Parser, Read};
use super::value::Codec;
use super::writer::Writer;

/// The tags of the object at the cursor.
pub(crate) struct Tags<'a, const N: usize> {
    keys: [Key; N],
    /// Offset and value of each, where there is one.
    found: [Option<(usize, Cow<'a, str>)>; N],
}

/// Finds the tags of the object at the cursor, which stays where it is.
///
/// Where the tags come first this looks at nothing else; otherwise it walks up to the last one.
pub(crate) fn find_tags<'a, const N: usize>(p: &mut Parser<'a>, keys: [Key; N]) -> Read<Tags<'a, N>> {
    if p.peek()? != b'{' {
        return p.mismatch("an object");
    }
    let start = p.pos();
    let tags = p.look_ahead(|p| {
        let mut found = [const { None }; N];
        let mut left = N;
        p.enter()?;
        let mut first = true;
        while left > 0 && p.another(b'}', first)? {
            first = false;
            let tag = match keys.iter().position(|key| p.eat_key(key)) {
                Some(tag) => Some(tag),
                None => {
                    let name = p.member_name()?;
                    keys.iter().position(|key| name_of(key) == name)
                }
            };
            match tag {
                // A repeated tag is refused when the object is read.
                Some(tag) if found[tag].is_none() => {
                    let byte = p.peek()?;
                    let at = p.pos();
                    if byte != b'"' {
                        return p.mismatch("a string");
                    }
                    found[tag] = Some((at, p.string()?));
                    left -= 1;
                }
                _ => p.skip()?,
            }
        }
        Ok(Tags { keys, found })
    });
    if let Err(Fail::Shape) = tags {
        // The fault is the tag's type; the cursor still has to get behind the object.
        p.rewind(start);
        p.skip()?;
    }
    tags
}

impl<'a, const N: usize> Tags<'a, N> {
    /// The tags' values, to match on.
    pub(crate) fn values(&self) -> [Option<&str>; N] {
        std::array::from_fn(|index| self.found[index].as_ref().map(|(_, value)| value.as_ref()))
    }

    /// The value of the first tag.
    pub(crate) fn into_first(mut self) -> Option<Cow<'a, str>> {
        self.found[0].take().map(|(_, value)| value)
    }

    /// No variant has these tags: says which tag is missing or not known, and skips the object.
    #[cold]
    pub(crate) fn no_variant<T>(self, p: &mut Parser<'_>, known: [&[&str]; N], removed: Removed) -> Read<T> {
        no_variant(p, &self.keys, &self.found, &known, removed).map(never)
    }
}

fn no_variant(
    p: &mut Parser<'_>,
    keys: &[Key],
    found: &[Option<(usize, Cow<'_, str>)>],
    known: &[&[&str]],
    removed: Removed,
) -> Read<Infallible> {
    let start = p.pos();
    p.skip()?;
    for ((key, found), known) in keys.iter().zip(found).zip(known) {
        let name = name_of(key);
        match found {
            None => {
                p.fault(start, "missing-tag", format!("the tag `{name}` is missing; it is {}", one_of(known)));
                return Err(Fail::Shape);
            }
            Some((at, value)) if !known.contains(&value.as_ref()) => {
                let message = format!("the tag `{name}` is {}, expected {}", quoted(value), one_of(known));
                let message = message + &instead(removed, value);
                return p.unknown(*at, "unknown-tag", message);
            }
            Some(_) => {}
        }
    }
    p.fault(start, "unknown-tag", "the tags do not go together".to_owned());
    Err(Fail::Shape)
}

/// `one of a, b, c`, with at most a dozen names.
pub(crate) fn one_of(known: &[&str]) -> String {
    const MOST: usize = 12;
    let mut list = known.iter().take(MOST).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if known.len() > MOST {
        list.push_str(", …");
    }
    if known.len() == 1 {
        list
    } else {
        format!("one of {list}")
    }
}

/// The members of an arm that is a closed object: constants and, behind them in `keys`, at most one more.
const fn arm(keys: &'static [Key], constants: &'static [Constant]) -> Members {
    Members { keys, constants, required: (1 << keys.len()) - 1, open: false, removed: &[] }
}

/// No member but constants.
struct Nothing;

impl ReadMember for Nothing {
    fn read_member(&mut self, _: usize, p: &mut Parser<'_>) -> Read<()> {
        p.skip()
    }
}

impl<T: Codec> ReadMember for Required<T> {
    fn read_member(&mut self, _: usize, p: &mut Parser<'_>) -> Read<()> {
        self.read(p)
    }
}

/// Reads an arm that is its tags and nothing more.
pub(crate) fn read_unit(p: &mut Parser<'_>, keys: &'static [Key], constants: &'static [Constant]) -> Read<()> {
    read_members(p, (&arm(keys, constants), &mut Nothing))?;
    Ok(())
}

/// Reads an arm that is its tags and one required member, whose key comes last.
pub(crate) fn read_content<T: Codec>(p: &mut Parser<'_>, keys: &'static [Key], constants: &'static [Constant]) -> Read<T> {
    let mut slot = Required(None);
    read_members(p, (&arm(keys, constants), &mut slot))?;
    slot.0.ok_or(Fail::Shape)
}

pub(crate) fn write_constants(keys: &[Key], constants: &[Constant], w: &mut Writer<'_>) {
    for (key, constant) in keys.iter().zip(constants) {
        w.key(key);
        constant.write(w);
    }
}

/// Makes an enum a union told apart by tags.
///
/// ```text
/// union! { Subject by ["type" as type_name] known [&["run", "tool", "note"],] {
///     ["run"] => Run unit { "type" = Text("run") };
///     ["tool"] => Tool object (ToolSubject);
///     ["note"] => Note content { "type" = Text("note"); "payload": Note };
///     [(kind: tag)] when (starts_with_underscore(tag)) => Extension object (ExtensionSubject);
/// } }
/// ```
/// An arm has for each tag its value; `_` if it may be there or not; or the field that holds it, with
/// the values that it may have (`(field = "a" | "b")`), for any (`(field)`), or to be looked at by the
/// guard (`(field: tag)`). A tag that every arm has gets a method, which `as` names.
/// Behind the known tags there may stand those that the union had once: `removed ["memo" = "`note`"]`.
macro_rules! union {
    ($name:ident by [$($tag:literal $(as $accessor:ident)?),*] known [$($known:expr),* $(,)?] $(removed [$($gone:literal = $instead:literal),*])? {
        $([$($value:tt),*] $(when ($guard:expr))? => $variant:ident $kind:ident $arm:tt;)*
    }) => {
        impl $name {
            #[allow(dead_code)]
            const TAG_NAMES: &'static [&'static str] = &[$($tag),*];

            $($(
                #[doc = concat!("The tag `", $tag, "`.")]
                pub fn $accessor(&self) -> &str {
                    self.tags()[const { $crate::wire::union::index_of($tag, Self::TAG_NAMES) }]
                }
            )?)*

            #[allow(dead_code)]
            fn tags(&self) -> [&str; [$($tag),*].len()] {
                match self {
                    $(Self::$variant { .. } => [$($crate::wire::union::tag_value!(self $name $variant $value)),*],)*
                }
            }
        }

        $crate::wire::serde::impl_serde!($name);

        impl $crate::wire::value::Tagged for $name {
            const TAG: $crate::wire::object::Key = [$(concat!("\"", $tag, "\":")),*][0];
            const TAGS: &'static [&'static str] = [$($known as &[&str]),*][0];
            $(const REMOVED: $crate::wire::object::Removed = &[$(($gone, $instead)),*];)?
        }

        impl $crate::wire::value::Codec for $name {
            const TAG_KEY: Option<$crate::wire::object::Key> = Some(<Self as $crate::wire::value::Tagged>::TAG);

            fn read(p: &mut $crate::wire::parser::Parser<'_>) -> $crate::wire::parser::Read<Self> {
                let tags = $crate::wire::union::find_tags(p, [$(concat!("\"", $tag, "\":")),*])?;
                match tags.values() {
                    $([$($crate::wire::union::tag_pattern!($value)),*] $(if $guard)? => {
                        $crate::wire::union::read_variant!(p $name $variant $kind $arm)
                    })*
                    #[allow(unreachable_patterns)]
                    _ => tags.no_variant(p, [$($known),*], <Self as $crate::wire::value::Tagged>::REMOVED),
                }
            }

            fn write(&self, w: &mut $crate::wire::writer::Writer<'_>) {
                $($crate::wire::union::write_variant!(self w $name $variant $kind $arm);)*
            }
        }

        impl $crate::wire::value::Check for $name {
            fn check<'p>(&'p self, at: &mut $crate::wire::check::Checker<'p>) {
                $($crate::wire::union::check_variant!(self at $name $variant $kind $arm);)*
                let _ = at;
            }
        }

        impl $crate::wire::node::Node for $name {
            fn each<'p>(&'p self, visit: &mut dyn FnMut($crate::wire::check::Step<'p>, $crate::wire::node::NodeRef<'p>)) {
                $($crate::wire::union::visit_variant!(self visit $name $variant $kind $arm);)*
                let _ = visit;
            }
        }
    };
}

macro_rules! read_variant {
    ($p:ident $name:ident $variant:ident object ($type:ty)) => {
        <$type as $crate::wire::value::Codec>::read($p).map($name::$variant)
    };
    ($p:ident $name:ident $variant:ident unit {$($key:literal = $constant:ident ($value:literal)),*}) => {
        $crate::wire::union::read_unit(
            $p,
            &[$(concat!("\"", $key, "\":")),*],
            &[$($crate::wire::object::Constant::$constant($value)),*],
        )
        .map(|()| $name::$variant)
    };
    ($p:ident $name:ident $variant:ident content {$($key:literal = $constant:ident ($value:literal)),*; $content:literal: $type:ty}) => {
        $crate::wire::union::read_content::<$type>(
            $p,
            &[$(concat!("\"", $key, "\":"),)* concat!("\"", $content, "\":")],
            &[$($crate::wire::object::Constant::$constant($value)),*],
        )
        .map($name::$variant)
    };
}

macro_rules! write_variant {
    ($self:ident $w:ident $name:ident $variant:ident object ($type:ty)) => {
        if let $name::$variant(value) = $self {
            $crate::wire::value::Codec::write(value, $w);
        }
    };
    ($self:ident $w:ident $name:ident $variant:ident unit {$($key:literal = $constant:ident ($value:literal)),*}) => {
        if let $name::$variant = $self {
            $w.begin_object();
            $crate::wire::union::write_constants(
                &[$(concat!("\"", $key, "\":")),*],
                &[$($crate::wire::object::Constant::$constant($value)),*],
                $w,
            );
            $w.end_object();
        }
    };
    ($self:ident $w:ident $name:ident $variant:ident content {$($key:literal = $constant:ident ($value:literal)),*; $content:literal: $type:ty}) => {
        if let $name::$variant(value) = $self {
            $w.begin_object();
            $crate::wire::union::write_constants(
                &[$(concat!("\"", $key, "\":")),*],
                &[$($crate::wire::object::Constant::$constant($value)),*],
                $w,
            );
            $w.key(concat!("\"", $content, "\":"));
            $crate::wire::value::Codec::write(value, $w);
            $w.end_object();
        }
    };
}

macro_rules! check_variant {
    ($self:ident $at:ident $name:ident $variant:ident object ($type:ty)) => {
        if let $name::$variant(value) = $self {
            $crate::wire::value::Check::check(value, $at);
        }
    };
    ($self:ident $at:ident $name:ident $variant:ident unit $constants:tt) => {};
    ($self:ident $at:ident $name:ident $variant:ident content {$($key:literal = $constant:ident ($value:literal)),*; $content:literal: $type:ty}) => {
        if let $name::$variant(value) = $self {
            $at.member($content, value);
        }
    };
}

macro_rules! visit_variant {
    ($self:ident $visit:ident $name:ident $variant:ident object $type:tt) => {
        if let $name::$variant(value) = $self {
            $visit($crate::wire::check::Step::Here, value);
        }
    };
    ($self:ident $visit:ident $name:ident $variant:ident unit $constants:tt) => {};
    ($self:ident $visit:ident $name:ident $variant:ident content {$($key:literal = $constant:ident ($value:literal)),*; $content:literal: $type:ty}) => {
        if let $name::$variant(value) = $self {
            $visit($crate::wire::check::Step::Member($content), value);
        }
    };
}

/// What a tag has to be for an arm; see [`union!`].
macro_rules! tag_pattern {
    (_) => {
        _
    };
    (($field:ident)) => {
        Some(_)
    };
    (($field:ident: $tag:ident)) => {
        Some($tag)
    };
    (($field:ident = $($value:literal)|+)) => {
        Some($($value)|+)
    };
    ($value:literal) => {
        Some($value)
    };
}

/// The value of a tag in an arm; empty if the arm may do without it.
macro_rules! tag_value {
    ($self:ident $name:ident $variant:ident _) => {
        ""
    };
    ($self:ident $name:ident $variant:ident ($field:ident $($rest:tt)*)) => {
        if let $name::$variant(arm) = $self {
            arm.$field.as_str()
        } else {
            ""
        }
    };
    ($self:ident $name:ident $variant:ident $value:literal) => {
        $value
    };
}

/// The place of `name` among `names`.
pub(crate) const fn index_of(name: &str, names: &[&str]) -> usize {
    let mut index = 0;
    while index < names.len() && !super::object::same(names[index].as_bytes(), name.as_bytes()) {
        index += 1;
    }
    index
}

/// Conversions into an enum from the types that one variant alone holds.
macro_rules! from {
    ($name:ident { $($variant:ident($type:ty)),* $(,)? }) => {
        $(impl From<$type> for $name {
            fn from(value: $type) -> Self {
                Self::$variant(value)
            }
        })*
    };
}

/// Makes an enum a union told apart by JSON type.
///
/// ```text
/// by_type! { RequestId "a string or an integer" { String => String(String); Number => Integer(i64); } }
/// ```
macro_rules! by_type {
    ($name:ident $expected:literal { $($kind:ident => $variant:ident($type:ty);)* }) => {
        $crate::wire::serde::impl_serde!($name);

        impl $crate::wire::value::Codec for $name {
            fn read(p: &mut $crate::wire::parser::Parser<'_>) -> $crate::wire::parser::Read<Self> {
                match p.kind()? {
                    $($crate::wire::parser::Kind::$kind => <$type as $crate::wire::value::Codec>::read(p).map($name::$variant),)*
                    _ => p.mismatch($expected),
                }
            }

            fn write(&self, w: &mut $crate::wire::writer::Writer<'_>) {
                match self {
                    $($name::$variant(value) => $crate::wire::value::Codec::write(value, w),)*
                }
            }
        }

        impl $crate::wire::node::Node for $name {
            fn each<'p>(&'p self, visit: &mut dyn FnMut($crate::wire::check::Step<'p>, $crate::wire::node::NodeRef<'p>)) {
                match self {
                    $($name::$variant(value) => visit($crate::wire::check::Step::Here, value),)*
                }
            }
        }

        $(
            impl From<$type> for $name {
                fn from(value: $type) -> Self {
                    Self::$variant(value)
                }
            }
            $crate::wire::union::from_literals!($name $kind $variant);
        )*
    };
}

/// What literals can stand for a variant of [`by_type!`]: texts and, where any number may stand, integers.
macro_rules! from_literals {
    ($name:ident String $variant:ident) => {
        $crate::wire::union::from_literals!(@ $name $variant &str);
    };
    ($name:ident Number Number) => {
        $crate::wire::union::from_literals!(@ $name Number i32 u32 i64 u64);
    };
    ($name:ident $kind:ident $variant:ident) => {};
    (@ $name:ident $variant:ident $($type:ty)*) => {
        $(impl From<$type> for $name {
            fn from(value: $type) -> Self {
                Self::$variant(value.into())
            }
        })*
    };
}

/// Defines an enum that is a closed set of strings.
///
/// ```text
/// string_enum! {
///     /// State of a run.
///     pub enum RunState {
///         Running = "running", Lost = "lost",
///     }
/// }
/// ```
macro_rules! string_enum {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$value_doc:meta])* $variant:ident = $value:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $(
                $(#[$value_doc])*
                #[doc = ""]
                #[doc = concat!("`", $value, "` on the wire.")]
                $variant,
            )*
        }

        impl $name {
            /// Every value, in the schema's order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The value as it stands on the wire.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $value,)*
                }
            }
        }

        $crate::wire::there::there! { $name }

        impl $crate::wire::there::Scalar for $name {
            fn words(&self) -> std::borrow::Cow<'_, str> {
                self.as_str().into()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownValue;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($value => Ok(Self::$variant),)*
                    _ => Err($crate::UnknownValue::new(text, &[$($value),*])),
                }
            }
        }

        $crate::wire::serde::impl_serde!($name);

        impl $crate::wire::value::Check for $name {}

        impl $crate::wire::node::Node for $name {}

        impl $crate::wire::value::Codec for $name {
            fn read(p: &mut $crate::wire::parser::Parser<'_>) -> $crate::wire::parser::Read<Self> {
                $crate::wire::union::read_enum(p, &[$($value),*], Self::ALL)
            }

            fn write(&self, w: &mut $crate::wire::writer::Writer<'_>) {
                w.string(self.as_str());
            }
        }
    };
}

/// Reads a string that has to be one of `values`, which stand for those of `all`.
pub(crate) fn read_enum<T: Copy>(p: &mut Parser<'_>, values: &[&'static str], all: &[T]) -> Read<T> {
    read_one_of(p, values).map(|index| all[index])
}

/// Index of the string at the cursor among `values`.
fn read_one_of(p: &mut Parser<'_>, values: &[&'static str]) -> Read<usize> {
    p.peek()?;
    let start = p.pos();
    let text = super::value::read_str(p)?;
    match values.iter().position(|value| *value == text) {
        Some(index) => Ok(index),
        None => {
            let message = format!("expected {}, found {}", one_of(values), quoted(&text));
            if values.len() == 1 {
                // A constant: there is no newer value to be tolerant of.
                p.fault(start, "enum", message);
                return Err(Fail::Shape);
            }
            p.unknown(start, "enum", message)
        }
    }
}

/// A text that is not in a closed set of strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownValue {
    found: String,
    known: &'static [&'static str],
}

impl UnknownValue {
    pub(crate) fn new(found: &str, known: &'static [&'static str]) -> Self {
        Self { found: quoted(found), known }
    }
}

impl std::fmt::Display for UnknownValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "expected {}, found {}", one_of(self.known), self.found)
    }
}

impl std::error::Error for UnknownValue {}

/// Makes a struct and an enum an event: an envelope and a body, flat on the wire.
///
/// ```text
/// event! { Event { Envelope, Body } by "type" {
///     "run.started" => RunStarted(RunStarted) hide [];
/// } }
/// ```
/// `event! { Event retired [table] { …` looks for retired shapes by that table. Behind the tag there may
/// stand events that the protocol had once: `removed ["run.begin" = "`run.started`"]`.
macro_rules! event {
    ($event:ident $(retired [$retired:path])? { $envelope:ident, $body:ident } by $tag:literal $(removed [$($gone:literal = $instead:literal),*])? {
        $($value:literal => $variant:ident($type:ident) hide [$($hidden:literal),*];)*
    }) => {
        impl $body {
            /// The event's type, as it stands on the wire.
            pub const fn event_type(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $value,)*
                }
            }
        }

        $(impl From<$type> for $body {
            fn from(body: $type) -> Self {
                Self::$variant(body)
            }
        })*

        impl $event {
            /// The event of an envelope and a body.
            pub fn new(envelope: $envelope, body: impl Into<$body>) -> Self {
                Self { envelope, body: body.into() }
            }

            /// Every event type, in the protocol's order.
            pub const TYPES: &'static [&'static str] = &[$($value),*];

            /// The event's type, as it stands on the wire.
            pub const fn event_type(&self) -> &'static str {
                self.body.event_type()
            }
        }

        $crate::wire::serde::impl_serde!($event);

        impl $crate::wire::value::Tagged for $event {
            const TAG: $crate::wire::object::Key = concat!("\"", $tag, "\":");
            const TAGS: &'static [&'static str] = $event::TYPES;
            $(const REMOVED: $crate::wire::object::Removed = &[$(($gone, $instead)),*];)?
        }

        impl $crate::wire::value::Codec for $event {
            const TAG_KEY: Option<$crate::wire::object::Key> = Some(<Self as $crate::wire::value::Tagged>::TAG);

            fn read(p: &mut $crate::wire::parser::Parser<'_>) -> $crate::wire::parser::Read<Self> {
                use $crate::wire::object::{hidden, read_event, Object};

                const TAG: $crate::wire::object::Key = concat!("\"", $tag, "\":");
                let tags = $crate::wire::union::find_tags(p, [TAG])?;
                match tags.values() {
                    $([Some($value)] => {
                        const HIDDEN: u64 = hidden($envelope::MEMBERS, $type::MEMBERS, &[$(concat!("\"", $hidden, "\":")),*]);
                        read_event(p, TAG, HIDDEN, |envelope: $envelope, body: $type| $event { envelope, body: $body::$variant(body) })
                    })*
                    _ => tags.no_variant(p, [Self::TYPES], <Self as $crate::wire::value::Tagged>::REMOVED),
                }
            }

            fn write(&self, w: &mut $crate::wire::writer::Writer<'_>) {
                use $crate::wire::object::{write_extra, Object};

                w.begin_object();
                w.key(concat!("\"", $tag, "\":"));
                w.string(self.event_type());
                self.envelope.write_members(w);
                match &self.body {
                    $($body::$variant(body) => body.write_members(w),)*
                }
                write_extra(self.envelope.extra(), w);
                w.end_object();
            }

            $(fn edit(text: &str, tolerance: $crate::Tolerance) -> Option<$crate::wire::edit::Edited> {
                $retired.edit_alone(text, tolerance)
            })?
        }

        impl $crate::wire::value::Check for $event {
            fn check<'p>(&'p self, at: &mut $crate::wire::check::Checker<'p>) {
                use $crate::wire::object::{hidden, Object};

                $crate::wire::value::Check::check(&self.envelope, at);
                match &self.body {
                    $($body::$variant(body) => {
                        const HIDDEN: u64 = hidden($envelope::MEMBERS, $type::MEMBERS, &[$(concat!("\"", $hidden, "\":")),*]);
                        at.envelope(&self.envelope, HIDDEN, $type::MEMBERS.keys);
                        $crate::wire::value::CheckEvent::check_event(body, &self.envelope, at);
                    })*
                }
            }
        }

        impl $crate::wire::node::Node for $event {
            fn each<'p>(&'p self, visit: &mut dyn FnMut($crate::wire::check::Step<'p>, $crate::wire::node::NodeRef<'p>)) {
                visit($crate::wire::check::Step::Here, &self.envelope);
                visit($crate::wire::check::Step::Here, &self.body);
            }
        }

        impl $crate::wire::node::Node for $body {
            fn each<'p>(&'p self, visit: &mut dyn FnMut($crate::wire::check::Step<'p>, $crate::wire::node::NodeRef<'p>)) {
                match self {
                    $(Self::$variant(body) => visit($crate::wire::check::Step::Here, body),)*
                }
            }
        }
    };
}

pub(crate) use {
    by_type, check_variant, event, from, from_literals, read_variant, string_enum, tag_pattern, tag_value, union, visit_variant,
    write_variant,
};
