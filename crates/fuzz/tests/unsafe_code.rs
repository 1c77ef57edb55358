//! Sweeps and winning sets of tiny boards on two threads: the paths that use `unsafe`, small enough for Miri.

use pegboard::sweep::{PositionSet, Sweep, SweepMethod, SweepOptions};
use pegboard::winning::WinningSet;
use pegboard::{Backend, Board, BoardFile, Control, Lattice, Limits, Problem, SymmetryUse};
use pegboard_fuzz::oracle::{Games, Rules, canonical, lattice_steps};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

/// Three rows of holes.
const WIDTH: i32 = if cfg!(miri) { 3 } else { 4 };

#[test]
fn sweeps_on_two_threads_agree_with_the_naive_reference() {
    let holes: Vec<(i32, i32)> = (0..3 * WIDTH)
        .map(|hole| (hole % WIDTH, hole / WIDTH))
        .collect();
    let file = BoardFile::new("Rectangle", Lattice::Square, holes.clone());
    let board = Board::new(file).unwrap();
    let rules = Rules::new(holes, &lattice_steps(false));
    let group: Vec<Vec<usize>> = rules
        .symmetries(false)
        .into_iter()
        .map(|(_, to)| to)
        .collect();
    let vacancy = board.holes().next().unwrap();
    let problem = Problem::svss(&board, vacancy, board.holes().nth(2).unwrap());
    let games = Games::new(&rules, problem.start().code(), usize::MAX).unwrap();
    let control = || {
        Control::new(Limits {
            threads: NonZeroUsize::new(2),
            ..Limits::default()
        })
    };
    let [start, finish] = [problem.start().code(), 4];
    let fixing: Vec<Vec<usize>> = group
        .into_iter()
        .filter(|to| {
            [start, finish]
                .iter()
                .all(|code| pegboard_fuzz::oracle::image(*code, to) == *code)
        })
        .collect();
    let classes = |codes: &mut dyn Iterator<Item = u128>| -> BTreeSet<u128> {
        codes.map(|code| canonical(code, &fixing)).collect()
    };
    for method in [SweepMethod::Bitmap, SweepMethod::Lists] {
        for backend in [Backend::U64, Backend::U128] {
            if (method, backend) == (SweepMethod::Bitmap, Backend::U128) {
                continue; // bitmaps are for small boards
            }
            let options = SweepOptions::default()
                .with_method(method)
                .with_backend(Some(backend));
            let sweep =
                Sweep::of_problem(&problem, SymmetryUse::Raw, &options, &control()).unwrap();
            let found: BTreeSet<u128> = (0..=board.hole_count())
                .flat_map(|pegs| {
                    sweep
                        .codes(PositionSet::Reachable, pegs, &control())
                        .unwrap()
                })
                .collect();
            assert_eq!(found, games.codes.iter().copied().collect());
            let set = WinningSet::find(&problem, &options, &control()).unwrap();
            let found: BTreeSet<u128> = (0..=board.hole_count())
                .flat_map(|pegs| set.codes(pegs, &control()).unwrap())
                .collect();
            assert_eq!(
                classes(&mut found.into_iter()),
                classes(&mut games.winning(&[finish]).into_iter())
            );
        }
    }
}
