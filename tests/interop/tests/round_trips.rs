//! What agentwire writes the peers read with equal content, and what the peers write agentwire reads with
//! equal content, for every event type. Run with `--nocapture` to see the counts.

use std::collections::{BTreeMap, BTreeSet};

use agentwire_interop::{changes, messages, parse, Answer, Change, Message, Peer, Protocol, PEERS};
use serde_json::{json, Value};

/// Why a valid message does not come back from a peer as it was. Each has its row in `differences.ndjson`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Excuse {
    /// An integer spelled with a point, an exponent or as minus zero is refused.
    RefusesSpelling,
    /// The default of an absent member is written.
    WritesDefault,
    /// A member with the name of JavaScript's prototype is lost.
    LosesPrototype,
}

fn excuses(peer: &Peer) -> &'static [Excuse] {
    use Excuse::{LosesPrototype, RefusesSpelling, WritesDefault};
    match peer.name {
        "ag-ui types" => &[RefusesSpelling, WritesDefault],
        "ag-ui client" => &[WritesDefault],
        "@ag-ui/core" => &[WritesDefault, LosesPrototype],
        _ => &[],
    }
}

/// What excuses a change, if anything does.
fn excuse_of(change: &Change) -> Option<Excuse> {
    let defaults = [("/role", json!("assistant")), ("/replace", json!(true)), ("/input/tools", json!([])), ("/input/context", json!([]))];
    match change {
        Change::Added(path, value) => {
            defaults.iter().any(|default| default.0 == path && default.1 == *value).then_some(Excuse::WritesDefault)
        }
        Change::Removed(path) => path.ends_with("/__proto__").then_some(Excuse::LosesPrototype),
        Change::Number(_) | Change::Value(_) => None,
    }
}

/// Whether a number is spelled in a way that `serde_json` reads as a double.
fn has_double(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(list) => list.iter().any(has_double),
        Value::Object(members) => members.values().any(has_double),
        _ => false,
    }
}

/// The excuses for the changes that a peer made; none if it made no change.
fn excuse_changes(peer: &Peer, found: &[Change]) -> Result<BTreeSet<Excuse>, String> {
    let known = |change: &Change| excuse_of(change).filter(|excuse| excuses(peer).contains(excuse));
    found.iter().map(|change| known(change).ok_or_else(|| format!("{change:?}"))).collect()
}

/// The excuse for not reading a message.
fn excuse_refusal(peer: &Peer, sent: &Value, answer: &Answer) -> Result<BTreeSet<Excuse>, String> {
    if excuses(peer).contains(&Excuse::RefusesSpelling) && has_double(sent) {
        Ok([Excuse::RefusesSpelling].into())
    } else {
        Err(format!("refused: {}", answer.why))
    }
}

/// Counts of one direction.
#[derive(Default)]
struct Count {
    /// Event types of which a message came through with equal content.
    types: BTreeSet<String>,
    /// Messages that came through with equal content.
    equal: usize,
    excused: BTreeMap<Excuse, usize>,
    /// Messages that did not come through, and why.
    wrong: Vec<String>,
}

impl Count {
    fn add(&mut self, message: &Message, outcome: Result<BTreeSet<Excuse>, String>) {
        match outcome {
            Ok(excuses) if excuses.is_empty() => {
                self.equal += 1;
                self.types.insert(message.event());
            }
            Ok(excuses) => excuses.into_iter().for_each(|excuse| *self.excused.entry(excuse).or_default() += 1),
            Err(why) => self.wrong.push(format!("{}: {why}\n    {:.300}", message.origin, message.text)),
        }
    }

    fn report(&self, direction: &str, protocol: Protocol, of: usize) {
        let excused: Vec<String> = self.excused.iter().map(|(excuse, count)| format!("{excuse:?} {count}")).collect();
        println!(
            "{direction}: {} of {} event types, {} of {of} messages with equal content{}{}",
            self.types.len(),
            protocol.event_types(),
            self.equal,
            if excused.is_empty() { "" } else { "; known differences: " },
            excused.join(", "),
        );
        assert!(
            self.wrong.is_empty(),
            "{direction}: {} messages:\n{}",
            self.wrong.len(),
            self.wrong[..self.wrong.len().min(20)].join("\n")
        );
        assert_eq!(self.types.len(), protocol.event_types(), "{direction}: event types that come through: {:?}", self.types);
    }
}

fn recode(protocol: Protocol, text: &str) -> Result<String, String> {
    protocol.codec().recode(text.as_bytes()).map_err(|error| error.to_string())
}

/// agentwire reads each message and writes it; the peer reads that, and writes what it has read.
fn to_peer(peer: &Peer) {
    let messages = messages(peer.protocol);
    let sent: Vec<String> = messages.iter().map(|message| recode(peer.protocol, &message.text).expect("a valid message")).collect();
    let answers = peer.ask(sent.iter().map(String::as_str));
    let mut count = Count::default();
    for ((message, sent), answer) in messages.iter().zip(&sent).zip(&answers) {
        let sent = parse(sent).expect("agentwire writes JSON");
        let outcome = if answer.accepted {
            excuse_changes(peer, &changes(&sent, &parse(&answer.text).expect("a peer writes JSON")))
        } else {
            excuse_refusal(peer, &sent, answer)
        };
        count.add(message, outcome);
    }
    count.report(&format!("agentwire -> {}", peer.name), peer.protocol, messages.len());
}

/// The peer reads each message and writes it; agentwire reads that, and writes what it has read. Here
/// nothing is excused but what the peer would not read in the first place.
fn from_peer(peer: &Peer) {
    let messages = messages(peer.protocol);
    let answers = peer.ask(messages.iter().map(|message| message.text.as_str()));
    let mut count = Count::default();
    for (message, answer) in messages.iter().zip(&answers) {
        let outcome = if answer.accepted {
            recode(peer.protocol, &answer.text).and_then(|ours| {
                let [theirs, ours] = [&answer.text, &ours].map(|text| parse(text).expect("a codec writes JSON"));
                match &changes(&theirs, &ours)[..] {
                    [] => Ok(BTreeSet::new()),
                    found => Err(format!("{found:?}")),
                }
            })
        } else {
            excuse_refusal(peer, &parse(&message.text).expect("a valid message is JSON"), answer)
        };
        count.add(message, outcome);
    }
    count.report(&format!("{} -> agentwire", peer.name), peer.protocol, messages.len());
}

#[test]
fn the_messages_have_every_event_type() {
    for (protocol, at_least) in [(Protocol::Ahp, 700), (Protocol::AgUi, 800)] {
        let messages = messages(protocol);
        let types: BTreeSet<String> = messages.iter().map(Message::event).collect();
        assert_eq!(types.len(), protocol.event_types(), "{types:?}");
        assert!(messages.len() >= at_least, "{} messages of {protocol:?}", messages.len());
    }
}

#[test]
fn what_agentwire_writes_the_peers_read_with_equal_content() {
    PEERS.iter().for_each(to_peer);
}

#[test]
fn what_the_peers_write_agentwire_reads_with_equal_content() {
    PEERS.iter().for_each(from_peer);
}
