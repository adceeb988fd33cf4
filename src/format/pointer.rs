//! RFC 6901 JSON pointers.

/// A JSON pointer: the empty string, or tokens each led by `/`, in which `~` is followed by `0` or `1` only.
///
/// ```
/// use agentwire::Pointer;
///
/// assert!(Pointer::parse("/items/-").is_ok());
/// assert!(Pointer::parse("items/0").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pointer(String);

super::format_type!(Pointer, "a JSON pointer (RFC 6901)", is_pointer);

fn is_pointer(text: &str) -> bool {
    let escapes = |token: &str| token.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    text.is_empty() || (text.starts_with('/') && escapes(text))
}
