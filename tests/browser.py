"""A headless browser for tests that open a page; a test folder imports the fixtures it needs.

Screenshots go to the folder that EQUIMASK_ARTEFACTS names, else to pytest's own.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 120_000  # milliseconds; a busy machine is no failure
DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
BEHIND = """element => {
  let behind = element;
  while (getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') {
    behind = behind.parentElement;
  }
  return getComputedStyle(behind).backgroundColor;
}"""
# Contrast of an element's text with what lies behind it, as WCAG computes it.
CONTRAST = f"""element => {{
  const light = colour => colour.match(/[0-9.]+/g).slice(0, 3).map(Number)
    .map(c => c / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const style = getComputedStyle(element);
  const ink = light(element.tagName === 'text' ? style.fill : style.color);
  const paper = light(({BEHIND})(element));
  return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
}}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Closed with its module: while it runs, no other event loop can."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="no playwright to drive a browser"
    )
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed")
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(
            executable_path=found, args=["--no-sandbox", "--disable-gpu"], timeout=PATIENCE
        )
        yield running
        running.close()


@pytest.fixture
def artefacts(tmp_path: Path) -> Path:
    folder = Path(os.environ.get("EQUIMASK_ARTEFACTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
