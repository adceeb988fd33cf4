//! One type: as Rust has it, then the macro that makes it a wire type.

use std::fmt::Write as _;

use super::text::{block, doc_lines, docs};
use super::unions;
use crate::code::WIDTH;
use crate::describe::{conditionals, quote};
use crate::plan::{Constant, EnumValue, Member, ObjectPlan, Openness, Plan, Presence, Shape, TypePlan, TypeRef};
use crate::rules::Rules;
use crate::shape::{variant_name, Printed};
use crate::source::keywords;
use crate::CodegenError;

/// Prints a type, without its checks.
pub(super) fn print(out: &mut String, ty: &TypePlan, plan: &Plan, printed: &Printed, rules: &mut Rules<'_>) -> Result<(), CodegenError> {
    let name = &ty.name;
    if !matches!(ty.shape, Shape::Enum(_)) {
        docs(out, "", &ty.doc);
        let rules = conditionals(&ty.schema);
        if !rules.is_empty() {
            out.push_str("///\n/// Rules:\n");
        }
        for rule in rules {
            for (number, line) in doc_lines(&rule).iter().enumerate() {
                let _ = writeln!(out, "/// {}{line}", if number == 0 { "-" } else { " " });
            }
        }
    }
    match &ty.shape {
        Shape::Enum(values) => string_enum(out, ty, values),
        Shape::Object(object) => object_type(out, ty, object, plan, printed),
        Shape::Union(union) => unions::union(out, ty, union, plan, rules)?,
        Shape::ByType(arms) => unions::by_type(out, ty, arms),
        Shape::Event(event) => unions::event(out, ty, event),
        Shape::Newtype(inner) => {
            let inner = inner.rust();
            let _ = writeln!(out, "#[derive(Clone, Debug, PartialEq)]\npub struct {name}(pub {inner});\nnewtype! {{ {name}({inner}) }}");
        }
        Shape::Identifier => {
            out.push_str("#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]\n");
            let _ = writeln!(out, "pub struct {name}(String);\nidentifier! {{ {name} }}");
        }
    }
    Ok(())
}

/// A string enum, which the macro defines: values without a description fill lines.
fn string_enum(out: &mut String, ty: &TypePlan, values: &[EnumValue]) {
    out.push_str("string_enum! {\n");
    docs(out, "    ", &ty.doc);
    let _ = writeln!(out, "    pub enum {} {{", ty.name);
    let mut line = String::new();
    let flush = |out: &mut String, line: &mut String| {
        if !line.is_empty() {
            let _ = writeln!(out, "       {line}");
            line.clear();
        }
    };
    for EnumValue { wire, doc } in values {
        let entry = format!(" {} = {},", variant_name(wire), quote(wire));
        if doc.is_some() || 7 + line.chars().count() + entry.chars().count() > WIDTH {
            flush(out, &mut line);
        }
        line.push_str(&entry);
        if let Some(doc) = doc {
            docs(out, "        ", doc);
            flush(out, &mut line);
        }
    }
    flush(out, &mut line);
    out.push_str("    }\n}\n");
}

fn object_type(out: &mut String, ty: &TypePlan, object: &ObjectPlan, plan: &Plan, printed: &Printed) {
    let default = object.members.iter().all(|member| matches!(member.presence, Presence::Optional | Presence::Tristate));
    let _ = writeln!(out, "#[derive(Clone, Debug, {}PartialEq)]", if default { "Default, " } else { "" });
    let mut shape = printed.get(&ty.name).cloned();
    if let (Openness::Open, Some(syn::Item::Struct(shape))) = (object.openness, &mut shape) {
        let extra: syn::ItemStruct = syn::parse_quote! {
            struct Open {
                /// Members that the protocol does not describe, kept and written back.
                pub extra: Extra,
            }
        };
        if let (syn::Fields::Named(fields), syn::Fields::Named(extra)) = (&mut shape.fields, extra.fields) {
            fields.named.extend(extra.named);
        }
    }
    if let Some(item) = shape {
        let file = syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items: vec![item] };
        out.push_str(&prettyplease::unparse(&file));
    }
    // The members of an envelope and of a body stand in the event's braces.
    let makro = if plan.is_envelope(&ty.name) || object.openness == Openness::Part { "members" } else { "object" };
    let openness = match object.openness {
        Openness::Open => "open",
        Openness::Closed => "closed",
        Openness::Part => "part",
    };
    let member = |(index, member): (usize, &Member)| {
        let presence = match member.presence {
            Presence::Required => "required",
            Presence::Optional => "optional",
            Presence::Nullable => "nullable",
            Presence::Tristate => "tristate",
        };
        // What the builder asks for: anything iterable for a list; an integer itself, for a literal could become one
        // in several ways.
        let how = match member.ty {
            TypeRef::List(_) => " as list",
            TypeRef::U64 | TypeRef::I64 => " as number",
            _ => "",
        };
        let number = object.constants.len() + index;
        format!("{number} {presence} {}: {} = {}{how};", member.field, member.ty.rust(), quote(&member.wire))
    };
    let members: Vec<String> = object.members.iter().enumerate().map(member).collect();
    let head =
        format!("{makro}! {{ {0} by {0}Builder{1} {openness} [{2}]{3}", ty.name, retired(ty), constants(&object.constants), removed(ty));
    block(out, &head, &members);
}

/// Constant members as the macros take them.
pub(super) fn constants(constants: &[(String, Constant)]) -> String {
    let one = |(wire, value): &(String, Constant)| match value {
        Constant::Text(text) => format!("{} = Text({})", quote(wire), quote(text)),
        Constant::Number(number) => format!("{} = Number({number})", quote(wire)),
        Constant::True => format!("{} = True", quote(wire)),
    };
    constants.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The macros' clause for a type in which something may be retired.
pub(super) fn retired(ty: &TypePlan) -> String {
    ty.retired.as_ref().map_or(String::new(), |constant| format!(" retired [boundary::{constant}]"))
}

/// The names that the type had once, as its macro takes them: ` removed ["note" = "`remark`"]`.
pub(super) fn removed(ty: &TypePlan) -> String {
    let one =
        |(name, instead): (&String, &serde_json::Value)| format!("\n    {} = {}", quote(name), quote(instead.as_str().unwrap_or_default()));
    let names: Vec<String> = keywords(&ty.schema["x-agentwire-removed"]).iter().map(one).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" removed [{}\n]", names.join(","))
    }
}
