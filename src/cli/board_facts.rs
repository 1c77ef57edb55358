use pegboard::{Board, SvssProblem};
use serde::Serialize;

/// What follows from a board's geometry, for `boards` and `info`.
#[derive(Serialize)]
pub struct BoardFacts {
    pub name: String,
    /// What the library calls it on the command line; null for a board from a file.
    pub library_name: Option<String>,
    pub holes: usize,
    pub jumps: usize,
    pub lattice: String,
    pub symmetry: String,
    pub backend: String,
    pub null_class: bool,
    pub vacancy: Option<String>,
    pub class_bits: usize,
    pub warnings: Vec<String>,
    pub svss: Vec<SvssFacts>,
    pub types: Vec<Vec<SvssFacts>>,
}

/// A single-vacancy single-survivor problem.
#[derive(Serialize)]
pub struct SvssFacts {
    pub vacate: String,
    pub finish: String,
}

impl BoardFacts {
    pub fn new(board: &Board, library_name: Option<&str>) -> BoardFacts {
        let facts = |problems: &[SvssProblem]| -> Vec<SvssFacts> {
            problems.iter().map(|problem| SvssFacts::new(board, *problem)).collect()
        };
        BoardFacts {
            name: board.name().to_owned(),
            library_name: library_name.map(str::to_owned),
            holes: board.hole_count(),
            jumps: board.jumps().len(),
            lattice: board.lattice().to_string(),
            symmetry: board.symmetry_group().to_string(),
            backend: board.backend().to_string(),
            null_class: board.is_null_class(),
            vacancy: board.usual_vacancy().map(|hole| board.label(hole).to_owned()),
            class_bits: board.position_classes().dimension(),
            warnings: board.warnings().iter().map(ToString::to_string).collect(),
            svss: facts(&board.svss_problems()),
            types: board.problem_types().iter().map(|kind| facts(kind.problems())).collect(),
        }
    }
}

impl SvssFacts {
    fn new(board: &Board, problem: SvssProblem) -> SvssFacts {
        let label = |hole| board.label(hole).to_owned();
        SvssFacts { vacate: label(problem.vacancy()), finish: label(problem.finish()) }
    }
}
