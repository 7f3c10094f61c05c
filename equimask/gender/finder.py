"""The gender words of a sentence: one search by whole words, seen in two ways.

`find` gives the words of the lexicon with their records, as a swap needs them. `tokens` cuts the
sentence into words and says what each of them tells: those that `find` finds, and the words, names
and forms that no record lists.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from types import MappingProxyType
from typing import NamedTuple

from equimask.core.languages import get_language
from equimask.gender.lexicon.affixes import Affixes, affixes_of, fits, spellings
from equimask.gender.lexicon.folding import View, composed, lowered, without_arabic_marks
from equimask.gender.lexicon.records import (
    load_names,
    load_pairs,
    load_stops,
    parse_names,
    parse_pairs,
)
from equimask.gender.lexicon.reliability import merged, reading_of
from equimask.gender.lexicon.tokens import is_whole, letter_class, pieces_of
from equimask.gender.lexicon.trie import trie_pattern
from equimask.gender.lexicon.types import (
    Gender,
    GenderToken,
    GenderWord,
    Reading,
    Token,
    WordPair,
)
from equimask.gender.lexicon.unlisted import Unlisted

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


class _Listed(NamedTuple):
    """What the records say of a form: those that a swap may use, and how it is read."""

    gender: Gender
    pairs: tuple[WordPair, ...]
    reading: Reading


class GenderWords:
    """The gender words of one language.

    `segmenter` may cut a text without spaces into words: only matches that begin and end at its
    boundaries count then. Without one, the longest match wins, neutral compounds included.
    """

    def __init__(
        self,
        lang: str,
        pairs: Sequence[WordPair],
        stops: Sequence[str] = (),
        names: Mapping[str, Gender] = MappingProxyType({}),
        segmenter: Segmenter | None = None,
    ) -> None:
        self.language = get_language(lang)
        lang = self.language.code
        self.segmenter = segmenter
        self._cache: dict[tuple[str, str, str], _Listed | None] = {}
        self._records: dict[str, list[tuple[str, Gender, WordPair]]] = defaultdict(list)
        for pair in pairs:
            if pair.pos != _AGREEING_POS.get(lang):
                self._add("male", pair)
                self._add("female", pair)
        for compound in stops:
            self._records[lowered(compound)] = []
        words = trie_pattern(self._records)
        self._pattern = _compile(words, self.language.spaced, affixes_of(lang))
        self._pairs, self._names = pairs, names

    @cached_property
    def _unlisted(self) -> Unlisted:
        """The words that no record lists, of which only `tokens` tells."""
        return Unlisted(self.language.code, self._pairs, self._names)

    @classmethod
    @lru_cache(maxsize=32)
    def load(cls, lang: str, segmenter: Segmenter | None = None) -> GenderWords:
        """From the lists that ship with the package; a language without lists has no words."""
        return cls(lang, load_pairs(lang), load_stops(lang), load_names(lang), segmenter)

    @classmethod
    def parse(cls, lang: str, lexicon: str, names: str = "") -> GenderWords:
        """From the text of a lexicon TSV and a first-names TSV, with the packaged compounds."""
        return cls(lang, parse_pairs(lang, lexicon), load_stops(lang), parse_names(names))

    def find(self, sentence: str) -> list[GenderWord]:
        """The listed words of a sentence in NFC, in order."""
        return [
            GenderWord(sentence[start:end], start, end, listed.gender, listed.pairs)
            for start, end, listed in self._matches(sentence)
        ]

    def tokens(self, sentence: str) -> list[GenderToken]:
        """All words of a sentence, in order, with the gender of those that have one.

        The longest expression wins: a name that holds a listed word is a name.
        """
        view = composed(sentence)
        pieces = list(pieces_of(view.text, self.language.spaced))
        readings = self._readings(view.text, pieces)
        found, at = [], 0
        while at < len(pieces):
            size, reading = readings.get(at, (1, Reading()))
            start, end = pieces[at].start, pieces[at + size - 1].end
            start, end = view.original(start), view.original(end)
            at += size
            if start < end:  # a letter may become two in NFC; the second stands for both
                text = sentence[start:end]
                kind = reading.kind
                found.append(GenderToken(text, start, end, reading.gender, reading.certain, kind))
        return found

    def _readings(self, text: str, pieces: Sequence[Token]) -> dict[int, tuple[int, Reading]]:
        """By the first piece of each word with a reading: its number of pieces, its reading."""
        readings = {
            first: (size, reading)
            for first, size, reading in self._unlisted.find([piece.text for piece in pieces])
            if is_whole(text, pieces[first].start, pieces[first + size - 1].end, self.language.code)
        }
        starts = [piece.start for piece in pieces]
        for start, end, listed in self._matches(text):
            first, last = bisect(starts, start) - 1, bisect(starts, end - 1) - 1
            size = last - first + 1
            longest, known = readings.get(first, (0, listed.reading))
            if size > longest or (size == longest and known.gender):
                readings[first] = size, listed.reading
        return readings

    def _matches(self, sentence: str) -> list[tuple[int, int, _Listed]]:
        view = without_arabic_marks(sentence) if self.language.code == "ar" else View(sentence)
        found = []
        for match in self._pattern.finditer(lowered(view.text)):
            start, end = match.span("word")
            listed = self._look_up(view.text[start:end], match["before"], match["after"])
            if (
                listed is not None
                and is_whole(view.text, *match.span(), self.language.code)
                and not self._is_polite(view.text, start, end)
            ):
                found.append((view.original(start), view.original(end - 1) + 1, listed))
        if found and self.segmenter is not None:
            edges = {edge for span in self.segmenter(sentence) for edge in span}
            found = [match for match in found if {match[0], match[1]} <= edges]
        return found

    def _look_up(self, surface: str, before: str, after: str) -> _Listed | None:
        key = (surface, before, after)
        if key not in self._cache:
            if len(self._cache) > 100_000:  # odd casings must not fill the memory
                self._cache.clear()
            self._cache[key] = self._listed(surface, before, after)
        return self._cache[key]

    def _listed(self, surface: str, before: str, after: str) -> _Listed | None:
        lang = self.language.code
        records = [
            (gender, pair)
            for spelling, gender, pair in self._records[lowered(surface)]
            if fits(spelling, pair.side(gender), before, after, lang)
            and self._is_cased(surface, spelling)
        ]
        if not records:
            return None
        # listed on both sides, it counts as a gender word; a record without doubt decides
        gender = next((gender for gender, pair in records if not pair.ambiguous), records[0][0])
        pairs = tuple(dict.fromkeys(pair for side, pair in records if side == gender))
        return _Listed(gender, pairs, reduce(merged, (reading_of(p, side) for side, p in records)))

    def _add(self, gender: Gender, pair: WordPair) -> None:
        for spelling in spellings(pair.side(gender), self.language.code):
            self._records[lowered(spelling)].append((spelling, gender, pair))

    def _is_cased(self, text: str, spelling: str) -> bool:
        """A form that the list capitalises needs its capital: Junge is a boy, junge is young."""
        if spelling[:1].islower() or self.language.code in _LOWER_CASE_TITLES:
            return True
        return not text[:1].islower()

    def _is_polite(self, text: str, start: int, end: int) -> bool:
        return (
            self.language.code in _POLITE_FORMS
            and text[start].isupper()
            and text[start + 1 : end].islower()
            and text[start:end].lower() in _POLITE_FORMS[self.language.code]
            and not starts_sentence(text, start)
        )


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
