//! Takes the rows as they are written, gives rows in which every name is known to mean something in the
//! event table. The first name that does not is an error with its place.

use std::collections::HashSet;

use super::followed;
use super::format::{Does, EventRow, File, NullRow, PartRow, Slot};
use crate::document::{dotted, At, Source};
use crate::table::lower::TAG;
use crate::table::model::{Field, Kind, Resolved, Shape, Table};
use crate::table::type_expr::{TypeExpr, Word};
use crate::CodegenError;

/// The member that holds a part's source, and the source's member for its value.
const SOURCE: &str = "source";
const VALUE: &str = "value";

/// A checked compatibility table.
pub(super) struct Rows {
    /// What every row says of itself, in the file's order.
    pub(super) shims: Vec<Shim>,
    pub(super) renames: Vec<Rename>,
    pub(super) nulls: Vec<Null>,
    pub(super) parts: Vec<Part>,
}

/// What a row says of itself.
pub(super) struct Shim {
    pub(super) id: String,
    pub(super) doc: String,
    pub(super) expires: Option<String>,
}

/// An event name that was retired.
pub(super) struct Rename {
    pub(super) shim: usize,
    pub(super) was: String,
    pub(super) becomes: String,
    pub(super) set: Vec<(String, String)>,
    pub(super) mint: Option<(String, String, Does)>,
    pub(super) drop: Vec<String>,
}

/// One member whose null is read as absent.
pub(super) struct Null {
    pub(super) shim: usize,
    pub(super) of: Owner,
    pub(super) member: String,
    /// The revision from which on null is no value of the member; none if it never was one.
    pub(super) from: Option<Revision>,
    /// Where the row stands in the file.
    pub(super) offset: usize,
}

/// Whose member it is.
pub(super) enum Owner {
    /// An event's; `*` stands for every event.
    Event(String),
    /// A type's: below these places, or, without any, wherever it stands.
    Type { name: String, within: Vec<(String, usize)> },
}

/// A revision that the runtime tells apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Revision {
    V1_0,
}

/// A content part that was retired.
pub(super) struct Part {
    pub(super) shim: usize,
    pub(super) was: String,
    /// The places below which it stands, each with its offset in the file.
    pub(super) within: Vec<(String, usize)>,
    /// The union of the parts that it becomes one of.
    pub(super) union: String,
    pub(super) needs: Vec<String>,
    pub(super) by: String,
    /// Tag of the new part by prefix.
    pub(super) prefixes: Vec<(String, String)>,
    pub(super) otherwise: String,
    /// Member, tag of the source, members that go along.
    pub(super) sources: Vec<(String, String, Vec<String>)>,
    /// Member, and the member and the key below it where it goes.
    pub(super) moves: Vec<(String, String, String)>,
    pub(super) drop: Vec<String>,
}

pub(super) fn check(table: &Table, source: &Source, file: &File) -> Result<Rows, CodegenError> {
    let mut check = Check { table, source, names: HashSet::new() };
    if file.protocol.value != table.protocol() {
        let message = format!("the event table is that of `{}`", table.protocol());
        return check.error(&file.protocol, &["protocol"], message);
    }
    let shims = check.shims(file)?;
    let index = |id: &At<String>| shims.iter().position(|shim| shim.id == id.value).unwrap_or_default();
    let mut rows = Rows { shims: Vec::new(), renames: Vec::new(), nulls: Vec::new(), parts: Vec::new() };
    for row in &file.event {
        rows.renames.push(check.rename(row, index(&row.id))?);
    }
    for row in &file.null {
        for slot in &row.members {
            rows.nulls.push(check.null(row, slot, index(&row.id))?);
        }
    }
    for row in &file.part {
        rows.parts.push(check.part(row, index(&row.id))?);
    }
    rows.shims = shims;
    Ok(rows)
}

struct Check<'a> {
    table: &'a Table,
    source: &'a Source,
    /// Retired event names met so far.
    names: HashSet<String>,
}

impl<'a> Check<'a> {
    fn error<T, U>(&self, at: &At<U>, key: &[&str], message: impl Into<String>) -> Result<T, CodegenError> {
        Err(self.source.error(at.offset, dotted(key), message))
    }

    /// What every row says of itself, in the file's order.
    fn shims(&self, file: &File) -> Result<Vec<Shim>, CodegenError> {
        let events = file.event.iter().map(|row| ("event", &row.id, &row.doc, &row.expires));
        let nulls = file.null.iter().map(|row| ("null", &row.id, &row.doc, &row.expires));
        let parts = file.part.iter().map(|row| ("part", &row.id, &row.doc, &row.expires));
        let mut all: Vec<_> = events.chain(nulls).chain(parts).collect();
        all.sort_by_key(|(_, id, ..)| id.offset);
        let mut shims: Vec<Shim> = Vec::new();
        for (kind, id, doc, expires) in all {
            if shims.iter().any(|shim| shim.id == id.value) {
                return self.error(id, &[kind, id, "id"], format!("the id `{}` is taken", id.value));
            }
            let expires = expires.as_ref().map(|day| day.0.clone());
            shims.push(Shim { id: id.value.clone(), doc: doc.clone(), expires });
        }
        Ok(shims)
    }

    // ---- names ------------------------------------------------------------------------------

    fn event(&self, name: &At<String>, key: &[&str]) -> Result<Shape<'a>, CodegenError> {
        match self.table.file.event.iter().find(|(known, _)| known.value == name.value) {
            Some((known, event)) => Ok(self.table.event_shape(known, event)),
            None => self.error(name, key, format!("unknown event `{}`", name.value)),
        }
    }

    fn object(&self, name: &At<String>, key: &[&str]) -> Result<Shape<'a>, CodegenError> {
        match self.table.find(name).map(|definition| (definition, &definition.kind)) {
            Some((definition, Kind::Object(object))) => Ok(object.shape(&definition.name)),
            Some(_) => self.error(name, key, format!("`{}` is not an object", name.value)),
            None => self.error(name, key, format!("unknown type `{}`", name.value)),
        }
    }

    fn member<'s>(&self, shape: &'s Shape<'a>, of: &str, name: &At<String>, key: &[&str]) -> Result<&'s Field<'a>, CodegenError> {
        match shape.field(name) {
            Some(field) => Ok(field),
            None => self.error(name, key, format!("unknown member `{}` of `{of}`", name.value)),
        }
    }

    /// A place as the table writes it: `EVENT.member.member`, lists looked through.
    fn place(&self, place: &At<String>, key: &[&str]) -> Result<(String, usize), CodegenError> {
        let mut steps = place.split('.');
        let part = |value: &str| At { value: value.to_owned(), offset: place.offset };
        let event = part(steps.next().unwrap_or_default());
        let (mut shape, mut of) = (self.event(&event, key)?, event.value);
        let mut steps = steps.peekable();
        if steps.peek().is_none() {
            return self.error(place, key, "a place is a member of an event, or below one");
        }
        while let Some(step) = steps.next() {
            let step = part(step);
            let mut expr = &self.member(&shape, &of, &step, key)?.member.expr.value;
            while let TypeExpr::List(inner) = followed(self.table, expr) {
                expr = inner;
            }
            let expr = followed(self.table, expr);
            if steps.peek().is_none() {
                break;
            }
            of = format!("{of}.{}", step.value);
            shape = match (self.table.resolve(expr), expr.name()) {
                (Resolved::Kind(Kind::Object(object)), Some(name)) => object.shape(name),
                _ => return self.error(place, key, format!("`{of}` has no members that a place could name")),
            };
        }
        Ok((place.value.clone(), place.offset))
    }

    fn places(&self, places: &[At<String>], key: &[&str]) -> Result<Vec<(String, usize)>, CodegenError> {
        places.iter().map(|place| self.place(place, key)).collect()
    }

    /// The constant that the member `tag` of an object is.
    fn tag_of(&self, shape: &Shape<'_>, tag: &str) -> Option<String> {
        match &shape.field(tag)?.member.expr.value {
            TypeExpr::Constant(value) => Some(value.clone()),
            _ => None,
        }
    }

    // ---- rows -------------------------------------------------------------------------------

    fn rename(&mut self, row: &EventRow, shim: usize) -> Result<Rename, CodegenError> {
        let id = row.id.as_str();
        if self.table.file.event.get(&row.was).is_some() {
            return self.error(&row.was, &["event", id, "was"], format!("the event `{}` is not retired", row.was.value));
        }
        if !self.names.insert(row.was.value.clone()) {
            return self.error(&row.was, &["event", id, "was"], format!("the event `{}` has a row already", row.was.value));
        }
        let shape = self.event(&row.becomes, &["event", id, "becomes"])?;
        let mut made = HashSet::from([TAG]);
        for (name, value) in row.set.iter() {
            let key = ["event", id, "set", name];
            let field = self.member(&shape, &row.becomes, name, &key)?;
            if !self.takes(&field.member.expr, value) {
                return self.error(value, &key, format!("`{}` is no value of `{}`", value.value, name.value));
            }
            made.insert(name);
        }
        if let Some(mint) = &row.mint {
            let key = ["event", id, "mint", "member"];
            let field = self.member(&shape, &row.becomes, &mint.member, &key)?;
            let textual = matches!(
                self.table.resolve(&field.member.expr),
                Resolved::Kind(Kind::Identifier) | Resolved::Expr(TypeExpr::Word(Word::String))
            );
            if !textual {
                return self.error(&mint.member, &key, format!("`{}` is no identifier", mint.member.value));
            }
            if !made.insert(&mint.member) {
                return self.error(&mint.member, &key, format!("`{}` is set already", mint.member.value));
            }
        }
        for name in &row.drop {
            if name.value == TAG || shape.field(name).is_some() {
                let message = format!("`{}` has the member `{}`, which is not lost", row.becomes.value, name.value);
                return self.error(name, &["event", id, "drop"], message);
            }
        }
        Ok(Rename {
            shim,
            was: row.was.value.clone(),
            becomes: row.becomes.value.clone(),
            set: row.set.iter().map(|(name, value)| (name.value.clone(), value.value.clone())).collect(),
            mint: row.mint.as_ref().map(|mint| (mint.member.value.clone(), mint.track.clone(), mint.does)),
            drop: owned(&row.drop),
        })
    }

    /// Whether a text is a value of the type.
    fn takes(&self, expr: &TypeExpr, text: &str) -> bool {
        match self.table.resolve(expr) {
            Resolved::Expr(TypeExpr::Constant(constant)) => constant == text,
            Resolved::Expr(TypeExpr::Word(word)) => *word == Word::String,
            Resolved::Kind(Kind::Values(values)) => values.0.iter().any(|(value, _)| value.value == text),
            Resolved::Kind(Kind::Identifier) => true,
            _ => false,
        }
    }

    fn null(&self, row: &NullRow, slot: &At<Slot>, shim: usize) -> Result<Null, CodegenError> {
        let key = ["null", row.id.as_str(), "members"];
        let (of, shape, name) = match (&slot.event, &slot.r#type) {
            (Some(every), None) if every.value == "*" => {
                let Some(shape) = self.table.envelope_shape() else {
                    return self.error(every, &key, "there is no envelope, and so no member that every event has");
                };
                (Owner::Event("*".to_owned()), shape, "envelope")
            }
            (Some(event), None) => (Owner::Event(event.value.clone()), self.event(event, &key)?, event.as_str()),
            (None, Some(name)) => {
                let within = self.places(slot.within.as_deref().unwrap_or_default(), &key)?;
                (Owner::Type { name: name.value.clone(), within }, self.object(name, &key)?, name.as_str())
            }
            _ => return self.error(slot, &key, "a member is one of an `event` or of a `type`"),
        };
        if slot.event.is_some() && slot.within.is_some() {
            return self.error(slot, &key, "`within` goes with `type`");
        }
        let field = self.member(&shape, name, &slot.member, &key)?;
        if field.required {
            return self.error(&slot.member, &key, format!("`{}` is required, so no null stands for its absence", slot.member.value));
        }
        let alias = field.member.expr.name().and_then(|name| self.table.find(name)).map(|found| &found.kind);
        let from = match alias {
            Some(Kind::Alias { null_until: Some(revision), .. }) => match revision.as_str() {
                "1.0" => Some(Revision::V1_0),
                other => return self.error(&slot.member, &key, format!("the revision `{other}` is not known to the runtime")),
            },
            _ if matches!(self.table.resolve(&field.member.expr), Resolved::Expr(TypeExpr::Word(Word::Any))) => {
                return self.error(&slot.member, &key, format!("null is a value of `{}`", slot.member.value));
            }
            _ => None,
        };
        Ok(Null { shim, of, member: slot.member.value.clone(), from, offset: slot.offset })
    }

    fn part(&self, row: &PartRow, shim: usize) -> Result<Part, CodegenError> {
        let id = row.id.as_str();
        let within = self.places(&row.within, &["part", id, "within"])?;
        let types: Vec<&At<String>> = row.becomes.prefix.iter().map(|(_, part)| part).chain([&row.becomes.otherwise]).collect();
        let key = ["part", id, "becomes"];
        let union = self.table.types.iter().find(
            |union| matches!(&union.kind, Kind::Union { arms, .. } if types.iter().all(|part| arms.iter().any(|arm| arm.value == part.value))),
        );
        let mut tags = Vec::new();
        let mut shapes = Vec::new();
        for part in &types {
            shapes.push((self.object(part, &key)?, part.as_str()));
        }
        let Some((union, Kind::Union { tag, arms })) = union.map(|union| (union, &union.kind)) else {
            return self.error(types[0], &key, "the new parts are not arms of one union");
        };
        if tag.value != TAG {
            return self.error(types[0], &key, format!("the new parts are not told apart by `{TAG}`"));
        }
        for (shape, _) in &shapes {
            tags.push(self.tag_of(shape, tag).unwrap_or_default());
        }
        let taken = |arm: &At<String>| match self.table.find(arm).map(|arm| &arm.kind) {
            Some(Kind::Object(object)) => self.tag_of(&object.shape(arm), tag).is_some_and(|value| value == row.was.value),
            _ => false,
        };
        if arms.iter().any(taken) {
            return self.error(&row.was, &["part", id, "was"], format!("the part `{}` is not retired", row.was.value));
        }
        if !row.needs.iter().any(|need| need.value == row.becomes.by.value) {
            return self.error(&row.becomes.by, &key, format!("`{}` is not among the `needs`", row.becomes.by.value));
        }
        let mut sources = Vec::new();
        for source in &row.source {
            let key = ["part", id, "source"];
            let shape = self.object(&source.r#type, &key)?;
            for name in [VALUE].map(|name| At { value: name.to_owned(), offset: source.r#type.offset }).iter().chain(&source.copy) {
                self.member(&shape, &source.r#type, name, &key)?;
            }
            for (part, name) in &shapes {
                let at = At { value: SOURCE.to_owned(), offset: source.r#type.offset };
                let held = self.table.resolve(&self.member(part, name, &at, &key)?.member.expr);
                let held =
                    matches!(held, Resolved::Kind(Kind::Union { arms, .. }) if arms.iter().any(|arm| arm.value == source.r#type.value));
                if !held {
                    return self.error(&source.r#type, &key, format!("`{}` is no source of `{name}`", source.r#type.value));
                }
            }
            let tag = self.tag_of(&shape, TAG).unwrap_or_default();
            sources.push((source.member.value.clone(), tag, owned(&source.copy)));
        }
        let mut moves = Vec::new();
        for (name, target) in row.r#move.iter() {
            let key = ["part", id, "move", name];
            let Some((member, below)) = target.split_once('.').filter(|(_, below)| !below.contains('.')) else {
                return self.error(target, &key, "expected `member.key`");
            };
            for (part, name) in &shapes {
                self.member(part, name, &At { value: member.to_owned(), offset: target.offset }, &key)?;
            }
            moves.push((name.value.clone(), member.to_owned(), below.to_owned()));
        }
        let otherwise = tags.pop().unwrap_or_default();
        let prefixes = row.becomes.prefix.iter().map(|(prefix, _)| prefix.value.clone()).zip(tags).collect();
        Ok(Part {
            shim,
            was: row.was.value.clone(),
            within,
            union: union.name.value.clone(),
            needs: owned(&row.needs),
            by: row.becomes.by.value.clone(),
            prefixes,
            otherwise,
            sources,
            moves,
            drop: owned(&row.drop),
        })
    }
}

fn owned(names: &[At<String>]) -> Vec<String> {
    names.iter().map(|name| name.value.clone()).collect()
}
