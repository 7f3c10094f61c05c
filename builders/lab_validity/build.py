"""Do bias measures follow what was planted? Small models with known doses, measured."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from builders.kit.options import BuildOptions
from builders.kit.run import build
from builders.lab_validity import options as own_options
from builders.lab_validity.cells import measured_rows
from builders.lab_validity.figures import draw_all
from builders.lab_validity.measured_before import earlier_options, earlier_rows
from builders.lab_validity.measuring import TWINS
from builders.lab_validity.options import ValidityOptions
from builders.lab_validity.power import SIZES
from builders.lab_validity.summary import summarise
from equimask.core.errors import DataError
from equimask.core.rows import Row

FOLDER = Path(__file__).parent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this builder."""
    own_options.add_arguments(parser)


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Train and measure what is missing, then build the dataset; returns the receipt."""
    own = ValidityOptions.of(arguments)
    out = arguments.out or FOLDER.parents[1] / "datasets" / FOLDER.name
    chosen = tuple(sorted(set(arguments.language)))
    extra: dict[str, object] = {
        "doses": list(own.design.doses),
        "null_cells": own.design.null_cells,
        "steps": own.design.steps,
        "twins": TWINS,
    }
    if own.measured:
        earlier = earlier_options(own.measured)
        chosen = chosen or tuple(earlier["languages"])
        extra = {name: earlier[name] for name in extra}
    options = BuildOptions(chosen, arguments.redistributable_only, extra)
    try:
        return build(FOLDER, Experiment(own), out, options=options)
    except KeyboardInterrupt as interruption:
        raise DataError(
            expected="a run that is not interrupted",
            got="an interruption",
            fix="Give the same command again to go on: finished models are kept.",
        ) from interruption


def figures(receipt: Mapping[str, Any]) -> dict[str, bytes]:
    """The pictures of the card."""
    return draw_all(receipt["summary"])


class Experiment:
    """The builder of the rows, their analysis and its figures."""

    COLUMN_TYPES: ClassVar = {
        **dict.fromkeys(("stereotype", "prevalence", "heldout_loss", "value"), "float64"),
        **dict.fromkeys(("neutral", "stderr", "p_value", "null", "null_stderr"), "float64"),
        **dict.fromkeys(("p_calibrated", *(f"power_{n}" for n in SIZES)), "float64"),
        **dict.fromkeys(("repetition", "seed", "n"), "int64"),
    }

    def __init__(self, own: ValidityOptions) -> None:
        self._own = own

    def rows(self, files: Mapping[str, bytes], options: BuildOptions) -> Iterator[Row]:
        """One row per model and variant of a measure."""
        own = self._own
        if own.measured:
            return earlier_rows(own.measured, options.languages)
        return measured_rows(own.design, own.shards, own.processes)

    def summary(self, configs: Mapping[str, Sequence[Row]]) -> dict[str, Any]:
        """What the card says of all rows together."""
        return summarise([row for rows in configs.values() for row in rows])

    figures = staticmethod(figures)
