//! How the arms of a union are told apart.
//!
//! Takes arms' schemas; gives the members whose values decide, and the values. For an object whose
//! conditionals tie the type of one member to the values of others it gives the arms that the schema
//! does not spell out.

use serde_json::{json, Value};

use crate::pattern::Table;
use crate::source::{items, keywords, reference, strings, Source};

/// The values that the member `tag` of an arm may have; none if it may have any.
pub(crate) fn tag_values(source: &Source, arm: &Value, tag: &str) -> Vec<String> {
    let property = &arm["properties"][tag];
    let property = reference(property).and_then(|name| source.definition(name)).unwrap_or(property);
    match (property.get("const"), property.get("enum")) {
        (Some(Value::String(value)), _) => vec![value.clone()],
        (_, Some(values)) => strings(values).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// Why arms cannot be told apart.
pub(crate) enum Clash {
    /// No member has a constant in every arm but one.
    NoTag,
    /// An arm has a tag's value of an earlier one.
    Shared { arm: usize, tag: String, value: String },
}

/// The members that tell `arms` apart: the first constant they share, and a second where it does not suffice.
pub(crate) fn tags(source: &Source, arms: &[&Value]) -> Result<Vec<String>, Clash> {
    let first = arms.first().map(|arm| keywords(&arm["properties"])).into_iter().flatten();
    let candidates: Vec<&String> = first
        .map(|(name, _)| name)
        .filter(|name| arms.iter().filter(|arm| !tag_values(source, arm, name).is_empty()).count() + 1 >= arms.len())
        .filter(|name| arms.iter().all(|arm| arm["properties"].get(name.as_str()).is_some()))
        .collect();
    if let Some(single) = candidates.iter().find(|tag| distinct(source, arms, &[tag])) {
        return Ok(vec![(*single).clone()]);
    }
    let first = *candidates.first().ok_or(Clash::NoTag)?;
    let seconds: Vec<&String> = arms.iter().flat_map(|arm| keywords(&arm["properties"]).keys()).filter(|name| *name != first).collect();
    match seconds.into_iter().find(|second| distinct(source, arms, &[first, second])) {
        Some(second) => Ok(vec![first.clone(), second.clone()]),
        None => Err(shared(source, arms, first).unwrap_or(Clash::NoTag)),
    }
}

/// The first arm that has a tag's value of an earlier one.
fn shared(source: &Source, arms: &[&Value], tag: &str) -> Option<Clash> {
    let mut known = Vec::new();
    for (arm, schema) in arms.iter().enumerate() {
        let values = tag_values(source, schema, tag);
        if let Some(value) = values.iter().find(|value| known.contains(*value)) {
            return Some(Clash::Shared { arm, tag: tag.to_owned(), value: value.clone() });
        }
        known.extend(values);
    }
    None
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
    /// The members that tell the arms apart.
    pub(crate) tags: Vec<String>,
    pub(crate) arms: Vec<SiblingArm>,
}

pub(crate) struct SiblingArm {
    /// Values of the tags.
    pub(crate) values: Vec<String>,
    /// The object's schema with the tags fixed and the rules that they decide applied.
    pub(crate) schema: Value,
}

/// `if (members have these values) then (a member is that definition)`.
struct Row {
    condition: Vec<(String, String)>,
    member: String,
    narrow: Value,
}

/// Reads an object's conditionals as a union, if two or more of them tie a member's type to the same tags.
pub(crate) fn on_siblings(schema: &Value) -> Option<Siblings> {
    let rows: Vec<Row> = items(&schema["allOf"]).filter_map(row).collect();
    let names = |row: &Row| -> Vec<String> { row.condition.iter().map(|(name, _)| name.clone()).collect() };
    let tags = names(rows.first()?);
    if rows.len() < 2 || rows.iter().any(|row| names(row) != tags) {
        return None;
    }
    let arms = rows
        .iter()
        .map(|row| SiblingArm { values: row.condition.iter().map(|(_, value)| value.clone()).collect(), schema: fixed(schema, row) });
    Some(Siblings { tags, arms: arms.collect() })
}

fn row(part: &Value) -> Option<Row> {
    let condition: Option<Vec<(String, String)>> = keywords(&part["if"]["properties"])
        .iter()
        .map(|(name, property)| Some((name.clone(), property.get("const")?.as_str()?.to_owned())))
        .collect();
    let condition = condition.filter(|condition| condition.len() > 1)?;
    let then = keywords(&part["then"]["properties"]);
    let (member, narrow) = then.iter().next().filter(|(_, narrow)| then.len() == 1 && reference(narrow).is_some())?;
    Some(Row { condition, member: member.clone(), narrow: narrow.clone() })
}

/// The object's schema in one arm: the tags are constants, the member has its type, and the rules that
/// the tags decide are gone. What they do not decide stays.
fn fixed(schema: &Value, row: &Row) -> Value {
    let mut arm = schema.clone();
    for (name, value) in &row.condition {
        arm["properties"][name] = json!({ "const": value });
    }
    let doc = arm["properties"][&row.member]["description"].take();
    arm["properties"][&row.member] = row.narrow.clone();
    if doc.is_string() {
        arm["properties"][&row.member]["description"] = doc;
    }
    let mut left = Vec::new();
    let mut forbidden: Vec<String> = Vec::new();
    for part in items(&schema["allOf"]) {
        let (condition, then) = (&part["if"], &part["then"]);
        let asked: Vec<&str> = strings(&condition["required"]).collect();
        match (decided(condition, &row.condition), decided(then, &row.condition)) {
            _ if part.get("else").is_some() => left.push(part.clone()),
            (Some(false), _) | (_, Some(true)) => {}
            (Some(true), _) if then["properties"].get(&row.member) == Some(&row.narrow) => {}
            (Some(true), _) if keywords(then).keys().eq(["not"]) && keywords(&then["not"]).keys().eq(["required"]) => {
                forbidden.extend(strings(&then["not"]["required"]).map(str::to_owned));
            }
            // `if required: [x] then (never, with these tags)`: x cannot be there.
            (None, Some(false)) if asked.len() == 1 && keywords(condition).len() == 1 => forbidden.push(asked[0].to_owned()),
            _ => left.push(part.clone()),
        }
    }
    if let Some(object) = arm.as_object_mut() {
        object.remove("allOf");
        if decided(&schema["not"], &row.condition) == Some(false) {
            object.remove("not");
        }
        if !left.is_empty() {
            object.insert("allOf".into(), Value::Array(left));
        }
        if let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) {
            properties.retain(|name, _| !forbidden.contains(name));
        }
    }
    arm
}

/// Whether the fixed members alone decide a schema.
fn decided(schema: &Value, fixed: &[(String, String)]) -> Option<bool> {
    let value = |name: &str| fixed.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    let mut verdicts = Vec::new();
    for (keyword, content) in keywords(schema) {
        match keyword.as_str() {
            "description" => {}
            "properties" => verdicts.extend(keywords(content).iter().map(|(name, property)| fits(property, value(name)?))),
            "required" => verdicts.extend(strings(content).map(|name| value(name).map(|_| true))),
            _ => verdicts.push(None),
        }
    }
    if verdicts.contains(&Some(false)) {
        return Some(false);
    }
    verdicts.into_iter().collect::<Option<Vec<bool>>>().filter(|verdicts| !verdicts.is_empty()).map(|_| true)
}

/// Whether a string satisfies a schema, where that is one assertion.
fn fits(schema: &Value, value: &str) -> Option<bool> {
    match (schema.get("const"), schema.get("enum"), schema.get("pattern")) {
        (Some(constant), ..) => Some(constant == value),
        (_, Some(Value::Array(values)), _) => Some(values.iter().any(|known| known == value)),
        (.., Some(Value::String(pattern))) => Some(Table::new(pattern).ok()?.matches(value)),
        _ => None,
    }
}
