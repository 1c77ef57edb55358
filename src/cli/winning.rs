use super::outcome::Outcome;
use super::output::{self, Format, HEADING, styled};
use super::output_file;
use super::problem_args::ProblemArgs;
use super::sweep_args::SweepArgs;
use super::table::grouped;
use super::watch::Watch;
use anyhow::Context;
use clap::Args;
use pegboard::Board;
use pegboard::sweep::{SweepProgress, SymmetryUse};
use pegboard::winning::{IndexedWinningSet, WinningSet};
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct WinningCommand {
    /// A board of the library (see `pegboard boards`) or the path of a board file
    board: String,
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    sweep: SweepArgs,
    /// The file to write; `pegboard hint --winning` reads it
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Write comma-separated values: pegs and code, canonical under the board's whole group
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,
    /// Write a file of 4-byte little-endian codes for each number of pegs into this folder, in Bell's format
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    bell: Option<PathBuf>,
    /// Write the set that answers every complement problem of the board at once, as text: on each line the pegs, the
    /// index (problem i is bit i-1) and the codes
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    indexed: Option<PathBuf>,
}

pub fn run(args: &WinningCommand, format: Format) -> anyhow::Result<Outcome> {
    let board = Board::find(&args.board)?;
    let problem = args.problem.problem(&board)?;
    let watch = Watch::new();
    let options = args.sweep.options(SymmetryUse::Classes);
    let set = WinningSet::find(&problem, &options, &|progress| watch.observe_sweep(progress))?;
    let indexed = args.indexed.as_ref().map(|path| {
        let observe = |progress: &SweepProgress| watch.observe_sweep(progress);
        IndexedWinningSet::find(&board, &options, &observe).map(|set| (path, set))
    });
    let indexed = indexed.transpose()?;
    drop(watch); // before anything is printed
    if let Some((path, set)) = indexed {
        output_file::write(path, &set.to_text())?;
    }
    if let Some(path) = &args.output {
        set.save(path)?;
    }
    if let Some(path) = &args.csv {
        output_file::write(path, &csv(&set))?;
    }
    if let Some(folder) = &args.bell {
        write_bell_files(&set, folder)?;
    }
    let (positions, bytes, bits) = (set.len(), set.as_bytes().len(), set.bits_per_position());
    match format {
        Format::Json => output::print_json(&json!({
            "board": board.name(),
            "file": args.output.as_ref().map(|path| path.display().to_string()),
            "positions": positions,
            "halved": set.is_halved(),
            "bytes": bytes,
            "bits_per_position": bits,
        }))?,
        Format::Text => {
            let halved = if set.is_halved() { " (the other half are their complements)" } else { "" };
            output::print_text(&format!(
                "{}: {} winning positions{halved}, {} bytes, {bits:.2} bits each",
                styled(HEADING, board.name()),
                grouped(positions),
                grouped(bytes)
            ))?;
        }
    }
    Ok(if set.is_empty() { Outcome::Unsolvable } else { Outcome::Done })
}

fn csv(set: &WinningSet) -> String {
    let mut text = "pegs,code\n".to_owned();
    for pegs in 0..=set.board().hole_count() {
        for code in set.whole_group_codes(pegs) {
            text.push_str(&format!("{pegs},{code}\n"));
        }
    }
    text
}

/// `english33winning_16.bin` and so on, up to half the holes where the rest are complements.
fn write_bell_files(set: &WinningSet, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
    let board = set.board();
    let name: String = board.name().to_lowercase().split_whitespace().collect();
    let most = if set.is_halved() { board.hole_count() / 2 } else { board.hole_count() };
    for pegs in 1..=most {
        let bytes = set.to_bell_bytes(pegs)?;
        if !bytes.is_empty() {
            let path = folder.join(format!("{name}{}winning_{pegs}.bin", board.hole_count()));
            std::fs::write(&path, bytes).with_context(|| format!("cannot write `{}`", path.display()))?;
        }
    }
    Ok(())
}
