use super::answer_report::AnswerReport;
use super::answer_text::{
    inverse_sentence, no_vacancy_works, question, sentence, stats_text, tried_methods,
};
use super::any_vacancy::{Tried, first_solved, none_works, tried_text};
use super::board_name::BoardName;
use super::certify::{CertificateArgs, Written};
use super::fewest_moves::{BoundedReport, Bounds};
use super::outcome::Outcome;
use super::output::{self, BAD, Format, line_width, painted, styled, wrapped};
use super::problem_args::{ProblemArgs, or_any, read};
use super::program::{Call, Run};
use super::search_args::SearchArgs;
use super::watch::Watch;
use anyhow::{Context, bail};
use clap::Args;
use pegboard::drawing::{TextPicture, TextStrip};
use pegboard::moves::{
    FewestMoves, MovesError, MovesOptions, fewest_moves, longest_last_move, longest_move,
    solution_ending_with,
};
use pegboard::{
    Answer, Control, Hole, ImportedProblem, Limits, Line, LoadError, NamedProblem, Problem, Proof,
    Solver, SolverOptions, UnknownHole, Verdict,
};
use std::path::PathBuf;

#[derive(Args)]
#[command(after_long_help = super::outcome::EXIT_CODES)]
#[command(mut_arg("vacate", or_any))]
#[command(mut_arg("seed", |seed| seed.conflicts_with("longest_move")))]
#[command(mut_args(super::quantity::with_negative_values))]
pub struct SolveArgs {
    /// A board of the library (see `pegboard boards`), the path of a board file, or `-` for standard input
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
            "finish_excludes", "fewest",
        ]
    )]
    pddl: Option<PathBuf>,
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
        let problems = self.problems()?;
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
    fn bounded(answer: Answer, bounds: Bounds) -> Found {
        Found {
            answer,
            fewest: None,
            bounds: Some(bounds),
            tried: Vec::new(),
        }
    }
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

/// Parses the holes of a move.
fn holes(problem: &Problem, notation: &str) -> Result<Vec<Hole>, UnknownHole> {
    notation
        .split('-')
        .map(|label| problem.board().hole(label.trim()))
        .collect()
}

impl SolveArgs {
    /// Finds the board and reads the problem, or with `--vacate any`, one problem for each vacancy.
    pub fn problems(&self) -> anyhow::Result<Vec<Problem>> {
        if let Some(path) = &self.pddl {
            let imported = ImportedProblem::read(&read(path)?, &path.display().to_string());
            return Ok(vec![imported.map_err(LoadError::Invalid)?.problem]);
        }
        let board = self.board.as_ref().context("no board is given")?;
        self.problem.problems(&board.find_and_warn()?)
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

    /// Returns `true` if an option requests a property of the solution, such as the fewest moves.
    pub fn is_special(&self) -> bool {
        self.special().is_some()
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

    fn answer(&self, problems: &[Problem], limits: Limits, watch: &Watch) -> anyhow::Result<Found> {
        match (self.special(), problems) {
            (Some(special), [problem]) => {
                self.special_answer(special, problem, &watch.control(limits))
            }
            (Some(special), problems) => bail!(self.one_vacancy_only(special, problems)),
            (None, problems) => {
                let solver = Solver::new(problems[0].board(), self.solver_options(problems));
                let (answer, tried) =
                    first_solved(&solver, problems, limits, |limits| watch.control(limits))?;
                Ok(Found {
                    answer,
                    fewest: None,
                    bounds: None,
                    tried,
                })
            }
        }
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
                let holes = holes(problem, last).context("--last-move")?;
                let answer = solution_ending_with(problem, &holes, &options, control)?;
                Found {
                    answer,
                    fewest: None,
                    bounds: None,
                    tried: Vec::new(),
                }
            }
        })
    }

    /// Returns the message that refuses `--vacate any`.
    fn one_vacancy_only(&self, special: Special<'_>, problems: &[Problem]) -> String {
        let board = problems[0].board();
        let example = board.usual_vacancy().or_else(|| problems[0].vacancy());
        let example = example.map_or("a1", |hole| board.label(hole));
        let table = match special {
            Special::FewestMoves => {
                format!(
                    "; `pegboard atlas {} --fewest-moves` gives the fewest moves from each",
                    self.board.as_ref().map_or(board.name(), BoardName::as_str)
                )
            }
            _ => String::new(),
        };
        format!(
            "`{}` needs one vacancy, as in `--vacate {example}`{table}",
            special.option()
        )
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
        let line = if self.inverse {
            solution.inverse().to_string()
        } else {
            solution.to_string()
        };
        let moves = wrapped(line.split_whitespace(), line_width());
        let moves = if self.inverse {
            format!("{}\n\n{moves}", inverse_sentence(solution))
        } else {
            moves
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
