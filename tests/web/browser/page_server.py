"""A real server for these tests, and the rules files that it is started with."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 30_000
"""Milliseconds that anything may take: machines are busy, and caches cold."""

RACE = '''
"""Say 1, 2 or 3; whoever reaches 21 wins. Drawn as a row of stones that can be clicked."""
from typing import NamedTuple
from outplay import MAX, Game
from outplay.drawing import Sheet

class Race(NamedTuple):
    total: int
    player: int

class TwentyOne(Game[Race, int]):
    """Say 1, 2 or 3; whoever reaches 21 wins."""
    player_names = ("Ann", "Bob")
    def initial(self): return Race(0, MAX)
    def to_move(self, s): return s.player
    def actions(self, s): return range(1, min(3, 21 - s.total) + 1)
    def result(self, s, a): return Race(s.total + a, -s.player)
    def is_terminal(self, s): return s.total >= 21
    def utility(self, s): return -s.player
    def draw(self, s):
        sheet = Sheet(11, 2, f"{s.total} of 21")
        for n in range(1, 22):
            x, y = (n - 1) % 11, (n - 1) // 11
            sheet.circle(x + 0.5, y + 0.5, 0.4, fill="#2f6fb3" if n <= s.total else "#ecd9b4")
            sheet.place(str(n), x, y, what="reached" if n <= s.total else "")
        return str(sheet)
    def gestures(self, s, a):
        yield (str(s.total + a),)
'''

HOSTILE = '''
"""<img src=x onerror=window.ran=1> Rules whose every word is markup."""
from outplay import MAX, Game

RUN = "<img src=x onerror=window.ran=1><script>window.ran=1</script>"
SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 viewBox="0 0 2 1" onload="window.ran=1"><title>x</title><script>window.ran=1</script>
 <rect x="0" y="0" width="1" height="1" fill="#888" onclick="window.ran=1"/>
 <a href="javascript:window.ran=1" xlink:href="javascript:window.ran=1"><text x="1" y="1"
 font-size="0.3">here</text></a><foreignObject width="2" height="1"><body
 xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="window.ran=1"/></body></foreignObject>
 <image href="http://example.com/x.png" width="1" height="1"/><use href="http://example.com/#x"/>
 <animate attributeName="href" values="javascript:window.ran=1"/></svg>"""

class Hostile(Game):
    """<img src=x onerror=window.ran=1>"""
    player_names = (RUN, '"><b>Bob</b>')
    def initial(self): return (0, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return [1, 2]
    def result(self, s, a): return (s[0] + a, -s[1])
    def is_terminal(self, s): return s[0] >= 4
    def utility(self, s): return -s[1]
    def format_action(self, s, a): return f"<img/src=x/onerror=window.ran={a}>"
    def parse_action(self, s, text): return 1 if text.endswith("1>") else 2
    def show(self, s): return RUN
    def draw(self, s): return SVG
'''


class Serving:
    """`outplay serve` as a process, with data and a log in `folder`."""

    def __init__(self, folder: Path, *games: str, port: int | None = None) -> None:
        self.folder, self.games, self.port = folder, games, port
        self.address = ""
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Starts it, or starts it again; gives its address."""
        port = [] if self.port is None else ["--port", str(self.port)]
        command = [sys.executable, "-m", "outplay", "serve", "--no-open", *port, *self.games]
        self.log = self.folder / f"log-{time.monotonic_ns()}.txt"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "OUTPLAY_DATA": str(self.folder / "data")},
            )
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end and self.process.poll() is None:
            if found := re.search(r"http://\S+(?=/)", self.log.read_text()):
                self.address = found.group()
                return self.address
            time.sleep(0.02)
        raise AssertionError(f"the server did not say where it is: {self.log.read_text()}")

    def kill(self) -> None:
        """As `kill -9` does it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)

    def stop(self) -> None:
        """As Ctrl-C does it."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        finally:
            assert "Traceback" not in self.log.read_text(), self.log.read_text()

    def children(self) -> list[int]:
        """The processes that it started; none where there is no /proc."""
        assert self.process is not None
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in found.read_text().split()] if found.exists() else []
