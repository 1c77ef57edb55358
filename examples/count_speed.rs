use pegboard::count::*;
use pegboard::engine::*;
use pegboard::sweep::*;
use pegboard::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let board = Board::library(&args[1]).unwrap();
    let (v, f) = (board.hole(&args[2]).unwrap(), board.hole(&args[3]).unwrap());
    let engine = Engine::<u64>::new(&board);
    let p = Problem::svss(&board, v, f);
    let t = Instant::now();
    let go = |_: &SweepProgress| std::ops::ControlFlow::Continue(());
    let w = count_solutions(&engine, &p, &SweepOptions::default(), &go).unwrap();
    println!("solutions {w} in {:?}", t.elapsed());
    if args.len() > 4 {
        return;
    }
    let t = Instant::now();
    let s = count_games(&engine, &p, &SweepOptions::default(), &go).unwrap();
    println!("{s:?} in {:?}", t.elapsed());
}
