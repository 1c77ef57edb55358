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
    /// Sign between the holes of a move that is written backwards: `4<-2`. It is gone when the text has been divided.
    Back,
    /// Arrow: a sign, or a direction. It is gone when the text has been divided.
    Arrow(Direction),
    /// Direction in which the peg jumps: `d2↓`, `d2 down`.
    Toward(Direction),
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
    /// After a hole, the next hole is jumped over, unless a sign follows.
    Jump,
    Nothing,
}

fn meaning(word: &str) -> Option<Meaning> {
    Some(match word.to_lowercase().as_str() {
        "x" | "to" | "into" => Meaning::Sign,
        "over" | "via" | "takes" | "captures" => Meaning::Over,
        "remove" | "removes" | "removing" | "removed" => Meaning::Removed,
        "and" | "then" => Meaning::Separator,
        "jump" | "jumps" => Meaning::Jump,
        "from" | "move" | "moves" | "peg" | "pegs" | "hole" | "the" | "at" | "in" | "step"
        | "solution" | "marble" => Meaning::Nothing,
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
    add_landings(board, &mut tokens);
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
        "up" | "north" | "u" | "n" => Up,
        "down" | "south" | "d" | "s" => Down,
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

/// Decides what arrows mean: directions if one of them is not between two holes, and otherwise signs.
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
            '#' if self.is_comment(end) => return Some(self.end_of_line(end)),
            '\n' | '\r' => self.push(Kind::Line, start, end),
            ',' | ';' | '|' | '/' | '.' | '•' | '·' | '*' => {
                self.push(Kind::Separator, start, end);
            }
            ':' => self.push_sign(start, end),
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

    fn read_word(&mut self, start: usize) -> Option<usize> {
        if let Some(end) = self.read_numbers(start) {
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
        if let Ok(hole) = self.board.hole(word) {
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
                let is_after_hole = matches!(self.last(), Some(Kind::Visited(_)));
                self.next_is = is_after_hole.then_some(Meaning::Over);
            }
            Some(Meaning::Separator) => self.push(Kind::Separator, start, end),
            Some(Meaning::Nothing) => {}
            Some(next) => self.next_is = Some(next),
            None => return self.read_glued(start, end),
        }
        Some(end)
    }

    /// Returns the direction of two words, `up-right`, and its end.
    fn diagonal(&self, start: usize) -> Option<(Direction, usize)> {
        let middle = self.end_of_word(start);
        let second = middle + usize::from(self.text[middle..].starts_with('-'));
        let end = self.end_of_word(second);
        let [first, last] = [&self.text[start..middle], &self.text[second..end]];
        let is_diagonal = second > middle && first.len() > 1 && last.len() > 1;
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
        let begins = matches!(self.last(), None | Some(Kind::Line | Kind::Separator));
        let first = &self.text[start..self.end_of_word(start)];
        if !begins || !is_number(first) || self.board.hole(first).is_ok() {
            return None;
        }
        let rest = &self.text[start..];
        let line = &rest[..rest.find(['\n', '\r', ';', '|']).unwrap_or(rest.len())];
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
        if numbers.len() < 4 || !numbers.len().is_multiple_of(2) {
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
        Some(start + line.len())
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
        // A direction after the coordinates: `(1,3,'down')`.
        let rest = &self.text[place..];
        let third = &rest[..rest.find([')', ']', '}']).unwrap_or(0)];
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

/// Adds the hole where the peg lands to a move without it: `d2 over d3`, `d2 takes d3`.
fn add_landings(board: &Board, tokens: &mut Vec<Token>) {
    for index in (1..tokens.len()).rev() {
        let kind = |place: usize| tokens.get(place).map(|token| &token.kind);
        let is_end = |kind| matches!(kind, None | Some(&(Kind::Line | Kind::Separator)));
        let (Some(&Kind::Visited(Place::Hole(from))), Some(&Kind::Over(Place::Hole(over)))) =
            (kind(index - 1), kind(index))
        else {
            continue;
        };
        let begins = index == 1 || is_end(kind(index - 2));
        let mut jumps = board
            .jumps()
            .iter()
            .filter(|jump| jump.from() == from && jump.over() == over);
        let (Some(jump), None) = (jumps.next(), jumps.next()) else {
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
