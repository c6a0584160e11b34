"""Where the arrays of a solution are while it is made: in memory, or on disk where that is full.

With a folder of its own, finished parts are files there, so that work that was ended goes on later.
A file is there as a whole or not at all.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from outplay.errors import OutplayError
from outplay.solve.workers import Array

NOTES = "notes.json"

SHARE = 0.5
"""Of the memory, for what is kept; the rest is for the work itself."""


OFTEN = 1.0
"""Seconds between two times at which what is finished is written down, at least."""


class DiskFull(OutplayError):
    """There is no room for a file; what was finished before is kept."""


class Store:
    """Arrays by name. In memory up to a limit, beyond it files that are mapped into memory."""

    def __init__(self, memory: float, folder: Path | None = None) -> None:
        """`memory`: bytes; `folder`: where finished parts are kept, if they are to be."""
        self.memory, self.folder = memory, folder
        self._temporary: Path | None = None
        self._sizes: dict[str, int] = {}
        self._notes: dict[str, Any] = {}
        self._kept_at = time.perf_counter()

    def begin(self, identity: str) -> None:
        """Goes on with work of that identity; other work in the folder is forgotten."""
        if self.folder is None:
            return
        try:
            self._notes = json.loads((self.folder / NOTES).read_text("utf-8"))
        except (OSError, ValueError):
            self._notes = {}
        if self._notes.get("identity") != identity:
            shutil.rmtree(self.folder, ignore_errors=True)
            self._notes = {}
            self.note("identity", identity)

    def note(self, name: str, value: Any) -> None:
        """Writes down something small, as JSON has it."""
        self._notes[name] = value
        if self.folder is not None:
            self._write(self.folder / NOTES, json.dumps(self._notes).encode())

    def noted(self, name: str) -> Any:
        """What was written down; None if nothing was."""
        return self._notes.get(name)

    def finished(self, name: str) -> Array | None:
        """A part that was finished before."""
        if self.folder is None or not (self.folder / f"{name}.npy").exists():
            return None
        found: Array = np.load(self.folder / f"{name}.npy", mmap_mode="r")
        return found

    def keep(self, name: str, array: Array, *, finished: bool = False) -> Array:
        """The array, from now on where there is room; `finished` parts outlive the process."""
        if not (finished and self.folder) and self.has_room(array.nbytes):
            self._sizes[name] = array.nbytes
            return array
        found = self._saved(name, array)
        self._sizes.pop(name, None)
        return found

    def joined(
        self, name: str, parts: Iterable[Array], most: int, empty: Array, *, finished: bool
    ) -> Array:
        """One array of several, which come one after the other, `most` items; `empty` is none.

        What does not fit in memory is written as it comes.
        """
        shape, kind = empty.shape[1:], empty.dtype
        width = kind.itemsize * int(np.prod(shape))
        if not self.has_room(most * width):
            return self._streamed(name, empty, parts)
        whole = np.empty((most, *shape), kind)
        used = 0
        for part in parts:
            whole[used : used + len(part)] = part
            used += len(part)
        whole.resize((used, *shape), refcheck=False)
        return self.keep(name, whole, finished=finished)

    def _streamed(self, name: str, empty: Array, parts: Iterable[Array]) -> Array:
        raw, size = self._place() / f"{name}.raw", 0
        try:
            with errors_of_files(raw):
                raw.parent.mkdir(parents=True, exist_ok=True)
                with raw.open("wb") as file:
                    for part in parts:
                        file.write(np.ascontiguousarray(part).data)
                        size += part.nbytes
            if not size:
                return empty
            found = np.memmap(raw, empty.dtype, "r").reshape(-1, *empty.shape[1:])
            return self._saved(name, found)
        finally:
            raw.unlink(missing_ok=True)

    def _saved(self, name: str, array: Array) -> Array:
        path = self._place() / f"{name}.npy"
        if str(getattr(array, "filename", "")) != str(path):
            self._write(path, array)
        found: Array = np.load(path, mmap_mode="r")
        return found

    def empty(self, name: str, length: int, kind: type[Any]) -> Array:
        """An array to be filled."""
        size = length * np.dtype(kind).itemsize
        if self.has_room(size) or not length:
            self._sizes[name] = size
            return np.empty(length, kind)
        path = self._place() / f"{name}.tmp"
        with errors_of_files(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                _allocate(file.fileno(), size)
            return np.memmap(path, kind, "r+", shape=(length,))

    def is_due(self) -> bool:
        """Is what has been finished to be kept now? Once a second, if it is kept at all."""
        now = time.perf_counter()
        if self.folder is None or now - self._kept_at < OFTEN:
            return False
        self._kept_at = now
        return True

    def drop(self, name: str) -> None:
        """It is not needed any more."""
        self._sizes.pop(name, None)
        for folder in (self.folder, self._temporary):
            if folder is not None:
                for suffix in ("npy", "tmp"):
                    (folder / f"{name}.{suffix}").unlink(missing_ok=True)

    def close(self, *, finished: bool) -> None:
        """Removes what nobody needs any more; with `finished`, all."""
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)
        if self.folder is not None and finished:
            shutil.rmtree(self.folder, ignore_errors=True)

    def disk_room(self) -> int:
        """Bytes that are free where files are."""
        place = self._place()
        while not place.exists():
            place = place.parent
        return shutil.disk_usage(place).free

    def has_room(self, size: int) -> bool:
        """Is there memory for so many bytes more?"""
        return sum(self._sizes.values()) + size <= SHARE * self.memory

    def _place(self) -> Path:
        if self.folder is not None:
            return self.folder
        if self._temporary is None:
            self._temporary = Path(tempfile.mkdtemp(prefix="outplay-solve-"))
        return self._temporary

    def _write(self, path: Path, content: Array | bytes) -> None:
        part = path.with_suffix(".part")
        with errors_of_files(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                if isinstance(content, bytes):
                    file.write(content)
                else:
                    np.save(file, content)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)


@contextlib.contextmanager
def errors_of_files(path: Path) -> Iterator[None]:
    """Says in a sentence why a file cannot be written, and removes what there is of it."""
    try:
        yield
    except OSError as error:
        with contextlib.suppress(OSError):
            path.with_suffix(".part").unlink(missing_ok=True)
        # NumPy says of a full disk how many items it has written, and no number of an error.
        if error.errno in (None, errno.ENOSPC, errno.EDQUOT):
            raise DiskFull(
                f"The disk is full: there is no room for {path}. What was finished is kept; make"
                " room and solve again to go on."
            ) from None
        raise OutplayError(f"{path} cannot be written: {error.strerror}.") from None


def _allocate(file: int, size: int) -> None:
    """Room on the disk, so that it is not found out later that there is none."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file, 0, size)
    else:
        os.truncate(file, size)
