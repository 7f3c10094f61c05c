"""The script and the style that tables and figures of a page share, ready to stand in it."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files

from markupsafe import Markup


@cache
def tables_script() -> Markup:
    """Sort, filter, copy, download: the text of a `<script>` element."""
    return _packaged("tables.js")


@cache
def tables_style() -> Markup:
    """How the controls of the script look, in the colours that the page defines."""
    return _packaged("tables.css")


@cache
def content_security_policy() -> str:
    """Nothing is fetched, and no script runs but this one."""
    digest = hashlib.sha256(tables_script().encode()).digest()
    script = f"'sha256-{base64.b64encode(digest).decode()}'"
    return (
        f"default-src 'none'; script-src {script}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _packaged(name: str) -> Markup:
    return Markup((files("equimask.reports.html") / "static" / name).read_text(encoding="utf-8"))
