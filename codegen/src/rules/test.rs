//! From a schema to the condition that a typed value satisfies it.

use serde_json::Value;

use super::logic::{Subject, Test};
use super::scope::{present, Scope, Val};
use super::{constant_fits, Rules};
use crate::describe::constant;
use crate::plan::{Holds, Kind, Member, ObjectPlan, Presence, Shape, TypeRef};
use crate::source::{escape, items, keywords, reference, strings};
use crate::CodegenError;

type Tested = Result<Test, CodegenError>;

impl<'a> Rules<'a> {
    /// Whether an object satisfies `schema`.
    pub(super) fn test_object(&mut self, scope: &Scope<'_>, schema: &Value, at: &str) -> Tested {
        let mut tests = Vec::new();
        for (keyword, value) in keywords(schema) {
            let below = format!("{at}/{keyword}");
            tests.push(match keyword.as_str() {
                "properties" => {
                    let mut all = Vec::new();
                    for (wire, property) in keywords(value) {
                        let required = strings(&schema["required"]).any(|name| name == wire);
                        all.push(self.test_property(scope, wire, property, required, &format!("{below}/{}", escape(wire)))?);
                    }
                    Test::all(all)
                }
                "required" => {
                    // Whether a member with a condition of its own is there was part of that.
                    let plain = strings(value).filter(|wire| schema["properties"].get(wire).is_none());
                    Test::all(plain.map(|wire| scope.present(wire)).collect())
                }
                "not" => self.test_object(scope, value, &below)?.not(),
                "anyOf" | "allOf" | "oneOf" => {
                    let mut parts = Vec::new();
                    for (index, part) in items(value).enumerate() {
                        parts.push(self.test_object(scope, part, &format!("{below}/{index}"))?);
                    }
                    combined(keyword, parts)
                }
                "if" => {
                    let condition = self.test_object(scope, value, &below)?;
                    let mut branch = |name: &str| match schema.get(name) {
                        Some(branch) => self.test_object(scope, branch, &format!("{at}/{name}")),
                        None => Ok(Test::Always),
                    };
                    let (then, otherwise) = (branch("then")?, branch("else")?);
                    Test::all(vec![Test::any(vec![condition.clone().not(), then]), Test::any(vec![condition, otherwise])])
                }
                "type" if value == "object" => Test::Always,
                "then" | "else" | "description" => Test::Always,
                "additionalProperties" if value.is_boolean() => match (&scope.extra, value) {
                    (Some(extra), Value::Bool(false)) => Test::flag(format!("{extra}.is_empty()")),
                    _ => Test::Always,
                },
                other => return Err(self.error(&below, format!("`{other}` cannot be tested here"))),
            });
        }
        Ok(Test::all(tests))
    }

    /// Whether a member satisfies `property`. One that is absent does, unless it is `required`.
    pub(super) fn test_property(&mut self, scope: &Scope<'_>, wire: &str, property: &Value, required: bool, at: &str) -> Tested {
        if let Some(constant) = scope.constant(wire) {
            return match constant_fits(constant, property) {
                Some(true) => Ok(Test::Always),
                Some(false) => Ok(Test::Never),
                None => Err(self.error(at, "this test of a constant is of no form that is known")),
            };
        }
        let Some((member, val)) = scope.member(wire) else {
            if scope.tag.as_deref() == Some(wire) {
                return Err(self.error(at, "an event's own type cannot be tested"));
            }
            return match (&scope.extra, required) {
                (Some(_), _) => Err(self.error(at, format!("a rule tests the member `{wire}`, which the object does not declare"))),
                (None, true) => Ok(Test::Never),
                (None, false) => Ok(Test::Always),
            };
        };
        if member.presence == Presence::Required {
            return self.test(property, &member.ty, &val, at);
        }
        let inner = self.test(property, &member.ty, &Val::reference("value"), at)?;
        let null = member.presence != Presence::Optional && null_fits(property);
        let absent = !required && member.presence != Presence::Nullable;
        Ok(match (member.presence, null, absent) {
            (Presence::Tristate, true, true) => within_option(&val, ".value()", member, inner, true),
            (Presence::Tristate, false, false) => within_option(&val, ".value()", member, inner, false),
            (Presence::Tristate, true, false) => Test::all(vec![scope.present(wire), within_option(&val, ".value()", member, inner, true)]),
            (Presence::Tristate, false, true) => {
                Test::any(vec![scope.present(wire).not(), within_option(&val, ".value()", member, inner, false)])
            }
            _ => within_option(&val, ".as_ref()", member, inner, null || absent),
        })
    }

    /// Whether a value of type `ty` satisfies `schema`.
    pub(super) fn test(&mut self, schema: &Value, ty: &TypeRef, val: &Val, at: &str) -> Tested {
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
        if self.is_object(ty) {
            if let Some((object, code)) = self.object_of(ty, val.code()) {
                return self.test_object(&Scope::of(object, &code), schema, at);
            }
        }
        let mut tests = Vec::new();
        for (keyword, value) in keywords(schema) {
            tests.push(self.test_keyword(keyword, value, schema, ty, val, at)?);
        }
        Ok(Test::all(tests))
    }

    fn test_keyword(&mut self, keyword: &str, value: &Value, schema: &Value, ty: &TypeRef, val: &Val, at: &str) -> Tested {
        let below = format!("{at}/{keyword}");
        Ok(match keyword {
            "const" => self.equals(std::slice::from_ref(value), ty, val, &below)?,
            "enum" => self.equals(value.as_array().map_or(&[], Vec::as_slice), ty, val, &below)?,
            "pattern" => match self.str_of(ty, val) {
                Some(text) => Test::flag(format!("{}({text})", self.pattern(value.as_str().unwrap_or_default(), at)?)),
                None => Test::Always,
            },
            "x-octo-http-url" => match self.str_of(ty, val) {
                Some(text) => Test::flag(format!("crate::format::http_url::is_http_url({text})")),
                None => Test::Always,
            },
            "minLength" => match self.str_of(ty, val) {
                Some(_) => Test::compare(&format!("{}.chars().count()", self.text_of(ty, val)), ">=", "<", value),
                None => Test::Always,
            },
            "minimum" | "maximum" => {
                let (operator, opposite) = if keyword == "minimum" { (">=", "<") } else { ("<=", ">") };
                match ty {
                    TypeRef::U64 | TypeRef::I64 => Test::compare(&format!("i128::from({})", val.copied()), operator, opposite, value),
                    _ => return Err(self.error(&below, "only integers of 64 bits can be tested for bounds")),
                }
            }
            "minItems" => Test::compare(&format!("{}.len()", val.code()), ">=", "<", value),
            "maxItems" if value == 0 => Test::flag(format!("{}.is_empty()", val.code())),
            "maxItems" => Test::compare(&format!("{}.len()", val.code()), "<=", ">", value),
            "items" | "contains" => match ty {
                TypeRef::List(item) => {
                    let test = self.test(value, item, &Val::reference("item"), &below)?;
                    let list = val.code();
                    match (keyword, test) {
                        ("items", Test::Always) => Test::Always,
                        ("items", test) => Test::flag(format!("{list}.iter().all(|item| {})", test.code())),
                        (_, Test::Always) => Test::flag(format!("{list}.is_empty()")).not(),
                        (_, Test::Is { rows, negated: false, .. }) if self.is_enum(item) && rows.len() == 1 => {
                            Test::flag(format!("{list}.contains(&{})", rows.concat().concat()))
                        }
                        (_, test) => Test::flag(format!("{list}.iter().any(|item| {})", test.code())),
                    }
                }
                _ => Test::Always,
            },
            "properties" => self.test_below(value, ty, val, &below)?,
            "required" => Test::all(
                strings(value)
                    .filter(|wire| !self.is_tag(ty, wire))
                    .map(|wire| present(&format!("{}.get({wire:?})", val.code())))
                    .collect(),
            ),
            "not" => self.test(value, ty, val, &below)?.not(),
            "anyOf" | "allOf" | "oneOf" => {
                let mut parts = Vec::new();
                for (index, part) in items(value).enumerate() {
                    parts.push(self.test(part, ty, val, &format!("{below}/{index}"))?);
                }
                combined(keyword, parts)
            }
            "if" => {
                let condition = self.test(value, ty, val, &below)?;
                let mut branch = |name: &str| match schema.get(name) {
                    Some(branch) => self.test(branch, ty, val, &format!("{at}/{name}")),
                    None => Ok(Test::Always),
                };
                let (then, otherwise) = (branch("then")?, branch("else")?);
                Test::all(vec![Test::any(vec![condition.clone().not(), then]), Test::any(vec![condition, otherwise])])
            }
            "then" | "else" => Test::Always,
            "type" => self.test_type(value, ty, &below)?,
            // The base check has these.
            "maxLength" | "uniqueItems" | "format" | "description" | "additionalProperties" | "propertyNames" => Test::Always,
            other => return Err(self.error(&below, format!("`{other}` cannot be tested here"))),
        })
    }

    fn test_type(&self, value: &Value, ty: &TypeRef, at: &str) -> Tested {
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

    /// Conditions on the tags and the arms of a union, or on the entries of a map.
    fn test_below(&mut self, properties: &Value, ty: &TypeRef, val: &Val, at: &str) -> Tested {
        let mut all = Vec::new();
        for (wire, property) in keywords(properties) {
            let below = format!("{at}/{}", escape(wire));
            if self.is_tag(ty, wire) {
                let accessor = format!("{}.{}()", val.code(), crate::shape::accessor_name(wire));
                all.push(self.test_str(property, &accessor, &below)?);
            } else if let Some(test) = self.test_arms(wire, property, ty, val, &below)? {
                all.push(test);
            } else if let TypeRef::Map(item) = ty {
                let inner = self.test(property, item, &Val::reference("value"), &below)?;
                all.push(option_test(&format!("{}.get({wire:?})", val.code()), inner, true));
            } else {
                return Err(self.error(&below, "only a union's tags and members and a map's entries can be tested here"));
            }
        }
        Ok(Test::all(all))
    }

    /// A condition on a member that only some arms of a union have; it holds for the others.
    fn test_arms(&mut self, wire: &str, property: &Value, ty: &TypeRef, val: &Val, at: &str) -> Result<Option<Test>, CodegenError> {
        let mut tests = Vec::new();
        for (path, object) in self.arms_with(wire, ty) {
            let test = self.test_property(&Scope::of(object, "arm"), wire, property, false, at)?;
            tests.push(match test.not() {
                Test::Never => Test::Always,
                Test::Always => Test::flag(format!("matches!({}, {path}(_))", val.by_ref())).not(),
                broken => Test::flag(format!("matches!({}, {path}(arm) if {})", val.by_ref(), broken.code())).not(),
            });
        }
        Ok(if tests.is_empty() { None } else { Some(Test::all(tests)) })
    }

    /// The arms of a union that have the member `wire`: the variant's path and the object.
    pub(super) fn arms_with(&self, wire: &str, ty: &TypeRef) -> Vec<(String, &'a ObjectPlan)> {
        let TypeRef::Named(name) = ty else { return Vec::new() };
        let Some(Shape::Union(union)) = self.plan.find(name).map(|ty| &ty.shape) else { return Vec::new() };
        let arms = union.arms.iter().filter_map(|arm| match &arm.holds {
            Holds::Object(held) => match &self.plan.find(held)?.shape {
                Shape::Object(object) if object.member(wire).is_some() => Some((format!("{name}::{}", arm.variant), object)),
                _ => None,
            },
            _ => None,
        });
        arms.collect()
    }

    /// Conditions on a string that is at hand as `&str`.
    fn test_str(&mut self, schema: &Value, code: &str, at: &str) -> Tested {
        let subject = || Subject { equal: code.to_owned(), matched: code.to_owned() };
        let mut tests = Vec::new();
        for (keyword, value) in keywords(schema) {
            tests.push(match (keyword.as_str(), value) {
                ("const", Value::String(text)) => Test::is(subject(), vec![format!("{text:?}")]),
                ("enum", Value::Array(_)) => Test::is(subject(), strings(value).map(|text| format!("{text:?}")).collect()),
                ("pattern", Value::String(pattern)) => Test::flag(format!("{}({code})", self.pattern(pattern, at)?)),
                ("description" | "type", _) => Test::Always,
                _ => return Err(self.error(&format!("{at}/{keyword}"), "this cannot be tested on a tag")),
            });
        }
        Ok(Test::all(tests))
    }

    /// A reference to the text of a value that is a string.
    fn str_of(&self, ty: &TypeRef, val: &Val) -> Option<String> {
        match ty {
            TypeRef::String => Some(val.by_ref()),
            _ if ty.kind(self.plan) == Some(Kind::String) => Some(self.text_of(ty, val)),
            _ => None,
        }
    }

    /// The text of a value that is a string, to look into.
    fn text_of(&self, ty: &TypeRef, val: &Val) -> String {
        if *ty == TypeRef::String {
            val.code().to_owned()
        } else {
            format!("{}.as_str()", val.code())
        }
    }

    /// Whether a value is one of a few constants.
    fn equals(&mut self, values: &[Value], ty: &TypeRef, val: &Val, at: &str) -> Tested {
        let mut patterns = Vec::new();
        for value in values.iter().filter(|value| !value.is_null()) {
            patterns.extend(self.literal(value, ty, at)?);
        }
        let subject = match ty {
            TypeRef::True => return Ok(if patterns.is_empty() { Test::Never } else { Test::Always }),
            TypeRef::String => val.text_subject(),
            TypeRef::Named(_) if !self.is_enum(ty) => {
                let text = format!("{}.as_str()", val.code());
                Subject { equal: text.clone(), matched: text }
            }
            _ => val.subject(),
        };
        Ok(Test::is(subject, patterns))
    }

    /// A constant as Rust writes it for values of type `ty`; none if no such value is equal to it.
    pub(super) fn literal(&self, value: &Value, ty: &TypeRef, at: &str) -> Result<Option<String>, CodegenError> {
        Ok(match (value, ty) {
            (Value::String(text), TypeRef::Named(name)) => match &self.plan.find(name).map(|ty| &ty.shape) {
                Some(Shape::Enum(values)) => {
                    values.iter().any(|known| known.wire == *text).then(|| format!("{name}::{}", crate::shape::variant_name(text)))
                }
                Some(Shape::Identifier) => Some(format!("{text:?}")),
                _ => None,
            },
            (Value::String(text), TypeRef::String) => Some(format!("{text:?}")),
            (Value::Bool(flag), TypeRef::Bool) => Some(flag.to_string()),
            (Value::Bool(true), TypeRef::True) => Some("true".to_owned()),
            (Value::Number(number), TypeRef::U64 | TypeRef::I64) => Some(number.to_string()),
            _ => return Err(self.error(at, format!("a value of type `{}` cannot be compared with {}", ty.rust(), constant(value)))),
        })
    }
}

fn combined(keyword: &str, parts: Vec<Test>) -> Test {
    match keyword {
        "anyOf" => Test::any(parts),
        "allOf" => Test::all(parts),
        _ => exactly_one(parts),
    }
}

/// Whether exactly one of several conditions holds.
pub(super) fn exactly_one(parts: Vec<Test>) -> Test {
    let disjoint = parts.iter().enumerate().all(|(index, part)| parts[..index].iter().all(|other| part.excludes(other)));
    match &parts[..] {
        _ if disjoint => Test::any(parts),
        [one, other] => Test::compare(&format!("({})", one.code()), "!=", "==", format!("({})", other.code())),
        _ => {
            let count: Vec<String> = parts.iter().map(|test| format!("usize::from({})", test.code())).collect();
            Test::compare(&count.join(" + "), "==", "!=", 1)
        }
    }
}

/// A condition on the value of a member that may be absent or null; `otherwise` is what holds then.
fn within_option(val: &Val, reach: &str, member: &Member, inner: Test, otherwise: bool) -> Test {
    let code = val.code();
    let subject = match (&member.ty, member.presence) {
        (_, Presence::Tristate) => None,
        (TypeRef::String, _) => Some(format!("{code}.as_deref()")),
        (TypeRef::Named(_) | TypeRef::Bool | TypeRef::U64 | TypeRef::I64, _) => Some(code.to_owned()),
        _ => None,
    };
    match (subject, &inner) {
        // `self.mode == Some(Mode::Plan)` reads better than a closure.
        (Some(subject), Test::Is { subjects, rows, negated: false }) if matches!(&subjects[..], [only] if only.equal.trim_start_matches('*') == "value") =>
        {
            let values: Vec<String> = rows.iter().map(|row| row.concat()).collect();
            let mut patterns = vec![format!("Some({})", values.join(" | "))];
            if otherwise {
                patterns.insert(0, "None".to_owned());
            }
            if patterns.len() == 1 && values.len() > 1 {
                let code = format!("matches!({subject}, {})", patterns.concat());
                return Test::flag(code);
            }
            Test::is(Subject { equal: subject.clone(), matched: subject }, patterns)
        }
        _ => option_test(&format!("{code}{reach}"), inner, otherwise),
    }
}

/// A condition on what an `Option` holds; `otherwise` is what holds if it is empty.
fn option_test(option: &str, inner: Test, otherwise: bool) -> Test {
    let opposite = inner.clone().not();
    let (some, none) = ("is_some_and", "is_none_or");
    match (&inner, otherwise) {
        (Test::Always, true) => Test::Always,
        (Test::Never, false) => Test::Never,
        (Test::Always, false) => present(option.trim_end_matches(".as_ref()")),
        (Test::Never, true) => present(option.trim_end_matches(".as_ref()")).not(),
        _ => {
            let (yes, no) = if otherwise { (none, some) } else { (some, none) };
            Test::Code {
                yes: format!("{option}.{yes}(|value| {})", inner.code()),
                no: format!("{option}.{no}(|value| {})", opposite.code()),
            }
        }
    }
}

/// Whether null satisfies a schema of a member that may be null.
pub(super) fn null_fits(schema: &Value) -> bool {
    let of_type = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|name| name == "null"),
        Some(name) => name == "null",
        None => true,
    };
    let of_values = match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => value.is_null(),
        (_, Some(Value::Array(values))) => values.contains(&Value::Null),
        _ => true,
    };
    of_type && of_values && reference(schema).is_none()
}
