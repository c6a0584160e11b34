"""Native code on disk, so that the next process need not compile.

One file per compiled kernel, named by a fingerprint of all that it was compiled from: the
program in LLVM's language, LLVM and the processor. The file says itself what it is the code of,
so that one that was renamed, cut or changed is not taken for another. A folder that cannot be
written, or a file that cannot be read, only costs time.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import stat
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from outplay.paths import home

VARIABLE = "OUTPLAY_CACHE"
"""The environment variable that names the folder; empty turns the cache off."""

MAX_FILES = 1000
"""Beyond this many files, those that were not used for longest go."""

ABANDONED = 3600.0
"""Seconds after which a file that was never finished belongs to nobody."""

MAGIC = b"outplay native code 2\n"
"""What a file begins with; its name comes next, then a digest of the rest."""


def folder() -> Path | None:
    """Where native code is kept, or None if the cache is off, or the user has no home."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    variable = {"win32": "LOCALAPPDATA", "darwin": ""}.get(sys.platform, "XDG_CACHE_HOME")
    if os.environ.get(variable):
        return Path(os.environ[variable]) / "outplay"
    below = {"win32": "AppData/Local", "darwin": "Library/Caches"}.get(sys.platform, ".cache")
    own = home()
    return None if own is None else own / below / "outplay"


@functools.cache
def machine() -> str:
    """What the compiler and the processor are."""
    import llvmlite
    import llvmlite.binding as llvm

    processor = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    options = (Path(__file__).parent / "targets" / "cpu.py").read_text()
    return f"{llvmlite.__version__} {llvm.llvm_version_info} {sys.platform} {processor} {options}"


def file_name(title: str, fingerprint: str) -> str:
    """The name of the file for one compiled kernel."""
    digest = hashlib.sha256(f"{fingerprint} {machine()}".encode()).hexdigest()
    safe = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "_" for c in title)[:60]
    return f"{safe}-{digest[:32]}.native"


def _head(name: str) -> bytes:
    """What the file of that name begins with."""
    return MAGIC + name.encode() + b"\n"


def load(name: str) -> Any | None:
    """What was saved under that name, or None. Nothing is unpickled that is not just that."""
    where = folder()
    if where is None:
        return None
    path, head = where / name, _head(name)
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        with open(path, "rb") as file:
            if file.read(len(head)) != head:
                return None
            digest, content = file.read(32), file.read()
        if hashlib.sha256(content).digest() != digest:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return pickle.loads(content)
    except Exception:  # a file of another world: compile again
        return None


def save(name: str, content: bytes) -> bool:
    """Keeps `content` under that name; False if the disk does not let us."""
    where = folder()
    if where is None:
        return False
    try:
        where.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=where, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_head(name) + hashlib.sha256(content).digest() + content)
            os.replace(temporary, where / name)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
        _prune(where)
    except (OSError, ValueError):  # ValueError: no path can be named so
        return False
    return True


def _prune(where: Path) -> None:
    with contextlib.suppress(OSError):
        for path in where.glob("*.part"):
            if path.lstat().st_mtime < time.time() - ABANDONED:
                path.unlink(missing_ok=True)
        files = sorted(where.glob("*.native"), key=lambda path: path.lstat().st_mtime)
        for path in files[: max(0, len(files) - MAX_FILES)]:
            path.unlink(missing_ok=True)
