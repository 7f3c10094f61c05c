"""The packaged pairs in the shape that each metric wants."""

from __future__ import annotations

from typing import NamedTuple

from equimask.pairs import DATASET, Pair, load_pairs, pairs_version
from equimask.schema import METRIC_COLUMNS, PAIR_COLUMNS


class DefaultData(NamedTuple):
    """Columns, their name for the signature, and the gender of each more stereotypical side."""

    columns: dict[str, list[str]]
    label: str
    gender_more: list[str] | None


def default_data(metric: str, language: str) -> DefaultData:
    """`equimask_pairs` of the language: as pairs, as male and female sides, or as two bags."""
    pairs = load_pairs(language)
    label = f"{DATASET}@{pairs_version(pairs)}"
    if METRIC_COLUMNS[metric] == PAIR_COLUMNS:
        columns = {name: [getattr(pair, name) for pair in pairs] for name in PAIR_COLUMNS}
        return DefaultData(columns, label, [pair.gender_more for pair in pairs])
    return DefaultData(_SHAPES[metric](pairs), label, None)


def _sides(pairs: list[Pair]) -> dict[str, list[str]]:
    return {name: [getattr(pair, name) for pair in pairs] for name in ("male", "female")}


def _bags(pairs: list[Pair]) -> dict[str, list[str]]:
    sides = _sides(pairs)
    return {
        "sentence": [*sides["male"], *sides["female"]],
        "gender": ["male"] * len(pairs) + ["female"] * len(pairs),
    }


_SHAPES = {"sbm": _sides, "mbe": _bags}
