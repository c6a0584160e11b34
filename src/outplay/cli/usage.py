"""What is wrong with a command line, as one sentence, and what may have been meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from cyclopts import App, CycloptsError

from outplay.explain.words import listed
from outplay.wording import did_you_mean

DASHES = "-‐‑‒–—−"
"""What programs that write texts make of two hyphens."""


def usage_sentence(app: App, error: CycloptsError) -> str:
    """What is wrong with the command line, and where its help is."""
    command = " ".join(error.command_chain or ())
    what = _what_is_wrong(app, error, command)
    return f"{what} See: {' '.join(filter(None, ['outplay', command, '--help']))}"


def _what_is_wrong(app: App, error: CycloptsError, command: str) -> str:
    argument = error.argument
    name = "" if argument is None else argument.name
    words = list(error.unused_tokens or ())
    match type(error).__name__:
        case "UnknownCommandError" if words:
            return _no_command(app, words[0])
        case "UnknownOptionError":
            token = error.token  # type: ignore[attr-defined]
            return _no_option(app, command, token.keyword or token.value)
        case "UnusedCliTokensError":
            return _too_much(app, command, words, list(error.root_input_tokens or ()))
        case "RepeatArgumentError":
            return f"{error.token.keyword} is given twice."  # type: ignore[attr-defined]
        case "MissingArgumentError" if argument is not None:
            if not name.startswith("-"):
                usage = str(app[command].usage).removeprefix("Usage: ")
                return f"An argument is missing: {usage}."
            many = len(get_args(argument.hint)) if argument.hint in PAIRS else 1
            return f"{name} needs {'a value' if many == 1 else f'{many} values'}."
        case "CoercionError" if argument is not None:
            return _no_value(error, name, argument.hint)
    error.verbose = False
    return " ".join(str(error).split())


PAIRS = (tuple[float, float], tuple[float, float] | None)


def options_of(app: App, command: str) -> list[str]:
    """The options of a command: --depth, --time …"""
    if command not in _options:
        arguments = app[command].assemble_argument_collection()
        _options[command] = [one.name for one in arguments if one.name.startswith("--")]
    return _options[command]


_options: dict[str, list[str]] = {}
"""By command: cyclopts takes a while to find them."""


def commands_of(app: App) -> list[str]:
    return [name for name in app if not name.startswith("-")]


def _no_command(app: App, word: str) -> str:
    commands = commands_of(app)
    option = _plain(word)
    if option.startswith("--"):
        having = [name for name in commands if option in options_of(app, name)]
        if having:
            return f"{option} comes after a command: outplay {having[0]} {option} …"
        return f"There is no option {word!r}.{did_you_mean(option, ('--help', '--version'))}"
    near = did_you_mean(word, commands)
    return f"There is no command {word!r}.{near or f' There are {listed(commands)}.'}"


def _no_option(app: App, command: str, word: str) -> str:
    option, own, word = _plain(word), options_of(app, command), word.partition("=")[0]
    if option in own:  # written with other hyphens, or with capital letters
        return f"There is no option {word!r}. Did you mean {option}?"
    having = [name for name in commands_of(app) if option in options_of(app, name)]
    if having:
        have = "has" if len(having) == 1 else "have"
        return f"{option} is not an option of {command}; {listed(having)} {have} it."
    return f"{command} has no option {word!r}.{did_you_mean(option, own)}"


def _too_much(app: App, command: str, words: Sequence[str], line: Sequence[str]) -> str:
    own = options_of(app, command)
    for word in [*line, *words]:
        if word[:1] in DASHES[1:] and _plain(word) in own:
            return f"There is no option {word!r}. Did you mean {_plain(word)}?"
    text = " ".join(words)
    return f"{text!r} is not expected here; put quotes around a position or moves with spaces."


def _no_value(error: CycloptsError, name: str, type_: object) -> str:
    value = error.token.value if error.token is not None else ""  # type: ignore[attr-defined]
    choices = [choice for choice in _flat(type_) if isinstance(choice, str)]
    if choices:
        return f"{name} is {listed(choices, 'or')}, not {value!r}.{did_you_mean(value, choices)}"
    if error.msg:
        return f"{name}: {error.msg}"
    if bool in _flat(type_):
        return f"{name} takes no value; leave out {value!r}."
    return f"{name}: {value!r} is not a number."


def _flat(type_: object) -> list[object]:
    """The types and choices in a type."""
    inner = get_args(type_)
    return [part for each in inner for part in _flat(each)] if inner else [type_]


def _plain(word: str) -> str:
    """`—Depth=5` and `-depth` as options are written: --depth."""
    name = word.partition("=")[0]
    bare = name.lstrip(DASHES)
    return f"--{bare.lower().replace('_', '-')}" if bare and bare != name else name
