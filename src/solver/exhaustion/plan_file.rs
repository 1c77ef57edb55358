//! File with the plan of the exhaustion in a scratch folder, which stays the same when the exhaustion is resumed.

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
    pub strategy: StrategyPart,
    pub kinds: KindsPart,
    pub forward: Vec<FunctionPart>,
    pub backward: Vec<FunctionPart>,
    /// BLAKE3 digest of all other fields.
    pub digest: String,
}

/// Directions of play.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename = "ExhaustionStrategy")]
pub enum StrategyPart {
    Forward,
    Backward,
    BothWays,
    Halved,
}

/// Kinds of refutations in use.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename = "RefutationKinds")]
pub struct KindsPart {
    pub pagodas: bool,
    pub parities: bool,
    pub forced_ends: bool,
    pub cases: bool,
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

impl StrategyPart {
    /// Returns the name in files and digests.
    pub fn name(self) -> &'static str {
        match self {
            StrategyPart::Forward => "Forward",
            StrategyPart::Backward => "Backward",
            StrategyPart::BothWays => "BothWays",
            StrategyPart::Halved => "Halved",
        }
    }
}

impl KindsPart {
    /// Formats the kinds for digests.
    pub fn words(self) -> String {
        let KindsPart {
            pagodas,
            parities,
            forced_ends,
            cases,
        } = self;
        format!(
            "RefutationKinds {{ pagodas: {pagodas}, parities: {parities}, forced_ends: {forced_ends}, cases: {cases} }}"
        )
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
        let kinds = KindsPart {
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
            strategy: StrategyPart::BothWays,
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
