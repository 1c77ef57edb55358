"""Environment for gymnasium: `gymnasium.make("pegboard/Peg-v0", board="english")` after `import pegboard`."""

from __future__ import annotations

import operator
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._codes import codes
from ._native import Board, Oracle, Position, Problem, check_finish
from ._records import Pattern, PegboardError

__all__ = ["PegEnv"]


class PegEnv(gymnasium.Env[NDArray[np.int8], Any]):
    """A game of peg solitaire.

    An observation has a 1 for each hole with a peg. An action is a row of `Board.jumps`; `info["action_mask"]` has a 1 for
    each legal one. A game that meets the finish gives 1, and an illegal jump ends the game with -1.

    With `exact`, `info` also holds the exact `outlook` (1 wins, 0 loses, -1 unknown) and the `chance` of random play, so that an
    agent can be measured against the truth.

    `start` is a position or `random`: then each game begins with at most `pegs` pegs (8 by default) in a random position from which
    the finish can be reached. A seed gives the same games again.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        board: Board | str = "english",
        *,
        finish: str | Position | Pattern | None = None,
        start: Position | str | None = None,
        pegs: int | None = None,
        exact: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.board = board if isinstance(board, Board) else Board(board)
        self.is_random = start == "random"
        first: Board | Position = self.board
        if self.is_random:
            first = self.board.vacate(self.board.vacancy or self.board.holes[0])
        elif start is not None:
            first = self.board.position(start)
        self.problem = Problem(first, finish)
        check_finish(self.problem)
        if pegs is not None and not self.is_random:
            raise PegboardError("pegs belongs to random starts", help="add start='random'")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise PegboardError(f"render_mode={render_mode!r}: the modes are None and 'ansi'")
        if not self.is_random and not self.problem.start.mask.any():
            raise PegboardError("no jump is possible at the start")
        self.pegs = 8 if pegs is None else pegs
        self.oracle = Oracle(self.problem) if exact else None
        self.render_mode = render_mode
        self.position = self.problem.start
        self.observation_space = spaces.MultiBinary(len(self.board))
        self.action_space = spaces.Discrete(self.board.jump_count)
        if self.is_random and not isinstance(self.problem.finish, (str, Position)):
            raise PegboardError("random starts need a finish that is a hole or a position")
        finish_pegs = len(self.problem.finish) if isinstance(self.problem.finish, Position) else 1
        if self.is_random and self.pegs <= finish_pegs:
            raise PegboardError(f"pegs={self.pegs}: a random start needs at least {finish_pegs + 1} pegs, more than the finish has")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        super().reset(seed=seed)
        self.position = self._random_start() if self.is_random else self.problem.start
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        jump = operator.index(action)
        if not self.position.is_legal(jump):
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        self.position = self.position.play(jump)
        is_won = self.problem.is_met_by(self.position)
        is_over = is_won or not self.position.mask.any()
        return self._observation(), float(is_won), is_over, False, self._info()

    def render(self) -> str | None:
        return str(self.position) if self.render_mode == "ansi" else None

    def _observation(self) -> NDArray[np.int8]:
        return self.position.bits.astype(np.int8)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self.position.mask.astype(np.int8),
            "code": codes(self.position.bits)[()],
            "pegs": len(self.position),
        }
        if self.oracle is not None:
            info["outlook"] = self.oracle.outlook(self.position)
            info["chance"] = self.oracle.chance(self.position)
        return info

    def _random_start(self) -> Position:
        """Returns a random position with at most `pegs` pegs, made by playing backwards from the finish."""
        board = self.board
        finish = self.problem.finish
        if isinstance(finish, Position):
            end = finish
        else:
            labels = board.holes if finish == "any" else str(finish).split(",")
            end = board.position([labels[self.np_random.integers(len(labels))]])
        best = position = end
        for _ in range(100):
            position = end
            while len(position) < self.pegs:
                # Playing backwards is playing forwards on complements.
                backwards = position.complement().legal_jumps()
                if not backwards:
                    break
                position = position.unplay(backwards[self.np_random.integers(len(backwards))])
            best = max(best, position, key=len)
            if len(best) == self.pegs:
                break
        return best
