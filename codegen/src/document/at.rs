//! Values that remember where they stood, and tables that remember their order.

use std::ops::Deref;

use super::{Read, Value};
use crate::CodegenError;

/// A value and the byte offset it starts at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) offset: usize,
}

impl<T> Deref for At<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Read> Read for At<T> {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        Ok(At { value: T::read(value)?, offset: value.offset() })
    }
}

/// A table with names of the author's choosing, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entries<T>(pub(crate) Vec<(At<String>, T)>);

impl<T> Entries<T> {
    pub(crate) fn get(&self, name: &str) -> Option<&T> {
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

impl<T: Read> Read for Entries<T> {
    fn read(value: &Value<'_>) -> Result<Self, CodegenError> {
        let mut entries = Vec::new();
        for (key, offset, below) in value.entries()? {
            entries.push((At { value: key.to_owned(), offset }, T::read(&below)?));
        }
        Ok(Entries(entries))
    }
}
