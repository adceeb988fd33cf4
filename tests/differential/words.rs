//! Strings that rules are made for, and strings that they are made against.

/// Strings for patterns, formats, names and free text.
#[rustfmt::skip]
pub(crate) const WORDS: &[&str] = &[
    "", " ", "a", "A", "_", "-", ".", "0", "ab", "a b", "a/b", "a~b", "q:0", "q:7", "q:99", "q:100", "q:01", "x\n", "\n", "\t", "\u{0}",
    "a\u{0}b", "\u{1}", "\u{1f}", "\u{7f}", "\u{80}", "\u{9f}", "\u{a0}", "\u{2028}", "\u{3000}", "\u{feff}", "\u{fffe}", "\u{200b}",
    "é", "e\u{301}", "😀", "\"", "\\", "\\u0041", "null", "true", "1", "1.0", "__proto__", "constructor", "toString", "type", "id",
    "OH-ABC-0001", "OH-ABC-001", "oh-ABC-0001", "extra.team", "extra.", "extra", "xextra.", "octo.execution", "octo.runtime",
    "octo.content", "octo.control", "octo.resources", "octo.security", "actmode", "adapter", "mcp", "inline", "references", "PATH",
    "_A1", "1A", "A-B", "x-Custom", "X-CUSTOM", "Content-Type", "a:b",
    "sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "sha256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdeF",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde", "diag_0123456789abcdef0123456789abcdef",
    "diag_0123456789abcdef0123456789abcde", "selection-a", "selection-a.b:c@d", "selection-", "com.example", "com.example.tool-1",
    "com..example", "com.", "1com.example", "USD", "EURO", "usd", "text/plain", "TEXT/html", "application/json",
    "application/ld+json; x=1", "image/png", "image/svg+xml", "application/jsonx", "application/x+JSON;", "/json", "x/json", "https://",
    "http://x", "ftp://x", "${NAME}", "$${NAME_1}", "${1}", "https://x/${TOKEN}", "bearer x",
];

#[rustfmt::skip]
pub(crate) const DATE_TIMES: &[&str] = &[
    "2026-03-04T05:06:07Z", "2026-03-04t05:06:07z", "2026-03-04T05:06:07.123456789012345678901234567890Z", "2026-03-04T05:06:07.Z",
    "2026-03-04T05:06:07-00:00", "2026-03-04T05:06:07+23:59", "2026-03-04T05:06:07+24:00", "2026-03-04T05:06:07+05:60",
    "2026-03-04T05:06:07+0500", "2026-03-04T05:06:07+05", "2026-03-04T05:06:07", "2026-03-04 05:06:07Z", "2026-02-29T00:00:00Z",
    "2024-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "0000-02-29T00:00:00Z",
    "9999-12-31T23:59:59.999Z", "10000-01-01T00:00:00Z", "2016-12-31T23:59:60Z", "2026-05-05T23:59:60Z", "2026-05-05T12:00:60Z",
    "2026-05-05T23:59:60+01:00", "2026-05-05T00:59:60+01:00", "2026-05-05T18:29:60.5-05:30", "2026-05-05T23:59:61Z",
    "2026-05-05T24:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-04-00T00:00:00Z",
    "2026-04-30T00:60:00Z", "2026-04-30T00:00:00Z ", "２026-04-30T00:00:00Z", "2026-04-30T00:00:00Zé", "", "T", "Z",
    "2026-4-30T00:00:00Z", "+2026-04-30T00:00:00Z", "2026-04-30T00:00:00.5+05:00", "2026-04-30T00:00:00,5Z", "2026-04-30T0:00:00Z",
];

#[rustfmt::skip]
pub(crate) const URIS: &[&str] = &[
    "urn:x", "https://example.org/a?b=c#d", "https://example.org:443/", "https://example.org:/", "https://example.org:4x/", "a:", ":a",
    "1a:b", "a+-.1:b", "é:b", "a b:c", "a:b c", "a:b%20c", "a:b%2", "a:b%zz", "a:é", "a:b#c#d", "a:?#", "//example.org/", "/a", "", "a",
    "a://", "a:///b", "a://u:p@h/p", "a://u@u@h/p", "a://[::1]/", "a://[::1%25en0]/", "a://[::1%en0]/", "a://[::ffff:1.2.3.4]:8/",
    "a://[::ffff:1.2.3]/", "a://[1::2::3]/", "a://[v1.x:y]/", "a://[v.x]/", "a://[vg.x]/", "a://[::1/", "a://::1]/", "a://h:99999/",
    "a:[b]", "a:b[", "a:b?[", "a:b\\c", "a:<b>", "a:b|c", "a:b^c", "a:b`c", "a:{b}", "a:\"b\"", "mailto:x@example.org", "file:///etc/x",
    "a:b\n", "a:\u{7f}", "a:~!$&'()*+,;=:@", "a://%41/", "a://h%4/", "a://999.999.1.1/", "a://[1:2:3:4:5:6:7:8]/",
    "a://[1:2:3:4:5:6:7::]/", "a://[1:2:3:4:5:6:7:8:9]/", "a://[00001::]/", "a://[::1]x/", "a://[]/", "a://h:1:2/",
];

/// Without right-to-left labels, joiners and leading marks, which the codec documents that it lets pass.
#[rustfmt::skip]
pub(crate) const HTTP_URLS: &[&str] = &[
    "http://example.com", "HTTPS://EXAMPLE.com/", "http:example.com", "http:/example.com", "http:///example.com",
    "http:\\\\example.com\\x", " http://example.com ", "ht\ttp://exa\nmple.com", "http://", "http:///", "http://?x",
    "ftp://example.com", "http//example.com", "http://a b/", "http://a%20b/", "http://a%41b/", "http://%zz/", "http://u:p@example.com/",
    "http://u@:80/", "http://@/", "http://example.com:65535/", "http://example.com:65536/", "http://example.com:/",
    "http://example.com:x/", "http://example.com:000080/", "http://[::1]/", "http://[::1%25e]/", "http://[::1/", "http://[::g]/",
    "http://127.0.0.1/", "http://0x7f.1/", "http://256.1/", "http://1.2.3.4.5/", "http://1.2.3.999/", "http://1e2/", "http://0xg/",
    "http://09/", "http://a.09/", "http://4294967295/", "http://4294967296/", "http://a<b/", "http://a^b/", "http://a|b/",
    "http://münchen.de/", "http://xn--mnchen-3ya.de/", "http://xn--zz/", "http://xn--a/", "http://℀/", "http://。/", "http://a。b/",
    "http://１.２.３.４/", "http://\u{ad}/", "http://a\u{ad}b/", "http://-a-/", "http://a_b/", "http://a..b/", "http://.a/", "http://a./",
    "http://\u{0}/", "http://a\u{7f}/", "http://é/", "http://É/", "https:${HOST}", "https://${HOST}/",
    "http://x/${1}", "http://#/", "http://a#b", "javascript:1", "//example.com", "example.com", "",
];

pub(crate) const POINTERS: &[&str] =
    &["", "/", "/a", "/a/b~0c~1d", "/a~", "/a~2", "a", "#/a", "/~01", "//", "/é", "/\u{0}", "/-", "/a b", "~0", "/~", "/ab~0", "/😀~1"];

/// Names of unknown members.
#[rustfmt::skip]
pub(crate) const NAMES: &[&str] = &[
    "", "x", "x-vendor", "X", "__proto__", "a/b", "a~b", "é", "😀", "a b", "\"", "\\", "\n", "\u{0}", "0", "10", "type ", "Type",
    "constructor", "com.example", "{", "}",
];

/// Characters of all lengths, in UTF-8 and in UTF-16, and some that have to be escaped.
pub(crate) const CHARACTERS: &[char] =
    &['a', 'b', 'z', '0', ' ', '/', '"', '\\', '\n', '\u{1}', '\u{7f}', 'é', '\u{2028}', '漢', '\u{ffff}', '😀', '\u{10ffff}'];
