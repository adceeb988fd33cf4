//! One case: what the judge says, what the codec says, and a report that can be read.

use agentwire::catalog::Type;
use agentwire::{DecodeError, NoteKind, Revision, Tolerance};
use serde_json::Value;

use super::oracle::Oracle;
use super::shrink::shrink;
use super::spell::Spelling;
use super::support;

/// Beyond this length only the verdict is compared.
pub(crate) const LONG: usize = 1 << 20;

/// Compares the codec's `ty` with the judge's.
pub(crate) struct Judge<'o> {
    pub(crate) oracle: &'o Oracle,
    pub(crate) ty: &'static Type,
    /// The type's definition, or that of an arm that the value is to be.
    pub(crate) definition: &'o str,
}

impl Judge<'_> {
    /// Whether the value is valid, and what the codec says, if that is something else.
    pub(crate) fn compare(&self, text: &str, value: &Value) -> (bool, Option<String>) {
        let valid = self.oracle.accepts(self.ty.name(), value);
        let checked = self.ty.check(text.as_bytes(), Revision::Draft);
        let says = match checked {
            Ok(_) if valid => self.comes_back(text, value),
            Ok(_) => Some("accepts what the judge refuses".to_owned()),
            Err(error) if valid => Some(format!("refuses what the judge accepts: {error}")),
            Err(error) => self.gives_reasons(text, value, &error),
        };
        (valid, says)
    }

    /// What is wrong with the way in which the codec gives back a valid value.
    fn comes_back(&self, text: &str, value: &Value) -> Option<String> {
        if text.len() > LONG {
            return None;
        }
        let output = match self.ty.recode(text.as_bytes()) {
            Ok(output) => output,
            Err(error) => return Some(format!("accepts and does not recode: {error}")),
        };
        let back: Value = serde_json::from_str(&output).expect("the codec writes JSON");
        if !support::equal(&back, value) {
            return Some(format!("gives back another value: {output}"));
        }
        if self.ty.recode(output.as_bytes()).as_ref() != Ok(&output) {
            return Some(format!("does not read its own text as the same value: {output}"));
        }
        match self.ty.check_tolerant(text.as_bytes(), Tolerance::default(), Revision::Draft) {
            // Advice is given whether the decoder is strict or tolerant.
            Ok(remarks) if remarks.notes.iter().all(|note| matches!(note.kind, NoteKind::Lint(_))) => None,
            tolerant => Some(format!("is not as tolerant as it is strict: {tolerant:?}")),
        }
    }

    /// What is wrong with the codec's reasons against an invalid value: they do not lie where the judge's do.
    fn gives_reasons(&self, text: &str, value: &Value, error: &DecodeError) -> Option<String> {
        if text.len() > LONG {
            return None;
        }
        // What an arm refuses shows best where the union does not stand before it.
        let verdict = self.oracle.verdict(self.definition, value);
        verdict.broken.iter().for_each(|rule| self.oracle.coverage.break_rule(rule));
        // With another tag the codec speaks of another arm.
        let other_arm = self.definition != self.ty.name() && verdict.broken.iter().any(|rule| rule.ends_with("/properties/type/const"));
        let within = if other_arm { "" } else { verdict.at.as_deref().unwrap_or("") };
        let astray = error.violations().iter().find(|violation| !support::below(&violation.path, within));
        astray.map(|violation| format!("points to {:?}, which is not in {within:?}: {error}", violation.path))
    }
}

/// A case in which the two do not agree.
pub(crate) struct Wrong {
    pub(crate) ty: &'static Type,
    pub(crate) definition: String,
    pub(crate) value: Value,
    pub(crate) spelling: Spelling,
    pub(crate) seed: u64,
}

impl Wrong {
    /// The case, as small as it gets.
    pub(crate) fn report(&self, oracle: &Oracle) -> String {
        let judge = Judge { oracle, ty: self.ty, definition: &self.definition };
        let says = |value: &Value, spelling: Spelling| judge.compare(&spelling.write(value), value).1;
        let mut spelling = self.spelling;
        while let Some(plainer) = spelling.plainer().find(|plainer| says(&self.value, *plainer).is_some()) {
            spelling = plainer;
        }
        let small = shrink(&self.value, |value| says(value, spelling).is_some());
        let (text, codec, faults) =
            (spelling.write(&small), says(&small, spelling).unwrap_or_default(), oracle.faults(self.ty.name(), &small));
        let judge = if faults.is_empty() { "valid".to_owned() } else { faults.join("\n           ") };
        format!("{} (seed {}) {text:.600}\n    codec: {codec:.600}\n    judge: {judge}", self.ty.name(), self.seed)
    }
}
