use super::answer_text::limit_name;
use super::board_name::BoardArgs;
use super::notation_args::NotationArgs;
use super::outcome::Outcome;
use super::output::{self, Format, ReportedBoard, SCHEMA, counted};
use super::problem_args::ProblemArgs;
use super::program::{Call, Run};
use super::quantity;
use super::watch::Watch;
use anyhow::bail;
use clap::Args;
use pegboard::count::RandomSolutions;
use pegboard::play::games::{RandomGames, Solutions, watched};
use pegboard::sweep::{SolvablePositions, SweepOptions, bitmap_bytes};
use pegboard::{
    Control, Games, Goal, LimitReached, Limits, Line, Position, Problem, Solver, SolverOptions,
    Verdict,
};
use serde_json::{Value, json};
use std::cell::Cell;
use std::io::IsTerminal;
use std::time::Duration;

#[derive(Args)]
#[command(mut_args(quantity::with_negative_values))]
pub struct GamesArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    problem: ProblemArgs,
    /// Time limit: 20s, 500ms, 1h30m
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    time: Option<Duration>,
    /// Maximum number of games to list [default: 20]
    #[arg(long, value_name = "NUMBER", value_parser = quantity::count, help_heading = "Output")]
    limit: Option<u64>,
    /// List every game; on most boards there are astronomically many
    #[arg(long, conflicts_with_all = ["limit", "seed"], help_heading = "Output")]
    all: bool,
    /// List random games, choosing each jump among the possible ones; with `--solutions-only`, random solutions
    #[arg(long, value_name = "NUMBER", value_parser = quantity::whole_number::<u64>, help_heading = "Output")]
    seed: Option<u64>,
    /// Make all random solutions equally likely, even on large boards
    ///
    /// All solutions are counted first, which can take minutes and gigabytes. On small boards they always are equally
    /// likely.
    #[arg(long, requires_all = ["seed", "solutions_only"], help_heading = "Output")]
    uniform: bool,
    /// List only solutions: games that reach the goal of the problem
    #[arg(long, help_heading = "Output")]
    solutions_only: bool,
    #[command(flatten)]
    notation: NotationArgs,
}

/// Listed games, ending with an error if a limit is reached.
type Listed<'a> = Box<dyn Iterator<Item = Result<Line, LimitReached>> + 'a>;

impl Run for GamesArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let board = self.board.find_and_warn()?;
        let problem = self.problem.problem(&board)?;
        if self.solutions_only && *problem.goal() == Goal::FewestPegs {
            bail!(
                "`--fewest` names no finish, so no game is a solution; leave `--solutions-only` out"
            );
        }
        let prints_to_terminal = std::io::stdout().is_terminal();
        let watch = match call.format {
            Format::Json if prints_to_terminal => Watch::without_bar(), // the first line is printed at once
            _ => Watch::start(),
        };
        let control = watch.control(Limits {
            time: self.time,
            ..Limits::default()
        });
        let (stopped, found) = (Cell::new(None), Cell::new(false));
        let games = self.games(&problem, &control)?;
        let mut games = games.inspect(|game| match game {
            Ok(_) => {
                let is_first = !found.replace(true);
                if is_first && prints_to_terminal {
                    watch.end_bar();
                }
            }
            Err(limit) => stopped.set(Some(*limit)),
        });
        match call.format {
            Format::Text => {
                let listed = games.by_ref().map_while(Result::ok).take(self.limit());
                output::print_pieces(listed.map(|game| line(&problem, &game, &self.notation)))?;
                if self.may_look_further(&problem) && matches!(games.next(), Some(Ok(_))) {
                    output::print_note(&format!(
                        "{DEFAULT_LIMIT} games listed; there are more: `--limit NUMBER`, `--all`"
                    ));
                }
            }
            Format::Json => output::print_pieces(json_pieces(
                self.board.reported(&board),
                &problem,
                &mut games,
                self.limit(),
                self.can_peek(&problem),
            ))?,
        }
        match (stopped.get(), call.format) {
            (None, _) if self.solutions_only && self.limit() > 0 && !found.get() => {
                output::print_note("there is no solution");
                Ok(Outcome::Unsolvable)
            }
            (None, _) => Ok(Outcome::Done),
            (Some(limit), Format::Text) => Err(limit.into()),
            // The printed object has `"complete": false`.
            (Some(limit), Format::Json) => {
                output::print_note(&format!("stopped by {}", limit_name(limit)));
                Ok(Outcome::Undecided)
            }
        }
    }
}

const DEFAULT_LIMIT: u64 = 20;

/// Maximum bitmap size, in bytes, for listing solutions along winning positions or counting them without a note.
const LARGEST_BITMAP: u64 = 256 << 20;

/// Maximum bitmap size, in bytes, for which counting all solutions is immediate.
const COUNTED_AT_ONCE: u64 = 1 << 20;

impl GamesArgs {
    fn limit(&self) -> usize {
        let limit = self
            .limit
            .unwrap_or(if self.all { u64::MAX } else { DEFAULT_LIMIT });
        usize::try_from(limit).unwrap_or(usize::MAX)
    }

    /// Returns `true` if the text output looks for one more game, to print a note. Random games never end.
    fn may_look_further(&self, problem: &Problem) -> bool {
        self.limit.is_none() && !self.all && self.seed.is_none() && self.can_peek(problem)
    }

    /// Returns `true` if looking one game ahead is cheap. Without a bitmap, the next solution can be hours away.
    fn can_peek(&self, problem: &Problem) -> bool {
        !self.solutions_only || has_bitmap_of(problem.start(), LARGEST_BITMAP)
    }

    fn games<'a>(
        &self,
        problem: &'a Problem,
        control: &'a Control<'a>,
    ) -> anyhow::Result<Listed<'a>> {
        let start = problem.start();
        Ok(match (self.seed, self.solutions_only) {
            (None, false) => Box::new(watched(Games::from_first(start), control)),
            (None, true) => solutions(problem, control)?,
            (Some(seed), false) => Box::new(watched(RandomGames::new(start, seed), control)),
            (Some(seed), true) if self.uniform || has_bitmap_of(start, COUNTED_AT_ONCE) => {
                if !has_bitmap_of(start, LARGEST_BITMAP) {
                    output::print_note(
                        "all solutions are counted first, which can take minutes and gigabytes; \
                         without `--uniform`, random searches find solutions at once",
                    );
                }
                let solutions =
                    RandomSolutions::find(problem, seed, &SweepOptions::default(), control)?;
                Box::new(watched(solutions, control))
            }
            (Some(seed), true) => Box::new(found_by_search(problem, seed, control)),
        })
    }
}

/// Returns `true` if a bitmap of all positions takes at most `most` bytes.
fn has_bitmap_of(start: &Position, most: u64) -> bool {
    bitmap_bytes(start).is_some_and(|bytes| bytes <= most)
}

/// Lists all solutions: along winning positions if a bitmap of them fits, otherwise among all games that end with the
/// number of pegs of the finishes.
fn solutions<'a>(problem: &'a Problem, control: &'a Control<'a>) -> anyhow::Result<Listed<'a>> {
    let finishes = problem.finishes_in_class();
    if problem.patterns().is_none() && finishes.is_empty() {
        return Ok(Box::new(std::iter::empty()));
    }
    let limits = Limits {
        memory: Some(control.memory().min(LARGEST_BITMAP)),
        ..control.limits().clone()
    };
    if let Some(solvable) = SolvablePositions::of_problem(problem, &control.child(limits))? {
        return Ok(Box::new(watched(
            Solutions::new(problem.start(), solvable),
            control,
        )));
    }
    let Some(finish) = finishes.first() else {
        bail!(
            "on a board of this size, the solutions of a goal that leaves holes free cannot be listed in order; add \
             `--seed NUMBER` for random ones"
        );
    };
    let is_solution = |game: &Result<Line, _>| {
        game.as_ref()
            .map_or(true, |game| problem.is_met_by(game.finish()))
    };
    let games = Games::down_to(problem.start(), finish.peg_count() as u32);
    Ok(Box::new(watched(games, control).filter(is_solution)))
}

/// Lists solutions found by random searches with consecutive seeds. The list ends when a search finds none.
fn found_by_search<'a>(
    problem: &'a Problem,
    seed: u64,
    control: &'a Control<'a>,
) -> impl Iterator<Item = Result<Line, LimitReached>> + use<'a> {
    output::print_note(
        "these solutions come from random searches and are not equally likely; add `--uniform` for equally likely ones, \
         which takes longer because all solutions are counted first",
    );
    let mut next_seed = seed;
    let mut is_over = false;
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let options = SolverOptions::default().with_seed(Some(next_seed));
        next_seed = next_seed.wrapping_add(1);
        let answer = Solver::new(problem.board(), options)
            .solve(problem, control)
            .ok()?;
        is_over = answer.best_line().is_none();
        match answer.verdict() {
            Verdict::Undecided(undecided) => Some(Err(undecided.limit)),
            _ => answer.best_line().cloned().map(Ok),
        }
    })
}

/// Returns `true` if a game meets the goal, at its end or on the way.
fn meets_goal(problem: &Problem, game: &Line) -> bool {
    game.positions()
        .any(|position| problem.is_met_by(&position))
}

fn line(problem: &Problem, game: &Line, notation: &NotationArgs) -> String {
    let left = counted(game.finish().peg_count(), "peg");
    let solved = if meets_goal(problem, game) {
        ", solved"
    } else {
        ""
    };
    let no_jump = if game.jumps().is_empty() {
        "no jump"
    } else {
        ""
    };
    let moves = notation.text(game);
    if moves.contains('\n') {
        return format!("{moves}\n{left} left{solved}\n\n");
    }
    format!("{moves}{no_jump}: {left} left{solved}\n")
}

/// Streams one JSON object, so that the games are not kept in memory. `may_peek` allows a search for one game after the
/// last listed one.
fn json_pieces(
    board: ReportedBoard<'_>,
    problem: &Problem,
    games: &mut impl Iterator<Item = Result<Line, LimitReached>>,
    limit: usize,
    may_peek: bool,
) -> impl Iterator<Item = String> {
    let head = format!(
        "{{\n  \"schema\": {SCHEMA},\n  \"command\": \"games\",\n  \"board\": {},\n  \"title\": {},\n  \"finish_patterns\": {},\n  \"games\": [",
        json!(board.board),
        json!(board.title),
        json!(problem.pattern_labels())
    );
    let mut games = games.peekable();
    let (mut written, mut is_done) = (0, false);
    let rest = std::iter::from_fn(move || {
        if is_done {
            return None;
        }
        let separator = if written == 0 { "\n    " } else { ",\n    " };
        if written < limit
            && let Some(game) = games.next_if(Result::is_ok).and_then(Result::ok)
        {
            written += 1;
            return Some(separator.to_owned() + &report(problem, &game).to_string());
        }
        is_done = true;
        Some(format!(
            "\n  ],\n  \"complete\": {}\n}}\n",
            (written < limit || may_peek) && games.peek().is_none()
        ))
    });
    std::iter::once(head).chain(rest)
}

/// Converts a game to JSON. The moves are added afterwards because `json!` would clone them.
fn report(problem: &Problem, game: &Line) -> Value {
    let mut report = json!({
        "jumps": game.jumps().len(),
        "pegs_left": game.finish().peg_count(),
        "solution": meets_goal(problem, game),
    });
    report["moves"] = game.notation().into();
    report["over"] = game.jumped_over().into();
    report
}
