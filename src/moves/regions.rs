//! A lower bound for the moves that a position still needs, from the shape of the board.
//!
//! A *region* (R. Merson; J. Beasley, The Ins and Outs of Peg Solitaire, 1985) is a set of holes such
//! that every jump over one of its holes begins or ends in it. As long as all its holes have pegs, none of them
//! can be jumped into, and none of its pegs be jumped over but by one that leaves it: the first jump that changes
//! the region begins in it, with a peg that has not moved yet. So it begins a move, unless that peg made the
//! last one. Between two moves, then, regions without a common hole that are full, and not full at the finish,
//! need a move each. The peg that moved last needs no special care: its next jump would have been part of its last
//! move.
//!
//! Whether a set of holes is a region follows from the jumps of the board; no region is built in.

use crate::board::{Board, Position};
use crate::engine::Bits;

/// The largest number of holes of a region.
const MOST_HOLES: u32 = 5;

/// The largest number of regions: each is a bit of a word.
const MOST_REGIONS: usize = 128;

/// The regions of a board that count for some finishes.
#[derive(Clone, Debug)]
pub(super) struct Regions<B> {
    holes: Vec<B>,
    /// For each region, those that have a hole in common with it, itself among them.
    meeting: Vec<u128>,
    /// Those that are full at none of the finishes.
    never_full: u128,
    /// Regions without a common hole that can be full at one finish.
    full_at_once: u32,
}

impl<B: Bits> Regions<B> {
    /// `finishes` all have the same number of pegs.
    pub(super) fn new(board: &Board, finishes: &[Position]) -> Regions<B> {
        let is_never_full = |region: &u128| finishes.iter().all(|finish| finish.code() & region != *region);
        let sets = of_board(board);
        let holes: Vec<B> = sets.iter().map(|set| B::from_code(*set)).collect();
        let meeting = sets.iter().map(|set| numbers(&sets, |other| set & other != 0)).collect();
        let most_full = |finish: &Position| sets.iter().filter(|set| finish.code() & *set == **set).count();
        Regions {
            meeting,
            never_full: numbers(&sets, is_never_full),
            full_at_once: finishes.iter().map(most_full).max().unwrap_or(0) as u32,
            holes,
        }
    }

    /// Whether a position certainly needs more than this many moves.
    pub(super) fn need_more(&self, position: B, moves: u32) -> bool {
        let full = self.full_in(position);
        self.have_disjoint(full & self.never_full, moves + 1)
            || (full & !self.never_full != 0 && self.have_disjoint(full, moves + 1 + self.full_at_once))
    }

    /// The lower bound of the moves that a position needs.
    pub(super) fn least_moves(&self, position: B) -> u32 {
        (0..).find(|moves| !self.need_more(position, *moves)).unwrap_or(0)
    }

    fn full_in(&self, position: B) -> u128 {
        let mut full = 0;
        for (number, holes) in self.holes.iter().enumerate() {
            full |= u128::from(position & *holes == *holes) << number;
        }
        full
    }

    /// Whether as many of these regions have no hole in common with each other.
    fn have_disjoint(&self, mut regions: u128, mut wanted: u32) -> bool {
        loop {
            if wanted == 0 {
                return true;
            }
            if regions.count_ones() < wanted {
                return false;
            }
            let (mut rest, mut most) = (regions, (0, 0));
            let simple = loop {
                if rest == 0 {
                    break None;
                }
                let number = rest.trailing_zeros();
                rest &= rest - 1;
                let meeting = (self.meeting[number as usize] & regions).count_ones();
                if meeting <= 2 {
                    break Some(number); // it meets one other at most: some largest choice has it
                }
                most = most.max((meeting, number));
            };
            if let Some(number) = simple {
                regions &= !self.meeting[number as usize];
                wanted -= 1;
                continue;
            }
            let number = most.1;
            if self.have_disjoint(regions & !self.meeting[number as usize], wanted - 1) {
                return true;
            }
            regions &= !(1 << number);
        }
    }
}

/// The numbers, as bits, of the sets that fulfil a condition.
fn numbers(sets: &[u128], fulfils: impl Fn(&u128) -> bool) -> u128 {
    sets.iter().enumerate().filter(|(_, set)| fulfils(set)).fold(0, |bits, (number, _)| bits | 1 << number)
}

/// Regions of a few holes, none of which contains another, the smallest first.
fn of_board(board: &Board) -> Vec<u128> {
    let mut found = Vec::new();
    for hole in board.holes() {
        extend(board, hole.bit(), &mut found);
    }
    found.sort_unstable_by_key(|region: &u128| (region.count_ones(), *region));
    found.dedup();
    let mut regions: Vec<u128> = Vec::new();
    for region in found {
        if regions.len() < MOST_REGIONS && regions.iter().all(|smaller| smaller & region != *smaller) {
            regions.push(region);
        }
    }
    regions
}

/// Finds the regions that contain these holes: where a jump over one of them neither begins nor ends in the set,
/// one of its ends has to be added.
fn extend(board: &Board, region: u128, found: &mut Vec<u128>) {
    let crossing = board
        .jumps()
        .iter()
        .find(|jump| region & jump.over().bit() != 0 && region & (jump.from().bit() | jump.to().bit()) == 0);
    match crossing {
        None => found.push(region),
        Some(_) if region.count_ones() == MOST_HOLES => {}
        Some(jump) => {
            extend(board, region | jump.from().bit(), found);
            extend(board, region | jump.to().bit(), found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(name: &str, vacancy: &str, finish: &str) -> u32 {
        let board = Board::library(name).unwrap();
        let hole = |label| board.hole(label).unwrap();
        let regions = Regions::<u64>::new(&board, &[board.pegs([hole(finish)])]);
        regions.least_moves(board.vacate(hole(vacancy)).code() as u64)
    }

    /// No bound is greater than the fewest moves: 18 and 16 (Beasley 1985), 9 (OEIS A127500).
    #[test]
    fn bounds_are_not_above_the_fewest_moves() {
        assert!((10..=18).contains(&bound("english", "d4", "d4")));
        assert!((10..=16).contains(&bound("english", "c1", "c1")));
        assert!((4..=9).contains(&bound("triangle5", "c5", "c5")));
    }

    #[test]
    fn every_jump_over_a_region_begins_or_ends_in_it() {
        for name in ["english", "triangle6", "square5", "wiegleb", "hexagon3"] {
            let board = Board::library(name).unwrap();
            for region in of_board(&board) {
                for jump in board.jumps() {
                    let is_crossed = region & jump.over().bit() != 0;
                    let touched = jump.from().bit() | jump.to().bit();
                    assert!(!is_crossed || region & touched != 0, "{name}");
                }
            }
        }
    }

    #[test]
    fn a_choice_of_disjoint_regions_is_a_largest_one() {
        let board = Board::library("english").unwrap();
        let regions = Regions::<u64>::new(&board, &[board.pegs([board.hole("d4").unwrap()])]);
        let largest = |all: u128| {
            fn choose(regions: &Regions<u64>, left: u128) -> u32 {
                if left == 0 {
                    return 0;
                }
                let number = left.trailing_zeros() as usize;
                let with = 1 + choose(regions, left & !regions.meeting[number]);
                with.max(choose(regions, left & (left - 1)))
            }
            choose(&regions, all)
        };
        let all = numbers(&of_board(&board), |_| true);
        for seed in 1..200u128 {
            let some = all & (seed * 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835) & ((1 << 22) - 1);
            let most = largest(some);
            assert!(regions.have_disjoint(some, most) && !regions.have_disjoint(some, most + 1));
        }
    }
}
