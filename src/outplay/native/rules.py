"""The rules of one game as parts of a program, each translated when a kernel asks for it."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from outplay.game import CHANCE, Game
from outplay.native.program import Program
from outplay.native.shapes import Shape, join, shape_of
from outplay.native.source import Unsupported, unwrap
from outplay.native.support import WORD, add_order, add_state_hash, function, put_text
from outplay.native.translate import Translator

SAMPLE = 200
"""States that are looked at, interpreted, to learn the shapes of states and actions."""

ARGUMENTS = {"result": ("state", "action"), "priority": ("state", "action"),
             "is_cutoff": ("state", "int")}  # fmt: skip
"""What a rule is asked with, where it is not a state alone."""

ITEMS = {"actions": "action", "candidates": "action", "outcomes": "outcome",
         "symmetries": "state"}  # fmt: skip
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
class Shapes:
    """The shapes of everything that native code passes on."""

    state: Shape
    action: Shape
    key: Shape
    float_utility: bool
    """Some utility was a float; where none was, one may still come."""
    float_evaluate: bool
    """Some estimate was a float."""


def sample_shapes(game: Game[Any, Any], root: Any) -> Shapes:
    """Looks at states from `root` on, breadth first; raises Unsupported where none fits."""
    if game.not_native:
        raise Unsupported(f"{game.not_native}.")
    state, action, key = _shape(game, "initial", root, "the state"), None, None
    own_key, floats = game.answers("key"), [False, False]
    waiting, looked = [root], 0
    while looked < len(waiting) and looked < SAMPLE:
        s = waiting[looked]
        looked += 1
        state = _joined(game, "result", state, _shape(game, "result", s, "the state"), "states", s)
        if own_key:
            one = _shape(game, "key", game.key(s), "`key(s)`")
            key = one if key is None else _joined(game, "key", key, one, "keys", s)
        over = game.is_terminal(s)
        if isinstance(game.utility(s) if over else game.evaluate(s), float):
            floats[0 if over else 1] = True
        rule = "outcomes" if game.answers("outcomes") and game.to_move(s) == CHANCE else "actions"
        for a in game.legal(s):
            kind = _shape(game, rule, a, "an action")
            action = kind if action is None else _joined(game, rule, action, kind, "actions", a)
            if len(waiting) < SAMPLE:
                waiting.append(game.result(s, a))
    return Shapes(state, action or Shape("int"), key or state, *floats)


def _shape(game: Game[Any, Any], rule: str, value: Any, what: str) -> Shape:
    shape = shape_of(value)
    if isinstance(shape, Shape):
        return shape
    raise Unsupported(
        f"{what} is, or holds, {shape} ({_short(value)}); native rules need numbers"
        " in tuples or NamedTuples.",
        *_place(game, rule),
    )


def _joined(
    game: Game[Any, Any], rule: str, one: Shape, other: Shape, what: str, value: Any
) -> Shape:
    both = join(one, other)
    if both is None:
        raise Unsupported(
            f"{what} have different shapes, {one} and {other} ({_short(value)});"
            " native rules need one shape for all.",
            *_place(game, rule),
        )
    return both


def _place(game: Game[Any, Any], rule: str) -> tuple[str, int]:
    """The file and line of a rule."""
    function = unwrap(getattr(game, rule))
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return ("", 0) if code is None else (code.co_filename, code.co_firstlineno)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"


@dataclass
class Rules:
    """Translates rules into a program on demand and knows how a kernel calls them."""

    program: Program
    game: Game[Any, Any]
    shapes: Shapes
    choices: Choices
    checks: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """Function name -> (rule, kinds of its arguments): compiled one by one, for good errors."""
    _names: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        classes = {**self.shapes.state.classes(), **self.shapes.action.classes()}
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
        if rule in ITEMS:
            return self._into(rule)
        if rule == "evaluate":
            return self._evaluate()
        if rule == "is_cutoff":
            assert self.choices.cutoff is not None
            return self._given(self.choices.cutoff, "cutoff", "is_cutoff")
        name = self.translator.rule(rule)
        self._check(rule, name)
        if rule == "result":
            lines = [f"t = {name}(s, a)", *self.shapes.state.convert_text("t")]
            self.program.add_source(function("call_result", "s, a", lines))
            return "call_result"
        return name

    def _check(self, rule: str, name: str) -> None:
        self.checks[name] = (rule, ARGUMENTS.get(rule, ("state",)))

    def _into(self, rule: str) -> str:
        item = ITEMS[rule]
        shape = self.shapes.state if item == "state" else self.shapes.action
        name = self.translator.rule_into(rule, put_text(shape, item == "outcome"))
        self.checks[name] = (rule, ("state", "int"))
        return name

    def _actions(self) -> str:
        into = self._into("candidates" if self.choices.candidates else "actions")
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
        weights = [float(w) if isinstance(w, float) else int(w) for w in self.game.weights]
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
