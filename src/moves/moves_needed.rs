use super::winning::{MeetingLevel, WinningValues};
use crate::board::{Board, Jump};
use crate::control::{Control, Part};
use crate::engine::{Bits, Engine, with_engine};
use crate::problem::Problem;
use crate::problem::answer::Line;
use crate::sweep::{SweepError, SweepOptions};

/// The number of moves that a game still needs.
///
/// ```
/// use pegboard::moves::moves_needed;
/// use pegboard::sweep::SweepOptions;
/// use pegboard::{Board, Control, Problem, Line};
/// let board = Board::library("triangle5")?;
/// let problem = Problem::svss(&board, board.hole("c5")?, board.hole("c5")?); // 9 moves
/// let game = Line::parse(problem.start(), "")?;
/// let needed = moves_needed(&problem, &game, &SweepOptions::default(), &Control::default())?.unwrap();
/// assert_eq!(needed.moves(), 9);
/// let (jump, moves) = needed.jumps()[0];
/// assert!(moves >= 9 && game.finish().allows(jump));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesNeeded {
    board: Board,
    moves: usize,
    jumps: Vec<(Jump, usize)>,
}

impl MovesNeeded {
    /// Returns the fewest moves that must still begin. A jump by the peg that moved last begins none.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Returns, for each winning jump in the order of [`Board::jumps`](crate::Board::jumps), the fewest moves
    /// that must still begin if it comes next, including its own.
    pub fn jumps(&self) -> &[(Jump, usize)] {
        &self.jumps
    }

    /// Returns the moves needed if this jump comes next; `None` if it loses.
    ///
    /// # Panics
    ///
    /// If the board lacks the jump.
    pub fn after(&self, jump: Jump) -> Option<usize> {
        self.board.check_jump(jump);
        self.jumps
            .iter()
            .find(|(other, _)| *other == jump)
            .map(|(_, moves)| *moves)
    }
}

/// Finds the fewest moves that a game needs to meet the goal of its problem; `None` if the game is lost, or
/// if the problem names no finish.
///
/// All winning positions below the game are visited, so memory and time grow with their number.
///
/// # Errors
///
/// [`SweepError`] when memory or disk space runs out, or the control stops the sweep.
///
/// # Panics
///
/// If the game lies on another board than the problem.
pub fn moves_needed(
    problem: &Problem,
    game: &Line,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<Option<MovesNeeded>, SweepError> {
    problem.board().check_position(game.start());
    // An invalid problem, such as one with more pegs in the finish than are left, is lost.
    let Ok(rest) = Problem::new(game.finish().clone(), problem.goal().clone()) else {
        return Ok(None);
    };
    let last = game.jumps().last().copied();
    control.ended(with_engine!(&options.engine(problem.board()), |engine| {
        if rest.is_met_by(rest.start()) {
            count_beyond_goal(engine, &rest, last, options, control)
        } else {
            count_needed(engine, &rest, last, options, control)
        }
    }))
}

/// Counts the moves needed after each jump from a start that meets the goal, until the goal is met again.
fn count_beyond_goal<B: Bits>(
    engine: &Engine<B>,
    rest: &Problem,
    last: Option<Jump>,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<Option<MovesNeeded>, SweepError> {
    let mut jumps = Vec::new();
    for jump in rest.start().jumps() {
        let next = rest.start().play(jump).expect("the jump is possible");
        let Ok(next) = Problem::new(next, rest.goal().clone()) else {
            continue;
        };
        let moves = if next.is_met_by(next.start()) {
            Some(0)
        } else {
            let needed = count_needed(engine, &next, Some(jump), options, control)?;
            needed.map(|needed| needed.moves)
        };
        let begins = last.is_none_or(|last| last.to() != jump.from());
        jumps.extend(moves.map(|moves| (jump, moves + usize::from(begins))));
    }
    Ok(Some(MovesNeeded {
        board: rest.board().clone(),
        moves: 0,
        jumps,
    }))
}

/// Counts the moves needed from the start of `rest`, where a jump from the target of `last` continues its move.
fn count_needed<B: Bits>(
    engine: &Engine<B>,
    rest: &Problem,
    last: Option<Jump>,
    options: &SweepOptions,
    control: &Control<'_>,
) -> Result<Option<MovesNeeded>, SweepError> {
    let whole = Part::whole(control);
    let values = WinningValues::find(
        engine,
        rest,
        MeetingLevel::Start,
        options,
        whole.part(0.0, 0.6),
    )?;
    let Some(values) = values else {
        return Ok(None);
    };
    let after = values.after_each_jump(whole.part(0.6, 1.0))?;
    let jumps: Vec<(Jump, usize)> = after
        .into_iter()
        .map(|(index, moves)| {
            let jump = values.jumps()[index];
            let continues = last.is_some_and(|last| last.to() == jump.from());
            (jump, usize::from(moves) - usize::from(continues))
        })
        .collect();
    let moves = jumps.iter().map(|(_, moves)| *moves).min().unwrap_or(0);
    let board = rest.board().clone();
    Ok(Some(MovesNeeded {
        board,
        moves,
        jumps,
    }))
}
