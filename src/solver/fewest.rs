use super::outcome::SearchOutcome;
use super::reach::{OPENING, Reach};
use crate::board::{Jump, Position};
use crate::engine::Bits;
use crate::problem::answer::Proof;
use rustc_hash::FxHashSet;

/// Result of a search for the fewest pegs.
pub(super) struct Fewest {
    /// Line to the fewest pegs found.
    pub(super) jumps: Vec<Jump>,
    /// Proof that no line leaves fewer; `None` when a limit was reached first.
    pub(super) proof: Option<Proof>,
}

/// Finds a line to as few pegs as a short search reaches, then searches for one peg less until that is refuted.
///
/// A jump removes one peg, so a line to fewer than `k` pegs passes through a position with `k` pegs. Where no position with
/// `k` pegs can be reached, no position with fewer can.
pub(super) fn fewest_pegs<B: Bits>(reach: &mut Reach<'_, B>) -> Fewest {
    let least = least_in_class(reach.start);
    let most = reach.start.peg_count() as u32;
    let mut best = Fewest {
        jumps: Vec::new(),
        proof: None,
    };
    for pegs in least..most {
        if let SearchOutcome::Found(jumps) = reach.peg_count(pegs, Some(OPENING)) {
            best.jumps = jumps;
            break;
        }
    }
    loop {
        let pegs = most - best.jumps.len() as u32;
        if pegs <= least {
            best.proof = Some(if pegs == 1 {
                Proof::LastPeg
            } else {
                Proof::Class
            });
            return best;
        }
        match one_better(reach, pegs - 1) {
            SearchOutcome::Found(jumps) => best.jumps = jumps,
            SearchOutcome::Refuted(proof) => {
                best.proof = Some(proof);
                return best;
            }
            SearchOutcome::Stopped => return best,
        }
    }
}

/// Searches for a line to this number of pegs. A single peg has few finishes: naming them lets reversal and pagoda
/// functions apply.
fn one_better<B: Bits>(reach: &mut Reach<'_, B>, pegs: u32) -> SearchOutcome {
    if pegs == 1 {
        let board = reach.start.board();
        let singles: Vec<Position> = board.holes().map(|hole| board.with_pegs([hole])).collect();
        reach.any_of(&singles)
    } else {
        reach.peg_count(pegs, None)
    }
}

/// Maximum number of classes, beyond which a weaker bound has to do.
const MAX_CLASSES: usize = 1 << 16;

/// Returns a lower bound on the pegs of the positions in the start's class. Classes add up like parities, so the bound
/// is the minimum number of single-peg classes whose sum is the class of the start.
fn least_in_class(start: &Position) -> u32 {
    let board = start.board();
    let singles: FxHashSet<u128> = board
        .holes()
        .map(|hole| board.with_pegs([hole]).class().bits())
        .collect();
    let wanted = start.class().bits();
    let mut sums = singles.clone();
    let mut newest: Vec<u128> = singles.iter().copied().collect();
    for pegs in 1..start.peg_count() as u32 {
        if sums.contains(&wanted) || sums.len() > MAX_CLASSES {
            return pegs;
        }
        let next = newest
            .iter()
            .flat_map(|sum| singles.iter().map(move |single| sum ^ single));
        newest = next.filter(|sum| sums.insert(*sum)).collect();
    }
    start.peg_count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::file::{BoardFile, Labels};
    use crate::board::geometry::Structure;

    /// The classes of 16 holes are independent, and that of the first hole is the sum of two of them.
    #[test]
    fn the_bound_is_the_fewest_classes_with_the_sum() {
        let names: Vec<String> = (0..17).map(|hole| format!("h{hole}")).collect();
        let row = names[..3].to_vec();
        let mut file = BoardFile::from_structure("Row", Structure::Lines(vec![row]));
        file.labels = Labels::Names(names);
        let board = Board::new(file).unwrap();
        let start = board.vacate(board.hole("h0").unwrap());
        assert_eq!(least_in_class(&start), 15);
    }
}
