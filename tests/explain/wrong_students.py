"""Students' programs with one thing wrong: a right one, and what was typed otherwise in it."""

from __future__ import annotations

ALPHABETA = """
INF = float("inf")

def alphabeta(node, depth, alpha, beta, maximizing):
    if depth == 0 or node.is_leaf:
        return node.evaluate()
    if maximizing:
        best = -INF
        for child in node.children:
            value = alphabeta(child, depth - 1, alpha, beta, False)
            best = max(best, value)
            if best >= beta:
                return best
            alpha = max(alpha, best)
    else:
        best = INF
        for child in node.children:
            value = alphabeta(child, depth - 1, alpha, beta, True)
            best = min(best, value)
            if best <= alpha:
                return best
            beta = min(beta, best)
    return best
"""

MINIMAX = """
def minimax(node, depth, maximizing):
    if depth == 0 or node.is_leaf:
        return node.evaluate()
    values = []
    for child in node.children:
        values.append(minimax(child, depth - 1, not maximizing))
    return max(values) if maximizing else min(values)
"""

EXPECTIMINIMAX = """
def expectiminimax(node, maximizing):
    if node.is_leaf:
        return node.value
    if node.is_chance:
        values = [expectiminimax(child, maximizing) for child in node.children]
        return sum(p * v for p, v in zip(node.probabilities, values))
    values = [expectiminimax(child, not maximizing) for child in node.children]
    return max(values) if maximizing else min(values)
"""

NEGAMAX = """
def negamax(node, color):
    if node.is_leaf:
        return color * node.value
    best = -float("inf")
    for child in node.children:
        best = max(best, -negamax(child, -color))
    return best
"""

RIGHT = {
    "alphabeta": ALPHABETA,
    "minimax": MINIMAX,
    "expectiminimax": EXPECTIMINIMAX,
    "negamax": NEGAMAX,
}

WEIGHED = "sum(p * v for p, v in zip(node.probabilities, values))"

# (algorithm, misconception, what was typed for what)
WRONG: list[tuple[str, str, dict[str, str]]] = [
    ("alphabeta", "wrong equality", {">= beta": "> beta", "<= alpha": "< alpha"}),
    ("alphabeta", "no pruning", {"if best >= beta": "if False", "if best <= alpha": "if False"}),
    (
        "alphabeta",
        "α and β not passed down",
        {"alpha, beta, False": "-INF, INF, False", "alpha, beta, True": "-INF, INF, True"},
    ),
    (
        "alphabeta",
        "α not passed down",
        {"alpha, beta, False": "-INF, beta, False", "alpha, beta, True": "-INF, beta, True"},
    ),
    ("alphabeta", "α not passed down", {"alpha = max(alpha, best)": "pass"}),
    (
        "alphabeta",
        "β not passed down",
        {"alpha, beta, False": "alpha, INF, False", "alpha, beta, True": "alpha, INF, True"},
    ),
    ("alphabeta", "β not passed down", {"beta = min(beta, best)": "pass"}),
    (
        "alphabeta",
        "shallow cuts only",
        {"alpha, beta, False": "best, INF, False", "alpha, beta, True": "-INF, best, True"},
    ),
    (
        "alphabeta",
        "cuts below the root only",
        {">= beta": ">= beta and node.depth == 1", "<= alpha": "<= alpha and node.depth == 1"},
    ),
    (
        "alphabeta",
        "α and β swapped",
        {"alpha, beta, False": "beta, alpha, False", "alpha, beta, True": "beta, alpha, True"},
    ),
    ("alphabeta", "α and β swapped", {">= beta": "<= alpha ", "<= alpha:": ">= beta:"}),
    (
        "alphabeta",
        "bound overwritten",
        {"alpha = max(alpha, best)": "alpha = value", "beta = min(beta, best)": "beta = value"},
    ),
    ("alphabeta", "MIN for only one level", {"alpha, beta, False": "alpha, beta, node.depth > 0"}),
    ("alphabeta", "depth off by one", {"depth == 0": "depth == 1"}),
    ("alphabeta", "depth off by one", {"alpha, beta, False": "alpha, beta, node.depth == 0"}),
    (
        "minimax",
        "MAX and MIN exchanged",
        {
            "max(values) if maximizing else min(values)": (
                "min(values) if maximizing else max(values)"
            )
        },
    ),
    ("minimax", "MIN for only one level", {"not maximizing": "node.depth > 0"}),
    ("minimax", "MAX for only one level", {"not maximizing": "False"}),
    ("minimax", "turns do not change", {"not maximizing": "maximizing"}),
    ("minimax", "depth off by one", {"depth == 0": "depth == 1"}),
    ("expectiminimax", "averaging instead of weighting", {WEIGHED: "sum(values) / len(values)"}),
    (
        "expectiminimax",
        "most likely outcome only",
        {WEIGHED: "max(zip(node.probabilities, values), key=lambda pair: pair[0])[1]"},
    ),
    ("expectiminimax", "chance taken for a player", {WEIGHED: "max(values)"}),
    ("expectiminimax", "chance taken for a player", {WEIGHED: "min(values)"}),
    ("expectiminimax", "probabilities left out", {WEIGHED: "sum(values)"}),
    ("expectiminimax", "chance takes a turn", {"(child, maximizing)": "(child, not maximizing)"}),
    ("negamax", "sign error in negamax", {"-negamax(child": "negamax(child"}),
    ("negamax", "sign error in negamax", {"color * node.value": "node.value"}),
]


def typed(algorithm: str, changes: dict[str, str]) -> str:
    """The program with something typed otherwise."""
    text = RIGHT[algorithm]
    for right, wrong in changes.items():
        assert right in text, f"{right!r} is not in {algorithm}"
        text = text.replace(right, wrong)
    return text
