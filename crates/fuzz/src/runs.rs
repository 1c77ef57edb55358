//! Runs of tests on generated values: the seed decides the values, the time only how many.

use crate::MEMORY;
use crate::targets::Target;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use std::time::{Duration, Instant};

/// A value for which a test fails, made as simple as possible.
#[derive(Debug)]
pub struct Failure<V> {
    /// The value.
    pub value: V,
    /// Message of the test.
    pub reason: String,
    /// Number of the value among those of the seed, from 0.
    pub number: u64,
}

/// Runs a test on values of a strategy until the time is over. Returns the number of values, or the first failure.
///
/// # Errors
///
/// [`Failure`] if the test panics.
///
/// # Panics
///
/// If the strategy rejects too many values.
pub fn run_for<S: Strategy>(
    strategy: &S,
    seed: u64,
    time: Duration,
    test: impl Fn(S::Value),
) -> Result<u64, Box<Failure<S::Value>>> {
    let end = Instant::now() + time;
    let config = Config {
        failure_persistence: None,
        max_shrink_time: 60_000,
        ..Config::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let mut number = 0;
    while Instant::now() < end {
        let tree = strategy
            .new_tree(&mut runner)
            .expect("the strategy has values");
        let run = runner.run_one(tree, |value| {
            test(value);
            Ok(())
        });
        match run {
            Ok(_) => number += 1,
            Err(TestError::Fail(reason, value)) => {
                let reason = reason.to_string();
                return Err(Box::new(Failure {
                    value,
                    reason,
                    number,
                }));
            }
            Err(TestError::Abort(reason)) => panic!("{reason}"),
        }
    }
    Ok(number)
}

/// Most memory that an input takes besides what the target keeps.
const MAX_MEMORY: usize = 128 << 20;

/// Most time that an input takes, even on a busy machine.
const MAX_TIME: Duration = Duration::from_secs(30);

/// Runs a target on an input within bounds of time and memory.
///
/// # Panics
///
/// If the target panics, or takes more.
pub fn run_bounded(target: &Target, bytes: &[u8]) {
    let began = Instant::now();
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    (target.run)(bytes);
    let memory = MEMORY.peak_usage().saturating_sub(before);
    assert!(
        memory <= MAX_MEMORY,
        "{memory} bytes for an input of {}",
        bytes.len()
    );
    let time = began.elapsed();
    assert!(
        time <= MAX_TIME,
        "{time:?} for an input of {} bytes",
        bytes.len()
    );
}
