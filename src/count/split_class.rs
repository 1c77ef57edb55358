use crate::board::Position;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Maximum number of holes of lower halves. Blocks and the lists of places then fit the nearest caches.
const LOWER_HOLES: usize = 16;

/// Maximum number of holes of upper halves, which are numbered.
const MAX_UPPER_HOLES: usize = 28;

/// Maximum number of independent parities. Each class of lower halves has its own lists.
const MAX_PARITIES: usize = 8;

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
    /// For each upper half, the class of the lower halves that belong to it, if there are any.
    upper: Vec<Option<u16>>,
    /// Number of positions by the number of pegs.
    sizes: Vec<usize>,
    jumps: Vec<JumpCodes>,
    groups: Vec<JumpGroup>,
}

/// Lower halves of a kind.
#[derive(Default)]
pub(super) struct LowerHalves {
    /// Ascending.
    codes: Vec<u32>,
    /// Places of those that allow no jump within the lower half.
    without_jump: Vec<u16>,
}

/// Holes of a jump.
#[derive(Clone, Copy)]
struct JumpCodes {
    /// All three.
    change: u64,
    /// The one where the jump ends.
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

/// Jumps that change upper halves alike.
pub(super) struct JumpGroup {
    upper: JumpCodes,
    /// For each kind of lower halves after the jumps, pairs of the places of a half after and before a jump; `None` if the
    /// jumps change no lower half.
    places: Option<Vec<Vec<(u16, u16)>>>,
}

impl JumpGroup {
    /// Returns the upper half from which the jumps lead to an upper half, if it can have been reached by them.
    #[inline(always)]
    pub(super) fn upper_before(&self, upper: usize) -> Option<usize> {
        let before = upper ^ self.upper.change as usize;
        self.upper.may_have_led_to(upper as u64).then_some(before)
    }

    /// Returns the places of lower halves of a kind after the jumps, each with the place before, or `None` if the jumps
    /// change no places.
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
    }

    /// Splits the class of a position, which must [fit](SplitClass::fits).
    pub(super) fn new(member: &Position) -> SplitClass {
        SplitClass::after(LOWER_HOLES.min(member.board().hole_count() / 2), member)
    }

    /// Splits after this many holes.
    fn after(lower_holes: usize, member: &Position) -> SplitClass {
        let board = member.board();
        let class_of = |code: u64| board.position_classes().class_of(u128::from(code));
        let jumps = board.jumps().iter().map(|jump| JumpCodes {
            change: jump.code() as u64,
            to: 1 << jump.to().index(),
        });
        let jumps: Vec<_> = jumps.collect();
        let lower_mask = (1u64 << lower_holes) - 1;
        let is_within = |jump: &&JumpCodes| jump.change & !lower_mask == 0;
        let within: Vec<_> = jumps.iter().filter(is_within).collect();

        let mut classes = FxHashMap::default();
        for code in 0..=lower_mask {
            let next = classes.len() as u16;
            classes.entry(class_of(code)).or_insert(next);
        }
        let mut lower = Vec::new();
        lower.resize_with((lower_holes + 1) * classes.len(), LowerHalves::default);
        let mut places = Vec::with_capacity(1 << lower_holes);
        for code in 0..=lower_mask {
            let class = usize::from(classes[&class_of(code)]);
            let halves = &mut lower[code.count_ones() as usize * classes.len() + class];
            let place = halves.codes.len() as u16;
            places.push(place);
            halves.codes.push(code as u32);
            if !within.iter().any(|jump| jump.is_possible_in(code)) {
                halves.without_jump.push(place);
            }
        }

        let mut alike: BTreeMap<_, Vec<JumpCodes>> = BTreeMap::new();
        for JumpCodes { change, to } in &jumps {
            let lower = JumpCodes {
                change: change & lower_mask,
                to: to & lower_mask,
            };
            let upper = (change >> lower_holes, to >> lower_holes);
            alike.entry(upper).or_default().push(lower);
        }
        let groups = alike.into_iter().map(|((change, to), jumps)| {
            let places_of = |halves: &LowerHalves| {
                let mut pairs = Vec::new();
                for jump in &jumps {
                    let after = halves.codes.iter().zip(0..);
                    let after = after.filter(|(code, _)| jump.may_have_led_to(u64::from(**code)));
                    let before = |code: u32| places[(u64::from(code) ^ jump.change) as usize];
                    pairs.extend(after.map(|(code, place)| (place, before(*code))));
                }
                pairs
            };
            let changes_lower = jumps.iter().any(|jump| jump.change != 0);
            JumpGroup {
                upper: JumpCodes { change, to },
                places: changes_lower.then(|| lower.iter().map(places_of).collect()),
            }
        });
        let groups = groups.collect();

        let belongs = |upper: u64| {
            let class = class_of(member.code() as u64 ^ upper << lower_holes);
            classes.get(&class).copied()
        };
        let uppers = 0..1 << (board.hole_count() - lower_holes);
        let mut class = SplitClass {
            lower_holes,
            lower,
            classes: classes.len(),
            upper: uppers.map(belongs).collect(),
            sizes: Vec::new(),
            jumps,
            groups,
        };
        let pegs = 0..=board.hole_count() as u32;
        let size = |pegs| {
            (0..class.uppers())
                .map(|upper| class.block_len(upper, pegs))
                .sum()
        };
        class.sizes = pegs.map(size).collect();
        class
    }

    /// Returns the number of upper halves.
    pub(super) fn uppers(&self) -> usize {
        self.upper.len()
    }

    /// Returns the number of positions with this many pegs.
    pub(super) fn size(&self, pegs: u32) -> usize {
        self.sizes[pegs as usize]
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
        let class = self.upper[upper]?;
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

    /// Calls `visit` with the place of each position of a block that allows no jump.
    pub(super) fn for_each_dead_end(&self, upper: usize, pegs: u32, mut visit: impl FnMut(usize)) {
        let mut within = self.groups.iter().filter(|group| group.places.is_none());
        let Some(kind) = self.kind(upper, pegs) else {
            return;
        };
        if within.any(|group| group.upper.is_possible_in(upper as u64)) {
            return;
        }
        let halves = &self.lower[kind];
        for place in halves.without_jump.iter().map(|place| usize::from(*place)) {
            let code = (upper as u64) << self.lower_holes | u64::from(halves.codes[place]);
            if !self.jumps.iter().any(|jump| jump.is_possible_in(code)) {
                visit(place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
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
                assert_eq!(split.size(pegs), positions.len(), "{name}");
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
                    let mut is_dead_end = false;
                    split.for_each_dead_end(upper, pegs, |end| is_dead_end |= end == place);
                    assert_eq!(
                        is_dead_end,
                        position.jumps().next().is_none(),
                        "{name} {code:b}"
                    );
                }
            }
        }
    }
}
