"""Measures against measures: do they order the pairs, and the languages, alike?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from equimask.audits.results import Agreement, Audit
from equimask.core.drawing import BLUE, VERMILION
from equimask.metrics import measure_of
from equimask.reports.html.pictures import draw, label_rows
from equimask.reports.html.selection import language_name
from equimask.reports.html.sentences import amount
from equimask.reports.html.sheets import Sheet, by_language, sheet
from equimask.reports.html.views import View
from equimask.reports.terminal import number, p_text

_BY_PAIRS = {"marker": "o", "color": BLUE, "markersize": 5, "alpha": 0.55}
_BY_LANGUAGES = {"marker": "D", "color": VERMILION, "markersize": 6}


def agreement_view(audit: Audit) -> View | None:
    """The rank correlations of every two measures; None if nothing could be compared."""
    found = [one for one in audit.agreement if one.rank_correlation is not None]
    if not found:
        return None
    couples = list(dict.fromkeys(_couple(one) for one in found))

    def paint(axes: Any) -> None:
        axes.axvline(0.0, color="black", linewidth=1, linestyle=":")
        for across, look in ((False, _BY_PAIRS), (True, _BY_LANGUAGES)):
            own = [one for one in found if (one.language is None) == across]
            rows = [couples.index(_couple(one)) for one in own]
            axes.plot([one.rank_correlation for one in own], rows, linestyle="none", **look)
        label_rows(axes, couples)
        axes.set_xlim(-1.05, 1.05)
        axes.set_xlabel(
            "rank correlation\ncircle: over the pairs of a language\ndiamond: over the languages"
        )

    picture = draw(
        "agreement", "Do the measures order pairs and languages alike?",
        f"One line for each of {len(couples)} couples of measures. A circle per language shows the "
        "rank correlation of the two measures over its pairs; the diamond shows it over the "
        "languages' scores. 1 is the same order, 0 no relation, −1 the opposite order. The table "
        "has the numbers.", len(couples), paint,
    )  # fmt: skip
    return View(picture, _sheets(audit, couples))


def flip_sheet(audit: Audit) -> Sheet | None:
    """Measures that contradict each other beyond chance; None if none do."""
    if not audit.flips:
        return None
    columns = (
        "language", "about", "asked for", "measure", "effect", "q", "other measure",
        "its effect", "its q",
    )  # fmt: skip
    rows = [
        (
            language_name(flip.language),
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
    """Without a language: over the languages' scores."""
    found = {(_couple(one), one.language): one for one in audit.agreement}

    def table(key: str, caption: str, text: Callable[[Agreement], str]) -> Sheet:
        def entry(couple: str, language: str | None) -> str:
            one = found.get((couple, language))
            return "–" if one is None else text(one)

        return by_language(
            key, caption, ("measures", couples), audit.languages, entry,
            all=lambda couple: entry(couple, None),
        )  # fmt: skip

    return (
        table(
            "agreement-ranks",
            "Rank correlation over the pairs of a language; all: over the languages",
            lambda one: number(one.rank_correlation, 1.0, 2),
        ),
        table(
            "agreement-sides",
            "Pairs, and languages, on which both prefer the same side, in %",
            lambda one: number(one.same_sign, 100.0, 0),
        ),
    )
