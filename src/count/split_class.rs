use crate::board::{Board, Position};
use crate::engine::JumpTable;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Maximum size of the lower half. Blocks and lists of places of this size fit the nearest caches.
const LOWER_HOLES: usize = 16;

/// Maximum size of the upper half. Tables have an entry for each upper half.
const MAX_UPPER_HOLES: usize = 24;

/// Maximum number of independent parities. Each class of lower halves has its own lists.
const MAX_PARITIES: usize = 8;

/// Maximum number of jumps, of which each can have a place for each lower half.
const MAX_JUMPS: usize = 512;

/// Positions of a class, split into upper and lower halves.
///
/// The positions with the same upper half and the same number of pegs are a *block*, ordered by their lower halves. The lower
/// halves of a block are those of one *kind*: they have the same number of pegs and the same class.
pub(super) struct SplitClass {
    lower_holes: usize,
    /// Lower halves by kind.
    lower: Vec<LowerHalves>,
    /// Number of classes of lower halves.
    classes: usize,
    /// Class of the matching lower halves for each upper half, if any match.
    lower_class: Vec<Option<u16>>,
    /// Number of positions by the number of pegs.
    level_sizes: Vec<usize>,
    jumps: JumpTable<u64>,
    groups: Vec<JumpGroup>,
}

/// Lower halves of a kind.
#[derive(Default)]
pub(super) struct LowerHalves {
    /// Ascending.
    codes: Vec<u32>,
    /// Places of the halves that allow no jump within the lower half.
    without_jump: Vec<u16>,
}

/// Holes of a jump.
#[derive(Clone, Copy)]
struct JumpCodes {
    /// The three holes.
    change: u64,
    /// The hole where the peg lands.
    to: u64,
}

impl JumpCodes {
    #[inline(always)]
    fn is_possible_in(self, code: u64) -> bool {
        code & self.change == self.change ^ self.to
    }

    #[inline(always)]
    fn may_have_led_to(self, code: u64) -> bool {
        code & self.change == self.to
    }
}

/// Jumps with the same effect on the upper half: any number that change the lower half, or one that does not.
pub(super) struct JumpGroup {
    upper: JumpCodes,
    /// For each kind of lower halves after the jumps, pairs of places after and before a jump; `None` if the jump leaves the
    /// lower half unchanged.
    places: Option<Vec<Vec<(u16, u16)>>>,
}

impl JumpGroup {
    /// Returns the upper half before the jumps, if they can lead to `upper`.
    #[inline(always)]
    pub(super) fn upper_before(&self, upper: usize) -> Option<usize> {
        let before = upper ^ self.upper.change as usize;
        self.upper.may_have_led_to(upper as u64).then_some(before)
    }

    /// Returns pairs of places after and before a jump for a kind after the jumps, or `None` if the jump leaves the lower half
    /// unchanged.
    #[inline(always)]
    pub(super) fn places(&self, kind: usize) -> Option<&[(u16, u16)]> {
        self.places.as_ref().map(|places| &places[kind][..])
    }
}

impl SplitClass {
    /// Returns `true` if the class of a position can be split.
    pub(super) fn fits(position: &Position) -> bool {
        let board = position.board();
        board.hole_count() <= LOWER_HOLES + MAX_UPPER_HOLES
            && board.position_classes().dimension() <= MAX_PARITIES
            && board.jumps().len() <= MAX_JUMPS
    }

    /// Returns an upper bound on the bytes of the tables, including those of the blocks of two levels.
    pub(super) fn bytes(board: &Board) -> u64 {
        let lower_holes = lower_holes(board);
        let for_lower = board.jumps().len() * size_of::<(u16, u16)>() / 2;
        let for_upper = size_of::<Option<u16>>() + 2 * (size_of::<usize>() + 1);
        ((for_lower as u64) << lower_holes)
            + ((for_upper as u64) << (board.hole_count() - lower_holes))
    }

    /// Splits the class of a position, which must [fit](SplitClass::fits).
    pub(super) fn new(member: &Position) -> SplitClass {
        SplitClass::after(lower_holes(member.board()), member)
    }

    /// Makes the first `lower_holes` holes the lower half.
    fn after(lower_holes: usize, member: &Position) -> SplitClass {
        let board = member.board();
        let class_of = |code: u64| board.position_classes().class_of(u128::from(code));
        let jumps = board.jumps().iter().map(|jump| JumpCodes {
            change: jump.code() as u64,
            to: 1 << jump.to().index(),
        });
        let jumps: Vec<_> = jumps.collect();
        let mut classes = FxHashMap::default();
        for code in 0..1 << lower_holes {
            let next = classes.len() as u16;
            classes.entry(class_of(code)).or_insert(next);
        }
        let kind = |code: u64| {
            let class = usize::from(classes[&class_of(code)]);
            code.count_ones() as usize * classes.len() + class
        };
        let kinds = (lower_holes + 1) * classes.len();
        let (lower, places) = lower_halves(lower_holes, kinds, kind, &jumps);
        let lower_class = |upper: u64| {
            let class = class_of(member.code() as u64 ^ upper << lower_holes);
            classes.get(&class).copied()
        };
        let uppers = 0..1 << (board.hole_count() - lower_holes);
        let mut class = SplitClass {
            lower_holes,
            groups: jump_groups(lower_holes, &lower, &places, &jumps),
            lower,
            classes: classes.len(),
            lower_class: uppers.map(lower_class).collect(),
            level_sizes: Vec::new(),
            jumps: JumpTable::new(board),
        };
        let size = |pegs| {
            let blocks = 0..class.uppers();
            blocks.map(|upper| class.block_len(upper, pegs)).sum()
        };
        class.level_sizes = (0..=board.hole_count() as u32).map(size).collect();
        class
    }

    /// Returns the number of upper halves.
    pub(super) fn uppers(&self) -> usize {
        self.lower_class.len()
    }

    /// Returns the number of positions with this many pegs.
    pub(super) fn level_size(&self, pegs: u32) -> usize {
        self.level_sizes[pegs as usize]
    }

    /// Returns the number of jumps on the board.
    pub(super) fn jump_count(&self) -> usize {
        self.jumps.len()
    }

    pub(super) fn groups(&self) -> &[JumpGroup] {
        &self.groups
    }

    /// Returns the kind of the lower halves of a block, or `None` if the block is empty.
    #[inline(always)]
    pub(super) fn kind(&self, upper: usize, pegs: u32) -> Option<usize> {
        let pegs = pegs.checked_sub(upper.count_ones())? as usize;
        let class = self.lower_class[upper]?;
        (pegs <= self.lower_holes).then(|| pegs * self.classes + usize::from(class))
    }

    /// Returns the number of lower halves of a kind.
    #[inline(always)]
    pub(super) fn len(&self, kind: usize) -> usize {
        self.lower[kind].codes.len()
    }

    /// Returns the number of positions of a block.
    pub(super) fn block_len(&self, upper: usize, pegs: u32) -> usize {
        self.kind(upper, pegs).map_or(0, |kind| self.len(kind))
    }

    /// Returns the upper half of a position, and its place in the block, or `None` if it is of another class.
    pub(super) fn place(&self, code: u64) -> Option<(usize, usize)> {
        let upper = (code >> self.lower_holes) as usize;
        let lower = code as u32 & ((1 << self.lower_holes) - 1);
        let kind = self.kind(upper, code.count_ones())?;
        let place = self.lower[kind].codes.binary_search(&lower).ok()?;
        Some((upper, place))
    }

    /// Returns the places of the positions of a block that allow no jump.
    pub(super) fn dead_ends(&self, upper: usize, pegs: u32) -> impl Iterator<Item = usize> + '_ {
        let mut upper_jumps = self.groups.iter().filter(|group| group.places.is_none());
        let has_jump = upper_jumps.any(|group| group.upper.is_possible_in(upper as u64));
        let kind = self.kind(upper, pegs).filter(|_| !has_jump);
        let halves = kind.map(|kind| &self.lower[kind]);
        let is_dead_end = move |halves: &LowerHalves, place: usize| {
            let code = (upper as u64) << self.lower_holes | u64::from(halves.codes[place]);
            !self.jumps.any(code)
        };
        halves.into_iter().flat_map(move |halves| {
            let places = halves.without_jump.iter().map(|place| usize::from(*place));
            places.filter(move |place| is_dead_end(halves, *place))
        })
    }
}

/// Returns the size of the lower half.
fn lower_holes(board: &Board) -> usize {
    LOWER_HOLES.min(board.hole_count() / 2)
}

/// Returns the lower halves of each kind, and the place of each code.
fn lower_halves(
    lower_holes: usize,
    kinds: usize,
    kind: impl Fn(u64) -> usize,
    jumps: &[JumpCodes],
) -> (Vec<LowerHalves>, Vec<u16>) {
    let is_within = |jump: &&JumpCodes| jump.change >> lower_holes == 0;
    let lower_jumps: Vec<_> = jumps.iter().filter(is_within).collect();
    let mut lower = Vec::new();
    lower.resize_with(kinds, LowerHalves::default);
    let place = |code: u64| {
        let halves: &mut LowerHalves = &mut lower[kind(code)];
        let place = halves.codes.len() as u16;
        halves.codes.push(code as u32);
        if !lower_jumps.iter().any(|jump| jump.is_possible_in(code)) {
            halves.without_jump.push(place);
        }
        place
    };
    let places = (0..1 << lower_holes).map(place).collect();
    (lower, places)
}

fn jump_groups(
    lower_holes: usize,
    lower: &[LowerHalves],
    places: &[u16],
    jumps: &[JumpCodes],
) -> Vec<JumpGroup> {
    let lower_mask = (1u64 << lower_holes) - 1;
    let mut groups = Vec::new();
    let mut by_upper: BTreeMap<_, Vec<JumpCodes>> = BTreeMap::new();
    for JumpCodes { change, to } in jumps {
        let upper = JumpCodes {
            change: change >> lower_holes,
            to: to >> lower_holes,
        };
        let lower = JumpCodes {
            change: change & lower_mask,
            to: to & lower_mask,
        };
        if lower.change == 0 {
            let places = None;
            groups.push(JumpGroup { upper, places });
        } else {
            let upper = (upper.change, upper.to);
            by_upper.entry(upper).or_default().push(lower);
        }
    }
    for ((change, to), jumps) in by_upper {
        let pairs = |halves: &LowerHalves| {
            let mut pairs = Vec::new();
            for jump in &jumps {
                let after = halves.codes.iter().zip(0..);
                let after = after.filter(|(code, _)| jump.may_have_led_to(u64::from(**code)));
                let before = |code: u32| places[(u64::from(code) ^ jump.change) as usize];
                pairs.extend(after.map(|(code, place)| (place, before(*code))));
            }
            pairs
        };
        groups.push(JumpGroup {
            upper: JumpCodes { change, to },
            places: Some(lower.iter().map(pairs).collect()),
        });
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Returns the code of each place of the blocks with this many pegs.
    fn codes(split: &SplitClass, pegs: u32) -> HashMap<(usize, usize), u64> {
        let uppers = 0..split.uppers();
        let blocks = uppers.filter_map(|upper| Some((upper, split.kind(upper, pegs)?)));
        let in_block = |(upper, kind): (usize, usize)| {
            let lower = split.lower[kind].codes.iter().enumerate();
            let upper_code = (upper as u64) << split.lower_holes;
            lower.map(move |(place, lower)| ((upper, place), upper_code | u64::from(*lower)))
        };
        blocks.flat_map(in_block).collect()
    }

    #[test]
    fn every_position_has_a_place_and_every_jump_a_pair() {
        for (name, lower_holes) in [
            ("triangle5", 0),
            ("triangle5", 6),
            ("triangle5", 15),
            ("star13", 5),
            ("octahedron", 3),
        ] {
            let board = Board::library(name).unwrap();
            let member = board.vacate(board.holes().next().unwrap());
            let split = SplitClass::after(lower_holes, &member);
            let full = board.full().code() as u64;
            let position = |code: u64| Position::from_code(&board, u128::from(code)).unwrap();
            let positions = (0..=full).map(position);
            let mut by_pegs: Vec<Vec<Position>> = vec![Vec::new(); board.hole_count() + 1];
            for position in positions.filter(|position| position.class() == member.class()) {
                by_pegs[position.peg_count()].push(position);
            }
            for (pegs, positions) in (0..).zip(&by_pegs) {
                let codes = codes(&split, pegs);
                assert_eq!(split.level_size(pegs), positions.len(), "{name}");
                assert_eq!(codes.len(), positions.len(), "{name}");
                let mut pairs = Vec::new();
                let codes_above = self::codes(&split, pegs + 1);
                for upper in 0..split.uppers() {
                    let Some(kind) = split.kind(upper, pegs) else {
                        continue;
                    };
                    for group in split.groups() {
                        let Some(before) = group.upper_before(upper) else {
                            continue;
                        };
                        let same: Vec<_>;
                        let places = match group.places(kind) {
                            Some(places) => places,
                            None => {
                                let places = 0..split.len(kind) as u16;
                                same = places.map(|place| (place, place)).collect();
                                &same
                            }
                        };
                        for (after_place, before_place) in places {
                            let after = codes[&(upper, usize::from(*after_place))];
                            let before = codes_above[&(before, usize::from(*before_place))];
                            pairs.push((before, after));
                        }
                    }
                }
                let above = by_pegs.get(pegs as usize + 1).into_iter().flatten();
                let mut expected = Vec::new();
                for position in above {
                    let after = |jump| position.play(jump).unwrap().code() as u64;
                    let before = position.code() as u64;
                    expected.extend(position.jumps().map(|jump| (before, after(jump))));
                }
                pairs.sort_unstable();
                expected.sort_unstable();
                assert_eq!(pairs, expected, "{name}");
                for position in positions {
                    let code = position.code() as u64;
                    let (upper, place) = split.place(code).unwrap();
                    assert_eq!(codes[&(upper, place)], code);
                    let is_dead_end = split.dead_ends(upper, pegs).any(|end| end == place);
                    let has_jump = position.jumps().next().is_some();
                    assert_eq!(is_dead_end, !has_jump, "{name} {code:b}");
                }
            }
        }
    }
}
