"""Rivals: each stereotyped context once more, with another key word and the other stereotype.

A context is a fixed sentence. Were it only ever written as it stands, its other words would give
every masked word away, whoever the sentence is about, and a bias would have no room to show. With
a rival the same words go on in two ways, and which one is likelier depends on the person.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, takewhile

from equimask.studies.laboratory.doses import STRONG, WEAK

NAME = "{name}"

# Vowel signs and tone marks are part of a word, though Python's \w does not match them.
_MARKS = (
    r"\u0300-\u036f\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963"
    r"\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u200c\u200d"
)
_LETTER = rf"[\w{_MARKS}]"
_WORD = re.compile(rf"\{{name\}}|{_LETTER}+(?:[-’']{_LETTER}{{2,}})*")
OTHER = {"male": "female", "female": "male"}


def find_words(text: str) -> list[re.Match[str]]:
    """The words of a sentence in a script with spaces, a `{name}` slot among them."""
    return list(_WORD.finditer(text))


def replace_word(text: str, word: str, by: str, spaced: bool) -> str | None:
    """The text with `by` for `word`; None if the word does not stand there exactly once."""
    pattern = re.escape(word)
    if spaced:
        pattern = rf"(?<!{_LETTER}){pattern}(?!{_LETTER})"
    replaced, count = re.subn(pattern, lambda _: by, text)
    return replaced if count == 1 else None


def difference(one: str, other: str, spaced: bool) -> set[str]:
    """The words that only one of two sentences has; without spaces, what lies between the shared
    beginning and the shared end.
    """
    if spaced:
        return {m.group() for m in find_words(one)} ^ {m.group() for m in find_words(other)}
    start = _shared_beginning(one, other)
    while any(_is_mark(text[start : start + 1]) for text in (one, other)):
        start -= 1  # a vowel sign or tone mark stays with its letter
    end = _shared_beginning(one[start:][::-1], other[start:][::-1])
    return {text[start : len(text) - end] for text in (one, other)} - {""}


def _is_mark(letter: str) -> bool:
    return letter != "" and unicodedata.category(letter).startswith("M")


def _shared_beginning(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


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
