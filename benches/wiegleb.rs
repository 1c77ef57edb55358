//! Counts the problems of Wiegleb's board, 36 in all, that are solved with 20 s each, and the jumps that stay unknown
//! in hints in the middle of the central game. The results are counts, not times, so the program does without
//! criterion. It takes a minute or more.

use pegboard::play::games::RandomGames;
use pegboard::{
    Board, Control, GameOracle, Hint, Limits, Line, Outlook, Problem, Solver, SolverOptions,
    Verdict,
};
use std::time::Duration;

const TIME: Duration = Duration::from_secs(20);

const TIME_OF_A_HINT: Duration = Duration::from_secs(1);

fn main() {
    // `cargo test --benches` runs this program as well, only to check that it starts.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let board = Board::library("wiegleb").unwrap();
    problems(&board);
    hints(&board);
}

fn problems(board: &Board) {
    let problems = board.svss_problems();
    let mut solved = 0;
    for problem in &problems {
        let (vacancy, finish) = (problem.vacancy(), problem.finish());
        let control = Control::new(Limits {
            time: Some(TIME),
            ..Limits::default()
        });
        let solver = Solver::new(board, SolverOptions::default());
        let answer = solver
            .solve(&Problem::svss(board, vacancy, finish), &control)
            .unwrap();
        let verdict = match answer.verdict() {
            Verdict::Solvable(_) => "solved",
            Verdict::Undecided(_) => "undecided",
            _ => "unsolvable",
        };
        solved += usize::from(verdict == "solved");
        let seconds = answer.stats().elapsed.as_secs_f64();
        println!(
            "{} to {}: {verdict} in {seconds:.3} s",
            board.label(vacancy),
            board.label(finish)
        );
    }
    println!(
        "wiegleb: {solved} of {} solved with {} s each",
        problems.len(),
        TIME.as_secs()
    );
}

/// Counts the unknown jumps of hints after 12 to 30 jumps, for each number of jumps once in a game that can still be
/// won and once in a random game.
fn hints(board: &Board) {
    let center = board.hole("e5").unwrap();
    let problem = Problem::svss(board, center, center);
    let (mut unknown, mut all) = (0, 0);
    for (seed, jumps) in (1..).zip((12..=30).step_by(2)) {
        let solved = solution(&problem, seed);
        let random = RandomGames::new(problem.start(), seed)
            .find(|game| game.jumps().len() >= jumps)
            .unwrap();
        for (kind, game) in [("won", solved), ("random", random)] {
            let game = Line::new(problem.start().clone(), game.jumps()[..jumps].to_vec()).unwrap();
            let control = Control::new(Limits {
                time: Some(TIME_OF_A_HINT),
                ..Limits::default()
            });
            let oracle = GameOracle::prepare(&problem, SolverOptions::default(), &control);
            let hint = Hint::find(&game, &oracle, &control);
            let open = hint
                .jumps()
                .iter()
                .filter(|each| matches!(each.outlook, Outlook::Unknown(_)))
                .count();
            println!(
                "{kind}, {jumps} jumps: {open} of {} unknown",
                hint.jumps().len()
            );
            (unknown, all) = (unknown + open, all + hint.jumps().len());
        }
    }
    println!(
        "wiegleb: {unknown} of {all} jumps unknown with {} s for a hint",
        TIME_OF_A_HINT.as_secs()
    );
}

fn solution(problem: &Problem, seed: u64) -> Line {
    let options = SolverOptions::default().with_seed(Some(seed));
    let answer = Solver::new(problem.board(), options)
        .solve(problem, &Control::default())
        .unwrap();
    answer
        .best_line()
        .expect("the central game is solvable")
        .clone()
}
