use crate::board::{Board, Position, Symmetry};

/// Finishes of a search: positions with the same number of pegs.
///
/// The symmetries that map finishes onto finishes are [`Board::stabilizer`] of [`codes`](Finish::codes), or the whole
/// group for a peg count; see [`stabilizer`](Finish::stabilizer).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// Codes of the finishes: ascending, at least one, all with the same number of pegs.
    Positions(Vec<u128>),
    /// Any position with this number of pegs.
    PegCount(u32),
}

impl Finish {
    /// Returns the finish with these codes, or `None` if there are none.
    pub(crate) fn positions(codes: impl IntoIterator<Item = u128>) -> Option<Finish> {
        let mut codes: Vec<u128> = codes.into_iter().collect();
        codes.sort_unstable();
        codes.dedup();
        (!codes.is_empty()).then_some(Finish::Positions(codes))
    }

    /// Returns the finishes in the position class of `start`, or `None` if there are none. No line leads to a finish
    /// of another class.
    pub(crate) fn in_class_of(start: &Position, finishes: &[Position]) -> Option<Finish> {
        let class = start.class();
        Finish::positions(
            finishes
                .iter()
                .filter(|finish| finish.class() == class)
                .map(Position::code),
        )
    }

    /// Returns the number of pegs at the finish.
    pub(crate) fn pegs(&self) -> u32 {
        match self {
            Finish::Positions(codes) => codes.first().map_or(0, |code| code.count_ones()),
            Finish::PegCount(pegs) => *pegs,
        }
    }

    /// Returns the finish positions; empty for a peg count.
    pub(crate) fn codes(&self) -> &[u128] {
        match self {
            Finish::Positions(codes) => codes,
            Finish::PegCount(_) => &[],
        }
    }

    /// Returns `true` if a position with the finish's number of pegs is a finish.
    #[inline]
    pub(crate) fn contains(&self, code: u128) -> bool {
        match self {
            Finish::Positions(codes) => codes.binary_search(&code).is_ok(),
            Finish::PegCount(_) => true,
        }
    }

    /// Returns the symmetries that map finishes onto finishes: a group, the identity first. If no finish can be
    /// reached from a position, the same holds for its images: a line from an image would have an image that leads
    /// from the position to a finish.
    pub(crate) fn stabilizer(&self, board: &Board) -> Vec<Symmetry> {
        board.stabilizer(&[self.codes()])
    }

    /// Returns the complements of the finishes, from which a game played backwards starts; `None` for a peg count.
    pub(crate) fn complements(&self, board: &Board) -> Option<Finish> {
        let full = board.full().code();
        Finish::positions(self.codes().iter().map(|code| full & !code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finishes_are_sorted_and_in_the_class_of_the_start() {
        let board = Board::library("english").unwrap();
        let start = board.vacate(board.hole("d4").unwrap());
        let singles: Vec<Position> = board.holes().map(|hole| board.with_pegs([hole])).collect();
        let finish = Finish::in_class_of(&start, &singles).unwrap();
        let labels = ["d1", "a4", "d4", "g4", "d7"];
        let wanted: Vec<u128> = labels
            .iter()
            .map(|label| board.with_pegs([board.hole(label).unwrap()]).code())
            .collect();
        assert_eq!(finish, Finish::Positions(wanted));
        assert_eq!(finish.stabilizer(&board).len(), 8);
        assert_eq!(
            Finish::positions([finish.codes()[0]])
                .unwrap()
                .stabilizer(&board)
                .len(),
            2
        );
        assert_eq!(Finish::PegCount(3).stabilizer(&board).len(), 8);
        assert!(finish.contains(start.complement().code()) && !finish.contains(1));
    }
}
