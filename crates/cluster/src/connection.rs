//! Connection to another process that reports a loss rather than panicking.
//!
//! Timely's socket threads panic when a connection breaks, and its workers panic a moment later. Here the socket thread
//! first records the lost process, and then waits until the workers have seen the record and left.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use timely::communication::allocator::zero_copy::stream::Stream;

/// All connections of a process.
#[derive(Default)]
pub(super) struct Connections {
    /// Number of the first lost process plus 1; 0 while no process is lost.
    lost: AtomicUsize,
    left: Mutex<bool>,
    leaving: Condvar,
}

impl Connections {
    /// Returns the process that has ended or is out of reach, if any.
    pub(super) fn lost(&self) -> Option<usize> {
        self.lost.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Records a lost process, unless one is recorded already.
    pub(super) fn lose(&self, process: usize) {
        let _ = self
            .lost
            .compare_exchange(0, process + 1, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Releases the socket threads. Call this after all workers have ended.
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

/// Length of timely's message header in bytes. A header of zeros ends a connection in good order.
const HEADER: usize = 48;

/// Connection to one process.
pub(super) struct Connection {
    stream: TcpStream,
    process: usize,
    connections: Arc<Connections>,
    /// Number of trailing zeros read so far, up to the length of a header.
    zeros: usize,
}

impl Connection {
    pub(super) fn new(
        stream: TcpStream,
        process: usize,
        connections: Arc<Connections>,
    ) -> Connection {
        Connection {
            stream,
            process,
            connections,
            zeros: 0,
        }
    }

    fn count_zeros(&mut self, bytes: &[u8]) {
        let zeros = bytes.iter().rev().take_while(|byte| **byte == 0).count();
        self.zeros = if zeros == bytes.len() {
            (self.zeros + zeros).min(HEADER)
        } else {
            zeros
        };
    }
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(buffer) {
            Ok(read) if read > 0 => {
                self.count_zeros(&buffer[..read]);
                Ok(read)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            _ if self.zeros >= HEADER => Ok(0),
            _ => {
                self.connections.lose(self.process);
                self.connections.wait_until_left();
                resume_unwind(Box::new("a connection is lost")); // silently: the workers report the loss
            }
        }
    }
}

impl Write for Connection {
    /// Discards bytes for a lost process; its record stops the workers.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Ok(written) if written > 0 => Ok(written),
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            _ => {
                self.connections.lose(self.process);
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Connection {
    fn try_clone(&self) -> io::Result<Connection> {
        Ok(Connection::new(
            self.stream.try_clone()?,
            self.process,
            Arc::clone(&self.connections),
        ))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.stream.shutdown(how); // the other process may have closed it already
        Ok(())
    }
}
