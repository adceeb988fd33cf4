//! Retired content parts: what one becomes, put together from pieces of the old text.

use std::borrow::Cow;
use std::ops::Range;

use super::rows::{Part, Place};
use super::walk::{Walk, ABSENT, TYPE};
use crate::error::NoteKind;
use crate::wire::edit::Chunk;
use crate::wire::parser::{Fail, Kind, Names, Parser, Read};

impl Part {
    /// Whether the member has another place in the new part, or none.
    fn uses(&self, name: &str) -> bool {
        name == TYPE
            || name == self.by
            || self.sources.iter().any(|source| source.member == name || source.copy.contains(&name))
            || self.moves.iter().any(|(moved, ..)| *moved == name)
            || self.drop.contains(&name)
    }
}

impl Walk<'_, '_> {
    pub(super) fn part(&mut self, p: &mut Parser<'_>, place: &'static Place, part: &'static Part) -> Read<()> {
        p.peek()?;
        let start = p.pos();
        let mut old = Members::read(p)?;
        let span = start..p.pos();
        if part.needs.iter().any(|need| old.get(need).is_none_or(|member| member.kind != Kind::String)) {
            return Ok(());
        }
        if self.tolerance.null_as_absent {
            for member in old.0.iter().filter(|member| member.kind == Kind::Null && part.uses(&member.name)) {
                let message = "null in an optional member; read as absent".to_owned();
                self.edits.note(member.value.clone(), NoteKind::NullAsAbsent, message);
            }
            old.0.retain(|member| member.kind != Kind::Null || !part.uses(&member.name));
        }
        let text = p.text();
        let Some((source, value)) = part.sources.iter().find_map(|source| Some((source, old.filled(source.member, text)?))) else {
            self.shim(span, part.shim, "a retired part with no successor; left as it is");
            return Ok(());
        };
        let by = old.get(part.by).map(|member| string_at(text, member.value.start)).transpose()?.unwrap_or_default();
        let tag = part.prefixes.iter().find(|(prefix, _)| by.starts_with(prefix)).map_or(part.otherwise, |(_, tag)| tag);
        self.shim(span.clone(), part.shim, format_args!("a retired part; read as a part of type `{tag}`"));

        let mut made = Made(Vec::new());
        made.add(format!(r#"{{"{TYPE}":"{tag}","source":{{"type":"{}","value":"#, source.tag));
        made.keep(value.value.clone());
        for member in source.copy.iter().filter_map(|name| old.get(name)) {
            made.member(member);
        }
        made.add("}");
        let new = place.find(tag);
        let others = old.0.iter().filter(|member| !part.uses(&member.name));
        let mut moved: Vec<_> = part.moves.iter().filter_map(|(name, to, key)| Some((*to, *key, old.filled(name, text)?))).collect();
        for member in others {
            let known = new.and_then(|new| new.members.iter().find(|known| known.name == member.name));
            match known.and_then(|known| self.absent(known)).filter(|_| member.kind == Kind::Null) {
                Some(shim) => self.shim(member.value.clone(), shim, ABSENT),
                None => {
                    let into = moved.iter().position(|(to, ..)| *to == member.name);
                    match into.map(|index| moved.swap_remove(index)) {
                        Some((_, key, value)) => self.join(&mut made, part, text, member, (key, value))?,
                        None => made.member(member),
                    }
                }
            }
        }
        for (to, key, value) in moved {
            made.add(format!(r#","{to}":{{"{key}":"#));
            made.keep(value.value.clone());
            made.add("}");
        }
        made.add("}");
        self.edits.replace(span, made.0);
        Ok(())
    }

    /// A moved value joins the member that has its place already, unless its key is taken or the member is no object.
    fn join(&mut self, made: &mut Made, part: &Part, text: &str, member: &OldMember<'_>, (key, value): (&str, &OldMember<'_>)) -> Read<()> {
        let mut free = member.kind == Kind::Object;
        let mut empty = true;
        if free {
            let mut inner = Parser::new(&text[member.value.clone()], Default::default());
            let members = Members::read(&mut inner)?;
            free = members.get(key).is_none();
            empty = members.0.is_empty();
        }
        if !free {
            self.shim(value.value.clone(), part.shim, format_args!("`{}` has no room for it; removed", member.name));
            made.member(member);
            return Ok(());
        }
        made.add(",");
        made.keep(member.at..member.value.start + 1);
        made.add(format!(r#""{key}":"#));
        made.keep(value.value.clone());
        if !empty {
            made.add(",");
        }
        made.keep(member.value.start + 1..member.value.end);
        Ok(())
    }
}

/// What replaces a part, while it is put together.
struct Made(Vec<Chunk>);

impl Made {
    fn add(&mut self, text: impl Into<String>) {
        self.0.push(Chunk::New(text.into()));
    }

    fn keep(&mut self, range: Range<usize>) {
        self.0.push(Chunk::Kept(range));
    }

    /// Takes a member over, behind a comma.
    fn member(&mut self, member: &OldMember<'_>) {
        self.add(",");
        self.keep(member.at..member.value.end);
    }
}

/// The members of an object, as places in the text.
struct Members<'a>(Vec<OldMember<'a>>);

struct OldMember<'a> {
    name: Cow<'a, str>,
    /// Where the name begins.
    at: usize,
    kind: Kind,
    value: Range<usize>,
}

impl<'a> Members<'a> {
    /// Reads the object at the cursor.
    fn read(p: &mut Parser<'a>) -> Read<Self> {
        if p.peek()? != b'{' {
            return Err(Fail::Shape);
        }
        p.enter()?;
        let mut list = Vec::new();
        let mut names = Names::new(p);
        let mut first = true;
        while p.another(b'}', first)? {
            first = false;
            let at = p.pos();
            let name = p.member_name()?;
            names.add(p, at, &name)?;
            let kind = p.kind()?;
            let start = p.pos();
            p.skip()?;
            list.push(OldMember { name, at, kind, value: start..p.pos() });
        }
        names.close(p);
        Ok(Self(list))
    }

    fn get(&self, name: &str) -> Option<&OldMember<'a>> {
        self.0.iter().find(|member| member.name == name)
    }

    /// The member `name`, unless it is an empty text.
    fn filled(&self, name: &str, text: &str) -> Option<&OldMember<'a>> {
        self.get(name).filter(|member| &text[member.value.clone()] != "\"\"")
    }
}

fn string_at(text: &str, at: usize) -> Read<Cow<'_, str>> {
    let mut p = Parser::new(text, Default::default());
    p.rewind(at);
    p.string()
}
