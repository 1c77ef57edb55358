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

    /// Closes the pseudo-terminal under the program. Only Linux can keep other tests from inheriting it.
    #[test]
    #[cfg(target_os = "linux")]
    fn play_ends_when_its_terminal_is_closed() {
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
        use std::fs::File;
        use std::io::Read;

        let master =
            openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let path = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let terminal = || File::options().read(true).write(true).open(&path).unwrap();
        let mut command = Command::new(cargo_bin!("pegboard"));
        command
            .args(["play", "triangle5"])
            .stdin(terminal())
            .stdout(terminal())
            .stderr(terminal());
        let mut program = command.spawn().unwrap();
        let mut master = File::from(master);
        assert_ne!(master.read(&mut [0; 4096]).unwrap(), 0); // the game is on the screen
        drop((master, command));
        for _ in 0..1000 {
            if let Some(ended) = program.try_wait().unwrap() {
                // Exit code 3 if it was drawing at that moment, but no panic.
                return assert!(matches!(ended.code(), Some(0 | 3)), "{ended}");
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        program.kill().unwrap();
        panic!("the program still runs without a terminal");
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
