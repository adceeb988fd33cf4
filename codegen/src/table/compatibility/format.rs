//! The rows of a compatibility table, one struct each, as they are written.
//! What they mean is explained at the top of `schema/ag-ui/compatibility.toml`.

use toml::value::Datetime;

use crate::table::at::{At, Entries};

/// A compatibility table: what producers of one protocol still send, and what it is read as.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    /// Name of the protocol, as in the event table.
    pub(super) protocol: At<String>,
    /// Event names that were retired.
    #[serde(default)]
    pub(super) event: Vec<EventRow>,
    /// Members whose null is read as absent.
    #[serde(default)]
    pub(super) null: Vec<NullRow>,
    /// Content parts that were retired.
    #[serde(default)]
    pub(super) part: Vec<PartRow>,
}

/// An event name that was retired.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EventRow {
    pub(super) id: At<String>,
    pub(super) doc: String,
    pub(super) expires: Option<At<Datetime>>,
    pub(super) was: At<String>,
    pub(super) becomes: At<String>,
    #[serde(default)]
    pub(super) set: Entries<At<String>>,
    pub(super) mint: Option<MintRow>,
    #[serde(default)]
    pub(super) drop: Vec<At<String>>,
}

/// The identifier that a retired event lacked.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MintRow {
    pub(super) member: At<String>,
    pub(super) track: String,
    pub(super) does: Does,
}

/// What an event does to the series of events that share an identifier.
#[derive(Clone, Copy, Debug, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Does {
    Open,
    Use,
    Close,
}

/// Members whose null is read as absent.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NullRow {
    pub(super) id: At<String>,
    pub(super) doc: String,
    pub(super) expires: Option<At<Datetime>>,
    pub(super) members: Vec<At<Slot>>,
}

/// A member of an event or of a type.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Slot {
    pub(super) event: Option<At<String>>,
    pub(super) r#type: Option<At<String>>,
    pub(super) member: At<String>,
    pub(super) within: Option<Vec<At<String>>>,
}

/// A content part that was retired.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartRow {
    pub(super) id: At<String>,
    pub(super) doc: String,
    pub(super) expires: Option<At<Datetime>>,
    pub(super) was: At<String>,
    pub(super) within: Vec<At<String>>,
    #[serde(default)]
    pub(super) needs: Vec<At<String>>,
    pub(super) becomes: Becomes,
    pub(super) source: Vec<SourceRow>,
    #[serde(default)]
    pub(super) r#move: Entries<At<String>>,
    #[serde(default)]
    pub(super) drop: Vec<At<String>>,
}

/// Which part type a retired part becomes.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Becomes {
    pub(super) by: At<String>,
    #[serde(default)]
    pub(super) prefix: Entries<At<String>>,
    pub(super) otherwise: At<String>,
}

/// A member that a part's source is made of.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceRow {
    pub(super) member: At<String>,
    pub(super) r#type: At<String>,
    #[serde(default)]
    pub(super) copy: Vec<At<String>>,
}
