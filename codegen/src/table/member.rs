//! Members: a type expression, or a table with constraints and a doc beside it.
//! Takes the value of one `name = …` line, gives a [`Member`] with the place of every part.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use super::at::At;
use super::type_expr::TypeExpr;

/// Adds the constraint keys to a table of the format, so that they are written once.
/// (`#[serde(flatten)]` would lose the positions.)
macro_rules! with_constraints {
    ($(#[$attr:meta])* pub(super) struct $name:ident { $($fields:tt)* }) => {
        $(#[$attr])*
        pub(super) struct $name {
            $($fields)*
            /// Regular expression (ECMA-262) that the string must match somewhere.
            pattern: Option<$crate::table::at::At<String>>,
            /// Least value of the number.
            min: Option<$crate::table::at::At<serde_json::Number>>,
            /// Greatest value of the number.
            max: Option<$crate::table::at::At<serde_json::Number>>,
            /// Least length of the string, in code points.
            min_chars: Option<$crate::table::at::At<u64>>,
            /// Greatest length of the string, in code points.
            max_chars: Option<$crate::table::at::At<u64>>,
            /// Least length of the list.
            min_items: Option<$crate::table::at::At<u64>>,
            /// Greatest length of the list.
            max_items: Option<$crate::table::at::At<u64>>,
            /// Whether the elements of the list must all differ.
            unique: Option<$crate::table::at::At<bool>>,
            /// Regular expression (ECMA-262) that every member name of the object must match.
            keys: Option<$crate::table::at::At<String>>,
        }

        impl $name {
            pub(super) fn constraints(&mut self) -> $crate::table::member::Constraints {
                $crate::table::member::Constraints {
                    pattern: self.pattern.take(),
                    min: self.min.take(),
                    max: self.max.take(),
                    min_chars: self.min_chars.take(),
                    max_chars: self.max_chars.take(),
                    min_items: self.min_items.take(),
                    max_items: self.max_items.take(),
                    unique: self.unique.take(),
                    keys: self.keys.take(),
                }
            }
        }
    };
}
pub(super) use with_constraints;

/// What a value must satisfy beyond its type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Constraints {
    pub(super) pattern: Option<At<String>>,
    pub(super) min: Option<At<serde_json::Number>>,
    pub(super) max: Option<At<serde_json::Number>>,
    pub(super) min_chars: Option<At<u64>>,
    pub(super) max_chars: Option<At<u64>>,
    pub(super) min_items: Option<At<u64>>,
    pub(super) max_items: Option<At<u64>>,
    pub(super) unique: Option<At<bool>>,
    pub(super) keys: Option<At<String>>,
}

impl Constraints {
    /// The constraints that are given, by their names in the file.
    pub(super) fn given(&self) -> Vec<(&'static str, usize)> {
        fn place<T>(constraint: &Option<At<T>>) -> Option<usize> {
            constraint.as_ref().map(|given| given.offset)
        }
        let places = [
            ("pattern", place(&self.pattern)),
            ("min", place(&self.min)),
            ("max", place(&self.max)),
            ("min_chars", place(&self.min_chars)),
            ("max_chars", place(&self.max_chars)),
            ("min_items", place(&self.min_items)),
            ("max_items", place(&self.max_items)),
            ("unique", place(&self.unique)),
            ("keys", place(&self.keys)),
        ];
        let given = places.into_iter();
        given.filter_map(|(name, at)| Some((name, at?))).collect()
    }
}

/// The type of one member, with what else is said about it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    pub(super) expr: At<TypeExpr>,
    pub(super) doc: Option<String>,
    pub(super) constraints: Constraints,
}

with_constraints! {
    /// A member with constraints or a doc of its own.
    #[derive(serde::Deserialize)]
#[cfg_attr(feature = "format-schema", derive(schemars::JsonSchema))]
    #[serde(deny_unknown_fields)]
    pub(super) struct MemberTable {
        /// The type expression.
        r#type: At<TypeExpr>,
        /// What the member means; it becomes the documentation of the field.
        doc: Option<String>,
    }
}

/// Both ways to write a member.
#[cfg_attr(feature = "format-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "format-schema", schemars(untagged))]
pub(super) enum MemberForm {
    /// The type expression alone.
    Expression(TypeExpr),
    /// The type expression with more beside it.
    Table(Box<MemberTable>),
}

impl<'de> Deserialize<'de> for MemberForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EitherForm;

        impl<'de> Visitor<'de> for EitherForm {
            type Value = MemberForm;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a type expression or a table with `type`")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                let expr = TypeExpr::parse(text).map_err(E::custom)?;
                Ok(MemberForm::Expression(expr))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let table = MemberTable::deserialize(MapAccessDeserializer::new(map))?;
                Ok(MemberForm::Table(Box::new(table)))
            }
        }

        deserializer.deserialize_any(EitherForm)
    }
}

impl<'de> Deserialize<'de> for Member {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let form = At::<MemberForm>::deserialize(deserializer)?;
        Ok(match form.value {
            MemberForm::Expression(value) => {
                Member { expr: At { value, offset: form.offset }, doc: None, constraints: Constraints::default() }
            }
            MemberForm::Table(mut table) => Member { constraints: table.constraints(), expr: table.r#type, doc: table.doc },
        })
    }
}
