"""The options of the builder, and those of a dataset folder that was built before."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from builders.kit.arguments import check_least
from builders.kit.builder import BuildOptions
from builders.kit.fetch import default_cache
from builders.kit.receipt import read_receipt
from builders.lab_validity.design import TWINS, Design
from equimask.core.errors import DataError
from equimask.core.rows import Row
from equimask.inputs.pairs import load_pairs

_SMALL = Design(("de", "en"), doses=(0.0, 0.8), small_doses=(), null_cells=2, steps=40)


def full_design() -> Design:
    """Four scripts: three doses crossed, two small ones, and models without any for 100 alarms."""
    return Design(
        ("ar", "de", "ja", "ru"),
        doses=(-0.8, 0.0, 0.8),
        small_doses=(0.2, 0.4),
        null_cells=25,
        steps=900,
    )


@dataclass(frozen=True)
class ValidityOptions:
    """The builder's own options, checked."""

    design: Design
    processes: int
    shards: Path
    measured: Path | None
    earlier: Path | None
    """A folder with the rows of the first experiment; None in a try."""

    @classmethod
    def of(cls, options: BuildOptions) -> ValidityOptions:
        """What the command line gave."""
        extra = options.extra
        given: dict[str, Any] = {
            name: extra[name]
            for name in ("null_cells", "steps", "processes")
            if extra[name] is not None
        }
        for name in given:
            check_least(given, name, 1)
        processes = given.pop("processes")
        for name in ("doses", "small_doses"):
            if extra[name] is not None:
                given[name] = tuple(sorted(set(extra[name])))
        if options.languages:
            given["languages"] = options.languages
        design = replace(_SMALL if extra["small"] else full_design(), **given)
        for lang in design.languages:
            load_pairs(lang)  # refuses a language that has none
        for cell in design.cells():
            _ = cell.doses  # refuses what cannot be a dose
        return cls(
            design,
            processes,
            extra["shards"] or default_cache() / "shards" / "lab_validity",
            extra["measured"],
            extra["earlier"],
        )


def read_options(options: BuildOptions) -> BuildOptions:
    """The options with the builder's own; the receipt tells what the numbers depend on.

    Rows that were measured before have the options of then.
    """
    own = ValidityOptions.of(options)
    languages, design = options.languages, own.design
    told: dict[str, Any] = {
        "design": list(design.languages),
        "doses": list(design.doses),
        "small_doses": list(design.small_doses),
        "null_cells": design.null_cells,
        "steps": design.steps,
        "twins": TWINS,
    }
    if own.measured:
        before = options_before(own.measured)
        languages = languages or tuple(before["languages"])
        told = {name: before[name] for name in told}
    return replace(options, languages=languages, extra=told, own=own)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare them."""
    full = full_design()
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    cells = sum(1 for _ in full.cells())
    parser.description = f"{parser.description}\n{_INTRODUCTION.format(cells=cells)}"
    add = parser.add_argument_group("lab_validity").add_argument
    add(
        "--small",
        action="store_true",
        help=f"a try: {', '.join(_SMALL.languages)}, doses {_numbers(_SMALL.doses)}, "
        f"{_SMALL.null_cells} models without bias, {_SMALL.steps} steps",
    )
    add(
        "--doses",
        type=float,
        nargs="+",
        metavar="DOSE",
        help="of stereotype, of prevalence and of name frequency, from -1 to 1; all are crossed "
        f"(default: {_numbers(full.doses)})",
    )
    add(
        "--small-doses",
        type=float,
        nargs="*",
        metavar="DOSE",
        help="of stereotype and of prevalence, half crossed, in both directions, beside those "
        f"(default: {_numbers(full.small_doses)})",
    )
    add(
        "--null-cells",
        type=int,
        metavar="N",
        help="models of each language without any bias, that of the doses 0 and 0 included "
        f"(default: {full.null_cells})",
    )
    add(
        "--steps",
        type=int,
        metavar="N",
        help=f"of training, 64 lines each (default: {full.steps})",
    )
    add(
        "--processes",
        type=int,
        default=1,
        metavar="N",
        help="models at a time, one thread each; the result does not depend on it (default: 1)",
    )
    add(
        "--shards",
        type=Path,
        metavar="DIR",
        help="where finished models' numbers lie (default: $EQUIMASK_CACHE or ~/.cache/equimask, "
        "below shards/lab_validity)",
    )
    add(
        "--measured",
        type=Path,
        metavar="DIR",
        help="take the rows of this dataset folder, built before, and train nothing",
    )
    add(
        "--earlier",
        type=Path,
        metavar="DIR",
        help="carry over the rows of the first experiment (two doses, 13 languages) from this "
        "dataset folder",
    )


def _numbers(doses: tuple[float, ...]) -> str:
    return " ".join(f"{dose:g}" for dose in doses)


_INTRODUCTION = """
Do bias measures measure what they claim? In every language a small model is trained for each
combination of three planted doses (see python -m equimask.studies.laboratory --help) and measured
by all measures; the card says which of them follow their own dose, and only that.

  python -m builders lab_validity --small --out /tmp/lab    a try of minutes
  python -m builders lab_validity --processes 2 --earlier datasets/lab_validity
                                                            the whole: {cells} models, hours
  python -m builders lab_validity --measured datasets/lab_validity
                                                            card and figures anew, no training

A run that was interrupted goes on where it stopped when the same command is given again. Models
and their numbers stay: one more language or dose costs only its own, and where measures change,
models are measured anew and not trained. Remove their folder when you need them no more.
"""


def options_before(folder: Path) -> dict[str, Any]:
    """The options of that build."""
    try:
        return dict(read_receipt(folder)["options"])
    except (ValueError, LookupError, TypeError) as error:
        raise _broken(folder, "a readable receipt.json") from error


def rows_before(folder: Path, languages: Sequence[str] = ()) -> Iterator[Row]:
    """Its rows, in their order; with `languages`, theirs."""
    import pyarrow.parquet as pq

    paths = sorted((folder / "data").glob("*.parquet"))
    wanted = [path for path in paths if not languages or path.stem in languages]
    if not wanted:
        raise _broken(folder, "parquet files of these languages")
    for path in wanted:
        yield from pq.read_table(path).to_pylist()


def _broken(folder: Path, expected: str) -> DataError:
    return DataError(
        expected=f"{expected} in {folder.name}",
        got="none",
        fix="Point --measured at the folder of a finished build of lab_validity.",
    )
