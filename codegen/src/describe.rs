//! Schemas in words, for the messages of the rules that they are.
//!
//! Takes schemas as `rules` compiles them; gives parts of sentences: the condition behind "when" and
//! "unless", and what a value must or must not be.

use serde_json::Value;

use crate::source::{items, keywords, reference, strings};

/// What `schema` asks of an object or a value, behind "when": "`kind` is `approval`".
pub(crate) fn condition(schema: &Value) -> String {
    phrase(schema, Mood::IS)
}

/// What a value has to be, as a sentence: "the value must be `a`".
pub(crate) fn must(schema: &Value) -> String {
    format!("the value must {}", phrase(schema, Mood::MUST))
}

/// What `not` keeps away from an object or a union, as a sentence.
pub(crate) fn not_allowed(schema: &Value) -> String {
    let properties = keywords(&schema["properties"]);
    match properties.iter().next() {
        // "`namespace` must not be `octo.control`"
        Some((name, property)) if properties.len() == 1 && keywords(property).get("properties").is_none() => {
            format!("`{name}` must {}", phrase(property, Mood::MUST.not()))
        }
        _ => match row(schema) {
            Some((names, values)) => format!("{} must not be {values}", listed(&names, " and ")),
            None => format!("it is not allowed that {}", condition(schema)),
        },
    }
}

/// The conditional rules of an object, each as a sentence: what holds when.
pub(crate) fn conditionals(schema: &Value) -> Vec<String> {
    let rules = items(&schema["allOf"]).filter(|rule| rule.get("if").is_some());
    let sentences = rules.flat_map(|rule| {
        let when = condition(&rule["if"]);
        [("then", "When"), ("else", "Unless")].map(|(keyword, word)| match condition(&rule[keyword]) {
            what if what.is_empty() || when.is_empty() => None,
            what => Some(format!("{word} {when}: {what}.")),
        })
    });
    sentences.flatten().collect()
}

/// Several forms, of which one or some have to be met, as a sentence.
pub(crate) fn forms(keyword: &str, arms: &Value) -> String {
    if let Some((names, rows)) = table(arms) {
        return format!("{} must be one of {}", listed(&names, " and "), rows.join(", "));
    }
    let arms: Vec<String> = items(arms).map(condition).collect();
    let count = if keyword == "oneOf" { "exactly one" } else { "at least one" };
    format!("{count} of these must hold: {}", arms.join("; "))
}

/// The members and their values, if each arm does nothing but give constants to the same members.
fn table(arms: &Value) -> Option<(Vec<String>, Vec<String>)> {
    let mut names = None;
    let mut rows = Vec::new();
    for arm in items(arms) {
        let (own, values) = row(arm)?;
        if *names.get_or_insert_with(|| own.clone()) != own {
            return None;
        }
        rows.push(values);
    }
    Some((names?, rows))
}

/// The members and their values, if a schema does nothing but give them constants.
fn row(schema: &Value) -> Option<(Vec<String>, String)> {
    let properties = keywords(&schema["properties"]);
    let plain = keywords(schema).keys().all(|keyword| matches!(keyword.as_str(), "properties" | "required" | "type" | "description"));
    let tested = strings(&schema["required"]).all(|name| properties.contains_key(name));
    let values: Option<Vec<String>> = properties.values().map(|property| Some(constant(property.get("const")?))).collect();
    (plain && tested && !properties.is_empty()).then_some((properties.keys().cloned().collect(), values?.join("/")))
}

/// How a predicate is put.
#[derive(Clone, Copy)]
struct Mood {
    must: bool,
    negated: bool,
}

impl Mood {
    /// "is"
    const IS: Self = Self { must: false, negated: false };
    /// "be", behind "must"
    const MUST: Self = Self { must: true, negated: false };

    fn not(self) -> Self {
        Self { negated: !self.negated, ..self }
    }

    /// "is …", "is not …", "be …", "not be …".
    fn be(self, what: &str) -> String {
        match (self.must, self.negated) {
            (false, false) => format!("is {what}"),
            (false, true) => format!("is not {what}"),
            (true, false) => format!("be {what}"),
            (true, true) => format!("not be {what}"),
        }
    }

    /// "matches …", "does not match …", "match …", "not match …".
    fn verb(self, (third, bare): (&str, &str), what: &str) -> String {
        match (self.must, self.negated) {
            (false, false) => format!("{third} {what}"),
            (false, true) => format!("does not {bare} {what}"),
            (true, false) => format!("{bare} {what}"),
            (true, true) => format!("not {bare} {what}"),
        }
    }
}

const MATCH: (&str, &str) = ("matches", "match");
const HAVE: (&str, &str) = ("has", "have");
const CONTAIN: (&str, &str) = ("contains", "contain");

/// What `schema` asks, with its subject where it is a member.
fn phrase(schema: &Value, mood: Mood) -> String {
    let (all, any) = if mood.negated { (" or ", " and ") } else { (" and ", " or ") };
    let mut parts = Vec::new();
    if let Some(name) = reference(schema) {
        parts.push(mood.be(&format!("a {name}")));
    }
    for (keyword, value) in keywords(schema) {
        let group = |joint: &str| {
            let inner: Vec<String> = items(value).map(|part| phrase(part, mood)).filter(|part| !part.is_empty()).collect();
            let nested = inner.len() > 1 && keywords(schema).len() > 1;
            if nested {
                format!("({})", inner.join(joint))
            } else {
                inner.join(joint)
            }
        };
        match keyword.as_str() {
            "properties" => parts.extend(keywords(value).iter().map(|(name, property)| member(name, property, mood))),
            "required" => {
                let untested = strings(value).filter(|name| schema["properties"].get(name).is_none());
                let word = if mood.negated { "absent" } else { "present" };
                parts.extend(untested.map(|name| format!("`{name}` is {word}")));
            }
            "not" => parts.push(phrase(value, mood.not())),
            "allOf" => parts.push(group(all)),
            "anyOf" | "oneOf" => parts.push(group(any)),
            _ => parts.extend(predicate(keyword, value, mood)),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join(all)
}

fn member(name: &str, property: &Value, mood: Mood) -> String {
    let inner = keywords(&property["properties"]);
    if !inner.is_empty() {
        // `execution.status` is `skipped`: one condition on a member of the member.
        let joint = if mood.negated { " or " } else { " and " };
        return inner.iter().map(|(below, property)| member(&format!("{name}.{below}"), property, mood)).collect::<Vec<_>>().join(joint);
    }
    let mood = Mood { must: false, ..mood };
    if *property == Value::Bool(false) {
        return format!("`{name}` is {}", if mood.negated { "present" } else { "absent" });
    }
    match phrase(property, mood).as_str() {
        "" if mood.negated => format!("`{name}` is absent"),
        "" => format!("`{name}` is present"),
        words => format!("`{name}` {words}"),
    }
}

/// What one keyword asks of a value.
fn predicate(keyword: &str, value: &Value, mood: Mood) -> Option<String> {
    Some(match keyword {
        "const" if value == "" => mood.be("empty"),
        "const" => mood.be(&constant(value)),
        "enum" => {
            let list = items(value).map(constant).collect::<Vec<_>>().join(", ");
            mood.be(&if items(value).count() == 1 { list } else { format!("one of {list}") })
        }
        "pattern" => mood.verb(MATCH, &format!("`{}`", pattern(value.as_str().unwrap_or_default()))),
        "minimum" => mood.be(&format!("at least {value}")),
        "maximum" => mood.be(&format!("at most {value}")),
        "minLength" => mood.verb(HAVE, &format!("at least {value} characters")),
        "minItems" => mood.verb(HAVE, &format!("at least {value} elements")),
        "maxItems" if value == 0 => mood.be("empty"),
        "maxItems" => mood.verb(HAVE, &format!("at most {value} elements")),
        "items" if value.get("enum").is_some() => {
            let list = items(&value["enum"]).map(constant).collect::<Vec<_>>().join(", ");
            mood.verb(HAVE, &format!("no elements but {list}"))
        }
        "items" => mood.verb(HAVE, &format!("only elements that {}", phrase(value, Mood::IS))),
        "contains" => mood.verb(CONTAIN, &element(value)),
        "x-octo-http-url" => mood.be("an absolute http or https URL"),
        _ => return None,
    })
}

/// An element that a list has to contain.
fn element(schema: &Value) -> String {
    match (schema.get("const"), schema.get("enum"), schema.get("properties")) {
        (Some(value), ..) => constant(value),
        (_, Some(values), _) => format!("one of {}", items(values).map(constant).collect::<Vec<_>>().join(", ")),
        (.., Some(_)) => format!("an element whose {}", phrase(schema, Mood::IS)),
        _ => format!("an element that {}", phrase(schema, Mood::IS)),
    }
}

fn listed(names: &[String], joint: &str) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(joint)
}

/// A constant as messages show it.
pub(crate) fn constant(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{text}`"),
        other => format!("`{other}`"),
    }
}

/// A pattern as messages show it: what cannot be seen is escaped, as the pattern itself might.
pub(crate) fn pattern(pattern: &str) -> String {
    let visible = |character: char| character == ' ' || character.is_ascii_graphic();
    pattern
        .chars()
        .map(|character| if visible(character) { character.to_string() } else { format!("\\u{:04x}", u32::from(character)) })
        .collect()
}

/// A Rust string literal of `text`.
pub(crate) fn quote(text: &str) -> String {
    format!("{text:?}")
}

/// The first sentence of a paragraph.
pub(crate) fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}
