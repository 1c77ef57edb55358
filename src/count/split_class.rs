use crate::board::{Board, Hole, Position};
use crate::engine::JumpTable;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::iter::successors;

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
///
/// A *slice* has all upper halves with the same number of pegs in some holes, the *counted* ones. Each jump
/// keeps this number or lowers it by one. All jumps to a slice therefore come from the same slice or from the next.
pub(super) struct SplitClass {
    /// Code of the holes of the lower half.
    lower_mask: u64,
    /// Code of the holes of the upper half.
    upper_mask: u64,
    /// Lower halves by kind.
    lower: Vec<LowerHalves>,
    /// Number of classes of lower halves.
    classes: usize,
    /// Class of the matching lower halves for each upper half, if any match.
    lower_class: Vec<Option<u16>>,
    /// Upper halves that match any lower half, by the number of pegs in counted holes.
    slices: Vec<Vec<u32>>,
    /// Number of positions of each slice, by the number of pegs.
    slice_sizes: Vec<Vec<usize>>,
    jumps: JumpTable<u64>,
    groups: Vec<JumpGroup>,
}

/// Lower halves of a kind.
#[derive(Default)]
pub(super) struct LowerHalves {
    /// Ascending.
    codes: Vec<u64>,
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
        let for_upper = size_of::<Option<u16>>() + size_of::<u32>() + 2 * (size_of::<usize>() + 1);
        ((for_lower as u64) << lower_holes)
            + ((for_upper as u64) << (board.hole_count() - lower_holes))
    }

    /// Splits the class of a position, which must [fit](SplitClass::fits).
    pub(super) fn new(member: &Position) -> SplitClass {
        let (lower, counted) = lower_and_counted(member.board());
        SplitClass::with_halves(lower, counted, member)
    }

    /// Splits the class of a position, with these holes in the lower half, and these counted.
    fn with_halves(lower_mask: u64, counted: u64, member: &Position) -> SplitClass {
        let board = member.board();
        let upper_mask = board.full().code() as u64 ^ lower_mask;
        let class_of = |code: u64| board.position_classes().class_of(u128::from(code));
        let jumps = board.jumps().iter().map(|jump| JumpCodes {
            change: jump.code() as u64,
            to: 1 << jump.to().index(),
        });
        let jumps: Vec<_> = jumps.collect();
        let mut classes = FxHashMap::default();
        for code in codes_within(lower_mask) {
            let next = classes.len() as u16;
            classes.entry(class_of(code)).or_insert(next);
        }
        let kind = |code: u64| {
            let class = usize::from(classes[&class_of(code)]);
            code.count_ones() as usize * classes.len() + class
        };
        let kinds = (lower_mask.count_ones() as usize + 1) * classes.len();
        let (lower, places) = lower_halves(lower_mask, kinds, kind, &jumps);
        let lower_class = codes_within(upper_mask).map(|upper| {
            classes
                .get(&class_of(member.code() as u64 ^ upper))
                .copied()
        });
        let lower_class: Vec<_> = lower_class.collect();
        let mut slices = vec![Vec::new(); counted.count_ones() as usize + 1];
        for ((upper, class), code) in (0..).zip(&lower_class).zip(codes_within(upper_mask)) {
            if class.is_some() {
                slices[(code & counted).count_ones() as usize].push(upper);
            }
        }
        let mut class = SplitClass {
            lower_mask,
            upper_mask,
            groups: jump_groups(lower_mask, upper_mask, &lower, &places, &jumps),
            lower,
            classes: classes.len(),
            lower_class,
            slices,
            slice_sizes: Vec::new(),
            jumps: JumpTable::new(board),
        };
        class.slice_sizes = class.sizes();
        class
    }

    /// Returns the number of positions of each slice, by the number of pegs.
    fn sizes(&self) -> Vec<Vec<usize>> {
        let alike = self.slices.iter().map(|uppers| {
            let mut alike: FxHashMap<_, usize> = FxHashMap::default();
            for upper in uppers {
                let class = self.lower_class[*upper as usize];
                *alike.entry((upper.count_ones(), class)).or_default() += 1;
            }
            alike
        });
        let alike: Vec<_> = alike.collect();
        let size = |alike: &FxHashMap<_, usize>, pegs| {
            let sizes = alike.iter().map(|(&(upper_pegs, class), count)| {
                let kind = self.kind_of(upper_pegs, class, pegs);
                count * kind.map_or(0, |kind| self.len(kind))
            });
            sizes.sum()
        };
        let holes = self.lower_mask.count_ones() + self.upper_mask.count_ones();
        (0..=holes)
            .map(|pegs| alike.iter().map(|alike| size(alike, pegs)).collect())
            .collect()
    }

    /// Returns the number of upper halves.
    pub(super) fn uppers(&self) -> usize {
        self.lower_class.len()
    }

    /// Returns the upper halves by slice.
    pub(super) fn slices(&self) -> &[Vec<u32>] {
        &self.slices
    }

    /// Returns the number of positions of each slice with this many pegs.
    pub(super) fn slice_sizes(&self, pegs: u32) -> &[usize] {
        &self.slice_sizes[pegs as usize]
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
        self.kind_of(upper.count_ones(), self.lower_class[upper], pegs)
    }

    #[inline(always)]
    fn kind_of(&self, upper_pegs: u32, class: Option<u16>, pegs: u32) -> Option<usize> {
        let class = class?;
        let pegs = pegs.checked_sub(upper_pegs)?;
        (pegs <= self.lower_mask.count_ones())
            .then(|| pegs as usize * self.classes + usize::from(class))
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
        let upper = packed(code, self.upper_mask) as usize;
        let lower = code & self.lower_mask;
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
        let upper = unpacked(upper as u64, self.upper_mask);
        let is_dead_end =
            move |halves: &LowerHalves, place: usize| !self.jumps.any(upper | halves.codes[place]);
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

/// Returns the holes of the lower half, and those to count.
///
/// A peg stays in the [holes of one peg](Board::holes_of_one_peg), so that only a jump over one of these holes changes the number
/// of pegs there. As many jumps as possible lie in the upper half, because they are the fastest.
fn lower_and_counted(board: &Board) -> (u64, u64) {
    let holes = board.hole_count();
    let most = holes - lower_holes(board);
    let parts = board.holes_of_one_peg().into_iter();
    let counted = parts.filter(|part| (holes.div_ceil(8)..=most).contains(&part.len()));
    let counted = counted.map(|part| code_of(part.into_iter()));
    let halves = counted.map(|counted| (lower_half(board, counted), counted));
    halves
        .max_by_key(|(lower, _)| jumps_above(board, *lower))
        .unwrap_or_else(|| (lower_half(board, 0), 0))
}

/// Returns a lower half without some holes. No exchange of two holes gives more jumps in the upper half.
fn lower_half(board: &Board, without: u64) -> u64 {
    let others = board
        .holes()
        .filter(|hole| without >> hole.index() & 1 == 0);
    let others: Vec<Hole> = others.collect();
    let mut lower = code_of(others.iter().copied().take(lower_holes(board)));
    let free = code_of(others.into_iter());
    loop {
        let exchanges = bits_of(lower).flat_map(|one| {
            let others = bits_of(free & !lower);
            others.map(move |other| lower ^ 1 << one ^ 1 << other)
        });
        match exchanges.max_by_key(|lower| jumps_above(board, *lower)) {
            Some(better) if jumps_above(board, better) > jumps_above(board, lower) => {
                lower = better;
            }
            _ => return lower,
        }
    }
}

/// Returns the number of jumps that touch no hole of a lower half.
fn jumps_above(board: &Board, lower: u64) -> usize {
    let jumps = board.jumps().iter();
    jumps.filter(|jump| jump.code() as u64 & lower == 0).count()
}

fn code_of(holes: impl Iterator<Item = Hole>) -> u64 {
    holes.map(|hole| 1 << hole.index()).sum()
}

/// Returns all codes with pegs in some holes of a mask, in ascending order.
fn codes_within(mask: u64) -> impl Iterator<Item = u64> {
    successors(Some(0), move |code: &u64| {
        let next = code.wrapping_sub(mask) & mask;
        (next != 0).then_some(next)
    })
}

/// Returns the index of a code among the [`codes_within`] of a mask. Holes outside the mask are ignored.
fn packed(code: u64, mask: u64) -> u64 {
    let bits = bits_of(mask).zip(0..);
    bits.map(|(hole, bit)| (code >> hole & 1) << bit).sum()
}

/// Returns the code with an index among the [`codes_within`] of a mask.
fn unpacked(index: u64, mask: u64) -> u64 {
    let bits = bits_of(mask).zip(0..);
    bits.map(|(hole, bit)| (index >> bit & 1) << hole).sum()
}

/// Returns the indices of the holes of a mask.
fn bits_of(mask: u64) -> impl Iterator<Item = u32> {
    (0..u64::BITS).filter(move |bit| mask >> bit & 1 == 1)
}

/// Returns the lower halves of each kind, and the place of each code.
fn lower_halves(
    lower_mask: u64,
    kinds: usize,
    kind: impl Fn(u64) -> usize,
    jumps: &[JumpCodes],
) -> (Vec<LowerHalves>, Vec<u16>) {
    let is_within = |jump: &&JumpCodes| jump.change & !lower_mask == 0;
    let lower_jumps: Vec<_> = jumps.iter().filter(is_within).collect();
    let mut lower = Vec::new();
    lower.resize_with(kinds, LowerHalves::default);
    let place = |code: u64| {
        let halves: &mut LowerHalves = &mut lower[kind(code)];
        let place = halves.codes.len() as u16;
        halves.codes.push(code);
        if !lower_jumps.iter().any(|jump| jump.is_possible_in(code)) {
            halves.without_jump.push(place);
        }
        place
    };
    let places = codes_within(lower_mask).map(place).collect();
    (lower, places)
}

fn jump_groups(
    lower_mask: u64,
    upper_mask: u64,
    lower: &[LowerHalves],
    places: &[u16],
    jumps: &[JumpCodes],
) -> Vec<JumpGroup> {
    let mut groups = Vec::new();
    let mut by_upper: BTreeMap<_, Vec<JumpCodes>> = BTreeMap::new();
    for JumpCodes { change, to } in jumps {
        let upper = JumpCodes {
            change: packed(*change, upper_mask),
            to: packed(*to, upper_mask),
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
                let after = after.filter(|(code, _)| jump.may_have_led_to(**code));
                let before = |code: u64| places[packed(code ^ jump.change, lower_mask) as usize];
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
            let upper_code = unpacked(upper as u64, split.upper_mask);
            lower.map(move |(place, lower)| ((upper, place), upper_code | lower))
        };
        blocks.flat_map(in_block).collect()
    }

    #[test]
    fn every_position_has_a_place_and_every_jump_a_pair() {
        for (name, lower_mask) in [
            ("triangle5", 0),
            ("triangle5", 0b10_1100_1001),
            ("triangle5", 0x7fff),
            ("star13", 0b11111),
            ("octahedron", 0b111),
        ] {
            let board = Board::library(name).unwrap();
            let member = board.vacate(board.holes().next().unwrap());
            let split = SplitClass::with_halves(lower_mask, 0, &member);
            let full = board.full().code() as u64;
            let position = |code: u64| Position::from_code(&board, u128::from(code)).unwrap();
            let positions = (0..=full).map(position);
            let mut by_pegs: Vec<Vec<Position>> = vec![Vec::new(); board.hole_count() + 1];
            for position in positions.filter(|position| position.class() == member.class()) {
                by_pegs[position.peg_count()].push(position);
            }
            for (pegs, positions) in (0..).zip(&by_pegs) {
                let codes = codes(&split, pegs);
                assert_eq!(split.slice_sizes(pegs), [positions.len()], "{name}");
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

    #[test]
    fn jumps_keep_a_slice_or_lead_to_the_one_before() {
        for (name, slices) in [
            ("triangle5", 4),
            ("english", 6),
            ("french", 9),
            ("petersen", 1),
        ] {
            let board = Board::library(name).unwrap();
            let (_, counted) = lower_and_counted(&board);
            assert_eq!(counted.count_ones() + 1, slices, "{name}");
            for jump in board.jumps() {
                let pegs = |code: u128| (code as u64 & counted).count_ones();
                let [before, after] = [
                    pegs(1 << jump.from().index() | 1 << jump.over().index()),
                    pegs(1 << jump.to().index()),
                ];
                assert!(before == after || before == after + 1, "{name}");
            }
        }
        let board = Board::library("triangle5").unwrap();
        let split = SplitClass::new(&board.vacate(board.holes().next().unwrap()));
        for (counted, uppers) in (0..).zip(split.slices()) {
            let pegs = |upper: &u32| {
                let code = unpacked(u64::from(*upper), split.upper_mask);
                (code & lower_and_counted(&board).1).count_ones()
            };
            assert!(uppers.iter().all(|upper| pegs(upper) == counted));
        }
    }
}
