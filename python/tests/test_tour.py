"""A tour of the package: each line as its users type it."""

import pathlib
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import pegboard as pb

TOUR = """
import pegboard as pb
b = pb.Board("english")
b.jumps, b.symmetries, b.coords
p = b.vacate("d4"); p.play("d2-d4"); p.legal_jumps(); p.code; p.canonical(); p.pegs
a = pb.solve(p, finish="d4", time=20, progress=bar)
a.certificate("a.ron"); pb.verify("a.ron")
table = pb.solve_many(b, codes, finish="any", time=0.2)
s = pb.sweep(p, finish="d4"); s.levels; s.codes("winning", pegs=10)
w = pb.WinningSet.find(p, finish="d4"); w.contains(codes); w.codes(); w.save("e.win"); pb.WinningSet.open("e.win", b)
o = pb.Oracle(p, finish="d4"); o.outlooks(codes)
games = pb.count_games(p, finish="d4").games
chance = pb.random_play_chance(p, finish="d4")
pb.fewest_moves(p, finish="d4"); pb.puzzle(b, difficulty="hard", seed=1); pb.atlas(b)
g = pb.Game(p, finish="d4"); g.push("d2-d4"); g.pop(); g.hint()
envs = pb.VectorEnv("english", n=4096)
"""

# The English board has too many positions for this one.
GRAPHS = """
p = pb.Board("triangle5").vacate("a1")
G = pb.graph(p, jumps=13); G.codes, G.edges; G.to_networkx(); G.to_rustworkx()
"""

GYMNASIUM = """
import gymnasium
import pegboard as pb
env = gymnasium.make("pegboard/Peg-v0", board="english", finish="d4")
"""


def toured(lines: str, **names: Any) -> dict[str, Any]:
    for number, line in enumerate(lines.splitlines()):
        exec(compile(line, f"line {number}: {line}", "exec"), names)
    return names


def test_the_tour(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    english = pb.Board("english")
    codes = np.array([english.vacate(hole).code for hole in english.holes], dtype=np.uint64)
    seen: list[pb.Progress] = []
    names = toured(TOUR, bar=seen.append, codes=codes)
    b, p, s, w, o = (names[name] for name in "bpswo")
    for array, shape, kind in ((b.jumps, (76, 3), np.uint8), (b.symmetries, (8, 33), np.uint8), (b.coords, (33, 2), np.float64)):
        assert array.shape == shape and array.dtype == kind
    assert isinstance(names["a"], pb.Solvable)
    assert names["table"].dtype.names is not None and len(names["table"]) == 33
    assert s.codes("winning", pegs=10).dtype == np.uint64 and s.codes("winning", pegs=10).ndim == 1
    assert w.contains(codes).sum() >= 1 and o.outlooks(codes).dtype == np.int8
    assert isinstance(names["games"], int) and names["games"] > 2**64
    assert isinstance(names["chance"], Fraction)
    assert names["g"].position == p and len(names["g"]) == 0
    observations, masks = names["envs"].reset()
    assert observations.shape == (4096, 33) and masks.shape == (4096, 76)


def test_the_tour_of_graphs() -> None:
    pytest.importorskip("networkx")
    pytest.importorskip("rustworkx")
    graph = toured(GRAPHS, pb=pb)["G"]
    assert graph.to_networkx().number_of_nodes() == len(graph.codes) and graph.edges.shape[1] == 2


def test_the_tour_of_gymnasium() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    env = toured(GYMNASIUM)["env"]
    check_env(env.unwrapped)
    _, info = env.reset(seed=1)
    assert info["action_mask"].sum() == 4
