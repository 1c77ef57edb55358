//! Automorphisms of the jumps: permutations of the holes that carry jumps onto jumps.
//!
//! The search refines colorings of the holes and branches where a color is left to several holes (McKay 1981). It finds
//! a chain of stabilizers: for each base hole, one automorphism for each image of the hole that fixes the base holes
//! before it. Products of one automorphism of each level are all automorphisms.

use super::{Hole, Jump};
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::hash::BuildHasher;

/// Maximum number of listed symmetries. A larger group is replaced by a subgroup.
const MAX_SYMMETRIES: usize = 512;

/// Automorphism group of the jumps of a board, or a subgroup that is small enough to list.
pub(super) struct Automorphisms {
    /// Images of the holes under each listed automorphism, the identity first.
    pub(super) listed: Vec<Vec<Hole>>,
    /// Order of the whole group, at most `u128::MAX`.
    pub(super) order: u128,
}

impl Automorphisms {
    pub(super) fn new(holes: usize, jumps: &[Jump]) -> Automorphisms {
        let search = Search::new(holes, jumps);
        let colorings = search.stabilizer_colorings();
        // Level `i` has the images of hole `i` under the automorphisms that fix all holes before it, each with such an
        // automorphism.
        let mut generators = Vec::new();
        let levels: Vec<Vec<Vec<usize>>> = (0..holes)
            .rev()
            .map(|base| search.transversal(base, &colorings[base], &mut generators))
            .collect();
        let order = levels.iter().fold(1u128, |order, level| {
            order.saturating_mul(level.len() as u128)
        });
        // The levels of the last base holes come first, so a bounded product is a group: a stabilizer.
        let mut listed: Vec<Vec<usize>> = vec![(0..holes).collect()];
        for level in &levels {
            if listed.len() * level.len() > MAX_SYMMETRIES {
                break;
            }
            listed = level
                .iter()
                .flat_map(|outer| listed.iter().map(move |inner| product(outer, inner)))
                .collect();
        }
        listed.sort_unstable(); // the identity is the smallest
        let holes_of = |images: Vec<usize>| images.into_iter().map(Hole::new).collect();
        Automorphisms {
            listed: listed.into_iter().map(holes_of).collect(),
            order,
        }
    }
}

/// Returns the permutation that applies `inner`, then `outer`.
fn product(outer: &[usize], inner: &[usize]) -> Vec<usize> {
    inner.iter().map(|&image| outer[image]).collect()
}

/// A color of each hole, from 0 without a gap. Automorphisms carry holes onto holes of the same color.
#[derive(Clone, Debug)]
struct Coloring {
    colors: Vec<usize>,
    count: usize,
}

impl Coloring {
    /// Gives a hole a color of its own.
    fn with_own_color(&self, hole: usize) -> Coloring {
        let mut colors = self.colors.clone();
        colors[hole] = self.count;
        Coloring {
            colors,
            count: self.count + 1,
        }
    }

    fn members(&self, color: usize) -> Vec<usize> {
        (0..self.colors.len())
            .filter(|&hole| self.colors[hole] == color)
            .collect()
    }
}

struct Search<'a> {
    jumps: &'a [Jump],
    /// For each hole, its jumps and its role in them.
    roles: Vec<Vec<(usize, usize)>>,
    sorted: Vec<Jump>,
}

impl Search<'_> {
    fn new(holes: usize, jumps: &[Jump]) -> Search<'_> {
        let mut roles = vec![Vec::new(); holes];
        for (index, jump) in jumps.iter().enumerate() {
            for (role, hole) in [jump.from(), jump.over(), jump.to()].iter().enumerate() {
                roles[hole.index()].push((index, role));
            }
        }
        let mut sorted = jumps.to_vec();
        sorted.sort_unstable();
        Search {
            jumps,
            roles,
            sorted,
        }
    }

    /// Returns a refined coloring for each base hole, in which every hole before it has a color of its own.
    fn stabilizer_colorings(&self) -> Vec<Coloring> {
        let holes = self.roles.len();
        let equal = Coloring {
            colors: vec![0; holes],
            count: 1,
        };
        let all = std::iter::successors(Some((0, self.refined(equal))), |(base, coloring)| {
            let is_alone = coloring.members(coloring.colors[*base]).len() == 1;
            let next = if is_alone {
                coloring.clone()
            } else {
                self.refined(coloring.with_own_color(*base))
            };
            Some((base + 1, next))
        });
        all.take(holes).map(|(_, coloring)| coloring).collect()
    }

    /// Returns automorphisms that fix the holes before `base`, one for each image of `base`, the identity first. Adds to
    /// `generators`, which fix all holes before `base`.
    fn transversal(
        &self,
        base: usize,
        coloring: &Coloring,
        generators: &mut Vec<Vec<usize>>,
    ) -> Vec<Vec<usize>> {
        let holes = self.roles.len();
        let mut by_image: BTreeMap<usize, Vec<usize>> =
            BTreeMap::from([(base, (0..holes).collect())]);
        let images = coloring.members(coloring.colors[base]);
        if images.len() == 1 {
            return by_image.into_values().collect();
        }
        let first = self.refined(coloring.with_own_color(base));
        for image in images {
            if by_image.contains_key(&image) {
                continue;
            }
            let second = self.refined(coloring.with_own_color(image));
            let Some(found) = self.automorphism(&first, &second) else {
                continue;
            };
            generators.push(found);
            let mut pending: Vec<Vec<usize>> = by_image.values().cloned().collect();
            while let Some(known) = pending.pop() {
                for generator in generators.iter() {
                    let image = generator[known[base]];
                    if let Entry::Vacant(place) = by_image.entry(image) {
                        let next = product(generator, &known);
                        pending.push(place.insert(next).clone());
                    }
                }
            }
        }
        by_image.into_values().collect()
    }

    /// Returns an automorphism that carries the first coloring onto the second. Both are refined.
    fn automorphism(&self, first: &Coloring, second: &Coloring) -> Option<Vec<usize>> {
        let holes_of = |coloring: &Coloring| {
            let mut holes = vec![Vec::new(); coloring.count];
            for (hole, &color) in coloring.colors.iter().enumerate() {
                holes[color].push(hole);
            }
            holes
        };
        let cells = holes_of(first).into_iter().zip(holes_of(second));
        let cells: Vec<(Vec<usize>, Vec<usize>)> = cells.collect();
        if first.count != second.count || cells.iter().any(|(a, b)| a.len() != b.len()) {
            return None;
        }
        let Some((from, to)) = cells.iter().find(|(from, _)| from.len() > 1) else {
            let mut images = vec![0; self.roles.len()];
            for (from, to) in &cells {
                images[from[0]] = to[0];
            }
            return self.carries_jumps(&images).then_some(images);
        };
        let first = self.refined(first.with_own_color(from[0]));
        to.iter().find_map(|&image| {
            let second = self.refined(second.with_own_color(image));
            self.automorphism(&first, &second)
        })
    }

    /// Refines a coloring by the colors in the jumps of each hole, until nothing changes. Colorings that an automorphism
    /// carries onto each other stay so.
    fn refined(&self, mut coloring: Coloring) -> Coloring {
        loop {
            let signatures = self.signatures(&coloring.colors);
            let mut distinct = signatures.clone();
            distinct.sort_unstable();
            distinct.dedup();
            let color = |signature| distinct.binary_search(&signature).unwrap_or_default();
            let before = coloring.count;
            coloring = Coloring {
                colors: signatures.into_iter().map(color).collect(),
                count: distinct.len(),
            };
            if coloring.count == before || coloring.count == self.roles.len() {
                return coloring;
            }
        }
    }

    /// Returns the color of each hole with a hash of the colors of its jumps. Equal hashes of other colors only make the
    /// refinement weaker, as the jumps have the last word.
    fn signatures(&self, colors: &[usize]) -> Vec<(usize, u64)> {
        let of_jump = |&(index, role): &(usize, usize)| {
            let jump = self.jumps[index];
            let [from, over, to] =
                [jump.from(), jump.over(), jump.to()].map(|hole| colors[hole.index()]);
            FxBuildHasher.hash_one([role, from, over, to])
        };
        let of_hole = |(jumps, &color): (&Vec<(usize, usize)>, &usize)| {
            let hash = jumps.iter().map(of_jump).fold(0, u64::wrapping_add);
            (color, hash)
        };
        self.roles.iter().zip(colors).map(of_hole).collect()
    }

    fn carries_jumps(&self, images: &[usize]) -> bool {
        self.jumps.iter().all(|jump| {
            let image = jump.map(|hole| Hole::new(images[hole.index()]));
            self.sorted.binary_search(&image).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the jumps of a graph.
    fn jumps(holes: usize, edges: &[(usize, usize)]) -> Vec<Jump> {
        let is_edge = |x, y| edges.contains(&(x, y)) || edges.contains(&(y, x));
        let mut jumps = Vec::new();
        for from in 0..holes {
            for over in (0..holes).filter(|&over| is_edge(from, over)) {
                for to in (0..holes).filter(|&to| to != from && is_edge(over, to)) {
                    jumps.push(Jump::new(from, over, to));
                }
            }
        }
        jumps
    }

    fn all_permutations(holes: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for _ in 0..holes {
            all = all
                .into_iter()
                .flat_map(|start: Vec<usize>| {
                    let free = (0..holes).filter({
                        let start = start.clone();
                        move |hole| !start.contains(hole)
                    });
                    free.map(move |hole| [start.clone(), vec![hole]].concat())
                })
                .collect();
        }
        all
    }

    #[test]
    fn groups_equal_those_found_by_trying_all_permutations() {
        let holes = 6;
        let pairs: Vec<(usize, usize)> = (0..holes)
            .flat_map(|x| (x + 1..holes).map(move |y| (x, y)))
            .collect();
        let permutations = all_permutations(holes);
        for graph in (0u32..1 << pairs.len()).step_by(97) {
            let edges: Vec<(usize, usize)> = (0..pairs.len())
                .filter(|edge| graph >> edge & 1 == 1)
                .map(|edge| pairs[edge])
                .collect();
            let jumps = jumps(holes, &edges);
            let search = Search::new(holes, &jumps);
            let expected: Vec<Vec<Hole>> = permutations
                .iter()
                .filter(|images| search.carries_jumps(images))
                .map(|images| images.iter().copied().map(Hole::new).collect())
                .collect();
            let found = Automorphisms::new(holes, &jumps);
            assert_eq!(found.order, expected.len() as u128, "{edges:?}");
            if expected.len() <= MAX_SYMMETRIES {
                assert_eq!(found.listed, expected, "{edges:?}");
            }
        }
    }

    #[test]
    fn a_group_too_large_to_list_is_replaced_by_a_subgroup() {
        let complete: Vec<(usize, usize)> = (0..8)
            .flat_map(|x| (x + 1..8).map(move |y| (x, y)))
            .collect();
        let found = Automorphisms::new(8, &jumps(8, &complete));
        assert_eq!((found.order, found.listed.len()), (40_320, 120));
        let isolated = Automorphisms::new(super::super::MAX_HOLES, &[]);
        assert_eq!((isolated.order, isolated.listed.len()), (u128::MAX, 120));
    }
}
