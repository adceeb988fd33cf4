//! Absolute http and https URLs, as the WHATWG URL parser takes them (`x-octo-http-url`).
//!
//! Only the verdict is needed, so this follows the standard's states for the special schemes `http` and
//! `https` and keeps nothing. The `url` crate is the judge of it in the tests; it is not used here
//! because its tables of international domain names are most of a library's weight.

/// Whether the WHATWG URL parser accepts `text` without a base, with scheme http or https.
pub(crate) fn is_http_url(text: &str) -> bool {
    let trimmed = text.trim_matches(|character: char| character <= ' ');
    let cleaned: String = trimmed.chars().filter(|character| !matches!(character, '\t' | '\n' | '\r')).collect();
    let Some((scheme, rest)) = cleaned.split_once(':') else { return false };
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return false;
    }
    let rest = rest.trim_start_matches(['/', '\\']);
    let authority = &rest[..rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len())];
    // The last `@` ends the credentials, of which anything is escaped.
    let host_port = authority.rsplit_once('@').map_or(authority, |(_, host_port)| host_port);
    let (host, port) = split_port(host_port);
    let port_fits = port.is_none_or(|port| port.bytes().all(|byte| byte.is_ascii_digit()) && fits_port(port));
    !host.is_empty() && port_fits && is_host(host)
}

/// The host and the port behind its last colon that is not in brackets.
fn split_port(host_port: &str) -> (&str, Option<&str>) {
    let mut brackets = false;
    for (at, byte) in host_port.bytes().enumerate() {
        match byte {
            b'[' => brackets = true,
            b']' => brackets = false,
            b':' if !brackets => return (&host_port[..at], Some(&host_port[at + 1..])),
            _ => {}
        }
    }
    (host_port, None)
}

fn fits_port(port: &str) -> bool {
    let digits = port.trim_start_matches('0');
    digits.len() <= 5 && digits.parse::<u32>().unwrap_or(0) <= 65535
}

fn is_host(host: &str) -> bool {
    if let Some(rest) = host.strip_prefix('[') {
        return rest.strip_suffix(']').is_some_and(|address| address.parse::<std::net::Ipv6Addr>().is_ok());
    }
    let Some(domain) = percent_decoded(host) else { return false };
    let Some(domain) = super::http_url::ascii_domain(&domain) else { return false };
    !domain.is_empty() && !domain.chars().any(is_forbidden) && (!ends_in_number(&domain) || is_ipv4(&domain))
}

fn percent_decoded(host: &str) -> Option<String> {
    let bytes = host.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let hex = |at: usize| bytes.get(at).and_then(|digit| char::from(*digit).to_digit(16));
        match (byte, hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                out.push(byte);
                at += 1;
            }
        }
    }
    // Bytes that are not UTF-8 become U+FFFD, which no domain has.
    String::from_utf8(out).ok()
}

/// The domain as far as its verdict needs it: ASCII letters in lower case; of other characters those
/// that domains are written with.
fn ascii_domain(domain: &str) -> Option<String> {
    if domain.is_ascii() {
        let punycode = domain.to_ascii_lowercase();
        let fits = punycode.split('.').all(|label| label.strip_prefix("xn--").is_none_or(is_punycode));
        return fits.then_some(punycode);
    }
    let mut out = String::with_capacity(domain.len());
    for character in domain.chars() {
        match character {
            // Ideographic full stops separate labels.
            '\u{3002}' | '\u{ff0e}' | '\u{ff61}' => out.push('.'),
            // Ignored in domain names.
            '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}' => {}
            // Fullwidth forms of ASCII stand for ASCII.
            '\u{ff01}'..='\u{ff5e}' => out.extend(char::from_u32(character as u32 - 0xfee0).map(|ascii| ascii.to_ascii_lowercase())),
            ascii if ascii.is_ascii() => out.push(ascii.to_ascii_lowercase()),
            '\u{80}'..='\u{9f}' | '\u{a0}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{2061}'..='\u{206f}' => return None,
            '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'.. => return None,
            other => out.push(other),
        }
    }
    Some(out)
}

/// Whether the part of a label behind `xn--` decodes.
fn is_punycode(encoded: &str) -> bool {
    let tail = encoded.rsplit_once('-').map_or(encoded, |(_, tail)| tail);
    !tail.is_empty() && tail.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The forbidden domain code points of the URL standard.
fn is_forbidden(character: char) -> bool {
    matches!(character, '\0'..=' ' | '#' | '/' | ':' | '<' | '>' | '?' | '@' | '[' | '\\' | ']' | '^' | '|' | '%' | '\u{7f}')
}

/// Whether the last label makes the host an IPv4 address.
fn ends_in_number(domain: &str) -> bool {
    let mut labels = domain.rsplit('.');
    let mut last = labels.next().unwrap_or_default();
    if last.is_empty() {
        match labels.next() {
            Some(label) => last = label,
            None => return false,
        }
    }
    let digits = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    digits || ipv4_number(last).is_some()
}

/// A part of an IPv4 address: decimal, octal behind `0`, hexadecimal behind `0x`.
fn ipv4_number(part: &str) -> Option<u64> {
    if part.is_empty() {
        return None;
    }
    let (digits, radix) = match part.strip_prefix("0x").or_else(|| part.strip_prefix("0X")) {
        Some(hex) => (hex, 16),
        None if part.len() > 1 && part.starts_with('0') => (&part[1..], 8),
        None => (part, 10),
    };
    if digits.is_empty() {
        return Some(0);
    }
    if !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    Some(u64::from_str_radix(digits, radix).unwrap_or(u64::MAX))
}

fn is_ipv4(domain: &str) -> bool {
    let mut parts: Vec<&str> = domain.split('.').collect();
    if parts.last() == Some(&"") && parts.len() > 1 {
        parts.pop();
    }
    if parts.len() > 4 {
        return false;
    }
    let Some(numbers) = parts.iter().map(|part| ipv4_number(part)).collect::<Option<Vec<u64>>>() else { return false };
    let Some((last, leading)) = numbers.split_last() else { return false };
    leading.iter().all(|number| *number <= 255) && *last < 256_u64.pow(5 - numbers.len() as u32)
}
