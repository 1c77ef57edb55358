use super::values::{Meeting, Values};
use crate::board::Jump;
use crate::control::{Control, Part};
use crate::engine::{Bits, Engine, EngineTask};
use crate::problem::Problem;
use crate::problem::answer::Solution;
use crate::sweep::{SweepError, SweepOptions};

/// The number of moves that a game still needs.
///
/// ```
/// use pegboard::moves::moves_needed;
/// use pegboard::sweep::SweepOptions;
/// use pegboard::{Board, Control, Problem, Solution};
/// let board = Board::library("triangle5")?;
/// let problem = Problem::svss(&board, board.hole("c5")?, board.hole("c5")?); // 9 moves
/// let game = Solution::parse(problem.start(), "")?;
/// let needed = moves_needed(&problem, &game, &SweepOptions::default(), &Control::default())?.unwrap();
/// assert_eq!(needed.moves(), 9);
/// let (jump, moves) = needed.jumps()[0];
/// assert!(moves >= 9 && game.finish().allows(jump));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesNeeded {
    moves: usize,
    jumps: Vec<(Jump, usize)>,
}

impl MovesNeeded {
    /// The fewest moves that must still begin. A jump of the peg that moved last begins none.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// For each jump that still wins, in the order of [`Board::jumps`](crate::Board::jumps), the fewest moves that
    /// must still begin if it is the next one, its own among them.
    pub fn jumps(&self) -> &[(Jump, usize)] {
        &self.jumps
    }

    /// The same for one jump; `None` when it loses.
    pub fn after(&self, jump: Jump) -> Option<usize> {
        self.jumps
            .iter()
            .find(|(other, _)| *other == jump)
            .map(|(_, moves)| *moves)
    }
}

/// Finds the moves that a game still needs to meet the goal of its problem; `None` where it is lost, or the
/// problem names no finish.
///
/// # Errors
///
/// [`SweepError`] when memory or disk do not suffice, or the control stops it.
pub fn moves_needed(
    problem: &Problem,
    game: &Solution,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<Option<MovesNeeded>, SweepError> {
    // What makes no problem, such as a finish with more pegs than are left, cannot be won.
    let Ok(rest) = Problem::new(game.finish().clone(), problem.goal().clone()) else {
        return Ok(None);
    };
    let last = game.jumps().last().copied();
    control.ended(options.engine(problem.board()).run(Needed {
        rest: &rest,
        last,
        options,
        control,
    }))
}

struct Needed<'a> {
    /// From where the game has come to.
    rest: &'a Problem,
    last: Option<Jump>,
    options: &'a SweepOptions,
    control: &'a Control<'a>,
}

impl EngineTask for Needed<'_> {
    type Output = Result<Option<MovesNeeded>, SweepError>;

    fn run<B: Bits>(self, engine: &Engine<B>) -> Self::Output {
        let whole = Part::whole(self.control);
        let values = Values::new(
            engine,
            self.rest,
            Meeting::Start,
            self.options,
            whole.part(0.0, 0.6),
        )?;
        let Some(values) = values else {
            return Ok(None);
        };
        let after = values.after_each_jump(whole.part(0.6, 1.0))?;
        let jumps: Vec<(Jump, usize)> = after
            .into_iter()
            .map(|(number, moves)| {
                let jump = values.jumps()[number];
                let continues = self.last.is_some_and(|last| last.to() == jump.from());
                (jump, usize::from(moves) - usize::from(continues))
            })
            .collect();
        let moves = jumps.iter().map(|(_, moves)| *moves).min().unwrap_or(0);
        Ok(Some(MovesNeeded { moves, jumps }))
    }
}
