"""Ctrl-C, progress and threads."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import pegboard as pb
from pegboard._native import phase_kinds

LARGE = pb.Board("square8")
START = LARGE.vacate("c1")
FRENCH = pb.Board("french").vacate("d4")

# A problem that the solver does not answer within seconds.
WIEGLEB = pb.Board("wiegleb")
HARD = pb.Problem(WIEGLEB.vacate("e1"), finish="e1")

CALLS: dict[str, Callable[..., object]] = {
    "solve": lambda **more: pb.solve(HARD, **more),
    "solve_many": lambda **more: pb.solve_many(WIEGLEB, [HARD.start] * 9, finish="e1", **more),
    "fewest_moves": lambda **more: pb.fewest_moves(START, finish="any", **more),
    "sweep": lambda **more: pb.sweep(START, finish="any", **more),
    "WinningSet.find": lambda **more: pb.WinningSet.find(START, finish="any", **more),
    "count_games": lambda **more: pb.count_games(FRENCH, finish="any", **more),
    "random_play_chance": lambda **more: pb.random_play_chance(pb.Board("french").vacate("d3"), finish="any", **more),
    "Oracle": lambda **more: pb.Oracle(pb.Board("french"), finish="any", **more),
    "graph": lambda **more: pb.graph(START, jumps=60, limit=10**10, **more),
    "atlas": lambda **more: pb.atlas(LARGE, each=1000, **more),
}


class Late(Exception):
    pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timer")
@pytest.mark.parametrize("name", CALLS)
def test_interrupts_end_calls_soon(name: str) -> None:
    sent = 0.0

    def interrupt(*_: object) -> None:
        nonlocal sent
        sent = time.perf_counter()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            while True:  # a call that ends before the signal
                CALLS[name]()
        late = time.perf_counter() - sent
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    # 50 ms on an idle machine. What this excludes is work that runs on, which takes minutes.
    assert late < 5


@pytest.mark.parametrize("name", CALLS)
def test_exceptions_of_callbacks_reach_the_caller(name: str) -> None:
    threads = set()

    def progress(report: pb.Progress) -> None:
        threads.add(threading.get_ident())
        assert str(report.phase) and isinstance(report.phase.kind, pb.PhaseKind) and report.nodes >= 0 and report.seconds >= 0
        assert report.done is None or 0 <= report.done <= 1
        raise Late(report.phase)

    with pytest.raises(Late):
        while True:
            CALLS[name](progress=progress)
    assert threads == {threading.get_ident()}, "callbacks run in the caller's thread"


def test_a_bar_ends_with_its_call() -> None:
    class Bar:
        total: float | None = None
        n = 0.0

        def set_description_str(self, text: str, refresh: bool) -> None: ...

        def refresh(self) -> None: ...

    bar: Any = Bar()
    pb.sweep(pb.Board("english"), progress=bar)
    assert bar.n == bar.total == 1


def test_phases_have_kinds_and_texts() -> None:
    assert {kind.value for kind in pb.PhaseKind} == set(phase_kinds())
    reports: list[pb.Progress] = []
    hard = pb.Board("wiegleb").vacate("e1")
    pb.solve(hard, finish="e1", nodes=1_000_000, progress=reports.append)
    kinds = {report.phase.kind for report in reports}
    assert kinds & {pb.PhaseKind.BEAM, pb.PhaseKind.DEPTH_FIRST}, kinds
    for report in reports:
        assert str(report.phase) == f"{report.phase}" == report.phase.text
        assert report.phase.kind != pb.PhaseKind.BEAM or report.phase.text.startswith("beam search, width ")
    shares = [report.done for report in reports if report.done is not None]
    assert len(shares) == len(reports) and shares == sorted(shares), "the share of the limits grows"
    assert shares[0] < shares[-1] <= 1
    assert pickle.loads(pickle.dumps(reports)) == reports


def test_ctrl_c_ends_a_program() -> None:
    program = "import pegboard as pb; print('ready', flush=True); pb.sweep(pb.Board('square8').vacate('c1'), finish='any')"
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    os.kill(child.pid, signal.SIGINT)
    _, errors = child.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors and child.returncode != 0


def test_bars_of_tqdm() -> None:
    tqdm = pytest.importorskip("tqdm")
    for progress in (tqdm.tqdm, tqdm.tqdm(total=1.0)):
        assert isinstance(pb.sweep(START, finish="any", time=0.3, progress=progress), pb.Undecided)
    bar = tqdm.tqdm()
    pb.sweep(START, finish="any", time=0.3, progress=bar)
    assert "positions" in bar.desc


def test_the_global_lock_is_free() -> None:
    done = threading.Event()

    def work() -> None:
        pb.solve(HARD, time=1)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    steps = 0
    while not done.is_set():
        steps += 1
        time.sleep(0)
    thread.join()
    assert steps > 100, "Python code runs during the call"


def test_many_threads_share_objects() -> None:
    board = pb.Board("triangle5")
    problem = pb.Problem(board.vacate("a1"), finish="a1")
    oracle, winning = pb.Oracle(problem), pb.WinningSet.find(problem)
    codes = pb.sweep(problem, symmetry=False).codes()
    expected = oracle.outlooks(codes).tolist()
    failures: list[str] = []

    def work() -> None:
        for _ in range(20):
            if oracle.outlooks(codes).tolist() != expected or winning.contains(codes).tolist() != expected:
                failures.append("other outlooks")
            if not pb.solve(problem) or board.jumps.sum() != jumps:
                failures.append("other answers")

    jumps = board.jumps.sum()
    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_importing_leaves_numpy_alone() -> None:
    program = "import sys, pegboard; pegboard.Board('english').vacate('d4').play('d2-d4'); print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


def test_arguments_of_the_wrong_kind(english: pb.Board) -> None:
    start = english.vacate("d4")
    with pytest.raises(TypeError):
        pb.solve("english")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        pb.solve(start, nodes="many")  # type: ignore[arg-type]
    for limit in ("nodes", "memory", "threads"):
        with pytest.raises(OverflowError):
            pb.solve(start, **{limit: -1})  # type: ignore[arg-type]
