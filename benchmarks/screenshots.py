"""What people see, as pictures: `python -m benchmarks.screenshots OUT [--only NAME ...]`.

Report (one model, three models, one language), leaderboard, a metric's page and a notebook, each at
the width of a desk and of a phone, in light and dark. Everything is served on loopback or opened
from a file in a browser without a window, which Playwright drives.
"""

from __future__ import annotations

import argparse
import runpy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDTHS = {"desk": 1300, "phone": 390}
THEMES = ("light", "dark")
_PATIENCE = 120_000  # milliseconds
_HEIGHT = 900
_NOTEBOOK = "tour"
_METRIC = "cps"
_TWINS = 2  # untrained models beside the embedded one


@contextmanager
def report_of_one(folder: Path) -> Iterator[str]:
    """The embedded model in all its languages."""
    yield _report(["embedded"], None, folder)


@contextmanager
def report_of_three(folder: Path) -> Iterator[str]:
    """The embedded model beside models of its form that have learnt nothing."""
    yield _report(["embedded", *_untrained(folder)], None, folder)


@contextmanager
def report_of_one_language(folder: Path) -> Iterator[str]:
    """One forest plot of all measures."""
    yield _report(["embedded"], "en", folder)


@contextmanager
def leaderboard(folder: Path) -> Iterator[str]:
    """The page of the same three models, as a static Space shows it."""
    from equimask.leaderboard import gather, write_leaderboard

    _report(["embedded", *_untrained(folder)], None, folder)
    found = gather([folder / "audit" / "results.json"])
    written = write_leaderboard(found.rows, folder / "board", title="Gender bias", dataset=None)
    yield (written.space / "index.html").as_uri()


@contextmanager
def space(folder: Path, metric: str = _METRIC) -> Iterator[str]:
    """A metric's page, run as its Space runs it, on a free port of loopback."""
    from equimask.space.page import serve

    own = ROOT / "metrics" / metric
    sys.path.insert(0, str(own))
    try:
        demo = runpy.run_path(str(own / "app.py"))["demo"]
    finally:
        sys.path.remove(str(own))
    _, address, _ = serve(demo, server_name="127.0.0.1", prevent_thread_lock=True, quiet=True)
    try:
        yield str(address)
    finally:
        demo.close(verbose=False)


@contextmanager
def notebook(folder: Path) -> Iterator[str]:
    """A notebook with its outputs, as nbconvert shows it."""
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--execute", "--output-dir"]
    path = ROOT / "notebooks" / f"{_NOTEBOOK}.ipynb"
    subprocess.run([*command, str(folder), str(path)], check=True, cwd=ROOT, capture_output=True)
    yield (folder / f"{_NOTEBOOK}.html").as_uri()


PAGES = {
    one.__name__: one
    for one in (
        report_of_one,
        report_of_three,
        report_of_one_language,
        leaderboard,
        space,
        notebook,
    )
}


def _report(models: Sequence[Any], languages: str | None, folder: Path) -> str:
    from equimask.audits.run import audit
    from equimask.reports.html import write_report

    found = audit(list(models), languages, out=folder / "audit")
    write_report(found, folder / "audit" / "report.html", date.today())
    return (folder / "audit" / "report.html").as_uri()


def _untrained(folder: Path) -> list[Path]:
    from equimask.core.embedded import embedded_model_path
    from equimask.models import load_mlm

    model = load_mlm(embedded_model_path())
    folders = []
    for seed in range(_TWINS):
        twin = model.untrained_twin(seed)
        folders.append(folder / f"untrained-{seed}")
        twin.model.save_pretrained(folders[-1])
        twin.tokenizer.save_pretrained(folders[-1])
    return folders


def _photograph(running: Any, name: str, address: str, out: Path) -> None:
    for theme in THEMES:
        for where, width in WIDTHS.items():
            page = running.new_page(
                viewport={"width": width, "height": _HEIGHT}, color_scheme=theme
            )
            page.goto(f"{address}?__theme={theme}" if name == "space" else address)
            if name == "space":
                page.get_by_role("button", name="Score", exact=True).wait_for(timeout=_PATIENCE)
            page.wait_for_load_state("networkidle", timeout=_PATIENCE)
            page.screenshot(path=out / f"{name}-{where}-{theme}.png", full_page=True)
            page.close()


def main(argv: Sequence[str] | None = None) -> None:
    """One picture for each page, width and theme."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(prog="python -m benchmarks.screenshots")
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", action="append", choices=sorted(PAGES))
    parser.add_argument("--browser", default=next(filter(None, map(shutil.which, BROWSERS)), None))
    options = parser.parse_args(argv)
    if options.browser is None:
        parser.error(f"no browser: none of {', '.join(BROWSERS)} is installed; name one")
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:  # one for all: what is scored is kept there
        for name in options.only or PAGES:
            # while a driver runs no other event loop can: it starts when the page is there
            with PAGES[name](Path(folder)) as address, sync_playwright() as driver:
                running = driver.chromium.launch(
                    executable_path=options.browser, args=["--no-sandbox", "--disable-gpu"]
                )
                _photograph(running, name, address, options.out)
                running.close()
            print(options.out / f"{name}-*.png", flush=True)


if __name__ == "__main__":
    main()
