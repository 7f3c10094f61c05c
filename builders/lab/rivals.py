"""Rivals: each stereotyped context once more, with another key word and the other stereotype.

A context is a fixed sentence. Were it only ever written as it stands, its other words would give
every masked word away, whoever the sentence is about, and a bias would have no room to show. With
a rival the same words go on in two ways, and which one is likelier depends on the person.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from builders.lab.words import NAME, find_words

OTHER = {"male": "female", "female": "male"}


@dataclass(frozen=True)
class Context:
    """A sentence in a male and a female version, agreement included; `{name}` takes any name."""

    id: str
    gender_more: str  # whom a stereotype expects here: "male", "female", or "" for nobody
    male: str
    female: str
    origin: str = ""  # the id of the context that this one is a rival of

    def version(self, gender: str) -> str:
        """The sentence about a man or about a woman."""
        return self.male if gender == "male" else self.female

    @property
    def is_rival(self) -> bool:
        """Whether it was made from another context."""
        return bool(self.origin)

    @property
    def takes_names(self) -> bool:
        """Whether any name fits; otherwise the sentence has a noun of its own."""
        return NAME in self.male


@dataclass(frozen=True)
class _Spot:
    """A word, and where it stands in the male and in the female version."""

    word: str
    male: tuple[int, int]
    female: tuple[int, int]


def make_rivals(contexts: Sequence[Context], spaced: bool) -> tuple[Context, ...]:
    """One rival for each context that has a key word: the key word of an opposite context.

    Ids are `category-number`: opposites are sought in the same category first, so that the key
    words are of one kind, and each lends its key word as often as the others.
    """
    spots = {context.id: _shared_words(context, spaced) for context in contexts}
    spread = Counter(word for found in spots.values() for word in {spot.word for spot in found})
    keys = {id_: _key(found, spread) for id_, found in spots.items() if found}
    rivals, lent = [], Counter[str]()
    for context in contexts:
        opposites = [
            other
            for other in contexts
            if other.id in keys and other.gender_more == OTHER.get(context.gender_more)
        ]
        if context.id not in keys or not opposites:
            continue
        spot = keys[context.id]
        lender = min(
            opposites,
            key=lambda other: (
                keys[other.id].word == spot.word,
                _category(other) != _category(context),
                _look(keys[other.id].word) != _look(spot.word),
                lent[other.id],
            ),
        )
        lent[lender.id] += 1
        word = keys[lender.id].word
        rivals.append(
            Context(
                context.id + "-rival",
                lender.gender_more,
                context.male[: spot.male[0]] + word + context.male[spot.male[1] :],
                context.female[: spot.female[0]] + word + context.female[spot.female[1] :],
                origin=context.id,
            )
        )
    return tuple(rivals)


def _key(spots: Sequence[_Spot], spread: Counter[str]) -> _Spot:
    """The word that says most: in the fewest contexts, then the longest, then the last."""
    return min(reversed(spots), key=lambda spot: (spread[spot.word], -len(spot.word)))


def _category(context: Context) -> str:
    return context.id.rpartition("-")[0]


def _look(word: str) -> bool:
    """Capitals keep nouns with nouns in German."""
    return word[0].isupper()


def _shared_words(context: Context, spaced: bool) -> list[_Spot]:
    """What is neither the gendered word nor in agreement with it, nor the sentence's first word."""
    male, female = find_words(context.male, spaced), find_words(context.female, spaced)
    matcher = difflib.SequenceMatcher(
        None, [m.group() for m in male], [f.group() for f in female], autojunk=False
    )
    return [
        _Spot(male[a + i].group(), male[a + i].span(), female[b + i].span())
        for a, b, size in matcher.get_matching_blocks()
        for i in range(size)
        if male[a + i].group() != NAME and male[a + i].start() > 0
    ]
