use super::{Board, Hole, Jump, PositionClass, Symmetry};
use crate::control::counted;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use thiserror::Error;

/// Pegs in some holes of a board.
///
/// A position knows its board, so it cannot have a peg where the board has no hole. Its *code* is the integer whose
/// bit `i` is 1 if hole `i` has a peg.
///
/// ```
/// use pegboard::Board;
/// let board = Board::library("english")?;
/// let start = board.vacate(board.hole("d4")?);
/// assert_eq!(start.peg_count(), 32);
/// assert_eq!(start.jumps().count(), 4);
/// let next = start.play(start.jumps().next().unwrap())?;
/// assert_eq!(next.peg_count(), 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Positions of a board are ordered by their codes. The `Display` form is a picture in one line, which
/// [`Position::parse`] reads back:
///
/// ```
/// # use pegboard::{Board, Position};
/// let board = Board::library("english")?;
/// let start = board.vacate(board.hole("d4")?);
/// assert_eq!(start.to_string(), "***/***/*******/***o***/*******/***/***");
/// assert_eq!(Position::parse(&board, &start.to_string())?, start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Serde form: `{"board": …, "pegs": ["a1", "b1"]}`, with labels of the board.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    board: Board,
    code: u128,
}

/// Error making a position or playing a jump.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A code has bits beyond the board's holes.
    #[error(
        "{code} is not a position of board `{board}`: with {}, codes are below 2^{holes}",
        counted(*holes, "hole")
    )]
    CodeOutOfRange {
        /// The board's name.
        board: String,
        /// Offending code.
        code: u128,
        /// Number of holes.
        holes: usize,
    },
    /// A jump cannot be played, or the board lacks it.
    #[error("the jump {from}-{to} cannot be played: {reason}")]
    IllegalJump {
        /// Label of the hole that the peg would leave, or its number where the board lacks the hole.
        from: String,
        /// Label of the hole where the peg would land, or its number where the board lacks the hole.
        to: String,
        /// Reason in words.
        reason: String,
    },
}

impl Position {
    /// Requires that `code` has no bit beyond the board's holes.
    pub(crate) fn from_code_unchecked(board: &Board, code: u128) -> Position {
        debug_assert_eq!(code & !board.full_code(), 0);
        Position {
            board: board.clone(),
            code,
        }
    }

    /// Returns the position with this code.
    ///
    /// # Errors
    ///
    /// [`PositionError::CodeOutOfRange`] if the code has a bit beyond the board's holes.
    pub fn from_code(board: &Board, code: u128) -> Result<Position, PositionError> {
        if code & !board.full_code() != 0 {
            let (board, holes) = (board.name().to_owned(), board.hole_count());
            return Err(PositionError::CodeOutOfRange { board, code, holes });
        }
        Ok(Position::from_code_unchecked(board, code))
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the code, whose bit `i` is 1 if hole `i` has a peg.
    pub fn code(&self) -> u128 {
        self.code
    }

    /// Returns the number of pegs.
    pub fn peg_count(&self) -> usize {
        self.code.count_ones() as usize
    }

    /// Returns `true` if the hole holds a peg.
    ///
    /// # Panics
    ///
    /// If the board lacks the hole.
    pub fn has_peg(&self, hole: Hole) -> bool {
        self.board.check_hole(hole);
        self.has_bit(hole)
    }

    fn has_bit(&self, hole: Hole) -> bool {
        self.code & hole.bit() != 0
    }

    /// Returns the holes that hold pegs.
    pub fn pegs(&self) -> impl Iterator<Item = Hole> + '_ {
        self.board.holes().filter(|hole| self.has_bit(*hole))
    }

    /// Returns the holes that are empty.
    pub fn vacancies(&self) -> impl Iterator<Item = Hole> + '_ {
        self.board.holes().filter(|hole| !self.has_bit(*hole))
    }

    /// Returns the only vacancy, if there is exactly one.
    pub fn single_vacancy(&self) -> Option<Hole> {
        let mut vacancies = self.vacancies();
        vacancies.next().filter(|_| vacancies.next().is_none())
    }

    /// Returns the position with pegs and vacancies exchanged.
    pub fn complement(&self) -> Position {
        Position {
            board: self.board.clone(),
            code: !self.code & self.board.full_code(),
        }
    }

    /// Returns the position with a peg in this hole, whether it has one or not.
    ///
    /// ```
    /// let board = pegboard::Board::library("english")?;
    /// let center = board.hole("d4")?;
    /// assert_eq!(board.vacate(center).with_peg(center), board.full());
    /// assert_eq!(board.full().without_peg(center), board.vacate(center));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the board lacks the hole.
    #[must_use]
    pub fn with_peg(&self, hole: Hole) -> Position {
        self.board.check_hole(hole);
        Position::from_code_unchecked(&self.board, self.code | hole.bit())
    }

    /// Returns the position without a peg in this hole, whether it has one or not.
    ///
    /// # Panics
    ///
    /// If the board lacks the hole.
    #[must_use]
    pub fn without_peg(&self, hole: Hole) -> Position {
        self.board.check_hole(hole);
        Position::from_code_unchecked(&self.board, self.code & !hole.bit())
    }

    /// Returns the position before a jump: the jump leads from there to this position. Returns `None` if no position
    /// is before the jump.
    ///
    /// ```
    /// let board = pegboard::Board::library("english")?;
    /// let start = board.vacate(board.hole("d4")?);
    /// let jump = start.jumps().next().unwrap();
    /// assert_eq!(start.play(jump)?.unplay(jump), Some(start.clone()));
    /// assert_eq!(start.unplay(jump), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unplay(&self, jump: Jump) -> Option<Position> {
        // Playing backwards is playing forwards on complements.
        let before = self.complement().play(jump).ok()?;
        Some(before.complement())
    }

    /// Returns the position class, which no jump changes.
    pub fn class(&self) -> PositionClass {
        self.board.position_classes().class_of(self.code)
    }

    /// Returns the position moved by a symmetry of its board.
    ///
    /// # Panics
    ///
    /// If the symmetry is not one of [`Board::symmetries`].
    pub fn image(&self, symmetry: &Symmetry) -> Position {
        assert!(
            self.board.symmetries().contains(symmetry),
            "board `{}` lacks the symmetry with the images {:?}",
            self.board.name(),
            symmetry.image_indices()
        );
        Position {
            board: self.board.clone(),
            code: symmetry.apply_code(self.code),
        }
    }

    /// Returns the canonical position: the image with the smallest code under the board's symmetries.
    pub fn canonical(&self) -> Position {
        let images = self
            .board
            .symmetries()
            .iter()
            .map(|symmetry| symmetry.apply_code(self.code));
        Position {
            board: self.board.clone(),
            code: images.min().unwrap_or(self.code),
        }
    }

    /// Returns `true` if the jump can be played. A jump that the board lacks cannot.
    pub fn allows(&self, jump: Jump) -> bool {
        self.board.has_jump(jump) && self.is_ready_for(jump)
    }

    /// Like [`allows`](Position::allows), for a jump of this board.
    fn is_ready_for(&self, jump: Jump) -> bool {
        self.has_bit(jump.from()) && self.has_bit(jump.over()) && !self.has_bit(jump.to())
    }

    /// Returns the jumps that can be played, in the order of [`Board::jumps`].
    pub fn jumps(&self) -> impl Iterator<Item = Jump> + '_ {
        PossibleJumps {
            position: self,
            untried: self.board.jumps().iter(),
        }
    }

    /// Follows the first jump whose position satisfies `leads_on`, until a position satisfies `is_end`, and returns the
    /// jumps. Returns `None` if no jump leads on. The search does not backtrack.
    pub(crate) fn jumps_through(
        &self,
        is_end: impl Fn(&Position) -> bool,
        leads_on: impl Fn(&Position) -> bool,
    ) -> Option<Vec<Jump>> {
        let (mut position, mut jumps) = (self.clone(), Vec::new());
        while !is_end(&position) {
            let after = |jump| Some((jump, position.play(jump).ok().filter(&leads_on)?));
            let (jump, next) = position.jumps().find_map(after)?;
            jumps.push(jump);
            position = next;
        }
        Some(jumps)
    }

    /// Returns the position after a jump.
    ///
    /// # Errors
    ///
    /// [`PositionError::IllegalJump`] with the reason.
    pub fn play(&self, jump: Jump) -> Result<Position, PositionError> {
        let label = |hole: Hole| {
            if hole.index() < self.board.hole_count() {
                self.board.label(hole).to_owned()
            } else {
                format!("hole {}", hole.index())
            }
        };
        let reason = if !self.board.has_jump(jump) {
            format!("board `{}` has no such jump", self.board.name())
        } else if !self.has_bit(jump.from()) {
            format!("{} has no peg", label(jump.from()))
        } else if !self.has_bit(jump.over()) {
            format!(
                "{}, which it would jump over, has no peg",
                label(jump.over())
            )
        } else if self.has_bit(jump.to()) {
            format!("{} is not empty", label(jump.to()))
        } else {
            return Ok(Position {
                board: self.board.clone(),
                code: self.code ^ jump.code(),
            });
        };
        Err(PositionError::IllegalJump {
            from: label(jump.from()),
            to: label(jump.to()),
            reason,
        })
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Positions of different boards rarely meet, and hashing a board takes long.
        self.code.hash(state);
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Position) -> Ordering {
        let by_code = self.code.cmp(&other.code);
        by_code.then_with(|| self.board.compare(&other.board))
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Position) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pegs: Vec<&str> = self.pegs().map(|hole| self.board.label(hole)).collect();
        write!(f, "Position({:?}: {})", self.board.name(), pegs.join(" "))
    }
}

/// Iterator over the possible jumps of a position. A named type is compiled once, with the optimization level of the
/// library, whereas a closure would be compiled again in each dependent crate.
struct PossibleJumps<'a> {
    position: &'a Position,
    untried: std::slice::Iter<'a, Jump>,
}

impl Iterator for PossibleJumps<'_> {
    type Item = Jump;

    fn next(&mut self) -> Option<Jump> {
        self.untried
            .find(|jump| self.position.is_ready_for(**jump))
            .copied()
    }
}
