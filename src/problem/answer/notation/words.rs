//! Words and signs of moves.

use super::glued::Glued;
use crate::board::{Board, Hole};

/// Word or sign, with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// Hole that a peg visits.
    Visited(Place),
    /// Hole that a peg jumps over; it precedes the hole where the peg lands.
    Over(Place),
    /// Sign between the holes of a move: `-`, `→`, `x`, `to`.
    Sign,
    /// End of a line.
    Line,
    /// Sign between moves.
    Separator,
    /// Word that is no label.
    Unknown,
    /// Word that consists of labels in several ways, two of which are given.
    Unseparated(Box<[String; 2]>),
}

/// Hole as it is named in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    Hole(Hole),
    /// Two numbers in brackets.
    Point(i32, i32),
}

/// Meaning of a word that is no label.
enum Meaning {
    Sign,
    /// The next hole is jumped over.
    Over,
    /// The next hole was jumped over by the jump before it.
    Removed,
    Separator,
    Nothing,
}

fn meaning(word: &str) -> Option<Meaning> {
    Some(match word.to_lowercase().as_str() {
        "x" | "to" | "into" => Meaning::Sign,
        "over" | "via" => Meaning::Over,
        "remove" | "removes" | "removing" | "removed" => Meaning::Removed,
        "and" | "then" => Meaning::Separator,
        "from" | "jump" | "jumps" | "move" | "moves" | "peg" | "hole" | "the" => Meaning::Nothing,
        _ => return None,
    })
}

/// Returns the words and signs of a text, up to the first word that cannot be read.
pub(super) fn tokens(board: &Board, text: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        board,
        text,
        glued: None,
        tokens: Vec::new(),
        open: 0,
        next_is: None,
    };
    let mut place = 0;
    while let Some(end) = lexer.read(place) {
        place = end;
    }
    put_holes_jumped_over_first(&mut lexer.tokens);
    lexer.tokens
}

struct Lexer<'a> {
    board: &'a Board,
    text: &'a str,
    /// Made when a word is no label.
    glued: Option<Glued>,
    tokens: Vec<Token>,
    /// Number of open brackets around moves.
    open: usize,
    /// Meaning of the next hole after `over` or `remove`.
    next_is: Option<Meaning>,
}

impl Lexer<'_> {
    /// Reads the word or sign at a place. Returns its end, or `None` at the end of the text and after an unreadable word.
    fn read(&mut self, start: usize) -> Option<usize> {
        let character = self.text[start..].chars().next()?;
        let end = start + character.len_utf8();
        match character {
            '\n' | '\r' => self.push(Kind::Line, start, end),
            ',' | ';' | '|' | '/' | '.' | '•' | '·' | '*' => {
                self.push(Kind::Separator, start, end);
            }
            ':' => self.push_sign(start, end),
            _ if is_sign(character) => self.push_sign(start, end),
            '(' | '[' | '{' => return Some(self.read_bracket(start, end)),
            ')' | ']' | '}' => self.open = self.open.saturating_sub(1),
            _ if character.is_whitespace() || is_decoration(character) => {}
            _ if is_of_word(character) => return self.read_word(start),
            _ => {
                let is_end = |c: char| c.is_whitespace() || ",;|".contains(c);
                let rest = &self.text[start..];
                let end = start + rest.find(is_end).unwrap_or(rest.len());
                return self.push_unknown(start, end);
            }
        }
        Some(end)
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        self.tokens.push(Token { kind, start, end });
    }

    fn last(&self) -> Option<&Kind> {
        self.tokens.last().map(|token| &token.kind)
    }

    /// Adds a sign unless it stands at the beginning, as in a list with dashes. Consecutive signs such as `->` are one.
    fn push_sign(&mut self, start: usize, end: usize) {
        if matches!(self.last(), Some(Kind::Visited(_) | Kind::Over(_))) {
            self.push(Kind::Sign, start, end);
        }
    }

    fn push_hole(&mut self, place: Place, start: usize, end: usize) {
        match self.next_is.take() {
            Some(Meaning::Over) => self.push(Kind::Over(place), start, end),
            Some(Meaning::Removed) => {
                let landing = |token: &Token| matches!(token.kind, Kind::Visited(_));
                let before = self.tokens.iter().rposition(landing);
                let kind = Kind::Over(place);
                let over = Token { kind, start, end };
                self.tokens
                    .insert(before.unwrap_or(self.tokens.len()), over);
            }
            _ => self.push(Kind::Visited(place), start, end),
        }
    }

    fn push_unknown(&mut self, start: usize, end: usize) -> Option<usize> {
        self.push(Kind::Unknown, start, end);
        None
    }

    fn end_of_word(&self, start: usize) -> usize {
        let rest = &self.text[start..];
        start + rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())
    }

    /// Returns the place of the next character that is no blank.
    fn after_blanks(&self, start: usize) -> usize {
        let rest = &self.text[start..];
        start + rest.len() - rest.trim_start_matches([' ', '\t']).len()
    }

    fn read_word(&mut self, start: usize) -> Option<usize> {
        let end = self.end_of_word(start);
        let word = &self.text[start..end];
        if let Some(end) = self.end_of_number(word, end) {
            return Some(end);
        }
        if let Ok(hole) = self.board.hole(word) {
            self.push_hole(Place::Hole(hole), start, end);
            return Some(end);
        }
        match meaning(word) {
            Some(Meaning::Sign) => self.push_sign(start, end),
            Some(Meaning::Separator) => self.push(Kind::Separator, start, end),
            Some(Meaning::Nothing) => {}
            Some(next) => self.next_is = Some(next),
            None => return self.read_glued(start, end),
        }
        Some(end)
    }

    /// Returns the end of the number of a move: `1.`, `1)`, `1:`, or `1` alone at the beginning of a line if it is neither a
    /// label nor made of labels.
    fn end_of_number(&mut self, word: &str, end: usize) -> Option<usize> {
        let begins_line = matches!(self.last(), None | Some(Kind::Line));
        if !is_number(word) || self.next_is.is_some() || self.last() == Some(&Kind::Sign) {
            return None;
        }
        let mut rest = self.text[end..].chars();
        let is_marked = match (rest.next(), rest.next()) {
            (Some('.'), _) => true,
            (Some(')'), _) => self.open == 0,
            (Some(':'), next) => next.is_some_and(char::is_whitespace),
            _ => false,
        };
        if is_marked {
            return Some(end + 1);
        }
        let next = self.text[self.after_blanks(end)..].chars().next();
        let is_alone = begins_line
            && self.board.hole(word).is_err()
            && self.after_blanks(end) > end
            && next.is_some_and(|next| is_of_word(next) || next == '(');
        (is_alone && self.glued().readings(word).is_empty()).then_some(end)
    }

    fn glued(&mut self) -> &Glued {
        let board = self.board;
        self.glued.get_or_insert_with(|| Glued::new(board))
    }

    /// Reads labels without signs between them: `d2d4`, `d2xd4`.
    fn read_glued(&mut self, start: usize, end: usize) -> Option<usize> {
        let text = self.text;
        let word = &text[start..end];
        match &self.glued().readings(word)[..] {
            [] => return self.push_unknown(start, end),
            [only] => {
                for piece in only {
                    let [from, to] = [start + piece.range.start, start + piece.range.end];
                    match piece.hole {
                        Some(hole) => {
                            if from > start {
                                self.push_sign(from, from);
                            }
                            self.push_hole(Place::Hole(hole), from, to);
                        }
                        None => self.push_sign(from, to),
                    }
                }
            }
            [one, other, ..] => {
                let written = [one, other].map(|pieces| {
                    let holes = pieces.iter().filter(|piece| piece.hole.is_some());
                    let labels = holes.map(|piece| &word[piece.range.clone()]);
                    labels.collect::<Vec<_>>().join("-")
                });
                self.push(Kind::Unseparated(Box::new(written)), start, end);
                return None;
            }
        }
        Some(end)
    }

    /// Reads a hole jumped over, `(d3)`, coordinates, `(5,3)`, the number of a move, `(1)`, or a bracket around moves.
    fn read_bracket(&mut self, start: usize, inside: usize) -> usize {
        let first_start = self.after_blanks(inside);
        let first_end = self.end_of_word(first_start);
        let first = &self.text[first_start..first_end];
        let mut place = self.after_blanks(first_end);
        let closes = |place: usize| self.text[place..].starts_with([')', ']', '}']);
        if first.is_empty() {
            self.open += 1;
            return inside;
        }
        if closes(place) {
            return self.read_single(first, start, place + 1);
        }
        if self.text[place..].starts_with([',', ';', ':', '/']) {
            place = self.after_blanks(place + 1);
        }
        let second_end = self.end_of_word(place);
        let (second, place) = (&self.text[place..second_end], self.after_blanks(second_end));
        if closes(place)
            && let Some(point) = self.point(first, second, place + 1)
        {
            self.push_hole(point, start, place + 1);
            return place + 1;
        }
        self.open += 1;
        inside
    }

    /// Reads one word in brackets.
    fn read_single(&mut self, word: &str, start: usize, end: usize) -> usize {
        let hole = self.board.hole(word);
        let is_inside_move = self.next_is.is_none()
            && matches!(
                self.last(),
                Some(Kind::Visited(_) | Kind::Sign | Kind::Over(_))
            );
        let is_of_list = is_number(word) && self.last() != Some(&Kind::Sign);
        match hole {
            Ok(_) if is_of_list && !is_inside_move && !self.is_sign_at(end) => {}
            Ok(hole) if is_inside_move => self.push(Kind::Over(Place::Hole(hole)), start, end),
            Ok(hole) => self.push_hole(Place::Hole(hole), start, end),
            Err(_) if is_of_list => {}
            Err(_) => self.push(Kind::Unknown, start + 1, end - 1),
        }
        end
    }

    /// Returns the place that two words in brackets mean, if they are no move. If both are labels, they are coordinates
    /// only beside a sign.
    fn point(&self, first: &str, second: &str, end: usize) -> Option<Place> {
        self.board.lattice()?;
        let are_labels = [first, second]
            .iter()
            .all(|word| self.board.hole(word).is_ok());
        let is_beside_sign =
            self.last() == Some(&Kind::Sign) || self.next_is.is_some() || self.is_sign_at(end);
        if are_labels && !is_beside_sign {
            return None;
        }
        let number = |word: &str| word.parse().ok().filter(|_| is_number(word));
        if let (Some(first), Some(second)) = (number(first), number(second)) {
            return Some(Place::Point(first, second));
        }
        // A column letter and a row number.
        let hole = self.board.hole(&format!("{first}{second}")).ok()?;
        Some(Place::Hole(hole))
    }

    /// Returns `true` if a sign between holes follows.
    fn is_sign_at(&self, end: usize) -> bool {
        let rest = self.text[self.after_blanks(end)..].trim_start_matches([' ', '\t']);
        let word = &rest[..rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())];
        rest.starts_with(|c| c == ':' || is_sign(c))
            || matches!(meaning(word), Some(Meaning::Sign | Meaning::Over))
    }
}

/// Moves a hole jumped over that is named at the end, as in `d2 to d4 over d3`, before the hole where the peg lands.
fn put_holes_jumped_over_first(tokens: &mut [Token]) {
    for index in 2..tokens.len() {
        let kind = |place: usize| tokens.get(place).map(|token| &token.kind);
        let next = kind(index + 1);
        let is_last = match kind(index - 2) {
            Some(Kind::Sign) => next != Some(&Kind::Sign),
            Some(Kind::Visited(_)) => !matches!(next, Some(Kind::Sign | Kind::Visited(_))),
            _ => false,
        };
        let ends = [kind(index - 1), kind(index)];
        if is_last && matches!(ends, [Some(Kind::Visited(_)), Some(Kind::Over(_))]) {
            tokens.swap(index - 1, index);
        }
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `true` for dashes, arrows and signs of capture.
fn is_sign(c: char) -> bool {
    "-‐‑‒–—―−－>=→⇒➔➜⟶×✕»".contains(c)
}

/// Returns `true` for characters without a meaning in moves.
fn is_decoration(c: char) -> bool {
    "\"'`“”‘’„#!?\u{feff}\u{200b}\u{fe0e}\u{fe0f}".contains(c)
}
