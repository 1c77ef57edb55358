//! Positions of the games from a start that can still reach the goal, found by playing backwards.

use super::descent::Descent;
use super::descent_task::DescentTask;
use super::search::Claim;
use crate::board::Position;
use crate::control::{Control, Part};
use crate::engine::{AnyEngine, Bits, Engine, with_engine};
use crate::levels::{LevelError, Machine, Storage};
use crate::problem::Problem;
use crate::problem::answer::{PagodaFunction, PruningFunctions};
use crate::refutation::RefutationKinds;
use std::sync::Arc;

/// Positions of the games from a start from which the goal can be reached: levels from the finishes up to the start, pruned
/// by functions that show which positions no such game reaches. One descent answers for all these positions.
pub(crate) struct WinnablePositions {
    levels: Box<dyn BackwardLevels + Send>,
}

impl WinnablePositions {
    /// Prepares the descent for the games of a problem, pruned by the `known` functions for playing backward and by those it
    /// learns. Levels take up to half of `memory`, and then a temporary folder.
    /// Returns `None` if the goal does not name its finishes, or classes refute all of them.
    pub(crate) fn of_games(
        problem: &Problem,
        known: &[PagodaFunction],
        kinds: RefutationKinds,
        memory: u64,
        control: &Control<'_>,
    ) -> Option<WinnablePositions> {
        let (_, open) = Claim::Goal(problem).finishes(&[]).ok()?;
        let (open, board, start) = (open?, problem.board(), problem.start());
        let symmetries = board.stabilizer(&[&[start.code()], open.codes()]);
        let task = DescentTask::backward(start, &open, symmetries);
        if task.starts.is_empty() {
            return None;
        }
        // The levels must go up to the start itself.
        let kinds = RefutationKinds {
            forced_ends: false,
            ..kinds
        };
        let storage = Storage::overflowing(memory);
        let engine = AnyEngine::new(board);
        Some(WinnablePositions {
            levels: with_engine!(engine, |engine| {
                let descent = Descent::new(&engine, task, known, kinds, control);
                Box::new(OfWidth {
                    engine,
                    descent,
                    storage,
                })
            }),
        })
    }

    /// Goes on with the descent until it knows all positions with up to this many pegs.
    ///
    /// # Errors
    ///
    /// [`LevelError`] when the control stops the descent, which can go on later, or the disk cannot be used.
    pub(crate) fn go_on(&mut self, pegs: usize, control: &Control<'_>) -> Result<(), LevelError> {
        self.levels.go_on(pegs, control)
    }

    /// Returns the functions that prune the descent.
    pub(crate) fn functions(&self) -> PruningFunctions {
        PruningFunctions {
            forward: Vec::new(),
            backward: self.levels.functions(),
        }
    }

    /// Returns `true` if the goal can be reached from a position of a game from the start. Returns `None` if the descent has
    /// not come to positions with as many pegs, or a level cannot be read.
    pub(crate) fn contains(&self, position: &Position) -> Option<bool> {
        self.levels.contains(position.code())
    }
}

/// Levels of positions of either width.
trait BackwardLevels {
    fn go_on(&mut self, pegs: usize, control: &Control<'_>) -> Result<(), LevelError>;

    fn functions(&self) -> Vec<PagodaFunction>;

    fn contains(&self, code: u128) -> Option<bool>;
}

struct OfWidth<B> {
    engine: Engine<B>,
    descent: Descent<B>,
    storage: Arc<Storage>,
}

impl<B: Bits> OfWidth<B> {
    fn has_ended(&self) -> bool {
        self.descent.has_begun() && self.descent.has_ended()
    }
}

impl<B: Bits> BackwardLevels for OfWidth<B> {
    fn go_on(&mut self, pegs: usize, control: &Control<'_>) -> Result<(), LevelError> {
        let of_complements = (self.engine.board().hole_count() - pegs) as u32;
        let is_enough =
            |descent: &Descent<B>| descent.has_begun() && descent.pegs() <= of_complements;
        if self.has_ended() || is_enough(&self.descent) {
            return Ok(());
        }
        let machine = Machine::new(Part::whole(control), Arc::clone(&self.storage))?;
        while !self.has_ended() && !is_enough(&self.descent) {
            let to_come = self.descent.pegs() - of_complements;
            self.descent.descend(&machine, to_come, 0)?;
        }
        Ok(())
    }

    fn functions(&self) -> Vec<PagodaFunction> {
        self.descent.functions()
    }

    fn contains(&self, code: u128) -> Option<bool> {
        let complement = self.engine.complement(B::from_code(code));
        let pegs = complement.count() as usize;
        let mut levels = self.descent.levels().iter();
        match levels.find(|finished| finished.pegs == pegs) {
            Some(finished) => {
                let code = self.descent.canonical(complement);
                finished.level.contains(code).ok()
            }
            None => self.has_ended().then_some(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::control::{LimitReached, Limits};
    use crate::problem::Goal;
    use std::collections::HashMap;

    /// Finds for each position of the games from a position whether the goal can be reached from it.
    fn search(problem: &Problem, position: &Position, known: &mut HashMap<u128, bool>) -> bool {
        if let Some(wins) = known.get(&position.code()) {
            return *wins;
        }
        let next = position.jumps().map(|jump| position.play(jump).unwrap());
        let results: Vec<bool> = next.map(|next| search(problem, &next, known)).collect();
        let wins = problem.is_met_by(position) || results.contains(&true);
        known.insert(position.code(), wins);
        wins
    }

    fn winnable(problem: &Problem) -> WinnablePositions {
        let kinds = RefutationKinds::default();
        WinnablePositions::of_games(problem, &[], kinds, 1 << 26, &Control::default()).unwrap()
    }

    #[test]
    fn positions_of_the_games_are_winnable_where_a_plain_search_says_so() {
        // From a symmetric start to a finish off its axis, to several finishes, and to a whole position.
        let triangle = Board::library("triangle5").unwrap();
        let hole = |label| triangle.hole(label).unwrap();
        let middle = triangle.vacate(hole("b3"));
        let square = Board::library("square4").unwrap();
        let corner = square.vacate(square.hole("a1").unwrap());
        let mut stuck = corner.clone();
        while let Some(jump) = stuck.clone().jumps().last() {
            stuck = stuck.play(jump).unwrap();
        }
        let cases = [
            (middle.clone(), Goal::PegIn(vec![hole("a4")])),
            (middle, Goal::OnePeg),
            (
                triangle.vacate(hole("a1")),
                Goal::PegIn(vec![hole("a5"), hole("b3")]),
            ),
            (corner, Goal::Position(stuck)),
        ];
        for (start, goal) in cases {
            let problem = Problem::new(start.clone(), goal).unwrap();
            let mut known = HashMap::new();
            search(&problem, &start, &mut known);
            let mut winnable = winnable(&problem);
            winnable
                .go_on(start.peg_count(), &Control::default())
                .unwrap();
            for (code, wins) in known {
                let position = Position::from_code(start.board(), code).unwrap();
                assert_eq!(winnable.contains(&position), Some(wins), "{position:?}");
            }
        }
    }

    #[test]
    fn a_descent_goes_on_where_a_limit_stopped_it() {
        let board = Board::library("english").unwrap();
        let center = board.hole("d4").unwrap();
        let game = ["d2-d4", "b3-d3", "c1-c3", "c4-c2", "e3-c3", "g3-e3"].join(" ");
        let start = board.vacate(center);
        let line = crate::problem::answer::Line::parse(&start, &game).unwrap();
        let problem = Problem::new(line.finish().clone(), Goal::PegIn(vec![center])).unwrap();
        let pegs = line.finish().peg_count();
        let (mut at_once, mut in_parts) = (winnable(&problem), winnable(&problem));
        at_once.go_on(pegs - 1, &Control::default()).unwrap();
        let mut stops = 0;
        loop {
            let limits = Limits {
                nodes: Some(1000 << stops),
                ..Limits::default()
            };
            match in_parts.go_on(pegs - 1, &Control::new(limits)) {
                Ok(()) => break,
                Err(LevelError::Stopped(LimitReached::Nodes)) => stops += 1,
                Err(error) => panic!("{error}"),
            }
        }
        assert!(stops > 0);
        for jump in line.finish().jumps() {
            let next = line.finish().play(jump).unwrap();
            let wins = at_once.contains(&next);
            assert!(wins.is_some());
            assert_eq!(in_parts.contains(&next), wins);
        }
    }
}
