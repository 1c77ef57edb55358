//! One direction of an exhaustion.

use super::board::Board;
use super::carried::{Carrier, Nothing};
use super::counted;
use super::expander::Expander;
use super::flaw::{Checked, require, reserve, wrong};
use super::function::Function;
use super::pattern::Pattern;
use super::position_file::task_digest;
use super::positions::{BLOCK, Positions};
use super::refutation::Finishes;
use super::refuter::distinct;
use super::resources::Resources;
use super::slacks::Slacks;
use super::symmetry::Symmetries;
use super::walk::{Route, Walked, walk};
use super::word::{Images, Word};
use crate::format::{PositionsPart, SidePart};

/// Starts and finishes of a side.
pub(super) struct Task {
    pub(super) place: &'static str,
    /// Positions with the same number of pegs, in ascending order.
    pub(super) starts: Vec<u128>,
    pub(super) finishes: Finishes,
    /// Levels that are compared with the other side, the lower one last. If empty, the side goes down to its finishes.
    pub(super) met_at: Vec<u32>,
}

/// Side with checked finishes, functions and symmetries, before its positions are checked.
pub(super) struct Terms<'a, W> {
    board: &'a Board,
    pub(super) place: &'static str,
    /// Finishes of the side: the real ones, or the positions a few jumps before them.
    finishes: Finishes,
    expander: Expander<W>,
    /// Smallest images of the starts that are not refuted.
    open: Vec<W>,
    first_pegs: u32,
    last_pegs: u32,
    /// Levels needed at the end.
    needed: Vec<u32>,
    digest: blake3::Hash,
}

impl<'a, W: Word> Terms<'a, W> {
    pub(super) fn check(board: &'a Board, task: Task, part: &SidePart) -> Checked<Terms<'a, W>> {
        let Task {
            place,
            starts,
            finishes,
            met_at,
        } = task;
        let digest = task_digest(board, &starts, &finishes);
        let functions =
            Function::all(board, &part.pagodas, &part.functions, &format!("{place}, "))?;
        let first_pegs = starts.first().map_or(0, |start| start.count_ones());
        let ends_pegs = finishes.pegs().saturating_add(part.last_jumps);
        let last_pegs = met_at.last().copied().unwrap_or(ends_pegs);
        require(
            (ends_pegs..=first_pegs).contains(&last_pegs),
            format_args!("{place}, last_jumps"),
            || {
                format!(
                    "the side goes down from {first_pegs} to {last_pegs} pegs, but its finishes have {ends_pegs}"
                )
            },
        )?;
        let finishes = before(board, &starts, finishes, part.last_jumps, &functions, place)?;
        let symmetries = Symmetries::new(board, &part.symmetries, &format!("{place}, symmetries"))?;
        let images = Images::new(&symmetries.0, board.holes());
        check_finishes(&finishes, &images, place)?;
        let slacks = Slacks::new(board, &functions, &finishes);
        let expander = Expander::new(board, images, slacks);
        let starts: Vec<W> = starts.iter().map(|start| W::new(*start)).collect();
        let open = expander.open(&starts);
        let needed = if met_at.is_empty() {
            vec![last_pegs]
        } else {
            met_at
        };
        Ok(Terms {
            board,
            place,
            finishes,
            expander,
            open,
            first_pegs,
            last_pegs,
            needed,
            digest,
        })
    }

    /// Recomputes the positions, at most `sizes` per level, and carries values along; `first` is the value of the
    /// starts.
    pub(super) fn walk<C: Carrier<W>>(
        &self,
        carrier: &C,
        first: C::Value,
        sizes: &[u64],
        resources: &Resources<'_>,
    ) -> Checked<Walked<W, C::Value>> {
        let starts = self.open.iter().map(|start| (*start, first)).collect();
        let levels = self.last_pegs..=self.first_pegs;
        let shown = |position| self.finish_shown(position);
        let route = Route {
            levels,
            sizes,
            keep: &self.needed,
            unwanted: self.has_early_finishes().then_some(&shown),
            place: self.place,
        };
        walk(&self.expander, carrier, starts, &route, resources)
    }

    /// Returns `true` if finishes can have different numbers of pegs.
    fn has_early_finishes(&self) -> bool {
        matches!(self.finishes, Finishes::Matching(_))
    }

    /// Returns the complaint about a position of the side if it is a finish.
    fn finish_shown(&self, position: W) -> Option<String> {
        let is_finish = self.finishes.contain(position.code());
        is_finish.then(|| format!("the finish {} is among the positions", self.shown(position)))
    }

    pub(super) fn images(&self) -> &Images<W> {
        self.expander.images()
    }

    pub(super) fn shown(&self, position: W) -> String {
        let code = position.code();
        format!("{code} (pegs in {})", self.board.labels(code))
    }
}

/// Side whose positions are closed under jumps, as checked.
pub(super) struct Side<'a, W> {
    terms: Terms<'a, W>,
    positions: Positions<W>,
    resources: &'a Resources<'a>,
    pub(super) count: u64,
}

impl<'a, W: Word> Side<'a, W> {
    pub(super) fn check(
        board: &'a Board,
        task: Task,
        part: &SidePart,
        resources: &'a Resources<'a>,
    ) -> Checked<Side<'a, W>> {
        let terms = Terms::check(board, task, part)?;
        if let PositionsPart::Sizes(sizes) = &part.positions {
            let Walked { kept, count } = terms.walk(&Nothing, (), sizes, resources)?;
            return Ok(Side {
                terms,
                positions: Positions::Found(kept),
                resources,
                count,
            });
        }
        let (place, first_pegs, last_pegs) = (terms.place, terms.first_pegs, terms.last_pegs);
        let positions = Positions::open(board, &part.positions, place, resources, terms.digest)?;
        positions.check_levels(first_pegs, last_pegs, place)?;
        let mut side = Side {
            terms,
            positions,
            resources,
            count: 0,
        };
        if let Some(missing) = side.first_missing(&mut side.terms.open.clone(), first_pegs)? {
            return side.wrong(format!("the start {} is missing", side.shown(missing)));
        }
        for pegs in (last_pegs..=first_pegs).rev() {
            side.count += side.check_closed(pegs)?;
        }
        Ok(side)
    }

    /// Checks that the next level holds all children of a level, and returns the number of positions. The last level is
    /// only read.
    fn check_closed(&self, pegs: u32) -> Checked<u64> {
        let most = self.most_words();
        let is_last = pegs == self.terms.last_pegs;
        let mut children = Vec::new();
        let mut count = 0;
        let mut level = self.positions.level(pegs)?;
        let mut block = Vec::new();
        while level.read(&mut block)? {
            self.resources.count(block.len() as u64)?;
            count += block.len() as u64;
            if !is_last {
                let new = block.len() * self.terms.expander.jump_count();
                reserve(&mut children, new, most + new)?;
                self.terms
                    .expander
                    .expand(block.iter().copied(), &mut children);
            }
            if children.len() >= most {
                self.settle(&mut children, pegs)?;
            }
        }
        self.settle(&mut children, pegs)?;
        Ok(count)
    }

    /// Checks that the set holds these children of positions with `pegs` pegs, and clears the list.
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

    /// Sorts the words and returns the first that the level does not hold.
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

    /// Rejects the side and names a position and a jump that lead to the missing position.
    fn explain_missing(&self, missing: W, pegs: u32) -> Checked<()> {
        let mut level = self.positions.level(pegs)?;
        let mut block = Vec::new();
        while level.read(&mut block)? {
            for &position in &block {
                for jump in &self.terms.board.jumps {
                    let (change, needed) = (W::new(jump.change()), W::new(jump.pegs()));
                    let child = position ^ change;
                    if position & change == needed && self.terms.images().smallest(child) == missing
                    {
                        return self.wrong(format!(
                            "from position {} the jump {} leads to {}, but {} is neither among the positions nor \
                             refuted",
                            position.code(),
                            self.terms.board.notation(*jump),
                            self.shown(child),
                            missing.code()
                        ));
                    }
                }
            }
        }
        self.wrong(format!("position {} is missing", self.shown(missing)))
    }

    /// Checks that no finish is among the positions. A walk has already compared all levels if finishes can have different
    /// numbers of pegs.
    pub(super) fn holds_no_finish(&self) -> Checked<()> {
        let last = self.terms.last_pegs;
        let highest = match self.positions {
            Positions::Found(_) => last,
            _ if self.terms.has_early_finishes() => self.terms.first_pegs,
            _ => last,
        };
        for pegs in last..=highest {
            let mut level = self.positions.level(pegs)?;
            let mut block: Vec<W> = Vec::new();
            while level.read(&mut block)? {
                let complaint = |position: &W| self.terms.finish_shown(*position);
                if let Some(finish) = block.iter().find_map(complaint) {
                    return self.wrong(finish);
                }
            }
        }
        Ok(())
    }

    /// Checks that no position with `meeting` pegs of this side is the complement of one of the other side, up to the
    /// symmetries of both.
    pub(super) fn does_not_meet(&self, other: &Side<'_, W>, meeting: u32) -> Checked<()> {
        let full = W::new(self.terms.board.full());
        let vacancies = self.terms.board.holes() as u32 - meeting;
        require(
            (other.terms.last_pegs..=other.terms.first_pegs).contains(&vacancies),
            self.terms.place,
            || {
                format!(
                    "the other side has no level with {}",
                    counted(vacancies, "peg")
                )
            },
        )?;
        let most = self.most_words();
        let mut complements = Vec::new();
        let mut level = self.positions.level(meeting)?;
        let mut block = Vec::new();
        loop {
            let more = level.read(&mut block)?;
            for &position in &block {
                complements.extend(
                    self.terms
                        .images()
                        .of(position)
                        .map(|image| other.terms.images().smallest(full ^ image)),
                );
            }
            if complements.len() >= most || !more {
                if let Some(met) = other.first_held(&mut complements, vacancies)? {
                    let position = self.shown(full ^ met);
                    return self.wrong(format!(
                        "both sides hold position {position} or an image of it"
                    ));
                }
                complements.clear();
            }
            if !more {
                return Ok(());
            }
        }
    }

    /// Sorts the words and returns the first that the level holds.
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

    /// Returns the maximum number of words to collect before a lookup. A growing list can take twice its size.
    fn most_words(&self) -> usize {
        (self.resources.options.memory as usize / (2 * size_of::<W>())).max(BLOCK)
    }

    fn shown(&self, position: W) -> String {
        self.terms.shown(position)
    }

    fn wrong<T>(&self, message: String) -> Checked<T> {
        wrong(self.terms.place, message)
    }
}

/// Checks that symmetries carry finishes onto finishes.
fn check_finishes<W: Word>(finishes: &Finishes, images: &Images<W>, place: &str) -> Checked<()> {
    let positions = match finishes {
        Finishes::Listed(positions) => positions,
        Finishes::WithPegs(_) => return Ok(()),
        Finishes::Matching(patterns) => {
            let is_pattern = |pegs: W, empty: W| {
                patterns.contains(&Pattern {
                    pegs: pegs.code(),
                    empty: empty.code(),
                })
            };
            let are_kept = patterns.iter().all(|pattern| {
                let (pegs, empty) = (W::new(pattern.pegs), W::new(pattern.empty));
                images
                    .of(pegs)
                    .zip(images.of(empty))
                    .all(|(pegs, empty)| is_pattern(pegs, empty))
            });
            return require(are_kept, format_args!("{place}, symmetries"), || {
                "a permutation carries a pattern onto one that is not a pattern".to_owned()
            });
        }
    };
    let mut images = positions
        .iter()
        .flat_map(|finish| images.of(W::new(*finish)));
    require(
        images.all(|image| finishes.contain(image.code())),
        format_args!("{place}, symmetries"),
        || "a permutation carries a finish onto a position that is not a finish".to_owned(),
    )
}

/// Returns the positions `jumps` jumps before the finishes, without those that functions refute for all starts. Every
/// line from a start to a finish passes through one of them.
fn before(
    board: &Board,
    starts: &[u128],
    finishes: Finishes,
    jumps: u32,
    functions: &[Function],
    place: &str,
) -> Checked<Finishes> {
    /// Maximum number: each position is compared with all of them.
    const MOST: usize = 1 << 12;
    if jumps == 0 {
        return Ok(finishes);
    }
    let place = format!("{place}, last_jumps");
    let Finishes::Listed(mut ends) = finishes else {
        return wrong(place, "there are too many finishes to go back from");
    };
    let may_be_reached = |end: &u128| {
        starts.iter().any(|start| {
            !functions
                .iter()
                .any(|function| function.refutes(*start, *end))
        })
    };
    for _ in 0..jumps {
        let previous = distinct(ends.iter().flat_map(|end| board.before(*end)));
        require(previous.len() <= MOST, &place, || {
            format!("there are more than {MOST} positions")
        })?;
        ends = previous.into_iter().filter(may_be_reached).collect();
    }
    Ok(Finishes::Listed(ends))
}
