//! Takes rows and the places where they apply, gives the Rust table: statics of the runtime's own types.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::places::{Arm, Member, Place, Retired, Root};
use super::rows::{Part, Rename, Revision, Rows};
use crate::describe::quote;

pub(super) fn module(file: &str, rows: &Rows, roots: &[Root]) -> String {
    let mut out = format!("// Made from {file} by `codegen`; edit that file, or the generator.\n\n");
    out.push_str("/// Every row, in the table's order.\npub(crate) const SHIMS: &[Shim] = &[\n");
    for shim in &rows.shims {
        let expires = shim.expires.as_ref().map_or("None".to_owned(), |day| format!("Some({})", quote(day)));
        let _ = writeln!(out, "    Shim {{ id: {}, doc: {}, expires: {expires} }},", quote(&shim.id), quote(&shim.doc));
    }
    out.push_str("];\n\n");
    for (index, row) in rows.renames.iter().enumerate() {
        let _ = writeln!(out, "/// `{}`\nstatic EVENT_{index}: Rename = {};", row.was, rename(row));
    }
    for (index, row) in rows.parts.iter().enumerate() {
        let _ = writeln!(out, "/// `{}`\nstatic PART_{index}: Part = {};", row.was, part(row));
    }
    let mut printer = Printer { rows, out, statics: HashMap::new() };
    for root in roots {
        let words = names(&printer.words(&root.place));
        let place = printer.place(&root.place);
        let _ = writeln!(
            printer.out,
            "\n/// Where something in `{}` may be retired.\npub(crate) static {}: Root = Root {{ words: {words}, place: &{place} }};",
            root.r#type,
            root.constant(),
        );
    }
    printer.out
}

fn rename(row: &Rename) -> String {
    let mint = row.mint.as_ref().map_or("None".to_owned(), |(member, track, does)| {
        format!("Some(Mint {{ member: {}, track: {}, does: Does::{does:?} }})", quote(member), quote(track))
    });
    let set = list(row.set.iter().map(|(name, value)| format!("({}, {})", quote(name), quote(value))));
    let (shim, becomes, drop) = (shim(row.shim), quote(&row.becomes), names(&row.drop));
    format!("Rename {{ shim: {shim}, becomes: {becomes}, set: {set}, mint: {mint}, drop: {drop} }}")
}

fn part(row: &Part) -> String {
    let prefixes = list(row.prefixes.iter().map(|(prefix, tag)| format!("({}, {})", quote(prefix), quote(tag))));
    let sources = list(
        row.sources
            .iter()
            .map(|(member, tag, copy)| format!("PartSource {{ member: {}, tag: {}, copy: {} }}", quote(member), quote(tag), names(copy))),
    );
    let moves = list(row.moves.iter().map(|(name, member, key)| format!("({}, {}, {})", quote(name), quote(member), quote(key))));
    let (shim, needs, by, drop) = (shim(row.shim), names(&row.needs), quote(&row.by), names(&row.drop));
    let otherwise = quote(&row.otherwise);
    format!(
        "Part {{\n    shim: {shim}, needs: {needs}, by: {by}, prefixes: {prefixes}, otherwise: {otherwise},\n    \
         sources: {sources},\n    moves: {moves}, drop: {drop},\n}}"
    )
}

fn shim(index: usize) -> String {
    format!("&SHIMS[{index}]")
}

fn names(names: &[String]) -> String {
    list(names.iter().map(|name| quote(name)))
}

fn list(entries: impl Iterator<Item = String>) -> String {
    format!("&[{}]", entries.collect::<Vec<_>>().join(", "))
}

fn revision(revision: Option<Revision>) -> &'static str {
    match revision {
        None => "Revision::Draft",
        Some(Revision::V1_0) => "Revision::V1_0",
    }
}

/// Prints statics, each thing once.
struct Printer<'a> {
    rows: &'a Rows,
    out: String,
    /// Names by what they stand for.
    statics: HashMap<String, String>,
}

impl Printer<'_> {
    /// The name of a static of this type and value.
    fn shared(&mut self, prefix: &str, r#type: &str, value: String) -> String {
        if let Some(known) = self.statics.get(&value) {
            return known.clone();
        }
        let name = format!("{prefix}_{}", self.statics.len());
        let _ = writeln!(self.out, "static {name}: {type} = {value};", r#type = r#type);
        self.statics.insert(value, name.clone());
        name
    }

    fn place(&mut self, place: &Place) -> String {
        let elements = place.elements.as_ref().map_or("None".to_owned(), |inner| format!("Some(&{})", self.place(inner)));
        let tag = place.tag.as_ref().map_or("None".to_owned(), |tag| format!("Some({})", quote(&format!("\"{tag}\":"))));
        let arms: String = place.objects.iter().map(|arm| format!("\n    {},", self.arm(arm))).collect();
        let end = if arms.is_empty() { "" } else { "\n" };
        self.shared("PLACE", "Place", format!("Place {{ elements: {elements}, tag: {tag}, objects: &[{arms}{end}] }}"))
    }

    fn arm(&mut self, arm: &Arm) -> String {
        let retired = match arm.retired {
            None => "None".to_owned(),
            Some(Retired::Event(index)) => format!("Some(Retired::Event(&EVENT_{index}))"),
            Some(Retired::Part(index)) => format!("Some(Retired::Part(&PART_{index}))"),
        };
        let nulls = nulls(&arm.members).map_or("None".to_owned(), |from| format!("Some({})", revision(from)));
        let parts = names(&self.parts(&arm.members));
        let members = list(arm.members.iter().map(|member| format!("&{}", self.member(member))));
        format!("Arm {{ value: {}, retired: {retired}, nulls: {nulls}, parts: {parts}, members: {members} }}", quote(&arm.value))
    }

    fn member(&mut self, member: &Member) -> String {
        let null =
            member.null.map_or("None".to_owned(), |(row, from)| format!("Some(Null {{ shim: {}, from: {} }})", shim(row), revision(from)));
        let below = member.below.as_ref().map_or("None".to_owned(), |below| format!("Some(&{})", self.place(below)));
        self.shared("MEMBER", "Member", format!("Member {{ name: {}, null: {null}, below: {below} }}", quote(&member.name)))
    }

    /// The words of which a text holds one at least if anything in it is retired.
    fn words(&self, place: &Place) -> Vec<String> {
        let mut words = Vec::new();
        for arm in &place.objects {
            if matches!(arm.retired, Some(Retired::Event(_))) {
                words.push(arm.value.clone());
            }
            words.extend(nulls(&arm.members).map(|_| "null".to_owned()));
            words.extend(self.parts(&arm.members));
        }
        words.sort();
        words.dedup();
        words
    }

    /// Tags of retired parts below these members, as they stand in a text.
    fn parts(&self, members: &[Member]) -> Vec<String> {
        let mut found = Vec::new();
        let mut places: Vec<&Place> = members.iter().filter_map(|member| member.below.as_ref()).collect();
        while let Some(place) = places.pop() {
            places.extend(place.elements.as_deref());
            for arm in &place.objects {
                if let Some(Retired::Part(index)) = arm.retired {
                    found.push(format!("\"{}\"", self.rows.parts[index].was));
                }
                places.extend(arm.members.iter().filter_map(|member| member.below.as_ref()));
            }
        }
        found.sort();
        found.dedup();
        found
    }
}

/// The earliest revision in which a null at or below these members is read as absent.
fn nulls(members: &[Member]) -> Option<Option<Revision>> {
    let below = |place: &Place| {
        let mut found = Vec::new();
        let mut places = vec![place];
        while let Some(place) = places.pop() {
            places.extend(place.elements.as_deref());
            for arm in &place.objects {
                found.extend(nulls(&arm.members));
            }
        }
        found
    };
    let own = members.iter().filter_map(|member| member.null.map(|(_, from)| from));
    own.chain(members.iter().filter_map(|member| member.below.as_ref()).flat_map(below)).min()
}
