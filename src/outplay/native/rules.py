"""The rules of one game as a kernel asks them, each compiled when one asks for it."""

from __future__ import annotations

import ast
import functools
import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np

from outplay import bits
from outplay.game import Game
from outplay.native import keys
from outplay.native.forms import Forms
from outplay.native.front.collecting import as_generator
from outplay.native.front.lazy import Call
from outplay.native.front.library_sources import _library
from outplay.native.front.scopes import source_of
from outplay.native.front.search_memory import ListedT, RulesRef, StateRef, as_number
from outplay.native.front.types import BOOL, FLOAT, INT, Type
from outplay.native.front.values import V
from outplay.native.layout import MAX_ITEMS, OFFSET
from outplay.native.program import Program
from outplay.native.source import Unsupported, unwrap
from outplay.native.written import (
    Places,
    Written,
    as_state,
    items_of,
    load,
    number,
    pair,
    store,
)

TRUTHS = ("is_terminal", "is_cutoff", "is_quiet", "can_pass", "threatened")
"""Rules that answer yes or no."""

PAIRS = ("bounds", "outlook")

ITEMS = ("actions", "candidates", "forcing", "outcomes")
"""Rules that yield actions."""

ABOUT = ("priority", "gain", "is_cutoff")
"""Rules that are asked about more than a state."""

FIRST = 1
"""Actions that are made first where a search may be done with the first."""

WORD = 8


@dataclass(frozen=True)
class Choices:
    """How a search wants the rules: which actions, in which order, evaluated how."""

    order: str = "given"
    """`given`, `random` or `priority`."""
    candidates: bool = False
    evaluate: Callable[..., Any] | None = None
    """In place of the game's own evaluation."""
    cutoff: Callable[..., Any] | None = None
    """In place of a depth."""
    playouts: bool = False
    """Evaluate by random playouts."""

    @property
    def actions_as_given(self) -> bool:
        """Are a state's actions those of `actions`, in that order?"""
        return self.order == "given" and not self.candidates


M = TypeVar("M", bound=Callable[..., Any])


def _once(method: M) -> M:
    """A method whose answers are kept, as long as its object is."""

    @functools.wraps(method)
    def kept(self: Any, *arguments: Any) -> Any:
        key = method.__name__, *arguments
        if key not in self._made:
            self._made[key] = method(self, *arguments)
        return self._made[key]

    return cast(M, kept)


class Rules(RulesRef):
    """What a kernel calls `game`."""

    def __init__(
        self, program: Program, game: Game[Any, Any], forms: Forms, choices: Choices,
        state: StateRef, names: set[str], evaluate: Any, places: Places,
    ) -> None:  # fmt: skip
        """`names` are those of the kernel's functions; `evaluate` may be one of them."""
        self.program, self.game, self.forms, self.choices = program, game, forms, choices
        self.state, self._names, self._kernel_evaluate = state, names, evaluate
        self.places = places
        self._made: dict[Any, Any] = {}

    def attribute(self, f: Any, name: str) -> V:
        return f.const(self.need(name))  # type: ignore[no-any-return]

    @_once
    def need(self, name: str) -> Any:
        own = getattr(self, f"_ask_{name}", None)
        if own is not None:
            return own()
        if name in ITEMS:
            return Written(functools.partial(self._each, name))
        if name in TRUTHS:
            return self._asked(name, self._convert(name, BOOL))
        if name in PAIRS:
            return self._asked(name, self._convert(name, None))
        return self._asked(name, self._convert(name, self._type(name)))

    # --- answers ------------------------------------------------------------------------------

    def rule(self, rule: str) -> Any:
        """The game's own method."""
        method = self.program.read(self.game, rule, lambda: getattr(self.game, rule, None))
        if method is None:
            raise Unsupported(f"the game has no `{rule}`.")
        return method

    def _asked(self, rule: str, convert: Written, method: Any = None) -> Written:
        """A rule that is asked with a state, and perhaps an action, and gives a number."""
        given = self.rule(rule) if method is None else method
        return self._library("ask_about" if rule in ABOUT else "ask", convert, given)

    def _library(self, name: str, *constants: Any) -> Written:
        """A function of the library with its first arguments given."""

        def write(f: Any, *arguments: V) -> V:
            given = [f.const(constant) for constant in constants]
            return f.call_function(_library()[name], [*given, *arguments], {})  # type: ignore[no-any-return]

        return Written(write)

    def _type(self, rule: str) -> Type:
        """Of the numbers that a rule gives."""
        if rule in ("to_move", "reversible"):
            return INT
        if rule == "priority":
            return FLOAT
        found = self.state.declared("Utility" if rule == "utility" else "Value")
        assert found is not None
        return found

    def _convert(self, rule: str, t: Type | None) -> Written:
        """From what a rule answers to what a kernel computes with; refuses what is no number."""
        floats = self.state.declared("Value") is FLOAT
        decisive = self.state.flags.get("decisive", False)
        chance = not self.game.properties.deterministic

        def write(f: Any, v: V) -> V:
            if t is None:
                return pair(f, v, rule, floats, decisive, self.places)
            if t is BOOL:
                return f.truth(v) if not f.dead else v
            v = number(f, v, rule, floats, decisive, self.places)
            if f.dead:
                return v
            if rule == "priority":
                return f.to_float(v)  # type: ignore[no-any-return]
            v = as_number(f, v, t)
            if rule not in ("utility", "evaluate"):
                return v
            check = "whole_number"
            if t is FLOAT:
                check = "finite_number" if chance else "number_or_infinite"
            return f.call_function(_library()[check], [v], {})  # type: ignore[no-any-return]

        return Written(write)

    def _ask_to_move(self) -> Written:
        chance = not self.game.properties.deterministic
        return self._library(
            "ask_player", self._convert("to_move", INT), self.rule("to_move"), chance
        )

    def _ask_result(self) -> Written:
        return self._library("ask_result", self._as_state(), self.rule("result"))

    def _ask_passed(self) -> Written:
        return self._library("ask_state", self._as_state(), self.rule("passed"))

    def _as_state(self) -> Written:
        return Written(lambda f, v: as_state(f, self.forms.state.t, v, self.places))

    def _ask_is_cutoff(self) -> Written:
        if self.choices.cutoff is None:
            limit = self.state

            def reached(f: Any, s: V, ply: V) -> V:
                return f.compare("GtE", ply, limit.attribute(f, "limit"))  # type: ignore[no-any-return]

            return Written(reached)
        given = self._given(self.choices.cutoff, "cutoff")
        return self._asked("is_cutoff", self._convert("is_cutoff", BOOL), given)

    def _ask_evaluate(self) -> Written:
        convert = self._convert("evaluate", self._type("evaluate"))
        if self.choices.playouts:
            function = self._kernel_evaluate

            def mean(f: Any, s: V) -> V:
                given = [f.const(self), s, f.lookup("ply"), f.const(self.state)]
                return f.call_function(function, given, {})  # type: ignore[no-any-return]

            return Written(mean)
        if self.choices.evaluate is not None:
            return self._asked("evaluate", convert, self._given(self.choices.evaluate, "evaluate"))
        if not self.game.answers("evaluate"):
            return Written(lambda f, s: as_number(f, f.const(0), self._type("evaluate")))
        if getattr(type(self.game), "evaluate", None) is not Game.evaluate or (
            "evaluate" in vars(self.game)
        ):
            return self._asked("evaluate", convert)
        return self._asked("evaluate", convert, self._weighted_features())

    def _weighted_features(self) -> Any:
        given = self.game.weights
        weights = [int(w) if isinstance(w, int | np.integer) else float(w) for w in given]
        names = [f"f{number}" for number in range(len(weights))]
        total = " + ".join(
            f"({weight!r}) * {name}" for weight, name in zip(weights, names, strict=True)
        )
        self.program.own["rule_features"] = self.rule("features")
        return self.program.add_source(
            "def weighted_features(s):\n"
            f"    ({', '.join(names)},) = rule_features(s)\n"
            f"    return {total}\n",
            checked=True,
        )

    def _given(self, given: Callable[..., Any], title: str) -> Any:
        plain = unwrap(given)
        if not isinstance(plain, types.FunctionType | types.MethodType):
            raise Unsupported(f"the {title} that was given is not a plain function.")
        return given

    def _ask_random_start(self) -> Written:
        return Written(lambda f, s: V(INT, (f.mixed(s, "0"),)))

    # --- keys ---------------------------------------------------------------------------------

    def _ask_key_word(self) -> Any:
        return keys.add_word(self, "key")

    def _ask_position_word(self) -> Any:
        return keys.add_word(self, "position")

    def _ask_order_of_keys(self) -> Written:
        precedes = Written(lambda f, one, two: f.compare("Lt", one, two))
        return Written(lambda f, key: f.const(precedes))

    def _ask_store_key(self) -> Any:
        return keys.add_canonical(self, symmetric=self.state.flags.get("symmetric", False))

    def _ask_key_size(self) -> int:
        return self.forms.key.key_size

    def _ask_symmetries(self) -> Written:
        source = _library()["each_image"]
        rule = self.rule("symmetries")
        given = (Written(items_of), rule, self._as_state())

        def each(f: Any, s: V) -> V:
            arguments = [*(f.const(one) for one in given), s]
            return f.const(Call(f.module.source(source), arguments, {}))  # type: ignore[no-any-return]

        return Written(each)

    def _ask_action_id(self) -> Written:
        return Written(functools.partial(keys.action_id, self.forms.action))

    # --- actions ------------------------------------------------------------------------------

    def _size(self, rule: str) -> int:
        """Bytes between the items that a rule stores."""
        return (self.forms.action.words + (rule == "outcomes")) * WORD

    def _ask_moves(self) -> Written:
        """All actions of a state, as a list on the stack."""
        into, size = self.unordered(), self._size("actions")
        t = ListedT(self.forms.action)

        def listed(f: Any, s: V) -> V:
            start = f.env["#top"]
            f.fail_if(
                f.op(f"icmp sge i64 {start.p[0]}, {f.peek('%run', OFFSET['stack_end'])}"),
                self.program.own["TooMany"],
            )
            n = f.call(f.const(into), [s, start], {})
            used = f.op(f"mul i64 {n.p[0]}, {size}")
            f.env["#top"] = V(INT, (f.op(f"add i64 {start.p[0]}, {used}"),))
            mark = f.op("call i64 @arena_mark(i64 %run)")
            return V(t, (start.p[0], n.p[0], mark))

        return Written(listed)

    def _ask_take(self) -> Written:
        """One of the moves; what rules made since they were listed is given back."""

        def take(f: Any, moves: V, k: V) -> V:
            f.do(f"call void @arena_reset(i64 %run, i64 {moves.p[2]})")
            return moves.t.item(f, moves, k)  # type: ignore[attr-defined,no-any-return]

        return Written(take)

    def _ask_try_move(self) -> Written:
        """The same for a move that is searched: it stands on the path from then on."""

        def try_move(f: Any, moves: V, k: V, ply: V) -> V:
            f.do(f"call void @arena_reset(i64 %run, i64 {moves.p[2]})")
            path = f.peek("%run", OFFSET["path"])
            at = moves.t.address(f, moves, k)  # type: ignore[attr-defined]
            f.poke(path, ply.p[0], at)
            f.poke(path, f.op(f"add i64 {ply.p[0]}, 1"), "0")
            return load(f, self.forms.action, V(INT, (at,)))

        return Written(try_move)

    def _ask_slot_of(self) -> Written:
        return Written(lambda f, h: h)

    def _each(self, rule: str, f: Any, s: V) -> V:
        """`for a in game.actions(s)`: items on the stack, one after the other."""
        loop = f.loop
        searched = loop is not None and any(
            isinstance(n, ast.Name) and n.id in self._names for n in ast.walk(loop)
        )
        path = V(INT, (f.peek("%run", OFFSET["path"]),)) if searched else f.const(None)
        ply = f.lookup("ply") if searched else f.const(None)
        into = self._into(rule)
        load_item = self._load(rule)
        size = f.const(self._size(rule))
        arguments = [f.const(into), f.const(load_item), size]
        name = "each_listed"
        some = self._some(rule) if rule == "actions" and self.choices.order == "given" else None
        if some is not None and searched and not loop.orelse and _can_stop(loop):
            name = "each_lazily"
            arguments = [f.const(some), *arguments, f.const(FIRST)]
        source = f.module.source(_library()[name])
        return f.const(Call(source, [*arguments, s, path, ply], {}))  # type: ignore[no-any-return]

    @_once
    def _load(self, rule: str) -> Written:
        form = self.forms.action
        if rule != "outcomes":
            return Written(lambda f, at: load(f, form, at))

        def outcome(f: Any, at: V) -> V:
            p = f.op(f"load double, ptr {f.at(at.p[0], form.words)}, align 8")
            return f.tuple_of([load(f, form, at), V(FLOAT, (p,))])  # type: ignore[no-any-return]

        return Written(outcome)

    @_once
    def _store(self, rule: str) -> Written:
        form = self.forms.action
        if rule != "outcomes":
            return Written(lambda f, at, item: store(f, form, at, item))

        def outcome(f: Any, at: V, item: V) -> None:
            a, p = f.spread(item, 2)
            store(f, form, at, a)
            if not f.dead:
                p = f.to_float(f.number(p))
                f.do(f"store double {p.p[0]}, ptr {f.at(at.p[0], form.words)}, align 8")

        return Written(outcome)

    @_once
    def _listed(self, rule: str) -> Written:
        """A function that stores what a rule yields, as it comes, and gives the number."""
        if self._some(rule) is not None:
            some = self._some(rule)
            return Written(
                lambda f, s, out: f.call(f.const(some), [s, out, f.const(MAX_ITEMS + 1)], {})
            )
        given = (self._store(rule), self.rule(rule), self._size(rule))
        return self._library("list_items", Written(items_of), *given)

    @_once
    def _some(self, rule: str) -> Written | None:
        """A function that stores the first few, where a rule gives them one by one."""
        if rule == "actions" and self.choices.candidates:
            rule = "candidates"
        method = getattr(self.game, rule)
        found = unwrap(getattr(method, "__func__", method))
        if not isinstance(found, types.FunctionType):
            return None
        if not inspect.isgeneratorfunction(found) and as_generator(source_of(found)) is None:
            return None
        given = (self._store(rule), self.rule(rule), self._size(rule))
        return self._library("list_some", Written(items_of), *given)

    def unordered(self) -> Written:
        """The function that stores the actions (or candidates) as they come."""
        return self._listed("candidates" if self.choices.candidates else "actions")

    @_once
    def _into(self, rule: str) -> Written:
        """The function that stores the items of a rule, in the order that was asked for."""
        if rule == "outcomes":
            return self._library("list_outcomes", self._listed(rule), self._size(rule) // WORD)
        if rule != "actions":
            return self._listed(rule)
        words = self.forms.action.words
        if self.choices.order == "random":
            return self._library(
                "list_shuffled", self.unordered(), Written(self._random_start), bits.mix, words
            )
        if self.choices.order == "priority":
            priority = self._asked("priority", self._convert("priority", FLOAT))
            return self._library(
                "list_by_priority", self.unordered(), self._load(rule), priority, words
            )
        return self.unordered()

    def _random_start(self, f: Any, s: V) -> V:
        seed = self.state.attribute(f, "seed")
        mixed = f.op(f"xor i64 {seed.p[0]}, {f.mixed(s, '0')}")
        return f.call(f.const(bits.mix), [V(INT, (mixed,))], {})  # type: ignore[no-any-return]


def _can_stop(loop: ast.For) -> bool:
    """Is there a way out of a loop before its end?"""
    return any(isinstance(node, ast.Break | ast.Return) for node in ast.walk(loop))
