use pegboard::*;
use std::time::*;
fn rows(name: &str, lat: Lattice, rows: &[&str]) -> Board {
    let mut v = vec![];
    for (y, r) in rows.iter().enumerate() {
        for (x, c) in r.chars().enumerate() {
            if c == 'o' {
                v.push((x as i32, y as i32))
            }
        }
    }
    Board::new(BoardFile::new(name, lat, v)).unwrap()
}
pub fn get(n: &str) -> Board {
    match n {
        "english" => rows(
            n,
            Lattice::Square,
            &["..ooo..", "..ooo..", "ooooooo", "ooooooo", "ooooooo", "..ooo..", "..ooo.."],
        ),
        "french" => rows(
            n,
            Lattice::Square,
            &["..ooo..", ".ooooo.", "ooooooo", "ooooooo", "ooooooo", ".ooooo.", "..ooo.."],
        ),
        "wiegleb" => rows(
            n,
            Lattice::Square,
            &[
                "...ooo...",
                "...ooo...",
                "...ooo...",
                "ooooooooo",
                "ooooooooo",
                "ooooooooo",
                "...ooo...",
                "...ooo...",
                "...ooo...",
            ],
        ),
        "diamond41" => {
            let mut v = vec![];
            for x in -4i32..=4 {
                for y in -4i32..=4 {
                    if x.abs() + y.abs() <= 4 {
                        v.push((x, y))
                    }
                }
            }
            Board::new(BoardFile::new(n, Lattice::Square, v)).unwrap()
        }
        _ if n.starts_with("square") => {
            let k: i32 = n[6..].parse().unwrap();
            let mut v = vec![];
            for x in 0..k {
                for y in 0..k {
                    v.push((x, y))
                }
            }
            Board::new(BoardFile::new(n, Lattice::Square, v)).unwrap()
        }
        _ if n.starts_with("triangle") => {
            let k: i32 = n[8..].parse().unwrap();
            let mut v = vec![];
            for y in 0..k {
                for x in 0..=y {
                    v.push((x, y))
                }
            }
            Board::new(BoardFile::new(n, Lattice::Triangular, v)).unwrap()
        }
        _ if n.starts_with("hexagon") => {
            let k: i32 = n[7..].parse().unwrap();
            let mut v = vec![];
            for y in 0..2 * k - 1 {
                for x in 0..2 * k - 1 {
                    let d = x - y;
                    if d.abs() < k {
                        v.push((x, y))
                    }
                }
            }
            Board::new(BoardFile::new(n, Lattice::Triangular, v)).unwrap()
        }
        _ => panic!(),
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let b = get(&a[1]);
    let t: f64 = a[2].parse().unwrap();
    let mut o = SolverOptions::default();
    o.limits.time = Some(Duration::from_secs_f64(t));
    let only = a.get(3).cloned();
    let e = Instant::now();
    let s = Solver::new(&b, o);
    println!("engine {:?}", e.elapsed());
    let all = Instant::now();
    let mut solved = 0;
    let mut n = 0;
    for p in b.svss_problems() {
        let id = format!("{}-{}", b.label(p.vacancy()), b.label(p.finish()));
        if let Some(x) = &only {
            if x != &id && x != "any" {
                continue;
            }
        }
        let e = Instant::now();
        let pr = if only.as_deref() == Some("any") {
            Problem::new(b.vacate(p.vacancy()), Goal::OnePeg).unwrap()
        } else {
            Problem::svss(&b, p.vacancy(), p.finish())
        };
        let ans = s.solve(&pr).unwrap();
        n += 1;
        let st = ans.stats();
        let v = match ans.verdict() {
            Verdict::Solvable(_) => {
                solved += 1;
                "yes"
            }
            Verdict::Unsolvable(_) => "no",
            _ => "?",
        };
        println!(
            "{id} {v} {:?} nodes {} beam {} dead {} pag {} hits {} restarts {} lps {} fns {}",
            e.elapsed(),
            st.nodes,
            st.beam_nodes,
            st.dead_positions,
            st.pagoda_prunes,
            st.table_hits,
            st.restarts,
            st.linear_programs,
            st.pagoda_functions
        );
    }
    println!("{} solved {solved}/{n} in {:?}", a[1], all.elapsed());
}
