//! Canonical events and the canonical text of contexts: what the protocol derives from its messages.

use super::{CanonicalEvent, CanonicalEventWire, ContextEnvelope};
use crate::codec::{decode_text, read_text};
use crate::error::{DecodeError, Violations};
use crate::wire::value::Codec;
use crate::wire::writer::Writer;
use crate::{Revision, Wire};

impl CanonicalEventWire {
    /// The event with its payload as the type that belongs to it ("Event type to payload").
    ///
    /// # Errors
    /// [`DecodeError`] if the open payload is not a valid payload of that type: the wire's own verdict
    /// does not ask for it.
    ///
    /// ```
    /// use agentwire::{octo, Wire};
    ///
    /// let wire = octo::CanonicalEventWire::decode(
    ///     br#"{"protocolVersion":2,"type":"model_step.started","payload":{"stepId":"s1"}}"#,
    /// )?;
    /// let octo::CanonicalEvent::ModelStepStarted(step) = wire.typed()? else { unreachable!() };
    /// assert_eq!(step.step_id, "s1");
    /// # Ok::<(), agentwire::DecodeError>(())
    /// ```
    pub fn typed(&self) -> Result<CanonicalEvent, DecodeError> {
        decode_text(&text_of(self), Revision::Draft)
    }
}

impl TryFrom<CanonicalEvent> for CanonicalEventWire {
    type Error = DecodeError;

    /// The event with its payload open, as frames carry it.
    ///
    /// Fails for the open payloads (`ModelStep*`, `ToolCall*`) that have an unknown member which the open
    /// payload knows with another type: such an event is valid alone and in no frame.
    fn try_from(event: CanonicalEvent) -> Result<Self, DecodeError> {
        read_text(&text_of(&event))
    }
}

impl ContextEnvelope {
    /// The envelope's canonical JSON text: members sorted, numbers and strings as ECMAScript writes them
    /// ("Canonical text and context_hash").
    ///
    /// # Errors
    /// [`Violations`] if the envelope is not valid: it has no canonical text then.
    pub fn canonical_json(&self) -> Result<String, Violations> {
        self.check()?;
        Ok(crate::canonical::canonical(text_of(self).as_bytes()))
    }

    /// `sha256:` and the lower-case hexadecimal SHA-256 of [`ContextEnvelope::canonical_json`].
    ///
    /// # Errors
    /// As [`ContextEnvelope::canonical_json`].
    ///
    /// ```
    /// use agentwire::{octo::ContextEnvelope, Wire};
    ///
    /// let empty = ContextEnvelope::decode(br#"{"items":[],"schema":"octo.context-envelope/v3"}"#)?;
    /// assert_eq!(empty.context_hash()?, "sha256:624f7d27835b8a6cf7952ff55a7ac1bab57c1ea589b785d678f7370df089bf76");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn context_hash(&self) -> Result<String, Violations> {
        let digest = hmac_sha256::Hash::hash(self.canonical_json()?.as_bytes());
        let hex: String =
            digest.iter().flat_map(|byte| [byte >> 4, byte & 15]).filter_map(|digit| char::from_digit(digit.into(), 16)).collect();
        Ok(format!("sha256:{hex}"))
    }
}

fn text_of<T: Codec>(value: &T) -> String {
    let mut text = Vec::new();
    value.write(&mut Writer::new(&mut text));
    // The writer puts out UTF-8 only.
    String::from_utf8(text).unwrap_or_default()
}
