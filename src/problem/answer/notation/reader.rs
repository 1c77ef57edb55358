//! Moves as people write them.

use super::words::{Kind, Place, Token, tokens};
use super::{CoordinateReading, NotationError};
use crate::board::geometry::Direction;
use crate::board::{Board, Hole, Jump, Position};
use crate::control::quotation;
use crate::problem::answer::{Line, Move};
use smallvec::SmallVec;

impl Line {
    /// Parses moves such as `d2-d4, f3-d3-d5` and plays them.
    ///
    /// Moves are written as in books and on pages:
    ///
    /// - between the holes of a move a dash, an arrow, `:`, `x`, `to`, or nothing: `d2-d4`, `d2–d4`, `4->1`, `d2:d4`,
    ///   `d2xd4`, `4 to 1`, `d2d4`; or a slash, if moves are separated by other signs: `4/1 6/4`
    /// - with the hole jumped over or without: `d2-d3-d4`, `d2-(d3)-d4`, `d2xd3-d4`, `d2 over d3 to d4`,
    ///   `d2 to d4, remove d3`. It must be given where several jumps are possible.
    /// - several jumps of a peg in one move or not: `d2-d4-f4`, `d2-d4, f4`, `d2-d4, d4-f4`
    /// - with coordinates: `(5,3) to (3,3)`; see [`parse_with_reading`](Line::parse_with_reading)
    /// - numbered or not: `1. d2-d4`
    /// - with the number of pegs left, or a remark without labels in brackets: `d2-d4 (31 left)`
    /// - with a comment up to the end of the line, after `#`, `//` or `--`: `d2-d4 // then b3-d3`
    /// - separated by commas, semicolons, bars, blanks or line breaks, in letters of either case
    ///
    /// ```
    /// use pegboard::{Board, Line};
    /// let board = Board::library("triangle5")?;
    /// let start = board.vacate(board.hole("a1")?);
    /// let line = Line::parse(&start, "1. a3xa1  2. C3 to A3  3. a1-b2-c3")?;
    /// assert_eq!(line.to_string(), "a3-a1, c3-a3, a1-c3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotationError`] with the first wrong move.
    pub fn parse(start: &Position, text: &str) -> Result<Line, NotationError> {
        Line::parse_with_reading(start, text).map(|(line, _)| line)
    }

    /// Parses moves as [`parse`](Line::parse) does. If they contain coordinates, also returns how these were read.
    ///
    /// The labels decide whether the row or the column comes first if they consist of both, as in
    /// [`LabelScheme::RowColumn`](crate::LabelScheme::RowColumn). Otherwise, that reading is taken in which all moves can be
    /// played. If both can be played and are images of each other, as on a square with a vacancy in the middle, rows come
    /// first. Rows and columns are counted from 0 if the moves cannot be played when they are counted from 1.
    ///
    /// ```
    /// use pegboard::{Board, CoordinateReading, Line};
    /// let board = Board::library("rectangle5x6")?;
    /// let start = board.vacate(board.hole("a4")?);
    /// let (line, reading) = Line::parse_with_reading(&start, "(6,1) to (4,1)")?;
    /// assert_eq!(line.to_string(), "a6-a4");
    /// assert_eq!(reading, Some(CoordinateReading::RowColumn));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotationError`] with the first wrong move, or [`NotationError::AmbiguousCoordinates`].
    pub fn parse_with_reading(
        start: &Position,
        text: &str,
    ) -> Result<(Line, Option<CoordinateReading>), NotationError> {
        let tokens = tokens(start.board(), text);
        let read = |reading| Reader::new(start, text, &tokens, reading).read();
        let place = |token: &Token| match token.kind {
            Kind::Visited(place) | Kind::Over(place) => Some(place),
            _ => None,
        };
        let mut places = tokens.iter().filter_map(place);
        let in_turn = if places
            .clone()
            .any(|place| matches!(place, Place::Point(..)))
        {
            CoordinateReading::in_turn(start.board())
        } else if places.any(|place| matches!(place, Place::RowColumn(..))) {
            [CoordinateReading::Named, CoordinateReading::NamedFromZero].map(|only| vec![only])
        } else {
            let line = read(CoordinateReading::RowColumn).map_err(|failed| failed.error)?;
            return Ok((line, None));
        };
        let mut farthest: Option<Failed> = None;
        for readings in in_turn {
            let mut taken: Option<(Line, CoordinateReading)> = None;
            for reading in readings {
                match (read(reading), &taken) {
                    (Ok(line), None) => taken = Some((line, reading)),
                    (Ok(line), Some((other, first))) if !are_images(&line, other) => {
                        return Err(NotationError::AmbiguousCoordinates {
                            one: *first,
                            other: reading,
                        });
                    }
                    (Ok(_), Some(_)) => {}
                    (Err(failed), _) => {
                        if farthest
                            .as_ref()
                            .is_none_or(|other| failed.jumps > other.jumps)
                        {
                            farthest = Some(failed);
                        }
                    }
                }
            }
            if let Some((line, reading)) = taken {
                return Ok((line, Some(reading)));
            }
        }
        Err(farthest.expect("there are readings, and all failed").error)
    }
}

/// Returns `true` if a symmetry that keeps the start carries one line onto the other.
fn are_images(line: &Line, other: &Line) -> bool {
    let start = line.start();
    start.board().symmetries().iter().any(|symmetry| {
        let image = |jump: &Jump| [jump.from(), jump.over(), jump.to()].map(|h| symmetry.apply(h));
        let holes = |jump: &Jump| [jump.from(), jump.over(), jump.to()];
        start.image(symmetry) == *start
            && line
                .jumps()
                .iter()
                .map(image)
                .eq(other.jumps().iter().map(holes))
    })
}

impl Move {
    /// Parses a move in any style that [`Line::parse`] reads. Coordinates are row and column. The move is not played.
    ///
    /// ```
    /// use pegboard::{Board, Move};
    /// let board = Board::library("english")?;
    /// for text in ["d2-d4-f4", "D2xD4xF4", "d2-d3-d4-e4-f4"] {
    ///     assert_eq!(Move::parse(&board, text)?.notation(&board), "d2-d4-f4");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotationError`] if a word names no hole, if the text has no move or several, or if not exactly one jump leads from
    /// a hole to the next, over the hole between them if the text names it.
    pub fn parse(board: &Board, text: &str) -> Result<Move, NotationError> {
        let (tokens, empty) = (tokens(board, text), board.empty());
        let reader = Reader::new(&empty, text, &tokens, CoordinateReading::RowColumn);
        // The visited holes, each with the named hole jumped over before it.
        let mut visited: Vec<(Option<Hole>, Hole)> = Vec::new();
        let mut over = None;
        for (index, token) in tokens.iter().enumerate() {
            match &token.kind {
                Kind::Visited(place) => {
                    let hole = reader.hole(*place, index)?;
                    let begins = !reader.is_joined(index) && reader.is_followed_by_sign(index);
                    match visited.last() {
                        Some((_, last)) if begins && *last == hole => continue, // `d2-d4, d4-f4`
                        Some(_) if begins => {
                            let text = reader.text_from(index, index);
                            return Err(NotationError::SeveralMoves { text });
                        }
                        _ => {}
                    }
                    // A hole that was only jumped over, as in `d2-d3-d4`.
                    if let [.., (_, from), (None, between)] = visited[..]
                        && over.is_none()
                        && !board.has_jump_between(from, between)
                        && board
                            .jumps_between(from, hole)
                            .any(|jump| jump.over() == between)
                    {
                        visited.pop();
                        over = Some(between);
                    }
                    visited.push((over.take(), hole));
                }
                Kind::Over(place) => over = Some(reader.hole(*place, index)?),
                Kind::Toward(direction) => {
                    let from = visited.last().map(|(_, from)| *from);
                    let jump = from.and_then(|from| toward(board, from, *direction));
                    let jump = jump.ok_or_else(|| reader.unreadable(index))?;
                    visited.push((Some(jump.over()), jump.to()));
                }
                Kind::Unknown | Kind::Unseparated(_) => return Err(reader.unreadable(index)),
                Kind::Sign | Kind::Line | Kind::Separator => {}
                Kind::Back | Kind::Arrow(_) | Kind::Slash => {
                    unreachable!("resolved when the text was divided")
                }
            }
        }
        reader.check_sign_before(tokens.len())?;
        let text = quotation(text.trim());
        let label = |hole| board.label(hole).to_owned();
        let jump = |pair: &[(Option<Hole>, Hole)]| {
            let [(_, from), (over, to)] = [pair[0], pair[1]];
            let is_meant = |jump: &Jump| over.is_none_or(|over| jump.over() == over);
            let jumps = board.jumps_between(from, to).filter(is_meant);
            let jumps: SmallVec<[Jump; 4]> = jumps.collect();
            match jumps[..] {
                [jump] => Ok(jump),
                [] => Err(NotationError::NoJumpBetween {
                    from: label(from),
                    over: over.map(label),
                    to: label(to),
                }),
                _ => Err(NotationError::Ambiguous {
                    number: 1,
                    text: text.clone(),
                    from: label(from),
                    to: label(to),
                    over: jumps.iter().map(|jump| label(jump.over())).collect(),
                }),
            }
        };
        let jumps: Vec<Jump> = visited.windows(2).map(jump).collect::<Result<_, _>>()?;
        let read = Move::new(&jumps).filter(|_| over.is_none());
        read.ok_or(NotationError::NoJump { number: 1, text })
    }
}

/// Returns the jump from a hole in a direction.
fn toward(board: &Board, from: Hole, direction: Direction) -> Option<Jump> {
    let (dx, dy) = direction.step(board.lattice()?)?;
    let (x, y) = board.coordinate(from)?;
    let [over, to] = [1, 2].map(|steps| board.hole_at((x + steps * dx, y + steps * dy)));
    let (over, to) = (over?, to?);
    board
        .jumps_between(from, to)
        .find(|jump| jump.over() == over)
}

/// Returns `true` if two holes are two steps of the lattice apart, with a hole between them.
fn jumps_along_line(board: &Board, from: Hole, to: Hole) -> bool {
    let (Some(lattice), Some((x, y))) = (board.lattice(), board.coordinate(from)) else {
        return false;
    };
    let mut steps = lattice.directions().iter();
    steps.any(|(dx, dy)| {
        board.hole_at((x + dx, y + dy)).is_some()
            && board.hole_at((x + 2 * dx, y + 2 * dy)) == Some(to)
    })
}

/// Error of a reading, with the number of jumps played before.
struct Failed {
    error: NotationError,
    jumps: usize,
}

/// Moves read so far.
struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    reading: CoordinateReading,
    start: &'a Position,
    position: Position,
    jumps: Vec<Jump>,
    /// Number of the move.
    number: usize,
    /// First token of the move.
    first: usize,
    /// Number of jumps before the move.
    before: usize,
    /// Hole of the peg that moves.
    from: Option<Hole>,
    /// Hole that the next jump goes over.
    over: Option<Hole>,
}

impl<'a> Reader<'a> {
    fn new(
        start: &'a Position,
        text: &'a str,
        tokens: &'a [Token],
        reading: CoordinateReading,
    ) -> Reader<'a> {
        Reader {
            text,
            tokens,
            reading,
            start,
            position: start.clone(),
            jumps: Vec::new(),
            number: 0,
            first: 0,
            before: 0,
            from: None,
            over: None,
        }
    }

    fn read(mut self) -> Result<Line, Failed> {
        match self.read_all() {
            Ok(()) => Ok(Line {
                start: self.start.clone(),
                jumps: self.jumps,
                finish: self.position,
            }),
            Err(error) => Err(Failed {
                error,
                jumps: self.jumps.len(),
            }),
        }
    }

    fn read_all(&mut self) -> Result<(), NotationError> {
        for (index, token) in self.tokens.iter().enumerate() {
            match &token.kind {
                Kind::Sign | Kind::Line => {}
                Kind::Separator => self.check_sign_before(index)?,
                Kind::Over(place) => self.over = Some(self.hole(*place, index)?),
                Kind::Visited(place) => {
                    let hole = self.hole(*place, index)?;
                    self.visit(hole, index)?;
                }
                Kind::Toward(direction) => self.jump_toward(*direction, index)?,
                Kind::Unknown | Kind::Unseparated(_) => return Err(self.unreadable(index)),
                Kind::Back | Kind::Arrow(_) | Kind::Slash => {
                    unreachable!("resolved when the text was divided")
                }
            }
        }
        let is_separator = |c: char| c.is_whitespace() || ",;|.[](){}\u{feff}".contains(c);
        let is_comment = |line: &&str| {
            let mut marks = ["#", "//", "-- "].into_iter();
            marks.any(|mark| line.trim_start().starts_with(mark))
        };
        let text: String = self.text.lines().filter(|line| !is_comment(line)).collect();
        let count = |brackets: &[char]| text.matches(brackets).count();
        let is_empty = self.number == 0
            && text.chars().all(is_separator)
            && count(&['[', '(', '{']) == count(&[']', ')', '}']);
        self.check_sign_before(self.tokens.len())?;
        if !is_empty {
            self.check_move_ends(self.tokens.len())?;
        }
        Ok(())
    }

    fn board(&self) -> &'a Board {
        self.start.board()
    }

    fn visit(&mut self, hole: Hole, index: usize) -> Result<(), NotationError> {
        let Some(from) = self.from.filter(|_| !self.begins_move(hole, index)) else {
            if self.number > 0 {
                self.check_move_ends(index)?;
            }
            self.number += 1;
            (self.first, self.before) = (index, self.jumps.len());
            self.from = Some(hole);
            return Ok(());
        };
        if self.over.is_none() && self.is_jumped_over(from, hole, index) {
            self.over = Some(hole);
            return Ok(());
        }
        let over = self.over.take();
        self.play_between(index, from, over, hole)?;
        self.from = Some(hole);
        Ok(())
    }

    /// Returns `true` if a hole begins a move. A hole without a sign before or after it continues a move if it is empty,
    /// since a peg can only land there; a peg in it begins a move.
    fn begins_move(&self, hole: Hole, index: usize) -> bool {
        !self.is_joined(index)
            && (self.is_followed_by_sign(index)
                || self.jumps.len() > self.before && self.position.has_peg(hole))
    }

    /// Returns `true` if a sign or a hole jumped over stands before a hole.
    fn is_joined(&self, index: usize) -> bool {
        let mut before = self.tokens[..index].iter().rev().map(|token| &token.kind);
        let before = before.find(|kind| **kind != Kind::Line);
        matches!(before, Some(Kind::Sign | Kind::Over(_)))
    }

    fn is_followed_by_sign(&self, index: usize) -> bool {
        let next = self.tokens.get(index + 1).map(|token| &token.kind);
        matches!(next, Some(Kind::Sign | Kind::Over(_) | Kind::Toward(_)))
    }

    /// Returns `true` if a hole is jumped over, as in `d2-d3-d4`: no jump leads into it, but one leads over it into the
    /// next hole.
    fn is_jumped_over(&self, from: Hole, hole: Hole, index: usize) -> bool {
        let board = self.board();
        let can_play = |jump: &Jump| self.position.allows(*jump);
        if board.jumps_between(from, hole).any(|jump| can_play(&jump)) {
            return false;
        }
        let is_hole = |next: &usize| {
            let kind = &self.tokens[*next].kind;
            !matches!(kind, Kind::Sign | Kind::Line | Kind::Separator)
        };
        let next = (index + 1..self.tokens.len()).find(is_hole);
        let next = next.filter(|next| self.is_joined(*next) || !self.is_followed_by_sign(*next));
        let Some(Kind::Visited(place)) = next.map(|next| &self.tokens[next].kind) else {
            return false;
        };
        let Some(to) = self.reading.hole(board, *place) else {
            return false;
        };
        let mut jumps = board
            .jumps_between(from, to)
            .filter(|jump| jump.over() == hole);
        let has_jump_into = board.has_jump_between(from, hole);
        jumps.any(|jump| !has_jump_into || can_play(&jump))
    }

    fn hole(&self, place: Place, index: usize) -> Result<Hole, NotationError> {
        self.reading.hole(self.board(), place).ok_or_else(|| {
            let place = match place {
                Place::Point(first, second) => format!("({first},{second})"),
                Place::RowColumn(row, column) => format!("row {row}, column {column}"),
                Place::Hole(_) => unreachable!("labels were looked up when the text was divided"),
            };
            let (number, text) = self.named(index);
            NotationError::NoHoleAt {
                number,
                text,
                place,
                reading: self.reading,
            }
        })
    }

    /// Returns the number and the text of the move of a token.
    fn named(&self, index: usize) -> (usize, String) {
        let joined = |index: usize| index > 0 && self.is_joined(index);
        let is_open = self.jumps.len() == self.before || joined(index);
        if self.from.is_some() && is_open {
            (self.number, self.text_from(self.first, index))
        } else {
            (self.number + 1, self.text_from(index, index))
        }
    }

    /// Returns the text from a token to the end of the move of another.
    fn text_from(&self, first: usize, index: usize) -> String {
        let mut last = index.min(self.tokens.len() - 1);
        while let Some(next) = self.tokens.get(last + 1) {
            let is_sign = matches!(next.kind, Kind::Sign | Kind::Over(_) | Kind::Toward(_));
            let is_hole = matches!(
                next.kind,
                Kind::Visited(_) | Kind::Unknown | Kind::Unseparated(_)
            );
            if !(is_sign || is_hole && self.is_joined(last + 1)) {
                break;
            }
            last += 1;
        }
        let tokens = &self.tokens[first..=last];
        let start = tokens.iter().map(|token| token.start).min();
        let mut end = tokens.iter().map(|token| token.end).max().unwrap_or(0);
        if matches!(self.tokens[last].kind, Kind::Unknown) {
            // The text was divided up to this word only.
            let rest = &self.text[end..];
            end += rest
                .find(|c: char| c.is_whitespace() || ",;|".contains(c))
                .unwrap_or(rest.len());
        }
        quotation(&self.text[start.unwrap_or(0)..end])
    }

    fn unreadable(&self, index: usize) -> NotationError {
        let (number, text) = self.named(index);
        let token = &self.tokens[index];
        if let Kind::Unseparated(readings) = &token.kind {
            let readings = readings.each_ref().map(|reading| quotation(reading));
            return NotationError::Unseparated {
                number,
                text,
                readings,
            };
        }
        let word = &self.text[token.start..token.end];
        match self.board().hole(word) {
            Err(reason) => NotationError::UnknownHole {
                number,
                text,
                reason,
            },
            Ok(_) => NotationError::NoJump { number, text },
        }
    }

    /// Checks that no sign without a hole after it stands before a token.
    fn check_sign_before(&self, index: usize) -> Result<(), NotationError> {
        let before = self.tokens[..index].iter().rev();
        let mut before = before.filter(|token| token.kind != Kind::Line);
        match before.next() {
            Some(token) if token.kind == Kind::Sign => Err(NotationError::Incomplete {
                number: self.number.max(1),
                text: self.text_from(self.first, index - 1),
            }),
            _ => Ok(()),
        }
    }

    /// Checks that the move that ends before a token has a jump.
    fn check_move_ends(&self, index: usize) -> Result<(), NotationError> {
        if self.jumps.len() > self.before && self.over.is_none() {
            return Ok(());
        }
        let text = if self.tokens.is_empty() {
            quotation(self.text.trim())
        } else {
            self.text_from(self.first, index.saturating_sub(1).max(self.first))
        };
        Err(NotationError::NoJump {
            number: self.number.max(1),
            text,
        })
    }

    /// Plays the jump from the last hole in a direction.
    fn jump_toward(&mut self, direction: Direction, index: usize) -> Result<(), NotationError> {
        let Some(from) = self.from else {
            return Err(self.unreadable(index));
        };
        let Some(jump) = toward(self.board(), from, direction) else {
            return Err(NotationError::NoJumpToward {
                number: self.number,
                text: self.text_from(self.first, index),
                from: self.board().label(from).to_owned(),
                from_has_peg: self.position.has_peg(from),
                direction,
                legal: self.legal_jumps(from, from),
            });
        };
        self.over = None;
        self.play_between(index, from, Some(jump.over()), jump.to())?;
        self.from = Some(jump.to());
        Ok(())
    }

    /// Plays the jump between two holes, over a given one if several are possible.
    fn play_between(
        &mut self,
        index: usize,
        from: Hole,
        over: Option<Hole>,
        to: Hole,
    ) -> Result<(), NotationError> {
        let board = self.board();
        let label = |hole| board.label(hole).to_owned();
        let is_meant = |jump: &Jump| over.is_none_or(|over| jump.over() == over);
        let jumps: SmallVec<[Jump; 4]> = board.jumps_between(from, to).filter(is_meant).collect();
        let possible: SmallVec<[Jump; 4]> = jumps
            .iter()
            .copied()
            .filter(|jump| self.position.allows(*jump))
            .collect();
        let (number, text) = (self.number, || self.text_from(self.first, index));
        let Some(&jump) = possible.first().or(jumps.first()) else {
            return Err(NotationError::NotAJump {
                number,
                text: text(),
                from: label(from),
                to: label(to),
                is_left_out: jumps_along_line(board, from, to),
                from_has_peg: self.position.has_peg(from),
                to_has_peg: self.position.has_peg(to),
                legal: self.legal_jumps(from, to),
            });
        };
        if possible.len() > 1 {
            return Err(NotationError::Ambiguous {
                number,
                text: text(),
                from: label(from),
                to: label(to),
                over: possible.iter().map(|jump| label(jump.over())).collect(),
            });
        }
        self.position = self
            .position
            .play(jump)
            .map_err(|reason| NotationError::Illegal {
                number,
                text: text(),
                reason: Box::new(reason),
                legal: self.legal_jumps(from, to),
            })?;
        self.jumps.push(jump);
        Ok(())
    }

    /// Returns a few jumps that can be played: those of the peg first, then those into the hole, then others.
    fn legal_jumps(&self, from: Hole, to: Hole) -> Vec<String> {
        const FEW: usize = 4;
        let mut jumps: Vec<Jump> = self.position.jumps().collect();
        jumps.sort_by_key(|jump| (jump.from() != from, jump.to() != to));
        let moves = jumps.iter().take(FEW);
        let moves = moves.flat_map(|jump| Move::joined(std::slice::from_ref(jump)));
        moves.map(|each| each.notation(self.board())).collect()
    }
}
