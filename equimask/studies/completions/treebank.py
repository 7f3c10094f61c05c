"""Treebanks: the files and their terms, their words, and which of these are adjectives or verbs."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from equimask.core.errors import DataError, shorten
from equimask.core.lines import open_file, text_lines

NOT_STATED = "not stated"
_NAME = re.compile(r"(?P<lang>[a-z]{2,3})_(?P<name>[a-z0-9]+-ud-[a-z]+(?:-[a-z0-9]+)*)\.conllu")
_CC = re.compile(
    r"attribution((?:-(?:noncommercial|sharealike|noderivs|noderivatives))*)\W+(\d\.\d)"
)
_CC_URL = re.compile(r"creativecommons\.org/licenses/([a-z-]+)/(\d\.\d)")
_CC_TERMS = {"noncommercial": "NC", "sharealike": "SA", "noderivs": "ND", "noderivatives": "ND"}
_OTHERS = (
    ("lesser general public license for linguistic resources", "LGPLLR"),
    ("cc0 1.0", "CC0-1.0"),
    ("creativecommons.org/publicdomain/zero/1.0", "CC0-1.0"),
    ("gnu general public license", "GPL"),
)
UPOS = frozenset(
    "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split()
)
_COLUMNS = 10
_WORD_ID = re.compile(r"[1-9][0-9]*")
# What is written as one token (1-2) and what is not written at all (1.1) has no tag of its own.
_OTHER_ID = re.compile(r"[1-9][0-9]*-[1-9][0-9]*|[0-9]+\.[1-9][0-9]*")
# Harakat, Koranic marks, superscript alef, tatweel: a reader's help that running text leaves out.
_ARABIC_MARKS = re.compile("[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]")
_NO_LEMMA = "_"
# Some treebanks give two lemmas where the annotators could not decide.
_SEVERAL_LEMMAS = re.compile(r"(?<=\w)[|,](?=\w)")
# What annotators call no proper word of the language, and Roman numerals ("Elizabeth II"), which
# most of them do not mark.
_NOT_PROPER = frozenset({"Typo=Yes", "Abbr=Yes", "Foreign=Yes"})
_ROMAN = re.compile("[IVXLCDM]+")


@dataclass(frozen=True)
class TreebankFile:
    """A `.conllu` or `.conllu.gz` file; `name` is what it is called unpacked."""

    path: Path
    name: str
    lang: str
    licence: str


def find_treebanks(places: Sequence[Path]) -> list[TreebankFile]:
    """The treebank files among and below `places`, in the order of their names.

    Files are named as Universal Dependencies names them, such as `fr_pud-ud-test.conllu`.
    """
    paths: set[Path] = set()
    for place in places:
        if place.is_dir():
            paths |= {*place.rglob("*.conllu"), *place.rglob("*.conllu.gz")}
        else:
            paths.add(place)
    by_name: dict[str, TreebankFile] = {}
    for file in map(_treebank_file, sorted(paths)):
        if file.name in by_name:
            raise DataError(
                expected="every treebank file once",
                got=f"{file.name} twice: packed and unpacked, or of two releases",
                fix="Remove one of them: its words would count double.",
            )
        by_name[file.name] = file
    if not by_name:
        raise DataError(
            expected="treebank files (.conllu or .conllu.gz)",
            got=f"none in {', '.join(place.name for place in places) or 'no folder at all'}",
            fix="Unpack a release of Universal Dependencies and name its folder.",
        )
    return [by_name[name] for name in sorted(by_name)]


def licence_of(folder: Path) -> str:
    """The SPDX name of the licence in `LICENSE.txt`; `not stated` where there is none."""
    path = folder / "LICENSE.txt"
    if not path.is_file():
        return NOT_STATED
    return licence_in(path.read_text(encoding="utf-8", errors="replace"))


def licence_in(text: str) -> str:
    """The SPDX name of the licence that a text is or names."""
    text = " ".join(text.lower().split())
    for words, name in _OTHERS:
        if words in text:
            return name
    found = _CC.search(text)
    if found:
        terms = [_CC_TERMS[term] for term in found[1].split("-") if term]
        return "-".join(["CC-BY", *terms, found[2]])
    url = _CC_URL.search(text)
    return f"CC-{url[1].upper()}-{url[2]}" if url else NOT_STATED


def may_be_passed_on(licence: str) -> bool:
    """Whether what is derived from a treebank may be published; unknown terms do not allow it."""
    return licence != NOT_STATED and "ND" not in licence.split("-")


def _treebank_file(path: Path) -> TreebankFile:
    name = path.name.removesuffix(".gz")
    match = _NAME.fullmatch(name)
    if match is None or not path.is_file():
        raise DataError(
            expected="a treebank file with a name such as fr_pud-ud-test.conllu or "
            "fr_pud-ud-test.conllu.gz",
            got=repr(path.name) + ("" if path.is_file() else ", which is not there"),
            fix="Keep the names of Universal Dependencies: they tell the language.",
        )
    return TreebankFile(path, name, match["lang"], licence_of(path.parent))


class TreebankWord(NamedTuple):
    """One syntactic word as the treebank has it; `_` stands for a lemma that nobody gave."""

    form: str
    lemma: str
    upos: str
    feats: str


def read_words(path: Path) -> Iterator[TreebankWord]:
    """The syntactic words of a `.conllu` or `.conllu.gz` file.

    Comments, contractions as they are written and empty nodes are passed over.
    """
    with open_file(path) as stream:
        for number, line in enumerate(text_lines(stream, path.name), start=1):
            if line is None:
                raise _bad(path, number, "UTF-8 text", "other bytes")
            if line.startswith("#") or not line.strip():
                continue
            fields = line.split("\t")
            if len(fields) != _COLUMNS:
                got = f"{len(fields)} in {shorten(line)}"
                raise _bad(path, number, f"{_COLUMNS} columns with tabs between them", got)
            if _WORD_ID.fullmatch(fields[0]):
                yield _word(fields, path, number)
            elif not _OTHER_ID.fullmatch(fields[0]):
                raise _bad(path, number, "a word id such as 7, 7-8 or 7.1", shorten(fields[0]))


def _word(fields: list[str], path: Path, number: int) -> TreebankWord:
    form, lemma, upos, feats = fields[1], fields[2], fields[3], fields[5]
    if not form:
        raise _bad(path, number, "a word form", "an empty one")
    if upos not in UPOS:
        raise _bad(path, number, "a universal part-of-speech tag", shorten(upos))
    return TreebankWord(form, lemma, upos, feats)


def _bad(path: Path, number: int, expected: str, got: str) -> DataError:
    return DataError(
        expected=f"{expected} in {path.name}, line {number}",
        got=got,
        fix="Get the file anew from its treebank, or take it out of the folder.",
    )


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
