use pegboard::{Board, BoardFinish, PatternLabels, SvssProblem};
use serde::Serialize;

/// Facts derived from a board's geometry: an entry of `boards --json`, and the first part of `info --json`.
#[derive(Serialize)]
pub struct BoardFacts {
    /// Name in the library, or the path of the file.
    pub board: String,
    /// Name in the board file.
    pub title: String,
    pub holes: usize,
    pub jumps: usize,
    pub lattice: String,
    /// Names of the jump directions.
    pub directions: Vec<String>,
    pub symmetry: String,
    pub backend: String,
    pub null_class: bool,
    pub vacancy: Option<String>,
    #[serde(flatten)]
    pub finish: FinishFacts,
    pub class_bits: usize,
    pub warnings: Vec<String>,
    pub svss: Vec<SvssFacts>,
    pub types: Vec<Vec<SvssFacts>>,
}

/// Usual finish of a board, in one of three fields.
#[derive(Default, Serialize)]
pub struct FinishFacts {
    /// Hole of the last peg.
    finish: Option<String>,
    /// Holes with pegs, if the finish is a position.
    finish_position: Option<Vec<String>>,
    /// Patterns of the finish, if it leaves holes free.
    finish_patterns: Option<Vec<PatternLabels>>,
}

impl FinishFacts {
    pub fn new(finish: Option<BoardFinish>) -> FinishFacts {
        let mut facts = FinishFacts::default();
        match finish {
            Some(BoardFinish::Hole(label)) => facts.finish = Some(label),
            Some(BoardFinish::Position(pegs)) => facts.finish_position = Some(pegs),
            Some(BoardFinish::Patterns(patterns)) => facts.finish_patterns = Some(patterns),
            None => {}
        }
        facts
    }
}

/// Single-vacancy single-survivor problem.
#[derive(Serialize)]
pub struct SvssFacts {
    pub vacate: String,
    pub finish: String,
}

/// Report of `info --json`: the facts, and the geometry needed to interpret codes, pagoda weights and jumps.
#[derive(Serialize)]
pub struct BoardDetails {
    #[serde(flatten)]
    facts: BoardFacts,
    note: Option<String>,
    source: Option<String>,
    /// Holes in the order of codes and weights; the first is bit 0.
    hole_list: Vec<HoleFacts>,
    jump_list: Vec<JumpFacts>,
    symmetries: Vec<SymmetryFacts>,
}

/// Label of a hole, and its coordinates relative to the top left corner of the bounding box, or its place in pictures if
/// the board lies on no lattice.
#[derive(Serialize)]
struct HoleFacts {
    label: String,
    #[serde(flatten)]
    coordinates: Option<Coordinates>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<(f64, f64)>,
}

#[derive(Serialize)]
struct Coordinates {
    x: i32,
    y: i32,
}

#[derive(Serialize)]
struct JumpFacts {
    from: String,
    over: String,
    to: String,
}

#[derive(Serialize)]
struct SymmetryFacts {
    name: String,
    /// Image of each hole, in the order of the holes.
    images: Vec<String>,
}

impl BoardDetails {
    pub fn new(board: &Board, name: &str) -> BoardDetails {
        let label = |hole| board.label(hole).to_owned();
        let file = board.file();
        BoardDetails {
            facts: BoardFacts::new(board, name),
            note: file.note.clone(),
            source: file.source.clone(),
            hole_list: board
                .holes()
                .map(|hole| HoleFacts {
                    label: label(hole),
                    coordinates: board.coordinate(hole).map(|(x, y)| Coordinates { x, y }),
                    place: board.lattice().is_none().then(|| board.place(hole)),
                })
                .collect(),
            jump_list: board
                .jumps()
                .iter()
                .map(|jump| JumpFacts {
                    from: label(jump.from()),
                    over: label(jump.over()),
                    to: label(jump.to()),
                })
                .collect(),
            symmetries: board
                .symmetries()
                .iter()
                .map(|symmetry| SymmetryFacts {
                    name: symmetry.to_string(),
                    images: board
                        .holes()
                        .map(|hole| label(symmetry.apply(hole)))
                        .collect(),
                })
                .collect(),
        }
    }
}

impl BoardFacts {
    pub fn new(board: &Board, name: &str) -> BoardFacts {
        let facts = |problems: &[SvssProblem]| -> Vec<SvssFacts> {
            problems
                .iter()
                .map(|problem| SvssFacts::new(board, *problem))
                .collect()
        };
        BoardFacts {
            board: name.to_owned(),
            title: board.name().to_owned(),
            holes: board.hole_count(),
            jumps: board.jumps().len(),
            lattice: board.file().lattice.to_string(),
            directions: board
                .jump_directions()
                .iter()
                .map(ToString::to_string)
                .collect(),
            symmetry: board.symmetry_group().to_string(),
            backend: board.backend().to_string(),
            null_class: board.is_null_class(),
            vacancy: board
                .usual_vacancy()
                .map(|hole| board.label(hole).to_owned()),
            finish: FinishFacts::new(board.file().finish.clone()),
            class_bits: board.position_classes().dimension(),
            warnings: board.warnings().iter().map(ToString::to_string).collect(),
            svss: facts(&board.svss_problems()),
            types: board
                .problem_types()
                .iter()
                .map(|kind| facts(kind.problems()))
                .collect(),
        }
    }
}

impl SvssFacts {
    fn new(board: &Board, problem: SvssProblem) -> SvssFacts {
        let label = |hole| board.label(hole).to_owned();
        SvssFacts {
            vacate: label(problem.vacancy()),
            finish: label(problem.finish()),
        }
    }
}
