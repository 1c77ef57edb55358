use super::outcome::Outcome;
use super::output::{self, Format};
use super::output_file;
use super::problem_args::ProblemArgs;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use pegboard::graph::PositionGraph;
use pegboard::sweep::SweepOptions;
use pegboard::winning::WinningSet;
use pegboard::{Board, Goal, Position};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::PathBuf;

#[derive(Args)]
pub struct GraphCommand {
    /// A board of the library (see `pegboard boards`) or the path of a board file
    board: String,
    #[command(flatten)]
    problem: ProblemArgs,
    /// Begin at this position, a picture or the labels of the holes that have pegs, instead of the start
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Show what so many jumps reach
    #[arg(long, value_name = "JUMPS", default_value = "3")]
    within: usize,
    /// Graphviz text or a drawing
    #[arg(long, value_name = "KIND", default_value = "svg")]
    kind: Kind,
    /// The file to write; without it the picture goes to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Dot,
    Svg,
}

/// More would not be a picture.
const MOST_POSITIONS: usize = 100_000;

pub fn run(args: &GraphCommand, format: Format) -> anyhow::Result<Outcome> {
    let board = Board::find(&args.board)?;
    let problem = args.problem.problem(&board)?;
    let first = match &args.position {
        Some(text) => Position::parse(&board, text).context("--position")?,
        None => problem.start().clone(),
    };
    let mut graph = PositionGraph::within(&first, args.within);
    let (positions, jumps) = (graph.graph().node_count(), graph.graph().edge_count());
    if positions > MOST_POSITIONS {
        bail!(
            "{positions} positions lie within {} jumps, too many for a picture; take fewer jumps",
            args.within
        );
    }
    if *problem.goal() != Goal::FewestPegs {
        let set = WinningSet::find(&problem, &SweepOptions::default(), &|_| ControlFlow::Continue(()))?;
        graph = graph.with_winning(&set);
    }
    let picture = match args.kind {
        Kind::Dot => graph.to_dot(),
        Kind::Svg => graph.to_svg(),
    };
    if let Some(path) = &args.output {
        output_file::write(path, &picture)?;
    }
    match (format, &args.output) {
        (Format::Text, Some(_)) => {}
        (Format::Text, None) => output::print_text(&picture)?,
        (Format::Json, file) => output::print_json(&json!({
            "board": board.name(),
            "positions": positions,
            "jumps": jumps,
            "file": file.as_ref().map(|path| path.display().to_string()),
            "picture": if file.is_none() { Some(picture) } else { None },
        }))?,
    }
    Ok(Outcome::Done)
}
