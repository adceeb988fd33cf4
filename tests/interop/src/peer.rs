//! The peers, each a program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;

use crate::Protocol;

/// A program that reads one message a line and gives one [`Answer`] a line.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// Name in the tables.
    pub name: &'static str,
    /// What it speaks.
    pub protocol: Protocol,
    program: Program,
}

#[derive(Clone, Copy, Debug)]
enum Program {
    /// A package of this workspace and its argument.
    Cargo(&'static str, &'static str),
    /// A script for node.
    Node(&'static str),
}

/// Everybody that agentwire is tested with.
pub const PEERS: [Peer; 5] = [
    Peer { name: "agenthooksprotocol codec", protocol: Protocol::Ahp, program: Program::Cargo("interop-ahp", "codec") },
    Peer { name: "agenthooksprotocol receiver", protocol: Protocol::Ahp, program: Program::Cargo("interop-ahp", "receiver") },
    Peer { name: "ag-ui types", protocol: Protocol::AgUi, program: Program::Cargo("interop-ag-ui", "types") },
    Peer { name: "ag-ui client", protocol: Protocol::AgUi, program: Program::Cargo("interop-ag-ui", "client") },
    Peer { name: "@ag-ui/core", protocol: Protocol::AgUi, program: Program::Node("peers/ag-ui-core.mjs") },
];

/// agentwire itself, in a program in which the AHP SDK has turned on features of `serde_json`.
pub const AGENTWIRE_WITH_FEATURES: [Peer; 2] = [
    Peer { name: "agentwire", protocol: Protocol::Ahp, program: Program::Cargo("interop-ahp", "agentwire-ahp") },
    Peer { name: "agentwire", protocol: Protocol::AgUi, program: Program::Cargo("interop-ahp", "agentwire-ag-ui") },
];

/// What a peer says to a message.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Answer {
    /// Whether it reads the message.
    pub accepted: bool,
    /// Whether it reads it with a warning.
    #[serde(default)]
    pub warned: bool,
    /// Whether it panicked over it.
    #[serde(default)]
    pub panicked: bool,
    /// What it writes after reading the message.
    #[serde(default)]
    pub text: String,
    /// Why it does not read it.
    #[serde(default)]
    pub why: String,
}

impl Peer {
    /// The peer called `name`.
    pub fn find(name: &str) -> Option<&'static Self> {
        PEERS.iter().find(|peer| peer.name == name)
    }

    /// Gives the messages to the peer, which is built first where that is needed.
    ///
    /// # Panics
    /// If the peer cannot be built or run, or does not give as many answers as there are messages.
    pub fn ask<'a>(&self, messages: impl IntoIterator<Item = &'a str>) -> Vec<Answer> {
        let messages: Vec<&str> = messages.into_iter().collect();
        let mut input = String::new();
        for message in &messages {
            input.push_str(message);
            input.push('\n');
        }
        let mut child = self
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{} does not start: {error}; see tests/interop/README.md", self.name));
        let mut stdin = child.stdin.take().expect("the input is piped");
        // A peer answers while it reads, and stops reading when nobody takes its answers.
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().expect("a child that was started can be waited for");
        let written = writer.join().expect("the writer does not panic");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{} failed: {}\n{said}", self.name, output.status);
        written.unwrap_or_else(|error| panic!("{} does not read its input: {error}", self.name));
        let answers: Vec<Answer> = output
            .stdout
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).unwrap_or_else(|error| panic!("{}: not an answer: {error}", self.name)))
            .collect();
        assert_eq!(answers.len(), messages.len(), "answers of {}", self.name);
        answers
    }

    fn command(&self) -> Command {
        let here = env!("CARGO_MANIFEST_DIR");
        match self.program {
            // One package at a time: built together, the peers would share the features of `serde_json`.
            Program::Cargo(package, argument) => {
                let mut command = Command::new(env!("CARGO"));
                command.args(["run", "--quiet", "--manifest-path", &format!("{here}/Cargo.toml"), "--package", package, "--", argument]);
                command
            }
            Program::Node(script) => {
                install_node_packages(Path::new(here));
                let mut command = Command::new("node");
                command.arg(script).current_dir(here);
                command
            }
        }
    }
}

/// Fetches what `package-lock.json` names, once.
fn install_node_packages(here: &Path) {
    static INSTALLING: Mutex<()> = Mutex::new(());
    let _guard = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    if here.join("node_modules/@ag-ui/core").exists() {
        return;
    }
    let status = Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(here).stdout(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("npm ci failed: {status}"),
        Err(error) => panic!("npm does not start: {error}; see tests/interop/README.md"),
    }
}
