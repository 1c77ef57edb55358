//! Engine of the current game: outlooks of positions and jumps. A module of its own, so that the page can be played
//! before the rest of the engine is loaded.

mod play;

use js_sys::JsString;
use pegboard::Problem;
use pegboard_web_protocol::{Allowed, answer, json};
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// Request.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Request {
    /// Size in bytes of the bitmap of all outlooks; null if it exceeds the address space.
    Bitmap { problem: Problem },
    /// Starts a game; answers `true` if every outlook is known. Without memory for a bitmap, the solver answers outlooks.
    Prepare { problem: Problem, allowed: Allowed },
    /// Outlooks of a position of the game and of each jump in it.
    Outlooks { pegs: String, allowed: Allowed },
    /// Line from a position of the game: to the goal, or one that leaves few pegs.
    Line { pegs: String, allowed: Allowed },
}

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

    /// Answers a request with `{"value": …}` or `{"error": "…"}`.
    #[must_use]
    pub fn ask(&mut self, request: JsString) -> String {
        answer(&request, |request| self.answered(request))
    }
}

impl Engine {
    fn answered(&mut self, request: Request) -> Result<String, String> {
        match request {
            Request::Bitmap { problem } => json(&play::bitmap_bytes(&problem)),
            Request::Prepare { problem, allowed } => {
                let play = play::Play::new(problem, &allowed.control());
                json(&self.play.insert(play).knows_all())
            }
            Request::Outlooks { pegs, allowed } => {
                json(&self.play()?.outlooks(&pegs, &allowed.control())?)
            }
            Request::Line { pegs, allowed } => json(&self.play()?.line(&pegs, &allowed.control())?),
        }
    }

    fn play(&self) -> Result<&play::Play, String> {
        self.play
            .as_ref()
            .ok_or_else(|| "no game is prepared".to_owned())
    }
}
