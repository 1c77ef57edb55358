//! Vectorized evaluation of many functions along jumps.
//!
//! Each function occupies a lane of 16 bits. A lane holds the *slack* of a position: its sum minus that of
//! the finish. A second lane of 16 bits has one bit for each parity set in which position and finish differ.
//! The lane refutes the position if the slack is less than the losses of these sets. A jump adds a row of
//! differences to the slacks and flips some of the bits.
//!
//! The loops are plain, so that the compiler vectorizes them. They are fast in callers that are
//! [`Work`](crate::engine::processor::Work) compiled for AVX-512 or AVX2.

use super::MAX_PARITIES;
use crate::board::{Board, Jump};
use crate::engine::{Bits, JumpSet};
use crate::problem::answer::PagodaFunction;
use crate::problem::{Finish, Region};

/// Functions in a block: the `i16` lanes of an AVX-512 register.
pub(crate) const LANES: usize = 32;

/// Maximum number of finishes that are refuted one by one. More of them are refuted by their minimum sum.
const MAX_SINGLE_FINISHES: usize = 4;

type Row = [i16; LANES];

/// State of up to [`LANES`] functions at a position, with one row of parities or none. Sums and parities fill
/// a cache line each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Slack<const ROWS: usize> {
    sums: Row,
    /// Parity sets that differ, one bit each, by lane.
    differ: [[u16; LANES]; ROWS],
}

/// Losses of each function, by parity set.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Losses([Row; MAX_PARITIES]);

/// Up to [`LANES`] functions evaluated against a finish. A position is refuted if one of them refutes it.
/// Without a row of parities the functions refute less, never more.
#[derive(Clone, Debug)]
pub(crate) struct Lanes<const ROWS: usize> {
    functions: usize,
    /// Maximum number of parity sets of a function.
    sets: usize,
    /// Contribution to the slacks of every four holes, for each of the sixteen ways to fill them.
    parts: Vec<[Slack<ROWS>; 16]>,
    /// Changes by each jump.
    jumps: Vec<Slack<ROWS>>,
    /// Losses by parity set.
    losses: Losses,
}

/// Lanes without parity sets.
pub(crate) type PlainLanes = Lanes<0>;

/// State of [`PlainLanes`]: one cache line.
pub(crate) type PlainSlack = Slack<0>;

/// Lanes with parity sets.
pub(crate) type ParityLanes = Lanes<1>;

/// A row of parities has 16 bits.
const _: () = assert!(MAX_PARITIES <= 16);

/// Any number of functions evaluated against a finish. A position is refuted if every finish is: a few
/// finishes one by one, each by any of the functions, and many finishes together.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    /// For each finish, or for all together, the functions.
    groups: Vec<Vec<ParityLanes>>,
}

/// State of a [`Follower`] at a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slacks(Vec<Slack<1>>);

/// Returns `true` if the sums of a function, with its losses and the change of a jump, fit an `i16`. Other
/// functions are not followed.
pub(crate) fn fits(function: &PagodaFunction) -> bool {
    let weights: i64 = function
        .weights()
        .iter()
        .map(|weight| i64::from(*weight).abs())
        .sum();
    let losses: i64 = function
        .parities()
        .iter()
        .map(|set| i64::from(set.loss()))
        .sum();
    function.parities().len() <= MAX_PARITIES && 2 * weights + losses <= i64::from(i16::MAX)
}

impl Follower {
    /// Follows all functions against each part of the finish.
    #[cfg(test)]
    pub(crate) fn new(board: &Board, functions: &[PagodaFunction], finish: &Finish) -> Follower {
        Follower::of_parts(
            board,
            Follower::parts(finish).iter().map(|part| (part, functions)),
        )
    }

    /// Splits a finish into the parts that are refuted separately.
    pub(crate) fn parts(finish: &Finish) -> Vec<Finish> {
        match finish {
            Finish::Positions(codes) if codes.len() <= MAX_SINGLE_FINISHES => codes
                .iter()
                .map(|code| Finish::Positions(vec![*code]))
                .collect(),
            Finish::Regions(regions) => regions
                .iter()
                .map(|region| Finish::Regions(vec![*region]))
                .collect(),
            _ => vec![finish.clone()],
        }
    }

    /// Follows functions against each part of a finish. A position is refuted if it is refuted for every
    /// part.
    pub(crate) fn of_parts<'f>(
        board: &Board,
        parts: impl IntoIterator<Item = (&'f Finish, &'f [PagodaFunction])>,
    ) -> Follower {
        let groups = parts.into_iter().map(|(finish, functions)| {
            let mut followed: Vec<&PagodaFunction> =
                functions.iter().filter(|function| fits(function)).collect();
            // A block takes as long as its function with the most parity sets.
            followed.sort_by_key(|function| function.parities().len());
            followed
                .chunks(LANES)
                .map(|functions| Lanes::new(board, functions, finish))
                .collect()
        });
        Follower {
            groups: groups.collect(),
        }
    }

    /// Returns `true` if a position reaches no finish.
    pub(crate) fn refutes<B: Bits>(&self, position: B) -> bool {
        let by = |lanes: &ParityLanes| lanes.refutes(&lanes.of(position));
        !self.groups.is_empty() && self.groups.iter().all(|group| group.iter().any(by))
    }

    /// Sets `slacks` to the state at a position.
    #[inline(always)]
    pub(crate) fn set<B: Bits>(&self, slacks: &mut Slacks, position: B) {
        slacks.0.clear();
        for group in &self.groups {
            for lanes in group {
                slacks.0.push(lanes.of(position));
            }
        }
    }

    /// Removes the jumps from the position of `slacks` after which no finish is reached.
    #[inline(always)]
    pub(crate) fn retain_open(&self, slacks: &Slacks, jumps: &mut JumpSet<'_>) {
        if self.groups.is_empty() {
            return;
        }
        let mut refuted = *jumps;
        let mut slacks = slacks.0.iter();
        for group in &self.groups {
            let mut open = refuted;
            for (lanes, slack) in group.iter().zip(&mut slacks) {
                open.retain(
                    #[inline(always)] // for the instruction set of the caller
                    |jump| !lanes.refutes(&lanes.after(slack, jump)),
                );
            }
            refuted.remove(open);
        }
        jumps.remove(refuted);
    }
}

impl<const ROWS: usize> Lanes<ROWS> {
    /// Follows the first [`LANES`] of these functions, each of which must satisfy [`fits`].
    pub(crate) fn new(
        board: &Board,
        functions: &[&PagodaFunction],
        finish: &Finish,
    ) -> Lanes<ROWS> {
        const { assert!(ROWS <= 1, "a lane's parities fit one row") };
        let lanes: Vec<Lane<'_>> = functions
            .iter()
            .take(LANES)
            .map(|function| Lane::new(function, finish, ROWS * MAX_PARITIES))
            .collect();
        let part = |group: usize| {
            std::array::from_fn(|filled| {
                let part = Slack::of_lanes(&lanes, |lane| lane.of((filled as u128) << (4 * group)));
                if group == 0 {
                    part.plus(&Slack::of_lanes(&lanes, |lane| lane.of_finish()))
                } else {
                    part
                }
            })
        };
        let mut losses = [[0; LANES]; MAX_PARITIES];
        for (index, lane) in lanes.iter().enumerate() {
            for (losses, (_, loss)) in losses.iter_mut().zip(&lane.sets) {
                losses[index] = *loss;
            }
        }
        // Without functions there is nothing to add.
        let (parts, jumps) = if lanes.is_empty() {
            (0, [].as_slice())
        } else {
            (board.hole_count().div_ceil(4), board.jumps())
        };
        Lanes {
            functions: lanes.len(),
            sets: lanes.iter().map(|lane| lane.sets.len()).max().unwrap_or(0),
            parts: (0..parts).map(part).collect(),
            jumps: jumps
                .iter()
                .map(|jump| Slack::of_lanes(&lanes, |lane| lane.after(*jump)))
                .collect(),
            losses: Losses(losses),
        }
    }

    /// Returns `true` if no function is followed.
    pub(crate) fn is_empty(&self) -> bool {
        self.functions == 0
    }

    /// Returns the state at a position.
    #[inline]
    pub(crate) fn of<B: Bits>(&self, position: B) -> Slack<ROWS> {
        let (mut low, mut high) = position.words();
        let mut slack = Slack::ZERO;
        for part in &self.parts {
            slack = slack.plus(&part[(low & 15) as usize]);
            low = low >> 4 | high << 60;
            high >>= 4;
        }
        slack
    }

    /// Returns the state after a jump.
    #[inline]
    pub(crate) fn after(&self, slack: &Slack<ROWS>, jump: usize) -> Slack<ROWS> {
        slack.plus(&self.jumps[jump])
    }

    /// Returns `true` if the position of `slack` does not reach the finish.
    #[inline]
    pub(crate) fn refutes(&self, slack: &Slack<ROWS>) -> bool {
        let mut signs = 0;
        for left in &self.left(slack) {
            signs |= left;
        }
        signs < 0
    }

    /// Returns the functions that refute the position of `slack`, one bit each.
    pub(crate) fn refuting(&self, slack: &Slack<ROWS>) -> u32 {
        let lanes = self.left(slack).into_iter().enumerate();
        lanes.fold(0, |bits, (lane, left)| bits | u32::from(left < 0) << lane)
    }

    /// Returns the slacks less the losses of the sets that differ.
    #[inline]
    fn left(&self, slack: &Slack<ROWS>) -> Row {
        let mut left = slack.sums;
        for differ in &slack.differ {
            for (set, losses) in self.losses.0[..self.sets].iter().enumerate() {
                for lane in 0..LANES {
                    // A mask, because the compiler does not vectorize a conditional.
                    let mask = i16::from(differ[lane] & 1 << set != 0).wrapping_neg();
                    left[lane] = left[lane].wrapping_sub(losses[lane] & mask);
                }
            }
        }
        left
    }
}

impl<const ROWS: usize> Slack<ROWS> {
    const ZERO: Slack<ROWS> = Slack {
        sums: [0; LANES],
        differ: [[0; LANES]; ROWS],
    };

    fn of_lanes(lanes: &[Lane<'_>], of: impl Fn(&Lane<'_>) -> (i64, u16)) -> Slack<ROWS> {
        let mut slack = Slack::ZERO;
        for (index, lane) in lanes.iter().enumerate() {
            let (sum, differ) = of(lane);
            slack.sums[index] = sum as i16;
            for row in &mut slack.differ {
                row[index] = differ;
            }
        }
        slack
    }

    #[inline]
    fn plus(&self, other: &Slack<ROWS>) -> Slack<ROWS> {
        let mut both = *self;
        for lane in 0..LANES {
            both.sums[lane] = both.sums[lane].wrapping_add(other.sums[lane]); // no sum overflows: see `fits`
        }
        for row in 0..ROWS {
            for lane in 0..LANES {
                both.differ[row][lane] ^= other.differ[row][lane];
            }
        }
        both
    }
}

/// Function with its data about the finish.
struct Lane<'a> {
    function: &'a PagodaFunction,
    least_finish: i64,
    /// Parity sets in which all finishes agree, with their losses. Other sets say nothing about all finishes.
    sets: Vec<(u128, i16)>,
    /// One of the finishes.
    finish: u128,
}

impl<'a> Lane<'a> {
    fn new(function: &'a PagodaFunction, finish: &Finish, most_sets: usize) -> Lane<'a> {
        let regions = finish.regions();
        let any = regions.first().map(|region| region.least);
        let agreed = |set: &&crate::problem::answer::ParitySet| {
            let is_agreed = |region: &Region, any| {
                set.code() & region.free() == 0 && !set.is_odd(region.least ^ any)
            };
            any.is_some_and(|any| regions.iter().all(|region| is_agreed(region, any)))
        };
        Lane {
            function,
            least_finish: least_sum(function, finish),
            sets: function
                .parities()
                .iter()
                .filter(agreed)
                .take(most_sets)
                .map(|set| (set.code(), set.loss() as i16))
                .collect(),
            finish: any.unwrap_or(0),
        }
    }

    /// Returns the contribution of some pegs.
    fn of(&self, pegs: u128) -> (i64, u16) {
        (self.function.value_of(pegs), self.differ(pegs))
    }

    /// Returns the contribution of the finish.
    fn of_finish(&self) -> (i64, u16) {
        (-self.least_finish, self.differ(self.finish))
    }

    fn after(&self, jump: Jump) -> (i64, u16) {
        (-self.function.lost_by(jump), self.differ(jump.code()))
    }

    /// Returns the parity sets with an odd number of these holes, one bit each.
    fn differ(&self, holes: u128) -> u16 {
        let sets = self.sets.iter().enumerate();
        sets.fold(0, |bits, (number, (set, _))| {
            bits | ((set & holes).count_ones() as u16 & 1) << number
        })
    }
}

/// Returns the minimum sum of a finish.
pub(crate) fn least_sum(function: &PagodaFunction, finish: &Finish) -> i64 {
    match finish {
        Finish::Positions(codes) => codes
            .iter()
            .map(|code| function.value_of(*code))
            .min()
            .unwrap_or(0),
        Finish::PegCount(pegs) => {
            let mut weights: Vec<i64> = function
                .weights()
                .iter()
                .map(|weight| i64::from(*weight))
                .collect();
            weights.sort_unstable();
            weights.iter().take(*pegs as usize).sum()
        }
        Finish::Regions(regions) => {
            let sums = regions.iter().map(|region| function.least_in(*region));
            sums.min().unwrap_or(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::processor::{InstructionSet, Instructions, Work};
    use crate::engine::{AnyEngine, Engine, with_engine};
    use crate::problem::answer::ParitySet;
    use proptest::prelude::*;
    use rand::{Rng, RngExt};
    use rand_pcg::Pcg64Mcg;

    const RANGE: i32 = 10;

    /// Returns a function with random sets and losses, and sufficient weights.
    fn random_function(board: &Board, sets: usize, random: &mut impl Rng) -> PagodaFunction {
        let sets: Vec<ParitySet> = (0..sets)
            .map(|_| {
                let holes = random.random::<u128>() & board.full().code();
                ParitySet::of_code(holes, random.random_range(0..9))
            })
            .collect();
        let least = RANGE + 8 * sets.len() as i32; // two weights less a third are at least the losses
        let weights = board
            .holes()
            .map(|_| random.random_range(least..=least + RANGE))
            .collect();
        PagodaFunction::with_parities(board, weights, sets).unwrap()
    }

    fn random_position(board: &Board, pegs: u32, random: &mut impl Rng) -> u128 {
        let mut position = 0u128;
        while position.count_ones() < pegs {
            position |= 1 << random.random_range(0..board.hole_count());
        }
        position
    }

    /// Evaluates the definition.
    fn refuted(functions: &[PagodaFunction], finish: &Finish, position: u128) -> bool {
        let by = |function: &PagodaFunction, code: &u128| function.refutes_code(position, *code);
        match finish {
            Finish::Positions(codes) if codes.len() <= MAX_SINGLE_FINISHES => codes
                .iter()
                .all(|code| functions.iter().any(|function| by(function, code))),
            // A set in which the finishes disagree says nothing about all of them.
            Finish::Positions(codes) => functions.iter().any(|function| {
                let agreed =
                    |set: &&ParitySet| codes.iter().all(|code| !set.is_odd(code ^ codes[0]));
                let lost: i64 = function
                    .parities()
                    .iter()
                    .filter(agreed)
                    .filter(|set| set.is_odd(position ^ codes[0]))
                    .map(|set| i64::from(set.loss()))
                    .sum();
                function.value_of(position) - least_sum(function, finish) < lost
            }),
            Finish::PegCount(_) => functions
                .iter()
                .any(|function| function.value_of(position) < least_sum(function, finish)),
            Finish::Regions(regions) => regions.iter().all(|region| {
                functions
                    .iter()
                    .any(|function| function.refutes_region(position, *region))
            }),
        }
    }

    /// Comparison with the definition at a position and all its children, by both interfaces.
    struct Comparison<'a, B> {
        functions: &'a [PagodaFunction],
        finish: &'a Finish,
        position: u128,
        engine: &'a Engine<B>,
    }

    impl<B: Bits> Work for Comparison<'_, B> {
        type Output = ();

        #[inline(always)]
        fn run<I: Instructions>(self) {
            let Comparison {
                functions,
                finish,
                position,
                engine,
            } = self;
            let follower = Follower::new(engine.board(), functions, finish);
            let word = B::from_code(position);
            assert_eq!(follower.refutes(word), refuted(functions, finish, position));
            let mut slacks = Slacks::default();
            follower.set(&mut slacks, word);
            engine.jumps().any_set_that(word, |mut all| {
                let mut open = all;
                follower.retain_open(&slacks, &mut open);
                while let Some(jump) = all.pop() {
                    let child = word ^ engine.jumps().change(jump);
                    if !refuted(functions, finish, child.code()) {
                        assert_eq!(open.pop(), Some(jump));
                    }
                }
                assert_eq!(open.pop(), None);
                false
            });
            for lanes in follower.groups.iter().flatten() {
                engine.jumps().for_each(word, |jump| {
                    let child = word ^ engine.jumps().change(jump);
                    assert_eq!(lanes.after(&lanes.of(word), jump), lanes.of(child));
                });
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn following_agrees_with_the_definition(
            seed in any::<u64>(),
            name in proptest::sample::select(vec!["english", "wiegleb", "square9", "triangle5"]),
            functions in 0..70usize,
            finishes in 0..7usize,
            free in any::<u128>(),
        ) {
            let board = Board::library(name).unwrap();
            let random = &mut Pcg64Mcg::new(u128::from(seed) << 1 | 1);
            let functions: Vec<PagodaFunction> =
                (0..functions).map(|index| random_function(&board, index % (MAX_PARITIES + 1), random)).collect();
            let pegs = random.random_range(1..board.hole_count() as u32);
            let finish = Finish::positions((0..finishes).map(|_| random_position(&board, pegs, random)))
                .unwrap_or(Finish::PegCount(pegs));
            let finish = if seed % 3 == 0 && !finish.codes().is_empty() {
                let region = |code: &u128| Region {
                    least: code & !free,
                    most: code | free & board.full_code(),
                };
                Finish::regions_of(finish.codes().iter().map(region)).unwrap()
            } else {
                finish
            };
            let position = random_position(&board, pegs + random.random_range(0..2), random);
            with_engine!(&AnyEngine::new(&board), |engine| {
                for set in InstructionSet::available() {
                    set.run(Comparison { functions: &functions, finish: &finish, position, engine });
                }
            });
        }
    }

    #[test]
    fn functions_that_do_not_fit_a_lane_are_not_followed() {
        let board = Board::library("english").unwrap();
        let large = PagodaFunction::new(&board, vec![600; 33]).unwrap();
        assert!(!fits(&large));
        let finish = Finish::Positions(vec![3]);
        let follower = Follower::new(&board, std::slice::from_ref(&large), &finish);
        assert!(large.refutes_code(1, 3) && !follower.refutes(1u64));
    }
}
