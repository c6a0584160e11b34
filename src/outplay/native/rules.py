"""The rules of one game as parts of a program, each translated when a kernel asks for it."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outplay.asking import NEARLY
from outplay.game import Game
from outplay.native.program import Program
from outplay.native.sample import Shapes
from outplay.native.shapes import with_classes
from outplay.native.source import Unsupported, unwrap
from outplay.native.support import WORD, add_order, add_state_hash, function, put_text
from outplay.native.translate import Translator

ARGUMENTS = {"result": ("state", "action"), "priority": ("state", "action"),
             "gain": ("state", "action"), "is_cutoff": ("state", "int")}  # fmt: skip
"""What a rule is asked with, where it is not a state alone."""

TRUTHS = ("is_terminal", "is_cutoff", "is_quiet", "can_pass", "threatened")
"""Rules that answer yes or no."""

ITEMS = {"actions": "action", "candidates": "action", "forcing": "action",
         "outcomes": "outcome", "symmetries": "state"}  # fmt: skip
"""Rules that yield, and what they yield."""


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


@dataclass
class Rules:
    """Translates rules into a program on demand and knows how a kernel calls them."""

    program: Program
    game: Game[Any, Any]
    shapes: Shapes
    choices: Choices
    decisive: bool = False
    """Utilities become scores: that they are floats does not make the scores so."""
    checks: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """Function name -> (rule, kinds of its arguments): compiled one by one, for good errors."""
    _names: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        classes = with_classes(self.shapes.state.classes(), self.shapes.action)
        self.program.constants.update(classes)
        self.translator = Translator(self.program, self.game, classes)

    def need(self, rule: str) -> str:
        """The name of the function that a kernel calls for `game.rule(…)`."""
        if rule not in self._names:
            self._names[rule] = self._make(rule)
        return self._names[rule]

    def stride(self, rule: str) -> int:
        """Bytes between the items that a yielding rule stores."""
        shape = self.shapes.state if ITEMS[rule] == "state" else self.shapes.action
        return (shape.words + (rule == "outcomes")) * WORD

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
            return self._given(self.choices.cutoff, "cutoff", "is_cutoff")
        name = self.translator.rule(rule)
        self._check(rule, name)
        if rule in ("result", "passed"):
            arguments = "s, a" if rule == "result" else "s"
            lines = [f"t = {name}({arguments})", *self.shapes.state.convert_text("t")]
            self.program.add_source(function(f"call_{rule}", arguments, lines))
            return f"call_{rule}"
        if rule == "to_move":
            return self._player(name)
        return name

    # Answers that make no sense are refused: `search/run.py` and `view.py` do it at Python speed.

    def _player(self, name: str) -> str:
        """`to_move`, which gives MAX, MIN or, where there is chance, CHANCE."""
        nobody = "player > 1 or player < -1"
        if self.game.properties.deterministic:
            nobody = "player != 1 and player != -1"
        lines = [f"player = as_int({name}(s))", f"if {nobody}:", "    raise Nonsense"]
        self.program.add_source(function("call_to_move", "s", [*lines, "return player"]))
        return "call_to_move"

    def _outcomes(self) -> str:
        """The outcomes with their probabilities, which are not negative and sum to 1."""
        words = self.shapes.action.words
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

    def _check(self, rule: str, name: str) -> None:
        self.checks[name] = (rule, ARGUMENTS.get(rule, ("state",)))

    def _into(self, rule: str) -> str:
        item = ITEMS[rule]
        shape = self.shapes.state if item == "state" else self.shapes.action
        name = self.translator.rule_into(rule, put_text(shape, item == "outcome"))
        self.checks[name] = (rule, ("state", "int"))
        return name

    def unordered(self) -> str:
        """The name of the function that stores the actions (or candidates) as they come."""
        return self._into("candidates" if self.choices.candidates else "actions")

    def _actions(self) -> str:
        into = self.unordered()
        if self.choices.order == "given":
            return into
        priority = self.need("priority") if self.choices.order == "priority" else ""
        if self.choices.order == "random" and "hash_state" not in self.program.functions:
            add_state_hash(self.program, self.shapes.state)
        return add_order(self.program, self.shapes.action, self.choices.order, into, priority)

    def _evaluate(self) -> str:
        if self.choices.evaluate is not None:
            return self._given(self.choices.evaluate, "evaluate", "evaluate")
        if not self.game.answers("evaluate"):
            self.program.add_source(function("evaluate", "s", ["return 0"]))
            return "evaluate"
        own = self.translator.find("evaluate")[0]
        if own is not Game.evaluate:
            name = self.translator.rule("evaluate")
            self._check("evaluate", name)
            return name
        features = self.translator.rule("features")
        self._check("features", features)
        given = self.game.weights
        weights = [int(w) if isinstance(w, int | np.integer) else float(w) for w in given]
        names = [f"f{number}" for number in range(len(weights))]
        total = " + ".join(
            f"({weight!r}) * {name}" for weight, name in zip(weights, names, strict=True)
        )
        unpack = f"({', '.join(names)},) = {features}(s)"
        self.program.add_source(function("weighted_features", "s", [unpack, f"return {total}"]))
        self._check("evaluate", "weighted_features")
        return "weighted_features"

    def _given(self, given: Callable[..., Any], title: str, rule: str) -> str:
        plain = unwrap(given)
        if not isinstance(plain, types.FunctionType):
            raise Unsupported(f"the {title} that was given is not a plain function.")
        name = self.translator.function(plain, None, title)
        self._check(rule, name)
        return name
