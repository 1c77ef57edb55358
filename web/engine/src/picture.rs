//! Drawings of boards, positions, lines and atlases; playable pages.

use crate::request::{Finding, KnownJump, KnownOutlook, Look, Subject};
use pegboard::atlas::{self, Atlas, AtlasMap};
use pegboard::drawing::{self, BoardDrawing, Glyphs, Scene, TextPicture, TextStrip};
use pegboard::{JumpHint, LimitReached, Line, Outlook, Position};

/// Width of a strip of text pictures in characters.
const TEXT_WIDTH: usize = 100;

/// Draws a picture as SVG. An atlas ignores `look`.
///
/// # Errors
///
/// If the look does not fit the board, or the number of findings differs from the number of problems.
pub fn svg(subject: &Subject, look: &Look) -> Result<String, String> {
    Ok(scene(subject, look)?.to_svg())
}

fn scene(subject: &Subject, look: &Look) -> Result<Scene, String> {
    Ok(match subject {
        Subject::Board(board) => dressed(BoardDrawing::of_board(board), look)?.scene(),
        Subject::Position(position) => dressed(BoardDrawing::of_position(position), look)?.scene(),
        Subject::Moves(line) => dressed(BoardDrawing::of_solution(line), look)?.scene(),
        Subject::Hint { position, jumps } => {
            let jumps = jumps
                .iter()
                .map(|jump| hinted(position, jump))
                .collect::<Result<Vec<_>, _>>()?;
            dressed(BoardDrawing::of_outlooks(position, &jumps), look)?.scene()
        }
        Subject::Atlas { board, findings } => {
            let problems = board.svss_problems();
            if problems.len() != findings.len() {
                let (found, problems) = (findings.len(), problems.len());
                return Err(format!("{found} findings for {problems} problems"));
            }
            let finding = |problem| {
                let place = problems.iter().position(|each| *each == problem);
                place.map_or(atlas::Finding::Open, |place| findings[place].into())
            };
            AtlasMap::new(&Atlas::of_findings(board, finding)).scene()
        }
    })
}

/// Returns an SVG for each position of a line: the frames of an animation, all of one size.
///
/// # Errors
///
/// If the look does not fit the board.
pub fn frames(moves: &Line, look: &Look) -> Result<Vec<String>, String> {
    let drawing = dressed(BoardDrawing::of_solution(moves), look)?;
    Ok(drawing.frames().iter().map(Scene::to_svg).collect())
}

/// Returns a self-contained HTML page that plays a line.
///
/// # Errors
///
/// If the look does not fit the board.
pub fn playable_page(moves: &Line, look: &Look) -> Result<String, String> {
    let drawing = dressed(BoardDrawing::of_solution(moves), look)?;
    drawing::page(&drawing).ok_or_else(|| "the line has no moves".to_owned())
}

fn dressed(drawing: BoardDrawing, look: &Look) -> Result<BoardDrawing, String> {
    let drawing = drawing.with_theme(look.theme()?);
    let drawing = if look.labels {
        drawing.with_labels()
    } else {
        drawing
    };
    let drawing = if look.coordinates {
        drawing
            .with_coordinates()
            .map_err(|error| error.to_string())?
    } else {
        drawing
    };
    Ok(match look.width {
        Some(width) => drawing.with_width(width),
        None => drawing,
    })
}

/// Draws a picture as text.
///
/// # Errors
///
/// If `subject` is an atlas or a hint.
pub fn text(subject: &Subject) -> Result<String, String> {
    Ok(match subject {
        Subject::Board(board) => {
            TextPicture::of_position(&board.empty(), &Glyphs::ASCII).to_string()
        }
        Subject::Position(position) => {
            TextPicture::of_position(position, &Glyphs::ASCII).to_string()
        }
        Subject::Moves(line) => TextStrip::of_solution(line, &Glyphs::ASCII).wrapped(TEXT_WIDTH),
        Subject::Hint { .. } | Subject::Atlas { .. } => {
            return Err("hints and atlases have no text picture".to_owned());
        }
    })
}

fn hinted(position: &Position, known: &KnownJump) -> Result<JumpHint, String> {
    let jump = position.board().jumps().get(known.jump);
    let jump = jump.filter(|jump| position.allows(**jump));
    let jump = *jump.ok_or("illegal jump in a hint")?;
    let outlook = match known.outlook {
        KnownOutlook::Winning => Outlook::Winning,
        KnownOutlook::Losing => Outlook::Losing,
        KnownOutlook::Unknown => Outlook::Unknown(LimitReached::Time),
    };
    Ok(JumpHint { jump, outlook })
}

impl From<Finding> for atlas::Finding {
    fn from(finding: Finding) -> atlas::Finding {
        match finding {
            Finding::Solvable => atlas::Finding::Solvable,
            Finding::Pagoda => atlas::Finding::RefutedByPagoda,
            Finding::Cases => atlas::Finding::RefutedByCases,
            Finding::Exhaustion => atlas::Finding::RefutedByExhaustion,
            Finding::Open => atlas::Finding::Open,
        }
    }
}
