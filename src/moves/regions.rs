//! Lower bounds for moves, from the shape of the board.
//!
//! A *region* (R. Merson; J. Beasley, The Ins and Outs of Peg Solitaire, 1985) is a set of holes such
//! that every jump over one of its holes begins or ends in it. As long as all its holes have pegs, none of them
//! can be jumped into, and none of its pegs be jumped over but by one that leaves it: the first jump that changes
//! the region begins in it, with a peg that has not moved yet. So it begins a move, unless that peg made the
//! last one. Between two moves, then, regions without a common hole that are full, and not full later on, need
//! a move each. The peg that moved last needs no special care: its next jump would have been part of its last
//! move.
//!
//! This bounds the moves from a position to the finishes, and those from the start to a position. One move
//! changes no more than one of several full regions without a common hole, so that a bound falls by one at
//! most from a position to the next.
//!
//! And a move empties no regions but such as contain the hole where it begins. So where no move may be wasted, the
//! regions of a hole show whether any move that begins there, however it goes on, is worth trying.
//!
//! In the same way the regions that are full in a position, and not in another, bound the moves from the one to the
//! other. So once a search from the other end has come some moves far, the bound is the least over the positions it
//! has come to: where these moves do not empty as many regions, it is greater than the bound to the end itself (J.
//! Barker, R. Korf: Solving Peg Solitaire with Bidirectional BFIDA*, AAAI 2012; H. Kaindl, G. Kainz: Bidirectional
//! Heuristic Search Reconsidered, 1997).
//!
//! Whether a set of holes is a region follows from the jumps of the board; no region is built in.

use super::rule::Way;
use crate::board::{Board, Position};
use crate::engine::Bits;
use std::ops::Range;

/// The largest number of holes of a region.
const MOST_HOLES: u32 = 8;

/// The largest number of regions: each is a bit of a word.
const MOST_REGIONS: usize = 128;

/// The regions of a board that count for a problem.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    /// For each byte of a position and each of its values, the regions all of whose holes in the byte have pegs.
    full_in_byte: Vec<[u128; 256]>,
    /// For each hole, the regions that contain it.
    with_hole: Vec<u128>,
    /// For each region, those that have a hole in common with it, itself among them.
    meeting: Vec<u128>,
    /// All of them.
    all: u128,
    /// Those that are full at the start.
    full_at_start: u128,
    /// Those that are full at none of the finishes.
    never_full: u128,
    /// Regions that are full at one finish.
    full_at_once: u32,
}

/// Numbers that were found for sets of regions before: the same regions come again and again.
pub(super) struct Counted(Vec<(u128, u32)>);

/// The regions that are full in the positions that a search from the other end has come to.
pub(super) struct Frontier {
    /// The way that leads to it.
    way: Way,
    /// The moves from the other end.
    moves: usize,
    /// The regions of each position; and on each further level, bounds of [`BRANCHES`] entries of the level before.
    levels: Vec<Vec<u128>>,
}

/// The most positions of a frontier, or bounds of several of them, that are told apart.
const MOST_TOLD_APART: usize = 1 << 14;

/// How many entries have a bound in common.
const BRANCHES: usize = 8;

impl Default for Counted {
    fn default() -> Counted {
        Counted::of_size(1 << 15)
    }
}

impl Counted {
    /// With room for about this many entries.
    pub(super) fn of_size(size: usize) -> Counted {
        Counted(vec![
            (0, 0);
            size.next_power_of_two().clamp(1 << 8, 1 << 18)
        ])
    }

    /// What is known of these regions, or else is found now.
    #[inline]
    fn get(&mut self, regions: u128, find: impl FnOnce() -> u32) -> u32 {
        let place = regions.mixed() >> (u64::BITS - self.0.len().trailing_zeros());
        let entry = &mut self.0[place as usize];
        if entry.0 != regions {
            *entry = (regions, find());
        }
        entry.1
    }
}

impl Frontier {
    /// Of positions that lie this way, that many moves from the other end, given by what is full in them.
    pub(super) fn new(way: Way, moves: usize, full: impl IntoIterator<Item = u128>) -> Frontier {
        let mut full: Vec<u128> = full.into_iter().collect();
        sort_by_first_regions(&mut full);
        let bounds = full.chunks(full.len().div_ceil(MOST_TOLD_APART).max(1));
        let mut nearest = nearest(way, bounds.map(|full| bound(way, full)).collect());
        sort_by_first_regions(&mut nearest);
        let mut levels = vec![nearest];
        while let Some(last) = levels.last().filter(|last| last.len() > BRANCHES) {
            let next = last.chunks(BRANCHES).map(|full| bound(way, full)).collect();
            levels.push(next);
        }
        Frontier { way, moves, levels }
    }

    /// The moves from the other end.
    pub(super) fn moves(&self) -> usize {
        self.moves
    }
}

/// What is known, in the course of a search, of the moves from a position to the nearest one of a frontier.
struct Nearest {
    /// The regions that are full in the position.
    from: u128,
    /// Regions without a common hole that can be full in the upper and not in the lower one of two positions, of which
    /// this is one: how many of them are is soon counted.
    apart: u128,
    /// Numbers up to this one are all the same.
    enough: u32,
    /// There are no fewer, as far as the search has come.
    moves: u32,
}

/// What is as near to any position as the nearest of these are.
fn bound(way: Way, full: &[u128]) -> u128 {
    match way {
        Way::Down => full.iter().fold(0, |all, full| all | full),
        Way::Up => full.iter().fold(u128::MAX, |all, full| all & full),
    }
}

/// Sorts so that the first regions, which are the smallest, count most. Plain numbers sort faster than by a key.
fn sort_by_first_regions(full: &mut [u128]) {
    let reverse = |full: &mut [u128]| full.iter_mut().for_each(|full| *full = full.reverse_bits());
    reverse(full);
    full.sort_unstable();
    reverse(full);
}

/// Those of which no other one is as near to all positions.
fn nearest(way: Way, mut full: Vec<u128>) -> Vec<u128> {
    let count = |full: &u128| match way {
        Way::Down => u128::BITS - full.count_ones(),
        Way::Up => full.count_ones(),
    };
    full.sort_unstable();
    full.sort_by_key(|full| u64::from(count(full)));
    let mut nearest: Vec<u128> = Vec::new();
    for full in full {
        if nearest
            .iter()
            .all(|nearer| emptied(way, full, *nearer) != 0)
        {
            nearest.push(full);
        }
    }
    nearest
}

/// Of two positions, the regions that are full in the upper and not in the lower one.
fn emptied(way: Way, from: u128, to: u128) -> u128 {
    match way {
        Way::Down => from & !to,
        Way::Up => to & !from,
    }
}

impl Regions {
    /// `finishes` all have the same number of pegs.
    pub(super) fn new(start: &Position, finishes: &[Position]) -> Regions {
        let sets = of_board(start.board());
        let full = |position: &Position| numbers(&sets, |set| position.code() & set == *set);
        let full_at: Vec<u128> = finishes.iter().map(full).collect();
        let all = numbers(&sets, |_| true);
        let bytes = start.board().hole_count().div_ceil(8);
        let full_in_byte = |byte: usize| {
            std::array::from_fn(|value| {
                numbers(&sets, |set| {
                    (set >> (8 * byte) & 0xFF) & !(value as u128) == 0
                })
            })
        };
        Regions {
            full_in_byte: (0..bytes).map(full_in_byte).collect(),
            with_hole: start
                .board()
                .holes()
                .map(|hole| numbers(&sets, |set| set & hole.bit() != 0))
                .collect(),
            meeting: sets
                .iter()
                .map(|set| numbers(&sets, |other| set & other != 0))
                .collect(),
            all,
            full_at_start: full(start),
            never_full: full_at.iter().fold(all, |never, full| never & !full),
            full_at_once: full_at
                .iter()
                .map(|full| full.count_ones())
                .max()
                .unwrap_or(0),
        }
    }

    /// A lower bound of the moves that are left: downwards from a position to a finish, upwards back to the start.
    pub(super) fn moves_left<B: Bits>(&self, way: Way, position: B, counted: &mut Counted) -> u32 {
        let full = self.full_in(position);
        match way {
            Way::Down if full & !self.never_full == 0 => self.disjoint(full, counted),
            Way::Down => {
                let some_stay = self
                    .disjoint(full, counted)
                    .saturating_sub(self.full_at_once);
                some_stay.max(self.disjoint(full & self.never_full, counted))
            }
            Way::Up => self.disjoint(self.full_at_start & !full, counted),
        }
    }

    /// A lower bound of the moves between a position and all of a frontier. Numbers up to `enough` are all the same,
    /// and so are those greater than the next one. `known` is what was found before for the same frontier and number.
    #[inline]
    pub(super) fn moves_between<B: Bits>(
        &self,
        position: B,
        frontier: &Frontier,
        enough: u32,
        known: &mut Counted,
    ) -> u32 {
        let from = self.full_in(position);
        // By the regions that are not full: a new entry stands for none, and only a full board has none.
        known.get(!from, || self.find_moves_between(from, frontier, enough))
    }

    /// The holes, as bits, in which a move can begin that leads from a position to one no more than `enough` moves away
    /// from the frontier, or upwards that has come from one. `known` is as above.
    pub(super) fn beginnings<B: Bits>(
        &self,
        position: B,
        frontier: &Frontier,
        enough: u32,
        known: &mut Counted,
    ) -> u128 {
        let from = self.full_in(position);
        let mut moves_from =
            |from: u128| known.get(!from, || self.find_moves_between(from, frontier, enough));
        match moves_from(from) {
            moves if moves <= enough => return u128::MAX, // a move to spare
            moves if moves > enough + 1 => return 0,      // a move brings one nearer at most
            _ => {}
        }
        let can_begin = |(_, with_hole): &(usize, &u128)| {
            let after = match frontier.way {
                Way::Down => from & !**with_hole,
                Way::Up => from | **with_hole,
            };
            after != from && moves_from(after) <= enough
        };
        self.with_hole
            .iter()
            .enumerate()
            .filter(can_begin)
            .fold(0, |holes, (hole, _)| holes | 1 << hole)
    }

    fn find_moves_between(&self, from: u128, frontier: &Frontier, enough: u32) -> u32 {
        let top = frontier.levels.len() - 1;
        let farthest = match frontier.way {
            Way::Down => 0,
            Way::Up => self.all,
        };
        let emptied = emptied(frontier.way, from, farthest);
        let mut nearest = Nearest {
            from,
            apart: self.greedy(emptied, u32::MAX),
            enough,
            moves: enough + 2,
        };
        self.look_at(frontier, (top, 0..frontier.levels[top].len()), &mut nearest);
        nearest.moves
    }

    /// Lowers the moves, as far as it matters, to those to some entries of a level.
    fn look_at(
        &self,
        frontier: &Frontier,
        (level, entries): (usize, Range<usize>),
        nearest: &mut Nearest,
    ) {
        for entry in entries {
            let emptied = emptied(frontier.way, nearest.from, frontier.levels[level][entry]);
            let is_beyond = |moves| {
                (emptied & nearest.apart).count_ones() >= moves || self.are_as_many(emptied, moves)
            };
            if is_beyond(nearest.moves) {
                continue;
            }
            if level == 0 {
                nearest.moves -= 1;
                while nearest.moves > nearest.enough && !self.are_as_many(emptied, nearest.moves) {
                    nearest.moves -= 1;
                }
            } else {
                let end = frontier.levels[level - 1].len().min((entry + 1) * BRANCHES);
                self.look_at(frontier, (level - 1, entry * BRANCHES..end), nearest);
            }
            if nearest.moves <= nearest.enough {
                return;
            }
        }
    }

    /// The regions that are full in a position.
    #[inline]
    pub(super) fn full_in<B: Bits>(&self, position: B) -> u128 {
        let (low, high) = position.words();
        let value = |byte: usize| {
            let word = if byte < 8 { low } else { high };
            (word >> (8 * (byte % 8)) & 0xFF) as usize
        };
        let bytes = self.full_in_byte.iter().enumerate();
        bytes.fold(u128::MAX, |full, (byte, by_value)| {
            full & by_value[value(byte)]
        })
    }

    /// The largest number of these regions without a common hole.
    #[inline]
    fn disjoint(&self, regions: u128, counted: &mut Counted) -> u32 {
        counted.get(regions, || self.count_disjoint(regions))
    }

    fn count_disjoint(&self, regions: u128) -> u32 {
        let chosen = self.greedy(regions, u32::MAX).count_ones();
        (chosen..)
            .find(|count| !self.have_disjoint(regions, count + 1))
            .unwrap_or(chosen)
    }

    /// Whether as many of these regions have no hole in common with each other, found quickly in most cases.
    #[inline]
    fn are_as_many(&self, regions: u128, wanted: u32) -> bool {
        regions.count_ones() >= wanted
            && (self.greedy(regions, wanted).count_ones() >= wanted
                || self.have_disjoint(regions, wanted))
    }

    /// Some of these regions, no two with a common hole: `enough` of them, or as many as can be taken one after the
    /// other. The first regions, which are the smallest, mostly make the largest choice.
    #[inline]
    fn greedy(&self, regions: u128, enough: u32) -> u128 {
        let (mut chosen, mut count, mut rest) = (0, 0, regions);
        while rest != 0 && count < enough {
            let first = rest.trailing_zeros();
            chosen |= 1 << first;
            rest &= !self.meeting[first as usize];
            count += 1;
        }
        chosen
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
    sets.iter()
        .enumerate()
        .filter(|(_, set)| fulfils(set))
        .fold(0, |bits, (number, _)| bits | 1 << number)
}

/// Regions of a few holes, none of which contains another, the smallest first. With each region there are its images.
fn of_board(board: &Board) -> Vec<u128> {
    let mut found = Vec::new();
    for hole in board.holes() {
        extend(board, hole.bit(), &mut found);
    }
    found.sort_unstable();
    found.dedup();
    found.sort_by_key(|region| u64::from(region.count_ones()));
    let mut regions: Vec<u128> = Vec::new();
    for region in found {
        if regions.len() < MOST_REGIONS
            && regions.iter().all(|smaller| smaller & region != *smaller)
        {
            regions.push(region);
        }
    }
    let has_images = |region: &u128| {
        board
            .symmetries()
            .iter()
            .all(|symmetry| regions.contains(&symmetry.apply_code(*region)))
    };
    regions.iter().copied().filter(has_images).collect()
}

/// Finds the regions that contain these holes: where a jump over one of them neither begins nor ends in the set,
/// one of its ends has to be added.
fn extend(board: &Board, region: u128, found: &mut Vec<u128>) {
    let crossing = board.jumps().iter().find(|jump| {
        region & jump.over().bit() != 0 && region & (jump.from().bit() | jump.to().bit()) == 0
    });
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
        let start = board.vacate(hole(vacancy));
        let regions = Regions::new(&start, &[board.pegs([hole(finish)])]);
        regions.moves_left(Way::Down, start.code() as u64, &mut Counted::default())
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
    fn regions_have_their_images_with_them() {
        for name in ["english", "triangle8", "square6", "star37", "hexagon4"] {
            let board = Board::library(name).unwrap();
            let regions = of_board(&board);
            assert!(!regions.is_empty(), "{name}");
            for symmetry in board.symmetries() {
                assert!(
                    regions
                        .iter()
                        .all(|region| regions.contains(&symmetry.apply_code(*region))),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn a_choice_of_disjoint_regions_is_a_largest_one() {
        let board = Board::library("english").unwrap();
        let centre = board.hole("d4").unwrap();
        let regions = Regions::new(&board.vacate(centre), &[board.pegs([centre])]);
        let largest = |all: u128| {
            fn choose(regions: &Regions, left: u128) -> u32 {
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
            let some = all
                & seed.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835)
                & ((1 << 22) - 1);
            let most = largest(some);
            assert!(regions.have_disjoint(some, most) && !regions.have_disjoint(some, most + 1));
            let mut counted = Counted::default();
            assert_eq!(
                [(); 2].map(|()| regions.disjoint(some, &mut counted)),
                [most; 2]
            );
        }
    }

    /// A move to a position near enough, tried jump by jump, begins in one of the holes that are said to serve.
    #[test]
    fn moves_that_bring_nearer_begin_in_the_holes_found() {
        fn ends(
            position: &Position,
            peg: Option<crate::Hole>,
            found: &mut Vec<(crate::Hole, Position)>,
        ) {
            for jump in position
                .jumps()
                .filter(|jump| peg.is_none_or(|peg| peg == jump.from()))
            {
                let next = position.play(jump).unwrap();
                let first = found.len();
                found.push((jump.from(), next.clone()));
                ends(&next, Some(jump.to()), found);
                found[first..]
                    .iter_mut()
                    .for_each(|(begins, _)| *begins = jump.from());
            }
        }
        let board = Board::library("english").unwrap();
        let centre = board.hole("d4").unwrap();
        let start = board.vacate(centre);
        let regions = Regions::new(&start, &[board.pegs([centre])]);
        let far = |position: &Position, frontier: &Frontier, enough| {
            regions.moves_between(
                position.code() as u64,
                frontier,
                enough,
                &mut Counted::of_size(1),
            )
        };
        let mut left_out = 0;
        for seed in 0..30 {
            let game = crate::Games::from_random(&start, seed).next().unwrap();
            let positions: Vec<Position> = game.positions().collect();
            let (above, below) = (&positions[seed as usize % 4], positions.last().unwrap());
            let frontier =
                |way, end: &Position| Frontier::new(way, 0, [regions.full_in(end.code() as u64)]);
            for upper in &positions[..positions.len() - 1] {
                let mut moves = Vec::new();
                ends(upper, None, &mut moves);
                for (begins, lower) in moves {
                    for enough in 0..12 {
                        let checked = [
                            (Way::Down, upper, &lower, below),
                            (Way::Up, &lower, upper, above),
                        ];
                        for (way, from, to, end) in checked {
                            let frontier = frontier(way, end);
                            let code = from.code() as u64;
                            let holes = regions.beginnings(
                                code,
                                &frontier,
                                enough,
                                &mut Counted::of_size(1),
                            );
                            let begins_there = holes >> begins.index() & 1 != 0;
                            assert!(begins_there || far(to, &frontier, enough) > enough);
                            left_out += usize::from(!begins_there);
                        }
                    }
                }
            }
        }
        assert!(left_out > 1000);
    }

    /// However the positions of a frontier are grouped, the nearest of them decides.
    #[test]
    fn moves_between_are_those_to_the_nearest_position() {
        let board = Board::library("english").unwrap();
        let centre = board.hole("d4").unwrap();
        let start = board.vacate(centre);
        let regions = Regions::new(&start, &[board.pegs([centre])]);
        let after = |jumps: usize, seeds: std::ops::Range<u64>| -> Vec<u64> {
            let games = seeds.filter_map(|seed| crate::Games::from_random(&start, seed).next());
            games
                .filter_map(|game| Some(game.positions().nth(jumps)?.code() as u64))
                .collect()
        };
        let (above, below) = (after(5, 0..40), after(16, 40..240));
        for (way, froms, tos) in [(Way::Down, &above, &below), (Way::Up, &below, &above)] {
            let frontier = Frontier::new(way, 0, tos.iter().map(|to| regions.full_in(*to)));
            assert!(frontier.levels.len() > 1);
            for from in froms {
                let full = regions.full_in(*from);
                let to =
                    |to: &u64| regions.count_disjoint(emptied(way, full, regions.full_in(*to)));
                let nearest = tos.iter().map(to).min().unwrap();
                for enough in 0..8 {
                    let found =
                        regions.moves_between(*from, &frontier, enough, &mut Counted::of_size(1));
                    assert_eq!(found.max(enough), nearest.clamp(enough, enough + 2));
                }
            }
        }
    }
}
