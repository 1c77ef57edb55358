//! `pegboard play`: a game in the terminal.
//!
//! | module | purpose |
//! |---|---|
//! | `model` | holds the game, the cursor, the lifted peg and the hints, and handles events |
//! | `view` | draws a model on a screen, and finds the hole in a cell |
//! | `screen` | holds pieces of text at cells |
//! | `adviser` | computes hints on a background thread, so that the terminal never waits |
//! | `keys` | decodes the bytes that a terminal sends for keys and clicks |
//! | `terminal` | takes over the terminal, shows screens, and restores the terminal however the program ends |
//!
//! The loop in this module passes events to the model and shows screens.

mod adviser;
#[cfg(unix)]
mod keys;
mod model;
mod screen;
mod terminal;
mod view;

use super::board_name::BoardArgs;
use super::hint::{best, mark, notation};
use super::notation_args::read_moves;
use super::outcome::Outcome;
use super::output::{self, Format, wrapped};
use super::problem_args::ProblemArgs;
use super::program::{Call, Run};
use super::watch::Watch;
use adviser::Adviser;
use anyhow::bail;
use clap::Args;
use crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use model::{Event, Model};
use pegboard::Game;
use screen::{Cell, Size};
use std::io::{self, IsTerminal};
use std::iter;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;
use terminal::RawTerminal;
pub use terminal::restore as restore_terminal;
use view::Look;

const KEYS: &str = "\
Keys:
  arrows           move to another hole
  Enter or space   lift the peg, or put it down
  Escape           drop the lifted peg
  u, r             undo, redo
  h                hint: + a jump wins, x every jump loses, ? not known yet
  a                alarm on or off: it warns when a jump loses the game
  ?                show these keys
  q                quit
A click on a hole moves there and acts like Enter.";

/// Interval between checks for hints, signals and the size of the terminal while waiting for a key.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Args)]
#[command(after_long_help = KEYS)]
pub struct PlayArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    problem: ProblemArgs,
    /// Start after these moves: "d2-d4 b3-d3"
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        help_heading = "Start"
    )]
    played: String,
    /// Draw the board with `*` and `o` instead of round pegs and holes
    #[arg(long, help_heading = "Output")]
    ascii: bool,
}

impl Run for PlayArgs {
    fn run(&self, call: Call) -> anyhow::Result<Outcome> {
        if call.format == Format::Json {
            bail!(
                "`pegboard play` shows a game on the terminal and prints no JSON; \
                 programs can use `pegboard hint --json`"
            );
        }
        let board = self.board.find_and_warn()?;
        let problem = self.problem.problem(&board)?;
        let played = read_moves(problem.start(), &self.played, "--played")?;
        let mut game = Game::new(problem);
        for jump in played.jumps() {
            game.play(*jump)?;
        }
        if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
            bail!(
                "`pegboard play` needs a terminal for its input and its output; \
                 without one, use `pegboard hint` or `pegboard solve`"
            );
        }
        let look = Look::new(
            self.ascii,
            anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
        );
        let game = play(Model::new(game), look)?;
        if !game.jumps().is_empty() {
            output::print_text(&wrapped(
                game.to_string().split_whitespace(),
                output::line_width(),
            ))?;
        }
        Ok(Outcome::Done)
    }
}

/// Plays until the player quits, a signal arrives or the terminal is closed, and returns the game.
fn play(mut model: Model, look: Look) -> anyhow::Result<Game> {
    let watch = Watch::without_bar();
    let adviser = Adviser::of(model.game().problem())?;
    let mut terminal = RawTerminal::new()?;
    let input = terminal::input()?;
    while !model.has_quit() && watch.unless_cancelled().is_ok() {
        terminal.set_again_if_stopped()?;
        let size = terminal.size();
        terminal.show(view::drawn(&model, size, &look))?;
        adviser.ask(model.unknown_positions());
        match input.recv_timeout(POLL_INTERVAL) {
            Ok(first) => {
                for read in iter::once(first).chain(input.try_iter()) {
                    if let Some(event) = event_of(&read, &model, size) {
                        model.handle(event);
                    }
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break, // the terminal is closed
        }
        for advice in adviser.news()? {
            model.learn(advice);
        }
    }
    drop(terminal); // before anything is printed
    Ok(model.into_game())
}

/// Converts a key or click to an event.
fn event_of(input: &Input, model: &Model, size: Size) -> Option<Event> {
    match input {
        Input::Key(KeyEvent {
            kind: KeyEventKind::Release,
            ..
        }) => None,
        Input::Key(key) => event_of_key(key),
        Input::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            ..
        }) => view::hole_at(
            model,
            size,
            Cell {
                x: *column,
                y: *row,
            },
        )
        .map(Event::Point),
        _ => None,
    }
}

fn event_of_key(key: &KeyEvent) -> Option<Event> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(Event::Quit);
    }
    Some(match key.code {
        KeyCode::Left => Event::Go(-1, 0),
        KeyCode::Right => Event::Go(1, 0),
        KeyCode::Up => Event::Go(0, -1),
        KeyCode::Down => Event::Go(0, 1),
        KeyCode::Enter | KeyCode::Char(' ') => Event::Use,
        KeyCode::Esc => Event::Drop,
        KeyCode::Char('u') => Event::Undo,
        KeyCode::Char('r') => Event::Redo,
        KeyCode::Char('h') => Event::Hint,
        KeyCode::Char('a') => Event::Alarm,
        KeyCode::Char('?') => Event::Help,
        KeyCode::Char('q') => Event::Quit,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
