use super::outcome::Outcome;
use super::output::{self, BAD, Format, GOOD, HEADING, UNSURE, line_width, styled, wrapped};
use super::problem_args::ProblemArgs;
use super::search_args::SearchArgs;
use super::watch::Watch;
use anyhow::Context;
use clap::Args;
use pegboard::hint::{Hint, Hinter, Prospect};
use pegboard::sweep::{SweepOptions, bitmap_bytes};
use pegboard::winning::WinningSet;
use pegboard::{Board, Jump, Position, Problem, Solution, Solver, SolverOptions};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct HintCommand {
    /// A board of the library (see `pegboard boards`) or the path of a board file
    board: String,
    /// Moves played from the start: "d2-d4 f3-d3-d5"
    #[arg(long, value_name = "MOVES", conflicts_with = "position")]
    played: Option<String>,
    /// The position, a picture or the labels of the holes that have pegs
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// A file of winning positions, written by `pegboard winning`; without it every jump is searched
    #[arg(long, value_name = "FILE")]
    winning: Option<PathBuf>,
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    search: SearchArgs,
}

pub fn run(args: &HintCommand, format: Format) -> anyhow::Result<Outcome> {
    let board = Board::find(&args.board)?;
    let problem = args.problem.problem(&board)?;
    let file = args.winning.as_deref().map(|path| WinningSet::open(path, &board)).transpose()?;
    let hint = match file {
        Some(set) => args.hint(&problem, args.search.solver_options(), Some(&set))?,
        None => args.hint_without_file(&problem)?,
    };
    match format {
        Format::Json => output::print_json(&HintReport::new(&board, &hint))?,
        Format::Text => output::print_text(&text(&board, &hint))?,
    }
    Ok(match hint.prospect {
        Prospect::Winning => Outcome::Done,
        Prospect::Losing => Outcome::Unsolvable,
        Prospect::Unknown(_) => Outcome::Undecided,
    })
}

/// The solver's time for a jump before another way is tried.
const QUICK: Duration = Duration::from_millis(10);
/// A bitmap of so many bytes is swept in a second or so.
const SMALL_BITMAP: u64 = 256 << 20;

impl HintCommand {
    fn hint(
        &self,
        problem: &Problem,
        options: SolverOptions,
        set: Option<&WinningSet>,
    ) -> anyhow::Result<Hint> {
        let board = problem.board();
        let solver = Solver::new(board, options);
        let mut hinter = Hinter::new(problem, &solver)?;
        if let Some(set) = set {
            hinter = hinter.with_winning(set)?;
        }
        if let Some(picture) = &self.position {
            return Ok(hinter.at(&Position::parse(board, picture).context("--position")?)?);
        }
        let moves = self.played.as_deref().unwrap_or_default();
        Ok(hinter.after(&Solution::parse(problem.start(), moves).context("--played")?)?)
    }

    /// Most positions are solved at once. Where one is not, a sweep of a small board knows all; otherwise the solver
    /// has the time it needs.
    fn hint_without_file(&self, problem: &Problem) -> anyhow::Result<Hint> {
        let options = self.search.solver_options();
        let mut quick = options.clone();
        quick.limits.time = Some(options.limits.time.map_or(QUICK, |time| time.min(QUICK)));
        let hint = self.hint(problem, quick, None)?;
        if hint.is_complete() {
            return Ok(hint);
        }
        let is_small = bitmap_bytes(problem.board()).is_some_and(|bytes| bytes <= SMALL_BITMAP);
        if !is_small {
            return self.hint(problem, options, None);
        }
        let watch = Watch::new();
        let set =
            WinningSet::find(problem, &SweepOptions::default(), &|progress| watch.observe_sweep(progress))?;
        self.hint(problem, options, Some(&set))
    }
}

/// A hint as `--json` prints it.
#[derive(Serialize)]
struct HintReport {
    board: String,
    /// What the position is worth.
    verdict: &'static str,
    jumps: Vec<JumpReport>,
    best: Option<Vec<String>>,
    alarm: Option<AlarmReport>,
}

#[derive(Serialize)]
struct JumpReport {
    jump: String,
    verdict: &'static str,
}

#[derive(Serialize)]
struct AlarmReport {
    jump: String,
    number: usize,
}

impl HintReport {
    fn new(board: &Board, hint: &Hint) -> HintReport {
        let jump = |&(jump, prospect): &(Jump, Prospect)| JumpReport {
            jump: notation(board, jump),
            verdict: word(prospect),
        };
        let moves = |line: &Solution| line.moves().iter().map(|each| each.notation(board)).collect();
        HintReport {
            board: board.name().to_owned(),
            verdict: word(hint.prospect),
            jumps: hint.jumps.iter().map(jump).collect(),
            best: hint.best_line.as_ref().map(moves),
            alarm: hint
                .alarm
                .map(|alarm| AlarmReport { jump: notation(board, alarm.jump), number: alarm.number }),
        }
    }
}

fn notation(board: &Board, jump: Jump) -> String {
    format!("{}-{}", board.label(jump.from()), board.label(jump.to()))
}

fn word(prospect: Prospect) -> &'static str {
    match prospect {
        Prospect::Winning => "winning",
        Prospect::Losing => "losing",
        Prospect::Unknown(_) => "unknown",
    }
}

fn painted(prospect: Prospect) -> String {
    let style = match prospect {
        Prospect::Winning => GOOD,
        Prospect::Losing => BAD,
        Prospect::Unknown(_) => UNSURE,
    };
    styled(style, word(prospect))
}

fn text(board: &Board, hint: &Hint) -> String {
    let mut sections = vec![format!("{}: {}", styled(HEADING, board.name()), painted(hint.prospect))];
    if let Some(alarm) = hint.alarm {
        let jump = notation(board, alarm.jump);
        sections.push(format!("alarm: jump {}, {jump}, threw the win away", alarm.number));
    }
    let jumps = hint.jumps.iter();
    let lines: Vec<String> = jumps
        .map(|(jump, prospect)| format!("  {:<9} {}", notation(board, *jump), painted(*prospect)))
        .collect();
    sections.push(if lines.is_empty() { "no jump is possible".to_owned() } else { lines.join("\n") });
    if let Some(line) = hint.best_line.as_ref().filter(|line| !line.jumps().is_empty()) {
        let line = line.to_string();
        sections.push(format!("best line:\n{}", wrapped(line.split_whitespace(), line_width())));
    }
    sections.join("\n\n")
}
