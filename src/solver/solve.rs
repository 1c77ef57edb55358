use super::SolverOptions;
use super::fewest::fewest_pegs;
use super::reach::Reach;
use super::reached::Reached;
use crate::answer::{Answer, Proof, PruningFunctions, Solution, Stats, Undecided, Verdict};
use crate::board::{Jump, Position};
use crate::control::{Control, LimitReached};
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::Problem;
use std::time::Instant;

/// The work of solving one problem, for an engine of any width.
pub(super) struct Solve<'a> {
    pub(super) problem: &'a Problem,
    pub(super) options: &'a SolverOptions,
    pub(super) control: &'a Control<'a>,
}

impl EngineTask for Solve<'_> {
    type Output = Answer;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Answer {
        let began = Instant::now();
        let (mut stats, mut tried) = (Stats::default(), Vec::new());
        let mut functions = PruningFunctions::default();
        let mut reach = Reach {
            engine,
            options: self.options,
            control: self.control,
            start: self.problem.start(),
            stats: &mut stats,
            functions: &mut functions,
            tried: &mut tried,
        };
        let found = match self.problem.finishes() {
            Some(finishes) => Found::of(reach.any_of(&finishes)),
            None => {
                let fewest = fewest_pegs(&mut reach);
                Found { jumps: Some(fewest.jumps), proof: fewest.proof }
            }
        };
        let verdict = self.verdict(found, tried, functions);
        stats.elapsed = began.elapsed();
        Answer { problem: self.problem.clone(), verdict, stats }
    }
}

/// A line, a proof, both (for fewest pegs), or neither.
struct Found {
    jumps: Option<Vec<Jump>>,
    proof: Option<Proof>,
}

impl Found {
    fn of(reached: Reached) -> Found {
        match reached {
            Reached::By(jumps) => Found { jumps: Some(jumps), proof: None },
            Reached::Never(proof) => Found { jumps: None, proof: Some(proof) },
            Reached::Stopped => Found { jumps: None, proof: None },
        }
    }
}

impl Solve<'_> {
    fn verdict(&self, found: Found, tried: Vec<String>, functions: PruningFunctions) -> Verdict {
        let line = found.jumps.map(|jumps| replayed(self.problem.start(), jumps));
        let wants_fewest = self.problem.finishes().is_none();
        match (line, found.proof) {
            (Some(line), Some(proof)) => Verdict::Fewest(line, proof),
            (Some(line), None) if !wants_fewest => Verdict::Solvable(line),
            (None, Some(proof)) => Verdict::Unsolvable(proof),
            (best, None) => {
                let limit = self.control.limit_reached().unwrap_or(LimitReached::Cancelled);
                Verdict::Undecided(Undecided { limit, tried, best, functions })
            }
        }
    }
}

fn replayed(start: &Position, jumps: Vec<Jump>) -> Solution {
    Solution::new(start.clone(), jumps).expect("a search plays only jumps that are possible")
}
