//! The messages that are measured: recorded shapes with made-up content, and streams made here.

use agentwire::catalog::PROTOCOLS;

/// A file of messages, one a line.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    text: String,
    /// JSON Schema of the message type.
    pub(crate) schema: String,
    /// The hand-written model drops members of this sample.
    pub(crate) model_is_partial: bool,
}

impl Sample {
    pub(crate) fn lines(&self) -> Vec<&[u8]> {
        self.text.lines().map(str::as_bytes).collect()
    }
}

/// Every sample.
pub(crate) fn all() -> Vec<Sample> {
    let sample = |name, protocol, definition, text: &str| Sample {
        name,
        text: text.to_owned(),
        schema: schema(protocol, definition),
        model_is_partial: false,
    };
    vec![
        sample("ahp", "ahp", "Event", include_str!("data/ahp.ndjson")),
        sample("ag-ui", "ag-ui", "Event", include_str!("data/agui.ndjson")),
        sample("octo", "octo", "HostFrame", include_str!("data/octo.ndjson")),
        sample("octo-invoke", "octo", "InvokeRequestWire", include_str!("data/octo-invoke.ndjson")),
        sample("deltas", "ag-ui", "Event", &deltas()),
    ]
}

/// The schema that the protocol prints, about one of its definitions.
fn schema(protocol: &str, definition: &str) -> String {
    let protocol = PROTOCOLS.iter().find(|known| known.name == protocol).expect("the protocol is built in");
    let schema: serde_json::Value = serde_json::from_str(protocol.schema).expect("the printed schema is JSON");
    serde_json::json!({
        "$schema": schema["$schema"],
        "$ref": format!("#/definitions/{definition}"),
        "definitions": schema["definitions"],
    })
    .to_string()
}

/// A thousand small pieces of a streamed answer, as models send them.
fn deltas() -> String {
    const WORDS: [&str; 8] = ["the", " parser", " reads", ",", " an", " event", ".\\n", " naïve"];
    let mut text = String::new();
    for index in 0..1000 {
        let delta = WORDS[index * 5 % WORDS.len()];
        let time = 1_764_510_492_430_u64 + index as u64 * 17;
        text.push_str(&format!(
            "{{\"type\":\"TEXT_MESSAGE_CONTENT\",\"timestamp\":{time},\"messageId\":\"b6419724-d5ce-4e7c-b70c-d4bdd4e89d18\",\"delta\":\"{delta}\"}}\n"
        ));
    }
    text
}
