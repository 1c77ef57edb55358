use super::Outlook;
use crate::board::{Board, Jump, Position, Symmetry};
use crate::control::LimitReached;
use crate::problem::Goal;
use rustc_hash::FxHashMap;

/// Cache of outlooks up to the symmetries that map the goal onto itself: images are both winning or both losing.
pub(super) struct OutlookCache {
    symmetries: Vec<Symmetry>,
    known: FxHashMap<u128, Known>,
    /// Positions left unknown by a limit; the next hint tries them again.
    unknown: FxHashMap<u128, LimitReached>,
}

/// Outlook of a canonical position.
#[derive(Clone, Copy)]
enum Known {
    Losing,
    /// With the next jump of a line to the goal; `None` if the goal is met.
    Winning(Option<Jump>),
}

/// Smallest image of a position, and the symmetry that gives it.
struct Image<'a> {
    code: u128,
    symmetry: &'a Symmetry,
}

/// Maximum number of outlooks; a human game needs far fewer. Beyond it, the next hint starts with an empty cache.
const MAX_OUTLOOKS: usize = 1 << 16;

impl OutlookCache {
    pub(super) fn new(board: &Board, goal: &Goal) -> OutlookCache {
        OutlookCache {
            symmetries: goal.stabilizer(board),
            known: FxHashMap::default(),
            unknown: FxHashMap::default(),
        }
    }

    /// Prepares for a new hint: discards unknown positions, and everything if the cache is too large.
    pub(super) fn tidy_up(&mut self) {
        self.unknown.clear();
        if self.known.len() > MAX_OUTLOOKS {
            self.known.clear();
        }
    }

    pub(super) fn outlook(&self, position: &Position) -> Option<Outlook> {
        let code = self.image(position).code;
        match self.known.get(&code) {
            Some(Known::Losing) => Some(Outlook::Losing),
            Some(Known::Winning(_)) => Some(Outlook::Winning),
            None => self
                .unknown
                .get(&code)
                .map(|limit| Outlook::Unknown(*limit)),
        }
    }

    /// Returns the next jump to the goal from a winning position; `None` if the goal is met or nothing is known.
    pub(super) fn next_jump(&self, position: &Position) -> Option<Jump> {
        let image = self.image(position);
        let Some(Known::Winning(Some(next))) = self.known.get(&image.code) else {
            return None;
        };
        position
            .jumps()
            .find(|jump| jump.image(image.symmetry) == *next)
    }

    pub(super) fn set_winning(&mut self, position: &Position, next: Option<Jump>) {
        let image = self.image(position);
        let next = next.map(|jump| jump.image(image.symmetry));
        let code = image.code;
        self.insert(code, Known::Winning(next));
    }

    pub(super) fn set_losing(&mut self, position: &Position) {
        let code = self.image(position).code;
        self.insert(code, Known::Losing);
    }

    pub(super) fn set_unknown(&mut self, position: &Position, limit: LimitReached) {
        let code = self.image(position).code;
        self.unknown.insert(code, limit);
    }

    fn insert(&mut self, code: u128, known: Known) {
        self.known.entry(code).or_insert(known);
    }

    fn image(&self, position: &Position) -> Image<'_> {
        let image = |symmetry| Image {
            code: Symmetry::apply_code(symmetry, position.code()),
            symmetry,
        };
        let images = self.symmetries.iter().map(image);
        images
            .min_by_key(|image| image.code)
            .expect("the identity maps every goal onto itself")
    }
}
