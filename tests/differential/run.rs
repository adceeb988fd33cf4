//! One run over a protocol: the cases, and what came of them.

use std::collections::BTreeMap;

use agentwire::catalog::{Protocol, Type};
use fastrand::Rng;
use serde_json::Value;

use super::compare::{Judge, Wrong, LONG};
use super::generate::Generator;
use super::malform::{malform, passes};
use super::mutate::{self, mutate};
use super::oracle::Oracle;
use super::schema::{self, Object};
use super::spell::Spelling;
use super::{support, x_octo};

/// Disagreements that are shrunk and shown.
const SHOWN: usize = 12;
/// Cases in which each rule has to come out true, and false.
const AIMED: u64 = 4;
/// Attempts to break a keyword that comes along.
const ATTEMPTS: u64 = 12;
/// Tries to make a rule come out as it is to.
const TRIES: u64 = 1500;
/// Malformed texts of each definition.
const MALFORMED: u64 = 24;

pub(crate) struct Run<'s> {
    oracle: &'s Oracle,
    generator: Generator<'s>,
    definitions: &'s Object,
    /// Each type with its definition, and with each arm of it that is no type itself.
    targets: Vec<(&'static Type, String)>,
    /// The other definitions: what refers to them tests them.
    helpers: Vec<&'s str>,
    /// How often each keyword was to be broken.
    tried: BTreeMap<String, u64>,
    seed: u64,
    wrong: Vec<Wrong>,
    /// Malformed texts that were not refused as such.
    passed: Vec<String>,
    /// Invalid and valid cases of each target.
    counts: BTreeMap<String, [u64; 2]>,
}

impl<'s> Run<'s> {
    pub(crate) fn new(protocol: &'static Protocol, schema: &'s Value, oracle: &'s Oracle, seed: u64) -> Self {
        let definitions = schema["definitions"].as_object().expect("the schema has definitions");
        let mut targets = Vec::new();
        for ty in protocol.types {
            let arms = definitions[ty.name()].get("oneOf").and_then(Value::as_array).into_iter().flatten();
            let arms = arms.filter_map(|arm| arm["$ref"].as_str()).map(schema::target).filter(|arm| protocol.find(arm).is_none());
            targets.extend(arms.chain([ty.name()]).map(|definition| (ty, definition.to_owned())));
        }
        let helpers = definitions.keys().map(String::as_str).filter(|name| !targets.iter().any(|(_, target)| target == name)).collect();
        let mut generator = Generator::new(schema, oracle, &seeds(protocol), Rng::with_seed(seed));
        generator.big_integers = protocol.name == "octo";
        let (tried, wrong, passed, counts) = (BTreeMap::new(), Vec::new(), Vec::new(), BTreeMap::new());
        Self { oracle, generator, definitions, targets, helpers, tried, seed, wrong, passed, counts }
    }

    /// Runs everything.
    pub(crate) fn all(&mut self, cases: u64) {
        self.oracle.coverage.count(true);
        for (ty, definition) in self.targets.clone() {
            self.chance(ty, &definition, cases);
            self.aim(ty, &definition);
            self.malformed(ty, &definition);
        }
        self.oracle.coverage.count(false);
    }

    /// Cases of one type that chance makes.
    fn chance(&mut self, ty: &'static Type, definition: &str, cases: u64) {
        for case in 0..cases {
            let seed = self.reseed(definition, case);
            let mut value = self.generator.start(definition);
            for _ in 0..self.generator.rng.u8(..4).saturating_sub(1) {
                mutate(&mut self.generator, self.definitions, definition, &mut value);
            }
            self.case(ty, definition, value, seed);
        }
    }

    /// Cases for each keyword, each conditional and each of the protocol's own rules.
    fn aim(&mut self, ty: &'static Type, definition: &str) {
        // Enough of them that each arm of a union comes along.
        let arms = self.definitions[definition].get("oneOf").and_then(Value::as_array).map_or(0, Vec::len) as u64;
        for attempt in 0..24 + 6 * arms {
            self.reseed(definition, attempt);
            self.generator.lavish = attempt % 2 == 0;
            let base = if self.generator.lavish { self.generator.attempt(definition) } else { self.generator.start(definition) };
            self.break_each(ty, definition, &base, None);
        }
        self.generator.lavish = false;
        let mut objects: Vec<(String, &'s Object)> = Vec::new();
        schema::walk(&self.definitions[definition], &format!("/definitions/{definition}"), &mut |at, object| {
            objects.push((at.to_owned(), object))
        });
        for (at, object) in objects {
            if object.contains_key("if") {
                self.aim_at_branches(ty, definition, &format!("{at}/if"), object);
            }
            for keyword in object.keys().filter(|keyword| x_octo::KEYWORDS.contains(&keyword.as_str())) {
                self.aim_at_rule(ty, definition, &format!("{at}/{keyword}"), keyword, object);
            }
        }
    }

    /// Texts that are no JSON text, or one that the ground rules refuse: whatever they would say.
    fn malformed(&mut self, ty: &'static Type, definition: &str) {
        for case in 0..MALFORMED {
            let seed = self.reseed(definition, case);
            let text = malform(&mut self.generator.rng.clone(), &self.generator.start(definition));
            if let Some(says) = passes(ty, &text) {
                self.passed.push(format!("{} (seed {seed}) {text:.400}\n    codec: {says}", ty.name()));
            }
        }
    }

    fn aim_at_branches(&mut self, ty: &'static Type, definition: &str, rule: &str, object: &'s Object) {
        for verdict in [true, false] {
            self.generator.aim = Some((object, verdict));
            let branch = rule.replace("/if", if verdict { "/then" } else { "/else" });
            for attempt in 0..TRIES {
                if attempt > 0 && self.oracle.coverage.times(rule, verdict) >= AIMED && self.oracle.coverage.is_broken(&branch) {
                    break;
                }
                let seed = self.reseed(rule, attempt);
                self.generator.lavish = attempt % 2 == 0;
                let value = self.generator.attempt(definition);
                let before = self.oracle.coverage.times(rule, verdict);
                let valid = self.case(ty, definition, value.clone(), seed);
                if valid && self.oracle.coverage.times(rule, verdict) > before {
                    self.break_each(ty, definition, &value, Some(&branch));
                }
            }
        }
        (self.generator.aim, self.generator.lavish) = (None, false);
    }

    /// Breaks each keyword of the definition that speaks about `base`: of one branch of a conditional, or of
    /// what stands in none and was not broken yet.
    fn break_each(&mut self, ty: &'static Type, definition: &str, base: &Value, branch: Option<&str>) {
        let mut rules: BTreeMap<*const Object, String> = BTreeMap::new();
        for name in self.helpers.iter().copied().chain([definition]) {
            schema::walk(&self.definitions[name], &format!("/definitions/{name}"), &mut |at, object| {
                rules.insert(std::ptr::from_ref(object), at.to_owned());
            });
        }
        for place in mutate::places(self.definitions, definition, base) {
            for object in place.all.objects {
                let Some(at) = rules.get(&std::ptr::from_ref(object)) else { continue };
                for (keyword, rule) in object {
                    let name = format!("{at}/{keyword}");
                    let wanted = match branch {
                        Some(branch) => name.starts_with(branch),
                        None => !name.contains("/then/") && !name.contains("/else/") && self.try_again(&name),
                    };
                    if !wanted {
                        continue;
                    }
                    let seed = self.reseed(&name, 0);
                    let here = base.pointer(&place.at).unwrap_or(&Value::Null);
                    for broken in mutate::breaks(&mut self.generator, keyword, rule, here) {
                        let mut value = base.clone();
                        if let Some(target) = value.pointer_mut(&place.at) {
                            *target = broken;
                        }
                        self.case(ty, definition, value, seed);
                    }
                }
            }
        }
    }

    fn aim_at_rule(&mut self, ty: &'static Type, definition: &str, rule: &str, keyword: &str, object: &Object) {
        let limit = &object[keyword];
        // Millions of bytes once each way.
        let times = if limit.as_u64().is_some_and(|limit| limit > LONG as u64) { 1 } else { AIMED };
        for verdict in [true, false] {
            for attempt in 0..TRIES {
                if self.oracle.coverage.times(rule, verdict) >= times && attempt >= times {
                    break;
                }
                let seed = self.reseed(rule, attempt);
                let mut value = self.generator.start(definition);
                let places = mutate::places(self.definitions, definition, &value);
                let here = places.iter().find(|place| place.all.objects.iter().any(|known| std::ptr::eq(*known, object)));
                let Some(at) = here.map(|place| place.at.clone()) else { continue };
                mutate::own_rule(&mut self.generator, self.definitions, definition, &mut value, (&at, keyword, limit), verdict);
                self.case(ty, definition, value, seed);
            }
        }
    }

    /// Whether a keyword is still to be broken: it was not, or not often, and not for want of trying.
    fn try_again(&mut self, rule: &str) -> bool {
        let tried = self.tried.entry(rule.to_owned()).or_default();
        *tried += 1;
        *tried <= if self.oracle.coverage.is_broken(rule) { 2 } else { ATTEMPTS }
    }

    fn reseed(&mut self, name: &str, case: u64) -> u64 {
        let seed = name.bytes().fold(self.seed ^ (case << 40), |hash, byte| hash.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte));
        self.generator.rng = Rng::with_seed(seed);
        seed
    }

    /// Compares one case; gives whether it is valid.
    fn case(&mut self, ty: &'static Type, definition: &str, value: Value, seed: u64) -> bool {
        let spelling = Spelling::any(&mut self.generator.rng);
        let text = spelling.write(&value);
        let judge = Judge { oracle: self.oracle, ty, definition };
        let (valid, says) = judge.compare(&text, &value);
        self.counts.entry(definition.to_owned()).or_default()[usize::from(valid)] += 1;
        if says.is_some() {
            self.wrong.push(Wrong { ty, definition: definition.to_owned(), value, spelling, seed });
        }
        valid
    }

    /// How many cases were invalid and how many valid.
    pub(crate) fn totals(&self) -> [u64; 2] {
        self.counts.values().fold([0, 0], |[a, b], [invalid, valid]| [a + invalid, b + valid])
    }

    /// The definitions with fewer than `cases` cases, or with hardly any of one verdict.
    pub(crate) fn poor(&self, cases: u64) -> Vec<String> {
        let poor = |[invalid, valid]: &[u64; 2]| invalid + valid < cases || *invalid < cases / 50 || *valid < cases / 10;
        let counts = self.targets.iter().map(|(_, definition)| (definition, self.counts.get(definition).copied().unwrap_or_default()));
        counts
            .filter(|(_, counts)| poor(counts))
            .map(|(name, [invalid, valid])| format!("{name}: {invalid} invalid, {valid} valid"))
            .collect()
    }

    /// The disagreements, as small as they get.
    pub(crate) fn disagreements(&self) -> Vec<String> {
        let mut shown: Vec<String> = self.wrong.iter().take(SHOWN).map(|wrong| wrong.report(self.oracle)).collect();
        if self.wrong.len() > SHOWN {
            shown.push(format!("and {} more", self.wrong.len() - SHOWN));
        }
        shown.extend(self.passed.iter().take(SHOWN).cloned());
        shown
    }
}

/// Valid messages of the repository, by type.
fn seeds(protocol: &Protocol) -> Vec<(String, Value)> {
    let valid = corpus(protocol).into_iter().filter(|(_, case)| case["valid"] == true);
    let mut seeds: Vec<(String, Value)> =
        valid.filter_map(|(ty, case)| Some((ty.name().to_owned(), serde_json::from_str(case["input"].as_str()?).ok()?))).collect();
    let examples: &[(&str, &str)] = match protocol.name {
        "octo" => &[("octo-session", "HostFrame"), ("octo-invoke", "InvokeRequestWire"), ("octo-contexts", "ContextEnvelope")],
        "ahp" => &[("ahp-session", "Event")],
        _ => &[("ag-ui-run", "Event")],
    };
    for (file, ty) in examples {
        seeds.extend(support::lines(&format!("examples/data/{file}.ndjson")).into_iter().map(|value| ((*ty).to_owned(), value)));
    }
    seeds
}

/// The cases of the corpus for a protocol, by type.
pub(crate) fn corpus(protocol: &Protocol) -> Vec<(&'static Type, Value)> {
    let files = ["", "-neighbours"].map(|suffix| format!("tests/corpus/{}{suffix}.ndjson", protocol.name));
    let cases = files.iter().flat_map(|file| support::lines(file));
    cases.map(|case| (support::find(protocol.name, case["type"].as_str().expect("a type")), case)).collect()
}
