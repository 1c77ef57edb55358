use crate::support::table::rows;
use pegboard::{Board, Games};

#[test]
fn counts_of_games_on_the_triangle_are_the_known_ones() {
    let board = Board::library("triangle5").unwrap();
    for [vacancy, games, one_peg_games, shortest] in rows(include_str!("triangle5_games.csv")) {
        let (mut all, mut one_peg, mut fewest_jumps) = (0, 0, usize::MAX);
        for game in Games::from_first(&board.vacate(board.hole(vacancy).unwrap())) {
            all += 1;
            one_peg += usize::from(game.finish().peg_count() == 1);
            fewest_jumps = fewest_jumps.min(game.jumps().len());
        }
        let counted = [all, one_peg, fewest_jumps].map(|number| number.to_string());
        assert_eq!(counted, [games, one_peg_games, shortest], "{vacancy}");
    }
}

#[test]
fn a_list_from_a_random_game_has_the_rest_of_all_games() {
    let board = Board::library("triangle5").unwrap();
    let start = board.vacate(board.hole("b3").unwrap());
    let rest = || Games::from_random(&start, 7);
    let first = rest().next().unwrap();
    assert!(
        Games::from_first(&start)
            .skip_while(|game| *game != first)
            .eq(rest())
    );
}
