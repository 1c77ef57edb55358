//! The whole of an exhaustion: what is asked, in which directions it is played, and what comes of it.

use super::control::{Control, Observer};
use super::manifest::Manifest;
use super::scratch::Scratch;
use super::side::Side;
use super::sides::Sides;
use super::task::{Finishes, SideTask};
use super::{
    Exhausted, Exhaustion, ExhaustionError, ExhaustionOptions, ExhaustionStrategy, Record, RefutedFinishes,
    Stop,
};
use crate::answer::{RefutedBy, Solution, positions_with_pegs, refuted_by};
use crate::board::{Board, Position, Symmetry};
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::refutation::PagodaFunction;
use std::num::NonZeroUsize;
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
    fn finishes(
        self,
        functions: &[PagodaFunction],
    ) -> Result<(RefutedFinishes, Option<Finishes>), ExhaustionError> {
        /// More positions than these are not looked at one by one.
        const MOST: u64 = 100_000;
        let open = |finishes: &[Position]| {
            let is_open =
                |finish: &&Position| refuted_by(self.start(), finish, functions) == RefutedBy::Nothing;
            let mut open: Vec<u128> = finishes.iter().filter(is_open).map(Position::code).collect();
            open.sort_unstable();
            open.dedup();
            (!open.is_empty()).then_some(Finishes::Listed(open))
        };
        Ok(match self {
            Question::Goal(problem) => {
                let finishes = problem.finishes().ok_or(ExhaustionError::NoFinish)?;
                (RefutedFinishes::OfGoal(problem.clone()), open(&finishes))
            }
            Question::Pegs(start, pegs) => match positions_with_pegs(start.board(), pegs, MOST) {
                Some(finishes) => (RefutedFinishes::Every(pegs), open(&finishes)),
                None => (RefutedFinishes::Any(pegs), Some(Finishes::WithPegs(pegs as u32))),
            },
        })
    }
}

/// A search on an engine of any width.
pub(super) struct SearchTask<'a> {
    pub(super) question: Question<'a>,
    pub(super) options: &'a ExhaustionOptions,
    pub(super) observer: &'a Observer<'a>,
}

impl EngineTask for SearchTask<'_> {
    type Output = Result<Exhausted, ExhaustionError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let SearchTask { question, options, observer } = self;
        check_functions(engine.board(), options)?;
        let (refuted, open) = question.finishes(&options.functions)?;
        let start = question.start();
        let found = match open {
            None => Found::Record(Record::NotNeeded),
            Some(open) => {
                let control = Control::new(&options.limits, observer);
                Search { engine, start, open, options, control }.run()?
            }
        };
        Ok(match found {
            Found::Line(solution) => Exhausted::Solvable(solution),
            Found::Limit(limit, positions) => Exhausted::Undecided { limit, positions },
            Found::Record(record) => {
                let (start, functions) = (start.clone(), options.functions.clone());
                let record = Arc::new(record);
                Exhausted::Unsolvable(Exhaustion { start, functions, refuted, record })
            }
        })
    }
}

fn check_functions(board: &Board, options: &ExhaustionOptions) -> Result<(), ExhaustionError> {
    let holes = board.hole_count();
    let foreign = |function: &&PagodaFunction| function.weights().len() != holes;
    match options.functions.iter().chain(&options.backward_functions).find(foreign) {
        Some(function) => Err(ExhaustionError::OtherBoard { weights: function.weights().len(), holes }),
        None => Ok(()),
    }
}

/// What a search comes to.
pub(super) enum Found {
    Record(Record),
    Line(Solution),
    /// A limit was reached when there were so many positions.
    Limit(crate::control::LimitReached, u64),
}

/// A search for the finishes that nothing else refutes.
struct Search<'a, B> {
    engine: &'a Engine<B>,
    start: &'a Position,
    open: Finishes,
    options: &'a ExhaustionOptions,
    control: Control<'a>,
}

/// Which way to play, unless a probe was already enough.
enum Choice {
    Play(ExhaustionStrategy),
    Done(Box<Found>),
}

impl<B: Bits> Search<'_, B> {
    fn run(&self) -> Result<Found, ExhaustionError> {
        let Some(folder) = &self.options.scratch else {
            let functions = (self.options.functions.as_slice(), self.options.backward_functions.as_slice());
            return match self.choose()? {
                Choice::Done(found) => Ok(*found),
                Choice::Play(strategy) => {
                    let sides = self.sides(strategy, functions, &Arc::new(Scratch::temporary()));
                    self.play(sides, |_| Ok(()))
                }
            };
        };
        let scratch = Arc::new(Scratch::kept(folder)?);
        let (manifest, resumed) = match Manifest::load(folder, &self.digest())? {
            Some(manifest) => (manifest, true),
            None => match self.choose()? {
                Choice::Done(found) => return Ok(*found),
                Choice::Play(strategy) => (Manifest::new(self.digest(), strategy, self.options), false),
            },
        };
        let (forward, backward) = manifest.functions(self.engine.board(), folder)?;
        let mut sides = self.sides(manifest.strategy, (&forward, &backward), &scratch);
        if resumed {
            sides.resume(&manifest, folder)?;
        }
        self.play(sides, |sides| manifest.with_levels(sides.levels()).save(folder))
    }

    /// Names the problem and the symmetries that may be used: levels are kept for no other.
    fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.forward_task(Vec::new()).digest(self.engine.board()));
        for symmetry in self.engine.board().symmetries() {
            hasher.update(&symmetry.image_indices());
        }
        hasher.finalize().to_hex().to_string()
    }

    /// Descends, level by level, until there is a result. Finished levels are made known to `save`.
    fn play(
        &self,
        mut sides: Sides<'_, B>,
        save: impl Fn(&Sides<'_, B>) -> std::io::Result<()>,
    ) -> Result<Found, ExhaustionError> {
        loop {
            match sides.step(self.engine, &self.control) {
                Ok(true) => save(&sides)?,
                Ok(false) => return sides.result(self.engine, self.start, self.control.memory()),
                Err(Stop::Limit(limit)) => return Ok(Found::Limit(limit, sides.positions())),
                Err(Stop::Error(error)) => return Err(error),
            }
        }
    }

    fn choose(&self) -> Result<Choice, ExhaustionError> {
        if let Some(strategy) = self.options.strategy {
            return self.check_strategy(strategy).map(|()| Choice::Play(strategy));
        }
        if matches!(self.open, Finishes::WithPegs(_)) {
            return Ok(Choice::Play(ExhaustionStrategy::Forward));
        }
        if self.is_complement_problem() {
            return Ok(Choice::Play(ExhaustionStrategy::Halved));
        }
        self.probe()
    }

    fn check_strategy(&self, strategy: ExhaustionStrategy) -> Result<(), ExhaustionError> {
        let reason = match strategy {
            ExhaustionStrategy::Forward => return Ok(()),
            ExhaustionStrategy::Halved if self.is_complement_problem() => return Ok(()),
            ExhaustionStrategy::Halved => "its only finish is not the complement of the start",
            _ if matches!(self.open, Finishes::Listed(_)) => return Ok(()),
            _ => "there are too many finishes to play backwards from",
        };
        Err(ExhaustionError::Unsuitable { strategy, reason })
    }

    fn is_complement_problem(&self) -> bool {
        self.open == Finishes::Listed(vec![self.start.complement().code()])
    }

    /// Plays both ways with the symmetries of each; whichever side comes to its end while there are few positions
    /// is the result. Where none does, playing both ways until the sides meet leaves the largest levels out.
    fn probe(&self) -> Result<Choice, ExhaustionError> {
        const PROBE: u64 = 100_000;
        let scratch = Arc::new(Scratch::temporary());
        let functions = (self.options.functions.as_slice(), self.options.backward_functions.as_slice());
        let mut sides = Sides::for_probe(
            self.side(self.forward_task(self.open.stabilizer(self.board())), functions.0, &scratch),
            self.side(self.backward_task(self.start_stabilizer()), functions.1, &scratch),
        );
        while sides.positions() < PROBE {
            match sides.step(self.engine, &self.control) {
                Ok(true) => {}
                Ok(false) => {
                    let found = sides.result(self.engine, self.start, self.control.memory())?;
                    return Ok(Choice::Done(Box::new(found)));
                }
                Err(Stop::Limit(limit)) => {
                    return Ok(Choice::Done(Box::new(Found::Limit(limit, sides.positions()))));
                }
                Err(Stop::Error(error)) => return Err(error),
            }
        }
        Ok(Choice::Play(ExhaustionStrategy::BothWays))
    }

    fn sides(
        &self,
        strategy: ExhaustionStrategy,
        (forward, backward): (&[PagodaFunction], &[PagodaFunction]),
        scratch: &Arc<Scratch>,
    ) -> Sides<'_, B> {
        let finish_symmetries = self.open.stabilizer(self.board());
        match strategy {
            ExhaustionStrategy::Forward => {
                Sides::forward(self.side(self.forward_task(finish_symmetries), forward, scratch))
            }
            ExhaustionStrategy::Halved => {
                Sides::halved(self.side(self.forward_task(finish_symmetries), forward, scratch))
            }
            ExhaustionStrategy::Backward => {
                Sides::backward(self.side(self.backward_task(self.start_stabilizer()), backward, scratch))
            }
            ExhaustionStrategy::BothWays => {
                let of_both = self.start_stabilizer();
                let common: Vec<Symmetry> =
                    finish_symmetries.into_iter().filter(|symmetry| of_both.contains(symmetry)).collect();
                Sides::both_ways(
                    self.side(self.forward_task(common.clone()), forward, scratch),
                    self.side(self.backward_task(common), backward, scratch),
                )
            }
        }
    }

    fn board(&self) -> &Board {
        self.engine.board()
    }

    fn start_stabilizer(&self) -> Vec<Symmetry> {
        Finishes::Listed(vec![self.start.code()]).stabilizer(self.board())
    }

    fn forward_task(&self, symmetries: Vec<Symmetry>) -> SideTask {
        SideTask { backward: false, starts: vec![self.start.code()], finishes: self.open.clone(), symmetries }
    }

    fn backward_task(&self, symmetries: Vec<Symmetry>) -> SideTask {
        let complement = |code: &u128| self.board().full().code() & !code;
        let mut starts: Vec<u128> = match &self.open {
            Finishes::Listed(finishes) => finishes.iter().map(complement).collect(),
            Finishes::WithPegs(_) => Vec::new(),
        };
        starts.sort_unstable();
        let finishes = Finishes::Listed(vec![self.start.complement().code()]);
        SideTask { backward: true, starts, finishes, symmetries }
    }

    fn side(&self, task: SideTask, functions: &[PagodaFunction], scratch: &Arc<Scratch>) -> Side<'_, B> {
        Side::new(self.engine, task, functions, scratch, self.threads())
    }

    fn threads(&self) -> usize {
        let available = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.options.threads.map_or_else(available, NonZeroUsize::get)
    }
}
