//! Makes instances of a schema. What `if` and unions ask is solved by choosing a branch and trying.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use fastrand::Rng;
use jsonschema::Validator;
use serde_json::{json, Value};

use super::oracle::Oracle;
use super::schema::{self, Object};
use super::{words, x_octo};

/// Valid instances that are kept of each definition, for those that refer to it.
const POOL: usize = 24;
/// Tries to fill a pool.
const TRIES: usize = 600;

/// A source of instances of one protocol's definitions.
pub(crate) struct Generator<'s> {
    definitions: &'s Object,
    pub(crate) rng: Rng,
    pools: HashMap<String, Vec<Value>>,
    pub(crate) patterns: Patterns,
    /// Whether integers without bounds may be beyond 64 bits: Octo's types hold them, those of tables do not.
    pub(crate) big_integers: bool,
    /// Whether to make every member that is declared.
    pub(crate) lavish: bool,
    /// A conditional, by its schema object, and the branch to take there.
    pub(crate) aim: Option<(&'s Object, bool)>,
}

impl<'s> Generator<'s> {
    /// Fills the pools, from `seeds` and by trying, each definition behind those that it refers to.
    pub(crate) fn new(schema: &'s Value, oracle: &Oracle, seeds: &[(String, Value)], rng: Rng) -> Self {
        let definitions = schema["definitions"].as_object().expect("the schema has definitions");
        let mut generator =
            Self { definitions, rng, pools: HashMap::new(), patterns: Patterns::default(), big_integers: false, lavish: false, aim: None };
        for name in schema::in_order(schema) {
            let mut pool: Vec<Value> = Vec::new();
            let mine = seeds.iter().filter(|(of, value)| *of == name && oracle.accepts(&name, value)).map(|(_, value)| value.clone());
            pool.extend(mine.take(4 * POOL));
            generator.rng.shuffle(&mut pool);
            pool.truncate(POOL / 2);
            for _ in 0..TRIES {
                if pool.len() >= POOL {
                    break;
                }
                let value = generator.attempt(&name);
                if !pool.contains(&value) && oracle.accepts(&name, &value) {
                    pool.push(value);
                }
            }
            generator.pools.insert(name, pool);
        }
        generator
    }

    /// A valid `definition`, or once in a while one that is only likely to be.
    pub(crate) fn start(&mut self, definition: &str) -> Value {
        let known = self.rng.choice(&self.pools[definition]).filter(|_| self.rng.u8(..4) > 0);
        known.cloned().unwrap_or_else(|| self.attempt(definition))
    }

    /// A value that is likely to be a valid `definition`.
    pub(crate) fn attempt(&mut self, definition: &str) -> Value {
        let definition = &self.definitions[definition];
        self.value(&[definition], 0)
    }

    /// A value for schemas that hold together.
    pub(crate) fn value(&mut self, schemas: &[&'s Value], depth: usize) -> Value {
        if let [Value::Object(only)] = schemas {
            if let Some(name) = only.get("$ref").and_then(Value::as_str).map(schema::target) {
                let pool = self.pools.get(name).filter(|pool| !pool.is_empty());
                if let Some(pool) = pool.filter(|_| self.rng.u8(..10) > 0) {
                    return pool[self.rng.usize(..pool.len())].clone();
                }
            }
        }
        let mut all = All::default();
        for schema in schemas {
            self.gather(schema, &mut all);
        }
        let mut value = self.of_all(&all, depth);
        for keyword in all.objects.iter().flat_map(|object| object.keys()).filter(|keyword| x_octo::KEYWORDS.contains(&keyword.as_str())) {
            x_octo::settle(keyword, &mut value);
        }
        value
    }

    /// Adds what `schema` asks, with one arm of each union and one branch of each conditional.
    fn gather(&mut self, schema: &'s Value, all: &mut All<'s>) {
        let Value::Object(object) = schema else { return };
        if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
            return self.gather(&self.definitions[schema::target(reference)], all);
        }
        all.objects.push(object);
        for schema in object.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.gather(schema, all);
        }
        for keyword in ["oneOf", "anyOf"] {
            if let Some(arm) = object.get(keyword).and_then(Value::as_array).and_then(|arms| self.rng.choice(arms)) {
                self.gather(arm, all);
            }
        }
        if object.contains_key("if") {
            // Branches taken by chance are to be few: they ask for things that do not go together.
            let taken = match self.aim {
                Some((aimed, branch)) if std::ptr::eq(aimed, object) => branch,
                Some(_) => self.rng.u8(..16) == 0,
                None => self.rng.u8(..4) == 0,
            };
            let branch = if taken { &["if", "then"][..] } else { &["else"] };
            for keyword in branch {
                object.get(*keyword).into_iter().for_each(|schema| self.gather(schema, all));
            }
        }
        if let Some(not) = object.get("not") {
            let alternatives = not["anyOf"].as_array().map_or(std::slice::from_ref(not), Vec::as_slice);
            for alternative in alternatives.iter().filter(|alternative| alternative.get("properties").is_none()) {
                all.forbidden.extend(alternative["required"].as_array().into_iter().flatten().filter_map(Value::as_str));
            }
        }
    }

    fn of_all(&mut self, all: &All<'s>, depth: usize) -> Value {
        if let Some(constant) = all.each("const").next() {
            return constant.clone();
        }
        let mut enums = all.each("enum").filter_map(Value::as_array);
        if let Some(first) = enums.next() {
            let rest: Vec<_> = enums.collect();
            let common: Vec<&Value> = first.iter().filter(|value| rest.iter().all(|list| list.contains(value))).collect();
            let list = if common.is_empty() { first.iter().collect() } else { common };
            return list[self.rng.usize(..list.len())].clone();
        }
        let types = all.types();
        match types.get(self.rng.usize(..types.len().max(1))).copied() {
            Some("null") => Value::Null,
            Some("boolean") => self.rng.bool().into(),
            Some("integer") => self.integer(all),
            Some("number") => self.number(all),
            Some("string") => self.string(all),
            Some("array") => self.array(all, depth),
            Some("object") => self.object(all, depth),
            _ => self.any(depth),
        }
    }

    /// Any JSON at all.
    pub(crate) fn any(&mut self, depth: usize) -> Value {
        match self.rng.u8(..if depth > 3 { 7 } else { 10 }) {
            0 => Value::Null,
            1 => self.rng.bool().into(),
            2 => self.rng.i32(..).into(),
            3 => {
                let [far, farther] = if self.big_integers { [json!(1e21), json!(f64::MAX)] } else { [json!(u64::MAX), json!(i64::MIN)] };
                self.rng.choice([json!(0.5), json!(-0.0), json!(1e-7), far, farther]).unwrap_or_default()
            }
            4..=6 => self.pick(words::WORDS).into(),
            7 => (0..self.rng.u8(..4)).map(|_| self.any(depth + 1)).collect(),
            _ => Value::Object((0..self.rng.u8(..4)).map(|_| (self.pick(words::NAMES).to_owned(), self.any(depth + 1))).collect()),
        }
    }

    pub(crate) fn pick<'w>(&mut self, list: &[&'w str]) -> &'w str {
        list[self.rng.usize(..list.len())]
    }

    fn integer(&mut self, all: &All<'s>) -> Value {
        let (min, max) = (all.most("minimum").map(|min| min as i128), all.least("maximum").map(|max| max as i128));
        let (low, high) = (
            min.unwrap_or(i128::from(i64::MIN)),
            max.unwrap_or(i128::from(if min.is_some_and(|min| min >= 0) { u64::MAX } else { i64::MAX as u64 })),
        );
        const SAFE: i128 = (1 << 53) - 1;
        let mut values =
            vec![0, 1, 2, low, low + 1, high, high - 1, SAFE, SAFE + 1, -SAFE, i128::from(self.rng.u16(..)), i128::from(self.rng.i64(..))];
        values.retain(|value| (low..=high).contains(value));
        integer(values[self.rng.usize(..values.len().max(1)).min(values.len().saturating_sub(1))])
    }

    fn number(&mut self, all: &All<'s>) -> Value {
        let (min, max) = (all.most("minimum").unwrap_or(-1e300), all.least("maximum").unwrap_or(1e300));
        let mut values = vec![0.0, 0.5, 1.0, 1e-7, 12.25, 1e21, min, max, self.rng.f64() * 100.0];
        values.retain(|value| (min..=max).contains(value));
        let double = values[self.rng.usize(..values.len())];
        if double.fract() == 0.0 && double.abs() < 1e15 && self.rng.bool() {
            (double as i64).into()
        } else {
            double.into()
        }
    }

    fn string(&mut self, all: &All<'s>) -> Value {
        let (min, max) = (all.most("minLength").unwrap_or(0.0) as usize, all.least("maxLength").unwrap_or(1e9) as usize);
        if let Some(format) = all.each("format").next().and_then(Value::as_str) {
            let list = words_of(format);
            return self.pick(&list[..list.len().min(3)]).into();
        }
        let patterns: Vec<&str> = all.each("pattern").filter_map(Value::as_str).collect();
        let fits = |text: &str| (min..=max).contains(&text.chars().count());
        if !patterns.is_empty() || self.rng.u8(..4) == 0 {
            let words = words::WORDS.iter().chain(words::HTTP_URLS).filter(|word| fits(word));
            let words: Vec<&str> =
                words.copied().filter(|word| patterns.iter().all(|pattern| self.patterns.finds(pattern, word))).collect();
            if !words.is_empty() {
                return self.pick(&words).into();
            }
        }
        let length = match self.rng.u8(..12) {
            0 => min,
            1 if max <= 600 => max,
            _ => min + self.rng.usize(..9),
        };
        let plain = self.rng.bool();
        let character = |rng: &mut Rng| if plain { rng.alphanumeric() } else { words::CHARACTERS[rng.usize(..words::CHARACTERS.len())] };
        (0..length.min(max)).map(|_| character(&mut self.rng)).collect::<String>().into()
    }

    fn array(&mut self, all: &All<'s>, depth: usize) -> Value {
        let (min, max) = (all.most("minItems").unwrap_or(0.0) as usize, all.least("maxItems").unwrap_or(1e9) as usize);
        let items: Vec<&Value> = all.each("items").collect();
        let mut list: Vec<Value> = Vec::new();
        for contains in all.each("contains") {
            let schemas: Vec<&Value> = items.iter().copied().chain([contains]).collect();
            list.push(self.value(&schemas, depth + 1));
        }
        let more = if depth > 6 { 0 } else { self.rng.usize(..4) };
        let length = (min + more).max(usize::from(self.lavish)).min(max);
        while list.len() < length {
            list.push(self.value(&items, depth + 1));
        }
        if all.each("uniqueItems").any(|unique| *unique == true) {
            let mut seen = BTreeSet::new();
            list.retain(|element| seen.insert(element.to_string()));
        }
        list.into()
    }

    fn object(&mut self, all: &All<'s>, depth: usize) -> Value {
        let required: BTreeSet<&str> = all.each("required").filter_map(Value::as_array).flatten().filter_map(Value::as_str).collect();
        let declared: BTreeSet<&str> =
            all.each("properties").filter_map(Value::as_object).flat_map(Object::keys).map(String::as_str).collect();
        let share = if self.lavish { 100 } else { [0, 15, 40, 85][self.rng.usize(..4)] };
        let mut names: BTreeSet<String> = required.iter().map(|name| (*name).to_owned()).collect();
        names.extend(
            declared.iter().filter(|name| !all.forbidden.contains(*name) && self.rng.u8(..100) < share).map(|name| (*name).to_owned()),
        );
        if all.each("additionalProperties").all(|more| *more != false) {
            let rules: Vec<&Value> = all.each("propertyNames").collect();
            for _ in 0..self.rng.usize(..3) + all.most("minProperties").unwrap_or(0.0) as usize {
                let name = match &rules[..] {
                    [] => self.pick(words::NAMES).to_owned(),
                    rules => self.value(rules, depth + 1).as_str().unwrap_or_default().to_owned(),
                };
                if !declared.contains(name.as_str()) && !all.forbidden.contains(name.as_str()) {
                    names.insert(name);
                }
            }
        }
        let mut members = Object::new();
        for name in names {
            let value = self.value(&all.member(&name), depth + 1);
            members.insert(name, value);
        }
        members.into()
    }
}

/// The words for a format, valid ones first.
pub(crate) fn words_of(format: &str) -> &'static [&'static str] {
    match format {
        "date-time" => words::DATE_TIMES,
        "uri" => words::URIS,
        "json-pointer" => words::POINTERS,
        other => panic!("no words for the format {other}"),
    }
}

/// An integer of 64 bits as JSON.
pub(crate) fn integer(value: i128) -> Value {
    match u64::try_from(value) {
        Ok(value) => value.into(),
        Err(_) => i64::try_from(value).unwrap_or(i64::MIN).into(),
    }
}

/// Schema objects that hold together.
#[derive(Default)]
pub(crate) struct All<'s> {
    pub(crate) objects: Vec<&'s Object>,
    forbidden: BTreeSet<&'s str>,
}

impl<'s> All<'s> {
    /// Every value of a keyword.
    pub(crate) fn each<'k>(&'k self, keyword: &'k str) -> impl Iterator<Item = &'s Value> + 'k {
        self.objects.iter().filter_map(move |object| object.get(keyword))
    }

    pub(crate) fn most(&self, keyword: &str) -> Option<f64> {
        self.each(keyword).filter_map(Value::as_f64).reduce(f64::max)
    }

    pub(crate) fn least(&self, keyword: &str) -> Option<f64> {
        self.each(keyword).filter_map(Value::as_f64).reduce(f64::min)
    }

    /// What holds for the member `name`.
    pub(crate) fn member(&self, name: &str) -> Vec<&'s Value> {
        let of = |object: &&'s Object| {
            object.get("properties").and_then(|properties| properties.get(name)).or(object.get("additionalProperties"))
        };
        self.objects.iter().filter_map(of).filter(|schema| schema.is_object()).collect()
    }

    /// The JSON types that are left; those that the keywords speak of, if no type is named.
    fn types(&self) -> Vec<&'s str> {
        let mut named = self.each("type").map(|types| match types {
            Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
            one => one.as_str().into_iter().collect::<Vec<_>>(),
        });
        let Some(mut types) = named.next() else {
            const BY_KEYWORD: &[(&str, &[&str])] = &[
                ("object", &["properties", "required", "additionalProperties", "propertyNames"]),
                ("array", &["items", "contains", "maxItems", "minItems"]),
                ("string", &["pattern", "minLength", "maxLength", "format"]),
                ("number", &["minimum", "maximum"]),
            ];
            let spoken = |keywords: &[&str]| keywords.iter().any(|keyword| self.each(keyword).next().is_some());
            return BY_KEYWORD.iter().filter(|(_, keywords)| spoken(keywords)).map(|(name, _)| *name).collect();
        };
        named.for_each(|more| types.retain(|name| more.contains(name)));
        types
    }
}

/// Patterns, compiled by the judge.
#[derive(Default)]
pub(crate) struct Patterns(BTreeMap<String, Validator>);

impl Patterns {
    pub(crate) fn finds(&mut self, pattern: &str, text: &str) -> bool {
        let compile = || jsonschema::draft7::new(&json!({ "pattern": pattern })).expect("a pattern");
        self.0.entry(pattern.to_owned()).or_insert_with(compile).is_valid(&Value::from(text))
    }
}
