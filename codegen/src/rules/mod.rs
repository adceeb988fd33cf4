//! From the schema's constraints to the Rust that checks them on the typed value.
//!
//! Takes the plan; gives for each type the statements of its `check`. What the Rust type already
//! rules out makes no code; a keyword of which nothing can be made is an error. Relies on `lower` for
//! the types and on `shape` for the field names.
//!
//! Assertions are compiled in `object` and `value`, the conditions they stand under in `test`.

mod logic;
mod object;
mod scope;
mod test;
mod value;

use serde_json::Value;

use self::object::Extent;
use self::scope::{Scope, Val};
use self::value::Target;
use crate::code::{Call, Stmt};
use crate::pattern::Table;
use crate::plan::{Constant, Kind, ObjectPlan, Openness, Plan, Shape, TypePlan, TypeRef};
use crate::source::{escape, keywords, same_rules, Source};
use crate::CodegenError;

const STAGE: &str = "rules";

/// Keywords that say nothing of a value, or that another stage has dealt with.
const KEYWORDS_OF_EVERYTHING: &[&str] = &[
    "description",
    "x-agentwire-body",
    "x-agentwire-tag",
    "x-agentwire-envelope",
    "x-agentwire-part",
    "x-agentwire-values",
    "x-agentwire-identifier",
    "x-agentwire-null-until",
    "x-agentwire-removed",
];

/// Compiles checks; collects the patterns they need.
pub(crate) struct Rules<'a> {
    plan: &'a Plan,
    source: &'a Source,
    /// Patterns met so far, in order; the generated code numbers them.
    pub(crate) patterns: Vec<(String, Table)>,
}

type Code = Result<Vec<Stmt>, CodegenError>;

impl<'a> Rules<'a> {
    pub(crate) fn new(plan: &'a Plan, source: &'a Source) -> Self {
        Self { plan, source, patterns: Vec::new() }
    }

    /// The statements of a type's `check`; none if it has nothing to check.
    pub(crate) fn check(&mut self, ty: &TypePlan) -> Code {
        let at = &ty.pointer;
        match &ty.shape {
            Shape::Object(object) => {
                let mut out = self.members(object)?;
                if object.openness == Openness::Open {
                    out.push(Call::new("at.unknown_members", ["self"]).stmt());
                }
                if object.openness != Openness::Part {
                    out.extend(self.object(&Scope::of(object, "self"), &ty.schema, at, Extent::Own)?);
                }
                Ok(out)
            }
            Shape::Newtype(inner) => {
                let val = Val::place("self.0");
                let plain = keywords(&ty.schema).iter().filter(|(keyword, _)| !object::is_extension(keyword));
                let plain: Value = plain.map(|(keyword, value)| (keyword.clone(), value.clone())).collect();
                let mut out = self.value(&plain, Target { ty: inner, val: &val, step: "Here", at, base: true })?;
                out.extend(self.extensions(&ty.schema, at)?);
                Ok(out)
            }
            Shape::ByType(arms) => {
                let mut out = Vec::new();
                for (index, (kind, arm)) in arms.iter().enumerate() {
                    let (schema, below) = match ty.schema.get("oneOf") {
                        Some(arms) => (arms[index].clone(), format!("{at}/oneOf/{index}")),
                        None => (value::of_kind(&ty.schema, *kind), at.clone()),
                    };
                    let val = Val::reference("value");
                    let body = self.value(&schema, Target { ty: arm, val: &val, step: "Here", at: &below, base: true })?;
                    if !body.is_empty() {
                        out.push(Stmt::IfLet(format!("Self::{}(value) = self", variant_of(*kind, arm)), body));
                    }
                }
                Ok(out)
            }
            Shape::Enum(_) | Shape::Union(_) | Shape::Identifier | Shape::Event(_) => Ok(Vec::new()),
        }
    }

    /// The statements that check the rules of one event, across its envelope and body.
    pub(crate) fn check_event(&mut self, body: &TypePlan, object: &ObjectPlan, envelope: &TypePlan) -> Code {
        let mut out = self.members(object)?;
        let Shape::Object(shared) = &envelope.shape else { return Ok(out) };
        let extra = (shared.openness == Openness::Open).then(|| "envelope.extra".to_owned());
        let tag = body.schema["x-agentwire-tag"].as_str().map(str::to_owned);
        let scope = Scope { parts: vec![(object, "self".to_owned()), (shared, "envelope".to_owned())], extra, tag };
        // Envelope members that have a narrower type in this event.
        for member in &shared.members {
            let Some(property) = body.schema["properties"].get(&member.wire) else { continue };
            let same = same_rules(property, &member.schema);
            if !same && object.member(&member.wire).is_none() {
                let at = format!("{}/properties/{}", body.pointer, escape(&member.wire));
                let val = Val::place(format!("envelope.{}", member.field));
                out.extend(self.presence(member, &val, |rules, val, step| {
                    rules.value(property, Target { ty: &member.ty, val, step, at: &at, base: false })
                })?);
            }
        }
        out.extend(self.object(&scope, &body.schema, &body.pointer, Extent::Own)?);
        Ok(out)
    }

    /// What the members' own schemas say.
    fn members(&mut self, object: &ObjectPlan) -> Code {
        let mut out = Vec::new();
        for member in &object.members {
            let val = Val::place(format!("self.{}", member.field));
            out.extend(self.presence(member, &val, |rules, val, step| {
                rules.value(&member.schema, Target { ty: &member.ty, val, step, at: &member.pointer, base: true })
            })?);
        }
        Ok(out)
    }

    /// The condition on a catch-all arm's tag, which is at hand as `tag`.
    pub(crate) fn catch_all(&mut self, arm: &str, tag: &str) -> Result<Option<String>, CodegenError> {
        let Some(ty) = self.plan.find(arm) else { return Ok(None) };
        let pattern = ty.schema["properties"][tag]["pattern"].as_str();
        let at = format!("{}/properties/{tag}", ty.pointer);
        pattern.map(|pattern| Ok(format!("{}(tag)", self.pattern(pattern, &at)?))).transpose()
    }

    /// The function that looks for a pattern.
    fn pattern(&mut self, pattern: &str, at: &str) -> Result<String, CodegenError> {
        let number = match self.patterns.iter().position(|(known, _)| known == pattern) {
            Some(number) => number,
            None => {
                let table = Table::new(pattern)
                    .map_err(|why| self.error(&format!("{at}/pattern"), format!("the pattern `{pattern}` cannot be compiled: {why}")))?;
                self.patterns.push((pattern.to_owned(), table));
                self.patterns.len() - 1
            }
        };
        Ok(format!("patterns::matches_{number}"))
    }

    // ---- types ------------------------------------------------------------------------------

    /// The object behind a type, through newtypes, and the code that reaches it.
    fn object_of(&self, ty: &TypeRef, code: &str) -> Option<(&'a ObjectPlan, String)> {
        let TypeRef::Named(name) = ty else { return None };
        match &self.plan.find(name)?.shape {
            Shape::Object(object) => Some((object, code.to_owned())),
            Shape::Newtype(inner) => self.object_of(inner, &format!("{code}.0")),
            _ => None,
        }
    }

    fn is_object(&self, ty: &TypeRef) -> bool {
        self.object_of(ty, "").is_some()
    }

    fn is_enum(&self, ty: &TypeRef) -> bool {
        matches!(ty, TypeRef::Named(name) if self.plan.find(name).is_some_and(|ty| matches!(ty.shape, Shape::Enum(_))))
    }

    fn is_tag(&self, ty: &TypeRef, wire: &str) -> bool {
        let TypeRef::Named(name) = ty else { return false };
        matches!(self.plan.find(name).map(|ty| &ty.shape), Some(Shape::Union(union)) if union.tags.iter().any(|tag| tag == wire))
    }
}

/// Whether a constant satisfies a schema that speaks of constants.
fn constant_fits(constant: &Constant, schema: &Value) -> Option<bool> {
    let Constant::Text(text) = constant else { return None };
    match (schema.get("const"), schema.get("enum"), schema.get("pattern")) {
        (Some(value), ..) => Some(value == text),
        (_, Some(Value::Array(values)), _) => Some(values.iter().any(|value| value == text)),
        (.., Some(Value::String(pattern))) => Table::new(pattern).ok().map(|table| table.matches(text)),
        _ => None,
    }
}

/// A range as Rust writes it, if there is a bound.
fn bounds(min: Option<&Value>, max: Option<&Value>) -> Option<String> {
    match (min, max) {
        (None, None) => None,
        (Some(min), None) => Some(format!("{}..", count(min))),
        (min, Some(max)) => Some(format!("{}..={}", min.map(count).unwrap_or_default(), count(max))),
    }
}

/// A number as Rust writes it, long ones in groups of three digits.
fn count(number: &Value) -> String {
    let plain = number.to_string();
    let (sign, digits) = plain.split_at(usize::from(plain.starts_with('-')));
    if digits.len() < 6 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return plain;
    }
    let groups: Vec<String> = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group).into_owned()).collect();
    format!("{sign}{}", groups.join("_"))
}

/// A field's name as the name of a variable.
fn local(field: &str) -> &str {
    if matches!(field, "at" | "envelope") {
        "value"
    } else {
        field
    }
}

/// The variant that holds the values of one JSON type.
pub(crate) fn variant_of(kind: Kind, ty: &TypeRef) -> &'static str {
    match (kind, ty) {
        (Kind::Number, TypeRef::U64 | TypeRef::I64) => "Integer",
        (Kind::Boolean, _) => "Boolean",
        (Kind::Number, _) => "Number",
        (Kind::String, _) => "Text",
        (Kind::Array, _) => "List",
        (Kind::Object, _) => "Object",
    }
}
