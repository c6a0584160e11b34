"""`outplay serve` as people use it: a real process, its address, Ctrl-C, kill -9, and refusals."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outplay.cli import run
from outplay.errors import OutplayError
from outplay.web.serve import choose, listen, show_in_browser

OWN = '''
from outplay import Game, MAX
class TakeOne(Game):
    """Take one match of three."""
    def initial(self): return (3, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return (1,)
    def result(self, s, a): return (s[0] - 1, -s[1])
    def is_terminal(self, s): return s[0] == 0
    def utility(self, s): return -s[1]
'''


class Process:
    """`outplay serve` in a process of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "outplay",
                "serve",
                "--no-open",
                "--data",
                str(folder),
                *arguments,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = ""

    def address(self) -> str:
        """Where it is, once it says so."""
        assert self.process.stdout is not None
        while "Games are saved in" not in self.said:
            line = self.process.stdout.readline()
            assert line, self.said + self.process.communicate()[1]
            self.said += line
        found = re.search(r"Outplay is running at (\S+) ", self.said)
        assert found is not None, self.said
        return found[1]

    def ask(self, path: str, body: Any = None) -> Any:
        port = int(self.address().split(":")[2].partition("/")[0])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        data = None if body is None else json.dumps(body)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        connection.request("GET" if body is None else "POST", path, data, headers)
        got = connection.getresponse()
        answer = json.loads(got.read())
        connection.close()
        return answer

    def end(self) -> tuple[int, str, str]:
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err


@contextlib.contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[Process]:
    process = Process(folder, *arguments)
    try:
        yield process
    finally:
        process.process.kill()
        process.process.communicate()


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


def test_it_says_where_it_is_and_ends_at_ctrl_c(tmp_path: Path) -> None:
    file = tmp_path / "take_one.py"
    file.write_text(OWN, encoding="utf-8")
    with serving(tmp_path / "data", str(file), "kalah", "Connect Four") as server:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", server.address())
        keys = [game["key"] for game in server.ask("/api/about")["games"]]
        assert keys[:4] == ["take_one.py", "kalah", "connect-four", "tic-tac-toe"]
        saved = server.ask("/api/saved", {"spot": {"game": "take_one.py"}})
        port = int(server.address().split(":")[2].rstrip("/"))
        watcher = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        watcher.request("GET", f"/api/saved/{saved['id']}/watch")
        stream = watcher.getresponse()
        assert json.loads(stream.readline())["id"] == saved["id"]
        assert (tmp_path / "data" / "games.sqlite").exists()
        start = time.monotonic()
        code, out, err = server.end()
        assert time.monotonic() - start < 20  # a few seconds on any machine
        watcher.close()
    assert (code, out, err) == (0, "Stopped. Your games are saved.\n", "")


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")
def test_kill_9_loses_no_game_and_leaves_no_process(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        saved = server.ask("/api/saved", {"spot": {"game": "nim", "moves": []}})
        move = saved["view"]["actions"][0]["text"]
        body = {"revision": saved["revision"], "move": move}
        after = server.ask(f"/api/saved/{saved['id']}/move", body)
        assert after["revision"] == 2
        workers = children(server.process.pid)
        assert len(workers) >= 3
        server.process.kill()
        server.process.wait()
        end = time.monotonic() + 10
        while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
    with serving(tmp_path) as server:
        assert server.ask(f"/api/saved/{saved['id']}")["view"]["moves"] == [move]


def test_a_host_is_explained_and_needs_a_token(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0", "--port", "0") as server:
        address = server.address()
        assert "other computers can reach" in server.said and "not encrypted" in server.said
        found = re.fullmatch(r"http://[\w.-]+:(\d+)/\?token=([\w-]{20,})", address)
        assert found is not None
        assert "token" in server.ask("/api/about")["error"]
        connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=30)
        connection.request("GET", "/api/saved", headers={"Authorization": f"Bearer {found[2]}"})
        assert json.loads(connection.getresponse().read()) == {"games": []}
        connection.close()


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What `outplay serve` says when it does not start: one line, exit code 2."""
    code = run(["serve", "--no-open", *arguments])
    said = capsys.readouterr()
    assert (code, said.out, said.err.count("\n")) == (2, "", 1), said
    return said.err


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (OWN.replace("(self): return (3", "(self) return (3"), ["mine.py", "line 5"]),
        (None, ["There is no rules file"]),
    ],
)
def test_rules_that_do_not_load(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str | None, parts: list[str]
) -> None:
    file = tmp_path / "mine.py"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    said = refused(capsys, "--data", str(tmp_path), str(file))
    assert all(part in said for part in parts), said


def test_what_cannot_be_served(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    assert "Did you mean nim" in refused(capsys, *data, "nimm")
    assert "from 0 to 65535" in refused(capsys, *data, "--port", "70000")
    assert "not a whole number" in refused(capsys, *data, "--port", "x")
    assert "Unknown host" in refused(capsys, *data, "--host", "nobody.invalid")
    assert "not an address of this" in refused(capsys, *data, "--host", "192.0.2.77")
    (tmp_path / "games.sqlite").write_bytes(b"nothing of the kind" * 100)
    assert "is damaged" in refused(capsys, *data)
    assert "cannot be saved" in refused(capsys, "--data", str(tmp_path / "games.sqlite" / "x"))


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with listen("127.0.0.1", None) as first:
        port = first.getsockname()[1]
        said = refused(capsys, "--data", str(tmp_path), "--port", str(port))
        assert f"Port {port} is in use" in said
        with listen("127.0.0.1", None) as second:
            assert second.getsockname()[1] > port


def test_without_starlette_it_says_what_to_install(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['starlette'] = None\n"
        "from outplay.cli import main; main(['serve', '--no-open'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and 'pip install "outplay[web]"' in done.stderr


def test_games_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    choice = choose(["hex", "a/mine.py", "./a/mine.py", "b/mine.py", "b/mine.py:Other", "Hex"])
    assert choice.first == ["hex"]
    assert choice.own == {
        "mine.py": str(tmp_path / "a/mine.py"),
        "mine-2.py": str(tmp_path / "b/mine.py"),
        "mine.py:Other": f"{tmp_path / 'b/mine.py'}:Other",
    }
    with pytest.raises(OutplayError, match="no game called"):
        choose(["nothing"])


def test_a_browser_is_opened_only_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)
    show_in_browser("http://nowhere")
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    show_in_browser("http://127.0.0.1:8000/")
    end = time.monotonic() + 30
    while not opened and time.monotonic() < end:
        time.sleep(0.01)
    assert opened == ["http://127.0.0.1:8000/"]


def test_listening_is_on_loopback_only_by_default() -> None:
    with listen("127.0.0.1", 0) as sock:
        assert sock.family == socket.AF_INET and sock.getsockname()[0] == "127.0.0.1"
