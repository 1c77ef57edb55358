use pegboard::engine::*;
use pegboard::sweep::*;
use pegboard::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let board = Board::library(&args[1]).unwrap();
    let (v, f) = (board.hole(&args[2]).unwrap(), board.hole(&args[3]).unwrap());
    let engine = Engine::<u64>::new(&board);
    let task = SweepTask::of_problem(&engine, &Problem::svss(&board, v, f), SymmetryUse::Classes);
    let from = SweepTask::from_start(&engine, &board.vacate(v), SymmetryUse::Classes);
    let mut options = SweepOptions::default();
    if args.get(4).is_some_and(|a| a == "lists") {
        options.method = SweepMethod::Lists;
    }
    let t = Instant::now();
    let w = winning_codes(&engine, &task, &options, &|_| std::ops::ControlFlow::Continue(())).unwrap();
    println!("W {} in {:?}", w.iter().map(Vec::len).sum::<usize>(), t.elapsed());
    let t = Instant::now();
    let s = Sweep::run(&engine, from, &options).unwrap();
    println!("F {} in {:?}", s.levels().iter().map(|l| l.reachable).sum::<u64>(), t.elapsed());
    let t = Instant::now();
    let s = Sweep::run(&engine, task, &options).unwrap();
    println!("FWL {:?} in {:?}", s.levels().iter().map(|l| l.losing.unwrap()).sum::<u64>(), t.elapsed());
    println!("jumps {:?}", s.levels().iter().map(|l| l.jumps_tried).sum::<u64>());
}
