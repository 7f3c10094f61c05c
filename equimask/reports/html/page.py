"""All parts of the report, put into the template."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from equimask.audits.results import Audit, Cell
from equimask.core.verdicts import WORDS, Verdict
from equimask.metrics import measure_of, spec_of
from equimask.metrics.texts import NO_FAIR_MODEL
from equimask.reports.html.categories import category_views
from equimask.reports.html.concordance import agreement_view, flip_sheet, scatters
from equimask.reports.html.forest import comparison_views, direction_views, forest
from equimask.reports.html.numbers import glance_sheet, number_sheet, signature_key
from equimask.reports.html.reliability import reliability_view
from equimask.reports.html.rerun import command, folders
from equimask.reports.html.selection import (
    cells_of,
    measured,
    paired_measures,
)
from equimask.reports.html.sentences import (
    comparison_findings,
    counted,
    findings,
    language_quality,
    listed,
    overview,
    reference,
)
from equimask.reports.html.single_pairs import distribution, extreme_pairs
from equimask.stats import ALPHA, POWER


def render(audit: Audit) -> str:
    """The whole page; the same audit gives the same bytes."""
    environment = Environment(
        loader=PackageLoader("equimask.reports.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["measure"] = lambda measure: measure_of(measure).label
    return environment.get_template("report.html.jinja").render(_context(audit))


def _context(audit: Audit) -> dict[str, Any]:
    measures = measured(audit)
    return {
        "audit": audit,
        "labels": partial(_labels, measures),
        "alpha": ALPHA,
        "power": POWER,
        "reference": reference(audit.cells),
        "extent": (
            f"{counted(len(audit.places), audit.what_varies)} of "
            f"{listed(dict.fromkeys(place.data for place in audit.places))}, "
            f"{counted(len(measures), 'measure')}"
        ),
        "confidence": audit.options.get("confidence_level", 0.95),
        "overview": overview(audit),
        "findings": findings(audit),
        "glance": glance_sheet(audit),
        "language_quality": language_quality(audit),
        "no_fair_model": NO_FAIR_MODEL,
        "comparison_findings": comparison_findings(audit),
        "scores": [(measure_of(m), forest(audit, m), number_sheet(audit, m)) for m in measures],
        "bounded": any(cell.result.equivalence_p is not None for cell in audit.cells),
        "words": [WORDS[one] for one in Verdict if any(c.verdict == one for c in audit.cells)],
        "tests": sorted({cell.result.test for cell in audit.cells}),
        "comparisons": comparison_views(audit),
        "agreement": agreement_view(audit),
        "scatters": scatters(audit),
        "flips": flip_sheet(audit),
        "distributions": [distribution(audit, m) for m in paired_measures(audit)],
        "categories": category_views(audit),
        "directions": direction_views(audit),
        "extremes": extreme_pairs(audit),
        "reliability": reliability_view(audit),
        "signatures": [(measure_of(m).label, _signatures(audit, m)) for m in measures],
        "command": command(audit),
        "folders": folders(audit),
    }


def _labels(measures: Sequence[str], *passes: str, **facts: str) -> str:
    """The measures that read one of these passes, or any, and have these facts, in a sentence."""
    labels = [
        measure.label
        for measure in map(measure_of, measures)
        if not passes or spec_of(measure.metric).evaluation in passes
        if all(getattr(measure, name) == fact for name, fact in facts.items())
    ]
    return listed(labels) if labels else ""


def _signatures(audit: Audit, measure: str) -> list[tuple[str, str, str]]:
    cells: list[Cell] = [c for key in audit.model_keys for c in cells_of(audit, measure, key)]
    return [
        (signature_key(cell), f"{cell.place.name}, {cell.model}", cell.result.signature)
        for cell in cells
    ]
