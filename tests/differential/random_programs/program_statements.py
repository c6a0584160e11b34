"""Random statements and functions: assignments, loops, conditions, changes of containers."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

from program_expressions import Expressions
from program_grammar import KINDS
from program_grammar_more import BOUNDED as MORE_BOUNDED
from program_grammar_more import CHANGES as MORE_CHANGES

CHANGES: dict[str, tuple[str, ...]] = {
    "list": (
        "{name}.append({int})",
        "{name}.insert({int}, {int})",
        "{name}.extend({ints})",
        "{name}.reverse()",
        "{name}.sort()",
        "{name}.sort(key=lambda {v:int}: (-{v} % 5, {v}))",
        "{name} += [{int}]",
        "{name}[{small}:{small}] = {list}",
        "del {name}[{int}:]",
        "if {name}:\n    {name}[{int} % len({name})] = {int}",
        "if {name}:\n    {name}.pop()",
        "if len({name}) > 1:\n    {name}[0], {name}[-1] = {name}[-1], {name}[0]",
        "if {int} in {name}:\n    {name}.remove({name}[0])",
        "del {name}[6:]",
    ),
    "rows": (
        "{name}.append({list})",
        "if {name}:\n    {name}[0].append({int})",
        "for row in {name}:\n    row.append({int})",
        "{name} = [row[:4] for row in {name}[:3]]",
        "if {name} and {name}[-1]:\n    {name}[-1][0] = {int}",
        "{name}.sort()",
    ),
    "strs": ("{name}.append({str})", "{name}.sort()", "{name} = {name}[:4]", "{name}.reverse()"),
    "dict": (
        "{name}[{str}] = {int}",
        "{name}.update({dict})",
        "{name}.setdefault({str}, {int})",
        "{name}.pop({str}, None)",
        "{name}['a'] = {name}.get('a', 0) + 1",
        "{name} |= {{'c': {int}}}",
    ),
    "table": (
        "{name}[{int}] = {int}",
        "{name}.pop({int}, 0)",
        "{name}[{int}] = {name}.get({int}, 1) * 2 % 99",
        "for key in list({name}):\n    {name}[key] = {name}[key] % 50 + key",
    ),
    "places": ("{name}[{pair}] = {int}", "{name}.pop({pair}, None)"),
    "set": (
        "{name}.add({int})",
        "{name}.discard({int})",
        "{name} |= {set}",
        "{name} -= {{{int}}}",
        "{name}.update({list})",
        "{name} &= {set} | {{1, 2}}",
    ),
    "pairs": ("{name}.add({pair})", "{name}.discard({pair})", "{name} ^= {pairs}"),
    "words": ("{name}.add({str})", "{name}.discard({str})", "{name} |= {words}"),
    "options": ("{name}.append({opt})", "{name}.reverse()", "{name} = {name}[:5]"),
    "groups": (
        "{name}.setdefault({str}[:1], []).append({int})",
        "{name}.pop({str}, None)",
        "for key in {name}:\n    {name}[key].append({int})",
        "{name}[{str}[:1]] = {list}",
    ),
    "queue": (
        "{name}.append({int})",
        "{name}.appendleft({int})",
        "{name}.rotate({int} % 5)",
        "if {name}:\n    {name}.popleft()",
        "if {name}:\n    {name}.pop()",
    ),
    "array": (
        "{name}[{int} % 4] = {int} % 50",
        "{name}[{name} < {int}] = 0",
        "{name} += 1",
        "{name}[1:] -= 2",
        "{name} %= 40",
        "{name}[:2] = {name}[2:]",
    ),
    "grid": (
        "{name}[{int} % 2, {int} % 3] = {int} % 50",
        "{name}[{int} % 2] += 1",
        "{name}[:, 0] = {name}[:, 2]",
        "{name}[{name} > {int}] = -1",
        "{name} %= 40",
    ),
    "int": ("{name} += {int}", "{name} -= {int}", "{name} *= {small}", "{name} //= {nonzero}"),
    "str": ("{name} += {str}", "{name} *= {small}"),
    "ints": ("{name} += ({int},)",),
    "float": ("{name} += {float}", "{name} /= {nonzero}"),
    "wide": ("{name} |= {wide}", "{name} += {wide}", "{name} ^= 1 << ({int} % 70)"),
}
"""How a value is changed in place, or its name given another one of its kind."""

for kind, templates in MORE_CHANGES.items():
    CHANGES[kind] = (*CHANGES.get(kind, ()), *templates)

BOUNDED = {
    "int": "{} % 10007",
    "wide": "{} % (1 << 80)",
    "float": "{} % 1000.0",
    "str": "{}[:8]",
    "ints": "{}[:6]",
    "list": "{}[:6]",
    "strs": "{}[:4]",
    "rows": "{}[:3]",
    "item": "Item.of({}.n % 9)",
    "options": "{}[:5]",
    "array": "{} % 50",
    "grid": "{} % 50",
    "queue": "deque({}, maxlen=5)",
    "groups": "dict(list({}.items())[:4])",
} | MORE_BOUNDED
"""How what is assigned inside of a loop is kept from growing."""

LOOPS = {
    "for {v} in range({small}):": "int",
    "for {v} in {list}[:4]:": "int",
    "for {v} in {ints}[:4]:": "int",
    "for {v} in sorted({set})[:4]:": "int",
    "for {v} in list({set})[:4]:": "int",
    "for {v} in {str}[:4]:": "str",
    "for {v} in {strs}[:4]:": "str",
    "for {v} in list({pairs})[:4]:": "pair",
    "for {v} in reversed({list}[:3]):": "int",
    "for {v} in {rows}[:3]:": "list",
    "for {v} in list({dict}):": "str",
    "for {v} in Colour:": "colour",
    "for {v} in {options}[:4]:": "opt",
    "for {v} in list({queue})[:4]:": "int",
    "for {v} in {array}.tolist():": "int",
    "for {v} in list({groups}.values())[:3]:": "list",
    "for {v}, n in enumerate({list}[:3]):": "int",
    "for {v}, x in sorted({table}.items()):": "int",
}
"""How loops begin, and the kind of what they go through."""


class Statements(Expressions):
    """Writes blocks of statements; `loops` is how many loops stand around."""

    def __init__(self, seed: int, kinds: tuple[str, ...] = KINDS) -> None:
        super().__init__(seed, kinds)
        self.loops = 0
        self.returns = ""
        """What the function that is being written returns."""

    def block(self, size: int, depth: int = 2) -> str:
        """Some statements; names that they make are forgotten at the end."""
        known = len(self.scope)
        lines = [self.statement(depth) for _ in range(self.random.randint(1, size))]
        del self.scope[known:]
        return "\n".join(lines)

    def statement(self, depth: int) -> str:
        ways: list[Callable[[int], str]] = [self.assign, self.assign, self.change, self.change]
        if depth > 0:
            ways += [self.condition, self.loop, self.attempt, self.match, self.leave, self.closure]
            ways += [self.condition, self.loop, self.unpack, self.countdown]
        return self.random.choice(ways)(depth)

    def assign(self, depth: int) -> str:
        kind = self.random.choice(self.kinds)
        names = self.names(kind)
        value = self.expression(kind)
        if self.loops and kind in BOUNDED:
            value = BOUNDED[kind].format(value)
        plain = [name for name in names if name.isidentifier() and name[0] == "x"]
        if plain and self.chance(0.4):
            return f"{self.random.choice(plain)} = {value}"
        if names and self.chance(0.2):
            value = self.random.choice(names)  # another name for the same thing
        name = self.new_name("x")
        self.scope.append((name, kind))
        return f"{name} = {value}"

    def change(self, depth: int) -> str:
        able = [pair for pair in self.scope if pair[1] in CHANGES and pair[0][0] == "x"]
        if not able:
            return self.assign(depth)
        name, kind = self.random.choice(able)
        template = self.random.choice(self.allowed(CHANGES[kind])).replace("{name}", name)
        changed = self.filled(template, 1)[1:-1]
        if self.loops and kind in BOUNDED and kind not in ("rows", "groups"):
            changed += f"\n{name} = {BOUNDED[kind].format(name)}"
        return changed

    def condition(self, depth: int) -> str:
        test = self.expression("bool")
        if self.chance(0.2):
            name = self.new_name("x")
            test = f"({name} := {self.expression('int')}) > 2 and {test}"
            self.scope.append((name, "int"))
        text = f"if {test}:\n{indent(self.block(2, depth - 1), '    ')}"
        if self.chance(0.3):
            text += f"\nelif {self.expression('bool')}:\n{indent(self.block(2, depth - 1), '    ')}"
        if self.chance(0.5):
            text += f"\nelse:\n{indent(self.block(2, depth - 1), '    ')}"
        return text

    def loop(self, depth: int) -> str:
        if self.loops > 1:
            return self.assign(depth)
        head = self.random.choice(self.allowed(LOOPS))
        kind = LOOPS[head]
        name = self.new_name("v")
        head = self.filled(head.replace("{v}", name), 1)[1:-1]
        self.scope.append((name, kind))
        self.loops += 1
        body = self.block(3, depth - 1)
        if self.chance(0.3):
            body += (
                f"\nif {self.expression('bool')}:\n    {self.random.choice(['break', 'continue'])}"
            )
            body += "\n" + self.block(1, 0)
        self.loops -= 1
        self.scope.remove((name, kind))
        otherwise = f"\nelse:\n{indent(self.block(1, 0), '    ')}" if self.chance(0.15) else ""
        return f"{head}\n{indent(body, '    ')}{otherwise}"

    def countdown(self, depth: int) -> str:
        if self.loops > 1:
            return self.change(depth)
        name, test = self.new_name("k"), self.expression("bool")
        self.loops += 1
        body = self.block(2, depth - 1)
        self.loops -= 1
        return (
            f"{name} = {self.random.randint(1, 4)}\nwhile {name} > 0 and {test}:\n"
            f"    {name} -= 1\n{indent(body, '    ')}"
        )

    def attempt(self, depth: int) -> str:
        name = self.new_name("x")
        error = self.random.choice(["KeyError", "IndexError", "ValueError", "ZeroDivisionError"])
        caught = f"({error}, IndexError, KeyError, ValueError, ZeroDivisionError)"
        risky = self.filled("{risky}", 2)
        text = (
            f"try:\n    {name} = {risky}\nexcept {caught}:\n    {name} = {self.expression('int')}"
        )
        self.scope.append((name, "int"))
        if self.chance(0.3):
            text += f"\nelse:\n{indent(self.block(1, 0), '    ')}"
        return text

    def match(self, depth: int) -> str:
        if "union" not in self.kinds:
            return self.assign(depth)
        name, thing = self.new_name("x"), self.expression("union")
        number, pair, text = (self.expression("int") for _ in range(3))
        self.scope.append((name, "int"))
        return (
            f"match {thing}:\n    case int() as k0:\n        {name} = k0 + {number}\n"
            f"    case (p0, q0) if p0 > {pair}:\n        {name} = p0 - q0\n"
            f'    case "a" | "u":\n        {name} = {text}\n    case _:\n        {name} = 1'
        )

    def leave(self, depth: int) -> str:
        if not self.returns:
            return self.change(depth)
        return f"if {self.expression('bool')}:\n    return {self.expression(self.returns)}"

    def unpack(self, depth: int) -> str:
        if not {"pair", "ints", "list"} <= {*self.kinds}:
            return self.assign(depth)
        one, two = self.new_name("x"), self.new_name("x")
        if self.chance(0.5):
            text, kinds = f"{one}, {two} = {self.expression('pair')}", ("int", "int")
        else:
            text = f"{one}, *{two} = ({self.expression('int')}, *{self.expression('ints')})"
            kinds = ("int", "list")
        self.scope += [(one, kinds[0]), (two, kinds[1])]
        return text

    def closure(self, depth: int) -> str:
        if self.loops:
            return self.assign(depth)
        name, count, given = self.new_name("inner"), self.new_name("x"), self.new_name("x")
        start = self.expression("int")
        self.scope += [(count, "int"), (given, "int")]
        value = self.expression("int")
        self.scope.pop()
        answer, small = self.new_name("x"), self.expression("small")
        self.scope.append((answer, "int"))
        return (
            f"{count} = {start}\n\ndef {name}({given}):\n    nonlocal {count}\n"
            f"    {count} = ({count} + {value}) % 997\n    return {count}\n\n"
            f"{answer} = {name}(2) + {name}({small})"
        )

    # --- functions --------------------------------------------------------------------------

    def function(self) -> str:
        """A helper, known to what is written after it; some call themselves, some yield."""
        name = self.new_name("helper")
        kinds = [self.random.choice(self.kinds) for _ in range(self.random.randint(1, 3))]
        gives = self.random.choice([*self.kinds, "int", "int", "bool"])
        parameters = [self.new_name("p") for _ in kinds]
        outside, self.scope = self.scope, [("ply", "int"), *zip(parameters, kinds, strict=True)]
        self.returns = gives
        way = self.random.choice(["plain", "plain", "plain", "recursive", "yields"])
        holes = ", ".join(f"{{{kind}}}" for kind in kinds)
        head = f"def {name}(ply, {', '.join(parameters)}):\n"
        if way == "recursive":
            inner = ", ".join(self.expression(kind, 1) for kind in kinds)
            again = (
                f"if ply > 0 and {self.expression('bool')}:\n    return {name}(ply - 1, {inner})"
            )
            body = f"{again}\n{self.block(2, 1)}\nreturn {self.expression(gives)}"
        elif way == "yields":
            self.returns = ""
            body = f"for k in range(3):\n    if {self.expression('bool')}:\n"
            body += f"        yield {self.expression('int')}\nyield {self.expression('int')}"
            self.calls.setdefault("list", []).append(f"list({name}(ply, {holes}))")
        else:
            lines = [self.statement(2) for _ in range(self.random.randint(1, 4))]
            body = "\n".join([*lines, f"return {self.expression(gives)}"])
        self.scope, self.returns = outside, ""
        call = f"{name}({'{small}' if way == 'recursive' else 'ply'}, {holes})"
        wanted = f"sum({call})" if way == "yields" else call
        self.calls.setdefault("int" if way == "yields" else gives, []).append(wanted)
        return f"{head}{indent(body, '    ')}\n"
