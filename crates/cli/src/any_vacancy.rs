//! `--vacate any`: problems tried in turn.

use super::answer_text::{reason, start_and_goal};
use super::output::{indented, wrapped};
use pegboard::{Answer, Control, Limits, Problem, SolveError, Solver, Verdict};
use serde::Serialize;
use std::time::Instant;

/// Vacancy tried, with its answer.
#[derive(Serialize)]
pub struct Tried {
    pub vacate: String,
    pub answer: &'static str,
    /// Problem and reason, if the problem is unsolvable.
    #[serde(skip)]
    why: Option<String>,
}

/// Solves problems in turn until one is solved, and returns the best answer: solved before undecided before
/// unsolvable, and the first of equals. For fewest pegs, the best answer leaves the fewest.
///
/// The limits apply to all problems together.
pub fn first_solved<'a>(
    solver: &Solver,
    problems: &[Problem],
    limits: Limits,
    control: impl Fn(Limits) -> Control<'a>,
) -> Result<(Answer, Vec<Tried>), SolveError> {
    let begun = Instant::now();
    let mut expanded = 0;
    let mut best: Option<Answer> = None;
    let mut tried = Vec::new();
    for problem in problems {
        let time = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(expanded));
        let answer = solver.solve(
            problem,
            &control(Limits {
                time,
                nodes,
                ..limits.clone()
            }),
        )?;
        expanded += answer.stats().all_nodes();
        tried.push(Tried {
            vacate: problem
                .vacancy()
                .map_or("", |hole| problem.board().label(hole))
                .to_owned(),
            answer: answer.verdict().word(),
            why: why(&answer),
        });
        if best.as_ref().is_none_or(|best| rank(&answer) < rank(best)) {
            best = Some(answer);
        }
        if best.as_ref().is_some_and(|best| rank(best) <= 1) {
            break;
        }
    }
    Ok((
        best.expect("every board has a hole and so at least one problem"),
        tried,
    ))
}

fn why(answer: &Answer) -> Option<String> {
    let Verdict::Unsolvable(proof) = answer.verdict() else {
        return None;
    };
    Some(format!(
        "{}: {}",
        start_and_goal(answer.problem()),
        reason(answer.problem(), proof)
    ))
}

/// Returns `true` if several vacancies were tried and all problems are unsolvable.
pub fn none_works(tried: &[Tried]) -> bool {
    tried.len() > 1 && tried.iter().all(|each| each.why.is_some())
}

/// Ranks an answer; smaller is better: solved with few pegs, undecided, unsolvable.
fn rank(answer: &Answer) -> usize {
    match answer.verdict() {
        Verdict::Solvable(_) => 0,
        Verdict::Fewest(solution, _) => solution.finish().peg_count(),
        Verdict::Undecided(_) => usize::MAX - 1,
        Verdict::Unsolvable(_) => usize::MAX,
    }
}

/// Lists the vacancies tried: `vacancies tried: a1 unsolvable, b2 solvable`, wrapped to `width`; or one line with the
/// reason for each if none works.
pub fn tried_text(tried: &[Tried], width: usize) -> String {
    if none_works(tried) {
        let reasons: Vec<&str> = tried
            .iter()
            .filter_map(|each| each.why.as_deref())
            .collect();
        return format!("vacancies tried:\n{}", indented(&reasons.join("\n"), 2));
    }
    let mut words = vec!["vacancies tried:".to_owned()];
    words.extend(
        tried
            .iter()
            .map(|each| format!("{} {},", each.vacate, each.answer)),
    );
    wrapped(words, width).trim_end_matches(',').to_owned()
}
