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

#[cfg(test)]
mod tests {
    use super::plain_until;

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
