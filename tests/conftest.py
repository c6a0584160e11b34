"""What all tests share: a folder for native code of their own, kept between runs."""

import os
from pathlib import Path

os.environ.setdefault(
    "OUTPLAY_CACHE", str(Path(__file__).parent.parent / ".pytest_cache" / "outplay-native")
)
