//! From the schema's constraints to the Rust that checks them on the typed value.
//!
//! Takes the plan; gives for each type the statements of its `check`. What the Rust type already
//! rules out makes no code. Relies on `lower` for the types and on `shape` for the field names.

use serde_json::Value;

use crate::describe::{constant, describe, quote, rust_string, wanted};
use crate::lower::narrowed;
use crate::pattern::{Matcher, Table};
use crate::plan::{Constant, Kind, Member, ObjectPlan, Openness, Plan, Presence, Shape, TypePlan, TypeRef};
use crate::source::{escape, keywords, reference, Source};
use crate::CodegenError;

const STAGE: &str = "rules";
/// A bound that no list or string can reach.
const UNBOUNDED: &str = "usize::MAX";

/// Compiles checks; collects the patterns they need.
pub(crate) struct Rules<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) source: &'a Source,
    /// Patterns met so far, in order; the generated code numbers them.
    pub(crate) patterns: Vec<(String, Table)>,
}

/// A condition on a typed value.
enum Test {
    Always,
    Never,
    Code(String),
}

impl Test {
    fn code(self) -> String {
        match self {
            Self::Always => "true".into(),
            Self::Never => "false".into(),
            Self::Code(code) => code,
        }
    }

    fn not(self) -> Self {
        match self {
            Self::Always => Self::Never,
            Self::Never => Self::Always,
            Self::Code(code) => Self::Code(format!("!({code})")),
        }
    }

    fn all(tests: Vec<Self>) -> Self {
        if tests.iter().any(|test| matches!(test, Self::Never)) {
            return Self::Never;
        }
        Self::join(tests, " && ", Self::Always)
    }

    fn any(tests: Vec<Self>) -> Self {
        if tests.iter().any(|test| matches!(test, Self::Always)) {
            return Self::Always;
        }
        Self::join(tests, " || ", Self::Never)
    }

    fn join(tests: Vec<Self>, operator: &str, empty: Self) -> Self {
        let code: Vec<String> = tests.into_iter().filter_map(|test| if let Self::Code(code) = test { Some(code) } else { None }).collect();
        match &code[..] {
            [] => empty,
            [one] => Self::Code(one.clone()),
            _ => Self::Code(code.iter().map(|code| format!("({code})")).collect::<Vec<_>>().join(operator)),
        }
    }
}

/// A typed value in the generated code.
#[derive(Clone)]
struct Val {
    code: String,
    is_ref: bool,
}

impl Val {
    fn place(code: impl Into<String>) -> Self {
        Self { code: code.into(), is_ref: false }
    }

    fn reference(code: impl Into<String>) -> Self {
        Self { code: code.into(), is_ref: true }
    }

    fn by_ref(&self) -> String {
        if self.is_ref {
            self.code.clone()
        } else {
            format!("&{}", self.code)
        }
    }

    fn copied(&self) -> String {
        if self.is_ref {
            format!("*{}", self.code)
        } else {
            self.code.clone()
        }
    }
}

/// The members that a rule on an object can speak of.
struct Scope<'a> {
    /// The object, and the code of the value that has its members.
    parts: Vec<(&'a ObjectPlan, String)>,
    /// The code of the unknown members, if they are kept.
    extra: Option<String>,
    /// The tag of an event, which its type holds.
    tag: Option<String>,
    /// Depth of nesting, for names of variables.
    depth: usize,
}

impl<'a> Scope<'a> {
    fn of(object: &'a ObjectPlan, code: &str, depth: usize) -> Self {
        let extra = (object.openness == Openness::Open).then(|| format!("{code}.extra"));
        Self { parts: vec![(object, code.to_owned())], extra, tag: None, depth }
    }

    fn member(&self, wire: &str) -> Option<(&'a Member, Val)> {
        self.parts
            .iter()
            .find_map(|(object, code)| Some((object.member(wire)?, Val::place(format!("{code}.{}", object.member(wire)?.field)))))
    }

    fn constant(&self, wire: &str) -> Option<&'a Constant> {
        self.parts.iter().find_map(|(object, _)| object.constant(wire))
    }

    /// Whether the member `wire` is there.
    fn present(&self, wire: &str) -> Test {
        if self.tag.as_deref() == Some(wire) {
            return Test::Always;
        }
        match (self.member(wire), self.constant(wire), &self.extra) {
            (Some((member, val)), ..) => match member.presence {
                Presence::Required | Presence::Nullable => Test::Always,
                Presence::Optional => Test::Code(format!("{}.is_some()", val.code)),
                Presence::Tristate => Test::Code(format!("!{}.is_absent()", val.code)),
            },
            (None, Some(_), _) => Test::Always,
            (None, None, Some(extra)) => Test::Code(format!("{extra}.get({wire:?}).is_some()")),
            (None, None, None) => Test::Never,
        }
    }
}

type Code = Result<Vec<String>, CodegenError>;

impl<'a> Rules<'a> {
    pub(crate) fn new(plan: &'a Plan, source: &'a Source) -> Self {
        Self { plan, source, patterns: Vec::new() }
    }

    fn error(&self, at: &str, message: impl Into<String>) -> CodegenError {
        self.source.error(STAGE, at, message)
    }

    fn pattern(&mut self, pattern: &str, at: &str) -> Result<String, CodegenError> {
        let number = match self.patterns.iter().position(|(known, _)| known == pattern) {
            Some(number) => number,
            None => {
                let table = Matcher::new(pattern).and_then(|matcher| matcher.table());
                let table = table
                    .map_err(|why| self.error(&format!("{at}/pattern"), format!("the pattern `{pattern}` cannot be compiled: {why}")))?;
                self.patterns.push((pattern.to_owned(), table));
                self.patterns.len() - 1
            }
        };
        Ok(format!("patterns::matches_{number}"))
    }

    // ---- one type ---------------------------------------------------------------------------

    /// The statements of a type's `check`; none if it has nothing to check.
    pub(crate) fn check(&mut self, ty: &TypePlan) -> Code {
        let at = &ty.pointer;
        match &ty.shape {
            Shape::Object(object) => {
                let scope = Scope::of(object, "self", 0);
                let mut out = self.members(object, "self")?;
                if object.openness == Openness::Open {
                    out.push("at.unknown_members(&self.extra, <Self as crate::wire::object::Object>::KEYS);".to_owned());
                }
                if object.openness != Openness::Part {
                    out.extend(self.object(&scope, &ty.schema, at, "", None)?);
                }
                Ok(out)
            }
            Shape::Newtype(inner) => {
                let inner = inner.clone();
                let mut out = self.value(&ty.schema, &inner, &Val::place("self.0"), "Step::Here", at, "", true, 0)?;
                out.extend(self.extensions(&ty.schema, at)?);
                Ok(out)
            }
            Shape::ByType(arms) => {
                let mut out = Vec::new();
                for (index, (kind, arm)) in arms.iter().enumerate() {
                    let (schema, below) = match ty.schema.get("oneOf") {
                        Some(arms) => (arms[index].clone(), format!("{at}/oneOf/{index}")),
                        None => (ty.schema.clone(), at.clone()),
                    };
                    let body = self.value(&schema, arm, &Val::reference("value"), "Step::Here", &below, "", true, 0)?;
                    if !body.is_empty() {
                        out.push(format!("if let Self::{}(value) = self {{ {} }}", variant_of(*kind, arm), body.join("\n")));
                    }
                }
                Ok(out)
            }
            Shape::Enum(_) | Shape::Union(_) | Shape::Identifier | Shape::Event(_) => Ok(Vec::new()),
        }
    }

    /// The condition on a catch-all arm's tag, which is at hand as `tag`.
    pub(crate) fn catch_all(&mut self, arm: &str, tag: &str) -> Result<Option<String>, CodegenError> {
        let Some(ty) = self.plan.find(arm) else { return Ok(None) };
        let pattern = ty.schema["properties"][tag]["pattern"].as_str().map(str::to_owned);
        let at = format!("{}/properties/{tag}", ty.pointer);
        pattern.map(|pattern| Ok(format!("{}(tag)", self.pattern(&pattern, &at)?))).transpose()
    }

    /// The statements that check one event's rules across its envelope and body.
    pub(crate) fn check_event(&mut self, body: &TypePlan, object: &ObjectPlan, envelope: &TypePlan) -> Code {
        let Shape::Object(shared) = &envelope.shape else { return Ok(Vec::new()) };
        let extra = (shared.openness == Openness::Open).then(|| "envelope.extra".to_owned());
        let tag = body.schema["x-agentwire-tag"].as_str().map(str::to_owned);
        let scope = Scope { parts: vec![(object, "self".to_owned()), (shared, "envelope".to_owned())], extra, tag, depth: 0 };
        let mut out = Vec::new();
        // Envelope members that have a narrower type in this event.
        for member in &shared.members {
            let Some(property) = body.schema["properties"].get(&member.wire) else { continue };
            if object.member(&member.wire).is_some()
                || *property == member.schema
                || reference(property) == reference(&member.schema) && reference(property).is_some()
            {
                continue;
            }
            let at = format!("{}/properties/{}", body.pointer, escape(&member.wire));
            let member = member.clone();
            let val = Val::place(format!("envelope.{}", member.field));
            out.extend(
                self.presence(&member, &val, 0, |rules, val, step| rules.value(property, &member.ty, val, step, &at, "", false, 0))?,
            );
        }
        out.extend(self.object(&scope, &body.schema, &body.pointer, "", None)?);
        Ok(out)
    }

    /// The base check of an object's members: what each one's own schema says.
    fn members(&mut self, object: &ObjectPlan, code: &str) -> Code {
        let mut out = Vec::new();
        for member in &object.members {
            let val = Val::place(format!("{code}.{}", member.field));
            out.extend(self.presence(member, &val, 0, |rules, val, step| {
                rules.value(&member.schema, &member.ty, val, step, &member.pointer, "", true, 0)
            })?);
        }
        Ok(out)
    }

    /// Statements on a member's value, if it has one.
    fn presence(&mut self, member: &Member, val: &Val, depth: usize, inner: impl FnOnce(&mut Self, &Val, &str) -> Code) -> Code {
        let step = format!("{:?}", member.wire);
        if member.presence == Presence::Required {
            return inner(self, val, &step);
        }
        let name = format!("value{}", if depth == 0 { String::new() } else { depth.to_string() });
        let body = inner(self, &Val::reference(&name), &step)?;
        if body.is_empty() {
            return Ok(body);
        }
        let pattern = if member.presence == Presence::Tristate { "Presence::Value" } else { "Some" };
        Ok(vec![format!("if let {pattern}({name}) = {} {{ {} }}", val.by_ref(), body.join("\n"))])
    }

    // ---- assertions on an object ------------------------------------------------------------

    /// What `schema` says of an object beyond its members' own schemas. `base` is the schema whose
    /// assertions hold already.
    fn object(&mut self, scope: &Scope<'_>, schema: &Value, at: &str, why: &str, base: Option<&Value>) -> Code {
        let mut out = Vec::new();
        let narrowing = base.is_some() || !why.is_empty();
        for (keyword, value) in keywords(schema) {
            let below = format!("{at}/{keyword}");
            match keyword.as_str() {
                "properties" if narrowing => {
                    for (wire, property) in keywords(value) {
                        if base.is_some_and(|base| base["properties"].get(wire) == Some(property)) {
                            continue;
                        }
                        out.extend(self.property(scope, wire, property, &format!("{below}/{}", escape(wire)), why)?);
                    }
                }
                "required" => {
                    for wire in value.as_array().into_iter().flatten().filter_map(Value::as_str) {
                        match scope.present(wire) {
                            Test::Always => {}
                            test => out.push(format!("at.require({wire:?}, {}, {});", test.code(), rust_string(why))),
                        }
                    }
                }
                "additionalProperties" if narrowing && *value == Value::Bool(false) => {
                    if let Some(extra) = &scope.extra {
                        out.push(format!("at.no_extra(&{extra});"));
                    }
                }
                "not" => out.extend(self.not(scope, value, &below, why)?),
                "if" => {
                    let test = self.test_object(scope, value, &below)?;
                    let condition = describe(value);
                    let then = self.branch(scope, schema, "then", at, &format!(" when {condition}"))?;
                    let otherwise = self.branch(scope, schema, "else", at, &format!(" unless {condition}"))?;
                    out.extend(conditional(test, then, otherwise));
                }
                "allOf" => {
                    for (index, part) in value.as_array().into_iter().flatten().enumerate() {
                        let below = format!("{below}/{index}");
                        let part_why = if why.is_empty() { " by a rule of this type" } else { why };
                        // A part of its own narrows, unless it is a conditional.
                        out.extend(self.object(scope, part, &below, if part.get("if").is_some() { why } else { part_why }, base)?);
                    }
                }
                "oneOf" | "anyOf" => {
                    let mut tests = Vec::new();
                    let mut forms = Vec::new();
                    for (index, arm) in value.as_array().into_iter().flatten().enumerate() {
                        tests.push(self.test_object(scope, arm, &format!("{below}/{index}"))?);
                        forms.push(describe(arm));
                    }
                    let message = format!(
                        "expected {} of: {}{why}",
                        if keyword == "oneOf" { "exactly one" } else { "at least one" },
                        forms.join("; ")
                    );
                    let holds = if keyword == "oneOf" {
                        let count: Vec<String> = tests.into_iter().map(|test| format!("usize::from({})", test.code())).collect();
                        format!("{} == 1", count.join(" + "))
                    } else {
                        Test::any(tests).code()
                    };
                    out.push(format!("at.demand({holds}, {keyword:?}, {});", rust_string(&message)));
                }
                "minProperties" | "maxProperties" => {
                    let count = self.count(scope);
                    let (min, max) = if keyword == "minProperties" {
                        (value.to_string(), UNBOUNDED.to_owned())
                    } else {
                        ("0".to_owned(), value.to_string())
                    };
                    out.push(format!("at.properties(Step::Here, {count}, {min}, {max});"));
                }
                "propertyNames" => out.extend(self.only_names(scope, value, &below, why)?),
                "then" | "else" | "type" | "properties" | "additionalProperties" | "description" => {}
                extension if extension.starts_with("x-octo-") || extension.starts_with("x-agentwire-") => {}
                other => return Err(self.error(&below, format!("`{other}` says nothing of this object that could be compiled"))),
            }
        }
        if !narrowing {
            out.extend(self.extensions(schema, at)?);
        }
        Ok(out)
    }

    /// A closed set of names for an object's members: the others are forbidden.
    fn only_names(&mut self, scope: &Scope<'_>, schema: &Value, at: &str, why: &str) -> Code {
        let Some(Value::Array(names)) = schema.get("enum") else {
            return Err(self.error(at, "only a closed set of names can be compiled here"));
        };
        let mut out = Vec::new();
        for member in scope.parts.iter().flat_map(|(object, _)| &object.members) {
            if !names.iter().any(|name| *name == member.wire) {
                out.push(format!("at.forbid({:?}, {}, {});", member.wire, scope.present(&member.wire).code(), rust_string(why)));
            }
        }
        if scope.extra.is_some() {
            return Err(self.error(at, "the names of an open object cannot be limited"));
        }
        Ok(out)
    }

    fn branch(&mut self, scope: &Scope<'_>, schema: &Value, keyword: &str, at: &str, why: &str) -> Code {
        match schema.get(keyword) {
            Some(branch) => self.object(scope, branch, &format!("{at}/{keyword}"), why, None),
            None => Ok(Vec::new()),
        }
    }

    fn count(&self, scope: &Scope<'_>) -> String {
        let (object, code) = &scope.parts[0];
        let mut count = vec![object.constants.len().to_string()];
        for member in &object.members {
            match scope.present(&member.wire) {
                Test::Always => count.push("1".into()),
                test => count.push(format!("usize::from({})", test.code())),
            }
        }
        if let Some(extra) = &scope.extra {
            count.push(format!("{extra}.len()"));
        }
        let _ = code;
        count.retain(|part| part != "0");
        count.join(" + ")
    }

    /// What a narrowing says of one member.
    fn property(&mut self, scope: &Scope<'_>, wire: &str, property: &Value, at: &str, why: &str) -> Code {
        if let Some((member, val)) = scope.member(wire) {
            let member = member.clone();
            return self.presence(&member, &val, scope.depth, |rules, val, step| {
                rules.value(property, &member.ty, val, step, at, why, false, scope.depth + 1)
            });
        }
        if let Some(constant) = scope.constant(wire) {
            return match constant_fits(constant, property) {
                Some(true) => Ok(Vec::new()),
                Some(false) => Ok(vec![format!("at.expect([Step::from({wire:?})], false, \"another constant\", {});", rust_string(why))]),
                None => Err(self.error(at, "this narrowing of a constant is of no form that is known")),
            };
        }
        match &scope.extra {
            Some(_) => Err(self.error(at, format!("a rule describes the member `{wire}`, which the object does not declare"))),
            None => Ok(Vec::new()),
        }
    }

    fn not(&mut self, scope: &Scope<'_>, schema: &Value, at: &str, why: &str) -> Code {
        if let Some(names) = forbidden(schema) {
            let mut out = Vec::new();
            for wire in names {
                match scope.present(&wire) {
                    Test::Never => {}
                    test => out.push(format!("at.forbid({wire:?}, {}, {});", test.code(), rust_string(why))),
                }
            }
            return Ok(out);
        }
        match self.test_object(scope, schema, at)? {
            Test::Never => Ok(Vec::new()),
            test => {
                let message = format!("it must not be that {}{why}", describe(schema));
                Ok(vec![format!("at.demand({}, \"not\", {});", test.not().code(), rust_string(&message))])
            }
        }
    }

    /// The protocol's own keywords on an object.
    fn extensions(&mut self, schema: &Value, at: &str) -> Code {
        let mut out = Vec::new();
        let bytes = schema.get("x-octo-max-json-bytes");
        let depth = schema.get("x-octo-max-json-depth");
        if bytes.is_some() || depth.is_some() {
            let limit = |value: Option<&Value>| value.map_or("None".to_owned(), |value| format!("Some({value})"));
            out.push(format!("at.budget(self, {}, {});", limit(bytes), limit(depth)));
        }
        for (keyword, value) in keywords(schema) {
            let Some(name) = keyword.strip_prefix("x-octo-") else { continue };
            match name {
                "max-json-bytes" | "max-json-depth" => {}
                "unique-type-keys"
                | "unique-resource-refs"
                | "unique-env-keys"
                | "matching-trigger-fields"
                | "runtime-selection-invariants" => {
                    if *value != Value::Bool(true) {
                        return Err(self.error(&format!("{at}/{keyword}"), "expected true"));
                    }
                    out.push(format!("rules::{}(self, at);", name.replace('-', "_")));
                }
                _ => return Err(self.error(&format!("{at}/{keyword}"), "this keyword does not stand at an object")),
            }
        }
        Ok(out)
    }

    // ---- assertions on a value --------------------------------------------------------------

    /// What `schema` says of a value of type `ty`. In the base check the type is made from this very schema.
    #[allow(clippy::too_many_arguments)]
    fn value(&mut self, schema: &Value, ty: &TypeRef, val: &Val, step: &str, at: &str, why: &str, base: bool, depth: usize) -> Code {
        if let Some(name) = reference(schema) {
            let target = self.source.definition(name).cloned().unwrap_or_default();
            let below = format!("/definitions/{}", escape(name));
            return match ty {
                TypeRef::Named(own) if own == name => Ok(if base { self.nested(ty, val, step) } else { Vec::new() }),
                TypeRef::JsonObject | TypeRef::Json if self.plan.find(name).is_some() => {
                    Ok(vec![format!("at.opaque::<{name}>({step}, {}.as_str());", val.code)])
                }
                _ => self.value(&target, ty, val, step, &below, why, base, depth),
            };
        }
        if let (TypeRef::JsonObject, Some(name)) = (ty, self.named_for(schema, at)) {
            return Ok(vec![format!("at.opaque::<{name}>({step}, {}.as_str());", val.code)]);
        }
        let mut out = Vec::new();
        if let TypeRef::Named(_) = ty {
            if base {
                out.extend(self.nested(ty, val, step));
                if narrowed(schema).is_some() {
                    for (index, part) in schema["allOf"].as_array().into_iter().flatten().enumerate().skip(1) {
                        out.extend(self.value(
                            part,
                            ty,
                            val,
                            step,
                            &format!("{at}/allOf/{index}"),
                            " by a rule of this member",
                            false,
                            depth,
                        )?);
                    }
                }
                return Ok(out);
            }
            if let Some((object, code)) = self.object_of(ty, &val.code) {
                let scope = Scope::of(object, &code, depth);
                let own = self.schema_of(ty);
                let inner = self.object(&scope, schema, at, if why.is_empty() { " in this event" } else { why }, own.as_ref())?;
                if !inner.is_empty() {
                    out.push(format!("at.enter({step});"));
                    out.extend(inner);
                    out.push("at.leave();".to_owned());
                }
                return Ok(out);
            }
            // A condition on members of a union's arms is reported at the member.
            match schema["properties"].as_object() {
                Some(properties) if keywords(schema).len() == 1 => {
                    for (wire, property) in properties {
                        let single = serde_json::json!({ "properties": { wire: property } });
                        let steps = format!("[Step::from({step}), Step::from({wire:?})]");
                        out.extend(self.expect(&single, ty, val, &steps, &wanted(property), at, why)?);
                    }
                }
                _ => out.extend(self.expect(schema, ty, val, &format!("[Step::from({step})]"), &wanted(schema), at, why)?),
            }
            return Ok(out);
        }
        if schema.get("x-agentwire-null-until").is_some() {
            out.push(format!("at.null_until_1_0({step}, {}.is_null());", val.code));
        }
        match ty {
            TypeRef::String | TypeRef::Timestamp | TypeRef::Uri | TypeRef::Pointer => {
                out.extend(self.text(schema, ty, val, step, at, why)?)
            }
            TypeRef::U64 | TypeRef::I64 => {
                let lowest = if *ty == TypeRef::U64 { "0" } else { "i64::MIN as i128" };
                let highest = if *ty == TypeRef::U64 { "u64::MAX as i128" } else { "i64::MAX as i128" };
                let min = schema.get("minimum").map(Value::to_string).filter(|min| min != lowest);
                let max = schema.get("maximum").map(Value::to_string);
                if min.is_some() || max.is_some() {
                    let (min, max) = (min.unwrap_or(lowest.to_owned()), max.unwrap_or(highest.to_owned()));
                    out.push(format!("at.integer({step}, {}, {min}, {max});", val.copied()));
                }
            }
            TypeRef::Integer => {
                let bound = |name: &str| schema.get(name).map_or("None".to_owned(), |bound| format!("Some({bound})"));
                let (min, max) = (bound("minimum"), bound("maximum"));
                if (min.as_str(), max.as_str()) != ("None", "None") {
                    out.push(format!("at.big_integer({step}, {}, {min}, {max});", val.by_ref()));
                }
            }
            TypeRef::Number => {
                let min = schema.get("minimum").and_then(Value::as_f64);
                let max = schema.get("maximum").and_then(Value::as_f64);
                let above = schema.get("not").and_then(|not| not.get("maximum")).and_then(Value::as_f64);
                if min.is_some() || max.is_some() || above.is_some() {
                    out.push(format!("at.number({step}, {}, {min:?}, {max:?}, {above:?});", val.by_ref()));
                }
            }
            TypeRef::List(item) => out.extend(self.list(schema, item, val, step, at, why, base, depth)?),
            TypeRef::Map(item) => out.extend(self.map(schema, item, val, step, at, why, base, depth)?),
            _ => {}
        }
        // The combinators as one test; what stands beside them was said above.
        let mut combined = schema.clone();
        if let Some(keywords) = combined.as_object_mut() {
            keywords.retain(|keyword, _| match keyword.as_str() {
                "anyOf" | "oneOf" | "allOf" | "if" | "then" | "else" => true,
                "not" => *ty != TypeRef::Number,
                "const" | "enum" => !base,
                _ => false,
            });
        }
        if let Some(rule) = keywords(&combined).keys().next().cloned() {
            let test = self.test(&combined, ty, val, at)?;
            if !matches!(test, Test::Always) {
                let message = format!("expected {}{why}", wanted(&combined));
                out.push(format!("if {} {{ at.broken_at({step}, {rule:?}, {}); }}", test.not().code(), rust_string(&message)));
            }
        }
        Ok(out)
    }

    /// One condition that has to hold.
    #[allow(clippy::too_many_arguments)]
    fn expect(&mut self, schema: &Value, ty: &TypeRef, val: &Val, steps: &str, wanted: &str, at: &str, why: &str) -> Code {
        Ok(match self.test(schema, ty, val, at)? {
            Test::Always => Vec::new(),
            test => vec![format!("at.expect({steps}, {}, {}, {});", test.code(), rust_string(wanted), rust_string(why))],
        })
    }

    /// The check of a nested value's own rules.
    fn nested(&self, ty: &TypeRef, val: &Val, step: &str) -> Vec<String> {
        let plain = matches!(ty, TypeRef::Named(name) if self.plan.find(name).is_some_and(|ty| matches!(ty.shape, Shape::Enum(_) | Shape::Identifier)));
        if plain {
            Vec::new()
        } else {
            vec![format!("at.member({step}, {});", val.by_ref())]
        }
    }

    /// The inline type that a conditional asks an opaque member to be.
    fn named_for(&self, schema: &Value, at: &str) -> Option<String> {
        schema.get("properties")?;
        self.plan.types.iter().find(|ty| ty.pointer == at).map(|ty| ty.name.clone())
    }

    /// The object behind a type, through newtypes, and the code that reaches it.
    fn object_of(&self, ty: &TypeRef, code: &str) -> Option<(&'a ObjectPlan, String)> {
        let TypeRef::Named(name) = ty else { return None };
        match &self.plan.find(name)?.shape {
            Shape::Object(object) => Some((object, code.to_owned())),
            Shape::Newtype(inner) => self.object_of(inner, &format!("{code}.0")),
            _ => None,
        }
    }

    fn schema_of(&self, ty: &TypeRef) -> Option<Value> {
        let TypeRef::Named(name) = ty else { return None };
        Some(self.plan.find(name)?.schema.clone())
    }

    fn text(&mut self, schema: &Value, ty: &TypeRef, val: &Val, step: &str, at: &str, why: &str) -> Code {
        let value = if *ty == TypeRef::String { val.by_ref() } else { format!("{}.as_str()", val.code) };
        let mut chain = String::new();
        let (min, max) = (schema.get("minLength"), schema.get("maxLength"));
        if min.is_some() || max.is_some() {
            let (min, max) = (min.map_or("0".into(), Value::to_string), max.map_or(UNBOUNDED.into(), Value::to_string));
            chain.push_str(&format!(".chars({min}, {max})"));
        }
        if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
            chain.push_str(&format!(".matches({}, {})", self.pattern(pattern, at)?, rust_string(pattern)));
        }
        if let Some(max) = schema.get("x-octo-max-utf16-length") {
            chain.push_str(&format!(".utf16({max})"));
        }
        let _ = why;
        Ok(if chain.is_empty() { Vec::new() } else { vec![format!("at.text({step}, {value}){chain};")] })
    }

    #[allow(clippy::too_many_arguments)]
    fn list(&mut self, schema: &Value, item: &TypeRef, val: &Val, step: &str, at: &str, why: &str, base: bool, depth: usize) -> Code {
        let mut out = Vec::new();
        let none = schema.get("items") == Some(&Value::Bool(false));
        let (min, max) = (schema.get("minItems"), schema.get("maxItems"));
        if min.is_some() || max.is_some() || none {
            let max = if none { "0".into() } else { max.map_or(UNBOUNDED.into(), Value::to_string) };
            out.push(format!("at.items({step}, {}.len(), {}, {max});", val.code, min.map_or("0".into(), Value::to_string)));
        }
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            out.push(format!("at.unique({step}, {});", val.by_ref()));
        }
        if let Some(items @ Value::Object(_)) = schema.get("items") {
            let (index, element) = (format!("index{depth}"), format!("item{depth}"));
            let body = self.value(items, item, &Val::reference(&element), &index, &format!("{at}/items"), why, base, depth + 1)?;
            if !body.is_empty() {
                out.push(format!("at.enter({step});"));
                out.push(format!("for ({index}, {element}) in {}.iter().enumerate() {{ {} }}", val.code, body.join("\n")));
                out.push("at.leave();".to_owned());
            }
        }
        if schema.get("contains").is_some() {
            let contains = serde_json::json!({ "contains": schema["contains"] });
            let test = self.test(&contains, &TypeRef::List(Box::new(item.clone())), val, at)?;
            let message = format!("expected {}{why}", describe(&contains));
            out.push(format!("if {} {{ at.broken_at({step}, \"contains\", {}); }}", test.not().code(), rust_string(&message)));
        }
        Ok(out)
    }

    #[allow(clippy::too_many_arguments)]
    fn map(&mut self, schema: &Value, item: &TypeRef, val: &Val, step: &str, at: &str, why: &str, base: bool, depth: usize) -> Code {
        let mut out = Vec::new();
        let (min, max) = (schema.get("minProperties"), schema.get("maxProperties"));
        if min.is_some() || max.is_some() {
            let (min, max) = (min.map_or("0".into(), Value::to_string), max.map_or(UNBOUNDED.into(), Value::to_string));
            out.push(format!("at.properties({step}, {}.len(), {min}, {max});", val.code));
        }
        if let Some(pattern) = schema["propertyNames"]["pattern"].as_str() {
            let matcher = self.pattern(pattern, &format!("{at}/propertyNames"))?;
            out.push(format!("at.names({step}, {}.keys(), {matcher}, {});", val.code, rust_string(pattern)));
        } else if schema.get("propertyNames").is_some() {
            return Err(self.error(&format!("{at}/propertyNames"), "only a pattern is known here"));
        }
        if schema.get("x-octo-unique-header-names").is_some() {
            out.push(format!("at.enter({step});"));
            out.push(format!("rules::unique_header_names({}, at);", val.by_ref()));
            out.push("at.leave();".to_owned());
        }
        if let Some(values @ Value::Object(_)) = schema.get("additionalProperties") {
            let (name, value) = (format!("name{depth}"), format!("item{depth}"));
            let body =
                self.value(values, item, &Val::reference(&value), &name, &format!("{at}/additionalProperties"), why, base, depth + 1)?;
            if !body.is_empty() {
                out.push(format!("at.enter({step});"));
                out.push(format!("for ({name}, {value}) in {}.iter() {{ {} }}", val.code, body.join("\n")));
                out.push("at.leave();".to_owned());
            }
        }
        for (wire, property) in keywords(&schema["properties"]) {
            let below = format!("{at}/properties/{}", escape(wire));
            let inner = self.value(property, item, &Val::reference("value"), &format!("{wire:?}"), &below, why, base, depth + 1)?;
            if !inner.is_empty() {
                out.push(format!(
                    "if let Some(value) = {}.get({wire:?}) {{ at.enter({step}); {} at.leave(); }}",
                    val.code,
                    inner.join("\n")
                ));
            }
        }
        if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
            return Err(self.error(&format!("{at}/additionalProperties"), "the names of a map cannot be limited by a rule"));
        }
        for wire in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            out.push(format!(
                "at.enter({step}); at.require({wire:?}, {}.get({wire:?}).is_some(), {}); at.leave();",
                val.code,
                rust_string(why)
            ));
        }
        Ok(out)
    }

    // ---- conditions -------------------------------------------------------------------------

    fn test_object(&mut self, scope: &Scope<'_>, schema: &Value, at: &str) -> Result<Test, CodegenError> {
        let mut tests = Vec::new();
        for (keyword, value) in keywords(schema) {
            let below = format!("{at}/{keyword}");
            tests.push(match keyword.as_str() {
                "properties" => {
                    let mut all = Vec::new();
                    for (wire, property) in keywords(value) {
                        all.push(self.test_property(scope, wire, property, &format!("{below}/{}", escape(wire)))?);
                    }
                    Test::all(all)
                }
                "required" => {
                    Test::all(value.as_array().into_iter().flatten().filter_map(Value::as_str).map(|wire| scope.present(wire)).collect())
                }
                "not" => self.test_object(scope, value, &below)?.not(),
                "anyOf" | "allOf" | "oneOf" => {
                    let mut parts = Vec::new();
                    for (index, part) in value.as_array().into_iter().flatten().enumerate() {
                        parts.push(self.test_object(scope, part, &format!("{below}/{index}"))?);
                    }
                    match keyword.as_str() {
                        "anyOf" => Test::any(parts),
                        "allOf" => Test::all(parts),
                        _ => {
                            let count: Vec<String> = parts.into_iter().map(|test| format!("usize::from({})", test.code())).collect();
                            Test::Code(format!("{} == 1", count.join(" + ")))
                        }
                    }
                }
                "if" => {
                    let condition = self.test_object(scope, value, &below)?.code();
                    let then = schema.get("then").map(|then| self.test_object(scope, then, at)).transpose()?.unwrap_or(Test::Always);
                    let otherwise = schema.get("else").map(|part| self.test_object(scope, part, at)).transpose()?.unwrap_or(Test::Always);
                    Test::Code(format!("if {condition} {{ {} }} else {{ {} }}", then.code(), otherwise.code()))
                }
                "type" if value == "object" => Test::Always,
                "then" | "else" | "description" => Test::Always,
                "additionalProperties" if value.is_boolean() => match (&scope.extra, value) {
                    (Some(extra), Value::Bool(false)) => Test::Code(format!("{extra}.is_empty()")),
                    _ => Test::Always,
                },
                other => return Err(self.error(&below, format!("`{other}` cannot be tested here"))),
            });
        }
        Ok(Test::all(tests))
    }

    fn test_property(&mut self, scope: &Scope<'_>, wire: &str, property: &Value, at: &str) -> Result<Test, CodegenError> {
        if let Some(constant) = scope.constant(wire) {
            return match constant_fits(constant, property) {
                Some(true) => Ok(Test::Always),
                Some(false) => Ok(Test::Never),
                None => Err(self.error(at, "this test of a constant is of no form that is known")),
            };
        }
        let Some((member, val)) = scope.member(wire) else {
            return match &scope.extra {
                Some(_) => Err(self.error(at, format!("a rule tests the member `{wire}`, which the object does not declare"))),
                None => Ok(Test::Always),
            };
        };
        let inner = match member.presence {
            Presence::Required => return self.test(property, &member.ty, &val, at),
            _ => self.test(property, &member.ty, &Val::reference("value"), at)?,
        };
        let Test::Code(code) = inner else {
            return match inner {
                Test::Never => Ok(scope.present(wire).not()),
                other => Ok(other),
            };
        };
        let option = match member.presence {
            Presence::Tristate => format!("{}.value()", val.code),
            _ => format!("{}.as_ref()", val.code),
        };
        Ok(Test::Code(format!("{option}.is_none_or(|value| {code})")))
    }

    /// Whether a value of type `ty` satisfies `schema`.
    fn test(&mut self, schema: &Value, ty: &TypeRef, val: &Val, at: &str) -> Result<Test, CodegenError> {
        if let Value::Bool(always) = schema {
            return Ok(if *always { Test::Always } else { Test::Never });
        }
        if let Some(name) = reference(schema) {
            if *ty == TypeRef::Named(name.to_owned()) {
                return Ok(Test::Always);
            }
            let target = self.source.definition(name).cloned().unwrap_or_default();
            return self.test(&target, ty, val, &format!("/definitions/{}", escape(name)));
        }
        if let Some((object, code)) = self.object_of(ty, &val.code) {
            return self.test_object(&Scope::of(object, &code, 1), schema, at);
        }
        let mut tests = Vec::new();
        for (keyword, value) in keywords(schema) {
            let below = format!("{at}/{keyword}");
            tests.push(match keyword.as_str() {
                "const" => self.equals(value, ty, val, &below)?,
                "enum" => {
                    let mut any = Vec::new();
                    for value in value.as_array().into_iter().flatten() {
                        any.push(self.equals(value, ty, val, &below)?);
                    }
                    Test::any(any)
                }
                "pattern" => match self.str_of(ty, val) {
                    Some(text) => Test::Code(format!("{}({text})", self.pattern(value.as_str().unwrap_or_default(), at)?)),
                    None => Test::Always,
                },
                "x-octo-http-url" => match self.str_of(ty, val) {
                    Some(text) => Test::Code(format!("crate::format::http_url::is_http_url({text})")),
                    None => Test::Always,
                },
                "minLength" => Test::Code(format!("({}).chars().count() >= {value}", self.str_of(ty, val).unwrap_or_default())),
                "minimum" | "maximum" => {
                    let operator = if keyword == "minimum" { ">=" } else { "<=" };
                    match ty {
                        TypeRef::Number => Test::Code(format!("{}.as_f64().unwrap_or(f64::NAN) {operator} {value} as f64", val.code)),
                        _ => Test::Code(format!("({}) as i128 {operator} {value}", val.copied())),
                    }
                }
                "minItems" => Test::Code(format!("{}.len() >= {value}", val.code)),
                "maxItems" => Test::Code(format!("{}.len() <= {value}", val.code)),
                "items" | "contains" => match ty {
                    TypeRef::List(item) => {
                        let test = self.test(value, item, &Val::reference("item"), &below)?;
                        let method = if keyword == "items" { "all" } else { "any" };
                        match (test, keyword.as_str()) {
                            (Test::Always, "items") => Test::Always,
                            (Test::Always, _) => Test::Code(format!("!{}.is_empty()", val.code)),
                            (test, _) => Test::Code(format!("{}.iter().{method}(|item| {})", val.code, test.code())),
                        }
                    }
                    _ => Test::Always,
                },
                "properties" => self.test_tags(value, ty, val, &below)?,
                "required" => Test::all(
                    value
                        .as_array()
                        .into_iter()
                        .flatten()
                        .filter_map(Value::as_str)
                        .filter(|wire| !self.is_tag(ty, wire))
                        .map(|wire| Test::Code(format!("{}.get({wire:?}).is_some()", val.code)))
                        .collect(),
                ),
                "not" => self.test(value, ty, val, &below)?.not(),
                "anyOf" | "allOf" => {
                    let mut parts = Vec::new();
                    for (index, part) in value.as_array().into_iter().flatten().enumerate() {
                        parts.push(self.test(part, ty, val, &format!("{below}/{index}"))?);
                    }
                    if keyword == "anyOf" {
                        Test::any(parts)
                    } else {
                        Test::all(parts)
                    }
                }
                "type" => self.test_type(value, ty, &below)?,
                // The base check has these.
                "maxLength" | "uniqueItems" | "format" | "description" | "additionalProperties" | "propertyNames" => Test::Always,
                other => return Err(self.error(&below, format!("`{other}` cannot be tested here"))),
            });
        }
        Ok(Test::all(tests))
    }

    fn test_type(&self, value: &Value, ty: &TypeRef, at: &str) -> Result<Test, CodegenError> {
        let kind = ty.kind(self.plan).ok_or_else(|| self.error(at, "the type of any JSON cannot be tested"))?;
        let fits = match value.as_str() {
            Some("object") => kind == Kind::Object,
            Some("array") => kind == Kind::Array,
            Some("string") => kind == Kind::String,
            Some("number" | "integer") => kind == Kind::Number,
            Some("boolean") => kind == Kind::Boolean,
            _ => return Err(self.error(at, "this type cannot be tested")),
        };
        Ok(if fits { Test::Always } else { Test::Never })
    }

    fn is_tag(&self, ty: &TypeRef, wire: &str) -> bool {
        let TypeRef::Named(name) = ty else { return false };
        matches!(self.plan.find(name).map(|ty| &ty.shape), Some(Shape::Union(union)) if union.tags.iter().any(|tag| tag == wire))
    }

    /// Conditions on the tags of a union, or on the entries of a map.
    fn test_tags(&mut self, properties: &Value, ty: &TypeRef, val: &Val, at: &str) -> Result<Test, CodegenError> {
        let mut all = Vec::new();
        for (wire, property) in keywords(properties) {
            let below = format!("{at}/{}", escape(wire));
            if self.is_tag(ty, wire) {
                let accessor = Val::reference(format!("{}.{}()", val.code, crate::shape::accessor_name(wire)));
                all.push(self.test_str(property, &accessor.code, &below)?);
            } else if let Some(test) = self.test_arm_member(wire, property, ty, val, &below)? {
                all.push(test);
            } else if let TypeRef::Map(item) = ty {
                let inner = self.test(property, item, &Val::reference("value"), &below)?;
                all.push(Test::Code(format!("{}.get({wire:?}).is_none_or(|value| {})", val.code, inner.code())));
            } else {
                return Err(self.error(&below, "only a union's tags and a map's entries can be tested here"));
            }
        }
        Ok(Test::all(all))
    }

    /// A condition on a member that only some arms of a union have; it holds for the others.
    fn test_arm_member(&mut self, wire: &str, property: &Value, ty: &TypeRef, val: &Val, at: &str) -> Result<Option<Test>, CodegenError> {
        let TypeRef::Named(name) = ty else { return Ok(None) };
        let Some(Shape::Union(union)) = self.plan.find(name).map(|ty| &ty.shape) else { return Ok(None) };
        let mut tests = Vec::new();
        for arm in &union.arms {
            let crate::plan::Holds::Object(object_name) = &arm.holds else { continue };
            let Some(Shape::Object(object)) = self.plan.find(object_name).map(|ty| &ty.shape) else { continue };
            if object.member(wire).is_none() {
                continue;
            }
            let scope = Scope::of(object, "arm", 1);
            let test = self.test_property(&scope, wire, property, at)?;
            tests.push(match test {
                Test::Code(code) => {
                    Test::Code(format!("if let {name}::{}(arm) = {} {{ {code} }} else {{ true }}", arm.variant, val.by_ref()))
                }
                Test::Always => Test::Always,
                Test::Never => Test::Code(format!("!matches!({}, {name}::{}(_))", val.by_ref(), arm.variant)),
            });
        }
        Ok(if tests.is_empty() { None } else { Some(Test::all(tests)) })
    }

    /// Conditions on a string that is at hand as `&str`.
    fn test_str(&mut self, schema: &Value, code: &str, at: &str) -> Result<Test, CodegenError> {
        let mut tests = Vec::new();
        for (keyword, value) in keywords(schema) {
            tests.push(match (keyword.as_str(), value) {
                ("const", Value::String(text)) => Test::Code(format!("{code} == {text:?}")),
                ("enum", Value::Array(values)) => {
                    let values: Vec<String> = values.iter().filter_map(Value::as_str).map(quote).collect();
                    Test::Code(format!("matches!({code}, {})", values.join(" | ")))
                }
                ("pattern", Value::String(pattern)) => Test::Code(format!("{}({code})", self.pattern(pattern, at)?)),
                ("description" | "type", _) => Test::Always,
                _ => return Err(self.error(&format!("{at}/{keyword}"), "this cannot be tested on a tag")),
            });
        }
        Ok(Test::all(tests))
    }

    fn str_of(&self, ty: &TypeRef, val: &Val) -> Option<String> {
        match ty {
            TypeRef::String => Some(val.by_ref()),
            TypeRef::Timestamp | TypeRef::Uri | TypeRef::Pointer => Some(format!("{}.as_str()", val.code)),
            TypeRef::Named(name) => match self.plan.find(name)?.shape {
                Shape::Enum(_) | Shape::Identifier => Some(format!("{}.as_str()", val.code)),
                _ => None,
            },
            _ => None,
        }
    }

    fn equals(&mut self, value: &Value, ty: &TypeRef, val: &Val, at: &str) -> Result<Test, CodegenError> {
        Ok(match (value, ty) {
            (Value::String(text), TypeRef::Named(name)) => match &self.plan.find(name).map(|ty| &ty.shape) {
                Some(Shape::Enum(values)) => {
                    if values.iter().any(|(known, _)| known == text) {
                        Test::Code(format!("matches!({}, {name}::{})", val.code, crate::shape::variant_name(text)))
                    } else {
                        Test::Never
                    }
                }
                Some(Shape::Identifier) => Test::Code(format!("{}.as_str() == {text:?}", val.code)),
                _ => Test::Never,
            },
            (Value::String(text), TypeRef::String) => Test::Code(format!("{} == {text:?}", val.code)),
            (Value::Bool(flag), TypeRef::Bool) => Test::Code(if *flag { val.copied() } else { format!("!{}", val.copied()) }),
            (Value::Bool(true), TypeRef::True) => Test::Always,
            (Value::Number(number), TypeRef::U64 | TypeRef::I64) => Test::Code(format!("{} == {number}", val.copied())),
            (Value::Null, _) => Test::Never,
            _ => return Err(self.error(at, format!("a value of type `{}` cannot be compared with {}", ty.rust(), constant(value)))),
        })
    }
}

/// Statements under a condition, as short as they can be.
fn conditional(test: Test, then: Vec<String>, otherwise: Vec<String>) -> Vec<String> {
    match (test, then.is_empty(), otherwise.is_empty()) {
        (Test::Always, ..) => then,
        (Test::Never, ..) => otherwise,
        (_, true, true) => Vec::new(),
        (Test::Code(code), false, true) => vec![format!("if {code} {{ {} }}", then.join("\n"))],
        (Test::Code(code), true, false) => vec![format!("if !({code}) {{ {} }}", otherwise.join("\n"))],
        (Test::Code(code), false, false) => vec![format!("if {code} {{ {} }} else {{ {} }}", then.join("\n"), otherwise.join("\n"))],
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

/// Whether a constant satisfies a schema that speaks of constants.
fn constant_fits(constant: &Constant, schema: &Value) -> Option<bool> {
    let Constant::Text(text) = constant else { return None };
    match (schema.get("const"), schema.get("enum"), schema.get("pattern")) {
        (Some(value), ..) => Some(value == text),
        (_, Some(Value::Array(values)), _) => Some(values.iter().any(|value| value == text)),
        (.., Some(Value::String(pattern))) => Matcher::new(pattern).ok().map(|matcher| matcher.matches(text)),
        _ => None,
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
