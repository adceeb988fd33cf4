//! Objects: members, constants, presence.

use serde_json::{json, Value};

use super::{description, type_name, Lower};
use crate::plan::{Constant, Member, ObjectPlan, Openness, Presence, TypeRef};
use crate::source::{escape, items, keywords, reference, strings};
use crate::CodegenError;

/// The reader has one bit for each member.
const MOST_MEMBERS: usize = 64;

impl Lower<'_> {
    pub(super) fn object(&mut self, name: &str, schema: &Value, pointer: &str) -> Result<ObjectPlan, CodegenError> {
        let openness = match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => Openness::Closed,
            None | Some(Value::Bool(true)) => Openness::Open,
            Some(_) => return Err(self.error(pointer, "an object has named members or typed unknown ones, not both")),
        };
        let required: Vec<&str> = strings(&schema["required"]).collect();
        let mut plan = ObjectPlan { openness, constants: Vec::new(), members: Vec::new() };
        for (wire, property) in keywords(&schema["properties"]) {
            let below = format!("{pointer}/properties/{}", escape(wire));
            let is_required = required.contains(&wire.as_str());
            let (property, below) = self.narrowed_member(schema, pointer, wire, property, &below);
            if let (true, Some(constant)) = (is_required, only_value(&property)) {
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
        if plan.members.len() + plan.constants.len() > MOST_MEMBERS {
            return Err(self.error(pointer, format!("an object has at most {MOST_MEMBERS} members")));
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
        for (index, part) in items(&schema["allOf"]).enumerate() {
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

    pub(super) fn constant(&self, value: &Value, pointer: &str) -> Result<Constant, CodegenError> {
        match value {
            Value::String(text) => Ok(Constant::Text(text.clone())),
            Value::Bool(true) => Ok(Constant::True),
            Value::Number(number) => {
                number.as_i64().map(Constant::Number).ok_or_else(|| self.error(pointer, "a constant number is an integer"))
            }
            _ => Err(self.error(pointer, format!("the constant {value} is of no form that is known"))),
        }
    }
}

/// The only value that a schema allows, which it may write as a constant or as an enumeration of one.
fn only_value(schema: &Value) -> Option<&Value> {
    match (schema.get("const"), schema["enum"].as_array().map(Vec::as_slice)) {
        (Some(only), _) | (None, Some([only])) => Some(only),
        _ => None,
    }
}

fn presence(required: bool, nullable: bool) -> Presence {
    match (required, nullable) {
        (true, false) => Presence::Required,
        (false, false) => Presence::Optional,
        (true, true) => Presence::Nullable,
        (false, true) => Presence::Tristate,
    }
}
