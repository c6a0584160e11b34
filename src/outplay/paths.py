"""Paths as people write them, on systems as they are."""

from __future__ import annotations

import os
from pathlib import Path

from outplay.errors import UsageError


def expanded(path: str | os.PathLike[str]) -> Path:
    """`~` and `~name` as the home that they stand for; raises UsageError if there is none."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise UsageError(f"{os.fspath(path)}: there is no such home folder.") from None


def home() -> Path | None:
    """The user's own folder; None for a user who has none, as in some containers."""
    try:
        return Path.home()
    except RuntimeError:
        return None
