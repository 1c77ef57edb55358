//! The program `pegboard-cluster`.

fn main() -> std::process::ExitCode {
    pegboard_cluster::program::run()
}
