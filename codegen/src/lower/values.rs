//! Types of values: native leaves, references, inline types under names of their own.

use std::collections::BTreeSet;

use heck::ToUpperCamelCase;
use serde_json::Value;

use super::{narrowed, type_name, Lower};
use crate::plan::{EnumValue, Shape, TypeRef};
use crate::shape::variant_name;
use crate::source::{escape, items, reference, same_rules};
use crate::CodegenError;

impl Lower<'_> {
    /// The type of a value, and whether it may be null.
    pub(super) fn member_type(&mut self, schema: &Value, pointer: &str, owner: &str, wire: &str) -> Result<(TypeRef, bool), CodegenError> {
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
    pub(super) fn unnamed(&mut self, schema: &Value, pointer: &str, hint: &str) -> Result<TypeRef, CodegenError> {
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
    pub(super) fn hoist(&mut self, schema: &Value, pointer: &str, hint: &str) -> Result<TypeRef, CodegenError> {
        let name = self.name_at(pointer, hint);
        let place = self.types.len();
        let shape = self.named_shape(&name, schema, pointer)?;
        let definition = self.source.definition(&name).cloned();
        let earlier = match (self.reached.get(&name), definition) {
            (Some(earlier), _) => Some(earlier.clone()),
            (None, Some(definition)) => {
                Some((self.named_shape(&name, &definition, &format!("/definitions/{}", escape(&name)))?, definition))
            }
            (None, None) => None,
        };
        match earlier {
            Some((earlier, rules)) if same((&earlier, &rules), (&shape, schema)) => {
                // What the second look made is the first look's.
                self.types.truncate(place);
            }
            Some(_) => return Err(self.error(pointer, format!("another type is called `{name}`, with other members or rules"))),
            None => {
                self.reached.insert(name.clone(), (shape.clone(), schema.clone()));
                self.push(place, &name, pointer, schema, shape, false);
            }
        }
        Ok(TypeRef::Named(name))
    }

    pub(super) fn name_at(&mut self, pointer: &str, hint: &str) -> String {
        match self.bindings.names.get(pointer) {
            Some(name) => {
                self.used.insert(pointer.to_owned());
                name.clone()
            }
            None => hint.to_owned(),
        }
    }

    /// The strings of an `enum`; null among them is the member's presence.
    pub(super) fn string_enum(&self, values: &Value, schema: &Value, pointer: &str) -> Result<Vec<EnumValue>, CodegenError> {
        let mut strings: Vec<EnumValue> = Vec::new();
        for value in items(values).filter(|value| !value.is_null()) {
            let Some(text) = value.as_str() else {
                return Err(self.error(&format!("{pointer}/enum"), format!("an enum holds strings, found {value}")));
            };
            let variant = variant_name(text);
            if let Some(other) = strings.iter().find(|other| variant_name(&other.wire) == variant) {
                return Err(
                    self.error(&format!("{pointer}/enum"), format!("`{}` and `{text}` would both be called `{variant}`", other.wire))
                );
            }
            let doc = schema["x-agentwire-values"][text].as_str().map(str::to_owned);
            strings.push(EnumValue { wire: text.to_owned(), doc });
        }
        Ok(strings)
    }
}

/// Whether two inline types of one name are the same Rust type with the same rules.
fn same((a, a_schema): (&Shape, &Value), (b, b_schema): (&Shape, &Value)) -> bool {
    let shape = match (a, b) {
        (Shape::Enum(a), Shape::Enum(b)) => {
            let set = |values: &[EnumValue]| values.iter().map(|value| value.wire.clone()).collect::<BTreeSet<_>>();
            return set(a) == set(b);
        }
        (Shape::Object(a), Shape::Object(b)) => a == b,
        (Shape::ByType(a), Shape::ByType(b)) => a == b,
        _ => false,
    };
    shape && same_rules(a_schema, b_schema)
}
