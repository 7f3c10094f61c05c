"""Which words of a language occur as adjectives or verbs, and their lemmas, by its treebanks."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from equimask.core.errors import DataError
from equimask.studies.completions.conllu import TreebankWord, read_words

# Harakat, Koranic marks, superscript alef, tatweel: a reader's help that running text leaves out.
_ARABIC_MARKS = re.compile("[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]")
_NO_LEMMA = "_"
# Some treebanks give two lemmas where the annotators could not decide.
_SEVERAL_LEMMAS = re.compile(r"(?<=\w)[|,](?=\w)")
# What annotators call no proper word of the language, and Roman numerals ("Elizabeth II"), which
# most of them do not mark.
_NOT_PROPER = frozenset({"Typo=Yes", "Abbr=Yes", "Foreign=Yes"})
_ROMAN = re.compile("[IVXLCDM]+")


def folded(word: str, lang: str) -> str:
    """The spelling by which a word is known: NFC, lower case, and what `lang` writes at will.

    In Arabic, vowel marks and tatweel go and alef wasla is alef: treebanks vocalise their lemmas,
    texts and models do not. In Russian ё is е: most texts print it so.
    """
    word = unicodedata.normalize("NFC", word).lower()
    if lang == "ar":
        return _ARABIC_MARKS.sub("", word).replace("\u0671", "\u0627")
    if lang == "ru":
        return word.replace("ё", "е")
    return word


def is_proper(word: TreebankWord) -> bool:
    """Whether an occurrence counts: no typo, abbreviation, foreign word or Roman numeral."""
    return _NOT_PROPER.isdisjoint(word.feats.split("|")) and not _ROMAN.fullmatch(word.form)


class WordList:
    """Form -> part of speech -> lemma, with the number of times that treebanks have it so."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._entries: dict[str, dict[str, Counter[str]]] = {}

    @classmethod
    def read(cls, lang: str, files: Iterable[Path]) -> WordList:
        """The list of a language from its treebank files."""
        words = cls(lang)
        for path in files:
            for word in filter(is_proper, read_words(path)):
                words.add(word.form, word.upos, word.lemma)
        if not words._entries:
            raise DataError(
                expected=f"words in the treebanks of {lang!r}",
                got="none",
                fix=f"Give a folder with files such as {lang}_pud-ud-test.conllu.",
            )
        return words

    def add(self, form: str, upos: str, lemma: str) -> None:
        """Count one more occurrence. A word without a lemma is its own."""
        key = folded(form, self.lang)
        own = key if lemma in (_NO_LEMMA, "") else self._lemma_of(form, lemma)
        self._entries.setdefault(key, {}).setdefault(upos, Counter())[own] += 1

    def lemma(self, word: str, upos: str) -> str | None:
        """The most frequent lemma, the first in the alphabet of equals; None for no such word."""
        lemmas = self.entry(word).get(upos)
        return min(lemmas, key=lambda lemma: (-lemmas[lemma], lemma)) if lemmas else None

    def count(self, word: str, upos: str) -> int:
        """How often the treebanks have the word with this tag."""
        return sum(self.entry(word).get(upos, {}).values())

    def share(self, word: str, upos: str) -> float:
        """In which share of its occurrences the word has this tag; 0 for an unknown word."""
        every = sum(sum(lemmas.values()) for lemmas in self.entry(word).values())
        return self.count(word, upos) / every if every else 0.0

    def entry(self, word: str) -> Mapping[str, Mapping[str, int]]:
        """All that is known of a word: part of speech -> lemma -> count."""
        return self._entries.get(folded(word, self.lang), {})

    def words(self, upos: str) -> Iterator[str]:
        """The folded forms that occur with this tag."""
        return (form for form, tags in self._entries.items() if upos in tags)

    def lemmas(self, upos: str) -> list[str]:
        """The lemmas of the words with this tag, in the order of the alphabet."""
        return sorted({own for tags in self._entries.values() for own in tags.get(upos, ())})

    def _lemma_of(self, form: str, lemma: str) -> str:
        lemma = _SEVERAL_LEMMAS.split(lemma)[0]
        if self.lang == "fi" and "#" not in form:
            lemma = lemma.replace("#", "")  # Finnish treebanks mark the seam of a compound
        return folded(lemma, self.lang)
