use super::board_name::BoardArgs;
use super::outcome::Outcome;
use super::output::{self, Format, HEADING, counted, styled};
use super::output_file::{self, Delivered};
use super::problem_args::ProblemArgs;
use super::program::{Call, Run};
use super::sweep_args::SweepArgs;
use super::watch::Watch;
use anyhow::{Context, bail};
use clap::Args;
use pegboard::control::{size_text, whole_file};
use pegboard::winning::{CodeFile, IndexedWinningSet, WinningSet, read_bell_folder, read_csv};
use pegboard::{Board, Control, Goal, Limits, Pattern, PatternLabels, Problem, Progress};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(mut_args(super::quantity::with_negative_values))]
#[command(mut_arg("fewest", |fewest| fewest.hide(true)))] // names no finish
pub struct WinningCommand {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    from: FromArgs,
    #[command(flatten)]
    sweep: SweepArgs,
    /// Write the winning positions to FILE, for `pegboard hint --winning`
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Write comma-separated values to FILE: pegs and code; with `-`, print them instead of a summary
    ///
    /// The codes are canonical under the board's whole group.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,
    /// Write a file for each number of pegs to FOLDER, in Bell's format
    ///
    /// The files hold codes of 4 bytes, little-endian.
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    bell: Option<PathBuf>,
    /// Write one set for all complement problems of the board to FILE, as text
    ///
    /// Each line has the pegs, the index (problem i is bit i-1) and the codes. All codes together are the winning
    /// positions of the general problem, from any vacancy to any survivor.
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Output",
        conflicts_with = "FromArgs"
    )]
    indexed: Option<PathBuf>,
}

// Source of the winning positions, if not a sweep.
#[derive(Args)]
#[group(multiple = false, conflicts_with_all = ["scratch", "method"])]
#[command(
    next_help_heading = "Input, instead of a sweep (codes that cannot be winning are refused)"
)]
struct FromArgs {
    /// Read the codes of the files in FOLDER, in Bell's format
    ///
    /// The files are `…winning_1.bin`, `…winning_2.bin` and so on.
    #[arg(long, value_name = "FOLDER")]
    from_bell: Option<PathBuf>,
    /// Read comma-separated values as written by `--csv`
    #[arg(long, value_name = "FILE")]
    from_csv: Option<PathBuf>,
    /// Read the codes of this complement problem from text as written by `--indexed`
    #[arg(long, value_name = "FILE")]
    from_indexed: Option<PathBuf>,
}

impl Run for WinningCommand {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let board = self.board.find_and_warn()?;
        let problem = self.problem.problem(&board)?;
        if *problem.goal() == Goal::FewestPegs {
            bail!(
                "`--fewest` names no finish, so no position is winning; name a finish with `--finish`"
            );
        }
        let watch = Watch::start();
        let control = watch.control(self.sweep.limits());
        let (set, indexed) = match self.from.codes(&problem, &control)? {
            Some(files) => (WinningSet::import(&problem, &files, &control)?, None),
            None => swept(self, &problem, &control)?,
        };
        let csv = write_files(self, &set, indexed.as_ref(), &control)?;
        drop(control);
        drop(watch); // before anything is printed
        let report = Report::new(self, &set, indexed.as_ref());
        match call.format {
            Format::Json => {
                output::print_board_json("winning", self.board.reported(&board), &report)?
            }
            Format::Text if csv == Delivered::Printed => {}
            Format::Text => output::print_text(&report.text())?,
        }
        let outputs = [&self.output, &self.csv, &self.bell, &self.indexed];
        if outputs.iter().all(|output| output.is_none()) {
            output::print_note(
                "nothing was written; `-o FILE` saves the positions for `pegboard hint --winning FILE`",
            );
        }
        Ok(if set.is_empty() {
            Outcome::Unsolvable
        } else {
            Outcome::Done
        })
    }
}

/// Finds the winning positions by a sweep, and the indexed set if requested.
fn swept(
    args: &WinningCommand,
    problem: &Problem,
    control: &Control<'_>,
) -> anyhow::Result<(WinningSet, Option<IndexedWinningSet>)> {
    let options = args.sweep.options()?;
    let set = WinningSet::find(problem, &options, control)?;
    if args.indexed.is_none() {
        return Ok((set, None));
    }
    let held = set.as_bytes().len() as u64;
    let limits = Limits {
        memory: Some(control.memory().saturating_sub(held)),
        ..control.limits().clone()
    };
    let observer = |progress: &Progress| control.observe_part(progress);
    let beside = control.child(limits).watched_by(&observer);
    let indexed = IndexedWinningSet::find(problem.board(), &options, &beside)?;
    Ok((set, Some(indexed)))
}

impl FromArgs {
    /// Reads the codes of the given file or folder, if any.
    fn codes(
        &self,
        problem: &Problem,
        control: &Control<'_>,
    ) -> anyhow::Result<Option<Vec<CodeFile>>> {
        Ok(
            match (&self.from_bell, &self.from_csv, &self.from_indexed) {
                (Some(folder), _, _) => Some(read_bell_folder(folder, control)?),
                (_, Some(file), _) => Some(vec![read_csv(file, control)?]),
                (_, _, Some(file)) => Some(vec![from_indexed(file, problem, control)?]),
                _ => None,
            },
        )
    }

    fn path(&self) -> Option<&PathBuf> {
        self.from_bell
            .as_ref()
            .or(self.from_csv.as_ref())
            .or(self.from_indexed.as_ref())
    }
}

/// Reads the codes of one complement problem.
fn from_indexed(path: &Path, problem: &Problem, control: &Control<'_>) -> anyhow::Result<CodeFile> {
    let start = problem.start();
    let hole = problem
        .vacancy()
        .filter(|_| problem.finishes() == Some(vec![start.complement()]));
    let Some(hole) = hole else {
        bail!(
            "an indexed set answers complement problems only; name a single hole with `--vacate`, and use `--finish complement`"
        );
    };
    let board = problem.board();
    let indexed = IndexedWinningSet::open(path, board, control)?;
    let codes = indexed.problem_codes(hole, control)?.with_context(|| {
        let hole = board.label(hole);
        format!(
            "the position classes of board `{}` do not allow the complement problem from {hole}",
            board.name()
        )
    })?;
    Ok(CodeFile {
        path: path.to_owned(),
        codes,
    })
}

/// Writes the requested files, and returns the outcome of `--csv`.
fn write_files(
    args: &WinningCommand,
    set: &WinningSet,
    indexed: Option<&IndexedWinningSet>,
    control: &Control<'_>,
) -> anyhow::Result<Delivered> {
    if let Some((path, indexed)) = args.indexed.as_ref().zip(indexed) {
        output_file::write_with(path, |file| indexed.write_text(file, control))?;
    }
    if let Some(path) = &args.output {
        set.save(path, control)?;
    }
    let csv = output_file::deliver_with(args.csv.as_ref(), |mut out| {
        set.write_csv(&mut out, control)
    })?;
    if let Some(folder) = &args.bell {
        write_bell_files(set, folder, control)?;
    }
    Ok(csv)
}

/// Writes `english33winning_16.bin` and so on, up to half the holes if the rest are complements.
fn write_bell_files(set: &WinningSet, folder: &Path, control: &Control<'_>) -> anyhow::Result<()> {
    let board = set.board();
    let name: String = board.name().to_lowercase().split_whitespace().collect();
    let most = if set.is_halved() {
        board.hole_count() / 2
    } else {
        board.hole_count()
    };
    // Computed in full before writing: if one file has too large a code, none is useful.
    let file = |pegs| {
        let name = format!("{name}{}winning_{pegs}.bin", board.hole_count());
        anyhow::Ok((name, set.to_bell_bytes(pegs, control)?))
    };
    let mut files = (1..=most).map(file).collect::<anyhow::Result<Vec<_>>>()?;
    files.retain(|(_, bytes)| !bytes.is_empty());
    whole_file::write_all(folder, &files)
        .with_context(|| format!("cannot write the folder `{}`", folder.display()))
}

/// Report of `winning --json`.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(skip)]
    title: &'a str,
    /// File in the program's own format.
    file: Option<String>,
    /// File or folder that was read instead of a sweep.
    from: Option<String>,
    /// Patterns of the goal, if it leaves holes free.
    finish_patterns: Option<Vec<PatternLabels>>,
    positions: u64,
    halved: bool,
    bytes: usize,
    bits_per_position: f64,
    indexed: Option<IndexedReport<'a>>,
}

#[derive(Serialize)]
struct IndexedReport<'a> {
    file: Option<String>,
    /// Number of codes with pegs in at most half of the holes.
    codes: usize,
    /// Winning classes of the general problem with pegs in at most half of the holes.
    classes: usize,
    problems: Vec<ProblemReport<'a>>,
}

#[derive(Serialize)]
struct ProblemReport<'a> {
    /// Number from 1; the problem is bit `number - 1` of an index.
    number: usize,
    vacate: &'a str,
    degenerate: bool,
}

impl<'a> Report<'a> {
    fn new(
        args: &WinningCommand,
        set: &'a WinningSet,
        indexed: Option<&'a IndexedWinningSet>,
    ) -> Report<'a> {
        let path = |path: &PathBuf| path.display().to_string();
        Report {
            title: set.board().name(),
            file: args.output.as_ref().map(path),
            from: args.from.path().map(path),
            finish_patterns: (!set.patterns().is_empty())
                .then(|| set.patterns().iter().map(Pattern::labels).collect()),
            positions: set.len(),
            halved: set.is_halved(),
            bytes: set.as_bytes().len(),
            bits_per_position: set.bits_per_position(),
            indexed: indexed.map(|indexed| IndexedReport {
                file: args.indexed.as_ref().map(path),
                codes: indexed.len(),
                classes: indexed.class_count(),
                problems: problems(set.board(), indexed),
            }),
        }
    }

    fn text(&self) -> String {
        let each = match self.positions {
            0 => String::new(),
            _ => format!(", {:.2} bits each", self.bits_per_position),
        };
        let set = format!(
            "{}: {}, {}{each}",
            styled(HEADING, self.title),
            with_complements(self.positions, self.halved),
            size_text(self.bytes as u64),
        );
        let Some(indexed) = &self.indexed else {
            return set;
        };
        let problem = |problem: &ProblemReport<'_>| {
            let raw = if problem.degenerate {
                " (its positions raw)"
            } else {
                ""
            };
            format!("{} from {}{raw}", problem.number, problem.vacate)
        };
        let problems: Vec<String> = indexed.problems.iter().map(problem).collect();
        let problems = if problems.is_empty() {
            "none".to_owned()
        } else {
            problems.join(", ")
        };
        format!(
            "{set}\nfrom any vacancy to any survivor: {} (and their complements), {}; complement problems: {problems}",
            counted(indexed.classes, "winning class"),
            counted(indexed.codes, "indexed code")
        )
    }
}

fn problems<'a>(board: &'a Board, indexed: &IndexedWinningSet) -> Vec<ProblemReport<'a>> {
    let report = |(place, problem): (usize, &pegboard::winning::IndexedProblem)| ProblemReport {
        number: place + 1,
        vacate: board.label(problem.hole),
        degenerate: problem.is_degenerate,
    };
    indexed.problems().iter().enumerate().map(report).collect()
}

/// Counts the positions of a set: `95 winning positions and their complements`.
pub fn with_complements(positions: u64, halved: bool) -> String {
    let halved = match positions {
        0 => "",
        _ if !halved => "",
        1 => " and its complement",
        _ => " and their complements",
    };
    format!("{}{halved}", counted(positions, "winning position"))
}
