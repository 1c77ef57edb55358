"""Baselines for learning agents: random play, a greedy player, and a small tabular learner.

`python -m pegboard.baselines triangle5` prints how often each wins.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._codes import bits
from ._native import Board, Problem, VectorEnv
from ._records import PegboardError

__all__ = ["TabularLearner", "greedy", "random_play", "share_won"]

Policy = Callable[[VectorEnv], NDArray[np.int64]]


def random_play(seed: int = 0) -> Policy:
    """Returns a player to whom each legal jump is equally likely."""
    generator = np.random.default_rng(seed)

    def act(envs: VectorEnv) -> NDArray[np.int64]:
        return _best(envs.masks * generator.random(envs.masks.shape))

    return act


def greedy(envs: VectorEnv) -> NDArray[np.int64]:
    """Chooses the jump that leaves the most legal jumps. The board has at most 64 holes."""
    values = np.where(envs.masks == 1, _mobility(envs.board, _after(envs)), -1)
    return _best(values)


def _best(values: NDArray[Any]) -> NDArray[np.int64]:
    """Returns the column with the greatest value of each row."""
    result: NDArray[np.int64] = np.argmax(values, axis=1)
    return result


def _after(envs: VectorEnv) -> NDArray[np.uint64]:
    """Returns the code after each jump of each game, legal or not."""
    if len(envs.board) > 64:
        raise PegboardError(f"board {envs.board.name} has more than 64 holes, too many for this player")
    jumps = envs.board.jumps.astype(np.uint64)
    changes = np.bitwise_or.reduce(np.uint64(1) << jumps, axis=1)
    result: NDArray[np.uint64] = envs.codes[:, None] ^ changes
    return result


def _mobility(board: Board, codes: NDArray[np.uint64]) -> NDArray[np.int64]:
    pegs = bits(codes.ravel(), board)
    start, over, end = board.jumps.T
    legal = pegs[:, start] & pegs[:, over] & (1 - pegs[:, end])
    result: NDArray[np.int64] = legal.sum(axis=1, dtype=np.int64).reshape(codes.shape)
    return result


class TabularLearner:
    """Learns the value of each position by playing: the share of games from it that were won.

    It plays the jump with the best value, and with the chance `explore` any. The board has at most 64 holes.
    """

    def __init__(self, *, rate: float = 0.2, explore: float = 0.2, seed: int = 0) -> None:
        self.values: dict[int, float] = {}
        self.rate = rate
        self.explore = explore
        self.generator = np.random.default_rng(seed)

    def __call__(self, envs: VectorEnv) -> NDArray[np.int64]:
        after = _after(envs)
        known = np.zeros(after.shape)
        rows, columns = np.nonzero(envs.masks)
        known[rows, columns] = [self.values.get(code, 0.1) for code in after[rows, columns].tolist()]
        noise = self.generator.random(after.shape)
        values = np.where(envs.masks == 1, known + 1e-6 * noise, -1.0)
        explores = self.generator.random(len(envs)) < self.explore
        choice = np.where(explores[:, None], envs.masks * (1 + noise), values)
        return _best(choice)

    def learn(self, envs: VectorEnv, steps: int) -> None:
        """Plays and learns: at the end of a game, each of its positions moves toward the best that followed."""
        games: list[list[int]] = [[] for _ in range(len(envs))]
        envs.reset()
        for _ in range(steps):
            actions = self(envs)
            after = _after(envs)[np.arange(len(envs)), actions].tolist()
            _, _, rewards, done = envs.step(actions)
            for game, code, reward, is_done in zip(games, after, rewards.tolist(), done.tolist()):
                game.append(code)
                if is_done:
                    self._end(game, float(reward))

    def _end(self, game: list[int], reward: float) -> None:
        target = reward
        for code in reversed(game):
            value = self.values.get(code, 0.1)
            value += self.rate * (target - value)
            self.values[code] = value
            target = max(value, reward)
        game.clear()


def share_won(policy: Policy, problem: Problem, *, games: int = 2000) -> float:
    """Returns the share of games that a player wins.

    The games run in `n = min(games, 500)` environments. The first `ceil(games / n)` games of each environment count, so that
    short games count no more than long ones.
    """
    envs = VectorEnv(problem, n=min(games, 500))
    envs.reset()
    quota = -(-games // len(envs))
    ended = np.zeros(len(envs), dtype=np.int64)
    won = 0
    while (ended < quota).any():
        _, _, _, done = envs.step(policy(envs))
        counts = ended < quota
        won += int((envs.won & counts).sum())
        ended += done & counts
    return won / (quota * len(envs))


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "triangle5"
    problem = Problem(Board(name))
    learner = TabularLearner()
    learner.learn(VectorEnv(problem, n=64), steps=2000)
    learner.explore = 0
    players: list[tuple[str, Policy]] = [("random", random_play()), ("greedy", greedy), ("tabular", learner)]
    for player, policy in players:
        print(f"{player:8} wins {share_won(policy, problem):7.2%} of its games")


if __name__ == "__main__":
    main()
