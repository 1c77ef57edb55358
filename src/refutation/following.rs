//! Many functions followed along jumps, as vectors.
//!
//! Each function is a lane of 16 bits. A lane holds its *slack*: the sum of a position less that of the finish. A
//! word of bits for each parity set says in which lanes position and finish differ in it. Where a slack is less than the
//! losses of the sets that differ, the lane refutes the position. A jump adds a row of differences to the slacks and flips
//! some of the bits.
//!
//! The loops are plain and `#[inline(always)]`: the compiler makes vectors of them. They are fast where the caller's loop
//! is [`Work`](crate::engine::processor::Work) that is compiled for AVX-512 or AVX2.

use super::{MAX_PARITIES, PagodaFunction};
use crate::board::{Board, Jump};
use crate::engine::Bits;
use crate::problem::Finish;

/// The functions of a block: an AVX-512 register's worth of `i16`.
pub(crate) const LANES: usize = 32;

/// As many finishes as this are refuted one by one, more by the least sum of any.
const SINGLE_FINISHES: usize = 4;

type Row = [i16; LANES];

/// A bit for each lane, for each of the parity sets.
type Parities = [u32; MAX_PARITIES];

/// What up to [`LANES`] functions say of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slack {
    sums: Row,
    differ: Parities,
}

/// Up to [`LANES`] functions, followed towards a finish. A position is refuted when one of them refutes it.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    functions: usize,
    /// The most parity sets of a function.
    sets: usize,
    /// For every four holes and the sixteen ways to fill them, their part of the slacks.
    parts: Vec<[Slack; 16]>,
    /// What each jump adds and flips.
    jumps: Vec<Slack>,
    /// For each parity set, the losses.
    losses: [Row; MAX_PARITIES],
}

/// Any number of functions, followed towards a finish. A position is refuted when no finish is left: a few finishes are
/// refuted one by one, each by any of the functions, and many at once.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    /// A group for each finish, or one for all; in it, the functions.
    groups: Vec<Vec<Lanes>>,
}

/// What the functions of a [`Follower`] say of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slacks(Vec<Slack>);

/// Whether the sums of a function, with their losses and the change of a jump, stay within an `i16`. Functions that do
/// not fit are not followed.
pub(crate) fn fits(function: &PagodaFunction) -> bool {
    let weights: i64 = function.weights().iter().map(|weight| i64::from(*weight).abs()).sum();
    let losses: i64 = function.parities().iter().map(|set| i64::from(set.loss())).sum();
    function.parities().len() <= MAX_PARITIES && 2 * weights + losses <= i64::from(i16::MAX)
}

impl Follower {
    /// Follows the functions towards a finish, each towards every part of it.
    pub(crate) fn new(board: &Board, functions: &[PagodaFunction], finish: &Finish) -> Follower {
        let parts: Vec<Finish> = match finish {
            Finish::Positions(codes) if codes.len() <= SINGLE_FINISHES => {
                codes.iter().map(|code| Finish::Positions(vec![*code])).collect()
            }
            _ => vec![finish.clone()],
        };
        Follower::of_parts(board, parts.iter().map(|part| (part, functions)))
    }

    /// Follows functions towards each part of a finish. What is refuted for every part is refuted.
    pub(crate) fn of_parts<'f>(
        board: &Board,
        parts: impl IntoIterator<Item = (&'f Finish, &'f [PagodaFunction])>,
    ) -> Follower {
        let groups = parts.into_iter().map(|(finish, functions)| {
            let mut followed: Vec<&PagodaFunction> = functions.iter().filter(|function| fits(function)).collect();
            followed.sort_by_key(|function| function.parities().len()); // blocks without sets are followed faster
            followed.chunks(LANES).map(|functions| Lanes::new(board, functions, finish)).collect()
        });
        Follower { groups: groups.collect() }
    }

    /// Sets `slacks` to those of a position.
    #[inline(always)]
    pub(crate) fn set<B: Bits>(&self, slacks: &mut Slacks, position: B) {
        slacks.0.clear();
        for lanes in self.groups.iter().flatten() {
            slacks.0.push(lanes.of(position));
        }
    }

    /// Whether no finish can be reached from the position of `slacks`.
    #[inline(always)]
    pub(crate) fn refutes(&self, slacks: &Slacks) -> bool {
        self.all_groups(slacks, |lanes, slack| lanes.refutes(slack))
    }

    /// Whether no finish can be reached after a jump from the position of `slacks`.
    #[inline(always)]
    pub(crate) fn refutes_after(&self, slacks: &Slacks, jump: usize) -> bool {
        self.all_groups(slacks, |lanes, slack| lanes.refutes(&lanes.after(slack, jump)))
    }

    #[inline(always)]
    fn all_groups(&self, slacks: &Slacks, refutes: impl Fn(&Lanes, &Slack) -> bool) -> bool {
        let mut rest = slacks.0.as_slice();
        for group in &self.groups {
            let (own, others) = rest.split_at(group.len());
            if !group.iter().zip(own).any(|(lanes, slack)| refutes(lanes, slack)) {
                return false;
            }
            rest = others;
        }
        !self.groups.is_empty()
    }
}

impl Lanes {
    /// Follows the first [`LANES`] of these functions, all of which [`fits`] must hold.
    pub(crate) fn new(board: &Board, functions: &[&PagodaFunction], finish: &Finish) -> Lanes {
        let lanes: Vec<Lane<'_>> =
            functions.iter().take(LANES).map(|function| Lane::new(function, finish)).collect();
        let part = |group: usize| {
            std::array::from_fn(|filled| {
                let part = Slack::of_lanes(&lanes, |lane| lane.of((filled as u128) << (4 * group)));
                if group == 0 { part.plus(&Slack::of_lanes(&lanes, Lane::of_finish)) } else { part }
            })
        };
        let mut losses = [[0; LANES]; MAX_PARITIES];
        for (index, lane) in lanes.iter().enumerate() {
            for (losses, (_, loss)) in losses.iter_mut().zip(&lane.sets) {
                losses[index] = *loss;
            }
        }
        Lanes {
            functions: lanes.len(),
            sets: lanes.iter().map(|lane| lane.sets.len()).max().unwrap_or(0),
            parts: (0..board.hole_count().div_ceil(4)).map(part).collect(),
            jumps: board.jumps().iter().map(|jump| Slack::of_lanes(&lanes, |lane| lane.after(*jump))).collect(),
            losses,
        }
    }

    /// Whether no function is followed.
    pub(crate) fn is_empty(&self) -> bool {
        self.functions == 0
    }

    /// The slack of a position.
    #[inline(always)]
    pub(crate) fn of<B: Bits>(&self, position: B) -> Slack {
        let (mut low, mut high) = position.words();
        let mut slack = Slack::default();
        for part in &self.parts {
            slack = slack.plus(&part[(low & 15) as usize]);
            low = low >> 4 | high << 60;
            high >>= 4;
        }
        slack
    }

    /// The slack after a jump.
    #[inline(always)]
    pub(crate) fn after(&self, slack: &Slack, jump: usize) -> Slack {
        slack.plus(&self.jumps[jump])
    }

    /// Whether the finish cannot be reached from the position of `slack`.
    #[inline(always)]
    pub(crate) fn refutes(&self, slack: &Slack) -> bool {
        let mut left = slack.sums;
        for (losses, differ) in self.losses.iter().zip(slack.differ).take(self.sets) {
            for lane in 0..LANES {
                let loss = if differ & 1 << lane != 0 { losses[lane] } else { 0 };
                left[lane] -= loss;
            }
        }
        left.iter().fold(0, |signs, left| signs | left) < 0
    }
}

impl Slack {
    fn of_lanes(lanes: &[Lane<'_>], of: impl Fn(&Lane<'_>) -> (i64, [bool; MAX_PARITIES])) -> Slack {
        let mut slack = Slack::default();
        for (index, lane) in lanes.iter().enumerate() {
            let (sum, differ) = of(lane);
            slack.sums[index] = sum as i16;
            for (bits, differs) in slack.differ.iter_mut().zip(differ) {
                *bits |= u32::from(differs) << index;
            }
        }
        slack
    }

    #[inline(always)]
    fn plus(&self, other: &Slack) -> Slack {
        let mut both = *self;
        for lane in 0..LANES {
            both.sums[lane] += other.sums[lane];
        }
        for set in 0..MAX_PARITIES {
            both.differ[set] ^= other.differ[set];
        }
        both
    }
}

/// A function and what it knows of the finish.
struct Lane<'a> {
    function: &'a PagodaFunction,
    least_finish: i64,
    /// The parity sets in which all finishes agree, and the losses; no other set says anything of all finishes.
    sets: Vec<(u128, i16)>,
    /// Any of the finishes.
    finish: u128,
}

impl<'a> Lane<'a> {
    fn new(function: &'a PagodaFunction, finish: &Finish) -> Lane<'a> {
        let (codes, any) = (finish.codes(), finish.codes().first().copied());
        let agreed = |set: &&super::ParitySet| any.is_some_and(|any| codes.iter().all(|code| !set.is_odd(code ^ any)));
        Lane {
            function,
            least_finish: least_sum(function, finish),
            sets: function.parities().iter().filter(agreed).map(|set| (set.code(), set.loss() as i16)).collect(),
            finish: any.unwrap_or(0),
        }
    }

    /// The part that some pegs have in the slack.
    fn of(&self, pegs: u128) -> (i64, [bool; MAX_PARITIES]) {
        (self.function.value_of(pegs), self.differ(pegs))
    }

    /// The part that the finish has in every slack.
    fn of_finish(&self) -> (i64, [bool; MAX_PARITIES]) {
        (-self.least_finish, self.differ(self.finish))
    }

    fn after(&self, jump: Jump) -> (i64, [bool; MAX_PARITIES]) {
        (-self.function.lost_by(jump), self.differ(jump.code()))
    }

    fn differ(&self, holes: u128) -> [bool; MAX_PARITIES] {
        std::array::from_fn(|set| self.sets.get(set).is_some_and(|(set, _)| (set & holes).count_ones() & 1 == 1))
    }
}

/// The least sum of a finish.
pub(crate) fn least_sum(function: &PagodaFunction, finish: &Finish) -> i64 {
    match finish {
        Finish::Positions(codes) => codes.iter().map(|code| function.value_of(*code)).min().unwrap_or(0),
        Finish::PegCount(pegs) => {
            let mut weights: Vec<i64> = function.weights().iter().map(|weight| i64::from(*weight)).collect();
            weights.sort_unstable();
            weights.iter().take(*pegs as usize).sum()
        }
    }
}
