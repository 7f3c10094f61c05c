"""An audit as one HTML file: no network, readable without a script, on paper and by ear."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from equimask.audits.results import Audit
from equimask.core.files import write_atomically
from equimask.reports.html.figures import write_figures
from equimask.reports.html.page import render

__all__ = ["render", "write_figures", "write_report"]


def write_report(audit: Audit, path: Path, day: date | None = None) -> None:
    """Write the report to `path`; a run that is cut off leaves no half file there.

    `day` is that of the audit, which the report shows where it is given.
    """
    write_atomically(path, render(audit, day).encode("utf-8", "backslashreplace"))
