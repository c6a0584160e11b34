"""One game in the terminal: whose turn, what was played, what is typed."""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import InitVar, dataclass
from functools import cached_property
from typing import NamedTuple

from outplay.arena import playing
from outplay.arena.players import LEVEL, RANDOM, SOLUTION, Forfeit, action_of
from outplay.cli.players import HUMAN, Player, random_move
from outplay.cli.screen import Working, broken, say
from outplay.cli.thinking import ENGINE, Settings, Thinker, thought
from outplay.errors import IllegalAction, RulesError
from outplay.game import CHANCE, MAX, MIN, AnyGame
from outplay.records import read_action
from outplay.search.error_context import refuse_nonsense

COMMANDS = {
    "m": "moves",
    "h": "hint",
    "u": "undo",
    "s": "swap",
    "b": "board",
    "?": "help",
    "q": "quit",
}
"""What can be typed besides a move: the letter, the word, or either after a colon."""

HELP = """\
m, moves   the legal moves
h, hint    what the engine would play, and what it thinks
u, undo    take back your last move and all that came after it
s, swap    change sides
b, board   draw the board again
?, help    this
q, quit    leave; prints the command to continue later (Ctrl-C and Ctrl-D leave too)
A word that is a legal move is the move; with a colon, as in :u, it is always the command.
While an algorithm thinks, Ctrl-C makes it play the best move found so far."""


class Leave(Exception):
    """The person wants to stop."""


class Step(NamedTuple):
    """What happened at one ply."""

    state: object
    """Before it."""
    action: object
    text: str
    player: int


@dataclass
class Session:
    """A game under way."""

    game: AnyGame
    start: object
    pair: InitVar[tuple[Player, Player]]
    """Who plays MAX, and who plays MIN."""
    limits: Settings
    """Those of all algorithms, as the command has them."""
    seed: int
    again: list[str]
    """The command that started this game, without players and moves."""

    def __post_init__(self, pair: tuple[Player, Player]) -> None:
        self.players = {MAX: pair[0], MIN: pair[1]}
        self._begin()

    def _begin(self) -> None:
        self.state = self.start
        self.steps: list[Step] = []
        for player in self.players.values():
            player.begin(self.game, self.seed)

    # --- the course of a game ------------------------------------------------------------

    def run(self) -> None:
        """Plays until the person leaves, or the game is over and they do not want another."""
        try:
            self._introduce()
            self._board()
            while True:
                if self.ending is not None:
                    self._say_outcome(self.ending)
                    if not self._has_human or not self._ask_after_the_end():
                        return
                elif self.mover == CHANCE:
                    self._roll()
                elif self.players[self.mover].is_human:
                    self._ask()
                else:
                    self._think()
        except Forfeit as forfeit:
            say(f"{forfeit} The game cannot go on.", "bold")
            self._say_goodbye()
        except (Leave, EOFError, KeyboardInterrupt) as left:
            if not isinstance(left, Leave):
                print()  # the prompt, or ^C, stands on this line
            self._say_goodbye()
        except Exception:
            if self.steps:  # rules that fail do not cost the game
                self._say_goodbye()
            raise

    def play(self, action: object) -> None:
        """Plays an action, whoever's turn it is."""
        text = self.game.format_action(self.state, action)
        self.steps.append(Step(self.state, action, text, self.mover))
        self.state = self.game.result(self.state, action)

    @property
    def mover(self) -> int:
        return self.game.to_move(self.state)

    @property
    def history(self) -> list[object]:
        """The states before this one."""
        return [step.state for step in self.steps]

    @property
    def ending(self) -> playing.Ending | None:
        """How the game ended; None if it goes on. Without a person, it does not go on for ever."""
        cycles = self.game.properties.may_cycle
        end = playing.ending(self.game, [*self.history, self.state] if cycles else [self.state])
        if end is None and len(self.steps) >= playing.MOST_PLIES and not self._has_human:
            return playing.Ending(0, playing.LENGTH)
        return end

    @property
    def _has_human(self) -> bool:
        return any(player.is_human for player in self.players.values())

    def _introduce(self) -> None:
        sides = ". ".join(
            f"{self.game.player_name(side)}: {self.players[side].describe()}" for side in (MAX, MIN)
        )
        say(f"{self.game.name}. {sides}.", "bold")
        if self._has_human and self.ending is None:
            commands = ", ".join(f"{key} {word}" for key, word in COMMANDS.items())
            say(f"Type a move, or: {commands}.", "dim")
        if self.steps:
            say(f"Played so far: {self._record()}")

    def _board(self) -> None:
        board = self.game.show(self.state)
        end = self.ending
        if end is not None and end.reason == playing.REPEATED:
            # The game goes on by its own rules, and its picture says so.
            turn = f"{self.game.player_name(self.mover)} to move"
            board = "\n".join(row for row in board.splitlines() if not row.startswith(turn))
        print(f"\n{board}\n")

    def _after(self) -> None:
        """The board, unless the dice or an algorithm go on before a person looks at it."""
        if self.ending is None and (
            self.mover == CHANCE or (self._has_human and not self.players[self.mover].is_human)
        ):
            return
        self._board()

    def _say_outcome(self, end: playing.Ending) -> None:
        why = playing.reason_of(self.game, end, self.state)
        won, result = playing.winner(self.game, end), playing.outcome(self.game, end, why)
        if won is None:
            better = str(self.players[MAX if end.value > 0 else MIN])
            result = playing.outcome(self.game, end, ", ".join(filter(None, [better, why])))
        elif won and self.players[won].is_human != self.players[-won].is_human:
            who = "you win" if self.players[won].is_human else f"{self.players[won]} wins"
            result = f"{who} as {self.game.player_name(won)}" + (f" ({why})" if why else "")
        say(f"The game is over: {result}.", "bold")
        if self.steps:
            say(f"Moves: {self._record()}")

    # --- those who need not be asked ---------------------------------------------------------

    def _roll(self) -> None:
        # By the number of plies: taking a move back does not change the dice.
        found = refuse_nonsense(self.game, self.state)
        action, probability = playing.roll(found, self.seed, len(self.steps))
        self.play(action)
        say(f"chance: {self.steps[-1].text} (probability {probability:.3g})", "bold")
        self._after()

    def _think(self) -> None:
        player, side = self.players[self.mover], self.game.player_name(self.mover)
        can = "Ctrl-C: play now" if self._has_human else "Ctrl-C leaves"
        interrupted, thoughts = False, ""
        if player.by_itself is not None:
            with Working(f"{side} thinks", can):
                action = player.by_itself.choose(self.state, self.history)
            interrupted = getattr(player.by_itself, "interrupted", False)
        elif player.thinker is None:
            action = random_move(self.game, self.state, self.seed, len(self.steps))
        else:
            thinker = player.thinker
            result = thinker.think(self.state, f"{side} thinks", can, self.history)
            interrupted = result.stopped_by == "interrupt"
            action = action_of(result)
            left = "" if thinker.clock is None else f", {thinker.clock.remaining:.1f} s left"
            thoughts = f"  {thought(result)}{left}"
        if interrupted and not self._has_human:
            raise KeyboardInterrupt
        self.play(action)
        say(f"{side} ({player}) plays {self.steps[-1].text}", "bold")
        if thoughts:
            say(thoughts, "dim")
        self._after()

    # --- the person -----------------------------------------------------------------------------

    def _ask(self) -> None:
        """One line from the person: a move, or a command."""
        side = self.game.player_name(self.mover)
        alone = sum(player.is_human for player in self.players.values()) == 1
        text = read_line(f"Your move ({side}): " if alone else f"{side} to move: ")
        command = self._command(text)
        if command:
            getattr(self, f"_{command}")()
        elif text:
            self._try(text)

    def _command(self, text: str) -> str:
        """The command that `text` is, if it is none of the legal moves."""
        word = text.lower()
        if word.startswith(":"):
            word = word[1:].strip()
        elif text in self._legal_texts():
            return ""
        return COMMANDS.get(word, word if word in COMMANDS.values() else "")

    def _try(self, text: str) -> None:
        try:
            action = read_action(self.game, self.state, text)
        except RulesError:
            raise
        except IllegalAction as error:
            say(f"{error} (? for help)")
        except Exception:
            # Rules that trip over a text that is no move say nothing useful about it.
            say(f"{text!r} is not a move here; legal: {self._legal_list()}.")
        else:
            self.play(action)
            self._after()

    def _legal_texts(self) -> list[str]:
        return [self.game.format_action(self.state, a) for a in self.game.legal(self.state)]

    def _legal_list(self) -> str:
        """All moves; with commas where moves have spaces in them."""
        texts = self._legal_texts()
        return (", " if any(" " in text for text in texts) else " ").join(texts)

    def _ask_after_the_end(self) -> bool:
        """Does the game go on, taken back or from the start?"""
        while True:
            try:
                text = read_line("u undo, n new game, Enter leaves: ").lower().lstrip(":")
            except (EOFError, KeyboardInterrupt):
                print()
                return False
            if text in ("", "q", "quit"):
                return False
            if text in ("u", "undo"):
                self._undo()
                return self.ending is None
            if text in ("n", "new"):
                self.seed += 1
                self._begin()
                self._board()
                return True
            say(f"{text!r} is neither u nor n; the game is over.")

    # --- commands ---------------------------------------------------------------------------

    def _moves(self) -> None:
        width = min(78, shutil.get_terminal_size().columns)
        print("\n".join(broken(self._legal_list(), width)))

    @cached_property
    def _hinter(self) -> Thinker:
        """Takes as long as the opponent does for a move, or a second."""
        opponents = [player.settings for player in self.players.values()]
        engines = [own for own in opponents if own is not None and own.algorithm == ENGINE]
        return Thinker(self.game, engines[0] if engines else self.limits)

    def _hint(self) -> None:
        title, can = "looking for a hint", "Ctrl-C: now"
        try:
            result = self._hinter.think(self.state, title, can, self.history)
        except KeyboardInterrupt:
            say("\nNo hint has been found yet.")
            return
        if result.action is None:
            say("No hint was found within these limits.")
        else:
            say(f"Hint: {self.game.format_action(self.state, result.action)}", "bold")
            say(f"  {thought(result)}", "dim")

    def _undo(self) -> None:
        """Back to the last decision of a person (or, with two persons, of either)."""
        sides = [side for side, player in self.players.items() if player.is_human]
        mine = [n for n, step in enumerate(self.steps) if step.player in sides]
        if not mine:
            say("You have not moved yet; there is nothing to take back.")
            return
        back = self.steps[mine[-1]]
        del self.steps[mine[-1] :]
        self.state = back.state
        say(f"{back.text} is taken back.")
        self._board()

    def _swap(self) -> None:
        self.players = {MAX: self.players[MIN], MIN: self.players[MAX]}
        sides = [self.game.player_name(side) for side in (MAX, MIN) if self.players[side].is_human]
        say(f"You are {' and '.join(sides)} now.")

    def _help(self) -> None:
        print(HELP)

    def _quit(self) -> None:
        raise Leave

    # --- leaving ------------------------------------------------------------------------------

    def _record(self) -> str:
        return " ".join(step.text for step in self.steps)

    def _say_goodbye(self) -> None:
        if not self.steps:
            say("Goodbye.")
            return
        say("Goodbye. To continue later:")
        print(f"  {self.resume()}")  # not broken: it is to be copied

    def resume(self) -> str:
        """The command that goes on with this game."""
        words = list(self.again)
        specs = [self.players[side].spec for side in (MAX, MIN)]
        if specs != [HUMAN, ENGINE]:
            words += ["--max", specs[0], "--min", specs[1]]
        lucky = any(spec.startswith((RANDOM, LEVEL, SOLUTION)) for spec in specs)
        if lucky or not self.game.properties.deterministic:
            words += ["--seed", str(self.seed)]
        return shlex.join([*words, "--moves", self._record()])


def read_line(prompt: str) -> str:
    """What is typed; echoed where it comes from a file or a pipe. Raises EOFError."""
    text = input(prompt).strip()
    if not sys.stdin.isatty():
        print(text)
    return text
