//! Takes the file as it was written, gives a [`Table`] in which every type is of one kind.
//! Afterwards nobody looks at the file's optional keys again.

use super::format::{Event, File, Values};
use super::kind;
use super::member::Member;
use super::rule::Rule;
use super::type_expr::TypeExpr;
use crate::document::{dotted, At, Entries, Source};
use crate::CodegenError;

/// An event table that has been read and checked, ready to be lowered.
#[derive(Clone, Debug)]
pub struct Table {
    pub(super) source: Source,
    pub(super) file: File,
    pub(super) types: Vec<Definition>,
}

/// One `[type.Name]`.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) name: At<String>,
    pub(super) doc: Option<String>,
    pub(super) kind: Kind,
}

/// What a type is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Object(Object),
    Values(Values),
    Union { tag: At<String>, arms: Vec<At<String>> },
    OneOf(Vec<At<TypeExpr>>),
    Alias { member: Box<Member>, null_until: Option<At<String>> },
    Identifier,
}

/// An object with declared members.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub(super) open: bool,
    pub(super) required: Entries<Member>,
    pub(super) optional: Entries<Member>,
    pub(super) forbid: Vec<At<String>>,
    pub(super) rules: Vec<At<Rule>>,
}

/// The members that one object on the wire may have: of an event, the envelope or a type.
pub(super) struct Shape<'a> {
    /// Dotted key of the table that the members stand in.
    pub(super) key: Vec<&'a str>,
    /// Name on the wire, for an event.
    pub(super) event: Option<&'a str>,
    pub(super) open: bool,
    pub(super) fields: Vec<Field<'a>>,
    pub(super) forbid: &'a [At<String>],
    pub(super) rules: &'a [At<Rule>],
}

/// One member of a shape.
#[derive(Clone)]
pub(super) struct Field<'a> {
    /// Dotted key of the place where its type is written.
    pub(super) key: Vec<&'a str>,
    pub(super) name: &'a At<String>,
    pub(super) member: &'a Member,
    pub(super) required: bool,
    /// Whether it was declared by the event or the type itself, not by the envelope.
    pub(super) own: bool,
}

impl<'a> Shape<'a> {
    pub(super) fn field(&self, name: &str) -> Option<&Field<'a>> {
        self.fields.iter().find(|field| field.name.value == name)
    }
}

/// Members in the order of the file: required, then optional.
fn fields<'a>(key: &[&'a str], required: &'a Entries<Member>, optional: &'a Entries<Member>, own: bool) -> Vec<Field<'a>> {
    let required = required.iter().map(|entry| (entry, "required"));
    let optional = optional.iter().map(|entry| (entry, "optional"));
    let all = required.chain(optional);
    let all =
        all.map(|((name, member), part)| Field { key: [key, &[part, name]].concat(), name, member, required: part == "required", own });
    all.collect()
}

impl Table {
    pub(super) fn new(source: Source, mut file: File) -> Result<Self, CodegenError> {
        let mut types = Vec::new();
        for (name, mut r#type) in std::mem::take(&mut file.r#type).0 {
            let doc = r#type.doc.take();
            let kind = kind::of(r#type, &name).map_err(|fault| {
                let key = [Some("type"), Some(name.as_str()), fault.key];
                let key: Vec<&str> = key.into_iter().flatten().collect();
                source.error(fault.offset, dotted(&key), fault.message)
            })?;
            types.push(Definition { name, doc, kind });
        }
        Ok(Table { source, file, types })
    }

    /// Name of the protocol: of its Rust module and on the command line.
    pub fn protocol(&self) -> &str {
        &self.file.protocol
    }

    pub(super) fn find(&self, name: &str) -> Option<&Definition> {
        self.types.iter().find(|r#type| r#type.name.value == name)
    }

    /// The type that an expression comes down to once the names of aliases are followed.
    /// Relies on there being no alias of itself, which is checked first.
    pub(super) fn resolve<'a>(&'a self, expr: &'a TypeExpr) -> Resolved<'a> {
        let mut expr = expr;
        loop {
            let TypeExpr::Name(name) = expr else {
                return Resolved::Expr(expr);
            };
            match self.find(name).map(|found| &found.kind) {
                Some(Kind::Alias { member, .. }) => expr = &member.expr,
                Some(kind) => return Resolved::Kind(kind),
                None => return Resolved::Expr(expr),
            }
        }
    }

    /// Whether a pattern constrains the member, itself or through an alias.
    pub(super) fn has_pattern(&self, member: &Member) -> bool {
        let aliased = member.expr.name().and_then(|name| self.find(name));
        let aliased = aliased.map(|found| &found.kind);
        match aliased {
            _ if member.constraints.pattern.is_some() => true,
            Some(Kind::Alias { member, .. }) => self.has_pattern(member),
            _ => false,
        }
    }

    pub(super) fn envelope_shape(&self) -> Option<Shape<'_>> {
        let envelope = self.file.envelope.as_ref()?;
        let key = vec!["envelope"];
        Some(Shape {
            event: None,
            open: envelope.open,
            fields: fields(&key, &envelope.required, &envelope.optional, false),
            forbid: &[],
            rules: &[],
            key,
        })
    }

    /// The whole event, flat as on the wire: envelope members first, `type` itself left out.
    pub(super) fn event_shape<'a>(&'a self, name: &'a str, event: &'a Event) -> Shape<'a> {
        let key = vec!["event", name];
        let own = fields(&key, &event.required, &event.optional, true);
        let redeclared = |name: &str| own.iter().any(|field| field.name.value == name);
        let removed = |name: &str| event.without.iter().any(|without| without.value == name);
        let (open, inherited) = match self.envelope_shape() {
            Some(envelope) => (envelope.open, envelope.fields),
            None => (false, Vec::new()),
        };
        let mut all = Vec::new();
        for mut field in inherited {
            if redeclared(field.name) || removed(field.name) {
                continue;
            }
            if let Some(narrow) = event.narrow.get(field.name) {
                field.member = narrow;
                field.key = [&key[..], &["narrow", field.name]].concat();
            }
            all.push(field);
        }
        all.extend(own);
        Shape { event: Some(name), open, fields: all, forbid: &event.forbid, rules: &event.rules, key }
    }
}

impl Object {
    pub(super) fn shape<'a>(&'a self, name: &'a str) -> Shape<'a> {
        let key = vec!["type", name];
        Shape {
            event: None,
            open: self.open,
            fields: fields(&key, &self.required, &self.optional, true),
            forbid: &self.forbid,
            rules: &self.rules,
            key,
        }
    }
}

/// What stands behind a type expression.
#[derive(Clone, Copy)]
pub(super) enum Resolved<'a> {
    /// A type of the file that is not an alias.
    Kind(&'a Kind),
    /// A word, list, map or constant; or a name that nobody defines.
    Expr(&'a TypeExpr),
}
