use super::sheet::JumpArrow;
use super::{BoardDrawing, Color};
use crate::board::Position;
use crate::play::hint::{Hint, JumpHint, Outlook};

/// Style of an arrow for a winning, losing or unknown jump.
struct ArrowLook {
    color: Color,
    dashes: Option<(f64, f64)>,
    words: &'static str,
}

const WINS: ArrowLook = ArrowLook {
    color: Color::rgb(0x1b7837),
    dashes: None,
    words: "solid: wins",
};
const LOSES: ArrowLook = ArrowLook {
    color: Color::rgb(0xb2182b),
    dashes: Some((7.0, 6.0)),
    words: "dashed: loses",
};
const UNKNOWN: ArrowLook = ArrowLook {
    color: Color::rgb(0x555555),
    dashes: Some((1.0, 6.0)),
    words: "dotted: unknown",
};

/// Pictures of hints.
impl BoardDrawing {
    /// Draws a position with an arrow for each possible jump: solid if it wins, dashed if it loses, dotted if
    /// unknown.
    ///
    /// ```
    /// use pegboard::drawing::BoardDrawing;
    /// use pegboard::{Board, Control, GameOracle, Hint, Problem, Line, SolverOptions};
    /// let board = Board::library("triangle5")?;
    /// let corner = board.hole("a1")?;
    /// let problem = Problem::svss(&board, corner, corner);
    /// let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &Control::default());
    /// let game = Line::parse(problem.start(), "a3-a1")?;
    /// let hint = Hint::find(&game, &oracle, &Control::default());
    /// let svg = BoardDrawing::of_hint(&hint).to_svg();
    /// assert!(svg.contains(">solid: wins, dashed: loses</text>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_hint(hint: &Hint) -> BoardDrawing {
        BoardDrawing::of_outlooks(hint.position(), hint.jumps())
    }

    /// Draws a position with arrows for the jumps of a hint.
    ///
    /// # Panics
    ///
    /// If the position's board lacks one of the jumps.
    pub fn of_outlooks(position: &Position, jumps: &[JumpHint]) -> BoardDrawing {
        let board = position.board();
        jumps.iter().for_each(|each| board.check_jump(each.jump));
        let all_words = [WINS, LOSES, UNKNOWN].into_iter().map(|look| look.words);
        let occurs = |words: &&str| {
            jumps
                .iter()
                .any(|each| arrow_look(each.outlook).words == *words)
        };
        let words: Vec<&str> = all_words.filter(occurs).collect();
        let caption = if words.is_empty() {
            "no jump is possible".to_owned()
        } else {
            words.join(", ")
        };
        let mut jumps = jumps.to_vec();
        jumps.sort_by_key(|each| u64::from(height(each.outlook)));
        BoardDrawing::of_jumps(position, jumps.iter().map(arrow).collect(), caption)
    }
}

fn arrow(JumpHint { jump, outlook }: &JumpHint) -> JumpArrow {
    let ArrowLook { color, dashes, .. } = arrow_look(*outlook);
    JumpArrow {
        jump: *jump,
        class: format!("jump {outlook}"),
        color,
        dashes,
    }
}

fn arrow_look(outlook: Outlook) -> ArrowLook {
    match outlook {
        Outlook::Winning => WINS,
        Outlook::Losing => LOSES,
        Outlook::Unknown(_) => UNKNOWN,
    }
}

/// Returns the stacking order of an arrow. Winning jumps are on top.
fn height(outlook: Outlook) -> u8 {
    match outlook {
        Outlook::Losing => 0,
        Outlook::Unknown(_) => 1,
        Outlook::Winning => 2,
    }
}
