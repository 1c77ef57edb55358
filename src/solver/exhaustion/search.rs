//! The whole of an exhaustion: the question, the directions of play, and the result.

use super::error::ExhaustionError;
use super::options::{ExhaustionOptions, ExhaustionStrategy};
use super::plan::Plan;
use super::record::{Exhausted, Exhaustion, Record, RefutedFinishes};
use super::side::Side;
use super::sides::Sides;
use super::task::SideTask;
use crate::board::{Board, Position, Symmetry};
use crate::control::{Control, Part};
use crate::engine::{Bits, Engine, EngineTask};
use crate::levels::{CodeCount, LevelError, LevelMaker, LockedFolder, Machine, Storage, TaskName};
use crate::problem::answer::PruningFunctions;
use crate::problem::answer::{PagodaFunction, foreign_weights};
use crate::problem::{Finish, Problem};
use crate::refutation::RefutationKinds;
use crate::refutation::{RefutedBy, positions_with_pegs, refuted_by};
use std::path::Path;
use std::sync::Arc;

/// What is to be refuted.
#[derive(Clone, Copy)]
pub(super) enum Question<'a> {
    Goal(&'a Problem),
    Pegs(&'a Position, usize),
}

impl<'a> Question<'a> {
    fn start(self) -> &'a Position {
        match self {
            Question::Goal(problem) => problem.start(),
            Question::Pegs(start, _) => start,
        }
    }

    /// The finishes, and those of them that neither a class nor a pagoda function refutes, if there are any.
    pub(super) fn finishes(
        self,
        functions: &[PagodaFunction],
    ) -> Result<(RefutedFinishes, Option<Finish>), ExhaustionError> {
        /// Above this number of positions, they are not checked one by one.
        const MOST: u64 = 100_000;
        let open = |finishes: &[Position]| {
            let is_open = |finish: &&Position| {
                refuted_by(self.start(), finish, functions) == RefutedBy::Nothing
            };
            Finish::positions(finishes.iter().filter(is_open).map(Position::code))
        };
        Ok(match self {
            Question::Goal(problem) => {
                let finishes = problem.finishes().ok_or(ExhaustionError::NoFinish)?;
                (RefutedFinishes::OfGoal(problem.clone()), open(&finishes))
            }
            Question::Pegs(start, pegs) => match positions_with_pegs(start.board(), pegs, MOST) {
                Some(finishes) => (RefutedFinishes::Every(pegs), open(&finishes)),
                None => (
                    RefutedFinishes::Any(pegs),
                    Some(Finish::PegCount(pegs as u32)),
                ),
            },
        })
    }
}

/// What is made of the sides in the end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Whether there is a line.
    Result,
    /// The sides themselves, as far as the middle, whichever strategy is asked for. They are given as the record of a
    /// refutation, whether or not they meet.
    Middle,
}

/// A search on an engine of any width.
pub(super) struct SearchTask<'a> {
    pub(super) question: Question<'a>,
    pub(super) options: &'a ExhaustionOptions,
    pub(super) control: &'a Control<'a>,
    pub(super) end: End,
}

impl EngineTask for SearchTask<'_> {
    type Output = Result<Exhausted, ExhaustionError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let (search, frame) = self.opened(engine)?;
        let found = match search {
            None => Exhausted::Unsolvable(Record::NotNeeded),
            Some(search) => self.control.ended(search.run())?,
        };
        Ok(found.map(|record| frame.around(record)))
    }
}

impl<'a> SearchTask<'a> {
    /// The search for the finishes that nothing else refutes, if there are any.
    pub(super) fn opened<B: Bits>(
        &self,
        engine: &'a Engine<B>,
    ) -> Result<(Option<Search<'a, B>>, Frame), ExhaustionError> {
        let SearchTask {
            question,
            options,
            control,
            end,
        } = *self;
        check_functions(engine.board(), options)?;
        let functions = options.kinds.of(&options.functions);
        let (refuted, open) = question.finishes(&functions)?;
        let start = question.start();
        let search = open.map(|open| Search {
            engine,
            start,
            open,
            options,
            control,
            end,
        });
        Ok((
            search,
            Frame {
                start: start.clone(),
                functions,
                refuted,
            },
        ))
    }
}

/// What a record is the missing part of.
pub(super) struct Frame {
    start: Position,
    functions: Vec<PagodaFunction>,
    refuted: RefutedFinishes,
}

impl Frame {
    pub(super) fn around(self, record: Record) -> Exhaustion {
        let Frame {
            start,
            functions,
            refuted,
        } = self;
        Exhaustion {
            start,
            functions,
            refuted,
            record: Arc::new(record),
        }
    }
}

fn check_functions(board: &Board, options: &ExhaustionOptions) -> Result<(), ExhaustionError> {
    let holes = board.hole_count();
    match foreign_weights(
        options.functions.iter().chain(&options.backward_functions),
        holes,
    ) {
        Some(weights) => Err(ExhaustionError::OtherBoard { weights, holes }),
        None => Ok(()),
    }
}

/// A search for the finishes that nothing else refutes.
pub(super) struct Search<'a, B> {
    engine: &'a Engine<B>,
    start: &'a Position,
    open: Finish,
    options: &'a ExhaustionOptions,
    control: &'a Control<'a>,
    end: End,
}

/// What is settled before the play: how to play, unless there is nothing left to do.
#[derive(Debug)]
pub(crate) enum Settled<P = ExhaustionStrategy, R = Record> {
    Play(P),
    Done(Box<Exhausted<R>>),
}

impl<B: Bits> Search<'_, B> {
    fn run(&self) -> Result<Exhausted<Record>, ExhaustionError> {
        match self.run_to_the_end() {
            // Before there was a position: while finished levels were checked.
            Err(ExhaustionError::Levels(LevelError::Stopped(limit))) => {
                let functions = PruningFunctions::default();
                Ok(Exhausted::Undecided {
                    limit,
                    positions: 0,
                    functions,
                })
            }
            found => found,
        }
    }

    fn run_to_the_end(&self) -> Result<Exhausted<Record>, ExhaustionError> {
        let Some(folder) = &self.options.scratch else {
            return match self.choose()? {
                Settled::Done(found) => Ok(*found),
                Settled::Play(strategy) => self.play_to_the_end(
                    &Plan::new(strategy, self.options),
                    &self.machine(self.storage())?,
                ),
            };
        };
        let folder = LockedFolder::open(folder)?;
        folder.check_version()?;
        let problem = self.name();
        let plan = match Plan::load(folder.path(), &problem, self.board())? {
            Some(plan) => self.suitable(plan, folder.path())?,
            None => match self.choose()? {
                Settled::Done(found) => return Ok(*found),
                Settled::Play(strategy) => {
                    let plan = Plan::new(strategy, self.options);
                    plan.save(folder.path(), &problem)?;
                    plan
                }
            },
        };
        let storage = Storage::in_folder(folder.of_task(plan.task(&problem))?);
        self.play_to_the_end(&plan, &self.machine(storage)?)
    }

    pub(super) fn name(&self) -> TaskName {
        task_name(self.start, &self.open)
    }

    /// Descends, level by level, until there is a result, or `most` positions.
    fn play<M: LevelMaker<B>>(
        &self,
        mut sides: Sides<B, M::Level>,
        maker: &M,
        most: u64,
    ) -> Result<Option<Exhausted<Record>>, ExhaustionError> {
        while sides.positions() < most {
            let step = sides.step(self.engine, maker);
            if let Ok(true) = step {
                continue;
            }
            let (positions, functions) = (sides.positions(), sides.functions());
            let found = step.and_then(|_| match self.end {
                End::Result => sides.result(self.engine, self.start, maker),
                End::Middle => sides.both(maker).map(Exhausted::Unsolvable),
            });
            return match found {
                Err(LevelError::Stopped(limit)) => Ok(Some(Exhausted::Undecided {
                    limit,
                    positions,
                    functions,
                })),
                found => Ok(Some(found?)),
            };
        }
        Ok(None)
    }

    pub(super) fn play_to_the_end<M: LevelMaker<B>>(
        &self,
        plan: &Plan,
        maker: &M,
    ) -> Result<Exhausted<Record>, ExhaustionError> {
        let found = self.play(self.sides(plan), maker, u64::MAX)?;
        Ok(found.expect("no search finds as many positions"))
    }

    pub(super) fn choose(&self) -> Result<Settled, ExhaustionError> {
        if self.end == End::Middle {
            let halved = self.is_complement_problem();
            let both_ways = ExhaustionStrategy::BothWays;
            return Ok(Settled::Play(if halved {
                ExhaustionStrategy::Halved
            } else {
                both_ways
            }));
        }
        if let Some(strategy) = self.options.strategy {
            return self
                .check_strategy(strategy)
                .map(|()| Settled::Play(strategy));
        }
        if matches!(self.open, Finish::PegCount(_)) {
            return Ok(Settled::Play(ExhaustionStrategy::Forward));
        }
        if self.is_complement_problem() {
            return Ok(Settled::Play(ExhaustionStrategy::Halved));
        }
        self.probe()
    }

    /// The plan of a folder, unless another strategy is asked for.
    fn suitable(&self, plan: Plan, folder: &Path) -> Result<Plan, ExhaustionError> {
        let asked = self.options.strategy.filter(|_| self.end == End::Result);
        match asked.filter(|strategy| *strategy != plan.strategy) {
            None => Ok(plan),
            Some(strategy) => {
                let folder = folder.to_owned();
                Err(ExhaustionError::OtherStrategy {
                    folder,
                    found: plan.strategy,
                    strategy,
                })
            }
        }
    }

    fn check_strategy(&self, strategy: ExhaustionStrategy) -> Result<(), ExhaustionError> {
        let reason = match strategy {
            ExhaustionStrategy::Forward => return Ok(()),
            ExhaustionStrategy::Halved if self.is_complement_problem() => return Ok(()),
            ExhaustionStrategy::Halved => "its only finish is not the complement of the start",
            _ if matches!(self.open, Finish::Positions(_)) => return Ok(()),
            _ => "there are too many finishes to play backwards from",
        };
        Err(ExhaustionError::Unsuitable { strategy, reason })
    }

    fn is_complement_problem(&self) -> bool {
        self.open == Finish::Positions(vec![self.start.complement().code()])
    }

    /// Plays both ways with the symmetries of each; whichever side comes to its end while there are few
    /// positions is the result. Where none does, playing both ways until the sides meet leaves the
    /// largest levels out.
    fn probe(&self) -> Result<Settled, ExhaustionError> {
        const PROBE: u64 = 100_000;
        let ExhaustionOptions {
            functions,
            backward_functions,
            kinds,
            ..
        } = self.options;
        let forward_task = self.forward_task(self.open.stabilizer(self.board()));
        let sides = Sides::for_probe(
            self.side(forward_task, functions, *kinds),
            self.side(
                self.backward_task(self.start_stabilizer()),
                backward_functions,
                *kinds,
            ),
        );
        let found = self.play(sides, &self.machine(self.storage())?, PROBE)?;
        Ok(
            found.map_or(Settled::Play(ExhaustionStrategy::BothWays), |found| {
                Settled::Done(Box::new(found))
            }),
        )
    }

    /// Where levels go without a scratch folder.
    fn storage(&self) -> Arc<Storage> {
        let memory = self.control.memory();
        if self.options.memory_only {
            Storage::in_memory(memory)
        } else {
            Storage::overflowing(memory)
        }
    }

    fn machine(&self, storage: Arc<Storage>) -> Result<Machine<'_, B>, LevelError> {
        Machine::new(Part::whole(self.control), storage)
    }

    fn sides<L: CodeCount>(&self, plan: &Plan) -> Sides<B, L> {
        let finish_symmetries = || self.open.stabilizer(self.board());
        let forward =
            |symmetries| self.side(self.forward_task(symmetries), &plan.forward, plan.kinds);
        let backward =
            |symmetries| self.side(self.backward_task(symmetries), &plan.backward, plan.kinds);
        match plan.strategy {
            ExhaustionStrategy::Forward => Sides::forward(forward(finish_symmetries())),
            ExhaustionStrategy::Halved => Sides::halved(forward(finish_symmetries())),
            ExhaustionStrategy::Backward => Sides::backward(backward(self.start_stabilizer())),
            ExhaustionStrategy::BothWays => {
                let common = self
                    .board()
                    .stabilizer(&[&[self.start.code()], self.open.codes()]);
                Sides::both_ways(forward(common.clone()), backward(common))
            }
        }
    }

    fn board(&self) -> &Board {
        self.engine.board()
    }

    fn start_stabilizer(&self) -> Vec<Symmetry> {
        Finish::Positions(vec![self.start.code()]).stabilizer(self.board())
    }

    fn forward_task(&self, symmetries: Vec<Symmetry>) -> SideTask {
        forward_task(self.start, &self.open, symmetries)
    }

    fn backward_task(&self, symmetries: Vec<Symmetry>) -> SideTask {
        let starts = self.open.complements(self.board());
        let starts = starts.map_or(Vec::new(), |starts| starts.codes().to_vec());
        let finish = Finish::Positions(vec![self.start.complement().code()]);
        SideTask {
            backward: true,
            starts,
            finish,
            symmetries,
        }
    }

    fn side<L: CodeCount>(
        &self,
        task: SideTask,
        functions: &[PagodaFunction],
        kinds: RefutationKinds,
    ) -> Side<B, L> {
        Side::new(self.engine, task, functions, kinds, self.control)
    }
}

fn forward_task(start: &Position, open: &Finish, symmetries: Vec<Symmetry>) -> SideTask {
    SideTask {
        backward: false,
        starts: vec![start.code()],
        finish: open.clone(),
        symmetries,
    }
}

/// Names a problem with these finishes and the symmetries that may be used: levels are kept for no other.
pub(super) fn task_name(start: &Position, open: &Finish) -> TaskName {
    let board = start.board();
    let mut hasher = blake3::Hasher::new();
    hasher.update(&forward_task(start, open, Vec::new()).digest(board));
    for symmetry in board.symmetries() {
        hasher.update(&symmetry.image_indices());
    }
    let finish = match open {
        Finish::Positions(codes) if codes.len() > 8 => format!("{} finishes", codes.len()),
        Finish::Positions(codes) => format!("finishes {codes:?}"),
        Finish::PegCount(pegs) => format!("{pegs} pegs"),
    };
    let words = format!(
        "exhaustion on board {}, start {}, {finish}",
        board.name(),
        start.code()
    );
    TaskName {
        words,
        digest: hasher.finalize(),
    }
}
