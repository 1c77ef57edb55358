//! Drawings of boards, positions, solutions and atlases, and pages that play moves.

use crate::request::{Finding, KnownJump, KnownOutlook, Look, Subject};
use pegboard::atlas::{self, Atlas, AtlasMap};
use pegboard::drawing::{self, Glyphs, SvgDrawing, TextPicture, TextStrip};
use pegboard::{Jump, JumpHint, LimitReached, Outlook, Position, Solution};

/// The width of a strip of text pictures, in characters.
const TEXT_WIDTH: usize = 100;

/// A picture as the text of an SVG file. An atlas has a look of its own.
///
/// # Errors
///
/// When the board cannot have the look, or when there are not as many findings as problems.
pub fn svg(subject: &Subject, look: &Look) -> Result<String, String> {
    Ok(match subject {
        Subject::Board(board) => dressed(SvgDrawing::of_board(board), look)?.to_svg(),
        Subject::Position(position) => dressed(SvgDrawing::of_position(position), look)?.to_svg(),
        Subject::Moves(line) => dressed(SvgDrawing::of_solution(line), look)?.to_svg(),
        Subject::Hint { position, jumps } => {
            let jumps = jumps.iter().map(|jump| hinted(position, jump)).collect::<Result<Vec<_>, _>>()?;
            dressed(SvgDrawing::of_outlooks(position, &jumps), look)?.to_svg()
        }
        Subject::Atlas { board, findings } => {
            let problems = board.svss_problems();
            if problems.len() != findings.len() {
                let (found, problems) = (findings.len(), problems.len());
                return Err(format!("there are {found} findings for {problems} problems"));
            }
            let finding = |problem| {
                let place = problems.iter().position(|each| *each == problem);
                place.map_or(atlas::Finding::Open, |place| findings[place].into())
            };
            AtlasMap::new(&Atlas::of_findings(board, finding)).to_svg()
        }
    })
}

/// The pictures of an animation of moves, each as the text of an SVG file. The pictures' own module makes a GIF or an
/// animated PNG of them.
///
/// # Errors
///
/// When the board cannot have the look.
pub fn frames(moves: &Solution, look: &Look) -> Result<Vec<String>, String> {
    let drawing = dressed(SvgDrawing::of_solution(moves), look)?;
    Ok((0..drawing.panel_count()).filter_map(|index| drawing.picture(index)).collect())
}

/// A HTML file that plays moves by itself.
///
/// # Errors
///
/// When the board cannot have the look.
pub fn playable_page(moves: &Solution, look: &Look) -> Result<String, String> {
    let drawing = dressed(SvgDrawing::of_solution(moves), look)?;
    drawing::page(&drawing).ok_or_else(|| "there is nothing to play".to_owned())
}

fn dressed(drawing: SvgDrawing, look: &Look) -> Result<SvgDrawing, String> {
    let drawing = drawing.with_theme(look.theme()?);
    let drawing = if look.labels { drawing.with_labels() } else { drawing };
    let drawing = if look.coordinates {
        drawing.with_coordinates().map_err(|error| error.to_string())?
    } else {
        drawing
    };
    Ok(match look.width {
        Some(width) => drawing.with_width(width),
        None => drawing,
    })
}

/// A picture as text.
///
/// # Errors
///
/// There is no text for an atlas or a hint.
pub fn text(subject: &Subject) -> Result<String, String> {
    Ok(match subject {
        Subject::Board(board) => TextPicture::of_position(&board.empty(), &Glyphs::ASCII).to_string(),
        Subject::Position(position) => TextPicture::of_position(position, &Glyphs::ASCII).to_string(),
        Subject::Moves(line) => TextStrip::of_solution(line, &Glyphs::ASCII).wrapped(TEXT_WIDTH),
        Subject::Hint { .. } | Subject::Atlas { .. } => {
            return Err("this is drawn as SVG only".to_owned());
        }
    })
}

fn hinted(position: &Position, known: &KnownJump) -> Result<JumpHint, String> {
    let is_meant = |jump: &Jump| (jump.from().index(), jump.to().index()) == (known.from, known.to);
    let jump = position.jumps().find(is_meant).ok_or("there is no such jump in the position")?;
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
