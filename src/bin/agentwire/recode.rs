//! `agentwire recode`: decode, then encode, message by message.

use std::borrow::Cow;
use std::io::Write;

use agentwire::catalog::Remarks;
use agentwire::framing::Framing;
use agentwire::DecodeError;

use crate::args::{InputArgs, RecodeArgs};
use crate::input::{complain, each_message, Outcome};
use crate::report::{label, Report};

pub(crate) fn run(args: &RecodeArgs, out: &mut impl Write) -> Outcome {
    rewrite(&args.input, args.framing.framing(), out, |text| label(&args.ty, text), |text| args.ty.recode(text))
}

/// Writes what `make` makes of each valid message as a line, and says on standard error what is wrong with the others.
pub(crate) fn rewrite(
    input: &InputArgs,
    framing: Framing,
    out: &mut impl Write,
    label: impl Fn(&[u8]) -> Option<Cow<'_, str>>,
    make: impl Fn(&[u8]) -> Result<String, DecodeError>,
) -> Outcome {
    let mut line = Vec::new();
    each_message(input, framing, out, |message, out| {
        line.clear();
        let report = Report::new(message, &label, |text| {
            // Opaque JSON is written as it came, but a frame has no line break.
            Framing::Ndjson.write_text(&make(text)?, &mut line);
            Ok(Remarks::default())
        });
        if report.valid {
            out.write_all(&line)?;
        } else {
            complain(&report.to_string());
        }
        Ok(report.valid)
    })
}
