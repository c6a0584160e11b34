"""Saved games: whose turn, undo, two tabs, two servers, and who thinks while who watches."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server_tools import FakeWorkers, Page, eventually, served

from outplay.web.store import Store

TWO = {"1": "you", "-1": "you"}
FOE = {"1": "level", "-1": "you"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Page]:
    with served(folder) as page:
        yield page


@pytest.fixture
def page(server: Page) -> Page:
    workers = server.workers
    workers.delay, workers.refuse, workers.compiles = 0, None, ""
    workers.asked.clear()
    workers.stopped.clear()
    return server


def texts(saved: dict[str, Any]) -> list[str]:
    return list(saved["view"]["moves"])


def listed(page: Page, saved: dict[str, Any]) -> dict[str, Any]:
    rows = page.get("/api/saved").json["games"]
    return dict(next(row for row in rows if row["id"] == saved["id"]))


def test_a_game_of_two_persons(page: Page) -> None:
    game = page.new(sides=TWO)
    assert game["revision"] == 1 and game["view"]["to_move"] == 1 and not game["can_undo"]
    for text in ("a1", "b1", "a2", "b2", "a3"):
        game = page.change(game, "move", move=text)
    assert game["view"]["over"]["value"] == 1 and game["revision"] == 6
    late = page.post(f"/api/saved/{game['id']}/move", {"revision": 6, "move": "c1"})
    assert late.status == 422 and "The game is over: X wins (3 in a row)." in late.error
    assert listed(page, game) | {"svg": "", "changed": 0} == {
        "id": game["id"],
        "game": "tic-tac-toe",
        "title": game["view"]["title"],
        "svg": "",
        "text": "X wins (3 in a row).",
        "changed": 0,
        "over": True,
    }


def test_an_illegal_move_changes_nothing(page: Page) -> None:
    game = page.new(sides=TWO)
    answer = page.post(f"/api/saved/{game['id']}/move", {"revision": 1, "move": "z9"})
    assert answer.status == 422 and "z9" in answer.error
    assert page.get(f"/api/saved/{game['id']}").json == game


def test_a_level_plays_only_while_somebody_watches(page: Page) -> None:
    game = page.new(sides=FOE)
    time.sleep(0.2)
    assert page.get(f"/api/saved/{game['id']}").json["revision"] == 1
    refused = page.post(f"/api/saved/{game['id']}/move", {"revision": 1, "move": "a1"})
    assert refused.status == 422 and "level 4" in refused.error
    with page.watch(game["id"]) as until:
        game = until(lambda line: line["revision"] == 2)
        assert texts(game) == ["a1"] and game["thinking"] is None
        page.change(game, "move", move="b2")
        game = until(lambda line: line["revision"] == 4)
        assert len(texts(game)) == 3
    jobs = [job for job, _ in page.workers.asked if job != "look"]
    assert jobs == ["move", "step", "move"], "one job for each move"
    asked = next(args for job, args in page.workers.asked if job == "move")
    assert asked["level"] == 4 and asked["seconds"] == 1 and asked["spot"]["game"] == "tic-tac-toe"


def test_what_is_thought_is_told_and_stops_when_the_last_watcher_leaves(page: Page) -> None:
    page.workers.delay = 30
    game = page.new(sides=FOE)
    with page.watch(game["id"]) as until:
        assert until(lambda line: line["thinking"])["thinking"] == {"text": "Level 4 is thinking"}
        page.workers.compiles = "The rules are being compiled."
        page.change(game, "settings", level=3)
        told = until(lambda line: line["thinking"] and line["level"] == 3)["thinking"]
        assert told == {"text": "Level 3 is thinking. The rules are being compiled."}
        page.workers.stopped.clear()
    eventually(lambda: page.workers.stopped == ["move"], 15)
    page.workers.delay = 0
    with page.watch(game["id"]) as until:
        until(lambda line: line["revision"] == 3)


def test_undo_takes_back_to_the_last_decision_and_redo_brings_it_again(page: Page) -> None:
    game = page.new()
    with page.watch(game["id"]) as until:
        page.change(game, "move", move="b2")
        game = until(lambda line: line["revision"] == 3)
        page.change(game, "move", move="c3")
        game = until(lambda line: line["revision"] == 5)
        four = texts(game)
        assert len(four) == 4
        game = page.change(game, "undo")
        assert texts(game) == four[:2] and game["redo"] == 2 and game["can_undo"]
        game = page.change(game, "undo")
        assert texts(game) == [] and game["redo"] == 4 and not game["can_undo"]
        again = page.post(f"/api/saved/{game['id']}/undo", {"revision": game["revision"]})
        assert again.status == 422 and "nothing to undo" in again.error
        game = page.change(game, "redo")
        assert texts(game) == four[:2] and game["redo"] == 2
        game = page.change(page.change(game, "redo"), "undo")
        game = page.change(game, "move", move="c1")
        game = until(lambda line: line["revision"] == game["revision"] + 1)
        assert game["redo"] == 0 and texts(game)[:3] == [*four[:2], "c1"]
        nothing = page.post(f"/api/saved/{game['id']}/redo", {"revision": game["revision"]})
        assert nothing.status == 422


def test_undo_while_a_level_thinks(page: Page) -> None:
    page.workers.delay = 30
    game = page.new()
    with page.watch(game["id"]) as until:
        page.change(game, "move", move="b2")
        game = until(lambda line: line["thinking"])
        game = page.change(game, "undo")
        assert texts(game) == [] and game["thinking"] is None and game["redo"] == 1
        eventually(lambda: page.workers.stopped == ["move"])


def test_dice_are_thrown_by_the_server_and_undo_does_not_change_them(page: Page) -> None:
    game = page.new("pig", sides=TWO)
    with page.watch(game["id"]) as until:
        until(lambda line: line["view"]["to_move"] == 1)
        page.change(game, "move", move="roll")
        game = until(lambda line: line["revision"] == 3)
        first = texts(game)
        assert len(first) == 2 and first[0] == "roll"
        game = page.change(game, "undo")
        assert texts(game) == []
        page.change(game, "move", move="roll")
        game = until(lambda line: line["revision"] == 6)
        assert texts(game) == first
    page.change(game, "undo")
    seen = {tuple(thrown(page)) for _ in range(9)}
    assert len(seen) > 1


def thrown(page: Page) -> list[str]:
    game = page.new("pig", sides=TWO)
    with page.watch(game["id"]) as until:
        page.change(game, "move", move="roll")
        return texts(until(lambda line: line["revision"] == 3))


def test_resigning_ends_the_game_and_can_be_taken_back(page: Page) -> None:
    game = page.change(page.new(), "resign")
    assert game["resigned"] == 1
    over = game["view"]["over"]
    assert over == {"value": -1, "reason": "resignation", "text": "X resigned; O wins."}
    assert game["view"]["to_move"] is None and game["view"]["actions"] == []
    assert listed(page, game)["over"]
    twice = page.post(f"/api/saved/{game['id']}/resign", {"revision": 2})
    assert twice.status == 422
    game = page.change(game, "undo")
    assert game["resigned"] == 0 and game["view"]["over"] is None
    both = page.change(page.new(sides=TWO, moves=["a1"]), "resign")
    assert both["resigned"] == -1
    levels = page.new(sides={"1": "level", "-1": "level"})
    nobody = page.post(f"/api/saved/{levels['id']}/resign", {"revision": 1})
    assert nobody.status == 422 and "nobody can resign" in nobody.error


def test_settings_change_who_plays_and_how_well(page: Page) -> None:
    game = page.new(sides=TWO)
    game = page.change(game, "settings", sides=FOE, level=2, seconds=0.5)
    assert (game["sides"], game["level"], game["seconds"]) == (FOE, 2, 0.5)
    with page.watch(game["id"]) as until:
        until(lambda line: line["revision"] == 3)
    asked = [args for job, args in page.workers.asked if job == "move"]
    assert asked[0]["level"] == 2 and asked[0]["seconds"] == 0.5


def test_two_tabs_on_one_game_agree(page: Page) -> None:
    game = page.new(sides=TWO)
    with page.watch(game["id"]) as here, page.watch(game["id"]) as there:
        page.change(game, "move", move="b2")
        assert texts(here(lambda line: line["revision"] == 2)) == ["b2"]
        assert texts(there(lambda line: line["revision"] == 2)) == ["b2"]
        late = page.post(f"/api/saved/{game['id']}/move", {"revision": 1, "move": "a1"})
        assert late.status == 409 and late.error == "The game was changed in another tab."
        assert texts(late.json["saved"]) == ["b2"] and late.json["saved"]["revision"] == 2


def test_two_servers_on_one_file_agree(tmp_path: Path) -> None:
    with served(tmp_path) as one, served(tmp_path) as two:
        game = one.new(sides=TWO)
        seen = two.get(f"/api/saved/{game['id']}").json
        assert seen == game
        with two.watch(game["id"]) as until:
            game = one.change(game, "move", move="b2")
            assert texts(until(lambda line: line["revision"] == 2)) == ["b2"]
        # The second one has heard nothing since, and must notice by itself.
        stale = two.post(f"/api/saved/{game['id']}/move", {"revision": 1, "move": "a1"})
        assert stale.status == 409
        game = one.change(game, "move", move="a1")
        game = two.change(game, "move", move="c3")
        assert texts(one.get(f"/api/saved/{game['id']}").json) == ["b2", "a1", "c3"]
        assert (
            one.request("DELETE", f"/api/saved/{game['id']}", None, {"X-Outplay-Tab": "a"}).status
            == 204
        )
        assert two.get(f"/api/saved/{game['id']}").status == 404


def test_a_move_of_another_server_just_after_a_look_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = Store.others

    def late(store: Store) -> int:
        time.sleep(0.5)  # the other server moves meanwhile
        return look(store)

    monkeypatch.setattr(Store, "others", late)
    with served(tmp_path) as one, served(tmp_path) as two:
        game = one.new(sides=TWO)
        with two.watch(game["id"]) as until:
            one.change(game, "move", move="b2")
            assert texts(until(lambda line: line["revision"] == 2)) == ["b2"]


def test_a_deleted_game_tells_its_watchers(page: Page) -> None:
    game = page.new()
    with page.watch(game["id"]) as until:
        answer = page.request("DELETE", f"/api/saved/{game['id']}", None, {"X-Outplay-Tab": "a"})
        assert answer.status == 204
        assert "deleted" in until(lambda line: "error" in line)["error"]
    assert page.get(f"/api/saved/{game['id']}").status == 404
    assert game["id"] not in [row["id"] for row in page.get("/api/saved").json["games"]]


def test_a_search_that_fails_is_trouble_and_the_game_can_go_on(page: Page) -> None:
    page.workers.refuse = "The search has lost its way."
    game = page.new(sides=FOE)
    with page.watch(game["id"]) as until:
        told = until(lambda line: line["trouble"])
        assert told["trouble"] == "The search has lost its way." and told["thinking"] is None
        game = page.change(told, "move", move="b2")  # somebody plays in its stead
        assert game["trouble"] is None and texts(game) == ["b2"]
        page.change(game, "move", move="a1")
        told = until(lambda line: line["trouble"])
        page.workers.refuse = None
        page.change(told, "settings", level=1)  # it is tried again
        assert len(texts(until(lambda line: len(texts(line)) == 3))) == 3


def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    workers = FakeWorkers()
    workers.delay = 30
    with served(tmp_path, workers) as page:
        game = page.new()
        with page.watch(game["id"]) as until:
            page.change(game, "move", move="b2")
            before = until(lambda line: line["thinking"])
    with served(tmp_path) as page, page.watch(game["id"]) as until:
        after = until(lambda line: line["revision"] == 3)
        assert texts(after)[0] == "b2" and after["id"] == before["id"]


def test_a_change_is_on_the_disk_before_it_is_answered(page: Page, folder: Path) -> None:
    game = page.new(sides=TWO)
    eyes = Store(folder)
    for number, text in enumerate(("a1", "b1", "a2"), start=2):
        game = page.change(game, "move", move=text)
        kept = eyes.get(game["id"])
        assert kept is not None and kept.moves[-1] == text and kept.revision == number
    page.change(game, "undo")
    kept = eyes.get(game["id"])
    assert kept is not None and kept.redo == (("a2", 1),) and kept.moves == ("a1", "b1")
    eyes.close()


def test_a_game_whose_rules_are_not_here_says_so_and_can_be_deleted(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        game = page.new()
    store = Store(tmp_path)
    store._run("UPDATE games SET game = 'my_game.py'")
    store.close()
    with served(tmp_path) as page:
        answer = page.get(f"/api/saved/{game['id']}")
        assert answer.status == 404 and "my_game.py" in answer.error
        assert [row["id"] for row in page.get("/api/saved").json["games"]] == [game["id"]]
        gone = page.request("DELETE", f"/api/saved/{game['id']}", None, {"X-Outplay-Tab": "a"})
        assert gone.status == 204


def test_watching_has_a_pulse_and_ends_with_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outplay.web.session.PULSE", 0.1)
    with served(tmp_path) as page:
        game = page.new()
        import http.client

        connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=10)
        connection.request("GET", f"/api/saved/{game['id']}/watch")
        got = connection.getresponse()
        assert json.loads(got.readline())["id"] == game["id"]
        assert [json.loads(got.readline()) for _ in range(2)] == [{}, {}]
    assert time.monotonic() and got.read(0) == b""
    connection.close()
