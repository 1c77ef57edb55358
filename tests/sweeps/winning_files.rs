use crate::support::table::rows;
use pegboard::sweep::{PositionSet, Sweep, SweepOptions};
use pegboard::winning::{
    CodeFile, ImportError, IndexedWinningSet, WinningFileError, WinningSet, WinningSetError,
    read_bell_folder, read_csv,
};
use pegboard::{
    Board, Cancellation, Control, Goal, LimitReached, Limits, Pattern, Position, Problem,
    SymmetryUse,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

/// Winning set of the central game of the English board.
static CENTRAL: LazyLock<WinningSet> = LazyLock::new(|| {
    let board = Board::library("english").unwrap();
    found(&svss(&board, "d4", "d4"))
});

fn found(problem: &Problem) -> WinningSet {
    WinningSet::find(problem, &SweepOptions::default(), &Control::default()).unwrap()
}

fn svss(board: &Board, vacancy: &str, finish: &str) -> Problem {
    Problem::svss(
        board,
        board.hole(vacancy).unwrap(),
        board.hole(finish).unwrap(),
    )
}

/// Checks the verdict on every position of the board.
fn check(problem: &Problem) {
    let board = problem.board();
    let control = Control::default();
    let sweep = Sweep::of_problem(
        problem,
        SymmetryUse::Raw,
        &SweepOptions::default(),
        &control,
    )
    .unwrap();
    let codes = |pegs| sweep.codes(PositionSet::Winning, pegs, &control).unwrap();
    let winning: Vec<Vec<u128>> = (0..=board.hole_count()).map(codes).collect();
    let set = found(problem);
    for code in 0..1 << board.hole_count() {
        let position = Position::from_code(board, code).unwrap();
        let expected = winning[position.peg_count()].binary_search(&code).is_ok();
        assert_eq!(set.is_winning(&position), expected, "{position:?}");
    }
}

#[test]
fn a_set_knows_the_winning_positions_and_no_others() {
    let board = Board::library("triangle5").unwrap();
    check(&svss(&board, "a1", "a1"));
    check(&svss(&board, "a4", "a4"));
    check(&svss(&board, "c5", "a4"));
    check(&svss(&board, "a1", "b2")); // not allowed: nothing wins
    check(&Problem::new(board.vacate(board.hole("a2").unwrap()), Goal::OnePeg).unwrap());
}

/// On a board with an even number of holes, the middle level is its own set of complements.
#[test]
fn a_set_on_an_even_number_of_holes() {
    let board = Board::library("rhombus4").unwrap();
    let complement = board.holes().map(|hole| Problem::svss(&board, hole, hole));
    complement.take(4).for_each(|problem| check(&problem));
}

#[test]
fn the_central_game_takes_less_than_two_megabytes() {
    let set = &*CENTRAL;
    let codes = |pegs| set.codes(pegs, &Control::default()).unwrap();
    assert_eq!(set.len(), 839_536);
    assert!(
        set.as_bytes().len() <= 2_000_000,
        "{}",
        set.as_bytes().len()
    );
    assert_eq!(&codes(16)[..3], [126_975, 130_559, 229_359]);
    assert_eq!(
        &codes(16)[230_227..],
        [3_864_553_651, 3_928_764_638, 3_929_805_043]
    );
    assert_eq!(codes(17).len(), 230_230);
    for [name, _, pegs, codes] in rows(include_str!("../truth/winning_codes.csv")) {
        let list = set
            .whole_group_codes(pegs.parse().unwrap(), &Control::default())
            .unwrap();
        let list: Vec<String> = list.iter().map(u128::to_string).collect();
        assert!(name != "english" || list.join(" ") == codes, "{pegs} pegs");
    }
}

#[test]
fn bell_files_are_written_and_read() {
    let control = Control::default();
    let files = written_and_read(&CENTRAL);
    assert_eq!(
        CENTRAL.to_bell_bytes(3, &control).unwrap(),
        [400u32.to_le_bytes(), 212_992u32.to_le_bytes()].concat()
    );
    assert_eq!(files[2].codes, [400, 212_992]);
    for (file, pegs) in files.iter().zip(1..) {
        assert_eq!(
            file.codes,
            CENTRAL.whole_group_codes(pegs, &control).unwrap()
        );
    }
    // The next set has an eighth of the positions.
    let problem = svss(CENTRAL.board(), "d1", "d1");
    let set = found(&problem);
    let read = WinningSet::import(&problem, &written_and_read(&set), &control).unwrap();
    assert_eq!(read.as_bytes(), set.as_bytes());
}

/// Writes and reads files in Bell's format, for up to half of the board's pegs.
fn written_and_read(set: &WinningSet) -> Vec<CodeFile> {
    let (folder, control) = (tempfile::tempdir().unwrap(), Control::default());
    for pegs in 1..=set.board().hole_count() / 2 {
        let bytes = set.to_bell_bytes(pegs, &control).unwrap();
        std::fs::write(
            folder.path().join(format!("english33winning_{pegs}.bin")),
            bytes,
        )
        .unwrap();
    }
    read_bell_folder(folder.path(), &control).unwrap()
}

#[test]
fn a_file_is_mapped_and_damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a1.win");
    let board = Board::library("triangle5").unwrap();
    let set = found(&svss(&board, "a1", "a1"));
    set.save(&path, &Control::default()).unwrap();
    let read = WinningSet::open(&path, &board).unwrap();
    assert!(read.verify(&Control::default()).unwrap() && read.as_bytes() == set.as_bytes());
    assert_eq!(read.finishes(), set.finishes());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1); // no temporary file is left
    let other = Board::library("triangle6").unwrap();
    assert!(matches!(
        WinningSet::open(&path, &other),
        Err(WinningFileError::OtherBoard { .. })
    ));
    let bytes = set.as_bytes();
    for place in 0..bytes.len() {
        let mut damaged = bytes.to_vec();
        damaged[place] ^= 0x10;
        assert!(
            WinningSet::from_bytes(damaged, &board).is_err(),
            "byte {place}"
        );
        assert!(
            WinningSet::from_bytes(bytes[..place].to_vec(), &board).is_err(),
            "cut at {place}"
        );
    }
}

/// Starts and finishes of small sets, with both word widths: complement problems on odd and even numbers of holes, one
/// finish and several, a goal that leaves holes free, and a board with more than 64 holes.
fn small_problems() -> Vec<Problem> {
    let library = |name: &str| Board::library(name).unwrap();
    let triangle = library("triangle5");
    let any_finish = Problem::new(triangle.vacate(triangle.hole("a2").unwrap()), Goal::OnePeg);
    let row = "o".repeat(12);
    let text = format!(
        "Board(name: \"Large\", lattice: Square, holes: Picture([{}]))",
        format!("\"{row}\",").repeat(6)
    );
    let large = Board::parse(&text, "large.ron").unwrap();
    let text =
        r#"Board(name: "Even", lattice: Triangular, holes: Picture(["oooo", "oooo", "oooo"]))"#;
    let even = Board::parse(text, "even.ron").unwrap();
    let pegs = ["a6", "b6", "d6", "f6", "h6", "j6"].map(|label| large.hole(label).unwrap());
    let few_pegs = Problem::new(large.with_pegs(pegs), Goal::OnePeg);
    vec![
        svss(&triangle, "a1", "a1"),
        svss(&triangle, "c5", "a4"),
        svss(&even, "a1", "a1"),
        any_finish.unwrap(),
        few_pegs.unwrap(),
        free_holes(),
    ]
}

/// Returns the verdict on every position within the last 16 holes.
fn verdicts(set: &WinningSet) -> Vec<bool> {
    let board = set.board();
    let holes = board.hole_count();
    let position =
        |code: u128| Position::from_code(board, code << holes.saturating_sub(16)).unwrap();
    (0..1 << holes.min(16))
        .map(|code| set.is_winning(&position(code)))
        .collect()
}

/// Alters a byte or two of files and mends their checksums. No altered file may pass the check, unless it is the same
/// set.
#[test]
fn an_altered_file_with_a_mended_checksum_is_refused() {
    const DIGEST: usize = 32;
    let (options, control) = (SweepOptions::default(), Control::default());
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for problem in small_problems() {
        let set = found(&problem);
        assert!(set.len() > 5, "{problem:?}");
        set.check(&options, &control).unwrap();
        let expected = verdicts(&set);
        let (mut checked, mut refused) = (0, 0);
        for number in 0..600 {
            let mut bytes = set.as_bytes().to_vec();
            let content = bytes.len() - DIGEST;
            // Each byte in turn, and then any two.
            let first = number % content;
            bytes[first] ^= random.random_range(1..=u8::MAX);
            if number >= content {
                bytes[random.random_range(0..content)] ^= 1 << random.random_range(0..8);
            }
            let digest = blake3::hash(&bytes[..content]);
            bytes[content..].copy_from_slice(digest.as_bytes());
            let Ok(altered) = WinningSet::from_bytes(bytes, problem.board()) else {
                continue;
            };
            checked += 1;
            match altered.check(&options, &control) {
                Ok(()) => assert_eq!(verdicts(&altered), expected, "{problem:?}, byte {first}"),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 10 && refused <= checked, "{refused} of {checked}");
    }
}

/// Returns the problem of the kept file of version 2.
fn free_holes() -> Problem {
    let board = Board::library("triangle5").unwrap();
    let start = Position::parse(&board, "a1 a2 b2 b3 c3 a3 d5").unwrap();
    let patterns = Pattern::parse_all(&board, "a1 or c3", "b3").unwrap();
    Problem::new(start, Goal::Patterns(patterns)).unwrap()
}

/// A kept file of version 2 must stay readable. It belongs to a goal that leaves holes free.
#[test]
fn a_file_of_version_2_still_answers() {
    let problem = free_holes();
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/sweeps/version2/triangle5-free.win"
    );
    let kept = WinningSet::open(Path::new(path), problem.board()).unwrap();
    assert_eq!((kept.start(), kept.len()), (problem.start(), 40));
    assert_eq!(kept.patterns().len(), 2);
    let patterns = problem.patterns().unwrap();
    assert!(patterns.iter().all(|each| kept.patterns().contains(each)));
    assert_eq!(kept.as_bytes(), found(&problem).as_bytes());
    assert_eq!(kept.as_bytes()[8], 2);
    assert_eq!(found(&svss(problem.board(), "a1", "a1")).as_bytes()[8], 1);
}

/// The message names the newest of the versions that are read.
#[test]
fn a_file_of_a_later_version_is_refused() {
    let problem = free_holes();
    let mut bytes = found(&problem).as_bytes().to_vec();
    bytes[8] = 3;
    let error = WinningSet::from_bytes(bytes, problem.board()).unwrap_err();
    let message = error.to_string();
    assert!(
        message.contains("has version 3, and this program reads versions up to 2;"),
        "{message}"
    );
}

/// A kept file of version 1 must stay readable.
#[test]
fn a_file_of_version_1_still_answers() {
    let board = Board::library("triangle5").unwrap();
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/sweeps/version1/triangle5-a1.win"
    );
    let kept = WinningSet::open(Path::new(path), &board).unwrap();
    let problem = svss(&board, "a1", "a1");
    assert_eq!(
        (kept.start(), kept.len(), kept.is_halved()),
        (problem.start(), 95, true)
    );
    assert_eq!(
        kept.finishes(),
        [board.with_pegs([board.hole("a1").unwrap()])]
    );
    let own = found(&problem);
    for code in 0..1 << board.hole_count() {
        let position = Position::from_code(&board, code).unwrap();
        assert_eq!(
            kept.is_winning(&position),
            own.is_winning(&position),
            "{position:?}"
        );
    }
    for [name, hole, pegs, codes] in rows(include_str!("../truth/winning_codes.csv")) {
        let list: Vec<String> = kept
            .whole_group_codes(pegs.parse().unwrap(), &Control::default())
            .unwrap()
            .iter()
            .map(u128::to_string)
            .collect();
        assert!(
            (name, hole) != ("triangle5", "a1") || list.join(" ") == codes,
            "{pegs} pegs"
        );
    }
    assert_eq!(
        own.as_bytes(),
        kept.as_bytes(),
        "files are no longer written as version 1"
    );
}

/// Start and finish are different single pegs, so nothing can be played and nothing wins.
#[test]
fn a_set_without_winning_positions_is_written_and_read() {
    let board = Board::library("english").unwrap();
    let hole = |label: &str| board.hole(label).unwrap();
    let problem =
        Problem::new(board.with_pegs([hole("d4")]), Goal::PegIn(vec![hole("d1")])).unwrap();
    let set = found(&problem);
    assert!(set.is_empty());
    let read = WinningSet::from_bytes(set.as_bytes().to_vec(), &board).unwrap();
    assert_eq!(read.finishes(), [board.with_pegs([hole("d1")])]);
}

/// Every long operation can be cancelled.
#[test]
fn operations_on_winning_sets_can_be_cancelled() {
    let board = Board::library("english").unwrap();
    let problem = svss(&board, "d4", "d4");
    let set = found(&problem);
    let cancellation = Cancellation::default();
    cancellation.cancel();
    let control = Control::default().cancelled_by(&cancellation);
    assert_eq!(
        set.whole_group_codes(16, &control),
        Err(LimitReached::Cancelled)
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d4.win");
    assert!(matches!(
        set.save(&path, &control),
        Err(WinningFileError::Stopped(LimitReached::Cancelled))
    ));
    assert!(!path.exists());
    assert!(set.write_csv(&mut Vec::new(), &control).is_err());
    let codes = set.codes(16, &Control::default()).unwrap();
    let files = [CodeFile {
        path: path.clone(),
        codes,
    }];
    let import = WinningSet::import(&problem, &files, &control);
    assert!(matches!(
        import,
        Err(ImportError::Stopped(LimitReached::Cancelled))
    ));
    let Err(WinningSetError::Sweep(error)) = set.check(&SweepOptions::default(), &control) else {
        panic!("the check goes on")
    };
    assert_eq!(error.limit(), Some(LimitReached::Cancelled));
    let text = format!("1 0 {}\n", "1 ".repeat(10_000));
    let read = IndexedWinningSet::from_text(&board, &text, &control);
    assert!(matches!(
        read.unwrap_err(),
        ImportError::Stopped(LimitReached::Cancelled)
    ));
}

/// Texts and files that would grow in memory without end are refused by their line.
#[test]
fn codes_that_do_not_fit_the_memory_limit_are_refused() {
    let board = Board::library("triangle5").unwrap();
    let control = Control::new(Limits {
        memory: Some(10_000),
        ..Limits::default()
    });
    let refusal = |error: ImportError| {
        assert_eq!(error.limit(), Some(LimitReached::Memory), "{error}");
        error.to_string()
    };
    let text = format!("1 2 1\n\n2 4 {}", "3 ".repeat(10_000));
    let read = IndexedWinningSet::from_text(&board, &text, &control);
    let expected = "line 3: 9.8 KiB of memory is too little for the codes; allow more";
    assert_eq!(refusal(read.unwrap_err()), expected);
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("codes.csv");
    std::fs::write(&csv, format!("pegs,code\n{}", "1,1\n".repeat(10_000))).unwrap();
    let message = refusal(read_csv(&csv, &control).unwrap_err());
    assert!(message.contains("line 627: 9.8 KiB"), "{message}");
    let bell = folder.path().join("winning_1.bin");
    std::fs::write(&bell, [1, 0, 0, 0].repeat(10_000)).unwrap();
    let message = refusal(read_bell_folder(folder.path(), &control).unwrap_err());
    assert!(message.contains("winning_1.bin"), "{message}");
    let problem = svss(&board, "a1", "a1");
    let codes = vec![1; 500]; // they fit, but not their copies
    let files = [CodeFile { path: csv, codes }];
    refusal(WinningSet::import(&problem, &files, &control).unwrap_err());
}

#[test]
fn an_endless_word_is_refused() {
    let board = Board::library("triangle5").unwrap();
    for text in ["9", "\u{0}", "1 2 1\n1 2 1"] {
        let text = format!("\n{text}{}", "1".repeat(1000));
        let read = IndexedWinningSet::from_text(&board, &text, &Control::default());
        let message = read.unwrap_err().to_string();
        assert!(
            message.ends_with(": a word is longer than 64 bytes"),
            "{message}"
        );
    }
}

fn indexed(board: &Board) -> IndexedWinningSet {
    IndexedWinningSet::find(board, &SweepOptions::default(), &Control::default()).unwrap()
}

#[test]
fn the_indexed_set_of_the_triangle_is_the_published_one() {
    let board = Board::library("triangle5").unwrap();
    let set = indexed(&board);
    let starts: Vec<&str> = set
        .problems()
        .iter()
        .map(|problem| board.label(problem.hole))
        .collect();
    assert_eq!(starts, ["a4", "a1", "a3", "b3"]);
    let mut found = String::new();
    for [pegs, index, codes] in rows(include_str!("../truth/triangle5_indexed.csv")) {
        found.push_str(&format!("{pegs} {index} {codes}\n"));
    }
    assert_eq!(set.to_text(), found);
    assert_eq!(set.len(), 437);
    let read = IndexedWinningSet::from_text(&board, &found, &Control::default()).unwrap();
    assert_eq!((read.problems(), read.to_text()), (set.problems(), found));
}

#[test]
fn an_indexed_text_that_contradicts_the_position_classes_is_refused() {
    let board = Board::library("english").unwrap();
    let center = board.with_pegs([board.hole("d4").unwrap()]);
    let problems = IndexedWinningSet::from_text(&board, "", &Control::default())
        .unwrap()
        .problems()
        .to_vec();
    let mut refused = 0;
    for (number, problem) in problems.iter().enumerate() {
        let text = format!("\n1 {} {}\n", 1 << number, center.code());
        let read = IndexedWinningSet::from_text(&board, &text, &Control::default());
        if board.with_pegs([problem.hole]).class() == center.class() {
            assert_eq!(read.unwrap().len(), 1);
        } else {
            let message = read.unwrap_err().to_string();
            assert!(
                message.starts_with("line 2: code 65536 cannot win in problem"),
                "{message}"
            );
            refused += 1;
        }
    }
    assert!(refused > 0 && refused < problems.len());
}

/// Compares the general problem, from any vacancy to any survivor, with all its single problems.
#[test]
fn the_indexed_set_answers_for_any_vacancy_and_survivor() {
    for (name, classes) in [("triangle5", Some(427)), ("rhombus4", None)] {
        let board = Board::library(name).unwrap();
        let set = indexed(&board);
        let general = |vacancy| found(&Problem::new(board.vacate(vacancy), Goal::OnePeg).unwrap());
        let all: Vec<WinningSet> = board.holes().map(general).collect();
        let mut found = BTreeSet::new();
        for code in 0..1 << board.hole_count() {
            let position = Position::from_code(&board, code).unwrap();
            let wins = all.iter().any(|set| set.is_winning(&position));
            assert_eq!(set.is_winning_somewhere(&position), wins, "{position:?}");
            if wins && 2 * position.peg_count() <= board.hole_count() {
                found.insert(position.canonical().code());
            }
        }
        assert_eq!(set.class_count(), found.len());
        assert!(classes.is_none_or(|classes| classes == found.len()));
    }
}

#[test]
fn the_indexed_set_answers_every_complement_problem() {
    let board = Board::library("triangle5").unwrap();
    let set = indexed(&board);
    for hole in board.holes() {
        let own = found(&Problem::svss(&board, hole, hole));
        for code in 0..1 << board.hole_count() {
            let position = Position::from_code(&board, code).unwrap();
            assert_eq!(
                set.is_winning(hole, &position),
                own.is_winning(&position),
                "{hole:?} {position:?}"
            );
        }
    }
}
