"""Whether a translation still shows the gender that its English sentence speaks of."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Any

from equimask.core.schema import GENDERS
from equimask.gender.finder import GenderWords
from equimask.gender.lexicon.records import parse_pairs
from equimask.gender.lexicon.types import WordPair

OUTCOMES = ("same", "other", "both", "none")
# Which words of the lexicon count: those of sure sides only, or all that are listed.
READINGS = ("sure", "listed")

SUBJECTS = dict(zip(GENDERS, ("he", "she"), strict=True))
_PERSON = frozenset(("he", "him", "she", "her"))


class Preservation:
    """What the translations show, per reading and gender of the English sentence.

    First names do not count: they are the same name in most languages, whatever the grammar.
    """

    def __init__(self, language: str, lexicon: str) -> None:
        self._words = GenderWords.parse(language, lexicon)
        self._counts: dict[str, dict[str, Counter[str]]] = {
            reading: {gender: Counter() for gender in GENDERS} for reading in READINGS
        }

    def count(self, gender: str, sentence: str) -> None:
        """Take in one row."""
        found = [token for token in self._words.tokens(sentence) if token.gender]
        sure = outcome(gender, (token.gender for token in found if token.certain))
        self._counts["sure"][gender][sure] += 1
        self._counts["listed"][gender][outcome(gender, (token.gender for token in found))] += 1

    def summary(self) -> dict[str, dict[str, dict[str, float]]]:
        """Shares of the rows of each gender and of all.

        `kept` is the share of `same` among the translations that show any gender.
        """
        return {
            reading: {
                **{gender: _shares(counts) for gender, counts in by_gender.items()},
                "all": _shares(sum(by_gender.values(), Counter[str]())),
            }
            for reading, by_gender in self._counts.items()
        }


class PronounPreservation:
    """The reading of Kaneko et al. (2022, Figure 2), per corpus.

    Of the rows whose English has "he" ("she"), those whose translation has the word for it: a
    pronoun of the third person singular of that gender, in any case, doubtful or not.
    """

    def __init__(self, language: str, lexicon: str) -> None:
        self._words = GenderWords.parse(language, lexicon)
        self._are_there = any(map(_is_third_person, parse_pairs(language, lexicon)))
        self._seen: Counter[tuple[str, str]] = Counter()
        self._kept: Counter[tuple[str, str]] = Counter()

    def count(self, corpus: str, gender: str, words: Iterable[str], sentence: str) -> None:
        """Take in one row with the English words by which it was chosen."""
        if self._are_there and SUBJECTS[gender] in words:
            self._seen[corpus, gender] += 1
            self._kept[corpus, gender] += self._has_pronoun(gender, sentence)

    def summary(self, corpus: str | None = None) -> dict[str, dict[str, Any]]:
        """Number of sentences and share of those that keep it, of one corpus or of all.

        Nothing where the language has no word for "he" that is not one for "she".
        """
        if not self._are_there:
            return {}
        return {
            name: self._of(corpus, genders)
            for name, genders in (*((gender, (gender,)) for gender in GENDERS), ("all", GENDERS))
        }

    def _of(self, corpus: str | None, genders: Iterable[str]) -> dict[str, Any]:
        keys = [key for key in self._seen if corpus in (None, key[0]) and key[1] in tuple(genders)]
        seen, kept = (sum(counts[key] for key in keys) for counts in (self._seen, self._kept))
        return {"sentences": seen, "kept": round(kept / seen, 4) if seen else None}

    def _has_pronoun(self, gender: str, sentence: str) -> bool:
        return any(
            word.gender == gender and any(map(_is_third_person, word.pairs))
            for word in self._words.find(unicodedata.normalize("NFC", sentence))
        )


def outcome(gender: str, shown: Iterable[str]) -> str:
    """What words of these genders say about a sentence of `gender`: one of `OUTCOMES`."""
    genders = set(shown)
    if len(genders) > 1:
        return "both"
    if not genders:
        return "none"
    return "same" if gender in genders else "other"


def _shares(counts: Counter[str]) -> dict[str, float]:
    rows = sum(counts.values())
    showing = rows - counts["none"]
    shares = {name: round(counts[name] / rows, 4) if rows else 0.0 for name in OUTCOMES}
    return {**shares, "kept": round(counts["same"] / showing, 4) if showing else 0.0}


def _is_third_person(pair: WordPair) -> bool:
    return (
        pair.pos == "pron"
        and pair.number == "sing"
        and not _PERSON.isdisjoint(re.findall(r"\w+", pair.gloss))
    )
