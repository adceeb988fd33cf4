//! The whole corpus, valid or not, before the peers. Run with `--nocapture` to see the counts.

use agentwire_interop::{corpus, Peer, AGENTWIRE_WITH_FEATURES, PEERS};

/// Messages on which agentwire and a peer do not say the same.
struct Parted {
    accepts_more: Vec<String>,
    refuses_more: Vec<String>,
}

/// Gives the corpus to a peer, and compares its verdicts with agentwire's in the revision that it speaks.
fn part(peer: &Peer) -> Parted {
    let corpus = corpus(peer.protocol);
    let answers = peer.ask(corpus.iter().map(|message| message.text.as_str()));
    let mut parted = Parted { accepts_more: Vec::new(), refuses_more: Vec::new() };
    for (message, answer) in corpus.iter().zip(answers) {
        let ours = peer.protocol.codec().check(message.text.as_bytes(), peer.protocol.revision());
        match (ours.is_ok(), answer.accepted) {
            (false, true) => parted.accepts_more.push(message.origin.clone()),
            (true, false) => parted.refuses_more.push(format!("{}: {}", message.origin, answer.why)),
            _ => {}
        }
    }
    let (more, less) = (parted.accepts_more.len(), parted.refuses_more.len());
    println!("{}: {} messages, accepts {more} that agentwire refuses, refuses {less} that it accepts", peer.name, corpus.len());
    parted
}

#[test]
fn the_peers_that_know_the_schema_refuse_nothing_that_agentwire_accepts() {
    for peer in PEERS.iter().filter(|peer| peer.name != "ag-ui types") {
        let parted = part(peer);
        assert!(parted.refuses_more.is_empty(), "{} refuses: {:#?}", peer.name, parted.refuses_more);
        if peer.name == "agenthooksprotocol receiver" {
            assert!(parted.accepts_more.is_empty(), "{} accepts: {:#?}", peer.name, parted.accepts_more);
        }
    }
}

#[test]
fn the_types_of_ag_ui_refuse_only_spellings_of_integers() {
    let peer = Peer::find("ag-ui types").expect("a peer");
    for refused in part(peer).refuses_more {
        assert!(refused.contains("floating point") && refused.contains("expected"), "{refused}");
    }
}

/// The AHP SDK turns on `arbitrary_precision` and `preserve_order` of `serde_json` for the whole program.
#[test]
fn agentwire_says_the_same_whatever_features_serde_json_has() {
    for peer in AGENTWIRE_WITH_FEATURES {
        let corpus = corpus(peer.protocol);
        let answers = peer.ask(corpus.iter().map(|message| message.text.as_str()));
        for (message, answer) in corpus.iter().zip(answers) {
            let with_features = if answer.accepted { Ok(answer.text) } else { Err(answer.why) };
            let without = peer.protocol.codec().recode(message.text.as_bytes()).map_err(|error| error.to_string());
            assert_eq!(with_features, without, "{}", message.origin);
        }
        println!("agentwire beside agenthooksprotocol: {} messages of {} as without it", corpus.len(), peer.protocol.name());
    }
}
