"""Measures against measures: do they order the pairs, and the places, alike?"""

from __future__ import annotations

from typing import Any

from equimask.audits.results import Agreement, Audit
from equimask.core.bars import label_rows
from equimask.core.looks import Look, explain, told
from equimask.metrics import measure_of
from equimask.reports.digits import number
from equimask.reports.html.looks import model_looks
from equimask.reports.html.sentences import amount
from equimask.reports.html.views import Picture, Sheet, View, by_place, sheet
from equimask.reports.terminal import p_text

_TOGETHER = 0.5  # of a line, that several models share


def agreement_view(audit: Audit) -> View | None:
    """The rank correlations of every two measures; None if nothing could be compared."""
    found = [one for one in audit.agreement if one.rank_correlation is not None]
    if not found:
        return None
    couples = list(dict.fromkeys(_couple(one) for one in found))
    looks = [look for key, look in model_looks(audit).items() if key in {a.model for a in found}]
    noun = audit.what_varies

    def paint(axes: Any) -> None:
        axes.axvline(0.0, color="black", linewidth=1, linestyle=":")
        step = _TOGETHER / len(looks)
        for position, look in enumerate(looks):
            shift = (position - (len(looks) - 1) / 2) * step
            _paint_one(axes, [one for one in found if one.model == look.name], couples, shift, look)
        label_rows(axes, couples)
        axes.set_xlim(-1.05, 1.05)
        axes.set_xlabel(
            f"rank correlation\npoint: over the pairs of a {noun}\nstroke: over {noun}s"
        )
        explain(axes, looks)

    picture = Picture(
        "agreement", f"Do the measures order pairs and {noun}s alike?",
        f"One line for each of {len(couples)} couples of measures. A point per {noun} shows the "
        "rank correlation of the two measures over its pairs; the stroke shows it over the "
        f"{noun}s' scores. 1 is the same order, 0 no relation, −1 the opposite order. "
        f"{told(looks)} The table has the numbers.".replace("  ", " "),
        len(couples) * (1.0 + 0.25 * (len(looks) - 1)), paint, width=5.0,
    )  # fmt: skip
    sheets = [
        one for place, look in enumerate(looks) for one in _sheets(audit, couples, place, look.name)
    ]
    return View(picture, tuple(sheets))


def _paint_one(
    axes: Any, found: list[Agreement], couples: list[str], shift: float, look: Look
) -> None:
    signs: dict[bool, dict[str, Any]] = {
        False: {"marker": look.marker, "markersize": 4.5, "alpha": 0.55},
        True: {"marker": "|", "markersize": 13, "markeredgewidth": 2.5},
    }
    for across, sign in signs.items():
        own = [one for one in found if (one.place is None) == across]
        rows = [couples.index(_couple(one)) + shift for one in own]
        values = [one.rank_correlation for one in own]
        axes.plot(values, rows, linestyle="none", color=look.colour, **sign)


def flip_sheet(audit: Audit) -> Sheet | None:
    """Measures that contradict each other beyond chance; None if none do."""
    if not audit.flips:
        return None
    compared = len(audit.models) > 1
    columns = (
        audit.what_varies, *(("model",) if compared else ()), "about", "asked for", "measure",
        "effect", "q", "other measure", "its effect", "its q",
    )  # fmt: skip
    rows = [
        (
            flip.place.name,
            *((flip.model,) if compared else ()),
            flip.about if flip.other_model is None else f"{flip.about} from {flip.other_model}",
            flip.claim,
            measure_of(flip.measure).label,
            amount(flip.effect, flip.measure),
            p_text(flip.q_value),
            measure_of(flip.other).label,
            amount(flip.other_effect, flip.other),
            p_text(flip.other_q_value),
        )
        for flip in audit.flips
    ]
    words = ("model", "about", "asked for", "measure", "other measure")
    caption = "Contradictions, both sides beyond chance (positive: towards what is asked for)"
    return sheet("flips", caption, columns, rows, words)


def _couple(one: Agreement) -> str:
    return f"{measure_of(one.measure).label} – {measure_of(one.other).label}"


def _sheets(audit: Audit, couples: list[str], position: int, model: str) -> tuple[Sheet, ...]:
    """Without a place: over the scores of all."""
    found = {(_couple(one), one.place): one for one in audit.agreement if one.model == model}
    rows, places = ("measures", couples), (*audit.places, None)
    noun = audit.what_varies
    whose = f"{model}: " if len(audit.models) > 1 else ""
    return (
        by_place(
            f"agreement-ranks-{position}",
            f"{whose}rank correlation over the pairs of a {noun}; all: over the {noun}s",
            rows,
            found,
            places,
            lambda one: number(one.rank_correlation, 1.0, 2),
        ),
        by_place(
            f"agreement-sides-{position}",
            f"{whose}pairs, and {noun}s, on which both prefer the same side, in %",
            rows,
            found,
            places,
            lambda one: number(one.same_sign, 100.0, 0),
        ),
    )
