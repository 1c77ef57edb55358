//! Check that a set holds the winning positions of its problem, and no others.
//!
//! The check believes nothing in a file except the board, which the caller names. It has three steps:
//!
//! 1. The header states a problem. Each list ascends, holds canonical codes, and has the bytes that the encoder writes for
//!    them. So lookups and iteration agree, and no class is counted twice.
//! 2. Every position of the set is a finish or has a child in the set. Every position is the start or has a parent in the
//!    set. Lookups in the set decide this, without a sweep.
//! 3. Each level has as many classes as a sweep finds winning ones.
//!
//! **Step 2 proves that every position of the set is winning.** Each jump removes a peg. So from any position of the set, a
//! chain of children ends at a finish, and a chain of parents ends at the start. A class stands for all of its members,
//! because the symmetries fix the start and the set of finishes, and carry jumps onto jumps.
//!
//! For a complement problem from `s` to `~s`, the set stores only positions with pegs in at most half of the holes. The
//! chain of children stays among them, so the finish can be reached from each stored position. The chain of parents ends
//! at the start, or at a position `p` whose complement is stored. In the second case, a line leads from `~p` to `~s`.
//! Played backwards on complements, it leads from `s` to `p`. So each stored position is winning, and so is its complement.
//!
//! **Step 3 proves that nothing is missing.** The set is a subset of the winning classes, and has as many members. Only this
//! step trusts the sweep.

use super::Side;
use super::elias_fano::CodeList;
use super::error::WinningSetError;
use super::import::any_neighbor;
use super::set::WinningSet;
use crate::board::SymmetryUse;
use crate::control::threads::try_each_on;
use crate::control::{Control, Part, Phase};
use crate::engine::{Bits, Engine, PermutationPath, Permutations, with_engine};
use crate::problem::{Goal, Pattern, Problem};
use crate::sweep::{PositionSet, Positions, SweepOptions, SweepPart, SweepTask};
use std::sync::atomic::{AtomicU64, Ordering};

impl WinningSet {
    /// Checks that the set holds exactly the winning positions of the problem from its start to its finishes.
    ///
    /// Unlike [`verify`](WinningSet::verify), this finds a file that was altered together with its checksum. The set
    /// itself proves that each of its positions is winning. A sweep counts the winning positions to prove that none is
    /// missing. Lists of positions that do not fit the memory limit go to the scratch folder of the options, or to a
    /// temporary folder.
    ///
    /// ```
    /// use pegboard::sweep::SweepOptions;
    /// use pegboard::winning::WinningSet;
    /// use pegboard::{Board, Control, Problem};
    /// let (options, control) = (SweepOptions::default(), Control::default());
    /// let board = Board::library("triangle5")?;
    /// let problem = Problem::svss(&board, board.hole("a1")?, board.hole("a1")?);
    /// WinningSet::find(&problem, &options, &control)?.check(&options, &control)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`WinningSetError`] that names the first mistake found, or
    /// [`WinningSetError::Sweep`] if a required bitmap does not fit the memory limit, memory or disk space runs out, or the
    /// control stops the call.
    pub fn check(
        &self,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<(), WinningSetError> {
        let engine = options.engine(self.board());
        let options = SweepOptions {
            spills: true,
            ..options.clone()
        };
        control.ended(with_engine!(&engine, |engine| check(
            self, engine, &options, control
        )))
    }

    /// Returns the problem of the header, or `None` if the finishes do not form a goal.
    fn problem(&self) -> Option<Problem> {
        let holes = self.finishes().iter().map(|finish| {
            let mut pegs = finish.pegs();
            pegs.next().filter(|_| pegs.next().is_none())
        });
        let goal = match (holes.collect(), self.finishes()) {
            _ if !self.patterns().is_empty() => Goal::Patterns(self.patterns().to_vec()),
            (Some(holes), _) => Goal::PegIn(holes),
            (None, [finish]) => Goal::Position(finish.clone()),
            (None, _) => return None,
        };
        Problem::new(self.start().clone(), goal).ok()
    }
}

fn check<B: Bits>(
    set: &WinningSet,
    engine: &Engine<B>,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<(), WinningSetError> {
    let whole = Part::whole(control);
    let lists: Vec<Option<CodeList<'_>>> = (0..=engine.board().hole_count())
        .map(|pegs| set.list(pegs))
        .collect();
    if set.finishes().is_empty() && set.patterns().is_empty() {
        return if lists.iter().any(Option::is_some) || set.is_halved() {
            Err(WinningSetError::Problem)
        } else {
            Ok(()) // no finish lies in the class of the start, so no position is winning
        };
    }
    let problem = set.problem().ok_or(WinningSetError::Problem)?;
    let task = SweepTask::of_problem(engine, &problem, SymmetryUse::Classes);
    let finishes = set.finishes().iter().map(|finish| finish.code());
    let regions = set.patterns().iter().map(Pattern::region);
    let are_of_task = finishes.eq(task.finish_codes().iter().copied())
        && regions.eq(task.regions().unwrap_or_default().iter().copied());
    if !are_of_task || set.is_halved() != task.is_complement() {
        return Err(WinningSetError::Problem);
    }
    Positions::check_bitmap(&task, options, whole)?;
    let checker = Checker {
        own: Permutations::new(task.symmetries(), PermutationPath::fastest()),
        engine,
        task: &task,
        lists,
    };
    checker.check_lists(whole.part(0.0, 0.1))?;
    let jumps = whole.part(0.1, 0.4);
    match checker.check_jumps(control.threads(), jumps) {
        Err(error @ WinningSetError::Sweep(_)) => return Err(error),
        Err(_) => checker.check_jumps(1, jumps)?, // the first mistake, whichever thread found one first
        Ok(()) => {}
    }
    let winning = {
        let sweep = SweepPart {
            part: whole.part(0.4, 1.0),
            share: 0.8,
        };
        let (positions, rest) = Positions::winning(engine, task.clone(), options, sweep)?;
        positions.sizes(PositionSet::Winning, rest)?
    };
    for pegs in task.kept_pegs() {
        let found = checker.lists[pegs].map_or(0, |list| list.len());
        let winning = winning.get(pegs).copied().unwrap_or(0);
        if found != winning {
            return Err(WinningSetError::Incomplete {
                pegs,
                found,
                winning,
            });
        }
    }
    Ok(())
}

/// Number of codes that a thread checks at a time: about a millisecond.
const CHUNK: usize = 1 << 11;

/// Check of the lists of a set, without a sweep.
struct Checker<'a, B> {
    engine: &'a Engine<B>,
    task: &'a SweepTask<B>,
    /// Symmetries of the problem.
    own: Permutations<B>,
    /// Lists by peg count.
    lists: Vec<Option<CodeList<'a>>>,
}

impl<B: Bits> Checker<'_, B> {
    /// Returns the lists with their peg counts, those with many pegs first.
    fn lists(&self) -> impl Iterator<Item = (usize, CodeList<'_>)> {
        let lists = self.lists.iter().copied().enumerate().rev();
        lists.filter_map(|(pegs, list)| Some((pegs, list?)))
    }

    /// Checks that the lists are those of the problem, well-formed, and of positions with their peg counts.
    fn check_lists(&self, part: Part<'_>) -> Result<(), WinningSetError> {
        let full = self.engine.full().code();
        for (pegs, list) in self.lists() {
            if !self.task.kept_pegs().contains(&pegs) || !list.is_well_formed(part)? {
                return Err(WinningSetError::List { pegs });
            }
            let is_valid = |code: &u128| code & !full == 0 && code.count_ones() as usize == pegs;
            if let Some(code) = list.iter().find(|code| !is_valid(code)) {
                return Err(WinningSetError::Code { code, pegs });
            }
        }
        Ok(())
    }

    /// Checks each position of the lists.
    fn check_jumps(&self, threads: usize, part: Part<'_>) -> Result<(), WinningSetError> {
        let all: u64 = self.lists().map(|(_, list)| list.len()).sum();
        let threads = threads.min(1 + all as usize / CHUNK);
        let checked = AtomicU64::new(0);
        let chunks = self.lists().flat_map(|(pegs, list)| {
            let mut codes = list.iter().map(B::from_code).peekable();
            std::iter::from_fn(move || {
                codes.peek()?;
                Some((pegs, codes.by_ref().take(CHUNK).collect::<Vec<B>>()))
            })
        });
        try_each_on(threads, chunks, |(pegs, codes)| {
            codes
                .iter()
                .try_for_each(|code| self.check_position(*code, pegs))?;
            let checked = checked.fetch_add(codes.len() as u64, Ordering::Relaxed);
            let done = checked as f64 / all as f64;
            Ok(part.tick(codes.len() as u64, || Phase::Jumps.done(done))?)
        })
    }

    /// Checks that a code is canonical and that a jump leads from it, and one to it, within the set.
    fn check_position(&self, position: B, pegs: usize) -> Result<(), WinningSetError> {
        let code = position.code();
        if self.own.smallest_image(position) != position {
            return Err(WinningSetError::Code { code, pegs });
        }
        for (side, is_end) in [
            (Side::After, self.task.is_finish(position)),
            (Side::Before, self.task.start() == position),
        ] {
            if !is_end && !self.has_neighbor(position, pegs, side) {
                return Err(WinningSetError::NoJump { code, side });
            }
        }
        Ok(())
    }

    /// Returns `true` if the set holds a position one jump after a position with this many pegs, or before it.
    fn has_neighbor(&self, position: B, pegs: usize, side: Side) -> bool {
        let holes = self.engine.board().hole_count();
        let neighbor_pegs = match side {
            Side::After => pegs.checked_sub(1),
            Side::Before => Some(pegs + 1).filter(|pegs| *pegs <= holes),
        };
        let Some(neighbor_pegs) = neighbor_pegs else {
            return false;
        };
        let as_complement = !self.task.kept_pegs().contains(&neighbor_pegs);
        let stored_pegs = if as_complement {
            holes - neighbor_pegs
        } else {
            neighbor_pegs
        };
        self.lists[stored_pegs].is_some_and(|list| {
            any_neighbor(self.engine, position, side, |neighbor| {
                let stored = if as_complement {
                    self.engine.complement(neighbor)
                } else {
                    neighbor
                };
                list.contains(self.own.smallest_image(stored).code())
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Backend, Board};
    use crate::control::{LimitReached, Limits};
    use crate::sweep::{SweepError, SweepMethod};
    use crate::winning::set::WinningSet;

    /// Adds or removes each of some codes, and checks that every altered set is refused. Returns the numbers of sets
    /// with a position from which no line leads to a finish, with one to which none leads from the start, and with a
    /// missing position.
    fn refused_sets<B: Bits>(engine: &Engine<B>, problem: &Problem, step: usize) -> [usize; 3] {
        let (options, control) = (SweepOptions::default(), Control::default());
        let task = SweepTask::of_problem(engine, problem, SymmetryUse::Classes);
        let own = Permutations::new(task.symmetries(), PermutationPath::fastest());
        let set = WinningSet::find(problem, &options, &control).unwrap();
        let codes = |pegs| {
            if task.kept_pegs().contains(&pegs) {
                set.codes(pegs, &control).unwrap()
            } else {
                Vec::new()
            }
        };
        let holes = engine.board().hole_count();
        let levels: Vec<Vec<B>> = (0..=holes)
            .map(|pegs| codes(pegs).into_iter().map(B::from_code).collect())
            .collect();
        let made = |levels| WinningSet::of_levels(&task, levels, Part::whole(&control)).unwrap();
        let unaltered = made(levels.clone());
        assert_eq!(unaltered.as_bytes(), set.as_bytes());
        unaltered.check(&options, &control).unwrap();
        let mut refused = [0; 3];
        for code in (0..1u128 << holes).map(B::from_code) {
            let pegs = code.count() as usize;
            let place = levels[pegs].binary_search(&code);
            let is_chosen = place.is_ok() || (code.code() as usize).is_multiple_of(step);
            if !task.kept_pegs().contains(&pegs) || own.smallest_image(code) != code || !is_chosen {
                continue;
            }
            let mut altered = levels.clone();
            match place {
                Ok(place) => drop(altered[pegs].remove(place)),
                Err(place) => altered[pegs].insert(place, code),
            }
            let kind = match made(altered).check(&options, &control).unwrap_err() {
                WinningSetError::NoJump {
                    side: Side::After, ..
                } => 0,
                WinningSetError::NoJump {
                    side: Side::Before, ..
                } => 1,
                WinningSetError::Incomplete { .. } => 2,
                error => panic!("{error}"),
            };
            refused[kind] += 1;
        }
        refused
    }

    #[test]
    fn a_set_with_a_position_more_or_less_is_refused() {
        let problem = |board: &Board, vacancy: &str, finish: &str| {
            let [vacancy, finish] = [vacancy, finish].map(|label| board.hole(label).unwrap());
            Problem::svss(board, vacancy, finish)
        };
        let triangle = Board::library("triangle5").unwrap();
        let text =
            r#"Board(name: "Even", lattice: Triangular, holes: Picture(["oooo", "oooo", "oooo"]))"#;
        let even = Board::parse(text, "even.ron").unwrap();
        let patterns = Pattern::parse_all(&triangle, "a1 or c4", "b3").unwrap();
        let start = triangle.vacate(triangle.hole("c5").unwrap());
        let free = Problem::new(start, Goal::Patterns(patterns)).unwrap();
        for (problem, step) in [
            (free, 97),
            (problem(&triangle, "a1", "a1"), 11),
            (problem(&triangle, "c5", "a4"), 11),
            (problem(&even, "a1", "a1"), 7),
        ] {
            for backend in [Backend::U64, Backend::U128] {
                let engine = crate::engine::AnyEngine::with_backend(problem.board(), Some(backend));
                let refused = with_engine!(&engine, |engine| refused_sets(engine, &problem, step));
                assert!(!refused.contains(&0), "{problem:?}: {refused:?}");
            }
        }
    }

    #[test]
    fn a_set_is_checked_in_less_memory_than_its_sweep_takes() {
        let board = Board::library("triangle6").unwrap();
        let corner = board.hole("a1").unwrap();
        let problem = Problem::svss(&board, corner, corner);
        let options = SweepOptions::default();
        let set = WinningSet::find(&problem, &options, &Control::default()).unwrap();
        let control = Control::new(Limits {
            memory: Some(1 << 15),
            ..Limits::default()
        });
        let swept = WinningSet::find(&problem, &options, &control).unwrap_err();
        assert_eq!(swept.limit(), Some(LimitReached::Memory));
        set.check(&options, &control).unwrap();
    }

    /// The set has a mistake that the check would find next.
    #[test]
    fn a_bitmap_that_does_not_fit_is_refused_before_the_check() {
        let board = Board::library("triangle5").unwrap();
        let corner = board.hole("a1").unwrap();
        let engine = Engine::<u64>::new(&board);
        let problem = Problem::svss(&board, corner, corner);
        let task = SweepTask::of_problem(&engine, &problem, SymmetryUse::Classes);
        let levels = vec![Vec::new(), vec![1 << 14]];
        let whole = Control::default();
        let set = WinningSet::of_levels(&task, levels, Part::whole(&whole)).unwrap();
        let options = SweepOptions::default().with_method(SweepMethod::Bitmap);
        set.check(&options, &whole).unwrap_err();
        let control = Control::new(Limits {
            memory: Some(1 << 9),
            ..Limits::default()
        });
        let refused = set.check(&options, &control).unwrap_err();
        assert!(
            matches!(
                refused,
                WinningSetError::Sweep(SweepError::BitmapTooLarge { .. })
            ),
            "{refused}"
        );
    }

    #[test]
    fn a_set_of_another_problem_is_refused() {
        let board = Board::library("triangle5").unwrap();
        let [corner, other] = ["a1", "a4"].map(|label| board.hole(label).unwrap());
        let (options, control) = (SweepOptions::default(), Control::default());
        let problem = Problem::svss(&board, corner, corner);
        let set = WinningSet::find(&problem, &options, &control).unwrap();
        let engine = Engine::<u64>::new(&board);
        let codes = |pegs| set.codes(pegs, &control).unwrap();
        let levels: Vec<Vec<u64>> = (0..=15)
            .map(|pegs| codes(pegs).into_iter().map(|code| code as u64).collect())
            .collect();
        for (vacancy, finish) in [(corner, other), (other, other)] {
            let task = SweepTask::of_problem(
                &engine,
                &Problem::svss(&board, vacancy, finish),
                SymmetryUse::Classes,
            );
            let levels = levels.clone();
            let altered = WinningSet::of_levels(&task, levels, Part::whole(&control)).unwrap();
            altered.check(&options, &control).unwrap_err();
        }
    }
}
