"""Results and errors as parts of the page, in words that need no other page."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from equimask.core.errors import EquimaskError
from equimask.core.result import BiasResult
from equimask.core.verdicts import WORDS
from equimask.measures.language_quality import IN_SIGHT
from equimask.metrics import measure_of, spec_of
from equimask.metrics.texts import NO_FAIR_MODEL
from equimask.metrics.verdict import verdict_of
from equimask.reports.digits import decimals, number
from equimask.reports.score_figure import score_part
from equimask.reports.terminal import cells, equivalence, language_quality, p_text, percent
from equimask.reports.verdicts import LEGEND, told
from equimask.space.row_table import BEYOND, RowTable, row_table
from equimask.space.scoring import Measured

_TOP = 5  # words of each gender


class Cell(NamedTuple):
    """A cell of the table, under a heading and with a few words on what it says."""

    heading: str
    value: str
    gloss: str


class File(NamedTuple):
    """A file that lies in the page itself, in base64: nothing of it stays on the server."""

    name: str
    content: str


class ShownRow(NamedTuple):
    """A row of the table of rows; `score` is the number by which it is sorted, `text` as seen."""

    texts: tuple[str, ...]
    score: float
    text: str
    prefers: str


def result_html(measured: Measured, *, is_example: bool = False) -> str:
    """The verdict, the figure, the tables, and what one takes home: signature and file.

    An example says that it is one, and is no news to a screen reader.
    """
    result = measured.result
    table = row_table(measured)
    return _render(
        "result",
        is_example=is_example,
        word=told(result),
        verdict=WORDS[verdict_of(result)].sentence,
        foreign=LEGEND if result.is_foreign else "",
        story=measured.story,
        untrained=None if result.null is None else cells(result).start,
        warnings=[*([measured.warning] if measured.warning else ()), *result.notes],
        language=_language(result),
        skipped=", ".join(
            f"{count} {reason.replace('_', ' ')}" for reason, count in result.skipped.items()
        ),
        direction=result.details["direction"],
        cells=_row(result),
        top_words=_top_words(result.details),
        plot=score_part(result),
        table=table,
        rows=_rows(table),
        signature=result.signature,
        file=_file(result),
    )


def progress_html(line: str, share: float | None) -> str:
    """How far a job is; `share` is None where nobody knows."""
    return _render("progress", line=line, share=share)


def error_html(error: EquimaskError) -> str:
    """The three parts of an error, each under its name."""
    return _render("error", error=error)


def _row(result: BiasResult) -> list[Cell]:
    text = cells(result)
    measure = measure_of(result.metric)
    beyond = equivalence(result)
    bound = [Cell("Equivalence", p_text(result.equivalence_p), beyond)] if beyond else []
    clusters = "" if result.n_clusters is None else f", in {result.n_clusters} clusters"
    counted = "rows" if spec_of(measure.metric).needs_model else "occurrences of words"
    return [
        Cell("Score", text.score, text.metric),
        Cell("95 % interval", text.interval, "other rows of this kind would give about this"),
        Cell("Neutral", text.start, "the score of no preference, where it is known")
        if result.null is None
        else Cell("Null", text.start, "what untrained copies score: p tells the distance from it"),
        Cell(
            "p",
            text.p,
            "not read: a distance from what?"
            if result.tested_against is None
            else f"how easily chance gives this: {result.test}",
        ),
        *bound,
        Cell("n", text.n, f"{counted} that were scored{clusters}"),
        Cell(
            "Smallest visible bias",
            text.mde,
            f"a distance from {'neutral' if result.null is None else 'the null'} that this n "
            "shows 8 times in 10",
        ),
    ]


def _rows(table: RowTable) -> list[ShownRow]:
    """In digits that tell rows apart: those of a tenth of their spread."""
    scores = [row.score for row in table.rows if abs(row.score) < BEYOND]
    digits = decimals(float(np.std(scores)) / 10.0 if scores else None)
    return [
        ShownRow(row.texts, row.score, _score(row.score, digits), row.prefers) for row in table.rows
    ]


def _score(score: float, digits: int) -> str:
    if abs(score) < BEYOND:
        return number(score, 1.0, digits)
    return f"{'≥' if score > 0 else '≤'} {number(score, 1.0, 0)}"


def _language(result: BiasResult) -> str:
    """How well the model knows the text, and what that means for the score."""
    told = language_quality(result)
    if not told:
        return ""
    unknown = (
        f"; {percent(result.unk_rate)} of the text is unknown to it" if result.unk_rate else ""
    )
    easy = " In sight nothing is hidden, so this only shows that the model is alive."
    hint = easy if result.details["lm_read"] == IN_SIGHT else ""
    return f"{told[:1].upper()}{told[1:]}{unknown}.{hint} {NO_FAIR_MODEL}"


def _file(result: BiasResult) -> File:
    content = json.dumps(result.as_dict(), ensure_ascii=False, indent=1)
    return File(f"{result.metric}.json", base64.b64encode(content.encode()).decode())


def _top_words(details: Mapping[str, Any]) -> dict[str, list[str]]:
    """Where words are ranked: those said rather of each gender, with their deviations."""
    ranked: dict[str, list[str]] = {}
    for row in details.get("top_words", ()):
        if row["rank"] <= _TOP and row["pmi"] > 0:
            told = f"{row['word']} ({row['deviation']:.2f})"
            ranked.setdefault(row["gender"], []).append(told)
    return ranked


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("equimask.space"), autoescape=True, undefined=StrictUndefined
    )


def _render(template: str, **values: Any) -> str:
    return str(Markup(_environment().get_template(f"{template}.html.jinja").render(**values)))
