"""A tour without a network: every metric, the table and the report, on the embedded model."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from equimask.audits.measures import audited_specs
from equimask.audits.perturbing import perturbed
from equimask.audits.results import Audit, Cell
from equimask.audits.run import audit
from equimask.core.embedded import EMBEDDED, embedded_languages, embedded_model_path
from equimask.core.languages import get_language
from equimask.core.progress import Clock, duration, roughly
from equimask.core.result import BiasResult
from equimask.core.schema import GENDERS
from equimask.core.terminal import say
from equimask.evaluation import score
from equimask.inputs.packaged import packaged_table
from equimask.metrics import measure_of
from equimask.models import load_mlm
from equimask.models.devices import on_threads
from equimask.reports.digits import decimals_of, number
from equimask.reports.html import write_report
from equimask.reports.html.sentences import listed
from equimask.reports.planted import planted_sentence
from equimask.reports.terminal import result_table, top_words
from equimask.studies.blanks import words_in_blanks

_NAMES = 6  # how many times the blanks are asked about, each time with other names
_REST = 1.5  # languages take as long as the words and the report


def run_demo(
    console: Console,
    out: Path,
    progress: bool = False,
    clock: Clock = time.monotonic,
    languages: Sequence[str] = (),
) -> tuple[Audit, BiasResult]:
    """Audit the embedded model, by default in all its languages; then the words it ties to whom."""
    languages = languages or embedded_languages()
    first = "en" if "en" in languages else languages[0]
    console.print(
        "Equimask measures a small masked language model that ships with it. It was trained on "
        "generated sentences with a planted bias, so the answer is known: it is a laboratory "
        f"animal, not a language model.\n\n{planted_sentence(audited_specs())}\n"
    )
    options: dict[str, Any] = {"out": out, "calibrate_metrics": without_neutral_point()}
    goes_on = any(out.glob("cells/*.json"))
    with on_threads(1):  # of so small a model: where others work too, threads wait for each other
        start = clock()
        audit(EMBEDDED, first, progress=False, **options)
        if not goes_on:
            console.print(expected_time(clock() - start, first, len(languages)))
        found = audit(EMBEDDED, languages, progress=progress, **options)
        words = gendered_words(first)
    console.print(overview(found))
    results = [
        (first, cell.result)
        for cell in found.cells
        if cell.place.key == first and cell.is_own_variant
    ]
    full = result_table([*results, (first, words)], title="one language in full")
    full.columns[0].header = "in"  # a language is no longer: all columns fit in 80 characters
    console.print(full)
    console.print(top_words(words), soft_wrap=True)
    console.print("\nEvery number carries a signature with which it can be rerun:")
    say(console, results[0][1].signature, style="dim")
    report = out / "report.html"
    write_report(found, report, date.today())
    say(console, f"\nThe report, to open in a browser: {report}")
    console.print("Next:  equimask audit bert-base-multilingual-cased -l de -l fi", soft_wrap=True)
    return found, words


def without_neutral_point() -> list[str]:
    """The metrics that say nothing without a null."""
    return [name for name, spec in audited_specs().items() if spec.headline.neutral is None]


def expected_time(seconds: float, language: str, n_languages: int) -> str:
    """From what one language took to what the rest will take."""
    rest = seconds * (n_languages - 1 + _REST)
    name = get_language(language).name
    return (
        f"{name} took {duration(seconds)}: the other {n_languages - 1} languages, the words and "
        f"the report will take about {roughly(rest)}.\n"
    )


def overview(found: Audit) -> Table:
    """Languages by metrics; a star where a preference is shown, by the verdict of the audit."""
    table = Table(
        title="the embedded model on equimask_pairs",
        title_justify="left",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        caption=_legend(found),
        caption_justify="left",
    )
    table.add_column("language")
    for spec in audited_specs().values():
        table.add_column(spec.headline.column, justify="right", no_wrap=True)
    for place in found.places:
        table.add_row(place.key, *_row(found, place.key))
    return table


def gendered_words(language: str) -> BiasResult:
    """`latent_pmi` of the words that the embedded model puts into blanks about men and women."""
    table = packaged_table(language)
    renamed = [perturbed(table, "name_swap", seed).columns for seed in range(_NAMES)]
    asked = {side: [text for one in renamed for text in one[side]] for side in GENDERS}
    columns = words_in_blanks(load_mlm(embedded_model_path(), language=language), asked, language)
    return score("latent_pmi", columns, language=language, n_resamples=1999, progress=False)


def _row(found: Audit, key: str) -> list[str]:
    cells = {cell.measure: cell for cell in found.cells if cell.place.key == key}
    return [_starred(cells[spec.headline.name]) for spec in audited_specs().values()]


def _starred(cell: Cell) -> str:
    factor = measure_of(cell.measure).factor
    star = "*" if cell.verdict.is_finding else " "
    return number(cell.result.value, factor, decimals_of(cell.result, factor)) + star


def _legend(found: Audit) -> str:
    """What the stars say, and every other verdict by its word."""
    lines = ["* a preference is shown, after false-discovery control"]
    if calibrated := [
        spec.headline.label
        for spec in audited_specs().values()
        if any(c.measure == spec.headline.name and c.result.null is not None for c in found.cells)
    ]:
        lines.append(f"{listed(calibrated)}: against untrained twins, for lack of a neutral point")
    others: dict[str, dict[str, None]] = {}
    for cell in found.cells:
        if cell.is_own_variant and not cell.verdict.is_finding:
            others.setdefault(cell.verdict.short, {})[measure_of(cell.measure).label] = None
    lines += [f"{word}: {listed(labels)}" for word, labels in others.items()]
    return "\n".join(lines)
