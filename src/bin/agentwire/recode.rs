//! `agentwire recode`: decode, then encode, line by line.

use std::borrow::Cow;
use std::io::Write;

use agentwire::catalog::Remarks;
use agentwire::DecodeError;

use crate::args::{InputArgs, RecodeArgs};
use crate::input::{complain, each_message, Outcome};
use crate::report::{label, Report};

pub(crate) fn run(args: &RecodeArgs, out: &mut impl Write) -> Outcome {
    rewrite(&args.input, out, |text| label(&args.ty, text), |text| args.ty.recode(text).map(one_line))
}

/// Writes what `make` makes of each valid message as a line, and says on standard error what is wrong with the others.
pub(crate) fn rewrite(
    input: &InputArgs,
    out: &mut impl Write,
    label: impl Fn(&[u8]) -> Option<Cow<'_, str>>,
    make: impl Fn(&[u8]) -> Result<String, DecodeError>,
) -> Outcome {
    each_message(input, out, |message, out| {
        let mut made = String::new();
        let report = Report::new(message, input, &label, |text| {
            made = make(text)?;
            Ok(Remarks::default())
        });
        if report.valid {
            writeln!(out, "{made}")?;
        } else {
            complain(&report.to_string());
        }
        Ok(report.valid)
    })
}

/// Opaque JSON is written as it came, line breaks between its tokens included: a blank says the same
/// there, and within a string JSON has no raw line break.
fn one_line(json: String) -> String {
    if json.contains(['\r', '\n']) {
        json.replace(['\r', '\n'], " ")
    } else {
        json
    }
}
