//! What was decided before an exhaustion began, and must be the same when it is resumed.

use super::{ExhaustionError, ExhaustionOptions, ExhaustionStrategy};
use crate::board::Board;
use crate::levels::{LevelError, TaskName, replace};
use crate::refutation::{PagodaError, PagodaFunction, ParitySet, RefutationKinds};
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;
use std::path::Path;

/// The directions of play and the functions that prune. A scratch folder keeps them beside the levels, in the
/// file `exhaustion.ron`, which is written once.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) strategy: ExhaustionStrategy,
    pub(super) kinds: RefutationKinds,
    pub(super) forward: Vec<PagodaFunction>,
    pub(super) backward: Vec<PagodaFunction>,
}

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    version: u32,
    /// In words, for people.
    problem: String,
    /// BLAKE3 digest of the problem and its symmetries.
    task: String,
    strategy: ExhaustionStrategy,
    kinds: RefutationKinds,
    forward: Vec<FunctionPart>,
    backward: Vec<FunctionPart>,
    /// BLAKE3 digest of all other fields.
    digest: String,
}

/// A pagoda function: the weights, and the sets of holes with their losses.
#[derive(Debug, Serialize, Deserialize)]
struct FunctionPart(Vec<i32>, Vec<(u128, u32)>);

const VERSION: u32 = 4;
const FILE: &str = "exhaustion.ron";

impl Plan {
    pub(super) fn new(strategy: ExhaustionStrategy, options: &ExhaustionOptions) -> Plan {
        Plan {
            strategy,
            kinds: options.kinds,
            forward: options.functions.clone(),
            backward: options.backward_functions.clone(),
        }
    }

    /// The plan of a folder, if there is one.
    pub(super) fn load(
        folder: &Path,
        problem: &TaskName,
        board: &Board,
    ) -> Result<Option<Plan>, ExhaustionError> {
        let Some(text) = text_in(folder)? else { return Ok(None) };
        let (plan, of_problem) = Plan::parse(&text, folder, board)?;
        if of_problem.digest != problem.digest {
            return Err(LevelError::OtherTask { folder: folder.to_owned(), found: of_problem.words }.into());
        }
        Ok(Some(plan))
    }

    /// The plan in a text, and the name of its problem. The folder is for the error.
    pub(super) fn parse(text: &str, folder: &Path, board: &Board) -> Result<(Plan, TaskName), LevelError> {
        let path = folder.join(FILE);
        let damaged = |what: String| LevelError::Damaged { path: path.clone(), what };
        let file: PlanFile = ron::from_str(text).map_err(|error| damaged(error.to_string()))?;
        if file.version != VERSION {
            return Err(damaged(format!("it is of version {}, not {VERSION}", file.version)));
        }
        if file.digest != file.content_digest() {
            return Err(damaged("its digest is wrong".to_owned()));
        }
        let functions = |parts: Vec<FunctionPart>| {
            let functions = parts.into_iter().map(|part| part.function(board));
            functions.collect::<Result<Vec<_>, _>>().map_err(|error| damaged(error.to_string()))
        };
        let digest = blake3::Hash::from_hex(&file.task).map_err(|error| damaged(error.to_string()))?;
        let plan = Plan {
            strategy: file.strategy,
            kinds: file.kinds,
            forward: functions(file.forward)?,
            backward: functions(file.backward)?,
        };
        Ok((plan, TaskName { words: file.problem, digest }))
    }

    pub(super) fn save(&self, folder: &Path, problem: &TaskName) -> Result<(), LevelError> {
        replace(&folder.join(FILE), self.text(problem).as_bytes())
    }

    pub(super) fn text(&self, problem: &TaskName) -> String {
        ron::ser::to_string_pretty(&self.file(problem), ron::ser::PrettyConfig::new().compact_arrays(true))
            .expect("a plan is plain data")
    }

    /// Names the levels that this plan makes.
    pub(super) fn task(&self, problem: &TaskName) -> TaskName {
        let content = self.file(problem).content_digest();
        TaskName { words: problem.words.clone(), digest: blake3::hash(content.as_bytes()) }
    }

    fn file(&self, problem: &TaskName) -> PlanFile {
        let parts = |functions: &[PagodaFunction]| functions.iter().map(FunctionPart::new).collect();
        let mut file = PlanFile {
            version: VERSION,
            problem: problem.words.clone(),
            task: problem.digest.to_hex().to_string(),
            strategy: self.strategy,
            kinds: self.kinds,
            forward: parts(&self.forward),
            backward: parts(&self.backward),
            digest: String::new(),
        };
        file.digest = file.content_digest();
        file
    }
}

impl PlanFile {
    fn content_digest(&self) -> String {
        let PlanFile { version, problem, task, strategy, kinds, forward, backward, digest: _ } = self;
        let content = format!("{version} {problem} {task} {strategy:?} {kinds:?} {forward:?} {backward:?}");
        blake3::hash(content.as_bytes()).to_hex().to_string()
    }
}

impl FunctionPart {
    fn new(function: &PagodaFunction) -> FunctionPart {
        let sets = function.parities().iter().map(|set| (set.code(), set.loss()));
        FunctionPart(function.weights().to_vec(), sets.collect())
    }

    fn function(self, board: &Board) -> Result<PagodaFunction, PagodaError> {
        let sets = self.1.into_iter().map(|(holes, loss)| ParitySet::of_code(holes, loss));
        PagodaFunction::with_parities(board, self.0, sets.collect())
    }
}

/// The text of the plan of a folder, if there is one.
pub(super) fn text_in(folder: &Path) -> Result<Option<String>, LevelError> {
    let path = folder.join(FILE);
    match std::fs::read(&path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(LevelError::Scratch { path, error }),
    }
}
