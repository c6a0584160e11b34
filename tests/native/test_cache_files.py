"""Files of native code that are not what their names say: compiled again, never loaded."""

import hashlib
import json
import os
import pickle
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from outplay.native import cache

NAME = "game-minimax-0123456789abcdef.native"
OTHER = "game-alphabeta-0123456789abcdef.native"

opened: list[str] = []


def notice() -> None:
    opened.append("opened")


class Bomb:
    """What notices that it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return notice, ()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    opened.clear()
    assert cache.save(NAME, pickle.dumps("one"))
    assert cache.save(OTHER, pickle.dumps("other"))
    return tmp_path / "cache"


def test_what_was_saved_is_loaded(folder: Path) -> None:
    assert (cache.load(NAME), cache.load(OTHER)) == ("one", "other")
    assert cache.load("nothing.native") is None


def test_exchanged_files_are_not_loaded(folder: Path) -> None:
    (folder / NAME).rename(folder / "apart")
    (folder / OTHER).rename(folder / NAME)
    (folder / "apart").rename(folder / OTHER)
    assert (cache.load(NAME), cache.load(OTHER)) == (None, None)


def test_no_changed_byte_and_no_cut_goes_unseen(folder: Path) -> None:
    path = folder / NAME
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at])
        assert cache.load(NAME) is None
        for bit in (1, 128):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :])
            assert cache.load(NAME) is None
    path.write_bytes(whole + b"more")
    assert cache.load(NAME) is None
    path.write_bytes(whole)
    assert cache.load(NAME) == "one"


def test_nothing_is_unpickled_before_it_is_known(folder: Path) -> None:
    bomb = pickle.dumps(Bomb())
    digest = hashlib.sha256(bomb).digest()
    for content in (
        bomb,
        digest + bomb,  # how files were, once
        cache._head(OTHER) + digest + bomb,
        cache._head(NAME) + digest + bomb[:-1],
        cache._head(NAME) + bytes(32) + bomb,
    ):
        (folder / NAME).write_bytes(content)
        assert cache.load(NAME) is None
    assert opened == []
    (folder / NAME).write_bytes(cache._head(NAME) + digest + bomb)
    cache.load(NAME)
    assert opened == ["opened"]


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of Unix")
@pytest.mark.parametrize("kind", ["folder", "loop", "pipe", "device", "secret", "dangling"])
def test_what_is_no_file_of_ours_only_costs_time(folder: Path, kind: str) -> None:
    path = folder / NAME
    if kind == "secret":
        path.chmod(0)
    else:
        path.unlink()
    if kind == "folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "dangling":
        path.symlink_to(folder / "nowhere")
    if kind != "secret" or os.geteuid() != 0:
        assert cache.load(NAME) is None
    assert cache.save(NAME, pickle.dumps("again")) == (kind != "folder")
    assert cache.load(NAME) == (None if kind == "folder" else "again")
    assert not list(folder.glob("*.part"))


def test_files_that_were_never_finished_go(folder: Path) -> None:
    old, young = folder / "old.part", folder / "young.part"
    for path in (old, young):
        path.write_bytes(b"")
    os.utime(old, (time.time() - 2 * cache.ABANDONED,) * 2)
    assert cache.save(NAME, pickle.dumps("again"))
    assert (old.exists(), young.exists()) == (False, True)


def test_names_are_short_and_plain() -> None:
    for title in ("ü" * 300, "\U0001f600" * 300, "\udcff/../x\n", "a" * 999):
        name = cache.file_name(title, "fingerprint")
        assert name.isascii()
        assert len(name) < 128
        assert "/" not in name


@pytest.mark.parametrize("named", ["/dev/null/cache", "no\0path", "\udcff" * 300])
def test_a_folder_that_cannot_be_only_costs_time(
    named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "folder", lambda: Path(named))
    assert cache.load(NAME) is None
    assert not cache.save(NAME, b"")


def test_who_has_no_home_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for variable in (cache.VARIABLE, "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", home)
    assert cache.folder() is None
    assert cache.load(NAME) is None
    assert not cache.save(NAME, b"")


SEARCH = """
import json
import outplay
from outplay import Game, MAX
class Take(Game):
    def initial(self): return (12, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return range(1, min(3, s[0]) + 1)
    def result(self, s, a): return (s[0] - a, -s[1])
    def is_terminal(self, s): return s[0] == 0
    def utility(self, s): return -5 * s[1]
found = [outplay.minimax(Take(), speed="native"), outplay.alphabeta(Take(), speed="native")]
print(json.dumps([[r.value, r.nodes] for r in found]))
"""


def test_a_process_with_exchanged_code_answers_as_before(tmp_path: Path) -> None:
    script = tmp_path / "search.py"
    script.write_text(SEARCH)
    where = tmp_path / "cache"

    def answers() -> Any:
        done = subprocess.run(
            [sys.executable, str(script)],
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, cache.VARIABLE: str(where)},
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    first = answers()
    one, two = where.glob("*.native")
    contents = one.read_bytes(), two.read_bytes()
    one.write_bytes(contents[1])
    two.write_bytes(contents[0])
    assert answers() == first
    assert one.read_bytes().startswith(cache._head(one.name))
    assert two.read_bytes().startswith(cache._head(two.name))
