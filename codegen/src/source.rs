//! Reading a schema: every keyword is accounted for before anything is made of it.
//!
//! Takes the text of a JSON Schema (draft-07). Gives the schema with what is annotation only taken
//! out. Relies on nothing; whatever it does not know is an error with its JSON pointer, so that a new
//! upstream schema never loses a rule in silence.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::CodegenError;

const STAGE: &str = "source";

/// Keywords that the lowering turns into shape or rule.
const ASSERTIONS: &[&str] = &[
    "$ref",
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "items",
    "contains",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "if",
    "then",
    "else",
    "not",
    "allOf",
    "anyOf",
    "oneOf",
    "definitions",
    "x-octo-unique-type-keys",
    "x-octo-max-json-bytes",
    "x-octo-max-json-depth",
    "x-octo-max-utf16-length",
    "x-octo-http-url",
    "x-octo-unique-header-names",
    "x-octo-unique-resource-refs",
    "x-octo-unique-env-keys",
    "x-octo-matching-trigger-fields",
    "x-octo-runtime-selection-invariants",
    "x-agentwire-body",
    "x-agentwire-tag",
    "x-agentwire-envelope",
    "x-agentwire-part",
    "x-agentwire-values",
    "x-agentwire-identifier",
    "x-agentwire-null-until",
    "x-agentwire-removed",
];

/// Keywords that say nothing about a value. `x-octo-unicode-scalar-strings` is a ground rule of the
/// reader, which holds everywhere.
const ANNOTATIONS: &[&str] = &["title", "default", "examples", "$comment", "tsType", "$schema", "$id", "x-octo-unicode-scalar-strings"];

/// A schema whose keywords are all known.
#[derive(Debug)]
pub(crate) struct Source {
    /// The schema, annotations other than `description` taken out.
    pub(crate) schema: Value,
    /// How messages name the file.
    pub(crate) file: String,
}

impl Source {
    /// Reads and accounts for `text`, which messages call `file`.
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, CodegenError> {
        let schema = serde_json::from_str(text).map_err(|error| CodegenError {
            stage: STAGE,
            file: file.to_owned(),
            position: Some((error.line(), error.column())),
            at: "".to_owned(),
            message: error.to_string(),
        })?;
        Self::from_value(file, schema)
    }

    /// The same for a schema that is read already.
    pub(crate) fn from_value(file: &str, mut schema: Value) -> Result<Self, CodegenError> {
        let definitions: BTreeSet<String> =
            schema.get("definitions").and_then(Value::as_object).map(|map| map.keys().cloned().collect()).unwrap_or_default();
        let walk = Walk { file, definitions: &definitions };
        walk.schema(&mut schema, "")?;
        Ok(Self { schema, file: file.to_owned() })
    }

    /// An error of `stage` at `pointer`.
    pub(crate) fn error(&self, stage: &'static str, pointer: &str, message: impl Into<String>) -> CodegenError {
        CodegenError { stage, file: self.file.clone(), position: None, at: format!("#{pointer}"), message: message.into() }
    }

    /// The definitions, in the file's order.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.schema.get("definitions").and_then(Value::as_object).into_iter().flatten()
    }

    /// The definition that a `$ref` names.
    pub(crate) fn definition(&self, name: &str) -> Option<&Value> {
        self.schema.get("definitions")?.get(name)
    }
}

/// Name of the definition that `schema` refers to, if it is a reference.
pub(crate) fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/definitions/")
}

struct Walk<'a> {
    file: &'a str,
    definitions: &'a BTreeSet<String>,
}

impl Walk<'_> {
    fn error(&self, at: &str, message: impl Into<String>) -> CodegenError {
        CodegenError { stage: STAGE, file: self.file.to_owned(), position: None, at: format!("#{at}"), message: message.into() }
    }

    fn schema(&self, schema: &mut Value, at: &str) -> Result<(), CodegenError> {
        let Value::Object(keywords) = schema else {
            return if schema.is_boolean() { Ok(()) } else { Err(self.error(at, "a schema is an object or a boolean")) };
        };
        keywords.retain(|keyword, _| !ANNOTATIONS.contains(&keyword.as_str()));
        if keywords.contains_key("$ref") {
            // Draft-07 ignores what stands beside a reference; its description is the member's.
            keywords.retain(|keyword, _| matches!(keyword.as_str(), "$ref" | "description"));
        }
        for (keyword, value) in keywords.iter_mut() {
            let below = format!("{at}/{}", escape(keyword));
            match keyword.as_str() {
                "properties" | "definitions" => self.each(value, &below)?,
                "items" | "contains" | "not" | "if" | "then" | "else" | "propertyNames" | "additionalProperties" => {
                    self.schema(value, &below)?;
                }
                "allOf" | "anyOf" | "oneOf" => {
                    let Value::Array(list) = value else { return Err(self.error(&below, "expected a list of schemas")) };
                    for (index, schema) in list.iter_mut().enumerate() {
                        self.schema(schema, &format!("{below}/{index}"))?;
                    }
                }
                "$ref" => {
                    let name = value.as_str().and_then(|text| text.strip_prefix("#/definitions/"));
                    match name {
                        Some(name) if self.definitions.contains(name) => {}
                        _ => return Err(self.error(&below, format!("{value} refers to no definition"))),
                    }
                }
                "format" if !matches!(value.as_str(), Some("date-time" | "uri" | "json-pointer")) => {
                    return Err(self.error(&below, format!("the format {value} is not known")));
                }
                "description" => {}
                known if ASSERTIONS.contains(&known) => {}
                unknown => return Err(self.error(&below, format!("the keyword `{unknown}` is not known"))),
            }
        }
        Ok(())
    }

    fn each(&self, value: &mut Value, at: &str) -> Result<(), CodegenError> {
        let Value::Object(schemas) = value else { return Err(self.error(at, "expected an object of schemas")) };
        for (name, schema) in schemas.iter_mut() {
            self.schema(schema, &format!("{at}/{}", escape(name)))?;
        }
        Ok(())
    }
}

/// A name as a token of a JSON pointer.
pub(crate) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The members of a schema object, or none.
pub(crate) fn keywords(schema: &Value) -> &Map<String, Value> {
    static NONE: std::sync::OnceLock<Map<String, Value>> = std::sync::OnceLock::new();
    schema.as_object().unwrap_or_else(|| NONE.get_or_init(Map::new))
}

/// The elements of a list, or none.
pub(crate) fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// The strings among the elements of a list.
pub(crate) fn strings(list: &Value) -> impl Iterator<Item = &str> {
    items(list).filter_map(Value::as_str)
}
