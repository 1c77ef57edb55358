//! Board facts that need no search, shown while a board is drawn.

use crate::message::{About, Message};
use crate::request::Source;
use pegboard::drawing::BoardDrawing;
use pegboard::{
    Board, BoardFile, Goal, GraphFormat, Hole, ImportOptions, ImportedBoard, ImportedGraph,
    ImportedProblem, InvalidFile, LoadError, Position, Problem, Remedy, SvssProblem,
};
use pegboard_web_protocol::check_length;
use serde::Serialize;
use std::collections::HashMap;

/// Library board in a list.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Listed {
    /// Name in the library.
    id: &'static str,
    name: String,
    lattice: String,
    symmetry: String,
    places: Vec<[f64; 2]>,
    note: Option<String>,
}

/// Board facts, or the errors in its source.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Read {
    /// Valid board.
    Board(Box<Facts>),
    /// Invalid source.
    Wrong {
        /// Never empty.
        diagnostics: Vec<Remark>,
    },
}

/// Board file and the facts that follow from its geometry.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    name: String,
    file: BoardFile,
    ron: String,
    /// Reading of a drawing, in one line.
    reading: Option<String>,
    /// Rows of the text picture; `None` if the holes lie too far apart.
    rows: Option<Vec<String>>,
    lattice: String,
    labels: Vec<String>,
    /// Lattice points of the holes.
    points: Vec<(i32, i32)>,
    /// Coordinates of the holes in drawings; neighbors are 1 apart.
    places: Vec<[f64; 2]>,
    /// `from`, `over` and `to` of each jump.
    jumps: Vec<[usize; 3]>,
    symmetry: String,
    /// Image of each hole under each symmetry.
    symmetries: Vec<Vec<usize>>,
    /// Holes of each invariant: no jump changes the parity of the pegs in them.
    invariants: Vec<Vec<usize>>,
    null_class: bool,
    vacancy: Option<usize>,
    /// Usual problem of a board that names its usual goal.
    usual: Option<Problem>,
    note: Option<String>,
    warnings: Vec<Message>,
    problems: Vec<Listing>,
    /// Problems of each type, as indices into `problems`.
    types: Vec<Vec<usize>>,
    /// Pegs of an imported picture, if any.
    pegs: Option<Vec<usize>>,
}

/// Problem allowed by the position classes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listing {
    vacancy: usize,
    finish: usize,
    /// Index of the reversed problem.
    reversal: usize,
}

/// Error in a board file or picture.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Remark {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<About>,
    help: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    /// Offset in UTF-16 code units.
    start: Option<usize>,
    end: Option<usize>,
}

/// Returns every board of the library.
#[must_use]
pub fn library() -> Vec<Listed> {
    let listed = |id| {
        let board = Board::library(id).ok()?;
        Some(Listed {
            id,
            name: board.name().to_owned(),
            lattice: board.file().lattice.to_string(),
            symmetry: board.symmetry_group().to_string(),
            places: places(&board),
            note: board.file().note.clone(),
        })
    };
    Board::library_names().filter_map(listed).collect()
}

/// Reads a board.
#[must_use]
pub fn read(source: &Source) -> Read {
    match board(source) {
        Ok(Loaded {
            board,
            pegs,
            reading,
        }) => Read::Board(Box::new(Facts {
            reading,
            ..Facts::of(&board, pegs)
        })),
        Err(diagnostics) => Read::Wrong { diagnostics },
    }
}

/// Board with the pegs and the reading of a drawing.
struct Loaded {
    board: Board,
    pegs: Option<Vec<usize>>,
    reading: Option<String>,
}

impl From<Board> for Loaded {
    fn from(board: Board) -> Loaded {
        Loaded {
            board,
            pegs: None,
            reading: None,
        }
    }
}

fn board(source: &Source) -> Result<Loaded, Vec<Remark>> {
    let loaded = |result: Result<Board, LoadError>| result.map(Loaded::from).map_err(remarks);
    if let Source::Ron { text, .. } | Source::Picture { text, .. } = source {
        check_length(text).map_err(|error| vec![Remark::general(Message::plain(error))])?;
    }
    match source {
        Source::Library(id) => loaded(Board::library(id)),
        Source::Ron { text, name } => loaded(Board::parse(text, name)),
        Source::File(file) => built((**file).clone()).map(Loaded::from),
        Source::Picture { text, name, .. } if ImportedProblem::is_pddl(text) => {
            let imported = ImportedProblem::read(text, name).map_err(|file| invalid(&file))?;
            let start = imported.problem.start();
            Ok(Loaded {
                board: start.board().clone(),
                pegs: Some(start.pegs().map(Hole::index).collect()),
                reading: None,
            })
        }
        Source::Picture { text, name, .. } if GraphFormat::of(text).is_some() => {
            let imported = ImportedGraph::read(text, name).map_err(|file| invalid(&file))?;
            Ok(built(imported.file)?.into())
        }
        Source::Picture {
            text,
            name,
            lattice,
        } => {
            let read = |lattice| {
                let options = ImportOptions {
                    lattice,
                    ..ImportOptions::default()
                };
                ImportedBoard::read(text, name, &options)
            };
            let is_about_lattice = |file: &InvalidFile| {
                let mut diagnostics = file.diagnostics().iter();
                diagnostics.any(|each| each.remedy == Some(Remedy::Lattice))
            };
            let imported = read(None)
                .or_else(|file| {
                    if is_about_lattice(&file) {
                        read(Some(*lattice))
                    } else {
                        Err(file)
                    }
                })
                .map_err(|file| invalid(&file))?;
            let board = built(imported.file)?;
            let place = |point: &(i32, i32)| board.hole_at(*point).map(Hole::index);
            let pegs = imported
                .pegs
                .map(|points| points.iter().filter_map(place).collect());
            Ok(Loaded {
                board,
                pegs,
                reading: Some(imported.reading),
            })
        }
    }
}

fn built(file: BoardFile) -> Result<Board, Vec<Remark>> {
    let remarks = |errors: pegboard::BoardErrors| {
        errors
            .errors()
            .iter()
            .map(|error| Remark::general(error.into()))
            .collect()
    };
    Board::new(file).map_err(remarks)
}

fn remarks(error: LoadError) -> Vec<Remark> {
    match error {
        LoadError::Invalid(file) => invalid(&file),
        other => vec![Remark::general(Message::plain(other.to_string()))],
    }
}

fn invalid(file: &InvalidFile) -> Vec<Remark> {
    let units = |offset: usize| file.text()[..offset].encode_utf16().count();
    let remark = |diagnostic: &pegboard::Diagnostic| {
        let range = diagnostic.labels.first().map(|(range, _)| range.clone());
        let (line, column) = range
            .as_ref()
            .map(|range| file.line_and_column(range.start))
            .unzip();
        Remark {
            message: diagnostic.message.clone(),
            about: None,
            help: help(diagnostic),
            line,
            column,
            start: range.as_ref().map(|range| units(range.start)),
            end: range.as_ref().map(|range| units(range.end)),
        }
    };
    file.diagnostics().iter().map(remark).collect()
}

/// Returns the help of a diagnostic, with the change of the text that makes a choice which it leaves open.
fn help(diagnostic: &pegboard::Diagnostic) -> Option<String> {
    let change = match diagnostic.remedy {
        Some(Remedy::Legend) => "Write `*` for pegs, `o` for empty holes and `.` elsewhere.",
        Some(Remedy::BlanksOutside) => "Write `.` where there is no hole, and no blanks.",
        Some(Remedy::Lattice) => "Choose the lattice first.",
        Some(Remedy::Nth { .. }) => "Keep one of the boards.",
        _ => return diagnostic.help.clone(),
    };
    Some(match &diagnostic.help {
        Some(help) => format!("{help}. {change}"),
        None => change.to_owned(),
    })
}

impl Remark {
    fn general(Message { message, about }: Message) -> Remark {
        Remark {
            message,
            about,
            help: None,
            line: None,
            column: None,
            start: None,
            end: None,
        }
    }
}

impl Facts {
    fn of(board: &Board, pegs: Option<Vec<usize>>) -> Facts {
        let file = board.file();
        let problems = board.svss_problems();
        let key = |vacancy: Hole, finish: Hole| (vacancy.index(), finish.index());
        let numbers: HashMap<(usize, usize), usize> = problems
            .iter()
            .enumerate()
            .map(|(number, each)| (key(each.vacancy(), each.finish()), number))
            .collect();
        let place = |vacancy, finish| {
            let number = numbers.get(&key(vacancy, finish));
            number.copied().unwrap_or(0)
        };
        let listing = |problem: &SvssProblem| Listing {
            vacancy: problem.vacancy().index(),
            finish: problem.finish().index(),
            reversal: place(problem.reversal().0, problem.reversal().1),
        };
        Facts {
            name: board.name().to_owned(),
            ron: file.to_ron(),
            reading: None,
            rows: file.rows(),
            file: file.clone(),
            lattice: board.file().lattice.to_string(),
            labels: board
                .holes()
                .map(|hole| board.label(hole).to_owned())
                .collect(),
            points: board
                .holes()
                .filter_map(|hole| board.coordinate(hole))
                .collect(),
            places: places(board),
            jumps: board
                .jumps()
                .iter()
                .map(|jump| [jump.from(), jump.over(), jump.to()].map(Hole::index))
                .collect(),
            symmetry: board.symmetry_group().to_string(),
            symmetries: board
                .symmetries()
                .iter()
                .map(|symmetry| {
                    board
                        .holes()
                        .map(|hole| symmetry.apply(hole).index())
                        .collect()
                })
                .collect(),
            invariants: board
                .position_classes()
                .invariants()
                .iter()
                .map(|set| {
                    indices(Position::from_code(board, *set).expect("invariants lie on the board"))
                })
                .collect(),
            null_class: board.is_null_class(),
            vacancy: board.usual_vacancy().map(Hole::index),
            usual: usual_problem(board),
            note: file.note.clone(),
            warnings: board.warnings().iter().map(Message::from).collect(),
            types: board
                .problem_types()
                .iter()
                .map(|kind| {
                    kind.problems()
                        .iter()
                        .map(|each| place(each.vacancy(), each.finish()))
                        .collect()
                })
                .collect(),
            problems: problems.iter().map(listing).collect(),
            pegs,
        }
    }
}

/// Returns the problem from the usual vacancy, or from one that the position classes allow, to the board's usual goal, if
/// the board names one.
fn usual_problem(board: &Board) -> Option<Problem> {
    board.usual_goal()?;
    let problems = board.svss_problems();
    let complement = problems.iter().find(|problem| problem.is_complement());
    let listed = complement
        .or(problems.first())
        .map(|problem| problem.vacancy());
    let vacancy = board.usual_vacancy().or(listed).or(board.holes().next())?;
    let start = board.vacate(vacancy);
    let goal = Goal::usual(&start);
    Problem::new(start, goal).ok()
}

fn indices(position: Position) -> Vec<usize> {
    position.pegs().map(Hole::index).collect()
}

/// Returns the layout of SVG drawings, scaled so that neighbors are 1 apart and shifted to the origin.
fn places(board: &Board) -> Vec<[f64; 2]> {
    const STEP: f64 = 40.0; // distance of neighbors in an SVG drawing
    let drawing = BoardDrawing::of_board(board);
    let centers: Vec<(f64, f64)> = board
        .holes()
        .filter_map(|hole| drawing.center(0, hole))
        .collect();
    let least = |of: fn(&(f64, f64)) -> f64| centers.iter().map(of).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(|center| center.0), least(|center| center.1));
    centers
        .iter()
        .map(|(x, y)| [(x - left) / STEP, (y - top) / STEP])
        .collect()
}
