"""Sentences sorted into a male and a female bag by the gender words they hold."""

from __future__ import annotations

from collections.abc import Iterable

from equimask.gender.finder import GenderWords
from equimask.gender.lexicon.records import check_has_pairs


def gender_bags(sentences: Iterable[str], language: str) -> dict[str, list[str]]:
    """The sentences that speak of one gender only, each once, in the columns that MBE wants.

    So Kaneko et al. (2022) take MBE's bags from CrowS-Pairs. A sentence with words of both genders,
    or of none, is in neither bag.
    """
    check_has_pairs(language)
    words = GenderWords.load(language)
    bags: dict[str, list[str]] = {"sentence": [], "gender": []}
    for sentence in dict.fromkeys(sentences):
        genders = {token.gender for token in words.tokens(sentence)} - {""}
        if len(genders) == 1:
            bags["sentence"].append(sentence)
            bags["gender"].append(genders.pop())
    return bags
