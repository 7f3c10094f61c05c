"""Does a translation still show the gender of its English sentence? By the target's lexicon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from equimask.core.schema import GENDERS
from equimask.gender.finder import GenderWords

OUTCOMES = ("same", "other", "both", "none")
# Which words of the lexicon count: those of sure sides only, or all that are listed.
READINGS = ("sure", "listed")


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
