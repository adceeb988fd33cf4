//! The message types by name, for programs that learn the type at run time.

use std::borrow::Cow;

use crate::codec::{check_text, read_text_with, tag_of, tolerant_with, utf8, Message, Source};
#[cfg(feature = "octo")]
use crate::error::DecodeErrorKind;
use crate::error::{DecodeError, Note, NoteKind};
use crate::lint::lint;
use crate::wire::edit::Edited;
use crate::wire::node::Node;
use crate::wire::object::{name_of, Key};
use crate::wire::parser::{Parser, Read, MAX_NOTES};
use crate::wire::value::Check;
use crate::wire::value::Codec;
use crate::wire::writer::Writer;
#[cfg(feature = "octo")]
use crate::Wire;
use crate::{Received, Revision, Tolerance, Tolerant};

/// A message whose type is known no more: what is not about one type is compiled once, not for each.
trait Erased: Check + Node {
    fn write(&self, w: &mut Writer<'_>);
}

impl<T: Message> Erased for T {
    fn write(&self, w: &mut Writer<'_>) {
        Codec::write(self, w);
    }
}

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
    read: fn(&mut Parser<'_>) -> Read<Box<dyn Erased>>,
    edit: fn(&str, Tolerance) -> Option<Edited>,
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
        Self { name, tag_key: T::TAG_KEY, read: read::<T>, edit: T::edit }
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
        tag_of(utf8(bytes).ok()?, self.tag_key)
    }

    /// Decodes and checks a message in one revision.
    ///
    /// # Errors
    /// As [`Wire::decode`].
    pub fn check(&self, bytes: &[u8], revision: Revision) -> Result<Remarks, DecodeError> {
        Ok(Remarks::default().with_advice(&*self.decode(utf8(bytes)?, revision)?))
    }

    /// Decodes a message tolerantly and checks it in one revision.
    ///
    /// # Errors
    /// As [`Wire::decode_tolerant`].
    pub fn check_tolerant(&self, bytes: &[u8], tolerance: Tolerance, revision: Revision) -> Result<Remarks, DecodeError> {
        let text = utf8(bytes)?;
        let tolerance = tolerance.with_revision(revision);
        let source = Source { original: text, edited: (self.edit)(text, tolerance) };
        let Tolerant { message, notes, notes_omitted } = tolerant_with(&source, tolerance, self.tag_key, self.read, |value| &**value)?;
        let remarks = Remarks { notes, notes_omitted };
        Ok(match message {
            Received::Known(message) => remarks.with_advice(&*message),
            Received::Unknown(_) => remarks,
        })
    }

    /// Decodes a message and encodes it again.
    ///
    /// # Errors
    /// As [`Wire::decode`].
    pub fn recode(&self, bytes: &[u8]) -> Result<String, DecodeError> {
        let message = self.decode(utf8(bytes)?, Revision::Draft)?;
        let mut out = Vec::with_capacity(bytes.len());
        message.write(&mut Writer::new(&mut out));
        // The writer puts out UTF-8 only.
        Ok(String::from_utf8(out).unwrap_or_default())
    }

    fn decode(&self, text: &str, revision: Revision) -> Result<Box<dyn Erased>, DecodeError> {
        let value = read_text_with(text, self.tag_key, self.read)?;
        check_text(text, &*value, revision, self.tag_key)?;
        Ok(value)
    }
}

fn read<T: Message>(p: &mut Parser<'_>) -> Read<Box<dyn Erased>> {
    Ok(Box::new(T::read(p)?))
}

impl Remarks {
    /// Adds what the protocol advises against and the message does, up to as many notes as are kept of one message.
    fn with_advice(mut self, message: &dyn Erased) -> Self {
        let mut findings = lint(message);
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

/// The `context_hash` of an Octo context envelope, of any text that is one
/// ([`ContextEnvelope::context_hash`](crate::octo::ContextEnvelope::context_hash)).
///
/// # Errors
/// As [`Wire::decode`].
#[cfg(feature = "octo")]
pub fn context_hash(bytes: &[u8]) -> Result<String, DecodeError> {
    let broken = |rules| DecodeError::new(DecodeErrorKind::Invariant, None, rules);
    crate::octo::ContextEnvelope::decode(bytes)?.context_hash().map_err(broken)
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
