//! What the builders are made of (feature `builders`).
//!
//! Every struct of a message has a builder, which [`ahp::Envelope::builder`](crate::ahp::Envelope::builder) and its
//! like start. A required member has to be set, once; the builder's type says which ones still are not, and it has
//! no `build` before all are.
//!
//! A setter takes whatever turns into the member's type, such as `&str` for a `String`. For a list it takes
//! anything that gives the elements, for an integer the integer. An optional member's also takes an `Option`.
//!
//! ```
//! use agentwire::ag_ui;
//!
//! let parent: Option<String> = None;
//! let start = ag_ui::ToolCallStart::builder()
//!     .tool_call_id("call-1")
//!     .tool_call_name("search")
//!     .parent_message_id(parent)
//!     .build();
//! assert_eq!(start.parent_message_id, None);
//! ```

/// The state of a required member that has its value.
#[derive(Debug)]
pub enum Set {}

/// The state of a required member with which the message can be built: [`Set`], and no other.
#[diagnostic::on_unimplemented(
    message = "the required member `{Self}` is not set",
    label = "`{Self}` has to be set before this",
    note = "a builder has a method of that name"
)]
pub trait IsSet {}

impl IsSet for Set {}

/// The state of a required member that can be set: its own marker (`ahp::member::call`), and not [`Set`].
#[diagnostic::on_unimplemented(message = "the required member is set already", label = "set a second time here")]
pub trait IsUnset {}

/// What an optional member can be set to: its value, or an `Option` of it.
///
/// `Form` tells the two apart, and the compiler finds it out.
#[diagnostic::on_unimplemented(message = "`{Self}` is neither a value for `{T}` nor an `Option` of one")]
pub trait IntoOptional<T, Form> {
    /// The value, if there is one.
    fn into_optional(self) -> Option<T>;
}

/// What an optional list can be set to: anything that gives its elements, or an `Option` of that.
///
/// `Form` tells the two apart, and the compiler finds it out.
#[diagnostic::on_unimplemented(message = "`{Self}` neither gives elements `{T}`, nor is it an `Option` of what does")]
pub trait IntoOptionalList<T, Form> {
    /// The list, if there is one.
    fn into_optional_list(self) -> Option<Vec<T>>;
}

/// The value itself: a `Form` of [`IntoOptional`].
#[derive(Debug)]
pub enum Value {}

/// An `Option` of the value: a `Form` of [`IntoOptional`].
#[derive(Debug)]
pub enum Maybe {}

impl<T, V: Into<T>> IntoOptional<T, Value> for V {
    fn into_optional(self) -> Option<T> {
        Some(self.into())
    }
}

impl<T, V: Into<T>> IntoOptional<T, Maybe> for Option<V> {
    fn into_optional(self) -> Option<T> {
        self.map(Into::into)
    }
}

impl<T, V: IntoIterator<Item = T>> IntoOptionalList<T, Value> for V {
    fn into_optional_list(self) -> Option<Vec<T>> {
        Some(self.into_iter().collect())
    }
}

impl<T, V: IntoIterator<Item = T>> IntoOptionalList<T, Maybe> for Option<V> {
    fn into_optional_list(self) -> Option<Vec<T>> {
        self.map(|elements| elements.into_iter().collect())
    }
}
