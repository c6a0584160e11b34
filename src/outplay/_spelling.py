"""What somebody may have meant who wrote a name that is not there."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def meant(word: object, known: Iterable[str]) -> str:
    """` Did you mean depth?`, to be put behind a sentence; empty if nothing is near."""
    names = {name.lower().strip("-"): name for name in known}
    near = get_close_matches(str(word)[:80].lower().strip("-"), names, n=1)
    return f" Did you mean {names[near[0]]}?" if near else ""
