//! Generators of boards for property tests.

use pegboard::{Direction, JumpDirections, Lattice};
use proptest::prelude::*;
use proptest::sample::subsequence;

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
