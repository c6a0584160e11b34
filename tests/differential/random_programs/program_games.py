"""A whole program: a game with random rules on a state of a random kind, as the text of a file."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from textwrap import indent

from program_grammar import KINDS, NUMBERS, PRELUDE
from program_grammar_more import SEEN as MORE_SEEN
from program_statements import Statements


@dataclass(frozen=True)
class Shape:
    """What a state is: how it is declared, begun, read and made."""

    declared: str
    initial: str
    read: tuple[tuple[str, str, str], ...]
    """Names, their kinds, and how they are read from `s`; copies of what could be changed."""
    made: str
    """The next state, out of values of the same names."""
    ply: str

    @property
    def kinds(self) -> set[str]:
        return {kind for _, kind, _ in self.read}


def shape(name: str, declared: str, initial: str, read: str, made: str, ply: str) -> Shape:
    parts = [part.split(" = ") for part in read.split("; ")]
    named = tuple((*left.split(":"), right) for left, right in parts)
    return Shape(declared, initial, named, made, ply)  # type: ignore[arg-type]


SHAPES: dict[str, Shape] = {
    name: shape(name, *rest)
    for name, rest in {
        "plain tuple": (
            "",
            "((0, 2, 1), 0, 3)",
            "x0:ints = s[0]; x1:int = s[2]",
            "(x0, ply + 1, x1)",
            "s[1]",
        ),
        "named tuple": (
            "class State(NamedTuple):\n    cells: tuple\n    ply: int\n    last: Optional[int]\n",
            "State((1, 0, 0, 2), 0, None)",
            "x0:ints = s.cells; x1:opt = s.last",
            "State(x0, ply + 1, x1)",
            "s.ply",
        ),
        "replaced tuple": (
            "class State(NamedTuple):\n    cells: tuple\n    ply: int = 0\n    tag: str = 'a'\n"
            "    near: frozenset = frozenset()\n\n    @property\n    def size(self):\n"
            "        return len(self.cells) + len(self.tag)\n",
            "State((1, 0))",
            "x0:ints = s.cells; x1:str = s.tag; x2:frozen = s.near; x3:int = s.size",
            "s._replace(cells=x0, ply=ply + 1, tag=x1, near=x2)",
            "s.ply",
        ),
        "frozen dataclass": (
            "@dataclass(frozen=True)\nclass State:\n    cells: tuple\n    ply: int = 0\n"
            "    item: Optional[Item] = None\n\n    def first(self):\n        return at(self.cells, 0)\n",
            "State((3, -1, 0))",
            "x0:ints = s.cells; x1:int = s.first(); x2:item = s.item or Item(1, 'k')",
            "replace(s, cells=x0, ply=ply + 1, item=x2 if x1 % 2 else None)",
            "s.ply",
        ),
        "plain dataclass": (
            "@dataclass\nclass State:\n    cells: list = field(default_factory=lambda: [1, 2])\n"
            "    ply: int = 0\n    words: set = field(default_factory=set)\n",
            "State()",
            "x0:list = list(s.cells); x1:words = set(s.words)",
            "State(x0, ply + 1, words=x1)",
            "s.ply",
        ),
        "text": ("", "'0a.b'", "x0:str = s[1:]", "str(ply + 1) + x0", "int(s[0])"),
        "list of lists": (
            "",
            "[[0], [1, 2], [3]]",
            "x0:rows = copy.deepcopy(s[1:]); x1:list = list(s[-1])",
            "[[ply + 1], *x0, x1]",
            "s[0][0]",
        ),
        "dict": (
            "",
            "{'cells': {(0, 1): 2}, 'ply': 0, 'name': 'b'}",
            "x0:places = dict(s['cells']); x1:str = s['name']",
            "{'cells': x0, 'ply': ply + 1, 'name': x1}",
            "s['ply']",
        ),
        "frozen sets": (
            "",
            "(frozenset({1, 2}), frozenset({(0, 0)}), 0)",
            "x0:set = set(s[0]); x1:pairs = set(s[1])",
            "(frozenset(x0), frozenset(x1), ply + 1)",
            "s[2]",
        ),
        "wide int": (
            "",
            "(1 << 100, 0)",
            "x0:wide = s[0]",
            "(x0 & (1 << 225) - 1, ply + 1)",
            "s[1]",
        ),
        "enum and table": (
            "",
            "(Colour.RED, {0: 1, 5: 2}, 0)",
            "x0:colour = s[0]; x1:table = dict(s[1])",
            "(x0, x1, ply + 1)",
            "s[2]",
        ),
        "array": (
            "class State(NamedTuple):\n    board: np.ndarray\n    ply: int\n",
            "State(np.array([0, 1, 0, 2]), 0)",
            "x0:array = s.board.copy()",
            "State(x0, ply + 1)",
            "s.ply",
        ),
        "grid and options": (
            "",
            "[np.zeros((2, 3), dtype=int), [None, 3], 0]",
            "x0:grid = s[0].copy(); x1:options = list(s[1])",
            "[x0, x1, ply + 1]",
            "s[2]",
        ),
        "groups": (
            "",
            "{'groups': {'a': [1]}, 'ply': 0}",
            "x0:groups = copy.deepcopy(s['groups'])",
            "{'groups': x0, 'ply': ply + 1}",
            "s['ply']",
        ),
        "union": (
            "class State(NamedTuple):\n    what: object\n    ply: int\n",
            "State('a', 0)",
            "x0:union = s.what",
            "State(x0, ply + 1)",
            "s.ply",
        ),
    }.items()
}

KEPT_SMALL = {
    "int": "{} % 10007",
    "wide": "{}",
    "str": "{}[:6]",
    "ints": "{}[:5]",
    "list": "{}[:5]",
    "rows": "[row[:3] for row in {}[:3]]",
    "places": "dict(list({}.items())[-5:])",
    "table": "dict(list({}.items())[:5])",
    "set": "set(sorted({})[:5])",
    "opt": "{}",
    "colour": "{}",
    "pairs": "set(sorted({})[:5])",
    "words": "set(sorted({})[:4])",
    "union": "{}",
    "frozen": "frozenset(sorted({})[:4])",
    "item": "Item.of({}.n % 9)",
    "options": "{}[:5]",
    "array": "{} % 50",
    "grid": "{} % 50",
    "groups": "{{k: v[:3] for k, v in list({}.items())[:4]}}",
}
"""How what goes into the next state is kept from growing."""

SEEN = {
    "int": "{}",
    "bool": "{}",
    "float": "int({} * 8)",
    "opt": "given({})",
    "wide": "{} % 1009",
    "ints": "mixed({})",
    "list": "mixed({})",
    "set": "mixed({})",
    "frozen": "mixed({})",
    "str": "code({})",
    "strs": "spell({})",
    "words": "spell({})",
    "pair": "spread([{}])",
    "rows": "sum(3 * len(row) + mixed(row) for row in {})",
    "pairs": "spread({})",
    "dict": "spell({0}) + mixed({0}.values())",
    "table": "mixed({0}) + mixed({0}.values())",
    "places": "spread({0}) + mixed({0}.values())",
    "item": "{}.total()",
    "colour": "{}.value",
    "union": "digest({})",
    "options": "mixed([given(x) for x in {}])",
    "queue": "mixed({})",
    "array": "mixed({}.tolist())",
    "grid": "mixed({}.ravel().tolist())",
    "groups": "spell({0}) + sum(mixed(v) for v in {0}.values())",
} | MORE_SEEN
"""A number that depends on all of a value, by its kind."""

WORTH = {"int": "% 10007", "bool": "% 3 == 0", "float": "% 1009 / 8"}
"""How a number becomes an evaluation of another kind."""

TOUCHED = {
    "ints": "replaced({}, x9, ply + 1)",
    "list": "({} + [x9])[-5:]",
    "set": "{} ^ {{x9 % 20}}",
    "wide": "{} ^ (1 << x9 % 200)",
    "str": "({} + str(x9))[-6:]",
    "rows": "[[x9], *{}][:3]",
    "places": "{{**{}, (x9, ply): 1}}",
    "colour": "Colour(1 + (x9 + {}.value) % 3)",
    "union": "({} if x9 % 2 else (x9, ply))",
    "array": "put({}, x9, ply + 1)",
    "grid": "put({}, x9, ply + 1)",
    "groups": "{{**{}, 'abc'[x9 % 3]: [x9]}}",
}
"""What a state begins with, changed by the number of an action."""

ACTIONS = {
    "return [n for n in range(3) if {bool}] or [7]": "a",
    "return range(1 + {small})": "a",
    "moves = []\nfor n in {list}[:3]:\n    moves.append(n)\nreturn moves or [-1]": "a",
    "return sorted({set})[:3] or [0]": "a",
    "return set(list({set})[:3]) | {{1}}": "a",
    "yield {int}\nif {bool}:\n    yield {int}\nyield None": "given(a)",
    "yield from ((r, c) for r in range(2) for c in range(2) if {bool})\nyield (2, {small})": "a[0] + 3 * a[1]",
    "return list({pairs})[:3] + [(0, 0)]": "a[0] - a[1]",
    "return sorted({words})[:3] or ['pass']": "len(a) + code(a)",
    "return (word + str(ply) for word in WORDS if {bool} or word == 'o')": "code(a)",
    "return list(Colour) if {bool} else [Colour.GREEN, {colour}]": "a.value",
    "return [Item({int}, {str}), {item}]": "a.total()",
    "return [{union}, {int}, None]": "digest(a)",
    "yield {pair}\nif {bool}:\n    yield {str}\nyield {union}": "digest(a)",
    "return [{bool}, {bool}]": "int(a)",
    "return [('move', n) for n in {ints}[:2]] + [('wall', 1, 'h')]": "a[1] + len(a)",
    "return {strs}[:3] or ('none',)": "len(a)",
    "return {frozen} | {{2}} if {bool} else [{int}]": "a",
}
"""How actions are listed, and the number that is made of an action."""


def program(seed: int, kinds: tuple[str, ...] = KINDS) -> str:
    """The source of a module that holds one game, `Rules`, with values of these kinds."""
    write = Statements(seed, kinds)
    pick = write.random.choice
    helpers = [write.function() for _ in range(write.random.randint(1, 3))]
    form = pick([form for form in SHAPES.values() if form.kinds <= {*write.kinds}])
    first = form.read[0][1]
    reads = [f"ply = {form.ply}", *(f"{name} = {how}" for name, _, how in form.read)]
    reading = "\n".join([*reads, f"x8 = {SEEN[first].format('x0')}"])
    known = [("ply", "int"), ("x8", "int"), *((name, kind) for name, kind, _ in form.read)]

    def rule(head: str, size: int, last: str, depth: int = 2) -> str:
        write.scope = list(known)
        lines = [write.statement(depth) for _ in range(write.random.randint(0, size))]
        body = "\n".join([reading, *lines, write.filled(last, 2)[1:-1]])
        return f"def {head}:\n{indent(body, '    ')}\n"

    def evaluation() -> str:
        """All that was computed takes part in the answer, and so do the helpers."""
        write.scope = list(known)
        worth = write.returns = pick([kind for kind in NUMBERS if kind in write.kinds])
        lines = [write.statement(2) for _ in range(write.random.randint(1, 5))]
        write.returns = ""
        seen = [SEEN[kind].format(name) for name, kind in write.scope]
        seen += [
            SEEN[kind].format(write.filled(pick(made), 1)) for kind, made in write.calls.items()
        ]
        total = " + ".join(f"{n + 1} * ({part})" for n, part in enumerate(seen))
        body = "\n".join([reading, *lines, f"return ({total}) {WORTH[worth]}"])
        return f"def evaluate(self, s):\n{indent(body, '    ')}\n"

    listed = pick(write.allowed(ACTIONS))
    number = ACTIONS[listed]
    evaluate = evaluation()
    actions = rule("actions(self, s)", 1, listed, 1)
    if pick((True, False)):
        mover = "MAX if s_ply % 2 == 0 else MIN".replace("s_ply", form.ply)
        to_move = f"def to_move(self, s):\n    return {mover}\n"
    else:
        to_move = rule("to_move(self, s)", 0, "return MAX if {bool} else MIN")
    write.scope = [*known, ("x9", "int")]
    steps = [write.statement(2) for _ in range(write.random.randint(0, 3))]
    wanted = [(name, kind) for name, kind, _ in form.read]
    changed = []
    for name, kind in wanted:
        value = write.expression(kind) if write.chance(0.5) else name
        if name == "x0" and write.chance(0.9):
            value = TOUCHED[kind].format(value)
        changed.append(f"{name} = {KEPT_SMALL[kind].format(value)}")
    lines = "\n".join([reading, f"x9 = {number}", *steps, *changed, f"return {form.made}"])
    result = f"def result(self, s, a):\n{indent(lines, '    ')}\n"
    write.scope = list(known)
    over = f" or ({write.expression('bool')} and {write.expression('bool')})" * write.chance(0.3)
    terminal = (
        f"def is_terminal(self, s):\n{indent(reading, '    ')}\n    return ply >= LIMIT{over}\n"
    )
    utility = rule(
        "utility(self, s)",
        2,
        f"return {{{pick([kind for kind in NUMBERS if kind in write.kinds])}}}",
    )
    initial = f"def initial(self):\n    return {form.initial}\n"
    rules = [initial, to_move, actions, result, terminal, utility, evaluate]
    game = "class Rules(Game):\n" + indent("\n".join(rules), "    ")
    return ast.unparse(ast.parse("\n".join([PRELUDE, form.declared, *helpers, game]))) + "\n"
