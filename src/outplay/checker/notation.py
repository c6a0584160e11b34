"""Notation: what people write must come back as what it was; and what they point at is there."""

from __future__ import annotations

from outplay.adapters.successors import SuccessorGame
from outplay.asking import CHILDREN, ONE_LINE, Answers, Asker, Fault
from outplay.checker.pictures import Pictures
from outplay.checker.questions import Node
from outplay.errors import OutplayError
from outplay.game import Game
from outplay.keys import same
from outplay.wording import shown

GARBAGE = ("", "?", "-1", "999999999", "zz9", "1e9", "²", "(", "a b c", "\x00", "x" * 1000)
"""Input that no notation should accept."""


class Notation:
    """The checks of a game's notation, as far as it has one."""

    def __init__(self, ask: Asker, first: object) -> None:
        self._ask = ask
        self._pictures = Pictures(ask)
        game = ask.game
        plain = type(game).parse_state in (Game.parse_state, SuccessorGame.parse_state)
        self.own_reader = not plain or "parse_state" in vars(game)
        """The game reads positions by a rule of its own."""
        self.reads_states = self.own_reader or self._readable(first)
        self._names()

    def _names(self) -> None:
        """A Fault unless the players have two names."""
        names = self._ask.game.player_names
        if not isinstance(names, tuple | list) or not (
            len(names) == 2 and all(isinstance(name, str) and name.strip() for name in names)
        ):
            raise self._ask.fault(
                "player_names", "no pair", f"is {shown(names)}, not two strings, MAX's first"
            )

    def _readable(self, s: object) -> bool:
        try:
            text = self._ask.call("format_state", s)
            return same(self._ask.call("parse_state", text), s)
        except Fault:
            return False

    def check(self, node: Node, found: Answers, garbage: bool) -> None:
        """A Fault if the texts of this state or its actions do not come back."""
        unchanged = self._ask.watch(node.state)
        self._state(node.state, garbage)
        unchanged("format_state")
        self._actions(node.state, found, garbage)
        unchanged("format_action")
        self._pictures.check(node.state, found)
        unchanged("draw")

    def _state(self, s: object, garbage: bool) -> None:
        ask = self._ask
        text = ask.text("format_state", s)
        if "\n" in text:
            raise ask.fault("format_state", "lines", "gives more than one line (`show` may)")
        ask.text("show", s)
        if ask.game.answers("ending") and ask.call("is_terminal", s):
            ask.text("ending", s, wanted=ONE_LINE)
        if self.own_reader:
            self._read_back("state", text, s)
        elif self.reads_states and not self._readable(s):
            self.reads_states = False  # only some states are literals: there is no notation
        if garbage and self.own_reader:
            for nonsense in GARBAGE:
                self._refused("parse_state", nonsense)

    def _actions(self, s: object, found: Answers, garbage: bool) -> None:
        ask = self._ask
        texts: dict[str, object] = {}
        for a in found.actions[:CHILDREN]:
            text = ask.text("format_action", s, a)
            if not text.strip():
                raise ask.fault("format_action", "no text", "gives an empty string")
            if text in texts:
                what = f"writes {text!r} for both {shown(texts[text])} and {shown(a)}"
                raise ask.fault("format_action", "ambiguous", what)
            texts[text] = a
        for text, a in texts.items():
            self._read_back("action", text, a, s)
        if garbage:
            for nonsense in GARBAGE:
                read = self._refused("parse_action", nonsense, s)
                if read and not any(same(read[0], a) for a in found.actions):
                    what = (
                        f"reads {nonsense[:20]!r} as {shown(read[0])}, which is not legal here:"
                        " raise IllegalAction"
                    )
                    raise ask.fault("parse_action", "illegal", what)

    def _read_back(self, kind: str, text: str, written: object, *state: object) -> None:
        """A Fault unless the text of a state, or of an action, is read as what it was."""
        read = self._ask.call(f"parse_{kind}", *state, text)
        if not same(read, written):
            what = f"reads {text!r}, which `format_{kind}` wrote, as {shown(read)}"
            raise self._ask.fault(f"parse_{kind}", "round trip", f"{what}, not {shown(written)}")

    def _refused(self, rule: str, nonsense: str, *arguments: object) -> list[object]:
        """What the rule read nonsense as, if anything: it should raise an OutplayError."""
        try:
            return [self._ask.call(rule, *arguments, nonsense)]
        except Fault as fault:
            if isinstance(fault.__cause__, OutplayError):
                return []
            if fault.__cause__ is None:
                raise
            wanted = "IllegalAction" if rule == "parse_action" else "InvalidPosition"
            what = f"{fault.what} when it is given {nonsense[:20]!r}: raise outplay.{wanted}"
            raise Fault(fault.rule, "nonsense", what) from fault.__cause__
