//! What the packages of pegboard share, and nobody else needs: work shared out among threads, files that are written
//! whole or not at all, sources that are read up to a limit, and sizes and numbers for people.

pub mod bounded;
pub mod counted;
pub mod size_text;
pub mod threads;
pub mod whole_file;
