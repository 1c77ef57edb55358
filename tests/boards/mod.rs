//! Board files, and the boards of the library.

mod file_laws;
mod file_messages;
mod library;
