use crate::control::LimitReached;
use crate::engine::processor::prefetch;

/// Where the codes of a level are among each other.
pub(crate) trait Places<B>: Sync {
    /// A search that has begun.
    type Search: Copy + Send;

    /// Begins to look for a code, and has what that needs fetched from memory.
    fn begin(&self, code: B) -> Self::Search;

    /// The place of the code, and whether it is there at all. If not, the place means nothing, and may be one
    /// behind the last.
    fn find(&self, search: Self::Search) -> (usize, bool);
}

/// Looks up the neighbours of some positions of another level, whose values are wanted too.
///
/// `list` begins the searches for the neighbours of a position, given by its number, each with a note about it; `take`
/// gets the places of those that are there, with their notes. While the values of one position's neighbours are taken,
/// those of the next one's are on their way from memory, and so are the beginnings of the searches for those of the
/// one after.
#[inline(always)]
pub(crate) fn look_up_neighbours<B, P: Places<B>, Note: Copy + Default, V>(
    positions: usize,
    (places, values): (&P, &[V]),
    list: impl Fn(usize, &mut Vec<(P::Search, Note)>),
    mut take: impl FnMut(usize, &[(usize, Note)]),
) {
    let (mut begun, mut found, mut found_next, mut count) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for ahead in 0..positions + 2 {
        let next = find((places, values), &begun, &mut found_next); // of the position before `ahead`
        begun.clear();
        if ahead < positions {
            list(ahead, &mut begun);
        }
        if let Some(position) = ahead.checked_sub(2) {
            take(position, &found[..count]);
        }
        (found, found_next, count) = (found_next, found, next);
    }
}

/// Lists the places of those neighbours that are there, and has their values fetched. Answers how many they are; the
/// rest of the list means nothing.
#[inline(always)]
fn find<B, P: Places<B>, Note: Copy + Default, V>(
    (places, values): (&P, &[V]),
    begun: &[(P::Search, Note)],
    found: &mut Vec<(usize, Note)>,
) -> usize {
    if found.len() < begun.len() {
        found.resize(begun.len(), Default::default());
    }
    let mut count = 0;
    for (search, note) in begun {
        // No branch: whether a neighbour is there cannot be predicted.
        let (place, is_there) = places.find(*search);
        prefetch(values.as_ptr().wrapping_add(place));
        found[count] = (place, *note);
        count += usize::from(is_there);
    }
    count
}

/// Asked whether to go on after each [`BETWEEN_TICKS`] codes.
pub(crate) type GoOn<'a> = &'a (dyn Fn() -> Result<(), LimitReached> + Sync);

/// The codes that are put into their places in about a millisecond.
pub(super) const BETWEEN_TICKS: usize = 1 << 16;
