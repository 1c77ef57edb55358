//! Tests of the built program and of the commands in the documents.

mod cli;
mod documents;
mod guide;
