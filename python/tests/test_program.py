"""The package gives the answers of the program. `PEGBOARD_PROGRAM` names the program; without it, the release build is used."""

import json
import os
import pathlib
import subprocess
from typing import Any

import pytest

import pegboard as pb

BUILT = pathlib.Path(__file__).parents[2] / "target" / "release" / "pegboard"
PROGRAM = pathlib.Path(os.environ.get("PEGBOARD_PROGRAM", BUILT))

pytestmark = pytest.mark.skipif(not PROGRAM.exists(), reason="the program is not built")


def run(*arguments: str) -> Any:
    done = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True)
    return json.loads(done.stdout)


def test_answers(board: pb.Board) -> None:
    name = eval(repr(board), {"Board": str})
    for vacancy, finish in board.problems[:2]:
        answer = pb.solve(board.vacate(vacancy), finish=finish, nodes=100_000, threads=1)
        report = run("solve", name, "--vacate", vacancy, "--finish", finish, "--nodes", "100000", "--threads", "1")
        assert report["answer"] == type(answer).__name__.lower()
        if isinstance(answer, pb.Solvable):
            assert report["moves"] == [str(move) for move in answer.moves]
        if isinstance(answer, pb.Unsolvable):
            assert report["proof"] == answer.proof.kind


def test_levels_and_counts(small: pb.Board) -> None:
    name = eval(repr(small), {"Board": str})
    vacancy = small.holes[0]
    report = run("sweep", name, "--vacate", vacancy, "--finish", "any")
    levels = pb.sweep(small.vacate(vacancy), finish="any").levels
    for row, level in zip(report["levels"], levels):
        for column in ("pegs", "reachable", "winning", "just_lost"):
            assert level[column] == row[column]
    report = run("count", name, "--vacate", vacancy, "--finish", "any")
    counts = pb.count_games(small.vacate(vacancy), finish="any")
    assert report["games"] == str(counts.games) and report["solutions"] == str(counts.solutions)
    assert report["by_final_pegs"] == {str(pegs): str(games) for pegs, games in counts.by_final_pegs.items()}
