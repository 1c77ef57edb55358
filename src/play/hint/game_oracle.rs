use super::chance::Chances;
use super::{Outlook, SolverOracle, WinningOracle};
use crate::board::Position;
use crate::control::{Control, Limits, Part};
use crate::problem::Problem;
use crate::problem::answer::Line;
use crate::solver::SolverOptions;
use crate::sweep::{SolvablePlan, SolvablePositions};
use std::num::NonZeroUsize;

/// Best available oracle for a game. It looks positions up in a bitmap of all winnable positions if the bitmap can be
/// computed quickly, and searches otherwise.
///
/// On boards up to the size of the English one, every outlook is known and costs microseconds once the oracle is made,
/// unless a limit stops the bitmap. Keep the oracle for the whole game.
///
/// ```
/// use pegboard::{Board, Control, GameOracle, Hint, Limits, Outlook, Problem, Line, SolverOptions};
/// let board = Board::library("english")?;
/// let center = board.hole("d4")?;
/// let problem = Problem::svss(&board, center, center);
/// let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &Control::default());
/// let game = Line::parse(problem.start(), "d2-d4 b3-d3")?;
/// let hint = Hint::find(&game, &oracle, &Control::default());
/// assert!(hint.jumps().iter().all(|each| !matches!(each.outlook, Outlook::Unknown(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// Queries panic for positions of another board.
pub struct GameOracle {
    solvable: Option<SolvablePositions>,
    solver: SolverOracle,
}

/// Maximum bitmap size in bytes; larger bitmaps take longer than a player waits.
const MAX_MEMORY: u64 = 544 << 20; // the French board takes 516 MiB

/// Limit on the positions of the search for the line that leaves the fewest pegs, a courtesy to a player who has lost: a few
/// hundredths of a second.
const NODES_FOR_FEWEST: u64 = 20_000;

impl GameOracle {
    /// Makes an oracle for the goal of a problem, in games from its start.
    ///
    /// If the bitmap is not ready after half of the control's time, the solver answers instead. Use the same control
    /// for the first hint, so that its time covers both.
    pub fn prepare(problem: &Problem, options: SolverOptions, control: &Control<'_>) -> GameOracle {
        let solvable = solvable_positions(problem, control);
        control.ended(GameOracle {
            solvable,
            solver: SolverOracle::new(problem, options),
        })
    }

    /// Returns `true` if every outlook of a game from the start is known without a search.
    pub fn knows_all(&self) -> bool {
        self.solvable.is_some()
    }

    /// Returns the bitmap if it covers a position: if no parity tells the position from the start.
    fn known(&self, position: &Position) -> Option<&SolvablePositions> {
        let problem = self.solver.problem();
        problem.board().check_position(position);
        let is_covered = |_: &&SolvablePositions| position.class() == problem.start().class();
        self.solvable.as_ref().filter(is_covered)
    }

    /// Returns the chance that random play from a position, with each possible jump equally likely, reaches the goal.
    /// `None` if not every outlook is known, the position cannot occur in a game from the start because their classes differ, the
    /// control is stopped, or more than about four million winning positions can follow.
    ///
    /// [`chance_of_random_play`](crate::count::chance_of_random_play) computes it exactly and takes longer.
    ///
    /// ```
    /// use pegboard::{Board, Control, GameOracle, Problem, SolverOptions};
    /// let board = Board::library("triangle5")?;
    /// let corner = board.hole("a1")?;
    /// let problem = Problem::svss(&board, corner, corner);
    /// let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &Control::default());
    /// let chance = oracle.chance_of_random_play(problem.start(), &Control::default()).unwrap();
    /// assert!((0.0..0.1).contains(&chance));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the position lies on another board.
    pub fn chance_of_random_play(&self, position: &Position, control: &Control<'_>) -> Option<f64> {
        let known = self.known(position)?;
        let chance = Chances::new(known, control).chance_from(position).ok();
        control.ended(chance)
    }
}

/// Returns `None` if there are no finishes or the bitmap is too expensive.
fn solvable_positions(problem: &Problem, control: &Control<'_>) -> Option<SolvablePositions> {
    let limits = control.limits();
    let memory = control.memory().min(MAX_MEMORY);
    let limits = Limits {
        time: limits.time.map(|time| time / 2),
        ..limits.clone()
    };
    let plan = SolvablePlan::of_problem(problem, memory)?;
    control
        .uncounted(limits, |part| plan.find(Part::whole(part)))
        .ok()
}

impl WinningOracle for GameOracle {
    fn is_won(&self, position: &Position, control: &Control<'_>) -> bool {
        self.solver.is_won(position, control)
    }

    fn outlook(&self, position: &Position, control: &Control<'_>) -> Outlook {
        match self.known(position) {
            Some(known) => known.outlook(position, control),
            None => self.solver.outlook(position, control),
        }
    }

    fn outlooks(&self, positions: &[Position], control: &Control<'_>) -> Vec<Outlook> {
        let known: Option<Vec<_>> = positions.iter().map(|each| self.known(each)).collect();
        match known.as_deref() {
            Some([known, ..]) => known.outlooks(positions, control),
            _ => self.solver.outlooks(positions, control),
        }
    }

    /// Returns a line to the goal, or one that leaves few pegs.
    fn best_line(&self, position: &Position, control: &Control<'_>) -> Option<Line> {
        let Some(known) = self.known(position) else {
            return self.solver.best_line(position, control);
        };
        known.best_line(position, control).or_else(|| {
            // On one thread: several would share the number of positions by chance.
            let nodes = control.limits().nodes;
            let limits = Limits {
                time: None,
                nodes: nodes.into_iter().chain([NODES_FOR_FEWEST]).min(),
                threads: Some(NonZeroUsize::MIN),
                ..control.limits().clone()
            };
            self.solver.fewest_line(position, &control.child(limits))
        })
    }

    fn begin_hint(&self) {
        self.solver.begin_hint();
    }
}
