"""What is misspelt is answered with what was meant: commands, options, and their values."""

from __future__ import annotations

from typing import Any

import pytest
from cli_tools import assert_sentence, outplay

from outplay.cli import app
from outplay.cli.usage import _flat, commands_of, options_of

COMMANDS = commands_of(app)
OPTIONS = [(command, option) for command in COMMANDS for option in options_of(app, command)]


def test_every_command_is_looked_at() -> None:
    assert len(COMMANDS) == 18
    assert len(OPTIONS) > 100


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "games"])
def test_every_option_misspelt(capsys: pytest.CaptureFixture[str], command: str) -> None:
    """One letter too few, or one hyphen."""
    own = options_of(app, command)
    for option in own:
        wrong = [f"{option[:-2]}{option[-1]}"]
        for word in [*wrong, option[1:]]:
            if word in own or any(word in options_of(app, other) for other in COMMANDS):
                continue
            done = outplay(capsys, command, f"{word}=3")
            assert_sentence(done, repr(word), "Did you mean --", f"outplay {command} --help")
            assert option in done.err or word in wrong


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_choices_misspelt(capsys: pytest.CaptureFixture[str], command: str, option: str) -> None:
    arguments: Any = app[command].assemble_argument_collection()
    (argument,) = [one for one in arguments if one.name == option]
    for choice in [part for part in _flat(argument.hint) if isinstance(part, str)]:
        first = {"serve": [], "exercise": ["minimax"]}.get(command, ["nim"])
        done = outplay(capsys, command, *first, option, f"{choice}x")
        assert_sentence(done, f"{option} is ", f"not '{choice}x'. Did you mean {choice}?")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (["analys", "nim"], "There is no command 'analys'. Did you mean analyse?"),
        (["--versoin"], "Did you mean --version?"),
        (["--depth", "5", "analyse", "nim"], "--depth comes after a command"),
        (["analyse", "nim", "—depth", "5"], "'—depth'. Did you mean --depth?"),
        (["serve", "--depth", "5"], "--depth is not an option of serve; play, analyse,"),
        (["trace", "nim", "--nodes", "5"], "tree, behaviour and count have it."),
        (["match", "nim", "random", "random", "--deep-cut=1"], "exercise has it."),
        (["match", "nim", "engin", "random"], "Did you mean engine?"),
        (["match", "nim", "level:begginer", "random"], "Did you mean beginner?"),
        (["play", "nim", "--min", "alphabet:3"], "Did you mean alphabeta?"),
        (["behaviour", "nim", "--algorithms", "minmax"], "Did you mean minimax?"),
        (["behaviour", "nim", "--algorithms", "minimax+memry"], "Did you mean memory?"),
        (["exercise", "alphabta"], "Did you mean alphabeta?"),
        (["exercise", "alphabeta", "--format", "html,jsn"], "Did you mean json?"),
        (["analyse", "nim", "--json=yes!"], "--json takes no value; leave out 'yes!'."),
        (["analyse", "nim", "--time", "soon"], "--time: 'soon' is not a number."),
        (["analyse", "nim", "--depth"], "--depth needs a value."),
        (["analyse", "nim", "--bounds", "3"], "--bounds needs 2 values."),
        (["analyse", "nim", "--depth", "3", "--depth", "4"], "--depth is given twice."),
        (["analyse"], "An argument is missing: outplay analyse GAME [POSITION] [OPTIONS]."),
    ],
)
def test_what_was_meant(capsys: pytest.CaptureFixture[str], line: list[str], told: str) -> None:
    assert_sentence(outplay(capsys, *line), told)
