//! The judge: the `jsonschema` crate on the schema that the codec prints.

use std::collections::BTreeMap;
use std::sync::Arc;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, Keyword, Registry, ValidationError, Validator};
use serde_json::{json, Map, Value};

use super::coverage::Coverage;
use super::{format, schema, x_octo};

/// Marks where a conditional went; the value tells which and how.
const MET: &str = "x-met";

/// A validator for each definition of a protocol.
pub(crate) struct Oracle {
    validators: BTreeMap<String, Validator>,
    pub(crate) coverage: Arc<Coverage>,
}

impl Oracle {
    pub(crate) fn new(schema: &Value) -> Self {
        const ID: &str = "urn:agentwire:judged";
        let coverage = Arc::new(Coverage::of(schema));
        let mut marked = schema.clone();
        marked["$id"] = ID.into();
        mark(&mut marked, "");
        let registry = Registry::new().draft(Draft::Draft7).add(ID, &marked).and_then(|registry| registry.prepare()).expect("a schema");
        let mut options = jsonschema::options()
            .with_draft(Draft::Draft7)
            .with_registry(&registry)
            .should_validate_formats(true)
            .with_format("date-time", format::date_time)
            .with_keyword(MET, {
                let coverage = coverage.clone();
                move |_, value, _| {
                    let (rule, verdict) = (value[0].as_str().unwrap_or_default().to_owned(), value[1] == true);
                    Ok(Box::new(Met { rule, verdict, coverage: coverage.clone() }))
                }
            });
        for &keyword in x_octo::KEYWORDS {
            let coverage = coverage.clone();
            options = options.with_keyword(keyword, move |_, value, _| {
                let (rule, limit) = (value[0].as_str().unwrap_or_default().to_owned(), value[1].clone());
                Ok(Box::new(XOcto { keyword, rule, limit, coverage: coverage.clone() }))
            });
        }
        let validator = |name: &String| {
            let root = json!({ "$ref": format!("{ID}#/definitions/{name}") });
            options.build(&root).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let names = schema["definitions"].as_object().expect("definitions").keys();
        Self { validators: names.map(|name| (name.clone(), validator(name))).collect(), coverage }
    }

    /// Whether `value` is a valid `definition`.
    pub(crate) fn accepts(&self, definition: &str, value: &Value) -> bool {
        self.validators[definition].is_valid(value)
    }

    /// How `value` is no valid `definition`.
    pub(crate) fn verdict(&self, definition: &str, value: &Value) -> Verdict {
        let mut verdict = Verdict::default();
        for error in self.validators[definition].iter_errors(value) {
            let at = error.instance_path().to_string();
            verdict.at = Some(verdict.at.map_or(at.clone(), |before| common(&before, &at)));
            visit(&error, &mut |error| verdict.broken.push(error.schema_path().to_string()));
        }
        verdict
    }

    /// Why `value` is no valid `definition`, in a few lines.
    pub(crate) fn faults(&self, definition: &str, value: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        for error in self.validators[definition].iter_errors(value) {
            visit(&error, &mut |error| faults.push(format!("{:?} {} {error:.200}", error.instance_path(), error.schema_path())));
        }
        faults.truncate(6);
        faults
    }
}

/// The judge's reasons for refusing a value.
#[derive(Default)]
pub(crate) struct Verdict {
    /// JSON pointer of the deepest place that holds everything at fault; `None` if nothing is.
    pub(crate) at: Option<String>,
    /// JSON pointers, into the schema, of the keywords that are broken.
    pub(crate) broken: Vec<String>,
}

/// The deepest common ancestor of two JSON pointers.
fn common(a: &str, b: &str) -> String {
    let tokens = a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b).map(|(token, _)| token);
    tokens.collect::<Vec<_>>().join("/")
}

/// The fault itself, and for a union those of each arm.
fn visit<'e>(error: &ValidationError<'e>, each: &mut dyn FnMut(&ValidationError<'e>)) {
    each(error);
    if let ValidationErrorKind::OneOfNotValid { context } | ValidationErrorKind::AnyOf { context } = error.kind() {
        context.iter().flatten().for_each(|error| visit(error, each));
    }
}

/// Makes conditionals and the protocol's own keywords tell the coverage what they found.
fn mark(schema: &mut Value, at: &str) {
    let Value::Object(object) = schema else { return };
    if object.contains_key("if") {
        for (branch, verdict) in [("then", true), ("else", false)] {
            let inner = object.entry(branch).or_insert_with(|| Value::Object(Map::new()));
            let inner = inner.as_object_mut().expect("a branch is an object");
            inner.insert(MET.to_owned(), json!([format!("{at}/if"), verdict]));
        }
    }
    for (keyword, value) in object.iter_mut() {
        let here = format!("{at}/{keyword}");
        match value {
            _ if x_octo::KEYWORDS.contains(&keyword.as_str()) => *value = json!([here, value]),
            Value::Object(named) if schema::NAMED.contains(&keyword.as_str()) => {
                named.iter_mut().for_each(|(name, schema)| mark(schema, &format!("{here}/{}", schema::escaped(name))));
            }
            Value::Array(list) if schema::MANY.contains(&keyword.as_str()) => {
                list.iter_mut().enumerate().for_each(|(index, schema)| mark(schema, &format!("{here}/{index}")));
            }
            _ if schema::ONE.contains(&keyword.as_str()) => mark(value, &here),
            _ => {}
        }
    }
}

struct Met {
    rule: String,
    verdict: bool,
    coverage: Arc<Coverage>,
}

impl<'i> Keyword<'i> for Met {
    fn validate(&self, _: &'i Value) -> Result<(), ValidationError<'i>> {
        Ok(())
    }

    fn is_valid(&self, _: &'i Value) -> bool {
        self.coverage.meet(&self.rule, self.verdict);
        true
    }
}

struct XOcto {
    keyword: &'static str,
    rule: String,
    limit: Value,
    coverage: Arc<Coverage>,
}

impl<'i> Keyword<'i> for XOcto {
    fn validate(&self, value: &'i Value) -> Result<(), ValidationError<'i>> {
        if x_octo::holds(self.keyword, &self.limit, value) {
            return Ok(());
        }
        Err(ValidationError::custom(format!("{} does not hold", self.keyword)))
    }

    fn is_valid(&self, value: &'i Value) -> bool {
        let holds = x_octo::holds(self.keyword, &self.limit, value);
        self.coverage.meet(&self.rule, holds);
        holds
    }
}
