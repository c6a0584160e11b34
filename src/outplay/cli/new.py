"""`outplay new`: a rules file to start from."""

from __future__ import annotations

import keyword
import re
import shlex
import sys
from pathlib import Path

from outplay.errors import UsageError
from outplay.paths import expanded

TEMPLATE = Path(__file__).with_name("template.py")
"""A rules file as any other, so that it is linted, typed and tested like one."""

TAKEN = ("Game", "State", "Sheet", "NamedTuple", "Iterator", "InvalidPosition", "MAX", "MIN")
"""What means something else in it."""

CLASS = "TakeAway"
"""What the game is called in it."""


def new(file: str, /, *, force: bool = False) -> None:
    """Write a rules file: a small complete game to change into your own.

    Args:
        file: The file to write, such as my_game.py.
        force: Replace the file if it exists.
    """
    path = expanded(file)
    if path.suffix != ".py" or not path.stem:
        raise UsageError(f"A rules file ends in .py, such as my_game.py; {path.name!r} does not.")
    if path.stem == "outplay" or path.stem in sys.stdlib_module_names:
        python = f"Python's own module {path.stem!r}"
        hidden = "Outplay itself" if path.stem == "outplay" else python
        raise UsageError(f"{path.name} would hide {hidden}; choose another name.")
    name = class_name(path.stem)
    text = TEMPLATE.read_text("utf-8").replace(CLASS, name)
    try:
        with path.open("w" if force else "x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise UsageError(f"{file} exists; --force replaces it.") from None
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from None
    shown = shlex.quote(file)
    print(f"{file} holds a whole game, {name}: take 1 to 3 of 21 matches. Make it yours, and then")
    print(f"  outplay check {shown}      finds mistakes in the rules")
    print(f"  outplay play {shown}       plays it against you")
    print(f"  outplay analyse {shown}    says what is best")
    print(f"  outplay serve {shown}      shows it in the browser, to click on")


def class_name(stem: str) -> str:
    """`my_game` is MyGame; what cannot be a class, or means something here, is MyGame too."""
    words = re.findall(r"[A-Za-z0-9]+", stem)
    name = "".join(word[:1].upper() + word[1:] for word in words)
    if name in TAKEN or not name.isidentifier() or keyword.iskeyword(name):
        return "MyGame"
    return name
