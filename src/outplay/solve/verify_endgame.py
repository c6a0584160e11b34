"""Does a solution file begin with all positions of the endgame that it names?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

import numpy as np

from outplay.solve.verify_positions import Positions
from outplay.solve.verify_tally import Asked
from outplay.whole_games import Endgame

BATCH = 1 << 12
"""Positions that are looked up together."""


def check_endgame(positions: Positions) -> None:
    """Looks all of its positions up, marks them as reached, and counts them."""
    header = positions.file.header
    name = header["endgame"]
    try:
        states = _states(positions, name)
    except Exception as error:
        positions.tally.fault(f"The rules know no endgame {name}: {error!r}.")
        return
    met = np.zeros(positions.file.positions, bool)
    while batch := list(islice(states, BATCH)):
        asked = Asked()
        for number, s in enumerate(batch):
            positions._add(s, number, asked)
        keys, fit, parts, _ = positions.least(asked)
        numbers, _, _ = positions.look_up(keys, fit, parts)
        for number in np.flatnonzero(numbers < 0).tolist():
            positions.fault(batch[number], f"it belongs to {name}, and it is not in the file")
        met[numbers[numbers >= 0]] = True
    if (found := int(met.sum())) != header["number_of_roots"]:
        positions.tally.fault(
            f"The header says that {name} has {header['number_of_roots']:,} positions, and there"
            f" are {found:,}."
        )


def _states(positions: Positions, name: str) -> Iterator[Any]:
    """All positions, or as many as are enough where mirror images are one."""
    endgame = positions.rules.endgame(name)
    if not isinstance(endgame, Endgame):
        return iter(endgame)
    number = endgame.up_to_symmetry if positions.symmetric else None
    numbers = range(endgame.placements if number is None else number)
    return chain.from_iterable(positions.rules.placed(endgame.material, n) for n in numbers)
