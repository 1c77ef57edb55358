//! `pegboard schema`: the JSON Schema of the output.

use super::outcome::Outcome;
use super::output;
use super::program::{Call, Run};
use clap::Args;

#[derive(Args)]
pub struct SchemaArgs {}

impl Run for SchemaArgs {
    /// Prints the schema, which is JSON with and without `--json`.
    fn run(&self, _: Call) -> anyhow::Result<Outcome> {
        output::print_text(include_str!("../output.schema.json"))?;
        Ok(Outcome::Done)
    }
}
