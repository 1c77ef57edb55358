use super::board_name::BoardArgs;
use super::diagnostics;
use super::fewest_moves::Bounds;
use super::notation_args::read_moves;
use super::outcome::Outcome;
use super::output::{self, Format};
use super::output_file;
use super::picture_file::{self, LookArgs, PictureKind};
use super::problem_args::{ProblemArgs, read_position};
use super::program::{Call, Run};
use super::quantity;
use super::search_args::SearchArgs;
use super::solve::{search, shortest};
use super::watch::Watch;
use anyhow::{anyhow, bail};
use clap::Args;
use pegboard::drawing::BoardDrawing;
use pegboard::{Board, Control, PatternLabels, Verdict};
use serde_json::json;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(mut_arg("labels", picture_file::with_optional_labels))]
#[command(mut_args(quantity::with_negative_values))]
pub struct DrawArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    problem: ProblemArgs,
    /// Draw this position, a picture or the labels of the holes with pegs, instead of the board's labels
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["moves", "solution", "vacate", "start", "start_file", "problem"], help_heading = "Start")]
    position: Option<String>,
    /// Draw these moves, played from the start, as a strip of pictures: "d2-d4, b3-d3"
    #[arg(long, value_name = "MOVES", group = "strip", help_heading = "Drawing")]
    moves: Option<String>,
    /// Solve the problem and draw the solution as a strip of pictures
    #[arg(long, group = "strip", help_heading = "Drawing")]
    solution: bool,
    /// Draw a solution with the fewest moves
    #[arg(long, requires = "solution", conflicts_with_all = ["fewest", "moves", "position"], help_heading = "Drawing")]
    fewest_moves: bool,
    #[command(flatten)]
    search: SearchArgs,
    /// Write the drawing to FILE; without it, or with `-`, print SVG to standard output
    ///
    /// The extension of FILE chooses the format: .svg, .png or .pdf; for a solution or moves also .html (a page that plays
    /// them), .gif or .apng (animations).
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Number of pictures per row of a strip [default: about the width of a page]
    #[arg(long, value_name = "NUMBER", requires = "strip", value_parser = quantity::at_least_one, help_heading = "Output")]
    columns: Option<NonZeroUsize>,
    #[command(flatten)]
    look: LookArgs,
}

impl Run for DrawArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let kind = self.kind()?;
        let board = self.board.find_and_warn()?;
        self.look().check(&board)?;
        let watch = Watch::start();
        if !self.solution {
            self.deliver(self.drawing(&board)?, None, kind, watch, call.format)?;
            return Ok(Outcome::Done);
        }
        let problem = self.problem.problem(&board)?;
        if let Some(path) = self.file().filter(|_| kind != PictureKind::Png) {
            let start = self
                .look()
                .applied(BoardDrawing::of_position(problem.start()))?;
            let control = self.control_of_picture(&watch);
            picture_file::check_size(path, &start, self.look.width(), &control)?;
        }
        let (answer, bounds) = if self.fewest_moves {
            let fewest = shortest(&problem, &self.search, &watch.control(self.search.limits()))?;
            let bounds = Bounds::of(&fewest);
            (fewest.into_answer(), Some(bounds))
        } else {
            (search(&problem, &self.search, &watch)?, None)
        };
        let outcome = bounds.map_or_else(
            || Outcome::of_verdict(answer.verdict()),
            |bounds| bounds.outcome(&answer),
        );
        match answer.best_line() {
            Some(solution) => {
                self.deliver(
                    BoardDrawing::of_solution(solution),
                    problem.pattern_labels(),
                    kind,
                    watch,
                    call.format,
                )?;
            }
            None => {
                drop(watch); // before anything is printed
                report_nothing_drawn(answer.verdict(), call.format)?;
            }
        }
        if outcome == Outcome::Undecided && answer.best_line().is_some() {
            bounds
                .and_then(Bounds::sentence)
                .iter()
                .for_each(|sentence| output::print_note(sentence));
        }
        Ok(outcome)
    }
}

/// Reports the reason there is no solution to draw.
fn report_nothing_drawn(verdict: &Verdict, format: Format) -> anyhow::Result<()> {
    let Verdict::Undecided(undecided) = verdict else {
        let error = anyhow!(
            "there is no solution to draw; `pegboard solve` with the same board, start and finish gives the reason"
        );
        return diagnostics::report(&error, format);
    };
    diagnostics::report(&undecided.limit.into(), format)?;
    output::print_note(
        "no solution was found within the limit, so nothing is drawn; `pegboard solve` with the same arguments lists the methods tried",
    );
    Ok(())
}

impl DrawArgs {
    /// Returns the format of the file, and checks before any search that a page or an animation has moves to show, and
    /// that the options have an effect on the format.
    fn kind(&self) -> anyhow::Result<PictureKind> {
        let kind = match self.file() {
            None => PictureKind::Svg,
            Some(path) if self.solution || self.moves.is_some() => PictureKind::of(path)?,
            Some(path) => {
                PictureKind::of(path)?;
                PictureKind::of_still(path)
                    .map_err(|error| anyhow!("{error}, or add `--solution` or `--moves`"))?
            }
        };
        let (is_page, is_animation) = (
            kind == PictureKind::Html,
            matches!(kind, PictureKind::Gif | PictureKind::Apng),
        );
        if self.columns.is_some() && (is_page || is_animation) {
            bail!(
                "`--columns` arranges a strip of pictures, but the file of `--output` shows one at a time; leave `--columns` \
                 out, or name a file that ends in `.svg`, `.png` or `.pdf`"
            );
        }
        if self.look.width().is_some() && is_page {
            bail!(
                "`--width` is for images, but the file of `--output` is a page, which fits its window; leave `--width` out"
            );
        }
        let is_written_at_once = is_page || kind == PictureKind::Svg;
        let limits = self.search.limits();
        let has_pixels = is_animation || kind == PictureKind::Png;
        for (option, has_no_effect, endings) in [
            (
                "--time",
                limits.time.is_some() && is_written_at_once,
                "`.png`, `.pdf`, `.gif` or `.apng`",
            ),
            (
                "--memory",
                limits.memory.is_some() && !has_pixels,
                "`.png`, `.gif` or `.apng`",
            ),
        ] {
            if has_no_effect && !self.solution {
                bail!(
                    "`{option}` is for a search or an image; add `--solution`, or name a file with `--output` that ends in {endings}"
                );
            }
        }
        Ok(kind)
    }

    fn look(&self) -> LookArgs {
        self.look.with_labels(self.board.shows_labels())
    }

    fn file(&self) -> Option<&Path> {
        output_file::other_than_stdout(self.output.as_ref())
    }

    /// Returns the requested drawing, other than a solution: moves, a position, or the board.
    fn drawing(&self, board: &Board) -> anyhow::Result<BoardDrawing> {
        let advice = match self.moves {
            None => "add `--solution` to solve the problem and draw it",
            Some(_) => "use `--solution` instead of `--moves` to solve the problem and draw it",
        };
        if let Some(option) = self.search.first_given() {
            bail!("`{option}` is for a search; {advice}");
        }
        if self.problem.finish.is_given() {
            bail!("a finish only makes sense for a solution; {advice}");
        }
        if let Some(moves) = &self.moves {
            let start = self.problem.start_position(board)?;
            let line = read_moves(&start, moves, "--moves")?;
            return Ok(BoardDrawing::of_solution(&line));
        }
        if let Some(text) = &self.position {
            let position = read_position(board, text, "--position")?;
            return Ok(BoardDrawing::of_position(&position));
        }
        if self.problem.start_is_given() {
            return Ok(BoardDrawing::of_position(
                &self.problem.start_position(board)?,
            ));
        }
        if self.board.only_shows_labels() {
            bail!(
                "`--labels` without a value is for positions, because the drawing of a board always has labels; draw a \
                 position with `--position`, `--vacate` or `--start`, or name other labels, as in `--labels numbers`"
            );
        }
        self.look.check_without_pegs()?;
        Ok(BoardDrawing::of_board(board))
    }

    /// Writes the drawing to the requested file or to standard output.
    fn deliver(
        &self,
        drawing: BoardDrawing,
        finish_patterns: Option<Vec<PatternLabels>>,
        kind: PictureKind,
        watch: Watch,
        format: Format,
    ) -> anyhow::Result<()> {
        let drawing = self.look().applied(match self.columns {
            Some(columns) => drawing.with_columns(columns.get()),
            None => drawing,
        })?;
        let file = self.file();
        if let Some(path) = file {
            self.write(path, &drawing, kind, &watch)?;
        }
        drop(watch); // before anything is printed
        match (format, file) {
            (Format::Text, Some(_)) => Ok(()),
            (Format::Text, None) => output::print_text(&drawing.to_svg()),
            (Format::Json, _) => output::print_board_json(
                "draw",
                self.board.reported(drawing.board()),
                &json!({
                    "finish_patterns": finish_patterns,
                    "pictures": drawing.panel_count(),
                    "file": file.map(|path| path.display().to_string()),
                    "svg": file.is_none().then(|| drawing.to_svg()),
                }),
            ),
        }
    }

    fn control_of_picture<'a>(&self, watch: &'a Watch) -> Control<'a> {
        let limits = self.search.limits();
        watch.control_of_picture(limits.time, limits.memory)
    }

    fn write(
        &self,
        path: &Path,
        drawing: &BoardDrawing,
        kind: PictureKind,
        watch: &Watch,
    ) -> anyhow::Result<()> {
        let (width, control) = (self.look.width(), self.control_of_picture(watch));
        match kind {
            PictureKind::Html | PictureKind::Apng | PictureKind::Gif => {
                picture_file::write_moving(path, drawing, kind, width, &control)
            }
            _ => picture_file::write_still(path, &drawing.scene(), width, &control),
        }
    }
}
