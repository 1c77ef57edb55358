//! The naive reference itself, against published numbers.

use pegboard_fuzz::oracle::{Games, Rules, lattice_steps};

fn triangle(side: i32) -> Rules {
    let holes = (0..side).flat_map(|y| (0..=y).map(move |x| (x, y)));
    Rules::new(holes, &lattice_steps(true))
}

/// Bell's and others' numbers for the 15-hole triangle, from corner to corner.
#[test]
fn the_corner_game_of_the_triangle_has_the_known_numbers() {
    let rules = triangle(5);
    let games = Games::new(&rules, rules.full() & !1, usize::MAX).unwrap();
    let counts = games.counts();
    assert_eq!(counts.games, 568_630);
    assert_eq!(games.lines()[&1], 6_816);
    assert_eq!(games.moves_to_go(&[1])[&(games.start, None)], 10);
    assert_eq!(rules.symmetries(true).len(), 6);
    assert!(rules.is_same_class(games.start, 1) && !rules.is_same_class(games.start, 2));
}
