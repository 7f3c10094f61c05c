"""A metric's page as a picture: `python -m benchmarks.page_picture NAME PNG`.

It is served on loopback and opened in a browser without a window, which Playwright drives.
"""

from __future__ import annotations

import argparse
import runpy
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

METRICS = Path(__file__).parents[1] / "metrics"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_PATIENCE = 120_000  # milliseconds
_HEIGHT = 900


@contextmanager
def served_page(metric: str) -> Iterator[str]:
    """The address of a metric's page, run as its Space runs it, on a free port of loopback."""
    from equimask.space.page import serve

    folder = METRICS / metric
    sys.path.insert(0, str(folder))
    try:
        demo = runpy.run_path(str(folder / "app.py"))["demo"]
    finally:
        sys.path.remove(str(folder))
    _, address, _ = serve(demo, server_name="127.0.0.1", prevent_thread_lock=True, quiet=True)
    try:
        yield str(address)
    finally:
        demo.close(verbose=False)


def picture_of_page(
    address: str, browser: str, png: Path, width: int = 1300, theme: str = "light"
) -> None:
    """The whole page at `address` as the browser at this path shows it; `theme` may be `dark`."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = running.new_page(viewport={"width": width, "height": _HEIGHT})
        page.goto(f"{address}?__theme={theme}")
        page.get_by_role("button", name="Score", exact=True).wait_for(timeout=_PATIENCE)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=png, full_page=True)
        running.close()


def main(argv: Sequence[str] | None = None) -> None:
    """One picture for each width and theme that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page_picture")
    parser.add_argument("metric", choices=sorted(path.name for path in METRICS.iterdir()))
    parser.add_argument("png", type=Path)
    parser.add_argument("--width", type=int, default=1300)
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--browser", default=next(filter(None, map(shutil.which, BROWSERS)), None))
    options = parser.parse_args(argv)
    if options.browser is None:
        parser.error(f"no browser: none of {', '.join(BROWSERS)} is installed; name one")
    with served_page(options.metric) as address:
        picture_of_page(address, options.browser, options.png, options.width, options.theme)


if __name__ == "__main__":
    main()
