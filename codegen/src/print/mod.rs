//! Printing the module: for each type its origin, the clean type, then what it does.
//!
//! Takes the plan, the shapes and the compiled checks; gives the text of one Rust file. `types` prints
//! one type, `unions` the ones with arms, `text` has what lines and comments are made with.

mod text;
mod types;
mod unions;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::code::{self, Stmt};
use crate::describe::{self, quote};
use crate::pattern::Table;
use crate::plan::{Member, Plan, Presence, Shape, TypePlan};
use crate::rules::Rules;
use crate::shape::Printed;
use crate::source::Source;
use crate::CodegenError;

pub(crate) use self::text::doc_lines;

/// Prints everything.
pub(crate) fn module(plan: &Plan, source: &Source, printed: &Printed, protocol: &str) -> Result<String, CodegenError> {
    let mut rules = Rules::new(plan, source);
    let mut out = String::new();
    for ty in &plan.types {
        let _ = writeln!(out, "\n// From #{}", ty.pointer);
        types::print(&mut out, ty, plan, printed, &mut rules)?;
        check(&mut out, ty, plan, &mut rules)?;
    }
    catalog(&mut out, plan, protocol);
    markers(&mut out, plan);
    patterns(&mut out, &rules.patterns);
    let mut module = format!("// Made from {} by `codegen`; edit that file, or the generator.\n\n", source.file);
    imports(&mut module, &out, plan);
    Ok(module + &out)
}

/// What the types and their checks are made with: by module, each with a text that shows its use.
const IMPORTS: &[(&str, &[(&str, &str)])] = &[
    ("std::ops", &[("Bound", "Bound::")]),
    ("crate::wire::check", &[("Checker", "Checker<"), ("Step::Here", "(Here")]),
    ("crate::wire::object", &[("members", "members! {"), ("object", "object! {")]),
    (
        "crate::wire::union",
        &[("by_type", "by_type! {"), ("event", "event! {"), ("from", "from! {"), ("string_enum", "string_enum! {"), ("union", "union! {")],
    ),
    (
        "crate::wire::value",
        &[("identifier", "identifier! {"), ("newtype", "newtype! {"), ("Check", "impl Check for"), ("CheckEvent", "impl CheckEvent<")],
    ),
];

/// Imports what `body` uses.
fn imports(out: &mut String, body: &str, plan: &Plan) {
    let types: Vec<&str> = plan.runtime_types().into_iter().collect();
    let modules = IMPORTS.iter().map(|(module, names)| {
        let used = names.iter().filter(|(_, sign)| body.lines().any(|line| line.contains(sign) && !line.trim_start().starts_with("//")));
        (*module, used.map(|(name, _)| *name).collect())
    });
    for (module, names) in modules.chain([("crate", types)]) {
        match &names[..] {
            [] => {}
            [name] => drop(writeln!(out, "use {module}::{name};")),
            names => drop(writeln!(out, "use {module}::{{{}}};", names.join(", "))),
        }
    }
}

/// Prints the rules of a type.
fn check(out: &mut String, ty: &TypePlan, plan: &Plan, rules: &mut Rules<'_>) -> Result<(), CodegenError> {
    match &ty.shape {
        Shape::Enum(_) | Shape::Union(_) | Shape::Identifier | Shape::Event(_) => {}
        Shape::Object(object) => match plan.envelope_of(&ty.name) {
            Some(envelope) => {
                let of = format!("CheckEvent<{}>", envelope.name);
                let body = rules.check_event(ty, object, envelope)?;
                let name = if code::mentions(&body, "envelope") { "envelope" } else { "_" };
                implement(out, &of, &ty.name, &format!("check_event<'p>(&'p self, {name}: &'p {}, at", envelope.name), &body);
            }
            None => implement(out, "Check", &ty.name, "check<'p>(&'p self, at", &rules.check(ty)?),
        },
        _ => implement(out, "Check", &ty.name, "check<'p>(&'p self, at", &rules.check(ty)?),
    }
    Ok(())
}

fn implement(out: &mut String, of: &str, name: &str, head: &str, body: &[Stmt]) {
    if body.is_empty() {
        let _ = writeln!(out, "impl {of} for {name} {{}}");
        return;
    }
    let _ = writeln!(out, "impl {of} for {name} {{\n    fn {head}: &mut Checker<'p>) {{");
    code::print(out, body, 8);
    out.push_str("    }\n}\n");
}

fn catalog(out: &mut String, plan: &Plan, protocol: &str) {
    out.push_str("\n/// The types that can be named at run time.\npub(crate) const TYPES: &[crate::catalog::Type] = &[\n");
    let roots: Vec<&str> = plan.types.iter().filter(|ty| ty.root).map(|ty| ty.name.as_str()).collect();
    text::filled(out, roots.iter().map(|name| format!("crate::catalog::Type::of::<{name}>({}),", quote(name))));
    out.push_str("];\n\n#[cfg(feature = \"schemars\")]\n");
    let schema = quote(&format!("{}.schema.json", protocol.replace('-', "_")));
    let _ = writeln!(out, "crate::schema::json_schema! {{ {}, {schema}, [", quote(protocol));
    text::filled(out, roots.iter().map(|name| format!("{name},")));
    out.push_str("] }\n");
}

/// Prints a marker for each name of a required member: the state of a builder that still lacks it.
fn markers(out: &mut String, plan: &Plan) {
    let members = plan.types.iter().filter_map(|ty| match &ty.shape {
        Shape::Object(object) => Some(&object.members),
        _ => None,
    });
    let has_to_be_there = |member: &&Member| matches!(member.presence, Presence::Required | Presence::Nullable);
    let names: BTreeSet<&str> = members.flatten().filter(has_to_be_there).map(|member| member.field.as_str()).collect();
    if names.is_empty() {
        return;
    }
    out.push_str("\n/// Required members that a builder still lacks.\n#[cfg(feature = \"builders\")]\n#[allow(missing_docs, missing_debug_implementations, non_camel_case_types)]\npub mod member {\n    crate::wire::builder::markers! {\n");
    let mut list = String::new();
    text::filled(&mut list, names.iter().map(|name| format!("{name},")));
    out.push_str(&list);
    out.push_str("    }\n}\n");
}

fn patterns(out: &mut String, patterns: &[(String, Table)]) {
    if patterns.is_empty() {
        return;
    }
    out.push_str("\n/// The schema's patterns as byte automata.\nmod patterns {\n    use crate::wire::pattern::Automaton;\n");
    for (number, (pattern, table)) in patterns.iter().enumerate() {
        let bytes = |bytes: &[u8]| format!("b\"{}\"", bytes.escape_ascii());
        let _ = writeln!(out, "\n    /// `{}`", describe::pattern(pattern));
        let _ = writeln!(out, "    pub(super) fn matches_{number}(text: &str) -> bool {{");
        let _ = writeln!(out, "        const CLASSES: &[u8; 256] = {};", bytes(&table.classes));
        let _ = writeln!(out, "        const NEXT: &[u8] = {};", bytes(&table.next));
        let _ = writeln!(out, "        const ENDS: &[u8] = {};", bytes(&table.ends));
        let width = table.width;
        let _ = writeln!(out, "        Automaton {{ classes: CLASSES, width: {width}, next: NEXT, ends: ENDS }}.finds(text)\n    }}");
    }
    out.push_str("}\n");
}
