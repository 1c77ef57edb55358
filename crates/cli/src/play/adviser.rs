use anyhow::bail;
use pegboard::{
    Cancellation, Control, GameOracle, Hint, LimitReached, Limits, Line, Outlook, Position,
    Problem, SolverOptions, WinningOracle,
};
use std::cell::RefCell;
use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

/// Background thread that computes hints.
pub struct Adviser {
    questions: Sender<Position>,
    answers: Receiver<Hint>,
    asked: RefCell<HashSet<u128>>,
    /// Set when the player quits, to stop the thread.
    is_over: Arc<AtomicBool>,
}

/// Time limit for preparing the oracle.
const TIME_TO_PREPARE: Duration = Duration::from_secs(20);
/// Time limit for each position.
const TIME_PER_POSITION: Duration = Duration::from_secs(5);

impl Adviser {
    pub fn of(problem: &Problem) -> io::Result<Adviser> {
        let (questions, received) = channel();
        let (answer, answers) = channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let (problem, cancellation) = (problem.clone(), Cancellation::from(Arc::clone(&is_over)));
        thread::Builder::new()
            .spawn(move || advise(&problem, &cancellation, &received, &answer))?;
        Ok(Adviser {
            questions,
            answers,
            asked: RefCell::default(),
            is_over,
        })
    }

    /// Queues positions that have not been queued before.
    pub fn ask<'a>(&self, positions: impl IntoIterator<Item = &'a Position>) {
        let mut asked = self.asked.borrow_mut();
        for position in positions
            .into_iter()
            .filter(|position| asked.insert(position.code()))
        {
            // If the thread has ended, [`news`](Adviser::news) reports it.
            let _ = self.questions.send(position.clone());
        }
    }

    /// Returns the new hints.
    ///
    /// # Errors
    ///
    /// Returns an error if the thread has ended.
    pub fn news(&self) -> anyhow::Result<Vec<Hint>> {
        let mut news = Vec::new();
        loop {
            match self.answers.try_recv() {
                Ok(hint) => news.push(hint),
                Err(TryRecvError::Empty) => return Ok(news),
                Err(TryRecvError::Disconnected) => {
                    bail!("the search for hints has ended unexpectedly")
                }
            }
        }
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

fn advise(
    problem: &Problem,
    cancellation: &Cancellation,
    questions: &Receiver<Position>,
    answers: &Sender<Hint>,
) {
    let control = |time| {
        Control::new(Limits {
            time: Some(time),
            ..Limits::default()
        })
        .cancelled_by(cancellation)
    };
    let oracle = GameOracle::prepare(problem, SolverOptions::default(), &control(TIME_TO_PREPARE));
    for position in questions {
        let hint = hint_at(&position, &oracle, &control(TIME_PER_POSITION));
        if answers.send(hint).is_err() {
            return; // the player has quit
        }
    }
}

/// Returns the hint for a position, independent of the game that led there.
pub fn hint_at(position: &Position, oracle: &dyn WinningOracle, control: &Control<'_>) -> Hint {
    let nothing_played =
        Line::new(position.clone(), Vec::new()).expect("a game without jumps is legal");
    Hint::find(&nothing_played, oracle, control)
}

/// Outlook of a jump without a hint yet.
pub const NOT_YET: Outlook = Outlook::Unknown(LimitReached::Time);
