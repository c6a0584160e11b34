"""The proof skeleton of a search: what decides it, out of millions of nodes.

The principal line; for every other move the best reply to it, which refutes it; and the rest
folded into a word: "17 more, 412 k nodes, all ≤ 2". What is folded at a node can be opened: it is
searched again, with the window that the node had, and marked as replayed.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from outplay.engine.engine import Engine
from outplay.engine.report import EngineQuestion
from outplay.explain.trace import Trace, traced
from outplay.explain.tree import FOLDED, SKIPPED, SearchTree, TreeNode, tree_of_trace
from outplay.explain.words import short_count, signed
from outplay.game import CHANCE, MAX, AnyGame
from outplay.lines import states_along
from outplay.result import AnyMove, AnyResult, Bound, Limit
from outplay.search.error_context import names_rules
from outplay.search.searchers import Plan
from outplay.search.textbook_search import Question, answer

SHOWN = 8
"""Moves of the root that are drawn; the others are folded."""

DEEP, REFUTED = 12, 4
"""Actions that are drawn of the principal line, and of the others."""

STEPS_EACH = 4
"""Steps of a trace that a node has at most, besides an update for each child."""

MEMORY = 16
"""Megabytes for an engine that replays a part."""

MOST_NODES = 2_000_000
"""States that the replay of a part may visit."""


@names_rules
def tree_of_result(result: AnyResult, *, most: int = 400) -> SearchTree:
    """The whole tree of a textbook search of at most `most` nodes, or a skeleton."""
    if is_textbook_search(result) and result.nodes <= most:
        return tree_of_trace(replay_trace(result))
    return skeleton(result)


def skeleton(result: AnyResult, *, shown: int = SHOWN) -> SearchTree:
    """What decides a search: its line, a refutation of each other move, the rest folded."""
    game, state = result.game, result.state
    over = bool(game.is_terminal(state))
    root = TreeNode((), state, result.to_move, leaf=not result.moves, over=over, chosen=True)
    root.value, root.bound, root.nodes = result.value, result.bound, result.nodes
    how = result.algorithm, result.convention, result.nodes
    stopped, proof = result.stopped_by not in ("end", "depth"), bool(result.moves)
    tree = SearchTree(game, root, *how, truncated=stopped, skeleton=proof, source=result)
    if not result.moves:
        return tree
    low, high = None, None
    if is_textbook_search(result) and result.question.about.windowed:
        low, high = root.alpha, root.beta = result.question.window
    order = sorted(
        result.moves, key=lambda move: (move.action != result.action, -result.to_move * move.value)
    )
    # The best one, then those that come nearest to it. One that would be folded alone is drawn.
    drawn = [move.action for move in order[: shown if len(order) > shown + 1 else None]]
    chances = dict(game.outcomes(state)) if result.to_move == CHANCE else {}
    for move in result.moves:
        alpha, beta = low, high
        if low is not None and result.to_move == MAX:
            low = max(low, move.value)
        elif high is not None and result.to_move != CHANCE:
            high = min(high, move.value)
        if move.action not in drawn:
            continue
        child = _child(game, root, move.action, move)
        child.probability = chances.get(move.action)
        child.alpha, child.beta = alpha, beta
        child.chosen = move.action == result.action
        line = move.line[1:]
        if not line and not child.over and result.to_move != CHANCE:
            line = _refutation(result, child)
        _draw_line(game, child, line, result.question is not None)
    rest = [move for move in result.moves if move.action not in drawn]
    if rest:
        nodes, actions = sum(move.nodes for move in rest), tuple(move.action for move in rest)
        best = (max if root.player == MAX else min)(move.value for move in rest)
        note = f"{len(rest)} more, {short_count(nodes)} nodes"
        root.children.append(_fold(root, actions, note, best))
        root.children[-1].nodes = nodes
    return tree


@names_rules
def opened(tree: SearchTree, path: tuple[object, ...]) -> SearchTree:
    """A copy of the tree in which what was folded at `path` is drawn."""
    fold = tree.fold_of(path)
    result = tree.source
    assert result is not None  # else nothing would be folded
    new = replace(tree, root=copy.deepcopy(tree.root, {id(tree.game): tree.game}))
    node = new.find(path)
    node.children = [child for child in node.children if child.status != FOLDED]
    found = replay_below(result, node.state, path, _window_at(new, path), fold.folded)
    moves = {repr(move.action): move for move in found.moves}
    for action in fold.folded:
        move = moves.get(repr(action))
        child = _child(tree.game, node, action, move)
        if move is None:  # a cut left it out this time too
            child.status = SKIPPED
            continue
        _draw_line(tree.game, child, move.line[1:], True)
        for each in child.walk():
            each.replayed = True
    return new


def _window_at(tree: SearchTree, path: tuple[object, ...]) -> tuple[float, float]:
    """The window of a node, or of the nearest one above of which it is known."""
    for end in range(len(path), -1, -1):
        node = tree.find(path[:end])
        if node.alpha is not None and node.beta is not None:
            return node.alpha, node.beta
    return -math.inf, math.inf


def _child(game: AnyGame, parent: TreeNode, action: object, move: AnyMove | None) -> TreeNode:
    """A new child, with what is known of the move to it."""
    child = parent.child(game, action)
    if move is not None:
        child.value, child.bound, child.nodes = move.value, move.bound, move.nodes
    parent.children.append(child)
    return child


def _refutation(result: AnyResult, child: TreeNode) -> tuple[object, ...]:
    """The best reply to a move of which only a bound was kept, searched again."""
    if result.question is None:
        return ()
    low = -math.inf if child.alpha is None else child.alpha
    high = math.inf if child.beta is None else child.beta
    actions = result.game.legal(child.state)
    found = replay_below(result, child.state, child.path, (low, high), actions)
    child.replayed = True
    return found.line


def _draw_line(game: AnyGame, node: TreeNode, line: tuple[object, ...], openable: bool) -> None:
    """The play replay_below a node: one reply at each, the others folded. Its value is theirs."""
    value, bound, chosen = node.value, node.bound, node.chosen
    drawn = line[: DEEP if chosen else REFUTED]
    for action in drawn:
        if node.over or node.player == CHANCE:
            break
        others = tuple(a for a in game.legal(node.state) if a != action)
        child = _child(game, node, action, None)
        child.value, child.bound = value, bound
        child.chosen, child.replayed = chosen, node.replayed
        if others and openable and value is not None and bound is not None:
            node.children.append(_folded_replies(node, others, value, bound))
        node = child
    if node.over:
        node.value, node.bound = game.utility(node.state), Bound.EXACT
    elif len(drawn) < len(line):
        node.note = f"{len(line) - len(drawn)} more plies"
    node.leaf = not node.note


def _folded_replies(
    node: TreeNode, others: tuple[object, ...], value: float, bound: Bound
) -> TreeNode:
    """The replies that are not drawn, and what is known of them.

    Where the reply that is drawn is the best one, none is better. Where it refutes the move above,
    it was enough: the others were skipped, or do not matter.
    """
    if bound is (Bound.LOWER if node.player == MAX else Bound.UPPER):
        fold = TreeNode(node.path, node.state, node.player, status=FOLDED, folded=others)
        fold.note = f"{len(others)} more, not needed: one reply is enough"
        return fold
    return _fold(node, others, f"{len(others)} more", value)


def _fold(node: TreeNode, actions: tuple[object, ...], note: str, value: float) -> TreeNode:
    """A fold that says how good its moves are at most, for whoever would make them."""
    fold = TreeNode(node.path, node.state, node.player, status=FOLDED, note=note, folded=actions)
    if node.player != CHANCE:
        fold.value, fold.bound = value, Bound.UPPER if node.player == MAX else Bound.LOWER
        every = "all " if len(actions) > 1 else ""
        fold.note += f", {every}{signed(value, fold.bound)}"
    return fold


# --- searching again ----------------------------------------------------------------------------


def is_textbook_search(result: AnyResult) -> bool:
    """Was it a textbook search, which can be traced?"""
    return isinstance(result.question, Question)


def replay_trace(result: AnyResult) -> Trace:
    """The trace of a textbook search that has been done."""
    question = result.question
    assert isinstance(question, Question)
    nodes = None if result.stopped_by in ("end", "depth") else result.nodes
    limit = Limit(question.limit.depth, None, nodes)
    question = replace(question, plan=_with_new_memory(question.plan), limit=limit)
    found = traced(question, 10 + (STEPS_EACH + 1) * result.nodes)
    return replace(found, truncated=nodes is not None)


def _with_new_memory(plan: Plan) -> Plan:
    return plan if plan.memory is None else replace(plan, memory=plan.memory.another())


def replay_below(
    result: AnyResult,
    state: object,
    path: Sequence[object],
    window: tuple[float, float],
    actions: Sequence[object],
) -> AnyResult:
    """A state below the root, searched as the search of the root would have, in its window.

    The engine searches `actions` only; a textbook search tries all, until it cuts.
    """
    question, ply = result.question, len(path)
    if isinstance(question, EngineQuestion):
        history = [*question.history, *states_along(result.game, result.state, path)[:-1]]
        engine = Engine(result.game, memory=MEMORY, **question.options)
        depth = None if question.exact else max(1, result.depth - ply)
        how: dict[str, Any] = {"depth": depth, "exact": question.exact, "lines": 1}
        return engine.analyse(state, nodes=MOST_NODES, history=history, moves=actions, **how)
    assert isinstance(question, Question)
    plan = _with_new_memory(question.plan)
    if plan.horizon == "depth":
        plan = replace(plan, limit=max(1, plan.limit - ply))
    elif plan.horizon == "function":
        cutoff = plan.choices.cutoff
        assert cutoff is not None
        choices = replace(plan.choices, cutoff=lambda s, at: cutoff(s, at + ply))
        plan = replace(plan, choices=choices)
    ends = window if question.about.windowed else (-math.inf, math.inf)
    limit = Limit(nodes=MOST_NODES)
    return answer(replace(question, state=state, plan=plan, limit=limit, window=ends))
