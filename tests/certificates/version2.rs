//! Certificates of version 2: functions with parities, trees of cases, forced ends and compact exhaustions, each
//! compared with brute force on many small random problems, and refused if any part is wrong.

use super::sample::check;
use pegboard::checker::{CheckOptions, Rejection, verify_text};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// Reproducible random numbers: the upper bits of Knuth's MMIX generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    fn between(&mut self, least: i32, most: i32) -> i32 {
        least + self.below((most - least + 1) as usize) as i32
    }

    fn once_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}

/// Holes from, over, to.
type Jump = [usize; 3];

struct Puzzle {
    triangular: bool,
    holes: Vec<(i32, i32)>,
    jumps: Vec<Jump>,
    start: u32,
    finish: u32,
}

#[derive(Clone, Debug)]
struct Function {
    weights: Vec<i32>,
    parities: Vec<(u32, i32)>,
}

fn bits(holes: &[usize]) -> u32 {
    let mut bits = 0;
    for hole in holes {
        bits |= 1 << hole;
    }
    bits
}

fn is_odd(code: u32) -> bool {
    code.count_ones() % 2 == 1
}

fn after(jumps: &[Jump], position: u32) -> Vec<u32> {
    changed(jumps, position, |pegs, _| pegs)
}

fn before(jumps: &[Jump], position: u32) -> Vec<u32> {
    changed(jumps, position, |_, hole| hole)
}

/// Returns the positions one jump away, in ascending order. `filled` selects the direction: it returns the filled holes
/// of a jump in `position`, given its pegs and its empty hole.
fn changed(jumps: &[Jump], position: u32, filled: fn(u32, u32) -> u32) -> Vec<u32> {
    let mut found = Vec::new();
    for [from, over, to] in jumps {
        let (pegs, hole) = (1 << from | 1 << over, 1 << to);
        if position & (pegs | hole) == filled(pegs, hole) {
            found.push(position ^ (pegs | hole));
        }
    }
    found.sort_unstable();
    found
}

impl Puzzle {
    /// Returns a puzzle with up to twelve holes in three rows. The start is often almost full.
    fn random(random: &mut Random) -> Puzzle {
        let (width, triangular) = (3 + random.below(2) as i32, random.once_in(2));
        let all = (0..3).flat_map(|y| (0..width).map(move |x| (x, y)));
        let holes: Vec<(i32, i32)> = all.filter(|_| !random.once_in(9)).collect();
        Puzzle::on(triangular, holes, random)
    }

    /// Returns a puzzle with a random start and a random finish.
    fn on(triangular: bool, holes: Vec<(i32, i32)>, random: &mut Random) -> Puzzle {
        let mut puzzle = Puzzle::empty(triangular, holes);
        puzzle.set(random);
        puzzle
    }

    /// Returns a puzzle without a start or a finish.
    fn empty(triangular: bool, holes: Vec<(i32, i32)>) -> Puzzle {
        let place = |point: (i32, i32)| holes.iter().position(|hole| *hole == point);
        let mut jumps = Vec::new();
        for (over, (x, y)) in holes.iter().enumerate() {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1)]
                .into_iter()
                .take(2 + usize::from(triangular))
            {
                if let (Some(one), Some(other)) = (place((x - dx, y - dy)), place((x + dx, y + dy)))
                {
                    jumps.extend([[one, over, other], [other, over, one]]);
                }
            }
        }
        Puzzle {
            triangular,
            holes,
            jumps,
            start: 0,
            finish: 0,
        }
    }

    fn set(&mut self, random: &mut Random) {
        let full = self.full();
        let sparse = |random: &mut Random| {
            (0..2).fold(full, |code, _| code & random.below(full as usize) as u32)
        };
        let holes = self.holes.len();
        let start = if random.once_in(3) {
            full & !(1 << random.below(holes))
        } else {
            full & !sparse(random)
        };
        self.start = start.max(1);
        // Half of the finishes are reachable; the others have two holes changed or one peg.
        let reached: Vec<u32> = self.reachable();
        let mut finish = reached[random.below(reached.len())];
        if random.once_in(2) {
            let [one, other] = [(); 2].map(|()| 1 << random.below(holes));
            finish = if random.once_in(2) {
                finish ^ one ^ other
            } else {
                1 << random.below(holes)
            };
        }
        self.finish = finish.max(1);
    }

    fn full(&self) -> u32 {
        (1 << self.holes.len()) - 1
    }

    /// Returns the reachable positions in ascending order.
    fn reachable(&self) -> Vec<u32> {
        let mut is_known = vec![false; 1 << self.holes.len()];
        is_known[self.start as usize] = true;
        let (mut reached, mut next) = (vec![self.start], 0);
        while next < reached.len() {
            let position = reached[next];
            next += 1;
            for child in after(&self.jumps, position) {
                if !is_known[child as usize] {
                    is_known[child as usize] = true;
                    reached.push(child);
                }
            }
        }
        reached.sort_unstable();
        reached
    }

    fn is_solvable(&self) -> bool {
        self.reachable().contains(&self.finish)
    }

    fn labels(&self, code: u32) -> String {
        let holes = (0..self.holes.len()).filter(|hole| code >> hole & 1 == 1);
        holes.map(|hole| format!("h{hole} ")).collect()
    }

    /// Returns the certificate with a refutation of the finish.
    fn certificate(
        &self,
        functions: &[Function],
        symmetries: &str,
        refuted: &str,
        exhaustion: &str,
    ) -> String {
        let labels: Vec<String> = (0..self.holes.len())
            .map(|hole| format!("\"h{hole}\""))
            .collect();
        let (start, finish) = (self.labels(self.start), self.labels(self.finish));
        format!(
            "Certificate(version: 2, board: (name: \"Random\", lattice: {}, holes: {:?}, labels: [{}]), start: \"{start}\", \
             goal: Position(\"{finish}\"), answer: Unsolvable((invariants: [], functions: {}, symmetries: [{symmetries}], \
             finishes: Each([(pegs: \"{finish}\", refuted: {refuted})]), exhaustion: {exhaustion})))",
            if self.triangular {
                "Triangular"
            } else {
                "Square"
            },
            self.holes,
            labels.join(","),
            self.functions(functions),
        )
    }

    fn functions(&self, functions: &[Function]) -> String {
        let one = |function: &Function| {
            let parity = |(set, loss): &(u32, i32)| {
                format!("(holes: \"{}\", loss: {loss})", self.labels(*set))
            };
            let parities: Vec<String> = function.parities.iter().map(parity).collect();
            format!(
                "(weights: {:?}, parities: [{}])",
                function.weights,
                parities.join(",")
            )
        };
        format!(
            "[{}]",
            functions.iter().map(one).collect::<Vec<_>>().join(",")
        )
    }

    /// Returns a function with small weights, and losses as large as the jumps allow. Some functions have a mistake: a
    /// weight or a loss that is too large.
    fn function(&self, random: &mut Random) -> Function {
        let mut weights: Vec<i32> = self.holes.iter().map(|_| random.between(-1, 4)).collect();
        for _ in 0..self.holes.len() {
            for [from, over, to] in &self.jumps {
                weights[*to] = weights[*to].min(weights[*from] + weights[*over]).max(-6);
            }
        }
        if random.once_in(12) {
            weights[random.below(self.holes.len())] += 1;
        }
        let mut function = Function {
            weights,
            parities: Vec::new(),
        };
        for _ in 0..random.below(4) {
            let set = random.below(self.full() as usize) as u32 + 1;
            let room = self.jumps.iter().filter(|jump| is_odd(set & bits(*jump)));
            let loss = room
                .map(|jump| function.room(jump))
                .min()
                .unwrap_or(1)
                .max(0);
            function
                .parities
                .push((set, loss + i32::from(random.once_in(8))));
        }
        function
    }
}

impl Function {
    /// Returns the loss of a jump beyond its required loss.
    fn room(&self, jump: &Jump) -> i32 {
        let [from, over, to] = jump.map(|hole| self.weights[hole]);
        from + over - to - self.loss(bits(jump))
    }

    fn loss(&self, difference: u32) -> i32 {
        let mut sum = 0;
        for (set, loss) in &self.parities {
            sum += if is_odd(set & difference) { *loss } else { 0 };
        }
        sum
    }

    fn sum(&self, position: u32) -> i32 {
        let (mut sum, mut rest) = (0, position);
        while rest != 0 {
            sum += self.weights[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        sum
    }

    fn is_valid(&self, puzzle: &Puzzle) -> bool {
        puzzle.jumps.iter().all(|jump| self.room(jump) >= 0)
    }

    fn refutes(&self, position: u32, finish: u32) -> bool {
        self.sum(position) - self.sum(finish) < self.loss(position ^ finish)
    }
}

fn image(images: &[usize], code: u32) -> u32 {
    let (mut moved, mut rest) = (0, code);
    while rest != 0 {
        moved |= 1 << images[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    moved
}

type Move = fn(i32, i32, i32, i32) -> (i32, i32);

/// Returns the rotations and reflections of a box around the holes that map the holes to themselves. On the triangular
/// lattice, only the identity and the half turn are candidates.
fn group(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let (width, height) = (puzzle.holes.iter().map(|hole| hole.0).max().unwrap(), 2);
    let moves: [Move; 4] = [
        |x, y, _, _| (x, y),
        |x, y, width, height| (width - x, height - y),
        |x, y, width, _| (width - x, y),
        |x, y, _, height| (x, height - y),
    ];
    let moves = moves
        .into_iter()
        .take(if puzzle.triangular { 2 } else { 4 });
    let place = |point| puzzle.holes.iter().position(|hole| *hole == point);
    let images = |r#move: fn(i32, i32, i32, i32) -> (i32, i32)| {
        puzzle
            .holes
            .iter()
            .map(|(x, y)| place(r#move(*x, *y, width, height)))
            .collect::<Option<Vec<_>>>()
    };
    moves.filter_map(images).collect()
}

fn shown(group: &[Vec<usize>]) -> String {
    group.iter().map(|images| format!("{images:?},")).collect()
}

fn identity(puzzle: &Puzzle) -> String {
    shown(&group(puzzle)[..1])
}

#[test]
fn functions_with_parities_prove_what_is_true() {
    let (mut random, mut accepted, mut by_parity) = (Random(1), 0, 0);
    for _ in 0..12_000 {
        let puzzle = Puzzle::random(&mut random);
        let mut function = puzzle.function(&mut random);
        for _ in 0..random.below(60) {
            if !function.refutes(puzzle.start, puzzle.finish) {
                function = puzzle.function(&mut random); // one for this problem, if chance finds it
            }
        }
        let (start, finish) = (function.sum(puzzle.start), function.sum(puzzle.finish));
        let loss = function.loss(puzzle.start ^ puzzle.finish) + i32::from(random.once_in(20));
        let refuted =
            format!("Function(function: 1, start: {start}, finish: {finish}, loss: {loss})");
        let text = puzzle.certificate(std::slice::from_ref(&function), "", &refuted, "NotNeeded");
        let is_proof = function.is_valid(&puzzle)
            && loss == function.loss(puzzle.start ^ puzzle.finish)
            && function.refutes(puzzle.start, puzzle.finish);
        assert_eq!(check(&text).is_ok(), is_proof, "{text}");
        assert!(!is_proof || !puzzle.is_solvable(), "{text}");
        accepted += usize::from(is_proof);
        by_parity += usize::from(is_proof && start >= finish);
    }
    assert!(accepted > 400 && by_parity > 60, "{accepted}, {by_parity}");
}

/// Writer of a tree of cases that refutes as much as possible, with a few random mistakes.
struct Tree<'a> {
    puzzle: &'a Puzzle,
    functions: &'a [Function],
    group: &'a [Vec<usize>],
    random: &'a mut Random,
    /// Smallest images of refuted pairs.
    seen: HashSet<(u32, u32)>,
    mistakes: usize,
}

impl Tree<'_> {
    fn text(&mut self, start: u32, finish: u32) -> String {
        let one_in = 400;
        let mistake = self.random.once_in(one_in);
        self.mistakes += usize::from(mistake);
        let pair = self
            .group
            .iter()
            .map(|images| (image(images, start), image(images, finish)))
            .min()
            .unwrap();
        if self.seen.contains(&pair) != mistake {
            return "Seen".to_owned();
        }
        let number = self
            .functions
            .iter()
            .position(|function| function.refutes(start, finish) != mistake);
        let text = match number {
            Some(number) => format!("Function({})", number + 1),
            None if self.random.once_in(2) => self.split("First", start, finish, mistake),
            None => self.split("Last", start, finish, mistake),
        };
        self.seen.insert(pair);
        text
    }

    fn split(&mut self, name: &str, start: u32, finish: u32, mistake: bool) -> String {
        let mut pairs: Vec<(u32, u32)> = match (start.count_ones() > finish.count_ones(), name) {
            (false, _) => Vec::new(),
            (_, "First") => after(&self.puzzle.jumps, start)
                .into_iter()
                .map(|start| (start, finish))
                .collect(),
            _ => before(&self.puzzle.jumps, finish)
                .into_iter()
                .map(|finish| (start, finish))
                .collect(),
        };
        if mistake && !pairs.is_empty() {
            pairs.remove(self.random.below(pairs.len()));
        }
        let cases: Vec<String> = pairs
            .into_iter()
            .map(|(start, finish)| self.text(start, finish))
            .collect();
        format!("{name}([{}])", cases.join(","))
    }
}

#[test]
fn trees_of_cases_prove_what_is_true() {
    let (mut random, mut accepted, mut refused) = (Random(2), 0, 0);
    for _ in 0..2_000 {
        let puzzle = Puzzle::random(&mut random);
        let functions: Vec<Function> = (0..3).map(|_| puzzle.function(&mut random)).collect();
        let functions: Vec<Function> = functions
            .into_iter()
            .filter(|function| function.is_valid(&puzzle))
            .collect();
        let (seen, group) = (HashSet::new(), group(&puzzle));
        let group = if random.once_in(2) {
            &group[..1]
        } else {
            &group
        };
        let (random, mistakes) = (&mut random, 0);
        let mut tree = Tree {
            puzzle: &puzzle,
            functions: &functions,
            group,
            random,
            seen,
            mistakes,
        };
        let cases = tree.text(puzzle.start, puzzle.finish);
        let mistakes = tree.mistakes;
        let text = puzzle.certificate(
            &functions,
            &shown(group),
            &format!("Cases({cases})"),
            "NotNeeded",
        );
        let result = check(&text);
        let is_solvable = puzzle.is_solvable();
        assert!(result.is_err() || !is_solvable, "{text}");
        assert!(
            result.is_ok() || is_solvable || mistakes > 0,
            "{result:?}\n{text}"
        );
        accepted += usize::from(result.is_ok());
        refused += usize::from(result.is_err());
    }
    assert!(accepted > 500 && refused > 500, "{accepted}, {refused}");
}

/// Returns the sizes of the levels of a side, as the format defines them without symmetries.
fn levels(
    puzzle: &Puzzle,
    starts: &[u32],
    finish: u32,
    last_jumps: u32,
    functions: &[Function],
) -> Vec<usize> {
    let mut ends = BTreeSet::from([finish]);
    for _ in 0..last_jumps {
        let can_come = |end: &u32| {
            starts.iter().any(|start| {
                !functions
                    .iter()
                    .any(|function| function.refutes(*start, *end))
            })
        };
        ends = ends
            .iter()
            .flat_map(|end| before(&puzzle.jumps, *end))
            .filter(can_come)
            .collect();
    }
    let is_open = |position: &u32| {
        ends.iter().any(|end| {
            !functions
                .iter()
                .any(|function| function.refutes(*position, *end))
        })
    };
    let mut level: BTreeSet<u32> = starts.iter().copied().filter(is_open).collect();
    let mut sizes = Vec::new();
    let most = starts[0].count_ones() + 1 - finish.count_ones() - last_jumps;
    while !level.is_empty() && sizes.len() < most as usize {
        sizes.push(level.len());
        level = level
            .iter()
            .flat_map(|position| after(&puzzle.jumps, *position))
            .filter(is_open)
            .collect();
    }
    sizes
}

/// Parts of the text of a compact side.
struct CompactSide {
    functions: String,
    last_jumps: u32,
    symmetries: String,
    sizes: Vec<usize>,
}

impl CompactSide {
    fn text(&self) -> String {
        let CompactSide {
            functions,
            last_jumps,
            symmetries,
            sizes,
        } = self;
        format!(
            "(functions: {functions}, last_jumps: {last_jumps}, symmetries: [{symmetries}], positions: Sizes({sizes:?}))"
        )
    }
}

fn side(
    puzzle: &Puzzle,
    start: u32,
    finish: u32,
    last_jumps: u32,
    random: &mut Random,
) -> CompactSide {
    let functions: Vec<Function> = (0..random.below(4))
        .map(|_| puzzle.function(random))
        .collect();
    let functions: Vec<Function> = functions
        .into_iter()
        .filter(|function| function.is_valid(puzzle))
        .collect();
    CompactSide {
        last_jumps,
        symmetries: identity(puzzle),
        sizes: levels(puzzle, &[start], finish, last_jumps, &functions),
        functions: puzzle.functions(&functions),
    }
}

#[test]
fn compact_exhaustions_prove_what_is_true() {
    let mut random = Random(3);
    let mut outcomes: BTreeMap<(usize, bool), usize> = BTreeMap::new();
    for _ in 0..8_000 {
        let mut puzzle = Puzzle::random(&mut random);
        let (full, kind) = (puzzle.full(), random.below(4));
        if kind == 3 {
            puzzle.finish = (full & !puzzle.start).max(1);
        }
        let (start, finish) = (puzzle.start, puzzle.finish);
        let jumps = start.count_ones().saturating_sub(finish.count_ones());
        let (one, other) = (random.below(4) as u32, random.below(3) as u32);
        if start.count_ones() < finish.count_ones() || jumps < one + other {
            continue;
        }
        let forward = side(&puzzle, start, finish, one, &mut random);
        let backward = side(&puzzle, full & !finish, full & !start, other, &mut random);
        let meeting =
            finish.count_ones() + one + random.below((jumps - one - other + 1) as usize) as u32;
        let holes = puzzle.holes.len() as u32;
        let exhaustion = match kind {
            0 => format!("Forward({})", forward.text()),
            1 => format!("Backward({})", backward.text()),
            2 => format!(
                "BothWays(meeting: {meeting}, forward: {}, backward: {})",
                forward.text(),
                backward.text()
            ),
            _ => format!("Halved(meeting: {meeting}, forward: {})", forward.text()),
        };
        let text = puzzle.certificate(&[], "", "Exhaustion", &exhaustion);
        let result = check(&text);
        let is_solvable = puzzle.is_solvable();
        assert!(result.is_err() || !is_solvable, "{text}");
        let is_halved_well = kind != 3
            || 2 * meeting <= holes
                && holes - meeting <= start.count_ones()
                && full & !start == finish;
        assert!(
            result.is_ok() || is_solvable || !is_halved_well,
            "{result:?}\n{text}"
        );
        *outcomes.entry((kind, result.is_ok())).or_default() += 1;
        let sizes = if kind == 1 {
            &backward.sizes
        } else {
            &forward.sizes
        };
        if kind < 2 && result.is_ok() && !sizes.is_empty() {
            let level = random.below(sizes.len());
            let mut smaller = sizes.clone();
            smaller[level] -= 1;
            let text = text.replacen(
                &format!("Sizes({sizes:?})"),
                &format!("Sizes({smaller:?})"),
                1,
            );
            let message = check(&text).unwrap_err().to_string();
            assert!(message.contains("more than"), "{message}");
        }
    }
    for kind in 0..4 {
        for is_accepted in [false, true] {
            assert!(
                outcomes
                    .get(&(kind, is_accepted))
                    .is_some_and(|count| *count > 100),
                "{outcomes:?}"
            );
        }
    }
}

#[test]
fn symmetries_of_a_compact_exhaustion() {
    let (mut random, mut accepted, mut refused) = (Random(4), 0, 0);
    for _ in 0..1_500 {
        let puzzle = Puzzle::random(&mut random);
        if puzzle.start.count_ones() < puzzle.finish.count_ones() {
            continue;
        }
        let all = group(&puzzle);
        let fixing: Vec<Vec<usize>> = all
            .iter()
            .filter(|images| image(images, puzzle.finish) == puzzle.finish)
            .cloned()
            .collect();
        let with = |group: &[Vec<usize>]| {
            let sizes = vec![1 << 12; puzzle.holes.len()];
            let sizes = sizes[..=(puzzle.start.count_ones() - puzzle.finish.count_ones()) as usize]
                .to_vec();
            let (functions, symmetries) = ("[]".to_owned(), shown(group));
            let side = CompactSide {
                functions,
                last_jumps: 0,
                symmetries,
                sizes,
            };
            puzzle.certificate(&[], "", "Exhaustion", &format!("Forward({})", side.text()))
        };
        assert_eq!(check(&with(&fixing)).is_ok(), !puzzle.is_solvable());
        if fixing.len() < all.len() {
            let message = check(&with(&all)).unwrap_err().to_string();
            assert!(
                message.contains("carries a finish onto a position that is not a finish"),
                "{message}"
            );
            refused += 1;
        } else if fixing.len() > 1 {
            accepted += 1;
        }
    }
    assert!(accepted > 50 && refused > 50, "{accepted}, {refused}");
}

/// Returns a certificate of an unsolvable problem with large levels, which the checker splits into many ranges.
fn large() -> String {
    let holes = (0..4).flat_map(|y| (0..6).map(move |x| (x, y))).collect();
    let mut puzzle = Puzzle::empty(false, holes);
    (puzzle.start, puzzle.finish) = (puzzle.full() & !(0b11 << 8), 1);
    let sizes = vec![1 << 20; puzzle.start.count_ones() as usize];
    let (functions, symmetries) = ("[]".to_owned(), identity(&puzzle));
    let side = CompactSide {
        functions,
        last_jumps: 0,
        symmetries,
        sizes,
    };
    puzzle.certificate(&[], "", "Exhaustion", &format!("Forward({})", side.text()))
}

#[test]
fn a_compact_exhaustion_depends_on_neither_threads_nor_memory_and_can_be_stopped() {
    let text = large();
    let checked =
        |options: &CheckOptions<'_>| verify_text(&text, "large.ron", Path::new(""), options);
    let plain = checked(&CheckOptions::default()).unwrap();
    assert!(plain.positions > 100_000, "{}", plain.positions);
    for threads in [1, 3] {
        for memory in [0, 1 << 16, 1 << 30] {
            let threads = NonZeroUsize::new(threads).unwrap();
            let options = CheckOptions::default()
                .with_memory(memory)
                .with_threads(threads);
            assert_eq!(checked(&options).as_ref(), Ok(&plain));
        }
    }
    let told = AtomicU64::new(0);
    let go_on = |positions: u64| {
        told.fetch_max(positions, Ordering::Relaxed);
        positions < 20_000
    };
    let stopped = checked(&CheckOptions::default().with_go_on(&go_on));
    assert!(
        matches!(
            stopped,
            Err(Rejection::Stopped {
                positions: 20_000..40_000,
                ..
            })
        ),
        "{stopped:?}"
    );
    assert!(told.into_inner() < 40_000);
}

/// Checks the message for each mistake in each part that version 2 adds.
#[test]
fn each_part_of_version_2_with_a_mistake() {
    const ROW: &str = "Certificate(version: 2, board: (name: \"Row\", lattice: Square, holes: [(0, 0), (1, 0), (2, 0), (3, 0), \
                       (4, 0)], labels: [\"a\", \"b\", \"c\", \"d\", \"e\"]), start: \"a b d\", goal: PegIn(\"e\"), ";
    let function = "functions: [(weights: [1, 1, 1, 1, 1], parities: [(holes: \"a\", loss: 1)])], symmetries: [[0, 1, 2, 3, \
                    4], [4, 3, 2, 1, 0]]";
    let stated = format!(
        "{ROW}answer: Unsolvable((invariants: [\"a b d e\"], {function}, finishes: Each([(pegs: \"e\", refuted: X)]), \
         exhaustion: NotNeeded)))"
    );
    let tree = stated.replace('X', "Cases(First([Last([Class(1)])]))");
    let sides = stated.replace('X', "Exhaustion").replace(
        "NotNeeded",
        "Forward((functions: [(weights: [0, 0, 0, 0, 0])], last_jumps: 1, symmetries: [[0, 1, 2, 3, 4]], \
         positions: Sizes([1, 1])))",
    );
    let cases: [(&str, &str, &str, &str); 21] = [
        (
            &tree,
            "",
            "",
            "case 1.1: pegs in c d to pegs in c d: the parities do not differ",
        ),
        (
            &tree,
            "Last([Class(1)])",
            "Last([])",
            "there are 1 cases, of which 0 are listed",
        ),
        (
            &tree,
            "First([Last",
            "First([Seen, Last",
            "there are 1 cases, of which 2 are listed",
        ),
        (
            &tree,
            "Last([Class(1)])",
            "Seen",
            "pegs in c d to pegs in e has not been refuted before",
        ),
        (
            &tree,
            "Last([Class(1)])",
            "Function(1)",
            "case 1: function 1 does not refute pegs in c d to pegs in e",
        ),
        (
            &tree,
            "Last([Class(1)])",
            "Function(2)",
            "there is no function number 2",
        ),
        (
            &tree,
            "Last([Class(1)])",
            "Class(2)",
            "there is no invariant number 2",
        ),
        (
            &tree,
            "Last([Class(1)])",
            "Last([First([])])",
            "case 1.1: the start is a finish",
        ),
        (
            &tree,
            "loss: 1",
            "loss: 2",
            "the jump a-c loses only 1, less than 2",
        ),
        (&tree, "loss: 1", "loss: -1", "a loss is negative"),
        (
            &tree,
            "holes: \"a\"",
            "holes: \"z\"",
            "the board has no hole `z`",
        ),
        (
            &tree,
            "weights: [1,",
            "weights: [",
            "there are 4 weights for 5 holes",
        ),
        (
            &tree,
            "weights: [1,",
            "weights: [268435456,",
            "the weights sum up to 268435456 or more",
        ),
        (
            &tree,
            "[4, 3, 2, 1, 0]",
            "[4, 3, 2, 0, 1]",
            "symmetries, number 2: the image of the jump",
        ),
        (
            &tree,
            "[4, 3, 2, 1, 0]",
            "[4, 3, 2, 1, 5]",
            "symmetries, number 2: it does not name each",
        ),
        (
            &tree,
            "version: 2",
            "version: 1",
            "the certificate uses features of version 2",
        ),
        (
            &sides,
            "",
            "",
            "the finish 12 (pegs in c d) is among the positions",
        ),
        (
            &sides,
            "Sizes([1, 1])",
            "Sizes([1])",
            "there are 1 with 2 pegs, more than 0",
        ),
        (
            &sides,
            "last_jumps: 1",
            "last_jumps: 3",
            "its finishes have 4",
        ),
        (
            &sides,
            "last_jumps: 1",
            "last_jumps: 4294967295",
            "its finishes have 4294967295",
        ),
        (
            &sides,
            "[0, 0, 0, 0, 0]",
            "[0, 0, 1, 0, 0]",
            "the jump a-c raises the sum: 0 and 0 give 1",
        ),
    ];
    for (text, from, to, message) in cases {
        assert!(text.contains(from), "{from}");
        let rejection = check(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(rejection.contains(message), "{rejection}\n{message}");
    }
}
