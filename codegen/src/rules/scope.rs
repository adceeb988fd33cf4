//! What a rule can speak of: values and objects in the generated code.

use std::cell::Cell;

use super::logic::{Subject, Test};
use crate::plan::{Constant, Member, ObjectPlan, Openness, Presence};

/// A typed value in the generated code.
#[derive(Clone, Debug)]
pub(super) struct Val {
    code: String,
    is_ref: bool,
    /// It may be absent or null, and only [`Val::there`] may be used.
    optional: bool,
    /// Something else was used all the same: the value has to be unwrapped first.
    bared: Cell<bool>,
}

impl Val {
    /// A place: a field of something.
    pub(super) fn place(code: impl Into<String>) -> Self {
        Self { code: code.into(), is_ref: false, optional: false, bared: Cell::new(false) }
    }

    /// A variable that is a reference.
    pub(super) fn reference(code: impl Into<String>) -> Self {
        Self { is_ref: true, ..Self::place(code) }
    }

    /// The place of a member that may be absent or null.
    pub(super) fn optional(&self) -> Self {
        Self { optional: true, ..self.clone() }
    }

    pub(super) fn was_bared(&self) -> bool {
        self.bared.get()
    }

    fn reference_code(&self) -> String {
        if self.is_ref {
            self.code.clone()
        } else {
            format!("&{}", self.code)
        }
    }

    /// A reference for the helpers that know how to deal with an absent value.
    pub(super) fn there(&self) -> String {
        self.reference_code()
    }

    /// The value, to look into.
    pub(super) fn code(&self) -> &str {
        self.bare();
        &self.code
    }

    /// A reference to the value.
    pub(super) fn by_ref(&self) -> String {
        self.bare();
        self.reference_code()
    }

    /// The value itself, which is copied.
    pub(super) fn copied(&self) -> String {
        self.bare();
        if self.is_ref {
            format!("*{}", self.code)
        } else {
            self.code.clone()
        }
    }

    fn bare(&self) {
        self.bared.set(self.bared.get() || self.optional);
    }

    /// The value as what is compared.
    pub(super) fn subject(&self) -> Subject {
        Subject { equal: self.copied(), matched: self.code.clone() }
    }

    /// A string as what is compared.
    pub(super) fn text_subject(&self) -> Subject {
        Subject { equal: self.code().to_owned(), matched: format!("{}.as_str()", self.code) }
    }
}

/// The members that a rule on an object can speak of.
pub(super) struct Scope<'a> {
    /// The object, and the code of the value that has its members.
    pub(super) parts: Vec<(&'a ObjectPlan, String)>,
    /// The code of the unknown members, if they are kept.
    pub(super) extra: Option<String>,
    /// The tag of an event, which its type holds.
    pub(super) tag: Option<String>,
}

impl<'a> Scope<'a> {
    pub(super) fn of(object: &'a ObjectPlan, code: &str) -> Self {
        let extra = (object.openness == Openness::Open).then(|| format!("{code}.extra"));
        Self { parts: vec![(object, code.to_owned())], extra, tag: None }
    }

    pub(super) fn member(&self, wire: &str) -> Option<(&'a Member, Val)> {
        self.parts.iter().find_map(|(object, code)| {
            let member = object.member(wire)?;
            Some((member, Val::place(format!("{code}.{}", member.field))))
        })
    }

    pub(super) fn constant(&self, wire: &str) -> Option<&'a Constant> {
        self.parts.iter().find_map(|(object, _)| object.constant(wire))
    }

    /// Whether the member `wire` is there.
    pub(super) fn present(&self, wire: &str) -> Test {
        if self.tag.as_deref() == Some(wire) {
            return Test::Always;
        }
        match (self.member(wire), self.constant(wire), &self.extra) {
            (Some((member, val)), ..) => match member.presence {
                Presence::Required | Presence::Nullable => Test::Always,
                Presence::Optional => present(val.code()),
                Presence::Tristate => Test::flag(format!("{}.is_absent()", val.code())).not(),
            },
            (None, Some(_), _) => Test::Always,
            (None, None, Some(extra)) => present(&format!("{extra}.get({wire:?})")),
            (None, None, None) => Test::Never,
        }
    }
}

/// Whether an `Option` has a value.
pub(super) fn present(option: &str) -> Test {
    Test::Code { yes: format!("{option}.is_some()"), no: format!("{option}.is_none()") }
}
