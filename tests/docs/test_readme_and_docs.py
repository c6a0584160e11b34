"""The documentation is true: its code runs, it prints what it says, it quotes what there is."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import doc_pages
import pytest
from doc_pages import ROOT, blocks

import outplay
from outplay import Game
from outplay.game import OPTIONAL, QUESTIONS
from outplay.games import BUILT_IN
from outplay.search import textbook

PAGES = {str(page.relative_to(ROOT)): page for page in doc_pages.pages()}
RUN_HERE = [name for name in PAGES if name != "docs/cli.md"]
"""The page of the command line has a test of its own, with the command line's."""

EXAMPLES = {path.name: path for path in sorted((ROOT / "examples").glob("*.py"))}
PICTURES = ROOT / "docs" / "make_pictures.py"
TEXTS = (".py", ".md", ".toml", ".txt", ".svg", ".yml", ".yaml", ".cfg")


@pytest.mark.parametrize("name", RUN_HERE)
def test_a_page_prints_what_it_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for comparison in doc_pages.run_page(PAGES[name], tmp_path):
        assert doc_pages.masked(comparison.printed) == doc_pages.masked(comparison.said), (
            f"{name}, line {comparison.block.line}"
        )


@pytest.mark.parametrize("name", PAGES)
def test_quoted_code_stands_in_its_file(name: str) -> None:
    for block in blocks(PAGES[name].read_text("utf-8")):
        if "from" not in block.options:
            continue
        source = iter((ROOT / block.options["from"]).read_text("utf-8").splitlines())
        for number, line in enumerate(block.text.splitlines()):
            if line.strip():
                assert any(line.rstrip() == there for there in source), (
                    f"{name}, line {block.line + number}: {line!r} does not follow in"
                    f" {block.options['from']}"
                )


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    page = PAGES[name]
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{name} links to {target}"


@pytest.mark.parametrize("name", RUN_HERE)
def test_no_command_is_shown_that_is_not_run(name: str) -> None:
    """`outplay …` stands in console blocks; only what waits for a person may stand in sh."""
    for block in blocks(PAGES[name].read_text("utf-8")):
        if block.language == "sh":
            for line in block.text.splitlines():
                assert not line.startswith("outplay ") or line.startswith("outplay play"), line


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES[name]],
        cwd=tmp_path,
        env=doc_pages.environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert not done.stderr


def test_every_example_says_what_it_is() -> None:
    assert len(EXAMPLES) >= 4
    for name, path in EXAMPLES.items():
        assert path.read_text("utf-8").startswith('"""'), name


def test_the_pictures_are_what_the_script_draws() -> None:
    scope: dict[str, object] = {"__name__": "make_pictures", "__file__": str(PICTURES)}
    exec(compile(PICTURES.read_text("utf-8"), str(PICTURES), "exec"), scope)
    drawn = scope["pictures"]()  # type: ignore[operator]
    folder = ROOT / "docs" / "images"
    assert set(drawn) == {path.name for path in folder.glob("*.svg")}
    for name, text in drawn.items():
        assert (folder / name).read_text("utf-8") == text, name


# --- api.md names everything ------------------------------------------------------------------


def api() -> str:
    return PAGES["docs/api.md"].read_text("utf-8")


@pytest.mark.parametrize("name", outplay.__all__)
def test_the_api_page_names_every_public_name(name: str) -> None:
    assert re.search(rf"`(?:outplay\.)?{name}\b", api())


@pytest.mark.parametrize("name", ["minimax", "negamax", "alphabeta", "expectiminimax"])
def test_the_api_page_explains_every_option(name: str) -> None:
    for option in inspect.signature(getattr(textbook, name)).parameters:
        assert f"`{option}`" in api(), option


def test_the_api_page_names_every_question_and_method_of_a_game() -> None:
    own = [name for name in vars(Game) if not name.startswith("_")]
    for name in {*QUESTIONS, *OPTIONAL, *own}:
        assert re.search(rf"`{name}\b", api()), name


@pytest.mark.parametrize("cls", [outplay.Result, outplay.Move, outplay.Limit])
def test_the_api_page_names_every_field(cls: type) -> None:
    for field in inspect.get_annotations(cls):
        assert f"`{field}`" in api(), field


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_has_a_page_that_names_its_parameters(name: str) -> None:
    assert f"(games/{name}.md)" in PAGES["docs/games.md"].read_text("utf-8")
    text = PAGES[f"docs/games/{name}.md"].read_text("utf-8")
    assert text.startswith("# ") and f"`{name}`" in text.split("\n")[0]
    for parameter in inspect.signature(outplay.load(name).__class__).parameters:
        assert re.search(rf"`{parameter}[`=]", text), parameter


# --- the repository ---------------------------------------------------------------------------


def texts() -> list[Path]:
    """Every text file of the project, tools' own folders left out."""
    return [
        path
        for path in ROOT.rglob("*")
        if path.suffix in TEXTS
        and path.is_file()
        and not any(
            part.startswith(".") or part in ("build", "dist")
            for part in path.relative_to(ROOT).parent.parts
        )
    ]


def test_no_file_is_longer_than_400_lines() -> None:
    """Beyond that it is two modules; tests may be lists of cases, and longer."""
    long = {
        str(path.relative_to(ROOT)): lines
        for path in texts()
        if path.suffix == ".py"
        and path.relative_to(ROOT).parts[0] != "tests"
        and (lines := len(path.read_text("utf-8").splitlines())) > 400
    }
    assert not long


def test_no_package_registry_is_named() -> None:
    """Where packages come from is the business of whoever installs them."""
    hosts = re.compile("|".join(("pypi" + r"\.org", "python" + "hosted", "index-" + "url")))
    for path in texts():
        assert not hosts.search(path.read_text("utf-8")), path
