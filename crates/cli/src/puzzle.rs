use super::answer_text::question;
use super::board_name::BoardArgs;
use super::count::chance_sentence;
use super::notation_args::NotationArgs;
use super::outcome::Outcome;
use super::output::{self, Format, HEADING, counted, indented, line_width, styled};
use super::program::{Call, Run};
use super::quantity;
use super::watch::Watch;
use anyhow::Context;
use clap::{Args, ValueEnum};
use pegboard::drawing::TextPicture;
use pegboard::{Board, Difficulty, Limits, Puzzle, PuzzleOptions};
use serde::Serialize;
use std::time::Duration;

#[derive(Args)]
#[command(mut_arg("format", |format| format.requires("solution")))]
#[command(mut_args(quantity::with_negative_values))]
pub struct PuzzleArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Seed: the same number gives the same puzzle
    #[arg(long, value_name = "NUMBER", value_parser = quantity::whole_number::<u64>, default_value_t = 0, help_heading = "Puzzle")]
    seed: u64,
    /// Difficulty of the puzzle
    #[arg(
        long,
        value_name = "DIFFICULTY",
        default_value = "medium",
        help_heading = "Puzzle"
    )]
    difficulty: DifficultyArg,
    /// Hole where the last peg must end, or `any`
    #[arg(
        long,
        value_name = "LABEL|any",
        default_value = "any",
        help_heading = "Puzzle"
    )]
    finish: String,
    /// Make the start symmetric under a rotation or a reflection
    #[arg(long, help_heading = "Puzzle")]
    symmetric: bool,
    /// Require a unique first jump of every solution, up to symmetry, or a unique hole for the last peg
    #[arg(
        long,
        value_name = "WHAT",
        value_delimiter = ',',
        help_heading = "Puzzle"
    )]
    unique: Vec<UniqueArg>,
    /// Time limit: 20s, 500ms, 1h30m
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    time: Option<Duration>,
    /// Show a solution, which `--json` always contains
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    solution: bool,
    /// Draw the board with `*` and `o` instead of round pegs and holes
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    ascii: bool,
    #[command(flatten)]
    notation: NotationArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum DifficultyArg {
    Easy,
    Medium,
    Hard,
    Expert,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum UniqueArg {
    FirstJump,
    Finish,
}

impl Run for PuzzleArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let board = self.board.find_and_warn()?;
        let options = self.options(&board)?;
        let watch = Watch::start();
        let control = watch.control(Limits {
            time: self.time,
            ..Limits::default()
        });
        let puzzle = Puzzle::find(&board, &options, &control);
        watch.unless_cancelled()?;
        drop(control);
        drop(watch); // before anything is printed
        let puzzle = puzzle?;
        match call.format {
            Format::Text => output::print_text(&self.text(&puzzle))?,
            Format::Json => output::print_board_json(
                "puzzle",
                self.board.reported(&board),
                &PuzzleReport::new(&puzzle, self.seed),
            )?,
        }
        Ok(Outcome::Done)
    }
}

impl PuzzleArgs {
    fn options(&self, board: &Board) -> anyhow::Result<PuzzleOptions> {
        let finish = match self.finish.as_str() {
            "any" => None,
            label => Some(board.hole(label).context("--finish")?),
        };
        let difficulty = match self.difficulty {
            DifficultyArg::Easy => Difficulty::Easy,
            DifficultyArg::Medium => Difficulty::Medium,
            DifficultyArg::Hard => Difficulty::Hard,
            DifficultyArg::Expert => Difficulty::Expert,
        };
        Ok(PuzzleOptions::default()
            .with_difficulty(difficulty)
            .with_seed(self.seed)
            .with_finish(finish)
            .with_symmetry(self.symmetric)
            .with_unique_first_jump(self.unique.contains(&UniqueArg::FirstJump))
            .with_unique_finish(self.unique.contains(&UniqueArg::Finish)))
    }

    /// Returns the start, and the command that plays the puzzle unless the board is gone with a pipe. The command names the
    /// finish, because the default depends on the start.
    fn commands(&self, puzzle: &Puzzle) -> String {
        let start = start_labels(puzzle).join(" ");
        if self.board.name().is_stream() {
            return format!("start: {start}");
        }
        let (board, finish) = (self.board.arguments(), finish_label(puzzle));
        format!("start: {start}\nplay: pegboard play {board} --start \"{start}\" --finish {finish}")
    }

    fn text(&self, puzzle: &Puzzle) -> String {
        let start = puzzle.problem().start();
        let mut sections = vec![
            format!(
                "{}: {}.",
                question(puzzle.problem()),
                puzzle.grade().difficulty()
            ),
            TextPicture::of_position(start, &output::glyphs(self.ascii)).to_string(),
            grade_text(puzzle),
            self.commands(puzzle),
        ];
        if self.solution {
            let moves = self.notation.wrapped(puzzle.solution(), line_width() - 2);
            sections.push(format!(
                "{}\n{}",
                styled(HEADING, "solution"),
                indented(&moves, 2)
            ));
        }
        sections.join("\n\n")
    }
}

/// Returns the finish hole, or `any`.
fn finish_label(puzzle: &Puzzle) -> &str {
    puzzle
        .problem()
        .finish()
        .map_or("any", |hole| puzzle.problem().board().label(hole))
}

/// Returns the holes with pegs at the start.
fn start_labels(puzzle: &Puzzle) -> Vec<&str> {
    let start = puzzle.problem().start();
    start.pegs().map(|hole| start.board().label(hole)).collect()
}

fn finish_labels(puzzle: &Puzzle) -> Vec<&str> {
    let board = puzzle.problem().board();
    puzzle
        .grade()
        .finishes
        .iter()
        .map(|hole| board.label(*hole))
        .collect()
}

fn grade_text(puzzle: &Puzzle) -> String {
    let grade = puzzle.grade();
    [
        format!("  length         {}", counted(grade.jumps, "jump")),
        format!("  luck           {}", chance_sentence(grade.chance)),
        format!(
            "  good jumps     {:.0} % of those possible, along the way",
            100.0 * grade.winning_share
        ),
        format!("  forced jumps   {:.1} on the way", grade.forced),
        format!(
            "  first jumps    {} possible; up to symmetry {} of them can win",
            grade.first_jumps, grade.winning_first_jumps
        ),
        format!(
            "  last peg       can end in {}",
            finish_labels(puzzle).join(", ")
        ),
    ]
    .join("\n")
}

/// Report of `puzzle --json`.
#[derive(Serialize)]
struct PuzzleReport<'a> {
    seed: u64,
    difficulty: String,
    score: f64,
    /// Holes with pegs.
    start: Vec<&'a str>,
    /// Finish hole, or `any`.
    finish: &'a str,
    moves: Vec<String>,
    /// Holes that each move jumps over.
    over: Vec<Vec<String>>,
    jumps: usize,
    chance: f64,
    winning_share: f64,
    forced_jumps: f64,
    first_jumps: usize,
    winning_first_jumps: usize,
    finishes: Vec<&'a str>,
}

impl<'a> PuzzleReport<'a> {
    fn new(puzzle: &'a Puzzle, seed: u64) -> PuzzleReport<'a> {
        let grade = puzzle.grade();
        PuzzleReport {
            seed,
            difficulty: grade.difficulty().to_string(),
            score: grade.score(),
            start: start_labels(puzzle),
            finish: finish_label(puzzle),
            moves: puzzle.solution().notation(),
            over: puzzle.solution().jumped_over(),
            jumps: grade.jumps,
            chance: grade.chance,
            winning_share: grade.winning_share,
            forced_jumps: grade.forced,
            first_jumps: grade.first_jumps,
            winning_first_jumps: grade.winning_first_jumps,
            finishes: finish_labels(puzzle),
        }
    }
}
