//! Running over the input, message by message, with memory bounded by one message.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use agentwire::framing::{Frame, FrameTooLong, Framing, Reader};

use crate::args::InputArgs;

/// How much is read at once.
pub(crate) const CHUNK: usize = 64 << 10;

/// A message of the input.
pub(crate) struct Message<'a> {
    /// The file as it was named; `-` is standard input.
    pub(crate) file: &'a str,
    pub(crate) frame: Result<Frame<'a>, FrameTooLong>,
}

/// How a run went.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) valid: u64,
    pub(crate) invalid: u64,
    /// Something could not be read or written.
    failed: bool,
    /// Whoever reads the output has gone: there is nobody to talk to.
    pub(crate) closed: bool,
}

impl Outcome {
    pub(crate) fn code(&self) -> ExitCode {
        ExitCode::from(if self.failed { 2 } else { u8::from(self.invalid > 0) })
    }

    /// The output could not be written. That its reader has seen enough is no failure.
    pub(crate) fn output_failed(&mut self, error: &io::Error) {
        self.closed = true;
        if error.kind() != io::ErrorKind::BrokenPipe {
            self.failed = true;
            complain(&format!("agentwire: standard output: {error}\n"));
        }
    }

    fn input_failed(&mut self, file: &str, error: &io::Error) {
        self.failed = true;
        complain(&format!("agentwire: {file}: {error}\n"));
    }
}

/// Writes to standard error, which may be closed: that is no reason to stop.
pub(crate) fn complain(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Gives every message of the input to `each`, which says whether it is valid. An error of `each` is
/// one of the output, and ends the run; a file that cannot be read does not.
pub(crate) fn each_message<W: Write>(
    input: &InputArgs,
    framing: Framing,
    out: &mut W,
    mut each: impl FnMut(&Message<'_>, &mut W) -> io::Result<bool>,
) -> Outcome {
    let mut outcome = Outcome::default();
    let stdin = [Path::new("-").to_owned()];
    let files = if input.files.is_empty() { &stdin[..] } else { &input.files[..] };
    for path in files {
        let name = path.to_string_lossy();
        let source: io::Result<Box<dyn Read>> =
            if name == "-" { Ok(Box::new(io::stdin().lock())) } else { File::open(path).map(|file| Box::new(file) as Box<dyn Read>) };
        let reader = Reader::new(framing, input.max_line.get());
        let written = match source {
            Ok(source) => one_file(&name, source, reader, out, &mut outcome, &mut each),
            Err(error) => {
                outcome.input_failed(&name, &error);
                Ok(())
            }
        };
        if let Err(error) = written.and_then(|()| out.flush()) {
            outcome.output_failed(&error);
            break;
        }
    }
    outcome
}

fn one_file<W: Write>(
    file: &str,
    mut source: impl Read,
    mut reader: Reader,
    out: &mut W,
    outcome: &mut Outcome,
    each: &mut impl FnMut(&Message<'_>, &mut W) -> io::Result<bool>,
) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    loop {
        // Reading may wait for a peer that waits for these answers.
        out.flush()?;
        let read = match source.read(&mut chunk) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                outcome.input_failed(file, &error);
                return Ok(());
            }
        };
        let mut take = |frame: Result<Frame<'_>, FrameTooLong>| {
            let valid = each(&Message { file, frame }, out)?;
            *(if valid { &mut outcome.valid } else { &mut outcome.invalid }) += 1;
            Ok(())
        };
        if read == 0 {
            return reader.finish().map_or(Ok(()), take);
        }
        let mut piece = &chunk[..read];
        while let Some(frame) = reader.next_frame(&mut piece) {
            take(frame)?;
        }
    }
}
