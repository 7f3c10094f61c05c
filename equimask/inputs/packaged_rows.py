"""The packaged pairs in the form that a metric reads."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from equimask.core.errors import DataError, InputError, shorten
from equimask.core.languages import unspaced
from equimask.core.schema import GENDERS, HIDDEN, MASK, PAIR_COLUMNS, PAIR_ID
from equimask.inputs.pairs import DATASET, Pair, load_pairs, pairs_version
from equimask.metrics import MetricSpec
from equimask.plans.alignment import longest_common_subsequence

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


def shared_context(male: str, female: str, male_word: str, female_word: str) -> str:
    """The sentence with a mask for the gender word, and whatever else differs hidden.

    A verb or adjective that agrees would tell the answer: then grammar is asked, not the model.
    """
    before_male, found_male, after_male = male.partition(male_word)
    before_female, found_female, after_female = female.partition(female_word)
    if not found_male or not found_female:
        raise InputError(
            expected="gender words that stand in their sentences",
            got=f"{shorten(male_word)} in {shorten(male)} and {shorten(female_word)} in "
            f"{shorten(female)}",
            fix="Correct the pair.",
        )
    return _shared(before_male, before_female) + MASK + _shared(after_male, after_female)


def _shared(one: str, other: str) -> str:
    """The text that both have; where either has anything else, one hidden word."""
    left, right = _units(one), _units(other)
    found, i, j = "", 0, 0
    for next_i, next_j in (*_matches(left, right), (len(left), len(right))):
        if i < next_i or j < next_j:
            found += HIDDEN
        found += "".join(left[next_i : next_i + 1])
        i, j = next_i + 1, next_j + 1
    return found


def _matches(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Which unit of the one is which of the other, in order."""
    if any(unspaced(unit[0]) for unit in (*left, *right)):
        return _ends(left, right)
    numbers = {unit: number for number, unit in enumerate(sorted({*left, *right}))}
    return longest_common_subsequence(
        [numbers[unit] for unit in left], [numbers[unit] for unit in right]
    )


def _ends(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Their shared beginning and end: single letters in between may be parts of other words."""
    shorter = min(len(left), len(right))
    start = next((i for i in range(shorter) if left[i] != right[i]), shorter)
    rest = shorter - start
    end = next((k for k in range(rest) if left[-1 - k] != right[-1 - k]), rest)
    if start and len(left) != len(right) and shorter == start + end:
        start -= 1  # one side has only added letters to a word that both begin with
    head = [(i, i) for i in range(start)]
    return head + [(len(left) - k, len(right) - k) for k in range(end, 0, -1)]


def _units(text: str) -> list[str]:
    """Words, and every other character by itself; in scripts without spaces, single letters."""
    units: list[str] = []
    for character in text:
        kind = unicodedata.category(character)[0]
        joined = units and (kind == "M" or (kind in "LN" and not unspaced(character)))
        if joined and _is_word(units[-1]) and (kind == "M" or not unspaced(units[-1][0])):
            units[-1] += character
        else:
            units.append(character)
    return units


def _is_word(unit: str) -> bool:
    return unicodedata.category(unit[0])[0] in "LMN"
