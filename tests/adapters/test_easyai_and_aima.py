"""Games written for easyAI and for aima-python; neither is installed here."""

from __future__ import annotations

from collections import defaultdict, namedtuple
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay import MAX, MIN, Game, RulesError, UsageError

# --- easyAI -------------------------------------------------------------------------------------


class TwoPlayerGame:
    """What easyAI's class of that name does with turns."""

    players: Any
    current_player: int

    @property
    def opponent_index(self) -> int:
        return 2 if self.current_player == 1 else 1

    @property
    def player(self) -> Any:
        return self.players[self.current_player - 1]

    @property
    def opponent(self) -> Any:
        return self.players[self.opponent_index - 1]

    def switch_player(self) -> None:
        self.current_player = self.opponent_index


class Bones(TwoPlayerGame):
    """Take 1, 2 or 3 bones; whoever takes the last one loses."""

    def __init__(self, players: Any = None) -> None:
        self.players = players
        self.pile = 20
        self.current_player = 1

    def possible_moves(self) -> list[str]:
        return ["1", "2", "3"]

    def make_move(self, move: str) -> None:
        self.pile -= int(move)

    def win(self) -> bool:
        return self.pile <= 0

    def is_over(self) -> bool:
        return self.win()

    def show(self) -> None:
        print(f"{self.pile} bones left in the pile")

    def scoring(self) -> int:
        return 100 if table.win() else 0  # so has it their README: of the one game there is


table = Bones()


class Undoing(Bones):
    def scoring(self) -> int:
        return 100 if self.win() else 0

    def unmake_move(self, move: str) -> None:
        self.pile += int(move)


class Unscored(Bones):
    scoring = None  # type: ignore[assignment]

    def __getattribute__(self, name: str) -> Any:
        if name == "scoring":
            raise AttributeError(name)
        return super().__getattribute__(name)


class Keyed(Undoing):
    def ttentry(self) -> int:
        return self.pile


class Race(TwoPlayerGame):
    """Each player's place is kept with the player. Whoever comes to 5 first wins."""

    def __init__(self, players: Any) -> None:
        self.players = players
        for player in players:
            player.place = 0
        self.current_player = 1

    def possible_moves(self) -> list[int]:
        return [1, 2] if self.player.place < 4 else [1]

    def make_move(self, steps: int) -> None:
        self.player.place += steps

    def lose(self) -> bool:
        return bool(self.opponent.place >= 5)

    def is_over(self) -> bool:
        return self.lose()


@pytest.mark.parametrize("kind", [Bones, Undoing, Unscored, Keyed])
def test_bones_is_solved_as_easyai_solves_it(kind: type[Bones]) -> None:
    """Their README: the first player wins in ten moves, and begins with 3."""
    bones = table if kind is Bones else kind()
    game = Game.from_easyai(bones)
    found = outplay.analyse(game, exact=True)
    assert (found.action, found.distance, found.to_move) == ("3", 10, MAX)
    assert found.value == (1 if kind is Unscored else 100)
    assert (bones.pile, bones.current_player) == (20, 1)
    assert outplay.alphabeta(game, memory=True).value == found.value
    bones.make_move("3")
    bones.switch_player()
    assert outplay.alphabeta(game, depth=3, memory=True).to_move == MIN
    bones.__init__()  # type: ignore[misc]


@pytest.mark.parametrize("kind", [Bones, Undoing, Keyed])
def test_check_finds_no_fault_in_bones(kind: type[Bones]) -> None:
    bones = table if kind is Bones else kind()
    bones.pile = 5
    report = outplay.check(Game.from_easyai(bones), lines=30, native=False)
    assert report.ok and not report.warnings, str(report)
    assert bones.pile == 5
    bones.pile = 20


def test_what_players_hold_is_part_of_the_position() -> None:
    game = Game.from_easyai(Race)  # of the class: it gets two players
    assert (game.name, game.player_names) == ("race", ("player 1", "player 2"))
    found = outplay.analyse(game, exact=True)
    assert (found.value, found.distance) == (1, 5)
    assert outplay.count(game, tree=False).states == len(_positions())
    assert outplay.check(game, lines=30, native=False).ok


def _positions() -> set[tuple[int, int, int]]:
    """Counted by hand: (mover's place, the other's, whose turn)."""
    seen, waiting = set(), [(0, 0, 1)]
    while waiting:
        mine, yours, turn = spot = waiting.pop()
        if spot in seen:
            continue
        seen.add(spot)
        if yours < 5:
            steps = [1, 2] if mine < 4 else [1]
            waiting += [(yours, mine + step, 3 - turn) for step in steps]
    return seen


def test_bones_are_shown_and_moved_as_people_do() -> None:
    game = Game.from_easyai(table)
    assert game.show(game.initial()) == "20 bones left in the pile"
    after = game.play(["3", "1"])
    assert game.show(after) == "16 bones left in the pile"
    assert game.format_state(after) == "3 1"


def test_what_is_no_game_of_easyai() -> None:
    with pytest.raises(UsageError, match="it has no possible_moves, make_move, is_over"):
        Game.from_easyai([1])
    with pytest.raises(UsageError, match="Race cannot be created with two players"):
        Game.from_easyai(type("Race", (), {"__init__": lambda self: None}))
    silent = type("Silent", (), dict.fromkeys(("possible_moves", "make_move", "is_over"), len))()
    with pytest.raises(UsageError, match="does not say whose turn it is: set current_player"):
        Game.from_easyai(silent)
    silent.current_player = 1
    with pytest.raises(UsageError, match="it has no scoring, win or lose"):
        Game.from_easyai(silent)


# --- aima-python --------------------------------------------------------------------------------

GameState = namedtuple("GameState", "to_move, utility, board, moves")


class Figure:
    """The tree of the book's figure 5.2."""

    succs = {"A": {"a1": "B", "a2": "C", "a3": "D"}} | {
        top: {f"{top.lower()}{n}": f"{top}{n}" for n in (1, 2, 3)} for top in "BCD"
    }
    utils = {"B1": 3, "B2": 12, "B3": 8, "C1": 2, "C2": 4, "C3": 6, "D1": 14, "D2": 5, "D3": 2}  # noqa: RUF012
    initial = "A"

    def actions(self, state: str) -> list[str]:
        return list(self.succs.get(state, {}).keys())

    def result(self, state: str, move: str) -> str:
        return self.succs[state][move]

    def utility(self, state: str, player: str) -> int:
        return self.utils[state] if player == "MAX" else -self.utils[state]

    def terminal_test(self, state: str) -> bool:
        return state not in ("A", "B", "C", "D")

    def to_move(self, state: str) -> str:
        return "MIN" if state in "BCD" else "MAX"


class TicTacToe:
    """Their states: a dict of the marks, and a list of the moves that are left."""

    def __init__(self, size: int = 3) -> None:
        self.size = size
        cells = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1)]
        self.initial = GameState(to_move="X", utility=0, board={}, moves=cells)

    def actions(self, state: Any) -> Any:
        return state.moves

    def result(self, state: Any, move: Any) -> Any:
        board = state.board.copy()
        board[move] = state.to_move
        moves = list(state.moves)
        moves.remove(move)
        other = "O" if state.to_move == "X" else "X"
        return GameState(other, self.compute_utility(board, move, state.to_move), board, moves)

    def compute_utility(self, board: Any, move: Any, player: str) -> int:
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))
        if any(self.run(board, move, player, dx, dy) >= self.size for dx, dy in steps):
            return 1 if player == "X" else -1
        return 0

    def run(self, board: Any, move: Any, player: str, dx: int, dy: int) -> int:
        count = -1
        for sign in (1, -1):
            x, y = move
            while board.get((x, y)) == player:
                count, x, y = count + 1, x + sign * dx, y + sign * dy
        return count

    def utility(self, state: Any, player: str) -> int:
        return int(state.utility if player == "X" else -state.utility)

    def terminal_test(self, state: Any) -> bool:
        return state.utility != 0 or len(state.moves) == 0

    def to_move(self, state: Any) -> str:
        return str(state.to_move)

    def display(self, state: Any) -> None:
        for x in range(1, self.size + 1):
            print(*(state.board.get((x, y), ".") for y in range(1, self.size + 1)))


class Board(defaultdict[Any, str]):
    """As the notebooks of the fourth edition have it: it knows whose turn it is."""

    def __init__(self, to_move: str = "X", marks: Any = ()) -> None:
        super().__init__(lambda: ".", marks)
        self.to_move = to_move

    def __hash__(self) -> int:  # type: ignore[override]
        return hash((frozenset(self.items()), self.to_move))


class Pair:
    """Three places; whoever marks the middle one wins."""

    def __init__(self) -> None:
        self.initial = Board()

    def actions(self, board: Any) -> set[int]:
        return {place for place in range(3) if place not in board}

    def result(self, board: Any, place: int) -> Any:
        other = "O" if board.to_move == "X" else "X"
        return Board(other, {**board, place: board.to_move})

    def is_terminal(self, board: Any) -> bool:
        return 1 in board or len(board) == 3

    def utility(self, board: Any, player: str) -> int:
        return 0 if 1 not in board else 1 if board[1] == player else -1


def test_the_figure_of_the_book() -> None:
    game = Game.from_aima(Figure())
    assert (game.name, game.player_names) == ("figure", ("MAX", "MIN"))
    found = outplay.minimax(game)
    assert (found.value, found.action, found.nodes) == (3, "a1", 13)
    assert outplay.check(game, native=False).ok


def test_their_tic_tac_toe() -> None:
    game = Game.from_aima(TicTacToe())
    assert (game.name, game.player_names) == ("tic-tac-toe", ("X", "O"))
    ours = outplay.alphabeta(outplay.load("tic-tac-toe"), speed="python")
    theirs = outplay.alphabeta(game, speed="python")
    assert (theirs.value, theirs.nodes) == (ours.value, ours.nodes)
    assert outplay.count(game, tree=False).states == 5478
    assert game.show(game.play(["(2, 2)", "(1, 1)"])).splitlines()[:2] == ["O . .", ". X ."]
    report = outplay.check(game, lines=20, native=False)
    assert report.ok and not report.warnings, str(report)


def test_a_game_of_the_notebooks() -> None:
    game = Game.from_aima(Pair())
    found = outplay.minimax(game, memory=True)
    assert (found.value, found.action, found.distance) == (1, 1, 1)
    other = Game.from_aima(Pair(), max_player="O", name="pair-for-o")
    assert (outplay.minimax(other).value, other.name) == (-1, "pair-for-o")


def test_what_is_no_game_of_aima() -> None:
    with pytest.raises(UsageError, match=r"needs a game, not its class: write Figure\(\)"):
        Game.from_aima(Figure)
    with pytest.raises(UsageError, match="it has no initial, actions, result, utility"):
        Game.from_aima(3)
    with pytest.raises(UsageError, match="does not know the dice"):
        Game.from_aima(type("Dice", (Figure,), {"chances": len})())
    with pytest.raises(UsageError, match="has no terminal_test, or no to_move"):
        Game.from_aima(type("Endless", (Figure,), {"terminal_test": property()})())
    with pytest.raises(RulesError, match="does not say who moves first: KeyError: 'A'"):
        Game.from_aima(type("Lost", (Figure,), {"to_move": lambda self, s: {}[s]})())


# --- in a rules file ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "value"), [("Bones()", 100), ("Figure()", 3), ("Bones", 100), ("Pair()", 1)]
)
def test_a_rules_file_may_hold_such_a_game(tmp_path: Path, made: str, value: int) -> None:
    file = tmp_path / "theirs.py"
    here = str(Path(__file__).parent)
    file.write_text(
        f"import sys; sys.path.insert(0, {here!r})\n"
        f"from test_easyai_and_aima import *\ngame = {made.replace('Bones', 'Undoing')}\n"
    )
    assert outplay.analyse(outplay.load(str(file)), exact=True).value == value
    assert outplay.load(f"{file}:game").name
