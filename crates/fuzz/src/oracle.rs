//! Naive reference for small boards: plain searches over sets of codes.
//!
//! It shares nothing with the library. Holes are sorted row by row, and hole `i` is bit `i` of a code.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Coordinates `(x, y)` of a hole, with `x` to the right and `y` down.
pub type Place = (i32, i32);

/// Unit steps of the lattice's own jumps.
pub fn lattice_steps(triangular: bool) -> Vec<Place> {
    let mut steps = vec![(1, 0), (-1, 0), (0, 1), (0, -1)];
    if triangular {
        steps.extend([(1, 1), (-1, -1)]);
    }
    steps
}

/// A jump by hole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Jump {
    pub from: usize,
    pub over: usize,
    pub to: usize,
}

impl Jump {
    fn needs(self) -> u128 {
        1 << self.from | 1 << self.over
    }

    fn changes(self) -> u128 {
        self.needs() | 1 << self.to
    }
}

/// Holes and jumps of a board.
#[derive(Clone, Debug)]
pub struct Rules {
    pub holes: Vec<Place>,
    pub jumps: Vec<Jump>,
    steps: Vec<Place>,
}

impl Rules {
    pub fn new(holes: impl IntoIterator<Item = Place>, steps: &[Place]) -> Rules {
        let mut holes: Vec<Place> = holes.into_iter().collect();
        holes.sort_by_key(|(x, y)| (*y, *x));
        let hole = |place: Place| holes.iter().position(|known| *known == place);
        let mut jumps = Vec::new();
        for (from, (x, y)) in holes.iter().enumerate() {
            for (right, down) in steps {
                let over = hole((x + right, y + down));
                let to = hole((x + 2 * right, y + 2 * down));
                if let (Some(over), Some(to)) = (over, to) {
                    jumps.push(Jump { from, over, to });
                }
            }
        }
        Rules {
            holes,
            jumps,
            steps: steps.to_vec(),
        }
    }

    /// Returns the code of the full board.
    pub fn full(&self) -> u128 {
        (0..self.holes.len()).map(|hole| 1 << hole).sum()
    }

    /// Returns the jumps that are possible, with the positions after them.
    pub fn after(&self, code: u128) -> impl Iterator<Item = (Jump, u128)> + '_ {
        let possible = move |jump: &Jump| code & jump.changes() == jump.needs();
        let jumps = self.jumps.iter().copied().filter(possible);
        jumps.map(move |jump| (jump, code ^ jump.changes()))
    }

    /// Plays a move, given by the holes that its peg visits. Returns `None` if a jump is impossible.
    pub fn play(&self, code: u128, holes: &[usize]) -> Option<u128> {
        holes.windows(2).try_fold(code, |code, ends| {
            let is_meant = |jump: &Jump| [jump.from, jump.to] == *ends;
            let mut after = self.after(code).filter(|(jump, _)| is_meant(jump));
            after.next().map(|(_, code)| code)
        })
    }

    /// Returns all reachable positions, or `None` if there are more than `most`.
    pub fn reachable(&self, start: u128, most: usize) -> Option<HashSet<u128>> {
        let mut seen = HashSet::from([start]);
        let mut waiting = vec![start];
        while let Some(code) = waiting.pop() {
            for (_, next) in self.after(code) {
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        Some(seen)
    }

    /// Returns `true` if jumps connect all holes.
    pub fn is_connected(&self) -> bool {
        let mut part = 1;
        loop {
            let touching = self.jumps.iter().filter(|jump| jump.changes() & part != 0);
            let larger = touching.fold(part, |part, jump| part | jump.changes());
            if larger == part {
                return part == self.full();
            }
            part = larger;
        }
    }

    /// Returns `true` if the jumps do not exclude, by parity, a line between two positions.
    pub fn is_same_class(&self, one: u128, other: u128) -> bool {
        let mut basis: Vec<u128> = Vec::new();
        let reduce =
            |basis: &[u128], code: u128| basis.iter().fold(code, |code, row| code.min(code ^ row));
        for jump in &self.jumps {
            let rest = reduce(&basis, jump.changes());
            if rest != 0 {
                basis.push(rest);
                basis.sort_unstable_by(|one, other| other.cmp(one));
            }
        }
        reduce(&basis, one ^ other) == 0
    }

    /// Returns the permutations of the holes by isometries of the lattice that keep the directions of jumps, with the
    /// linear part of each isometry.
    pub fn symmetries(&self, triangular: bool) -> Vec<(Linear, Vec<usize>)> {
        let corner = |places: &[Place]| {
            let x = places.iter().map(|(x, _)| *x).min();
            let y = places.iter().map(|(_, y)| *y).min();
            (x.unwrap_or(0), y.unwrap_or(0))
        };
        let (left, top) = corner(&self.holes);
        let permutation = |map: Linear| -> Option<Vec<usize>> {
            let moved: Vec<Place> = self.holes.iter().map(|place| map.apply(*place)).collect();
            let (x, y) = corner(&moved);
            let hole = |place: &Place| {
                let at = (place.0 - x + left, place.1 - y + top);
                self.holes.iter().position(|known| *known == at)
            };
            moved.iter().map(hole).collect()
        };
        let keeps_jumps = |map: &Linear| {
            let mut steps = self.steps.iter();
            steps.all(|step| self.steps.contains(&map.apply(*step)))
        };
        let found = isometries(triangular).into_iter();
        found
            .filter(keeps_jumps)
            .filter_map(|map| Some((map, permutation(map)?)))
            .collect()
    }
}

/// Linear map of the plane, by the images of `(1, 0)` and `(0, 1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linear(pub Place, pub Place);

impl Linear {
    pub fn apply(self, (x, y): Place) -> Place {
        let Linear(right, down) = self;
        (x * right.0 + y * down.0, x * right.1 + y * down.1)
    }

    pub fn is_rotation(self) -> bool {
        let Linear(right, down) = self;
        right.0 * down.1 - right.1 * down.0 == 1
    }

    fn after(self, Linear(right, down): Linear) -> Linear {
        Linear(self.apply(right), self.apply(down))
    }
}

/// Returns the isometries of a lattice that fix the origin.
fn isometries(triangular: bool) -> Vec<Linear> {
    let turn = if triangular {
        Linear((1, 1), (-1, 0))
    } else {
        Linear((0, 1), (-1, 0))
    };
    let swap = Linear((0, 1), (1, 0));
    let mut found = vec![Linear((1, 0), (0, 1))];
    let mut next = 0;
    while next < found.len() {
        for map in [turn.after(found[next]), swap.after(found[next])] {
            if !found.contains(&map) {
                found.push(map);
            }
        }
        next += 1;
    }
    found
}

/// Returns the image of a code under a permutation of the holes.
pub fn image(code: u128, to: &[usize]) -> u128 {
    let has_peg = |hole: &usize| code >> hole & 1 == 1;
    let pegs = (0..to.len()).filter(has_peg);
    pegs.map(|hole| 1 << to[hole]).sum()
}

/// Returns the smallest image of a code.
pub fn canonical(code: u128, group: &[Vec<usize>]) -> u128 {
    let images = group.iter().map(|to| image(code, to));
    images.min().unwrap_or(code)
}

/// Every position of the games from a start.
#[derive(Debug)]
pub struct Games<'a> {
    pub rules: &'a Rules,
    pub start: u128,
    /// Reachable positions, from most pegs to fewest.
    pub codes: Vec<u128>,
}

/// Numbers of games.
#[derive(Debug, PartialEq, Eq)]
pub struct Counts {
    pub games: u128,
    pub by_final_pegs: BTreeMap<u32, u128>,
    /// Numbers of games by the hole of the last peg.
    pub by_survivor: BTreeMap<usize, u128>,
    /// Jumps of the shortest game.
    pub shortest_game: u32,
    /// Jumps of the longest game.
    pub longest_game: u32,
}

impl<'a> Games<'a> {
    /// Returns `None` if there are more than `most` positions.
    pub fn new(rules: &'a Rules, start: u128, most: usize) -> Option<Games<'a>> {
        let mut codes: Vec<u128> = rules.reachable(start, most)?.into_iter().collect();
        codes.sort_unstable_by_key(|code| (u32::MAX - code.count_ones(), *code));
        Some(Games {
            rules,
            start,
            codes,
        })
    }

    /// Returns the reachable positions among some finishes.
    pub fn reached(&self, finishes: &[u128]) -> Vec<u128> {
        let among = |code: &&u128| finishes.contains(code);
        self.codes.iter().filter(among).copied().collect()
    }

    pub fn fewest_pegs(&self) -> u32 {
        let pegs = self.codes.iter().map(|code| code.count_ones());
        pegs.min().unwrap_or(0)
    }

    /// Returns the reachable positions from which a finish can be reached.
    pub fn winning(&self, finishes: &[u128]) -> HashSet<u128> {
        let mut winning = HashSet::new();
        for code in self.codes.iter().rev() {
            let mut after = self.rules.after(*code);
            if finishes.contains(code) || after.any(|(_, next)| winning.contains(&next)) {
                winning.insert(*code);
            }
        }
        winning
    }

    /// Returns, for each position, the number of lines from the start.
    pub fn lines(&self) -> HashMap<u128, u128> {
        let mut lines = HashMap::from([(self.start, 1)]);
        for code in &self.codes {
            let count = lines[code];
            for (_, next) in self.rules.after(*code) {
                *lines.entry(next).or_insert(0) += count;
            }
        }
        lines
    }

    /// Returns the number of lines that end where they first meet one of these finishes.
    pub fn solutions(&self, finishes: &[u128]) -> u128 {
        let mut lines = HashMap::from([(self.start, 1)]);
        let mut solutions = 0;
        for code in &self.codes {
            let count = lines.get(code).copied().unwrap_or(0);
            if finishes.contains(code) {
                solutions += count;
                continue;
            }
            for (_, next) in self.rules.after(*code) {
                *lines.entry(next).or_insert(0) += count;
            }
        }
        solutions
    }

    pub fn counts(&self) -> Counts {
        let lines = self.lines();
        let mut by_final_pegs = BTreeMap::new();
        let mut by_survivor = BTreeMap::new();
        for code in &self.codes {
            if self.rules.after(*code).next().is_none() {
                *by_final_pegs.entry(code.count_ones()).or_insert(0) += lines[code];
                if code.count_ones() == 1 {
                    by_survivor.insert(code.trailing_zeros() as usize, lines[code]);
                }
            }
        }
        let jumps = |pegs: &u32| self.start.count_ones() - pegs;
        Counts {
            games: by_final_pegs.values().sum(),
            shortest_game: by_final_pegs.keys().map(jumps).min().unwrap_or(0),
            longest_game: by_final_pegs.keys().map(jumps).max().unwrap_or(0),
            by_final_pegs,
            by_survivor,
        }
    }

    /// Returns the chance that random play from each position meets the goal.
    pub fn chances(&self, finishes: &[u128]) -> HashMap<u128, f64> {
        let mut chances = HashMap::new();
        for code in self.codes.iter().rev() {
            let next: Vec<f64> = self
                .rules
                .after(*code)
                .map(|(_, next)| chances[&next])
                .collect();
            let chance = if finishes.contains(code) {
                1.0
            } else if next.is_empty() {
                0.0
            } else {
                next.iter().sum::<f64>() / next.len() as f64
            };
            chances.insert(*code, chance);
        }
        chances
    }

    /// Returns, for each position and each hole where the last jump may have ended, the fewest moves from there to a
    /// finish. A hole of `None` stands for a game whose last jump does not matter.
    pub fn moves_to_go(&self, finishes: &[u128]) -> HashMap<(u128, Option<usize>), usize> {
        let mut to_go = HashMap::new();
        for code in self.codes.iter().rev() {
            let holes = (0..self.rules.holes.len()).map(Some);
            for last in holes.chain([None]) {
                let rest = |(jump, next): (Jump, u128)| {
                    let rest: &usize = to_go.get(&(next, Some(jump.to)))?;
                    Some(rest + usize::from(last != Some(jump.from)))
                };
                let fewest = if finishes.contains(code) {
                    Some(0)
                } else {
                    self.rules.after(*code).filter_map(rest).min()
                };
                if let Some(fewest) = fewest {
                    to_go.insert((*code, last), fewest);
                }
            }
        }
        to_go
    }

    /// Returns every line with the fewest moves to a finish, each move as the holes that its peg visits, or `None` if
    /// there are more than `most`.
    pub fn shortest(&self, finishes: &[u128], most: usize) -> Option<Vec<Vec<Vec<usize>>>> {
        let to_go = self.moves_to_go(finishes);
        let mut found = Vec::new();
        let mut waiting = vec![(self.start, None, Vec::new())];
        if !to_go.contains_key(&(self.start, None)) {
            return Some(found);
        }
        while let Some((code, last, moves)) = waiting.pop() {
            if finishes.contains(&code) {
                found.push(moves);
                if found.len() > most {
                    return None;
                }
                continue;
            }
            for (jump, next) in self.rules.after(code) {
                let is_continued = last == Some(jump.from);
                let rest = to_go.get(&(next, Some(jump.to)));
                if rest.map(|rest| rest + usize::from(!is_continued)) == Some(to_go[&(code, last)])
                {
                    let mut moves: Vec<Vec<usize>> = moves.clone();
                    match moves.last_mut() {
                        Some(run) if is_continued => run.push(jump.to),
                        _ => moves.push(vec![jump.from, jump.to]),
                    }
                    waiting.push((next, Some(jump.to), moves));
                }
            }
        }
        Some(found)
    }

    /// Returns the most jumps of a move in a line that ends where it first meets a finish: of any of its moves, or of its
    /// last.
    pub fn longest_move(&self, finishes: &[u128], is_last: bool) -> Option<usize> {
        let winning = self.winning(finishes);
        let can_end = |code: &u128| {
            if is_last {
                finishes.contains(code)
            } else {
                winning.contains(code)
            }
        };
        if !winning.contains(&self.start) {
            return None;
        }
        let mut longest = 0;
        let mut reached = HashSet::from([self.start]);
        for code in &self.codes {
            if !reached.contains(code) || finishes.contains(code) {
                continue;
            }
            reached.extend(self.rules.after(*code).map(|(_, next)| next));
            let mut runs: Vec<(u128, Option<usize>, usize)> = vec![(*code, None, 0)];
            while let Some((code, last, jumps)) = runs.pop() {
                if can_end(&code) {
                    longest = longest.max(jumps);
                }
                if finishes.contains(&code) {
                    continue;
                }
                for (jump, next) in self.rules.after(code) {
                    if last.is_none_or(|last| last == jump.from) {
                        runs.push((next, Some(jump.to), jumps + 1));
                    }
                }
            }
        }
        Some(longest)
    }

    /// Returns every line that ends where it first meets a finish, as its jumps, or `None` if there are more than `most`.
    pub fn all_solutions(&self, finishes: &[u128], most: usize) -> Option<Vec<Vec<Jump>>> {
        let winning = self.winning(finishes);
        let mut found = Vec::new();
        let mut waiting = vec![(self.start, Vec::new())];
        while let Some((code, line)) = waiting.pop() {
            if !winning.contains(&code) {
                continue;
            }
            if finishes.contains(&code) {
                found.push(line);
                if found.len() > most {
                    return None;
                }
                continue;
            }
            for (jump, next) in self.rules.after(code) {
                waiting.push((next, [line.as_slice(), &[jump]].concat()));
            }
        }
        Some(found)
    }

    /// Returns the number of different sets of moves among some lines, up to a group. Two moves are the same if the peg
    /// begins and ends in the same holes and jumps along the same lines, in whatever order.
    pub fn sets_of_moves(lines: &[Vec<Vec<usize>>], group: &[Vec<usize>]) -> usize {
        let image = |run: &Vec<usize>, to: &Vec<usize>| {
            let holes: Vec<usize> = run.iter().map(|hole| to[*hole]).collect();
            let mut jumps: Vec<[usize; 2]> = holes
                .windows(2)
                .map(|ends| [ends[0].min(ends[1]), ends[0].max(ends[1])])
                .collect();
            jumps.sort_unstable();
            (holes[0], holes[holes.len() - 1], jumps)
        };
        let smallest = |line: &Vec<Vec<usize>>| {
            let images = group.iter().map(|to| {
                let mut moves: Vec<_> = line.iter().map(|run| image(run, to)).collect();
                moves.sort_unstable();
                moves
            });
            images.min()
        };
        lines.iter().map(smallest).collect::<BTreeSet<_>>().len()
    }
}
