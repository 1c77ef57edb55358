import copy
import multiprocessing
import operator
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pegboard as pb

BOARDS = [pb.Board(name) for name in ("english", "triangle5", "petersen", "square9", "torus5", "hexagon5")]


@st.composite
def positions(draw: st.DrawFn) -> pb.Position:
    board = draw(st.sampled_from(BOARDS))
    return board.position(draw(st.integers(0, (1 << len(board)) - 1)))


@given(positions())
def test_forms_of_a_position(position: pb.Position) -> None:
    board = position.board
    assert position.code == sum(1 << board.hole(label) for label in position.pegs)
    assert position.code == sum(int(bit) << hole for hole, bit in enumerate(position.bits))
    assert len(position) == position.peg_count == len(position.pegs) == len(board) - len(position.vacancies)
    assert all(label in position for label in position.pegs)
    assert not any(label in position for label in position.vacancies)
    assert eval(repr(position), vars(pb)) == position
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position and hash(copy) == hash(position)
    assert board.position(position.pegs) == position
    assert board.position(str(position)) == position or not str(position).strip()
    assert position.complement().complement() == position
    assert position.svg().startswith("<svg")


@given(positions())
def test_jumps_and_back(position: pb.Position) -> None:
    jumps = position.legal_jumps()
    assert [jump.index for jump in jumps] == np.flatnonzero(position.mask).tolist()
    after = pb.bits(position.after(), position.board)
    assert len(after) == len(jumps)
    for jump, bits in zip(jumps, after):
        later = position.play(jump)
        assert later == position.play(str(jump)) == position.play(jump.index)
        assert (later.bits == bits).all()
        assert later.unplay(jump) == position
        assert later.class_bits == position.class_bits
        assert position.is_legal(jump) and not later.is_legal(jump)
        # Playing backwards is playing forwards on complements.
        assert later.complement().play(jump) == position.complement()


@given(positions())
def test_canonical_positions(position: pb.Position) -> None:
    images = position.images()
    assert position.canonical() == min(images)
    assert {image.canonical() for image in images} == {position.canonical()}


@given(positions(), st.data())
def test_pegs_come_and_go(position: pb.Position, data: st.DataObject) -> None:
    hole = data.draw(st.sampled_from(position.board.holes))
    assert hole in position.with_peg(hole) and hole not in position.without_peg(hole)
    assert position.with_peg(hole).without_peg(hole) == position.without_peg(hole)


@given(st.lists(st.integers(0, 2**64 - 1)), st.integers(1, 64))
def test_bits_and_codes(numbers: list[int], holes: int) -> None:
    words = np.array(numbers, dtype=np.uint64)
    assert (pb.codes(pb.bits(words)) == words).all() and (pb.bits(numbers) == pb.bits(words)).all()
    small = words >> np.uint64(64 - holes)
    bits = pb.bits(small, holes)
    assert bits.shape == (len(numbers), holes) and (pb.codes(bits) == small).all()
    for number, code in zip(numbers, small):
        if number >> holes:
            with pytest.raises(pb.PegboardError, match=f"{number} is not a code of a board with {holes} holes"):
                pb.bits([code, number], holes)


def test_positions_stand_for_their_codes(triangle: pb.Board) -> None:
    large = pb.Board("triangle12")
    for board in (triangle, large):
        position = board.vacate("a1")
        assert (pb.bits([position, position], board) == position.bits).all()
        assert (pb.bits(position, board) == position.bits).all()


def test_codes_of_no_position_are_refused(triangle: pb.Board) -> None:
    wide = pb.Board("square9")
    wrong_codes: list[tuple[Any, Any, str]] = [
        ([3, 2**15], triangle, "32768 is not a code of a board with 15 holes; codes are below 2\\^15"),
        (np.array([2**15, 1], dtype=np.uint16), triangle, "32768 is not a code"),
        (2**81, wide, f"{2**81} is not a code of a board with 81 holes"),
        (np.array([[5, 2**17]], dtype=np.uint64), wide, f"{2**81 + 5} is not a code"),
        (2**128, None, f"{2**128} is not a code"),
        (-1, triangle, "-1 is not a code"),
        (np.array([-1]), triangle, "-1 is not a code"),
        ([1.7], triangle, "1.7 is not a code"),
        (np.array([1.0]), triangle, "1.0 is not a code"),
        (["a1"], triangle, "'a1' is not a code"),
        (np.array([1, 2], dtype=np.uint64), wide, "arrays of shape"),
        ([1], -3, "1 to 128 holes, not -3"),
        ([1], 129, "1 to 128 holes, not 129"),
    ]
    for codes, board, message in wrong_codes:
        with pytest.raises(pb.PegboardError, match=message):
            pb.bits(codes, board)
    for columns in (0, 129):
        with pytest.raises(pb.PegboardError, match=f"1 to 128 holes, not {columns}"):
            pb.codes(np.zeros((2, columns)))
    with pytest.raises(pb.PegboardError):
        pb.codes([])
    with pytest.raises(TypeError, match="rows of 0 and 1"):
        pb.codes(1)
    assert pb.bits([], triangle).shape == (0, 15) and pb.bits([], wide).shape == (0, 81)
    assert (pb.codes(pb.bits([2**63, 1])) == np.array([2**63, 1], dtype=np.uint64)).all()
    assert pb.bits([2**64, 1]).shape == (2, 128)


def test_bits_of_large_boards() -> None:
    board = pb.Board("square9")
    line = pb.Line(board.vacate("a1"), "c1-a1")
    codes = line.codes
    assert codes.shape == (2, 2) and codes.dtype == np.uint64
    assert [int(low) | int(high) << 64 for low, high in codes] == [position.code for position in line.positions]
    bits = pb.bits(codes, board)
    assert (bits[1] == line.finish.bits).all()
    assert (pb.codes(bits) == codes).all()


def test_order_and_equality(triangle: pb.Board) -> None:
    first, second = triangle.position(5), triangle.position(9)
    assert first < second and first <= second and second > first and first != second
    assert first != 5 and sorted([second, first]) == [first, second]
    other = pb.Board("triangle5", name="Other")
    assert other == triangle and other.position(5) == first
    stranger = pb.Board("square4").position(5)
    assert stranger != first and not stranger == first
    orders: list[Callable[[Any, Any], object]] = [operator.lt, operator.le, operator.gt, operator.ge]
    for order in orders:
        order(first, other.position(9))
        with pytest.raises(TypeError):
            order(first, stranger)


def test_errors(triangle: pb.Board) -> None:
    start = triangle.vacate("a1")
    for wrong in (1 << 15, -1, "a1 z9", "**", ["a1", "q"]):
        with pytest.raises(pb.PegboardError):
            triangle.position(wrong)
    with pytest.raises(pb.PegboardError, match="a5 has no peg|is not empty|cannot be played"):
        start.play("a1-a3")
    with pytest.raises(pb.PegboardError):
        start.unplay("a3-a1")
    with pytest.raises(pb.PegboardError):
        start.play("a3-a1", "a3-a1")
    endless: list[Any] = []
    endless.append(endless)
    wrong_moves: list[Any] = [endless, [["a3-a1"]], 1.5, None]
    for moves in wrong_moves:
        with pytest.raises(TypeError, match="a jump is"):
            start.play(moves)
    with pytest.raises(pb.PegboardError, match="no jump -1"):
        start.play(-1)
    assert start.play(["a3-a1", "c3-a3"]) == start.play("a3-a1", "c3-a3")
    with pytest.raises(TypeError):
        start < 3  # type: ignore[operator]


def test_lines(triangle: pb.Board) -> None:
    line = pb.Line(triangle.vacate("a1"), "a3-a1, c3-a3, a4-a2")
    assert [str(move) for move in line] == ["a3-a1", "c3-a3", "a4-a2"]
    assert line[-1].holes == ["a4", "a2"] and len(line[0]) == 1
    assert line.positions[-1] == line.finish and len(line.jumps) == 3
    with pytest.raises(IndexError):
        line[3]
    assert pickle.loads(pickle.dumps(line)) == line
    assert eval(repr(line), vars(pb)) == line
    assert line == pb.Line(line.start, line.jumps) == pb.Line(line.start, line)
    assert line == pb.Line(line.start, list(line)) and line.finish == line.start.play(*line)
    assert line.start.play(line[0], [line[1], "a4-a2"]) == line.finish
    assert line != pb.Line(line.start) and hash(line) == hash(pb.Line(line.start, line.jumps))
    assert line.svg().startswith("<svg")


def test_pickles_share_their_board(english: pb.Board) -> None:
    positions = [english.position(code) for code in range(100)]
    copies = pickle.loads(pickle.dumps(positions))
    assert copies == positions
    assert all(copy.board is copies[0].board for copy in copies)


def test_arrays_as_numpy_users_write_them() -> None:
    wide, english = pb.Board("square9"), pb.Board("english")
    assert wide.hole_count > 64
    for board in (wide, english):
        start = board.vacate(board.holes[3])
        codes = pb.codes(np.array([start.bits, board.full.bits]))
        # Rows and slices, positions and integers of any size.
        assert board.position(codes[0]) == board.position(start.bits.astype(bool)) == start
        assert (pb.bits(codes[::-1], board)[1] == start.bits).all()
        assert pb.bits(start.code, board).tolist() == start.bits.tolist()
        assert (pb.bits([start.code, board.full.code], board) == pb.bits(codes, board)).all()
        assert (pb.bits(np.array([start.code], dtype=object), board) == start.bits).all()
        for same in (codes, codes[::1], codes.astype(">u8"), [start, board.full], [start.code, board.full.code]):
            assert pb.solve_many(board, same, finish="any", nodes=1)["nodes"].shape == (2,)
        with pytest.raises(pb.PegboardError, match="booleans"):
            board.position(np.ones(7, dtype=bool))
    assert pb.bits(np.arange(4, dtype=np.uint64).reshape(2, 2), english).shape == (2, 2, 33)
    with pytest.raises(TypeError, match="array or a sequence"):
        pb.solve_many(english, 5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="of shape"):
        pb.bits(np.arange(3, dtype=np.uint64), wide)


@pytest.mark.parametrize("name", ["triangle5", "english", "square9"])
def test_arrays_of_zeros_and_ones_are_bits(name: str) -> None:
    board = pb.Board(name)
    start = board.vacate(board.holes[3])
    for position in (start, start.complement(), board.full, board.empty):
        for kind in (np.uint8, np.int8, np.int64, np.uint64, ">u2", bool):
            assert board.position(position.bits.astype(kind)) == position
    observations, _ = pb.VectorEnv(start, finish="any", n=2).reset()
    assert [board.position(row) for row in observations] == [start, start]
    # Any other integer array lists holes, even one as long as the board.
    assert board.position(np.array([0, 4])) == board.position([0, 4]) == board.position(0b10001)
    assert board.position(np.arange(len(board))[::-1]) == board.full


def test_holes_listed_twice_are_errors(triangle: pb.Board) -> None:
    bits = triangle.vacate("a1").bits
    calls: list[Any] = [triangle.position, triangle.vacate]
    for call in calls:
        with pytest.raises(pb.PegboardError, match="hole 1 is listed twice; for bits, .* array of 15 booleans"):
            call(bits.tolist())
        with pytest.raises(pb.PegboardError, match="hole `a2` is listed twice"):
            call(["a1", "a2", "a2"])
    for wrong in (bits[1:], 2 * bits, np.full(15, 2**64 - 1, dtype=np.uint64)):
        with pytest.raises((pb.PegboardError, TypeError)):
            triangle.position(wrong)


def test_positions_of_another_board_are_refused(triangle: pb.Board) -> None:
    problem = pb.Problem(triangle.vacate("a1"), finish="a1")
    stranger, start = pb.Board("square4").position(problem.start.code), problem.start
    winning, oracle = pb.WinningSet.find(problem), pb.Oracle(problem)
    assert isinstance(winning, pb.WinningSet)
    calls: list[Any] = [
        winning.contains,
        oracle.outlooks,
        lambda codes: pb.solve_many(triangle, codes, finish="a1"),
        lambda codes: pb.VectorEnv(problem, starts=codes),
        lambda codes: codes[1] in winning,
    ]
    for call in calls:
        call([start, start])
        with pytest.raises(pb.PegboardError, match="the position lies on another board than `Triangle 5"):
            call([start, stranger])
    with pytest.raises(pb.PegboardError, match="the position lies on another board than `Triangle 5"):
        triangle.position(stranger)
    same = pb.Board("triangle5", name="Other").position(start.code)
    assert triangle.position(same) == start
    assert same in winning and oracle.outlooks([same]).tolist() == [1]


def test_moves_of_another_board_are_refused(triangle: pb.Board, english: pb.Board) -> None:
    french = pb.Board("french")
    start = french.vacate("d4")
    line = pb.Line(start, start.legal_jumps()[0])
    own = english.vacate("d4")
    calls: list[Callable[[Any], object]] = [
        own.play,
        lambda moves: own.play([moves]),
        lambda moves: pb.Line(own, moves),
        lambda moves: pb.Game(own).push(moves),
    ]
    for moves, name in ((line.jumps[0], "jump"), (line[0], "move"), (line, "line")):
        for call in calls:
            with pytest.raises(pb.PegboardError, match=f"the {name} lies on another board than `English"):
                call(moves)
    of_jumps: list[Callable[[Any], object]] = [english.jump, own.is_legal, own.unplay, lambda jump: pb.Jump(english, jump)]
    for call in of_jumps:
        with pytest.raises(pb.PegboardError, match="the jump lies on another board than `English"):
            call(triangle.jump(5))
    same = pb.Board("english", name="Other")
    played = pb.Line(own, "d2-d4")
    assert same.jump(played.jumps[0]).board == same
    assert same.vacate("d4").play(played) == same.vacate("d4").play(played[0]) == played.finish


def test_moves_name_the_holes_jumped_over() -> None:
    octahedron = pb.Board("octahedron")
    start = octahedron.vacate()
    for jump in start.legal_jumps():
        (move,) = pb.Line(start, jump)
        assert start.play(move) == start.play(jump)


def test_collections(english: pb.Board) -> None:
    start = english.vacate("d4")
    assert list(start) == start.pegs and sorted(english) == sorted(english.holes)
    assert "d4" in english and "a1" not in english and "d4" not in start
    line = pb.Line(start, "d2-d4 b3-d3")
    assert line[-1] == line[1] == line[1:][0] and len(line[::-1]) == 2
    with pytest.raises(IndexError):
        line[2]
    for move in line:
        assert pickle.loads(pickle.dumps(move)) == copy.deepcopy(move) == move
        assert eval(repr(move), vars(pb)) == move
    octahedron = pb.Board("octahedron")
    for jump in octahedron.vacate().legal_jumps():
        move = pb.Line(octahedron.vacate(), jump)[0]
        assert pb.Move(octahedron, str(move)) == move
    with pytest.raises(pb.PegboardError):
        pb.Move(english, "d2")
    assert {copy.copy(start), copy.deepcopy(start), start} == {start}
    assert "bits" in dir(pb) and pb.__version__.count(".") == 2


def squares(position: pb.Position) -> int:
    return len(position) ** 2


def test_processes(english: pb.Board) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(squares, [english.full, english.vacate("d4")]) == [33**2, 32**2]
