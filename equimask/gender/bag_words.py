"""By which words sentences got into the bags of two genders, and which word carries too much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

# What text about men or women is made of; any other word with a share of a tenth is a topic.
PRONOUNS = frozenset("he him his himself she her hers herself".split())
A_TENTH = 0.1


class DominantWord(NamedTuple):
    """A word that stands in a large share of the sentences of one gender."""

    gender: str
    word: str
    sentences: int
    share: float

    @property
    def is_pronoun(self) -> bool:
        """Whether it is one of the English pronouns, which every bag is full of."""
        return self.word.lower() in PRONOUNS


class WordBags:
    """How many sentences of each gender have each of the words; fed one sentence after another."""

    def __init__(self) -> None:
        self._sentences: Counter[str] = Counter()
        self._words: dict[str, Counter[str]] = {}

    def add(self, gender: str, words: str) -> None:
        """One more sentence with its words, joined by commas."""
        self._sentences[gender] += 1
        own = {word.strip() for word in words.split(",")} - {""}
        self._words.setdefault(gender, Counter()).update(own)

    def commonest(self, gender: str, most: int) -> dict[str, int]:
        """The commonest words; ties by the alphabet."""
        return dict(self._ranked(gender)[:most])

    def dominant(self, above: float = A_TENTH) -> list[DominantWord]:
        """The words in more than this share of the sentences of a gender, the largest first."""
        found = [
            DominantWord(gender, word, count, count / self._sentences[gender])
            for gender in self._words
            for word, count in self._ranked(gender)
            if count > above * self._sentences[gender]
        ]
        return sorted(found, key=lambda one: (-one.share, one.gender, one.word))

    def _ranked(self, gender: str) -> list[tuple[str, int]]:
        words = self._words.get(gender, Counter())
        return sorted(words.items(), key=lambda item: (-item[1], item[0]))


def dominant_words(
    words: Iterable[str], genders: Iterable[str], *, above: float = A_TENTH
) -> list[DominantWord]:
    """The words that carry more than a tenth of a bag, the largest share first.

    `words` has, for every sentence, the words by which it was chosen, joined by commas: the column
    `words` of a built dataset. A score of such a bag is in part one of that word.
    """
    bags = WordBags()
    for own, gender in zip(words, genders, strict=True):
        bags.add(gender, own)
    return bags.dominant(above)
