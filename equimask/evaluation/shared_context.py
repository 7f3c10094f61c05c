"""What two versions of a sentence have in common: the one context in which both words are asked."""

from __future__ import annotations

import unicodedata

from equimask.alignment import longest_common_subsequence
from equimask.evaluation.filled_mask import HIDDEN, MASK
from equimask.mlm.words import unspaced


def shared_context(male: str, female: str, male_word: str, female_word: str) -> str:
    """The sentence with a mask for the gender word, and whatever else differs hidden.

    A verb or adjective that agrees would tell the answer: then grammar is asked, not the model.
    """
    before_male, _, after_male = male.partition(male_word)
    before_female, _, after_female = female.partition(female_word)
    return _shared(before_male, before_female) + MASK + _shared(after_male, after_female)


def _shared(one: str, other: str) -> str:
    """The text that both have; where either has anything else, one hidden word."""
    left, right = _units(one), _units(other)
    numbers = {unit: number for number, unit in enumerate(sorted({*left, *right}))}
    matches = longest_common_subsequence(
        [numbers[unit] for unit in left], [numbers[unit] for unit in right]
    )
    found, i, j = "", 0, 0
    for next_i, next_j in (*matches, (len(left), len(right))):
        if i < next_i or j < next_j:
            found += HIDDEN
        found += "".join(left[next_i : next_i + 1])
        i, j = next_i + 1, next_j + 1
    return found


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
