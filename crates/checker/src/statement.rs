//! Problem of a certificate.

use super::board::{Board, holes_of};
use super::counted;
use super::flaw::{Checked, require};
use super::pattern::Pattern;
use crate::format::{CertificatePart, GoalPart};

/// A board, a start and a goal.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) board: Board,
    pub(super) start: u128,
    pub(super) goal: Goal,
}

/// Goal with its finishes as codes.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// One of these positions, all with the same number of pegs.
    Finishes(Vec<u128>),
    FewestPegs,
    /// Any position that matches one of these patterns.
    Patterns(Vec<Pattern>),
}

impl Goal {
    /// Returns `true` if a position meets a goal other than the fewest pegs.
    pub(super) fn is_met_by(&self, position: u128) -> bool {
        match self {
            Goal::Finishes(finishes) => finishes.contains(&position),
            Goal::FewestPegs => false,
            Goal::Patterns(patterns) => patterns.iter().any(|pattern| pattern.matches(position)),
        }
    }
}

impl Statement {
    pub(super) fn new(part: &CertificatePart) -> Checked<Statement> {
        let board = Board::new(part.board.clone())?;
        let start = board.code(&part.start, "start")?;
        require(start != 0, "start", || {
            "there are no pegs at the start".to_owned()
        })?;
        let goal = match &part.goal {
            GoalPart::FewestPegs => Goal::FewestPegs,
            GoalPart::OnePeg => Goal::Finishes((0..board.holes()).map(|hole| 1 << hole).collect()),
            GoalPart::PegIn(holes) => Goal::Finishes(
                holes_of(board.code(holes, "goal")?)
                    .map(|hole| 1 << hole)
                    .collect(),
            ),
            GoalPart::Position(pegs) => Goal::Finishes(vec![board.code(pegs, "goal")?]),
            GoalPart::Patterns(parts) => Goal::Patterns(Pattern::all(&board, parts)?),
        };
        if let Goal::Finishes(finishes) = &goal {
            let some_pegs = finishes.first().is_some_and(|finish| *finish != 0);
            require(some_pegs, "goal", || "the goal names no hole".to_owned())?;
        }
        Ok(Statement { board, start, goal })
    }

    /// Describes the problem in words.
    pub(super) fn in_words(&self, goal: &GoalPart) -> String {
        let goal = match goal {
            GoalPart::FewestPegs => "the fewest pegs".to_owned(),
            GoalPart::OnePeg => "one peg anywhere".to_owned(),
            GoalPart::PegIn(holes) => {
                format!(
                    "one peg in {}",
                    holes.split_whitespace().collect::<Vec<_>>().join(" or ")
                )
            }
            GoalPart::Position(pegs) => pegs_in(pegs),
            GoalPart::Patterns(patterns) => {
                let words = patterns.iter().map(Pattern::in_words);
                words.collect::<Vec<_>>().join(", or ")
            }
        };
        let (name, holes) = (&self.board.part.name, counted(self.board.holes(), "hole"));
        format!("{name} ({holes}), {}, {goal}", self.start_in_words())
    }

    fn start_in_words(&self) -> String {
        const FEW: u32 = 3;
        let vacancies = self.board.full() & !self.start;
        match vacancies.count_ones() {
            0 => "from the full board".to_owned(),
            1..=FEW => format!("vacate {}", self.board.labels(vacancies)),
            _ => format!("from {}", pegs_in(&self.board.labels(self.start))),
        }
    }
}

/// Describes the pegs of a position: `one peg in a1`, `pegs in a1 b2`.
fn pegs_in(labels: &str) -> String {
    let holes: Vec<&str> = labels.split_whitespace().collect();
    let pegs = match holes.len() {
        1 => "one peg",
        _ => "pegs",
    };
    format!("{pegs} in {}", holes.join(" "))
}
