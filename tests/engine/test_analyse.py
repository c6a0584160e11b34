"""One call for any algorithm: the engine, iterative deepening, the textbook; the limits."""

from typing import Any

import pytest
from take_games import AIMA, Pile, Take

import outplay
from outplay import MAX, Clock, Game, Memory, Result, RulesError, UnfitGame, UsageError
from outplay.games.connect_four import ConnectFour
from outplay.games.pig import Pig
from outplay.games.tic_tac_toe import TicTacToe


@pytest.mark.parametrize("algorithm", ["engine", "deepening", "minimax", "negamax", "alphabeta"])
@pytest.mark.parametrize("nodes", [1, 17, 300])
def test_node_limits_are_exact(algorithm: str, nodes: int) -> None:
    result = outplay.analyse(TicTacToe(), algorithm=algorithm, nodes=nodes, speed="python")
    assert (result.nodes, result.stopped_by) == (nodes, "nodes")
    assert result.action in range(9)


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "star2"])
def test_chance_by_name(algorithm: str) -> None:
    result = outplay.analyse(Pig(target=20), algorithm=algorithm, depth=3, speed="python")
    assert result.algorithm == algorithm
    assert result.stopped_by == "depth"


def test_progress_is_told_each_depth() -> None:
    told: list[Result] = []
    result = outplay.analyse(
        ConnectFour(), algorithm="deepening", depth=3, progress=told.append, speed="python"
    )
    assert [r.depth for r in told] == [1, 2, 3]
    assert [r.nodes for r in told] == sorted(r.nodes for r in told)
    assert {r.algorithm for r in told} == {"deepening"}
    assert told[-1].nodes == result.nodes


def test_a_proven_game_stops_early() -> None:
    told: list[Result] = []
    result = outplay.analyse(
        Take(),
        algorithm="deepening",
        time=60,
        progress=told.append,
        speed="python",
        state=Pile(4, MAX),
    )
    assert (result.stopped_by, result.proven, result.value) == ("end", True, -1)
    assert len(told) == result.depth == 4


def test_the_engine_is_the_default_and_stops_early() -> None:
    result = outplay.analyse(Take(), Pile(4, MAX), time=60)
    assert (result.algorithm, result.stopped_by, result.proven) == ("engine", "end", True)
    assert result.value == -1


@pytest.mark.parametrize("speed", ["python", "native"])
def test_progress_of_the_engine_is_told_a_few_times_a_second(speed: str) -> None:
    told: list[Result] = []
    outplay.analyse(ConnectFour(), time=1.3, progress=told.append, speed=speed)
    # When a depth is finished, and a few times a second between.
    depths = {r.depth for r in told}
    assert 1 <= len(told) <= len(depths) + 6
    assert {r.algorithm for r in told} == {"engine"}
    assert [r.nodes for r in told] == sorted(r.nodes for r in told)
    for r in told:
        assert r.stopped_by == ""
        assert r.line[0] == r.action
        assert "table_permille" in r.counts


def test_what_is_for_the_engine_alone() -> None:
    for option in ({"exact": True}, {"lines": 2}, {"threads": 2}, {"clock": Clock(60)}):
        (name,) = option
        with pytest.raises(UsageError, match=f"{name} is for the engine, not for alphabeta"):
            outplay.analyse(Take(), algorithm="alphabeta", **option)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="The engine has no option 'strict'; it has memory"):
        outplay.analyse(Take(), strict=True)
    with pytest.raises(UsageError, match="leave out the depth"):
        outplay.analyse(Take(), exact=True, depth=3)
    with pytest.raises(UsageError, match="lines must be a whole number from 1"):
        outplay.analyse(Take(), lines=0)


def test_exact_values_of_all_moves() -> None:
    result = outplay.analyse(Take(), exact=True, speed="python")
    assert {str(move.bound) for move in result.moves} == {"="}
    assert all(move.distance == len(move.line) for move in result.moves)
    one = outplay.analyse(Take(), exact=True, lines=1, speed="python")
    assert (one.action, one.value, one.distance) == (result.action, result.value, result.distance)


@pytest.mark.parametrize("seconds", [0.05, 0.01, 0.0])
def test_a_small_search_that_ran_out_is_not_the_answer(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its values are right, but its lines, and with them the distances of draws, end early."""
    monkeypatch.setattr("outplay.search.runner.UNTIMED_SECONDS", seconds)
    game = TicTacToe()
    result = outplay.analyse(game, game.play(["a1", "b1"]), exact=True)
    assert (
        sorted((move.value, move.distance) for move in result.moves) == [(0, 7)] * 4 + [(1, 5)] * 3
    )


def test_a_result_tells_its_lines() -> None:
    result = outplay.analyse(Take(), exact=True, speed="python")
    first = result.moves[0]
    assert f"line    {' '.join(map(str, result.line))} (the game ends" in str(result)
    assert f"line 1  {' '.join(map(str, first.line))} (the game ends" in result.report(lines=2)
    assert "line 2  " in result.report(lines=2)
    assert "line 3  " not in result.report(lines=2)
    assert [("line" in move) for move in result.as_dict(1)["moves"]][:2] == [True, False]


def test_depth_zero_is_an_estimate() -> None:
    for algorithm in ("engine", "deepening", "alphabeta"):
        result = outplay.analyse(Game.from_tree(AIMA), algorithm=algorithm, depth=0)
        assert (result.action, str(result.bound), result.nodes) == (None, "~", 1)
        assert result.value == pytest.approx(sum(map(sum, AIMA)) / 9)


def test_depth_zero_leaves_a_memory_free() -> None:
    memory = Memory()
    outplay.alphabeta(Take(), depth=0, memory=memory)
    assert outplay.alphabeta(Take(), depth=5, memory=memory, speed="native").value == 1


def test_no_time_still_gives_a_move() -> None:
    result = outplay.analyse(ConnectFour(), time=0, speed="python")
    assert result.action in range(7)
    assert result.stopped_by == "time"


def test_terminal_states() -> None:
    over = Pile(0, MAX)
    assert outplay.best_move(Take(), over) is None
    assert outplay.analyse(Take(), over).stopped_by == "end"


def test_best_move() -> None:
    assert outplay.best_move(Take(), speed="python") == 1
    assert outplay.best_move(Take(), clock=Clock(10, 1), speed="python") == 1
    assert outplay.best_move(Take(), algorithm="deepening", speed="python") == 1


def test_unknown_names_are_sentences() -> None:
    with pytest.raises(
        UsageError, match=r"no algorithm called 'mcts'; choose from engine, deepening"
    ):
        outplay.analyse(Take(), algorithm="mcts")
    with pytest.raises(UsageError, match="speed must be one of auto, native, python, not 'fast'"):
        outplay.analyse(Take(), speed="fast", depth=2)
    with pytest.raises(UsageError, match="order must be one of given, random, priority"):
        outplay.alphabeta(Take(), order="best")
    with pytest.raises(UsageError, match="pruning must be none, star1 or star2"):
        outplay.expectiminimax(Pig(), depth=1, pruning="star3")
    with pytest.raises(UsageError, match="Give a depth or a cutoff, not both"):
        outplay.minimax(Take(), depth=2, cutoff=lambda s, ply: True)
    with pytest.raises(UsageError, match="memory must be True, False or a Memory"):
        outplay.minimax(Take(), memory=100)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("analyse", outplay.analyse),
        ("count", outplay.count),
        ("perft", lambda game: outplay.perft(game, 2)),
        ("strategy", outplay.strategy),
        ("quiet_cutoff", lambda game: outplay.quiet_cutoff(game, 2)),
        ("expectiminimax", lambda game: outplay.expectiminimax(game, pruning="star1")),
        ("minimax", outplay.minimax),
    ],
)
def test_what_is_no_game(name: str, ask: Any) -> None:
    with pytest.raises(UsageError, match=f"{name} needs a Game, not dict"):
        ask({})


class Cyclic(Take):
    may_cycle = True


def test_games_that_do_not_fit() -> None:
    for search in (outplay.minimax, outplay.negamax, outplay.alphabeta):
        with pytest.raises(UnfitGame, match=r"pig has chance nodes.*use expectiminimax"):
            search(Pig(), depth=2)
        with pytest.raises(UnfitGame, match=r"whole tree is endless; give \w+ a depth"):
            search(Cyclic())
        assert search(Cyclic(), depth=2, speed="python").stopped_by == "depth"
    with pytest.raises(UnfitGame, match=r"does not answer priority\(s, a\)"):
        outplay.alphabeta(Take(), order="priority")
    with pytest.raises(UnfitGame, match=r"does not answer candidates\(s\)"):
        outplay.alphabeta(Take(), candidates=True)
    with pytest.raises(UnfitGame, match=r"star1 needs bounds=.*take does not answer bounds"):
        outplay.expectiminimax(Take(), pruning="star1")
    with pytest.raises(UsageError, match="bounds must be finite, low before high"):
        outplay.expectiminimax(Take(), pruning="star1", bounds=(1, -1))
    with pytest.raises(RulesError, match="outside the given bounds"):
        outplay.expectiminimax(Take(), pruning="star1", bounds=(0, 0.5))
    with pytest.raises(UnfitGame, match="tree is endless; count its states alone"):
        outplay.count(Cyclic())


def test_counting_errors() -> None:
    with pytest.raises(UsageError, match="perft needs a depth"):
        outplay.perft(Take(), None)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="depth must be a whole number"):
        outplay.perft(Take(), -1)
    with pytest.raises(UsageError, match="depth can be 10000 at most"):
        outplay.perft(Take(), 10_001)
    with pytest.raises(UsageError, match="time must be a number"):
        outplay.count(Take(), time=-1)
    with pytest.raises(outplay.OutplayError, match=r"did not end within 0\.01 s; a partial count"):
        outplay.count(ConnectFour(), time=0.01, speed="python")
