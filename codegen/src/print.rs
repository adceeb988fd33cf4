//! Printing the module: for each type its origin, the clean type, then what it does.
//!
//! Takes the plan, the shapes and the compiled checks; gives the text of one Rust file.

use std::fmt::Write as _;

use crate::describe::quote;
use crate::pattern::Table;
use crate::plan::{Arm, Constant, EventPlan, Holds, Kind, ObjectPlan, Openness, Plan, Presence, Shape, TypePlan, TypeRef, UnionPlan};
use crate::rules::{variant_of, Rules};
use crate::shape::{accessor_name, variant_name, Printed};
use crate::source::Source;
use crate::CodegenError;

/// Longest line of documentation, in characters.
const WIDTH: usize = 100;

/// Prints everything.
pub(crate) fn module(plan: &Plan, source: &Source, printed: &Printed, protocol: &str) -> Result<String, CodegenError> {
    let mut rules = Rules::new(plan, source);
    let mut out = String::new();
    let _ = writeln!(out, "// Made from {} by `codegen`; edit that file, or the generator.\n", source.file);
    out.push_str(PRELUDE);
    let mut bodies = Vec::new();
    for ty in &plan.types {
        if let Shape::Event(event) = &ty.shape {
            bodies.extend(event.arms.iter().map(|arm| (arm.body.clone(), event.envelope.clone())));
        }
    }
    for ty in &plan.types {
        out.push('\n');
        let _ = writeln!(out, "// From #{}", ty.pointer);
        one(&mut out, ty, plan, printed, &mut rules)?;
        let check = rules.check(ty)?;
        if !matches!(ty.shape, Shape::Enum(_) | Shape::Union(_) | Shape::Identifier | Shape::Event(_)) {
            implement(&mut out, "Check for", &ty.name, "fn check<'p>(&'p self, at: &mut Checker<'p>)", &check);
        }
        if let (Some((_, envelope)), Shape::Object(object)) = (bodies.iter().find(|(body, _)| *body == ty.name), &ty.shape) {
            if let Some(envelope) = plan.find(envelope) {
                let check = rules.check_event(ty, object, envelope)?;
                let head = format!("fn check_event<'p>(&'p self, envelope: &'p {}, at: &mut Checker<'p>)", envelope.name);
                implement(&mut out, "", &ty.name, &head, &check);
            }
        }
    }
    catalog(&mut out, plan, protocol);
    patterns(&mut out, &rules.patterns);
    Ok(out)
}

const PRELUDE: &str = "\
#[allow(unused_imports)]
use crate::format::{Pointer, Timestamp, Uri};
#[allow(unused_imports)]
use crate::wire::{check::{Checker, Step}, object::{members, object}, union::{by_type, event, string_enum, union}, value::{newtype, identifier, Check}};
#[allow(unused_imports)]
use crate::{Extra, Integer, Json, JsonObject, Map, Number, Presence, True};
";

fn one(out: &mut String, ty: &TypePlan, plan: &Plan, printed: &Printed, rules: &mut Rules<'_>) -> Result<(), CodegenError> {
    docs(out, "", &ty.doc);
    match &ty.shape {
        Shape::Object(object) => object_type(out, ty, object, printed),
        Shape::Enum(values) => {
            out.push_str("#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]\n");
            item(out, printed.get(&ty.name));
            let _ = writeln!(out, "string_enum! {{ {} {{", ty.name);
            filled(out, values.iter().map(|(value, _)| format!("{} = {},", variant_name(value), quote(value))));
            out.push_str("} }\n");
        }
        Shape::Union(union) => union_type(out, ty, union, plan, rules)?,
        Shape::ByType(arms) => by_type(out, ty, arms),
        Shape::Newtype(inner) => {
            let _ = writeln!(
                out,
                "#[derive(Clone, Debug, PartialEq)]\npub struct {}(pub {});\nnewtype! {{ {}({}) }}",
                ty.name,
                inner.rust(),
                ty.name,
                inner.rust()
            );
        }
        Shape::Identifier => {
            let _ = writeln!(
                out,
                "#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]\npub struct {}(String);\nidentifier! {{ {} }}",
                ty.name, ty.name
            );
        }
        Shape::Event(event) => event_type(out, ty, event),
    }
    Ok(())
}

fn object_type(out: &mut String, ty: &TypePlan, object: &ObjectPlan, printed: &Printed) {
    let default = object.members.iter().all(|member| matches!(member.presence, Presence::Optional | Presence::Tristate));
    let _ = writeln!(out, "#[derive(Clone, Debug, {}PartialEq)]", if default { "Default, " } else { "" });
    out.push_str("#[cfg_attr(feature = \"builders\", derive(bon::Builder), builder(on(_, into)))]\n");
    let mut shape = printed.get(&ty.name).cloned();
    if let (Openness::Open, Some(syn::Item::Struct(shape))) = (object.openness, &mut shape) {
        let extra: syn::ItemStruct = syn::parse_quote! {
            struct Open {
                /// Members that the protocol does not describe, kept and written back.
                #[cfg_attr(feature = "builders", builder(default))]
                pub extra: Extra,
            }
        };
        if let (syn::Fields::Named(fields), syn::Fields::Named(extra)) = (&mut shape.fields, extra.fields) {
            fields.named.extend(extra.named);
        }
    }
    item(out, shape.as_ref());
    let (makro, openness) = match object.openness {
        Openness::Open if ty.name == "Envelope" => ("members", "open"),
        Openness::Closed if ty.name == "Envelope" => ("members", "closed"),
        Openness::Open => ("object", "open"),
        Openness::Closed => ("object", "closed"),
        Openness::Part => ("members", "part"),
    };
    let constants: Vec<String> = object.constants.iter().map(|(wire, value)| format!("{} = {}", quote(wire), constant(value))).collect();
    let _ = writeln!(out, "{makro}! {{ {}{} {openness} [{}] {{", ty.name, retired(ty), constants.join(", "));
    let members = object.members.iter().map(|member| {
        let presence = match member.presence {
            Presence::Required => "required",
            Presence::Optional => "optional",
            Presence::Nullable => "nullable",
            Presence::Tristate => "tristate",
        };
        format!("{presence} {}: {} = {};", member.field, member.ty.rust(), quote(&member.wire))
    });
    filled(out, members);
    out.push_str("} }\n");
}

/// Lines of short entries, as many as fit on each.
fn filled(out: &mut String, entries: impl Iterator<Item = String>) {
    let mut line = String::new();
    for entry in entries {
        if !line.is_empty() && line.chars().count() + entry.chars().count() > WIDTH + 16 {
            let _ = writeln!(out, "   {line}");
            line.clear();
        }
        line.push(' ');
        line.push_str(&entry);
    }
    if !line.is_empty() {
        let _ = writeln!(out, "   {line}");
    }
}

fn union_type(out: &mut String, ty: &TypePlan, union: &UnionPlan, plan: &Plan, rules: &mut Rules<'_>) -> Result<(), CodegenError> {
    out.push_str("#[derive(Clone, Debug, PartialEq)]\n");
    let _ = writeln!(out, "pub enum {} {{", ty.name);
    for arm in &union.arms {
        docs(out, "    ", arm.doc.as_deref().unwrap_or(&format!("`{}`.", arm.values.concat().join("` / `"))));
        let _ = match &arm.holds {
            Holds::Unit(_) => writeln!(out, "    {},", arm.variant),
            Holds::Object(name) => writeln!(out, "    {}({name}),", arm.variant),
            Holds::Content { ty, .. } => writeln!(out, "    {}({}),", arm.variant, ty.rust()),
        };
    }
    out.push_str("}\n");
    let tags: Vec<String> = union.tags.iter().map(|tag| quote(tag)).collect();
    let known: Vec<String> = (0..tags.len())
        .map(|index| {
            let mut values: Vec<String> = Vec::new();
            for value in union.arms.iter().flat_map(|arm| &arm.values[index]) {
                if !values.contains(&quote(value)) {
                    values.push(quote(value));
                }
            }
            format!("&[{}]", values.join(", "))
        })
        .collect();
    let _ = writeln!(out, "union! {{ {} by [{}] known [{}] {{", ty.name, tags.join(", "), known.join(", "));
    let mut arms: Vec<&Arm> = union.arms.iter().collect();
    arms.sort_by_key(|arm| arm.values.iter().all(Vec::is_empty));
    for arm in arms {
        let pattern: Vec<String> = arm
            .values
            .iter()
            .map(|values| match &values[..] {
                [] if arm.values.iter().all(Vec::is_empty) => if arm.values.len() == 1 { "Some(tag)" } else { "Some(_)" }.to_owned(),
                [] => "_".to_owned(),
                values => format!("Some({})", values.iter().map(|value| quote(value)).collect::<Vec<_>>().join(" | ")),
            })
            .collect();
        let constants = |constants: &[(String, Constant)]| {
            constants.iter().map(|(wire, value)| format!("{} = {}", quote(wire), constant(value))).collect::<Vec<_>>().join(", ")
        };
        let holds = match &arm.holds {
            Holds::Unit(fixed) => format!("unit () {{ {} }}", constants(fixed)),
            Holds::Object(name) => format!("object ({name}) {{}}"),
            Holds::Content { member, ty, constants: fixed } => {
                format!("content ({}: {}) {{ {} }}", quote(member), ty.rust(), constants(fixed))
            }
        };
        let guard = match (&arm.holds, &union.tags[..]) {
            (Holds::Object(name), [tag]) if pattern == ["Some(tag)"] => rules.catch_all(name, tag)?.unwrap_or("true".into()),
            _ => String::new(),
        };
        let guard = if guard.is_empty() { guard } else { format!(" when ({guard})") };
        let _ = writeln!(out, "    [{}]{guard} => {} {holds};", pattern.join(", "), arm.variant);
    }
    out.push_str("} }\n");
    accessors(out, ty, union, plan);
    for arm in &union.arms {
        let held = match &arm.holds {
            Holds::Object(name) => name.clone(),
            Holds::Content { ty, .. } => ty.rust(),
            Holds::Unit(_) => continue,
        };
        let unique = union
            .arms
            .iter()
            .filter(|other| {
                matches!(&other.holds, Holds::Object(name) if *name == held)
                    || matches!(&other.holds, Holds::Content { ty, .. } if ty.rust() == held)
            })
            .count()
            == 1;
        if unique && held != "JsonObject" {
            let _ = writeln!(
                out,
                "impl From<{held}> for {} {{\n    fn from(value: {held}) -> Self {{\n        Self::{}(value)\n    }}\n}}",
                ty.name, arm.variant
            );
        }
    }
    Ok(())
}

/// The methods that give a union's tags.
fn accessors(out: &mut String, ty: &TypePlan, union: &UnionPlan, plan: &Plan) {
    let _ = writeln!(out, "impl {} {{", ty.name);
    for (index, tag) in union.tags.iter().enumerate() {
        let mut arms = String::new();
        let mut everywhere = true;
        for arm in &union.arms {
            let field = match &arm.holds {
                Holds::Object(name) => plan.find(name).and_then(|held| match &held.shape {
                    Shape::Object(object) => object.member(tag),
                    _ => None,
                }),
                _ => None,
            };
            let (held, value) = match (field, &arm.values[index][..], &arm.holds) {
                (Some(member), ..) if member.ty == TypeRef::String => ("(value)", format!("&value.{}", member.field)),
                (Some(member), ..) => ("(value)", format!("value.{}.as_str()", member.field)),
                (None, [single], Holds::Unit(_)) => ("", quote(single)),
                (None, [single], _) => ("(_)", quote(single)),
                _ => {
                    everywhere = false;
                    continue;
                }
            };
            let _ = writeln!(arms, "            Self::{}{held} => {value},", arm.variant);
        }
        if everywhere {
            let _ = writeln!(
                out,
                "    /// The tag `{tag}`.\n    pub fn {}(&self) -> &str {{\n        match self {{\n{arms}        }}\n    }}",
                accessor_name(tag)
            );
        }
    }
    out.push_str("}\n");
}

fn by_type(out: &mut String, ty: &TypePlan, arms: &[(Kind, TypeRef)]) {
    out.push_str("#[derive(Clone, Debug, PartialEq)]\n");
    let _ = writeln!(out, "pub enum {} {{", ty.name);
    for (kind, held) in arms {
        let _ = writeln!(out, "    /// {}.\n    {}({}),", article(*kind, held), variant_of(*kind, held), held.rust());
    }
    let expected: Vec<String> = arms.iter().map(|(kind, held)| article(*kind, held).to_lowercase()).collect();
    let _ = writeln!(out, "}}\nby_type! {{ {} {} {{", ty.name, quote(&expected.join(" or ")));
    for (kind, held) in arms {
        let _ = writeln!(out, "    {kind:?} => {}({});", variant_of(*kind, held), held.rust());
    }
    out.push_str("} }\n");
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

fn event_type(out: &mut String, ty: &TypePlan, event: &EventPlan) {
    out.push_str("#[derive(Clone, Debug, PartialEq)]\n");
    let _ = writeln!(
        out,
        "pub struct {} {{\n    /// What every event has.\n    pub envelope: {},\n    /// What makes it this event.\n    pub body: Body,\n}}",
        ty.name, event.envelope
    );
    let _ = writeln!(out, "\n/// What makes an event this event: one variant per event type, in the protocol's order.");
    out.push_str("#[derive(Clone, Debug, PartialEq)]\npub enum Body {\n");
    for arm in &event.arms {
        docs(out, "    ", &format!("`{}`: {}", arm.value, arm.doc));
        let _ = writeln!(out, "    {}({}),", arm.body, arm.body);
    }
    let _ = writeln!(out, "}}\nevent! {{ {}{} {{ {}, Body }} by {} {{", ty.name, retired(ty), event.envelope, quote(&event.tag));
    for arm in &event.arms {
        let hidden: Vec<String> = arm.hidden.iter().map(|name| quote(name)).collect();
        let _ = writeln!(out, "    {} => {}({}) hide [{}];", quote(&arm.value), arm.body, arm.body, hidden.join(", "));
    }
    out.push_str("} }\n");
}

/// The macros' clause for a type in which something may be retired.
fn retired(ty: &TypePlan) -> String {
    ty.retired.as_ref().map_or(String::new(), |constant| format!(" retired [boundary::{constant}]"))
}

fn constant(value: &Constant) -> String {
    match value {
        Constant::Text(text) => format!("Text({})", quote(text)),
        Constant::Number(number) => format!("Number({number})"),
        Constant::True => "True".to_owned(),
    }
}

fn item(out: &mut String, item: Option<&syn::Item>) {
    if let Some(item) = item {
        out.push_str(&prettyplease::unparse(&syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items: vec![item.clone()] }));
    }
}

/// An impl with one method, formatted.
fn implement(out: &mut String, of: &str, name: &str, head: &str, body: &[String]) {
    if body.is_empty() {
        let unused = head.replace("at:", "_at:").replace("envelope:", "_envelope:");
        let text = if of.is_empty() { format!("impl {name} {{\n    {unused} {{}}\n}}\n") } else { format!("impl {of} {name} {{}}\n") };
        out.push_str(&text);
        return;
    }
    let unused = if body.iter().any(|line| line.contains("envelope")) { head.to_owned() } else { head.replace("envelope:", "_envelope:") };
    let text = format!("impl {of} {name} {{ {unused} {{ {} }} }}", body.join("\n"));
    match syn::parse_file(&text) {
        Ok(file) => out.push_str(&prettyplease::unparse(&file)),
        // The compiler will say what is wrong with it.
        Err(_) => out.push_str(&text),
    }
}

fn catalog(out: &mut String, plan: &Plan, protocol: &str) {
    out.push_str("\n/// The types that can be named on the command line.\npub(crate) const TYPES: &[crate::catalog::Type] = &[\n");
    let roots: Vec<&str> = plan.types.iter().filter(|ty| ty.root).map(|ty| ty.name.as_str()).collect();
    filled(out, roots.iter().map(|name| format!("crate::catalog::Type::of::<{name}>({}),", quote(name))));
    out.push_str("];\n\n#[cfg(feature = \"schemars\")]\n");
    let schema = quote(&format!("{}.schema.json", protocol.replace('-', "_")));
    let _ = writeln!(out, "crate::schema::json_schema! {{ {}, {schema}, [", quote(protocol));
    filled(out, roots.iter().map(|name| format!("{name},")));
    out.push_str("] }\n");
}

fn patterns(out: &mut String, patterns: &[(String, Table)]) {
    if patterns.is_empty() {
        return;
    }
    out.push_str("\n/// The schema's patterns as byte automata.\n#[allow(dead_code)]\nmod patterns {\n");
    for (number, (pattern, table)) in patterns.iter().enumerate() {
        let bytes = |bytes: &[u8]| bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect::<String>();
        let _ = writeln!(out, "\n    /// `{}`", pattern.escape_debug());
        let _ = writeln!(out, "    pub(super) fn matches_{number}(text: &str) -> bool {{");
        let _ = writeln!(
            out,
            "        const AUTOMATON: crate::wire::pattern::Automaton = crate::wire::pattern::Automaton {{\n            classes: b\"{}\",",
            bytes(&table.classes)
        );
        let _ = writeln!(
            out,
            "            width: {},\n            next: b\"{}\",\n            ends: b\"{}\",\n        }};",
            table.width,
            bytes(&table.next),
            bytes(&table.ends)
        );
        out.push_str("        AUTOMATON.finds(text)\n    }\n");
    }
    out.push_str("}\n");
}

fn docs(out: &mut String, indent: &str, doc: &str) {
    for line in doc_lines(doc) {
        let _ = writeln!(out, "{indent}///{line}");
    }
}

/// A paragraph as lines of documentation, each with its leading blank.
pub(crate) fn doc_lines(doc: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in doc.split_whitespace() {
        let word = word.replace('[', "\\[").replace(']', "\\]").replace('<', "\\<");
        match lines.last_mut() {
            Some(line) if line.is_empty() || line.chars().count() + word.chars().count() < WIDTH => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(format!(" {word}")),
        }
    }
    lines
}
