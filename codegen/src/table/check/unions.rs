//! Unions: a reader must know the arm from the tag, or from the JSON type, and from that alone.

use super::error;
use crate::document::At;
use crate::table::model::{Field, Kind, Object, Resolved, Table};
use crate::table::type_expr::TypeExpr;
use crate::CodegenError;

pub(super) fn run(table: &Table) -> Result<(), CodegenError> {
    for r#type in &table.types {
        let key = ["type", r#type.name.as_str()];
        match &r#type.kind {
            Kind::Union { tag, arms } => tagged(table, &key, tag, arms)?,
            Kind::OneOf(arms) => by_json_type(table, &key, arms)?,
            _ => {}
        }
    }
    Ok(())
}

/// What an arm says about its tag.
enum Tag<'a> {
    Values(Vec<&'a str>),
    /// Strings of a pattern: the arm for whatever no other arm takes.
    CatchAll,
}

fn tagged(table: &Table, key: &[&str], tag: &At<String>, arms: &[At<String>]) -> Result<(), CodegenError> {
    let refuse = |arm: &At<String>, message: String| error(table, arm.offset, (key, &["arms", arm]), message);
    let mut taken: Vec<(&str, &str)> = Vec::new();
    let mut catch_all: Option<&str> = None;
    for arm in arms {
        let Some(object) = object(table, arm) else {
            return refuse(arm, format!("`{}` is not an object", arm.value));
        };
        let shape = object.shape(arm);
        let said = shape.field(tag).filter(|field| field.required);
        match said.and_then(|field| tag_of(table, field)) {
            None => {
                let message = format!("`{}` does not require `{}` as a constant, a set of strings or a pattern", arm.value, tag.value);
                return refuse(arm, message);
            }
            Some(Tag::CatchAll) => {
                if let Some(other) = catch_all.replace(arm) {
                    return refuse(arm, format!("`{other}` takes every other `{}`", tag.value));
                }
            }
            Some(Tag::Values(values)) => {
                for value in values {
                    if let Some((_, other)) = taken.iter().find(|(taken, _)| *taken == value) {
                        let message = format!("`{other}` has the same `{}`: `{value}`", tag.value);
                        return refuse(arm, message);
                    }
                    taken.push((value, arm));
                }
            }
        }
    }
    Ok(())
}

/// The values that the tag of a union may have, but for those of a catch-all arm.
pub(super) fn values<'a>(table: &'a Table, tag: &str, arms: &'a [At<String>]) -> Vec<&'a str> {
    let tags = arms.iter().filter_map(|arm| tag_of(table, object(table, arm)?.shape(arm).field(tag)?));
    let values = tags.filter_map(|tag| match tag {
        Tag::Values(values) => Some(values),
        Tag::CatchAll => None,
    });
    values.flatten().collect()
}

fn object<'a>(table: &'a Table, name: &str) -> Option<&'a Object> {
    match table.find(name).map(|found| &found.kind) {
        Some(Kind::Object(object)) => Some(object),
        _ => None,
    }
}

fn tag_of<'a>(table: &'a Table, field: &Field<'a>) -> Option<Tag<'a>> {
    match table.resolve(&field.member.expr) {
        Resolved::Expr(TypeExpr::Constant(text)) => Some(Tag::Values(vec![text])),
        Resolved::Kind(Kind::Values(values)) => {
            let values = values.0.iter().map(|(value, _)| value.as_str());
            Some(Tag::Values(values.collect()))
        }
        Resolved::Expr(TypeExpr::Word(word)) => {
            let string = word.json_type() == Some("string");
            (string && table.has_pattern(field.member)).then_some(Tag::CatchAll)
        }
        _ => None,
    }
}

fn by_json_type(table: &Table, key: &[&str], arms: &[At<TypeExpr>]) -> Result<(), CodegenError> {
    let mut taken: Vec<(&str, &TypeExpr)> = Vec::new();
    for arm in arms {
        let refuse = |message: String| error(table, arm.offset, (key, &["one_of"]), message);
        let Some(json_type) = json_type(table, arm) else {
            return refuse(format!("`{}` is of no one JSON type", arm.value));
        };
        if let Some((_, other)) = taken.iter().find(|(taken, _)| *taken == json_type) {
            return refuse(format!("`{other}` and `{}` are both {json_type}s", arm.value));
        }
        taken.push((json_type, arm));
    }
    Ok(())
}

fn json_type(table: &Table, expr: &TypeExpr) -> Option<&'static str> {
    match table.resolve(expr) {
        Resolved::Kind(Kind::Object(_) | Kind::Union { .. }) => Some("object"),
        Resolved::Kind(Kind::Values(_) | Kind::Identifier) => Some("string"),
        Resolved::Kind(Kind::OneOf(_) | Kind::Alias { .. }) => None,
        Resolved::Expr(TypeExpr::Word(word)) => word.json_type(),
        Resolved::Expr(TypeExpr::List(_)) => Some("array"),
        Resolved::Expr(TypeExpr::Map(_)) => Some("object"),
        Resolved::Expr(TypeExpr::Constant(_) | TypeExpr::Name(_)) => None,
    }
}
