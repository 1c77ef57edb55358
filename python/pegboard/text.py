"""Games for agents that read and write text: a prompt, and actions such as `12 5` on a board with numbered holes."""

from __future__ import annotations

import re
from typing import NamedTuple

from ._native import Board, Game, Jump, Position, Problem, check_finish
from ._records import Pattern, PegboardError

__all__ = ["TextGame", "TextStep"]


class TextStep(NamedTuple):
    """Result of an action."""

    observation: str
    reward: float
    is_over: bool


class TextGame:
    """A game in text.

    The holes are numbered from 1. The action `12 5` moves the peg in hole 12 into hole 5. On boards where jumps over different
    holes have the same ends, `12 8 5` says that it jumps over hole 8. An action that is not a legal jump, or one of several, ends
    the game with the reward -1; meeting the finish gives 1.
    """

    def __init__(self, problem: Problem | Board | str = "triangle5") -> None:
        if isinstance(problem, str):
            problem = Board(problem)
        self.problem = Problem(problem)
        check_finish(self.problem)
        self.game = Game(self.problem)
        ends = [(jump[0], jump[2]) for jump in self.problem.board.jumps.tolist()]
        self._has_twins = len(set(ends)) < len(ends)

    def reset(self) -> str:
        """Begins the game and returns the rules and the board."""
        self.game = Game(self.problem)
        rules = (
            "A peg jumps over a neighbor into an empty hole, and the neighbor is removed. "
            "Answer with two numbers: the hole that the peg leaves and the hole in which it lands, such as `12 5`."
        )
        if self._has_twins:
            rules += " If it can jump over several holes, write the one between them: `12 8 5`."
        return f"{rules} {self._goal()}\n{self.observation()}"

    def _goal(self) -> str:
        finish = self.problem.finish
        if isinstance(finish, Position):
            return f"End with {self._pegs(finish.pegs)}, and all other holes empty."
        if isinstance(finish, Pattern):
            alternatives = []
            for pegs, empty in zip(_alternatives(finish.pegs), _alternatives(finish.empty)):
                parts = [self._pegs(pegs)] if pegs else []
                parts += [f"no peg in {self._holes(empty)}"] if empty else []
                alternatives.append(" and ".join(parts))
            return f"End with {', or with '.join(alternatives)}. Other holes may hold pegs or not."
        if finish == "any":
            return "End with one peg."
        return f"End with one peg, in hole {' or '.join(self._numbers(finish.split(',')))}."

    def _pegs(self, labels: list[str]) -> str:
        return f"{'a peg' if len(labels) == 1 else 'pegs'} in {self._holes(labels)}"

    def _holes(self, labels: list[str]) -> str:
        *first, last = self._numbers(labels)
        return f"holes {', '.join(first)} and {last}" if first else f"hole {last}"

    def _numbers(self, labels: list[str]) -> list[str]:
        return [str(self.problem.board.hole(label) + 1) for label in labels]

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
        board = self.problem.board
        try:
            # A minus that does not join two words or numbers is a sign.
            numbers = [int(number) for number in re.findall(r"(?<!\w)-\d+|\d+", action)]
            counts = (2, 3) if self._has_twins else (2,)
            if len(numbers) not in counts or not all(1 <= number <= len(board) for number in numbers):
                raise PegboardError(f"{action!r} is not an action; write the numbers of two holes, such as `12 5`")
        except ValueError as error:  # a `PegboardError`, or a number of thousands of digits
            return TextStep(str(error), -1.0, True)
        start, *over, end = (board.holes[number - 1] for number in numbers)
        try:
            self.game.push("-".join([start, *(f"({hole})" for hole in over), end]))
        except PegboardError:
            legal = ", ".join(f"`{self._action(jump)}`" for jump in self.game.position.legal_jumps())
            return TextStep(f"{action!r} is not a legal jump; these are: {legal}", -1.0, True)
        is_won = self.game.is_won
        return TextStep(self.observation(), float(is_won), is_won or self.game.is_over)

    def _action(self, jump: Jump) -> str:
        start, over, end = (hole + 1 for hole in jump.holes)
        return f"{start} {over} {end}" if self._has_twins else f"{start} {end}"


def _alternatives(labels: str) -> list[list[str]]:
    """Returns the labels of each alternative of a pattern."""
    return [alternative.split() for alternative in f" {labels} ".split(" or ")]
