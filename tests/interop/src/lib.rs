//! What the interoperability tests share: the peers, the messages to exchange, and a comparison of content.
//!
//! A peer is a program that reads one message a line and gives one answer a line. Each is a process of its
//! own, because the AHP SDK turns on features of `serde_json` for every crate of its program.

mod change;
mod message;
mod peer;

pub use change::{changes, parse, Change};
pub use message::{corpus, messages, Message, Protocol};
pub use peer::{Answer, Peer, AGENTWIRE_WITH_FEATURES, PEERS};

/// Path of a file of the repository.
pub fn repository(file: &str) -> String {
    format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"))
}
