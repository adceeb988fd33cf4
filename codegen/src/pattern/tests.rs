//! Patterns held against two engines: the automata of regex-automata, which have to agree with ours
//! on every text that there is, and regress, which reads patterns as ECMAScript's Unicode mode does.

use std::collections::{BTreeSet, VecDeque};
use std::path::Path;
use std::{fs, iter};

use fastrand::Rng;
use regex_automata::dfa::dense::{Builder, Config, DFA};
use regex_automata::dfa::{Automaton, StartKind};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::Anchored;
use serde_json::Value;

use super::Table;
use crate::document::{self, Json, Source};

/// Characters where something changes: in UTF-8, in patterns, in `.`.
const CHARACTERS: &[char] = &[
    'a',
    'b',
    'z',
    '-',
    '^',
    ']',
    '[',
    '$',
    '\\',
    '&',
    '~',
    '\0',
    '\n',
    '\r',
    '\u{7f}',
    '\u{80}',
    'é',
    '\u{bf}',
    '\u{c0}',
    '\u{7ff}',
    '\u{800}',
    '\u{fff}',
    '\u{1000}',
    '\u{2028}',
    '\u{2029}',
    '\u{d7ff}',
    '\u{e000}',
    '\u{ffff}',
    '\u{10000}',
    '\u{3ffff}',
    '\u{40000}',
    '\u{fffff}',
    '\u{100000}',
    '\u{10ffff}',
];

/// Patterns that are easily read wrongly.
const PATTERNS: &[&str] = &[
    "",
    "^",
    "$",
    "^$",
    "$^",
    "a$^",
    "^a^",
    "$a",
    "(?:$^)+",
    "(?:^|a)b",
    "(?:a|$)b",
    "a|^",
    "a|$",
    "(^a|b$)c*",
    "(?:^)*b",
    "(?:$)?",
    "^|$",
    "a$|a",
    "^(?:a|b$)$",
    "^^a$$",
    "(?:a?^)b",
    "(?:^a|^b|c)$",
    "|",
    "a||b",
    "(|a)+b",
    "()",
    "(?:)*a",
    "((a*)*)*b",
    "(a|b)*abb",
    "^(?:ab|cb|db)$",
    "a*?b",
    "^a+?$",
    "^a??$",
    "^a{2}?$",
    "^a{2,}$",
    "^a{0,3}$",
    "^a{0}$",
    "^a{0,0}b$",
    "(?:a{0}){3}",
    "^(?:a{2}){3}$",
    "^(?:a{1,2}b?){2,3}$",
    "^(a+)+$",
    ".",
    "^.$",
    "^.*$",
    "^[^.]$",
    ".{2,3}$",
    "[^a]{2}$",
    "a.*b",
    "^(?:é|e)$",
    "[é-ÿ]",
    "[\u{7f}-\u{80}]",
    "^[\u{7ff}-\u{800}]+$",
    "^[\u{d7ff}-\u{e000}]+$",
    "[\u{ffff}-\u{10000}]",
    "^[\u{0}-\u{10ffff}]$",
    "[^\u{0}-\u{10ffff}]",
    "^[^\u{80}-\u{10ffff}]*$",
    "[^\u{10000}-\u{10ffff}]{2}",
    "^[\u{1}-\u{10fffe}]$",
    "^[\u{3ffff}\u{40000}]",
    "\\x7f|\\u0080|\\u{7ff}",
    "\\u{000061}",
    "\\t\\n\\r\\f\\v",
    "^[\\t\\n\\r\\f\\v]$",
    "\\/\\.\\$\\{\\}\\+\\*\\?\\(\\)\\[\\]\\^\\|\\\\",
    "[\\/\\.\\$\\{\\}\\+\\*\\?\\(\\)\\[\\]\\^\\|\\\\]",
    "^[\\--\\/]$",
    "[.$*+?(){|}/,]",
    "^[a^]$",
    "^[a^-z]$",
    "^[$]$",
    "[[]",
    "[a&&b]",
    "[a~~b]",
    "[&&]",
    "^[-a]$",
    "^[a-]$",
    "^[^-]$",
    "^[^ac]$",
    "[^\u{1}-\u{10fffe}]",
    "^[^a-]$",
    "[\\]-a]",
    "^[a-b-z]$",
    "^[\\\\-\\]]$",
    "/",
    ",",
    ":",
    "a-b",
    "<>=!",
    "^\n$",
    "[\\n]$",
    "a\u{2028}?$",
    "^[a-a]$",
];

/// Patterns that Rust's engine would read otherwise, and how to say them to it.
const TRANSLATED: &[(&str, &str)] = &[
    ("[]", "[a&&b]"),
    ("a[]|b", "b"),
    ("[]*a", "a"),
    ("[^]", "(?s:.)"),
    ("(?:a$|[^])b", "(?:a\\z|(?s:.))b"),
    ("^[^]$", "\\A(?s:.)\\z"),
    ("^[^]{2}", "\\A(?s:.){2}"),
    ("^[+--]$", "\\A[+,\\-]\\z"),
    ("^[--a]$", "\\A[\\x2d-a]\\z"),
    ("^[--]$", "\\A\\-\\z"),
    ("^[---]$", "\\A\\-\\z"),
    ("^[a-b-c-d]$", "\\A[ab\\-cd]\\z"),
    ("^[^^]$", "\\A[^\\^]\\z"),
    ("^[^^-a]$", "\\A[^\\x5e-a]\\z"),
    ("^[[-\\]]$", "\\A[\\[\\\\\\]]\\z"),
];

/// Patterns that are refused, and a piece of the reason.
const REFUSED: &[(&str, &str)] = &[
    ("^(?!no)", "look-around, including look-ahead and look-behind, is not supported"),
    ("a(?=b)", "look-around"),
    ("(?<=a)b", "look-around"),
    ("(?<!a)b", "look-around"),
    ("(?<name>a)", "only `(?:` is supported"),
    ("(?i:a)", "only `(?:` is supported"),
    ("(?", "only `(?:` is supported"),
    ("(a)\\1", "back references are not supported"),
    ("\\k<name>", "back references are not supported"),
    ("\\d", "the escape `\\d` is not supported; write out"),
    ("[\\w]", "the escape `\\w` is not supported; write out"),
    ("\\s", "the escape `\\s` is not supported; write out"),
    ("a\\b", "the escape `\\b` is not supported; write out"),
    ("\\p{L}", "the escape `\\p` is not supported; write out"),
    ("\\0", "the escape `\\0` is not supported; write out"),
    ("\\é", "the escape `\\é` is not supported; write out"),
    ("a\\", "the pattern ends within an escape"),
    ("[a\\", "the pattern ends within an escape"),
    ("(a", "a `(` is not closed"),
    ("(?:a|(b)", "a `(` is not closed"),
    ("a)", "a `)` closes no group"),
    (")", "a `)` closes no group"),
    ("[a", "a `[` is not closed"),
    ("[", "a `[` is not closed"),
    ("[^", "a `[` is not closed"),
    ("[a-", "a `[` is not closed"),
    ("a]", "a `]` closes nothing"),
    ("[a]]", "a `]` closes nothing"),
    ("a}", "a `}` closes nothing"),
    ("\\u0061}", "a `}` closes nothing"),
    ("a{2}}", "a `}` closes nothing"),
    ("*", "a `*` has nothing to repeat"),
    ("a|+", "a `+` has nothing to repeat"),
    ("(?:?)", "a `?` has nothing to repeat"),
    ("a**", "a `*` has nothing to repeat"),
    ("a???", "a `?` has nothing to repeat"),
    ("{2}", "a `{` has nothing to repeat"),
    ("a{2}{3}", "a `{` has nothing to repeat"),
    ("^*", "a quantifier follows `^` or `$`"),
    ("$?", "a quantifier follows `^` or `$`"),
    ("^{2}", "a quantifier follows `^` or `$`"),
    ("a{", "a `{` begins no quantifier"),
    ("a{}", "a `{` begins no quantifier"),
    ("a{2", "a `{` begins no quantifier"),
    ("a{,2}", "a `{` begins no quantifier"),
    ("a{,}", "a `{` begins no quantifier"),
    ("a{b}", "a `{` begins no quantifier"),
    ("a{1,2,3}", "a `{` begins no quantifier"),
    ("a{+1}", "a `{` begins no quantifier"),
    ("a{ 1}", "a `{` begins no quantifier"),
    ("a{{1}}", "a `{` begins no quantifier"),
    ("a{3,2}", "the bounds of the quantifier `{3,2}` are in the wrong order"),
    ("a{1001}", "the quantifier `{1001}` repeats more than 1000 times"),
    ("a{99999999999999999999,}", "repeats more than 1000 times"),
    ("[b-a]", "a range of a class runs backwards, from U+0062 to U+0061"),
    ("[a--]", "a range of a class runs backwards"),
    ("\\x6", "`\\x` takes two hexadecimal digits"),
    ("\\xg0", "`\\x` takes two hexadecimal digits"),
    ("\\x{61}", "`\\x` takes two hexadecimal digits"),
    ("\\xaé", "`\\x` takes two hexadecimal digits"),
    ("\\u006", "`\\u` takes four hexadecimal digits"),
    ("\\u{}", "`\\u` takes four hexadecimal digits"),
    ("\\u{61", "`\\u` takes four hexadecimal digits"),
    ("\\u{+61}", "`\\u` takes four hexadecimal digits"),
    ("\\ud800", "`\\u` names D800, which is no character"),
    ("[\\u{dfff}]", "`\\u` names DFFF, which is no character"),
    ("\\ud83d\\ude00", "write one beyond U+FFFF as `\\u{1F600}`"),
    ("\\u{110000}", "`\\u` names 110000, which is no character"),
    ("\\u{100000061}", "which is no character"),
    ("^[a-z]{0,254}$", "the pattern has too many states"),
    ("[ab]*a[ab]{20}$", "the pattern has too many states"),
    ("^.{1,500}$", "the pattern has too many states"),
    ("(?:(?:(?:a{100}){100}){100}){100}", "the pattern is too large"),
    ("(?:(?:(?:(?:){1000}){1000}){1000}){1000}", "the pattern is too large"),
    ("(?:(?:(?:(?:a{0}){1000}){1000}){1000}){1000}", "the pattern is too large"),
];

/// Patterns whose smallest automaton is known.
const STATES: &[(&str, usize)] = &[
    ("", 1),
    ("[]", 1),
    ("$", 1),
    ("^$", 1),
    ("$^", 1),
    ("a", 1),
    ("^a", 1),
    ("a$", 2),
    ("^a$", 2),
    ("^a*$", 1),
    ("a|ab|abc", 1),
    ("abb", 3),
    ("(a|b)*abb", 3),
    ("ab|cb|db", 2),
    ("^(?:ab|cb|db)$", 3),
    ("^(?:a|b|c)(?:a|b|c)(?:a|b|c)$", 4),
    ("^extra\\.", 6),
    ("^q:(0|[1-9][0-9]?)$", 5),
    // The start, and seven ways of being within a character.
    ("^[^\\u0000]*$", 8),
    ("[^]", 8),
    ("^[a-z]{0,253}$", 254),
];

#[test]
fn patterns_of_the_schemas_are_found_where_they_should_be() {
    let mut patterns = BTreeSet::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema"), &mut patterns);
    assert!(patterns.len() > 25, "{patterns:?}");
    for pattern in patterns {
        check(&pattern, None);
    }
}

#[test]
fn patterns_that_are_easily_read_wrongly_are_not() {
    for pattern in PATTERNS {
        check(pattern, None);
    }
    for (pattern, rust) in TRANSLATED {
        check(pattern, Some(rust));
    }
}

#[test]
fn random_patterns_are_found_where_they_should_be() {
    let rng = &mut Rng::with_seed(7);
    for _ in 0..2000 {
        let inner = random(rng, 2);
        // Most patterns that are not held at an end are found everywhere.
        let pattern = match rng.u8(..4) {
            0 => inner,
            1 => format!("^(?:{inner})"),
            2 => format!("(?:{inner})$"),
            _ => format!("^(?:{inner})$"),
        };
        match Table::new(&pattern) {
            // regress stays out of it: its loops over nothing may last.
            Ok(table) => _ = compare(&pattern, &table, &translate(&pattern), false),
            Err(reason) => assert_eq!(reason, "the pattern has too many states", "{pattern:?}"),
        }
    }
}

/// Whatever is accepted is a pattern; what is refused is none, or the reason says that it is one.
#[test]
fn no_text_is_taken_for_a_pattern_unless_it_is_one() {
    let rng = &mut Rng::with_seed(8);
    let pieces: Vec<&str> =
        "a b é 0 1 2 , - : / ^ $ . * + ? ( ) (?: (?= [ [^ ] { } {1 ,2} | \\ \\u \\x 41 {41} \\- \\d \\1".split(' ').collect();
    let mut counts = [0; 2];
    for _ in 0..30_000 {
        let length = 1 + rng.usize(..6);
        let pattern: String = iter::repeat_with(|| pieces[rng.usize(..pieces.len())]).take(length).collect();
        let ours = Table::new(&pattern);
        // Unicode mode knows `\-` in a class only.
        let theirs = pattern.replace("\\\\", "\\x5c").replace("\\-", "\\x2d");
        match (&ours, regress::Regex::with_flags(&theirs, "u")) {
            (Ok(_), Err(error)) => panic!("{pattern} is taken, but {error}"),
            (Err(reason), Ok(_)) => {
                let known = ["supported", "too many states", "more than 1000 times", "which is no character"];
                assert!(known.iter().any(|known| reason.contains(known)), "{pattern} is refused: {reason}");
            }
            (Ok(table), Ok(regex)) => {
                for text in ["", "a", "b", "é", "1", "ab", "-", "A", "aa1-", "b,2", "/", "\n"] {
                    assert_eq!(table.matches(text), regex.find(text).is_some(), "{pattern} in {text:?}");
                }
            }
            _ => {}
        }
        counts[usize::from(ours.is_ok())] += 1;
    }
    assert!(counts[0] > 5000 && counts[1] > 5000, "{counts:?}");
}

#[test]
fn what_is_not_supported_is_refused_with_a_reason() {
    for (pattern, expected) in REFUSED {
        let reason = Table::new(pattern).err().unwrap_or_else(|| panic!("{pattern} is taken"));
        assert!(reason.contains(expected), "{pattern}: {reason}");
    }
    let nested = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
    assert!(Table::new(&nested(64)).is_ok());
    for depth in [65, 100_000] {
        assert_eq!(Table::new(&nested(depth)).err().as_deref(), Some("groups are nested more than 64 deep"));
    }
}

#[test]
fn tables_are_as_small_as_can_be() {
    for (pattern, states) in STATES {
        let table = table(pattern);
        assert_eq!(table.ends.len(), *states, "{pattern}");
    }
    let widths = [("a|c|e", 2), ("^[A-Za-z_][A-Za-z0-9_]*$", 3), ("", 1), ("^ab$", 3)];
    for (pattern, width) in widths {
        assert_eq!(table(pattern).width, width, "{pattern}");
    }
}

/// A pattern that is found before the text is read is found at every byte.
#[test]
fn what_is_found_in_the_empty_text_is_found_at_once() {
    for pattern in ["", "a*", "^", "^|b", "(?:)$|"] {
        let table = table(pattern);
        assert_eq!((table.next, table.ends), (vec![255], vec![1]), "{pattern}");
    }
}

/// The patterns of all files in a directory.
fn collect(directory: &Path, patterns: &mut BTreeSet<String>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        let read = || fs::read_to_string(&path).expect("a text");
        match path.extension().and_then(|extension| extension.to_str()) {
            _ if path.is_dir() => collect(&path, patterns),
            Some("json") => find(&serde_json::from_str(&read()).expect("JSON"), patterns),
            // Of the tables only these have patterns.
            Some("toml") if path.ends_with("events.toml") => {
                let text = read();
                let table: Json = document::read(&Source::new("pattern", "schema", &text), &text).expect("TOML");
                find(&table.0, patterns);
            }
            _ => {}
        }
    }
}

fn find(value: &Value, patterns: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| find(value, patterns)),
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(pattern) if matches!(name.as_str(), "pattern" | "keys") => {
                        patterns.insert(pattern.clone());
                    }
                    _ => find(value, patterns),
                }
            }
        }
        _ => {}
    }
}

fn table(pattern: &str) -> Table {
    Table::new(pattern).unwrap_or_else(|reason| panic!("{pattern:?}: {reason}"))
}

/// Compares the three engines.
fn check(pattern: &str, rust: Option<&str>) {
    let table = table(pattern);
    let texts = compare(pattern, &table, &rust.map_or_else(|| translate(pattern), str::to_owned), true);
    let regex = regress::Regex::with_flags(pattern, "u").unwrap_or_else(|error| panic!("{pattern:?}: {error}"));
    for text in texts.iter().take(300) {
        for text in [text.clone(), format!("{text}\n"), format!("\n{text}"), format!("{text}{text}"), format!("é{text}😀")] {
            assert_eq!(table.matches(&text), regex.find(&text).is_some(), "{pattern:?} in {text:?}");
        }
    }
}

/// Walks through both automata at once, over every text that tells their states apart. Gives those
/// texts, the shorter first. To make their automaton `minimal` takes most of the time.
fn compare(pattern: &str, table: &Table, rust: &str, minimal: bool) -> Vec<String> {
    let config = Config::new().minimize(minimal).start_kind(StartKind::Unanchored);
    let dfa = Builder::new().configure(config).build(rust).unwrap_or_else(|error| panic!("{rust:?}: {error:?}"));
    let begin = dfa.start_state(&start::Config::new().anchored(Anchored::No)).expect("a start");

    // Bytes between which neither automaton nor UTF-8 makes a difference need one proxy.
    let alike = |a: u8, b: u8| {
        let own = table.classes[usize::from(a)] == table.classes[usize::from(b)];
        let lead = (0x80..=0xBF).contains(&a) || after(WHOLE, a) == after(WHOLE, b);
        own && lead && dfa.byte_classes().get(a) == dfa.byte_classes().get(b) && ![0x80, 0x90, 0xA0, 0xC0].contains(&b)
    };
    let bytes: Vec<u8> = (0..=255).filter(|byte| *byte == 0 || !alike(byte - 1, *byte)).collect();

    let mut texts = Vec::new();
    let mut states = BTreeSet::new();
    let first = (0_u8, Some(begin), WHOLE);
    let mut seen = BTreeSet::from([first]);
    let mut queue = VecDeque::from([(first, Vec::new())]);
    while let Some(((own, other, utf8), text)) = queue.pop_front() {
        if utf8 == WHOLE {
            let text = String::from_utf8(text.clone()).expect("UTF-8");
            let expected = other.is_none_or(|other| ends(&dfa, other));
            let state = own == 255 || own < 254 && table.ends[usize::from(own)] == 1;
            assert_eq!((state, table.matches(&text)), (expected, expected), "{pattern:?} in {text:?}");
            texts.push(text);
        }
        states.insert(own);
        for &byte in &bytes {
            let Some(utf8) = after(utf8, byte) else { continue };
            let own = match own {
                254 | 255 => own,
                _ => table.next[usize::from(own) * table.width + usize::from(table.classes[usize::from(byte)])],
            };
            // Their automaton reports a match one byte late; from then on it was found.
            let other = other.map(|other| dfa.next_state(other, byte)).filter(|other| !dfa.is_match_state(*other));
            let next = (own, other, utf8);
            if seen.insert(next) {
                queue.push_back((next, [&text[..], &[byte]].concat()));
            }
        }
    }
    let count = states.iter().filter(|state| **state < 254).count();
    assert_eq!(count, table.ends.len(), "{pattern:?} has states that no text leads to");
    assert!(count <= states_of(&dfa, begin), "{pattern:?} has more states than the other automaton");
    texts
}

fn ends(dfa: &DFA<Vec<u32>>, state: StateID) -> bool {
    dfa.is_match_state(dfa.next_eoi_state(state))
}

/// How many states their automaton has while a pattern is looked for.
fn states_of(dfa: &DFA<Vec<u32>>, begin: StateID) -> usize {
    let mut states = vec![begin];
    let mut seen = BTreeSet::from([begin]);
    while let Some(state) = states.pop() {
        for byte in 0..=255 {
            let next = dfa.next_state(state, byte);
            if !dfa.is_match_state(next) && !dfa.is_dead_state(next) && seen.insert(next) {
                states.push(next);
            }
        }
    }
    seen.len()
}

/// How many bytes of a character are to come, and what the next of them may be.
type Utf8 = (u8, u8, u8);

const WHOLE: Utf8 = (0, 0x80, 0xBF);

fn after((left, low, high): Utf8, byte: u8) -> Option<Utf8> {
    match (left, byte) {
        (0, 0..=0x7F) => Some(WHOLE),
        (0, 0xC2..=0xDF) => Some((1, 0x80, 0xBF)),
        (0, 0xE0) => Some((2, 0xA0, 0xBF)),
        (0, 0xED) => Some((2, 0x80, 0x9F)),
        (0, 0xE1..=0xEF) => Some((2, 0x80, 0xBF)),
        (0, 0xF0) => Some((3, 0x90, 0xBF)),
        (0, 0xF1..=0xF3) => Some((3, 0x80, 0xBF)),
        (0, 0xF4) => Some((3, 0x80, 0x8F)),
        (1.., _) if low <= byte && byte <= high => Some((left - 1, 0x80, 0xBF)),
        _ => None,
    }
}

/// The pattern in the words of Rust's engine, which reads most of what is supported alike.
fn translate(pattern: &str) -> String {
    let mut rust = String::from("(?-m)");
    let mut characters = pattern.chars();
    let mut in_class = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('v') => rust.push_str("\\x0B"),
                Some('/') => rust.push('/'),
                Some(escape) => rust.extend(['\\', escape]),
                None => rust.push('\\'),
            },
            '&' | '~' | '[' if in_class => rust.extend(['\\', character]),
            '.' if !in_class => rust.push_str("[^\\n\\r\\u2028\\u2029]"),
            '$' if !in_class => rust.push_str("\\z"),
            '^' if !in_class => rust.push_str("\\A"),
            other => {
                in_class = (in_class || other == '[') && other != ']';
                rust.push(other);
            }
        }
    }
    rust
}

/// A pattern that both engines read alike.
fn random(rng: &mut Rng, depth: usize) -> String {
    let mut pattern = String::new();
    for _ in 0..1 + rng.usize(..3) {
        match rng.u8(..12) {
            0 => pattern.push('|'),
            1 => pattern.push('^'),
            2 => pattern.push('$'),
            kind => {
                match kind {
                    3 => pattern.push('.'),
                    4..=6 => pattern.push_str(&class(rng)),
                    7..=9 if depth > 0 => {
                        let group = random(rng, depth - 1);
                        pattern.push_str(&format!("({}{group})", if rng.bool() { "?:" } else { "" }));
                    }
                    _ => {
                        let character = pick(rng);
                        pattern.push_str(&write(rng, character));
                    }
                }
                let (low, more) = (rng.usize(..3), rng.usize(..3));
                match rng.u8(..12) {
                    0 => pattern.push('*'),
                    1 => pattern.push('+'),
                    2 => pattern.push('?'),
                    3 => pattern.push_str(&format!("{{{low}}}")),
                    4 => pattern.push_str(&format!("{{{low},}}")),
                    5 => pattern.push_str(&format!("{{{low},{}}}", low + more)),
                    _ => continue,
                }
                if rng.u8(..4) == 0 {
                    pattern.push('?');
                }
            }
        }
    }
    pattern
}

fn class(rng: &mut Rng) -> String {
    let mut class = String::from(if rng.bool() { "[" } else { "[^" });
    for _ in 0..1 + rng.usize(..3) {
        let (low, high) = (pick(rng), pick(rng));
        let (low, high) = (low.min(high), low.max(high));
        class.push_str(&write(rng, low));
        if rng.bool() {
            class.push('-');
            class.push_str(&write(rng, high));
        }
    }
    class.push(']');
    class
}

fn pick(rng: &mut Rng) -> char {
    // Few letters, so that parts of a pattern meet.
    match rng.bool() {
        true => rng.char('a'..='b'),
        false => CHARACTERS[rng.usize(..CHARACTERS.len())],
    }
}

/// A character in one of the ways in which a pattern may have it.
fn write(rng: &mut Rng, character: char) -> String {
    let code = u32::from(character);
    match rng.u8(..4) {
        0 if code < 0x100 => format!("\\x{code:02x}"),
        1 if code < 0x10000 => format!("\\u{code:04X}"),
        2 => format!("\\u{{{code:x}}}"),
        _ if "^[]$\\".contains(character) => format!("\\{character}"),
        // Unicode mode knows no `\-` outside a class.
        _ if character == '-' => "\\x2d".to_owned(),
        _ => character.to_string(),
    }
}
