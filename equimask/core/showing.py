"""How results and audits show themselves.

What is shown is made in `equimask.reports`, which reads results and audits and therefore lies above
both; a notebook asks the object itself. This is the one place where a lower room calls a higher
one, by name and only when somebody looks: nothing below depends on reports being there.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_SHOWN_BY, _DRAWN_BY = "equimask.reports.notebook", "equimask.reports.html.forest"


def shown_as_html(found: Any) -> str | None:
    """A result, results apart or an audit, as a notebook shows it; None: by its text."""
    html: str | None = import_module(_SHOWN_BY).as_html(found)
    return html


def drawn(audit: Any, measure: str) -> Any:
    """A measure of an audit as a matplotlib figure."""
    return import_module(_DRAWN_BY).forest(audit, measure).figure()
