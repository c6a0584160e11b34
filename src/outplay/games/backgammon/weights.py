"""What the features of `estimate.py` weigh; see there."""

# fmt: off

MADE = (
    1.094, 1.109, 1.123, 1.115, 1.099, 1.055, 0.951, 0.891, 0.849, 0.816, 0.769, 0.735,
    0.709, 0.654, 0.608, 0.567, 0.537, 0.474, 0.436, 0.441, 0.382, 0.362, 0.297, 0.218,
)
"""A point with two or more checkers, from point 1 to point 24."""

BLOT = (
    0.523, 0.527, 0.534, 0.522, 0.518, 0.485, 0.472, 0.447, 0.428, 0.410, 0.390, 0.368,
    0.346, 0.320, 0.294, 0.275, 0.253, 0.223, 0.213, 0.203, 0.184, 0.167, 0.144, 0.123,
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

ON_ROLL_LONG, ON_ROLL_SHORT, OTHER_LONG, OTHER_SHORT = zip(
    (-0.0121,  0.0024,  0.0082, -0.0020),  # stacked
    ( 0.4873,  0.6080, -0.4100, -0.5975),  # off
    ( 0.1480, -0.1448, -0.1238,  0.1154),  # home
    ( 0.2953, -0.2513, -0.1986,  0.1320),  # shut out
    ( 0.0101,  0.4825, -0.2836, -0.2613),  # two shut out
    ( 0.0409,  0.0149, -0.0749, -0.3638),  # shots
    (-0.0176, -0.0014,  0.1335,  0.4612),  # loss
    (-0.0358, -0.0344,  0.0814,  0.1269),  # heavy shots
    (-0.3452, -0.9453,  0.3495,  0.9760),  # trapped
    (-0.2166, -0.3649,  0.1221, -0.0113),  # held
    ( 0.2771,  0.6692, -0.2293, -0.2322),  # held by many
    ( 0.0300,  0.4298,  0.0083, -0.3457),  # held and shut in
    ( 0.1006, -0.2250, -0.1214,  0.1560),  # anchor
    (-0.3893,  0.4574,  0.4170, -0.1718),  # far behind
    (-0.0785,  0.1139,  0.0376, -0.1542),  # gammon
    strict=True,
)
"""Features of the side on roll, for a long and for a short way to go, and the same of the other
side; what is good for that one counts against the side on roll."""

BOTH_LONG, BOTH_SHORT = zip(
    (-5.8848, -1.1835),  # lead
    ( 1.2092,  1.8086),  # lead squared
    ( 2.3847,  0.5810),  # ahead
    ( 0.0149,  0.1291),  # on roll
    strict=True,
)
"""What both sides have together."""
