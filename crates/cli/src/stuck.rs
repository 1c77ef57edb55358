//! `solve --stuck` and `atlas --stuck`: shortest games after which no jump is left.

use super::answer_text::{board_and_start, limit_name};
use super::notation_args::NotationArgs;
use super::outcome::Outcome;
use super::output::{
    GOOD, HEADING, Headed, ReportedBoard, UNSURE, counted, headed, line_width, styled, vacancies,
    wrapped,
};
use super::table::{grouped, of_columns};
use pegboard::sweep::ShortestGame;
use pegboard::{Board, Line, Position};
use serde::Serialize;
use std::time::Instant;

/// Start with its shortest game.
pub struct Stuck {
    start: Position,
    shortest: ShortestGame,
    seconds: f64,
}

impl Stuck {
    pub fn find<E>(
        start: Position,
        find: impl FnOnce(&Position) -> Result<ShortestGame, E>,
    ) -> Result<Stuck, E> {
        let begun = Instant::now();
        Ok(Stuck {
            shortest: find(&start)?,
            seconds: begun.elapsed().as_secs_f64(),
            start,
        })
    }

    pub fn outcome(&self) -> Outcome {
        match self.shortest.limit_reached() {
            None => Outcome::Done,
            Some(_) => Outcome::Undecided,
        }
    }

    pub fn game(&self) -> Option<&Line> {
        self.shortest.game()
    }

    fn vacancy(&self) -> Option<&str> {
        let vacancy = self.start.single_vacancy()?;
        Some(self.start.board().label(vacancy))
    }

    /// Returns the answer as sentences.
    pub fn sentence(&self) -> String {
        let heading = board_and_start(&self.start);
        let searched = match self.shortest.searched().iter().sum::<u64>() {
            1 => "the only position that fewer jumps reach allows a jump".to_owned(),
            positions => format!(
                "all {} that fewer jumps reach (up to symmetry) allow a jump",
                counted(positions, "position")
            ),
        };
        let at_least = counted(self.shortest.at_least(), "jump");
        let limit = self.shortest.limit_reached().map(limit_name);
        match (self.game(), limit) {
            (Some(game), limit) => {
                let pegs = counted(game.finish().peg_count(), "peg");
                let left = if game.finish().peg_count() == 1 {
                    "is"
                } else {
                    "are"
                };
                let proof = match self.shortest.at_least() {
                    0 => "The start allows no jump.".to_owned(),
                    _ => format!("No game is shorter: {searched}."),
                };
                let unlisted = limit.map_or_else(String::new, |limit| {
                    format!(" The list of games was stopped by {limit}.")
                });
                format!(
                    "{heading}: {} after {at_least}; {pegs} {left} left. {proof}{unlisted}",
                    styled(GOOD, "stuck")
                )
            }
            (None, limit) if self.shortest.searched().iter().sum::<u64>() == 0 => format!(
                "{heading}: {}: stopped by {} before any position was searched.",
                styled(UNSURE, "undecided"),
                limit.unwrap_or_default()
            ),
            (None, limit) => format!(
                "{heading}: {}: stopped by {}. Every game has at least {at_least}: {searched}.",
                styled(UNSURE, "undecided"),
                limit.unwrap_or_default()
            ),
        }
    }

    /// Returns all shortest games, if they were requested.
    pub fn list_text(&self, notation: &NotationArgs) -> Option<String> {
        let list = self.shortest.all()?;
        let (sets, end) = if list.is_complete {
            ("", "")
        } else {
            ("more than ", "; raise `--limit` to list them all")
        };
        if list.games.is_empty() && !list.is_complete {
            let games = counted(&list.sequences, "shortest game");
            return Some(format!("{games}; raise `--limit` to list them"));
        }
        let head = format!(
            "{}, {sets}{} of jumps up to the symmetries that fix the start{end}",
            counted(&list.sequences, "shortest game"),
            counted(list.games.len(), "set"),
        );
        let games = list
            .games
            .iter()
            .map(|game| notation.wrapped(game, line_width()));
        let games: Vec<String> = games.collect();
        Some(
            [vec![wrapped(head.split_whitespace(), line_width())], games]
                .concat()
                .join("\n\n"),
        )
    }
}

/// JSON report of a shortest game.
#[derive(Serialize)]
pub struct StuckReport<'a> {
    vacate: Option<&'a str>,
    answer: &'static str,
    moves: Option<Vec<String>>,
    /// Holes that each move jumps over.
    over: Option<Vec<Vec<String>>>,
    jumps: Option<usize>,
    pegs_left: Option<usize>,
    /// Proved lower bound on the number of jumps.
    at_least: usize,
    /// Number of positions after 0, 1, 2, … jumps, up to symmetry, all of which allow a jump.
    searched: &'a [u64],
    /// With `--all`: number of shortest games as sequences of jumps.
    sequences: Option<String>,
    /// With `--all`: moves of one game for each set of jumps, up to symmetry.
    games: Option<Vec<Vec<String>>>,
    /// With `--all`: `true` if `games` has every set.
    complete: Option<bool>,
    start: Vec<&'a str>,
    limit: Option<String>,
    seconds: f64,
}

impl<'a> StuckReport<'a> {
    pub fn new(stuck: &'a Stuck) -> StuckReport<'a> {
        let (board, shortest) = (stuck.start.board(), &stuck.shortest);
        let (game, list) = (shortest.game(), shortest.all());
        StuckReport {
            vacate: stuck.vacancy(),
            answer: if game.is_some() {
                "solvable"
            } else {
                "undecided"
            },
            moves: game.map(Line::notation),
            over: game.map(Line::jumped_over),
            jumps: game.map(|game| game.jumps().len()),
            pegs_left: game.map(|game| game.finish().peg_count()),
            at_least: shortest.at_least(),
            searched: shortest.searched(),
            sequences: list.map(|list| list.sequences.to_string()),
            games: list.map(|list| list.games.iter().map(Line::notation).collect()),
            complete: list.map(|list| list.is_complete),
            start: stuck.start.pegs().map(|hole| board.label(hole)).collect(),
            limit: shortest.limit_reached().map(|limit| limit.to_string()),
            seconds: stuck.seconds,
        }
    }
}

/// Shortest games from every vacancy, up to the symmetries of the board.
pub struct StuckTable {
    board: Board,
    rows: Vec<Stuck>,
}

/// JSON report of a table.
#[derive(Serialize)]
pub struct StuckTableReport<'a> {
    /// Number of vacancies whose shortest game is not known.
    open: usize,
    problems: Vec<Headed<'a, StuckReport<'a>>>,
}

impl StuckTable {
    /// Finds a shortest game from each vacancy.
    pub fn find<E>(
        board: &Board,
        find: impl Fn(&Position) -> Result<ShortestGame, E>,
    ) -> Result<StuckTable, E> {
        let stuck = |hole| Stuck::find(board.vacate(hole), &find);
        Ok(StuckTable {
            board: board.clone(),
            rows: board
                .holes_up_to_symmetry()
                .map(stuck)
                .collect::<Result<_, _>>()?,
        })
    }

    pub fn outcome(&self) -> Outcome {
        Outcome::of_open(self.open())
    }

    fn open(&self) -> usize {
        self.rows.iter().filter(|row| row.game().is_none()).count()
    }

    pub fn report<'a>(&'a self, board: ReportedBoard<'a>) -> StuckTableReport<'a> {
        StuckTableReport {
            open: self.open(),
            problems: self
                .rows
                .iter()
                .map(|row| headed("solve --stuck", Some(board), StuckReport::new(row)))
                .collect(),
        }
    }

    pub fn text(&self) -> String {
        let lengths = || {
            self.rows
                .iter()
                .filter_map(|row| Some(row.game()?.jumps().len()))
        };
        let range = match (lengths().min(), lengths().max()) {
            (Some(least), Some(most)) if least == most => counted(least, "jump"),
            (Some(least), Some(most)) => format!("{least} to {most} jumps"),
            _ => "none found".to_owned(),
        };
        let open = match self.open() {
            0 => "all proved".to_owned(),
            open => format!("{} open", grouped(open)),
        };
        let rows = self.rows.iter().map(|row| {
            let (jumps, pegs, moves) = match row.game() {
                Some(game) => (
                    game.jumps().len().to_string(),
                    game.finish().peg_count().to_string(),
                    game.to_string(),
                ),
                None => (
                    format!("≥ {}", row.shortest.at_least()),
                    String::new(),
                    "open".to_owned(),
                ),
            };
            vec![
                row.vacancy().unwrap_or_default().to_owned(),
                jumps,
                pegs,
                moves,
            ]
        });
        format!(
            "{}: shortest games after which no jump is left, from {} up to symmetry: {range}, {open}.\n\n{}",
            styled(HEADING, self.board.name()),
            vacancies(self.rows.len()),
            of_columns(
                &["vacate", "jumps", "pegs left", "game"],
                (1, 1),
                |place| place == 1 || place == 2,
                rows
            )
        )
    }

    pub fn csv(&self) -> String {
        let mut lines = vec!["vacate,jumps,at_least,pegs_left,proved,moves,seconds".to_owned()];
        lines.extend(self.rows.iter().map(|row| {
            let game = row.game();
            let number =
                |of: fn(&Line) -> usize| game.map_or_else(String::new, |game| of(game).to_string());
            format!(
                "{},{},{},{},{},{},{:.6}",
                row.vacancy().unwrap_or_default(),
                number(|game| game.jumps().len()),
                row.shortest.at_least(),
                number(|game| game.finish().peg_count()),
                game.is_some(),
                game.map_or_else(String::new, |game| game.notation().join(" ")),
                row.seconds
            )
        }));
        lines.join("\n") + "\n"
    }
}
