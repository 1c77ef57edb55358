use super::answer_report::AnswerReport;
use super::answer_text::{
    inverse_sentence, no_vacancy_works, question, sentence, stats_text, tried_methods,
};
use super::any_vacancy::{Tried, first_solved, none_works, tried_text};
use super::batch;
use super::board_name::{BoardName, LabelArgs};
use super::certify::{CertificateArgs, Written};
use super::each_vacancy::VacanciesReport;
use super::fewest_moves::{BoundedReport, Bounds};
use super::notation_args::NotationArgs;
use super::outcome::Outcome;
use super::output::{
    self, BAD, Format, HEADING, Headed, ReportedBoard, headed, line_width, painted, styled,
    vacancies, wrapped,
};
use super::problem_args::{ProblemArgs, or_any, read};
use super::program::{Call, Run};
use super::quantity;
use super::search_args::SearchArgs;
use super::stuck::{Stuck, StuckReport, StuckTable};
use super::watch::Watch;
use anyhow::{Context, bail};
use clap::Args;
use pegboard::drawing::{TextPicture, TextStrip};
use pegboard::moves::{
    FewestMoves, MovesError, MovesOptions, fewest_moves, longest_last_move, longest_move,
    solution_ending_with,
};
use pegboard::sweep::{SweepOptions, shortest_game, shortest_games};
use pegboard::{
    Answer, Board, Control, Hole, ImportedProblem, Limits, Line, LoadError, Move, NamedProblem,
    Position, Problem, Proof, Solver, SolverOptions, Verdict,
};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Options that say nothing about shortest games.
const NOT_STUCK: [&str; 20] = [
    "pddl",
    "problem",
    "finish",
    "finish_position",
    "finish_includes",
    "finish_excludes",
    "fewest",
    "fewest_moves",
    "longest_last_move",
    "longest_move",
    "last_move",
    "certificate",
    "scratch",
    "exhaust",
    "seed",
    "order",
    "without",
    "inverse",
    "stats",
    "batch",
];

/// Exit codes for `--help`.
const EXIT_CODES: &str = "\
Exit codes:
  0  solved, or done; with --batch, every position is decided
  1  proved unsolvable
  2  undecided: a limit was reached, or Ctrl-C was pressed; with --batch, for some positions
  3  bad input: arguments, a file or a position that cannot be used, or a file that cannot be written";

#[derive(Args)]
#[command(after_long_help = EXIT_CODES)]
#[command(mut_arg("vacate", or_any))]
#[command(mut_arg("format", |format| format.conflicts_with("inverse")))]
#[command(mut_arg("seed", |seed| seed.conflicts_with("longest_move")))]
#[command(mut_args(super::quantity::with_negative_values))]
pub struct SolveArgs {
    /// A board of the library (see `pegboard boards`), the path of a board file or a drawing, or `-` for standard input
    #[arg(hide_possible_values = true, required_unless_present = "pddl")]
    board: Option<BoardName>,
    /// Solve a PDDL problem: the file gives the board, the start and the finish
    ///
    /// The file is one of the peg solitaire domain of the planning competitions; `-` is standard input.
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Start",
        conflicts_with_all = [
            "board", "problem", "vacate", "start", "start_file", "finish", "finish_position", "finish_includes",
            "finish_excludes", "fewest", "labels",
        ]
    )]
    pddl: Option<PathBuf>,
    #[command(flatten)]
    labels: LabelArgs,
    #[command(flatten)]
    problem: ProblemArgs,
    /// Find a solution with the fewest moves; a move is a run of jumps by the same peg
    #[arg(long, conflicts_with = "fewest", help_heading = "Finish")]
    fewest_moves: bool,
    /// Find a solution with the longest possible last move, in jumps
    #[arg(long, conflicts_with_all = ["fewest", "fewest_moves"], help_heading = "Finish")]
    longest_last_move: bool,
    /// Find a solution with the longest possible move, in jumps, at any point
    #[arg(
        long,
        conflicts_with_all = ["fewest", "fewest_moves", "longest_last_move"],
        help_heading = "Finish"
    )]
    longest_move: bool,
    /// Find a solution that ends with this move, such as `d2-d4-f4`
    #[arg(
        long,
        value_name = "MOVE",
        conflicts_with_all = ["fewest", "fewest_moves", "longest_last_move", "longest_move", "certificate", "scratch", "exhaust"],
        help_heading = "Finish"
    )]
    last_move: Option<String>,
    /// Find a shortest game after which no jump is left, and prove that none is shorter
    ///
    /// Most pegs stay on the board: fool's solitaire.
    #[arg(long, conflicts_with_all = NOT_STUCK, help_heading = "Finish")]
    stuck: bool,
    /// List all shortest games, one for each set of jumps up to the symmetries that fix the start
    #[arg(long, requires = "stuck", conflicts_with_all = NOT_STUCK, help_heading = "Finish")]
    all: bool,
    /// Maximum number of games to list [default: 1000]
    #[arg(long, value_name = "NUMBER", value_parser = quantity::count, requires = "all", conflicts_with_all = NOT_STUCK, help_heading = "Finish")]
    limit: Option<u64>,
    /// Solve many positions, one in each line of this file, or pictures with blank lines between them
    ///
    /// `-` is standard input. Prints a JSON object in a line for each, in the order of the input. `--time` and `--nodes` limit
    /// each search, `--memory` limits all of them together, and `--threads` is the number of positions searched in parallel.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "pddl", "problem", "vacate", "start", "start_file", "certificate", "scratch", "exhaust", "stats", "pictures",
        "ascii", "format",
    ], help_heading = "Start")]
    batch: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    proof: CertificateArgs,
    /// Show the solution as an inverse game, in which every jump adds a peg
    ///
    /// It goes from the finish, such as one peg, to the start, such as all holes filled but one; `d4+d2` adds a peg between
    /// d4 and d2.
    #[arg(long, help_heading = "Output")]
    inverse: bool,
    #[command(flatten)]
    notation: NotationArgs,
    /// Print statistics of the search, which `--json` always contains
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    stats: bool,
    /// Print the positions side by side, and the weights of pagoda functions that refute the problem
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pictures: bool,
    /// Draw pictures with `*` and `o` instead of round pegs and holes
    #[arg(
        long,
        requires = "pictures",
        conflicts_with = "json",
        help_heading = "Output"
    )]
    ascii: bool,
}

impl Run for SolveArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        if self.stuck {
            return self.run_stuck(call.format);
        }
        if let Some(path) = &self.batch {
            return self.run_batch(path);
        }
        let problems = self.problems()?;
        if let (Some(special), true) = (self.special(), self.problem.start.is_any()) {
            return self.run_each(special, &problems, call.format);
        }
        let watch = Watch::start();
        let limits = self.proof.limits_of_search(self.search.limits());
        let Found {
            answer,
            fewest,
            bounds,
            tried,
        } = self.answer(&problems, limits, &watch)?;
        let (answer, written) = self.proof.write(answer, fewest, &self.search, &watch)?;
        drop(watch); // before anything is printed
        let report = || AnswerReport::new(self.source(), &answer, &written, &tried, self.inverse);
        match (call.format, bounds) {
            (Format::Text, _) => output::print_text(&self.text(&answer, bounds, &written, &tried))?,
            (Format::Json, None) => output::print_json("solve", &report())?,
            (Format::Json, Some(bounds)) => {
                output::print_json("solve", &BoundedReport::new(bounds, report()))?
            }
        }
        Ok(match (written, bounds) {
            (Written::Undecided, _) => Outcome::Undecided,
            (_, Some(bounds)) => bounds.outcome(&answer),
            (_, None) => Outcome::of_verdict(answer.verdict()),
        })
    }
}

/// Property of the solution that an option requests.
#[derive(Clone, Copy)]
enum Special<'a> {
    FewestMoves,
    LongestLastMove,
    LongestMove,
    /// Last move, in notation.
    LastMove(&'a str),
}

impl Special<'_> {
    /// Returns the name of the best amount over several problems.
    fn superlative(self) -> &'static str {
        match self {
            Special::FewestMoves => "fewest moves:",
            Special::LongestLastMove | Special::LastMove(_) => "longest last move:",
            Special::LongestMove => "longest move:",
        }
    }

    /// Returns the option that requests the property.
    fn option(self) -> &'static str {
        match self {
            Special::FewestMoves => "--fewest-moves",
            Special::LongestLastMove => "--longest-last-move",
            Special::LongestMove => "--longest-move",
            Special::LastMove(_) => "--last-move",
        }
    }
}

/// Answer with the details that options request.
struct Found {
    answer: Answer,
    /// With `--fewest-moves`.
    fewest: Option<FewestMoves>,
    /// Bounds on the quality of the solution, if an option requests a property.
    bounds: Option<Bounds>,
    /// Vacancies tried, with `--vacate any`.
    tried: Vec<Tried>,
}

impl Found {
    fn unbounded(answer: Answer) -> Found {
        Found {
            answer,
            fewest: None,
            bounds: None,
            tried: Vec::new(),
        }
    }

    fn bounded(answer: Answer, bounds: Bounds) -> Found {
        Found {
            bounds: Some(bounds),
            ..Found::unbounded(answer)
        }
    }

    fn outcome(&self) -> Outcome {
        match self.bounds {
            Some(bounds) => bounds.outcome(&self.answer),
            None => Outcome::of_verdict(self.answer.verdict()),
        }
    }
}

/// JSON report of an answer, with its bounds if an option requests a property.
#[derive(Serialize)]
#[serde(untagged)]
enum FoundReport<'a> {
    Unbounded(AnswerReport<'a>),
    Bounded(BoundedReport<'a>),
}

/// Summarizes the answers from all vacancies.
fn summary(
    board: &Board,
    special: Special<'_>,
    found: &[Found],
    best: Option<&Found>,
    vacancy: Option<&str>,
) -> String {
    let count = |word: &str| {
        let of_word = found
            .iter()
            .filter(|found| found.answer.verdict().word() == word);
        of_word.count()
    };
    let counts = ["solvable", "unsolvable", "undecided"].map(|word| (count(word), word));
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let best = best.and_then(|best| {
        let (what, amount) = (special.superlative(), best.bounds?.amount()?);
        Some(format!("; {what} {amount}, from {}", vacancy?))
    });
    let best = best.unwrap_or_default();
    let vacancies = vacancies(found.len());
    format!(
        "{}, {vacancies} up to symmetry: {}{best}.",
        styled(HEADING, board.name()),
        counts.join(", ")
    )
}

/// Finds a solution with the fewest moves.
pub fn shortest(
    problem: &Problem,
    args: &SearchArgs,
    control: &Control<'_>,
) -> Result<FewestMoves, MovesError> {
    let options = MovesOptions::default().with_solver(args.solver_options());
    fewest_moves(problem, &options, control)
}

/// Solves a problem and shows progress.
pub fn search(problem: &Problem, args: &SearchArgs, watch: &Watch) -> anyhow::Result<Answer> {
    let solver = Solver::new(problem.board(), args.solver_options());
    Ok(solver.solve(problem, &watch.control(args.limits()))?)
}

impl SolveArgs {
    /// Finds the board and reads the problem, or with `--vacate any`, one problem for each vacancy.
    pub fn problems(&self) -> anyhow::Result<Vec<Problem>> {
        if let Some(path) = &self.pddl {
            let imported = ImportedProblem::read(&read(path)?, &path.display().to_string());
            return Ok(vec![imported.map_err(LoadError::Invalid)?.problem]);
        }
        self.problem.problems(&self.find_board()?)
    }

    fn find_board(&self) -> anyhow::Result<Board> {
        let name = self.board.as_ref().context("no board is given")?;
        self.labels.applied(name.find_and_warn()?)
    }

    /// Describes the board for a report.
    fn reported<'a>(&'a self, board: &'a Board) -> ReportedBoard<'a> {
        ReportedBoard {
            board: Some(self.source()),
            title: board.name(),
        }
    }

    /// Returns the argument that gives the board: its name in the library, or the path of its file or of the PDDL problem.
    fn source(&self) -> &str {
        let pddl = self.pddl.as_ref().and_then(|path| path.to_str());
        let board = self.board.as_ref().map(BoardName::lasting);
        board.or(pddl).unwrap_or_default()
    }

    /// Returns `true` if the board can be read only once.
    pub fn board_is_stream(&self) -> bool {
        self.board.as_ref().is_some_and(BoardName::is_stream)
    }

    /// Returns the options of the search.
    pub fn search_args(&self) -> &SearchArgs {
        &self.search
    }

    /// Returns the options of the certificate.
    pub fn certificate_args(&self) -> &CertificateArgs {
        &self.proof
    }

    /// Returns `true` if an option requests more than a solution or a proof that there is none.
    pub fn is_special(&self) -> bool {
        self.special().is_some() || self.stuck || self.batch.is_some()
    }

    /// Prints an answer, and returns its outcome.
    pub fn print(
        &self,
        format: Format,
        answer: &Answer,
        written: &Written<'_>,
    ) -> anyhow::Result<Outcome> {
        match format {
            Format::Text => output::print_text(&self.text(answer, None, written, &[]))?,
            Format::Json => output::print_json(
                "solve",
                &AnswerReport::new(self.source(), answer, written, &[], self.inverse),
            )?,
        }
        Ok(match written {
            Written::Undecided => Outcome::Undecided,
            _ => Outcome::of_verdict(answer.verdict()),
        })
    }

    /// Returns the JSON report of an answer without a certificate.
    fn report<'a>(&'a self, found: &'a Found) -> FoundReport<'a> {
        let answer = AnswerReport::new(
            self.source(),
            &found.answer,
            &Written::Nothing,
            &[],
            self.inverse,
        );
        match found.bounds {
            Some(bounds) => FoundReport::Bounded(BoundedReport::new(bounds, answer)),
            None => FoundReport::Unbounded(answer),
        }
    }

    /// Finds shortest games after which no jump is left.
    fn run_stuck(&self, format: Format) -> anyhow::Result<Outcome> {
        let board = self.find_board()?;
        let is_any = self.problem.start.is_any();
        if is_any && (self.all || self.pictures) {
            bail!("`--vacate any --stuck` prints a table; leave `--all` and `--pictures` out");
        }
        let start = (!is_any).then(|| self.problem.start.position(&board));
        let start = start.transpose()?;
        let watch = Watch::start();
        let control = watch.control(self.search.limits());
        let options = SweepOptions::default();
        let find = |start: &Position| {
            if self.all {
                shortest_games(start, self.most_games(), &options, &control)
            } else {
                shortest_game(start, &options, &control)
            }
        };
        let Some(start) = start else {
            let table = StuckTable::find(&board, find)?;
            drop(watch); // before anything is printed
            match format {
                Format::Json => {
                    let board = self.reported(&board);
                    output::print_board_json(
                        "solve --vacate any --stuck",
                        board,
                        &table.report(board),
                    )?
                }
                Format::Text => output::print_text(&table.text())?,
            }
            return Ok(table.outcome());
        };
        let stuck = Stuck::find(start, find)?;
        drop(watch); // before anything is printed
        match format {
            Format::Json => output::print_board_json(
                "solve --stuck",
                self.reported(&board),
                &StuckReport::new(&stuck),
            )?,
            Format::Text => {
                let mut sections = vec![stuck.sentence()];
                sections.extend(stuck.game().map(|game| self.solution_text(game)));
                sections.extend(stuck.list_text(&self.notation));
                output::print_text(&output::joined(sections))?;
            }
        }
        Ok(stuck.outcome())
    }

    fn most_games(&self) -> usize {
        self.limit
            .map_or(1000, |limit| usize::try_from(limit).unwrap_or(usize::MAX))
    }

    /// Solves the positions of a file.
    fn run_batch(&self, path: &Path) -> anyhow::Result<Outcome> {
        let board = self.find_board()?;
        let mut limits = self.search.limits();
        let threads = limits
            .threads
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get);
        limits.threads = Some(NonZeroUsize::MIN);
        let watch = Watch::without_bar();
        // An ordinary search takes less than its share unless a limit is given.
        let memory = watch.control(limits.clone()).memory() / threads as u64;
        limits.memory = Some(memory.min(limits.memory.unwrap_or(1 << 30)));
        batch::run(&board, path, threads, |line, start| {
            let goal = self.problem.finish.goal(&start)?;
            let problem = Problem::new(start, goal)?;
            let control = watch.control(limits.clone());
            let found = match self.special() {
                Some(special) => self.special_answer(special, &problem, &control)?,
                None => {
                    let solver = Solver::new(&board, self.search.solver_options());
                    Found::unbounded(solver.solve(&problem, &control)?)
                }
            };
            Ok((
                found.outcome(),
                batch::json("solve", line, self.report(&found))?,
            ))
        })
    }

    /// Finds special solutions from each vacancy.
    fn run_each(
        &self,
        special: Special<'_>,
        problems: &[Problem],
        format: Format,
    ) -> anyhow::Result<Outcome> {
        let single = match special {
            Special::LastMove(_) => Some(special.option()),
            _ => self.proof.is_requested().then_some("--certificate"),
        };
        if let Some(option) = single {
            let example = self.example(problems);
            bail!("`{option}` needs one vacancy, as in `--vacate {example}`");
        }
        let watch = Watch::start();
        let control = watch.control(self.search.limits());
        let found = problems
            .iter()
            .map(|problem| self.special_answer(special, problem, &control))
            .collect::<anyhow::Result<Vec<Found>>>()?;
        drop(control);
        drop(watch); // before anything is printed
        let outcomes: Vec<Outcome> = found.iter().map(Found::outcome).collect();
        let quality = |found: &Found| found.bounds.and_then(Bounds::quality).unwrap_or(0);
        let solved = found
            .iter()
            .filter(|found| found.answer.solution().is_some());
        let best = solved.min_by_key(|found| quality(found));
        let board = problems[0].board();
        let best_vacancy = best
            .and_then(|found| found.answer.problem().vacancy())
            .map(|hole| board.label(hole));
        match format {
            Format::Text => {
                let mut sections: Vec<String> = found
                    .iter()
                    .map(|found| self.text(&found.answer, found.bounds, &Written::Nothing, &[]))
                    .collect();
                sections.push(summary(board, special, &found, best, best_vacancy));
                output::print_text(&output::joined(sections))?;
            }
            Format::Json => {
                let reports = found
                    .iter()
                    .map(|found| headed("solve", None, self.report(found)));
                let answers: Vec<Headed<'_, FoundReport<'_>>> = reports.collect();
                let report = VacanciesReport {
                    best: Some(best_vacancy),
                    answers,
                };
                let board = self.reported(board);
                output::print_board_json("solve --vacate any", board, &report)?;
            }
        }
        Ok(if outcomes.contains(&Outcome::Undecided) {
            Outcome::Undecided
        } else if best.is_some() {
            Outcome::Done
        } else {
            Outcome::Unsolvable
        })
    }

    fn answer(&self, problems: &[Problem], limits: Limits, watch: &Watch) -> anyhow::Result<Found> {
        if let (Some(special), [problem]) = (self.special(), problems) {
            return self.special_answer(special, problem, &watch.control(limits));
        }
        let solver = Solver::new(problems[0].board(), self.solver_options(problems));
        let (answer, tried) =
            first_solved(&solver, problems, limits, |limits| watch.control(limits))?;
        Ok(Found {
            tried,
            ..Found::unbounded(answer)
        })
    }

    /// Returns the options of the solver. With several problems, the search keeps no record: only the problem that
    /// gives the answer needs one, which is made at the end.
    fn solver_options(&self, problems: &[Problem]) -> SolverOptions {
        match problems {
            [_] => self.proof.solver_options(&self.search),
            _ => self.search.solver_options(),
        }
    }

    /// Returns the requested property of the solution, if any.
    fn special(&self) -> Option<Special<'_>> {
        let asked = [
            (self.fewest_moves, Special::FewestMoves),
            (self.longest_last_move, Special::LongestLastMove),
            (self.longest_move, Special::LongestMove),
        ];
        let last_move = self.last_move.as_deref().map(Special::LastMove);
        asked
            .into_iter()
            .find_map(|(is_asked, special)| is_asked.then_some(special))
            .or(last_move)
    }

    fn special_answer(
        &self,
        special: Special<'_>,
        problem: &Problem,
        control: &Control<'_>,
    ) -> anyhow::Result<Found> {
        let options = self.proof.solver_options(&self.search);
        Ok(match special {
            Special::FewestMoves => {
                let mut moves = MovesOptions::default();
                moves.solver = options;
                let fewest = fewest_moves(problem, &moves, control)?;
                let found = Found::bounded(fewest.answer().clone(), Bounds::of(&fewest));
                Found {
                    fewest: Some(fewest),
                    ..found
                }
            }
            Special::LongestLastMove => {
                let longest = longest_last_move(problem, &options, control)?;
                let bounds = Bounds::of_last_move(&longest);
                Found::bounded(longest.into_answer(), bounds)
            }
            Special::LongestMove => {
                let longest = longest_move(problem, &options, control)?;
                let bounds = Bounds::of_longest_move(&longest);
                Found::bounded(longest.into_answer(), bounds)
            }
            Special::LastMove(last) => {
                let last = Move::parse(problem.board(), last).context("--last-move")?;
                Found::unbounded(solution_ending_with(problem, &last, &options, control)?)
            }
        })
    }

    /// Returns a vacancy for a message.
    fn example<'a>(&self, problems: &'a [Problem]) -> &'a str {
        let board = problems[0].board();
        let example = board.usual_vacancy().or_else(|| problems[0].vacancy());
        example.map_or("a1", |hole| board.label(hole))
    }

    /// Returns the answer as a sentence.
    fn sentence(&self, answer: &Answer, tried: &[Tried]) -> String {
        if none_works(tried) {
            return no_vacancy_works(answer);
        }
        let named = self.problem.named(answer.problem().board()).ok().flatten();
        match (&self.last_move, answer.verdict()) {
            (Some(last), Verdict::Unsolvable(_)) => {
                format!(
                    "{}: {} with the last move {last}.",
                    question(answer.problem()),
                    styled(BAD, "unsolvable")
                )
            }
            _ => sentence(answer, named.as_ref().map(NamedProblem::name)),
        }
    }

    fn text(
        &self,
        answer: &Answer,
        bounds: Option<Bounds>,
        written: &Written<'_>,
        tried: &[Tried],
    ) -> String {
        let said = bounds.and_then(|bounds| bounds.sentence());
        let mut sections = vec![
            [Some(self.sentence(answer, tried)), said]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" "),
        ];
        sections.extend(tried_methods(answer));
        sections.extend(
            answer
                .best_line()
                .map(|solution| self.solution_text(solution)),
        );
        if self.pictures {
            sections.extend(self.pagoda_pictures(answer));
        }
        if tried.len() > 1 {
            sections.push(tried_text(tried, line_width()));
        }
        if self.stats {
            sections.push(stats_text(answer.stats()));
        }
        if let Written::File(path) = written {
            sections.push(format!("certificate: {}", path.display()));
        }
        output::joined(sections)
    }

    fn solution_text(&self, solution: &Line) -> String {
        let moves = if self.inverse {
            let line = solution.inverse().to_string();
            let moves = wrapped(line.split_whitespace(), line_width());
            format!("{}\n\n{moves}", inverse_sentence(solution))
        } else {
            self.notation.wrapped(solution, line_width())
        };
        if self.pictures {
            format!("{moves}\n\n{}", self.strip(solution))
        } else {
            moves
        }
    }

    fn strip(&self, solution: &Line) -> String {
        painted(
            &TextStrip::of_solution(solution, &output::glyphs(self.ascii)).wrapped(line_width()),
        )
    }

    fn pagoda_pictures(&self, answer: &Answer) -> Option<String> {
        let (Verdict::Unsolvable(Proof::Pagoda(functions))
        | Verdict::Fewest(_, Proof::Pagoda(functions))) = answer.verdict()
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
