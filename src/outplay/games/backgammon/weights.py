"""What the features of `estimate.py` weigh; see there."""

MADE = (
    1.094,
    1.109,
    1.123,
    1.115,
    1.099,
    1.055,
    0.951,
    0.891,
    0.849,
    0.816,
    0.769,
    0.735,
    0.709,
    0.654,
    0.608,
    0.567,
    0.537,
    0.474,
    0.436,
    0.441,
    0.382,
    0.362,
    0.297,
    0.218,
)
"""A point with two or more checkers, from point 1 to point 24."""

BLOT = (
    0.523,
    0.527,
    0.534,
    0.522,
    0.518,
    0.485,
    0.472,
    0.447,
    0.428,
    0.410,
    0.390,
    0.368,
    0.346,
    0.320,
    0.294,
    0.275,
    0.253,
    0.223,
    0.213,
    0.203,
    0.184,
    0.167,
    0.144,
    0.123,
)
"""A single checker, from point 1 to point 24."""

SPARE = (0.473, 0.488, 0.448, 0.406, 0.351, 0.245, 0.127, 0.047)
"""Each checker beyond two on a point; of the points 1 to 3, 4 to 6, …, 22 to 24."""

WASTE = (1.219, 0.825, 0.383, 0.187, 0.085, 0.109, 0.569, 0.965, 0.858, 1.093, 0.644, 0.503, 0.246)
"""Pips that a race costs beyond its own: each checker on the points 1 to 6; nobody on the
points 4, 5 and 6; each checker beyond two on the points 1, 2 and 3; nobody off."""

LUCK = (1.944, -26.51)
"""The luck in a race, squared: by pips still to go of both sides, and at none."""

GAMMON = (7.05, 1.045, 0.262)
"""A gammon in a race: pips that a side is short of, by the other's way to go, and how sure."""

ON_ROLL_LONG = (
    -0.0121,  # stacked
    0.4873,  # off
    0.1480,  # home
    0.2953,  # shut out
    0.0101,  # two shut out
    0.0409,  # shots
    -0.0176,  # loss
    -0.0358,  # heavy shots
    -0.3452,  # trapped
    -0.2166,  # held
    0.2771,  # held by many
    0.0300,  # held and shut in
    0.1006,  # anchor
    -0.3893,  # far behind
    -0.0785,  # gammon
)
ON_ROLL_SHORT = (
    0.0024,  # stacked
    0.6080,  # off
    -0.1448,  # home
    -0.2513,  # shut out
    0.4825,  # two shut out
    0.0149,  # shots
    -0.0014,  # loss
    -0.0344,  # heavy shots
    -0.9453,  # trapped
    -0.3649,  # held
    0.6692,  # held by many
    0.4298,  # held and shut in
    -0.2250,  # anchor
    0.4574,  # far behind
    0.1139,  # gammon
)
"""Features of the side on roll, for a long and for a short way to go."""

OTHER_LONG = (
    0.0082,  # stacked
    -0.4100,  # off
    -0.1238,  # home
    -0.1986,  # shut out
    -0.2836,  # two shut out
    -0.0749,  # shots
    0.1335,  # loss
    0.0814,  # heavy shots
    0.3495,  # trapped
    0.1221,  # held
    -0.2293,  # held by many
    0.0083,  # held and shut in
    -0.1214,  # anchor
    0.4170,  # far behind
    0.0376,  # gammon
)
OTHER_SHORT = (
    -0.0020,  # stacked
    -0.5975,  # off
    0.1154,  # home
    0.1320,  # shut out
    -0.2613,  # two shut out
    -0.3638,  # shots
    0.4612,  # loss
    0.1269,  # heavy shots
    0.9760,  # trapped
    -0.0113,  # held
    -0.2322,  # held by many
    -0.3457,  # held and shut in
    0.1560,  # anchor
    -0.1718,  # far behind
    -0.1542,  # gammon
)
"""The same of the other side; what is good for it counts against the side on roll."""

BOTH_LONG = (
    -5.8848,  # lead
    1.2092,  # lead squared
    2.3847,  # ahead
    0.0149,  # on roll
)
BOTH_SHORT = (
    -1.1835,  # lead
    1.8086,  # lead squared
    0.5810,  # ahead
    0.1291,  # on roll
)
"""What both sides have together."""
