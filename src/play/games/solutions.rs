use crate::board::{Jump, Position};
use crate::problem::answer::Line;
use crate::sweep::SolvablePositions;

/// Iterator over all solutions of a problem, in the order of [`Games`](super::Games). It enters only positions that
/// can still be won, so the cost per solution is small even if solutions are rare.
///
/// ```
/// use pegboard::play::games::Solutions;
/// use pegboard::sweep::SolvablePositions;
/// use pegboard::{Board, Control, Problem};
/// let board = Board::library("english")?;
/// let center = board.hole("d4")?;
/// let problem = Problem::svss(&board, center, center);
/// let solvable = SolvablePositions::find(&[board.with_pegs([center])], &Control::default())?;
/// let mut solutions = Solutions::new(problem.start(), solvable.expect("the board is small enough"));
/// assert_eq!(solutions.next().unwrap().jumps().len(), 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solutions {
    start: Position,
    solvable: SolvablePositions,
    /// Jumps to the last of the open positions.
    path: Vec<Jump>,
    /// Positions on the path, each with its untried jumps in reverse order.
    open: Vec<(Position, Vec<Jump>)>,
    /// `true` until the empty solution is returned, if the start meets the goal.
    is_won_at_once: bool,
}

impl Solutions {
    /// Iterates over the solutions from a start to the finishes of these positions. A line ends at the first finish.
    ///
    /// # Panics
    ///
    /// If the start lies on another board than the finishes.
    pub fn new(start: &Position, solvable: SolvablePositions) -> Solutions {
        let is_won_at_once = solvable.is_finish(start);
        let open = if solvable.contains(start) && !is_won_at_once {
            vec![opened(start.clone())]
        } else {
            Vec::new()
        };
        Solutions {
            start: start.clone(),
            solvable,
            path: Vec::new(),
            open,
            is_won_at_once,
        }
    }
}

fn opened(position: Position) -> (Position, Vec<Jump>) {
    let mut jumps: Vec<Jump> = position.jumps().collect();
    jumps.reverse();
    (position, jumps)
}

impl Iterator for Solutions {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        if std::mem::take(&mut self.is_won_at_once) {
            return Some(Line::found(&self.start, Vec::new()));
        }
        loop {
            let (position, untried) = self.open.last_mut()?;
            let Some(jump) = untried.pop() else {
                self.open.pop();
                self.path.pop();
                continue;
            };
            let next = position.play(jump).ok()?;
            if self.solvable.is_finish(&next) {
                let jumps = self.path.iter().copied().chain([jump]).collect();
                return Some(Line::found(&self.start, jumps));
            }
            if self.solvable.contains(&next) {
                self.path.push(jump);
                self.open.push(opened(next));
            }
        }
    }
}

impl std::iter::FusedIterator for Solutions {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::control::Control;
    use crate::play::games::Games;
    use crate::problem::{Goal, Problem};

    fn solutions(problem: &Problem) -> Vec<Line> {
        let solvable =
            SolvablePositions::find(&problem.finishes_in_class(), &Control::default()).unwrap();
        solvable.map_or_else(Vec::new, |solvable| {
            Solutions::new(problem.start(), solvable).collect()
        })
    }

    #[test]
    fn solutions_are_the_won_games_in_the_same_order() {
        let board = Board::library("triangle4").unwrap();
        for vacancy in board.holes() {
            let problem = Problem::new(board.vacate(vacancy), Goal::OnePeg).unwrap();
            let games: Vec<Line> = Games::from_first(problem.start())
                .filter(|game| problem.is_met_by(game.finish()))
                .collect();
            assert_eq!(solutions(&problem), games);
        }
    }

    #[test]
    fn a_line_ends_where_the_goal_is_met() {
        let board = Board::library("triangle5").unwrap();
        let position = |text| Position::parse(&board, text).unwrap();
        let three = Problem::new(
            position("a1 a2 a4 a5"),
            Goal::Position(position("a3 a4 a5")),
        )
        .unwrap();
        assert_eq!(
            solutions(&three)
                .iter()
                .map(|line| line.jumps().len())
                .collect::<Vec<_>>(),
            [1]
        );
        let won = Problem::new(position("a1"), Goal::OnePeg).unwrap();
        assert_eq!(
            solutions(&won)
                .iter()
                .map(|line| line.jumps().len())
                .collect::<Vec<_>>(),
            [0]
        );
    }
}
