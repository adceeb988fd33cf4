//! Conditions: a constant can be a value of the member, a name is a member of the value.
//!
//! A [`Scope`] is what a condition speaks of: the types that the value may have, more than one
//! below a union. A condition is fine if it can hold for one of them.

use serde_json::Value;

use super::error;
use crate::document::At;
use crate::table::model::{Kind, Resolved, Table};
use crate::table::rule::{Condition, Test};
use crate::table::type_expr::{TypeExpr, Word};
use crate::CodegenError;

/// The keywords of draft-07 that a condition may hold.
const KEYWORDS: [&str; 19] = [
    "$const",
    "$enum",
    "$type",
    "$pattern",
    "$format",
    "$minLength",
    "$maxLength",
    "$minimum",
    "$maximum",
    "$exclusiveMinimum",
    "$exclusiveMaximum",
    "$multipleOf",
    "$minItems",
    "$maxItems",
    "$uniqueItems",
    "$minProperties",
    "$maxProperties",
    "$propertyNames",
    "$required",
];

pub(super) struct Scope<'a> {
    table: &'a Table,
    types: Vec<&'a TypeExpr>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(table: &'a Table, expr: &'a TypeExpr) -> Self {
        let mut types = Vec::new();
        flatten(table, expr, &mut types);
        Scope { table, types }
    }

    pub(super) fn check(&self, key: &[&str], it: &At<Condition>) -> Result<(), CodegenError> {
        match &it.value {
            Condition::Is(constant) => self.constant(key, constant, it.offset),
            Condition::OneOf(constants) => {
                for constant in constants {
                    self.constant(key, &constant.0, constant.offset)?;
                }
                Ok(())
            }
            Condition::Each(tests) => {
                for (name, test) in tests {
                    self.test(&[key, &[name.as_str()]].concat(), name, test)?;
                }
                Ok(())
            }
        }
    }

    fn test(&self, key: &[&str], name: &At<String>, test: &Test) -> Result<(), CodegenError> {
        let refuse = |message: String| error(self.table, name.offset, (key, &[]), message);
        match test {
            Test::Nested(condition) if name.value == "$not" => self.check(key, condition),
            Test::Nested(condition) => {
                let items = self.inner(|expr| match self.table.resolve(expr) {
                    Resolved::Expr(TypeExpr::List(items)) => vec![items],
                    _ => Vec::new(),
                });
                match items {
                    Some(items) => items.check(key, condition),
                    None => refuse(format!("{} is no list", self.described())),
                }
            }
            Test::Member(condition) => {
                let members = self.inner(|expr| member(self.table, expr, name));
                match members {
                    Some(members) => members.check(key, condition),
                    None => refuse(format!("{} has no member `{}`", self.described(), name.value)),
                }
            }
            Test::Keyword(value) => match (name.as_str(), &value.0) {
                ("$const", constant) => self.constant(key, constant, value.offset),
                ("$enum", Value::Array(constants)) => {
                    for constant in constants {
                        self.constant(key, constant, value.offset)?;
                    }
                    Ok(())
                }
                (keyword, _) if KEYWORDS.contains(&keyword) => Ok(()),
                (keyword, _) => refuse(format!("unknown keyword `{keyword}`")),
            },
        }
    }

    /// The scope one level further in; none if there is nothing.
    fn inner(&self, step: impl Fn(&'a TypeExpr) -> Vec<&'a TypeExpr>) -> Option<Scope<'a>> {
        let mut types = Vec::new();
        for expr in self.types.iter().flat_map(|expr| step(expr)) {
            flatten(self.table, expr, &mut types);
        }
        (!types.is_empty()).then_some(Scope { table: self.table, types })
    }

    fn constant(&self, key: &[&str], value: &Value, offset: usize) -> Result<(), CodegenError> {
        if self.types.iter().any(|expr| fits(self.table, expr, value)) {
            return Ok(());
        }
        let message = format!("{value} is no value of {}", self.described());
        error(self.table, offset, (key, &[]), message)
    }

    fn described(&self) -> String {
        let types: Vec<String> = self.types.iter().map(|expr| format!("`{expr}`")).collect();
        types.join(" or ")
    }
}

/// Takes unions told apart by JSON type apart: each arm is a type of its own.
fn flatten<'a>(table: &'a Table, expr: &'a TypeExpr, types: &mut Vec<&'a TypeExpr>) {
    match table.resolve(expr) {
        Resolved::Kind(Kind::OneOf(arms)) => {
            for arm in arms {
                flatten(table, arm, types);
            }
        }
        _ => types.push(expr),
    }
}

/// The types that a value's member of that name may have.
fn member<'a>(table: &'a Table, expr: &'a TypeExpr, name: &str) -> Vec<&'a TypeExpr> {
    let of_object = |kind: &'a Kind| match kind {
        Kind::Object(object) => {
            let found = object.required.get(name).or(object.optional.get(name));
            found.map(|member| &member.expr.value)
        }
        _ => None,
    };
    match table.resolve(expr) {
        Resolved::Kind(Kind::Union { arms, .. }) => {
            let arms = arms.iter().filter_map(|arm| table.find(arm));
            arms.filter_map(|arm| of_object(&arm.kind)).collect()
        }
        Resolved::Kind(kind) => of_object(kind).into_iter().collect(),
        Resolved::Expr(TypeExpr::Map(inner)) => vec![inner],
        Resolved::Expr(_) => Vec::new(),
    }
}

/// Whether a constant can be a value of the type; its constraints are not asked.
fn fits(table: &Table, expr: &TypeExpr, constant: &Value) -> bool {
    match table.resolve(expr) {
        Resolved::Kind(Kind::Values(values)) => values.0.iter().any(|(value, _)| constant == value.as_str()),
        Resolved::Kind(kind) => matches!(kind, Kind::Identifier) && constant.is_string(),
        Resolved::Expr(TypeExpr::Constant(text)) => constant == text.as_str(),
        Resolved::Expr(TypeExpr::Word(word)) => word_fits(*word, constant),
        Resolved::Expr(_) => false,
    }
}

fn word_fits(word: Word, constant: &Value) -> bool {
    let limits = word.range();
    match word.json_type() {
        None => true,
        Some("string") => constant.is_string() && (word != Word::Nonempty || constant != ""),
        Some("boolean") => constant.is_boolean(),
        Some("number") => constant.as_f64().is_some_and(|number| {
            let whole = !word.is_integer() || number.fract() == 0.0;
            whole && limits.is_none_or(|limits| limits.contains(&number))
        }),
        Some(_) => false,
    }
}
