//! The built program against a naive reference that shares nothing with it, on random boards and problems.
//!
//! `DIFFERENTIAL_SECONDS` sets the time and `DIFFERENTIAL_SEED` the seed.

mod board;
mod case;
mod questions;

use case::cases;
use pegboard_fuzz::runs::{Failure, run_for};
use std::thread::{available_parallelism, scope};
use std::time::Duration;

fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(value) => value
            .parse()
            .unwrap_or_else(|_| panic!("{name} is no number: `{value}`")),
        Err(_) => default,
    }
}

#[test]
fn the_program_agrees_with_the_naive_reference() {
    let time = Duration::from_secs(setting("DIFFERENTIAL_SECONDS", 5));
    let seed = setting("DIFFERENTIAL_SEED", 0);
    let threads = available_parallelism().map_or(1, usize::from) as u64;
    std::panic::set_hook(Box::new(|_| {})); // the failures below have the messages
    let run = |thread: u64| {
        run_for(&cases(), seed * threads + thread, time, |case| {
            questions::ask(&case)
        })
    };
    let run = &run;
    let runs = scope(|scope| {
        let started: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || run(thread)))
            .collect();
        started
            .into_iter()
            .map(|thread| thread.join().expect("failures are returned"))
            .collect::<Vec<_>>()
    });
    let _ = std::panic::take_hook();
    let mut cases = 0;
    for run in runs {
        match run {
            Ok(count) => cases += count,
            Err(failure) => {
                let Failure {
                    number,
                    reason,
                    value: case,
                } = *failure;
                panic!("case {number}: {reason}\n{case:?}\n{}", case.board.text());
            }
        }
    }
    println!("{cases} cases");
    assert!(cases > 0);
}
