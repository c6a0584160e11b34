"""Lines of the protocol, read and written; what is not understood is skipped."""

from __future__ import annotations

from itertools import pairwise

import pytest

from outplay.connect.uci.options import OPTIONS, Settings
from outplay.connect.uci.protocol import (
    Go,
    Info,
    Option,
    Position,
    read_declared,
    read_go,
    read_info,
    read_option,
    read_position,
)
from outplay.connect.uci.strength import HIGHEST, LOWEST, TABLE, level_for

GO = {
    "": Go(),
    "depth 5": Go(depth=5),
    "infinite": Go(infinite=True),
    "movetime 250 nodes 1000": Go(movetime=250, nodes=1000),
    "wtime 1000 btime 900 winc 100 binc 50 movestogo 7": Go(
        wtime=1000, btime=900, winc=100, binc=50, movestogo=7
    ),
    "ponder wtime 1 btime 2": Go(ponder=True, wtime=1, btime=2),
    "mate 3": Go(mate=3),
    "searchmoves e2e4 e7e8q depth 2": Go(searchmoves=("e2e4", "e7e8q"), depth=2),
    # garbage
    "depth": Go(),
    "depth x nodes 3": Go(nodes=3),
    "depth 0 nodes -4": Go(),
    "quickly depth 3 please": Go(depth=3),
    "depth 99999999999999999999999 mate 1": Go(mate=1),
    "wtime -50 btime 7": Go(wtime=-50, btime=7),
}


@pytest.mark.parametrize("text", GO)
def test_go_is_read(text: str) -> None:
    assert read_go(text.split()) == GO[text]


@pytest.mark.parametrize("go", [go for go in GO.values() if go.wtime != -50])
def test_go_is_written_as_it_is_read(go: Go) -> None:
    assert read_go(go.text().split()[1:]) == go


def test_each_side_has_its_clock() -> None:
    go = read_go(["wtime", "1000", "btime", "900", "winc", "100", "binc", "50", "movestogo", "7"])
    white, black = go.clock(True, 0.1), go.clock(False)
    assert white is not None and black is not None
    assert (white.remaining, white.increment, white.moves_to_go) == (0.9, 0.1, 7)
    assert (black.remaining, black.increment) == (0.9, 0.05)
    assert Go(movetime=5).clock(True) is None


def test_a_clock_below_zero_is_an_empty_one() -> None:
    clock = Go(wtime=-50, btime=7).clock(True, 0.03)
    assert clock is not None and clock.remaining == 0


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("startpos", Position()),
        ("startpos moves e2e4 e7e5", Position(None, ("e2e4", "e7e5"))),
        ("fen 8/8 w - - 0 1 moves a1a2", Position("8/8 w - - 0 1", ("a1a2",))),
        ("fen", None),
        ("", None),
        ("moves e2e4", None),
        ("start", None),
    ],
)
def test_position(text: str, found: Position | None) -> None:
    assert read_position(text.split()) == found
    if found is not None:
        assert found.text() == f"position {text}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("name Hash value 32", ("Hash", "32")),
        ("name Clear Hash", ("Clear Hash", "")),
        ("name Book File value my book.bin", ("Book File", "my book.bin")),
        ("Hash value 32", None),
        ("name", None),
    ],
)
def test_setoption(text: str, found: tuple[str, str] | None) -> None:
    assert read_option(text.split()) == found


def test_info_both_ways() -> None:
    line = (
        "depth 5 seldepth 9 multipv 2 score cp -31 lowerbound nodes 100 nps 2000 hashfull 7"
        " time 50 pv e2e4 e7e5"
    )
    info = read_info(line.split())
    assert info == Info(5, 9, 2, -31, None, "lowerbound", 100, 2000, 7, 50, ("e2e4", "e7e5"))
    assert info.text() == f"info {line}"
    assert read_info(["score", "mate", "-3", "wdl", "0", "0", "1000", "depth", "3"]) == Info(
        depth=3, mate=-3
    )
    assert read_info(["string", "depth", "5", "is", "deep"]).depth is None


def test_options_both_ways() -> None:
    for option in OPTIONS:
        assert read_declared(option.text().split()[1:]) == option
    combo = Option("Playing Style", "combo", "Normal", None, None, ("Solid", "Normal"))
    assert read_declared(combo.text().split()[1:]) == combo
    assert read_declared(["name", "type"]) is None


def test_settings_change_one_by_one() -> None:
    settings = Settings()
    for name, value in (("hash", "8"), ("MultiPV", "3"), ("UCI_LimitStrength", "True")):
        changed = settings.changed(name, value)
        assert isinstance(changed, Settings)
        settings = changed
    assert (settings.memory, settings.lines, settings.limited) == (8, 3, True)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("Hash", "0", "Hash is a number from 1 to 65536, not '0'."),
        ("Threads", "many", "Threads is a number from 1 to 256, not 'many'."),
        ("UCI_LimitStrength", "1", "UCI_LimitStrength is true or false, not '1'."),
        ("Contempt", "3", "There is no option 'Contempt'."),
    ],
)
def test_settings_say_what_is_wrong(name: str, value: str, told: str) -> None:
    assert Settings().changed(name, value) == told


def test_a_higher_rating_sees_more_and_chooses_less_freely() -> None:
    levels = [level_for(elo) for elo in range(LOWEST, HIGHEST + 1, 50)]
    for low, high in pairwise(levels):
        assert low.nodes is not None and high.nodes is not None and low.nodes < high.nodes
        assert low.depth is not None and high.depth is not None and low.depth <= high.depth
        assert low.margin > high.margin and low.spread > high.spread
    for elo, depth, nodes, margin, spread in TABLE:
        level = level_for(elo)
        assert (level.depth, level.nodes) == (depth, nodes)
        assert (level.margin, level.spread) == pytest.approx((margin, spread))
    assert level_for(1) == level_for(LOWEST)
