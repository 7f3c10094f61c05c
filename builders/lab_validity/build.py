"""Do bias measures follow what was planted? Small models with known doses, measured."""

from __future__ import annotations

from collections.abc import Iterator

from builders.kit.builder import Builder, Files, Summary
from builders.kit.options import BuildOptions
from builders.lab_validity.cells import measured_rows
from builders.lab_validity.figures import draw_all
from builders.lab_validity.measured_before import rows_before
from builders.lab_validity.options import ValidityOptions, add_arguments, read_options
from builders.lab_validity.power import SIZES
from builders.lab_validity.summary import summarise
from equimask.core.rows import Row


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """One row per model and variant of a measure; what is missing is trained and measured first."""
    own: ValidityOptions = options.own
    if own.measured:
        found = rows_before(own.measured, options.languages)
    else:
        found = measured_rows(own.design, own.shards, own.processes)
    every = []
    for row in found:
        every.append(row)
        yield row
    summary.update(summarise(every))


BUILDER = Builder(
    rows=rows,
    column_types={
        **dict.fromkeys(("stereotype", "prevalence", "heldout_loss", "value"), "float64"),
        **dict.fromkeys(("neutral", "stderr", "p_value", "null", "null_stderr"), "float64"),
        **dict.fromkeys(("p_calibrated", *(f"power_{n}" for n in SIZES)), "float64"),
        **dict.fromkeys(("repetition", "seed", "n"), "int64"),
    },
    figures=draw_all,
    add_arguments=add_arguments,
    read_options=read_options,
    keeps="finished models",
)
