use super::named_files::is_dash;
use super::notation_args::with_advice_on_labels;
use super::output;
use super::program::with_help;
use anyhow::{Context, anyhow, bail};
use clap::{Arg, Args};
use pegboard::{
    Board, Goal, Hole, NamedProblem, Pattern, PictureError, Position, Problem, ReadPosition,
};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

// Start of a game.
#[derive(Args)]
#[command(next_help_heading = "Start")]
pub struct StartArgs {
    /// Empty holes at the start; all others have pegs [default: the board's usual vacancy]
    #[arg(long, value_name = "LABEL[,LABEL…]", conflicts_with_all = ["start", "start_file"])]
    vacate: Vec<String>,
    /// Start position, as a picture or as the labels of the holes with pegs
    ///
    /// The rows of a picture go from the top and are separated by `/`; `*` is a peg, `o` an empty hole.
    #[arg(long, value_name = "POSITION", conflicts_with = "start_file")]
    start: Option<String>,
    /// File with the start position as a picture or labels, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    start_file: Option<PathBuf>,
}

/// Changes `--vacate` for the command that accepts `any`.
pub fn or_any(vacate: Arg) -> Arg {
    const HELP: &str =
        "Empty holes at the start; all others have pegs [default: the board's usual vacancy]";
    let vacate = vacate.value_name("LABEL[,LABEL…]|any");
    with_help(
        vacate,
        HELP,
        "With `any`, the command takes each hole in turn, up to symmetry.",
    )
}

impl StartArgs {
    /// Returns `true` if the user gave a start.
    pub fn is_given(&self) -> bool {
        !self.vacate.is_empty() || self.start.is_some() || self.start_file.is_some()
    }

    /// Returns `true` for `--vacate any`.
    pub fn is_any(&self) -> bool {
        words(&self.vacate) == ["any"]
    }

    pub fn position(&self, board: &Board) -> anyhow::Result<Position> {
        if let Some(text) = &self.start {
            return read_position(board, text, "--start");
        }
        if let Some(path) = &self.start_file {
            let text = read(path)?;
            return read_position(board, &text, &path.display().to_string());
        }
        if self.is_any() {
            bail!(
                "only `pegboard solve` and `pegboard count` take `--vacate any`; name the hole that is empty at the start"
            );
        }
        if !self.vacate.is_empty() {
            let vacancies = holes(board, &words(&self.vacate)).context("--vacate")?;
            return Ok(board.with_pegs(vacancies).complement());
        }
        let usual = board.usual_vacancy().map(|hole| board.vacate(hole));
        usual.ok_or_else(|| no_usual_vacancy(board))
    }
}

/// Reads a position from an option or a file, and prints the reading if it is not the usual one.
pub fn read_position(board: &Board, text: &str, source: &str) -> anyhow::Result<Position> {
    let ReadPosition {
        position, reading, ..
    } = Position::read(board, text)
        .map_err(|error| match error {
            PictureError::UnknownHole(error) => {
                with_advice_on_labels(error, board, |board| Position::parse(board, text).is_ok())
            }
            error => error.into(),
        })
        .with_context(|| source.to_owned())?;
    if let Some(reading) = reading {
        output::print_note(&format!(
            "{source} was read with these characters: {reading}; to change this, draw pegs as `*` and empty holes as `o`"
        ));
    }
    Ok(position)
}

/// Reads a file, or standard input for `-`.
pub fn read(path: &Path) -> anyhow::Result<String> {
    /// Maximum size in bytes, far above the size of any drawing of a board.
    const MOST: usize = 1 << 20;
    let mut bytes = Vec::new();
    let limit = MOST as u64 + 1;
    let read = if is_dash(path) {
        std::io::stdin().take(limit).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("cannot read `{}`", path.display()))?;
    if bytes.len() > MOST {
        let (path, most) = (path.display(), MOST >> 20);
        bail!(
            "cannot read `{path}`: it is larger than {most} MiB; name a text file with one board or position"
        );
    }
    let text = String::from_utf8(bytes).map_err(|error| not_text(path, &error))?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(), // a byte order mark belongs to no text
        None => text,
    })
}

fn not_text(path: &Path, error: &FromUtf8Error) -> anyhow::Error {
    let start = error.utf8_error().valid_up_to();
    let (path, byte) = (path.display(), error.as_bytes()[start]);
    anyhow!(
        "cannot read `{path}`: byte {byte:#04x} at offset {start} is not UTF-8; save the file as UTF-8 text"
    )
}

fn no_usual_vacancy(board: &Board) -> anyhow::Error {
    let name = board.name();
    if board.jumps().is_empty() {
        return anyhow!("no jump is possible on board `{name}`");
    }
    let example = board.holes().next().map_or("a1", |hole| board.label(hole));
    anyhow!(
        "board `{name}` has no usual vacancy; name the hole that is empty at the start, such as `--vacate {example}`, \
         or try every hole with `pegboard solve` and `--vacate any` (`pegboard info` lists the labels and the possible problems)"
    )
}

/// Returns the words of an option that takes a list: they are separated by commas or blanks, and the option can be
/// repeated. A missing word beside a comma is an empty one.
fn words(values: &[String]) -> Vec<&str> {
    let parts = values.iter().flat_map(|value| value.split(','));
    let mut all = Vec::new();
    for part in parts {
        if part.trim().is_empty() {
            all.push("");
        } else {
            all.extend(part.split_whitespace());
        }
    }
    all
}

fn holes(board: &Board, labels: &[&str]) -> anyhow::Result<Vec<Hole>> {
    let hole = |label: &&str| {
        board
            .hole(label)
            .map_err(|error| with_advice_on_labels(error, board, |board| board.hole(label).is_ok()))
    };
    labels.iter().map(hole).collect()
}

// Problem: start and finish.
#[derive(Args)]
pub struct ProblemArgs {
    /// Classic problem (see `pegboard problems`), which sets the start and the finish
    #[arg(long, value_name = "NAME", help_heading = "Start", conflicts_with_all = [
        "vacate", "start", "start_file", "finish", "finish_position", "finish_includes", "finish_excludes", "fewest",
    ])]
    problem: Option<String>,
    #[command(flatten)]
    pub start: StartArgs,
    #[command(flatten)]
    pub finish: FinishArgs,
}

// Finish of a game.
#[derive(Args)]
#[command(next_help_heading = "Finish")]
pub struct FinishArgs {
    /// Hole where the last peg must end: one of these, `any`, or `complement`
    ///
    /// `complement` is the start with pegs and empty holes exchanged. The default is the board's usual finish, else `complement`
    /// from a single vacancy if the position classes allow it, otherwise `any`.
    #[arg(long, value_name = "LABEL[,LABEL…]|any|complement", conflicts_with_all = ["finish_position", "finish_includes", "finish_excludes", "fewest"])]
    finish: Vec<String>,
    /// Position to reach, as a picture or as the labels of the holes with pegs
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["finish_includes", "finish_excludes", "fewest"])]
    finish_position: Option<String>,
    /// Holes that have pegs in the end, such as `e1 f2 or d4`
    ///
    /// All holes that are not named may have a peg or not. The word `or` separates alternatives.
    #[arg(long, value_name = "LABEL", num_args = 1.., conflicts_with = "fewest")]
    finish_includes: Vec<String>,
    /// Holes that have no peg in the end, such as `d4 or e5`
    ///
    /// The alternatives pair up with those of `--finish-includes`, the first with the first.
    #[arg(long, value_name = "LABEL", num_args = 1.., conflicts_with = "fewest")]
    finish_excludes: Vec<String>,
    /// Leave as few pegs as possible
    #[arg(long, visible_alias = "fewest-pegs")]
    fewest: bool,
}

/// Describes an option `--finish` that has no default. `more` says what a finish changes.
pub fn without_default(finish: Arg, more: &str) -> Arg {
    let help = "Hole where the last peg must end: one of these, `any`, or `complement`";
    let complement = "`complement` is the start with pegs and empty holes exchanged.";
    with_help(finish, help, &format!("{complement} {more}"))
}

impl ProblemArgs {
    /// Returns the start.
    pub fn start_position(&self, board: &Board) -> anyhow::Result<Position> {
        match self.named(board)? {
            Some(named) => Ok(named.problem().start().clone()),
            None => self.start.position(board),
        }
    }

    /// Returns `true` if the user gave a start.
    pub fn start_is_given(&self) -> bool {
        self.problem.is_some() || self.start.is_given()
    }

    /// Returns `true` if the user gave a finish.
    pub fn finish_is_given(&self) -> bool {
        self.problem.is_some() || self.finish.is_given()
    }

    /// Returns the classic problem, if one is given.
    pub fn named(&self, board: &Board) -> anyhow::Result<Option<NamedProblem>> {
        Ok(self
            .problem
            .as_ref()
            .map(|name| NamedProblem::find(board, name))
            .transpose()?)
    }

    pub fn problem(&self, board: &Board) -> anyhow::Result<Problem> {
        if let Some(named) = self.named(board)? {
            return Ok(named.problem().clone());
        }
        let start = self.start.position(board)?;
        let goal = self.finish.goal(&start)?;
        Ok(Problem::new(start, goal)?)
    }

    /// Returns the problems to try in turn: for `--vacate any` one for each hole up to symmetry, otherwise one.
    pub fn problems(&self, board: &Board) -> anyhow::Result<Vec<Problem>> {
        if !self.start.is_any() {
            return Ok(vec![self.problem(board)?]);
        }
        let position = self.finish.position(board)?;
        let problem = |hole| {
            let start = board.vacate(hole);
            let goal = match &position {
                Some(position) => Goal::Position(position.clone()),
                None => self.finish.goal(&start)?,
            };
            Ok(Problem::new(start, goal)?)
        };
        // A finish that names holes breaks the symmetry.
        if self.finish.names_holes(board) {
            board.holes().map(problem).collect()
        } else {
            board.holes_up_to_symmetry().map(problem).collect()
        }
    }
}

impl FinishArgs {
    /// Returns `true` if the user gave a finish.
    pub fn is_given(&self) -> bool {
        !self.finish.is_empty()
            || self.finish_position.is_some()
            || self.fewest
            || self.is_pattern()
    }

    fn is_pattern(&self) -> bool {
        !self.finish_includes.is_empty() || !self.finish_excludes.is_empty()
    }

    /// Returns `true` if the finish names holes of the board, so that symmetric starts differ.
    fn names_holes(&self, board: &Board) -> bool {
        if !self.is_given() {
            return board.usual_goal().is_some();
        }
        self.is_pattern()
            || self.finish_position.is_some()
            || !matches!(words(&self.finish)[..], [] | ["any"] | ["complement"])
    }

    /// Returns the position to reach, if one is given.
    fn position(&self, board: &Board) -> anyhow::Result<Option<Position>> {
        let text = self.finish_position.as_ref();
        text.map(|text| read_position(board, text, "--finish-position"))
            .transpose()
    }

    pub fn goal(&self, start: &Position) -> anyhow::Result<Goal> {
        let board = start.board();
        if self.fewest {
            return Ok(Goal::FewestPegs);
        }
        if let Some(finish) = self.position(board)? {
            return Ok(Goal::Position(finish));
        }
        if self.is_pattern() {
            let (pegs, empty) = (
                self.finish_includes.join(" "),
                self.finish_excludes.join(" "),
            );
            let patterns = Pattern::parse_all(board, &pegs, &empty);
            return Ok(Goal::Patterns(
                patterns.context("--finish-includes, --finish-excludes")?,
            ));
        }
        match words(&self.finish)[..] {
            _ if self.finish.is_empty() => Ok(Goal::usual(start)),
            ["any"] => Ok(Goal::OnePeg),
            ["complement"] => Ok(Goal::Position(start.complement())),
            ["fewest"] => bail!("--finish: to leave as few pegs as possible, write `--fewest`"),
            ref labels => Ok(Goal::PegIn(holes(board, labels).context("--finish")?)),
        }
    }
}
