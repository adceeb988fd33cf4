//! Framing: whatever pieces the bytes come in, the frames are the same, and none exceeds the limit.

use agentwire::framing::{Frames, Framing, ReadError, Reader, DEFAULT_LIMIT};

/// A frame as the tests compare it: its line, and its bytes unless it was too long.
type Seen = (u64, Option<Vec<u8>>);

/// A claim, an input, and its frames as line and bytes.
type Case = (&'static str, &'static [u8], &'static [(u64, &'static [u8])]);

fn seen(line: u64, bytes: &[u8]) -> Seen {
    (line, Some(bytes.to_vec()))
}

fn example(name: &str) -> Vec<u8> {
    let path = format!("{}/examples/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What a reader gives for an input that comes in these pieces.
fn read<'a>(framing: Framing, limit: usize, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Seen> {
    let mut reader = Reader::new(framing, limit);
    let mut all = Vec::new();
    for mut piece in pieces {
        while let Some(frame) = reader.next_frame(&mut piece) {
            all.push(frame.map_or_else(|error| (error.line, None), |frame| seen(frame.line, frame.bytes)));
        }
        assert!(piece.is_empty(), "a reader takes all of a piece before it asks for more");
    }
    if let Some(frame) = reader.finish() {
        all.push(frame.map_or_else(|error| (error.line, None), |frame| seen(frame.line, frame.bytes)));
    }
    assert!(reader.finish().is_none(), "a stream ends once");
    all
}

fn whole(framing: Framing, limit: usize, input: &[u8]) -> Vec<Seen> {
    read(framing, limit, [input])
}

/// NDJSON read the plain way, with all of the input at hand.
fn ndjson_by_hand(limit: usize, input: &[u8]) -> Vec<Seen> {
    let lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
    let last = lines.len();
    let mut all = Vec::new();
    for (number, line) in (1..).zip(lines) {
        let content = if number == last { line } else { line.strip_suffix(b"\r").unwrap_or(line) };
        if content.len() > limit {
            all.push((number as u64, None));
        } else if !content.iter().all(|byte| b" \t\r".contains(byte)) {
            all.push(seen(number as u64, content));
        }
    }
    all
}

/// Server-sent events read the plain way, with all of the input at hand.
fn sse_by_hand(limit: usize, input: &[u8]) -> Vec<Seen> {
    let input = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    let mut lines = vec![Vec::new()];
    let mut bytes = input.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\r' if bytes.next_if_eq(&b'\n').is_some() => lines.push(Vec::new()),
            b'\r' | b'\n' => lines.push(Vec::new()),
            byte => lines.last_mut().expect("not empty").push(byte),
        }
    }
    // The end of the stream ends an event like an empty line.
    lines.push(Vec::new());
    let mut all = Vec::new();
    let mut event: Option<(u64, Vec<Vec<u8>>)> = None;
    for (number, line) in (1..).zip(lines) {
        let mut parts = line.splitn(2, |&byte| byte == b':');
        let (name, value) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if line.is_empty() {
            if let Some((line, data)) = event.take() {
                let data = data.join(&b'\n');
                all.push((line, (data.len() <= limit).then_some(data)));
            }
        } else if name == b"data" {
            event.get_or_insert((number, Vec::new())).1.push(value.strip_prefix(b" ").unwrap_or(value).to_vec());
        }
    }
    all
}

const NDJSON_EXAMPLES: &[&str] =
    &["ag-ui-run.ndjson", "ahp-session.ndjson", "octo-contexts.ndjson", "octo-invoke.ndjson", "octo-session.ndjson"];

/// The examples, and each with other line ends.
fn examples() -> Vec<(String, Framing, Vec<u8>)> {
    let mut all = vec![("ag-ui-run.sse".to_owned(), Framing::Sse, example("ag-ui-run.sse"))];
    all.extend(NDJSON_EXAMPLES.iter().map(|name| (name.to_string(), Framing::Ndjson, example(name))));
    for (name, framing, bytes) in all.clone() {
        let text = String::from_utf8(bytes).expect("examples are UTF-8");
        all.push((format!("{name} with CRLF"), framing, text.replace('\n', "\r\n").into_bytes()));
        if framing == Framing::Sse {
            all.push((format!("{name} with CR"), framing, text.replace('\n', "\r").into_bytes()));
        }
    }
    all
}

#[test]
fn examples_cut_at_every_byte_give_the_frames_of_the_uncut() {
    for (name, framing, bytes) in examples() {
        let uncut = whole(framing, DEFAULT_LIMIT, &bytes);
        let by_hand = match framing {
            Framing::Sse => sse_by_hand(DEFAULT_LIMIT, &bytes),
            _ => ndjson_by_hand(DEFAULT_LIMIT, &bytes),
        };
        assert!(uncut == by_hand, "{name}: the frames are not those of the plain reading");
        cut_at_every_byte(&name, framing, &bytes, &uncut);
        assert!(read(framing, DEFAULT_LIMIT, bytes.chunks(1)) == uncut, "{name}: byte by byte");
        assert!(read(framing, DEFAULT_LIMIT, bytes.chunks(1).flat_map(|one| [one, &[]])) == uncut, "{name}: with empty pieces");
    }
}

/// Cuts in each place; only the frame that is cut and the one behind it are read again.
fn cut_at_every_byte(name: &str, framing: Framing, bytes: &[u8], uncut: &[Seen]) {
    let mut reader = Reader::new(framing, DEFAULT_LIMIT);
    let mut ends = vec![(reader.clone(), 0)];
    let mut rest = bytes;
    while reader.next_frame(&mut rest).is_some() {
        ends.push((reader.clone(), bytes.len() - rest.len()));
    }
    for (index, (reader, start)) in ends.iter().enumerate() {
        let next = ends.get(index + 1).map_or(bytes.len(), |end| end.1);
        let stop = ends.get(index + 2).map_or(bytes.len(), |end| end.1);
        for at in *start..=next {
            let mut reader = reader.clone();
            let mut expected = uncut[index..uncut.len().min(index + 2)].iter();
            for mut piece in [&bytes[*start..at], &bytes[at..stop]] {
                while let Some(frame) = reader.next_frame(&mut piece) {
                    let frame = frame.expect("within the limit");
                    assert!(Some(&seen(frame.line, frame.bytes)) == expected.next(), "{name}: cut at byte {at}");
                }
            }
            if stop == bytes.len() {
                let last = reader.finish().map(|frame| frame.expect("within the limit"));
                assert!(last.map(|frame| seen(frame.line, frame.bytes)).as_ref() == expected.next(), "{name}: cut at byte {at}");
            }
            assert!(expected.next().is_none(), "{name}: a frame is lost by the cut at byte {at}");
        }
    }
}

#[cfg(feature = "ag-ui")]
#[test]
fn a_capture_of_events_holds_the_messages_of_the_ndjson_file() {
    use agentwire::{ag_ui::Event, Wire};

    let decode = |frames: Vec<Seen>| -> Vec<Event> {
        let frames = frames.into_iter().map(|(_, bytes)| bytes.expect("within the limit"));
        frames.map(|bytes| Event::decode(&bytes).expect("a valid event")).collect()
    };
    let events = decode(whole(Framing::Sse, DEFAULT_LIMIT, &example("ag-ui-run.sse")));
    assert!(events.len() > 80);
    assert!(events == decode(whole(Framing::Ndjson, DEFAULT_LIMIT, &example("ag-ui-run.ndjson"))));

    for framing in [Framing::Sse, Framing::Ndjson] {
        let mut out = Vec::new();
        for event in &events {
            framing.write(event, &mut out).expect("a valid event");
        }
        assert!(events == decode(whole(framing, DEFAULT_LIMIT, &out)), "{framing:?}: written and read again");
    }
}

#[test]
fn lines_of_ndjson() {
    let cases: &[Case] = &[
        ("an empty input has no frames", b"", &[]),
        ("LF and CRLF end a line", b"1\n2\r\n3\n", &[(1, b"1"), (2, b"2"), (3, b"3")]),
        ("a CR elsewhere is content", b"1\r2\n\r3\r\r\n", &[(1, b"1\r2"), (2, b"\r3\r")]),
        ("lines of blanks are skipped and counted", b"\n\r\n \t\r \n4\n\n6", &[(4, b"4"), (6, b"6")]),
        ("the last line needs no end", b"1\n2", &[(1, b"1"), (2, b"2")]),
        ("a CR in front of no LF is content", b"1\r", &[(1, b"1\r")]),
        ("a last line of blanks is no frame", b"1\n \r", &[(1, b"1")]),
        ("a byte order mark is content", b"\xef\xbb\xbf1\n", &[(1, b"\xef\xbb\xbf1")]),
        ("bytes need not be text", b"\xff\0\n\xfe", &[(1, b"\xff\0"), (2, b"\xfe")]),
    ];
    check_cases(Framing::Ndjson, cases);
}

#[test]
fn fields_of_events() {
    let cases: &[Case] = &[
        ("an empty stream has no frames", b"", &[]),
        ("LF, CRLF and CR end a line", b"data:1\n\ndata:2\r\n\r\ndata:3\r\rdata:4\n\r", &[(1, b"1"), (3, b"2"), (5, b"3"), (7, b"4")]),
        ("data lines are joined with LF", b"data: [1,\r\ndata: 2]\rdata\n\n", &[(1, b"[1,\n2]\n")]),
        ("other fields may stand between", b"data:1\nid: 7\n: c\ndata:2\n\n", &[(1, b"1\n2")]),
        ("one space behind the colon is dropped", b"data:  1 \n\ndata:1\n\ndata:\t1\n\n", &[(1, b" 1 "), (3, b"1"), (5, b"\t1")]),
        (
            "comments and other fields are skipped",
            b": c\n:\nevent: data\nid\nretry: 1\ndat: 1\ndatas: 1\nDATA: 1\n data: 1\ndata : 1\ndata:2\n\n",
            &[(11, b"2")],
        ),
        ("an event without data is none", b"event: e\nid: 1\n\n\n\ndata:1\n\n", &[(6, b"1")]),
        ("an event with empty data is one", b"data\n\ndata:\n\ndata: \n\n", &[(1, b""), (3, b""), (5, b"")]),
        ("the last event needs no empty line", b"data:1\n\ndata:2\n", &[(1, b"1"), (3, b"2")]),
        ("the last line needs no end", b"data:1\ndata:2", &[(1, b"1\n2")]),
        ("the stream may end in a bare field name", b"data:1\ndata", &[(1, b"1\n")]),
        ("the stream may end in another name", b"data:1\n\ndat", &[(1, b"1")]),
        ("a byte order mark opens the stream", b"\xef\xbb\xbfdata:1\n\n", &[(1, b"1")]),
        ("one byte order mark only", b"\xef\xbb\xbf\xef\xbb\xbfdata:1\n\n", &[]),
        ("half a byte order mark is a field name", b"\xef\xbbdata:1\n\xef\xbb\xbfdata:2\ndata:3\n\n", &[(3, b"3")]),
        ("bytes need not be text", b"data:\xff\0\xc3\n\n", &[(1, b"\xff\0\xc3")]),
    ];
    check_cases(Framing::Sse, cases);
}

fn check_cases(framing: Framing, cases: &[Case]) {
    for (claim, input, expected) in cases {
        let expected: Vec<Seen> = expected.iter().map(|(line, bytes)| seen(*line, bytes)).collect();
        assert_eq!(whole(framing, DEFAULT_LIMIT, input), expected, "{claim}");
        assert_eq!(read(framing, DEFAULT_LIMIT, input.chunks(1)), expected, "{claim}: byte by byte");
        assert_eq!(read(framing, usize::MAX, input.chunks(2)), expected, "{claim}: two by two, without limit");
    }
}

#[test]
fn a_frame_may_have_as_many_bytes_as_the_limit_and_no_more() {
    let limit = 10;
    for size in [limit - 1, limit, limit + 1, limit + 2, limit + 3, 20 * limit] {
        let (body, joined) = (vec![b'x'; size], [b"y\n", &vec![b'x'; size - 3][..], b"\n"].concat());
        let line_ends = [&b"\n"[..], b"\r\n"].map(|end| (Framing::Ndjson, [&body, end, b"1\n"].concat(), &body, (1, 2)));
        let events = [&b"\n"[..], b"\r\n", b"\r"]
            .map(|end| (Framing::Sse, [b": longer than that\ndata: ", &body[..], end, end, b"data: 1\n\n"].concat(), &body, (2, 4)));
        let folded = (Framing::Sse, [b"data:y\ndata:", &body[3..], b"\ndata\r\rdata: 1\n\n"].concat(), &joined, (1, 5));
        for (framing, input, body, (first, second)) in line_ends.into_iter().chain(events).chain([folded]) {
            let expected = [(first, (size <= limit).then(|| body.clone())), seen(second, b"1")];
            for step in [1, 2, 3, 7, input.len()] {
                assert_eq!(read(framing, limit, input.chunks(step)), expected, "{framing:?}, {size} bytes in steps of {step}");
            }
        }
    }
}

#[test]
fn a_frame_is_refused_before_its_end_and_its_rest_is_dropped() {
    for (framing, head, tail) in [(Framing::Ndjson, &b""[..], &b"\n1\n"[..]), (Framing::Sse, b"data: ", b"\nid: 1\ndata: 2\n\ndata: 1\n\n")]
    {
        let mut reader = Reader::new(framing, 1000);
        let mut piece = head;
        assert!(reader.next_frame(&mut piece).is_none());
        let noise = [b'x'; 4096];
        let mut piece = &noise[..];
        let error = reader.next_frame(&mut piece).expect("an answer").expect_err("too long");
        assert_eq!((error.line, error.limit), (1, 1000));
        assert_eq!(error.to_string(), "line 1: the frame has more than 1000 bytes");
        for _ in 0..100 {
            assert!(reader.next_frame(&mut piece).is_none(), "{framing:?}: an error is given once");
            assert!(piece.is_empty());
            piece = &noise;
        }
        let mut piece = tail;
        assert_eq!(reader.next_frame(&mut piece).map(|frame| frame.map(|frame| frame.bytes)), Some(Ok(&b"1"[..])), "{framing:?}");
    }
}

#[test]
fn a_frame_too_long_at_the_end_of_the_input_is_refused_once() {
    for (input, expected) in
        [(&b"1\n12345"[..], vec![seen(1, b"1"), (2, None)]), (b"1234\r", vec![(1, None)]), (b"1234\r\n", vec![seen(1, b"1234")])]
    {
        assert_eq!(whole(Framing::Ndjson, 4, input), expected);
        assert_eq!(read(Framing::Ndjson, 4, input.chunks(1)), expected);
    }
    for (input, expected) in
        [(&b"data:12345"[..], vec![(1, None)]), (b"data:1234\ndata", vec![(1, None)]), (b"data:123\ndata", vec![seen(1, b"123\n")])]
    {
        assert_eq!(whole(Framing::Sse, 4, input), expected);
        assert_eq!(read(Framing::Sse, 4, input.chunks(1)), expected);
    }
}

#[test]
fn a_torn_message_is_that_frames_error() {
    use agentwire::Json;

    let frames = whole(Framing::Ndjson, DEFAULT_LIMIT, b"{\"a\":1}\n{\"a\":");
    let verdicts = frames.into_iter().map(|(line, bytes)| {
        let text = String::from_utf8(bytes.expect("within the limit")).expect("UTF-8");
        (line, Json::parse(&text).is_ok())
    });
    assert_eq!(verdicts.collect::<Vec<_>>(), [(1, true), (2, false)]);
}

#[test]
fn a_reader_starts_anew_when_its_stream_has_ended() {
    let mut reader = Reader::new(Framing::Sse, 100);
    for _ in 0..2 {
        let mut piece = &b"\xef\xbb\xbf\r\ndata: 1"[..];
        assert!(reader.next_frame(&mut piece).is_none());
        let frame = reader.finish().expect("a frame").expect("short");
        assert_eq!((frame.line, frame.bytes), (2, &b"1"[..]));
    }
}

/// SplitMix64: enough to be different, and the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

#[test]
fn any_bytes_in_any_pieces_are_read_like_the_plain_reading() {
    const WORDS: &[&[u8]] = &[
        b"\n",
        b"\n",
        b"\r",
        b"\r\n",
        b"\n\n",
        b"\r\r",
        b"data:",
        b"data: ",
        b"data",
        b"dat",
        b"id: 1",
        b": c",
        b":",
        b" ",
        b"\t",
        b"{}",
        b"[1,2]",
        b"xxxxxxxx",
        b"\xef\xbb\xbf",
        b"\xef\xbb",
        "é€😀".as_bytes(),
        b"\xff",
        b"\0",
    ];
    let mut random = Random(7);
    let mut frames = 0;
    for round in 0..20_000 {
        let input: Vec<u8> = (0..random.below(24)).flat_map(|_| WORDS[random.below(WORDS.len())]).copied().collect();
        let limit = random.below(24);
        for framing in [Framing::Ndjson, Framing::Sse] {
            let mut pieces = Vec::new();
            let mut rest = &input[..];
            while !rest.is_empty() {
                let (piece, more) = rest.split_at(random.below(rest.len().min(9) + 1));
                pieces.push(piece);
                rest = more;
            }
            let expected = if framing == Framing::Sse { sse_by_hand(limit, &input) } else { ndjson_by_hand(limit, &input) };
            let context = || format!("round {round}, {framing:?}, limit {limit}: {:?}", input.escape_ascii().to_string());
            assert_eq!(whole(framing, limit, &input), expected, "{}", context());
            assert_eq!(read(framing, limit, pieces), expected, "in pieces, {}", context());
            assert_eq!(all_of(Frames::new(framing, limit, std::io::BufReader::with_capacity(3, &input[..]))), expected, "{}", context());
            frames += expected.len();
        }
    }
    assert!(frames > 50_000, "{frames} frames");
}

fn all_of<R: std::io::BufRead>(mut frames: Frames<R>) -> Vec<Seen> {
    let mut all = Vec::new();
    while let Some(frame) = frames.next_frame() {
        all.push(match frame {
            Ok(frame) => seen(frame.line, frame.bytes),
            Err(ReadError::TooLong(error)) => (error.line, None),
            Err(error) => panic!("{error}"),
        });
    }
    all
}

#[test]
fn an_input_is_read_like_its_bytes() {
    for (name, framing, bytes) in examples() {
        let uncut = whole(framing, 4096, &bytes);
        assert!(all_of(Frames::new(framing, 4096, &bytes[..])) == uncut, "{name}");
        assert!(all_of(Frames::new(framing, 4096, std::io::BufReader::with_capacity(5, &bytes[..]))) == uncut, "{name}");
    }
}

#[test]
fn an_input_that_is_interrupted_goes_on_and_one_that_fails_ends() {
    struct Flaky<'a>(Vec<Result<&'a [u8], std::io::ErrorKind>>);

    impl std::io::Read for Flaky<'_> {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            let bytes = self.0.remove(0)?;
            out[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        }
    }

    let input =
        Flaky(vec![Ok(b"1\n2"), Err(std::io::ErrorKind::Interrupted), Ok(b"\n3"), Err(std::io::ErrorKind::ConnectionReset), Ok(b"4\n")]);
    let mut frames = Frames::new(Framing::Ndjson, 10, std::io::BufReader::new(input));
    for expected in [b"1", b"2"] {
        assert_eq!(frames.next_frame().expect("a frame").expect("readable").bytes, expected);
    }
    let error = frames.next_frame().expect("an error").map(|frame| frame.line).expect_err("the connection is gone");
    assert!(matches!(&error, ReadError::Io(error) if error.kind() == std::io::ErrorKind::ConnectionReset), "{error:?}");
    assert!(frames.next_frame().is_none());
}

#[test]
fn the_input_is_left_behind_the_last_frame() {
    let mut frames = Frames::new(Framing::Ndjson, 10, &b"1\nrest"[..]);
    assert!(frames.next_frame().is_some());
    assert_eq!(frames.into_inner(), b"rest");
}

#[test]
fn a_long_frame_in_many_pieces_takes_linear_time() {
    // 16 MiB in 16-byte pieces: a million looks at what came before would take hours.
    let piece = [b' '; 16];
    for (framing, head, end) in [(Framing::Ndjson, &b"1"[..], &b"\n"[..]), (Framing::Sse, b"data:1", b"\n\n")] {
        let middle = std::iter::repeat_n(&piece[..], 1 << 20);
        let frames = read(framing, usize::MAX, [head].into_iter().chain(middle).chain([end]));
        assert_eq!(frames.iter().map(|(_, bytes)| bytes.as_ref().map_or(0, Vec::len)).collect::<Vec<_>>(), [1 + (16 << 20)]);
    }
}

#[test]
fn no_line_break_leaves_a_writer_but_the_frames_own() {
    for (json, line) in [("{\"a\":\r\n[1,\n2]}", "{\"a\":  [1, 2]}"), ("\n1\r", " 1 "), (r#""\n\r""#, r#""\n\r""#)] {
        let (mut ndjson, mut sse) = (b"before".to_vec(), b"before".to_vec());
        Framing::Ndjson.write_text(json, &mut ndjson);
        Framing::Sse.write_text(json, &mut sse);
        assert_eq!(String::from_utf8_lossy(&ndjson), format!("before{line}\n"));
        assert_eq!(String::from_utf8_lossy(&sse), format!("beforedata: {line}\n\n"));
    }
}

#[cfg(feature = "octo")]
#[test]
fn a_message_that_is_not_valid_leaves_the_buffer_as_it_was() {
    use agentwire::{octo, Wire};

    let text = br#"{"schema":"octo.context-envelope/v3","items":[{"namespace":"a.b","name":"c","payload":{"d":1}}]}"#;
    let mut envelope = octo::ContextEnvelope::decode(text).expect("a valid envelope");
    for framing in [Framing::Ndjson, Framing::Sse] {
        let mut out = b"before".to_vec();
        framing.write(&envelope, &mut out).expect("valid");
        assert!(out.ends_with(b"\n"));
    }
    envelope.items = std::iter::repeat_n(envelope.items[0].clone(), 1000).collect();
    for framing in [Framing::Ndjson, Framing::Sse] {
        let mut out = b"before".to_vec();
        assert!(framing.write(&envelope, &mut out).is_err());
        assert_eq!(out, b"before");
    }
}

#[cfg(all(feature = "tokio", feature = "ag-ui"))]
mod tokio {
    use super::*;
    use agentwire::ag_ui::{Event, RunAgentInput};
    use agentwire::framing::{Codec, CodecError};
    use agentwire::{DecodeErrorKind, Received, Tolerance, Tolerant, Wire};
    use tokio_util::bytes::BytesMut;
    use tokio_util::codec::{Decoder, Encoder, FramedRead};

    /// What a codec gives for an input that comes in these pieces, in the calls that `FramedRead` makes.
    fn decode<T, W>(mut codec: Codec<T, W>, pieces: &[&[u8]]) -> Vec<Result<T, CodecError>> {
        let (mut arrived, mut all) = (BytesMut::new(), Vec::new());
        for piece in pieces {
            arrived.extend_from_slice(piece);
            while let Some(item) = codec.decode(&mut arrived).expect("no transport is at fault") {
                all.push(item);
            }
            assert!(arrived.is_empty(), "what is incomplete waits in the codec");
        }
        while let Some(item) = codec.decode_eof(&mut arrived).expect("no transport is at fault") {
            all.push(item);
        }
        all
    }

    #[test]
    fn a_codec_gives_the_messages_of_the_reader_in_any_pieces() {
        for (name, framing) in [("ag-ui-run.sse", Framing::Sse), ("ag-ui-run.ndjson", Framing::Ndjson)] {
            let bytes = example(name);
            let frames = whole(framing, DEFAULT_LIMIT, &bytes).into_iter();
            let expected: Vec<Event> = frames.map(|(_, bytes)| Event::decode(&bytes.expect("short")).expect("valid")).collect();
            for step in [1, 2, 3, 100, bytes.len()] {
                let pieces: Vec<&[u8]> = bytes.chunks(step).collect();
                let events = decode(Codec::<Event>::new(framing, DEFAULT_LIMIT), &pieces);
                let events: Result<Vec<Event>, CodecError> = events.into_iter().collect();
                assert!(events.expect("all valid") == expected, "{name} in steps of {step}");
            }
        }
    }

    #[test]
    fn a_codec_goes_on_behind_a_frame_that_is_refused() {
        let input: &[u8] = b"{\"type\":\"STEP_STARTED\",\"stepName\":\"a\"}\n{\"type\":\"STEP_STARTED\"}\n\xff\n\n[\"0123456789012345678901234567890123456789\"]\n{\"type\":\"STEP_STARTED\",\"stepName\":\"b\"}\n{\"type";
        let verdicts = decode(Codec::<Event>::new(Framing::Ndjson, 40), &[input]).into_iter().map(|item| match item {
            Ok(event) => event.encode().expect("valid"),
            Err(CodecError::TooLong(error)) => format!("{} too long", error.line),
            Err(CodecError::Decode { line, error }) => format!("{line} {:?}", error.kind()),
            Err(error) => panic!("{error}"),
        });
        let step = |name: &str| format!(r#"{{"type":"STEP_STARTED","stepName":"{name}"}}"#);
        let [shape, syntax] = [DecodeErrorKind::Shape, DecodeErrorKind::Syntax];
        let expected =
            [step("a"), format!("2 {shape:?}"), format!("3 {syntax:?}"), "5 too long".to_owned(), step("b"), format!("7 {syntax:?}")];
        assert_eq!(verdicts.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_stream_goes_on_behind_a_message_that_is_refused() {
        use futures_core::Stream;
        use std::pin::pin;
        use std::task::{Context, Poll, Waker};

        let input: &[u8] = b"data: {\"type\":\"STEP_STARTED\",\"stepName\":\"a\"}\n\ndata: {}\n\ndata: {\"type\":\"RAW\",\"event\":1}";
        let mut stream = pin!(FramedRead::new(input, Codec::<Event>::new(Framing::Sse, DEFAULT_LIMIT)));
        let mut verdicts = Vec::new();
        // Bytes in memory are always ready.
        while let Poll::Ready(Some(item)) = stream.as_mut().poll_next(&mut Context::from_waker(Waker::noop())) {
            verdicts.push(item.expect("no transport is at fault").is_ok());
        }
        assert_eq!(verdicts, [true, false, true]);
    }

    #[test]
    fn a_tolerant_codec_gives_notes_and_unknown_events() {
        let input: &[u8] =
            b"data: {\"type\":\"STEP_STARTED\",\"stepName\":\"a\",\"rawEvent\":null,\"parentMessageId\":1}\n\ndata: {\"type\":\"NEW\"}\n\n";
        let items = decode(Codec::<Tolerant<Event>>::tolerant(Framing::Sse, DEFAULT_LIMIT, Tolerance::default()), &[input]);
        let items: Vec<Tolerant<Event>> = items.into_iter().collect::<Result<_, _>>().expect("tolerable");
        assert!(matches!(&items[0].message, Received::Known(event) if event.encode().is_ok_and(|json| json.contains("\"a\""))));
        assert_eq!(items[0].notes.len(), 1);
        assert!(matches!(&items[1].message, Received::Unknown(json) if json.as_str() == r#"{"type":"NEW"}"#));
    }

    #[test]
    fn a_codec_writes_its_messages_by_value_and_by_reference() {
        let json = r#"{"type":"STEP_STARTED","stepName":"a"}"#;
        let event = Event::decode(json.as_bytes()).expect("valid");
        for (framing, frame) in [(Framing::Ndjson, format!("{json}\n")), (Framing::Sse, format!("data: {json}\n\n"))] {
            let (mut codec, mut out) = (Codec::<RunAgentInput, Event>::new(framing, DEFAULT_LIMIT), BytesMut::new());
            codec.encode(&event, &mut out).expect("valid");
            codec.encode(event.clone(), &mut out).expect("valid");
            assert_eq!(String::from_utf8_lossy(&out), frame.repeat(2));
        }
    }

    #[test]
    fn a_codec_writes_nothing_of_a_message_that_is_not_valid() {
        let mut event = Event::decode(br#"{"type":"STEP_STARTED","stepName":"a"}"#).expect("valid");
        event.envelope.timestamp = Some(i64::MAX);
        let (mut codec, mut out) = (Codec::<Event>::new(Framing::Sse, DEFAULT_LIMIT), BytesMut::from("before"));
        let error = codec.encode(&event, &mut out).expect_err("beyond a double");
        assert!(matches!(&error, CodecError::Invalid(violations) if violations.as_slice()[0].path == "/timestamp"), "{error}");
        assert_eq!(&out[..], b"before");
    }
}
