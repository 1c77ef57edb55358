//! Which jumps keep the win, and which one threw it away.

use crate::answer::{LimitReached, Solution, Verdict};
use crate::board::{Jump, Position};
use crate::problem::{Goal, Problem};
use crate::solver::{SolveError, Solver};
use crate::winning::WinningSet;
use thiserror::Error;

/// What a jump or a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// The goal can be met from there.
    Winning,
    /// It cannot.
    Losing,
    /// A limit was reached first: it may be either.
    Unknown(LimitReached),
}

/// Advice in a position.
#[derive(Clone, Debug)]
pub struct Hint {
    /// What the position itself is worth.
    pub prospect: Prospect,
    /// Each jump that is possible, in the board's order, and what it leads to.
    pub jumps: Vec<(Jump, Prospect)>,
    /// From a winning position, a way to meet the goal.
    pub best_line: Option<Solution>,
    /// The jump played that threw the win away.
    pub alarm: Option<Alarm>,
}

/// The jump after which the game could no longer be won, though before it could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// The jump.
    pub jump: Jump,
    /// Which jump of the game it was, from 1.
    pub number: usize,
}

/// Why no hint can be given.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HintError {
    /// The winning positions are those of another problem.
    #[error(
        "the file of winning positions is about another problem: its start or its finishes differ; write one for this problem with `pegboard winning`"
    )]
    OtherProblem,
    /// The goal has no finish.
    #[error("no jump wins or loses when the goal is the fewest pegs; name a finish")]
    NoFinish,
    /// The solver refuses the problem.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Gives hints in the games of one problem; asks a set of winning positions where there is one, and otherwise a solver.
///
/// ```
/// use pegboard::hint::{Hinter, Prospect};
/// use pegboard::{Board, Problem, Solution, Solver, SolverOptions};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let solver = Solver::new(&board, SolverOptions::default());
/// let hinter = Hinter::new(&problem, &solver)?;
/// let played = Solution::parse(problem.start(), "a3-a1, a5-a3")?;
/// let hint = hinter.after(&played)?;
/// assert_eq!(hint.prospect, Prospect::Losing);
/// assert_eq!(hint.alarm.unwrap().number, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hinter<'a> {
    problem: &'a Problem,
    solver: &'a Solver,
    winning: Option<&'a WinningSet>,
}

impl Hint {
    /// Whether no limit left anything unknown.
    pub fn is_complete(&self) -> bool {
        let is_known = |prospect: Prospect| !matches!(prospect, Prospect::Unknown(_));
        is_known(self.prospect) && self.jumps.iter().all(|(_, prospect)| is_known(*prospect))
    }
}

impl<'a> Hinter<'a> {
    /// Hints by the solver, within its limits.
    ///
    /// # Errors
    ///
    /// [`HintError::NoFinish`] when the goal is the fewest pegs.
    pub fn new(problem: &'a Problem, solver: &'a Solver) -> Result<Hinter<'a>, HintError> {
        match problem.goal() {
            Goal::FewestPegs => Err(HintError::NoFinish),
            _ => Ok(Hinter { problem, solver, winning: None }),
        }
    }

    /// The same from a set of winning positions.
    ///
    /// # Errors
    ///
    /// [`HintError::OtherProblem`] when the set is not that of the problem.
    pub fn with_winning(self, winning: &'a WinningSet) -> Result<Hinter<'a>, HintError> {
        let class = self.problem.start().class();
        let mut finishes = self.problem.finishes().unwrap_or_default();
        finishes.retain(|finish| finish.class() == class);
        let mut known = winning.finishes().to_vec();
        for list in [&mut finishes, &mut known] {
            list.sort_by_key(Position::code);
            list.dedup();
        }
        if winning.start() != self.problem.start() || known != finishes {
            return Err(HintError::OtherProblem);
        }
        Ok(Hinter { winning: Some(winning), ..self })
    }

    /// Advice after some jumps from the problem's start.
    ///
    /// # Errors
    ///
    /// [`HintError::Solve`] when the solver belongs to another board.
    pub fn after(&self, played: &Solution) -> Result<Hint, HintError> {
        let mut hint = self.advice(played.finish(), self.winning)?;
        if hint.prospect == Prospect::Losing {
            hint.alarm = self.alarm(played)?;
        }
        Ok(hint)
    }

    /// Advice in a position, however it came about.
    ///
    /// # Errors
    ///
    /// [`HintError::Solve`] when the solver belongs to another board.
    pub fn at(&self, position: &Position) -> Result<Hint, HintError> {
        // The set holds what can be reached from the start. What it does not hold may be lost, or of another game.
        let winning = self.winning.filter(|set| set.is_winning(position));
        self.advice(position, winning)
    }

    fn advice(&self, position: &Position, winning: Option<&WinningSet>) -> Result<Hint, HintError> {
        let mut jumps = Vec::new();
        for jump in position.jumps() {
            let child = position.play(jump).expect("the jump is possible");
            jumps.push((jump, self.prospect(&child, winning)?.0));
        }
        let (prospect, mut best_line) = self.prospect(position, winning)?;
        if let Some(set) = winning.filter(|_| prospect == Prospect::Winning) {
            best_line = Some(self.line_within(position, set));
        }
        Ok(Hint { prospect, jumps, best_line, alarm: None })
    }

    /// What a position is worth, and where the solver was asked, a line to a finish.
    fn prospect(
        &self,
        position: &Position,
        winning: Option<&WinningSet>,
    ) -> Result<(Prospect, Option<Solution>), HintError> {
        if let Some(set) = winning {
            let prospect = if set.is_winning(position) { Prospect::Winning } else { Prospect::Losing };
            return Ok((prospect, None));
        }
        let Ok(rest) = Problem::new(position.clone(), self.problem.goal().clone()) else {
            return Ok((Prospect::Losing, None)); // fewer pegs than the finish has
        };
        let answer = self.solver.solve(&rest)?;
        Ok(match answer.verdict() {
            Verdict::Solvable(line) | Verdict::Fewest(line, _) => (Prospect::Winning, Some(line.clone())),
            Verdict::Unsolvable(_) => (Prospect::Losing, None),
            Verdict::Undecided(undecided) => (Prospect::Unknown(undecided.limit), None),
        })
    }

    /// Always the first jump that keeps the win.
    fn line_within(&self, position: &Position, set: &WinningSet) -> Solution {
        let mut jumps = Vec::new();
        let mut current = position.clone();
        while !self.problem.is_met_by(&current) {
            let wins = |jump: &Jump| current.play(*jump).is_ok_and(|child| set.is_winning(&child));
            let Some(jump) = current.jumps().find(wins) else { break };
            current = current.play(jump).expect("the jump is possible");
            jumps.push(jump);
        }
        Solution::new(position.clone(), jumps).expect("each jump was possible")
    }

    /// Finds the jump after which nothing wins any more. A lost game stays lost, so the search halves the game each time.
    fn alarm(&self, played: &Solution) -> Result<Option<Alarm>, HintError> {
        let positions: Vec<Position> = played.positions().collect();
        let prospect = |place: usize| Ok::<_, HintError>(self.prospect(&positions[place], self.winning)?.0);
        if prospect(0)? != Prospect::Winning {
            return Ok(None);
        }
        let (mut won, mut lost) = (0, positions.len() - 1);
        while lost - won > 1 {
            let middle = won.midpoint(lost);
            match prospect(middle)? {
                Prospect::Winning => won = middle,
                Prospect::Losing => lost = middle,
                Prospect::Unknown(_) => return Ok(None),
            }
        }
        Ok(Some(Alarm { jump: played.jumps()[won], number: lost }))
    }
}
