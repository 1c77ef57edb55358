//! Tests of board files and of the boards of the library.

mod file_laws;
mod file_messages;
mod foreign;
mod graphs;
mod library;
mod usual_goal;
