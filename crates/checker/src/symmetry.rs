//! Symmetries: permutations of the holes that carry jumps onto jumps.

use super::board::{Board, Jump, holes_of};
use super::flaw::{Checked, require, wrong};
use super::pattern::Pattern;
use std::collections::HashSet;

/// Checked group of permutations. Entry `i` of a permutation is the image of hole `i`. An empty list stands for the
/// identity alone.
pub(super) struct Symmetries(pub(super) Vec<Vec<usize>>);

/// Maximum number of permutations. The largest point group of a plane lattice has 12; boards made from lists can have more.
const MAX_SYMMETRIES: usize = 512;

impl Symmetries {
    pub(super) fn none() -> Symmetries {
        Symmetries(Vec::new())
    }

    /// Checks that the permutations form a group and carry jumps onto jumps.
    pub(super) fn new(
        board: &Board,
        permutations: &[Vec<usize>],
        place: &str,
    ) -> Checked<Symmetries> {
        require(
            (1..=MAX_SYMMETRIES).contains(&permutations.len()),
            place,
            || {
                format!(
                    "there are {} permutations; from 1 to {MAX_SYMMETRIES} are allowed",
                    permutations.len()
                )
            },
        )?;
        for (index, permutation) in permutations.iter().enumerate() {
            check_permutation(
                board,
                permutation,
                &format!("{place}, number {}", index + 1),
            )?;
        }
        let listed: HashSet<&Vec<usize>> = permutations.iter().collect();
        for first in permutations {
            for second in permutations {
                let product: Vec<usize> = first.iter().map(|image| second[*image]).collect();
                require(listed.contains(&product), place, || {
                    "the product of two permutations is not listed".to_owned()
                })?;
            }
        }
        Ok(Symmetries(permutations.to_vec()))
    }

    /// Returns the smallest image of a position and a pattern under the same permutation.
    pub(super) fn smallest(&self, (position, pattern): (u128, Pattern)) -> (u128, Pattern) {
        let images = self.0.iter().map(|permutation| {
            let holes = |code| image(permutation, code);
            let image = Pattern {
                pegs: holes(pattern.pegs),
                empty: holes(pattern.empty),
            };
            (holes(position), image)
        });
        images.min().unwrap_or((position, pattern))
    }
}

fn image(permutation: &[usize], code: u128) -> u128 {
    holes_of(code).fold(0, |image, hole| image | 1 << permutation[hole])
}

fn check_permutation(board: &Board, permutation: &[usize], place: &str) -> Checked<()> {
    let holes = board.holes();
    let in_range = permutation.len() == holes && permutation.iter().all(|image| *image < holes);
    let is_permutation = in_range && image(permutation, board.full()) == board.full();
    require(is_permutation, place, || {
        format!("it does not name each of 0 to {} once", holes - 1)
    })?;
    let is_carried = |jump: &&Jump| {
        let mut images = board.jumps_between(permutation[jump.from], permutation[jump.to]);
        images.any(|image| image.over == permutation[jump.over])
    };
    match board.jumps.iter().find(|jump| !is_carried(jump)) {
        Some(jump) => wrong(
            place,
            format_args!(
                "the image of the jump {} is not a jump",
                board.notation(*jump)
            ),
        ),
        None => Ok(()),
    }
}
