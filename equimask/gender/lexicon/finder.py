"""Gender words in running text: whole words by offsets, one compiled pattern per language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from unicodedata import category

from equimask.core.languages import get_language
from equimask.gender.lexicon.affixes import Affixes, affixes_of, fits, spellings
from equimask.gender.lexicon.folding import View, lowered, without_arabic_marks
from equimask.gender.lexicon.records import load_pairs, load_stops
from equimask.gender.lexicon.tokens import letter_class
from equimask.gender.lexicon.trie import trie_pattern
from equimask.gender.lexicon.types import Gender, GenderWord, WordPair

Segmenter = Callable[[str], Iterable[tuple[int, int]]]

_VOWEL_SIGNS = "\u0900-\u0903\u093a-\u094f"  # Devanagari: they end no word, they go on with it
# Nouns that are adjectives or verbs in lower case; at the start of a sentence nobody can tell.
_LOWER_CASE_TWINS = {"de": frozenset({"junge", "jungen", "dichter", "hexen"})}
# Pronouns that, capitalised inside a sentence, are the polite "you".
_POLITE_FORMS = {"de": frozenset(["sie", "ihr", "ihre", "ihren", "ihrem", "ihrer", "ihres"])}
# Titles that running text also writes in lower case.
_LOWER_CASE_TITLES = frozenset({"id"})
# Demonstratives agree with a noun; they name nobody.
_AGREEING_POS = {"ar": "det"}
_OPENING = "\"'“”„«»‘’‚‹›¿¡([-–—"
_ENDING = ".!?:…"

# Thai vowels that are written before and behind the consonant that they belong to.
_THAI_LEADING, _THAI_TRAILING = "เแโใไ", "ะาำๅ"
_KATAKANA = range(0x30A1, 0x30FF)

_Found = tuple[Gender, tuple[WordPair, ...]]


class Matcher:
    """Finds the gender words of one language.

    `segmenter` may cut a text without spaces into words: only matches that begin and end at its
    boundaries count then. Without one, the longest match wins, neutral compounds included.
    """

    def __init__(
        self,
        lang: str,
        pairs: Sequence[WordPair],
        stops: Sequence[str] = (),
        segmenter: Segmenter | None = None,
    ) -> None:
        self.lang = lang
        self.spaced = get_language(lang).spaced
        self.segmenter = segmenter
        self._cache: dict[tuple[str, str, str], _Found] = {}
        self._readings: dict[str, list[tuple[str, Gender, WordPair]]] = defaultdict(list)
        for pair in pairs:
            if pair.pos != _AGREEING_POS.get(lang):
                self._add("male", pair)
                self._add("female", pair)
        for compound in stops:
            self._readings[lowered(compound)] = []
        self._pattern = _compile(trie_pattern(self._readings), self.spaced, affixes_of(lang))

    def find(self, sentence: str) -> list[GenderWord]:
        """The gender words of a sentence in NFC, in order."""
        if self.lang == "ar":
            view = without_arabic_marks(sentence)
            return self._find(view.text, sentence, view)
        return self._find(sentence, sentence, None)

    def find_all(self, sentences: Iterable[str]) -> Iterator[list[GenderWord]]:
        """`find` over any number of sentences, one at a time."""
        return map(self.find, sentences)

    def _find(self, text: str, sentence: str, view: View | None) -> list[GenderWord]:
        found = []
        for match in self._pattern.finditer(lowered(text)):
            start, end = match.span("word")
            surface = text[start:end]
            gender, pairs = self._readings_of(surface, match["before"], match["after"])
            if not pairs or not self._is_whole(text, match) or self._is_polite(text, start, end):
                continue
            if view is not None:
                start, end = view.original(start), view.original(end - 1) + 1
            found.append(GenderWord(sentence[start:end], start, end, gender, pairs))
        if found and self.segmenter is not None:
            edges = {edge for span in self.segmenter(sentence) for edge in span}
            found = [word for word in found if {word.start, word.end} <= edges]
        return found

    def _readings_of(self, surface: str, before: str, after: str) -> _Found:
        key = (surface, before, after)
        if key not in self._cache:
            if len(self._cache) > 100_000:  # odd casings must not fill the memory
                self._cache.clear()
            self._cache[key] = self._look_up(surface, before, after)
        return self._cache[key]

    def _look_up(self, surface: str, before: str, after: str) -> _Found:
        readings = [
            (gender, pair)
            for spelling, gender, pair in self._readings[lowered(surface)]
            if fits(spelling, pair.side(gender), before, after, self.lang)
            and self._is_cased(surface, spelling)
        ]
        if not readings:
            return "male", ()
        # listed on both sides, it counts as a gender word; a record without doubt decides
        gender = next((gender for gender, pair in readings if not pair.ambiguous), readings[0][0])
        return gender, tuple(dict.fromkeys(pair for side, pair in readings if side == gender))

    def _add(self, gender: Gender, pair: WordPair) -> None:
        for spelling in spellings(pair.side(gender), self.lang):
            self._readings[lowered(spelling)].append((spelling, gender, pair))

    def _is_whole(self, text: str, match: re.Match[str]) -> bool:
        before = text[match.start() - 1] if match.start() else ""
        after = text[match.end()] if match.end() < len(text) else ""
        if after and category(after)[0] == "M":  # a mark belongs to the letter before it
            return False
        if self.lang == "th":
            return not (before and before in _THAI_LEADING) and not (
                after and after in _THAI_TRAILING
            )
        if self.lang == "ja":
            return not (_is_katakana(before) and _is_katakana(text[match.start()])) and not (
                _is_katakana(text[match.end() - 1]) and _is_katakana(after)
            )
        return True

    def _is_cased(self, text: str, spelling: str) -> bool:
        """A form that the list capitalises needs its capital: Junge is a boy, junge is young."""
        if spelling[:1].islower() or self.lang in _LOWER_CASE_TITLES:
            return True
        return not text[:1].islower()

    def _is_polite(self, text: str, start: int, end: int) -> bool:
        return (
            self.lang in _POLITE_FORMS
            and text[start].isupper()
            and text[start + 1 : end].islower()
            and text[start:end].lower() in _POLITE_FORMS[self.lang]
            and not starts_sentence(text, start)
        )


@lru_cache(maxsize=32)
def matcher_of(lang: str, segmenter: Segmenter | None = None) -> Matcher:
    """The matcher of the packaged lists."""
    return Matcher(lang, load_pairs(lang), load_stops(lang), segmenter)


def starts_sentence(sentence: str, offset: int) -> bool:
    """Whether a capital at the offset may be due to the beginning of a sentence or a quotation."""
    if offset and sentence[offset - 1] in _OPENING:
        return True
    head = sentence[:offset].rstrip(_OPENING + " \t\n\u00a0")
    return not head or head[-1] in _ENDING


def has_lower_case_twin(sentence: str, word: GenderWord, lang: str) -> bool:
    """Whether only its capital marks the word as a noun, where any word would have one."""
    twins = _LOWER_CASE_TWINS.get(lang, frozenset())
    return word.text.lower() in twins and (
        word.text.isupper() or starts_sentence(sentence, word.start)
    )


def _compile(words: str, spaced: bool, affixes: Affixes) -> re.Pattern[str]:
    before, after = (f"(?:{part})??" if part else "" for part in (affixes.before, affixes.after))
    body = f"(?P<before>{before})(?P<word>{words})(?P<after>{after})"
    if not spaced:
        return re.compile(body)
    # a hashtag or an address is no running text; a vowel sign is part of the word before it
    return re.compile(rf"(?<![{letter_class()}@#]){body}(?!\w|[{_VOWEL_SIGNS}])")


def _is_katakana(character: str) -> bool:
    """A listed loan word that stands inside a longer one is no word: スミス holds no ミス."""
    return bool(character) and ord(character) in _KATAKANA and character != "・"
