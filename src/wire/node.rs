//! Values as trees: what code that is not about one type sees of any message.
//!
//! Findings of `lint` and accessors across all events are made from this, so that they hold for a type
//! that a table gets tomorrow as well.

use std::any::{Any, TypeId};

use serde_json::Number;

use super::check::Step;
use super::integer::Integer;
use super::json::{Json, JsonObject};
use super::value::{Map, Presence, True};

/// A value of a message.
pub trait Node: Any {
    /// Hands over each member or element that is there, in the order in which it is written.
    ///
    /// What stands at the same place in the text (an arm of a union, the body of an event) comes with
    /// [`Step::Here`]. Opaque JSON has nothing inside, nor have unknown members.
    fn each<'p>(&'p self, visit: &mut dyn FnMut(Step<'p>, NodeRef<'p>)) {
        let _ = visit;
    }
}

pub(crate) type NodeRef<'p> = &'p (dyn Node + 'static);

/// The value as a `T`, if it is one.
pub(crate) fn downcast<T: Node>(node: NodeRef<'_>) -> Option<&T> {
    (node as &dyn Any).downcast_ref()
}

/// A value whose type is asked for often, and found out once.
#[derive(Clone, Copy)]
pub(crate) struct Typed<'p> {
    pub(crate) node: NodeRef<'p>,
    id: TypeId,
}

impl<'p> Typed<'p> {
    pub(crate) fn of(node: NodeRef<'p>) -> Self {
        Self { node, id: (node as &dyn Any).type_id() }
    }

    /// The value as a `T`, if it is one.
    #[inline]
    pub(crate) fn get<T: Node>(self) -> Option<&'p T> {
        if self.id == TypeId::of::<T>() {
            downcast(self.node)
        } else {
            None
        }
    }
}

/// The member `name` of an object, if it is there.
pub(crate) fn member<'p>(node: NodeRef<'p>, name: &str) -> Option<NodeRef<'p>> {
    let mut found = None;
    node.each(&mut |step, inner| match step {
        _ if found.is_some() => {}
        Step::Here => found = member(inner, name),
        Step::Member(known) if known == name => found = Some(inner),
        _ => {}
    });
    found
}

impl Node for String {}
impl Node for bool {}
impl Node for u64 {}
impl Node for i64 {}
impl Node for Number {}
impl Node for Integer {}
impl Node for Json {}
impl Node for JsonObject {}
impl Node for True {}

impl<T: Node> Node for Box<T> {
    fn each<'p>(&'p self, visit: &mut dyn FnMut(Step<'p>, NodeRef<'p>)) {
        visit(Step::Here, &**self);
    }
}

impl<T: Node> Node for Vec<T> {
    fn each<'p>(&'p self, visit: &mut dyn FnMut(Step<'p>, NodeRef<'p>)) {
        for (index, value) in self.iter().enumerate() {
            visit(Step::Element(index), value);
        }
    }
}

impl<T: Node> Node for Map<T> {
    fn each<'p>(&'p self, visit: &mut dyn FnMut(Step<'p>, NodeRef<'p>)) {
        for (name, value) in self.iter() {
            visit(Step::Member(name), value);
        }
    }
}

/// Hands over the value of a member that is there.
pub(crate) fn visit_required<'p, T: Node>(name: &'p str, member: &'p T, visit: &mut dyn FnMut(Step<'p>, NodeRef<'p>)) {
    visit(Step::Member(name), member);
}

/// Hands over the value of a member, if there is one.
pub(crate) fn visit_optional<'p, T: Node>(name: &'p str, member: &'p Option<T>, visit: &mut dyn FnMut(Step<'p>, NodeRef<'p>)) {
    if let Some(value) = member {
        visit(Step::Member(name), value);
    }
}

/// Hands over the value of a member, if there is one that is not null.
pub(crate) fn visit_tristate<'p, T: Node>(name: &'p str, member: &'p Presence<T>, visit: &mut dyn FnMut(Step<'p>, NodeRef<'p>)) {
    if let Presence::Value(value) = member {
        visit(Step::Member(name), value);
    }
}

/// Hands over the value of a member, whatever its presence.
macro_rules! visit_member {
    (required $name:expr, $field:expr, $visit:ident) => {
        $crate::wire::node::visit_required($name, $field, $visit)
    };
    (tristate $name:expr, $field:expr, $visit:ident) => {
        $crate::wire::node::visit_tristate($name, $field, $visit)
    };
    ($maybe:ident $name:expr, $field:expr, $visit:ident) => {
        $crate::wire::node::visit_optional($name, $field, $visit)
    };
}

pub(crate) use visit_member;
