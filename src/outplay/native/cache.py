"""Native code on disk, so that the next process need not compile.

One file per compiled kernel, named by a fingerprint of all that it was compiled from: the
translated rules and their constants, the kernel, this package, Numba, Python and the
processor. A folder that cannot be written, or a file that cannot be read, only costs time.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import sys
import tempfile
from pathlib import Path
from typing import Any

VARIABLE = "OUTPLAY_CACHE"
"""The environment variable that names the folder; empty turns the cache off."""

MAX_FILES = 1000
"""Beyond this many files, those that were not used for longest go."""


def folder() -> Path | None:
    """Where native code is kept, or None if the cache is off."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "outplay"


@functools.cache
def own_source() -> str:
    """A fingerprint of the parts of this package that decide what native code is."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for part in ("native/*.py", "bits.py", "tuples.py"):
        for path in sorted(package.glob(part)):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


@functools.cache
def machine() -> str:
    """What the compiler and the processor are."""
    import llvmlite
    import llvmlite.binding as llvm
    import numba
    import numpy

    processor = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return (
        f"{sys.version} {numba.__version__} {llvmlite.__version__} {numpy.__version__} {processor}"
    )


def file_name(title: str, fingerprint: str) -> str:
    """The name of the file for one compiled kernel."""
    digest = hashlib.sha256(f"{fingerprint} {own_source()} {machine()}".encode()).hexdigest()
    safe = "".join(c if c.isalnum() or c in "-_" else "_" for c in title)[:60]
    return f"{safe}-{digest[:32]}.native"


def load(name: str) -> Any | None:
    """What was saved under that name, or None."""
    where = folder()
    if where is None:
        return None
    path = where / name
    try:
        content = path.read_bytes()
        with contextlib.suppress(OSError):
            os.utime(path)
        if hashlib.sha256(content[32:]).digest() != content[:32]:
            return None
        return pickle.loads(content[32:])
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
                file.write(hashlib.sha256(content).digest() + content)
            os.replace(temporary, where / name)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
        _prune(where)
    except OSError:
        return False
    return True


def _prune(where: Path) -> None:
    files = list(where.glob("*.native"))
    if len(files) <= MAX_FILES:
        return
    with contextlib.suppress(OSError):
        files.sort(key=lambda path: path.stat().st_mtime)
        for path in files[: len(files) - MAX_FILES]:
            path.unlink(missing_ok=True)
