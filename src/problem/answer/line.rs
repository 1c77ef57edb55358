use crate::board::{Board, Hole, Jump, Position, PositionError, UnknownHole};
use crate::control::quotation;
use smallvec::SmallVec;
use std::fmt;
use thiserror::Error;

/// A start position and a sequence of jumps that can be played from it.
///
/// ```
/// use pegboard::{Board, Line};
/// let board = Board::library("triangle5")?;
/// let start = board.vacate(board.hole("a1")?);
/// let line = Line::parse(&start, "a3-a1, c3-a3, a4-a2")?;
/// assert_eq!(line.jumps().len(), 3);
/// assert_eq!(line.to_string(), "a3-a1, c3-a3, a4-a2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    start: Position,
    jumps: Vec<Jump>,
    finish: Position,
}

/// Run of jumps by the same peg: the holes that the peg visits, starting with the one that it leaves, and the holes that
/// it jumps over.
///
/// The usual notation, `f3-d3-d5`, names the visited holes only. On a board that lies on no lattice, several jumps can lead
/// from one hole into another. There the hole jumped over stands between them in brackets: `a-(b)-c`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    holes: SmallVec<[Hole; 4]>,
    over: SmallVec<[Hole; 4]>,
}

/// Error parsing a line of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationError {
    /// Unknown label.
    #[error("move {number}, `{text}`: {reason}")]
    UnknownHole {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Unknown label.
        reason: UnknownHole,
    },
    /// Two labels without a hyphen.
    #[error("move {number}, `{text}`, is not a move; write `{meant}`")]
    NoHyphen {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Text with a hyphen.
        meant: String,
    },
    /// Move without a jump.
    #[error("move {number}, `{text}`, has no jump; write moves like d2-d4 or f3-d3-d5")]
    NoJump {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
    },
    /// Two holes without a jump between them.
    #[error(
        "move {number}, `{text}`: there is no jump from {from} to {to}; a jump goes two holes along a line"
    )]
    NotAJump {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Hole of departure.
        from: String,
        /// Hole of arrival.
        to: String,
    },
    /// Two holes with several possible jumps between them.
    #[error(
        "move {number}, `{text}`: jumps from {from} to {to} go over {}; write the one that is meant, \
         `{from}-({})-{to}`", over.join(" and "), over[0]
    )]
    Ambiguous {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Hole of departure.
        from: String,
        /// Hole of arrival.
        to: String,
        /// Holes that the possible jumps go over, at least two.
        over: Vec<String>,
    },
    /// Jump that cannot be played at its turn.
    #[error("move {number}, `{text}`: {reason}")]
    Illegal {
        /// Number of the move, from 1.
        number: usize,
        /// Text of the move.
        text: String,
        /// Reason.
        reason: PositionError,
    },
}

impl Line {
    /// Plays the jumps from the start.
    ///
    /// # Errors
    ///
    /// [`PositionError`] for the first jump that cannot be played.
    pub fn new(start: Position, jumps: Vec<Jump>) -> Result<Line, PositionError> {
        let mut finish = start.clone();
        for jump in &jumps {
            finish = finish.play(*jump)?;
        }
        Ok(Line {
            start,
            jumps,
            finish,
        })
    }

    /// Replays a line found by a search, so that no search returns an illegal jump.
    ///
    /// # Panics
    ///
    /// If a jump cannot be played.
    pub(crate) fn found(start: &Position, jumps: Vec<Jump>) -> Line {
        Line::new(start.clone(), jumps).expect("a search plays only jumps that are possible")
    }

    /// Parses moves such as `d2-d4, f3-d3-d5`, separated by commas or white space, and plays them. The holes jumped over may
    /// be given in brackets, `d2-(d3)-d4`, and must be given where several jumps are possible.
    ///
    /// # Errors
    ///
    /// [`NotationError`] with the move and its error.
    pub fn parse(start: &Position, text: &str) -> Result<Line, NotationError> {
        let mut line = Line {
            start: start.clone(),
            jumps: Vec::new(),
            finish: start.clone(),
        };
        let words = text
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|word| !word.is_empty());
        for (index, word) in words.enumerate() {
            line.play_word(index + 1, word)?;
        }
        Ok(line)
    }

    fn play_word(&mut self, number: usize, text: &str) -> Result<(), NotationError> {
        let quoted = || quotation(text);
        let board = self.start.board().clone();
        if let Some(meant) = with_hyphen(&board, text) {
            return Err(NotationError::NoHyphen {
                number,
                text: quoted(),
                meant,
            });
        }
        let mut last: Option<Hole> = None;
        let mut over = None;
        let count = self.jumps.len();
        for label in text.split('-') {
            let in_brackets = label
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(')'));
            let hole = board.hole(in_brackets.unwrap_or(label)).map_err(|reason| {
                NotationError::UnknownHole {
                    number,
                    text: quoted(),
                    reason,
                }
            })?;
            if in_brackets.is_some() {
                over = Some(hole);
            } else if let Some(from) = last.replace(hole) {
                self.play_between(number, text, from, over.take(), hole)?;
            }
        }
        if self.jumps.len() == count || over.is_some() {
            return Err(NotationError::NoJump {
                number,
                text: quoted(),
            });
        }
        Ok(())
    }

    /// Plays the jump between two holes, over a given one if several are possible.
    fn play_between(
        &mut self,
        number: usize,
        text: &str,
        from: Hole,
        over: Option<Hole>,
        to: Hole,
    ) -> Result<(), NotationError> {
        let board = self.start.board();
        let (text, label) = (quotation(text), |hole| board.label(hole).to_owned());
        let is_meant = |jump: &Jump| over.is_none_or(|over| jump.over() == over);
        let jumps: SmallVec<[Jump; 4]> = board.jumps_between(from, to).filter(is_meant).collect();
        let possible: SmallVec<[Jump; 4]> = jumps
            .iter()
            .copied()
            .filter(|jump| self.finish.allows(*jump))
            .collect();
        let Some(&jump) = possible.first().or(jumps.first()) else {
            return Err(NotationError::NotAJump {
                number,
                text,
                from: label(from),
                to: label(to),
            });
        };
        if possible.len() > 1 {
            return Err(NotationError::Ambiguous {
                number,
                text,
                from: label(from),
                to: label(to),
                over: possible.iter().map(|jump| label(jump.over())).collect(),
            });
        }
        self.finish = self
            .finish
            .play(jump)
            .map_err(|reason| NotationError::Illegal {
                number,
                text,
                reason,
            })?;
        self.jumps.push(jump);
        Ok(())
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        self.start.board()
    }

    /// Returns the first position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the last position.
    pub fn finish(&self) -> &Position {
        &self.finish
    }

    /// Returns the jumps, in order.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// Returns the positions from the start to the finish, including both.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut next = Some(self.start.clone());
        let mut jumps = self.jumps.iter();
        std::iter::from_fn(move || {
            let current = next.take()?;
            next = jumps.next().and_then(|jump| current.play(*jump).ok());
            Some(current)
        })
    }

    /// Returns the moves in the usual notation, such as `f3-d3-d5`.
    pub fn notation(&self) -> Vec<String> {
        Move::joined(&self.jumps)
            .map(|each| each.notation(self.board()))
            .collect()
    }

    /// Returns the moves: maximal runs of jumps by the same peg.
    pub fn moves(&self) -> Vec<Move> {
        Move::joined(&self.jumps).collect()
    }
}

/// Inserts the missing hyphen into a word of two labels: `d2-d4` for `d2d4`.
fn with_hyphen(board: &Board, word: &str) -> Option<String> {
    let is_label = |label: &str| board.hole(label).is_ok();
    // Trying every split of a long word would take quadratic time. Ignoring case can change the length of a label a
    // little.
    let longest = board.holes().map(|hole| board.label(hole).len()).max()?;
    if word.len() > 4 * longest || word.contains('-') || is_label(word) {
        return None;
    }
    let mut halves = word.char_indices().map(|(place, _)| word.split_at(place));
    let (from, to) = halves.find(|(from, to)| is_label(from) && is_label(to))?;
    Some(format!("{from}-{to}"))
}

impl Move {
    /// Joins jumps into moves: a jump continues a move if the same peg makes it.
    pub(crate) fn joined(jumps: &[Jump]) -> impl Iterator<Item = Move> {
        Move::through(
            jumps
                .iter()
                .map(|jump| (jump.from(), jump.over(), jump.to())),
        )
    }

    /// Joins steps (from, over, to) into moves: a step continues a move if it starts where the previous step ended.
    pub(super) fn through(
        steps: impl Iterator<Item = (Hole, Hole, Hole)>,
    ) -> impl Iterator<Item = Move> {
        let mut steps = steps.peekable();
        std::iter::from_fn(move || {
            let (from, first_over, to) = steps.next()?;
            let mut holes = SmallVec::from_slice(&[from, to]);
            let mut over = SmallVec::from_slice(&[first_over]);
            while let Some((_, next_over, to)) =
                steps.next_if(|(from, _, _)| holes.last() == Some(from))
            {
                holes.push(to);
                over.push(next_over);
            }
            Some(Move { holes, over })
        })
    }

    /// Returns the holes that the peg visits, in order; at least two.
    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }

    /// Returns the holes that the peg jumps over, in order: one fewer than the visited holes.
    pub fn over(&self) -> &[Hole] {
        &self.over
    }

    /// Panics if a board lacks a hole or a jump of the move.
    #[track_caller]
    pub(crate) fn check_on(&self, board: &Board) {
        for (from, over, to) in self.steps() {
            assert!(
                board
                    .jumps_between(from, to)
                    .any(|jump| jump.over() == over),
                "board `{}` lacks the jump from hole {} to hole {}",
                board.name(),
                from.index(),
                to.index()
            );
        }
    }

    /// Returns the steps of the move: from, over, to.
    pub(super) fn steps(&self) -> impl Iterator<Item = (Hole, Hole, Hole)> + '_ {
        let pairs = self.holes.windows(2).zip(&self.over);
        pairs.map(|(pair, over)| (pair[0], *over, pair[1]))
    }

    /// Returns the hole that the peg leaves.
    pub fn from(&self) -> Hole {
        self.holes[0]
    }

    /// Returns the hole where the peg ends.
    pub fn to(&self) -> Hole {
        self.holes[self.holes.len() - 1]
    }

    /// Returns the move in notation: `f3-d3-d5`.
    ///
    /// # Panics
    ///
    /// If the board lacks a hole of the move.
    pub fn notation(&self, board: &Board) -> String {
        self.written(board, "-")
    }

    /// Joins the labels of the holes with a separator. Holes jumped over are included where the others leave a choice.
    pub(super) fn written(&self, board: &Board, sign: &str) -> String {
        let mut text = String::new();
        self.write(&mut text, board, sign)
            .expect("a string takes any text");
        text
    }

    fn write(&self, text: &mut impl fmt::Write, board: &Board, sign: &str) -> fmt::Result {
        text.write_str(board.label(self.from()))?;
        self.steps().try_for_each(|(from, over, to)| {
            let has_choice = [(from, to), (to, from)]
                .into_iter()
                .any(|(from, to)| board.jumps_between(from, to).nth(1).is_some());
            if has_choice {
                write!(text, "{sign}({})", board.label(over))?;
            }
            text.write_str(sign)?;
            text.write_str(board.label(to))
        })
    }
}

/// Writes moves separated by commas; `sign` separates the labels of a move.
pub(crate) fn write_line(
    f: &mut fmt::Formatter<'_>,
    board: &Board,
    sign: &str,
    moves: impl IntoIterator<Item = Move>,
) -> fmt::Result {
    let mut separator = "";
    for each in moves {
        f.write_str(separator)?;
        each.write(f, board, sign)?;
        separator = ", ";
    }
    Ok(())
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, self.board(), "-", Move::joined(&self.jumps))
    }
}
