//! The parts of a pattern.
//!
//! Takes the pattern's text; gives a tree. What it does not know it refuses with a reason, so that no
//! pattern is compiled to something that it does not mean.

/// A part of a pattern.
pub(super) enum Tree {
    /// One character of these ranges of code points, ends included.
    Set(Vec<(u32, u32)>),
    /// `^`
    Start,
    /// `$`
    End,
    /// One after the other.
    Sequence(Vec<Tree>),
    /// One of them.
    Choice(Vec<Tree>),
    /// At least so many times, and at most so many.
    Repeat(Box<Tree>, u32, Option<u32>),
}

/// How deep groups may be nested: a tree is walked by recursion.
const DEPTH: usize = 64;
/// How often a quantifier may repeat at most; an automaton of more states would not fit anyway.
const TIMES: u32 = 1000;

/// Takes `pattern` apart, or says why not.
pub(super) fn parse(pattern: &str) -> Result<Tree, String> {
    let mut parser = Parser { rest: pattern };
    let tree = parser.choice(0)?;
    match parser.rest {
        "" => Ok(tree),
        _ => Err("a `)` closes no group; write `\\)` for the character".to_owned()),
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<char> {
        let mut rest = self.rest.chars();
        let character = rest.next();
        self.rest = rest.as_str();
        character
    }

    /// Whether `text` comes next; if so, it is taken.
    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest.starts_with(text);
        if found {
            self.rest = &self.rest[text.len()..];
        }
        found
    }

    fn choice(&mut self, depth: usize) -> Result<Tree, String> {
        if depth > DEPTH {
            return Err(format!("groups are nested more than {DEPTH} deep"));
        }
        let mut arms = vec![self.sequence(depth)?];
        while self.eat("|") {
            arms.push(self.sequence(depth)?);
        }
        Ok(Tree::Choice(arms))
    }

    fn sequence(&mut self, depth: usize) -> Result<Tree, String> {
        let mut parts = Vec::new();
        while !matches!(self.rest.as_bytes().first(), None | Some(b'|' | b')')) {
            let part = self.part(depth)?;
            parts.push(self.quantified(part)?);
        }
        Ok(Tree::Sequence(parts))
    }

    fn part(&mut self, depth: usize) -> Result<Tree, String> {
        let Some(character) = self.next() else { return Ok(Tree::Sequence(Vec::new())) };
        match character {
            '^' => Ok(Tree::Start),
            '$' => Ok(Tree::End),
            '.' => Ok(Tree::Set(except(&[(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)]))),
            '(' => self.group(depth),
            '[' => self.class(),
            '\\' => self.escape().map(single),
            '*' | '+' | '?' | '{' => Err(format!("a `{character}` has nothing to repeat; write `\\{character}` for the character")),
            '}' | ']' => Err(format!("a `{character}` closes nothing; write `\\{character}` for the character")),
            _ => Ok(single(character.into())),
        }
    }

    /// A group, after its parenthesis.
    fn group(&mut self, depth: usize) -> Result<Tree, String> {
        if !self.eat("?:") && self.eat("?") {
            let look = self.eat("=") || self.eat("!") || self.eat("<=") || self.eat("<!");
            let reason = if look {
                "look-around, including look-ahead and look-behind, is not supported"
            } else {
                "of the groups that begin with `(?`, only `(?:` is supported"
            };
            return Err(reason.to_owned());
        }
        let tree = self.choice(depth + 1)?;
        match self.eat(")") {
            true => Ok(tree),
            false => Err("a `(` is not closed; write `\\(` for the character".to_owned()),
        }
    }

    /// A class, after its bracket. Within it only `\`, `]`, a `^` at its start and a `-` between two
    /// characters are special.
    fn class(&mut self) -> Result<Tree, String> {
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        while !self.eat("]") {
            let low = self.member()?;
            let mut high = low;
            if self.rest.starts_with('-') && !self.rest.starts_with("-]") {
                self.next();
                high = self.member()?;
            }
            if high < low {
                return Err(format!("a range of a class runs backwards, from U+{low:04X} to U+{high:04X}"));
            }
            ranges.push((low, high));
        }
        Ok(Tree::Set(if negated { except(&ranges) } else { ranges }))
    }

    fn member(&mut self) -> Result<u32, String> {
        match self.next() {
            Some('\\') => self.escape(),
            Some(character) => Ok(character.into()),
            None => Err("a `[` is not closed; write `\\[` for the character".to_owned()),
        }
    }

    /// The character that an escape stands for, after its backslash.
    fn escape(&mut self) -> Result<u32, String> {
        match self.next() {
            Some('t') => Ok(0x09),
            Some('n') => Ok(0x0A),
            Some('v') => Ok(0x0B),
            Some('f') => Ok(0x0C),
            Some('r') => Ok(0x0D),
            Some('x') => self.hexadecimal(2).ok_or_else(|| "`\\x` takes two hexadecimal digits".to_owned()),
            Some('u') => {
                let braced = self.eat("{");
                let length = if braced { self.rest.find('}').unwrap_or(0) } else { 4 };
                let Some(code) = self.hexadecimal(length) else {
                    return Err("`\\u` takes four hexadecimal digits, or any number of them in braces".to_owned());
                };
                if braced {
                    self.eat("}");
                }
                match char::from_u32(code) {
                    Some(_) => Ok(code),
                    None => Err(format!("`\\u` names {code:04X}, which is no character; write one beyond U+FFFF as `\\u{{1F600}}`")),
                }
            }
            Some(character) if "/-.${}+*?()[]^|\\".contains(character) => Ok(character.into()),
            Some('1'..='9' | 'k') => Err("back references are not supported".to_owned()),
            Some(other) => Err(format!("the escape `\\{other}` is not supported; write out the characters that it stands for")),
            None => Err("the pattern ends within an escape".to_owned()),
        }
    }

    /// The value of the next `length` bytes, if they are hexadecimal digits.
    fn hexadecimal(&mut self, length: usize) -> Option<u32> {
        let digits = self.rest.get(..length)?;
        self.eat(digits);
        number(digits, 16)
    }

    /// `part`, repeated as often as a quantifier after it says.
    fn quantified(&mut self, part: Tree) -> Result<Tree, String> {
        let (min, max) = match self.rest.as_bytes().first() {
            Some(b'*') => (0, None),
            Some(b'+') => (1, None),
            Some(b'?') => (0, Some(1)),
            Some(b'{') => self.counts()?,
            _ => return Ok(part),
        };
        self.next();
        if matches!(part, Tree::Start | Tree::End) {
            return Err("a quantifier follows `^` or `$`, which cannot be repeated".to_owned());
        }
        // A lazy quantifier finds other matches, but it finds one in the same texts.
        self.eat("?");
        Ok(Tree::Repeat(Box::new(part), min, max))
    }

    /// The bounds of `{n}`, `{n,}` or `{n,m}`, up to the brace that closes.
    fn counts(&mut self) -> Result<(u32, Option<u32>), String> {
        let end = self.rest.find('}').unwrap_or(1);
        let text = &self.rest[1..end];
        let (low, high) = text.split_once(',').unwrap_or((text, text));
        let bounds = (number(low, 10), number(if high.is_empty() { low } else { high }, 10));
        let (Some(min), Some(max)) = bounds else {
            return Err("a `{` begins no quantifier; write `\\{` for the character".to_owned());
        };
        if max < min {
            return Err(format!("the bounds of the quantifier `{{{text}}}` are in the wrong order"));
        }
        if max > TIMES {
            return Err(format!("the quantifier `{{{text}}}` repeats more than {TIMES} times"));
        }
        self.rest = &self.rest[end..];
        Ok((min, if high.is_empty() { None } else { Some(max) }))
    }
}

/// The digits' value; none without digits or with anything else, a sign included.
fn number(digits: &str, radix: u32) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    let mut value: u32 = 0;
    for digit in digits.chars() {
        // What is too large stays so.
        value = value.saturating_mul(radix).saturating_add(digit.to_digit(radix)?);
    }
    Some(value)
}

fn single(code: u32) -> Tree {
    Tree::Set(vec![(code, code)])
}

/// All code points but these.
fn except(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut left = vec![(0, u32::from(char::MAX))];
    for &(low, high) in ranges {
        let mut rest = Vec::new();
        for (first, last) in left {
            if first < low {
                rest.push((first, last.min(low - 1)));
            }
            if last > high {
                rest.push((first.max(high + 1), last));
            }
        }
        left = rest;
    }
    left
}
