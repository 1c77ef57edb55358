use super::elias_fano::{CodeList, EncodeError, ListLocation, encode};
use super::file::add_words;
use super::set::make_canonical;
use crate::board::{Board, Hole, Position, Symmetry, SymmetryUse};
use crate::control::threads::try_each_on;
use crate::control::{Control, LimitReached, Part, Phase, Steps};
use crate::engine::{Bits, Engine, PermutationPath, Permutations, with_engine};
use crate::problem::{Goal, Problem};
use crate::sweep::{PositionSet, Positions, SweepError, SweepOptions, SweepPart, SweepTask};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::convert::Infallible;

/// Winning positions of all complement problems of a board, after Bell (arXiv 0903.3696).
///
/// Starting holes are numbered up to symmetry. Problem `i` has bit `i − 1` of an index. A start is *degenerate* if
/// another hole of its orbit lies in the same position class: a symmetry class then does not determine the start.
/// Degenerate starts come first, and their winning positions are stored as seen from the hole that represents the
/// orbit. A class without such positions is stored by its canonical code under the whole group. Each code has an index:
/// the set of problems in which it is winning, as bits.
///
/// Positions with pegs in at most half of the holes suffice, because the complement of a winning position of a
/// complement problem is winning, too. Codes with index 0 are winning from some vacancy to some other survivor, but in
/// no complement problem. Together, the codes cover the winning classes of the *general* problem, from any vacancy to
/// any survivor.
///
/// ```
/// use pegboard::sweep::SweepOptions;
/// use pegboard::winning::IndexedWinningSet;
/// use pegboard::{Board, Control};
/// let board = Board::library("triangle5")?;
/// let set = IndexedWinningSet::find(&board, &SweepOptions::default(), &Control::default())?;
/// assert_eq!((set.len(), set.class_count()), (437, 427)); // Bell's numbers
/// let (corner, center) = (board.hole("a1")?, board.hole("b3")?);
/// assert!(set.is_winning(corner, &board.vacate(corner)));
/// assert!(!set.is_winning(center, &board.vacate(center))); // the complement problem of the center is unsolvable,
/// assert!(set.is_winning_somewhere(&board.vacate(board.hole("a4")?))); // but others are solvable
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct IndexedWinningSet {
    board: Board,
    problems: Vec<IndexedProblem>,
    /// By peg count, up to half the holes; each level ascending by index.
    levels: Vec<Vec<IndexedCodes>>,
    class_count: usize,
}

/// Codes with equal peg counts and indices.
#[derive(Clone, Debug)]
struct IndexedCodes {
    index: u128,
    location: ListLocation,
    bytes: Vec<u8>,
}

impl IndexedCodes {
    fn of<B: Bits>(
        index: u128,
        mut codes: Vec<B>,
        part: Part<'_>,
    ) -> Result<IndexedCodes, EncodeError> {
        codes.sort(); // a stable sort is fast on sorted runs
        let (shape, words) = encode(&codes, part)?;
        let mut bytes = Vec::new();
        add_words(&mut bytes, &words);
        let location =
            ListLocation::new(shape, 0, bytes.len()).expect("the bytes are those of the list");
        Ok(IndexedCodes {
            index,
            location,
            bytes,
        })
    }

    fn list(&self) -> CodeList<'_> {
        self.location.list(&self.bytes)
    }
}

/// Complement problem of an [`IndexedWinningSet`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedProblem {
    /// Start that represents its orbit.
    pub hole: Hole,
    /// `true` if another hole of the orbit lies in the same position class.
    pub is_degenerate: bool,
}

impl IndexedWinningSet {
    /// Computes the set of a board. Up to symmetry, sweeps every complement problem, and from every vacancy the problem of
    /// finishing with one peg anywhere.
    ///
    /// # Errors
    ///
    /// Returns a [`SweepError`] if memory or disk space runs out or the control stops the call. The codes of all
    /// problems are in memory at the same time and count against the limit.
    pub fn find(
        board: &Board,
        options: &SweepOptions,
        control: &Control<'_>,
    ) -> Result<IndexedWinningSet, SweepError> {
        control.ended(with_engine!(&options.engine(board), |engine| {
            IndexedSearch {
                engine,
                options,
                part: Part::whole(control),
            }
            .run()
        }))
    }

    /// Makes a set from its levels, which `level` makes one by one from `parts`, given by peg count.
    pub(super) fn of_levels<B: Bits, T: Send, E: From<EncodeError> + From<LimitReached> + Send>(
        board: &Board,
        parts: Vec<T>,
        level: impl Fn(T) -> Result<IndexedLevel<B>, E> + Sync,
        part: Part<'_>,
    ) -> Result<IndexedWinningSet, E> {
        let encoded = |parts: T| {
            let IndexedLevel { codes, class_count } = level(parts)?;
            let mut by_index: Vec<(u128, Vec<B>)> = Vec::new(); // ascending and short
            let mut steps = Steps::new(part, Phase::Indices);
            for (code, index) in codes {
                steps.step()?;
                match by_index.binary_search_by_key(&index, |(index, _)| *index) {
                    Ok(found) => by_index[found].1.push(code),
                    Err(slot) => by_index.insert(slot, (index, vec![code])),
                }
            }
            let lists = by_index
                .into_iter()
                .map(|(index, codes)| IndexedCodes::of(index, codes, part));
            Ok((class_count, lists.collect::<Result<_, EncodeError>>()?))
        };
        let mut levels: Vec<Result<(usize, Vec<IndexedCodes>), E>> = Vec::new();
        levels.resize_with(parts.len(), || Ok((0, Vec::new())));
        let work = largest_first(&mut levels, parts);
        let Ok(()) = try_each_on(part.control().threads(), work, |(level, parts)| {
            *level = encoded(parts);
            Ok::<(), Infallible>(())
        });
        // Reports the error of the first level, whichever thread was the first to fail.
        let levels: Vec<_> = levels.into_iter().collect::<Result<_, E>>()?;
        Ok(IndexedWinningSet {
            board: board.clone(),
            problems: problems(board),
            class_count: levels.iter().map(|(class_count, _)| class_count).sum(),
            levels: levels.into_iter().map(|(_, lists)| lists).collect(),
        })
    }

    /// Returns the problems, problem 1 first.
    pub fn problems(&self) -> &[IndexedProblem] {
        &self.problems
    }

    /// Returns the number of codes.
    pub fn len(&self) -> usize {
        self.levels
            .iter()
            .flatten()
            .map(|codes| codes.location.count() as usize)
            .sum()
    }

    /// Returns the number of winning symmetry classes of the general problem, from any vacancy to any survivor, with pegs in
    /// at most half of the holes. There are more codes than classes if a class is stored by several members.
    pub fn class_count(&self) -> usize {
        self.class_count
    }

    /// Returns `true` if no position is winning.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the codes with this many pegs by index, each list ascending.
    ///
    /// # Errors
    ///
    /// Returns the [`LimitReached`] if the control stops the call.
    pub fn by_index(
        &self,
        pegs: usize,
        control: &Control<'_>,
    ) -> Result<BTreeMap<u128, Vec<u128>>, LimitReached> {
        let lists = self
            .lists(pegs)
            .map(|(index, codes)| Ok((index, gathered(codes.iter(), control)?)));
        lists.collect()
    }

    /// Returns the lists of codes with this many pegs, in ascending order of their indices.
    pub(super) fn lists(&self, pegs: usize) -> impl Iterator<Item = (u128, CodeList<'_>)> {
        self.levels
            .get(pegs)
            .into_iter()
            .flatten()
            .map(|codes| (codes.index, codes.list()))
    }

    /// Returns the maximum peg count of a code: half the holes, rounded down.
    pub(super) fn most_pegs(&self) -> usize {
        self.levels.len() - 1
    }

    /// Returns winning codes of the complement problem from this hole, as seen from there: at least one member of each
    /// class. Returns `None` if the position classes rule the problem out.
    ///
    /// [`WinningSet::import`](super::WinningSet::import) turns the codes into a set.
    ///
    /// # Errors
    ///
    /// Returns the [`LimitReached`] if the control stops the call.
    ///
    /// # Panics
    ///
    /// If the board lacks the hole.
    pub fn problem_codes(
        &self,
        start: Hole,
        control: &Control<'_>,
    ) -> Result<Option<Vec<u128>>, LimitReached> {
        let Some((number, _)) = self.problem_from(start) else {
            return Ok(None);
        };
        let home = self.problems[number].hole;
        // Symmetries that fix the start permute its winning positions, so any symmetry from `home` to `start` will do.
        let back = self
            .board
            .symmetries()
            .iter()
            .find(|symmetry| symmetry.apply(home) == start);
        let back = back.expect("symmetries form a group");
        let winning = self
            .levels
            .iter()
            .flatten()
            .filter(|codes| codes.index >> number & 1 == 1);
        let codes = winning
            .flat_map(|codes| codes.list().iter())
            .map(|code| back.apply_code(code));
        gathered(codes, control).map(Some)
    }

    /// Returns the bit number of the complement problem from this hole, and a symmetry that maps the hole to the start
    /// of the problem.
    fn problem_from(&self, start: Hole) -> Option<(usize, &Symmetry)> {
        self.board.check_hole(start);
        let to = |hole: Hole| {
            self.board
                .symmetries()
                .iter()
                .find(|symmetry| symmetry.apply(start) == hole)
        };
        let mut numbered = self.problems.iter().enumerate();
        numbered.find_map(|(number, problem)| Some((number, to(problem.hole)?)))
    }

    /// Returns `true` if a position is winning in the complement problem from this hole.
    ///
    /// # Panics
    ///
    /// If the board lacks the hole, or the position lies on another board.
    pub fn is_winning(&self, start: Hole, position: &Position) -> bool {
        let position = self.with_few_pegs(position);
        let Some((number, symmetry)) = self.problem_from(start) else {
            return false;
        };
        let problem = &self.problems[number];
        let seen_from_there = position.image(symmetry);
        if seen_from_there.class() != self.board.with_pegs([problem.hole]).class() {
            return false;
        }
        let wins = |code: u128| {
            let mut winning = self
                .lists(position.peg_count())
                .filter(|(index, _)| index >> number & 1 == 1);
            winning.any(|(_, codes)| codes.contains(code))
        };
        if problem.is_degenerate {
            return wins(seen_from_there.code());
        }
        // The stored code can be any member of the class.
        self.board
            .symmetries()
            .iter()
            .any(|symmetry| wins(symmetry.apply_code(position.code())))
    }

    /// Returns `true` if a position is winning in the general problem, from some vacancy to some survivor.
    ///
    /// # Panics
    ///
    /// If the position lies on another board.
    pub fn is_winning_somewhere(&self, position: &Position) -> bool {
        let position = self.with_few_pegs(position);
        let images = self
            .board
            .symmetries()
            .iter()
            .map(|symmetry| symmetry.apply_code(position.code()));
        let is_kept = |code| {
            self.lists(position.peg_count())
                .any(|(_, codes)| codes.contains(code))
        };
        images.into_iter().any(is_kept)
    }

    /// Returns the position or its complement, whichever has fewer pegs. Both are winning in the same complement problems.
    /// If one is winning from a vacancy to a survivor, the other is winning with vacancy and survivor exchanged.
    fn with_few_pegs(&self, position: &Position) -> Position {
        self.board.check_position(position);
        let small = 2 * position.peg_count() <= self.board.hole_count();
        if small {
            position.clone()
        } else {
            position.complement()
        }
    }
}

/// Returns the complement problems that the position classes allow, degenerate ones first.
pub(super) fn problems(board: &Board) -> Vec<IndexedProblem> {
    if !board.is_null_class() {
        return Vec::new();
    }
    let class = |hole: Hole| board.with_pegs([hole]).class();
    let home = board.holes().next().map(class);
    let orbit = |hole: Hole| {
        let images = board.symmetries().iter();
        images
            .map(|symmetry| symmetry.apply(hole))
            .collect::<BTreeSet<Hole>>()
    };
    let mut list: Vec<IndexedProblem> = board
        .holes_up_to_symmetry()
        .map(|first| {
            let orbit = orbit(first);
            let alike = |hole: &Hole| {
                orbit
                    .iter()
                    .filter(|other| class(**other) == class(*hole))
                    .count()
            };
            let is_degenerate = alike(&first) > 1;
            // Prefers the position class of the first hole, so that problems share codes.
            let at_home = orbit
                .iter()
                .find(|hole| is_degenerate && Some(class(**hole)) == home);
            IndexedProblem {
                hole: at_home.copied().unwrap_or(first),
                is_degenerate,
            }
        })
        .collect();
    list.sort_by_key(|problem| !problem.is_degenerate);
    list
}

/// Code with its index: the problems in which it is winning.
pub(super) type IndexedCode<B> = (B, u128);

/// Distinct codes with the same peg count.
#[derive(Clone, Debug, Default)]
pub(super) struct IndexedLevel<B> {
    pub(super) codes: Vec<IndexedCode<B>>,
    /// Number of symmetry classes.
    pub(super) class_count: usize,
}

/// Zips levels in descending order of peg counts. Levels with many pegs are the largest, so starting with them balances
/// the load of the threads.
fn largest_first<'a, S, T>(
    levels: &'a mut [S],
    others: Vec<T>,
) -> impl Iterator<Item = (&'a mut S, T)> + use<'a, S, T> {
    levels.iter_mut().zip(others).rev()
}

/// Sorts codes. The sort is stable, which keeps the order of duplicates and is fast on sorted runs.
pub(super) fn sort_codes<B: Bits>(codes: &mut [IndexedCode<B>]) {
    codes.sort_by_key(|(code, _)| *code);
}

/// Sorts codes and merges duplicates by the union of their indices.
fn merge<B: Bits>(codes: &mut Vec<IndexedCode<B>>) {
    sort_codes(codes);
    codes.dedup_by(|code, kept| {
        let is_same = code.0 == kept.0;
        if is_same {
            kept.1 |= code.1;
        }
        is_same
    });
}

/// Collects codes, unless the control stops the call.
pub(super) fn gathered(
    codes: impl Iterator<Item = u128>,
    control: &Control<'_>,
) -> Result<Vec<u128>, LimitReached> {
    let mut steps = Steps::new(Part::whole(control), Phase::Codes);
    control.ended(codes.map(|code| steps.step().map(|()| code)).collect())
}

/// Sweep of all problems of a board.
struct IndexedSearch<'a, B> {
    engine: &'a Engine<B>,
    options: &'a SweepOptions,
    part: Part<'a>,
}

/// Winning codes of a complement problem by peg count: all images for a degenerate problem, otherwise canonical under the
/// whole group.
struct ProblemCodes<B> {
    bit: u128,
    is_degenerate: bool,
    levels: Vec<Vec<B>>,
}

impl<B: Bits> IndexedSearch<'_, B> {
    fn run(&self) -> Result<IndexedWinningSet, SweepError> {
        let board = self.engine.board();
        let classes = self.general_classes(self.part.part(0.0, 0.5))?;
        let (problems, part) = (problems(board), self.part.part(0.5, 0.8));
        let (mut of_problems, mut kept) = (Vec::new(), count_of(&classes));
        for (number, problem) in problems.iter().enumerate() {
            let part = nth(part, number, problems.len());
            let codes = self.problem_codes((problem, 1 << number), kept, part)?;
            kept += count_of(&codes.levels);
            of_problems.push(codes);
        }
        let at_level = |pegs: usize| {
            let of_problems = of_problems.iter().map(|codes| codes.levels[pegs].len());
            (classes[pegs].len() + of_problems.sum::<usize>()) as u64
        };
        let mut at_levels: Vec<u64> = (0..classes.len()).map(at_level).collect();
        at_levels.sort_unstable_by_key(|count| Reverse(*count));
        let at_once: u64 = at_levels.iter().take(self.part.control().threads()).sum();
        // Sorting takes half of the room of a list again, and so does the encoder.
        let (code, indexed) = (size_of::<B>(), size_of::<IndexedCode<B>>());
        self.check_room(kept * code as u64 + at_once * 2 * indexed as u64)?;
        let of_level = |(pegs, classes): (usize, Vec<B>)| {
            let level = |codes: &mut ProblemCodes<B>| ProblemCodes {
                levels: vec![std::mem::take(&mut codes.levels[pegs])],
                ..*codes
            };
            (classes, of_problems.iter_mut().map(level).collect())
        };
        let parts: Vec<(Vec<B>, Vec<ProblemCodes<B>>)> =
            classes.into_iter().enumerate().map(of_level).collect();
        let part = self.part.part(0.8, 1.0);
        let level = |(classes, problems)| {
            Ok(indexed_level(
                self.engine.symmetries(),
                classes,
                problems,
                part,
            )?)
        };
        IndexedWinningSet::of_levels(board, parts, level, part)
    }

    /// Returns the winning classes of the general problem by peg count, up to half the holes: ascending codes, canonical
    /// under the whole group. One vacancy of each orbit suffices.
    fn general_classes(&self, part: Part<'_>) -> Result<Vec<Vec<B>>, SweepError> {
        let board = self.engine.board();
        let mut classes: Vec<Vec<B>> = vec![Vec::new(); board.hole_count() / 2 + 1];
        let vacancies: Vec<Hole> = board.holes_up_to_symmetry().collect();
        for (number, &vacancy) in vacancies.iter().enumerate() {
            let part = nth(part, number, vacancies.len());
            // A board of one hole has no peg and no problem.
            let Ok(general) = Problem::new(board.vacate(vacancy), Goal::OnePeg) else {
                continue;
            };
            let (finding, canonical) = (part.part(0.0, 0.9), part.part(0.9, 1.0));
            let more = self
                .winning((vacancy, &general), count_of(&classes), &|_| 1, finding)?
                .1;
            let work = largest_first(&mut classes, more);
            try_each_on(part.control().threads(), work, |(classes, mut more)| {
                make_canonical(&mut more, |code| self.engine.canonical(code), canonical)?;
                more.dedup();
                classes.reserve_exact(more.len());
                classes.append(&mut more);
                classes.sort(); // a stable sort is fast on sorted runs
                classes.dedup();
                classes.shrink_to_fit();
                Ok::<(), LimitReached>(())
            })?;
        }
        Ok(classes)
    }

    /// Returns an error if this many bytes exceed the memory limit.
    fn check_room(&self, bytes: u64) -> Result<(), SweepError> {
        let limit = self.part.control().memory();
        if bytes > limit {
            Err(SweepError::NoRoom {
                limit,
                least: bytes,
            })
        } else {
            Ok(())
        }
    }

    fn problem_codes(
        &self,
        (problem, bit): (&IndexedProblem, u128),
        kept: u64,
        part: Part<'_>,
    ) -> Result<ProblemCodes<B>, SweepError> {
        let (hole, is_degenerate) = (problem.hole, problem.is_degenerate);
        let images = |task: &SweepTask<B>| {
            if is_degenerate {
                1 + task.symmetries().len() as u64
            } else {
                1
            }
        };
        let of_hole = Problem::svss(self.engine.board(), hole, hole);
        let (finding, canonical) = (part.part(0.0, 0.9), part.part(0.9, 1.0));
        let (task, mut levels) = self.winning((hole, &of_hole), kept, &images, finding)?;
        let own = Permutations::new(task.symmetries(), PermutationPath::fastest());
        try_each_on(part.control().threads(), levels.iter_mut().rev(), |codes| {
            if is_degenerate {
                *codes = all_images(&own, codes, canonical)?;
                Ok(())
            } else {
                make_canonical(codes, |code| self.engine.canonical(code), canonical)
            }
        })?;
        Ok(ProblemCodes {
            bit,
            is_degenerate,
            levels,
        })
    }

    /// Returns the task of a problem from a vacancy and its winning codes by peg count, up to half the holes. The caller
    /// holds `kept` codes and makes `of_each` codes from each winning one.
    fn winning(
        &self,
        (vacancy, problem): (Hole, &Problem),
        kept: u64,
        of_each: &dyn Fn(&SweepTask<B>) -> u64,
        part: Part<'_>,
    ) -> Result<(SweepTask<B>, Vec<Vec<B>>), SweepError> {
        let most = self.engine.board().hole_count() / 2;
        let task = SweepTask::of_problem(self.engine, problem, SymmetryUse::Classes);
        let part = SweepPart {
            part: part.holding(kept * size_of::<B>() as u64),
            share: 0.5,
        };
        let finish = if problem.finish().is_some() {
            "complement"
        } else {
            "any"
        };
        let options = self
            .options
            .in_folder(&format!("hole-{}-to-{finish}", vacancy.index() + 1));
        let (positions, rest) = Positions::winning(self.engine, task, &options, part)?;
        let sizes = positions.sizes(PositionSet::Winning, rest.part(0.0, 0.25))?;
        let found = sizes.iter().take(most + 1).sum::<u64>();
        let bytes = of_each(positions.task()) * found * size_of::<B>() as u64;
        if bytes > positions.memory() {
            return Err(positions.out_of_memory(bytes));
        }
        let rest = rest.part(0.25, 1.0);
        let mut levels = positions.codes(PositionSet::Winning, 0..=most, Some(&sizes), rest)?;
        levels.truncate(most + 1);
        Ok((positions.task().clone(), levels))
    }
}

fn count_of<B>(levels: &[Vec<B>]) -> u64 {
    levels.iter().map(|level| level.len() as u64).sum()
}

/// Returns the part of a call for one of `items` equal items.
fn nth<'a>(part: Part<'a>, number: usize, items: usize) -> Part<'a> {
    let share = |number: usize| number as f64 / items as f64;
    part.part(share(number), share(number + 1))
}

/// Returns all members of the classes of some codes.
fn all_images<B: Bits>(
    symmetries: &Permutations<B>,
    codes: &[B],
    part: Part<'_>,
) -> Result<Vec<B>, LimitReached> {
    let mut steps = Steps::new(part, Phase::Images);
    let mut all = Vec::with_capacity(codes.len() * symmetries.len());
    for code in codes {
        steps.step()?;
        all.extend(symmetries.all_images(*code));
    }
    all.sort_unstable();
    all.dedup();
    all.shrink_to_fit();
    Ok(all)
}

/// Selects the codes that stand for the winning classes: the members that are winning in degenerate problems, if any,
/// and otherwise the canonical code. A member is also winning in the problems in which its whole class is winning.
fn indexed_level<B: Bits>(
    whole_group: &Permutations<B>,
    classes: Vec<B>,
    problems: Vec<ProblemCodes<B>>,
    part: Part<'_>,
) -> Result<IndexedLevel<B>, LimitReached> {
    let mut steps = Steps::new(part, Phase::Indices);
    let mut classes: Vec<IndexedCode<B>> = classes.into_iter().map(|code| (code, 0)).collect();
    let mut raw = Vec::new();
    for ProblemCodes {
        bit,
        is_degenerate,
        levels,
    } in problems
    {
        let list = if is_degenerate {
            &mut raw
        } else {
            &mut classes
        };
        list.reserve_exact(levels.iter().map(Vec::len).sum());
        list.extend(levels.into_iter().flatten().map(|code| (code, bit)));
    }
    merge(&mut classes);
    merge(&mut raw);
    let class_count = classes.len();
    let mut kept_raw = vec![false; class_count];
    for (code, index) in &mut raw {
        steps.step()?;
        let canonical = whole_group.smallest_image(*code);
        let class = classes
            .binary_search_by_key(&canonical, |(code, _)| *code)
            .expect("the general problem includes the complement problems");
        *index |= classes[class].1;
        kept_raw[class] = true;
    }
    let others = classes
        .into_iter()
        .zip(kept_raw)
        .filter(|(_, kept_raw)| !kept_raw);
    raw.extend(others.map(|(class, _)| class));
    Ok(IndexedLevel {
        codes: raw,
        class_count,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;

    #[test]
    fn the_codes_of_all_problems_have_to_fit_together() {
        let board = Board::library("triangle5").unwrap();
        let found = |memory| {
            let control = Control::new(Limits {
                memory: Some(memory),
                ..Limits::default()
            });
            IndexedWinningSet::find(&board, &SweepOptions::default(), &control)
        };
        let Err(SweepError::NoRoom {
            limit: 30_000,
            least,
        }) = found(30_000)
        else {
            panic!()
        };
        let enough = match found(least) {
            Err(SweepError::NoRoom { least, .. }) => least, // a later step needs more
            _ => least,
        };
        assert_eq!(found(enough).unwrap().len(), 437);
    }

    #[test]
    fn a_board_of_one_hole_has_no_game() {
        let file = r#"Board(name: "One hole", lattice: Square, holes: Picture(["o"]))"#;
        let board = Board::parse(file, "one.ron").unwrap();
        let set =
            IndexedWinningSet::find(&board, &SweepOptions::default(), &Control::default()).unwrap();
        assert_eq!(set.len(), 0);
    }
}
