//! An exhaustion that several processes play in step: the decisions that they share, and the play itself.

use super::error::ExhaustionError;
use super::exhausted::Exhausted;
use super::options::ExhaustionOptions;
use super::plan::{self, Plan};
pub use super::search::Choice;
use super::search::{Claim, ExhaustiveSearch, task_name};
use crate::board::Board;
use crate::control::Control;
use crate::engine::{AnyEngine, Bits, Engine, with_engine};
use crate::levels::{LevelError, LevelMaker, Storage, TaskName};
use crate::problem::{Finish, Pattern, Problem};
use std::ops::ControlFlow;
use std::path::Path;

/// Problem with the plan of its exhaustion, from which everything else follows.
#[derive(Clone, Debug)]
pub struct SharedExhaustion {
    problem: Problem,
    options: ExhaustionOptions,
    plan: Plan,
}

/// Decision that one process makes for all.
pub type SharedChoice = Choice<SharedExhaustion>;

/// Names a problem and the methods asked for, before any decision.
///
/// # Errors
///
/// [`ExhaustionError::NoFinish`] when the goal names no finish.
pub fn question_name(
    problem: &Problem,
    options: &ExhaustionOptions,
) -> Result<TaskName, ExhaustionError> {
    let finish = match problem.patterns() {
        Some(patterns) => Finish::regions_of(patterns.iter().map(Pattern::region)),
        None => {
            let finishes = problem.finishes().ok_or(ExhaustionError::NoFinish)?;
            Finish::positions(finishes.iter().map(|finish| finish.code()))
        }
    };
    let finish = finish.ok_or(ExhaustionError::NoFinish)?;
    let TaskName { words, digest } = task_name(problem.start(), &finish);
    let strategy = options.strategy.map(|strategy| strategy.name());
    let strategy = strategy.map_or("None".to_owned(), |name| format!("Some({name})"));
    let content = format!("{digest} {} {strategy}", options.kinds.words());
    Ok(TaskName {
        words,
        digest: blake3::hash(content.as_bytes()),
    })
}

/// Returns the text of the plan in a folder, if any.
///
/// # Errors
///
/// [`LevelError::Scratch`] when the file cannot be read.
pub fn plan_in(folder: &Path) -> Result<Option<String>, LevelError> {
    plan::text_in(folder)
}

impl SharedExhaustion {
    /// Chooses the directions of play. A probe may decide the problem already.
    ///
    /// # Errors
    ///
    /// The errors of [`exhaust`](super::exhaust).
    pub fn choose(
        problem: &Problem,
        options: &ExhaustionOptions,
        control: &Control<'_>,
    ) -> Result<SharedChoice, ExhaustionError> {
        with_engine!(&AnyEngine::new(problem.board()), |engine| {
            SharedExhaustion::choose_by(engine, problem, options, control)
        })
    }

    fn choose_by<B: Bits>(
        engine: &Engine<B>,
        problem: &Problem,
        options: &ExhaustionOptions,
        control: &Control<'_>,
    ) -> Result<SharedChoice, ExhaustionError> {
        let options = ExhaustionOptions {
            scratch: None,
            ..options.clone()
        };
        let search = match ExhaustiveSearch::new(engine, Claim::Goal(problem), &options)? {
            ControlFlow::Break(record) => {
                return Ok(Choice::Done(Box::new(Exhausted::Unsolvable(record))));
            }
            ControlFlow::Continue(search) => search,
        };
        let storage = Storage::overflowing(control.memory());
        Ok(match search.choose(storage, control)? {
            Choice::Done(found) => Choice::Done(found),
            Choice::Play(plan) => Choice::Play(SharedExhaustion {
                problem: problem.clone(),
                options,
                plan,
            }),
        })
    }

    /// Makes an exhaustion of this problem with the plan in a text. An error names the folder.
    ///
    /// # Errors
    ///
    /// [`ExhaustionError`] when the text is not a plan, or is the plan of another problem.
    pub fn with_plan(
        text: &str,
        problem: &Problem,
        folder: &Path,
    ) -> Result<SharedExhaustion, ExhaustionError> {
        let (plan, of_problem) = Plan::parse(text, folder, problem.board())?;
        let options = ExhaustionOptions {
            functions: plan.functions.clone(),
            kinds: plan.kinds,
            strategy: Some(plan.strategy),
            ..ExhaustionOptions::default()
        };
        let shared = SharedExhaustion {
            problem: problem.clone(),
            options,
            plan,
        };
        if shared.problem_name()?.digest != of_problem.digest {
            return Err(LevelError::OtherTask {
                folder: folder.to_owned(),
                found: of_problem.words,
            }
            .into());
        }
        Ok(shared)
    }

    /// Returns the board of the problem.
    pub fn board(&self) -> &Board {
        self.problem.board()
    }

    /// Returns the plan as text.
    ///
    /// # Errors
    ///
    /// [`ExhaustionError::NoFinish`] when the goal names no finish.
    pub fn plan_text(&self) -> Result<String, ExhaustionError> {
        Ok(self.plan.text(&self.problem_name()?))
    }

    /// Writes the plan into a folder.
    ///
    /// # Errors
    ///
    /// [`ExhaustionError::Levels`] when the file cannot be written.
    pub fn save_plan(&self, folder: &Path) -> Result<(), ExhaustionError> {
        Ok(self.plan.save(folder, &self.problem_name()?)?)
    }

    /// Names the levels.
    ///
    /// # Errors
    ///
    /// [`ExhaustionError::NoFinish`] when the goal names no finish.
    pub fn task_name(&self) -> Result<TaskName, ExhaustionError> {
        Ok(self.plan.task(&self.problem_name()?))
    }

    /// Names the problem with the open finishes.
    fn problem_name(&self) -> Result<TaskName, ExhaustionError> {
        let functions = self.options.kinds.of(&self.options.functions.forward);
        let (_, open) = Claim::Goal(&self.problem).finishes(&functions)?;
        let open = open.ok_or(ExhaustionError::NoFinish)?;
        Ok(task_name(self.problem.start(), &open))
    }

    /// Plays to the end with levels of this maker, in words of the width `B`.
    ///
    /// # Errors
    ///
    /// [`ExhaustionError`] when the maker fails.
    ///
    /// # Panics
    ///
    /// If the board has more holes than the word has bits.
    pub fn play<B: Bits, M: LevelMaker<B>>(&self, maker: &M) -> Result<Exhausted, ExhaustionError> {
        let engine = &Engine::new(self.problem.board());
        let claim = Claim::Goal(&self.problem);
        match ExhaustiveSearch::new(engine, claim, &self.options)? {
            ControlFlow::Break(record) => Ok(Exhausted::Unsolvable(record)),
            ControlFlow::Continue(search) => search.play_to_the_end(&self.plan, maker),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::exhaustion::ExhaustionStrategy;

    /// Processes compare this name before they play.
    #[test]
    fn the_name_of_a_question_stays_what_it_was() {
        let board = Board::library("triangle5").unwrap();
        let corner = board.hole("a1").unwrap();
        let problem = Problem::svss(&board, corner, corner);
        let name = |strategy| {
            let options = ExhaustionOptions {
                strategy,
                ..ExhaustionOptions::default()
            };
            question_name(&problem, &options)
                .unwrap()
                .digest
                .to_hex()
                .to_string()
        };
        assert_eq!(
            [name(None), name(Some(ExhaustionStrategy::BothWays))],
            [
                "db116f8c35096a6f6a19aebc383c3ba05576ae90e9c638a069fad0aa194838a0",
                "0cb22a4b840f3946f8f185ddeff696b98954c2f27cd0d011c29367df6501aca1",
            ]
        );
    }
}
