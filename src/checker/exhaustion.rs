//! Searches that leave nothing out.
//!
//! Why a side proves what it does. Say a game leads from a start to a finish, through the positions `p0, p1, …`. No
//! pagoda function refutes any of them, for its sum never rises and is at least that of the finish at the end.
//! The set holds an image of `p0`. If it holds an image `g p`, then the jump from `p` to the next position
//! `q` is, moved by `g`, a jump from `g p` to `g q`, because symmetries carry jumps onto jumps; and `g q` is not
//! refuted, because its game leads on to an image of the finish, which is a finish as well. So the set, which
//! is closed, holds an image of `q`. In the end, with one side, it holds an image of the finish, which is a
//! finish. With two sides, the position at which they meet has an image in one set, and its complement one in
//! the other.

use super::board::Board;
use super::flaw::{Checked, require, wrong};
use super::format::{ExhaustionPart, LevelPart, PositionsPart, SidePart};
use super::position_file::{Expected, FileLevel, PositionFile, task_digest};
use super::refutation::{Finishes, Pagoda};
use super::resources::Resources;
use super::statement::Statement;
use super::word::{Images, Slacks, Word};
use std::path::Path;

/// Checks that no open finish can be reached; yields the number of positions looked at.
pub(super) fn check(
    statement: &Statement,
    open: &Finishes,
    part: &ExhaustionPart,
    resources: &Resources<'_>,
) -> Checked<u64> {
    const NARROW: usize = 64;
    if statement.board.holes() <= NARROW {
        check_in_words::<u64>(statement, open, part, resources)
    } else {
        check_in_words::<u128>(statement, open, part, resources)
    }
}

fn check_in_words<W: Word>(
    statement: &Statement,
    open: &Finishes,
    part: &ExhaustionPart,
    resources: &Resources<'_>,
) -> Checked<u64> {
    let board = &statement.board;
    let complement = |code: u128| board.full() & !code;
    let (start, start_pegs, finish_pegs) = (statement.start, statement.start.count_ones(), open.pegs());
    let vacancies = |pegs: u32| board.holes() as u32 - pegs;
    require(finish_pegs <= start_pegs, "exhaustion", || {
        "the finish has more pegs than the start".to_owned()
    })?;
    let meets = |meeting: u32| {
        require((finish_pegs..=start_pegs).contains(&meeting), "exhaustion.meeting", || {
            format!("it is not between {finish_pegs} and {start_pegs} pegs")
        })
    };
    let forward = |part, last_pegs| {
        let task =
            Task { place: "exhaustion, forward", starts: vec![start], finishes: open.clone(), last_pegs };
        Side::<W>::check(board, task, part, resources)
    };
    let backward = |part, last_pegs| {
        let Finishes::Listed(finishes) = open else {
            return wrong("exhaustion", "there are too many finishes to play backwards from");
        };
        let mut starts: Vec<u128> = finishes.iter().map(|finish| complement(*finish)).collect();
        starts.sort_unstable();
        let finishes = Finishes::Listed(vec![complement(start)]);
        let task = Task { place: "exhaustion, backward", starts, finishes, last_pegs };
        Side::<W>::check(board, task, part, resources)
    };
    match part {
        ExhaustionPart::NotNeeded => wrong("exhaustion", "there are finishes that nothing else refutes"),
        ExhaustionPart::Forward(part) => {
            let side = forward(part, finish_pegs)?;
            side.holds_no_finish()?;
            Ok(side.count)
        }
        ExhaustionPart::Backward(part) => {
            let side = backward(part, vacancies(start_pegs))?;
            side.holds_no_finish()?;
            Ok(side.count)
        }
        ExhaustionPart::BothWays { meeting, forward: one, backward: other } => {
            meets(*meeting)?;
            let (one, other) = (forward(one, *meeting)?, backward(other, vacancies(*meeting))?);
            one.does_not_meet(&other, *meeting)?;
            Ok(one.count + other.count)
        }
        ExhaustionPart::Halved { meeting, forward: side } => {
            meets(*meeting)?;
            require(*open == Finishes::Listed(vec![complement(start)]), "exhaustion", || {
                "the complement of the start is not the only finish left to it".to_owned()
            })?;
            require(2 * meeting <= board.holes() as u32, "exhaustion.meeting", || {
                "it is more than half the holes".to_owned()
            })?;
            let side = forward(side, *meeting)?;
            side.does_not_meet(&side, *meeting)?;
            Ok(side.count)
        }
    }
}

/// One direction of a search.
struct Task {
    place: &'static str,
    /// Positions with the same number of pegs, in ascending order.
    starts: Vec<u128>,
    finishes: Finishes,
    last_pegs: u32,
}

/// A side that has been found closed.
struct Side<'a, W> {
    board: &'a Board,
    place: &'static str,
    finishes: Finishes,
    images: Images<W>,
    slacks: Slacks,
    positions: Positions<W>,
    last_pegs: u32,
    resources: &'a Resources<'a>,
    count: u64,
}

/// Codes sorted or read at once.
const BLOCK: usize = 1 << 14;

impl<'a, W: Word> Side<'a, W> {
    fn check(
        board: &'a Board,
        task: Task,
        part: &SidePart,
        resources: &'a Resources<'a>,
    ) -> Checked<Side<'a, W>> {
        let Task { place, starts, finishes, last_pegs } = task;
        check_symmetries(board, &part.symmetries, place)?;
        let images = Images::new(&part.symmetries, board.holes());
        check_finishes(&finishes, &images, place)?;
        let pagodas = Pagoda::all(board, &part.pagodas, &format!("{place}, pagodas"))?;
        let least: Vec<i64> = pagodas.iter().map(|pagoda| finishes.least_sum(pagoda)).collect();
        let slacks = Slacks::new(board, &pagodas, &least);
        let task_digest = task_digest(board, &starts, &finishes);
        let positions = Positions::open(board, &part.positions, place, resources.folder, task_digest)?;
        let first_pegs = starts.first().map_or(0, |start| start.count_ones());
        positions.check_levels(first_pegs, last_pegs, place)?;
        let mut side =
            Side { board, place, finishes, images, slacks, positions, last_pegs, resources, count: 0 };
        side.holds_starts(&starts)?;
        for pegs in (last_pegs..=first_pegs).rev() {
            side.count += side.check_closed(pegs)?;
        }
        Ok(side)
    }

    fn holds_starts(&self, starts: &[u128]) -> Checked<()> {
        let mut slacks = self.slacks.row();
        let mut wanted = Vec::new();
        for start in starts.iter().map(|start| W::new(*start)) {
            self.slacks.set(&mut slacks, start);
            if !self.slacks.refute(&slacks) {
                wanted.push(self.images.smallest(start));
            }
        }
        let pegs = starts.first().map_or(0, |start| start.count_ones());
        match self.first_missing(&mut wanted, pegs)? {
            Some(missing) => self.wrong(format!("the start {} is missing", self.shown(missing))),
            None => Ok(()),
        }
    }

    /// Checks that what can be reached in one jump from the positions of a level is in the next one; yields
    /// the number of positions. The last level is only read.
    fn check_closed(&self, pegs: u32) -> Checked<u64> {
        let most = self.most_words();
        let is_last = pegs == self.last_pegs;
        let jumps: Vec<(W, W)> =
            self.board.jumps.iter().map(|jump| (W::new(jump.change()), W::new(jump.pegs()))).collect();
        let mut slacks = self.slacks.row();
        let mut children = Vec::new();
        let mut count = 0;
        let mut level = self.positions.level(pegs)?;
        let mut block = Vec::new();
        while level.read(&mut block)? {
            self.resources.count(block.len() as u64)?;
            count += block.len() as u64;
            for &position in block.iter().filter(|_| !is_last) {
                self.slacks.set(&mut slacks, position);
                for (jump, &(change, needed)) in jumps.iter().enumerate() {
                    if position & change == needed && !self.slacks.refute_after(&slacks, jump) {
                        children.push(self.images.smallest(position ^ change));
                    }
                }
            }
            if children.len() >= most {
                self.settle(&mut children, pegs)?;
            }
        }
        self.settle(&mut children, pegs)?;
        Ok(count)
    }

    /// Demands that the children of positions with `pegs` pegs are in the set; empties the list.
    fn settle(&self, children: &mut Vec<W>, pegs: u32) -> Checked<()> {
        if children.is_empty() {
            return Ok(());
        }
        if let Some(missing) = self.first_missing(children, pegs - 1)? {
            return self.explain_missing(missing, pegs);
        }
        children.clear();
        Ok(())
    }

    /// Sorts the words; the first that the level does not hold.
    fn first_missing(&self, words: &mut Vec<W>, pegs: u32) -> Checked<Option<W>> {
        words.sort_unstable();
        words.dedup();
        let mut wanted = words.iter().copied().peekable();
        let mut level = self.positions.level(pegs)?;
        let mut block = Vec::new();
        while level.read(&mut block)? {
            self.resources.count(0)?;
            for &held in &block {
                match wanted.peek() {
                    Some(next) if *next < held => return Ok(Some(*next)),
                    Some(next) if *next == held => wanted.next(),
                    Some(_) => None,
                    None => return Ok(None),
                };
            }
        }
        Ok(wanted.next())
    }

    /// Names a position and a jump that lead to a missing one.
    fn explain_missing(&self, missing: W, pegs: u32) -> Checked<()> {
        let mut level = self.positions.level(pegs)?;
        let mut block = Vec::new();
        while level.read(&mut block)? {
            for &position in &block {
                for jump in &self.board.jumps {
                    let (change, needed) = (W::new(jump.change()), W::new(jump.pegs()));
                    let child = position ^ change;
                    if position & change == needed && self.images.smallest(child) == missing {
                        return self.wrong(format!(
                            "from position {} the jump {} leads to {}, but {} is neither among the positions nor \
                             refuted",
                            position.code(),
                            self.board.notation(*jump),
                            self.shown(child),
                            missing.code()
                        ));
                    }
                }
            }
        }
        self.wrong(format!("position {} is missing", self.shown(missing)))
    }

    /// Demands that no finish is among the positions.
    fn holds_no_finish(&self) -> Checked<()> {
        let mut level = self.positions.level(self.last_pegs)?;
        let mut block: Vec<W> = Vec::new();
        while level.read(&mut block)? {
            let finish = block.iter().find(|position| self.finishes.contain(position.code()));
            if let Some(finish) = finish {
                return self.wrong(format!("the finish {} is among the positions", self.shown(*finish)));
            }
        }
        Ok(())
    }

    /// Demands that no position with `meeting` pegs of this side is, up to the symmetries of both, the
    /// complement of one of the other side.
    fn does_not_meet(&self, other: &Side<'_, W>, meeting: u32) -> Checked<()> {
        let full = W::new(self.board.full());
        let vacancies = self.board.holes() as u32 - meeting;
        let most = self.most_words();
        let mut complements = Vec::new();
        let mut level = self.positions.level(meeting)?;
        let mut block = Vec::new();
        loop {
            let more = level.read(&mut block)?;
            for &position in &block {
                complements.extend(self.images.of(position).map(|image| other.images.smallest(full ^ image)));
            }
            if complements.len() >= most || !more {
                if let Some(met) = other.first_held(&mut complements, vacancies)? {
                    let position = self.shown(full ^ met);
                    return self.wrong(format!("both sides hold position {position} or an image of it"));
                }
                complements.clear();
            }
            if !more {
                return Ok(());
            }
        }
    }

    /// Sorts the words; the first that the level holds.
    fn first_held(&self, words: &mut Vec<W>, pegs: u32) -> Checked<Option<W>> {
        words.sort_unstable();
        words.dedup();
        let mut unwanted = words.iter().copied().peekable();
        let mut level = self.positions.level(pegs)?;
        let mut block = Vec::new();
        while level.read(&mut block)? {
            self.resources.count(0)?;
            for &held in &block {
                while unwanted.next_if(|next| *next < held).is_some() {}
                if unwanted.peek() == Some(&held) {
                    return Ok(Some(held));
                }
            }
        }
        Ok(None)
    }

    /// So many words may be gathered before they are looked up. A list that grows can take twice its size.
    fn most_words(&self) -> usize {
        (self.resources.options.memory as usize / (2 * size_of::<W>())).max(BLOCK)
    }

    fn shown(&self, position: W) -> String {
        let code = position.code();
        format!("{code} (pegs in {})", self.board.labels(code))
    }

    fn wrong<T>(&self, message: String) -> Checked<T> {
        wrong(self.place, message)
    }
}

/// Permutations must form a group and carry jumps onto jumps.
fn check_symmetries(board: &Board, permutations: &[Vec<usize>], place: &str) -> Checked<()> {
    /// No board of a plane lattice has more; groups of many permutations would take long to check.
    const MOST: usize = 12;
    let place = format!("{place}, symmetries");
    require((1..=MOST).contains(&permutations.len()), &place, || {
        format!(
            "there are {} permutations; the identity is always one, and {MOST} are the most",
            permutations.len()
        )
    })?;
    for (index, permutation) in permutations.iter().enumerate() {
        let place = format!("{place}, number {}", index + 1);
        let mut sorted = permutation.clone();
        sorted.sort_unstable();
        require(sorted.into_iter().eq(0..board.holes()), &place, || {
            format!("it does not name each of 0 to {} once", board.holes() - 1)
        })?;
        let is_jump = |jump: &&super::board::Jump| {
            let image = board.jump_between(permutation[jump.from], permutation[jump.to]);
            image.is_some_and(|image| image.over == permutation[jump.over])
        };
        if let Some(jump) = board.jumps.iter().find(|jump| !is_jump(jump)) {
            return wrong(place, format_args!("the jump {} is carried onto none", board.notation(*jump)));
        }
    }
    for first in permutations {
        for second in permutations {
            let product: Vec<usize> = first.iter().map(|image| second[*image]).collect();
            require(permutations.contains(&product), &place, || {
                "two of the permutations, one after the other, make one that is not listed".to_owned()
            })?;
        }
    }
    Ok(())
}

/// Symmetries must carry the finishes onto finishes.
fn check_finishes<W: Word>(finishes: &Finishes, images: &Images<W>, place: &str) -> Checked<()> {
    let Finishes::Listed(positions) = finishes else { return Ok(()) };
    let mut images = positions.iter().flat_map(|finish| images.of(W::new(*finish)));
    require(images.all(|image| finishes.contain(image.code())), format_args!("{place}, symmetries"), || {
        "a permutation carries a finish onto a position that is none".to_owned()
    })
}

/// The positions of a side, level by level.
enum Positions<W> {
    Listed(Vec<(u32, Vec<W>)>),
    File(PositionFile, u128),
}

impl<W: Word> Positions<W> {
    fn open(
        board: &Board,
        part: &PositionsPart,
        place: &str,
        folder: &Path,
        task: blake3::Hash,
    ) -> Checked<Positions<W>> {
        match part {
            PositionsPart::Listed(levels) => {
                let read = |level| Ok((level_pegs(level), listed(board, level, place)?));
                Ok(Positions::Listed(levels.iter().map(read).collect::<Checked<_>>()?))
            }
            PositionsPart::File { name, bytes, blake3 } => {
                let expected = Expected { name, bytes: *bytes, blake3, holes: board.holes(), task };
                Ok(Positions::File(PositionFile::open(folder, &expected)?, board.full()))
            }
        }
    }

    fn pegs(&self) -> Vec<u32> {
        match self {
            Positions::Listed(levels) => levels.iter().map(|level| level.0).collect(),
            Positions::File(file, _) => file.pegs(),
        }
    }

    /// Levels follow each other without a gap; where they end early the rest is empty.
    fn check_levels(&self, first_pegs: u32, last_pegs: u32, place: &str) -> Checked<()> {
        let pegs = self.pegs();
        let follow =
            pegs.iter().copied().zip((last_pegs..=first_pegs).rev()).all(|(one, other)| one == other);
        let few = pegs.len() <= (first_pegs + 1).saturating_sub(last_pegs) as usize;
        require(follow && few, format_args!("{place}, positions"), || {
            format!(
                "the levels do not go down one by one from {first_pegs} pegs to {last_pegs} at the fewest"
            )
        })
    }

    fn level(&self, pegs: u32) -> Checked<Level<'_, W>> {
        let index = self.pegs().iter().position(|known| *known == pegs);
        Ok(match (self, index) {
            (_, None) => Level::Listed(&[]),
            (Positions::Listed(levels), Some(index)) => Level::Listed(&levels[index].1),
            (Positions::File(file, full), Some(index)) => Level::File(file.read(index, *full)?),
        })
    }
}

fn level_pegs(level: &LevelPart) -> u32 {
    level.pegs
}

fn listed<W: Word>(board: &Board, level: &LevelPart, place: &str) -> Checked<Vec<W>> {
    let place = format!("{place}, level with {} pegs", level.pegs);
    let mut words: Vec<W> = Vec::new();
    for text in level.codes.split_whitespace() {
        let code = text.parse::<u128>().ok();
        let fits = |code: &u128| code & !board.full() == 0 && code.count_ones() == level.pegs;
        let Some(code) = code.filter(fits) else {
            return wrong(place, format_args!("`{text}` is not the code of a position with so many pegs"));
        };
        require(words.last().is_none_or(|last| last.code() < code), &place, || {
            format!("{text} is not in ascending order")
        })?;
        words.push(W::new(code));
    }
    Ok(words)
}

/// A level as it is read.
enum Level<'a, W> {
    Listed(&'a [W]),
    File(FileLevel<W>),
}

impl<W: Word> Level<'_, W> {
    /// Puts the next positions in the block; answers whether there were any.
    fn read(&mut self, block: &mut Vec<W>) -> Checked<bool> {
        block.clear();
        match self {
            Level::Listed(rest) => {
                let (next, later) = rest.split_at(rest.len().min(BLOCK));
                block.extend_from_slice(next);
                *rest = later;
            }
            Level::File(level) => level.read(block, BLOCK)?,
        }
        Ok(!block.is_empty())
    }
}
