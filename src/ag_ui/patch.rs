//! Applying JSON Patch (RFC 6902) to state, by way of the crate `json-patch`.
//!
//! What is done here and not there: copies and nesting are bounded, because a patch comes from the other
//! side; numbers are compared by value, as section 4.6 of the RFC asks; the state is never touched.

use std::fmt;

use json_patch::jsonptr::PointerBuf;
use json_patch::{patch_unsafe, PatchOperation};
use serde_json::{Number, Value};

use super::JsonPatchOperation;
use crate::{Json, Pointer, MAX_DEPTH};

/// How many bytes the `copy` operations of one patch may add up to, roughly as they are in memory.
/// Without a bound a patch of forty copies could ask for more memory than there is.
pub const MAX_COPIED: usize = 64 << 20;

/// Applies a patch to a state or to an activity's content, as a whole or not at all.
///
/// The operations apply in their order; no operation gives the state as it was, to the byte. What an operation
/// changes is written anew: numbers beyond 64 bits become doubles, and members come in the order that
/// `serde_json` keeps (by name, unless its feature `preserve_order` is on).
///
/// ```
/// use agentwire::ag_ui::{apply_patch, Body, Event};
/// use agentwire::{Json, Wire};
///
/// let event = br#"{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/step","value":2},{"op":"add","path":"/log/-","value":"go"}]}"#;
/// let Body::StateDelta(change) = Event::decode(event)?.body else { panic!() };
/// let state = Json::parse(r#"{"log":[],"step":1}"#)?;
/// assert_eq!(apply_patch(&state, &change.delta)?.as_str(), r#"{"log":["go"],"step":2}"#);
/// assert_eq!(apply_patch(&Json::null(), &change.delta).unwrap_err().operation(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`PatchError`], with the operation that failed and why. The state is as it was.
pub fn apply_patch(state: &Json, patch: &[JsonPatchOperation]) -> Result<Json, PatchError> {
    let mut patching = Patching { state: to_value(state), changed: false, copied: 0 };
    for (index, operation) in patch.iter().enumerate() {
        patching.apply(operation).map_err(|kind| PatchError { operation: index, path: path(operation).as_str().to_owned(), kind })?;
    }
    if !patching.changed {
        return Ok(state.clone());
    }
    // The bounds hold for every operation, so that its text can be kept.
    let too_deep = |_| PatchError { operation: patch.len().saturating_sub(1), path: String::new(), kind: PatchErrorKind::TooDeep };
    Json::from_serialize(&patching.state).map_err(too_deep)
}

/// Why a patch does not apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchError {
    operation: usize,
    path: String,
    kind: PatchErrorKind,
}

/// What is wrong with the operation that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatchErrorKind {
    /// A `test` found another value.
    TestFailed,
    /// Its `path` points to nothing, or to no place where something could be put.
    NoSuchPath,
    /// Its `from` points to nothing.
    NoSuchFrom,
    /// A `move` would put a value into itself.
    IntoItself,
    /// The state would nest deeper than [`MAX_DEPTH`] levels.
    TooDeep,
    /// The patch copies more than [`MAX_COPIED`].
    TooLarge,
}

impl PatchError {
    /// Place of the operation in the patch, from 0.
    pub fn operation(&self) -> usize {
        self.operation
    }

    /// The operation's `path`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What is wrong with it.
    pub fn kind(&self) -> PatchErrorKind {
        self.kind
    }
}

impl fmt::Display for PatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self.kind {
            PatchErrorKind::TestFailed => "another value is there",
            PatchErrorKind::NoSuchPath => "`path` points to nothing",
            PatchErrorKind::NoSuchFrom => "`from` points to nothing",
            PatchErrorKind::IntoItself => "a value cannot be moved into itself",
            PatchErrorKind::TooDeep => "the state would nest too deep",
            PatchErrorKind::TooLarge => "the patch copies too much",
        };
        write!(f, "operation {} at {:?}: {why}", self.operation, self.path)
    }
}

impl std::error::Error for PatchError {}

fn path(operation: &JsonPatchOperation) -> &Pointer {
    match operation {
        JsonPatchOperation::Add(it) => &it.path,
        JsonPatchOperation::Remove(it) => &it.path,
        JsonPatchOperation::Replace(it) => &it.path,
        JsonPatchOperation::Move(it) => &it.path,
        JsonPatchOperation::Copy(it) => &it.path,
        JsonPatchOperation::Test(it) => &it.path,
    }
}

/// A state while a patch is applied to it.
struct Patching {
    state: Value,
    changed: bool,
    copied: usize,
}

impl Patching {
    fn apply(&mut self, operation: &JsonPatchOperation) -> Result<(), PatchErrorKind> {
        let operation = match operation {
            JsonPatchOperation::Add(it) => {
                let value = self.fitting(&it.path, to_value(&it.value))?;
                PatchOperation::Add(json_patch::AddOperation { path: pointer(&it.path)?, value })
            }
            JsonPatchOperation::Remove(it) => PatchOperation::Remove(json_patch::RemoveOperation { path: pointer(&it.path)? }),
            JsonPatchOperation::Replace(it) => {
                let value = self.fitting(&it.path, to_value(&it.value))?;
                PatchOperation::Replace(json_patch::ReplaceOperation { path: pointer(&it.path)?, value })
            }
            JsonPatchOperation::Move(it) => {
                let value = self.state.pointer(it.from.as_str()).ok_or(PatchErrorKind::NoSuchFrom)?;
                if it.from == it.path {
                    return Ok(());
                }
                fits(&it.path, value)?;
                PatchOperation::Move(json_patch::MoveOperation { from: pointer(&it.from)?, path: pointer(&it.path)? })
            }
            JsonPatchOperation::Copy(it) => {
                let value = self.state.pointer(it.from.as_str()).ok_or(PatchErrorKind::NoSuchFrom)?;
                fits(&it.path, value)?;
                self.copied += size(value);
                if self.copied > MAX_COPIED {
                    return Err(PatchErrorKind::TooLarge);
                }
                PatchOperation::Copy(json_patch::CopyOperation { from: pointer(&it.from)?, path: pointer(&it.path)? })
            }
            JsonPatchOperation::Test(it) => {
                let value = self.state.pointer(it.path.as_str()).ok_or(PatchErrorKind::NoSuchPath)?;
                return if equal(value, &to_value(&it.value)) { Ok(()) } else { Err(PatchErrorKind::TestFailed) };
            }
        };
        self.changed = true;
        patch_unsafe(&mut self.state, &[operation]).map_err(|error| match error.kind {
            json_patch::PatchErrorKind::InvalidFromPointer => PatchErrorKind::NoSuchFrom,
            json_patch::PatchErrorKind::CannotMoveInsideItself => PatchErrorKind::IntoItself,
            json_patch::PatchErrorKind::TestFailed => PatchErrorKind::TestFailed,
            _ => PatchErrorKind::NoSuchPath,
        })
    }

    fn fitting(&self, path: &Pointer, value: Value) -> Result<Value, PatchErrorKind> {
        fits(path, &value).map(|()| value)
    }
}

/// Both grammars are RFC 6901's, so there is nothing to refuse.
fn pointer(pointer: &Pointer) -> Result<PointerBuf, PatchErrorKind> {
    PointerBuf::parse(pointer.as_str()).map_err(|_| PatchErrorKind::NoSuchPath)
}

/// Serde's recursion limit is in its parser only, and the text has a limit of its own.
fn to_value(json: &Json) -> Value {
    serde_json::to_value(json).unwrap_or_default()
}

/// Whether a value can stand at `path` without nesting too deep.
fn fits(path: &Pointer, value: &Value) -> Result<(), PatchErrorKind> {
    let around = path.as_str().bytes().filter(|byte| *byte == b'/').count();
    if around + depth(value) > MAX_DEPTH as usize {
        return Err(PatchErrorKind::TooDeep);
    }
    Ok(())
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}

/// About as many bytes as a value takes in memory.
fn size(value: &Value) -> usize {
    const ONE: usize = 64;
    ONE + match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(members) => members.iter().map(|(name, value)| name.len() + size(value)).sum(),
        _ => 0,
    }
}

/// Equality as section 4.6 of the RFC has it: numbers by value, whatever they are spelled like.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => same_number(a, b),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Object(a), Value::Object(b)) => a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| equal(a, b))),
        _ => a == b,
    }
}

fn same_number(a: &Number, b: &Number) -> bool {
    let exact = |number: &Number| number.as_u64().map(i128::from).or(number.as_i64().map(i128::from));
    match (exact(a), exact(b)) {
        (Some(a), Some(b)) => a == b,
        // An integer and a double of one value: the double is exact where it is integral.
        (Some(exact), None) => b.as_f64().is_some_and(|double| double.fract() == 0.0 && double as i128 == exact),
        (None, Some(exact)) => a.as_f64().is_some_and(|double| double.fract() == 0.0 && double as i128 == exact),
        (None, None) => a.as_f64() == b.as_f64(),
    }
}
