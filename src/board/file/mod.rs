//! Board files: parsing, writing and importing, before the geometry is checked.

mod diagnostic;
pub(crate) mod drawing;
mod fields;
mod graph;
mod library;
mod parse;
mod picture;
mod schema;
mod span;
mod spelling;
mod syntax;
mod write;

pub use diagnostic::{Diagnostic, InvalidFile, Remedy};
pub use drawing::{ImportLegend, ImportOptions, ImportedBoard};
pub use graph::{GraphFormat, ImportedGraph};
pub use schema::{BoardFile, BoardFinish, DeclaredSymmetry, Labels, PatternLabels};

pub(crate) use library::{LIBRARY, library_name, names_with_aliases};
pub(crate) use parse::{Places, parse};
pub(crate) use spelling::{near, nearest};
