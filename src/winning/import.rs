//! Validates codes from other programs and makes a winning set from them.
//!
//! An imported code stands for a class under the whole group of the board, whereas a set stores classes under the
//! symmetries of its problem. The images of a code in the start's position class are the *candidates*. There are
//! several only if another hole of the start's orbit has the same position class.
//!
//! A candidate is kept if a line of candidates leads from the start to it and on to a finish. This line is a game, so
//! every kept candidate is winning. If the given codes are complete, all winning positions and the games through them are
//! among the candidates, so all winning positions are kept. If no candidate of a code is kept, the code is wrong or
//! others are missing.
//!
//! Completeness cannot be proved without a sweep, but gaps of one position are detected: a position with a kept parent
//! and a kept child is winning and must be given. Only games with two or more consecutive missing positions go
//! unnoticed.

use super::Side;
use super::import_error::ImportError;
use super::set::WinningSet;
use crate::board::SymmetryUse;
use crate::control::{Control, LimitReached, Part, Phase, Steps};
use crate::engine::{AnyEngine, Bits, Engine, PermutationPath, Permutations, with_engine};
use crate::problem::Problem;
use crate::sweep::SweepTask;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::path::PathBuf;

/// Codes read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeFile {
    /// File name, for messages.
    pub path: PathBuf,
    /// Codes in any order, one arbitrary member per class.
    pub codes: Vec<u128>,
}

impl WinningSet {
    /// Makes the set of a problem from all of its winning positions. For a complement problem, positions with pegs in at
    /// most half of the holes suffice.
    ///
    /// Checks that each code is reachable from the start through the others and that a finish is reachable from it, so
    /// every position of the set is winning. A missing code is detected only if it lies between two given ones; games
    /// with two or more consecutive missing positions go unnoticed. A million codes take a few seconds.
    ///
    /// The memory limit covers the given codes and their copies.
    ///
    /// ```
    /// # use pegboard::sweep::SweepOptions;
    /// # use pegboard::{Board, Control, Problem};
    /// use pegboard::winning::{CodeFile, WinningSet};
    /// let control = Control::default();
    /// # let board = Board::library("triangle5")?;
    /// # let problem = Problem::svss(&board, board.hole("a1")?, board.hole("a1")?);
    /// # let set = WinningSet::find(&problem, &SweepOptions::default(), &Control::default())?;
    /// let codes: Vec<u128> = (1..=7).flat_map(|pegs| set.whole_group_codes(pegs, &control).unwrap()).collect();
    /// let read = WinningSet::import(&problem, &[CodeFile { path: "a1.csv".into(), codes: codes.clone() }], &control)?;
    /// assert_eq!(read.as_bytes(), set.as_bytes());
    ///
    /// let without_finish = CodeFile { path: "a1.csv".into(), codes: codes[1..].to_vec() };
    /// let message = WinningSet::import(&problem, &[without_finish], &control).unwrap_err().to_string();
    /// assert!(message.contains("none of the codes one jump after it is there (1, 2)"), "{message}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ImportError::ForeignCode`] or [`ImportError::Open`] with an invalid code, [`ImportError::Missing`] with a
    /// missing code, [`ImportError::NoCodes`] if there are none, [`ImportError::LevelTooLarge`] if the file format cannot
    /// hold them, [`ImportError::NoRoom`] if they do not fit the memory limit, or [`ImportError::Stopped`] if the control
    /// stops the call.
    pub fn import(
        problem: &Problem,
        files: &[CodeFile],
        control: &Control<'_>,
    ) -> Result<WinningSet, ImportError> {
        if files.iter().all(|file| file.codes.is_empty()) {
            let files = files.iter().map(|file| file.path.clone()).collect();
            return Err(ImportError::NoCodes { files });
        }
        let engine = AnyEngine::new(problem.board());
        control.ended(with_engine!(&engine, |engine| import(
            engine, problem, files, control
        )))
    }
}

/// Returns the memory limit as an error if codes that have been read exceed it.
pub(super) fn check_room(codes: &[u128], control: &Control<'_>) -> Result<(), u64> {
    let limit = control.memory();
    if size_of_val(codes) as u64 > limit {
        Err(limit)
    } else {
        Ok(())
    }
}

fn import<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    files: &[CodeFile],
    control: &Control<'_>,
) -> Result<WinningSet, ImportError> {
    let codes: usize = files.iter().map(|file| file.codes.len()).sum();
    let limit = control.memory();
    if codes as u64 * bytes_per_code::<B>() > limit {
        return Err(ImportError::NoRoom {
            path: None,
            line: None,
            limit,
        });
    }
    let task = SweepTask::of_problem(engine, problem, SymmetryUse::Classes);
    let own = Permutations::new(task.symmetries(), PermutationPath::fastest());
    let mut importer = Importer {
        engine,
        task: &task,
        own,
        files,
        codes: Vec::new(),
    };
    let whole = Part::whole(control);
    importer.sort_codes(whole.part(0.0, 0.1))?;
    let candidates = importer.candidates(whole.part(0.1, 0.2))?;
    let after = importer.kept(candidates, Side::After, whole.part(0.2, 0.45))?;
    let winning = importer.kept(after, Side::Before, whole.part(0.45, 0.7))?;
    importer.check_beside(&winning, whole.part(0.7, 0.95))?;
    Ok(WinningSet::of_levels(
        &task,
        winning,
        whole.part(0.95, 1.0),
    )?)
}

/// Code as it was read, with the index of its file.
type Given<B> = (B, usize);

/// Candidates of a code.
type Candidates<B> = SmallVec<[B; 12]>;

/// Estimates the peak memory use for each given code: the code itself, the code by peg count, two candidates, and the
/// tables of the levels at hand.
const fn bytes_per_code<B>() -> u64 {
    (size_of::<u128>() + size_of::<Given<B>>() + 6 * size_of::<B>()) as u64
}

/// Codes of an import, and the checks on them.
struct Importer<'a, B> {
    engine: &'a Engine<B>,
    task: &'a SweepTask<B>,
    /// Symmetries of the problem.
    own: Permutations<B>,
    files: &'a [CodeFile],
    /// Codes by peg count.
    codes: Vec<Vec<Given<B>>>,
}

impl<B: Bits> Importer<'_, B> {
    /// Sorts the codes by peg count and checks that they are positions of the problem.
    fn sort_codes(&mut self, part: Part<'_>) -> Result<(), ImportError> {
        let mut steps = Steps::new(part, Phase::Reading).of(self
            .files
            .iter()
            .map(|file| file.codes.len())
            .sum());
        let full = self.engine.full().code();
        self.codes = vec![Vec::new(); self.engine.board().hole_count() + 1];
        for (file_index, file) in self.files.iter().enumerate() {
            for &code in &file.codes {
                steps.step()?;
                let foreign = |is_too_large| {
                    Err(ImportError::ForeignCode {
                        path: file.path.clone(),
                        code,
                        is_too_large,
                    })
                };
                if code & !full != 0 {
                    return foreign(true);
                }
                let given = B::from_code(code);
                if self.candidates_of(given).is_empty() {
                    return foreign(false);
                }
                self.codes[given.count() as usize].push((given, file_index));
            }
        }
        Ok(())
    }

    /// Returns the images of a code in the start's position class, canonical under the symmetries of the problem and
    /// without duplicates.
    fn candidates_of(&self, code: B) -> Candidates<B> {
        let classes = self.engine.board().position_classes();
        let home = classes.class_of(self.task.start().code());
        let images = self.engine.symmetries().all_images(code).into_iter();
        let at_home = images.filter(move |image| classes.class_of(image.code()) == home);
        let mut candidates: Candidates<B> = at_home
            .map(|image| self.own.smallest_image(image))
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }

    /// Returns all candidates by peg count; for a complement problem, also their complements.
    fn candidates(&self, part: Part<'_>) -> Result<Vec<Vec<B>>, LimitReached> {
        let mut steps = Steps::new(part, Phase::CanonicalCodes).of(self.code_count());
        let holes = self.engine.board().hole_count();
        let mut levels: Vec<Vec<B>> = vec![Vec::new(); holes + 1];
        for (code, _) in self.codes.iter().flatten() {
            steps.step()?;
            for candidate in self.candidates_of(*code) {
                let pegs = candidate.count() as usize;
                levels[pegs].push(candidate);
                if self.task.is_complement() {
                    levels[holes - pegs]
                        .push(self.own.smallest_image(self.engine.complement(candidate)));
                }
            }
        }
        for level in &mut levels {
            level.sort_unstable();
            level.dedup();
        }
        Ok(levels)
    }

    fn code_count(&self) -> usize {
        self.codes.iter().map(Vec::len).sum()
    }

    /// Returns the candidates from which a line of candidates leads to a finish ([`Side::After`]), or to which one leads from
    /// the start ([`Side::Before`]).
    fn kept(
        &self,
        candidates: Vec<Vec<B>>,
        side: Side,
        part: Part<'_>,
    ) -> Result<Vec<Vec<B>>, ImportError> {
        let mut steps = Steps::new(part, Phase::Games).of(candidates.iter().map(Vec::len).sum());
        let is_end = |candidate: B| match side {
            Side::After => self.task.is_finish(candidate),
            Side::Before => candidate == self.task.start(),
        };
        let mut levels: Vec<(usize, Vec<B>)> = candidates.into_iter().enumerate().collect();
        if side == Side::Before {
            levels.reverse();
        }
        let mut last: FxHashSet<B> = FxHashSet::default();
        for (pegs, level) in &mut levels {
            let mut kept = Vec::with_capacity(level.len());
            for &candidate in level.iter() {
                steps.step()?;
                if is_end(candidate) || self.leads_to(&last, candidate, side) {
                    kept.push(candidate);
                }
            }
            *level = kept;
            last = level.iter().copied().collect();
            for given in &self.codes[*pegs] {
                steps.step()?;
                let mut candidates = self.candidates_of(given.0).into_iter();
                if candidates.all(|candidate| !last.contains(&candidate)) {
                    return Err(self.open(*given, side));
                }
            }
        }
        if side == Side::Before {
            levels.reverse();
        }
        Ok(levels.into_iter().map(|(_, level)| level).collect())
    }

    /// Checks that no position between two winning ones is missing, and no finish one jump below a winning one.
    fn check_beside(&self, winning: &[Vec<B>], part: Part<'_>) -> Result<(), ImportError> {
        let mut steps = Steps::new(part, Phase::Gaps).of(winning.iter().map(Vec::len).sum());
        let holes = self.engine.board().hole_count();
        // In a complement problem, the higher levels are complements.
        let most = if self.task.is_complement() {
            holes / 2
        } else {
            holes - 1
        };
        let mut below: FxHashSet<B> = FxHashSet::default();
        for pegs in 1..=most {
            let level: FxHashSet<B> = winning[pegs].iter().copied().collect();
            let mut beside = Vec::new();
            for position in &winning[pegs + 1] {
                steps.step()?;
                self.for_each_neighbor(*position, Side::After, &mut |child| {
                    let child = self.own.smallest_image(child);
                    if !level.contains(&child) {
                        beside.push(child);
                    }
                });
            }
            beside.sort_unstable();
            beside.dedup();
            for child in beside {
                steps.step()?;
                if self.task.is_finish(child) || self.leads_to(&below, child, Side::After) {
                    let code = self.engine.canonical(child).code();
                    return Err(ImportError::Missing {
                        files: self.paths(),
                        code,
                    });
                }
            }
            below = level;
        }
        Ok(())
    }

    fn paths(&self) -> Vec<PathBuf> {
        self.files.iter().map(|file| file.path.clone()).collect()
    }

    fn leads_to(&self, level: &FxHashSet<B>, candidate: B, side: Side) -> bool {
        any_neighbor(self.engine, candidate, side, |neighbor| {
            level.contains(&self.own.smallest_image(neighbor))
        })
    }

    fn for_each_neighbor(&self, position: B, side: Side, visit: &mut dyn FnMut(B)) {
        any_neighbor(self.engine, position, side, |neighbor| {
            visit(neighbor);
            false
        });
    }

    fn open(&self, (code, file): Given<B>, side: Side) -> ImportError {
        let mut neighbors = Vec::new();
        self.for_each_neighbor(code, side, &mut |neighbor| {
            neighbors.push(self.engine.canonical(neighbor).code());
        });
        neighbors.sort_unstable();
        neighbors.dedup();
        ImportError::Open {
            path: self.files[file].path.clone(),
            code: code.code(),
            side,
            neighbors,
        }
    }
}

/// Returns `true` if `test` accepts a position one jump after `position` ([`Side::After`]) or before it
/// ([`Side::Before`]). A jump played backwards is a jump on the complement.
pub(super) fn any_neighbor<B: Bits>(
    engine: &Engine<B>,
    position: B,
    side: Side,
    mut test: impl FnMut(B) -> bool,
) -> bool {
    let jumps = engine.jumps();
    let from = match side {
        Side::After => position,
        Side::Before => engine.complement(position),
    };
    jumps.any_that(from, |jump| test(position ^ jumps.change(jump)))
}
