//! From schema to plan: which Rust type each part of the schema is.
//!
//! Takes an accounted-for schema. Gives a [`Plan`]: every definition and every inline object or enum
//! once, in schema order, each with the schema from which its rules are compiled. Relies on `source`
//! for keywords being known, and on the bindings for the names of inline types.

mod events;
mod objects;
mod unions;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::bindings::Bindings;
use crate::dispatch;
use crate::plan::{EnumValue, Plan, Shape, TypePlan, TypeRef};
use crate::source::{escape, keywords, reference, Source};
use crate::CodegenError;

const STAGE: &str = "lower";

/// Names that mean something else in a generated module.
const RUNTIME: &[&str] = &[
    "String",
    "Vec",
    "Option",
    "Presence",
    "Map",
    "Json",
    "JsonObject",
    "Integer",
    "Number",
    "Timestamp",
    "Uri",
    "Pointer",
    "True",
    "Extra",
    "Check",
    "CheckEvent",
    "Checker",
    "Here",
    "Bound",
];

/// Lowers a schema. `table` says that it comes from an event table, where a list or scalar definition
/// is only a name for a type.
pub(crate) fn lower(source: &Source, bindings: &Bindings, table: bool) -> Result<Plan, CodegenError> {
    let mut lower = Lower { source, bindings, table, types: Vec::new(), used: BTreeSet::new(), reached: BTreeMap::new() };
    for (name, schema) in source.definitions() {
        lower.definition(name, schema)?;
    }
    if let Some(unused) = bindings.names.keys().find(|pointer| !lower.used.contains(*pointer)) {
        return Err(bindings.error(unused, "the schema has no inline type here that needs a name"));
    }
    lower.canonical()?;
    let mut names = BTreeMap::new();
    for ty in &lower.types {
        lower.identifier(&ty.name, &ty.pointer)?;
        if RUNTIME.contains(&ty.name.as_str()) {
            return Err(source.error(STAGE, &ty.pointer, format!("`{}` is a type of the runtime's", ty.name)));
        }
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
    /// Shape and schema of each inline type, for sharing.
    reached: BTreeMap<String, (Shape, Value)>,
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
        let doc = description(schema).unwrap_or_else(|| format!("`{name}`."));
        let ty = TypePlan { name: name.to_owned(), pointer: pointer.to_owned(), doc, shape, schema: schema.clone(), root, retired: None };
        self.types.insert(place, ty);
    }

    /// A definition that is only a name for a type of the standard library or of the runtime.
    fn is_alias(&self, schema: &Value) -> bool {
        if schema.get("x-agentwire-identifier").is_some() || schema.get("enum").is_some() {
            return false;
        }
        if ["properties", "oneOf", "allOf", "$ref"].iter().any(|keyword| schema.get(keyword).is_some()) {
            return false;
        }
        match type_name(schema) {
            Some("array" | "object") => self.table,
            Some(_) => true,
            // Any JSON.
            None => keywords(schema).keys().all(|keyword| keyword == "description" || keyword.starts_with("x-agentwire-")),
        }
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
            return self.sibling_union(name, schema, pointer, arms);
        }
        if schema.get("properties").is_some() {
            return self.object(name, schema, pointer).map(Shape::Object);
        }
        if let Some(values) = schema.get("enum") {
            self.alone("enum", &["type", "x-agentwire-values", "x-agentwire-removed"], schema, pointer)?;
            return self.string_enum(values, schema, pointer).map(Shape::Enum);
        }
        if let Some(Value::String(value)) = schema.get("const") {
            self.alone("const", &["type"], schema, pointer)?;
            return Ok(Shape::Enum(vec![EnumValue { wire: value.clone(), doc: None }]));
        }
        if let Some(Value::Array(arms)) = schema.get("oneOf") {
            self.alone("oneOf", &["type", "x-agentwire-tag", "x-agentwire-removed"], schema, pointer)?;
            return self.one_of(name, arms, schema["x-agentwire-tag"].as_str(), pointer);
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

    /// A keyword of which the type makes everything stands beside nothing else that would be lost.
    fn alone(&self, keyword: &str, company: &[&str], schema: &Value, pointer: &str) -> Result<(), CodegenError> {
        let known = |other: &str| other == keyword || other == "description" || company.contains(&other);
        match keywords(schema).keys().find(|other| !known(other)) {
            Some(other) => Err(self.error(&format!("{pointer}/{}", escape(other)), format!("`{other}` cannot stand beside `{keyword}`"))),
            None => Ok(()),
        }
    }

    fn identifier(&self, name: &str, pointer: &str) -> Result<(), CodegenError> {
        match syn::parse_str::<syn::Ident>(name) {
            Ok(_) => Ok(()),
            Err(_) => Err(self.error(pointer, format!("`{name}` is not a name in Rust"))),
        }
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
