//! Command-line program of pegboard.

fn main() -> std::process::ExitCode {
    pegboard_cli::run()
}
