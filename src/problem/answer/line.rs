use crate::board::data::labels;
use crate::board::{Board, Hole, Jump, Position, PositionError};
use smallvec::SmallVec;
use std::fmt;

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
///
/// Serde form: `{"board": …, "start": ["a2", "a3"], "moves": ["a3-a1"]}`, with labels of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub(super) start: Position,
    pub(super) jumps: Vec<Jump>,
    pub(super) finish: Position,
}

/// Run of jumps by the same peg: the holes that the peg visits, starting with the one that it leaves, and the holes that
/// it jumps over.
///
/// The usual notation, `f3-d3-d5`, names the visited holes only. On a board that lies on no lattice, several jumps can lead
/// from one hole into another. There the hole jumped over stands between them in brackets: `a-(b)-c`.
///
/// Serde form: the indices of the holes, `{"holes": [4, 16, 14], "over": [9, 15]}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    holes: SmallVec<[Hole; 4]>,
    over: SmallVec<[Hole; 4]>,
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

    /// Replays a line found by a search, given by the codes of the positions after its jumps.
    ///
    /// # Panics
    ///
    /// If a position is not a jump away from the one before.
    pub(crate) fn through(start: &Position, codes: impl Iterator<Item = u128>) -> Line {
        let mut line = Line {
            start: start.clone(),
            jumps: Vec::new(),
            finish: start.clone(),
        };
        for code in codes {
            let change = line.finish.code() ^ code;
            let jump = line.finish.jumps().find(|jump| jump.code() == change);
            let jump = jump.expect("each position of a line is a jump away from the one before");
            line.jumps.push(jump);
            line.finish = Position::from_code_unchecked(start.board(), code);
        }
        line
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

    /// Returns the labels of the holes that each move jumps over, in order.
    ///
    /// ```
    /// use pegboard::{Board, Line};
    /// let board = Board::library("triangle5")?;
    /// let line = Line::parse(&board.vacate(board.hole("a1")?), "a3-a1, c3-a3")?;
    /// assert_eq!(line.jumped_over(), [["a2"], ["b3"]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn jumped_over(&self) -> Vec<Vec<String>> {
        let labels = |each: Move| labels(self.board(), each.over());
        Move::joined(&self.jumps).map(labels).collect()
    }

    /// Returns the moves: maximal runs of jumps by the same peg.
    pub fn moves(&self) -> Vec<Move> {
        Move::joined(&self.jumps).collect()
    }
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

    /// Joins jumps of the same peg. Returns `None` without a jump, and if a jump does not start where the one before ended.
    pub fn new(jumps: &[Jump]) -> Option<Move> {
        let mut moves = Move::joined(jumps);
        let first = moves.next()?;
        moves.next().is_none().then_some(first)
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
        for jump in self.jumps() {
            let (from, to) = (jump.from(), jump.to());
            assert!(
                board.jumps_between(from, to).any(|other| other == jump),
                "board `{}` lacks the jump from hole {} to hole {}",
                board.name(),
                from.index(),
                to.index()
            );
        }
    }

    /// Returns the jumps of the move.
    pub(crate) fn jumps(&self) -> impl Iterator<Item = Jump> + '_ {
        self.steps()
            .map(|(from, over, to)| Jump::new(from.index(), over.index(), to.index()))
    }

    /// Returns the steps of the move: from, over, to.
    pub(super) fn steps(&self) -> impl Iterator<Item = (Hole, Hole, Hole)> + '_ {
        let pairs = self.holes.windows(2).zip(&self.over);
        pairs.map(|(pair, over)| (pair[0], *over, pair[1]))
    }

    /// Returns the number of jumps, at least 1.
    pub fn jump_count(&self) -> usize {
        self.over.len()
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
