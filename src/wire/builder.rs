//! Builders: typed construction, in which a missing member does not compile.
//!
//! A builder has the slots that the decoder fills, and one type parameter for each member that has to be
//! there: first the member's own marker (`member::call`), then [`Set`](crate::builders::Set). What a user sees of
//! it stands in [`crate::builders`].

use super::object::Object;
use crate::Extra;

/// Defines the builder of a struct from its members' names, types and presence.
///
/// ```text
/// builder! { Name by NameBuilder closed {
///     required id: String; optional parts: Vec<Part> as list; nullable note: String; tristate count: u64 as number;
/// } }
/// ```
/// A value is anything that turns into the member's type; of a list (`as list`) anything that gives its
/// elements; of an integer (`as number`) the integer itself, for a literal could turn into one in several ways.
macro_rules! builder {
    ($name:ident by $builder:ident $openness:ident { $($presence:ident $field:ident: $type:ty $(as $how:ident)?;)* }) => {
        $crate::wire::builder::builder! {
            @sort [$name $builder $openness] [] [] $(($presence $field [$presence $($how)?] $type))*
        }
    };

    // Which members have to be there?
    (@sort $names:tt [$($has_to:tt)*] $may:tt (required $($member:tt)*) $($rest:tt)*) => {
        $crate::wire::builder::builder! { @sort $names [$($has_to)* ($($member)*)] $may $($rest)* }
    };
    (@sort $names:tt [$($has_to:tt)*] $may:tt (nullable $($member:tt)*) $($rest:tt)*) => {
        $crate::wire::builder::builder! { @sort $names [$($has_to)* ($($member)*)] $may $($rest)* }
    };
    (@sort $names:tt $has_to:tt [$($may:tt)*] ($presence:ident $($member:tt)*) $($rest:tt)*) => {
        $crate::wire::builder::builder! { @sort $names $has_to [$($may)* ($($member)*)] $($rest)* }
    };

    (@sort [$name:ident $builder:ident $openness:ident]
        [$(($required:ident $required_how:tt $required_type:ty))*] [$(($field:ident $how:tt $type:ty))*]
    ) => {
        #[doc = concat!("Builds a [`", stringify!($name), "`], member by member.")]
        #[must_use = "a builder makes nothing before `build`"]
        #[allow(non_camel_case_types)]
        pub struct $builder<$($required),*> {
            slots: <$name as $crate::wire::object::Object>::Slots,
            extra: $crate::Extra,
            state: std::marker::PhantomData<fn() -> ($($required,)*)>,
        }

        impl $name {
            /// Starts building; a required member that is not set does not compile.
            pub fn builder() -> $builder<$(member::$required),*> {
                $builder { slots: Default::default(), extra: Default::default(), state: std::marker::PhantomData }
            }
        }

        #[allow(non_camel_case_types)]
        impl<$($required),*> $builder<$($required),*> {
            $($crate::wire::builder::optional! { $name $field $how $type })*
            $crate::wire::builder::unknown! { $name $openness }
            $crate::wire::builder::builder! { @required $name $builder [] $(($required $required_how $required_type))* }

            /// The message, once every required member is set.
            pub fn build(self) -> $name
            where
                $($required: $crate::builders::IsSet,)*
            {
                $crate::wire::builder::built(self.slots, self.extra)
            }
        }
    };

    // One required member after the other, with those before and behind it.
    (@required $name:ident $builder:ident [$($before:ident)*]) => {};
    (@required $name:ident $builder:ident [$($before:ident)*]
        ($field:ident [$presence:ident $($how:ident)?] $type:ty) $(($after:ident $after_how:tt $after_type:ty))*
    ) => {
            #[doc = $crate::wire::builder::sets!($name $field "required")]
            pub fn $field(
                mut self,
                value: $crate::wire::builder::argument!([$presence $($how)?] $type),
            ) -> $builder<$($before,)* $crate::builders::Set, $($after),*>
            where
                $field: $crate::builders::IsUnset,
            {
                self.slots.$field = $crate::wire::builder::filled!([$presence $($how)?] value);
                $builder { slots: self.slots, extra: self.extra, state: std::marker::PhantomData }
            }

        $crate::wire::builder::builder! {
            @required $name $builder [$($before)* $field] $(($after $after_how $after_type))*
        }
    };
}

/// What a builder makes when its type says that every required member is set.
pub(crate) fn built<T: Object>(slots: T::Slots, extra: Extra) -> T {
    match T::finish(slots, extra) {
        Some(value) => value,
        None => unreachable!("a builder without a required member does not build"),
    }
}

/// The setter of a member that may be absent.
macro_rules! optional {
    ($name:ident $field:ident [optional list] $type:ty) => {
        #[doc = $crate::wire::builder::sets!($name $field "the elements, or an `Option` of them")]
        pub fn $field<Form>(mut self, value: impl $crate::builders::IntoOptionalList<<$type as IntoIterator>::Item, Form>) -> Self {
            self.slots.$field = $crate::wire::object::Optional(value.into_optional_list());
            self
        }
    };
    ($name:ident $field:ident [optional number] $type:ty) => {
        #[doc = $crate::wire::builder::sets!($name $field "the value, or an `Option` of it")]
        pub fn $field(mut self, value: impl Into<Option<$type>>) -> Self {
            self.slots.$field = $crate::wire::object::Optional(value.into());
            self
        }
    };
    ($name:ident $field:ident [optional] $type:ty) => {
        #[doc = $crate::wire::builder::sets!($name $field "the value, or an `Option` of it")]
        pub fn $field<Form>(mut self, value: impl $crate::builders::IntoOptional<$type, Form>) -> Self {
            self.slots.$field = $crate::wire::object::Optional(value.into_optional());
            self
        }
    };
    ($name:ident $field:ident [tristate $($how:ident)?] $type:ty) => {
        #[doc = $crate::wire::builder::sets!($name $field "a value, or any `Presence`")]
        pub fn $field(mut self, value: impl Into<$crate::Presence<$type>>) -> Self {
            self.slots.$field = $crate::wire::object::Tristate(value.into());
            self
        }
    };
}

/// The setter of the unknown members, for an object that keeps them.
macro_rules! unknown {
    ($name:ident open) => {
        #[doc = $crate::wire::builder::sets!($name extra "members that the protocol does not describe")]
        pub fn extra(mut self, extra: impl Into<$crate::Extra>) -> Self {
            self.extra = extra.into();
            self
        }
    };
    ($name:ident $closed:ident) => {};
}

/// Defines the markers of a protocol's required members.
macro_rules! markers {
    ($($member:ident,)*) => {
        $(
            pub enum $member {}
            impl $crate::builders::IsUnset for $member {}
        )*
    };
}

/// The documentation of a setter.
macro_rules! sets {
    ($name:ident $field:ident $what:literal) => {
        concat!("Sets [`", stringify!($field), "`](", stringify!($name), "::", stringify!($field), "): ", $what, ".")
    };
}

/// What the setter of a required member takes.
macro_rules! argument {
    ([required list] $type:ty) => { impl IntoIterator<Item = <$type as IntoIterator>::Item> };
    ([required number] $type:ty) => { $type };
    ([required] $type:ty) => { impl Into<$type> };
    ([nullable $($how:ident)?] $type:ty) => { impl Into<Option<$type>> };
}

/// The slot of a required member, filled with what its setter took.
macro_rules! filled {
    ([required list] $value:ident) => {
        $crate::wire::object::Required(Some($value.into_iter().collect()))
    };
    ([required number] $value:ident) => {
        $crate::wire::object::Required(Some($value))
    };
    ([required] $value:ident) => {
        $crate::wire::object::Required(Some($value.into()))
    };
    ([nullable $($how:ident)?] $value:ident) => {
        $crate::wire::object::Nullable(Some($value.into()))
    };
}

pub(crate) use {argument, builder, filled, markers, optional, sets, unknown};
