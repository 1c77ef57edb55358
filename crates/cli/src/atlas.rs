use super::answer_text::limit_name;
use super::atlas_games::{GamesReport, games_text, memory_note};
use super::atlas_longest::{LongestReport, longest_text};
use super::atlas_moves::{MovesReport, least_text, moves_text};
use super::board_name::{BoardName, LabelArgs};
use super::limit_args::LimitArgs;
use super::outcome::Outcome;
use super::output::{
    self, BAD, Format, GOOD, ReportedBoard, UNSURE, counted, line_width, styled, wrapped,
};
use super::output_file::{self, Delivered};
use super::picture_file::{self, PictureKind};
use super::program::{Call, Run, with_help};
use super::stuck::StuckTable;
use super::watch::Watch;
use anyhow::{anyhow, bail};
use clap::Args;
use pegboard::atlas::{
    Atlas, AtlasEntry, AtlasError, AtlasMap, AtlasOptions, Finding, games_file, longest_moves_file,
    moves_file, pack, settle, settle_games, settle_longest_moves, settle_moves, verify,
};
use pegboard::moves::MovesTableOptions;
use pegboard::sweep::{SweepOptions, shortest_game};
use pegboard::{Board, Control, LimitReached, Limits, ProblemType};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Exit codes for `--help`.
const EXIT_CODES: &str = "\
Exit codes:
  0  every problem is settled
  2  some problems are open: a limit was reached, or Ctrl-C was pressed
  3  bad input, a folder or file that cannot be used, or a certificate that is wrong";

#[derive(Args)]
#[command(after_long_help = EXIT_CODES)]
#[command(mut_arg("time", |time| with_help(
    time,
    "Time limit for each problem: 20s, 500ms, 1h30m [default: 20s; with `--fewest-moves`, `--games` or `--stuck`, no limit]",
    "An exhaustion may take six times as long, and so may the check of a certificate in the folder."
)))]
#[command(mut_arg("memory", |arg| arg.help("Maximum memory for all searches together: 512M, 2G [default: half of the free memory]")))]
#[command(mut_arg("threads", |threads| with_help(
    threads,
    "Number of problems searched in parallel [default: one per processor]",
    "The last ones get several threads each."
)))]
#[command(mut_args(super::quantity::with_negative_values))]
pub struct AtlasArgs {
    /// A board of the library (see `pegboard boards`), the path of a board file or a drawing, or `-` for standard input
    #[arg(
        required_unless_present = "verify",
        conflicts_with = "verify",
        hide_possible_values = true
    )]
    board: Option<BoardName>,
    #[command(flatten)]
    labels: LabelArgs,
    /// Folder of certificates, or an atlas file [default: BOARD.atlas]
    ///
    /// Problems with a certificate there are not searched again.
    #[arg(long, value_name = "PATH", conflicts_with = "verify")]
    folder: Option<PathBuf>,
    /// Check every certificate in a folder or an atlas file, and show the problems that they settle
    #[arg(long, value_name = "PATH", conflicts_with_all = ["time", "labels"])]
    verify: Option<PathBuf>,
    /// Pack the folder and its table of fewest moves into an atlas file, without searching or checking
    #[arg(long, value_name = "FILE", conflicts_with_all = ["verify", "fewest_moves", "map", "time", "memory", "threads"])]
    pack: Option<PathBuf>,
    /// Find the fewest moves of every problem
    ///
    /// The numbers are kept in the file `moves.csv` in the folder, or in the atlas file. Numbers there are not searched
    /// again, but reported as recorded unless a certificate proves them.
    #[arg(long, group = "table", conflicts_with = "verify")]
    fewest_moves: bool,
    /// Find and prove only the fewest moves over all problems
    #[arg(long, requires = "fewest_moves", conflicts_with_all = ["verify", "pack", "stuck", "longest_move", "games"])]
    least: bool,
    /// Find the longest move and the longest last move of every problem, in jumps
    ///
    /// The numbers are kept in the file `longest.csv` in the folder, each with a solution and an upper bound. Numbers that
    /// reach their bound there are not searched again.
    #[arg(long, group = "table", conflicts_with_all = ["verify", "pack", "map"])]
    longest_move: bool,
    /// Count the games from each vacancy
    ///
    /// The numbers are kept in the file `games.csv` in the folder, and are not counted again. Vacancies whose count does not
    /// fit the memory stay open.
    #[arg(long, group = "table", conflicts_with_all = ["verify", "pack", "map"])]
    games: bool,
    /// Folder for counts that do not fit the memory
    ///
    /// The numbers of such a count are in a file there until its end.
    #[arg(
        long,
        value_name = "FOLDER",
        requires = "games",
        conflicts_with_all = ["verify", "pack", "fewest_moves", "least", "longest_move", "stuck", "map"]
    )]
    scratch: Option<PathBuf>,
    /// Find the shortest game from each vacancy after which no jump is left
    ///
    /// The game leaves the most pegs (fool's solitaire). A complete search proves that none is shorter.
    #[arg(long, group = "table", conflicts_with_all = ["verify", "folder", "pack", "map"])]
    stuck: bool,
    /// Write the table of moves or games as comma-separated values to FILE; with `-`, print them instead of a table
    #[arg(long, value_name = "FILE", requires = "table", conflicts_with_all = ["verify", "pack"])]
    csv: Option<PathBuf>,
    /// Draw a map of the possible finishes from each hole, or of the numbers of moves: .svg, .png or .pdf
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Run for AtlasArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        self.map.as_deref().map(PictureKind::of_still).transpose()?; // before hours of work
        let Some(name) = &self.board else {
            let Some(path) = &self.verify else {
                bail!("name a board, or a folder or file to verify")
            };
            let watch = Watch::start();
            let atlas = verify(path, &self.control(&watch))?;
            drop(watch); // before anything is printed
            return self.show(&atlas, None, call.format);
        };
        let board = self.labels.applied(name.find_and_warn()?)?;
        if self.stuck {
            return self.run_stuck(&board, call.format);
        }
        let path = match &self.folder {
            Some(folder) => folder.clone(),
            None if name.is_stream() => {
                bail!("a board from a pipe gives the folder no name; name one with `--folder`")
            }
            None => default_folder(name.as_str()),
        };
        if let Some(file) = &self.pack {
            let certificates = pack(&board, &path, file).map_err(with_cure)?;
            return show_packed(
                &board,
                name.reported(&board),
                certificates,
                file,
                call.format,
            );
        }
        if !path.exists() && path.extension().is_some_and(|ending| ending == "ron") {
            bail!(
                "there is no atlas file `{}`, and the name of a new folder cannot end in `.ron`; name another folder \
                 with `--folder`, and make the file with `--pack`",
                path.display()
            );
        }
        if self.fewest_moves {
            return self.run_moves(&board, &path, call.format);
        }
        if self.longest_move {
            return self.run_longest(&board, &path, call.format);
        }
        if self.games {
            return self.run_games(&board, &path, call.format);
        }
        let mut options = AtlasOptions::default();
        options.time = self.limits.time.unwrap_or(options.time);
        let watch = Watch::start();
        let control = self.control(&watch);
        let atlas = settle(&board, &path, &options, &control).map_err(with_cure)?;
        let limit = control.limit_reached();
        drop(watch); // before anything is printed
        advise_to_resume(limit);
        self.show(&atlas, Some(&path), call.format)
    }
}

impl AtlasArgs {
    /// Describes the board for a report.
    fn reported<'a>(&'a self, board: &'a Board) -> ReportedBoard<'a> {
        match &self.board {
            Some(name) => name.reported(board),
            None => ReportedBoard::of_unnamed(board),
        }
    }

    /// Returns a control without a time limit, because `--time` applies to each problem.
    fn control<'a>(&self, watch: &'a Watch) -> Control<'a> {
        watch.control(Limits {
            time: None,
            ..self.limits.limits()
        })
    }

    /// Prints an atlas, and the path of its certificates if the command wrote any.
    fn show(
        &self,
        atlas: &Atlas,
        written: Option<&Path>,
        format: Format,
    ) -> anyhow::Result<Outcome> {
        self.draw(&AtlasMap::new(atlas))?;
        let (open, unchecked) = (atlas.count(Finding::Open), atlas.count(Finding::Unchecked));
        if unchecked > 0 {
            let certificates = counted(unchecked, "certificate");
            output::print_note(&format!(
                "{certificates} not checked within the time limit; raise `--time`, or check all with `--verify`"
            ));
        }
        match (format, written) {
            (Format::Json, _) => output::print_board_json(
                "atlas",
                self.reported(atlas.board()),
                &AtlasReport::new(atlas),
            )?,
            (Format::Text, None) => output::print_text(&text(atlas))?,
            (Format::Text, Some(path)) => output::print_text(&format!(
                "{}\ncertificates: {}\n",
                text(atlas),
                path.display()
            ))?,
        }
        Ok(Outcome::of_open(open + unchecked))
    }

    fn draw(&self, map: &AtlasMap<'_>) -> anyhow::Result<()> {
        let Some(path) = &self.map else {
            return Ok(());
        };
        let watch = Watch::start();
        picture_file::write_still(
            path,
            &map.scene(),
            None,
            &watch.control_of_picture(None, self.limits.memory),
        )
    }

    fn run_stuck(&self, board: &Board, format: Format) -> anyhow::Result<Outcome> {
        let watch = Watch::start();
        let control = self.control(&watch);
        let table = StuckTable::find(board, |start| {
            let limits = Limits {
                time: self.limits.time,
                ..control.limits().clone()
            };
            shortest_game(start, &SweepOptions::default(), &control.child(limits))
        })?;
        drop(control);
        drop(watch); // before anything is printed
        let written = output_file::deliver(self.csv.as_ref(), || table.csv())?;
        match format {
            Format::Json => {
                let board = self.reported(board);
                output::print_board_json("atlas --stuck", board, &table.report(board))?
            }
            Format::Text if written == Delivered::Printed => {}
            Format::Text => output::print_text(&table.text())?,
        }
        Ok(table.outcome())
    }

    fn run_moves(&self, board: &Board, path: &Path, format: Format) -> anyhow::Result<Outcome> {
        let options = MovesTableOptions::default()
            .with_time(self.limits.time)
            .with_least(self.least);
        let watch = Watch::start();
        let control = self.control(&watch);
        let table = settle_moves(board, path, &options, &control).map_err(with_cure)?;
        let limit = control.limit_reached();
        drop(watch); // before anything is printed
        advise_to_resume(limit);
        self.draw(&AtlasMap::of_moves(&table))?;
        let text = if self.least { least_text } else { moves_text };
        let board = self.reported(board);
        let report = ("atlas --fewest-moves", board, MovesReport::new(&table));
        self.deliver(
            format,
            report,
            || table.to_csv(),
            || text(&table),
            &moves_file(path),
        )?;
        Ok(Outcome::of_open(if self.least {
            usize::from(!table.is_least_settled())
        } else {
            table.open()
        }))
    }

    /// Finds the longest moves of every problem.
    fn run_longest(&self, board: &Board, path: &Path, format: Format) -> anyhow::Result<Outcome> {
        let time = self.limits.time.unwrap_or(AtlasOptions::default().time);
        let watch = Watch::start();
        let control = self.control(&watch);
        let table = settle_longest_moves(board, path, time, &control).map_err(with_cure)?;
        let limit = control.limit_reached();
        drop(watch); // before anything is printed
        advise_to_resume(limit);
        let board = self.reported(board);
        let report = ("atlas --longest-move", board, LongestReport::new(&table));
        let file = longest_moves_file(path);
        self.deliver(
            format,
            report,
            || table.to_csv(),
            || longest_text(&table),
            &file,
        )?;
        Ok(Outcome::of_open(table.open()))
    }

    /// Counts the games from every vacancy.
    fn run_games(&self, board: &Board, path: &Path, format: Format) -> anyhow::Result<Outcome> {
        let watch = Watch::start();
        let control = self.control(&watch);
        let table = settle_games(
            board,
            path,
            self.limits.time,
            self.scratch.as_deref(),
            &control,
        )
        .map_err(with_cure)?;
        let limit = control.limit_reached();
        drop(watch); // before anything is printed
        advise_to_resume(limit);
        if let Some(note) = memory_note(&table) {
            output::print_note(&note);
        }
        let board = self.reported(board);
        let report = ("atlas --games", board, GamesReport::new(&table, board));
        self.deliver(
            format,
            report,
            || table.to_csv(),
            || games_text(&table),
            &games_file(path),
        )?;
        Ok(Outcome::of_open(table.open()))
    }

    /// Writes a table to the file of `--csv`, and prints it with the path of the file in which it is kept.
    fn deliver(
        &self,
        format: Format,
        (command, board, report): (&str, ReportedBoard<'_>, impl Serialize),
        csv: impl FnOnce() -> String,
        text: impl FnOnce() -> String,
        file: &Path,
    ) -> anyhow::Result<()> {
        let written = output_file::deliver(self.csv.as_ref(), csv)?;
        match format {
            Format::Json => output::print_board_json(command, board, &report),
            Format::Text if written == Delivered::Printed => Ok(()),
            Format::Text => output::print_text(&format!("{}\n\ntable: {}", text(), file.display())),
        }
    }
}

/// Adds the option that avoids an error.
fn with_cure(error: AtlasError) -> anyhow::Error {
    match error {
        AtlasError::OtherBoard { .. } | AtlasError::NoFolder { .. } => {
            anyhow!("{error}; name another with `--folder`")
        }
        AtlasError::OtherLabels { .. } => {
            anyhow!("{error}; use the same `--labels`, or name another with `--folder`")
        }
        error => error.into(),
    }
}

/// Prints a note if a signal stopped the work.
fn advise_to_resume(limit: Option<LimitReached>) {
    if let Some(limit @ LimitReached::Cancelled) = limit {
        output::print_note(&format!(
            "stopped by {}; run the same command again to resume",
            limit_name(limit)
        ));
    }
}

fn show_packed(
    board: &Board,
    reported: ReportedBoard<'_>,
    certificates: usize,
    file: &Path,
    format: Format,
) -> anyhow::Result<Outcome> {
    match format {
        Format::Json => output::print_board_json(
            "atlas --pack",
            reported,
            &PackReport {
                file: file.display().to_string(),
                certificates,
            },
        )?,
        Format::Text => output::print_text(&format!(
            "{}: {} packed into {}",
            board.name(),
            counted(certificates, "certificate"),
            file.display()
        ))?,
    }
    Ok(Outcome::Done)
}

/// Returns `english.atlas`, in the current folder, for `english` and for `shapes/english.ron`.
pub fn default_folder(board: &str) -> PathBuf {
    let path = PathBuf::from(board);
    let stem = if path.extension().is_some_and(|extension| extension == "ron") {
        path.file_stem()
    } else {
        path.file_name()
    };
    let mut folder = stem.unwrap_or_default().to_owned();
    folder.push(".atlas");
    folder.into()
}

fn text(atlas: &Atlas) -> String {
    let board = atlas.board();
    let types = board.problem_types();
    let mut sections = vec![summary(atlas)];
    for (index, each) in types.iter().enumerate() {
        sections.push(format!("type {}\n{}", index + 1, type_text(atlas, each)));
    }
    let shown = KEY.iter().filter(|(finding, _)| atlas.count(*finding) > 0);
    let key: Vec<String> = shown
        .map(|(finding, words)| format!("{} {words}", symbol(*finding)))
        .collect();
    sections.extend((!key.is_empty()).then(|| key.join("   ")));
    sections.join("\n\n") + "\n"
}

fn summary(atlas: &Atlas) -> String {
    let by = |(finding, words)| {
        let count = atlas.count(finding);
        (count > 0).then(|| format!("{count} {words}"))
    };
    let reasons: Vec<String> = REASONS.into_iter().filter_map(by).collect();
    let reasons = if reasons.is_empty() {
        String::new()
    } else {
        format!(" ({})", reasons.join(", "))
    };
    let unchecked = match atlas.count(Finding::Unchecked) {
        0 => String::new(),
        unchecked => format!(", {} not checked", counted(unchecked, "certified problem")),
    };
    format!(
        "{}: {} that the classes allow; {} solvable, {} unsolvable{reasons}, {} open{unchecked}.",
        atlas.board().name(),
        counted(atlas.entries().len(), "problem"),
        atlas.count(Finding::Solvable),
        atlas.unsolvable(),
        atlas.count(Finding::Open)
    )
}

const REASONS: [(Finding, &str); 3] = [
    (Finding::RefutedByPagoda, "by a pagoda function"),
    (Finding::RefutedByCases, "by cases"),
    (Finding::RefutedByExhaustion, "by exhaustion"),
];

/// Returns a line for each vacancy: `d1: ●d1 ●a4 …`.
fn type_text(atlas: &Atlas, each: &ProblemType) -> String {
    let board = atlas.board();
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for problem in each.problems() {
        let vacancy = board.label(problem.vacancy());
        if lines.last().is_none_or(|(last, _)| last != vacancy) {
            lines.push((vacancy.to_owned(), Vec::new()));
        }
        let finding = atlas
            .finding(problem.vacancy(), problem.finish())
            .unwrap_or(Finding::Open);
        let cell = format!("{}{}", symbol(finding), board.label(problem.finish()));
        lines
            .last_mut()
            .expect("a line was just added")
            .1
            .push(cell);
    }
    let line = |(vacancy, cells): &(String, Vec<String>)| {
        let indent = vacancy.chars().count() + 4;
        let body = wrapped(
            cells.iter().map(String::as_str),
            line_width().saturating_sub(indent),
        );
        format!(
            "  {vacancy}: {}",
            body.replace('\n', &format!("\n{}", " ".repeat(indent)))
        )
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

const KEY: [(Finding, &str); 6] = [
    (Finding::Solvable, "solvable"),
    (Finding::RefutedByPagoda, "unsolvable, by a pagoda function"),
    (
        Finding::RefutedByCases,
        "unsolvable, by cases of first and last jumps",
    ),
    (Finding::RefutedByExhaustion, "unsolvable, by exhaustion"),
    (Finding::Open, "open"),
    (Finding::Unchecked, "certificate not checked"),
];

/// Returns the character closest to the mark on the map: a cross, a diamond, a square with a cross.
fn symbol(finding: Finding) -> String {
    match finding {
        Finding::Solvable => styled(GOOD, "●"),
        Finding::RefutedByPagoda => styled(BAD, "×"),
        Finding::RefutedByCases => styled(BAD, "◆"),
        Finding::RefutedByExhaustion => styled(BAD, "⊠"),
        Finding::Open => styled(UNSURE, "?"),
        Finding::Unchecked => styled(UNSURE, "~"),
    }
}

#[derive(Serialize)]
struct AtlasReport<'a> {
    solvable: usize,
    unsolvable: usize,
    open: usize,
    /// Number of problems whose certificate was not checked.
    unchecked: usize,
    problems: Vec<EntryReport<'a>>,
}

#[derive(Serialize)]
struct PackReport {
    file: String,
    certificates: usize,
}

#[derive(Serialize)]
struct EntryReport<'a> {
    vacate: &'a str,
    finish: &'a str,
    answer: &'static str,
    proof: Option<&'static str>,
    seconds: f64,
    certificate: Option<String>,
}

impl<'a> AtlasReport<'a> {
    fn new(atlas: &'a Atlas) -> AtlasReport<'a> {
        AtlasReport {
            solvable: atlas.count(Finding::Solvable),
            unsolvable: atlas.unsolvable(),
            open: atlas.count(Finding::Open),
            unchecked: atlas.count(Finding::Unchecked),
            problems: atlas
                .entries()
                .iter()
                .map(|entry| EntryReport::new(atlas, entry))
                .collect(),
        }
    }
}

impl<'a> EntryReport<'a> {
    fn new(atlas: &'a Atlas, entry: &AtlasEntry) -> EntryReport<'a> {
        let (answer, proof) = match entry.finding {
            Finding::Solvable => ("solvable", Some("solution")),
            Finding::RefutedByPagoda => ("unsolvable", Some("pagoda")),
            Finding::RefutedByCases => ("unsolvable", Some("cases")),
            Finding::RefutedByExhaustion => ("unsolvable", Some("exhaustion")),
            Finding::Open | Finding::Unchecked => ("undecided", None),
        };
        EntryReport {
            vacate: atlas.board().label(entry.problem.vacancy()),
            finish: atlas.board().label(entry.problem.finish()),
            answer,
            proof,
            seconds: entry.seconds,
            certificate: entry
                .certificate
                .as_ref()
                .map(|path| path.display().to_string()),
        }
    }
}
