"""Records of answers, and the error: plain Python, so that they compare, print and pickle as usual."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray
    from ._native import Certifiable, Jump, Line, Problem


class Diagnostic(NamedTuple):
    """An error in a text, with its place: lines and columns begin with 1."""

    line: int | None
    column: int | None
    message: str
    help: str | None


class PegboardError(ValueError):
    """An error of the library.

    `help` is the remedy, `diagnostics` are the errors in a text with their places, and `alternatives` are texts that may
    have been meant: names, labels, moves, readings of a drawing, or values of the argument that `help` names.
    """

    def __init__(
        self,
        message: str,
        help: str | None = None,
        diagnostics: Sequence[Diagnostic] = (),
        alternatives: Sequence[str] | str = (),
    ) -> None:
        super().__init__(message)
        self.help = help
        self.diagnostics = tuple(diagnostics)
        self.alternatives = (alternatives,) if isinstance(alternatives, str) else tuple(alternatives)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.help, self.diagnostics, self.alternatives)


class PhaseKind(enum.Enum):
    """Kind of work that a call is doing."""

    DEPTH_FIRST = "depth-first search"
    BEAM = "beam search"
    PAGODA_FUNCTIONS = "learning pagoda functions"
    CASES = "cases by first and last jumps"
    FORCED_ENDS = "forced ends"
    EXHAUSTION = "exhaustion"
    MEETING = "meeting of both sides"
    LEVEL = "level"
    CHECKING_LEVELS = "checking finished levels"
    SEARCHING_LEVEL = "searching a level"
    REDISTRIBUTING_LEVELS = "redistributing levels"
    BITMAP = "bitmap"
    POSITIONS = "positions"
    FINISHES = "finishes"
    BEFORE_GOAL = "positions before the goal"
    MOVES_OR_MORE = "moves or more"
    FEWEST_MOVES = "fewest moves"
    SHORTEST_SOLUTIONS = "solutions with the fewest moves"
    MOVE_SETS = "sets of moves"
    SOLUTIONS = "solutions"
    LONGEST_MOVE = "longest move"
    MOVES_OF_LENGTH = "moves of a length"
    LAST_MOVES = "last moves"
    PROBLEM = "problem"
    VACANCY = "vacancy"
    PROBLEMS = "problems"
    SETTLING = "settling"
    COUNTING = "counting"
    GAMES = "games"
    LISTING_GAMES = "listing games"
    RANDOM_PLAY = "random play"
    PUZZLES = "puzzles"
    OUTLOOKS = "outlooks"
    CODES = "codes"
    CANONICAL_CODES = "canonical codes"
    IMAGES = "images"
    INDICES = "indices"
    JUMPS = "jumps"
    GAPS = "gaps"
    ENCODING = "encoding"
    SORTING = "sorting"
    CHECKSUM = "checksum"
    READING = "reading"
    WRITING = "writing"
    WRITING_POSITIONS = "writing positions"
    CHECKING = "checking"
    DRAWING = "drawing"
    STARTING = "starting"
    WAITING_FOR_PROCESSES = "waiting for other processes"
    WAITING_FOR_ADDRESS = "waiting for the address of this process"
    ENDING = "ending"


class Phase(NamedTuple):
    """Current work of a call. `str` gives its text, such as `beam search, width 64`."""

    kind: PhaseKind
    text: str

    def __str__(self) -> str:
        return self.text


def phase(kind: str, text: str) -> Phase:
    """Returns the phase of a kind with this name."""
    return Phase(PhaseKind(kind), text)


class Progress(NamedTuple):
    """Progress of a call.

    `done` is the estimated fraction of the whole call, or else the used share of the time or node limit, the larger of the
    two. It is `None` without either.
    """

    phase: Phase
    done: float | None
    nodes: int
    seconds: float


class Pattern(NamedTuple):
    """A finish that names holes with pegs and empty holes, as labels; all others may have a peg or not.

    The word `or` separates alternatives: `Pattern("e1 f2 or a1")`.
    """

    pegs: str = ""
    empty: str = ""


class Proof(NamedTuple):
    """Proof that a goal cannot be met, or that no game leaves fewer pegs.

    `kind` is `class`, `pegs`, `pagoda`, `cases`, `exhaustion` or `last peg`. `weights` are the weights of its pagoda functions,
    one for each hole.
    """

    kind: str
    text: str
    weights: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        return self.text

    def array(self) -> NDArray[np.int32]:
        """Returns the weights as an array with a row for each function."""
        import numpy

        return numpy.array(self.weights or numpy.zeros((0, 0)), dtype=numpy.int32)


class Stats(NamedTuple):
    """Statistics of a search."""

    nodes: int
    dead_positions: int
    pagoda_prunes: int
    table_hits: int
    restarts: int
    seconds: float


class Answer:
    """Answer to a problem: `Solvable`, `Unsolvable` or `Undecided`.

    An answer is true if the problem is solvable.
    """

    __slots__ = ("_certifiable", "problem", "stats")

    def __init__(self, problem: Problem | None, stats: Stats | None, certifiable: Certifiable | None) -> None:
        self.problem = problem
        self.stats = stats
        self._certifiable = certifiable

    def __bool__(self) -> bool:
        return False

    def certificate(self, path: str | os.PathLike[str]) -> None:
        """Writes the answer and its proof as a certificate, which `verify` checks."""
        self._source().write(path)

    def certificate_text(self) -> str:
        """Returns the text of the certificate."""
        return self._source().text()

    def _source(self) -> Certifiable:
        if self._certifiable is None:
            raise PegboardError(
                "the answer was pickled without the record that a certificate needs",
                help="solve with record=True",
            )
        return self._certifiable

    def _content(self) -> tuple[Any, ...]:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        return type(self) is type(other) and self.problem == other.problem and self._content() == other._content()

    def __hash__(self) -> int:
        return hash((type(self), self.problem))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(repr(part) for part in self._content())})"

    def __reduce__(self) -> tuple[Any, ...]:
        try:
            text = self.certificate_text()
        except PegboardError:  # an answer without the record that a certificate needs
            text = None
        return _unpickled, (type(self), self._content(), self.problem, self.stats, text)


def _unpickled(
    kind: Any, content: tuple[Any, ...], problem: Problem | None, stats: Stats | None, text: str | None
) -> Any:
    from ._native import Certifiable

    certifiable = None if text is None else Certifiable(text)
    return kind(*content, problem=problem, stats=stats, certifiable=certifiable)


class Solvable(Answer):
    """A line that meets the goal. For the goal `fewest`, `proof` proves that no line leaves fewer pegs."""

    __slots__ = ("moves", "proof")
    __match_args__: ClassVar[tuple[str, ...]] = ("moves",)

    def __init__(
        self,
        moves: Line,
        proof: Proof | None = None,
        *,
        problem: Problem | None = None,
        stats: Stats | None = None,
        certifiable: Certifiable | None = None,
    ) -> None:
        super().__init__(problem, stats, certifiable)
        self.moves = moves
        self.proof = proof

    def __bool__(self) -> bool:
        return True

    def _content(self) -> tuple[Any, ...]:
        return (self.moves,) if self.proof is None else (self.moves, self.proof)

    def __str__(self) -> str:
        return str(self.moves)

    def _repr_svg_(self) -> str:
        return self.moves.svg()


class Unsolvable(Answer):
    """No line meets the goal."""

    __slots__ = ("proof",)
    __match_args__: ClassVar[tuple[str, ...]] = ("proof",)

    def __init__(
        self,
        proof: Proof,
        *,
        problem: Problem | None = None,
        stats: Stats | None = None,
        certifiable: Certifiable | None = None,
    ) -> None:
        super().__init__(problem, stats, certifiable)
        self.proof = proof

    def _content(self) -> tuple[Any, ...]:
        return (self.proof,)

    def __str__(self) -> str:
        return f"unsolvable: {self.proof}"

    def _repr_svg_(self) -> str | None:
        from ._pictures import weights_svg

        return weights_svg(self)


class Undecided(Answer):
    """A limit was reached first: `time`, `nodes` or `memory`.

    `tried` names the methods, and `best` is the best line so far for the goal `fewest`.
    """

    __slots__ = ("best", "stopped_by", "tried")
    __match_args__: ClassVar[tuple[str, ...]] = ("stopped_by",)

    def __init__(
        self,
        stopped_by: str,
        *,
        tried: Sequence[str] = (),
        best: Line | None = None,
        problem: Problem | None = None,
        stats: Stats | None = None,
        certifiable: Certifiable | None = None,
    ) -> None:
        super().__init__(problem, stats, None)
        self.stopped_by = stopped_by
        self.tried = tuple(tried)
        self.best = best

    def _source(self) -> Certifiable:
        raise PegboardError("an undecided answer has no certificate")

    def _content(self) -> tuple[Any, ...]:
        return (self.stopped_by,)

    def __str__(self) -> str:
        return f"undecided: stopped by {self.stopped_by}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _undecided, (self.stopped_by, self.tried, self.best, self.problem, self.stats)


def _undecided(
    stopped_by: str, tried: tuple[str, ...], best: Line | None, problem: Problem | None, stats: Stats | None
) -> Undecided:
    return Undecided(stopped_by, tried=tried, best=best, problem=problem, stats=stats)


class FewestMoves(NamedTuple):
    """Solution with few moves, and what is proved about it.

    `moves` is the number of moves of the best solution, and `at_least` a proved lower bound; both are `None` if the
    problem is unsolvable. `stopped_by` is the limit that stopped the search. It is also `None` where the search for a proof
    would not fit the memory, so that none was begun.
    """

    moves: int | None
    at_least: int | None
    is_proved: bool
    stopped_by: str | None
    answer: Solvable | Unsolvable | Undecided


class Proven(NamedTuple):
    """Statement of a certificate that has been checked."""

    sentence: str
    answer: str
    board: str
    start: int


class GameCounts(NamedTuple):
    """Statistics of all games from a start."""

    games: int
    by_final_pegs: dict[int, int]
    by_survivor: dict[str, int]
    solutions: int | None
    shortest_dead_end: int | None
    shortest_game: int
    longest_game: int


class JumpHint(NamedTuple):
    """A jump and its outlook: 1 wins, 0 loses, -1 is unknown."""

    jump: Jump
    outlook: int


class Grade(NamedTuple):
    """Grade of a puzzle: statistics of its games."""

    difficulty: str
    score: float
    jumps: int
    chance: float
    winning_share: float
    forced: float
    first_jumps: int
    winning_first_jumps: int
    finishes: tuple[str, ...]


class Puzzle(NamedTuple):
    """A problem with a solution and a grade."""

    problem: Problem
    solution: Line
    grade: Grade

    def _repr_svg_(self) -> str:
        return self.problem._repr_svg_()


class AtlasEntry(NamedTuple):
    """A problem of an atlas: `finding` is `solvable`, `pagoda`, `cases`, `exhaustion`, `open` or `unchecked`."""

    vacancy: str
    finish: str
    finding: str
    seconds: float


def level_table(rows: list[tuple[int, ...]]) -> NDArray[np.void]:
    """Returns the sizes of levels as a structured array. A count that is unknown is -1."""
    import numpy

    names = ("pegs", "jumps", "reachable", "winning", "just_lost", "jumps_tried")
    return numpy.array(rows, dtype=[(name, numpy.int64) for name in names])


def answer_table(length: int) -> NDArray[np.void]:
    """Returns an empty table of answers."""
    import numpy

    columns = [
        ("answer", "i1"),
        ("first_jump", "i2"),
        ("jumps", "u1"),
        ("proof", "U10"),
        ("nodes", "u8"),
        ("seconds", "f8"),
    ]
    return numpy.zeros(length, dtype=columns)


def proof_kinds(kinds: list[str]) -> NDArray[np.str_]:
    """Returns the kinds of proofs as an array."""
    import numpy

    return numpy.array(kinds, dtype="U10")
