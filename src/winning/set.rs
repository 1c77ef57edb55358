use super::canonical::SmallestImage;
use super::elias_fano::CodeList;
use super::error::WinningFileError;
use super::file::{self, Bytes, CHECKED_AT_ONCE, Contents};
use crate::board::{Board, Position};
use crate::control::whole_file;
use crate::control::{Control, LimitReached, Part, Steps, WatchedWriter};
use memmap2::Mmap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// The winning positions of a problem: those that can be reached from the start, and from which a finish can
/// be reached.
///
/// Codes are kept up to the symmetries that fix the start and the set of finishes, in about 17 bits each for
/// the English central game. Of a complement problem only those with at most half the holes full are kept.
///
/// ```
/// use pegboard::sweep::SweepOptions;
/// use pegboard::winning::WinningSet;
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let set = WinningSet::find(&problem, &SweepOptions::default(), &Control::default())?;
/// assert_eq!(set.len(), 95); // with at most 7 pegs; the others are their complements
/// assert!(set.is_winning(problem.start()));
/// assert!(!set.is_winning(&board.pegs([board.hole("b3")?])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WinningSet {
    board: Board,
    start: Position,
    finishes: Vec<Position>,
    canonical: SmallestImage,
    contents: Contents,
    bytes: Bytes,
}

impl WinningSet {
    /// Opens a file for a board; it is mapped, not read.
    ///
    /// A file of up to 32 MiB is compared with its checksum, which takes a few milliseconds; for a larger
    /// one, [`verify`](WinningSet::verify) does it.
    ///
    /// ```
    /// # use pegboard::sweep::SweepOptions;
    /// use pegboard::winning::WinningSet;
    /// use pegboard::{Board, Control, Problem};
    /// let board = Board::library("triangle5")?;
    /// # let problem = Problem::svss(&board, board.hole("a1")?, board.hole("a1")?);
    /// # let set = WinningSet::find(&problem, &SweepOptions::default(), &Control::default())?;
    /// # let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("a1.pegwins");
    /// set.save(&path, &Control::default())?;
    /// assert_eq!(WinningSet::open(&path, &board)?.as_bytes(), set.as_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`WinningFileError`] when it cannot be opened, is no such file, belongs to another board, or is
    /// damaged.
    pub fn open(path: &Path, board: &Board) -> Result<WinningSet, WinningFileError> {
        let failed = |error| WinningFileError::Io {
            path: path.to_owned(),
            error,
        };
        let file = File::open(path).map_err(failed)?;
        if file.metadata().map_err(failed)?.is_dir() {
            return Err(failed(std::io::ErrorKind::IsADirectory.into())); // mapping it would fail without a good word
        }
        // SAFETY: files are replaced by renaming, never written in place; one that somebody else truncates
        // meanwhile ends the program, as it would end any that maps files.
        let map = unsafe { Mmap::map(&file) }.map_err(failed)?;
        WinningSet::checked(Bytes::Mapped(map), board, path)
    }

    /// The same with the checksum of a file of any size: as much as a second for the largest. Damage in a large file
    /// that is only opened makes answers wrong.
    ///
    /// # Errors
    ///
    /// [`WinningFileError`], as for [`open`](WinningSet::open), or when the control stops it.
    pub fn open_verified(
        path: &Path,
        board: &Board,
        control: &Control<'_>,
    ) -> Result<WinningSet, WinningFileError> {
        let set = WinningSet::open(path, board)?;
        if set.as_bytes().len() > CHECKED_AT_ONCE {
            set.intact(path, control)
        } else {
            Ok(set)
        }
    }

    /// Reads the bytes of such a file.
    ///
    /// # Errors
    ///
    /// [`WinningFileError`], as for [`open`](WinningSet::open).
    pub fn from_bytes(bytes: Vec<u8>, board: &Board) -> Result<WinningSet, WinningFileError> {
        WinningSet::checked(Bytes::Owned(bytes), board, Path::new("(memory)"))
    }

    fn checked(bytes: Bytes, board: &Board, path: &Path) -> Result<WinningSet, WinningFileError> {
        let set = WinningSet::read(bytes, board, path)?;
        if set.as_bytes().len() <= CHECKED_AT_ONCE {
            set.intact(path, &Control::default())
        } else {
            Ok(set)
        }
    }

    /// The set of a file whose checksum is right.
    fn intact(self, path: &Path, control: &Control<'_>) -> Result<WinningSet, WinningFileError> {
        match self.verify(control).map_err(WinningFileError::Stopped)? {
            true => Ok(self),
            false => Err(WinningFileError::Damaged {
                path: path.to_owned(),
                what: "its checksum is wrong",
            }),
        }
    }

    /// Reads a file without a look at its checksum.
    pub(super) fn read(
        bytes: Bytes,
        board: &Board,
        path: &Path,
    ) -> Result<WinningSet, WinningFileError> {
        let contents = file::contents(bytes.get(), board, path)?;
        let damaged = |what| WinningFileError::Damaged {
            path: path.to_owned(),
            what,
        };
        let position = |code: u128| {
            Position::from_code(board, code).map_err(|_| damaged("a code is too large"))
        };
        let start = position(contents.start)?;
        let finishes = contents
            .finishes
            .iter()
            .map(|code| position(*code))
            .collect::<Result<Vec<_>, _>>()?;
        let canonical = SmallestImage::new(
            board,
            &board.stabilizer(&[&[contents.start], &contents.finishes]),
        );
        Ok(WinningSet {
            board: board.clone(),
            start,
            finishes,
            canonical,
            contents,
            bytes,
        })
    }

    /// Compares the whole file with its checksum.
    ///
    /// # Errors
    ///
    /// The [`LimitReached`] when the control stops it.
    pub fn verify(&self, control: &Control<'_>) -> Result<bool, LimitReached> {
        control.ended(file::has_right_digest(
            self.bytes.get(),
            Part::whole(control),
        ))
    }

    /// Writes the file whole or not at all: nobody ever reads half a file, and when the disk is full, or the
    /// program is killed, what was there before is there still.
    ///
    /// ```
    /// use pegboard::sweep::SweepOptions;
    /// use pegboard::winning::WinningSet;
    /// use pegboard::{Board, Control, Problem};
    /// let (board, control) = (Board::library("triangle5")?, Control::default());
    /// let problem = Problem::svss(&board, board.hole("a1")?, board.hole("a1")?);
    /// let set = WinningSet::find(&problem, &SweepOptions::default(), &control)?;
    /// # let folder = tempfile::tempdir()?;
    /// set.save(&folder.path().join("a1.pegwins"), &control)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`WinningFileError::Io`], or [`WinningFileError::Stopped`] by the control.
    pub fn save(&self, path: &Path, control: &Control<'_>) -> Result<(), WinningFileError> {
        let written = whole_file::write(path, |out| {
            WatchedWriter { out, control }.write_all(self.bytes.get())
        });
        control
            .ended(written)
            .map_err(|error| match control.limit_reached() {
                Some(limit) => WinningFileError::Stopped(limit),
                None => WinningFileError::Io {
                    path: path.to_owned(),
                    error,
                },
            })
    }

    /// The file's bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get()
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The start of the problem.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The finishes that the start's position class allows.
    pub fn finishes(&self) -> &[Position] {
        &self.finishes
    }

    /// Whether positions with more than half the holes full are known by their complements.
    pub fn is_halved(&self) -> bool {
        self.contents.is_halved
    }

    /// The number of codes stored.
    pub fn len(&self) -> u64 {
        self.contents
            .lists
            .iter()
            .flatten()
            .map(|list| list.count())
            .sum()
    }

    /// Whether nothing wins.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bits of the file for each code stored.
    pub fn bits_per_position(&self) -> f64 {
        self.bytes.get().len() as f64 * 8.0 / self.len().max(1) as f64
    }

    /// Whether a position of this board can be reached from the start and a finish be reached from it.
    ///
    /// Costs the images under the symmetries and a look at a few words.
    pub fn is_winning(&self, position: &Position) -> bool {
        let (code, pegs) = (position.code(), position.peg_count());
        if self.is_halved() && 2 * pegs > self.board.hole_count() {
            return self.contains(
                self.board.full_code() & !code,
                self.board.hole_count().saturating_sub(pegs),
            );
        }
        self.contains(code, pegs)
    }

    /// Whether the class of a code with this many pegs is stored.
    fn contains(&self, code: u128, pegs: usize) -> bool {
        self.list(pegs)
            .is_some_and(|list| list.contains(self.canonical.of(code)))
    }

    fn list(&self, pegs: usize) -> Option<CodeList<'_>> {
        let place = self.contents.lists.get(pegs)?.as_ref()?;
        Some(place.list(self.bytes.get()))
    }

    /// The canonical codes with this many pegs, ascending, whether stored or known by their complements.
    ///
    /// # Errors
    ///
    /// The [`LimitReached`] when the control stops it.
    pub fn codes(&self, pegs: usize, control: &Control<'_>) -> Result<Vec<u128>, LimitReached> {
        let holes = self.board.hole_count();
        let complements = self.is_halved() && 2 * pegs > holes;
        let stored = if complements {
            holes.saturating_sub(pegs)
        } else {
            pegs
        };
        let mut codes = self
            .list(stored)
            .map_or_else(Vec::new, |list| list.iter().collect());
        if complements {
            let full = self.board.full_code();
            codes.iter_mut().for_each(|code| *code = full & !*code);
            smallest_images(&mut codes, &self.canonical, control)?;
        }
        Ok(codes)
    }

    /// The codes with this many pegs, canonical under the board's whole group, ascending and each once: as
    /// Bell publishes them.
    ///
    /// Where no two holes of the start's orbit lie in one position class these are as many as the set's own,
    /// for then the class shows which of the starts is meant.
    ///
    /// # Errors
    ///
    /// The [`LimitReached`] when the control stops it.
    pub fn whole_group_codes(
        &self,
        pegs: usize,
        control: &Control<'_>,
    ) -> Result<Vec<u128>, LimitReached> {
        let canonical = SmallestImage::new(&self.board, self.board.symmetries());
        let mut codes = self.codes(pegs, control)?;
        smallest_images(&mut codes, &canonical, control)?;
        codes.dedup();
        Ok(codes)
    }
}

fn smallest_images(
    codes: &mut [u128],
    canonical: &SmallestImage,
    control: &Control<'_>,
) -> Result<(), LimitReached> {
    control.ended(make_canonical(
        codes,
        |code| canonical.of(code),
        Part::whole(control),
    ))
}

/// The codes made canonical, ascending.
pub(super) fn make_canonical<C: Copy + Ord>(
    codes: &mut [C],
    canonical: impl Fn(C) -> C,
    part: Part<'_>,
) -> Result<(), LimitReached> {
    let mut steps = Steps::new(part, "canonical codes").of(codes.len());
    for code in codes.iter_mut() {
        steps.step()?;
        *code = canonical(*code);
    }
    codes.sort_unstable();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Progress;
    use crate::problem::Problem;
    use crate::sweep::SweepOptions;
    use crate::winning::indexed::gathered;
    use crate::winning::{IndexedWinningSet, read_csv};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn panics(work: impl FnOnce(&Control<'_>)) -> bool {
        let observer = |_: &Progress| panic!("observer");
        let control = Control::default().watched_by(&observer);
        catch_unwind(AssertUnwindSafe(|| work(&control))).is_err()
    }

    #[test]
    fn a_panic_of_the_observer_reaches_the_caller() {
        let board = Board::library("triangle5").unwrap();
        let corner = board.hole("a1").unwrap();
        let (options, unwatched) = (SweepOptions::default(), Control::default());
        let set =
            WinningSet::find(&Problem::svss(&board, corner, corner), &options, &unwatched).unwrap();
        assert!(panics(|control| drop(
            set.write_csv(&mut Vec::new(), control)
        )));
        assert!(panics(|control| {
            let _ = set.verify(control);
        }));
        assert!(panics(|control| drop(gathered(0..1 << 13, control))));
        let indexed = IndexedWinningSet::find(&board, &options, &unwatched).unwrap();
        assert!(panics(|control| drop(
            indexed.write_text(&mut Vec::new(), control)
        )));
        assert!(panics(|control| assert!(
            smallest_images(&mut [0; 1 << 13], &set.canonical, control).is_ok()
        )));
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(
            file.path(),
            format!("pegs,code\n{}", "1,1\n".repeat(1 << 13)),
        )
        .unwrap();
        assert!(panics(|control| drop(read_csv(file.path(), control))));
    }
}
