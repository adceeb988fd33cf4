//! Assertions on a value of any type.

use serde_json::{json, Value};

use super::logic::Test;
use super::object::{demand, Extent};
use super::scope::{Scope, Val};
use super::{bounds, count, Code, Rules, KEYWORDS_OF_EVERYTHING};
use crate::code::{Call, Stmt};
use crate::describe::{self, quote};
use crate::lower::narrowed;
use crate::plan::{Kind, Shape, TypeRef};
use crate::source::{escape, items, keywords, reference, strings};
use crate::CodegenError;

/// The value that a schema speaks of.
#[derive(Clone, Copy)]
pub(super) struct Target<'t> {
    pub(super) ty: &'t TypeRef,
    pub(super) val: &'t Val,
    /// The step from the current path to the value.
    pub(super) step: &'t str,
    /// Where the schema stands.
    pub(super) at: &'t str,
    /// The type is made from this very schema, so that the schemas of its parts hold already.
    pub(super) base: bool,
}

impl Target<'_> {
    /// The call `at.name(step, …)`.
    fn call(&self, name: &str, args: impl IntoIterator<Item = String>) -> Call {
        Call::new(format!("at.{name}"), std::iter::once(self.step.to_owned()).chain(args))
    }
}

impl Rules<'_> {
    /// What `schema` says of a value.
    pub(super) fn value(&mut self, schema: &Value, target: Target<'_>) -> Code {
        let Target { ty, val, at, base, .. } = target;
        if let Some(name) = reference(schema) {
            let definition = self.source.definition(name).cloned().unwrap_or_default();
            let below = format!("/definitions/{}", escape(name));
            return match ty {
                TypeRef::Named(own) if own == name => Ok(if base { self.nested(target) } else { Vec::new() }),
                TypeRef::JsonObject | TypeRef::Json if self.plan.find(name).is_some() => Ok(vec![opaque(name, target)]),
                _ => self.value(&definition, Target { at: &below, ..target }),
            };
        }
        match ty {
            TypeRef::JsonObject => {
                if let Some(name) = self.named_for(schema, at) {
                    return Ok(vec![opaque(&name, target)]);
                }
            }
            TypeRef::Named(_) if base => return self.named(schema, target),
            TypeRef::Named(_) if self.is_object(ty) => return self.narrowed_object(schema, target),
            TypeRef::Named(_) if !self.is_enum(ty) => return self.narrowed_union(schema, target),
            _ => {}
        }
        let mut out = Vec::new();
        if schema.get("x-agentwire-null-until").is_some() {
            out.push(target.call("null_until_1_0", [val.there()]).stmt());
        }
        match ty {
            TypeRef::String | TypeRef::Timestamp | TypeRef::Uri | TypeRef::Pointer => out.extend(self.text(schema, target)?),
            TypeRef::U64 | TypeRef::I64 | TypeRef::Integer => out.extend(integer(schema, target)),
            TypeRef::Number => out.extend(number(schema, target)),
            TypeRef::List(item) => out.extend(self.list(schema, item, target)?),
            TypeRef::Map(item) => out.extend(self.map(schema, item, target)?),
            _ => {}
        }
        for (keyword, value) in keywords(schema) {
            out.extend(self.keyword(keyword, value, schema, target)?);
        }
        Ok(out)
    }

    /// The keywords that are the same for all types; those of the value's own type are said already.
    fn keyword(&mut self, keyword: &str, value: &Value, schema: &Value, target: Target<'_>) -> Code {
        let Target { ty, val, at, base, .. } = target;
        let below = format!("{at}/{}", escape(keyword));
        let of_type = match ty {
            TypeRef::String | TypeRef::Timestamp | TypeRef::Uri | TypeRef::Pointer => TEXT,
            TypeRef::U64 | TypeRef::I64 | TypeRef::Integer | TypeRef::Number => NUMBER,
            TypeRef::List(_) => LIST,
            TypeRef::Map(_) => MAP,
            TypeRef::JsonObject => &["additionalProperties"],
            _ => &[],
        };
        Ok(match keyword {
            known if KEYWORDS_OF_EVERYTHING.contains(&known) || of_type.contains(&known) => Vec::new(),
            "const" | "enum" if base => Vec::new(),
            "const" => self.constants(std::slice::from_ref(value), target, &below)?,
            "enum" => self.constants(value.as_array().map_or(&[], Vec::as_slice), target, &below)?,
            "not" if *ty == TypeRef::Number && value.get("maximum").is_some() && keywords(value).len() == 1 => Vec::new(),
            "not" | "anyOf" | "oneOf" | "if" | "x-octo-http-url" => {
                // The condition as a schema of its own; what stands beside it is another statement.
                let parts = ["if", "then", "else"].into_iter().filter(|name| keyword == "if" && schema.get(name).is_some());
                let mut single = json!({ keyword: value });
                parts.for_each(|name| single[name] = schema[name].clone());
                match self.test(&single, ty, val, at)? {
                    Test::Always => Vec::new(),
                    test => vec![demand(target.step, &test, keyword, &describe::must(&single))],
                }
            }
            "then" | "else" => Vec::new(),
            "allOf" => {
                let mut out = Vec::new();
                for (index, part) in items(value).enumerate() {
                    out.extend(self.value(part, Target { at: &format!("{below}/{index}"), base: false, ..target })?);
                }
                out
            }
            // The type has it.
            "type" => Vec::new(),
            other => return Err(self.error(&below, format!("`{other}` says nothing of a `{}` that could be compiled", ty.rust()))),
        })
    }

    /// A value of a few constants only.
    fn constants(&mut self, values: &[Value], target: Target<'_>, at: &str) -> Code {
        let mut allowed = Vec::new();
        for value in values.iter().filter(|value| !value.is_null()) {
            allowed.extend(self.literal(value, target.ty, at)?);
        }
        if let TypeRef::Named(name) = target.ty {
            match self.plan.find(name).map(|ty| &ty.shape) {
                Some(Shape::Enum(all)) if all.len() == allowed.len() => return Ok(Vec::new()),
                Some(Shape::Enum(_)) => {}
                _ => return Err(self.error(at, format!("a `{name}` cannot be compared with a constant here"))),
            }
        }
        if allowed.is_empty() {
            return Err(self.error(at, "no value of the member's type is one of these"));
        }
        if *target.ty == TypeRef::True {
            return Ok(Vec::new());
        }
        Ok(vec![target.call("one_of", [target.val.there(), format!("&[{}]", allowed.join(", "))]).stmt()])
    }

    /// A value of a type of the plan, by its own schema.
    fn named(&mut self, schema: &Value, target: Target<'_>) -> Code {
        let mut out = self.nested(target);
        if narrowed(schema).is_some() {
            for (index, part) in items(&schema["allOf"]).enumerate().skip(1) {
                out.extend(self.value(part, Target { at: &format!("{}/allOf/{index}", target.at), base: false, ..target })?);
            }
            let beside = keywords(schema).iter().filter(|(keyword, _)| !matches!(keyword.as_str(), "allOf" | "type"));
            let beside: Value = beside.map(|(keyword, value)| (keyword.clone(), value.clone())).collect();
            out.extend(self.value(&beside, Target { base: false, ..target })?);
        }
        Ok(out)
    }

    /// The check of a nested value's own rules.
    fn nested(&self, target: Target<'_>) -> Vec<Stmt> {
        let plain = matches!(target.ty, TypeRef::Named(name)
            if self.plan.find(name).is_some_and(|ty| matches!(ty.shape, Shape::Enum(_) | Shape::Identifier)));
        if plain {
            Vec::new()
        } else if target.step == "Here" {
            vec![Call::new(format!("{}.check", target.val.code()), ["at"]).stmt()]
        } else {
            vec![target.call("member", [target.val.there()]).stmt()]
        }
    }

    /// An object that a rule narrows.
    fn narrowed_object(&mut self, schema: &Value, target: Target<'_>) -> Code {
        let Target { ty, val, step, at, .. } = target;
        let Some((object, code)) = self.object_of(ty, val.code()) else { return Ok(Vec::new()) };
        let own = self.schema_of(ty).unwrap_or_default();
        let inner = self.object(&Scope::of(object, &code), schema, at, Extent::Beyond(&own))?;
        Ok(match (inner.is_empty(), step) {
            (true, _) => Vec::new(),
            (_, "Here") => inner,
            _ => vec![target.call("within", []).with("|at|", inner).stmt()],
        })
    }

    /// A union that a rule narrows: its tags, and members of its arms.
    fn narrowed_union(&mut self, schema: &Value, target: Target<'_>) -> Code {
        let inner = self.union_rules(schema, target)?;
        Ok(match (inner.is_empty(), target.step) {
            (true, _) => Vec::new(),
            (_, "Here") => inner,
            _ => vec![target.call("within", []).with("|at|", inner).stmt()],
        })
    }

    fn union_rules(&mut self, schema: &Value, target: Target<'_>) -> Code {
        let Target { ty, val, at, .. } = target;
        let mut inner = Vec::new();
        for (keyword, value) in keywords(schema) {
            let below = format!("{at}/{}", escape(keyword));
            match keyword.as_str() {
                "properties" => {
                    for (wire, property) in keywords(value) {
                        inner.extend(self.narrowed_arms(wire, property, target, &format!("{below}/{}", escape(wire)))?);
                    }
                }
                "required" if strings(value).all(|wire| self.is_tag(ty, wire)) => {}
                "allOf" => {
                    for (index, part) in items(value).enumerate() {
                        inner.extend(self.union_rules(part, Target { at: &format!("{below}/{index}"), ..target })?);
                    }
                }
                "not" | "anyOf" | "oneOf" => {
                    let single = json!({ keyword: value });
                    let message = match keyword.as_str() {
                        "not" => describe::not_allowed(value),
                        _ => describe::forms(keyword, value),
                    };
                    match self.test(&single, ty, val, at)? {
                        Test::Always => {}
                        test => inner.push(demand("Here", &test, keyword, &message)),
                    }
                }
                "type" if value == "object" => {}
                known if KEYWORDS_OF_EVERYTHING.contains(&known) => {}
                other => return Err(self.error(&below, format!("`{other}` says nothing of a union that could be compiled"))),
            }
        }
        Ok(inner)
    }

    /// What a rule says of a union's tag, or of a member that some of its arms have.
    fn narrowed_arms(&mut self, wire: &str, property: &Value, target: Target<'_>, at: &str) -> Code {
        let Target { ty, val, .. } = target;
        if self.is_tag(ty, wire) {
            let accessor = Val::place(format!("{}.{}()", val.code(), crate::shape::accessor_name(wire)));
            let target = Target { ty: &TypeRef::String, val: &accessor, step: &format!("{wire:?}"), at, base: false };
            let plain = keywords(property).keys().all(|keyword| matches!(keyword.as_str(), "const" | "enum" | "type" | "description"));
            return match plain {
                true => self.value(property, target),
                false => Err(self.error(at, "only constants can be asked of a tag")),
            };
        }
        let arms = self.arms_with(wire, ty);
        if arms.is_empty() {
            return Err(self.error(at, format!("no arm of the union has a member `{wire}`")));
        }
        let mut out = Vec::new();
        for (path, object) in arms {
            let body = self.property(&Scope::of(object, "arm"), wire, property, at)?;
            if !body.is_empty() {
                out.push(Stmt::IfLet(format!("{path}(arm) = {}", val.by_ref()), body));
            }
        }
        Ok(out)
    }

    fn text(&mut self, schema: &Value, target: Target<'_>) -> Code {
        let mut chain = Vec::new();
        if let Some(range) = bounds(schema.get("minLength"), schema.get("maxLength")) {
            chain.push(Call::new(".chars", [range]));
        }
        if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
            chain.push(Call::new(".matches", [self.pattern(pattern, target.at)?, quote(&describe::pattern(pattern))]));
        }
        if let Some(max) = schema.get("x-octo-max-utf16-length") {
            chain.push(Call::new(".utf16", [count(max)]));
        }
        let call = target.call("text", [target.val.there()]);
        Ok(if chain.is_empty() { Vec::new() } else { vec![chain.into_iter().fold(call, Call::then).stmt()] })
    }

    fn list(&mut self, schema: &Value, item: &TypeRef, target: Target<'_>) -> Code {
        let Target { ty, val, at, .. } = target;
        let mut out = Vec::new();
        let none = json!(0);
        let most = if schema.get("items") == Some(&Value::Bool(false)) { Some(&none) } else { schema.get("maxItems") };
        if let Some(range) = bounds(schema.get("minItems"), most) {
            out.push(target.call("items", [val.there(), range]).stmt());
        }
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            out.push(target.call("unique", [val.there()]).stmt());
        }
        if let Some(items @ Value::Object(_)) = schema.get("items") {
            out.extend(self.each(items, item, &format!("{at}/items"), target)?);
        }
        if schema.get("contains").is_some() {
            let contains = json!({ "contains": schema["contains"] });
            let test = self.test(&contains, ty, val, at)?;
            out.push(demand(target.step, &test, "contains", &describe::must(&contains)));
        }
        Ok(out)
    }

    fn map(&mut self, schema: &Value, item: &TypeRef, target: Target<'_>) -> Code {
        let Target { val, at, .. } = target;
        let mut out = Vec::new();
        if let Some(range) = bounds(schema.get("minProperties"), schema.get("maxProperties")) {
            out.push(target.call("properties", [val.there(), range]).stmt());
        }
        match (schema.get("propertyNames"), schema["propertyNames"]["pattern"].as_str()) {
            (Some(names), Some(pattern)) if keywords(names).keys().all(|keyword| matches!(keyword.as_str(), "pattern" | "type")) => {
                let matcher = self.pattern(pattern, &format!("{at}/propertyNames"))?;
                out.push(target.call("names", [val.there(), matcher, quote(&describe::pattern(pattern))]).stmt());
            }
            (Some(_), _) => return Err(self.error(&format!("{at}/propertyNames"), "only a pattern is known here")),
            (None, _) => {}
        }
        if schema.get("x-octo-unique-header-names").is_some() {
            let rule = Call::new("rules::unique_header_names", ["map", "at"]).stmt();
            out.push(target.call("some", [val.there()]).with("|at, map|", vec![rule]).stmt());
        }
        if let Some(values @ Value::Object(_)) = schema.get("additionalProperties") {
            out.extend(self.each(values, item, &format!("{at}/additionalProperties"), target)?);
        }
        if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
            return Err(self.error(&format!("{at}/additionalProperties"), "the names of a map cannot be limited by a rule"));
        }
        let mut entries = Vec::new();
        for (wire, property) in keywords(&schema["properties"]) {
            let below = format!("{at}/properties/{}", escape(wire));
            let entry = Val::reference("entry");
            let inner =
                self.value(property, Target { ty: item, val: &entry, step: &format!("{wire:?}"), at: &below, base: target.base })?;
            if !inner.is_empty() {
                entries.push(Stmt::IfLet(format!("Some(entry) = {}.get({wire:?})", val.code()), inner));
            }
        }
        for wire in strings(&schema["required"]) {
            entries.push(Call::new("at.require", [format!("{wire:?}"), format!("{}.get({wire:?}).is_some()", val.code())]).stmt());
        }
        match (entries.is_empty(), target.step) {
            (true, _) => {}
            (_, "Here") => out.extend(entries),
            _ => out.push(target.call("within", []).with("|at|", entries).stmt()),
        }
        Ok(out)
    }

    /// What a schema says of each element of a list or each value of a map.
    fn each(&mut self, schema: &Value, item: &TypeRef, at: &str, target: Target<'_>) -> Code {
        let element = Val::reference("item");
        let body = self.value(schema, Target { ty: item, val: &element, step: "Here", at, base: target.base })?;
        Ok(match &body[..] {
            [] => Vec::new(),
            // The rules of the elements' own type: the list has them.
            [only] if *only == Call::new("item.check", ["at"]).stmt() => vec![target.call("member", [target.val.there()]).stmt()],
            _ => vec![target.call("each", [target.val.there()]).with("|at, item|", body).stmt()],
        })
    }
}

const TEXT: &[&str] = &["minLength", "maxLength", "pattern", "format", "x-octo-max-utf16-length"];
const NUMBER: &[&str] = &["minimum", "maximum"];
const LIST: &[&str] = &["items", "contains", "minItems", "maxItems", "uniqueItems"];
const MAP: &[&str] =
    &["propertyNames", "minProperties", "maxProperties", "additionalProperties", "properties", "required", "x-octo-unique-header-names"];

/// A schema of several JSON types, without what it says of the other ones.
pub(super) fn of_kind(schema: &Value, kind: Kind) -> Value {
    let others = [(Kind::String, TEXT), (Kind::Number, NUMBER), (Kind::Array, LIST), (Kind::Object, MAP)];
    let foreign = |keyword: &str| others.iter().any(|(other, list)| *other != kind && list.contains(&keyword));
    keywords(schema).iter().filter(|(keyword, _)| !foreign(keyword)).map(|(keyword, value)| (keyword.clone(), value.clone())).collect()
}

fn opaque(name: &str, target: Target<'_>) -> Stmt {
    target.call(&format!("opaque::<{name}>"), [format!("{}.as_str()", target.val.code())]).stmt()
}

fn integer(schema: &Value, target: Target<'_>) -> Option<Stmt> {
    // What the type itself rules out needs no check.
    let least = schema.get("minimum").filter(|min| *target.ty != TypeRef::U64 || **min != 0);
    let range = bounds(least, schema.get("maximum"))?;
    Some(target.call("integer", [target.val.there(), range]).stmt())
}

fn number(schema: &Value, target: Target<'_>) -> Vec<Stmt> {
    let double = |bound: &Value| bound.as_f64().map(|bound| format!("{bound:?}"));
    let bound = |name: &str| schema.get(name).and_then(double);
    let mut out = Vec::new();
    let range = match (bound("minimum"), bound("maximum")) {
        (None, None) => None,
        (Some(min), None) => Some(format!("{min}..")),
        (min, Some(max)) => Some(format!("{}..={max}", min.unwrap_or_default())),
    };
    // The schemas have no `exclusiveMinimum`: they say `not: { maximum }`.
    let above = schema.get("not").and_then(|not| not.get("maximum")).and_then(double);
    let above = above.map(|above| format!("(Bound::Excluded({above}), Bound::Unbounded)"));
    for range in [range, above].into_iter().flatten() {
        out.push(target.call("number", [target.val.there(), range]).stmt());
    }
    out
}

impl Rules<'_> {
    /// The inline type that a conditional asks an opaque member to be.
    fn named_for(&self, schema: &Value, at: &str) -> Option<String> {
        schema.get("properties")?;
        self.plan.types.iter().find(|ty| ty.pointer == at).map(|ty| ty.name.clone())
    }

    /// The schema of a type of the plan.
    fn schema_of(&self, ty: &TypeRef) -> Option<Value> {
        let TypeRef::Named(name) = ty else { return None };
        Some(self.plan.find(name)?.schema.clone())
    }

    /// The error of a form that is not known.
    pub(super) fn error(&self, at: &str, message: impl Into<String>) -> CodegenError {
        self.source.error(super::STAGE, at, message)
    }
}
