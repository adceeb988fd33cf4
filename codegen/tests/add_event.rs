//! Adding an event takes one entry in the table and no other line.

use std::collections::BTreeSet;
use std::path::Path;

use agentwire_codegen::{from_table, Generated, Input};
use quote::ToTokens;
use serde_json::Value;

/// The entry, of types that the table has.
const ENTRY: &str = r#"
[event."tool.paused"]
doc = "A call waits for something outside the harness."
required.call  = "Identity"
required.path  = "nonempty"
optional.until = "timestamp"
forbid = ["outcome"]
rules  = [{ when.path = "mcp", require = ["until"], doc = "A server tells how long." }]
"#;

fn table() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema/ahp/events.toml");
    std::fs::read_to_string(path).unwrap()
}

fn generate(text: &str) -> Generated {
    from_table(Input { file: "events.toml", text }, None).unwrap_or_else(|error| panic!("{error}"))
}

/// The items of a module, each as its tokens.
fn items(rust: &str) -> Vec<(String, syn::Item)> {
    let file = syn::parse_file(rust).unwrap();
    file.items.into_iter().map(|item| (item.to_token_stream().to_string(), item)).collect()
}

fn find<'a, T>(items: &'a [(String, syn::Item)], pick: impl Fn(&'a syn::Item) -> Option<T>) -> T {
    items.iter().find_map(|(_, item)| pick(item)).unwrap()
}

#[test]
fn one_entry_makes_struct_variant_codec_check_and_schema() {
    let table = table();
    let (old, new) = (generate(&table), generate(&format!("{table}{ENTRY}")));
    let items = items(&new.rust);

    let fields: Vec<String> = find(&items, |item| match item {
        syn::Item::Struct(item) if item.ident == "ToolPaused" => Some(item.fields.iter()),
        _ => None,
    })
    .map(|field| format!("{}: {}", field.ident.to_token_stream(), field.ty.to_token_stream()))
    .collect();
    assert_eq!(fields, ["call: Identity", "path: String", "until: Option < Timestamp >"]);

    let variants: Vec<String> = find(&items, |item| match item {
        syn::Item::Enum(item) if item.ident == "Body" => Some(item.variants.iter()),
        _ => None,
    })
    .map(|variant| variant.ident.to_string())
    .collect();
    assert_eq!(variants.last().map(String::as_str), Some("ToolPaused"));

    let macros = |name: &str| -> String {
        items
            .iter()
            .filter_map(|(tokens, item)| matches!(item, syn::Item::Macro(item) if item.mac.path.is_ident(name)).then_some(tokens.as_str()))
            .collect()
    };
    assert!(macros("event").contains(r#""tool.paused" => ToolPaused (ToolPaused) hide [] ;"#), "{}", macros("event"));
    assert!(macros("members").contains(r#"optional until : Timestamp = "until" ;"#));

    let impls: String = items.iter().filter(|(_, item)| is_impl_of(item, "ToolPaused")).map(|(tokens, _)| tokens.as_str()).collect();
    for check in [r#"at . text ("path" , & self . path)"#, r#"at . forbid ("outcome""#, r#"at . require ("until""#] {
        assert!(impls.contains(check), "{check} in {impls}");
    }

    let [old, new] = [&old.schema, &new.schema].map(|text| serde_json::from_str::<Value>(text).unwrap());
    assert_eq!(new["definitions"]["ToolPaused"]["properties"]["type"]["const"], "tool.paused");
    let arms = |schema: &Value| schema["definitions"]["Event"]["oneOf"].as_array().unwrap().clone();
    assert_eq!(arms(&new).len(), arms(&old).len() + 1);
    assert_eq!(arms(&new).last().unwrap()["$ref"], "#/definitions/ToolPaused");
}

fn is_impl_of(item: &syn::Item, name: &str) -> bool {
    matches!(item, syn::Item::Impl(item) if item.self_ty.to_token_stream().to_string() == name)
}

#[test]
fn the_entry_changes_nothing_of_the_other_events() {
    let table = table();
    let (old, new) = (generate(&table), generate(&format!("{table}{ENTRY}")));
    let new: BTreeSet<String> = items(&new.rust).into_iter().map(|(tokens, _)| tokens).collect();
    let lost: Vec<String> = items(&old.rust).into_iter().map(|(tokens, _)| tokens).filter(|tokens| !new.contains(tokens)).collect();
    // These list the events, and now have one more.
    let lists = ["pub enum Body {", "event ! {"];
    assert!(lost.len() == lists.len() && lost.iter().zip(lists).all(|(item, list)| item.contains(list)), "{lost:#?}");
}
