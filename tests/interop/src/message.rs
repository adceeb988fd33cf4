//! Messages that are valid by the schemas: the example data and the corpus of the repository.

use std::fs;

use agentwire::catalog::{Type, PROTOCOLS};
use agentwire::Revision;
use serde_json::{json, Value};

use crate::{parse, repository};

/// A protocol for which there are peers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Agent Hooks Protocol.
    Ahp,
    /// AG-UI.
    AgUi,
}

impl Protocol {
    /// Name in the catalog and in file names.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ahp => "ahp",
            Self::AgUi => "ag-ui",
        }
    }

    /// How many event types the protocol has in agentwire.
    pub const fn event_types(self) -> usize {
        match self {
            Self::Ahp => 19,
            Self::AgUi => 31,
        }
    }

    /// The revision that its peers speak.
    pub const fn revision(self) -> Revision {
        match self {
            Self::Ahp => Revision::Draft,
            Self::AgUi => Revision::V1_0,
        }
    }

    /// agentwire's codec for its events.
    pub fn codec(self) -> &'static Type {
        let protocol = PROTOCOLS.iter().find(|protocol| protocol.name == self.name()).expect("the protocol is built");
        protocol.find("Event").expect("the protocol has events")
    }

    /// The JSON Schema that agentwire enforces on events.
    pub fn schema(self) -> Value {
        let protocol = PROTOCOLS.iter().find(|protocol| protocol.name == self.name()).expect("the protocol is built");
        let mut schema: Value = serde_json::from_str(protocol.schema).expect("the schema is JSON");
        schema["allOf"] = json!([{"$ref": "#/definitions/Event"}]);
        schema
    }

    fn sources(self) -> &'static [&'static str] {
        match self {
            Self::Ahp => &["examples/data/ahp-session.ndjson", "tests/corpus/ahp.ndjson", "tests/corpus/ahp-neighbours.ndjson"],
            Self::AgUi => &["examples/data/ag-ui-run.ndjson", "tests/corpus/ag-ui.ndjson", "tests/corpus/ag-ui-neighbours.ndjson"],
        }
    }
}

/// An event, or what should have been one.
#[derive(Clone, Debug)]
pub struct Message {
    /// File and number of the line, or the corpus's name for the case.
    pub origin: String,
    /// Its text, as it stands in the file.
    pub text: String,
}

impl Message {
    /// Name of the event type.
    ///
    /// # Panics
    /// If the message is not valid.
    pub fn event(&self) -> String {
        let event = parse(&self.text).expect("a valid event is JSON");
        event["type"].as_str().expect("an event has a type").to_owned()
    }
}

/// The events of the example data and of the corpus, valid or not, that fit on a line.
///
/// # Panics
/// If a file is not there or not what it should be.
pub fn corpus(protocol: Protocol) -> Vec<Message> {
    let mut messages = Vec::new();
    for source in protocol.sources() {
        let text = fs::read_to_string(repository(source)).unwrap_or_else(|error| panic!("{source}: {error}"));
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            if !source.starts_with("tests/corpus/") {
                messages.push(Message { origin: format!("{source}:{}", number + 1), text: line.to_owned() });
                continue;
            }
            let case: Value = serde_json::from_str(line).expect("a corpus line is JSON");
            let member = |name: &str| case[name].as_str().expect("a corpus line has id, type and input").to_owned();
            if member("type") == "Event" && !member("input").contains('\n') {
                messages.push(Message { origin: member("id"), text: member("input") });
            }
        }
    }
    messages
}

/// What is valid of the corpus, in the revision that the peers speak.
///
/// # Panics
/// As [`corpus`].
pub fn messages(protocol: Protocol) -> Vec<Message> {
    let valid = |message: &Message| protocol.codec().check(message.text.as_bytes(), protocol.revision()).is_ok();
    corpus(protocol).into_iter().filter(valid).collect()
}
