//! Generators of boards for property tests.

use pegboard::{Board, BoardFile, Direction, JumpDirections, Lattice, Structure};
use proptest::prelude::*;
use proptest::sample::subsequence;
use std::collections::BTreeSet;

pub fn lattice() -> impl Strategy<Value = Lattice> {
    prop_oneof![Just(Lattice::Square), Just(Lattice::Triangular)]
}

/// Generates a lattice, with its own jumps or any others that it allows.
pub fn lattice_and_jumps() -> impl Strategy<Value = (Lattice, Option<JumpDirections>)> {
    lattice().prop_flat_map(|lattice| {
        let usual = Just(None);
        let directions: Vec<Direction> = Direction::ALL
            .into_iter()
            .filter(|direction| direction.step(lattice).is_some())
            .collect();
        let listed = subsequence(directions.clone(), 1..=directions.len())
            .prop_shuffle()
            .prop_map(|list| Some(JumpDirections::Only(list)));
        let named = match lattice {
            Lattice::Square => {
                vec![
                    JumpDirections::Diagonal,
                    JumpDirections::All,
                    JumpDirections::Orthogonal,
                ]
            }
            Lattice::Triangular => vec![JumpDirections::All],
        };
        let named = proptest::sample::select(named).prop_map(Some);
        (
            Just(lattice),
            prop_oneof![2 => usual, 2 => listed, 1 => named],
        )
    })
}

/// Generates a board that lies on no lattice: a graph, jumps in one direction, or a closed line with a shortcut.
pub fn board_of_lists() -> impl Strategy<Value = Board> {
    (3..=9usize, any::<u64>(), 0..3u32).prop_map(|(holes, random, kind)| {
        let label = |hole: usize| format!("v{}", hole % holes);
        let pairs = (1..holes).flat_map(|y| (0..y).map(move |x| (x, y)));
        let structure = match kind {
            0 => {
                let is_edge = |(index, (x, y)): &(usize, (usize, usize))| {
                    y - x == 1 || random.rotate_left(7 * *index as u32) & 3 == 0
                };
                let edges = pairs.enumerate().filter(is_edge);
                Structure::Graph(edges.map(|(_, (x, y))| (label(x), label(y))).collect())
            }
            1 => {
                let step = 1 + random as usize % (holes - 2);
                let jumps = (0..holes)
                    .map(|hole| (label(hole), label(hole + step), label(hole + step + 1)));
                let is_jump = |jump: &(String, String, String)| jump.0 != jump.2;
                Structure::Jumps(jumps.filter(is_jump).collect())
            }
            _ => {
                let around: Vec<String> = (0..=holes).map(label).collect();
                let across = [0, 1 + random as usize % (holes - 1)].map(label);
                Structure::Lines(vec![around, across.into()])
            }
        };
        Board::new(BoardFile::from_structure("Lists", structure)).unwrap()
    })
}

/// Generates part of a 4×4 square of either lattice, with any jumps, or a board that lies on no lattice.
pub fn small_board() -> impl Strategy<Value = Board> {
    let holes = proptest::collection::btree_set((0..4, 0..4), 5..=15);
    let on_lattice = (lattice_and_jumps(), holes).prop_map(
        |((lattice, jumps), holes): (_, BTreeSet<(i32, i32)>)| {
            Board::new(BoardFile {
                jumps,
                ..BoardFile::new("Small", lattice, holes)
            })
            .unwrap()
        },
    );
    prop_oneof![2 => on_lattice, 1 => board_of_lists()]
}
