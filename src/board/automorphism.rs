//! Automorphisms of the jumps: permutations of the holes that carry jumps onto jumps.
//!
//! The search refines colorings of the holes and branches where a color is left to several holes (McKay 1981). It finds
//! a chain of stabilizers: for each base hole, one automorphism for each image of the hole that fixes the base holes
//! before it. Products of one automorphism of each level are all automorphisms.

use super::{Hole, Jump};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Maximum number of listed symmetries. A larger group is replaced by a subgroup.
pub(crate) const MAX_SYMMETRIES: usize = 512;

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
        // Level `i` has the images of hole `i` under the automorphisms that fix all holes before it, each with such an
        // automorphism.
        let mut generators = Vec::new();
        let levels: Vec<Vec<Vec<usize>>> = (0..holes)
            .rev()
            .map(|base| search.transversal(base, &mut generators))
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

/// A color of each hole. Automorphisms carry holes onto holes of the same color.
type Coloring = Vec<usize>;

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

    /// Returns automorphisms that fix the holes before `base`, one for each image of `base`, the identity first. Adds to
    /// `generators`, which fix all holes before `base`.
    fn transversal(&self, base: usize, generators: &mut Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let holes = self.roles.len();
        let mut by_image: BTreeMap<usize, Vec<usize>> =
            BTreeMap::from([(base, (0..holes).collect())]);
        let fixed: Coloring = (0..holes)
            .map(|hole| if hole < base { hole + 1 } else { 0 })
            .collect();
        for image in base + 1..holes {
            if by_image.contains_key(&image) {
                continue;
            }
            let mut colors = [fixed.clone(), fixed.clone()];
            colors[0][base] = base + 1;
            colors[1][image] = base + 1;
            let Some(found) = self.automorphism(colors, base + 2) else {
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

    /// Returns an automorphism that carries the first coloring onto the second.
    fn automorphism(&self, colors: [Coloring; 2], color_count: usize) -> Option<Vec<usize>> {
        let (colors, color_count) = self.refined(colors, color_count)?;
        let members = |coloring: &Coloring, color: usize| -> Vec<usize> {
            (0..coloring.len())
                .filter(|&hole| coloring[hole] == color)
                .collect()
        };
        let branch = (0..color_count).find_map(|color| {
            let cell = members(&colors[0], color);
            (cell.len() > 1).then(|| (cell[0], members(&colors[1], color)))
        });
        let Some((hole, images)) = branch else {
            let mut images = vec![0; colors[0].len()];
            for (hole, color) in colors[0].iter().enumerate() {
                images[hole] = colors[1].iter().position(|other| other == color)?;
            }
            return self.carries_jumps(&images).then_some(images);
        };
        images.into_iter().find_map(|image| {
            let mut next = colors.clone();
            next[0][hole] = color_count;
            next[1][image] = color_count;
            self.automorphism(next, color_count + 1)
        })
    }

    /// Refines both colorings by the colors in the jumps of each hole, until nothing changes. Returns `None` if they
    /// turn out to differ.
    fn refined(
        &self,
        mut colors: [Coloring; 2],
        mut color_count: usize,
    ) -> Option<([Coloring; 2], usize)> {
        loop {
            let signatures = colors.each_ref().map(|coloring| self.signatures(coloring));
            let mut sorted = signatures.clone();
            sorted.iter_mut().for_each(|each| each.sort_unstable());
            if sorted[0] != sorted[1] {
                return None;
            }
            sorted[0].dedup();
            let refined: [Coloring; 2] = signatures.map(|each| {
                let color = |signature| sorted[0].binary_search(&signature).unwrap_or_default();
                each.into_iter().map(color).collect()
            });
            let is_stable = sorted[0].len() == color_count || sorted[0].len() == refined[0].len();
            (colors, color_count) = (refined, sorted[0].len());
            if is_stable {
                return Some((colors, color_count));
            }
        }
    }

    /// Returns the color of each hole with the colors of its jumps.
    fn signatures(&self, coloring: &Coloring) -> Vec<(usize, Vec<[usize; 4]>)> {
        let of_jump = |&(index, role): &(usize, usize)| {
            let jump = self.jumps[index];
            let [from, over, to] =
                [jump.from(), jump.over(), jump.to()].map(|hole| coloring[hole.index()]);
            [role, from, over, to]
        };
        let of_hole = |hole: usize| {
            let mut jumps: Vec<[usize; 4]> = self.roles[hole].iter().map(of_jump).collect();
            jumps.sort_unstable();
            (coloring[hole], jumps)
        };
        (0..coloring.len()).map(of_hole).collect()
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
