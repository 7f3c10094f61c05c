"""Rivals: each stereotyped context once more, with another key word and the other stereotype.

A context is a fixed sentence. Were it only ever written as it stands, its other words would give
every masked word away, whoever the sentence is about, and a bias would have no room to show. With
a rival the same words go on in two ways, and which one is likelier depends on the person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle

from equimask.studies.laboratory.doses import STRONG, WEAK
from equimask.studies.laboratory.words import NAME, find_words, replace_word

OTHER = {"male": "female", "female": "male"}


@dataclass(frozen=True)
class Context:
    """A sentence in a male and a female version, agreement included; `{name}` takes any name."""

    id: str
    gender_more: str  # whom a stereotype expects here: "male", "female", or "" for nobody
    male: str
    female: str
    key: str = ""  # the word that says most, in which it differs from its rival
    origin: str = ""  # the id of the context that this one is a rival of
    strength: float = 1.0  # of its stereotype: how much of the dose's log-odds it takes

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


def find_keys(contexts: Sequence[Context]) -> dict[str, str]:
    """The key word of each context by its id, in a script with spaces.

    It says most: it stands in the fewest contexts, is the longest of those, then the last.
    """
    words = {context.id: _shared_words(context) for context in contexts}
    spread = Counter(word for found in words.values() for word in set(found))
    return {
        id_: min(reversed(found), key=lambda word: (spread[word], -len(word)))
        for id_, found in words.items()
        if found
    }


def with_keys(contexts: Sequence[Context], keys: Mapping[str, str]) -> tuple[Context, ...]:
    """The contexts, each with its key word if it has one."""
    return tuple(replace(context, key=keys.get(context.id, "")) for context in contexts)


def with_strengths(contexts: Sequence[Context]) -> tuple[Context, ...]:
    """The contexts, every other one of either stereotype strong and the rest weak.

    Were all alike, two doses could not both show in which gender a model expects: the larger
    would win in every context.
    """
    turns = {gender: cycle((STRONG, WEAK)) for gender in OTHER}
    return tuple(
        replace(context, strength=next(turns[context.gender_more])) for context in contexts
    )


def make_rivals(contexts: Sequence[Context], spaced: bool) -> tuple[Context, ...]:
    """One rival for each context that has a key word: the key word of an opposite context.

    Ids are `category-number`: opposites are sought in the same category first, so that the key
    words are of one kind, and each lends its key word as often as the others.
    """
    rivals, lent = [], Counter[str]()
    for context in contexts:
        opposites = [
            other
            for other in contexts
            if other.key and other.gender_more == OTHER.get(context.gender_more)
        ]
        if not context.key or not opposites:
            continue
        lender = min(opposites, key=lambda other: _distance(context, other, lent))
        male, female = (
            replace_word(text, context.key, lender.key, spaced)
            for text in (context.male, context.female)
        )
        if male and female:
            lent[lender.id] += 1
            rivals.append(
                Context(
                    context.id + "-rival",
                    lender.gender_more,
                    male,
                    female,
                    key=lender.key,
                    origin=context.id,
                    strength=context.strength,
                )
            )
    return tuple(rivals)


def _distance(
    context: Context, lender: Context, lent: Counter[str]
) -> tuple[bool, bool, bool, int]:
    return (
        lender.key == context.key,
        _category(lender) != _category(context),
        lender.key[0].isupper() != context.key[0].isupper(),  # German nouns with nouns
        lent[lender.id],
    )


def _category(context: Context) -> str:
    return context.id.rpartition("-")[0]


def _shared_words(context: Context) -> list[str]:
    """What stands once in both versions and begins neither: no gendered word, no agreement."""
    male, female = (
        Counter(match.group() for match in find_words(text))
        for text in (context.male, context.female)
    )
    return [
        match.group()
        for match in find_words(context.male)
        if match.start() > 0
        and match.group() != NAME
        and male[match.group()] == female[match.group()] == 1
    ]
