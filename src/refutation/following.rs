//! Many functions followed along jumps, as vectors.
//!
//! Each function is a lane of 16 bits. A lane holds its *slack*: the sum of a position less that of the
//! finish. Another lane of 16 bits has one for each parity set in which position and finish differ. Where a
//! slack is less than the losses of these sets, the lane refutes the position. A jump adds a row of
//! differences to the slacks and flips some of the bits.
//!
//! The loops are plain and `#[inline(always)]`: the compiler makes vectors of them. They are fast where the
//! caller's loop is [`Work`](crate::engine::processor::Work) that is compiled for AVX-512 or AVX2.

use crate::problem::answer::PagodaFunction;

use super::MAX_PARITIES;
use crate::board::{Board, Jump};
use crate::engine::Bits;
use crate::problem::Finish;

/// The functions of a block: an AVX-512 register's worth of `i16`.
pub(crate) const LANES: usize = 32;

/// As many finishes as this are refuted one by one, more by the least sum of any.
const SINGLE_FINISHES: usize = 4;

type Row = [i16; LANES];

/// What up to [`LANES`] functions say of a position, with one row of parities or none. The sums fill a cache
/// line, and so does a row of parities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Slack<const ROWS: usize> {
    sums: Row,
    /// For each lane, the parity sets that differ, a bit each.
    differ: [[u16; LANES]; ROWS],
}

/// What each function loses where position and finish differ in a parity set.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Losses([Row; MAX_PARITIES]);

/// Up to [`LANES`] functions, followed towards a finish. A position is refuted when one of them refutes it.
/// Without a row of parities the parity sets are left out: the functions refute less, never more.
#[derive(Clone, Debug)]
pub(crate) struct Lanes<const ROWS: usize> {
    functions: usize,
    /// The most parity sets of a function.
    sets: usize,
    /// For every four holes and the sixteen ways to fill them, their part of the slacks.
    parts: Vec<[Slack<ROWS>; 16]>,
    /// What each jump adds and flips.
    jumps: Vec<Slack<ROWS>>,
    /// For each parity set, the losses.
    losses: Losses,
}

/// Lanes of functions whose parity sets are left out, if they have any.
pub(crate) type PlainLanes = Lanes<0>;

/// What [`PlainLanes`] say of a position: a cache line.
pub(crate) type PlainSlack = Slack<0>;

/// Lanes of functions with their parity sets.
pub(crate) type ParityLanes = Lanes<1>;

/// The bits of a row of parities.
const _: () = assert!(MAX_PARITIES <= 16);

/// Any number of functions, followed towards a finish. A position is refuted when no finish is left: a few
/// finishes are refuted one by one, each by any of the functions, and many at once.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    /// A group for each finish, or one for all; in it, the functions.
    groups: Vec<Vec<ParityLanes>>,
}

/// What the functions of a [`Follower`] say of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slacks(Vec<Slack<1>>);

/// Whether the sums of a function, with their losses and the change of a jump, stay within an `i16`.
/// Functions that do not fit are not followed.
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
    /// Follows the functions towards a finish, each towards every part of it.
    #[cfg(test)]
    pub(crate) fn new(board: &Board, functions: &[PagodaFunction], finish: &Finish) -> Follower {
        Follower::of_parts(
            board,
            Follower::parts(finish).iter().map(|part| (part, functions)),
        )
    }

    /// The parts that are refuted one by one.
    pub(crate) fn parts(finish: &Finish) -> Vec<Finish> {
        match finish {
            Finish::Positions(codes) if codes.len() <= SINGLE_FINISHES => codes
                .iter()
                .map(|code| Finish::Positions(vec![*code]))
                .collect(),
            _ => vec![finish.clone()],
        }
    }

    /// Follows functions towards each part of a finish. What is refuted for every part is refuted.
    pub(crate) fn of_parts<'f>(
        board: &Board,
        parts: impl IntoIterator<Item = (&'f Finish, &'f [PagodaFunction])>,
    ) -> Follower {
        let groups = parts.into_iter().map(|(finish, functions)| {
            let followed: Vec<&PagodaFunction> =
                functions.iter().filter(|function| fits(function)).collect();
            followed
                .chunks(LANES)
                .map(|functions| Lanes::new(board, functions, finish))
                .collect()
        });
        Follower {
            groups: groups.collect(),
        }
    }

    /// Sets `slacks` to those of a position.
    #[inline(always)]
    pub(crate) fn set<B: Bits>(&self, slacks: &mut Slacks, position: B) {
        slacks.0.clear();
        for group in &self.groups {
            for lanes in group {
                slacks.0.push(lanes.of(position));
            }
        }
    }

    /// Whether no finish can be reached from the position of `slacks`.
    #[inline(always)]
    pub(crate) fn refutes(&self, slacks: &Slacks) -> bool {
        let mut rest = slacks.0.as_slice();
        for group in &self.groups {
            let (own, others) = rest.split_at(group.len());
            let mut is_refuted = false;
            for (place, lanes) in group.iter().enumerate() {
                is_refuted |= lanes.refutes(&own[place]);
            }
            if !is_refuted {
                return false;
            }
            rest = others;
        }
        !self.groups.is_empty()
    }

    /// Whether no finish can be reached after a jump from the position of `slacks`.
    #[inline(always)]
    pub(crate) fn refutes_after(&self, slacks: &Slacks, jump: usize) -> bool {
        let mut rest = slacks.0.as_slice();
        for group in &self.groups {
            let (own, others) = rest.split_at(group.len());
            // A plain loop: the closure of an `any` may not be compiled for the caller's instructions.
            let mut is_refuted = false;
            for (place, lanes) in group.iter().enumerate() {
                if lanes.refutes(&lanes.after(&own[place], jump)) {
                    is_refuted = true;
                    break;
                }
            }
            if !is_refuted {
                return false;
            }
            rest = others;
        }
        !self.groups.is_empty()
    }
}

impl<const ROWS: usize> Lanes<ROWS> {
    /// Follows the first [`LANES`] of these functions, all of which [`fits`] must hold.
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
        // Without functions there is nothing to add up.
        let (parts, jumps) = match lanes.is_empty() {
            true => (0, [].as_slice()),
            false => (board.hole_count().div_ceil(4), board.jumps()),
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

    /// Whether no function is followed.
    pub(crate) fn is_empty(&self) -> bool {
        self.functions == 0
    }

    /// The slack of a position.
    #[inline(always)]
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

    /// The slack after a jump.
    #[inline(always)]
    pub(crate) fn after(&self, slack: &Slack<ROWS>, jump: usize) -> Slack<ROWS> {
        slack.plus(&self.jumps[jump])
    }

    /// Whether the finish cannot be reached from the position of `slack`.
    #[inline(always)]
    pub(crate) fn refutes(&self, slack: &Slack<ROWS>) -> bool {
        let mut signs = 0;
        for left in &self.left(slack) {
            signs |= left;
        }
        signs < 0
    }

    /// The functions that refute the position of `slack`, a bit each.
    pub(crate) fn refuting(&self, slack: &Slack<ROWS>) -> u32 {
        let lanes = self.left(slack).into_iter().enumerate();
        lanes.fold(0, |bits, (lane, left)| bits | u32::from(left < 0) << lane)
    }

    /// The slacks less the losses of the sets that differ.
    #[inline(always)]
    fn left(&self, slack: &Slack<ROWS>) -> Row {
        let mut left = slack.sums;
        for differ in &slack.differ {
            for (set, losses) in self.losses.0[..self.sets].iter().enumerate() {
                for lane in 0..LANES {
                    // A mask, because the compiler makes no vectors of a choice.
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

    #[inline(always)]
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

/// A function and what it knows of the finish.
struct Lane<'a> {
    function: &'a PagodaFunction,
    least_finish: i64,
    /// The parity sets in which all finishes agree, and the losses; no other set says anything of all
    /// finishes.
    sets: Vec<(u128, i16)>,
    /// Any of the finishes.
    finish: u128,
}

impl<'a> Lane<'a> {
    fn new(function: &'a PagodaFunction, finish: &Finish, most_sets: usize) -> Lane<'a> {
        let (codes, any) = (finish.codes(), finish.codes().first().copied());
        let agreed = |set: &&crate::problem::answer::ParitySet| {
            any.is_some_and(|any| codes.iter().all(|code| !set.is_odd(code ^ any)))
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

    /// The part that some pegs have in the slack.
    fn of(&self, pegs: u128) -> (i64, u16) {
        (self.function.value_of(pegs), self.differ(pegs))
    }

    /// The part that the finish has in every slack.
    fn of_finish(&self) -> (i64, u16) {
        (-self.least_finish, self.differ(self.finish))
    }

    fn after(&self, jump: Jump) -> (i64, u16) {
        (-self.function.lost_by(jump), self.differ(jump.code()))
    }

    /// The parity sets that hold an odd number of the holes, a bit each.
    fn differ(&self, holes: u128) -> u16 {
        let sets = self.sets.iter().enumerate();
        sets.fold(0, |bits, (number, (set, _))| {
            bits | ((set & holes).count_ones() as u16 & 1) << number
        })
    }
}

/// The least sum of a finish.
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::processor::{InstructionSet, Instructions, Work};
    use crate::engine::{AnyEngine, Engine, EngineTask};
    use crate::problem::answer::ParitySet;
    use proptest::prelude::*;
    use rand::{Rng, RngExt};
    use rand_pcg::Pcg64Mcg;

    const RANGE: i32 = 10;

    /// A function of random sets and losses, with weights that are large enough.
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

    /// What the functions say, by the definition.
    fn refuted(functions: &[PagodaFunction], finish: &Finish, position: u128) -> bool {
        let by = |function: &PagodaFunction, code: &u128| function.refutes_code(position, *code);
        match finish {
            Finish::Positions(codes) if codes.len() <= SINGLE_FINISHES => codes
                .iter()
                .all(|code| functions.iter().any(|function| by(function, code))),
            // A set in which the finishes do not agree says nothing of all of them.
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
        }
    }

    /// Asks for a position and all its children, by both interfaces.
    struct Ask<'a> {
        functions: &'a [PagodaFunction],
        finish: &'a Finish,
        position: u128,
    }

    struct Asked<'a, B> {
        ask: Ask<'a>,
        engine: &'a Engine<B>,
    }

    impl EngineTask for Ask<'_> {
        type Output = ();

        fn run<B: Bits>(self, engine: &Engine<B>) {
            for set in InstructionSet::available() {
                let ask = Ask { ..self };
                set.run(Asked { ask, engine });
            }
        }
    }

    impl<B: Bits> Work for Asked<'_, B> {
        type Output = ();

        #[inline(always)]
        fn run<I: Instructions>(self) {
            let Asked {
                ask:
                    Ask {
                        functions,
                        finish,
                        position,
                    },
                engine,
            } = self;
            let follower = Follower::new(engine.board(), functions, finish);
            let mut slacks = Slacks::default();
            let word = B::from_code(position);
            follower.set(&mut slacks, word);
            assert_eq!(
                follower.refutes(&slacks),
                refuted(functions, finish, position)
            );
            engine.jumps().for_each(word, |jump| {
                let child = word ^ engine.jumps().change(jump);
                assert_eq!(
                    follower.refutes_after(&slacks, jump),
                    refuted(functions, finish, child.code())
                );
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
        ) {
            let board = Board::library(name).unwrap();
            let random = &mut Pcg64Mcg::new(u128::from(seed) << 1 | 1);
            let functions: Vec<PagodaFunction> =
                (0..functions).map(|index| random_function(&board, index % (MAX_PARITIES + 1), random)).collect();
            let pegs = random.random_range(1..board.hole_count() as u32);
            let finish = Finish::positions((0..finishes).map(|_| random_position(&board, pegs, random)))
                .unwrap_or(Finish::PegCount(pegs));
            let position = random_position(&board, pegs + random.random_range(0..2), random);
            AnyEngine::new(&board).run(Ask { functions: &functions, finish: &finish, position });
        }
    }

    #[test]
    fn functions_that_do_not_fit_a_lane_are_not_followed() {
        let board = Board::library("english").unwrap();
        let large = PagodaFunction::new(&board, vec![600; 33]).unwrap();
        assert!(!fits(&large));
        let finish = Finish::Positions(vec![3]);
        let follower = Follower::new(&board, std::slice::from_ref(&large), &finish);
        let mut slacks = Slacks::default();
        follower.set(&mut slacks, 1u64);
        assert!(large.refutes_code(1, 3) && !follower.refutes(&slacks));
    }
}
