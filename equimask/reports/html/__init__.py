"""An audit as one HTML file: no network, no script, readable on paper and by ear."""

from __future__ import annotations

from pathlib import Path

from equimask.audits.results import Audit
from equimask.core.files import write_atomically
from equimask.reports.html.page import render

__all__ = ["render", "write_report"]


def write_report(audit: Audit, path: Path) -> None:
    """Write the report to `path`; a run that is cut off leaves no half file there."""
    write_atomically(path, render(audit).encode("utf-8", "backslashreplace"))
