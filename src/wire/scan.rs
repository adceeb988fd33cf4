//! Eight bytes at a time: where a JSON string stops being plain.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Marks the bytes of `word` that are `"`, `\` or below 0x20. Only the lowest mark is exact, and
/// only the lowest is used.
#[inline(always)]
fn marks(word: u64) -> u64 {
    let quote = word ^ (ONES * b'"' as u64);
    let slash = word ^ (ONES * b'\\' as u64);
    let hit = (quote.wrapping_sub(ONES) & !quote) | (slash.wrapping_sub(ONES) & !slash) | (word.wrapping_sub(ONES * 0x20) & !word);
    hit & HIGH
}

/// Index, from `from` on, of the first byte that is a quote, a backslash or a control character;
/// the length of `bytes` if there is none.
#[inline(always)]
pub(crate) fn plain_until(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(chunk) = bytes.get(at..at + 8) {
        let Ok(chunk) = <[u8; 8]>::try_from(chunk) else { break };
        let hit = marks(u64::from_le_bytes(chunk));
        if hit != 0 {
            return at + (hit.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == b'"' || byte == b'\\' || byte < 0x20 {
            break;
        }
        at += 1;
    }
    at
}

/// Index behind the quote that ends a well-formed string, which `from` is within.
pub(crate) fn behind_string(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        at = plain_until(bytes, at);
        match bytes.get(at) {
            Some(b'\\') => at += 2,
            Some(b'"') => return at + 1,
            Some(_) => at += 1,
            None => return bytes.len(),
        }
    }
}

/// How many bytes from `start` on to make room for, to unescape a string that is within `bytes` and plain up to
/// `from`. Found by its quotes; where there are many of them this is a guess.
pub(crate) fn room_for_string(bytes: &[u8], start: usize, from: usize) -> usize {
    const FEW: usize = 4;
    let mut at = from;
    for _ in 0..FEW {
        let Some(distance) = bytes.get(at..).and_then(|rest| memchr::memchr(b'"', rest)) else { break };
        at += distance;
        let slashes = bytes[from..at].iter().rev().take_while(|byte| **byte == b'\\').count();
        if slashes % 2 == 0 {
            return at - start;
        }
        at += 1;
    }
    (at - start).saturating_mul(2).min(bytes.len() - start)
}

#[cfg(test)]
mod tests {
    use super::{behind_string, plain_until, room_for_string};

    #[test]
    fn a_string_ends_at_the_first_quote_that_is_not_escaped() {
        for (text, end) in [(r#"ab"c""#, 2), (r#"a\"b""#, 4), (r#"a\\"b""#, 3), (r#"a\\\"b"x"#, 6), ("abc", 3), ("", 0)] {
            assert_eq!(behind_string(text.as_bytes(), 0), text.len().min(end + 1), "{text}");
            let room = room_for_string(text.as_bytes(), 0, 0);
            // A string without an end has no room to speak of.
            assert!((end <= room || !text.contains('"')) && room <= text.len(), "{text}");
        }
    }

    #[test]
    fn finds_the_first_special_byte_at_every_distance() {
        for special in [b'"', b'\\', 0x00, 0x1f] {
            for before in 0..40 {
                let mut bytes = vec![b'a'; before];
                bytes.extend([special, b'"', 0xff, 0x80]);
                assert_eq!(plain_until(&bytes, 0), before, "{special} after {before}");
            }
        }
        for plain in [0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0xa2, 0xdc, 0xff] {
            assert_eq!(plain_until(&[plain; 19], 0), 19, "{plain}");
        }
    }
}
