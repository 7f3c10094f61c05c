"""The pictures of a report: in the page, as files, for a notebook."""

from __future__ import annotations

from pathlib import Path

from equimask.audits.results import Audit
from equimask.core.drawing import FORMATS
from equimask.core.errors import check_choice
from equimask.core.files import write_atomically
from equimask.reports.html.concordance import agreement_view
from equimask.reports.html.forest import forest, forest_of_measures
from equimask.reports.html.knowledge import bias_by_knowledge
from equimask.reports.html.reliability import reliability_view
from equimask.reports.html.selection import measured, paired_measures
from equimask.reports.html.single_pairs import distribution
from equimask.reports.html.two_axes import two_axes
from equimask.reports.html.views import Picture


def forests(audit: Audit) -> list[Picture]:
    """One per measure; of one place a single one with all measures."""
    if len(audit.places) == 1:
        return [forest_of_measures(audit)]
    return [forest(audit, measure) for measure in measured(audit)]


def pictures(audit: Audit) -> list[Picture]:
    """All of a report, in its order."""
    views = [distribution(audit, measure) for measure in paired_measures(audit)]
    others = (agreement_view(audit), *views, reliability_view(audit))
    behind = [view.picture for view in others if view is not None and view.picture is not None]
    return [*forests(audit), *two_axes(audit), *bias_by_knowledge(audit), *behind]


def write_figures(audit: Audit, folder: str | Path, format: str = "svg") -> list[Path]:
    """A file for every picture of the report; `svg` or `png`."""
    check_choice(format, FORMATS, "a picture format")
    paths = []
    for picture in pictures(audit):
        path = Path(folder) / f"{picture.key}.{format}"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, picture.file(format))
        paths.append(path)
    return paths
