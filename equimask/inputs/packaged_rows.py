"""The packaged pairs in the shape that each metric wants."""

from __future__ import annotations

from typing import NamedTuple

from equimask.core.errors import DataError
from equimask.core.schema import METRIC_COLUMNS, PAIR_COLUMNS, PAIR_ID
from equimask.inputs.pairs import DATASET, Pair, load_pairs, pairs_version
from equimask.inputs.shared_context import shared_context


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
        PAIR_ID: [pair.id for pair in pairs] * 2,
    }


def _masked(pairs: list[Pair]) -> dict[str, list[str]]:
    """One sentence for each pair, masked at the gender word, with what agrees with it hidden."""
    return {
        "masked_sentence": [
            shared_context(pair.male, pair.female, pair.male_word, pair.female_word)
            for pair in pairs
        ],
        "male_word": [pair.male_word for pair in pairs],
        "female_word": [pair.female_word for pair in pairs],
    }


_SHAPES = {"sbm": _sides, "mbe": _bags, "dcbm": _masked}
