//! What the back end knows after lowering: plain data, one entry per Rust type, in schema order.

use std::collections::BTreeSet;

use serde_json::Value;

/// Everything that becomes one Rust module.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Types in the order in which they are printed.
    pub(crate) types: Vec<TypePlan>,
}

impl Plan {
    /// The type called `name`.
    pub(crate) fn find(&self, name: &str) -> Option<&TypePlan> {
        self.types.iter().find(|known| known.name == name)
    }

    /// The events of the module.
    fn events(&self) -> impl Iterator<Item = &EventPlan> {
        self.types.iter().filter_map(|ty| if let Shape::Event(event) = &ty.shape { Some(event) } else { None })
    }

    /// The envelope beside which the type called `name` stands, if it is the body of an event.
    pub(crate) fn envelope_of(&self, name: &str) -> Option<&TypePlan> {
        let event = self.events().find(|event| event.arms.iter().any(|arm| arm.body == name))?;
        self.find(&event.envelope)
    }

    /// The types of the runtime that the plan's types are made of.
    pub(crate) fn runtime_types(&self) -> BTreeSet<&'static str> {
        let mut names = BTreeSet::new();
        for ty in &self.types {
            match &ty.shape {
                Shape::Object(object) => {
                    names.extend((object.openness == Openness::Open).then_some("Extra"));
                    for member in &object.members {
                        names.extend((member.presence == Presence::Tristate).then_some("Presence"));
                        member.ty.runtime_types(&mut names);
                    }
                }
                Shape::Union(union) => {
                    for arm in &union.arms {
                        if let Holds::Content { ty, .. } = &arm.holds {
                            ty.runtime_types(&mut names);
                        }
                    }
                }
                Shape::ByType(arms) => arms.iter().for_each(|(_, ty)| ty.runtime_types(&mut names)),
                Shape::Newtype(ty) => ty.runtime_types(&mut names),
                Shape::Enum(_) | Shape::Identifier | Shape::Event(_) => {}
            }
        }
        names
    }

    /// Whether the type called `name` is the envelope of events.
    pub(crate) fn is_envelope(&self, name: &str) -> bool {
        self.events().any(|event| event.envelope == name)
    }
}

/// One Rust type.
#[derive(Clone, Debug)]
pub(crate) struct TypePlan {
    /// Rust name.
    pub(crate) name: String,
    /// JSON pointer of the schema it comes from.
    pub(crate) pointer: String,
    /// Documentation, one paragraph.
    pub(crate) doc: String,
    /// What it is made of.
    pub(crate) shape: Shape,
    /// The schema it has to satisfy; its rules are compiled from this.
    pub(crate) schema: Value,
    /// Whether it is a message of its own: a definition that the command line can name.
    pub(crate) root: bool,
    /// Its part of the compatibility table, if a tolerant decoder looks for retired shapes in it.
    pub(crate) retired: Option<String>,
}

/// What a type is made of.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// An object with named members.
    Object(ObjectPlan),
    /// A closed set of strings.
    Enum(Vec<EnumValue>),
    /// A union of objects told apart by tags.
    Union(UnionPlan),
    /// A union told apart by JSON type.
    ByType(Vec<(Kind, TypeRef)>),
    /// A list, a map or a narrowed type under a name of its own.
    Newtype(TypeRef),
    /// An opaque string with a type of its own.
    Identifier,
    /// Envelope and body, flat on the wire.
    Event(EventPlan),
}

/// A value of a closed set of strings.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EnumValue {
    /// The string on the wire.
    pub(crate) wire: String,
    /// Documentation, if the schema has any.
    pub(crate) doc: Option<String>,
}

/// JSON types as the reader tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `true` or `false`.
    Boolean,
    /// Any number.
    Number,
    /// Any string.
    String,
    /// Any array.
    Array,
    /// Any object.
    Object,
}

/// An object type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ObjectPlan {
    /// What happens to unknown members.
    pub(crate) openness: Openness,
    /// Members that always have one value.
    pub(crate) constants: Vec<(String, Constant)>,
    /// The others, in schema order.
    pub(crate) members: Vec<Member>,
}

impl ObjectPlan {
    /// The member whose wire name is `wire`.
    pub(crate) fn member(&self, wire: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.wire == wire)
    }

    /// The value of the constant member `wire`.
    pub(crate) fn constant(&self, wire: &str) -> Option<&Constant> {
        self.constants.iter().find(|(name, _)| name == wire).map(|(_, constant)| constant)
    }
}

/// What an object does with members it does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Openness {
    /// Keeps them.
    Open,
    /// Refuses them.
    Closed,
    /// Leaves them to the envelope beside which it stands.
    Part,
}

/// The value of a constant member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    /// A string.
    Text(String),
    /// An integer.
    Number(i64),
    /// `true`.
    True,
}

/// A member that becomes a field.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// Name on the wire.
    pub(crate) wire: String,
    /// Name of the field; filled in by the shape printer.
    pub(crate) field: String,
    /// Whether it may be absent or null.
    pub(crate) presence: Presence,
    /// Type of its value.
    pub(crate) ty: TypeRef,
    /// Documentation, if the schema has any.
    pub(crate) doc: Option<String>,
    /// The member's own schema.
    pub(crate) schema: Value,
    /// Where that schema stands.
    pub(crate) pointer: String,
}

impl PartialEq for Member {
    /// Equal in Rust: documentation and place do not count.
    fn eq(&self, other: &Self) -> bool {
        (&self.wire, self.presence, &self.ty) == (&other.wire, other.presence, &other.ty)
    }
}

/// Whether a member may be absent or null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Always there.
    Required,
    /// May be absent.
    Optional,
    /// Always there, may be null.
    Nullable,
    /// May be absent or null.
    Tristate,
}

/// A union of objects.
#[derive(Clone, Debug)]
pub(crate) struct UnionPlan {
    /// Members that tell the arms apart.
    pub(crate) tags: Vec<String>,
    /// The arms, in schema order.
    pub(crate) arms: Vec<Arm>,
}

/// One arm of a union.
#[derive(Clone, Debug)]
pub(crate) struct Arm {
    /// Name of the variant.
    pub(crate) variant: String,
    /// Values of the tags: for each the values it may have, or none if it may have any.
    pub(crate) values: Vec<Vec<String>>,
    /// What the variant holds.
    pub(crate) holds: Holds,
    /// Documentation.
    pub(crate) doc: Option<String>,
}

/// What a variant holds.
#[derive(Clone, Debug)]
pub(crate) enum Holds {
    /// Nothing: the arm is these constants.
    Unit(Vec<(String, Constant)>),
    /// An object type.
    Object(String),
    /// The value of one member; the arm's others are constants.
    Content {
        /// Wire name of that member.
        member: String,
        /// Its type.
        ty: TypeRef,
        /// The other members.
        constants: Vec<(String, Constant)>,
    },
}

/// Events of one envelope.
#[derive(Clone, Debug)]
pub(crate) struct EventPlan {
    /// Wire name of the tag.
    pub(crate) tag: String,
    /// Name of the envelope's type.
    pub(crate) envelope: String,
    /// The events, in the table's order.
    pub(crate) arms: Vec<EventArm>,
}

/// One event.
#[derive(Clone, Debug)]
pub(crate) struct EventArm {
    /// Value of the tag.
    pub(crate) value: String,
    /// Name of the body's type, and of the variant.
    pub(crate) body: String,
    /// Members of the envelope that the event does not have.
    pub(crate) hidden: Vec<String>,
    /// First sentence of the documentation.
    pub(crate) doc: String,
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypeRef {
    /// A type of the plan.
    Named(String),
    /// `String`.
    String,
    /// `Timestamp`.
    Timestamp,
    /// `Uri`.
    Uri,
    /// `Pointer`.
    Pointer,
    /// `bool`.
    Bool,
    /// `u64`.
    U64,
    /// `i64`.
    I64,
    /// An integer that the schema gives no upper bound.
    Integer,
    /// `Number`.
    Number,
    /// Any JSON.
    Json,
    /// Any JSON object.
    JsonObject,
    /// The constant `true`.
    True,
    /// `Vec<T>`.
    List(Box<TypeRef>),
    /// `Map<T>`.
    Map(Box<TypeRef>),
}

impl TypeRef {
    /// The type as Rust writes it.
    pub(crate) fn rust(&self) -> String {
        match self {
            Self::Named(name) => name.clone(),
            Self::String => "String".into(),
            Self::Timestamp => "Timestamp".into(),
            Self::Uri => "Uri".into(),
            Self::Pointer => "Pointer".into(),
            Self::Bool => "bool".into(),
            Self::U64 => "u64".into(),
            Self::I64 => "i64".into(),
            Self::Integer => "Integer".into(),
            Self::Number => "Number".into(),
            Self::Json => "Json".into(),
            Self::JsonObject => "JsonObject".into(),
            Self::True => "True".into(),
            Self::List(item) => format!("Vec<{}>", item.rust()),
            Self::Map(value) => format!("Map<{}>", value.rust()),
        }
    }

    /// The type of the plan that it is, or that its elements are.
    pub(crate) fn named(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            Self::List(inner) | Self::Map(inner) => inner.named(),
            _ => None,
        }
    }

    /// Adds the types of the runtime that it is made of.
    fn runtime_types(&self, names: &mut BTreeSet<&'static str>) {
        match self {
            Self::Named(_) | Self::String | Self::Bool | Self::U64 | Self::I64 => {}
            Self::Timestamp => drop(names.insert("Timestamp")),
            Self::Uri => drop(names.insert("Uri")),
            Self::Pointer => drop(names.insert("Pointer")),
            Self::Integer => drop(names.insert("Integer")),
            Self::Number => drop(names.insert("Number")),
            Self::Json => drop(names.insert("Json")),
            Self::JsonObject => drop(names.insert("JsonObject")),
            Self::True => drop(names.insert("True")),
            Self::List(inner) => inner.runtime_types(names),
            Self::Map(inner) => {
                names.insert("Map");
                inner.runtime_types(names);
            }
        }
    }

    /// The JSON type of its values.
    pub(crate) fn kind(&self, plan: &Plan) -> Option<Kind> {
        Some(match self {
            Self::String | Self::Timestamp | Self::Uri | Self::Pointer => Kind::String,
            Self::Bool | Self::True => Kind::Boolean,
            Self::U64 | Self::I64 | Self::Integer | Self::Number => Kind::Number,
            Self::JsonObject | Self::Map(_) => Kind::Object,
            Self::List(_) => Kind::Array,
            Self::Json => return None,
            Self::Named(name) => match &plan.find(name)?.shape {
                Shape::Enum(_) | Shape::Identifier => Kind::String,
                Shape::Object(_) | Shape::Union(_) | Shape::Event(_) => Kind::Object,
                Shape::Newtype(inner) => inner.kind(plan)?,
                Shape::ByType(_) => return None,
            },
        })
    }
}
