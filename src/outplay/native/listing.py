"""The actions of a state as a kernel gets them: rows on the stack, in the order of its choice."""

from __future__ import annotations

import ast
import functools
import inspect
import types
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

from outplay.game import AnyGame
from outplay.native.forms import Forms
from outplay.native.front import types as T
from outplay.native.front.collecting import as_generator
from outplay.native.front.scopes import source_of
from outplay.native.front.search_memory import ListedT, RulesRef, StateRef
from outplay.native.front.special import Written
from outplay.native.front.values import V
from outplay.native.kernels import Variant
from outplay.native.layout import MAX_ITEMS, OFFSET, TooMany
from outplay.native.library import answers, stack
from outplay.native.library.answers import Rule
from outplay.native.program import Program
from outplay.native.source import Unsupported, unwrap
from outplay.native.written import items_of, load, store

ITEMS = ("actions", "candidates", "tactical_actions", "outcomes")
"""Rules that yield actions."""

FIRST = 1
"""Actions that are made first where a search may be done with the first."""

WORD = 8


M = TypeVar("M", bound=Callable[..., Any])


def once(method: M) -> M:
    """A method whose answers are kept, as long as its object is."""

    @functools.wraps(method)
    def kept(self: Any, *arguments: Any) -> Any:
        key = method.__name__, *arguments
        if key not in self._made:
            self._made[key] = method(self, *arguments)
        return self._made[key]

    return cast(M, kept)


class Listing(RulesRef):
    """The part of a kernel's `game` that lists actions."""

    def __init__(
        self, program: Program, game: AnyGame, forms: Forms, variant: Variant, state: StateRef
    ) -> None:
        self.program, self.game, self.forms, self.state = program, game, forms, state
        self.kernel, self.choices = variant.kernel, variant.choices
        self._made: dict[Any, Any] = {}

    def rule(self, rule: str) -> Any:
        """The game's own method."""
        method = self.program.read(self.game, rule, lambda: getattr(self.game, rule, None))
        if method is None:
            raise Unsupported(f"the game has no `{rule}`.")
        return method

    def need(self, name: str) -> Any:
        """What a kernel asks for by that name."""
        raise NotImplementedError

    def _size(self, rule: str) -> int:
        """Bytes between the items that a rule stores."""
        return (self.forms.action.words + (rule == "outcomes")) * WORD

    def _ask_moves(self) -> Rule:
        """All actions of a state, as a list on the stack."""
        into, size = self.unordered(), self._size("actions")
        t = ListedT(self.forms.action)

        def listed(f: Any, s: V) -> V:
            start = f.env["#top"]
            f.fail_if(
                f.op(f"icmp sge i64 {start.p[0]}, {f.peek('%run', OFFSET['stack_end'])}"), TooMany
            )
            n = f.call(f.const(into), [s, start], {})
            used = f.op(f"mul i64 {n.p[0]}, {size}")
            f.env["#top"] = V(T.INT, (f.op(f"add i64 {start.p[0]}, {used}"),))
            mark = f.op("call i64 @arena_mark(i64 %run)")
            return V(t, (start.p[0], n.p[0], mark))

        return Written(listed)

    def _ask_take(self) -> Rule:
        """One of the moves; what rules made since they were listed is given back."""

        def take(f: Any, moves: V, k: V) -> V:
            f.do(f"call void @arena_reset(i64 %run, i64 {moves.p[2]})")
            return moves.t.item(f, moves, k)  # type: ignore[attr-defined,no-any-return]

        return Written(take)

    def _ask_try_move(self) -> Rule:
        """The same for a move that is searched: it stands on the path from then on."""

        def try_move(f: Any, moves: V, k: V, ply: V) -> V:
            f.do(f"call void @arena_reset(i64 %run, i64 {moves.p[2]})")
            path = f.peek("%run", OFFSET["path"])
            at = moves.t.address(f, moves, k)  # type: ignore[attr-defined]
            f.poke(path, ply.p[0], at)
            f.poke(path, f.op(f"add i64 {ply.p[0]}, 1"), "0")
            return load(f, self.forms.action, V(T.INT, (at,)))

        return Written(try_move)

    def _each(self, rule: str, f: Any, s: V) -> V:
        """`for a in game.actions(s)`: items on the stack, one after the other."""
        loop = f.loop
        deeper = (f for f in self.kernel.functions if "ply" in f.__code__.co_varnames)
        names = {function.__name__ for function in deeper}
        searched = loop is not None and any(
            isinstance(n, ast.Name) and n.id in names for n in ast.walk(loop)
        )
        path = V(T.INT, (f.peek("%run", OFFSET["path"]),)) if searched else f.const(None)
        ply = f.lookup("ply") if searched else f.const(None)
        parts = self._into(rule), self.load(rule), self._size(rule)
        arguments = [f.const(part) for part in parts]
        one_by_one: Callable[..., Any] = stack.each_listed
        can_be_lazy = rule == "actions" and self.choices.order == "given" and searched
        if can_be_lazy and not loop.orelse and _can_stop(loop):
            listed = self._actions_rule
            if self._comes_one_by_one(listed):
                one_by_one = stack.each_lazily
                arguments = [f.const(self._some(listed)), *arguments, f.const(FIRST)]
        return f.call_function(one_by_one, [*arguments, s, path, ply], {})  # type: ignore[no-any-return]

    @once
    def load(self, rule: str) -> Rule:
        form = self.forms.action
        if rule == "outcomes":
            return partial(answers.load_outcome, self.load("actions"), form.words)
        return Written(lambda f, at: load(f, form, at))

    @once
    def _store(self, rule: str) -> Rule:
        form = self.forms.action
        if rule == "outcomes":
            return partial(answers.store_outcome, self._store("actions"), form.words)
        return Written(lambda f, at, item: store(f, form, at, item))

    @once
    def _listed(self, rule: str) -> Rule:
        """A function that stores what a rule yields, as it comes, and gives the number."""
        return partial(self._some(rule), most=MAX_ITEMS + 1)

    @once
    def _some(self, rule: str) -> Rule:
        """A function that stores the first few."""
        parts = self._store(rule), self.rule(rule), self._size(rule)
        return partial(answers.list_some, Written(items_of), *parts)

    def _comes_one_by_one(self, rule: str) -> bool:
        """Are the first few made without the rest?"""
        method = getattr(self.game, rule)
        found = unwrap(getattr(method, "__func__", method))
        return isinstance(found, types.FunctionType) and (
            inspect.isgeneratorfunction(found) or as_generator(source_of(found)) is not None
        )

    @property
    def _actions_rule(self) -> str:
        return "candidates" if self.choices.candidates else "actions"

    def unordered(self) -> Rule:
        """The function that stores the actions (or candidates) as they come."""
        return self._listed(self._actions_rule)

    @once
    def _into(self, rule: str) -> Rule:
        """The function that stores the items of a rule, in the order that was asked for."""
        if rule == "outcomes":
            return partial(answers.list_outcomes, self._listed(rule), self._size(rule) // WORD)
        if rule != "actions":
            return self._listed(rule)
        words = self.forms.action.words
        if self.choices.order == "random":
            parts = self.unordered(), self.need("random_start"), self.state, words
            return partial(answers.list_shuffled, *parts)
        if self.choices.order == "priority":
            load, priority = self.load(rule), self.need("priority")
            return partial(answers.list_by_priority, self.unordered(), load, priority, words)
        return self.unordered()


def _can_stop(loop: ast.For) -> bool:
    """Is there a way out of a loop before its end?"""
    return any(isinstance(node, ast.Break | ast.Return) for node in ast.walk(loop))
