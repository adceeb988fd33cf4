//! Statements of the generated checks, and how they are laid out.
//!
//! Takes calls on the checker with their arguments; gives lines of at most [`WIDTH`] characters where
//! the texts in them allow it. prettyplease breaks at 90 and splits every call that does not fit, which
//! makes one rule ten lines long; a rule reads best on one line.

/// Longest line of generated code, in characters.
pub(crate) const WIDTH: usize = 120;
/// Blanks by which a body is set in.
const STEP: usize = 4;

/// A statement of a check.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stmt {
    /// A call, or a chain of them.
    Call(Call),
    /// `if let` with a pattern and a value.
    IfLet(String, Vec<Stmt>),
    /// Statements under a condition.
    When {
        /// The condition, in Rust.
        test: String,
        /// The same in words, as a Rust literal.
        words: String,
        /// What holds if the condition does.
        then: Vec<Stmt>,
        /// What holds if it does not.
        otherwise: Vec<Stmt>,
    },
}

/// One call of a chain.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    /// What stands before the arguments: `at.text`, `.chars`.
    name: String,
    args: Vec<String>,
    /// The closure that is its last argument: parameters and body.
    closure: Option<(String, Vec<Stmt>)>,
    /// The call on its result.
    next: Option<Box<Call>>,
}

impl Call {
    /// The call `name(args)`.
    pub(crate) fn new(name: impl Into<String>, args: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { name: name.into(), args: args.into_iter().map(Into::into).collect(), closure: None, next: None }
    }

    /// The call with a closure as its last argument.
    pub(crate) fn with(mut self, parameters: impl Into<String>, body: Vec<Stmt>) -> Self {
        self.closure = Some((parameters.into(), body));
        self
    }

    /// The call followed by another on its result.
    pub(crate) fn then(mut self, call: Self) -> Self {
        self.next = Some(Box::new(match self.next.take() {
            Some(next) => next.then(call),
            None => call,
        }));
        self
    }

    /// The call as a statement.
    pub(crate) fn stmt(self) -> Stmt {
        Stmt::Call(self)
    }

    /// The chain on one line.
    fn flat(&self) -> Option<String> {
        let mut args = self.args.clone();
        if let Some((parameters, body)) = &self.closure {
            args.push(format!("{parameters} {}", flat_body(body)?));
        }
        let next = self.next.as_ref().map_or(Some(String::new()), |next| next.flat())?;
        Some(format!("{}({}){next}", self.name, args.join(", ")))
    }

    /// Prints the chain behind `indent` blanks, without the last semicolon.
    fn print(&self, out: &mut String, indent: usize) {
        if let Some(line) = self.flat().filter(|line| indent + width(line) < WIDTH) {
            out.push_str(&line);
            return;
        }
        let head = format!("{}({}", self.name, self.args.join(", "));
        match &self.closure {
            Some((parameters, body)) if indent + width(&head) + width(parameters) + 4 <= WIDTH => {
                let separator = if self.args.is_empty() { "" } else { ", " };
                out.push_str(&format!("{head}{separator}{parameters} {{\n"));
                print(out, body, indent + STEP);
                push(out, indent, "})");
            }
            Some((parameters, body)) => {
                out.push_str(&format!("{}(\n", self.name));
                self.args.iter().for_each(|arg| layout(out, indent + STEP, arg, ","));
                let flat = flat_body(body).map(|body| format!("{parameters} {body},"));
                match flat.filter(|line| indent + STEP + width(line) <= WIDTH) {
                    Some(line) => push_line(out, indent + STEP, &line),
                    None => {
                        push_line(out, indent + STEP, &format!("{parameters} {{"));
                        print(out, body, indent + 2 * STEP);
                        push_line(out, indent + STEP, "},");
                    }
                }
                push(out, indent, ")");
            }
            None if indent + width(&head) + 1 < WIDTH => out.push_str(&format!("{head})")),
            None if self.args.len() < 2 => {
                let mut lines = String::new();
                layout(&mut lines, indent, &format!("{head})"), "");
                out.push_str(lines.trim());
            }
            None => {
                out.push_str(&format!("{}(\n", self.name));
                self.args.iter().for_each(|arg| layout(out, indent + STEP, arg, ","));
                push(out, indent, ")");
            }
        }
        if let Some(next) = &self.next {
            // The end of a closure is a line of its own to go on from.
            if self.closure.is_none() {
                out.push('\n');
                push(out, indent + STEP, "");
            }
            next.print(out, if self.closure.is_none() { indent + STEP } else { indent });
        }
    }
}

/// The body of a closure on one line.
fn flat_body(body: &[Stmt]) -> Option<String> {
    let [stmt] = body else { return None };
    let call = stmt.as_call()?;
    let flat = call.flat()?;
    // What a chain gives borrows from the checker and must not leave the closure.
    let leaves = call.next.is_some() || call.name == "at.when";
    Some(if leaves { format!("{{ {flat}; }}") } else { flat })
}

impl Stmt {
    /// The call that the statement is.
    fn as_call(&self) -> Option<Call> {
        let (test, words, then, otherwise) = match self {
            Self::Call(call) => return Some(call.clone()),
            Self::IfLet(..) => return None,
            Self::When { test, words, then, otherwise } => (test, words, then, otherwise),
        };
        let call = |name: &str, body: &[Self]| Call::new(name, [test, words]).with("|at|", body.to_vec());
        Some(match (then.is_empty(), otherwise.is_empty()) {
            (true, _) => call("at.unless", otherwise),
            (false, true) => call("at.when", then),
            (false, false) => call("at.when", then).then(Call::new(".otherwise", [""; 0]).with("|at|", otherwise.to_vec())),
        })
    }
}

/// Adds statements; those under one condition come together.
pub(crate) fn extend(body: &mut Vec<Stmt>, more: Vec<Stmt>) {
    for stmt in more {
        match (body.last_mut(), stmt) {
            // Only one of the branches is taken, so their statements keep their order.
            (Some(Stmt::When { test, then, otherwise, .. }), Stmt::When { test: same, then: more_then, otherwise: more_otherwise, .. })
                if *test == same =>
            {
                then.extend(more_then);
                otherwise.extend(more_otherwise);
            }
            (_, stmt) => body.push(stmt),
        }
    }
}

/// Prints statements, each behind `indent` blanks.
pub(crate) fn print(out: &mut String, body: &[Stmt], indent: usize) {
    for stmt in body {
        push(out, indent, "");
        if let Some(call) = stmt.as_call() {
            call.print(out, indent);
            out.push_str(";\n");
        }
        if let Stmt::IfLet(head, body) = stmt {
            out.push_str(&format!("if let {head} {{\n"));
            print(out, body, indent + STEP);
            push_line(out, indent, "}");
        }
    }
}

/// Whether a statement mentions `word`.
pub(crate) fn mentions(body: &[Stmt], word: &str) -> bool {
    let mut text = String::new();
    print(&mut text, body, 0);
    text.contains(word)
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn push(out: &mut String, indent: usize, text: &str) {
    out.push_str(&" ".repeat(indent));
    out.push_str(text);
}

fn push_line(out: &mut String, indent: usize, line: &str) {
    push(out, indent, line);
    out.push('\n');
}

/// Prints an expression with `end` behind it, on more lines if it does not fit one: it breaks in front
/// of its outermost operators, else within its last brackets.
fn layout(out: &mut String, indent: usize, text: &str, end: &str) {
    if indent + width(text) + end.len() <= WIDTH {
        return push_line(out, indent, &format!("{text}{end}"));
    }
    // The weakest operators first.
    let operands = OPERATORS.iter().map(|operator| split(text, Some(operator))).find(|operands| operands.len() > 1);
    if let Some([first, rest @ .., last]) = operands.as_deref() {
        layout(out, indent, first.trim_end(), "");
        rest.iter().for_each(|part| layout(out, indent + STEP, part.trim_end(), ""));
        return layout(out, indent + STEP, last, end);
    }
    let open = text.char_indices().rfind(|(at, c)| matches!(c, '(' | '[') && depth(&text[..*at]) == Some(0));
    match open.filter(|_| text.ends_with([')', ']'])) {
        Some((at, _)) => {
            let (head, inner) = text.split_at(at + 1);
            let (inner, close) = inner.split_at(inner.len() - 1);
            push_line(out, indent, head);
            let mut line = String::new();
            let parts = split(inner, None);
            // Brackets that only group take no comma.
            let comma = if at == 0 || text[..at].ends_with(' ') { "" } else { "," };
            for part in parts {
                let part = part.trim();
                // Short elements fill lines.
                if !line.is_empty() && indent + STEP + width(&line) + width(part) + 1 > WIDTH {
                    layout(out, indent + STEP, &std::mem::take(&mut line), "");
                }
                line.push_str(if line.is_empty() { "" } else { " " });
                line.push_str(part);
            }
            layout(out, indent + STEP, line.trim_end_matches(','), comma);
            push_line(out, indent, &format!("{close}{end}"));
        }
        None => push_line(out, indent, &format!("{text}{end}")),
    }
}

/// Operators at which an expression breaks, the weakest first.
const OPERATORS: &[&str] = &["|| ", "&& ", "!= (", "+ ", "| "];

/// Splits an expression in front of an operator, or else behind commas; outside all brackets.
fn split(text: &str, operator: Option<&str>) -> Vec<String> {
    let mut parts = vec![String::new()];
    for (at, character) in text.char_indices() {
        let outside = depth(&text[..at]) == Some(0);
        let at_operator = operator.is_some_and(|operator| text[..at].ends_with(' ') && text[at..].starts_with(operator));
        if outside && at_operator {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(character);
        }
        if outside && operator.is_none() && character == ',' {
            parts.push(String::new());
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// How many brackets are open at the end of a text; none if it ends within a string.
fn depth(text: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for character in text.chars() {
        match character {
            '"' if !escaped => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        escaped = quoted && character == '\\' && !escaped;
    }
    (!quoted).then_some(depth)
}
