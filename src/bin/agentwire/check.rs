//! `agentwire check`: a verdict a message.

use std::io::Write;

use crate::args::CheckArgs;
use crate::input::{complain, each_message, Outcome};
use crate::report::{label, Report};

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> Outcome {
    let (tolerance, revision) = (args.tolerance(), args.revision());
    let several = args.input.files.len() > 1;
    let judge = |text: &[u8]| {
        if args.tolerant {
            args.ty.check_tolerant(text, tolerance, revision)
        } else {
            args.ty.check(text, revision)
        }
    };
    let outcome = each_message(&args.input, args.framing.framing(), out, |message, out| {
        let report = Report::new(message, |text| label(&args.ty, text), judge);
        let valid = report.valid;
        match (args.json, several) {
            (true, true) => report.write_json(out)?,
            (true, false) => report.without_file().write_json(out)?,
            (false, _) => write!(out, "{report}")?,
        }
        Ok(valid)
    });
    if !args.json && !outcome.closed {
        let Outcome { valid, invalid, .. } = outcome;
        let messages = if valid + invalid == 1 { "message" } else { "messages" };
        complain(&format!("{} {messages}: {valid} valid, {invalid} invalid\n", valid + invalid));
    }
    outcome
}
