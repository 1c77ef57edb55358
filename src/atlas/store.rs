use super::{AtlasError, Finding};
use crate::board::file::{BoardFile, DeclaredSymmetry, Labels};
use crate::board::geometry::{JumpDirections, Lattice, Structure};
use crate::board::{Board, Hole, SvssProblem};
use crate::certificate::{
    Certificate, CertificateError, atlas_text, board_part, files_in, is_described,
};
use crate::checker::{
    MAX_TEXT_BYTES, Proven, ProvenAnswer, Refutation, Rejection, Unverified, read_atlas,
    read_certificates,
};
use crate::control::{Control, TableError, quotation, table_file, whole_file};
use crate::levels::{LevelError, LockedFolder};
use crate::moves::{MovesError, MovesTable};
use pegboard_checker::format::atlas::{AtlasPart, ProblemPart, VERSION};
use pegboard_checker::format::{BoardPart, CertificatePart, GoalPart, LatticePart};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Storage of an atlas: a folder with a file for each certificate, or a single file.
pub(super) struct Store {
    path: PathBuf,
    is_file: bool,
    /// Serializes changes of the file, which is rewritten as a whole.
    writing: Mutex<()>,
    /// Keeps other runs out of the folder.
    _lock: Option<LockedFolder>,
}

/// A certificate in a store.
pub(super) struct Kept {
    /// One of the [`names`] of its problem: the stem of the file name in a folder, and the labels in an atlas file.
    pub(super) name: String,
    pub(super) file: PathBuf,
    pub(super) certificate: Result<Unverified, Rejection>,
}

/// Table of fewest moves in a folder.
const MOVES: &str = "moves.csv";

/// Returns the names of a certificate of the problem with this vacancy and finish. Earlier versions named all files after
/// the labels.
pub(super) fn names(board: &Board, ends: (Hole, Hole)) -> [String; 2] {
    [labels_of(board, ends), file_stem(board, ends)]
}

/// Returns the name of a problem: `d1-a4` for vacancy d1 and finish a4.
pub(super) fn labels_of(board: &Board, (vacancy, finish): (Hole, Hole)) -> String {
    format!("{}-{}", board.label(vacancy), board.label(finish))
}

/// Returns the stem of the file name of a problem's certificate. It is made of labels if every file system can tell them
/// apart, and otherwise of hole numbers. Labels have no hyphens, so the two kinds of names differ.
fn file_stem(board: &Board, ends: (Hole, Hole)) -> String {
    const LONGEST: usize = 32;
    let labels: Vec<&str> = board.holes().map(|hole| board.label(hole)).collect();
    let ignoring_case: HashSet<String> = labels
        .iter()
        .map(|label| label.to_ascii_lowercase())
        .collect();
    let is_plain = |label: &&str| label.is_ascii() && label.len() <= LONGEST;
    if ignoring_case.len() == labels.len() && labels.iter().all(is_plain) {
        return labels_of(board, ends);
    }
    let number = |hole: Hole| hole.index() + 1;
    format!("hole-{}-to-hole-{}", number(ends.0), number(ends.1))
}

impl Store {
    /// Returns a store to read.
    pub(super) fn at(path: &Path) -> Store {
        Store {
            path: path.to_owned(),
            is_file: path.is_file(),
            writing: Mutex::new(()),
            _lock: None,
        }
    }

    /// Returns a store to read and write. Creates the folder if nothing has this path, and keeps other runs out.
    pub(super) fn open(path: &Path) -> Result<Store, AtlasError> {
        let mut store = Store::at(path);
        if store.is_file {
            return Ok(store);
        }
        std::fs::create_dir_all(path).map_err(|error| store.unusable(error))?;
        store._lock = match LockedFolder::open(path) {
            Ok(lock) => Some(lock),
            Err(LevelError::FolderInUse { folder }) => return Err(AtlasError::InUse { folder }),
            Err(_) => None, // the folder can be read at most
        };
        Ok(store)
    }

    /// Opens the folder of a board that holds a table in a file, and keeps other runs out.
    pub(super) fn open_folder(
        folder: &Path,
        table: &Path,
        board: &Board,
    ) -> Result<Store, AtlasError> {
        if folder.is_file() {
            let file = folder.to_owned();
            return Err(AtlasError::NoFolder { file });
        }
        let store = Store::open(folder)?;
        store.check_board(&store.certificates()?, board)?;
        store.check_table(table, board)?;
        Ok(store)
    }

    /// Returns the board of an atlas file, or `None` for a folder.
    pub(super) fn board(&self) -> Result<Option<BoardPart>, AtlasError> {
        let atlas = self.is_file.then(|| read_atlas(&self.path)).transpose();
        Ok(atlas.map_err(AtlasError::File)?.map(|atlas| atlas.board))
    }

    /// Returns an error if the store is about another board, or has other labels: they name the problems.
    pub(super) fn check_board(&self, kept: &[Kept], board: &Board) -> Result<(), AtlasError> {
        let expected = board_part(board);
        let is_own =
            |found: &BoardPart| is_described(board, found) && found.labels == expected.labels;
        let other = match self.board()? {
            Some(found) => Some(found).filter(|found| !is_same_description(found, &expected)),
            None => kept
                .iter()
                .filter_map(|kept| Some(&kept.certificate.as_ref().ok()?.part().board))
                .find(|found| !is_own(found))
                .cloned(),
        };
        other.map_or(Ok(()), |other| Err(self.other_description(&other, board)))
    }

    /// Returns an error if the first row of a table in the folder names a hole that the board lacks. Rows begin with the
    /// vacancy.
    pub(super) fn check_table(&self, file: &Path, board: &Board) -> Result<(), AtlasError> {
        let text = table_file::text_or_empty::<MovesError>(file)?;
        let row = text
            .strip_prefix("vacate,") // other first lines are of no table
            .and_then(|table| table.lines().nth(1));
        let vacancy = row.and_then(|row| row.split(',').next());
        match vacancy.filter(|label| !label.is_empty() && board.hole(label).is_err()) {
            Some(label) => Err(AtlasError::OtherLabels {
                place: format!("the file {}", file.display()),
                label: quotation(label),
            }),
            None => Ok(()),
        }
    }

    /// Reads all certificates, in the order of file names in a folder, or in the order of the list in a file.
    pub(super) fn certificates(&self) -> Result<Vec<Kept>, AtlasError> {
        let files = if self.is_file {
            vec![self.path.clone()]
        } else {
            files_in(&self.path).map_err(|error| self.unusable(error))?
        };
        let mut kept = Vec::new();
        for file in files {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let named = |certificate: Unverified| Kept {
                name: match certificate.problem() {
                    Some((vacate, finish)) => format!("{vacate}-{finish}"),
                    None => stem.clone().into_owned(),
                },
                file: file.clone(),
                certificate: Ok(certificate),
            };
            match read_certificates(&file) {
                Ok(certificates) => kept.extend(certificates.into_iter().map(named)),
                Err(rejection) if self.is_file => return Err(AtlasError::File(rejection)),
                Err(rejection) => kept.push(Kept {
                    name: stem.into_owned(),
                    certificate: Err(rejection),
                    file,
                }),
            }
        }
        Ok(kept)
    }

    /// Adds a certificate, and reads it back.
    pub(super) fn add(
        &self,
        problem: SvssProblem,
        board: &Board,
        certificate: &Certificate,
        control: &Control<'_>,
    ) -> Result<(PathBuf, Unverified), AtlasError> {
        let (vacate, finish) = (
            board.label(problem.vacancy()),
            board.label(problem.finish()),
        );
        let file = if self.is_file {
            let answer = certificate.compact_answer();
            let problem = ProblemPart {
                vacate: vacate.to_owned(),
                finish: finish.to_owned(),
                answer,
            };
            let BoardPart { symmetry, axis, .. } = board_part(board);
            self.change(|atlas| {
                (atlas.board.symmetry, atlas.board.axis) = (symmetry, axis);
                put(atlas, problem);
                Ok(())
            })?;
            self.path.clone()
        } else {
            let stem = file_stem(board, (problem.vacancy(), problem.finish()));
            let file = self.path.join(format!("{stem}.ron"));
            certificate.write(&file, control)?;
            file
        };
        let certificates = read_certificates(&file).map_err(AtlasError::Rejected)?;
        let mut added = certificates.into_iter().filter(|read| {
            read.problem()
                .is_none_or(|problem| problem == (vacate, finish))
        });
        match added.next() {
            Some(added) => Ok((file, added)),
            None => Err(AtlasError::Changed { file }),
        }
    }

    /// Applies a change to the atlas file, while no other run changes it.
    fn change(
        &self,
        change: impl FnOnce(&mut AtlasPart) -> Result<(), AtlasError>,
    ) -> Result<(), AtlasError> {
        let _guard = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let _folder = locked_folder(&self.path);
        let mut atlas = read_atlas(&self.path).map_err(AtlasError::File)?;
        change(&mut atlas)?;
        Ok(write(&atlas, &self.path)?)
    }

    /// Returns the path of the table of fewest moves.
    pub(super) fn moves_file(&self) -> PathBuf {
        if self.is_file {
            self.path.clone()
        } else {
            self.path.join(MOVES)
        }
    }

    /// Reads the table of fewest moves. A missing table is empty.
    pub(super) fn moves(&self, board: &Board) -> Result<MovesTable, AtlasError> {
        let file = self.moves_file();
        if !self.is_file {
            self.check_table(&file, board)?;
            return Ok(MovesTable::read_or_new(board, &file)?);
        }
        self.check_board(&[], board)?;
        let atlas = read_atlas(&file).map_err(AtlasError::File)?;
        Ok(moves_of(&atlas.moves, board, &file.display().to_string())?)
    }

    /// Writes a table of fewest moves, which was `read` from the store and changed since. In a file, other runs can have changed
    /// other rows, which stay.
    pub(super) fn put_moves(
        &self,
        table: &MovesTable,
        read: &MovesTable,
    ) -> Result<(), TableError<MovesError>> {
        let file = self.moves_file();
        if !self.is_file {
            return table.write(&file);
        }
        self.change(|atlas| {
            let name = file.display().to_string();
            let mut stored = moves_of(&atlas.moves, table.board(), &name)?;
            stored.take_changes(read, table);
            atlas.moves = stored.to_csv();
            Ok(())
        })
        .map_err(|error| TableError::in_file(&file, io::Error::other(error)))
    }

    /// Returns the error for a description that differs from the board's.
    pub(super) fn other_description(&self, found: &BoardPart, board: &Board) -> AtlasError {
        let kind = if self.is_file {
            "the file"
        } else {
            "the folder"
        };
        let place = format!("{kind} {}", self.path.display());
        let own = board.holes().map(|hole| board.label(hole));
        let other_label = found
            .labels
            .iter()
            .zip(own)
            .find(|(found, own)| found != own);
        match other_label.filter(|_| is_described(board, found)) {
            Some((label, _)) => AtlasError::OtherLabels {
                place,
                label: quotation(label),
            },
            None => AtlasError::OtherBoard {
                place,
                board: found.name.clone(),
            },
        }
    }

    pub(super) fn empty(&self) -> AtlasError {
        AtlasError::Empty {
            folder: self.path.clone(),
        }
    }

    fn unusable(&self, error: io::Error) -> AtlasError {
        AtlasError::Folder {
            folder: self.path.clone(),
            error,
        }
    }
}

/// Waits until no other run holds the lock of a file's folder, and takes it. The file itself cannot carry the lock, because each
/// change replaces it. Returns `None` if the system does not lock folders.
fn locked_folder(file: &Path) -> Option<File> {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    let folder = File::open(folder.unwrap_or(Path::new("."))).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

/// Packs the certificates and the table of fewest moves in `folder` into one file, which is written atomically. Returns
/// the number of certificates.
///
/// An exhaustion whose positions are in files becomes compact. Nothing is searched, and no proof is checked:
/// [`verify`](super::verify) checks the file. The same certificates and table give the same bytes.
///
/// ```
/// use pegboard::atlas::{AtlasOptions, pack, settle, verify};
/// use pegboard::{Board, Control};
/// let folder = tempfile::tempdir()?;
/// let (board, control) = (Board::library("triangle4")?, Control::default());
/// settle(&board, &folder.path().join("certificates"), &AtlasOptions::default(), &control)?;
/// let file = folder.path().join("triangle4.ron");
/// assert_eq!(pack(&board, &folder.path().join("certificates"), &file)?, 3);
/// assert_eq!(verify(&file, &control)?.unsolvable(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`AtlasError`] if the folder holds neither certificates nor a table, if a `.ron` file in it is not a certificate of
/// a single-vacancy problem of `board`, or if the file cannot be written.
pub fn pack(board: &Board, folder: &Path, file: &Path) -> Result<usize, AtlasError> {
    let store = Store::at(folder);
    let mut atlas = AtlasPart {
        version: VERSION,
        board: board_part(board),
        problems: Vec::new(),
        moves: String::new(),
    };
    for Kept { certificate, .. } in store.certificates()? {
        let certificate = certificate.map_err(AtlasError::Rejected)?;
        let described = &certificate.part().board;
        if !is_same_description(described, &atlas.board) {
            return Err(store.other_description(described, board));
        }
        let ends = single_holes(certificate.part()).ok_or_else(|| AtlasError::Misplaced {
            certificate: certificate.name().to_owned(),
            expected: format!("a single-vacancy problem of board `{}`", board.name()),
        })?;
        let (vacate, finish) = ends;
        let answer = certificate
            .without_position_files()
            .map_err(AtlasError::Rejected)?
            .answer;
        put(
            &mut atlas,
            ProblemPart {
                vacate,
                finish,
                answer,
            },
        );
    }
    let table = store.moves(board)?.to_csv();
    if table.lines().count() > 1 {
        atlas.moves = table; // more than the header
    } else if atlas.problems.is_empty() {
        return Err(store.empty());
    }
    write(&atlas, file)?;
    Ok(atlas.problems.len())
}

/// Reads the table of fewest moves in an atlas file, which error messages call `name`.
pub(super) fn moves_of(
    moves: &str,
    board: &Board,
    name: &str,
) -> Result<MovesTable, TableError<MovesError>> {
    let rows: Vec<&str> = moves.trim().lines().map(str::trim).collect();
    MovesTable::parse(board, &rows.join("\n"), &format!("{name}: moves"))
}

fn write(atlas: &AtlasPart, path: &Path) -> Result<(), CertificateError> {
    let text = atlas_text(atlas);
    let written = if text.len() > MAX_TEXT_BYTES {
        Err(io::Error::other(format!(
            "the text would be larger than {} MiB",
            MAX_TEXT_BYTES >> 20
        )))
    } else {
        whole_file::write(path, |file| file.write_all(text.as_bytes()))
    };
    written.map_err(|error| CertificateError::Unwritable {
        path: path.to_owned(),
        error,
    })
}

/// Inserts a problem in order, replacing an earlier answer to it.
fn put(atlas: &mut AtlasPart, problem: ProblemPart) {
    let labels = &atlas.board.labels;
    let index = |label: &String| labels.iter().position(|known| known == label);
    let place = |problem: &ProblemPart| (index(&problem.vacate), index(&problem.finish));
    match atlas.problems.binary_search_by_key(&place(&problem), place) {
        Ok(at) => atlas.problems[at] = problem,
        Err(at) => atlas.problems.insert(at, problem),
    }
}

/// Returns the labels of the vacancy and the finish, if there is exactly one of each.
fn single_holes(part: &CertificatePart) -> Option<(String, String)> {
    let pegs: Vec<&str> = part.start.split_whitespace().collect();
    let mut vacancies = part
        .board
        .labels
        .iter()
        .filter(|label| !pegs.contains(&label.as_str()));
    let (vacancy, None) = (vacancies.next()?, vacancies.next()) else {
        return None;
    };
    let (GoalPart::PegIn(finish) | GoalPart::Position(finish)) = &part.goal else {
        return None;
    };
    let finish = part
        .board
        .labels
        .iter()
        .find(|label| *label == finish.trim())?;
    Some((vacancy.clone(), finish.clone()))
}

/// Returns the board that a certificate or an atlas describes.
pub(super) fn board_of(part: &BoardPart) -> Option<Board> {
    let label = |hole: usize| part.labels.get(hole).cloned();
    let labels = |jumps: &[(usize, usize, usize)]| -> Option<Vec<(String, String, String)>> {
        let of_jump = |&(from, over, to)| Some((label(from)?, label(over)?, label(to)?));
        jumps.iter().map(of_jump).collect()
    };
    let lattice = match &part.lattice {
        LatticePart::Square => Lattice::Square,
        LatticePart::Triangular => Lattice::Triangular,
        LatticePart::Jumps(jumps) => {
            let structure = Structure::Jumps(labels(jumps)?);
            let mut described = BoardFile::from_structure(part.name.clone(), structure);
            described.labels = Labels::Names(part.labels.clone());
            return Board::new(described).ok();
        }
    };
    let mut described = BoardFile::new(part.name.clone(), lattice, part.holes.iter().copied());
    described.jumps = part
        .jumps
        .as_deref()
        .map(|steps| JumpDirections::of_steps(lattice, steps));
    described.without = labels(&part.without)?;
    described.labels = Labels::Names(part.labels.clone());
    if let Some(symmetry) = &part.symmetry {
        described.symmetry = DeclaredSymmetry::Group(symmetry.parse().ok()?);
        described.axis = part.axis;
    }
    Board::new(described).ok()
}

/// Returns `true` if two descriptions differ at most in the names of the boards and in their symmetries, which earlier
/// versions did not record.
pub(super) fn is_same_description(one: &BoardPart, other: &BoardPart) -> bool {
    let compared = BoardPart {
        name: other.name.clone(),
        symmetry: other.symmetry.clone(),
        axis: other.axis,
        ..one.clone()
    };
    compared == *other
}

/// Returns the listed problem that a certificate of this board settles, and the finding; `None` if it is not a
/// single-vacancy problem.
pub(super) fn about(proven: &Proven, board: &Board) -> Option<((Hole, Hole), Finding)> {
    let hole = |code: u128| board.holes().find(|hole| hole.bit() == code);
    let vacancy = hole(board.full_code() & !proven.start)?;
    let [finish] = proven.finishes.as_deref()? else {
        return None;
    };
    let finding = match proven.answer {
        ProvenAnswer::Solvable { .. } | ProvenAnswer::FewestMoves { .. } => Finding::Solvable,
        ProvenAnswer::Unsolvable { by } => match by {
            // A class is a pagoda function whose weights are all zero; no listed problem needs one.
            Refutation::Class | Refutation::Function => Finding::RefutedByPagoda,
            Refutation::Cases => Finding::RefutedByCases,
            Refutation::Exhaustion => Finding::RefutedByExhaustion,
        },
        ProvenAnswer::Fewest { .. } => return None,
    };
    Some((board.canonical_svss(vacancy, hole(*finish)?), finding))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::thread;

    /// Writes an atlas file without problems.
    fn empty(board: &Board, path: &Path) {
        let atlas = AtlasPart {
            version: VERSION,
            board: board_part(board),
            problems: Vec::new(),
            moves: String::new(),
        };
        write(&atlas, path).unwrap();
    }

    #[test]
    fn runs_that_change_one_file_lose_nothing() {
        const CHANGES: usize = 50;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("triangle4.ron");
        empty(&Board::library("triangle4").unwrap(), &path);
        let run = || {
            let store = Store::open(&path).unwrap();
            for _ in 0..CHANGES {
                let changed = store.change(|atlas| {
                    atlas.moves.push('x');
                    Ok(())
                });
                changed.unwrap();
            }
        };
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(run);
            }
        });
        let moves = read_atlas(&path).unwrap().moves;
        assert_eq!(moves.matches('x').count(), 2 * CHANGES);
    }

    #[test]
    fn rows_of_another_run_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("triangle5.ron");
        let board = Board::library("triangle5").unwrap();
        empty(&board, &path);
        let stores = [0, 1].map(|_| Store::open(&path).unwrap());
        let read = stores.each_ref().map(|store| store.moves(&board).unwrap());
        for (place, (store, read)) in stores.iter().zip(&read).enumerate() {
            let mut table = read.clone();
            table.prove(place, Some(7));
            store.put_moves(&table, read).unwrap();
        }
        let bounds: Vec<_> = stores[0].moves(&board).unwrap().entries()[..3]
            .iter()
            .map(|entry| entry.at_least)
            .collect();
        assert_eq!(bounds, [Some(7), Some(7), Some(0)]);
    }
}
