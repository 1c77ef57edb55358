use super::{Board, BoardError, BoardErrors, BoardWarning};
use crate::board::file::{
    BoardFile, Diagnostic, InvalidFile, LIBRARY, Places, library_name, names_with_aliases, near,
    parse,
};
use crate::board::geometry::{
    Coordinate, Direction, GroupChoiceError, JumpDirectionsError, Lattice, SymmetryGroup,
};
use crate::control::quotation;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// Error loading a board.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read `{file_name}`: {error}")]
    Unreadable {
        /// File name as given.
        file_name: String,
        /// System error.
        error: io::Error,
    },
    /// The file is too large for a board file.
    #[error("{file_name} is larger than {} MiB, too large for a board file", limit >> 20)]
    TooLarge {
        /// File name as given.
        file_name: String,
        /// Maximum size in bytes.
        limit: usize,
    },
    /// The library has no board of this name.
    #[error("{}", unknown_board(name, suggestions))]
    UnknownBoard {
        /// The name.
        name: String,
        /// Closest names, the nearest first.
        suggestions: Vec<&'static str>,
    },
    /// The file does not describe a valid board.
    #[error(transparent)]
    Invalid(#[from] InvalidFile),
}

impl LoadError {
    /// Returns the errors in the file's text; empty if the text is not the cause.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            LoadError::Invalid(file) => file.diagnostics(),
            _ => &[],
        }
    }
}

fn unknown_board(name: &str, suggestions: &[&str]) -> String {
    let advice = match suggestions {
        [] => String::new(),
        [only] => format!("; did you mean `{only}`?"),
        [others @ .., last] => format!("; did you mean `{}` or `{last}`?", others.join("`, `")),
    };
    format!("the library has no board `{name}`{advice}")
}

/// Maximum size of a board file.
const MAX_FILE_BYTES: usize = 1 << 20;

impl Board {
    /// Reads a board file.
    ///
    /// # Errors
    ///
    /// [`LoadError`] if the file cannot be read or does not describe a board.
    pub fn load(path: impl AsRef<Path>) -> Result<Board, LoadError> {
        let file_name = path.as_ref().display().to_string();
        let mut bytes = Vec::new();
        // One byte beyond the limit is enough to know that the file is too large.
        let limit = MAX_FILE_BYTES as u64 + 1;
        if let Err(error) =
            File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
        {
            return Err(LoadError::Unreadable { file_name, error });
        }
        Board::parse_bytes(&bytes, &file_name)
    }

    /// Parses the bytes of a board file.
    fn parse_bytes(bytes: &[u8], file_name: &str) -> Result<Board, LoadError> {
        check_size(bytes.len(), file_name)?;
        let text = std::str::from_utf8(bytes)
            .map_err(|error| InvalidFile::not_utf8(file_name, bytes, error))?;
        Board::parse(text, file_name)
    }

    /// Parses the text of a board file. Messages name it `file_name`.
    ///
    /// ```
    /// use pegboard::Board;
    /// let text = r#"Board(
    ///     name: "Bar",
    ///     lattice: Square,
    ///     holes: Picture(["ooooo", "ooooo"]),
    /// )"#;
    /// assert_eq!(Board::parse(text, "bar.ron")?.hole_count(), 10);
    /// # Ok::<(), pegboard::LoadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LoadError`] lists all errors in the text with their places.
    pub fn parse(text: &str, file_name: &str) -> Result<Board, LoadError> {
        check_size(text.len(), file_name)?;
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        let invalid = |diagnostics| InvalidFile::new(file_name, text, diagnostics);
        let parsed = parse(text).map_err(invalid)?;
        let file = parsed.file;
        let board = Board::new(file.clone());
        let board = board.map_err(|errors| invalid(locate_all(&errors, &file, &parsed.places)))?;
        Ok(match short_row(&board, &parsed.places.row_lengths) {
            Some(warning) => board.with_short_row(warning),
            None => board,
        })
    }

    /// Adds the warning about a short row of the picture.
    fn with_short_row(self, warning: BoardWarning) -> Board {
        let mut board = self;
        if let Some(data) = Arc::get_mut(&mut board.data) {
            data.short_row = Some(warning);
        }
        board
    }

    /// Returns a board of the library; see [`library_names`](Board::library_names).
    ///
    /// ```
    /// use pegboard::Board;
    /// assert_eq!(Board::library("wiegleb")?.hole_count(), 45);
    /// let error = Board::library("weigleb").unwrap_err();
    /// assert_eq!(error.to_string(), "the library has no board `weigleb`; did you mean `wiegleb`?");
    /// # Ok::<(), pegboard::LoadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LoadError::UnknownBoard`] suggests the closest name.
    pub fn library(name: &str) -> Result<Board, LoadError> {
        match LIBRARY.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => Board::parse(text, &format!("{name}.ron")),
            None => Err(LoadError::UnknownBoard {
                name: quotation(name),
                suggestions: suggestions(name),
            }),
        }
    }

    /// Returns the library name of a board that is known by a name, ignoring letter case, blanks and hyphens.
    ///
    /// ```
    /// use pegboard::Board;
    /// assert_eq!(Board::library_name("Hi-Q"), Some("english"));
    /// assert_eq!(Board::library_name("European"), Some("french"));
    /// assert_eq!(Board::library_name("none"), None);
    /// ```
    pub fn library_name(name: &str) -> Option<&'static str> {
        library_name(name)
    }

    /// Returns the names of the boards in the library.
    pub fn library_names() -> impl ExactSizeIterator<Item = &'static str> {
        LIBRARY.iter().map(|(name, _)| *name)
    }

    /// Returns the board with a name given by a user: a board of the library, by any of its
    /// [names](Board::library_name), or else a board file or a pipe, where the extension `.ron` is optional. A name with a
    /// dot or a slash is always a path.
    ///
    /// # Errors
    ///
    /// [`LoadError`], as for [`library`](Board::library) and [`load`](Board::load).
    pub fn find(name_or_path: &str) -> Result<Board, LoadError> {
        let path = Path::new(name_or_path);
        let is_path = |c: char| c == '.' || std::path::is_separator(c);
        let with_ending = format!("{name_or_path}.ron");
        match Board::library(name_or_path) {
            Err(LoadError::UnknownBoard { .. })
                if path.extension().is_some_and(|extension| extension == "ron")
                    || (path.exists() && !path.is_dir()) =>
            {
                Board::load(path)
            }
            Err(error @ LoadError::UnknownBoard { .. }) => match library_name(name_or_path) {
                Some(name) => Board::library(name),
                None if Path::new(&with_ending).is_file() => Board::load(with_ending),
                None if name_or_path.contains(is_path) || path.is_dir() => Board::load(path),
                None => Err(error),
            },
            found => found,
        }
    }
}

/// Returns the library names of the boards whose names are near.
fn suggestions(name: &str) -> Vec<&'static str> {
    let names = near(name, names_with_aliases().map(|(known, _)| known));
    let mut suggestions: Vec<&str> = Vec::new();
    for board in names.into_iter().filter_map(library_name) {
        if !suggestions.contains(&board) {
            suggestions.push(board);
        }
    }
    suggestions
}

/// Returns a warning for the first row of a picture that is shorter than others and makes the board less symmetric.
/// On the triangular lattice rows of different lengths are normal.
fn short_row(board: &Board, lengths: &[usize]) -> Option<BoardWarning> {
    let longest = *lengths.iter().max()?;
    if board.lattice() != Some(Lattice::Square) {
        return None;
    }
    let short = lengths
        .iter()
        .enumerate()
        .filter(|(_, length)| **length > 0 && **length < longest);
    short.into_iter().find_map(|(row, length)| {
        let end = (i32::try_from(*length).ok()?, i32::try_from(row).ok()?);
        let (symmetry, label) = with_another_hole(board, end)?;
        (symmetry.order() > board.largest_symmetry_group().order()).then(|| {
            BoardWarning::ShortRow {
                row: row + 1,
                label,
                symmetry,
            }
        })
    })
}

/// Returns the symmetry of the board with one more hole, and the label of that hole.
fn with_another_hole(board: &Board, hole: Coordinate) -> Option<(SymmetryGroup, String)> {
    let file = board.file();
    let mut larger = BoardFile::new(
        &file.name,
        board.lattice()?,
        file.holes.iter().copied().chain([hole]),
    );
    larger.jumps.clone_from(&file.jumps);
    let left = larger.holes.iter().map(|hole| hole.0).min()?;
    let top = larger.holes.iter().map(|hole| hole.1).min()?;
    let larger = Board::new(larger).ok()?;
    let label = larger
        .label(larger.hole_at((hole.0 - left, hole.1 - top))?)
        .to_owned();
    Some((larger.largest_symmetry_group(), label))
}

/// Byte order mark, which some editors write and `ron` would read as text.
const BYTE_ORDER_MARK: char = '\u{feff}';

fn check_size(bytes: usize, file_name: &str) -> Result<(), LoadError> {
    if bytes > MAX_FILE_BYTES {
        return Err(LoadError::TooLarge {
            file_name: file_name.to_owned(),
            limit: MAX_FILE_BYTES,
        });
    }
    Ok(())
}

fn locate_all(errors: &BoardErrors, file: &BoardFile, places: &Places) -> Vec<Diagnostic> {
    errors
        .errors()
        .iter()
        .map(|error| locate(error, file, places))
        .collect()
}

/// Returns a diagnostic that shows an error in the text and suggests a remedy.
fn locate(error: &BoardError, file: &BoardFile, places: &Places) -> Diagnostic {
    let diagnostic = Diagnostic::new(error.to_string());
    let holes = places.holes.clone();
    let labels = places.labels.clone().unwrap_or_else(|| holes.clone());
    match error {
        BoardError::NoHoles => {
            let help = "draw every hole as an `o` in a `Picture`, or list its point `(x, y)` in `Coordinates`";
            diagnostic.at(holes, "no hole here").help(help)
        }
        BoardError::TooManyHoles { .. } => {
            let excess = places
                .each_hole
                .get(super::MAX_HOLES)
                .cloned()
                .unwrap_or(holes);
            diagnostic
                .at(excess, "one hole too many")
                .help("a position is stored in 128 bits, one for each hole")
        }
        BoardError::DuplicateHole { first, second, .. } => diagnostic
            .at(places.each_hole[*second].clone(), "listed again")
            .at(places.each_hole[*first].clone(), "first listed here")
            .help("list every hole once"),
        BoardError::TooFarApart { .. } => diagnostic.at(holes, "these holes"),
        BoardError::Jumps(wrong) => diagnostic
            .at(places.jumps.clone().unwrap_or(holes), "declared here")
            .help(jumps_advice(wrong)),
        BoardError::Symmetry(choice) => locate_symmetry(diagnostic, choice, places),
        BoardError::UnknownVacancy { label } => {
            let vacancy = places.vacancy.clone().unwrap_or(holes);
            diagnostic
                .at(vacancy, "no such hole")
                .help(label_advice(file, label))
        }
        BoardError::UnknownFinish { label } => {
            let finish = places.finish.clone().unwrap_or(holes);
            diagnostic
                .at(finish, "no such hole")
                .help(label_advice(file, label))
        }
        BoardError::Finish { .. } => {
            diagnostic.at(places.finish.clone().unwrap_or(holes), "this finish")
        }
        BoardError::MisplacedField { field, structure } => {
            let span = match *field {
                "holes" => Some(holes),
                "labels" => Some(labels),
                "jumps" => places.jumps.clone(),
                "axis" => places.axis.clone(),
                _ => places.places.clone(),
            };
            let help = match *field {
                "places" => {
                    "the lattice gives the places of the holes: remove the field".to_owned()
                }
                _ => format!(
                    "the lists of `{structure}` give the holes, their labels and the jumps: remove the field"
                ),
            };
            diagnostic
                .at(span.unwrap_or_else(|| places.lattice.clone()), "this field")
                .help(help)
        }
        BoardError::MalformedList { index, .. } => {
            let list = places.each_list.get(*index).cloned();
            diagnostic.at(list.unwrap_or_else(|| places.lattice.clone()), "here")
        }
        BoardError::NoSuchJump { index, .. } => {
            let jump = places.each_without.get(*index).cloned();
            diagnostic.at(jump.unwrap_or(holes), "no such jump").help(
                "name the hole that the peg leaves, the one it jumps over, and the one it lands in",
            )
        }
        BoardError::TooManyJumps { .. } => diagnostic.at(places.lattice.clone(), "these jumps"),
        BoardError::Place { index, .. } => {
            let place = places.each_place.get(*index).cloned();
            diagnostic.at(place.unwrap_or(holes), "this place")
        }
        BoardError::LabelCount { .. } => diagnostic
            .at(labels, "these labels")
            .help("name every hole once, row by row from the top left"),
        BoardError::DuplicateLabel { first, second, .. } => diagnostic
            .at(places.each_label[*second].clone(), "given again")
            .at(places.each_label[*first].clone(), "first given here")
            .help("give every hole a label of its own"),
        BoardError::UnusableLabel { index, .. } | BoardError::ReservedLabel { index, .. } => {
            let label = places.each_label.get(*index).cloned();
            diagnostic.at(
                label.unwrap_or_else(|| places.lattice.clone()),
                "not a label",
            )
        }
        BoardError::NoName => diagnostic
            .at(places.name.clone(), "blank")
            .help("write the name of the board"),
        BoardError::ControlCharacter { .. } => diagnostic
            .at(places.name.clone(), "this name")
            .help("use printable characters only"),
    }
}

fn jumps_advice(wrong: &JumpDirectionsError) -> String {
    match wrong {
        JumpDirectionsError::Repeated { .. } => "list every direction once".to_owned(),
        JumpDirectionsError::NotOnLattice { lattice, .. } => {
            let has = |direction: &Direction| direction.step(*lattice).is_some();
            let names: Vec<String> = Direction::ALL
                .iter()
                .filter(|direction| has(direction))
                .map(Direction::to_string)
                .collect();
            format!("its directions are {}", names.join(", "))
        }
        JumpDirectionsError::OnlySquare { .. } => format!(
            "remove the field `jumps` for the three axes of the {} lattice, or list directions: `[Right, Left]`",
            Lattice::Triangular
        ),
        _ => "remove the field `jumps` for the default of the lattice, or list directions: `[Right, Left]`"
            .to_owned(),
    }
}

fn locate_symmetry(
    diagnostic: Diagnostic,
    choice: &GroupChoiceError,
    places: &Places,
) -> Diagnostic {
    let symmetry = places
        .symmetry
        .clone()
        .unwrap_or_else(|| places.holes.clone());
    match choice {
        GroupChoiceError::Absent { actual, .. } => {
            let advice = format!("write `symmetry: {actual}`, or `Auto` for the largest group");
            diagnostic.at(symmetry, "declared here").help(advice)
        }
        GroupChoiceError::Ambiguous { axes, .. } => {
            let choices: Vec<String> = axes.iter().map(|axis| format!("`axis: {axis}`")).collect();
            let advice = format!("choose one: {}", choices.join(", "));
            diagnostic.at(symmetry, "declared here").help(advice)
        }
        GroupChoiceError::NoSuchAxis { axes, .. } => {
            let axis = places.axis.clone().unwrap_or_else(|| symmetry.clone());
            let advice = match axes.first() {
                Some(axis) => format!("write `axis: {axis}`"),
                None => "remove the field `axis`".to_owned(),
            };
            diagnostic
                .at(axis, "this axis")
                .at(symmetry, "of this group")
                .help(advice)
        }
    }
}

/// Returns the warning about a misread picture, if any. A misread picture can explain an unknown label.
fn misread(board: &Board) -> Option<BoardWarning> {
    let is_misread = |warning: &BoardWarning| {
        use BoardWarning::{LooksSetOff, LooksSpaced, LooksTriangular};
        matches!(warning, LooksSetOff { .. } | LooksSpaced | LooksTriangular)
    };
    board.warnings().into_iter().find(is_misread)
}

/// Suggests a label for the vacancy or the finish.
fn label_advice(file: &BoardFile, label: &str) -> String {
    let without = BoardFile {
        vacancy: None,
        finish: None,
        ..file.clone()
    };
    let Ok(board) = Board::new(without) else {
        return "write the label of a hole".to_owned();
    };
    match board.hole(label) {
        Ok(hole) => format!("did you mean `{}`?", board.label(hole)), // differs in letter case
        Err(unknown) => match misread(&board) {
            Some(warning) => format!("{}; {warning}", unknown.advice()),
            None => unknown.advice().to_string(),
        },
    }
}
