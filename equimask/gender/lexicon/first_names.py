"""First names that share their gender with a word: "King James", "Tom hurt himself"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from equimask.core.languages import get_language
from equimask.gender.lexicon.types import Gender, Token

_COMMAS = frozenset({",", "，", "、", "،"})
# Where a title stands before surnames, many of which are first names too: Mr James.
_TITLES_BEFORE_SURNAMES = frozenset({"de", "en", "es", "fr", "nl", "pt"})
_TITLES_BEFORE_FIRST_NAMES = frozenset({"don", "doña", "dom", "dona", "sir", "lady", "lord"})
_LATIN_NAME = re.compile(r" ?[A-Z][a-z]+")
_FARTHEST = 4  # words between a name with its comma and the noun: "Anna, the young queen"


class FirstNames:
    """The first names of one language."""

    def __init__(self, lang: str, names: Mapping[str, Gender]) -> None:
        self.lang, self.spaced = lang, get_language(lang).spaced
        self._names = dict(names)
        self._longest = max(map(len, self._names), default=0)

    def beside(self, sentence: str, tokens: Sequence[Token], first: int, last: int) -> str:
        """The name that stands in apposition to the tokens first..last, or nothing.

        Directly before or after them, or cut off by a comma.
        """
        if not self.spaced:
            return self._touching(sentence, tokens[first].start, tokens[last].end)
        neighbours = [first - 1, last + 1]
        if last + 2 < len(tokens) and tokens[last + 1].text in _COMMAS:
            neighbours.append(last + 2)
        for index in range(first - 1, max(0, first - _FARTHEST - 1), -1):
            if tokens[index].text in _COMMAS:
                neighbours.append(index - 1)
                break
        for index in neighbours:
            if 0 <= index < len(tokens) and self._gender(tokens[index].text):
                return tokens[index].text
        return ""

    def after_title(self, tokens: Sequence[Token], last: int) -> str:
        """The first name after a title that ends at `last`; a surname after it is no obstacle."""
        name = last + 1
        if name < len(tokens) and tokens[name].text == ".":
            name += 1
        if name >= len(tokens) or not self._gender(tokens[name].text):
            return ""
        follows = tokens[name + 1].text if name + 1 < len(tokens) else ""
        before_surname = (
            self.lang in _TITLES_BEFORE_SURNAMES
            and tokens[last].text.lower() not in _TITLES_BEFORE_FIRST_NAMES
            and not follows[:1].isupper()
        )
        return "" if before_surname else tokens[name].text

    def antecedent(self, tokens: Sequence[Token], first: int, gender: Gender) -> str:
        """A name of that gender before the token, which a pronoun there most likely refers to."""
        names = (token.text for token in tokens[:first] if self._gender(token.text) == gender)
        return next(names, "")

    def _gender(self, word: str) -> Gender | None:
        if word.isupper() and len(word) > 1:
            word = word[:1] + word[1:].lower()
        return self._names.get(word)

    def _touching(self, sentence: str, start: int, end: int) -> str:
        foreign = _LATIN_NAME.match(sentence, end)
        if foreign:
            return foreign.group().strip()
        for size in range(self._longest, 0, -1):
            for piece in (sentence[max(0, start - size) : start], sentence[end : end + size]):
                if len(piece) == size and piece in self._names:
                    return piece
        return ""
