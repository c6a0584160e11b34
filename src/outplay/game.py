"""The contract: a game is six questions, and optional answers that make it stronger.

A game is a class of plain Python whose methods never change anything: a question about
the same state has the same answer, always. States that are NamedTuples (or tuples, or
ints) of numbers run at native speed; any other object runs interpreted.

Every number is from MAX's side, whoever is to move.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from outplay.constructors import Constructors
from outplay.errors import IllegalAction, RulesError, UsageError
from outplay.keys import key_of
from outplay.lines import legal_moves
from outplay.literals import read_position, write_position
from outplay.tactics import TACTICS, Tactics, unanswered
from outplay.whole_games import WholeGames
from outplay.wording import command_name

if TYPE_CHECKING:
    from outplay.records import Record

MAX = 1
MIN = -1
CHANCE = 0

MOST_ACTIONS = 1 << 16
"""Actions or outcomes that one state may have."""

State = TypeVar("State")
Action = TypeVar("Action")

QUESTIONS = ("initial", "to_move", "actions", "result", "is_terminal", "utility")
"""What every game answers."""

OPTIONAL = (
    "outcomes",
    "evaluate",
    "features",
    "symmetries",
    "exchanged",
    "without_history",
    "predecessors",
    "priority",
    "bounds",
    "candidates",
    "outcome_bounds",
    "is_quiet",
    *TACTICS,
    "key",
    "repetition_key",
    "reversible_plies",
)
"""What a game may answer to be searched better; never to be a different game."""


@dataclass(frozen=True)
class Properties:
    """What an algorithm asks about a game before it starts."""

    deterministic: bool
    """No chance nodes: the game does not answer `outcomes`."""
    may_cycle: bool
    """A position can come back, so lines need not end: declared by the game."""
    zero_sum: bool = True
    """By construction: one utility, from MAX's side, and MIN wants the opposite."""


class Game(Tactics[State, Action], WholeGames[State], Constructors, Generic[State, Action]):
    """Base of all games. Subclasses answer the six questions in plain Python.

    The questions of `Tactics` are for the engine's selective search, those of `WholeGames` for
    solving; few games need them.

    >>> class TakeAway(Game):
    ...     "Take one or two of five matches; whoever takes the last one wins."
    ...     def initial(self): return (5, MAX)
    ...     def to_move(self, s): return s[1]
    ...     def actions(self, s): return range(1, min(2, s[0]) + 1)
    ...     def result(self, s, taken): return (s[0] - taken, -s[1])
    ...     def is_terminal(self, s): return s[0] == 0
    ...     def utility(self, s): return -s[1]
    """

    may_cycle: ClassVar[bool] = False
    """True if a position can come back: whole-tree searches then refuse to start."""

    repetition: ClassVar[float] = 0
    """What it is worth to MAX when a position comes back, where `may_cycle`: a draw."""

    win: ClassVar[float | None] = None
    """The utility of a win, if games end won, lost or drawn (0); else the engine tries to see.

    It goes with `utility`: a subclass that answers that anew says this anew, too."""

    fits_64_bits: ClassVar[bool] = False
    """Promise: computed modulo 2**64, these rules answer the same. Native code then does not look
    for larger ints, and is a little faster."""

    title: ClassVar[str] = ""
    """What people call the game, where the words of its name do not say it."""

    player_names: ClassVar[tuple[str, str]] = ("MAX", "MIN")
    """What people call the two sides, MAX first."""

    weights: Sequence[float] = ()
    """One weight per number that `features` gives."""

    feature_names: Sequence[str] = ()
    """What people call the numbers that `features` gives: as many, or none."""

    line_separator: ClassVar[str] = " "
    """What stands between the actions of a line: `a1 b2`, or `1.2` in a literal tree."""

    is_literal: ClassVar[bool] = False
    """True if the game is a tree written out, so that all of it can be shown."""

    not_native: ClassVar[str] = ""
    """Why this kind of game always runs interpreted; empty if it need not."""

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        if "utility" in cls.__dict__ and "win" not in cls.__dict__:
            cls.win = None

    # --- the six questions ------------------------------------------------------------

    def initial(self) -> State:
        """Where does it start?"""
        raise unanswered(self, "initial(self)", "the first state")

    def to_move(self, s: State) -> int:
        """Whose turn is it: MAX (+1), MIN (-1) or CHANCE (0)? Turns need not alternate."""
        raise unanswered(self, "to_move(self, s)", "MAX, MIN or CHANCE")

    def actions(self, s: State) -> Iterable[Action]:
        """What may they do? Yields every legal action once, at least one, in a fixed order."""
        raise unanswered(self, "actions(self, s)", "the legal actions")

    def result(self, s: State, a: Action) -> State:
        """What happens then? Gives the next state and leaves `s` untouched."""
        raise unanswered(self, "result(self, s, a)", "the next state")

    def is_terminal(self, s: State) -> bool:
        """Is it over?"""
        raise unanswered(self, "is_terminal(self, s)", "True or False")

    def utility(self, s: State) -> float:
        """Who got what? A number, from MAX's side; asked of terminal states only."""
        raise unanswered(self, "utility(self, s)", "a number")

    # --- optional answers: stronger, never different -----------------------------------

    def outcomes(self, s: State) -> Iterable[tuple[Action, float]]:
        """At a chance node, in place of `actions`: yields (action, probability), summing to 1."""
        raise unanswered(self, "outcomes(self, s)", "(action, probability) pairs")

    def evaluate(self, s: State) -> float:
        """An estimate of `s` for MAX, used where a search stops before the end.

        Promise: cheap, and on the same scale as `utility`. Unless a game answers it, it is
        the weighted sum of `features`, and 0 where there are none.
        """
        if not self.answers("features"):
            return 0
        total: float = 0
        for weight, feature in zip(self.weights, self.features(s), strict=True):
            total += weight * feature  # not sum(), which rounds otherwise since Python 3.12
        return total

    def features(self, s: State) -> Sequence[float]:
        """The numbers that `evaluate` weighs: a tuple, as long as `weights`, from MAX's side."""
        raise unanswered(self, "features(self, s)", "a tuple of numbers")

    def symmetries(self, s: State) -> Iterable[State]:
        """Yields the states equivalent to `s` (it may yield `s` itself, and repeat).

        Promise: same side to move, same value, and the relation is symmetric and transitive.
        Used by every table, unless `symmetric_searches` is False: states that are mirror images
        share one entry.
        """
        raise unanswered(self, "symmetries(self, s)", "equivalent states")

    def endgame(self, text: str) -> Iterable[State]:
        """Yields all positions of what `text` names, for `roots` of `solve`: `KQK` in chess.

        Where there are millions, it returns an `Endgame`, and the rule `placed` says what is in it.
        """
        raise UsageError(f"{self.name} has no endgames that have a name.")

    def priority(self, s: State, a: Action) -> float:
        """How early to try `a`: higher is earlier. Used by `order="priority"`; no promise."""
        raise unanswered(self, "priority(self, s, a)", "a number")

    def bounds(self, s: State) -> tuple[float, float]:
        """(low, high): promises that all utilities and estimates from `s` on lie in there.

        Used by Star1 and Star2 (at the root), and by the checker.
        """
        raise unanswered(self, "bounds(self, s)", "(low, high)")

    def outcome_bounds(self, s: State) -> tuple[int, int]:
        """(worst, best) for MAX: promises that best play from `s` ends no worse and no better.

        For games that are won, drawn or lost. n: MAX wins n plies from now; -n: MIN wins n
        plies from now; 0: a draw. A sooner win and a later loss are better. Where both are
        the same, `s` is not searched at all. Asked of states that are not over.
        """
        raise unanswered(self, "outcome_bounds(self, s)", "(worst, best)")

    def candidates(self, s: State) -> Iterable[Action]:
        """Yields a part of `actions(s)` that provably holds a best one.

        The engine uses it; the textbook's searches do if asked to (`candidates=True`). If the
        best one in there does not also win soonest, or lose latest, the engine's `distance` is
        that of play among the candidates.
        """
        raise unanswered(self, "candidates(self, s)", "some of the actions")

    def is_quiet(self, s: State) -> bool:
        """Is `evaluate(s)` to be trusted here?

        Used by `outplay.quiet_cutoff`. Where `extend_until_quiet` is set, the engine does not stop
        before it is True; where `late_move_reductions` is set, it looks less deep at late moves to
        quiet states. (A game that answers `in_check` is not asked this for it.)
        """
        raise unanswered(self, "is_quiet(self, s)", "True or False")

    def key(self, s: State) -> Hashable:
        """What tables know `s` by. Promise: states with equal keys have equal values.

        A game needs it only where states hold more than matters. Without it, states that can be
        hashed are their own keys, and others are known by what they hold.
        """
        return key_of(s)

    def repetition_key(self, s: State) -> Hashable:
        """What is the same when a position comes back, where `may_cycle`; otherwise unused.

        A game whose states count moves (those since the last capture, say) leaves the counter
        out. It stays in `key`: how much is left of it sways the value.
        """
        return self.key(s)

    def reversible_plies(self, s: State) -> int:
        """How many plies ago the same position may have stood, at most, where `may_cycle`.

        After a capture it is 0. Makes looking for repetitions quick; no promise is needed of a
        game that does not answer.
        """
        raise unanswered(self, "reversible_plies(self, s)", "a whole number")

    # --- the human side ------------------------------------------------------------------

    def format_action(self, s: State, a: Action) -> str:
        """The action as people write it in this position."""
        return str(a)

    def parse_action(self, s: State, text: str) -> Action:
        """The legal action that `text` names; raises IllegalAction with the legal ones."""
        wanted = text.strip()
        legal = legal_moves(self, s)
        if wanted in legal:
            return legal[wanted]
        raise IllegalAction(f"{wanted!r} is not a legal action; legal: {' '.join(legal)}.")

    def format_state(self, s: State) -> str:
        """The state as one line of text."""
        return write_position(s)

    def parse_state(self, text: str) -> State:
        """The state that `text` describes; raises InvalidPosition and says why."""
        return read_position(self, text)

    def ending(self, s: State) -> str:
        """Why the game is over, in a few words: "checkmate", "stalemate"; asked of terminal states.

        Empty if there is nothing to say beyond who won.
        """
        return ""

    def show(self, s: State) -> str:
        """The state as a picture in text, for the terminal; may have many lines."""
        return self.format_state(s)

    def draw(self, s: State) -> str:
        """The state as a picture, one `<svg>` element; unless a game draws, that of `show`."""
        from outplay.drawing import text_picture

        return text_picture(f"{self.name}: {self.format_state(s)}", self.show(s))

    def gestures(self, s: State, a: Action) -> Iterable[tuple[str, ...]]:
        """Yields the ways to point at `a` on `draw(s)`: names of places, one after the other.

        The first one is where marks and values are put. None: `a` is chosen by its name. Unless a
        game answers, it is the places that `format_action` names: `e2-e4`, or `b2`.
        """
        from outplay.drawing import pointed_at

        return pointed_at(self.draw(s), self.format_action(s, a))

    # --- derived: what callers ask ----------------------------------------

    @property
    def name(self) -> str:
        """The class name as a command-line name: ConnectFour is connect-four."""
        return command_name(type(self).__name__)

    def answers(self, optional: str) -> bool:
        """Does this game answer that optional question itself?

        Overridden only where it depends on parameters, as chance in a random tree does.
        """
        if optional == "evaluate" and self.answers("features"):
            return True
        own = self.__dict__.get(optional)
        return own is not None or getattr(type(self), optional) is not getattr(Game, optional)

    @property
    def searches_images(self) -> bool:
        """Do searches take states that `symmetries` calls the same for one?"""
        return self.symmetric_searches and self.answers("symmetries")

    @property
    def properties(self) -> Properties:
        """What algorithms ask before they start."""
        return Properties(not self.answers("outcomes"), bool(self.may_cycle))

    def legal(self, s: State) -> list[Action]:
        """Every action in `s`, chance's too; none if it is over."""
        if self.is_terminal(s):
            return []
        if self.to_move(s) == CHANCE:
            found = [a for a, _ in islice(self.outcomes(s), MOST_ACTIONS + 1)]
        else:
            found = list(islice(self.actions(s), MOST_ACTIONS + 1))
        if len(found) > MOST_ACTIONS:
            where = f"the position {self.format_state(s)}"
            raise RulesError(f"{self.name}: more than {MOST_ACTIONS:,} actions in {where}.")
        return found

    def play(self, moves: Iterable[str], state: State | None = None) -> State:
        """The state after `moves` (in the game's notation) from `state` or the start."""
        s = self.initial() if state is None else state
        for number, text in enumerate(moves, start=1):
            if self.is_terminal(s):
                raise IllegalAction(f"Move {number}, {text!r}, comes after the end of the game.")
            try:
                action = self.parse_action(s, text)
            except IllegalAction as error:
                raise IllegalAction(f"Move {number}: {error}") from None
            s = self.result(s, action)
        return s

    def read_record(
        self, text: str, start: State | None = None, number: int | None = None
    ) -> Record:
        """The played game that `text` holds, from `start` or the start of the game.

        Raises IllegalAction or UsageError, which say where. `number` chooses one of several games,
        where a notation has room for them (PGN).
        """
        from outplay.records import read_record

        return read_record(self, text, start, number)

    def write_record(
        self, actions: Sequence[Action], texts: Sequence[str], start: State | None = None
    ) -> str:
        """A played game as text that `read_record` reads; `texts` are the actions as written."""
        return " ".join(texts)

    def player_name(self, player: int) -> str:
        """What people call MAX, MIN or CHANCE in this game."""
        return {MAX: self.player_names[0], MIN: self.player_names[1]}.get(player, "chance")


AnyGame: TypeAlias = Game[Any, Any]
"""A game of whatever states and actions."""
