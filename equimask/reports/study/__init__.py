"""A study as files: one page for the eye, LaTeX, CSV and SVG for whoever takes from it."""

from equimask.reports.study.files import write_study
from equimask.reports.study.page import as_html, render

__all__ = ["as_html", "render", "write_study"]
