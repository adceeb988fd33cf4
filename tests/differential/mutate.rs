//! Turns an instance into a neighbour: still valid, or not any more by one thing.

use serde_json::{json, Value};

use super::generate::{integer, words_of, All, Generator};
use super::schema::{self, Object};
use super::{words, x_octo};

/// The longest text that is made to meet a limit; what is longer has a test of its own.
const LONGEST: usize = 70_000;

/// A value within an instance, and every schema object that may speak about it.
pub(crate) struct Place<'s> {
    pub(crate) at: String,
    pub(crate) all: All<'s>,
}

/// Every place of an instance of `definition`.
pub(crate) fn places<'s>(definitions: &'s Object, definition: &str, value: &Value) -> Vec<Place<'s>> {
    let mut places = Vec::new();
    visit(definitions, vec![&definitions[definition]], value, String::new(), &mut places);
    places
}

fn visit<'s>(definitions: &'s Object, schemas: Vec<&'s Value>, value: &Value, at: String, places: &mut Vec<Place<'s>>) {
    let mut all = All::default();
    schemas.into_iter().for_each(|schema| gather(definitions, schema, &mut all));
    match value {
        Value::Array(list) => {
            for (index, element) in list.iter().enumerate() {
                let schemas = all.each("items").chain(all.each("contains")).collect();
                visit(definitions, schemas, element, format!("{at}/{index}"), places);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                visit(definitions, all.member(name), member, format!("{at}/{}", schema::escaped(name)), places);
            }
        }
        _ => {}
    }
    places.push(Place { at, all });
}

/// Adds what any arm and any branch of `schema` asks.
fn gather<'s>(definitions: &'s Object, schema: &'s Value, all: &mut All<'s>) {
    let Value::Object(object) = schema else { return };
    if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
        return gather(definitions, &definitions[schema::target(reference)], all);
    }
    all.objects.push(object);
    for keyword in schema::MANY {
        object.get(*keyword).and_then(Value::as_array).into_iter().flatten().for_each(|schema| gather(definitions, schema, all));
    }
    for keyword in ["if", "then", "else", "not"] {
        object.get(keyword).into_iter().for_each(|schema| gather(definitions, schema, all));
    }
}

/// Changes one thing.
pub(crate) fn mutate<'s>(generator: &mut Generator<'s>, definitions: &'s Object, definition: &str, value: &mut Value) {
    let places = places(definitions, definition, value);
    // What nothing speaks about is changed too, but less often.
    let spoken: Vec<&Place<'_>> = places.iter().filter(|place| !place.all.objects.is_empty()).collect();
    let place = if spoken.is_empty() || generator.rng.u8(..12) == 0 {
        &places[generator.rng.usize(..places.len())]
    } else {
        spoken[generator.rng.usize(..spoken.len())]
    };
    let Some(target) = value.pointer_mut(&place.at) else { return };
    let general = generator.rng.u8(..8) == 0;
    match target {
        _ if general => *target = other_type(generator, target),
        Value::Object(members) => object(generator, &place.all, members),
        Value::Array(list) => array(generator, &place.all, list),
        _ => scalar(generator, &place.all, target),
    }
}

fn other_type(generator: &mut Generator<'_>, old: &Value) -> Value {
    let wrapped = [json!([old]), json!({ "value": old }), old.to_string().into()];
    let plain = [Value::Null, true.into(), 0.into(), 1.5.into(), "".into(), "text".into(), json!([]), json!({})];
    match generator.rng.usize(..wrapped.len() + plain.len()) {
        index if index < wrapped.len() => wrapped[index].clone(),
        index => plain[index - wrapped.len()].clone(),
    }
}

fn object<'s>(generator: &mut Generator<'s>, all: &All<'s>, members: &mut Object) {
    let names: Vec<String> = members.keys().cloned().collect();
    let one = |generator: &mut Generator<'_>| names.get(generator.rng.usize(..names.len().max(1))).cloned().unwrap_or_default();
    match generator.rng.u8(..10) {
        0..=2 => drop(members.remove(&one(generator))),
        3 => {
            let name = generator.pick(words::NAMES);
            let value = generator.any(2);
            members.insert(name.to_owned(), value);
        }
        // A member that some schema declares or names, with a value that it may have.
        4..=6 => {
            let mut known: Vec<&str> =
                all.each("properties").filter_map(Value::as_object).flat_map(Object::keys).map(String::as_str).collect();
            known.extend(all.each("required").filter_map(Value::as_array).flatten().filter_map(Value::as_str));
            known.retain(|name| !members.contains_key(*name));
            if let Some(name) = known.get(generator.rng.usize(..known.len().max(1))) {
                let schemas = all.member(name);
                let schemas = if schemas.is_empty() { vec![] } else { vec![schemas[generator.rng.usize(..schemas.len())]] };
                let value = generator.value(&schemas, 2);
                members.insert((*name).to_owned(), value);
            }
        }
        // The same name in another case, or another name for the same value.
        7 => {
            let name = one(generator);
            if let Some(value) = members.get(&name).cloned() {
                let other =
                    [name.to_ascii_uppercase(), name.to_ascii_lowercase(), format!("{name} "), generator.pick(words::WORDS).to_owned()];
                if generator.rng.bool() {
                    members.remove(&name);
                }
                members.insert(other[generator.rng.usize(..other.len())].clone(), value);
            }
        }
        8 => {
            let limit = all.least("maxProperties").unwrap_or(3.0) as usize + generator.rng.usize(..2);
            let sample = members.values().next().cloned().unwrap_or_else(|| "value".into());
            (0..limit.min(300)).for_each(|index| {
                if members.len() < limit {
                    drop(members.insert(format!("A{index}"), sample.clone()))
                }
            });
        }
        _ => members.clear(),
    }
}

fn array<'s>(generator: &mut Generator<'s>, all: &All<'s>, list: &mut Vec<Value>) {
    let one = generator.rng.usize(..list.len().max(1));
    match generator.rng.u8(..8) {
        0 if !list.is_empty() => drop(list.remove(one)),
        // The same element once more, as it is or with another spelling or another value in one member.
        1 | 2 if !list.is_empty() => {
            let mut copy = list[one].clone();
            if let Some(members) = copy.as_object_mut().filter(|_| generator.rng.bool()) {
                object(generator, &All::default(), members);
            }
            list.insert(generator.rng.usize(..=list.len()), copy);
        }
        3 | 4 => {
            let items: Vec<&Value> = all.each("items").collect();
            let items = if items.is_empty() { vec![] } else { vec![items[generator.rng.usize(..items.len())]] };
            let value = generator.value(&items, 2);
            list.insert(generator.rng.usize(..=list.len()), value);
        }
        5 => {
            let limit = all.least("maxItems").unwrap_or(2.0) as usize + generator.rng.usize(..2);
            let items: Vec<&Value> = all.each("items").take(1).collect();
            while list.len() < limit.min(300) {
                let value = generator.value(&items, 4);
                list.push(value);
            }
        }
        6 => list.reverse(),
        _ => list.clear(),
    }
}

fn scalar<'s>(generator: &mut Generator<'s>, all: &All<'s>, value: &mut Value) {
    let mut next: Vec<Value> = Vec::new();
    next.extend(all.each("const").cloned());
    next.extend(all.each("enum").filter_map(Value::as_array).flatten().cloned());
    if !next.is_empty() && generator.rng.bool() {
        *value = next.swap_remove(generator.rng.usize(..next.len()));
        return;
    }
    next.clear();
    match value {
        Value::String(text) => {
            next.extend(
                [format!("{text}\n"), format!("{text}😀"), format!(" {text}"), text.to_uppercase(), String::new()].map(Value::from),
            );
            next.push(generator.pick(words::WORDS).into());
            for format in all.each("format").filter_map(Value::as_str) {
                next.extend((0..6).map(|_| Value::from(generator.pick(words_of(format)))));
            }
            if all.each("pattern").next().is_some() {
                next.extend((0..4).map(|_| Value::from(generator.pick(words::WORDS))));
            }
            if all.each("x-octo-http-url").next().is_some() {
                next.extend((0..8).map(|_| Value::from(generator.pick(words::HTTP_URLS))));
            }
            for limit in all.each("minLength").chain(all.each("maxLength")).filter_map(Value::as_u64).map(|limit| limit as usize) {
                for length in [limit.saturating_sub(1), limit, limit + 1].into_iter().filter(|length| *length <= LONGEST) {
                    next.extend(["a", "é", "😀"].map(|character| Value::from(character.repeat(length))));
                }
            }
        }
        Value::Number(number) => {
            let double = number.as_f64().unwrap_or_default();
            next.extend([json!(double + 0.5), json!(-double), json!(-0.0), json!(double), json!(1e-7)]);
            let exact = number.as_u64().map(i128::from).or(number.as_i64().map(i128::from));
            let limits = all.each("minimum").chain(all.each("maximum")).filter_map(Value::as_f64).map(|limit| limit as i128);
            for near in exact.into_iter().chain(limits).chain([0, (1 << 53) - 1, 1 << 53]) {
                let fits = |value: &i128| (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(value);
                // Integers that a schema leaves open are signed ones of 64 bits, or unsigned.
                let open = |value: &i128| *value <= i128::from(i64::MAX) || all.each("minimum").next().is_some();
                next.extend([near - 1, near, near + 1].into_iter().filter(fits).filter(open).map(integer));
            }
            if generator.big_integers {
                next.extend([json!(1e20), json!(-1e20), json!(1e300)]);
            } else {
                // As a double the greatest integer of 64 bits is one beyond them.
                next.retain(|value| !value.is_f64() || value.as_f64().is_some_and(|double| double.abs() < 9e18));
            }
        }
        Value::Bool(flag) => next.push((!*flag).into()),
        _ => next.extend([Value::from(0), "".into(), json!({}), json!([])]),
    }
    *value = next.swap_remove(generator.rng.usize(..next.len()));
}

/// The ways in which `value` can break one keyword of a schema object and, where it can be helped, no other.
pub(crate) fn breaks(generator: &mut Generator<'_>, keyword: &str, rule: &Value, value: &Value) -> Vec<Value> {
    let limit = rule.as_u64().unwrap_or(0) as usize;
    let members = |change: &dyn Fn(&mut Object)| {
        let mut copy = value.clone();
        copy.as_object_mut().map(change);
        copy
    };
    let with = |name: &str| members(&|members| drop(members.insert(name.to_owned(), "text".into())));
    let names =
        |rule: &Value| -> Vec<String> { rule.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect() };
    match (keyword, value) {
        ("type", _) => {
            let mut others = vec![Value::Null, true.into(), 0.5.into(), "text".into(), json!([]), json!({})];
            others.retain(|other| std::mem::discriminant(other) != std::mem::discriminant(value));
            others
        }
        ("const" | "enum", Value::Number(number)) => vec![json!(number.as_f64().unwrap_or(0.0) + 1.0)],
        ("const" | "enum", Value::Bool(flag)) => vec![(!flag).into()],
        ("const" | "enum", _) => vec![generator.pick(words::WORDS).into(), Value::Null],
        ("minLength", Value::String(_)) => vec!["a".repeat(limit.saturating_sub(1)).into()],
        ("maxLength", Value::String(_)) if limit <= LONGEST => vec!["a".repeat(limit + 1).into(), "😀".repeat(limit + 1).into()],
        ("minimum", Value::Number(_)) => vec![integer(rule.as_f64().unwrap_or(0.0) as i128 - 1), json!(rule.as_f64().unwrap_or(0.0) - 0.5)],
        ("maximum", Value::Number(_)) => vec![integer(rule.as_f64().unwrap_or(0.0) as i128 + 1)],
        ("minItems", Value::Array(list)) => vec![list.iter().take(limit.saturating_sub(1)).cloned().collect()],
        ("maxItems", Value::Array(list)) => {
            vec![(0..=limit).map(|index| list.get(index % list.len().max(1)).cloned().unwrap_or_default()).collect()]
        }
        ("uniqueItems", Value::Array(list)) => vec![list.iter().chain(list).cloned().collect()],
        ("minProperties", Value::Object(_)) => vec![json!({})],
        ("maxProperties", Value::Object(old)) => vec![members(&|members| {
            let sample = old.values().next().cloned().unwrap_or_else(|| "text".into());
            members.extend((0..=limit).map(|index| (format!("A{index}"), sample.clone())));
        })],
        ("pattern", Value::String(_)) => {
            let pattern = rule.as_str().unwrap_or_default();
            let mut words = words::WORDS.to_vec();
            words.retain(|word| !generator.patterns.finds(pattern, word));
            (0..2).filter_map(|_| generator.rng.choice(&words).map(|word| (*word).into())).collect()
        }
        ("format", Value::String(_)) => (0..4).map(|_| generator.pick(words_of(rule.as_str().unwrap_or_default())).into()).collect(),
        ("propertyNames", Value::Object(_)) => (0..3).map(|_| with(generator.pick(words::WORDS))).collect(),
        ("required", Value::Object(_)) => names(rule).iter().map(|name| members(&|members| drop(members.remove(name)))).collect(),
        ("additionalProperties", Value::Object(_)) => vec![with(generator.pick(words::NAMES))],
        ("not", Value::Object(_)) => {
            let alternatives = rule["anyOf"].as_array().map_or(std::slice::from_ref(rule), Vec::as_slice);
            alternatives.iter().flat_map(|alternative| names(&alternative["required"])).map(|name| with(&name)).collect()
        }
        ("not" | "anyOf" | "oneOf", Value::String(_)) => (0..4).map(|_| generator.pick(words::WORDS).into()).collect(),
        ("not", Value::Number(_)) => vec![0.into(), (-1).into()],
        ("oneOf" | "anyOf", Value::Object(_)) => vec![json!({}), members(&|members| members.retain(|_, value| !value.is_string()))],
        _ => Vec::new(),
    }
}

/// Brings the value at `at` to keep one of the protocol's own rules by a hair, or to break it by one.
pub(crate) fn own_rule<'s>(
    generator: &mut Generator<'s>,
    definitions: &'s Object,
    definition: &str,
    root: &mut Value,
    (at, keyword, limit): (&str, &str, &Value),
    keep: bool,
) {
    let goal = limit.as_u64().unwrap_or(0) + u64::from(!keep);
    match keyword {
        "x-octo-max-json-bytes" => {
            let Some(pad) = open_place(definitions, definition, root, at) else { return };
            set(root, &pad, "".into());
            let size = root.pointer(at).map_or(0, x_octo::bytes);
            let Some(missing) = goal.checked_sub(size) else { return };
            set(root, &pad, "x".repeat(missing as usize).into());
        }
        "x-octo-max-json-depth" => {
            let Some(pad) = open_place(definitions, definition, root, at) else { return };
            let above = pad.matches('/').count() - at.matches('/').count();
            let Some(missing) = goal.checked_sub(above as u64) else { return };
            set(root, &pad, (0..missing).fold(json!(0), |inner, _| json!([inner])));
        }
        "x-octo-max-utf16-length" => set(root, at, format!("{}{}", "😀".repeat(goal as usize / 2), "x".repeat(goal as usize % 2)).into()),
        "x-octo-http-url" => set(root, at, generator.pick(words::HTTP_URLS).into()),
        _ => {
            let Some(value) = root.pointer_mut(at) else { return };
            if keep {
                x_octo::settle(keyword, value);
            } else {
                x_octo::upset(keyword, value);
            }
        }
    }
}

fn set(root: &mut Value, at: &str, value: Value) {
    let (parent, name) = at.rsplit_once('/').unwrap_or_default();
    match root.pointer_mut(parent) {
        Some(Value::Object(members)) => drop(members.insert(name.to_owned(), value)),
        Some(other) => {
            if let Some(place) = other.pointer_mut(&at[parent.len()..]) {
                *place = value;
            }
        }
        None => {}
    }
}

/// A place below `at` that may hold anything.
fn open_place(definitions: &Object, definition: &str, root: &Value, at: &str) -> Option<String> {
    let places = places(definitions, definition, root);
    places.iter().filter(|place| place.at.starts_with(&format!("{at}/")) || place.at == at).find_map(|place| {
        let value = root.pointer(&place.at)?;
        let said = |keyword| place.all.each(keyword).next().is_some();
        if value.is_object() && !place.all.each("additionalProperties").any(|more| *more == false) && !said("propertyNames") {
            return Some(format!("{}/padding", place.at));
        }
        (place.all.objects.iter().all(|object| object.keys().all(|key| key == "description")) && place.at != at).then(|| place.at.clone())
    })
}
