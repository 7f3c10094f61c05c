"""The word pairs written for this project, one row per pair and form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from builders.gender_lexicon.figures import records_figure
from builders.kit.options import BuildOptions
from equimask.core.rows import Row
from equimask.core.schema import DATASET_COLUMNS
from equimask.gender.lexicon.records import parse_pairs

_NAME = "gender_lexicon"


def rows(files: Mapping[str, bytes], options: BuildOptions) -> Iterator[Row]:
    """One row per record, in the order of the lists."""
    for name in sorted(files):
        lang = PurePosixPath(name).stem
        if options.wants(lang):
            for pair in parse_pairs(lang, files[name].decode("utf-8")):
                yield {column: getattr(pair, column) for column in DATASET_COLUMNS[_NAME]}


def summary(configs: Mapping[str, Sequence[Row]]) -> dict[str, Any]:
    """Counts per language: records by part of speech, and those with a warning."""
    return {
        "languages": {
            lang: {
                "pos": dict(sorted(Counter(str(row["pos"]) for row in group).items())),
                "ambiguous": sum(bool(row["ambiguous"]) for row in group),
                "words": len({str(row[side]) for row in group for side in ("male", "female")}),
            }
            for lang, group in configs.items()
        }
    }


def figures(receipt: Mapping[str, Any]) -> dict[str, bytes]:
    """The pictures of the card."""
    return {"records.svg": records_figure(receipt["summary"])}
