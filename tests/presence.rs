//! Absent, null and value are three things, for every kind of member.

mod support;

use agentwire::{octo, Presence, Wire};

/// What a member may be.
#[derive(Debug)]
enum May {
    Absent,
    Null,
    Both,
}

/// A message with a place for one more member, the member's name and a value, and what it may be.
const MEMBERS: &[(&str, &str, &str, &str, &str, May)] = &[
    (
        "octo",
        "ChannelScope",
        r#"{"tenant_id":"t","endpoint_id":"e","channel":"c","bot_id":"b","conversation_id":"v"}"#,
        "account_id",
        "\"a\"",
        May::Null,
    ),
    (
        "octo",
        "ChannelScope",
        r#"{"tenant_id":"t","endpoint_id":"e","channel":"c","account_id":null,"bot_id":"b","conversation_id":"v"}"#,
        "thread_id",
        "\"a\"",
        May::Both,
    ),
    ("octo", "PlanUpdatedPayload", r#"{"planId":"p","revision":1,"steps":[]}"#, "explanation", "\"x\"", May::Null),
    ("octo", "AsyncUserInputQuestion", r#"{"title":"t"}"#, "options", "[]", May::Null),
    ("octo", "HostedAdapterMetadataWire", r#"{"type":"t","agentSources":[]}"#, "providerVersion", "\"1\"", May::Both),
    ("octo", "HostedAdapterMetadataWire", r#"{"type":"t","agentSources":[]}"#, "processModel", "\"1\"", May::Absent),
    ("octo", "HostedAdapterMetadataWire", r#"{"type":"t","agentSources":[]}"#, "not_described", "{}", May::Both),
    ("octo", "ToolCallDeltaPayload", r#"{"id":"i"}"#, "kind", "\"args\"", May::Null),
    ("octo", "ToolCallUpdatePayload", r#"{"id":"i","status":"failed"}"#, "output", "[]", May::Both),
    ("octo", "ToolCallUpdatePayload", r#"{"id":"i","status":"failed"}"#, "error", "{}", May::Absent),
    (
        "octo",
        "KernelStatus",
        r#"{"ipc_version":1,"kernel_instance_id":"k","pid":1,"execution_ready":true}"#,
        "service_processes",
        "[]",
        May::Absent,
    ),
    ("ag-ui", "Event", r#"{"type":"RUN_ERROR","message":"m"}"#, "rawEvent", "0", May::Both),
    ("ag-ui", "Event", r#"{"type":"RUN_ERROR","message":"m"}"#, "usage", "[]", May::Absent),
    ("ag-ui", "Event", r#"{"type":"RUN_ERROR","message":"m"}"#, "metadata", "{}", May::Absent),
];

#[test]
fn null_and_absence_pass_where_they_may_and_come_back_as_they_were() {
    for (protocol, ty, text, name, value, may) in MEMBERS {
        let ty = support::find(protocol, ty);
        let with = |value: &str| format!("{},\"{name}\":{value}}}", &text[..text.len() - 1]);
        let cases =
            [(with(value), true), (with("null"), matches!(may, May::Null | May::Both)), ((*text).to_owned(), !matches!(may, May::Null))];
        for (text, passes) in cases {
            match (ty.recode(text.as_bytes()), passes) {
                (Ok(back), true) => {
                    let [back, text]: [serde_json::Value; 2] = [&back, &text].map(|text| serde_json::from_str(text).expect("JSON"));
                    assert_eq!(back, text);
                }
                (Err(error), false) => assert!(error.to_string().contains(name), "{text}: {error}"),
                (other, _) => panic!("{text} ({may:?}): {other:?}"),
            }
        }
    }
}

#[test]
fn three_states_are_three_values() {
    let scope = |member: &str| {
        let text =
            format!(r#"{{"tenant_id":"t","endpoint_id":"e","channel":"c","account_id":null,"bot_id":"b","conversation_id":"v"{member}}}"#);
        octo::ChannelScope::decode(text.as_bytes()).expect("valid").thread_id
    };
    assert_eq!(scope(""), Presence::Absent);
    assert_eq!(scope(r#","thread_id":null"#), Presence::Null);
    assert_eq!(scope(r#","thread_id":"x""#), Presence::Value("x".to_owned()));
}

#[test]
fn empty_list_is_not_an_absent_list() {
    let absent = octo::InvokeRequestWire::decode(include_bytes!("../examples/data/octo-invoke.ndjson")).expect("valid");
    let mut empty = absent.clone();
    empty.model_input_parts = Some(Vec::new());
    assert!(empty.check().is_err(), "an empty list is checked as a list");
    let status = r#"{"ipc_version":1,"kernel_instance_id":"k","pid":1,"execution_ready":true"#;
    let with = octo::KernelStatus::decode(format!("{status},\"service_processes\":[]}}").as_bytes()).expect("valid");
    let without = octo::KernelStatus::decode(format!("{status}}}").as_bytes()).expect("valid");
    assert_eq!((with.service_processes, without.service_processes), (Some(Vec::new()), None));
}
