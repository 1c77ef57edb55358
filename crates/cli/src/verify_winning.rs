//! Check of files of winning positions by `verify`.

use super::answer_text::any_pattern;
use super::winning::with_complements;
use pegboard::checker::Rejection;
use pegboard::control::counted;
use pegboard::sweep::SweepOptions;
use pegboard::winning::{WinningFileError, WinningSet, WinningSetError};
use pegboard::{Board, Control, Hole, Position};
use std::path::Path;

/// Checks a file of winning positions. Without a board, looks for its board in the library. Adds a note if memory runs
/// out.
pub fn check_set(
    path: &Path,
    board: Option<&Board>,
    control: &Control<'_>,
    notes: &mut Vec<String>,
) -> Result<WinningSet, Rejection> {
    let file = path.display().to_string();
    let mut stopped = |file: String| {
        if control.limit_reached().is_none() {
            notes.push(format!(
                "{file} not checked: its positions do not fit the memory; allow more with `--memory`"
            ));
        }
        Rejection::Stopped { file, positions: 0 }
    };
    let set = match board {
        Some(board) => WinningSet::open_verified(path, board, control),
        None => opened_with_library(path, control),
    };
    let set = match set {
        Ok(set) => set,
        Err(error) if error.limit().is_some() => return Err(stopped(file)),
        Err(WinningFileError::Damaged { what, .. }) => {
            return Err(invalid(file, "file", what));
        }
        Err(WinningFileError::OtherBoard { .. }) if board.is_none() => {
            return Err(Rejection::Unreadable {
                file,
                message: "the board of these winning positions is not in the library; name it with `--board`"
                    .to_owned(),
            });
        }
        Err(error) => {
            return Err(Rejection::Unreadable {
                file,
                message: format!("{:#}", anyhow::Error::from(error)),
            });
        }
    };
    match set.check(&SweepOptions::default(), control) {
        Ok(()) => Ok(set),
        Err(WinningSetError::Sweep(error)) if error.limit().is_some() => Err(stopped(file)),
        Err(WinningSetError::Sweep(error)) => Err(Rejection::Unreadable {
            file,
            message: format!("{:#}", anyhow::Error::from(error)),
        }),
        Err(error) => Err(invalid(file, "winning positions", &error.to_string())),
    }
}

fn invalid(file: String, place: &str, message: &str) -> Rejection {
    Rejection::Invalid {
        file,
        place: place.to_owned(),
        message: message.to_owned(),
    }
}

/// Opens a file with its board of the library. If there is none, returns the error of the last board.
fn opened_with_library(path: &Path, control: &Control<'_>) -> Result<WinningSet, WinningFileError> {
    let mut result = Err(WinningFileError::OtherFormat {
        path: path.to_owned(),
    });
    for name in Board::library_names() {
        let board = Board::library(name).expect("boards of the library are valid");
        result = WinningSet::open_verified(path, &board, control);
        if !matches!(result, Err(WinningFileError::OtherBoard { .. })) {
            break;
        }
    }
    result
}

/// States that a set is the whole set of winning positions of its problem.
pub fn proven_sentence(set: &WinningSet) -> String {
    let board = set.board();
    format!(
        "{} ({}), {}, {}: exactly the {}",
        board.name(),
        counted(board.hole_count(), "hole"),
        start(set.start()),
        finish(set),
        with_complements(set.len(), set.is_halved())
    )
}

/// Describes the start in full.
fn start(position: &Position) -> String {
    const FEW: usize = 3;
    let vacancies: Vec<Hole> = position.vacancies().collect();
    match vacancies.len() {
        0 => "from the full board".to_owned(),
        1..=FEW => format!("vacate {}", labels(position.board(), vacancies, " ")),
        _ => format!("from {}", pegs_in(position)),
    }
}

fn pegs_in(position: &Position) -> String {
    let pegs = match position.peg_count() {
        1 => "one peg",
        _ => "pegs",
    };
    format!(
        "{pegs} in {}",
        labels(position.board(), position.pegs(), " ")
    )
}

/// Describes the finishes in full.
fn finish(set: &WinningSet) -> String {
    if !set.patterns().is_empty() {
        return any_pattern(set.patterns());
    }
    let finishes = set.finishes();
    let single = |finish: &Position| {
        let mut pegs = finish.pegs();
        pegs.next().filter(|_| pegs.next().is_none())
    };
    match (
        finishes,
        finishes.iter().map(single).collect::<Option<Vec<Hole>>>(),
    ) {
        ([first, ..], Some(holes)) => {
            format!("one peg in {}", labels(first.board(), holes, " or "))
        }
        ([first, ..], None) => pegs_in(first),
        ([], _) => "no finish in the position class of the start".to_owned(),
    }
}

fn labels(board: &Board, holes: impl IntoIterator<Item = Hole>, separator: &str) -> String {
    let labels: Vec<&str> = holes.into_iter().map(|hole| board.label(hole)).collect();
    labels.join(separator)
}
