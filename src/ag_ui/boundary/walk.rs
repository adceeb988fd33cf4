//! The walk over one message, from its tag to the places where something may be retired.

use std::fmt;
use std::ops::Range;

use super::rows::{Arm, Does, Member, Place, Rename, Retired, Root};
use super::{Series, Shim};
use crate::error::NoteKind;
use crate::wire::edit::{Chunk, Edited, Edits};
use crate::wire::parser::{quoted, Kind, Names, Parser, Read};
use crate::wire::union::find_tags;
use crate::wire::writer::Writer;
use crate::Tolerance;

/// The tag of events and parts.
pub(super) const TYPE: &str = "type";

/// What is said of a null that a row reads as absent.
pub(super) const ABSENT: &str = "null for a member that is absent; read as absent";

impl Root {
    /// Reads retired shapes in one message as what replaced them.
    pub(crate) fn edit_alone(&'static self, text: &str, tolerance: Tolerance) -> Option<Edited> {
        self.edit(text, tolerance, &mut Series::default())
    }

    /// The same for one message of a stream. `None` if nothing is retired in it, or if it is malformed.
    pub(super) fn edit(&'static self, text: &str, tolerance: Tolerance, series: &mut Series) -> Option<Edited> {
        let mut p = Parser::new(text, Default::default());
        let arm = self.arm(&mut p)?;
        let nulls = arm.nulls.is_some_and(|from| from <= tolerance.revision) && text.contains("null");
        let parts = || !arm.parts.is_empty() && may_hold(text, arm.parts);
        if arm.retired.is_none() && !nulls && !parts() {
            return None;
        }
        let mut walk = Walk { tolerance, series, edits: Edits::new(text) };
        walk.one(&mut p, self.place, arm).ok()?;
        walk.edits.finish()
    }

    /// What the message is, if anything may be retired in it. Looks at its tag, and no further than that.
    fn arm(&self, p: &mut Parser<'_>) -> Option<&'static Arm> {
        if p.peek().ok()? != b'{' {
            return None;
        }
        let Some(tag) = self.place.tag else { return self.place.objects.first() };
        let first = p.look_ahead(|p| {
            p.enter()?;
            Ok(p.peek()? == b'"' && p.eat_key(tag))
        });
        // The tag stands behind other members: they are passed by twice only if it may matter.
        if !first.ok()? && !may_hold(p.text(), self.words) {
            return None;
        }
        self.place.arm(p).ok()?
    }
}

/// Whether one of these words may stand in a JSON text. Nobody writes letters as escapes, but it is the same word.
fn may_hold(text: &str, words: &[&str]) -> bool {
    const LETTERS: [&str; 4] = [r"\u004", r"\u005", r"\u006", r"\u007"];
    words.iter().chain(&LETTERS).any(|word| text.contains(word))
}

impl Place {
    /// What the object at the cursor is, if anything may be retired in it.
    fn arm(&self, p: &mut Parser<'_>) -> Read<Option<&'static Arm>> {
        let Some(tag) = self.tag else { return Ok(self.objects.first()) };
        let tags = find_tags(p, [tag])?;
        Ok(tags.values()[0].and_then(|value| self.find(value)))
    }

    pub(super) fn find(&self, value: &str) -> Option<&'static Arm> {
        let index = self.objects.binary_search_by(|arm| arm.value.cmp(value)).ok()?;
        Some(&self.objects[index])
    }
}

/// A walk over one message. A fault ends it: the message is malformed, and nothing is done about it.
pub(super) struct Walk<'a, 's> {
    pub(super) tolerance: Tolerance,
    series: &'s mut Series,
    pub(super) edits: Edits<'a>,
}

impl Walk<'_, '_> {
    /// Looks for what is retired in the value at the cursor.
    fn value(&mut self, p: &mut Parser<'_>, place: &'static Place) -> Read<()> {
        match (p.kind()?, place.elements) {
            (Kind::Array, Some(elements)) => {
                p.enter()?;
                let mut first = true;
                while p.another(b']', first)? {
                    first = false;
                    self.value(p, elements)?;
                }
                Ok(())
            }
            (Kind::Object, _) => match place.arm(p)? {
                Some(arm) => self.one(p, place, arm),
                None => p.skip(),
            },
            _ => p.skip(),
        }
    }

    fn one(&mut self, p: &mut Parser<'_>, place: &'static Place, arm: &'static Arm) -> Read<()> {
        match arm.retired {
            None => self.object(p, arm, None),
            Some(Retired::Event(rename)) => self.event(p, arm, rename),
            Some(Retired::Part(part)) => self.part(p, place, part),
        }
    }

    pub(super) fn shim(&mut self, span: Range<usize>, shim: &Shim, what: impl fmt::Display) {
        self.edits.note(span, NoteKind::Shim, format!("{what} ({})", shim.id));
    }

    /// The row by which a member's null is read as absent here.
    pub(super) fn absent(&self, member: &Member) -> Option<&'static Shim> {
        member.null.filter(|null| null.from <= self.tolerance.revision).map(|null| null.shim)
    }

    /// An object of which some members may be retired; `rename` if the object is a retired event.
    fn object(&mut self, p: &mut Parser<'_>, arm: &'static Arm, rename: Option<&'static Rename>) -> Read<()> {
        p.enter()?;
        let mut names = Names::new(p);
        let mut first = true;
        // What was removed since the last member that stays, or since the beginning if none does yet.
        let mut gone: Option<usize> = None;
        let mut stays = false;
        loop {
            let end = p.pos();
            if !p.another(b'}', first)? {
                if let Some(from) = gone {
                    self.edits.replace(from..end, Vec::new());
                }
                break;
            }
            first = false;
            let at = p.pos();
            let name = p.member_name()?;
            names.add(p, at, &name)?;
            let kind = p.kind()?;
            let start = p.pos();
            let member = arm.members.iter().find(|member| member.name == name);
            let absent = member.filter(|_| kind == Kind::Null).and_then(|member| self.absent(member));
            let removed = match (absent, member.and_then(|member| member.below)) {
                (Some(shim), _) => {
                    p.skip()?;
                    self.shim(start..p.pos(), shim, ABSENT);
                    true
                }
                (None, Some(below)) => {
                    self.value(p, below)?;
                    false
                }
                (None, None) => {
                    p.skip()?;
                    rename.is_some_and(|rename| self.lost(start..p.pos(), &name, rename))
                }
            };
            match (removed, gone) {
                // With the comma before it, where a member stays before it.
                (true, None) => gone = Some(if stays { end } else { at }),
                (true, Some(_)) => {}
                (false, Some(from)) => {
                    self.edits.replace(from..if stays { end } else { at }, Vec::new());
                    gone = None;
                    stays = true;
                }
                (false, None) => stays = true,
            }
            if let Some(rename) = rename.filter(|_| name == TYPE) {
                self.renamed(start..p.pos(), rename);
            }
        }
        names.close(p);
        Ok(())
    }

    // ---- retired events ---------------------------------------------------------------------

    fn event(&mut self, p: &mut Parser<'_>, arm: &'static Arm, rename: &'static Rename) -> Read<()> {
        // No identifier is spent on a malformed event.
        p.look_ahead(|p| p.skip())?;
        self.object(p, arm, Some(rename))
    }

    /// The event's tag becomes the new one, and the members behind it that the old event lacked.
    fn renamed(&mut self, span: Range<usize>, rename: &'static Rename) {
        let mut text = Vec::new();
        let mut w = Writer::new(&mut text);
        w.string(rename.becomes);
        let mut whose = String::new();
        if let Some(mint) = &rename.mint {
            let (id, known) = self.series.take(mint.track, mint.does);
            w.name(mint.member);
            w.string(id.as_str());
            whose = format!(" of {}", quoted(id.as_str()));
            if !known && !matches!(mint.does, Does::Open) {
                whose.push_str(", which nothing opened");
            }
        }
        for (name, value) in rename.set {
            w.name(name);
            w.string(value);
        }
        let text = String::from_utf8(text).unwrap_or_default();
        self.shim(span.clone(), rename.shim, format_args!("a retired event; read as `{}`{whose}", rename.becomes));
        self.edits.replace(span, vec![Chunk::New(text)]);
    }

    /// Whether a member of a retired event has no place in the new one, with a note if so.
    fn lost(&mut self, span: Range<usize>, name: &str, rename: &'static Rename) -> bool {
        if rename.drop.contains(&name) {
            self.shim(span, rename.shim, format_args!("`{}` has no member `{name}`; removed", rename.becomes));
            return true;
        }
        // The retired event never had it, so what stands there is not what the new event means by it.
        let made = rename.mint.as_ref().is_some_and(|mint| mint.member == name) || rename.set.iter().any(|(set, _)| *set == name);
        if made {
            self.shim(span, rename.shim, format_args!("the retired event has no member `{name}`; replaced"));
        }
        made
    }
}
