use super::model::{Choice, Mark, MessageKind, Model};
use super::screen::{Cell, Screen, Size};
use super::{KEYS, mark, notation};
use crate::answer_text::start_and_goal;
use crate::output::{counted, wrapped};
use crossterm::style::{Color, ContentStyle as Style, Stylize};
use pegboard::{Hole, Outlook};

/// Appearance: colors or none, round pegs or ASCII.
pub struct Look {
    is_ascii: bool,
    is_colored: bool,
}

/// Layout of the screen.
struct Layout {
    /// Cell of the board's top left corner.
    corner: (u16, u16),
    /// Columns per half step.
    half_step: u16,
    /// Columns and rows of the board, without the panel.
    board: (u16, u16),
    /// Rows below the board: moves, message, keys.
    below: u16,
}

/// Width of the panel beside the board.
const PANEL: u16 = 32;
/// Rows above the board, and below it: two rows of moves, the message and the keys, separated by blank rows.
const ABOVE: u16 = 2;
const BELOW: u16 = 6;
/// Minimum number of rows between `ABOVE` and `BELOW`, although the board may be smaller.
const MIN_ROWS: u16 = 9;

const SHORT_KEYS: &str = "arrows Enter Esc · u undo · r redo · h hint · a alarm · ? help · q quit";

impl Look {
    pub fn new(is_ascii: bool, is_colored: bool) -> Look {
        Look {
            is_ascii,
            is_colored,
        }
    }

    fn glyph(&self, shown: Mark) -> char {
        match (shown, self.is_ascii) {
            (Mark::Peg, false) => '●',
            (Mark::Peg, true) => '*',
            (Mark::Empty, false) => '○',
            (Mark::Empty, true) => 'o',
            (Mark::Lifted, false) => '◉',
            (Mark::Lifted, true) => '@',
            (Mark::Landing, false) => '□',
            (Mark::Landing, true) => 'x',
            (Mark::Outlook(outlook), _) => mark(outlook),
        }
    }

    fn style(&self, mark: Mark) -> Style {
        match mark {
            Mark::Lifted | Mark::Landing => self.colored(Color::DarkCyan).bold(),
            Mark::Outlook(outlook) => self.of_outlook(outlook),
            Mark::Peg | Mark::Empty => Style::new(),
        }
    }

    fn of_outlook(&self, outlook: Outlook) -> Style {
        self.colored(match outlook {
            Outlook::Winning => Color::DarkGreen,
            Outlook::Losing => Color::DarkRed,
            Outlook::Unknown(_) => Color::DarkYellow,
        })
        .bold()
    }

    fn colored(&self, color: Color) -> Style {
        if self.is_colored {
            Style::new().with(color)
        } else {
            Style::new()
        }
    }

    fn text<'t>(&self, text: &'t str) -> std::borrow::Cow<'t, str> {
        if self.is_ascii {
            text.replace('·', "|").replace('…', "...").into()
        } else {
            text.into()
        }
    }
}

impl Layout {
    /// Returns `None` if the screen is too small.
    fn new(model: &Model, screen: Size) -> Option<Layout> {
        let (width, rows) = extent(model);
        let half_step = [2, 1]
            .into_iter()
            .find(|half_step| least_size(width, rows, *half_step).0 <= screen.width)?;
        let least = least_size(width, rows, half_step);
        let board_rows = screen.height.checked_sub(ABOVE + BELOW)?;
        (least.1 <= screen.height).then(|| Layout {
            corner: (2, ABOVE),
            half_step,
            board: (least.0 - PANEL, board_rows),
            below: ABOVE + board_rows,
        })
    }

    fn cell(&self, model: &Model, hole: Hole) -> Cell {
        let (x, y) = model.place(hole);
        Cell {
            x: self.corner.0 + x as u16 * self.half_step,
            y: self.corner.1 + y as u16,
        }
    }
}

/// Returns the minimum columns and rows for a board of this size in half steps and rows.
fn least_size(width: u16, rows: u16, half_step: u16) -> (u16, u16) {
    (
        width * half_step + 5 + PANEL,
        ABOVE + rows.max(MIN_ROWS) + BELOW,
    )
}

/// Returns the width of the board in half steps, and its height in rows.
fn extent(model: &Model) -> (u16, u16) {
    let places = || model.board().holes().map(|hole| model.place(hole));
    let width = places().map(|place| place.0).max().unwrap_or(0);
    let height = places().map(|place| place.1).max().unwrap_or(0);
    (width as u16, height as u16 + 1)
}

/// Returns the hole in a cell or next to it in the same row.
pub fn hole_at(model: &Model, screen: Size, cell: Cell) -> Option<Hole> {
    let layout = Layout::new(model, screen)?;
    let distance = |hole| layout.cell(model, hole).x.abs_diff(cell.x);
    let near = model
        .board()
        .holes()
        .filter(|hole| layout.cell(model, *hole).y == cell.y && distance(*hole) <= 1);
    near.min_by_key(|hole| distance(*hole))
}

/// Draws the model on a screen of this size.
pub fn drawn(model: &Model, size: Size, look: &Look) -> Screen {
    let mut page = Page {
        screen: Screen::new(size),
        look,
    };
    page.draw(model);
    page.screen
}

/// Screen being drawn.
struct Page<'a> {
    screen: Screen,
    look: &'a Look,
}

impl Page<'_> {
    fn draw(&mut self, model: &Model) {
        let size = self.screen.size();
        let Some(layout) = Layout::new(model, size) else {
            return self.too_small(model);
        };
        if model.shows_help() {
            let lines: Vec<&str> = KEYS
                .lines()
                .chain(["", "Press Enter to return to the game."])
                .collect();
            return self.lines(2, 1, size.width.saturating_sub(4), &lines);
        }
        self.title(model);
        self.board(model, &layout);
        self.panel(model, &layout);
        self.moves_and_message(model, &layout);
    }

    fn too_small(&mut self, model: &Model) {
        let (width, rows) = extent(model);
        let (columns, rows) = least_size(width, rows, 1);
        let message = format!(
            "This window is too small: the board needs {columns} columns and {rows} rows. Make it larger, or press q."
        );
        let width = self.screen.size().width;
        let message = wrapped(message.split_whitespace(), usize::from(width));
        self.lines(0, 0, width, &message.lines().collect::<Vec<_>>());
    }

    /// Writes a text, clipped to the screen.
    fn text(&mut self, x: u16, y: u16, width: u16, text: &str, style: Style) {
        self.screen
            .write(Cell { x, y }, width, &self.look.text(text), style);
    }

    fn lines(&mut self, x: u16, y: u16, width: u16, lines: &[&str]) {
        for (line, row) in lines.iter().zip(y..) {
            self.text(x, row, width, line, Style::new());
        }
    }

    fn title(&mut self, model: &Model) {
        let game = model.game();
        let pegs = counted(game.position().peg_count(), "peg");
        let question = start_and_goal(game.problem());
        let title = format!("{}, {question}: {pegs}", model.board().name());
        self.text(1, 0, u16::MAX, &title, Style::new().bold());
    }

    fn board(&mut self, model: &Model, layout: &Layout) {
        for hole in model.board().holes() {
            let (cell, mark) = (layout.cell(model, hole), model.mark(hole));
            self.text(
                cell.x,
                cell.y,
                1,
                &self.look.glyph(mark).to_string(),
                self.look.style(mark),
            );
            if hole == model.cursor() {
                let bold = Style::new().bold();
                self.text(cell.x - 1, cell.y, 1, "[", bold);
                self.text(cell.x + 1, cell.y, 1, "]", bold);
            }
        }
    }

    fn panel(&mut self, model: &Model, layout: &Layout) {
        let x = layout.board.0 + 1;
        let bold = Style::new().bold();
        let alarm = if model.alarm_is_on() { "on" } else { "off" };
        let label = model.board().label(model.cursor());
        self.text(
            x,
            ABOVE,
            PANEL,
            &format!("at {label}, alarm {alarm}"),
            Style::new(),
        );
        self.text(x, ABOVE + 1, PANEL, "jump         possible   win", bold);
        let timeline = model.timeline();
        let rows = usize::from(layout.board.1.saturating_sub(2));
        let first = timeline.len().saturating_sub(rows);
        for ((number, choice), row) in timeline.iter().enumerate().skip(first).zip(ABOVE + 2..) {
            let line = timeline_row(model, number + 1, choice);
            self.text(x, row, PANEL, &line, Style::new());
            let mark = Mark::Outlook(choice.outlook);
            self.text(
                x + 28,
                row,
                1,
                &self.look.glyph(mark).to_string(),
                self.look.style(mark),
            );
        }
    }

    fn moves_and_message(&mut self, model: &Model, layout: &Layout) {
        let size = self.screen.size();
        let width = size.width.saturating_sub(2);
        let moves = wrapped(
            model.game().to_string().split_whitespace(),
            usize::from(width),
        );
        let lines: Vec<&str> = moves.lines().collect();
        let last: Vec<&str> = lines[lines.len().saturating_sub(2)..].to_vec(); // the last two fit
        self.lines(1, layout.below + 1, width, &last);
        let message = model.message();
        let style = match message.kind {
            MessageKind::Alarm => self.look.of_outlook(Outlook::Losing),
            MessageKind::Solved => self.look.of_outlook(Outlook::Winning),
            MessageKind::Notice => Style::new().bold(),
        };
        self.text(1, layout.below + 3, width, &message.text, style);
        self.text(1, size.height - 1, width, SHORT_KEYS, Style::new());
    }
}

/// Formats a row of the timeline: ` 3 d4-d2            5     2`; marks follow.
fn timeline_row(model: &Model, number: usize, choice: &Choice) -> String {
    let jump = notation(model.board(), choice.jump);
    let winning = choice
        .winning
        .map_or_else(|| "?".to_owned(), |winning| winning.to_string());
    format!("{number:>2} {jump:<9} {:>8} {winning:>5}", choice.possible)
}
