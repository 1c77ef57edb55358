"""The part of the package that is written in Rust."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, Protocol, final, overload

import networkx
import numpy as np
import rustworkx
from numpy.typing import NDArray

from ._records import (
    AtlasEntry,
    FewestMoves,
    GameCounts,
    JumpHint,
    Pattern,
    Progress,
    Proven,
    Puzzle,
    Solvable,
    Undecided,
    Unsolvable,
)

__all__ = [
    "VERSION",
    "Atlas",
    "Board",
    "Certifiable",
    "Game",
    "Graph",
    "Hint",
    "Jump",
    "Line",
    "Move",
    "Oracle",
    "Position",
    "Problem",
    "Sweep",
    "VectorEnv",
    "WinningSet",
    "atlas",
    "check_finish",
    "count_games",
    "count_solutions",
    "fewest_moves",
    "graph",
    "hint",
    "library",
    "phase_kinds",
    "puzzle",
    "random_play_chance",
    "solve",
    "solve_many",
    "sweep",
    "verify",
]

VERSION: Final[str]

class _GraphLike(Protocol):
    @property
    def nodes(self) -> Any: ...
    @property
    def edges(self) -> Any: ...

class _Bar(Protocol):
    def set_description_str(self, desc: str | None = ..., refresh: bool | None = ...) -> None: ...

_Hole = str | int
_Codes = NDArray[Any] | Sequence[int] | Sequence[Position]
_Pegs = str | int | Sequence[_Hole] | Position | NDArray[np.bool_] | NDArray[np.integer[Any]] | np.integer[Any]
_Finish = str | int | Sequence[_Hole] | Position | Pattern
_Path = str | os.PathLike[str]
_Progress = Callable[[Progress], object] | type[_Bar] | _Bar
_Moves = str | int | Jump | Move | Line | Iterable[Any]
_Asked = Problem | Position | Board

def library() -> list[str]:
    """Returns the names of the boards in the library."""

def check_finish(problem: Problem) -> None:
    """Raises an error for the finish `fewest`, which names no finish in advance."""

def phase_kinds() -> list[str]:
    """Returns the names of all kinds of phases."""

@final
class Board:
    """Holes and the jumps between them.

    `source` is the name of a board of the library, the path of a board file, the text of one, rows of text, coordinates on a
    lattice, a picture of booleans, or a graph of networkx. Holes are numbered from 0, row by row from the top left on a lattice. Without `lattice`, a
    drawing shows its lattice, and coordinates lie on a square one.

    `hole`, `peg` and `outside` list characters of a drawing by their meaning, where the usual one is another. `nth` chooses
    one of several boards in a drawing, from 1. These arguments apply only to drawings, and `lattice` to drawings,
    coordinates and pictures. With any other source, they raise `PegboardError`.
    """

    def __new__(
        cls,
        source: str | os.PathLike[str] | Sequence[str] | Sequence[Sequence[int]] | NDArray[Any] | _GraphLike | Board,
        *,
        lattice: Literal["square", "triangular"] | None = None,
        name: str | None = None,
        vacancy: str | None = None,
        finish: str | None = None,
        hole: str = "",
        peg: str = "",
        outside: str = "",
        nth: int | None = None,
    ) -> Board: ...
    @property
    def name(self) -> str: ...
    @property
    def holes(self) -> list[str]:
        """Labels of the holes."""
    @property
    def hole_count(self) -> int: ...
    @property
    def jump_count(self) -> int: ...
    @property
    def jumps(self) -> NDArray[np.uint8]:
        """A row (from, over, to) for each jump."""
    @property
    def symmetries(self) -> NDArray[np.uint8]:
        """A row for each symmetry: the image of each hole."""
    @property
    def coords(self) -> NDArray[np.float64]:
        """A row (x, y) for each hole, y downwards. Neighbors lie about 1 apart."""
    @property
    def lattice(self) -> str | None: ...
    @property
    def symmetry(self) -> str:
        """Name of the symmetry group, such as `D4`."""
    @property
    def vacancy(self) -> str | None:
        """The usual vacancy at the start."""
    @property
    def finish(self) -> str | Position | Pattern | None:
        """The usual finish: the hole of the last peg, a position or a pattern."""
    @property
    def is_null_class(self) -> bool: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def ron(self) -> str:
        """The text of the board file."""
    @property
    def full(self) -> Position: ...
    @property
    def empty(self) -> Position: ...
    @property
    def problems(self) -> list[tuple[str, str]]:
        """Vacancy and finish of each problem that the position classes allow, up to symmetry."""
    @property
    def classic_problems(self) -> list[tuple[str, Problem]]:
        """Classic problems with their names."""
    def hole(self, label: _Hole) -> int:
        """Returns the index of a hole."""
    def jump(self, jump: str | int | Jump) -> Jump:
        """Returns a jump by its notation or its index."""
    def vacate(self, *holes: _Hole | Sequence[_Hole]) -> Position:
        """Returns the position in which only these holes are empty; without any, the usual vacancy."""
    def position(self, pegs: _Pegs) -> Position:
        """Returns a position: a code, a picture, the holes with pegs, or an array with a boolean, 0 or 1 for each hole."""
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, label: str, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Any: ...

@final
class Jump:
    """A jump of a board."""

    def __new__(cls, board: Board, jump: str | int | Jump) -> Jump: ...
    @property
    def board(self) -> Board: ...
    @property
    def from_(self) -> str: ...
    @property
    def over(self) -> str: ...
    @property
    def to(self) -> str: ...
    @property
    def index(self) -> int:
        """Row of the jump in `Board.jumps`."""
    @property
    def holes(self) -> tuple[int, int, int]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Any: ...

@final
class Position:
    """Pegs in some holes of a board. Positions are immutable, and those of a board are ordered by their codes."""

    def __new__(cls, board: Board, pegs: _Pegs) -> Position: ...
    @property
    def board(self) -> Board: ...
    @property
    def code(self) -> int:
        """The integer whose bit `i` is 1 if hole `i` has a peg."""
    @property
    def pegs(self) -> list[str]: ...
    @property
    def vacancies(self) -> list[str]: ...
    @property
    def peg_count(self) -> int: ...
    @property
    def bits(self) -> NDArray[np.uint8]:
        """1 for each hole with a peg, otherwise 0."""
    @property
    def mask(self) -> NDArray[np.bool_]:
        """`True` for each row of `Board.jumps` that can be played."""
    @property
    def class_bits(self) -> int:
        """The position class, which no jump changes."""
    def legal_jumps(self) -> list[Jump]: ...
    def is_legal(self, jump: str | int | Jump) -> bool: ...
    def play(self, *moves: _Moves) -> Position:
        """Returns the position after moves: texts such as `d2-d4`, lines, moves, jumps or their indices, or iterables of them."""
    def unplay(self, jump: str | int | Jump) -> Position:
        """Returns the position before a jump that leads to this one."""
    def after(self) -> NDArray[np.uint64]:
        """Returns the code after each legal jump."""
    def with_peg(self, hole: _Hole) -> Position: ...
    def without_peg(self, hole: _Hole) -> Position: ...
    def complement(self) -> Position: ...
    def canonical(self) -> Position:
        """Returns the image with the smallest code under the symmetries of the board."""
    def images(self) -> list[Position]: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, hole: _Hole, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Position, /) -> bool: ...
    def __le__(self, other: Position, /) -> bool: ...
    def __gt__(self, other: Position, /) -> bool: ...
    def __ge__(self, other: Position, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Any: ...

@final
class Move:
    """A run of jumps by the same peg."""

    def __new__(cls, board: Board, text: str) -> Move: ...
    @property
    def board(self) -> Board: ...
    @property
    def holes(self) -> list[str]:
        """Holes that the peg visits, the one that it leaves first."""
    @property
    def over(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Any: ...

@final
class Line:
    """A start and moves that can be played from it: a sequence of moves."""

    def __new__(cls, start: Position, moves: _Moves | None = None) -> Line: ...
    @property
    def start(self) -> Position: ...
    @property
    def finish(self) -> Position: ...
    @property
    def jumps(self) -> list[Jump]: ...
    @property
    def positions(self) -> list[Position]:
        """The positions from the start to the finish: one more than there are jumps."""
    @property
    def codes(self) -> NDArray[np.uint64]: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Move]: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Any: ...

@final
class Problem:
    """A start and a finish.

    The finish is the hole of the last peg, or several separated by commas; `any`, `fewest` or `complement`; a position; or
    a `Pattern`. Without one, it is the usual finish of the board if the start allows it.
    """

    def __new__(cls, start: _Asked, finish: _Finish | None = None) -> Problem: ...
    @property
    def board(self) -> Board: ...
    @property
    def start(self) -> Position: ...
    @property
    def finish(self) -> str | Position | Pattern: ...
    def is_met_by(self, position: Position) -> bool:
        """Returns `True` for a position that meets the finish; `False` for `fewest`, which no position meets by itself."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Any: ...

@final
class Certifiable:
    def __new__(cls, text: str) -> Certifiable: ...
    def write(self, path: _Path) -> None: ...
    def text(self) -> str: ...

def solve(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    seed: int | None = None,
    record: bool = False,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Solvable | Unsolvable | Undecided:
    """Solves a problem: the answer is `Solvable`, `Unsolvable` or `Undecided`.

    With `record`, an exhaustive search keeps what a certificate needs. `time` is in seconds, `memory` in bytes, and `nodes`
    a number of positions.
    """

def solve_many(
    board: Board,
    codes: _Codes,
    finish: _Finish | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> NDArray[np.void]:
    """Solves a problem from each start, on several threads; the limits hold for each problem.

    The columns of the table are `answer` (1 solvable, 0 unsolvable, -1 undecided), `first_jump` (a row of `Board.jumps`, or
    -1), `jumps`, `proof` (its kind), `nodes` and `seconds`.
    """

def fewest_moves(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    record: bool = False,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> FewestMoves:
    """Finds a solution with the fewest moves. A limit leaves bounds.

    With `record`, a second search keeps what a certificate needs.
    """

def verify(
    path: _Path,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Proven | Undecided:
    """Checks a certificate with the independent checker, and returns what it proves. One that is wrong is an error."""

@final
class Sweep:
    """All positions of a game, level by level."""

    @property
    def problem(self) -> Problem: ...
    @property
    def levels(self) -> NDArray[np.void]:
        """Structured array with a row for each number of pegs: `pegs`, `jumps`, `reachable`, `winning`, `just_lost`,
        `jumps_tried`. For the finish `fewest`, `winning` and `just_lost` are -1."""
    @property
    def symmetry_count(self) -> int:
        """Number of symmetries whose images count as one position."""
    @property
    def seconds(self) -> float: ...
    @property
    def method(self) -> str: ...
    def codes(
        self,
        set: Literal["reachable", "winning", "just_lost"] = "reachable",
        *,
        pegs: int | None = None,
        progress: _Progress | None = None,
    ) -> NDArray[np.uint64]:
        """Returns the codes of a set, ascending within each level; with `pegs`, those of a level."""
    def __len__(self) -> int: ...

@overload
def sweep(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    symmetry: bool = True,
    scratch: _Path | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Sweep: ...
@overload
def sweep(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    symmetry: bool = True,
    scratch: _Path | None = None,
    time: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Sweep | Undecided: ...
@overload
def count_games(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> GameCounts: ...
@overload
def count_games(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> GameCounts | Undecided: ...
@overload
def count_solutions(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> int: ...
@overload
def count_solutions(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> int | Undecided: ...
@overload
def random_play_chance(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Fraction: ...
@overload
def random_play_chance(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Fraction | Undecided: ...

@final
class WinningSet:
    """The winning positions of a problem, stored in a few bytes each."""

    @overload
    @staticmethod
    def find(
        problem: _Asked,
        finish: _Finish | None = None,
        *,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> WinningSet: ...
    @overload
    @staticmethod
    def find(
        problem: _Asked,
        finish: _Finish | None = None,
        *,
        time: float | None = None,
        memory: int | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> WinningSet | Undecided: ...
    @staticmethod
    def open(path: _Path, board: Board | str) -> WinningSet:
        """Maps a file into memory, after its checksum has been checked. Do not change the file while the set is in use."""
    @staticmethod
    def from_bytes(bytes: bytes, board: Board | str) -> WinningSet: ...
    @property
    def bytes(self) -> NDArray[np.uint8]:
        """View of the bytes of the file."""
    @property
    def board(self) -> Board: ...
    @property
    def start(self) -> Position: ...
    @property
    def finishes(self) -> list[Position]: ...
    def save(self, path: _Path) -> None: ...
    def contains(self, codes: _Codes) -> NDArray[np.bool_]:
        """Returns `True` for each position that is winning and can be reached from the start."""
    def codes(self, *, pegs: int | None = None) -> NDArray[np.uint64]:
        """Returns the canonical codes, ascending within each level; with `pegs`, those of a level."""
    def __len__(self) -> int:
        """Number of stored codes."""
    def __contains__(self, position: Position | int, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Any: ...

@final
class Oracle:
    """Exact outlooks for the finish of a problem: 1 wins, 0 loses, -1 is unknown because of a limit."""

    def __new__(
        cls,
        problem: _Asked,
        finish: _Finish | None = None,
        *,
        time: float | None = None,
        memory: int | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> Oracle: ...
    @property
    def problem(self) -> Problem: ...
    @property
    def knows_all(self) -> bool:
        """`True` if every outlook is known without a search."""
    def outlooks(
        self,
        codes: _Codes,
        *,
        time: float | None = None,
        nodes: int | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> NDArray[np.int8]: ...
    def outlook(
        self, position: Position, *, time: float | None = None, nodes: int | None = None, threads: int | None = None
    ) -> int: ...
    def chance(self, position: Position, *, time: float | None = None) -> float | None:
        """Returns the chance that random play from a position reaches the finish, or `None` if it is unknown.

        It is unknown if `knows_all` is false, at a limit, and if more than about four million winning positions can follow.
        """
    def best_line(self, position: Position, *, time: float | None = None) -> Line | None: ...

@final
class Game:
    """A game in progress, with undo and hints."""

    def __new__(cls, problem: _Asked, finish: _Finish | None = None, moves: _Moves | None = None) -> Game: ...
    @property
    def board(self) -> Board: ...
    @property
    def problem(self) -> Problem: ...
    @property
    def position(self) -> Position: ...
    @property
    def jumps(self) -> list[Jump]: ...
    @property
    def moves(self) -> list[Move]: ...
    @property
    def line(self) -> Line: ...
    @property
    def is_won(self) -> bool: ...
    @property
    def is_over(self) -> bool:
        """`True` if no jump is possible."""
    def legal_jumps(self) -> list[Jump]: ...
    def push(self, moves: _Moves) -> None:
        """Plays moves: all of them or none."""
    def pop(self) -> Jump:
        """Undoes the last jump and returns it."""
    def redo(self) -> Jump | None: ...
    def hint(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        threads: int | None = None,
        progress: _Progress | None = None,
    ) -> Hint: ...
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int:
        """Number of jumps played."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__ = None  # type: ignore[assignment]
    def __reduce__(self) -> Any: ...

@final
class Hint:
    """Outlook of every jump, the best line, and the jump that lost the game."""

    @property
    def position(self) -> Position: ...
    @property
    def outlook(self) -> int: ...
    @property
    def jumps(self) -> list[JumpHint]: ...
    @property
    def only_winning_jump(self) -> Jump | None: ...
    @property
    def best_line(self) -> Line | None: ...
    @property
    def lost_by(self) -> tuple[int, Jump] | None:
        """Number of the jump that lost the game, from 1, and the jump."""
    @property
    def alarm(self) -> str: ...
    @property
    def stopped_by(self) -> str | None:
        """Limit that left an outlook unknown."""
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def hint(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    moves: _Moves | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Hint:
    """Returns a hint after moves from the start of a problem."""

@overload
def puzzle(
    board: Board,
    *,
    difficulty: Literal["easy", "medium", "hard", "expert"] = "medium",
    seed: int = 0,
    finish: _Hole | None = None,
    symmetric: bool = False,
    unique_first_jump: bool = False,
    unique_finish: bool = False,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Puzzle: ...
@overload
def puzzle(
    board: Board,
    *,
    difficulty: Literal["easy", "medium", "hard", "expert"] = "medium",
    seed: int = 0,
    finish: _Hole | None = None,
    symmetric: bool = False,
    unique_first_jump: bool = False,
    unique_finish: bool = False,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Puzzle | Undecided: ...

@final
class Graph:
    """Graph of the positions within a number of jumps of a start."""

    @property
    def problem(self) -> Problem: ...
    @property
    def codes(self) -> NDArray[np.uint64]:
        """Code of each position."""
    @property
    def edges(self) -> NDArray[np.int64]:
        """A row for each edge: the indices of its positions."""
    @property
    def edge_jumps(self) -> NDArray[np.int16]:
        """Row in `Board.jumps` of a jump of each edge."""
    @property
    def layers(self) -> NDArray[np.uint8]:
        """Number of jumps from the start to each position."""
    @property
    def outlooks(self) -> NDArray[np.int8]: ...
    def to_networkx(self) -> networkx.DiGraph[int]: ...
    def to_rustworkx(self) -> rustworkx.PyDiGraph[int, str]: ...
    def dot(self) -> str: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str | None: ...
    def __len__(self) -> int: ...

@overload
def graph(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    jumps: int = 2,
    merge: bool = False,
    outlooks: bool = False,
    limit: int = 1_000_000,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Graph: ...
@overload
def graph(
    problem: _Asked,
    finish: _Finish | None = None,
    *,
    jumps: int = 2,
    merge: bool = False,
    outlooks: bool = False,
    limit: int = 1_000_000,
    time: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Graph | Undecided: ...

@final
class Atlas:
    """Every problem of a board from one vacancy to one survivor, up to symmetry."""

    @property
    def board(self) -> Board: ...
    @property
    def entries(self) -> list[AtlasEntry]: ...
    @property
    def counts(self) -> dict[str, int]:
        """Number of problems of each finding."""
    def finding(self, vacancy: _Hole, finish: _Hole) -> str | None:
        """Returns the finding about a problem, or `None` if the position classes exclude it."""
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...

def atlas(
    board: Board,
    path: _Path | None = None,
    *,
    each: float = 20.0,
    time: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
) -> Atlas:
    """Settles every problem of a board, with at most `each` seconds for each problem, and keeps the certificates in the folder
    or file `path`.

    Problems that a limit stops stay open.
    """

@final
class VectorEnv:
    """Many games that are stepped together, for learning agents.

    A game that is over begins again at once. Game `i` begins with the start `i % len(starts)` of `starts`, and takes the next
    one, in turn, each time it begins again. The arrays that `reset` and `step` return belong to the environment and change with
    the next step: copy what you keep. Do not read the arrays while another thread runs `step` or `reset`. `reward` is `win`, 1
    for a game that meets the finish, or `pegs`, which takes 1 for each peg too many at the end of a lost game: each one more
    than the finish has, or than a `Pattern` names.
    """

    def __new__(
        cls,
        problem: _Asked | str,
        finish: _Finish | None = None,
        *,
        n: int = 1,
        starts: _Codes | None = None,
        reward: Literal["win", "pegs"] = "win",
        threads: int | None = None,
    ) -> VectorEnv: ...
    @property
    def problem(self) -> Problem: ...
    @property
    def board(self) -> Board: ...
    @property
    def codes(self) -> NDArray[np.uint64]: ...
    @property
    def observations(self) -> NDArray[np.uint8]: ...
    @property
    def masks(self) -> NDArray[np.uint8]: ...
    @property
    def won(self) -> NDArray[np.bool_]:
        """`True` for each game that the last step won."""
    @property
    def final_pegs(self) -> NDArray[np.uint8]:
        """Pegs of each game after the last step, before a game that was over began again."""
    def reset(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Begins all games and returns observations of shape (n, holes) and masks of legal jumps of shape (n, jumps)."""
    def step(
        self, actions: NDArray[Any] | Sequence[int]
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_]]:
        """Plays a jump in each game and returns observations, masks, rewards, and `True` for games that were over.

        Actions are rows of `Board.jumps`. An action whose mask is 0 is an error that changes no game.
        """
    def __len__(self) -> int: ...
