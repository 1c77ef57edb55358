//! Functions that refute positions of one direction of play, learned from its levels.

use super::descent_task::DescentTask;
use super::plan::function_part;
use crate::board::Board;
use crate::control::Control;
use crate::engine::{Bits, JumpSet};
use crate::levels::{CodeCount, HashSample, LevelError, LevelMaker, Pruning};
use crate::problem::Finish;
use crate::problem::answer::PagodaFunction;
use crate::refutation::{
    Follower, ForcedEnds, Learner, MAX_PARITIES, Pool, PoolSize, RefutationKinds, Slacks,
};

/// Pruning functions, learned for the ends of a direction of play. They depend on nothing but the levels, so that a resumed
/// search learns the same functions again.
pub(super) struct Refutations {
    pub(super) ends: ForcedEnds,
    pool: Pool,
    pub(super) follower: Follower,
    /// Minimum size of the next level to learn from.
    next_size: Option<u64>,
}

/// Eight blocks of vectors of followed functions.
const SIZE: PoolSize = PoolSize {
    followed: 256,
    functions: 4096,
    samples: MAX_SAMPLES as usize,
    parities: MAX_PARITIES,
};
/// Maximum number of functions followed for all parts of the finish: a certificate holds no more.
const MAX_FOLLOWED: usize = 1024;
/// Positions of a level for each sample: learning must not take longer than it saves, and the linear program of a sample
/// takes as long as some hundred positions.
const PART_OF_LEVEL: u64 = 512;
/// Minimum number of sampled positions of a level.
const MIN_SAMPLES: u64 = 128;
/// Maximum number of sampled positions of a level.
const MAX_SAMPLES: u64 = 4096;
/// Minimum size of the first level to learn from.
const FIRST_SIZE: u64 = 2_000;
/// Growth of levels from one learning step to the next.
const GROWTH: u64 = 4;
/// Maximum number of functions of the first learning step.
const FIRST_FUNCTIONS: usize = 96;
/// Maximum number of functions of each later learning step.
const MORE_FUNCTIONS: usize = 32;
/// Minimum of [`room`].
const ROOM: u32 = 6;

impl<B: Bits> Pruning<B> for Follower {
    type Known = Slacks;

    #[inline(always)]
    fn set(&self, slacks: &mut Slacks, position: B) {
        Follower::set(self, slacks, position);
    }

    #[inline(always)]
    fn retain(&self, slacks: &Slacks, jumps: &mut JumpSet<'_>) {
        self.retain_open(slacks, jumps);
    }
}

impl Refutations {
    /// Begins with known functions.
    pub(super) fn new(
        board: &Board,
        task: &DescentTask,
        known: &[PagodaFunction],
        kinds: RefutationKinds,
        control: &Control<'_>,
    ) -> Refutations {
        let known = kinds.of(known);
        let (symmetries, most_parities) = (&task.symmetries, kinds.most_parities());
        let ends = match &task.finish {
            Finish::Positions(_) if kinds.pagodas && kinds.forced_ends => {
                let learner = Learner::new(board, most_parities);
                ForcedEnds::find(
                    learner,
                    &task.starts,
                    &task.finish,
                    room(task),
                    symmetries,
                    &known,
                    control,
                )
                .unwrap_or_else(|_| ForcedEnds::none(&task.finish)) // the search itself stops
            }
            _ => ForcedEnds::none(&task.finish),
        };
        let size = PoolSize {
            parities: most_parities,
            followed: SIZE
                .followed
                .min(MAX_FOLLOWED / Follower::parts(&ends.ends).len().max(1)),
            ..SIZE
        };
        let mut pool = Pool::new(board, &ends.ends, symmetries.clone(), size);
        pool.follow(&known);
        let next_size = kinds.pagodas.then_some(FIRST_SIZE);
        Refutations {
            follower: pool.follower(),
            pool,
            ends,
            next_size,
        }
    }

    /// Learns from a level, if it is large enough.
    pub(super) fn learn<B: Bits, M: LevelMaker<B>>(
        &mut self,
        level: &M::Level,
        maker: &M,
    ) -> Result<(), LevelError> {
        let Some(size) = self.next_size.filter(|size| level.len() >= *size) else {
            return Ok(());
        };
        if matches!(self.ends.ends, Finish::PegCount(_)) {
            return Ok(());
        }
        let more = if size == FIRST_SIZE {
            FIRST_FUNCTIONS
        } else {
            MORE_FUNCTIONS
        };
        self.next_size = Some(level.len() * GROWTH);
        let (ends, samples) = (&self.ends, samples(level, maker)?);
        self.pool.learn_more(
            samples,
            more,
            |function| ends.are_spared_by(function),
            maker.control(),
        );
        self.follower = self.pool.follower();
        maker.concluded(&|| digest_of(&self.pool.followed()))
    }

    /// Returns the functions for a record.
    pub(super) fn functions(&self) -> Vec<PagodaFunction> {
        let mut functions = self.pool.followed();
        let of_ends = self
            .ends
            .functions
            .iter()
            .filter(|function| !functions.contains(function));
        let of_ends: Vec<PagodaFunction> = of_ends.cloned().collect();
        functions.extend(of_ends);
        functions
    }
}

/// Returns a digest that identifies the functions.
fn digest_of(functions: &[PagodaFunction]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for function in functions {
        let [weights, sets] = function_part(function).lists();
        hasher.update(format!("{weights} {sets}\n").as_bytes());
    }
    hasher.finalize()
}

/// Returns the minimum number of jumps between the start and the ends: half of all jumps, because a direction of play
/// must reach the middle before it stops at its ends, below which the functions say nothing.
fn room(task: &DescentTask) -> u32 {
    ROOM.max(
        task.first_pegs()
            .saturating_sub(task.finish.pegs())
            .div_ceil(2),
    )
}

/// Samples the codes of a level; the sample does not depend on how the level is kept.
fn samples<B: Bits, M: LevelMaker<B>>(
    level: &M::Level,
    maker: &M,
) -> Result<Vec<u128>, LevelError> {
    let sample = HashSample::new(
        (level.len() / PART_OF_LEVEL).clamp(MIN_SAMPLES, MAX_SAMPLES),
        level.len(),
    );
    let samples = maker.found(level, &|code| sample.contains(code), usize::MAX)?;
    Ok(samples.into_iter().map(B::code).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::answer::ParitySet;

    #[test]
    fn kinds_that_are_switched_off_are_not_used() {
        let board = Board::library("wiegleb").unwrap();
        let corner = board.hole("e1").unwrap();
        let finish = Finish::Positions(vec![corner.bit()]);
        let symmetries = finish.stabilizer(&board);
        let starts = vec![board.vacate(corner).code()];
        let task = DescentTask {
            backward: false,
            starts,
            finish,
            symmetries,
        };
        let weights = || vec![1; board.hole_count()];
        let sets = vec![ParitySet::of_code(board.full_code(), 1)];
        let known = [
            PagodaFunction::new(&board, weights()).unwrap(),
            PagodaFunction::with_parities(&board, weights(), sets).unwrap(),
        ];
        let with = |kinds| {
            let refutations = Refutations::new(&board, &task, &known, kinds, &Control::default());
            let followed = refutations.pool.followed();
            (
                refutations.ends.jumps,
                known.each_ref().map(|function| followed.contains(function)),
            )
        };
        let all = RefutationKinds::default();
        assert_eq!(with(all), (2, [true, true]));
        assert_eq!(
            with(RefutationKinds {
                forced_ends: false,
                ..all
            }),
            (0, [true, true])
        );
        assert_eq!(
            with(RefutationKinds {
                parities: false,
                ..all
            })
            .1,
            [true, false]
        );
        assert_eq!(
            with(RefutationKinds {
                pagodas: false,
                ..all
            }),
            (0, [false, false])
        );
    }

    /// Processes that play in step compare this digest.
    #[test]
    fn the_digest_of_functions_stays_what_it_was() {
        let board = Board::library("triangle5").unwrap();
        let weights = || vec![1; board.hole_count()];
        let sets = vec![ParitySet::of_code(board.full_code(), 1)];
        let functions = [
            PagodaFunction::new(&board, weights()).unwrap(),
            PagodaFunction::with_parities(&board, weights(), sets).unwrap(),
        ];
        assert_eq!(
            digest_of(&functions).to_hex().as_str(),
            "99922f843b690574db7e5430a469e46083e2878cbcccaad0aa8a2387b1415026"
        );
    }
}
