"""The rules of one game as a kernel asks them, each compiled when one asks for it."""

from __future__ import annotations

import operator
import types
from collections.abc import Callable
from functools import partial
from typing import Any

from outplay.native import keys
from outplay.native.front import types as T
from outplay.native.front.lists import holds_reference
from outplay.native.front.search_memory import as_number
from outplay.native.front.special import Written
from outplay.native.front.values import V
from outplay.native.library import answers
from outplay.native.library.answers import Rule
from outplay.native.listing import ITEMS, Listing, once
from outplay.native.source import Unsupported, place_of, unwrap
from outplay.native.written import NeedsFloats, WiderState, items_of, load, store, widened

TRUTHS = ("is_terminal", "is_cutoff", "is_quiet", "null_move_allowed", "in_check")
"""Rules that answer yes or no."""

PAIRS = ("bounds", "outcome_bounds")

VALUES = ("utility", "evaluate", "capture_value")
"""Rules whose answers are what a search computes with."""

WHOLE = {"to_move": "MAX, MIN or CHANCE", "reversible_plies": "a whole number"}
"""Rules that answer an int, and how it is called."""

STATES = ("result", "null_move", "exchanged", "without_history")
"""Rules that answer a state."""

LISTED_STATES = ("symmetries", "predecessors", "placed")
"""Rules that yield states."""

KEYS = {"key_word": "key", "position_word": "repetition_key"}
"""Questions for a rule's answer as one word."""

OWN: dict[str, Callable[..., V]] = {
    "random_start": lambda f, s: V(T.INT, (f.mixed(s, "0"),)),
    "slot_of": lambda f, h: h,
    "order_of_keys": lambda f, key: f.const(operator.lt),
}
"""Questions that are answered without the game."""


class Rules(Listing):
    """What a kernel calls `game`."""

    def attribute(self, f: Any, name: str) -> V:
        return f.const(self.need(name))  # type: ignore[no-any-return]

    @once
    def need(self, name: str) -> Any:
        own = getattr(self, f"_ask_{name}", None)
        if own is not None:
            return own()
        if name in ITEMS:
            return Written(partial(self._each, name))
        if name in LISTED_STATES:
            return self._each_state(name)
        if name in STATES:
            return partial(answers.ask_state, self._as_state(name), self.rule(name))
        if name in KEYS:
            return keys.word(self, KEYS[name])
        if name in OWN:
            return Written(OWN[name])
        t = T.BOOL if name in TRUTHS else None if name in PAIRS else self._type(name)
        return self._call_of(name, self._convert(name, t))

    # --- answers ------------------------------------------------------------------------------

    def _call_of(self, rule: str, convert: Rule, method: Any = None) -> Rule:
        """A rule that is asked with a state, and perhaps an action, and gives a number."""
        return partial(answers.ask, convert, self.rule(rule) if method is None else method)

    def _type(self, rule: str) -> T.Type:
        """Of the numbers that a rule gives."""
        if rule in WHOLE:
            return T.INT
        if rule == "priority":
            return T.FLOAT
        found = self.state.declared("Utility" if rule == "utility" else "Value")
        assert found is not None
        return found

    def _convert(self, rule: str, t: T.Type | None) -> Rule:
        """From what a rule answers to what a kernel computes with; refuses what is no number."""

        def write(f: Any, v: V) -> V:
            if t is None:
                return self._pair(rule, f, v)
            if t is T.BOOL:
                return f.truth(v) if not f.dead else v
            v = self._number(rule, f, v)
            if f.dead:
                return v
            if rule == "priority":
                return f.to_float(v)  # type: ignore[no-any-return]
            v = as_number(f, v, t)
            if rule not in ("utility", "evaluate"):
                return v
            check = answers.whole_number
            if t is T.FLOAT:
                endless = self.game.properties.deterministic
                check = answers.number_or_infinite if endless else answers.finite_number
            return f.call_function(check, [v], {})  # type: ignore[no-any-return]

        return Written(write)

    def _number(self, rule: str, f: Any, v: V) -> V:
        """What a rule answers where a number is needed."""
        if f.dead:
            return v
        if isinstance(v.t, T.Union):
            to_float = T.FLOAT in v.t.members
            if to_float:
                self._meets_float(rule)

            def converted(arm: V) -> V | None:
                found = self._number(rule, f, arm)
                if f.dead:
                    return None
                return f.to_float(found) if to_float else f.to_int(found)  # type: ignore[no-any-return]

            return f.dispatch(v, converted)  # type: ignore[no-any-return]
        if rule in VALUES:
            f.module.answers.add((rule, str(v.t)))
        v = f.number(v)
        if v.t is T.FLOAT:
            self._meets_float(rule)
        if v.t in (T.INT, T.BOOL) or (v.t is T.FLOAT and rule not in WHOLE):
            return v
        if v.t is T.BIG:
            return f.convert(v, T.INT)  # type: ignore[no-any-return]
        return self._refuse(rule, f, v, WHOLE.get(rule, "a number"))

    def _meets_float(self, rule: str) -> None:
        counts = rule in VALUES and not (rule == "utility" and self.state.flags.get("decisive"))
        if counts and not self._has_floats:
            raise NeedsFloats

    @property
    def _has_floats(self) -> bool:
        return self.state.declared("Value") is T.FLOAT

    def _pair(self, rule: str, f: Any, v: V) -> V:
        v = f.value_of(v)
        if f.dead:
            return v
        if not (isinstance(v.t, T.Tuple) and len(v.t.items) == 2):
            poison = self._refuse(rule, f, v, "a pair of numbers")
            return f.tuple_of([poison, poison])  # type: ignore[no-any-return]
        items = [self._number(rule, f, item) for item in f.items_of(v)]
        if f.dead:
            return v
        return f.tuple_of([f.to_float(item) if self._has_floats else item for item in items])  # type: ignore[no-any-return]

    def _refuse(self, rule: str, f: Any, v: V, wanted: str) -> V:
        """It answers something else than a search can use: Python will say what it thinks of it."""
        answer = {"None": "nothing (None)"}.get(str(v.t), f"a {v.t}")
        what = f"`{rule}` returns {answer} where {wanted} is needed"
        f.fail(("sentence", what, *place_of(self.game, rule)))
        return V(T.INT, ("poison",))

    def _ask_to_move(self) -> Rule:
        chance = not self.game.properties.deterministic
        convert = self._convert("to_move", T.INT)
        return partial(answers.ask_player, convert, self.rule("to_move"), chance)

    def _as_state(self, rule: str) -> Rule:
        """What `result`, or another rule, gives as a state."""
        t = self.forms.state.t

        def write(f: Any, v: V) -> V:
            v = f.value_of(v)
            if f.dead:
                return v
            wider = widened(f, t, v.t)
            if wider != t:
                raise WiderState(wider)
            if not f.fits(v.t, t):
                return self._refuse(rule, f, v, f"a state, {t}")
            v = f.convert(v, t)
            if not f.dead and holds_reference(t):
                f.freeze(v)
            if not f.dead and f.module.ordered:
                f.settle(v)
            return v

        return Written(write)

    def _ask_load_state(self) -> Rule:
        """`load_state(words)`: the state that stands there as a row of words."""
        form = self.forms.state
        return Written(lambda f, words: load(f, form, V(T.INT, words.p)))

    def _ask_store_state(self) -> Rule:
        """`store_state(words, s)`: writes the row of words of a state."""
        form = self.forms.state
        return Written(lambda f, words, s: store(f, form, V(T.INT, words.p), s))

    def _ask_is_cutoff(self) -> Rule:
        if self.choices.cutoff is None:
            return partial(answers.is_reached, self.state)
        function = self._plain_function(self.choices.cutoff, "cutoff")
        return self._call_of("is_cutoff", self._convert("is_cutoff", T.BOOL), function)

    def _ask_evaluate(self) -> Rule:
        convert = self._convert("evaluate", self._type("evaluate"))
        if self.choices.playouts:
            function = self.kernel.evaluate

            def mean(f: Any, s: V) -> V:
                arguments = [f.const(self), s, f.lookup("ply"), f.const(self.state)]
                return f.call_function(function, arguments, {})  # type: ignore[no-any-return]

            return Written(mean)
        if self.choices.evaluate is not None:
            return self._call_of(
                "evaluate", convert, self._plain_function(self.choices.evaluate, "evaluate")
            )
        if not self.game.answers("evaluate"):
            return Written(lambda f, s: as_number(f, f.const(0), self._type("evaluate")))
        return self._call_of("evaluate", convert)

    def _plain_function(self, function: Callable[..., Any], title: str) -> Any:
        plain = unwrap(function)
        if not isinstance(plain, types.FunctionType | types.MethodType):
            raise Unsupported(f"the {title} that was given is not a plain function.")
        return function

    # --- keys ---------------------------------------------------------------------------------

    def _ask_store_key(self) -> Any:
        return keys.least_key(self, symmetric=self.state.flags.get("symmetric", False))

    def _ask_key_size(self) -> int:
        return self.forms.key.key_size

    def _each_state(self, rule: str) -> Rule:
        """`for image in game.symmetries(s)`: states, as the rule makes them."""
        convert = self._as_state(rule)
        return partial(answers.each_state, Written(items_of), self.rule(rule), convert)

    def _ask_action_id(self) -> Rule:
        return Written(partial(keys.action_id, self.forms.action))
