"""From what stands in the page's fields to a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from equimask.core.embedded import EMBEDDED, embedded_languages
from equimask.core.errors import InputError
from equimask.core.languages import get_language
from equimask.core.result import BiasResult
from equimask.evaluation import score
from equimask.inputs.packaged_rows import packaged_rows
from equimask.metrics import spec_of
from equimask.space.models import find_model
from equimask.space.pasted import read_pasted


class Measured(NamedTuple):
    """A result, the columns that were scored, and in words what they are."""

    result: BiasResult
    columns: Mapping[str, Sequence[str]]
    story: str
    warning: str = ""


def measure(
    metric: str, model: str | None, language: str, text: str, calibrate: bool = False
) -> Measured:
    """Score the pasted rows or, where there are none, the packaged ones of the language."""
    spec = spec_of(metric)
    pasted = read_pasted(metric, text)
    known = get_language(language)
    language, name = known.code, known.name
    options: dict[str, Any] = {"calibrate": calibrate}
    if spec.needs_model:
        options["model"] = find_model(model)
    elif pasted is None:
        raise InputError(
            expected="words, and the gender of the person of whom each was said",
            got="an empty field",
            fix="Paste them, or press “Show an example”: this metric has no packaged rows.",
        )
    if pasted is None:
        columns = packaged_rows(spec, language).columns
        result = score(metric, language=language, **options)
        rows = len(next(iter(columns.values())))
        story = f"Nothing was pasted, so the {rows:,} packaged rows in {name} were scored."
    else:
        columns = pasted.columns
        result = score(metric, columns, language=language, counts=pasted.counts, **options)
        rows = len(next(iter(columns.values())))
        story = f"{rows:,} pasted rows were scored as {name}."
    unknown = model == EMBEDDED and spec.needs_model and language not in embedded_languages()
    warning = f"The embedded model has not learnt {name}: this score means nothing."
    return Measured(result, columns, story, warning if unknown else "")
