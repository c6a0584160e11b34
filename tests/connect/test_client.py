"""The client: answers, engines that end, do not answer or play nonsense; engines as players."""

from __future__ import annotations

import pickle
import shlex
import sys
from pathlib import Path

import pytest

from outplay.arena import RandomPlayer, play_game, read_player
from outplay.arena.players import Forfeit
from outplay.connect import uci_client
from outplay.connect.uci.protocol import Go, Position
from outplay.connect.uci_client import EngineError, UciEngine
from outplay.connect.uci_player import UciPlayer, read_uci_player
from outplay.errors import UsageError
from outplay.games.chess.rules import Chess
from outplay.games.nim import Nim

FAKE = shlex.join([sys.executable, str(Path(__file__).with_name("fake_engine.py"))])


def fake(*words: str) -> str:
    return shlex.join([*shlex.split(FAKE), *words])


def test_an_engine_answers() -> None:
    with UciEngine(fake("plays", "e2e4"), {"style": "bold"}) as engine:
        assert engine.name == "Fake 1.0"
        engine.new_game()
        heard = []
        answer = engine.think(Position(), Go(depth=1), on_info=heard.append)
        assert (answer.move, answer.ponder, answer.info.cp) == ("e2e4", None, 7)
        assert heard[1].string == "1 < 2"
        assert engine.think(Position(), Go(depth=1)).move is None


def test_an_option_that_is_not_there() -> None:
    with pytest.raises(UsageError, match=r"Fake 1\.0 has no option 'Hash'; it has Style\."):
        UciEngine(fake("plays"), {"Hash": 3})


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("/no/such/engine", "does not start: No such file"),
        (f"{sys.executable} -c pass", "exited unexpectedly with code 0"),
        (fake("mute"), "did not answer with 'uciok'"),
    ],
)
def test_what_is_no_engine(command: str, told: str) -> None:
    with pytest.raises(EngineError, match=told):
        UciEngine(command, patience=1)


def test_an_engine_that_dies() -> None:
    with UciEngine(fake("dies")) as engine:
        with pytest.raises(EngineError, match=r"Fake 1\.0 exited unexpectedly with code 3"):
            engine.think(Position(), Go(movetime=10), longest=20)
        with pytest.raises(EngineError, match="exited unexpectedly"):
            engine.think(Position(), Go(movetime=10), longest=20)


def test_an_engine_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uci_client, "STOP_SECONDS", 0.1)
    monkeypatch.setattr(uci_client, "QUIT_SECONDS", 0.1)
    with (
        UciEngine(fake("sleeps")) as engine,
        pytest.raises(EngineError, match=r"Fake 1\.0 did not answer with 'bestmove'"),
    ):
        engine.think(Position(), Go(movetime=10), longest=0.1)


def test_an_engine_plays_a_game() -> None:
    players = {1: read_player(f"uci:{fake('plays', 'f2f3', 'g2g4')}:3"), -1: Fool()}
    played = play_game(Chess(), players)
    assert (len(played.actions), played.ending.value) == (4, -10_000)
    assert players[1].name == "Fake 1.0"


class Fool(RandomPlayer):
    """Mates as Black in two moves, if White helps."""

    def choose(self, state, history):  # type: ignore[no-untyped-def]
        return self._game.parse_action(state, "e5" if len(history) == 1 else "Qh4")


@pytest.mark.parametrize(
    ("words", "told", "reason"),
    [
        (
            ("plays", "e2e5"),
            "Fake 1.0 played e2e5, which is not legal in rnbqk",
            "an illegal move by Fake 1.0",
        ),
        (("dies",), "Fake 1.0 exited unexpectedly with code 3", "Fake 1.0 not answering"),
    ],
)
def test_who_does_not_play_on_has_lost(words: tuple[str, ...], told: str, reason: str) -> None:
    player = UciPlayer(fake(*words))
    for _ in range(2):  # in the next game it has another chance
        player.begin(Chess(), 0)
        with pytest.raises(Forfeit) as forfeit:
            player.choose(Chess().initial(), ())
        assert told in str(forfeit.value)
        assert forfeit.value.reason == reason
        if words[0] == "plays":
            break


def test_only_chess_is_played() -> None:
    with pytest.raises(UsageError, match="A UCI engine plays chess, not nim"):
        play_game(Nim(), {1: UciPlayer(fake("plays")), -1: RandomPlayer()})


def test_a_player_as_text() -> None:
    player = read_uci_player("/usr/games/stockfish:UCI_LimitStrength=true,UCI_Elo=2000:0.1s")
    assert player.command == "/usr/games/stockfish"
    assert player.options == {"UCI_LimitStrength": "true", "UCI_Elo": "2000"}
    assert player.go == Go(movetime=100)
    assert read_uci_player(r"C:\engine.exe:Hash=1").command == r"C:\engine.exe"
    assert read_uci_player("engine:500n").go == Go(nodes=500)
    assert read_uci_player("engine").go == Go(movetime=1000)
    assert pickle.loads(pickle.dumps(player)).go == player.go


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "After uci: comes the command that starts an engine."),
        (
            "engine:5:fast",
            "'fast' is neither an option (Hash=16) nor a depth (6), a time (0.5s) or",
        ),
    ],
)
def test_a_player_that_is_none(text: str, told: str) -> None:
    with pytest.raises(UsageError) as error:
        read_player(f"uci:{text}")
    assert told in str(error.value)
