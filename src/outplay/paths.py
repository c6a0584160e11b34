"""Paths as people write them, on systems as they are."""

from __future__ import annotations

import os
from pathlib import Path


def expanded(path: str | os.PathLike[str]) -> Path:
    """`~` and `~name` as the home that they stand for; as they are where there is no such home."""
    return Path(os.path.expanduser(path))


def home() -> Path | None:
    """The user's own folder; None for a user who has none, as in some containers."""
    try:
        return Path.home()
    except RuntimeError:
        return None
