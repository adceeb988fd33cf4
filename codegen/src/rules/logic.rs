//! Conditions on typed values: their algebra, and how Rust writes them.
//!
//! Takes atoms with their negations; gives an expression without needless parentheses, in which
//! comparisons of one subject with several values are one `matches!`.

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Test {
    Always,
    Never,
    /// An expression, and the one that says the opposite.
    Code {
        yes: String,
        no: String,
    },
    /// The subjects have the values of one of the rows.
    Is {
        subjects: Vec<Subject>,
        rows: Vec<Vec<String>>,
        negated: bool,
    },
    All(Vec<Test>),
    Any(Vec<Test>),
}

/// What is compared with values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Subject {
    /// Left side of `==`.
    pub(crate) equal: String,
    /// What `matches!` looks at.
    pub(crate) matched: String,
}

impl Test {
    /// An expression that is negated with `!`.
    pub(crate) fn flag(code: impl Into<String>) -> Self {
        let yes = code.into();
        Self::Code { no: format!("!{yes}"), yes }
    }

    /// A comparison; `opposite` is the operator that says the opposite.
    pub(crate) fn compare(left: &str, operator: &str, opposite: &str, right: impl std::fmt::Display) -> Self {
        Self::Code { yes: format!("{left} {operator} {right}"), no: format!("{left} {opposite} {right}") }
    }

    /// The subject has one of these values, which are patterns.
    pub(crate) fn is(subject: Subject, values: Vec<String>) -> Self {
        if values.is_empty() {
            return Self::Never;
        }
        Self::Is { subjects: vec![subject], rows: values.into_iter().map(|value| vec![value]).collect(), negated: false }
    }

    pub(crate) fn not(self) -> Self {
        match self {
            Self::Always => Self::Never,
            Self::Never => Self::Always,
            Self::Code { yes, no } => Self::Code { yes: no, no: yes },
            Self::Is { subjects, rows, negated } => Self::Is { subjects, rows, negated: !negated },
            Self::All(parts) => Self::any(parts.into_iter().map(Self::not).collect()),
            Self::Any(parts) => Self::all(parts.into_iter().map(Self::not).collect()),
        }
    }

    pub(crate) fn all(tests: Vec<Self>) -> Self {
        let mut parts = Vec::new();
        for test in tests {
            match test {
                Self::Never => return Self::Never,
                Self::Always => {}
                Self::All(inner) => parts.extend(inner),
                other => parts.push(other),
            }
        }
        parts.dedup();
        match parts.len() {
            0 => Self::Always,
            1 => parts.remove(0),
            _ => Self::All(parts),
        }
    }

    pub(crate) fn any(tests: Vec<Self>) -> Self {
        let mut parts: Vec<Self> = Vec::new();
        for test in tests {
            let inner = match test {
                Self::Always => return Self::Always,
                Self::Never => continue,
                Self::Any(inner) => inner,
                other => vec![other],
            };
            for test in inner {
                match parts.last_mut().and_then(|last| last.joined(&test)) {
                    Some(joined) => drop(parts.pop().map(|_| parts.push(joined))),
                    None => parts.push(test),
                }
            }
        }
        match parts.len() {
            0 => Self::Never,
            1 => parts.remove(0),
            _ => Self::Any(parts),
        }
    }

    /// `self || other` as one comparison, if both compare the same subjects.
    fn joined(&self, other: &Self) -> Option<Self> {
        let (subjects, mut rows) = self.table()?;
        let (others, more) = other.table()?;
        if subjects != others {
            return None;
        }
        rows.extend(more);
        Some(Self::Is { subjects, rows, negated: false })
    }

    /// The comparison as subjects and rows of values.
    fn table(&self) -> Option<(Vec<Subject>, Vec<Vec<String>>)> {
        match self {
            Self::Is { subjects, rows, negated: false } => Some((subjects.clone(), rows.clone())),
            Self::All(parts) => {
                let mut subjects = Vec::new();
                let mut row = Vec::new();
                for part in parts {
                    match part {
                        Self::Is { subjects: own, rows, negated: false } if rows.len() == 1 => {
                            subjects.extend(own.iter().cloned());
                            row.extend(rows[0].iter().cloned());
                        }
                        _ => return None,
                    }
                }
                Some((subjects, vec![row]))
            }
            _ => None,
        }
    }

    /// Whether the two compare a subject with different values, so that both never hold.
    pub(crate) fn excludes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All(parts), _) => parts.iter().any(|part| part.excludes(other)),
            (_, Self::All(parts)) => parts.iter().any(|part| self.excludes(part)),
            (Self::Is { subjects, rows, negated: false }, Self::Is { subjects: others, rows: values, negated: false }) => {
                subjects == others && rows.iter().all(|row| !values.contains(row))
            }
            _ => false,
        }
    }

    /// The expression.
    pub(crate) fn code(&self) -> String {
        match self {
            Self::Always => "true".to_owned(),
            Self::Never => "false".to_owned(),
            Self::Code { yes, .. } => yes.clone(),
            Self::Is { subjects, rows, negated } => is(subjects, rows, *negated),
            Self::All(parts) => parts.iter().map(Self::operand).collect::<Vec<_>>().join(" && "),
            Self::Any(parts) => parts.iter().map(Self::operand).collect::<Vec<_>>().join(" || "),
        }
    }

    fn operand(&self) -> String {
        match self {
            Self::All(_) | Self::Any(_) => format!("({})", self.code()),
            _ => self.code(),
        }
    }
}

fn is(subjects: &[Subject], rows: &[Vec<String>], negated: bool) -> String {
    match (subjects, rows) {
        ([subject], [row]) => {
            let operator = if negated { "!=" } else { "==" };
            format!("{} {operator} {}", subject.equal, row.join(""))
        }
        _ => {
            let tuple = |parts: Vec<&str>| match &parts[..] {
                [one] => (*one).to_owned(),
                several => format!("({})", several.join(", ")),
            };
            let subject = tuple(subjects.iter().map(|subject| subject.matched.as_str()).collect());
            let patterns: Vec<String> = rows.iter().map(|row| tuple(row.iter().map(String::as_str).collect())).collect();
            format!("{}matches!({subject}, {})", if negated { "!" } else { "" }, patterns.join(" | "))
        }
    }
}
