//! [`Wire`]: what every message type can do.

use std::borrow::Cow;

use crate::error::{DecodeError, DecodeErrorKind, Note, NoteKind, Violation, Violations};
use crate::wire::check;
use crate::wire::edit::Edited;
use crate::wire::node::Node;
use crate::wire::object::Key;
use crate::wire::parser::{Aside, Fail, Fault, Mode, Parser, Read, MAX_NOTES};
use crate::wire::pointer;
use crate::wire::union::find_tags;
use crate::wire::value::{Check, Codec};
use crate::wire::writer::Writer;
use crate::{Finding, Json, Revision};

/// What the crate's own message types have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no message of its own",
    label = "this is no message",
    note = "the body of an event is part of one: `Event::new(envelope, body)`"
)]
pub trait Message: Codec + Check + Node {}

impl<T: Codec + Check + Node> Message for T {}

/// Seals [`Wire`]: the crate's own types have it, nobody else's. It asks for nothing, so that in code that is
/// generic over `Wire` no method of [`Message`]'s stands beside one of `Wire`'s.
pub trait Sealed: Sized {}

impl<T: Message> Sealed for T {}

/// What every message type can do: decode, check and encode.
pub trait Wire: Sealed {
    /// Reads one JSON text: the right shape, and every rule.
    ///
    /// # Errors
    /// [`DecodeError`] with every fault of the text's shape, or, if the shape is right, every broken rule.
    fn decode(bytes: &[u8]) -> Result<Self, DecodeError>;

    /// Reads one JSON text as a receiver facing a newer peer does: unknown members, values and events
    /// are set aside, each with a note. What is known and malformed stays an error. Shapes that AG-UI has
    /// retired are read as what replaced them (see `ag_ui::Boundary`).
    ///
    /// Objects that are open have a field `extra`, in which an unknown member stays: nothing is set aside then, and
    /// there is no note.
    ///
    /// # Errors
    /// As [`Wire::decode`].
    fn decode_tolerant(bytes: &[u8]) -> Result<Tolerant<Self>, DecodeError> {
        Self::decode_tolerant_with(bytes, Tolerance::default())
    }

    /// [`Wire::decode_tolerant`], and more tolerant still.
    ///
    /// # Errors
    /// As [`Wire::decode`].
    fn decode_tolerant_with(bytes: &[u8], tolerance: Tolerance) -> Result<Tolerant<Self>, DecodeError>;

    /// Reports every rule that the value breaks, as the draft revision has them.
    ///
    /// # Errors
    /// [`Violations`], at least one.
    fn check(&self) -> Result<(), Violations> {
        self.check_revision(Revision::Draft)
    }

    /// Reports every rule that the value breaks in one revision of the protocol.
    ///
    /// # Errors
    /// [`Violations`], at least one.
    fn check_revision(&self, revision: Revision) -> Result<(), Violations>;

    /// Findings beyond the rules: what the protocol's prose asks for and this message shows. They are
    /// warnings: a valid message may have some, and an invalid one none. `ahp::lint` and `octo::lint`
    /// list what is looked for.
    ///
    /// ```
    /// # #[cfg(feature = "ahp")] {
    /// use agentwire::{ahp, Wire};
    ///
    /// # let json = br#"{"type":"model.switch.after","id":"e1","source":"urn:example:h","time":"2026-03-04T05:06:07Z",
    /// #   "harness":{"name":"h","version":"1"},"previous":{"id":"a","provider":"p"},"current":{"id":"b","provider":"p"},"reason":"r"}"#;
    /// let mut event = ahp::Event::decode(json)?;
    /// event.envelope.parent_event_id = Some(event.envelope.id.clone());
    /// assert!(event.check().is_ok());
    /// assert_eq!(event.lint()[0].to_string(), "/parentEventId: an event is not its own parent [lint-self-parent]");
    /// # }
    /// # Ok::<(), agentwire::DecodeError>(())
    /// ```
    fn lint(&self) -> Vec<Finding>;

    /// Writes compact JSON, after checking: what it would refuse to read it refuses to write.
    ///
    /// # Errors
    /// As [`Wire::check`].
    fn encode(&self) -> Result<String, Violations> {
        let mut out = Vec::with_capacity(256);
        self.encode_into(&mut out)?;
        // The writer puts out UTF-8 only.
        Ok(String::from_utf8(out).unwrap_or_default())
    }

    /// [`Wire::encode`] at the end of the caller's buffer, which is left as it was on an error.
    ///
    /// # Errors
    /// As [`Wire::check`].
    fn encode_into(&self, out: &mut Vec<u8>) -> Result<(), Violations>;
}

impl<T: Message> Wire for T {
    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        decode_text(utf8(bytes)?, Revision::Draft)
    }

    fn decode_tolerant_with(bytes: &[u8], tolerance: Tolerance) -> Result<Tolerant<Self>, DecodeError> {
        let text = utf8(bytes)?;
        tolerant(&Source { original: text, edited: Self::edit(text, tolerance) }, tolerance)
    }

    fn check_revision(&self, revision: Revision) -> Result<(), Violations> {
        check::check(self, revision)
    }

    fn lint(&self) -> Vec<Finding> {
        crate::lint::lint(self)
    }

    fn encode_into(&self, out: &mut Vec<u8>) -> Result<(), Violations> {
        Wire::check(self)?;
        Codec::write(self, &mut Writer::new(out));
        Ok(())
    }
}

/// How much more than unknown material a tolerant decoder lets pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tolerance {
    /// Read null in an optional member as absent: many producers write null for every member they lack.
    /// A null that is a value of its own, in a three-state member, stays.
    pub null_as_absent: bool,
    /// The revision of the protocol that the message has to follow. In AG-UI's 1.0 some nulls are no
    /// values any more; its compatibility boundary reads those as absent.
    pub revision: Revision,
}

impl Tolerance {
    /// Tolerance that also reads null in an optional member as absent.
    pub fn null_as_absent() -> Self {
        Self { null_as_absent: true, ..Self::default() }
    }

    /// The same tolerance of messages of this revision.
    pub fn with_revision(self, revision: Revision) -> Self {
        Self { revision, ..self }
    }
}

/// What tolerant decoding gives.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tolerant<T> {
    /// The message.
    pub message: Received<T>,
    /// What was set aside, in the order of the input; at most 256.
    pub notes: Vec<Note>,
    /// How many notes there would have been beyond those.
    pub notes_omitted: usize,
}

impl<T> Tolerant<T> {
    /// The message, if it is one that this crate knows.
    pub fn known(self) -> Option<T> {
        match self.message {
            Received::Known(value) => Some(value),
            Received::Unknown(_) => None,
        }
    }
}

/// A message that a tolerant decoder took.
#[derive(Clone, Debug, PartialEq)]
pub enum Received<T> {
    /// One that this crate knows.
    Known(T),
    /// One that it does not know, or cannot know without something unknown: the text as it came.
    Unknown(Json),
}

/// A text as it is read, and as it came.
pub(crate) struct Source<'a> {
    pub(crate) original: &'a str,
    /// The text with retired shapes replaced, if there are any.
    pub(crate) edited: Option<Edited>,
}

impl<'a> Source<'a> {
    fn new(original: &'a str) -> Self {
        Self { original, edited: None }
    }

    /// The text that is read.
    fn text(&self) -> &str {
        self.edited.as_ref().map_or(self.original, Edited::text)
    }

    /// The offset in the text as it came, for one in the text that is read.
    fn origin(&self, offset: usize) -> usize {
        self.edited.as_ref().map_or(offset, |edited| edited.origin(offset))
    }
}

/// Reads and checks tolerantly.
pub(crate) fn tolerant<T: Message>(source: &Source<'_>, tolerance: Tolerance) -> Result<Tolerant<T>, DecodeError> {
    tolerant_with(source, tolerance, T::TAG_KEY, T::read, |value| value)
}

/// [`tolerant`] for a message that may stand behind a pointer: `read` makes it, `erased` looks through the pointer.
pub(crate) fn tolerant_with<T>(
    source: &Source<'_>,
    tolerance: Tolerance,
    tag: Option<Key>,
    read: impl FnOnce(&mut Parser<'_>) -> Read<T>,
    erased: impl FnOnce(&T) -> &dyn Check,
) -> Result<Tolerant<T>, DecodeError> {
    let mut p = Parser::new(source.text(), Mode { tolerant: true, null_as_absent: tolerance.null_as_absent });
    let value = read(&mut p);
    match p.finish(value) {
        Ok(value) => {
            let (notes, notes_omitted) = accepted(source, &mut p, erased(&value), tolerance.revision, tag)?;
            Ok(Tolerant { message: Received::Known(value), notes, notes_omitted })
        }
        Err(Fail::Unrecognised) => {
            let (text, note) = set_aside(source, &mut p);
            Ok(Tolerant { message: Received::Unknown(text), notes: note.into_iter().collect(), notes_omitted: 0 })
        }
        Err(_) => Err(malformed_in(source, &mut p, tag)),
    }
}

/// What was done with the text of a message that keeps the rules.
fn accepted(
    source: &Source<'_>,
    p: &mut Parser<'_>,
    value: &dyn Check,
    revision: Revision,
    tag: Option<Key>,
) -> Result<(Vec<Note>, usize), DecodeError> {
    check::check(value, revision).map_err(|violations| rule_error(source, violations, tag))?;
    Ok(notes(source, p))
}

/// The message as a whole is set aside: its text as it came, and why. What had been done within it is
/// undone with it.
#[cold]
fn set_aside(source: &Source<'_>, p: &mut Parser<'_>) -> (Json, Option<Note>) {
    let text = source.original.trim_matches([' ', '\n', '\r', '\t']).to_owned();
    let note = p.take_unrecognised().map(|reason| {
        // The message's own tag, or a value somewhere within that nobody could do without?
        let path = pointer::pointers(p.text(), &[reason.offset]).pop().flatten().unwrap_or_default();
        let own_tag = reason.kind == NoteKind::UnknownVariant && path.matches('/').count() == 1;
        let (kind, place) = if own_tag { (NoteKind::UnknownEvent, "") } else { (reason.kind, path.as_str()) };
        Note { path: String::new(), kind, message: format!("{}; the message is set aside", at(place, &reason.message)) }
    });
    (Json::trusted(text), note)
}

/// The message about something at `place`, where the note has another path.
fn at(place: &str, message: &str) -> String {
    match place {
        "" => message.to_owned(),
        place => format!("`{place}`: {message}"),
    }
}

/// What was done with the text, in its order, and how much more there was to say.
fn notes(source: &Source<'_>, p: &mut Parser<'_>) -> (Vec<Note>, usize) {
    let mut asides = std::mem::take(&mut p.asides);
    let mut omitted = p.asides_omitted;
    if let Some(edited) = &source.edited {
        for aside in &mut asides {
            aside.offset = edited.origin(aside.offset);
            aside.end = edited.origin(aside.end);
            aside.cause = aside.cause.map(|cause| edited.origin(cause));
        }
        // What was replaced within a value that was removed went with it.
        let went = |shim: &Aside| asides.iter().any(|aside| aside.offset < shim.offset && shim.offset < aside.end);
        let mut all: Vec<Aside> = edited.asides.iter().filter(|shim| !went(shim)).cloned().collect();
        all.append(&mut asides);
        all.sort_by_key(|aside| aside.offset);
        omitted += edited.asides_omitted + all.len().saturating_sub(MAX_NOTES);
        all.truncate(MAX_NOTES);
        asides = all;
    }
    if asides.is_empty() {
        return (Vec::new(), omitted);
    }
    let paths = pointer::pointers(source.original, &asides.iter().map(|aside| aside.offset).collect::<Vec<_>>());
    omitted += paths.iter().filter(|path| path.is_none()).count();
    let causes: Vec<usize> = asides.iter().filter_map(|aside| aside.cause).collect();
    let mut causes = if causes.is_empty() { Vec::new() } else { pointer::pointers(source.original, &causes) }.into_iter();
    let placed = |(aside, path): (Aside, Option<String>)| {
        let cause = aside.cause.and_then(|_| causes.next().flatten());
        Some(Note { path: path?, kind: aside.kind, message: at(cause.as_deref().unwrap_or_default(), &aside.message) })
    };
    (asides.into_iter().zip(paths).filter_map(placed).collect(), omitted)
}

/// The bytes as text; a byte order mark and bad UTF-8 are malformed.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, DecodeError> {
    simdutf8::basic::from_utf8(bytes).map_err(|_| {
        let offset = std::str::from_utf8(bytes).err().map_or(0, |error| error.valid_up_to());
        let message = "the bytes are not UTF-8".to_owned();
        let violation = Violation { path: String::new(), rule: "malformed", message, offset: Some(offset) };
        DecodeError::new(DecodeErrorKind::Syntax, None, Violations::new(vec![violation], 0))
    })
}

/// Reads one value out of text, without its rules.
#[inline]
pub(crate) fn read_text<T: Codec>(text: &str) -> Result<T, DecodeError> {
    read_text_with(text, T::TAG_KEY, T::read)
}

/// [`read_text`] for a message that may stand behind a pointer.
#[inline]
pub(crate) fn read_text_with<T>(text: &str, tag: Option<Key>, read: impl FnOnce(&mut Parser<'_>) -> Read<T>) -> Result<T, DecodeError> {
    let mut p = Parser::new(text, Mode::default());
    let value = read(&mut p);
    p.finish(value).map_err(|_| malformed(&mut p, tag))
}

/// Reads one value out of text, with its rules.
#[inline]
pub(crate) fn decode_text<T: Message>(text: &str, revision: Revision) -> Result<T, DecodeError> {
    let value = read_text::<T>(text)?;
    check_text(text, &value, revision, T::TAG_KEY)?;
    Ok(value)
}

/// Checks the rules of a value that was read out of text.
pub(crate) fn check_text(text: &str, value: &dyn Check, revision: Revision, tag: Option<Key>) -> Result<(), DecodeError> {
    check::check(value, revision).map_err(|violations| rule_error(&Source::new(text), violations, tag))
}

/// The error of what a parser found in a message with such a tag.
#[cold]
pub(crate) fn malformed(p: &mut Parser<'_>, tag: Option<Key>) -> DecodeError {
    malformed_in(&Source::new(p.text()), p, tag)
}

/// The error of what a parser found in a text that may not be the one that came.
#[cold]
fn malformed_in(source: &Source<'_>, p: &mut Parser<'_>, tag: Option<Key>) -> DecodeError {
    let mut faults = std::mem::take(&mut p.faults);
    for fault in &mut faults {
        fault.offset = source.origin(fault.offset);
    }
    let paths = pointer::pointers(source.original, &faults.iter().map(|fault| fault.offset).collect::<Vec<_>>());
    let omitted = p.faults_omitted + paths.iter().filter(|path| path.is_none()).count();
    let placed = |(Fault { offset, rule, message }, path): (Fault, Option<String>)| {
        Some(Violation { path: path?, rule, message, offset: Some(offset) })
    };
    let violations: Vec<Violation> = faults.into_iter().zip(paths).filter_map(placed).collect();
    let first = violations.first().map(|first| first.rule);
    let kind = match first {
        _ if p.too_deep => DecodeErrorKind::TooDeep,
        Some("malformed") => DecodeErrorKind::Syntax,
        Some("missing-tag") => DecodeErrorKind::MissingTag,
        Some("unknown-tag") => DecodeErrorKind::UnknownTag,
        _ => DecodeErrorKind::Shape,
    };
    let event = if first == Some("malformed") { None } else { event_of(source.text(), tag) };
    DecodeError::new(kind, event, Violations::new(violations, omitted))
}

#[cold]
fn rule_error(source: &Source<'_>, violations: Violations, tag: Option<Key>) -> DecodeError {
    /// Finding an offset walks over the text; the first few are what a person looks at.
    const PLACED: usize = 8;
    let omitted = violations.omitted();
    let mut list = violations.as_slice().to_vec();
    let paths: Vec<&str> = violations.iter().take(PLACED).map(|violation| violation.path.as_str()).collect();
    for (violation, offset) in list.iter_mut().zip(pointer::offsets(source.text(), &paths)) {
        violation.offset = Some(source.origin(offset));
    }
    DecodeError::new(DecodeErrorKind::Invariant, event_of(source.text(), tag), Violations::new(list, omitted))
}

/// The message's tag, for an error's text.
fn event_of(text: &str, tag: Option<Key>) -> Option<String> {
    tag_of(text, tag).map(|tag| tag.chars().take(64).collect())
}

/// The message's own tag, if its type has one and it is a string. Reads no further than the tag.
pub(crate) fn tag_of(text: &str, tag: Option<Key>) -> Option<Cow<'_, str>> {
    find_tags(&mut Parser::new(text, Mode::default()), [tag?]).ok()?.into_first()
}
