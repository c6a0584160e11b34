"""Positions as Python literals: written, and read back."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from outplay.errors import InvalidPosition
from outplay.freeze import is_array
from outplay.wording import brief

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from outplay.game import Action, Game, State


NOT_READ = (SyntaxError, ValueError, TypeError, OverflowError, MemoryError, RecursionError)
"""What is raised for a text that is no literal, or is one of something else."""


def write_position(s: object) -> str:
    """The position as Python writes it, on one line: arrays as lists, NamedTuples as tuples."""
    s = tuple(s) if isinstance(s, tuple) else s
    return repr(_with_lists(s) if _holds_arrays(s) else s)


def _holds_arrays(value: object) -> bool:
    if isinstance(value, tuple | list):
        return any(map(_holds_arrays, value))
    if isinstance(value, dict):
        return any(map(_holds_arrays, value.values()))
    return is_array(value)


def _with_lists(value: object) -> object:
    """The value with lists in place of its arrays."""
    if isinstance(value, tuple | list):
        items = map(_with_lists, value)
        return tuple(items) if isinstance(value, tuple) else list(items)
    if isinstance(value, dict):
        return {name: _with_lists(item) for name, item in value.items()}
    return value.tolist() if is_array(value) else value


def read_position(game: Game[State, Action], text: str) -> State:
    """The position that the text writes as Python does; raises InvalidPosition."""
    first = game.initial()
    try:
        found: State = _like(ast.literal_eval(text.strip()), first)
        return found
    except NOT_READ:
        pass
    like = game.format_state(first)
    try:
        _like(ast.literal_eval(like), first)
    except NOT_READ:
        raise InvalidPosition(
            f"Positions of {game.name} cannot be read from text, since they are written as"
            f" {brief(like, 80)}: name the moves that lead there, or have the rules answer"
            " `parse_state`."
        ) from None
    raise InvalidPosition(
        f"{brief(text, 80)} is not a position of {game.name}; positions look like {like!r}."
    )


def _like(value: object, model: object) -> Any:
    """The value in the shape of `model`; raises ValueError or TypeError where it differs."""
    if isinstance(model, tuple):
        if not isinstance(value, tuple) or len(value) != len(model):
            raise ValueError
        fields = [_like(v, m) for v, m in zip(value, model, strict=True)]
        return type(model)(*fields) if hasattr(model, "_fields") else tuple(fields)
    if is_array(model):
        return _array_like(value, model)
    if isinstance(model, dict) and isinstance(value, dict) and _holds_arrays(model):
        return {name: _like(item, model[name]) for name, item in value.items() if name in model}
    if isinstance(value, bool) != isinstance(model, bool):
        raise ValueError
    if isinstance(value, int) and type(model) is float:
        return float(value)
    if type(value) is not type(model):
        raise ValueError
    return value


def _array_like(value: object, model: NDArray[np.generic]) -> object:
    """An array of the model's type and number of dimensions; raises ValueError."""
    import numpy as np

    found = np.array(value, model.dtype)
    if found.ndim != model.ndim:
        raise ValueError
    return found if isinstance(model, np.ndarray) else found[()]
