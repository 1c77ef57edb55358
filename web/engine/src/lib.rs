//! Engine of the page: an object that answers requests.
//!
//! Requests and answers are JSON strings, which the page and its worker exchange unchanged. [`request::Request`] lists
//! the requests; `web/src/engine/messages.ts` has the same types in TypeScript. Holes are indices in the order of
//! [`pegboard::Board::holes`]; a position is a string with `0` or `1` for each hole.
//!
//! Every request has an answer or an error: requests and the texts in them have a maximum length, and numbers are checked.
//! Only a memory that is too small for its limits can end the module.
//!
//! One call answers one request and may take long. It reports progress to the worker's function `pegboardProgress`.
//! A call cannot be interrupted: the page terminates the worker.
//!
//! | module | content |
//! |---|---|
//! | [`request`] | the requests |
//! | [`facts`] | board geometry and its consequences, without a search |
//! | [`atlas`] | recorded answers of an atlas file |
//! | [`settle`] | solutions of problems and reasons for unsolvability |
//! | [`play`] | outlooks of a position and its jumps |
//! | [`numbers`] | number of solutions, chance of random play |
//! | [`moves`] | fewest moves of a problem and of the rest of a game |
//! | [`named`] | named problems of the library |
//! | [`puzzle`] | generated puzzles |
//! | [`picture`] | drawings and playable pages |

pub mod atlas;
pub mod facts;
pub mod moves;
pub mod named;
pub mod numbers;
pub mod picture;
pub mod play;
pub mod puzzle;
pub mod request;
pub mod settle;

use js_sys::JsString;
use pegboard::{Control, Progress};
use request::{Allowed, Request};
use serde::Serialize;
use std::ops::ControlFlow;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Reports the phase of a call, the fraction done (negative if unknown) and the number of nodes.
    #[wasm_bindgen(js_name = pegboardProgress)]
    fn report(phase: &str, done: f64, nodes: f64);
}

/// Maximum length of a request in UTF-16 code units. The largest atlas file has little more than half of it, and the
/// smallest worker of the page has the memory to read any request of this length.
const LONGEST_REQUEST: u32 = 1 << 19;

/// Answers requests and holds the current game.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    play: Option<play::Play>,
}

#[wasm_bindgen]
impl Engine {
    /// Returns an engine without a game.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Answers a request with `{"value": …}` or `{"error": "…"}`. The length is checked before the text is copied into
    /// the memory of the module.
    #[must_use]
    pub fn ask(&mut self, request: JsString) -> String {
        let answer = if request.length() > LONGEST_REQUEST {
            Err(format!(
                "a request has at most {LONGEST_REQUEST} characters"
            ))
        } else {
            self.answered(&String::from(request))
        };
        match answer {
            Ok(value) => format!("{{\"value\":{value}}}"),
            Err(error) => serde_json::json!({ "error": error }).to_string(),
        }
    }
}

impl Engine {
    fn answered(&mut self, request: &str) -> Result<String, String> {
        let observer = |progress: &Progress| {
            report(
                &progress.phase.to_string(),
                progress.done.unwrap_or(-1.0),
                progress.nodes as f64,
            );
            ControlFlow::Continue(())
        };
        let watched = |allowed: &Allowed| Control::new(allowed.limits()).watched_by(&observer);
        let request = serde_json::from_str(request).map_err(|error| error.to_string())?;
        self.answer(request, watched)
    }

    fn answer<'a>(
        &mut self,
        request: Request,
        control: impl FnOnce(&Allowed) -> Control<'a>,
    ) -> Result<String, String> {
        match request {
            Request::Library {} => json(&facts::library()),
            Request::Puzzle {
                board,
                wanted,
                allowed,
            } => json(&puzzle::puzzle(&board, &wanted, &control(&allowed))?),
            Request::Named { board } => json(&named::named(board.as_ref())),
            Request::Board { source } => json(&facts::read(&source)),
            Request::Atlas { board, text } => json(&atlas::answers(&board, &text)?),
            Request::AtlasCertificate {
                board,
                text,
                vacancy,
                finish,
            } => json(&atlas::certificate(&board, &text, vacancy, finish)?),
            Request::Settle { problem, allowed } => {
                json(&settle::settle(&problem, &control(&allowed)))
            }
            Request::Bitmap { problem } => json(&play::bitmap_bytes(&problem)),
            Request::Prepare { problem, allowed } => {
                let play = self
                    .play
                    .insert(play::Play::new(problem, &control(&allowed)));
                json(&play.knows_all())
            }
            Request::Outlooks { pegs, allowed } => {
                json(&self.play()?.outlooks(&pegs, &control(&allowed))?)
            }
            Request::Line { pegs, allowed } => json(&self.play()?.line(&pegs, &control(&allowed))?),
            Request::Chance { problem, allowed } => {
                json(&numbers::chance(&problem, &control(&allowed)))
            }
            Request::Solutions { problem, allowed } => {
                json(&numbers::solutions(&problem, &control(&allowed)))
            }
            Request::Fewest { problem, allowed } => {
                json(&settle::fewest(&problem, &control(&allowed))?)
            }
            Request::Moves { problem, text } => json(&moves::read(&problem, &text)?),
            Request::MovesNeeded {
                problem,
                played,
                allowed,
            } => json(&moves::needed(&problem, &played, &control(&allowed))?),
            Request::FewestMoves { problem, allowed } => {
                json(&moves::shortest(&problem, &control(&allowed))?)
            }
            Request::Drawing { what, look } => json(&picture::svg(&what, &look)?),
            Request::Frames { moves, look } => json(&picture::frames(&moves, &look)?),
            Request::PlayablePage { moves, look } => json(&picture::playable_page(&moves, &look)?),
            Request::Text { what } => json(&picture::text(&what)?),
        }
    }

    fn play(&self) -> Result<&play::Play, String> {
        self.play
            .as_ref()
            .ok_or_else(|| "no game is prepared".to_owned())
    }
}

fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
