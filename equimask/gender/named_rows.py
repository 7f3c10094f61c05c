"""Rows whose two sides differ by one listed first name each: who is named, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from equimask.core.errors import DataError
from equimask.core.languages import get_language, nearest
from equimask.core.packaged import packaged_languages
from equimask.gender.contrast import changed_tokens
from equimask.gender.finder import GenderWords
from equimask.gender.lexicon.records import load_names
from equimask.gender.lexicon.types import Gender, GenderToken
from equimask.gender.neutral_contexts import Frame

NO_NAME = "no_name"
SEVERAL_NAMES = "several_names"
UNLISTED = "inflected_or_unlisted"
SAME_GENDER = "same_gender"
OTHER_GENDER = "other_gender"  # the names do not stand on the sides that they should


class NamedSide(NamedTuple):
    """A name in its listed form, and the text around it."""

    name: str
    gender: Gender
    frame: Frame


class NamedRow(NamedTuple):
    """The people of the two sides, of different genders."""

    first: NamedSide
    second: NamedSide


class NameFinder:
    """The names of one language; a language without a list is an error."""

    def __init__(self, language: str) -> None:
        self.language = get_language(language).code
        self.names: Mapping[str, Gender] = load_names(self.language)
        if not self.names:
            available = packaged_languages("first_names")
            near = nearest(self.language, available)
            raise DataError(
                expected=f"a language with first names ({', '.join(available)})",
                got=repr(self.language),
                fix=f"Take {near!r}." if near else "Score without control pairs.",
            )
        self._words = GenderWords.load(self.language)

    def in_pair(self, first: str, second: str) -> NamedRow | str:
        """What is named in two sentences, or why that is not one listed name on either side.

        Words that agree with the name may differ too.
        """
        sides = self._words.tokens(first), self._words.tokens(second)
        regions = [
            region
            for region in changed_tokens(*sides)
            if any(token.kind == "name" for side in region for token in side)
        ]
        if len(regions) != 1:
            return SEVERAL_NAMES if regions else NO_NAME
        ours, theirs = regions[0]
        if len(ours) != 1 or len(theirs) != 1:
            return UNLISTED
        found = self._side(first, ours[0]), self._side(second, theirs[0])
        if found[0] is None or found[1] is None:
            return UNLISTED
        again = (
            token.text == side.name and token.start != len(side.frame.before)
            for side, tokens in zip((found[0], found[1]), sides, strict=True)
            for token in tokens
        )
        return SEVERAL_NAMES if any(again) else _of_two_genders(found[0], found[1])

    def at_mask(self, frame: Frame, first: str, second: str) -> NamedRow | str:
        """The same of two words that may stand in one place."""
        genders = self.names.get(first), self.names.get(second)
        if genders[0] is None or genders[1] is None:
            return UNLISTED if self._is_name(first) or self._is_name(second) else NO_NAME
        return _of_two_genders(
            NamedSide(first, genders[0], frame), NamedSide(second, genders[1], frame)
        )

    def _side(self, sentence: str, token: GenderToken) -> NamedSide | None:
        gender = self.names.get(token.text)
        if gender is None:
            return None
        return NamedSide(token.text, gender, Frame(sentence[: token.start], sentence[token.end :]))

    def _is_name(self, word: str) -> bool:
        return any(token.kind == "name" for token in self._words.tokens(word))


def _of_two_genders(first: NamedSide, second: NamedSide) -> NamedRow | str:
    return NamedRow(first, second) if first.gender != second.gender else SAME_GENDER
