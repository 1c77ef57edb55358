use super::outcome::Outcome;
use super::output::{
    self, BAD, Format, GOOD, HEADING, UNSURE, counted, indented, line_width, painted, styled, wrapped,
};
use super::problem_args::ProblemArgs;
use super::search_args::SearchArgs;
use super::watch::Watch;
use clap::Args;
use pegboard::drawing::{Glyphs, TextPicture, TextStrip};
use pegboard::{Answer, Board, Goal, Hole, Problem, Proof, Solution, Solver, Stats, Undecided, Verdict};
use serde::Serialize;

#[derive(Args)]
#[command(after_help = super::outcome::EXIT_CODES)]
pub struct SolveArgs {
    /// A board of the library (see `pegboard boards`) or the path of a board file
    board: String,
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Print what the search did
    #[arg(long, help_heading = "Output")]
    stats: bool,
    /// Print the positions side by side, and the weights of pagoda functions that refute a problem
    #[arg(long, help_heading = "Output")]
    pictures: bool,
    /// Draw pictures with `*` and `o` instead of round pegs and holes
    #[arg(long, help_heading = "Output")]
    ascii: bool,
}

pub fn run(args: &SolveArgs, format: Format) -> anyhow::Result<Outcome> {
    let board = Board::find(&args.board)?;
    let problem = args.problem.problem(&board)?;
    let answer = search(&problem, &args.search)?;
    match format {
        Format::Text => output::print_text(&args.text(&answer))?,
        Format::Json => output::print_json(&AnswerReport::new(&answer))?,
    }
    Ok(outcome(answer.verdict()))
}

/// Solves a problem while the user watches.
pub fn search(problem: &Problem, args: &SearchArgs) -> anyhow::Result<Answer> {
    let watch = Watch::new();
    let solver = Solver::new(problem.board(), args.solver_options());
    Ok(solver.solve_observed(problem, &|progress| watch.observe(progress))?)
}

/// The exit code that goes with a verdict.
pub fn outcome(verdict: &Verdict) -> Outcome {
    match verdict {
        Verdict::Solvable(_) | Verdict::Fewest(..) => Outcome::Done,
        Verdict::Unsolvable(_) => Outcome::Unsolvable,
        Verdict::Undecided(_) => Outcome::Undecided,
    }
}

impl SolveArgs {
    fn text(&self, answer: &Answer) -> String {
        let mut sections = vec![sentence(answer)];
        sections.extend(answer.solution().map(|solution| self.solution_text(solution)));
        if self.pictures {
            sections.extend(self.pagoda_pictures(answer));
        }
        if self.stats {
            sections.push(stats_text(answer.stats()));
        }
        sections.retain(|section| !section.is_empty());
        sections.join("\n\n")
    }

    fn solution_text(&self, solution: &Solution) -> String {
        let line = solution.to_string();
        let moves = wrapped(line.split_whitespace(), line_width());
        if self.pictures { format!("{moves}\n\n{}", self.strip(solution)) } else { moves }
    }

    fn strip(&self, solution: &Solution) -> String {
        let glyphs = if self.ascii { Glyphs::ASCII } else { Glyphs::ROUND };
        painted(&TextStrip::of_solution(solution, &glyphs).wrapped(line_width()))
    }

    fn pagoda_pictures(&self, answer: &Answer) -> Option<String> {
        let (Verdict::Unsolvable(Proof::Pagoda(functions)) | Verdict::Fewest(_, Proof::Pagoda(functions))) =
            answer.verdict()
        else {
            return None;
        };
        let mut strip = TextStrip::new();
        for (index, function) in functions.iter().enumerate() {
            let weight = |hole: Hole| function.weights()[hole.index()].to_string();
            let picture = TextPicture::new(answer.problem().board(), weight);
            strip.push(format!("pagoda function {}", index + 1), picture);
        }
        Some(strip.wrapped(line_width()))
    }
}

/// The answer in a sentence.
fn sentence(answer: &Answer) -> String {
    let problem = question(answer.problem());
    let verdict = match answer.verdict() {
        Verdict::Solvable(solution) => format!("{} {}", styled(GOOD, "solved"), in_moves(solution)),
        Verdict::Fewest(solution, proof) => fewest(solution, proof),
        Verdict::Unsolvable(proof) => format!("{}: {proof}", styled(BAD, "unsolvable")),
        Verdict::Undecided(undecided) => format!("{}: {}", styled(UNSURE, "undecided"), reached(undecided)),
    };
    format!("{problem}: {verdict}{}", advice(answer))
}

/// So many vacancies are named; more would make the sentence long.
const FEW: usize = 3;

/// The board, the start and the goal in words.
fn question(problem: &Problem) -> String {
    let board = problem.board();
    let vacancies: Vec<&str> = problem.start().vacancies().map(|hole| board.label(hole)).collect();
    let start = match vacancies.as_slice() {
        [] => "from the full board".to_owned(),
        few @ [_, ..] if few.len() <= FEW => format!("vacate {}", few.join(" and ")),
        _ => format!("from {}", counted(problem.start().peg_count(), "peg")),
    };
    format!("{}, {start}, {}", styled(HEADING, board.name()), goal(problem))
}

fn goal(problem: &Problem) -> String {
    let board = problem.board();
    match problem.goal() {
        Goal::Position(finish) => match problem.finish() {
            Some(hole) => format!("finish {}", board.label(hole)),
            None if *finish == problem.start().complement() => "finish with the complement".to_owned(),
            None => format!("finish with {} given", counted(finish.peg_count(), "peg")),
        },
        Goal::PegIn(holes) => {
            let labels: Vec<&str> = holes.iter().map(|hole| board.label(*hole)).collect();
            format!("finish {}", labels.join(" or "))
        }
        Goal::OnePeg => "one peg anywhere".to_owned(),
        Goal::FewestPegs => "fewest pegs".to_owned(),
    }
}

fn in_moves(solution: &Solution) -> String {
    let pegs: Vec<Hole> = solution.finish().pegs().collect();
    let end = match pegs.as_slice() {
        [last] => format!(", the last peg in {}", solution.board().label(*last)),
        _ => String::new(),
    };
    let (moves, jumps) = (solution.moves().len(), solution.jumps().len());
    format!("in {} ({}){end}.", counted(moves, "move"), counted(jumps, "jump"))
}

fn fewest(solution: &Solution, proof: &Proof) -> String {
    let pegs = solution.finish().peg_count();
    let verb = if pegs == 1 { "is" } else { "are" };
    let left = styled(GOOD, format!("{} {verb} left", counted(pegs, "peg")));
    format!("{left} {} No line leaves fewer: {proof}.", in_moves(solution))
}

/// Which limit was reached, and what was done before.
fn reached(undecided: &Undecided) -> String {
    let tried = match undecided.tried.as_slice() {
        [] => String::new(),
        tried => format!(" Tried: {}.", tried.join("; ")),
    };
    let best = undecided
        .best
        .as_ref()
        .map(|best| format!(" The best line found leaves {}.", counted(best.finish().peg_count(), "peg")));
    format!("stopped by {}.{tried}{}", undecided.limit, best.unwrap_or_default())
}

/// What the user could ask next.
fn advice(answer: &Answer) -> &'static str {
    match (answer.verdict(), answer.problem().goal()) {
        (Verdict::Unsolvable(_), Goal::OnePeg) => ". Try `--fewest` for the fewest pegs that can be left.",
        (Verdict::Unsolvable(_), _) => ".",
        _ => "",
    }
}

fn stats_text(stats: &Stats) -> String {
    let rows = [
        ("nodes", stats.nodes.to_string()),
        ("dead positions", stats.dead_positions.to_string()),
        ("pagoda prunes", stats.pagoda_prunes.to_string()),
        ("table hits", stats.table_hits.to_string()),
        ("restarts", stats.restarts.to_string()),
        ("beam nodes", stats.beam_nodes.to_string()),
        ("linear programs", stats.linear_programs.to_string()),
        ("pagoda functions", stats.pagoda_functions.to_string()),
        ("table bytes", stats.table_bytes.to_string()),
        ("seconds", format!("{:.6}", stats.elapsed.as_secs_f64())),
    ];
    let lines: Vec<String> = rows.iter().map(|(name, value)| format!("{name:<18}{value:>14}")).collect();
    format!("{}\n{}", styled(HEADING, "search"), indented(&lines.join("\n"), 2))
}

/// The answer as `--json` prints it.
#[derive(Serialize)]
struct AnswerReport<'a> {
    board: &'a str,
    vacate: Option<&'a str>,
    finish: Option<&'a str>,
    answer: &'static str,
    moves: Option<Vec<String>>,
    jumps: Option<usize>,
    pegs_left: Option<usize>,
    proof: Option<&'static str>,
    /// The weights of the pagoda functions, hole by hole, where they are the proof.
    pagodas: Option<Vec<&'a [i32]>>,
    /// The holes that have pegs at the start.
    start: Vec<&'a str>,
    /// The limit that stopped an undecided search, and what was tried before.
    limit: Option<String>,
    tried: Option<&'a [String]>,
    stats: &'a Stats,
}

impl AnswerReport<'_> {
    fn new(answer: &Answer) -> AnswerReport<'_> {
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
            moves: solution.map(notation),
            jumps: solution.map(|solution| solution.jumps().len()),
            pegs_left: solution.map(|solution| solution.finish().peg_count()),
            proof: proof_word(answer.verdict()),
            pagodas: pagodas(answer.verdict()),
            start: problem.start().pegs().map(label).collect(),
            limit: undecided.map(|undecided| undecided.limit.to_string()),
            tried: undecided.map(|undecided| undecided.tried.as_slice()),
            stats: answer.stats(),
        }
    }
}

fn notation(solution: &Solution) -> Vec<String> {
    solution.moves().iter().map(|each| each.notation(solution.board())).collect()
}

fn answer_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Solvable(_) | Verdict::Fewest(..) => "solvable",
        Verdict::Unsolvable(_) => "unsolvable",
        Verdict::Undecided(_) => "undecided",
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
        Verdict::Fewest(_, Proof::Pagoda(functions)) | Verdict::Unsolvable(Proof::Pagoda(functions)) => {
            Some(functions.iter().map(|function| function.weights()).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pegboard::LimitReached;

    fn undecided(best: Option<Solution>) -> Verdict {
        let tried = vec!["beam search".to_owned(), "depth-first search".to_owned()];
        Verdict::Undecided(Undecided { limit: LimitReached::Time, tried, best })
    }

    fn best_on_triangle3() -> Solution {
        let board = Board::library("triangle3").unwrap();
        Solution::parse(&board.vacate(board.hole("a1").unwrap()), "a3-a1").unwrap()
    }

    #[test]
    fn each_verdict_has_its_exit_code_and_its_words() {
        let best = best_on_triangle3();
        let exhausted = || Proof::Exhaustion { positions: 7 };
        let words = |verdict: &Verdict| (outcome(verdict), answer_word(verdict), proof_word(verdict));
        assert_eq!(words(&Verdict::Solvable(best.clone())), (Outcome::Done, "solvable", Some("solution")));
        let fewest = Verdict::Fewest(best.clone(), exhausted());
        assert_eq!(words(&fewest), (Outcome::Done, "solvable", Some("exhaustion")));
        let last_peg = Verdict::Fewest(best, Proof::LastPeg);
        assert_eq!(words(&last_peg), (Outcome::Done, "solvable", Some("solution")));
        assert_eq!(
            words(&Verdict::Unsolvable(Proof::Class)),
            (Outcome::Unsolvable, "unsolvable", Some("class"))
        );
        assert_eq!(words(&undecided(None)), (Outcome::Undecided, "undecided", None));
    }

    #[test]
    fn an_undecided_search_says_what_it_tried_and_its_best() {
        let Verdict::Undecided(without) = undecided(None) else { unreachable!() };
        assert_eq!(reached(&without), "stopped by the time limit. Tried: beam search; depth-first search.");
        let Verdict::Undecided(with) = undecided(Some(best_on_triangle3())) else { unreachable!() };
        assert!(reached(&with).ends_with(" The best line found leaves 4 pegs."));
    }

    #[test]
    fn the_fewest_pegs_are_said_with_their_proof() {
        let sentence = fewest(&best_on_triangle3(), &Proof::Exhaustion { positions: 7 });
        let plain = anstream::adapter::strip_str(&sentence).to_string();
        assert_eq!(
            plain,
            "4 pegs are left in 1 move (1 jump). No line leaves fewer: all was searched (7 dead positions)."
        );
    }
}
