//! Findings: what a protocol's prose asks beyond what its schema can say, where one message shows it.
//!
//! A finding never changes a verdict: [`check`](crate::Wire::check), `decode` and `encode` know nothing of
//! it.

use std::fmt;

use crate::wire::check::{push_step, Step};
use crate::wire::node::{NodeRef, Typed};

/// Something that a valid message should not have or lack, with the place where it shows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// RFC 6901 JSON pointer to the value that shows it; empty for the message as a whole.
    pub path: String,
    /// Name of the rule; it starts with `lint-`.
    pub rule: &'static str,
    /// What is found and what is meant instead, in one sentence without a final stop.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(f, "{} [{}]", self.message, self.rule),
            path => write!(f, "{path}: {} [{}]", self.message, self.rule),
        }
    }
}

/// Collects findings; knows the path of the value that is looked at.
#[derive(Default)]
pub(crate) struct Linter<'p> {
    path: Vec<Step<'p>>,
    found: Vec<Finding>,
}

impl<'p> Linter<'p> {
    pub(crate) fn findings(self) -> Vec<Finding> {
        self.found
    }

    /// The value at the current path shows `rule`.
    pub(crate) fn found(&mut self, rule: &'static str, message: impl Into<String>) {
        let mut path = String::new();
        for &step in &self.path {
            push_step(&mut path, step);
        }
        self.found.push(Finding { path, rule, message: message.into() });
    }

    /// A value below the current path shows `rule`.
    pub(crate) fn found_at<const N: usize>(&mut self, steps: [Step<'p>; N], rule: &'static str, message: impl Into<String>) {
        self.path.extend(steps);
        self.found(rule, message);
        self.path.truncate(self.path.len() - N);
    }

    /// Takes over what was found in a value that stands at `step` as opaque JSON.
    pub(crate) fn within(&mut self, step: Step<'p>, findings: Vec<Finding>) {
        let mut prefix = String::new();
        for &step in self.path.iter().chain([&step]) {
            push_step(&mut prefix, step);
        }
        self.found.extend(findings.into_iter().map(|finding| Finding { path: format!("{prefix}{}", finding.path), ..finding }));
    }

    /// Shows `look` the value `node` and everything in it, with the step that leads to each.
    pub(crate) fn walk(&mut self, step: Step<'p>, node: NodeRef<'p>, look: &mut dyn FnMut(Step<'p>, Typed<'p>, &mut Self)) {
        look(step, Typed::of(node), self);
        node.each(&mut |step, inner| {
            self.path.push(step);
            self.walk(step, inner, look);
            self.path.pop();
        });
    }
}

/// Every finding in a message and in all its parts.
pub(crate) fn lint(message: NodeRef<'_>) -> Vec<Finding> {
    let mut linter = Linter::default();
    linter.walk(Step::Here, message, &mut |step, value, at| {
        let _ = (step, value, &at);
        #[cfg(feature = "ahp")]
        crate::ahp::lint::look(step, value, at);
        #[cfg(feature = "octo")]
        crate::octo::lint::look(value, at);
    });
    linter.findings()
}
