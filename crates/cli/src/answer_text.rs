//! Text of answers.

use super::output::{BAD, GOOD, HEADING, UNSURE, counted, indented, styled};
use super::signals::SIGNALS;
use pegboard::control::size_text;
use pegboard::{
    Answer, Goal, Hole, LimitReached, Line, Pattern, Position, Problem, Proof, Stats, Undecided,
    Verdict,
};

/// Returns the answer as a sentence, with the name of the problem if it has one.
pub fn sentence(answer: &Answer, name: Option<&str>) -> String {
    let problem = named_question(answer.problem(), name);
    let verdict = match answer.verdict() {
        Verdict::Solvable(solution) => format!("{} {}", styled(GOOD, "solved"), in_moves(solution)),
        Verdict::Fewest(solution, proof) => fewest(solution, proof),
        Verdict::Unsolvable(proof) => {
            format!(
                "{}: {}",
                styled(BAD, "unsolvable"),
                reason(answer.problem(), proof)
            )
        }
        Verdict::Undecided(undecided) => {
            format!("{}: {}", styled(UNSURE, "undecided"), reached(undecided))
        }
    };
    format!("{problem}: {verdict}{}", advice(answer))
}

/// Maximum number of vacancies to name in a sentence.
const FEW: usize = 3;

/// Returns the question, with the name of the problem after the board.
fn named_question(problem: &Problem, name: Option<&str>) -> String {
    let board = styled(HEADING, problem.board().name());
    let name = name.map_or_else(String::new, |name| format!(", {name}"));
    format!("{board}{name}, {}", start_and_goal(problem))
}

/// Returns the reason a problem is unsolvable: an obvious one if possible, otherwise the proof.
pub fn reason(problem: &Problem, proof: &Proof) -> String {
    let parts = parts_with_pegs(problem);
    if problem.board().jumps().is_empty() {
        "no jump is possible on this board".to_owned()
    } else if parts > 1 && wants_one_peg(problem) {
        format!("a peg stays in each of the {parts} parts of the board that no jump connects")
    } else if let Proof::Exhaustion { positions, .. } = proof {
        "exhaustive search found no solution".to_owned() + &counted_dead(*positions)
    } else {
        proof.to_string()
    }
}

/// Returns the number of dead positions in brackets; nothing if they were not counted.
fn counted_dead(positions: u64) -> String {
    match positions {
        0 => String::new(),
        _ => format!(" ({})", counted(positions, "dead position")),
    }
}

/// Returns the number of connected components with pegs at the start.
fn parts_with_pegs(problem: &Problem) -> usize {
    let has_peg = |part: &Vec<Hole>| part.iter().any(|hole| problem.start().has_peg(*hole));
    problem
        .board()
        .connected_parts()
        .iter()
        .filter(|part| has_peg(part))
        .count()
}

fn wants_one_peg(problem: &Problem) -> bool {
    match problem.goal() {
        Goal::OnePeg | Goal::PegIn(_) => true,
        Goal::Position(finish) => finish.peg_count() == 1,
        Goal::FewestPegs | Goal::Patterns(_) => false,
    }
}

/// States that a problem is unsolvable from every vacancy.
pub fn no_vacancy_works(answer: &Answer) -> String {
    let board = styled(HEADING, answer.problem().board().name());
    format!(
        "{board}: {}: no vacancy works{FEWEST}",
        styled(BAD, "unsolvable")
    )
}

const FEWEST: &str = ". Try `--fewest` for the fewest pegs that can be left.";

/// Describes the board, the start and the goal.
pub fn question(problem: &Problem) -> String {
    named_question(problem, None)
}

/// Describes start and goal: `vacate d4, finish d4`.
pub fn start_and_goal(problem: &Problem) -> String {
    format!("{}, {}", start(problem.start()), goal(problem))
}

/// Describes the board and the start.
pub fn board_and_start(position: &Position) -> String {
    format!(
        "{}, {}",
        styled(HEADING, position.board().name()),
        start(position)
    )
}

/// Joins words: `c1, d1 and e1`.
fn listed(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}

/// Describes the start: `vacate d4`.
fn start(position: &Position) -> String {
    let board = position.board();
    let vacancies: Vec<&str> = position.vacancies().map(|hole| board.label(hole)).collect();
    match vacancies.as_slice() {
        [] => "from the full board".to_owned(),
        few @ [_, ..] if few.len() <= FEW => format!("vacate {}", listed(few)),
        _ => format!("from {}", counted(position.peg_count(), "peg")),
    }
}

/// Describes the goal: `finish d4`.
pub fn goal(problem: &Problem) -> String {
    let board = problem.board();
    match problem.goal() {
        Goal::Position(finish) => match problem.finish() {
            Some(hole) => format!("finish {}", board.label(hole)),
            None if *finish == problem.start().complement() => {
                "finish with the complement".to_owned()
            }
            None => format!(
                "finish in a given position with {}",
                counted(finish.peg_count(), "peg")
            ),
        },
        Goal::PegIn(holes) => {
            let labels: Vec<&str> = holes.iter().map(|hole| board.label(*hole)).collect();
            format!("finish {}", labels.join(" or "))
        }
        Goal::OnePeg => "one peg anywhere".to_owned(),
        Goal::FewestPegs => "fewest pegs".to_owned(),
        Goal::Patterns(patterns) => any_pattern(patterns),
    }
}

/// Describes alternative patterns.
pub fn any_pattern(patterns: &[Pattern]) -> String {
    let each = patterns.iter().map(pattern_words);
    each.collect::<Vec<_>>().join(", or ")
}

/// Describes a pattern: `pegs in e1 and f1, none in d4`.
fn pattern_words(pattern: &Pattern) -> String {
    let words = |holes: Vec<Hole>| {
        let labels = holes.iter().map(|hole| pattern.board().label(*hole));
        listed(&labels.collect::<Vec<_>>())
    };
    let (pegs, empty) = (words(pattern.pegs()), words(pattern.empty()));
    let noun = |holes: Vec<Hole>| if holes.len() == 1 { "a peg" } else { "pegs" };
    match (pegs.is_empty(), empty.is_empty()) {
        (false, true) => format!("finish with {} in {pegs}", noun(pattern.pegs())),
        (true, _) => format!("finish with no peg in {empty}"),
        (false, false) => {
            format!(
                "finish with {} in {pegs} and none in {empty}",
                noun(pattern.pegs())
            )
        }
    }
}

fn in_moves(solution: &Line) -> String {
    let pegs: Vec<Hole> = solution.finish().pegs().collect();
    let end = match pegs.as_slice() {
        [last] => format!(", the last peg in {}", solution.board().label(*last)),
        _ => String::new(),
    };
    let (moves, jumps) = (solution.moves().len(), solution.jumps().len());
    format!(
        "in {} ({}){end}.",
        counted(moves, "move"),
        counted(jumps, "jump")
    )
}

/// Introduces the moves of the inverse game.
pub fn inverse_sentence(solution: &Line) -> String {
    let line = solution.inverse();
    let pegs = |position: &Position| counted(position.peg_count(), "peg");
    let moves = counted(line.moves().len(), "move");
    format!(
        "The inverse game, from {} to {}, in {moves}:",
        pegs(line.start()),
        pegs(line.finish())
    )
}

fn fewest(solution: &Line, proof: &Proof) -> String {
    let pegs = solution.finish().peg_count();
    let verb = if pegs == 1 { "is" } else { "are" };
    let left = styled(GOOD, format!("{} {verb} left", counted(pegs, "peg")));
    let why = match proof {
        Proof::Exhaustion { positions, .. } => {
            "exhaustive search found none".to_owned() + &counted_dead(*positions)
        }
        Proof::LastPeg => return format!("{left} {}", in_moves(solution)),
        proof => proof.to_string(),
    };
    format!("{left} {} No game leaves fewer: {why}.", in_moves(solution))
}

/// Describes the limit that was reached and the best line found.
fn reached(undecided: &Undecided) -> String {
    let best = undecided.best.as_ref().map(|best| {
        format!(
            " The best game found leaves {}.",
            counted(best.finish().peg_count(), "peg")
        )
    });
    let longer = match undecided.limit {
        LimitReached::Time => " A longer `--time` may settle it.",
        LimitReached::Memory => {
            " More memory may settle it: raise `--memory`, or give the process more."
        }
        _ => "",
    };
    format!(
        "stopped by {}.{longer}{}",
        limit_name(undecided.limit),
        best.unwrap_or_default()
    )
}

/// Lists the methods that an undecided search tried, one per line.
pub fn tried_methods(answer: &Answer) -> Option<String> {
    let Verdict::Undecided(Undecided { tried, .. }) = answer.verdict() else {
        return None;
    };
    (!tried.is_empty()).then(|| {
        format!(
            "{}\n{}",
            styled(HEADING, "tried"),
            indented(&tried.join("\n"), 2)
        )
    })
}

/// Names the limit that stopped a command.
pub fn limit_name(limit: LimitReached) -> String {
    match limit {
        LimitReached::Cancelled => SIGNALS.name().to_owned(),
        limit => limit.to_string(),
    }
}

/// Suggests the next step.
fn advice(answer: &Answer) -> &'static str {
    match (answer.verdict(), answer.problem().goal()) {
        (Verdict::Unsolvable(_), Goal::OnePeg) => FEWEST,
        (Verdict::Unsolvable(_), _) if parts_with_pegs(answer.problem()) > 1 => FEWEST,
        (Verdict::Unsolvable(_), _) => ".",
        _ => "",
    }
}

/// Lists the statistics of the search, one per line.
pub fn stats_text(stats: &Stats) -> String {
    let rows = [
        ("nodes", stats.nodes.to_string()),
        ("dead positions", stats.dead_positions.to_string()),
        ("pagoda prunes", stats.pagoda_prunes.to_string()),
        ("table hits", stats.table_hits.to_string()),
        ("restarts", stats.restarts.to_string()),
        ("beam nodes", stats.beam_nodes.to_string()),
        ("linear programs", stats.linear_programs.to_string()),
        ("pagoda functions", stats.pagoda_functions.to_string()),
        ("table", size_text(stats.table_bytes)),
        ("seconds", format!("{:.6}", stats.elapsed.as_secs_f64())),
    ];
    let lines: Vec<String> = rows
        .iter()
        .map(|(name, value)| format!("{name:<18}{value:>14}"))
        .collect();
    format!(
        "{}\n{}",
        styled(HEADING, "search"),
        indented(&lines.join("\n"), 2)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use pegboard::{Board, PruningFunctions};

    fn undecided(best: Option<Line>) -> Undecided {
        let tried = vec!["beam search".to_owned(), "depth-first search".to_owned()];
        Undecided {
            limit: LimitReached::Time,
            tried,
            best,
            functions: PruningFunctions::default(),
        }
    }

    fn best_on_triangle3() -> Line {
        let board = Board::library("triangle3").unwrap();
        Line::parse(&board.vacate(board.hole("a1").unwrap()), "a3-a1").unwrap()
    }

    #[test]
    fn an_undecided_search_gives_advice_and_its_best_game() {
        let longer = "stopped by the time limit. A longer `--time` may settle it.";
        assert_eq!(reached(&undecided(None)), longer);
        assert_eq!(
            reached(&undecided(Some(best_on_triangle3()))),
            format!("{longer} The best game found leaves 4 pegs.")
        );
    }

    #[test]
    fn the_fewest_pegs_are_stated_with_their_proof() {
        let sentence = fewest(
            &best_on_triangle3(),
            &Proof::Exhaustion {
                positions: 7,
                functions: PruningFunctions::default(),
                record: None,
            },
        );
        let plain = anstream::adapter::strip_str(&sentence).to_string();
        assert_eq!(
            plain,
            "4 pegs are left in 1 move (1 jump). No game leaves fewer: exhaustive search found none (7 dead positions)."
        );
    }
}
