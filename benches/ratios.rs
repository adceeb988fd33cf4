//! Everything beside everything else, in one run: `cargo bench --bench ratios`.
//!
//! Contenders take turns, a short burst each, for many rounds, and each is judged by its best burst: what
//! else the machine does at the time hits all alike, and the best burst was hit least. Ratios are to the
//! hand-written model of [`model`]; allocations per event are counted in the same run, by the same closures.
//!
//! ```text
//! cargo bench --bench ratios                       all tables
//! cargo bench --bench ratios -- decode encode      only these tables
//! cargo bench --bench ratios -- --rounds 2000      more rounds: less noise
//! cargo bench --bench ratios -- --assert           exit status 1 if a target is missed
//! ```
//!
//! The official SDKs are measured in a build of their own (`tests/peers`), so that the features they turn on
//! in shared dependencies do not change what is measured here.

mod growth;
mod model;
mod samples;
mod targets;
mod turns;

use std::hint::black_box;

use agentwire::{ag_ui, ahp, octo, Raw, Wire};
use samples::Sample;
use serde::de::IgnoredAny;
use serde::Serialize;
use serde_json::Value;
use targets::Targets;
use turns::{Contender, Measured, Turns};

/// One table: an operation on every sample.
struct Table {
    operation: &'static str,
    columns: Vec<Column>,
}

struct Column {
    sample: &'static str,
    rows: Vec<Measured>,
}

/// Name of the contender that ratios are to.
const HAND: &str = "hand-written serde, no checks";
const FLOOR: &str = "floor: serde_json skips the text";
const SCHEMA: &str = "Value + jsonschema";
const OURS: &str = "agentwire";

fn main() {
    let options = Options::read();
    let turns = Turns { rounds: options.rounds, only: options.only.clone() };
    let mut tables = Vec::new();
    for sample in samples::all() {
        if !options.samples.is_empty() && !options.samples.iter().any(|name| name == sample.name) {
            continue;
        }
        let columns = match sample.name {
            "ahp" => operations::<ahp::Event, _>(&sample, model::ahp::decode, tagged!(ahp::Event), &turns, &options),
            "octo" => operations::<octo::HostFrame, _>(&sample, model::octo::decode, tagged!(octo::HostFrame), &turns, &options),
            "octo-invoke" => operations::<octo::InvokeRequestWire, _>(&sample, model::octo::decode_invoke, None, &turns, &options),
            _ => operations::<ag_ui::Event, _>(&sample, model::ag_ui::decode, tagged!(ag_ui::Event), &turns, &options),
        };
        for (operation, column) in columns {
            match tables.iter_mut().find(|table: &&mut Table| table.operation == operation) {
                Some(table) => table.columns.push(column),
                None => tables.push(Table { operation, columns: vec![column] }),
            }
        }
    }
    for table in &tables {
        print_times(table);
    }
    if let Some(decode) = tables.iter().find(|table| table.operation == "decode") {
        print_allocations(decode);
    }
    if options.wants("growth") {
        growth::print(&turns);
    }
    let met = Targets::of(&tables).print();
    if options.assert && !met {
        std::process::exit(1);
    }
}

/// What a type with a tag can do before it is decoded.
struct Tagged {
    peek: fn(&[u8]) -> bool,
    raw: fn(&[u8]) -> bool,
}

macro_rules! tagged {
    ($type:ty) => {
        Some(Tagged { peek: |line| Raw::<$type>::peek(line).is_some(), raw: |line| Raw::<$type>::new(line).is_ok() })
    };
}
use tagged;

/// Messages from this size on are large: what is measured of them is how little of them is read.
const LARGE: usize = 2_000;

/// Measures every operation on one sample.
fn operations<T, M>(
    sample: &Sample,
    by_hand: fn(&[u8]) -> serde_json::Result<M>,
    tagged: Option<Tagged>,
    turns: &Turns,
    options: &Options,
) -> Vec<(&'static str, Column)>
where
    T: Wire + PartialEq + std::fmt::Debug,
    M: Serialize,
{
    let schema: Value = serde_json::from_str(&sample.schema).expect("the printed schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the printed schema compiles");
    let lines: Vec<&[u8]> = sample.lines();
    let values: Vec<Value> = lines.iter().map(|line| serde_json::from_slice(line).expect("a sample is JSON")).collect();
    let ours: Vec<T> = lines.iter().map(|line| T::decode(line).expect("a sample is valid")).collect();
    let hand: Vec<M> = lines.iter().map(|line| by_hand(line).expect("the model knows the sample")).collect();
    agree(sample, &values, &ours, &hand, &validator);

    let decode = || -> Vec<Contender<'_>> {
        vec![
            Contender::each(FLOOR, &lines, |line| drop(black_box(serde_json::from_slice::<IgnoredAny>(line)))),
            Contender::each(HAND, &lines, move |line| drop(black_box(by_hand(line)))),
            Contender::each(SCHEMA, &lines, |line| {
                let value: Value = serde_json::from_slice(line).expect("a sample is JSON");
                assert!(validator.is_valid(black_box(&value)));
            }),
            Contender::each(OURS, &lines, |line| drop(black_box(T::decode(line)))),
        ]
    };
    let check = || {
        vec![
            Contender::each(SCHEMA, &values, |value| assert!(validator.is_valid(black_box(value)))),
            Contender::each(OURS, &ours, |value| drop(black_box(Wire::check(value)))),
        ]
    };
    let mut hand_out = Vec::new();
    let mut our_out = Vec::new();
    let encode_into = |hand_out: &mut Vec<u8>, our_out: &mut Vec<u8>| {
        // Both write into a buffer that has its size already.
        turns.measure(
            lines.len(),
            vec![
                Contender::each(HAND, &hand, |value| {
                    hand_out.clear();
                    serde_json::to_writer(&mut *hand_out, black_box(value)).expect("the model is JSON");
                }),
                Contender::each(OURS, &ours, |value| {
                    our_out.clear();
                    black_box(value).encode_into(our_out).expect("a sample is valid");
                }),
            ],
        )
    };
    let encode = || {
        vec![
            Contender::each(HAND, &hand, |value| drop(black_box(serde_json::to_string(black_box(value))))),
            Contender::each(OURS, &ours, |value| drop(black_box(black_box(value).encode()))),
        ]
    };
    let recode = || {
        vec![
            Contender::each(HAND, &lines, move |line| {
                let value = by_hand(line).expect("the model knows the sample");
                drop(black_box(serde_json::to_string(&value)));
            }),
            Contender::each(OURS, &lines, |line| {
                let value = T::decode(line).expect("a sample is valid");
                drop(black_box(value.encode()));
            }),
        ]
    };

    let mut columns = Vec::new();
    let mut add = |operation: &'static str, measure: &mut dyn FnMut() -> Vec<Measured>| {
        if options.wants(operation) {
            columns.push((operation, Column { sample: sample.name, rows: measure() }));
        }
    };
    add("decode", &mut || turns.measure(lines.len(), decode()));
    add("check", &mut || turns.measure(lines.len(), check()));
    add("encode_into", &mut || encode_into(&mut hand_out, &mut our_out));
    add("encode", &mut || turns.measure(lines.len(), encode()));
    add("recode", &mut || turns.measure(lines.len(), recode()));
    if let Some(Tagged { peek, raw }) = tagged {
        let beside_floor = |lines: &[&[u8]], one: fn(&[u8]) -> bool| {
            turns.measure(
                lines.len(),
                vec![
                    Contender::each(FLOOR, lines, |line| drop(black_box(serde_json::from_slice::<IgnoredAny>(line)))),
                    Contender::each(OURS, lines, move |line| assert!(one(black_box(line)))),
                ],
            )
        };
        add("raw", &mut || beside_floor(&lines, raw));
        let large: Vec<&[u8]> = lines.iter().copied().filter(|line| line.len() >= LARGE).collect();
        if !large.is_empty() {
            add("peek at large messages", &mut || beside_floor(&large, peek));
        }
    }
    columns
}

/// What the contenders do is the same work: each keeps all that the sample says.
fn agree<T: Wire, M: Serialize>(sample: &Sample, values: &[Value], ours: &[T], hand: &[M], validator: &jsonschema::Validator) {
    for (index, value) in values.iter().enumerate() {
        let line = index + 1;
        let our_text = ours[index].encode().expect("a sample is valid");
        let ours: Value = serde_json::from_str(&our_text).expect("what is written is JSON");
        let hand = serde_json::to_value(&hand[index]).expect("the model is JSON");
        assert_eq!(&ours, value, "{} line {line}: agentwire writes back what it read", sample.name);
        // `serde_json::to_value` drops the spelling of opaque JSON, as `value` has.
        assert!(sample.model_is_partial || &hand == value, "{} line {line}: the model writes back what it read", sample.name);
        assert!(validator.is_valid(value), "{} line {line}: the schema takes the sample", sample.name);
    }
}

fn print_times(table: &Table) {
    println!(
        "\n## {}: microseconds per sample file, best of many rounds (ratio to the hand-written model, or else to the floor)\n",
        table.operation
    );
    print_table(table, |row, reference| {
        let ratio = reference.map_or(String::new(), |reference| format!(" ({:.2} ×)", row.best / reference.best));
        format!("{:.1}{ratio}", row.best * 1e6)
    });
}

fn print_allocations(table: &Table) {
    println!("\n## {}: allocations per event\n", table.operation);
    print_table(table, |row, _| format!("{:.1}", row.allocations));
}

fn print_table(table: &Table, cell: impl Fn(&Measured, Option<&Measured>) -> String) {
    print!("| |");
    for column in &table.columns {
        print!(" {} |", column.sample);
    }
    print!("\n|---|");
    print!("{}", "---:|".repeat(table.columns.len()));
    println!();
    for (index, row) in table.columns[0].rows.iter().enumerate() {
        print!("| {} |", row.name);
        for column in &table.columns {
            let row = |name: &str| column.rows.iter().find(|row| row.name == name);
            let reference = row(HAND).or(row(FLOOR));
            print!(" {} |", cell(&column.rows[index], reference));
        }
        println!();
    }
}

/// What the command line asks for.
struct Options {
    rounds: usize,
    /// Only contenders whose name has this in it: for a profiler.
    only: Option<String>,
    assert: bool,
    /// Tables; all if empty.
    operations: Vec<String>,
    /// Samples; all if empty.
    samples: Vec<String>,
}

impl Options {
    fn read() -> Self {
        let mut options = Self { rounds: 400, only: None, assert: false, operations: Vec::new(), samples: Vec::new() };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                // What cargo passes to every bench.
                "--bench" => {}
                "--assert" => options.assert = true,
                "--rounds" => {
                    options.rounds =
                        arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or_else(|| usage("--rounds needs a number"));
                }
                "--sample" => options.samples.push(arguments.next().unwrap_or_else(|| usage("--sample needs a name"))),
                "decode" | "check" | "encode" | "encode_into" | "recode" | "raw" | "growth" => options.operations.push(argument),
                "peek" => options.operations.push("peek at large messages".to_owned()),
                "--only" => options.only = Some(arguments.next().unwrap_or_else(|| usage("--only needs a name"))),
                other => usage(&format!("unknown argument {other}")),
            }
        }
        options
    }

    fn wants(&self, operation: &str) -> bool {
        self.operations.is_empty() || self.operations.iter().any(|wanted| wanted == operation)
    }
}

fn usage(fault: &str) -> ! {
    eprintln!("{fault}\nusage: ratios [decode|check|encode_into|encode|recode|raw|peek|growth]… [--sample NAME]… [--only NAME] [--rounds N] [--assert]");
    std::process::exit(2);
}
