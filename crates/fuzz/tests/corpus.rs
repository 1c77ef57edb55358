//! Every kept input is run, in particular every one that once broke a target.

use pegboard_fuzz::corpus;
use pegboard_fuzz::runs::run_bounded;
use pegboard_fuzz::targets::TARGETS;

#[test]
fn kept_inputs_break_no_target() {
    for target in TARGETS {
        let inputs = corpus(target);
        assert!(!inputs.is_empty(), "{}", target.name);
        for (name, bytes) in inputs {
            println!("{}/{name}", target.name); // shown if it fails
            run_bounded(target, &bytes);
        }
    }
}
