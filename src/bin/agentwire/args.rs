//! What the command line takes.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use agentwire::catalog::{self, Protocol, Type, PROTOCOLS};
use agentwire::framing::Framing;
use agentwire::{Revision, Tolerance};
use clap::{Parser, Subcommand, ValueEnum};

const EXIT_CODES: &str = "Exit codes: 0 all messages valid, 1 some not, 2 usage or I/O.";

/// Checks, recodes and hashes messages of agent-event protocols, one JSON text a line.
#[derive(Debug, Parser)]
#[command(name = "agentwire", version, after_help = EXIT_CODES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Tell of each message whether it is valid, and what is wrong with it
    #[command(after_help = EXIT_CODES)]
    Check(CheckArgs),
    /// Decode each message and write it again; errors go to standard error
    #[command(after_help = EXIT_CODES)]
    Recode(RecodeArgs),
    /// Print the context_hash of each Octo context envelope; errors go to standard error
    #[cfg(feature = "octo")]
    #[command(after_help = EXIT_CODES)]
    Hash(InputArgs),
    /// List what can be named as PROTOCOL/TYPE
    Types {
        /// Only this protocol's types
        #[arg(value_parser = protocol)]
        protocol: Option<&'static Protocol>,
    },
    /// Print the JSON Schema that the codec enforces
    Schema {
        /// octo, ahp or ag-ui
        #[arg(value_parser = protocol)]
        protocol: &'static Protocol,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// The type of the messages; TYPE defaults to HostFrame (octo) or Event (ahp, ag-ui)
    #[arg(value_name = "PROTOCOL[/TYPE]", value_parser = message_type)]
    pub(crate) ty: Type,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) framing: FramingArgs,
    /// Print exactly one line of JSON a message
    #[arg(long)]
    pub(crate) json: bool,
    /// Set unknown members, values and events aside, each with a note, as a receiver of newer messages does
    #[arg(long)]
    pub(crate) tolerant: bool,
    /// Read null in an optional member as absent
    #[arg(long, requires = "tolerant")]
    null_as_absent: bool,
    /// The revision of the protocol, where two differ (ag-ui)
    #[arg(long, value_enum, default_value_t)]
    revision: RevisionArg,
}

impl CheckArgs {
    pub(crate) fn tolerance(&self) -> Tolerance {
        if self.null_as_absent {
            Tolerance::null_as_absent()
        } else {
            Tolerance::default()
        }
    }

    pub(crate) fn revision(&self) -> Revision {
        match self.revision {
            RevisionArg::Draft => Revision::Draft,
            RevisionArg::V1_0 => Revision::V1_0,
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct RecodeArgs {
    /// The type of the messages; TYPE defaults to HostFrame (octo) or Event (ahp, ag-ui)
    #[arg(value_name = "PROTOCOL[/TYPE]", value_parser = message_type)]
    pub(crate) ty: Type,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) framing: FramingArgs,
}

/// Where the messages come from.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// Files to read; `-` or none is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Longest line (with --sse: longest data of an event) that is read; a longer one is an error of that line
    #[arg(long, value_name = "BYTES", default_value_t = MAX_LINE)]
    pub(crate) max_line: NonZeroUsize,
}

/// How messages are told apart.
#[derive(Debug, clap::Args)]
pub(crate) struct FramingArgs {
    /// The input is a capture of server-sent events: the data of each is a message
    #[arg(long)]
    sse: bool,
}

impl FramingArgs {
    pub(crate) fn framing(&self) -> Framing {
        if self.sse {
            Framing::Sse
        } else {
            Framing::Ndjson
        }
    }
}

/// 64 MiB.
const MAX_LINE: NonZeroUsize = NonZeroUsize::new(64 << 20).unwrap();

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum RevisionArg {
    #[default]
    Draft,
    #[value(name = "1.0")]
    V1_0,
}

fn protocol(name: &str) -> Result<&'static Protocol, String> {
    catalog::find(name).ok_or_else(|| {
        let known: Vec<&str> = PROTOCOLS.iter().map(|protocol| protocol.name).collect();
        format!("no such protocol; there are {}", known.join(", "))
    })
}

fn message_type(text: &str) -> Result<Type, String> {
    let (name, ty) = text.split_once('/').map_or((text, None), |(name, ty)| (name, Some(ty)));
    let protocol = protocol(name)?;
    let ty = ty.unwrap_or(protocol.default_type);
    protocol.find(ty).copied().ok_or_else(|| format!("no such type; `agentwire types {name}` lists them"))
}
