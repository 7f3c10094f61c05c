"""One masked sentence out of two versions: what only one of them says is hidden."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from equimask.core.errors import InputError, shorten
from equimask.core.languages import unspaced
from equimask.core.schema import HIDDEN, MASK
from equimask.plans.alignment import longest_common_subsequence


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
