use super::line::write_line;
use super::{Line, Move};
use crate::board::{Hole, Position};
use std::fmt;

/// A line of the *inverse* game, in which every jump adds a peg.
///
/// A peg jumps over an empty hole into an empty hole, and a new peg fills the hole that it jumped over. This leads
/// from the finish of a game, such as a single peg, to its start, such as the board with one vacancy. So an inverse
/// problem is solvable exactly if the ordinary problem from its last position to its first is.
///
/// Moves are written with `+`, for the pegs that they add: `d4+d2`, `d5+d3+f3`.
///
/// ```
/// use pegboard::{Board, Line};
/// let board = Board::library("triangle5")?;
/// let start = board.vacate(board.hole("a1")?);
/// let inverse = Line::parse(&start, "a3-a1, c3-a3, a1-c3")?.inverse();
/// assert_eq!(inverse.to_string(), "c3+a1, a3+c3, a1+a3");
/// assert_eq!(inverse.finish(), &start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InverseLine {
    start: Position,
    finish: Position,
    moves: Vec<Move>,
}

/// Separator of the labels of an inverse move.
const SIGN: &str = "+";

impl Line {
    /// Returns this line played backwards.
    pub fn inverse(&self) -> InverseLine {
        let backward = self
            .jumps()
            .iter()
            .rev()
            .map(|jump| (jump.to(), jump.over(), jump.from()));
        let line = InverseLine {
            start: self.finish().clone(),
            finish: self.start().clone(),
            moves: Move::through(backward).collect(),
        };
        debug_assert_eq!(line.replayed().as_ref(), Some(&line.finish));
        line
    }
}

impl InverseLine {
    /// Returns the first position, with the fewest pegs.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the last position, with the most pegs.
    pub fn finish(&self) -> &Position {
        &self.finish
    }

    /// Returns the moves: the holes that each peg visits, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the moves in notation, such as `d5+d3+f3`.
    pub fn notation(&self) -> Vec<String> {
        let board = self.start.board();
        self.moves
            .iter()
            .map(|each| each.written(board, SIGN))
            .collect()
    }

    /// Replays the moves by the rule of the inverse game and returns the last position, or `None` if a move breaks
    /// the rule.
    pub fn replayed(&self) -> Option<Position> {
        let mut steps = self.moves.iter().flat_map(Move::steps);
        steps.try_fold(self.start.clone(), after_inverse_jump)
    }
}

/// Returns the position after an inverse jump, or `None` if it is impossible.
fn after_inverse_jump(
    position: Position,
    (from, over, to): (Hole, Hole, Hole),
) -> Option<Position> {
    let board = position.board();
    let jump = board
        .jumps_between(to, from)
        .find(|jump| jump.over() == over)?;
    let is_possible =
        position.has_peg(from) && !position.has_peg(jump.over()) && !position.has_peg(to);
    let after = board.with_pegs(
        position
            .pegs()
            .filter(|peg| *peg != from)
            .chain([jump.over(), to]),
    );
    is_possible.then_some(after)
}

impl fmt::Display for InverseLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, self.start.board(), SIGN, self.moves.iter().cloned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Board, BoardFile, Control, JumpDirections, Lattice, Problem, Solver, SolverOptions,
    };

    #[test]
    fn a_solution_backwards_fills_the_board() {
        for name in ["english", "triangle5", "wiegleb"] {
            let board = Board::library(name).unwrap();
            let vacancy = board.usual_vacancy().unwrap();
            let problem = Problem::svss(&board, vacancy, vacancy);
            let answer = Solver::new(&board, SolverOptions::default())
                .solve(&problem, &Control::default())
                .unwrap();
            let inverse = answer.solution().unwrap().inverse();
            assert_eq!(inverse.start(), &board.with_pegs([vacancy]));
            assert_eq!(inverse.replayed(), Some(board.vacate(vacancy)));
            let jumps: usize = inverse.moves().iter().map(|each| each.jump_count()).sum();
            assert_eq!(jumps, board.hole_count() - 2);
        }
    }

    /// Where pegs jump to the right only, inverse jumps go to the left.
    #[test]
    fn a_jump_goes_back_the_way_it_came() {
        let mut row = BoardFile::new("Row", Lattice::Square, (0..4).map(|x| (x, 0)));
        row.jumps = Some(JumpDirections::Only(vec![crate::Direction::Right]));
        let board = Board::new(row).unwrap();
        let start = Position::parse(&board, "a1 b1").unwrap();
        let inverse = Line::parse(&start, "a1-c1").unwrap().inverse();
        assert_eq!(inverse.to_string(), "c1+a1");
        assert_eq!(inverse.replayed(), Some(start));
    }

    #[test]
    fn a_move_that_breaks_the_rule_is_detected() {
        let board = Board::library("triangle5").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        let mut inverse = Line::parse(&start, "a3-a1, c3-a3").unwrap().inverse();
        inverse.moves.reverse();
        assert_eq!(inverse.replayed(), None);
    }
}
