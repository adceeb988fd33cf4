//! Rules: they speak of members that are there, and each says something.

use super::condition::Scope;
use super::{error, shapes};
use crate::document::{At, Entries};
use crate::table::model::{Shape, Table};
use crate::table::rule::{Condition, Outcome, Rule};
use crate::CodegenError;

pub(super) fn run(table: &Table) -> Result<(), CodegenError> {
    for shape in shapes(table) {
        for rule in shape.rules {
            let checker = Checker { table, shape: &shape, key: [&shape.key[..], &["rules"]].concat() };
            checker.rule(rule)?;
        }
    }
    Ok(())
}

struct Checker<'a> {
    table: &'a Table,
    shape: &'a Shape<'a>,
    key: Vec<&'a str>,
}

impl Checker<'_> {
    fn rule(&self, rule: &At<Rule>) -> Result<(), CodegenError> {
        self.form(rule)?;
        self.conditions(&["when"], &rule.when)?;
        self.names("present", &rule.present, true)?;
        self.names("absent", &rule.absent, !self.shape.open)?;
        self.outcome(&[], &rule.require, &rule.forbid, &rule.expect)?;
        if let Some(otherwise) = &rule.otherwise {
            let Outcome { require, forbid, expect } = &otherwise.value;
            self.outcome(&["otherwise"], require, forbid, expect)?;
        }
        Ok(())
    }

    /// The keys of a rule make sense together.
    fn form(&self, rule: &At<Rule>) -> Result<(), CodegenError> {
        let premise = !(rule.when.is_empty() && rule.present.is_empty() && rule.absent.is_empty());
        let says = |it: &Outcome| !(it.require.is_empty() && it.forbid.is_empty() && it.expect.is_empty());
        let then = !(rule.require.is_empty() && rule.forbid.is_empty() && rule.expect.is_empty());
        let otherwise = rule.otherwise.as_ref();
        let message = match &rule.schema {
            Some(_) if premise || then || otherwise.is_some() => "`schema` stands alone, with a `doc` at most",
            Some(_) => return Ok(()),
            None if otherwise.is_some() && !premise => "`otherwise` needs `when`, `present` or `absent`",
            None if !then && !otherwise.is_some_and(|it| says(it)) => "this rule asks for nothing",
            None => return Ok(()),
        };
        error(self.table, rule.offset, (&self.key, &[]), message)
    }

    fn outcome(
        &self,
        part: &[&str],
        require: &[At<String>],
        forbid: &[At<String>],
        expect: &Entries<At<Condition>>,
    ) -> Result<(), CodegenError> {
        self.names("require", require, !self.shape.open)?;
        self.names("forbid", forbid, !self.shape.open)?;
        self.conditions(&[part, &["expect"]].concat(), expect)
    }

    /// Names of members; `declared` if they must be the object's own.
    fn names(&self, part: &str, names: &[At<String>], declared: bool) -> Result<(), CodegenError> {
        let known = |name: &str| !declared || self.shape.field(name).is_some();
        match names.iter().find(|name| !known(name)) {
            Some(name) => self.no_member(&[part], name),
            None => Ok(()),
        }
    }

    fn conditions(&self, part: &[&str], conditions: &Entries<At<Condition>>) -> Result<(), CodegenError> {
        for (name, condition) in conditions.iter() {
            let Some(field) = self.shape.field(name) else {
                return self.no_member(part, name);
            };
            let key = [&self.key[..], part, &[name.as_str()]].concat();
            let scope = Scope::new(self.table, &field.member.expr);
            scope.check(&key, condition)?;
        }
        Ok(())
    }

    fn no_member<T>(&self, part: &[&str], name: &At<String>) -> Result<T, CodegenError> {
        let message = format!("`{}` is no member of this object", name.value);
        let rest = [part, &[name.as_str()]].concat();
        error(self.table, name.offset, (&self.key, &rest), message)
    }
}
