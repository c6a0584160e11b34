"""The tests themselves: any of their folders can be chosen together."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parent
FILES = [path for path in TESTS.rglob("*.py") if path.name != "conftest.py"]


def test_every_file_has_a_name_of_its_own() -> None:
    """Modules of two folders are imported by the same kind of name."""
    names = Counter(path.name for path in FILES)
    assert [name for name, count in names.items() if count > 1] == []


def test_nothing_is_imported_from_a_conftest() -> None:
    """There are several, and only one of them is `conftest` at a time."""
    wrong = re.compile(r"^\s*(?:from|import) conftest\b", re.MULTILINE)
    files = TESTS.rglob("*.py")
    assert [str(path) for path in files if wrong.search(path.read_text(encoding="utf-8"))] == []
