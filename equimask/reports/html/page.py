"""All parts of the report, put into the template."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from equimask.audits.results import Audit
from equimask.core.errors import printable
from equimask.core.verdicts import WORDS, Verdict
from equimask.metrics import Measure, measure_of, spec_of
from equimask.metrics.texts import NO_FAIR_MODEL
from equimask.reports.html.categories import category_views
from equimask.reports.html.citation import bibtex, citation_line
from equimask.reports.html.concordance import agreement_view, flip_sheet
from equimask.reports.html.directions import direction_views
from equimask.reports.html.figures import forests
from equimask.reports.html.heat import heat_sheets, legend
from equimask.reports.html.interactive import (
    content_security_policy,
    tables_script,
    tables_style,
)
from equimask.reports.html.keys import signature_key
from equimask.reports.html.knowledge import bias_by_knowledge
from equimask.reports.html.numbers import number_sheet, numbers_of_place
from equimask.reports.html.reliability import reliability_view
from equimask.reports.html.rerun import command, folders
from equimask.reports.html.selection import cells_of_all, measured, paired_measures
from equimask.reports.html.sentences import (
    counted,
    language_quality,
    listed,
    overview,
    reference,
    reservations,
)
from equimask.reports.html.side_by_side import difference_maps, difference_sheet, rank_sheets
from equimask.reports.html.single_pairs import distribution, extreme_pairs
from equimask.reports.html.two_axes import two_axes
from equimask.reports.html.views import Picture, Sheet
from equimask.reports.planted import planted_in
from equimask.stats import ALPHA, POWER

_SIDE_BY_SIDE = 4  # tables of models that are seen at once; of more, the first is


def render(audit: Audit, day: date | None = None) -> str:
    """The whole page; the same audit of the same day gives the same bytes."""
    environment = Environment(
        loader=PackageLoader("equimask.reports.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["printable"] = printable
    environment.filters["measure"] = lambda measure: measure_of(measure).label
    return environment.get_template("report.html.jinja").render(_context(audit, day))


def _context(audit: Audit, day: date | None) -> dict[str, Any]:
    measures = measured(audit)
    return {
        "audit": audit,
        "day": "" if day is None else f"{day:%-d %B %Y}",
        "policy": content_security_policy(),
        "script": tables_script(),
        "script_style": tables_style(),
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
        "planted": planted_in(audit),
        "reservations": reservations(audit),
        "heat": heat_sheets(audit),
        "side_by_side": _SIDE_BY_SIDE,
        "legend": legend(),
        "language_quality": language_quality(audit),
        "no_fair_model": NO_FAIR_MODEL,
        "scores": _scores(audit),
        "measures": [measure_of(measure) for measure in measures],
        "bounded": any(cell.result.equivalence_p is not None for cell in audit.cells),
        "words": [WORDS[one] for one in Verdict if any(c.verdict == one for c in audit.cells)],
        "tests": sorted({cell.result.test for cell in audit.cells}),
        "ranks": rank_sheets(audit),
        "difference_maps": difference_maps(audit),
        "differences": difference_sheet(audit),
        "two_axes": two_axes(audit),
        "knowledge": bias_by_knowledge(audit),
        "agreement": agreement_view(audit),
        "flips": flip_sheet(audit),
        "distributions": [distribution(audit, m) for m in paired_measures(audit)],
        "categories": category_views(audit),
        "directions": direction_views(audit),
        "extremes": extreme_pairs(audit),
        "reliability": reliability_view(audit),
        "signatures": [(measure_of(m).label, _signatures(audit, m)) for m in measures],
        "command": command(audit),
        "folders": folders(audit),
        "citation": citation_line(audit),
        "bibtex": bibtex(audit),
    }


def _scores(audit: Audit) -> list[tuple[str, Measure | None, Picture, Sheet]]:
    """Of every forest plot: heading, measure, picture and table."""
    if len(audit.places) == 1:
        (picture,) = forests(audit)
        return [("", None, picture, numbers_of_place(audit))]
    return [
        (measure_of(m).label, measure_of(m), picture, number_sheet(audit, m))
        for m, picture in zip(measured(audit), forests(audit), strict=True)
    ]


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
    several = len(audit.models) > 1
    return [
        (
            signature_key(audit, cell),
            f"{cell.place.name}, {cell.model}" if several else cell.place.name,
            cell.result.signature,
        )
        for cell in cells_of_all(audit, measure)
    ]
