//! The language DOT of Graphviz.
//!
//! Attributes other than the places of vertices are ignored. Ready parsers exist, but under licenses that this library
//! cannot be combined with, or with many dependencies.

use super::Graph;
use crate::board::file::Diagnostic;
use crate::board::file::span::Span;

/// Returns `true` if a text begins as DOT does.
pub(super) fn is_dot(text: &str) -> bool {
    let Ok(tokens) = tokens(text) else {
        let words = ["graph", "digraph", "strict"];
        return words.iter().any(|word| text.trim_start().starts_with(word));
    };
    let mut tokens = tokens.iter().map(|(token, _)| token);
    let mut first = tokens.next();
    if first.is_some_and(|token| token.is_word("strict")) {
        first = tokens.next();
    }
    let is_graph = first.is_some_and(|token| token.is_word("graph") || token.is_word("digraph"));
    let mut next = tokens.next();
    if matches!(next, Some(Token::Word { .. })) {
        next = tokens.next();
    }
    is_graph && next == Some(&Token::Mark('{'))
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Word { text: String, is_quoted: bool },
    Edge,
    Mark(char),
}

impl Token {
    /// Returns `true` for a keyword, which has no quotes and may be written in capitals.
    fn is_word(&self, keyword: &str) -> bool {
        matches!(self, Token::Word { text, is_quoted: false } if text.eq_ignore_ascii_case(keyword))
    }
}

pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Span)>, Diagnostic> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut is_unclosed = false; // a `<` had no partner; to look for those of later ones would take quadratic time
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let begins_markup = c == '<' && !is_unclosed;
        let markup = begins_markup.then(|| markup_length(rest)).flatten();
        is_unclosed |= begins_markup && markup.is_none();
        let to = |mark: &str| rest.find(mark).map_or(rest.len(), |end| end + mark.len());
        let is_of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let begins_line = || text[..at].trim_end_matches([' ', '\t']).ends_with('\n') || at == 0;
        let (token, length) = if c.is_whitespace() {
            (None, c.len_utf8())
        } else if rest.starts_with("//") || (c == '#' && begins_line()) {
            (None, to("\n"))
        } else if rest.starts_with("/*") {
            (None, to("*/"))
        } else if rest.starts_with("--") || rest.starts_with("->") {
            (Some(Token::Edge), 2)
        } else if c == '"' {
            let (text, length) = quoted(rest).ok_or_else(|| {
                Diagnostic::new("the text in quotes has no end").at(at..at + 1, "it begins here")
            })?;
            let is_quoted = true;
            (Some(Token::Word { text, is_quoted }), length)
        } else if let Some(length) = markup {
            let text = rest[..length].to_owned();
            let is_quoted = true;
            (Some(Token::Word { text, is_quoted }), length)
        } else if is_of_word(c) || (c == '-' && rest[1..].starts_with(|c: char| c.is_ascii_digit()))
        {
            let end = |begin: usize| {
                let others = rest[begin..].find(|c: char| !is_of_word(c));
                others.map_or(rest.len(), |length| begin + length)
            };
            let mut length = end(c.len_utf8());
            if has_signed_exponent(&rest[..length], &rest[length..]) {
                length = end(length + 1);
            }
            let text = rest[..length].to_owned();
            let is_quoted = false;
            (Some(Token::Word { text, is_quoted }), length)
        } else {
            (Some(Token::Mark(c)), c.len_utf8())
        };
        tokens.extend(token.map(|token| (token, at..at + length)));
        at += length;
    }
    Ok(tokens)
}

/// Returns `true` for a number up to the `e` of its exponent, and the sign and a digit after it.
fn has_signed_exponent(number: &str, rest: &str) -> bool {
    let begins_number = |c: char| c.is_ascii_digit() || c == '.';
    number.trim_start_matches('-').starts_with(begins_number)
        && number.ends_with(['e', 'E'])
        && rest
            .strip_prefix(['+', '-'])
            .is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the length of a text in HTML, which stands between `<` and its partner.
fn markup_length(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then_some(at + 1);
        }
    }
    None
}

/// Returns a text in quotes and its length with them.
fn quoted(text: &str) -> Option<(String, usize)> {
    let mut content = String::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return Some((content, at + 1)),
            '\\' => match characters.next()?.1 {
                '"' => content.push('"'),
                '\n' => {}
                other => content.extend(['\\', other]),
            },
            _ => content.push(c),
        }
    }
    None
}

pub(super) fn read(text: &str) -> Result<Vec<Graph>, Diagnostic> {
    let tokens = tokens(text)?;
    let mut reader = Reader {
        tokens: &tokens,
        end: last_character(text),
        graph: Graph::default(),
    };
    let mut graphs = Vec::new();
    let begins = ["strict", "graph", "digraph"];
    while graphs.is_empty() || begins.iter().any(|word| reader.next_is_word(word)) {
        reader.graph.start = reader.place().start;
        reader.skip_word("strict");
        reader.graph.is_directed = reader.skip_word("digraph");
        reader.skip_word("graph");
        reader.graph.name = reader.word().filter(|name| !name.is_empty());
        reader.open()?;
        reader.statements(0)?;
        graphs.push(std::mem::take(&mut reader.graph));
        while reader.skip(';') {}
    }
    match reader.tokens {
        [] => Ok(graphs),
        _ => Err(reader.expected("another graph, or the end of the text,")),
    }
}

/// Returns the place of the last character that is not blank.
pub(super) fn last_character(text: &str) -> Span {
    let text = text.trim_end();
    let last = text.char_indices().next_back();
    last.map_or(0, |(start, _)| start)..text.len()
}

struct Reader<'a> {
    tokens: &'a [(Token, Span)],
    end: Span,
    graph: Graph,
}

/// Maximum depth of subgraphs.
const MAX_NESTED: usize = 100;

impl Reader<'_> {
    fn next_is(&self, mark: char) -> bool {
        matches!(self.tokens.first(), Some((Token::Mark(next), _)) if *next == mark)
    }

    fn skip(&mut self, mark: char) -> bool {
        let is_next = self.next_is(mark);
        if is_next {
            self.tokens = &self.tokens[1..];
        }
        is_next
    }

    fn next_is_word(&self, keyword: &str) -> bool {
        let next = self.tokens.first();
        next.is_some_and(|(token, _)| token.is_word(keyword))
    }

    fn skip_word(&mut self, keyword: &str) -> bool {
        let is_next = self.next_is_word(keyword);
        if is_next {
            self.tokens = &self.tokens[1..];
        }
        is_next
    }

    fn word(&mut self) -> Option<String> {
        let (Token::Word { text, .. }, _) = self.tokens.first()? else {
            return None;
        };
        self.tokens = &self.tokens[1..];
        Some(text.clone())
    }

    /// Returns the place of the next token, or of the last character.
    fn place(&self) -> Span {
        let next = self.tokens.first().map(|(_, span)| span);
        next.unwrap_or(&self.end).clone()
    }

    fn expected(&self, what: &str) -> Diagnostic {
        Diagnostic::new(format!("{what} is expected here")).at(self.place(), "here")
    }

    fn open(&mut self) -> Result<(), Diagnostic> {
        if self.skip('{') {
            Ok(())
        } else {
            Err(self.expected("an opening brace"))
        }
    }

    /// Reads statements up to the closing brace, and returns their vertices.
    fn statements(&mut self, depth: usize) -> Result<Vec<usize>, Diagnostic> {
        if depth > MAX_NESTED {
            let message = "the subgraphs are nested too deeply";
            return Err(Diagnostic::new(message).at(self.place(), "here"));
        }
        let mut vertices = Vec::new();
        loop {
            if self.skip('}') {
                return Ok(vertices);
            }
            let Some((token, span)) = self.tokens.first() else {
                let message = "a closing brace is missing";
                return Err(Diagnostic::new(message).at(self.place(), "here"));
            };
            match token {
                Token::Mark(';' | ',') => self.tokens = &self.tokens[1..],
                Token::Mark('{') | Token::Word { .. } => vertices.extend(self.statement(depth)?),
                Token::Mark(_) | Token::Edge => {
                    let mark = match token {
                        Token::Mark(mark) => mark.to_string(),
                        _ => "--".to_owned(),
                    };
                    return Err(Diagnostic::new(format!("`{mark}` is not expected here"))
                        .at(span.clone(), "here"));
                }
            }
        }
    }

    /// Reads a statement that begins with a word or a brace, and returns its vertices.
    fn statement(&mut self, depth: usize) -> Result<Vec<usize>, Diagnostic> {
        let begin = self.place().start;
        if ["node", "edge", "graph"]
            .iter()
            .any(|keyword| self.skip_word(keyword))
        {
            self.attributes()?;
            return Ok(Vec::new());
        }
        let mut ends = self.end_of_edge(depth)?;
        if self.skip('=') {
            self.word();
            return Ok(Vec::new()); // an attribute of the graph is no vertex
        }
        let mut vertices = ends.clone();
        let mut is_edge = false;
        while matches!(self.tokens.first(), Some((Token::Edge, _))) {
            self.tokens = &self.tokens[1..];
            let span = begin..self.place().end;
            let next = self.end_of_edge(depth)?;
            for one in &ends {
                for other in &next {
                    self.graph.connect(*one, *other, span.clone())?;
                }
            }
            is_edge = true;
            vertices.extend(&next);
            ends = next;
        }
        let attributes = self.attributes()?;
        if let ([vertex], false) = (&vertices[..], is_edge) {
            self.graph.place(*vertex, |name| {
                let mut found = attributes.iter().filter(|(known, _)| known == name);
                found.next().map(|(_, value)| value.clone())
            });
        }
        Ok(vertices)
    }

    /// Reads a vertex or a subgraph, and returns its vertices.
    fn end_of_edge(&mut self, depth: usize) -> Result<Vec<usize>, Diagnostic> {
        if self.skip_word("subgraph") {
            self.word();
        }
        if self.skip('{') {
            return self.statements(depth + 1);
        }
        let Some(label) = self.word() else {
            return Err(self.expected("a vertex"));
        };
        if self.next_is('=') {
            return Ok(Vec::new());
        }
        while self.skip(':') {
            self.word(); // a port
        }
        Ok(vec![self.graph.vertex(&label)])
    }

    /// Reads lists of attributes in brackets.
    fn attributes(&mut self) -> Result<Vec<(String, String)>, Diagnostic> {
        let mut attributes = Vec::new();
        while self.skip('[') {
            while !self.skip(']') {
                let Some(name) = self.word() else {
                    return Err(self.expected("an attribute or `]`"));
                };
                let mut value = String::new();
                if self.skip('=') {
                    value.extend(self.word());
                    while self.skip('+') {
                        value.extend(self.word());
                    }
                }
                attributes.push((name, value));
                while self.skip(',') || self.skip(';') {}
            }
        }
        Ok(attributes)
    }
}
