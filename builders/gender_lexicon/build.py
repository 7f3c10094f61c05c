"""The word pairs written for this project, one row per pair and form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from builders.gender_lexicon.swaps import swaps_by_language
from builders.kit.builder import Builder, BuildOptions, Files, Summary
from builders.kit.charts import stacked_bars
from equimask.core.drawing import BLUE, ORANGE
from equimask.core.rows import Row
from equimask.core.schema import DATASET_COLUMNS
from equimask.gender.lexicon.records import parse_pairs

_SURE, _DOUBTFUL = "sure signs of a gender", "with a warning"

_NAME = "gender_lexicon"


def rows(files: Files, options: BuildOptions, summary: Summary) -> Iterator[Row]:
    """One row per record, in the order of the lists; `summary` counts them by language.

    Beside the words the card tells how well sentences are swapped with them.
    """
    summary["languages"] = {}
    summary["swaps"] = swaps_by_language()
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


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """Per language, how many records are sure and how many carry a warning."""
    rows = {}
    for lang, facts in summary["languages"].items():
        doubtful = facts["ambiguous"]
        rows[lang] = {_SURE: sum(facts["pos"].values()) - doubtful, _DOUBTFUL: doubtful}
    return {"records.svg": stacked_bars(rows, {_SURE: BLUE, _DOUBTFUL: ORANGE}, "records")}


BUILDER = Builder(rows=rows, figures=draw_all)
