use crate::board::data::labels;
use crate::board::file::PatternLabels;
use crate::board::{Board, Hole, Jump, Position, Symmetry, UnknownHole};
use crate::control::counted;
use thiserror::Error;

/// Pattern of pegs and empty holes. All other holes are free: they may hold a peg or not.
///
/// ```
/// use pegboard::{Board, Pattern};
/// let board = Board::library("english")?;
/// let hole = |label| board.hole(label);
/// let pattern = Pattern::new(&board, [hole("d1")?, hole("e1")?], [hole("d4")?])?;
/// assert!(pattern.matches(&board.vacate(hole("d4")?)));
/// assert!(!pattern.matches(&board.full()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    board: Board,
    region: Region,
}

/// Error making a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PatternError {
    /// A hole is not on the board.
    #[error("board `{board}` has no hole {hole}: its holes are numbered from 0 to {last}")]
    ForeignHole {
        /// The board.
        board: String,
        /// Number of the hole.
        hole: usize,
        /// Number of the board's last hole.
        last: usize,
    },
    /// A hole has to hold a peg and to be empty.
    #[error("hole {hole} cannot both hold a peg and be empty")]
    Contradiction {
        /// Label of the hole.
        hole: String,
    },
    /// The pattern names no hole, so that every position matches.
    #[error("the pattern names no hole")]
    NoHole,
    /// Every hole has to be empty; every jump leaves a peg.
    #[error("the pattern leaves no hole for a peg, but every jump leaves at least one")]
    NoPegs,
    /// A label belongs to no hole of the board.
    #[error(transparent)]
    UnknownHole(#[from] UnknownHole),
    /// The lists of pegs and of empty holes have different numbers of alternatives.
    #[error(
        "the pegs have {} and the empty holes {empty}; separate as many by `or`, or give one list for all",
        counted(*pegs, "alternative")
    )]
    Alternatives {
        /// Alternatives for the pegs.
        pegs: usize,
        /// Alternatives for the empty holes.
        empty: usize,
    },
}

impl Pattern {
    /// Makes the pattern of the positions with pegs in some holes and none in others.
    ///
    /// # Errors
    ///
    /// [`PatternError`] if the board lacks a hole, a hole is named for both, or no position or every position matches.
    pub fn new(
        board: &Board,
        pegs: impl IntoIterator<Item = Hole>,
        empty: impl IntoIterator<Item = Hole>,
    ) -> Result<Pattern, PatternError> {
        let last = board.hole_count().saturating_sub(1);
        let mut sets = [0u128; 2];
        let pegs = pegs.into_iter().map(|hole| (0, hole));
        for (set, hole) in pegs.chain(empty.into_iter().map(|hole| (1, hole))) {
            if hole.index() > last {
                return Err(PatternError::ForeignHole {
                    board: board.name().to_owned(),
                    hole: hole.index(),
                    last,
                });
            }
            sets[set] |= hole.bit();
        }
        let [pegs, empty] = sets;
        if let Some(both) = board.holes_of(pegs & empty).first() {
            let hole = board.label(*both).to_owned();
            return Err(PatternError::Contradiction { hole });
        }
        if pegs | empty == 0 {
            return Err(PatternError::NoHole);
        }
        let most = board.full().code() & !empty;
        if most == 0 {
            return Err(PatternError::NoPegs);
        }
        let region = Region { least: pegs, most };
        Ok(Pattern {
            board: board.clone(),
            region,
        })
    }

    /// Reads the labels of holes that hold pegs, and of holes that hold none. The word `or` separates alternatives, each of
    /// which makes a pattern. If one list has alternatives, the other has as many or one, which then belongs to all.
    ///
    /// ```
    /// use pegboard::{Board, Pattern};
    /// let board = Board::library("english")?;
    /// let patterns = Pattern::parse_all(&board, "d1 e1 or d7", "d4")?;
    /// assert_eq!((patterns.len(), patterns[1].empty()), (2, vec![board.hole("d4")?]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PatternError`] if a label is unknown, the numbers of alternatives differ, or as for [`new`](Pattern::new).
    pub fn parse_all(board: &Board, pegs: &str, empty: &str) -> Result<Vec<Pattern>, PatternError> {
        let alternatives = |text: &str| -> Result<Vec<Vec<Hole>>, UnknownHole> {
            let separators = |c: char| c == ',' || c.is_whitespace();
            let words: Vec<&str> = text
                .split(separators)
                .filter(|word| !word.is_empty())
                .collect();
            let holes = |labels: &[&str]| labels.iter().map(|label| board.hole(label)).collect();
            words.split(|word| *word == "or").map(holes).collect()
        };
        let (pegs, empty) = (alternatives(pegs)?, alternatives(empty)?);
        let count = pegs.len().max(empty.len());
        if [pegs.len(), empty.len()]
            .iter()
            .any(|some| ![1, count].contains(some))
        {
            return Err(PatternError::Alternatives {
                pegs: pegs.len(),
                empty: empty.len(),
            });
        }
        let at = |lists: &[Vec<Hole>], index: usize| lists[index.min(lists.len() - 1)].clone();
        (0..count)
            .map(|index| Pattern::new(board, at(&pegs, index), at(&empty, index)))
            .collect()
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the holes that hold pegs in every matching position.
    pub fn pegs(&self) -> Vec<Hole> {
        self.board.holes_of(self.region.least)
    }

    /// Returns the holes that are empty in every matching position.
    pub fn empty(&self) -> Vec<Hole> {
        self.board
            .holes_of(self.board.full().code() & !self.region.most)
    }

    /// Returns the labels of the holes with pegs and of the empty holes.
    pub fn labels(&self) -> PatternLabels {
        PatternLabels {
            pegs: labels(&self.board, &self.pegs()),
            empty: labels(&self.board, &self.empty()),
        }
    }

    /// Returns `true` if a position has all the pegs and all the empty holes of the pattern.
    ///
    /// # Panics
    ///
    /// If the position lies on another board.
    pub fn matches(&self, position: &Position) -> bool {
        self.board.check_position(position);
        self.region.contains(position.code())
    }

    /// Returns a set of holes that proves, by position classes, that no line leads from a position to a match: no hole of the
    /// set is free, no jump changes the parity of the pegs in it, and this parity differs.
    ///
    /// # Panics
    ///
    /// If the position lies on another board.
    pub fn class_difference(&self, start: &Position) -> Option<Position> {
        self.board.check_position(start);
        let differs = |set: &u128| (set & (start.code() ^ self.region.least)).count_ones() % 2 == 1;
        let sets = self.board.position_classes().without(self.region.free());
        let set = sets.into_iter().find(differs)?;
        Some(Position::from_code_unchecked(&self.board, set))
    }

    /// Returns the image under a symmetry of the board.
    ///
    /// # Panics
    ///
    /// If the symmetry belongs to another board.
    pub fn image(&self, symmetry: &Symmetry) -> Pattern {
        let image = |code| {
            Position::from_code_unchecked(&self.board, code)
                .image(symmetry)
                .code()
        };
        Pattern {
            board: self.board.clone(),
            region: Region {
                least: image(self.region.least),
                most: image(self.region.most),
            },
        }
    }

    pub(crate) fn of_region(board: &Board, region: Region) -> Pattern {
        Pattern {
            board: board.clone(),
            region,
        }
    }

    /// Returns the only matching position, if no hole is free.
    pub(crate) fn position(&self) -> Option<Position> {
        (self.region.free() == 0)
            .then(|| Position::from_code_unchecked(&self.board, self.region.least))
    }

    pub(crate) fn region(&self) -> Region {
        self.region
    }
}

/// All positions that have the pegs of one code and no pegs but those of another: an interval of sets. A single position
/// is the region between itself and itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Region {
    /// Pegs of every position.
    pub(crate) least: u128,
    /// Pegs of some position, a superset of `least`.
    pub(crate) most: u128,
}

impl Region {
    /// Returns the holes in which positions of the region differ.
    pub(crate) fn free(self) -> u128 {
        self.least ^ self.most
    }

    #[inline]
    pub(crate) fn contains(self, code: u128) -> bool {
        code & self.least == self.least && code & !self.most == 0
    }

    /// Returns the minimum number of pegs of a position that has any.
    pub(crate) fn least_pegs(self) -> u32 {
        self.least.count_ones().max(1)
    }

    /// Returns `true` if the numbers of pegs alone exclude every line from a position into the region: each jump removes
    /// a peg.
    pub(crate) fn has_too_many_pegs_for(self, start: u128) -> bool {
        !self.contains(start) && self.least_pegs() >= start.count_ones()
    }

    /// Returns the region of the complements of its positions.
    pub(crate) fn complement(self, full: u128) -> Region {
        Region {
            least: full & !self.most,
            most: full & !self.least,
        }
    }

    /// Returns the region of the positions from which a jump leads into this one, if there are any.
    pub(crate) fn before(self, jump: Jump) -> Option<Region> {
        let (to, change) = (jump.to().bit(), jump.code());
        let can_end = self.most & to != 0 && self.least & (change & !to) == 0;
        can_end.then_some(Region {
            least: (self.least | change) & !to,
            most: (self.most | change) & !to,
        })
    }

    pub(crate) fn image(self, symmetry: &Symmetry) -> Region {
        Region {
            least: symmetry.apply_code(self.least),
            most: symmetry.apply_code(self.most),
        }
    }
}

impl From<u128> for Region {
    fn from(code: u128) -> Region {
        Region {
            least: code,
            most: code,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_without_a_meaning_are_refused() {
        let board = Board::library("triangle3").unwrap();
        let holes: Vec<Hole> = board.holes().collect();
        let pattern = |pegs: &[Hole], empty: &[Hole]| {
            Pattern::new(&board, pegs.iter().copied(), empty.iter().copied())
        };
        assert_eq!(pattern(&[], &[]), Err(PatternError::NoHole));
        assert_eq!(pattern(&[], &holes), Err(PatternError::NoPegs));
        let error = pattern(&holes[..2], &holes[1..3]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "hole a2 cannot both hold a peg and be empty"
        );
        let larger = Board::library("triangle5").unwrap();
        let foreign = larger.holes().last().unwrap();
        let error = pattern(&[foreign], &[]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "board `Triangle 3` has no hole 14: its holes are numbered from 0 to 5"
        );
        let whole = pattern(&holes[..2], &holes[2..]).unwrap();
        assert_eq!(whole.position(), Some(board.with_pegs(holes[..2].to_vec())));
    }

    #[test]
    fn a_region_holds_the_positions_between_its_codes() {
        let region = Region {
            least: 0b0010,
            most: 0b1011,
        };
        let held: Vec<u128> = (0..16).filter(|code| region.contains(*code)).collect();
        assert_eq!(held, [0b0010, 0b0011, 0b1010, 0b1011]);
        assert_eq!((region.free(), region.least_pegs()), (0b1001, 1));
        assert!(region.has_too_many_pegs_for(0b0100));
        assert!(!region.has_too_many_pegs_for(0b0010) && !region.has_too_many_pegs_for(0b0101));
    }
}
