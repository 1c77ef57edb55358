use super::adviser::NOT_YET;
use super::{best, notation};
use crate::output::counted;
use pegboard::drawing::half_columns_and_rows;
use pegboard::{Board, Game, Hint, Hole, Jump, Outlook, Position};
use std::collections::HashMap;

/// State of a game on the screen.
pub struct Model {
    game: Game,
    /// Half column and row of each hole on the screen.
    places: Vec<(i32, i32)>,
    cursor: Hole,
    lifted: Option<Hole>,
    /// Hole chosen for the lifted peg, if it could jump over several pegs to it.
    landing: Option<Hole>,
    /// Hints by position code.
    hints: HashMap<u128, Hint>,
    message: String,
    shows_hint: bool,
    shows_help: bool,
    alarm_is_on: bool,
    has_quit: bool,
}

/// Action of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Move the cursor to the next hole in a direction: right, down.
    Go(i32, i32),
    /// Lift the peg under the cursor, or drop the lifted peg there.
    Use,
    /// Move the cursor to a hole and use it.
    Point(Hole),
    Drop,
    Undo,
    Redo,
    Hint,
    Alarm,
    Help,
    Quit,
}

/// Played jump, with its alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub jump: Jump,
    pub possible: usize,
    /// Number of winning alternatives, if known for all.
    pub winning: Option<usize>,
    /// Outlook of the jump that was played.
    pub outlook: Outlook,
}

/// Mark on a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Peg,
    Empty,
    Lifted,
    /// Landing hole of the lifted peg.
    Landing,
    /// Best outlook of a jump from here, or of landing here.
    Outlook(Outlook),
}

/// Message to the player.
#[derive(Debug, PartialEq, Eq)]
pub struct Message {
    pub kind: MessageKind,
    pub text: String,
}

/// Kind of a message, which determines its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    Notice,
    /// A jump lost the game.
    Alarm,
    Solved,
}

impl Model {
    pub fn new(game: Game) -> Model {
        let board = game.problem().board().clone();
        let first_jump = game.position().jumps().next();
        let cursor = first_jump
            .map(|jump| jump.from())
            .or_else(|| board.holes().next())
            .expect("a board has holes");
        let places = half_columns_and_rows(&board).into_iter();
        let places = places.map(|(half_column, row)| (half_column as i32, row as i32));
        Model {
            game,
            places: places.collect(),
            cursor,
            lifted: None,
            landing: None,
            hints: HashMap::new(),
            message: String::new(),
            shows_hint: false,
            shows_help: false,
            alarm_is_on: true,
            has_quit: false,
        }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn into_game(self) -> Game {
        self.game
    }

    pub fn cursor(&self) -> Hole {
        self.cursor
    }

    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    pub fn shows_help(&self) -> bool {
        self.shows_help
    }

    pub fn alarm_is_on(&self) -> bool {
        self.alarm_is_on
    }

    pub fn board(&self) -> &Board {
        self.game.problem().board()
    }

    /// Returns the half column and the row of a hole on the screen.
    pub fn place(&self, hole: Hole) -> (i32, i32) {
        self.places[hole.index()]
    }

    fn label(&self, hole: Hole) -> &str {
        self.board().label(hole)
    }

    /// Iterates over the positions of the game without a hint, the current one first.
    pub fn unknown_positions(&self) -> impl Iterator<Item = &Position> {
        let positions = self.game.positions().iter().rev();
        positions.filter(|position| !self.hints.contains_key(&position.code()))
    }

    /// Stores a hint.
    pub fn learn(&mut self, hint: Hint) {
        self.hints.insert(hint.position().code(), hint);
    }

    /// Returns the hint for the current position, if known.
    pub fn hint(&self) -> Option<&Hint> {
        self.hints.get(&self.game.position().code())
    }

    pub fn handle(&mut self, event: Event) {
        if std::mem::take(&mut self.shows_help) && event != Event::Quit {
            return; // any action closes the help
        }
        self.message.clear();
        match event {
            Event::Go(right, down) => self.go(right, down),
            Event::Use => self.use_hole(),
            Event::Point(hole) => {
                self.cursor = hole;
                self.use_hole();
            }
            Event::Drop => self.lifted = None,
            Event::Undo => self.step(
                Game::undo,
                "undone",
                "This is the start: there is nothing to undo.",
            ),
            Event::Redo => self.step(Game::redo, "played again", "There is nothing to redo."),
            Event::Hint => self.shows_hint = !self.shows_hint,
            Event::Alarm => {
                self.alarm_is_on = !self.alarm_is_on;
                self.message = format!(
                    "The alarm is {}.",
                    if self.alarm_is_on { "on" } else { "off" }
                );
            }
            Event::Help => self.shows_help = true,
            Event::Quit => self.has_quit = true,
        }
    }

    /// Moves the cursor to the nearest hole in a direction; sideways distance weighs more.
    fn go(&mut self, right: i32, down: i32) {
        let (x, y) = self.place(self.cursor);
        let distance = |hole: &Hole| {
            let place = self.place(*hole);
            let (across, along) = (place.0 - x, 2 * (place.1 - y));
            let (ahead, aside) = (
                across * right + along * down,
                (across * down).abs() + (along * right).abs(),
            );
            (ahead > 0 && aside <= ahead).then_some(ahead + 2 * aside)
        };
        let nearest = self
            .board()
            .holes()
            .filter_map(|hole| Some((distance(&hole)?, hole)))
            .min();
        if let Some((_, hole)) = nearest {
            self.cursor = hole;
        }
    }

    fn use_hole(&mut self) {
        let hole = self.cursor;
        if let (Some(from), Some(to)) = (self.lifted, self.landing.take()) {
            let mut jumps = self.jumps_between(from, to);
            let chosen = jumps.find(|jump| jump.over() == hole);
            drop(jumps);
            if let Some(jump) = chosen {
                return self.play(jump);
            }
        }
        match self.lifted {
            Some(lifted) if lifted == hole => self.lifted = None,
            Some(lifted) if !self.game.position().has_peg(hole) => self.land(lifted, hole),
            _ => self.lift(hole),
        }
    }

    fn lift(&mut self, hole: Hole) {
        self.lifted = None;
        if !self.game.position().has_peg(hole) {
            self.message = format!("There is no peg in {}.", self.label(hole));
        } else if self.game.position().jumps().any(|jump| jump.from() == hole) {
            self.lifted = Some(hole);
        } else {
            self.message = format!("The peg in {} cannot jump.", self.label(hole));
        }
    }

    /// Returns the possible jumps between two holes.
    fn jumps_between(&self, from: Hole, to: Hole) -> impl Iterator<Item = Jump> + '_ {
        let jumps = self.board().jumps_between(from, to);
        jumps.filter(|jump| self.game.position().allows(*jump))
    }

    fn land(&mut self, from: Hole, to: Hole) {
        let jumps: Vec<Jump> = self.jumps_between(from, to).collect();
        match jumps[..] {
            [] => {
                self.message = format!(
                    "The peg in {} cannot jump to {}.",
                    self.label(from),
                    self.label(to)
                );
            }
            [jump] => self.play(jump),
            _ => {
                let pegs: Vec<&str> = jumps.iter().map(|jump| self.label(jump.over())).collect();
                self.message = format!("Go to the peg to jump over: {}.", pegs.join(" or "));
                self.landing = Some(to);
            }
        }
    }

    fn play(&mut self, jump: Jump) {
        self.game.play(jump).expect("the position allows the jump");
        self.lifted = None;
    }

    fn step(&mut self, step: fn(&mut Game) -> Option<Jump>, done: &str, nothing: &str) {
        self.lifted = None;
        self.message = match step(&mut self.game) {
            Some(jump) => format!("{} {done}.", notation(self.board(), jump)),
            None => nothing.to_owned(),
        };
    }

    /// Returns the mark on a hole. Hints mark pegs that can jump, or the landings of the lifted peg.
    pub fn mark(&self, hole: Hole) -> Mark {
        let outlook = self.shows_hint.then(|| self.outlook_at(hole)).flatten();
        match (self.lifted, outlook) {
            (Some(lifted), _) if lifted == hole => Mark::Lifted,
            (_, Some(outlook)) => Mark::Outlook(outlook),
            (Some(lifted), None)
                if self
                    .jumps()
                    .any(|jump| (jump.from(), jump.to()) == (lifted, hole)) =>
            {
                Mark::Landing
            }
            _ if self.game.position().has_peg(hole) => Mark::Peg,
            _ => Mark::Empty,
        }
    }

    fn jumps(&self) -> impl Iterator<Item = Jump> {
        self.game.position().jumps()
    }

    /// Returns the best outlook of the jumps from a hole, or of the lifted peg's jump to it.
    fn outlook_at(&self, hole: Hole) -> Option<Outlook> {
        let is_meant = |jump: &Jump| match self.lifted {
            Some(lifted) => (jump.from(), jump.to()) == (lifted, hole),
            None => jump.from() == hole,
        };
        best(
            self.jumps()
                .filter(is_meant)
                .map(|jump| self.outlook_of(self.game.position(), jump)),
        )
    }

    fn outlook_of(&self, position: &Position, jump: Jump) -> Outlook {
        let known = self.hints.get(&position.code());
        let known = known.and_then(|hint| hint.jumps().iter().find(|each| each.jump == jump));
        known.map_or(NOT_YET, |each| each.outlook)
    }

    /// Returns the jumps of the game so far.
    pub fn timeline(&self) -> Vec<Choice> {
        let choice = |(position, jump): (&Position, &Jump)| Choice {
            jump: *jump,
            possible: position.jumps().count(),
            winning: self.hints.get(&position.code()).and_then(winning_jumps),
            outlook: self.outlook_of(position, *jump),
        };
        self.game
            .positions()
            .iter()
            .zip(self.game.jumps())
            .map(choice)
            .collect()
    }

    /// Returns the jump that lost the game, and its number from 1.
    fn lost_by(&self) -> Option<(usize, Jump)> {
        let timeline = self.timeline();
        let lost = timeline.iter().position(|choice| {
            choice.outlook == Outlook::Losing && choice.winning.is_some_and(|winning| winning > 0)
        })?;
        Some((lost + 1, timeline[lost].jump))
    }

    /// Returns `true` if the game meets the goal. Only the hint tells whether a game has left the fewest pegs.
    fn is_solved(&self) -> bool {
        let is_winning = |hint: &Hint| hint.outlook() == Outlook::Winning;
        self.game.is_won() || self.game.is_over() && self.hint().is_some_and(is_winning)
    }

    /// Returns the most important message.
    pub fn message(&self) -> Message {
        let message = |kind, text| Message { kind, text };
        if self.is_solved() {
            let moves = counted(self.game.moves().len(), "move");
            let jumps = counted(self.game.jumps().len(), "jump");
            return message(MessageKind::Solved, format!("Solved in {moves} ({jumps})."));
        }
        if !self.message.is_empty() {
            return message(MessageKind::Notice, self.message.clone());
        }
        if let Some((number, jump)) = self.lost_by().filter(|_| self.alarm_is_on) {
            let jump = notation(self.board(), jump);
            let text = format!("ALARM: jump {number}, {jump}, lost the game; u takes it back.");
            return message(MessageKind::Alarm, text);
        }
        message(MessageKind::Notice, self.state_sentence())
    }

    /// Describes the position, or gives the hint that the player asked for.
    fn state_sentence(&self) -> String {
        if self.game.is_over() {
            return if self.game.jumps().is_empty() {
                "No jump is possible.".to_owned()
            } else {
                "No jump is left. u takes one back.".to_owned()
            };
        }
        match self.hint().filter(|_| self.shows_hint) {
            Some(hint) => self.hint_sentence(hint),
            None if self.shows_hint => "Looking for hints …".to_owned(),
            None => String::new(),
        }
    }

    fn hint_sentence(&self, hint: &Hint) -> String {
        if let Some(forced) = hint.only_winning_jump() {
            return format!("Hint: only {} wins.", notation(self.board(), forced));
        }
        let next = hint.best_line().and_then(|line| line.jumps().first());
        match (hint.outlook(), next) {
            (Outlook::Winning, Some(jump)) => {
                format!("Hint: {} wins.", notation(self.board(), *jump))
            }
            (Outlook::Winning, None) => "This position is won.".to_owned(),
            (Outlook::Losing, _) => "The goal cannot be reached from here.".to_owned(),
            (Outlook::Unknown(_), _) => {
                "The search ran out of time: the goal may or may not be reachable.".to_owned()
            }
        }
    }
}

/// Returns the number of winning jumps, if known for every jump.
fn winning_jumps(hint: &Hint) -> Option<usize> {
    let is_unknown = |outlook: Outlook| matches!(outlook, Outlook::Unknown(_));
    if hint.jumps().iter().any(|each| is_unknown(each.outlook)) {
        return None;
    }
    Some(
        hint.jumps()
            .iter()
            .filter(|each| each.outlook == Outlook::Winning)
            .count(),
    )
}
