//! `count --fewest-moves`: the number of solutions with the fewest moves.

use super::answer_text::{board_and_start, goal};
use super::board_name::BoardArgs;
use super::notation_args::NotationArgs;
use super::outcome::Outcome;
use super::output::{self, Format, indented, line_width};
use super::sweep_args::SweepArgs;
use super::table::grouped;
use super::watch::Watch;
use num_bigint::BigUint;
use pegboard::moves::ShortestSolutions;
use pegboard::sweep::SweepError;
use pegboard::{Goal, Hole, Line, Problem};
use serde::Serialize;

pub fn run(
    name: &BoardArgs,
    problem: &Problem,
    args: &SweepArgs,
    list: bool,
    notation: &NotationArgs,
    format: Format,
) -> anyhow::Result<Outcome> {
    let watch = Watch::start();
    let (options, control) = (args.options()?, watch.control(args.limits()));
    let counts = match ShortestSolutions::find(problem, &options, &control)? {
        None => None,
        Some(shortest) => {
            let different = if list {
                shortest
                    .different(&control)
                    .map(|solutions| (solutions.len(), solutions))
            } else {
                shortest
                    .count_different(&control)
                    .map(|count| (count, Vec::new()))
            };
            let (sets, solutions) = match different {
                Ok((count, solutions)) => (Some(count), solutions),
                Err(SweepError::NoRoom { .. }) if !list => (None, Vec::new()),
                Err(error) => return Err(error.into()),
            };
            Some(Counts {
                moves: shortest.moves(),
                sequences: shortest.sequences(),
                sets,
                solutions,
            })
        }
    };
    drop(control);
    drop(watch); // before anything is printed
    match format {
        Format::Text => output::print_text(&text(problem, counts.as_ref(), notation))?,
        Format::Json => output::print_board_json(
            "count --fewest-moves",
            name.reported(problem.board()),
            &CountReport::new(problem, counts.as_ref(), list),
        )?,
    }
    let Some(counts) = counts else {
        return Ok(Outcome::Unsolvable);
    };
    if counts.sets.is_none() {
        output::print_note(
            "the sets of moves do not fit in the memory limit; raise it with `--memory`",
        );
        return Ok(Outcome::Undecided);
    }
    Ok(Outcome::Done)
}

/// Numbers of solutions with the fewest moves.
struct Counts {
    moves: usize,
    sequences: BigUint,
    /// `None` if the sets do not fit in memory.
    sets: Option<usize>,
    /// One solution for each set, if a list was requested.
    solutions: Vec<Line>,
}

fn text(problem: &Problem, counts: Option<&Counts>, notation: &NotationArgs) -> String {
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
struct CountReport<'a> {
    vacate: Option<&'a str>,
    finish: Option<&'a str>,
    /// `None` if there is no solution, like the next fields.
    fewest_moves: Option<usize>,
    sequences: Option<String>,
    sets: Option<String>,
    /// Moves of one solution for each set, if a list was requested.
    solutions: Option<Vec<Vec<String>>>,
    /// Holes that each move of these solutions jumps over.
    over: Option<Vec<Vec<Vec<String>>>>,
}

impl<'a> CountReport<'a> {
    fn new(problem: &'a Problem, counts: Option<&Counts>, list: bool) -> CountReport<'a> {
        let board = problem.board();
        let label = |hole: Hole| board.label(hole);
        let listed = counts.filter(|_| list);
        CountReport {
            vacate: problem.vacancy().map(label),
            finish: problem.finish().map(label),
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
