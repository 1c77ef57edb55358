//! A checked board and everything that its geometry alone decides: labels, jumps, symmetries, position
//! classes, and which single-vacancy problems those classes allow.

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

/// The largest number of holes a board can have: the bits of a `u128`.
pub const MAX_HOLES: usize = 128;

/// A board: its holes, and all that follows from where they lie.
///
/// A board is immutable and cheap to clone (clones share their data). Holes are numbered row by row from
/// the top left, `0..n`; that number is the bit a hole has in a position's code.
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
    /// A row of the picture that may lack a hole.
    short_row: Option<BoardWarning>,
}

impl Board {
    /// Checks a described board and derives its geometry.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the description, not just the first thing.
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
        let usual = || Ok(file.lattice.directions().to_vec());
        let steps = file
            .jumps
            .as_ref()
            .map_or_else(usual, |jumps| jumps.steps(file.lattice));
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

    /// The board's name.
    pub fn name(&self) -> &str {
        &self.data.file.name
    }

    /// The lattice on which the holes lie.
    pub fn lattice(&self) -> Lattice {
        self.data.file.lattice
    }

    /// The description from which the board was made.
    pub fn file(&self) -> &BoardFile {
        &self.data.file
    }

    /// The number of holes, `1..=128`.
    pub fn hole_count(&self) -> usize {
        self.data.coordinates.len()
    }

    /// The holes, row by row from the top left.
    pub fn holes(&self) -> impl DoubleEndedIterator<Item = Hole> + ExactSizeIterator + use<> {
        (0..self.hole_count()).map(Hole::new)
    }

    /// The holes of a code.
    pub(crate) fn holes_of(&self, code: u128) -> Vec<Hole> {
        self.holes().filter(|hole| code & hole.bit() != 0).collect()
    }

    /// The hole with this label, in letters of either case where that leaves no doubt.
    ///
    /// # Errors
    ///
    /// [`UnknownHole`] names the board, the label and those that there are.
    pub fn hole(&self, label: &str) -> Result<Hole, UnknownHole> {
        let labels = &self.data.labels;
        let exact = labels.iter().position(|known| known == label);
        let place = exact.or_else(|| label::place_in_either_case(labels, label));
        place
            .map(Hole::new)
            .ok_or_else(|| UnknownHole::new(self.name(), label, labels))
    }

    /// The hole at this point, counted from the top left corner of the board's bounding box.
    pub fn hole_at(&self, point: Coordinate) -> Option<Hole> {
        jump::index_of(&self.data.coordinates, point).map(Hole::new)
    }

    /// The label of a hole: `d4`.
    pub fn label(&self, hole: Hole) -> &str {
        &self.data.labels[hole.index()]
    }

    /// Where a hole lies, counted from the top left corner of the board's bounding box.
    pub fn coordinate(&self, hole: Hole) -> Coordinate {
        self.data.coordinates[hole.index()]
    }

    /// The hole that is usually vacant at the start, where the board names one.
    pub fn usual_vacancy(&self) -> Option<Hole> {
        self.data.vacancy
    }

    /// Every jump of the board, by the hole it starts from, then by direction.
    pub fn jumps(&self) -> &[Jump] {
        &self.data.jumps
    }

    /// The unit steps along which pegs jump, each direction for itself.
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

    /// The directions in which pegs jump, in the order of [`jump_steps`](Board::jump_steps).
    pub fn jump_directions(&self) -> Vec<Direction> {
        let is_meant = |direction: &Direction| {
            direction
                .step(self.lattice())
                .is_some_and(|step| self.jump_steps().contains(&step))
        };
        Direction::ALL.into_iter().filter(is_meant).collect()
    }

    /// The unit steps of the jumps where they are not those of the lattice. Digests and certificates name them
    /// only then.
    pub(crate) fn unusual_steps(&self) -> Option<&[Coordinate]> {
        Some(self.jump_steps()).filter(|steps| *steps != self.lattice().directions())
    }

    /// The steps to the holes beside a hole along which a jump could go, forwards or backwards.
    pub(crate) fn neighbour_steps(&self) -> Vec<Coordinate> {
        let all = Direction::ALL
            .into_iter()
            .filter_map(|direction| direction.step(self.lattice()));
        let steps = self.jump_steps();
        all.filter(|&(x, y)| steps.contains(&(x, y)) || steps.contains(&(-x, -y)))
            .collect()
    }

    /// The rule of the jumps in words for digests: `square`, or `square jumps (1, 1) (-1, 1)`.
    fn rule_text(&self) -> String {
        match self.unusual_steps() {
            None => self.lattice().to_string(),
            Some(steps) => {
                let steps: Vec<String> = steps.iter().map(coordinate_text).collect();
                format!("{} jumps {}", self.lattice(), steps.join(" "))
            }
        }
    }

    /// The geometry in words for digests: `RULE [(x, y), …] [[image of hole 0, …], …]`, with the rule of
    /// [`rule_text`](Board::rule_text), the holes and these symmetries.
    pub(crate) fn geometry_text(&self, symmetries: &[Symmetry]) -> String {
        let holes: Vec<String> = self.data.coordinates.iter().map(coordinate_text).collect();
        let images: Vec<Vec<u8>> = symmetries.iter().map(Symmetry::image_indices).collect();
        format!("{} [{}] {images:?}", self.rule_text(), holes.join(", "))
    }

    /// The jump between two holes, if there is one.
    pub fn jump(&self, from: Hole, into: Hole) -> Option<Jump> {
        self.jumps()
            .iter()
            .copied()
            .find(|jump| jump.from() == from && jump.to() == into)
    }

    /// The integer in which positions of this board are kept.
    pub fn backend(&self) -> Backend {
        Backend::for_holes(self.hole_count())
    }

    /// The holes, grouped into parts that jumps connect. A hole that no jump touches is a part of its own.
    pub fn connected_parts(&self) -> Vec<Vec<Hole>> {
        jump::connected_parts(self.hole_count(), self.jumps())
    }

    /// The symmetry group in use: the declared one, or the largest.
    pub fn symmetry_group(&self) -> SymmetryGroup {
        self.data.group
    }

    /// The largest symmetry group that the holes and the jumps have; it can be larger than the one in use.
    pub fn largest_symmetry_group(&self) -> SymmetryGroup {
        self.data.largest_group
    }

    /// The elements of the group in use; the identity comes first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.data.symmetries
    }

    /// The symmetries that carry each of these sets of codes onto itself: a group whose first member is the
    /// identity.
    pub(crate) fn stabilizer(&self, sets: &[&[u128]]) -> Vec<Symmetry> {
        self.symmetries_that(|symmetry| {
            sets.iter().all(|set| {
                set.iter()
                    .all(|code| set.contains(&symmetry.apply_code(*code)))
            })
        })
    }

    /// Those of the symmetries that keep something.
    pub(crate) fn symmetries_that(&self, keep: impl Fn(&Symmetry) -> bool) -> Vec<Symmetry> {
        self.symmetries()
            .iter()
            .filter(|symmetry| keep(symmetry))
            .cloned()
            .collect()
    }

    /// The first hole of each orbit under the symmetries in use: problems from the others are images of those
    /// from these.
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

    /// The invariants that no jump changes.
    pub fn position_classes(&self) -> &PositionClasses {
        &self.data.classes
    }

    /// Whether the full board lies in the class of the empty board.
    ///
    /// Only on such a board can a complement problem be solvable: the start differs from the full board, and
    /// the finish from the empty one, by the same single hole.
    pub fn is_null_class(&self) -> bool {
        self.full().class() == self.empty().class()
    }

    /// The position without pegs.
    pub fn empty(&self) -> Position {
        Position::from_code_unchecked(self, 0)
    }

    /// The position with a peg in every hole.
    pub fn full(&self) -> Position {
        Position::from_code_unchecked(self, self.full_code())
    }

    /// Every hole filled except one.
    pub fn vacate(&self, hole: Hole) -> Position {
        Position::from_code_unchecked(self, self.full_code() & !hole.bit())
    }

    /// The position with pegs in just these holes.
    pub fn pegs(&self, holes: impl IntoIterator<Item = Hole>) -> Position {
        let code = holes.into_iter().fold(0, |code, hole| code | hole.bit());
        Position::from_code_unchecked(self, code & self.full_code())
    }

    pub(crate) fn full_code(&self) -> u128 {
        u128::MAX >> (MAX_HOLES - self.hole_count())
    }

    /// What is unusual about the board without being an error.
    pub fn warnings(&self) -> Vec<BoardWarning> {
        error::warnings(self)
    }

    /// The single-vacancy to single-survivor problems that the position classes allow, up to symmetry. A board
    /// in several parts that no jump connects has none: each part keeps a peg.
    ///
    /// The vacancy is the first hole of its orbit, the finish the first of its orbit under the symmetries
    /// that fix the vacancy. Problems are not merged with their reversals, but each names its own.
    pub fn svss_problems(&self) -> Vec<SvssProblem> {
        svss::problems(self)
    }

    /// The problems of [`svss_problems`](Board::svss_problems), grouped into types.
    pub fn problem_types(&self) -> Vec<ProblemType> {
        svss::types(self)
    }

    /// The given problem as [`svss_problems`](Board::svss_problems) would list it: moved by a symmetry so
    /// that the vacancy, then the finish, is the first of its orbit.
    pub fn canonical_svss(&self, vacancy: Hole, finish: Hole) -> (Hole, Hole) {
        svss::canonical(self, vacancy, finish)
    }

    /// Whether two boards have the same holes and jumps on the same lattice and use the same symmetries; names and
    /// labels may differ.
    pub fn same_geometry(&self, other: &Board) -> bool {
        Arc::ptr_eq(&self.data, &other.data)
            || (self.lattice() == other.lattice()
                && self.data.steps == other.data.steps
                && self.data.coordinates == other.data.coordinates
                && self.data.symmetries == other.data.symmetries)
    }
}

/// The holes in their numbering, moved so that the bounding box begins at the origin.
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
    /// Boards are equal when they have the [same geometry](Board::same_geometry) and the same labels.
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

/// A coordinate as digests name it: `(x, y)`.
fn coordinate_text((x, y): &Coordinate) -> String {
    format!("({x}, {y})")
}
