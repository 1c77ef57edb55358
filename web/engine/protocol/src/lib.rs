//! Requests and answers of the page's WebAssembly modules.
//!
//! Requests and answers are JSON strings, which the page and its workers exchange unchanged; `web/npm/src/messages.ts` has
//! the same types in TypeScript. Holes are indices in the order of [`pegboard::Board::holes`]; a position is a string with
//! `0` or `1` for each hole.
//!
//! Every request has an answer or an error: requests and the texts in them have a maximum length, and numbers are checked.
//! Only a memory that is too small for its limits can end a module.
//!
//! One call answers one request and may take long. It reports progress to the worker's function `pegboardProgress`.
//! A call cannot be interrupted: the page terminates the worker.

use js_sys::JsString;
use pegboard::{Board, Control, Jump, Limits, Line, Position, Progress};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use std::ops::ControlFlow;
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Reports the phase of a call, the fraction done (negative if unknown) and the number of nodes.
    #[wasm_bindgen(js_name = pegboardProgress)]
    fn report(phase: &str, done: f64, nodes: f64);
}

/// Maximum length of a request in UTF-16 code units. The largest atlas file has little more than half of it, and the
/// smallest worker of the page has the memory to read any request of this length.
pub const LONGEST_REQUEST: u32 = 1 << 19;

/// Maximum size of a board file, a picture or the moves of a game in bytes. A board has at most 128 holes.
const LONGEST_TEXT: usize = 64 << 10;

/// Maximum time limit in seconds, about 30 years.
const MAX_SECONDS: f64 = 1e9;

/// Maximum memory limit in MiB, below the address space of 4 GiB.
const MAX_MEGABYTES: u64 = 4095;

/// Answers a request with `{"value": …}` or `{"error": "…"}`. The length is checked before the text is copied into the
/// memory of the module.
pub fn answer<R: DeserializeOwned>(
    request: &JsString,
    answered: impl FnOnce(R) -> Result<String, String>,
) -> String {
    let answer = if request.length() > LONGEST_REQUEST {
        Err(format!(
            "a request has at most {LONGEST_REQUEST} characters"
        ))
    } else {
        serde_json::from_str(&String::from(request))
            .map_err(|error| error.to_string())
            .and_then(answered)
    };
    match answer {
        Ok(value) => format!("{{\"value\":{value}}}"),
        Err(error) => serde_json::json!({ "error": error }).to_string(),
    }
}

/// Returns a value as JSON.
///
/// # Errors
///
/// If the value has no form in JSON.
pub fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

/// Limits for a call.
#[derive(Clone, Deserialize)]
pub struct Allowed {
    /// Time limit, given in seconds; `None` for no limit.
    #[serde(default, deserialize_with = "duration")]
    pub seconds: Option<Duration>,
    /// Maximum number of positions to expand; `None` for no limit.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Memory limit in MiB.
    #[serde(deserialize_with = "megabytes")]
    pub megabytes: u64,
}

fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let checked = |seconds: f64| {
        Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|_| seconds <= MAX_SECONDS)
            .ok_or_else(|| {
                D::Error::custom(format_args!(
                    "a time limit of {seconds} seconds is not between 0 and {MAX_SECONDS}"
                ))
            })
    };
    Option::deserialize(deserializer)?.map(checked).transpose()
}

fn megabytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let megabytes = u64::deserialize(deserializer)?;
    if megabytes > MAX_MEGABYTES {
        return Err(D::Error::custom(format_args!(
            "a memory limit of {megabytes} MiB is more than {MAX_MEGABYTES} MiB"
        )));
    }
    Ok(megabytes)
}

impl Allowed {
    /// Returns the control of a call with these limits, which reports its progress to the page.
    #[must_use]
    pub fn control(&self) -> Control<'static> {
        Control::new(self.limits()).watched_by(&|progress: &Progress| {
            report(
                &progress.phase.to_string(),
                progress.done.unwrap_or(-1.0),
                progress.nodes as f64,
            );
            ControlFlow::Continue(())
        })
    }

    fn limits(&self) -> Limits {
        Limits {
            time: self.seconds,
            nodes: self.nodes,
            memory: Some(self.megabytes << 20),
            ..Limits::default()
        }
    }
}

/// Checks the size of a text from outside.
///
/// # Errors
///
/// If it is larger than 64 KiB.
pub fn check_length(text: &str) -> Result<(), String> {
    if text.len() > LONGEST_TEXT {
        return Err(format!(
            "the text is larger than {} KiB",
            LONGEST_TEXT >> 10
        ));
    }
    Ok(())
}

/// Parses a position, a string with `0` or `1` for each hole.
///
/// # Errors
///
/// If the string has a different length or other characters.
pub fn position(board: &Board, pegs: &str) -> Result<Position, String> {
    let holes = board.hole_count();
    if pegs.len() != holes || !pegs.bytes().all(|byte| matches!(byte, b'0' | b'1')) {
        return Err(format!(
            "a position of board `{}` has {holes} digits, each 0 or 1",
            board.name()
        ));
    }
    Ok(board.with_pegs(
        board
            .holes()
            .zip(pegs.bytes())
            .filter(|(_, byte)| *byte == b'1')
            .map(|(hole, _)| hole),
    ))
}

/// Returns the place of each jump of a line in the facts of the board.
#[must_use]
pub fn jumps_of(line: &Line) -> Vec<usize> {
    let board = line.start().board();
    line.jumps()
        .iter()
        .map(|jump| place_of(board, *jump))
        .collect()
}

/// Returns the place of a jump in the facts of the board.
///
/// # Panics
///
/// If the board lacks the jump.
#[must_use]
pub fn place_of(board: &Board, jump: Jump) -> usize {
    let place = board.jumps().iter().position(|known| *known == jump);
    place.expect("the jump is the board's")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(seconds: &str, megabytes: &str) -> Result<Limits, String> {
        let text = format!("{{\"seconds\": {seconds}, \"megabytes\": {megabytes}}}");
        let allowed = serde_json::from_str::<Allowed>(&text).map_err(|error| error.to_string())?;
        Ok(allowed.limits())
    }

    #[test]
    fn limits_are_checked() {
        let limits_of = |seconds, megabytes| {
            let Limits { time, memory, .. } = limits(seconds, megabytes).unwrap();
            (time, memory)
        };
        assert_eq!(limits_of("null", "0"), (None, Some(0)));
        let second = Duration::from_secs(1);
        assert_eq!(limits_of("1.5", "4"), (Some(second * 3 / 2), Some(4 << 20)));
        assert_eq!(limits_of("1e9", "4095").0, Some(second * 1_000_000_000));
        for seconds in ["-1", "-1e-9", "1.1e9", "1e19", "1e300", "1e999", "\"1\""] {
            assert!(limits(seconds, "4").is_err(), "{seconds}");
        }
        for megabytes in ["-1", "0.5", "4096", "17592186044416", "1e30", "null"] {
            assert!(limits("1", megabytes).is_err(), "{megabytes}");
        }
        assert_eq!(
            limits("-2", "4").err().unwrap(),
            "a time limit of -2 seconds is not between 0 and 1000000000 at line 1 column 14"
        );
        assert!(serde_json::from_str::<Allowed>("{\"megabytes\": 1}").is_ok());
    }

    #[test]
    fn texts_have_a_maximum_length() {
        assert_eq!(check_length(&"x".repeat(LONGEST_TEXT)), Ok(()));
        assert!(check_length(&"x".repeat(LONGEST_TEXT + 1)).is_err());
    }
}
