"""From what stands in the page's fields to a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from equimask.core.embedded import EMBEDDED, embedded_languages
from equimask.core.errors import InputError
from equimask.core.languages import get_language
from equimask.core.result import BiasResult
from equimask.evaluation import score
from equimask.evaluation.example import LANGUAGE, example_result
from equimask.inputs.forms import rows_of
from equimask.inputs.packaged import packaged_rows
from equimask.inputs.reading import read_one
from equimask.inputs.specification import Choice, parse_choice
from equimask.inputs.table import Table
from equimask.metrics import spec_of
from equimask.space.limits import check_typed
from equimask.space.models import find_model
from equimask.space.pasted import read_pasted
from equimask.space.uploaded import read_uploaded
from equimask.space.work import check_work


class Fields(NamedTuple):
    """What a visitor has filled in; `columns` and `where` as in a terminal, a condition a line.

    `file` is the path of an uploaded one.
    """

    model: str | None
    language: str
    text: str = ""
    columns: str = ""
    where: str = ""
    calibrate: bool = False
    file: str | None = None


class Measured(NamedTuple):
    """A result, the columns that were scored, and in words what they are."""

    result: BiasResult
    columns: Mapping[str, Sequence[Any]]
    story: str
    warning: str = ""


def measure(metric: str, fields: Fields) -> Measured:
    """Score the rows that were brought or, where there are none, the packaged ones."""
    spec = spec_of(metric)
    _check_fields(fields)
    chosen = {
        "columns": fields.columns.strip() or None,
        "where": [line for line in fields.where.splitlines() if line.strip()] or None,
    }
    choice = parse_choice(**chosen)
    brought = _brought(metric, fields, choice)
    language = get_language(fields.language.strip())
    options: dict[str, Any] = {"calibrate": fields.calibrate, **chosen}
    found = find_model(fields.model) if spec.needs_model else None
    if found is not None:
        options |= {"model": found.name, "revision": found.revision}
    elif brought is None:
        raise InputError(
            expected="words, and the gender of the person of whom each was said",
            got="an empty field",
            fix="Paste them, or press “Show an example”: this metric has no packaged rows.",
        )
    if brought is None:
        columns = packaged_rows(spec, language.code).columns
        rows = len(next(iter(columns.values())))
        story = f"Nothing was pasted, so the {rows:,} packaged rows in {language.name} were scored."
    else:
        table = read_one(brought, choice, language.code)
        columns = rows_of(spec, table).columns
        share = f"{len(table):,}" + (f" of {len(brought):,}" if len(table) < len(brought) else "")
        noun, were = "row" if len(brought) == 1 else "rows", "was" if len(table) == 1 else "were"
        which = f"{noun} of {Path(fields.file).name}" if fields.file else f"pasted {noun}"
        story = f"{share} {which} {were} scored as {language.name}."
    if found is not None:
        check_work(spec, columns, found, fields.calibrate)
    result = score(metric, brought, language=language.code, **options)
    unknown = (
        fields.model == EMBEDDED and spec.needs_model and language.code not in embedded_languages()
    )
    warning = f"The embedded model has not learnt {language.name}: this score means nothing."
    return Measured(result, columns, story, warning if unknown else "")


def _check_fields(fields: Fields) -> None:
    for name in ("model", "language", "columns", "where"):
        check_typed(getattr(fields, name) or "", name)


def _brought(metric: str, fields: Fields, choice: Choice) -> Table | None:
    """From the file or from the field: which of the two is meant is not guessed."""
    pasted = read_pasted(metric, fields.text, choice)
    if fields.file is None:
        return pasted
    if pasted is not None:
        raise InputError(
            expected="rows from one place",
            got=f"{len(pasted):,} in the field and a file beside it",
            fix="Empty the field, or take the file away.",
        )
    return read_uploaded(metric, fields.file, choice)


def example(metric: str) -> Measured:
    """What a visitor sees first: the embedded model, measured when the page starts."""
    result, columns = example_result(metric)
    language = get_language(LANGUAGE).name
    rows = len(next(iter(columns.values())))
    if spec_of(metric).rows_from is None:
        return Measured(result, columns, f"{rows} rows of words with made-up counts.")
    return Measured(
        result,
        columns,
        f"The embedded laboratory animal, whose bias was planted, on the {rows:,} "
        f"packaged rows in {language}.",
    )
