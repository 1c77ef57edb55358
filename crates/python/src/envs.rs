//! Many games at once, for learning agents.

use crate::board::Board;
use crate::call::thread_count;
use crate::codes::{array, codes_of, import_numpy};
use crate::errors::{OrRaise, error, error_among};
use crate::problem::{Problem, problem_of, refuse_fewest};
use numpy::ndarray::{Array2, Dimension};
use numpy::{
    Element, IntoPyArray, PyArray, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods,
    PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods,
};
use pegboard::Control;
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use std::iter;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread::{self, available_parallelism};

/// Games worth a thread of their own: a step of that many takes longer than starting a thread.
const GAMES_OF_A_THREAD: usize = 16_384;

/// Bytes of a game besides its observation, its mask, its code and the words of its code: the number of its episode, its
/// action, reward, end, win and pegs.
const OTHER_BYTES_OF_A_GAME: usize = 23;

/// Word of a position.
trait Word: Copy + Ord + Send + Sync {
    fn of(code: u128) -> Self;
    fn code(self) -> u128;
    fn pegs(self) -> u32;
    fn has(self, mask: Self, value: Self) -> bool;
    fn changed(self, by: Self) -> Self;
    fn byte(self, index: usize) -> u8;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            fn of(code: u128) -> Self {
                code as $type
            }
            fn code(self) -> u128 {
                u128::from(self)
            }
            fn pegs(self) -> u32 {
                self.count_ones()
            }
            fn has(self, mask: Self, value: Self) -> bool {
                self & mask == value
            }
            fn changed(self, by: Self) -> Self {
                self ^ by
            }
            fn byte(self, index: usize) -> u8 {
                (self >> (8 * index)) as u8
            }
        }
    };
}

word!(u64);
word!(u128);

/// The bits of each byte as bytes.
static BITS: [[u8; 8]; 256] = {
    let mut bits = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            bits[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    bits
};

/// Rules of the games.
struct Rules<W> {
    holes: usize,
    /// The three holes of each jump, and those of them with pegs before it.
    jumps: Vec<(W, W)>,
    /// Finishes, sorted.
    finishes: Vec<W>,
    /// Bit `n` is set if a finish has `n` pegs.
    finish_pegs: u128,
    /// Holes that a pattern names, and those of them with pegs.
    patterns: Vec<(W, W)>,
    /// Fewest pegs that meet the finish.
    fewest_pegs: u32,
    starts: Vec<W>,
    reward: Reward,
}

#[derive(Clone, Copy)]
enum Reward {
    Win,
    Pegs,
}

/// The games of a range, by columns.
struct GameSlice<'a, W> {
    codes: &'a mut [W],
    episodes: &'a mut [u64],
    first: usize,
    actions: &'a [i64],
    words: &'a mut [u64],
    observations: &'a mut [u8],
    masks: &'a mut [u8],
    rewards: &'a mut [f32],
    done: &'a mut [u8],
    won: &'a mut [u8],
    pegs: &'a mut [u8],
}

impl<W: Word> Rules<W> {
    fn is_won(&self, code: W) -> bool {
        (self.finish_pegs >> code.pegs() & 1 == 1 && self.finishes.binary_search(&code).is_ok())
            || self
                .patterns
                .iter()
                .any(|(mask, value)| code.has(*mask, *value))
    }

    /// Writes the possible jumps and returns `true` if there is one.
    fn write_mask(&self, code: W, mask: &mut [u8]) -> bool {
        let mut any = 0;
        for (place, (holes, pegs)) in mask.iter_mut().zip(&self.jumps) {
            *place = u8::from(code.has(*holes, *pegs));
            any |= *place;
        }
        any != 0
    }

    fn write_observation(&self, code: W, observation: &mut [u8]) {
        for (index, chunk) in observation.chunks_mut(8).enumerate() {
            chunk.copy_from_slice(&BITS[usize::from(code.byte(index))][..chunk.len()]);
        }
    }

    fn start(&self, game: usize, episode: u64) -> W {
        let number = game as u64 + episode;
        self.starts[(number % self.starts.len() as u64) as usize]
    }

    /// Steps each game, or begins it if there are no actions.
    fn advance(&self, games: GameSlice<'_, W>) {
        let (jumps, width) = (self.jumps.len(), self.word_count());
        for index in 0..games.codes.len() {
            let mask = &mut games.masks[index * jumps..][..jumps];
            let observation = &mut games.observations[index * self.holes..][..self.holes];
            let (mut code, mut is_done, mut is_won) = (games.codes[index], false, false);
            if let Some(action) = games.actions.get(index) {
                code = code.changed(self.jumps[*action as usize].0);
                is_won = self.is_won(code);
                is_done = !self.write_mask(code, mask) || is_won;
                games.pegs[index] = code.pegs() as u8;
            }
            games.won[index] = u8::from(is_won);
            games.done[index] = u8::from(is_done);
            games.rewards[index] = match self.reward {
                Reward::Win => f32::from(u8::from(is_won)),
                Reward::Pegs if is_done && !is_won => {
                    0.0 - code.pegs().saturating_sub(self.fewest_pegs) as f32
                }
                Reward::Pegs => 0.0,
            };
            if is_done || games.actions.is_empty() {
                if is_done {
                    games.episodes[index] += 1;
                }
                code = self.start(games.first + index, games.episodes[index]);
                self.write_mask(code, mask);
            }
            games.codes[index] = code;
            self.write_observation(code, observation);
            let words = &mut games.words[index * width..][..width];
            words[0] = code.code() as u64;
            if let Some(high) = words.get_mut(1) {
                *high = (code.code() >> 64) as u64;
            }
        }
    }

    fn is_legal(&self, code: W, action: i64) -> bool {
        let jump = usize::try_from(action).ok();
        let jump = jump.and_then(|action| self.jumps.get(action));
        jump.is_some_and(|(holes, pegs)| code.has(*holes, *pegs))
    }

    /// Returns the first game whose action cannot be played.
    fn first_illegal(&self, codes: &[W], actions: &[i64]) -> Option<usize> {
        let mut games = codes.iter().zip(actions);
        games.position(|(code, action)| !self.is_legal(*code, *action))
    }

    fn word_count(&self) -> usize {
        if self.holes > 64 { 2 } else { 1 }
    }

    fn new(problem: &pegboard::Problem, starts: &[u128], reward: Reward) -> Rules<W> {
        let board = problem.board();
        let bit = |hole: pegboard::Hole| 1u128 << hole.index();
        let jump = |jump: &pegboard::Jump| {
            let pegs = bit(jump.from()) | bit(jump.over());
            (W::of(pegs | bit(jump.to())), W::of(pegs))
        };
        let mut finishes: Vec<W> = problem
            .finishes()
            .unwrap_or_else(|| board.holes().map(|hole| board.with_pegs([hole])).collect())
            .iter()
            .map(|finish| W::of(finish.code()))
            .collect();
        finishes.sort_unstable();
        let pattern = |pattern: &pegboard::Pattern| {
            let code = |holes: Vec<pegboard::Hole>| {
                holes.into_iter().map(bit).fold(0, |code, bit| code | bit)
            };
            let (pegs, empty) = (code(pattern.pegs()), code(pattern.empty()));
            (W::of(pegs | empty), W::of(pegs))
        };
        let patterns: Vec<_> = problem
            .patterns()
            .into_iter()
            .flatten()
            .map(pattern)
            .collect();
        if !patterns.is_empty() {
            finishes.clear();
        }
        let named = patterns.iter().map(|(_, pegs)| pegs.pegs().max(1));
        let fewest_pegs = finishes
            .iter()
            .map(|finish| finish.pegs())
            .chain(named)
            .min();
        Rules {
            holes: board.hole_count(),
            jumps: board.jumps().iter().map(jump).collect(),
            finish_pegs: finishes
                .iter()
                .fold(0, |pegs, finish| pegs | 1 << finish.pegs().min(127)),
            finishes,
            patterns,
            fewest_pegs: fewest_pegs.unwrap_or(1),
            starts: starts.iter().map(|code| W::of(*code)).collect(),
            reward,
        }
    }
}

/// Rules and positions with words of either width.
enum Core {
    Narrow(Rules<u64>, Vec<u64>),
    Wide(Rules<u128>, Vec<u128>),
}

/// Many games that are stepped together, for learning agents.
///
/// A game that is over begins again at once. Game `i` begins with the start `i % len(starts)` of `starts`, and takes the next
/// one, in turn, each time it begins again. The arrays that `reset` and `step` return belong to the environment and change with
/// the next step: copy what you keep. Do not read the arrays while another thread runs `step` or `reset`. `reward` is `win`, 1
/// for a game that meets the finish, or `pegs`, which takes 1 for each peg too many at the end of a lost game: each one more
/// than the finish has, or than a `Pattern` names.
#[pyclass(module = "pegboard", name = "VectorEnv")]
pub struct VectorEnv {
    problem: Problem,
    core: Core,
    games: usize,
    threads: usize,
    episodes: Vec<u64>,
    is_begun: bool,
    observations: Py<PyArray2<u8>>,
    masks: Py<PyArray2<u8>>,
    words: Py<PyArray2<u64>>,
    rewards: Py<PyArray1<f32>>,
    done: Py<PyArray1<u8>>,
    won: Py<PyArray1<u8>>,
    pegs: Py<PyArray1<u8>>,
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (problem, finish=None, *, n=1, starts=None, reward="win", threads=None))]
    fn new(
        problem: &Bound<'_, PyAny>,
        finish: Option<&Bound<'_, PyAny>>,
        n: usize,
        starts: Option<&Bound<'_, PyAny>>,
        reward: &str,
        threads: Option<usize>,
    ) -> PyResult<VectorEnv> {
        let py = problem.py();
        import_numpy(py)?;
        let threads = thread_count(py, threads)?;
        if n == 0 {
            return Err(error(py, "n=0: at least one game is needed"));
        }
        let reward = match reward {
            "win" => Reward::Win,
            "pegs" => Reward::Pegs,
            _ => {
                return Err(error_among(
                    py,
                    format!("reward={reward:?}: the rewards are 'win' and 'pegs'"),
                    ["win", "pegs"],
                ));
            }
        };
        let named = problem.extract::<String>().is_ok();
        let board;
        let problem = if named {
            board = py.get_type::<Board>().call1((problem,))?;
            problem_of(&board, finish)?
        } else {
            problem_of(problem, finish)?
        };
        refuse_fewest(py, &problem.inner)?;
        let its = problem.inner.board();
        let starts = match starts {
            Some(starts) => codes_of(starts, its)?,
            None => vec![problem.inner.start().code()],
        };
        if starts.is_empty() {
            return Err(error(py, "there are no starts"));
        }
        let is_stuck = |code: &&u128| {
            pegboard::Position::from_code(its, **code)
                .is_ok_and(|start| start.jumps().next().is_none())
        };
        if let Some(code) = starts.iter().find(is_stuck) {
            return Err(error(
                py,
                format!("no jump is possible in the start {code}"),
            ));
        }
        let (holes, jumps) = (its.hole_count(), its.jumps().len());
        let width = if holes > 64 { 2 } else { 1 };
        refuse_too_many(n, holes + jumps + 16 * width + OTHER_BYTES_OF_A_GAME)?;
        let core = match holes {
            0..=64 => Core::Narrow(Rules::new(&problem.inner, &starts, reward), zeros(n)?),
            _ => Core::Wide(Rules::new(&problem.inner, &starts, reward), zeros(n)?),
        };
        let processors = available_parallelism().map_or(1, NonZeroUsize::get);
        Ok(VectorEnv {
            problem,
            core,
            games: n,
            threads: threads.map_or(
                processors.min(n.div_ceil(GAMES_OF_A_THREAD)),
                NonZeroUsize::get,
            ),
            episodes: zeros(n)?,
            is_begun: false,
            observations: table(py, [n, holes])?,
            masks: table(py, [n, jumps])?,
            words: table(py, [n, width])?,
            rewards: read_only(array(py, zeros(n)?)?),
            done: read_only(array(py, zeros(n)?)?),
            won: read_only(array(py, zeros(n)?)?),
            pegs: read_only(array(py, zeros(n)?)?),
        })
    }

    #[getter]
    fn problem(&self, py: Python<'_>) -> Problem {
        Problem::new_on(self.problem.board.bind(py), self.problem.inner.clone())
    }

    #[getter]
    fn board(&self, py: Python<'_>) -> Py<Board> {
        self.problem.board.clone_ref(py)
    }

    #[getter]
    fn codes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let words = self.words.bind(py).as_any();
        match &self.core {
            Core::Narrow(..) => words.call_method1("reshape", (-1,)),
            Core::Wide(..) => Ok(words.clone()),
        }
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.observations.clone_ref(py)
    }

    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<u8>> {
        self.masks.clone_ref(py)
    }

    /// `True` for each game that the last step won.
    #[getter]
    fn won<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.won.bind(py).call_method1("view", ("bool",))
    }

    /// Pegs of each game after the last step, before a game that was over began again.
    #[getter]
    fn final_pegs(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
        self.pegs.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.games
    }

    /// Begins all games and returns observations of shape (n, holes) and masks of legal jumps of shape (n, jumps).
    fn reset(&mut self, py: Python<'_>) -> PyResult<(Py<PyArray2<u8>>, Py<PyArray2<u8>>)> {
        self.episodes.fill(0);
        self.is_begun = true;
        self.advance(py, &[])?;
        Ok((self.observations.clone_ref(py), self.masks.clone_ref(py)))
    }

    /// Plays a jump in each game and returns observations, masks, rewards, and `True` for games that were over.
    ///
    /// Actions are rows of `Board.jumps`. An action whose mask is 0 is an error that changes no game.
    fn step<'py>(
        &mut self,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<(
        Py<PyArray2<u8>>,
        Py<PyArray2<u8>>,
        Py<PyArray1<f32>>,
        Bound<'py, PyAny>,
    )> {
        let py = actions.py();
        if !self.is_begun {
            return Err(error(py, "call reset() before the first step()"));
        }
        let converted;
        let actions = match actions.extract::<PyReadonlyArray1<'_, i64>>() {
            Ok(actions) => actions,
            Err(_) => {
                converted = integers(actions)?;
                converted.extract::<PyReadonlyArray1<'_, i64>>()?
            }
        };
        let actions: Vec<i64> = actions.as_array().iter().copied().collect();
        if actions.len() != self.games {
            let message = format!(
                "there are {} actions for {} games",
                actions.len(),
                self.games
            );
            return Err(error(py, message));
        }
        let illegal = match &self.core {
            Core::Narrow(rules, codes) => rules.first_illegal(codes, &actions),
            Core::Wide(rules, codes) => rules.first_illegal(codes, &actions),
        };
        if let Some(game) = illegal {
            let action = actions[game];
            return Err(error(
                py,
                format!("game {game}: the jump {action} cannot be played; its mask is 0"),
            ));
        }
        self.advance(py, &actions)?;
        let done = self.done.bind(py).call_method1("view", ("bool",))?;
        let rewards = self.rewards.clone_ref(py);
        Ok((
            self.observations.clone_ref(py),
            self.masks.clone_ref(py),
            rewards,
            done,
        ))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "<VectorEnv of {} games of {}>",
            self.games,
            self.problem.__repr__(py)?
        ))
    }
}

/// Returns an array that Python can only read. Its memory belongs to another object, so Python cannot make it writeable again.
fn read_only<T: Element, D: Dimension>(array: Bound<'_, PyArray<T, D>>) -> Py<PyArray<T, D>> {
    array.readwrite().make_nonwriteable();
    array.unbind()
}

/// Returns a table of zeros that Python can only read.
fn table<T: Element + Copy + Default>(
    py: Python<'_>,
    shape: [usize; 2],
) -> PyResult<Py<PyArray2<T>>> {
    let table = Array2::from_shape_vec(shape, zeros(shape[0] * shape[1])?).or_raise(py)?;
    Ok(read_only(table.into_pyarray(py)))
}

fn zeros<T: Copy + Default>(length: usize) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(length)
        .map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    list.resize(length, T::default());
    Ok(list)
}

/// Returns an error if the games need more memory than is free. The system could grant it, and kill the process on first use.
fn refuse_too_many(games: usize, bytes_of_a_game: usize) -> PyResult<()> {
    let free = Control::default().memory();
    let needed = (games as u64).checked_mul(bytes_of_a_game as u64);
    if needed.is_some_and(|needed| needed <= free) {
        return Ok(());
    }
    Err(PyMemoryError::new_err(format!(
        "n={games}: each game takes {bytes_of_a_game} bytes, and {free} bytes are free for them"
    )))
}

/// Returns actions as an array of integers.
fn integers<'py>(actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let numpy = actions.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (actions,))?;
    let array = array.cast::<PyUntypedArray>()?;
    if !array.is_empty() && !matches!(array.dtype().kind(), b'b' | b'i' | b'u') {
        return Err(PyTypeError::new_err(format!(
            "actions are integers, not {}",
            array.dtype()
        )));
    }
    array.call_method1("astype", ("int64",))
}

impl VectorEnv {
    fn advance(&mut self, py: Python<'_>, actions: &[i64]) -> PyResult<()> {
        // SAFETY: this environment made the arrays, Python cannot write them, and `self` is borrowed mutably. The contract
        // of the class forbids Python code to read the arrays while another thread runs `step` or `reset`.
        let (words, observations, masks, rewards, done, won, pegs) = unsafe {
            (
                self.words.bind(py).as_slice_mut()?,
                self.observations.bind(py).as_slice_mut()?,
                self.masks.bind(py).as_slice_mut()?,
                self.rewards.bind(py).as_slice_mut()?,
                self.done.bind(py).as_slice_mut()?,
                self.won.bind(py).as_slice_mut()?,
                self.pegs.bind(py).as_slice_mut()?,
            )
        };
        let (first, threads, episodes) = (0, self.threads, &mut self.episodes[..]);
        macro_rules! advance {
            ($rules:ident, $codes:ident) => {{
                let games = GameSlice {
                    codes: &mut $codes[..],
                    episodes,
                    first,
                    actions,
                    words,
                    observations,
                    masks,
                    rewards,
                    done,
                    won,
                    pegs,
                };
                py.detach(|| in_parts($rules, games, threads))
            }};
        }
        match &mut self.core {
            Core::Narrow(rules, codes) => advance!(rules, codes),
            Core::Wide(rules, codes) => advance!(rules, codes),
        }
        Ok(())
    }
}

/// Advances the games on several threads.
fn in_parts<W: Word>(rules: &Rules<W>, games: GameSlice<'_, W>, threads: usize) {
    if threads <= 1 || games.codes.len() < threads {
        return rules.advance(games);
    }
    let count = games.codes.len() / threads;
    let mut rest = games;
    let mut parts = Vec::with_capacity(threads);
    for _ in 1..threads {
        let (part, others) = rest.split(rules, count);
        parts.push(part);
        rest = others;
    }
    parts.push(rest);
    let parts = Mutex::new(parts);
    let take = || parts.lock().expect("no thread panics with the parts").pop();
    let work = || iter::from_fn(take).for_each(|part| rules.advance(part));
    // Where the system starts fewer threads, the others do more parts.
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let _started = (1..threads).map_while(start).count();
        work();
    });
}

impl<'a, W: Word> GameSlice<'a, W> {
    fn split(self, rules: &Rules<W>, count: usize) -> (GameSlice<'a, W>, GameSlice<'a, W>) {
        let (codes, codes2) = self.codes.split_at_mut(count);
        let (episodes, episodes2) = self.episodes.split_at_mut(count);
        let (actions, actions2) = self.actions.split_at(count.min(self.actions.len()));
        let (words, words2) = self.words.split_at_mut(count * rules.word_count());
        let (observations, observations2) = self.observations.split_at_mut(count * rules.holes);
        let (masks, masks2) = self.masks.split_at_mut(count * rules.jumps.len());
        let (rewards, rewards2) = self.rewards.split_at_mut(count);
        let (done, done2) = self.done.split_at_mut(count);
        let (won, won2) = self.won.split_at_mut(count);
        let (pegs, pegs2) = self.pegs.split_at_mut(count);
        let first = self.first;
        (
            GameSlice {
                codes,
                episodes,
                first,
                actions,
                words,
                observations,
                masks,
                rewards,
                done,
                won,
                pegs,
            },
            GameSlice {
                codes: codes2,
                episodes: episodes2,
                first: first + count,
                actions: actions2,
                words: words2,
                observations: observations2,
                masks: masks2,
                rewards: rewards2,
                done: done2,
                won: won2,
                pegs: pegs2,
            },
        )
    }
}
