//! Takes checked rows, gives for every message type the tree of the places where a row may apply: through
//! members, lists and unions, down to the member or part that was retired. What leads nowhere is left out.

use std::collections::HashSet;

use super::followed;
use super::rows::{Null, Owner, Revision, Rows};
use crate::document::Source;
use crate::table::lower::TAG;
use crate::table::model::{Kind, Shape, Table};
use crate::table::type_expr::TypeExpr;
use crate::CodegenError;

/// A message type in which something may be retired.
pub(super) struct Root {
    pub(super) r#type: String,
    pub(super) place: Place,
}

impl Root {
    /// Name of the type's part of the table.
    pub(super) fn constant(&self) -> String {
        heck::ToShoutySnakeCase::to_shouty_snake_case(self.r#type.as_str())
    }
}

/// What may stand in one place.
#[derive(Clone, Default)]
pub(super) struct Place {
    /// The elements of a list.
    pub(super) elements: Option<Box<Place>>,
    /// The member that tells objects apart; none if they are of one kind.
    pub(super) tag: Option<String>,
    /// The objects, by tag.
    pub(super) objects: Vec<Arm>,
}

impl Place {
    fn is_empty(&self) -> bool {
        self.elements.is_none() && self.objects.is_empty()
    }
}

/// An object in a place.
#[derive(Clone)]
pub(super) struct Arm {
    pub(super) value: String,
    pub(super) retired: Option<Retired>,
    pub(super) members: Vec<Member>,
}

/// The object as a whole is retired, by this row.
#[derive(Clone, Copy)]
pub(super) enum Retired {
    Event(usize),
    Part(usize),
}

/// A member of an object.
#[derive(Clone)]
pub(super) struct Member {
    pub(super) name: String,
    /// The row by which its null is read as absent, and from which revision on.
    pub(super) null: Option<(usize, Option<Revision>)>,
    pub(super) below: Option<Place>,
}

pub(super) fn find(table: &Table, source: &Source, rows: &Rows) -> Result<Vec<Root>, CodegenError> {
    let mut finder = Finder { table, source, rows, within: Vec::new(), open: Vec::new(), reached: HashSet::new() };
    let mut events = Vec::new();
    for (name, event) in table.file.event.iter() {
        let members = finder.members(&table.event_shape(name, event), Some(name))?;
        events.push(Arm { value: name.value.clone(), retired: None, members });
    }
    for (index, rename) in rows.renames.iter().enumerate() {
        let members = events.iter().find(|arm| arm.value == rename.becomes).map(|arm| arm.members.clone());
        events.push(Arm { value: rename.was.clone(), retired: Some(Retired::Event(index)), members: members.unwrap_or_default() });
    }
    let mut place = Place { elements: None, tag: Some(TAG.to_owned()), objects: events };
    tidy(&mut place);
    let mut roots = vec![Root { r#type: "Event".to_owned(), place }];
    for name in &table.file.roots {
        let mut place = finder.place(&TypeExpr::Name(name.value.clone()), None)?;
        tidy(&mut place);
        roots.push(Root { r#type: name.value.clone(), place });
    }
    finder.all_reached()?;
    roots.retain(|root| !root.place.is_empty());
    // Its hook is a clause of the macros for events and objects; no message that is a union needs one yet.
    if let Some(union) = roots.iter().skip(1).find(|root| root.place.tag.is_some()) {
        return Err(source.error(0, "(file)", format!("rows for the union `{}` by itself are not supported", union.r#type)));
    }
    Ok(roots)
}

/// Leaves out what leads nowhere, and sorts what the runtime searches.
fn tidy(place: &mut Place) {
    place.objects.retain(|arm| arm.retired.is_some() || !arm.members.is_empty());
    place.objects.sort_by(|a, b| a.value.cmp(&b.value));
}

struct Finder<'a> {
    table: &'a Table,
    source: &'a Source,
    rows: &'a Rows,
    /// Places of the rows that the walk is below.
    within: Vec<String>,
    /// Types that the walk is in.
    open: Vec<String>,
    /// Rows that apply somewhere, and below which of their places.
    reached: HashSet<Reached>,
}

/// A row, by its place in its list, and one of the places below which it should apply.
#[derive(PartialEq, Eq, Hash)]
enum Reached {
    Null(usize, Option<String>),
    Part(usize, String),
}

impl<'a> Finder<'a> {
    /// The members of an object; `at` is the place it stands in, while one could be named.
    fn members(&mut self, shape: &Shape<'_>, at: Option<&str>) -> Result<Vec<Member>, CodegenError> {
        let mut members = Vec::new();
        for field in &shape.fields {
            let null = self.null(shape, field.name);
            let at = at.map(|at| format!("{at}.{}", field.name.value));
            let named = at.as_ref().is_some_and(|at| self.is_named(at));
            if let (Some(at), true) = (&at, named) {
                self.within.push(at.clone());
            }
            let below = self.place(&field.member.expr, at.as_deref())?;
            if named {
                self.within.pop();
            }
            if null.is_some() || !below.is_empty() {
                let below = Some(below).filter(|below| !below.is_empty());
                members.push(Member { name: field.name.value.clone(), null, below });
            }
        }
        Ok(members)
    }

    fn is_named(&self, place: &str) -> bool {
        let of_nulls = self.rows.nulls.iter().filter_map(|null| match &null.of {
            Owner::Type { within, .. } => Some(within),
            Owner::Event(_) => None,
        });
        of_nulls.chain(self.rows.parts.iter().map(|part| &part.within)).flatten().any(|(named, _)| named == place)
    }

    /// The first of these places that the walk is below.
    fn below<'p>(&self, places: &'p [(String, usize)]) -> Option<&'p String> {
        places.iter().map(|(place, _)| place).find(|place| self.within.contains(place))
    }

    fn null(&mut self, shape: &Shape<'_>, member: &str) -> Option<(usize, Option<Revision>)> {
        let applies = |null: &Null| match (&null.of, shape.event) {
            _ if null.member != member => None,
            (Owner::Event(event), Some(name)) => (event == "*" || event == name).then_some(None),
            (Owner::Type { name, .. }, None) if shape.key[1] != name => None,
            (Owner::Type { within, .. }, None) if within.is_empty() => Some(None),
            (Owner::Type { within, .. }, None) => self.below(within).map(|place| Some(place.clone())),
            _ => None,
        };
        let (index, (null, place)) = self.rows.nulls.iter().enumerate().find_map(|(index, null)| Some((index, (null, applies(null)?))))?;
        self.reached.insert(Reached::Null(index, place));
        Some((null.shim, null.from))
    }

    fn place(&mut self, expr: &TypeExpr, at: Option<&str>) -> Result<Place, CodegenError> {
        let table = self.table;
        let name = match followed(table, expr) {
            TypeExpr::List(inner) => {
                let inner = self.place(inner, at)?;
                return Ok(Place { elements: Some(Box::new(inner)).filter(|inner| !inner.is_empty()), ..Place::default() });
            }
            TypeExpr::Name(name) => name,
            TypeExpr::Word(_) | TypeExpr::Map(_) | TypeExpr::Constant(_) => return Ok(Place::default()),
        };
        let Some(kind) = table.find(name).map(|found| &found.kind) else { return Ok(Place::default()) };
        if self.open.contains(name) {
            let message = format!("`{name}` contains itself, which a compatibility table cannot follow");
            return Err(self.source.error(0, "(file)", message));
        }
        self.open.push(name.clone());
        let place = self.of_kind(name, kind, at);
        self.open.pop();
        place
    }

    fn of_kind(&mut self, name: &str, kind: &Kind, at: Option<&str>) -> Result<Place, CodegenError> {
        let mut place = Place::default();
        match kind {
            Kind::Object(object) => {
                place.objects.push(Arm { value: String::new(), retired: None, members: self.members(&object.shape(name), at)? });
            }
            Kind::Union { tag, arms } => {
                place.tag = Some(tag.value.clone());
                for arm in arms {
                    let Some(Kind::Object(object)) = self.table.find(arm).map(|arm| &arm.kind) else { continue };
                    let shape = object.shape(arm);
                    let members = self.members(&shape, None)?;
                    let value = shape.field(tag).map(|field| &field.member.expr.value);
                    match value {
                        Some(TypeExpr::Constant(value)) => place.objects.push(Arm { value: value.clone(), retired: None, members }),
                        _ if members.is_empty() => {}
                        _ => {
                            let message = format!("`{}` has no constant `{}` to know it by", arm.value, tag.value);
                            return Err(self.source.error(0, "(file)", message));
                        }
                    }
                }
                for (index, part) in self.rows.parts.iter().enumerate().filter(|(_, part)| part.union == name) {
                    if let Some(below) = self.below(&part.within) {
                        self.reached.insert(Reached::Part(index, below.clone()));
                        place.objects.push(Arm { value: part.was.clone(), retired: Some(Retired::Part(index)), members: Vec::new() });
                    }
                }
            }
            Kind::OneOf(arms) => {
                for arm in arms {
                    let arm = self.place(arm, at)?;
                    place.elements = place.elements.or(arm.elements);
                    place.tag = place.tag.or(arm.tag);
                    place.objects.extend(arm.objects);
                }
            }
            Kind::Alias { .. } | Kind::Values(_) | Kind::Identifier => {}
        }
        tidy(&mut place);
        Ok(place)
    }

    /// A row that applies nowhere, or nowhere below one of its places, is a mistake.
    fn all_reached(&self) -> Result<(), CodegenError> {
        for (index, null) in self.rows.nulls.iter().enumerate() {
            let key = format!("null.{}.members", self.rows.shims[null.shim].id);
            match &null.of {
                Owner::Type { name, within } => {
                    let astray = within.iter().find(|(place, _)| !self.reached.contains(&Reached::Null(index, Some(place.clone()))));
                    if let Some((place, offset)) = astray {
                        return Err(self.source.error(*offset, key, format!("no `{name}` stands below `{place}`")));
                    }
                    if within.is_empty() && !self.reached.contains(&Reached::Null(index, None)) {
                        return Err(self.source.error(null.offset, key, format!("no message holds a `{name}`")));
                    }
                }
                Owner::Event(_) if self.reached.contains(&Reached::Null(index, None)) => {}
                Owner::Event(event) => {
                    let message = format!("the member `{}` of `{event}` has a row already", null.member);
                    return Err(self.source.error(null.offset, key, message));
                }
            }
        }
        for (index, part) in self.rows.parts.iter().enumerate() {
            let key = format!("part.{}.within", self.rows.shims[part.shim].id);
            let astray = part.within.iter().find(|(place, _)| !self.reached.contains(&Reached::Part(index, place.clone())));
            if let Some((place, offset)) = astray {
                return Err(self.source.error(*offset, key, format!("no `{}` stands below `{place}`", part.union)));
            }
        }
        Ok(())
    }
}
