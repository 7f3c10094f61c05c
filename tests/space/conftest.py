"""A hub on loopback that the page asks, and the `evaluate` modules whose texts it shows."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import artefacts, browser
from tests.hub.server import FakeHub, serving

__all__ = ["artefacts", "browser"]


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    # The suite runs with the hub's client switched off; loopback is no network.
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    with serving() as running:
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", running.url)
        yield running


@pytest.fixture(scope="session")
def build_app(root: Path) -> Callable[[str], Any]:
    """A metric's app.py, run as its Space runs it, but for the serving."""

    def build(metric: str) -> Any:
        folder = root / "metrics" / metric
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(str(folder))
            return runpy.run_path(str(folder / "app.py"))["demo"]

    return build
