"""What others have published of real models: their answers to CrowS-Pairs, pair by pair.

A table of a model has the log-likelihood of both sentences of every pair (`sent_more_score`,
`sent_less_score`) and its `bias_type`; its name is that of its file, `results_bert.csv`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from equimask import stats
from equimask.core.arrays import Floats
from equimask.core.errors import DataError, shorten
from equimask.core.schema import BIAS_TYPE
from equimask.papers.exhibit import Cell, Estimate, ExhibitTable, table

_SCORES = ("sent_more_score", "sent_less_score")
_NEEDED = (*_SCORES, BIAS_TYPE)


class Answers(NamedTuple):
    """Of one model: for each pair about gender 1 where the stereotype is likelier, ties half."""

    model: str
    bits: Floats
    broken: int
    """Lines that could not be read."""


def read_answers(where: str) -> list[Answers]:
    """Those in a file, or in all tables of a folder."""
    path = Path(where)
    files = sorted(path.glob("*.csv")) if path.is_dir() else [path]
    found = [_read(file) for file in files]
    if not found:
        raise DataError(
            expected=f"tables with {', '.join(_NEEDED)}",
            got=f"no .csv in {shorten(path.name)}",
            fix="Name the folder in which they are.",
        )
    return found


def of_real_models(answers: list[Answers]) -> ExhibitTable:
    """CPS as its authors would have it, of each model."""
    rows: list[tuple[Cell, ...]] = []
    for one in answers:
        interval = stats.percentage_interval(one.bits)
        share = Estimate(100 * float(one.bits.mean()), interval.stderr, interval.low, interval.high)
        rows.append((one.model, share, stats.sign_test(one.bits), len(one.bits), one.broken))
    headings = ("model", "stereotype preferred (CPS)", "p", "pairs", "lines that are broken")
    return table("answers", "Released answers of real models, pairs about gender", headings, rows)


def _read(file: Path) -> Answers:
    bits, broken = [], 0
    for row in _rows(file):
        try:
            about, more, less = row[BIAS_TYPE], *(float(row[name]) for name in _SCORES)
        except (TypeError, ValueError):
            broken += 1
            continue
        if about == "gender":
            bits.append(0.5 if more == less else float(more > less))
    if not bits:
        raise DataError(
            expected="answers to pairs about gender",
            got=f"none in {shorten(file.name)}",
            fix=f"Take a table with {', '.join(_NEEDED)}.",
        )
    return Answers(file.stem.removeprefix("results_"), np.array(bits), broken)


def _rows(file: Path) -> Iterator[dict[str, str]]:
    """The sentences may be in any encoding: what is read is ASCII."""
    try:
        lines = file.read_bytes().decode("latin-1").splitlines()
    except OSError as error:
        raise DataError(
            expected="a table of answers", got=f"{shorten(file.name)}: {error.strerror}",
            fix="Check the path.",
        ) from error  # fmt: skip
    header = lines[0] if lines else ""
    reader = csv.DictReader(lines, delimiter=max(";,\t", key=header.count))
    if not {*_NEEDED} <= {*(reader.fieldnames or ())}:
        raise DataError(
            expected=f"the columns {', '.join(_NEEDED)}",
            got=f"{shorten(header)} in {shorten(file.name)}",
            fix="Take the tables as they were released.",
        )
    yield from reader
