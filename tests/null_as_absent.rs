//! Producers that write null for every member they lack: an option of the tolerant decoder, in all three protocols.
//!
//! The sites are found in the schema that the codec enforces: for valid messages of the corpus, every optional
//! member that an object in them lacks, at any depth, is put in as null.

mod support;

use std::collections::BTreeSet;

use agentwire::catalog::{self, Protocol};
use agentwire::{ag_ui, ahp, octo, NoteKind, Presence, Revision, Tolerance, Wire};
use serde_json::Value;

/// What null means in a member that may be absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Null {
    /// Nothing: it is refused, unless the caller asks for it to be read as absent.
    Refused,
    /// One JSON value of many, in a member of any JSON.
    Data,
    /// A state of its own beside absence.
    State,
}

/// An optional member that an object of a message lacks.
struct Site {
    /// Path of the object.
    object: String,
    name: String,
    null: Null,
}

struct Schema<'a> {
    definitions: &'a Value,
}

impl<'a> Schema<'a> {
    fn resolve(&self, mut schema: &'a Value) -> &'a Value {
        while let Some(name) = schema["$ref"].as_str().and_then(|text| text.strip_prefix("#/definitions/")) {
            schema = &self.definitions[name];
        }
        schema
    }

    /// What null is for a schema.
    fn null(&self, schema: &'a Value) -> Null {
        let schema = self.resolve(schema);
        let says = |keyword: &str| schema.get(keyword).is_some();
        let listed = |keyword: &str| schema[keyword].as_array().into_iter().flatten();
        if listed("type").any(|ty| ty == "null") || listed("enum").any(Value::is_null) {
            return Null::State;
        }
        if listed("anyOf").chain(listed("oneOf")).any(|arm| self.resolve(arm)["type"] == "null") {
            return Null::State;
        }
        let asserts = ["type", "enum", "const", "anyOf", "oneOf", "allOf", "properties"].into_iter().any(says);
        if asserts {
            Null::Refused
        } else {
            Null::Data
        }
    }

    /// The arm of a union that a message's constants choose.
    fn arm(&self, schema: &'a Value, value: &Value) -> Option<&'a Value> {
        let arms = schema["oneOf"].as_array()?;
        arms.iter().map(|arm| self.resolve(arm)).find(|arm| {
            let properties = arm["properties"].as_object();
            properties.is_some_and(|properties| {
                let mut constants = properties.iter().filter(|(_, member)| member.get("const").is_some()).peekable();
                constants.peek().is_some() && constants.all(|(name, member)| value.get(name) == Some(&member["const"]))
            })
        })
    }

    fn sites(&self, schema: &'a Value, value: &Value, path: &str, sites: &mut Vec<Site>) {
        let schema = self.resolve(schema);
        match value {
            Value::Array(items) if schema["items"].is_object() => {
                for (index, item) in items.iter().enumerate() {
                    self.sites(&schema["items"], item, &format!("{path}/{index}"), sites);
                }
            }
            Value::Object(members) => {
                let Some(properties) = schema["properties"].as_object() else {
                    if let Some(arm) = self.arm(schema, value) {
                        self.sites(arm, value, path, sites);
                    }
                    return;
                };
                let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                for (name, member) in properties {
                    match members.get(name) {
                        Some(inner) => self.sites(member, inner, &format!("{path}/{name}"), sites),
                        None if required.contains(&name.as_str()) => {}
                        None => sites.push(Site { object: path.to_owned(), name: name.clone(), null: self.null(member) }),
                    }
                }
            }
            _ => {}
        }
    }
}

/// Members that the schema declares for all items and its conditions rule out for some, which have types of their own.
const NOT_IN_EVERY_ARM: &[&str] = &["/items/0/data_format", "/items/0/guidance"];

/// Puts null into every site of the protocol's valid messages, one at a time. Gives how many sites of each kind
/// there were, and what went wrong.
fn run(protocol: &Protocol, file: &str) -> ([usize; 3], Vec<String>) {
    let schema: Value = serde_json::from_str(protocol.schema).expect("a JSON Schema");
    let schema = Schema { definitions: &schema["definitions"] };
    let mut seen = BTreeSet::new();
    let (mut counts, mut wrong) = ([0; 3], Vec::new());
    for case in support::lines(file).into_iter().filter(|case| case["valid"] == true) {
        let (name, input) = (case["type"].as_str().expect("type"), case["input"].as_str().expect("input"));
        let message: Value = serde_json::from_str(input).expect("a valid message");
        let ty = protocol.find(name).expect("a type of the protocol");
        let mut sites = Vec::new();
        schema.sites(&schema.definitions[name], &message, "", &mut sites);
        for site in sites {
            let tag = message.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
            let generic: String = site.object.split('/').map(|step| if step.parse::<u32>().is_ok() { "/*" } else { step }).collect();
            // Messages that differ in something else have nothing new to show.
            if !seen.insert((name.to_owned(), tag, generic, site.name.clone())) {
                continue;
            }
            let mut with_null = message.clone();
            with_null.pointer_mut(&site.object).expect("the site's object")[&site.name] = Value::Null;
            let text = with_null.to_string();
            let path = format!("{}/{}", site.object, site.name.replace('~', "~0").replace('/', "~1"));
            let tolerant = ty.check_tolerant(text.as_bytes(), Tolerance::null_as_absent(), Revision::Draft);
            let notes: Option<Vec<(String, NoteKind)>> =
                tolerant.ok().map(|remarks| remarks.notes.into_iter().map(|note| (note.path, note.kind)).collect());
            let strict = ty.check(text.as_bytes(), Revision::Draft).is_ok();
            let noted = |kind| notes.as_ref().is_some_and(|notes| notes.contains(&(path.clone(), kind)));
            // Nulls that AG-UI's compatibility boundary reads as absent in any case are its own.
            let absent = noted(NoteKind::NullAsAbsent)
                || noted(NoteKind::Shim)
                || (NOT_IN_EVERY_ARM.contains(&&*path) && noted(NoteKind::UnknownMember));
            let right = match site.null {
                Null::Refused => !strict && absent,
                Null::Data => absent,
                Null::State => !absent && notes.is_some() == strict,
            };
            counts[site.null as usize] += 1;
            if !right {
                wrong.push(format!("{name} {path} {:?}: strict {strict}, tolerant {notes:?}\n    {text:.200}", site.null));
            }
        }
    }
    (counts, wrong)
}

fn all_right(protocol: &str, file: &str, at_least: [usize; 3]) {
    let (counts, wrong) = run(catalog::find(protocol).expect("the protocol is built"), file);
    assert!(counts.iter().zip(at_least).all(|(count, at_least)| *count >= at_least), "{counts:?}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.into_iter().take(30).collect::<Vec<_>>().join("\n"));
}

#[test]
fn octo_null_is_read_as_absent_in_every_optional_member_but_those_of_three_states() {
    all_right("octo", "tests/corpus/octo-neighbours.ndjson", [400, 0, 4]);
}

#[test]
fn ahp_null_is_read_as_absent_in_every_optional_member() {
    all_right("ahp", "tests/corpus/ahp-neighbours.ndjson", [200, 1, 0]);
}

#[test]
fn ag_ui_null_is_read_as_absent_in_every_optional_member() {
    all_right("ag-ui", "tests/corpus/ag-ui-neighbours.ndjson", [200, 20, 0]);
}

/// A value with null for some members is the value without them.
fn same<T: Wire + PartialEq + std::fmt::Debug>(with: &str, without: &str, notes: &[&str]) -> T {
    let tolerant = T::decode_tolerant_with(with.as_bytes(), Tolerance::null_as_absent()).unwrap_or_else(|error| panic!("{with}: {error}"));
    let found: BTreeSet<&str> = tolerant.notes.iter().map(|note| note.path.as_str()).collect();
    assert_eq!(found, notes.iter().copied().collect(), "{with}");
    let value = tolerant.known().expect("a known message");
    assert_eq!(value, T::decode(without.as_bytes()).expect("a valid message"));
    value
}

#[test]
fn octo_null_stays_where_it_is_a_state_and_goes_beside_it() {
    let metadata = |more: &str| {
        let source = r#""type":"codex","agentSources":["preset"],"workspace":true,"processModel":"","transport":"""#;
        format!(r#"{{{source},"protocolSupport":{{"protocol":"p","modes":["canonical"],"nativeMethods":[]}}{more}}}"#)
    };
    let value: octo::HostedAdapterMetadataWire = same(
        &metadata(r#","providerVersion":null,"available":null,"providerPath":null"#),
        &metadata(r#","providerVersion":null,"providerPath":null"#),
        &["/available"],
    );
    assert_eq!(value.provider_version, Presence::Null);
    assert_eq!(value.unavailable_reason, Presence::Absent);
}

#[test]
fn ahp_null_goes_from_the_envelope_the_body_and_what_lies_deeper() {
    let mut without = support::lines("examples/data/ahp-session.ndjson").remove(0);
    let mut with = without.clone();
    for (object, name) in [("", "native"), ("", "extensions"), ("/session", "model"), ("/session/agent", "type")] {
        let object_of = |event: &mut Value| event.pointer_mut(object).and_then(|it| it.as_object_mut().cloned()).expect("an object");
        let (mut has, mut lacks) = (object_of(&mut with), object_of(&mut without));
        has.insert(name.to_owned(), Value::Null);
        lacks.remove(name);
        *with.pointer_mut(object).expect("the object") = has.into();
        *without.pointer_mut(object).expect("the object") = lacks.into();
    }
    let event: ahp::Event =
        same(&with.to_string(), &without.to_string(), &["/extensions", "/native", "/session/agent/type", "/session/model"]);
    assert_eq!(event.envelope.native, None);
}

#[test]
fn ag_ui_null_stays_in_required_members_of_any_json_and_below_open_keys() {
    let _: ag_ui::Event = same(
        r#"{"type":"CUSTOM","timestamp":null,"name":"n","value":null,"metadata":{"k":null}}"#,
        r#"{"type":"CUSTOM","name":"n","value":null,"metadata":{"k":null}}"#,
        &["/timestamp"],
    );
}

#[test]
fn null_in_a_required_member_stays_refused_in_every_protocol() {
    for (protocol, name, text, path) in [
        ("octo", "HostedAdapterMetadataWire", r#"{"type":null}"#, "/type"),
        ("ahp", "Event", r#"{"type":"session.end","id":null}"#, "/id"),
        ("ag-ui", "Event", r#"{"type":"STEP_STARTED","stepName":null}"#, "/stepName"),
        ("ag-ui", "Event", r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r","usage":[null]}"#, "/usage/0"),
    ] {
        let ty = catalog::find(protocol).and_then(|protocol| protocol.find(name)).expect("a type");
        let error = ty.check_tolerant(text.as_bytes(), Tolerance::null_as_absent(), Revision::Draft).expect_err(text);
        assert!(error.violations().iter().any(|violation| violation.path == path && violation.rule == "type"), "{error}");
    }
}
