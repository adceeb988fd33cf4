//! From JSON Schema and event tables to the Rust types of agentwire: text in, text out.
//!
//! [`from_schema`] and [`from_table`] read as a sentence: a table is read (`document`) and lowered to JSON Schema ([`table`]); a schema is
//! read and every keyword accounted for (`source`); it is lowered to a plan of Rust types (`lower`, with
//! `dispatch` for unions); typify prints the shapes (`shape`); the constraints are compiled to checks
//! (`rules`, `pattern`, `describe`); and the module is printed (`print`).

mod bindings;
mod code;
mod describe;
mod dispatch;
mod document;
mod error;
mod lower;
mod pattern;
mod plan;
mod print;
mod rules;
mod shape;
mod source;
pub mod table;

pub use error::CodegenError;

/// One input file: how messages call it, and its text.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Path as a person would write it.
    pub file: &'a str,
    /// The file's text.
    pub text: &'a str,
}

/// What is generated for one protocol.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The Rust module.
    pub rust: String,
    /// The JSON Schema that the codec enforces.
    pub schema: String,
    /// The Rust table of retired shapes, if the protocol has one.
    pub compatibility: Option<String>,
}

/// Generates from a JSON Schema and its bindings.
///
/// # Errors
/// [`CodegenError`] with the place in the input that cannot be taken.
pub fn from_schema(schema: Input<'_>, bindings: Input<'_>) -> Result<Generated, CodegenError> {
    let source = source::Source::read(schema.file, schema.text).map_err(|error| error.located(schema))?;
    let bindings = bindings::Bindings::read(bindings.file, bindings.text)?;
    let (rust, plan) = module(&source, &bindings, None, "octo").map_err(|error| error.located(schema))?;
    // Views that the bindings add to the schema's own definitions.
    let mut whole: serde_json::Value = serde_json::from_str(schema.text).unwrap_or_default();
    for ty in plan.types.iter().filter(|ty| ty.root && source.definition(&ty.name).is_none()) {
        whole["definitions"][&ty.name] = ty.schema.clone();
    }
    Ok(Generated { rust, schema: format!("{whole:#}\n"), compatibility: None })
}

/// Generates from an event table and, if the protocol has one, its compatibility table.
///
/// # Errors
/// [`CodegenError`] with the place in the input that cannot be taken.
pub fn from_table(table: Input<'_>, compatibility: Option<Input<'_>>) -> Result<Generated, CodegenError> {
    let read = table::read(table.file, table.text)?;
    let compatibility = compatibility.map(|input| table::compatibility(&read, input.file, input.text)).transpose()?;
    let schema = table::lower(&read)?;
    let text = format!("{schema:#}\n");
    let source = source::Source::from_value(table.file, schema)?;
    let retired = compatibility.as_ref().map_or(&[][..], |compatibility| &compatibility.roots);
    let (rust, _) = module(&source, &bindings::Bindings::default(), Some(retired), read.protocol())?;
    Ok(Generated { rust, schema: text, compatibility: compatibility.map(|compatibility| compatibility.rust) })
}

/// `retired` names the types in which something may be retired, if the schema comes from a table.
fn module(
    source: &source::Source,
    bindings: &bindings::Bindings,
    retired: Option<&[(String, String)]>,
    protocol: &str,
) -> Result<(String, plan::Plan), CodegenError> {
    let mut plan = lower::lower(source, bindings, retired.is_some())?;
    for (name, constant) in retired.unwrap_or_default() {
        if let Some(ty) = plan.types.iter_mut().find(|ty| ty.name == *name) {
            ty.retired = Some(constant.clone());
        }
    }
    let printed = shape::print(&mut plan, &source.file)?;
    Ok((print::module(&plan, source, &printed, protocol)?, plan))
}
