//! Work shared out among threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread::Builder;

/// Does the same on this many threads, the calling one among them, and gives what each of them made of it. A
/// panic in any of them goes on here once all have ended.
pub fn run_on<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let results = Mutex::new(Vec::with_capacity(threads));
    on_threads(threads, &|_| {
        let result = work();
        results
            .lock()
            .expect("no thread panics with the results")
            .push(result);
    });
    results
        .into_inner()
        .expect("no thread panics with the results")
}

/// The same where the threads wait for each other: the work is told how many they are. They are fewer where the system
/// has no more.
pub fn together_on(threads: usize, work: impl Fn(usize) + Sync) {
    on_threads(threads, &work);
}

/// Does two things at once, the second of them on the calling thread. A panic in either goes on here once both have
/// ended.
pub fn both_at_once<A: Send, B>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B,
) -> (A, B) {
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        (
            one.join().unwrap_or_else(|panic| resume_unwind(panic)),
            other,
        )
    })
}

/// Compiled once, whatever the work is.
fn on_threads(threads: usize, work: &(dyn Fn(usize) + Sync)) {
    let started = OnceLock::new();
    let begin = || work(*started.wait());
    std::thread::scope(|scope| {
        let start = |_| Builder::new().spawn_scoped(scope, begin).ok();
        let others: Vec<_> = (1..threads).map_while(start).collect();
        work(*started.get_or_init(|| others.len() + 1));
        for thread in others {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Does something with each item; the threads take one after the other. After an error no thread takes
/// another item, and the error is given.
pub fn try_each_on<T, E: Send>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    try_each_by(threads, items, || &work)
}

/// The same where something is made of each item: the results in the order of the items.
pub fn try_map_on<T, R: Send, E: Send>(
    threads: usize,
    items: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let mut results = no_results(items.len());
    try_each_on(threads, items.zip(&mut results), |(item, result)| {
        *result = Some(work(item)?);
        Ok(())
    })?;
    Ok(all_of(results))
}

fn no_results<R>(items: usize) -> Vec<Option<R>> {
    (0..items).map(|_| None).collect()
}

fn all_of<R>(results: Vec<Option<R>>) -> Vec<R> {
    results.into_iter().flatten().collect()
}

/// The same as [`try_each_on`] where each thread works in its own way, with something that it uses for one item after
/// the other.
pub fn try_each_by<T, E: Send, W: FnMut(T) -> Result<(), E>>(
    threads: usize,
    mut items: impl Iterator<Item = T> + Send,
    work: impl Fn() -> W + Sync,
) -> Result<(), E> {
    let mut next = || items.next();
    let (waiting, failure) = (Mutex::new(&mut next as Next<'_, T>), Failure::new());
    on_threads(threads, &|_| {
        let mut work = work();
        while !failure.has_come()
            && let Some(item) = take(&waiting)
        {
            failure.note(work(item));
        }
    });
    failure.result()
}

/// What gives items of one type, wherever they come from: so what takes them is compiled once.
type Next<'a, T> = &'a mut (dyn FnMut() -> Option<T> + Send);

fn take<T>(waiting: &Mutex<Next<'_, T>>) -> Option<T> {
    waiting.lock().expect("no thread panics with the items")()
}

/// The first error of several threads.
struct Failure<E> {
    has_come: AtomicBool,
    error: Mutex<Option<E>>,
}

impl<E> Failure<E> {
    fn new() -> Failure<E> {
        Failure {
            has_come: AtomicBool::new(false),
            error: Mutex::new(None),
        }
    }

    fn has_come(&self) -> bool {
        self.has_come.load(Ordering::Relaxed)
    }

    fn note(&self, result: Result<(), E>) {
        if let Err(error) = result {
            self.has_come.store(true, Ordering::Relaxed);
            self.error
                .lock()
                .expect("no thread panics with the error")
                .get_or_insert(error);
        }
    }

    fn result(self) -> Result<(), E> {
        self.error
            .into_inner()
            .expect("no thread panics with the error")
            .map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn every_item_is_taken_once_and_an_error_ends_it() {
        for threads in [1, 3] {
            let sum = AtomicU64::new(0);
            let added: Result<(), ()> = try_each_on(threads, 1..=1000u64, |item| {
                sum.fetch_add(item, Ordering::Relaxed);
                Ok(())
            });
            assert_eq!(added, Ok(()));
            assert_eq!(sum.into_inner(), 500_500);
            let taken = AtomicU64::new(0);
            let result = try_each_on(threads, 0..1_000_000u64, |item| {
                taken.fetch_add(1, Ordering::Relaxed);
                if item == 10 { Err(item) } else { Ok(()) }
            });
            assert_eq!(result, Err(10));
            assert!(taken.into_inner() < 1_000_000);
        }
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 3] {
            let squares: Result<Vec<u64>, ()> = try_map_on(
                threads,
                (0..1000).collect::<Vec<u64>>().into_iter(),
                |item| Ok(item * item),
            );
            assert_eq!(squares, Ok((0..1000).map(|item| item * item).collect()));
            let failed = try_map_on(threads, 0..1000u32, |item| {
                if item == 10 { Err(item) } else { Ok(()) }
            });
            assert_eq!(failed, Err(10));
        }
    }

    #[test]
    fn threads_know_how_many_they_are() {
        for threads in [1, 3] {
            let told = Mutex::new(Vec::new());
            together_on(threads, |all| told.lock().unwrap().push(all));
            assert_eq!(told.into_inner().unwrap(), vec![threads; threads]);
        }
    }

    #[test]
    fn two_things_are_done_at_once() {
        let (ask, asked) = channel();
        let (answer, answered) = channel();
        let wait = Duration::from_secs(60);
        let one = move || {
            ask.send(20).unwrap();
            answered.recv_timeout(wait).unwrap()
        };
        let other = || answer.send(asked.recv_timeout(wait).unwrap() + 1);
        assert_eq!(both_at_once(one, other), (21, Ok(())));
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let caught = std::panic::catch_unwind(|| run_on(2, || panic!("worker")));
        assert!(caught.is_err());
        let caught = std::panic::catch_unwind(|| both_at_once(|| panic!("one"), || ()));
        assert!(caught.is_err());
        let caught = std::panic::catch_unwind(|| both_at_once(|| (), || panic!("other")));
        assert!(caught.is_err());
    }
}
