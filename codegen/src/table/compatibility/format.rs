//! The rows of a compatibility table, one struct each, as they are written.
//! What they mean is explained at the top of `schema/ag-ui/compatibility.toml`.

use toml::de::DeValue;

use crate::document::{document_table, At, Entries, Read, Value};
use crate::CodegenError;

document_table! {
    /// A compatibility table: what producers of one protocol still send, and what it is read as.
    pub(super) struct File {
        /// Name of the protocol, as in the event table.
        pub(super) protocol: At<String>,
        /// Event names that were retired.
        pub(super) event: Vec<EventRow> = default,
        /// Members whose null is read as absent.
        pub(super) null: Vec<NullRow> = default,
        /// Content parts that were retired.
        pub(super) part: Vec<PartRow> = default,
    }
}

document_table! {
    /// An event name that was retired.
    pub(super) struct EventRow {
        pub(super) id: At<String>,
        pub(super) doc: String,
        pub(super) expires: Option<Date>,
        pub(super) was: At<String>,
        pub(super) becomes: At<String>,
        pub(super) set: Entries<At<String>> = default,
        pub(super) mint: Option<MintRow>,
        pub(super) drop: Vec<At<String>> = default,
    }
}

document_table! {
    /// The identifier that a retired event lacked.
    pub(super) struct MintRow {
        pub(super) member: At<String>,
        pub(super) track: String,
        pub(super) does: Does,
    }
}

/// What an event does to the series of events that share an identifier.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "format-schema", derive(schemars::JsonSchema), schemars(rename_all = "lowercase"))]
pub(super) enum Does {
    Open,
    Use,
    Close,
}

document_table! {
    /// Members whose null is read as absent.
    pub(super) struct NullRow {
        pub(super) id: At<String>,
        pub(super) doc: String,
        pub(super) expires: Option<Date>,
        pub(super) members: Vec<At<Slot>>,
    }
}

document_table! {
    /// A member of an event or of a type.
    pub(super) struct Slot {
        pub(super) event: Option<At<String>>,
        pub(super) r#type: Option<At<String>>,
        pub(super) member: At<String>,
        pub(super) within: Option<Vec<At<String>>>,
    }
}

document_table! {
    /// A content part that was retired.
    pub(super) struct PartRow {
        pub(super) id: At<String>,
        pub(super) doc: String,
        pub(super) expires: Option<Date>,
        pub(super) was: At<String>,
        pub(super) within: Vec<At<String>>,
        pub(super) needs: Vec<At<String>> = default,
        pub(super) becomes: Becomes,
        pub(super) source: Vec<SourceRow>,
        pub(super) r#move: Entries<At<String>> = default,
        pub(super) drop: Vec<At<String>> = default,
    }
}

document_table! {
    /// Which part type a retired part becomes.
    pub(super) struct Becomes {
        pub(super) by: At<String>,
        pub(super) prefix: Entries<At<String>> = default,
        pub(super) otherwise: At<String>,
    }
}

document_table! {
    /// A member that a part's source is made of.
    pub(super) struct SourceRow {
        pub(super) member: At<String>,
        pub(super) r#type: At<String>,
        pub(super) copy: Vec<At<String>> = default,
    }
}

impl Read for Does {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        match value.node() {
            DeValue::String(word) if word == "open" => Ok(Does::Open),
            DeValue::String(word) if word == "use" => Ok(Does::Use),
            DeValue::String(word) if word == "close" => Ok(Does::Close),
            _ => Err(value.mismatch("`open`, `use` or `close`")),
        }
    }
}

/// A day, as one would write it in an RFC 3339 timestamp.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "format-schema", derive(schemars::JsonSchema))]
pub(super) struct Date(pub(super) String);

impl Read for Date {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        match value.node() {
            DeValue::Datetime(time) if time.date.is_some() && time.time.is_none() => Ok(Date(time.to_string())),
            _ => Err(value.mismatch("a date")),
        }
    }
}
