"""The script that sorts tables and saves figures, written into a page that can do without it."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from markupsafe import Markup

_STATIC = "static"
_SCRIPT, _STYLE = "tables.js", "tables.css"


class Tools(NamedTuple):
    """Script, its style sheet, and the rule by which a browser runs this script and no other."""

    script: Markup
    style: Markup
    policy: str


def tools() -> Tools:
    """As they are packaged; empty where they are not."""
    script = _read(_SCRIPT)
    digest = b64encode(sha256(script.encode("utf-8")).digest()).decode("ascii")
    policy = f"; script-src 'sha256-{digest}'" if script else ""
    return Tools(Markup(script), Markup(_read(_STYLE)), policy)


def _read(name: str) -> str:
    found = files("equimask.reports.html").joinpath(f"{_STATIC}/{name}")
    return found.read_text(encoding="utf-8") if found.is_file() else ""
