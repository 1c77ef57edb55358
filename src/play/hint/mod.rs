//! Hints: the jumps that still win, the best line, and the jump that lost the game.
//!
//! A hint queries a [`WinningOracle`] for each relevant position. Keep the oracle for the whole game:
//!
//! | oracle | knows | costs |
//! |---|---|---|
//! | [`GameOracle`] | the better of the next two for the board | the same |
//! | [`SolvablePositions`](crate::sweep::SolvablePositions) | every position of one class from which the goal can be reached | a bitmap, computed once: hundredths of a second on boards like the English one |
//! | [`SolverOracle`] | answers that it finds within the limits and caches; often all of a game | a search for a new position, or play backwards from the goal |
//! | [`WinningSet`](crate::winning::WinningSet) | every winning position of one problem | a file, computed in advance |

mod alarm;
mod chance;
mod game_oracle;
mod known_positions;
mod oracle;
mod outlook_cache;
mod solver_oracle;
#[cfg(test)]
mod tests;

pub use alarm::Alarm;
pub use game_oracle::GameOracle;
pub use oracle::{Outlook, WinningOracle};
pub use solver_oracle::SolverOracle;

use crate::board::{Jump, Position};
use crate::control::Control;
use crate::problem::answer::Line;
use serde::{Deserialize, Serialize, Serializer};

/// Hint for a player: the outlook of every jump, the best line and the alarm.
///
/// ```
/// use pegboard::play::hint::{Alarm, GameOracle, Hint, Outlook};
/// use pegboard::{Board, Control, Problem, Line, SolverOptions};
///
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &Control::default());
///
/// let game = Line::parse(problem.start(), "a3-a1")?;
/// let hint = Hint::find(&game, &oracle, &Control::default());
/// assert_eq!(hint.outlook(), Outlook::Winning);
/// assert_eq!(hint.alarm(), &Alarm::StillWinnable);
/// let winning = hint.jumps().iter().filter(|each| each.outlook == Outlook::Winning);
/// assert!(winning.count() >= 1);
/// assert_eq!(hint.best_line().unwrap().finish(), &board.with_pegs([corner]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Serde form, which is only written, because nothing in it proves the outlooks: `{"position": …, "outlook": …, "jumps":
/// [jump hints], "best_line": ["d2-d4", …], "alarm": …}`. The best line is its moves from the position, or `null`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hint {
    position: Position,
    outlook: Outlook,
    jumps: Vec<JumpHint>,
    #[serde(serialize_with = "as_moves")]
    best_line: Option<Line>,
    alarm: Alarm,
}

fn as_moves<S: Serializer>(line: &Option<Line>, serializer: S) -> Result<S::Ok, S::Error> {
    line.as_ref().map(Line::notation).serialize(serializer)
}

/// A possible jump and its outlook.
///
/// Serde form: `{"jump": [4, 9, 16], "outlook": "winning"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JumpHint {
    /// The jump.
    pub jump: Jump,
    /// Outlook after the jump.
    pub outlook: Outlook,
}

impl Hint {
    /// Returns the hint at the end of a game. Outlooks are unknown if the control stops the queries.
    ///
    /// # Panics
    ///
    /// If the game lies on another board than the oracle's goal.
    pub fn find(game: &Line, oracle: &dyn WinningOracle, control: &Control<'_>) -> Hint {
        let positions: Vec<Position> = game.positions().collect();
        Hint::after(&positions, game.jumps(), oracle, control)
    }

    /// Returns the hint at the end of a game, given its positions: one more than there are jumps.
    pub(crate) fn after(
        positions: &[Position],
        jumps: &[Jump],
        oracle: &dyn WinningOracle,
        control: &Control<'_>,
    ) -> Hint {
        oracle.begin_hint();
        let position = &positions[jumps.len()];
        let outlook = oracle.outlook(position, control);
        let hint = Hint {
            position: position.clone(),
            outlook,
            jumps: jump_hints(position, outlook, oracle, control),
            alarm: Alarm::raised_by(positions, jumps, oracle, control),
            best_line: oracle.best_line(position, control),
        };
        control.ended(hint)
    }

    /// Returns the position that the hint is for.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the outlook of the position.
    pub fn outlook(&self) -> Outlook {
        self.outlook
    }

    /// Returns the possible jumps with their outlooks, as [`jump_hints`] does.
    pub fn jumps(&self) -> &[JumpHint] {
        &self.jumps
    }

    /// Returns the only winning jump, if all others are known to lose.
    pub fn only_winning_jump(&self) -> Option<Jump> {
        let mut others = self
            .jumps
            .iter()
            .filter(|each| each.outlook != Outlook::Losing);
        let only = others
            .next()
            .filter(|each| each.outlook == Outlook::Winning)?;
        others.next().is_none().then_some(only.jump)
    }

    /// Returns a line to the goal, if known; otherwise a line that leaves few pegs, if the oracle offers one.
    pub fn best_line(&self) -> Option<&Line> {
        self.best_line.as_ref()
    }

    /// Returns the alarm, which names the jump that lost the game, if any.
    pub fn alarm(&self) -> &Alarm {
        &self.alarm
    }
}

/// Returns every possible jump of a position with its outlook, in the order of [`Board::jumps`](crate::Board::jumps).
///
/// `outlook` is the outlook of the position. If it is losing, every jump loses, and the oracle is not queried.
///
/// # Panics
///
/// If the oracle is queried and its goal lies on another board.
pub fn jump_hints(
    position: &Position,
    outlook: Outlook,
    oracle: &dyn WinningOracle,
    control: &Control<'_>,
) -> Vec<JumpHint> {
    let after = |jump| {
        position
            .play(jump)
            .expect("a position lists only jumps that it allows")
    };
    let outlooks = match outlook {
        Outlook::Losing => vec![outlook; position.jumps().count()],
        _ => oracle.outlooks(&position.jumps().map(after).collect::<Vec<_>>(), control),
    };
    position
        .jumps()
        .zip(outlooks)
        .map(|(jump, outlook)| JumpHint { jump, outlook })
        .collect()
}
