use crate::board::{Board, Hole, Jump, Position, PositionError, UnknownHole};
use smallvec::SmallVec;
use std::fmt;
use thiserror::Error;

/// A start position and a sequence of jumps that can be played from it.
///
/// ```
/// use pegboard::{Board, Solution};
/// let board = Board::library("triangle5")?;
/// let start = board.vacate(board.hole("a1")?);
/// let line = Solution::parse(&start, "a3-a1, c3-a3, a4-a2")?;
/// assert_eq!(line.jumps().len(), 3);
/// assert_eq!(line.to_string(), "a3-a1, c3-a3, a4-a2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    start: Position,
    jumps: Vec<Jump>,
    finish: Position,
}

/// A run of jumps by the same peg: the holes it visits, the one it leaves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    holes: SmallVec<[Hole; 4]>,
}

/// Why a text is not a line of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotationError {
    /// A label that the board does not have.
    #[error("move {number}, `{text}`: {reason}")]
    UnknownHole {
        /// The number of the move, from 1.
        number: usize,
        /// The move as written.
        text: String,
        /// Which label.
        reason: UnknownHole,
    },
    /// Two labels without the hyphen between them.
    #[error("move {number}, `{text}`, is not a move; write `{meant}`")]
    NoHyphen {
        /// The number of the move, from 1.
        number: usize,
        /// The move as written.
        text: String,
        /// The same with a hyphen.
        meant: String,
    },
    /// A move without a jump.
    #[error("move {number}, `{text}`, has no jump; write moves like d2-d4 or f3-d3-d5")]
    NoJump {
        /// The number of the move, from 1.
        number: usize,
        /// The move as written.
        text: String,
    },
    /// Two holes between which the board has no jump.
    #[error(
        "move {number}, `{text}`: there is no jump from {from} to {into}; a jump goes two holes along a line"
    )]
    NotAJump {
        /// The number of the move, from 1.
        number: usize,
        /// The move as written.
        text: String,
        /// The hole of departure.
        from: String,
        /// The hole of arrival.
        into: String,
    },
    /// A jump that cannot be played when its turn comes.
    #[error("move {number}, `{text}`: {reason}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The move as written.
        text: String,
        /// Why.
        reason: PositionError,
    },
}

impl Solution {
    /// Plays the jumps from the start.
    ///
    /// # Errors
    ///
    /// The first jump that cannot be played.
    pub fn new(start: Position, jumps: Vec<Jump>) -> Result<Solution, PositionError> {
        let mut finish = start.clone();
        for jump in &jumps {
            finish = finish.play(*jump)?;
        }
        Ok(Solution {
            start,
            jumps,
            finish,
        })
    }

    /// The line that a search found, replayed: whatever a search does, no jump that cannot be played leaves it.
    ///
    /// # Panics
    ///
    /// When the search played a jump that is not possible.
    pub(crate) fn found(start: &Position, jumps: Vec<Jump>) -> Solution {
        Solution::new(start.clone(), jumps).expect("a search plays only jumps that are possible")
    }

    /// Reads moves such as `d2-d4, f3-d3-d5`, separated by commas or white space, and plays them.
    ///
    /// # Errors
    ///
    /// [`NotationError`] names the move and what is wrong with it.
    pub fn parse(start: &Position, text: &str) -> Result<Solution, NotationError> {
        let mut line = Solution {
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
        let text_owned = || text.to_owned();
        let board = self.start.board().clone();
        if let Some(meant) = with_hyphen(&board, text) {
            return Err(NotationError::NoHyphen {
                number,
                text: text_owned(),
                meant,
            });
        }
        let holes = text
            .split('-')
            .map(|label| board.hole(label))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|reason| NotationError::UnknownHole {
                number,
                text: text_owned(),
                reason,
            })?;
        if holes.len() < 2 {
            return Err(NotationError::NoJump {
                number,
                text: text_owned(),
            });
        }
        for pair in holes.windows(2) {
            let jump = board
                .jump(pair[0], pair[1])
                .ok_or_else(|| NotationError::NotAJump {
                    number,
                    text: text_owned(),
                    from: board.label(pair[0]).to_owned(),
                    into: board.label(pair[1]).to_owned(),
                })?;
            self.finish = self
                .finish
                .play(jump)
                .map_err(|reason| NotationError::Illegal {
                    number,
                    text: text_owned(),
                    reason,
                })?;
            self.jumps.push(jump);
        }
        Ok(())
    }

    /// The board on which it is played.
    pub fn board(&self) -> &Board {
        self.start.board()
    }

    /// The first position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The last position.
    pub fn finish(&self) -> &Position {
        &self.finish
    }

    /// The jumps, in order.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The positions from the start to the finish, both included: one more than there are jumps.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut next = Some(self.start.clone());
        let mut jumps = self.jumps.iter();
        std::iter::from_fn(move || {
            let current = next.take()?;
            next = jumps.next().and_then(|jump| current.play(*jump).ok());
            Some(current)
        })
    }

    /// The moves in the usual notation, such as `f3-d3-d5`.
    pub fn notation(&self) -> Vec<String> {
        Move::joined(&self.jumps)
            .map(|each| each.notation(self.board()))
            .collect()
    }

    /// The jumps joined into moves: a jump continues a move when it is made by the same peg.
    pub fn moves(&self) -> Vec<Move> {
        Move::joined(&self.jumps).collect()
    }
}

/// The move that a word without a hyphen stands for, if it is two labels: `d2-d4` for `d2d4`.
fn with_hyphen(board: &Board, word: &str) -> Option<String> {
    let is_label = |label: &str| board.hole(label).is_ok();
    if word.contains('-') || is_label(word) {
        return None;
    }
    let mut halves = word.char_indices().map(|(place, _)| word.split_at(place));
    let (from, to) = halves.find(|(from, to)| is_label(from) && is_label(to))?;
    Some(format!("{from}-{to}"))
}

impl Move {
    /// Jumps joined into moves: a jump continues a move when it is made by the same peg.
    pub(crate) fn joined(jumps: &[Jump]) -> impl Iterator<Item = Move> {
        Move::through(jumps.iter().map(|jump| (jump.from(), jump.to())))
    }

    /// Steps from hole to hole, joined where one begins at the end of the last.
    pub(super) fn through(steps: impl Iterator<Item = (Hole, Hole)>) -> impl Iterator<Item = Move> {
        let mut steps = steps.peekable();
        std::iter::from_fn(move || {
            let (from, to) = steps.next()?;
            let mut holes = SmallVec::from_slice(&[from, to]);
            while let Some((_, to)) = steps.next_if(|(from, _)| holes.last() == Some(from)) {
                holes.push(to);
            }
            Some(Move { holes })
        })
    }

    /// The holes that the peg visits, first to last; at least two.
    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }

    /// The hole that the peg leaves.
    pub fn from(&self) -> Hole {
        self.holes[0]
    }

    /// The hole where the peg ends.
    pub fn to(&self) -> Hole {
        self.holes[self.holes.len() - 1]
    }

    /// The move in notation: `f3-d3-d5`.
    pub fn notation(&self, board: &Board) -> String {
        self.written(board, "-")
    }

    /// The labels of the holes with this sign between them.
    pub(super) fn written(&self, board: &Board, sign: &str) -> String {
        let mut text = String::new();
        self.write(&mut text, board, sign)
            .expect("a string takes any text");
        text
    }

    fn write(&self, text: &mut impl fmt::Write, board: &Board, sign: &str) -> fmt::Result {
        text.write_str(board.label(self.from()))?;
        self.holes[1..].iter().try_for_each(|hole| {
            text.write_str(sign)?;
            text.write_str(board.label(*hole))
        })
    }
}

/// Writes moves separated by commas, with this sign between the labels of a move.
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

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, self.board(), "-", Move::joined(&self.jumps))
    }
}
