import gc
import pathlib
import pickle
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

import pegboard as pb
from reference import Reference


def finishes(problem: pb.Problem) -> set[int]:
    board = problem.board
    return {1 << hole for hole in range(len(board)) if problem.is_met_by(board.position(1 << hole))}


def test_sweeps_agree_with_the_reference(small: pb.Board) -> None:
    reference = Reference(small)
    problem = pb.Problem(small.vacate(small.holes[0]), finish="any")
    swept = pb.sweep(problem, symmetry=False)
    reachable = reference.reachable(problem.start.code)
    winning = reference.winning(problem.start.code, finishes(problem))
    assert set(swept.codes("reachable").tolist()) == reachable
    assert set(swept.codes("winning").tolist()) == winning
    for level in swept.levels:
        pegs = int(level["pegs"])
        assert level["reachable"] == sum(bin(code).count("1") == pegs for code in reachable)
        assert level["winning"] == len(swept.codes("winning", pegs=pegs))
        assert level["just_lost"] == len(swept.codes("just_lost", pegs=pegs))
    merged = pb.sweep(problem)
    assert {small.position(code).canonical() for code in merged.codes().tolist()} == {
        small.position(code).canonical() for code in reachable
    }


def test_sets_and_oracles_agree(small: pb.Board) -> None:
    problem = pb.Problem(small.vacate(small.holes[0]), finish="any")
    codes = pb.sweep(problem, symmetry=False).codes()
    winning = Reference(small).winning(problem.start.code, finishes(problem))
    expected = np.array([code in winning for code in codes.tolist()])
    found = pb.WinningSet.find(problem)
    assert (found.contains(codes) == expected).all()
    oracle = pb.Oracle(problem)
    assert (oracle.outlooks(codes) == expected).all()
    assert oracle.outlook(problem.start) == (problem.start in found) == bool(pb.solve(problem))


def test_games_and_chances_agree_with_the_reference() -> None:
    for name in ("triangle4", "octahedron", "path8", "square4"):
        board = pb.Board(name)
        problem = pb.Problem(board.vacate(board.holes[1]), finish="any")
        reference = Reference(board)
        games = reference.games(problem.start.code)
        counts = pb.count_games(problem)
        assert counts.by_final_pegs == dict(games) and counts.games == sum(games.values())
        assert counts.solutions == pb.count_solutions(problem) == games[1] == sum(counts.by_survivor.values())
        chance = reference.chance(problem.start.code, finishes(problem))
        assert pb.random_play_chance(problem) == chance
        exact = pb.Oracle(problem).chance(problem.start)
        assert exact is not None and abs(exact - chance) < 1e-12


def test_published_numbers(triangle: pb.Board) -> None:
    counts = pb.count_games(triangle.vacate("a1"), finish="a1")
    assert (counts.games, counts.solutions, counts.shortest_dead_end) == (568_630, 6_816, 6)
    level = pb.sweep(triangle.vacate("a1"), finish="a1").levels
    row = level[level["pegs"] == 10][0]
    assert (row["reachable"], row["winning"], row["just_lost"]) == (62, 18, 20)


def test_winning_sets_are_files(triangle: pb.Board, tmp_path: pathlib.Path) -> None:
    found = pb.WinningSet.find(triangle.vacate("a1"), finish="a1")
    assert len(found) == 95 and len(found.codes(pegs=10)) == 18
    found.save(tmp_path / "a1.pegwins")
    opened = pb.WinningSet.open(tmp_path / "a1.pegwins", "triangle5")
    copy = pickle.loads(pickle.dumps(found))
    assert opened == found == copy and hash(copy) == hash(found)
    assert (opened.codes() == found.codes()).all()
    view = opened.bytes
    assert not view.flags.owndata and not view.flags.writeable
    expected = view.copy()
    del opened
    gc.collect()
    assert (view == expected).all()
    assert pb.WinningSet.from_bytes(view.tobytes(), triangle) == found
    with pytest.raises(pb.PegboardError):
        pb.WinningSet.open(tmp_path / "a1.pegwins", "english")
    with pytest.raises(pb.PegboardError):
        pb.WinningSet.from_bytes(b"nothing", triangle)
    with pytest.raises(TypeError, match="is read from bytes, not from str"):
        pb.WinningSet.from_bytes("nothing", triangle)  # type: ignore[arg-type]


def test_codes_of_boards_beyond_64_holes() -> None:
    board = pb.Board("square9")
    start = board.position("a1 b1 d1 i9 h9")
    codes = pb.sweep(start, finish="any", symmetry=False).codes()
    known = {low | high << 64 for low, high in codes.tolist()}
    assert codes.shape == (len(known), 2) and codes.dtype == np.uint64
    assert known == Reference(board).reachable(start.code)
    found = pb.WinningSet.find(start, finish=start.play("a1-c1"))
    assert found.contains(codes).sum() == 2
    assert found.codes().shape == (2, 2)


def test_limits_are_answers(english: pb.Board) -> None:
    large, small = pb.Board("square8").vacate("c1"), english.vacate("d4")
    counts: list[Callable[..., object]] = [pb.count_games, pb.count_solutions, pb.random_play_chance]
    sweeps: list[Callable[..., object]] = [pb.sweep, pb.WinningSet.find]
    for call in [*counts, *sweeps]:
        for limits in ({"time": 0}, {"nodes": 1}) if call in counts else ({"time": 0},):
            # The counts on the large board fit no memory.
            answer = call(small if call in counts else large, finish="any", **limits)
            assert isinstance(answer, pb.Undecided) and answer.stopped_by == next(iter(limits))
    assert isinstance(pb.graph(large, jumps=9, limit=10**9, time=0), pb.Undecided)
    assert isinstance(pb.puzzle(english, difficulty="expert", time=0), pb.Undecided)
    assert pb.atlas(pb.Board("triangle5"), time=0).counts == {"open": 17}


def test_graphs(triangle: pb.Board) -> None:
    graph = pb.graph(triangle.vacate("a1"), finish="a1", jumps=2, outlooks=True)
    assert np.bincount(graph.layers).tolist() == [1, 2, 8]
    assert graph.edges.shape == (10, 2) and len(graph.edge_jumps) == 10
    for (start, end), jump in zip(graph.edges.tolist(), graph.edge_jumps.tolist()):
        assert triangle.position(int(graph.codes[start])).play(jump).code == graph.codes[end]
    oracle = pb.Oracle(triangle.vacate("a1"), finish="a1")
    assert (oracle.outlooks(graph.codes) == graph.outlooks).all()
    assert graph.dot().startswith("digraph") and graph.svg().startswith("<svg")
    assert len(pb.graph(triangle.vacate("a1"), jumps=2, merge=True)) == 6
    with pytest.raises(pb.PegboardError, match="more than 5 positions"):
        pb.graph(triangle.vacate("a1"), jumps=2, limit=5)
    with pytest.raises(pb.PegboardError, match="limit=0: at least one position is needed"):
        pb.graph(triangle.vacate("a1"), limit=0)


def test_graphs_of_other_packages(triangle: pb.Board) -> None:
    networkx = pytest.importorskip("networkx")
    rustworkx = pytest.importorskip("rustworkx")
    graph = pb.graph(triangle.vacate("a1"), jumps=13)
    converted = graph.to_networkx()
    reachable = pb.sweep(triangle.vacate("a1"), finish="any", symmetry=False).codes()
    assert set(converted) == set(reachable.tolist())
    assert networkx.is_directed_acyclic_graph(converted)
    other = graph.to_rustworkx()
    assert other.num_nodes() == len(graph) and other.num_edges() == len(graph.edges)
    # The longest game, by a package that knows nothing of pegs.
    counts = pb.count_games(triangle.vacate("a1"))
    assert rustworkx.dag_longest_path_length(other) == networkx.dag_longest_path_length(converted) == counts.longest_game


def test_atlases(triangle: pb.Board, tmp_path: pathlib.Path) -> None:
    atlas = pb.atlas(triangle, tmp_path / "triangle")
    assert atlas.counts == {"solvable": 12, "exhaustion": 5} and len(atlas) == 17
    for entry in atlas.entries:
        answer = pb.solve(triangle.vacate(entry.vacancy), finish=entry.finish)
        assert bool(answer) == (entry.finding == "solvable")
    assert atlas.finding("a1", "a1") == "solvable" and atlas.finding("a1", "b2") is None
    assert atlas._repr_svg_().startswith("<svg")
    assert len(list((tmp_path / "triangle").iterdir())) >= 11


def test_the_finish_with_the_fewest_pegs_is_not_counted(triangle: pb.Board) -> None:
    levels = pb.sweep(triangle.vacate("a1"), finish="fewest").levels
    assert (levels["winning"] == -1).all() and (levels["just_lost"] == -1).all() and (levels["reachable"] > 0).all()


def test_the_finish_with_the_fewest_pegs_is_refused_where_finishes_must_be_known(triangle: pb.Board) -> None:
    problem = pb.Problem(triangle.vacate("a1"), finish="fewest")
    swept = pb.sweep(problem)
    calls: list[Callable[[], object]] = [
        lambda: pb.fewest_moves(problem),
        lambda: pb.count_solutions(problem),
        lambda: pb.random_play_chance(problem),
        lambda: pb.WinningSet.find(problem),
        lambda: swept.codes("winning"),
        lambda: swept.codes("just_lost", pegs=3),
    ]
    for call in calls:
        with pytest.raises(pb.PegboardError, match="the goal `fewest.* names no(ne| finish); find the fewest pegs"):
            call()
    assert len(swept.codes()) > 0 and pb.count_games(problem).solutions is None


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on memory is one of Linux")
def test_codes_that_do_not_fit_the_memory_raise_as_sweeps_do() -> None:
    program = """
import resource
import pegboard as pb
swept = pb.sweep(pb.Board("triangle7"), finish="any")
pages = int(open("/proc/self/statm").read().split()[0])
# Room for the stack of a thread, but not for the codes.
room = pages * resource.getpagesize() + (10 << 20)
resource.setrlimit(resource.RLIMIT_AS, (room, resource.RLIM_INFINITY))
try:
    swept.codes(pegs=14)
except MemoryError as error:
    print(error)
"""
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "too little for the codes" in made.stdout, made.stdout + made.stderr


def test_messages_name_the_cause(triangle: pb.Board, tmp_path: pathlib.Path) -> None:
    with pytest.raises(pb.PegboardError, match="No such file"):
        pb.WinningSet.open(tmp_path / "none.win", triangle)
    with pytest.raises(pb.PegboardError, match="No such file"):
        pb.WinningSet.find(triangle.vacate("a1"), finish="a1").save(tmp_path / "none" / "a1.win")
    with pytest.raises(pb.PegboardError, match="No such file"):
        pb.solve(triangle.vacate("a1"), finish="a1").certificate(tmp_path / "none" / "a1.ron")
