use super::board_facts::FinishFacts;
use super::named_files::is_dash;
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
    Board, BoardFile, GraphFormat, ImportLegend, ImportOptions, ImportedBoard, ImportedGraph,
    ImportedProblem, JumpDirections, Lattice, LoadError, Position, Structure,
};
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct ImportArgs {
    /// Text file with a drawing of the board, with a graph or with a PDDL problem, or `-` for standard input
    ///
    /// A drawing is any picture of pegs and holes in characters or emoji, an array of numbers or letters (JSON, Python, C,
    /// CSV), or a game id of Simon Tatham's Pegs. The meaning of characters, the step between holes and the lattice are
    /// inferred; a note says how. Graphs are lists of edges, DOT (Graphviz), GML, GraphML, graph6, DIMACS, adjacency matrices,
    /// or JSON with nodes and links (networkx). PDDL problems are those of the peg solitaire domain of the planning
    /// competitions.
    file: PathBuf,
    /// Write the board file to FILE; without it, or with `-`, print it to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Lattice of a drawing: square or triangular; or graph [default: inferred from the file]
    ///
    /// Name `graph` for a list of edges that looks like a drawing.
    #[arg(long, value_parser = LATTICES, hide_possible_values = true)]
    lattice: Option<LatticeArg>,
    /// Jump directions: orthogonal, diagonal, all, or a list such as right,left,up-right
    /// [default: those of the lattice]
    #[arg(long, value_name = "DIRECTIONS")]
    jumps: Option<JumpDirections>,
    /// Name of the board [default: the name of the graph, or of the file]
    #[arg(long)]
    name: Option<String>,
    /// Characters that stand for an empty hole [default: inferred, as for the other characters]
    #[arg(long, value_name = "CHARACTERS", value_parser = characters)]
    hole: Option<String>,
    /// Characters that stand for a peg
    #[arg(long, value_name = "CHARACTERS", value_parser = characters)]
    peg: Option<String>,
    /// Characters that stand for a place without a hole
    #[arg(long, value_name = "CHARACTERS", value_parser = characters)]
    outside: Option<String>,
    /// Characters that mark the hole of the last peg
    #[arg(long, value_name = "CHARACTERS", value_parser = characters)]
    finish: Option<String>,
    /// Import board number N of a file with several drawings or graphs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nth: Option<u32>,
    /// Import every drawing or graph of the file, each into a file of its own: NAME-1.ron, NAME-2.ron, …
    #[arg(long, conflicts_with = "nth")]
    all: bool,
}

/// Value of `--lattice`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum LatticeArg {
    Drawing(Lattice),
    Graph,
}

/// Board read from a text.
struct Import {
    file: BoardFile,
    /// Start that the text shows.
    start: Option<Position>,
    /// Characters of a drawing.
    legend: Option<ImportLegend>,
    /// Format of a graph.
    format: Option<GraphFormat>,
    /// The reading, and the options that change it.
    note: String,
}

#[derive(Serialize)]
struct ImportReport {
    board: Option<String>,
    title: String,
    holes: usize,
    lattice: String,
    symmetry: String,
    vacancy: Option<String>,
    #[serde(flatten)]
    finish: FinishFacts,
    start: Option<Vec<String>>,
    file: Option<String>,
    legend: Option<LegendReport>,
    format: Option<String>,
    reading: String,
    ron: String,
}

#[derive(Serialize)]
struct LegendReport {
    hole: String,
    peg: String,
    outside: String,
    finish: String,
}

impl Run for ImportArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        if let Some(name) = &self.name
            && (name.trim().is_empty() || name.contains(char::is_control))
        {
            bail!("--name: the name of a board has printable characters, and not only blanks");
        }
        let text = read(&self.file)?;
        let file_name = if is_dash(&self.file) {
            "standard input".to_owned()
        } else {
            self.file.display().to_string()
        };
        let begins_board = text.lines().any(|line| line.starts_with("Board(")); // maybe with mistakes
        if begins_board || Board::parse(&text, &file_name).is_ok() {
            bail!("`{file_name}` is already a board file; check it with `pegboard check`");
        }
        let output = output_file::other_than_stdout(self.output.as_ref());
        if !self.all {
            let nth = self.nth.map(|nth| nth as usize);
            let import = self.read(&text, &file_name, nth)?;
            let report = self.write(import, output, call.format)?;
            if call.format == Format::Json {
                output::print_json("import", &report)?;
            }
            return Ok(Outcome::Done);
        }
        let stem = match (output, is_dash(&self.file)) {
            (Some(output), _)
                if output
                    .extension()
                    .is_some_and(|extension| extension == "ron") =>
            {
                output.with_extension("")
            }
            (Some(output), _) => output.to_owned(),
            (None, false) => PathBuf::from(self.file.file_stem().unwrap_or_default()),
            (None, true) => bail!(
                "`--all` writes a file for each board; give their name with `--output NAME.ron`"
            ),
        };
        let imports: anyhow::Result<Vec<Import>> = match self.kind(&text) {
            Kind::Drawing(lattice) => {
                let options = self.options(lattice, None);
                let all = ImportedBoard::read_all(&text, &file_name, &options);
                let drawings = all.map_err(LoadError::Invalid)?.into_iter();
                drawings.map(|imported| self.of_drawing(imported)).collect()
            }
            Kind::Graph => {
                self.check_no_drawing_options(&file_name, "a graph")?;
                let all = ImportedGraph::read_all(&text, &file_name);
                let graphs = all.map_err(LoadError::Invalid)?.into_iter();
                Ok(graphs.map(|imported| self.of_graph(imported)).collect())
            }
            Kind::Problem => Ok(vec![self.read(&text, &file_name, None)?]),
        };
        let imports = imports?;
        let path = |nth| PathBuf::from(format!("{}-{nth}.ron", stem.display()));
        let paths: Vec<PathBuf> = (1..=imports.len()).map(path).collect();
        if let Some(existing) = paths.iter().find(|path| path.exists()) {
            bail!(
                "`{}` exists already; remove it, or choose other names with `--output NAME.ron`",
                existing.display()
            );
        }
        let numbered = (1..).zip(imports).zip(paths);
        let reports = numbered.map(|((nth, mut import), path)| {
            import.file.name = format!("{} {nth}", import.file.name);
            let report = self.write(import, Some(&path), call.format)?;
            if call.format == Format::Text {
                output::print_text(&format!("{}\n", path.display()))?;
            }
            Ok(report)
        });
        let reports: Vec<ImportReport> = reports.collect::<anyhow::Result<_>>()?;
        if call.format == Format::Json {
            output::print_json("import --all", &json!({ "boards": reports }))?;
        }
        Ok(Outcome::Done)
    }
}

impl ImportArgs {
    /// Writes or prints the board file, with notes and warnings, and returns the report.
    fn write(
        &self,
        import: Import,
        written: Option<&Path>,
        format: Format,
    ) -> anyhow::Result<ImportReport> {
        let Import {
            file, start, note, ..
        } = import;
        let ron = file.to_ron();
        let board = Board::parse(&ron, &self.file.display().to_string())?;
        match (format, written) {
            (_, Some(path)) => output_file::write(path, &ron)?,
            (Format::Text, None) => output::print_text(&ron)?,
            (Format::Json, None) => {}
        }
        output::print_note(&note);
        board.warnings().iter().for_each(output::print_warning);
        if let Some(advice) = advice_on_lists(&file) {
            output::print_note(&advice);
        }
        if format == Format::Text && file.vacancy.is_none() {
            start
                .iter()
                .filter(|start| start.vacancies().next().is_some())
                .for_each(print_start_option);
        }
        Ok(ImportReport {
            board: written.map(|path| path.display().to_string()),
            title: board.name().to_owned(),
            holes: board.hole_count(),
            lattice: board.file().lattice.to_string(),
            symmetry: board.symmetry_group().to_string(),
            vacancy: file.vacancy,
            finish: FinishFacts::new(file.finish),
            start: start.as_ref().map(peg_labels),
            file: written.map(|path| path.display().to_string()),
            legend: import.legend.map(|legend| LegendReport {
                hole: legend.hole,
                peg: legend.peg,
                outside: legend.outside,
                finish: legend.finish,
            }),
            format: import.format.map(|format| format.to_string()),
            reading: note,
            ron,
        })
    }

    fn read(&self, text: &str, file_name: &str, nth: Option<usize>) -> anyhow::Result<Import> {
        match self.kind(text) {
            Kind::Problem => self.read_problem(text, file_name),
            Kind::Graph => self.read_graph(text, file_name, nth),
            Kind::Drawing(lattice) => {
                let options = self.options(lattice, nth);
                let imported = ImportedBoard::read(text, file_name, &options);
                self.of_drawing(imported.map_err(LoadError::Invalid)?)
            }
        }
    }

    /// Returns the kind of a text, as the user gave it or as the text shows.
    fn kind(&self, text: &str) -> Kind {
        match self.lattice {
            Some(LatticeArg::Graph) => Kind::Graph,
            Some(LatticeArg::Drawing(lattice)) => Kind::Drawing(Some(lattice)),
            None => Kind::of(text),
        }
    }

    /// Refuses options of drawings.
    fn check_no_drawing_options(&self, file_name: &str, kind: &str) -> anyhow::Result<()> {
        let of_drawings = [
            ("--jumps", self.jumps.is_some()),
            ("--hole", self.hole.is_some()),
            ("--peg", self.peg.is_some()),
            ("--outside", self.outside.is_some()),
            ("--finish", self.finish.is_some()),
        ];
        if let Some((option, _)) = of_drawings.iter().find(|(_, is_given)| *is_given) {
            bail!(
                "{option} is about drawings, but `{file_name}` is {kind}; for a drawing, add `--lattice square` or `--lattice triangular`"
            );
        }
        Ok(())
    }

    fn read_problem(&self, text: &str, file_name: &str) -> anyhow::Result<Import> {
        self.check_no_drawing_options(file_name, "a PDDL problem")?;
        if self.nth.is_some() || self.all {
            bail!(
                "`--nth` and `--all` are for texts with several boards, but `{file_name}` is a PDDL problem"
            );
        }
        let imported = ImportedProblem::read(text, file_name).map_err(LoadError::Invalid)?;
        Ok(Import {
            file: self.named(imported.file),
            start: Some(imported.problem.start().clone()),
            legend: None,
            format: None,
            note: "the file was read as a PDDL problem; to solve it from its start to its goal, use `pegboard solve --pddl`"
                .to_owned(),
        })
    }

    fn read_graph(
        &self,
        text: &str,
        file_name: &str,
        nth: Option<usize>,
    ) -> anyhow::Result<Import> {
        self.check_no_drawing_options(file_name, "a graph")?;
        let Some(nth) = nth else {
            let imported = ImportedGraph::read(text, file_name).map_err(LoadError::Invalid)?;
            return Ok(self.of_graph(imported));
        };
        let mut graphs = ImportedGraph::read_all(text, file_name).map_err(LoadError::Invalid)?;
        if nth > graphs.len() {
            let graphs = counted(graphs.len(), "graph");
            bail!("{file_name}: there is no graph {nth}: the text shows {graphs}");
        }
        Ok(self.of_graph(graphs.swap_remove(nth - 1)))
    }

    fn of_graph(&self, imported: ImportedGraph) -> Import {
        let edges = if imported.is_directed {
            "; the directions of its edges were ignored"
        } else {
            ""
        };
        let renamed = imported
            .renamed
            .first()
            .map_or_else(String::new, |(name, label)| {
                format!(
                    "; names that cannot be labels were changed ({}), as `{}` to `{label}`",
                    imported.renamed.len(),
                    name.chars().take(40).collect::<String>().escape_debug()
                )
            });
        let header = imported.header.map_or_else(String::new, |header| {
            format!(
                "; its first line, `{}`, was read as a header",
                header.escape_debug()
            )
        });
        Import {
            file: self.named(imported.file),
            start: None,
            legend: None,
            format: Some(imported.format),
            note: format!(
                "the file was read as a graph ({}){edges}{header}{renamed}; to read a drawing, use `--lattice square` or `--lattice triangular`",
                imported.format
            ),
        }
    }

    /// Returns the description with the name that the user gave.
    fn named(&self, mut file: BoardFile) -> BoardFile {
        if let Some(name) = &self.name {
            file.name.clone_from(name);
        }
        file
    }

    fn options(&self, lattice: Option<Lattice>, nth: Option<usize>) -> ImportOptions {
        let characters = |option: &Option<String>| option.clone().unwrap_or_default();
        ImportOptions {
            lattice,
            legend: ImportLegend {
                hole: characters(&self.hole),
                peg: characters(&self.peg),
                outside: characters(&self.outside),
                finish: characters(&self.finish),
            },
            nth,
        }
    }

    fn of_drawing(&self, imported: ImportedBoard) -> anyhow::Result<Import> {
        if let (Some(jumps), Structure::Lattice(lattice)) = (&self.jumps, &imported.file.lattice) {
            jumps.steps(*lattice).map_err(|wrong| {
                anyhow!("--jumps: {wrong}; omit it for the usual jumps of the {lattice} lattice")
            })?;
        }
        let (file, start) = with_start(&imported, self.jumps.as_ref())
            .with_context(|| self.file.display().to_string())?;
        let other = imported.other_lattice.map_or_else(String::new, |other| {
            format!("; it may also be a board on the {other} lattice (`--lattice {other}`)")
        });
        let graph = if imported.may_be_edges {
            "; it may also be a list of edges (`--lattice graph`)"
        } else if imported.may_be_matrix {
            "; it may also be the adjacency matrix of a graph (`--lattice graph`)"
        } else {
            ""
        };
        Ok(Import {
            note: format!(
                "read as a drawing on the {}{other}{graph}; to change this, use `--lattice`, `--hole`, `--peg`, `--outside` and `--finish`",
                imported.reading
            ),
            file: self.named(file),
            start,
            legend: Some(imported.legend),
            format: None,
        })
    }
}

/// Kind of text, with the lattice of a drawing if the user gave it.
enum Kind {
    Problem,
    Graph,
    Drawing(Option<Lattice>),
}

impl Kind {
    fn of(text: &str) -> Kind {
        if ImportedProblem::is_pddl(text) {
            Kind::Problem
        } else if GraphFormat::of(text).is_some() {
            Kind::Graph
        } else {
            Kind::Drawing(None)
        }
    }
}

/// Parses the characters of a legend.
fn characters(text: &str) -> Result<String, String> {
    if text.is_empty() {
        Err("name at least one character; omit the option to have it inferred".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

/// Returns the description of a drawn board, with the vacancy and the finish of its picture, and the start.
fn with_start(
    imported: &ImportedBoard,
    jumps: Option<&JumpDirections>,
) -> anyhow::Result<(BoardFile, Option<Position>)> {
    let mut file = imported.file.clone();
    file.jumps = jumps.cloned();
    let board = Board::new(file.clone())?;
    let start = imported.pegs.as_ref().map(|pegs| {
        let holes = pegs.iter().filter_map(|peg| board.hole_at(*peg));
        board.with_pegs(holes)
    });
    let vacancy = start.as_ref().and_then(Position::single_vacancy);
    let vacancy = vacancy.map(|hole| board.label(hole).to_owned());
    file.vacancy = vacancy.or(file.vacancy);
    if let [finish] = imported.finish[..] {
        file.finish = board.hole_at(finish).map(|hole| board.label(hole).into());
    }
    Ok((file, start))
}

/// Reads a board from a drawing where a board file may stand, and prints the reading.
pub fn drawn_board(text: &str, file_name: &str) -> anyhow::Result<Board> {
    match Kind::of(text) {
        Kind::Problem => bail!(
            "`{file_name}` is a PDDL problem; solve it with `pegboard solve --pddl`, or make a board file with `pegboard import`"
        ),
        Kind::Graph => {
            ImportedGraph::read_all(text, file_name).map_err(LoadError::Invalid)?;
            bail!("`{file_name}` is a graph; make a board file with `pegboard import`");
        }
        Kind::Drawing(_) => {}
    }
    let imported = ImportedBoard::read(text, file_name, &ImportOptions::default());
    let imported = imported.map_err(LoadError::Invalid)?;
    let (file, start) = with_start(&imported, None).with_context(|| file_name.to_owned())?;
    let has_vacancy = file.vacancy.is_some();
    let board = Board::new(file).with_context(|| file_name.to_owned())?;
    output::print_note(&format!(
        "`{file_name}` was read as a drawing on the {}; to read it in another way, use `pegboard import`",
        imported.reading
    ));
    let start = start.filter(|start| !has_vacancy && start.vacancies().next().is_some());
    start.iter().for_each(print_start_option);
    Ok(board)
}

/// Returns a remark about boards of the library with as many holes as a list, which a drawing shows in one row.
fn advice_on_lists(file: &BoardFile) -> Option<String> {
    const MIN_HOLES: usize = 9;
    let first = file.holes.first()?;
    if file.holes.len() < MIN_HOLES || file.holes.iter().any(|hole| hole.1 != first.1) {
        return None;
    }
    let boards = Board::library_names().filter(|name| {
        Board::library(name).is_ok_and(|board| board.hole_count() == file.holes.len())
    });
    let boards: Vec<String> = boards.map(|name| format!("`{name}`")).collect();
    (!boards.is_empty()).then(|| {
        format!(
            "the text is a list of {} holes in one row; boards with as many holes are {}: to read a position of one of them, \
             give the text to `pegboard solve BOARD` with `--start` or `--start-file`",
            file.holes.len(),
            boards.join(", ")
        )
    })
}

fn peg_labels(position: &Position) -> Vec<String> {
    position
        .pegs()
        .map(|hole| position.board().label(hole).to_owned())
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

const LATTICES: OneOf<LatticeArg> = OneOf {
    words: || vec!["square", "triangular", "graph"],
    parse: lattice,
};

fn lattice(name: &str) -> Result<LatticeArg, String> {
    match name.to_lowercase().as_str() {
        "square" => Ok(LatticeArg::Drawing(Lattice::Square)),
        "triangular" => Ok(LatticeArg::Drawing(Lattice::Triangular)),
        "graph" => Ok(LatticeArg::Graph),
        _ => Err("write `square`, `triangular` or `graph`".to_owned()),
    }
}
