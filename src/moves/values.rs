//! The fewest moves of every winning position: from the start down to the middle, and from the finishes up to it.

use super::carry::{Arrival, Arrivals, Carrier, Level};
use super::rule::{Rule, Way};
use crate::board::Jump;
use crate::control::threads::try_each_on;
use crate::control::{LimitReached, Part};
use crate::count::Places;
use crate::engine::{Bits, ChildImages, Engine};
use crate::problem::Problem;
use crate::sweep::{PositionSet, Positions, SweepError, SweepOptions, SweepPart, SweepTask};
use std::ops::RangeInclusive;
use std::sync::Mutex;

/// By pegs, the fewest moves of the codes of a level, in their order.
type MovesByPegs = Vec<Vec<u8>>;

/// The moves by rule and pegs, and the arrivals on the last levels, the last one first.
type Carried<B, const R: usize> = ([MovesByPegs; R], Vec<Vec<Arrivals<B, R>>>);

/// What is known about the winning positions of a solvable problem.
pub(super) struct Values<B> {
    task: SweepTask<B>,
    pub(super) images: ChildImages<B>,
    /// By pegs, ascending; only those of the upper half where the others are their complements.
    codes: Vec<Vec<B>>,
    is_halved: bool,
    middle: usize,
}

/// Which levels values are wanted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// From both ends to the middle.
    Middle,
    /// From the finishes up to the start.
    Start,
}

/// The fewest moves of the winning positions.
pub(super) struct LeastMoves<B> {
    /// The fewest moves of a solution.
    pub(super) total: u8,
    from_start: MovesByPegs,
    /// Of a complement problem, those of the complements.
    to_finish: MovesByPegs,
    /// The canonical codes of the middle level that lie on a solution with the fewest moves.
    pub(super) middle: Vec<B>,
}

impl<B: Bits> Values<B> {
    /// Finds the winning positions; `None` where there are none.
    pub(super) fn new(
        engine: &Engine<B>,
        problem: &Problem,
        meeting: Meeting,
        options: &SweepOptions,
        part: Part<'_>,
    ) -> Result<Option<Values<B>>, SweepError> {
        let task = SweepTask::of_problem(engine, problem, crate::board::SymmetryUse::Classes);
        let Some(bottom) = task
            .finishes()
            .first()
            .map(|finish| finish.count() as usize)
        else {
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
            Meeting::Middle => ((top + bottom).div_ceil(2), task.is_complement()),
            Meeting::Start => (top, false),
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
        Ok(Some(Values {
            task,
            images,
            codes,
            is_halved,
            middle,
        }))
    }

    pub(super) fn task(&self) -> &SweepTask<B> {
        &self.task
    }

    /// The number of pegs halfway between the start and the finish.
    pub(super) fn middle(&self) -> usize {
        self.middle
    }

    pub(super) fn jumps(&self) -> &[Jump] {
        self.task.board().jumps()
    }

    /// The number of winning positions, up to symmetry and reversal.
    pub(super) fn len(&self) -> u64 {
        self.codes.iter().map(|codes| codes.len() as u64).sum()
    }

    /// The fewest moves from the start down to the middle, and from the finishes up to it.
    pub(super) fn least_moves(&self, part: Part<'_>) -> Result<LeastMoves<B>, LimitReached> {
        if self.is_halved {
            return self.of_complement(part);
        }
        let (top, bottom) = (self.top(), self.bottom());
        let down = self.carrier(Way::Down, [Rule::Played], part.part(0.0, 0.5));
        let ([from_start], above) = self.carry(&down, (self.middle..=top).rev())?;
        let up = self.carrier(Way::Up, [Rule::Played], part.part(0.5, 1.0));
        let ([to_finish], below) = self.carry(&up, bottom..=self.middle)?;
        let (above, below) = (&above[0], &below[0]);
        let (total, middle) = self.least(&down, |place| {
            let ([above], [below]) = (above[place], below[place]);
            joined(above.moves, below.moves, above.holes & below.holes)
        })?;
        Ok(LeastMoves {
            total,
            from_start,
            to_finish,
            middle,
        })
    }

    /// Of a complement problem: a line to a finish, played backwards on complements, is a line from the start.
    fn of_complement(&self, part: Part<'_>) -> Result<LeastMoves<B>, LimitReached> {
        let (top, holes) = (self.top(), self.task.board().hole_count());
        let rules = [Rule::Played, Rule::Reversed];
        let down = self.carrier(Way::Down, rules, part);
        let (moves, last) = self.carry(&down, (holes - self.middle..=top).rev())?;
        // The level of the middle, and that of its complements, which is the same or the next.
        let there = &last[0];
        let here = if self.middle == holes - self.middle {
            there
        } else {
            &last[1]
        };
        let places = down.places(&self.codes[holes - self.middle])?;
        let (total, middle) =
            self.least(&down, self.joined_with_complements(here, there, &places))?;
        let [from_start, to_finish] = moves;
        Ok(LeastMoves {
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
        places: &'a Places<B>,
    ) -> impl Fn(usize) -> u8 + Sync + 'a {
        move |place| {
            let complement = self.images.full() & !self.codes[self.middle][place];
            let (code, symmetry) = self.images.canonical_by(complement);
            let (opposite, _) = places.find(places.begin(code));
            let ([above, _], [_, below]) = (here[place], there[opposite]);
            let both = self.images.image(above.holes, symmetry) & below.holes;
            joined(above.moves, below.moves, both)
        }
    }

    /// The least value over all positions of the middle level, and the positions that have it.
    fn least<const R: usize>(
        &self,
        carrier: &Carrier<'_, B, R>,
        total: impl Fn(usize) -> u8 + Sync,
    ) -> Result<(u8, Vec<B>), LimitReached> {
        const SHARE: usize = 1 << 12;
        let codes = &self.codes[self.middle];
        let best = Mutex::new((u8::MAX, Vec::new()));
        try_each_on(
            carrier.threads(),
            codes.chunks(SHARE).enumerate(),
            |(share, codes)| {
                let mut found = (u8::MAX, Vec::new());
                for (place, code) in codes.iter().enumerate() {
                    merge(&mut found, total(share * SHARE + place), [*code]);
                }
                let mut best = best.lock().expect("no thread panics with the best");
                merge(&mut best, found.0, found.1);
                carrier.tick(0)
            },
        )?;
        let (total, mut codes) = best.into_inner().expect("no thread panics with the best");
        codes.sort_unstable();
        Ok((total, codes))
    }

    fn carrier<'a, const R: usize>(
        &'a self,
        way: Way,
        rules: [Rule; R],
        part: Part<'a>,
    ) -> Carrier<'a, B, R> {
        Carrier::new(
            self.task.board(),
            &self.images,
            (way, rules),
            self.len(),
            part,
        )
    }

    /// For each jump from the start that leads to a winning position, by its number: the moves of the shortest line
    /// that begins with it, where it begins a move. The values must meet at the start.
    pub(super) fn after_each_jump(&self, part: Part<'_>) -> Result<Vec<(usize, u8)>, LimitReached> {
        let up = self.carrier(Way::Up, [Rule::Played], part);
        let (_, last) = self.carry(&up, self.bottom()..=self.top())?;
        let (Some(below), start) = (last.get(1), self.task.start()) else {
            return Ok(Vec::new());
        };
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

    /// Carries arrivals along levels, from the start or the finishes, where no move is made yet. Gives the moves
    /// by rule and pegs, and the arrivals on the last level and on the one before it, if there is one.
    fn carry<const R: usize>(
        &self,
        carrier: &Carrier<'_, B, R>,
        levels: impl Iterator<Item = usize>,
    ) -> Result<Carried<B, R>, LimitReached> {
        let mut moves: [MovesByPegs; R] =
            std::array::from_fn(|_| vec![Vec::new(); self.codes.len()]);
        let mut last: Vec<Vec<Arrivals<B, R>>> = Vec::new();
        let mut before: Option<usize> = None;
        for pegs in levels {
            let codes = &self.codes[pegs];
            let arrivals = match (before, last.first()) {
                (Some(before), Some(arrivals)) => {
                    let level = Level {
                        codes: self.codes[before].as_slice(),
                        arrivals: arrivals.as_slice(),
                    };
                    carrier.next(level, codes)?
                }
                _ => vec![[Arrival::default(); R]; codes.len()],
            };
            for (rule, moves) in moves.iter_mut().enumerate() {
                moves[pegs] = arrivals
                    .iter()
                    .map(|arrivals| arrivals[rule].moves)
                    .collect();
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
            .finishes()
            .first()
            .map_or(0, |finish| finish.count() as usize)
    }

    /// The fewest moves from the start to a position with at least as many pegs as the middle; `None` for one
    /// that is not winning.
    pub(super) fn moves_from_start(&self, values: &LeastMoves<B>, position: B) -> Option<u8> {
        self.value(&values.from_start, position)
    }

    /// The fewest moves from a position with at most as many pegs as the middle to a finish; `None` for one that
    /// is not winning.
    pub(super) fn moves_to_finish(&self, values: &LeastMoves<B>, position: B) -> Option<u8> {
        if self.is_halved {
            return self.value(&values.to_finish, self.images.full() & !position);
        }
        self.value(&values.to_finish, position)
    }

    /// By pegs, the canonical codes of the winning positions; only those of the upper half where the others are their
    /// complements.
    pub(super) fn levels(&self) -> &[Vec<B>] {
        &self.codes
    }

    /// Whether a position is among these.
    pub(super) fn holds(&self, position: B) -> bool {
        self.place(position).is_some()
    }

    fn value(&self, moves: &MovesByPegs, position: B) -> Option<u8> {
        let place = self.place(position)?;
        moves[position.count() as usize].get(place).copied()
    }

    /// The place of its canonical code in its level.
    fn place(&self, position: B) -> Option<usize> {
        let codes = self.codes.get(position.count() as usize)?;
        codes.binary_search(&self.images.canonical(position)).ok()
    }
}

/// The moves of a line through a position: one less where the same move leads to it and on from it.
fn joined<B: Bits>(above: u8, below: u8, both: B) -> u8 {
    above + below - u8::from(both != B::EMPTY)
}

/// Adds positions with a value to those with the least one.
fn merge<B>(best: &mut (u8, Vec<B>), value: u8, positions: impl IntoIterator<Item = B>) {
    if value < best.0 {
        *best = (value, Vec::new());
    }
    if value == best.0 {
        best.1.extend(positions);
    }
}

/// The bytes for the codes of some levels, their moves, and the arrivals and places of two of them.
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
