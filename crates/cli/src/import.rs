use super::one_of::OneOf;
use super::outcome::Outcome;
use super::output::{self, Format, counted};
use super::output_file;
use super::problem_args::read;
use super::program::{Call, Run};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use pegboard::drawing::{Glyphs, TextPicture};
use pegboard::{
    Board, BoardFile, GraphFormat, ImportLegend, ImportedBoard, ImportedGraph, JumpDirections,
    Lattice, LoadError, Position,
};
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
pub struct ImportArgs {
    /// Text file with a drawing of the board or with a graph, or `-` for standard input
    ///
    /// Graphs are lists of edges, DOT (Graphviz), GraphML, or JSON with nodes and links (networkx).
    file: PathBuf,
    /// Write the board file to FILE; without it, or with `-`, print it to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Lattice of a drawing: square or triangular; or graph [default: square, or graph for a file that is one]
    ///
    /// Name `graph` for a list of edges that looks like a drawing.
    #[arg(long, value_parser = LATTICES, hide_possible_values = true)]
    lattice: Option<Source>,
    /// Jump directions: orthogonal, diagonal, all, or a list such as right,left,up-right
    /// [default: those of the lattice]
    #[arg(long, value_name = "DIRECTIONS")]
    jumps: Option<JumpDirections>,
    /// Name of the board [default: the name of the graph, or of the file]
    #[arg(long)]
    name: Option<String>,
    /// Characters that stand for an empty hole
    #[arg(
        long,
        value_name = "CHARACTERS",
        default_value = "",
        hide_default_value = true
    )]
    hole: String,
    /// Characters that stand for a peg
    #[arg(
        long,
        value_name = "CHARACTERS",
        default_value = "",
        hide_default_value = true
    )]
    peg: String,
    /// Characters that stand for a place without a hole
    #[arg(
        long,
        value_name = "CHARACTERS",
        default_value = "",
        hide_default_value = true
    )]
    outside: String,
}

/// Kind of text.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Source {
    Drawing(Lattice),
    Graph,
}

/// Board read from a text.
struct Import {
    file: BoardFile,
    /// Coordinates of the pegs of a drawing.
    pegs: Option<Vec<(i32, i32)>>,
    /// Characters of a drawing.
    legend: Option<ImportLegend>,
    /// Format of a graph.
    format: Option<GraphFormat>,
    /// Reading that was chosen among others.
    note: Option<String>,
    advice: Option<String>,
}

impl Run for ImportArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let Import {
            mut file,
            pegs,
            legend,
            format,
            note,
            advice,
        } = self.read()?;
        let board = Board::new(file.clone()).with_context(|| self.file.display().to_string())?;
        let start = pegs.map(|pegs| position(&board, &file, &pegs));
        file.vacancy = start.as_ref().and_then(only_vacancy).or(file.vacancy);
        let ron = file.to_ron();
        let written = output_file::other_than_stdout(self.output.as_ref());
        if let Some(path) = written {
            output_file::write(path, &ron)?;
        }
        match (call.format, written) {
            (Format::Text, Some(_)) => {}
            (Format::Text, None) => output::print_text(&ron)?,
            (Format::Json, _) => output::print_json(
                "import",
                &json!({
                    "board": written.map(|path| path.display().to_string()),
                    "title": board.name(),
                    "holes": board.hole_count(),
                    "lattice": board.file().lattice.to_string(),
                    "symmetry": board.symmetry_group().to_string(),
                    "vacancy": file.vacancy,
                    "start": start.as_ref().map(peg_labels),
                    "file": written.map(|path| path.display().to_string()),
                    "legend": legend.map(|legend| {
                        json!({ "hole": legend.hole, "peg": legend.peg, "outside": legend.outside })
                    }),
                    "format": format.map(|format| format.to_string()),
                    "ron": ron,
                }),
            )?,
        }
        if let Some(note) = note {
            output::print_note(&note);
        }
        if board.jumps().is_empty() {
            let advice = advice.map_or_else(String::new, |advice| format!("; {advice}"));
            output::print_warning(format!("no jump is possible on this board{advice}"));
        }
        if call.format == Format::Text && file.vacancy.is_none() {
            start
                .iter()
                .filter(|start| start.vacancies().next().is_some())
                .for_each(print_start_option);
        }
        Ok(Outcome::Done)
    }
}

impl ImportArgs {
    fn read(&self) -> anyhow::Result<Import> {
        let text = read(&self.file)?;
        let from_input = self.file.as_os_str() == "-";
        let file_name = if from_input {
            "standard input".to_owned()
        } else {
            self.file.display().to_string()
        };
        let source = self.lattice.unwrap_or(match GraphFormat::of(&text) {
            Some(_) => Source::Graph,
            None => Source::Drawing(Lattice::Square),
        });
        let mut import = match source {
            Source::Graph => self.read_graph(&text, &file_name)?,
            Source::Drawing(lattice) => self.read_drawing(&text, &file_name, lattice)?,
        };
        if let Some(name) = &self.name {
            import.file.name.clone_from(name);
        }
        Ok(import)
    }

    fn read_graph(&self, text: &str, file_name: &str) -> anyhow::Result<Import> {
        let of_drawings = [
            ("--jumps", self.jumps.is_some()),
            ("--hole", !self.hole.is_empty()),
            ("--peg", !self.peg.is_empty()),
            ("--outside", !self.outside.is_empty()),
        ];
        if let Some((option, _)) = of_drawings.iter().find(|(_, is_given)| *is_given) {
            bail!(
                "{option} is about drawings, but `{file_name}` is a graph; for a drawing, add `--lattice square` or `--lattice triangular`"
            );
        }
        let imported = ImportedGraph::read(text, file_name).map_err(LoadError::Invalid)?;
        let edges = if imported.is_directed {
            "; the directions of its edges were ignored"
        } else {
            ""
        };
        Ok(Import {
            file: imported.file,
            pegs: None,
            legend: None,
            format: Some(imported.format),
            note: Some(format!(
                "the file was read as a graph ({}){edges}; to read a drawing, use `--lattice square` or `--lattice triangular`",
                imported.format
            )),
            advice: None,
        })
    }

    fn read_drawing(
        &self,
        text: &str,
        file_name: &str,
        lattice: Lattice,
    ) -> anyhow::Result<Import> {
        if let Some(jumps) = &self.jumps {
            jumps.steps(lattice).map_err(|wrong| {
                anyhow!("--jumps: {wrong}; omit it for the usual jumps of the {lattice} lattice")
            })?;
        }
        let legend = ImportLegend {
            hole: self.hole.clone(),
            peg: self.peg.clone(),
            outside: self.outside.clone(),
        };
        let mut imported =
            ImportedBoard::read(text, file_name, lattice, &legend).map_err(LoadError::Invalid)?;
        imported.file.jumps.clone_from(&self.jumps);
        Ok(Import {
            advice: imported.advice_on_walls(),
            note: imported
                .legend_is_guessed
                .then(|| legend_note(&imported.legend)),
            file: imported.file,
            pegs: imported.pegs,
            legend: Some(imported.legend),
            format: None,
        })
    }
}

/// Returns the position with the pegs of the picture, whose coordinates are relative to its bounding box.
fn position(board: &Board, file: &BoardFile, pegs: &[(i32, i32)]) -> Position {
    let left = file.holes.iter().map(|hole| hole.0).min().unwrap_or(0);
    let top = file.holes.iter().map(|hole| hole.1).min().unwrap_or(0);
    board.with_pegs(
        pegs.iter()
            .filter_map(|&(x, y)| board.hole_at((x - left, y - top))),
    )
}

/// Returns the label of the only vacancy in the picture, if there is exactly one.
fn only_vacancy(position: &Position) -> Option<String> {
    let mut vacancies = position.vacancies();
    let first = vacancies.next()?;
    vacancies
        .next()
        .is_none()
        .then(|| position.board().label(first).to_owned())
}

/// Describes how the picture was read, and the options that change it.
fn legend_note(legend: &ImportLegend) -> String {
    let meanings = [
        (&legend.outside, "no hole"),
        (&legend.peg, "a peg"),
        (&legend.hole, "an empty hole"),
    ];
    let used = meanings
        .iter()
        .filter(|(characters, _)| !characters.is_empty());
    let meanings: Vec<String> = used
        .map(|(characters, meaning)| format!("`{characters}` {meaning}"))
        .collect();
    format!(
        "the picture was read with these characters: {}; to change them, use `--hole`, `--peg` and `--outside`",
        meanings.join(", ")
    )
}

fn peg_labels(position: &Position) -> Vec<&str> {
    position
        .pegs()
        .map(|hole| position.board().label(hole))
        .collect()
}

/// Prints the option that starts from the pictured position, because a board file has at most one vacancy.
fn print_start_option(position: &Position) {
    let picture = TextPicture::of_position(position, &Glyphs::ASCII);
    let rows: Vec<String> = picture
        .lines()
        .iter()
        .map(|row| row.replace(' ', ""))
        .collect();
    let pegs = counted(position.peg_count(), "peg");
    output::print_note(&format!(
        "the picture shows a position with {pegs}; to start from it, use `--start '{}'`",
        rows.join("/")
    ));
}

const LATTICES: OneOf<Source> = OneOf {
    words: || vec!["square", "triangular", "graph"],
    parse: lattice,
};

fn lattice(name: &str) -> Result<Source, String> {
    match name.to_lowercase().as_str() {
        "square" => Ok(Source::Drawing(Lattice::Square)),
        "triangular" => Ok(Source::Drawing(Lattice::Triangular)),
        "graph" => Ok(Source::Graph),
        _ => Err("write `square`, `triangular` or `graph`".to_owned()),
    }
}
