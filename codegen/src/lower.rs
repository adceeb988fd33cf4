//! From schema to plan: which Rust type each part of the schema is.
//!
//! Takes an accounted-for schema. Gives a [`Plan`]: every definition and every inline object or enum
//! once, in schema order, each with the schema from which its rules are compiled. Relies on `source`
//! for keywords being known, and on the bindings for the names of inline types.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToUpperCamelCase;
use serde_json::{json, Value};

use crate::bindings::Bindings;
use crate::dispatch;
use crate::plan::{
    Arm, Constant, EventArm, EventPlan, Holds, Kind, Member, ObjectPlan, Openness, Plan, Presence, Shape, TypePlan, TypeRef, UnionPlan,
};
use crate::source::{escape, keywords, reference, Source};
use crate::CodegenError;

const STAGE: &str = "lower";

/// Lowers a schema. `table` says that it comes from an event table, where a list or scalar definition
/// is only a name for a type.
pub(crate) fn lower(source: &Source, bindings: &Bindings, table: bool) -> Result<Plan, CodegenError> {
    let mut lower = Lower { source, bindings, table, types: Vec::new(), used: BTreeSet::new(), reached: BTreeMap::new() };
    for (name, schema) in source.definitions() {
        lower.definition(name, schema)?;
    }
    if let Some(unused) = bindings.names.keys().find(|pointer| !lower.used.contains(*pointer)) {
        return Err(source.error(STAGE, unused, "the bindings name a type that is not made here"));
    }
    lower.canonical()?;
    let mut names = BTreeMap::new();
    for ty in &lower.types {
        if let Some(earlier) = names.insert(ty.name.clone(), &ty.pointer) {
            return Err(source.error(STAGE, &ty.pointer, format!("the name `{}` is taken by #{earlier}", ty.name)));
        }
    }
    Ok(Plan { types: lower.types })
}

pub(crate) struct Lower<'a> {
    pub(crate) source: &'a Source,
    bindings: &'a Bindings,
    table: bool,
    types: Vec<TypePlan>,
    /// Pointers of the bindings that were of use.
    used: BTreeSet<String>,
    /// Shape of each inline type, for sharing.
    reached: BTreeMap<String, Shape>,
}

impl Lower<'_> {
    fn error(&self, pointer: &str, message: impl Into<String>) -> CodegenError {
        self.source.error(STAGE, pointer, message)
    }

    fn definition(&mut self, name: &str, schema: &Value) -> Result<(), CodegenError> {
        let pointer = format!("/definitions/{}", escape(name));
        if self.is_alias(schema) || self.is_body(name) || self.is_unit_arm(name, schema) {
            return Ok(());
        }
        let place = self.types.len();
        let shape = self.named_shape(name, schema, &pointer)?;
        let part = schema.get("x-agentwire-part").is_some();
        self.push(place, name, &pointer, schema, shape, !part);
        Ok(())
    }

    fn push(&mut self, place: usize, name: &str, pointer: &str, schema: &Value, shape: Shape, root: bool) {
        let doc = description(schema).unwrap_or_default();
        let ty = TypePlan { name: name.to_owned(), pointer: pointer.to_owned(), doc, shape, schema: schema.clone(), root, retired: None };
        self.types.insert(place, ty);
    }

    /// A definition that is only a name for a type of the standard library or of the runtime.
    fn is_alias(&self, schema: &Value) -> bool {
        if schema.get("x-agentwire-identifier").is_some() || schema.get("enum").is_some() {
            return false;
        }
        let structured = ["properties", "oneOf", "allOf", "$ref"].iter().any(|keyword| schema.get(keyword).is_some());
        let list = matches!(type_name(schema), Some("array" | "object"));
        !structured && (self.table || !list)
    }

    /// An event's flat object: printed as the event's body, not as a type of this name and shape.
    fn is_body(&self, name: &str) -> bool {
        self.source.definition(name).is_some_and(|schema| schema.get("x-agentwire-body").is_some())
    }

    /// An arm that is nothing but its constants becomes a variant without content.
    fn is_unit_arm(&self, name: &str, schema: &Value) -> bool {
        self.table && self.constants_only(schema) && self.used_as_arm(name)
    }

    fn used_as_arm(&self, name: &str) -> bool {
        let arms = |schema: &Value| {
            schema.get("oneOf").and_then(Value::as_array).is_some_and(|arms| arms.iter().any(|arm| reference(arm) == Some(name)))
        };
        self.source.definitions().any(|(_, schema)| arms(schema))
    }

    fn constants_only(&self, schema: &Value) -> bool {
        let properties = keywords(&schema["properties"]);
        schema.get("additionalProperties") == Some(&Value::Bool(false))
            && !properties.is_empty()
            && properties.values().all(|property| property.get("const").is_some())
            && schema.get("allOf").is_none()
    }

    /// The shape of a type that has a name.
    fn named_shape(&mut self, name: &str, schema: &Value, pointer: &str) -> Result<Shape, CodegenError> {
        if schema.get("x-agentwire-identifier").is_some() {
            return Ok(Shape::Identifier);
        }
        if schema.get("x-agentwire-envelope").is_some() {
            return self.event(schema, pointer);
        }
        if let Some(arms) = dispatch::on_siblings(schema) {
            let arms = arms?;
            return self.sibling_union(name, schema, pointer, arms);
        }
        if schema.get("properties").is_some() {
            return self.object(name, schema, pointer).map(Shape::Object);
        }
        if let Some(values) = schema.get("enum") {
            return self.string_enum(values, schema, pointer).map(|(values, _)| Shape::Enum(values));
        }
        if let Some(Value::String(value)) = schema.get("const") {
            return Ok(Shape::Enum(vec![(value.clone(), None)]));
        }
        if let Some(Value::Array(arms)) = schema.get("oneOf") {
            return self.one_of(name, arms, pointer);
        }
        if let Some(Value::Array(types)) = schema.get("type") {
            return self.by_type(schema, types, pointer);
        }
        if let Some(base) = narrowed(schema) {
            return Ok(Shape::Newtype(TypeRef::Named(base.to_owned())));
        }
        match type_name(schema) {
            Some("array" | "object") => self.unnamed(schema, pointer, name).map(Shape::Newtype),
            _ => Err(self.error(pointer, "this form of a definition is not known")),
        }
    }

    // ---- objects ----------------------------------------------------------------------------

    pub(crate) fn object(&mut self, name: &str, schema: &Value, pointer: &str) -> Result<ObjectPlan, CodegenError> {
        let openness = match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => Openness::Closed,
            None | Some(Value::Bool(true)) => Openness::Open,
            Some(_) => return Err(self.error(pointer, "an object has named members or typed unknown ones, not both")),
        };
        let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut plan = ObjectPlan { openness, constants: Vec::new(), members: Vec::new() };
        for (wire, property) in keywords(&schema["properties"]) {
            let below = format!("{pointer}/properties/{}", escape(wire));
            let is_required = required.contains(&wire.as_str());
            let (property, below) = self.narrowed_member(schema, pointer, wire, property, &below);
            if let (true, Some(constant)) = (is_required, property.get("const")) {
                plan.constants.push((wire.clone(), self.constant(constant, &below)?));
                continue;
            }
            let (ty, nullable) = self.member_type(&property, &below, name, wire)?;
            plan.members.push(Member {
                wire: wire.clone(),
                field: String::new(),
                presence: presence(is_required, nullable),
                ty,
                doc: description(&property),
                schema: property,
                pointer: below,
            });
        }
        for wire in &required {
            if plan.member(wire).is_none() && plan.constant(wire).is_none() {
                if openness == Openness::Closed {
                    return Err(self.error(&format!("{pointer}/required"), format!("the closed object has no member `{wire}`")));
                }
                plan.members.push(Member {
                    wire: (*wire).to_owned(),
                    field: String::new(),
                    presence: Presence::Required,
                    ty: TypeRef::Json,
                    doc: Some("Any JSON: the schema asks for the member and does not describe it.".into()),
                    schema: json!({}),
                    pointer: pointer.to_owned(),
                });
            }
        }
        Ok(plan)
    }

    /// A bare object that the schema narrows to a definition elsewhere is that definition.
    fn narrowed_member(&self, schema: &Value, pointer: &str, wire: &str, property: &Value, below: &str) -> (Value, String) {
        if keywords(property).keys().any(|keyword| !matches!(keyword.as_str(), "type" | "description"))
            || type_name(property) != Some("object")
        {
            return (property.clone(), below.to_owned());
        }
        for (index, part) in schema["allOf"].as_array().into_iter().flatten().enumerate() {
            let narrow = part.get("properties").and_then(|properties| properties.get(wire));
            if let (None, Some(narrow)) = (part.get("if"), narrow.filter(|narrow| reference(narrow).is_some())) {
                let mut narrow = narrow.clone();
                if let (Some(doc), Some(keywords)) = (property.get("description"), narrow.as_object_mut()) {
                    keywords.insert("description".into(), doc.clone());
                }
                return (narrow, format!("{pointer}/allOf/{index}/properties/{}", escape(wire)));
            }
        }
        (property.clone(), below.to_owned())
    }

    fn constant(&self, value: &Value, pointer: &str) -> Result<Constant, CodegenError> {
        match value {
            Value::String(text) => Ok(Constant::Text(text.clone())),
            Value::Bool(true) => Ok(Constant::True),
            Value::Number(number) => {
                number.as_i64().map(Constant::Number).ok_or_else(|| self.error(pointer, "a constant number is an integer"))
            }
            _ => Err(self.error(pointer, format!("the constant {value} is of no form that is known"))),
        }
    }

    // ---- types of values --------------------------------------------------------------------

    /// The type of a value, and whether it may be null.
    fn member_type(&mut self, schema: &Value, pointer: &str, owner: &str, wire: &str) -> Result<(TypeRef, bool), CodegenError> {
        let hint = format!("{owner}{}", wire.to_upper_camel_case());
        if let Some(Value::Array(types)) = schema.get("type") {
            let others: Vec<&Value> = types.iter().filter(|name| *name != "null").collect();
            if let ([only], true) = (&others[..], others.len() < types.len()) {
                let mut plain = schema.clone();
                plain["type"] = (*only).clone();
                return Ok((self.unnamed(&plain, pointer, &hint)?, true));
            }
        }
        let nullable = schema["enum"].as_array().is_some_and(|values| values.contains(&Value::Null));
        Ok((self.unnamed(schema, pointer, &hint)?, nullable))
    }

    /// The type of a value whose schema has no name of its own.
    fn unnamed(&mut self, schema: &Value, pointer: &str, hint: &str) -> Result<TypeRef, CodegenError> {
        if let Some(name) = reference(schema) {
            let Some(target) = self.source.definition(name).cloned() else {
                return Err(self.error(pointer, format!("no definition `{name}`")));
            };
            return if self.is_alias(&target) {
                self.unnamed(&target, &format!("/definitions/{}", escape(name)), name)
            } else {
                Ok(TypeRef::Named(name.to_owned()))
            };
        }
        if let Some(base) = narrowed(schema) {
            return Ok(TypeRef::Named(base.to_owned()));
        }
        if schema.get("const") == Some(&Value::Bool(true)) {
            return Ok(TypeRef::True);
        }
        let named = ["enum", "const", "oneOf"].iter().any(|keyword| schema.get(keyword).is_some())
            || schema.get("type").is_some_and(Value::is_array)
            || schema["properties"].as_object().is_some_and(|properties| !properties.is_empty());
        if named {
            return self.hoist(schema, pointer, hint);
        }
        Ok(match type_name(schema) {
            Some("string") => match schema.get("format").and_then(Value::as_str) {
                Some("date-time") => TypeRef::Timestamp,
                Some("uri") => TypeRef::Uri,
                Some("json-pointer") => TypeRef::Pointer,
                _ => TypeRef::String,
            },
            Some("boolean") => TypeRef::Bool,
            Some("number") => TypeRef::Number,
            // A schema of doubles has integers beyond 64 bits; a table says that 64 bits are enough.
            Some("integer") if !self.table && schema.get("maximum").is_none() => TypeRef::Integer,
            Some("integer") if schema["minimum"].as_f64().is_some_and(|minimum| minimum >= 0.0) => TypeRef::U64,
            Some("integer") => TypeRef::I64,
            Some("array") => match schema.get("items") {
                None | Some(Value::Bool(_)) => TypeRef::List(Box::new(TypeRef::Json)),
                Some(items) => TypeRef::List(Box::new(self.unnamed(items, &format!("{pointer}/items"), hint)?)),
            },
            Some("object") => match schema.get("additionalProperties") {
                Some(values @ Value::Object(_)) => {
                    TypeRef::Map(Box::new(self.unnamed(values, &format!("{pointer}/additionalProperties"), hint)?))
                }
                Some(Value::Bool(false)) => return Err(self.error(pointer, "a closed object without members")),
                _ if ["propertyNames", "minProperties", "maxProperties"].iter().any(|keyword| schema.get(keyword).is_some()) => {
                    TypeRef::Map(Box::new(TypeRef::Json))
                }
                _ => TypeRef::JsonObject,
            },
            None => TypeRef::Json,
            Some(other) => return Err(self.error(pointer, format!("the type `{other}` is not known here"))),
        })
    }

    /// Gives an inline type its name; equal ones of one name are one type.
    fn hoist(&mut self, schema: &Value, pointer: &str, hint: &str) -> Result<TypeRef, CodegenError> {
        let name = self.name_at(pointer, hint);
        let place = self.types.len();
        let shape = self.named_shape(&name, schema, pointer)?;
        let definition = self.source.definition(&name).cloned();
        let earlier = match (self.reached.get(&name), definition) {
            (Some(shape), _) => Some(shape.clone()),
            (None, Some(definition)) => Some(self.named_shape(&name, &definition, &format!("/definitions/{}", escape(&name)))?),
            (None, None) => None,
        };
        match earlier {
            Some(earlier) if same(&earlier, &shape) => {
                // What the second look made is the first look's.
                self.types.truncate(place);
            }
            Some(_) => return Err(self.error(pointer, format!("another type is called `{name}`"))),
            None => {
                self.reached.insert(name.clone(), shape.clone());
                self.push(place, &name, pointer, schema, shape, false);
            }
        }
        Ok(TypeRef::Named(name))
    }

    fn name_at(&mut self, pointer: &str, hint: &str) -> String {
        match self.bindings.names.get(pointer) {
            Some(name) => {
                self.used.insert(pointer.to_owned());
                name.clone()
            }
            None => hint.to_owned(),
        }
    }

    /// The values of an `enum`, and whether null is one of them.
    fn string_enum(&self, values: &Value, schema: &Value, pointer: &str) -> Result<(Vec<(String, Option<String>)>, bool), CodegenError> {
        let mut strings = Vec::new();
        let mut null = false;
        for value in values.as_array().into_iter().flatten() {
            match value {
                Value::String(text) => {
                    let doc = schema["x-agentwire-values"][text].as_str().map(str::to_owned);
                    strings.push((text.clone(), doc));
                }
                Value::Null => null = true,
                _ => return Err(self.error(&format!("{pointer}/enum"), format!("an enum holds strings, found {value}"))),
            }
        }
        Ok((strings, null))
    }

    // ---- unions -----------------------------------------------------------------------------

    fn by_type(&mut self, schema: &Value, types: &[Value], pointer: &str) -> Result<Shape, CodegenError> {
        let mut arms = Vec::new();
        for name in types {
            let mut arm = schema.clone();
            arm["type"] = name.clone();
            let ty = self.unnamed(&arm, pointer, "")?;
            arms.push((self.kind_of(&ty, pointer)?, ty));
        }
        Ok(Shape::ByType(arms))
    }

    fn kind_of(&self, ty: &TypeRef, pointer: &str) -> Result<Kind, CodegenError> {
        if let TypeRef::Named(name) = ty {
            let object =
                self.source.definition(name).is_some_and(|schema| type_name(schema) == Some("object") || schema.get("oneOf").is_some());
            return Ok(if object { Kind::Object } else { Kind::String });
        }
        ty.kind(&Plan { types: Vec::new() }).ok_or_else(|| self.error(pointer, "any JSON cannot be told apart by its type"))
    }

    fn one_of(&mut self, name: &str, arms: &[Value], pointer: &str) -> Result<Shape, CodegenError> {
        let objects: Vec<bool> = arms.iter().map(|arm| self.is_tagged(arm)).collect();
        if !objects.iter().all(|object| *object) {
            let mut plan = Vec::new();
            for (index, arm) in arms.iter().enumerate() {
                let below = format!("{pointer}/oneOf/{index}");
                let ty = self.unnamed(arm, &below, &format!("{name}{index}"))?;
                let kind = self.kind_of(&ty, &below)?;
                if plan.iter().any(|(known, _)| *known == kind) {
                    return Err(self.error(&below, "two arms have the same JSON type"));
                }
                plan.push((kind, ty));
            }
            return Ok(Shape::ByType(plan));
        }
        let resolved: Vec<(Value, String, Option<String>)> = arms
            .iter()
            .enumerate()
            .map(|(index, arm)| match reference(arm) {
                Some(name) => {
                    let schema = self.source.definition(name).cloned().unwrap_or_default();
                    (schema, format!("/definitions/{}", escape(name)), Some(name.to_owned()))
                }
                None => (arm.clone(), format!("{pointer}/oneOf/{index}"), None),
            })
            .collect();
        let schemas: Vec<&Value> = resolved.iter().map(|(schema, ..)| schema).collect();
        let tags =
            dispatch::tags(self.source, &schemas).ok_or_else(|| self.error(pointer, "no member tells the arms of this union apart"))?;
        let mut plan = UnionPlan { tags, arms: Vec::new() };
        for (schema, below, reference) in &resolved {
            let values: Vec<Vec<String>> = plan.tags.iter().map(|tag| dispatch::tag_values(self.source, schema, tag)).collect();
            let type_name = match reference {
                Some(name) => name.clone(),
                None => self.name_at(below, &format!("{name}{}", variant_name(&values, "", name))),
            };
            let variant = variant_name(&values, &type_name, name);
            if plan.arms.iter().any(|arm| overlap(&arm.values, &values)) {
                return Err(self.error(below, format!("two arms share the tag {}", values.concat().join(", "))));
            }
            let unit = self.constants_only(schema) && (reference.is_none() || self.table);
            let holds = if unit {
                Holds::Unit(self.object(&type_name, schema, below)?.constants)
            } else {
                if reference.is_none() {
                    let place = self.types.len();
                    let shape = Shape::Object(self.object(&type_name, schema, below)?);
                    self.push(place, &type_name, below, schema, shape, false);
                }
                Holds::Object(type_name)
            };
            plan.arms.push(Arm { variant, values, holds, doc: description(schema) });
        }
        Ok(Shape::Union(plan))
    }

    fn is_tagged(&self, arm: &Value) -> bool {
        let schema = reference(arm).and_then(|name| self.source.definition(name)).unwrap_or(arm);
        schema.get("properties").is_some()
    }

    /// A union on the values of two members that decide the type of a third.
    fn sibling_union(&mut self, name: &str, schema: &Value, pointer: &str, plan: dispatch::Siblings) -> Result<Shape, CodegenError> {
        let mut union = UnionPlan { tags: plan.tags.clone(), arms: Vec::new() };
        for arm in plan.arms {
            let values: Vec<Vec<String>> = arm.tags.iter().map(|value| vec![value.clone()]).collect();
            let last = arm.tags.last().cloned().unwrap_or_default();
            let variant = last.to_upper_camel_case();
            let type_name = format!("{variant}{name}");
            let object = self.object(&type_name, &arm.schema, pointer)?;
            let holds = match &object.members[..] {
                [content] if content.presence == Presence::Required => {
                    Holds::Content { member: content.wire.clone(), ty: content.ty.clone(), constants: object.constants.clone() }
                }
                _ => {
                    let place = self.types.len();
                    self.push(place, &type_name, pointer, &arm.schema, Shape::Object(object), false);
                    Holds::Object(type_name)
                }
            };
            let doc = Some(format!("`{}`.", arm.tags.join("` / `")));
            union.arms.push(Arm { variant, values, holds, doc });
        }
        let type_name = format!("Other{name}");
        let place = self.types.len();
        let object = self.object(&type_name, schema, pointer)?;
        // The types of the branches are the typed arms' and the rules'.
        self.branch_types(schema, pointer)?;
        self.push(place, &type_name, pointer, schema, Shape::Object(object), false);
        let values = vec![Vec::new(); union.tags.len()];
        let doc = Some("Any other pair, its payload kept as it came.".to_owned());
        union.arms.push(Arm { variant: "Other".into(), values, holds: Holds::Object(type_name), doc });
        Ok(Shape::Union(union))
    }

    /// Makes types of the closed inline objects that a conditional asks an opaque member to be.
    fn branch_types(&mut self, schema: &Value, pointer: &str) -> Result<(), CodegenError> {
        for (index, part) in schema["allOf"].as_array().into_iter().flatten().enumerate() {
            for (wire, narrow) in keywords(&part["then"]["properties"]) {
                if narrow.get("properties").is_some() {
                    let below = format!("{pointer}/allOf/{index}/then/properties/{}", escape(wire));
                    self.hoist(narrow, &below, &wire.to_upper_camel_case())?;
                }
            }
        }
        Ok(())
    }

    // ---- events -----------------------------------------------------------------------------

    fn event(&mut self, schema: &Value, pointer: &str) -> Result<Shape, CodegenError> {
        let envelope = schema["x-agentwire-envelope"].as_str().unwrap_or_default().to_owned();
        let tag = schema["x-agentwire-tag"].as_str().unwrap_or("type").to_owned();
        let shared = self.source.definition(&envelope).cloned().unwrap_or_default();
        let mut plan = EventPlan { tag: tag.clone(), envelope, arms: Vec::new() };
        for arm in schema["oneOf"].as_array().into_iter().flatten() {
            let Some((body, schema)) = reference(arm).and_then(|name| Some((name, self.source.definition(name)?.clone()))) else {
                return Err(self.error(pointer, "an event is a definition"));
            };
            let below = format!("/definitions/{body}");
            let own: Vec<&str> = schema["x-agentwire-body"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let mut object = self.object(body, &schema, &below)?;
            object.openness = Openness::Part;
            let [value] = &dispatch::tag_values(self.source, &schema, &tag)[..] else {
                return Err(self.error(&below, format!("an event has one constant `{tag}`")));
            };
            let value = value.clone();
            object.constants.retain(|(wire, _)| *wire != tag);
            object.members.retain(|member| own.contains(&member.wire.as_str()));
            let hidden = keywords(&shared["properties"]).keys().filter(|wire| schema["properties"].get(wire).is_none()).cloned().collect();
            let doc = description(&schema).unwrap_or_default();
            plan.arms.push(EventArm { value, body: body.to_owned(), hidden, doc });
            let place = self.types.len();
            self.push(place, body, &below, &schema, Shape::Object(object), false);
        }
        Ok(Shape::Event(plan))
    }

    /// The typed view on canonical events, from the bindings' table.
    fn canonical(&mut self) -> Result<(), CodegenError> {
        let Some(wire) = self.source.definition("CanonicalEventWire").cloned().filter(|_| !self.bindings.canonical.is_empty()) else {
            return Ok(());
        };
        let pointer = "/definitions/CanonicalEventWire";
        let types = wire["properties"]["type"]["enum"].as_array().cloned().unwrap_or_default();
        let types: Vec<String> = types.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        if let Some(surplus) = self.bindings.canonical.keys().find(|name| !types.contains(name)) {
            return Err(self.error(pointer, format!("the bindings give a payload to `{surplus}`, which is no event type")));
        }
        let mut arms = Vec::new();
        let mut schemas = Vec::new();
        for value in types {
            let Some(payload) = self.bindings.canonical.get(&value) else {
                return Err(self.error(pointer, format!("the bindings give no payload to `{value}`")));
            };
            if self.source.definition(payload).is_none() {
                return Err(self.error(pointer, format!("the payload `{payload}` of `{value}` is no definition")));
            }
            schemas.push(json!({
                "type": "object", "additionalProperties": false, "required": ["protocolVersion", "type", "payload"],
                "properties": {
                    "protocolVersion": wire["properties"]["protocolVersion"].clone(),
                    "type": { "const": value }, "payload": { "$ref": format!("#/definitions/{payload}") },
                },
            }));
            let version = self.constant(&wire["properties"]["protocolVersion"]["const"], pointer)?;
            arms.push(Arm {
                variant: value.to_upper_camel_case(),
                values: vec![vec![value.clone()]],
                holds: Holds::Content {
                    member: "payload".into(),
                    ty: TypeRef::Named(payload.clone()),
                    constants: vec![("protocolVersion".into(), version), ("type".into(), Constant::Text(value.clone()))],
                },
                doc: Some(format!("`{value}`.")),
            });
        }
        let doc = "One canonical event with its payload as the type that belongs to it: the view to match on and to build with. \
                   `CanonicalEventWire` has the same events with the payload open.";
        let shape = Shape::Union(UnionPlan { tags: vec!["type".into()], arms });
        self.push(self.types.len(), "CanonicalEvent", pointer, &json!({ "description": doc, "oneOf": schemas }), shape, true);
        Ok(())
    }
}

/// The description of a schema.
pub(crate) fn description(schema: &Value) -> Option<String> {
    schema.get("description").and_then(Value::as_str).map(str::to_owned)
}

/// The one JSON type of a schema.
pub(crate) fn type_name(schema: &Value) -> Option<&str> {
    schema.get("type").and_then(Value::as_str)
}

/// The definition that a schema narrows: `allOf` of a reference and more, without members of its own.
pub(crate) fn narrowed(schema: &Value) -> Option<&str> {
    if schema.get("properties").is_some() {
        return None;
    }
    schema.get("allOf")?.as_array()?.first().and_then(reference)
}

fn presence(required: bool, nullable: bool) -> Presence {
    match (required, nullable) {
        (true, false) => Presence::Required,
        (false, false) => Presence::Optional,
        (true, true) => Presence::Nullable,
        (false, true) => Presence::Tristate,
    }
}

/// Whether two inline types of one name are the same Rust type.
fn same(a: &Shape, b: &Shape) -> bool {
    match (a, b) {
        (Shape::Enum(a), Shape::Enum(b)) => {
            let set = |values: &[(String, Option<String>)]| values.iter().map(|(value, _)| value.clone()).collect::<BTreeSet<_>>();
            set(a) == set(b)
        }
        (Shape::Object(a), Shape::Object(b)) => a == b,
        (Shape::ByType(a), Shape::ByType(b)) => a == b,
        _ => false,
    }
}

fn overlap(a: &[Vec<String>], b: &[Vec<String>]) -> bool {
    a.iter()
        .zip(b)
        .all(|(a, b)| if a.is_empty() || b.is_empty() { a.is_empty() && b.is_empty() } else { a.iter().any(|value| b.contains(value)) })
}

/// A variant's name: its tags' values, or what its type's name has beside the union's.
fn variant_name(values: &[Vec<String>], type_name: &str, union: &str) -> String {
    if values.iter().all(|values| values.len() <= 1) && values.iter().any(|values| values.len() == 1) {
        return values.concat().iter().map(|value| value.to_upper_camel_case()).collect();
    }
    let rest = type_name.strip_suffix(union).or_else(|| type_name.strip_prefix(union)).unwrap_or(type_name);
    rest.to_owned()
}
