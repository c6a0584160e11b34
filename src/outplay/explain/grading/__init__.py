"""Marking: a student's answer beside the right algorithm, and beside wrong ones."""

from typing import TYPE_CHECKING

from outplay.lazy import fetch

if TYPE_CHECKING:
    from outplay.explain.grading.grades import Grade, grade

__all__ = ["Grade", "grade"]


def __getattr__(name: str) -> object:
    """Imported when it is used: the student's own process, `grading/student`, needs none of it."""
    if name in __all__:
        return fetch(f"outplay.explain.grading.grades:{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
