"""PGN: played games as text, written and read.

>>> from outplay.games.chess import Chess, pgn
>>> played = pgn.read_games("1. f3 e5 2. g4 {Oh.} Qh4# 0-1")[0]
>>> played.result, len(played.actions), played.comments
('0-1', 4, {3: 'Oh.'})
>>> print(pgn.write_game(Chess(), played.actions, tags={"White": "Ann"}), end="")
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann"]
[Black "?"]
[Result "0-1"]
<BLANKLINE>
1. f3 e5 2. g4 Qh4# 0-1
<BLANKLINE>
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX
from outplay.games.chess.board import State
from outplay.games.chess.rules import Chess
from outplay.lines import states_along
from outplay.records import Record

ROSTER = dict.fromkeys(("Event", "Site", "Date", "Round", "White", "Black"), "?")
ROSTER |= {"Date": "????.??.??", "Result": "*"}
"""The tags that every game has, and what they say if nothing is known."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
WIDTH = 79
CHESS960 = ("chess960", "fischerandom", "fischerrandom", "fischerrandomchess")
USUAL = ("chess", "standard", "normal", "fromposition", "")


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played, or the beginning of one."""

    game: Chess
    """The rules: of Chess960 if the tag Variant says so."""
    start: State
    actions: tuple[int, ...]
    result: str
    """`1-0`, `0-1`, `1/2-1/2`, or `*` if it is not over or not known."""
    tags: dict[str, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)
    """By the number of actions after which they stand."""

    def states(self) -> list[State]:
        """All positions, from the start to the last."""
        return states_along(self.game, self.start, self.actions)


def read_record(game: Chess, text: str, number: int | None = None) -> Record:
    """One game of a PGN as a record: the only one, or the one of that number."""
    played = read_games(text)
    if not played:
        raise UsageError("The record has no moves.")
    if number is None and len(played) > 1:
        raise UsageError(f"The record holds {len(played)} games: choose one by its number.")
    if number is not None and not 1 <= number <= len(played):
        raise UsageError(f"The record holds {len(played)} games; there is no game {number}.")
    found = played[(number or 1) - 1]
    rules = found.game if found.game.chess960 != game.chess960 else game
    names = [found.tags.get(side, "?") for side in ("White", "Black")]
    title = "" if names == ["?", "?"] else f"{names[0]} – {names[1]}, {found.result}"
    return Record(rules, found.start, found.actions, title)


# --- writing ------------------------------------------------------------------------------------


def write_game(
    game: Chess,
    actions: Sequence[int],
    start: State | None = None,
    tags: Mapping[str, str] | None = None,
    result: str = "",
    comments: Mapping[int, str] | None = None,
) -> str:
    """A game as PGN, with an empty line at its end.

    Where no result is given, it is what the last position says: `*` if that is not the end.
    The tags FEN, SetUp and Variant are added where they are needed.
    """
    s = first = game.initial() if start is None else start
    notes = comments or {}
    words = _comment(notes.get(0, ""))
    positions = [game.repetition_key(s)]
    numbered = False
    for count, a in enumerate(actions, 1):
        if s.player == MAX:
            words.append(f"{s.number}.")
        elif not numbered:
            words.append(f"{s.number}...")
        words.append(game.format_action(s, a))
        note = _comment(notes.get(count, ""))
        words += note
        numbered = s.player == MAX and not note
        s = game.result(s, a)
        positions.append(game.repetition_key(s))
    if result not in ("", *RESULTS):
        raise UsageError(f"{result!r} is not a result; results: {' '.join(RESULTS)}.")
    result = result or result_of(game, s, positions.count(positions[-1]))
    lines = wrap(" ".join([*words, result]), WIDTH, break_long_words=False, break_on_hyphens=False)
    all_tags = {**ROSTER, **(tags or {}), "Result": result, **_setup(game, first)}
    return "\n".join([*(_tag(name, value) for name, value in all_tags.items()), "", *lines, "", ""])


def result_of(game: Chess, s: State, times: int = 1) -> str:
    """The result if the game is over in `s`, which stood on the board so many times; else `*`."""
    if game.is_terminal(s):
        value = game.utility(s)
        return "1-0" if value > 0 else "0-1" if value < 0 else "1/2-1/2"
    return "1/2-1/2" if times >= 3 and game.draws else "*"


def _setup(game: Chess, start: State) -> dict[str, str]:
    variant = {"Variant": "Chess960"} if game.chess960 else {}
    if not variant and start == Chess().initial():
        return {}
    return {**variant, "SetUp": "1", "FEN": game.format_state(start)}


def _tag(name: str, value: str) -> str:
    if not re.fullmatch(r"\w+", name, re.ASCII):
        raise UsageError(f"{name!r} is not the name of a tag: letters, digits and _ only.")
    text = re.sub(r'(["\\])', r"\\\1", " ".join(str(value).split()))
    return f'[{name} "{text}"]'


def _comment(text: str) -> list[str]:
    if "}" in text:
        raise UsageError(f"A comment of PGN cannot hold a closing brace: {text!r}.")
    return ["{" + " ".join(text.split()) + "}"] if text.strip() else []


# --- reading ------------------------------------------------------------------------------------

TOKEN = re.compile(
    r"""(?P<escaped>^%.*$)
    | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    | \{(?P<comment>[^}]*)\} | ;(?P<rest>.*)
    | (?P<bracket>[()]) | (?P<nag>\$[0-9]+)
    | (?P<result>1-0|0-1|1/2(?:-1/2)?|½-½|\*)(?![^\s(){};])
    | (?P<number>[0-9]*\.+|[0-9]+(?![^\s(){};]))
    | (?P<move>[^\s(){};\[\]$]+)
    | (?P<wrong>\S)""",
    re.VERBOSE | re.MULTILINE,
)


def read_games(text: str) -> list[PlayedGame]:
    """All games of a text. Variations, `!`, `?` and `$3` are skipped, comments kept.

    Raises UsageError, IllegalAction or InvalidPosition, and says in which line.
    """
    return [_played(written) for written in _written_games(text.removeprefix("\ufeff"))]


@dataclass
class _Written:
    """A game as its text says, before its moves are looked at."""

    line: int = 1
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[int, str]] = field(default_factory=list)
    """With the number of the line."""
    comments: dict[int, str] = field(default_factory=dict)
    result: str = ""


def _written_games(text: str) -> Iterator[_Written]:
    written, depth = _Written(), 0
    line, counted = 1, 0
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        line += text.count("\n", counted, token.start())
        counted = token.start()
        if kind == "wrong":
            raise UsageError(
                f"Line {line}: {WRONG.get(token[0], token[0] + ' means nothing here')}."
            )
        if kind == "bracket":
            depth += 1 if token[0] == "(" else -1
            if depth < 0:
                raise UsageError(f"Line {line}: there is a ) without a ( before it.")
        if depth:
            continue
        if kind == "tag":
            if written.moves or token["name"] in written.tags:
                yield written
                written = _Written()
            if not written.tags:
                written.line = line
            written.tags[token["name"]] = re.sub(r"\\(.)", r"\1", token["value"])
        elif kind in ("comment", "rest"):
            before = written.comments.get(len(written.moves), "")
            words = " ".join(f"{before} {token[kind]}".split())
            if words:
                written.comments[len(written.moves)] = words
        elif kind == "move" and not re.fullmatch(r"[!?]+|e\.?p\.?", token[0]):
            written.moves.append((line, token[0]))
        elif kind == "result":
            written.result = "1/2-1/2" if token[0] in ("1/2", "½-½") else token[0]
            yield written
            written = _Written()
    if depth:
        raise UsageError("A variation begins with ( and is never closed.")
    if written.tags or written.moves:
        yield written


WRONG = {
    "{": "a comment begins with { and is never closed",
    "}": "there is a } without a { before it",
    "[": 'this is not a tag, which looks like [Event "?"]',
}


def _played(written: _Written) -> PlayedGame:
    """The game, its moves found by the rules."""
    where, tags = f"Line {written.line}", written.tags
    variant = re.sub("[^a-z0-9]", "", tags.get("Variant", "").lower())
    if variant not in (*CHESS960, *USUAL):
        raise UsageError(
            f"{where}: the variant {tags['Variant']} cannot be read, only chess and Chess960."
        )
    chess960 = variant in CHESS960
    rules = Chess(chess960=chess960, draws=False)  # games went on where they could be drawn
    try:
        start = rules.parse_state(tags.get("FEN", "startpos"))
    except InvalidPosition as error:
        raise InvalidPosition(f"{where}, tag FEN: {error}") from None
    s, actions = start, []
    for line, move in written.moves:
        try:
            a = rules.parse_action(s, move)
        except IllegalAction as error:
            number = f"{s.number}{'.' if s.player == MAX else '...'}"
            raise IllegalAction(f"Line {line}, {number} {move}: {error}") from None
        actions.append(a)
        s = rules.result(s, a)
    result = written.result or tags.get("Result", "*")
    if result not in RESULTS:
        result = "*"
    return PlayedGame(
        Chess(chess960=chess960), start, tuple(actions), result, tags, written.comments
    )
