//! Member names that are data.

use std::borrow::Cow;

/// A member name. Short ones, which is most, are kept in place: an object read costs no allocation a name.
#[derive(Clone, PartialEq)]
pub(crate) enum Name {
    /// The bytes behind the length are zero.
    Short { len: u8, bytes: [u8; Name::SHORT] },
    /// More than fits.
    Long(Box<str>),
}

impl Name {
    const SHORT: usize = 22;

    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        match self {
            // What was copied in is UTF-8.
            Self::Short { .. } => std::str::from_utf8(self.as_bytes()).unwrap_or_default(),
            Self::Long(text) => text,
        }
    }

    /// The name's text, for a comparison: [`Name::as_str`] looks at it first.
    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Short { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or_default(),
            Self::Long(text) => text.as_bytes(),
        }
    }

    #[inline]
    fn short(text: &str) -> Option<Self> {
        let mut bytes = [0; Self::SHORT];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Self::Short { len: text.len() as u8, bytes })
    }
}

impl From<Cow<'_, str>> for Name {
    #[inline]
    fn from(text: Cow<'_, str>) -> Self {
        Self::short(&text).unwrap_or_else(|| Self::Long(text.into()))
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self::short(&text).unwrap_or_else(|| Self::Long(text.into()))
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        match name {
            Name::Short { .. } => name.as_str().to_owned(),
            Name::Long(text) => text.into(),
        }
    }
}

impl std::fmt::Debug for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_str().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn a_name_of_any_length_stays_what_it_is() {
        for length in 0..40 {
            for unit in ["a", "é", "語"] {
                let text = unit.repeat(length);
                let name = Name::from(text.clone());
                assert_eq!(name.as_str(), text);
                assert_eq!(name, Name::from(std::borrow::Cow::Borrowed(text.as_str())));
            }
        }
        assert_ne!(Name::from("a".to_owned()), Name::from("a\0".to_owned()));
        assert_eq!(std::mem::size_of::<Name>(), std::mem::size_of::<String>());
    }
}
