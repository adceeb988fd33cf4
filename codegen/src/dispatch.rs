//! How the arms of a union are told apart.
//!
//! Takes arms' schemas; gives the members whose values decide, and the values. For an object whose
//! conditionals tie the type of one member to the values of others it gives the arms that the schema
//! does not spell out.

use serde_json::{json, Value};

use crate::source::{keywords, reference, Source};
use crate::CodegenError;

/// The values that the member `tag` of an arm may have; none if it may have any.
pub(crate) fn tag_values(source: &Source, arm: &Value, tag: &str) -> Vec<String> {
    let property = &arm["properties"][tag];
    let property = reference(property).and_then(|name| source.definition(name)).unwrap_or(property);
    match (property.get("const"), property.get("enum")) {
        (Some(Value::String(value)), _) => vec![value.clone()],
        (_, Some(Value::Array(values))) => values.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// The members that tell `arms` apart: the first constant they share, and a second where it does not suffice.
pub(crate) fn tags(source: &Source, arms: &[&Value]) -> Option<Vec<String>> {
    let candidates: Vec<String> = keywords(&arms.first()?["properties"])
        .keys()
        .filter(|name| arms.iter().filter(|arm| !tag_values(source, arm, name).is_empty()).count() + 1 >= arms.len())
        .filter(|name| arms.iter().all(|arm| arm["properties"].get(name.as_str()).is_some()))
        .cloned()
        .collect();
    if let Some(single) = candidates.iter().find(|tag| distinct(source, arms, &[tag])) {
        return Some(vec![single.clone()]);
    }
    let first = candidates.first()?;
    let seconds = arms.iter().flat_map(|arm| keywords(&arm["properties"]).keys());
    let mut seconds: Vec<&String> = seconds.filter(|name| *name != first).collect();
    seconds.dedup();
    let second = seconds.into_iter().find(|second| distinct(source, arms, &[first, second]))?;
    Some(vec![first.clone(), second.clone()])
}

fn distinct(source: &Source, arms: &[&Value], tags: &[&String]) -> bool {
    let values: Vec<Vec<Vec<String>>> = arms.iter().map(|arm| tags.iter().map(|tag| tag_values(source, arm, tag)).collect()).collect();
    (0..values.len()).all(|a| {
        (0..a).all(|b| {
            values[a].iter().zip(&values[b]).any(|(a, b)| match (a.is_empty(), b.is_empty()) {
                // A catch-all arm beside a named one: the named one is asked first.
                (true, false) | (false, true) => tags.len() == 1,
                (true, true) => false,
                (false, false) => a.iter().all(|value| !b.contains(value)),
            })
        })
    })
}

/// An object's conditionals as the arms they stand for.
pub(crate) struct Siblings {
    pub(crate) tags: Vec<String>,
    pub(crate) arms: Vec<SiblingArm>,
}

pub(crate) struct SiblingArm {
    pub(crate) tags: Vec<String>,
    /// The object's schema with the tags fixed and the rules that they decide applied.
    pub(crate) schema: Value,
}

/// Reads `if (tags have these values) then (a member is that definition)` conditionals as a union.
/// `None` if the object has fewer than two of them.
pub(crate) fn on_siblings(schema: &Value) -> Option<Result<Siblings, CodegenError>> {
    let parts = schema.get("allOf")?.as_array()?;
    let mut rows: Vec<(Vec<(String, String)>, String, Value)> = Vec::new();
    for part in parts {
        let condition: Option<Vec<(String, String)>> = keywords(&part["if"]["properties"])
            .iter()
            .map(|(name, property)| Some((name.clone(), property.get("const")?.as_str()?.to_owned())))
            .collect();
        let then = keywords(&part["then"]["properties"]);
        if let (Some(condition), 1) = (condition.filter(|condition| condition.len() > 1), then.len()) {
            if let Some((member, narrow)) = then.iter().next().filter(|(_, narrow)| reference(narrow).is_some()) {
                rows.push((condition, member.clone(), narrow.clone()));
            }
        }
    }
    let tags: Vec<String> = rows.first()?.0.iter().map(|(name, _)| name.clone()).collect();
    if rows.len() < 2 {
        return None;
    }
    let arms = rows.into_iter().map(|(condition, member, narrow)| {
        let mut fixed = schema.clone();
        for (name, value) in &condition {
            fixed["properties"][name] = json!({ "const": value });
        }
        fixed["properties"][&member] = narrow;
        apply(&mut fixed, &condition);
        SiblingArm { tags: condition.into_iter().map(|(_, value)| value).collect(), schema: fixed }
    });
    Some(Ok(Siblings { tags, arms: arms.collect() }))
}

/// Applies the rules that are decided once the tags are fixed: what they forbid is no member any more.
fn apply(schema: &mut Value, fixed: &[(String, String)]) {
    let mut forbidden = Vec::new();
    for part in schema["allOf"].as_array().cloned().unwrap_or_default() {
        let condition = &part["if"];
        let then = &part["then"];
        if decided(condition, fixed) == Some(true) {
            if let Some(names) = then["not"]["required"].as_array() {
                forbidden.extend(names.iter().filter_map(Value::as_str).map(str::to_owned));
            }
        }
        // `if required: [x] then (never, with these tags)`: x cannot be there.
        if let (Some([name]), Some(false)) = (condition["required"].as_array().map(Vec::as_slice), decided(then, fixed)) {
            forbidden.extend(name.as_str().map(str::to_owned));
        }
    }
    if let Some(object) = schema.as_object_mut() {
        object.remove("allOf");
        object.remove("not");
        if let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) {
            properties.retain(|name, _| !forbidden.contains(name));
        }
    }
}

/// Whether the fixed members alone decide a schema.
fn decided(schema: &Value, fixed: &[(String, String)]) -> Option<bool> {
    let mut all = true;
    for (name, property) in keywords(&schema["properties"]) {
        match fixed.iter().find(|(known, _)| known == name) {
            Some((_, value)) => {
                let holds = match (property.get("const"), property.get("enum"), property.get("pattern")) {
                    (Some(constant), ..) => constant == value,
                    (_, Some(Value::Array(values)), _) => values.iter().any(|known| known == value),
                    (.., Some(Value::String(pattern))) => crate::pattern::Matcher::new(pattern).ok()?.matches(value),
                    _ => return None,
                };
                if !holds {
                    return Some(false);
                }
            }
            None => all = false,
        }
    }
    (all && schema.get("required").is_none() && schema.get("properties").is_some()).then_some(true)
}
