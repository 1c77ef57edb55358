//! The command-line program.

fn main() -> std::process::ExitCode {
    pegboard_cli::run()
}
