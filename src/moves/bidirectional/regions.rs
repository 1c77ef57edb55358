//! Lower bounds on the number of moves, from the shape of the board.
//!
//! A *region* (R. Merson, in J. Beasley, *The Ins and Outs of Peg Solitaire*, 1985) is a set of holes such
//! that every jump over one of its holes begins or ends in the set. While all of its holes have pegs, no peg
//! can jump into it, and only a peg that leaves it can jump over another of its pegs. So the first jump that
//! changes a full region begins in it, with a peg that has not moved before. This jump begins a move, unless
//! the same peg made the last one. Between two moves, disjoint regions that are full now and not full later
//! therefore need one move each. The peg that moved last is no exception: its next jump would have belonged
//! to its last move.
//!
//! Regions bound the moves from a position to the finishes, and from the start to a position. One move
//! changes at most one of several disjoint full regions, so the bound falls by at most one from a position to
//! the next.
//!
//! A move only empties regions that contain the hole where it begins. If no move can be wasted, the regions
//! of a hole show whether any move that begins there, however it continues, is worth trying.
//!
//! Regions that are full in one position and not in another also bound the moves between the two. Once the
//! opposite search is several moves deep, the bound is the minimum over the positions of its frontier. It
//! exceeds the bound to the end itself where the moves beyond the frontier do not empty as many regions
//! (front-to-front evaluation: H. Kaindl and G. Kainz, *Bidirectional Heuristic Search Reconsidered*, 1997;
//! J. Barker and R. Korf, *Solving Peg Solitaire with Bidirectional BFIDA\**, AAAI 2012).
//!
//! Regions are derived from the jumps of the board; none is built in.

use crate::board::{Board, Position};
use crate::control::allocation;
use crate::engine::Bits;
use crate::problem::PlayDirection;
use std::ops::Range;

/// Maximum number of holes of a region.
const MAX_REGION_HOLES: u32 = 8;

/// Maximum number of regions: each is a bit of a word.
const MAX_REGIONS: usize = 128;

/// The regions of a board, evaluated for one problem. Sets of regions are bit sets.
#[derive(Clone, Debug)]
pub(super) struct Regions {
    /// For each byte of a position and each of its values, the regions whose holes in this byte all have
    /// pegs.
    full_in_byte: Vec<[u128; 256]>,
    /// Regions that contain each hole.
    with_hole: Vec<u128>,
    /// Regions that share a hole with each region, including itself.
    meeting: Vec<u128>,
    /// All regions.
    all: u128,
    /// Regions that are full at no finish.
    never_full: u128,
    /// Maximum number of regions that are full at one finish.
    full_at_once: u32,
}

/// Direct-mapped cache of bounds by sets of regions, which recur very often.
pub(super) struct BoundCache(Vec<(u128, u32)>);

/// Full regions of the positions in the frontier of the opposite search.
pub(super) struct FrontierRegions {
    /// The search direction that leads to the frontier.
    direction: PlayDirection,
    /// Moves from the opposite end.
    moves: usize,
    /// Level 0 has the regions of each position; each entry of a further level bounds [`BRANCHING`] entries
    /// of the level before.
    levels: Vec<Vec<u128>>,
}

/// Maximum number of entries on level 0. Beyond it, entries bound several positions.
const MAX_ENTRIES: usize = 1 << 14;

/// Number of entries that share a bound on the next level.
const BRANCHING: usize = 8;

impl Default for BoundCache {
    fn default() -> BoundCache {
        BoundCache::with_capacity(1 << 15)
    }
}

impl BoundCache {
    /// Creates a cache with about this many entries, or with few if the system has no memory left.
    pub(super) fn with_capacity(size: usize) -> BoundCache {
        const LEAST: usize = 1 << 8;
        let size = size.next_power_of_two().clamp(LEAST, 1 << 18);
        BoundCache(allocation::zeroed(size).unwrap_or_else(|_| vec![(0, 0); LEAST]))
    }

    /// Returns the cached bound of these regions, computing it on a miss.
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

impl FrontierRegions {
    /// Indexes the frontier of positions `moves` moves from the opposite end, given by their full regions.
    /// The search in this direction leads to it.
    pub(super) fn new(
        direction: PlayDirection,
        moves: usize,
        full: impl IntoIterator<Item = u128>,
    ) -> FrontierRegions {
        let mut full: Vec<u128> = full.into_iter().collect();
        full.sort_unstable_by_key(|full| full.reverse_bits()); // the smallest regions count most
        let bounds = full.chunks(full.len().div_ceil(MAX_ENTRIES).max(1));
        let mut nearest = nearest(
            direction,
            bounds.map(|full| bound(direction, full)).collect(),
        );
        nearest.sort_unstable_by_key(|full| full.reverse_bits());
        let mut levels = vec![nearest];
        while let Some(last) = levels.last().filter(|last| last.len() > BRANCHING) {
            let next = last
                .chunks(BRANCHING)
                .map(|full| bound(direction, full))
                .collect();
            levels.push(next);
        }
        FrontierRegions {
            direction,
            moves,
            levels,
        }
    }

    /// Returns the moves from the opposite end.
    pub(super) fn moves(&self) -> usize {
        self.moves
    }
}

/// State of the search for the nearest entry of a frontier.
struct NearestSearch {
    /// Full regions of the position.
    from: u128,
    /// Disjoint regions that any entry may require to be emptied. Counting those that an entry requires gives
    /// a quick lower bound.
    apart: u128,
    /// Smaller distances need not be told apart.
    enough: u32,
    /// Upper bound on the distance found so far.
    moves: u32,
}

/// Returns the regions of a virtual position that is as near to any position as the nearest of these.
fn bound(direction: PlayDirection, full: &[u128]) -> u128 {
    match direction {
        PlayDirection::Forward => full.iter().fold(0, |all, full| all | full),
        PlayDirection::Backward => full.iter().fold(u128::MAX, |all, full| all & full),
    }
}

/// Removes dominated entries: those never nearer than another entry.
fn nearest(direction: PlayDirection, mut full: Vec<u128>) -> Vec<u128> {
    let count = |full: &u128| match direction {
        PlayDirection::Forward => u128::BITS - full.count_ones(),
        PlayDirection::Backward => full.count_ones(),
    };
    full.sort_unstable_by_key(|full| (count(full), *full));
    let mut nearest: Vec<u128> = Vec::new();
    for full in full {
        if nearest
            .iter()
            .all(|nearer| emptied(direction, full, *nearer) != 0)
        {
            nearest.push(full);
        }
    }
    nearest
}

/// Returns the regions that are full in the earlier and not in the later of two positions.
fn emptied(direction: PlayDirection, from: u128, to: u128) -> u128 {
    match direction {
        PlayDirection::Forward => from & !to,
        PlayDirection::Backward => to & !from,
    }
}

impl Regions {
    /// Derives the regions of the board. All finishes must have the same number of pegs.
    pub(super) fn new(board: &Board, finishes: &[Position]) -> Regions {
        let sets = regions_of(board);
        let full = |position: &Position| indices(&sets, |set| position.code() & set == *set);
        let full_at: Vec<u128> = finishes.iter().map(full).collect();
        let all = indices(&sets, |_| true);
        let bytes = board.hole_count().div_ceil(8);
        let full_in_byte = |byte: usize| {
            std::array::from_fn(|value| {
                indices(&sets, |set| {
                    (set >> (8 * byte) & 0xFF) & !(value as u128) == 0
                })
            })
        };
        Regions {
            full_in_byte: (0..bytes).map(full_in_byte).collect(),
            with_hole: board
                .holes()
                .map(|hole| indices(&sets, |set| set & hole.bit() != 0))
                .collect(),
            meeting: sets
                .iter()
                .map(|set| indices(&sets, |other| set & other != 0))
                .collect(),
            all,
            never_full: full_at.iter().fold(all, |never, full| never & !full),
            full_at_once: full_at
                .iter()
                .map(|full| full.count_ones())
                .max()
                .unwrap_or(0),
        }
    }

    /// Returns a lower bound on the moves from a position to a finish.
    pub(super) fn moves_left<B: Bits>(&self, position: B, cache: &mut BoundCache) -> u32 {
        let full = self.full_in(position);
        if full & !self.never_full == 0 {
            return self.disjoint(full, cache);
        }
        let some_stay = self.disjoint(full, cache).saturating_sub(self.full_at_once);
        some_stay.max(self.disjoint(full & self.never_full, cache))
    }

    /// Returns a lower bound on the moves between a position and the nearest of a frontier, clamped to
    /// `enough..=enough + 2`: smaller and larger bounds are not told apart. The cache must be used for the
    /// same frontier and the same `enough` only.
    #[inline]
    pub(super) fn moves_between<B: Bits>(
        &self,
        position: B,
        frontier: &FrontierRegions,
        enough: u32,
        cache: &mut BoundCache,
    ) -> u32 {
        let from = self.full_in(position);
        // Keyed by the complement: the key of an unused entry is 0, which stands for a full board only.
        cache.get(!from, || self.find_moves_between(from, frontier, enough))
    }

    /// Returns the holes, as bits, in which a move can begin that brings a position within `enough` moves of
    /// the frontier. Backward, the move leads to the position. The cache is that of
    /// [`moves_between`](Regions::moves_between).
    pub(super) fn beginnings<B: Bits>(
        &self,
        position: B,
        frontier: &FrontierRegions,
        enough: u32,
        cache: &mut BoundCache,
    ) -> u128 {
        let from = self.full_in(position);
        let mut moves_from =
            |from: u128| cache.get(!from, || self.find_moves_between(from, frontier, enough));
        match moves_from(from) {
            moves if moves <= enough => return u128::MAX, // a move to spare
            moves if moves > enough + 1 => return 0,      // a move lowers the bound by at most one
            _ => {}
        }
        let can_begin = |(_, with_hole): &(usize, &u128)| {
            let after = match frontier.direction {
                PlayDirection::Forward => from & !**with_hole,
                PlayDirection::Backward => from | **with_hole,
            };
            after != from && moves_from(after) <= enough
        };
        self.with_hole
            .iter()
            .enumerate()
            .filter(can_begin)
            .fold(0, |holes, (hole, _)| holes | 1 << hole)
    }

    fn find_moves_between(&self, from: u128, frontier: &FrontierRegions, enough: u32) -> u32 {
        let top = frontier.levels.len() - 1;
        let farthest = match frontier.direction {
            PlayDirection::Forward => 0,
            PlayDirection::Backward => self.all,
        };
        let emptied = emptied(frontier.direction, from, farthest);
        let mut nearest = NearestSearch {
            from,
            apart: self.greedy(emptied, u32::MAX),
            enough,
            moves: enough + 2,
        };
        self.lower_to_nearest(frontier, (top, 0..frontier.levels[top].len()), &mut nearest);
        nearest.moves
    }

    /// Lowers the distance to that of some entries of a level, as far as it matters.
    fn lower_to_nearest(
        &self,
        frontier: &FrontierRegions,
        (level, entries): (usize, Range<usize>),
        nearest: &mut NearestSearch,
    ) {
        for entry in entries {
            let emptied = emptied(
                frontier.direction,
                nearest.from,
                frontier.levels[level][entry],
            );
            let is_beyond = |moves| {
                (emptied & nearest.apart).count_ones() >= moves
                    || self.have_disjoint_quickly(emptied, moves)
            };
            if is_beyond(nearest.moves) {
                continue;
            }
            if level == 0 {
                nearest.moves -= 1;
                while nearest.moves > nearest.enough
                    && !self.have_disjoint_quickly(emptied, nearest.moves)
                {
                    nearest.moves -= 1;
                }
            } else {
                let end = frontier.levels[level - 1]
                    .len()
                    .min((entry + 1) * BRANCHING);
                self.lower_to_nearest(frontier, (level - 1, entry * BRANCHING..end), nearest);
            }
            if nearest.moves <= nearest.enough {
                return;
            }
        }
    }

    /// Returns the regions that are full in a position.
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

    /// Returns the maximum number of disjoint regions among these.
    #[inline]
    fn disjoint(&self, regions: u128, cache: &mut BoundCache) -> u32 {
        cache.get(regions, || self.count_disjoint(regions))
    }

    fn count_disjoint(&self, regions: u128) -> u32 {
        let chosen = self.greedy(regions, u32::MAX).count_ones();
        (chosen..)
            .find(|count| !self.have_disjoint(regions, count + 1))
            .unwrap_or(chosen)
    }

    /// Returns `true` if `wanted` of these regions are disjoint. The greedy choice decides most cases.
    #[inline]
    fn have_disjoint_quickly(&self, regions: u128, wanted: u32) -> bool {
        regions.count_ones() >= wanted
            && (self.greedy(regions, wanted).count_ones() >= wanted
                || self.have_disjoint(regions, wanted))
    }

    /// Chooses disjoint regions greedily, at most `enough`. Small regions come first, which mostly gives a
    /// maximum choice.
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

    /// Returns `true` if `wanted` of these regions are disjoint, by branch and bound.
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

/// Returns the indices, as bits, of the sets that satisfy a predicate.
fn indices(sets: &[u128], is_member: impl Fn(&u128) -> bool) -> u128 {
    sets.iter()
        .enumerate()
        .filter(|(_, set)| is_member(set))
        .fold(0, |bits, (number, _)| bits | 1 << number)
}

/// Finds the minimal regions of few holes, the smallest first, closed under the symmetries of the board.
fn regions_of(board: &Board) -> Vec<u128> {
    let mut found = Vec::new();
    for hole in board.holes() {
        extend(board, hole.bit(), &mut found);
    }
    found.sort_unstable();
    found.dedup();
    found.sort_by_key(|region| region.count_ones());
    let mut regions: Vec<u128> = Vec::new();
    for region in found {
        if regions.len() < MAX_REGIONS && regions.iter().all(|smaller| smaller & region != *smaller)
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

/// Finds regions that contain these holes. If a jump over one of them neither begins nor ends in the set, one
/// of its ends has to be added.
fn extend(board: &Board, region: u128, found: &mut Vec<u128>) {
    let crossing = board.jumps().iter().find(|jump| {
        region & jump.over().bit() != 0 && region & (jump.from().bit() | jump.to().bit()) == 0
    });
    match crossing {
        None => found.push(region),
        Some(_) if region.count_ones() == MAX_REGION_HOLES => {}
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
        let regions = Regions::new(&board, &[board.with_pegs([hole(finish)])]);
        regions.moves_left(start.code() as u64, &mut BoundCache::default())
    }

    /// No bound exceeds the fewest moves: 18 and 16 (Beasley 1985), 9 (OEIS A127500).
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
            for region in regions_of(&board) {
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
            let regions = regions_of(&board);
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
        let center = board.hole("d4").unwrap();
        let regions = Regions::new(&board, &[board.with_pegs([center])]);
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
        let all = indices(&regions_of(&board), |_| true);
        for seed in 1..200u128 {
            let some = all
                & seed.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835)
                & ((1 << 22) - 1);
            let most = largest(some);
            assert!(regions.have_disjoint(some, most) && !regions.have_disjoint(some, most + 1));
            let mut cache = BoundCache::default();
            assert_eq!(
                [(); 2].map(|()| regions.disjoint(some, &mut cache)),
                [most; 2]
            );
        }
    }

    /// Compares the beginnings with every move, tried jump by jump.
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
        let center = board.hole("d4").unwrap();
        let start = board.vacate(center);
        let regions = Regions::new(&board, &[board.with_pegs([center])]);
        let far = |position: &Position, frontier: &FrontierRegions, enough| {
            regions.moves_between(
                position.code() as u64,
                frontier,
                enough,
                &mut BoundCache::with_capacity(1),
            )
        };
        let mut left_out = 0;
        for seed in 0..30 {
            let game = crate::Games::from_random(&start, seed).next().unwrap();
            let positions: Vec<Position> = game.positions().collect();
            let (above, below) = (&positions[seed as usize % 4], positions.last().unwrap());
            let frontier = |direction, end: &Position| {
                FrontierRegions::new(direction, 0, [regions.full_in(end.code() as u64)])
            };
            for upper in &positions[..positions.len() - 1] {
                let mut moves = Vec::new();
                ends(upper, None, &mut moves);
                for (begins, lower) in moves {
                    for enough in 0..12 {
                        let checked = [
                            (PlayDirection::Forward, upper, &lower, below),
                            (PlayDirection::Backward, &lower, upper, above),
                        ];
                        for (direction, from, to, end) in checked {
                            let frontier = frontier(direction, end);
                            let code = from.code() as u64;
                            let holes = regions.beginnings(
                                code,
                                &frontier,
                                enough,
                                &mut BoundCache::with_capacity(1),
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

    /// The nearest position determines the bound, however entries are grouped.
    #[test]
    fn moves_between_are_those_to_the_nearest_position() {
        let board = Board::library("english").unwrap();
        let center = board.hole("d4").unwrap();
        let start = board.vacate(center);
        let regions = Regions::new(&board, &[board.with_pegs([center])]);
        let after = |jumps: usize, seeds: std::ops::Range<u64>| -> Vec<u64> {
            let games = seeds.filter_map(|seed| crate::Games::from_random(&start, seed).next());
            games
                .filter_map(|game| Some(game.positions().nth(jumps)?.code() as u64))
                .collect()
        };
        let (above, below) = (after(5, 0..40), after(16, 40..240));
        for (direction, froms, tos) in [
            (PlayDirection::Forward, &above, &below),
            (PlayDirection::Backward, &below, &above),
        ] {
            let frontier =
                FrontierRegions::new(direction, 0, tos.iter().map(|to| regions.full_in(*to)));
            assert!(frontier.levels.len() > 1);
            for from in froms {
                let full = regions.full_in(*from);
                let to = |to: &u64| {
                    regions.count_disjoint(emptied(direction, full, regions.full_in(*to)))
                };
                let nearest = tos.iter().map(to).min().unwrap();
                for enough in 0..8 {
                    let found = regions.moves_between(
                        *from,
                        &frontier,
                        enough,
                        &mut BoundCache::with_capacity(1),
                    );
                    assert_eq!(found.max(enough), nearest.clamp(enough, enough + 2));
                }
            }
        }
    }
}
