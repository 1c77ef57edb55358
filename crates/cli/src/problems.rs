use super::answer_text::goal;
use super::board_name::{BoardName, LabelArgs};
use super::outcome::Outcome;
use super::output::{self, Format};
use super::program::{Call, Run};
use super::table::of_columns;
use clap::Args;
use pegboard::{Board, Goal, NamedProblem, PatternLabels};
use serde::Serialize;

#[derive(Args)]
#[command(mut_arg("labels", |labels| labels.requires("board")))]
pub struct ProblemsArgs {
    /// List only the problems of this board [default: all boards]
    #[arg(hide_possible_values = true)]
    board: Option<BoardName>,
    #[command(flatten)]
    labels: LabelArgs,
}

#[derive(Serialize)]
struct ProblemList {
    problems: Vec<ProblemReport>,
}

#[derive(Serialize)]
struct ProblemReport {
    /// Name of the board in the library.
    board: String,
    /// Name in the board file.
    title: String,
    name: String,
    source: String,
    /// Holes with pegs at the start.
    start: Vec<String>,
    /// Only vacancy at the start, if there is exactly one.
    vacate: Option<String>,
    /// Finish hole, `any`, or null for a position with several pegs.
    finish: Option<String>,
    /// Holes with pegs at the finish, if it is a position.
    finish_position: Option<Vec<String>>,
    /// Pegs and empty holes of each pattern, if the goal leaves holes free.
    finish_patterns: Option<Vec<PatternLabels>>,
    fewest_moves: Option<usize>,
}

impl Run for ProblemsArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let problems = match &self.board {
            Some(name) => NamedProblem::of(&self.labels.applied(name.find()?)?),
            None => NamedProblem::all(),
        };
        match call.format {
            Format::Json => output::print_json(
                "problems",
                &ProblemList {
                    problems: problems.iter().map(ProblemReport::new).collect(),
                },
            )?,
            Format::Text if problems.is_empty() => {
                output::print_text(
                    "this board has no classic problems; `pegboard problems` lists those of all boards",
                )?;
            }
            Format::Text => output::print_text(&table(&problems))?,
        }
        Ok(Outcome::Done)
    }
}

fn table(problems: &[NamedProblem]) -> String {
    let rows = problems.iter().map(|problem| {
        let report = ProblemReport::new(problem);
        vec![
            report.board,
            report.name,
            report.start.len().to_string(),
            report.vacate.unwrap_or_default(),
            report
                .finish
                .unwrap_or_else(|| match problem.problem().patterns() {
                    Some(_) => goal(problem.problem()).replace("finish with ", ""),
                    None => "a position".to_owned(),
                }),
            report
                .fewest_moves
                .map_or_else(String::new, |moves| moves.to_string()),
        ]
    });
    of_columns(
        &[
            "board",
            "problem",
            "pegs",
            "vacate",
            "finish",
            "fewest moves",
        ],
        (0, 1),
        |place| place == 2 || place == 5,
        rows,
    )
}

impl ProblemReport {
    fn new(named: &NamedProblem) -> ProblemReport {
        let problem = named.problem();
        let board: &Board = problem.board();
        let label = |hole| board.label(hole).to_owned();
        ProblemReport {
            board: named.board_name().to_owned(),
            title: board.name().to_owned(),
            name: named.name().to_owned(),
            source: named.source().to_owned(),
            start: problem.start().pegs().map(label).collect(),
            vacate: problem.vacancy().map(label),
            finish: match problem.goal() {
                Goal::OnePeg => Some("any".to_owned()),
                _ => problem.finish().map(label),
            },
            finish_position: match problem.goal() {
                Goal::Position(finish) => Some(finish.pegs().map(label).collect()),
                _ => None,
            },
            finish_patterns: problem.pattern_labels(),
            fewest_moves: named.fewest_moves(),
        }
    }
}
