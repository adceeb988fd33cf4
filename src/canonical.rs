//! Canonical JSON text, as ECMAScript's `JSON.stringify` writes a value with sorted members
//! (Octo, "Canonical text and context_hash").

use std::cmp::Ordering;

use crate::wire::parser::{Kind, Parser, Read};
use crate::wire::scan::behind_string;
use crate::wire::writer::Writer;

/// Size of a value's canonical text, without writing it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Measure {
    /// Length in bytes.
    pub(crate) bytes: usize,
    /// Levels below the value: 0 for a scalar or an empty container.
    pub(crate) depth: u32,
}

/// Measures the canonical text of `json`, which is one well-formed JSON value.
pub(crate) fn measure(json: &[u8]) -> Measure {
    sum(json, string_size, |text| number(text).len())
}

/// Bytes of the longest canonical number: -0.0000012345678901234567 has 17 digits and the most zeros that are
/// written before them.
pub(crate) const LONGEST_NUMBER: usize = 25;

/// As [`measure`], but more bytes than there are, in a fraction of the time.
pub(crate) fn bound(json: &[u8]) -> Measure {
    // No spelling of a string is shorter than the canonical one.
    sum(json, <[u8]>::len, |text| text.len().max(LONGEST_NUMBER))
}

/// Walks over `json`; `string` and `number` tell how much a token counts.
fn sum(json: &[u8], string: impl Fn(&[u8]) -> usize, number: impl Fn(&str) -> usize) -> Measure {
    let mut size = Measure { bytes: 0, depth: 0 };
    let (mut at, mut open) = (0, 0);
    while let Some(&byte) = json.get(at) {
        let start = at;
        at += 1;
        match byte {
            b' ' | b'\n' | b'\r' | b'\t' => continue,
            b'}' | b']' => {
                open -= 1;
                size.bytes += 1;
                continue;
            }
            b',' | b':' => {
                size.bytes += 1;
                continue;
            }
            _ => {}
        }
        size.depth = size.depth.max(open);
        match byte {
            b'{' | b'[' => {
                open += 1;
                size.bytes += 1;
            }
            b'"' => {
                at = behind_string(json, at);
                size.bytes += string(json.get(start..at).unwrap_or_default());
            }
            b't' | b'f' | b'n' => {
                at = start + if byte == b'f' { 5 } else { 4 };
                size.bytes += at - start;
            }
            _ => {
                while json.get(at).is_some_and(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-')) {
                    at += 1;
                }
                size.bytes += number(std::str::from_utf8(&json[start..at]).unwrap_or("0"));
            }
        }
    }
    size
}

/// Bytes that the canonical text of a quoted string takes.
fn string_size(quoted: &[u8]) -> usize {
    if !quoted.contains(&b'\\') {
        return quoted.len();
    }
    let text = std::str::from_utf8(quoted).unwrap_or_default();
    let Ok(plain) = Parser::new(text, Default::default()).string() else { return quoted.len() };
    let mut out = Vec::with_capacity(quoted.len());
    Writer::new(&mut out).string(&plain);
    out.len()
}

/// A number as ECMAScript's Number-to-String writes the double nearest to it.
fn number(text: &str) -> String {
    let double = text.parse::<f64>().unwrap_or_default();
    ryu_js::Buffer::new().format(double).to_owned()
}

/// The canonical text of `json`, which is one well-formed JSON value.
pub(crate) fn canonical(json: &[u8]) -> String {
    let text = std::str::from_utf8(json).unwrap_or_default();
    let mut out = Vec::with_capacity(text.len());
    // What was built by hand may nest deeper than anything that can be read; it stays as it is.
    if value(&mut Parser::new(text, Default::default()), &mut out).is_err() {
        return text.to_owned();
    }
    String::from_utf8(out).unwrap_or_default()
}

fn value(p: &mut Parser<'_>, out: &mut Vec<u8>) -> Read<()> {
    match p.kind()? {
        Kind::Null => {
            p.word("null")?;
            out.extend_from_slice(b"null");
        }
        Kind::Boolean => out.extend_from_slice(if p.boolean()? { b"true" } else { b"false" }),
        Kind::Number => out.extend_from_slice(number(p.number()?).as_bytes()),
        Kind::String => Writer::new(out).string(&p.string()?),
        Kind::Array => {
            p.enter()?;
            out.push(b'[');
            let mut first = true;
            while p.another(b']', first)? {
                if !first {
                    out.push(b',');
                }
                first = false;
                value(p, out)?;
            }
            out.push(b']');
        }
        Kind::Object => object(p, out)?,
    }
    Ok(())
}

fn object(p: &mut Parser<'_>, out: &mut Vec<u8>) -> Read<()> {
    p.enter()?;
    let mut members = Vec::new();
    let mut texts = Vec::new();
    let mut first = true;
    while p.another(b'}', first)? {
        first = false;
        let name = p.member_name()?.into_owned();
        let start = texts.len();
        value(p, &mut texts)?;
        members.push((name, start..texts.len()));
    }
    members.sort_by(|(a, _), (b, _)| member_order(a, b));
    out.push(b'{');
    for (index, (name, text)) in members.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        Writer::new(out).string(&name);
        out.push(b':');
        out.extend_from_slice(&texts[text]);
    }
    out.push(b'}');
    Ok(())
}

/// Array indices first, by number; then the other names by UTF-16 code units.
fn member_order(a: &str, b: &str) -> Ordering {
    match (array_index(a), array_index(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => a.encode_utf16().cmp(b.encode_utf16()),
    }
}

/// The number that `name` is, if ECMAScript takes it for an array index: below 2^32-1, no leading zero.
fn array_index(name: &str) -> Option<u32> {
    let canonical = name.bytes().all(|byte| byte.is_ascii_digit()) && (name == "0" || !name.starts_with('0'));
    if !canonical {
        return None;
    }
    name.parse().ok().filter(|index| *index < u32::MAX)
}
