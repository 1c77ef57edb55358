//! Connections between the processes, and messages before the work begins.
//!
//! Each process listens only at its own address and connects to the processes with smaller numbers. Both ends send a
//! [`Hello`]: their number, the version of their program, and their task. A connection without a valid [`Hello`] is
//! closed. Then the processes exchange messages through [`Peers::exchange`], or wait for a message of process 0. A
//! process that gives up sends the reason.

use super::{ClusterError, Hosts};
use pegboard::Control;
use pegboard::control::Phase;
use pegboard::distributed::TaskName;
use pegboard::levels::LevelError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use socket2::{SockRef, TcpKeepalive};
use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const MAGIC: &[u8; 8] = b"PEGCLUST";
/// Version of the messages and of the division of codes among workers.
const PROTOCOL: u32 = 4;
/// Maximum length of a message in bytes.
const LONGEST_MESSAGE: usize = 1 << 26;
/// Maximum length of a [`Hello`] in bytes.
const LONGEST_HELLO: usize = 1 << 14;
/// Maximum length of the description of a task in a [`Hello`], in characters.
const MAX_WORDS: usize = 1000;
/// Bytes before a [`Hello`]: [`MAGIC`] and the length.
const HELLO_START: usize = MAGIC.len() + 4;
/// Timeout of the first messages, long enough for a machine that is very busy.
const HELLO_TIMEOUT: Duration = Duration::from_secs(20);
/// Time after which a silent machine counts as lost.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(120);
const POLL: Duration = Duration::from_millis(50);

/// First message of a process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Hello {
    protocol: u32,
    version: String,
    /// Digest of the task.
    task: String,
    /// Description of the task.
    words: String,
    processes: usize,
    process: usize,
    workers: usize,
    /// Random number. That of process 0 identifies the run.
    number: u64,
}

impl Hello {
    pub(super) fn new(task: &TaskName, processes: usize, process: usize, workers: usize) -> Hello {
        Hello {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            task: task.digest.to_hex().to_string(),
            words: task.words.chars().take(MAX_WORDS).collect(),
            processes,
            process,
            workers,
            number: RandomState::new().hash_one(std::process::id()),
        }
    }

    /// Describes the difference from another process that cannot work with this one.
    fn difference(&self, other: &Hello) -> Option<String> {
        if (other.protocol, &other.version) != (self.protocol, &self.version) {
            let (theirs, ours) = (&other.version, &self.version);
            return Some(if theirs == ours {
                format!("runs another build of pegboard {theirs}; install the same one everywhere")
            } else {
                format!(
                    "runs pegboard {theirs}, and this one is {ours}; install the same version everywhere"
                )
            });
        }
        if other.task != self.task {
            let (theirs, ours) = (&other.words, &self.words);
            return Some(format!(
                "has another task ({theirs}; this process: {ours}); start all processes with the same arguments and board file"
            ));
        }
        if (other.processes, other.workers) != (self.processes, self.workers) {
            return Some(format!(
                "counts {} processes with {} workers each, and this one {} with {}; give all the same list of hosts \
                 and `--workers`",
                other.processes, other.workers, self.processes, self.workers
            ));
        }
        None
    }
}

/// Waiting longer is waiting without end, which the clock cannot express.
const LONGEST_WAIT: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Connections to the other processes.
pub(super) struct Peers<'a> {
    hosts: &'a Hosts,
    streams: Vec<Option<TcpStream>>,
    /// Number that identifies this run in all processes.
    pub(super) run: u64,
}

struct Connector<'a> {
    hosts: &'a Hosts,
    me: Hello,
    streams: Vec<Option<TcpStream>>,
    greetings: Vec<Greeting>,
    run: Option<u64>,
    /// Last error of a connection to each process.
    refusals: Vec<Option<io::Error>>,
}

/// Connection whose other end has not sent its [`Hello`] yet. Nothing waits for it, so that a silent one holds up no
/// other.
struct Greeting {
    stream: TcpStream,
    since: Instant,
    /// Process that this one called; `None` if the other end called.
    called: Option<usize>,
}

/// Error of one connection.
enum ConnectError {
    /// A later attempt may succeed.
    Io(io::Error),
    /// No attempt can succeed.
    Final(ClusterError),
}

impl From<io::Error> for ConnectError {
    fn from(error: io::Error) -> ConnectError {
        ConnectError::Io(error)
    }
}

impl<'a> Peers<'a> {
    /// Connects to all processes and waits at most `wait` for them.
    pub(super) fn connect(
        hosts: &'a Hosts,
        me: Hello,
        wait: Duration,
        control: &Control<'_>,
    ) -> Result<Peers<'a>, ClusterError> {
        let (process, count) = (me.process, me.processes);
        let deadline = Instant::now() + wait.min(LONGEST_WAIT);
        let listener = listen(hosts, process, deadline, control)?;
        let run = (process == 0).then_some(me.number);
        let streams = (0..count).map(|_| None).collect();
        let refusals = (0..count).map(|_| None).collect();
        let mut connector = Connector {
            hosts,
            me,
            streams,
            greetings: Vec::new(),
            run,
            refusals,
        };
        while let Some(missing) = connector.missing() {
            control.tick(0, waiting)?;
            if Instant::now() >= deadline {
                let why = match &connector.refusals[missing] {
                    Some(error) => format!(" within {} s ({error})", wait.as_secs()),
                    None => format!(" within {} s", wait.as_secs()),
                };
                let error = ClusterError::Unreachable {
                    process: missing,
                    address: hosts.address(missing),
                    why,
                };
                connector.give_up(&error);
                return Err(error);
            }
            if let Err(error) = connector.accept(&listener).and_then(|()| {
                connector.call_missing();
                connector.greet_all()
            }) {
                connector.give_up(&error);
                return Err(error);
            }
            if connector.missing().is_some() {
                std::thread::sleep(POLL);
            }
        }
        let run = connector.run.unwrap_or_default();
        Ok(Peers {
            hosts,
            streams: connector.streams,
            run,
        })
    }

    /// Sends a message to all processes and returns the messages of all, including that of this process, in the order
    /// of their numbers. If `said` is an error, all processes fail with it.
    pub(super) fn exchange<T: Serialize + DeserializeOwned>(
        &mut self,
        said: Result<T, ClusterError>,
        wait: Duration,
        control: &Control<'_>,
    ) -> Result<Vec<T>, ClusterError> {
        let said = match said {
            Ok(said) => said,
            Err(error) => {
                let _ = self.tell::<T, _>(Err(&error)); // the error counts even if a process is not told
                return Err(error);
            }
        };
        let text = text_of::<_, ClusterError>(Ok(&said));
        let (deadline, has_failed) = (
            Instant::now() + wait.min(LONGEST_WAIT),
            AtomicBool::new(false),
        );
        let goes_on = || {
            let has_failed = has_failed.load(Ordering::Relaxed);
            !has_failed && Instant::now() < deadline && control.tick(0, waiting).is_ok()
        };
        let peers = &*self;
        // Sending and receiving at once avoids a deadlock of long messages that fill all buffers.
        let (told, heard) = std::thread::scope(|scope| {
            let sender = scope.spawn(|| {
                peers.send_to_all(None, |stream| {
                    send_patiently(stream, text.as_bytes(), &goes_on)
                })
            });
            let heard = peers.hear_all(said, deadline, control);
            has_failed.store(heard.is_err(), Ordering::Relaxed);
            (
                sender.join().unwrap_or_else(|panic| resume_unwind(panic)),
                heard,
            )
        });
        let heard = heard?;
        control.limit_reached().map_or(Ok(()), Err)?;
        told.map(|()| heard)
    }

    /// Calls `send` for all others. The error names the first lost process.
    fn send_to_all(
        &self,
        mut lost: Option<usize>,
        send: impl Fn(&TcpStream) -> io::Result<()>,
    ) -> Result<(), ClusterError> {
        for (process, stream) in self.streams.iter().enumerate() {
            if stream.as_ref().is_some_and(|stream| send(stream).is_err()) {
                lost.get_or_insert(process);
            }
        }
        lost.map_or(Ok(()), |process| {
            Err(LevelError::LostProcess { process }.into())
        })
    }

    /// Receives a message from each process and inserts that of this process.
    fn hear_all<T: DeserializeOwned>(
        &self,
        own: T,
        deadline: Instant,
        control: &Control<'_>,
    ) -> Result<Vec<T>, ClusterError> {
        let (mut own, mut heard) = (Some(own), Vec::new());
        for (process, stream) in self.streams.iter().enumerate() {
            match stream {
                None => heard.extend(own.take()),
                Some(_) => heard.push(self.hear(process, Some(deadline), control)?),
            }
        }
        Ok(heard)
    }

    /// Sends a message to all others, or the reason why this process gives up.
    pub(super) fn tell<T: Serialize, E: Display>(
        &mut self,
        said: Result<&T, &E>,
    ) -> Result<(), ClusterError> {
        let text = text_of(said);
        self.send_to_all(self.lost(), |stream| send(stream, text.as_bytes()))
    }

    /// Waits for the next message of a process, forever if there is no deadline.
    pub(super) fn hear<T: DeserializeOwned>(
        &self,
        process: usize,
        deadline: Option<Instant>,
        control: &Control<'_>,
    ) -> Result<T, ClusterError> {
        let stream = self.streams[process]
            .as_ref()
            .expect("a process does not send to itself");
        let address = self.hosts.address(process);
        let bytes =
            receive(stream, deadline, control)?.map_err(|_| LevelError::LostProcess { process })?;
        let message: Result<T, String> = ron::de::from_bytes(&bytes).map_err(|error| {
            let what = format!("sent a message that cannot be read ({error})");
            ClusterError::Different {
                process,
                address: address.clone(),
                what,
            }
        })?;
        message.map_err(|what| ClusterError::GaveUp {
            process,
            address,
            what,
        })
    }

    /// Returns a process that has closed its connection, if any.
    pub(super) fn lost(&self) -> Option<usize> {
        let has_hung_up = |stream: &TcpStream| {
            stream.set_nonblocking(true).is_err()
                || matches!(stream.peek(&mut [0]), Ok(0))
                || stream.set_nonblocking(false).is_err()
        };
        self.streams
            .iter()
            .position(|stream| stream.as_ref().is_some_and(has_hung_up))
    }

    /// Returns the connections, ready for data.
    pub(super) fn into_streams(self) -> Result<Vec<Option<TcpStream>>, ClusterError> {
        for stream in self.streams.iter().flatten() {
            let set = || {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(None)?;
                stream.set_write_timeout(None)
            };
            set().map_err(ClusterError::Network)?;
        }
        Ok(self.streams)
    }
}

impl Connector<'_> {
    /// Returns the first process that is not connected.
    fn missing(&self) -> Option<usize> {
        (0..self.streams.len())
            .find(|process| *process != self.me.process && self.streams[*process].is_none())
    }

    /// Accepts all waiting connections.
    fn accept(&mut self, listener: &TcpListener) -> Result<(), ClusterError> {
        loop {
            match listener.accept() {
                Ok((stream, _)) => self.greetings.extend(Greeting::new(stream, None)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error)
                    if [ErrorKind::Interrupted, ErrorKind::ConnectionAborted]
                        .contains(&error.kind()) => {}
                Err(error) => return Err(ClusterError::Network(error)),
            }
        }
    }

    /// Greets the other ends that have sent their [`Hello`].
    fn greet_all(&mut self) -> Result<(), ClusterError> {
        for greeting in std::mem::take(&mut self.greetings) {
            let called = greeting.called;
            let greeted = match greeting.is_complete() {
                Ok(false) => {
                    self.greetings.push(greeting);
                    continue;
                }
                Ok(true) => self.greet(greeting),
                Err(error) => Err(error.into()),
            };
            match (greeted, called) {
                (Ok(()), _) => {}
                (Err(ConnectError::Final(error)), _) => return Err(error),
                (Err(ConnectError::Io(error)), Some(process)) => {
                    self.refusals[process] = Some(error);
                }
                (Err(ConnectError::Io(_)), None) => {} // not a process of this cluster
            }
        }
        Ok(())
    }

    fn greet(&mut self, greeting: Greeting) -> Result<(), ConnectError> {
        let Greeting {
            mut stream, called, ..
        } = greeting;
        stream.set_nonblocking(false)?;
        let hello = read_hello(&mut stream)?;
        if let Some(process) = called {
            if hello.process != process {
                let what = format!("identifies itself as process {}", hello.process);
                return Err(self.different(process, what));
            }
            return self.enter(hello, stream);
        }
        self.send_hello(&stream)?;
        if hello.process >= self.streams.len() || hello.process <= self.me.process {
            let (process, address) = (hello.process, "?".to_owned());
            let what = format!(
                "unexpectedly connected to process {}; give all the same list of hosts, and each process a number of its \
                 own",
                self.me.process
            );
            return Err(ConnectError::Final(ClusterError::Different {
                process,
                address,
                what,
            }));
        }
        self.enter(hello, stream)
    }

    /// Calls the processes with smaller numbers that are neither connected nor called yet.
    fn call_missing(&mut self) {
        for process in 0..self.me.process {
            let is_called = |greeting: &Greeting| greeting.called == Some(process);
            if self.streams[process].is_none() && !self.greetings.iter().any(is_called) {
                match self.call(process) {
                    Ok(greeting) => self.greetings.push(greeting),
                    Err(error) => self.refusals[process] = Some(error),
                }
            }
        }
    }

    fn call(&self, process: usize) -> io::Result<Greeting> {
        let mut last = io::Error::new(ErrorKind::NotFound, "the name has no address");
        for address in self.hosts.addresses()[process].to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, Duration::from_secs(1)) {
                Ok(stream) => {
                    set_timeouts(&stream)?;
                    self.send_hello(&stream)?;
                    return Greeting::new(stream, Some(process));
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    fn enter(&mut self, hello: Hello, stream: TcpStream) -> Result<(), ConnectError> {
        let process = hello.process;
        if let Some(what) = self.me.difference(&hello) {
            return Err(self.different(process, what));
        }
        if process == 0 {
            self.run = Some(hello.number);
        }
        self.streams[process] = Some(stream);
        Ok(())
    }

    fn different(&self, process: usize, what: String) -> ConnectError {
        let address = self.hosts.address(process);
        ConnectError::Final(ClusterError::Different {
            process,
            address,
            what,
        })
    }

    fn send_hello(&self, mut stream: &TcpStream) -> io::Result<()> {
        stream.write_all(MAGIC)?;
        send(
            stream,
            ron::to_string(&self.me)
                .expect("a first message is plain data")
                .as_bytes(),
        )
    }

    /// Sends the connected processes the reason why this process gives up.
    fn give_up(&mut self, error: &ClusterError) {
        let text = text_of::<(), _>(Err(error));
        for stream in self.streams.iter().flatten() {
            let _ = send(stream, text.as_bytes()); // the other process may have ended, too
        }
    }
}

impl Greeting {
    fn new(stream: TcpStream, called: Option<usize>) -> io::Result<Greeting> {
        set_timeouts(&stream)?;
        stream.set_nonblocking(true)?;
        Ok(Greeting {
            stream,
            since: Instant::now(),
            called,
        })
    }

    /// Returns `true` if the whole [`Hello`] has come.
    fn is_complete(&self) -> io::Result<bool> {
        let mut bytes = [0; HELLO_START + LONGEST_HELLO];
        let come = match self.stream.peek(&mut bytes) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(come) => come,
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
            {
                0
            }
            Err(error) => return Err(error),
        };
        let (magic, length) = bytes[..HELLO_START].split_at(MAGIC.len());
        if come >= HELLO_START {
            let length = u32::from_le_bytes(length.try_into().expect("a length has four bytes"));
            // What is longer or begins otherwise is refused when it is read.
            if magic != MAGIC || come >= HELLO_START + (length as usize).min(LONGEST_HELLO) {
                return Ok(true);
            }
        }
        if self.since.elapsed() < HELLO_TIMEOUT {
            Ok(false)
        } else {
            Err(ErrorKind::TimedOut.into())
        }
    }
}

fn waiting() -> Phase {
    Phase::WaitingForProcesses
}

/// Listens at the address of a process. Retries while the host name is unknown or an earlier process holds the port.
fn listen(
    hosts: &Hosts,
    process: usize,
    deadline: Instant,
    control: &Control<'_>,
) -> Result<TcpListener, ClusterError> {
    let address = hosts.address(process);
    loop {
        let listening = TcpListener::bind(&address).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        });
        let error = match listening {
            Ok(listener) => return Ok(listener),
            Err(error) => error,
        };
        let is_final = matches!(
            error.kind(),
            ErrorKind::AddrNotAvailable | ErrorKind::PermissionDenied
        );
        if is_final || Instant::now() >= deadline {
            return Err(ClusterError::Listen {
                process,
                address,
                error,
            });
        }
        control.tick(0, || Phase::WaitingForAddress)?;
        std::thread::sleep(POLL);
    }
}

/// Sets timeouts that reveal a broken connection within two minutes, even if a machine vanishes.
fn set_timeouts(stream: &TcpStream) -> io::Result<()> {
    let keepalive = TcpKeepalive::new()
        .with_time(SILENCE_TIMEOUT / 2)
        .with_interval(Duration::from_secs(15));
    SockRef::from(stream).set_tcp_keepalive(&keepalive)?;
    // The system sends no keepalive probes while data is in flight.
    #[cfg(target_os = "linux")]
    SockRef::from(stream).set_tcp_user_timeout(Some(SILENCE_TIMEOUT))?;
    stream.set_read_timeout(Some(HELLO_TIMEOUT))?;
    stream.set_write_timeout(Some(HELLO_TIMEOUT))
}

fn read_hello(stream: &mut TcpStream) -> io::Result<Hello> {
    let mut magic = [0; MAGIC.len()];
    stream.read_exact(&mut magic)?;
    if magic != *MAGIC {
        return Err(io::Error::new(
            ErrorKind::InvalidData,
            "the other end is no process of pegboard",
        ));
    }
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let mut bytes = vec![0; checked(length, LONGEST_HELLO)?];
    stream.read_exact(&mut bytes)?;
    ron::de::from_bytes(&bytes)
        .map_err(|error| io::Error::new(ErrorKind::InvalidData, error.to_string()))
}

fn checked(length: [u8; 4], longest: usize) -> io::Result<usize> {
    let length = u32::from_le_bytes(length) as usize;
    if length <= longest {
        Ok(length)
    } else {
        let what = "a message is too long";
        Err(io::Error::new(ErrorKind::InvalidData, what))
    }
}

/// Serializes a message.
fn text_of<T: Serialize, E: Display>(said: Result<&T, &E>) -> String {
    ron::to_string(&said.map_err(ToString::to_string)).expect("a message is plain data")
}

fn send(mut stream: &TcpStream, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(&(bytes.len() as u32).to_le_bytes())?;
    stream.write_all(bytes)
}

/// Sends a message to a process that may read it much later. Calls `goes_on` at each timeout.
fn send_patiently(stream: &TcpStream, bytes: &[u8], goes_on: &dyn Fn() -> bool) -> io::Result<()> {
    write_patiently(stream, &(bytes.len() as u32).to_le_bytes(), goes_on)?;
    write_patiently(stream, bytes, goes_on)
}

fn write_patiently(
    mut stream: &TcpStream,
    mut bytes: &[u8],
    goes_on: &dyn Fn() -> bool,
) -> io::Result<()> {
    while !bytes.is_empty() {
        match stream.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if !goes_on() {
                    return Err(error);
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Receives the next message, unless the control stops.
fn receive(
    stream: &TcpStream,
    deadline: Option<Instant>,
    control: &Control<'_>,
) -> Result<io::Result<Vec<u8>>, ClusterError> {
    let mut length = [0; 4];
    if let Err(error) = read_patiently(stream, &mut length, deadline, control)? {
        return Ok(Err(error));
    }
    let mut bytes = match checked(length, LONGEST_MESSAGE) {
        Ok(length) => vec![0; length],
        Err(error) => return Ok(Err(error)),
    };
    Ok(read_patiently(stream, &mut bytes, deadline, control)?.map(|()| bytes))
}

fn read_patiently(
    mut stream: &TcpStream,
    mut buffer: &mut [u8],
    deadline: Option<Instant>,
    control: &Control<'_>,
) -> Result<io::Result<()>, ClusterError> {
    if let Err(error) = stream.set_read_timeout(Some(POLL)) {
        return Ok(Err(error));
    }
    while !buffer.is_empty() {
        control.tick(0, waiting)?;
        match stream.read(buffer) {
            Ok(0) => return Ok(Err(ErrorKind::UnexpectedEof.into())),
            Ok(read) => buffer = &mut buffer[read..],
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return Ok(Err(error));
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Connects two processes.
    fn pair(hosts: &Hosts) -> [Peers<'_>; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let other = listener.accept().unwrap().0;
        [&one, &other]
            .into_iter()
            .for_each(|stream| set_timeouts(stream).unwrap());
        [vec![None, Some(one)], vec![Some(other), None]].map(|streams| Peers {
            hosts,
            streams,
            run: 0,
        })
    }

    #[test]
    fn silent_connections_hold_up_no_process() {
        let free = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let addresses = free.map(|listener| listener.local_addr().unwrap());
        let hosts = Hosts::parse(&addresses.map(|address| address.to_string()).join("\n")).unwrap();
        let task = TaskName {
            words: "a task".to_owned(),
            digest: blake3::hash(b"a task"),
        };
        let wait = HELLO_TIMEOUT / 2;
        let connect = |process| {
            let me = Hello::new(&task, 2, process, 1);
            Peers::connect(&hosts, me, wait, &Control::default()).map(|peers| peers.run)
        };
        std::thread::scope(|scope| {
            let first = scope.spawn(|| connect(0));
            let silent = || loop {
                match TcpStream::connect(addresses[0]) {
                    Ok(stream) => return stream,
                    Err(_) => std::thread::sleep(POLL), // process 0 does not listen yet
                }
            };
            let mut strangers = [silent(), silent(), silent()];
            strangers[1].write_all(&MAGIC[..3]).unwrap();
            strangers[2].write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
            assert_eq!(connect(1).unwrap(), first.join().unwrap().unwrap());
        });
    }

    #[test]
    fn messages_longer_than_every_buffer_are_exchanged() {
        let hosts = Hosts::parse("127.0.0.1:1\n127.0.0.1:2").unwrap();
        let said = ["a", "b"].map(|letter| letter.repeat(24 << 20));
        let [mut first, mut second] = pair(&hosts);
        let exchange = |peers: &mut Peers<'_>, said: &String| {
            peers
                .exchange(
                    Ok(said.clone()),
                    Duration::from_secs(60),
                    &Control::default(),
                )
                .unwrap()
        };
        std::thread::scope(|scope| {
            let heard = scope.spawn(|| exchange(&mut first, &said[0]));
            assert!(exchange(&mut second, &said[1]) == said);
            assert!(heard.join().unwrap() == said);
        });
    }
}
