"""Peg solitaire on any board: solve problems, get proofs, count games, and train agents against exact values.

A position is a set of pegs; its code is the integer whose bit `i` is 1 if hole `i` has a peg. Arrays of codes have the type
`uint64` and the shape `(n,)`, or `(n, 2)` with the low word first on boards of more than 64 holes.

A limit such as `time=20` is an answer, never an exception: `solve` returns `Undecided`, and calls that return anything else
return it as well when a limit stops them. Ctrl-C raises `KeyboardInterrupt`, and an exception of a `progress` callback
reaches the caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _gymnasium
from ._native import VERSION as __version__
from ._native import (
    Atlas,
    Board,
    Game,
    Graph,
    Hint,
    Jump,
    Line,
    Move,
    Oracle,
    Position,
    Problem,
    Sweep,
    VectorEnv,
    WinningSet,
    atlas,
    count_games,
    count_solutions,
    fewest_moves,
    graph,
    hint,
    library,
    puzzle,
    random_play_chance,
    solve,
    solve_many,
    sweep,
    verify,
)
from ._records import (
    Answer,
    AtlasEntry,
    Diagnostic,
    FewestMoves,
    GameCounts,
    Grade,
    JumpHint,
    Pattern,
    PegboardError,
    Phase,
    PhaseKind,
    Progress,
    Proof,
    Proven,
    Puzzle,
    Solvable,
    Stats,
    Undecided,
    Unsolvable,
)

if TYPE_CHECKING:
    from ._codes import bits as bits
    from ._codes import codes as codes

__all__ = [
    "Answer",
    "Atlas",
    "AtlasEntry",
    "Board",
    "Diagnostic",
    "FewestMoves",
    "Game",
    "GameCounts",
    "Grade",
    "Graph",
    "Hint",
    "Jump",
    "JumpHint",
    "Line",
    "Move",
    "Oracle",
    "Pattern",
    "PegboardError",
    "Phase",
    "PhaseKind",
    "Position",
    "Problem",
    "Progress",
    "Proof",
    "Proven",
    "Puzzle",
    "Solvable",
    "Stats",
    "Sweep",
    "Undecided",
    "Unsolvable",
    "VectorEnv",
    "WinningSet",
    "__version__",
    "atlas",
    "bits",
    "codes",
    "count_games",
    "count_solutions",
    "fewest_moves",
    "graph",
    "hint",
    "library",
    "puzzle",
    "random_play_chance",
    "solve",
    "solve_many",
    "sweep",
    "verify",
]

_gymnasium.register()


def __getattr__(name: str) -> Any:
    # These need numpy, which takes longer to import than the rest.
    if name in ("bits", "codes"):
        from . import _codes

        return getattr(_codes, name)
    raise AttributeError(f"module 'pegboard' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
