use super::halves::{Half, Halves, LOWER_HOLES, bit};
use super::level_index::subsets;
use super::upper_orbits::UpperOrbits;
use crate::board::{Board, Position, Symmetry, subgroups};
use crate::engine::JumpTable;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum size of the upper half. Tables take some 32 bytes for each upper half, 1 GiB at this size.
const MAX_UPPER_HOLES: usize = 25;

/// Numbers that are added at a time.
pub(super) const LANES: usize = 8;

/// Maximum number of independent parities. Each class of lower halves has its own lists.
const MAX_PARITIES: usize = 8;

/// Maximum number of symmetries, of which each has a place for each lower half.
const MAX_SYMMETRIES: usize = 64;

const _: () = assert!(MAX_SYMMETRIES <= UpperOrbits::MAX_SYMMETRIES);

/// Maximum number of jumps, of which each can have a place for each lower half.
const MAX_JUMPS: usize = 512;

/// Positions of a class, split into upper and lower halves.
///
/// The positions with the same upper half and the same number of pegs are a *block*, ordered by their lower halves. The lower
/// halves of a block are those of one *kind*: they have the same number of pegs and the same class.
///
/// A split has a group of symmetries, all of which fix the class. They map blocks to blocks, and only the first block of each orbit
/// is kept.
///
/// A *slice* has all kept upper halves with the same number of pegs in the [counted holes](Halves::counted). All jumps to a slice
/// therefore come from the same slice or from the next.
pub(super) struct SplitClass {
    halves: Halves,
    /// Lower halves by kind.
    lower: Vec<LowerHalves>,
    /// Place of each lower half among those of its kind.
    places: Vec<u16>,
    /// Number of classes of lower halves.
    classes: usize,
    /// Class of the matching lower halves for each upper half, if any match.
    lower_class: Vec<Option<u16>>,
    /// Symmetries of the split, the identity first.
    symmetries: Vec<Symmetry>,
    orbits: UpperOrbits,
    /// By symmetry and kind, the place of the image of each lower half. Empty for the identity.
    image_places: Vec<Vec<Vec<u16>>>,
    /// Kept upper halves that match any lower half, by the number of pegs in counted holes.
    slices: Vec<Vec<u32>>,
    /// Number of positions of each slice, by the number of pegs.
    slice_sizes: Vec<Vec<usize>>,
    jumps: JumpTable<u64>,
    groups: Vec<JumpGroup>,
    bytes: u64,
}

/// Lower halves of a kind.
#[derive(Default)]
pub(super) struct LowerHalves {
    /// By index.
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
    changes_lower: bool,
    /// By the kind of the lower halves after the jumps.
    places: Vec<JumpPlaces>,
}

/// Places in a row after a jump that come from places in a row before it.
pub(super) struct Run {
    /// First place after the jump.
    pub(super) after: u16,
    /// First place before the jump.
    pub(super) before: u16,
    /// Number of places, in [lanes](LANES).
    pub(super) lanes: u16,
}

/// Places of lower halves after and before the jumps of a group.
#[derive(Default)]
pub(super) struct JumpPlaces {
    pub(super) runs: Vec<Run>,
    /// Places after and before that are in no run.
    pub(super) pairs: Vec<(u16, u16)>,
}

impl JumpPlaces {
    /// Adds pairs of places of a jump.
    fn extend(&mut self, pairs: impl Iterator<Item = (u16, u16)>) {
        let pairs: Vec<_> = pairs.collect();
        let in_row = |one: &(u16, u16), next: &(u16, u16)| *next == (one.0 + 1, one.1 + 1);
        for row in pairs.chunk_by(in_row) {
            let (lanes, rest) = row.as_chunks::<LANES>();
            self.runs.extend(lanes.first().map(|first| Run {
                after: first[0].0,
                before: first[0].1,
                lanes: lanes.len() as u16,
            }));
            self.pairs.extend(rest);
        }
    }
}

impl JumpGroup {
    /// Returns the upper half before the jumps, if they can lead to `upper`.
    #[inline(always)]
    pub(super) fn upper_before(&self, upper: usize) -> Option<usize> {
        let before = upper ^ self.upper.change as usize;
        self.upper.may_have_led_to(upper as u64).then_some(before)
    }

    /// Returns the places for a kind after the jumps.
    #[inline(always)]
    pub(super) fn places(&self, kind: usize) -> &JumpPlaces {
        &self.places[kind]
    }
}

impl SplitClass {
    /// Splits the class of a member along the subgroup of some groups, all of which fix the class, that takes the least memory.
    /// Returns `None` if the board is too large, or if the memory does not hold the tables and numbers of `word` bytes.
    pub(super) fn new(
        member: &Position,
        groups: &[Vec<Symmetry>],
        memory: u64,
        word: usize,
    ) -> Option<SplitClass> {
        let board = member.board();
        if board.hole_count() > LOWER_HOLES + MAX_UPPER_HOLES
            || board.position_classes().dimension() > MAX_PARITIES
            || board.jumps().len() > MAX_JUMPS
        {
            return None;
        }
        let (halves, symmetries) = halves_of(member, groups, memory, word)?;
        Some(SplitClass::with_halves(halves, symmetries, member))
    }

    /// Splits the class of the first vacancy along the symmetries that fix it.
    #[cfg(test)]
    pub(super) fn of_first_vacancy(board: &Board) -> SplitClass {
        let start = board.vacate(board.holes().next().unwrap());
        let group = board.stabilizer(&[&[start.code()]]);
        SplitClass::new(&start, &[group], u64::MAX, 0).unwrap()
    }

    /// Splits the class of a member into halves. The symmetries, all of which fix the class, map each half onto itself.
    fn with_halves(halves: Halves, symmetries: Vec<Symmetry>, member: &Position) -> SplitClass {
        let board = member.board();
        let class_of = |code: u64| board.position_classes().class_of(u128::from(code));
        let jumps = board.jumps().iter().map(|jump| JumpCodes {
            change: jump.code() as u64,
            to: bit(jump.to()),
        });
        let jumps: Vec<_> = jumps.collect();
        let mut classes = FxHashMap::default();
        for code in halves.lower.codes() {
            let next = classes.len() as u16;
            classes.entry(class_of(code)).or_insert(next);
        }
        let kind = |code: u64| {
            let class = usize::from(classes[&class_of(code)]);
            code.count_ones() as usize * classes.len() + class
        };
        let kinds = (halves.lower.len() + 1) * classes.len();
        let (lower, places) = lower_halves(&halves.lower, kinds, kind, &jumps);
        let lower_class = halves.upper.codes().map(|upper| {
            classes
                .get(&class_of(member.code() as u64 ^ upper))
                .copied()
        });
        let lower_class: Vec<_> = lower_class.collect();
        let bytes = table_bytes(&halves, &symmetries, board);
        let orbits = UpperOrbits::new(&halves.upper, &symmetries);
        let mut slices = vec![Vec::new(); halves.counted.count_ones() as usize + 1];
        for ((upper, class), code) in (0..).zip(&lower_class).zip(halves.upper.codes()) {
            if class.is_some() && orbits.is_first(upper) {
                slices[(code & halves.counted).count_ones() as usize].push(upper);
            }
        }
        let mut class = SplitClass {
            groups: jump_groups(&halves, &lower, &places, &jumps),
            image_places: image_places(&halves.lower, &symmetries, &lower, &places),
            orbits,
            symmetries,
            halves,
            lower,
            places,
            classes: classes.len(),
            lower_class,
            slices,
            slice_sizes: Vec::new(),
            jumps: JumpTable::new(board),
            bytes,
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
        let holes = self.halves.lower.len() + self.halves.upper.len();
        (0..=holes as u32)
            .map(|pegs| alike.iter().map(|alike| size(alike, pegs)).collect())
            .collect()
    }

    /// Returns an upper bound on the bytes of the tables, including those of the blocks of two levels.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the number of upper halves, including those that are not kept.
    pub(super) fn uppers(&self) -> usize {
        self.lower_class.len()
    }

    /// Returns the kept upper halves by slice.
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
        let pegs = pegs as usize;
        (pegs <= self.halves.lower.len()).then(|| pegs * self.classes + usize::from(class))
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

    pub(super) fn orbits(&self) -> &UpperOrbits {
        &self.orbits
    }

    /// Returns the place of the image of each lower half of a kind under a symmetry other than the identity.
    #[inline(always)]
    pub(super) fn image_places(&self, symmetry: usize, kind: usize) -> &[u16] {
        &self.image_places[symmetry][kind]
    }

    /// Returns the images of a position's code under the symmetries of the split.
    pub(super) fn images(&self, code: u64) -> BTreeSet<u64> {
        let symmetries = self.symmetries.iter();
        let images = symmetries.map(|symmetry| symmetry.apply_code(code.into()) as u64);
        images.collect()
    }

    /// Returns the kept upper half of a position or its image, and the place in the block, or `None` if it is of another class.
    pub(super) fn place(&self, code: u64) -> Option<(usize, usize)> {
        let (_, symmetry) = self.orbits.first(self.halves.upper.index(code));
        let code = self.symmetries[symmetry].apply_code(code.into()) as u64;
        let upper = self.halves.upper.index(code);
        let place = usize::from(self.places[self.halves.lower.index(code)]);
        let kind = self.kind(upper, code.count_ones())?;
        let lower = code & self.halves.lower.mask();
        (self.lower[kind].codes.get(place) == Some(&lower)).then_some((upper, place))
    }

    /// Returns the places of the positions of a block that allow no jump.
    pub(super) fn dead_ends(&self, upper: usize, pegs: u32) -> impl Iterator<Item = usize> + '_ {
        let mut upper_jumps = self.groups.iter().filter(|group| !group.changes_lower);
        let has_jump = upper_jumps.any(|group| group.upper.is_possible_in(upper as u64));
        let kind = self.kind(upper, pegs).filter(|_| !has_jump);
        let halves = kind.map(|kind| &self.lower[kind]);
        let upper = self.halves.upper.code(upper);
        let is_dead_end =
            move |halves: &LowerHalves, place: usize| !self.jumps.any(upper | halves.codes[place]);
        halves.into_iter().flat_map(move |halves| {
            let places = halves.without_jump.iter().map(|place| usize::from(*place));
            places.filter(move |place| is_dead_end(halves, *place))
        })
    }
}

/// Returns an upper bound on the bytes of the tables, including those of the blocks of two levels.
fn table_bytes(halves: &Halves, symmetries: &[Symmetry], board: &Board) -> u64 {
    let for_jumps = board.jumps().len() * size_of::<(u16, u16)>() / 2;
    let for_images = symmetries.len() * size_of::<u16>();
    // The capacity of a list can be twice its length.
    let for_upper = size_of::<Option<u16>>() + 2 * size_of::<u32>() + 2 * (size_of::<usize>() + 1);
    let for_upper = for_upper + UpperOrbits::BYTES_PER_UPPER;
    (((for_jumps + for_images) as u64) << halves.lower.len())
        + ((for_upper as u64) << halves.upper.len())
}

/// Splits a board along the subgroup of some groups that takes the least memory, if any fits; see [`SplitClass::new`].
fn halves_of(
    member: &Position,
    groups: &[Vec<Symmetry>],
    memory: u64,
    word: usize,
) -> Option<(Halves, Vec<Symmetry>)> {
    let board = member.board();
    let holes = board.hole_count();
    let pegs = member.peg_count().min(holes / 2);
    let level = subsets(holes, pegs) / 2f64.powi(board.position_classes().dimension() as i32);
    let splits = groups.iter().flat_map(|group| subgroups(group));
    let splits = splits.filter(|symmetries| symmetries.len() <= MAX_SYMMETRIES);
    let splits = splits.map(|symmetries| (Halves::of(board, &symmetries), symmetries));
    let splits = splits.filter(|(halves, _)| halves.upper.len() <= MAX_UPPER_HOLES);
    let splits = splits.filter_map(|(halves, symmetries)| {
        let tables = table_bytes(&halves, &symmetries, board) as f64;
        let positions = level / symmetries.len() as f64;
        // Slices, which counted holes make, let levels share their memory.
        let levels = if halves.counted == 0 { 2.0 } else { 1.5 };
        let bytes = tables + levels * positions * size_of::<u64>() as f64;
        let least = tables + positions * word as f64;
        (least <= memory as f64).then_some((bytes, (halves, symmetries)))
    });
    let best = splits.min_by(|one, other| one.0.total_cmp(&other.0));
    best.map(|(_, split)| split)
}

/// Returns the lower halves of each kind, and the place of each code.
fn lower_halves(
    lower_holes: &Half,
    kinds: usize,
    kind: impl Fn(u64) -> usize,
    jumps: &[JumpCodes],
) -> (Vec<LowerHalves>, Vec<u16>) {
    let lower_mask = lower_holes.mask();
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
    let places = lower_holes.codes().map(place).collect();
    (lower, places)
}

fn image_places(
    lower_holes: &Half,
    symmetries: &[Symmetry],
    lower: &[LowerHalves],
    places: &[u16],
) -> Vec<Vec<Vec<u16>>> {
    let of_symmetry = |symmetry: &Symmetry| {
        let image = |code: &u64| symmetry.apply_code(u128::from(*code)) as u64;
        let place = |code: &u64| places[lower_holes.index(image(code))];
        let of_kind = |alike: &LowerHalves| alike.codes.iter().map(place).collect();
        lower.iter().map(of_kind).collect()
    };
    let others = symmetries[1..].iter().map(of_symmetry);
    std::iter::once(Vec::new()).chain(others).collect()
}

fn jump_groups(
    halves: &Halves,
    lower: &[LowerHalves],
    places: &[u16],
    jumps: &[JumpCodes],
) -> Vec<JumpGroup> {
    let lower_mask = halves.lower.mask();
    let mut by_upper: BTreeMap<_, Vec<JumpCodes>> = BTreeMap::new();
    for JumpCodes { change, to } in jumps {
        let lower = JumpCodes {
            change: change & lower_mask,
            to: to & lower_mask,
        };
        let upper = (halves.upper.index(*change), halves.upper.index(*to));
        by_upper
            .entry((lower.change != 0, upper))
            .or_default()
            .push(lower);
    }
    let groups = by_upper.into_iter();
    let group = |((changes_lower, (change, to)), jumps): ((bool, _), Vec<JumpCodes>)| {
        let of_kind = |alike: &LowerHalves| {
            let mut of_kind = JumpPlaces::default();
            for jump in &jumps {
                let after = alike.codes.iter().zip(0..);
                let after = after.filter(|(code, _)| jump.may_have_led_to(**code));
                let before = |code: u64| places[halves.lower.index(code ^ jump.change)];
                of_kind.extend(after.map(|(code, after)| (after, before(*code))));
            }
            of_kind
        };
        JumpGroup {
            upper: JumpCodes {
                change: change as u64,
                to: to as u64,
            },
            changes_lower,
            places: lower.iter().map(of_kind).collect(),
        }
    };
    groups.map(group).collect()
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
            let upper_code = split.halves.upper.code(upper);
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
            let lower = board.holes().map(bit).filter(|hole| hole & lower_mask != 0);
            let halves = Halves::new(lower.collect(), 0, &board);
            let identity = board.symmetries()[..1].to_vec();
            let split = SplitClass::with_halves(halves, identity, &member);
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
                        let JumpPlaces {
                            runs,
                            pairs: single,
                        } = group.places(kind);
                        let in_runs = runs.iter().flat_map(|run| {
                            let places = 0..run.lanes * LANES as u16;
                            places.map(|place| (run.after + place, run.before + place))
                        });
                        for (after_place, before_place) in in_runs.chain(single.iter().copied()) {
                            let after = codes[&(upper, usize::from(after_place))];
                            let before = codes_above[&(before, usize::from(before_place))];
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

    /// The symmetries of a torus map each hole to each other, so the whole group leaves no lower half.
    #[test]
    fn a_subgroup_serves_where_tables_are_too_large() {
        let board = Board::library("torus6").unwrap();
        let group = board.symmetries();
        assert_eq!(Halves::of(&board, group).lower.len(), 0);
        let groups = [group.to_vec()];
        let (halves, symmetries) = halves_of(&board.full(), &groups, u64::MAX, 0).unwrap();
        assert!(halves.upper.len() <= MAX_UPPER_HOLES);
        assert!((2..group.len()).contains(&symmetries.len()));
    }

    #[test]
    fn little_memory_leaves_fewer_symmetries() {
        let board = Board::library("star37").unwrap();
        let groups = [board.symmetries().to_vec()];
        let start = board.vacate(board.hole("c1").unwrap());
        let split = |memory| {
            let (halves, symmetries) = halves_of(&start, &groups, memory, 0)?;
            Some((symmetries.len(), halves.upper.len()))
        };
        assert_eq!(split(u64::MAX), Some((12, 25)));
        assert_eq!(split(512 << 20), Some((6, 22)));
        assert_eq!(split(1 << 20), None);
    }

    #[test]
    fn memory_that_does_not_hold_the_numbers_gets_no_tables() {
        let board = Board::library("english").unwrap();
        let start = board.vacate(board.hole("c1").unwrap());
        let groups = [board.symmetries()[..1].to_vec()];
        let is_split = |memory, word| SplitClass::new(&start, &groups, memory, word).is_some();
        assert!(is_split(250 << 20, 0));
        assert!(!is_split(250 << 20, 4));
        assert!(is_split(500 << 20, 4));
    }

    #[test]
    fn blocks_and_their_images_make_up_the_class() {
        let board = Board::library("square4").unwrap();
        let start = board.vacate(board.hole("a1").unwrap());
        let class = |code: u64| board.position_classes().class_of(u128::from(code));
        let symmetries = board.symmetries().to_vec();
        let halves = Halves::of(&board, &symmetries);
        let split = SplitClass::with_halves(halves, symmetries, &start);
        assert_eq!(split.images(start.code() as u64).len(), 4);
        for pegs in 0..=16 {
            let codes = (0..1 << 16).filter(|code: &u64| code.count_ones() == pegs);
            let (members, others): (Vec<u64>, Vec<u64>) =
                codes.partition(|code| class(*code) == start.class());
            assert!(others.iter().all(|code| split.place(*code).is_none()));
            for code in &members {
                let upper = split.place(*code).unwrap().0;
                let images = split.images(*code).into_iter();
                assert!(
                    images
                        .map(|image| split.place(image).unwrap().0)
                        .all(|each| each == upper)
                );
            }
            let kept = split.slices().iter().flatten().map(|upper| *upper as usize);
            let sizes = kept.map(|upper| split.orbits().size(upper) * split.block_len(upper, pegs));
            assert_eq!(sizes.sum::<usize>(), members.len());
        }
    }

    #[test]
    fn slices_have_the_same_number_of_counted_pegs() {
        let board = Board::library("triangle5").unwrap();
        let split = SplitClass::of_first_vacancy(&board);
        assert_eq!(split.slices().len(), 4);
        for (counted, uppers) in (0..).zip(split.slices()) {
            let pegs = |upper: &u32| {
                let code = split.halves.upper.code(*upper as usize);
                (code & split.halves.counted).count_ones()
            };
            assert!(uppers.iter().all(|upper| pegs(upper) == counted));
        }
    }
}
