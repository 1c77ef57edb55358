use super::split_class::SplitClass;

/// Places of levels in one list of numbers, so that a level overwrites the one above it slice by slice.
///
/// Levels lie at the front and at the back of the list by turns, slice after slice. Those at the front are computed from the first
/// slice on, and those at the back from the last slice on. Either way, a slice overwrites only numbers that no later slice needs:
/// each comes from the same slice of the level above, and from [the next](SplitClass). On lattices the list is therefore about half
/// as long again as the largest level.
pub(super) struct LevelLayout {
    /// Number of pegs of the first level, which lies at the front.
    top: u32,
    /// Numbers that must follow the first number of each slice in use.
    window: usize,
    /// Ends of the slices of a level, counted from its first number, after a 0; by the number of pegs.
    bounds: Vec<Vec<usize>>,
    /// Length of the list from a level at the front down, by its number of pegs.
    lengths: Vec<usize>,
}

impl LevelLayout {
    /// Lays out the levels of a class from `top` pegs down.
    pub(super) fn new(class: &SplitClass, top: u32, window: usize) -> LevelLayout {
        let bounds = |pegs| {
            let mut end = 0;
            let ends = class.slice_sizes(pegs).iter().map(|size| {
                end += size;
                end
            });
            std::iter::once(0).chain(ends).collect()
        };
        let mut layout = LevelLayout {
            top,
            window,
            bounds: (0..=top).map(bounds).collect(),
            lengths: Vec::new(),
        };
        let mut length = layout.size(0) + window;
        layout.lengths.push(length);
        for above in 1..=top {
            length = length.max(layout.length_of_two(above));
            layout.lengths.push(length);
        }
        layout
    }

    /// Returns the length of the list for a level and the one below.
    fn length_of_two(&self, above: u32) -> usize {
        let pegs = above - 1;
        let (size_above, size) = (self.size(above), self.size(pegs));
        let (above, bounds) = (&self.bounds[above as usize], &self.bounds[pegs as usize]);
        let slices = (0..bounds.len() - 1).filter(|slice| bounds[*slice] < bounds[slice + 1]);
        let lengths = slices.map(|slice| {
            if self.is_at_front(pegs) {
                bounds[slice + 1] + (size_above - above[slice])
            } else {
                let needed = above[(slice + 2).min(above.len() - 1)];
                needed + self.window + (size - bounds[slice])
            }
        });
        lengths.max().unwrap_or(0).max(size_above) + self.window
    }

    /// Returns the number of positions of a level.
    pub(super) fn size(&self, pegs: u32) -> usize {
        *self.bounds[pegs as usize]
            .last()
            .expect("the bounds start with 0")
    }

    /// Returns `true` if a level lies at the front.
    pub(super) fn is_at_front(&self, pegs: u32) -> bool {
        (self.top - pegs).is_multiple_of(2)
    }

    /// Returns the length of the list for a level and all below it. It stays the same from the front to the back.
    pub(super) fn length(&self, pegs: u32) -> usize {
        let front = if self.is_at_front(pegs) {
            pegs
        } else {
            pegs + 1
        };
        self.lengths[front as usize]
    }

    /// Returns the index of the first number of each slice of a level, and the end.
    pub(super) fn bounds(&self, pegs: u32) -> Vec<usize> {
        let first = if self.is_at_front(pegs) {
            0
        } else {
            self.length(pegs) - self.window - self.size(pegs)
        };
        let bounds = self.bounds[pegs as usize].iter();
        bounds.map(|bound| first + bound).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn no_slice_overwrites_what_is_needed() {
        for name in ["triangle5", "english", "star13", "petersen", "icosahedron"] {
            let board = Board::library(name).unwrap();
            let class = SplitClass::of_first_vacancy(&board);
            let top = board.hole_count() as u32 - 1;
            for window in [1, 100] {
                let layout = LevelLayout::new(&class, top, window);
                for pegs in 0..top {
                    let length = layout.length(pegs + 1);
                    let [above, bounds] = [pegs + 1, pegs].map(|pegs| layout.bounds(pegs));
                    let slices = bounds.len() - 1;
                    for slice in (0..slices).filter(|slice| bounds[*slice] < bounds[slice + 1]) {
                        let needed = if layout.is_at_front(pegs) {
                            above[slice]..length
                        } else {
                            0..above[(slice + 2).min(slices)] + window
                        };
                        let is_apart =
                            bounds[slice + 1] <= needed.start || needed.end <= bounds[slice];
                        assert!(is_apart, "{name}, {pegs} pegs, slice {slice}");
                        assert!(bounds[slice + 1] + window <= length, "{name}");
                    }
                    assert!(above[slices] + window <= length, "{name}");
                    assert!(layout.length(pegs) <= length);
                }
            }
        }
    }

    #[test]
    fn the_list_is_shorter_than_two_levels() {
        let board = Board::library("english").unwrap();
        let class = SplitClass::of_first_vacancy(&board);
        let layout = LevelLayout::new(&class, 32, 0);
        let largest = (0..=32).map(|pegs| layout.size(pegs)).max().unwrap();
        assert!(layout.length(32) * 5 < largest * 8);
    }
}
