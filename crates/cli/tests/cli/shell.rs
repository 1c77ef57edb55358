use super::program::{pegboard, pegboard_in};
use assert_cmd::cargo::cargo_bin;
use std::io::Read;
use std::process::{Command, Stdio};

#[test]
fn help_documents_the_exit_codes() {
    insta::assert_snapshot!(pegboard(&["--help"]).ok());
    assert!(
        pegboard(&["solve", "--help"])
            .ok()
            .contains("1  proved unsolvable")
    );
}

#[test]
fn invalid_usage_has_exit_code_3() {
    for args in [
        &[][..],
        &["solve"],
        &["sing"],
        &["solve", "english", "--loud"],
        &["check"],
    ] {
        let message = pegboard(args).refused();
        assert!(message.contains("Usage: pegboard"), "{message}");
    }
}

/// `--csv FILE` means the same in every command.
#[test]
fn comma_separated_values_go_to_a_file_or_to_standard_output() {
    for args in [
        &["sweep", "triangle4", "--vacate", "a1"][..],
        &[
            "winning",
            "triangle4",
            "--vacate",
            "a1",
            "--finish",
            "any",
            "-o",
            "x.win",
        ],
        &["atlas", "triangle4", "--fewest-moves"],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let run = |csv| pegboard_in(folder.path(), &[args, &["--csv", csv]].concat());
        let (printed, text) = (run("-").stdout, run("x.csv").stdout);
        let written = std::fs::read_to_string(folder.path().join("x.csv")).unwrap();
        // Times differ from run to run.
        let without_time = |csv: &str| -> Vec<String> {
            let lines = csv
                .lines()
                .map(|line| line.rsplit_once(',').unwrap().0.to_owned());
            lines.collect()
        };
        assert_eq!(without_time(&printed), without_time(&written));
        assert!(!text.is_empty() && text != printed);
        let both = pegboard_in(folder.path(), &[args, &["--csv", "-", "--json"]].concat());
        assert!(both.stdout.contains("name a file"), "{}", both.stdout);
    }
}

#[test]
fn there_is_a_version() {
    assert_eq!(
        pegboard(&["--version"]).ok(),
        format!("pegboard {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = pegboard(&["completions", shell]).ok();
        assert!(
            script.contains("solve") && script.contains("boards"),
            "{shell}"
        );
        // Once for each command that takes a board; zsh has a function for them.
        let least = if shell == "zsh" { 1 } else { 10 };
        assert!(script.matches("cracker-barrel").count() >= least, "{shell}");
    }
    assert_eq!(
        pegboard(&["completions", "bash", "--json"]).json()["shell"],
        "bash"
    );
}

/// Asks the script of bash for the completions of the last of these words.
#[cfg(unix)]
fn completed_in_bash(words: &[&str]) -> Vec<String> {
    let script = pegboard(&["completions", "bash"]).ok();
    let [.., before, last] = words else {
        panic!("two words at least");
    };
    let list: String = words.iter().map(|word| format!("'{word}' ")).collect();
    let place = words.len() - 1;
    let ask = format!(
        "{script}\nCOMP_WORDS=({list}); COMP_CWORD={place}; _pegboard pegboard '{last}' '{before}'\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\""
    );
    let output = assert_cmd::Command::new("bash")
        .write_stdin(ask)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_boards_words_and_files() {
    for (words, expected) in [
        (&["pegboard", "solve", "crack"][..], &["cracker-barrel"][..]),
        (&["pegboard", "solve", "--json", "wieg"], &["wiegleb"]),
        (
            &["pegboard", "solve", "english", "--order", "o"],
            &["own", "outside-in"],
        ),
        (
            &["pegboard", "solve", "english", "--without", "ca"],
            &["cases"],
        ),
        (&["pegboard", "draw", "english", "--theme", "da"], &["dark"]),
        (
            &["pegboard", "sweep", "english", "--method", "l"],
            &["lists"],
        ),
        (
            &["pegboard", "puzzle", "english", "--difficulty", "ha"],
            &["hard"],
        ),
        (
            &["pegboard", "import", "x", "--lattice", "tri"],
            &["triangular"],
        ),
        (&["pegboard", "verify", "--board", "windm"], &["windmill"]),
        (&["pegboard", "check", "Cargo.t"], &["Cargo.toml"]),
        (
            &["pegboard", "draw", "english", "--output", "Cargo.t"],
            &["Cargo.toml"],
        ),
    ] {
        let found = completed_in_bash(words);
        assert!(
            found == expected || expected == ["Cargo.toml"] && found.len() < 2,
            "{words:?}: {found:?}"
        );
    }
}

/// In zsh a board is a name or a file.
#[test]
fn zsh_completes_boards_and_files() {
    let script = pegboard(&["completions", "zsh"]).ok();
    assert!(script.contains("_pegboard_boards() {\n    _alternative 'boards:board:(english "));
    assert!(script.matches(":_pegboard_boards'").count() >= 10);
    assert!(
        script.contains(":ORDER:(own rows outside-in inside-out directions\\:)"),
        "{script}"
    );
    for word in ["FILE:_files", "THEME:(light dark transparent color-blind)"] {
        assert!(script.contains(word), "{word}");
    }
    if let Ok(checked) = Command::new("zsh").args(["-n", "-c", &script]).status() {
        assert!(checked.success());
    }
}

#[test]
fn there_is_a_man_page_for_the_program_and_for_each_command() {
    let page = pegboard(&["man"]).ok();
    assert!(
        page.contains(".TH pegboard 1") && page.contains("Exit codes"),
        "{page}"
    );
    assert!(pegboard(&["man", "solve"]).ok().contains("\\-\\-vacate"));
    assert!(
        pegboard(&["man", "sing"])
            .refused()
            .contains("no command `sing`")
    );
    assert!(
        pegboard(&["man", "--json"]).json()["page"]
            .as_str()
            .unwrap()
            .contains("pegboard")
    );
}

#[test]
fn output_to_a_pipe_has_no_color() {
    for args in [
        &["boards"][..],
        &["info", "english"],
        &["solve", "triangle5", "--pictures"],
        &["solve", "nowhere"],
    ] {
        let run = pegboard(args);
        assert!(
            !run.stdout.contains('\x1b') && !run.stderr.contains('\x1b'),
            "{args:?}"
        );
    }
}

#[test]
fn color_can_be_forced() {
    let forced = Command::new(cargo_bin!("pegboard"))
        .args(["solve", "triangle5"])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .unwrap();
    assert!(forced.stdout.contains(&0x1b));
}

#[test]
fn an_option_turns_color_on_and_off() {
    let solved = |when| pegboard(&["solve", "triangle5", "--color", when]).ok();
    assert!(solved("always").contains('\x1b'));
    assert!(!solved("never").contains('\x1b'));
}

#[test]
fn numbers_of_threads_out_of_range_are_refused() {
    for (threads, expected) in [
        ("0", "write a whole number of at least 1"),
        ("99999999999999999999", "the number is too large"),
    ] {
        let message = pegboard(&["sweep", "triangle5", "--threads", threads]).refused();
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn the_help_lists_every_method_that_can_be_switched_off() {
    let help = pegboard(&["solve", "--help"])
        .ok()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let listed = pegboard(&["solve", "english", "--without", "luck"]).refused();
    let names = listed
        .split_once("the methods are ")
        .unwrap()
        .1
        .lines()
        .next()
        .unwrap();
    assert!(
        help.contains(&format!("Methods to switch off: {names}")),
        "{names}"
    );
}

/// A reader that closes the pipe early, such as `head`, must not make the program panic.
#[test]
fn a_broken_pipe_is_not_an_error() {
    let mut program = Command::new(cargo_bin!("pegboard"))
        .args(["boards", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0];
    program
        .stdout
        .take()
        .unwrap()
        .read_exact(&mut first)
        .unwrap(); // then the pipe is closed
    let output = program.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_clear_error() {
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = Command::new(cargo_bin!("pegboard"))
        .arg("boards")
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .starts_with("error: cannot write to standard output: ")
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_with_an_answer() {
    let mut program = Command::new(cargo_bin!("pegboard"))
        .args([
            "solve", "wiegleb", "--vacate", "e1", "--finish", "e1", "--json",
        ]) // an open problem
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    Command::new("kill")
        .args(["-INT", &program.id().to_string()])
        .status()
        .unwrap();
    let mut answer = String::new();
    program
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut answer)
        .unwrap();
    assert_eq!(program.wait().unwrap().code(), Some(2));
    assert!(answer.contains("\"answer\": \"undecided\""), "{answer}");
}
