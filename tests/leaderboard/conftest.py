"""The hub on loopback, and a browser."""

from __future__ import annotations

from tests.browser import artefacts, browser
from tests.hub.conftest import api, hub

__all__ = ["api", "artefacts", "browser", "hub"]
