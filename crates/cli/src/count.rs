use super::answer_text::board_and_start;
use super::board_name::BoardArgs;
use super::count_shortest::{self, ShortestCounts, ShortestReport, heading};
use super::each_vacancy::VacanciesReport;
use super::notation_args::NotationArgs;
use super::outcome::Outcome;
use super::output::{self, Format, HEADING, Headed, counted, headed, styled, vacancies};
use super::problem_args::{ProblemArgs, or_any};
use super::program::{Call, Run, with_help};
use super::sweep_args::SweepArgs;
use super::table::{grouped, of_numbers};
use super::watch::Watch;
use anyhow::bail;
use clap::Args;
use num_bigint::BigUint;
use pegboard::count::{
    Chance, GameCounts, GameCountsEntry, chance_of_random_play, chances_by_final_pegs, count_games,
    count_solutions,
};
use pegboard::sweep::SweepOptions;
use pegboard::{Board, Control, Goal, PatternLabels, Problem};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Args)]
#[command(mut_arg("format", |format| format.requires("all").conflicts_with_all(["solutions_only", "odds", "odds_by_pegs", "fewest"])))]
#[command(mut_arg("vacate", or_any))]
#[command(mut_arg("scratch", |scratch| with_help(
    scratch,
    "Save finished levels in this folder, and resume from the levels already there",
    "A count without a search that does not fit the memory keeps its numbers in a file there instead, and removes it at the end.",
)))]
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
    #[arg(long, requires = "fewest_moves", conflicts_with_all = ["solutions_only", "odds", "odds_by_pegs", "fewest"], help_heading = "Count")]
    all: bool,
    /// Show the exact chance that random play solves the problem, if all possible jumps are equally likely
    #[arg(long, conflicts_with_all = ["solutions_only", "fewest", "fewest_moves"], help_heading = "Count")]
    odds: bool,
    /// Show the exact chance of each number of pegs left when random play ends, if all possible jumps are equally likely
    #[arg(long, conflicts_with_all = [
        "solutions_only", "fewest_moves", "odds", "problem", "finish", "finish_position", "finish_includes",
        "finish_excludes", "fewest",
    ], help_heading = "Count")]
    odds_by_pegs: bool,
    #[command(flatten)]
    sweep: SweepArgs,
    #[command(flatten)]
    notation: NotationArgs,
}

impl Run for CountCommand {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        let board = self.board.find_and_warn()?;
        let problems = self.problem.problems(&board)?;
        if self.solutions_only && *problems[0].goal() == Goal::FewestPegs {
            bail!(
                "`--fewest` names no finish, so there are no solutions to count; omit `--solutions-only`"
            );
        }
        if problems.len() > 1 && self.sweep.scratch().is_some() {
            bail!(
                "`--scratch` saves the levels of one problem; name one vacancy, or leave `--scratch` out"
            );
        }
        let watch = Watch::start();
        let (options, control) = (self.sweep.options()?, watch.control(self.sweep.limits()));
        let counts = problems
            .iter()
            .map(|problem| self.counts(problem, &options, &control))
            .collect::<anyhow::Result<Vec<Counts>>>()?;
        drop(control);
        drop(watch); // before anything is printed
        let answered = || problems.iter().zip(&counts);
        let reports = answered().map(|(problem, counts)| self.report(problem, counts));
        let mut reports: Vec<Report<'_>> = reports.collect();
        match call.format {
            Format::Json if self.problem.start.is_any() => {
                let board = self.board.reported(&board);
                let answer = |report| headed(self.form(), Some(board), report);
                let answers: Vec<Headed<'_, Report<'_>>> =
                    reports.into_iter().map(answer).collect();
                let report = VacanciesReport {
                    best: None,
                    answers,
                };
                output::print_board_json("count --vacate any", board, &report)?
            }
            Format::Json => output::print_board_json(
                self.form(),
                self.board.reported(&board),
                &reports.remove(0),
            )?,
            Format::Text => {
                let texts = answered().map(|(problem, counts)| self.text(problem, counts));
                let total = self.problem.start.is_any().then(|| total(&board, &counts));
                output::print_text(&output::joined(texts.chain(total.flatten())))?;
            }
        }
        let outcomes: Vec<Outcome> = counts.iter().map(Counts::outcome).collect();
        if outcomes.contains(&Outcome::Undecided) {
            output::print_note(
                "the sets of moves do not fit in the memory limit; raise it with `--memory`",
            );
            return Ok(Outcome::Undecided);
        }
        Ok(if outcomes.contains(&Outcome::Done) {
            Outcome::Done
        } else {
            Outcome::Unsolvable
        })
    }
}

impl CountCommand {
    fn counts(
        &self,
        problem: &Problem,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> anyhow::Result<Counts> {
        Ok(if self.fewest_moves {
            Counts::Shortest(ShortestCounts::find(problem, options, control, self.all)?)
        } else if self.odds {
            Counts::Odds(chance_of_random_play(problem, options, control)?)
        } else if self.odds_by_pegs {
            Counts::OddsByPegs(chances_by_final_pegs(problem.start(), options, control)?)
        } else if self.solutions_only {
            Counts::Solutions(count_solutions(problem, options, control)?)
        } else {
            Counts::Games(count_games(problem, options, control)?)
        })
    }

    /// Returns the name of the form of the JSON object.
    fn form(&self) -> &'static str {
        if self.fewest_moves {
            "count --fewest-moves"
        } else {
            "count"
        }
    }

    fn text(&self, problem: &Problem, counts: &Counts) -> String {
        match counts {
            Counts::Shortest(counts) => {
                count_shortest::text(problem, counts.as_ref(), &self.notation)
            }
            Counts::Solutions(number) => {
                format!("{}: {}", heading(problem), counted(number, "solution"))
            }
            Counts::Odds(chance) => odds_text(problem, chance),
            Counts::OddsByPegs(chances) => odds_by_pegs_text(problem, chances),
            Counts::Games(counts) => text(problem, counts),
        }
    }

    fn report<'a>(&self, problem: &'a Problem, counts: &Counts) -> Report<'a> {
        match counts {
            Counts::Shortest(counts) => {
                Report::Shortest(ShortestReport::new(problem, counts.as_ref(), self.all))
            }
            counts => Report::Counts(Box::new(CountReport::new(problem, counts))),
        }
    }
}

/// Summarizes the counts from all vacancies.
fn total(board: &Board, counts: &[Counts]) -> Option<String> {
    let sum =
        |of: fn(&Counts) -> Option<&BigUint>| -> Option<BigUint> { counts.iter().map(of).sum() };
    let words = [
        (sum(Counts::games), "game"),
        (sum(Counts::solutions), "solution"),
    ];
    let words = words
        .into_iter()
        .filter_map(|(number, noun)| Some(counted(number?, noun)));
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| {
        format!(
            "{}, {} up to symmetry: {} in all",
            styled(HEADING, board.name()),
            vacancies(counts.len()),
            words.join(", ")
        )
    })
}

enum Counts {
    Games(GameCounts),
    Solutions(BigUint),
    Odds(Chance),
    OddsByPegs(BTreeMap<usize, Chance>),
    /// `None` if there is no solution.
    Shortest(Option<ShortestCounts>),
}

impl Counts {
    fn outcome(&self) -> Outcome {
        match self {
            Counts::Shortest(None) => Outcome::Unsolvable,
            Counts::Shortest(Some(counts)) if !counts.has_sets() => Outcome::Undecided,
            _ => Outcome::Done,
        }
    }

    fn games(&self) -> Option<&BigUint> {
        match self {
            Counts::Games(counts) => Some(&counts.games),
            _ => None,
        }
    }

    fn solutions(&self) -> Option<&BigUint> {
        match self {
            Counts::Games(counts) => counts.solutions.as_ref(),
            Counts::Solutions(number) => Some(number),
            _ => None,
        }
    }
}

/// Report of `count --json`, with `--fewest-moves` or without.
#[derive(Serialize)]
#[serde(untagged)]
enum Report<'a> {
    Counts(Box<CountReport<'a>>),
    Shortest(ShortestReport<'a>),
}

/// Report of `count --json` without `--fewest-moves`. Numbers that can be large are decimal strings.
#[derive(Default, Serialize)]
pub struct CountReport<'a> {
    vacate: Option<&'a str>,
    finish: Option<&'a str>,
    /// Patterns of the goal, if it leaves holes free.
    finish_patterns: Option<Vec<PatternLabels>>,
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
    /// Chance that random play ends with each possible number of pegs.
    chances_by_final_pegs: Option<BTreeMap<usize, ChanceReport>>,
}

/// Chance as a number and as a fraction.
#[derive(Serialize)]
struct ChanceReport {
    chance: f64,
    exact: String,
}

impl<'a> CountReport<'a> {
    fn new(problem: &'a Problem, counts: &Counts) -> CountReport<'a> {
        let board = problem.board();
        let mut report = CountReport {
            vacate: problem.vacancy().map(|hole| board.label(hole)),
            finish: problem.finish().map(|hole| board.label(hole)),
            finish_patterns: problem.pattern_labels(),
            ..CountReport::default()
        };
        match counts {
            Counts::Shortest(_) => {}
            Counts::OddsByPegs(chances) => {
                (report.finish, report.finish_patterns) = (None, None);
                let chance = |chance: &Chance| ChanceReport {
                    chance: chance.value(),
                    exact: chance.to_string(),
                };
                let chances = chances.iter().map(|(pegs, each)| (*pegs, chance(each)));
                report.chances_by_final_pegs = Some(chances.collect());
            }
            Counts::Solutions(number) => report.solutions = Some(number.to_string()),
            Counts::Odds(chance) => {
                report.chance = Some(chance.value());
                report.chance_exact = Some(chance.to_string());
            }
            Counts::Games(counts) => report.add_games(board, counts),
        }
        report
    }

    /// Returns the report of a vacancy in a table. Solutions are the games that end with one peg.
    pub fn of_vacancy(board: &'a Board, entry: &GameCountsEntry) -> CountReport<'a> {
        let mut report = CountReport {
            vacate: Some(board.label(entry.vacancy)),
            ..CountReport::default()
        };
        if let Some(counts) = &entry.counts {
            report.add_games(board, counts);
        }
        report
    }

    fn add_games(&mut self, board: &'a Board, counts: &GameCounts) {
        let survivors = counts.by_survivor.iter();
        let by_pegs = counts.by_final_pegs.iter();
        self.games = Some(counts.games.to_string());
        self.solutions = counts.solutions.as_ref().map(ToString::to_string);
        self.by_survivor = Some(
            survivors
                .map(|(hole, games)| (board.label(*hole), games.to_string()))
                .collect(),
        );
        self.by_final_pegs = Some(
            by_pegs
                .map(|(pegs, games)| (*pegs, games.to_string()))
                .collect(),
        );
        self.shortest_dead_end = counts.shortest_dead_end;
        self.shortest_game = Some(counts.shortest_game);
        self.longest_game = Some(counts.longest_game);
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

/// Lists the chance of each number of pegs left; the fractions are included only if all fit a line.
fn odds_by_pegs_text(problem: &Problem, chances: &BTreeMap<usize, Chance>) -> String {
    let row = |(pegs, chance): (&usize, &Chance)| {
        vec![
            pegs.to_string(),
            percentage(chance.value()),
            chance.to_string(),
        ]
    };
    let mut rows: Vec<Vec<String>> = chances.iter().map(row).collect();
    let mut header = vec!["pegs left", "chance", "exactly"];
    let width = |column: usize| rows.iter().map(|row| row[column].len() + 2).max();
    let widths = [0, 1, 2].map(|column| width(column).unwrap_or(0).max(header[column].len() + 2));
    if widths.iter().sum::<usize>() > output::line_width() {
        header.pop();
        rows.iter_mut().for_each(|row| drop(row.pop()));
    }
    format!(
        "{}: random play\n\n{}",
        board_and_start(problem.start()),
        of_numbers(&header, rows)
    )
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
