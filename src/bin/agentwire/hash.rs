//! `agentwire hash`: the `context_hash` of Octo context envelopes, one a line.

use std::io::Write;

use agentwire::catalog::context_hash;
use agentwire::framing::Framing;

use crate::args::InputArgs;
use crate::input::Outcome;
use crate::recode::rewrite;

pub(crate) fn run(args: &InputArgs, out: &mut impl Write) -> Outcome {
    rewrite(args, Framing::Ndjson, out, |_| Some("ContextEnvelope".into()), context_hash)
}
