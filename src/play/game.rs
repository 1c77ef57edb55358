//! A game as it is played: jumps forwards and back, notation, and hints.
//!
//! ```
//! use pegboard::{Board, Control, Game, GameOracle, Outlook, Problem, SolverOptions};
//! let board = Board::library("triangle5")?;
//! let corner = board.hole("a1")?;
//! let problem = Problem::svss(&board, corner, corner);
//! let mut game = Game::new(problem.clone());
//! game.play_text("a3-a1, c3-a3")?;
//! assert_eq!(game.to_string(), "a3-a1, c3-a3");
//! game.undo();
//! assert_eq!((game.jumps().len(), game.undone().len()), (1, 1));
//! game.redo();
//!
//! let oracle = GameOracle::new(&problem, SolverOptions::default(), &Control::default());
//! let hint = game.hint(&oracle, &Control::default());
//! assert_eq!(hint.outlook(), Outlook::Winning);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::{Jump, Position, PositionError};
use crate::control::Control;
use crate::play::hint::{Hint, WinningOracle};
use crate::problem::Problem;
use crate::problem::answer::{Move, NotationError, Solution, write_line};
use std::fmt;

/// A problem and the jumps that somebody has played in it, with those taken back, which can be played again.
///
/// Every position of the game is kept, so that undoing, going to any point and asking for a hint cost nothing
/// more however long the game is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    problem: Problem,
    /// All jumps, the undone ones last.
    jumps: Vec<Jump>,
    /// The position before each jump, and the one after the last: one more than there are jumps.
    positions: Vec<Position>,
    /// How many of the jumps are played.
    played: usize,
}

impl Game {
    /// A game from the start of a problem.
    pub fn new(problem: Problem) -> Game {
        let positions = vec![problem.start().clone()];
        Game {
            problem,
            jumps: Vec::new(),
            positions,
            played: 0,
        }
    }

    /// A game of moves such as `d2-d4, f3-d3-d5`.
    ///
    /// # Errors
    ///
    /// [`NotationError`] names the move and what is wrong with it.
    pub fn parse(problem: Problem, text: &str) -> Result<Game, NotationError> {
        let mut game = Game::new(problem);
        game.play_text(text)?;
        Ok(game)
    }

    /// The problem that is played.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.positions[self.played]
    }

    /// The positions so far, from the start to the one on the board: one more than there are jumps.
    pub fn positions(&self) -> &[Position] {
        &self.positions[..=self.played]
    }

    /// The jumps played, in order.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps[..self.played]
    }

    /// The jumps taken back, in the order in which [`redo`](Game::redo) plays them.
    pub fn undone(&self) -> &[Jump] {
        &self.jumps[self.played..]
    }

    /// The jumps played, joined into moves: a jump continues a move when it is made by the same peg.
    pub fn moves(&self) -> Vec<Move> {
        Move::joined(self.jumps()).collect()
    }

    /// The jumps played, as a line.
    pub fn line(&self) -> Solution {
        Solution::new(self.problem.start().clone(), self.jumps().to_vec())
            .expect("each of these jumps has been played")
    }

    /// Whether the position on the board meets the goal.
    pub fn is_won(&self) -> bool {
        self.problem.is_met_by(self.position())
    }

    /// Whether no jump is possible.
    pub fn is_over(&self) -> bool {
        self.position().jumps().next().is_none()
    }

    /// Plays a jump. The jumps taken back are kept when it is the next of them, and forgotten otherwise.
    ///
    /// # Errors
    ///
    /// [`PositionError::IllegalJump`] says why it cannot be played; the game is as before.
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
    /// [`NotationError`] names the move and what is wrong with it; the game is as before.
    pub fn play_text(&mut self, text: &str) -> Result<(), NotationError> {
        for jump in Solution::parse(self.position(), text)?.jumps() {
            self.play(*jump)
                .expect("these jumps have been played on a copy");
        }
        Ok(())
    }

    /// Takes the last jump back, and gives it; `None` at the start.
    pub fn undo(&mut self) -> Option<Jump> {
        self.played = self.played.checked_sub(1)?;
        Some(self.jumps[self.played])
    }

    /// Plays the last jump taken back again, and gives it; `None` when there is none.
    pub fn redo(&mut self) -> Option<Jump> {
        let jump = *self.undone().first()?;
        self.played += 1;
        Some(jump)
    }

    /// Goes to the position after this many jumps, or to the last one if there are fewer, backwards or
    /// forwards through what was undone.
    pub fn go_to(&mut self, played: usize) {
        self.played = played.min(self.jumps.len());
    }

    /// The hint for the position on the board: see [`Hint::new`].
    pub fn hint(&self, oracle: &dyn WinningOracle, control: &Control<'_>) -> Hint {
        Hint::after(self.positions(), self.jumps(), oracle, control)
    }
}

impl fmt::Display for Game {
    /// The moves played: `d2-d4, f3-d3-d5`.
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
        let centre = board.hole("d4").unwrap();
        Game::new(Problem::svss(&board, centre, centre))
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
    fn the_same_jump_keeps_what_was_undone_and_another_forgets_it() {
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
    fn what_cannot_be_played_changes_nothing() {
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
    fn the_hint_is_that_of_the_whole_game() {
        let game = Game::parse(central().problem().clone(), "d2-d4, b3-d3, d4-d2, d1-d3").unwrap();
        let oracle = GameOracle::new(
            game.problem(),
            SolverOptions::default(),
            &Control::default(),
        );
        let hint = game.hint(&oracle, &Control::default());
        assert_eq!(hint, Hint::new(&game.line(), &oracle, &Control::default()));
        assert!(!matches!(hint.alarm(), Alarm::Unknown(_)));
        assert!(!game.is_won() && !game.is_over());
    }
}
