//! Turns of an exhaustion by levels, and the storage of its levels.
//!
//! | asked by | turn | levels |
//! |---|---|---|
//! | the solver, in turns with its search | as below | in memory, and in a temporary folder when memory ends |
//! | the record of a certificate | one, to the end | the same, or in the user's scratch folder |
//! | hints | one, within the time of the question | in memory, and in a temporary folder when memory ends |
//!
//! Where a problem has no solution, a depth-first search can wander through millions of positions that a few hundred
//! functions refute. Levels show which functions are worth following, while the search learns only from its own dead
//! ends. So the two take turns. The exhaustion keeps its levels between turns and is complete when it ends.

use super::descents::Descents;
use super::error::ExhaustionError;
use super::exhausted::Exhausted;
use super::options::ExhaustionOptions;
use super::plan::Plan;
use super::search::{Choice, Claim, ExhaustiveSearch};
use crate::control::{Control, Limits, Part};
use crate::engine::{Bits, Engine};
use crate::levels::{LevelError, LockedFolder, Machine, Storage};
use crate::problem::answer::{Exhaustion, PagodaFunction, PruningFunctions};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// Runs an exhaustion to the end, in a scratch folder where the options name one.
pub(super) fn run<B: Bits>(
    search: &ExhaustiveSearch<'_, B>,
    control: &Control<'_>,
) -> Result<Exhausted, ExhaustionError> {
    match run_to_the_end(search, control) {
        // Stopped while finished levels were checked, before there was a position.
        Err(ExhaustionError::Levels(LevelError::Stopped(limit))) => Ok(Exhausted::Undecided {
            limit,
            positions: 0,
            functions: PruningFunctions::default(),
        }),
        found => found.map(|found| unless_stopped(found, control)),
    }
}

/// Discards a result if the control is stopped. A limit cuts learning short, so a result after it depends on the clock: an
/// exhaustion that follows other functions has other positions and finds other lines.
fn unless_stopped(found: Exhausted, control: &Control<'_>) -> Exhausted {
    let Some(limit) = control.limit_reached() else {
        return found;
    };
    let (positions, functions) = match found {
        Exhausted::Unsolvable(record) => (record.positions(), record.pruning_functions()),
        Exhausted::Solvable(_) => (0, PruningFunctions::default()),
        undecided @ Exhausted::Undecided { .. } => return undecided,
    };
    Exhausted::Undecided {
        limit,
        positions,
        functions,
    }
}

fn run_to_the_end<B: Bits>(
    search: &ExhaustiveSearch<'_, B>,
    control: &Control<'_>,
) -> Result<Exhausted, ExhaustionError> {
    let temporary = Storage::overflowing(control.memory());
    let choose = || search.choose(Arc::clone(&temporary), control);
    let options = &search.options;
    let (plan, storage) = match &options.scratch {
        None => match choose()? {
            Choice::Done(found) => return Ok(*found),
            Choice::Play(plan) => (plan, temporary),
        },
        Some(folder) => {
            let folder = LockedFolder::open(folder)?;
            folder.check_version()?;
            let name = search.name();
            let plan = match Plan::load(folder.path(), &name, search.board())? {
                Some(plan) => search.suitable(plan, folder.path())?,
                None => match choose()? {
                    Choice::Done(found) => return Ok(*found),
                    Choice::Play(plan) => {
                        plan.save(folder.path(), &name)?;
                        plan
                    }
                },
            };
            let storage = Storage::in_folder(folder.of_task(plan.task(&name))?);
            (plan, storage)
        }
    };
    search.play_to_the_end(&plan, &Machine::new(Part::whole(control), storage)?)
}

/// Exhaustions by levels that take turns with another search.
pub(crate) struct Schedule<'a, B> {
    engine: &'a Engine<B>,
    claim: Claim<'a>,
    /// The pruning functions are the ones known at the start and the ones that the turns so far have learned.
    options: ExhaustionOptions,
    /// Functions that refute some of the finishes.
    of_finishes: Vec<PagodaFunction>,
    keeps_record: bool,
    /// Bytes of memory for levels.
    memory: u64,
    /// Number of positions after which no turn follows.
    most_positions: u64,
    control: &'a Control<'a>,
    paused: Option<Paused<'a, B>>,
    is_over: bool,
    /// Number of positions found in all turns.
    positions: u64,
}

/// Exhaustion that continues in the next turn.
struct Paused<'a, B> {
    search: ExhaustiveSearch<'a, B>,
    descents: Descents<B>,
    storage: Arc<Storage>,
}

/// Minimum number of positions of the other search before levels have a turn: they cost time before they save any.
const WORTH_LEARNING: u64 = 400_000;
/// Positions that the exhaustion may expand for each position of the other search, which takes about four times as
/// long to expand.
const SHARE: u64 = 8;
/// Number of positions that an exhaustion may always have, some three gigabytes on disk.
const MAX_POSITIONS: u64 = 1 << 30;
/// Positions that the other search expands in a second, on an ordinary machine. Turns follow this number instead of the
/// clock, so that the same search always takes the same turns.
const POSITIONS_PER_SECOND: f64 = 1e6;
/// Share of the time limit before the first turn.
const FIRST_TURN: f64 = 1.0 / 8.0;

impl<'a, B: Bits> Schedule<'a, B> {
    pub(crate) fn new(
        engine: &'a Engine<B>,
        claim: Claim<'a>,
        options: ExhaustionOptions,
        memory: u64,
        control: &'a Control<'a>,
    ) -> Schedule<'a, B> {
        Schedule {
            engine,
            claim,
            options,
            of_finishes: Vec::new(),
            keeps_record: false,
            memory,
            most_positions: MAX_POSITIONS,
            control,
            paused: None,
            is_over: false,
            positions: 0,
        }
    }

    /// Keeps the record of a refutation, which costs some time.
    pub(crate) fn keep_record(self, keeps_record: bool) -> Schedule<'a, B> {
        Schedule {
            keeps_record,
            ..self
        }
    }

    /// Allows this many positions, or [`MAX_POSITIONS`] if that is more.
    pub(crate) fn allow_positions(self, positions: u64) -> Schedule<'a, B> {
        Schedule {
            most_positions: positions.max(MAX_POSITIONS),
            ..self
        }
    }

    /// Leaves out the finishes that these functions refute.
    pub(crate) fn without_finishes(mut self, of_finishes: Vec<PagodaFunction>) -> Schedule<'a, B> {
        self.of_finishes = of_finishes;
        let known = self.functions().clone();
        self.begin_with(known);
        self
    }

    /// Returns `true` if no turn is to follow: the levels cannot be kept, or have too many positions.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns `true` between the turns of the exhaustion.
    pub(crate) fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Returns the number of positions found in all turns.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the functions known at the start or learned since.
    pub(crate) fn functions(&self) -> &PruningFunctions {
        &self.options.functions
    }

    /// Takes a turn if one is due after the other search has expanded this many positions.
    pub(crate) fn take_turn(&mut self, searched: u64) -> Option<Exhausted> {
        if self.is_over || searched < self.first_turn() {
            return None;
        }
        let found = self.go_on_until(searched.saturating_mul(SHARE));
        let found = found.unwrap_or_else(|_| {
            // Without levels, for example when the disk is full, the other search continues alone.
            self.is_over = true;
            None
        });
        if self.is_over {
            self.paused = None;
        }
        found.filter(|found| !matches!(found, Exhausted::Undecided { .. }))
    }

    /// Returns the number of positions of the other search before the first turn. A time limit makes turns begin sooner; a
    /// very short one leaves no time for them to be of use.
    fn first_turn(&self) -> u64 {
        const MIN_TIME: Duration = Duration::from_millis(100);
        match self.control.time_of_whole_call() {
            Some(time) if time >= MIN_TIME => {
                WORTH_LEARNING.min((time.as_secs_f64() * FIRST_TURN * POSITIONS_PER_SECOND) as u64)
            }
            _ => WORTH_LEARNING,
        }
    }

    /// Runs an exhaustion from the beginning, which may expand this many positions.
    pub(crate) fn try_within(&mut self, positions: u64) -> Result<Exhausted, ExhaustionError> {
        let search = match self.search()? {
            ControlFlow::Break(record) => return Ok(Exhausted::Unsolvable(record)),
            ControlFlow::Continue(search) => search,
        };
        let limits = Limits {
            nodes: Some(positions),
            ..self.limits()
        };
        let found = self.control.within(limits, |part| run(&search, part))?;
        self.learn(&found);
        self.count(&found);
        Ok(found)
    }

    /// Continues the exhaustion until it has a result or has expanded this many positions in all its turns.
    fn go_on_until(&mut self, most: u64) -> Result<Option<Exhausted>, ExhaustionError> {
        let control = self.control;
        let opened = match self.paused.take() {
            Some(paused) => ControlFlow::Continue(paused),
            None => control.within(self.limits(), |part| {
                let opened = self.open(part)?;
                Ok::<_, ExhaustionError>(match opened {
                    ControlFlow::Break(found) => {
                        ControlFlow::Break(Box::new(unless_stopped(*found, part)))
                    }
                    opened => opened,
                })
            })?,
        };
        let mut paused = match opened {
            ControlFlow::Break(found) => {
                self.count(&found);
                return Ok(Some(*found));
            }
            ControlFlow::Continue(paused) => paused,
        };
        let before = paused.descents.positions();
        let found = control.within(self.limits(), |part| {
            let storage = Arc::clone(&paused.storage);
            let machine = Machine::new(Part::whole(part), storage)?;
            let found = paused
                .search
                .play(&mut paused.descents, &machine, |descents| {
                    descents.expanded() + descents.next_expansion(self.engine) <= most
                })?;
            Ok::<_, ExhaustionError>(found.map(|found| unless_stopped(found, part)))
        })?;
        self.positions += paused.descents.positions() - before;
        self.is_over = paused.descents.positions() > self.most_positions;
        match &found {
            Some(found) => self.learn(found),
            None => self.begin_with(paused.descents.functions()),
        }
        self.paused = Some(paused);
        Ok(found)
    }

    /// Opens the exhaustion, unless the choice of its strategy decides the claim.
    fn open(
        &self,
        control: &Control<'_>,
    ) -> Result<ControlFlow<Box<Exhausted>, Paused<'a, B>>, ExhaustionError> {
        let search = match self.search()? {
            ControlFlow::Break(record) => {
                return Ok(ControlFlow::Break(Box::new(Exhausted::Unsolvable(record))));
            }
            ControlFlow::Continue(search) => search,
        };
        let storage = Storage::overflowing(self.memory);
        Ok(match search.choose(Arc::clone(&storage), control)? {
            Choice::Done(found) => ControlFlow::Break(found),
            Choice::Play(plan) => ControlFlow::Continue(Paused {
                descents: search.descents(&plan, control),
                search,
                storage,
            }),
        })
    }

    fn search(&self) -> Result<ControlFlow<Exhaustion, ExhaustiveSearch<'a, B>>, ExhaustionError> {
        let search = ExhaustiveSearch::new(self.engine, self.claim, &self.options)?;
        Ok(match search {
            ControlFlow::Continue(search) if !self.keeps_record => {
                ControlFlow::Continue(search.without_positions())
            }
            search => search,
        })
    }

    /// Returns the limits of a turn. Its time is that of the whole search.
    fn limits(&self) -> Limits {
        Limits {
            time: None,
            memory: Some(self.memory),
            ..self.control.limits().clone()
        }
    }

    fn count(&mut self, found: &Exhausted) {
        self.positions += match found {
            Exhausted::Unsolvable(record) => record.positions(),
            Exhausted::Undecided { positions, .. } => *positions,
            Exhausted::Solvable(_) => 0,
        };
    }

    fn learn(&mut self, found: &Exhausted) {
        match found {
            Exhausted::Unsolvable(record) => self.begin_with(record.pruning_functions()),
            Exhausted::Undecided { functions, .. } => self.begin_with(functions.clone()),
            Exhausted::Solvable(_) => {}
        }
    }

    fn begin_with(&mut self, mut functions: PruningFunctions) {
        functions.add(PruningFunctions {
            forward: self.of_finishes.clone(),
            backward: Vec::new(),
        });
        self.options.functions = functions;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Position};
    use crate::control::LimitReached;
    use crate::problem::answer::Line;
    use crate::problem::{Goal, Problem};
    use crate::solver::exhaustion::{ExhaustionStrategy, exhaust};

    fn svss(board: &Board, vacancy: &str, finish: &str) -> Problem {
        let hole = |label| board.hole(label).unwrap();
        Problem::svss(board, hole(vacancy), hole(finish))
    }

    fn schedule<'a>(
        engine: &'a Engine<u64>,
        problem: &'a Problem,
        memory: u64,
        control: &'a Control<'a>,
    ) -> Schedule<'a, u64> {
        let (claim, options) = (Claim::Goal(problem), ExhaustionOptions::default());
        Schedule::new(engine, claim, options, memory, control)
    }

    const MEMORY: u64 = 1 << 28;

    #[test]
    fn however_much_time_there_is() {
        let limits = Limits {
            time: Some(Duration::MAX),
            ..Limits::default()
        };
        let (board, control) = (Board::library("triangle5").unwrap(), Control::new(limits));
        let (engine, problem) = (Engine::new(&board), svss(&board, "a1", "a1"));
        let found = schedule(&engine, &problem, MEMORY, &control).try_within(1_000_000);
        assert!(matches!(found, Ok(Exhausted::Solvable(_))));
    }

    #[test]
    fn a_result_after_a_limit_is_undecided() {
        let (board, control) = (Board::library("triangle5").unwrap(), Control::default());
        let (engine, problem) = (Engine::new(&board), svss(&board, "a1", "b3"));
        let found = schedule(&engine, &problem, MEMORY, &control).try_within(WORTH_LEARNING);
        let Ok(found @ Exhausted::Unsolvable(_)) = found else {
            panic!("a1 to b3 cannot be solved")
        };
        control.stop(LimitReached::Time);
        let Exhausted::Undecided { limit, .. } = unless_stopped(found, &control) else {
            panic!("the result may depend on the clock")
        };
        assert_eq!(limit, LimitReached::Time);
    }

    #[test]
    fn lines_are_found_and_their_absence_is_proved() {
        let (board, control) = (Board::library("triangle5").unwrap(), Control::default());
        let engine = Engine::new(&board);
        for searched in [100_000, WORTH_LEARNING, 20 * WORTH_LEARNING] {
            let decide = |problem: &Problem| {
                let mut schedule = schedule(&engine, problem, MEMORY, &control);
                if searched < WORTH_LEARNING {
                    assert!(schedule.take_turn(searched).is_none());
                    schedule.try_within(searched).unwrap()
                } else {
                    schedule.take_turn(searched).unwrap()
                }
            };
            let solvable = svss(&board, "a1", "a1");
            let Exhausted::Solvable(line) = decide(&solvable) else {
                panic!("a1 to a1 can be solved")
            };
            let line = Line::new(solvable.start().clone(), line.jumps().to_vec()).unwrap();
            assert!(solvable.is_met_by(line.finish()));
            let Exhausted::Unsolvable(record) = decide(&svss(&board, "a1", "b3")) else {
                panic!("a1 to b3 cannot be solved")
            };
            assert!(record.positions() > 0);
        }
    }

    #[test]
    fn what_one_exhaustion_has_learned_serves_the_next() {
        let (board, control) = (Board::library("wiegleb").unwrap(), Control::default());
        let (engine, problem) = (Engine::new(&board), svss(&board, "e1", "e1"));
        let mut schedule = schedule(&engine, &problem, MEMORY, &control);
        let is_open = |found| matches!(found, Ok(Exhausted::Undecided { .. }));
        assert!(is_open(schedule.try_within(8_000)));
        let learned = schedule.functions().forward.len();
        assert!(learned > 10, "{learned}");
        assert!(is_open(schedule.try_within(1_000)));
        assert!(schedule.functions().forward.len() >= learned);
        assert!(schedule.positions() > 5_000);
    }

    /// Levels go to disk if there is no memory for them, and none is made twice.
    #[test]
    fn an_exhaustion_goes_on_from_turn_to_turn() {
        let (board, control) = (Board::library("square5").unwrap(), Control::default());
        let finish = Position::parse(&board, "b2 d2 b4").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        let problem = Problem::new(start, Goal::Position(finish)).unwrap();
        let options = ExhaustionOptions {
            strategy: Some(ExhaustionStrategy::Forward), // without a probe, which would decide
            ..ExhaustionOptions::default()
        };
        let whole = exhaust(&problem, &options, &control).unwrap();
        let Exhausted::Unsolvable(whole) = whole else {
            panic!("{whole:?}")
        };
        let engine = Engine::new(&board);
        for memory in [0, MEMORY] {
            let (claim, options) = (Claim::Goal(&problem), options.clone());
            let schedule = Schedule::<u64>::new(&engine, claim, options, memory, &control);
            let mut schedule = schedule.keep_record(true);
            let (mut most, mut turns) = (200, 0);
            let record = loop {
                match schedule.go_on_until(most).unwrap() {
                    None => assert!(schedule.is_paused()),
                    Some(Exhausted::Unsolvable(record)) => break record,
                    Some(other) => panic!("{other:?}"),
                }
                let expanded = schedule.paused.as_ref().unwrap().descents.expanded();
                assert!(expanded <= most, "{expanded} of {most}");
                (most, turns) = (most * 2, turns + 1);
            };
            assert!(turns > 3, "{turns}");
            assert_eq!(schedule.positions(), record.positions());
            assert_eq!(record, whole);
        }
    }
}
