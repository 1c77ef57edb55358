//! Words and signs of moves.

use super::glued::Glued;
use crate::board::geometry::Direction;
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
    /// Sign between the holes of a move that is written backwards: `4<-2`. `tokens` resolves it.
    Back,
    /// Arrow: a sign, or a direction. `tokens` resolves it.
    Arrow(Direction),
    /// Direction in which the peg jumps: `d2↓`, `d2 down`.
    Toward(Direction),
    /// Slash: a sign in `4/1 6/4`, and otherwise a separator. `tokens` resolves it.
    Slash,
    /// End of a line.
    Line,
    /// Sign between moves.
    Separator,
    /// Word that is not a label.
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
    /// Row and column that the text names: `x=4, y=2`.
    RowColumn(i32, i32),
}

/// Meaning of a word that is not a label.
enum Meaning {
    Sign,
    /// The next hole is jumped over.
    Over,
    /// The next hole was jumped over by the jump before it.
    Removed,
    Separator,
    /// After a hole, the next hole is jumped over, unless a sign follows.
    Jump,
    Nothing,
}

fn meaning(word: &str) -> Option<Meaning> {
    Some(match word.to_lowercase().as_str() {
        "x" | "to" | "into" | "nach" | "auf" | "à" | "vers" => Meaning::Sign,
        "over" | "via" | "takes" | "captures" | "über" => Meaning::Over,
        "remove" | "removes" | "removing" | "removed" => Meaning::Removed,
        "and" | "then" | "und" | "dann" | "et" | "puis" => Meaning::Separator,
        "jump" | "jumps" | "jumped" => Meaning::Jump,
        "from" | "move" | "moves" | "moved" | "peg" | "pegs" | "hole" | "the" | "at" | "in"
        | "on" | "onto" | "land" | "lands" | "landing" | "i" | "step" | "solution" | "marble"
        | "turn" | "next" | "first" | "finally" | "last" | "von" | "const" | "let" | "var" => {
            Meaning::Nothing
        }
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
    let mut tokens = lexer.tokens;
    resolve_slashes(&mut tokens);
    add_landings(board, text, &mut tokens);
    resolve_arrows(&mut tokens);
    put_holes_jumped_over_first(&mut tokens);
    turn_backward_moves(&mut tokens);
    tokens
}

/// Returns the direction that a word or an arrow means.
fn direction(word: &str) -> Option<Direction> {
    use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};
    Some(match word.to_lowercase().as_str() {
        "right" | "east" | "r" | "e" => Right,
        "left" | "west" | "l" | "w" => Left,
        "up" | "north" | "u" | "n" | "^" => Up,
        "down" | "south" | "d" | "s" | "v" => Down,
        "ne" | "ur" | "northeast" | "upright" | "↗" => UpRight,
        "nw" | "ul" | "northwest" | "upleft" | "↖" => UpLeft,
        "se" | "dr" | "southeast" | "downright" | "↘" => DownRight,
        "sw" | "dl" | "southwest" | "downleft" | "↙" => DownLeft,
        "→" | "⇒" | "➔" | "➜" | "⟶" | "➡" => Right,
        "←" | "⇐" | "⟵" | "⬅" => Left,
        "↑" | "⇑" | "⬆" => Up,
        "↓" | "⇓" | "⬇" => Down,
        _ => return None,
    })
}

/// Resolves slashes: signs if each is between two holes and there are no other signs, and otherwise separators.
fn resolve_slashes(tokens: &mut [Token]) {
    let is_hole =
        |token: Option<&Token>| token.is_some_and(|token| matches!(token.kind, Kind::Visited(_)));
    let mut others = tokens.iter().map(|token| &token.kind);
    let has_sign = others.any(|kind| {
        matches!(
            kind,
            Kind::Sign | Kind::Back | Kind::Arrow(_) | Kind::Over(_)
        )
    });
    let are_signs = !has_sign
        && (1..tokens.len()).all(|index| {
            tokens[index].kind != Kind::Slash
                || is_hole(tokens.get(index - 1)) && is_hole(tokens.get(index + 1))
        });
    for token in tokens.iter_mut().filter(|token| token.kind == Kind::Slash) {
        token.kind = if are_signs {
            Kind::Sign
        } else {
            Kind::Separator
        };
    }
}

/// Resolves arrows: directions if one of them is not between two holes, and otherwise signs.
fn resolve_arrows(tokens: &mut [Token]) {
    let is_arrow = |token: &Token| matches!(token.kind, Kind::Arrow(_));
    let leads_on = |next: Option<&Token>| {
        matches!(
            next.map(|next| &next.kind),
            Some(Kind::Visited(_) | Kind::Over(_) | Kind::Sign | Kind::Back)
        )
    };
    let are_directions =
        (0..tokens.len()).any(|index| is_arrow(&tokens[index]) && !leads_on(tokens.get(index + 1)));
    for token in tokens {
        if let Kind::Arrow(direction) = token.kind {
            token.kind = match direction {
                _ if are_directions => Kind::Toward(direction),
                Direction::Left => Kind::Back,
                _ => Kind::Sign,
            };
        }
    }
}

/// Puts the holes of a move that is written backwards, `4<-2`, in the order of the move.
fn turn_backward_moves(tokens: &mut [Token]) {
    let is_part =
        |token: &Token| matches!(token.kind, Kind::Visited(_) | Kind::Over(_) | Kind::Back);
    let is_back = |token: &Token| token.kind == Kind::Back;
    for part in tokens.chunk_by_mut(|one, other| {
        is_part(one) && is_part(other) && (is_back(one) || is_back(other))
    }) {
        if part.iter().any(is_back) {
            part.reverse();
        }
        for token in part {
            if token.kind == Kind::Back {
                token.kind = Kind::Sign;
            }
        }
    }
}

/// Maximum length in bytes of a line of coordinates: more than for all jumps of a game on the largest board.
const LONGEST_NUMBERS: usize = 1 << 12;
/// Maximum length in bytes of a direction with the quotes around it.
const LONGEST_DIRECTION: usize = 40;

struct Lexer<'a> {
    board: &'a Board,
    text: &'a str,
    /// Made when a word is not a label.
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
            '#' if self.is_comment(end) => return Some(self.end_of_line(end)),
            '\n' | '\r' => self.push(Kind::Line, start, end),
            '-' | '/' if self.begins_comment(start) => return Some(self.end_of_line(end)),
            '-' | '/' | ';' | '%' if self.is_remark(start) => return Some(self.end_of_line(end)),
            '/' => self.push(Kind::Slash, start, end),
            ',' | ';' | '|' | '.' | '…' | '•' | '·' | '*' => {
                self.push(Kind::Separator, start, end);
            }
            ':' => self.push_sign(start, end),
            '<' if let Some(end) = self.end_of_tag(end) => {
                self.push(Kind::Separator, start, end);
                return Some(end);
            }
            '&' if let Some((is_link, end)) = self.entity(end) => {
                if is_link {
                    self.push_sign(start, end);
                }
                return Some(end);
            }
            '<' => {
                let rest = &self.text[end..];
                let end = end + rest.len() - rest.trim_start_matches(is_sign).len();
                if matches!(self.last(), Some(Kind::Visited(_) | Kind::Over(_))) {
                    self.push(Kind::Back, start, end);
                }
                return Some(end);
            }
            _ if let Some(direction) = direction(&self.text[start..end])
                && !is_of_word(character) =>
            {
                if self.is_after_hole() {
                    self.push(Kind::Arrow(direction), start, end);
                }
            }
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

    /// Returns `true` after a hole and after a direction.
    fn is_after_hole(&self) -> bool {
        matches!(
            self.last(),
            Some(Kind::Visited(_) | Kind::Over(_) | Kind::Arrow(_) | Kind::Toward(_))
        )
    }

    /// Adds a direction after a hole. A sign or separator between them goes.
    fn push_direction(&mut self, direction: Direction, start: usize, end: usize) -> bool {
        let is_between = matches!(self.last(), Some(Kind::Sign | Kind::Separator));
        let before = self
            .tokens
            .len()
            .saturating_sub(1 + usize::from(is_between));
        let is_hole = |token: &Token| matches!(token.kind, Kind::Visited(_) | Kind::Toward(_));
        if !self.tokens.get(before).is_some_and(is_hole) {
            return false;
        }
        self.tokens.truncate(before + 1);
        self.push(Kind::Toward(direction), start, end);
        true
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

    fn end_of_line(&self, start: usize) -> usize {
        let rest = &self.text[start..];
        start + rest.find(['\n', '\r']).unwrap_or(rest.len())
    }

    /// Returns `true` if blanks and then no number follow a `#`, unlike in `#1 d2-d4`.
    fn is_comment(&self, end: usize) -> bool {
        let next = self.after_blanks(end);
        next > end && !self.text[next..].starts_with(|c: char| c.is_ascii_digit())
    }

    /// Returns `true` for `//` and `--` before a comment, which may name holes. They stand after a blank or at the beginning
    /// of the text, and `--` also before a blank and after a complete move, since `d2 -- d4 -- f4` is a move.
    fn begins_comment(&self, start: usize) -> bool {
        let (before, text) = (&self.text[..start], &self.text[start..]);
        if !before.is_empty() && !before.ends_with(char::is_whitespace) {
            return false;
        }
        let Some(rest) = text.strip_prefix("--") else {
            return text.starts_with("//");
        };
        if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            return false;
        }
        let mut last = self.tokens.iter().rev().peekable();
        let is_over = last.next_if(|token| matches!(token.kind, Kind::Over(_)));
        match (last.next().map(|token| &token.kind), last.next()) {
            (None | Some(Kind::Line), _) => is_over.is_none(),
            (Some(Kind::Toward(_) | Kind::Arrow(_)), _) => true,
            (Some(Kind::Visited(_)), Some(sign)) => match sign.kind {
                Kind::Over(_) => true,
                Kind::Sign if self.text[sign.start..].starts_with("-- ") => {
                    let next = self.after_blanks(self.text.len() - rest.len());
                    let word = &self.text[next..self.end_of_word(next)];
                    !self.text[next..].starts_with('(') && self.board.hole(word).is_err()
                }
                Kind::Sign | Kind::Slash | Kind::Back | Kind::Arrow(_) => true,
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns the end of a tag of HTML, `<li>`, whose name is no label.
    fn end_of_tag(&self, inside: usize) -> Option<usize> {
        let content = &self.text[inside..];
        let content = &content[..content
            .find(['<', '>', '\n'])
            .filter(|end| content[*end..].starts_with('>'))?];
        let name = content.trim_start_matches('/');
        let name = &name[..name
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(name.len())];
        let is_tag =
            name.starts_with(|c: char| c.is_ascii_alphabetic()) && self.board.hole(name).is_err();
        is_tag.then_some(inside + content.len() + 1)
    }

    /// Returns `true` for a link between holes and the end of an entity of HTML, `&rarr;`.
    fn entity(&self, inside: usize) -> Option<(bool, usize)> {
        let rest = &self.text[inside..];
        let name = &rest[..rest.bytes().take(8).position(|byte| byte == b';')?];
        let is_name =
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'#');
        let is_link = ["ndash", "mdash", "minus", "rarr", "rArr", "times", "gt"].contains(&name);
        is_name.then_some((is_link, inside + name.len() + 1))
    }

    /// Returns `true` for `--`, `//`, `;` or `%` before a remark at the end of a line: words that are no labels.
    fn is_remark(&mut self, start: usize) -> bool {
        /// Maximum length in bytes of the signs and of the remark, which are read again at each sign.
        const LONGEST: usize = 300;
        let text = &self.text[start..];
        let is_sign =
            text.starts_with("--") || text.starts_with("//") || text.starts_with([';', '%']);
        if !is_sign {
            return false;
        }
        let is_end = |(at, byte): &(usize, u8)| *byte == b'\n' || *at == LONGEST;
        let Some((end, b'\n')) = text.bytes().chain([b'\n']).enumerate().find(is_end) else {
            return false;
        };
        let rest = text[..end].trim_start_matches(['-', '/', ';', '%']);
        if !rest.starts_with(' ') {
            return false;
        }
        let words: Vec<&str> = rest
            .split(|c| !is_of_word(c))
            .filter(|word| !word.is_empty())
            .collect();
        let is_plain = |word: &&str| {
            word.chars().all(char::is_alphabetic)
                && direction(word).is_none()
                && self.board.hole(word).is_err()
        };
        words.iter().all(is_plain)
            && words.iter().any(|word| word.len() > 2)
            && words
                .iter()
                .all(|word| self.glued().readings(word).is_empty())
    }

    fn read_word(&mut self, start: usize) -> Option<usize> {
        if let Some(end) = self.read_numbers(start).or_else(|| self.read_axes(start)) {
            return Some(end);
        }
        if let Some(end) = self.end_of_count(start) {
            return Some(end);
        }
        if let Some((direction, end)) = self.diagonal(start)
            && self.push_direction(direction, start, end)
        {
            return Some(end);
        }
        let end = self.end_of_word(start);
        let word = &self.text[start..end];
        if let Some(end) = self.end_of_number(word, end) {
            return Some(end);
        }
        let shorter = word.trim_start_matches('0');
        let hole = self.board.hole(word).or_else(|error| {
            if is_number(shorter) {
                self.board.hole(shorter)
            } else {
                Err(error)
            }
        });
        if let Ok(hole) = hole {
            self.push_hole(Place::Hole(hole), start, end);
            return Some(end);
        }
        if let Some(direction) = direction(word)
            && self.push_direction(direction, start, end)
        {
            return Some(end);
        }
        match meaning(word) {
            _ if word.eq_ignore_ascii_case("from") && self.follows_landing(end) => {
                self.push(Kind::Back, start, end);
            }
            Some(Meaning::Sign) => {
                self.next_is = None;
                self.push_sign(start, end);
            }
            Some(Meaning::Jump) => {
                let kinds: Vec<&Kind> = self
                    .tokens
                    .iter()
                    .rev()
                    .take(2)
                    .map(|token| &token.kind)
                    .collect();
                match kinds[..] {
                    [Kind::Visited(_), Kind::Visited(_)] => self.push(Kind::Separator, start, end),
                    [Kind::Visited(_), ..] => self.next_is = Some(Meaning::Over),
                    _ => self.next_is = None,
                }
            }
            Some(Meaning::Separator) => self.push(Kind::Separator, start, end),
            Some(Meaning::Nothing) => {}
            Some(next) => self.next_is = Some(next),
            None => return self.read_glued(start, end),
        }
        Some(end)
    }

    /// Returns the direction of two words, `up-right`, and its end, unless both are labels.
    fn diagonal(&self, start: usize) -> Option<(Direction, usize)> {
        let middle = self.end_of_word(start);
        let second = middle + usize::from(self.text[middle..].starts_with('-'));
        let end = self.end_of_word(second);
        let [first, last] = [&self.text[start..middle], &self.text[second..end]];
        let are_labels = || {
            [first, last]
                .iter()
                .all(|word| self.board.hole(word).is_ok())
        };
        let is_diagonal = second > middle && first.len() > 1 && last.len() > 1 && !are_labels();
        is_diagonal.then(|| Some((direction(&format!("{first}{last}"))?, end)))?
    }

    /// Returns `true` between the holes of `d4 from d2`, a move that is written backwards.
    fn follows_landing(&self, end: usize) -> bool {
        let begin = self.after_blanks(end);
        let next = self.end_of_word(begin);
        let before = self.tokens.iter().rev().map(|token| &token.kind);
        let mut before = before.take(2);
        matches!(before.next(), Some(Kind::Visited(_)))
            && matches!(before.next(), None | Some(Kind::Line | Kind::Separator))
            && self.board.hole(&self.text[begin..next]).is_ok()
            && !self.is_sign_at(next)
    }

    /// Returns the end of the number of a move: `1.`, `1)`, `1:`, or `1` alone at the beginning of a line if it is neither a
    /// label nor made of labels.
    fn end_of_number(&mut self, word: &str, end: usize) -> Option<usize> {
        let start = end - word.len();
        if is_list_letter(word) && self.board.hole(word).is_err() {
            let rest = &self.text[end..];
            let is_marked = rest.starts_with(')') && self.open == 0 || rest.starts_with(". ");
            return is_marked.then_some(end + 1);
        }
        if self.text[end..].starts_with("\u{fe0f}\u{20e3}") {
            return Some(end); // a number on a key
        }
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
        if self.board.hole(word).is_ok() {
            return None;
        }
        let mut after = self.after_blanks(end);
        let next = |place: usize| self.text[place..].chars().next();
        let before = self.text[..start].trim_end();
        let last = before
            .get(before.len().saturating_sub(4)..)
            .unwrap_or_default();
        let is_of_step = ["step", "move", "jump", "turn"]
            .iter()
            .any(|word| word.eq_ignore_ascii_case(last));
        let ends_line = next(after).is_none_or(|next| "\r\n".contains(next));
        if is_of_step && ends_line || self.text[..start].ends_with('#') {
            return Some(end);
        }
        // `1 d2-d4`, or the first cell of a table: `| 1 | d2 | d4 |`
        let before_last = self.tokens.iter().rev().nth(1).map(|token| &token.kind);
        let begins_line = match self.last() {
            None | Some(Kind::Line) => true,
            Some(Kind::Separator) => {
                before.ends_with('|') && matches!(before_last, None | Some(Kind::Line))
            }
            _ => false,
        };
        if next(after).is_some_and(|next| ",;|".contains(next)) {
            after = self.after_blanks(after + 1);
        }
        let is_alone = begins_line
            && after > end
            && next(after).is_some_and(|next| {
                next.is_alphabetic()
                    || next == '('
                    || is_of_word(next) && !self.text[end..after].contains([',', ';', '|'])
            });
        (is_alone && self.glued().readings(word).is_empty()).then_some(after)
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
            [] => {
                if let Some(hole) = self.swapped(word).or_else(|| self.row_and_column(word)) {
                    self.push_hole(Place::Hole(hole), start, end);
                } else if let Some((hole, direction, middle)) = self.with_direction(word) {
                    self.push_hole(Place::Hole(hole), start, start + middle);
                    self.push(Kind::Toward(direction), start + middle, end);
                } else {
                    return self.push_unknown(start, end);
                }
            }
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

    /// Returns the hole of a label whose number stands first: `4d`.
    fn swapped(&self, word: &str) -> Option<Hole> {
        let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &word[..word.len() - letters.len()];
        let is_swapped = !digits.is_empty() && letters.chars().all(char::is_alphabetic);
        is_swapped.then(|| self.board.hole(&format!("{letters}{digits}")).ok())?
    }

    /// Returns the hole of a row and a column: `R2C4`.
    fn row_and_column(&self, word: &str) -> Option<Hole> {
        let word = word.to_ascii_lowercase();
        let (row, column) = word.strip_prefix('r')?.split_once('c')?;
        let number = |text: &str| text.parse::<i32>().ok().filter(|_| is_number(text));
        self.board.hole_at((number(column)? - 1, number(row)? - 1))
    }

    /// Returns the hole and the direction of a word such as `d2N`, and where the direction begins.
    fn with_direction(&self, word: &str) -> Option<(Hole, Direction, usize)> {
        let mut places = word.char_indices().map(|(place, _)| place).skip(1);
        places.find_map(|place| {
            let hole = self.board.hole(&word[..place]).ok()?;
            Some((hole, direction(&word[place..])?, place))
        })
    }

    /// Reads the numbers of a line as coordinates, two for each hole of a move, if they are no labels: `2 4 4 4`. Returns the
    /// end of the line.
    fn read_numbers(&mut self, start: usize) -> Option<usize> {
        let begins =
            matches!(self.last(), None | Some(Kind::Line | Kind::Separator)) || self.open > 0;
        let first = &self.text[start..self.end_of_word(start)];
        if !begins || !is_number(first) || self.board.hole(first).is_ok() {
            return None;
        }
        let rest = &self.text[start..];
        let mut bytes = rest.bytes().take(LONGEST_NUMBERS);
        let end = bytes.position(|byte| b"\n\r;|)]}".contains(&byte));
        if end.is_none() && rest.len() > LONGEST_NUMBERS {
            return None;
        }
        let mut line = &rest[..end.unwrap_or(rest.len())];
        // A direction after the coordinates: `2,4,down`.
        let last = line.trim_end().trim_end_matches(is_of_word).len();
        let toward = direction(line[last..].trim()).filter(|_| !is_number(line[last..].trim()));
        let end = start + line.trim_end().len();
        if toward.is_some() {
            line = &line[..last];
        }
        let is_part = |c: char| c.is_ascii_digit() || " \t,:".contains(c) || is_sign(c);
        if self.board.lattice().is_none() || !line.chars().all(is_part) {
            return None;
        }
        let holes = self
            .board
            .holes()
            .filter_map(|hole| self.board.coordinate(hole));
        let farthest = 1 + holes.map(|(x, y)| x.max(y)).max()?;
        let mut numbers: Vec<(i32, usize)> = Vec::new();
        for word in line
            .split(|c: char| !c.is_ascii_digit())
            .filter(|word| !word.is_empty())
        {
            let number = word.parse().ok().filter(|number| *number <= farthest)?;
            if self.board.hole(word).is_ok() || !self.glued().readings(word).is_empty() {
                return None;
            }
            let place = word.as_ptr() as usize - self.text.as_ptr() as usize;
            numbers.push((number, place));
        }
        let fewest = if toward.is_some() { 2 } else { 4 };
        if numbers.len() < fewest || !numbers.len().is_multiple_of(2) {
            return None;
        }
        for (index, pair) in numbers.chunks(2).enumerate() {
            let [(first, place), (second, _)] = [pair[0], pair[1]];
            if index > 0 {
                self.push(Kind::Sign, place, place);
            }
            let end = self.end_of_word(pair[1].1);
            self.push(Kind::Visited(Place::Point(first, second)), place, end);
        }
        if let Some(direction) = toward {
            self.push(Kind::Toward(direction), start + last, end);
            return Some(end);
        }
        Some(start + line.len())
    }

    /// Reads a hole whose coordinates have names: `x=4, y=2`, `row 2, column 4`.
    fn read_axes(&mut self, start: usize) -> Option<usize> {
        self.board.lattice()?;
        let axis = |start: usize| {
            let end = self.end_of_word(start);
            let is_row = match self.text[start..end].to_lowercase().as_str() {
                "y" | "row" => true,
                "x" | "col" | "column" => false,
                _ => return None,
            };
            let rest = self.text[end..].trim_start_matches(|c: char| " \t=:\"'".contains(c));
            let start = self.text.len() - rest.len();
            let end = self.end_of_word(start);
            let number: i32 = self.text[start..end].parse().ok().filter(|_| start < end)?;
            Some((is_row, number, end))
        };
        let (first_is_row, first, end) = axis(start)?;
        let rest = self.text[end..].trim_start_matches(|c: char| " \t,;\"'".contains(c));
        let (second_is_row, second, end) = axis(self.text.len() - rest.len())?;
        if first_is_row == second_is_row {
            return None;
        }
        let (row, column) = if first_is_row {
            (first, second)
        } else {
            (second, first)
        };
        self.push_hole(Place::RowColumn(row, column), start, end);
        Some(end)
    }

    /// Returns the end of a number of pegs after moves: `31 left`, `: 31 pegs`, `1 peg left, solved`.
    fn end_of_count(&mut self, start: usize) -> Option<usize> {
        const WORDS: [&str; 10] = [
            "left",
            "peg",
            "pegs",
            "marble",
            "marbles",
            "ball",
            "balls",
            "remain",
            "remains",
            "remaining",
        ];
        const SOLVED: &str = ", solved";
        let number_end = self.end_of_word(start);
        let number = &self.text[start..number_end];
        let after_move = matches!(
            self.last(),
            Some(Kind::Visited(_) | Kind::Toward(_) | Kind::Separator | Kind::Line)
        );
        let before = self.text[..start].trim_end();
        let after_colon = self.last() == Some(&Kind::Sign) && before.ends_with([':', '=']);
        if !is_number(number) || !(after_move || after_colon) {
            return None;
        }
        let word_end = |start: usize| {
            let begin = self.after_blanks(start);
            let end = self.end_of_word(begin);
            WORDS
                .contains(&self.text[begin..end].to_lowercase().as_str())
                .then_some(end)
        };
        let mut end = number_end;
        while let Some(next) = word_end(end) {
            end = next;
        }
        let words = self.text[number_end..end].trim();
        if !words.is_empty() && self.text[end..].starts_with(SOLVED) {
            end += SOLVED.len();
        }
        let next = self.text[self.after_blanks(end)..].chars().next();
        let ends_line = next.is_none_or(|next| "\r\n,;".contains(next));
        // `12 left` can be a jump of the peg in hole 12.
        let is_label = self.board.hole(number).is_ok() && self.open == 0;
        let may_be_jump = words.is_empty() || is_label && words == "left";
        if !may_be_jump || after_colon && ends_line && self.board.hole(number).is_err() {
            if after_colon {
                self.tokens.pop();
            }
            return Some(end);
        }
        None
    }

    /// Reads a hole jumped over, `(d3)`, coordinates, `(5,3)`, the number of a move, `(1)`, or a bracket around moves.
    fn read_bracket(&mut self, start: usize, inside: usize) -> usize {
        let first_start = self.after_blanks(inside);
        let first_end = self.end_of_word(first_start);
        let first = &self.text[first_start..first_end];
        let mut place = self.after_blanks(first_end);
        let closes = |place: usize| self.text[place..].starts_with([')', ']', '}']);
        if let Some(end) = self.end_of_remark(inside) {
            return end;
        }
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
        // A direction after the coordinates: `(1,3,'down')`.
        let rest = &self.text[place..];
        let mut bytes = rest.bytes().take(LONGEST_DIRECTION);
        let third = &rest[..bytes.position(|byte| b")]}".contains(&byte)).unwrap_or(0)];
        let word = third.trim_matches(|c: char| " \t,;:'\"".contains(c));
        if let (Some(direction), Ok(one), Ok(other)) =
            (direction(word), first.parse(), second.parse())
            && self.board.lattice().is_some()
        {
            self.push_hole(Place::Point(one, other), start, second_end);
            self.push(Kind::Toward(direction), place, place + third.len() + 1);
            return place + third.len() + 1;
        }
        self.open += 1;
        inside
    }

    /// Returns the end of a remark in brackets, which has words, and no label but numbers: `(31 left)`.
    fn end_of_remark(&mut self, inside: usize) -> Option<usize> {
        const AXES: [&str; 3] = ["row", "col", "column"];
        const LONGEST: usize = 200;
        let content = &self.text[inside..];
        let mut ends = content
            .char_indices()
            .take(LONGEST)
            .filter(|(_, c)| ")]}".contains(*c));
        let content = &content[..ends.next()?.0];
        let words: Vec<&str> = content
            .split(|c| !is_of_word(c))
            .filter(|word| !word.is_empty())
            .collect();
        let is_label = |word: &&str| self.board.hole(word).is_ok() && !is_number(word);
        if content.contains(['(', '[', '{', '"', '\'']) || words.iter().any(is_label) {
            return None;
        }
        let follows_hole = matches!(self.last(), Some(Kind::Visited(_)));
        let is_count = follows_hole && matches!(words[..], [number, "left"] if is_number(number));
        let has_numbers = words.iter().any(|word| is_number(word));
        let is_word_of_remark = |word: &&str| {
            let is_known = match meaning(word) {
                Some(Meaning::Nothing) => has_numbers,
                Some(_) => true,
                None => direction(word).is_some() || AXES.contains(word),
            };
            word.chars().count() > 2 && word.chars().all(char::is_alphabetic) && !is_known
        };
        let mut others = words.into_iter().filter(is_word_of_remark);
        let is_remark = is_count || others.any(|word| self.glued().readings(word).is_empty());
        is_remark.then_some(inside + content.len() + 1)
    }

    /// Reads one word in brackets.
    fn read_single(&mut self, word: &str, start: usize, end: usize) -> usize {
        let hole = self.board.hole(word);
        let is_inside_move = self.next_is.is_none()
            && matches!(
                self.last(),
                Some(Kind::Visited(_) | Kind::Sign | Kind::Over(_))
            );
        let is_end = matches!(
            self.last(),
            Some(Kind::Sign | Kind::Slash | Kind::Back | Kind::Arrow(_))
        );
        let is_of_list = is_number(word) && !is_end;
        // The third hole of `(4)→(1) (6)→(4)` begins a move.
        let before = self.tokens.iter().rev().nth(1).map(|token| &token.kind);
        let ends_move = matches!(self.last(), Some(Kind::Visited(_)))
            && matches!(
                before,
                Some(Kind::Sign | Kind::Slash | Kind::Back | Kind::Arrow(_))
            );
        let is_apart = self.text[..start].ends_with(char::is_whitespace);
        let begins_move = self.text[self.after_blanks(end)..].starts_with('/')
            || ends_move && is_apart && self.is_sign_at(end);
        match hole {
            Ok(_) if is_of_list && !is_inside_move && !self.is_sign_at(end) => {}
            Ok(hole) if is_inside_move && !begins_move => {
                self.push(Kind::Over(Place::Hole(hole)), start, end)
            }
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
            || rest.starts_with('/') && self.last() != Some(&Kind::Sign)
            || matches!(meaning(word), Some(Meaning::Sign | Meaning::Over))
    }
}

/// Adds the hole where the peg lands to a move without it: `d2 over d3`, `d2 takes d3`, `d2xd3`.
fn add_landings(board: &Board, text: &str, tokens: &mut Vec<Token>) {
    let only_jump = |from: Hole, over: Hole| {
        let jumps = board.jumps().iter();
        let mut jumps = jumps.filter(|jump| jump.from() == from && jump.over() == over);
        jumps.next().filter(|_| jumps.next().is_none())
    };
    for index in (0..tokens.len()).rev() {
        let [one, sign, other, rest @ ..] = &tokens[index..] else {
            continue;
        };
        let (&Kind::Visited(Place::Hole(from)), &Kind::Visited(Place::Hole(over))) =
            (&one.kind, &other.kind)
        else {
            continue;
        };
        let begins = index == 0 || tokens[index - 1].kind != Kind::Sign;
        let is_capture =
            sign.kind == Kind::Sign && ["x", "X", "×"].contains(&&text[sign.start..sign.end]);
        let is_last = rest.first().is_none_or(|next| next.kind != Kind::Sign);
        if begins
            && is_capture
            && is_last
            && !board.has_jump_between(from, over)
            && let Some(jump) = only_jump(from, over)
        {
            let landing = Token {
                kind: Kind::Visited(Place::Hole(jump.to())),
                ..other.clone()
            };
            tokens[index + 2].kind = Kind::Over(Place::Hole(over));
            tokens.insert(index + 3, landing);
            tokens.remove(index + 1);
        }
    }
    for index in (1..tokens.len()).rev() {
        let kind = |place: usize| tokens.get(place).map(|token| &token.kind);
        let is_end = |kind| matches!(kind, None | Some(&(Kind::Line | Kind::Separator)));
        let (Some(&Kind::Visited(Place::Hole(from))), Some(&Kind::Over(Place::Hole(over)))) =
            (kind(index - 1), kind(index))
        else {
            continue;
        };
        let begins = index == 1 || is_end(kind(index - 2));
        let Some(jump) = only_jump(from, over) else {
            continue;
        };
        let landing = Kind::Visited(Place::Hole(jump.to()));
        let is_named = kind(index + 2) == Some(&landing) && is_end(kind(index + 3));
        if begins && is_end(kind(index + 1)) && !is_named {
            let Token { start, end, .. } = tokens[index];
            let kind = landing;
            tokens.insert(index + 1, Token { kind, start, end });
        }
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

/// Returns `true` for a letter or a Roman number, which can stand before the moves of a list.
fn is_list_letter(word: &str) -> bool {
    let is_roman = |c: char| "ivxIVX".contains(c);
    let is_letter = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    is_letter || !word.is_empty() && word.chars().all(is_roman)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `true` for dashes, arrows and signs of capture.
fn is_sign(c: char) -> bool {
    "-‐‑‒–—―−－>=→⇒➔➜⟶⟹⇨➙↦⟼▶►×✕»~".contains(c)
}

/// Returns `true` for characters without a meaning in moves.
fn is_decoration(c: char) -> bool {
    "\"'`“”‘’„#!?\u{feff}\u{200b}\u{20e3}\u{fe0e}\u{fe0f}".contains(c) || ('①'..='⓿').contains(&c)
}
