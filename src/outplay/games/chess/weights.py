"""What the evaluation weighs, and how much: centipawns, in the middlegame and in the endgame.

Data only, for one side; the tuner (`benchmarks/tune_chess.py`) writes the numbers anew and keeps
the sentences. A weight is a pair, (middlegame, endgame), packed in one number. So is a rank of a
board. Boards stand as White sees them: the top row is rank 8; of ranks of four, the files a to d,
the others are mirrors.
"""

from outplay.games.chess.packed import board, pair, pairs, rows

# fmt: off

PAWN, KNIGHT, BISHOP, ROOK, QUEEN = pairs(
    (  81,  117), ( 333,  340), ( 339,  358), ( 444,  572), (1006, 1038),
)
"""A pawn, knight, bishop, rook, queen."""

KNIGHT_PAWNS = pair(0, 2)
"""Each knight, for each own pawn beyond five: knights like full boards."""

ROOK_PAWNS = pair(-1, -9)
"""Each rook, likewise: rooks like open ones."""

BISHOP_PAIR = pair(29, 55)
"""Two bishops or more."""

PAWN_SQUARES = board(
    ((  0,   0,   0,   0,   0,   0,   0,   0), (  0,   0,   0,   0,   0,   0,   0,   0)),
    (( 19,  34,  29,  36,  35,  28,  31,  27), ( 39,  48,  45,  37,  36,  34,  50,  44)),
    ((  9,  14,  15,  22,  17,  14,  28,  15), ( 20,  19,  14,  19,  21,  22,  20,  29)),
    ((  0,  15,   6,  12,   8,   5,   7,   2), (  9,   1,   4,   6,  -2,  -7,  -1,   4)),
    (( -7,  -4,   8,  14,   9,   7,  -9, -12), (  5,  -1,  -2,   0,   4,  -3,   4,   6)),
    (( -6,  -4,  -1,  -5,  -9,  -1,   1, -11), ( -4,   0,  -4,  -6,   0,  -5,  -7,  -6)),
    (( -7,   9,  -2, -14, -18,  -2,  12,   0), (  6,   0,   0,  -2,  -3,   4,  -2,   6)),
    ((  0,   0,   0,   0,   0,   0,   0,   0), (  0,   0,   0,   0,   0,   0,   0,   0)),
)
"""A pawn by its square; so for the others."""

KNIGHT_SQUARES = board(
    ((-57, -44, -42, -25), (-45, -33, -25, -10)),
    ((-31, -17, -10,  -1), (-30, -15, -12,   1)),
    ((-10,   5,  16,  20), (-18,  -2,   5,  17)),
    ((  8,   7,  13,  13), (  7,   9,  17,  30)),
    (( -2,   8,  13,  14), ( -2,   4,  15,  20)),
    ((-23, -13,  -3,   5), (-17, -11,  -2,  11)),
    ((-30, -29, -15, -12), (-22, -16,  -7,  -3)),
    ((-39, -29, -25, -23), (-35, -32, -19,  -9)),
)

BISHOP_SQUARES = board(
    ((-25, -22, -23, -16), (-12,  -9,  -9,  -5)),
    ((-15, -15,  -7,  -5), ( -3,  -6,  -4,   4)),
    (( -5,  -1,  -8,   8), ( -4,   3,   3,   6)),
    (( -1,   5,   9,  15), (  2,   2,   5,   8)),
    ((  6,   2,   3,  12), (  1,   3,  12,   6)),
    ((  6,   8,  17,   6), ( -2,  -5,   6,   8)),
    ((-12,  13,  -5,   3), ( -9,  -9,  -4,   8)),
    ((-19, -23, -12,  -2), ( -9, -15,  -8,  -6)),
)

ROOK_SQUARES = board(
    ((  4,   3,   7,   9), (  7,   7,   6,   5)),
    ((  3,   8,  13,   9), (  1,   7,   8,   0)),
    (( -5,   6,   3,  14), (  9,  10,   8,   9)),
    (( -8,  -4,   8,  11), (  8,   9,   4,   3)),
    ((-12,  -8,  -4,  -3), (  3,   6,   0,  -2)),
    ((-16,  -9, -13, -12), ( -3,  -7,  -2,   0)),
    ((-20, -13,  -7, -11), ( -5,  -3,  -8,  -6)),
    ((-15,  -6,  -3,   3), ( -4,  -5,  -5, -12)),
)

QUEEN_SQUARES = board(
    (( -9,  -4,  -8,   0), (-29, -19, -16,  -8)),
    (( -9,  -5,  -4,  -1), (-19, -11,  -5,   4)),
    (( -1,   7,   2,   0), ( -9,   2,   5,  12)),
    ((  2,   7,  -4,   0), (  3,  12,  15,  20)),
    ((  4,  -3,  -3,   3), ( -3,   7,   9,  20)),
    (( -7,  -2,   3,  -2), (-14, -10,  -5,   5)),
    (( -2,   6,   4,   9), (-29, -18, -18, -13)),
    (( -4, -10,   1,   3), (-40, -35, -30, -28)),
)

KING_SQUARES = board(
    ((-50, -53, -55, -59, -59, -56, -53, -50), (-56, -43, -29, -18, -14, -30, -42, -57)),
    ((-50, -53, -56, -59, -59, -55, -53, -50), (-31, -18,  -8,   8,   6,  -4, -17, -29)),
    ((-61, -61, -66, -69, -69, -66, -63, -60), (-15,   1,  11,  26,  26,  16,   0, -12)),
    ((-60, -63, -66, -69, -67, -64, -62, -60), ( -6,  10,  27,  36,  37,  30,  23,   0)),
    ((-52, -52, -57, -59, -56, -57, -53, -48), ( -8,   9,  22,  40,  41,  23,  13,  -4)),
    ((-31, -30, -31, -39, -37, -32, -24, -29), (-15,  -1,  15,  16,  23,  16,   7, -17)),
    ((  3,  21,   2, -18, -12, -14,  18,  17), (-39, -27, -21,  -8,  -8,  -9, -19, -35)),
    (( 19,  40,  27,   3,   8,   8,  44,  19), (-59, -49, -31, -26, -26, -35, -48, -59)),
)

KNIGHT_MOBILITY = pairs(
    ( -49,  -64), ( -28,  -46), ( -17,  -23), ( -11,  -10), (   1,    4), (  10,   17),
    (  14,   24), (  22,   15), (  23,   23),
)
"""By how many squares it attacks that are safe from pawns; so for the others."""

BISHOP_MOBILITY = pairs(
    ( -37,  -54), ( -22,  -41), ( -13,  -28), (  -6,  -16), (   1,   -8), (   5,    0),
    (   6,   10), (   9,   22), (  12,   21), (   9,   26), (  26,   29), (  28,   32),
    (  31,   35), (  33,   40),
)

ROOK_MOBILITY = pairs(
    ( -38,  -61), ( -25,  -45), ( -15,  -32), ( -10,  -27), (  -4,   -8), (  -4,   13),
    (  -1,   10), (   1,   17), (   5,   29), (   4,   34), (  14,   35), (   8,   37),
    (  23,   38), (  18,   42), (  22,   45),
)

QUEEN_MOBILITY = pairs(
    ( -24,  -40), ( -16,  -33), ( -13,  -27), (  -8,  -20), (  -5,  -17), (  -7,   -8),
    (  -1,   -4), (  -4,    3), (   2,    3), (   0,   12), (   5,   20), (   8,   23),
    (   3,   26), (   6,   33), (   7,   33), (  13,   41), (   9,   41), (  14,   45),
    (  16,   48), (  22,   50), (  22,   51), (  26,   54), (  28,   57), (  23,   56),
    (  24,   57), (  26,   58), (  26,   60), (  26,   60),
)

KNIGHT_OUTPOST, BISHOP_OUTPOST = pairs((22, 9), (18, 9))
"""A knight, a bishop that a pawn guards and none can drive away, on ranks 4 to 6."""

MINOR_BEHIND_PAWN = pair(5, 10)
"""A knight or bishop right behind a pawn of either side."""

BISHOP_BLOCKED = pair(-5, -5)
"""Each own pawn on squares of the bishop's colour."""

ROOK_HALF_OPEN, ROOK_OPEN = pairs((16, 6), (38, 10))
"""A rook on a file without own pawns; without any."""

ROOK_SEVENTH = pair(4, 16)
"""A rook on rank 7 with the king on rank 8 or pawns on rank 7 before it."""

SPACE = pair(3, -2)
"""Each safe square of the files c to f on ranks 2 to 4 that no own pawn takes up."""

DOUBLED = pair(-12, -9)
"""A pawn with an own pawn further up its file."""

ISOLATED = pair(-4, -7)
"""A pawn without own pawns on the files beside it."""

ISOLATED_OPEN = pair(-6, -11)
"""More, if no other pawn stands before it."""

BACKWARD = pair(-3, -5)
"""A pawn that is behind its neighbours and cannot safely advance."""

BACKWARD_OPEN = pair(-9, -3)
"""More, if no other pawn stands before it."""

CONNECTED = pairs(
    (   0,    0), (   2,   -1), (  11,    5), (   8,   14), (  19,   20), (  45,   44),
    (  72,   71), (   0,    0),
)
"""A pawn beside another or guarded by one, by rank."""

PASSED = pairs(
    (   0,    0), (   1,   10), (  -8,    9), (  -4,   23), (  17,   54), (  51,   99),
    (  85,  158), (   0,    0),
)
"""A pawn that no other pawn can stop, by rank."""

PASSED_GUARDED = pair(11, -2)
"""Guarded by a pawn; this and what follows is for each rank beyond the third."""

PASSED_FREE = pair(4, 17)
"""Nothing stands before it."""

PASSED_SAFE = pair(-3, 12)
"""The square before it is not attacked."""

PASSED_CLEAR = pair(-4, 20)
"""No square on its way is attacked or taken by others."""

PASSED_OWN_KING = pairs(
    (  -1,    4), (  -1,   23), (   8,    0), (   2,   -5), (   0,  -10), (  -6,   -9),
    ( -11,   -6), ( -13,   -5),
)
"""The distance of the own king from the square before it."""

PASSED_OTHER_KING = pairs(
    ( -10,  -25), (  -1,  -15), (   0,  -13), (  -2,    3), (   0,   13), (   1,   16),
    (  -4,   16), (  -4,   18),
)
"""The distance of the other king from it."""

PASSED_OWN_ROOK, PASSED_OTHER_ROOK = pairs((3, 12), (3, -20))
"""An own rook behind it; another one."""

UNSTOPPABLE = pair(0, 294)
"""Only king and pawns are left to the other side, and the king comes too late."""

SHELTER = rows(
    (
        ( -14,   -7), (  24,    2), (  17,   -1), (  -2,    1), (  -5,   -1), ( -11,    6),
        (  -7,    0), (   0,    0),
    ),
    (
        ( -12,    2), (  24,    1), (   8,   -3), (  -3,    0), (  -4,    3), (  -6,   -6),
        (  -7,    4), (   0,    0),
    ),
)
"""The own pawn nearest before the king, by rank, 0 if none: on its file, on the files beside."""

STORM = rows(
    (
        (  -5,    0), (   4,    8), ( -29,    6), ( -16,   -8), ( -11,    5), (  -2,    1),
        (   0,    2), (   0,    0),
    ),
    (
        (   0,    0), (   0,    0), (  -2,   -5), (  -9,   -3), (  -1,    0), (   1,   -6),
        (   3,    1), (   0,    0),
    ),
)
"""The other side's pawn nearest to the king, by rank: free, or blocked by an own pawn."""

DANGER = pairs(
    (  15,   -3), (   4,    3), (   3,    1), (  16,   -4), (  17,   -3), (  17,   -1),
    (  16,    8), (  22,    5), (  33,    9), (  33,    6), (  38,    8), (  48,   15),
    (  56,   13), (  65,   11), (  82,   15), (  89,   15), ( 104,   15), ( 123,   19),
    ( 131,   14), ( 154,   14), ( 165,   17), ( 185,   18), ( 199,   15), ( 214,   16),
    ( 239,   18), ( 260,   21), ( 282,   21), ( 305,   20), ( 328,   22), ( 353,   23),
    ( 376,   23), ( 402,   24), ( 430,   26), ( 456,   26), ( 476,   27), ( 489,   28),
    ( 504,   29), ( 518,   30), ( 532,   30), ( 546,   31),
)
"""The attack on the other king, by its units: see `safety.py`."""

PAWN_ATTACKS_MINOR, PAWN_ATTACKS_MAJOR = pairs((73, 34), (67, 30))
"""A pawn attacks a knight or bishop; a rook or queen."""

PUSH_THREAT = pair(19, 14)
"""A pawn could, with its next step, attack a piece."""

MINOR_THREAT = pairs((8, 21), (23, 23), (30, 26), (52, 26), (52, 32))
"""A knight or bishop attacks a weak pawn, knight, bishop, a rook, a queen."""

ROOK_THREAT = pairs((9, 22), (27, 19), (35, 28), (5, 10), (57, 23))
"""A rook attacks a weak pawn, knight, bishop, rook, or a queen."""

KING_THREAT = pair(25, 41)
"""The king attacks something weak."""

HANGING = pair(24, 24)
"""Something weak is attacked that nothing guards."""

TEMPO = pair(41, 16)
"""To have the move."""

EDGE = pair(0, 14)
"""A lone king that can be mated, for each step from the centre."""

CLOSE = pair(0, 14)
"""And for each step that the other king is near."""

CORNER = pair(0, 60)
"""In place of `EDGE`, each step towards corners of the bishop's colour: bishop and knight mate."""
