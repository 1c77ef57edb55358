import gc
import pathlib
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pegboard as pb


def test_all_boards_of_the_library(board: pb.Board) -> None:
    n, m = board.hole_count, board.jump_count
    assert len(board) == len(board.holes) == n
    assert board.jumps.shape == (m, 3) and board.jumps.dtype == np.uint8
    assert board.symmetries.shape[1] == n and board.coords.shape == (n, 2)
    assert (board.symmetries[0] == np.arange(n)).all()
    # Symmetries carry jumps onto jumps.
    jumps = {tuple(jump) for jump in board.jumps.tolist()}
    for images in board.symmetries[:8]:
        assert {tuple(jump) for jump in images[board.jumps].tolist()} == jumps
    assert pb.Board(board.ron) == board
    assert eval(repr(board), {"Board": pb.Board}) == board
    copy = pickle.loads(pickle.dumps(board))
    assert copy == board and hash(copy) == hash(board)
    assert board._repr_svg_().startswith("<svg")


def test_sources(tmp_path: pathlib.Path) -> None:
    rows = [" ooo ", "ooooo", " ooo "]
    drawn = pb.Board(rows, name="Lens", vacancy="c2")
    assert (drawn.name, len(drawn), drawn.vacancy) == ("Lens", 11, "c2")
    assert pb.Board("\n".join(rows)) == drawn
    points = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "o"]
    assert pb.Board(points) == drawn
    for same in (np.array(points), np.array(points, dtype=np.uint8), np.array(points).tolist()):
        assert pb.Board(same) == drawn
    assert pb.Board(np.array([[mark == "o" for mark in row] for row in rows])) == drawn
    path = tmp_path / "lens.ron"
    path.write_text(drawn.ron)
    assert pb.Board(path) == pb.Board(str(path)) == drawn
    assert pb.Board(path).name == "Lens"
    assert pb.Board(drawn, name="Other").name == "Other"
    triangle = pb.Board([(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)], lattice="triangular")
    assert triangle.jump_count == pb.Board("triangle3").jump_count
    drawn_triangle = pb.Board("  o\n o o\no o o")
    assert drawn_triangle.lattice == "triangular" and drawn_triangle.jump_count == triangle.jump_count
    assert "english" in pb.library()


def test_names_of_files_can_have_brackets(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cross = pb.Board([" o ", "ooo", " o "], name="Cross")
    monkeypatch.chdir(tmp_path)
    for name in ("cross (1).ron", "Board (copy).ron", "[old] cross (2).ron"):
        pathlib.Path(name).write_text(cross.ron)
        for path in (name, str(tmp_path / name), pathlib.Path(name), name[: -len(".ron")]):
            assert pb.Board(path).name == "Cross"
    with pytest.raises(pb.PegboardError, match="No such file"):
        pb.Board("cross (3).ron")
    with pytest.raises(pb.PegboardError, match="did you mean `english`"):
        pb.Board("englsh")
    # A text needs no line break.
    assert pb.Board('  Board (name: "Row", lattice: Square, holes: Picture(["ooo"]))').name == "Row"
    assert len(pb.Board("[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]")) == 6


@pytest.mark.parametrize("argument", [{"lattice": "triangular"}, {"hole": "o"}, {"peg": "o"}, {"outside": "."}, {"nth": 1}])
def test_arguments_without_effect_are_errors(argument: dict[str, Any], tmp_path: pathlib.Path) -> None:
    english = pb.Board("english")
    path = tmp_path / "english.ron"
    other = tmp_path / "english.txt"
    for each in (path, other):
        each.write_text(english.ron)
    (name,) = argument
    points = [(0, 0), (1, 0), (2, 0)]
    sources: list[Any] = ["english", english, english.ron, str(path), path, other]
    if name != "lattice":
        sources += [points, np.array(points), np.ones((3, 3), dtype=bool)]
    for source in sources:
        with pytest.raises(pb.PegboardError, match=f"`{name}=` does not apply to .*; it applies to drawings"):
            pb.Board(source, **argument)
        pb.Board(source, name="Other")
    drawing = ["ooo.", "ooo."] if name == "outside" else ["ooo", "ooo"]
    assert len(pb.Board(drawing, **argument)) == 6
    if name == "lattice":
        for array in (points, np.array(points), np.ones((3, 3), dtype=bool)):
            assert pb.Board(array, **argument).lattice == "triangular"  # type: ignore[arg-type,unused-ignore]


def test_arguments_without_effect_on_graphs_are_errors() -> None:
    networkx = pytest.importorskip("networkx")
    with pytest.raises(pb.PegboardError, match="`lattice=` does not apply to a graph; it applies to drawings and coordinates"):
        pb.Board(networkx.petersen_graph(), lattice="square")


def test_alternatives_of_refusals() -> None:
    offset = "  o\n o o\no o o"
    with pytest.raises(pb.PegboardError, match="offset by half a hole") as error:
        pb.Board(offset, lattice="square")
    assert error.value.alternatives == ("square", "triangular")
    assert pb.Board(offset, lattice="triangular").lattice == "triangular"
    with pytest.raises(pb.PegboardError, match="'square' or 'triangular'"):
        pb.Board(offset, lattice="round")  # type: ignore[call-overload,arg-type,unused-ignore]


@pytest.mark.parametrize(
    "call, alternatives",
    [
        (lambda: pb.Board("ooo\n\n\nooooo\nooooo", lattice="square"), ("1", "2")),
        (lambda: pb.Board("english").jump("d2-d3"), ()),
        (lambda: pb.Board("english").vacate("z9"), ()),
        (lambda: pb.Board("octahedron").jump("a-f"), ("a-(b)-f", "a-(c)-f", "a-(d)-f", "a-(e)-f")),
        (lambda: pb.Board("english").vacate("d4").play("d2-d3"), ("d2-d4", "b4-d4", "f4-d4", "d6-d4")),
        (lambda: pb.Board("english").vacate("d4").play("a3-a5"), ("d2-d4", "b4-d4", "f4-d4", "d6-d4")),
        (lambda: pb.puzzle(pb.Board("english"), difficulty="harder"), ("easy", "medium", "hard", "expert")),  # type: ignore[call-overload]
        (lambda: pb.VectorEnv("english", reward="none"), ("win", "pegs")),  # type: ignore[arg-type]
        (lambda: pb.Board("ooo", lattice="round"), ("square", "triangular")),  # type: ignore[arg-type]
    ],
)
def test_errors_name_alternatives(call: Callable[[], object], alternatives: tuple[str, ...]) -> None:
    with pytest.raises(pb.PegboardError) as error:
        call()
    assert error.value.alternatives == alternatives, str(error.value)


def test_readings_of_drawings() -> None:
    drawing = "abc\nabc\ncba"
    with pytest.raises(pb.PegboardError) as error:
        pb.Board(drawing)
    assert len(error.value.alternatives) == 2 and "outside=" in str(error.value.help), error.value.alternatives
    assert len(pb.Board("abca\nabcb\ncbab", hole="c", peg="b", outside="a")) == 8
    several = "ooo\n\n\nooooo\nooooo"
    assert [len(pb.Board(several, nth=number)) for number in (1, 2)] == [3, 10]


def test_graphs_of_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    petersen = pb.Board(networkx.petersen_graph())
    assert len(petersen) == 10
    assert petersen.jump_count == pb.Board("petersen").jump_count
    assert len(pb.solve(petersen.vacate("0"), finish="any").moves) > 0  # type: ignore[union-attr]


def test_errors_help() -> None:
    with pytest.raises(pb.PegboardError, match="did you mean `wiegleb`") as error:
        pb.Board("weigleb")
    assert error.value.alternatives == ("wiegleb",)
    assert isinstance(error.value, ValueError)
    text = 'Board(\n    name: "Plus",\n    lattice: Round,\n    holes: Picture(["ooo"]),\n)'
    with pytest.raises(pb.PegboardError) as error:
        pb.Board(text)
    assert error.value.help is not None and error.value.help.startswith("write `Square`, `Triangular`")
    assert error.value.diagnostics[0][:3] == (3, 14, "`Round` is not a lattice")
    copy = pickle.loads(pickle.dumps(error.value))
    assert (str(copy), copy.help, copy.diagnostics) == (str(error.value), error.value.help, error.value.diagnostics)
    with pytest.raises(TypeError):
        pb.Board(3.5)  # type: ignore[arg-type]
    for bad in ([], [(0, 0), (0, 0)], "no-such-board.ron", [" "], np.zeros((3, 3)), np.zeros((2, 3), dtype=int), np.zeros((2, 2), dtype=bool)):
        with pytest.raises(pb.PegboardError):
            pb.Board(bad)
    english = pb.Board("english")
    for wrong in ("d2-d3", "d2", 76, -1, 2**70, "z1-z3"):
        with pytest.raises(pb.PegboardError):
            english.jump(wrong)
    for number in (33, -1, 2**70):
        with pytest.raises(pb.PegboardError, match=f"no hole {number}: its holes are numbered from 0 to 32"):
            english.hole(number)
        with pytest.raises(pb.PegboardError, match=f"no hole {number}:"):
            english.vacate(number)
    with pytest.raises(pb.PegboardError, match="has no hole"):
        english.vacate("z9")


def test_arrays_outlive_their_board() -> None:
    board = pb.Board(["ooo", "ooo", "ooo"])
    jumps, symmetries, coords = board.jumps, board.symmetries, board.coords
    expected = jumps.tolist(), symmetries.tolist(), coords.tolist()
    assert jumps.base is not None and not jumps.flags.owndata and not jumps.flags.writeable
    with pytest.raises(ValueError):
        jumps[0, 0] = 1
    part = jumps[::2]
    del board
    gc.collect()
    junk = [bytes(10_000) for _ in range(1000)]
    assert (jumps.tolist(), symmetries.tolist(), coords.tolist()) == expected
    del jumps, junk
    gc.collect()
    assert part.tolist() == expected[0][::2]


def test_jumps(english: pb.Board) -> None:
    jump = english.jump("d2-d4")
    assert (jump.from_, jump.over, jump.to, str(jump)) == ("d2", "d3", "d4", "d2-d4")
    assert tuple(english.jumps[jump.index]) == jump.holes
    assert english.jump(jump.index) == jump == english.jump(jump)
    assert jump != english.jump("d4-d2") and len({jump, english.jump("d2-d4")}) == 1
    assert pickle.loads(pickle.dumps(jump)) == jump
    assert eval(repr(jump), vars(pb)) == jump
    # On boards of no lattice, several jumps can lead from one hole into another.
    for board in (pb.Board("octahedron"), pb.Board("icosahedron")):
        for index in range(board.jump_count):
            assert board.jump(str(board.jump(index))).index == index


def test_problems(triangle: pb.Board) -> None:
    assert len(triangle.problems) == 17
    assert all(isinstance(problem, pb.Problem) for _, problem in pb.Board("english").classic_problems)
