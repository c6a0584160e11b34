"""Starts the page: which games, which address, who may come, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import re
import secrets
import socket
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast
from urllib.parse import urlencode

from outplay.errors import OutplayError, UsageError
from outplay.games import find_name
from outplay.games.rules_file import is_path
from outplay.paths import expanded
from outplay.solve.solution_file import MAGIC
from outplay.web.about import About
from outplay.web.access_policy import EVERYWHERE, AccessPolicy, in_address, is_loopback
from outplay.web.app import make_app
from outplay.web.jobs import Answer
from outplay.web.pool import Pool
from outplay.web.server import Server
from outplay.web.sessions import Sessions
from outplay.web.store import Store, data_folder

SUFFIX = ".solution"
"""Of solutions."""

PORT, PORTS = 8000, 100
"""The usual port, and how many are tried from there on."""


@dataclass(frozen=True)
class Choice:
    """What is on the home page."""

    own: dict[str, str] = field(default_factory=dict)
    """Rules files by key, with their whole paths."""
    first: list[str] = field(default_factory=list)
    """Built-in games that come before the others."""
    solutions: list[str] = field(default_factory=list)
    """Files of solved games, with their whole paths."""


def choose(names: Sequence[str]) -> Choice:
    """What a command line names: built-in games, rules files and solutions; raises UnknownGame."""
    choice = Choice()
    for name in names:
        if is_solution(name):
            if (solution := str(expanded(name).resolve())) not in choice.solutions:
                choice.solutions.append(solution)
            continue
        if not is_path(name):
            if (key := find_name(name)) not in choice.first:
                choice.first.append(key)
            continue
        path, colon, cls = name.partition(".py:")
        file = expanded(f"{path}.py" if colon else name).resolve()
        whole = f"{file}:{cls}" if cls else str(file)
        if whole in choice.own.values():
            continue
        title = f"{file.name}:{cls}" if cls else file.name
        key, number = title, 1
        while key in choice.own:  # two files of one name, from two folders
            number += 1
            key = f"{file.stem}-{number}{title[len(file.stem) :]}"
        choice.own[key] = whole
    return choice


def is_solution(name: str) -> bool:
    """Is it the file of a solution, by its name or by how it begins?"""
    if name.endswith(SUFFIX):
        return True
    with contextlib.suppress(OSError), expanded(name).open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC
    return False


def listen(host: str, port: int | None) -> socket.socket:
    """A socket at that port; without one, at the first that is free from 8000 on."""
    ports = range(PORT, PORT + PORTS) if port is None else [port]
    for number in ports:
        try:
            return _bound(host, number)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and port is None:
                continue
            raise UsageError(_why_not(host, number, error)) from None
    raise UsageError(
        f"The ports {PORT} to {PORT + PORTS - 1} are all in use; choose one with --port."
    )


def _bound(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE | socket.AI_NUMERICSERV
        )
    except (OSError, UnicodeError):
        raise UsageError(f"Unknown host {host!r}.") from None
    family, kind, protocol, _, address = found[0]
    sock = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined]
        sock.bind(address)
        sock.listen(1024)  # now, so that another server sees that the port is taken
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return sock


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use; choose another with --port, or leave --port out."
    if error.errno == errno.EACCES:
        return f"Permission denied for port {port}; choose one from 1024 up."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this computer."
    return f"Cannot listen on {host}, port {port}: {error.strerror}."


def address(policy: AccessPolicy, page: str = "") -> str:
    """What to open in a browser."""
    host = policy.host
    if host in EVERYWHERE:
        host = _own_address() or socket.gethostname()
    token = f"{'&' if '?' in page else '?'}token={policy.token}" if policy.token else ""
    return f"http://{in_address(host)}:{policy.port}/{page}{token}"


def _own_address() -> str:
    """How others on the network call this computer; empty if there is no network."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: it only asks which way it would go
        return str(probe.getsockname()[0])
    return ""


def show_in_browser(where: str) -> None:
    """Opens the page if there is a screen to open it on. A browser in the terminal is none."""
    screen = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME")
    if sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in screen):
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()


def serve(
    names: Sequence[str], *, port: int | None, host: str | None, opens: bool, data: Path | None
) -> None:
    """Runs the server until Ctrl-C; raises OutplayError where it cannot start."""
    if port is not None and not 0 <= port <= 65535:
        raise UsageError(f"The port must be a number from 0 to 65535, not {port}.")
    choice = choose(names)
    store = Store(data_folder() if data is None else expanded(data))
    with contextlib.closing(store), listen(host or "127.0.0.1", port) as sock:
        foreign = host is not None and not is_loopback(host)
        token = secrets.token_urlsafe(18) if foreign else ""
        policy = AccessPolicy(sock.getsockname()[1], host or "127.0.0.1", token)
        asyncio.run(_run(choice, store, sock, policy, opens=opens))


async def _run(
    choice: Choice, store: Store, sock: socket.socket, policy: AccessPolicy, *, opens: bool
) -> None:
    async with Pool(choice.own, solutions=choice.solutions) as pool:
        about = About(pool, choice.own, choice.first)
        await _refuse_broken(about)
        if choice.solutions:
            await about.find_solved()
        sessions = Sessions(store, pool)
        server = Server(make_app(sessions, pool, about, policy), sessions)
        _announce(policy, store, about.solved)
        if opens:
            page = page_of(about.solved[0]) if about.solved else ""
            show_in_browser(address(policy, page))
        # Pictures of all games are drawn before somebody asks for them.
        warm = asyncio.create_task(_warm(about))
        await server.serve(sockets=[sock])
        warm.cancel()
    print("Stopped. Your games are saved.", flush=True)


async def _refuse_broken(about: About) -> None:
    """Rules files that do not load are said before the page is."""
    for trouble in await about.troubles():
        raise UsageError(trouble)


async def _warm(about: About) -> None:
    with contextlib.suppress(OutplayError):
        await about.told()


def page_of(solved: Answer) -> str:
    """The page that analyses this game; its address is written as `static/js/spot.js` does."""
    parameters = cast(dict[str, object], solved["with"])
    written = {name: json.dumps(value, separators=(",", ":")) for name, value in parameters.items()}
    texts = [f"{_part(name)}:{_part(text)}" for name, text in written.items()]
    named = {"game": solved["game"], **({"with": ",".join(texts)} if texts else {})}
    return f"analyse?{urlencode(named, safe=':,')}"


def _part(text: str) -> str:
    """Only what would be taken for a join is encoded, here and once more with the address."""
    return re.sub("[%,:]", lambda found: f"%{ord(found[0]):02X}", text)


def _announce(policy: AccessPolicy, store: Store, solved: Sequence[Answer]) -> None:
    if policy.token:
        print(
            f"Because of --host {policy.host}, other computers can reach this page. Anyone with"
            " the address\nbelow can play, see and delete your saved games, and use this computer's"
            " processor. The\nconnection is not encrypted, so use it only on a network you trust."
        )
    print(f"Outplay is running at {address(policy)} (Ctrl-C to stop)")
    for game in solved:
        print(f"{game['title']}, solved: {address(policy, page_of(game))}")
    print(f"Games are saved in {store.path.parent}", flush=True)
