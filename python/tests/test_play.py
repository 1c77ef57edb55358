import pickle
from typing import Literal

import pytest

import pegboard as pb


def test_games_are_played_and_undone(triangle: pb.Board) -> None:
    game = pb.Game(triangle.vacate("a1"), finish="a1")
    game.push("a3-a1, c3-a3")
    assert str(game) == "a3-a1, c3-a3" and len(game) == 2 and len(game.moves) == 2
    assert str(game.pop()) == "c3-a3" and str(game.redo()) == "c3-a3" and game.redo() is None
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game and eval(repr(game), vars(pb)) == game
    with pytest.raises(pb.PegboardError):
        game.push("a4-a2, a4-a2")
    assert game == copy, "moves are played all or none"
    game.pop(), game.pop()
    with pytest.raises(IndexError):
        game.pop()
    with pytest.raises(TypeError):
        hash(game)
    solved = pb.solve(game.problem)
    assert isinstance(solved, pb.Solvable)
    game.push(solved.moves)
    assert game.is_won and game.line == solved.moves
    other = pb.Game(game.problem)
    for move in solved.moves:
        other.push(move)
    assert other == game and pb.hint(game.problem, moves=solved.moves[0]).outlook == 1
    assert game.line.start == game.problem.start


def test_hints_know_every_outlook(triangle: pb.Board) -> None:
    problem = pb.Problem(triangle.vacate("a1"), finish="a1")
    oracle = pb.Oracle(problem)
    game = pb.Game(problem)
    while not game.is_over:
        hint = game.hint()
        assert hint.outlook == oracle.outlook(game.position) and hint.stopped_by is None
        for each in hint.jumps:
            assert each.outlook == oracle.outlook(game.position.play(each.jump))
        assert [each.jump for each in hint.jumps] == game.legal_jumps()
        wins = [each.jump for each in hint.jumps if each.outlook == 1]
        assert hint.only_winning_jump == (wins[0] if len(wins) == 1 else None)
        if hint.outlook == 1 and not game.is_won:
            assert hint.best_line is not None and hint.best_line.finish.pegs == ["a1"]
        assert hint.svg().startswith("<svg")
        game.push(hint.jumps[-1].jump)
    hint = game.hint()
    if not game.is_won:
        number, jump = hint.lost_by or (0, None)
        assert game.jumps[number - 1] == jump
        before = pb.Line(problem.start, game.jumps[: number - 1]).finish
        assert oracle.outlook(before) == 1 and oracle.outlook(before.play(game.jumps[number - 1])) == 0
    assert pb.hint(problem, moves=game.jumps) == hint


def test_puzzles_are_repeatable(english: pb.Board) -> None:
    difficulties: list[Literal["easy", "medium", "hard"]] = ["easy", "medium", "hard"]
    for difficulty in difficulties:
        puzzle = pb.puzzle(english, difficulty=difficulty, seed=1)
        assert puzzle == pb.puzzle(english, difficulty=difficulty, seed=1)
        assert puzzle.grade.difficulty == difficulty
        assert puzzle.problem.is_met_by(puzzle.solution.finish)
        assert abs(puzzle.grade.chance - pb.random_play_chance(puzzle.problem)) < 1e-9
        assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert pb.puzzle(english, seed=1) == pb.puzzle(english, difficulty="medium", seed=1)
    with pytest.raises(pb.PegboardError, match="difficulties are"):
        pb.puzzle(english, difficulty="impossible")  # type: ignore[call-overload]


def test_oracles_of_boards_without_a_bitmap() -> None:
    board = pb.Board("square8")
    start = board.vacate("c1")
    oracle = pb.Oracle(start, finish="any", time=0.2)
    assert not oracle.knows_all and oracle.chance(start) is None
    assert oracle.outlook(board.position("a1 b1"), time=1) == 1
    assert oracle.outlook(start, nodes=1) in (-1, 1)
    with pytest.raises(pb.PegboardError):
        oracle.outlook(pb.Board("english").full)
