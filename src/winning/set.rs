use super::canonical::Canonicalizer;
use super::elias_fano::CodeList;
use super::error::WinningFileError;
use super::file::{self, Bytes, Header, MAX_CHECKED_ON_OPEN};
use crate::board::{Board, Position};
use crate::control::whole_file;
use crate::control::{Control, LimitReached, Part, Phase, Steps, WatchedWriter};
use crate::problem::{Finish, Pattern, Region};
use crate::sweep::fixing_ends;
use memmap2::Mmap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Winning positions of a problem: reachable from the start, and with a reachable finish.
///
/// The set stores one code per class under the symmetries that fix the start and the set of finishes, at about 17 bits
/// each for the English central game. For a complement problem it stores only codes with pegs in at most half of the
/// holes.
///
/// ```
/// use pegboard::sweep::SweepOptions;
/// use pegboard::winning::WinningSet;
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("triangle5")?;
/// let corner = board.hole("a1")?;
/// let problem = Problem::svss(&board, corner, corner);
/// let set = WinningSet::find(&problem, &SweepOptions::default(), &Control::default())?;
/// assert_eq!(set.len(), 95); // with at most 7 pegs; the others are complements of these
/// assert!(set.is_winning(problem.start()));
/// assert!(!set.is_winning(&board.with_pegs([board.hole("b3")?])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WinningSet {
    board: Board,
    start: Position,
    finishes: Vec<Position>,
    patterns: Vec<Pattern>,
    canonicalizer: Canonicalizer,
    header: Header,
    bytes: Bytes,
}

impl WinningSet {
    /// Memory-maps a file for a board.
    ///
    /// Verifies the checksum of files up to 32 MiB, which takes a few milliseconds. For larger files, call
    /// [`verify`](WinningSet::verify).
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
    /// Returns a [`WinningFileError`] if the file cannot be opened, has another format, belongs to another board, or is
    /// damaged.
    pub fn open(path: &Path, board: &Board) -> Result<WinningSet, WinningFileError> {
        let failed = |error| WinningFileError::Unreadable {
            path: path.to_owned(),
            error,
        };
        let file = File::open(path).map_err(failed)?;
        if file.metadata().map_err(failed)?.is_dir() {
            return Err(failed(std::io::ErrorKind::IsADirectory.into())); // mapping it would fail with a less clear error
        }
        // SAFETY: this program replaces files by renaming and never writes in place. If another program truncates the
        // file, access to the map kills this process, as with any mapped file.
        let map = unsafe { Mmap::map(&file) }.map_err(failed)?;
        WinningSet::checked(Bytes::Mapped(map), board, path)
    }

    /// Opens a file and verifies its checksum regardless of its size, which takes up to a second. Without verification,
    /// damage in a large file can make answers wrong.
    ///
    /// # Errors
    ///
    /// Returns a [`WinningFileError`] as [`open`](WinningSet::open) does, or if the control stops the call.
    pub fn open_verified(
        path: &Path,
        board: &Board,
        control: &Control<'_>,
    ) -> Result<WinningSet, WinningFileError> {
        let set = WinningSet::open(path, board)?;
        if set.as_bytes().len() > MAX_CHECKED_ON_OPEN {
            set.verified(path, control)
        } else {
            Ok(set)
        }
    }

    /// Reads a set from the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns a [`WinningFileError`] as [`open`](WinningSet::open) does.
    pub fn from_bytes(bytes: Vec<u8>, board: &Board) -> Result<WinningSet, WinningFileError> {
        WinningSet::checked(Bytes::Owned(bytes), board, Path::new("(memory)"))
    }

    fn checked(bytes: Bytes, board: &Board, path: &Path) -> Result<WinningSet, WinningFileError> {
        let set = WinningSet::read(bytes, board, path)?;
        if set.as_bytes().len() <= MAX_CHECKED_ON_OPEN {
            set.verified(path, &Control::default())
        } else {
            Ok(set)
        }
    }

    /// Returns the set if its checksum is correct.
    fn verified(self, path: &Path, control: &Control<'_>) -> Result<WinningSet, WinningFileError> {
        if self.verify(control).map_err(WinningFileError::Stopped)? {
            Ok(self)
        } else {
            Err(WinningFileError::Damaged {
                path: path.to_owned(),
                what: "its checksum is wrong",
            })
        }
    }

    /// Reads a set without verifying its checksum.
    pub(super) fn read(
        bytes: Bytes,
        board: &Board,
        path: &Path,
    ) -> Result<WinningSet, WinningFileError> {
        let header = file::read_header(bytes.get(), board, path)?;
        let damaged = |what| WinningFileError::Damaged {
            path: path.to_owned(),
            what,
        };
        let position = |code: u128| {
            Position::from_code(board, code).map_err(|_| damaged("a code is too large"))
        };
        let start = position(header.start)?;
        let finishes = header
            .finishes
            .iter()
            .map(|code| position(*code))
            .collect::<Result<Vec<_>, _>>()?;
        let full = board.full_code();
        let pattern = |region: &Region| {
            let [pegs, empty] =
                [region.least, full & !region.most].map(|code| board.holes_of(code));
            let is_on_board = (region.least | region.most) & !full == 0;
            let pattern = Pattern::new(board, pegs, empty).ok();
            pattern
                .filter(|_| is_on_board)
                .ok_or_else(|| damaged("a pattern of the finish has no meaning"))
        };
        let patterns = header
            .regions
            .iter()
            .map(pattern)
            .collect::<Result<Vec<_>, _>>()?;
        let finish = Finish::regions_of(header.regions.iter().copied())
            .or_else(|| Finish::positions(header.finishes.iter().copied()));
        let canonicalizer = Canonicalizer::new(board, &fixing_ends(&start, finish.as_ref()));
        Ok(WinningSet {
            board: board.clone(),
            start,
            finishes,
            patterns,
            canonicalizer,
            header,
            bytes,
        })
    }

    /// Returns `true` if the checksum of the whole file is correct.
    ///
    /// # Errors
    ///
    /// Returns the [`LimitReached`] if the control stops the call.
    pub fn verify(&self, control: &Control<'_>) -> Result<bool, LimitReached> {
        control.ended(file::has_correct_digest(
            self.bytes.get(),
            Part::whole(control),
        ))
    }

    /// Writes the file atomically. If the disk is full or the program is killed, a previous file remains unchanged.
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
    /// Returns [`WinningFileError::Unwritable`] if the file cannot be written, or [`WinningFileError::Stopped`] if the control stops
    /// the call.
    pub fn save(&self, path: &Path, control: &Control<'_>) -> Result<(), WinningFileError> {
        let written = whole_file::write(path, |out| {
            WatchedWriter { out, control }.write_all(self.bytes.get())
        });
        control
            .ended(written)
            .map_err(|error| match control.limit_reached() {
                Some(limit) => WinningFileError::Stopped(limit),
                None => WinningFileError::Unwritable {
                    path: path.to_owned(),
                    error,
                },
            })
    }

    /// Returns the bytes of the file.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get()
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the start of the problem.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the finishes in the start's position class; empty if the goal consists of patterns.
    pub fn finishes(&self) -> &[Position] {
        &self.finishes
    }

    /// Returns the patterns of the goal; empty if the finishes are listed.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Returns `true` if a position meets the goal.
    ///
    /// # Panics
    ///
    /// If the position lies on another board.
    pub fn is_finish(&self, position: &Position) -> bool {
        self.board.check_position(position);
        let mut patterns = self.patterns.iter();
        self.finishes.contains(position) || patterns.any(|pattern| pattern.matches(position))
    }

    /// Returns `true` if positions with pegs in more than half of the holes are stored as complements.
    pub fn is_halved(&self) -> bool {
        self.header.is_halved
    }

    /// Returns the number of stored codes.
    pub fn len(&self) -> u64 {
        self.header
            .lists
            .iter()
            .flatten()
            .map(|list| list.count())
            .sum()
    }

    /// Returns `true` if no position is winning.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the file size in bits divided by the number of stored codes.
    pub fn bits_per_position(&self) -> f64 {
        self.bytes.get().len() as f64 * 8.0 / self.len().max(1) as f64
    }

    /// Returns `true` if a position is winning.
    ///
    /// The cost is that of a canonical code and a few memory accesses.
    ///
    /// # Panics
    ///
    /// If the position lies on another board.
    pub fn is_winning(&self, position: &Position) -> bool {
        self.board.check_position(position);
        let (code, pegs) = (position.code(), position.peg_count());
        if self.is_halved() && 2 * pegs > self.board.hole_count() {
            return self.contains(
                self.board.full_code() & !code,
                self.board.hole_count().saturating_sub(pegs),
            );
        }
        self.contains(code, pegs)
    }

    /// Returns `true` if the class of a code with this many pegs is stored.
    fn contains(&self, code: u128, pegs: usize) -> bool {
        self.list(pegs)
            .is_some_and(|list| list.contains(self.canonicalizer.canonical(code)))
    }

    pub(super) fn list(&self, pegs: usize) -> Option<CodeList<'_>> {
        let location = self.header.lists.get(pegs)?.as_ref()?;
        Some(location.list(self.bytes.get()))
    }

    /// Returns the canonical codes with this many pegs, ascending, including those stored as complements.
    ///
    /// # Errors
    ///
    /// Returns the [`LimitReached`] if the control stops the call.
    pub fn codes(&self, pegs: usize, control: &Control<'_>) -> Result<Vec<u128>, LimitReached> {
        let holes = self.board.hole_count();
        let complements = self.is_halved() && pegs > holes / 2;
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
            canonicalize(&mut codes, &self.canonicalizer, control)?;
        }
        Ok(codes)
    }

    /// Returns the codes with this many pegs, canonical under the whole group of the board, ascending and without
    /// duplicates, as Bell publishes them.
    ///
    /// There are as many as in [`codes`](WinningSet::codes) if no two holes of the start's orbit lie in the same position
    /// class, because then the class of a position determines the start.
    ///
    /// # Errors
    ///
    /// Returns the [`LimitReached`] if the control stops the call.
    pub fn whole_group_codes(
        &self,
        pegs: usize,
        control: &Control<'_>,
    ) -> Result<Vec<u128>, LimitReached> {
        let canonicalizer = Canonicalizer::new(&self.board, self.board.symmetries());
        let mut codes = self.codes(pegs, control)?;
        canonicalize(&mut codes, &canonicalizer, control)?;
        codes.dedup();
        Ok(codes)
    }
}

fn canonicalize(
    codes: &mut [u128],
    canonicalizer: &Canonicalizer,
    control: &Control<'_>,
) -> Result<(), LimitReached> {
    control.ended(make_canonical(
        codes,
        |code| canonicalizer.canonical(code),
        Part::whole(control),
    ))
}

/// Makes codes canonical and sorts them.
pub(super) fn make_canonical<C: Copy + Ord>(
    codes: &mut [C],
    canonical: impl Fn(C) -> C,
    part: Part<'_>,
) -> Result<(), LimitReached> {
    let mut steps = Steps::new(part, Phase::CanonicalCodes).of(codes.len());
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
    fn no_code_has_more_pegs_than_the_board_has_holes() {
        let board = Board::library("triangle5").unwrap();
        let corner = board.hole("a1").unwrap();
        let (options, control) = (SweepOptions::default(), Control::default());
        let set =
            WinningSet::find(&Problem::svss(&board, corner, corner), &options, &control).unwrap();
        assert!(set.is_halved());
        for pegs in [15, 16, usize::MAX] {
            assert_eq!(set.codes(pegs, &control), Ok(Vec::new()));
        }
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
            canonicalize(&mut [0; 1 << 13], &set.canonicalizer, control).is_ok()
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
