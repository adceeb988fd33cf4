//! The message types by name, for programs that learn the type at run time.

use std::borrow::Cow;

use crate::codec::{decode_text, tag_of, utf8, Message};
use crate::error::{DecodeError, Note, NoteKind};
use crate::wire::object::{name_of, Key};
use crate::wire::parser::MAX_NOTES;
use crate::{Received, Revision, Tolerance, Tolerant, Wire};

/// A message type that can be named at run time.
///
/// ```
/// use agentwire::{catalog, Revision};
///
/// let event = catalog::find("ag-ui").and_then(|protocol| protocol.find("Event")).expect("built with AG-UI");
/// let message = br#"{"type":"STEP_STARTED","stepName":""}"#;
/// assert!(event.check(message, Revision::Draft).is_ok());
/// assert_eq!(event.tag(message).as_deref(), Some("STEP_STARTED"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Type {
    name: &'static str,
    tag_key: Option<Key>,
    tag: fn(&str) -> Option<Cow<'_, str>>,
    check: fn(&str, Revision) -> Result<Remarks, DecodeError>,
    check_tolerant: fn(&[u8], Tolerance, Revision) -> Result<Remarks, DecodeError>,
    recode: fn(&[u8]) -> Result<String, DecodeError>,
}

/// What there is to say about a valid message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remarks {
    /// What a tolerant decoder set aside, in the order of the input, then what the protocol advises against.
    pub notes: Vec<Note>,
    /// How many notes there would have been beyond those.
    pub notes_omitted: usize,
}

impl Type {
    pub(crate) const fn of<T: Message>(name: &'static str) -> Self {
        Self { name, tag_key: T::TAG_KEY, tag: tag_of::<T>, check: check::<T>, check_tolerant: check_tolerant::<T>, recode: recode::<T> }
    }

    /// Name of the type, as the protocol has it.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Name of the member that tells messages of this type apart (`type`, `kind`, `role`), if there is one.
    pub fn tag_member(&self) -> Option<&'static str> {
        self.tag_key.map(name_of)
    }

    /// The message's own tag: what stands in [`Type::tag_member`], known or not.
    ///
    /// `None` if the type has no tag, or the message none that is a string. Reads no further than the
    /// tag: what comes after it may be malformed.
    pub fn tag<'a>(&self, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
        (self.tag)(utf8(bytes).ok()?)
    }

    /// Decodes and checks a message in one revision.
    ///
    /// # Errors
    /// As [`Wire::decode`].
    pub fn check(&self, bytes: &[u8], revision: Revision) -> Result<Remarks, DecodeError> {
        (self.check)(utf8(bytes)?, revision)
    }

    /// Decodes a message tolerantly and checks it in one revision.
    ///
    /// # Errors
    /// As [`Wire::decode_tolerant`].
    pub fn check_tolerant(&self, bytes: &[u8], tolerance: Tolerance, revision: Revision) -> Result<Remarks, DecodeError> {
        (self.check_tolerant)(bytes, tolerance, revision)
    }

    /// Decodes a message and encodes it again.
    ///
    /// # Errors
    /// As [`Wire::decode`].
    pub fn recode(&self, bytes: &[u8]) -> Result<String, DecodeError> {
        (self.recode)(bytes)
    }
}

fn check<T: Message>(text: &str, revision: Revision) -> Result<Remarks, DecodeError> {
    Ok(Remarks::default().with_advice(&decode_text::<T>(text, revision)?))
}

fn check_tolerant<T: Message>(bytes: &[u8], tolerance: Tolerance, revision: Revision) -> Result<Remarks, DecodeError> {
    let Tolerant { message, notes, notes_omitted } = T::decode_tolerant_with(bytes, tolerance.with_revision(revision))?;
    let remarks = Remarks { notes, notes_omitted };
    Ok(match &message {
        Received::Known(message) => remarks.with_advice(message),
        Received::Unknown(_) => remarks,
    })
}

impl Remarks {
    /// Adds what the protocol advises against and the message does, up to as many notes as are kept of one message.
    fn with_advice<T: Message>(mut self, message: &T) -> Self {
        let mut findings = message.lint();
        let kept = findings.len().min(MAX_NOTES.saturating_sub(self.notes.len()));
        self.notes_omitted += findings.split_off(kept).len();
        self.notes.extend(findings.into_iter().map(|finding| Note {
            path: finding.path,
            kind: NoteKind::Lint(finding.rule),
            message: finding.message,
        }));
        self
    }
}

fn recode<T: Message>(bytes: &[u8]) -> Result<String, DecodeError> {
    T::decode(bytes)?.encode().map_err(DecodeError::from_rules)
}

/// The `context_hash` of an Octo context envelope, of any text that is one
/// ([`ContextEnvelope::context_hash`](crate::octo::ContextEnvelope::context_hash)).
///
/// # Errors
/// As [`Wire::decode`].
#[cfg(feature = "octo")]
pub fn context_hash(bytes: &[u8]) -> Result<String, DecodeError> {
    crate::octo::ContextEnvelope::decode(bytes)?.context_hash().map_err(DecodeError::from_rules)
}

/// A protocol of this crate.
#[derive(Clone, Copy, Debug)]
pub struct Protocol {
    /// Name on the command line.
    pub name: &'static str,
    /// The type that is meant when none is named.
    pub default_type: &'static str,
    /// The message types.
    pub types: &'static [Type],
    /// The JSON Schema that the codec enforces.
    pub schema: &'static str,
}

impl Protocol {
    /// The message type called `name`.
    pub fn find(&self, name: &str) -> Option<&'static Type> {
        self.types.iter().find(|ty| ty.name == name)
    }
}

/// The protocol called `name`, if this build has it.
pub fn find(name: &str) -> Option<&'static Protocol> {
    PROTOCOLS.iter().find(|protocol| protocol.name == name)
}

/// The protocols that this build has.
pub const PROTOCOLS: &[Protocol] = &[
    #[cfg(feature = "octo")]
    Protocol {
        name: "octo",
        default_type: "HostFrame",
        types: crate::octo::TYPES,
        schema: include_str!(concat!(env!("OUT_DIR"), "/octo.schema.json")),
    },
    #[cfg(feature = "ahp")]
    Protocol {
        name: "ahp",
        default_type: "Event",
        types: crate::ahp::TYPES,
        schema: include_str!(concat!(env!("OUT_DIR"), "/ahp.schema.json")),
    },
    #[cfg(feature = "ag-ui")]
    Protocol {
        name: "ag-ui",
        default_type: "Event",
        types: crate::ag_ui::TYPES,
        schema: include_str!(concat!(env!("OUT_DIR"), "/ag_ui.schema.json")),
    },
];
