//! Drawings of boards, positions, solutions and atlases.

use crate::request::{Finding, Subject};
use pegboard::atlas::{self, Atlas, AtlasMap};
use pegboard::drawing::{Glyphs, SvgDrawing, TextPicture, TextStrip};

/// The width of a strip of text pictures, in characters.
const TEXT_WIDTH: usize = 100;

/// A picture as the text of an SVG file.
///
/// # Errors
///
/// When there are not as many findings as problems.
pub fn svg(subject: &Subject) -> Result<String, String> {
    Ok(match subject {
        Subject::Board(board) => SvgDrawing::of_board(board).to_svg(),
        Subject::Position(position) => SvgDrawing::of_position(position).to_svg(),
        Subject::Moves(line) => SvgDrawing::of_solution(line).to_svg(),
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

/// A picture as text.
///
/// # Errors
///
/// There is no text for an atlas.
pub fn text(subject: &Subject) -> Result<String, String> {
    Ok(match subject {
        Subject::Board(board) => TextPicture::of_position(&board.empty(), &Glyphs::ASCII).to_string(),
        Subject::Position(position) => TextPicture::of_position(position, &Glyphs::ASCII).to_string(),
        Subject::Moves(line) => TextStrip::of_solution(line, &Glyphs::ASCII).wrapped(TEXT_WIDTH),
        Subject::Atlas { .. } => return Err("an atlas is drawn as SVG only".to_owned()),
    })
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
