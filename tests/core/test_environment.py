"""Systems as they are: no home, no working directory, no compiler, names that are not text."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from outplay import UsageError, paths
from outplay.web import store

SOURCE = Path(__file__).parents[2] / "src"
posix = pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes on Linux")

RULES = b"""
from outplay import Game, MAX
class Take(Game):
    def initial(self): return (9, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return range(1, min(3, s[0]) + 1)
    def result(self, s, a): return (s[0] - a, -s[1])
    def is_terminal(self, s): return s[0] == 0
    def utility(self, s): return -s[1]
"""

NATIVE = ("--algorithm", "negamax", "--speed", "native", "--json")


def run(
    *argv: str | bytes, before: str = "", **changes: str | None
) -> subprocess.CompletedProcess[str]:
    """Runs `outplay argv` in a process that has run `before`."""
    code = f"import os, sys\n{before}\nfrom outplay.__main__ import main\nmain()"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), **changes}
    return subprocess.run(
        [sys.executable, "-c", code, *argv],
        env={name: value for name, value in environment.items() if value is not None},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=120,
    )


def assert_sentence(done: subprocess.CompletedProcess[str], part: str) -> None:
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.count("\n") == 1, done.stderr
    assert part in done.stderr


NOBODY = """
import pwd
def getpwuid(number): raise KeyError(number)
pwd.getpwuid = getpwuid
"""


@posix
@pytest.mark.long
def test_a_user_without_a_home() -> None:
    changes = {"HOME": None, "XDG_CACHE_HOME": None, "OUTPLAY_CACHE": None, "XDG_DATA_HOME": None}
    done = run("analyse", "nim", *NATIVE, before=NOBODY, **changes)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"speed": "native"' in done.stdout
    changes["OUTPLAY_DATA"] = None
    assert_sentence(run("serve", before=NOBODY, **changes), "--data or OUTPLAY_DATA")


def test_a_home_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="~nobody-of-this-name/x: there is no such home"):
        paths.expanded("~nobody-of-this-name/x")
    assert_sentence(run("new", "~nobody-of-this-name/x.py"), "there is no such home folder")
    monkeypatch.setattr(store, "home", lambda: None)
    for variable in (store.VARIABLE, "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(store.StoreError, match="no home folder"):
        store.data_folder()


GONE = """
import tempfile
folder = tempfile.mkdtemp()
os.chdir(folder)
os.rmdir(folder)
"""


@posix
@pytest.mark.long
def test_a_working_directory_that_is_gone(tmp_path: Path) -> None:
    rules = tmp_path / "take.py"
    rules.write_bytes(RULES)
    done = run("analyse", str(rules), *NATIVE, before=GONE, OUTPLAY_CACHE=str(tmp_path / "cache"))
    assert (done.returncode, done.stderr) == (0, "")
    assert '"speed": "native"' in done.stdout
    argv = ("match", "nim", "random", "random", "--games", "2", "--workers", "2")
    assert_sentence(run(*argv, before=GONE), "cannot start a process")


@posix
@pytest.mark.parametrize("speed", ["python", pytest.param("native", marks=pytest.mark.long)])
def test_names_of_files_that_are_not_text(tmp_path: Path, speed: str) -> None:
    folder = os.fsencode(tmp_path) + b"/\xff\xfe"
    os.mkdir(folder)
    rules = folder + b"/g\xff.py"
    with open(rules, "wb") as file:
        file.write(RULES)
    cache = folder + b"/cache"
    argv = ("--algorithm", "negamax", "--speed", speed, "--json")
    done = run("analyse", rules, *argv, OUTPLAY_CACHE=os.fsdecode(cache))
    assert (done.returncode, done.stderr) == (0, "")
    assert f'"speed": "{speed}"' in done.stdout
    if speed == "native":
        assert len(os.listdir(cache)) == 1
        return
    done = run("tree", rules, "--depth", "1", "--output", folder + b"/tree\xff.svg")
    assert done.returncode == 0, done.stderr
    assert b"tree\xff.svg" in os.listdir(folder)
    assert_sentence(run("analyse", folder + b"/none\xff.py"), "There is no rules file")
