"""The packaged pairs in the form that a metric reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from equimask.core.errors import DataError
from equimask.core.schema import GENDERS, PAIR_COLUMNS, PAIR_ID
from equimask.inputs.pairs import DATASET, Pair, load_pairs, pairs_version
from equimask.inputs.shared_context import shared_context
from equimask.metrics import MetricSpec

Columns = dict[str, list[str]]


class Data(NamedTuple):
    """Columns, and their `name@hash` for the signature."""

    columns: dict[str, list[Any]]
    label: str


def packaged_rows(spec: MetricSpec, language: str) -> Data:
    """`equimask_pairs` of the language."""
    if spec.rows_from is None:
        raise DataError(
            expected=f"the columns {' and '.join(f'`{name}`' for name in spec.columns)}",
            got="no data: the words that a model says about politicians are not packaged",
            fix="Build them with `python -m builders politician_completions`, load the config "
            "'counts', and pass word=rows['lemma'], gender=rows['gender'], counts=rows['count'].",
        )
    return rows_of(spec, load_pairs(language))


def rows_of(spec: MetricSpec, pairs: Sequence[Pair]) -> Data:
    """Some pairs in the form that the metric reads."""
    columns = _FORMS[str(spec.rows_from)](pairs)
    return Data(columns, f"{DATASET}@{pairs_version(list(pairs))}")


def _as_pairs(pairs: Sequence[Pair]) -> Columns:
    names = (*PAIR_COLUMNS, "gender_more")
    return {name: [getattr(pair, name) for pair in pairs] for name in names}


def _as_sides(pairs: Sequence[Pair]) -> Columns:
    return {name: [getattr(pair, name) for pair in pairs] for name in GENDERS}


def _as_bags(pairs: Sequence[Pair]) -> Columns:
    sides = _as_sides(pairs)
    return {
        "sentence": [*sides["male"], *sides["female"]],
        "gender": ["male"] * len(pairs) + ["female"] * len(pairs),
        PAIR_ID: [pair.id for pair in pairs] * 2,
    }


def _as_masks(pairs: Sequence[Pair]) -> Columns:
    """One sentence for each pair, masked at the gender word, with what agrees with it hidden."""
    return {
        "masked_sentence": [
            shared_context(pair.male, pair.female, pair.male_word, pair.female_word)
            for pair in pairs
        ],
        "male_word": [pair.male_word for pair in pairs],
        "female_word": [pair.female_word for pair in pairs],
    }


_FORMS: Mapping[str, Callable[[Sequence[Pair]], Columns]] = {
    "pairs": _as_pairs,
    "sides": _as_sides,
    "bags": _as_bags,
    "masks": _as_masks,
}
