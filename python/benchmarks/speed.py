"""Measures what the package costs beside the engine, and prints the table of docs/python.md.

Run `python python/benchmarks/speed.py` with an installed package that was built in release mode.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter

import numpy as np

import pegboard as pb


def seconds(work: Callable[[], object], times: int) -> float:
    """Returns the shortest time of a call, which other programs on the machine disturb the least."""

    def once() -> float:
        begin = perf_counter()
        work()
        return perf_counter() - begin

    once()
    return min(once() for _ in range(times))


def import_seconds() -> float:
    """Returns the processor time of the first import."""
    program = "from time import process_time as now; begin = now(); import pegboard; print(now() - begin)"
    run = [sys.executable, "-c", program]
    return min(float(subprocess.run(run, capture_output=True, text=True, check=True).stdout) for _ in range(10))


def solve_seconds() -> float:
    start = pb.Board("english").vacate("d4")
    return seconds(lambda: pb.solve(start, finish="d4"), 300)


def solve_many_ratio() -> float:
    """Returns the time of `solve_many` on one thread as a multiple of the time that the solver takes."""
    board = pb.Board("english")
    codes = pb.sweep(board.vacate("d4"), finish="d4").codes("winning", pegs=10)
    some = np.random.default_rng(1).choice(codes, 1000, replace=False)

    def once() -> float:
        begin = perf_counter()
        table = pb.solve_many(board, some, finish="d4", threads=1)
        return (perf_counter() - begin) / float(table["seconds"].sum())

    return min(once() for _ in range(5))


def env_steps(threads: int) -> float:
    """Returns the steps a second of 4,096 games of random play, without the time to choose the actions."""
    envs = pb.VectorEnv("english", n=4096, threads=threads)
    _, masks = envs.reset()
    generator = np.random.default_rng(1)
    times = []
    for _ in range(300):
        actions = np.argmax(masks * generator.random(masks.shape, dtype=np.float32), axis=1)
        begin = perf_counter()
        _, masks, _, _ = envs.step(actions)
        times.append(perf_counter() - begin)
    return 4096 / min(times)


def main() -> None:
    rows = [
        ("`solve` of the central game on the English board", f"{1000 * solve_seconds():.2f} ms"),
        ("`solve_many` of 1,000 English positions with 10 pegs, as a multiple of the solver's own time", f"{solve_many_ratio():.3f}"),
        ("steps a second of `VectorEnv(\"english\", n=4096)`, one thread", f"{env_steps(1) / 1e6:.1f} million"),
        ("… two threads", f"{env_steps(2) / 1e6:.1f} million"),
        ("`import pegboard`, processor time", f"{1000 * import_seconds():.0f} ms"),
    ]
    print("| what | measured |")
    print("|---|---:|")
    for what, measured in rows:
        print(f"| {what} | {measured} |")


if __name__ == "__main__":
    main()
