"""What all tests share: a folder for native code of their own, kept between runs."""

import contextlib
import os
import signal
from pathlib import Path

from hypothesis import settings

# What is started in the background is told to ignore Ctrl-C, and so would be all that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with contextlib.suppress(ValueError):  # only a main thread may
        signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ.setdefault(
    "OUTPLAY_CACHE", str(Path(__file__).parent.parent / ".pytest_cache" / "outplay-native")
)

# Machines are noisy, so no example has a deadline; and CI tries the same examples each time.
settings.register_profile("outplay", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("outplay")
