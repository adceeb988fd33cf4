//! Members: a type expression, or a table with constraints and a doc beside it.
//! Takes the value of one `name = …` line, gives a [`Member`] with the place of every part.

use toml::de::DeValue;

use super::type_expr::TypeExpr;
use crate::document::{At, Read, Value};
use crate::CodegenError;

/// Declares a [`document_table!`](crate::document::document_table) with the constraint keys beside its own, so that
/// they are written once.
macro_rules! with_constraints {
    ($(#[$attr:meta])* pub(super) struct $name:ident { $($fields:tt)* }) => {
        $crate::document::document_table! {
            $(#[$attr])*
            pub(super) struct $name {
                $($fields)*
                /// Regular expression (ECMA-262) that the string must match somewhere.
                pattern: Option<$crate::document::At<String>>,
                /// Least value of the number.
                min: Option<$crate::document::At<serde_json::Number>>,
                /// Greatest value of the number.
                max: Option<$crate::document::At<serde_json::Number>>,
                /// Least length of the string, in code points.
                min_chars: Option<$crate::document::At<u64>>,
                /// Greatest length of the string, in code points.
                max_chars: Option<$crate::document::At<u64>>,
                /// Least length of the list.
                min_items: Option<$crate::document::At<u64>>,
                /// Greatest length of the list.
                max_items: Option<$crate::document::At<u64>>,
                /// Whether the elements of the list must all differ.
                unique: Option<$crate::document::At<bool>>,
                /// Regular expression (ECMA-262) that every member name of the object must match.
                keys: Option<$crate::document::At<String>>,
            }
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
    pub(super) struct MemberTable {
        /// The type expression.
        r#type: At<TypeExpr>,
        /// What the member means; it becomes the documentation of the field.
        doc: Option<String>,
    }
}

impl Read for Member {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        match value.node() {
            DeValue::String(_) => Ok(Member { expr: At::read(value)?, doc: None, constraints: Constraints::default() }),
            DeValue::Table(_) => {
                let mut table = MemberTable::read(value)?;
                Ok(Member { constraints: table.constraints(), expr: table.r#type, doc: table.doc })
            }
            _ => Err(value.mismatch("a type expression or a table with `type`")),
        }
    }
}
