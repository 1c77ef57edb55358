use super::SolverOptions;
use super::fewest::fewest_pegs;
use super::outcome::SearchOutcome;
use super::reach::Reach;
use crate::control::{Control, LimitReached};
use crate::engine::{Bits, Engine};
use crate::problem::Problem;
use crate::problem::answer::{Answer, Line, Solution, Undecided, Verdict};
use web_time::Instant;

pub(super) fn solve<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    options: &SolverOptions,
    control: &Control<'_>,
) -> Answer {
    let began = Instant::now();
    let start = problem.start();
    let mut reach = Reach::new(engine, options, control, problem);
    let outcome = match problem.patterns() {
        Some(patterns) => Some(reach.any_matching(patterns)),
        None => problem.finishes().map(|finishes| reach.any_of(&finishes)),
    };
    let verdict = match outcome {
        Some(SearchOutcome::Found(jumps)) => {
            Verdict::Solvable(Solution::found(Line::found(start, jumps)))
        }
        Some(SearchOutcome::Refuted(proof)) => Verdict::Unsolvable(proof),
        Some(SearchOutcome::Stopped) => undecided(&mut reach, control, None),
        None => {
            let fewest = fewest_pegs(&mut reach);
            let line = Line::found(start, fewest.jumps);
            match fewest.proof {
                Some(proof) => Verdict::Fewest(Solution::found(line), proof),
                None => undecided(&mut reach, control, Some(line)),
            }
        }
    };
    let mut stats = reach.stats;
    stats.elapsed = began.elapsed();
    Answer {
        problem: problem.clone(),
        verdict,
        stats,
    }
}

fn undecided<B>(reach: &mut Reach<'_, B>, control: &Control<'_>, best: Option<Line>) -> Verdict {
    Verdict::Undecided(Undecided {
        limit: control.limit_reached().unwrap_or(LimitReached::Cancelled),
        tried: std::mem::take(&mut reach.tried),
        best,
        functions: std::mem::take(&mut reach.functions),
    })
}
