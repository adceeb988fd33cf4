//! Types with arms: unions by tags, unions by JSON type, events.

use std::fmt::Write as _;

use super::text::{block, docs, filled};
use super::types::{constants, removed, retired};
use crate::code::WIDTH;
use crate::describe::quote;
use crate::plan::{Arm, EventPlan, Holds, Kind, Plan, Shape, TypePlan, TypeRef, UnionPlan};
use crate::rules::{variant_of, Rules};
use crate::shape::accessor_name;
use crate::CodegenError;

/// A union told apart by tags.
pub(super) fn union(out: &mut String, ty: &TypePlan, union: &UnionPlan, plan: &Plan, rules: &mut Rules<'_>) -> Result<(), CodegenError> {
    let _ = writeln!(out, "#[derive(Clone, Debug, PartialEq)]\npub enum {} {{", ty.name);
    for arm in &union.arms {
        docs(out, "    ", &arm_doc(arm, union));
        let _ = match held(arm) {
            Some(held) => writeln!(out, "    {}({held}),", arm.variant),
            None => writeln!(out, "    {},", arm.variant),
        };
    }
    let tags: Vec<String> = (0..union.tags.len()).map(|index| tag(union, index, plan)).collect();
    let known: Vec<String> = (0..tags.len()).map(|index| format!("&[{}],", known(union, index).join(", "))).collect();
    let head = format!("union! {{ {} by [{}] known [", ty.name, tags.join(", "));
    match format!("{head}{}]{} {{", known.join(" ").trim_end_matches(','), removed(ty)) {
        line if line.chars().count() <= WIDTH => drop(writeln!(out, "}}\n{line}")),
        _ => {
            let _ = writeln!(out, "}}\n{head}");
            known.iter().for_each(|known| filled(out, known.split_inclusive(", ").map(|name| name.trim_end().to_owned())));
            let _ = writeln!(out, "]{} {{", removed(ty));
        }
    }
    let mut arms: Vec<&Arm> = union.arms.iter().collect();
    arms.sort_by_key(|arm| arm.values.iter().all(Vec::is_empty));
    for arm in arms {
        let values: Vec<String> = (0..union.tags.len()).map(|index| value(union, arm, index, plan)).collect();
        let guard = match (&arm.holds, &union.tags[..], &arm.values[..]) {
            (Holds::Object(name), [tag], [values]) if values.is_empty() => rules.catch_all(name, tag)?,
            _ => None,
        };
        let guard = guard.map(|guard| format!(" when ({guard})")).unwrap_or_default();
        let holds = match &arm.holds {
            Holds::Unit(fixed) => format!("unit {{ {} }}", constants(fixed)),
            Holds::Object(name) => format!("object ({name})"),
            Holds::Content { member, ty, constants: fixed } => {
                format!("content {{ {}; {}: {} }}", constants(fixed), quote(member), ty.rust())
            }
        };
        let line = format!("    [{}]{guard} => {} {holds};", values.join(", "), arm.variant);
        let line = if line.chars().count() > WIDTH { line.replacen(" => ", " =>\n        ", 1) } else { line };
        let _ = writeln!(out, "{line}");
    }
    out.push_str("} }\n");
    from(out, ty, union);
    Ok(())
}

/// The type that a variant holds.
fn held(arm: &Arm) -> Option<String> {
    match &arm.holds {
        Holds::Unit(_) => None,
        Holds::Object(name) => Some(name.clone()),
        Holds::Content { ty, .. } => Some(ty.rust()),
    }
}

/// A tag with the method that gives its value, if every arm has one.
fn tag(union: &UnionPlan, index: usize, plan: &Plan) -> String {
    let tag = &union.tags[index];
    let everywhere = union.arms.iter().all(|arm| arm.values[index].len() == 1 || field(arm, tag, plan).is_some());
    if everywhere {
        format!("{} as {}", quote(tag), accessor_name(tag))
    } else {
        quote(tag)
    }
}

/// The values that a tag may have, as the error lists them.
fn known(union: &UnionPlan, index: usize) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for value in union.arms.iter().flat_map(|arm| &arm.values[index]) {
        if !values.contains(&quote(value)) {
            values.push(quote(value));
        }
    }
    values
}

fn arm_doc(arm: &Arm, union: &UnionPlan) -> String {
    match (&arm.doc, &arm.values.concat()[..]) {
        (Some(doc), _) => doc.clone(),
        (None, []) => format!("Any other `{}`.", union.tags.join("` and `")),
        (None, values) => format!("`{}`.", values.join("` / `")),
    }
}

/// The field in which an arm has a tag's value.
fn field<'p>(arm: &Arm, tag: &str, plan: &'p Plan) -> Option<&'p str> {
    let Holds::Object(name) = &arm.holds else { return None };
    match &plan.find(name)?.shape {
        Shape::Object(object) => object.member(tag).map(|member| member.field.as_str()),
        _ => None,
    }
}

/// A tag's value in one arm, as the macro takes it.
fn value(union: &UnionPlan, arm: &Arm, index: usize, plan: &Plan) -> String {
    let values = &arm.values[index];
    let any = arm.values.iter().all(Vec::is_empty);
    match (field(arm, &union.tags[index], plan), &values[..]) {
        (Some(field), []) if arm.values.len() == 1 => format!("({field}: tag)"),
        (Some(field), []) if any => format!("({field})"),
        (Some(field), [_, ..]) => {
            format!("({field} = {})", values.iter().map(|value| quote(value)).collect::<Vec<_>>().join(" | "))
        }
        (None, [single]) => quote(single),
        _ => "_".to_owned(),
    }
}

/// Conversions from the types that one variant alone holds.
fn from(out: &mut String, ty: &TypePlan, union: &UnionPlan) {
    let held: Vec<(&str, String)> = union.arms.iter().filter_map(|arm| Some((arm.variant.as_str(), held(arm)?))).collect();
    let alone = |name: &str| name != "JsonObject" && held.iter().filter(|(_, other)| other == name).count() == 1;
    let entries: Vec<String> = held.iter().filter(|(_, name)| alone(name)).map(|(variant, name)| format!("{variant}({name}),")).collect();
    if !entries.is_empty() {
        block(out, &format!("from! {{ {}", ty.name), &entries);
    }
}

/// A union told apart by JSON type.
pub(super) fn by_type(out: &mut String, ty: &TypePlan, arms: &[(Kind, TypeRef)]) {
    let _ = writeln!(out, "#[derive(Clone, Debug, PartialEq)]\npub enum {} {{", ty.name);
    for (kind, held) in arms {
        let _ = writeln!(out, "    /// {}.\n    {}({}),", article(*kind, held), variant_of(*kind, held), held.rust());
    }
    let expected: Vec<String> = arms.iter().map(|(kind, held)| article(*kind, held).to_lowercase()).collect();
    out.push_str("}\n");
    let rows: Vec<String> = arms.iter().map(|(kind, held)| format!("{kind:?} => {}({});", variant_of(*kind, held), held.rust())).collect();
    block(out, &format!("by_type! {{ {} {}", ty.name, quote(&expected.join(" or "))), &rows);
}

fn article(kind: Kind, ty: &TypeRef) -> &'static str {
    match variant_of(kind, ty) {
        "Integer" => "An integer",
        "Boolean" => "A boolean",
        "Number" => "A number",
        "Text" => "A string",
        "List" => "An array",
        _ => "An object",
    }
}

/// Envelope and body.
pub(super) fn event(out: &mut String, ty: &TypePlan, event: &EventPlan) {
    let _ = writeln!(out, "#[derive(Clone, Debug, PartialEq)]\npub struct {} {{", ty.name);
    let _ = writeln!(out, "    /// What every event has.\n    pub envelope: {},", event.envelope);
    out.push_str("    /// What makes it this event.\n    pub body: Body,\n}\n\n");
    out.push_str("/// What makes an event this event: one variant per event type, in the protocol's order.\n");
    out.push_str("#[derive(Clone, Debug, PartialEq)]\npub enum Body {\n");
    for arm in &event.arms {
        docs(out, "    ", &format!("`{}`: {}", arm.value, arm.doc));
        let _ = writeln!(out, "    {}({}),", arm.body, arm.body);
    }
    let head = format!("{}{} {{ {}, Body }} by {}{}", ty.name, retired(ty), event.envelope, quote(&event.tag), removed(ty));
    let _ = writeln!(out, "}}\nevent! {{ {head} {{");
    for arm in &event.arms {
        let hidden: Vec<String> = arm.hidden.iter().map(|name| quote(name)).collect();
        let _ = writeln!(out, "    {} => {}({}) hide [{}];", quote(&arm.value), arm.body, arm.body, hidden.join(", "));
    }
    out.push_str("} }\n");
}
