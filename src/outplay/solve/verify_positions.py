"""What `verify` asks of positions: do their values follow from those of what comes after them?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from outplay.copies import protected
from outplay.errors import OutplayError
from outplay.game import CHANCE, MAX, MIN, AnyGame
from outplay.native.described import NotDescribed, type_described
from outplay.native.forms import Form
from outplay.native.front.constant_types import Typing
from outplay.native.front.joining import Types
from outplay.native.front.packed import has_history
from outplay.native.layout import Overflow
from outplay.native.sample import Sample
from outplay.solve.verify_file import Array, Chunk, Damaged, File
from outplay.solve.verify_tally import MOST_FAULTS, Asked, Tally

FAR = 1 << 62
"""More plies than any game has."""

ROUNDING = 2 * float(np.finfo(np.float64).eps)
"""What each number in a mean may add to its error, as a part of the largest."""

NEARLY = 1e-9
"""Probabilities sum to 1, or miss it by less than this."""


class Positions:
    """Checks positions of one file."""

    def __init__(self, file: File, game: AnyGame, tally: Tally, *, all_of_them: bool) -> None:
        self.file, self.game = file, game
        self.all_of_them = all_of_them
        self.initial = game.initial()
        self.rules = protected(game, self.initial)
        about = file.header
        self.form = _form(self.rules, self.initial, about)
        self.words = len(file.packing.bias)
        self.symmetric: bool = about["symmetric"]
        self.exchanged: bool = about["exchanged"]
        self.forgets: bool = about["without_history"]
        self.win: float | None = about["win"]
        self.with_edges = (
            all_of_them and self.win is None and file.layers is None and not about["endless"]
        )
        self.starts = np.cumsum([0, *(part.positions for part in file.parts)])
        self.begin_anew(tally)

    def begin_anew(self, tally: Tally) -> None:
        """What is found from now on goes there."""
        self.tally = tally
        for part in self.file.parts if self.all_of_them else ():
            tally.after.setdefault(part.number, np.zeros(part.positions, bool))

    # --- rules ------------------------------------------------------------------------------------

    def ask(self, words: Array) -> Asked:
        """What the rules say of the states with these words."""
        found = Asked()
        for number, row in enumerate(words.tolist()):
            marks = len(found.rows), len(found.ends)
            try:
                s = self.form.build(row)
            except Exception as error:
                self.tally.fault(f"The words {row} are no state: {error!r}.")
                continue
            try:
                answers = self._ask_one(s, len(found.numbers), found)
            except Exception as error:
                del found.rows[marks[0] :]
                for entries in found.by_entry:
                    del entries[marks[1] :]
                self.fault(s, f"the rules raise {type(error).__name__}: {error}")
                continue
            if found.rows[marks[0]] != row or found.signs[marks[1]] < 0:
                self.fault(s, "its words are others than those in the file")
            player, over, utility = answers
            found.numbers.append(number)
            found.players.append(player)
            found.over.append(over)
            found.utilities.append(utility)
            found.states.append(s)
        return found

    def _ask_one(self, s: Any, owner: int, found: Asked) -> tuple[int, bool, float]:
        """Who is to move, whether the game is over, its utility then."""
        rules = self.rules
        self._add(s, owner, found)
        if found.over_each[-1] or (self.file.layers is not None and rules.is_terminal(s)):
            utility = rules.utility(s)
            try:
                player = rules.to_move(s)
            except Exception:
                player = 0
            return (player if player in (MAX, MIN) else 0), True, utility
        player = rules.to_move(s)
        if player == CHANCE:
            total = 0.0
            for a, p in rules.outcomes(s):
                total += p
                self._add(rules.result(s, a), owner, found, p)
            if abs(total - 1) > NEARLY:
                self.fault(s, f"the probabilities of what chance does sum to {total}, not 1")
            return CHANCE, False, 0.0
        if player not in (MAX, MIN):
            raise ValueError(f"{player} is to move")
        for a in rules.actions(s):
            self._add(rules.result(s, a), owner, found)
        return player, False, 0.0

    def _add(self, s: Any, owner: int, found: Asked, chance: float = 1.0) -> None:
        """Notes the words of a state, with sides exchanged if they have to be, and its images."""
        found.over_each.append(self.file.layers is None and bool(self.rules.is_terminal(s)))
        if self.forgets:
            s = self.rules.without_history(s)
        flip = self.exchanged and self.rules.to_move(s) == MIN
        found.signs.append(-1 if flip else 1)
        if flip:
            s = self.rules.exchanged(s)
        found.rows.append(self.words_of(s))
        if self.symmetric:
            found.rows += [self.words_of(image) for image in self.rules.symmetries(s)]
        found.ends.append(len(found.rows))
        found.owners.append(owner)
        found.chances.append(chance)

    def words_of(self, s: Any) -> list[int]:
        """The words of a state; those of a state that is in no file if it has none."""
        try:
            row = self.form.flatten(s)
        except Overflow:
            return self._no_state
        room = self.words - len(row)
        return row + [0] * room if room > 0 else row if room == 0 else self._no_state

    @property
    def _no_state(self) -> list[int]:
        """Words of which some bit, or the least number, is in no key."""
        packing = self.file.packing
        row: list[int] = packing.bias.tolist()
        for w, mask in enumerate(packing.mask.tolist()):
            if mask != (1 << 64) - 1:
                row[w] += ~mask & (mask + 1)  # the lowest bit that is in no key
                break
        return row

    # --- keys -------------------------------------------------------------------------------------

    def least(self, found: Asked) -> tuple[Array, Array, Array, Array]:
        """By entry of `ends`: the least key of its images, whether it has one, its part, and how
        many different images there are."""
        rows = np.array(found.rows, np.int64).reshape(-1, self.words)
        keys, fit = self.file.packing.keys(rows)
        layers = self.file.layers
        parts = np.array(found.over_each, np.int64) if layers is None else layers.parts(rows)
        if not self.symmetric:
            return keys, fit, parts, np.ones(len(rows), np.int64)
        counts = np.diff([0, *found.ends])
        entry = np.repeat(np.arange(len(counts)), counts)
        order = np.lexsort((*keys.T[::-1], entry))
        firsts = order[np.cumsum(counts) - counts]
        differs = np.ones(len(rows), bool)
        differs[1:] = np.any(keys[order][1:] != keys[order][:-1], axis=1)
        differs[np.cumsum(counts) - counts] = True
        images = np.add.reduceat(differs.astype(np.int64), np.cumsum(counts) - counts)
        all_fit = np.logical_and.reduceat(fit, np.cumsum(counts) - counts)
        return keys[firsts], all_fit, parts if layers is None else parts[firsts], images

    def look_up(self, keys: Array, fit: Array, parts: Array) -> tuple[Array, Array, Array]:
        """Numbers in all of the file (-1: not there), values and distances of keys."""
        numbers = np.full(len(keys), -1, np.int64)
        values = np.zeros(len(keys), self.file.value_kind)
        distances = np.zeros(len(keys), np.int64)
        for part in self.file.parts:
            rows = np.flatnonzero(fit & (parts == part.number))
            if not len(rows):
                continue
            at, values[rows], distances[rows] = part.find(keys[rows])
            there = at >= 0
            numbers[rows] = np.where(there, self.starts[part.number] + at, -1)
            if self.all_of_them:
                self.tally.after[part.number][at[there]] = True
        return numbers, values, distances

    # --- checks -----------------------------------------------------------------------------------

    def check(self, part: int, chunk: Chunk, which: Array) -> None:
        """Checks some positions of a chunk, by their numbers there."""
        asked = self.ask(self.file.packing.words(chunk.keys[which]))
        self.tally.checked += len(which)
        if not asked.numbers:
            return
        keys, fit, parts, images = self.least(asked)
        owners = np.array(asked.owners)
        own = np.flatnonzero(np.diff(owners, prepend=-1))
        which = which[asked.numbers]
        for i in np.flatnonzero(np.any(keys[own] != chunk.keys[which], axis=1)):
            self.fault(asked.states[i], "a mirror image of it has a smaller key")
        for i in np.flatnonzero(parts[own] != part):
            self.fault(asked.states[i], f"it is in part {part}, and should be in {parts[own][i]}")
        later = np.ones(len(owners), bool)
        later[own] = False
        numbers, values, distances = self.look_up(keys[later], fit[later], parts[later])
        owners, chances = owners[later], np.array(asked.chances)[later]
        values = values * np.array(asked.signs)[later]
        stated, plies = chunk.values[which], chunk.distances[which]
        players, over = np.array(asked.players), np.array(asked.over)
        missing = np.zeros(len(which), bool)
        missing[owners[numbers < 0]] = True
        if self.file.layers is not None:
            missing[owners[parts[later] != part + 1]] = True
        for i in np.flatnonzero(missing):
            self.fault(asked.states[i], "a position that comes after it is not in the file")
        none = ~over & (np.bincount(owners, minlength=len(which)) == 0)
        for i in np.flatnonzero(none):
            self.fault(asked.states[i], "nothing can be done there, and the game is not over")
        ends = np.flatnonzero(over)
        self._check_ends(asked, ends, stated, plies)
        rest = np.flatnonzero(~over & ~missing & ~none)
        if len(rest):
            inner = np.isin(owners, rest)
            after = After(values[inner], distances[inner], chances[inner], owners[inner])
            check = self._check_others if self.win is None else self._check_wins
            check(asked, rest, after, players, stated, plies)
        if self.with_edges:
            here = self.starts[part] + chunk.first + which[owners]
            self.tally.edges.append((here[numbers >= 0], numbers[numbers >= 0]))
        if self.all_of_them:
            self._count(images[own], players, over, stated, plies)

    def _check_ends(self, asked: Asked, ends: Array, stated: Array, plies: Array) -> None:
        scale = 1 if self.win is None else self.win
        for i, value in zip(ends.tolist(), stated[ends].tolist(), strict=True):
            utility, value = asked.utilities[i], value * scale
            if utility != value:
                what = f"the game is over with {utility:g}, and the file says {value:g}"
                self.fault(asked.states[i], what)
            elif plies[i] != 0:
                self.fault(asked.states[i], f"it is over, and the file says in {plies[i]} plies")

    def _check_wins(
        self, asked: Asked, rest: Array, after: After, players: Array, stated: Array, plies: Array
    ) -> None:
        """The value and distance that follow from what comes after are those in the file."""
        starts = after.starts
        movers = players[rest]
        own = after.values * players[after.owners]
        soonest = np.minimum.reduceat(np.where(own > 0, after.distances, FAR), starts)
        latest = np.maximum.reduceat(np.where(own < 0, after.distances, -1), starts)
        draws = np.logical_or.reduceat(own == 0, starts)
        wins = soonest < FAR
        values = np.where(wins, movers, np.where(draws, 0, -movers))
        distances = np.where(wins, soonest + 1, np.where(draws, 0, latest + 1))
        wrong = (values != stated[rest]) | (distances != plies[rest])
        for k in np.flatnonzero(wrong):
            i = rest[k]
            said = _outcome(stated[i], int(plies[i]))
            follows = _outcome(values[k], int(distances[k]))
            self.fault(asked.states[i], f"the file says {said}; what comes after it says {follows}")

    def _check_others(
        self, asked: Asked, rest: Array, after: After, players: Array, stated: Array, plies: Array
    ) -> None:
        """Values are the best, or the mean, of those that come after."""
        starts, movers = after.starts, players[rest]
        highest = np.maximum.reduceat(after.values, starts)
        means = np.add.reduceat(after.values * after.chances, starts)
        lowest = np.minimum.reduceat(after.values, starts)
        values = np.where(movers == MAX, highest, np.where(movers == MIN, lowest, means))
        allowed = np.zeros(len(rest))
        if self.file.header["means"]:
            largest = np.maximum.reduceat(np.abs(after.values), starts)
            items = np.diff(np.append(starts, len(after.values)))
            allowed = 2 * self.file.header["error"] + (items + 1) * ROUNDING * largest
        wrong = ~(np.abs(values - stated[rest]) <= allowed) | (plies[rest] != 0)
        for k in np.flatnonzero(wrong):
            i = rest[k]
            what = f"the file says {stated[i]:.12g}; what comes after it says {values[k]:.12g}"
            self.fault(asked.states[i], what)

    def _count(
        self, images: Array, players: Array, over: Array, stated: Array, plies: Array
    ) -> None:
        totals = self.tally.totals
        totals["states"] += int(images.sum())
        totals["positions"] += len(images)
        totals["terminal"] += int(images[over].sum())
        scale = 1 if self.win is None else self.win
        for value in np.unique(stated):
            self.tally.values[float(value * scale)] += int(images[stated == value].sum())
        if self.win is None:
            return
        own = stated * players
        kinds = {"wins": own > 0, "losses": own < 0, "draws": stated == 0}
        kinds |= {"max_wins": stated > 0, "min_wins": stated < 0}
        for name, rows in kinds.items():
            totals[name] += int(images[rows].sum())
        for name, is_win in (("wins", True), ("losses", False)):
            rows = kinds[name]
            for distance in np.unique(plies[rows]):
                number = int(images[rows & (plies == distance)].sum())
                self.tally.distances[int(distance), is_win] += number

    def fault(self, s: Any, what: str) -> None:
        """Notes what is wrong about a position."""
        if len(self.tally.faults) >= MOST_FAULTS:
            self.tally.number_of_faults += 1
            return
        try:
            text = self.rules.format_state(s)
        except Exception:
            text = repr(s)
        self.tally.fault(f"{text}: {what}.")

    # --- roots ------------------------------------------------------------------------------------

    def roots(self) -> list[tuple[int, int]]:
        """The part of each root, and its number there."""
        found = []
        for row in self.file.header["root_words"]:
            asked = Asked()
            try:
                s = self.form.build(row)
                self._add(s, 0, asked)
            except Exception as error:
                self.tally.fault(f"The words {row} are no state to begin with: {error!r}.")
                continue
            keys, fit, parts, _ = self.least(asked)
            part = int(parts[0])
            at = -1
            if fit[0] and 0 <= part < len(self.file.parts):
                at = int(self.file.parts[part].find(keys[:1]).numbers[0])
            if at < 0:
                self.fault(s, "the solution begins with it, and it is not in the file")
            else:
                found.append((part, at))
        return found


@dataclass
class After:
    """What comes after some positions, in their order."""

    values: Array
    distances: Array
    chances: Array
    owners: Array

    @property
    def starts(self) -> Array:
        """By position, where what comes after it starts."""
        return np.flatnonzero(np.diff(self.owners, prepend=-1))


def _outcome(value: float, plies: int) -> str:
    names = {MAX: "MAX wins", MIN: "MIN wins", 0: "a draw"}
    text = names.get(int(value), f"{value:g}")
    return f"{text} in {plies}" if value or plies else text


def _form(rules: AnyGame, initial: Any, about: dict[str, Any]) -> Form:
    """How words stand for states; raises Damaged where these rules have other states."""
    try:
        like = Sample(rules, initial).forms(Typing(Types())).state
        t = type_described(about["state_form"], like.t)
    except (NotDescribed, OutplayError) as error:
        message = f"The states of {rules.name} are others than in the file: {error}."
        raise Damaged(message) from None
    most = 0 if Form("state", t).fixed else (about["state_words"] - 16) // 2
    return Form("state", t, most, about["character_bytes"], has_history(t))
