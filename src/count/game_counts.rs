use super::data::GameCountsForm;
use super::dense::{DenseNumbers, DensePaths, dense_bytes};
use super::level_numbers::LevelNumbers;
use super::level_reader::SetLevels;
use super::paths::{CountedLevel, Paths, along_reachable, along_winning};
use super::residues::{Approximate, CountsModulo, PRIMES, Residue};
use super::short_numbers::ShortNumbers;
use super::split_class::SplitClass;
use crate::board::{Hole, Position, Symmetry};
use crate::control::{Control, LimitReached, Part};
use crate::engine::{Bits, Engine, with_engine};
use crate::problem::Problem;
use crate::sweep::{SweepError, SweepMethod, SweepOptions};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Statistics of all games from a start.
///
/// Serde form: an object with the fields; holes are indices, and numbers of games are decimal strings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "GameCountsForm", into = "GameCountsForm")]
pub struct GameCounts {
    /// Number of games.
    pub games: BigUint,
    /// Number of games by the number of pegs left at the end.
    pub by_final_pegs: BTreeMap<usize, BigUint>,
    /// Number of games that end with one peg, by its hole.
    pub by_survivor: BTreeMap<Hole, BigUint>,
    /// Number of ways to play to a finish, where each line ends; `None` if the problem names none.
    pub solutions: Option<BigUint>,
    /// Jumps of the shortest game that ends with more than one peg, if any.
    pub shortest_dead_end: Option<usize>,
    /// Jumps of the shortest game.
    pub shortest_game: usize,
    /// Jumps of the longest game.
    pub longest_game: usize,
}

impl GameCounts {
    /// Returns the statistics of games from a start with this many pegs.
    pub(super) fn new(
        start: usize,
        by_final_pegs: BTreeMap<usize, BigUint>,
        by_survivor: BTreeMap<Hole, BigUint>,
        solutions: Option<BigUint>,
    ) -> GameCounts {
        let dead_end = by_final_pegs.keys().rev().find(|pegs| **pegs > 1);
        GameCounts {
            games: by_final_pegs.values().sum(),
            shortest_dead_end: dead_end.map(|pegs| start - pegs),
            shortest_game: by_final_pegs.keys().last().map_or(0, |pegs| start - pegs),
            longest_game: by_final_pegs.keys().next().map_or(0, |pegs| start - pegs),
            by_final_pegs,
            by_survivor,
            solutions,
        }
    }

    /// Returns the counts from each of several starts with equal counts, given the sums.
    fn of_each(self, starts: usize) -> GameCounts {
        let each = |sum: &mut BigUint| {
            debug_assert!((&*sum % starts) == BigUint::ZERO);
            *sum /= starts;
        };
        let mut counts = self;
        each(&mut counts.games);
        counts.by_final_pegs.values_mut().for_each(each);
        counts.by_survivor.values_mut().for_each(each);
        counts.solutions.iter_mut().for_each(each);
        counts
    }

    /// Returns the number of games that leave this many pegs.
    pub fn ending_with(&self, pegs: usize) -> BigUint {
        self.by_final_pegs.get(&pegs).cloned().unwrap_or_default()
    }

    /// Returns the number of games that end with one peg, in this hole.
    pub fn ending_at(&self, hole: Hole) -> BigUint {
        self.by_survivor.get(&hole).cloned().unwrap_or_default()
    }
}

/// Counts the games from a problem's start, and the solutions of the problem.
///
/// Memory holds the numbers of two adjacent levels up to symmetry; those of the upper one are freed as soon as they are no longer
/// needed. A level consists of all positions of the start's class if they fit, in words of 8 or 4 bytes, and otherwise, or if more
/// than a quarter of the holes is vacant, of the reachable positions.
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
/// [`SweepError`] when memory or disk space runs out, or the control stops the sweep.
pub fn count_games(
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<GameCounts, SweepError> {
    control.ended(with_engine!(&options.engine(problem.board()), |engine| {
        count_games_on(engine, problem, options, control)
    }))
}

fn count_games_on<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<GameCounts, SweepError> {
    let class = split_class(problem, options, control);
    let dense = class.and_then(|class| {
        let words = dense_words(&class, problem.start(), options, control)?;
        Some(dense_counts(problem, &class, words, control))
    });
    let counts = match dense.transpose()?.flatten() {
        Some(counts) => counts,
        None => {
            let mut tally = Tally::new(problem);
            along_reachable(
                engine,
                problem.start(),
                options,
                control,
                |paths, levels| tally.add_levels(paths, levels),
            )?;
            tally.counts()
        }
    };
    let solutions = match problem.patterns() {
        Some(_) => {
            let options = options.in_folder("solutions");
            Some(solutions_on(engine, problem, &options, control)?)
        }
        None => counts.solutions,
    };
    Ok(GameCounts {
        solutions,
        ..counts
    })
}

/// Numbers of dense levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DenseWords<'a> {
    /// Exact numbers in memory.
    Exact,
    /// Residues, in one pass per prime.
    Residues {
        /// Folder for a file of the residues; `None` to keep them in memory.
        scratch: Option<&'a Path>,
    },
}

/// Returns the class of a start for a dense count, or `None` if its tables are too large or [`Paths`] may be as fast.
fn split_class(
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Option<SplitClass> {
    let start = problem.start();
    let board = start.board();
    let is_nearly_full = 4 * start.peg_count() >= 3 * board.hole_count();
    let has_method = options.method != SweepMethod::Auto;
    if !is_nearly_full || has_method {
        return None;
    }
    let word = match options.scratch {
        None => size_of::<u32>(),
        Some(_) => 0,
    };
    SplitClass::new(start, &symmetry_groups(problem), control.memory(), word)
}

/// Returns the groups of symmetries that map the start to starts of its class with the same counts: those that fix the start, and
/// those that fix the class and each of its positions whose ways are counted separately, a finish or a single peg.
fn symmetry_groups(problem: &Problem) -> [Vec<Symmetry>; 2] {
    let start = problem.start();
    let board = start.board();
    let class_of = |code| board.position_classes().class_of(code);
    let single_pegs = board.holes().map(Hole::bit);
    let single_pegs = single_pegs.filter(|code| class_of(*code) == start.class());
    let finishes = problem.finishes_in_class();
    let finishes = finishes.iter().map(Position::code);
    let ends: Vec<u128> = finishes.chain(single_pegs).collect();
    let of_class = board.symmetries_that(|symmetry| {
        let is_fixed = |code: &u128| symmetry.apply_code(*code) == *code;
        start.image(symmetry).class() == start.class() && ends.iter().all(is_fixed)
    });
    [board.stabilizer(&[&[start.code()]]), of_class]
}

/// Returns the numbers for a dense count, or `None` to count along reachable positions.
fn dense_words<'a>(
    class: &SplitClass,
    start: &Position,
    options: &'a SweepOptions,
    control: &Control<'_>,
) -> Option<DenseWords<'a>> {
    let pegs = start.peg_count() as u32;
    let fits = |word| {
        let numbers = dense_bytes(class, pegs, word, control.threads());
        numbers + class.bytes() <= control.memory()
    };
    let scratch = options.scratch.as_deref();
    if fits(size_of::<u64>()) {
        Some(DenseWords::Exact)
    } else if fits(size_of::<u32>()) {
        Some(DenseWords::Residues { scratch: None })
    } else {
        scratch.map(|_| DenseWords::Residues { scratch })
    }
}

/// Counts in dense levels; `None` if the numbers are too large for residues.
fn dense_counts(
    problem: &Problem,
    class: &SplitClass,
    words: DenseWords<'_>,
    control: &Control<'_>,
) -> Result<Option<GameCounts>, SweepError> {
    let whole = Part::whole(control);
    let starts = class.images(problem.start().code() as u64).len();
    let scratch = match words {
        DenseWords::Exact => match counts_in::<LevelNumbers>(problem, class, None, whole) {
            Err(SweepError::NoRoom { .. }) => None, // numbers grew too large where levels are large
            counts => return Ok(Some(counts?.of_each(starts))),
        },
        DenseWords::Residues { scratch } => scratch,
    };
    let passes = PRIMES.len() as f64 + 1.0;
    let part = |pass: usize| whole.part(pass as f64 / passes, (pass + 1) as f64 / passes);
    let bound = counts_in::<ShortNumbers<Approximate>>(problem, class, scratch, part(0))?.games;
    if bound >= BigUint::from(u128::MAX) {
        return Ok(None); // saturated
    }
    let count_modulo = [
        counts_in::<ShortNumbers<Residue<{ PRIMES[0] }>>>,
        counts_in::<ShortNumbers<Residue<{ PRIMES[1] }>>>,
        counts_in::<ShortNumbers<Residue<{ PRIMES[2] }>>>,
        counts_in::<ShortNumbers<Residue<{ PRIMES[3] }>>>,
        counts_in::<ShortNumbers<Residue<{ PRIMES[4] }>>>,
    ];
    let mut known = CountsModulo::one(problem.finishes().is_some());
    for (pass, (prime, count)) in (1..).zip(PRIMES.into_iter().zip(count_modulo)) {
        if known.modulus > bound {
            break;
        }
        known.add(count(problem, class, scratch, part(pass))?, prime);
    }
    let counts = known.into_counts(problem.start().peg_count());
    Ok(Some(counts.of_each(starts)))
}

/// Counts in one pass with numbers of type `L`, for all images of the start together.
fn counts_in<L: DenseNumbers>(
    problem: &Problem,
    class: &SplitClass,
    scratch: Option<&Path>,
    part: Part<'_>,
) -> Result<GameCounts, SweepError> {
    let paths = DensePaths::new(problem.start().code() as u64, class, scratch, part);
    let mut tally = Tally::new(problem);
    paths.walk::<L>(|pegs, level| {
        let ways_to = |code| paths.ways_to(code as u64, level);
        tally.add(pegs, paths.ending(level)?, ways_to);
        Ok(())
    })?;
    Ok(tally.counts())
}

/// Counts of games, level by level.
struct Tally<'a> {
    problem: &'a Problem,
    finishes: Option<Vec<Position>>,
    by_final_pegs: BTreeMap<usize, BigUint>,
    by_survivor: BTreeMap<Hole, BigUint>,
    solutions: Option<BigUint>,
}

impl Tally<'_> {
    fn new(problem: &Problem) -> Tally<'_> {
        let finishes = problem.finishes();
        Tally {
            problem,
            solutions: finishes.as_ref().map(|_| BigUint::default()),
            finishes,
            by_final_pegs: BTreeMap::new(),
            by_survivor: BTreeMap::new(),
        }
    }

    /// Adds all levels of positions that can be reached.
    fn add_levels<B: Bits>(
        &mut self,
        paths: &Paths<'_, B>,
        levels: &SetLevels<'_, B>,
    ) -> Result<(), SweepError> {
        paths.walk(levels, 1, |pegs, level| {
            let ways_to = |code| level.ways_to(B::from_code(code), &paths.images);
            self.add(pegs, paths.ending(level)?, ways_to);
            Ok(())
        })
    }

    /// Adds a level: the number of games that end there, and the ways to its positions.
    fn add(&mut self, pegs: usize, games: BigUint, ways_to: impl Fn(u128) -> BigUint) {
        if games != BigUint::default() {
            self.by_final_pegs.insert(pegs, games);
        }
        let finishes = self.finishes.iter().flatten();
        for finish in finishes.filter(|finish| finish.peg_count() == pegs) {
            *self.solutions.get_or_insert_default() += ways_to(finish.code());
        }
        if pegs == 1 {
            let games = |hole: Hole| (hole, ways_to(1 << hole.index()));
            let survivors = self.problem.board().holes().map(games);
            let survivors = survivors.filter(|(_, games)| *games != BigUint::default());
            self.by_survivor.extend(survivors);
        }
    }

    fn counts(self) -> GameCounts {
        GameCounts::new(
            self.problem.start().peg_count(),
            self.by_final_pegs,
            self.by_survivor,
            self.solutions,
        )
    }
}

/// Counts the ways to play from a problem's start to its finishes, as sequences of jumps. Only winning
/// positions are visited, a small part of all. A line ends where it first meets the goal.
///
/// A complement problem needs half of the levels. Every solution passes through exactly one position `p` of a
/// middle level, so there are `Σ ways(start → p) · ways(p → finish)` solutions. A line from `p` to the
/// finish, played backward on complements, is a line from the complement of the finish, which is the start,
/// to the complement of `p`. The second factor is therefore `ways(start → complement of p)`, a value of the
/// same level, or of the one above if the number of holes is odd. A class counts once for each member.
///
/// ```
/// use pegboard::count::count_solutions;
/// use pegboard::sweep::SweepOptions;
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let solutions = count_solutions(&problem, &SweepOptions::default(), &Control::default())?;
/// assert_eq!(solutions, 6816u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`SweepError`] when memory or disk space runs out, or the control stops the sweep.
pub fn count_solutions(
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<BigUint, SweepError> {
    control.ended(with_engine!(&options.engine(problem.board()), |engine| {
        solutions_on(engine, problem, options, control)
    }))
}

fn solutions_on<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<BigUint, SweepError> {
    along_winning(engine, problem, options, control, |paths, levels| {
        if levels.positions.task().is_complement() {
            paths.ways_to_complement(levels)
        } else {
            paths.ways_to_finishes(levels)
        }
    })
}

impl<B: Bits> Paths<'_, B> {
    /// Returns the number of games that end on a level.
    pub(super) fn ending(&self, level: CountedLevel<'_, B>) -> Result<BigUint, LimitReached> {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::file::BoardFile;
    use crate::board::geometry::Lattice;
    use crate::board::{Board, SymmetryUse};
    use crate::control::Limits;
    use crate::problem::{Goal, Pattern};
    use crate::sweep::{PositionSet, Positions, SweepPart, SweepTask};

    /// With many ways to the start, sums outgrow each word width on the way down.
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
            let counts = |paths: &Paths<'_, u64>, levels: &SetLevels<'_, u64>| {
                let mut tally = Tally::new(&problem);
                tally.add_levels(paths, levels).unwrap();
                tally.counts()
            };
            let task = SweepTask::of_problem(&engine, &problem, SymmetryUse::Classes);
            let part = SweepPart {
                part: whole,
                share: 1.0,
            };
            let (positions, _) = Positions::all(&engine, task.clone(), &options, part).unwrap();
            let levels = SetLevels::find(&positions, PositionSet::Winning, whole).unwrap();
            let all = SetLevels::find(&positions, PositionSet::Reachable, whole).unwrap();
            let plain = Paths::new(&engine, &task, &levels, whole);
            let solutions = plain.ways_to_finishes(&levels).unwrap();
            let games = counts(&plain, &all);
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
                assert_eq!(many.ways_to_finishes(&levels).unwrap(), &solutions * &wide);
                let counts = counts(&many, &all);
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

    /// Counts in each way the games from each vacancy, and from a start with few pegs.
    #[test]
    fn all_ways_of_counting_agree() {
        for name in [
            "triangle5",
            "star13",
            "square4",
            "octahedron",
            "icosahedron",
            "cube",
            "path8",
        ] {
            let board = Board::library(name).unwrap();
            let hole = board.holes().next().unwrap();
            let few = board.with_pegs(board.holes().take(board.hole_count() / 2));
            let starts = board.holes_up_to_symmetry().map(|hole| board.vacate(hole));
            for start in starts.chain([few]) {
                let problem = Problem::new(start, Goal::PegIn(vec![hole])).unwrap();
                let control = Control::default();
                let lists = SweepOptions::default().with_method(SweepMethod::Lists);
                let expected = count_games(&problem, &lists, &control).unwrap();
                let folder = tempfile::tempdir().unwrap();
                let residues =
                    [None, Some(folder.path())].map(|scratch| DenseWords::Residues { scratch });
                for words in [DenseWords::Exact].into_iter().chain(residues) {
                    let groups = symmetry_groups(&problem);
                    let class = SplitClass::new(problem.start(), &groups, u64::MAX, 0).unwrap();
                    let counts = dense_counts(&problem, &class, words, &control).unwrap();
                    assert_eq!(counts.as_ref(), Some(&expected), "{name} {words:?}");
                }
            }
        }
    }

    /// The ends of `arrow` from a4 lie on the axis of the board, and a4 does not.
    #[test]
    fn symmetries_fix_the_start_or_the_class_and_its_ends() {
        for (name, vacancy, of_start, of_class) in [
            ("star37", "c1", 2, 12),
            ("star37", "c2", 1, 1),
            ("star37", "c3", 2, 1),
            ("diamond41", "b5", 2, 8),
            ("arrow", "a4", 1, 2),
            ("english", "b3", 1, 1),
            ("english", "d4", 8, 1),
        ] {
            let board = Board::library(name).unwrap();
            let start = board.vacate(board.hole(vacancy).unwrap());
            let problem = Problem::new(start, Goal::OnePeg).unwrap();
            let orders = symmetry_groups(&problem).map(|group| group.len());
            assert_eq!(orders, [of_start, of_class], "{name} {vacancy}");
        }
    }

    /// A line of five holes whose second hole is empty has two images in its class and two ends, each its own image.
    #[test]
    fn counts_of_several_starts_are_divided() {
        let holes: Vec<_> = (0..5).map(|x| (x, 0)).collect();
        let board = Board::new(BoardFile::new("path", Lattice::Square, holes)).unwrap();
        let position = |pegs: &[usize]| {
            let holes: Vec<Hole> = board.holes().collect();
            board.with_pegs(pegs.iter().map(|peg| holes[*peg]))
        };
        let start = position(&[1, 2, 4]);
        let ends = [vec![2], vec![0, 4]].map(|pegs| Goal::Position(position(&pegs)));
        let control = Control::default();
        for goal in ends.into_iter().chain([Goal::OnePeg]) {
            let problem = Problem::new(start.clone(), goal).unwrap();
            let class = SplitClass::new(&start, &symmetry_groups(&problem), u64::MAX, 0).unwrap();
            assert_eq!(class.images(start.code() as u64).len(), 2);
            let lists = SweepOptions::default().with_method(SweepMethod::Lists);
            let expected = count_games(&problem, &lists, &control).unwrap();
            assert_eq!(
                (&expected.games, &expected.solutions),
                (&2u8.into(), &Some(1u8.into()))
            );
            let words = [DenseWords::Exact, DenseWords::Residues { scratch: None }];
            for words in words {
                let counts = dense_counts(&problem, &class, words, &control).unwrap();
                assert_eq!(counts.as_ref(), Some(&expected), "{words:?}");
            }
        }
    }

    /// The games and the solutions of patterns are two sweeps.
    #[test]
    fn one_scratch_folder_serves_games_and_solutions() {
        let board = Board::library("triangle5").unwrap();
        let hole = |label| board.hole(label).unwrap();
        let pattern = Pattern::new(&board, [hole("a1")], [hole("a3"), hole("c3")]).unwrap();
        let problem = Problem::new(board.vacate(hole("a1")), Goal::Patterns(vec![pattern]));
        let (problem, control) = (problem.unwrap(), Control::default());
        let expected = count_games(&problem, &SweepOptions::default(), &control).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let options = SweepOptions::default().with_scratch(Some(folder.path().to_owned()));
        for _ in 0..2 {
            let counts = count_games(&problem, &options, &control).unwrap();
            assert_eq!(counts, expected);
        }
    }

    #[test]
    fn words_become_shorter_where_memory_ends() {
        let board = Board::library("english").unwrap();
        let options = SweepOptions::default();
        let with_scratch = options.clone().with_scratch(Some("folder".into()));
        let in_memory = Some(DenseWords::Residues { scratch: None });
        let scratch = with_scratch.scratch.as_deref();
        let words = |start: &Position, options, memory| {
            let problem = Problem::new(start.clone(), Goal::OnePeg).unwrap();
            let control = Control::new(Limits {
                memory: Some(memory),
                ..Limits::default()
            });
            let class = split_class(&problem, options, &control)?;
            dense_words(&class, start, options, &control)
        };
        let [corner, center] = ["c1", "d4"].map(|label| board.vacate(board.hole(label).unwrap()));
        assert_eq!(words(&corner, &options, 900 << 20), Some(DenseWords::Exact));
        assert_eq!(words(&corner, &options, 500 << 20), in_memory);
        assert_eq!(words(&corner, &options, 300 << 20), None);
        assert_eq!(words(&corner, &with_scratch, 500 << 20), in_memory);
        assert_eq!(
            words(&corner, &with_scratch, 300 << 20),
            Some(DenseWords::Residues { scratch })
        );
        assert_eq!(words(&corner, &with_scratch, 1 << 20), None);
        assert_eq!(words(&center, &options, 200 << 20), Some(DenseWords::Exact));
        let few = board.with_pegs(board.holes().take(16));
        assert_eq!(words(&few, &options, 2 << 30), None);
    }
}
