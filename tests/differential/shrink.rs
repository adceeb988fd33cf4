//! Makes a failure readable: takes away and simplifies what the disagreement does not need.

use serde_json::{json, Value};

use super::schema::escaped;

/// Trials of one shrinking.
const TRIALS: usize = 4000;

/// The smallest value found for which `fails` still holds.
pub(crate) fn shrink(value: &Value, fails: impl Fn(&Value) -> bool) -> Value {
    let mut best = value.clone();
    let mut trials = 0;
    'again: loop {
        for at in places(&best, String::new()) {
            for smaller in simpler(&best, &at) {
                trials += 1;
                if trials > TRIALS {
                    return best;
                }
                if fails(&smaller) {
                    best = smaller;
                    continue 'again;
                }
            }
        }
        return best;
    }
}

/// Every place, from the outside in.
fn places(value: &Value, at: String) -> Vec<String> {
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(list) => list.iter().enumerate().map(|(index, element)| (format!("{at}/{index}"), element)).collect(),
        Value::Object(members) => members.iter().map(|(name, member)| (format!("{at}/{}", escaped(name)), member)).collect(),
        _ => Vec::new(),
    };
    let mut places = vec![at];
    for (at, value) in inner {
        places.extend(self::places(value, at));
    }
    places
}

/// The values that are simpler at one place.
fn simpler(root: &Value, at: &str) -> Vec<Value> {
    let mut list = Vec::new();
    let Some(here) = root.pointer(at) else { return list };
    let mut with = |value: Value| {
        let mut copy = root.clone();
        if let Some(place) = copy.pointer_mut(at) {
            *place = value;
        }
        list.push(copy);
    };
    match here {
        Value::Array(elements) => {
            for cut in (0..elements.len()).rev() {
                with(elements.iter().enumerate().filter(|(index, _)| *index != cut).map(|(_, element)| element.clone()).collect());
            }
        }
        Value::Object(members) => {
            for cut in members.keys() {
                with(Value::Object(
                    members.iter().filter(|(name, _)| *name != cut).map(|(name, member)| (name.clone(), member.clone())).collect(),
                ));
            }
        }
        Value::String(text) if !text.is_empty() => {
            let characters: Vec<char> = text.chars().collect();
            with("".into());
            with("a".into());
            with(characters[..characters.len() / 2].iter().collect::<String>().into());
            with(characters[1..].iter().collect::<String>().into());
            with(characters[..characters.len() - 1].iter().collect::<String>().into());
        }
        Value::Number(number) if *here != json!(0) && *here != json!(1) => {
            with(json!(0));
            with(json!(1));
            let _ = number;
        }
        _ => {}
    }
    // "a" is as simple as a text gets; going on would not end.
    list.retain(|value| value != root);
    list
}
