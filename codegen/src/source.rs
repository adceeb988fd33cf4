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
            at: String::new(),
            // The position is said already.
            message: error.to_string().split(" at line ").next().unwrap_or_default().to_owned(),
        })?;
        Self::from_value(file, schema)
    }

    /// The same for a schema that is read already.
    pub(crate) fn from_value(file: &str, mut schema: Value) -> Result<Self, CodegenError> {
        let definitions: BTreeSet<String> =
            schema.get("definitions").and_then(Value::as_object).map(|map| map.keys().cloned().collect()).unwrap_or_default();
        let walk = Walk { file, definitions: &definitions };
        walk.schema(&mut schema, "", Prose::Kept)?;
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

    fn schema(&self, schema: &mut Value, at: &str, prose: Prose) -> Result<(), CodegenError> {
        let Value::Object(keywords) = schema else {
            return if schema.is_boolean() { Ok(()) } else { Err(self.error(at, "a schema is an object or a boolean")) };
        };
        keywords.retain(|keyword, _| !ANNOTATIONS.contains(&keyword.as_str()));
        if keywords.contains_key("$ref") {
            // Draft-07 ignores what stands beside a reference; its description is the member's.
            keywords.retain(|keyword, _| matches!(keyword.as_str(), "$ref" | "description"));
        }
        if prose != Prose::Kept {
            keywords.remove("description");
        }
        let below_prose = if prose == Prose::Gone { Prose::Gone } else { Prose::Kept };
        for (keyword, value) in keywords.iter_mut() {
            let below = format!("{at}/{}", escape(keyword));
            match keyword.as_str() {
                "properties" | "definitions" => self.each(value, &below, below_prose)?,
                "items" | "additionalProperties" => self.schema(value, &below, below_prose)?,
                "then" | "else" => self.schema(value, &below, below_prose.without_own())?,
                "if" | "not" | "contains" | "propertyNames" => self.schema(value, &below, Prose::Gone)?,
                "allOf" | "anyOf" => self.list(value, &below, below_prose.without_own())?,
                "oneOf" => self.list(value, &below, below_prose)?,
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
                known if ASSERTIONS.contains(&known) => {
                    if !well_formed(known, value) {
                        return Err(self.error(&below, format!("`{known}` cannot be {value}")));
                    }
                }
                unknown => return Err(self.error(&below, format!("the keyword `{unknown}` is not known"))),
            }
        }
        Ok(())
    }

    fn list(&self, value: &mut Value, at: &str, prose: Prose) -> Result<(), CodegenError> {
        let Value::Array(list) = value else { return Err(self.error(at, "expected a list of schemas")) };
        for (index, schema) in list.iter_mut().enumerate() {
            self.schema(schema, &format!("{at}/{index}"), prose)?;
        }
        Ok(())
    }

    fn each(&self, value: &mut Value, at: &str, prose: Prose) -> Result<(), CodegenError> {
        let Value::Object(schemas) = value else { return Err(self.error(at, "expected an object of schemas")) };
        for (name, schema) in schemas.iter_mut() {
            self.schema(schema, &format!("{at}/{}", escape(name)), prose)?;
        }
        Ok(())
    }
}

/// What becomes of descriptions: those of types and members document them, those of rules say nothing.
#[derive(Clone, Copy, PartialEq)]
enum Prose {
    /// They are kept.
    Kept,
    /// The schema's own is gone, those of the members it speaks of are kept: they may become types.
    OwnGone,
    /// They are gone here and everywhere below.
    Gone,
}

impl Prose {
    fn without_own(self) -> Self {
        if self == Self::Kept {
            Self::OwnGone
        } else {
            self
        }
    }
}

/// Whether an assertion's value is of a form that means something.
fn well_formed(keyword: &str, value: &Value) -> bool {
    match keyword {
        "type" => value.is_string() || value.as_array().is_some_and(|names| !names.is_empty() && names.iter().all(Value::is_string)),
        "enum" => value.as_array().is_some_and(|values| !values.is_empty()),
        "required" => value.as_array().is_some_and(|names| names.iter().all(Value::is_string)),
        "pattern" | "format" => value.is_string(),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" => value.is_u64(),
        "minimum" | "maximum" => value.is_number(),
        "uniqueItems" => value.is_boolean(),
        _ => true,
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

/// Whether two schemas say the same, in whatever words.
pub(crate) fn same_rules(a: &Value, b: &Value) -> bool {
    without_prose(a) == without_prose(b)
}

/// A schema without its descriptions.
fn without_prose(schema: &Value) -> Value {
    match schema {
        Value::Object(keywords) => {
            // A member may be called `description`; its schema is no string.
            let rules = keywords.iter().filter(|(keyword, value)| *keyword != "description" || !value.is_string());
            rules.map(|(keyword, value)| (keyword.clone(), without_prose(value))).collect()
        }
        Value::Array(values) => values.iter().map(without_prose).collect(),
        other => other.clone(),
    }
}
