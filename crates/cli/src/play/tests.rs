use super::adviser::hint_at;
use super::screen::Screen;
use super::*;
use pegboard::{Board, Control, GameOracle, Hole, Problem, SolverOptions};

fn table(played: &str) -> Model {
    let board = Board::library("triangle5").unwrap();
    let corner = board.hole("a1").unwrap();
    Model::new(Game::parse(Problem::svss(&board, corner, corner), played).unwrap())
}

fn hole(model: &Model, label: &str) -> Hole {
    model.game().problem().board().hole(label).unwrap()
}

/// Gives the model the hints of an adviser.
fn advised(mut model: Model) -> Model {
    let oracle = GameOracle::prepare(
        model.game().problem(),
        SolverOptions::default(),
        &Control::default(),
    );
    let unknown: Vec<_> = model.unknown_positions().cloned().collect();
    for position in unknown {
        model.learn(hint_at(&position, &oracle, &Control::default()));
    }
    model
}

fn screen(model: &Model, width: u16, height: u16, look: &Look) -> String {
    let screen = view::drawn(model, Size { width, height }, look);
    let rows = (0..height).map(|y| row(&screen, y).trim_end().to_owned());
    rows.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// Returns a row as a terminal shows it.
fn row(screen: &Screen, y: u16) -> String {
    let mut shown = vec![' '; usize::from(screen.size().width)];
    for piece in screen.row(y) {
        for (cell, character) in shown[usize::from(piece.place.x)..]
            .iter_mut()
            .zip(piece.text.chars())
        {
            *cell = character;
        }
    }
    shown.into_iter().collect()
}

fn plain(model: &Model) -> String {
    screen(model, 80, 24, &Look::new(false, false))
}

#[test]
fn a_peg_is_lifted_and_put_down() {
    let mut model = table("");
    assert_eq!(model.cursor(), hole(&model, "a3"));
    model.handle(Event::Use);
    assert_eq!(model.mark(hole(&model, "a3")), model::Mark::Lifted);
    assert_eq!(model.mark(hole(&model, "a1")), model::Mark::Landing);
    model.handle(Event::Point(hole(&model, "a1")));
    assert_eq!(model.game().to_string(), "a3-a1");
    assert_eq!(model.mark(hole(&model, "a2")), model::Mark::Empty);
}

#[test]
fn illegal_actions_are_reported_and_change_nothing() {
    let mut model = table("");
    for (label, message) in [
        ("a1", "There is no peg in a1."),
        ("a2", "The peg in a2 cannot jump."),
    ] {
        model.handle(Event::Point(hole(&model, label)));
        assert_eq!(model.message().text, message);
    }
    model.handle(Event::Undo);
    assert!(model.message().text.contains("nothing to undo"));
    model.handle(Event::Redo);
    assert_eq!(model.message().text, "There is nothing to redo.");
    assert!(model.game().jumps().is_empty());
    let mut later = table("a3-a1, c3-a3");
    later.handle(Event::Point(hole(&later, "b5")));
    later.handle(Event::Point(hole(&later, "a2")));
    assert_eq!(later.message().text, "The peg in b5 cannot jump to a2.");
    later.handle(Event::Drop);
    assert_eq!(later.mark(hole(&later, "b5")), model::Mark::Peg);
}

#[test]
fn arrows_lead_to_every_hole() {
    for name in Board::library_names() {
        let board = Board::library(name).unwrap();
        let mut seen = vec![board.holes().next().unwrap()];
        let mut next = 0;
        while let Some(from) = seen.get(next).copied() {
            for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let problem = Problem::new(board.full(), pegboard::Goal::OnePeg).unwrap();
                let mut model = Model::new(Game::new(problem));
                model.handle(Event::Point(from));
                model.handle(Event::Go(right, down));
                if !seen.contains(&model.cursor()) {
                    seen.push(model.cursor());
                }
            }
            next += 1;
        }
        assert_eq!(seen.len(), board.hole_count(), "{name}");
    }
}

#[test]
fn the_alarm_names_the_jump_that_lost_and_can_be_turned_off() {
    let mut model = advised(table("a3-a1 a5-a3"));
    assert_eq!(
        model.message().text,
        "ALARM: jump 2, a5-a3, lost the game; u takes it back."
    );
    model.handle(Event::Alarm);
    assert_eq!(model.message().text, "The alarm is off.");
    model.handle(Event::Drop);
    assert_eq!(model.message().text, "");
    model.handle(Event::Alarm);
    model.handle(Event::Undo);
    model.handle(Event::Drop);
    assert_eq!(model.message().text, "");
}

#[test]
fn the_timeline_counts_possible_and_winning_jumps() {
    let model = advised(table("a3-a1 a5-a3"));
    let rows: Vec<_> = model
        .timeline()
        .iter()
        .map(|choice| (choice.possible, choice.winning))
        .collect();
    assert_eq!(rows, [(2, Some(2)), (4, Some(2))]);
    assert_eq!(table("a3-a1").timeline()[0].winning, None);
}

#[test]
fn the_screen_shows_the_game() {
    let start = plain(&table(""));
    assert!(
        start.contains("14 pegs") && start.contains("[●]") && start.contains("q quit"),
        "{start}"
    );
    let lost = plain(&advised(table("a3-a1 a5-a3")));
    for part in [
        "12 pegs",
        " 2 a5-a3            4     2 x",
        "\n a3-a1, a5-a3\n",
        "ALARM: jump 2",
    ] {
        assert!(lost.contains(part), "{part}\n{lost}");
    }
    let mut hinting = advised(table("a3-a1"));
    hinting.handle(Event::Hint);
    let hint = screen(&hinting, 80, 24, &Look::new(true, true));
    assert!(
        hint.is_ascii() && hint.contains("Hint: ") && hint.contains('+'),
        "{hint}"
    );
    hinting.handle(Event::Help);
    let help = plain(&hinting);
    assert!(
        KEYS.lines().all(|line| help.contains(line)) && help.contains("Press Enter to return"),
        "{help}"
    );
    hinting.handle(Event::Use);
    assert!(!hinting.shows_help());
}

#[test]
fn a_solved_game_says_so() {
    let board = Board::library("triangle5").unwrap();
    let start = pegboard::Position::parse(&board, "a1 a2").unwrap();
    let problem = Problem::new(start, pegboard::Goal::OnePeg).unwrap();
    let model = Model::new(Game::parse(problem, "a1-a3").unwrap());
    assert!(plain(&model).contains("Solved in 1 move (1 jump)."));
}

#[test]
fn a_game_that_leaves_the_fewest_pegs_is_solved() {
    let board = Board::library("triangle5").unwrap();
    let start = pegboard::Position::parse(&board, "a1 b2 a3 c3").unwrap();
    let problem = Problem::new(start, pegboard::Goal::FewestPegs).unwrap();
    let model = advised(Model::new(Game::parse(problem, "b2-d4").unwrap()));
    assert_eq!(model.message().text, "Solved in 1 move (1 jump).");
}

/// There is nothing to take back at the start.
#[test]
fn a_start_without_jumps_offers_no_undo() {
    let board = Board::library("triangle5").unwrap();
    let start = pegboard::Position::parse(&board, "a1 e5").unwrap();
    let model = Model::new(Game::new(
        Problem::new(start, pegboard::Goal::OnePeg).unwrap(),
    ));
    assert_eq!(model.message().text, "No jump is possible.");
    let start = pegboard::Position::parse(&board, "a1 a2 e5").unwrap();
    let problem = Problem::new(start, pegboard::Goal::OnePeg).unwrap();
    let model = Model::new(Game::parse(problem, "a1-a3").unwrap());
    assert_eq!(model.message().text, "No jump is left. u takes one back.");
}

#[test]
fn a_window_that_is_too_small_is_reported() {
    let model = table("");
    let small = screen(&model, 30, 8, &Look::new(false, false));
    let words = small.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        words,
        "This window is too small: the board needs 45 columns and 17 rows. Make it larger, or press q."
    );
    for name in Board::library_names() {
        let board = Board::library(name).unwrap();
        let problem = Problem::new(board.full(), pegboard::Goal::OnePeg).unwrap();
        let shown = plain(&Model::new(Game::new(problem)));
        assert!(!shown.contains("too small"), "{name}");
    }
}

#[test]
fn a_click_finds_the_hole_that_is_drawn_there() {
    let model = table("");
    let size = Size {
        width: 80,
        height: 24,
    };
    for (row, line) in plain(&model).lines().enumerate().skip(2).take(5) {
        for (column, glyph) in line.chars().enumerate().take(30) {
            let hole = view::hole_at(
                &model,
                size,
                Cell {
                    x: column as u16,
                    y: row as u16,
                },
            );
            match glyph {
                '●' => assert!(hole.is_some_and(|hole| model.game().position().has_peg(hole))),
                '○' => assert!(hole.is_some_and(|hole| !model.game().position().has_peg(hole))),
                _ => {}
            }
        }
    }
    assert_eq!(view::hole_at(&model, size, Cell { x: 79, y: 23 }), None);
}

#[test]
fn colors_can_be_omitted() {
    let mut model = advised(table("a3-a1"));
    model.handle(Event::Hint);
    for (look, is_colored) in [
        (Look::new(false, true), true),
        (Look::new(false, false), false),
    ] {
        let screen = view::drawn(
            &model,
            Size {
                width: 80,
                height: 24,
            },
            &look,
        );
        let mut pieces = (0..24).flat_map(|y| screen.row(y));
        assert_eq!(
            pieces.any(|piece| piece.style.foreground_color.is_some()),
            is_colored
        );
    }
}

#[test]
fn keys_mean_what_the_help_says() {
    let event = |code| event_of_key(&KeyEvent::from(code));
    assert_eq!(event(KeyCode::Enter), Some(Event::Use));
    assert_eq!(event(KeyCode::Char('q')), Some(Event::Quit));
    assert_eq!(event(KeyCode::Char('x')), None);
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(event_of_key(&control_c), Some(Event::Quit));
}

/// Variable that makes [`panics_in_raw_mode`] do so.
#[cfg(unix)]
const PANICS: &str = "PEGBOARD_TEST_PANICS";

/// Part of the next test, which runs it in a pseudo-terminal.
#[cfg(unix)]
#[test]
fn panics_in_raw_mode() {
    if std::env::var_os(PANICS).is_some() {
        let _terminal = RawTerminal::new().unwrap();
        panic!("on purpose");
    }
}

#[cfg(unix)]
#[test]
fn a_panic_restores_the_terminal_before_its_message() {
    let tests = std::env::current_exe().unwrap();
    let script = format!(
        "before=$(stty -g); '{}' --exact play::tests::panics_in_raw_mode --nocapture; \
         test \"$before\" = \"$(stty -g)\" && echo restored",
        tests.display()
    );
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &script]).env(PANICS, "1");
    let mut session = rexpect::session::spawn_command(shell, Some(60_000)).unwrap();
    for text in ["\x1b[?1049h", "\x1b[?1049l", "on purpose", "restored"] {
        session.exp_string(text).unwrap();
    }
    session.exp_eof().unwrap();
}

#[test]
fn a_jump_with_a_choice_asks_for_the_peg_to_jump_over() {
    let cube = Board::library("cube").unwrap();
    let vacancy = cube.hole("a").unwrap();
    let mut model = Model::new(Game::new(Problem::svss(&cube, vacancy, vacancy)));
    let press = |model: &mut Model, label: &str| model.handle(Event::Point(hole(model, label)));
    press(&mut model, "d");
    press(&mut model, "a");
    assert!(
        plain(&model).contains("Go to the peg to jump over: b or c."),
        "{}",
        plain(&model)
    );
    press(&mut model, "c");
    let position = model.game().position();
    assert_eq!(position.peg_count(), 6);
    assert!(!position.has_peg(hole(&model, "c")) && position.has_peg(hole(&model, "b")));
}
