//! Constraints: each fits the type that it stands beside, and leaves some values in and some out.

use super::{error, shapes};
use crate::document::At;
use crate::table::member::{Constraints, Member};
use crate::table::model::{Kind, Table};
use crate::table::type_expr::{TypeExpr, Word};
use crate::CodegenError;

pub(super) fn run(table: &Table) -> Result<(), CodegenError> {
    for shape in shapes(table) {
        for field in &shape.fields {
            member(table, &field.key, field.member)?;
        }
    }
    for r#type in &table.types {
        if let Kind::Alias { member: alias, null_until } = &r#type.kind {
            let key = ["type", r#type.name.as_str()];
            member(table, &key, alias)?;
            if let TypeExpr::Constant(_) = alias.expr.value {
                let message = "a constant is a member of an object, not a type";
                return error(table, alias.expr.offset, (&key, &["is"]), message);
            }
            let any = alias.expr.value == TypeExpr::Word(Word::Any);
            if let Some(revision) = null_until.as_ref().filter(|_| !any) {
                let message = "`revision_null` goes with `is = \"any\"` only";
                return error(table, revision.offset, (&key, &["revision_null"]), message);
            }
        }
    }
    Ok(())
}

fn member(table: &Table, key: &[&str], member: &Member) -> Result<(), CodegenError> {
    let expr = &member.expr.value;
    let fitting = fitting(expr);
    for (name, offset) in member.constraints.given() {
        if !fitting.contains(&name) {
            let message = format!("`{name}` does not fit `{expr}`");
            return error(table, offset, (key, &[name]), message);
        }
    }
    match senseless(expr, &member.constraints) {
        Some((name, offset, message)) => error(table, offset, (key, &[name]), message),
        None => Ok(()),
    }
}

/// The constraints that can stand beside a type.
fn fitting(expr: &TypeExpr) -> &'static [&'static str] {
    match expr {
        TypeExpr::Word(Word::Nonempty) => &["pattern", "max_chars"],
        TypeExpr::Word(Word::Object) | TypeExpr::Map(_) => &["keys"],
        TypeExpr::Word(word) => match word.json_type() {
            Some("string") => &["pattern", "min_chars", "max_chars"],
            Some("number") => &["min", "max"],
            _ => &[],
        },
        TypeExpr::List(_) => &["min_items", "max_items", "unique"],
        TypeExpr::Name(_) | TypeExpr::Constant(_) => &[],
    }
}

type Blame = (&'static str, usize, String);

/// The constraint that widens the type, or lets nothing pass, or says nothing.
fn senseless(expr: &TypeExpr, constraints: &Constraints) -> Option<Blame> {
    let number = |given: &At<serde_json::Number>| given.as_f64().unwrap_or(f64::NAN);
    for (name, given) in [("min", &constraints.min), ("max", &constraints.max)] {
        let (Some(given), TypeExpr::Word(word)) = (given, expr) else {
            continue;
        };
        if word.is_integer() && given.as_i64().is_none() {
            return Some((name, given.offset, format!("a bound of `{expr}` is an integer")));
        }
        if word.range().is_some_and(|range| !range.contains(&number(given))) {
            return Some((name, given.offset, format!("lies outside of `{expr}`")));
        }
    }
    if let Some(unique) = constraints.unique.as_ref().filter(|unique| !unique.value) {
        return Some(("unique", unique.offset, "leave it out, or say `true`".to_owned()));
    }
    let count = |given: &At<u64>| given.value as f64;
    let Constraints { min, max, min_chars, max_chars, min_items, max_items, .. } = constraints;
    let crossed = [
        ("max", crossed(min, max, number)),
        ("max_chars", crossed(min_chars, max_chars, count)),
        ("max_items", crossed(min_items, max_items, count)),
    ];
    let (name, offset) = crossed.into_iter().find_map(|(name, at)| Some((name, at?)))?;
    Some((name, offset, "is less than the minimum".to_owned()))
}

/// The place of a maximum that lies below its minimum.
fn crossed<T>(min: &Option<At<T>>, max: &Option<At<T>>, value: impl Fn(&At<T>) -> f64) -> Option<usize> {
    let (min, max) = (min.as_ref()?, max.as_ref()?);
    (value(min) > value(max)).then_some(max.offset)
}
