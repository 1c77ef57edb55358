"""Games for agents that read and write text: a prompt, and actions such as `12 5` on a board with numbered holes."""

from __future__ import annotations

import re
from typing import NamedTuple

from ._native import Board, Game, Problem
from ._records import PegboardError

__all__ = ["TextGame", "TextStep"]


class TextStep(NamedTuple):
    """Result of an action."""

    observation: str
    reward: float
    is_over: bool


class TextGame:
    """A game in text.

    The holes are numbered from 1. The action `12 5` moves the peg in hole 12 into hole 5. An action that is not a legal jump ends
    the game with the reward -1; meeting the finish gives 1.
    """

    def __init__(self, problem: Problem | Board | str = "triangle5") -> None:
        if isinstance(problem, str):
            problem = Board(problem)
        self.problem = Problem(problem)
        self.game = Game(self.problem)

    def reset(self) -> str:
        """Begins the game and returns the rules and the board."""
        self.game = Game(self.problem)
        finish = self.problem.finish
        if isinstance(finish, str) and finish not in ("any", "fewest"):
            holes = [str(self.problem.board.hole(label) + 1) for label in finish.split(",")]
            goal = f"End with one peg, in hole {' or '.join(holes)}."
        else:
            goal = "End with one peg."
        rules = (
            "A peg jumps over a neighbor into an empty hole, and the neighbor is removed. "
            "Answer with two numbers: the hole that the peg leaves and the hole in which it lands, such as `12 5`."
        )
        return f"{rules} {goal}\n{self.observation()}"

    def observation(self) -> str:
        """Returns the board: numbers are pegs, dots are empty holes."""
        position = self.game.position
        board = position.board
        rows: dict[float, list[tuple[float, str]]] = {}
        for hole, (x, y) in enumerate(board.coords.tolist()):
            mark = str(hole + 1) if board.holes[hole] in position else "."
            rows.setdefault(round(y, 3), []).append((x, mark))
        left = min(x for row in rows.values() for x, _ in row)
        lines = []
        for _, row in sorted(rows.items()):
            line = ""
            for x, mark in sorted(row):
                line = line.ljust(round((x - left) * 4)) + mark.rjust(3) + " "
            lines.append(line.rstrip())
        return "\n".join(lines)

    def step(self, action: str) -> TextStep:
        """Plays a jump."""
        numbers = re.findall(r"\d+", action)
        board = self.problem.board
        try:
            if len(numbers) != 2:
                raise PegboardError(f"{action!r} is not an action; write two numbers such as `12 5`")
            labels = [board.holes[int(number) - 1] for number in numbers if 0 < int(number) <= len(board)]
            self.game.push("-".join(labels))
        except PegboardError as error:
            return TextStep(str(error), -1.0, True)
        is_won = self.game.is_won
        return TextStep(self.observation(), float(is_won), is_won or self.game.is_over)
