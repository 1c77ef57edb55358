//! Lines that end at the first position that meets a goal with free holes.
//!
//! Such a goal does not list its finishes, so the walk goes forwards along all positions that can be reached before the
//! goal is met. A symmetry that fixes the start and the goal carries lines to lines. So the lines to all images of a
//! position are counted together, at its smallest image.

use crate::control::{Control, Phase};
use crate::engine::{Bits, Engine, PermutationPath, Permutations};
use crate::problem::Problem;
use crate::sweep::SweepError;
use num_bigint::BigUint;
use num_integer::Integer;
use rustc_hash::FxHashMap;

/// Weight of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// Each line counts once.
    One,
    /// Each line counts as the chance that random play follows it.
    Chance,
}

/// Positions expanded between two checks of the control.
const TICK: usize = 1 << 12;

/// Returns the sum of the weights of all lines that end where they first meet the goal, as a fraction.
pub(super) fn sum_to_first_matches<B: Bits>(
    engine: &Engine<B>,
    problem: &Problem,
    weight: Weight,
    control: &Control<'_>,
) -> Result<(BigUint, BigUint), SweepError> {
    let (board, start) = (problem.board(), problem.start());
    let regions: Vec<_> = problem
        .patterns()
        .unwrap_or_default()
        .iter()
        .map(|pattern| pattern.region())
        .collect();
    let matches = |code: B| regions.iter().any(|region| region.contains(code.code()));
    let symmetries = board.symmetries_that(|symmetry| {
        start.image(symmetry) == *start && problem.goal().is_kept_by(symmetry)
    });
    let images = Permutations::new(&symmetries, PermutationPath::fastest());
    let (mut met, mut denominator) = (BigUint::default(), BigUint::from(1u8));
    let mut level = FxHashMap::default();
    level.insert(
        images.smallest_image(B::from_code(start.code())),
        denominator.clone(),
    );
    while !level.is_empty() {
        let jumps = |code: B| {
            let mut jumps = 0u32;
            engine.jumps().for_each(code, |_| jumps += 1);
            jumps
        };
        let open = level
            .keys()
            .filter(|code| !matches(**code))
            .map(|code| jumps(*code));
        let multiple = match weight {
            Weight::One => BigUint::from(1u8),
            Weight::Chance => open
                .filter(|jumps| *jumps > 0)
                .fold(BigUint::from(1u8), |multiple, jumps| {
                    multiple.lcm(&jumps.into())
                }),
        };
        met *= &multiple;
        denominator *= &multiple;
        let bytes = |positions: usize| {
            let number = 2 * (size_of::<(B, BigUint)>() as u64 + denominator.bits() / 8 + 16);
            positions as u64 * number
        };
        let mut next: FxHashMap<B, BigUint> = FxHashMap::default();
        for (place, (code, number)) in level.iter().enumerate() {
            if place.is_multiple_of(TICK) {
                control.tick(TICK.min(level.len() - place) as u64, || {
                    Phase::of_unknown_length("lines to the goal")
                })?;
                let (limit, least) = (control.memory(), bytes(level.len() + next.len()));
                if least > limit {
                    return Err(SweepError::NoRoom { limit, least });
                }
            }
            if matches(*code) {
                met += number * &multiple;
                continue;
            }
            let share = match (weight, jumps(*code)) {
                (_, 0) => continue,
                (Weight::One, _) => number.clone(),
                (Weight::Chance, jumps) => number * (&multiple / jumps),
            };
            engine.jumps().for_each(*code, |jump| {
                let child = images.smallest_image(*code ^ engine.jumps().change(jump));
                *next.entry(child).or_default() += &share;
            });
        }
        level = next;
    }
    Ok((met, denominator))
}
