//! Picture files, in the format of their extension.

use super::board_name::OWN_LABELS;
use super::one_of::OneOf;
#[cfg(feature = "pictures")]
use super::output;
use super::output_file;
use anyhow::{Context, bail};
use clap::Arg;
#[cfg(feature = "pictures")]
use pegboard::drawing::{AnimationFormat, animation, check_size as check_size_of, pdf, png};
use pegboard::drawing::{BoardDrawing, Scene, Theme, page};
use pegboard::{Board, Control};
#[cfg(feature = "pictures")]
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

const NO_PICTURES: &str = "this program was built without the feature `pictures`; name a file that ends in `.svg`, or rebuild it with the feature";

/// Format of a picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    Svg,
    Png,
    Pdf,
    Apng,
    Gif,
    Html,
}

impl PictureKind {
    /// Returns the format of a file by its name, for a still picture or for moves.
    pub fn of(path: &Path) -> anyhow::Result<PictureKind> {
        PictureKind::by_extension(path)?.with_context(|| {
            unknown(
                path,
                &format!("{STILL}, or for moves in `.html`, `.gif` or `.apng`"),
            )
        })
    }

    /// Returns the format of a still picture.
    pub fn of_still(path: &Path) -> anyhow::Result<PictureKind> {
        match PictureKind::by_extension(path)?.with_context(|| unknown(path, STILL))? {
            kind @ (PictureKind::Svg | PictureKind::Png | PictureKind::Pdf) => Ok(kind),
            _ => bail!(
                "`{}` would play moves, and this is a single picture; name a file that ends in {STILL}",
                path.display()
            ),
        }
    }

    /// Returns the format by extension: SVG without an extension, `None` if it is unknown.
    fn by_extension(path: &Path) -> anyhow::Result<Option<PictureKind>> {
        let kind = match ending(path).as_str() {
            "" | "svg" => PictureKind::Svg,
            "png" => PictureKind::Png,
            "pdf" => PictureKind::Pdf,
            "apng" => PictureKind::Apng,
            "gif" => PictureKind::Gif,
            "html" | "htm" => PictureKind::Html,
            _ => return Ok(None),
        };
        if cfg!(not(feature = "pictures")) && !matches!(kind, PictureKind::Svg | PictureKind::Html)
        {
            bail!(NO_PICTURES);
        }
        Ok(Some(kind))
    }
}

/// Extensions of still pictures.
const STILL: &str = "`.svg`, `.png` or `.pdf`";

fn ending(path: &Path) -> String {
    path.extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase()
}

fn unknown(path: &Path, endings: &str) -> String {
    format!(
        "cannot write drawings as {}; name a file that ends in {endings}",
        ending(path).to_uppercase()
    )
}

/// Maximum width in pixels.
const MAX_WIDTH: u32 = 20_000;

fn width(text: &str) -> Result<u32, String> {
    let width = text
        .parse()
        .ok()
        .filter(|width| (1..=MAX_WIDTH).contains(width));
    width.ok_or_else(|| format!("write a number from 1 to {MAX_WIDTH}"))
}

const THEMES: OneOf<Theme> = OneOf {
    words: || Theme::NAMED.map(|(name, _)| name).to_vec(),
    parse: str::parse,
};

// Appearance of a drawing.
#[derive(Clone, Debug, clap::Args)]
pub struct LookArgs {
    /// Color theme: light, dark, transparent or color-blind
    #[arg(long, value_parser = THEMES, hide_possible_values = true, default_value = "light", help_heading = "Look")]
    theme: Theme,
    /// Color of the pegs, such as #2f5d8c
    #[arg(
        long,
        alias = "peg-colour",
        value_name = "COLOR",
        help_heading = "Look"
    )]
    peg_color: Option<String>,
    /// Names on the pegs and holes of positions, set by `--labels`.
    #[arg(skip)]
    labels: bool,
    /// Draw column letters and row numbers beside the board
    #[arg(long, help_heading = "Look")]
    coordinates: bool,
    /// Width of the whole drawing in pixels [default: natural size, doubled in PNG, APNG and GIF]
    #[arg(long, value_name = "PIXELS", value_parser = width, help_heading = "Look")]
    width: Option<u32>,
}

/// Changes `--labels` for a command that draws: without a value, it shows the labels that the board has.
pub fn with_optional_labels(labels: Arg) -> Arg {
    labels
        .num_args(0..=1)
        .default_missing_value(OWN_LABELS)
        .help("Show the labels in drawings of positions; with a value, change them: letters, numbers, rowcol, a file")
        .long_help(
            "Show the labels in drawings of positions; with a value, change them\n\n\
             letters are as in d4, numbers as in 17; rowcol and colrow are the digits of row and column; winning-ways are \
             letters. A file has a label for each hole, row by row. On the English board the names beasley, 33 and 44 are \
             known, too.",
        )
}

/// Changes the options of [`LookArgs`] for a command that draws only into a file.
pub fn with_output(arg: Arg) -> Arg {
    if arg.get_help_heading() == Some("Look") {
        arg.requires("output")
    } else {
        arg
    }
}

impl LookArgs {
    /// Sets whether positions have names on their pegs and holes.
    pub fn with_labels(&self, labels: bool) -> LookArgs {
        LookArgs {
            labels,
            ..self.clone()
        }
    }

    /// Refuses the options that change nothing in the drawing of a board with its labels and without pegs.
    pub fn check_without_pegs(&self) -> anyhow::Result<()> {
        if self.peg_color.is_some() {
            bail!(
                "`--peg-color` is for positions, because the drawing of a board has no pegs; draw a position with `--position`, \
                 `--vacate` or `--start`, or leave the option out"
            );
        }
        Ok(())
    }

    /// Checks, before any search, that the options can be applied to drawings of a board.
    pub fn check(&self, board: &Board) -> anyhow::Result<()> {
        self.applied(BoardDrawing::of_board(board)).map(drop)
    }

    /// Applies the options to a drawing.
    pub fn applied(&self, drawing: BoardDrawing) -> anyhow::Result<BoardDrawing> {
        let drawing = drawing.with_theme(self.theme()?);
        let drawing = if self.labels {
            drawing.with_labels()
        } else {
            drawing
        };
        let drawing = if self.coordinates {
            drawing.with_coordinates().context("--coordinates")?
        } else {
            drawing
        };
        Ok(match self.width {
            Some(width) => drawing.with_width(width),
            None => drawing,
        })
    }

    fn theme(&self) -> anyhow::Result<Theme> {
        match &self.peg_color {
            Some(color) => self.theme.clone().with_pegs(color).context("--peg-color"),
            None => Ok(self.theme.clone()),
        }
    }

    pub fn width(&self) -> Option<u32> {
        self.width
    }
}

/// Writes a still picture.
pub fn write_still(
    path: &Path,
    scene: &Scene,
    width: Option<u32>,
    control: &Control<'_>,
) -> anyhow::Result<()> {
    match PictureKind::of_still(path)? {
        PictureKind::Png => write_bytes(path, &png_of(scene, width, control)?),
        PictureKind::Pdf => write_bytes(path, &pdf_of(scene, control)?),
        _ => output_file::write(path, &scene.to_svg()),
    }
}

/// Writes the moves of a drawing as a page that plays them, or as an animation.
pub fn write_moving(
    path: &Path,
    drawing: &BoardDrawing,
    kind: PictureKind,
    width: Option<u32>,
    control: &Control<'_>,
) -> anyhow::Result<()> {
    match kind {
        PictureKind::Html => {
            output_file::write(path, &page(drawing).context("there are no moves to play")?)
        }
        _ => write_bytes(path, &animation_of(drawing, kind, width, control)?),
    }
}

#[cfg(feature = "pictures")]
fn animation_of(
    drawing: &BoardDrawing,
    kind: PictureKind,
    width: Option<u32>,
    control: &Control<'_>,
) -> anyhow::Result<Vec<u8>> {
    let format = if kind == PictureKind::Gif {
        AnimationFormat::Gif
    } else {
        AnimationFormat::Apng
    };
    let frames = drawing.frames();
    warn_of_boxes(&frames);
    Ok(animation(&frames, format, width, control)?)
}

#[cfg(feature = "pictures")]
fn png_of(scene: &Scene, width: Option<u32>, control: &Control<'_>) -> anyhow::Result<Vec<u8>> {
    warn_of_boxes(std::slice::from_ref(scene));
    Ok(png(scene, width, control)?)
}

#[cfg(feature = "pictures")]
fn pdf_of(scene: &Scene, control: &Control<'_>) -> anyhow::Result<Vec<u8>> {
    warn_of_boxes(std::slice::from_ref(scene));
    Ok(pdf(scene, control)?)
}

/// Prints a note if the font lacks characters of a picture.
#[cfg(feature = "pictures")]
fn warn_of_boxes(scenes: &[Scene]) {
    let lacking: BTreeSet<char> = scenes
        .iter()
        .flat_map(Scene::characters_without_glyph)
        .collect();
    if !lacking.is_empty() {
        let characters: String = lacking.into_iter().collect();
        output::print_note(&format!(
            "the built-in font lacks these characters, which the picture shows as boxes: {characters}; an `.svg` file shows them \
             in the fonts of its reader"
        ));
    }
}

/// Checks before a search that the picture of its result is not too large, by a drawing of the position before it. A picture
/// of moves in rows cannot be checked, because its size depends on their number.
#[cfg(feature = "pictures")]
pub fn check_size(
    path: &Path,
    drawing: &BoardDrawing,
    width: Option<u32>,
    control: &Control<'_>,
) -> anyhow::Result<()> {
    let (scene, pictures) = match PictureKind::of(path)? {
        PictureKind::Gif | PictureKind::Apng => (drawing.frames().swap_remove(0), 2),
        PictureKind::Png => (drawing.scene(), 1),
        _ => return Ok(()),
    };
    Ok(check_size_of(&scene, width, pictures, control)?)
}

#[cfg(not(feature = "pictures"))]
pub fn check_size(
    _: &Path,
    _: &BoardDrawing,
    _: Option<u32>,
    _: &Control<'_>,
) -> anyhow::Result<()> {
    Ok(())
}

/// Never called: [`PictureKind::of`] has rejected these formats.
#[cfg(not(feature = "pictures"))]
fn animation_of(
    _: &BoardDrawing,
    _: PictureKind,
    _: Option<u32>,
    _: &Control<'_>,
) -> anyhow::Result<Vec<u8>> {
    bail!(NO_PICTURES)
}

#[cfg(not(feature = "pictures"))]
fn png_of(_: &Scene, _: Option<u32>, _: &Control<'_>) -> anyhow::Result<Vec<u8>> {
    bail!(NO_PICTURES)
}

#[cfg(not(feature = "pictures"))]
fn pdf_of(_: &Scene, _: &Control<'_>) -> anyhow::Result<Vec<u8>> {
    bail!(NO_PICTURES)
}

fn write_bytes(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    output_file::write_with(path, |file| file.write_all(bytes))
}
