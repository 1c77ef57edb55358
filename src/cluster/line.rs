//! A connection to another process that says when it is lost, instead of a panic.
//!
//! Timely's threads for sockets panic when a connection breaks, and so do its workers a moment later. Here a
//! broken connection is noted first; then its reader waits until the workers have seen the note and left.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use timely::communication::allocator::zero_copy::stream::Stream;

/// All connections of a process.
#[derive(Default)]
pub(super) struct Lines {
    /// One more than the number of the process that was lost first; 0 while there is none.
    lost: AtomicUsize,
    left: Mutex<bool>,
    leaving: Condvar,
}

impl Lines {
    /// The process that has ended or is out of reach.
    pub(super) fn lost(&self) -> Option<usize> {
        self.lost.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Notes that there is no more hope for the cluster, because of this process.
    pub(super) fn lose(&self, process: usize) {
        let _ = self
            .lost
            .compare_exchange(0, process + 1, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The workers use the connections no more.
    pub(super) fn leave(&self) {
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.leaving.notify_all();
    }

    fn wait_until_left(&self) {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        while !*left {
            left = self
                .leaving
                .wait(left)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The bytes of a header of timely's; one of zeros ends a connection in good order.
const HEADER: usize = 48;

/// A connection.
pub(super) struct Line {
    stream: TcpStream,
    process: usize,
    lines: Arc<Lines>,
    /// Zeros that were read last, up to the length of a header.
    zeros: usize,
}

impl Line {
    pub(super) fn new(stream: TcpStream, process: usize, lines: Arc<Lines>) -> Line {
        Line {
            stream,
            process,
            lines,
            zeros: 0,
        }
    }

    fn remember(&mut self, bytes: &[u8]) {
        let zeros = bytes.iter().rev().take_while(|byte| **byte == 0).count();
        self.zeros = if zeros == bytes.len() {
            (self.zeros + zeros).min(HEADER)
        } else {
            zeros
        };
    }
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(buffer) {
            Ok(read) if read > 0 => {
                self.remember(&buffer[..read]);
                Ok(read)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            _ if self.zeros >= HEADER => Ok(0),
            _ => {
                self.lines.lose(self.process);
                self.lines.wait_until_left();
                resume_unwind(Box::new("a connection is lost")); // silently: the workers have said so
            }
        }
    }
}

impl Write for Line {
    /// What cannot be sent any more is lost in silence; the note of it stops the workers.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Ok(written) if written > 0 => Ok(written),
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            _ => {
                self.lines.lose(self.process);
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Line {
    fn try_clone(&self) -> io::Result<Line> {
        Ok(Line::new(
            self.stream.try_clone()?,
            self.process,
            Arc::clone(&self.lines),
        ))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.stream.shutdown(how); // the other one may have gone already
        Ok(())
    }
}
