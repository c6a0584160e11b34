"""The conversation, interpreted and in this process: order, patience, garbage, ends."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator

import pytest

from outplay.connect.uci.loop import Loop
from outplay.connect.uci.options import OPTIONS
from outplay.connect.uci.protocol import read_info

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"
MATED = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"
STALEMATE = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"


class Talk:
    """The other side of the conversation."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._heard: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.loop = Loop(self._hear, "python")
        self.ended_well: bool | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self.ended_well = self.loop.run(iter(self._lines.get, None))  # type: ignore[arg-type]

    def _hear(self, line: str) -> None:
        self.said.append(line)
        self._heard.put(line)

    def send(self, *lines: str) -> None:
        for line in lines:
            self._lines.put(line + "\n")

    def expect(self, start: str, seconds: float = 60) -> str:
        """The next line that starts so; those before it are passed over."""
        deadline = time.monotonic() + seconds
        while True:
            line = self._heard.get(timeout=max(0.0, deadline - time.monotonic()))
            if line.startswith(start):
                return line

    def silent(self, start: str, seconds: float) -> bool:
        """Does no line come that starts so?"""
        try:
            self.expect(start, seconds)
        except queue.Empty:
            return True
        return False

    def end(self) -> None:
        """The end of input."""
        self._lines.put(None)
        self._thread.join(20)
        assert not self._thread.is_alive()


@pytest.fixture(scope="module")
def long_talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.end()
    assert talk.ended_well


@pytest.fixture
def talk(long_talk: Talk) -> Talk:
    """One engine for all tests, as it was at first."""
    long_talk.send("stop", "ucinewgame", "position startpos")
    for option in OPTIONS:
        long_talk.send(f"setoption name {option.name} value {option.default}")
    long_talk.send("isready")
    long_talk.expect("readyok")
    long_talk.said.clear()
    return long_talk


def test_greetings(talk: Talk) -> None:
    talk.send("uci", "isready")
    assert talk.expect("id name").startswith("id name Outplay ")
    talk.expect("uciok")
    talk.expect("readyok")
    names = {line.split(" type ")[0].removeprefix("option name ") for line in talk.said}
    assert names >= {
        "Hash",
        "Threads",
        "MultiPV",
        "Clear Hash",
        "Ponder",
        "UCI_Chess960",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Move Overhead",
    }


def test_ready_while_thinking_and_no_move_before_stop(talk: Talk) -> None:
    talk.send("go infinite")
    talk.expect("info depth")
    talk.send("isready")
    talk.expect("readyok", 5)
    assert talk.silent("bestmove", 0.3)
    talk.send("stop")
    talk.expect("bestmove", 5)


def test_go_and_isready_before_the_engine_is_made() -> None:
    talk = Talk()
    talk.send("go infinite", "isready")
    talk.expect("readyok")
    talk.send("stop")
    talk.expect("bestmove")
    talk.end()


def test_a_search_that_is_over_waits_for_stop(talk: Talk) -> None:
    talk.send(f"position fen {MATE_IN_ONE}", "go infinite depth 2")
    talk.expect("info depth")
    assert talk.silent("bestmove", 0.3)
    talk.send("stop")
    assert talk.expect("bestmove", 5).split()[1] == "e1e8"


def test_ponder_waits_for_the_hit(talk: Talk) -> None:
    talk.send("position startpos moves e2e4 e7e5", "go ponder wtime 600 btime 600")
    talk.expect("info depth")
    assert talk.silent("bestmove", 0.8)  # longer than the clock would allow
    talk.send("ponderhit")
    talk.expect("bestmove", 2)


def test_ponder_can_be_stopped(talk: Talk) -> None:
    talk.send("go ponder movetime 60000")
    talk.expect("info depth")
    talk.send("stop")
    talk.expect("bestmove", 5)
    talk.send("ponderhit", "stop", "isready")  # too late: nothing happens
    talk.expect("readyok")
    assert sum(line.startswith("bestmove") for line in talk.said) == 1


def test_a_second_go_ends_the_first(talk: Talk) -> None:
    talk.send("go infinite")
    talk.expect("info depth")
    talk.send(f"position fen {MATE_IN_ONE}", "go depth 1")
    talk.expect("bestmove")
    talk.expect("bestmove")


def test_stop_that_comes_with_go(talk: Talk) -> None:
    for _ in range(5):
        talk.send("go infinite", "stop")
        talk.expect("bestmove", 20)


@pytest.mark.parametrize("limits", ["movetime 200", "wtime 300 btime 300", "nodes 50", "depth 1"])
def test_limits(talk: Talk, limits: str) -> None:
    talk.send("isready")
    talk.expect("readyok")
    start = time.perf_counter()
    talk.send(f"go {limits}")
    talk.expect("bestmove")
    assert time.perf_counter() - start < 30


def test_garbage_is_skipped(talk: Talk) -> None:
    talk.send(
        "",
        "   ",
        "hello",
        "go\x00",
        "setoption",
        "setoption name",
        "position",
        "position fen",
        "ponderhit",
        "stop",
        "debug on",
        "register later",
        "\udcff",
        "isready" + " x" * 5000,
    )
    talk.expect("readyok")
    talk.send("joho please go depth 1 now")
    talk.expect("bestmove")


def test_a_wrong_fen_leaves_the_position(talk: Talk) -> None:
    talk.send("position startpos moves e2e4", "position fen 8/8/8/8 w", "d")
    talk.expect("info string")
    assert talk.expect("").endswith("4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")


def test_an_illegal_move_ends_the_moves(talk: Talk) -> None:
    talk.send("position startpos moves e2e4 e2e4 e7e5", "d")
    told = talk.expect("info string")
    assert "Move 2, 'e2e4', is not legal; the moves before it are played." in told
    assert talk.expect("").endswith("4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")


def test_options_that_are_wrong_get_a_sentence(talk: Talk) -> None:
    talk.send("setoption name Hash value lots")
    assert talk.expect("info string") == (
        "info string Hash is a number from 1 to 65536, not 'lots'."
    )


def test_moves_are_not_played_twice_and_can_be_taken_back(talk: Talk) -> None:
    talk.send("position startpos moves e2e4", "position startpos moves e2e4 e7e5", "d")
    talk.expect("")
    assert talk.loop.board.moves == ["e2e4", "e7e5"]
    talk.send("position startpos moves d2d4", "d")
    talk.expect("")
    assert talk.loop.board.moves == ["d2d4"]
    assert len(talk.loop.board.states) == 2


def test_only_what_can_come_back_is_history(talk: Talk) -> None:
    talk.send("position startpos moves e2e4 g8f6 g1f3 f6g8", "d")
    talk.expect("")
    assert len(talk.loop.board.history) == 3


@pytest.mark.parametrize(("fen", "score"), [(MATED, "score mate 0"), (STALEMATE, "score cp 0")])
def test_where_the_game_is_over(talk: Talk, fen: str, score: str) -> None:
    talk.send(f"position fen {fen}", "go movetime 1000")
    assert score in talk.expect("info depth 0")
    assert talk.expect("bestmove") == "bestmove (none)"


@pytest.mark.parametrize(
    "fen", ["4k3/8/8/8/8/8/8/R3K3 w - - 100 90", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"]
)
def test_where_a_draw_was_not_claimed_it_moves(talk: Talk, fen: str) -> None:
    talk.send(f"position fen {fen}", "go depth 1")
    assert talk.expect("bestmove").split()[1][0] in "ae"


def test_mates_are_counted_in_moves(talk: Talk) -> None:
    talk.send(f"position fen {MATE_IN_ONE}", "go mate 1")
    answer = talk.expect("bestmove")
    assert answer.split()[1] == "e1e8"
    scores = [read_info(line.split()[1:]).mate for line in talk.said if "score mate" in line]
    assert scores and scores[-1] == 1


def test_searchmoves(talk: Talk) -> None:
    talk.send("go depth 1 searchmoves a2a3 z9z9")
    assert talk.expect("bestmove").split()[1] == "a2a3"
    talk.send("go searchmoves b2b3 h7h5 depth 1")  # one of them is no move here
    assert talk.expect("bestmove").split()[1] == "b2b3"


def test_several_lines_the_best_first(talk: Talk) -> None:
    talk.send("setoption name MultiPV value 3", "go depth 1")
    talk.expect("bestmove")
    infos = [read_info(line.split()[1:]) for line in talk.said if " multipv " in line][-3:]
    assert [info.multipv for info in infos] == [1, 2, 3]
    values = [info.cp for info in infos]
    assert values == sorted(values, reverse=True)  # type: ignore[type-var]
    assert len({info.pv[0] for info in infos}) == 3


def test_a_limited_player_plays_by_its_seed(talk: Talk) -> None:
    talk.send(
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 800",
        "setoption name Seed value 5",
    )
    played = []
    for _ in range(2):
        talk.send("ucinewgame", "position startpos", "go movetime 60000")
        played.append(talk.expect("bestmove").split()[1])
    assert played[0] == played[1]


def test_castling_in_both_notations(talk: Talk) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    talk.send(f"position fen {fen}", "go depth 1 searchmoves e1g1")
    assert talk.expect("bestmove").split()[1] == "e1g1"
    talk.send("setoption name UCI_Chess960 value true", f"position fen {fen}")
    talk.send("go depth 1 searchmoves e1h1")
    assert talk.expect("bestmove").split()[1] == "e1h1"


@pytest.mark.parametrize("last", ["quit", None])
def test_the_end_comes_while_thinking(last: str | None) -> None:
    talk = Talk()
    talk.send("go infinite")
    talk.expect("info depth")
    start = time.perf_counter()
    if last is not None:
        talk.send(last)
        talk._thread.join(20)
    talk.end()
    assert talk.ended_well and time.perf_counter() - start < 30
