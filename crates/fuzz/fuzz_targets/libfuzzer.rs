//! The targets under libFuzzer; the environment variable `FUZZ_TARGET` names one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pegboard_fuzz::targets::{TARGETS, Target};
use std::sync::LazyLock;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").expect("set FUZZ_TARGET to the name of a target");
    let target = TARGETS.iter().find(|target| target.name == name);
    target.unwrap_or_else(|| panic!("there is no target `{name}`"))
});

fuzz_target!(|bytes: &[u8]| (TARGET.run)(bytes));
