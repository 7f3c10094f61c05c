"""How results, audits and studies show themselves.

What is shown is made in `equimask.reports`, which reads all of them and therefore lies above them;
a notebook asks the object itself. This is the one place where a lower room calls a higher one, by
name and only when somebody looks: nothing below depends on reports being there.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

_SHOWN_BY, _DRAWN_BY = "equimask.reports.notebook", "equimask.reports.html.forest"
_WRITTEN_BY = "equimask.reports.study"


def shown_as_html(found: Any) -> str | None:
    """A result, results apart or an audit, as a notebook shows it; None: by its text."""
    html: str | None = import_module(_SHOWN_BY).as_html(found)
    return html


def drawn(audit: Any, measure: str) -> Any:
    """A measure of an audit as a matplotlib figure."""
    return import_module(_DRAWN_BY).forest(audit, measure).figure()


def written(study: Any, folder: Path) -> list[Path]:
    """A study as files in a folder; their paths, the page first."""
    paths: list[Path] = import_module(_WRITTEN_BY).write_study(study, folder)
    return paths


def study_as_html(study: Any) -> str:
    """A study, or one of its exhibits, as a notebook shows it."""
    html: str = import_module(_WRITTEN_BY).as_html(study)
    return html
