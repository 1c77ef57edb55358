//! An answer as JSON.

use super::any_vacancy::{Tried, answer_word};
use super::certify::Written;
use pegboard::{Answer, Hole, Proof, Solution, Stats, Verdict};
use serde::Serialize;

/// The answer as `--json` prints it.
#[derive(Serialize)]
pub struct AnswerReport<'a> {
    board: &'a str,
    vacate: Option<&'a str>,
    finish: Option<&'a str>,
    answer: &'static str,
    moves: Option<Vec<String>>,
    /// With `--inverse`: the same line backwards, in the notation of the inverse game.
    inverse_moves: Option<Vec<String>>,
    jumps: Option<usize>,
    pegs_left: Option<usize>,
    proof: Option<&'static str>,
    /// The weights of the pagoda functions, hole by hole, where they are the proof.
    pagodas: Option<Vec<&'a [i32]>>,
    /// The certificate that was written.
    certificate: Option<String>,
    /// The holes that have pegs at the start.
    start: Vec<&'a str>,
    /// The limit that stopped an undecided search, and what was tried before.
    limit: Option<String>,
    tried: Option<&'a [String]>,
    /// With `--vacate any`: the vacancies in the order in which they were tried.
    vacancies_tried: Option<&'a [Tried]>,
    stats: &'a Stats,
}

impl AnswerReport<'_> {
    pub fn new<'a>(
        answer: &'a Answer,
        written: &Written<'_>,
        tried: &'a [Tried],
        inverse: bool,
    ) -> AnswerReport<'a> {
        let problem = answer.problem();
        let board = problem.board();
        let label = |hole: Hole| board.label(hole);
        let solution = answer.solution();
        let undecided = match answer.verdict() {
            Verdict::Undecided(undecided) => Some(undecided),
            _ => None,
        };
        AnswerReport {
            board: board.name(),
            vacate: problem.vacancy().map(label),
            finish: problem.finish().map(label),
            answer: answer_word(answer.verdict()),
            moves: solution.map(Solution::notation),
            inverse_moves: solution
                .filter(|_| inverse)
                .map(|line| line.inverse().notation()),
            jumps: solution.map(|solution| solution.jumps().len()),
            pegs_left: solution.map(|solution| solution.finish().peg_count()),
            proof: proof_word(answer.verdict()),
            pagodas: pagodas(answer.verdict()),
            certificate: match written {
                Written::File(path) => Some(path.display().to_string()),
                Written::Nothing | Written::Undecided => None,
            },
            start: problem.start().pegs().map(label).collect(),
            limit: undecided.map(|undecided| undecided.limit.to_string()),
            tried: undecided.map(|undecided| undecided.tried.as_slice()),
            vacancies_tried: (tried.len() > 1).then_some(tried),
            stats: answer.stats(),
        }
    }
}

/// That one peg is left needs no other proof than the line that leaves it.
fn proof_word(verdict: &Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Solvable(_) | Verdict::Fewest(_, Proof::LastPeg) => Some("solution"),
        Verdict::Fewest(_, proof) | Verdict::Unsolvable(proof) => Some(proof.kind()),
        Verdict::Undecided(_) => None,
    }
}

fn pagodas(verdict: &Verdict) -> Option<Vec<&[i32]>> {
    match verdict {
        Verdict::Fewest(_, Proof::Pagoda(functions))
        | Verdict::Unsolvable(Proof::Pagoda(functions)) => Some(
            functions
                .iter()
                .map(|function| function.weights())
                .collect(),
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pegboard::{Board, LimitReached, PruningFunctions, Undecided};

    fn best_on_triangle3() -> Solution {
        let board = Board::library("triangle3").unwrap();
        Solution::parse(&board.vacate(board.hole("a1").unwrap()), "a3-a1").unwrap()
    }

    #[test]
    fn each_verdict_has_its_words() {
        let best = best_on_triangle3();
        let exhausted = || Proof::Exhaustion {
            positions: 7,
            functions: PruningFunctions::default(),
        };
        let words = |verdict: &Verdict| (answer_word(verdict), proof_word(verdict));
        assert_eq!(
            words(&Verdict::Solvable(best.clone())),
            ("solvable", Some("solution"))
        );
        let fewest = Verdict::Fewest(best.clone(), exhausted());
        assert_eq!(words(&fewest), ("solvable", Some("exhaustion")));
        let last_peg = Verdict::Fewest(best, Proof::LastPeg);
        assert_eq!(words(&last_peg), ("solvable", Some("solution")));
        assert_eq!(
            words(&Verdict::Unsolvable(Proof::Class)),
            ("unsolvable", Some("class"))
        );
        let undecided = Verdict::Undecided(Undecided {
            limit: LimitReached::Time,
            tried: Vec::new(),
            best: None,
            functions: PruningFunctions::default(),
        });
        assert_eq!(words(&undecided), ("undecided", None));
    }
}
