use super::Problem;
use super::pattern::{Pattern, Region};
use crate::board::{Board, Position, Symmetry};

/// Finishes of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// Codes of the finishes: ascending, at least one, all with the same number of pegs.
    Positions(Vec<u128>),
    /// Any position with this number of pegs.
    PegCount(u32),
    /// Any position of these regions: ascending, at least one. Its number of pegs is not known in advance.
    Regions(Vec<Region>),
}

impl Finish {
    /// Returns the finish with these codes, or `None` if there are none.
    pub(crate) fn positions(codes: impl IntoIterator<Item = u128>) -> Option<Finish> {
        let mut codes: Vec<u128> = codes.into_iter().collect();
        codes.sort_unstable();
        codes.dedup();
        (!codes.is_empty()).then_some(Finish::Positions(codes))
    }

    /// Returns the finishes of these regions, or `None` if there are none.
    pub(crate) fn regions_of(regions: impl IntoIterator<Item = Region>) -> Option<Finish> {
        let mut regions: Vec<Region> = regions.into_iter().collect();
        regions.sort_unstable();
        regions.dedup();
        (!regions.is_empty()).then_some(Finish::Regions(regions))
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

    /// Returns the finishes of a problem in the position class of its start, or `None` if there are none or the problem asks
    /// for the fewest pegs. Regions also hold positions of other classes, which no line reaches.
    pub(crate) fn of_problem(problem: &Problem) -> Option<Finish> {
        match problem.patterns() {
            Some(patterns) => Finish::regions_of(patterns.iter().map(Pattern::region)),
            None => Finish::in_class_of(problem.start(), &problem.finishes().unwrap_or_default()),
        }
    }

    /// Returns the minimum number of pegs at the finish.
    pub(crate) fn pegs(&self) -> u32 {
        match self {
            Finish::Positions(codes) => codes.first().map_or(0, |code| code.count_ones()),
            Finish::PegCount(pegs) => *pegs,
            Finish::Regions(regions) => {
                let pegs = regions.iter().map(|region| region.least_pegs());
                pegs.min().unwrap_or(0)
            }
        }
    }

    /// Returns the maximum number of pegs at the finish, the same as [`pegs`](Finish::pegs) except for regions.
    pub(crate) fn most_pegs(&self) -> u32 {
        match self {
            Finish::Positions(_) | Finish::PegCount(_) => self.pegs(),
            Finish::Regions(regions) => {
                let pegs = regions.iter().map(|region| region.most.count_ones());
                pegs.max().unwrap_or(0)
            }
        }
    }

    /// Returns the finish positions; empty unless they are listed.
    pub(crate) fn codes(&self) -> &[u128] {
        match self {
            Finish::Positions(codes) => codes,
            Finish::PegCount(_) | Finish::Regions(_) => &[],
        }
    }

    /// Returns the finishes as regions; empty for a peg count.
    pub(crate) fn regions(&self) -> Vec<Region> {
        match self {
            Finish::Positions(codes) => codes.iter().copied().map(Region::from).collect(),
            Finish::PegCount(_) => Vec::new(),
            Finish::Regions(regions) => regions.clone(),
        }
    }

    /// Returns the image under a symmetry.
    pub(crate) fn image(&self, symmetry: &Symmetry) -> Option<Finish> {
        match self {
            Finish::Positions(codes) => {
                Finish::positions(codes.iter().map(|code| symmetry.apply_code(*code)))
            }
            Finish::PegCount(_) => Some(self.clone()),
            Finish::Regions(regions) => {
                Finish::regions_of(regions.iter().map(|region| region.image(symmetry)))
            }
        }
    }

    /// Returns `true` if a position is a finish. For a peg count, the position must have that number of pegs.
    #[inline]
    pub(crate) fn contains(&self, code: u128) -> bool {
        match self {
            Finish::Positions(codes) => codes.binary_search(&code).is_ok(),
            Finish::PegCount(_) => true,
            Finish::Regions(regions) => regions.iter().any(|region| region.contains(code)),
        }
    }

    /// Returns the symmetries that map finishes onto finishes: a group, the identity first. If no finish can be
    /// reached from a position, the same holds for its images: a line from an image would have an image that leads
    /// from the position to a finish.
    pub(crate) fn stabilizer(&self, board: &Board) -> Vec<Symmetry> {
        board.symmetries_that(|symmetry| self.is_kept_by(symmetry))
    }

    /// Returns `true` if a symmetry maps finishes onto finishes.
    pub(crate) fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        let is_finish = |code: &u128| self.contains(symmetry.apply_code(*code));
        match self {
            Finish::Positions(codes) => codes.iter().all(is_finish),
            Finish::PegCount(_) => true,
            Finish::Regions(regions) => regions
                .iter()
                .all(|region| regions.binary_search(&region.image(symmetry)).is_ok()),
        }
    }

    /// Returns the complements of the finishes, from which a game played backwards starts; `None` unless they are listed.
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
