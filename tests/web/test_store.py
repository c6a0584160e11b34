"""Games on disk: nothing that was answered is lost, and two servers agree."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from outplay.web import store as store_module
from outplay.web.store import FILE, Record, Store, StoreError, data_folder


def test_a_game_comes_back_as_it_was(tmp_path: Path) -> None:
    record = Record(
        "connect-four",
        {"width": 5},
        "5/5/5/5 X",
        ("4", "ä 'x\"; DROP TABLE games"),
        redo=(("3", 1), ("2", -1)),
        sides={"1": "level", "-1": "you"},
        level=7,
        seconds=0.5,
        resigned=-1,
        over=True,
        title="Connect Four",
        told="X wins.",
        picture="<svg/>",
    )
    store = Store(tmp_path)
    store.add(record)
    store.close()
    again = Store(tmp_path)
    assert again.get(record.id) == record
    assert again.get("nothing") is None
    assert again.remove(record.id) and not again.remove(record.id)
    again.close()


def test_who_saw_an_old_revision_is_refused(tmp_path: Path) -> None:
    ours, theirs = Store(tmp_path), Store(tmp_path)
    record = Record("nim")
    ours.add(record)
    before = theirs.others()
    assert ours.change(record.next(moves=("1",)))
    assert theirs.others() != before
    assert not theirs.change(record.next(moves=("2",)))
    found = theirs.get(record.id)
    assert found is not None and found.moves == ("1",) and found.revision == 2
    assert theirs.revision(record.id) == 2 and theirs.revision("nothing") == 0
    assert theirs.change(found.next(moves=("1", "2")))
    ours.close()
    theirs.close()


def test_ids_cannot_be_guessed_nor_the_file_be_read_by_others(tmp_path: Path) -> None:
    ids = {Record("nim").id for _ in range(1000)}
    assert len(ids) == 1000 and all(len(id) == 16 for id in ids)
    store = Store(tmp_path / "new" / "folder")
    store.close()
    if os.name == "posix":
        assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
        assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700


def test_unfinished_games_come_first_then_the_newest(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number, over in enumerate([False, True, False, True]):
        store.add(Record("nim", told=str(number), over=over, changed=float(number)))
    assert [row["told"] for row in store.newest(3)] == ["2", "0", "3"]
    store.close()


def test_too_many_games_let_the_least_wanted_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_GAMES", 3)
    store = Store(tmp_path)
    for told, over, moves in [
        ("old", False, ("1",)),
        ("empty", False, ()),
        ("over", True, ("1",)),
        ("a", False, ("1",)),
        ("b", False, ("1",)),
        ("c", False, ("1",)),
    ]:
        store.add(Record("nim", told=told, over=over, moves=moves))
    assert {row["told"] for row in store.newest(9)} == {"a", "b", "c"}
    store.close()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"this is no database, but it is long enough to be looked at" * 40, "is damaged"),
        (b"SQLite format 3\0" + b"\xff" * 4000, "is damaged"),
    ],
)
def test_a_damaged_file_gets_a_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(StoreError, match=said) as caught:
        Store(tmp_path)
    assert str(tmp_path / FILE) in str(caught.value) and "--data" in str(caught.value)
    assert (tmp_path / FILE).read_bytes() == content


def test_damage_in_the_middle_is_seen(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for _ in range(50):
        store.add(Record("nim", picture="x" * 2000))
    store.close()
    content = bytearray((tmp_path / FILE).read_bytes())
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = b"\xee" * 64
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(StoreError, match="is damaged"):
        Store(tmp_path)


def test_files_of_a_newer_outplay_and_of_others_get_a_sentence(tmp_path: Path) -> None:
    Store(tmp_path).close()
    file = sqlite3.connect(tmp_path / FILE)
    file.execute("PRAGMA user_version = 7")
    file.close()
    with pytest.raises(StoreError, match="newer Outplay"):
        Store(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    file = sqlite3.connect(other / FILE)
    file.execute("CREATE TABLE letters (text)")
    file.close()
    with pytest.raises(StoreError, match="not a file of Outplay games"):
        Store(other)


def test_a_folder_that_cannot_be_used_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreError, match=r"cannot be saved in .*--data"):
        Store(tmp_path / "file" / "folder")


def test_the_folder_is_where_the_system_keeps_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"
    monkeypatch.setenv("OUTPLAY_DATA", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert data_folder() == tmp_path / ".local" / "share" / "outplay"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert data_folder() == tmp_path / "xdg" / "outplay"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert data_folder() == tmp_path / ".local" / "share" / "outplay"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder() == tmp_path / "Library" / "Application Support" / "outplay"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert data_folder() == tmp_path / "local" / "outplay" / "data"


WRITER = """
import sys
from pathlib import Path
from outplay.web.store import Record, Store
store = Store(Path(sys.argv[1]))
record = store.get(sys.argv[2])
print("go", record.revision, flush=True)
while True:
    record = record.next(moves=(*record.moves[-20:], str(record.revision)), picture="x" * 9000)
    assert store.change(record)
    print(record.revision, flush=True)
"""


def kill_writers(folder: Path, times: int, lines: int) -> None:
    """Kills writers in the midst of writing; each time all that they said was done is there."""
    store = Store(folder)
    record = Record("nim")
    store.add(record)
    for turn in range(times):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder), record.id],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert writer.stdout is not None
        first = [writer.stdout.readline() for _ in range(lines + turn % 7)]
        writer.send_signal(signal.SIGKILL)
        said = [*first, *writer.stdout.read().splitlines()]
        writer.wait()
        found = store.get(record.id)
        assert found is not None
        assert found.revision >= int(said[-1])
        assert found.moves[-1] == str(found.revision - 1)
        Store(folder).close()  # looks for damage
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")
def test_kill_9_loses_nothing_that_was_answered(tmp_path: Path) -> None:
    kill_writers(tmp_path, times=3, lines=12)


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")
def test_kill_9_often(tmp_path: Path) -> None:
    kill_writers(tmp_path, times=40, lines=8)
