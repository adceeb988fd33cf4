//! Tiny schema in, printed Rust out: what each form is lowered to.
//!
//! The first half goes through what a schema can say that a plain struct cannot, the second through the
//! forms of a union. The snapshots leave out what is the same in every module.

use agentwire_codegen::{from_schema, Input};

macro_rules! shows {
    ($printed:expr) => {
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!($printed) })
    };
}

/// The types that these definitions become.
fn printed(definitions: &str) -> String {
    printed_with(definitions, "")
}

/// The same with bindings.
fn printed_with(definitions: &str, bindings: &str) -> String {
    let schema = format!(r#"{{ "definitions": {{ {definitions} }} }}"#);
    let input = |file, text| Input { file, text };
    let generated = from_schema(input("schema.json", &schema), input("bindings.toml", bindings)).unwrap_or_else(|error| panic!("{error}"));
    let types = generated.rust.find("\n// From ").expect("there is a type");
    let end = generated.rust.find("\n/// The types that can be named").expect("there is a catalog");
    syn::parse_file(&generated.rust).unwrap_or_else(|error| panic!("{error}:\n{}", generated.rust));
    generated.rust[types..end]
        .replace("#[cfg_attr(feature = \"builders\", derive(bon::Builder), builder(on(_, into)))]\n", "")
        .trim()
        .to_owned()
}

// ---- what a struct cannot say -----------------------------------------------------------------

#[test]
fn a_conditional_is_a_rule_under_a_condition() {
    shows!(printed(
        r##"
        "Job": {
            "type": "object", "additionalProperties": false, "required": ["state"],
            "properties": {
                "state": { "$ref": "#/definitions/State" },
                "error": { "type": "string" },
                "retry": { "type": "boolean" }
            },
            "allOf": [
                {
                    "if": { "properties": { "state": { "const": "failed" } } },
                    "then": { "required": ["error"] },
                    "else": { "not": { "required": ["error"] } }
                },
                {
                    "if": { "properties": { "state": { "enum": ["done", "failed"] } } },
                    "then": { "properties": { "retry": { "const": false } } }
                }
            ]
        },
        "State": { "type": "string", "enum": ["waiting", "done", "failed"] }
        "##
    ));
}

#[test]
fn what_must_not_be_is_a_rule() {
    shows!(printed(
        r##"
        "Span": {
            "type": "object", "additionalProperties": false,
            "properties": {
                "name": { "type": "string", "not": { "const": "none" } },
                "from": { "type": "string" }, "to": { "type": "string" }
            },
            "oneOf": [
                { "required": ["from"], "not": { "required": ["to"] } },
                { "required": ["to"], "not": { "required": ["from"] } }
            ]
        }
        "##
    ));
}

#[test]
fn lengths_patterns_and_bounds_are_checked_on_plain_types() {
    shows!(printed(
        r##"
        "Limits": {
            "type": "object", "additionalProperties": false, "required": ["name", "count"],
            "properties": {
                "name": { "type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[a-z]+$" },
                "count": { "type": "integer", "minimum": 1, "maximum": 1000000 },
                "offset": { "type": "integer", "maximum": 9 },
                "total": { "type": "integer", "minimum": 0 },
                "tags": { "type": "array", "maxItems": 8, "uniqueItems": true, "items": { "type": "string", "minLength": 1 } },
                "env": {
                    "type": "object", "maxProperties": 4, "propertyNames": { "pattern": "^[A-Z]+$" },
                    "additionalProperties": { "type": "string", "maxLength": 99 }
                }
            }
        }
        "##
    ));
}

#[test]
fn formats_and_numbers_keep_their_text() {
    shows!(printed(
        r##"
        "Sample": {
            "type": "object", "additionalProperties": false, "required": ["at", "value"],
            "properties": {
                "at": { "type": "string", "format": "date-time" },
                "from": { "type": "string", "format": "uri", "maxLength": 200 },
                "path": { "type": "string", "format": "json-pointer" },
                "value": { "type": "number" },
                "weight": { "type": "number", "minimum": 0, "maximum": 1 },
                "scale": { "type": "number", "not": { "maximum": 0 } }
            }
        }
        "##
    ));
}

#[test]
fn a_required_constant_is_no_field_and_an_optional_one_has_one_value() {
    shows!(printed_with(
        r##"
        "Frame": {
            "type": "object", "additionalProperties": false, "required": ["schema", "version", "last"],
            "properties": {
                "schema": { "const": "frame/v1" }, "version": { "const": 2 }, "last": { "const": true },
                "format": { "const": "text" }, "more": { "const": true }
            }
        }
        "##,
        "names = { '/definitions/Frame/properties/format' = 'Format' }"
    ));
}

#[test]
fn absent_null_and_empty_are_three_things() {
    shows!(printed(
        r##"
        "Presences": {
            "type": "object", "additionalProperties": false, "required": ["list", "nullable"],
            "properties": {
                "list": { "type": "array", "items": { "type": "integer", "maximum": 255, "minimum": 0 } },
                "optional_list": { "type": "array", "items": { "type": "string" } },
                "optional_map": { "type": "object", "additionalProperties": { "type": "boolean" } },
                "nullable": { "type": ["string", "null"] },
                "tristate": { "type": ["string", "null"], "minLength": 1 }
            }
        }
        "##
    ));
}

#[test]
fn an_open_object_keeps_unknown_members() {
    shows!(printed(
        r##"
        "Open": { "type": "object", "properties": { "name": { "type": "string" }, "rest": { "type": "object" }, "any": {} } },
        "Closed": { "type": "object", "additionalProperties": false, "properties": { "name": { "type": "string" } } }
        "##
    ));
}

#[test]
fn an_inline_type_is_named_once_and_shared_where_it_is_equal() {
    shows!(printed_with(
        r##"
        "Pair": {
            "type": "object", "additionalProperties": false, "required": ["left", "right"],
            "properties": {
                "left": { "type": "object", "additionalProperties": false, "required": ["side"], "properties": {
                    "side": { "type": "string", "enum": ["a", "b"] }
                } },
                "right": { "type": "object", "additionalProperties": false, "required": ["side"], "properties": {
                    "side": { "type": "string", "enum": ["a", "b"] }
                } },
                "mode": { "type": "string", "enum": ["fast", "slow"] }
            }
        }
        "##,
        "[names]
        '/definitions/Pair/properties/left' = 'Half'
        '/definitions/Pair/properties/right' = 'Half'
        '/definitions/Pair/properties/left/properties/side' = 'Side'
        '/definitions/Pair/properties/right/properties/side' = 'Side'"
    ));
}

#[test]
fn a_rule_reaches_into_members_elements_and_arms() {
    shows!(printed(
        r##"
        "Report": {
            "type": "object", "additionalProperties": false, "required": ["kind", "steps", "result"],
            "properties": {
                "kind": { "$ref": "#/definitions/Kind" },
                "steps": { "type": "array", "items": { "$ref": "#/definitions/Kind" } },
                "detail": { "$ref": "#/definitions/Detail" },
                "result": { "$ref": "#/definitions/Result" }
            },
            "if": { "properties": { "steps": { "contains": { "const": "dry" } }, "detail": { "properties": { "text": { "const": "" } } } } },
            "then": {
                "properties": {
                    "steps": { "maxItems": 1, "items": { "enum": ["dry"] } },
                    "detail": { "required": ["text"], "properties": { "text": { "maxLength": 9 } } },
                    "result": { "properties": { "status": { "const": "skipped" }, "reason": { "const": "policy" } } }
                }
            }
        },
        "Kind": { "type": "string", "enum": ["dry", "wet"] },
        "Detail": { "type": "object", "additionalProperties": false, "properties": { "text": { "type": "string" } } },
        "Result": { "oneOf": [
            { "$ref": "#/definitions/Ran" },
            { "$ref": "#/definitions/Skipped" }
        ] },
        "Ran": {
            "type": "object", "additionalProperties": false, "required": ["status"], "properties": { "status": { "const": "ran" } }
        },
        "Skipped": {
            "type": "object", "additionalProperties": false, "required": ["status", "reason"],
            "properties": { "status": { "const": "skipped" }, "reason": { "type": "string" } }
        }
        "##
    ));
}

// ---- unions -----------------------------------------------------------------------------------

#[test]
fn a_union_is_told_apart_by_one_tag() {
    shows!(printed_with(
        r##"
        "Shape": { "oneOf": [
            { "$ref": "#/definitions/Circle" },
            {
                "description": "Nothing to draw.",
                "type": "object", "additionalProperties": false, "required": ["kind"], "properties": { "kind": { "const": "empty" } }
            }
        ] },
        "Circle": {
            "type": "object", "additionalProperties": false, "required": ["kind", "radius"],
            "properties": { "kind": { "const": "circle" }, "radius": { "type": "number" } }
        }
        "##,
        "names = { '/definitions/Shape/oneOf/1' = 'Empty' }"
    ));
}

#[test]
fn a_second_tag_helps_where_one_does_not_do() {
    shows!(printed(
        r##"
        "Control": { "oneOf": [
            {
                "type": "object", "additionalProperties": false, "required": ["type", "name", "value"],
                "properties": { "type": { "const": "fact" }, "name": { "const": "mode" }, "value": { "type": "string" } }
            },
            {
                "type": "object", "additionalProperties": false, "required": ["type", "name", "value"],
                "properties": { "type": { "const": "fact" }, "name": { "const": "load" }, "value": { "type": "number" } }
            },
            {
                "type": "object", "additionalProperties": false, "required": ["type", "state"],
                "properties": { "type": { "const": "state" }, "state": { "type": "string" } }
            }
        ] }
        "##
    ));
}

#[test]
fn an_arm_without_a_constant_tag_takes_what_its_pattern_allows() {
    shows!(printed(
        r##"
        "Transport": { "oneOf": [
            { "$ref": "#/definitions/ExtensionTransport" },
            { "$ref": "#/definitions/WebTransport" }
        ] },
        "ExtensionTransport": {
            "type": "object", "additionalProperties": false, "required": ["scheme"],
            "properties": { "scheme": { "type": "string", "pattern": "^_" } }
        },
        "WebTransport": {
            "type": "object", "additionalProperties": false, "required": ["scheme"],
            "properties": { "scheme": { "$ref": "#/definitions/Scheme" } }
        },
        "Scheme": { "type": "string", "enum": ["http", "https"] }
        "##
    ));
}

#[test]
fn a_union_without_tags_is_told_apart_by_json_type() {
    shows!(printed_with(
        r##"
        "Message": {
            "type": "object", "additionalProperties": false, "required": ["id", "content"],
            "properties": {
                "id": { "type": ["string", "integer"], "minLength": 1, "maximum": 99 },
                "content": { "oneOf": [
                    { "type": "string", "maxLength": 10 },
                    { "type": "array", "maxItems": 3, "items": { "type": "string" } }
                ] }
            }
        }
        "##,
        "[names]
        '/definitions/Message/properties/id' = 'Id'
        '/definitions/Message/properties/content' = 'Content'"
    ));
}

#[test]
fn conditionals_on_two_members_are_the_arms_of_a_union() {
    shows!(printed(
        r##"
        "Item": {
            "type": "object", "additionalProperties": false, "required": ["space", "name", "payload"],
            "properties": {
                "space": { "type": "string" }, "name": { "type": "string" },
                "payload": { "description": "What the item says.", "type": "object" },
                "note": { "type": "string" }
            },
            "allOf": [
                {
                    "if": { "properties": { "space": { "const": "run" }, "name": { "const": "mode" } } },
                    "then": { "properties": { "payload": { "$ref": "#/definitions/Mode" } } }
                },
                {
                    "if": { "properties": { "space": { "const": "text" }, "name": { "const": "plain" } } },
                    "then": { "properties": { "payload": { "$ref": "#/definitions/Plain" } } }
                },
                { "if": { "properties": { "space": { "const": "run" } } }, "then": { "not": { "required": ["note"] } } }
            ]
        },
        "Mode": { "type": "object", "additionalProperties": false, "properties": { "dry": { "type": "boolean" } } },
        "Plain": { "type": "object", "additionalProperties": false, "properties": { "text": { "type": "string" } } }
        "##
    ));
}

#[test]
fn a_narrowed_definition_is_a_type_around_it() {
    shows!(printed(
        r##"
        "List": { "type": "object", "additionalProperties": false, "required": ["items"], "properties": {
            "items": { "type": "array", "items": { "$ref": "#/definitions/Kind" } }
        } },
        "Kind": { "type": "string", "enum": ["a", "b", "c"] },
        "ShortList": { "allOf": [
            { "$ref": "#/definitions/List" },
            { "properties": { "items": { "maxItems": 2, "items": { "not": { "enum": ["c"] } } } } }
        ] }
        "##
    ));
}
