//! The tables of the file, one struct each. Takes TOML through serde, gives the file as it was written;
//! which keys of a `[type.Name]` go together is decided in `model.rs`.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::at::{At, Entries};
use super::member::{with_constraints, Member};
use super::rule::Rule;
use super::type_expr::TypeExpr;

/// Event table: the events of one protocol and the types they are made of.
#[derive(Clone, Debug, serde::Deserialize)]
#[cfg_attr(feature = "format-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
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
    #[serde(default)]
    pub(super) roots: Vec<At<String>>,
    /// Members that every event has beside `type`.
    pub(super) envelope: Option<Envelope>,
    /// The events, by their names on the wire, in the protocol's order.
    #[serde(default)]
    pub(super) event: Entries<Event>,
    /// The shared definitions, by their Rust names.
    #[serde(default)]
    pub(super) r#type: Entries<Type>,
    /// Names that the protocol had once, so that an error can say what to use instead.
    #[serde(default)]
    pub(super) removed: Removed,
}

/// Names that the protocol had once, each with what to use instead: the end of a sentence that begins with "use".
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[cfg_attr(feature = "format-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Removed {
    /// Events, by their names on the wire.
    #[serde(default)]
    pub(super) event: Entries<String>,
    /// By type: members of an object, values of the tag of a union.
    #[serde(default)]
    pub(super) r#type: Entries<Entries<String>>,
}

/// Members that every event has beside `type`.
#[derive(Clone, Debug, serde::Deserialize)]
#[cfg_attr(feature = "format-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Envelope {
    /// What the envelope is.
    pub(super) doc: Option<String>,
    /// Whether events keep members that are not declared; otherwise they refuse them.
    #[serde(default)]
    pub(super) open: bool,
    /// Members that every event must have.
    #[serde(default)]
    pub(super) required: Entries<Member>,
    /// Members that every event may have.
    #[serde(default)]
    pub(super) optional: Entries<Member>,
}

/// One event.
#[derive(Clone, Debug, serde::Deserialize)]
#[cfg_attr(feature = "format-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Event {
    /// Rust name of the event; by default the name on the wire in PascalCase.
    pub(super) name: Option<At<String>>,
    /// What the event tells.
    pub(super) doc: Option<String>,
    /// Members that the event must have.
    #[serde(default)]
    pub(super) required: Entries<Member>,
    /// Members that the event may have.
    #[serde(default)]
    pub(super) optional: Entries<Member>,
    /// Envelope members that have a narrower type in this event.
    #[serde(default)]
    pub(super) narrow: Entries<Member>,
    /// Envelope members that this event does not have.
    #[serde(default)]
    pub(super) without: Vec<At<String>>,
    /// Members that this event must not have, though it is open.
    #[serde(default)]
    pub(super) forbid: Vec<At<String>>,
    /// What holds between the members.
    #[serde(default)]
    pub(super) rules: Vec<At<Rule>>,
}

with_constraints! {
    /// One shared definition. Its keys tell what kind it is: `values` a set of strings, `tag` and `arms`
    /// or `one_of` a union, `is` a name for a constrained type, `identifier` an opaque string, otherwise an object.
    #[derive(Clone, Debug, serde::Deserialize)]
#[cfg_attr(feature = "format-schema", derive(schemars::JsonSchema))]
    #[serde(deny_unknown_fields)]
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

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ListOrTable;

        impl<'de> Visitor<'de> for ListOrTable {
            type Value = Values;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of strings or a table from string to doc")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Values, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = list.next_element()? {
                    values.push((value, None));
                }
                Ok(Values(values))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Values, A::Error> {
                let table = Entries::deserialize(MapAccessDeserializer::new(map))?;
                let entries = table.0.into_iter();
                Ok(Values(entries.map(|(value, doc)| (value, Some(doc))).collect()))
            }
        }

        deserializer.deserialize_any(ListOrTable)
    }
}
