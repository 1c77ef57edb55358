//! `count --fewest-moves`: the number of solutions with the fewest moves.

use super::answer_text::{board_and_start, goal};
use super::notation_args::NotationArgs;
use super::output::{indented, line_width};
use super::table::grouped;
use num_bigint::BigUint;
use pegboard::moves::ShortestSolutions;
use pegboard::sweep::{SweepError, SweepOptions};
use pegboard::{Control, Goal, Hole, Line, PatternLabels, Problem};
use serde::Serialize;

/// Numbers of solutions with the fewest moves.
pub struct ShortestCounts {
    moves: usize,
    sequences: BigUint,
    /// `None` if the sets do not fit in memory.
    sets: Option<usize>,
    /// One solution for each set, if a list was requested.
    solutions: Vec<Line>,
}

impl ShortestCounts {
    /// Counts the shortest solutions; `None` if there is no solution. With `list`, lists one solution for each set.
    pub fn find(
        problem: &Problem,
        options: &SweepOptions,
        control: &Control<'_>,
        list: bool,
    ) -> anyhow::Result<Option<ShortestCounts>> {
        let Some(shortest) = ShortestSolutions::find(problem, options, control)? else {
            return Ok(None);
        };
        let different = if list {
            shortest
                .different(control)
                .map(|solutions| (solutions.len(), solutions))
        } else {
            shortest
                .count_different(control)
                .map(|count| (count, Vec::new()))
        };
        let (sets, solutions) = match different {
            Ok((count, solutions)) => (Some(count), solutions),
            Err(SweepError::NoRoom { .. }) if !list => (None, Vec::new()),
            Err(error) => return Err(error.into()),
        };
        Ok(Some(ShortestCounts {
            moves: shortest.moves(),
            sequences: shortest.sequences(),
            sets,
            solutions,
        }))
    }

    /// Returns `false` if the sets did not fit in memory.
    pub fn has_sets(&self) -> bool {
        self.sets.is_some()
    }
}

pub fn text(problem: &Problem, counts: Option<&ShortestCounts>, notation: &NotationArgs) -> String {
    let Some(counts) = counts else {
        return format!("{}: no solution", heading(problem));
    };
    let sets = counts
        .sets
        .map_or_else(|| "too many to count".to_owned(), grouped);
    let summary = format!(
        "{}: fewest moves {}\n  sequences of moves  {}\n  sets of moves       {sets}",
        heading(problem),
        counts.moves,
        grouped(&counts.sequences)
    );
    let solutions = counts.solutions.iter();
    let lines = solutions.map(|line| indented(&notation.wrapped(line, line_width() - 2), 2));
    [summary]
        .into_iter()
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// Describes the start, and the goal if it names a finish.
pub fn heading(problem: &Problem) -> String {
    let start = board_and_start(problem.start());
    match problem.goal() {
        Goal::OnePeg | Goal::FewestPegs => start,
        Goal::Position(_) | Goal::PegIn(_) | Goal::Patterns(_) => {
            format!("{start}, {}", goal(problem))
        }
    }
}

/// Report of `count --fewest-moves --json`. Numbers that can be large are decimal strings.
#[derive(Serialize)]
pub struct ShortestReport<'a> {
    vacate: Option<&'a str>,
    finish: Option<&'a str>,
    /// Patterns of the goal, if it leaves holes free.
    finish_patterns: Option<Vec<PatternLabels>>,
    /// `None` if there is no solution, like the next fields.
    fewest_moves: Option<usize>,
    sequences: Option<String>,
    sets: Option<String>,
    /// Moves of one solution for each set, if a list was requested.
    solutions: Option<Vec<Vec<String>>>,
    /// Holes that each move of these solutions jumps over.
    over: Option<Vec<Vec<Vec<String>>>>,
}

impl<'a> ShortestReport<'a> {
    pub fn new(
        problem: &'a Problem,
        counts: Option<&ShortestCounts>,
        list: bool,
    ) -> ShortestReport<'a> {
        let board = problem.board();
        let label = |hole: Hole| board.label(hole);
        let listed = counts.filter(|_| list);
        ShortestReport {
            vacate: problem.vacancy().map(label),
            finish: problem.finish().map(label),
            finish_patterns: problem.pattern_labels(),
            fewest_moves: counts.map(|counts| counts.moves),
            sequences: counts.map(|counts| counts.sequences.to_string()),
            sets: counts
                .and_then(|counts| counts.sets)
                .map(|sets| sets.to_string()),
            solutions: listed.map(|counts| counts.solutions.iter().map(Line::notation).collect()),
            over: listed.map(|counts| counts.solutions.iter().map(Line::jumped_over).collect()),
        }
    }
}
