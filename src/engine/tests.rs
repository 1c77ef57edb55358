//! Compares every implementation and width with the definitions, on every board of the library.

use super::*;
use crate::board::Position;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Returns sample positions of a board: empty, full, single vacancies, and random ones of every density.
fn positions(board: &Board) -> Vec<Position> {
    let mut random = Pcg64Mcg::new(33);
    let mut positions = vec![board.empty(), board.full()];
    positions.extend(board.holes().map(|hole| board.vacate(hole)));
    for density in 1..10 {
        for _ in 0..4 {
            let chosen = board
                .holes()
                .filter(|_| random.random_range(0..10) < density);
            positions.push(board.with_pegs(chosen.collect::<Vec<_>>()));
        }
    }
    positions
}

fn library() -> impl Iterator<Item = Board> {
    Board::library_names().map(|name| Board::library(name).expect("the library's boards are valid"))
}

fn agrees_with_the_definitions<B: Bits>(board: &Board, path: PermutationPath) {
    let engine = Engine::<B>::with_path(board, path);
    for position in positions(board) {
        let word = B::from_code(position.code());
        let mut possible = Vec::new();
        engine
            .jumps()
            .for_each(word, |jump| possible.push(board.jumps()[jump]));
        possible.sort_unstable();
        let mut expected: Vec<_> = position.jumps().collect();
        expected.sort_unstable();
        assert_eq!(possible, expected, "{position:?}");
        assert_eq!(engine.jumps().any(word), !expected.is_empty());

        let images = engine.symmetries().all_images(word);
        for (image, symmetry) in images.iter().zip(board.symmetries()) {
            assert_eq!(
                image.code(),
                position.image(symmetry).code(),
                "{position:?} {}",
                symmetry
            );
        }
        assert_eq!(engine.canonical(word).code(), position.canonical().code());
        assert_eq!(engine.complement(word).code(), position.complement().code());
        let border = border_by_definition(&position);
        assert_eq!(engine.border().length(word), border);
        engine.jumps().for_each(word, |jump| {
            let after = word ^ engine.jumps().change(jump);
            let changed = border as i32 + engine.border().change(word, jump);
            assert_eq!(
                engine.border().length(after) as i32,
                changed,
                "{position:?} {jump}"
            );
        });
    }
}

/// Counts the neighboring pairs of a peg and a vacancy.
fn border_by_definition(position: &Position) -> u32 {
    let board = position.board();
    let exposed = |peg| {
        let neighbors = board.neighbors(peg).into_iter();
        neighbors.filter(|near| !position.has_peg(*near)).count() as u32
    };
    position.pegs().map(exposed).sum()
}

#[test]
fn plain_path_agrees_with_the_definitions() {
    for board in library() {
        if board.backend() == Backend::U64 {
            agrees_with_the_definitions::<u64>(&board, PermutationPath::Plain);
        }
        agrees_with_the_definitions::<u128>(&board, PermutationPath::Plain);
    }
}

/// Repeats the test of the plain path on processors without bit-gather instructions.
#[test]
fn fastest_path_agrees_with_the_definitions() {
    for board in library() {
        if board.backend() == Backend::U64 {
            agrees_with_the_definitions::<u64>(&board, PermutationPath::fastest());
        }
        agrees_with_the_definitions::<u128>(&board, PermutationPath::fastest());
    }
}

#[test]
fn english_jumps_are_twelve_groups() {
    let english = Board::library("english").expect("a board of the library");
    assert_eq!(Engine::<u64>::new(&english).jumps().group_count(), 12);
}

#[test]
fn words_keep_their_bits() {
    for code in [1u128, 0x8000_0000_0000_0000, 0xDEAD_BEEF_0123_4567] {
        let narrow = u64::from_code(code);
        assert_eq!(narrow.mixed(), code.mixed());
        assert_eq!(
            (narrow.code(), u64::from_words(narrow.words().0, 0)),
            (code, narrow)
        );
        let wide = code << 64 | code;
        assert_eq!(u128::from_words(wide.words().0, wide.words().1), wide);
    }
    assert_eq!(0b1000u64.moved_down(3), 1);
    assert_eq!(1u128.moved_down(-100), 1 << 100);
    assert_eq!(0b1010u64.lowest(), 1);
}
