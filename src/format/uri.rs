//! RFC 3986 URIs.

/// An RFC 3986 URI (with a scheme) over its original text. Nothing is resolved, decoded or normalised.
///
/// ```
/// use agentwire::Uri;
///
/// assert!(Uri::parse("urn:example:harness:1").is_ok());
/// assert!(Uri::parse("no scheme").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Uri(String);

super::format_type!(Uri, "an RFC 3986 URI", is_uri);

fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let mut letters = scheme.bytes();
    if !letters.next().is_some_and(|first| first.is_ascii_alphabetic())
        || !letters.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    {
        return false;
    }
    let (rest, fragment) = rest.split_once('#').map_or((rest, None), |(rest, fragment)| (rest, Some(fragment)));
    let (hierarchy, query) = rest.split_once('?').map_or((rest, None), |(rest, query)| (rest, Some(query)));
    let tail = |part: Option<&str>| part.is_none_or(|part| written_with(part, |byte| is_pchar(byte) || matches!(byte, b'/' | b'?')));
    if !tail(query) || !tail(fragment) {
        return false;
    }
    let path = match hierarchy.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            if !is_authority(&rest[..end]) {
                return false;
            }
            &rest[end..]
        }
        None => hierarchy,
    };
    written_with(path, |byte| is_pchar(byte) || byte == b'/')
}

fn is_authority(authority: &str) -> bool {
    let host_port = match authority.split_once('@') {
        Some((user, rest)) => {
            if !written_with(user, |byte| is_unreserved(byte) || is_sub_delim(byte) || byte == b':') {
                return false;
            }
            rest
        }
        None => authority,
    };
    let (host_fits, port) = match host_port.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((literal, port)) => (is_ip_literal(literal), port),
            None => return false,
        },
        None => {
            let end = host_port.find(':').unwrap_or(host_port.len());
            (written_with(&host_port[..end], |byte| is_unreserved(byte) || is_sub_delim(byte)), &host_port[end..])
        }
    };
    host_fits && (port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit())))
}

fn is_ip_literal(literal: &str) -> bool {
    if let Some(future) = literal.strip_prefix(['v', 'V']) {
        return future.split_once('.').is_some_and(|(version, address)| {
            let hex = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_hexdigit());
            let plain = |byte| is_unreserved(byte) || is_sub_delim(byte) || byte == b':';
            hex && !address.is_empty() && address.bytes().all(plain)
        });
    }
    // The standard library's grammar is RFC 3986's, but for zone identifiers, which it refuses too.
    literal.parse::<std::net::Ipv6Addr>().is_ok()
}

/// Whether `part` consists of bytes that are `plain` and of percent escapes.
fn written_with(part: &str, plain: impl Fn(u8) -> bool) -> bool {
    let bytes = part.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' {
            if !bytes.get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)) {
                return false;
            }
            at += 3;
        } else if plain(byte) {
            at += 1;
        } else {
            return false;
        }
    }
    true
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

fn is_sub_delim(byte: u8) -> bool {
    matches!(byte, b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=')
}

fn is_pchar(byte: u8) -> bool {
    is_unreserved(byte) || is_sub_delim(byte) || matches!(byte, b':' | b'@')
}
