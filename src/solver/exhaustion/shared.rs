//! An exhaustion that several processes play in step: what they have to agree upon, and the play itself.

use super::error::ExhaustionError;
use super::options::ExhaustionOptions;
use super::plan::{self, Plan};
use super::record::{Exhausted, Exhaustion, Record};
use super::search::{self, End, Question, SearchTask, task_name};
use crate::control::Control;
use crate::engine::{Bits, Engine};
use crate::levels::{LevelError, LevelMaker, TaskName};
use crate::problem::{Finish, Problem};
use std::path::Path;

/// A problem with the plan of its exhaustion: all else follows from these two.
#[derive(Clone, Debug)]
pub(crate) struct SharedExhaustion {
    problem: Problem,
    options: ExhaustionOptions,
    plan: Plan,
}

/// What one process settles for all.
pub(crate) type Settled = search::Settled<SharedExhaustion, Exhaustion>;

/// Names a problem and the methods that are asked for, before anything has been decided.
pub(crate) fn question_name(
    problem: &Problem,
    options: &ExhaustionOptions,
) -> Result<TaskName, ExhaustionError> {
    let finishes = problem.finishes().ok_or(ExhaustionError::NoFinish)?;
    let finish = Finish::positions(finishes.iter().map(|finish| finish.code()))
        .ok_or(ExhaustionError::NoFinish)?;
    let TaskName { words, digest } = task_name(problem.start(), &finish);
    let strategy = options
        .strategy
        .map(|strategy| plan::strategy_part(strategy).name());
    let strategy = strategy.map_or("None".to_owned(), |name| format!("Some({name})"));
    let content = format!(
        "{digest} {} {strategy}",
        plan::kinds_part(options.kinds).words()
    );
    Ok(TaskName {
        words,
        digest: blake3::hash(content.as_bytes()),
    })
}

/// The text of the plan of a folder, if there is one.
pub(crate) fn plan_in(folder: &Path) -> Result<Option<String>, LevelError> {
    plan::text_in(folder)
}

impl SharedExhaustion {
    /// Chooses the directions of play. Whatever a probe decides needs no others.
    pub(crate) fn settle<B: Bits>(
        engine: &Engine<B>,
        problem: &Problem,
        options: &ExhaustionOptions,
        control: &Control<'_>,
    ) -> Result<Settled, ExhaustionError> {
        let options = ExhaustionOptions {
            scratch: None,
            ..options.clone()
        };
        let task = task(problem, &options, control);
        let (search, frame) = task.opened(engine)?;
        let choice = match &search {
            None => search::Settled::Done(Box::new(Exhausted::Unsolvable(Record::NotNeeded))),
            Some(search) => search.choose()?,
        };
        Ok(match choice {
            search::Settled::Done(found) => {
                Settled::Done(Box::new(found.map(|record| frame.around(record))))
            }
            search::Settled::Play(strategy) => {
                let plan = Plan::new(strategy, &options);
                Settled::Play(SharedExhaustion {
                    problem: problem.clone(),
                    options,
                    plan,
                })
            }
        })
    }

    /// An exhaustion of this problem with the plan in a text. The folder is for the error.
    pub(crate) fn with_plan(
        text: &str,
        problem: &Problem,
        folder: &Path,
    ) -> Result<SharedExhaustion, ExhaustionError> {
        let (plan, of_problem) = Plan::parse(text, folder, problem.board())?;
        let options = ExhaustionOptions {
            functions: plan.forward.clone(),
            backward_functions: plan.backward.clone(),
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

    /// The plan as a text.
    pub(crate) fn plan_text(&self) -> Result<String, ExhaustionError> {
        Ok(self.plan.text(&self.problem_name()?))
    }

    /// Puts the plan into a folder.
    pub(crate) fn save_plan(&self, folder: &Path) -> Result<(), ExhaustionError> {
        Ok(self.plan.save(folder, &self.problem_name()?)?)
    }

    /// Names the levels.
    pub(crate) fn task_name(&self) -> Result<TaskName, ExhaustionError> {
        Ok(self.plan.task(&self.problem_name()?))
    }

    /// Names the problem, with the finishes that are left open.
    fn problem_name(&self) -> Result<TaskName, ExhaustionError> {
        let functions = self.options.kinds.of(&self.options.functions);
        let (_, open) = Question::Goal(&self.problem).finishes(&functions)?;
        let open = open.ok_or(ExhaustionError::NoFinish)?;
        Ok(task_name(self.problem.start(), &open))
    }

    /// Plays to the end with the levels of this maker.
    pub(crate) fn play<B: Bits, M: LevelMaker<B>>(
        &self,
        engine: &Engine<B>,
        maker: &M,
    ) -> Result<Exhausted, ExhaustionError> {
        let (search, frame) = task(&self.problem, &self.options, maker.control()).opened(engine)?;
        let found = match &search {
            None => Exhausted::Unsolvable(Record::NotNeeded),
            Some(search) => search.play_to_the_end(&self.plan, maker)?,
        };
        Ok(found.map(|record| frame.around(record)))
    }
}

fn task<'a>(
    problem: &'a Problem,
    options: &'a ExhaustionOptions,
    control: &'a Control<'a>,
) -> SearchTask<'a> {
    SearchTask {
        question: Question::Goal(problem),
        options,
        control,
        end: End::Result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::solver::exhaustion::ExhaustionStrategy;

    /// Processes tell it each other before they play.
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
