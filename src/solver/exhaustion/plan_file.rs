//! File with the plan of the exhaustion in a scratch folder, which stays the same when the exhaustion is resumed.

use super::options::ExhaustionStrategy;
use crate::refutation::RefutationKinds;
use ron::error::SpannedError;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

/// Contents of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanFile {
    pub version: u32,
    /// Description of the problem for people.
    pub problem: String,
    /// BLAKE3 digest of the problem and its symmetries.
    pub task: String,
    pub strategy: ExhaustionStrategy,
    pub kinds: RefutationKinds,
    pub forward: Vec<FunctionPart>,
    pub backward: Vec<FunctionPart>,
    /// BLAKE3 digest of all other fields.
    pub digest: String,
}

/// Pagoda function: its weights, and its sets of holes with their losses.
#[derive(Debug, Serialize, Deserialize)]
pub struct FunctionPart(pub Vec<i32>, pub Vec<(u128, u32)>);

impl PlanFile {
    /// Parses the text of a file.
    ///
    /// # Errors
    ///
    /// [`SpannedError`] with the first mistake in the text and its place.
    pub fn read(text: &str) -> Result<PlanFile, SpannedError> {
        ron::from_str(text)
    }

    /// Returns the text of the file.
    pub fn text(&self) -> String {
        ron::ser::to_string_pretty(self, PrettyConfig::new().compact_arrays(true))
            .expect("a plan is plain data")
    }

    /// Returns the input of the digest: all fields except the digest itself.
    pub fn content(&self) -> String {
        let PlanFile {
            version,
            problem,
            task,
            strategy,
            kinds,
            forward,
            backward,
            digest: _,
        } = self;
        let (strategy, kinds) = (strategy.name(), kinds.words());
        let functions = |parts: &[FunctionPart]| listed(parts.iter().map(FunctionPart::words));
        let (forward, backward) = (functions(forward), functions(backward));
        format!("{version} {problem} {task} {strategy} {kinds} {forward} {backward}")
    }
}

impl FunctionPart {
    /// Formats the weights, and the sets with their losses, for digests.
    pub fn lists(&self) -> [String; 2] {
        let FunctionPart(weights, sets) = self;
        let sets = sets
            .iter()
            .map(|(holes, loss)| format!("({holes}, {loss})"));
        [format!("{weights:?}"), listed(sets)]
    }

    fn words(&self) -> String {
        format!("FunctionPart({})", self.lists().join(", "))
    }
}

fn listed(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> PlanFile {
        let kinds = RefutationKinds {
            pagodas: true,
            parities: false,
            forced_ends: true,
            cases: false,
        };
        let forward = vec![
            FunctionPart(vec![1, 0, -1], vec![(1 << 100, 2), (6, 1)]),
            FunctionPart(vec![0, 2, 0], vec![]),
        ];
        PlanFile {
            version: 6,
            problem: "exhaustion".to_owned(),
            task: "57a7".to_owned(),
            strategy: ExhaustionStrategy::BothWays,
            kinds,
            forward,
            backward: vec![],
            digest: "7094".to_owned(),
        }
    }

    /// Plans that somebody has kept have digests of such texts.
    #[test]
    fn the_content_of_a_plan_stays_what_it_was() {
        assert_eq!(
            plan().content(),
            "6 exhaustion 57a7 BothWays \
             RefutationKinds { pagodas: true, parities: false, forced_ends: true, cases: false } \
             [FunctionPart([1, 0, -1], [(1267650600228229401496703205376, 2), (6, 1)]), \
             FunctionPart([0, 2, 0], [])] []"
        );
    }

    #[test]
    fn what_is_written_is_read() {
        let plan = plan();
        assert_eq!(
            PlanFile::read(&plan.text()).unwrap().content(),
            plan.content()
        );
    }
}
