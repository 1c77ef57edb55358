use super::outcome::Outcome;
use super::output::{self, BAD, Format, GOOD, HEADING, UNSURE, line_width, styled, wrapped};
use super::problem_args::ProblemArgs;
use super::search_args::SearchArgs;
use anyhow::Context;
use clap::Args;
use pegboard::hint::{Hint, Hinter, Prospect};
use pegboard::winning::WinningSet;
use pegboard::{Board, Jump, Position, Solution, Solver};
use serde::Serialize;
use std::path::PathBuf;

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
    let solver = Solver::new(&board, args.search.solver_options());
    let file = args.winning.as_deref().map(|path| WinningSet::open(path, &board)).transpose()?;
    let mut hinter = Hinter::new(&problem, &solver)?;
    if let Some(set) = &file {
        hinter = hinter.with_winning(set)?;
    }
    let hint = if let Some(picture) = &args.position {
        hinter.at(&Position::parse(&board, picture).context("--position")?)?
    } else {
        let moves = args.played.as_deref().unwrap_or_default();
        hinter.after(&Solution::parse(problem.start(), moves).context("--played")?)?
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
