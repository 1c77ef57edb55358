use super::AtlasError;
use super::store::{is_same_description, moves_of};
use crate::board::{Board, Hole, Symmetry};
use crate::certificate::{board_part, certificate_of_text};
use crate::checker::{Rejection, read_atlas_text};
use crate::moves::MovesTable;
use crate::problem::answer::Line;
use pegboard_checker::format::atlas::{AtlasPart, ProblemPart};
use ron::value::RawValue;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Recorded answers of an atlas file, and its table of fewest moves.
///
/// Lines are replayed. That a problem is unsolvable is reported as recorded, without its proof, and so are the lower bounds
/// in the table: [`verify`](super::verify) checks the proofs.
///
/// ```
/// use pegboard::Board;
/// use pegboard::atlas::{AtlasAnswer, AtlasFile};
/// let text = std::fs::read_to_string("boards/atlas/triangle5.ron")?;
/// let board = Board::library("triangle5")?;
/// let atlas = AtlasFile::parse(&board, &text, "triangle5.ron")?;
/// let (corner, edge) = (board.hole("e5")?, board.hole("b3")?);
/// let Some(AtlasAnswer::Solvable(line)) = atlas.answer(corner, corner)? else { panic!() };
/// assert_eq!(line.moves().len(), 10);
/// assert!(matches!(atlas.answer(edge, edge)?, Some(AtlasAnswer::Unsolvable)));
/// assert!(atlas.certificate(edge, edge).is_some_and(|text| text.contains("Unsolvable")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AtlasFile {
    board: Board,
    name: String,
    /// The proofs stay texts: a reader of proofs would be a tenth of the page's WebAssembly module.
    part: AtlasPart<Box<RawValue>>,
    /// Vacancy and finish of each problem of `part`.
    ends: Vec<(Hole, Hole)>,
    moves: MovesTable,
}

/// Answer to a problem, as an [`AtlasFile`] records it.
#[derive(Clone, Debug, PartialEq)]
pub enum AtlasAnswer {
    /// The shortest recorded solution.
    Solvable(Line),
    /// The file has a proof that there is no solution.
    Unsolvable,
}

/// Answer in the file, without its proof.
#[derive(Deserialize)]
#[serde(rename = "Answer")]
enum Outline {
    Solvable(String),
    FewestMoves {
        moves: String,
        #[serde(rename = "count")]
        _count: IgnoredAny,
        #[serde(rename = "proof")]
        _proof: IgnoredAny,
    },
    Unsolvable(IgnoredAny),
}

/// Problem in the file whose image, or whose reversal's image, is the requested problem.
struct Image<'a> {
    problem: &'a ProblemPart<Box<RawValue>>,
    ends: (Hole, Hole),
    symmetry: &'a Symmetry,
    is_reversed: bool,
}

impl AtlasFile {
    /// Parses the text of an atlas file. Messages name it `name`.
    ///
    /// # Errors
    ///
    /// [`AtlasError`] if the text is not an atlas, is about another board, or has an invalid table of fewest moves.
    pub fn parse(board: &Board, text: &str, name: &str) -> Result<AtlasFile, AtlasError> {
        let part: AtlasPart<Box<RawValue>> =
            read_atlas_text(text, name).map_err(AtlasError::File)?;
        if !is_same_description(&part.board, &board_part(board)) {
            return Err(AtlasError::OtherBoard {
                place: format!("the file {name}"),
                board: part.board.name,
            });
        }
        let hole = |label: &str| {
            let missing = || invalid(name, "problems", format!("there is no hole `{label}`"));
            board.hole(label).map_err(|_| missing())
        };
        let ends = |problem: &ProblemPart<_>| Ok((hole(&problem.vacate)?, hole(&problem.finish)?));
        Ok(AtlasFile {
            board: board.clone(),
            name: name.to_owned(),
            ends: part
                .problems
                .iter()
                .map(ends)
                .collect::<Result<_, AtlasError>>()?,
            moves: moves_of(&part.moves, board, name)?,
            part,
        })
    }

    /// Returns the table of fewest moves.
    pub fn moves(&self) -> &MovesTable {
        &self.moves
    }

    /// Returns the answer to the problem from a vacancy to a finish, if the file answers it, an image of it, or its
    /// reversal.
    ///
    /// # Errors
    ///
    /// [`AtlasError`] if the recorded line is not a solution.
    pub fn answer(&self, vacancy: Hole, finish: Hole) -> Result<Option<AtlasAnswer>, AtlasError> {
        if let Some(line) = self.shortest(vacancy, finish) {
            return Ok(Some(AtlasAnswer::Solvable(line)));
        }
        let Some(image) = self.image(vacancy, finish) else {
            return Ok(None);
        };
        let answer = match image.problem.answer.into_rust() {
            Ok(Outline::Solvable(moves) | Outline::FewestMoves { moves, .. }) => {
                self.solution(&image, &moves).map(AtlasAnswer::Solvable)
            }
            Ok(Outline::Unsolvable(_)) => Ok(AtlasAnswer::Unsolvable),
            Err(error) => Err(error.to_string()),
        };
        let place = || {
            let ProblemPart { vacate, finish, .. } = image.problem;
            format!("problem {vacate} to {finish}")
        };
        answer
            .map(Some)
            .map_err(|message| invalid(&self.name, &place(), message))
    }

    /// Returns the text of the certificate for [`answer`](AtlasFile::answer). It is about the problem in the file.
    pub fn certificate(&self, vacancy: Hole, finish: Hole) -> Option<String> {
        let Image { problem, ends, .. } = self.image(vacancy, finish)?;
        let holes = self.board.holes().filter(|hole| *hole != ends.0);
        let pegs: Vec<&str> = holes.map(|hole| self.board.label(hole)).collect();
        let answer = problem.answer.get_ron().trim();
        let board = &self.part.board;
        Some(certificate_of_text(
            board,
            &pegs.join(" "),
            &problem.finish,
            answer,
        ))
    }

    /// Returns the solution in the table of fewest moves.
    fn shortest(&self, vacancy: Hole, finish: Hole) -> Option<Line> {
        let entry = self.moves.entry(vacancy, finish)?;
        let solution = entry.solution.as_ref()?;
        let symmetry = self.board.symmetries().iter().find(|symmetry| {
            let image = |hole| symmetry.apply(hole);
            (
                image(entry.problem.vacancy()),
                image(entry.problem.finish()),
            ) == (vacancy, finish)
        })?;
        let jumps = solution.jumps().iter().map(|jump| jump.image(symmetry));
        Some(Line::found(&self.board.vacate(vacancy), jumps.collect()))
    }

    fn image(&self, vacancy: Hole, finish: Hole) -> Option<Image<'_>> {
        let problems = self.part.problems.iter().zip(&self.ends);
        let mut images = problems.flat_map(|(problem, &ends)| {
            self.board.symmetries().iter().filter_map(move |symmetry| {
                let image = (symmetry.apply(ends.0), symmetry.apply(ends.1));
                let is_reversed = image != (vacancy, finish);
                (!is_reversed || image == (finish, vacancy)).then_some(Image {
                    problem,
                    ends,
                    symmetry,
                    is_reversed,
                })
            })
        });
        images.next()
    }

    /// Replays the moves of the problem in the file. The reversal is solved by the same jumps in reverse order.
    fn solution(&self, image: &Image<'_>, moves: &str) -> Result<Line, String> {
        let (vacancy, finish) = image.ends;
        let line = Line::parse(&self.board.vacate(vacancy), moves);
        let line = line.map_err(|error| error.to_string())?;
        if *line.finish() != self.board.with_pegs([finish]) {
            return Err("the moves do not lead to the finish".to_owned());
        }
        let jumps = line.jumps().iter().map(|jump| jump.image(image.symmetry));
        let start = |hole| self.board.vacate(image.symmetry.apply(hole));
        Ok(if image.is_reversed {
            Line::found(&start(finish), jumps.rev().collect())
        } else {
            Line::found(&start(vacancy), jumps.collect())
        })
    }
}

fn invalid(file: &str, place: &str, message: String) -> AtlasError {
    AtlasError::File(Rejection::Invalid {
        file: file.to_owned(),
        place: place.to_owned(),
        message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atlas::{Finding, verify};
    use crate::checker::{CheckOptions, ProvenAnswer, verify_text};
    use crate::control::Control;
    use std::path::{Path, PathBuf};

    fn path(name: &str) -> PathBuf {
        Path::new("boards/atlas").join(format!("{name}.ron"))
    }

    fn text(name: &str) -> String {
        std::fs::read_to_string(path(name)).unwrap()
    }

    /// The answer to every pair of holes, symmetric images and reversals included, agrees with the checker.
    #[test]
    fn answers_are_those_that_the_checker_proves() {
        for name in ["triangle5", "diamond41", "corner", "english"] {
            let board = Board::library(name).unwrap();
            let file = AtlasFile::parse(&board, &text(name), name).unwrap();
            let proved = verify(&path(name), &Control::default()).unwrap();
            for (vacancy, finish) in board
                .holes()
                .flat_map(|one| board.holes().map(move |other| (one, other)))
            {
                let answer = file.answer(vacancy, finish).unwrap();
                let (start, end) = (board.vacate(vacancy), board.with_pegs([finish]));
                let is_solvable = answer.map(|answer| match answer {
                    AtlasAnswer::Solvable(line) => {
                        assert_eq!((line.start(), line.finish()), (&start, &end));
                        let moves = file.moves().entry(vacancy, finish).unwrap().moves();
                        assert_eq!(Some(line.moves().len()), moves);
                        true
                    }
                    AtlasAnswer::Unsolvable => false,
                });
                let finding = proved.finding(vacancy, finish);
                assert_eq!(
                    is_solvable,
                    finding.map(|finding| finding == Finding::Solvable)
                );
                let certificate = file.certificate(vacancy, finish);
                assert_eq!(certificate.is_some(), finding.is_some());
            }
        }
    }

    /// The text of the proof in the file is that of the certificate, which the checker accepts.
    #[test]
    fn certificates_are_valid() {
        for name in ["triangle5", "diamond41", "english-diagonal"] {
            let board = Board::library(name).unwrap();
            let file = AtlasFile::parse(&board, &text(name), name).unwrap();
            for problem in board.svss_problems() {
                let certificate = file
                    .certificate(problem.vacancy(), problem.finish())
                    .unwrap();
                let options = CheckOptions::default();
                let proven = verify_text(&certificate, "x.ron", "".as_ref(), &options).unwrap();
                let is_solvable = matches!(proven.answer, ProvenAnswer::Solvable { .. });
                let answer = file.answer(problem.vacancy(), problem.finish()).unwrap();
                assert_eq!(
                    is_solvable,
                    matches!(answer, Some(AtlasAnswer::Solvable(_)))
                );
            }
        }
    }

    /// Without the table, solutions are those of the certificates, reversed where the file lists the reversal.
    #[test]
    fn solutions_do_not_need_the_table() {
        let board = Board::library("triangle5").unwrap();
        let text = text("triangle5");
        let certificates = format!("{})", text.split_once("// The fewest moves").unwrap().0);
        let file = AtlasFile::parse(&board, &certificates, "triangle5").unwrap();
        let mut solvable = 0;
        for problem in board.svss_problems() {
            let (vacancy, finish) = (problem.vacancy(), problem.finish());
            if let Some(AtlasAnswer::Solvable(line)) = file.answer(vacancy, finish).unwrap() {
                assert_eq!(line.start(), &board.vacate(vacancy));
                assert_eq!(line.finish(), &board.with_pegs([finish]));
                solvable += 1;
            }
        }
        assert_eq!(solvable, 12);
    }

    #[test]
    fn wrong_answers_and_other_boards_are_errors() {
        let board = Board::library("triangle4").unwrap();
        let text = text("triangle4");
        let a2 = board.hole("a2").unwrap();
        let b2 = board.hole("b2").unwrap();
        let certificates = format!("{})", text.split_once("// The fewest moves").unwrap().0);
        let shorter = certificates.replace(", b4-d4-b2", "");
        let error = AtlasFile::parse(&board, &shorter, "x.ron")
            .unwrap()
            .answer(a2, b2)
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "x.ron: problem a2 to b2: the moves do not lead to the finish"
        );
        let other = Board::library("triangle5").unwrap();
        let error = AtlasFile::parse(&other, &text, "x.ron").unwrap_err();
        assert!(matches!(error, AtlasError::OtherBoard { .. }));
        let error = AtlasFile::parse(&board, "Atlas(version: 9)", "x.ron").unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("x.ron: it is an atlas of version 9")
        );
    }
}
