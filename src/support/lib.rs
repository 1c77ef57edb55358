//! What the packages of pegboard share, and nobody else needs: work shared out among threads, files that are written
//! whole or not at all, and sizes for people.

pub mod size_text;
pub mod threads;
pub mod whole_file;
