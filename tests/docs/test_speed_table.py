"""The speed that the README states is that of a recorded run."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_table_of_the_readme_is_a_recorded_run() -> None:
    page = (ROOT / "README.md").read_text()
    shown = page.split("<!-- speed:start -->")[1].split("<!-- speed:end -->")[0]
    rows = [line for line in shown.splitlines() if line.startswith("| ")]
    assert len(rows) > 5
    recorded = (ROOT / "benchmarks" / "RESULTS.md").read_text()
    assert "\n".join(rows) in recorded
