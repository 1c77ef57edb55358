//! G. Bell's published formats: codes canonical under the board's whole group, ascending, a list for each number of pegs.

use super::WinningSet;
use crate::board::Position;
use crate::problem::Problem;
use thiserror::Error;

/// Why codes cannot be written or read in Bell's formats.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BellFormatError {
    /// A code is too large.
    #[error("code {code} does not fit the 32 bits of the format; use the program's own files for this board")]
    TooLarge {
        /// The code.
        code: u128,
    },
    /// The bytes are not a whole number of codes.
    #[error("{bytes} bytes are not a list of codes of 4 bytes each")]
    OddLength {
        /// How many there are.
        bytes: usize,
    },
    /// A code is no position of the problem.
    #[error("no image of code {code} lies in the position class of the problem's start")]
    ForeignCode {
        /// The code.
        code: u128,
    },
}

impl WinningSet {
    /// The codes with so many pegs, canonical under the board's whole group, ascending and each once.
    ///
    /// Where no two holes of the start's orbit lie in one position class these are as many as the set's own, for then the
    /// class tells which of the starts is meant.
    pub fn whole_group_codes(&self, pegs: usize) -> Vec<u128> {
        let canonical = |code: u128| {
            let images = self.board.symmetries().iter().map(|symmetry| symmetry.apply_code(code));
            images.min().unwrap_or(code)
        };
        let mut codes: Vec<u128> = self.codes(pegs).into_iter().map(canonical).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    /// The codes with so many pegs as unsigned little-endian numbers of 4 bytes: a file `english33winning_n.bin`.
    ///
    /// # Errors
    ///
    /// [`BellFormatError::TooLarge`].
    pub fn to_bell_bytes(&self, pegs: usize) -> Result<Vec<u8>, BellFormatError> {
        let bytes = |code: u128| u32::try_from(code).map(u32::to_le_bytes).map_err(|_| code);
        let codes = self.whole_group_codes(pegs).into_iter().map(bytes);
        let codes =
            codes.collect::<Result<Vec<_>, _>>().map_err(|code| BellFormatError::TooLarge { code })?;
        Ok(codes.concat())
    }
}

/// Reads a file `english33winning_n.bin`.
///
/// # Errors
///
/// [`BellFormatError::OddLength`].
pub fn codes_from_bell_bytes(bytes: &[u8]) -> Result<Vec<u128>, BellFormatError> {
    let (codes, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(BellFormatError::OddLength { bytes: bytes.len() });
    }
    Ok(codes.iter().map(|code| u128::from(u32::from_le_bytes(*code))).collect())
}

/// The winning positions of a problem whose codes are known, canonical under the whole group.
///
/// # Errors
///
/// [`BellFormatError::ForeignCode`].
pub fn winning_set_of_codes(problem: &Problem, codes: &[u128]) -> Result<WinningSet, BellFormatError> {
    let board = problem.board();
    let class = problem.start().class();
    let mut finishes = problem.finishes().unwrap_or_default();
    finishes.retain(|finish| finish.class() == class);
    let symmetries = super::symmetries_fixing(board, problem.start(), &finishes);
    let is_halved = finishes.len() == 1 && finishes[0] == problem.start().complement();
    let most = if is_halved { board.hole_count() / 2 } else { board.hole_count() };
    let mut levels = vec![Vec::new(); most + 1];
    for &code in codes {
        let foreign = || BellFormatError::ForeignCode { code };
        let position = Position::from_code(board, code).map_err(|_| foreign())?;
        let images = board.symmetries().iter().map(|symmetry| position.image(symmetry));
        let member = images.into_iter().find(|image| image.class() == class).ok_or_else(foreign)?;
        if let Some(level) = levels.get_mut(member.peg_count()) {
            let own = symmetries.iter().map(|symmetry| member.image(symmetry).code());
            level.push(own.min().unwrap_or(code));
        }
    }
    for level in &mut levels {
        level.sort_unstable();
        level.dedup();
    }
    let levels: Vec<_> = levels.into_iter().enumerate().filter(|(_, level)| !level.is_empty()).collect();
    let finishes: Vec<u128> = finishes.iter().map(Position::code).collect();
    let bytes = super::assemble(board, problem.start().code(), &finishes, is_halved, &levels);
    Ok(WinningSet::from_bytes(bytes, board).expect("what was just written can be read"))
}
