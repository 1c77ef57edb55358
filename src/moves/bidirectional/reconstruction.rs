//! Reconstruction of a line from the layers of both halves.

use super::half_search::{HalfSearch, Halves};
use super::{BidirectionalSearch, MAX_COUNTED};
use crate::control::LimitReached;
use crate::engine::Bits;
use crate::problem::PlayDirection;

impl<B: Bits> BidirectionalSearch<'_, B> {
    /// Returns the positions between the moves of a line through the position with this code. The code lies in
    /// layers of both halves, or one move beyond the last layer of the half `beyond`.
    ///
    /// # Errors
    ///
    /// [`LimitReached::Memory`] if the system has no memory left.
    pub(super) fn line_through(
        &self,
        code: B,
        halves: &Halves<B>,
        beyond: Option<PlayDirection>,
    ) -> Result<Vec<B>, LimitReached> {
        let path = |half: &HalfSearch<B>| {
            let layer = if beyond == Some(half.direction) {
                half.moves() + 1
            } else {
                half.layers.layer_of(code).unwrap_or(0)
            };
            self.path_to_end(half, code, layer)
        };
        let mut codes = path(&halves.forward)?;
        codes.reverse();
        codes.push(code);
        codes.extend(path(&halves.backward)?);
        let mut line = vec![self.start];
        for code in &codes[1..] {
            // Every image of a position has a move to an image of the next one.
            let is_next = |next| self.symmetries.smallest_image(next) == *code;
            line.extend(
                self.moves
                    .find(PlayDirection::Forward, line[line.len() - 1], is_next),
            );
        }
        debug_assert_eq!(line.len(), codes.len());
        Ok(line)
    }

    /// Returns the codes on a path from a position of the given layer to the end of the half, without the first.
    fn path_to_end(
        &self,
        half: &HalfSearch<B>,
        mut code: B,
        layer: usize,
    ) -> Result<Vec<B>, LimitReached> {
        let mut codes = Vec::new();
        for layer in (0..layer).rev() {
            let Some(found) = self.predecessor(half, code, layer)? else {
                break;
            };
            code = found;
            codes.push(code);
        }
        Ok(codes)
    }

    /// Finds the code of a position in a layer of the half from which one move leads to `code`.
    fn predecessor(
        &self,
        half: &HalfSearch<B>,
        code: B,
        layer: usize,
    ) -> Result<Option<B>, LimitReached> {
        let back = half.direction.reversed();
        if self.moves.count(back, code, MAX_COUNTED) < MAX_COUNTED {
            let is_in_layer = |before| {
                half.layers.layer_of(self.symmetries.smallest_image(before)) == Some(layer)
            };
            let before = self.moves.find(back, code, is_in_layer);
            return Ok(before.map(|before| self.symmetries.smallest_image(before)));
        }
        // Too many moves lead back: try the positions of the layer instead.
        let leads_here = |before: &B| {
            self.moves
                .find(half.direction, *before, |next| {
                    self.symmetries.smallest_image(next) == code
                })
                .is_some()
        };
        let mut codes = half.layers.codes(layer)?;
        codes.sort_unstable(); // threads have added them in any order
        Ok(codes.into_iter().find(leads_here))
    }
}
