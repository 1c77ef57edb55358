//! Classic problems of the boards in the library.
//!
//! Each file in `boards/problems/` has the problems of one board; the library embeds them:
//!
//! ```ron
//! Problems(
//!     board: "english",
//!     problems: [
//!         Problem(
//!             name: "Cross",
//!             source: "author and publication",
//!             start: "ooo o*o oo***oo …", // as for `Position::parse`, rows in lines of their own
//!             finish: "d4",               // a hole, `any`, or a position as for the start; or instead:
//!             // finish_includes: "e1 f2", // pegs and empty holes as for `Pattern::parse_all`
//!             // finish_excludes: "d4",
//!             fewest_moves: 5,            // optional
//!         ),
//!     ],
//! )
//! ```

use crate::board::file::nearest;
use crate::board::{Board, Position};
use crate::control::quotation;
use crate::problem::{Goal, Pattern, Problem};
use ron::Options;
use ron::extensions::Extensions;
use serde::Deserialize;
use thiserror::Error;

/// Name of the board and text of each file.
const FILES: &[(&str, &str)] = &[
    ("english", include_str!("../../boards/problems/english.ron")),
    ("french", include_str!("../../boards/problems/french.ron")),
    ("square9", include_str!("../../boards/problems/square9.ron")),
    (
        "triangle5",
        include_str!("../../boards/problems/triangle5.ron"),
    ),
];

/// A file of problems.
#[derive(Debug, Deserialize)]
#[serde(rename = "Problems", deny_unknown_fields)]
struct ProblemsFile {
    /// Name of the board in the library.
    board: String,
    problems: Vec<ProblemEntry>,
}

/// An entry of the file.
#[derive(Debug, Deserialize)]
#[serde(rename = "Problem", deny_unknown_fields)]
struct ProblemEntry {
    name: String,
    /// Source of the problem.
    source: String,
    /// Picture of the start.
    start: String,
    /// A hole, `any`, or a picture as for the start; empty if the next fields have patterns.
    #[serde(default)]
    finish: String,
    #[serde(default)]
    finish_includes: String,
    #[serde(default)]
    finish_excludes: String,
    #[serde(default)]
    fewest_moves: Option<usize>,
}

/// A classic problem.
///
/// ```
/// use pegboard::{Board, NamedProblem};
/// let board = Board::library("english")?;
/// let cross = NamedProblem::find(&board, "cross")?;
/// assert_eq!((cross.name(), cross.problem().start().peg_count()), ("Cross", 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedProblem {
    board_name: &'static str,
    name: String,
    source: String,
    problem: Problem,
    fewest_moves: Option<usize>,
}

/// Error for a problem name that the board does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("board `{board}` has no problem `{name}`; {}", advice(name, known))]
pub struct UnknownProblem {
    board: String,
    name: String,
    known: Vec<String>,
}

fn advice(name: &str, known: &[String]) -> String {
    if let Some(close) = nearest(name, known.iter().map(String::as_str)) {
        return format!("did you mean `{close}`?");
    }
    match known {
        [] => {
            "this board has no classic problems; for those of other boards see `pegboard problems`"
                .to_owned()
        }
        known => format!("its problems are {}", known.join(", ")),
    }
}

impl NamedProblem {
    /// Returns all classic problems.
    pub fn all() -> Vec<NamedProblem> {
        FILES
            .iter()
            .flat_map(|(board, text)| read(board, text))
            .collect()
    }

    /// Returns the problems of a board with the geometry of a board in the library. Its labels may differ.
    pub fn of(board: &Board) -> Vec<NamedProblem> {
        let is_file_of =
            |name: &str| Board::library(name).is_ok_and(|known| known.same_geometry(board));
        let on_board = |named: NamedProblem| NamedProblem {
            problem: named.problem.on(board),
            ..named
        };
        FILES
            .iter()
            .filter(|(name, _)| is_file_of(name))
            .flat_map(|(name, text)| read(name, text))
            .map(on_board)
            .collect()
    }

    /// Returns the problem with this name, ignoring letter case.
    ///
    /// # Errors
    ///
    /// [`UnknownProblem`] suggests the closest name, or lists the names of the board's problems.
    pub fn find(board: &Board, name: &str) -> Result<NamedProblem, UnknownProblem> {
        let problems = NamedProblem::of(board);
        let known = problems
            .iter()
            .map(|problem| problem.name.clone())
            .collect();
        let found = problems
            .into_iter()
            .find(|problem| problem.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownProblem {
            board: quotation(board.name()),
            name: quotation(name),
            known,
        })
    }

    /// Returns the name of the board in the library.
    pub fn board_name(&self) -> &str {
        self.board_name
    }

    /// Returns the name of the problem.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the source of the problem.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the problem itself.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the fewest moves of any solution, if known. A move is a run of jumps by the same peg.
    pub fn fewest_moves(&self) -> Option<usize> {
        self.fewest_moves
    }
}

fn read(board_name: &'static str, text: &str) -> Vec<NamedProblem> {
    // The files are embedded, and a test reads each of them.
    let file: ProblemsFile = Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .from_str(text)
        .expect("a file of problems is well-formed");
    let board =
        Board::library(&file.board).expect("a file of problems names a board of the library");
    let named = |part: ProblemEntry| {
        let problem = problem(&board, &part)
            .expect("a problem's start and finish are positions of its board");
        let ProblemEntry {
            name,
            source,
            fewest_moves,
            ..
        } = part;
        NamedProblem {
            board_name,
            name,
            source,
            problem,
            fewest_moves,
        }
    };
    file.problems.into_iter().map(named).collect()
}

fn problem(board: &Board, part: &ProblemEntry) -> Option<Problem> {
    let start = Position::parse(board, &part.start).ok()?;
    let goal = match (part.finish.as_str(), board.hole(&part.finish)) {
        ("", _) => Goal::Patterns(
            Pattern::parse_all(board, &part.finish_includes, &part.finish_excludes).ok()?,
        ),
        ("any", _) => Goal::OnePeg,
        (_, Ok(hole)) => Goal::PegIn(vec![hole]),
        (picture, _) => Goal::Position(Position::parse(board, picture).ok()?),
    };
    Problem::new(start, goal).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atlas::AtlasFile;
    use crate::moves::{MovesOptions, fewest_moves};
    use crate::{Control, LabelScheme, Solver, SolverOptions};
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Returns the fewest moves by the shipped table of the board, if it answers the problem.
    fn tabulated(named: &NamedProblem) -> Option<usize> {
        let problem = named.problem();
        let (board, vacancy) = (problem.board(), problem.vacancy()?);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("boards/atlas");
        let text = std::fs::read_to_string(folder.join(format!("{}.ron", named.board_name)));
        let atlas = AtlasFile::parse(board, &text.ok()?, named.board_name).unwrap();
        let moves = |finish| {
            let entry = atlas.moves().entry(vacancy, finish)?;
            entry.moves().filter(|_| entry.is_settled())
        };
        match problem.goal() {
            Goal::OnePeg => board.holes().filter_map(moves).min(),
            _ => moves(problem.finish()?),
        }
    }

    #[test]
    fn every_problem_can_be_solved() {
        for named in NamedProblem::all() {
            let problem = named.problem();
            let solver = Solver::new(problem.board(), SolverOptions::default());
            let answer = solver.solve(problem, &Control::default()).unwrap();
            let solution = answer
                .solution()
                .unwrap_or_else(|| panic!("{}: {}", named.board_name, named.name));
            assert!(problem.is_met_by(solution.finish()));
            if let Some(moves) = tabulated(&named) {
                assert_eq!(named.fewest_moves, Some(moves), "{}", named.name);
            } else if let Some(moves) = named.fewest_moves {
                let shortest =
                    fewest_moves(problem, &MovesOptions::default(), &Control::default()).unwrap();
                assert_eq!(
                    (shortest.moves(), shortest.is_proved()),
                    (Some(moves), true),
                    "{}",
                    named.name
                );
            }
        }
    }

    #[test]
    fn all_files_of_the_folder_are_embedded_and_name_their_board() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("boards/problems");
        let files = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let embedded: BTreeSet<String> = FILES
            .iter()
            .map(|(name, _)| format!("{name}.ron"))
            .collect();
        assert_eq!(files.collect::<BTreeSet<String>>(), embedded);
        for named in NamedProblem::all() {
            assert_eq!(
                *named.problem().board(),
                Board::library(named.board_name).unwrap(),
                "{}",
                named.name
            );
        }
    }

    #[test]
    fn problems_are_found_by_name() {
        let board = Board::library("english").unwrap();
        let names: Vec<String> = NamedProblem::of(&board)
            .iter()
            .map(|each| each.name.clone())
            .collect();
        assert_eq!(
            names.iter().collect::<BTreeSet<_>>().len(),
            names.len(),
            "a name is used twice"
        );
        assert!(
            names
                .iter()
                .all(|name| NamedProblem::find(&board, &name.to_uppercase()).is_ok())
        );
        let message = NamedProblem::find(&board, "Moon").unwrap_err().to_string();
        assert!(message.starts_with(
            "board `English` has no problem `Moon`; its problems are Central game, Cross"
        ));
        let misspelled = NamedProblem::find(&board, "lampp").unwrap_err().to_string();
        assert_eq!(
            misspelled,
            "board `English` has no problem `lampp`; did you mean `Lamp`?"
        );
        let numbered = board.with_label_scheme(LabelScheme::Numbers).unwrap();
        for named in NamedProblem::of(&numbered) {
            let problem = NamedProblem::find(&board, &named.name).unwrap().problem;
            assert_eq!(named.problem.board(), &numbered);
            assert_eq!(named.problem.start().code(), problem.start().code());
            assert_eq!(named.problem.on(&board), problem, "{}", named.name);
        }
        let other = Board::library("square4").unwrap();
        assert!(
            NamedProblem::find(&other, "Cross")
                .unwrap_err()
                .to_string()
                .contains("see `pegboard problems`")
        );
    }
}
