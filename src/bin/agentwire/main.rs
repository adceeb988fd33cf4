//! The codecs of the crate over NDJSON, on the command line.

mod args;
mod check;
#[cfg(feature = "octo")]
mod hash;
mod input;
mod recode;
mod report;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use agentwire::catalog::{Protocol, PROTOCOLS};
use args::{Args, Command};
use clap::Parser;
use input::Outcome;

fn main() -> ExitCode {
    let args = Args::parse();
    let mut out = BufWriter::with_capacity(input::CHUNK, io::stdout().lock());
    let outcome = match args.command {
        Command::Check(args) => check::run(&args, &mut out),
        Command::Recode(args) => recode::run(&args, &mut out),
        #[cfg(feature = "octo")]
        Command::Hash(args) => hash::run(&args, &mut out),
        Command::Types { protocol } => print(&mut out, |out| types(protocol, out)),
        Command::Schema { protocol } => print(&mut out, |out| schema(protocol, out)),
    };
    outcome.code()
}

/// Prints what needs no input.
fn print<W: Write>(out: &mut W, text: impl FnOnce(&mut W) -> io::Result<()>) -> Outcome {
    let mut outcome = Outcome::default();
    if let Err(error) = text(out).and_then(|()| out.flush()) {
        outcome.output_failed(&error);
    }
    outcome
}

/// What can be named: `PROTOCOL/TYPE`, one a line.
fn types(protocol: Option<&Protocol>, out: &mut dyn Write) -> io::Result<()> {
    let protocols = protocol.map_or(PROTOCOLS, std::slice::from_ref);
    for protocol in protocols {
        for ty in protocol.types {
            writeln!(out, "{}/{}", protocol.name, ty.name())?;
        }
    }
    Ok(())
}

fn schema(protocol: &Protocol, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", protocol.schema.trim_end())
}
