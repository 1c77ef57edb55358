//! Runs the fuzz targets on mutations of their kept inputs.

use clap::Parser;
use pegboard_fuzz::mutation::inputs;
use pegboard_fuzz::runs::{run_bounded, run_for};
use pegboard_fuzz::targets::{TARGETS, Target};
use pegboard_fuzz::{corpus, corpus_folder};
use std::process::ExitCode;
use std::time::Duration;

/// Runs fuzz targets on mutations of their kept inputs
#[derive(Parser)]
struct Arguments {
    /// Targets [default: all]
    #[arg(value_parser = TARGETS.iter().map(|target| target.name).collect::<Vec<_>>())]
    targets: Vec<String>,
    /// Time for each target
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Number that decides the mutations
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    std::panic::set_hook(Box::new(|_| {})); // the report below has the message
    let is_chosen = |target: &&Target| {
        arguments.targets.is_empty() || arguments.targets.iter().any(|name| name == target.name)
    };
    let mut all_passed = true;
    for target in TARGETS.iter().filter(is_chosen) {
        let time = Duration::from_secs(arguments.seconds);
        let run = run_for(&inputs(target), arguments.seed, time, |bytes: Vec<u8>| {
            run_bounded(target, &bytes);
        });
        match run {
            Ok(inputs) => {
                let kept = corpus(target).len();
                println!("{:12} {inputs:>10} mutations of {kept} inputs", target.name);
            }
            Err(failure) => {
                all_passed = false;
                let name = &blake3::hash(&failure.value).to_hex()[..16];
                let path = corpus_folder(target).join(name);
                if let Err(error) = std::fs::write(&path, &failure.value) {
                    println!("cannot write `{}`: {error}", path.display());
                }
                println!(
                    "{:12} failed at mutation {} of seed {}: {}\n{}\nThe input is kept as `{}`; commit it with the mended code.",
                    target.name,
                    failure.number,
                    arguments.seed,
                    failure.reason,
                    String::from_utf8_lossy(&failure.value),
                    path.display()
                );
            }
        }
    }
    if all_passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
