use super::answer_text::{limit_name, question};
use super::board_name::BoardArgs;
use super::count::chance_sentence;
use super::limit_args::LimitArgs;
use super::notation_args::{NotationArgs, read_moves};
use super::outcome::Outcome;
use super::output::{
    self, BAD, Format, GOOD, HEADING, UNSURE, counted, indented, line_width, styled,
};
use super::picture_file::{self, LookArgs, PictureKind};
use super::problem_args::{ProblemArgs, read_position};
use super::program::{Call, Run};
use super::watch::Watch;
use anyhow::bail;
use clap::Args;
use pegboard::drawing::{BoardDrawing, TextPicture};
use pegboard::moves::{MovesError, MovesNeeded, MovesOptions, fewest_moves, moves_needed};
use pegboard::sweep::{SweepError, SweepOptions, solvable_bytes_of_problem};
use pegboard::winning::WinningSet;
use pegboard::{
    Alarm, Board, Control, GameOracle, Goal, Hint, Hole, Jump, JumpHint, LimitReached, Limits,
    Line, Notation, Outlook, Pattern, PatternLabels, Position, Problem, SolverOptions,
};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXIT_CODES: &str = "\
Exit codes:
  0  the goal can still be reached
  1  the goal cannot be reached
  2  undecided: a limit was reached, or Ctrl-C was pressed
  3  bad input: invalid arguments, file, position or jumps";

/// Default time limit.
const TIME: Duration = Duration::from_secs(1);
/// Size in bytes of a bitmap of all outlooks that takes a moment, which the default time limit does not interrupt.
const SMALL_BITMAP: u64 = 64 << 20;

#[derive(Args)]
#[command(
    after_long_help = EXIT_CODES,
    mut_arg("time", |arg| arg.help("Time limit: 20s, 500ms, 1h30m; undecided jumps are reported as unknown [default: 1s]"))
)]
#[command(mut_args(super::quantity::with_negative_values))]
#[command(mut_args(picture_file::with_output))]
#[command(mut_arg("labels", picture_file::with_optional_labels))]
pub struct HintArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    problem: ProblemArgs,
    /// Moves played so far from the start, in any notation: "d2-d4 b3-d3", "1. d2xd4", "4 to 1; 6 to 4"
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        help_heading = "Start"
    )]
    played: String,
    /// Give hints for this position, a picture or the labels of the holes with pegs, instead of a game
    ///
    /// It counts as a position of the board's usual game, and so has the finish of that game unless `--finish` or another
    /// option names one.
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["played", "vacate", "start", "start_file", "problem"], help_heading = "Start")]
    position: Option<String>,
    /// Look up positions in a file that `pegboard winning` wrote for this problem
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "time"], help_heading = "Search")]
    winning: Option<PathBuf>,
    /// Show the minimum number of moves still needed, now and after each winning jump
    ///
    /// Another jump of the peg that moved last continues its move.
    #[arg(long, conflicts_with = "fewest", help_heading = "Search")]
    fewest_moves: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    notation: NotationArgs,
    /// Draw the board with `*` and `o` instead of round pegs and holes
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    ascii: bool,
    /// Write a drawing of the position, with an arrow for each jump, to FILE (.svg, .png or .pdf)
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    #[command(flatten)]
    look: LookArgs,
}

impl Run for HintArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        self.output
            .as_deref()
            .map(PictureKind::of_still)
            .transpose()?;
        let board = self.board.find_and_warn()?;
        if self.board.only_shows_labels() && self.output.is_none() {
            bail!(
                "`--labels` without a value is for a drawing; add `--output FILE`, or name other labels, as in `--labels numbers`"
            );
        }
        let look = self.look.with_labels(self.board.shows_labels());
        look.check(&board)?;
        let problem = self.problem(&board)?;
        let game = read_moves(problem.start(), &self.played, "--played")?;
        let watch = Watch::start();
        let width = self.look.width();
        if let Some(path) = &self.output {
            let position = look.applied(BoardDrawing::of_position(game.finish()))?;
            let control = watch.control_of_picture(None, self.limits.memory);
            picture_file::check_size(path, &position, width, &control)?;
        }
        let mut limits = self.limits.limits();
        let prepare = |control: &Control<'_>| {
            GameOracle::prepare(&problem, SolverOptions::default(), control)
        };
        let is_unhurried =
            self.winning.is_none() && limits.time.is_none() && has_small_bitmap(&problem);
        let unhurried = is_unhurried.then(|| prepare(&watch.control(limits.clone())));
        limits.time = limits.time.or(Some(TIME));
        let control = watch.control(limits);
        let (hint, chance) = match &self.winning {
            Some(path) => {
                // Reading the file of a large board takes longer than the default time of a hint.
                let set = winning_set(path, &problem, &watch.control(self.limits.limits()))?;
                (Hint::find(&game, &set, &control), None)
            }
            None => {
                let oracle = unhurried.unwrap_or_else(|| prepare(&control));
                let hint = Hint::find(&game, &oracle, &control);
                let chance = chance(&oracle, game.finish(), &control);
                (hint, chance)
            }
        };
        let needed = if self.fewest_moves {
            needed(&problem, &game, &control)?
        } else {
            None
        };
        let line = line_to_show(&problem, &game, &hint, needed.as_ref(), &control)?;
        drop(control);
        if let Some(path) = &self.output {
            let drawing = look.applied(BoardDrawing::of_hint(&hint))?;
            let control = watch.control_of_picture(None, self.limits.memory); // the time limit is for the search
            picture_file::write_still(path, &drawing.scene(), width, &control)?;
        }
        drop(watch); // before anything is printed
        let advice = Advice {
            hint: &hint,
            chance,
            needed: needed.as_ref(),
            line: line.as_ref(),
        };
        match call.format {
            Format::Text => output::print_text(&self.text(&problem, &game, &advice))?,
            Format::Json => output::print_board_json(
                "hint",
                self.board.reported(&board),
                &HintReport::new(&problem, &advice),
            )?,
        }
        Ok(outcome(hint.outlook()))
    }
}

/// Answer to the player.
struct Advice<'a> {
    hint: &'a Hint,
    /// Chance of random play, if it can be computed quickly.
    chance: Option<f64>,
    /// Moves needed, if they were requested and found.
    needed: Option<&'a MovesNeeded>,
    line: Option<&'a Line>,
}

/// Returns `true` if a bitmap of all outlooks takes only a moment.
fn has_small_bitmap(problem: &Problem) -> bool {
    solvable_bytes_of_problem(problem, SMALL_BITMAP).is_some()
}

/// Returns the chance of random play if it can be computed quickly; `pegboard count --odds` has no such limit.
fn chance(oracle: &GameOracle, position: &Position, control: &Control<'_>) -> Option<f64> {
    const MAX_POSITIONS: u64 = 1 << 16;
    let limits = Limits {
        nodes: Some(MAX_POSITIONS),
        ..control.limits().clone()
    };
    oracle.chance_of_random_play(position, &control.child(limits))
}

/// Returns the fewest remaining moves, or `None` if the game is lost or a limit was reached.
fn needed(
    problem: &Problem,
    game: &Line,
    control: &Control<'_>,
) -> Result<Option<MovesNeeded>, SweepError> {
    match moves_needed(problem, game, &SweepOptions::default(), control) {
        Err(error) if error.limit().is_some() => Ok(None),
        result => result,
    }
}

/// Returns the line to show: the best one of the hint, or the shortest if the number of moves needed is known.
fn line_to_show(
    problem: &Problem,
    game: &Line,
    hint: &Hint,
    needed: Option<&MovesNeeded>,
    control: &Control<'_>,
) -> Result<Option<Line>, MovesError> {
    let found = hint.best_line();
    let is_short =
        |line: &&Line| needed.is_none_or(|needed| moves_begun(game, line) == needed.moves());
    if found.is_none_or(|line| is_short(&line)) {
        return Ok(found.cloned());
    }
    // A problem that needs moves is valid from here on.
    let Ok(rest) = Problem::new(game.finish().clone(), problem.goal().clone()) else {
        return Ok(None);
    };
    let shortest = match fewest_moves(&rest, &MovesOptions::default(), control) {
        Err(error) if error.limit().is_some() => return Ok(None),
        result => result?.into_answer(),
    };
    Ok(shortest.best_line().filter(is_short).cloned())
}

/// Opens a file of winning positions and checks that it belongs to this problem.
fn winning_set(
    path: &Path,
    problem: &Problem,
    control: &Control<'_>,
) -> anyhow::Result<WinningSet> {
    let set = WinningSet::open_verified(path, problem.board(), control)?; // verified, because hints are certain
    if set.start() != problem.start() || !are_finishes_of(&set, problem) {
        bail!(
            "`{}` is about another problem: its start or finish differs; write a file for this problem with `pegboard winning`",
            path.display()
        );
    }
    Ok(set)
}

/// Returns `true` if the set and the problem have the same finishes; with fewer, a position that wins elsewhere would
/// be called losing. Finishes that the position classes exclude are in no set.
fn are_finishes_of(set: &WinningSet, problem: &Problem) -> bool {
    let codes = |positions: &[Position]| {
        positions
            .iter()
            .map(Position::code)
            .collect::<BTreeSet<u128>>()
    };
    let patterns = problem.patterns().unwrap_or_default();
    let holds = |one: &[Pattern], other: &[Pattern]| one.iter().all(|each| other.contains(each));
    codes(set.finishes()) == codes(&problem.finishes_in_class())
        && holds(set.patterns(), patterns)
        && holds(patterns, set.patterns())
}

fn outcome(outlook: Outlook) -> Outcome {
    match outlook {
        Outlook::Winning => Outcome::Done,
        Outlook::Losing => Outcome::Unsolvable,
        Outlook::Unknown(_) => Outcome::Undecided,
    }
}

impl HintArgs {
    fn problem(&self, board: &Board) -> anyhow::Result<Problem> {
        let Some(text) = &self.position else {
            return self.problem.problem(board);
        };
        let position = read_position(board, text, "--position")?;
        let usual = board
            .usual_vacancy()
            .filter(|_| !self.problem.finish.is_given());
        let goal = match usual {
            Some(vacancy) => usual_goal(board, vacancy),
            None => self.problem.finish.goal(&position)?,
        };
        Ok(Problem::new(position, goal)?)
    }

    fn text(&self, problem: &Problem, game: &Line, advice: &Advice<'_>) -> String {
        let hint = advice.hint;
        let sections = [
            format!("{}, {}.", question(problem), stage(game)),
            self.picture(hint),
            if hint.jumps().is_empty() {
                no_jump(problem, hint)
            } else {
                jump_list(hint, advice.needed, &self.notation)
            },
            self.outlook_sentence(problem, hint),
            odds_sentences(hint, advice.chance),
            self.moves_sentence(hint, advice.needed),
            self.line_text(hint, advice.needed, advice.line),
        ];
        output::joined(sections)
    }

    fn outlook_sentence(&self, problem: &Problem, hint: &Hint) -> String {
        match hint.alarm() {
            _ if problem.is_met_by(hint.position()) => "The goal is reached.".to_owned(),
            Alarm::NeverWinnable if self.position.is_some() => {
                "The goal cannot be reached from here.".to_owned()
            }
            alarm => alarm_sentence(problem.board(), alarm),
        }
    }

    fn moves_sentence(&self, hint: &Hint, needed: Option<&MovesNeeded>) -> String {
        match needed {
            Some(needed) if needed.moves() == 0 => String::new(),
            Some(needed) => format!("{} at best.", counted(needed.moves(), "more move")),
            None if self.fewest_moves && hint.outlook() != Outlook::Losing => {
                "The number of moves still needed was not found within the limits: raise `--time` or `--memory`."
                    .to_owned()
            }
            None => String::new(),
        }
    }

    fn line_text(&self, hint: &Hint, needed: Option<&MovesNeeded>, line: Option<&Line>) -> String {
        let Some(line) = line.filter(|line| !line.jumps().is_empty()) else {
            return String::new();
        };
        let heading = match (needed, hint.outlook()) {
            (Some(_), _) => "shortest line to the goal".to_owned(),
            (None, Outlook::Winning) if self.fewest_moves => "a line to the goal".to_owned(),
            (None, Outlook::Winning) => "best line, to the goal".to_owned(),
            _ => format!(
                "best line found, leaving {}",
                counted(line.finish().peg_count(), "peg")
            ),
        };
        let moves = self.notation.wrapped(line, line_width() - 2);
        format!("{}\n{}", styled(HEADING, heading), indented(&moves, 2))
    }

    /// Draws the position; each peg that can jump shows its best outlook.
    fn picture(&self, hint: &Hint) -> String {
        let glyphs = output::glyphs(self.ascii);
        let position = hint.position();
        let glyph = |hole| match best_from(hint, hole) {
            Some(outlook) => mark(outlook),
            None if position.has_peg(hole) => glyphs.peg,
            None => glyphs.empty,
        };
        let picture =
            TextPicture::new(position.board(), |hole| glyph(hole).to_string()).to_string();
        [
            Outlook::Winning,
            Outlook::Losing,
            Outlook::Unknown(pegboard::LimitReached::Time),
        ]
        .into_iter()
        .fold(picture, |picture, outlook| {
            picture.replace(mark(outlook), &styled(style(outlook), mark(outlook)))
        })
    }
}

/// Describes the stage of the game: `after 3 jumps: 11 pegs left`.
fn stage(game: &Line) -> String {
    let pegs = counted(game.finish().peg_count(), "peg");
    match game.jumps().len() {
        0 => format!("at the start: {pegs}"),
        jumps => format!("after {}: {pegs} left", counted(jumps, "jump")),
    }
}

/// Returns the goal of the board's usual game, so that `--position` and `--played` agree.
fn usual_goal(board: &Board, vacancy: Hole) -> Goal {
    match Goal::usual(&board.vacate(vacancy)) {
        Goal::Position(finish) if finish.peg_count() == 1 => Goal::PegIn(finish.pegs().collect()),
        goal => goal,
    }
}

/// Returns the best outlook of the jumps that a peg can make.
fn best_from(hint: &Hint, hole: Hole) -> Option<Outlook> {
    let jumps = hint.jumps().iter().filter(|each| each.jump.from() == hole);
    best(jumps.map(|each| each.outlook))
}

/// Returns the best of these outlooks.
pub fn best(outlooks: impl Iterator<Item = Outlook>) -> Option<Outlook> {
    outlooks.min_by_key(|outlook| match outlook {
        Outlook::Winning => 0,
        Outlook::Unknown(_) => 1,
        Outlook::Losing => 2,
    })
}

/// Returns the character for a peg with an outlook. `Position::parse` reads `+` and `x` as pegs.
pub fn mark(outlook: Outlook) -> char {
    match outlook {
        Outlook::Winning => '+',
        Outlook::Losing => 'x',
        Outlook::Unknown(_) => '?',
    }
}

fn style(outlook: Outlook) -> anstyle::Style {
    match outlook {
        Outlook::Winning => GOOD,
        Outlook::Losing => BAD,
        Outlook::Unknown(_) => UNSURE,
    }
}

/// Describes a position without jumps.
fn no_jump(problem: &Problem, hint: &Hint) -> String {
    if problem.is_met_by(hint.position()) {
        String::new()
    } else {
        "No jump is possible.".to_owned()
    }
}

fn jump_list(hint: &Hint, needed: Option<&MovesNeeded>, notation: &NotationArgs) -> String {
    let notation = |each: &JumpHint| notation.jump(hint.position().board(), each.jump);
    let width = hint
        .jumps()
        .iter()
        .map(|each| notation(each).chars().count())
        .max()
        .unwrap_or(0);
    let line = |each: &JumpHint| {
        let (mark, name) = (
            mark(each.outlook),
            styled(style(each.outlook), each.outlook),
        );
        let moves = needed.and_then(|needed| needed.after(each.jump));
        let moves = moves.map_or_else(String::new, |moves| format!("  {}", counted(moves, "move")));
        format!("{mark} {:<width$}  {name}{moves}", notation(each))
    };
    let lines: Vec<String> = hint.jumps().iter().map(line).collect();
    format!(
        "{}\n{}",
        styled(HEADING, "jumps"),
        indented(&lines.join("\n"), 2)
    )
}

fn alarm_sentence(board: &Board, alarm: &Alarm) -> String {
    match alarm {
        Alarm::StillWinnable => "The goal can still be reached.".to_owned(),
        Alarm::NeverWinnable => "This problem has no solution.".to_owned(),
        Alarm::LostBy { number, jump } => {
            format!(
                "{}: jump {number}, {}, lost the game.",
                styled(BAD, "alarm"),
                notation(board, *jump)
            )
        }
        Alarm::LostBetween {
            winnable_after: Some(after),
            lost_after,
            limit,
        } => format!(
            "{}: one of the jumps {} to {lost_after} lost the game; stopped by {} before finding out which.",
            styled(BAD, "alarm"),
            after + 1,
            limit_name(*limit)
        ),
        Alarm::LostBetween {
            winnable_after: None,
            lost_after,
            limit,
        } => format!(
            "{}: the game is lost, by jump {lost_after} or before; stopped by {} before deciding \
             whether it could ever be won.",
            styled(BAD, "alarm"),
            limit_name(*limit)
        ),
        Alarm::Unknown(limit) => {
            let advice = match limit {
                LimitReached::Cancelled => "",
                _ => " Try a longer `--time`.",
            };
            format!(
                "Stopped by {} before deciding whether the goal can still be reached.{advice}",
                limit_name(*limit)
            )
        }
    }
}

/// Describes a forced jump, and the chance of random play; empty if the game is lost.
fn odds_sentences(hint: &Hint, chance: Option<f64>) -> String {
    let forced = hint
        .only_winning_jump()
        .filter(|_| hint.jumps().len() > 1)
        .map(|jump| {
            format!(
                "Forced: only {} wins.",
                notation(hint.position().board(), jump)
            )
        });
    let chance = chance.filter(|chance| *chance > 0.0 && !hint.jumps().is_empty());
    let chance = chance.map(|chance| format!("From here {}.", chance_sentence(chance)));
    [forced, chance]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the number of moves that a line adds to a game. A jump of the peg that moved last continues its move.
fn moves_begun(game: &Line, line: &Line) -> usize {
    let continues = match (game.jumps().last(), line.jumps().first()) {
        (Some(last), Some(next)) => last.to() == next.from(),
        _ => false,
    };
    line.moves().len() - usize::from(continues)
}

/// Formats a jump: `d2-d4`.
pub fn notation(board: &Board, jump: Jump) -> String {
    Notation::default().jump(board, jump)
}

/// Report of `hint --json`.
#[derive(Serialize)]
struct HintReport {
    /// Patterns of the goal, if it leaves holes free.
    finish_patterns: Option<Vec<PatternLabels>>,
    /// Verdict on the position: `winning`, `losing` or `unknown`.
    verdict: String,
    /// Holes with pegs.
    position: Vec<String>,
    jumps: Vec<JumpReport>,
    alarm: Option<AlarmReport>,
    /// Verdict on the start: `winning`, `losing` or `unknown`.
    start_verdict: &'static str,
    /// First and last possible number of the jump that lost the game, if a limit left it open.
    alarm_between: Option<[usize; 2]>,
    best_line: Option<Vec<String>>,
    /// Holes that each move of the best line jumps over.
    best_line_over: Option<Vec<Vec<String>>>,
    /// Pegs that the best line leaves.
    pegs_left: Option<usize>,
    /// Present if requested and found.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_needed: Option<usize>,
    /// Chance of random play; null if it takes too long to compute.
    chance: Option<f64>,
    only_winning_jump: Option<String>,
}

#[derive(Serialize)]
struct JumpReport {
    jump: String,
    /// Hole that the jump goes over.
    over: String,
    verdict: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_needed: Option<usize>,
}

#[derive(Serialize)]
struct AlarmReport {
    jump: String,
    number: usize,
}

impl HintReport {
    fn new(problem: &Problem, advice: &Advice<'_>) -> HintReport {
        let Advice {
            hint,
            chance,
            needed,
            line,
        } = *advice;
        let board = problem.board();
        HintReport {
            finish_patterns: problem.pattern_labels(),
            verdict: hint.outlook().to_string(),
            position: hint
                .position()
                .pegs()
                .map(|hole| board.label(hole).to_owned())
                .collect(),
            jumps: hint
                .jumps()
                .iter()
                .map(|each| JumpReport {
                    jump: notation(board, each.jump),
                    over: board.label(each.jump.over()).to_owned(),
                    verdict: each.outlook.to_string(),
                    moves_needed: needed.and_then(|needed| needed.after(each.jump)),
                })
                .collect(),
            alarm: match hint.alarm() {
                Alarm::LostBy { number, jump } => Some(AlarmReport {
                    jump: notation(board, *jump),
                    number: *number,
                }),
                _ => None,
            },
            start_verdict: start_word(hint.alarm()),
            alarm_between: match hint.alarm() {
                Alarm::LostBetween {
                    winnable_after,
                    lost_after,
                    ..
                } => Some([winnable_after.map_or(1, |after| after + 1), *lost_after]),
                _ => None,
            },
            best_line: line.map(Line::notation),
            best_line_over: line.map(Line::jumped_over),
            pegs_left: line.map(|line| line.finish().peg_count()),
            moves_needed: needed.map(MovesNeeded::moves),
            chance,
            only_winning_jump: hint.only_winning_jump().map(|jump| notation(board, jump)),
        }
    }
}

fn start_word(alarm: &Alarm) -> &'static str {
    match alarm {
        Alarm::StillWinnable
        | Alarm::LostBy { .. }
        | Alarm::LostBetween {
            winnable_after: Some(_),
            ..
        } => "winning",
        Alarm::NeverWinnable => "losing",
        Alarm::LostBetween {
            winnable_after: None,
            ..
        }
        | Alarm::Unknown(_) => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pegboard::{BoardFile, Lattice, LimitReached};

    fn sentence(alarm: &Alarm) -> String {
        let board = Board::library("triangle5").unwrap();
        anstream::adapter::strip_str(&alarm_sentence(&board, alarm)).to_string()
    }

    #[test]
    fn an_alarm_without_an_exact_jump_is_a_clear_sentence() {
        let limit = LimitReached::Time;
        assert_eq!(
            sentence(&Alarm::LostBetween {
                winnable_after: Some(2),
                lost_after: 5,
                limit
            }),
            "alarm: one of the jumps 3 to 5 lost the game; stopped by the time limit before finding out which."
        );
        assert!(
            sentence(&Alarm::LostBetween {
                winnable_after: None,
                lost_after: 5,
                limit
            })
            .starts_with("alarm: the game is lost, by jump 5 or before;")
        );
        assert!(sentence(&Alarm::Unknown(limit)).ends_with("Try a longer `--time`."));
    }

    /// A jump of the peg that moved last continues its move.
    #[test]
    fn a_line_that_continues_a_move_begins_one_fewer() {
        let row = BoardFile::new("Row", Lattice::Square, (0..6).map(|x| (x, 0)));
        let board = Board::new(row).unwrap();
        let start = board.vacate(board.hole("b1").unwrap());
        let begun = |played, rest| {
            let game = Line::parse(&start, played).unwrap();
            moves_begun(&game, &Line::parse(game.finish(), rest).unwrap())
        };
        assert_eq!(begun("", "d1-b1, a1-c1, f1-d1-b1"), 3);
        assert_eq!(begun("d1-b1", "a1-c1, f1-d1-b1"), 2);
        assert_eq!(begun("d1-b1, a1-c1, f1-d1", "d1-b1"), 0);
    }

    #[test]
    fn each_outlook_has_its_exit_code() {
        let unknown = Outlook::Unknown(LimitReached::Time);
        assert_eq!(
            [Outlook::Winning, Outlook::Losing, unknown].map(outcome),
            [Outcome::Done, Outcome::Unsolvable, Outcome::Undecided]
        );
    }
}
