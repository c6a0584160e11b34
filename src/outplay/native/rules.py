"""The rules of one game as functions that a kernel can call, each made when one asks for it."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outplay.asking import NEARLY
from outplay.game import Game
from outplay.native.forms import Form, Forms
from outplay.native.front.collecting import as_generator
from outplay.native.front.scopes import source_of
from outplay.native.layout import MAX_ITEMS
from outplay.native.program import Program
from outplay.native.source import Unsupported, unwrap
from outplay.native.support import WORD, add_order, function

TRUTHS = ("is_terminal", "is_cutoff", "is_quiet", "can_pass", "threatened")
"""Rules that answer yes or no."""

ITEMS = {"actions": "action", "candidates": "action", "forcing": "action",
         "outcomes": "outcome", "symmetries": "state"}  # fmt: skip
"""Rules that yield, and what they yield."""

ARGUMENTS = {"result": "s, a", "priority": "s, a", "gain": "s, a", "is_cutoff": "s, ply"}
"""What a rule is asked with, where it is not a state alone."""


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


@dataclass
class Rules:
    """Gives the rules names in a program on demand, and knows how a kernel calls them.

    What a rule leaves in the arena is given back as soon as its answer is a number, or packed.
    """

    program: Program
    game: Game[Any, Any]
    forms: Forms
    choices: Choices
    decisive: bool = False
    """Utilities become scores: that they are floats does not make the scores so."""
    _names: dict[str, str] = field(default_factory=dict)

    def need(self, rule: str) -> str:
        """The name of the function that a kernel calls for `game.rule(…)`."""
        if rule not in self._names:
            self._names[rule] = self._make(rule)
        return self._names[rule]

    def form(self, rule: str) -> Form:
        """Of what a yielding rule yields."""
        return self.forms.state if ITEMS[rule] == "state" else self.forms.action

    def stride(self, rule: str) -> int:
        """Bytes between the items that a yielding rule stores."""
        return (self.form(rule).words + (rule == "outcomes")) * WORD

    def _make(self, rule: str) -> str:
        if rule == "actions":
            return self._actions()
        if rule == "outcomes":
            return self._outcomes()
        if rule in ITEMS:
            return self._into(rule)
        if rule == "evaluate":
            return self._evaluate()
        if rule == "is_cutoff":
            assert self.choices.cutoff is not None
            return self._answer(rule, self._given(self.choices.cutoff, "cutoff"))
        name = self._rule(rule)
        if rule in ("result", "passed"):
            arguments = ARGUMENTS.get(rule, "s")
            self.program.add_source(
                function(f"call_{rule}", arguments, [f"return as_state({name}({arguments}))"])
            )
            return f"call_{rule}"
        if rule == "to_move":
            return self._player(name)
        if rule in ("key", "position"):
            return name
        return self._answer(rule, name)

    def _rule(self, rule: str) -> str:
        """The name under which the game's own method stands in the program."""
        method = self.program.read(self.game, rule, lambda: getattr(self.game, rule, None))
        if method is None:
            raise Unsupported(f"the game has no `{rule}`.")
        return self.program.constant(f"rule_{rule}", method)

    def _answer(self, rule: str, name: str) -> str:
        """A function that asks a rule for a number, a truth or a pair of numbers."""
        arguments = ARGUMENTS.get(rule, "s")
        kind = "truth" if rule in TRUTHS else "pair" if rule in ("bounds", "outlook") else "number"
        self.program.add_source(
            function(f"call_{rule}", arguments, [
                "mark = arena_mark()",
                f"x = answer_{kind}({name}({arguments}), '{rule}')",
                "arena_reset(mark)",
                "return x",
            ])
        )  # fmt: skip
        return f"call_{rule}"

    # Answers that make no sense are refused: `search/run.py` and `view.py` do it at Python speed.

    def _player(self, name: str) -> str:
        """`to_move`, which gives MAX, MIN or, where there is chance, CHANCE."""
        nobody = "player > 1 or player < -1"
        if self.game.properties.deterministic:
            nobody = "player != 1 and player != -1"
        self.program.add_source(
            function("call_to_move", "s", [
                "mark = arena_mark()",
                f"player = as_int(answer_number({name}(s), 'to_move'))",
                "arena_reset(mark)",
                f"if {nobody}:",
                "    raise Nonsense",
                "return player",
            ])
        )  # fmt: skip
        return "call_to_move"

    def _outcomes(self) -> str:
        """The outcomes with their probabilities, none of which is negative, and which sum to 1."""
        words = self.forms.action.words
        self.program.add_source(
            function("call_outcomes", "s, out", [
                f"n = {self._into('outcomes')}(s, out)",
                "total = 0.0",
                "for k in range(n):",
                f"    p = peek_float(out, k * {words + 1} + {words})",
                "    if not p >= 0.0:",
                "        raise Nonsense",
                "    total += p",
                f"if not (total >= 1.0 - {NEARLY!r} and total <= 1.0 + {NEARLY!r}):",
                "    raise Nonsense",
                "return n",
            ])
        )  # fmt: skip
        return "call_outcomes"

    def _into(self, rule: str) -> str:
        """A function that stores what a rule yields, and gives the number."""
        name, form, stride = f"{rule}_into", self.form(rule), self.stride(rule)
        if name in self.program.functions:
            return name
        put = form.flatten_text("item", "at")
        if rule == "outcomes":
            put = [
                "(a, p) = item",
                *form.flatten_text("a", "at"),
                f"poke_float(at, {form.words}, as_float(p))",
            ]
        some = self._yields(rule)
        stop = ["    if n >= most:", "        break"] if some else []
        self.program.add_source(
            function(f"{rule}_some" if some else name, "s, out, most" if some else "s, out", [
                "mark = arena_mark()",
                "n = 0",
                f"for item in items_of({self._rule(rule)}, s):",
                f"    if n >= {MAX_ITEMS}:",
                "        raise TooMany",
                f"    at = out + n * {stride}",
                *(f"    {line}" for line in put),
                "    n += 1",
                *stop,
                "arena_reset(mark)",
                "return n",
            ])
        )  # fmt: skip
        if some:
            all_of_them = f"return {rule}_some(s, out, {MAX_ITEMS + 1})"
            self.program.add_source(function(name, "s, out", [all_of_them]))
        return name

    def _yields(self, rule: str) -> bool:
        """Does a rule give its items one by one, so that the first are had without the others?"""
        method = getattr(self.game, rule)
        found = unwrap(getattr(method, "__func__", method))
        if not isinstance(found, types.FunctionType):
            return False
        return inspect.isgeneratorfunction(found) or as_generator(source_of(found)) is not None

    def first_few(self, rule: str) -> str | None:
        """The function that stores the first few items of a rule, and gives their number."""
        into = self.need(rule)
        some = into.removesuffix("_into") + "_some"
        return some if some != into and some in self.program.functions else None

    def unordered(self) -> str:
        """The name of the function that stores the actions (or candidates) as they come."""
        return self._into("candidates" if self.choices.candidates else "actions")

    def _actions(self) -> str:
        into = self.unordered()
        if self.choices.order == "given":
            return into
        priority = self.need("priority") if self.choices.order == "priority" else ""
        return add_order(self.program, self.forms.action, self.choices.order, into, priority)

    def _evaluate(self) -> str:
        if self.choices.evaluate is not None:
            return self._answer("evaluate", self._given(self.choices.evaluate, "evaluate"))
        if not self.game.answers("evaluate"):
            self.program.add_source(function("call_evaluate", "s", ["return 0"]))
            return "call_evaluate"
        if getattr(type(self.game), "evaluate", None) is not Game.evaluate or (
            "evaluate" in vars(self.game)
        ):
            return self._answer("evaluate", self._rule("evaluate"))
        given = self.game.weights
        weights = [int(w) if isinstance(w, int | np.integer) else float(w) for w in given]
        names = [f"f{number}" for number in range(len(weights))]
        total = " + ".join(
            f"({weight!r}) * {name}" for weight, name in zip(weights, names, strict=True)
        )
        unpack = f"({', '.join(names)},) = {self._rule('features')}(s)"
        self.program.add_source(
            function("weighted_features", "s", [unpack, f"return {total}"]), checked=True
        )
        return self._answer("evaluate", "weighted_features")

    def _given(self, given: Callable[..., Any], title: str) -> str:
        plain = unwrap(given)
        if not isinstance(plain, types.FunctionType | types.MethodType):
            raise Unsupported(f"the {title} that was given is not a plain function.")
        return self.program.constant(f"given_{title}", given)
