//! The tables of the file, one struct each. Gives the file as it was written;
//! which keys of a `[type.Name]` go together is decided in `model.rs`.

use toml::de::DeValue;

use super::member::{with_constraints, Member};
use super::rule::Rule;
use super::type_expr::TypeExpr;
use crate::document::{document_table, At, Entries, Read, Value};
use crate::CodegenError;

document_table! {
    /// Event table: the events of one protocol and the types they are made of.
    #[cfg_attr(feature = "format-schema", schemars(rename = "EventTable"))]
    pub(super) struct File {
        /// Name of the protocol: of the Rust module and on the command line.
        pub(super) protocol: String,
        /// `$id` of the lowered schema.
        pub(super) id: String,
        /// Title of the lowered schema.
        pub(super) title: String,
        /// What the protocol is, for its documentation.
        pub(super) doc: Option<String>,
        /// Types that are messages of their own, so that no event needs to use them.
        pub(super) roots: Vec<At<String>> = default,
        /// Members that every event has beside `type`.
        pub(super) envelope: Option<Envelope>,
        /// The events, by their names on the wire, in the protocol's order.
        pub(super) event: Entries<Event> = default,
        /// The shared definitions, by their Rust names.
        pub(super) r#type: Entries<Type> = default,
        /// Names that the protocol had once, so that an error can say what to use instead.
        pub(super) removed: Removed = default,
    }
}

document_table! {
    /// Names that the protocol had once, each with what to use instead: the end of a sentence that begins with "use".
    #[derive(Default)]
    pub(super) struct Removed {
        /// Events, by their names on the wire.
        pub(super) event: Entries<String> = default,
        /// By type: members of an object, values of the tag of a union.
        pub(super) r#type: Entries<Entries<String>> = default,
    }
}

document_table! {
    /// Members that every event has beside `type`.
    pub(super) struct Envelope {
        /// What the envelope is.
        pub(super) doc: Option<String>,
        /// Whether events keep members that are not declared; otherwise they refuse them.
        pub(super) open: bool = default,
        /// Members that every event must have.
        pub(super) required: Entries<Member> = default,
        /// Members that every event may have.
        pub(super) optional: Entries<Member> = default,
    }
}

document_table! {
    /// One event.
    pub(super) struct Event {
        /// Rust name of the event; by default the name on the wire in PascalCase.
        pub(super) name: Option<At<String>>,
        /// What the event tells.
        pub(super) doc: Option<String>,
        /// Members that the event must have.
        pub(super) required: Entries<Member> = default,
        /// Members that the event may have.
        pub(super) optional: Entries<Member> = default,
        /// Envelope members that have a narrower type in this event.
        pub(super) narrow: Entries<Member> = default,
        /// Envelope members that this event does not have.
        pub(super) without: Vec<At<String>> = default,
        /// Members that this event must not have, though it is open.
        pub(super) forbid: Vec<At<String>> = default,
        /// What holds between the members.
        pub(super) rules: Vec<At<Rule>> = default,
    }
}

with_constraints! {
    /// One shared definition. Its keys tell what kind it is: `values` a set of strings, `tag` and `arms`
    /// or `one_of` a union, `is` a name for a constrained type, `identifier` an opaque string, otherwise an object.
    pub(super) struct Type {
        /// What the type stands for.
        pub(super) doc: Option<String>,

        /// Members that the object must have.
        pub(super) required: Option<At<Entries<Member>>>,
        /// Members that the object may have.
        pub(super) optional: Option<At<Entries<Member>>>,
        /// Whether the object keeps members that are not declared; otherwise it refuses them.
        pub(super) open: Option<At<bool>>,
        /// Members that the object must not have, though it is open.
        pub(super) forbid: Option<At<Vec<At<String>>>>,
        /// What holds between the members.
        pub(super) rules: Option<At<Vec<At<Rule>>>>,

        /// A closed set of strings: a list, or a table from each string to its doc.
        pub(super) values: Option<At<Values>>,

        /// The member that tells the arms of the union apart.
        pub(super) tag: Option<At<String>>,
        /// The objects of the union.
        pub(super) arms: Option<At<Vec<At<String>>>>,

        /// A union told apart by JSON type.
        pub(super) one_of: Option<At<Vec<At<TypeExpr>>>>,

        /// The type that this is a name for.
        pub(super) is: Option<At<TypeExpr>>,
        /// The revision of the protocol from which on this JSON may no longer be `null` (beside `is = "any"`).
        pub(super) revision_null: Option<At<String>>,

        /// Whether this is an opaque string with a Rust type of its own.
        pub(super) identifier: Option<At<bool>>,
    }
}

/// The strings of a closed set, each with its doc if it has one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Values(pub(super) Vec<(At<String>, Option<String>)>);

impl Read for Values {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        match value.node() {
            DeValue::Array(_) => {
                let values: Vec<At<String>> = Vec::read(value)?;
                Ok(Values(values.into_iter().map(|value| (value, None)).collect()))
            }
            DeValue::Table(_) => {
                let entries: Entries<String> = Entries::read(value)?;
                Ok(Values(entries.0.into_iter().map(|(value, doc)| (value, Some(doc))).collect()))
            }
            _ => Err(value.mismatch("a list of strings or a table from string to doc")),
        }
    }
}
