//! Tests of `pegboard play` in a pseudo-terminal, and without a terminal.

use super::program::pegboard;

#[test]
fn without_a_terminal_play_is_refused() {
    assert!(
        pegboard(&["play", "triangle5"])
            .refused()
            .contains("needs a terminal")
    );
    let json = pegboard(&["play", "triangle5", "--json"]);
    assert_eq!(json.code, 3);
    assert!(
        json.json()["error"]
            .as_str()
            .unwrap()
            .contains("prints no JSON")
    );
    assert!(
        pegboard(&["play", "triangle5", "--played", "a1-a3"])
            .refused()
            .contains("a1-a3")
    );
}

#[cfg(unix)]
mod in_a_terminal {
    use assert_cmd::cargo::cargo_bin;
    use rexpect::process::WaitStatus;
    use rexpect::session::{PtySession, spawn_command};
    use std::process::Command;

    const LEAVES_THE_SCREEN: &str = "\x1b[?1049l";

    /// Starts the program in a terminal of 80 by 24 cells. The shell prints the terminal's settings before and after.
    fn play(args: &str) -> PtySession {
        let program = cargo_bin!("pegboard").display();
        let script = format!(
            "stty rows 24 cols 80; before=$(stty -g); {program} play {args}; code=$?; \
             test \"$before\" = \"$(stty -g)\" && echo restored:$code"
        );
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).env("TERM", "xterm-256color");
        spawn_command(shell, Some(60_000)).unwrap()
    }

    /// Sends keys and flushes them, because `send` only fills a buffer.
    fn press(session: &mut PtySession, keys: &str) {
        session.send(keys).unwrap();
        session.flush().unwrap();
    }

    fn ends_well(mut session: PtySession, last_line: &str) {
        session.exp_string(LEAVES_THE_SCREEN).unwrap();
        session.exp_string(last_line).unwrap();
        session.exp_string("restored:0").unwrap();
        session.exp_eof().unwrap();
        assert!(matches!(
            session.process().wait(),
            Ok(WaitStatus::Exited(_, 0))
        ));
    }

    #[test]
    fn a_game_is_played_by_keys() {
        // ASCII only, because `rexpect` reads the output byte by byte.
        let mut session = play("triangle5 --vacate a1 --finish a1 --color never --ascii");
        session.exp_string("14 pegs").unwrap();
        // Lift the peg in a3, two rows up into a1.
        press(&mut session, "\r");
        session.exp_string("@").unwrap();
        press(&mut session, "\x1b[A\x1b[A\r");
        session.exp_string("a3-a1").unwrap();
        press(&mut session, "h");
        session.exp_string("Hint: ").unwrap();
        press(&mut session, "u");
        session.exp_string("undone").unwrap();
        press(&mut session, "r");
        session.exp_string("played again").unwrap();
        press(&mut session, "q");
        ends_well(session, "a3-a1");
    }

    #[test]
    fn the_mouse_plays_and_the_alarm_names_the_jump() {
        let mut session = play("triangle5 --vacate a1 --finish a1 --played a3-a1");
        session.exp_string("a3-a1").unwrap();
        // The terminal counts cells from 1; counted from 0, a5 is in column 2, row 6, and a3 in column 6, row 4.
        for cell in ["3;7", "7;5"] {
            press(&mut session, &format!("\x1b[<0;{cell}M\x1b[<0;{cell}m"));
        }
        session.exp_string("ALARM").unwrap();
        press(&mut session, "\x03");
        ends_well(session, "a3-a1, a5-a3");
    }
}

/// Attacks on the terminal and by signals. Only Linux can keep other tests from inheriting a pseudo-terminal.
#[cfg(target_os = "linux")]
mod under_attack {
    use super::super::program::SOON;
    use assert_cmd::cargo::cargo_bin;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::{Pid, Signal, kill_process};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{OptionalActions, Termios, Winsize, tcgetattr, tcsetattr, tcsetwinsize};
    use std::fs::{File, Permissions};
    use std::io::{Read, Write};
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Child, Command, ExitStatus};
    use std::time::{Duration, Instant};
    use std::{env, fs};

    const ENTERS_THE_SCREEN: &str = "\x1b[?1049h";
    const LEAVES_THE_SCREEN: &str = "\x1b[?1049l";
    const SIGNALS: [Signal; 4] = [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT];

    /// Program that does not survive a failed test.
    struct Program(Child);

    impl Drop for Program {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    impl Program {
        #[track_caller]
        fn ends(&mut self) -> ExitStatus {
            let began = Instant::now();
            loop {
                if let Some(ended) = self.0.try_wait().unwrap() {
                    return ended;
                }
                assert!(began.elapsed() < SOON, "the program still runs");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }

    /// Pseudo-terminal of 80 by 24 cells with a program in it.
    struct Terminal {
        master: File,
        before: Termios,
        program: Program,
        output: String,
    }

    impl Terminal {
        /// Starts a game and waits until it is on the screen.
        fn with_game() -> Terminal {
            let mut command = Command::new(cargo_bin!("pegboard"));
            command.args(["play", "triangle5", "--ascii"]);
            let mut terminal = Terminal::with(command);
            terminal.read_until("14 pegs");
            terminal
        }

        fn with(mut command: Command) -> Terminal {
            let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
            let master = openpt(flags).unwrap();
            grantpt(&master).unwrap();
            unlockpt(&master).unwrap();
            let size = Winsize {
                ws_row: 24,
                ws_col: 80,
                ws_xpixel: 0,
                ws_ypixel: 0,
            };
            tcsetwinsize(&master, size).unwrap();
            let path = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
            let slave = || File::options().read(true).write(true).open(&path).unwrap();
            let before = tcgetattr(&master).unwrap();
            command.stdin(slave()).stdout(slave()).stderr(slave());
            Terminal {
                master: master.into(),
                before,
                program: Program(command.spawn().unwrap()),
                output: String::new(),
            }
        }

        fn press(&mut self, keys: &[u8]) {
            self.master.write_all(keys).unwrap();
        }

        fn send(&self, signal: Signal) {
            kill_process(Pid::from_child(&self.program.0), signal).unwrap();
        }

        /// Reads the output that is there, or waits a moment for some.
        fn read(&mut self) {
            const MOMENT: Timespec = Timespec {
                tv_sec: 0,
                tv_nsec: 10_000_000,
            };
            let mut input = [PollFd::new(&self.master, PollFlags::IN)];
            if poll(&mut input, Some(&MOMENT)).unwrap() > 0 {
                let mut bytes = [0; 4096];
                // An error says that no program holds the terminal any longer.
                let read = self.master.read(&mut bytes).unwrap_or(0);
                self.output += &String::from_utf8_lossy(&bytes[..read]);
            }
        }

        fn read_until(&mut self, text: &str) {
            let began = Instant::now();
            while !self.output.contains(text) {
                assert!(began.elapsed() < SOON, "no {text:?} in {:?}", self.output);
                self.read();
            }
        }

        /// Checks that the program ends, and that the terminal is as it was before.
        #[track_caller]
        fn ends_restored(mut self) -> (ExitStatus, String) {
            let began = Instant::now();
            let ended = loop {
                self.read();
                if let Some(ended) = self.program.0.try_wait().unwrap() {
                    break ended;
                }
                assert!(began.elapsed() < SOON, "the program still runs");
            };
            let after = tcgetattr(&self.master).unwrap();
            assert_eq!(after.local_modes, self.before.local_modes);
            assert_eq!(after.input_modes, self.before.input_modes);
            assert_eq!(after.output_modes, self.before.output_modes);
            (0..10).for_each(|_| self.read());
            (ended, self.output)
        }
    }

    #[test]
    fn play_ends_when_its_terminal_is_closed() {
        let mut terminals: Vec<Terminal> = (0..30).map(|_| Terminal::with_game()).collect();
        for (number, terminal) in terminals.iter_mut().enumerate() {
            terminal.press([&b""[..], b"\x1b[A", b"h", b"\xff", b"\x1b["][number % 5]);
        }
        std::thread::sleep(Duration::from_millis(100)); // until the keys are read
        let programs: Vec<Program> = terminals
            .into_iter()
            .map(|terminal| terminal.program)
            .collect(); // this closes the terminals
        for mut program in programs {
            let ended = program.ends();
            // Exit code 3 if it was drawing at that moment, but no panic.
            assert!(matches!(ended.code(), Some(0 | 3)), "{ended}");
        }
    }

    /// The program may be drawing, waiting or handling keys at that moment. It runs no other program to learn the size.
    #[test]
    fn play_ends_when_its_terminal_is_closed_with_unread_keys() {
        let folder = tempfile::tempdir().unwrap();
        let was_run = folder.path().join("was-run");
        let script = format!("#!/bin/sh\necho 24 | tee '{}'\n", was_run.display());
        let tput = folder.path().join("tput");
        fs::write(&tput, script).unwrap();
        fs::set_permissions(&tput, Permissions::from_mode(0o755)).unwrap();
        let path = format!("{}:{}", folder.path().display(), env::var("PATH").unwrap());
        for round in 0..10 {
            let mut command = Command::new(cargo_bin!("pegboard"));
            command.args(["play", "triangle5"]).env("PATH", &path);
            let mut terminal = Terminal::with(command);
            terminal.press(&[b'x'; 4000]);
            terminal.read_until(ENTERS_THE_SCREEN);
            std::thread::sleep(Duration::from_millis(round));
            drop(terminal.master); // this closes the terminal
            let ended = terminal.program.ends();
            assert!(matches!(ended.code(), Some(0 | 3)), "{ended}");
        }
        assert!(!was_run.exists());
    }

    #[test]
    fn ctrl_c_ends_play_within_a_control_sequence() {
        for keys in [
            &b"\x1b[<0;"[..],
            b"\x1b[M!",
            b"\x1b[",
            b"\x1bO",
            b"\x1b]0;",
            b"\xf0\x9f",
        ] {
            let mut terminal = Terminal::with_game();
            terminal.press(&[keys, b"\x03"].concat());
            assert_eq!(terminal.ends_restored().0.code(), Some(0), "{keys:?}");
        }
    }

    /// On a busy machine the next key may come too early, and would be part of the sequence.
    #[test]
    fn a_key_counts_after_an_unfinished_control_sequence() {
        let mut terminal = Terminal::with_game();
        let began = Instant::now();
        while terminal.program.0.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < SOON, "the program still runs");
            for keys in [&b"\x1b["[..], b"q"] {
                terminal.press(keys);
                std::thread::sleep(Duration::from_millis(250));
            }
        }
        assert_eq!(terminal.ends_restored().0.code(), Some(0));
    }

    #[test]
    fn signals_end_play_and_restore_the_terminal() {
        for signal in SIGNALS {
            // Nothing, half a character, half a key.
            for keys in [&b""[..], b"\xff", b"\x1b["] {
                let mut terminal = Terminal::with_game();
                terminal.press(keys);
                std::thread::sleep(Duration::from_millis(50)); // until the keys are read
                terminal.send(signal);
                let (ended, output) = terminal.ends_restored();
                assert_eq!(ended.code(), Some(0), "{signal:?} {keys:?}");
                assert!(output.contains(LEAVES_THE_SCREEN), "{signal:?} {keys:?}");
            }
        }
    }

    #[test]
    fn an_abort_restores_the_terminal() {
        let terminal = Terminal::with_game();
        terminal.send(Signal::ABORT);
        let (ended, output) = terminal.ends_restored();
        assert_eq!(ended.code(), Some(2));
        assert!(output.contains(LEAVES_THE_SCREEN), "{output}");
    }

    /// A shell takes the terminal back while the program is stopped.
    #[test]
    fn play_goes_on_after_a_stop() {
        let mut terminal = Terminal::with_game();
        let raw = tcgetattr(&terminal.master).unwrap();
        terminal.send(Signal::STOP);
        tcsetattr(&terminal.master, OptionalActions::Now, &terminal.before).unwrap();
        terminal.output.clear();
        terminal.send(Signal::CONT);
        terminal.read_until(ENTERS_THE_SCREEN);
        let again = tcgetattr(&terminal.master).unwrap();
        assert_eq!(again.local_modes, raw.local_modes);
        terminal.press(b"q");
        assert_eq!(terminal.ends_restored().0.code(), Some(0));
    }

    /// The program waits for room in the terminal, which nobody reads.
    #[test]
    fn a_signal_ends_play_in_a_blocked_terminal() {
        let mut terminal = Terminal::with_game();
        for _ in 0..300 {
            terminal.press(b"?");
            std::thread::sleep(Duration::from_millis(2));
        }
        terminal.send(Signal::TERM);
        terminal.program.ends();
        terminal.ends_restored();
    }
}
