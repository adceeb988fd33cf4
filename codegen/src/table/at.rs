//! Values that remember where they stood, and tables that remember their order.
//! Relies on `toml::Spanned`, which only works where serde does not buffer: no `untagged`, no `flatten`.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// A value and the byte offset it starts at.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct At<T> {
    pub(super) value: T,
    pub(super) offset: usize,
}

impl<T> Deref for At<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = toml::Spanned::<T>::deserialize(deserializer)?;
        let offset = spanned.span().start;
        Ok(At { value: spanned.into_inner(), offset })
    }
}

/// A TOML table with names of the author's choosing, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entries<T>(pub(super) Vec<(At<String>, T)>);

impl<T> Entries<T> {
    pub(super) fn get(&self, name: &str) -> Option<&T> {
        let found = self.iter().find(|(key, _)| key.value == name);
        found.map(|(_, value)| value)
    }
}

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Entries(Vec::new())
    }
}

impl<T> Deref for Entries<T> {
    type Target = [(At<String>, T)];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for InOrder<T> {
            type Value = Entries<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(InOrder(PhantomData))
    }
}
