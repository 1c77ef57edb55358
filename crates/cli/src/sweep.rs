use super::answer_text::{board_and_start, goal, limit_name};
use super::board_name::BoardArgs;
use super::codes_file;
use super::diagnostics;
use super::outcome::Outcome;
use super::output::{self, Format, counted};
use super::output_file::{self, Delivered};
use super::problem_args::{ProblemArgs, without_default};
use super::program::{Call, Run};
use super::sweep_args::SweepArgs;
use super::table::{grouped, of_numbers};
use super::watch::Watch;
use anyhow::bail;
use clap::{Args, ValueEnum};
use pegboard::sweep::{FinishedLevels, LevelSizes, PositionSet, Sweep, SweepError, SweepMethod};
use pegboard::{
    Control, Goal, LimitReached, Limits, PatternLabels, Position, Problem, SymmetryUse,
};
use serde::Serialize;
use std::path::PathBuf;

#[derive(Args)]
#[command(mut_args(super::quantity::with_negative_values))]
#[command(mut_arg("fewest", |fewest| fewest.hide(true)))] // names no finish
#[command(mut_arg("finish", |finish| without_default(finish, "Without a finish, only the reachable positions are found.")))]
pub struct SweepCommand {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    sweep: SweepArgs,
    /// Count positions instead of symmetry classes
    #[arg(long, help_heading = "Sweep")]
    raw: bool,
    /// Write comma-separated values to FILE; with `-`, print them instead of a table
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,
}

// Sweep by one process, which can write the codes of its positions.
#[derive(Args)]
#[command(mut_args(super::quantity::with_negative_values))]
pub struct SweepCodesCommand {
    #[command(flatten)]
    sweep: SweepCommand,
    #[command(flatten)]
    codes: CodesArgs,
}

// Codes to write.
#[derive(Args)]
struct CodesArgs {
    /// Write the codes of the positions to FILE, as an array for NumPy if its name ends in `.npy`
    ///
    /// Other files have plain little-endian numbers: 8 bytes each on boards of up to 64 holes, otherwise 16. Bit `i` of a code
    /// is the peg in hole `i`. Levels follow each other from the start down, each ascending.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    codes: Option<PathBuf>,
    /// Write only the positions with these numbers of pegs [default: all]
    #[arg(
        long,
        value_name = "PEGS[,PEGS…]",
        value_delimiter = ',',
        value_parser = super::quantity::whole_number::<usize>,
        requires = "codes",
        help_heading = "Output"
    )]
    level: Vec<usize>,
    /// Set of positions to write: reachable from the start, winning, or lost by the last jump [default: reachable]
    #[arg(long, value_name = "SET", requires = "codes", help_heading = "Output")]
    set: Option<SetArg>,
}

#[derive(Clone, Copy, ValueEnum)]
enum SetArg {
    Reachable,
    Winning,
    JustLost,
}

impl Run for SweepCodesCommand {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let question @ SweepQuestion {
            start,
            problem,
            symmetry,
        } = &self.sweep.question()?;
        self.codes.check(problem.as_ref())?;
        let watch = Watch::start();
        let (options, control) = (
            self.sweep.sweep.options()?,
            watch.control(self.sweep.sweep.limits()),
        );
        let sweep = match &problem {
            Some(problem) => Sweep::of_problem(problem, *symmetry, &options, &control),
            None => Sweep::from_start(start, *symmetry, &options, &control),
        };
        let sweep = match sweep {
            Ok(sweep) => sweep,
            Err(SweepError::Unfinished { error, finished }) => {
                drop(control);
                drop(watch); // before anything is printed
                return self
                    .sweep
                    .print_unfinished(call.format, question, *error, &finished);
            }
            Err(error) => return Err(error.into()),
        };
        drop(control);
        let limits = Limits {
            time: None, // the time limit is for the sweep
            ..self.sweep.sweep.limits()
        };
        self.codes.write(start, &sweep, &watch.control(limits))?;
        drop(watch); // before anything is printed
        let method = match sweep.method() {
            SweepMethod::Bitmap => "bitmap",
            _ => "lists",
        };
        let (symmetries, seconds) = (sweep.symmetries().len(), sweep.elapsed().as_secs_f64());
        self.sweep.print(
            call.format,
            question,
            &SweepResult {
                levels: sweep.levels(),
                symmetries,
                method,
                seconds,
                stopped: None,
            },
        )
    }
}

/// Sweep requested by the arguments.
pub struct SweepQuestion {
    pub start: Position,
    /// `None` without a finish.
    pub problem: Option<Problem>,
    pub symmetry: SymmetryUse,
}

impl SweepCommand {
    /// Finds the board, and reads the start and the finish from the arguments.
    pub fn question(&self) -> anyhow::Result<SweepQuestion> {
        let board = self.board.find_and_warn()?;
        let start = self.problem.start_position(&board)?;
        let problem = self
            .problem
            .finish_is_given()
            .then(|| self.problem.problem(&board))
            .transpose()?;
        if problem
            .as_ref()
            .is_some_and(|problem| *problem.goal() == Goal::FewestPegs)
        {
            bail!(
                "`--fewest` names no finish; without it, `sweep` shows all reachable positions, down to the fewest pegs"
            );
        }
        let symmetry = if self.raw {
            SymmetryUse::Raw
        } else {
            SymmetryUse::Classes
        };
        Ok(SweepQuestion {
            start,
            problem,
            symmetry,
        })
    }

    /// Returns `true` if the board can be read only once.
    pub fn board_is_stream(&self) -> bool {
        self.board.name().is_stream()
    }

    /// Returns the options that `pegboard` and `pegboard-cluster` share.
    pub fn sweep_args(&self) -> &SweepArgs {
        &self.sweep
    }

    /// Prints the levels that a stopped sweep has finished, and reports the limit.
    fn print_unfinished(
        &self,
        format: Format,
        question: &SweepQuestion,
        error: SweepError,
        finished: &FinishedLevels,
    ) -> anyhow::Result<Outcome> {
        let result = SweepResult {
            levels: &finished.levels,
            symmetries: finished.symmetries,
            method: "lists",
            seconds: finished.elapsed.as_secs_f64(),
            stopped: error.limit().map(|limit| Stopped {
                limit,
                jumps_are_complete: finished.is_complete,
            }),
        };
        self.print(format, question, &result)?;
        let error = anyhow::Error::from(error);
        diagnostics::report_text(&error);
        Ok(Outcome::of_error(&error))
    }

    /// Prints the result of a sweep.
    pub fn print(
        &self,
        format: Format,
        question: &SweepQuestion,
        result: &SweepResult<'_>,
    ) -> anyhow::Result<Outcome> {
        let report = SweepReport::new(&question.start, question.problem.as_ref(), result);
        let written = output_file::deliver(self.csv.as_ref(), || report.csv())?;
        match format {
            Format::Json => output::print_board_json(
                "sweep",
                self.board.reported(question.start.board()),
                &report,
            )?,
            Format::Text if written == Delivered::Printed => {}
            Format::Text => output::print_text(&report.text(self.raw))?,
        }
        Ok(Outcome::Done)
    }
}

impl CodesArgs {
    /// Refuses a set that needs a finish.
    fn check(&self, problem: Option<&Problem>) -> anyhow::Result<()> {
        if matches!(self.set, Some(SetArg::Winning | SetArg::JustLost)) && problem.is_none() {
            bail!("`--set winning` and `--set just-lost` need a finish, such as `--finish any`");
        }
        Ok(())
    }

    /// Writes the codes that `--codes` requests.
    fn write(&self, start: &Position, sweep: &Sweep, control: &Control<'_>) -> anyhow::Result<()> {
        let Some(path) = &self.codes else {
            return Ok(());
        };
        let set = match self.set {
            None | Some(SetArg::Reachable) => PositionSet::Reachable,
            Some(SetArg::Winning) => PositionSet::Winning,
            Some(SetArg::JustLost) => PositionSet::JustLost,
        };
        let all = sweep.levels();
        if let Some(none) = self
            .level
            .iter()
            .find(|pegs| !all.iter().any(|level| level.pegs == **pegs))
        {
            let least = all.last().map_or(0, |level| level.pegs);
            bail!(
                "no position with {} is reached, so `--level {none}` has no codes; the levels have {} to {least} pegs",
                counted(*none, "peg"),
                start.peg_count()
            );
        }
        let is_chosen =
            |level: &&LevelSizes| self.level.is_empty() || self.level.contains(&level.pegs);
        let chosen: Vec<(usize, u64)> = all
            .iter()
            .filter(is_chosen)
            .map(|level| (level.pegs, level.size(set)))
            .collect();
        codes_file::write(path, start.board(), sweep, set, &chosen, control)
    }
}

/// Result of a sweep.
pub struct SweepResult<'a> {
    pub levels: &'a [LevelSizes],
    /// Number of symmetries up to which positions are counted.
    pub symmetries: usize,
    pub method: &'static str,
    pub seconds: f64,
    /// Reason why levels are missing, if a limit stopped the sweep.
    pub stopped: Option<Stopped>,
}

/// Limit that stopped a sweep.
#[derive(Clone, Copy)]
pub struct Stopped {
    limit: LimitReached,
    /// Equals `false` if the jumps of the last level were not counted.
    jumps_are_complete: bool,
}

/// Returns the board, the start, and the finish if one was requested.
fn heading(start: &Position, problem: Option<&Problem>) -> String {
    let start = board_and_start(start);
    match problem {
        None => start,
        Some(problem) if *problem.goal() == Goal::OnePeg => format!("{start}, finish any"),
        Some(problem) => format!("{start}, {}", goal(problem)),
    }
}

/// JSON report of a sweep.
#[derive(Serialize)]
struct SweepReport {
    #[serde(skip)]
    heading: String,
    vacate: Option<String>,
    finish: Option<String>,
    /// Patterns of the goal, if it leaves holes free.
    finish_patterns: Option<Vec<PatternLabels>>,
    /// Number of symmetries up to which positions are counted.
    symmetries: usize,
    method: &'static str,
    levels: Vec<LevelReport>,
    total: TotalReport,
    /// Limit that stopped the sweep; the levels are then those that it had finished.
    limit: Option<String>,
    seconds: f64,
}

#[derive(Serialize)]
struct LevelReport {
    pegs: usize,
    jumps: usize,
    reachable: u64,
    winning: Option<u64>,
    just_lost: Option<u64>,
    /// `None` in the last level of a sweep that was stopped.
    jumps_tried: Option<u64>,
    seconds: Option<f64>,
}

#[derive(Serialize)]
struct TotalReport {
    reachable: u64,
    winning: Option<u64>,
    just_lost: Option<u64>,
    jumps_tried: u64,
}

impl SweepReport {
    fn new(start: &Position, problem: Option<&Problem>, found: &SweepResult<'_>) -> SweepReport {
        let board = start.board();
        let label = |hole| board.label(hole).to_owned();
        let finish = problem.and_then(Problem::finish).map(label);
        let any = problem.is_some_and(|problem| *problem.goal() == Goal::OnePeg);
        // If the classes rule out every finish, no position is winning or just lost.
        let known = |number: Option<u64>| {
            if problem.is_some() && found.stopped.is_none() {
                Some(number.unwrap_or(0))
            } else {
                number
            }
        };
        let is_counted = |level: &LevelSizes| {
            let last = found.levels.last().map(|last| last.pegs);
            found
                .stopped
                .is_none_or(|stopped| stopped.jumps_are_complete || Some(level.pegs) != last)
        };
        let level = |level: &LevelSizes| LevelReport {
            pegs: level.pegs,
            jumps: level.jumps,
            reachable: level.reachable,
            winning: known(level.winning),
            just_lost: known(level.just_lost),
            jumps_tried: is_counted(level).then_some(level.jumps_tried),
            seconds: level.seconds,
        };
        let levels: Vec<LevelReport> = found.levels.iter().map(level).collect();
        let sum = |of: fn(&LevelReport) -> Option<u64>| levels.iter().map(of).sum::<Option<u64>>();
        SweepReport {
            heading: heading(start, problem),
            vacate: start.single_vacancy().map(label),
            finish: finish.or(any.then(|| "any".to_owned())),
            finish_patterns: problem.and_then(Problem::pattern_labels),
            symmetries: found.symmetries,
            method: found.method,
            total: TotalReport {
                reachable: levels.iter().map(|level| level.reachable).sum(),
                winning: sum(|level| level.winning),
                just_lost: sum(|level| level.just_lost),
                jumps_tried: levels.iter().filter_map(|level| level.jumps_tried).sum(),
            },
            levels,
            limit: found.stopped.map(|stopped| limit_name(stopped.limit)),
            seconds: found.seconds,
        }
    }

    fn text(&self, raw: bool) -> String {
        let counted_as = if raw {
            "positions".to_owned()
        } else {
            match self.symmetries {
                1 => "positions (no symmetry fixes the problem)".to_owned(),
                several => format!("positions up to {several} symmetries that fix the problem"),
            }
        };
        let SweepReport {
            heading,
            method,
            seconds,
            ..
        } = self;
        let stopped = self.limit.as_ref().map_or_else(String::new, |limit| {
            format!(", stopped by {limit}: the levels finished so far")
        });
        format!(
            "{heading}: {counted_as}{stopped}\n\n{}\n\nby {method}, {seconds:.3} s",
            self.table()
        )
    }

    /// Returns the table without empty columns.
    fn table(&self) -> String {
        let number = |number: Option<u64>| number.map_or_else(String::new, grouped);
        let total = &self.total;
        let mut header = vec!["pegs", "reachable"];
        let mut rows: Vec<Vec<String>> = self
            .levels
            .iter()
            .map(|level| vec![level.pegs.to_string(), grouped(level.reachable)])
            .collect();
        rows.push(vec!["total".to_owned(), grouped(total.reachable)]);
        let mut column = |name: &'static str, of: &dyn Fn(&LevelReport) -> String, last: String| {
            header.push(name);
            let cells = self.levels.iter().map(of).chain([last]);
            rows.iter_mut()
                .zip(cells)
                .for_each(|(row, cell)| row.push(cell));
        };
        if self.levels.iter().any(|level| level.winning.is_some()) {
            column(
                "winning",
                &|level| number(level.winning),
                number(total.winning),
            );
            column(
                "just lost",
                &|level| number(level.just_lost),
                number(total.just_lost),
            );
        }
        column(
            "jumps",
            &|level| number(level.jumps_tried),
            grouped(total.jumps_tried),
        );
        if self.levels.iter().any(|level| level.seconds.is_some()) {
            let time = |level: &LevelReport| {
                level
                    .seconds
                    .map_or_else(String::new, |seconds| format!("{seconds:.3} s"))
            };
            column("time", &time, format!("{:.3} s", self.seconds));
        }
        of_numbers(&header, rows)
    }

    fn csv(&self) -> String {
        let number =
            |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
        let mut lines =
            vec!["pegs,jumps,reachable,winning,just_lost,jumps_tried,seconds".to_owned()];
        lines.extend(self.levels.iter().map(|level| {
            let seconds = level
                .seconds
                .map_or_else(String::new, |seconds| format!("{seconds:.6}"));
            let LevelReport {
                pegs,
                jumps,
                reachable,
                jumps_tried,
                ..
            } = level;
            let (winning, just_lost) = (number(level.winning), number(level.just_lost));
            let jumps_tried = number(*jumps_tried);
            format!("{pegs},{jumps},{reachable},{winning},{just_lost},{jumps_tried},{seconds}")
        }));
        lines.join("\n") + "\n"
    }
}
