use super::SolverOptions;
use super::fewest::fewest_pegs;
use super::outcome::Outcome;
use super::reach::Reach;
use crate::control::{Control, LimitReached};
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::problem::answer::{Answer, Solution, Undecided, Verdict};
use web_time::Instant;

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
        let start = self.problem.start();
        let mut reach = Reach::new(engine, self.options, self.control, start);
        let verdict = match self.problem.finishes() {
            Some(finishes) => match reach.any_of(&finishes) {
                Outcome::Found(jumps) => Verdict::Solvable(Solution::found(start, jumps)),
                Outcome::Refuted(proof) => Verdict::Unsolvable(proof),
                Outcome::Stopped => self.undecided(&mut reach, None),
            },
            None => {
                let fewest = fewest_pegs(&mut reach);
                let line = Solution::found(start, fewest.jumps);
                match fewest.proof {
                    Some(proof) => Verdict::Fewest(line, proof),
                    None => self.undecided(&mut reach, Some(line)),
                }
            }
        };
        let mut stats = reach.stats;
        stats.elapsed = began.elapsed();
        Answer {
            problem: self.problem.clone(),
            verdict,
            stats,
        }
    }
}

impl Solve<'_> {
    fn undecided<B>(&self, reach: &mut Reach<'_, B>, best: Option<Solution>) -> Verdict {
        let limit = self
            .control
            .limit_reached()
            .unwrap_or(LimitReached::Cancelled);
        let (tried, functions) = (
            std::mem::take(&mut reach.tried),
            std::mem::take(&mut reach.functions),
        );
        Verdict::Undecided(Undecided {
            limit,
            tried,
            best,
            functions,
        })
    }
}
