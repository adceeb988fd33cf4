//! What the run has met: each conditional and each rule of the protocol's own both ways, and every other
//! keyword broken at least once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use super::{schema, x_octo};

const LONG: u64 = 1 << 20;

/// Keywords that can be broken; `not` and `anyOf` among them, as what they hold shows only in their verdict.
const ASSERTIONS: &[&str] = &[
    "additionalProperties",
    "anyOf",
    "const",
    "contains",
    "enum",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "not",
    "oneOf",
    "pattern",
    "required",
    "type",
    "uniqueItems",
];

/// Whether an instance can break the keyword, and be short.
fn can_break(keyword: &str, rule: &Value) -> bool {
    let able = match keyword {
        "additionalProperties" => *rule == false,
        "required" => rule.as_array().is_some_and(|names| !names.is_empty()),
        "maxLength" => rule.as_u64().is_some_and(|limit| limit < LONG),
        _ => true,
    };
    ASSERTIONS.contains(&keyword) && able
}

/// How often each rule, by its JSON pointer, came out false and true.
#[derive(Default)]
pub(crate) struct Coverage {
    met: Mutex<BTreeMap<String, [u64; 2]>>,
    /// Keywords by their JSON pointer, and how often each was broken.
    broken: Mutex<BTreeMap<String, u64>>,
    counting: AtomicBool,
}

impl Coverage {
    pub(crate) fn of(schema: &Value) -> Self {
        let coverage = Self::default();
        let (mut met, mut broken) = (BTreeMap::new(), BTreeMap::new());
        for (name, definition) in schema["definitions"].as_object().into_iter().flatten() {
            // The part that events share stands in each of them once more.
            if definition.get("x-agentwire-part").is_some() {
                continue;
            }
            schema::walk(definition, &format!("/definitions/{name}"), &mut |at, object| {
                for keyword in object.keys().map(String::as_str) {
                    let rule = format!("{at}/{keyword}");
                    if keyword == "if" || x_octo::KEYWORDS.contains(&keyword) {
                        met.insert(rule.clone(), [0; 2]);
                    }
                    let hidden = ["/if", "/not", "/contains", "/anyOf"].iter().any(|inner| at.contains(inner));
                    if can_break(keyword, &object[keyword]) && !hidden {
                        broken.insert(rule, 0);
                    }
                }
            });
        }
        Self { met: met.into(), broken: broken.into(), ..coverage }
    }

    /// Counts from now on, or not: what the generator tries is no case.
    pub(crate) fn count(&self, counting: bool) {
        self.counting.store(counting, Ordering::Relaxed);
    }

    pub(crate) fn meet(&self, rule: &str, verdict: bool) {
        if self.counting.load(Ordering::Relaxed) {
            let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
            met.entry(rule.to_owned()).or_default()[usize::from(verdict)] += 1;
        }
    }

    /// How often a rule came out as `verdict`.
    pub(crate) fn times(&self, rule: &str, verdict: bool) -> u64 {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        met.get(rule).map_or(0, |counts| counts[usize::from(verdict)])
    }

    /// Whether everything at `rule` and below it was broken, or cannot be.
    pub(crate) fn is_broken(&self, rule: &str) -> bool {
        let broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut below = broken.range(rule.to_owned()..).take_while(|(name, _)| name.starts_with(rule));
        below.all(|(name, times)| *times > 0 || !name[rule.len()..].is_empty() && !name[rule.len()..].starts_with('/'))
    }

    pub(crate) fn break_rule(&self, rule: &str) {
        if let Some(count) = self.broken.lock().unwrap_or_else(PoisonError::into_inner).get_mut(rule) {
            *count += 1;
        }
    }

    /// What the run has not met: conditionals and own rules that came out one way only, keywords never broken.
    pub(crate) fn missing(&self) -> Vec<String> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let one_way = met
            .iter()
            .filter(|(_, counts)| counts.contains(&0))
            .map(|(rule, [no, yes])| format!("{rule}: {no} times false, {yes} times true"));
        let broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = broken.iter().filter(|(_, times)| **times == 0).map(|(rule, _)| format!("{rule}: never broken"));
        one_way.chain(whole).collect()
    }

    /// How many rules there are to meet both ways, and how many keywords to break.
    pub(crate) fn size(&self) -> [usize; 2] {
        [&self.met.lock().unwrap_or_else(PoisonError::into_inner).len(), &self.broken.lock().unwrap_or_else(PoisonError::into_inner).len()]
            .map(|len| *len)
    }
}
