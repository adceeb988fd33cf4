//! Mentions: takes a table, gives every place in it where a type is named, with who names it.

use serde_json::Value;

use crate::document::{At, Entries};
use crate::table::member::Member;
use crate::table::model::{Kind, Table};
use crate::table::rule::Rule;
use crate::table::type_expr::TypeExpr;

/// One place where the file mentions a type.
pub(super) struct Mention<'a> {
    /// The type it stands in; none for events, the envelope and the roots.
    pub(super) user: Option<&'a str>,
    pub(super) name: &'a str,
    pub(super) offset: usize,
    /// Dotted key of the place.
    pub(super) key: Vec<&'a str>,
}

/// Every mention, in the order of the file but for the roots.
pub(super) fn mentions(table: &Table) -> Vec<Mention<'_>> {
    let mut all = Vec::new();
    for root in &table.file.roots {
        all.push(Mention { user: None, name: root, offset: root.offset, key: vec!["roots"] });
    }
    if let Some(envelope) = &table.file.envelope {
        let mut site = Site::new(None, vec!["envelope"], &mut all);
        site.members("required", &envelope.required);
        site.members("optional", &envelope.optional);
    }
    for (name, event) in table.file.event.iter() {
        let mut site = Site::new(None, vec!["event", name], &mut all);
        site.members("required", &event.required);
        site.members("optional", &event.optional);
        site.members("narrow", &event.narrow);
        site.rules(&event.rules);
    }
    for r#type in &table.types {
        let key = vec!["type", r#type.name.as_str()];
        let mut site = Site::new(Some(&r#type.name), key, &mut all);
        match &r#type.kind {
            Kind::Object(object) => {
                site.members("required", &object.required);
                site.members("optional", &object.optional);
                site.rules(&object.rules);
            }
            Kind::Union { arms, .. } => {
                for arm in arms {
                    site.name(&["arms"], arm, arm.offset);
                }
            }
            Kind::OneOf(arms) => {
                for arm in arms {
                    site.expression(&["one_of"], arm);
                }
            }
            Kind::Alias { member, .. } => site.expression(&["is"], &member.expr),
            Kind::Values(_) | Kind::Identifier => {}
        }
    }
    all
}

/// Where the mentions of one table come from.
struct Site<'a, 'out> {
    user: Option<&'a str>,
    key: Vec<&'a str>,
    out: &'out mut Vec<Mention<'a>>,
}

impl<'a, 'out> Site<'a, 'out> {
    fn new(user: Option<&'a str>, key: Vec<&'a str>, out: &'out mut Vec<Mention<'a>>) -> Self {
        Site { user, key, out }
    }

    fn name(&mut self, rest: &[&'a str], name: &'a str, offset: usize) {
        self.out.push(Mention { user: self.user, name, offset, key: [&self.key, rest].concat() });
    }

    fn expression(&mut self, rest: &[&'a str], expr: &'a At<TypeExpr>) {
        if let Some(name) = expr.name() {
            self.name(rest, name, expr.offset);
        }
    }

    fn members(&mut self, part: &'static str, members: &'a Entries<Member>) {
        for (name, member) in members.iter() {
            self.expression(&[part, name], &member.expr);
        }
    }

    /// A raw schema may refer to the definitions of the file.
    fn rules(&mut self, rules: &'a [At<Rule>]) {
        for schema in rules.iter().filter_map(|rule| rule.schema.as_ref()) {
            for (_, value) in schema.iter() {
                self.references(&value.0, schema.offset);
            }
        }
    }

    fn references(&mut self, value: &'a Value, offset: usize) {
        match value {
            Value::Array(items) => {
                for item in items {
                    self.references(item, offset);
                }
            }
            Value::Object(members) => {
                for (key, value) in members {
                    let name = value.as_str().filter(|_| key == "$ref");
                    match name.and_then(|text| text.strip_prefix("#/definitions/")) {
                        Some(name) => self.name(&["rules", "schema"], name, offset),
                        None => self.references(value, offset),
                    }
                }
            }
            _ => {}
        }
    }
}
