"""What a metric says of the embedded model: an example to read, measured and not told."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from equimask.core.embedded import EMBEDDED
from equimask.core.result import BiasResult
from equimask.evaluation.score import score
from equimask.inputs.example import example_columns
from equimask.inputs.packaged import packaged_rows
from equimask.metrics import spec_of

LANGUAGE = "en"


class Example(NamedTuple):
    """A result and the rows that it is of."""

    result: BiasResult
    columns: Mapping[str, list[Any]]


@cache
def example_result(metric: str) -> Example:
    """Of the packaged English rows, calibrated where the score has no neutral point of its own.

    A metric without packaged rows is taken of words with made-up counts. It takes seconds.
    """
    spec = spec_of(metric)
    if spec.rows_from is None:
        columns = example_columns(spec, LANGUAGE)
        return Example(score(metric, columns, language=LANGUAGE, progress=False), columns)
    calibrate = spec.headline.neutral is None
    result = score(metric, language=LANGUAGE, model=EMBEDDED, calibrate=calibrate, progress=False)
    return Example(result, packaged_rows(spec, LANGUAGE).columns)
