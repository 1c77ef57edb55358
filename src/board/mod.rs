//! Boards, and everything that follows from their geometry: labels, jumps, symmetries, position classes and the
//! single-vacancy problems that the classes allow.

mod backend;
mod class;
pub(crate) mod data;
mod error;
pub mod file;
pub mod geometry;
mod hole;
mod jump;
mod label;
mod load;
mod position;
mod svss;
mod symmetry;

pub use backend::Backend;
pub use class::{PositionClass, PositionClasses};
pub use error::{BoardError, BoardErrors, BoardWarning};
pub use hole::{Hole, UnknownHole};
pub use jump::Jump;
pub use load::LoadError;
pub use position::{Position, PositionError};
pub use svss::{ProblemType, SvssProblem};
pub use symmetry::{Symmetry, SymmetryUse};

use crate::board::file::{BoardFile, DeclaredSymmetry};
use crate::board::geometry::{Coordinate, Direction, Isometry, Lattice, SymmetryGroup};
use std::fmt;
use std::sync::Arc;

/// Maximum number of holes of a board: the bits of a `u128`.
pub const MAX_HOLES: usize = 128;

/// A board: its holes and everything derived from them.
///
/// A board is immutable and cheap to clone; clones share their data. Holes are numbered `0..n`, row by row from the
/// top left. The number of a hole is its bit in the code of a position.
///
/// A [`Hole`] does not know its board. A call with a hole that its board lacks panics, as an index beyond the end of a
/// slice does. So does a call with a position or a symmetry of another board, unless it returns an error. Two boards are
/// the same if they have the same geometry and the same labels.
///
/// ```
/// use pegboard::Board;
/// let english = Board::library("english")?;
/// assert_eq!(english.hole_count(), 33);
/// assert_eq!(english.jumps().len(), 76);
/// assert_eq!(english.symmetries().len(), 8);
/// assert!(english.is_null_class());
/// # Ok::<(), pegboard::LoadError>(())
/// ```
#[derive(Clone)]
pub struct Board {
    data: Arc<BoardData>,
}

struct BoardData {
    file: BoardFile,
    coordinates: Vec<Coordinate>,
    labels: Vec<String>,
    /// The unit steps of the jumps.
    steps: Vec<Coordinate>,
    jumps: Vec<Jump>,
    group: SymmetryGroup,
    largest_group: SymmetryGroup,
    symmetries: Vec<Symmetry>,
    classes: PositionClasses,
    vacancy: Option<Hole>,
    /// Row of the picture that may lack a hole.
    short_row: Option<BoardWarning>,
}

impl Board {
    /// Checks a described board and derives its geometry.
    ///
    /// # Errors
    ///
    /// [`BoardErrors`] lists all errors in the description.
    pub fn new(file: BoardFile) -> Result<Board, BoardErrors> {
        let mut errors = error::check_holes(&file.holes);
        if !errors.is_empty() {
            return Err(BoardErrors::new(errors));
        }
        errors.extend(error::check_name(&file.name));
        let coordinates = row_by_row(&file.holes);
        let labels = label::labels(&file.labels, &coordinates).unwrap_or_else(|wrong| {
            errors.extend(wrong);
            label::letters(&coordinates)
        });
        let default_steps = || Ok(file.lattice.directions().to_vec());
        let steps = file
            .jumps
            .as_ref()
            .map_or_else(default_steps, |jumps| jumps.steps(file.lattice));
        let steps = steps.unwrap_or_else(|wrong| {
            errors.push(BoardError::Jumps(wrong));
            file.lattice.directions().to_vec()
        });
        let whole = symmetry::isometries_of(file.lattice, &steps, &coordinates);
        let group = choose_group(&file, &whole).unwrap_or_else(|wrong| {
            errors.push(wrong);
            whole.clone()
        });
        let vacancy = file.vacancy.as_ref().and_then(|label| {
            let found = labels
                .iter()
                .position(|known| known == label)
                .map(Hole::new);
            if found.is_none() {
                errors.push(BoardError::UnknownVacancy {
                    label: label.clone(),
                });
            }
            found
        });
        if !errors.is_empty() {
            return Err(BoardErrors::new(errors));
        }
        let jumps = jump::jumps(&steps, &coordinates);
        let data = BoardData {
            group: SymmetryGroup::of(&group),
            largest_group: SymmetryGroup::of(&whole),
            symmetries: group
                .iter()
                .map(|isometry| Symmetry::new(*isometry, &coordinates))
                .collect(),
            classes: PositionClasses::new(coordinates.len(), &jumps),
            file,
            coordinates,
            labels,
            steps,
            jumps,
            vacancy,
            short_row: None,
        };
        Ok(Board {
            data: Arc::new(data),
        })
    }

    /// Returns the board's name.
    pub fn name(&self) -> &str {
        &self.data.file.name
    }

    /// Returns the lattice on which the holes lie.
    pub fn lattice(&self) -> Lattice {
        self.data.file.lattice
    }

    /// Returns the description from which the board was made.
    pub fn file(&self) -> &BoardFile {
        &self.data.file
    }

    /// Returns the number of holes, `1..=128`.
    pub fn hole_count(&self) -> usize {
        self.data.coordinates.len()
    }

    /// Returns the holes, row by row from the top left.
    pub fn holes(&self) -> impl DoubleEndedIterator<Item = Hole> + ExactSizeIterator + use<> {
        (0..self.hole_count()).map(Hole::new)
    }

    /// Panics if the board lacks a hole.
    #[track_caller]
    pub(crate) fn check_hole(&self, hole: Hole) {
        assert!(
            hole.index() < self.hole_count(),
            "board `{}` has {} holes, numbered from 0, and lacks hole {}",
            self.name(),
            self.hole_count(),
            hole.index()
        );
    }

    /// Panics if the board lacks a jump.
    #[track_caller]
    pub(crate) fn check_jump(&self, jump: Jump) {
        assert!(
            self.has_jump(jump),
            "board `{}` lacks the jump from hole {} to hole {}",
            self.name(),
            jump.from().index(),
            jump.to().index()
        );
    }

    /// Panics if a position lies on another board.
    #[track_caller]
    pub(crate) fn check_position(&self, position: &Position) {
        assert!(
            position.board() == self,
            "{position:?} does not lie on board `{}`",
            self.name()
        );
    }

    /// Returns the holes whose bits are set in a code.
    pub(crate) fn holes_of(&self, code: u128) -> Vec<Hole> {
        self.holes().filter(|hole| code & hole.bit() != 0).collect()
    }

    /// Returns the hole with this label. Letter case is ignored if that is unambiguous.
    ///
    /// # Errors
    ///
    /// [`UnknownHole`] names the board, the label and the existing labels.
    pub fn hole(&self, label: &str) -> Result<Hole, UnknownHole> {
        let labels = &self.data.labels;
        let exact = labels.iter().position(|known| known == label);
        let index = exact.or_else(|| label::index_ignoring_case(labels, label));
        index
            .map(Hole::new)
            .ok_or_else(|| UnknownHole::new(self.name(), label, labels))
    }

    /// Returns the hole at a point relative to the top left corner of the board's bounding box.
    pub fn hole_at(&self, point: Coordinate) -> Option<Hole> {
        jump::index_of(&self.data.coordinates, point).map(Hole::new)
    }

    /// Returns the label of a hole: `d4`.
    ///
    /// # Panics
    ///
    /// If the board lacks the hole.
    pub fn label(&self, hole: Hole) -> &str {
        self.check_hole(hole);
        &self.data.labels[hole.index()]
    }

    /// Returns the coordinates of a hole relative to the top left corner of the board's bounding box.
    ///
    /// # Panics
    ///
    /// If the board lacks the hole.
    pub fn coordinate(&self, hole: Hole) -> Coordinate {
        self.check_hole(hole);
        self.data.coordinates[hole.index()]
    }

    /// Returns the usual vacancy at the start, if the description names one.
    pub fn usual_vacancy(&self) -> Option<Hole> {
        self.data.vacancy
    }

    /// Returns all jumps, ordered by the hole they start from, then by direction.
    pub fn jumps(&self) -> &[Jump] {
        &self.data.jumps
    }

    /// Returns the unit steps of the jumps. Each direction is listed separately.
    ///
    /// ```
    /// use pegboard::{Board, BoardFile, JumpDirections, Lattice};
    /// let mut file = BoardFile::new("Square", Lattice::Square, (0..9).map(|i| (i % 3, i / 3)));
    /// file.jumps = Some(JumpDirections::Diagonal);
    /// let board = Board::new(file)?;
    /// assert_eq!(board.jump_steps(), [(1, 1), (-1, 1), (-1, -1), (1, -1)]);
    /// assert!(board.jump(board.hole("a1")?, board.hole("c3")?).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn jump_steps(&self) -> &[Coordinate] {
        &self.data.steps
    }

    /// Returns the directions in which pegs jump, in the order of [`jump_steps`](Board::jump_steps).
    pub fn jump_directions(&self) -> Vec<Direction> {
        let is_used = |direction: &Direction| {
            direction
                .step(self.lattice())
                .is_some_and(|step| self.jump_steps().contains(&step))
        };
        Direction::ALL.into_iter().filter(is_used).collect()
    }

    /// Returns the unit steps of the jumps if they differ from those of the lattice. Digests and certificates list
    /// them only then.
    pub(crate) fn unusual_steps(&self) -> Option<&[Coordinate]> {
        Some(self.jump_steps()).filter(|steps| *steps != self.lattice().directions())
    }

    /// Returns the steps to neighbors along which a jump can go, forwards or backwards.
    pub(crate) fn neighbor_steps(&self) -> Vec<Coordinate> {
        let all = Direction::ALL
            .into_iter()
            .filter_map(|direction| direction.step(self.lattice()));
        let steps = self.jump_steps();
        all.filter(|&(x, y)| steps.contains(&(x, y)) || steps.contains(&(-x, -y)))
            .collect()
    }

    /// Returns the jump rule for digests: `square`, or `square jumps (1, 1) (-1, 1)`.
    fn rule_text(&self) -> String {
        match self.unusual_steps() {
            None => self.lattice().to_string(),
            Some(steps) => {
                let steps: Vec<String> = steps.iter().map(coordinate_text).collect();
                format!("{} jumps {}", self.lattice(), steps.join(" "))
            }
        }
    }

    /// Returns the geometry for digests: `RULE [(x, y), …] [[image of hole 0, …], …]`, with the [jump
    /// rule](Board::rule_text), the holes and these symmetries.
    pub(crate) fn geometry_text(&self, symmetries: &[Symmetry]) -> String {
        let holes: Vec<String> = self.data.coordinates.iter().map(coordinate_text).collect();
        let images: Vec<Vec<u8>> = symmetries.iter().map(Symmetry::image_indices).collect();
        format!("{} [{}] {images:?}", self.rule_text(), holes.join(", "))
    }

    /// Returns the jump between two holes, if any.
    ///
    /// # Panics
    ///
    /// If the board lacks one of the holes.
    pub fn jump(&self, from: Hole, to: Hole) -> Option<Jump> {
        self.check_hole(from);
        self.check_hole(to);
        self.jumps_from(from).find(|jump| jump.to() == to)
    }

    /// Returns the jumps of the pegs in a hole.
    fn jumps_from(&self, from: Hole) -> impl Iterator<Item = Jump> + '_ {
        let jumps = self.jumps();
        let first = jumps.partition_point(|jump| jump.from() < from);
        let rest = jumps[first..].iter().copied();
        rest.take_while(move |jump| jump.from() == from)
    }

    /// Returns `true` if the jump is one of this board's.
    pub(crate) fn has_jump(&self, jump: Jump) -> bool {
        self.jumps_from(jump.from()).any(|own| own == jump)
    }

    /// Returns the integer type of the positions of this board.
    pub fn backend(&self) -> Backend {
        Backend::for_holes(self.hole_count())
    }

    /// Returns the connected components of the holes under jumps. A hole that no jump touches is a component of its
    /// own.
    pub fn connected_parts(&self) -> Vec<Vec<Hole>> {
        jump::connected_parts(self.hole_count(), self.jumps())
    }

    /// Returns the symmetry group in use: the declared one, or the largest.
    pub fn symmetry_group(&self) -> SymmetryGroup {
        self.data.group
    }

    /// Returns the largest symmetry group of the holes and jumps, which can be larger than the one in use.
    pub fn largest_symmetry_group(&self) -> SymmetryGroup {
        self.data.largest_group
    }

    /// Returns the elements of the symmetry group in use, the identity first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.data.symmetries
    }

    /// Returns the symmetries that map each of these sets of codes onto itself: a group, the identity first.
    pub(crate) fn stabilizer(&self, sets: &[&[u128]]) -> Vec<Symmetry> {
        self.symmetries_that(|symmetry| {
            sets.iter().all(|set| {
                set.iter()
                    .all(|code| set.contains(&symmetry.apply_code(*code)))
            })
        })
    }

    /// Returns the symmetries that satisfy a predicate.
    pub(crate) fn symmetries_that(&self, keep: impl Fn(&Symmetry) -> bool) -> Vec<Symmetry> {
        self.symmetries()
            .iter()
            .filter(|symmetry| keep(symmetry))
            .cloned()
            .collect()
    }

    /// Returns the first hole of each orbit under the symmetries in use. Problems that start from other holes are
    /// images of problems that start from these.
    ///
    /// ```
    /// let board = pegboard::Board::library("english")?;
    /// let labels: Vec<&str> = board.holes_up_to_symmetry().map(|hole| board.label(hole)).collect();
    /// assert_eq!(labels, ["c1", "d1", "c2", "d2", "c3", "d3", "d4"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn holes_up_to_symmetry(&self) -> impl Iterator<Item = Hole> + '_ {
        let is_first = |hole: &Hole| {
            self.symmetries()
                .iter()
                .all(|symmetry| symmetry.apply(*hole) >= *hole)
        };
        self.holes().filter(is_first)
    }

    /// Returns the parity invariants, which divide the positions into classes.
    pub fn position_classes(&self) -> &PositionClasses {
        &self.data.classes
    }

    /// Returns `true` if the full board lies in the class of the empty board.
    ///
    /// Only on such a board can a complement problem be solvable: the start differs from the full board, and the
    /// finish from the empty board, by the same hole.
    pub fn is_null_class(&self) -> bool {
        self.full().class() == self.empty().class()
    }

    /// Returns the position without pegs.
    pub fn empty(&self) -> Position {
        Position::from_code_unchecked(self, 0)
    }

    /// Returns the position with a peg in every hole.
    pub fn full(&self) -> Position {
        Position::from_code_unchecked(self, self.full_code())
    }

    /// Returns the position with a peg in every hole but this one.
    ///
    /// # Panics
    ///
    /// If the board lacks the hole.
    pub fn vacate(&self, hole: Hole) -> Position {
        self.check_hole(hole);
        Position::from_code_unchecked(self, self.full_code() & !hole.bit())
    }

    /// Returns the position with pegs in exactly these holes.
    ///
    /// # Panics
    ///
    /// If the board lacks one of the holes.
    pub fn with_pegs(&self, holes: impl IntoIterator<Item = Hole>) -> Position {
        let mut code = 0;
        for hole in holes {
            self.check_hole(hole);
            code |= hole.bit();
        }
        Position::from_code_unchecked(self, code)
    }

    pub(crate) fn full_code(&self) -> u128 {
        u128::MAX >> (MAX_HOLES - self.hole_count())
    }

    /// Returns unusual properties that are not errors.
    pub fn warnings(&self) -> Vec<BoardWarning> {
        error::warnings(self)
    }

    /// Returns the single-vacancy to single-survivor problems that the position classes allow, up to symmetry. A
    /// board with several connected components has none, because each component keeps a peg.
    ///
    /// The vacancy is the first hole of its orbit, the finish the first of its orbit under the symmetries that fix
    /// the vacancy. A problem and its reversal are listed separately.
    pub fn svss_problems(&self) -> Vec<SvssProblem> {
        svss::problems(self)
    }

    /// Returns the problems of [`svss_problems`](Board::svss_problems), grouped into types.
    pub fn problem_types(&self) -> Vec<ProblemType> {
        svss::types(self)
    }

    /// Returns the representative of a problem in [`svss_problems`](Board::svss_problems): the image whose vacancy,
    /// then whose finish, is the first of its orbit.
    ///
    /// # Panics
    ///
    /// If the board lacks one of the holes.
    pub fn canonical_svss(&self, vacancy: Hole, finish: Hole) -> (Hole, Hole) {
        self.check_hole(vacancy);
        self.check_hole(finish);
        svss::canonical(self, vacancy, finish)
    }

    /// Returns `true` if two boards have the same holes and jumps on the same lattice and use the same symmetries.
    /// Names and labels may differ.
    pub fn same_geometry(&self, other: &Board) -> bool {
        Arc::ptr_eq(&self.data, &other.data)
            || (self.lattice() == other.lattice()
                && self.data.steps == other.data.steps
                && self.data.coordinates == other.data.coordinates
                && self.data.symmetries == other.data.symmetries)
    }
}

/// Sorts holes row by row and moves their bounding box to the origin.
fn row_by_row(holes: &[Coordinate]) -> Vec<Coordinate> {
    let left = holes.iter().map(|hole| hole.0).min().unwrap_or(0);
    let top = holes.iter().map(|hole| hole.1).min().unwrap_or(0);
    let mut moved: Vec<Coordinate> = holes.iter().map(|&(x, y)| (x - left, y - top)).collect();
    moved.sort_by_key(|&(x, y)| u64::from(y as u32) << 32 | u64::from(x as u32));
    moved
}

fn choose_group(file: &BoardFile, whole: &[Isometry]) -> Result<Vec<Isometry>, BoardError> {
    match file.symmetry {
        DeclaredSymmetry::Auto => Ok(whole.to_vec()),
        DeclaredSymmetry::Group(group) => group
            .choose_within(whole, file.axis)
            .map_err(BoardError::Symmetry),
    }
}

impl PartialEq for Board {
    /// Compares [geometry](Board::same_geometry) and labels.
    fn eq(&self, other: &Board) -> bool {
        Arc::ptr_eq(&self.data, &other.data)
            || (self.same_geometry(other) && self.data.labels == other.data.labels)
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Board({:?}, {} holes, {}, {})",
            self.name(),
            self.hole_count(),
            self.lattice(),
            self.data.group
        )
    }
}

/// Formats a coordinate for digests: `(x, y)`.
fn coordinate_text((x, y): &Coordinate) -> String {
    format!("({x}, {y})")
}
