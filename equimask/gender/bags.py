"""Sentences sorted into a male and a female bag by the gender words they hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

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
        if shown := _shown(words, sentence):
            bags["sentence"].append(sentence)
            bags["gender"].append(shown.gender)
    return bags


class ByEnglish(NamedTuple):
    """A translation, the gender of its English sentence, and the English words that show it."""

    sentence: str
    gender: str
    words: tuple[str, ...]


def bags_by_english(pairs: Iterable[tuple[str, str]]) -> list[ByEnglish]:
    """Step 1 of MBE: of (English, translation), the translations whose English has one gender.

    Each once; one that stands beside English sentences of both genders is left out. The dataset
    parallel_gender_sentences doubts more words than this does, and says of which.
    """
    words = GenderWords.load("en")
    found: dict[str, ByEnglish | None] = {}
    for english, sentence in pairs:
        if not (shown := _shown(words, english)):
            continue
        known = found.setdefault(sentence, ByEnglish(sentence, *shown))
        if known is not None and known.gender != shown.gender:
            found[sentence] = None
    return [one for one in found.values() if one is not None]


class _Shown(NamedTuple):
    gender: str
    words: tuple[str, ...]


def _shown(words: GenderWords, sentence: str) -> _Shown | None:
    """The one gender of which the sentence speaks, and by which words."""
    telling = [token for token in words.tokens(sentence) if token.gender]
    genders = {token.gender for token in telling}
    if len(genders) != 1:
        return None
    told = (token.text if token.kind == "name" else token.text.lower() for token in telling)
    return _Shown(genders.pop(), tuple(dict.fromkeys(told)))
