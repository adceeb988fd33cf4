//! Spoils one thing in a text: its grammar, or what the ground rules add to that. A [`Value`] cannot hold
//! the result, so no schema says anything about it.

use agentwire::catalog::Type;
use agentwire::{DecodeErrorKind, Revision};
use fastrand::Rng;
use serde_json::Value;

/// Escapes that leave a surrogate unpaired.
const SURROGATES: &[&str] = &["\\ud800", "\\uDFFF", "\\udc00\\ud800", "\\ud83d\\ud83d\\ude00", "\\ud800\\u0041", "\\ud800\\n", "\\ud800x"];
/// What no JSON string holds.
const IN_STRINGS: &[&str] = &["\u{0}", "\n", "\u{1f}", "\\x", "\\u12_", "\\u12g4", "\\'", "\\U0041", "\""];
/// What is no number, or none that a double can hold.
const NUMBERS: &[&str] =
    &["01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "1_0", "NaN", "Infinity", "1e400", "-1e400", "1e999999999", "--1", "1.e1", "00"];
/// What is no value.
const VALUES: &[&str] = &[
    "",
    "nul",
    "True",
    "undefined",
    "'a'",
    "[",
    "}",
    "[1,]",
    "{,}",
    "{\"a\":1,}",
    "{a:1}",
    "{\"a\"}",
    "{\"a\":}",
    "{1:1}",
    "/**/1",
    "1 2",
];

/// The text of `value` with one defect.
pub(crate) fn malform(rng: &mut Rng, value: &Value) -> String {
    let text = value.to_string();
    let tokens = tokens(&text);
    let of = |kind: Kind| tokens.iter().filter(|token| token.kind == kind).collect::<Vec<_>>();
    let (strings, names) = ([of(Kind::String), of(Kind::Name)].concat(), of(Kind::Name));
    let put = |at: usize, until: usize, new: &str| format!("{}{new}{}", &text[..at], &text[until..]);
    let words = |rng: &mut Rng, words: &[&'static str]| rng.choice(words).copied().unwrap_or_default();
    let one = rng.choice(&tokens).copied();
    match (rng.u8(..8), rng.choice(&strings), rng.choice(&names), one) {
        (0, Some(string), ..) => put(string.end - 1, string.end - 1, words(rng, SURROGATES)),
        (1, Some(string), ..) => put(string.start + 1, string.start + 1, words(rng, IN_STRINGS)),
        // A name twice, the second time perhaps in another spelling.
        (2 | 3, _, Some(name), _) => {
            let name = &text[name.start..name.end];
            let other = if rng.bool() { name.to_owned() } else { respelled(name) };
            let at = names.iter().find(|token| &text[token.start..token.end] == name).map_or(0, |token| token.start);
            put(at, at, &format!("{other}:null,"))
        }
        (4, .., Some(Token { start, end, kind: Kind::Other | Kind::String })) => put(start, end, words(rng, NUMBERS)),
        (5, .., Some(Token { start, end, kind: Kind::Other | Kind::String })) => put(start, end, words(rng, VALUES)),
        (6, .., Some(Token { start, end, kind: Kind::Mark })) => put(start, end, words(rng, &["", ",,", "::", "\u{feff}", ";"])),
        (7, ..) if !value.is_number() && !text.is_empty() => {
            let at = rng.usize(..text.len());
            text[..(0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)].to_owned()
        }
        _ => match rng.u8(..3) {
            0 => format!("\u{feff}{text}"),
            1 => format!("{text}{}", words(rng, &[",", "}", "null", "\u{0}", "\u{a0}", "//"])),
            _ => format!("{}{text}", words(rng, &[",", "[", "\u{b}", "\u{2028}"])),
        },
    }
}

/// Says why, if the codec does not refuse the text as malformed.
pub(crate) fn passes(ty: &Type, text: &str) -> Option<String> {
    match ty.check(text.as_bytes(), Revision::Draft) {
        Ok(_) => Some("accepts a malformed text".to_owned()),
        Err(error) if error.kind() != DecodeErrorKind::Syntax || error.violations().as_slice()[0].rule != "malformed" => {
            Some(format!("finds another fault in a malformed text: {error}"))
        }
        Err(_) => None,
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Name,
    String,
    Mark,
    Other,
}

#[derive(Clone, Copy)]
struct Token {
    start: usize,
    end: usize,
    kind: Kind,
}

/// The tokens of a compact text.
fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let (mut tokens, mut start) = (Vec::new(), 0);
    while start < bytes.len() {
        let (end, kind) = match bytes[start] {
            b'{' | b'}' | b'[' | b']' | b',' | b':' => (start + 1, Kind::Mark),
            b'"' => {
                let mut end = start + 1;
                while bytes[end] != b'"' {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                (end + 1, if bytes.get(end + 1) == Some(&b':') { Kind::Name } else { Kind::String })
            }
            _ => (start + bytes[start..].iter().take_while(|byte| !b",]}".contains(byte)).count(), Kind::Other),
        };
        tokens.push(Token { start, end, kind });
        start = end;
    }
    tokens
}

/// The same member name with every character escaped.
fn respelled(name: &str) -> String {
    let plain: String = serde_json::from_str(name).unwrap_or_default();
    let units: String = plain.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect();
    format!("\"{units}\"")
}
