"""The word pairs written for this project, one row per pair and form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from builders.gender_lexicon.figures import draw_all
from builders.kit.builder import Builder, Files, Summary
from builders.kit.options import BuildOptions
from equimask.core.rows import Row
from equimask.core.schema import DATASET_COLUMNS
from equimask.gender.lexicon.records import parse_pairs

_NAME = "gender_lexicon"


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """One row per record, in the order of the lists; `summary` counts them by language."""
    summary["languages"] = {}
    for name in sorted(files):
        lang = PurePosixPath(name).stem
        if options.wants(lang):
            group: list[Row] = [
                {column: getattr(pair, column) for column in DATASET_COLUMNS[_NAME]}
                for pair in parse_pairs(lang, files[name].read_text("utf-8"))
            ]
            yield from group
            summary["languages"][lang] = _facts(group)


def _facts(group: Sequence[Row]) -> dict[str, Any]:
    """Records by part of speech, and those with a warning."""
    return {
        "pos": dict(sorted(Counter(str(row["pos"]) for row in group).items())),
        "ambiguous": sum(bool(row["ambiguous"]) for row in group),
        "words": len({str(row[side]) for row in group for side in ("male", "female")}),
    }


BUILDER = Builder(rows=rows, figures=draw_all)
