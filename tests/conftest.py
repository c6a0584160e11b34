"""What all tests share: a folder for native code of their own, kept between runs."""

import os
from pathlib import Path

from hypothesis import settings

os.environ.setdefault(
    "OUTPLAY_CACHE", str(Path(__file__).parent.parent / ".pytest_cache" / "outplay-native")
)

# Machines are noisy, so no example has a deadline; and CI tries the same examples each time.
settings.register_profile("outplay", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("outplay")
