//! Decisions before an exhaustion that must be the same when it is resumed.

use super::error::ExhaustionError;
use super::options::{ExhaustionOptions, ExhaustionStrategy};
use super::plan_file::{FunctionPart, PlanFile};
use crate::board::Board;
use crate::control::kept_file;
use crate::levels::{LevelError, TaskName, replace_file};
use crate::problem::answer::{PagodaError, PagodaFunction, ParitySet, PruningFunctions};
use crate::refutation::RefutationKinds;
use std::path::Path;

/// Directions of play and pruning functions. A scratch folder keeps them beside the levels, in the file
/// `exhaustion.ron`, which is written once.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) strategy: ExhaustionStrategy,
    pub(super) kinds: RefutationKinds,
    pub(super) functions: PruningFunctions,
}

/// A change of what is learned from a level needs a new version: the next level depends on it.
const VERSION: u32 = 6;
pub(crate) const FILE: &str = "exhaustion.ron";

impl Plan {
    pub(super) fn new(strategy: ExhaustionStrategy, options: &ExhaustionOptions) -> Plan {
        Plan {
            strategy,
            kinds: options.kinds,
            functions: options.functions.clone(),
        }
    }

    /// Returns the plan of a folder, if any.
    pub(super) fn load(
        folder: &Path,
        problem: &TaskName,
        board: &Board,
    ) -> Result<Option<Plan>, ExhaustionError> {
        let Some(text) = text_in(folder)? else {
            return Ok(None);
        };
        let (plan, of_problem) = Plan::parse(&text, folder, board)?;
        if of_problem.digest != problem.digest {
            return Err(LevelError::OtherTask {
                folder: folder.to_owned(),
                found: of_problem.words,
            }
            .into());
        }
        Ok(Some(plan))
    }

    /// Parses a plan and the name of its problem. An error names the folder.
    pub(super) fn parse(
        text: &str,
        folder: &Path,
        board: &Board,
    ) -> Result<(Plan, TaskName), LevelError> {
        let path = folder.join(FILE);
        let damaged = |what: String| LevelError::Damaged {
            path: path.clone(),
            what,
        };
        let file = PlanFile::read(text).map_err(|error| damaged(error.to_string()))?;
        if file.version != VERSION {
            return Err(damaged(format!(
                "it has version {}, but this program reads version {VERSION}",
                file.version
            )));
        }
        if file.digest != digest_of(&file) {
            return Err(damaged("its digest is wrong".to_owned()));
        }
        let functions = |parts: Vec<FunctionPart>| {
            let functions = parts.into_iter().map(|part| function(part, board));
            functions
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| damaged(error.to_string()))
        };
        let digest =
            blake3::Hash::from_hex(&file.task).map_err(|error| damaged(error.to_string()))?;
        let plan = Plan {
            strategy: file.strategy,
            kinds: file.kinds,
            functions: PruningFunctions {
                forward: functions(file.forward)?,
                backward: functions(file.backward)?,
            },
        };
        Ok((
            plan,
            TaskName {
                words: file.problem,
                digest,
            },
        ))
    }

    pub(super) fn save(&self, folder: &Path, problem: &TaskName) -> Result<(), LevelError> {
        replace_file(&folder.join(FILE), self.text(problem).as_bytes())
    }

    pub(super) fn text(&self, problem: &TaskName) -> String {
        self.file(problem).text()
    }

    /// Names the levels of this plan.
    pub(super) fn task(&self, problem: &TaskName) -> TaskName {
        let content = digest_of(&self.file(problem));
        TaskName {
            words: problem.words.clone(),
            digest: blake3::hash(content.as_bytes()),
        }
    }

    fn file(&self, problem: &TaskName) -> PlanFile {
        let parts = |functions: &[PagodaFunction]| functions.iter().map(function_part).collect();
        let mut file = PlanFile {
            version: VERSION,
            problem: problem.words.clone(),
            task: problem.digest.to_hex().to_string(),
            strategy: self.strategy,
            kinds: self.kinds,
            forward: parts(&self.functions.forward),
            backward: parts(&self.functions.backward),
            digest: String::new(),
        };
        file.digest = digest_of(&file);
        file
    }
}

fn digest_of(file: &PlanFile) -> String {
    blake3::hash(file.content().as_bytes()).to_hex().to_string()
}

pub(super) fn function_part(function: &PagodaFunction) -> FunctionPart {
    let sets = function
        .parities()
        .iter()
        .map(|set| (set.code(), set.loss()));
    FunctionPart(function.weights().to_vec(), sets.collect())
}

fn function(
    FunctionPart(weights, sets): FunctionPart,
    board: &Board,
) -> Result<PagodaFunction, PagodaError> {
    let sets = sets
        .into_iter()
        .map(|(holes, loss)| ParitySet::of_code(holes, loss));
    PagodaFunction::with_parities(board, weights, sets.collect())
}

/// Returns the text of the plan of a folder, if any.
pub(super) fn text_in(folder: &Path) -> Result<Option<String>, LevelError> {
    let path = folder.join(FILE);
    match kept_file::read(&path) {
        Ok(bytes) => Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) => Err(LevelError::Scratch { path, error }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plan that version 0.1.0 wrote.
    const KEPT: &str = r#"(
        version: 6,
        problem: "exhaustion on board Triangle 5, start 32751, finishes [16]",
        task: "57a75a6fe29ca48ce7b682f02a53181bdae5f9a05d9ba0572d7f76e2719cea11",
        strategy: Halved,
        kinds: (pagodas: true, parities: true, forced_ends: true, cases: true),
        forward: [],
        backward: [],
        digest: "e49288768a974d6d84c4cd97ea300e502831f1cd1856a9d746c3e9aa7631a96b",
    )"#;

    #[test]
    fn a_plan_that_somebody_has_kept_is_still_read() {
        let board = Board::library("triangle5").unwrap();
        let (plan, problem) = Plan::parse(KEPT, "".as_ref(), &board).unwrap();
        assert_eq!(
            (plan.strategy, plan.kinds),
            (ExhaustionStrategy::Halved, RefutationKinds::default())
        );
        let written = plan.text(&problem);
        let (again, _) = Plan::parse(&written, "".as_ref(), &board).unwrap();
        assert_eq!((again.strategy, again.kinds), (plan.strategy, plan.kinds));
        let other = KEPT.replace("Halved", "Forward");
        assert!(
            Plan::parse(&other, "".as_ref(), &board)
                .unwrap_err()
                .to_string()
                .contains("digest")
        );
    }
}
