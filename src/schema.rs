//! `schemars::JsonSchema` for the message types: the schema that the codec enforces (feature `schemars`).

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use schemars::{Schema, SchemaGenerator};
use serde_json::{json, Map, Value};

/// The schema of `protocol`'s type `name`: a reference to its definition, which is put among the
/// generator's definitions with all that it refers to.
pub(crate) fn definition(protocol: &'static str, text: &'static str, name: &str, generator: &mut SchemaGenerator) -> Schema {
    let definitions = definitions(protocol, text);
    let path = generator.settings().definitions_path.to_string();
    let path = path.trim_matches('/').to_owned();
    let mut wanted = vec![name.to_owned()];
    while let Some(name) = wanted.pop() {
        let key = key(protocol, &name);
        if generator.definitions().contains_key(&key) {
            continue;
        }
        let mut schema = definitions.get(&name).cloned().unwrap_or(Value::Bool(false));
        redirect(&mut schema, protocol, &path, &mut wanted);
        generator.definitions_mut().insert(key, schema);
    }
    Schema::try_from(reference(protocol, &path, name)).unwrap_or_default()
}

/// The definitions of a protocol's schema, read once.
fn definitions(protocol: &'static str, text: &'static str) -> &'static Map<String, Value> {
    static READ: OnceLock<Mutex<HashMap<&'static str, &'static Map<String, Value>>>> = OnceLock::new();
    let mut read = match READ.get_or_init(Mutex::default).lock() {
        Ok(read) => read,
        Err(poisoned) => poisoned.into_inner(),
    };
    read.entry(protocol).or_insert_with(|| {
        let mut schema: Value = serde_json::from_str(text).unwrap_or_default();
        match schema["definitions"].take() {
            Value::Object(definitions) => Box::leak(Box::new(definitions)),
            _ => Box::leak(Box::default()),
        }
    })
}

fn key(protocol: &str, name: &str) -> String {
    format!("{protocol}.{name}")
}

fn reference(protocol: &str, path: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/{path}/{}", key(protocol, name)) })
}

/// Turns references to the protocol's definitions into references to the generator's.
fn redirect(schema: &mut Value, protocol: &str, path: &str, wanted: &mut Vec<String>) {
    match schema {
        Value::Object(keywords) => {
            let name = keywords.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix("#/definitions/")).map(str::to_owned);
            if let Some(name) = name {
                *schema = reference(protocol, path, &name);
                wanted.push(name);
                return;
            }
            keywords.values_mut().for_each(|value| redirect(value, protocol, path, wanted));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| redirect(value, protocol, path, wanted)),
        _ => {}
    }
}

/// The name under which a generator knows a type.
pub(crate) fn name(protocol: &str, name: &str) -> Cow<'static, str> {
    Cow::Owned(format!("{protocol}_{name}"))
}

/// Gives the message types of one protocol the schema that the codec enforces.
macro_rules! json_schema {
    ($protocol:literal, $schema:literal, [$($name:ident),* $(,)?]) => {
        $(impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $crate::schema::name($protocol, stringify!($name))
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                const TEXT: &str = include_str!(concat!(env!("OUT_DIR"), "/", $schema));
                $crate::schema::definition($protocol, TEXT, stringify!($name), generator)
            }
        })*
    };
}
pub(crate) use json_schema;
