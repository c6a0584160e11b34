"""What all tests share: a folder for native code of their own, kept between runs."""

import contextlib
import gc
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test, settings

# What is started in the background is told to ignore Ctrl-C, and so would be all that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with contextlib.suppress(ValueError):  # only a main thread may
        signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ.setdefault(
    "OUTPLAY_CACHE", str(Path(__file__).parent.parent / ".pytest_cache" / "outplay-native")
)

# Some 400 processes import the package, most of it: once it is compiled, it need not be again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Machines are noisy, so no example has a deadline; and CI tries the same examples each time.
settings.register_profile("outplay", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("outplay")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks tests by their kind, so that `-m property` and the others find them."""
    for item in items:
        if is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("property")
        if hasattr(getattr(item, "module", None), "subprocess"):
            item.add_marker("process")
        if "differential" in item.path.parts:
            item.add_marker("differential")


def pytest_collection_finish() -> None:
    """What was imported and collected stays: garbage is not looked for there, again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(7_000, 10, 10)
