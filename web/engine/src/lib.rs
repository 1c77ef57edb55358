//! Engine of the page, for everything but the current game: [`request::Request`] lists the requests.
//!
//! | module | content |
//! |---|---|
//! | [`request`] | the requests |
//! | [`facts`] | board geometry and its consequences, without a search |
//! | [`atlas`] | recorded answers of an atlas file |
//! | [`settle`] | solutions of problems and reasons for unsolvability |
//! | [`numbers`] | number of solutions, chance of random play |
//! | [`moves`] | fewest moves of a problem and of the rest of a game |
//! | [`named`] | named problems of the library |
//! | [`puzzle`] | generated puzzles |
//! | [`picture`] | drawings and playable pages |
//! | [`message`] | warnings and errors with the data for texts in other languages |

pub mod atlas;
pub mod facts;
pub mod message;
pub mod moves;
pub mod named;
pub mod numbers;
pub mod picture;
pub mod puzzle;
pub mod request;
pub mod settle;

use js_sys::JsString;
use pegboard::{Goal, Problem};
use pegboard_web_protocol::{answer, json};
use request::Request;
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers requests.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {}

#[wasm_bindgen]
impl Engine {
    /// Returns an engine.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Answers a request with `{"value": …}` or `{"error": "…"}`.
    #[must_use]
    pub fn ask(&mut self, request: JsString) -> String {
        answer(&request, answered)
    }
}

fn answered(request: Request) -> Result<String, String> {
    match request {
        Request::Library {} => json(&facts::library()),
        Request::Puzzle {
            board,
            wanted,
            allowed,
        } => json(&puzzle::puzzle(&board, &wanted, &allowed.control())?),
        Request::Named { board } => json(&named::named(board.as_ref())),
        Request::Board { source } => json(&facts::read(&source)),
        Request::Atlas { board, text } => json(&atlas::answers(&board, &text)?),
        Request::AtlasCertificate {
            board,
            text,
            vacancy,
            finish,
        } => json(&atlas::certificate(&board, &text, vacancy, finish)?),
        Request::Settle { problem, allowed } => json(&settle::settle(&problem, &allowed.control())),
        Request::Chance { problem, allowed } => {
            json(&numbers::chance(with_finish(&problem)?, &allowed.control()))
        }
        Request::Solutions { problem, allowed } => json(&numbers::solutions(
            with_finish(&problem)?,
            &allowed.control(),
        )),
        Request::Fewest { problem, allowed } => {
            json(&settle::fewest(&problem, &allowed.control())?)
        }
        Request::Moves { problem, text } => json(&moves::read(&problem, &text)?),
        Request::MovesNeeded {
            problem,
            played,
            allowed,
        } => json(&moves::needed(
            with_finish(&problem)?,
            &played,
            &allowed.control(),
        )?),
        Request::FewestMoves { problem, allowed } => {
            json(&moves::shortest(&problem, &allowed.control())?)
        }
        Request::Drawing { what, look } => json(&picture::svg(&what, &look)?),
        Request::Frames { moves, look } => json(&picture::frames(&moves, &look)?),
        Request::PlayablePage { moves, look } => json(&picture::playable_page(&moves, &look)?),
        Request::Text { what } => json(&picture::text(&what)?),
    }
}

/// Returns the problem, or an error if its goal names no finish.
fn with_finish(problem: &Problem) -> Result<&Problem, String> {
    if *problem.goal() == Goal::FewestPegs {
        Err("the goal `fewest pegs` names no finish; ask for the fewest pegs first".to_owned())
    } else {
        Ok(problem)
    }
}
