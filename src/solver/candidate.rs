//! Children of a beam level, and the choice of the best.

use std::ops::Range;

/// Parent of a position and the jump from it.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    /// Index of the parent in the level above.
    pub(super) parent: u32,
    pub(super) jump: u16,
}

/// Candidate for the next level of a beam, packed into a number: from the highest bits down, its measure, its chance
/// and its origin. Lower is better. A number sorts faster than a type with its own `Ord`.
///
/// The chance breaks ties at random. It is 0 until it is drawn, which takes longest and does not matter for most children.
/// Measure and chance together are the rank. Images of one position under the symmetries of the problem have the same rank
/// where the compactness has the same symmetry.
pub(super) type Candidate = u128;

/// Width and offset of the chance in bits.
const CHANCE_BITS: u32 = 40;
const CHANCE_FROM: u32 = 64;
/// Offset that makes the measure positive. The measure of 128 pegs fits in 23 bits.
const MEASURE_OFFSET: i32 = 1 << 23;

#[inline]
pub(super) fn candidate(measure: i32, origin: Origin) -> Candidate {
    let measure = (measure + MEASURE_OFFSET) as u128;
    measure << (CHANCE_FROM + CHANCE_BITS)
        | u128::from(origin.parent) << 16
        | u128::from(origin.jump)
}

/// Sets the chance to the highest bits of a hash.
#[inline]
pub(super) fn with_chance(candidate: Candidate, hash: u64) -> Candidate {
    let none = candidate & !(((1 << CHANCE_BITS) - 1) << CHANCE_FROM);
    none | u128::from(hash >> (u64::BITS - CHANCE_BITS)) << CHANCE_FROM
}

/// Returns the highest candidate with this measure.
fn highest_with(measure: u32) -> Candidate {
    ((Candidate::from(measure) + 1) << (CHANCE_FROM + CHANCE_BITS)) - 1
}

#[inline]
fn measure_of(candidate: Candidate) -> u32 {
    (candidate >> (CHANCE_FROM + CHANCE_BITS)) as u32
}

#[inline]
fn rank_of(candidate: Candidate) -> u64 {
    (candidate >> CHANCE_FROM) as u64
}

#[inline]
pub(super) fn origin_of(candidate: Candidate) -> Origin {
    Origin {
        parent: (candidate >> 16) as u32,
        jump: candidate as u16,
    }
}

/// Keeps the lowest `room` candidates, unsorted, and draws the chance where it decides. Returns a bound: no higher candidate
/// is among the lowest of a longer list.
pub(super) fn keep_first(
    candidates: &mut Vec<Candidate>,
    room: usize,
    drawn: impl Fn(Candidate) -> Candidate,
) -> Candidate {
    if candidates.len() <= room {
        return Candidate::MAX;
    }
    let equals = bring_equals_together(candidates, room - 1);
    candidates.truncate(equals.end);
    let equal = &mut candidates[equals.start..];
    draw(equal, drawn);
    equal.select_nth_unstable(room - 1 - equals.start);
    candidates.truncate(room);
    highest_with(measure_of(candidates[room - 1]))
}

/// Keeps the best `width` candidates of distinct ranks, sorted. They are mostly among the lowest few, so that the others
/// need neither a chance nor an order.
pub(super) fn keep_best(
    candidates: &mut Vec<Candidate>,
    width: usize,
    drawn: impl Fn(Candidate) -> Candidate,
) {
    let (mut sorted, mut ranks) = (0, 0);
    // The measures of each round are higher than those of the rounds before.
    while sorted < candidates.len() && ranks < width {
        let rest = &mut candidates[sorted..];
        let first = 2 * width.max(sorted) - sorted;
        let round = if first < rest.len() {
            bring_equals_together(rest, first).end
        } else {
            rest.len()
        };
        let best = &mut rest[..round];
        draw(best, &drawn);
        best.sort_unstable();
        ranks += ranks_among(best);
        sorted += round;
    }
    candidates.truncate(sorted);
    candidates.dedup_by_key(|candidate| rank_of(*candidate));
    candidates.truncate(width);
}

fn draw(candidates: &mut [Candidate], drawn: impl Fn(Candidate) -> Candidate) {
    for candidate in candidates {
        *candidate = drawn(*candidate);
    }
}

/// Partitions the candidates around the measure of the one that belongs at `place`. Returns the range with that measure.
fn bring_equals_together(candidates: &mut [Candidate], place: usize) -> Range<usize> {
    let (lower, middle, higher) = candidates.select_nth_unstable(place);
    let measure = measure_of(*middle);
    let start = bring_to_front(lower, |candidate| measure_of(candidate) < measure);
    let end = place + 1 + bring_to_front(higher, |candidate| measure_of(candidate) == measure);
    start..end
}

/// Moves the candidates that satisfy a predicate to the front. Returns their number.
fn bring_to_front(candidates: &mut [Candidate], is_first: impl Fn(Candidate) -> bool) -> usize {
    let mut front = 0;
    for place in 0..candidates.len() {
        if is_first(candidates[place]) {
            candidates.swap(front, place);
            front += 1;
        }
    }
    front
}

fn ranks_among(sorted: &[Candidate]) -> usize {
    1 + sorted
        .windows(2)
        .filter(|pair| rank_of(pair[0]) != rank_of(pair[1]))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Several candidates have the same rank, as images of one position do.
    fn drawn(candidate: Candidate) -> Candidate {
        with_chance(
            candidate,
            u64::from(origin_of(candidate).parent % 20) << (u64::BITS - CHANCE_BITS),
        )
    }

    fn children() -> impl Strategy<Value = Vec<Candidate>> {
        let of = |(measure, parent, jump)| candidate(measure, Origin { parent, jump });
        vec((-8..8, 0..500u32, 0..9u16).prop_map(of), 1..400)
    }

    fn in_order(children: &[Candidate]) -> Vec<Candidate> {
        let mut all: Vec<Candidate> = children.iter().copied().map(drawn).collect();
        all.sort_unstable();
        all
    }

    proptest! {
        #[test]
        fn the_best_are_those_of_all_in_order(mut children in children(), width in 1..60usize) {
            let mut all = in_order(&children);
            keep_best(&mut children, width, drawn);
            all.dedup_by_key(|candidate| rank_of(*candidate));
            all.truncate(width);
            prop_assert_eq!(children, all);
        }

        #[test]
        fn the_first_are_those_of_all_in_order(
            mut kept in children(), more in children(), room in 1..400usize
        ) {
            let mut all = in_order(&[kept.as_slice(), &more].concat());
            all.truncate(room);
            let highest = keep_first(&mut kept, room, drawn);
            kept.extend(more.into_iter().filter(|child| *child <= highest));
            keep_first(&mut kept, room, drawn);
            prop_assert_eq!(in_order(&kept), all);
        }

        #[test]
        fn a_candidate_keeps_what_it_is_made_of(measure in -1000..1000i32, parent: u32, jump: u16, hash: u64) {
            let made = with_chance(candidate(measure, Origin { parent, jump }), !hash);
            let made = with_chance(made, hash);
            prop_assert_eq!(measure_of(made) as i32 - MEASURE_OFFSET, measure);
            prop_assert_eq!(rank_of(made) & ((1 << CHANCE_BITS) - 1), hash >> (u64::BITS - CHANCE_BITS));
            prop_assert_eq!((origin_of(made).parent, origin_of(made).jump), (parent, jump));
        }
    }
}
