//! Current game: outlooks of positions and jumps.

use pegboard::play::hint::{JumpHint, jump_hints};
use pegboard::sweep::solvable_bytes_of_problem;
use pegboard::{
    Control, GameOracle, LimitReached, Outlook, Position, Problem, SolverOptions, WinningOracle,
};
use pegboard_web_protocol::{jumps_of, place_of, position};
use serde::Serialize;

/// Game with the oracle for its outlooks.
pub struct Play {
    problem: Problem,
    oracle: GameOracle,
}

/// Outlooks of a position and of each jump in it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Outlooks {
    outlook: &'static str,
    /// Limit reached, if the outlook is unknown.
    limit: Option<LimitReached>,
    jumps: Vec<JumpOutlook>,
}

#[derive(Serialize)]
struct JumpOutlook {
    /// Place in the facts of the board.
    jump: usize,
    outlook: &'static str,
}

/// Line from a position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// Places of the jumps in the facts of the board.
    jumps: Vec<usize>,
    wins: bool,
    pegs_left: usize,
}

/// Largest bitmap whose size is reported: a 32-bit address space.
const LARGEST_BITMAP: u64 = 1 << 32;

impl Play {
    /// Starts a game. Builds the bitmap of all outlooks if it fits in memory.
    #[must_use]
    pub fn new(problem: Problem, control: &Control<'_>) -> Play {
        let oracle = GameOracle::prepare(&problem, SolverOptions::default(), control);
        Play { problem, oracle }
    }

    /// Returns `true` if the bitmap answers every outlook.
    #[must_use]
    pub fn knows_all(&self) -> bool {
        self.oracle.knows_all()
    }

    /// Returns the outlooks of a position.
    ///
    /// # Errors
    ///
    /// If `pegs` does not fit the board.
    pub fn outlooks(&self, pegs: &str, control: &Control<'_>) -> Result<Outlooks, String> {
        let position = self.position(pegs)?;
        self.oracle.begin_hint(); // retry outlooks that were unknown under a smaller limit
        let outlook = self.oracle.outlook(&position, control);
        let jump = |JumpHint { jump, outlook }: JumpHint| JumpOutlook {
            jump: place_of(self.problem.board(), jump),
            outlook: name(outlook),
        };
        let jumps = jump_hints(&position, outlook, &self.oracle, control);
        let limit = match outlook {
            Outlook::Unknown(limit) => Some(limit),
            _ => None,
        };
        Ok(Outlooks {
            outlook: name(outlook),
            limit,
            jumps: jumps.into_iter().map(jump).collect(),
        })
    }

    /// Returns the best line from a position.
    ///
    /// # Errors
    ///
    /// If `pegs` does not fit the board.
    pub fn line(&self, pegs: &str, control: &Control<'_>) -> Result<Option<Line>, String> {
        let position = self.position(pegs)?;
        self.oracle.begin_hint();
        let wins = self.oracle.outlook(&position, control) == Outlook::Winning;
        let line = self.oracle.best_line(&position, control);
        Ok(line.map(|line| Line {
            jumps: jumps_of(&line),
            wins: wins && self.problem.is_met_by(line.finish()),
            pegs_left: line.finish().peg_count(),
        }))
    }

    fn position(&self, pegs: &str) -> Result<Position, String> {
        position(self.problem.board(), pegs)
    }
}

fn name(outlook: Outlook) -> &'static str {
    match outlook {
        Outlook::Winning => "winning",
        Outlook::Losing => "losing",
        Outlook::Unknown(_) => "unknown",
    }
}

/// Returns the size of a problem's bitmap in bytes; `None` if it exceeds the address space or the goal has no finish.
#[must_use]
pub fn bitmap_bytes(problem: &Problem) -> Option<u64> {
    solvable_bytes_of_problem(problem, LARGEST_BITMAP)
}
