"""Searches of every built-in game answer as they did: values, nodes and lines, at both speeds.

`same_searches.json` was written by `python tests/differential/searches/test_same_searches.py`. A
change that is to make no difference must leave it as it is; one that is meant to (another order of
moves, say) writes it anew, and its diff shows what became of which game.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay import CHANCE, Engine, Game, Result
from outplay.games import BUILT_IN

FILE = Path(__file__).with_name("same_searches.json")

SMALL = ("tic-tac-toe", "pig")
"""Games that are searched to their ends too."""

DEEP = {"chess": 2, "2048": 2, "backgammon": 1, "othello": 3, "hex": 2, "checkers": 4}
"""How deep the textbook searches go, if not as deep as in other games."""
DEPTH = 3

NODES = 2000
PLIES = (0, 5, 12)
"""Positions are the first one, and those that random play has come to after so many plies."""


def positions(game: Game[Any, Any], name: str) -> Iterator[tuple[int, Any]]:
    for plies in PLIES:
        draw = random.Random(f"{name} {plies}")
        s = game.initial()
        for _ in range(plies):
            if game.is_terminal(s):
                break
            s = game.result(s, draw.choice(game.legal(s)))
        while not game.is_terminal(s) and game.to_move(s) == CHANCE:
            s = game.result(s, draw.choice(game.legal(s)))
        if not game.is_terminal(s):
            yield plies, s


def searches(game: Game[Any, Any], name: str, speed: str) -> Iterator[tuple[str, Any]]:
    """What each search is called, and a function of a state that does it."""
    depth = DEEP.get(name, DEPTH)
    limit = {"depth": depth, "speed": speed}
    if game.properties.deterministic:
        yield "minimax", lambda s: outplay.minimax(game, s, **{**limit, "depth": depth - 1})
        yield "negamax", lambda s: outplay.negamax(game, s, **{**limit, "depth": depth - 1})
        yield "alphabeta", lambda s: outplay.alphabeta(game, s, **limit)
        yield "alphabeta, strict", lambda s: outplay.alphabeta(game, s, strict=True, **limit)
        yield "alphabeta, hard", lambda s: outplay.alphabeta(game, s, fail_soft=False, **limit)
        yield (
            "alphabeta, random",
            lambda s: outplay.alphabeta(game, s, order="random", seed=5, **limit),
        )
        yield "alphabeta, memory", lambda s: outplay.alphabeta(game, s, memory=True, **limit)
    else:
        for pruning in ("none", "star1", "star2"):
            bounds = None if pruning == "none" else (-(10.0**6), 10.0**6)
            yield (
                f"expectiminimax, {pruning}",
                lambda s, p=pruning, b=bounds: outplay.expectiminimax(
                    game, s, pruning=p, bounds=b, **limit
                ),
            )
    yield "engine", lambda s: Engine(game, memory=4, speed=speed).analyse(s, nodes=NODES)
    yield "engine, depth", lambda s: Engine(game, memory=4, speed=speed).analyse(s, depth=depth)
    yield (
        "engine, lines",
        lambda s: Engine(game, memory=4, speed=speed).analyse(s, nodes=NODES, lines=3),
    )
    yield (
        "engine, full width",
        lambda s: Engine(game, memory=4, speed=speed, selective=False).analyse(s, nodes=NODES),
    )
    if name in SMALL:
        yield "engine, exact", lambda s: Engine(game, memory=4, speed=speed).analyse(s, exact=True)
        if game.properties.deterministic:
            yield "alphabeta, end", lambda s: outplay.alphabeta(game, s, speed=speed)


def told(game: Game[Any, Any], result: Result) -> str:
    """What a result says, on one line; of counters and other moves, a digest."""
    s, line = result.state, []
    for a in result.line:
        line.append(game.format_action(s, a))
        s = game.result(s, a)
    kind = str(result.bound).rsplit(".", 1)[-1]
    rest = (
        result.stopped_by,
        result.depth,
        result.distance,
        sorted(result.counts.items()),
        [f"{float(move.value):.6g}" for move in result.moves],
    )
    digest = hashlib.sha256(repr(rest).encode()).hexdigest()[:8]
    return f"{kind} {float(result.value):.9g}; {result.nodes} nodes; {digest}; {' '.join(line)}"


def found(name: str, speed: str) -> dict[str, str]:
    game = outplay.load(name)
    answers = {}
    for plies, s in positions(game, name):
        for title, search in searches(game, name, speed):
            try:
                answers[f"{plies} plies, {title}"] = told(game, search(s))
            except outplay.OutplayError as error:
                answers[f"{plies} plies, {title}"] = str(error)
    return answers


@pytest.mark.long
@pytest.mark.parametrize("speed", ["python", "native"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_searches_answer_as_they_did(name: str, speed: str) -> None:
    assert found(name, speed) == json.loads(FILE.read_text(encoding="utf-8"))[f"{name}, {speed}"]


if __name__ == "__main__":
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for one in sys.argv[1:] or BUILT_IN:
        for speed in ("python", "native"):
            known[f"{one}, {speed}"] = found(one, speed)
            print(one, speed, len(known[f"{one}, {speed}"]), flush=True)
    FILE.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
