//! Assertions on an object: what its schema says beyond its members' own schemas.

use serde_json::Value;

use super::logic::Test;
use super::scope::{Scope, Val};
use super::test::exactly_one;
use super::value::Target;
use super::{bounds, constant_fits, count, local, Code, Rules, KEYWORDS_OF_EVERYTHING};
use crate::code::{extend, Call, Stmt};
use crate::describe;
use crate::plan::{Member, Presence};
use crate::source::{escape, items, keywords, same_rules, strings};

/// How much of an object's schema is asserted.
#[derive(Clone, Copy)]
pub(super) enum Extent<'v> {
    /// The rules of the type's own schema: its members' schemas are checked already.
    Own,
    /// Everything, for a schema that narrows what the type allows.
    Narrowing,
    /// The same, but for what this schema says already.
    Beyond(&'v Value),
}

impl Rules<'_> {
    /// What `schema` says of an object.
    pub(super) fn object(&mut self, scope: &Scope<'_>, schema: &Value, at: &str, extent: Extent<'_>) -> Code {
        let mut out = Vec::new();
        let narrowing = !matches!(extent, Extent::Own);
        for (keyword, value) in keywords(schema) {
            let below = format!("{at}/{}", escape(keyword));
            match keyword.as_str() {
                "properties" if narrowing => {
                    for (wire, property) in keywords(value) {
                        if matches!(extent, Extent::Beyond(known) if same_rules(&known["properties"][wire], property)) {
                            continue;
                        }
                        out.extend(self.property(scope, wire, property, &format!("{below}/{}", escape(wire)))?);
                    }
                }
                "required" => {
                    for wire in strings(value) {
                        match scope.present(wire) {
                            Test::Always => {}
                            test => out.push(Call::new("at.require", [format!("{wire:?}"), test.code()]).stmt()),
                        }
                    }
                }
                "additionalProperties" if narrowing && *value == Value::Bool(false) => {
                    if let Some(extra) = &scope.extra {
                        out.push(Call::new("at.no_extra", [format!("&{extra}")]).stmt());
                    }
                }
                "not" => out.extend(self.not(scope, value, &below)?),
                "if" => {
                    let test = self.test_object(scope, value, &below)?;
                    let mut branch = |name: &str| match schema.get(name) {
                        Some(branch) => self.object(scope, branch, &format!("{at}/{name}"), Extent::Narrowing),
                        None => Ok(Vec::new()),
                    };
                    let (then, otherwise) = (branch("then")?, branch("else")?);
                    extend(&mut out, conditional(test, &describe::condition(value), then, otherwise));
                }
                "allOf" => {
                    for (index, part) in items(value).enumerate() {
                        // A conditional is a rule; any other part narrows.
                        let part_extent = if part.get("if").is_some() { extent } else { narrower(extent) };
                        extend(&mut out, self.object(scope, part, &format!("{below}/{index}"), part_extent)?);
                    }
                }
                "oneOf" | "anyOf" => out.push(self.forms(scope, keyword, value, &below)?),
                "minProperties" | "maxProperties" => {
                    let [(_, code)] = &scope.parts[..] else {
                        return Err(self.error(&below, "the members of an event cannot be counted"));
                    };
                    let range = if keyword == "minProperties" { bounds(Some(value), None) } else { bounds(None, Some(value)) };
                    out.push(Call::new("at.members", [code.clone(), range.unwrap_or_default()]).stmt());
                }
                "propertyNames" => out.push(self.only_names(scope, value, &below)?),
                "type" if value == "object" => {}
                "then" | "else" | "properties" | "additionalProperties" => {}
                known if KEYWORDS_OF_EVERYTHING.contains(&known) => {}
                extension if is_extension(extension) && !narrowing => {}
                other => return Err(self.error(&below, format!("`{other}` says nothing of this object that could be compiled"))),
            }
        }
        if !narrowing {
            out.extend(self.extensions(schema, at)?);
        }
        Ok(out)
    }

    /// A closed set of names for an object's members: the others are forbidden.
    fn only_names(&mut self, scope: &Scope<'_>, schema: &Value, at: &str) -> Result<Stmt, crate::CodegenError> {
        let (Some(Value::Array(names)), [(_, code)]) = (schema.get("enum"), &scope.parts[..]) else {
            return Err(self.error(at, "only a closed set of names can be compiled here"));
        };
        if scope.extra.is_some() {
            return Err(self.error(at, "the names of an open object cannot be limited"));
        }
        let names: Vec<String> = names.iter().map(Value::to_string).collect();
        Ok(Call::new("at.only", [code.clone(), format!("&[{}]", names.join(", "))]).stmt())
    }

    /// Several forms, of which one or some have to be met.
    fn forms(&mut self, scope: &Scope<'_>, keyword: &str, arms: &Value, at: &str) -> Result<Stmt, crate::CodegenError> {
        if let Some(names) = alternatives(arms).filter(|_| keyword == "oneOf") {
            let members: Vec<String> = names.iter().map(|wire| format!("({wire:?}, {})", scope.present(wire).code())).collect();
            return Ok(Call::new("at.exactly_one", [format!("&[{}]", members.join(", "))]).stmt());
        }
        let mut tests = Vec::new();
        for (index, arm) in items(arms).enumerate() {
            tests.push(self.test_object(scope, arm, &format!("{at}/{index}"))?);
        }
        let holds = if keyword == "oneOf" { exactly_one(tests) } else { Test::any(tests) };
        Ok(demand("Here", &holds, keyword, &describe::forms(keyword, arms)))
    }

    /// What a narrowing says of one member.
    pub(super) fn property(&mut self, scope: &Scope<'_>, wire: &str, property: &Value, at: &str) -> Code {
        if let Some((member, val)) = scope.member(wire) {
            if member.presence != Presence::Required && member.presence != Presence::Optional && !super::test::null_fits(property) {
                return Err(self.error(at, format!("a rule that refuses null in `{wire}` cannot be compiled")));
            }
            return self
                .presence(member, &val, |rules, val, step| rules.value(property, Target { ty: &member.ty, val, step, at, base: false }));
        }
        if let Some(constant) = scope.constant(wire) {
            return match constant_fits(constant, property) {
                Some(true) => Ok(Vec::new()),
                Some(false) => Ok(vec![demand(&format!("{wire:?}"), &Test::Never, "const", &describe::must(property))]),
                None => Err(self.error(at, "this narrowing of a constant is of no form that is known")),
            };
        }
        match &scope.extra {
            Some(_) => Err(self.error(at, format!("a rule describes the member `{wire}`, which the object does not declare"))),
            None => Ok(Vec::new()),
        }
    }

    /// Statements on a member's value, if it has one.
    pub(super) fn presence(&mut self, member: &Member, val: &Val, inner: impl Fn(&mut Self, &Val, &str) -> Code) -> Code {
        let step = format!("{:?}", member.wire);
        if member.presence == Presence::Required {
            return inner(self, val, &step);
        }
        let optional = val.optional();
        let body = inner(self, &optional, &step)?;
        if body.is_empty() || !optional.was_bared() {
            return Ok(body);
        }
        let name = local(&member.field);
        let body = inner(self, &Val::reference(name), "Here")?;
        Ok(vec![Call::new("at.some", [step, val.there()]).with(format!("|at, {name}|"), body).stmt()])
    }

    fn not(&mut self, scope: &Scope<'_>, schema: &Value, at: &str) -> Code {
        if let Some(names) = forbidden(schema) {
            let mut out = Vec::new();
            for wire in names {
                match scope.present(&wire) {
                    Test::Never => {}
                    test => out.push(Call::new("at.forbid", [format!("{wire:?}"), test.code()]).stmt()),
                }
            }
            return Ok(out);
        }
        Ok(match self.test_object(scope, schema, at)? {
            Test::Never => Vec::new(),
            test => vec![demand("Here", &test.not(), "not", &describe::not_allowed(schema))],
        })
    }

    /// The protocol's own keywords on an object.
    pub(super) fn extensions(&mut self, schema: &Value, at: &str) -> Code {
        let mut out = Vec::new();
        let bytes = schema.get("x-octo-max-json-bytes");
        let depth = schema.get("x-octo-max-json-depth");
        if bytes.is_some() || depth.is_some() {
            let limit = |value: Option<&Value>| value.map_or("None".to_owned(), |value| format!("Some({})", count(value)));
            out.push(Call::new("at.budget", ["self".to_owned(), limit(bytes), limit(depth)]).stmt());
        }
        for (keyword, value) in keywords(schema).iter().filter(|(keyword, _)| HAND_WRITTEN.contains(&keyword.as_str())) {
            if *value != Value::Bool(true) {
                return Err(self.error(&format!("{at}/{keyword}"), "expected true"));
            }
            out.push(Call::new(format!("rules::{}", keyword.trim_start_matches("x-octo-").replace('-', "_")), ["self", "at"]).stmt());
        }
        Ok(out)
    }
}

/// Keywords on an object whose rule is a function of this name in the protocol's module.
const HAND_WRITTEN: &[&str] = &[
    "x-octo-unique-type-keys",
    "x-octo-unique-resource-refs",
    "x-octo-unique-env-keys",
    "x-octo-matching-trigger-fields",
    "x-octo-runtime-selection-invariants",
];

/// Whether `keyword` is the protocol's own and speaks of a whole object.
pub(super) fn is_extension(keyword: &str) -> bool {
    matches!(keyword, "x-octo-max-json-bytes" | "x-octo-max-json-depth") || HAND_WRITTEN.contains(&keyword)
}

fn narrower(extent: Extent<'_>) -> Extent<'_> {
    match extent {
        Extent::Own => Extent::Narrowing,
        other => other,
    }
}

/// The call that reports a condition that does not hold.
pub(super) fn demand(step: &str, holds: &Test, rule: &str, message: &str) -> Stmt {
    Call::new("at.demand", [step.to_owned(), holds.code(), format!("{rule:?}"), format!("{message:?}")]).stmt()
}

/// Statements under a condition, as short as they can be.
fn conditional(test: Test, words: &str, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Vec<Stmt> {
    match test {
        Test::Always => then,
        Test::Never => otherwise,
        _ if then.is_empty() && otherwise.is_empty() => Vec::new(),
        test => vec![Stmt::When { test: test.code(), words: format!("{words:?}"), then, otherwise }],
    }
}

/// The names that `not` forbids, if it does nothing else.
fn forbidden(schema: &Value) -> Option<Vec<String>> {
    let single = |schema: &Value| -> Option<String> {
        let names = schema.get("required")?.as_array()?;
        let plain = keywords(schema).len() == 1 && names.len() == 1;
        plain.then(|| names[0].as_str().map(str::to_owned)).flatten()
    };
    match schema.get("anyOf").and_then(Value::as_array) {
        Some(arms) if keywords(schema).len() == 1 => arms.iter().map(single).collect(),
        _ => single(schema).map(|name| vec![name]),
    }
}

/// The members of which each form asks for one and for none of the others.
fn alternatives(arms: &Value) -> Option<Vec<String>> {
    let arms = arms.as_array()?;
    let names: Vec<String> = arms
        .iter()
        .map(|arm| {
            let [name] = &strings(&arm["required"]).collect::<Vec<_>>()[..] else { return None };
            let plain = keywords(arm).keys().all(|keyword| matches!(keyword.as_str(), "required" | "not" | "description"));
            plain.then(|| (*name).to_owned())
        })
        .collect::<Option<_>>()?;
    // What each arm forbids has to be all the others, or nothing: then the arms say no more than "one of them".
    let others = |own: &String| names.iter().filter(|name| *name != own).count();
    let forbids = |(arm, own): (&Value, &String)| {
        let forbidden = forbidden(&arm["not"]).unwrap_or_default();
        others(own) + 1 == names.len() && forbidden.len() == others(own) && forbidden.iter().all(|name| name != own && names.contains(name))
    };
    let exact = arms.iter().all(|arm| arm.get("not").is_none()) || arms.iter().zip(&names).all(forbids);
    exact.then_some(names)
}
