//! Events: one body type per event beside the envelope, and the typed view on canonical events.

use heck::ToUpperCamelCase;
use serde_json::{json, Value};

use super::{description, Lower};
use crate::dispatch;
use crate::plan::{Arm, Constant, EventArm, EventPlan, Holds, Openness, Shape, TypeRef, UnionPlan};
use crate::source::{items, keywords, reference, strings};
use crate::CodegenError;

impl Lower<'_> {
    pub(super) fn event(&mut self, schema: &Value, pointer: &str) -> Result<Shape, CodegenError> {
        let envelope = schema["x-agentwire-envelope"].as_str().unwrap_or_default().to_owned();
        let tag = schema["x-agentwire-tag"].as_str().unwrap_or("type").to_owned();
        let shared = self.source.definition(&envelope).cloned().unwrap_or_default();
        let mut plan = EventPlan { tag: tag.clone(), envelope, arms: Vec::new() };
        for arm in items(&schema["oneOf"]) {
            let Some((body, schema)) = reference(arm).and_then(|name| Some((name, self.source.definition(name)?.clone()))) else {
                return Err(self.error(pointer, "an event is a definition"));
            };
            let below = format!("/definitions/{body}");
            let own: Vec<&str> = strings(&schema["x-agentwire-body"]).collect();
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
    pub(super) fn canonical(&mut self) -> Result<(), CodegenError> {
        let Some(wire) = self.source.definition("CanonicalEventWire").cloned().filter(|_| !self.bindings.canonical.is_empty()) else {
            return Ok(());
        };
        let pointer = "/definitions/CanonicalEventWire";
        let types: Vec<String> = strings(&wire["properties"]["type"]["enum"]).map(str::to_owned).collect();
        if let Some(surplus) = self.bindings.canonical.keys().find(|name| !types.contains(name)) {
            return Err(self.bindings.error(surplus, "the schema has no such event type"));
        }
        let mut arms = Vec::new();
        let mut schemas = Vec::new();
        for value in types {
            let Some(payload) = self.bindings.canonical.get(&value) else {
                return Err(self.error(pointer, format!("the bindings give no payload to `{value}`")));
            };
            if self.source.definition(payload).is_none() {
                return Err(self.bindings.error(&value, &format!("`{payload}` is no definition")));
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
