"""Measures against measures: do they order the pairs, and the places, alike?"""

from __future__ import annotations

from typing import Any

from equimask.audits.results import Agreement, Audit, Cell
from equimask.core.drawing import BLUE, VERMILION
from equimask.metrics import measure_of
from equimask.reports.digits import number
from equimask.reports.html.selection import cells_of, common_neutral, measured, noun_of, told_apart
from equimask.reports.html.sentences import amount
from equimask.reports.html.views import Picture, Sheet, View, by_place, draw, label_rows, sheet
from equimask.reports.terminal import p_text

_BY_PAIRS = {"marker": "o", "color": BLUE, "markersize": 5, "alpha": 0.55}
_BY_PLACES = {"marker": "D", "color": VERMILION, "markersize": 6}
_ROWS = 9  # as high as nine lines of a forest plot
_NAMED = 15  # points that have their names beside them; more would cover each other


def agreement_view(audit: Audit) -> View | None:
    """The rank correlations of every two measures; None if nothing could be compared."""
    found = [one for one in audit.agreement if one.rank_correlation is not None]
    if not found:
        return None
    couples = list(dict.fromkeys(_couple(one) for one in found))
    noun = audit.what_varies

    def paint(axes: Any) -> None:
        axes.axvline(0.0, color="black", linewidth=1, linestyle=":")
        for across, look in ((False, _BY_PAIRS), (True, _BY_PLACES)):
            own = [one for one in found if (one.place is None) == across]
            rows = [couples.index(_couple(one)) for one in own]
            axes.plot([one.rank_correlation for one in own], rows, linestyle="none", **look)
        label_rows(axes, couples)
        axes.set_xlim(-1.05, 1.05)
        axes.set_xlabel(
            f"rank correlation\ncircle: over the pairs of a {noun}\ndiamond: over the {noun}s"
        )

    picture = draw(
        "agreement", f"Do the measures order pairs and {noun}s alike?",
        f"One line for each of {len(couples)} couples of measures. A circle per {noun} shows the "
        "rank correlation of the two measures over its pairs; the diamond shows it over the "
        f"{noun}s' scores. 1 is the same order, 0 no relation, −1 the opposite order. The table "
        "has the numbers.", len(couples), paint,
    )  # fmt: skip
    return View(picture, _sheets(audit, couples))


def flip_sheet(audit: Audit) -> Sheet | None:
    """Measures that contradict each other beyond chance; None if none do."""
    if not audit.flips:
        return None
    columns = (
        "data", "about", "asked for", "measure", "effect", "q", "other measure",
        "its effect", "its q",
    )  # fmt: skip
    rows = [
        (
            flip.place.name,
            flip.about,
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
    words = ("about", "asked for", "measure", "other measure")
    caption = "Contradictions, both sides beyond chance (positive: towards what is asked for)"
    return sheet("flips", caption, columns, rows, words)


def _couple(one: Agreement) -> str:
    return f"{measure_of(one.measure).label} – {measure_of(one.other).label}"


def _sheets(audit: Audit, couples: list[str]) -> tuple[Sheet, ...]:
    """Without a place: over the scores of all."""
    found = {(_couple(one), one.place): one for one in audit.agreement}
    rows, places = ("measures", couples), (*audit.places, None)
    noun = audit.what_varies
    return (
        by_place(
            "agreement-ranks",
            f"Rank correlation over the pairs of a {noun}; all: over the {noun}s",
            rows,
            found,
            places,
            lambda one: number(one.rank_correlation, 1.0, 2),
        ),
        by_place(
            "agreement-sides",
            f"Pairs, and {noun}s, on which both prefer the same side, in %",
            rows,
            found,
            places,
            lambda one: number(one.same_sign, 100.0, 0),
        ),
    )


def scatters(audit: Audit) -> list[Picture]:
    """Every measure against the first one that asks the same."""
    firsts: dict[str, str] = {}
    pictures = []
    for measure in measured(audit):
        claim = cells_of(audit, measure)[0].claim
        first = firsts.setdefault(claim, measure)
        common = [
            (one, other)
            for other in cells_of(audit, measure)
            if (one := audit.cell(other.place, first)) is not None
        ]
        if first != measure and len(common) > 1:
            pictures.append(_scatter(common))
    return pictures


def _scatter(common: list[tuple[Cell, Cell]]) -> Picture:
    one, other = common[0]
    neutrals = [
        common_neutral(cell.result.neutral for cell in cells) for cells in zip(*common, strict=True)
    ]
    lined = any(neutral is not None for neutral in neutrals)
    noun = noun_of(cell.place for cell, _ in common)
    keys = told_apart([cell.place.key for cell, _ in common], " ")
    names = keys if len(keys) <= _NAMED else []

    def paint(axes: Any) -> None:
        lines = (axes.axvline, axes.axhline)
        for line, cell, neutral in zip(lines, (one, other), neutrals, strict=True):
            if neutral is not None:
                value = neutral * measure_of(cell.measure).factor
                line(value, color="black", linewidth=1, linestyle=":")
        points = [(_value(left), _value(right)) for left, right in common]
        axes.plot(*zip(*points, strict=True), "o", color=BLUE, markersize=4)
        for point, name in zip(points, names, strict=False):
            axes.annotate(name, point, xytext=(4, 3), textcoords="offset points", fontsize=9)
        axes.set_xlabel(measure_of(one.measure).axis)
        axes.set_ylabel(measure_of(other.measure).axis)

    labels = measure_of(one.measure).label, measure_of(other.measure).label
    return draw(
        f"scatter-{one.measure}-{other.measure}",
        f"{labels[1]} against {labels[0]}",
        f"A point per {noun}, {len(common)} in all{', named by its key' if names else ''}: "
        f"{labels[0]} from left to right, {labels[1]} from bottom to top. "
        + ("Dotted lines are neutral points. " if lined else "")
        + "; ".join(
            f"{left.place.name} {_value(left):.1f} and {_value(right):.1f}"
            for left, right in common
        )
        + ".",
        _ROWS,
        paint,
    )


def _value(cell: Cell) -> float:
    return cell.result.value * measure_of(cell.measure).factor
