//! Absolute http and https URLs, as the WHATWG URL parser takes them (`x-octo-http-url`).
//!
//! Only the verdict is needed, so this follows the standard's states for the special schemes `http` and
//! `https` and keeps nothing. International domain names are mapped with the tables of the `idna`
//! crate's own back end; what is not looked at is whether right-to-left labels mix directions, whether
//! zero-width joiners stand where a script needs them, and whether a label begins with a combining mark:
//! such URLs pass. The `url` crate, whose tables for these three are most of its weight, is the judge in
//! the tests.

/// Whether the WHATWG URL parser accepts `text` without a base, with scheme http or https.
pub(crate) fn is_http_url(text: &str) -> bool {
    is_plain(text) || is_any(text)
}

/// Whether the text is as URLs mostly are: nothing up to the end of the host that the standard would change.
/// A `false` is no verdict.
fn is_plain(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else { return false };
    let host = &rest[..rest.find('/').unwrap_or(rest.len())];
    let unchanged = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-');
    let last = host.rsplit('.').next().unwrap_or_default();
    // A last label that begins with a digit may make an IPv4 address of the host, `xn--` is to be decoded.
    host.bytes().all(unchanged) && last.starts_with(|first: char| first.is_ascii_lowercase()) && !host.contains("xn--")
}

fn is_any(text: &str) -> bool {
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
    let Some(domain) = ascii_domain(&domain) else { return false };
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

/// The domain as it is looked up, but for the encoding of its international labels: mapped by UTS 46.
/// `None` if a character or an encoded label is not allowed.
fn ascii_domain(domain: &str) -> Option<String> {
    let mapped: String = idna_mapping::Mapper::new(domain.chars(), false).collect();
    let fits = mapped.split('.').all(|label| match label.strip_prefix("xn--") {
        Some(encoded) => is_punycode(encoded),
        None => !label.contains(char::REPLACEMENT_CHARACTER),
    });
    fits.then_some(mapped)
}

/// Whether the part of a label behind `xn--` decodes (RFC 3492) to text that is mapped already and is not ASCII.
fn is_punycode(encoded: &str) -> bool {
    let Some(label) = punycode(encoded) else { return false };
    !label.is_ascii() && idna_mapping::Mapper::new(label.chars(), false).eq(label.chars())
}

fn punycode(encoded: &str) -> Option<String> {
    const BASE: u32 = 36;
    let (plain, deltas) = encoded.rsplit_once('-').unwrap_or(("", encoded));
    let mut label: Vec<char> = plain.chars().collect();
    let mut digits = deltas.chars().map(|digit| match digit {
        'a'..='z' => Some(digit as u32 - 'a' as u32),
        '0'..='9' => Some(digit as u32 - '0' as u32 + 26),
        _ => None,
    });
    // A domain's label is short; a longer one is refused before its decoding costs anything.
    if deltas.len() > 256 || label.len() > 256 {
        return None;
    }
    let (mut code, mut index, mut bias) = (128_u32, 0_u32, 72_u32);
    while let Some(first) = digits.next() {
        let (before, mut weight, mut threshold_at, mut next) = (index, 1_u32, BASE, first);
        loop {
            let digit = next?;
            index = index.checked_add(digit.checked_mul(weight)?)?;
            let threshold = threshold_at.saturating_sub(bias).clamp(1, 26);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
            threshold_at += BASE;
            next = digits.next()?;
        }
        let length = label.len() as u32 + 1;
        bias = adapted(index - before, length, before == 0);
        code = code.checked_add(index / length)?;
        index %= length;
        label.insert(index as usize, char::from_u32(code)?);
        index += 1;
    }
    Some(label.into_iter().collect())
}

/// The bias of the next delta.
fn adapted(delta: u32, length: u32, first: bool) -> u32 {
    let mut delta = if first { delta / 700 } else { delta / 2 };
    delta += delta / length;
    let mut rounds = 0;
    while delta > 455 {
        delta /= 35;
        rounds += 36;
    }
    rounds + 36 * delta / (delta + 38)
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

#[cfg(test)]
mod tests {
    use super::is_http_url;

    #[test]
    fn gives_the_verdict_of_the_url_crate() {
        let hosts = [
            "h",
            "H.example",
            "h.",
            ".",
            "a..b",
            "",
            "é.example",
            "xn--9ca.example",
            "xn--zz",
            "xn--a",
            "xn--",
            "xn--a-9ca",
            "℀",
            "a⽨b",
            "。",
            "a。b",
            "ｈ",
            "\u{ad}",
            "a\u{200b}b",
            "ß.de",
            "straße.DE",
            "münchen.de",
            "例え.テスト",
            "127.1",
            "0x7f.1",
            "0300.1",
            "256.1.1.1",
            "09",
            "a.09",
            "1e3",
            "0x",
            "1.2.3.4.5",
            "0.0.0.0.0x1",
            "[::1]",
            "[::1%25eth0]",
            "[::ffff:1.2.3.4]",
            "[1::2::3]",
            "[::1]a",
            "h%61",
            "h%20a",
            "%zz",
            "%C3%A9",
            "%ff",
            "a%00b",
            "a%2fb",
            "a b",
            "h<",
            "h^",
            "h|x",
            "-a-",
            "_a",
            "*",
            "(x)",
            "\u{e000}",
            "\u{fffd}",
            "a\u{301}",
        ];
        let frames = [
            "http://{}",
            "https://{}/p?q#f",
            "HTTP:{}",
            "http:\\\\{}\\x",
            " http://u:p@{}:80/ ",
            "http://{}:65536",
            "http://{}:",
            "ws://{}",
            "h\tttp://{}",
            "//{}",
        ];
        for frame in frames {
            for host in hosts {
                let text = frame.replace("{}", host);
                let judge = url::Url::parse(&text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
                assert_eq!(is_http_url(&text), judge, "{text:?}");
            }
        }
    }
}
