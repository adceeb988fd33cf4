//! Unions: which arms there are and what they hold.

use heck::ToUpperCamelCase;
use serde_json::Value;

use super::{description, type_name, Lower};
use crate::dispatch::{self, Clash};
use crate::plan::{Arm, Holds, Kind, Plan, Presence, Shape, TypeRef, UnionPlan};
use crate::source::{escape, items, keywords, reference, strings};
use crate::CodegenError;

/// An arm of a `oneOf`: its schema, where that stands, and its name if it is a definition.
struct Resolved {
    schema: Value,
    pointer: String,
    name: Option<String>,
}

impl Lower<'_> {
    /// A union told apart by JSON type, from a list of types.
    pub(super) fn by_type(&mut self, schema: &Value, types: &[Value], pointer: &str) -> Result<Shape, CodegenError> {
        let mut arms = Vec::new();
        for name in types {
            let mut arm = schema.clone();
            arm["type"] = name.clone();
            let ty = self.unnamed(&arm, pointer, "")?;
            self.add_kind(&mut arms, ty, &format!("{pointer}/type"))?;
        }
        Ok(Shape::ByType(arms))
    }

    fn add_kind(&self, arms: &mut Vec<(Kind, TypeRef)>, ty: TypeRef, pointer: &str) -> Result<(), CodegenError> {
        let kind = self.kind_of(&ty).ok_or_else(|| self.error(pointer, "any JSON cannot be told apart by its type"))?;
        if arms.iter().any(|(known, _)| *known == kind) {
            return Err(self.error(pointer, "two arms have the same JSON type"));
        }
        arms.push((kind, ty));
        Ok(())
    }

    /// The JSON type of a value, whose own type may not be lowered yet.
    fn kind_of(&self, ty: &TypeRef) -> Option<Kind> {
        let TypeRef::Named(name) = ty else { return ty.kind(&Plan { types: Vec::new() }) };
        if let Some(known) = self.types.iter().find(|known| known.name == *name) {
            return match &known.shape {
                Shape::Enum(_) | Shape::Identifier => Some(Kind::String),
                Shape::Object(_) | Shape::Union(_) | Shape::Event(_) => Some(Kind::Object),
                Shape::Newtype(inner) => self.kind_of(inner),
                Shape::ByType(_) => None,
            };
        }
        let schema = self.source.definition(name)?;
        match type_name(schema) {
            Some("object") => Some(Kind::Object),
            Some("array") => Some(Kind::Array),
            Some("string") => Some(Kind::String),
            None if schema.get("oneOf").is_some() => Some(Kind::Object),
            _ => None,
        }
    }

    /// The union that a `oneOf` is; a table names its tag.
    pub(super) fn one_of(&mut self, name: &str, arms: &[Value], tag: Option<&str>, pointer: &str) -> Result<Shape, CodegenError> {
        let resolved: Vec<Resolved> = arms.iter().enumerate().map(|(index, arm)| self.resolved(arm, index, pointer)).collect();
        if resolved.iter().any(|arm| arm.schema.get("properties").is_none()) {
            let mut plan = Vec::new();
            for (index, arm) in arms.iter().enumerate() {
                let below = format!("{pointer}/oneOf/{index}");
                let ty = self.unnamed(arm, &below, &format!("{name}{index}"))?;
                self.add_kind(&mut plan, ty, &below)?;
            }
            return Ok(Shape::ByType(plan));
        }
        let schemas: Vec<&Value> = resolved.iter().map(|arm| &arm.schema).collect();
        let tags = dispatch::tags(self.source, &schemas).map_err(|clash| match clash {
            Clash::NoTag => self.error(&format!("{pointer}/oneOf"), "no member tells the arms of this union apart"),
            Clash::Shared { arm, tag, value } => {
                self.error(&format!("{pointer}/oneOf/{arm}"), format!("two arms share the tag: `{tag}` is `{value}`"))
            }
        })?;
        if let Some(tag) = tag.filter(|tag| tags != [*tag]) {
            return Err(self.error(pointer, format!("the arms are told apart by `{}`, not by `{tag}`", tags.join("` and `"))));
        }
        let mut plan = UnionPlan { tags, arms: Vec::new() };
        for arm in &resolved {
            let arm = self.arm(name, &plan.tags, arm)?;
            plan.arms.push(arm);
        }
        self.distinct_variants(&plan, pointer)?;
        Ok(Shape::Union(plan))
    }

    fn resolved(&self, arm: &Value, index: usize, pointer: &str) -> Resolved {
        match reference(arm) {
            Some(name) => Resolved {
                schema: self.source.definition(name).cloned().unwrap_or_default(),
                pointer: format!("/definitions/{}", escape(name)),
                name: Some(name.to_owned()),
            },
            None => Resolved { schema: arm.clone(), pointer: format!("{pointer}/oneOf/{index}"), name: None },
        }
    }

    /// One arm, told apart by `tags`, of the union called `union`.
    fn arm(&mut self, union: &str, tags: &[String], resolved: &Resolved) -> Result<Arm, CodegenError> {
        let Resolved { schema, pointer, name } = resolved;
        let values: Vec<Vec<String>> = tags.iter().map(|tag| dispatch::tag_values(self.source, schema, tag)).collect();
        let optional = |tag: &&String| !strings(&schema["required"]).any(|name| name == *tag);
        if let Some(tag) = tags.iter().zip(&values).filter(|(_, values)| !values.is_empty()).map(|(tag, _)| tag).find(optional) {
            return Err(self.error(&format!("{pointer}/required"), format!("the arm does not require its tag `{tag}`")));
        }
        let type_name = match name {
            Some(name) => name.clone(),
            None => self.name_at(pointer, &format!("{union}{}", variant_name(&values, "", union))),
        };
        let variant = variant_name(&values, &type_name, union);
        let unit = self.constants_only(schema) && (name.is_none() || self.table);
        let holds = if unit {
            Holds::Unit(self.object(&type_name, schema, pointer)?.constants)
        } else {
            if name.is_none() {
                let place = self.types.len();
                let shape = Shape::Object(self.object(&type_name, schema, pointer)?);
                self.push(place, &type_name, pointer, schema, shape, false);
            }
            Holds::Object(type_name)
        };
        Ok(Arm { variant, values, holds, doc: description(schema) })
    }

    fn distinct_variants(&self, plan: &UnionPlan, pointer: &str) -> Result<(), CodegenError> {
        for (index, arm) in plan.arms.iter().enumerate() {
            if plan.arms[..index].iter().any(|other| other.variant == arm.variant) {
                return Err(self.error(pointer, format!("two arms would both be called `{}`", arm.variant)));
            }
            self.identifier(&arm.variant, pointer)?;
        }
        Ok(())
    }

    /// A union on the values of two members that decide the type of a third.
    pub(super) fn sibling_union(
        &mut self,
        name: &str,
        schema: &Value,
        pointer: &str,
        siblings: dispatch::Siblings,
    ) -> Result<Shape, CodegenError> {
        let mut union = UnionPlan { tags: siblings.tags, arms: Vec::new() };
        let lasts: Vec<Option<String>> = siblings.arms.iter().map(|arm| arm.values.last().cloned()).collect();
        for arm in siblings.arms {
            // The last tag names the arm, unless it needs the others to be told apart.
            let alone = lasts.iter().filter(|last| last.as_ref() == arm.values.last()).count() == 1;
            let parts = if alone { &arm.values[arm.values.len() - 1..] } else { &arm.values[..] };
            let variant: String = parts.iter().map(|value| value.to_upper_camel_case()).collect();
            let type_name = format!("{variant}{name}");
            let object = self.object(&type_name, &arm.schema, pointer)?;
            let ruled = arm.schema.get("allOf").is_some() || arm.schema.get("not").is_some();
            let holds = match &object.members[..] {
                [content] if content.presence == Presence::Required && !ruled => {
                    Holds::Content { member: content.wire.clone(), ty: content.ty.clone(), constants: object.constants.clone() }
                }
                _ => {
                    let place = self.types.len();
                    self.push(place, &type_name, pointer, &arm.schema, Shape::Object(object), false);
                    Holds::Object(type_name)
                }
            };
            let doc = Some(format!("`{}`.", arm.values.join("` / `")));
            union.arms.push(Arm { variant, values: arm.values.into_iter().map(|value| vec![value]).collect(), holds, doc });
        }
        let type_name = format!("Other{name}");
        let place = self.types.len();
        let object = self.object(&type_name, schema, pointer)?;
        // The types of the branches are the typed arms' and the rules'.
        self.branch_types(schema, pointer)?;
        self.push(place, &type_name, pointer, schema, Shape::Object(object), false);
        let doc = Some("Any other pair, its payload kept as it came.".to_owned());
        let values = vec![Vec::new(); union.tags.len()];
        union.arms.push(Arm { variant: "Other".into(), values, holds: Holds::Object(type_name), doc });
        self.distinct_variants(&union, pointer)?;
        Ok(Shape::Union(union))
    }

    /// Makes types of the closed inline objects that a conditional asks an opaque member to be.
    fn branch_types(&mut self, schema: &Value, pointer: &str) -> Result<(), CodegenError> {
        for (index, part) in items(&schema["allOf"]).enumerate() {
            for (wire, narrow) in keywords(&part["then"]["properties"]) {
                if narrow.get("properties").is_some() {
                    let below = format!("{pointer}/allOf/{index}/then/properties/{}", escape(wire));
                    self.hoist(narrow, &below, &wire.to_upper_camel_case())?;
                }
            }
        }
        Ok(())
    }
}

/// A variant's name: its tags' values, or what its type's name has beside the union's.
fn variant_name(values: &[Vec<String>], type_name: &str, union: &str) -> String {
    if values.iter().all(|values| values.len() <= 1) && values.iter().any(|values| values.len() == 1) {
        return values.concat().iter().map(|value| value.to_upper_camel_case()).collect();
    }
    let rest = type_name.strip_suffix(union).or_else(|| type_name.strip_prefix(union)).unwrap_or(type_name);
    rest.to_owned()
}
