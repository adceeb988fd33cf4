//! Metadata that a stream adds to what it is about.

use crate::JsonObject;

/// Merges an event's metadata into that of what the event is about: the message, the tool call, the activity
/// (section "metadata merge" of the protocol).
///
/// Key by key, the last write wins, without recursion: a value is replaced whole, and null is a value. Keys keep
/// their place. An absent metadata changes nothing, and neither does an empty one. The key `ag-ui`, which the
/// protocol keeps for itself, is one like any other.
///
/// ```
/// use agentwire::ag_ui::merge_metadata;
/// use agentwire::JsonObject;
///
/// let mut metadata = None;
/// merge_metadata(&mut metadata, Some(&JsonObject::parse(r#"{"trace":"a","score":{"n":1}}"#)?));
/// merge_metadata(&mut metadata, Some(&JsonObject::parse(r#"{"score":null}"#)?));
/// assert_eq!(metadata.unwrap().as_str(), r#"{"trace":"a","score":null}"#);
/// # Ok::<(), agentwire::DecodeError>(())
/// ```
pub fn merge_metadata(into: &mut Option<JsonObject>, from: Option<&JsonObject>) {
    let Some(from) = from.filter(|from| !from.members().is_empty()) else { return };
    match into {
        Some(into) => into.merge(from),
        None => *into = Some(from.clone()),
    }
}
