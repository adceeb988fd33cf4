//! The message types by name, for programs that learn the type at run time.

use crate::codec::{decode_text, utf8, Message};
use crate::error::DecodeError;
use crate::{Note, Received, Revision, Tolerance, Violations, Wire};

/// A message type that can be named at run time.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    name: &'static str,
    check: fn(&[u8], Revision) -> Result<(), DecodeError>,
    check_tolerant: fn(&[u8], Tolerance, Revision) -> Result<Vec<Note>, DecodeError>,
    recode: fn(&[u8]) -> Result<String, DecodeError>,
}

impl Type {
    pub(crate) const fn of<T: Message>(name: &'static str) -> Self {
        Self { name, check: check::<T>, check_tolerant: check_tolerant::<T>, recode: recode::<T> }
    }

    /// Name of the type, as the protocol has it.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Decodes and checks a message in one revision.
    ///
    /// # Errors
    /// As [`Wire::decode`].
    pub fn check(&self, bytes: &[u8], revision: Revision) -> Result<(), DecodeError> {
        (self.check)(bytes, revision)
    }

    /// Decodes a message tolerantly and gives the notes on what was set aside.
    ///
    /// # Errors
    /// As [`Wire::decode_tolerant`].
    pub fn check_tolerant(&self, bytes: &[u8], tolerance: Tolerance, revision: Revision) -> Result<Vec<Note>, DecodeError> {
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

fn check<T: Message>(bytes: &[u8], revision: Revision) -> Result<(), DecodeError> {
    decode_text::<T>(utf8(bytes)?, revision).map(drop)
}

fn check_tolerant<T: Message>(bytes: &[u8], tolerance: Tolerance, revision: Revision) -> Result<Vec<Note>, DecodeError> {
    let tolerant = T::decode_tolerant_with(bytes, tolerance)?;
    if let Received::Known(value) = &tolerant.message {
        value.check_revision(revision).map_err(DecodeError::from_rules)?;
    }
    Ok(tolerant.notes)
}

fn recode<T: Message>(bytes: &[u8]) -> Result<String, DecodeError> {
    let value = T::decode(bytes)?;
    value.encode().map_err(|violations: Violations| DecodeError::from_rules(violations))
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
