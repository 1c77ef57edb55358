import ctypes
import gc
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import pegboard as pb
from pegboard import baselines
from pegboard.text import TextGame


@pytest.mark.parametrize("name", ["triangle5", "english", "petersen", "square9"])
def test_steps_agree_with_positions(name: str) -> None:
    board = pb.Board(name)
    start = board.vacate(board.holes[0]) if name == "square9" else board.vacate()
    problem = pb.Problem(start, finish="any")
    envs = pb.VectorEnv(problem, n=50, threads=2)
    observations, masks = envs.reset()
    generator = np.random.default_rng(3)
    positions = [start] * 50
    for _ in range(40):
        actions = np.argmax(masks * generator.random(masks.shape), axis=1)
        expected = [position.play(int(action)) for position, action in zip(positions, actions)]
        observations, masks, rewards, done = envs.step(actions)
        for game, position in enumerate(expected):
            is_won = problem.is_met_by(position)
            assert envs.won[game] == is_won == rewards[game]
            assert done[game] == (is_won or not position.legal_jumps())
            assert envs.final_pegs[game] == len(position)
        positions = [start if is_done else position for position, is_done in zip(expected, done)]
        assert (observations == [position.bits for position in positions]).all()
        assert (masks.astype(bool) == [position.mask for position in positions]).all()
        assert (pb.bits(envs.codes, board) == observations).all()


def test_threads_and_starts_do_not_change_games(triangle: pb.Board) -> None:
    starts = [triangle.vacate(hole) for hole in triangle.holes]
    several = [pb.VectorEnv(triangle, n=4100, starts=starts, threads=threads) for threads in (1, 2, 5)]
    for envs in several:
        envs.reset()
    assert (several[0].codes[:15] == [start.code for start in starts]).all()
    generator = np.random.default_rng(5)
    for _ in range(30):
        actions = np.argmax(several[0].masks * generator.random(several[0].masks.shape), axis=1)
        steps = [envs.step(actions) for envs in several]
        for step in steps[1:]:
            assert (step[0] == steps[0][0]).all() and (step[1] == steps[0][1]).all()
            assert (step[2] == steps[0][2]).all() and (step[3] == steps[0][3]).all()


def test_patterns_and_rewards(triangle: pb.Board) -> None:
    problem = pb.Problem(triangle.vacate("a1"), finish=pb.Pattern("a1", "a2"))
    envs = pb.VectorEnv(problem, n=3, reward="pegs")
    _, masks = envs.reset()
    for _ in range(100):
        _, masks, rewards, done = envs.step(np.argmax(masks, axis=1))
        pegs = envs.final_pegs.astype(float)
        assert (rewards == np.where(done & ~envs.won, 1 - pegs, 0)).all()


def test_rewards_count_the_pegs_that_the_finish_lacks(triangle: pb.Board) -> None:
    problem = pb.Problem(triangle.vacate("a1"), finish="a1")
    solved = pb.solve(problem)
    assert isinstance(solved, pb.Solvable)
    line = solved.moves.positions
    finishes: list[tuple[Any, int]] = [(line[-4], 4), (pb.Pattern("a1 b2 or c3 c4 c5"), 2), ("a1", 1), (line[1], 13)]
    for finish, pegs in finishes:
        envs = pb.VectorEnv(problem, finish, n=50, reward="pegs")
        _, masks = envs.reset()
        generator = np.random.default_rng(4)
        ended = 0
        for _ in range(60):
            _, masks, rewards, done = envs.step(np.argmax(masks * generator.random(masks.shape), axis=1))
            too_many = np.maximum(envs.final_pegs.astype(float) - pegs, 0)
            assert (rewards == np.where(done & ~envs.won, -too_many, 0)).all()
            ended += int(done.sum())
        assert ended > 0


def test_each_game_takes_the_starts_in_turn(triangle: pb.Board) -> None:
    starts = [triangle.vacate(hole).code for hole in ("a1", "b3", "a2", "c4")]
    for count in (1, 2, 3, 4):
        envs = pb.VectorEnv(triangle, n=2, starts=starts[:count])
        _, masks = envs.reset()
        begun = [[code] for code in envs.codes.tolist()]
        for _ in range(80):
            _, masks, _, done = envs.step(np.argmax(masks, axis=1))
            for ended in np.flatnonzero(done):
                begun[ended].append(int(envs.codes[ended]))
        for game, codes in enumerate(begun):
            assert len(codes) > count
            assert codes == [starts[(game + number) % count] for number in range(len(codes))]


def test_games_that_fit_no_memory_are_refused() -> None:
    for games in (10**13, 2**62):
        with pytest.raises(MemoryError, match=f"n={games}: each game takes"):
            pb.VectorEnv("triangle5", n=games)


def test_arrays_of_environments_stay_read_only(triangle: pb.Board) -> None:
    envs = pb.VectorEnv(triangle, n=2)
    observations, masks = envs.reset()
    stepped = envs.step(np.argmax(masks, axis=1))
    for array in (observations, masks, *stepped, envs.codes, envs.observations, envs.masks, envs.won, envs.final_pegs):
        with pytest.raises(ValueError):
            array.flags.writeable = True
        assert not array.flags.writeable
    # A mask that memory tricks change makes no jump legal.
    illegal = int(np.argmin(masks[0]))
    address, _ = masks.__array_interface__["data"]
    ctypes.memset(address, 1, masks.size)
    with pytest.raises(pb.PegboardError, match=f"game 0: the jump {illegal} cannot be played"):
        envs.step([illegal, illegal])


def test_illegal_actions_change_nothing(triangle: pb.Board) -> None:
    envs = pb.VectorEnv("triangle5", n=2)
    with pytest.raises(pb.PegboardError, match="reset"):
        envs.step([0, 0])
    _, masks = envs.reset()
    before = envs.codes.copy()
    legal = int(np.argmax(masks[0]))
    illegal = int(np.argmin(masks[0]))
    for wrong in ([legal, illegal], [legal, -1], [legal, 10**6], [legal]):
        with pytest.raises(pb.PegboardError):
            envs.step(wrong)
        assert (envs.codes == before).all()
    of_wrong_types: list[Any] = [[legal + 0.5, legal], np.array([legal, legal], dtype=float), ["0", "0"]]
    for actions in of_wrong_types:
        with pytest.raises(TypeError, match="actions are integers, not"):
            envs.step(actions)
        assert (envs.codes == before).all()
    for kind in (np.uint8, np.int16, ">i4", np.uint64):
        envs.reset()
        envs.step(np.array([legal, legal]).astype(kind))
        assert (envs.codes == triangle.vacate().play(legal).code).all()
    wrong_arguments: list[dict[str, Any]] = [
        {"n": 0},
        {"reward": "none"},
        {"starts": []},
        {"starts": [triangle.full]},
        {"threads": 0},
    ]
    for arguments in wrong_arguments:
        with pytest.raises(pb.PegboardError):
            pb.VectorEnv(triangle, **arguments)


def test_arrays_outlive_their_environment() -> None:
    envs = pb.VectorEnv("english", n=100)
    observations, masks = envs.reset()
    codes, expected = envs.codes, observations.copy()
    del envs
    gc.collect()
    assert (observations == expected).all() and masks.sum() == 400
    assert (pb.bits(codes, 33) == expected).all()


def test_the_environment_of_gymnasium() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    import pegboard.gym as peg

    env = gymnasium.make("pegboard/Peg-v0", board="english", finish="d4")
    check_env(env.unwrapped)
    observation, info = env.reset(seed=1)
    assert observation.sum() == 32 and info["action_mask"].sum() == 4
    solved = pb.solve(pb.Problem(pb.Board("english")))
    assert isinstance(solved, pb.Solvable)
    for jump in solved.moves.jumps:
        observation, reward, is_over, _, info = env.step(jump.index)
    assert reward == 1 and is_over and info["pegs"] == 1
    env.reset()
    illegal = int(np.argmin(info["action_mask"]))
    assert env.step(illegal)[1:3] == (-1.0, True)

    exact = peg.PegEnv("triangle5", start="random", pegs=6, exact=True)
    check_env(exact)
    seeds = [[exact.reset(seed=seed)[1]["code"] for seed in range(20)] for _ in range(2)]
    assert seeds[0] == seeds[1] and len(set(seeds[0])) > 5
    for seed in range(20):
        _, info = exact.reset(seed=seed)
        assert info["outlook"] == 1 and info["chance"] > 0 and info["pegs"] == 6


@pytest.mark.parametrize("first, second", [("gymnasium", "pegboard"), ("pegboard", "gymnasium")])
def test_importing_the_package_registers_the_environment(first: str, second: str) -> None:
    pytest.importorskip("gymnasium")
    program = f"""
import sys
finders = list(sys.meta_path)
import {first}
import pegboard
print("gymnasium" in sys.modules)
import {second}
import gymnasium
print(gymnasium.make("pegboard/Peg-v0", board="triangle5").spec.id, sys.meta_path == finders)
"""
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert made.stdout == f"{first == 'gymnasium'}\npegboard/Peg-v0 True\n"


def test_gymnasium_imports_the_package_that_an_id_names() -> None:
    pytest.importorskip("gymnasium")
    program = "import gymnasium; print(gymnasium.make('pegboard:pegboard/Peg-v0', board='triangle5').spec.id)"
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert made.stdout == "pegboard/Peg-v0\n"


def test_games_in_text() -> None:
    game = TextGame("triangle5")
    prompt = game.reset()
    assert "`12 5`" in prompt and "in hole 1." in prompt and "15" in prompt
    step = game.step("4 1")
    assert step.reward == 0 and not step.is_over and "4" not in step.observation.split("\n")[2]
    assert game.step("nonsense")[1:] == (-1.0, True)
    assert game.step("4 1").observation == "'4 1' is not a legal jump; these are: `6 4`, `9 2`, `11 4`, `13 4`"
    solved = pb.solve(game.problem)
    assert isinstance(solved, pb.Solvable)
    game.reset()
    for jump in solved.moves.jumps:
        step = game.step(f"I jump {jump.holes[0] + 1} {jump.holes[2] + 1}")
    assert step.reward == 1 and step.is_over


@pytest.mark.parametrize("name", ["triangle5", "octahedron", "path8", "petersen"])
def test_each_action_in_text_is_a_jump_or_ends_the_game(name: str) -> None:
    board = pb.Board(name)
    start = board.vacate(board.holes[0])
    game = TextGame(pb.Problem(start, finish="any"))
    legal = [[hole + 1 for hole in jump.holes] for jump in start.legal_jumps()]
    jumps = [(first, second) for first, _, second in legal]
    for first in range(-2, len(board) + 2):
        for second in range(-2, len(board) + 2):
            game.reset()
            step = game.step(f"{first} {second}")
            is_jump = jumps.count((first, second)) == 1
            assert (len(game.game), step.reward == -1, step.is_over) == (is_jump, not is_jump, not is_jump)
    has_twins = name == "octahedron"
    assert ("`12 8 5`" in game.reset()) == has_twins
    for holes in legal if has_twins else []:
        game.reset()
        assert game.step(" ".join(map(str, holes))).reward != -1


def test_actions_in_text_have_two_numbers() -> None:
    game = TextGame("triangle5")
    for wrong in ("", "4", "4 1 6", "0 0", "99 100", "-4 1", "4 -1", "4" * 5000 + " 1"):
        game.reset()
        assert game.step(wrong)[1:] == (-1.0, True), wrong
        assert len(game.game) == 0
    for action in ("4 1", "4-1", "4 - 1", "4->1", "hole-4 to hole-1", "(4, 1)"):
        game.reset()
        assert game.step(action).reward == 0 and len(game.game) == 1, action


def test_prompts_name_the_finish(triangle: pb.Board) -> None:
    start = triangle.vacate("a1")
    finishes: list[tuple[Any, str]] = [
        ("any", "End with one peg."),
        ("a1", "End with one peg, in hole 1."),
        ("a1,a2", "End with one peg, in hole 1 or 2."),
        (triangle.position("a1 b2 a3"), "End with pegs in holes 1, 3 and 4, and all other holes empty."),
        (pb.Pattern("a1"), "End with a peg in hole 1. Other holes may hold pegs or not."),
        (pb.Pattern("", "a1 a2"), "End with no peg in holes 1 and 2. Other"),
        (
            pb.Pattern("a1 a2 or b2", "a3"),
            "End with pegs in holes 1 and 2 and no peg in hole 4, or with a peg in hole 3 and no peg in hole 4. Other",
        ),
        (pb.Pattern("a1 or", "or a2"), "End with a peg in hole 1, or with no peg in hole 2. Other"),
    ]
    for finish, goal in finishes:
        assert goal in TextGame(pb.Problem(start, finish)).reset()


def test_codes_of_large_boards_fit_the_environments_of_gymnasium() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import pegboard.gym as peg

    for name in ("square8", "square9", "triangle5"):
        board = pb.Board(name)
        start = board.vacate(board.holes[0])
        envs = gymnasium.vector.SyncVectorEnv([lambda start=start, board=board: peg.PegEnv(board, start=start, finish="any")] * 2)
        _, info = envs.reset()
        assert (info["code"] == pb.codes(np.array([start.bits, start.bits]))).all()


def test_environments_refuse_settings_without_effect(triangle: pb.Board) -> None:
    pytest.importorskip("gymnasium")
    import pegboard.gym as peg

    wrong: list[tuple[str, dict[str, Any]]] = [
        ("another board", {"start": pb.Board("triangle4").vacate("a1")}),
        ("no jump is possible at the start", {"start": triangle.full}),
        ("pegs belongs to random starts", {"pegs": 5}),
        ("render_mode='human'", {"render_mode": "human"}),
    ]
    for message, settings in wrong:
        with pytest.raises(pb.PegboardError, match=message):
            peg.PegEnv(triangle, **settings)


def test_random_starts_need_no_usual_vacancy() -> None:
    pytest.importorskip("gymnasium")
    import pegboard.gym as peg

    board = pb.Board("ooo\nooo\nooo")
    assert board.vacancy is None
    env = peg.PegEnv(board, start="random", finish="a1", pegs=3)
    env.reset(seed=1)
    assert 1 < len(env.position) <= 3


def test_environments_refuse_the_finish_fewest(triangle: pb.Board) -> None:
    pytest.importorskip("gymnasium")
    import pegboard.gym as peg

    problem = pb.Problem(triangle.vacate("a1"), "fewest")
    makes: list[Callable[[], object]] = [
        lambda: pb.VectorEnv(problem, n=2),
        lambda: peg.PegEnv(triangle, start=triangle.vacate("a1"), finish="fewest"),
        lambda: TextGame(problem),
    ]
    for make in makes:
        with pytest.raises(pb.PegboardError, match="fewest"):
            make()


def test_random_starts_need_pegs() -> None:
    pytest.importorskip("gymnasium")
    import pegboard.gym as peg

    triangle = pb.Board("triangle5")
    pair = triangle.position("a1 a2")
    finishes: list[tuple[Any, int]] = [("a1", 1), ("any", 1), (pair, 2)]
    for finish, pegs in finishes:
        for wrong in (0, pegs):
            with pytest.raises(pb.PegboardError, match=f"pegs={wrong}: a random start needs at least {pegs + 1} pegs"):
                peg.PegEnv(triangle, start="random", finish=finish, pegs=wrong)
        env = peg.PegEnv(triangle, start="random", finish=finish, pegs=pegs + 1)
        for seed in range(10):
            observation, info = env.reset(seed=seed)
            assert info["pegs"] == pegs + 1 and info["action_mask"].any()
            assert triangle.position(observation) == env.position


def test_shares_count_long_games_as_often_as_short_ones(triangle: pb.Board) -> None:
    problem = pb.Problem(triangle.vacate("a1"), finish="a1")
    solved = pb.solve(problem)
    assert isinstance(solved, pb.Solvable)
    lines = [solved.moves.jumps, shortest_dead_end(problem.start)]
    assert [len(line) for line in lines] == [13, 6]

    def half_win(envs: pb.VectorEnv) -> NDArray[np.int64]:
        played = [problem.start.peg_count - int(pegs) for pegs in envs.observations.sum(axis=1)]
        return np.array([lines[game % 2][jumps].index for game, jumps in enumerate(played)])

    for games in (2, 10, 600, 1001):
        assert baselines.share_won(half_win, problem, games=games) == 0.5, games
    steps = 0

    def counted(envs: pb.VectorEnv) -> NDArray[np.int64]:
        nonlocal steps
        steps += 1
        return half_win(envs)

    # 501 games are two games of each of 500 environments.
    baselines.share_won(counted, problem, games=501)
    assert steps == 2 * 13


def shortest_dead_end(start: pb.Position) -> list[pb.Jump]:
    """Returns the jumps of a shortest game that ends with more than one peg."""
    lines: list[tuple[pb.Position, list[pb.Jump]]] = [(start, [])]
    for position, jumps in lines:
        following = position.legal_jumps()
        if not following and len(position) > 1:
            return jumps
        lines.extend((position.play(jump), [*jumps, jump]) for jump in following)
    raise AssertionError("each game ends with one peg")


def test_baselines(triangle: pb.Board) -> None:
    problem = pb.Problem(triangle.position("a3 b3 a4 b4 c5"), finish="any")
    chance = float(pb.random_play_chance(problem))
    random = baselines.share_won(baselines.random_play(1), problem)
    assert abs(random - chance) < 0.05
    learner = baselines.TabularLearner()
    learner.learn(pb.VectorEnv(problem, n=32), steps=400)
    learner.explore = 0
    assert baselines.share_won(learner, problem, games=200) == float(bool(pb.solve(problem)))
    assert 0 <= baselines.share_won(baselines.greedy, problem, games=100) <= 1


