"""From what stands in the page's fields to a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from equimask.core.embedded import EMBEDDED, embedded_languages
from equimask.core.errors import InputError
from equimask.core.languages import get_language
from equimask.core.result import BiasResult
from equimask.evaluation import score
from equimask.inputs.forms import rows_of
from equimask.inputs.packaged import packaged_rows
from equimask.inputs.reading import read_one
from equimask.inputs.specification import parse_choice
from equimask.metrics import spec_of
from equimask.space.models import find_model
from equimask.space.pasted import read_pasted


class Fields(NamedTuple):
    """What a visitor has filled in; `columns` and `where` as in a terminal, a condition a line."""

    model: str | None
    language: str
    text: str = ""
    columns: str = ""
    where: str = ""
    calibrate: bool = False


class Measured(NamedTuple):
    """A result, the columns that were scored, and in words what they are."""

    result: BiasResult
    columns: Mapping[str, Sequence[str]]
    story: str
    warning: str = ""


def measure(metric: str, fields: Fields) -> Measured:
    """Score the pasted rows or, where there are none, the packaged ones of the language."""
    spec = spec_of(metric)
    chosen = {
        "columns": fields.columns.strip() or None,
        "where": [line for line in fields.where.splitlines() if line.strip()] or None,
    }
    choice = parse_choice(**chosen)
    pasted = read_pasted(metric, fields.text, choice)
    language = get_language(fields.language.strip())
    options: dict[str, Any] = {"calibrate": fields.calibrate, **chosen}
    if spec.needs_model:
        options["model"] = find_model(fields.model)
    elif pasted is None:
        raise InputError(
            expected="words, and the gender of the person of whom each was said",
            got="an empty field",
            fix="Paste them, or press “Show an example”: this metric has no packaged rows.",
        )
    result = score(metric, pasted, language=language.code, **options)
    if pasted is None:
        columns = packaged_rows(spec, language.code).columns
        rows = len(next(iter(columns.values())))
        story = f"Nothing was pasted, so the {rows:,} packaged rows in {language.name} were scored."
    else:
        table = read_one(pasted, choice, language.code)
        columns = rows_of(spec, table).columns
        share = f"{len(table):,}" + (f" of {len(pasted):,}" if len(table) < len(pasted) else "")
        story = f"{share} pasted rows were scored as {language.name}."
    unknown = (
        fields.model == EMBEDDED and spec.needs_model and language.code not in embedded_languages()
    )
    warning = f"The embedded model has not learnt {language.name}: this score means nothing."
    return Measured(result, columns, story, warning if unknown else "")
