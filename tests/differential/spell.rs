//! Ways to write the same value: another order of members, other spellings of numbers and strings, blanks.

use fastrand::Rng;
use serde_json::Value;

/// A way to write a value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spelling {
    /// Seed of the order of members; 0 for the order of their names.
    order: u64,
    /// Seed of the escapes and of the spellings of numbers; 0 for the plain ones.
    tokens: u64,
    blanks: bool,
}

impl Spelling {
    /// One at random; half of them are plain in each respect.
    pub(crate) fn any(rng: &mut Rng) -> Self {
        let mut seed = || if rng.bool() { rng.u64(1..) } else { 0 };
        Self { order: seed(), tokens: seed(), blanks: seed() % 4 == 1 }
    }

    /// The ways that are plainer by one thing.
    pub(crate) fn plainer(self) -> impl Iterator<Item = Self> {
        [Self { order: 0, ..self }, Self { tokens: 0, ..self }, Self { blanks: false, ..self }]
            .into_iter()
            .filter(move |plainer| *plainer != self)
    }

    pub(crate) fn write(self, value: &Value) -> String {
        let mut writer = Writer {
            order: (self.order > 0).then(|| Rng::with_seed(self.order)),
            tokens: (self.tokens > 0).then(|| Rng::with_seed(self.tokens)),
            blanks: if self.blanks { " \n\t\r" } else { "" },
            out: String::new(),
        };
        writer.value(value);
        writer.out
    }
}

struct Writer {
    order: Option<Rng>,
    tokens: Option<Rng>,
    blanks: &'static str,
    out: String,
}

impl Writer {
    fn value(&mut self, value: &Value) {
        self.out.push_str(self.blanks);
        match value {
            Value::Null | Value::Bool(_) => self.out.push_str(&value.to_string()),
            Value::Number(_) => {
                let number = self.number(value);
                self.out.push_str(&number);
            }
            Value::String(text) => self.string(text),
            Value::Array(list) => {
                self.out.push('[');
                for (index, element) in list.iter().enumerate() {
                    self.out.push_str(if index > 0 { "," } else { "" });
                    self.value(element);
                }
                self.out.push(']');
            }
            Value::Object(members) => {
                let mut members: Vec<_> = members.iter().collect();
                if let Some(rng) = &mut self.order {
                    rng.shuffle(&mut members);
                }
                self.out.push('{');
                for (index, (name, member)) in members.into_iter().enumerate() {
                    self.out.push_str(if index > 0 { "," } else { "" });
                    self.out.push_str(self.blanks);
                    self.string(name);
                    self.out.push_str(self.blanks);
                    self.out.push(':');
                    self.value(member);
                }
                self.out.push('}');
            }
        }
        self.out.push_str(self.blanks);
    }

    fn string(&mut self, text: &str) {
        let Some(rng) = &mut self.tokens else { return self.out.push_str(&Value::from(text).to_string()) };
        self.out.push('"');
        for character in text.chars() {
            let must = matches!(character, '"' | '\\' | '\0'..='\u{1f}');
            match character {
                '/' if rng.bool() => self.out.push_str("\\/"),
                '\n' if rng.bool() => self.out.push_str("\\n"),
                _ if must || rng.u8(..4) == 0 => {
                    let upper = rng.bool();
                    let units: Vec<String> = character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("{unit:04x}")).collect();
                    units
                        .iter()
                        .for_each(|unit| self.out.push_str(&format!("\\u{}", if upper { unit.to_uppercase() } else { unit.clone() })));
                }
                plain => self.out.push(plain),
            }
        }
        self.out.push('"');
    }

    fn number(&mut self, value: &Value) -> String {
        let plain = value.to_string();
        let Some(rng) = &mut self.tokens else { return plain };
        // Beyond 2^53 a fraction or an exponent would make it the nearest double.
        let exact = value.as_i64().is_some_and(|integer| integer.unsigned_abs() < 1 << 53);
        match rng.u8(..6) {
            0 if exact => format!("{plain}.0"),
            1 if exact => format!("{plain}e0"),
            2 if exact && plain != "0" => format!("{plain}000E-3"),
            3 if exact && plain.ends_with("00") => format!("{}e+2", &plain[..plain.len() - 2]),
            4 if plain == "0" => "-0".to_owned(),
            5 if exact => format!("{plain}.000e-00"),
            _ => plain,
        }
    }
}
