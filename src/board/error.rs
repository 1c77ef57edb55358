use super::{Board, MAX_HOLES};
use crate::board::file::DeclaredSymmetry;
use crate::board::geometry::{Coordinate, GroupChoiceError, JumpDirectionsError};
use crate::control::counted;
use std::collections::HashMap;
use std::fmt;
use thiserror::Error;

/// Error in the description of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The description has no holes.
    #[error("the board has no holes")]
    NoHoles,
    /// There are more holes than bits in a position.
    #[error("the board has {holes} holes, but at most {MAX_HOLES} are possible")]
    TooManyHoles {
        /// Number of holes.
        holes: usize,
    },
    /// Two holes lie at the same point.
    #[error("the hole ({}, {}) is listed twice", point.0, point.1)]
    DuplicateHole {
        /// Coordinates of the hole.
        point: Coordinate,
        /// Index of the first in the list of holes.
        first: usize,
        /// Index of the second.
        second: usize,
    },
    /// The holes are too far apart for coordinates.
    #[error("the holes lie more than {limit} apart")]
    TooFarApart {
        /// Maximum extent of a board.
        limit: i32,
    },
    /// The declared jump directions are invalid.
    #[error(transparent)]
    Jumps(JumpDirectionsError),
    /// The declared symmetry group does not fit.
    #[error(transparent)]
    Symmetry(GroupChoiceError),
    /// The usual vacancy is not a hole of the board.
    #[error("the vacancy `{label}` is not a hole of the board")]
    UnknownVacancy {
        /// Label in the description.
        label: String,
    },
    /// The usual finish is not a hole of the board.
    #[error("the finish `{label}` is not a hole of the board")]
    UnknownFinish {
        /// Label in the description.
        label: String,
    },
    /// The usual finish can never be met, or is always met.
    #[error("the finish is wrong: {reason}")]
    Finish {
        /// Rule that it breaks.
        reason: String,
    },
    /// A field does not belong to the kind of board.
    #[error("a board with `lattice: {structure}` has no field `{field}`")]
    MisplacedField {
        /// Name of the field.
        field: &'static str,
        /// Name of the board's structure.
        structure: &'static str,
    },
    /// An edge, a line or a jump is malformed.
    #[error("`{list}` is wrong: {reason}")]
    MalformedList {
        /// Labels of the list.
        list: String,
        /// Rule that it breaks.
        reason: &'static str,
        /// Index in the list of edges, lines or jumps.
        index: usize,
    },
    /// A jump to remove is not a jump of the board.
    #[error("there is no jump from `{from}` over `{over}` into `{to}` to leave out")]
    NoSuchJump {
        /// Label of the first hole.
        from: String,
        /// Label of the hole in the middle.
        over: String,
        /// Label of the last hole.
        to: String,
        /// Index in the list.
        index: usize,
    },
    /// The board has too many jumps.
    #[error(
        "the board has {jumps} jumps, but at most {} are possible",
        super::MAX_JUMPS
    )]
    TooManyJumps {
        /// Number of jumps.
        jumps: usize,
    },
    /// The place of a hole is invalid.
    #[error("the place of `{label}` is wrong: {reason}")]
    Place {
        /// Label of the hole.
        label: String,
        /// Rule that it breaks.
        reason: &'static str,
        /// Index in the list of places.
        index: usize,
    },
    /// The number of labels differs from the number of holes.
    #[error("there {} {} for {}", if *labels == 1 { "is" } else { "are" }, counted(*labels, "label"), counted(*holes, "hole"))]
    LabelCount {
        /// Number of labels.
        labels: usize,
        /// Number of holes.
        holes: usize,
    },
    /// Two holes have the same label.
    #[error("the label `{label}` is given twice")]
    DuplicateLabel {
        /// The label.
        label: String,
        /// Index of the first in the list of labels.
        first: usize,
        /// Index of the second.
        second: usize,
    },
    /// The name is blank.
    #[error("the board has no name")]
    NoName,
    /// The name contains a control character.
    #[error("the name of the board contains the control character `{}`", character.escape_default())]
    ControlCharacter {
        /// First control character.
        character: char,
    },
    /// A label is reserved for a finish.
    #[error("`{label}` cannot be a label: in a finish it means {meaning}")]
    ReservedLabel {
        /// The label.
        label: String,
        /// Meaning of the word in a finish.
        meaning: &'static str,
        /// Index in the list of labels.
        index: usize,
    },
    /// A label could be confused with the notation of moves.
    #[error("`{label}` cannot be a label; labels are made of letters, digits and underscores")]
    UnusableLabel {
        /// The label.
        label: String,
        /// Index in the list of labels.
        index: usize,
    },
}

/// Errors in the description of a board, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardErrors(Vec<BoardError>);

impl BoardErrors {
    pub(super) fn new(errors: Vec<BoardError>) -> BoardErrors {
        debug_assert!(!errors.is_empty());
        BoardErrors(errors)
    }

    /// Returns the errors.
    pub fn errors(&self) -> &[BoardError] {
        &self.0
    }
}

impl fmt::Display for BoardErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages: Vec<String> = self.0.iter().map(BoardError::to_string).collect();
        f.write_str(&messages.join("; "))
    }
}

impl std::error::Error for BoardErrors {}

/// Maximum extent of a board in each direction. It leaves room for sums of coordinates in an `i32`.
const MAX_EXTENT: i32 = i32::MAX / 8;

/// Maximum number of holes or labels to check one by one; of longer lists only the length is reported.
pub(super) const MAX_LISTED: usize = 8 * MAX_HOLES;

pub(super) fn check_name(name: &str) -> Option<BoardError> {
    if name.trim().is_empty() {
        return Some(BoardError::NoName);
    }
    name.chars()
        .find(|c| c.is_control())
        .map(|character| BoardError::ControlCharacter { character })
}

pub(super) fn check_holes(holes: &[Coordinate]) -> Vec<BoardError> {
    if holes.is_empty() {
        return vec![BoardError::NoHoles];
    }
    if holes.len() > MAX_LISTED {
        return vec![BoardError::TooManyHoles { holes: holes.len() }];
    }
    let mut errors = duplicates(holes);
    let distinct = holes.len() - errors.len();
    if distinct > MAX_HOLES {
        errors.push(BoardError::TooManyHoles { holes: distinct });
    }
    if extent(holes.iter().map(|hole| hole.0)) > i64::from(MAX_EXTENT)
        || extent(holes.iter().map(|hole| hole.1)) > i64::from(MAX_EXTENT)
    {
        errors.push(BoardError::TooFarApart { limit: MAX_EXTENT });
    }
    errors
}

fn extent(values: impl Iterator<Item = i32> + Clone) -> i64 {
    let (least, most) = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
    i64::from(most) - i64::from(least)
}

fn duplicates(holes: &[Coordinate]) -> Vec<BoardError> {
    let mut first_use: HashMap<Coordinate, usize> = HashMap::new();
    let mut errors = Vec::new();
    for (second, &point) in holes.iter().enumerate() {
        match first_use.get(&point) {
            Some(&first) => errors.push(BoardError::DuplicateHole {
                point,
                first,
                second,
            }),
            None => {
                first_use.insert(point, second);
            }
        }
    }
    errors
}

/// Unusual property of a board that is not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardWarning {
    /// No jump touches the holes with these labels.
    UntouchedHoles(Vec<String>),
    /// No jump is possible on the whole board.
    NoJumps,
    /// The board has several connected components.
    Unconnected {
        /// Number of [`Board::connected_parts`], including holes that no jump touches.
        parts: usize,
    },
    /// The square lattice has no jumps here, but the rows are offset by half a hole, as on the triangular lattice.
    LooksTriangular,
    /// Most holes lie as in a triangular picture with rows offset by half a hole, but the picture was not read as
    /// one: places without a hole are drawn, or some holes are not aligned.
    LooksSetOff {
        /// Labels of the holes that are not aligned.
        misplaced: Vec<String>,
    },
    /// Most holes lie in every second column, as in a picture with blanks between the holes of a row.
    LooksSpaced,
    /// A row of the picture is shorter than others, and one more hole at its end would make the board more symmetric.
    ShortRow {
        /// Row number, from 1.
        row: usize,
        /// Label that the hole would have.
        label: String,
        /// Symmetry that the board would have.
        symmetry: crate::SymmetryGroup,
    },
    /// The jumps have too many automorphisms to list, so a subgroup is used.
    SubgroupUsed {
        /// Group in use.
        used: crate::SymmetryGroup,
        /// Whole group.
        whole: crate::SymmetryGroup,
    },
    /// The holes have more symmetry than the board declares.
    MoreSymmetry {
        /// Group in use.
        declared: crate::SymmetryGroup,
        /// Largest group.
        largest: crate::SymmetryGroup,
    },
}

impl fmt::Display for BoardWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardWarning::UntouchedHoles(labels) => write!(f, "no jump touches {}", labels.join(", ")),
            BoardWarning::NoJumps => f.write_str("no jump is possible anywhere on this board"),
            BoardWarning::Unconnected { parts } => write!(
                f,
                "the board is in {parts} parts that no jump connects; a game from a single vacancy leaves at least \
                 {parts} pegs"
            ),
            BoardWarning::LooksTriangular => {
                f.write_str("the picture looks like one of a triangular board: write `lattice: Triangular`")
            }
            BoardWarning::LooksSetOff { misplaced } if misplaced.is_empty() => f.write_str(
                "the rows look offset by half a hole: if that is meant, write blanks instead of dots where there is no \
                 hole",
            ),
            BoardWarning::LooksSetOff { misplaced } => write!(
                f,
                "the rows look offset by half a hole, but {} {} not aligned with the other rows: write one blank \
                 between the holes of a row, and no dots",
                misplaced.join(", "),
                if misplaced.len() == 1 { "is" } else { "are" }
            ),
            BoardWarning::LooksSpaced => f.write_str(
                "the holes of each row look separated by blanks, but a blank is a place without a hole: write the \
                 rows without them, such as `ooo`",
            ),
            BoardWarning::ShortRow { row, label, symmetry } => write!(
                f,
                "row {row} is shorter than others; with a hole at {label} the board would have the symmetry {symmetry}"
            ),
            BoardWarning::SubgroupUsed { used, whole } => write!(
                f,
                "the jumps have {whole}, too many to list; the board uses {used}, a subgroup, so positions that are images \
                 of each other may count separately"
            ),
            BoardWarning::MoreSymmetry { declared, largest } => {
                write!(f, "the holes have the symmetry {largest}, more than the declared {declared}")
            }
        }
    }
}

pub(super) fn warnings(board: &Board) -> Vec<BoardWarning> {
    let mut warnings = connectivity_warnings(board);
    if !warnings.is_empty() {
        warnings.extend(misread_picture(board));
    }
    warnings.extend(board.data.short_row.clone());
    let (declared, largest) = (board.symmetry_group(), board.largest_symmetry_group());
    if declared != largest {
        warnings.push(match board.file().symmetry {
            DeclaredSymmetry::Auto => BoardWarning::SubgroupUsed {
                used: declared,
                whole: largest,
            },
            DeclaredSymmetry::Group(_) => BoardWarning::MoreSymmetry { declared, largest },
        });
    }
    warnings
}

/// Returns a warning if no jump is possible, and warnings about holes that no jump touches and about several connected
/// components.
///
/// Each component keeps a peg, because a jump needs two pegs and leaves one. The only exception is a hole that no jump
/// touches, if it is the vacancy; but then no peg of the other components can jump.
fn connectivity_warnings(board: &Board) -> Vec<BoardWarning> {
    if board.jumps().is_empty() {
        return vec![BoardWarning::NoJumps];
    }
    let parts = board.connected_parts();
    let isolated: Vec<String> = parts
        .iter()
        .filter(|part| part.len() == 1)
        .map(|part| board.label(part[0]).to_owned())
        .collect();
    let untouched = (!isolated.is_empty()).then_some(BoardWarning::UntouchedHoles(isolated));
    let unconnected = (parts.len() > 1).then_some(BoardWarning::Unconnected { parts: parts.len() });
    untouched.into_iter().chain(unconnected).collect()
}

/// Guesses the intended reading of a disconnected board whose holes are two columns apart in the picture. Boards that
/// declare jumps may be disconnected on purpose.
fn misread_picture(board: &Board) -> Vec<BoardWarning> {
    let points: Vec<Coordinate> = board
        .holes()
        .filter_map(|hole| board.coordinate(hole))
        .collect();
    if board.file().jumps.is_some() || !is_spaced(&points) {
        return Vec::new();
    }
    let set_off = out_of_line(&points, |(x, y)| x + y);
    let spaced = out_of_line(&points, |(x, _)| x);
    // One blank too many in the last of three rows moves two of six holes.
    let is_plausible = |misplaced: &[usize]| 3 * misplaced.len() <= points.len();
    let is_square = board.lattice() == Some(crate::Lattice::Square);
    if spaced.len() < set_off.len() || (is_square && spaced.len() == set_off.len()) {
        return if is_plausible(&spaced) {
            vec![BoardWarning::LooksSpaced]
        } else {
            Vec::new()
        };
    }
    if !is_plausible(&set_off) {
        return Vec::new();
    }
    let label = |place: usize| board.label(super::Hole::new(place)).to_owned();
    let mut warnings = Vec::new();
    if is_square {
        warnings.push(BoardWarning::LooksTriangular);
    }
    if !is_square || !set_off.is_empty() {
        warnings.push(BoardWarning::LooksSetOff {
            misplaced: set_off.into_iter().map(label).collect(),
        });
    }
    warnings
}

/// Returns `true` if most neighbors in a row have exactly one place between them.
fn is_spaced(points: &[Coordinate]) -> bool {
    let gaps = points
        .windows(2)
        .filter(|pair| pair[0].1 == pair[1].1)
        .map(|pair| pair[1].0 - pair[0].0);
    let (spaced, others): (Vec<i32>, Vec<i32>) = gaps.partition(|gap| *gap == 2);
    spaced.len() > others.len()
}

/// Returns the indices of the points whose measure has the less frequent parity.
fn out_of_line(points: &[Coordinate], measure: impl Fn(Coordinate) -> i32) -> Vec<usize> {
    let is_odd = |place: &usize| measure(points[*place]).rem_euclid(2) == 1;
    let (odd, even): (Vec<usize>, Vec<usize>) = (0..points.len()).partition(is_odd);
    if odd.len() < even.len() { odd } else { even }
}
