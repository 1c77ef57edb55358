//! Boards, and everything that follows from their geometry: labels, jumps, symmetries, position classes and the
//! single-vacancy problems that the classes allow.

mod automorphism;
mod backend;
mod class;
pub(crate) mod data;
mod error;
pub mod file;
mod finish;
pub mod geometry;
mod hole;
mod jump;
mod label;
mod label_scheme;
mod load;
mod position;
mod skeleton;
mod subgroups;
mod svss;
mod symmetry;

pub use backend::Backend;
pub use class::{PositionClass, PositionClasses};
pub use error::{BoardError, BoardErrors, BoardWarning};
pub(crate) use finish::UsualFinish;
pub use hole::{Hole, UnknownHole};
pub use jump::{Jump, JumpError};
pub use label_scheme::{LabelError, LabelScheme};
pub use load::LoadError;
pub use position::{Position, PositionError};
pub use skeleton::MAX_JUMPS;
pub(crate) use skeleton::is_possible_place;
pub(crate) use subgroups::subgroups;
pub use svss::{ProblemType, SvssProblem};
pub use symmetry::{Symmetry, SymmetryUse};

use crate::board::file::{BoardFile, DeclaredSymmetry};
use crate::board::geometry::{
    Coordinate, Direction, GroupChoiceError, Isometry, Lattice, SymmetryGroup,
};
use crate::control::quotation;
use skeleton::{Grid, Skeleton};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use symmetry::Symmetries;

/// Maximum number of holes of a board: the bits of a `u128`.
pub const MAX_HOLES: usize = 128;

/// A board: its holes and everything derived from them.
///
/// A board is immutable and cheap to clone; clones share their data. Holes are numbered `0..n`: on a lattice row by row
/// from the top left, otherwise as the lists of the [`Structure`](geometry::Structure) first name them. The number of a
/// hole is its bit in the code of a position.
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
///
/// Serde form: that of its [`BoardFile`], `{"name": "Row", "lattice": "Square", "holes": [[0, 0], [1, 0], [2, 0]], …}`.
#[derive(Clone)]
pub struct Board {
    data: Arc<BoardData>,
}

struct BoardData {
    file: BoardFile,
    skeleton: Skeleton,
    symmetries: Symmetries,
    classes: PositionClasses,
    vacancy: Option<Hole>,
    finish: Option<UsualFinish>,
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
        let mut errors = Vec::new();
        let Some(skeleton) = Skeleton::new(&file, &mut errors) else {
            return Err(BoardErrors::new(errors));
        };
        errors.extend(error::check_name(&file.name));
        let symmetries = symmetries(&file, &skeleton).unwrap_or_else(|wrong| {
            errors.push(BoardError::Symmetry(wrong));
            Symmetries::none(skeleton.labels.len())
        });
        let hole = |label: &String| {
            let found = skeleton.labels.iter().position(|known| known == label);
            found.map(Hole::new).ok_or_else(|| label.clone())
        };
        let vacancy = file.vacancy.as_ref().map(hole).transpose();
        let vacancy = vacancy.unwrap_or_else(|label| {
            errors.push(BoardError::UnknownVacancy { label });
            None
        });
        let finish = file.finish.as_ref().map(|finish| {
            UsualFinish::new(finish, skeleton.labels.len(), hole)
                .map_err(|error| errors.push(error))
        });
        if !errors.is_empty() {
            return Err(BoardErrors::new(errors));
        }
        let data = BoardData {
            symmetries,
            classes: PositionClasses::new(skeleton.labels.len(), &skeleton.jumps),
            file,
            skeleton,
            vacancy,
            finish: finish.and_then(Result::ok),
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

    /// Returns the lattice on which the holes lie, or `None` for a board made from lists of labels.
    pub fn lattice(&self) -> Option<Lattice> {
        self.grid().map(|grid| grid.lattice)
    }

    fn grid(&self) -> Option<&Grid> {
        self.data.skeleton.grid.as_ref()
    }

    /// Returns the description from which the board was made.
    pub fn file(&self) -> &BoardFile {
        &self.data.file
    }

    /// Returns the number of holes, `1..=128`.
    pub fn hole_count(&self) -> usize {
        self.data.skeleton.labels.len()
    }

    /// Returns the holes, in the order of their indices.
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
        let labels = &self.data.skeleton.labels;
        let exact = labels.iter().position(|known| known == label);
        let index = exact.or_else(|| label::index_ignoring_case(labels, label));
        index
            .map(Hole::new)
            .ok_or_else(|| UnknownHole::new(self.name(), label, labels))
    }

    /// Returns the hole with this index, which is its bit in a code, or `None` if the board has fewer holes.
    ///
    /// ```
    /// let board = pegboard::Board::library("english")?;
    /// assert_eq!(board.hole_from_index(16), Some(board.hole("d4")?));
    /// assert_eq!(board.hole_from_index(33), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hole_from_index(&self, index: usize) -> Option<Hole> {
        (index < self.hole_count()).then(|| Hole::new(index))
    }

    /// Returns the hole at a point of the lattice, relative to the top left corner of the board's bounding box.
    pub fn hole_at(&self, point: Coordinate) -> Option<Hole> {
        jump::index_of(&self.grid()?.coordinates, point).map(Hole::new)
    }

    /// Returns the label of a hole: `d4`.
    ///
    /// # Panics
    ///
    /// If the board lacks the hole.
    pub fn label(&self, hole: Hole) -> &str {
        self.check_hole(hole);
        &self.data.skeleton.labels[hole.index()]
    }

    /// Returns the coordinates of a hole relative to the top left corner of the board's bounding box, or `None` if the
    /// board lies on no lattice.
    ///
    /// # Panics
    ///
    /// If the board lacks the hole.
    pub fn coordinate(&self, hole: Hole) -> Option<Coordinate> {
        self.check_hole(hole);
        self.grid().map(|grid| grid.coordinates[hole.index()])
    }

    /// Returns the place of a hole in the plane, `x` to the right and `y` down. Neighbors lie about 1 apart, on a lattice
    /// exactly 1.
    ///
    /// # Panics
    ///
    /// If the board lacks the hole.
    pub fn place(&self, hole: Hole) -> (f64, f64) {
        self.check_hole(hole);
        self.data.skeleton.places()[hole.index()]
    }

    /// Returns the distance of each hole from this one: in the plane if the board lies on a lattice, otherwise in steps
    /// between neighbors.
    pub(crate) fn distances_from(&self, hole: Hole) -> Vec<f64> {
        if self.lattice().is_none() {
            return self.data.skeleton.steps_from(hole.index());
        }
        let places = self.data.skeleton.places();
        let (x, y) = places[hole.index()];
        let distance = |place: &(f64, f64)| (place.0 - x).hypot(place.1 - y);
        places.iter().map(distance).collect()
    }

    /// Returns the holes next to a hole: those that a peg in it can jump over, or that can jump over it.
    ///
    /// # Panics
    ///
    /// If the board lacks the hole.
    pub fn neighbors(&self, hole: Hole) -> Vec<Hole> {
        self.check_hole(hole);
        self.holes_of(self.data.skeleton.neighbors[hole.index()])
    }

    /// Returns the number of neighbors that a hole lacks at the edge of the board.
    pub(crate) fn missing_neighbors(&self, hole: Hole) -> usize {
        let neighbors = self.data.skeleton.neighbors[hole.index()].count_ones();
        self.data.skeleton.most_neighbors - neighbors as usize
    }

    /// Returns the usual vacancy at the start, if the description names one.
    pub fn usual_vacancy(&self) -> Option<Hole> {
        self.data.vacancy
    }

    pub(crate) fn usual_finish(&self) -> Option<&UsualFinish> {
        self.data.finish.as_ref()
    }

    /// Returns all jumps, ordered by the hole they start from, then by direction (without a lattice: by `over` and `to`).
    /// There are at most [`MAX_JUMPS`].
    pub fn jumps(&self) -> &[Jump] {
        &self.data.skeleton.jumps
    }

    /// Returns, for each jump, the index of its image.
    pub(crate) fn jump_images(&self, symmetry: &Symmetry) -> Vec<u16> {
        let image = |jump: &Jump| {
            let image = jump.image(symmetry);
            let index = self.jumps().iter().position(|other| *other == image);
            index.expect("a symmetry maps jumps to jumps") as u16
        };
        self.jumps().iter().map(image).collect()
    }

    /// Returns the unit steps of the jumps on the lattice. Each direction is listed separately. A board that lies on no
    /// lattice has none.
    ///
    /// ```
    /// use pegboard::{Board, BoardFile, JumpDirections, Lattice};
    /// let mut file = BoardFile::new("Square", Lattice::Square, (0..9).map(|i| (i % 3, i / 3)));
    /// file.jumps = Some(JumpDirections::Diagonal);
    /// let board = Board::new(file)?;
    /// assert_eq!(board.jump_steps(), [(1, 1), (-1, 1), (-1, -1), (1, -1)]);
    /// assert!(board.jump(board.hole("a1")?, board.hole("c3")?).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn jump_steps(&self) -> &[Coordinate] {
        self.grid().map_or(&[], |grid| &grid.steps)
    }

    /// Returns the directions in which pegs jump, in the order of [`jump_steps`](Board::jump_steps).
    pub fn jump_directions(&self) -> Vec<Direction> {
        let is_used = |direction: &Direction| {
            let step = self.lattice().and_then(|lattice| direction.step(lattice));
            step.is_some_and(|step| self.jump_steps().contains(&step))
        };
        Direction::ALL.into_iter().filter(is_used).collect()
    }

    /// Returns the unit steps of the jumps if they differ from those of the lattice. Digests and certificates list
    /// them only then.
    pub(crate) fn unusual_steps(&self) -> Option<&[Coordinate]> {
        let grid = self.grid()?;
        Some(&*grid.steps).filter(|steps| *steps != grid.lattice.directions())
    }

    /// Returns the jumps that the description takes away from those of the lattice or the lists.
    pub(crate) fn removed_jumps(&self) -> &[Jump] {
        &self.data.skeleton.removed
    }

    /// Returns the geometry for digests: `RULE [(x, y), …] [[image of hole 0, …], …]`, with the jump rule, the holes and
    /// these symmetries. The rule is `square`, or `square jumps (1, 1) (-1, 1)` if the steps differ from those of the
    /// lattice, or `list` for a board that lies on no lattice. Such a board, or one that lacks jumps of its lattice, lists
    /// all jumps instead of the holes: `[(from, over, to), …]`.
    pub(crate) fn geometry_text(&self, symmetries: &[Symmetry]) -> String {
        let coordinate_text = |(x, y): &Coordinate| format!("({x}, {y})");
        let mut rule = match self.lattice() {
            Some(lattice) => lattice.to_string(),
            None => format!("list {}", self.hole_count()),
        };
        if let Some(steps) = self.unusual_steps() {
            let steps: Vec<String> = steps.iter().map(coordinate_text).collect();
            rule += &format!(" jumps {}", steps.join(" "));
        }
        let points: Vec<String> = match self.grid() {
            Some(grid) if self.removed_jumps().is_empty() => {
                grid.coordinates.iter().map(coordinate_text).collect()
            }
            _ => {
                let indices = |jump: &Jump| [jump.from(), jump.over(), jump.to()].map(Hole::index);
                let text = |[from, over, to]: [usize; 3]| format!("({from}, {over}, {to})");
                self.jumps().iter().map(indices).map(text).collect()
            }
        };
        let images: Vec<Vec<u8>> = symmetries.iter().map(Symmetry::image_indices).collect();
        format!("{rule} [{}] {images:?}", points.join(", "))
    }

    /// Returns the jump from a hole into another. On a board that lies on no lattice there can be several, over different
    /// holes: [`jumps_between`](Board::jumps_between).
    ///
    /// ```
    /// let board = pegboard::Board::library("octahedron")?;
    /// let [from, to] = [board.hole("a")?, board.hole("f")?];
    /// assert_eq!(board.jumps_between(from, to).count(), 4);
    /// let error = board.jump(from, to).unwrap_err().to_string();
    /// assert!(error.contains("4 jumps from one hole into the other: a-(b)-f, a-("), "{error}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`JumpError`] if there is no jump, or several, which it names.
    ///
    /// # Panics
    ///
    /// If the board lacks one of the holes.
    pub fn jump(&self, from: Hole, to: Hole) -> Result<Jump, JumpError> {
        let jumps: Vec<Jump> = self.jumps_between(from, to).collect();
        let board = quotation(self.name());
        match jumps[..] {
            [jump] => Ok(jump),
            [] => {
                let [from, to] = [from, to].map(|hole| self.label(hole).to_owned());
                Err(JumpError::None { board, from, to })
            }
            _ => {
                let notation = |jump: &Jump| {
                    let labels = [jump.from(), jump.over(), jump.to()].map(|hole| self.label(hole));
                    let [from, over, to] = labels;
                    format!("{from}-({over})-{to}")
                };
                let jumps = jumps.iter().map(notation).collect();
                Err(JumpError::Several { board, jumps })
            }
        }
    }

    /// Returns `true` if a jump leads from a hole into another.
    pub(crate) fn has_jump_between(&self, from: Hole, to: Hole) -> bool {
        self.jumps_between(from, to).next().is_some()
    }

    /// Returns the jumps from a hole into another.
    ///
    /// # Panics
    ///
    /// If the board lacks one of the holes.
    pub fn jumps_between(&self, from: Hole, to: Hole) -> impl Iterator<Item = Jump> + '_ {
        self.check_hole(from);
        self.check_hole(to);
        self.jumps_from(from).filter(move |jump| jump.to() == to)
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

    /// Returns the sets of holes that one peg can visit. See [`jump::holes_of_one_peg`].
    pub(crate) fn holes_of_one_peg(&self) -> Vec<Vec<Hole>> {
        jump::holes_of_one_peg(self.hole_count(), self.jumps())
    }

    /// Returns `true` if a peg can jump over a hole that it can visit itself, as on a triangle of three neighbors.
    pub(crate) fn pegs_cross_own_way(&self) -> bool {
        jump::cross_own_way(self.hole_count(), self.jumps())
    }

    /// Returns the symmetry group in use: the declared one, or the largest.
    pub fn symmetry_group(&self) -> SymmetryGroup {
        self.data.symmetries.group
    }

    /// Returns the largest symmetry group of the holes and jumps, which can be larger than the one in use.
    pub fn largest_symmetry_group(&self) -> SymmetryGroup {
        self.data.symmetries.largest_group
    }

    /// Returns the elements of the symmetry group in use, the identity first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.data.symmetries.used
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

    /// Returns `true` if two boards have the same holes and jumps on the same lattice, if any, and use the same symmetries.
    /// Names and labels may differ.
    pub fn same_geometry(&self, other: &Board) -> bool {
        Arc::ptr_eq(&self.data, &other.data)
            || (self.data.skeleton.grid == other.data.skeleton.grid
                && self.hole_count() == other.hole_count()
                && self.jumps() == other.jumps()
                && self.symmetries() == other.symmetries())
    }
}

/// Returns the symmetries that the description asks for.
fn symmetries(file: &BoardFile, skeleton: &Skeleton) -> Result<Symmetries, GroupChoiceError> {
    let Some(grid) = &skeleton.grid else {
        let whole = Symmetries::of_jumps(skeleton.labels.len(), &skeleton.jumps);
        return match file.symmetry {
            DeclaredSymmetry::Auto => Ok(whole),
            DeclaredSymmetry::Group(SymmetryGroup::C1) => Ok(whole.identity_only()),
            DeclaredSymmetry::Group(declared) => Err(GroupChoiceError::Absent {
                declared,
                actual: whole.largest_group,
            }),
        };
    };
    let all = Isometry::all(grid.lattice);
    let whole = symmetry::isometries_of(all, &grid.steps, &grid.coordinates, &skeleton.removed);
    let chosen = match file.symmetry {
        DeclaredSymmetry::Auto => whole.clone(),
        DeclaredSymmetry::Group(group) => group.choose_within(&whole, file.axis)?,
    };
    let symmetry = |isometry: &Isometry| Symmetry::of_isometry(*isometry, &grid.coordinates);
    Ok(Symmetries {
        group: SymmetryGroup::of(&chosen),
        largest_group: SymmetryGroup::of(&whole),
        used: chosen.iter().map(symmetry).collect(),
    })
}

impl PartialEq for Board {
    /// Compares [geometry](Board::same_geometry) and labels.
    fn eq(&self, other: &Board) -> bool {
        Arc::ptr_eq(&self.data, &other.data)
            || (self.same_geometry(other)
                && self.data.skeleton.labels == other.data.skeleton.labels)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Boards that are equal have the same labels and jumps.
        self.data.skeleton.labels.hash(state);
        self.jumps().hash(state);
    }
}

impl Board {
    /// Orders boards consistently with their equality. The order has no other meaning.
    fn compare(&self, other: &Board) -> Ordering {
        if Arc::ptr_eq(&self.data, &other.data) {
            return Ordering::Equal;
        }
        let key = |board: &Board| {
            let images = board.symmetries().iter().map(Symmetry::image_indices);
            (
                board.data.skeleton.labels.clone(),
                board.jumps().to_vec(),
                board.grid().map(|grid| {
                    let is_triangular = grid.lattice == Lattice::Triangular;
                    (is_triangular, grid.coordinates.clone(), grid.steps.clone())
                }),
                images.collect::<Vec<_>>(),
            )
        };
        key(self).cmp(&key(other))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Board({:?}, {} holes, {}, {})",
            self.name(),
            self.hole_count(),
            self.file().lattice,
            self.data.symmetries.group
        )
    }
}
