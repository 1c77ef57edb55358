//! A game in progress: jumps, undo and redo, notation, and hints.

use crate::board::{Jump, Position, PositionError};
use crate::control::Control;
use crate::play::hint::{Hint, WinningOracle};
use crate::problem::Problem;
use crate::problem::answer::{Line, Move, NotationError, write_line};
use std::fmt;

/// A game in progress: a problem, the jumps played, and the undone jumps, which can be replayed.
///
/// All positions are kept, so undoing, going to any point and asking for a hint do not become slower in long games.
///
/// ```
/// use pegboard::{Board, Control, Game, GameOracle, Outlook, Problem, SolverOptions};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let mut game = Game::new(problem.clone());
/// game.play_text("a3-a1, c3-a3")?;
/// assert_eq!(game.to_string(), "a3-a1, c3-a3");
/// game.undo();
/// assert_eq!((game.jumps().len(), game.undone().len()), (1, 1));
/// game.redo();
///
/// let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &Control::default());
/// let hint = game.hint(&oracle, &Control::default());
/// assert_eq!(hint.outlook(), Outlook::Winning);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    problem: Problem,
    /// All jumps, the undone ones last.
    jumps: Vec<Jump>,
    /// Position before each jump, and the one after the last.
    positions: Vec<Position>,
    /// Number of jumps that are played.
    played: usize,
}

impl Game {
    /// Starts a game at the start of a problem.
    pub fn new(problem: Problem) -> Game {
        let positions = vec![problem.start().clone()];
        Game {
            problem,
            jumps: Vec::new(),
            positions,
            played: 0,
        }
    }

    /// Starts a game with moves such as `d2-d4, f3-d3-d5`.
    ///
    /// # Errors
    ///
    /// [`NotationError`] with the move and its error.
    pub fn parse(problem: Problem, text: &str) -> Result<Game, NotationError> {
        let mut game = Game::new(problem);
        game.play_text(text)?;
        Ok(game)
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.played]
    }

    /// Returns the positions from the start to the current one: one more than there are jumps.
    pub fn positions(&self) -> &[Position] {
        &self.positions[..=self.played]
    }

    /// Returns the jumps played, in order.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps[..self.played]
    }

    /// Returns the undone jumps in the order in which [`redo`](Game::redo) plays them.
    pub fn undone(&self) -> &[Jump] {
        &self.jumps[self.played..]
    }

    /// Returns the moves played: maximal runs of jumps by the same peg.
    pub fn moves(&self) -> Vec<Move> {
        Move::joined(self.jumps()).collect()
    }

    /// Returns the jumps played as a line.
    pub fn line(&self) -> Line {
        Line::new(self.problem.start().clone(), self.jumps().to_vec())
            .expect("each of these jumps has been played before")
    }

    /// Returns `true` if the current position meets the goal.
    pub fn is_won(&self) -> bool {
        self.problem.is_met_by(self.position())
    }

    /// Returns `true` if no jump is possible.
    pub fn is_over(&self) -> bool {
        self.position().jumps().next().is_none()
    }

    /// Plays a jump. If it is the first of the undone jumps, the others are kept; otherwise they are discarded.
    ///
    /// # Errors
    ///
    /// [`PositionError::IllegalJump`] with the reason; the game is unchanged.
    pub fn play(&mut self, jump: Jump) -> Result<(), PositionError> {
        let next = self.position().play(jump)?;
        if self.undone().first() != Some(&jump) {
            self.jumps.truncate(self.played);
            self.positions.truncate(self.played + 1);
            self.jumps.push(jump);
            self.positions.push(next);
        }
        self.played += 1;
        Ok(())
    }

    /// Plays moves such as `d2-d4, f3-d3-d5`: all of them or none.
    ///
    /// # Errors
    ///
    /// [`NotationError`] with the move and its error; the game is unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<(), NotationError> {
        for jump in Line::parse(self.position(), text)?.jumps() {
            self.play(*jump)
                .expect("these jumps have been played on a copy");
        }
        Ok(())
    }

    /// Undoes the last jump and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Jump> {
        self.played = self.played.checked_sub(1)?;
        Some(self.jumps[self.played])
    }

    /// Replays the last undone jump and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<Jump> {
        let jump = *self.undone().first()?;
        self.played += 1;
        Some(jump)
    }

    /// Goes to the position after this many jumps, or to the last one if there are fewer, by undoing or redoing.
    pub fn go_to(&mut self, played: usize) {
        self.played = played.min(self.jumps.len());
    }

    /// Returns the [`Hint`] for the current position.
    ///
    /// # Panics
    ///
    /// If the oracle's goal lies on another board.
    pub fn hint(&self, oracle: &dyn WinningOracle, control: &Control<'_>) -> Hint {
        Hint::after(self.positions(), self.jumps(), oracle, control)
    }
}

impl fmt::Display for Game {
    /// Formats the moves played: `d2-d4, f3-d3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, self.problem.board(), "-", Move::joined(self.jumps()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::play::hint::{Alarm, GameOracle};
    use crate::solver::SolverOptions;

    fn central() -> Game {
        let board = Board::library("english").unwrap();
        let center = board.hole("d4").unwrap();
        Game::new(Problem::svss(&board, center, center))
    }

    #[test]
    fn jumps_are_undone_and_redone_without_limit() {
        let mut game = central();
        let start = game.position().clone();
        game.play_text("d2-d4, b3-d3, c1-c3").unwrap();
        let end = game.position().clone();
        assert_eq!((game.undo(), game.undo(), game.undo(), game.undo()).3, None);
        assert_eq!((game.position(), game.undone().len()), (&start, 3));
        while game.redo().is_some() {}
        assert_eq!(game.position(), &end);
        game.go_to(1);
        assert_eq!(
            (game.to_string().as_str(), game.positions().len()),
            ("d2-d4", 2)
        );
        game.go_to(99);
        assert_eq!(game.jumps().len(), 3);
    }

    #[test]
    fn the_next_undone_jump_keeps_the_others_and_any_other_jump_discards_them() {
        let mut game = central();
        game.play_text("d2-d4, b3-d3, c1-c3").unwrap();
        let jumps = game.jumps().to_vec();
        game.go_to(0);
        game.play(jumps[0]).unwrap();
        assert_eq!(game.undone(), &jumps[1..]);
        game.play_text("f3-d3").unwrap();
        assert_eq!(
            (game.to_string().as_str(), game.undone().len()),
            ("d2-d4, f3-d3", 0)
        );
        assert_eq!(game.line().finish(), game.position());
    }

    #[test]
    fn illegal_moves_change_nothing() {
        let mut game = central();
        let before = game.clone();
        assert!(game.play_text("d2-d4, d2-d4").is_err());
        let jump = game.problem().board().jumps()[0];
        assert!(game.position().allows(jump) || game.play(jump).is_err());
        assert_eq!(game, before);
    }

    #[test]
    fn jumps_by_one_peg_are_one_move() {
        let mut game = central();
        game.play_text("d2-d4 b3-d3 c1-c3 e1-c1 c4-c2 c1-c3")
            .unwrap();
        assert_eq!(game.moves().len(), 6);
        game.play_text("a3-c3-c5").unwrap_err();
        assert_eq!(game.moves(), game.line().moves());
    }

    #[test]
    fn the_hint_is_the_same_as_for_the_line() {
        let game = Game::parse(central().problem().clone(), "d2-d4, b3-d3, d4-d2, d1-d3").unwrap();
        let oracle = GameOracle::prepare(
            game.problem(),
            SolverOptions::default(),
            &Control::default(),
        );
        let hint = game.hint(&oracle, &Control::default());
        assert_eq!(hint, Hint::find(&game.line(), &oracle, &Control::default()));
        assert!(!matches!(hint.alarm(), Alarm::Unknown(_)));
        assert!(!game.is_won() && !game.is_over());
    }
}
