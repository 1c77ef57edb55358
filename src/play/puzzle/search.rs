//! Search for a start that meets the conditions.

use super::outcome_table::OutcomeTable;
use super::sieve::Sieve;
use super::starts::Starts;
use super::{Difficulty, Puzzle, PuzzleError, PuzzleOptions, conditions};
use crate::control::{Control, Phase};
use crate::engine::{Bits, Engine};
use crate::problem::answer::Solution;
use crate::problem::{Goal, Problem};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Bounds on random starts, and on positions below them, before other methods are tried.
const MAX_DRAWN: Bounds = Bounds {
    tried: 10_000,
    positions: 150_000,
};

/// Bounds on the whole search.
const MAX_SEARCHED: Bounds = Bounds {
    tried: 100_000,
    positions: 1_200_000,
};
/// Bounds on symmetric starts with a uniqueness condition, which only random draws can find.
const MAX_SYMMETRIC_AND_UNIQUE: Bounds = Bounds {
    positions: 4_000_000,
    ..MAX_SEARCHED
};

/// Maximum number of positions below one start.
pub(super) const MAX_BELOW_A_START: usize = 20_000;
/// Maximum number of positions on one climb.
const MAX_ON_A_CLIMB: usize = 10_000;

/// Maximum number of holes, or orbits of a symmetry, for which all starts are examined.
const FEW: usize = 16;

/// Number of predecessors of a start that a climb compares.
const WAYS_BACK: usize = 6;
/// Random perturbation of the scores of predecessors in bits, which makes climbs from the same finish differ.
const NOISE: f64 = 2.0;

/// Bounds on the work.
#[derive(Clone, Copy)]
struct Bounds {
    tried: usize,
    positions: usize,
}

impl Bounds {
    fn of(options: &PuzzleOptions) -> Bounds {
        let is_unique = options.has_unique_first_jump || options.has_unique_finish;
        if options.is_symmetric && is_unique {
            MAX_SYMMETRIC_AND_UNIQUE
        } else {
            MAX_SEARCHED
        }
    }
}

/// State of a search.
pub(super) struct Search<'a, B> {
    engine: &'a Engine<B>,
    options: &'a PuzzleOptions,
    control: &'a Control<'a>,
    starts: Starts<'a, B>,
    sieve: Sieve<'a, B>,
    games: OutcomeTable<'a, B>,
    random: Pcg64Mcg,
    most: Bounds,
    tried: usize,
    /// Number of positions examined by the sieve.
    sieved: usize,
    /// Number of positions reported to the control.
    reported: usize,
}

impl<'a, B: Bits> Search<'a, B> {
    pub(super) fn new(
        engine: &'a Engine<B>,
        options: &'a PuzzleOptions,
        control: &'a Control<'a>,
    ) -> Search<'a, B> {
        let wanted = options.finish.map(|hole| B::bit(hole.index() as u32));
        Search {
            engine,
            options,
            control,
            starts: Starts::new(engine, options),
            sieve: Sieve::new(engine, wanted, options),
            games: OutcomeTable::new(engine, wanted),
            random: Pcg64Mcg::seed_from_u64(options.seed),
            most: Bounds::of(options),
            tried: 0,
            sieved: 0,
            reported: 0,
        }
    }

    /// Runs the search. Random starts come first, because they are the most varied.
    pub(super) fn run(mut self) -> Result<Puzzle, PuzzleError> {
        let mut found = self.by_chance(MAX_DRAWN)?;
        if found.is_none() {
            found = self.by_plan()?;
        }
        found
            .and_then(|start| self.puzzle(start))
            .ok_or_else(|| self.not_found())
    }

    /// Searches systematically after random starts have failed.
    fn by_plan(&mut self) -> Result<Option<B>, PuzzleError> {
        let kinds = self.starts.kinds();
        let found = self.among_few(&kinds)?;
        let is_over = found.is_some() || kinds.iter().all(|units| units.len() <= FEW);
        if is_over {
            Ok(found)
        } else if self.options.is_symmetric {
            self.by_chance(self.most)
        } else {
            self.by_climbs()
        }
    }

    fn not_found(&self) -> PuzzleError {
        let (board, tried) = (self.engine.board(), self.tried);
        let (name, part) = (board.name().to_owned(), conditions::largest_part(board));
        if self.is_small_board() && self.examined() < self.most.positions {
            // No start was skipped.
            return PuzzleError::NoSuchPuzzle {
                board: name,
                possible: Vec::new(),
            };
        }
        PuzzleError::NotFound {
            board: name,
            tried,
            part,
        }
    }

    /// Returns `true` if all positions of the board can be analyzed, so that no start is skipped.
    fn is_small_board(&self) -> bool {
        self.engine.board().hole_count() <= FEW
    }

    fn puzzle(&mut self, start: B) -> Option<Puzzle> {
        let grade = self.games.grade(start)?;
        let solution = self.games.solution(start, &mut self.random)?;
        let goal = self
            .options
            .finish
            .map_or(Goal::OnePeg, |hole| Goal::PegIn(vec![hole]));
        let problem = Problem::new(solution.start().clone(), goal).ok()?;
        Some(Puzzle {
            solution: Solution::new(&problem, solution).ok()?,
            problem,
            grade,
        })
    }

    fn examined(&self) -> usize {
        self.sieved + self.games.analyzed()
    }

    fn is_within(&self, bounds: Bounds) -> bool {
        self.tried < bounds.tried && self.examined() < bounds.positions
    }

    /// Reports the work since the last call to the control.
    fn tick(&mut self) -> Result<(), PuzzleError> {
        self.games.make_room();
        let examined = self.examined();
        let share = examined as f64 / self.most.positions as f64;
        let tick = self.control.tick((examined - self.reported) as u64, || {
            Phase::Puzzles.done(share)
        });
        self.reported = examined;
        tick.map_err(PuzzleError::Stopped)
    }

    fn by_chance(&mut self, bounds: Bounds) -> Result<Option<B>, PuzzleError> {
        while self.is_within(bounds) {
            self.tried += 1;
            if let Some(start) = self.starts.draw(&mut self.random)
                && self.passes(start)
                && self.games.analyze_below(start, MAX_BELOW_A_START)
                && self.is_wanted(start)
            {
                return Ok(Some(start));
            }
            self.tick()?;
        }
        Ok(None)
    }

    fn passes(&mut self, start: B) -> bool {
        let (is_rejected, sieved) = self.sieve.rejects(start);
        self.sieved += sieved;
        !is_rejected
    }

    /// Returns `true` if an analyzed start meets the conditions.
    fn is_wanted(&self, start: B) -> bool {
        self.difficulty(start) == Some(self.options.difficulty) && self.is_unique(start)
    }

    fn difficulty(&self, start: B) -> Option<Difficulty> {
        self.games.score(start).map(Difficulty::of_score)
    }

    fn is_unique(&self, start: B) -> bool {
        let PuzzleOptions {
            has_unique_first_jump,
            has_unique_finish,
            ..
        } = self.options;
        (!has_unique_finish || self.games.finish_count(start) == 1)
            && (!has_unique_first_jump
                || self
                    .games
                    .grade(start)
                    .is_some_and(|grade| grade.has_unique_first_jump()))
    }

    /// Tries all starts of the kinds with few starts. If none meets the conditions on a small board, no start does.
    fn among_few(&mut self, kinds: &[Vec<B>]) -> Result<Option<B>, PuzzleError> {
        let first = self.random.random_range(0..kinds.len());
        let (before, from_first) = kinds.split_at(first);
        for units in from_first
            .iter()
            .chain(before)
            .filter(|units| units.len() <= FEW)
        {
            if let Some(start) = self.among_all(units)? {
                return Ok(Some(start));
            }
        }
        Ok(None)
    }

    /// Tries all starts of a kind in pseudorandom order. The step is odd, so it visits each of the `2^n` starts.
    fn among_all(&mut self, units: &[B]) -> Result<Option<B>, PuzzleError> {
        let all = 1_u32 << units.len();
        let mut code = self.random.random_range(0..all);
        let step = self.random.random_range(0..all) | 1;
        for _ in 0..all {
            code = (code + step) % all;
            let in_start = |unit: &usize| code & 1 << unit != 0;
            let start = (0..units.len())
                .filter(in_start)
                .fold(B::EMPTY, |start, unit| start | units[unit]);
            self.tried += 1;
            if self.is_found(start) {
                return Ok(Some(start));
            }
            self.tick()?;
            if self.examined() >= self.most.positions {
                break;
            }
        }
        Ok(None)
    }

    /// Returns `true` if a start meets the conditions. Most unsuitable starts are rejected without analysis, except
    /// on a small board.
    fn is_found(&mut self, start: B) -> bool {
        let is_small = self.is_small_board();
        let is_open = is_small || self.starts.is_usual(start) && self.passes(start);
        let most = if is_small {
            1 << FEW
        } else {
            MAX_BELOW_A_START
        };
        is_open && self.games.analyze_below(start, most) && self.is_wanted(start)
    }

    fn by_climbs(&mut self) -> Result<Option<B>, PuzzleError> {
        while self.is_within(self.most) {
            let found = self.climb();
            if found.is_some() {
                return Ok(found);
            }
            self.tick()?;
        }
        Ok(None)
    }

    /// Plays backwards from a finish, each time taking a jump that makes the game hard, and returns the last start on
    /// the way that meets the conditions. Long games played backwards at random are easy.
    fn climb(&mut self) -> Option<B> {
        self.tried += 1;
        let most = self.examined() + MAX_ON_A_CLIMB;
        let pegs = self.starts.peg_count(&mut self.random);
        let (mut start, mut found) = (self.starts.finish(&mut self.random), None);
        while (start.count() as usize) < pegs {
            let ways = self.ways_back(start, most);
            found = ways
                .iter()
                .copied()
                .find(|way| self.is_wanted(*way))
                .or(found);
            let Some(hardest) = self.hardest(&ways) else {
                break;
            };
            start = hardest;
        }
        found
    }

    /// Returns some analyzed predecessors of a start.
    fn ways_back(&mut self, start: B, most: usize) -> Vec<B> {
        let mut before = self.starts.before(start);
        let mut ways = Vec::new();
        for _ in 0..WAYS_BACK.min(before.len()) {
            self.tried += 1;
            let way = before.swap_remove(self.random.random_range(0..before.len()));
            if self
                .games
                .analyze_below(way, most.saturating_sub(self.examined()))
            {
                ways.push(way);
            }
        }
        ways
    }

    /// Returns the start with the highest score, perturbed at random, among those that are not too hard. If a unique
    /// finish is wanted, starts with several finishes are excluded, because their predecessors have several as well.
    fn hardest(&mut self, ways: &[B]) -> Option<B> {
        let mut best = None;
        for way in ways.iter().copied() {
            if !self.may_be_climbed(way) {
                continue;
            }
            let score = self.games.score(way)? + NOISE * self.random.random::<f64>();
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, way));
            }
        }
        best.map(|(_, way)| way)
    }

    fn may_be_climbed(&self, way: B) -> bool {
        self.difficulty(way)
            .is_some_and(|difficulty| difficulty <= self.options.difficulty)
            && (!self.options.has_unique_finish || self.games.finish_count(way) == 1)
    }
}
