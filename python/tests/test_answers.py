import copy
import os
import pathlib
import pickle
from typing import Any

import numpy as np
import pytest

import pegboard as pb
from reference import Reference


def check(answer: pb.Answer, path: pathlib.Path) -> None:
    """Checks an answer by replaying it, or by its certificate."""
    if isinstance(answer, pb.Solvable):
        assert answer.problem is not None
        line = pb.Line(answer.problem.start, str(answer.moves))
        assert answer.problem.is_met_by(line.finish)
    if not isinstance(answer, pb.Undecided):
        answer.certificate(path)
        proven = pb.verify(path)
        assert isinstance(proven, pb.Proven)
        assert proven.answer == ("solvable" if answer else "unsolvable")


def test_answers_are_proved(board: pb.Board, tmp_path: pathlib.Path) -> None:
    for vacancy, finish in board.problems[:3]:
        answer = pb.solve(board.vacate(vacancy), finish=finish, time=60, record=True)
        check(answer, tmp_path / "answer.ron")
        # A problem is solvable exactly if its reversal is.
        reversal = pb.solve(board.vacate(finish), finish=vacancy, time=2)
        if not isinstance(answer, pb.Undecided) and not isinstance(reversal, pb.Undecided):
            assert bool(answer) == bool(reversal)


def test_small_boards_agree_with_the_reference(small: pb.Board) -> None:
    reference = Reference(small)
    for vacancy in small.holes[:4]:
        start = small.vacate(vacancy)
        reachable = reference.reachable(start.code)
        for finish in small.holes[:6]:
            answer = pb.solve(start, finish=finish)
            assert bool(answer) == (1 << small.hole(finish) in reachable)
        fewest = pb.solve(start, finish="fewest")
        assert isinstance(fewest, pb.Solvable)
        assert len(fewest.moves.finish) == min(bin(code).count("1") for code in reachable)


def test_answers_are_matched(english: pb.Board) -> None:
    solved = pb.solve(english.vacate("d4"), finish="d4")
    assert solved and isinstance(solved, pb.Solvable) and solved.stats is not None
    assert (len(solved.moves.jumps), solved.moves.finish.pegs) == (31, ["d4"])
    refuted = pb.solve(english.vacate("d4"), finish="d3")
    assert not refuted and isinstance(refuted, pb.Unsolvable) and refuted.proof.kind == "class"
    stopped = pb.solve(pb.Board("square8").vacate("c1"), finish="c2", time=0)
    assert not stopped and isinstance(stopped, pb.Undecided) and stopped.stopped_by == "time"
    assert [kind.__match_args__ for kind in (pb.Solvable, pb.Unsolvable, pb.Undecided)] == [
        ("moves",),
        ("proof",),
        ("stopped_by",),
    ]
    assert repr(stopped) == "Undecided('time')"
    assert solved._repr_svg_().startswith("<svg") and refuted._repr_svg_() is None
    with pytest.raises(pb.PegboardError):
        stopped.certificate("none.ron")


def test_weights_have_a_picture() -> None:
    board = pb.Board("english")
    diamond = pb.Board("diamond41")
    answer = pb.solve(diamond.vacate("e3"), finish="e4")
    assert isinstance(answer, pb.Unsolvable) and answer.proof.weights
    array = answer.proof.array()
    assert array.shape[1] == 41
    jumps = diamond.jumps
    assert (array[:, jumps[:, 0]] + array[:, jumps[:, 1]] >= array[:, jumps[:, 2]]).all()
    picture = answer._repr_svg_()
    assert picture is not None and picture.count("<circle") == 41
    by_class = pb.solve(board.vacate("d4"), finish="d3")
    assert isinstance(by_class, pb.Unsolvable) and by_class.proof.array().shape == (0, 0)


@pytest.mark.parametrize(
    "finish", ["a1", "a1,b2", "any", "fewest", "complement", 0, ["a1", "c3"], pb.Pattern("a1 b2 or c3"), pb.Pattern("a1", "b2")]
)
def test_answers_are_pickled(triangle: pb.Board, tmp_path: pathlib.Path, finish: object) -> None:
    problem = pb.Problem(triangle.vacate("a1"), finish)  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(problem)) == problem
    assert eval(repr(problem), vars(pb)) == problem and hash(problem) == hash(pb.Problem(problem))
    answer = pb.solve(problem, record=True)
    copy = pickle.loads(pickle.dumps(answer))
    assert copy == answer and copy.stats == answer.stats and copy.problem == problem
    if finish != "fewest":
        path, old = tmp_path / "copy.ron", tmp_path / "old.ron"
        path.write_text("old")
        os.link(path, old)
        copy.certificate(path)
        assert pb.verify(path)
        assert old.read_text() == "old", "a file is replaced as a whole"
    undecided = pb.Undecided("time", tried=["beam"])
    assert pickle.loads(pickle.dumps(undecided)) == undecided


def test_a_pattern_that_leaves_one_peg_and_no_free_hole_is_that_peg(english: pb.Board) -> None:
    others = " ".join(hole for hole in english.holes if hole != "c3")
    problem = pb.Problem(english.vacate("c3"), pb.Pattern("c3", others))
    assert problem == pb.Problem(english.vacate("c3"), "c3") and problem.finish == "c3"
    assert pickle.loads(pickle.dumps(problem)) == copy.copy(problem) == eval(repr(problem), vars(pb)) == problem


def test_the_usual_finish(english: pb.Board) -> None:
    assert pb.Problem(english).finish == "d4"
    assert pb.Problem(english.vacate("d4")) == pb.Problem(english, finish="d4")
    assert pb.solve(english) == pb.solve(english.vacate("d4"), "d4")


def test_wrong_arguments(english: pb.Board, triangle: pb.Board) -> None:
    start = english.vacate("d4")
    finishes: list[Any] = ["z9", triangle.position("a1"), [], english.full, 33, pb.Pattern("d4", "d4")]
    for finish in finishes:
        with pytest.raises(pb.PegboardError):
            pb.solve(start, finish=finish)
    # As in `Board.vacate`, holes that repeat are usually the bits of a position.
    with pytest.raises(pb.PegboardError, match="hole 1 is listed twice; for bits, .* array of 33 booleans"):
        pb.Problem(start, start.bits)  # type: ignore[arg-type]
    with pytest.raises(pb.PegboardError, match="no hole -1: its holes are numbered from 0 to 32"):
        pb.solve(start, finish=-1)
    with pytest.raises(TypeError, match="a hole is a label or an index, not 1.5"):
        pb.solve(start, finish=1.5)  # type: ignore[arg-type]
    with pytest.raises(pb.PegboardError):
        pb.solve(start, time=-1)
    with pytest.raises(pb.PegboardError):
        pb.solve(start, threads=0)
    with pytest.raises(TypeError):
        pb.solve("english")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        pb.solve(start, progress=3)  # type: ignore[arg-type]
    with pytest.raises(pb.PegboardError):
        pb.verify("no-such-file.ron")


def test_many_answers_are_those_of_each(triangle: pb.Board) -> None:
    generator = np.random.default_rng(1)
    codes = generator.integers(1, 1 << 15, 300, dtype=np.uint64)
    table = pb.solve_many(triangle, codes, finish="any")
    assert len(table) == 300
    for code, row in zip(codes, table):
        start = triangle.position(int(code))
        answer = pb.solve(start, finish="any")
        assert row["answer"] == bool(answer)
        if isinstance(answer, pb.Solvable):
            jumps = answer.moves.jumps
            assert row["jumps"] == len(jumps)
            assert row["first_jump"] == (jumps[0].index if jumps else -1)
        else:
            assert isinstance(answer, pb.Unsolvable) and row["proof"] == answer.proof.kind
    with_threads = pb.solve_many(triangle, codes, finish="any", threads=3)
    for column in ("answer", "first_jump", "jumps", "proof", "nodes"):
        assert (with_threads[column] == table[column]).all()
    english = pb.Board("english").vacate("d4")
    nodes = pb.solve_many(english.board, [english], finish="d4")["nodes"].tolist()
    stats = pb.solve(english, finish="d4").stats
    assert stats and nodes == [stats.nodes] and stats.nodes > 0
    stopped = pb.solve_many(pb.Board("square8"), [pb.Board("square8").vacate("c1")], finish="c2", time=0)
    assert stopped["answer"].tolist() == [-1]
    assert len(pb.solve_many(triangle, [], finish="any")) == 0
    for wrong in ([1 << 15], [-1], [1.5], np.zeros((2, 3), dtype=np.uint64)):
        with pytest.raises(pb.PegboardError):
            pb.solve_many(triangle, wrong, finish="any")  # type: ignore[arg-type]


def test_fewest_moves(triangle: pb.Board, tmp_path: pathlib.Path) -> None:
    found = pb.fewest_moves(triangle.vacate("a1"), finish="a1")
    assert (found.moves, found.at_least, found.is_proved, found.stopped_by) == (10, 10, True, None)
    assert isinstance(found.answer, pb.Solvable) and len(found.answer.moves) == 10
    unsolvable = pb.fewest_moves(triangle.vacate("a1"), finish="b2")
    assert (unsolvable.moves, unsolvable.at_least) == (None, None) and not unsolvable.answer
    stopped = pb.fewest_moves(pb.Board("wiegleb"), time=0)
    assert not stopped.is_proved and stopped.stopped_by == "time"


def test_answers_without_a_record_say_how_to_keep_it(triangle: pb.Board, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "answer.ron"
    by_exhaustion = pb.solve(triangle.vacate("b3"), "a1")
    fewest = pb.fewest_moves(triangle.vacate("a1"), "a1")
    for answer in (by_exhaustion, fewest.answer):
        for each in (answer, pickle.loads(pickle.dumps(answer))):
            with pytest.raises(pb.PegboardError) as raised:
                each.certificate(path)
            assert raised.value.help is not None and "record=True" in raised.value.help
    for answer in (
        pb.solve(triangle.vacate("b3"), "a1", record=True),
        pb.fewest_moves(triangle.vacate("a1"), "a1", record=True).answer,
    ):
        answer.certificate(path)
        assert pb.verify(path)
