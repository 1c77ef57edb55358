use pegboard::checker::{CheckOptions, verify_text};
use pegboard::{Answer, Certificate, Goal, Line, PagodaFunction, Position, Proof, Verdict};

/// Checks the evidence of an answer, as far as possible without a search.
#[track_caller]
pub fn assert_holds(answer: &Answer) {
    match answer.verdict() {
        Verdict::Solvable(solution) => {
            assert_replays(answer, solution);
            assert!(
                answer.problem().is_met_by(solution.finish()),
                "{solution} misses the goal"
            );
        }
        Verdict::Fewest(solution, proof) => {
            assert_replays(answer, solution);
            assert_eq!(answer.problem().goal(), &Goal::FewestPegs);
            let fewer = (1..solution.finish().peg_count()).next_back();
            assert_eq!(fewer.is_none(), *proof == Proof::LastPeg);
        }
        Verdict::Unsolvable(proof) => assert_refutes(answer, proof),
        Verdict::Undecided(undecided) => {
            if let Some(best) = &undecided.best {
                assert_replays(answer, best);
            }
        }
    }
}

/// Checks that the line begins at the start of the problem, and that each jump is legal and removes one peg.
#[track_caller]
fn assert_replays(answer: &Answer, solution: &Line) {
    let start = answer.problem().start();
    assert_eq!(solution.start(), start);
    let again = Line::new(start.clone(), solution.jumps().to_vec()).expect("the jumps are legal");
    assert_eq!(again.finish(), solution.finish());
    assert_eq!(
        solution.jumps().len(),
        start.peg_count() - solution.finish().peg_count()
    );
    let in_moves: usize = solution.moves().iter().map(|each| each.jump_count()).sum();
    assert_eq!(in_moves, solution.jumps().len());
    assert_eq!(
        Line::parse(start, &solution.to_string()).as_ref(),
        Ok(solution)
    );
}

#[track_caller]
fn assert_refutes(answer: &Answer, proof: &Proof) {
    let problem = answer.problem();
    if problem.patterns().is_some() {
        return assert_certifies(answer, proof);
    }
    let finishes = problem.finishes().expect("fewest pegs can always be left");
    let in_class = |finish: &&Position| finish.class() == problem.start().class();
    match proof {
        Proof::Class => assert_eq!(finishes.iter().find(in_class), None),
        Proof::Pagoda(functions) => {
            for function in functions {
                // Again from the plain weights.
                let (weights, parities) =
                    (function.weights().to_vec(), function.parities().to_vec());
                PagodaFunction::with_parities(problem.board(), weights, parities)
                    .expect("the weights form a pagoda function");
            }
            for finish in finishes.iter().filter(in_class) {
                assert!(
                    functions
                        .iter()
                        .any(|function| function.refutes(problem.start(), finish))
                );
            }
        }
        Proof::Cases(_) => assert_certifies(answer, proof),
        Proof::Exhaustion { .. } => {}
        _ => panic!("{proof} does not refute {problem:?}"),
    }
}

/// Checks the certificate of a refutation. A proof by exhaustion may lack the record that a certificate needs.
#[track_caller]
fn assert_certifies(answer: &Answer, proof: &Proof) {
    if matches!(proof, Proof::Exhaustion { record: None, .. }) {
        return;
    }
    let text = Certificate::of(answer).unwrap().to_text();
    let proven = verify_text(&text, "answer.ron", "".as_ref(), &CheckOptions::default())
        .unwrap_or_else(|rejection| panic!("{rejection}\n{text}"));
    assert!(
        proven.sentence.contains("unsolvable"),
        "{}",
        proven.sentence
    );
}
