//! An exhaustive search: its claim, the directions of play, and the play itself.

use super::descent::Descent;
use super::descent_task::DescentTask;
use super::descents::Descents;
use super::error::ExhaustionError;
use super::exhausted::Exhausted;
use super::options::{ExhaustionOptions, ExhaustionStrategy};
use super::plan::Plan;
use crate::board::{Board, Position, Symmetry};
use crate::control::{Control, Part};
use crate::engine::{Bits, Engine};
use crate::levels::{CodeCount, LevelError, LevelMaker, Machine, Storage, TaskName};
use crate::problem::answer::{
    ClosedSets, Exhaustion, PagodaFunction, RefutedFinishes, foreign_board,
};
use crate::problem::{Finish, Pattern, Problem};
use crate::refutation::{
    RefutationKinds, RefutedBy, positions_with_pegs, refuted_by, region_refuted_by,
};
use crate::solver::SolveError;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// Claim that an exhaustion is to prove.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Claim<'a> {
    /// No line meets the goal, which names its finishes.
    Goal(&'a Problem),
    /// No line leads to a position with this many pegs.
    Pegs(&'a Position, usize),
}

impl<'a> Claim<'a> {
    pub(super) fn start(self) -> &'a Position {
        match self {
            Claim::Goal(problem) => problem.start(),
            Claim::Pegs(start, _) => start,
        }
    }

    /// Returns the finishes, and the finishes that neither a class nor a pagoda function refutes, if any.
    pub(super) fn finishes(
        self,
        functions: &[PagodaFunction],
    ) -> Result<(RefutedFinishes, Option<Finish>), ExhaustionError> {
        /// Maximum number of positions to check one by one.
        const MOST: u64 = 100_000;
        let open = |finishes: &[Position]| {
            let is_open = |finish: &&Position| {
                refuted_by(self.start(), finish, functions) == RefutedBy::Nothing
            };
            Finish::positions(finishes.iter().filter(is_open).map(Position::code))
        };
        Ok(match self {
            Claim::Goal(problem) => {
                let open = match problem.patterns() {
                    Some(patterns) => {
                        let regions = patterns.iter().map(Pattern::region);
                        Finish::regions_of(regions.filter(|region| {
                            region_refuted_by(self.start(), *region, functions)
                                == RefutedBy::Nothing
                        }))
                    }
                    None => open(&problem.finishes().ok_or(ExhaustionError::NoFinish)?),
                };
                (RefutedFinishes::OfGoal(problem.clone()), open)
            }
            Claim::Pegs(start, pegs) => match positions_with_pegs(start.board(), pegs, MOST) {
                Some(finishes) => (RefutedFinishes::Every(pegs), open(&finishes)),
                None => (
                    RefutedFinishes::Any(pegs),
                    Some(Finish::PegCount(pegs as u32)),
                ),
            },
        })
    }
}

/// Extent of an exhaustive search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Until the claim is decided.
    Decision,
    /// From both ends to the middle, even if they meet earlier, and with every strategy. If the finishes are regions: from
    /// the start to the last level.
    Approach,
}

/// Next step of an exhaustion.
#[derive(Debug)]
pub enum Choice<P> {
    /// Play by this plan.
    Play(P),
    /// Nothing is left to play.
    Done(Box<Exhausted>),
}

/// Exhaustive search for the finishes that classes and known functions leave open.
#[derive(Debug)]
pub(crate) struct ExhaustiveSearch<'a, B> {
    engine: &'a Engine<B>,
    start: Position,
    /// Known functions, which refute the other finishes.
    functions: Vec<PagodaFunction>,
    refuted: RefutedFinishes,
    open: Finish,
    pub(super) options: ExhaustionOptions,
    extent: Extent,
    /// The record lists positions where they are few enough.
    lists_positions: bool,
}

impl<'a, B: Bits> ExhaustiveSearch<'a, B> {
    /// Makes the search, or breaks with the record if classes and known functions prove the claim.
    pub(super) fn new(
        engine: &'a Engine<B>,
        claim: Claim<'_>,
        options: &ExhaustionOptions,
    ) -> Result<ControlFlow<Exhaustion, ExhaustiveSearch<'a, B>>, ExhaustionError> {
        if let Some(function) = foreign_board(options.functions.iter(), engine.board()) {
            let error = SolveError::OtherFunctions {
                function: function.name().to_owned(),
                problem: engine.board().name().to_owned(),
            };
            return Err(error.into());
        }
        let functions = options.kinds.of(&options.functions.forward);
        let (refuted, open) = claim.finishes(&functions)?;
        let start = claim.start().clone();
        Ok(match open {
            None => ControlFlow::Break(Exhaustion {
                start,
                functions,
                refuted,
                sets: ClosedSets::NotNeeded,
            }),
            Some(open) => ControlFlow::Continue(ExhaustiveSearch {
                engine,
                start,
                functions,
                refuted,
                open,
                options: options.clone(),
                extent: Extent::Decision,
                lists_positions: true,
            }),
        })
    }

    /// Finds the levels of an approach instead.
    pub(super) fn approach(self) -> ExhaustiveSearch<'a, B> {
        ExhaustiveSearch {
            extent: Extent::Approach,
            lists_positions: false,
            ..self
        }
    }

    /// Leaves the positions out of the record.
    pub(super) fn without_positions(self) -> ExhaustiveSearch<'a, B> {
        ExhaustiveSearch {
            lists_positions: false,
            ..self
        }
    }

    /// Names the start, the open finishes and the symmetries: a folder keeps levels of no other search.
    pub(super) fn name(&self) -> TaskName {
        task_name(&self.start, &self.open)
    }

    /// Plays level by level until there is a result, or until `goes_on` returns `false`.
    pub(super) fn play<M: LevelMaker<B>>(
        &self,
        descents: &mut Descents<B, M::Level>,
        maker: &M,
        goes_on: impl Fn(&Descents<B, M::Level>) -> bool,
    ) -> Result<Option<Exhausted>, ExhaustionError> {
        while goes_on(descents) {
            let found = match descents.step(self.engine, maker) {
                Ok(true) => continue,
                Ok(false) => self.result(descents, maker),
                Err(error) => Err(error),
            };
            return match found {
                Err(LevelError::Stopped(limit)) => Ok(Some(Exhausted::Undecided {
                    limit,
                    positions: descents.positions(),
                    functions: descents.functions(),
                })),
                found => Ok(Some(found?)),
            };
        }
        Ok(None)
    }

    fn result<M: LevelMaker<B>>(
        &self,
        descents: &Descents<B, M::Level>,
        maker: &M,
    ) -> Result<Exhausted, LevelError> {
        let found = match self.extent {
            Extent::Decision => {
                descents.result(self.engine, &self.start, maker, self.lists_positions)?
            }
            Extent::Approach => Exhausted::Unsolvable(descents.sets(maker)?),
        };
        Ok(found.map(|sets| Exhaustion {
            start: self.start.clone(),
            functions: self.functions.clone(),
            refuted: self.refuted.clone(),
            sets,
        }))
    }

    pub(super) fn play_to_the_end<M: LevelMaker<B>>(
        &self,
        plan: &Plan,
        maker: &M,
    ) -> Result<Exhausted, ExhaustionError> {
        let mut descents = self.descents(plan, maker.control());
        let found = self.play(&mut descents, maker, |_| true)?;
        Ok(found.expect("a search that always goes on has a result"))
    }

    /// Makes a plan, by a probe if necessary.
    pub(super) fn choose(
        &self,
        storage: Arc<Storage>,
        control: &Control<'_>,
    ) -> Result<Choice<Plan>, ExhaustionError> {
        let play = |strategy| Ok(Choice::Play(Plan::new(strategy, &self.options)));
        let is_listed = matches!(self.open, Finish::Positions(_));
        if self.extent == Extent::Approach && is_listed {
            self.check_strategy(ExhaustionStrategy::BothWays)?;
            return play(if self.is_complement_problem() {
                ExhaustionStrategy::Halved
            } else {
                ExhaustionStrategy::BothWays
            });
        }
        if let Some(strategy) = self.options.strategy
            && self.extent == Extent::Decision
        {
            self.check_strategy(strategy)?;
            return play(strategy);
        }
        if !is_listed {
            return play(ExhaustionStrategy::Forward);
        }
        if self.is_complement_problem() {
            return play(ExhaustionStrategy::Halved);
        }
        self.probe(storage, control)
    }

    /// Returns the plan of a folder, unless another strategy is asked for.
    pub(super) fn suitable(&self, plan: Plan, folder: &Path) -> Result<Plan, ExhaustionError> {
        match self.options.strategy {
            Some(strategy) if self.extent == Extent::Decision && strategy != plan.strategy => {
                Err(ExhaustionError::OtherStrategy {
                    folder: folder.to_owned(),
                    found: plan.strategy,
                    strategy,
                })
            }
            _ => Ok(plan),
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

    /// Plays both ways with the symmetries of each direction. If a direction comes to its end within few positions, it
    /// gives the result. Otherwise, playing both ways until the directions meet avoids the largest levels; the plan has
    /// the functions that the probe has learned.
    fn probe(
        &self,
        storage: Arc<Storage>,
        control: &Control<'_>,
    ) -> Result<Choice<Plan>, ExhaustionError> {
        const PROBE: u64 = 100_000;
        let ExhaustionOptions {
            functions, kinds, ..
        } = &self.options;
        let forward = self.forward_task(self.open.stabilizer(self.board()));
        let backward = self.backward_task(self.start_stabilizer());
        let mut descents = Descents::for_probe(
            Descent::new(self.engine, forward, &functions.forward, *kinds, control),
            Descent::new(self.engine, backward, &functions.backward, *kinds, control),
        );
        let machine = Machine::new(Part::whole(control), storage)?;
        let found = self.play(&mut descents, &machine, |descents| {
            descents.positions() < PROBE
        })?;
        Ok(match found {
            None => Choice::Play(Plan {
                strategy: ExhaustionStrategy::BothWays,
                kinds: *kinds,
                functions: descents.functions(),
            }),
            Some(found) => Choice::Done(Box::new(found)),
        })
    }

    /// Begins the play of a plan.
    pub(super) fn descents<L: CodeCount>(
        &self,
        plan: &Plan,
        control: &Control<'_>,
    ) -> Descents<B, L> {
        let side = |task, functions: &[PagodaFunction], kinds: RefutationKinds| {
            Descent::new(self.engine, task, functions, kinds, control)
        };
        let forward = |symmetries| {
            side(
                self.forward_task(symmetries),
                &plan.functions.forward,
                plan.kinds,
            )
        };
        let backward = |symmetries| {
            side(
                self.backward_task(symmetries),
                &plan.functions.backward,
                plan.kinds,
            )
        };
        let finish_symmetries = || self.open.stabilizer(self.board());
        match plan.strategy {
            ExhaustionStrategy::Forward if self.extent == Extent::Approach => {
                Descents::to_last_level(forward(finish_symmetries()))
            }
            ExhaustionStrategy::Forward => Descents::single(forward(finish_symmetries())),
            ExhaustionStrategy::Halved => Descents::halved(forward(finish_symmetries())),
            ExhaustionStrategy::Backward => Descents::single(backward(self.start_stabilizer())),
            ExhaustionStrategy::BothWays => {
                let common = self
                    .board()
                    .stabilizer(&[&[self.start.code()], self.open.codes()]);
                Descents::both_ways(forward(common.clone()), backward(common))
            }
        }
    }

    pub(super) fn board(&self) -> &Board {
        self.engine.board()
    }

    fn start_stabilizer(&self) -> Vec<Symmetry> {
        Finish::Positions(vec![self.start.code()]).stabilizer(self.board())
    }

    fn forward_task(&self, symmetries: Vec<Symmetry>) -> DescentTask {
        DescentTask::forward(&self.start, &self.open, symmetries)
    }

    fn backward_task(&self, symmetries: Vec<Symmetry>) -> DescentTask {
        DescentTask::backward(&self.start, &self.open, symmetries)
    }
}

/// Names a start with these finishes and the symmetries that may be used.
pub(super) fn task_name(start: &Position, open: &Finish) -> TaskName {
    let board = start.board();
    let mut hasher = blake3::Hasher::new();
    hasher.update(&DescentTask::forward(start, open, Vec::new()).digest(board));
    for symmetry in board.symmetries() {
        hasher.update(&symmetry.image_indices());
    }
    let finish = match open {
        Finish::Positions(codes) if codes.len() > 8 => format!("{} finishes", codes.len()),
        Finish::Positions(codes) => format!("finishes {codes:?}"),
        Finish::PegCount(pegs) => format!("{pegs} pegs"),
        Finish::Regions(regions) => format!("{} patterns", regions.len()),
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
