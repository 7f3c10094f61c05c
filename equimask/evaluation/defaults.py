"""The packaged pairs in the shape that each metric wants."""

from __future__ import annotations

from typing import NamedTuple

from equimask.errors import DataError
from equimask.evaluation.filled_mask import MASK
from equimask.pairs import DATASET, Pair, load_pairs, pairs_version
from equimask.schema import METRIC_COLUMNS, PAIR_COLUMNS


class DefaultData(NamedTuple):
    """Columns, their name for the signature, and the gender of each more stereotypical side."""

    columns: dict[str, list[str]]
    label: str
    gender_more: list[str] | None


def default_data(metric: str, language: str) -> DefaultData:
    """`equimask_pairs` of the language: as pairs, as male and female sides, or as two bags."""
    if metric == "latent_pmi":
        raise DataError(
            expected="the columns `word` and `gender`",
            got="no data: the words that a model says about politicians are not packaged",
            fix="Build them with `python -m builders politician_completions`, load the config "
            "'counts', and pass word=rows['lemma'], gender=rows['gender'], counts=rows['count'].",
        )
    return pair_data(metric, load_pairs(language))


def pair_data(metric: str, pairs: list[Pair]) -> DefaultData:
    """Some pairs in the shape that the metric wants."""
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


def _masked(pairs: list[Pair]) -> dict[str, list[str]]:
    """Both versions of each pair, masked at the gender word.

    Where agreement elsewhere tells the gender, it does so for men once and for women once; where
    nothing does, the two versions are one sentence and it is asked once.
    """
    rows: dict[tuple[str, str, str], None] = {}
    for pair in pairs:
        for side, word in ((pair.male, pair.male_word), (pair.female, pair.female_word)):
            rows[side.replace(word, MASK, 1), pair.male_word, pair.female_word] = None
    names = METRIC_COLUMNS["dcbm"]
    return {name: [row[k] for row in rows] for k, name in enumerate(names)}


_SHAPES = {"sbm": _sides, "mbe": _bags, "dcbm": _masked}
