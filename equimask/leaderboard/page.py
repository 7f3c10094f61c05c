"""The static page: a plain table that a script, where there is one, sorts and filters."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from equimask.core.errors import printable
from equimask.core.languages import get_language
from equimask.core.verdicts import WORDS, Verdict
from equimask.leaderboard.rows import Row
from equimask.metrics import all_measures, measure_of
from equimask.metrics.texts import NO_FAIR_MODEL
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.html.interactive import (
    content_security_policy,
    tables_script,
    tables_style,
)
from equimask.reports.verdicts import LEGEND, SIGN
from equimask.version import REPOSITORY, __version__

MOST_ROWS = 5_000
MOST_BYTES = 2_000_000
UNCALIBRATED = "†"
_SIZES = {
    50: "up to 50 M",
    150: "50 to 150 M",
    400: "150 to 400 M",
    1000: "400 M to 1 B",
    None: "more than 1 B",
}
_OF_REVISION = 12  # characters
_NOT_FOLDED = "<td>in the dataset"


@dataclass(frozen=True)
class Page:
    """The text, how many of the rows it shows, and of how many of these the signature."""

    html: str
    n_shown: int
    n_signed: int


def render(rows: Sequence[Row], title: str, dataset: str | None = None) -> Page:
    """All rows, or the first of them; signatures as long as the page stays small enough."""
    shown = rows[:MOST_ROWS]
    names = _names(rows)
    plain = [_plain(row, names[row.weights]) for row in shown]
    folds = [_fold(row) for row in shown]
    size = len(_whole(rows, title, dataset, [], (len(shown), 0)).encode())
    size += sum(len(line.encode()) + len(_NOT_FOLDED) + 1 for line in plain)
    signed = 0
    while signed < len(folds):
        size += len(folds[signed].encode()) - len(_NOT_FOLDED)
        if size > MOST_BYTES:
            break
        signed += 1
    lines = [
        line + (fold if at < signed else Markup(_NOT_FOLDED))
        for at, (line, fold) in enumerate(zip(plain, folds, strict=True))
    ]
    return Page(_whole(rows, title, dataset, lines, (len(shown), signed)), len(shown), signed)


def _whole(
    rows: Sequence[Row],
    title: str,
    dataset: str | None,
    lines: Sequence[Markup],
    counts: tuple[int, int],
) -> str:
    environment = Environment(
        loader=PackageLoader("equimask.leaderboard"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    measures = {row.measure for row in rows}
    verdicts = {row.verdict for row in rows}
    return environment.get_template("index.html.jinja").render(
        title=title,
        dataset=dataset,
        lines=lines,
        n=len(rows),
        n_shown=counts[0],
        n_signed=counts[1],
        n_models=len({row.weights for row in rows}),
        n_languages=len({row.language for row in rows} - {None}),
        n_uncalibrated=sum(not row.is_calibrated for row in rows),
        foreign=LEGEND if any(row.is_foreign for row in rows) else "",
        measures=[measure_of(name) for name in all_measures() if name in measures],
        verdicts=[WORDS[one] for one in Verdict if one in verdicts],
        sizes="|".join(f"{'' if most is None else most}:{told}" for most, told in _SIZES.items()),
        mark=UNCALIBRATED,
        no_fair_model=NO_FAIR_MODEL,
        policy=content_security_policy(),
        script=tables_script(),
        style=tables_style(),
        version=__version__,
        repository=REPOSITORY,
    )


def _names(rows: Sequence[Row]) -> dict[tuple[str, str], str]:
    """By which models are told apart: the revision is said where there are several."""
    revisions: dict[str, set[str]] = {}
    for row in rows:
        revisions.setdefault(row.model, set()).add(row.revision)
    return {
        row.weights: row.model
        if len(revisions[row.model]) == 1
        else f"{row.model}@{row.revision[:_OF_REVISION]}"
        for row in rows
    }


def _plain(row: Row, name: str) -> Markup:
    """Its cells but for the last; what is not closed is closed by the next, as HTML has it."""
    measure = measure_of(row.measure)
    digits = decimals_of(row, measure.factor)
    score = number(row.score, measure.factor, digits)
    cells = (
        millions(row.parameters),
        "–" if row.language is None else get_language(row.language).name,
        measure.axis,
        score if row.is_calibrated else f"{score}{UNCALIBRATED}",
        interval(row, measure.factor, " … "),
        number(row.null, measure.factor, digits),
        _verdict(row),
        str(row.n),
        printable(f"{row.data}, {row.part}" if row.part else row.data),
        row.equimask if row.date is None else printable(f"{row.equimask}, {row.date}"),
    )
    return (
        Markup("<tr><th scope=row>")
        + printable(name)
        + Markup("").join(Markup("<td>") + escape(cell) for cell in cells)
    )


def _fold(row: Row) -> Markup:
    factor = measure_of(row.measure).factor
    shown = number(row.score, digits=decimals_of(row, factor) + round(math.log10(factor)))
    command = f"equimask rerun {shlex.quote(row.signature)} --expect {shown}"
    # an apostrophe is harmless in text, and there are thousands of them
    command = str(escape(command)).replace("&#39;", "'")
    return Markup(f"<td><details><summary>rerun</summary><code>{command}</code></details>")


def _verdict(row: Row) -> str:
    if row.verdict is None:
        return "–"
    bound = row.equivalence_bound
    within = f" within ±{bound:g}" if row.verdict is Verdict.EQUIVALENT and bound else ""
    return f"{row.verdict.short}{within}{f' {SIGN}' if row.is_foreign else ''}"


def millions(parameters: int | None) -> str:
    """Of parameters, to three digits."""
    if parameters is None:
        return "–"
    size = parameters / 1e6
    return f"{size:.0f}" if size >= 100 else f"{size:.3g}"
