use super::outcome::Outcome;
use super::reach::{OPENING, Reach};
use crate::board::{Jump, Position};
use crate::engine::Bits;
use crate::problem::answer::Proof;
use std::collections::HashSet;

/// The fewest pegs that can be reached.
pub(super) struct Fewest {
    /// A line to the fewest pegs found.
    pub(super) jumps: Vec<Jump>,
    /// Why there is nothing better; `None` when a limit was reached first.
    pub(super) proof: Option<Proof>,
}

/// Finds a line to as few pegs as a short search can reach, then asks for one peg less until that is refuted.
///
/// A jump removes one peg, so a line to fewer pegs than `k` passes through a position with `k`: when no position with
/// `k` pegs can be reached, none with fewer can.
pub(super) fn fewest_pegs<B: Bits>(reach: &mut Reach<'_, B>) -> Fewest {
    let least = least_in_class(reach.start);
    let most = reach.start.peg_count() as u32;
    let mut best = Fewest {
        jumps: Vec::new(),
        proof: None,
    };
    for pegs in least..most {
        if let Outcome::Found(jumps) = reach.peg_count(pegs, Some(OPENING)) {
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
            Outcome::Found(jumps) => best.jumps = jumps,
            Outcome::Refuted(proof) => {
                best.proof = Some(proof);
                return best;
            }
            Outcome::Stopped => return best,
        }
    }
}

/// A single peg is a goal with few finishes, to which reversal and pagoda functions apply.
fn one_better<B: Bits>(reach: &mut Reach<'_, B>, pegs: u32) -> Outcome {
    if pegs == 1 {
        let board = reach.start.board();
        let singles: Vec<Position> = board.holes().map(|hole| board.pegs([hole])).collect();
        reach.any_of(&singles)
    } else {
        reach.peg_count(pegs, None)
    }
}

/// Classes tried before a weaker bound has to do.
const MAX_CLASSES: usize = 1 << 16;

/// The least number of pegs of any position in the start's class: classes add up like parities, so it is the
/// least number of single-peg classes whose sum is the start's.
fn least_in_class(start: &Position) -> u32 {
    let board = start.board();
    let singles: HashSet<u128> = board
        .holes()
        .map(|hole| board.pegs([hole]).class().bits())
        .collect();
    let wanted = start.class().bits();
    let mut sums = singles.clone();
    for pegs in 1..start.peg_count() as u32 {
        if sums.contains(&wanted) || sums.len() > MAX_CLASSES {
            return pegs;
        }
        sums = sums
            .iter()
            .flat_map(|sum| singles.iter().map(move |single| sum ^ single))
            .collect();
    }
    start.peg_count() as u32
}
