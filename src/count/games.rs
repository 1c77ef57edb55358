use super::descent::Levels;
use super::paths::{Level, Paths, along_winning};
use crate::board::{Hole, Position, SymmetryUse};
use crate::control::{Control, LimitReached, Part};
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::sweep::{PositionSet, Positions, SweepError, SweepOptions, SweepPart, SweepTask};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// What is known about the games from a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCounts {
    /// All games.
    pub games: BigUint,
    /// Games by the number of pegs that are left.
    pub by_final_pegs: BTreeMap<usize, BigUint>,
    /// Games that end with one peg, by its hole.
    pub by_survivor: BTreeMap<Hole, BigUint>,
    /// Ways to play to a finish; `None` when none is given.
    pub solutions: Option<BigUint>,
    /// Jumps of the shortest game that ends with more than one peg; `None` when there is no such game.
    pub shortest_dead_end: Option<usize>,
    /// Jumps of the shortest game.
    pub shortest_game: usize,
    /// Jumps of the longest game.
    pub longest_game: usize,
}

/// Counts the games from a problem's start, and the solutions of the problem.
///
/// ```
/// use pegboard::count::count_games;
/// use pegboard::sweep::SweepOptions;
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let counts = count_games(&problem, &SweepOptions::default(), &Control::default())?;
/// assert_eq!(counts.games, 568_630u32.into());
/// assert_eq!(counts.shortest_dead_end, Some(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SweepError`] when memory or disk do not suffice, or the control stops it.
pub fn count_games(
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<GameCounts, SweepError> {
    control.ended(options.engine(problem.board()).run(CountGames {
        problem,
        options,
        control,
    }))
}

struct CountGames<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    control: &'a Control<'a>,
}

impl EngineTask for CountGames<'_> {
    type Output = Result<GameCounts, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let part = SweepPart {
            part: Part::whole(self.control),
            share: 0.1,
        };
        // Only the start need be fixed: the ways to a finish are counted for each finish by itself.
        let task = SweepTask::from_start(engine, self.problem.start(), SymmetryUse::Classes);
        let (positions, rest) = Positions::all(engine, task, self.options, part)?;
        let levels = Levels::new(&positions, PositionSet::Reachable, rest.part(0.0, 0.05))?;
        let paths = Paths::new(engine, positions.task(), &levels, rest.part(0.05, 1.0));
        let code = |finish: &Position| B::from_code(finish.code());
        let finishes: Option<Vec<B>> = self
            .problem
            .finishes()
            .map(|finishes| finishes.iter().map(code).collect());
        paths.counts(&levels, finishes.as_deref())
    }
}

/// Counts the ways to play from a problem's start to its finishes, along winning positions only: far fewer
/// than all.
///
/// Of a complement problem half of the levels are enough. Every solution passes through one position `p` of a
/// middle level, so there are `Σ ways(start → p) · ways(p → finish)` of them. A line from `p` to the finish,
/// played backwards on complements, is a line from the finish's complement, which is the start, to the
/// complement of `p`. So the second factor is `ways(start → complement of p)`, which is found on the same
/// level, or where the number of holes is odd, on the one above. A class counts once for each member.
///
/// # Errors
///
/// [`SweepError`] when memory or disk do not suffice, or the control stops it.
pub fn count_solutions(
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<BigUint, SweepError> {
    control.ended(options.engine(problem.board()).run(CountSolutions {
        problem,
        options,
        control,
    }))
}

struct CountSolutions<'a> {
    problem: &'a Problem,
    options: &'a SweepOptions,
    control: &'a Control<'a>,
}

impl EngineTask for CountSolutions<'_> {
    type Output = Result<BigUint, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        along_winning(
            engine,
            self.problem,
            self.options,
            self.control,
            |paths, levels| {
                let task = levels.positions.task();
                if task.is_complement() {
                    paths.ways_to_complement(levels)
                } else {
                    paths.ways_to_all(levels, task.finishes())
                }
            },
        )
    }
}

impl<B: Bits> Paths<'_, B> {
    fn counts(
        &self,
        levels: &Levels<'_, B>,
        finishes: Option<&[B]>,
    ) -> Result<GameCounts, SweepError> {
        let top = self.start.count() as usize;
        let mut by_final_pegs: BTreeMap<usize, BigUint> = BTreeMap::new();
        let mut by_survivor = BTreeMap::new();
        let mut solutions = finishes.map(|_| BigUint::default());
        self.walk(levels, 1, |pegs, level| {
            let games = self.ending(level)?;
            if games != BigUint::default() {
                by_final_pegs.insert(pegs, games);
            }
            for finish in finishes
                .into_iter()
                .flatten()
                .filter(|finish| finish.count() as usize == pegs)
            {
                *solutions.get_or_insert_default() += self.ways_to(*finish, level);
            }
            if pegs == 1 {
                by_survivor = self.survivors(level);
            }
            Ok(())
        })?;
        let dead_end = by_final_pegs.keys().rev().find(|pegs| **pegs > 1);
        Ok(GameCounts {
            games: by_final_pegs.values().sum(),
            shortest_dead_end: dead_end.map(|pegs| top - pegs),
            shortest_game: by_final_pegs.keys().last().map_or(0, |pegs| top - pegs),
            longest_game: by_final_pegs.keys().next().map_or(0, |pegs| top - pegs),
            by_final_pegs,
            by_survivor,
            solutions,
        })
    }

    /// The games that end on a level.
    fn ending(&self, level: Level<'_, B>) -> Result<BigUint, LimitReached> {
        let games = self.totals(level.codes, |first, codes, total| {
            let dead = codes
                .iter()
                .enumerate()
                .filter(|(_, code)| !self.engine.jumps().any(**code));
            for (place, code) in dead {
                total.add_product(
                    self.images.orbit_size(*code),
                    &[(level.numbers, first + place)],
                );
            }
        })?;
        Ok(games.into_iter().sum())
    }

    fn survivors(&self, level: Level<'_, B>) -> BTreeMap<Hole, BigUint> {
        let games = |hole: Hole| (hole, self.ways_to(B::bit(hole.index() as u32), level));
        let mut survivors = BTreeMap::new();
        survivors.extend(
            self.engine
                .board()
                .holes()
                .map(games)
                .filter(|(_, games)| *games != BigUint::default()),
        );
        survivors
    }
}

#[cfg(test)]
mod tests {
    use super::super::number::LevelNumbers;
    use super::*;
    use crate::board::Board;

    /// With many ways to the start itself, numbers outgrow each width on their way down.
    #[test]
    fn words_become_wider_where_they_must() {
        let board = Board::library("triangle5").unwrap();
        let engine = Engine::<u64>::new(&board);
        let (options, control) = (SweepOptions::default(), Control::default());
        let whole = Part::whole(&control);
        for (problem, by_complement) in
            [("a1", true), ("a4", true), ("b2", false)].map(|(hole, same)| {
                let hole = board.hole(hole).unwrap();
                let finish = if same {
                    hole
                } else {
                    board.hole("e5").unwrap()
                };
                (Problem::svss(&board, hole, finish), same)
            })
        {
            let task = SweepTask::of_problem(&engine, &problem, SymmetryUse::Classes);
            let part = SweepPart {
                part: whole,
                share: 1.0,
            };
            let (positions, _) = Positions::all(&engine, task.clone(), &options, part).unwrap();
            let levels = Levels::new(&positions, PositionSet::Winning, whole).unwrap();
            let all = Levels::new(&positions, PositionSet::Reachable, whole).unwrap();
            let plain = Paths::new(&engine, &task, &levels, whole);
            let solutions = plain.ways_to_all(&levels, task.finishes()).unwrap();
            let games = plain.counts(&all, None).unwrap();
            for (number, wide) in [
                (
                    LevelNumbers::Narrow(vec![1 << 60]),
                    BigUint::from(1u64 << 60),
                ),
                (
                    LevelNumbers::Narrow(vec![u64::MAX]),
                    BigUint::from(u64::MAX),
                ),
                (
                    LevelNumbers::Wide(vec![1 << 120]),
                    BigUint::from(1u128 << 120),
                ),
                (
                    LevelNumbers::Wide(vec![u128::MAX]),
                    BigUint::from(u128::MAX),
                ),
            ] {
                let mut many = Paths::new(&engine, &task, &levels, whole);
                many.ways_to_start = number;
                assert_eq!(
                    many.ways_to_all(&levels, task.finishes()).unwrap(),
                    &solutions * &wide
                );
                let counts = many.counts(&all, None).unwrap();
                assert_eq!(counts.games, &games.games * &wide);
                assert_eq!(counts.by_survivor.len(), games.by_survivor.len());
                if by_complement {
                    assert_eq!(
                        many.ways_to_complement(&levels).unwrap(),
                        &solutions * &wide * &wide
                    );
                }
            }
        }
    }
}
