//! What the checks see of a value: whether it is there, and which scalar it is.
//!
//! A check says nothing of an absent member. So the helpers of [`Checker`](super::check::Checker) take
//! a member as its type has it, and the generated checks need not ask first.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Display;

use serde_json::Number;

use super::value::{Map, Presence};
use crate::{Integer, Json, Pointer, Timestamp, Uri};

/// A reference to a member of any presence: the value behind it, if it is there.
pub(crate) trait There<'v> {
    type Value: 'v;

    fn there(self) -> Option<&'v Self::Value>;
}

/// Makes references to values of these types always there.
macro_rules! there {
    ($($type:ty),* $(,)?) => {
        $(impl<'v> $crate::wire::there::There<'v> for &'v $type {
            type Value = $type;

            #[inline]
            fn there(self) -> Option<&'v $type> {
                Some(self)
            }
        })*
    };
}

there! { bool, u64, i64, Integer, Number, String, Timestamp, Uri, Pointer, Json }

impl<'v, 't> There<'v> for &'v &'t str {
    type Value = &'t str;

    #[inline]
    fn there(self) -> Option<&'v &'t str> {
        Some(self)
    }
}

impl<'v, T> There<'v> for &'v Vec<T> {
    type Value = Vec<T>;

    #[inline]
    fn there(self) -> Option<&'v Vec<T>> {
        Some(self)
    }
}

impl<'v, T> There<'v> for &'v Map<T> {
    type Value = Map<T>;

    #[inline]
    fn there(self) -> Option<&'v Map<T>> {
        Some(self)
    }
}

impl<'v, T> There<'v> for &'v Option<T> {
    type Value = T;

    #[inline]
    fn there(self) -> Option<&'v T> {
        self.as_ref()
    }
}

impl<'v, T> There<'v> for &'v Presence<T> {
    type Value = T;

    #[inline]
    fn there(self) -> Option<&'v T> {
        self.value()
    }
}

/// A value that is text.
pub(crate) trait Text {
    fn text(&self) -> &str;
}

impl Text for String {
    #[inline]
    fn text(&self) -> &str {
        self
    }
}

macro_rules! text {
    ($($type:ty),*) => {
        $(impl Text for $type {
            #[inline]
            fn text(&self) -> &str {
                self.as_str()
            }
        })*
    };
}

text! { Timestamp, Uri, Pointer }

/// An integer of any width.
pub(crate) trait Whole: Display {
    fn cmp_i128(&self, other: i128) -> Ordering;
}

impl Whole for u64 {
    #[inline]
    fn cmp_i128(&self, other: i128) -> Ordering {
        i128::from(*self).cmp(&other)
    }
}

impl Whole for i64 {
    #[inline]
    fn cmp_i128(&self, other: i128) -> Ordering {
        i128::from(*self).cmp(&other)
    }
}

impl Whole for Integer {
    fn cmp_i128(&self, other: i128) -> Ordering {
        Integer::cmp_i128(self, other)
    }
}

/// A value that messages show and rules compare with constants.
pub(crate) trait Scalar {
    fn words(&self) -> Cow<'_, str>;
}

impl Scalar for &str {
    fn words(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl Scalar for String {
    fn words(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

macro_rules! scalar {
    ($($type:ty),*) => {
        $(impl Scalar for $type {
            fn words(&self) -> Cow<'_, str> {
                Cow::Owned(self.to_string())
            }
        })*
    };
}

scalar! { bool, u64, i64 }

pub(crate) use there;
