"""One question to the rules: the answer, or a `Fault` that names the rule.

Whatever the rules do, raise, never end, answer nonsense, change what they were given, comes
back as a Fault. Only Ctrl-C passes through.
"""

from __future__ import annotations

import copy
import math
import numbers
import sysconfig
import traceback
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from outplay.adapters._freeze import freeze
from outplay.adapters.board import ITERABLES, BoardGame, Line
from outplay.adapters.successors import SuccessorGame
from outplay.errors import OutplayError
from outplay.game import Game
from outplay.native.layout import MAX_ITEMS

PLAIN = (int, float, complex, str, bytes, type(None))

ADAPTED = {
    "actions": "successors",
    "utility": "static_value",
    "evaluate": "static_value",
    "to_move": "max_to_move",
}
"""What a successor relation calls its rules."""


class Fault(Exception):
    """A rule is wrong. Two faults are the same one if rule and kind are."""

    def __init__(self, rule: str, kind: str, what: str) -> None:
        super().__init__(what)
        self.rule, self.kind, self.what = rule, kind, what


class Node:
    """A state and the way to it."""

    __slots__ = ("action", "depth", "parent", "spot", "state")

    def __init__(self, state: Any, parent: Node | None = None, action: Any = None) -> None:
        self.state, self.parent, self.action = state, parent, action
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.spot: Any = None
        """What `position` says of the state, once it was asked."""

    def path(self) -> list[Node]:
        """The nodes from the start to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def line(self) -> list[Any]:
        """The actions from the start to this one."""
        return [node.action for node in self.path()[1:]]


class Asker:
    """Puts questions to one game."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.board = game if isinstance(game, BoardGame) else None
        self.has_key = game.answers("key")
        self.win: Any = None
        """What the first win that was met is worth."""
        self._names = ADAPTED if isinstance(game, SuccessorGame) else {}

    def rule(self, rule: str) -> str:
        """What the author of this game calls the rule."""
        return self._names.get(rule, rule)

    def fault(self, rule: str, kind: str, what: str) -> Fault:
        """A fault of the rule; `what` goes on after its name."""
        name = self.rule(rule)
        return Fault(name, kind, f"`{name}` {what}")

    def call(self, rule: str, *arguments: Any) -> Any:
        """The rule's answer; its first argument is a state, if it has any."""
        if arguments:
            self._reach(arguments[0])
        try:
            return getattr(self.game, rule)(*arguments)
        except (Exception, SystemExit) as error:
            raise self.raised(rule, error) from error

    def listed(self, rule: str, s: Any) -> list[Any]:
        """All that a rule yields; a Fault if it yields for ever."""
        self._reach(s)
        try:
            answer = self._raw(rule)(s)
            if answer is None:
                raise self.fault(rule, "nothing", "gives None; is a `return` or `yield` missing?")
            try:
                items = iter(answer)
            except TypeError:
                raise self.fault(
                    rule, "nothing", f"gives {shown(answer)}, which is not a list or a generator"
                ) from None
            found = list(islice(items, MAX_ITEMS + 1))
        except Fault:
            raise
        except (Exception, SystemExit) as error:
            raise self.raised(rule, error) from error
        if len(found) > MAX_ITEMS:
            raise self.fault(rule, "endless", f"goes on beyond {MAX_ITEMS:,} items: does it end?")
        return found

    def _raw(self, rule: str) -> Callable[[Any], Any]:
        """The rule itself: adapters read what it yields to the end, if there is one."""
        game: Any = self.game
        if self.board is not None and rule in ITERABLES:
            return lambda s: game._ask(rule, s)
        if isinstance(game, SuccessorGame) and rule == "actions":
            return lambda s: game._successors(s) or ()
        answer: Callable[[Any], Any] = getattr(game, rule)
        return answer

    def _reach(self, s: Any) -> None:
        """Moves a mutable board to `s`, so that a fault of push or pop is called that."""
        if self.board is None or not isinstance(s, Line):
            return
        try:
            self.board._go(s)
        except OutplayError as error:
            raise Fault("pop", "raises", f"`pop` fails: {error}".rstrip(".")) from error
        except (Exception, SystemExit) as error:
            raise self.raised("push", error) from error

    def raised(self, rule: str, error: BaseException) -> Fault:
        """The fault that a rule raised, with the place in the author's file."""
        if isinstance(error, NotImplementedError) and str(error):
            return self.fault(rule, "missing", f"is missing: {str(error).rstrip('.')}")
        text = f": {one_line(str(error))}".rstrip(".") if str(error) else ""
        kind = type(error).__name__
        return self.fault(rule, f"raises {kind}", f"raises {kind}{text}{_place(error)}")

    def number(self, rule: str, answer: Any, finite: bool = True) -> None:
        """A Fault unless the answer is a real number."""
        if answer is None:
            raise self.fault(rule, "not a number", "gives None; is a `return` missing?")
        try:
            size = float(answer) if isinstance(answer, numbers.Real) else None
        except OverflowError:
            size = math.inf
        if size is None or math.isnan(size) or (math.isinf(size) and (finite or answer != size)):
            what = "number" if size is None else "finite number"
            raise self.fault(rule, "not a number", f"gives {shown(answer)}, which is no {what}")

    def flag(self, rule: str, answer: Any) -> bool:
        """The answer as True or False, a Fault if it is neither."""
        try:
            if answer is None or isinstance(answer, str):
                raise TypeError
            return bool(answer)
        except Exception:
            raise self.fault(
                rule, "not a truth", f"gives {shown(answer)}, which is neither True nor False"
            ) from None

    def watch(self, s: Any) -> Callable[[str], None]:
        """Call what this gives after each rule: a Fault if the rule changed `s`."""
        if is_plain(s):
            return lambda rule: None
        marks = self._marks(s)

        def unchanged(rule: str) -> None:
            for mark, before in marks:
                if mark() != before:
                    changed = "the board" if self.board is not None else "the state it is given"
                    raise self.fault(rule, "changes", f"changes {changed}")

        return unchanged

    def _marks(self, s: Any) -> list[tuple[Callable[[], Any], Any]]:
        """Functions of the state that must go on answering what they answer now."""
        if self.board is not None:
            return [(lambda: self.call("snapshot", s), self.call("snapshot", s))]
        params = getattr(type(s), "__dataclass_params__", None)
        if params is not None and params.frozen and type(s).__hash__ is not None:
            return [(lambda: hash(s), hash(s))]
        try:
            twin = copy.deepcopy(s)
            if twin is not s and bool(twin == s):
                return [(lambda: bool(twin == s), True)]
        except Exception:
            pass
        return [(lambda: freeze(s), freeze(s))]


def is_plain(value: Any) -> bool:
    """Nothing in it can change: numbers, texts and tuples of them."""
    if isinstance(value, tuple | frozenset):
        return all(is_plain(item) for item in value)
    return isinstance(value, PLAIN)


def same(one: Any, two: Any) -> bool:
    """Equal; or, where == has no answer, holding the same."""
    try:
        return bool(one == two)
    except Exception:
        return bool(freeze(one) == freeze(two))


def close(one: Any, two: Any) -> bool:
    """Equal numbers, but for the rounding of a different order of the same sums."""
    return math.isclose(one, two, rel_tol=1e-9, abs_tol=1e-9)


def shown(value: Any, most: int = 80) -> str:
    """The value as short text."""
    try:
        text = one_line(repr(value))
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[: most - 1]}…"


def one_line(text: str) -> str:
    return " ".join(text.split())


def _place(error: BaseException) -> str:
    """Where in the author's file, if that is known: not in ours, not in a library's."""
    libraries = (Path(sysconfig.get_path("stdlib")), Path(__file__).parents[1])
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.suffix == ".py" and not any(file.is_relative_to(place) for place in libraries):
            return f" ({file.name}, line {frame.lineno})"
    return ""
