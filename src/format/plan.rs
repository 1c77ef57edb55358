//! How the exhaustion in a scratch folder plays: decided before it begins, and the same when it is resumed.

use crate::{SpannedError, from_text, to_text};
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

/// The whole text.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename = "PlanFile", deny_unknown_fields)]
pub struct PlanPart {
    pub version: u32,
    /// In words, for people.
    pub problem: String,
    /// BLAKE3 digest of the problem and its symmetries.
    pub task: String,
    pub strategy: StrategyPart,
    pub kinds: RefutationKinds,
    pub forward: Vec<FunctionPart>,
    pub backward: Vec<FunctionPart>,
    /// BLAKE3 digest of all other fields.
    pub digest: String,
}

/// The directions of play.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename = "ExhaustionStrategy")]
pub enum StrategyPart {
    Forward,
    Backward,
    BothWays,
    Halved,
}

/// The kinds of refutations in use. The digest of a plan names the type.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct RefutationKinds {
    pub pagodas: bool,
    pub parities: bool,
    pub forced_ends: bool,
    pub cases: bool,
}

/// A pagoda function: the weights, and the sets of holes with their losses.
#[derive(Debug, Serialize, Deserialize)]
pub struct FunctionPart(pub Vec<i32>, pub Vec<(u128, u32)>);

impl PlanPart {
    /// What a text says.
    ///
    /// # Errors
    ///
    /// The first mistake in the text, and its place.
    pub fn read(text: &str) -> Result<PlanPart, SpannedError> {
        from_text(text)
    }

    /// The text.
    pub fn text(&self) -> String {
        to_text(self, PrettyConfig::new().compact_arrays(true))
    }

    /// All other fields than the digest, as the digest takes them.
    pub fn content(&self) -> String {
        let PlanPart { version, problem, task, strategy, kinds, forward, backward, digest: _ } = self;
        format!("{version} {problem} {task} {strategy:?} {kinds:?} {forward:?} {backward:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let kinds = RefutationKinds { pagodas: true, parities: true, forced_ends: false, cases: true };
        let function = |set| FunctionPart(vec![1, -2, 0], vec![(set, 3)]);
        let plan = PlanPart {
            version: 1,
            problem: "a problem".to_owned(),
            task: "a digest".to_owned(),
            strategy: StrategyPart::BothWays,
            kinds,
            forward: vec![function(5), function(u128::MAX)],
            backward: Vec::new(),
            digest: "a digest".to_owned(),
        };
        assert_eq!(PlanPart::read(&plan.text()).unwrap().content(), plan.content());
    }
}
