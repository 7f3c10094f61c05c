"""Words with a gender that no record lists: unpaired words, first names, inflected forms.

They tell of whom a sentence speaks; nothing can be put in their place.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

from equimask.core.languages import get_language
from equimask.gender.lexicon.affixes import affixes_of
from equimask.gender.lexicon.folding import ARABIC_MARKS, fold, lowered
from equimask.gender.lexicon.inflection import BASIC, NAME, OTHER, stems
from equimask.gender.lexicon.reliability import merged, reading_of
from equimask.gender.lexicon.tokens import pieces_of
from equimask.gender.lexicon.types import Gender, Reading, WordPair

# Words that the pairs lack, as a rule since their counterpart is taken by another word: male ones,
# female ones, and what only looks like one. They count as doubtful.
_UNPAIRED = {
    # أما is "as for"; a mother with her ending written out
    "ar": ("", "نسوة أماً أمًا", "أمكن"),
    "fi": ("herrasmies poikamies poikavauva", "tytär tyttövauva", ""),
    "fr": ("fils gars époux", "", ""),
    "ja": ("僕 神父 農夫 漁夫", "魔女 遊女", "下僕 公僕"),
    "ru": ("", "", "другом"),
    "th": ("ครับ", "ค่ะ คะ ฉัน สตรีหมายเลขหนึ่ง", "คะแนน คะนอง คะเน คะน้า โยคะ"),
    "zh": (
        "神父 农夫 渔夫 男子汉 花花公子",
        "第一夫人 女强人 女汉子 贤妻良母 白雪公主 娘娘 圣母 圣女 仙女 婢女 舞女 闺女",
        "",
    ),
}
# Where abbreviated titles stand in lower case too: o sr. Silva.
_LOWER_CASE_ABBREVIATIONS = frozenset({"es", "pt"})
# Letters that texts also spell otherwise; `fold` knows how.
_RESPELT = {"fr": "œæ", "hi": "ँं"}
# What may be written before a name: no article, which makes an adjective of many.
_BEFORE_NAMES = {"ar": "[وف]?[بلك]?"}
# Where pronouns take the same endings as nouns.
_PARTICLES = frozenset({"ko"})


class _Form(NamedTuple):
    reading: Reading
    capital: bool


class Unlisted:
    """The unlisted gender words of one language, by whole words."""

    def __init__(self, lang: str, pairs: Iterable[WordPair], names: Mapping[str, str]) -> None:
        self.lang, self.spaced = lang, get_language(lang).spaced
        self._before = re.compile(affixes_of(lang).before)
        self._before_names = re.compile(_BEFORE_NAMES.get(lang, ""))
        self._forms: dict[tuple[str, ...], _Form] = {}
        self._stems: dict[str, list[tuple[re.Pattern[str], _Form]]] = defaultdict(list)
        male, female, neutral = _UNPAIRED.get(lang, ("", "", ""))
        for unpaired, reading in (
            (male, Reading("male", certain=False, kind="noun")),
            (female, Reading("female", certain=False, kind="noun")),
            (neutral, Reading()),
        ):
            for word in unpaired.split():
                self._add(word, reading, BASIC)
        for pair in pairs:
            self._add_forms(pair, "male")
            self._add_forms(pair, "female")
        for name, gender in names.items():
            self._add(name, Reading(gender, certain=True, kind="name"), NAME)
        self._sizes: dict[str, dict[int, None]] = defaultdict(dict)  # longest first, each once
        for key in sorted(self._forms, key=len, reverse=True):
            self._sizes[key[0]][len(key)] = None

    def find(self, pieces: Sequence[str]) -> Iterator[tuple[int, int, Reading]]:
        """Wherever such a word begins: the piece, how many pieces it has at most, its reading."""
        # a form that is listed with its marks needs them
        folded = [piece if (piece,) in self._forms else fold(piece) for piece in pieces]
        for first, piece in enumerate(pieces):
            for size in self._sizes.get(folded[first], ()):
                key = tuple(folded[first : first + size])
                form = self._forms.get(key)
                if form and self._fits(form, piece, ""):
                    yield first, len(key), form.reading
                    break
            else:
                reading = self._inflected(piece) if self.spaced else None
                if reading:
                    yield first, 1, reading

    def _inflected(self, piece: str) -> Reading | None:
        word = fold(piece)
        starts = [at for at in range(len(word)) if self._before.fullmatch(word, 0, at)]
        for before, rest in ((word[:at], word[at:]) for at in starts):
            form = self._forms.get((rest,))
            if form and self._fits(form, piece, before):
                return form.reading
            for end in range(len(rest) - 1, 0, -1):
                readings = [
                    form.reading
                    for endings, form in self._stems.get(rest[:end], ())
                    if endings.fullmatch(rest, end) and self._fits(form, piece, before)
                ]
                if readings:
                    return reduce(merged, readings)
        return None

    def _fits(self, form: _Form, piece: str, before: str) -> bool:
        if form.capital and piece[:1].islower():
            return False
        pattern = self._before_names if form.reading.kind == "name" else self._before
        return pattern.fullmatch(before) is not None

    def _add_forms(self, pair: WordPair, gender: Gender) -> None:
        """The other spellings of a listed word, and its inflected forms."""
        word, reading = pair.side(gender), reading_of(pair, gender)
        if not set(_RESPELT.get(self.lang, "")).isdisjoint(word):
            self._add(word, reading)
        if self.lang in _LOWER_CASE_ABBREVIATIONS and word.endswith("."):
            self._add(word.lower(), reading)
        if pair.pos in ("noun", "title") or self.lang in _PARTICLES:
            oblique = {"nom", "dir", "-"}.isdisjoint(pair.cases)
            self._add_stems(word, _form(word, reading), OTHER if oblique else BASIC)

    def _add(self, word: str, reading: Reading, of: str = "") -> None:
        spelling = fold if ARABIC_MARKS.isdisjoint(word) else lowered
        key = tuple(spelling(piece.text) for piece in pieces_of(word, self.spaced))
        if not key:
            return
        known = self._forms.get(key)
        form = _form(word, merged(known.reading, reading) if known else reading)
        self._forms[key] = form
        if of:
            self._add_stems(word, form, of)

    def _add_stems(self, word: str, form: _Form, of: str) -> None:
        for stem in stems(fold(word), self.lang, of=of, gender=form.reading.gender):
            doubtful = _form(word, replace(form.reading, certain=False))
            self._stems[stem.text].append((stem.endings, doubtful if stem.doubtful else form))


def _form(word: str, reading: Reading) -> _Form:
    return _Form(reading, capital=word[:1].isupper())
