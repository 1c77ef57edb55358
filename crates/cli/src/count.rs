use super::board_name::BoardArgs;
use super::count_shortest::{self, heading};
use super::notation_args::NotationArgs;
use super::outcome::Outcome;
use super::output::{self, Format, counted};
use super::problem_args::ProblemArgs;
use super::program::{Call, Run};
use super::sweep_args::SweepArgs;
use super::table::{grouped, of_numbers};
use super::watch::Watch;
use anyhow::bail;
use clap::Args;
use num_bigint::BigUint;
use pegboard::count::{Chance, GameCounts, chance_of_random_play, count_games, count_solutions};
use pegboard::{Goal, Problem};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Args)]
#[command(mut_arg("format", |format| format.requires("all").conflicts_with_all(["solutions_only", "odds"])))]
#[command(mut_args(super::quantity::with_negative_values))]
pub struct CountCommand {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    problem: ProblemArgs,
    /// Count only the solutions, which is much faster
    #[arg(long, help_heading = "Count")]
    solutions_only: bool,
    /// Count the solutions with the fewest moves
    ///
    /// They are counted both as sequences of moves and as sets of moves, the sets up to the symmetries that fix the problem.
    #[arg(long, conflicts_with_all = ["solutions_only", "fewest"], help_heading = "Count")]
    fewest_moves: bool,
    /// List one solution for each set of moves
    #[arg(long, requires = "fewest_moves", conflicts_with_all = ["solutions_only", "odds"], help_heading = "Count")]
    all: bool,
    /// Show the exact chance that random play solves the problem, if all possible jumps are equally likely
    #[arg(long, conflicts_with_all = ["solutions_only", "fewest", "fewest_moves"], help_heading = "Count")]
    odds: bool,
    #[command(flatten)]
    sweep: SweepArgs,
    #[command(flatten)]
    notation: NotationArgs,
}

impl Run for CountCommand {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let board = self.board.find_and_warn()?;
        let problem = self.problem.problem(&board)?;
        if self.solutions_only && *problem.goal() == Goal::FewestPegs {
            bail!(
                "`--fewest` names no finish, so there are no solutions to count; omit `--solutions-only`"
            );
        }
        if self.fewest_moves {
            return count_shortest::run(
                &self.board,
                &problem,
                &self.sweep,
                self.all,
                &self.notation,
                call.format,
            );
        }
        let watch = Watch::start();
        let (options, control) = (self.sweep.options()?, watch.control(self.sweep.limits()));
        let counts = if self.odds {
            Counts::Odds(chance_of_random_play(&problem, &options, &control)?)
        } else if self.solutions_only {
            Counts::Solutions(count_solutions(&problem, &options, &control)?)
        } else {
            Counts::Games(count_games(&problem, &options, &control)?)
        };
        drop(control);
        drop(watch); // before anything is printed
        match (call.format, &counts) {
            (Format::Json, _) => output::print_board_json(
                "count",
                self.board.reported(&board),
                &CountReport::new(&problem, &counts),
            )?,
            (Format::Text, Counts::Solutions(number)) => {
                output::print_text(&format!(
                    "{}: {}",
                    heading(&problem),
                    counted(number, "solution")
                ))?;
            }
            (Format::Text, Counts::Odds(chance)) => {
                output::print_text(&odds_text(&problem, chance))?
            }
            (Format::Text, Counts::Games(counts)) => output::print_text(&text(&problem, counts))?,
        }
        Ok(Outcome::Done)
    }
}

enum Counts {
    Games(GameCounts),
    Solutions(BigUint),
    Odds(Chance),
}

/// Report of `count --json`. Numbers that can be large are decimal strings.
#[derive(Serialize)]
struct CountReport<'a> {
    vacate: Option<&'a str>,
    finish: Option<&'a str>,
    games: Option<String>,
    solutions: Option<String>,
    /// Counts by the label of the last peg's hole.
    by_survivor: Option<BTreeMap<&'a str, String>>,
    by_final_pegs: Option<BTreeMap<usize, String>>,
    /// Number of jumps, like the next two fields.
    shortest_dead_end: Option<usize>,
    shortest_game: Option<usize>,
    longest_game: Option<usize>,
    /// Chance that random play solves the problem.
    chance: Option<f64>,
    /// Chance as a fraction.
    chance_exact: Option<String>,
}

impl<'a> CountReport<'a> {
    fn new(problem: &'a Problem, counts: &Counts) -> CountReport<'a> {
        let board = problem.board();
        let mut report = CountReport {
            vacate: problem.vacancy().map(|hole| board.label(hole)),
            finish: problem.finish().map(|hole| board.label(hole)),
            games: None,
            solutions: None,
            by_survivor: None,
            by_final_pegs: None,
            shortest_dead_end: None,
            shortest_game: None,
            longest_game: None,
            chance: None,
            chance_exact: None,
        };
        match counts {
            Counts::Solutions(number) => report.solutions = Some(number.to_string()),
            Counts::Odds(chance) => {
                report.chance = Some(chance.value());
                report.chance_exact = Some(chance.to_string());
            }
            Counts::Games(counts) => {
                let survivors = counts.by_survivor.iter();
                let by_pegs = counts.by_final_pegs.iter();
                report.games = Some(counts.games.to_string());
                report.solutions = counts.solutions.as_ref().map(ToString::to_string);
                report.by_survivor = Some(
                    survivors
                        .map(|(hole, games)| (board.label(*hole), games.to_string()))
                        .collect(),
                );
                report.by_final_pegs = Some(
                    by_pegs
                        .map(|(pegs, games)| (*pegs, games.to_string()))
                        .collect(),
                );
                report.shortest_dead_end = counts.shortest_dead_end;
                report.shortest_game = Some(counts.shortest_game);
                report.longest_game = Some(counts.longest_game);
            }
        }
        report
    }
}

/// Describes the chance; the fraction is included only if it fits a line, because it can have hundreds of digits.
fn odds_text(problem: &Problem, chance: &Chance) -> String {
    let mut lines = vec![format!(
        "{}: {}",
        heading(problem),
        chance_sentence(chance.value())
    )];
    let exact = format!("  exactly {chance}");
    if *chance.numerator() != BigUint::default() && exact.len() <= output::line_width() {
        lines.push(exact);
    }
    lines.join("\n")
}

/// Formats a chance: `random play wins 1 game in 12.5 (8 %)`.
pub fn chance_sentence(chance: f64) -> String {
    if chance == 0.0 {
        return "random play never wins".to_owned();
    }
    if chance == 1.0 {
        return "random play always wins".to_owned();
    }
    if chance > 0.99 {
        return "random play wins more than 99 % of all games".to_owned();
    }
    let games = match 1.0 / chance {
        games if games < 100.0 => three_digits(games),
        games if games < 1e15 => grouped(format!("{games:.0}")),
        games => format!("{games:.2e}"),
    };
    format!(
        "random play wins 1 game in {games} ({})",
        percentage(chance)
    )
}

/// Formats a chance as a percentage, `1.05 %`, or as `a chance of 1.05e-9` if it is tiny.
fn percentage(chance: f64) -> String {
    if chance < 1e-5 {
        format!("a chance of {chance:.2e}")
    } else {
        format!("{} %", three_digits(100.0 * chance))
    }
}

/// Formats a number below 1000 with three significant digits and without trailing zeros.
fn three_digits(number: f64) -> String {
    let places = (2.0 - number.log10().floor()).max(0.0) as usize;
    let text = format!("{number:.places$}");
    if places == 0 {
        text
    } else {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

fn text(problem: &Problem, counts: &GameCounts) -> String {
    let board = problem.board();
    let jumps = |count: usize| counted(count, "jump");
    let mut lines = vec![format!(
        "{}: {}",
        heading(problem),
        counted(&counts.games, "game")
    )];
    if let Some(solutions) = &counts.solutions {
        lines.push(format!("  solutions          {}", grouped(solutions)));
    }
    lines.push(format!(
        "  shortest game      {}",
        jumps(counts.shortest_game)
    ));
    lines.push(format!(
        "  longest game       {}",
        jumps(counts.longest_game)
    ));
    let dead_end = counts
        .shortest_dead_end
        .map_or_else(|| "none".to_owned(), jumps);
    lines.push(format!("  shortest dead end  {dead_end}"));
    let by_pegs = counts
        .by_final_pegs
        .iter()
        .map(|(pegs, games)| vec![pegs.to_string(), grouped(games)]);
    let mut sections = vec![
        lines.join("\n"),
        of_numbers(&["pegs left", "games"], by_pegs),
    ];
    if !counts.by_survivor.is_empty() {
        let survivors = counts.by_survivor.iter();
        let rows =
            survivors.map(|(hole, games)| vec![board.label(*hole).to_owned(), grouped(games)]);
        sections.push(of_numbers(&["last peg", "games"], rows));
    }
    sections.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_given_in_games_and_percent() {
        let sentences =
            [0.0, 1.0, 0.999, 0.25, 1.0 / 94.8, 1e-3, 1.2345e-5, 2.5e-9].map(chance_sentence);
        let wins = |how: &str| format!("random play wins {how}");
        assert_eq!(
            sentences,
            [
                "random play never wins".to_owned(),
                "random play always wins".to_owned(),
                wins("more than 99 % of all games"),
                wins("1 game in 4 (25 %)"),
                wins("1 game in 94.8 (1.05 %)"),
                wins("1 game in 1,000 (0.1 %)"),
                wins("1 game in 81,004 (0.00123 %)"),
                wins("1 game in 400,000,000 (a chance of 2.50e-9)"),
            ]
        );
    }
}
