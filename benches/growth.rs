//! How time grows with the message: nanoseconds a byte, which should stay what they are.

use std::hint::black_box;

use agentwire::{ag_ui, ahp, octo, Wire};

use crate::turns::{Contender, Turns};

/// Prints the table.
pub(crate) fn print(turns: &Turns) {
    let turns = Turns { rounds: turns.rounds.div_ceil(10), only: None };
    println!("\n## growth: nanoseconds per byte, decode / encode_into\n");
    let bytes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    series::<ag_ui::Event>("one text, of bytes", &bytes, &turns, |size| content(&"plain text ".repeat(size / 11)));
    series::<ag_ui::Event>("one text with escapes, of bytes", &bytes, &turns, |size| {
        content(&r#"a line of text, and \"more\" of it\n"#.repeat(size / 36))
    });
    series::<ag_ui::Event>("opaque JSON, of bytes", &bytes, &turns, |size| {
        let row = r#"{"id":"ord_1","qty":2,"price":19.9,"late":false,"tags":["a","b"]}"#;
        format!(r#"{{"type":"STATE_SNAPSHOT","snapshot":[{}]}}"#, vec![row; size / (row.len() + 1)].join(","))
    });
    let counts = [10, 100, 1_000, 10_000];
    series::<ag_ui::Event>("list of messages, of items", &counts, &turns, |count| {
        let message = |index| format!(r#"{{"id":"m{index}","role":"user","content":"question number {index}"}}"#);
        format!(r#"{{"type":"MESSAGES_SNAPSHOT","messages":[{}]}}"#, list(count, message))
    });
    series::<ag_ui::Event>("opaque object, of members", &counts, &turns, |count| {
        format!(r#"{{"type":"STATE_SNAPSHOT","snapshot":{{{}}}}}"#, list(count, |index| format!(r#""member_{index}":{index}"#)))
    });
    series::<ahp::Event>("unknown members, of members", &counts, &turns, |count| {
        turn_end(&list(count, |index| format!(r#""unknown_{index}":{index}"#)))
    });
    series::<ahp::Event>("extensions, of members", &counts, &turns, |count| {
        turn_end(&format!(r#""extensions":{{{}}}"#, list(count, |index| format!(r#""com.example.n{index}":{index}"#))))
    });
    series::<octo::ContextEnvelope>("context, of items", &[1, 4, 8, 16, 32], &turns, |count| {
        let item = |index| format!(r#"{{"namespace":"com.example","name":"item_{index}","payload":{{"text":"item number {index}"}}}}"#);
        format!(r#"{{"schema":"octo.context-envelope/v3","items":[{}]}}"#, list(count, item))
    });
}

fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(",")
}

fn content(delta: &str) -> String {
    format!(r#"{{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"{delta}"}}"#)
}

fn turn_end(more: &str) -> String {
    format!(
        concat!(
            r#"{{"id":"e1","source":"urn:a:b","type":"turn.end","time":"2026-01-02T03:04:05Z","harness":{{"name":"h","version":"1"}},"#,
            r#""session":{{"id":"s"}},"turn":{{"id":"t"}},"outcome":"completed","continuationCount":0,"items":[],{}}}"#
        ),
        more
    )
}

/// One row: messages of growing size.
fn series<T: Wire>(name: &str, sizes: &[usize], turns: &Turns, message: impl Fn(usize) -> String) {
    let mut times = Vec::new();
    for &size in sizes {
        let text = message(size);
        let value = T::decode(text.as_bytes()).unwrap_or_else(|error| panic!("{name} {size}: {error}"));
        let mut out = Vec::new();
        let lines = [text.as_bytes()];
        let values = [value];
        let few = Turns { rounds: if text.len() > 100_000 { turns.rounds.div_ceil(4) } else { turns.rounds }, only: None };
        let measured = few.measure(
            1,
            vec![
                Contender::each("decode", &lines, |line| drop(black_box(T::decode(line)))),
                Contender::each("encode", &values, |value| {
                    out.clear();
                    value.encode_into(&mut out).expect("it was decoded");
                }),
            ],
        );
        times.push((measured[0].best * 1e9 / text.len() as f64, measured[1].best * 1e9 / text.len() as f64));
    }
    let cells: Vec<String> =
        sizes.iter().zip(&times).map(|(size, (decode, encode))| format!("{size}: {decode:.2} / {encode:.2}")).collect();
    println!("| {name} | {} |", cells.join(" | "));
}
