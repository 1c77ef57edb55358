//! From codes that somebody else wrote down to a set that can be trusted.
//!
//! What is read stands for a class under the board's whole group; a set keeps classes under the symmetries of
//! its problem alone. The images of a code that lie in the start's position class are the *candidates*:
//! mostly there is one, and more where another hole of the start's orbit has the same position class.
//!
//! A candidate is kept when a line of candidates leads from the start to it, and on from it to a finish. That
//! line is a game: so what is kept wins. And if the codes are those of all the winning positions, these are
//! all among the candidates, and so are the games that they occur in: so nothing that wins is lost. A code
//! none of whose candidates is kept is wrong, or others are missing.
//!
//! That none is missing cannot be told without finding them all, as a sweep does. But no single one is: a
//! position between a kept one, a jump before it, and another, a jump after it, wins, and must be there too.
//! Only a game that leaves the given positions for two jumps at least before it comes back goes unnoticed.

use super::import_error::{Gap, ImportError};
use super::set::WinningSet;
use crate::board::SymmetryUse;
use crate::control::{Control, LimitReached, Part, Steps};
use crate::engine::{
    AnyEngine, Bits, Engine, EngineTask, MAX_SYMMETRIES, PermutationPath, Permutations,
};
use crate::problem::Problem;
use crate::sweep::SweepTask;
use rustc_hash::FxHashSet;
use std::path::PathBuf;

/// Codes from outside, and where they were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeFile {
    /// The file, for messages.
    pub path: PathBuf,
    /// The codes, in any order: of each class any member.
    pub codes: Vec<u128>,
}

impl WinningSet {
    /// The set of a problem, all of whose winning positions are given; of a complement problem, those with at
    /// most half the holes full are enough.
    ///
    /// Checks that each code can be reached from the start through the others, and a finish from it:
    /// no position is called winning that is not. That none is missing is made sure as far as the
    /// positions one jump beside the given ones show it; games that leave them for longer are not looked
    /// for. Takes a few seconds for a million codes.
    ///
    /// All codes are in memory together, several times over: the memory that the control allows does not bound
    /// them.
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
    /// [`ImportError::ForeignCode`] or [`ImportError::Open`] with the offending code,
    /// [`ImportError::Missing`] with the one that should be there, [`ImportError::NoCodes`] when there is
    /// none, [`ImportError::LevelTooLarge`] when the file cannot hold them, [`ImportError::Stopped`] when the
    /// control stops it.
    pub fn import(
        problem: &Problem,
        files: &[CodeFile],
        control: &Control<'_>,
    ) -> Result<WinningSet, ImportError> {
        if files.iter().all(|file| file.codes.is_empty()) {
            let files = files.iter().map(|file| file.path.clone()).collect();
            return Err(ImportError::NoCodes { files });
        }
        control.ended(AnyEngine::new(problem.board()).run(Import {
            problem,
            files,
            control,
        }))
    }
}

struct Import<'a> {
    problem: &'a Problem,
    files: &'a [CodeFile],
    control: &'a Control<'a>,
}

impl EngineTask for Import<'_> {
    type Output = Result<WinningSet, ImportError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let task = SweepTask::of_problem(engine, self.problem, SymmetryUse::Classes);
        let own = Permutations::new(task.symmetries(), PermutationPath::fastest());
        let mut import = Closure {
            engine,
            task: &task,
            own,
            files: self.files,
            codes: Vec::new(),
        };
        let whole = Part::whole(self.control);
        import.sort_codes(whole.part(0.0, 0.1))?;
        let candidates = import.candidates(whole.part(0.1, 0.2))?;
        let after = import.kept(candidates, Gap::After, whole.part(0.2, 0.45))?;
        let winning = import.kept(after, Gap::Before, whole.part(0.45, 0.7))?;
        import.check_beside(&winning, whole.part(0.7, 0.95))?;
        Ok(WinningSet::of_levels(
            &task,
            winning,
            whole.part(0.95, 1.0),
        )?)
    }
}

/// A code as it was given, and the place of its file.
type Given<B> = (B, usize);

struct Closure<'a, B> {
    engine: &'a Engine<B>,
    task: &'a SweepTask<B>,
    own: Permutations<B>,
    files: &'a [CodeFile],
    /// By pegs.
    codes: Vec<Vec<Given<B>>>,
}

impl<B: Bits> Closure<'_, B> {
    /// Sorts the codes by pegs, if they are positions of the problem.
    fn sort_codes(&mut self, part: Part<'_>) -> Result<(), ImportError> {
        let mut steps =
            Steps::new(part, "reading").of(self.files.iter().map(|file| file.codes.len()).sum());
        let full = self.engine.full().code();
        self.codes = vec![Vec::new(); self.engine.board().hole_count() + 1];
        for (place, file) in self.files.iter().enumerate() {
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
                if self.candidates_of(given).next().is_none() {
                    return foreign(false);
                }
                self.codes[given.count() as usize].push((given, place));
            }
        }
        Ok(())
    }

    /// The images in the start's position class, canonical under the symmetries of the problem.
    fn candidates_of(&self, code: B) -> impl Iterator<Item = B> + '_ {
        let classes = self.engine.board().position_classes();
        let home = classes.class_of(self.task.start().code());
        let mut images = [B::EMPTY; MAX_SYMMETRIES];
        self.engine.symmetries().images(code, &mut images);
        let images = images.into_iter().take(self.engine.symmetries().len());
        let at_home = images.filter(move |image| classes.class_of(image.code()) == home);
        at_home.map(|image| self.own.smallest_image(image))
    }

    /// All candidates by pegs; of a complement problem also their complements.
    fn candidates(&self, part: Part<'_>) -> Result<Vec<Vec<B>>, LimitReached> {
        let mut steps = Steps::new(part, "canonical codes").of(self.code_count());
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

    /// The candidates from which a line of others leads to a finish, or to which one leads from the start.
    fn kept(
        &self,
        candidates: Vec<Vec<B>>,
        gap: Gap,
        part: Part<'_>,
    ) -> Result<Vec<Vec<B>>, ImportError> {
        let mut steps = Steps::new(part, "games").of(candidates.iter().map(Vec::len).sum());
        let ends: FxHashSet<B> = match gap {
            Gap::After => self
                .task
                .finishes()
                .iter()
                .map(|finish| self.own.smallest_image(*finish))
                .collect(),
            Gap::Before => [self.task.start()].into_iter().collect(),
        };
        let mut levels: Vec<(usize, Vec<B>)> = candidates.into_iter().enumerate().collect();
        if gap == Gap::Before {
            levels.reverse();
        }
        let mut last: FxHashSet<B> = FxHashSet::default();
        for (pegs, level) in &mut levels {
            let mut kept = Vec::with_capacity(level.len());
            for &candidate in level.iter() {
                steps.step()?;
                if ends.contains(&candidate) || self.leads_to(&last, candidate, gap) {
                    kept.push(candidate);
                }
            }
            *level = kept;
            last = level.iter().copied().collect();
            for given in &self.codes[*pegs] {
                steps.step()?;
                if self.candidates_of(given.0).all(|one| !last.contains(&one)) {
                    return Err(self.open(*given, gap));
                }
            }
        }
        if gap == Gap::Before {
            levels.reverse();
        }
        Ok(levels.into_iter().map(|(_, level)| level).collect())
    }

    /// No position between two winning ones may be missing, nor a finish one jump after one.
    fn check_beside(&self, winning: &[Vec<B>], part: Part<'_>) -> Result<(), ImportError> {
        let mut steps = Steps::new(part, "gaps").of(winning.iter().map(Vec::len).sum());
        let holes = self.engine.board().hole_count();
        let most = if self.task.is_complement() {
            holes / 2
        } else {
            holes - 1
        }; // more are complements
        let mut below: FxHashSet<B> = FxHashSet::default();
        for pegs in 1..=most {
            let level: FxHashSet<B> = winning[pegs].iter().copied().collect();
            let mut beside = Vec::new();
            for position in &winning[pegs + 1] {
                steps.step()?;
                self.for_each_neighbour(*position, Gap::After, &mut |child| {
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
                if self.task.finishes().contains(&child) || self.leads_to(&below, child, Gap::After)
                {
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

    fn leads_to(&self, level: &FxHashSet<B>, candidate: B, gap: Gap) -> bool {
        let mut leads = false;
        self.for_each_neighbour(candidate, gap, &mut |neighbour| {
            leads = leads || level.contains(&self.own.smallest_image(neighbour));
        });
        leads
    }

    /// A jump backwards is a jump of the complement.
    fn for_each_neighbour(&self, position: B, gap: Gap, visit: &mut dyn FnMut(B)) {
        let jumps = self.engine.jumps();
        let from = match gap {
            Gap::After => position,
            Gap::Before => self.engine.complement(position),
        };
        jumps.for_each(from, |jump| visit(position ^ jumps.change(jump)));
    }

    fn open(&self, (code, file): Given<B>, gap: Gap) -> ImportError {
        let mut neighbours = Vec::new();
        self.for_each_neighbour(code, gap, &mut |neighbour| {
            neighbours.push(self.engine.canonical(neighbour).code());
        });
        neighbours.sort_unstable();
        neighbours.dedup();
        ImportError::Open {
            path: self.files[file].path.clone(),
            code: code.code(),
            gap,
            neighbours,
        }
    }
}
