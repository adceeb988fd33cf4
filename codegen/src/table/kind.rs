//! Takes the keys of one `[type.Name]`, gives the one kind they make; refuses keys of two kinds.

use super::format::Type;
use super::member::Member;
use super::model::{Kind, Object};
use crate::document::At;

/// Why the keys make no type; `key` is the one to blame, if there is one.
pub(super) struct Fault {
    pub(super) offset: usize,
    pub(super) key: Option<&'static str>,
    pub(super) message: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Object,
    Values,
    Union,
    OneOf,
    Alias,
    Identifier,
}

struct Given {
    key: &'static str,
    form: Form,
    offset: usize,
}

pub(super) fn of(mut r#type: Type, name: &At<String>) -> Result<Kind, Fault> {
    let constraints = r#type.constraints();
    let mut given = keys(&r#type);
    for (key, offset) in constraints.given() {
        let form = Form::Alias;
        given.push(Given { key, form, offset });
    }
    let Some(first) = given.first() else {
        return Err(Fault {
            offset: name.offset,
            key: None,
            message: "says nothing of the type; an object without members has `required = {}`".to_owned(),
        });
    };
    if let Some(other) = given.iter().find(|other| other.form != first.form) {
        return Err(Fault {
            offset: other.offset,
            key: Some(other.key),
            message: format!("`{}` does not go with `{}`", other.key, first.key),
        });
    }
    let lacks =
        |key: &str| Fault { offset: first.offset, key: Some(first.key), message: format!("`{}` needs `{key}` beside it", first.key) };
    let kind = match first.form {
        Form::Object => Kind::Object(Object {
            open: value(r#type.open),
            required: value(r#type.required),
            optional: value(r#type.optional),
            forbid: value(r#type.forbid),
            rules: value(r#type.rules),
        }),
        Form::Values => Kind::Values(r#type.values.ok_or_else(|| lacks("values"))?.value),
        Form::Union => Kind::Union { tag: r#type.tag.ok_or_else(|| lacks("tag"))?, arms: r#type.arms.ok_or_else(|| lacks("arms"))?.value },
        Form::OneOf => Kind::OneOf(value(r#type.one_of)),
        Form::Alias => Kind::Alias {
            member: Box::new(Member { expr: r#type.is.ok_or_else(|| lacks("is"))?, doc: None, constraints }),
            null_until: r#type.revision_null,
        },
        Form::Identifier if value(r#type.identifier) => Kind::Identifier,
        Form::Identifier => {
            return Err(Fault { offset: first.offset, key: Some(first.key), message: "leave it out, or say `true`".to_owned() })
        }
    };
    let empty = match &kind {
        Kind::Values(values) => values.0.is_empty(),
        Kind::Union { arms, .. } => arms.is_empty(),
        Kind::OneOf(arms) => arms.is_empty(),
        _ => false,
    };
    if empty {
        return Err(Fault {
            offset: first.offset,
            key: Some(first.key),
            message: "no value is of this type: the list is empty".to_owned(),
        });
    }
    Ok(kind)
}

fn value<T: Default>(given: Option<At<T>>) -> T {
    given.map(|given| given.value).unwrap_or_default()
}

/// The keys that are there, constraints aside.
fn keys(r#type: &Type) -> Vec<Given> {
    fn given<T>(key: &'static str, form: Form, value: &Option<At<T>>) -> Option<Given> {
        let offset = value.as_ref()?.offset;
        Some(Given { key, form, offset })
    }
    let keys = [
        given("required", Form::Object, &r#type.required),
        given("optional", Form::Object, &r#type.optional),
        given("open", Form::Object, &r#type.open),
        given("forbid", Form::Object, &r#type.forbid),
        given("rules", Form::Object, &r#type.rules),
        given("values", Form::Values, &r#type.values),
        given("tag", Form::Union, &r#type.tag),
        given("arms", Form::Union, &r#type.arms),
        given("one_of", Form::OneOf, &r#type.one_of),
        given("is", Form::Alias, &r#type.is),
        given("revision_null", Form::Alias, &r#type.revision_null),
        given("identifier", Form::Identifier, &r#type.identifier),
    ];
    keys.into_iter().flatten().collect()
}
