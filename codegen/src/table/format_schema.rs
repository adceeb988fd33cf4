//! The JSON Schema of the format, derived from what the reader takes (feature `format-schema`): only a test and
//! editors need it, so that a build does not pay for it.

use std::collections::BTreeMap;

use schemars::gen::{SchemaGenerator, SchemaSettings};
use schemars::schema::{InstanceType, Metadata, Schema, SchemaObject, SingleOrVec};
use schemars::JsonSchema;

use super::format::{File, Values};
use super::member::{Member, MemberTable};
use super::rule::Condition;
use super::type_expr::{TypeExpr, WORDS};
use crate::document::{At, Entries, Json};

/// The JSON Schema of the format, for editors that complete and check a table.
pub fn format_schema() -> String {
    // TOML has no `null`, so an optional key is one that may be left out.
    let settings = SchemaSettings::draft07().with(|settings| settings.option_add_null_type = false);
    let schema = settings.into_generator().into_root_schema_for::<File>();
    let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    text.push('\n');
    text
}

impl JsonSchema for TypeExpr {
    fn schema_name() -> String {
        "TypeExpr".to_owned()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words: Vec<&str> = WORDS.iter().map(|(name, _)| *name).collect();
        let mut schema = SchemaObject {
            instance_type: Some(InstanceType::String.into()),
            metadata: Some(Box::new(Metadata {
                description: Some("A word of the format, the name of a type of this file, `[T]`, `{T}` or `'constant'`.".to_owned()),
                examples: words.into_iter().map(Into::into).collect(),
                ..Metadata::default()
            })),
            ..SchemaObject::default()
        };
        schema.string().pattern =
            Some(format!("^(?:[\\[{{]*(?:{}|[A-Z][A-Za-z0-9]*)[\\]}}]*|'[^']*')$", WORDS.map(|(name, _)| name).join("|")));
        Schema::Object(schema)
    }
}

/// The position is no part of the format, so the schema is the value's own.
impl<T: JsonSchema> JsonSchema for At<T> {
    fn is_referenceable() -> bool {
        T::is_referenceable()
    }

    fn schema_name() -> String {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

impl<T: JsonSchema> JsonSchema for Entries<T> {
    fn is_referenceable() -> bool {
        false
    }

    fn schema_name() -> String {
        format!("Entries_of_{}", T::schema_name())
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <BTreeMap<String, T>>::json_schema(generator)
    }
}

impl JsonSchema for Values {
    fn schema_name() -> String {
        "Values".to_owned()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ValuesForm::json_schema(generator)
    }
}

/// Both ways to write a set of strings.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)] // only its schema is used
enum ValuesForm {
    List(Vec<String>),
    Docs(Entries<String>),
}

impl JsonSchema for Json {
    fn is_referenceable() -> bool {
        false
    }

    fn schema_name() -> String {
        "Json".to_owned()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        Schema::Bool(true)
    }
}

impl JsonSchema for Condition {
    fn schema_name() -> String {
        "Condition".to_owned()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = SchemaObject {
            instance_type: Some(SingleOrVec::Vec(vec![
                InstanceType::String,
                InstanceType::Number,
                InstanceType::Boolean,
                InstanceType::Array,
                InstanceType::Object,
            ])),
            ..SchemaObject::default()
        };
        schema.metadata().description = Some(
            "A constant, a list of constants, or a table of conditions on the value's own members \
             (a key that starts with `$` is the JSON Schema keyword of that name)."
                .to_owned(),
        );
        let object = schema.object();
        object.pattern_properties.insert("^[$]".to_owned(), Schema::Bool(true));
        object.additional_properties = Some(Box::new(generator.subschema_for::<Condition>()));
        Schema::Object(schema)
    }
}

impl JsonSchema for Member {
    fn schema_name() -> String {
        "Member".to_owned()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        MemberForm::json_schema(generator)
    }
}

/// Both ways to write a member.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)] // only its schema is used
enum MemberForm {
    /// The type expression alone.
    Expression(TypeExpr),
    /// The type expression with more beside it.
    Table(Box<MemberTable>),
}
