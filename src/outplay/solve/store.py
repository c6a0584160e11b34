"""Where the arrays of a solution are while it is made: in memory, or on disk where that is full.

With a folder of its own, finished parts are files there, so that work that was ended goes on later.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from outplay.errors import OutplayError
from outplay.solve.workers import Array

STATUS = "status.json"


class DiskFull(OutplayError):
    """There is no room for a file; what was finished before is kept."""


class Store:
    """Arrays by name. In memory up to a limit, beyond it files that are mapped into memory."""

    def __init__(self, memory: float, folder: Path | None = None) -> None:
        """`memory`: bytes; `folder`: where finished parts are kept, if they are to be."""
        self.memory, self.folder = memory, folder
        self._temporary: Path | None = None
        self._sizes: dict[str, int] = {}

    @property
    def used(self) -> int:
        """Bytes of memory."""
        return sum(self._sizes.values())

    def keep(self, name: str, array: Array, *, finished: bool = False) -> Array:
        """The array, from now on where there is room; `finished` parts outlive the process."""
        if (finished and self.folder) or self.used + array.nbytes > self.memory:
            return self._saved(name, array)
        self._sizes[name] = array.nbytes
        return array

    def drop(self, name: str) -> None:
        """It is not needed any more."""
        self._sizes.pop(name, None)
        for folder in (self.folder, self._temporary):
            if folder is not None:
                (folder / f"{name}.npy").unlink(missing_ok=True)

    def load(self, name: str) -> Array:
        """A finished part."""
        assert self.folder is not None
        found: Array = np.load(self.folder / f"{name}.npy", mmap_mode="r")
        return found

    def status(self) -> dict[str, Any]:
        """What was written down last; empty if there is nothing."""
        if self.folder is None or not (self.folder / STATUS).exists():
            return {}
        try:
            found: dict[str, Any] = json.loads((self.folder / STATUS).read_text("utf-8"))
        except ValueError:
            return {}
        return found

    def write_status(self, status: Mapping[str, Any]) -> None:
        """Writes down how far the work has come."""
        if self.folder is not None:
            self._write(self.folder / STATUS, json.dumps(status).encode())

    def close(self, *, finished: bool) -> None:
        """Removes what nobody needs any more; with `finished`, all."""
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)
        if self.folder is not None and finished:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _place(self) -> Path:
        if self.folder is not None:
            return self.folder
        if self._temporary is None:
            self._temporary = Path(tempfile.mkdtemp(prefix="outplay-solve-"))
        return self._temporary

    def _saved(self, name: str, array: Array) -> Array:
        path = self._place() / f"{name}.npy"
        self._write(path, array)
        found: Array = np.load(path, mmap_mode="r")
        return found

    def _write(self, path: Path, content: Array | bytes) -> None:
        """A file is there as a whole or not at all."""
        part = path.with_suffix(".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                if isinstance(content, bytes):
                    file.write(content)
                else:
                    np.save(file, content)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise DiskFull(
                    f"The disk is full: there is no room for {path}. What was finished is kept;"
                    " make room and solve again to go on."
                ) from None
            raise OutplayError(f"{path} cannot be written: {error.strerror}.") from None
