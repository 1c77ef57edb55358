//! Winning positions and their fewest moves: forward from the start, and backward from the finishes, to the
//! middle level.

use super::propagation::{Arrival, ArrivalLevel, ArrivalPropagation, Arrivals};
use crate::board::Jump;
use crate::control::threads::try_each_on;
use crate::control::{LimitReached, Part, allocation};
use crate::count::LevelIndex;
use crate::engine::{Bits, ChildImages, Engine};
use crate::moves::linkage::Rule;
use crate::problem::{PlayDirection, Problem};
use crate::sweep::{PositionSet, Positions, SweepError, SweepOptions, SweepPart, SweepTask};
use std::ops::RangeInclusive;
use std::sync::Mutex;

/// Fewest moves of the codes of each level, by pegs.
type MovesByPegs = Vec<Vec<u8>>;

/// Moves by rule and pegs, and the arrivals of the last two levels, the last one first.
type Propagated<B, const R: usize> = ([MovesByPegs; R], Vec<Vec<Arrivals<B, R>>>);

/// Winning positions of a solvable problem.
pub(in crate::moves) struct WinningValues<B> {
    task: SweepTask<B>,
    pub(in crate::moves) images: ChildImages<B>,
    /// Ascending canonical codes by pegs. Complement problems have only the upper half; the others are
    /// complements.
    codes: Vec<Vec<B>>,
    is_halved: bool,
    middle: usize,
}

/// Level where the passes meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::moves) enum MeetingLevel {
    /// From both ends to the middle.
    Middle,
    /// From the finishes up to the start.
    Start,
}

/// Fewest moves of the winning positions.
pub(in crate::moves) struct MoveCounts<B> {
    /// Fewest moves of a solution.
    pub(in crate::moves) total: u8,
    from_start: MovesByPegs,
    /// Indexed by the complements for a complement problem.
    to_finish: MovesByPegs,
    /// Canonical codes of the middle level on solutions with the fewest moves.
    pub(in crate::moves) middle: Vec<B>,
}

impl<B: Bits> WinningValues<B> {
    /// Finds the winning positions; `None` if there are none.
    pub(in crate::moves) fn find(
        engine: &Engine<B>,
        problem: &Problem,
        meeting: MeetingLevel,
        options: &SweepOptions,
        part: Part<'_>,
    ) -> Result<Option<WinningValues<B>>, SweepError> {
        let task = SweepTask::of_problem(engine, problem, crate::board::SymmetryUse::Classes);
        let Some(bottom) = task.finish().map(|finish| finish.pegs() as usize) else {
            return Ok(None);
        };
        let part = SweepPart { part, share: 0.6 };
        let (positions, rest) = Positions::winning(engine, task, options, part)?;
        let sizes = positions.sizes(PositionSet::Winning, rest.part(0.0, 0.3))?;
        let task = positions.task().clone();
        let (top, holes) = (task.start().count() as usize, task.board().hole_count());
        if sizes[top] == 0 {
            return Ok(None);
        }
        let (middle, is_halved) = match meeting {
            // Lines to finishes with different numbers of pegs have no common middle.
            MeetingLevel::Middle if task.regions().is_none() => {
                ((top + bottom).div_ceil(2), task.is_complement())
            }
            _ => (top, false),
        };
        let kept = if is_halved {
            holes - middle..=top
        } else {
            bottom..=top
        };
        let needed = bytes_needed::<B>(&sizes, kept.clone());
        if needed > positions.memory() {
            return Err(positions.out_of_memory(needed));
        }
        let codes = positions.codes(
            PositionSet::Winning,
            kept,
            Some(&sizes),
            rest.part(0.3, 1.0),
        )?;
        let images = ChildImages::new(engine, task.symmetries());
        Ok(Some(WinningValues {
            task,
            images,
            codes,
            is_halved,
            middle,
        }))
    }

    pub(in crate::moves) fn task(&self) -> &SweepTask<B> {
        &self.task
    }

    /// Returns the number of pegs halfway between the start and the finish.
    pub(in crate::moves) fn middle(&self) -> usize {
        self.middle
    }

    pub(in crate::moves) fn jumps(&self) -> &[Jump] {
        self.task.board().jumps()
    }

    /// Returns the number of winning positions, up to symmetry and reversal.
    pub(in crate::moves) fn len(&self) -> u64 {
        self.codes.iter().map(|codes| codes.len() as u64).sum()
    }

    /// Computes the fewest moves forward from the start and backward from the finishes, up to the middle.
    pub(in crate::moves) fn move_counts(
        &self,
        part: Part<'_>,
    ) -> Result<MoveCounts<B>, LimitReached> {
        if self.is_halved {
            return self.complement_move_counts(part);
        }
        let (top, bottom) = (self.top(), self.bottom());
        let down = self.propagation(PlayDirection::Forward, [Rule::Played], part.part(0.0, 0.5));
        let ([from_start], above) = self.propagate(&down, (self.middle..=top).rev())?;
        let up = self.propagation(PlayDirection::Backward, [Rule::Played], part.part(0.5, 1.0));
        let ([to_finish], below) = self.propagate(&up, bottom..=self.middle)?;
        let (above, below) = (&above[0], &below[0]);
        let (total, middle) = self.least(&down, |place| {
            let ([above], [below]) = (above[place], below[place]);
            joined(above.moves, below.moves, above.holes & below.holes)
        })?;
        Ok(MoveCounts {
            total,
            from_start,
            to_finish,
            middle,
        })
    }

    /// Computes the fewest moves of a complement problem, where a line to a finish, played backward on complements, is
    /// a line from the start.
    fn complement_move_counts(&self, part: Part<'_>) -> Result<MoveCounts<B>, LimitReached> {
        let (top, holes) = (self.top(), self.task.board().hole_count());
        let rules = [Rule::Played, Rule::Reversed];
        let down = self.propagation(PlayDirection::Forward, rules, part);
        let (moves, last) = self.propagate(&down, (holes - self.middle..=top).rev())?;
        // The middle level, and the level of its complements, which is the same or the next.
        let there = &last[0];
        let here = if self.middle == holes - self.middle {
            there
        } else {
            &last[1]
        };
        let index = down.index(&self.codes[holes - self.middle])?;
        let (total, middle) =
            self.least(&down, self.joined_with_complements(here, there, &index))?;
        let [from_start, to_finish] = moves;
        Ok(MoveCounts {
            total,
            from_start,
            to_finish,
            middle,
        })
    }

    fn joined_with_complements<'a>(
        &'a self,
        here: &'a [Arrivals<B, 2>],
        there: &'a [Arrivals<B, 2>],
        index: &'a LevelIndex<B>,
    ) -> impl Fn(usize) -> u8 + Sync + 'a {
        move |place| {
            let complement = self.images.full() & !self.codes[self.middle][place];
            let (code, symmetry) = self.images.canonical_by(complement);
            let (opposite, _) = index.find(index.begin(code));
            let ([above, _], [_, below]) = (here[place], there[opposite]);
            let both = self.images.image(above.holes, symmetry) & below.holes;
            joined(above.moves, below.moves, both)
        }
    }

    /// Returns the minimum over all positions of the middle level, and the positions that have it.
    fn least<const R: usize>(
        &self,
        propagation: &ArrivalPropagation<'_, B, R>,
        total: impl Fn(usize) -> u8 + Sync,
    ) -> Result<(u8, Vec<B>), LimitReached> {
        const BATCH: usize = 1 << 12;
        let codes = &self.codes[self.middle];
        let best = Mutex::new((u8::MAX, Vec::new()));
        try_each_on(
            propagation.threads(),
            codes.chunks(BATCH).enumerate(),
            |(batch, codes)| {
                let mut found = (u8::MAX, Vec::new());
                for (place, code) in codes.iter().enumerate() {
                    merge(&mut found, total(batch * BATCH + place), [*code]);
                }
                let mut best = best.lock().expect("no thread panics with the lock");
                merge(&mut best, found.0, found.1);
                propagation.tick(0)
            },
        )?;
        let (total, mut codes) = best.into_inner().expect("no thread panics with the lock");
        codes.sort_unstable();
        Ok((total, codes))
    }

    fn propagation<'a, const R: usize>(
        &'a self,
        direction: PlayDirection,
        rules: [Rule; R],
        part: Part<'a>,
    ) -> ArrivalPropagation<'a, B, R> {
        ArrivalPropagation::new(
            self.task.board(),
            &self.images,
            (direction, rules),
            self.len(),
            part,
        )
    }

    /// Returns, for each jump from the start to a winning position, its index and the moves of the shortest
    /// line that begins with it. There is none if the start meets the goal. The values must meet at the start.
    pub(in crate::moves) fn after_each_jump(
        &self,
        part: Part<'_>,
    ) -> Result<Vec<(usize, u8)>, LimitReached> {
        let up = self.propagation(PlayDirection::Backward, [Rule::Played], part);
        let (_, last) = self.propagate(&up, self.bottom()..=self.top())?;
        let (Some(below), start) = (last.get(1), self.task.start()) else {
            return Ok(Vec::new());
        };
        if self.task.is_finish(start) {
            return Ok(Vec::new());
        }
        let after = self
            .jumps()
            .iter()
            .enumerate()
            .filter_map(|(number, jump)| {
                let change = B::from_code(jump.code());
                let to = B::bit(jump.to().index() as u32);
                if start & change != change & !to {
                    return None;
                }
                let (code, symmetry) = self.images.canonical_by(start ^ change);
                let place = self.codes[self.top() - 1].binary_search(&code).ok()?;
                let [arrival] = below[place];
                let goes_on = arrival.holes & self.images.image(to, symmetry) != B::EMPTY;
                Some((number, arrival.moves + u8::from(!goes_on)))
            });
        Ok(after.collect())
    }

    /// Propagates arrivals along levels, beginning with no moves on the first. Returns the moves by rule and
    /// pegs, and the arrivals on the last level and on the one before it, if any.
    fn propagate<const R: usize>(
        &self,
        propagation: &ArrivalPropagation<'_, B, R>,
        levels: impl Iterator<Item = usize>,
    ) -> Result<Propagated<B, R>, LimitReached> {
        let mut moves: [MovesByPegs; R] =
            std::array::from_fn(|_| vec![Vec::new(); self.codes.len()]);
        let mut last: Vec<Vec<Arrivals<B, R>>> = Vec::new();
        let mut before: Option<usize> = None;
        for pegs in levels {
            let codes = &self.codes[pegs];
            let mut arrivals = match (before, last.first()) {
                (Some(before), Some(arrivals)) => {
                    let level = ArrivalLevel {
                        codes: self.codes[before].as_slice(),
                        arrivals: arrivals.as_slice(),
                    };
                    propagation.next(level, codes)?
                }
                _ => {
                    let mut arrivals = allocation::with_capacity(codes.len())?;
                    arrivals.resize(codes.len(), [Arrival::default(); R]);
                    arrivals
                }
            };
            if self.task.regions().is_some() {
                // A line ends where it first meets the goal, also if the goal can be met again below.
                for (code, arrivals) in codes.iter().zip(&mut arrivals) {
                    if self.task.is_finish(*code) {
                        *arrivals = [Arrival::default(); R];
                    }
                }
            }
            for (rule, moves) in moves.iter_mut().enumerate() {
                moves[pegs] = allocation::with_capacity(arrivals.len())?;
                moves[pegs].extend(arrivals.iter().map(|arrivals| arrivals[rule].moves));
            }
            last.insert(0, arrivals);
            last.truncate(2);
            before = Some(pegs);
        }
        Ok((moves, last))
    }

    fn top(&self) -> usize {
        self.task.start().count() as usize
    }

    fn bottom(&self) -> usize {
        self.task
            .finish()
            .map_or(0, |finish| finish.pegs() as usize)
    }

    /// Returns the fewest moves from the start to a position of the middle level or above; `None` if it is
    /// not winning.
    pub(in crate::moves) fn moves_from_start(
        &self,
        counts: &MoveCounts<B>,
        position: B,
    ) -> Option<u8> {
        self.value(&counts.from_start, position)
    }

    /// Returns the fewest moves from a position of the middle level or below to a finish; `None` if it is not
    /// winning.
    pub(in crate::moves) fn moves_to_finish(
        &self,
        counts: &MoveCounts<B>,
        position: B,
    ) -> Option<u8> {
        if self.is_halved {
            return self.value(&counts.to_finish, self.images.full() & !position);
        }
        self.value(&counts.to_finish, position)
    }

    /// Returns the canonical codes of the winning positions by pegs; only the upper half for complement
    /// problems.
    pub(in crate::moves) fn levels(&self) -> &[Vec<B>] {
        &self.codes
    }

    /// Returns `true` if a position is winning and on a level that is kept.
    pub(in crate::moves) fn contains(&self, position: B) -> bool {
        self.place(position).is_some()
    }

    fn value(&self, moves: &MovesByPegs, position: B) -> Option<u8> {
        let place = self.place(position)?;
        moves[position.count() as usize].get(place).copied()
    }

    /// Returns the index of a position's canonical code in its level.
    fn place(&self, position: B) -> Option<usize> {
        let codes = self.codes.get(position.count() as usize)?;
        codes.binary_search(&self.images.canonical(position)).ok()
    }
}

/// Joins both halves of a line through a position: they share a move where the same peg arrives and moves on.
fn joined<B: Bits>(above: u8, below: u8, both: B) -> u8 {
    above.saturating_add(below) - u8::from(both != B::EMPTY)
}

/// Keeps the minimum and the positions that have it.
fn merge<B>(best: &mut (u8, Vec<B>), value: u8, positions: impl IntoIterator<Item = B>) {
    if value < best.0 {
        *best = (value, Vec::new());
    }
    if value == best.0 {
        best.1.extend(positions);
    }
}

/// Returns the bytes for the codes and moves of some levels, and for arrivals and index of two of them.
fn bytes_needed<B: Bits>(sizes: &[u64], levels: RangeInclusive<usize>) -> u64 {
    const MOVES: u64 = 2;
    const PLACE: u64 = 12;
    let arrivals = size_of::<Arrivals<B, 2>>() as u64;
    let size = |pegs: usize| sizes.get(pegs).copied().unwrap_or(0);
    let all: u64 = levels.clone().map(size).sum();
    let two = levels
        .map(|pegs| size(pegs) + size(pegs + 1))
        .max()
        .unwrap_or(0);
    all * (size_of::<B>() as u64 + MOVES) + two * (arrivals + PLACE)
}
