use super::{Outlook, SolverOracle, WinningOracle};
use crate::answer::Solution;
use crate::board::Position;
use crate::control::Limits;
use crate::problem::{Goal, Problem};
use crate::solver::SolverOptions;
use crate::sweep::{SolvablePositions, SweepOptions};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The best oracle there is for a game: it knows all positions that can still be won where a bitmap of them is quickly made,
/// and searches elsewhere.
///
/// On the English board, and others up to its size, every outlook is known, and costs microseconds once the oracle is made.
/// Keep it for the whole game.
///
/// ```
/// use pegboard::{Board, GameOracle, Hint, Limits, Outlook, Problem, Solution, SolverOptions};
/// let board = Board::library("english")?;
/// let centre = board.hole("d4")?;
/// let problem = Problem::svss(&board, centre, centre);
/// let oracle = GameOracle::new(&problem, SolverOptions::default(), Limits::default());
/// let game = Solution::parse(problem.start(), "d2-d4 b3-d3")?;
/// let hint = Hint::new(&game, &oracle);
/// assert!(hint.jumps().iter().all(|each| !matches!(each.outlook, Outlook::Unknown(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameOracle {
    solvable: Option<SolvablePositions>,
    solver: SolverOracle,
}

/// Larger bitmaps take longer than a player waits.
const MOST_MEMORY: u64 = 512 << 20;

/// The line that leaves the fewest pegs is a courtesy to a player who has lost.
const TIME_FOR_FEWEST: Duration = Duration::from_millis(20);

impl GameOracle {
    /// An oracle for the goal of a problem, in games from its start.
    ///
    /// The limits of time and memory hold for this call and for each hint after it, but for the time they hold
    /// for the first hint and this call together. A bitmap that is not ready after half the time is given up.
    pub fn new(problem: &Problem, options: SolverOptions, limits: Limits) -> GameOracle {
        let began = Instant::now();
        let mut for_solver = limits.clone();
        let solvable = solvable_positions(problem, &limits);
        match (&solvable, limits.time) {
            (Some(_), time) => {
                let courtesy = TIME_FOR_FEWEST * SolverOracle::QUESTIONS;
                for_solver.time = Some(time.map_or(courtesy, |time| time.min(courtesy)));
            }
            (None, Some(time)) => for_solver.time = Some(time.saturating_sub(began.elapsed())),
            (None, None) => {}
        }
        GameOracle { solvable, solver: SolverOracle::new(problem, options, for_solver) }
    }
}

/// `None` where there are none, or finding them takes too much.
fn solvable_positions(problem: &Problem, limits: &Limits) -> Option<SolvablePositions> {
    if *problem.goal() == Goal::FewestPegs {
        return None;
    }
    let class = problem.start().class();
    let mut finishes = problem.finishes()?;
    finishes.retain(|finish| finish.class() == class);
    let sweep = SweepOptions {
        memory: Some(limits.memory.map_or(MOST_MEMORY, |memory| memory.min(MOST_MEMORY))),
        threads: limits.threads,
        ..SweepOptions::default()
    };
    let began = Instant::now();
    let in_time = |_: &_| match limits.time {
        Some(time) if began.elapsed() > time / 2 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    SolvablePositions::find(&finishes, &sweep, &in_time).ok().flatten()
}

impl WinningOracle for GameOracle {
    fn is_won(&self, position: &Position) -> bool {
        self.solver.is_won(position)
    }

    fn outlook(&self, position: &Position) -> Outlook {
        self.solvable.as_ref().map_or_else(|| self.solver.outlook(position), |known| known.outlook(position))
    }

    /// A line to the goal, or else one that leaves few pegs.
    fn best_line(&self, position: &Position) -> Option<Solution> {
        let Some(known) = &self.solvable else { return self.solver.best_line(position) };
        known.best_line(position).or_else(|| self.solver.fewest_line(position))
    }

    fn begin_hint(&self) {
        self.solver.begin_hint();
    }
}
